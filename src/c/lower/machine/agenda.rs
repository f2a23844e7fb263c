//! The tasks that the machine still has to do, as a stack, and the calls of functions in which it does them.
//!
//! A task lowers a small piece of the program and puts tasks for the smaller pieces in it on the stack. The machine
//! uses a stack of tasks, and not functions that call themselves, so that a deeply nested program does not overflow
//! the stack of the process. For example, the task for `a + b` is replaced by three: evaluate `a`, evaluate `b`, and
//! finish the sum.

use super::value::{StoreId, Value};
use crate::base::HashMap;
use crate::c::lower::source_map::InstanceId;
use crate::c::read::syntax::{ExprId, FunctionId, InitialiserId, LabelId, ObjectId, StmtId};
use crate::c::read::types::TypeId;
use crate::model::cfa::LocId;
use crate::solver::term::{Sort, TermId};

/// A step of the lowering. "Its value is known" means that an earlier task has set the value of this expression.
#[derive(Clone, Debug)]
pub(in crate::c::lower) enum Task {
    /// Lower a statement.
    Stmt(StmtId),
    /// Evaluate an expression: this sets its value, or lvalue.
    Expr(ExprId),
    /// Evaluate the last expression. Its value counts only in runs in which the first expression, whose value is known,
    /// has this truth value; unsupported points in it concern only these runs.
    Under(ExprId, bool, ExprId),
    /// Choose an operand of `a ? b : c`, where the value of `a` is known and constant: the first expression gets the
    /// value of the second or of the third one.
    Prefer(ExprId, ExprId, ExprId),
    /// End the restriction of unsupported points that the last `Under` has begun.
    Widen,
    /// End the last trust of the builder.
    Doubt,
    /// Compute the value of an expression from the values of its operands.
    Finish(ExprId),
    /// Save those parts of the first expression's value that the evaluation of the second expression may change.
    Keep(ExprId, ExprId),
    /// Drop the value of an expression.
    Drop(ExprId),
    /// Move the value of the first expression to the second one.
    Pass(ExprId, ExprId),
    /// Leave a statement expression, whose statements are done.
    LeaveStatements,
    /// Give an expression this value.
    Give(ExprId, Value),
    /// Evaluate a condition and go to the first location if it holds, else to the second.
    Branch(ExprId, LocId, LocId),
    /// Go to one of two locations by the value of an expression, which is known.
    Decide(ExprId, LocId, LocId),
    /// Continue at a location if an edge leads there.
    Enter(LocId),
    /// Go to a location.
    Jump(LocId),
    /// Assign a constant to a truth variable.
    Set(TermId, bool),
    /// Move the value of an expression into a store, as a value of this type.
    Save(ExprId, StoreId, TypeId),
    /// Give an expression the value of a store.
    Restore(ExprId, StoreId),
    /// Begin a `for` behind its first clause.
    ForHead(StmtId),
    /// End the innermost loop (`true`) or `switch` (`false`), so that `break` means the statement around it again.
    EndLoop(bool),
    /// Look for objects that are lost at the condition of a loop.
    LookAtTurn(StmtId),
    /// Choose a label of a `switch` by its value, which is known.
    Choose(StmtId),
    /// Leave a function with the value of an expression.
    Return(ExprId),
    /// Leave a function at the end of its body, without `return`.
    Fall,
    /// Continue behind a call, with its result.
    Leave(ExprId),
    /// Call the next function that a pointer may point to, and then the rest of them.
    Candidates(Box<Candidates>),
    /// Store the value of an element of the initialiser of an object.
    Element(ObjectId, InitialiserId, usize),
    /// Store all values of an initialiser.
    Elements(ObjectId, InitialiserId),
}

/// A call by pointer, of which some functions that the pointer may point to have been lowered.
#[derive(Clone, Debug)]
pub(in crate::c::lower) struct Candidates {
    pub call: ExprId,
    /// The functions that are not lowered yet, each with the condition under which the pointer points to it.
    pub rest: Vec<(TermId, FunctionId)>,
    pub arguments: Vec<Value>,
    /// The location at which all candidates begin.
    pub from: LocId,
    /// The location behind the call, where they meet.
    pub join: LocId,
    /// The store into which each of them puts the result; `None` if there is none.
    pub result: Option<StoreId>,
}

/// A call that is being lowered.
#[derive(Debug)]
pub(in crate::c::lower) struct Frame {
    pub function: FunctionId,
    pub instance: InstanceId,
    /// The expression that makes the call; `None` for `main`.
    pub call: Option<ExprId>,
    /// The location behind the call; `None` for `main`, at whose end the run ends.
    pub exit: Option<LocId>,
    pub breaks: Vec<LocId>,
    pub continues: Vec<LocId>,
    pub labels: HashMap<LabelId, LocId>,
    pub cases: HashMap<StmtId, LocId>,
    /// By sort: the number of temporaries that hold values of the present statement.
    pub in_use: HashMap<Sort, usize>,
    /// The number of statement expressions around the present statement. While there is one, temporaries stay in use,
    /// for the expression around it may need them.
    pub nested: usize,
}

impl Frame {
    /// A call that is at the beginning of its body.
    pub fn new(
        function: FunctionId,
        instance: InstanceId,
        call: Option<ExprId>,
        exit: Option<LocId>,
    ) -> Frame {
        Frame {
            function,
            instance,
            call,
            exit,
            breaks: Vec::new(),
            continues: Vec::new(),
            labels: HashMap::default(),
            cases: HashMap::default(),
            in_use: HashMap::default(),
            nested: 0,
        }
    }

    /// Takes a temporary of a sort that is not in use, and returns its number.
    pub fn take_temporary(&mut self, sort: Sort) -> usize {
        let count = self.in_use.entry(sort).or_insert(0);
        *count += 1;
        *count - 1
    }

    /// Releases all temporaries at the beginning of a statement, unless it is part of an expression.
    pub fn release_temporaries(&mut self) {
        if self.nested == 0 {
            self.in_use.clear();
        }
    }
}

/// The stack of tasks, and the stack of calls.
#[derive(Default, Debug)]
pub(in crate::c::lower) struct Agenda {
    /// The last one is next.
    tasks: Vec<Task>,
    /// The last one is the innermost call.
    frames: Vec<Frame>,
}

impl Agenda {
    /// Takes the next task from the agenda.
    pub fn next(&mut self) -> Option<Task> {
        self.tasks.pop()
    }

    /// Adds a task that is done before all others.
    pub fn first(&mut self, task: Task) {
        self.tasks.push(task);
    }

    /// Adds tasks that are done before all others, in this order.
    pub fn first_all<I>(&mut self, tasks: I)
    where
        I: IntoIterator<Item = Task>,
        I::IntoIter: DoubleEndedIterator,
    {
        self.tasks.extend(tasks.into_iter().rev());
    }

    /// The number of tasks.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Drops the tasks of the agenda beyond the first `count`.
    pub fn cut(&mut self, count: usize) {
        self.tasks.truncate(count);
    }

    /// Whether the next tasks drop the value of the expression that is being finished, perhaps after passing it on.
    pub fn drops_value(&self) -> bool {
        let next = self.tasks.iter().rev().find(|task| !matches!(task, Task::Pass(..)));
        matches!(next, Some(Task::Drop(_)))
    }

    /// Begins a call in the innermost one.
    pub fn enter(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    /// Ends the innermost call.
    pub fn leave(&mut self) -> Option<Frame> {
        self.frames.pop()
    }

    /// Ends all calls.
    pub fn leave_all(&mut self) {
        self.frames.clear();
    }

    /// The innermost call.
    pub fn frame(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// The calls that have begun and not ended; the last one is the innermost.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The innermost call, to change it.
    pub fn frame_mut(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Whether a call of a function has begun and not ended.
    pub fn is_active(&self, function: FunctionId) -> bool {
        self.frames.iter().any(|frame| frame.function == function)
    }

    /// Whether there is only one call.
    pub fn is_outermost(&self) -> bool {
        self.frames.len() == 1
    }
}
