//! The techniques of CTIGAR, each a field.

use crate::engine::ic3_ia::Ic3IaOptions;

/// The time at which a failure of the abstraction leads to new predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refinement {
    /// At once.
    Eager,
    /// When a chain of obligations has reached the initial states.
    Lazy,
}

/// Settings of [`Ctigar`](super::Ctigar).
#[derive(Clone, PartialEq, Debug)]
pub struct CtigarOptions {
    /// The search, the seed and the first predicates.
    pub ia: Ic3IaOptions,
    /// A state has a step into the target, but not all states with the same predicates have one. Default lazy.
    pub lifting: Refinement,
    /// An abstract cube has a predecessor, and the state that it was made for has none. Default eager.
    pub consecution: Refinement,
}

impl Default for CtigarOptions {
    fn default() -> CtigarOptions {
        CtigarOptions {
            ia: Ic3IaOptions::default(),
            lifting: Refinement::Lazy,
            consecution: Refinement::Eager,
        }
    }
}
