//! The variables that an atom defines: it equates each of them with a term without the variable.

use crate::base::HashMap;
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::num::Rational;

/// A variable that a formula may define, by its place in a list.
pub(super) type Unknown = u32;

/// An equation that gives a variable its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    pub unknown: Unknown,
    /// Without the variable.
    pub value: TermId,
}

/// Finds definitions, within some effort.
pub(super) struct Definitions<'a> {
    pub unknowns: &'a HashMap<TermId, Unknown>,
    /// Subterms that may still be visited.
    effort: usize,
}

impl<'a> Definitions<'a> {
    pub fn new(unknowns: &'a HashMap<TermId, Unknown>, effort: usize) -> Definitions<'a> {
        Definitions { unknowns, effort }
    }

    /// The unknowns in a term, in ascending order; `None` if the effort is used up.
    pub fn unknowns_in(&mut self, terms: &Terms, t: TermId) -> Option<Vec<Unknown>> {
        let inside = terms.subterms(&[t]);
        self.effort = self.effort.checked_sub(inside.len())?;
        let mut found: Vec<Unknown> = inside.iter().filter_map(|s| self.unknowns.get(s).copied()).collect();
        found.sort_unstable();
        Some(found)
    }

    /// The definitions that an atom is, or its negation; `None` if the effort is used up.
    pub fn of(&mut self, terms: &mut Terms, atom: TermId, negated: bool) -> Option<Vec<Definition>> {
        if let Some(&unknown) = self.unknowns.get(&atom) {
            return Some(vec![Definition { unknown, value: terms.bool(!negated) }]);
        }
        if terms.op(atom) != Op::Eq {
            return Some(Vec::new());
        }
        let sides = [terms.arg(atom, 0), terms.arg(atom, 1)];
        match terms.sort(sides[0]) {
            Sort::Int | Sort::Real if !negated => self.of_numbers(terms, sides),
            Sort::Bool => self.of_sides(terms, sides, negated),
            Sort::BitVec(_) if !negated => self.of_sides(terms, sides, false),
            _ => Some(Vec::new()),
        }
    }

    /// The definitions by an equation between a variable and another term. Truth values may also be told to differ.
    fn of_sides(&mut self, terms: &mut Terms, sides: [TermId; 2], differ: bool) -> Option<Vec<Definition>> {
        let mut found = Vec::new();
        for (own, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            if let Some(&unknown) = self.unknowns.get(&own) {
                if self.unknowns_in(terms, other)?.binary_search(&unknown).is_err() {
                    let value = if differ { terms.not(other) } else { other };
                    found.push(Definition { unknown, value });
                }
            }
        }
        Some(found)
    }

    /// The definitions by an equation between sums: the equation can be solved for a real, and for an integer whose
    /// factor is 1 or -1.
    fn of_numbers(&mut self, terms: &mut Terms, sides: [TermId; 2]) -> Option<Vec<Definition>> {
        let difference = terms.sub(sides[0], sides[1]);
        let sum = terms.linear(difference);
        let mut inside = Vec::new();
        for &(_, t) in &sum.monomials {
            inside.extend(self.unknowns_in(terms, t)?);
        }
        let one = terms.numeral(Rational::ONE, terms.sort(sides[0]));
        let mut found = Vec::new();
        for (i, (factor, own)) in sum.monomials.iter().enumerate() {
            let unknown = match self.unknowns.get(own) {
                Some(&unknown) if inside.iter().filter(|&&u| u == unknown).count() == 1 => unknown,
                _ => continue,
            };
            if terms.sort(*own) == Sort::Real || factor.abs().is_one() {
                let mut rest = sum.monomials.clone();
                rest[i] = (sum.constant.clone(), one);
                rest.iter_mut().for_each(|(c, _)| *c = -(&*c / factor));
                found.push(Definition { unknown, value: terms.combination(&rest) });
            }
        }
        Some(found)
    }
}
