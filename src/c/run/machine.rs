//! The state of a run, and the loop that carries out its tasks.
//!
//! The tasks that remain are on one stack, and the values that they will use are on another. So a deeply nested program
//! or a deep recursion needs memory, which is counted against a limit, but does not overflow the stack of the process.
//!
//! A task for a statement does not know what comes behind the statement. When it is done, the statement around it tells
//! its successor (`shape`). A jump is therefore nothing but the task to continue at another statement.

use super::memory::{self, Memory, Region, Spot};
use super::number::{Integer, Numbers, Rules};
use super::options::{End, Quiet, Run, RunError, RunOptions};
use super::pointer::Pointer;
use super::shape::{Activation, Nest, Shape};
use super::trail::Trail;
use super::value::{Place, Value};
use super::watch::{has_left_block, Fault, Moment, Observer, View};
use crate::base::{Budget, Limit};
use crate::c::{
    Ask, AskKind, ExprId, Failure, FunctionId, InitialiserId, NameId, ObjectId, Pos, Program, StmtId, TypeId,
    LOWEST_ADDRESS, MORE_ARGUMENTS, UNKNOWN_OBJECT,
};
use std::sync::Arc;

/// The number of steps, or of answers, between two checks of the budget.
const POLL: u64 = 1 << 12;

/// The view of a machine that an observer gets. A macro, and no method, because the view borrows all fields but the
/// observer.
macro_rules! view {
    ($machine:ident, $stmt:expr, $moment:expr) => {
        View {
            program: $machine.program,
            memory: &$machine.memory,
            global_slots: &$machine.global_slots,
            shape: &$machine.shape,
            frames: &$machine.frames,
            stmt: $stmt,
            moment: $moment,
        }
    };
}

/// A piece of work that remains. Tasks are taken from the end of the stack.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) enum Task {
    /// Push the value of an expression.
    Value(ExprId),
    /// Push the place of an lvalue.
    Place(ExprId),
    /// Push the value of an expression whose operands are on the stack.
    Finish(ExprId),
    /// Push the place of an lvalue whose operand is on the stack.
    FinishPlace(ExprId),
    /// Continue `&&`, `||` or `?:`, whose first operand is on the stack.
    First(ExprId),
    /// Replace the scalar on the stack by 1 if it is not 0.
    Truth,
    /// Drop the value on the stack.
    Drop,
    /// Evaluate an element of an initialiser, if there is one with this number.
    Element(ObjectId, InitialiserId, u32),
    /// Store the value of an element, which is on the stack, and continue with the next element.
    Store(ObjectId, InitialiserId, u32),
    /// Carry out a statement.
    Run(StmtId),
    /// Continue behind a statement.
    After(StmtId),
    /// Evaluate the condition of a loop.
    Condition(StmtId),
    /// Branch by the condition of a statement, which is on the stack.
    Branch(StmtId),
    /// Continue at the label of a `switch` for the value on the stack.
    Select(StmtId),
    /// Return from a function with the value on the stack.
    Return(StmtId),
    /// Leave a statement expression, whose value is on the stack.
    LeaveStatements,
    /// Call `main`, since the objects that live for the whole run have their first values.
    Main,
}

/// The reason why the loop ends.
#[derive(Debug)]
pub(in crate::c) enum Stop {
    End(End),
    Error(RunError),
    /// The requested number of steps is done, or a limit of the budget was reached. The run may be continued.
    Interrupted(Option<Limit>),
}

/// The state of a run between two tasks.
#[derive(Debug)]
struct State {
    memory: Memory,
    global_slots: Vec<u32>,
    text_slots: Vec<u32>,
    tasks: Vec<Task>,
    values: Vec<Value>,
    frames: Vec<Activation>,
    nests: Vec<Nest>,
    of_calls: Vec<Pointer>,
    steps: u64,
    answers: u64,
    pos: Pos,
    present: Option<StmtId>,
}

/// A run that may be interrupted and continued.
#[derive(Debug)]
pub struct OpenRun {
    shape: Arc<Shape>,
    /// The state in which the run was interrupted; `None` before the first step, and after the end.
    state: Option<Box<State>>,
    main: FunctionId,
    /// Steps so far.
    steps: u64,
    /// Answers so far.
    answers: u64,
    bytes: u64,
}

/// A run at work.
pub(in crate::c) struct Machine<'a> {
    pub program: &'a Program,
    pub options: &'a RunOptions,
    pub rules: Rules,
    pub shape: Arc<Shape>,
    pub memory: Memory,
    /// By object: the slot, if the object lives for the whole run; otherwise `u32::MAX`.
    pub global_slots: Vec<u32>,
    /// By string literal: the slot.
    pub text_slots: Vec<u32>,
    pub tasks: Vec<Task>,
    pub values: Vec<Value>,
    pub frames: Vec<Activation>,
    /// The statement expressions that are being evaluated, inner ones last.
    pub nests: Vec<Nest>,
    /// The objects that `alloca` has made in the active calls. Each ends when its call returns.
    pub of_calls: Vec<Pointer>,
    pub error_label: Option<NameId>,
    pub observer: &'a mut dyn Observer,
    /// Whether the observer keeps a trail.
    pub is_trailed: bool,
    /// The oracle, which answers questions about arbitrary values.
    pub oracle: &'a mut dyn FnMut(&Ask) -> Option<i128>,
    budget: &'a Budget,
    steps: u64,
    answers: u64,
    /// Whether the limits have to be checked before the next task.
    is_due: bool,
    /// The place of the present statement.
    pub pos: Pos,
    /// The statement that is carried out. A jump out of a statement expression needs to know where it stands.
    pub present: Option<StmtId>,
    pub main: FunctionId,
    /// The pointer by which the program made the access, or the `free`, that is an error.
    pub through: Option<Pointer>,
}

/// Runs a program.
///
/// The oracle is asked for each arbitrary value, in the order of evaluation. Its answer is converted to the type of the
/// question; if there is no answer, the run ends. The observer sees each statement before it is carried out.
///
/// # Errors
///
/// If the program does something that is not supported, if it has no `main`, and if a limit of the budget or the limit
/// of memory is reached.
pub fn run(
    program: &Program,
    options: &RunOptions,
    oracle: &mut dyn FnMut(&Ask) -> Option<i128>,
    observer: &mut dyn Observer,
    budget: &Budget,
) -> Result<Run, RunError> {
    let done = OpenRun::new(program)?.go_on(program, options, u64::MAX, oracle, observer, budget)?;
    Ok(done.expect("the run is not interrupted"))
}

impl OpenRun {
    /// A run of this program that has not begun.
    ///
    /// # Errors
    ///
    /// If the program has no `main`.
    pub fn new(program: &Program) -> Result<OpenRun, RunError> {
        let main = program.function_named("main").filter(|&main| program.function(main).body.is_some());
        let main = main.ok_or(RunError::NoMain)?;
        let shape = Arc::new(Shape::new(program, main));
        Ok(OpenRun { shape, state: None, main, steps: 0, answers: 0, bytes: 0 })
    }

    /// Another run of the same program that has not begun.
    pub fn another(&self) -> OpenRun {
        OpenRun { shape: self.shape.clone(), state: None, main: self.main, steps: 0, answers: 0, bytes: 0 }
    }

    /// Whether the run was interrupted, so that it will continue from there.
    pub fn is_interrupted(&self) -> bool {
        self.state.is_some()
    }

    /// The number of statements, evaluations of loop conditions, and calls so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The number of answers that the oracle has given so far.
    pub fn answers(&self) -> u64 {
        self.answers
    }

    /// The approximate bytes of memory that the run holds.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Continues the run, as [`run`] does. The program and the options must be the same as before. The result is `None`
    /// if the run is interrupted, which happens soon after it has done `until` steps in all. A run that has ended
    /// begins anew.
    ///
    /// # Errors
    ///
    /// As [`run`]. After a limit of the budget, the next call continues the run if it was interrupted between two
    /// tasks; otherwise, and after any other error, it begins anew.
    pub fn go_on(
        &mut self,
        program: &Program,
        options: &RunOptions,
        until: u64,
        oracle: &mut dyn FnMut(&Ask) -> Option<i128>,
        observer: &mut dyn Observer,
        budget: &Budget,
    ) -> Result<Option<Run>, RunError> {
        let has_begun = self.state.is_some();
        let state = self.state.take().map_or_else(|| State::new(program, options, self.main), |state| *state);
        let State {
            memory,
            global_slots,
            text_slots,
            tasks,
            values,
            frames,
            nests,
            of_calls,
            steps,
            answers,
            pos,
            present,
        } = state;
        let mut machine = Machine {
            program,
            options,
            rules: Rules {
                numbers: options.numbers,
                // First values of objects are constants, which the compiler computes, so they do not overflow in a run.
                checks_overflow: options.checks_overflow()
                    && has_begun
                    && !matches!(tasks.first(), Some(Task::Main)),
                checks_shifts: options.check_shifts,
            },
            shape: self.shape.clone(),
            memory,
            global_slots,
            text_slots,
            tasks,
            values,
            frames,
            nests,
            of_calls,
            error_label: program.names.find("ERROR"),
            oracle,
            is_trailed: observer.trail().is_some(),
            observer,
            budget,
            steps,
            answers,
            is_due: false,
            pos,
            present,
            main: self.main,
            through: None,
        };
        let begun = if has_begun { Ok(()) } else { machine.start() };
        let stop = begun.map_or_else(|stop| stop, |()| machine.work(until));
        (self.steps, self.answers, self.bytes) = (machine.steps, machine.answers, machine.bytes());
        match stop {
            Stop::End(end) => {
                if let End::Error(failure, pos) = end {
                    machine.tell_fault(failure, pos);
                }
                Ok(Some(Run { end, steps: machine.steps, answers: machine.answers }))
            }
            Stop::Error(error) => Err(error),
            Stop::Interrupted(limit) => {
                self.state = Some(Box::new(machine.into_state()));
                limit.map_or(Ok(None), |limit| Err(RunError::Limit(limit)))
            }
        }
    }
}

impl State {
    fn new(program: &Program, options: &RunOptions, main: FunctionId) -> State {
        State {
            memory: Memory::new(options.numbers, options.memory),
            global_slots: vec![u32::MAX; program.objects.len()],
            text_slots: Vec::new(),
            tasks: Vec::new(),
            values: Vec::new(),
            frames: Vec::new(),
            nests: Vec::new(),
            of_calls: Vec::new(),
            steps: 0,
            answers: 0,
            pos: program.function(main).pos,
            present: None,
        }
    }
}

impl Machine<'_> {
    /// Makes the objects that live for the whole run, and pushes the tasks that give them their first values.
    fn start(&mut self) -> Result<(), Stop> {
        let program = self.program;
        for text in &program.texts {
            let kind = Integer::new(text.kind, program.types.options());
            let size = (text.units.len() as u64 + 1) * u64::from(kind.size);
            let slot = self.allocate(size, u64::from(kind.size))?;
            self.text_slots.push(slot);
            self.write_text(self.memory.pointer(slot), kind, &text.units, text.units.len())?;
            self.memory.freeze(slot);
        }
        let mut filled = Vec::new();
        for at in 0..self.shape.globals.len() {
            let (id, is_asked) = self.shape.globals[at];
            let object = program.object(id);
            let slot = self.allocate_object(id)?;
            self.global_slots[id.index()] = slot;
            match object.initialiser {
                Some(initialiser) => filled.push((id, initialiser)),
                None if is_asked => self.ask_extern(id)?,
                None => {}
            }
        }
        self.tasks.push(Task::Main);
        self.tasks.extend(filled.iter().rev().map(|&(id, initialiser)| Task::Element(id, initialiser, 0)));
        Ok(())
    }

    /// Writes the first `count` units of a text from a pointer on. The bytes behind them stay as they are.
    pub fn write_text(
        &mut self,
        start: Pointer,
        kind: Integer,
        units: &[u32],
        count: usize,
    ) -> Result<(), Stop> {
        for (i, &unit) in units.iter().take(count).enumerate() {
            let value = match self.options.numbers {
                Numbers::Words => i128::from(unit),
                Numbers::Integers => kind.wrap(i128::from(unit)),
            };
            let pointer = start.moved(i as i64 * i64::from(kind.size));
            self.memory.touch(pointer).ok_or(Stop::Error(RunError::Memory))?;
            if let Some((region, at)) = self.memory.find(pointer, u64::from(kind.size)) {
                self.memory.region_mut(region).0.write_integer(at, kind, value);
            }
        }
        Ok(())
    }

    /// Carries out tasks until the run ends, or is interrupted between two tasks.
    fn work(&mut self, until: u64) -> Stop {
        loop {
            if self.is_due {
                self.is_due = false;
                // The stacks grow only by a bounded number of entries in each step, so it suffices to check them here.
                if !self.memory.allows(self.stacks()) {
                    return Stop::Error(RunError::Memory);
                }
                let limit = self.budget.check().err();
                if limit.is_some() || self.steps >= until {
                    return Stop::Interrupted(limit);
                }
            }
            let task = match self.tasks.pop() {
                Some(task) => task,
                None => return Stop::End(End::Quiet(Quiet::Returned, self.pos)),
            };
            if let Err(stop) = self.carry_out(task) {
                return stop;
            }
        }
    }

    fn into_state(self) -> State {
        let Machine { memory, global_slots, text_slots, tasks, values, frames, nests, of_calls, .. } = self;
        let (steps, answers, pos, present) = (self.steps, self.answers, self.pos, self.present);
        State {
            memory,
            global_slots,
            text_slots,
            tasks,
            values,
            frames,
            nests,
            of_calls,
            steps,
            answers,
            pos,
            present,
        }
    }

    #[inline(always)]
    fn carry_out(&mut self, task: Task) -> Result<(), Stop> {
        match task {
            Task::Value(id) => self.value(id),
            Task::Place(id) => self.place(id),
            Task::Finish(id) => self.finish(id),
            Task::FinishPlace(id) => self.finish_place(id),
            Task::First(id) => self.first(id),
            Task::Truth => {
                let truth = self.pop_truth()?;
                self.values.push(Value::Number(i128::from(truth)));
                Ok(())
            }
            Task::Drop => {
                self.values.pop();
                Ok(())
            }
            Task::Element(object, initialiser, at) => self.element(object, initialiser, at),
            Task::Store(object, initialiser, at) => self.store_element(object, initialiser, at),
            Task::Run(id) => self.statement(id),
            Task::After(id) => self.after(id),
            Task::Condition(id) => self.condition(id),
            Task::Branch(id) => self.branch(id),
            Task::Select(id) => self.select(id),
            Task::Return(id) => self.return_value(id),
            Task::LeaveStatements => {
                self.nests.pop();
                Ok(())
            }
            Task::Main => {
                self.rules.checks_overflow = self.options.checks_overflow();
                if let (Some(pos), true) = (self.program.constant_overflow, self.rules.checks_overflow) {
                    return Err(self.fail(Failure::Overflow, pos));
                }
                self.call_main(self.main)
            }
        }
    }

    /// Counts a step, and shows the observer the statement if it is one.
    pub fn step(&mut self, watched: Option<(StmtId, Moment)>) -> Result<(), Stop> {
        if let Some((stmt, moment)) = watched {
            self.observer.statement(&view!(self, stmt, moment));
        }
        if self.steps >= self.options.steps {
            return Err(Stop::End(End::OutOfSteps(self.pos)));
        }
        self.steps += 1;
        self.is_due |= self.steps % POLL == 0;
        Ok(())
    }

    /// The record of values that the program does not give.
    #[inline]
    pub fn trail(&mut self) -> Option<&mut Trail> {
        match self.is_trailed {
            true => self.observer.trail(),
            false => None,
        }
    }

    /// Notes a decision of the run.
    pub fn decide(&mut self) {
        if let Some(trail) = self.trail() {
            trail.decide();
        }
    }

    /// Notes the beginning of a statement, or of a part of a loop. In a statement expression, the statement around it
    /// goes on.
    pub fn note_begin(&mut self) {
        let base = self.frames.last().map_or(0, |frame| frame.nests);
        if self.nests.len() == base {
            if let Some(trail) = self.trail() {
                trail.begin();
            }
        }
    }

    /// The first byte of a place, and the number of bytes that a value of a type takes there.
    fn bytes_of(&self, place: Place, ty: TypeId) -> (Pointer, u64) {
        match place.width {
            0 => (place.pointer.moved((place.first / 8) as i64), self.size(ty)),
            width => {
                let bits = place.first % 8 + u64::from(width);
                (place.pointer.moved((place.first / 8) as i64), (bits + 7) / 8)
            }
        }
    }

    /// Tells the observer of the error with which the run ends.
    fn tell_fault(&mut self, failure: Failure, pos: Pos) {
        // An error in a first value of an object happens before any statement, so there is no view to show.
        self.decide();
        if let Some(stmt) = self.present {
            let fault = Fault { failure, pos, through: self.through };
            self.observer.failed(&view!(self, stmt, Moment::Begin), &fault);
        }
    }

    /// Tells the observer that the innermost call is about to return.
    pub fn tell_leaving(&mut self) {
        if let Some(stmt) = self.present {
            self.observer.leaving(&view!(self, stmt, Moment::Begin));
        }
    }

    /// Counts an answer.
    pub fn count_answer(&mut self) -> Result<(), Stop> {
        self.answers += 1;
        match self.answers % POLL {
            0 => self.budget.check().map_err(|limit| Stop::Error(RunError::Limit(limit))),
            _ => Ok(()),
        }
    }

    /// The approximate bytes of memory that the run holds.
    fn bytes(&self) -> u64 {
        self.memory.bytes() + self.stacks()
    }

    pub fn stacks(&self) -> u64 {
        (self.frames.len() * 56 + self.tasks.len() * 16 + self.values.len() * 80) as u64
    }

    /// Makes an object, and returns its slot.
    pub fn allocate(&mut self, size: u64, align: u64) -> Result<u32, Stop> {
        self.memory.allocate(size, align, self.stacks()).ok_or(Stop::Error(RunError::Memory))
    }

    /// Makes an object that lives for the whole run, and returns its slot.
    fn allocate_object(&mut self, id: ObjectId) -> Result<u32, Stop> {
        let size = self.program.types.size(self.program.object(id).ty).unwrap_or(0);
        self.allocate(size, self.program.object_align(id))
    }

    /// The end of the run by an error.
    pub fn fail(&self, failure: Failure, pos: Pos) -> Stop {
        Stop::End(End::Error(failure, pos))
    }

    pub fn quiet(&self, reason: Quiet, pos: Pos) -> Stop {
        Stop::End(End::Quiet(reason, pos))
    }

    pub fn unsupported(&self, pos: Pos, reason: impl Into<String>) -> Stop {
        let mut reason = reason.into();
        let place = self.place_in_program(pos);
        if let Some(name) = self.program.lines.library_function(pos) {
            reason = format!("{} (in `{}` of the C library)", reason, name);
        }
        let (line, column) = self.program.lines.line_and_column(place);
        Stop::Error(RunError::Unsupported { pos: place, line, column, reason })
    }

    /// The slot of an object: the global one, or the one in the innermost call.
    pub fn slot(&self, object: ObjectId) -> u32 {
        match self.global_slots[object.index()] {
            u32::MAX => {
                let base = self.frames.last().map_or(0, |frame| frame.slots);
                base + self.shape.position(object)
            }
            slot => slot,
        }
    }

    /// Reads the value at a place. Out of bounds, it is an error or any value, by the options.
    pub fn read(&mut self, place: Place, ty: TypeId) -> Result<Value, Stop> {
        self.refuse_pieces(place, ty)?;
        if self.is_trailed {
            let (first, size) = self.bytes_of(place, ty);
            self.trail().into_iter().for_each(|trail| trail.read(first, size));
        }
        let types = &self.program.types;
        match self.find(place, ty) {
            Some((region, spot)) => {
                memory::read(self.memory.region(region), &self.memory.table, types, ty, spot)
                    .map_err(|reason| self.unsupported(place.pos, reason))
            }
            None if self.is_argument(place) => Err(self.unsupported(place.pos, MORE_ARGUMENTS)),
            None if self.ends_at_dead(place) => Err(self.no_object(Failure::UseAfterFree, place)),
            None if self.options.check_bounds => Err(self.no_object(Failure::Bounds, place)),
            None => self.check_number(place).and_then(|()| self.any_value(place.pos, AskKind::Read, ty)),
        }
    }

    /// Writes a value at a place. Out of bounds, it is an error or has no effect, by the options.
    pub fn write(&mut self, place: Place, ty: TypeId, value: &Value) -> Result<(), Stop> {
        if self.is_trailed {
            let (first, size) = self.bytes_of(place, ty);
            self.trail().into_iter().for_each(|trail| trail.write(first, size, place.width > 0, false));
        }
        let types = &self.program.types;
        self.refuse_pieces(place, ty)?;
        self.memory
            .touch(place.pointer.moved((place.first / 8) as i64))
            .ok_or(Stop::Error(RunError::Memory))?;
        match self.find(place, ty).filter(|_| !self.memory.is_text(place.pointer)) {
            Some((region, spot)) => {
                let (cells, table) = self.memory.region_mut(region);
                memory::write(cells, table, types, ty, spot, value)
                    .map_err(|reason| self.unsupported(place.pos, reason))
            }
            None if self.is_argument(place) => Err(self.unsupported(place.pos, MORE_ARGUMENTS)),
            None if self.ends_at_dead(place) => Err(self.no_object(Failure::UseAfterFree, place)),
            None if self.options.check_bounds => Err(self.no_object(Failure::Bounds, place)),
            None => self.check_number(place),
        }
    }

    /// The end of the run by an access that is an error.
    fn no_object(&mut self, failure: Failure, place: Place) -> Stop {
        self.through = Some(place.pointer);
        self.fail(failure, place.pos)
    }

    /// Whether a place is that of an argument of `main` for which its list has no room.
    fn is_argument(&self, place: Place) -> bool {
        let list = self.program.more_arguments.map(|object| self.global_slots[object.index()]);
        matches!(place.pointer, Pointer::Object(target) if Some(target.slot) == list)
    }

    /// Whether an access of a place is an error because it is in an ended object of the heap.
    fn ends_at_dead(&self, place: Place) -> bool {
        self.options.check_memory && self.memory.has_ended(place.pointer)
    }

    /// Ends the run if an access is through a number. An access to null, or to a member through null, ends it quietly,
    /// as a machine does. A greater number may be the address of any object, so the run is given up. If external
    /// functions are pure, a number is no address, and the access is just out of bounds.
    pub fn check_number(&self, place: Place) -> Result<(), Stop> {
        match place.pointer {
            Pointer::Function(_) | Pointer::Object(_) => Ok(()),
            Pointer::Number(_) if self.options.externs.are_pure(self.options.property) => Ok(()),
            Pointer::Number(at) if at < LOWEST_ADDRESS => Err(self.quiet(Quiet::NoObject, place.pos)),
            Pointer::Number(_) => Err(self.unsupported(place.pos, UNKNOWN_OBJECT)),
        }
    }

    /// Stores a value in a whole variable.
    pub fn set(&mut self, object: ObjectId, ty: TypeId, value: &Value, pos: Pos) -> Result<(), Stop> {
        let slot = self.slot(object);
        if self.is_trailed {
            let (pointer, size) = (self.memory.pointer(slot), self.size(ty));
            self.trail().into_iter().for_each(|trail| trail.write(pointer, size, false, true));
        }
        if let (&Value::Number(number), Some(integer)) = (value, Integer::of(&self.program.types, ty)) {
            self.memory.cells.write_integer(self.memory.start(slot), integer, number);
            return Ok(());
        }
        let pointer = self.memory.pointer(slot);
        self.write(Place { pointer, first: 0, width: 0, pos }, ty, value)
    }

    /// The bytes of an object that a value of a type at a place takes; `None` if they are out of bounds.
    fn find(&self, place: Place, ty: TypeId) -> Option<(Region, Spot)> {
        let (region, at) = self.memory.find(place.pointer, self.place_size(place, ty))?;
        if self.has_left_block(place.pointer, place.pos) {
            return None;
        }
        Some((region, Spot { at, first: place.first, width: place.width }))
    }

    /// Whether a pointer leads to an object of an inner block that its call has left; `pos` is the place of the
    /// innermost call.
    pub fn has_left_block(&self, pointer: Pointer, pos: Pos) -> bool {
        has_left_block(self.program, &self.memory, (&self.shape, &self.frames), pointer, pos)
    }

    /// Pops a scalar, and returns whether it is not 0.
    pub fn pop_truth(&mut self) -> Result<bool, Stop> {
        match self.values.pop() {
            Some(Value::Number(number)) => Ok(number != 0),
            Some(Value::Pointer(pointer)) => Ok(pointer != Pointer::NULL),
            _ => Err(self.unsupported(self.pos, "a condition without value")),
        }
    }

    pub fn pop(&mut self) -> Value {
        self.values.pop().unwrap_or(Value::Void)
    }

    /// Pops the place of an lvalue.
    pub fn pop_place(&mut self) -> Result<Place, Stop> {
        match self.values.pop() {
            Some(Value::Place(place)) => Ok(place),
            _ => Err(self.unsupported(self.pos, "a value that is no place")),
        }
    }
}
