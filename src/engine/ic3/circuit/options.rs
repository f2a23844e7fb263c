//! The techniques of IC3 that only circuits have.

use crate::engine::ic3::SearchOptions;

/// Ways to enlarge a predecessor found by the solver to a cube of predecessors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Lifting {
    /// Not at all: the cube is the state.
    Off,
    /// The latches that justify the target's value, one choice for each gate; then cores.
    Justification,
    /// The literals in the core of "state and inputs, but not the target" (Chockler et al., FMCAD 2011).
    Core,
    /// Ternary simulation (Eén, Mishchenko, Brayton, FMCAD 2011).
    Ternary,
}

/// Settings of [`Ic3`](super::Ic3): those of the search, and those that a circuit adds.
#[derive(Clone, PartialEq, Debug)]
pub struct Ic3Options {
    /// Techniques that do not depend on circuits. Here the default for counterexamples to propagation is 3.
    pub search: SearchOptions,
    /// Seed of the solvers. Default 0.
    pub seed: u64,
    /// Default justification.
    pub lifting: Lifting,
    /// Cores of a lifting query are taken again in another order of assumptions until they stop shrinking, at most this
    /// often in all. Default 2.
    pub lifting_rounds: usize,
    /// Solvers decide and propagate only in the cone of the query (rIC3, CAV 2025). Default on.
    pub domain: bool,
    /// The most gates over latches that become latches of cubes (Dureja, Gurfinkel, Ivrii, Vizel, FMCAD 2021).
    /// Default 0, none.
    pub internal_signals: usize,
    /// The search begins without constraints, and takes those that a counterexample breaks (rIC3, 2026).
    /// Default on.
    pub localise_constraints: bool,
    /// The search begins without most gates, and takes those that a counterexample breaks (GLA, Mishchenko et al., DATE
    /// 2013), until it has done so much work, in propagated literals or work that takes as long, or needs half of the
    /// gates. No gates are latches of cubes then. 0: all gates are there from the beginning. Default 3 million, below
    /// half a second.
    pub localise_gates: u64,
    /// The last frame is asked for steps into bad states in place of bad states, and the property is a constraint
    /// (Bradley, VMCAI 2011; rIC3, 2026). Each property then has frames of its own. Default off.
    pub predicate_property: bool,
    /// Steps that queries have found are kept, and answer later queries. Not from the literature. Default on.
    pub known_steps: bool,
}

impl Ic3Options {
    /// The algorithm of the first paper alone, for readers (Bradley, "SAT-Based Model Checking without Unrolling",
    /// VMCAI 2011). The property is a constraint, and the last frame is asked for steps into bad states. A predecessor
    /// is a state, not a cube. Literals of a blocked one are dropped one by one, after those outside the core of the
    /// query. A blocked obligation comes back at the next frame. Lemmas are pushed after each
    /// new frame. All that came later is off.
    pub fn plain() -> Ic3Options {
        Ic3Options {
            search: SearchOptions::plain(),
            seed: 0,
            lifting: Lifting::Off,
            lifting_rounds: Ic3Options::default().lifting_rounds,
            domain: false,
            internal_signals: 0,
            localise_constraints: false,
            localise_gates: 0,
            predicate_property: true,
            known_steps: false,
        }
    }
}

impl Default for Ic3Options {
    fn default() -> Ic3Options {
        Ic3Options {
            search: SearchOptions { ctp_limit: 3, ..SearchOptions::default() },
            seed: 0,
            lifting: Lifting::Justification,
            lifting_rounds: 2,
            domain: true,
            internal_signals: 0,
            localise_constraints: true,
            localise_gates: 3_000_000,
            predicate_property: false,
            known_steps: true,
        }
    }
}
