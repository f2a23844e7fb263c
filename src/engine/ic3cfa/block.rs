//! The blocking phase: obligations until none is left, or one is at the initial location (Lange 2018, Algorithm 14).
//!
//! A cube is blocked only if *no* edge into its location leads to it from the frame before; the printed algorithm
//! blocks it as soon as one edge does not. Nothing is ever blocked at the initial location, where runs begin with all
//! values: an obligation there is a counterexample, in any frame.
//!
//! A predecessor is a cube of the weakest existential precondition around the model of the question. Inputs are
//! projected away only here, by the model, so there may be more predecessors: the cube waits until the question itself
//! says that there is none left.

use super::search::Ic3Cfa;
use super::split::split_words;
use crate::base::Limit;
use crate::engine::common::program::at;
use crate::engine::ic3::{Cube, Obligation, ObligationId, Places, Return};
use crate::engine::{Event, FrameId, Observer, Step};
use crate::model::cfa::LocId;
use crate::model::Depth;
use crate::solver::term::TermId;

impl Ic3Cfa {
    /// Handles all obligations. `Some` is one at the initial location.
    pub(super) fn block_all(&mut self, observer: &mut dyn Observer) -> Result<Option<ObligationId>, Limit> {
        while let Some(id) = self.obligations.pop(self.space.top()) {
            let handled = self.block(id, observer);
            self.tell_steps(observer);
            match handled {
                Ok(false) => {}
                Ok(true) => return Ok(Some(id)),
                Err(limit) => {
                    self.obligations.enqueue(id);
                    return Err(limit);
                }
            }
        }
        Ok(None)
    }

    /// Handles one obligation; true if it is at the initial location.
    fn block(&mut self, id: ObligationId, observer: &mut dyn Observer) -> Result<bool, Limit> {
        let Obligation { ref cube, place: location, frame, depth, returns, .. } = *self.obligations.get(id);
        let here = at(location);
        self.log.note_at(here, || {
            let depth = Depth::new(depth);
            Step::Obligation { frame, cube: cube.to_vec(), depth, returns, may: false }
        });
        if location == self.space.edges.cfa.initial() {
            self.log.note_at(here, || Step::Reached { cube: cube.to_vec() });
            return Ok(true);
        }
        let cube = cube.clone();
        self.statistics.obligations += 1;
        observer.event(Event::Obligation { frame, depth: Depth::new(depth), size: cube.len() });
        if let Some(excluded) = self.space.excluding(location, &cube, frame) {
            self.come_back(id, excluded.next());
            return Ok(false);
        }
        let mut cores = Vec::new();
        let mut has_predecessor = false;
        for edge in self.space.edges.cfa.entering(location).to_vec() {
            let part = self.consecution_along(edge, frame.previous(), &cube)?;
            if part.is_none() {
                has_predecessor = true;
                let predecessor = self.predecessor()?;
                let source = self.space.edges.cfa.edge(edge).source;
                self.note_predecessor(source, frame.previous(), &predecessor);
                self.obligations.add(Obligation {
                    depth: depth + 1,
                    successor: Some((id, edge)),
                    ..Obligation::new(source, predecessor, frame.previous())
                });
            }
            cores.extend(part);
        }
        if has_predecessor {
            self.log.note_at(here, || Step::Waits { frame, cube: cube.to_vec() });
            self.obligations.enqueue(id);
            return Ok(false);
        }
        let blocked = self.learn(location, &cube, cores, frame, observer)?;
        self.come_back(id, blocked.next());
        Ok(false)
    }

    /// After the last question about an edge was answered by yes: a cube of predecessors.
    pub(super) fn predecessor(&mut self) -> Result<Cube, Limit> {
        let literals = self.space.edges.predecessor()?;
        Ok(self.cube_of(&literals))
    }

    /// The cube of these literals.
    pub(super) fn cube_of(&mut self, literals: &[TermId]) -> Cube {
        let terms = self.space.edges.cfa.terms_mut();
        let parts = split_words(terms, literals, self.options.split);
        self.space.atoms.cube(terms, &parts)
    }

    /// Blocks a cube, the cores of whose edges are these, up to a frame. Returns the highest frame that excludes it
    /// now.
    fn learn(
        &mut self,
        location: LocId,
        cube: &Cube,
        cores: Vec<Cube>,
        frame: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<FrameId, Limit> {
        self.log.note_at(at(location), || Step::Generalise { frame, cube: cube.to_vec() });
        let lemma = self.generalise(location, cube, &cores, frame)?;
        self.statistics.dropped += cube.len().saturating_sub(lemma.len()) as u64;
        let (lemma, frame) =
            if self.options.eager { self.push_as_far(location, lemma, frame)? } else { (lemma, frame) };
        observer.event(Event::Lemma { frame, size: lemma.len() });
        if self.options.semantic && !lemma.is_empty() && self.space.implies(location, frame, &lemma)? {
            self.statistics.implied += 1;
            return Ok(frame);
        }
        self.statistics.lemmas += 1;
        self.add_lemma(location, lemma, frame);
        Ok(frame)
    }

    /// The cube of an obligation is excluded below this frame: it waits there, if that frame is open, or until it is.
    fn come_back(&mut self, id: ObligationId, frame: FrameId) {
        let obligations = &self.obligations;
        self.log.note_at(at(obligations.get(id).place), || {
            let cube = obligations.get(id).cube.to_vec();
            Step::Returns { frame, cube }
        });
        let top = self.space.top();
        let most_edges = match self.options.most_ahead {
            0 => usize::MAX,
            times => top.index().saturating_mul(times),
        };
        let edges = frame.index() + self.obligations.get(id).depth;
        let is_open = frame <= top && edges <= most_edges.max(top.index());
        let how = match (is_open && self.options.requeue, self.options.reuse) {
            (true, _) => Return::Queued,
            (false, true) => Return::Masked,
            (false, false) => Return::Never,
        };
        self.obligations.come_back(id, frame, how);
    }
}
