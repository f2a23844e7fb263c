//! The state of a run, the machine that works on it, and the loop that carries out its tasks.
//!
//! The tasks that remain are on one stack, and the values that they will use are on another. So a deeply nested program
//! or a deep recursion needs memory, which is counted against a limit, but does not overflow the stack of the process.
//!
//! A task for a statement does not know what comes behind the statement. When it is done, the statement around it tells
//! its successor (`shape`). A jump is therefore nothing but the task to continue at another statement.

use super::memory::Memory;
use super::number::{Integer, Numbers, Rules};
use super::options::{End, Quiet, RunError, RunOptions};
use super::pointer::Pointer;
use super::shape::{Activation, Nest, Shape};
use super::trail::Trail;
use super::value::{Place, Value};
use super::watch::{Fault, Moment, Observer, View};
use crate::base::{Budget, Limit};
use crate::c::{Ask, ExprId, Failure, FunctionId, InitialiserId, NameId, ObjectId, Pos, Program, StmtId};
use std::sync::Arc;

/// The number of steps, or of answers, between two checks of the budget.
const POLL: u64 = 1 << 12;

/// The view of a machine that an observer gets. A macro, and no method, because the view borrows all fields but the
/// observer.
macro_rules! view {
    ($machine:ident, $stmt:expr, $moment:expr) => {
        View {
            program: $machine.program,
            memory: &$machine.state.memory,
            global_slots: &$machine.state.global_slots,
            shape: &$machine.shape,
            frames: &$machine.state.frames,
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
    /// Replace the scalar on the stack, the value of this operand, by 1 if it is not 0.
    Truth(ExprId),
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
pub(in crate::c) struct State {
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
    /// The objects of the environment.
    pub unfreed: Vec<Pointer>,
    pub steps: u64,
    /// The number of steps before which no turn of a loop looks for lost objects.
    pub next_look: u64,
    pub answers: u64,
    /// The place of the present statement.
    pub pos: Pos,
    /// The statement that is carried out. A jump out of a statement expression needs to know where it stands.
    pub present: Option<StmtId>,
}

/// A run at work.
pub(in crate::c) struct Machine<'a> {
    pub program: &'a Program,
    pub options: &'a RunOptions,
    pub rules: Rules,
    pub shape: Arc<Shape>,
    pub state: State,
    pub error_label: Option<NameId>,
    pub observer: &'a mut dyn Observer,
    /// Whether the observer keeps a trail.
    pub is_trailed: bool,
    /// The oracle, which answers questions about arbitrary values.
    pub oracle: &'a mut dyn FnMut(&Ask) -> Option<i128>,
    pub budget: &'a Budget,
    /// Whether the limits have to be checked before the next task.
    pub is_due: bool,
    pub main: FunctionId,
    /// Whether the run looks for values that were never stored.
    pub keeps_blank: bool,
    /// The mask of the bits that were never stored, of the values that the present task has used so far.
    pub blank: u128,
    /// The pointer by which the program made the access, or the `free`, that is an error.
    pub through: Option<Pointer>,
}

impl State {
    pub fn new(program: &Program, options: &RunOptions, main: FunctionId) -> State {
        State {
            memory: Memory::new(options.numbers, options.memory, options.checks(Failure::Uninitialised)),
            global_slots: vec![u32::MAX; program.objects.len()],
            text_slots: Vec::new(),
            tasks: Vec::new(),
            values: Vec::new(),
            frames: Vec::new(),
            nests: Vec::new(),
            of_calls: Vec::new(),
            unfreed: Vec::new(),
            steps: 0,
            next_look: 0,
            answers: 0,
            pos: program.function(main).pos,
            present: None,
        }
    }
}

impl Machine<'_> {
    /// Makes the objects that live for the whole run, and pushes the tasks that give them their first values.
    pub fn start(&mut self) -> Result<(), Stop> {
        let program = self.program;
        for text in &program.texts {
            let kind = Integer::new(text.kind, program.types.options());
            let size = (text.units.len() as u64 + 1) * u64::from(kind.size);
            let slot = self.allocate(size, u64::from(kind.size))?;
            self.state.text_slots.push(slot);
            self.write_text(self.state.memory.pointer(slot), kind, &text.units, text.units.len())?;
            self.state.memory.freeze(slot);
        }
        let mut filled = Vec::new();
        for at in 0..self.shape.globals.len() {
            let (id, is_asked) = self.shape.globals[at];
            let object = program.object(id);
            let slot = self.allocate_object(id)?;
            self.state.global_slots[id.index()] = slot;
            self.state.memory.set_const(slot, object.is_const && object.initialiser.is_none() && !is_asked);
            match object.initialiser {
                Some(initialiser) => filled.push((id, initialiser)),
                None if is_asked => self.ask_extern(id)?,
                None => {}
            }
        }
        self.state.tasks.push(Task::Main);
        self.state
            .tasks
            .extend(filled.iter().rev().map(|&(id, initialiser)| Task::Element(id, initialiser, 0)));
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
            self.state.memory.touch(pointer).ok_or(Stop::Error(RunError::Memory))?;
            if let Some((region, at)) = self.state.memory.find(pointer, u64::from(kind.size)) {
                self.state.memory.region_mut(region).0.write_integer(at, kind, value);
            }
        }
        Ok(())
    }

    /// Carries out tasks until the run ends, or is interrupted between two tasks.
    pub fn work(&mut self, until: u64) -> Stop {
        loop {
            if self.is_due {
                self.is_due = false;
                // The stacks grow only by a bounded number of entries in each step, so it suffices to check them here.
                if !self.state.memory.allows(self.stacks()) {
                    return Stop::Error(RunError::Memory);
                }
                let limit = self.budget.check().err();
                if limit.is_some() || self.state.steps >= until {
                    return Stop::Interrupted(limit);
                }
            }
            let task = match self.state.tasks.pop() {
                Some(task) => task,
                None => return Stop::End(End::Quiet(Quiet::Returned, self.state.pos)),
            };
            if let Err(stop) = self.carry_out(task) {
                return stop;
            }
        }
    }

    #[inline(always)]
    fn carry_out(&mut self, task: Task) -> Result<(), Stop> {
        self.blank = 0;
        match task {
            Task::Value(id) => self.value(id),
            Task::Place(id) => self.place(id),
            Task::Finish(id) => self.finish(id),
            Task::FinishPlace(id) => self.finish_place(id),
            Task::First(id) => self.first(id),
            Task::Truth(operand) => {
                let truth = self.pop_condition(operand)?;
                self.push(Value::Number(i128::from(truth)));
                Ok(())
            }
            Task::Drop => {
                self.state.values.pop();
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
                self.state.nests.pop();
                Ok(())
            }
            Task::Main => {
                self.rules = Rules {
                    checks_overflow: self.options.checks(Failure::Overflow),
                    checks_unsigned: self.options.checks(Failure::UnsignedOverflow),
                    checks_kept: self.options.checks(Failure::Truncation),
                    has_begun: true,
                    ..self.rules
                };
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
        if self.state.steps >= self.options.steps {
            return Err(Stop::End(End::OutOfSteps(self.state.pos)));
        }
        self.state.steps += 1;
        self.is_due |= self.state.steps % POLL == 0;
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
        let base = self.state.frames.last().map_or(0, |frame| frame.nests);
        if self.state.nests.len() == base {
            if let Some(trail) = self.trail() {
                trail.begin();
            }
        }
    }

    /// Tells the observer of the error with which the run ends.
    pub fn tell_fault(&mut self, failure: Failure, pos: Pos) {
        // An error in a first value of an object happens before any statement, so there is no view to show.
        self.decide();
        if let Some(stmt) = self.state.present {
            let fault = Fault { failure, pos, through: self.through };
            self.observer.failed(&view!(self, stmt, Moment::Begin), &fault);
        }
    }

    /// Tells the observer that the innermost call is about to return.
    pub fn tell_leaving(&mut self) {
        if let Some(stmt) = self.state.present {
            self.observer.leaving(&view!(self, stmt, Moment::Begin));
        }
    }

    /// Counts an answer.
    pub fn count_answer(&mut self) -> Result<(), Stop> {
        self.state.answers += 1;
        match self.state.answers % POLL {
            0 => self.budget.check().map_err(|limit| Stop::Error(RunError::Limit(limit))),
            _ => Ok(()),
        }
    }

    /// The approximate bytes of memory that the run holds.
    pub fn bytes(&self) -> u64 {
        self.state.memory.bytes() + self.stacks()
    }

    pub fn stacks(&self) -> u64 {
        (self.state.frames.len() * 56 + self.state.tasks.len() * 16 + self.state.values.len() * 80) as u64
    }

    /// Makes an object, and returns its slot.
    pub fn allocate(&mut self, size: u64, align: u64) -> Result<u32, Stop> {
        self.state.memory.allocate(size, align, self.stacks()).ok_or(Stop::Error(RunError::Memory))
    }

    /// Makes an object that lives for the whole run, and returns its slot.
    fn allocate_object(&mut self, id: ObjectId) -> Result<u32, Stop> {
        let size = self.program.types.size(self.program.object(id).ty).unwrap_or(0);
        self.allocate(size, self.program.object_align(id))
    }

    /// The end of the run by an error, or by one that is excused.
    pub fn fail(&self, failure: Failure, pos: Pos) -> Stop {
        match self.program.excuses(failure, pos) {
            true => self.quiet(Quiet::Stopped, pos),
            false => Stop::End(End::Error(failure, pos)),
        }
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
        match self.state.global_slots[object.index()] {
            u32::MAX => {
                let base = self.state.frames.last().map_or(0, |frame| frame.slots);
                base + self.shape.position(object)
            }
            slot => slot,
        }
    }

    /// Pops a scalar, and returns whether it is not 0.
    pub fn pop_truth(&mut self) -> Result<bool, Stop> {
        match self.pop() {
            Value::Number(number) => Ok(number != 0),
            Value::Pointer(pointer) => Ok(pointer != Pointer::NULL),
            Value::Floating(kind, stored) => Ok(kind.is_true(stored)),
            _ => Err(self.unsupported(self.state.pos, "a condition without value")),
        }
    }

    #[inline]
    pub fn push(&mut self, value: Value) {
        let value = if self.blank == 0 { value } else { self.with_blank(value) };
        self.state.values.push(value);
    }

    /// Adds tasks, the last of which is the next one.
    pub fn push_tasks<const N: usize>(&mut self, tasks: [Task; N]) {
        self.state.tasks.extend(tasks);
    }

    pub fn pop(&mut self) -> Value {
        let value = self.state.values.pop().unwrap_or(Value::Void);
        self.opened(value)
    }

    /// Pops the place of an lvalue.
    pub fn pop_place(&mut self) -> Result<Place, Stop> {
        match self.state.values.pop() {
            Some(Value::Place(place)) => Ok(place),
            _ => Err(self.unsupported(self.state.pos, "a value that is no place")),
        }
    }
}
