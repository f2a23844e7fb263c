//! Refutation of the path to a leaf at the error: TREE-IC3-BLOCK-PATH (CAV'12, Figure 2), and interpolants (§5).

use super::options::{Beyond, Refutation};
use super::search::TreeIc3;
use super::tree::NodeId;
use crate::base::Limit;
use crate::engine::{ChainResult, Question};
use crate::model::cfa::{EdgeId, Path};
use crate::solver::smt::{cnf, InterpolationOptions};
use crate::solver::term::{TermId, Terms};

/// The cubes that are blocked on the way to a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cubes {
    /// Each state of a cube has a step into the next cube.
    Exact,
    /// A cube says the truth of all predicates of its location. Some of its states have a step into the next cube.
    OverPredicates,
}

/// The result of blocking.
pub(super) enum Blocked {
    /// The nodes have formulas that exclude the cube.
    Yes,
    /// A chain of cubes, one per node, leads to the cube.
    No(Vec<Vec<TermId>>),
}

/// The result of blocking by cubes over predicates.
pub(super) enum Abstractly {
    /// The nodes have formulas that refute the path.
    Refuted,
    /// The path has a run, which is the one that was found last.
    HasRun,
    /// There are no interpolants that would tell more.
    Undecided,
}

impl TreeIc3 {
    /// Refutes the path to a leaf, so that a node on it is dead, or finds a run along it.
    pub(super) fn refute(&mut self, leaf: NodeId) -> Result<Option<Path>, Limit> {
        let (nodes, path) = self.tree.path(NodeId::ROOT, leaf);
        if self.options.refutation == Refutation::Predicates {
            match self.refute_abstractly(&nodes, &path)? {
                Abstractly::Refuted => return Ok(None),
                Abstractly::HasRun => return Ok(Some(self.from_root.run(&self.edges))),
                Abstractly::Undecided => {}
            }
        }
        let formulas: Vec<Vec<TermId>> =
            nodes.iter().map(|&id| self.tree.node(id).formulas.clone()).collect();
        let mut held: Vec<&[TermId]> = formulas.iter().map(|f| &f[..]).collect();
        if matches!(self.options.refutation, Refutation::Clauses | Refutation::Interpolants) {
            if self.from_root.find(&mut self.edges, &path, &held, Terms::TRUE)? {
                self.note_chain(&nodes, &[], ChainResult::Concrete);
                return Ok(Some(self.from_root.run(&self.edges)));
            }
            let options = self.interpolation();
            let found = self.from_root.interpolants(&mut self.edges, &options)?;
            let result = if found.is_some() { ChainResult::Refined } else { ChainResult::Spurious };
            self.note_chain(&nodes, &[], result);
            if let Some(found) = found {
                if self.take_over(&nodes, &found)? {
                    self.statistics.by_interpolants += 1;
                    return Ok(None);
                }
            }
        }
        match self.block(&nodes, &path, &[], Cubes::Exact)? {
            Blocked::Yes => Ok(None),
            Blocked::No(chain) => {
                for (held, cube) in held.iter_mut().zip(&chain) {
                    *held = cube;
                }
                let is_run = self.from_root.find(&mut self.edges, &path, &held, Terms::TRUE)?;
                let result = if is_run { ChainResult::Concrete } else { ChainResult::Spurious };
                self.note_chain(&nodes, &chain, result);
                debug_assert!(is_run, "no run goes through a chain of cubes");
                Ok(Some(self.from_root.run(&self.edges)))
            }
        }
    }

    /// Blocks a cube at the end of a path, by clauses of the nodes between. At a dead node the work is done.
    pub(super) fn block(
        &mut self,
        nodes: &[NodeId],
        path: &[EdgeId],
        cube: &[TermId],
        cubes: Cubes,
    ) -> Result<Blocked, Limit> {
        let end = path.len();
        let mut obligations: Vec<Vec<TermId>> = vec![cube.to_vec()];
        let may = self.tree.node(nodes[end]).location != self.edges.cfa.error();
        self.note_obligation(nodes[end], cube, 0, may);
        while let Some(cube) = obligations.last() {
            let at = end + 1 - obligations.len();
            if at == 0 {
                self.note_reached(nodes[0], cube);
                obligations.reverse();
                return Ok(Blocked::No(obligations));
            }
            let source = &self.tree.node(nodes[at - 1]).formulas;
            let is_led_to = self.edges.leads(path[at - 1], source, cube)?;
            self.note_answer(Question::Consecution, (nodes[at], path[at - 1]), cube, is_led_to);
            if is_led_to {
                let predecessor = match cubes {
                    Cubes::Exact => self.edges.predecessor()?,
                    Cubes::OverPredicates => {
                        let location = self.tree.node(nodes[at - 1]).location;
                        self.edges.literals_before(self.predicates.at(location))
                    }
                };
                self.note_predecessor([nodes[at - 1], nodes[at]], &predecessor, cube);
                self.note_obligation(nodes[at - 1], &predecessor, end + 1 - at, may);
                obligations.push(predecessor);
                continue;
            }
            let core = self.edges.core();
            let is_dead = core.is_empty();
            if at < end || is_dead {
                let terms = self.edges.terms_mut();
                let clause: Vec<TermId> = core.iter().map(|&l| terms.not(l)).collect();
                let clause = terms.or(&clause);
                self.add(nodes[at], clause)?;
            }
            obligations.pop();
            if is_dead {
                break;
            }
        }
        Ok(Blocked::Yes)
    }

    /// Gives the nodes of a path, the first one apart, formulas that a refutation of it has found. False if the clauses
    /// of some are too many, and then nothing has changed.
    pub(super) fn take_over(&mut self, nodes: &[NodeId], interpolants: &[TermId]) -> Result<bool, Limit> {
        let mut found = Vec::with_capacity(interpolants.len());
        for &interpolant in interpolants {
            match self.parts_of(interpolant) {
                Some(parts) => found.push(parts),
                None => return Ok(false),
            }
        }
        self.note_interpolants(nodes, interpolants);
        for (&node, parts) in nodes[1..].iter().zip(found) {
            for part in parts {
                if part == Terms::FALSE || !self.implies(node, part)? {
                    self.add(node, part)?;
                }
            }
        }
        Ok(true)
    }

    /// The formulas that a node gets for an interpolant; `None` if they are too many.
    fn parts_of(&mut self, interpolant: TermId) -> Option<Vec<TermId>> {
        if self.options.refutation == Refutation::Interpolants {
            return Some(vec![interpolant]);
        }
        let terms = self.edges.terms_mut();
        let size = terms.subterms_until(&[interpolant], |t| !terms.is_connective(t)).len();
        match cnf(terms, interpolant, self.options.cnf_factor * size) {
            Some(clauses) => Some(clauses.iter().map(|clause| terms.or(clause)).collect()),
            None if self.options.beyond == Beyond::Whole => Some(vec![interpolant]),
            None => None,
        }
    }

    /// The way in which interpolants are made.
    pub(super) fn interpolation(&self) -> InterpolationOptions {
        InterpolationOptions {
            strength: self.options.strength,
            seed: self.options.seed,
            proofs: 1,
            ..InterpolationOptions::default()
        }
    }
}
