//! Systems and Horn clauses over floating-point numbers as those over words.
//!
//! Each variable that is a number becomes the word of its format, and each formula the one that
//! the solver makes of it. A system restricts its words to those that stand for a number, of which
//! there is one for NaN; a clause restricts its variables likewise. So runs and derivations are the same, with the same
//! values, since the value of a number is its word.
//!
//! On the way back a formula about the word of `x` says the same of `(fp.to_ieee_bv x)`, or of `x` itself where the
//! word or its sign is compared with a constant: `(= w #x3f800000)` becomes `(= x 1.0)`, and `(bvult w #x40000000)`
//! that `x` is positive and less than 2.
//!
//! # Left out
//!
//! Arrays and functions of numbers, which readers refuse. A model that has them all the same stays as it is.

use crate::base::{Budget, HashMap, Limit};
use crate::model::horn::{Atom, Clause, Horn, Interpretation};
use crate::model::system::{Certificate, Invariant, System};
use crate::solver::term::{Expansion, FloatOp, Op, Sort, TermId, Terms};
use crate::theories::bv::Bits;

/// The words of numbers, and the way back.
#[derive(Clone, Debug, Default)]
struct Words {
    expansion: Expansion,
    /// By word: the number that it stands for.
    numbers: HashMap<TermId, TermId>,
}

impl Words {
    /// The constant that takes the place of another one: itself, if it is no number.
    fn declare(&mut self, terms: &mut Terms, constant: TermId) -> TermId {
        let sort = terms.sort(constant);
        match sort.word_of_number() {
            None => constant,
            Some(of_words) => {
                let word = terms.declare(&name(terms, constant), of_words);
                self.assign(constant, word);
                word
            }
        }
    }

    fn assign(&mut self, number: TermId, word: TermId) {
        self.expansion.assign(number, word);
        self.numbers.insert(word, number);
    }

    /// Whether a constant, if it is the word of a number, is the one that stands for it.
    fn stands_for_one(&self, terms: &mut Terms, constant: TermId) -> TermId {
        match self.numbers.get(&constant) {
            Some(&number) => {
                let sort = terms.sort(number);
                terms.stands_for_one(sort, constant)
            }
            None => Terms::TRUE,
        }
    }

    fn formula(&mut self, terms: &mut Terms, budget: &Budget, formula: TermId) -> Result<TermId, Limit> {
        budget.poll()?;
        Ok(self.expansion.apply(terms, formula))
    }

    /// Formulas over words as formulas over numbers.
    fn lift(&self, terms: &mut Terms, formulas: &mut [TermId], budget: &Budget) -> Result<(), Limit> {
        let mut done: HashMap<TermId, TermId> = HashMap::default();
        for t in terms.subterms(formulas) {
            budget.poll()?;
            let args: Vec<TermId> = terms.args(t).iter().map(|a| done[a]).collect();
            let new = match (terms.op(t), terms.args(t)) {
                (Op::Symbol(_), _) => match self.numbers.get(&t) {
                    Some(&number) => terms.word_of(number),
                    None => t,
                },
                (op @ (Op::Eq | Op::BvUlt), &[a, b]) => match self.compared(terms, op, a, b) {
                    Some(lifted) => lifted,
                    None => terms.apply(op, Sort::Bool, &args),
                },
                (_, before) if before == args => t,
                (op, _) => terms.apply(op, terms.sort(t), &args),
            };
            done.insert(t, new);
        }
        formulas.iter_mut().for_each(|formula| *formula = done[formula]);
        Ok(())
    }

    /// The comparison of a number's word, or of its highest bit, with a constant, said of the number.
    fn compared(&self, terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let number = |t: &TermId| self.numbers.get(t).copied();
        if let (Op::Eq, Some((word, bit))) = (op, sign_bit(terms, a, b)) {
            let number = number(&word).filter(|&n| terms.sort(n).format().is_some())?;
            let sign = terms.float_op(FloatOp::IsNegative, Sort::Bool, &[number]);
            return Some(if bit { sign } else { terms.not(sign) });
        }
        match (op, terms.bits_of(a).cloned(), terms.bits_of(b).cloned()) {
            (Op::Eq, Some(constant), None) => Some(terms.number_is(number(&b)?, &constant)),
            (Op::Eq, None, Some(constant)) => Some(terms.number_is(number(&a)?, &constant)),
            (_, None, Some(constant)) => terms.number_is_below(number(&a)?, &constant),
            // Not at most the constant.
            (_, Some(constant), None) if !constant.is_ones() => {
                let next = constant.add(&Bits::new(1, constant.width()));
                let is_below = terms.number_is_below(number(&b)?, &next)?;
                Some(terms.not(is_below))
            }
            _ => None,
        }
    }
}

/// A word and the value of its highest bit, if these are equal.
fn sign_bit(terms: &Terms, a: TermId, b: TermId) -> Option<(TermId, bool)> {
    let (bit, constant) = match (terms.bits_of(a), terms.bits_of(b)) {
        (Some(constant), None) => (b, constant),
        (None, Some(constant)) => (a, constant),
        _ => return None,
    };
    match terms.op(bit) {
        Op::Extract(low) if constant.width() == 1 && low + 1 == terms.width(terms.arg(bit, 0)) => {
            Some((terms.arg(bit, 0), constant.is_one()))
        }
        _ => None,
    }
}

fn name(terms: &Terms, constant: TermId) -> String {
    match terms.op(constant) {
        Op::Symbol(symbol) => terms.name(symbol).to_string(),
        op => panic!("{:?} is no declared constant", op),
    }
}

/// Whether a term of these is a number or a rounding mode, and none is an array or a call with numbers, which have no
/// images.
fn has_numbers(terms: &Terms, roots: &[TermId]) -> bool {
    if !terms.has_floats() {
        return false;
    }
    let is_number = |sort: Sort| sort.word_of_number().is_some();
    let all = terms.subterms(roots);
    let is_beyond = |&t: &TermId| match terms.op(t) {
        Op::Call(_) => terms.args(t).iter().chain([&t]).any(|&t| is_number(terms.sort(t))),
        _ => !is_number(terms.sort(t)) && terms.sorts_inside([terms.sort(t)]).into_iter().any(is_number),
    };
    all.iter().any(|&t| is_number(terms.sort(t))) && !all.iter().any(is_beyond)
}

/// A system over words, and the way back.
#[derive(Clone, Debug)]
pub struct WordSystem {
    /// Its variables, inputs and properties are the images of the original's, in their order. Its store has all terms
    /// of the original.
    pub system: System,
    words: Words,
}

/// Makes words of the numbers of a system; `None` if it has none, or in arrays or calls.
///
/// # Errors
///
/// The limit of the budget that was reached.
pub fn system_of_words(original: &System, budget: &Budget) -> Result<Option<WordSystem>, Limit> {
    let mut roots = vec![original.init(), original.trans(), original.constraint()];
    roots.extend(original.property_formulas());
    roots.extend(original.states().iter().map(|s| s.current).chain(original.inputs().iter().copied()));
    if !has_numbers(original.terms(), &roots) {
        return Ok(None);
    }
    let mut system = System::new(original.terms().clone());
    let mut words = Words::default();
    let mut allowed = Vec::new();
    for state in original.states() {
        let terms = system.terms_mut();
        let (current, next) = (words.declare(terms, state.current), words.declare(terms, state.next));
        allowed.push(words.stands_for_one(terms, current));
        system.add_state(current, next);
    }
    for &input in original.inputs() {
        let word = words.declare(system.terms_mut(), input);
        allowed.push(words.stands_for_one(system.terms_mut(), word));
        system.add_input(word);
    }
    let init = words.formula(system.terms_mut(), budget, original.init())?;
    system.set_init(init);
    let trans = words.formula(system.terms_mut(), budget, original.trans())?;
    system.set_trans(trans);
    let constraint = words.formula(system.terms_mut(), budget, original.constraint())?;
    let constraint = system.terms_mut().and(&[&[constraint], &allowed[..]].concat());
    system.add_constraint(constraint);
    let mut formulas = Vec::new();
    for formula in original.property_formulas() {
        formulas.push(words.formula(system.terms_mut(), budget, formula)?);
    }
    system.add_properties_like(original, &formulas);
    for &hint in original.hints() {
        let hint = words.formula(system.terms_mut(), budget, hint)?;
        system.add_hint(hint);
    }
    Ok(Some(WordSystem { system, words }))
}

impl WordSystem {
    /// A certificate about words as one about numbers.
    ///
    /// # Errors
    ///
    /// The limit of the budget that was reached.
    pub fn certificate(&self, found: &Certificate, budget: &Budget) -> Result<Certificate, Limit> {
        let Invariant { mut terms, mut formulas, bound } = found.states().clone();
        self.words.lift(&mut terms, &mut formulas, budget)?;
        Ok(found.over(Invariant { terms, formulas, bound }))
    }
}

/// Horn clauses over words, and the way back.
#[derive(Clone, Debug)]
pub struct WordHorn {
    /// Its predicates and clauses are the images of the original's, in their order, and so are arguments and variables.
    /// Its store has all terms of the original.
    pub horn: Horn,
    words: Words,
}

/// Makes words of the numbers in Horn clauses; `None` if there are none, or in arrays or calls.
///
/// # Errors
///
/// The limit of the budget that was reached.
pub fn horn_of_words(original: &Horn, budget: &Budget) -> Result<Option<WordHorn>, Limit> {
    let mut roots: Vec<TermId> = original.predicates().iter().flat_map(|p| p.places.clone()).collect();
    for clause in original.clauses() {
        let arguments = clause.body.iter().chain(&clause.head).flat_map(|atom| &atom.arguments);
        roots.extend(clause.variables.iter().chain([&clause.constraint]).chain(arguments));
    }
    if !has_numbers(original.terms(), &roots) {
        return Ok(None);
    }
    let mut horn = original.of_other_sorts(Sort::word_of_number);
    let mut words = Words::default();
    for (before, after) in original.predicates().iter().zip(horn.predicates()) {
        let places = before.places.iter().zip(&after.places);
        places.filter(|(a, b)| a != b).for_each(|(&number, &word)| words.assign(number, word));
    }
    let mut known: HashMap<TermId, TermId> = HashMap::default();
    for clause in original.clauses() {
        let mut variables = Vec::new();
        let mut parts = Vec::new();
        for &variable in &clause.variables {
            // Clauses may share constants.
            let terms = horn.terms_mut();
            let word = *known.entry(variable).or_insert_with(|| words.declare(terms, variable));
            parts.push(words.stands_for_one(terms, word));
            variables.push(word);
        }
        parts.push(words.formula(horn.terms_mut(), budget, clause.constraint)?);
        let constraint = horn.terms_mut().and(&parts);
        let mut atom = |horn: &mut Horn, atom: &Atom| -> Result<Atom, Limit> {
            let arguments = atom.arguments.iter().map(|&t| words.formula(horn.terms_mut(), budget, t));
            Ok(Atom { predicate: atom.predicate, arguments: arguments.collect::<Result<_, _>>()? })
        };
        let body = clause.body.iter().map(|a| atom(&mut horn, a)).collect::<Result<_, _>>()?;
        let head = clause.head.iter().map(|a| atom(&mut horn, a)).next().transpose()?;
        horn.add(Clause { variables, body, constraint, head });
    }
    Ok(Some(WordHorn { horn, words }))
}

impl WordHorn {
    /// An interpretation over words as one over numbers.
    ///
    /// # Errors
    ///
    /// The limit of the budget that was reached.
    pub fn interpretation(&self, found: &Interpretation, budget: &Budget) -> Result<Interpretation, Limit> {
        let mut found = found.clone();
        self.words.lift(&mut found.terms, &mut found.formulas, budget)?;
        Ok(found)
    }
}
