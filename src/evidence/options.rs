//! Settings of the checkers.

/// How to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckOptions {
    /// Whether the solver's refutations pass the proof checker, too. Default no.
    pub proofs: bool,
}
