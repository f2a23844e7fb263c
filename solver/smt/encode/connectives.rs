//! Formulas: a literal each, and the clauses that define it.

use super::{Encoder, Literal, Undo, Work, BOTH, NEGATIVE, POSITIVE};
use crate::base::Lit;
use crate::solver::smt::arith::Relation;
use crate::solver::smt::justify::Kind;
use crate::solver::smt::theories::Sat;
use crate::solver::term::{Family, Op, Sort, TermId, Terms};

fn turned(polarity: u8) -> u8 {
    (polarity & POSITIVE) << 1 | (polarity & NEGATIVE) >> 1
}

impl Encoder {
    /// A formula that holds: conjunctions fall apart, disjunctions are clauses.
    pub(super) fn add_fact(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) {
        if terms.op(t) == Op::And {
            self.work.extend(terms.args(t).iter().map(|&a| Work::Assert(a)));
            return;
        }
        let (inner, negated) = terms.split_not(t);
        if negated && terms.op(inner) == Op::And {
            let mut clause = Vec::with_capacity(terms.args(inner).len());
            for i in 0..terms.args(inner).len() {
                let a = terms.arg(inner, i);
                clause.push(!self.literal(terms, sat, a, NEGATIVE));
            }
            sat.theory_mut().justifier.assert(&clause);
            self.add_clause(sat, &clause);
            return;
        }
        let lit = self.literal(terms, sat, t, POSITIVE);
        sat.theory_mut().justifier.assert(&[lit]);
        self.add_clause(sat, &[lit]);
    }

    /// The literal of a formula, to be defined in these directions.
    pub(super) fn literal(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId, polarity: u8) -> Lit {
        let (t, negated) = terms.split_not(t);
        let polarity = if negated { turned(polarity) } else { polarity };
        let known = match self.literals.get(&t) {
            Some(&literal) => literal,
            None => {
                let literal = self.new_literal(terms, sat, t);
                self.literals.insert(t, literal);
                self.log.push(Undo::Literal(t));
                literal
            }
        };
        let missing = polarity & !known.defined;
        if missing != 0 {
            self.log.push(Undo::Defined(t, known.defined));
            self.literals.insert(t, Literal { lit: known.lit, defined: known.defined | missing });
            self.work.push(Work::Define(t, missing));
        }
        known.lit.negate_if(negated)
    }

    /// A literal for a formula that has none. Atoms are complete at once, connectives wait for their definition.
    fn new_literal(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Literal {
        let first_sort = terms.args(t).first().map(|&a| terms.sort(a).family());
        let atom = |lit| Literal { lit, defined: BOTH };
        match (terms.op(t), first_sort) {
            (Op::True, _) => atom(self.yes),
            (Op::Symbol(_), _) => {
                self.constants.push(t);
                atom(sat.new_var().positive())
            }
            (Op::Call(_) | Op::Select | Op::Difference | Op::Field(_), _) => {
                self.work.push(Work::Node(t));
                atom(sat.new_var().positive())
            }
            (Op::Is(_), _) | (Op::Eq, Some(Family::Opaque)) => {
                self.work.push(Work::Equality(t));
                atom(sat.new_var().positive())
            }
            (_, Some(Family::Word(_))) => atom(self.word_atom(terms, sat, t)),
            (Op::Le, _) => atom(self.bound_atom(terms, sat, t, Relation::AtMost)),
            (Op::Ge, _) => atom(self.bound_atom(terms, sat, t, Relation::AtLeast)),
            _ => Literal { lit: sat.new_var().positive(), defined: 0 },
        }
    }

    /// The clauses that define a connective, or an equality of numbers.
    pub(super) fn define(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId, polarity: u8) {
        let lit = self.literals[&t].lit;
        match terms.op(t) {
            Op::And => {
                let mut all = std::mem::take(&mut self.clause);
                all.clear();
                all.push(lit);
                for i in 0..terms.args(t).len() {
                    let a = self.literal(terms, sat, terms.arg(t, i), polarity);
                    if polarity & POSITIVE != 0 {
                        self.add_clause(sat, &[!lit, a]);
                    }
                    all.push(!a);
                }
                if polarity & NEGATIVE != 0 {
                    self.add_clause(sat, &all);
                }
                let justifier = &mut sat.theory_mut().justifier;
                if polarity & NEGATIVE != 0 {
                    justifier.define(!lit, Kind::Any, &all[1..]);
                }
                if polarity & POSITIVE != 0 {
                    all.iter_mut().for_each(|l| *l = !*l);
                    justifier.define(lit, Kind::All, &all[1..]);
                }
                self.clause = all;
            }
            Op::Ite => {
                let c = self.literal(terms, sat, terms.arg(t, 0), BOTH);
                let a = self.literal(terms, sat, terms.arg(t, 1), polarity);
                let b = self.literal(terms, sat, terms.arg(t, 2), polarity);
                let yes: [&[Lit]; 3] = [&[!lit, !c, a], &[!lit, c, b], &[!lit, a, b]];
                let no: [&[Lit]; 3] = [&[lit, !c, !a], &[lit, c, !b], &[lit, !a, !b]];
                self.direct(sat, (lit, polarity & POSITIVE), &yes, (Kind::Choice, &[c, a, b]));
                self.direct(sat, (!lit, polarity & NEGATIVE), &no, (Kind::Choice, &[c, !a, !b]));
            }
            Op::Eq if terms.sort(terms.arg(t, 0)) == Sort::Bool => {
                let a = self.literal(terms, sat, terms.arg(t, 0), BOTH);
                let b = self.literal(terms, sat, terms.arg(t, 1), BOTH);
                let values: (Kind, &[Lit]) = (Kind::Values, &[a, b]);
                self.direct(sat, (lit, polarity & POSITIVE), &[&[!lit, !a, b], &[!lit, a, !b]], values);
                self.direct(sat, (!lit, polarity & NEGATIVE), &[&[lit, a, b], &[lit, !a, !b]], values);
            }
            Op::Eq => {
                let (sum, bound) = (terms.arg(t, 0), terms.arg(t, 1));
                let (le, ge) = (terms.plain_le(sum, bound), terms.plain_le(bound, sum));
                let (le, ge) = (self.literal(terms, sat, le, BOTH), self.literal(terms, sat, ge, BOTH));
                let yes: [&[Lit]; 2] = [&[!lit, le], &[!lit, ge]];
                self.direct(sat, (lit, polarity & POSITIVE), &yes, (Kind::All, &[le, ge]));
                self.direct(sat, (!lit, polarity & NEGATIVE), &[&[lit, !le, !ge]], (Kind::Any, &[!le, !ge]));
            }
            op => unreachable!("{:?} is an atom", op),
        }
    }

    /// Defines a literal in its direction, if that is wanted: by these clauses, and for the justifier by the literals
    /// that make it true.
    fn direct(
        &self,
        sat: &mut Sat,
        (lit, wanted): (Lit, u8),
        clauses: &[&[Lit]],
        (kind, inputs): (Kind, &[Lit]),
    ) {
        if wanted != 0 {
            clauses.iter().for_each(|clause| self.add_clause(sat, clause));
            sat.theory_mut().justifier.define(lit, kind, inputs);
        }
    }
}
