//! Abstract strengthening (Figs. 4 and 5): bad states are blocked in the last frame, their abstract predecessors before
//! that in the frames below.

use super::{Kind, LazyIc3, Wanted};
use crate::base::{Limit, Lit};
use crate::engine::ic3::{Propagation, INFINITY};
use crate::engine::{Event, Observer};

impl LazyIc3 {
    /// STRENGTHEN (Fig. 4): excludes all bad states from the frame of this depth. False if there is an abstract
    /// counterexample.
    pub(super) fn strengthen(
        &mut self,
        bad: Lit,
        depth: usize,
        observer: &mut dyn Observer,
    ) -> Result<bool, Limit> {
        while self.ic3.solvers.intersects(depth, &[bad])? {
            let cube = self.ic3.lift(depth, &[bad])?;
            self.pending.clear();
            if depth == 0 || !self.block_state(cube, None, depth, depth - 1, Kind::Must, observer)? {
                return Ok(false);
            }
            let last = depth - 1;
            while let Some(Wanted { cube, level }) = self.pending.next().cloned() {
                observer.event(Event::Obligation { frame: level, depth: depth - level, size: cube.len() });
                if self.ic3.steps_into(&cube, level, true)? {
                    let target = self.ic3.target(&cube, level);
                    let before = self.ic3.lift(level, &target)?;
                    debug_assert!(self.is_new_at(&before, level));
                    if !self.block_state(before, None, level, last, Kind::Must, observer)?
                        || self.pending.is_too_much(self.options.may_limit)
                    {
                        if !self.pending.give_up() {
                            return Ok(false);
                        }
                        self.statistics.given_up += 1;
                    }
                } else {
                    self.pending.remove_next();
                    let core = self.ic3.inductive_core(&cube);
                    self.block_state(cube, Some(core), level + 2, last, Kind::May, observer)?;
                }
            }
        }
        Ok(true)
    }

    /// BLOCKSTATE (Fig. 5): excludes a cube, known to be excluded from the frames below `level`, from as many frames up
    /// to `last + 1` as abstract steps allow, and adds an obligation for the rest. `core` is the part of it that the
    /// step into frame `level - 1` was just shown not to reach. False if an initial state leads there.
    fn block_state(
        &mut self,
        cube: Vec<Lit>,
        mut core: Option<Vec<Lit>>,
        level: usize,
        last: usize,
        kind: Kind,
        observer: &mut dyn Observer,
    ) -> Result<bool, Limit> {
        if self.ic3.step.meets_init(&cube) {
            return Ok(false);
        }
        // FINDNONINDUCTIVE: the lowest frame from which an abstract step leads into the cube. A lemma that is there
        // already spares the question, and the core.
        let mut lowest = level - 1;
        while lowest <= last {
            if let Some(lemma) = self.ic3.frames.excluding(&cube, lowest + 1) {
                lowest = self.ic3.frames.lemma(lemma).frame;
                core = None;
            } else if self.ic3.steps_into(&cube, lowest, true)? {
                break;
            } else {
                core = Some(self.ic3.inductive_core(&cube));
                lowest += 1;
            }
        }
        if lowest == 0 {
            return Ok(false);
        }
        if let Some(core) = core {
            self.add_invariant(core, lowest, observer)?;
        }
        if lowest <= last {
            let kind = if kind == Kind::Must && lowest == level - 1 || !self.options.separate_may {
                Kind::Must
            } else {
                Kind::May
            };
            match kind {
                Kind::Must => self.statistics.must += 1,
                Kind::May => self.statistics.may += 1,
            }
            self.pending.add(Wanted { cube, level: lowest }, kind);
        }
        Ok(true)
    }

    /// ADDINVARIANT: a clause that excludes the cube from all frames up to this one.
    fn add_invariant(
        &mut self,
        cube: Vec<Lit>,
        frame: usize,
        observer: &mut dyn Observer,
    ) -> Result<(), Limit> {
        debug_assert!(frame < INFINITY);
        let lemma = self.ic3.generalise(cube, frame, 0)?;
        let (lemma, frame) = match self.ic3.options.propagation {
            Propagation::Eager => self.ic3.push_as_far(lemma, frame)?,
            Propagation::Plain | Propagation::Triggered => (lemma, frame),
        };
        observer.event(Event::Lemma { frame, size: lemma.len() });
        self.ic3.add_lemma(lemma, frame);
        Ok(())
    }
}
