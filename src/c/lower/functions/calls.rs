//! Calls: functions whose name tells their meaning, and bodies that are lowered in place.
//!
//! A call evaluates its arguments from left to right, assigns them to the variables of the parameters on one edge, and
//! lowers the body behind it. A `return` stores the value in the result store of the function and jumps to the location
//! behind the call. A call by pointer has one branch for each function that the pointer may point to.
//!
//! A parameter without argument, and a local object whose declaration a jump may skip, get arbitrary values when the
//! body begins: they have a value, but none that the program has set.

use crate::c::lower::analysis::special::{meaning, Meaning};
use crate::c::lower::machine::agenda::{Candidates, Frame, Task};
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::updates::Updates;
use crate::c::lower::machine::value::{Spot, Target, Value};
use crate::c::lower::source_map::Instance;
use crate::c::lower::stop::Stop;
use crate::c::read::property::{AskKind, Failure};
use crate::c::read::syntax::{ExprId, ExprKind, ExprList, FunctionId, StmtId, StmtKind};
use crate::c::read::types::{Type, TypeId, Types};
use crate::solver::term::{TermId, Terms};

/// The reason why a call whose arguments are not those of the function's type has no meaning here.
const MISFIT: &str = "a call through another type than that of the function";

impl Lowering<'_> {
    /// Begins a call: evaluates the pointer to the function, if the call is by pointer, and the arguments from left to
    /// right.
    pub(in crate::c::lower) fn start_call(
        &mut self,
        id: ExprId,
        callee: ExprId,
        arguments: ExprList,
    ) -> Result<(), Stop> {
        if self.builder.at().is_none() {
            let value = self.value_nowhere(self.program.expr(id).ty)?;
            self.values.set(id, value);
            return Ok(());
        }
        if self.known.is_of_runs(callee) {
            let value = self.default_value(self.program.expr(id).ty)?;
            self.values.set(id, value);
            return Ok(());
        }
        let mut operands = self.program.list(arguments).to_vec();
        if !matches!(self.program.expr(callee).kind, ExprKind::Function(_)) {
            operands.insert(0, callee);
        }
        if self.known.is_said_again(callee) {
            self.builder.trust();
            self.agenda.first(Task::Doubt);
        }
        self.agenda.first(Task::Finish(id));
        for (at, &operand) in operands.iter().enumerate().rev() {
            let later = operands[at + 1..].iter().rev().filter(|&&later| self.known.emits(later));
            later.for_each(|&later| self.agenda.first(Task::Keep(operand, later)));
            self.agenda.first(Task::Expr(operand));
        }
        Ok(())
    }

    /// Makes a call. The values of its arguments are known.
    pub(in crate::c::lower) fn finish_call(&mut self, id: ExprId) -> Result<(), Stop> {
        let (callee, list) = match self.program.expr(id).kind {
            ExprKind::Call { callee, arguments, .. } => (callee, self.program.list(arguments)),
            _ => return Ok(()),
        };
        let arguments = list.iter().map(|&argument| self.take(argument)).collect::<Result<Vec<_>, _>>()?;
        if let ExprKind::Function(function) = self.program.expr(callee).kind {
            return self.call(id, function, arguments);
        }
        let ways = match self.take(callee)? {
            Value::Pointer(ways) | Value::Lvalue(ways, _) => ways,
            _ => return self.refuse("expected a pointer to a function"),
        };
        let ty = self.program.expr(id).ty;
        self.builder.turn_to(self.program.expr(id).pos);
        let others = ways.iter().filter(|way| !matches!(way.target, Target::Function(_)));
        let others: Vec<TermId> = others.map(|way| way.guard).collect();
        let is_no_function = self.terms().or(&others);
        self.check_blank(&Value::Pointer(ways.clone()), id);
        self.end_at_numbers(&ways);
        self.builder.fail_if(is_no_function, Failure::Bounds);
        let from = match self.builder.at() {
            Some(at) => at,
            None => {
                let value = self.default_value(ty)?;
                self.values.set(id, value);
                return Ok(());
            }
        };
        let functions = ways.into_iter().rev().filter_map(|way| match way.target {
            Target::Function(function) => Some((way.guard, function)),
            _ => None,
        });
        let rest = functions.collect();
        let result = match self.program.types.size(ty) {
            Some(_) => Some(self.expr_store(id, ty)?),
            None => None,
        };
        let join = self.builder.location();
        let candidates = Candidates { call: id, rest, arguments, from, join, result };
        self.agenda.first(Task::Candidates(Box::new(candidates)));
        Ok(())
    }

    /// Calls the next function to which a pointer may point.
    pub(in crate::c::lower) fn next_candidate(
        &mut self,
        mut candidates: Box<Candidates>,
    ) -> Result<(), Stop> {
        let ty = self.program.expr(candidates.call).ty;
        let (call, join, result) = (candidates.call, candidates.join, candidates.result);
        self.builder.turn_to(self.program.expr(call).pos);
        let (guard, function) = match candidates.rest.pop() {
            Some(next) => next,
            None => {
                self.builder.enter(join);
                let value = match result {
                    Some(store) => self.store_value(store, ty)?,
                    None => Value::Void,
                };
                self.values.set(call, value);
                return Ok(());
            }
        };
        self.builder.stand_at(candidates.from);
        self.builder.assume(guard);
        self.check_type(call, function);
        let arguments = candidates.arguments.clone();
        let keep = result.map_or(Task::Drop(call), |store| Task::Save(call, store, ty));
        self.agenda.first_all([keep, Task::Jump(join), Task::Candidates(candidates)]);
        if let Err(stop) = self.call(call, function, arguments) {
            // The failure concerns only this candidate, so the others are still called.
            self.unsupported_under(Terms::TRUE, stop)?;
            let value = self.default_value(ty)?;
            self.values.set(call, value);
        }
        Ok(())
    }

    /// Calls a function. Its result is set at once, or by the tasks that lower its body.
    fn call(&mut self, id: ExprId, function: FunctionId, arguments: Vec<Value>) -> Result<(), Stop> {
        let expr = self.program.expr(id);
        self.builder.turn_to(expr.pos);
        if self.builder.at().is_none() {
            let value = self.value_nowhere(expr.ty)?;
            self.values.set(id, value);
            return Ok(());
        }
        let mut value = None;
        match self.checked_meaning(id, function, &arguments) {
            Meaning::Body => {
                self.check_arguments(id, &arguments)?;
                return self.call_body(id, function, arguments);
            }
            Meaning::Error(failure) => self.builder.fail_if(Terms::TRUE, failure),
            Meaning::End => self.end_run(function),
            Meaning::Assume => {
                let truth = self.first_truth(&arguments);
                self.builder.assume(truth);
            }
            Meaning::Assert => {
                let truth = self.first_truth(&arguments);
                let falsity = self.terms().not(truth);
                self.builder.fail_if(falsity, Failure::Assertion);
            }
            Meaning::Index => self.index_mark(&arguments)?,
            Meaning::OfRuns => {}
            Meaning::Renew => self.renew(id, &arguments)?,
            Meaning::Loop(is_head) => self.loop_mark(is_head, arguments.first())?,
            Meaning::Allocate(how) => value = Some(self.allocate(id, how, &arguments)?),
            Meaning::Free => self.free(arguments.first())?,
            Meaning::Float(op) => value = Some(self.float_operator(op, &arguments, expr.ty)?),
            Meaning::Fact(fact) => {
                let types = self.program.argument_types(id);
                value = Some(self.pointer_fact(fact, &arguments, &types)?);
            }
            Meaning::SwapBytes => value = Some(self.swapped(arguments.first(), expr.ty)?),
            Meaning::Refused(reason) => {
                let name = self.program.names.text(self.program.function(function).name);
                return self.refuse(format!("a call of `{}`: {}", name, reason));
            }
            Meaning::Any(is_promised) => {
                if !is_promised {
                    self.warn_of_unknown(function);
                    if !self.options.externs.are_pure(self.options.property) {
                        self.effects(function, &arguments)?;
                    }
                }
                value = Some(self.any_result(id, expr.ty)?);
            }
        }
        let value = match value {
            Some(value) => value,
            None => self.default_value(expr.ty)?,
        };
        self.values.set(id, value);
        Ok(())
    }

    /// The meaning of a call, whose arguments are checked if it depends on them.
    fn checked_meaning(&mut self, id: ExprId, function: FunctionId, arguments: &[Value]) -> Meaning {
        let meaning = meaning(self.program, self.program.function(function));
        if depends_on_arguments(meaning) {
            arguments.iter().for_each(|argument| self.check_blank(argument, id));
        }
        meaning
    }

    fn warn_of_unknown(&mut self, function: FunctionId) {
        let name = self.program.names.text(self.program.function(function).name);
        let effect = match self.options.externs.are_pure(self.options.property) {
            true => "it has no effect, and any result",
            false => "it may change what it reaches through its arguments or by name, and has any result",
        };
        let message = || format!("`{}` is not defined: {}", name, effect);
        self.warnings.of_function(function, self.builder.pos(), message);
    }

    fn first_truth(&mut self, arguments: &[Value]) -> TermId {
        arguments.first().map_or(Terms::TRUE, |value| self.truth(value))
    }

    /// An arbitrary result, of a function that is not defined.
    fn any_result(&mut self, id: ExprId, ty: TypeId) -> Result<Value, Stop> {
        let pos = self.builder.pos();
        if self.program.types.is_scalar(ty) {
            return self.ask(ty, AskKind::Call, pos);
        }
        if ty == Types::VOID {
            return Ok(Value::Void);
        }
        let store = self.expr_store(id, ty)?;
        self.ask_store(store, AskKind::Call, pos)?;
        self.store_value(store, ty)
    }

    /// The bytes of a number in reverse order.
    fn swapped(&mut self, value: Option<&Value>, ty: TypeId) -> Result<Value, Stop> {
        let value = match value {
            Some(value) => value.clone(),
            None => return self.refuse("expected an argument"),
        };
        if !self.numbers.is_words() {
            return self.refuse("the bytes of a number are swapped; use --integers words");
        }
        let number = self.number(&value, ty)?;
        let terms = self.terms();
        let bytes: Vec<_> =
            (0..terms.width(number) / 8).map(|at| terms.extract(number, 8 * at + 7, 8 * at)).collect();
        Ok(Value::Number(terms.concat_all(&bytes)))
    }

    /// The variables of the parameters, each with the value that a call gives it.
    pub(super) fn bound(
        &mut self,
        id: ExprId,
        function: FunctionId,
        arguments: Vec<Value>,
    ) -> Result<Vec<(TermId, TermId)>, Stop> {
        let types = self.program.argument_types(id);
        let parameters = self.program.function(function).parameters.clone();
        let mut changes = Updates::default();
        for (&parameter, (value, ty)) in parameters.iter().zip(arguments.into_iter().zip(types)) {
            let to = self.program.object(parameter).ty;
            let is_record = |ty| matches!(self.program.types.get(ty), Type::Record(_));
            let is_rest = self.program.function(function).rest == Some(parameter);
            if is_record(ty) != is_record(to) || (is_rest && ty != to) {
                return self.refuse(MISFIT);
            }
            let value = self.convert(value, ty, to)?;
            let store = self.object_store(parameter)?;
            let scalars = self.scalars(to, None)?;
            self.change(&mut changes, Terms::TRUE, store, Spot::at(0), &scalars, &value)?;
        }
        Ok(changes.into_list())
    }

    /// Lowers the body of a function in place of a call.
    fn call_body(&mut self, id: ExprId, function: FunctionId, arguments: Vec<Value>) -> Result<(), Stop> {
        let pos = self.builder.pos();
        if self.is_procedure(function) {
            return self.call_procedure(id, function, arguments);
        }
        if self.agenda.is_active(function) {
            let name = self.program.names.text(self.program.function(function).name);
            return self.give_up(format!("`{}` calls itself; recursion is not supported, use a loop", name));
        }
        let exit = self.builder.location();
        self.write_whole(id, function, &arguments, exit)?;
        let caller = self.frame()?.instance;
        let changes = self.bound(id, function, arguments)?;
        let given = self.program.arguments(id).len();
        let instance = self.builder.add_instance(Instance { function, caller: Some((caller, pos)) });
        self.push_frame(function, instance, Some(id), Some(exit));
        if changes.is_empty() {
            // The body has to begin at a location that belongs to the new call.
            let skip = self.builder.commands().skip();
            self.builder.edge(skip);
        } else {
            self.builder.assign(changes)
        }
        self.agenda.first(Task::Leave(id));
        self.enter_body(function, given)
    }

    /// Begins the body of a function. Parameters without argument, and local objects whose declarations a jump may
    /// skip, get arbitrary values first.
    pub(in crate::c::lower) fn enter_body(&mut self, function: FunctionId, given: usize) -> Result<(), Stop> {
        let program = self.program;
        let declared = program.function(function);
        let missing = declared.parameters.iter().skip(given).map(|&object| (object, AskKind::Parameter));
        let skipped = self.skipped(function).into_iter().map(|object| (object, AskKind::Skipped));
        let objects: Vec<_> = missing.chain(skipped).collect();
        let (mut commands, mut asks) = (Vec::new(), Vec::new());
        for (object, kind) in objects {
            if declared.rest == Some(object) {
                self.unsupported_under(Terms::TRUE, Stop::unsupported(self.builder.pos(), MISFIT))?;
                continue;
            }
            let store = self.object_store(object);
            let any = store.and_then(|store| self.any_store(store, kind, program.object(object).pos));
            match any {
                Ok((command, more)) => {
                    commands.push(command);
                    asks.extend(more);
                }
                Err(stop) => self.unsupported_under(Terms::TRUE, stop)?,
            }
        }
        if !commands.is_empty() {
            let command = self.builder.commands().sequence(&commands);
            let edge = self.builder.edge(command);
            self.builder.note_asks(edge, asks);
        }
        if self.agenda.is_outermost() && given == 0 && self.frame()?.exit.is_none() {
            self.assume_count(function)?;
        }
        self.agenda.first(Task::Fall);
        if let Some(body) = declared.body {
            self.agenda.first(Task::Stmt(body));
        }
        Ok(())
    }

    /// Assumes that `argc`, the first parameter of `main`, is 1 or more.
    fn assume_count(&mut self, main: FunctionId) -> Result<(), Stop> {
        let count = match self.program.function(main).parameters.first() {
            Some(&count) if self.program.types.integer_kind(self.program.object(count).ty).is_some() => count,
            _ => return Ok(()),
        };
        let ty = self.program.object(count).ty;
        let store = self.object_store(count)?;
        if let Value::Number(number) = self.store_value(store, ty)? {
            let (numbers, kind, is_signed) = (self.numbers, self.kind(ty), self.is_signed(Some(ty)));
            let one = numbers.constant(self.terms(), kind, 1);
            let less = numbers.less(self.terms(), is_signed, number, one);
            let fine = self.terms().not(less);
            self.builder.assume(fine);
        }
        Ok(())
    }

    /// The local objects of a function whose declarations a jump may skip, sorted. Those are the objects with a label
    /// or a `case` behind their declaration in the same block, at any depth.
    fn skipped(&self, function: FunctionId) -> Vec<crate::c::read::syntax::ObjectId> {
        let program = self.program;
        let statements = match self.known.body(function) {
            Some(body) => &body.statements,
            None => return Vec::new(),
        };
        let mut objects = Vec::new();
        let mut note = |list: &[StmtId], is_label_behind: bool| {
            let mut is_behind = is_label_behind;
            for &statement in list.iter().rev() {
                match program.stmt(statement).kind {
                    StmtKind::Declaration(object, _) if is_behind => objects.push(object),
                    _ => is_behind |= self.known.has_label(statement),
                }
            }
        };
        for &statement in statements {
            match program.stmt(statement).kind {
                StmtKind::Block(list, _) => note(program.statements(list), false),
                StmtKind::For { init, body, .. } => {
                    note(program.statements(init), self.known.has_label(body));
                }
                _ => {}
            }
        }
        objects.sort_unstable();
        objects.dedup();
        objects
    }

    /// Leaves a function at the end of its body, or by `return` without value. If the function has a result, it is
    /// arbitrary.
    pub(in crate::c::lower) fn fall(&mut self) -> Result<(), Stop> {
        let (function, exit) = {
            let frame = self.frame()?;
            (frame.function, frame.exit)
        };
        let body = self.program.function(function).body;
        if let (Some(exit), Some(body)) = (exit, body) {
            let pos = self.program.stmt(body).end;
            let ty = self.result_type(function);
            if self.builder.at().is_some() && self.program.types.size(ty).is_some() {
                self.builder.turn_to(pos);
                let call = self.frame()?.call;
                self.check_fall(call);
                let store = self.result_store(function)?;
                self.ask_store(store, AskKind::Result, pos)?;
            }
            self.builder.jump(exit);
        }
        self.leave_main();
        Ok(())
    }

    /// Ends `main`: the run ends, or continues with the functions of `atexit`. Any other function has jumped to its
    /// exit before, so that this has no effect.
    pub(super) fn leave_main(&mut self) {
        match self.after_main {
            Some(behind) => self.builder.jump(behind),
            None => self.look_behind_main(),
        }
        self.builder.end();
    }

    /// Leaves a function by `return` with the value of an expression.
    pub(in crate::c::lower) fn return_value(&mut self, id: ExprId) -> Result<(), Stop> {
        let (value, ty) = (self.take(id)?, self.program.expr(id).ty);
        if self.agenda.is_outermost() && self.frame()?.exit.is_none() {
            self.check_blank(&value, id);
        }
        let (function, exit) = {
            let frame = self.frame()?;
            (frame.function, frame.exit)
        };
        if let Some(exit) = exit {
            if self.builder.at().is_some() && self.program.types.size(ty).is_some() {
                let store = self.result_store(function)?;
                self.save(store, ty, &value)?;
            }
            self.builder.jump(exit);
        }
        self.leave_main();
        Ok(())
    }

    /// Continues behind a call, and sets its value.
    pub(in crate::c::lower) fn leave(&mut self, id: ExprId) -> Result<(), Stop> {
        let expr = self.program.expr(id);
        self.builder.turn_to(expr.pos);
        let frame = self.pop_frame();
        let (function, exit) = match frame {
            Some(Frame { function, exit: Some(exit), .. }) => (function, exit),
            _ => return self.refuse("a call without end"),
        };
        self.builder.enter(exit);
        self.end_objects_of(function);
        let ty = self.result_type(function);
        let value = if self.builder.at().is_some() && self.program.types.size(ty).is_some() {
            let store = self.result_store(function)?;
            let value = self.store_value(store, ty)?;
            self.convert(value, ty, expr.ty)?
        } else {
            self.default_value(expr.ty)?
        };
        self.values.set(id, value);
        Ok(())
    }
}

/// Whether a call depends on the values of its arguments at once. The body of a function gets them with their shadows.
fn depends_on_arguments(meaning: Meaning) -> bool {
    match meaning {
        Meaning::Body
        | Meaning::Float(_)
        | Meaning::SwapBytes
        | Meaning::Index
        | Meaning::Renew
        | Meaning::Loop(_)
        | Meaning::OfRuns => false,
        Meaning::Error(_)
        | Meaning::End
        | Meaning::Assume
        | Meaning::Assert
        | Meaning::Allocate(_)
        | Meaning::Free
        | Meaning::Fact(_)
        | Meaning::Refused(_)
        | Meaning::Any(_) => true,
    }
}
