//! Lemmas from interpolants along edges (Lange 2018, §4.3.5).
//!
//! That an edge does not lead into a cube is a contradiction between the edge, taken from the frame, and the cube about
//! the next values. An interpolant of the two contains all states that the edge leads to and none of the cube. A clause
//! of it that excludes the cube by itself is a candidate for a lemma. Its literals may be new to the cube: for `x = 3`
//! and a loop that counts up from 10, `x <= 9` may be blocked. The candidate counts only if no edge into the location
//! leads to the cube that it excludes.
//!
//! Large formulas make interpolants slow and bad, so there is a limit of work. Lemmas with new literals matter most
//! along edges on circles, and for numbers more than for words; options say which edges are looked at.

use super::space::Space;
use crate::base::{Budget, HashSet, Limit};
use crate::engine::common::unroll::Parts;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::cfa::{EdgeId, LocId};
use crate::solver::term::{Sort, Substitution, TermId};

/// The questions that interpolants come from.
pub(super) struct Interpolants {
    parts: Parts,
    /// By variable: its next value.
    next: Substitution,
    back: Substitution,
    is_variable: HashSet<TermId>,
    /// By edge: whether it lies on a circle.
    pub on_circle: Vec<bool>,
    /// Whether a variable is a word.
    pub has_words: bool,
    seed: u64,
}

impl Interpolants {
    /// No question yet.
    pub fn new(space: &mut Space, seed: u64, budget: &Budget) -> Interpolants {
        let (mut next, mut back) = (Substitution::new(), Substitution::new());
        let mut is_variable = HashSet::default();
        for variable in space.edges.cfa.variables().to_vec() {
            let name = format!("{}+", space.edges.cfa.name(variable));
            let terms = space.edges.terms_mut();
            let value = terms.declare(&name, terms.sort(variable));
            next.insert(variable, value);
            back.insert(value, variable);
            is_variable.insert(variable);
        }
        let parts = Parts::new(seed, budget);
        let cfa = &space.edges.cfa;
        let has_words = cfa.variables().iter().any(|&v| matches!(cfa.terms().sort(v), Sort::BitVec(_)));
        Interpolants { parts, next, back, is_variable, on_circle: on_circle(space), has_words, seed }
    }

    /// An interpolant between an edge, taken from this frame, and a cube that it does not lead to; about the variables.
    pub fn find(
        &mut self,
        space: &mut Space,
        edge: EdgeId,
        frame: FrameId,
        cube: &Cube,
    ) -> Result<Option<TermId>, Limit> {
        let ends = space.edges.cfa.edge(edge);
        let mut before = space.clauses(ends.source, frame);
        if ends.source == ends.target {
            let outside = space.atoms.clause(cube);
            before.push(space.edges.terms_mut().or(&outside));
        }
        before.push(space.edges.guard(edge));
        let mut after = Substitution::new();
        space.edges.values(edge).iter().for_each(|&(variable, value)| after.insert(variable, value));
        self.parts.clear();
        for variable in space.edges.cfa.variables().to_vec() {
            let terms = space.edges.terms_mut();
            let (value, next) = (after.apply(terms, variable), self.next.apply(terms, variable));
            before.push(terms.eq(next, value));
        }
        for formula in before {
            self.parts.add(space.edges.cfa.terms(), 0, formula);
        }
        for &l in cube {
            let formula = space.atoms.formula(l);
            let next = self.next.apply(space.edges.terms_mut(), formula);
            self.parts.add(space.edges.cfa.terms(), 1, next);
        }
        let budget = space.edges.budget().clone();
        let found = self.parts.lemma(space.edges.terms_mut(), true, self.seed, &budget)?;
        let terms = space.edges.terms_mut();
        let found = found.map(|interpolant| self.back.apply(terms, interpolant));
        Ok(found.filter(|&f| {
            let symbols = terms.symbols_in(&[f]);
            symbols.into_iter().all(|s| self.is_variable.contains(&terms.symbol_term(s)))
        }))
    }
}

/// By edge: whether a path leads from its target back to its source.
fn on_circle(space: &Space) -> Vec<bool> {
    let cfa = &space.edges.cfa;
    let reached_from = |start: LocId| {
        let mut seen = vec![false; cfa.location_count()];
        seen[start.index()] = true;
        let mut stack = vec![start];
        while let Some(location) = stack.pop() {
            for &edge in cfa.leaving(location) {
                let target = cfa.edge(edge).target;
                if !std::mem::replace(&mut seen[target.index()], true) {
                    stack.push(target);
                }
            }
        }
        seen
    };
    let mut from: Vec<Option<Vec<bool>>> = vec![None; cfa.location_count()];
    let is_on = |edge: EdgeId| {
        let ends = cfa.edge(edge);
        let reached = from[ends.target.index()].get_or_insert_with(|| reached_from(ends.target));
        reached[ends.source.index()]
    };
    cfa.edge_ids().map(is_on).collect()
}
