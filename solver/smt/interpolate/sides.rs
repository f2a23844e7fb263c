//! Cuts between formulas, and the sides of them on which a term or variable occurs.

/// The side of a cut that a term or variable belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Left,
    Right,
    Both,
}

/// The formulas in which a term or variable occurs, ascending.
#[derive(Clone, Default)]
pub(super) struct Occurrences(pub Vec<u32>);

impl Occurrences {
    /// Formulas are added in ascending order.
    pub fn add(&mut self, part: u32) {
        if self.0.last() != Some(&part) {
            self.0.push(part);
        }
    }

    pub fn join(&mut self, other: &Occurrences) {
        self.0.extend_from_slice(&other.0);
        self.0.sort_unstable();
        self.0.dedup();
    }

    pub fn side(&self, cut: Cut) -> Side {
        match self.0.iter().filter(|&&part| cut.is_left(part as usize)).count() {
            0 => Side::Right,
            n if n == self.0.len() => Side::Left,
            _ => Side::Both,
        }
    }
}

/// The formulas that one interpolant separates from the others: those of a subtree, from the first to the last.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    pub first: usize,
    pub last: usize,
}

impl Cut {
    pub fn is_left(self, part: usize) -> bool {
        self.first <= part && part <= self.last
    }
}
