//! The words whose circuits wait, see `postponed.rs`.

use crate::base::{HashMap, HashSet};
use crate::solver::smt::wide::Fact;
use crate::solver::term::{Op, TermId, Terms};

#[derive(Clone, Default)]
pub(super) struct Postponed {
    /// Words at least this wide are postponed; 0: none.
    pub width: u32,
    /// Words at least this wide get facts before they get circuits; 0: none.
    pub abstract_width: u32,
    pub words: Vec<TermId>,
    /// The postponed words that have their circuits by now.
    pub resolved: HashSet<TermId>,
    /// The words that needed their circuits at some time, in any scope.
    pub wanted: HashSet<TermId>,
    /// The facts that are asserted, with their formulas, in order.
    pub told: Vec<(TermId, Fact)>,
    /// Their formulas.
    known: HashSet<TermId>,
    /// Their number for each operator.
    counts: HashMap<TermId, u32>,
    /// Facts told in scopes that are gone, with their formulas.
    lost: Vec<(TermId, Fact)>,
}

/// An operator with this number of facts gets its circuit.
const MOST_FACTS: u32 = 64;
/// Of the facts of scopes that are gone, at most this number is kept, the latest.
const MOST_LOST: usize = 256;

impl Postponed {
    /// Whether the word is one of those that wait; from now on it does.
    pub fn takes(&mut self, terms: &Terms, t: TermId) -> bool {
        let is_constant = |i: usize| terms.bits_of(terms.arg(t, i)).is_some();
        let is_large = match terms.op(t) {
            Op::BvMul => !is_constant(0) && !is_constant(1),
            Op::BvUdiv | Op::BvUrem => !is_constant(1),
            _ => false,
        };
        let is_wide = || self.is_abstract(terms, t) || self.width > 0 && terms.width(t) >= self.width;
        let takes = is_large && is_wide() && !self.wanted.contains(&t);
        if takes {
            self.words.push(t);
        }
        takes
    }

    /// Whether the operands of a product, quotient or remainder are wide enough for facts, without zeros in front.
    pub fn is_abstract(&self, terms: &Terms, t: TermId) -> bool {
        let is_wide = |&a: &TermId| terms.width_before_zeros(a) >= self.abstract_width;
        self.abstract_width > 0 && terms.args(t).iter().any(is_wide)
    }

    /// Whether an operator may have further facts.
    pub fn is_open(&self, t: TermId) -> bool {
        self.counts.get(&t).map_or(true, |&count| count < MOST_FACTS)
    }

    pub fn knows(&self, formula: TermId) -> bool {
        self.known.contains(&formula)
    }

    pub fn add_fact(&mut self, formula: TermId, fact: Fact) {
        self.told.push((formula, fact));
        self.known.insert(formula);
        *self.counts.entry(fact.operator()).or_insert(0) += 1;
    }

    pub fn undo_fact(&mut self) {
        if let Some((formula, fact)) = self.told.pop() {
            self.known.remove(&formula);
            if let Some(count) = self.counts.get_mut(&fact.operator()) {
                *count -= 1;
            }
            self.lost.push((formula, fact));
        }
    }

    /// The facts of scopes that are gone. The caller gives back those that it does not tell again.
    pub fn take_lost(&mut self) -> Vec<(TermId, Fact)> {
        let excess = self.lost.len().saturating_sub(MOST_LOST);
        self.lost.drain(..excess);
        std::mem::take(&mut self.lost)
    }

    pub fn keep_lost(&mut self, lost: Vec<(TermId, Fact)>) {
        self.lost.splice(..0, lost);
    }

    pub fn undo_last(&mut self) {
        self.words.pop();
    }

    pub fn undo_resolved(&mut self, t: TermId) {
        self.resolved.remove(&t);
    }

    pub fn unresolved(&self) -> impl Iterator<Item = TermId> + '_ {
        self.words.iter().copied().filter(|t| !self.resolved.contains(t))
    }
}
