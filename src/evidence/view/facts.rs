//! Short facts that follow from a formula.
//!
//! Candidates are made from the constants of the formula and from some of its models. A candidate that is false in a
//! model is none; the others are proved from the formula, and a refuted one gives a further model. So few candidates
//! cost a question.

use crate::base::Budget;
use crate::solver::smt::{Answer, SmtOptions, Solver};
use crate::solver::term::{Model, Op, Sort, TermId, Terms, Value};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};

/// Constants whose facts are searched for, at most.
const MOST_CONSTANTS: usize = 24;
/// Constants among which pairs are compared.
const MOST_OF_PAIRS: usize = 8;
/// Words of a model that are no constants and whose bounds are searched for.
const MOST_WORDS: usize = 8;
/// Numbers of a formula that bounds are made of.
const MOST_NUMBERS: usize = 40;
/// Constants that are true or false and may be the condition of an atom.
const MOST_FLAGS: usize = 6;
/// Models that are kept.
const MOST_MODELS: usize = 40;
/// The moduli of remainders, the greatest first.
const MODULI: [i64; 4] = [16, 8, 4, 2];

/// A constant of the formula.
#[derive(Clone, Copy)]
struct Variable {
    term: TermId,
    sort: Sort,
    is_signed: bool,
}

/// The search for facts about one formula.
pub(super) struct Facts {
    solver: Solver,
    /// Constants of the formula, then words of the model.
    variables: Vec<Variable>,
    constants: usize,
    numbers: Vec<Integer>,
    /// By model: the value of each variable as a number.
    models: Vec<Vec<Integer>>,
    found: Vec<TermId>,
}

impl Facts {
    /// `None` if the formula has no model or the budget ends.
    pub fn new(
        terms: &mut Terms,
        formula: TermId,
        atoms: &[TermId],
        is_signed: &dyn Fn(TermId) -> bool,
        budget: &Budget,
    ) -> Option<Facts> {
        let symbols = terms.symbols_in(&[formula]);
        let variable = |term: TermId| {
            let sort = terms.sort(term);
            let is_number = sort == Sort::Int || sort.width().map_or(false, |width| width > 1);
            is_number.then(|| Variable { term, sort, is_signed: sort == Sort::Int || is_signed(term) })
        };
        let mut variables: Vec<Variable> =
            symbols.iter().filter_map(|&s| variable(terms.symbol_term(s))).take(MOST_CONSTANTS).collect();
        let constants = variables.len();
        let is_known = |t: &TermId| terms.symbols_in(&[*t]).iter().all(|s| symbols.contains(s));
        let words = atoms.iter().filter(|t| is_known(t)).filter_map(|&t| variable(t));
        variables.extend(words.take(MOST_WORDS));
        let numbers = numbers(terms, formula);
        let mut solver = Solver::new(SmtOptions::default());
        solver.set_budget(budget.clone());
        solver.assert(terms, formula);
        let mut facts =
            Facts { solver, variables, constants, numbers, models: Vec::new(), found: Vec::new() };
        (facts.solver.check(terms, &[]) == Answer::Sat).then_some(())?;
        facts.keep_model(terms);
        // Models in which a variable differs from the first one.
        for at in 0..facts.variables.len() {
            let Variable { term, sort, .. } = facts.variables[at];
            let same = number(terms, &facts.models[0][at], sort);
            let same = terms.eq(term, same);
            let other = terms.not(same);
            if facts.solver.check(terms, &[other]) == Answer::Sat {
                facts.keep_model(terms);
            }
        }
        Some(facts)
    }

    fn keep_model(&mut self, terms: &Terms) {
        if self.models.len() < MOST_MODELS {
            let model = self.solver.model(terms);
            let values = self.variables.iter().map(|variable| value(terms, model, *variable)).collect();
            self.models.push(values);
        }
    }

    /// Whether a candidate follows.
    fn follows(&mut self, terms: &mut Terms, candidate: TermId) -> bool {
        let negation = terms.not(candidate);
        match self.solver.check(terms, &[negation]) {
            Answer::Unsat => true,
            Answer::Sat => {
                self.keep_model(terms);
                false
            }
            Answer::Unknown(_) => false,
        }
    }

    /// Whether all models have it.
    fn holds(&self, test: impl Fn(&[Integer]) -> bool) -> bool {
        self.models.iter().all(|model| test(model))
    }

    /// All facts that are found about a formula, the most telling ones first.
    pub fn all(mut self, terms: &mut Terms, formula: TermId, atoms: &[TermId]) -> Vec<TermId> {
        let count = self.constants;
        let mut is_fixed = vec![false; count];
        for (at, is_fixed) in is_fixed.iter_mut().enumerate() {
            *is_fixed = self.equals_number(terms, at);
        }
        let free: Vec<usize> = (0..count).filter(|&at| !is_fixed[at]).collect();
        let paired: &[usize] = if free.len() <= MOST_OF_PAIRS { &free } else { &[] };
        let mut equal = vec![false; count];
        for (i, &a) in paired.iter().enumerate() {
            for &b in &paired[i + 1..] {
                equal[b] |= !equal[b] && self.equation(terms, a, b);
            }
        }
        // A bound that a remainder implies is none to tell.
        for &at in &free {
            self.remainder(terms, at);
        }
        for &at in &free {
            self.bounds(terms, at);
        }
        for at in count..self.variables.len() {
            self.bounds(terms, at);
        }
        for &a in paired {
            for &b in paired {
                if a != b && !equal[a] && !equal[b] {
                    self.order(terms, a, b);
                }
            }
        }
        self.atoms(terms, formula, atoms);
        self.found
    }

    /// The atoms that follow, or their negations, alone or where a flag is set or not.
    fn atoms(&mut self, terms: &mut Terms, formula: TermId, atoms: &[TermId]) {
        let constants: Vec<TermId> =
            terms.symbols_in(&[formula]).into_iter().map(|symbol| terms.symbol_term(symbol)).collect();
        let is_known = |terms: &Terms, t: TermId| {
            terms.symbols_in(&[t]).into_iter().all(|symbol| constants.contains(&terms.symbol_term(symbol)))
        };
        let is_formula = |terms: &Terms, t: TermId| terms.sort(t) == Sort::Bool && is_known(terms, t);
        let atoms: Vec<TermId> = atoms.iter().copied().filter(|&atom| is_formula(terms, atom)).collect();
        let flags = constants.iter().copied().filter(|&c| terms.sort(c) == Sort::Bool);
        let flags: Vec<TermId> = flags.take(MOST_FLAGS).collect();
        let mut conditions = vec![Terms::FALSE];
        conditions.extend(flags.iter().flat_map(|&flag| [flag, terms.not(flag)]));
        for atom in atoms {
            for literal in [atom, terms.not(atom)] {
                for &condition in &conditions {
                    let candidate = terms.or(&[condition, literal]);
                    if self.follows(terms, candidate) {
                        self.found.push(candidate);
                        break;
                    }
                }
            }
        }
    }

    fn equals_number(&mut self, terms: &mut Terms, at: usize) -> bool {
        let Variable { term, sort, .. } = self.variables[at];
        let value = self.models[0][at].clone();
        if !self.holds(|model| model[at] == value) {
            return false;
        }
        let constant = number(terms, &value, sort);
        let candidate = terms.eq(term, constant);
        let follows = self.follows(terms, candidate);
        self.found.extend(follows.then_some(candidate));
        follows
    }

    /// `a = b`, `a = b + c` or `a = k · b + c`, and the same with their places changed.
    fn equation(&mut self, terms: &mut Terms, a: usize, b: usize) -> bool {
        if self.variables[a].sort != self.variables[b].sort {
            return false;
        }
        let sort = self.variables[a].sort;
        for (a, b) in [(a, b), (b, a)] {
            let first = self.models[0].clone();
            let other = self.models.iter().find(|model| model[b] != first[b]).cloned();
            let factor = match other {
                None => continue,
                Some(other) => {
                    let (rise, run) = (&other[a] - &first[a], &other[b] - &first[b]);
                    let (factor, rest) = rise.div_rem(&run);
                    if !rest.is_zero() || factor.is_zero() || factor.bit_length() > 6 {
                        continue;
                    }
                    factor
                }
            };
            let shift = &first[a] - &(&factor * &first[b]);
            if !self.holds(|model| model[a] == &(&factor * &model[b]) + &shift) || shift.bit_length() > 32 {
                continue;
            }
            let (left, right) = (self.variables[a].term, self.variables[b].term);
            let sum = match sort {
                Sort::Int => {
                    let factor = Rational::from(factor);
                    let scaled = terms.scale(&factor, right);
                    let shift = terms.numeral(Rational::from(shift), Sort::Int);
                    terms.add(&[scaled, shift])
                }
                _ => {
                    let factor = number(terms, &factor, sort);
                    let scaled = terms.bv_mul(factor, right);
                    let shift = number(terms, &shift, sort);
                    terms.bv_add(scaled, shift)
                }
            };
            let candidate = terms.eq(left, sum);
            if self.follows(terms, candidate) {
                self.found.push(candidate);
                return true;
            }
        }
        false
    }

    /// The strongest bounds: of words found by halving, of numbers among those of the formula.
    fn bounds(&mut self, terms: &mut Terms, at: usize) {
        let variable = self.variables[at];
        let (lower, upper) = match variable.range() {
            Some((low, high)) => {
                let upper = self.extreme(terms, at, high, true);
                (self.extreme(terms, at, low, false), upper)
            }
            None => {
                let numbers = self.numbers.clone();
                let upper = self.bound(terms, at, numbers.iter(), true);
                (self.bound(terms, at, numbers.iter().rev(), false), upper)
            }
        };
        self.found.extend(lower.into_iter().chain(upper));
    }

    /// The greatest or least value of a word as a bound, between those of the models and the end of the range.
    fn extreme(&mut self, terms: &mut Terms, at: usize, end: Integer, is_upper: bool) -> Option<TermId> {
        let (one, two) = (Integer::from(1i64), Integer::from(2i64));
        let variable = self.variables[at];
        let values = |facts: &Facts| {
            let all = facts.models.iter().map(|model| model[at].clone());
            if is_upper {
                all.max()
            } else {
                all.min()
            }
        };
        let (mut reached, mut limit, mut proved) = (values(self)?, end.clone(), None);
        while reached != limit {
            let middle = (&reached + &limit).div_floor(&two);
            // A bound that excludes what is not reached yet, and nothing that is.
            let middle = if !is_upper && middle == limit { &middle + &one } else { middle };
            let constant = number(terms, &middle, variable.sort);
            let candidate = if is_upper {
                at_most(terms, variable, variable.term, constant)
            } else {
                at_most(terms, variable, constant, variable.term)
            };
            if self.follows(terms, candidate) {
                (limit, proved) = (middle, Some(candidate));
                continue;
            }
            let value = self.last_value(terms, at)?;
            let is_further = if is_upper { value > reached } else { value < reached };
            if !is_further {
                return proved;
            }
            reached = value;
        }
        proved
    }

    /// The value of a variable in the last model; `None` if the last question had no answer.
    fn last_value(&mut self, terms: &Terms, at: usize) -> Option<Integer> {
        match self.solver.answer() {
            Some(Answer::Sat) => Some(value(terms, self.solver.model(terms), self.variables[at])),
            _ => None,
        }
    }

    /// The first of these numbers, from the strongest on, that bounds a variable.
    fn bound<'n>(
        &mut self,
        terms: &mut Terms,
        at: usize,
        numbers: impl Iterator<Item = &'n Integer>,
        is_upper: bool,
    ) -> Option<TermId> {
        let variable = self.variables[at];
        for number in numbers {
            let fits = |value: &Integer| if is_upper { value <= number } else { value >= number };
            if !self.holds(|model| fits(&model[at])) {
                continue;
            }
            let constant = self::number(terms, number, variable.sort);
            let candidate = if is_upper {
                at_most(terms, variable, variable.term, constant)
            } else {
                at_most(terms, variable, constant, variable.term)
            };
            if self.follows(terms, candidate) {
                return Some(candidate);
            }
        }
        None
    }

    /// `a < b` or `a <= b`.
    fn order(&mut self, terms: &mut Terms, a: usize, b: usize) {
        let (first, second) = (self.variables[a], self.variables[b]);
        if first.sort != second.sort || first.is_signed != second.is_signed {
            return;
        }
        let strict = at_most(terms, first, second.term, first.term);
        let strict = terms.not(strict);
        if self.holds(|model| model[a] < model[b]) && self.follows(terms, strict) {
            self.found.push(strict);
            return;
        }
        let weak = at_most(terms, first, first.term, second.term);
        if self.holds(|model| model[a] <= model[b]) && self.follows(terms, weak) {
            self.found.push(weak);
        }
    }

    /// The remainder by the greatest modulus.
    fn remainder(&mut self, terms: &mut Terms, at: usize) {
        let Variable { term, sort, .. } = self.variables[at];
        for modulus in MODULI {
            let modulus = Integer::from(modulus);
            let rest = self.models[0][at].mod_floor(&modulus);
            // One model proves nothing, and is refuted at a cost.
            if self.models.len() < 2 || !self.holds(|model| model[at].mod_floor(&modulus) == rest) {
                continue;
            }
            let left = match sort.width() {
                Some(width) if modulus.bit_length() - 1 < u64::from(width) => {
                    terms.extract(term, modulus.bit_length() as u32 - 2, 0)
                }
                Some(_) => continue,
                None => {
                    let modulus = terms.numeral(Rational::from(modulus.clone()), Sort::Int);
                    match terms.int_mod(term, modulus) {
                        Ok(left) => left,
                        Err(_) => continue,
                    }
                }
            };
            let right = number(terms, &rest, terms.sort(left));
            let candidate = terms.eq(left, right);
            if self.follows(terms, candidate) {
                self.found.push(candidate);
                return;
            }
        }
    }
}

impl Variable {
    fn range(&self) -> Option<(Integer, Integer)> {
        let width = self.sort.width()?;
        let half = Integer::from(1i64).shift_left(u64::from(width) - 1);
        Some(if self.is_signed {
            (-half.clone(), half - Integer::from(1i64))
        } else {
            (Integer::from(0i64), &half + &half - Integer::from(1i64))
        })
    }
}

/// `a <= b` in the reading of a variable.
fn at_most(terms: &mut Terms, variable: Variable, a: TermId, b: TermId) -> TermId {
    match (variable.sort, variable.is_signed) {
        (Sort::Int | Sort::Real, _) => terms.le(a, b),
        (_, true) => terms.bv_sle(a, b),
        (_, false) => terms.bv_ule(a, b),
    }
}

/// A number as a constant of a sort.
fn number(terms: &mut Terms, value: &Integer, sort: Sort) -> TermId {
    match sort.width() {
        Some(width) => terms.bit_vector(Bits::from_integer(value, width)),
        None => terms.numeral(Rational::from(value.clone()), sort),
    }
}

fn value(terms: &Terms, model: &Model, variable: Variable) -> Integer {
    match model.evaluate(terms, variable.term) {
        Value::Bits(bits) if variable.is_signed => bits.to_signed_integer(),
        Value::Bits(bits) => bits.to_integer(),
        Value::Number(number) => number.floor(),
        Value::Bool(value) => Integer::from(i64::from(value)),
        Value::Element(number) => Integer::from(i64::from(number)),
        Value::Array(_) | Value::Data(_) => {
            unreachable!("no variable of a fact is an array or made by constructors")
        }
    }
}

/// The numbers of a formula, those beside them, and 0, in order.
fn numbers(terms: &Terms, formula: TermId) -> Vec<Integer> {
    let mut found = vec![Integer::from(0i64)];
    for t in terms.subterms(&[formula]) {
        match terms.op(t) {
            Op::Bits(_) => {
                if let Some(bits) = terms.bits_of(t) {
                    found.extend([bits.to_integer(), bits.to_signed_integer()]);
                }
            }
            Op::Numeral(_) => found.extend(terms.number_of(t).map(Rational::floor)),
            _ => {}
        }
        if found.len() > MOST_NUMBERS {
            break;
        }
    }
    let one = Integer::from(1i64);
    let mut all: Vec<Integer> =
        found.iter().flat_map(|n| [n.clone(), n - &one, n + &one, -n.clone()]).collect();
    all.sort();
    all.dedup();
    all
}
