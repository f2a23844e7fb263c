//! The tasks of the machine, a stack, and the calls in which they are done.
//!
//! Tasks instead of functions that call themselves: a program may be nested as deeply as it likes.

use super::value::{StoreId, Value};
use crate::base::HashMap;
use crate::c::lower::source_map::InstanceId;
use crate::c::read::syntax::{ExprId, FunctionId, InitialiserId, LabelId, ObjectId, StmtId};
use crate::c::read::types::TypeId;
use crate::model::cfa::LocId;
use crate::solver::term::{Sort, TermId};

/// A thing to do.
#[derive(Clone, Debug)]
pub(in crate::c::lower) enum Task {
    /// Lower a statement.
    Stmt(StmtId),
    /// Evaluate an expression: this sets its value, or lvalue.
    Expr(ExprId),
    /// Evaluate the last expression, whose value counts only if that of the first one has this truth.
    Under(ExprId, bool, ExprId),
    /// Give the expression, whose condition is there, the value of the second expression or of the third one.
    Prefer(ExprId, ExprId, ExprId),
    /// Unsupported points concern the runs again that they concerned before.
    Widen,
    /// Combine the values of the operands of an expression to its value.
    Finish(ExprId),
    /// Save what the value of the first expression needs from changes by the evaluation of the second one.
    Keep(ExprId, ExprId),
    /// Drop the value of an expression.
    Drop(ExprId),
    /// The value of the first expression is that of the second one, too.
    Pass(ExprId, ExprId),
    /// The statements in an expression are done.
    LeaveStatements,
    /// Give an expression this value.
    Give(ExprId, Value),
    /// Evaluate a condition and go to the first location if it holds, else to the second.
    Branch(ExprId, LocId, LocId),
    /// Branch by the value of an expression, which is there.
    Decide(ExprId, LocId, LocId),
    /// Go on at a location if a way leads there.
    Enter(LocId),
    /// Go to a location.
    Jump(LocId),
    /// Assign a constant to a truth variable.
    Set(TermId, bool),
    /// Keep the value of an expression in a store, with this type.
    Save(ExprId, StoreId, TypeId),
    /// Give an expression the value of a store.
    Restore(ExprId, StoreId),
    /// Begin a `for` behind its first clause.
    ForHead(StmtId),
    /// End the innermost loop, or `switch` if the flag says so.
    EndLoop(bool),
    /// Choose a label of a `switch`, whose value is there.
    Choose(StmtId),
    /// Leave a function with the value of an expression.
    Return(ExprId),
    /// The end of a function's body is reached.
    Fall,
    /// Go on behind a call, with its result.
    Leave(ExprId),
    /// Call the candidates of a pointer to functions: the rest of them, with the arguments.
    Candidates(Box<Candidates>),
    /// Store the value of an element of the initialiser of an object.
    Element(ObjectId, InitialiserId, usize),
    /// Store all values of an initialiser.
    Elements(ObjectId, InitialiserId),
}

/// The functions that a call by pointer may call.
#[derive(Clone, Debug)]
pub(in crate::c::lower) struct Candidates {
    pub call: ExprId,
    pub rest: Vec<(TermId, FunctionId)>,
    pub arguments: Vec<Value>,
    pub from: LocId,
    pub join: LocId,
    pub result: Option<StoreId>,
}

/// A call that is being lowered.
#[derive(Debug)]
pub(in crate::c::lower) struct Frame {
    pub function: FunctionId,
    pub instance: InstanceId,
    /// The location behind the call; `None` of `main`, whose end is that of the run.
    pub exit: Option<LocId>,
    pub breaks: Vec<LocId>,
    pub continues: Vec<LocId>,
    pub labels: HashMap<LabelId, LocId>,
    pub cases: HashMap<StmtId, LocId>,
    /// By sort: the temporaries that hold values of the present statement.
    pub in_use: HashMap<Sort, usize>,
    /// The number of expressions around the present statement; their values in between stay in use.
    pub nested: usize,
}

impl Frame {
    /// A call at the beginning of the body.
    pub fn new(function: FunctionId, instance: InstanceId, exit: Option<LocId>) -> Frame {
        Frame {
            function,
            instance,
            exit,
            breaks: Vec::new(),
            continues: Vec::new(),
            labels: HashMap::default(),
            cases: HashMap::default(),
            in_use: HashMap::default(),
            nested: 0,
        }
    }

    /// Takes a temporary of a sort that is not in use: its number.
    pub fn take_temporary(&mut self, sort: Sort) -> usize {
        let count = self.in_use.entry(sort).or_insert(0);
        *count += 1;
        *count - 1
    }

    /// At the beginning of a statement: no temporary is in use, unless an expression is around it.
    pub fn release_temporaries(&mut self) {
        if self.nested == 0 {
            self.in_use.clear();
        }
    }
}

/// Everything that is to be done.
#[derive(Default, Debug)]
pub(in crate::c::lower) struct Agenda {
    /// The last one is next.
    tasks: Vec<Task>,
    /// The last one is the innermost call.
    frames: Vec<Frame>,
}

impl Agenda {
    /// The next task, which is no longer on the agenda.
    pub fn next(&mut self) -> Option<Task> {
        self.tasks.pop()
    }

    /// Does a task before all others.
    pub fn first(&mut self, task: Task) {
        self.tasks.push(task);
    }

    /// Does some tasks before all others, in this order.
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

    /// Whether the value of the expression that is being finished is dropped.
    pub fn drops_value(&self) -> bool {
        let next = self.tasks.iter().rev().find(|task| !matches!(task, Task::Pass(..)));
        matches!(next, Some(Task::Drop(_)))
    }

    /// Begins a call in the present one.
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

    /// The calls that are going on; the last one is the innermost.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The innermost call, to change it.
    pub fn frame_mut(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Whether a call of a function is going on.
    pub fn is_active(&self, function: FunctionId) -> bool {
        self.frames.iter().any(|frame| frame.function == function)
    }

    /// Whether only one call is going on.
    pub fn is_outermost(&self) -> bool {
        self.frames.len() == 1
    }
}
