//! Calls: of functions with a body, and of functions whose name tells their meaning.
//!
//! A call of a function with a body makes the objects of the function, copies the arguments to the parameters, and puts
//! the body on the stack of tasks. `return` releases the objects and drops all tasks and values of the call. Any other
//! function is carried out here at once, by its [`Meaning`].

use super::asks::ASKED;
use super::floats::libm;
use super::machine::{Machine, Stop, Task};
use super::meaning::{Allocator, Meaning};
use super::number::Integer;
use super::options::Quiet;
use super::pointer::{Pointer, Scalar};
use super::shape::Activation;
use super::value::{Place, Value};
use crate::c::read::EXITS;
use crate::c::{
    AskKind, ExprId, ExprKind, Failure, FloatOperator, FloatingKind, FunctionId, ObjectId, PointerFact, Pos,
    Type, TypeId, Types,
};

/// The reason why a call whose arguments are not those of the function's type has no meaning here.
const MISFIT: &str = "a call through another type than that of the function";

/// A call whose arguments are on the stack of values.
#[derive(Clone, Copy)]
struct Call<'p> {
    id: ExprId,
    ty: TypeId,
    pos: Pos,
    arguments: &'p [ExprId],
    /// The position of the first argument on the stack.
    first: usize,
    /// The position of the result.
    bottom: usize,
}

impl Machine<'_> {
    /// Calls `main`, whose parameters have arbitrary values.
    pub fn call_main(&mut self, main: FunctionId) -> Result<(), Stop> {
        let result = self.result_of(main);
        self.enter(main, result, 0, None)?;
        let program = self.program;
        let pos = program.function(main).pos;
        for &parameter in &program.function(main).parameters {
            self.ask_parameter(main, parameter, pos)?;
        }
        if let Some(&count) = program.function(main).parameters.first() {
            self.assume_count(count)?;
        }
        self.begin(main)
    }

    /// Ends the run quietly if `argc`, the first parameter of `main`, is less than 1. Linux tells each program its own
    /// name.
    fn assume_count(&mut self, count: ObjectId) -> Result<(), Stop> {
        let declared = self.program.object(count);
        let integer = match Integer::of(&self.program.types, declared.ty) {
            Some(integer) => integer,
            None => return Ok(()),
        };
        let at = self.state.memory.start(self.slot(count));
        match self.state.memory.cells.read_integer(at, integer, &self.state.memory.table) {
            Ok(Scalar::Number(number)) if number < 1 => Err(self.quiet(Quiet::Assumption, declared.pos)),
            _ => Ok(()),
        }
    }

    /// Makes a call. The arguments are on the stack, and below them the pointer if the call is by pointer.
    pub fn call(&mut self, id: ExprId) -> Result<(), Stop> {
        let program = self.program;
        let expr = program.expr(id);
        let (callee, arguments) = match expr.kind {
            ExprKind::Call { callee, arguments, .. } => (program.expr(callee).kind, program.list(arguments)),
            _ => return Err(self.unsupported(expr.pos, "this call")),
        };
        let first = self.state.values.len().saturating_sub(arguments.len());
        let (function, bottom) = match callee {
            ExprKind::Function(function) => (function, first),
            _ => {
                self.decide();
                match self.state.values.get(first.wrapping_sub(1)) {
                    Some(Value::Pointer(Pointer::Function(function))) => (*function, first - 1),
                    Some(&Value::Pointer(pointer)) => return Err(self.no_function(pointer, expr.pos)),
                    other => return Err(self.no_pointer(other, expr.pos)),
                }
            }
        };
        if let (ExprKind::Call { callee, .. }, true) = (expr.kind, bottom < first) {
            self.check_type(callee, function, expr.pos)?;
        }
        let call = Call { id, ty: expr.ty, pos: expr.pos, arguments, first, bottom };
        self.open_arguments(self.shape.meanings[function.index()], first, expr.pos)?;
        match self.shape.meanings[function.index()] {
            Meaning::Body => self.call_body(function, call),
            Meaning::Any(_) if self.options.determined && self.libm_answer(function).is_none() => {
                Err(self.unsupported(call.pos, ASKED))
            }
            Meaning::Any(is_promised) => self.call_any(function, call, is_promised),
            Meaning::Error(failure) => Err(self.failed(failure, call.pos)),
            Meaning::End => {
                let is_end = EXITS.contains(&self.program.names.text(self.program.function(function).name));
                self.check_end(call.pos, Some(call.pos), is_end)?;
                Err(self.quiet(Quiet::Stopped, call.pos))
            }
            Meaning::Refused(reason) => Err(self.unsupported(call.pos, reason)),
            Meaning::Assume | Meaning::Assert if arguments.is_empty() => {
                Err(self.unsupported(call.pos, "this function without argument"))
            }
            Meaning::Assume => match self.argument_truth(first)? {
                true => self.returned(call),
                false => Err(self.quiet(Quiet::Assumption, call.pos)),
            },
            Meaning::Assert => match self.argument_truth(first)? {
                true => self.returned(call),
                false => Err(self.failed(Failure::Assertion, call.pos)),
            },
            Meaning::Mark => self.returned(call),
            Meaning::Index => self.index(call),
            Meaning::Renew => self.renew(call),
            Meaning::Allocate(how) => self.call_allocator(call, how),
            Meaning::Free => self.call_free(call),
            Meaning::Print => self.print(call),
            Meaning::SwapBytes => self.swap_bytes(call),
            Meaning::Float(op) => self.call_float(call, op),
            Meaning::Fact(fact) => self.call_fact(call, fact),
        }
    }

    /// Ends the run unless an index is the number that was chosen for it.
    fn index(&mut self, call: Call<'_>) -> Result<(), Stop> {
        self.decide();
        match self.state.values.get(call.first..call.first + 2) {
            Some([Value::Number(chosen), Value::Number(index)]) if chosen == index => self.returned(call),
            _ => Err(self.quiet(Quiet::Assumption, call.pos)),
        }
    }

    /// Gives bytes of an object any values.
    fn renew(&mut self, call: Call<'_>) -> Result<(), Stop> {
        self.decide();
        match self.state.values.get(call.first..call.first + 2) {
            Some(&[Value::Pointer(pointer), Value::Number(size)])
                if self
                    .state
                    .memory
                    .room(pointer)
                    .map_or(false, |room| size >= 0 && i128::from(room) >= size) =>
            {
                self.ask_bytes(pointer, size as u64, call.pos)?;
                self.returned(call)
            }
            _ => Err(self.unsupported(call.pos, "bytes outside of an object get any values")),
        }
    }

    /// Calls a function with a body.
    fn call_body(&mut self, function: FunctionId, call: Call<'_>) -> Result<(), Stop> {
        self.check_arguments(call.id, call.first)?;
        self.step(None)?;
        self.observer.call(call.id);
        self.enter(function, call.ty, call.bottom, Some(call.id))?;
        self.bind(function, call.arguments, call.first, call.pos)?;
        self.state.values.truncate(call.bottom);
        self.begin(function)
    }

    /// Calls a function with an arbitrary result.
    fn call_any(&mut self, function: FunctionId, call: Call<'_>, is_promised: bool) -> Result<(), Stop> {
        self.observer.call(call.id);
        if !is_promised && !self.options.externs.are_pure(self.options.property) {
            self.effects(call.first, call.arguments, call.pos)?;
        }
        self.state.values.truncate(call.bottom);
        // The type is that of the call, since a call before the declaration expects an `int`.
        let value = match self.libm_answer(function) {
            Some(bits) => {
                if !self.options.determined {
                    self.any_value(call.pos, AskKind::Call, call.ty)?;
                }
                Value::Floating(FloatingKind::Double, bits)
            }
            None => self.any_value(call.pos, AskKind::Call, call.ty)?,
        };
        self.observer.returned(call.id, number(&value));
        self.push(value);
        Ok(())
    }

    /// The result of a function of the C library that leaves it open, if this machine's libm has it.
    fn libm_answer(&self, function: FunctionId) -> Option<u128> {
        let is_open = self.options.platform
            && self.program.names.text(self.program.function(function).name) == libm::ANY;
        if is_open {
            self.of_libm()
        } else {
            None
        }
    }

    fn call_allocator(&mut self, call: Call<'_>, how: Allocator) -> Result<(), Stop> {
        let program = self.program;
        if program.types.size(call.ty) != Some(program.types.options().pointer_size()) {
            let reason = "an object of the heap whose address the result cannot hold";
            return Err(self.unsupported(call.pos, reason));
        }
        self.decide();
        let types = program.argument_types(call.id);
        let pointer = self.new_on_heap(how, call.first, &types, call.pos)?;
        self.state.values.truncate(call.bottom);
        self.push(Value::Pointer(pointer));
        Ok(())
    }

    /// Tells the observer a character that the program prints.
    fn print(&mut self, call: Call<'_>) -> Result<(), Stop> {
        let arguments = &self.state.values[call.first..];
        if let [Value::Pointer(Pointer::Number(stream)), Value::Number(c)] = *arguments {
            match u8::try_from(c) {
                Ok(byte) => self.observer.printed(stream, byte),
                Err(_) => {
                    let place = self.place_in_program(call.pos);
                    self.observer.not_printed(place);
                }
            }
        }
        self.returned(call)
    }

    /// The end of the run by a call through a value that is no pointer, or was never stored.
    fn no_pointer(&self, value: Option<&Value>, pos: Pos) -> Stop {
        match value {
            Some(Value::Blank(_)) => self.fail(Failure::Uninitialised, pos),
            _ => self.unsupported(pos, "a call through a value that is no pointer"),
        }
    }

    /// The end of the run by a call through a pointer that does not point to a function. It is an error, or it ends the
    /// run as on a machine. A number that is not null may be the address of a function, so the run is given up.
    fn no_function(&mut self, pointer: Pointer, pos: Pos) -> Stop {
        if self.options.checks(Failure::Bounds) {
            self.through = Some(pointer);
            return self.fail(Failure::Bounds, pos);
        }
        let place = Place { pointer, first: 0, width: 0, pos };
        match self.check_number(place) {
            Err(stop @ (Stop::Error(_) | Stop::Interrupted(_))) => stop,
            Ok(()) | Err(Stop::End(_)) => self.quiet(Quiet::NoFunction, pos),
        }
    }

    /// The place in the program's own text: `pos` itself, or the call that led into the library if `pos` is there.
    pub fn place_in_program(&self, pos: Pos) -> Pos {
        let calls =
            self.state.frames.iter().rev().filter_map(|frame| Some(self.program.expr(frame.call?).pos));
        let is_here = |place: &Pos| self.program.lines.library_function(*place).is_none();
        std::iter::once(pos).chain(calls).find(is_here).unwrap_or(pos)
    }

    /// The end of the run by a failure. It is quiet if the property does not count the failure as an error.
    fn failed(&self, failure: Failure, pos: Pos) -> Stop {
        match self.options.checks(failure) {
            true => self.fail(failure, pos),
            false => self.quiet(Quiet::Stopped, pos),
        }
    }

    fn argument_truth(&mut self, at: usize) -> Result<bool, Stop> {
        self.decide();
        let value = std::mem::replace(&mut self.state.values[at], Value::Void);
        self.push(value);
        self.pop_truth()
    }

    /// Pushes the result of a function that is carried out here and returns nothing. An undeclared function has the
    /// type `int`, and then the result is 0.
    fn returned(&mut self, call: Call<'_>) -> Result<(), Stop> {
        self.state.values.truncate(call.bottom);
        self.push(if call.ty == Types::VOID { Value::Void } else { Value::Number(0) });
        Ok(())
    }

    fn call_free(&mut self, call: Call<'_>) -> Result<(), Stop> {
        self.decide();
        match self.state.values.get(call.first) {
            Some(&Value::Pointer(pointer)) => self.free(pointer, call.pos)?,
            Some(&Value::Number(number)) => self.free(Pointer::Number(number as u64), call.pos)?,
            _ => {}
        }
        self.returned(call)
    }

    fn call_float(&mut self, call: Call<'_>, op: FloatOperator) -> Result<(), Stop> {
        let value = self.float_operator(op, &self.state.values[call.first..], call.ty, call.pos)?;
        self.state.values.truncate(call.bottom);
        self.push(value);
        Ok(())
    }

    fn call_fact(&mut self, call: Call<'_>, fact: PointerFact) -> Result<(), Stop> {
        self.decide();
        let value = self.pointer_fact(fact, &self.state.values[call.first..], call.pos)?;
        self.observer.fact(call.pos, value);
        self.state.values.truncate(call.bottom);
        self.push(Value::Number(value));
        Ok(())
    }

    fn swap_bytes(&mut self, call: Call<'_>) -> Result<(), Stop> {
        let size = self.size(call.ty) as usize;
        let number = match (call.arguments, self.state.values.last()) {
            ([_], Some(&Value::Number(number))) if size <= 8 && number >= 0 => number as u64,
            _ => return Err(self.unsupported(call.pos, "this swap of bytes")),
        };
        self.state.values.truncate(call.bottom);
        let swapped = number.swap_bytes() >> (64 - 8 * size as u32);
        self.push(Value::Number(i128::from(swapped)));
        Ok(())
    }

    /// The type of a function's result.
    pub fn result_of(&self, function: FunctionId) -> TypeId {
        match self.program.types.get(self.program.function(function).ty) {
            Type::Function(id) => self.program.types.function(id).result,
            _ => Types::VOID,
        }
    }

    /// Begins an activation of a function, and makes its objects.
    fn enter(
        &mut self,
        function: FunctionId,
        result: TypeId,
        bottom: usize,
        call: Option<ExprId>,
    ) -> Result<(), Stop> {
        let slots = self.state.memory.slots();
        for at in 0..self.shape.locals[function.index()].objects.len() {
            let local = self.shape.locals[function.index()].objects[at];
            let slot = self.allocate(local.size, local.align)?;
            if local.is_inner {
                self.state.memory.make_inner(slot);
            }
        }
        self.state.frames.push(Activation {
            function,
            slots,
            tasks: self.state.tasks.len(),
            values: bottom,
            call,
            result,
            nests: self.state.nests.len(),
            made: self.state.of_calls.len(),
        });
        Ok(())
    }

    /// Gives the parameters their values. A parameter without argument is asked for.
    fn bind(
        &mut self,
        function: FunctionId,
        arguments: &[ExprId],
        first: usize,
        call: Pos,
    ) -> Result<(), Stop> {
        let program = self.program;
        for (i, &parameter) in program.function(function).parameters.iter().enumerate() {
            let argument = match arguments.get(i) {
                Some(&argument) => argument,
                None => {
                    self.ask_parameter(function, parameter, call)?;
                    continue;
                }
            };
            self.blank = 0;
            let value = std::mem::replace(&mut self.state.values[first + i], Value::Void);
            let value = self.opened(value);
            let (from, pos) = (program.expr(argument).ty, program.expr(argument).pos);
            let to = program.object(parameter).ty;
            let is_record = |ty| matches!(program.types.get(ty), Type::Record(_));
            let is_rest = program.function(function).rest == Some(parameter);
            if is_record(from) != is_record(to) || (is_rest && from != to) {
                return Err(self.unsupported(call, MISFIT));
            }
            let value = self.converted(value, from, to, pos)?;
            self.set(parameter, to, &value, pos)?;
        }
        self.blank = 0;
        Ok(())
    }

    /// Asks for a parameter to which a call gives no value. The parameter for the variable arguments of a variadic
    /// function cannot be asked for, so the run is given up.
    fn ask_parameter(&mut self, function: FunctionId, parameter: ObjectId, call: Pos) -> Result<(), Stop> {
        match self.program.function(function).rest == Some(parameter) {
            true => Err(self.unsupported(call, MISFIT)),
            false => self.ask_object(parameter, AskKind::Parameter),
        }
    }

    /// Asks for the objects whose declaration a jump may skip, and begins the body.
    fn begin(&mut self, function: FunctionId) -> Result<(), Stop> {
        self.trail().into_iter().for_each(|trail| trail.enter());
        for at in 0..self.shape.locals[function.index()].skipped.len() {
            let object: ObjectId = self.shape.locals[function.index()].skipped[at];
            self.ask_object(object, AskKind::Skipped)?;
        }
        self.state.tasks.extend(self.program.function(function).body.map(Task::Run));
        Ok(())
    }

    /// Ends the innermost call with a result. After `main`, the run ends or continues with the functions of `atexit`.
    pub fn return_from(&mut self, value: Value, pos: Pos) -> Result<(), Stop> {
        self.tell_leaving();
        let has_result = !matches!(value, Value::Void);
        self.trail().into_iter().for_each(|trail| trail.leave(has_result));
        if self.state.frames.len() == 1 && self.program.after_main.is_none() {
            self.check_end(self.end_of(self.main), None, true)?;
        }
        let frame = match self.state.frames.pop() {
            Some(frame) => frame,
            None => return Ok(()),
        };
        let after_main = self.program.after_main.filter(|_| frame.function == self.main);
        if self.state.frames.is_empty() && after_main.is_none() {
            return Err(self.quiet(Quiet::Returned, pos));
        }
        self.state.memory.release(frame.slots);
        self.state.tasks.truncate(frame.tasks);
        self.state.values.truncate(frame.values);
        self.state.nests.truncate(frame.nests);
        self.end_objects(frame.made);
        if let (Some(function), true) = (after_main, self.state.frames.is_empty()) {
            self.enter(function, Types::VOID, 0, None)?;
            return self.begin(function);
        }
        let value = match (self.result_of(frame.function), frame.result) {
            // If only the function has the type `void`, it was called before its declaration, as one of type `int`.
            (Types::VOID, Types::VOID) => Value::Void,
            (Types::VOID, _) => Value::Number(0),
            (found, wanted) => self.converted(value, found, wanted, pos)?,
        };
        frame.call.into_iter().for_each(|call| self.observer.returned(call, number(&value)));
        self.push(value);
        Ok(())
    }
}

/// A value as an observer gets it: that of an integer, or of a pointer that is a number; of a float its bits.
fn number(value: &Value) -> Option<i128> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Pointer(Pointer::Number(number)) => Some(i128::from(*number)),
        Value::Floating(_, bits) => Some(*bits as i128),
        _ => None,
    }
}
