//! Quip's may-obligations and reachable states (Gurfinkel and Ivrii, FMCAD 2015; end of §3.4 of the dissertation).
//!
//! A lemma that was just learnt is tried at the next frame as an obligation that *may* be blocked. If that leads to an
//! initial state it refutes no property, it only shows a reachable state that the lemma excludes: the lemma is *bad*
//! and is not pushed again, and the state is kept, since every cube that contains it is reachable too.

use super::frames::LemmaId;
use super::obligation::{Obligation, ObligationId};
use super::Ic3;
use crate::base::{Limit, Lit};

/// More states than this are not kept.
const REACHABLE_LIMIT: usize = 4096;

/// A reachable state, with the run that leads there.
#[derive(Clone, Debug)]
pub(super) struct Reachable {
    /// The value of each latch.
    pub state: Vec<bool>,
    /// The first state of the run.
    pub initial: Vec<bool>,
    /// Inputs of the steps from there.
    pub inputs: Vec<Vec<bool>>,
}

impl Ic3 {
    pub(super) fn is_known_reachable(&self, cube: &[Lit]) -> bool {
        self.known_reachable(cube).is_some()
    }

    pub(super) fn known_reachable(&self, cube: &[Lit]) -> Option<&Reachable> {
        let inside = |r: &&Reachable| cube.iter().all(|l| r.state[l.var().index() - 1] != l.is_negative());
        self.reachable.iter().find(inside)
    }

    /// Adds an obligation that would push the lemma to this frame.
    pub(super) fn try_to_push(&mut self, lemma: LemmaId, frame: usize) {
        if self.frames.lemma(lemma).bad {
            return;
        }
        let cube = self.frames.lemma(lemma).cube.clone();
        self.obligations.add(Obligation {
            cube,
            frame,
            depth: 0,
            successor: None,
            may: Some(lemma),
            activity: 0,
            done: false,
        });
    }

    /// A may-obligation was reached: its lemma is bad, and a state the lemma excludes is reachable.
    pub(super) fn refute_may(&mut self, id: ObligationId) -> Result<(), Limit> {
        if let Some(lemma) = self.obligations.get(id).may {
            self.frames.lemma_mut(lemma).bad = true;
            self.obligations.drop_may(lemma);
            self.statistics.bad_lemmas += 1;
            if self.reachable.len() < REACHABLE_LIMIT {
                let run = self.concretise(id, &[])?;
                self.reachable.extend(run);
            }
        }
        Ok(())
    }
}
