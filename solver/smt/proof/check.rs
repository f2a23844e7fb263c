//! Checks proofs, step by step.

use super::axioms::{Function, Part};
use super::bounds::Bound;
use super::circuits::{self, Values};
use super::closure::{self, Fact};
use super::expansions;
use super::{operators, Atom, Hypothesis, Proof, Reason, Rule, Step};
use crate::base::{HashMap, HashSet, Lit, Var};
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::num::{DeltaRational, Rational};
use std::fmt;

/// The assumptions on which a checked proof rests beside the rules of logic and arithmetic.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trusted {
    /// Clauses from formulas that are said to state the meaning of an operator, and are not understood.
    pub operators: usize,
    /// Clauses about integers without a certificate.
    pub integers: usize,
}

/// The reason why a proof was refused.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The step, from 0.
    pub step: usize,
    /// The reason.
    pub message: &'static str,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step, self.message)
    }
}

impl std::error::Error for Flaw {}

/// Checks that the proof refutes these assertions, which may be about floating-point numbers; the result counts the
/// steps that have to be believed.
///
/// # Errors
///
/// The first step that does not hold.
pub fn check(terms: &Terms, proof: &Proof, assertions: &[TermId]) -> Result<Trusted, Flaw> {
    let mut trusted = Trusted::default();
    let at_start = |message| Flaw { step: 0, message };
    let atoms = Atoms::new(terms, proof).map_err(at_start)?;
    let has_bits = proof.steps.iter().any(|step| step.rule == Rule::Bits) || !proof.circuits.is_empty();
    let mut values = Values::new(terms, if has_bits { &proof.atoms } else { &[] });
    if !values.are(&proof.circuits) {
        return Err(at_start("a comparison of words has another value than its circuit"));
    }
    let facts = Facts::new(terms, proof, &atoms);
    let starts = expansions::starts(terms, proof, assertions).map_err(at_start)?;
    let mut propagation = Propagation::default();
    let mut store: Option<Terms> = None;
    for (number, step) in proof.steps.iter().enumerate() {
        let valid = match &step.rule {
            Rule::Hypothesis(h) => facts.find(&step.clause).map_or(false, |(found, _)| {
                let Hypothesis { formula, reason } = proof.hypotheses[found];
                found == *h
                    && match reason {
                        Reason::Assertion => starts.contains(&formula),
                        Reason::Meaning(t) => operators::is_meaning(terms, t, formula),
                        Reason::ByZero(pair) => operators::is_by_zero(terms, pair, formula),
                        Reason::Fact(fact) => {
                            let store = store.get_or_insert_with(|| terms.clone());
                            fact.formula(store) == Some(formula) && !store.is_over()
                        }
                        Reason::Lemma(lemma) => {
                            let store = store.get_or_insert_with(|| terms.clone());
                            lemma.formula(store) == Some(formula) && !store.is_over()
                        }
                        Reason::Believed => {
                            trusted.operators += 1;
                            true
                        }
                    }
            }),
            Rule::Definition { atom, axiom } => atoms.has_axiom(atom.var(), *axiom, &step.clause),
            Rule::Farkas(weights) => is_contradictory(terms, &atoms, &step.clause, weights),
            Rule::Integer => {
                trusted.integers += 1;
                is_about_integers(terms, &atoms, &step.clause)
            }
            Rule::Bits => values.is_valid(&step.clause),
            Rule::Theory => closure::is_contradictory(terms, &atoms.negated(&step.clause)),
            Rule::Chain(chain) => propagation.refutes(&proof.steps[..number], &step.clause, chain),
        };
        if !valid {
            return Err(Flaw { step: number, message: complaint(&step.rule) });
        }
    }
    match proof.steps.last() {
        Some(last) if last.clause.is_empty() => Ok(trusted),
        _ => Err(Flaw { step: proof.steps.len(), message: "the proof ends before the empty clause" }),
    }
}

/// The message about a step whose rule does not give its clause.
fn complaint(rule: &Rule) -> &'static str {
    match rule {
        Rule::Hypothesis(_) => "the clause is not in its hypothesis",
        Rule::Definition { .. } => "the clause does not follow from the definition",
        Rule::Farkas(_) => "the weighted sum is no contradiction",
        Rule::Integer => "the clause is not about bounds of integers",
        Rule::Bits => "the clause does not say that a bit is itself",
        Rule::Theory => "the clause does not follow from the meaning of its terms",
        Rule::Chain(_) => "the clause does not follow by unit propagation",
    }
}

/// The meanings of the variables, and the variables by their meanings.
pub(super) struct Atoms<'a> {
    by_var: HashMap<Var, &'a Atom>,
    literals: HashMap<TermId, Lit>,
    /// The connectives that variables are, with their inputs.
    functions: HashMap<Var, (Function, Vec<Lit>)>,
    /// Equations of two terms that a variable says in other words, with their truth if the variable is true.
    equations: HashMap<Var, Vec<(TermId, TermId, bool)>>,
    /// Equations that always hold, or never.
    settled: Vec<Fact>,
}

impl<'a> Atoms<'a> {
    pub fn new(terms: &Terms, proof: &'a Proof) -> Result<Atoms<'a>, &'static str> {
        let mut atoms = Atoms {
            by_var: HashMap::default(),
            literals: proof.literals(),
            functions: HashMap::default(),
            equations: HashMap::default(),
            settled: Vec::new(),
        };
        for (l, atom) in &proof.atoms {
            if let Atom::Gate(gate) = atom {
                if !gate.inputs().iter().all(|i| atoms.by_var.contains_key(&i.var())) {
                    return Err("a gate comes before its inputs");
                }
            }
            if l.is_negative() || atoms.by_var.insert(l.var(), atom).is_some() {
                return Err("an atom has two meanings");
            }
        }
        for &(t, l) in &proof.circuits {
            if !circuits::compares_words(terms, t) || atoms.literals.get(&t) != Some(&l) {
                return Err("a circuit stands for what is no comparison of words");
            }
            if let (Op::Eq, &[a, b]) = (terms.op(t), terms.args(t)) {
                atoms.equations.entry(l.var()).or_default().push((a, b, !l.is_negative()));
            }
        }
        // Normal forms of equations may be new terms.
        let mut store: Option<Terms> = None;
        for (l, atom) in &proof.atoms {
            if let Atom::Same(a, b) = *atom {
                if terms.sort(a) != terms.sort(b) {
                    return Err("an equation of two sorts");
                }
                let store = store.get_or_insert_with(|| terms.clone());
                let normal = store.eq(a, b);
                if !store.is_over() {
                    atoms.add_equation(store, l.var(), (a, b), normal);
                }
            }
            if let Some(function) = atoms.definition(terms, atom)? {
                atoms.functions.insert(l.var(), function);
            }
        }
        Ok(atoms)
    }

    /// The literal that a formula has.
    pub fn literal(&self, terms: &Terms, t: TermId) -> Option<Lit> {
        let (t, negated) = terms.split_not(t);
        Some(self.literals.get(&t)?.negate_if(negated))
    }

    /// The sorted literals of a conjunct, if it has some: a negated conjunction is one clause.
    pub fn clause_of(&self, terms: &Terms, t: TermId) -> Option<Vec<Lit>> {
        let (inner, negated) = terms.split_not(t);
        let mut clause: Vec<Lit> = if negated && terms.op(inner) == Op::And {
            terms.args(inner).iter().map(|&a| Some(!self.literal(terms, a)?)).collect::<Option<_>>()?
        } else {
            vec![self.literal(terms, t)?]
        };
        clause.sort_unstable();
        Some(clause)
    }

    /// Makes an equation the function that its normal form is, if that has a literal.
    fn add_equation(&mut self, terms: &Terms, v: Var, (a, b): (TermId, TermId), normal: TermId) {
        let (function, inputs) = match (normal, self.literal(terms, normal)) {
            (Terms::TRUE, _) => (Function::And, Vec::new()),
            (Terms::FALSE, _) => (Function::Or, Vec::new()),
            (_, Some(l)) => (Function::And, vec![l]),
            (_, None) => return,
        };
        match inputs.first() {
            _ if terms.sort(a) == Sort::Bool => {}
            Some(l) => self.equations.entry(l.var()).or_default().push((a, b, !l.is_negative())),
            None => self.settled.push(Fact::Equal(a, b, function == Function::And)),
        }
        self.functions.insert(v, (function, inputs));
    }

    fn definition(&self, terms: &Terms, atom: &Atom) -> Result<Option<(Function, Vec<Lit>)>, &'static str> {
        let found = atom.function(terms, |t| self.literal(terms, t));
        match (atom, &found) {
            (Atom::Equality(t, bounds), _) if !self.is_both_bounds(terms, *t, *bounds) => {
                Err("an equality is not both of its bounds")
            }
            (Atom::Formula(t), Some((_, inputs))) if inputs.len() != terms.args(*t).len() => {
                Err("a connective lacks an argument")
            }
            _ => Ok(found),
        }
    }

    /// Whether an equality of numbers says the same as these two.
    fn is_both_bounds(&self, terms: &Terms, equality: TermId, [upper, lower]: [Lit; 2]) -> bool {
        operators::zero_sum(terms, equality).map_or(false, |mut sum| {
            // The constant goes to the other side.
            sum.bound = -sum.bound;
            let is_upper = self.bound(terms, upper).as_ref() == Some(&sum);
            sum.scale(&Rational::from(-1));
            is_upper && self.bound(terms, lower).as_ref() == Some(&sum)
        })
    }

    /// The axiom of this number of the connective that a variable is, with its rule in Alethe.
    pub fn axiom(&self, v: Var, number: usize) -> Option<(&'static str, Vec<Part>)> {
        let (function, inputs) = self.functions.get(&v)?;
        function.axiom(number, inputs.len())
    }

    fn axiom_clause(&self, v: Var, number: usize) -> Option<Vec<Lit>> {
        let (function, inputs) = self.functions.get(&v)?;
        let literal = |part| match part {
            Part::Whole(truth) => v.lit(truth),
            Part::Arg(i, truth) => inputs[i].negate_if(!truth),
        };
        Some(function.axiom(number, inputs.len())?.1.into_iter().map(literal).collect())
    }

    /// Whether the clause has all literals of an axiom.
    fn has_axiom(&self, v: Var, number: usize, clause: &[Lit]) -> bool {
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        let has_all = |axiom: Vec<Lit>| axiom.iter().all(|l| sorted.binary_search(l).is_ok());
        self.axiom_clause(v, number).map_or(false, has_all)
    }

    /// The number of an axiom whose literals the clause has.
    pub fn axiom_of(&self, v: Var, clause: &[Lit]) -> Option<usize> {
        let first = match self.functions.get(&v)? {
            // There may be many, and the one with all inputs is the last.
            (Function::And, inputs) if clause.contains(&v.positive()) => inputs.len(),
            (Function::And, inputs) => inputs.iter().position(|input| clause.contains(input))?,
            _ => 0,
        };
        (first..).take_while(|&n| self.axiom(v, n).is_some()).find(|&n| self.has_axiom(v, n, clause))
    }

    /// The meaning of a variable.
    pub fn atom(&self, v: Var) -> Option<&'a Atom> {
        self.by_var.get(&v).copied()
    }

    /// Whether the variable is a bit of a word.
    pub fn is_bit(&self, v: Var) -> bool {
        matches!(self.by_var.get(&v), Some(Atom::Bit(..)))
    }

    /// The inequality that a literal asserts.
    fn bound(&self, terms: &Terms, l: Lit) -> Option<Bound> {
        match self.by_var.get(&l.var())? {
            Atom::Formula(t) => Bound::of(terms, *t, !l.is_negative()),
            Atom::Equality(..) | Atom::Same(..) | Atom::Bit(..) | Atom::Gate(_) => None,
        }
    }

    /// The negated literals as facts about terms, as far as they are.
    pub fn negated(&self, clause: &[Lit]) -> Vec<Fact> {
        let mut facts = self.settled.clone();
        for l in clause {
            match self.by_var.get(&l.var()) {
                Some(&&Atom::Formula(t) | &&Atom::Equality(t, _)) => {
                    facts.push(Fact::Formula(t, l.is_negative()));
                }
                Some(&&Atom::Same(a, b)) => facts.push(Fact::Equal(a, b, l.is_negative())),
                Some(Atom::Bit(..) | Atom::Gate(_)) | None => {}
            }
            for &(a, b, truth) in self.equations.get(&l.var()).into_iter().flatten() {
                facts.push(Fact::Equal(a, b, truth == l.is_negative()));
            }
        }
        facts
    }
}

/// Whether the negated literals, with these weights, add up to a contradiction.
fn is_contradictory(terms: &Terms, atoms: &Atoms<'_>, clause: &[Lit], weights: &[Rational]) -> bool {
    if clause.len() != weights.len() || weights.iter().any(Rational::is_negative) {
        return false;
    }
    let mut sum = Bound { products: Vec::new(), bound: DeltaRational::ZERO };
    for (&l, weight) in clause.iter().zip(weights).filter(|(_, weight)| !weight.is_zero()) {
        match atoms.bound(terms, !l) {
            Some(bound) => sum.add(weight, &bound),
            None => return false,
        }
    }
    // 0 <= a negative number.
    sum.products.is_empty() && sum.bound.sign() < 0
}

/// Whether the clause is about bounds, and some of the bounded terms are integers.
pub(super) fn is_about_integers(terms: &Terms, atoms: &Atoms<'_>, clause: &[Lit]) -> bool {
    let bounds: Option<Vec<Bound>> = clause.iter().map(|&l| atoms.bound(terms, l)).collect();
    bounds.map_or(false, |bounds| {
        bounds.iter().flat_map(|b| &b.products).any(|(_, t)| terms.sort(*t) == Sort::Int)
    })
}

/// The clauses that hypotheses consist of, as sorted literals, each with the first hypothesis it comes from and the
/// conjunct that it is.
pub(super) struct Facts(HashMap<Vec<Lit>, (usize, TermId)>);

impl Facts {
    pub fn new(terms: &Terms, proof: &Proof, atoms: &Atoms<'_>) -> Facts {
        let mut facts = Facts(HashMap::default());
        // Conjuncts that an earlier hypothesis contains, too, come from there.
        let mut seen: HashSet<TermId> = HashSet::default();
        for (h, hypothesis) in proof.hypotheses.iter().enumerate() {
            let mut work = vec![hypothesis.formula];
            while let Some(t) = work.pop() {
                if !seen.insert(t) {
                    continue;
                }
                if terms.op(t) == Op::And {
                    work.extend(terms.args(t));
                    continue;
                }
                // A conjunct without literals is one that the proof does not need.
                if let Some(clause) = atoms.clause_of(terms, t) {
                    facts.0.entry(clause).or_insert((h, t));
                }
            }
        }
        facts
    }

    /// The hypothesis that contains the clause, and its conjunct.
    pub fn find(&self, clause: &[Lit]) -> Option<(usize, TermId)> {
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        self.0.get(&sorted).copied()
    }
}

/// Truth values during one chain.
#[derive(Default)]
struct Propagation {
    /// By code of a literal: whether it is true.
    values: Vec<bool>,
    trail: Vec<Lit>,
}

impl Propagation {
    fn is_true(&self, l: Lit) -> bool {
        self.values.get(l.code()).copied().unwrap_or(false)
    }

    fn assign(&mut self, l: Lit) {
        let size = self.values.len().max(l.code() + 1);
        self.values.resize(size, false);
        self.values[l.code()] = true;
        self.trail.push(l);
    }

    /// Whether the negated clause and these steps, in this order, propagate to a conflict.
    fn refutes(&mut self, before: &[Step], clause: &[Lit], chain: &[u32]) -> bool {
        for l in std::mem::take(&mut self.trail) {
            self.values[l.code()] = false;
        }
        for &l in clause {
            if self.is_true(l) {
                return true;
            }
            self.assign(!l);
        }
        for &number in chain {
            let antecedent = match before.get(number as usize) {
                Some(step) => &step.clause,
                None => return false,
            };
            if antecedent.iter().any(|&l| self.is_true(l)) {
                continue;
            }
            let mut open = antecedent.iter().copied().filter(|&l| !self.is_true(!l));
            match open.next() {
                None => return true,
                // A literal may be there twice.
                Some(l) if open.all(|other| other == l) => self.assign(l),
                Some(_) => return false,
            }
        }
        false
    }
}
