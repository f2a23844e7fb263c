//! The question about a function alone, and the contracts that are used for the answer.

use std::sync::Arc;

/// The functions whose contracts stand for their bodies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum UseContracts {
    /// None.
    #[default]
    None,
    /// All that have a contract, but for the one that is asked for.
    All,
    /// Functions of these names.
    Named(Vec<Arc<str>>),
}

/// The object to which a pointer leads of which a contract says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum PointerArguments {
    /// An object of its own, of one element.
    Fresh,
    /// An object of its own, of one element, or none.
    #[default]
    FreshOrNull,
}

/// The use of contracts of loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum LoopContracts {
    /// They are read, and dropped if they do not lead to a proof.
    #[default]
    On,
    /// They are read, and of other loops no more is guessed than the bounds of their counters.
    Counters,
    /// They are not read.
    Off,
    /// Each has to hold in each turn.
    Strict,
}

/// A function that is asked for, and the meaning of contracts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contracts {
    /// The function that is verified in the place of `main`.
    pub function: Option<Arc<str>>,
    /// The functions whose calls are replaced by their contracts.
    pub used: UseContracts,
    /// The use of contracts of loops.
    pub loops: LoopContracts,
    /// The meaning of pointers without a contract.
    pub pointers: PointerArguments,
}
