//! The literals and the steps of the search in words, for observers.

use super::search::Ic3Cfa;
use super::space::Space;
use crate::base::Lit;
use crate::engine::common::program::{along, at};
use crate::engine::ic3::Cube;
use crate::engine::{FrameId, Observer, PlaceId, Question, Step, Words};
use crate::model::cfa::{EdgeId, LocId};
use std::fmt;

/// The meaning of literals and places.
struct SpaceWords<'a>(&'a Space);

impl Words for SpaceWords<'_> {
    fn literal(&self, lit: Lit, _: Option<PlaceId>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.edges.cfa.terms().text(self.0.atoms.formula(lit)))
    }

    fn place(&self, place: PlaceId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.edges.cfa.location_name(LocId::new(place.index())))
    }

    fn paper(&self, step: &Step) -> &'static str {
        match step {
            Step::Places { .. } => "Lange 2018, §4.2",
            Step::Frame { .. } => "Lange 2018, Algorithm 12",
            Step::Query { .. } => "Lange 2018, Definition 4.6",
            Step::Predecessor { .. } => "Lange 2018, Definition 4.8",
            Step::Obligation { .. } | Step::Waits { .. } | Step::Returns { .. } | Step::Reached { .. } => {
                "Lange 2018, Algorithm 14"
            }
            Step::Generalise { .. } | Step::Drop { .. } => "Lange 2018, §4.3",
            Step::Ctg { .. } => "Hassan, Bradley, Somenzi 2013",
            Step::Lemma { .. } => "Lange 2018, Algorithm 14",
            Step::Pushed { .. } | Step::Held { .. } => "Lange 2018, §4.4",
            Step::Fixpoint { .. } => "Lange 2018, §3.4",
            Step::Chain { .. } => "Lange 2018, Algorithm 12",
            Step::Predicates { .. }
            | Step::Interpolants { .. }
            | Step::Node { .. }
            | Step::Covered { .. }
            | Step::Uncovered => step.paper(),
        }
    }
}

impl Ic3Cfa {
    /// Tells the observer all steps that were noted since the last time.
    pub(super) fn tell_steps(&mut self, observer: &mut dyn Observer) {
        let Ic3Cfa { log, space, .. } = self;
        log.tell(&SpaceWords(space), observer);
    }

    /// Notes the answer to the question whether an edge leads from a frame of its source into a cube.
    #[track_caller]
    pub(super) fn note_answer(&mut self, edge: EdgeId, frame: FrameId, cube: &Cube, answer: bool) {
        let at = along(&self.space.edges.cfa, edge);
        let question = Question::Consecution;
        self.log.note_at(at, || Step::Query { question, frame, cube: cube.to_vec(), answer });
    }

    /// Notes a cube of predecessors.
    #[track_caller]
    pub(super) fn note_predecessor(&mut self, location: LocId, frame: FrameId, cube: &Cube) {
        self.log.note_at(at(location), || Step::Predecessor {
            frame,
            cube: cube.to_vec(),
            state: Vec::new(),
        });
    }

    /// Notes that literals of a cube were left out, or have to stay.
    #[track_caller]
    pub(super) fn note_drop(
        &mut self,
        location: LocId,
        frame: FrameId,
        candidate: &Cube,
        smaller: &Option<Cube>,
    ) {
        let smaller = || smaller.as_ref().map(|smaller| smaller.to_vec());
        self.log.note_at(at(location), || Step::Drop {
            frame,
            candidate: candidate.to_vec(),
            smaller: smaller(),
        });
    }

    /// Stores a lemma, and notes it.
    #[track_caller]
    pub(super) fn add_lemma(&mut self, location: LocId, cube: Cube, frame: FrameId) {
        self.log.note_at(at(location), || Step::Lemma { frame, cube: cube.to_vec() });
        self.space.add(location, cube, frame);
    }
}
