//! Implicants: conjunctions of literals that a model satisfies and that imply a formula.
//!
//! The model shows why the formula is true: of a false conjunction one false member suffices, of a conditional the
//! branch taken. Literals that hold a conditional between numbers or words are written without it, and its condition
//! is made true or false like any other formula. So the literals of an implicant are comparisons of plain terms.
//!
//! Such an implicant has more literals than needed. `dual_rail` leaves out literals that the formula's connectives do
//! not need, at little cost; [`reduce`] takes the core of the contradiction between the implicant and the negated
//! formula.

use super::answer::Answer;
use super::options::SmtOptions;
use super::solver::Solver;
use crate::base::{Budget, HashMap, HashSet};
use crate::solver::term::{Model, Op, Sort, TermId, Terms, Value};

/// Literals that the model satisfies and that together imply the formula.
///
/// # Panics
///
/// If the model does not satisfy the formula.
pub fn implicant(terms: &mut Terms, formula: TermId, model: &Model) -> Vec<TermId> {
    let mut reader = Reader::new(model, |_, _| None);
    assert!(reader.is_true(terms, formula), "the model does not satisfy the formula");
    reader.read(terms, &[formula])
}

impl Solver {
    /// After [`Answer::Sat`]: literals that the model satisfies and that together imply these formulas, each of which
    /// must be among the assertions or the assumptions.
    ///
    /// Time linear in the part of the formulas that is looked at: truth values come from the SAT core where it has
    /// them, and nothing else is evaluated.
    ///
    /// # Panics
    ///
    /// As [`Solver::model`].
    pub fn implicant(&mut self, terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
        let model = self.take_model(terms);
        let known = |terms: &Terms, t: TermId| self.shown_truth(terms, t);
        let implicant = Reader::new(&model, known).read(terms, formulas);
        self.model = Some(model);
        implicant
    }
}

struct Reader<'a, K: Fn(&Terms, TermId) -> Option<bool>> {
    model: &'a Model,
    /// Truth values that need not be found by evaluation.
    known: K,
    values: HashMap<TermId, Value>,
    seen: HashSet<TermId>,
    /// Terms without conditionals, by the terms they were.
    plain: HashMap<TermId, TermId>,
    literals: Vec<TermId>,
}

impl<'a, K: Fn(&Terms, TermId) -> Option<bool>> Reader<'a, K> {
    fn new(model: &'a Model, known: K) -> Reader<'a, K> {
        Reader {
            model,
            known,
            values: HashMap::default(),
            seen: HashSet::default(),
            plain: HashMap::default(),
            literals: Vec::new(),
        }
    }

    /// The literals that make these formulas true.
    fn read(mut self, terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
        let mut work = formulas.to_vec();
        while let Some(t) = work.pop() {
            if self.seen.insert(t) {
                self.explain(terms, t, &mut work);
            }
        }
        let mut literals = self.literals;
        literals.sort_unstable();
        literals.dedup();
        literals.retain(|&l| l != Terms::TRUE);
        literals
    }

    fn value(&mut self, terms: &Terms, t: TermId) -> &Value {
        if !self.values.contains_key(&t) {
            let order = terms.subterms_until(&[t], |s| self.values.contains_key(&s));
            let values = self.model.evaluate_all(terms, &order);
            self.values.extend(order.into_iter().zip(values));
        }
        &self.values[&t]
    }

    fn is_true(&mut self, terms: &Terms, t: TermId) -> bool {
        match (self.known)(terms, t) {
            Some(known) => known,
            None => self.value(terms, t).is_true(),
        }
    }

    /// The formula if the model makes it true, else its negation.
    fn made_true(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        if self.is_true(terms, t) {
            t
        } else {
            terms.not(t)
        }
    }

    /// Explains why a formula is true: by literals, or by other true formulas, which are left to explain.
    fn explain(&mut self, terms: &mut Terms, t: TermId, work: &mut Vec<TermId>) {
        // By evaluation: a formula that is asserted may have a literal of a former question, which says nothing now.
        debug_assert!(self.value(terms, t).is_true());
        let (inner, negated) = terms.split_not(t);
        let args = terms.args(inner).to_vec();
        match terms.op(inner) {
            Op::True => {}
            Op::And if !negated => work.extend(args),
            Op::And => {
                // One false member suffices, best one that is false for another reason, too.
                let mut wrong = None;
                for a in args {
                    if !self.is_true(terms, a) {
                        let is_seen = self.seen.contains(&terms.not(a));
                        if is_seen {
                            return;
                        }
                        wrong = wrong.or(Some(a));
                    }
                }
                work.extend(wrong.map(|a| terms.not(a)));
            }
            Op::Ite => {
                let branch = if self.is_true(terms, args[0]) { args[1] } else { args[2] };
                for part in [args[0], branch] {
                    let part = self.made_true(terms, part);
                    work.push(part);
                }
            }
            Op::Eq if terms.sort(args[0]) == Sort::Bool => {
                for part in args {
                    let part = self.made_true(terms, part);
                    work.push(part);
                }
            }
            _ => {
                let plain = self.without_conditionals(terms, inner, work);
                let literal = if negated { terms.not(plain) } else { plain };
                // Simplification may have made a connective of the literal.
                if terms.split_not(literal).0 == inner || self.is_literal(terms, literal) {
                    self.literals.push(literal);
                } else {
                    work.push(literal);
                }
            }
        }
    }

    fn is_literal(&self, terms: &Terms, t: TermId) -> bool {
        let inner = terms.split_not(t).0;
        match terms.op(inner) {
            Op::And | Op::Ite => false,
            Op::Eq => terms.sort(terms.arg(inner, 0)) != Sort::Bool,
            _ => true,
        }
    }

    /// The term with every conditional replaced by the branch that the model takes; the conditions are left to explain.
    fn without_conditionals(&mut self, terms: &mut Terms, t: TermId, work: &mut Vec<TermId>) -> TermId {
        let order = terms.subterms_until(&[t], |s| terms.sort(s) == Sort::Bool && s != t);
        for s in order {
            // Conditions are only left to explain; as literals they have plain forms of their own.
            if self.plain.contains_key(&s) || (terms.sort(s) == Sort::Bool && s != t) {
                continue;
            }
            let new = if terms.op(s) == Op::Ite {
                let condition = terms.arg(s, 0);
                let branch = if self.is_true(terms, condition) { 1 } else { 2 };
                let part = self.made_true(terms, condition);
                work.push(part);
                self.plain[&terms.arg(s, branch)]
            } else {
                let mut args = terms.args(s).to_vec();
                for a in &mut args {
                    *a = match self.plain.get(a) {
                        Some(&plain) => plain,
                        None => {
                            // A formula that is an argument: its truth value, which is left to explain.
                            let part = self.made_true(terms, *a);
                            work.push(part);
                            terms.bool(part == *a)
                        }
                    };
                }
                terms.apply(terms.op(s), terms.sort(s), &args)
            };
            self.plain.insert(s, new);
        }
        self.plain[&t]
    }
}

/// A core of the literals: some of them that still imply the formula, irreducible if the budget allows.
///
/// # Panics
///
/// If one of the terms is no formula.
pub fn reduce(terms: &mut Terms, literals: &[TermId], formula: TermId, budget: &Budget) -> Vec<TermId> {
    let mut solver = Solver::new(SmtOptions::default());
    solver.set_budget(budget.clone());
    let not_formula = terms.not(formula);
    solver.assert(terms, not_formula);
    if solver.check(terms, literals) != Answer::Unsat {
        return literals.to_vec();
    }
    solver.minimise_core(terms);
    solver.core().to_vec()
}
