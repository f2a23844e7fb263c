//! The techniques of Spacer, each a field.

use crate::engine::ic3::ObligationOrder;

/// Ways to make formulas of the model of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ModelCube {
    /// The values of the model.
    Point,
    /// The literals that the model satisfies, with all other constants projected away (model-based projection).
    Projection,
}

/// The sources of lemmas that exclude a blocked goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HornLemmas {
    /// The literals of the goal that the refutation needs; literals are then dropped one by one.
    Core,
    /// The sums of the goal's literals that refute it, with Farkas' coefficients, where there are such; else the core.
    Farkas,
    /// The clauses of an interpolant between the transformer and the goal, where there are such; else the core.
    Interpolant,
}

/// Settings of [`Spacer`](super::Spacer).
#[derive(Clone, PartialEq, Debug)]
pub struct SpacerOptions {
    /// Seed of the solvers. Default 0.
    pub seed: u64,
    /// Goals that Decide makes. Default projection.
    pub goals: ModelCube,
    /// Facts that Close makes. Default projection.
    pub facts: ModelCube,
    /// All atoms of a body without a fact become goals at once, as points of one model (Hoder and Bjørner, SAT 2012).
    /// Default off: one goal at a time, for the atom where facts do not suffice.
    pub siblings: bool,
    /// Default interpolant.
    pub lemmas: HornLemmas,
    /// Default nearest.
    pub order: ObligationOrder,
    /// Facts are kept for all frames; else they are forgotten when the next frame is opened, and derived again where
    /// they are needed. Default on.
    pub reach_facts: bool,
    /// Goals are cached over frames: one that is asked for again is the same goal, with its returns, instead of a new
    /// one beside it (the cache of Hoder and Bjørner, SAT 2012). Default on.
    pub cache_goals: bool,
    /// A blocked goal comes back at the next frame. Default on.
    pub requeue: bool,
    /// Goals that come back this often are dropped; they are found again if needed. 0: never. Default 20.
    pub goal_limit: usize,
    /// A lemma is not made larger than the facts allow that are known. Default on.
    pub respect_facts: bool,
    /// Equalities of numbers in goals are split into two bounds, either of which may then be dropped. Default on.
    pub split_equalities: bool,
    /// Gives up beyond this many frames; 0: never. Default 0.
    pub max_frames: usize,
}

impl SpacerOptions {
    /// The search of "Generalized Property Directed Reachability" (SAT 2012): goals are points, and a goal is reached
    /// once a derivation of its point is known. It keeps these options where they say nothing of that.
    pub fn gpdr(self) -> SpacerOptions {
        SpacerOptions { goals: ModelCube::Point, facts: ModelCube::Point, siblings: true, ..self }
    }
}

impl Default for SpacerOptions {
    fn default() -> SpacerOptions {
        SpacerOptions {
            seed: 0,
            goals: ModelCube::Projection,
            facts: ModelCube::Projection,
            siblings: false,
            lemmas: HornLemmas::Interpolant,
            order: ObligationOrder::Nearest,
            reach_facts: true,
            cache_goals: true,
            requeue: true,
            goal_limit: 20,
            respect_facts: true,
            split_equalities: true,
            max_frames: 0,
        }
    }
}
