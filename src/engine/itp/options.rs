//! The techniques of model checking by interpolation, each a field.

use crate::engine::ic3::{Generalisation, SearchOptions};
use crate::model::Depth;
use crate::solver::smt::Strength;

/// The way in which interpolants become an invariant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Form {
    /// Images of one set after the other, by one interpolant each (McMillan, CAV 2003).
    McMillan,
    /// One sequence of interpolants a depth; those of all depths are joined (Vizel and Grumberg, FMCAD 2009).
    Sequence,
    /// The sequence strengthens the frames of IC3 (Vizel and Gurfinkel, CAV 2014).
    Avy,
}

/// Settings of [`Itp`](super::Itp) and [`SystemItp`](super::SystemItp).
#[derive(Clone, PartialEq, Debug)]
pub struct ItpOptions {
    /// Default Avy.
    pub form: Form,
    /// Seed of the solvers. Default 0.
    pub seed: u64,
    /// The strength of interpolants. Default strong.
    pub strength: Strength,
    /// Proofs that are searched for to find a small interpolant, at least 1. Default 2.
    pub proofs: usize,
    /// The longest run that a query asks about; `None`: any. Default `None`.
    pub max_depth: Option<Depth>,
    /// IC3's techniques, for [`Form::Avy`]. Default as for circuits, but generalisation is linear.
    pub search: SearchOptions,
}

impl Default for ItpOptions {
    fn default() -> ItpOptions {
        ItpOptions {
            form: Form::Avy,
            seed: 0,
            strength: Strength::Strong,
            proofs: 2,
            max_depth: None,
            search: SearchOptions { generalisation: Generalisation::Linear, ..SearchOptions::default() },
        }
    }
}
