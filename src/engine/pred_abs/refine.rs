//! New predicates from a path without a run.

use super::search::PredAbs;
use super::tree::NodeId;
use crate::base::Limit;
use crate::engine::common::program::atoms_of;
use crate::model::cfa::EdgeId;
use crate::solver::smt::InterpolationOptions;
use crate::solver::term::TermId;

impl PredAbs {
    /// After the path was found to have no run: gives its locations predicates that say why. Returns the first node
    /// that was made without some of its own; `None` if no node lacks any.
    pub(super) fn refine(&mut self, nodes: &[NodeId], path: &[EdgeId]) -> Result<Option<NodeId>, Limit> {
        let options = InterpolationOptions {
            strength: self.options.strength,
            seed: self.options.seed,
            proofs: 1,
            ..InterpolationOptions::default()
        };
        let inner = &nodes[1..nodes.len() - 1];
        let needed: Vec<usize> = match self.paths.interpolants(&mut self.edges, &options)? {
            Some(found) => {
                let found = found[..inner.len()].iter();
                inner.iter().zip(found).map(|(&node, &formula)| self.add(node, formula)).collect()
            }
            None => self.add_preconditions(inner, path),
        };
        let lacks = |(&node, needed): (&NodeId, usize)| (self.tree.node(node).known < needed).then_some(node);
        Ok(inner.iter().zip(needed).find_map(lacks))
    }

    /// Makes predicates of an interpolant at a node. The result is the number of first predicates that have them all.
    fn add(&mut self, node: NodeId, formula: TermId) -> usize {
        let location = self.tree.node(node).location;
        let PredAbs { edges, predicates, .. } = self;
        let atoms = predicates.add_atoms(edges, location, formula);
        atoms.max(predicates.add_conjuncts(edges, location, formula))
    }

    /// Makes predicates of the atoms of the weakest preconditions of the error along a path, at the nodes between its
    /// edges, as far as these are about states only.
    fn add_preconditions(&mut self, inner: &[NodeId], path: &[EdgeId]) -> Vec<usize> {
        let mut needed = vec![0; inner.len()];
        let mut atoms: Vec<TermId> = Vec::new();
        for (at, &node) in inner.iter().enumerate().rev() {
            let edge = path[at + 1];
            let mut formulas: Vec<TermId> = atoms.iter().map(|&t| self.edges.before(edge, t)).collect();
            formulas.push(self.edges.guard(edge));
            let inputs = self.edges.inputs(edge).to_vec();
            let terms = self.edges.terms_mut();
            atoms = atoms_of(terms, &formulas);
            let inputs = terms.symbols_in(&inputs);
            atoms.retain(|&t| !terms.symbols_in(&[t]).iter().any(|symbol| inputs.contains(symbol)));
            let location = self.tree.node(node).location;
            for &atom in &atoms {
                let PredAbs { edges, predicates, .. } = self;
                needed[at] = needed[at].max(predicates.add_atoms(edges, location, atom));
            }
        }
        needed
    }
}
