//! The techniques of IC3 with SMT, each a field.

use crate::engine::ic3::system::FrameSolvers;
use crate::engine::ic3::{Generalisation, SearchOptions};

/// Ways to under-approximate the preimage of a cube (APPROX-PREIMAGE in Cimatti and Griggio, CAV 2012, §3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Preimage {
    /// The state of the model.
    Point,
    /// One cube: the literals of Trans that the model satisfies, with inputs and next values projected away as far as
    /// the model is concerned (model-based projection).
    Projection,
    /// One cube: the literals of `Projection`, projected exactly as far as they are about reals: the first cube of
    /// All-SMT (§6.1). With many bounds, and of integers and words, the projection is by the model.
    FirstCube,
    /// The exact preimage, cube by cube (Monniaux, LPAR 2008): the cubes of a target are enumerated in an order that
    /// does not depend on the frame, as far as the state of the model, and are remembered.
    Exact,
}

/// Ways to find the literals of a step that are projected: the model satisfies them, and they imply the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Implicant {
    /// Why the step is true in the model: of a false conjunction one false member, of a conditional the branch taken.
    Justified,
    /// The core of the contradiction between those and the negated step.
    Core,
    /// The values of all atoms, without those that the step does not need by three-valued evaluation (§6.1).
    DualRail,
}

/// The source of a lemma that excludes a blocked cube. Each is generalised afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Lemmas {
    /// The literals of the cube that are in the core of the refutation.
    Core,
    /// The clauses of an interpolant between the steps from the frame and the cube, where there is one in easy reach.
    Interpolant,
    /// The clause of the sums of the cube's inequalities that refute it, with Farkas' coefficients.
    Farkas,
}

/// Settings of [`Ic3Smt`](super::Ic3Smt).
#[derive(Clone, PartialEq, Debug)]
pub struct Ic3SmtOptions {
    /// Techniques that do not depend on terms. Default as for circuits, but generalisation is linear: predecessors are
    /// dearer here, those of counterexamples to generalisation included.
    pub search: SearchOptions,
    /// Seed of the solvers. Default 0.
    pub seed: u64,
    /// Default projection.
    pub preimage: Preimage,
    /// Default justified. Points have none.
    pub implicant: Implicant,
    /// Default core.
    pub lemmas: Lemmas,
    /// Default shared.
    pub solvers: FrameSolvers,
    /// Equalities of numbers in cubes are split into two bounds, either of which may then be dropped. Default on.
    pub split_equalities: bool,
}

impl Default for Ic3SmtOptions {
    fn default() -> Ic3SmtOptions {
        Ic3SmtOptions {
            search: SearchOptions { generalisation: Generalisation::Linear, ..SearchOptions::default() },
            seed: 0,
            preimage: Preimage::Projection,
            implicant: Implicant::Justified,
            lemmas: Lemmas::Core,
            solvers: FrameSolvers::Shared,
            split_equalities: true,
        }
    }
}
