//! Quip's may-obligations and reachable states (Gurfinkel and Ivrii, FMCAD 2015; Lange 2018, end of §3.4).
//!
//! A lemma that was just learnt is tried at the next frame as an obligation that *may* be blocked. If that leads to an
//! initial state it refutes no property, it only shows a reachable state that the lemma excludes: the lemma is *bad*
//! and is not pushed again, and the state is kept, since every cube that contains it is reachable too.

use super::cube::Cube;
use super::frames::LemmaId;
use super::obligation::{Obligation, ObligationId};
use super::search::Search;
use super::steps::{Chain, End, Steps};
use crate::base::Limit;
use crate::engine::FrameId;

/// More runs than this are not kept.
const REACHABLE_LIMIT: usize = 4096;

impl<S: Steps> Search<S> {
    /// Whether a run into the cube is known.
    pub(super) fn is_known_reachable(&self, cube: &Cube) -> bool {
        self.reachable.iter().any(|run| self.steps.ends_in(run, cube))
    }

    /// Adds an obligation that would push the lemma to this frame.
    pub(super) fn try_to_push(&mut self, lemma: LemmaId, frame: FrameId) {
        if !self.frames.lemma(lemma).bad {
            let cube = self.frames.lemma(lemma).cube.clone();
            self.obligations.add(Obligation::new(cube, frame, Some(lemma)));
        }
    }

    /// A may-obligation was reached: its lemma is bad if a run goes that way, and a state the lemma excludes is
    /// reachable.
    pub(super) fn refute_may(&mut self, id: ObligationId) -> Result<(), Limit> {
        let lemma = match self.obligations.get(id).may {
            Some(lemma) => lemma,
            None => return Ok(()),
        };
        self.obligations.drop_may(lemma);
        match self.concretise(id, End::Cube)? {
            Chain::Concrete(run) => {
                self.frames.lemma_mut(lemma).bad = true;
                self.statistics.bad_lemmas += 1;
                if self.reachable.len() < REACHABLE_LIMIT {
                    self.reachable.push(run);
                }
            }
            Chain::Spurious => {}
            Chain::Refined => self.begin_anew(),
        }
        Ok(())
    }
}
