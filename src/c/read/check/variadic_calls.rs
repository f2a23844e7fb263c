//! Finds out which calls belong to which variadic functions, and how many arguments each function needs room for (see
//! `variadic`).
//!
//! If no pointer can point to a function, only the calls by its name belong to it, and it has room for the most
//! arguments of these. All functions to which pointers may point have the same room, for the most arguments of all
//! their calls and of the calls through pointers. So a call need not know which of them it calls.

use super::super::syntax::{ExprId, ExprKind, FunctionId, ObjectId, Program, ScopeId};
use super::super::types::{Prototype, RecordId, Type, TypeId};
use crate::base::HashMap;

/// An argument of a call for which the function has no parameter, and the expressions that are reserved for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extra {
    pub(super) value: ExprId,
    pub(super) reserved: [ExprId; 3],
}

/// All arguments of a call for which the function has no parameter.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    pub(super) extras: Vec<Extra>,
    /// The compound literal, and its value.
    pub(super) reserved: [ExprId; 2],
    pub(super) function: FunctionId,
    pub(super) scope: ScopeId,
}

/// A call by the type of a variadic function.
#[derive(Clone, Debug)]
pub(super) struct VariadicCall {
    pub(super) call: ExprId,
    pub(super) rest: Rest,
}

/// A function that has got a parameter for its variable arguments.
#[derive(Clone, Debug)]
pub(super) struct Taker {
    pub function: FunctionId,
    pub parameter: ObjectId,
    /// The expressions that are reserved for the parameter's address: the object, the pointer, and the position.
    pub starts: Vec<[ExprId; 3]>,
}

/// The variable arguments of a program.
#[derive(Default, Debug)]
pub(in crate::c::read) struct Variadic {
    /// The structure of a list.
    pub(super) list: Option<TypeId>,
    pub(super) slot: Option<(TypeId, RecordId)>,
    /// By class: the type of the member for it. A `va_arg` reads each.
    pub(super) read: Vec<TypeId>,
    pub(super) takers: Vec<Taker>,
    pub(super) calls: Vec<VariadicCall>,
}

/// The calls and functions that belong together: those with the same type of the parameter for the rest.
pub(super) struct Plan {
    /// By function: its position among the takers.
    taker: HashMap<FunctionId, usize>,
    /// By taker: its group. The last group is that of the functions to which pointers may point.
    pub groups: Vec<usize>,
    /// By taker: the number of its parameters.
    parameters: Vec<usize>,
    /// By group: the most arguments without parameter.
    pub rooms: Vec<u64>,
    /// Whether a pointer may point to a taker.
    is_any_shared: bool,
    /// The calls of takers that were noted, with the group.
    fitting: HashMap<ExprId, usize>,
}

impl Plan {
    pub fn new(program: &Program, takers: &[Taker]) -> Plan {
        let mut is_callee = vec![false; program.expr_count()];
        for id in program.exprs() {
            if let ExprKind::Call { callee, .. } = program.expr(id).kind {
                is_callee[callee.index()] = true;
            }
        }
        let mut is_shared = vec![false; program.functions.len()];
        for id in program.exprs().filter(|id| !is_callee[id.index()]) {
            if let ExprKind::Function(function) = program.expr(id).kind {
                is_shared[function.index()] = true;
            }
        }
        let shared = takers.len();
        let group =
            |(at, taker): (usize, &Taker)| if is_shared[taker.function.index()] { shared } else { at };
        let groups: Vec<usize> = takers.iter().enumerate().map(group).collect();
        let parameters = |taker: &Taker| program.function(taker.function).parameters.len();
        Plan {
            taker: takers.iter().enumerate().map(|(at, taker)| (taker.function, at)).collect(),
            is_any_shared: groups.contains(&shared),
            groups,
            parameters: takers.iter().map(parameters).collect(),
            rooms: vec![0; shared + 1],
            fitting: HashMap::default(),
        }
    }

    /// Notes a call by the type of a variadic function, with `extras` arguments that have no parameter.
    pub fn note(&mut self, program: &Program, call: ExprId, extras: usize) {
        let (callee, count) = match program.expr(call).kind {
            ExprKind::Call { callee, arguments, .. } => (callee, arguments.len()),
            _ => return,
        };
        let group = match program.expr(callee).kind {
            ExprKind::Function(function) => match self.taker.get(&function) {
                Some(&at) if count == self.parameters[at] + extras => self.groups[at],
                Some(_) | None => return,
            },
            _ if self.is_any_shared => self.groups.len(),
            _ => return,
        };
        self.rooms[group] = self.rooms[group].max(extras as u64);
        self.fitting.insert(call, group);
    }

    pub fn group_of(&self, call: ExprId) -> Option<usize> {
        self.fitting.get(&call).copied()
    }

    /// The calls that may be those of takers, and pass arguments in another way.
    pub fn refused(&self, program: &Program) -> Vec<ExprId> {
        let has_prototype = |callee: ExprId| {
            let types = &program.types;
            match types.pointee(program.expr(callee).ty).map(|ty| types.get(ty)) {
                Some(Type::Function(id)) => types.function(id).prototype != Prototype::Unspecified,
                _ => true,
            }
        };
        let is_refused = |&id: &ExprId| match program.expr(id).kind {
            ExprKind::Call { callee, .. } if !self.fitting.contains_key(&id) => {
                match program.expr(callee).kind {
                    ExprKind::Function(function) => self.taker.contains_key(&function),
                    _ => self.is_any_shared && !has_prototype(callee),
                }
            }
            _ => false,
        };
        program.exprs().filter(is_refused).collect()
    }
}
