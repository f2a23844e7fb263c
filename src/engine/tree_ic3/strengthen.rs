//! Strengthening: formulas of a location that hold again where a path comes back to it (CAV'12, Figure 3).

use super::block::{Blocked, Cubes};
use super::options::{Refutation, Strengthening};
use super::search::TreeIc3;
use super::tree::NodeId;
use crate::base::Limit;
use crate::model::system::functional::conjuncts;
use crate::solver::term::TermId;

impl TreeIc3 {
    /// Tries the formulas of ancestors at the same location, the next one first, until the leaf would be covered.
    pub(super) fn strengthen(&mut self, leaf: NodeId) -> Result<(), Limit> {
        if self.options.strengthening == Strengthening::Off {
            return Ok(());
        }
        let location = self.tree.node(leaf).location;
        let same = |&id: &NodeId| self.tree.node(id).location == location;
        let ancestors: Vec<NodeId> = self.tree.upwards(leaf).skip(1).filter(same).collect();
        for ancestor in ancestors {
            if self.tree.is_closed(leaf) {
                break;
            }
            let mut missing = Vec::new();
            for formula in self.tree.node(ancestor).formulas.clone() {
                if !self.implies(leaf, formula)? {
                    missing.push(formula);
                }
            }
            let all = missing.len();
            let holding = self.holding(ancestor, leaf, missing)?;
            let whole = holding.len() == all;
            if !holding.is_empty() && (whole || self.options.strengthening == Strengthening::Each) {
                self.justify(ancestor, leaf, &holding)?;
            }
            if whole {
                break;
            }
        }
        Ok(())
    }

    /// The formulas among these that hold at the end of the path. The last question about loops is about all of them.
    fn holding(&mut self, from: NodeId, to: NodeId, formulas: Vec<TermId>) -> Result<Vec<TermId>, Limit> {
        let (nodes, path) = self.tree.path(from, to);
        let mut left = formulas;
        while !left.is_empty() {
            let held: Vec<&[TermId]> = nodes.iter().map(|&id| &self.tree.node(id).formulas[..]).collect();
            let terms = self.edges.terms_mut();
            let all = terms.and(&left);
            let some_fails = terms.not(all);
            if !self.loops.find(&mut self.edges, &path, &held, some_fails)? {
                break;
            }
            if self.options.strengthening == Strengthening::All {
                left.clear();
            }
            let holds = self.loops.hold_at_end(&mut self.edges, &left);
            let mut holds = holds.into_iter();
            left.retain(|_| holds.next().unwrap_or(false));
        }
        Ok(left)
    }

    /// Adds formulas to the end of a path where they hold, and to the nodes between what shows that they do.
    fn justify(&mut self, from: NodeId, to: NodeId, formulas: &[TermId]) -> Result<(), Limit> {
        let (nodes, path) = self.tree.path(from, to);
        if path.len() > 1 && !self.justify_by_interpolants(&nodes)? {
            for &formula in formulas {
                let terms = self.edges.terms_mut();
                let outside = terms.not(formula);
                let cube = conjuncts(terms, outside);
                let abstractly = self.options.refutation == Refutation::Predicates
                    && matches!(self.block(&nodes, &path, &cube, Cubes::OverPredicates)?, Blocked::Yes);
                if abstractly {
                    continue;
                }
                if let Blocked::No(_) = self.block(&nodes, &path, &cube, Cubes::Exact)? {
                    debug_assert!(false, "a formula that holds at the end of a path is not blocked");
                    return Ok(());
                }
            }
        }
        for &formula in formulas {
            self.add(to, formula)?;
            self.statistics.strengthened += 1;
        }
        Ok(())
    }

    /// Gives the nodes between formulas by interpolants of the last question about loops, or their locations
    /// predicates. Whether the nodes have all that they need.
    fn justify_by_interpolants(&mut self, nodes: &[NodeId]) -> Result<bool, Limit> {
        if self.options.refutation == Refutation::Blocking {
            return Ok(false);
        }
        let options = self.interpolation();
        let found = match self.loops.interpolants(&mut self.edges, &options)? {
            Some(found) => found,
            None => return Ok(false),
        };
        let inner = found.len() - 1;
        if self.options.refutation == Refutation::Predicates {
            self.refine(nodes, &found[..inner]);
            return Ok(false);
        }
        self.take_over(&nodes[..=inner], &found[..inner])
    }
}
