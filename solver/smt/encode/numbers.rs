//! Numbers: columns of the tableau, and bounds on them.

use super::{Encoder, Undo, Work};
use crate::base::Lit;
use crate::solver::smt::arith::{Column, Relation};
use crate::solver::smt::meaning::{by_zero_meaning, meaning};
use crate::solver::smt::theories::Sat;
use crate::solver::term::{Op, Sort, TermId, Terms};

impl Encoder {
    pub(super) fn bound_atom(
        &mut self,
        terms: &mut Terms,
        sat: &mut Sat,
        t: TermId,
        relation: Relation,
    ) -> Lit {
        let (sum, bound) = (terms.arg(t, 0), terms.arg(t, 1));
        let bound = terms.number_of(bound).cloned().unwrap_or_default();
        let column = self.column(terms, sat, sum);
        let v = sat.new_var();
        sat.freeze(v);
        sat.theory_mut().arithmetic.add_atom(v, column, relation, bound);
        v.positive()
    }

    /// The column of a number; a row for it if it is a sum.
    fn column(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Column {
        let t = if terms.op(t) == Op::ToReal { terms.arg(t, 0) } else { t };
        if let Some(&column) = self.columns.get(&t) {
            return column;
        }
        let column = match terms.op(t) {
            Op::Add | Op::Mul => {
                let sum = terms.linear(t);
                debug_assert!(sum.constant.is_zero());
                let mut row = Vec::with_capacity(sum.monomials.len());
                for (c, part) in sum.monomials {
                    row.push((c, self.column(terms, sat, part)));
                }
                sat.theory_mut().arithmetic.new_row(&row)
            }
            op => {
                let column = sat.theory_mut().arithmetic.new_column(terms.sort(t) == Sort::Int);
                match op {
                    Op::Symbol(_) => self.constants.push(t),
                    Op::Call(_) | Op::Select | Op::Difference | Op::Field(_) => self.work.push(Work::Node(t)),
                    Op::Product => self.note_product(terms, t),
                    Op::DivByZero | Op::IntDivByZero | Op::IntModByZero => self.relate_by_zero(terms, sat, t),
                    _ => {
                        let meaning = meaning(terms, t);
                        self.work.push(Work::Assert(meaning));
                    }
                }
                column
            }
        };
        self.columns.insert(t, column);
        self.log.push(Undo::Column(t));
        column
    }

    pub(super) fn number(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) {
        for (_, part) in terms.linear(t).monomials {
            self.column(terms, sat, part);
        }
    }

    /// Division by zero is a function of the dividend (Ackermann's reduction). The dividend has to have a value of
    /// its own, since it may contain the same function.
    fn relate_by_zero(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) {
        self.tick(sat, self.by_zero.len());
        if self.effort.is_over() {
            return;
        }
        self.work.push(Work::Number(terms.arg(t, 0)));
        for &other in &self.by_zero {
            self.work.extend(by_zero_meaning(terms, other, t).map(Work::Assert));
        }
        self.by_zero.push(t);
        self.log.push(Undo::ByZero);
    }
}
