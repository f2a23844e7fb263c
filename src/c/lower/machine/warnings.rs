//! Remarks for the user on functions of the program, such as that a function is not defined.
//!
//! A function may be lowered in place many times, so a remark on it is made only once.

use crate::base::HashSet;
use crate::c::read::source::Pos;
use crate::c::read::syntax::FunctionId;

/// The remarks.
#[derive(Default, Debug)]
pub(in crate::c::lower) struct Warnings {
    list: Vec<(Pos, String)>,
    functions: HashSet<FunctionId>,
}

impl Warnings {
    /// Adds a remark on a function, unless there is one.
    pub fn of_function(&mut self, function: FunctionId, pos: Pos, message: impl FnOnce() -> String) {
        if self.functions.insert(function) {
            self.list.push((pos, message()));
        }
    }

    /// All remarks, in the order in which they were made.
    pub fn finish(self) -> Vec<(Pos, String)> {
        self.list
    }
}
