//! Parameters that have the same constant value in every call, such as the size that all calls of a wrapper of `malloc`
//! pass on.
//!
//! A parameter counts if its function is only called by name, if the program only reads it, and if each call passes a
//! constant, or a parameter of this kind. A parameter that recursive calls pass on to itself is left out.

use super::facts::Facts;
use crate::base::HashMap;
use crate::c::read::syntax::{ExprId, ExprKind, FunctionId, ObjectId, Program};

/// The longest chain of wrappers.
const MOST_WRAPPERS: usize = 8;

/// Numbers that all integer types of four bytes or more hold.
const MOST_VALUE: i128 = i32::MAX as i128;

/// The values of parameters.
#[derive(Default, Debug)]
pub(super) struct Parameters {
    values: HashMap<ObjectId, i128>,
}

impl Parameters {
    pub fn of(program: &Program, facts: &Facts) -> Parameters {
        let mut found = Parameters::default();
        let (mut callees, mut loads) = (vec![false; program.expr_count()], vec![false; program.expr_count()]);
        let mut calls: Vec<Vec<ExprId>> = vec![Vec::new(); program.functions.len()];
        for id in program.exprs() {
            match program.expr(id).kind {
                ExprKind::Load(place) => loads[place.index()] = true,
                ExprKind::Call { callee, .. } => {
                    callees[callee.index()] = true;
                    if let ExprKind::Function(function) = program.expr(callee).kind {
                        calls[function.index()].push(id);
                    }
                }
                _ => {}
            }
        }
        let (mut is_open, mut is_changed) =
            (vec![false; program.functions.len()], vec![false; program.objects.len()]);
        for id in program.exprs() {
            match program.expr(id).kind {
                ExprKind::Function(function) => is_open[function.index()] |= !callees[id.index()],
                ExprKind::Object(object) => is_changed[object.index()] |= !loads[id.index()],
                _ => {}
            }
        }
        // `main` is called from outside, too.
        if let Some(main) = program.function_named("main") {
            is_open[main.index()] = true;
        }
        for _ in 0..MOST_WRAPPERS {
            let before = found.values.len();
            for at in (0..program.functions.len()).filter(|&at| !is_open[at] && !calls[at].is_empty()) {
                let function = program.function(FunctionId(at as u32));
                for (place, &object) in function.parameters.iter().enumerate() {
                    if is_changed[object.index()] || function.rest == Some(object) {
                        continue;
                    }
                    let mut passed = calls[at]
                        .iter()
                        .map(|&call| found.value(program, facts, *program.arguments(call).get(place)?));
                    if let Some(first) =
                        passed.next().flatten().filter(|&first| passed.all(|v| v == Some(first)))
                    {
                        found.values.insert(object, first);
                    }
                }
            }
            if found.values.len() == before {
                break;
            }
        }
        found
    }

    /// The value of an expression, if it is a constant or such a parameter.
    pub fn value(&self, program: &Program, facts: &Facts, mut id: ExprId) -> Option<i128> {
        loop {
            if let Some(value) = facts.constant(id) {
                return Some(value);
            }
            id = match program.expr(id).kind {
                ExprKind::Convert { operand, .. } if is_wide(program, id) => operand,
                ExprKind::Load(place) => match program.expr(place).kind {
                    ExprKind::Object(object) => {
                        let value = self.values.get(&object).copied();
                        return value.filter(|value| (0..=MOST_VALUE).contains(value));
                    }
                    _ => return None,
                },
                _ => return None,
            };
        }
    }
}

/// Whether a conversion keeps numbers up to [`MOST_VALUE`].
fn is_wide(program: &Program, id: ExprId) -> bool {
    let ty = program.expr(id).ty;
    program.types.integer_kind(ty).is_some() && program.types.size(ty).map_or(false, |size| size >= 4)
}
