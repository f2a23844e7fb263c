//! The two ways of checking.

/// The way in which derived clauses are justified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The checker propagates over all present clauses; hints are ignored.
    Propagation,
    /// The checker propagates over the hints only.
    Chains,
}
