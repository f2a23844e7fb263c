//! The techniques of the search, each a field.

/// Ways to enlarge a blocked cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Generalisation {
    /// By the core of the query alone.
    Core,
    /// By an interpolant of the query: the shortest of its clauses that excludes the cube takes the place of the core,
    /// and its other clauses become lemmas, too (Lange 2018, Theorem 3.2). For circuits; elsewhere the same as the
    /// core.
    Interpolant,
    /// Literals are dropped one after the other (Lange 2018, Algorithm 10).
    Linear,
    /// Halves are dropped first (Lange 2018, Algorithm 11).
    Binary,
    /// Linear, and counterexamples to generalisation are blocked in turn (Hassan, Bradley, Somenzi, FMCAD 2013).
    Ctg,
    /// By the returns of the obligation, its *activity*: linear at first, then CTG, then CTG with larger limits (rIC3,
    /// CAV 2025).
    Dynamic,
    /// By what it gave before: one of several limits for counterexamples to generalisation, none among them, is drawn
    /// for each lemma, mostly the one that has dropped the most literals a query lately (a bandit, as in rIC3 of 2026).
    Learnt,
}

/// Occasions on which lemmas are pushed to higher frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Propagation {
    /// All of them, after each new frame.
    Plain,
    /// Besides, each new lemma at once, as far as it goes.
    Eager,
    /// After each new frame and whenever the witness against pushing has been blocked (Suda 2013).
    Triggered,
}

/// Settings of a [`Search`](super::Search). Every field is one technique, of the literature where a source is named.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchOptions {
    /// Default CTG.
    pub generalisation: Generalisation,
    /// The depth to which counterexamples to generalisation are followed. Default 1.
    pub ctg_depth: usize,
    /// The number of them that are blocked for one literal. Default 3.
    pub ctg_limit: usize,
    /// Counterexamples to generalisation are left alone, but for a sample, while they hardly ever help. Default on.
    pub adaptive_ctg: bool,
    /// Literals of a lemma that the previous frame has for the cube are dropped last (Xia et al., CAV 2023).
    /// Default off: here it cost more than it gave.
    pub parent_lemma: bool,
    /// Number of literal orders tried per cube; the shortest lemma is kept. Default 1.
    pub orders: usize,
    /// Counterexamples to propagation, states that keep a lemma from the next frame, that are blocked for one lemma
    /// (rIC3, 2026). Default 0.
    pub ctp_limit: usize,
    /// Default eager.
    pub propagation: Propagation,
    /// A blocked obligation comes back at the next frame (Bradley 2011). Default on.
    pub requeue: bool,
    /// Lemmas are pushed as may-obligations, also beyond the frame that the search has come to, and reachable states
    /// are kept (Quip; Ivrii and Gurfinkel, FMCAD 2015). Default off.
    pub may_obligations: bool,
    /// After each new frame the lemmas that are inductive together move to the infinity frame. Default off.
    pub inductive_subset: bool,
    /// Before an obligation is handled, one query asks whether its frame excludes it already. Default off.
    pub containment_check: bool,
    /// Obligations that come back this often are dropped; they are found again if needed. 0: never. Default 20.
    pub obligation_limit: usize,
    /// Gives up beyond this many frames; 0: never. Default 0.
    pub max_frames: usize,
}

impl SearchOptions {
    /// The search of the first paper alone (Bradley, VMCAI 2011), without the techniques that came later. Bounds of
    /// those that are off are as by default.
    pub fn plain() -> SearchOptions {
        SearchOptions {
            generalisation: Generalisation::Linear,
            ctg_depth: 1,
            ctg_limit: 3,
            adaptive_ctg: false,
            parent_lemma: false,
            orders: 1,
            ctp_limit: 0,
            propagation: Propagation::Plain,
            requeue: true,
            may_obligations: false,
            inductive_subset: false,
            containment_check: false,
            obligation_limit: 0,
            max_frames: 0,
        }
    }
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            generalisation: Generalisation::Ctg,
            ctg_depth: 1,
            ctg_limit: 3,
            adaptive_ctg: true,
            parent_lemma: false,
            orders: 1,
            ctp_limit: 0,
            propagation: Propagation::Eager,
            requeue: true,
            may_obligations: false,
            inductive_subset: false,
            containment_check: false,
            obligation_limit: 20,
            max_frames: 0,
        }
    }
}
