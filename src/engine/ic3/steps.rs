//! The transition system as the search sees it: questions about one step.

use super::activity::Activity;
use super::cube::Cube;
use super::frames::LemmaId;
use crate::base::{Limit, Lit};
use crate::engine::{FrameId, PlaceId, Words};
use std::fmt;

/// The states that a step is to lead to.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// Nowhere: the state itself is one that must not be reached.
    Goal,
    /// Into a state of this cube.
    Cube(&'a Cube),
}

/// The judgement on a chain of cubes that seems to lead from an initial state to the goal.
#[derive(Clone, Debug)]
#[must_use]
pub enum Chain<R> {
    /// A run of the system goes through its cubes.
    Concrete(R),
    /// No run does, and the system cannot tell it from one that a run does.
    Spurious,
    /// No run does, and what the system lacks to see that is out of reach.
    Unexplained,
    /// No run does, and the system now is precise enough to see that: the search goes on.
    Refined,
}

/// A transition system with a goal, the set of states that must not be reached. It remembers the lemmas of each frame,
/// answers questions about one step from a frame, and knows how to make cubes of its states.
///
/// Frame `i` holds the states that the lemmas learnt for the frames from `i` on (see [`Steps::learn`]) leave; frame 0
/// holds the initial states besides. A *step* is taken from a state that satisfies the invariant constraints, if the
/// system has any, and so is the bad step, from a state of the goal. An implementation may be an abstraction: it may
/// allow more steps than the system has, if [`Steps::concretise`] makes it more precise where that matters.
///
/// Each method that asks a question may end with the limit of a budget that was reached. After a question that was
/// answered by yes the implementation has a *model*, a state with a step to where the question asked; after one
/// answered by no it has a *core*, the literals that made it impossible. The search asks for either at once, before
/// any other question.
///
/// A small implementation is in `examples/own_system.rs`, the one for circuits in [`circuit`](super::circuit).
pub trait Steps {
    /// A run of the system, from an initial state on.
    type Run;

    /// Whether some initial state is in the cube. It suffices to look at the initial states without constraints: a
    /// lemma never excludes a state for which this says yes.
    fn meets_init(&mut self, cube: &Cube) -> Result<bool, Limit>;

    /// Whether some state of the frame is in the goal. Leaves a model.
    fn meets_goal(&mut self, frame: FrameId) -> Result<bool, Limit>;

    /// Whether some state of the frame is in the cube.
    fn meets(&mut self, frame: FrameId, cube: &Cube) -> Result<bool, Limit>;

    /// *Consecution*: whether it fails, since some state of the frame has a step into the cube. If `relative`, the
    /// state is one outside the cube: then no is the answer for a cube that is inductive relative to the frame. Leaves
    /// a model or a core; the core should prefer literals of high activity.
    fn fails_consecution(
        &mut self,
        frame: FrameId,
        cube: &Cube,
        relative: bool,
        activity: &Activity,
    ) -> Result<bool, Limit>;

    /// Whether it is known without a query that [`Steps::fails_consecution`] would say yes. Leaves no model. By default
    /// nothing is known.
    fn is_known_to_fail(&mut self, frame: FrameId, cube: &Cube, relative: bool) -> bool {
        let _ = (frame, cube, relative);
        false
    }

    /// After [`Steps::fails_consecution`] said no about this cube: the part of it that is not reached either and has no
    /// initial state. The search made sure that the cube has none.
    fn core(&mut self, cube: &Cube, activity: &Activity) -> Result<Cube, Limit>;

    /// Cubes that an interpolant excludes (Lange 2018, Theorem 3.2). The given cube has no initial states, and no step
    /// from this frame and outside the cube leads into it. The frame is the one that excludes `lemmas`. The first cube
    /// of the answer is a part of the given cube's literals. No initial state is in any cube of the answer, and no step
    /// from a state of the frame outside the first one leads into one of them. Asked for by an option; by default the
    /// cube alone.
    fn interpolant(
        &mut self,
        frame: FrameId,
        cube: &Cube,
        lemmas: &[&Cube],
        activity: &Activity,
    ) -> Result<Vec<Cube>, Limit> {
        let _ = (frame, lemmas, activity);
        Ok(vec![cube.clone()])
    }

    /// Cubes that contain this one together. No step from the frame leads into them from outside of it. They may give
    /// other lemmas than its core. The search looks whether they are inductive and have no initial state; if that
    /// fails, or there are none, as by default, it takes the core.
    fn enlarged(&mut self, frame: FrameId, cube: &Cube) -> Result<Vec<Cube>, Limit> {
        let _ = (frame, cube);
        Ok(Vec::new())
    }

    /// After a question about the target was answered by yes for the frame: a cube around the state of the model, each
    /// of whose states has a step to the target, with the constraints satisfied. The smaller, the better. It may have
    /// states outside the frame.
    fn predecessor(&mut self, frame: FrameId, target: Target<'_>, activity: &Activity)
        -> Result<Cube, Limit>;

    /// A predecessor that is not worth much effort: a counterexample to generalisation.
    fn quick_predecessor(
        &mut self,
        frame: FrameId,
        target: Target<'_>,
        activity: &Activity,
    ) -> Result<Cube, Limit> {
        self.predecessor(frame, target, activity)
    }

    /// After a question that was answered by yes for the frame: the literals that the state of the model is known to
    /// satisfy. Asked before [`Steps::predecessor`], or about a step that holds a lemma back, and only if an observer
    /// wants details; by default none. Nothing that the search does may depend on it.
    fn state(&mut self, frame: FrameId) -> Vec<Lit> {
        let _ = frame;
        Vec::new()
    }

    /// The number of predicates, if the system is an abstraction that gets new ones: each is an atom, and the last
    /// ones are the newest. Asked for observers; by default 0.
    fn predicates(&self) -> usize {
        0
    }

    /// The lemma that excludes the cube holds in the frames from `first` to `last`; if `last` is
    /// [`FrameId::INFINITY`], in those that are opened later, too. Frames that are not open are passed over.
    fn learn(&mut self, lemma: LemmaId, cube: &Cube, first: FrameId, last: FrameId);

    /// Opens the next frame, which holds all states but those excluded in every frame.
    fn open(&mut self);

    /// Gives up the frames above this one. Their lemmas have been learnt for [`FrameId::INFINITY`].
    fn close_above(&mut self, top: FrameId);

    /// Whether a run goes through the cubes of a chain, the first of which meets the initial states unless a run into
    /// it is given as `start`. `target` says whether the last of them is in the goal, or need only be reached.
    fn concretise(
        &mut self,
        start: Option<&Self::Run>,
        chain: &[&Cube],
        target: End,
    ) -> Result<Chain<Self::Run>, Limit>;

    /// Whether the last state of a run is in the cube.
    fn ends_in(&self, run: &Self::Run, cube: &Cube) -> bool;

    /// The cubes among these that can be excluded in every frame together: the largest set, by indices in ascending
    /// order, such that no step leads from a state outside all of them into one of them. Asked for by an option; by
    /// default the set is empty.
    fn inductive_subset(&mut self, cubes: &[&Cube]) -> Result<Vec<usize>, Limit> {
        let _ = cubes;
        Ok(Vec::new())
    }

    /// Queries asked so far, a measure of the work done. Only grows.
    fn queries(&self) -> u64;

    /// Writes a literal as a reader of the system knows it. By default its number.
    ///
    /// # Errors
    ///
    /// An error of the formatter.
    fn write_literal(&self, lit: Lit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", lit)
    }
}

/// The end of a chain of cubes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Its last cube lies in the goal.
    Goal,
    /// Its last cube is where it was to lead.
    Cube,
}

/// The meaning of literals for an observer.
pub(in crate::engine) struct StepsWords<'a, S>(pub &'a S);

impl<S: Steps> Words for StepsWords<'_, S> {
    fn literal(&self, lit: Lit, _: Option<PlaceId>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_literal(lit, f)
    }
}
