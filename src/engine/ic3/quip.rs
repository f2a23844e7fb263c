//! Quip's may-obligations and reachable states (Ivrii and Gurfinkel, "Pushing to the Top", FMCAD 2015; Lange 2018, end
//! of §3.4).
//!
//! A lemma that was just learnt is tried at the next frame as an obligation that *may* be blocked. If that leads to an
//! initial state, no property is refuted: there only is a reachable state that the lemma excludes. The lemma is then
//! *bad* and is not pushed again. The state is kept, since every cube that contains it is reachable too.
//!
//! Pushing does not end at the frontier, the frame that the search has come to. Once the goal is excluded from it, its
//! lemmas are tried at the frame beyond, those that hold there at the next, and so on. If all lemmas of a frame move,
//! it equals the next one, and what is left is inductive: the lemmas above move to the infinity frame. If that frame is
//! the frontier itself, the goal is never reached, which the next propagation finds.

use super::cube::Cube;
use super::frames::LemmaId;
use super::obligation::{Obligation, ObligationId};
use super::search::Search;
use super::steps::{Chain, End, Steps};
use crate::base::Limit;
use crate::engine::{FrameId, Observer};

/// More runs than this are not kept. This limit and the next ones were chosen by hand; no measurement is recorded.
const REACHABLE_LIMIT: usize = 4096;
/// The number of frames beyond the frontier.
const FRAMES_AHEAD: usize = 6;
/// Pushing beyond the frontier may cost this many queries, and one in `QUERY_SHARE` of all.
const FIRST_QUERIES: u64 = 200;
const QUERY_SHARE: u64 = 4;

impl<S: Steps> Search<S> {
    /// Whether a run into the cube is known.
    pub(super) fn is_known_reachable(&self, cube: &Cube) -> bool {
        self.reachable.iter().any(|run| self.steps.ends_in(run, cube))
    }

    /// Adds an obligation that would push the lemma to this frame.
    pub(super) fn try_to_push(&mut self, lemma: LemmaId, frame: FrameId) {
        if !self.frames.lemma(lemma).bad {
            let cube = self.frames.lemma(lemma).cube.clone();
            self.obligations.add(Obligation { may: Some(lemma), ..Obligation::new((), cube, frame) });
        }
    }

    /// Pushes the lemmas of the frontier, from which the goal is excluded, as far beyond it as may-obligations get.
    pub(super) fn push_ahead(&mut self, frontier: FrameId, observer: &mut dyn Observer) -> Result<(), Limit> {
        // Obligations of the goal at higher frames are not handled before their time.
        std::mem::swap(&mut self.obligations, &mut self.waiting);
        let mut from = frontier;
        for _ in 0..FRAMES_AHEAD {
            if from == FrameId::INIT || self.is_bound(from) || !self.may_push_ahead() {
                break;
            }
            if from == self.frames.top() {
                self.open_frame();
                self.has_opened_ahead = true;
            }
            let lemmas = self.frames.stored(from).to_vec();
            for &lemma in &lemmas {
                self.try_to_push(lemma, from.next());
            }
            self.block_ahead(from.next(), observer)?;
            if self.frames.stored(from).is_empty() {
                self.statistics.infinite += self.move_to_infinity(from);
                break;
            }
            from = from.next();
        }
        self.obligations.clear();
        std::mem::swap(&mut self.obligations, &mut self.waiting);
        Ok(())
    }

    /// Handles may-obligations up to this frame while that is not too expensive.
    fn block_ahead(&mut self, limit: FrameId, observer: &mut dyn Observer) -> Result<(), Limit> {
        while let Some(id) = self.obligations.pop(limit) {
            let before = self.steps.queries();
            if self.block(id, limit, observer)? {
                self.refute_may(id)?;
            }
            self.spent_ahead += self.steps.queries() - before;
            if !self.may_push_ahead() {
                break;
            }
        }
        Ok(())
    }

    fn may_push_ahead(&self) -> bool {
        self.spent_ahead < FIRST_QUERIES + self.steps.queries() / QUERY_SHARE
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
            Chain::Spurious | Chain::Unexplained => {}
            Chain::Refined => self.begin_anew(),
        }
        Ok(())
    }
}
