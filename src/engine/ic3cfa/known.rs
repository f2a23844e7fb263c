//! Answers that lemmas give without a question to a solver, way by way.
//!
//! * *Predecessor cubes* (Theorems 4.5 and 4.6): if the frame excludes a part of that cube, the way does not lead to
//!   the cube, and only literals whose preconditions are in the part are needed. A precondition may be shared by
//!   several literals, of which one is enough. If it is false, the literal alone is enough.
//! * *Don't-care literals* (§4.3.2): a literal excludes nothing, and may be dropped, if its precondition is a lemma of
//!   the source's frame along all ways of all edges. The printed rule compares the literal itself with the frame, and
//!   forgets that the edge changes variables.

use super::search::Ic3Cfa;
use super::ways::literals;
use crate::base::{HashMap, Lit};
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::cfa::{EdgeId, LocId};
use crate::solver::term::{TermId, Terms};

impl Ic3Cfa {
    /// The part of a cube that keeps an edge from leading to it from this frame of its source, if single lemmas of the
    /// frame show that for each way.
    pub(super) fn part_by_predecessors(&mut self, edge: EdgeId, frame: FrameId, cube: &Cube) -> Option<Cube> {
        let source = self.space.edges.cfa.edge(edge).source;
        let split = self.options.split;
        let mut needed: Vec<Lit> = Vec::new();
        let edges = &mut self.space.edges;
        let ways = self.ways.get(edges, edge)?;
        for way in ways.iter_mut() {
            let terms = edges.cfa.terms_mut();
            // By precondition: a literal that has it, or none if the way assumes it.
            let mut origin: HashMap<TermId, Option<Lit>> = way.guard.iter().map(|&f| (f, None)).collect();
            let mut is_shut = None;
            for &l in cube {
                let formula = self.space.atoms.formula(l);
                let before = way.now.apply(terms, formula);
                if before == Terms::FALSE {
                    is_shut = Some(l);
                    break;
                }
                for part in literals(terms, before, split) {
                    origin.entry(part).or_insert(Some(l));
                }
            }
            if let Some(l) = is_shut {
                needed.push(l);
                continue;
            }
            let mut by_literal: HashMap<Lit, Option<Lit>> = HashMap::default();
            for (&formula, &of) in &origin {
                if let Some(known) = self.space.atoms.known(terms, formula) {
                    by_literal.insert(known, of);
                }
            }
            let precondition: Cube = by_literal.keys().copied().collect();
            let excluded = self.space.frames[source.index()].excluding(&precondition, frame)?;
            let lemma = &self.space.frames[source.index()].lemma(excluded).cube;
            needed.extend(lemma.iter().filter_map(|l| by_literal[l]));
        }
        Some(Cube::new(needed))
    }

    /// The cube without literals that hold behind all edges into the location anyway.
    pub(super) fn without_superfluous(&mut self, location: LocId, frame: FrameId, cube: Cube) -> Cube {
        if !self.options.dont_care {
            return cube;
        }
        let kept: Vec<Lit> =
            cube.iter().copied().filter(|&l| !self.is_superfluous(location, frame.previous(), l)).collect();
        self.statistics.superfluous += (cube.len() - kept.len()) as u64;
        Cube::new(kept)
    }

    /// Whether a literal holds behind all edges into a location, taken from this frame.
    fn is_superfluous(&mut self, location: LocId, frame: FrameId, literal: Lit) -> bool {
        let formula = self.space.atoms.formula(literal);
        let split = self.options.split;
        for edge in self.space.edges.cfa.entering(location).to_vec() {
            let source = self.space.edges.cfa.edge(edge).source;
            if self.space.is_empty(source, frame) {
                continue;
            }
            let edges = &mut self.space.edges;
            let ways = match self.ways.get(edges, edge) {
                Some(ways) => ways,
                None => return false,
            };
            for way in ways.iter_mut() {
                let terms = edges.cfa.terms_mut();
                let before = way.now.apply(terms, formula);
                for part in literals(terms, before, split) {
                    let opposite = terms.not(part);
                    let unit = match self.space.atoms.known(terms, opposite) {
                        Some(l) => Cube::new(vec![l]),
                        None => return false,
                    };
                    if self.space.frames[source.index()].excluding(&unit, frame).is_none() {
                        return false;
                    }
                }
            }
        }
        true
    }
}
