//! The values of operands, which wait for the expressions that they belong to.
//!
//! The task that finishes an expression sets its value, and that of the expression around it takes it. An expression
//! is never evaluated inside of itself, for no function is lowered in place inside of itself; so one value for each is
//! enough, and parents ask for their operands by name.

use super::value::Value;
use crate::base::HashMap;
use crate::c::read::syntax::ExprId;

/// The values that were set and not taken.
#[derive(Default, Debug)]
pub(in crate::c::lower) struct Values(HashMap<ExprId, Value>);

impl Values {
    /// Sets the value of an expression. A value that was not taken, because runs were given up before, is replaced.
    pub fn set(&mut self, id: ExprId, value: Value) {
        self.0.insert(id, value);
    }

    /// Takes the value of an expression; `None` if it has none.
    pub fn take(&mut self, id: ExprId) -> Option<Value> {
        self.0.remove(&id)
    }

    /// Looks at the value of an expression.
    pub fn get(&self, id: ExprId) -> Option<&Value> {
        self.0.get(&id)
    }
}
