//! Candidates for lemmas, from the clauses of interpolants (Lange 2018, §4.3.5).

use super::interpolate::Interpolants;
use super::options::Interpolation;
use super::search::Ic3Cfa;
use crate::base::Limit;
use crate::engine::common::outcome::unless_incomplete;
use crate::engine::ic3::{Cube, Places};
use crate::engine::ic3_smt::excluded_by;
use crate::engine::FrameId;
use crate::model::cfa::LocId;
use crate::solver::term::TermId;

impl Ic3Cfa {
    /// A cube that contains this one, by an interpolant along an edge into the location; no edge leads to it from the
    /// frame before.
    pub(super) fn interpolated(
        &mut self,
        location: LocId,
        cube: &Cube,
        frame: FrameId,
    ) -> Result<Option<Cube>, Limit> {
        if self.options.interpolation == Interpolation::Off {
            return Ok(None);
        }
        for edge in self.space.edges.cfa.entering(location).to_vec() {
            let source = self.space.edges.cfa.edge(edge).source;
            let (seed, budget) = (self.options.seed, self.space.edges.budget().clone());
            let space = &mut self.space;
            let interpolants =
                self.interpolants.get_or_insert_with(|| Interpolants::new(space, seed, &budget));
            let is_wanted = match self.options.interpolation {
                Interpolation::Off => false,
                Interpolation::Loops => interpolants.on_circle[edge.index()],
                Interpolation::Numbers => !interpolants.has_words,
                Interpolation::All => true,
            };
            if !is_wanted || self.space.is_empty(source, frame.previous()) {
                continue;
            }
            let found = interpolants.find(&mut self.space, edge, frame.previous(), cube)?;
            if let Some(interpolant) = found {
                if let Some(part) = self.part_by_clause(location, cube, frame, interpolant)? {
                    self.statistics.interpolated += 1;
                    return Ok(Some(part));
                }
            }
        }
        Ok(None)
    }

    /// A cube that contains this one, by a clause of this interpolant.
    fn part_by_clause(
        &mut self,
        location: LocId,
        cube: &Cube,
        frame: FrameId,
        interpolant: TermId,
    ) -> Result<Option<Cube>, Limit> {
        let formulas: Vec<TermId> = self.space.atoms.formulas(cube).collect();
        for literals in excluded_by(self.space.edges.terms_mut(), interpolant, true) {
            let excluded = self.space.edges.terms_mut().and(&literals);
            if !unless_incomplete(self.space.edges.implies(&formulas, excluded), false)? {
                continue;
            }
            let candidate = self.cube_of(&literals);
            let part = self.consecution(location, &candidate, frame);
            if let Some(part) = unless_incomplete(part, None)? {
                return Ok(Some(part));
            }
        }
        Ok(None)
    }
}
