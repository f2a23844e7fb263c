//! Real variables that equations tie to integers.
//!
//! A real variable in an equation whose other variables are integers has the values of a *lattice*, `r + g·z` for
//! integers `z`: in `a + 2k = 1/2`, `a` is `1/2` plus a multiple of 2. A sum over such variables and integers has the
//! values of a lattice, too. If none of them lies within the bounds of the sum there is no solution, although
//! branching on the integers may go on for ever: `0 < a - m < 1` and `a + k = 0` for integers `k` and `m`.

use super::rows::{both_tags, expand, fixed};
use crate::base::HashMap;
use crate::theories::lra::{LraVar, Side, Simplex, Tag};
use crate::theories::num::{Integer, Rational};

/// Rounds in which equations tie further variables.
const MOST_ROUNDS: usize = 4;

/// The values `offset + step · z` for integers `z`, and the tags of bounds that say so.
#[derive(Clone, Default)]
struct Lattice {
    offset: Rational,
    step: Rational,
    tags: Vec<Tag>,
}

/// The lattices of real variables.
struct Lattices<'a> {
    simplex: &'a Simplex,
    integer: &'a [bool],
    tied: HashMap<LraVar, Lattice>,
}

/// The tags of bounds between which a sum has no value, if it is over reals that equations tie to integers.
pub(super) fn conflict(simplex: &Simplex, integer: &[bool]) -> Option<Vec<Tag>> {
    let is_sum = |var: &LraVar| simplex.definition(*var).is_some() && !integer[var.index()];
    let sums = || (0..simplex.var_count()).map(LraVar::new).filter(is_sum);
    let mut lattices = Lattices { simplex, integer, tied: HashMap::default() };
    for _ in 0..MOST_ROUNDS {
        let before = lattices.tied.len();
        sums().for_each(|sum| lattices.tie(sum));
        if lattices.tied.len() == before {
            break;
        }
    }
    if lattices.tied.is_empty() {
        return None;
    }
    sums().find_map(|sum| lattices.conflict(sum))
}

impl Lattices<'_> {
    /// The lattice of one variable that is no sum.
    fn of(&self, var: LraVar) -> Option<Lattice> {
        if let Some(value) = fixed(self.simplex, var) {
            let mut lattice = Lattice { offset: value.clone(), ..Lattice::default() };
            both_tags(self.simplex, var, &mut lattice.tags);
            return Some(lattice);
        }
        if self.integer[var.index()] {
            return Some(Lattice { step: Rational::ONE, ..Lattice::default() });
        }
        self.tied.get(&var).cloned()
    }

    /// The lattice of a sum.
    fn of_sum<'b>(&self, sum: impl Iterator<Item = &'b (Rational, LraVar)>) -> Option<Lattice> {
        let mut lattice = Lattice::default();
        for (coefficient, var) in sum {
            let part = self.of(*var)?;
            lattice.offset.add_product(coefficient, &part.offset);
            lattice.step = lattice.step.gcd(&(coefficient * &part.step));
            lattice.tags.extend(part.tags);
        }
        Some(lattice)
    }

    /// Ties the only variable without a lattice in a sum with a fixed value.
    fn tie(&mut self, sum: LraVar) {
        let value = match fixed(self.simplex, sum) {
            Some(value) => value,
            None => return,
        };
        let terms = self.terms(sum);
        let mut open = terms.iter().filter(|(_, var)| self.of(*var).is_none());
        let (factor, var) = match (open.next(), open.next()) {
            (Some((factor, var)), None) => (factor.clone(), *var),
            _ => return,
        };
        if let Some(mut rest) = self.of_sum(terms.iter().filter(|(_, other)| *other != var)) {
            both_tags(self.simplex, sum, &mut rest.tags);
            rest.offset = (value - &rest.offset) / &factor;
            rest.step = (rest.step / &factor).abs();
            self.tied.insert(var, rest);
        }
    }

    fn terms(&self, sum: LraVar) -> Vec<(Rational, LraVar)> {
        let definition = self.simplex.definition(sum).unwrap_or(&[]);
        expand(self.simplex, definition.iter().map(|(c, x)| (c, *x)))
    }

    /// The tags of the bounds of a sum and of its lattice, if no value is in both.
    fn conflict(&self, sum: LraVar) -> Option<Vec<Tag>> {
        let lower = self.simplex.bound(sum, Side::Lower)?;
        let upper = self.simplex.bound(sum, Side::Upper)?;
        let lattice = self.of_sum(self.terms(sum).iter())?;
        if lattice.step.is_zero() {
            return None;
        }
        let place = |value: &Rational| (value - &lattice.offset) / &lattice.step;
        let (first, last) = (place(&lower.value.real), place(&upper.value.real));
        // Strict bounds exclude their own values.
        let first = match lower.value.is_rational() {
            true => first.ceil(),
            false => first.floor() + Integer::ONE,
        };
        let last = match upper.value.is_rational() {
            true => last.floor(),
            false => last.ceil() - Integer::ONE,
        };
        if first <= last {
            return None;
        }
        let mut tags = lattice.tags;
        tags.extend([lower.tag, upper.tag]);
        Some(tags)
    }
}
