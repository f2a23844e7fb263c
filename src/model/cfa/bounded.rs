//! Programs whose runs all end after a bounded number of turns of each loop.

/// The claim that a program is safe since its loops end: each time that a run reaches a loop of the
/// [order](super::Order) of the locations it makes at most `turns` turns, and no run of this kind reaches the error
/// location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounded {
    /// The most turns of a loop: the number of times that a run comes back to its head before it leaves the loop.
    pub turns: u64,
}
