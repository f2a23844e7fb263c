//! The details of a search: each question with its answer, each literal that was dropped, each lemma that was held
//! back.
//!
//! An engine notes a [`Step`] in its log where it makes one, and hands the log to the observer where it has one.
//! Nothing is noted unless the observer [wants details](super::Observer::wants_details), so a search that nobody
//! watches pays for a test of a flag. A step holds literals; the [`Words`] that come with it know what they mean: a
//! latch, or a formula.

mod text;

use super::FrameId;
use crate::base::Lit;
use crate::model::Depth;
use std::fmt;

pub(in crate::engine) use text::frame_value;

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

/// A step of a search. The frame is the one that the step is about, by the name that the paper gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Step {
    /// A frame was opened. It holds all states but those that are excluded for ever.
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
        /// What is known of the state itself; empty if the engine does not tell, or makes cubes in another way.
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
        /// The judgement.
        result: ChainResult,
    },
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
    /// The literal as the reader knows it.
    ///
    /// # Errors
    ///
    /// Those of the formatter.
    fn literal(&self, lit: Lit, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// A step with the meaning of its literals.
#[derive(Clone, Copy)]
pub struct Detail<'a> {
    /// The step.
    pub step: &'a Step,
    /// The meaning of its literals.
    pub words: &'a dyn Words,
}

impl fmt::Debug for Detail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.step, f)
    }
}

/// A source: where in the crate a step is made, and where in the literature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// The file below `src/engine/`.
    pub file: &'static str,
    /// The paper, with the section or the algorithm.
    pub paper: &'static str,
}

impl Step {
    /// The source of the step in [`ic3`](super::ic3), the search that all engines with cubes over one place share.
    pub fn source(&self) -> Source {
        let (file, paper) = match self {
            Step::Frame { .. } => ("ic3/search.rs", "Lange 2018, Algorithm 8"),
            Step::Query { question, .. } => match question {
                Question::Initial | Question::Goal => ("ic3/search.rs", "Lange 2018, Algorithm 8"),
                Question::Inside => ("ic3/block.rs", "Een, Mishchenko, Brayton 2011, §VI"),
                Question::Consecution => ("ic3/block.rs", "Lange 2018, Algorithm 9"),
                Question::Push => ("ic3/propagate.rs", "Lange 2018, §3.4"),
            },
            Step::Predecessor { .. } => ("ic3/circuit/lift.rs", "Lange 2018, §3.5"),
            Step::Obligation { .. } | Step::Waits { .. } | Step::Returns { .. } | Step::Reached { .. } => {
                ("ic3/block.rs", "Lange 2018, Algorithm 9")
            }
            Step::Generalise { .. } | Step::Drop { .. } => ("ic3/generalise.rs", "Lange 2018, Algorithm 10"),
            Step::Ctg { .. } => ("ic3/generalise.rs", "Hassan, Bradley, Somenzi 2013"),
            Step::Lemma { .. } => ("ic3/block.rs", "Lange 2018, Algorithm 9"),
            Step::Pushed { .. } | Step::Held { .. } => ("ic3/propagate.rs", "Lange 2018, §3.4"),
            Step::Fixpoint { .. } => ("ic3/places.rs", "Lange 2018, §3.4"),
            Step::Chain { .. } => ("ic3/search.rs", "Lange 2018, Algorithm 8"),
        };
        Source { file, paper }
    }

    /// A short name of the kind of step, as `--trace-json` has it.
    pub fn name(&self) -> &'static str {
        match self {
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
        }
    }
}
