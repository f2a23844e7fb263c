//! The techniques of Tree-IC3, each a field.

use crate::solver::smt::Strength;

/// The way in which a path to the error is refuted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refutation {
    /// Cube by cube, as IC3 blocks (CAV'12, Figure 2).
    Blocking,
    /// By the clauses of interpolants (CAV'12, §5).
    Clauses,
    /// By interpolants as they are (McMillan, CAV 2006).
    Interpolants,
    /// Cube by cube over predicates, which are the atoms of interpolants (Cimatti, Griggio, Mover, Tonetta, TACAS
    /// 2014).
    Predicates,
}

/// The way to go on when the clauses of an interpolant are too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Beyond {
    /// The path is refuted by blocking.
    Blocking,
    /// The interpolant is taken as it is.
    Whole,
}

/// The formulas of a node that are tried at a later node of the same location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Strengthening {
    /// None.
    Off,
    /// Each formula for itself.
    Each,
    /// All of them or none (*forced covering* in McMillan, CAV 2006).
    All,
}

/// Settings of [`TreeIc3`](super::TreeIc3). The default is TREE-IC3+ITP of the paper.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeIc3Options {
    /// Default [`Refutation::Clauses`].
    pub refutation: Refutation,
    /// The clauses of an interpolant may be larger than itself by this factor. Default 5.
    pub cnf_factor: usize,
    /// Default [`Beyond::Blocking`].
    pub beyond: Beyond,
    /// Default [`Strengthening::Each`].
    pub strengthening: Strengthening,
    /// Whether formulas of a node are tried at its successors. Default true.
    pub propagation: bool,
    /// The strength of interpolants. Default strong.
    pub strength: Strength,
    /// Seed of the solvers. Default 0.
    pub seed: u64,
}

impl Default for TreeIc3Options {
    fn default() -> TreeIc3Options {
        TreeIc3Options {
            refutation: Refutation::Clauses,
            cnf_factor: 5,
            beyond: Beyond::Blocking,
            strengthening: Strengthening::Each,
            propagation: true,
            strength: Strength::Strong,
            seed: 0,
        }
    }
}

impl TreeIc3Options {
    /// TREE-IC3 of the paper, without interpolants.
    pub fn tree_ic3() -> TreeIc3Options {
        TreeIc3Options { refutation: Refutation::Blocking, ..TreeIc3Options::default() }
    }

    /// TREE-IC3 with implicit abstraction (Cimatti, Griggio, Mover, Tonetta, TACAS 2014).
    pub fn tree_ic3_ia() -> TreeIc3Options {
        TreeIc3Options { refutation: Refutation::Predicates, ..TreeIc3Options::default() }
    }

    /// TREE-IC3+ITP-MONO of the paper: nodes are strengthened by all formulas of an ancestor or by none.
    pub fn tree_ic3_itp_mono() -> TreeIc3Options {
        TreeIc3Options { strengthening: Strengthening::All, ..TreeIc3Options::default() }
    }

    /// TREE-ITP of the paper: lazy abstraction with interpolants (McMillan, CAV 2006).
    pub fn tree_itp() -> TreeIc3Options {
        TreeIc3Options {
            refutation: Refutation::Interpolants,
            strengthening: Strengthening::All,
            propagation: false,
            ..TreeIc3Options::default()
        }
    }
}
