//! Images of variables, and the reasons why there may be none.

use super::number::Range;
use crate::base::Limit;
use crate::solver::term::{Sort, TermId, Terms};

/// The treatment of a sum that a word cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wraps {
    /// It wraps around, as words do.
    Kept,
    /// It is the number that it is.
    Ignored,
}

/// The reason why a system has no image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotLinear {
    /// A term that is not linear over integers, or one that is a number already.
    Term(TermId),
    /// The budget ran out.
    Limit(Limit),
}

/// A variable of the original, and its image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    pub original: TermId,
    pub image: TermId,
    /// For words: how their bits are read.
    pub range: Option<Range>,
}

/// Declares the image of a variable: an integer if it is a word.
pub(super) fn declared(to: &mut Terms, name: &str, original: TermId, range: Option<Range>) -> Image {
    let image = to.declare(name, range.map_or(Sort::Bool, |_| Sort::Int));
    Image { original, image, range }
}
