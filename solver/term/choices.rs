//! Comparisons of conditionals with numerals.
//!
//! Programs and automata written as formulas have states that are conditionals between numerals, within each other:
//! `s' = ite(s = 1 and p, 2, ite(s = 2, 3, s))`. The comparison of such a term with a numeral is a formula over the
//! conditions and the comparisons of the branches, `s' = 2` is `ite(s = 1 and p, true, ite(s = 2, false, s = 2))`, in
//! which most branches are true or false (Kim, Somenzi and Jin, *Efficient term-ITE conversion for SMT*, FMCAD 2009).
//! No number is left, and formulas that are the same are made once.
//!
//! An integer conditional is taken apart like this if some numeral is at the end of its branches, and no sum of several
//! terms, whose comparisons would be new rows of the tableau. A real conditional is no state; it is taken apart only if
//! both branches are numerals. Each comparison of each
//! conditional is made only once, and a conditional that is compared with very many numerals stays whole for further
//! ones, so that the size of the result is linear in the number of conditionals.
//!
//! The conditions of such terms are often tests of one number for different values, as above. Only one of them holds:
//! in `ite(s = 1, false, ite(s = 2, true, s = 5))` the first test is superfluous. So the values that a formula leaves
//! to a number are noted with it. A state of a program with hundreds of locations then depends on the few locations
//! before it, not on tests for all.

use super::arith::Linear;
use super::choice_table::{Comparison, Fact, Relation};
use super::store::{Op, Sort, TermId, Terms};
use crate::theories::num::Rational;
use std::cmp::Reverse;

/// Comparisons for which conditionals are taken apart. This limit and the next ones were chosen by hand; no measurement
/// is recorded.
const MOST_COMPARISONS: u32 = 200;
/// Facts about a formula, and values in one of them.
const MOST_FACTS: usize = 4;
const MOST_VALUES: usize = 16;

/// A comparison of a branch.
enum Branch {
    Formula(TermId),
    /// It depends on a comparison that has no formula yet.
    Missing(Comparison),
}

impl Terms {
    /// Notes a new conditional between numbers.
    pub(super) fn note_choice(&mut self, choice: TermId) {
        let has_numeral = |t: TermId| {
            self.number_of(t).is_some() || self.single(t).map_or(false, |(_, t, _)| self.is_choice(t))
        };
        // The comparison of such a term is a bound on it, not on a new sum.
        let is_bounded = |t: TermId| self.op(t) != Op::Add || self.single(t).is_some();
        let (yes, no) = (self.arg(choice, 1), self.arg(choice, 2));
        let is_state = self.sort(choice) == Sort::Int
            && (has_numeral(yes) || has_numeral(no))
            && is_bounded(yes)
            && is_bounded(no);
        if is_state || self.number_of(yes).is_some() && self.number_of(no).is_some() {
            self.choices.counts.entry(choice).or_insert(0);
        }
    }

    fn is_choice(&self, t: TermId) -> bool {
        self.choices.counts.contains_key(&t)
    }

    /// A number as `factor * term + constant`.
    fn single(&self, t: TermId) -> Option<(Rational, TermId, Rational)> {
        match self.op(t) {
            Op::Ite => return Some((Rational::ONE, t, Rational::ZERO)),
            Op::Add | Op::Mul => {}
            _ => return None,
        }
        if self.args(t).len() > 2 {
            return None;
        }
        let mut sum = self.summands(t);
        let constant = std::mem::take(&mut sum.constant);
        match sum.monomials.pop() {
            Some((factor, t)) if sum.monomials.is_empty() => Some((factor, t, constant)),
            _ => None,
        }
    }

    /// The formula for `sum = 0`, or `sum <= 0`, if the sum is about a single conditional that can be taken apart.
    pub(super) fn atom_of_choice(&mut self, sum: &Linear, equal: bool) -> Option<TermId> {
        let (factor, choice) = match &sum.monomials[..] {
            [(factor, t)] if self.is_choice(*t) => (factor, *t),
            _ => return None,
        };
        let relation = match (equal, factor.is_negative()) {
            (true, _) => Relation::Equal,
            (false, false) => Relation::AtMost,
            (false, true) => Relation::AtLeast,
        };
        let value = -&sum.constant / factor;
        match self.comparison(choice, relation, value) {
            Err(known) => Some(known),
            Ok((comparison, negated)) => {
                let formula = self.take_choice_apart(comparison)?;
                Some(if negated { self.not(formula) } else { formula })
            }
        }
    }

    /// The comparison in normal form, and whether it is to be negated; or its truth value.
    fn comparison(
        &self,
        choice: TermId,
        relation: Relation,
        value: Rational,
    ) -> Result<(Comparison, bool), TermId> {
        if self.sort(choice) != Sort::Int {
            return Ok((Comparison { choice, relation, value }, false));
        }
        let below = |value: Rational| Comparison { choice, relation: Relation::AtMost, value };
        match relation {
            Relation::Equal if !value.is_integer() => Err(Terms::FALSE),
            Relation::Equal => Ok((Comparison { choice, relation, value }, false)),
            Relation::AtMost => Ok((below(value.floor().into()), false)),
            Relation::AtLeast => Ok((below(Rational::from(value.ceil()) - Rational::ONE), true)),
        }
    }

    /// The formula of a comparison; `None` if its conditional has too many of them.
    fn take_choice_apart(&mut self, comparison: Comparison) -> Option<TermId> {
        if !self.choices.formulas.contains_key(&comparison) && self.is_exhausted(comparison.choice) {
            return None;
        }
        self.choices.tested.insert(comparison.choice);
        let mut open = vec![comparison.clone()];
        while let Some(next) = open.last().cloned() {
            self.note_term();
            if self.is_over() {
                return Some(Terms::FALSE);
            }
            if self.choices.formulas.contains_key(&next) {
                open.pop();
                continue;
            }
            let args = [self.arg(next.choice, 0), self.arg(next.choice, 1), self.arg(next.choice, 2)];
            let before = open.len();
            let mut formulas = [Terms::FALSE; 2];
            for i in 0..2 {
                match self.branch(args[i + 1], &next) {
                    Branch::Formula(formula) => formulas[i] = formula,
                    Branch::Missing(comparison) => open.push(comparison),
                }
            }
            if open.len() == before {
                open.pop();
                let formula = self.choice_of(args[0], formulas[0], formulas[1]);
                let value = match next.relation {
                    Relation::Equal if self.choices.tested.contains(&next.choice) => {
                        Some(self.numeral(next.value.clone(), self.sort(next.choice)))
                    }
                    _ => None,
                };
                if self.is_over() {
                    // Builders gave some terms of the right sorts, which nothing here must keep.
                    return Some(Terms::FALSE);
                }
                if let Some(value) = value {
                    self.note_facts(formula, vec![Fact { subject: next.choice, values: vec![value] }]);
                }
                *self.choices.counts.entry(next.choice).or_insert(0) += 1;
                self.choices.formulas.insert(next, formula);
            }
        }
        self.choices.formulas.get(&comparison).copied()
    }

    /// A conditional of formulas. Tests of one number for different values exclude each other: a branch that
    /// contradicts the condition is false, and one that implies the opposite of the condition needs no condition.
    fn choice_of(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        // A test that is a disjunction is written as a negation, and conditions are not negations.
        let mut of_condition = self.facts(condition);
        let (mut condition, mut yes, mut no) = (condition, yes, no);
        if of_condition.is_empty() {
            condition = self.not(condition);
            of_condition = self.facts(condition);
            std::mem::swap(&mut yes, &mut no);
        }
        let (of_yes, of_no) = (self.facts(yes), self.facts(no));
        let (yes, of_yes) =
            if exclude(&of_condition, &of_yes) { (Terms::FALSE, Vec::new()) } else { (yes, of_yes) };
        if yes == Terms::FALSE && exclude(&of_condition, &of_no) {
            return no;
        }
        let formula = self.ite(condition, yes, no);
        let facts = if yes == Terms::FALSE {
            of_no
        } else {
            let both = joined(of_condition, of_yes);
            if no == Terms::FALSE {
                both
            } else {
                either(&both, &of_no)
            }
        };
        self.note_facts(formula, facts);
        formula
    }

    fn note_facts(&mut self, formula: TermId, facts: Vec<Fact>) {
        if !facts.is_empty() && formula != Terms::TRUE && formula != Terms::FALSE {
            let known = self.choices.facts.remove(&formula).unwrap_or_default();
            self.choices.facts.insert(formula, joined(known, facts));
        }
    }

    /// The facts that follow from a formula, as far as they are known.
    fn facts(&self, formula: TermId) -> Vec<Fact> {
        let own = |formula: TermId| match self.choices.facts.get(&formula) {
            Some(facts) => facts.clone(),
            None => match (self.op(formula), self.args(formula)) {
                (Op::Eq, &[subject, value]) if self.number_of(value).is_some() => {
                    vec![Fact { subject, values: vec![value] }]
                }
                _ => Vec::new(),
            },
        };
        match self.op(formula) {
            Op::And if self.args(formula).len() <= MOST_FACTS => {
                self.args(formula).iter().fold(own(formula), |facts, &f| joined(facts, own(f)))
            }
            _ => own(formula),
        }
    }

    fn is_exhausted(&self, choice: TermId) -> bool {
        self.choices.counts.get(&choice).map_or(true, |&count| count >= MOST_COMPARISONS)
    }

    /// The comparison of a branch of a conditional.
    fn branch(&mut self, branch: TermId, whole: &Comparison) -> Branch {
        if let Some(number) = self.number_of(branch) {
            let holds = match whole.relation {
                Relation::Equal => *number == whole.value,
                Relation::AtMost => *number <= whole.value,
                Relation::AtLeast => *number >= whole.value,
            };
            return Branch::Formula(self.bool(holds));
        }
        if let Some((factor, choice, constant)) = self.single(branch).filter(|s| self.is_choice(s.1)) {
            let relation = match whole.relation {
                Relation::AtMost if factor.is_negative() => Relation::AtLeast,
                Relation::AtLeast if factor.is_negative() => Relation::AtMost,
                relation => relation,
            };
            match self.comparison(choice, relation, (&whole.value - &constant) / factor) {
                Err(known) => return Branch::Formula(known),
                Ok((inner, negated)) => match self.choices.formulas.get(&inner) {
                    Some(&formula) if negated => return Branch::Formula(self.not(formula)),
                    Some(&formula) => return Branch::Formula(formula),
                    None if self.is_exhausted(choice) => {}
                    None => return Branch::Missing(inner),
                },
            }
        }
        let value = self.numeral(whole.value.clone(), self.sort(branch));
        Branch::Formula(match whole.relation {
            Relation::Equal => self.plain_number_eq(branch, value),
            Relation::AtMost => self.plain_le(branch, value),
            Relation::AtLeast => self.plain_le(value, branch),
        })
    }
}

/// Whether two formulas with these facts cannot hold together.
fn exclude(a: &[Fact], b: &[Fact]) -> bool {
    let disjoint =
        |x: &Fact, y: &Fact| x.subject == y.subject && x.values.iter().all(|v| !y.values.contains(v));
    a.iter().any(|x| b.iter().any(|y| disjoint(x, y)))
}

/// The facts of a conjunction.
fn joined(mut a: Vec<Fact>, b: Vec<Fact>) -> Vec<Fact> {
    for fact in b {
        match a.iter_mut().find(|known| known.subject == fact.subject) {
            Some(known) if known.values.len() <= fact.values.len() => {}
            Some(known) => *known = fact,
            None => a.push(fact),
        }
    }
    a.sort_by_key(|fact| Reverse(fact.subject));
    a.truncate(MOST_FACTS);
    a
}

/// The facts of a disjunction.
fn either(a: &[Fact], b: &[Fact]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for fact in a {
        if let Some(other) = b.iter().find(|other| other.subject == fact.subject) {
            let mut values = [&fact.values[..], &other.values[..]].concat();
            values.sort_unstable();
            values.dedup();
            if values.len() <= MOST_VALUES {
                facts.push(Fact { subject: fact.subject, values });
            }
        }
    }
    facts
}
