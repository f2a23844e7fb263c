//! Unwinding: which leaf is next, covering, and the end.

use super::options::TreeIc3Options;
use super::tree::{NodeId, Tree};
use crate::base::{Budget, Limit};
use crate::engine::common::log::Log;
use crate::engine::common::outcome::{settle, unless_incomplete};
use crate::engine::common::program::{Edges, PathQuery, Predicates};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::{Event, Observer, Outcome, ProgramOutcome, Question};
use crate::model::cfa::{Cfa, InvariantMap, Path};
use crate::model::Depth;
use crate::model::PropertyId;
use crate::solver::term::{TermId, Terms};
use std::fmt;

/// Counters of Tree-IC3.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TreeStatistics {
    /// Nodes that were made.
    pub nodes: u64,
    /// Times that a node was covered.
    pub covered: u64,
    /// Paths to the error that were refuted.
    pub refuted: u64,
    /// Refuted paths for which there were interpolants whose clauses were few enough.
    pub by_interpolants: u64,
    /// Predicates of all locations.
    pub predicates: u64,
    /// Formulas that were found again at the end of a path from their location to itself.
    pub strengthened: u64,
    /// Formulas that hold after an edge.
    pub propagated: u64,
    /// Questions to a solver.
    pub queries: u64,
}

/// Tree-IC3 on one automaton. The tree lives on when a limit has ended the search.
pub struct TreeIc3 {
    pub(super) edges: Edges,
    pub(super) tree: Tree,
    /// Questions about paths from the root.
    pub(super) from_root: PathQuery,
    /// Questions about paths from a location to itself.
    pub(super) loops: PathQuery,
    /// The predicates of the locations, where paths are refuted by cubes over predicates.
    pub(super) predicates: Predicates,
    pub(super) options: TreeIc3Options,
    pub(super) statistics: TreeStatistics,
    /// Leaves, some of them closed; the last one is next.
    open: Vec<NodeId>,
    /// The longest path so far.
    depth: usize,
    /// Steps for the observer.
    pub(super) log: Log,
}

impl fmt::Debug for TreeIc3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeIc3").field("statistics", &self.statistics()).finish()
    }
}

impl TreeIc3 {
    /// An engine for this automaton.
    pub fn new(cfa: &Cfa, options: TreeIc3Options, budget: Budget) -> TreeIc3 {
        let mut edges = Edges::new(cfa, options.seed, &budget);
        let from_root = PathQuery::new(&mut edges, options.seed, &budget);
        let loops = PathQuery::new(&mut edges, options.seed, &budget);
        TreeIc3 {
            tree: Tree::new(cfa.location_count(), cfa.initial()),
            predicates: Predicates::new(&edges),
            edges,
            from_root,
            loops,
            options,
            statistics: TreeStatistics::default(),
            open: vec![NodeId::ROOT],
            depth: 0,
            log: Log::default(),
        }
    }

    /// The counters of the search.
    pub fn statistics(&self) -> TreeStatistics {
        let queries = self.edges.queries + self.from_root.queries() + self.loops.queries();
        TreeStatistics {
            nodes: self.tree.len() as u64,
            predicates: self.predicates.count() as u64,
            queries,
            ..self.statistics
        }
    }

    /// Proves that the error location is not reached, or finds a path to it. On a limit nothing is known about the
    /// length of paths; a further call goes on.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> ProgramOutcome {
        self.listen(observer);
        self.tell_steps(observer);
        let result = self.unwind(observer);
        self.tell_steps(observer);
        settle(result, None)
    }

    fn unwind(&mut self, observer: &mut dyn Observer) -> Result<ProgramOutcome, Limit> {
        while let Some(&leaf) = self.open.last() {
            self.edges.budget().poll()?;
            self.edges.book();
            if !self.tree.is_closed(leaf) && self.tree.node(leaf).is_leaf() {
                let found = self.visit(leaf, observer)?;
                self.tell_steps(observer);
                if let Some(path) = found {
                    return Ok(Outcome::Unsafe(path));
                }
            }
            // Leaves that were uncovered meanwhile stand behind this one.
            if let Some(at) = self.open.iter().rposition(|&id| id == leaf) {
                self.open.remove(at);
            }
        }
        Ok(Outcome::Safe(self.invariant()))
    }

    /// Refutes the path to a leaf, or covers it, or expands it. `Some` is a counterexample.
    fn visit(&mut self, leaf: NodeId, observer: &mut dyn Observer) -> Result<Option<Path>, Limit> {
        self.arrive(leaf)?;
        if self.tree.node(leaf).is_dead() {
            return Ok(None);
        }
        let location = self.tree.node(leaf).location;
        if location == self.edges.cfa.error() {
            if let Some(path) = self.refute(leaf)? {
                return Ok(Some(path));
            }
            self.statistics.refuted += 1;
            let (nodes, _) = self.tree.path(NodeId::ROOT, leaf);
            for node in nodes {
                if self.tree.is_closed(node) || self.close(node)? {
                    break;
                }
            }
            return Ok(None);
        }
        if !self.close(leaf)? {
            self.strengthen(leaf)?;
            if !self.tree.is_closed(leaf) && !self.close(leaf)? {
                self.expand(leaf, observer);
            }
        }
        Ok(None)
    }

    /// Takes over what is known about the parent of a leaf: that its edge has no run, or formulas that hold after it.
    fn arrive(&mut self, leaf: NodeId) -> Result<(), Limit> {
        let (parent, edge) = match self.tree.node(leaf).parent {
            Some(parent) => parent,
            None => return Ok(()),
        };
        let held = self.tree.node(parent).formulas.clone();
        let is_run = self.edges.leads(edge, &held, &[])?;
        self.note_answer(Question::Consecution, (leaf, edge), &[], is_run);
        if !is_run {
            return self.add(leaf, Terms::FALSE);
        }
        if !self.options.propagation {
            return Ok(());
        }
        for &formula in &held {
            let holds = self.edges.before(edge, formula) == formula || {
                let outside = self.edges.terms_mut().not(formula);
                let fails = unless_incomplete(self.edges.leads(edge, &held, &[outside]), true)?;
                self.note_answer(Question::Push, (leaf, edge), &[outside], fails);
                !fails
            };
            if holds && !self.tree.node(leaf).formulas.contains(&formula) {
                self.add(leaf, formula)?;
                self.statistics.propagated += 1;
            }
        }
        Ok(())
    }

    /// Gives a node one more formula. Nodes that it no longer covers become open.
    pub(super) fn add(&mut self, id: NodeId, formula: TermId) -> Result<(), Limit> {
        let node = self.tree.node_mut(id);
        if node.is_dead() || formula == Terms::TRUE || node.formulas.contains(&formula) {
            return Ok(());
        }
        node.formulas.push(formula);
        node.implied.retain(|_, implied| *implied);
        self.note_formula(id, formula);
        let mut opened = Vec::new();
        if formula == Terms::FALSE {
            opened = self.tree.close(id);
            self.note_covering(id, None);
        } else {
            for covered in self.tree.covered(id) {
                if !self.implies(covered, formula)? {
                    opened.extend(self.tree.uncover(covered));
                    self.note_uncovered();
                }
            }
        }
        self.open.extend(opened);
        Ok(())
    }

    /// Whether all states of a node satisfy a formula.
    pub(super) fn implies(&mut self, id: NodeId, formula: TermId) -> Result<bool, Limit> {
        let node = self.tree.node_mut(id);
        if let Some(&known) = node.implied.get(&formula) {
            return Ok(known);
        }
        let implied = unless_incomplete(self.edges.implies(&node.formulas, formula), false)?;
        node.implied.insert(formula, implied);
        Ok(implied)
    }

    /// Covers a node if some other does. Whether it is covered.
    fn close(&mut self, id: NodeId) -> Result<bool, Limit> {
        for other in self.tree.may_cover(id) {
            let mut covers = true;
            for formula in self.tree.node(other).formulas.clone() {
                if !self.implies(id, formula)? {
                    covers = false;
                    break;
                }
            }
            if covers {
                let opened = self.tree.cover(id, other);
                self.open.extend(opened);
                self.statistics.covered += 1;
                self.note_covering(id, Some(other));
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes the successors of a leaf. Successors at the error are next.
    fn expand(&mut self, leaf: NodeId, observer: &mut dyn Observer) {
        self.tree.expand(leaf);
        let error = self.edges.cfa.error();
        let mut leaving = self.edges.cfa.leaving(self.tree.node(leaf).location).to_vec();
        leaving.sort_by_key(|&edge| (self.edges.cfa.edge(edge).target == error, std::cmp::Reverse(edge)));
        for edge in leaving {
            let child = self.tree.add(self.edges.cfa.edge(edge).target, Some((leaf, edge)));
            self.open.push(child);
            self.note_node(child);
        }
        let depth = self.tree.upwards(leaf).count();
        if depth > self.depth {
            self.depth = depth;
            observer.event(Event::Depth { depth: Depth::new(depth), frames: &[] });
        }
    }

    /// The formulas of open nodes, by location.
    fn invariant(&mut self) -> InvariantMap {
        let cfa = &mut self.edges.cfa;
        let mut formulas = Vec::new();
        for location in cfa.locations() {
            let open: Vec<NodeId> = self.tree.open_at(location).collect();
            let terms = cfa.terms_mut();
            let sets: Vec<TermId> = open.iter().map(|&id| terms.and(&self.tree.node(id).formulas)).collect();
            formulas.push(terms.or(&sets));
        }
        InvariantMap { terms: cfa.terms().clone(), formulas, bound: Vec::new() }
    }
}

impl Prover<Cfa> for TreeIc3 {
    fn prove(&mut self, _: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Cfa> {
        TreeIc3::prove(self, observer)
    }

    fn counters(&self) -> Counters {
        let s = self.statistics();
        vec![
            ("queries", s.queries),
            ("nodes", s.nodes),
            ("times covered", s.covered),
            ("paths refuted", s.refuted),
            ("paths refuted by interpolants", s.by_interpolants),
            ("predicates", s.predicates),
            ("formulas strengthened", s.strengthened),
            ("formulas propagated", s.propagated),
        ]
    }
}
