//! Generalisation of a blocked cube along all edges into its location (Lange 2018, §4.3.2).
//!
//! A part of a blocked cube may be blocked if no edge into the location leads to it from the frame before. Along an
//! edge from the location to itself, a *loop*, the question may leave out states of the cube. These may be the states
//! of the cube that is blocked in the end, or fewer, but not more, as Theorem 4.1 shows. So a loop is always asked
//! about the part that all edges are asked about, and it is asked last.

use super::edge_wise::Along;
use super::options::{Dropping, EdgeApproach};
use super::search::Ic3Cfa;
use crate::base::{Limit, Lit};
use crate::engine::common::outcome::unless_incomplete;
use crate::engine::ic3::{drop_halves, drop_literals, Cube};
use crate::engine::FrameId;
use crate::model::cfa::{EdgeId, LocId};

impl Ic3Cfa {
    /// A part of the cube that may be blocked up to this frame, as the cube may. The cores are those of the edges into
    /// the location, in their order.
    pub(super) fn generalise(
        &mut self,
        location: LocId,
        cube: &Cube,
        cores: &[Cube],
        frame: FrameId,
    ) -> Result<Cube, Limit> {
        if self.options.dropping == Dropping::Off {
            return Ok(cube.clone());
        }
        if let Some(larger) = self.interpolated(location, cube, frame)? {
            return self.drop_down(location, larger, frame);
        }
        let joined: Cube = cores.iter().flatten().copied().collect();
        let joined = self.without_superfluous(location, frame, joined);
        match (self.options.dropping, self.options.edges) {
            (Dropping::Off | Dropping::Core, _) => Ok(joined),
            (_, EdgeApproach::Multi) => self.drop_down(location, joined, frame),
            (_, approach) => {
                let along = Along { location, frame, cube: cube.clone() };
                let cores: Vec<Cube> =
                    cores.iter().map(|core| core.filtered(|l| joined.contains_lit(l))).collect();
                self.generalise_edge_wise(&along, &cores, approach)
            }
        }
    }

    /// Drops literals of a cube as long as the rest may be blocked, with the counterexamples to generalisation.
    fn drop_down(&mut self, location: LocId, cube: Cube, frame: FrameId) -> Result<Cube, Limit> {
        self.drop_by(cube, &Cube::default(), |engine, candidate| {
            let smaller = engine.down(location, candidate, frame)?;
            engine.note_drop(location, frame, candidate, &smaller);
            Ok(smaller)
        })
    }

    /// Drops literals of a cube, but those of `kept`, in the order and way of the options, as long as the closure finds
    /// an inductive part of the rest.
    pub(super) fn drop_by(
        &mut self,
        cube: Cube,
        kept: &Cube,
        mut part: impl FnMut(&mut Ic3Cfa, &Cube) -> Result<Option<Cube>, Limit>,
    ) -> Result<Cube, Limit> {
        let mut order = cube.to_vec();
        self.space.activity.sort_ascending(&mut order);
        order.retain(|&l| !kept.contains_lit(l));
        if self.options.dropping == Dropping::Binary && kept.is_empty() {
            return drop_halves(order, |candidate| unless_incomplete(part(self, &candidate), None));
        }
        drop_literals(cube, &order, |candidate, _| unless_incomplete(part(self, candidate), None))
    }

    /// Consecution: the part of a cube that the queries of the edges need, if no edge leads to it from the frame
    /// before; or else an edge that leads to the cube, with a model of a run along it. The edge is asked first from now
    /// on.
    pub(super) fn consecution_or_edge(
        &mut self,
        location: LocId,
        cube: &Cube,
        frame: FrameId,
    ) -> Result<Result<Cube, EdgeId>, Limit> {
        let mut needed: Vec<Lit> = Vec::new();
        let count = self.ways_in[location.index()].len();
        for at in 0..count {
            let edge = self.ways_in[location.index()][at];
            match self.consecution_along(edge, frame.previous(), cube)? {
                Some(part) => needed.extend(&part),
                None => {
                    self.ways_in[location.index()][..=at].rotate_right(1);
                    return Ok(Err(edge));
                }
            }
        }
        Ok(Ok(Cube::new(needed)))
    }
}
