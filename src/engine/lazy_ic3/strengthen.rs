//! Abstract strengthening (Figs. 4 and 5): bad states are blocked in the last frame, their abstract predecessors before
//! that in the frames below.

use super::{Kind, LazyIc3, Strengthened, Wanted};
use crate::base::{Limit, Lit};
use crate::engine::ic3::{Propagation, INFINITY};
use crate::engine::{Event, Observer};

impl LazyIc3 {
    /// STRENGTHEN (Fig. 4): excludes all bad states from the frame of this depth, if it can.
    pub(super) fn strengthen(
        &mut self,
        bad: Lit,
        depth: usize,
        observer: &mut dyn Observer,
    ) -> Result<Strengthened, Limit> {
        let end = self.end_of_patience();
        while self.ic3.solvers.intersects(depth, &[bad])? {
            self.pending.clear();
            let first = Wanted { cube: self.ic3.lift(depth, &[bad])?, frame: depth, activity: 0 };
            if !self.block_state(first, None, depth, Kind::Must, observer)? {
                return Ok(Strengthened::Counterexample);
            }
            while let Some(wanted) = self.pending.next() {
                if self.ic3.solvers.queries > end {
                    self.statistics.impatient += 1;
                    return Ok(Strengthened::OutOfPatience);
                }
                wanted.activity += 1;
                let Wanted { cube, frame, activity } = wanted.clone();
                observer.event(Event::Obligation { frame, depth: depth - frame, size: cube.len() });
                if !self.ic3.finds_predecessor(&cube, frame)? {
                    self.pending.remove_next();
                    let core = self.ic3.inductive_core(&cube);
                    let rest = Wanted { cube, frame: frame + 1, activity };
                    self.block_state(rest, Some(core), depth, Kind::May, observer)?;
                    continue;
                }
                let target = self.ic3.target(&cube, frame - 1);
                let before =
                    Wanted { cube: self.ic3.lift(frame - 1, &target)?, frame: frame - 1, activity: 0 };
                debug_assert!(self.is_new_at(&before.cube, before.frame));
                if !self.block_state(before, None, depth, Kind::Must, observer)?
                    || self.pending.is_too_much(self.options.may_limit)
                {
                    if !self.pending.give_up() {
                        return Ok(Strengthened::Counterexample);
                    }
                    self.statistics.given_up += 1;
                }
            }
        }
        Ok(Strengthened::Done)
    }

    /// The number of queries from which on abstract strengthening has cost too much.
    fn end_of_patience(&self) -> u64 {
        if self.options.patience == 0 {
            return u64::MAX;
        }
        let refined = self.statistics.refining_queries;
        let allowed =
            self.options.patience.saturating_mul(refined).saturating_add(self.options.first_patience);
        let left = allowed.saturating_sub(self.statistics.abstract_queries);
        self.ic3.solvers.queries.saturating_add(left)
    }

    /// BLOCKSTATE (Fig. 5): excludes a cube, known to be excluded from the frames before its own, from as many frames
    /// up to `depth` as abstract steps allow, and adds an obligation for the rest. `core` is the part of it that the
    /// step into the frame before was just shown not to reach. False if an initial state leads there.
    fn block_state(
        &mut self,
        wanted: Wanted,
        mut core: Option<Vec<Lit>>,
        depth: usize,
        kind: Kind,
        observer: &mut dyn Observer,
    ) -> Result<bool, Limit> {
        let Wanted { cube, mut frame, activity } = wanted;
        if frame == 0 || self.ic3.step.meets_init(&cube) {
            return Ok(false);
        }
        // FINDNONINDUCTIVE: the lowest frame that an abstract step brings into the cube. A lemma that is there already
        // spares the question, and the core.
        while frame <= depth {
            if let Some(lemma) = self.ic3.frames.excluding(&cube, frame) {
                frame = self.ic3.frames.lemma(lemma).frame.saturating_add(1);
                core = None;
            } else if self.ic3.is_inductive(&cube, frame)? {
                core = Some(self.ic3.inductive_core(&cube));
                frame += 1;
            } else {
                break;
            }
        }
        if frame == 1 {
            return Ok(false);
        }
        if let Some(core) = core {
            self.add_invariant(core, frame - 1, activity, observer)?;
        }
        if frame <= depth {
            let is_must = kind == Kind::Must && frame == wanted.frame;
            let kind = if is_must || !self.options.separate_may { Kind::Must } else { Kind::May };
            match kind {
                Kind::Must => self.statistics.must += 1,
                Kind::May => self.statistics.may += 1,
            }
            self.pending.add(Wanted { cube, frame, activity }, kind);
        }
        Ok(true)
    }

    /// ADDINVARIANT: a clause that excludes the cube from all frames up to this one.
    fn add_invariant(
        &mut self,
        cube: Vec<Lit>,
        frame: usize,
        activity: usize,
        observer: &mut dyn Observer,
    ) -> Result<(), Limit> {
        debug_assert!(frame < INFINITY);
        let lemma = self.ic3.generalise(cube, frame, activity)?;
        let (lemma, frame) = match self.ic3.options.propagation {
            Propagation::Eager => self.ic3.push_as_far(lemma, frame)?,
            Propagation::Plain | Propagation::Triggered => (lemma, frame),
        };
        observer.event(Event::Lemma { frame, size: lemma.len() });
        self.ic3.add_lemma(lemma, frame);
        Ok(())
    }
}
