//! Settings of the checkers.

/// The depth of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckOptions {
    /// Whether the solver's refutations pass the proof checker, too. Default no.
    pub proofs: bool,
}
