//! The techniques of IC3, each a field.

/// How a predecessor found by the solver is enlarged to a cube of predecessors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// How a blocked cube is enlarged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generalisation {
    /// By the core of the query alone.
    Core,
    /// Literals are dropped one after the other (Algorithm 10 of the dissertation).
    Linear,
    /// Halves are dropped first (Algorithm 11).
    Binary,
    /// Linear, and counterexamples to generalisation are blocked in turn (Hassan, Bradley, Somenzi, FMCAD 2013).
    Ctg,
    /// By the activity of the obligation: linear at first, then CTG, then CTG with larger limits (rIC3, CAV 2025).
    Dynamic,
}

/// When lemmas are pushed to higher frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Propagation {
    /// All of them, after each new frame.
    Plain,
    /// Besides, each new lemma at once, as far as it goes.
    Eager,
    /// After each new frame and whenever the witness against pushing has been blocked (Suda 2013).
    Triggered,
}

/// Settings of [`Ic3`](super::Ic3). Every field is one technique, of the literature where a source is named.
#[derive(Clone, PartialEq, Debug)]
pub struct Ic3Options {
    /// Seed of the solvers. Default 0.
    pub seed: u64,
    /// Default justification.
    pub lifting: Lifting,
    /// Cores of a lifting query are taken again in another order of assumptions until they stop shrinking, at most this
    /// often in all. Default 2.
    pub lifting_rounds: usize,
    /// Default CTG.
    pub generalisation: Generalisation,
    /// How deep counterexamples to generalisation are followed. Default 1.
    pub ctg_depth: usize,
    /// How many are blocked for one literal. Default 3.
    pub ctg_limit: usize,
    /// Counterexamples to generalisation are left alone, but for a sample, while they hardly ever help. Default on.
    pub adaptive_ctg: bool,
    /// Literals of a lemma that the previous frame has for the cube are dropped last (Xia et al., CAV 2023).
    /// Default off: here it cost more than it gave.
    pub parent_lemma: bool,
    /// Default eager.
    pub propagation: Propagation,
    /// A blocked obligation comes back at the next frame (Bradley 2011). Default on.
    pub requeue: bool,
    /// Lemmas are pushed as may-obligations, reachable states are kept (Quip; Gurfinkel and Ivrii, FMCAD 2015).
    /// Default off.
    pub may_obligations: bool,
    /// After each new frame the lemmas that are inductive together move to the infinity frame. Default off.
    pub inductive_subset: bool,
    /// Before an obligation is handled, one query asks whether its frame excludes it already. Default off.
    pub containment_check: bool,
    /// Obligations that come back this often are dropped; they are found again if needed. 0: never. Default 20.
    pub obligation_limit: usize,
    /// Solvers decide and propagate only in the cone of the query (rIC3, CAV 2025). Default on.
    pub domain: bool,
    /// Steps that queries have found are kept, and answer later queries. Not from the literature. Default on.
    pub known_steps: bool,
    /// Gives up beyond this many frames; 0: never. Default 0.
    pub max_frames: usize,
}

impl Default for Ic3Options {
    fn default() -> Ic3Options {
        Ic3Options {
            seed: 0,
            lifting: Lifting::Justification,
            lifting_rounds: 2,
            generalisation: Generalisation::Ctg,
            ctg_depth: 1,
            ctg_limit: 3,
            adaptive_ctg: true,
            parent_lemma: false,
            propagation: Propagation::Eager,
            requeue: true,
            may_obligations: false,
            inductive_subset: false,
            containment_check: false,
            obligation_limit: 20,
            domain: true,
            known_steps: true,
            max_frames: 0,
        }
    }
}
