//! Theories that share terms agree on them, and terms of arrays and datatypes have values.
//!
//! Arithmetic, bits and equality are satisfied each for itself, and of arrays and datatypes the e-graph knows little.
//! When all of them are satisfied, a model of everything is tried here. Where it fails, the search goes on with what it
//! did not know: lemmas, which are valid clauses, and equalities of terms on which it then decides. Only what a model
//! shows is added, and there are finitely many terms that it may be about.
//!
//! | file | what may fail |
//! | --- | --- |
//! | `agree.rs` | numbers or words that are equal nodes have different values; equal arguments have different results |
//! | `data.rs` | a value needs a constructor; constructors make a cycle |
//! | `arrays.rs` | two ways to read an array give different elements |
//! | `values.rs` | nothing: it gives the classes their values, and calls the others |
//!
//! Model-based theory combination is from de Moura and Bjorner (2007): pairs that a model makes equal are tied by
//! *interface equalities*, literals on which the search decides. The lemmas about arrays follow Christ and Hoenicke,
//! "Weakly equivalent arrays" (FroCoS 2015), those about datatypes Barrett, Shikanian and Tinelli (2007) and Reynolds
//! and Blanchette (2015). Lemmas are instances of what the literature has as rules; which ones are needed is read off
//! the model instead of the state of the closure.

mod agree;
mod arrays;
mod classes;
mod data;
mod shared;
mod values;

pub(super) use shared::Shared;

use super::solver::Solver;
use crate::base::{Limit, Lit};
use crate::solver::term::{TermId, Terms};
use shared::Findings;

/// The work that a term takes when a model of everything is tried, in propagated literals. Measured.
const WORK_OF_A_TERM: u64 = 50;

impl Solver {
    /// Tries a model of everything. Returns whether it failed, and the search has to go on with what was added.
    ///
    /// # Errors
    ///
    /// A limit of the budget, or [`Limit::Incomplete`] if the answer depends on the size of a declared sort.
    pub(super) fn combine(&mut self, terms: &mut Terms) -> Result<bool, Limit> {
        if !self.encoder.has_nodes() {
            return Ok(false);
        }
        if self.encoder.tie_equations(terms, &mut self.sat)? {
            return Ok(true);
        }
        let mut shared = self.classes(terms);
        self.budget.spend_work(WORK_OF_A_TERM * shared.terms.len() as u64);
        let mut found = Findings::default();
        self.find(terms, &mut shared, &mut found)?;
        if found.is_empty() {
            self.shared = Some(shared);
            return Ok(false);
        }
        let mut is_new = !found.lemmas.is_empty();
        let is_refuted =
            |(clause, formulas): &(Vec<Lit>, Vec<TermId>)| self.is_refuted(terms, clause, formulas);
        debug_assert!(found.lemmas.iter().all(is_refuted), "a lemma that the model satisfies");
        self.encoder.note_equated(&found.equated);
        for (clause, formulas) in found.lemmas {
            self.encoder.add_lemma(terms, &mut self.sat, clause, &formulas)?;
        }
        for (a, b) in found.ties {
            is_new |= self.encoder.tie(terms, &mut self.sat, a, b)?;
        }
        debug_assert!(is_new || found.given_up, "what is found is new to the search");
        if is_new {
            Ok(true)
        } else {
            Err(Limit::Incomplete)
        }
    }

    /// Whether no literal of a lemma is true, and no formula that has a settled literal.
    fn is_refuted(&self, terms: &Terms, clause: &[Lit], formulas: &[TermId]) -> bool {
        let known = formulas.iter().filter_map(|&f| self.encoder.settled_literal(terms, f));
        clause.iter().copied().chain(known).all(|l| self.sat.value(l) != Some(true))
    }

    fn find(&mut self, terms: &mut Terms, shared: &mut Shared, found: &mut Findings) -> Result<(), Limit> {
        if shared.has_scalars {
            self.find_unequal(terms, shared, found);
        }
        if found.is_empty() && shared.has_data {
            self.find_unmade(terms, shared, found);
        }
        if found.is_empty() {
            self.give_values(terms, shared, found)?;
        }
        if found.is_empty() {
            self.find_disagreements(terms, shared, found);
        }
        Ok(())
    }
}
