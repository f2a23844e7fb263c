//! Abstract strengthening (Figs. 4 and 5): bad states are blocked in the last frame, their abstract predecessors before
//! that in the frames below.

use super::wanted::{Kind, Strengthened, Wanted};
use super::LazyIc3;
use crate::base::Limit;
use crate::engine::ic3::{Cube, Places, Propagation, Steps, Target};
use crate::engine::FrameId;
use crate::engine::{Event, Observer};
use crate::model::Depth;

impl LazyIc3 {
    /// STRENGTHEN (Fig. 4): excludes all bad states from this frame, if it can.
    pub(super) fn strengthen(
        &mut self,
        last: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<Strengthened, Limit> {
        let end = self.end_of_patience();
        while self.search.steps.meets_goal(last)? {
            self.pending.clear();
            let first = Wanted { cube: self.predecessor(last, Target::Goal)?, frame: last, activity: 0 };
            if !self.block_state(first, None, last, Kind::Must, observer)? {
                return Ok(Strengthened::Counterexample);
            }
            while let Some(wanted) = self.pending.next() {
                if self.search.steps.solvers.queries > end {
                    self.statistics.impatient += 1;
                    return Ok(Strengthened::OutOfPatience);
                }
                wanted.activity += 1;
                let Wanted { cube, frame, activity } = wanted.clone();
                let depth = Depth::new(last.index() - frame.index());
                observer.event(Event::Obligation { frame, depth, size: cube.len() });
                self.search.tell(observer);
                if !self.search.fails_consecution(&cube, frame)? {
                    self.pending.remove_next();
                    let core = self.core(&cube)?;
                    let rest = Wanted { cube, frame: frame.next(), activity };
                    self.block_state(rest, Some(core), last, Kind::May, observer)?;
                    continue;
                }
                let before = frame.previous();
                let cube = self.predecessor(before, Target::Cube(&cube))?;
                debug_assert!(self.is_new_at(&cube, before));
                let before = Wanted { cube, frame: before, activity: 0 };
                if !self.block_state(before, None, last, Kind::Must, observer)?
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

    fn predecessor(&mut self, frame: FrameId, target: Target<'_>) -> Result<Cube, Limit> {
        self.search.steps.predecessor(frame, target, &self.search.activity)
    }

    fn core(&mut self, cube: &Cube) -> Result<Cube, Limit> {
        self.search.steps.core(cube, &self.search.activity)
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
        self.queries().saturating_add(left)
    }

    /// BLOCKSTATE (Fig. 5): excludes a cube, known to be excluded from the frames before its own, from as many frames
    /// up to `last` as abstract steps allow, and adds an obligation for the rest. `core` is the part of it that the
    /// step into the frame before was just shown not to reach. False if an initial state leads there.
    fn block_state(
        &mut self,
        wanted: Wanted,
        mut core: Option<Cube>,
        last: FrameId,
        kind: Kind,
        observer: &mut dyn Observer,
    ) -> Result<bool, Limit> {
        let Wanted { cube, mut frame, activity } = wanted;
        if frame == FrameId::INIT || self.search.steps.meets_init(&cube)? {
            return Ok(false);
        }
        // FINDNONINDUCTIVE: the lowest frame that an abstract step brings into the cube. A lemma that is there already
        // spares the question, and the core.
        while frame <= last {
            if let Some(lemma) = self.search.frames.excluding(&cube, frame) {
                frame = self.search.frames.lemma(lemma).frame.next();
                core = None;
            } else if self.search.is_inductive(&cube, frame)? {
                core = Some(self.core(&cube)?);
                frame = frame.next();
            } else {
                break;
            }
        }
        if frame == FrameId::INIT.next() {
            return Ok(false);
        }
        if let Some(core) = core {
            self.add_invariant(core, frame.previous(), activity, observer)?;
        }
        if frame <= last {
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
        cube: Cube,
        frame: FrameId,
        activity: usize,
        observer: &mut dyn Observer,
    ) -> Result<(), Limit> {
        debug_assert!(!frame.is_infinite());
        let lemma = self.search.generalise(cube, frame, activity)?;
        let (lemma, frame) = match self.search.options.propagation {
            Propagation::Eager => self.search.push_as_far((), lemma, frame)?,
            Propagation::Plain | Propagation::Triggered => (lemma, frame),
        };
        observer.event(Event::Lemma { frame, size: lemma.len() });
        self.search.add_lemma(lemma, frame);
        Ok(())
    }
}
