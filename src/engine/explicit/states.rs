//! The states that were found, each once, with the step that led there first.

use super::set;
use crate::base::HashSet;
use crate::engine::common::program::{value_of, Edges};
use crate::model::cfa::{EdgeId, LocId};
use crate::solver::term::{TermId, Terms};
use std::ops::Range;

/// A state that was found.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub location: LocId,
    /// The state before; of the first state itself.
    pub parent: usize,
    /// The way from there.
    pub way: EdgeId,
    /// Its values begin here.
    first: usize,
    /// The number of edges that lead to it.
    pub depth: u32,
}

/// The states in the order in which they were found. The first one stands for all states of the initial location.
pub(super) struct States {
    /// By location: the variables whose values are looked at, by index.
    live: Vec<Vec<usize>>,
    nodes: Vec<Node>,
    values: Vec<u64>,
    /// By location.
    known: Vec<HashSet<Vec<u64>>>,
}

impl States {
    /// The first state alone.
    pub fn new(initial: LocId, live: Vec<Vec<usize>>) -> States {
        let first = Node { location: initial, parent: 0, way: EdgeId::new(0), first: 0, depth: 0 };
        let known = vec![HashSet::default(); live.len()];
        States { live, nodes: vec![first], values: Vec::new(), known }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes held.
    pub fn bytes(&self) -> usize {
        8 * (2 * self.values.len() + 12 * self.nodes.len())
    }

    /// The state with this number, if there is one.
    pub fn get(&self, at: usize) -> Option<&Node> {
        self.nodes.get(at)
    }

    /// The variables of a location whose values are looked at, by index.
    pub fn live(&self, location: LocId) -> &[usize] {
        &self.live[location.index()]
    }

    fn range(&self, node: &Node) -> Range<usize> {
        node.first..node.first + self.live[node.location.index()].len()
    }

    /// The values of a state.
    pub fn values(&self, at: usize) -> &[u64] {
        &self.values[self.range(&self.nodes[at])]
    }

    /// Whether a location has this state.
    pub fn contains(&self, location: LocId, state: &[u64]) -> bool {
        self.known[location.index()].contains(state)
    }

    /// Adds a new state, which a way leads to from another one.
    pub fn add(&mut self, parent: usize, way: EdgeId, location: LocId, state: Vec<u64>) {
        let depth = self.nodes[parent].depth + 1;
        self.nodes.push(Node { location, parent, way, first: self.values.len(), depth });
        self.values.extend_from_slice(&state);
        self.known[location.index()].insert(state);
    }

    /// The states on the way to this one, from the first one on.
    pub fn way_to(&self, last: usize) -> Vec<usize> {
        let mut way = vec![last];
        while let Some(&at) = way.last().filter(|&&at| at != 0) {
            way.push(self.nodes[at].parent);
        }
        way.reverse();
        way
    }

    /// The equations between live variables and their values in a state.
    pub fn equations(&self, edges: &mut Edges, at: usize) -> Vec<TermId> {
        let live = self.live(self.nodes[at].location);
        let names: Vec<TermId> = live.iter().map(|&variable| edges.cfa.variables()[variable]).collect();
        let terms = edges.terms_mut();
        let equation =
            |(&name, &value): (&TermId, &u64)| value_of(value, terms.sort(name)).equation(terms, name);
        names.iter().zip(self.values(at)).map(equation).collect()
    }

    /// By location: a formula that holds in its states and no others.
    pub fn formulas(&self, edges: &mut Edges) -> Vec<TermId> {
        let mut by_location: Vec<Vec<&[u64]>> = vec![Vec::new(); self.live.len()];
        for node in &self.nodes {
            by_location[node.location.index()].push(&self.values[self.range(node)]);
        }
        let variables = edges.cfa.variables().to_vec();
        let terms: &mut Terms = edges.terms_mut();
        let pairs = by_location.iter().zip(&self.live);
        let formula = |(states, live): (&Vec<&[u64]>, &Vec<usize>)| {
            let names: Vec<TermId> = live.iter().map(|&variable| variables[variable]).collect();
            set::formula(terms, &names, states)
        };
        pairs.map(formula).collect()
    }
}
