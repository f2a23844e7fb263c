//! Unwinding: which leaf is next, covering, and the end.

use super::images::Images;
use super::options::PredAbsOptions;
use super::tree::{NodeId, Tree};
use crate::base::{Booking, Budget, HashMap, Limit};
use crate::engine::common::outcome::{settle, unless_incomplete};
use crate::engine::common::program::{Edges, PathQuery, Predicates};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::{Event, Observer, Outcome, ProgramOutcome};
use crate::model::cfa::{Cfa, EdgeId, InvariantMap, LocId, Path};
use crate::model::Depth;
use crate::model::PropertyId;
use crate::solver::term::{TermId, Terms};
use std::fmt;

/// Counters of predicate abstraction.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PredAbsStatistics {
    /// Nodes that were made.
    pub nodes: u64,
    /// Times that a node was covered.
    pub covered: u64,
    /// Paths to the error that were refuted.
    pub refuted: u64,
    /// Predicates of all locations.
    pub predicates: u64,
    /// Abstract states that were computed.
    pub images: u64,
    /// The abstract states that are Cartesian, since too many combinations of truths occur.
    pub too_many: u64,
    /// Questions to a solver.
    pub queries: u64,
}

/// Lazy predicate abstraction on one automaton. Tree and predicates live on when a limit has ended the search.
pub struct PredAbs {
    pub(super) edges: Edges,
    pub(super) tree: Tree,
    pub(super) predicates: Predicates,
    /// Questions about paths from the root.
    pub(super) paths: PathQuery,
    pub(super) options: PredAbsOptions,
    images: Images,
    /// Whether one abstract state implies another, as far as it was asked.
    implied: HashMap<(TermId, TermId), bool>,
    statistics: PredAbsStatistics,
    booking: Booking,
    /// The longest path so far.
    depth: usize,
}

impl fmt::Debug for PredAbs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PredAbs").field("statistics", &self.statistics()).finish()
    }
}

impl PredAbs {
    /// An engine for this automaton.
    pub fn new(cfa: &Cfa, options: PredAbsOptions, budget: Budget) -> PredAbs {
        let mut edges = Edges::new(cfa, options.seed, &budget);
        let paths = PathQuery::new(&mut edges, options.seed, &budget);
        let mut booking = Booking::default();
        booking.move_to(budget);
        PredAbs {
            tree: Tree::new(cfa.location_count(), cfa.initial()),
            predicates: Predicates::new(&edges),
            edges,
            paths,
            images: Images::new(&options),
            options,
            implied: HashMap::default(),
            statistics: PredAbsStatistics::default(),
            booking,
            depth: 0,
        }
    }

    /// The counters of the search.
    pub fn statistics(&self) -> PredAbsStatistics {
        PredAbsStatistics {
            nodes: self.tree.made,
            predicates: self.predicates.count() as u64,
            images: self.images.computed,
            too_many: self.images.too_many,
            queries: self.edges.queries + self.paths.queries(),
            ..self.statistics
        }
    }

    /// Proves that the error location is not reached, or finds a path to it. On a limit nothing is known about the
    /// length of paths; a further call goes on. The limit is [`Limit::Incomplete`] if a path without a run gives no new
    /// predicates.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> ProgramOutcome {
        let result = self.unwind(observer);
        settle(result, None)
    }

    fn unwind(&mut self, observer: &mut dyn Observer) -> Result<ProgramOutcome, Limit> {
        while let Some(leaf) = self.tree.next() {
            self.edges.book();
            self.book();
            self.edges.budget().poll()?;
            if let Some(path) = self.visit(leaf, observer)? {
                return Ok(Outcome::Unsafe(path));
            }
        }
        Ok(Outcome::Safe(self.invariant()))
    }

    /// Accounts for what the engine itself holds.
    fn book(&mut self) {
        let implied = self.implied.capacity() * 16;
        self.booking.set((self.tree.bytes() + self.images.bytes() + implied) as u64);
    }

    /// Computes the abstract state of a leaf, then drops, covers or expands it. At the error the path to it is refuted,
    /// or is a counterexample.
    fn visit(&mut self, leaf: NodeId, observer: &mut dyn Observer) -> Result<Option<Path>, Limit> {
        if let Some((parent, edge)) = self.tree.node(leaf).parent {
            let source = self.tree.node(parent).state;
            let image = self.images.of(&mut self.edges, &self.predicates, edge, source)?;
            if image.state == Terms::FALSE {
                self.tree.drop_leaf(leaf);
                return Ok(None);
            }
            let node = self.tree.node_mut(leaf);
            node.state = image.state;
            node.known = image.known;
        }
        if self.tree.node(leaf).location == self.edges.cfa.error() {
            return self.refute(leaf);
        }
        match self.covering(leaf)? {
            Some(other) => {
                self.tree.cover(leaf, other);
                self.statistics.covered += 1;
            }
            None => self.expand(leaf, observer),
        }
        Ok(None)
    }

    /// Finds a run along the path to a leaf at the error, or new predicates, and drops the part of the tree that was
    /// made without them.
    fn refute(&mut self, leaf: NodeId) -> Result<Option<Path>, Limit> {
        let (nodes, path) = self.tree.path(leaf);
        let nothing: Vec<&[TermId]> = vec![&[]; nodes.len()];
        if self.paths.find(&mut self.edges, &path, &nothing, Terms::TRUE)? {
            return Ok(Some(self.paths.run(&self.edges)));
        }
        let lacking = self.refine(&nodes, &path)?.ok_or(Limit::Incomplete)?;
        self.tree.restart_at(lacking);
        self.statistics.refuted += 1;
        Ok(None)
    }

    /// An expanded node whose abstract state contains that of a leaf.
    fn covering(&mut self, leaf: NodeId) -> Result<Option<NodeId>, Limit> {
        let (location, state) = (self.tree.node(leaf).location, self.tree.node(leaf).state);
        for other in self.tree.expanded_at(location).to_vec() {
            let larger = self.tree.node(other).state;
            if self.implies(state, larger)? {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    fn implies(&mut self, state: TermId, larger: TermId) -> Result<bool, Limit> {
        if let Some(&known) = self.implied.get(&(state, larger)) {
            return Ok(known);
        }
        let implied = unless_incomplete(self.edges.implies(&[state], larger), false)?;
        self.implied.insert((state, larger), implied);
        Ok(implied)
    }

    /// Makes the successors of a leaf. Successors at the error are next.
    fn expand(&mut self, leaf: NodeId, observer: &mut dyn Observer) {
        let cfa = &self.edges.cfa;
        let leaving = cfa.leaving(self.tree.node(leaf).location);
        let mut successors: Vec<(EdgeId, LocId)> =
            leaving.iter().map(|&edge| (edge, cfa.edge(edge).target)).collect();
        successors.sort_by_key(|&(edge, target)| (target == cfa.error(), std::cmp::Reverse(edge)));
        self.tree.expand(leaf, &successors);
        let depth = self.tree.path(leaf).0.len();
        if depth > self.depth {
            self.depth = depth;
            observer.event(Event::Depth { depth: Depth::new(depth), frames: &[] });
        }
    }

    /// The abstract states of expanded nodes, by location.
    fn invariant(&mut self) -> InvariantMap {
        let mut formulas = Vec::new();
        for location in self.edges.cfa.locations() {
            let mut states: Vec<TermId> = Vec::new();
            for &node in self.tree.expanded_at(location) {
                states.push(self.tree.node(node).state);
            }
            formulas.push(self.edges.terms_mut().or(&states));
        }
        InvariantMap { terms: self.edges.cfa.terms().clone(), formulas, bound: Vec::new() }
    }
}

impl Prover<Cfa> for PredAbs {
    fn prove(&mut self, _: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Cfa> {
        PredAbs::prove(self, observer)
    }

    fn counters(&self) -> Counters {
        let s = self.statistics();
        vec![
            ("queries", s.queries),
            ("nodes", s.nodes),
            ("times covered", s.covered),
            ("paths refuted", s.refuted),
            ("predicates", s.predicates),
            ("abstract states", s.images),
            ("abstract states with too many combinations", s.too_many),
        ]
    }
}
