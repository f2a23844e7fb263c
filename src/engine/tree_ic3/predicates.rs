//! Refutation by cubes over predicates: implicit abstraction on a path (Cimatti, Griggio, Mover, Tonetta, TACAS 2014).
//!
//! A predecessor is the truth of all predicates of its location in one state, which is more than the state, so a chain
//! of cubes need not be a counterexample. Then the path itself is asked about: it has a run, or the atoms of the
//! interpolants between its edges become predicates of their locations, and blocking begins again. No formula is lost,
//! since each was proved of the edges themselves.
//!
//! The paper relates an abstract step to a concrete one by equalities between predicates. A query about one edge needs
//! none: its target is a cube over predicates, which a state satisfies if and only if all states with the same
//! predicates do. Its source may be any formula.
//!
//! Why blocking succeeds once a path was interpolated: the image of the formulas of node `i` together with the
//! interpolant `Iᵢ` is within `Iᵢ₊₁`. A cube over predicates decides the interpolant of its node. So if an obligation
//! is outside `Iᵢ₊₁`, its predecessors are outside `Iᵢ`, and none is at the first node, where the interpolant is true.

use super::block::{Abstractly, Blocked, Cubes};
use super::search::TreeIc3;
use super::tree::NodeId;
use crate::base::Limit;
use crate::engine::ChainResult;
use crate::model::cfa::EdgeId;
use crate::solver::term::{TermId, Terms};

impl TreeIc3 {
    /// Refutes a path from the root by cubes over predicates, or finds a run along it.
    pub(super) fn refute_abstractly(
        &mut self,
        nodes: &[NodeId],
        path: &[EdgeId],
    ) -> Result<Abstractly, Limit> {
        loop {
            let formulas: Vec<Vec<TermId>> =
                nodes.iter().map(|&id| self.tree.node(id).formulas.clone()).collect();
            let chain = match self.block(nodes, path, &[], Cubes::OverPredicates)? {
                Blocked::Yes => return Ok(Abstractly::Refuted),
                Blocked::No(chain) => chain,
            };
            // Blocking would have succeeded with predicates of interpolants that count on no other formulas than these.
            let held: Vec<&[TermId]> = formulas.iter().map(|f| &f[..]).collect();
            if self.from_root.find(&mut self.edges, path, &held, Terms::TRUE)? {
                self.note_chain(nodes, &chain, ChainResult::Concrete);
                return Ok(Abstractly::HasRun);
            }
            let options = self.interpolation();
            let found = self.from_root.interpolants(&mut self.edges, &options)?;
            let result = if found.is_some() { ChainResult::Refined } else { ChainResult::Spurious };
            self.note_chain(nodes, &chain, result);
            if !found.map_or(false, |found| self.refine(nodes, &found)) {
                return Ok(Abstractly::Undecided);
            }
        }
    }

    /// Makes the atoms of interpolants predicates of the locations of a path, the first one apart. Whether some of them
    /// are new.
    pub(super) fn refine(&mut self, nodes: &[NodeId], interpolants: &[TermId]) -> bool {
        let before = self.predicates.count();
        self.note_interpolants(nodes, interpolants);
        for (&node, &formula) in nodes[1..].iter().zip(interpolants) {
            let location = self.tree.node(node).location;
            self.predicates.add_atoms(&mut self.edges, location, formula);
        }
        self.predicates.count() > before
    }
}
