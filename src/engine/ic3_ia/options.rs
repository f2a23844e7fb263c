//! The techniques of IC3 with implicit abstraction, each a field.

use crate::engine::ic3::{Generalisation, SearchOptions};

/// Settings of [`Ic3Ia`](super::Ic3Ia).
#[derive(Clone, PartialEq, Debug)]
pub struct Ic3IaOptions {
    /// Techniques that do not depend on terms. Default as for circuits, but generalisation is linear.
    pub search: SearchOptions,
    /// Seed of the solvers. Default 0.
    pub seed: u64,
    /// Predicates are the atoms of Init. Default on.
    pub from_init: bool,
    /// And those of the bad states. Default on.
    pub from_bad: bool,
    /// And those of Trans that are about the present state only. Default off.
    pub from_trans: bool,
    /// And the hints of the system. Default on.
    pub from_hints: bool,
}

impl Default for Ic3IaOptions {
    fn default() -> Ic3IaOptions {
        Ic3IaOptions {
            search: SearchOptions { generalisation: Generalisation::Linear, ..SearchOptions::default() },
            seed: 0,
            from_init: true,
            from_bad: true,
            from_trans: false,
            from_hints: true,
        }
    }
}
