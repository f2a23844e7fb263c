//! Marks of loops that are cut, and of indices, until the automaton is complete ([`functions::cuts`]).
//!
//! [`functions::cuts`]: crate::c::lower::functions

use crate::c::lower::source_map::InstanceId;
use crate::c::read::source::Pos;
use crate::model::cfa::LocId;
use crate::solver::term::TermId;

/// A loop that is cut.
#[derive(Debug)]
pub(in crate::c::lower) struct Cut {
    /// The number of the loop in the program, and the call in which it is.
    pub key: (TermId, InstanceId),
    pub pos: Pos,
    /// The locations before and behind the mark at the head. The edge between them is added when all others are there.
    pub from: LocId,
    pub head: LocId,
    /// The location at the end of a turn; `None` if no turn ends.
    pub back: Option<LocId>,
}

/// A mark that says that a chosen number is an index.
#[derive(Debug)]
pub(in crate::c::lower) struct Mark {
    pub number: TermId,
    /// The number is the index.
    pub equality: TermId,
    pub pos: Pos,
    pub from: LocId,
    pub to: LocId,
}
