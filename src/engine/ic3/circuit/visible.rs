//! The latches that a step determines: the visible-variables abstraction, lazily.
//!
//! The step from frame `i` keeps the next-state functions of a set `U_i` of *visible* latches; any other latch may take
//! any value, as if it were an input (Vizel, Grumberg, Shoham, FMCAD 2012, §II-B and Definition 6). The sets grow with
//! the frames, so one number for each latch says it all: the first step that determines it. A next state is a literal
//! over the present step, hence an abstract query is a query with fewer assumptions, and no solver is built for it.
//! Constraints speak of the present step and belong to every abstraction.
//!
//! IC3 itself sees all latches in every step, which costs one branch.

use crate::base::{Lit, Var};
use crate::engine::ic3::LemmaId;
use crate::engine::FrameId;

/// The latch is determined by no step.
const NEVER: FrameId = FrameId::INFINITY;

/// The sets `U_0 ⊆ U_1 ⊆ …`, and the lemmas learnt without them.
#[derive(Debug)]
pub(in crate::engine) struct Visible {
    /// By latch variable: the first step that determines it.
    first: Vec<FrameId>,
    abstracting: bool,
    preferred: bool,
    /// The lemmas added or moved while the abstraction was off.
    pub learnt: Vec<LemmaId>,
}

impl Visible {
    /// No abstraction.
    pub fn all() -> Visible {
        Visible { first: Vec::new(), abstracting: false, preferred: false, learnt: Vec::new() }
    }

    /// An abstraction that is on and sees none of this many latches.
    pub fn none(latches: usize) -> Visible {
        Visible { first: vec![NEVER; 1 + latches], abstracting: true, preferred: false, learnt: Vec::new() }
    }

    /// Switches the abstraction on; off, every step is concrete.
    pub fn set_abstracting(&mut self, on: bool) {
        self.abstracting = on;
    }

    /// Whether the step from this frame determines the latch of a literal.
    pub fn sees(&self, frame: FrameId, lit: Lit) -> bool {
        !self.abstracting || self.is_in(frame, lit.var())
    }

    /// Whether the latch is in `U_frame`, abstracting or not.
    pub fn is_in(&self, frame: FrameId, latch: Var) -> bool {
        self.first[latch.index()] <= frame
    }

    /// Whether steps are abstract now.
    pub fn is_abstracting(&self) -> bool {
        self.abstracting
    }

    /// Whether cores of concrete steps are to prefer visible latches, so that lemmas make few others visible.
    pub fn set_preferred(&mut self, on: bool) {
        self.preferred = on;
    }

    /// Moves the literals of `U_frame` to the front if they are preferred.
    pub fn sort(&self, frame: FrameId, lits: &mut [Lit]) {
        if self.preferred && !self.abstracting {
            lits.sort_by_key(|l| !self.is_in(frame, l.var()));
        }
    }

    /// Adds the latch to the sets from this frame on; true if it was not there.
    pub fn show(&mut self, frame: FrameId, latch: Var) -> bool {
        let first = &mut self.first[latch.index()];
        let new = frame < *first;
        *first = (*first).min(frame);
        new
    }

    /// Takes note of a lemma that need not hold in the abstraction.
    pub fn note(&mut self, lemma: LemmaId) {
        if !self.abstracting && !self.first.is_empty() {
            self.learnt.push(lemma);
        }
    }

    /// The sizes of `U_0` up to `U_top`. Empty without an abstraction.
    pub fn sizes(&self, top: usize) -> Vec<usize> {
        if self.first.is_empty() {
            return Vec::new();
        }
        let mut sizes = vec![0; top + 1];
        for first in self.first.iter().filter(|&&first| first != NEVER && first.index() <= top) {
            sizes[first.index()] += 1;
        }
        for i in 1..sizes.len() {
            sizes[i] += sizes[i - 1];
        }
        sizes
    }
}
