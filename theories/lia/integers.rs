//! One step of the search for an integer solution.
//!
//! In the order of cost: moving variables (`patch.rs`), which may end the search, the test of rows (`gcd.rs`), and
//! then the others with periods of their own. Each of these is tried again soon if it was of use and less and less
//! often if not. If none has found anything, the step is a branch.

use super::equalities::{Equalities, Tightened};
use super::gomory::{self, Cut, Rounding};
use super::{branch, cube, gcd, hermite, patch};
use crate::base::Budget;
use crate::theories::lra::{LraVar, Simplex, Tag};
use crate::theories::num::{Integer, Rational};

/// Cuts of one kind in one step.
const MOST_CUTS: usize = 4;
/// The bits that a number in a cut may have beyond those of the problem, and up to as many again for small problems:
/// large numbers in cuts make the whole tableau large.
const MORE_BITS: u64 = 8;

/// The result of a step.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The assignment gives every integer variable an integer.
    Solved,
    /// Integer values for all variables within all bounds; the assignment is another one.
    Model(Vec<Rational>),
    /// The bounds behind these tags leave no integer solution.
    Conflict(Vec<Tag>),
    /// Inequalities that hold for all integers within the bounds behind their reasons, and not for the assignment.
    Cuts(Vec<Cut>),
    /// Such inequalities for single variables.
    Bounds(Vec<Tightened>),
    /// The variable is at most this integer, or at least the next.
    Branch(LraVar, Integer),
    /// The budget ran out.
    Stopped,
}

/// The time at which a method is tried next.
#[derive(Clone, Debug)]
struct Schedule {
    period: u32,
    shortest: u32,
    longest: u32,
    wait: u32,
}

impl Schedule {
    fn new(first: u32, shortest: u32, longest: u32) -> Schedule {
        Schedule { period: shortest, shortest, longest, wait: first }
    }

    fn is_due(&mut self) -> bool {
        self.wait = self.wait.saturating_sub(1);
        self.wait == 0
    }

    fn tried(&mut self, useful: bool) {
        self.period =
            if useful { (self.period / 2).max(self.shortest) } else { (self.period * 2).min(self.longest) };
        self.wait = self.period;
    }
}

/// The procedure for integers. From one step to the next it remembers only which methods were of use.
#[derive(Clone, Debug)]
pub struct Integers {
    equalities: Schedule,
    cube: Schedule,
    form: Schedule,
    gomory: Schedule,
    /// The most bits of a coefficient in the problem.
    bits: u64,
}

impl Default for Integers {
    fn default() -> Integers {
        Integers {
            equalities: Schedule::new(1, 1, 8),
            cube: Schedule::new(1, 1, 16),
            form: Schedule::new(2, 4, 8),
            gomory: Schedule::new(3, 4, 4),
            bits: 0,
        }
    }
}

impl Integers {
    /// Tells of a sum of the problem itself, not of a cut. Cuts have numbers of a size like that of its coefficients.
    pub fn note_sum(&mut self, sum: &[(Rational, LraVar)]) {
        let most = sum.iter().map(|(c, _)| c.numerator().bit_length()).max();
        self.bits = self.bits.max(most.unwrap_or(0));
    }

    fn most_bits(&self) -> u64 {
        self.bits + self.bits.min(MORE_BITS) + MORE_BITS
    }

    /// Looks for an integer solution, after a successful [`Simplex::check`]. `integer` says which variables are
    /// integers; a slack variable is one if its sum is. The bounds stay as they are; the assignment changes within
    /// them.
    ///
    /// Without `cuts` there are no conflicts, cuts or bounds: the other steps need no reasoning but sums of bounds.
    ///
    /// # Panics
    ///
    /// If `integer` is not about all variables.
    pub fn step(&mut self, simplex: &mut Simplex, integer: &[bool], cuts: bool, budget: &Budget) -> Step {
        assert_eq!(
            integer.len(),
            simplex.var_count(),
            "it must be known of each variable whether it is an integer"
        );
        if branch::choose(simplex, integer).is_none() {
            return Step::Solved;
        }
        simplex.note_passes(1, budget);
        patch::patch(simplex, integer);
        if branch::choose(simplex, integer).is_none() {
            return Step::Solved;
        }
        if cuts {
            simplex.note_passes(1, budget);
            if let Some(tags) = gcd::conflict(simplex, integer) {
                return Step::Conflict(tags);
            }
        }
        if let Some(found) = self.with_equations(simplex, integer, cuts, budget) {
            return found;
        }
        if cuts {
            if let Some(found) = self.cuts(simplex, integer, budget) {
                return found;
            }
        }
        // The methods above may have changed the assignment.
        match branch::choose(simplex, integer) {
            Some(var) => Step::Branch(var, simplex.value(var).floor()),
            None => Step::Solved,
        }
    }

    /// The parts of a step that need the equations solved.
    fn with_equations(
        &mut self,
        simplex: &mut Simplex,
        integer: &[bool],
        cuts: bool,
        budget: &Budget,
    ) -> Option<Step> {
        let (bounds_due, cube_due) = (cuts && self.equalities.is_due(), self.cube.is_due());
        if !bounds_due && !cube_due {
            return None;
        }
        simplex.note_passes(2, budget);
        let system = match Equalities::solve(simplex, integer, budget) {
            Ok(system) => system,
            Err(tags) if cuts => return Some(Step::Conflict(tags)),
            Err(_) => return None,
        };
        if bounds_due {
            let found = tightened(simplex, integer, &system);
            self.equalities.tried(!found.is_empty());
            if !found.is_empty() {
                return Some(Step::Bounds(found));
            }
        }
        if cube_due {
            let model = cube::test(simplex, integer, &system, budget);
            self.cube.tried(model.is_some());
            if let Some(values) = model {
                return Some(Step::Model(values));
            }
            // A cube that does not fit leaves values beyond their bounds.
            if simplex.check(budget).is_err() {
                return Some(Step::Stopped);
            }
        }
        None
    }

    fn cuts(&mut self, simplex: &mut Simplex, integer: &[bool], budget: &Budget) -> Option<Step> {
        if self.form.is_due() {
            simplex.note_passes(2, budget);
            let mut cuts = Vec::new();
            for row in hermite::rows(simplex, integer, MOST_CUTS, budget) {
                let cut = |rounding| gomory::cut(simplex, integer, &row, rounding, self.most_bits());
                cuts.extend(deeper(simplex, cut(Rounding::Up), cut(Rounding::Down)));
            }
            self.form.tried(!cuts.is_empty());
            if !cuts.is_empty() {
                return Some(Step::Cuts(cuts));
            }
        }
        if self.gomory.is_due() {
            simplex.note_passes(1, budget);
            let cuts = tableau_cuts(simplex, integer, self.most_bits());
            self.gomory.tried(!cuts.is_empty());
            if !cuts.is_empty() {
                return Some(Step::Cuts(cuts));
            }
        }
        None
    }
}

fn tightened(simplex: &Simplex, integer: &[bool], system: &Equalities) -> Vec<Tightened> {
    let mut found = Vec::new();
    if system.is_empty() {
        return found;
    }
    // Reals, too: in `a = b + c` a real `c` is an integer.
    for v in 0..integer.len() {
        system.tighten(simplex, LraVar::new(v), &mut found);
        if found.len() >= MOST_CUTS {
            break;
        }
    }
    found
}

/// Cuts from the shortest rows of integer variables without integer values.
fn tableau_cuts(simplex: &Simplex, integer: &[bool], bits: u64) -> Vec<Cut> {
    let mut rows: Vec<(usize, LraVar)> = Vec::new();
    for (v, _) in integer.iter().enumerate().filter(|(_, &wanted)| wanted) {
        let var = LraVar::new(v);
        let value = simplex.value(var);
        if simplex.is_basic(var) && value.is_rational() && !value.real.is_integer() {
            rows.push((simplex.integer_row(var).count(), var));
        }
    }
    rows.sort_unstable();
    let mut cuts = Vec::new();
    for (_, var) in rows {
        let row: Vec<(Rational, LraVar)> = simplex.row(var).collect();
        cuts.extend(gomory::cut(simplex, integer, &row, Rounding::Mixed, bits));
        if cuts.len() == MOST_CUTS {
            break;
        }
    }
    cuts
}

fn deeper(simplex: &Simplex, a: Option<Cut>, b: Option<Cut>) -> Option<Cut> {
    match (a, b) {
        (Some(a), Some(b)) if a.depth(simplex) >= b.depth(simplex) => Some(a),
        (a, None) => a,
        (_, b) => b,
    }
}
