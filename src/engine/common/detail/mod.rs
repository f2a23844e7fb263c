//! The details of a search: each question with its answer, each literal that was dropped, each lemma that was held
//! back.
//!
//! An engine notes a [`Step`] in its log where it makes one, and hands the log to the observer where it has one.
//! Nothing is noted unless the observer [wants details](crate::engine::Observer::wants_details), so a search that no
//! observer watches pays for a test of a flag. A step holds literals; the [`Words`] that come with it know what they
//! mean: a latch, or a formula.

mod object;
mod place;
mod text;

use crate::base::Lit;
use crate::engine::FrameId;
use crate::model::Depth;
use std::fmt;
use std::panic::Location;

pub(in crate::engine) use object::frame_value;
pub use place::{At, EdgeText, Interpolant, PlaceId, PlaceText, TreeNodeId};

/// The question that a query answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Question {
    /// Whether the cube has an initial state.
    Initial,
    /// Whether a state of the frame is in the goal, the set of bad states.
    Goal,
    /// Whether a state of the frame is in the cube.
    Inside,
    /// Consecution: whether a state of the frame, outside the cube, has a step into it.
    Consecution,
    /// Whether a state of the frame has a step into the cube of a lemma, which else moves to the next frame.
    Push,
}

/// A step of a search. The frame is the one that the step is about, by the name that the paper gives it. A search along
/// a path of a tree calls the node after `i` edges frame `i`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Step {
    /// The places of the model and the edges between them, once before all other steps about places.
    Places {
        /// The places, by index.
        places: Vec<PlaceText>,
        /// The edges.
        edges: Vec<EdgeText>,
    },
    /// A frame was opened. It holds all states but those that are excluded in every frame.
    Frame {
        /// The new frame.
        frame: FrameId,
    },
    /// A question was answered.
    Query {
        /// The question.
        question: Question,
        /// The frame that it was asked of; the initial states for [`Question::Initial`].
        frame: FrameId,
        /// The cube that it was asked about; empty for [`Question::Goal`].
        cube: Vec<Lit>,
        /// The answer.
        answer: bool,
    },
    /// A state with a step to where the last question asked was found, and lifted to a cube of such states.
    Predecessor {
        /// The frame that has the state.
        frame: FrameId,
        /// The cube.
        cube: Vec<Lit>,
        /// The literals that the state itself is known to satisfy; empty if the engine does not tell.
        state: Vec<Lit>,
    },
    /// An obligation is handled: the cube is to be excluded from the frame.
    Obligation {
        /// The frame.
        frame: FrameId,
        /// The cube.
        cube: Vec<Lit>,
        /// Transitions from the cube to a bad step.
        depth: Depth,
        /// How often the obligation has come back.
        returns: usize,
        /// Whether the obligation only tries to push a lemma, so that nothing is refuted if its cube is reached.
        may: bool,
    },
    /// The cube of the obligation waits for its predecessor.
    Waits {
        /// The frame from which the cube is to be excluded.
        frame: FrameId,
        /// The cube.
        cube: Vec<Lit>,
    },
    /// The cube is excluded below this frame, where its obligation comes back.
    Returns {
        /// The frame.
        frame: FrameId,
        /// The cube.
        cube: Vec<Lit>,
    },
    /// The cube of an obligation has an initial state, or one that is known to be reachable.
    Reached {
        /// The cube.
        cube: Vec<Lit>,
    },
    /// Generalisation begins: a larger cube is looked for that is inductive relative to the frame before.
    Generalise {
        /// The frame.
        frame: FrameId,
        /// The cube.
        cube: Vec<Lit>,
    },
    /// Generalisation tried to do without literals.
    Drop {
        /// The frame.
        frame: FrameId,
        /// The candidate: the cube without them.
        candidate: Vec<Lit>,
        /// The smaller cube that is inductive; `None` if there is none, and the literals stay.
        smaller: Option<Vec<Lit>>,
    },
    /// A counterexample to generalisation is joined with the candidate, or blocked first.
    Ctg {
        /// The frame that has it.
        frame: FrameId,
        /// Its cube.
        cube: Vec<Lit>,
        /// Whether it was blocked.
        blocked: bool,
    },
    /// A lemma: the cube is excluded from all frames up to this one.
    Lemma {
        /// The highest frame.
        frame: FrameId,
        /// The cube.
        cube: Vec<Lit>,
    },
    /// A lemma was moved to this frame.
    Pushed {
        /// The frame.
        frame: FrameId,
        /// The cube that it excludes.
        cube: Vec<Lit>,
    },
    /// A lemma stays in this frame: a state of the frame has a step into its cube.
    Held {
        /// The frame.
        frame: FrameId,
        /// The cube that it excludes.
        cube: Vec<Lit>,
        /// That state, as far as it is told; empty if it is not.
        state: Vec<Lit>,
    },
    /// The frame equals the next one, so that its lemmas are inductive.
    Fixpoint {
        /// The frame.
        frame: FrameId,
    },
    /// A chain of cubes leads from an initial state to where it was to lead; whether a run goes that way was looked at.
    Chain {
        /// The cubes, from the first one on.
        cubes: Vec<Vec<Lit>>,
        /// The places of the cubes; empty if there is but one place.
        places: Vec<PlaceId>,
        /// The judgement.
        result: ChainResult,
    },
    /// After a chain without a run, or a lifting that failed: predicates that the abstraction did not have.
    Predicates {
        /// The new predicates.
        predicates: Vec<Lit>,
    },
    /// After a path without a run: interpolants, which became formulas or predicates along the path.
    Interpolants {
        /// By node of the path.
        interpolants: Vec<Interpolant>,
    },
    /// A tree of paths has a new node.
    Node {
        /// The node before it; `None` for the root.
        parent: Option<TreeNodeId>,
    },
    /// A node and all below it need no successors.
    Covered {
        /// The node that has all its states; `None` if no run reaches it.
        by: Option<TreeNodeId>,
    },
    /// A node is no longer covered.
    Uncovered,
}

/// The judgement on a chain of cubes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ChainResult {
    /// A run goes that way.
    Concrete,
    /// No run does; the abstraction was refined.
    Refined,
    /// No run does, and nothing was found that excludes the chain.
    Spurious,
}

/// The meaning of literals, by the engine that made them.
pub trait Words {
    /// The literal as the reader knows it. Where predicates have arguments of their own, the literal is about those of
    /// this place.
    ///
    /// # Errors
    ///
    /// An error of the formatter.
    fn literal(&self, lit: Lit, place: Option<PlaceId>, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The name of a place. By default its index.
    ///
    /// # Errors
    ///
    /// An error of the formatter.
    fn place(&self, place: PlaceId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", place.index())
    }

    /// The paper that a step is described in, with the section or the algorithm. By default that of the search of
    /// [`ic3`](crate::engine::ic3).
    fn paper(&self, step: &Step) -> &'static str {
        step.paper()
    }
}

/// A step with the meaning of its literals.
#[derive(Clone, Copy)]
pub struct Detail<'a> {
    /// The step.
    pub step: &'a Step,
    /// The part of the model that it is about.
    pub at: At,
    /// The line of the sources that noted it.
    pub source: Source,
    /// The meaning of its literals.
    pub words: &'a dyn Words,
}

impl Detail<'_> {
    /// The paper that the step is described in, with the section or the algorithm.
    pub fn paper(&self) -> &'static str {
        self.words.paper(self.step)
    }
}

impl fmt::Debug for Detail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.step, f)
    }
}

/// The line of the sources of this crate that noted a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Source {
    location: &'static Location<'static>,
}

impl Source {
    /// The line that calls the function which asks for it.
    #[track_caller]
    pub fn here() -> Source {
        Source { location: Location::caller() }
    }

    /// The file, from the folder of the crate on.
    pub fn file(&self) -> &'static str {
        let path = self.location.file();
        // A compiler that was started elsewhere has put the way to the crate before it.
        path.rfind("src/engine/").map_or(path, |from| &path[from..])
    }

    /// The line, from 1 on.
    pub fn line(&self) -> u32 {
        self.location.line()
    }
}

impl Step {
    /// The paper that the step is described in, in the search of [`ic3`](crate::engine::ic3), which all engines with
    /// cubes over one place share.
    pub fn paper(&self) -> &'static str {
        match self {
            Step::Frame { .. } => "Lange 2018, Algorithm 8",
            Step::Query { question, .. } => match question {
                Question::Initial | Question::Goal => "Lange 2018, Algorithm 8",
                Question::Inside => "Een, Mishchenko, Brayton 2011, §VI",
                Question::Consecution => "Lange 2018, Algorithm 9",
                Question::Push => "Lange 2018, §3.4",
            },
            Step::Predecessor { .. } => "Chockler et al. 2011",
            Step::Obligation { .. } | Step::Waits { .. } | Step::Returns { .. } | Step::Reached { .. } => {
                "Lange 2018, Algorithm 9"
            }
            Step::Generalise { .. } | Step::Drop { .. } => "Lange 2018, Algorithm 10",
            Step::Ctg { .. } => "Hassan, Bradley, Somenzi 2013",
            Step::Lemma { .. } => "Lange 2018, Algorithm 9",
            Step::Pushed { .. } | Step::Held { .. } => "Lange 2018, §3.4",
            Step::Fixpoint { .. } => "Lange 2018, §3.4",
            Step::Chain { .. } => "Lange 2018, Algorithm 8",
            Step::Predicates { .. } => "Cimatti, Griggio, Mover, Tonetta 2014",
            Step::Places { .. } => "Lange 2018, §4.2",
            Step::Interpolants { .. } => "Cimatti, Griggio 2012, §5",
            Step::Node { .. } => "Cimatti, Griggio 2012, §4",
            Step::Covered { .. } | Step::Uncovered => "McMillan 2006",
        }
    }

    /// A short name of the kind of step, as `--trace-json` has it.
    pub fn name(&self) -> &'static str {
        match self {
            Step::Places { .. } => "places",
            Step::Frame { .. } => "frame",
            Step::Query { question: Question::Initial, .. } => "initial?",
            Step::Query { question: Question::Goal, .. } => "goal?",
            Step::Query { question: Question::Inside, .. } => "inside?",
            Step::Query { question: Question::Consecution, .. } => "consecution?",
            Step::Query { question: Question::Push, .. } => "push?",
            Step::Predecessor { .. } => "predecessor",
            Step::Obligation { .. } => "obligation",
            Step::Waits { .. } => "waits",
            Step::Returns { .. } => "returns",
            Step::Reached { .. } => "reached",
            Step::Generalise { .. } => "generalise",
            Step::Drop { .. } => "drop",
            Step::Ctg { .. } => "ctg",
            Step::Lemma { .. } => "lemma",
            Step::Pushed { .. } => "pushed",
            Step::Held { .. } => "held",
            Step::Fixpoint { .. } => "fixpoint",
            Step::Chain { .. } => "chain",
            Step::Predicates { .. } | Step::Interpolants { .. } => "refinement",
            Step::Node { .. } => "node",
            Step::Covered { .. } => "covered",
            Step::Uncovered => "uncovered",
        }
    }
}
