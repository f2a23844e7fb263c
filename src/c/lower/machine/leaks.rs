//! The places at which the lowering has to look for objects of the heap that are not freed.
//!
//! The edges there need all variables that hold addresses, which are known only at the end of the lowering. Until then
//! the automaton has a gap at each place.

use crate::c::lower::source_map::InstanceId;
use crate::c::read::source::Pos;
use crate::c::read::syntax::{FunctionId, ObjectId};
use crate::model::cfa::LocId;

/// A gap in the automaton.
#[derive(Clone, Debug)]
pub(in crate::c::lower) struct Gap {
    pub from: LocId,
    /// Where the run goes on; `None` where it ends.
    pub to: Option<LocId>,
    pub pos: Pos,
    pub call: (FunctionId, InstanceId),
    /// The local objects that exist.
    pub locals: Vec<ObjectId>,
    /// Whether each object has to be freed by now.
    pub is_end: bool,
    /// Whether a run that has come here may leave the loop at once, so that an object that is lost is found later.
    pub is_left_at_will: bool,
}
