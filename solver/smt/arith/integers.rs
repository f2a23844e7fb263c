//! Integers: cuts and branches of the procedure below become atoms and clauses.
//!
//! A cut is the bound of a new row; its clause says that the cut follows from the bounds that made it. A branch is an
//! atom that the SAT core decides like any other.
//!
//! Without rounding, for interpolation, there are only branches, each on a single variable, so that every atom
//! belongs to one side or is shared. Some conflicts, those of equations among them, are then not found;
//! [`Arithmetic::withheld`] says so.

use super::{literal, Arithmetic, Column, Relation};
use crate::base::Lit;
use crate::solver::sat::{Check, TheoryOutput};
use crate::theories::lia::{Cut, Step};
use crate::theories::lra::{LraVar, Side, Tag};
use crate::theories::num::{DeltaRational, Rational};

/// Atoms made for branches and cuts before the procedure gives up; the limit grows with the number of columns.
/// Chosen by hand; no measurement is recorded.
const MOST_ATOMS: usize = 20_000;
const MOST_ATOMS_PER_COLUMN: usize = 200;
/// The divisor of these limits for solvers without cuts.
const WITHOUT_CUTS: usize = 10;

impl Arithmetic {
    /// Whether integers were only branched on since the solver was made, because conflicts of bounds must be sums.
    pub fn withheld(&self) -> bool {
        self.withheld
    }

    /// Lets the procedure make as many branches and cuts again as before it gave up.
    pub fn branch_again(&mut self) {
        self.made = 0;
    }

    /// After a successful check: an integer model, or a cut or branch that leads nearer to one.
    pub(super) fn integer_check(&mut self, out: &mut TheoryOutput) -> Check {
        let step = self.integers.step(&mut self.simplex, &self.integer, self.rounding, &self.budget);
        match step {
            Step::Solved => return Check::Consistent,
            Step::Model(values) => {
                self.found = Some(values);
                return Check::Consistent;
            }
            Step::Conflict(tags) => {
                out.conflict = literals(&tags);
                return Check::Conflict;
            }
            Step::Stopped => return Check::Unknown,
            _ => {}
        }
        self.withheld |= !self.rounding;
        let most = MOST_ATOMS + MOST_ATOMS_PER_COLUMN * self.integer.len();
        let most = if self.rounding { most } else { most / WITHOUT_CUTS };
        if self.made > most || self.budget.poll().is_err() {
            return Check::Unknown;
        }
        match step {
            Step::Cuts(cuts) => cuts.into_iter().for_each(|cut| self.add_cut(cut, out)),
            Step::Bounds(bounds) => {
                for bound in bounds {
                    let lit = self.bound_literal(bound.var, bound.side, bound.value, out);
                    follow(&bound.reason, Some(lit), out);
                }
            }
            Step::Branch(column, below) => {
                let lit = self.bound_literal(column, Side::Upper, below.into(), out);
                debug_assert!(
                    self.truth.get(lit.var().index()).map_or(true, |&truth| truth == 0),
                    "a branch without progress"
                );
                self.branch = Some(lit.negate_if(is_nearer_above(self.simplex.value(column))));
                out.lemma(&[lit, !lit]);
            }
            Step::Solved | Step::Model(_) | Step::Conflict(_) | Step::Stopped => {}
        }
        Check::Consistent
    }

    fn add_cut(&mut self, cut: Cut, out: &mut TheoryOutput) {
        let negative = match cut.products.first() {
            Some((c, _)) => c.is_negative(),
            None => return follow(&cut.reason, None, out),
        };
        let (mut products, mut bound, mut side) = (cut.products, cut.bound, Side::Lower);
        if negative {
            products.iter_mut().for_each(|(c, _)| *c = -&*c);
            bound = -bound;
            side = Side::Upper;
        }
        let column = match products.as_slice() {
            [(c, x)] if c.is_one() => *x,
            _ => match self.sums.get(&products) {
                Some(&column) => column,
                None => {
                    let column = self.add_row(&products);
                    self.sums.insert(products, column);
                    column
                }
            },
        };
        let lit = self.bound_literal(column, side, bound, out);
        follow(&cut.reason, Some(lit), out);
    }

    /// The literal that asserts a bound, which must be an integer for an integer column.
    fn bound_literal(&mut self, column: Column, side: Side, value: Rational, out: &mut TheoryOutput) -> Lit {
        let wanted = value.clone().into();
        let list = self.literals[column.index()].side(side);
        let place = list.partition_point(|(bound, _)| *bound < wanted);
        match list.get(place) {
            Some((bound, lit)) if *bound == wanted => *lit,
            _ => {
                let var = out.new_var();
                let relation = if side == Side::Upper { Relation::AtMost } else { Relation::AtLeast };
                self.add_atom(var, column, relation, value);
                if let Some(atom) = self.atoms.last_mut() {
                    atom.made = true;
                }
                self.made += 1;
                var.positive()
            }
        }
    }

    /// Forgets the sums of columns that no longer exist.
    pub(super) fn forget_sums(&mut self, columns: usize) {
        self.sums.retain(|_, column: &mut LraVar| column.index() < columns);
    }
}

fn literals(tags: &[Tag]) -> Vec<Lit> {
    let mut lits: Vec<Lit> = tags.iter().map(|&tag| literal(tag)).collect();
    lits.sort_unstable();
    lits.dedup();
    lits
}

/// Whether the branch upwards is tried first: the nearer integer, or for an integer with an infinitesimal part, which
/// comes from a strict bound, the next one on that side. The other branch would only hand the strict bound on to the
/// next variable.
fn is_nearer_above(value: &DeltaRational) -> bool {
    if value.real.is_integer() {
        value.delta.is_positive()
    } else {
        &value.real - &Rational::from(value.real.floor()) > Rational::fraction(1, 2)
    }
}

/// The clause that the bounds behind the tags imply the literal, or are impossible.
fn follow(tags: &[Tag], lit: Option<Lit>, out: &mut TheoryOutput) {
    let mut clause: Vec<Lit> = literals(tags).iter().map(|&l| !l).collect();
    clause.extend(lit);
    out.lemma(&clause);
}
