//! Facts about the function that is asked for, while its tokens are made.

use crate::c::read::source::Pos;
use crate::c::read::token::Token;

/// The numbers that are chosen when the program begins.
#[derive(Clone, Copy, Default)]
pub(super) struct Chosen {
    /// The number of indices that are chosen for reads.
    pub indices: usize,
    /// The number of reads so far.
    pub reads: usize,
    /// Whether the tokens belong to the function that is asked for.
    pub is_asked: bool,
}

/// A variable that counts the turns of a loop around the present place.
#[derive(Clone, Copy)]
pub(super) struct Counter {
    pub name: Token,
    /// The first value, the value at which the loop ends, and the step.
    pub first: u64,
    pub bound: u64,
    pub step: u64,
}

/// The conditions of the function that is asked for.
#[derive(Default)]
pub(super) struct Conditions {
    pub ensured: Vec<Vec<Token>>,
    pub required: Vec<Vec<Token>>,
    /// The loops around the present place, from outside.
    pub counters: Vec<Counter>,
    /// The invariants that were guessed, with the places of their loops.
    pub guessed: Vec<(Pos, String)>,
}
