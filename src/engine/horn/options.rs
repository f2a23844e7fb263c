//! The techniques of Spacer, each a field.

/// Ways to make formulas of the model of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Lifting {
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

/// Orders of goals in the same frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GoalOrder {
    /// The nearest to the query first.
    Shallow,
    /// The farthest from the query first.
    Deep,
}

/// Settings of [`Spacer`](super::Spacer).
#[derive(Clone, PartialEq, Debug)]
pub struct SpacerOptions {
    /// Seed of the solvers. Default 0.
    pub seed: u64,
    /// Goals that Decide makes. Default projection.
    pub goals: Lifting,
    /// Facts that Close makes. Default projection.
    pub facts: Lifting,
    /// Default core.
    pub lemmas: HornLemmas,
    /// Default shallow.
    pub order: GoalOrder,
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

impl Default for SpacerOptions {
    fn default() -> SpacerOptions {
        SpacerOptions {
            seed: 0,
            goals: Lifting::Projection,
            facts: Lifting::Projection,
            lemmas: HornLemmas::Core,
            order: GoalOrder::Shallow,
            requeue: true,
            goal_limit: 20,
            respect_facts: true,
            split_equalities: true,
            max_frames: 0,
        }
    }
}
