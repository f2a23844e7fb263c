//! The way back of a proof: an invariant over cells at the watched indices as one of the memories, for all indices.
//!
//! The index of a watch stands for any index, and its cells for the cells of the memories there. So an invariant
//! `cell ≤ 127` is `mem[i] ≤ 127` for all `i`, the *bound* constant ([`Invariant::bound`]).
//!
//! A bit of the history is no part of the system with memories. It is the claim that the index is the one that some
//! read had earlier. For each such read there is that index, so a formula with the bit holds at this one index with the
//! bit true, and at all others with the bit false. The first is a statement about some index, which no invariant can
//! express. But where the formula then says nothing about the index and its cells, it is a statement about words alone:
//! `bit ⇒ register ≤ 127` gives `register ≤ 127`. The second gives a statement for all indices if the bit may as well
//! be false at the one index, which it may in formulas that demand something where the bit is true, as lemmas do.
//!
//! So each formula is lifted with the bits false, and with one bit of a watch true where no index is left. Formulas
//! about the cell that a read was from are lost, such as `bit ⇒ register = cell`, and others may not be inductive
//! without them. Thus an invariant with bits in its formulas is a candidate, which the caller has to check.

use super::memories::Memories;
use super::{OneWatch, Watched};
use crate::base::{Budget, HashSet, Limit};
use crate::model::system::functional::conjuncts;
use crate::model::system::Invariant;
use crate::solver::term::{Substitution, TermId, Terms};

/// Choices of bits that are true, for one formula.
const MOST_CHOICES: usize = 64;

impl Watched {
    /// Whether an invariant that is lifted is one for certain: there are no bits of a history.
    pub fn lifts_all(&self) -> bool {
        self.variables.iter().all(|own| own.history.is_empty())
    }

    /// An invariant of the memories, or formulas of which some may be one, from one of this system.
    ///
    /// # Errors
    ///
    /// A limit of the budget that was reached.
    pub fn lift(
        &self,
        memories: &Memories,
        invariant: &Invariant,
        budget: &Budget,
    ) -> Result<Invariant, Limit> {
        let mut terms = invariant.terms.clone();
        let mut cells = Substitution::new();
        for own in &self.variables {
            for (memory, cell) in memories.list().iter().zip(&own.cells) {
                if let Some((cell, _)) = *cell {
                    let there = terms.select(memory.current, own.index.0);
                    cells.insert(cell, there);
                }
            }
        }
        let mut formulas = Vec::new();
        for &formula in &invariant.formulas {
            for part in conjuncts(&terms, formula) {
                budget.poll()?;
                self.without_history(&mut terms, part, &mut formulas);
            }
        }
        let mut known: HashSet<TermId> = HashSet::default();
        let mut lifted = Vec::with_capacity(formulas.len());
        for formula in formulas {
            let formula = cells.apply(&mut terms, formula);
            if formula != Terms::TRUE && known.insert(formula) {
                lifted.push(formula);
            }
        }
        let inside: HashSet<TermId> = terms.subterms(&lifted).into_iter().collect();
        let mut bound = invariant.bound.clone();
        bound.extend(self.variables.iter().map(|own| own.index.0).filter(|index| inside.contains(index)));
        Ok(Invariant { terms, formulas: lifted, bound })
    }

    /// The formulas that one becomes without the bits of histories.
    fn without_history(&self, terms: &mut Terms, formula: TermId, lifted: &mut Vec<TermId>) {
        let inside: HashSet<TermId> = terms.subterms(&[formula]).into_iter().collect();
        let bits = |own: &OneWatch| -> Vec<TermId> {
            own.history.iter().map(|held| held.bit.0).filter(|bit| inside.contains(bit)).collect()
        };
        let bits: Vec<Vec<TermId>> = self.variables.iter().map(bits).collect();
        // By choice and watch: the bit that is true.
        let mut choices: Vec<Vec<Option<TermId>>> = vec![Vec::new()];
        for of_watch in &bits {
            let longer = choices.iter().flat_map(|choice| {
                let one = std::iter::once(None).chain(of_watch.iter().copied().map(Some));
                one.map(move |bit| choice.iter().copied().chain([bit]).collect::<Vec<_>>())
            });
            choices = longer.take(MOST_CHOICES).collect();
        }
        for choice in choices {
            let mut values = Substitution::new();
            for (of_watch, chosen) in bits.iter().zip(&choice) {
                of_watch.iter().for_each(|&bit| values.insert(bit, terms.bool(Some(bit) == *chosen)));
            }
            let chosen = values.apply(terms, formula);
            let inside: HashSet<TermId> = terms.subterms(&[chosen]).into_iter().collect();
            let is_about = |own: &OneWatch| {
                let cells = own.cells.iter().flatten().map(|cell| cell.0);
                std::iter::once(own.index.0).chain(cells).any(|t| inside.contains(&t))
            };
            let mut of_history = self.variables.iter().zip(&choice).filter(|(_, bit)| bit.is_some());
            if !of_history.any(|(own, _)| is_about(own)) {
                lifted.push(chosen);
            }
        }
    }
}
