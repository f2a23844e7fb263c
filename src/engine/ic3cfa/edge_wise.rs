//! Generalisation edge by edge: Corollary 4.1 of Lange 2018, and the incremental form.
//!
//! A literal may be dropped only if all edges allow it, so the literals that some edge needs are joined. *Single* edges
//! are generalised each for itself. *Incremental* ones begin with the part that the edges before need: if the edge does
//! not lead there, nothing is to be done, else literals come back.
//!
//! More literals never harm an edge from another location. They do harm a loop, whose question leaves out the states of
//! the cube that is blocked. So loops come last, each is asked about the joined cube, and again when a literal has come
//! back.

use super::options::{EdgeApproach, WayBack};
use super::search::Ic3Cfa;
use crate::base::{Limit, Lit};
use crate::engine::common::outcome::unless_incomplete;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::cfa::{EdgeId, LocId};
use crate::solver::term::TermId;

/// The cube that is generalised: no edge into the location leads to it from the frame before.
pub(super) struct Along {
    pub location: LocId,
    pub frame: FrameId,
    pub cube: Cube,
}

/// Edges, each with the part of the cube that its question needs.
type Cored<'a> = Vec<(EdgeId, &'a Cube)>;

impl Ic3Cfa {
    /// A part of the cube that may be blocked. The cores are those of the edges into the location, in their order.
    pub(super) fn generalise_edge_wise(
        &mut self,
        along: &Along,
        cores: &[Cube],
        approach: EdgeApproach,
    ) -> Result<Cube, Limit> {
        let entering = self.space.edges.cfa.entering(along.location).to_vec();
        let is_loop = |&edge: &EdgeId| self.space.edges.cfa.edge(edge).source == along.location;
        let all = entering.iter().copied().zip(cores);
        let (loops, mut others): (Cored<'_>, Cored<'_>) = all.partition(|(edge, _)| is_loop(edge));
        // The edge that needs most literals comes first.
        others.sort_by_key(|(_, core)| std::cmp::Reverse(core.len()));
        let mut part = Cube::default();
        for (edge, core) in others {
            if approach == EdgeApproach::Single || part.is_empty() {
                let own = self.generalise_along(along, edge, core.clone())?;
                part = join(&part, &own);
            } else {
                part = self.extend(along, edge, part)?;
            }
        }
        loop {
            let before = part.len();
            for &(edge, _) in &loops {
                part = self.extend(along, edge, part)?;
            }
            if part.len() == before || loops.len() < 2 {
                return Ok(part);
            }
        }
    }

    /// A part of this core that an edge from another location does not lead to.
    fn generalise_along(&mut self, along: &Along, edge: EdgeId, core: Cube) -> Result<Cube, Limit> {
        let before = along.frame.previous();
        let remembers = self.options.upper_bounds || self.options.lower_bounds;
        if !remembers || self.space.is_empty(self.space.edges.cfa.edge(edge).source, before) {
            return self.drop_along(along, edge, core, &Cube::default());
        }
        let extended = self.options.extended_search;
        let bounds = self.contexts.bounds(&mut self.space, edge, before, &along.cube, extended);
        let (upper, lower) = (self.options.upper_bounds, self.options.lower_bounds);
        let start = match bounds.upper.filter(|part| upper && part.len() <= core.len()) {
            Some(part) => {
                self.statistics.upper_bounds += 1;
                part
            }
            None => core,
        };
        let kept = bounds.lower.filter(|_| lower).unwrap_or_default();
        self.statistics.lower_bounds += !kept.is_empty() as u64;
        let part = self.drop_along(along, edge, start, &kept)?;
        self.contexts.add(&self.space, edge, before, along.cube.clone(), part.clone());
        Ok(part)
    }

    /// Drops literals of a cube that an edge from another location does not lead to, but those to be kept.
    fn drop_along(&mut self, along: &Along, edge: EdgeId, core: Cube, kept: &Cube) -> Result<Cube, Limit> {
        let before = along.frame.previous();
        self.drop_by(core, kept, |engine, candidate| {
            let smaller = engine.consecution_along(edge, before, candidate)?;
            engine.note_drop(along.location, along.frame, candidate, &smaller);
            Ok(smaller)
        })
    }

    /// A cube between this part and the whole that an edge does not lead to.
    fn extend(&mut self, along: &Along, edge: EdgeId, part: Cube) -> Result<Cube, Limit> {
        let before = along.frame.previous();
        if !unless_incomplete(self.fails_along(edge, before, &part), true)? {
            return Ok(part);
        }
        let larger = match self.options.way_back {
            WayBack::Climb | WayBack::ClimbAndDrop => self.climb(along, edge, part.clone())?,
            WayBack::Restart => {
                if unless_incomplete(self.fails_along(edge, before, &along.cube), true)? {
                    along.cube.clone()
                } else {
                    join(&part, &self.space.core(0))
                }
            }
        };
        if self.options.way_back == WayBack::Climb {
            return Ok(larger);
        }
        self.drop_between(along, edge, &part, larger)
    }

    /// Adds literals of the whole cube that a run into the part violates where it ends, until there is no such run.
    fn climb(&mut self, along: &Along, edge: EdgeId, part: Cube) -> Result<Cube, Limit> {
        let mut part = part;
        let before = along.frame.previous();
        loop {
            match self.fails_along(edge, before, &part) {
                Ok(true) => {}
                Ok(false) => return Ok(part),
                Err(Limit::Incomplete) => return Ok(along.cube.clone()),
                Err(limit) => return Err(limit),
            }
            let gone: Vec<Lit> = along.cube.iter().copied().filter(|&l| !part.contains_lit(l)).collect();
            let formulas: Vec<TermId> = self.space.atoms.formulas(&gone).collect();
            let truths = self.space.edges.truths_after(edge, &formulas);
            let violated = gone.iter().zip(truths).filter(|(_, truth)| !truth).map(|(&l, _)| l);
            let activity = &self.space.activity;
            match violated.max_by(|&a, &b| activity.of(a).total_cmp(&activity.of(b))) {
                Some(literal) => part = join(&part, &Cube::new(vec![literal])),
                None => return Ok(along.cube.clone()),
            }
        }
    }

    /// Drops literals of the larger cube again that the part lacks.
    fn drop_between(
        &mut self,
        along: &Along,
        edge: EdgeId,
        part: &Cube,
        larger: Cube,
    ) -> Result<Cube, Limit> {
        let added = larger.filtered(|l| !part.contains_lit(l));
        let before = along.frame.previous();
        let kept = self.drop_by(added, &Cube::default(), |engine, candidate| {
            let asked = join(part, candidate);
            let needed = engine.consecution_along(edge, before, &asked)?;
            engine.note_drop(along.location, along.frame, &asked, &needed);
            Ok(needed.map(|needed| needed.filtered(|l| candidate.contains_lit(l))))
        })?;
        Ok(join(part, &kept))
    }
}

/// The literals of both.
fn join(a: &Cube, b: &Cube) -> Cube {
    a.iter().chain(b).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::engine::ic3cfa::Ic3CfaOptions;
    use crate::input::cfa;

    /// Both literals alone are inductive, and the context of the cube has the first one. Theorem 4.9 says that each
    /// part has it therefore; but the core, which is the second one, is not to get it.
    #[test]
    fn a_literal_of_the_lower_bound_is_not_added() {
        let text = "(declare-const x Int) (declare-const y Int)
            (location start :initial) (location wrong :error) (location l)
            (edge start l (assign (x 0) (y 0)))
            (edge l wrong (assume (and (> x 0) (> y 0))))";
        let program = cfa::read(text.as_bytes(), &Budget::unlimited()).expect("a program");
        let options = Ic3CfaOptions { lower_bounds: true, ..Ic3CfaOptions::default() };
        let mut engine = Ic3Cfa::new(&program, options, Budget::unlimited());
        let edge = EdgeId::new(0);
        let zero = engine.space.edges.terms_mut().int(0);
        let literals: Vec<TermId> = program.variables().to_vec();
        let literals =
            literals.into_iter().map(|v| engine.space.edges.terms_mut().gt(v, zero)).collect::<Vec<_>>();
        let parts: Vec<Cube> = literals.iter().map(|&l| engine.cube_of(&[l])).collect();
        let along = Along {
            location: program.edge(edge).target,
            frame: FrameId::INIT.next(),
            cube: join(&parts[0], &parts[1]),
        };
        engine.contexts.add(&engine.space, edge, FrameId::INIT, along.cube.clone(), parts[0].clone());
        let part = engine.generalise_along(&along, edge, parts[1].clone());
        assert_eq!(part, Ok(parts[1].clone()));
        assert_eq!(engine.statistics().lower_bounds, 1);
    }
}
