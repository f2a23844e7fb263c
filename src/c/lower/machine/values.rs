//! The values of operands that are evaluated, until the expression around them takes them.
//!
//! The task that finishes an expression sets its value, and the task of the expression around it takes the value. For
//! `a + b`, the tasks for `a` and `b` each set a value, and the task for the sum takes both by their names.
//!
//! One value for each expression is enough, because an expression is never evaluated inside of itself: no function is
//! lowered in place inside of itself.

use super::value::Value;
use crate::base::HashMap;
use crate::c::read::syntax::ExprId;

/// The values that were set and not taken.
#[derive(Default, Debug)]
pub(in crate::c::lower) struct Values(HashMap<ExprId, Value>);

impl Values {
    /// Sets the value of an expression. It replaces a value that was not taken because the task around it failed.
    pub fn set(&mut self, id: ExprId, value: Value) {
        self.0.insert(id, value);
    }

    /// Takes the value of an expression; `None` if it has none.
    pub fn take(&mut self, id: ExprId) -> Option<Value> {
        self.0.remove(&id)
    }

    /// The value of an expression, which stays.
    pub fn get(&self, id: ExprId) -> Option<&Value> {
        self.0.get(&id)
    }
}
