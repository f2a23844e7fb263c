//! The machine that lowers a program: it walks the tree with a stack of tasks, and adds edges where it stands.

use super::super::property::Failure;
use super::super::source::Pos;
use super::super::syntax::{ExprId, FunctionId, InitialiserId, LabelId, ObjectId, Program, StmtId, TextId};
use super::super::types::TypeId;
use super::addressing::Class;
use super::changes::Changes;
use super::facts::Facts;
use super::keys::Root;
use super::leaves::{Leaf, Members, SparseParts};
use super::numbers::Numbers;
use super::options::LowerOptions;
use super::reach::Reach;
use super::recursion::{Interface, Recursion};
use super::source_map::{InstanceId, SourceMap, StmtPlace};
use super::special::is_error;
use super::targets::{Lists, Targets};
use super::value::{HeapSlot, StoreId, Value};
use super::values::Values;
use super::visit;
use crate::base::{Booking, Budget, HashMap, Limit};
use crate::model::cfa::{Cfa, EdgeId, LocId};
use crate::model::gcl::{Assignment, Command, CommandId};
use crate::solver::term::{Sort, TermId, Terms};

/// The most edges of an automaton.
const MOST_EDGES: usize = 2_000_000;

/// A reason to go no further, with its place.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub pos: Pos,
    pub message: String,
    /// Whether the whole program is given up; otherwise only the runs that come here.
    pub is_fatal: bool,
}

impl Stop {
    /// Runs that come here are not followed.
    pub fn unsupported(pos: Pos, message: impl Into<String>) -> Stop {
        Stop { pos, message: message.into(), is_fatal: false }
    }

    /// The program is given up.
    pub fn fatal(pos: Pos, message: impl Into<String>) -> Stop {
        Stop { pos, message: message.into(), is_fatal: true }
    }
}

/// A thing to do; the last one of the stack is next.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// Lower a statement.
    Stmt(StmtId),
    /// Evaluate an expression: this sets its value, or lvalue.
    Expr(ExprId),
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
    /// The same with the value of an expression, which is there.
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
pub(super) struct Candidates {
    pub call: ExprId,
    pub rest: Vec<(TermId, FunctionId)>,
    pub arguments: Vec<Value>,
    pub from: LocId,
    pub join: LocId,
    pub result: Option<StoreId>,
}

/// A call that is being lowered.
#[derive(Debug)]
pub(super) struct Frame {
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

/// The meaning of a variable's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    /// The bits of a number.
    Bits,
    /// Whether a `_Bool` is 1.
    Truth,
    /// The position in a list of targets.
    Address(Class),
}

/// A variable, or two of an address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub leaf: Leaf,
    pub holds: Holds,
    /// Of a string literal a constant.
    pub variable: TermId,
    /// Of an address: the number that it is, or the step in its object.
    pub value: Option<TermId>,
}

/// The variables of an object or value.
#[derive(Clone, Debug)]
pub(super) struct Store {
    pub cells: Vec<Cell>,
    /// The targets of the addresses in it.
    pub targets: Lists,
    /// The object to which pointers may point; `None` of values.
    pub root: Option<Root>,
    pub ty: TypeId,
    /// Its size.
    pub bits: u64,
    /// Whether it is a string literal, which is never written.
    pub is_text: bool,
    /// Whether the object has too many parts: there are cells only for those that are accessed.
    pub is_sparse: bool,
    /// Of the heap: whether there is such an object now.
    pub alive: Option<TermId>,
    /// Of the heap: the number of bytes, if the program computes it.
    pub length: Option<TermId>,
}

/// The machine.
pub(super) struct Lowering<'a> {
    pub program: &'a Program,
    pub options: LowerOptions,
    pub numbers: Numbers,
    pub budget: &'a Budget,
    pub reach: Reach,
    pub targets: Targets,
    pub members: Members,
    pub facts: Facts,
    pub changes: Changes,
    /// By statement: whether a label or a `case` is in it.
    pub has_label: Vec<bool>,
    pub cfa: Cfa,
    pub map: SourceMap,
    /// The place where the next edge begins; `None` where no run comes.
    pub at: Option<LocId>,
    /// The place in the text.
    pub pos: Pos,
    pub tasks: Vec<Task>,
    pub values: Values,
    pub frames: Vec<Frame>,
    pub stores: Vec<Store>,
    pub store_ids: HashMap<Key, StoreId>,
    /// By variable: the number of the object or result, as in [`Changed`](super::changes::Changed).
    pub owners: HashMap<TermId, usize>,
    pub temporaries: HashMap<(FunctionId, Sort), Vec<TermId>>,
    pub taken_names: HashMap<String, u32>,
    /// The assumption under which an unsupported point is made.
    context: TermId,
    /// The parts of objects that have too many: those that are accessed.
    pub sparse: SparseParts,
    /// The objects of the heap, by the call that makes them.
    pub heap: HashMap<ExprId, Vec<HeapSlot>>,
    /// The calls that make objects of the heap, in the order in which they were met.
    pub makers: Vec<(ExprId, FunctionId)>,
    /// The unsupported points among the first values of objects.
    pub at_start: Vec<(Pos, String)>,
    pub warnings: Vec<(Pos, String)>,
    pub warned: HashMap<FunctionId, ()>,
    /// The recursive functions and their calls; `None` if recursion is refused.
    pub recursion: Option<Recursion>,
    /// By recursive function, in the order in which they were met: the variables of its parameters and of its result.
    pub interfaces: Vec<Interface>,
    /// The variables in all assignments.
    assigned: usize,
    booking: Booking,
}

/// The thing that a store belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    Object(ObjectId),
    Text(TextId),
    Result(FunctionId),
    Expr(ExprId),
}

impl<'a> Lowering<'a> {
    pub fn new(
        program: &'a Program,
        options: LowerOptions,
        main: FunctionId,
        budget: &'a Budget,
    ) -> Result<Lowering<'a>, Limit> {
        let reach = Reach::from(program, main);
        let facts = Facts::of(program, &options);
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        Ok(Lowering {
            program,
            options,
            numbers: Numbers { integers: options.integers, target: program.types.options() },
            budget,
            targets: Targets::of(program, &reach, &facts, options.heap_objects, budget)?,
            reach,
            members: Members::of(program),
            facts,
            changes: Changes::of(program),
            has_label: visit::labels_in(program),
            cfa: Cfa::new(Terms::new()),
            map: SourceMap { instances_at: vec![InstanceId::MAIN; 2], ..SourceMap::default() },
            at: None,
            pos: Pos::START,
            tasks: Vec::new(),
            values: Values::default(),
            frames: Vec::new(),
            stores: Vec::new(),
            store_ids: HashMap::default(),
            owners: HashMap::default(),
            temporaries: HashMap::default(),
            taken_names: HashMap::default(),
            context: Terms::TRUE,
            sparse: SparseParts::default(),
            heap: HashMap::default(),
            makers: Vec::new(),
            at_start: Vec::new(),
            warnings: Vec::new(),
            warned: HashMap::default(),
            recursion: None,
            interfaces: Vec::new(),
            assigned: 0,
            booking,
        })
    }

    /// Runs that come to the present place are not followed.
    pub fn refuse<T>(&self, message: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::unsupported(self.pos, message))
    }

    /// The program is given up.
    pub fn give_up<T>(&self, message: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::fatal(self.pos, message))
    }

    /// An unsupported point where a formula holds: a proof has to show that no run comes to it. Runs go on where the
    /// formula does not hold.
    pub fn unsupported_if(&mut self, formula: TermId, reason: impl Into<String>) {
        let context = self.context;
        let formula = self.terms().and(&[context, formula]);
        if formula == Terms::FALSE {
            return;
        }
        if self.frames.is_empty() {
            self.at_start.push((self.pos, reason.into()));
            return;
        }
        let error = self.cfa.error();
        if let Some(edge) = self.branch_to(formula, error) {
            self.map.unsupported.insert(edge, reason.into());
        }
        let fine = self.terms().not(formula);
        self.assume(fine);
    }

    /// The same for an error that concerns only the runs in which a formula holds.
    ///
    /// # Errors
    ///
    /// One that concerns all runs.
    pub fn unsupported_under(&mut self, formula: TermId, stop: Stop) -> Result<(), Stop> {
        if stop.is_fatal {
            return Err(stop);
        }
        self.unsupported_if(formula, stop.message);
        Ok(())
    }

    /// Does something that concerns only the runs in which a formula holds.
    pub fn under<T>(&mut self, formula: TermId, act: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.context;
        self.context = self.terms().and(&[before, formula]);
        let result = act(self);
        self.context = before;
        result
    }

    /// The store of terms.
    pub fn terms(&mut self) -> &mut Terms {
        self.cfa.terms_mut()
    }

    /// The innermost call.
    pub fn frame(&mut self) -> Result<&mut Frame, Stop> {
        let pos = self.pos;
        let missing = || Stop::unsupported(pos, "expected a constant here");
        self.frames.last_mut().ok_or_else(missing)
    }

    /// Takes the value of an operand.
    pub fn take(&mut self, id: ExprId) -> Result<Value, Stop> {
        let value = self.values.take(id);
        debug_assert!(value.is_some(), "no value of {:?}", self.program.expr(id));
        value.ok_or_else(|| self.without_value(id))
    }

    /// The program is given up because an operand has no value, which should not be.
    pub fn without_value(&self, id: ExprId) -> Stop {
        Stop::fatal(self.program.expr(id).pos, "the lowering lost the value of this expression")
    }

    /// Looks at the limits.
    pub fn check_limits(&mut self) -> Result<(), Stop> {
        let function = self
            .frames
            .last()
            .map_or("", |frame| self.program.names.text(self.program.function(frame.function).name));
        if self.cfa.edges().len() > MOST_EDGES {
            let message = format!("the automaton has more than {} edges in `{}`", MOST_EDGES, function);
            return self.give_up(message);
        }
        let edges = 200 * self.cfa.edges().len() + 8 * self.assigned;
        let bytes = self.cfa.terms().bytes() + edges + 100 * self.tasks.len();
        self.booking.set(bytes as u64);
        match self.budget.check() {
            Ok(()) => Ok(()),
            Err(limit) => self.give_up(format!("{} while lowering `{}`", limit, function)),
        }
    }

    /// A new location of the present call.
    pub fn location(&mut self) -> LocId {
        let function = self
            .frames
            .last()
            .map_or("start", |frame| self.program.names.text(self.program.function(frame.function).name));
        let name = format!("{}:{}", function, self.program.lines.line_and_column(self.pos).0);
        let id = self.cfa.add_location(&name);
        let instance = self.frames.last().map_or(InstanceId::MAIN, |frame| frame.instance);
        self.map.instances_at.push(instance);
        id
    }

    /// Notes that a statement begins at a location.
    pub fn mark(&mut self, location: LocId, pos: Pos, is_loop_head: bool) {
        let known = self.map.statements.get(&location).map_or(false, |place| place.is_loop_head);
        if !known {
            self.map.statements.insert(location, StmtPlace { pos, is_loop_head });
        }
        self.mark_place(location, pos, is_loop_head);
    }

    /// The same of a statement that is no step by itself.
    pub fn mark_place(&mut self, location: LocId, pos: Pos, is_loop_head: bool) {
        let place = StmtPlace { pos, is_loop_head };
        let list = self.map.places.entry(location).or_default();
        if !list.contains(&place) {
            list.push(place);
        }
    }

    /// An edge from the present place to a location, if runs come here. The present place stays.
    pub fn edge_to(&mut self, command: CommandId, target: LocId) -> Option<EdgeId> {
        let edge = self.cfa.add_edge(self.at?, target, command);
        self.map.edges.push(self.pos);
        Some(edge)
    }

    /// An edge to a new location, which becomes the present place.
    pub fn edge(&mut self, command: CommandId) -> Option<EdgeId> {
        self.at?;
        let target = self.location();
        let edge = self.edge_to(command, target);
        self.at = Some(target);
        edge
    }

    /// Goes to a location; no run comes behind this.
    pub fn jump(&mut self, target: LocId) {
        if self.at.is_some() {
            let skip = self.cfa.commands_mut().skip();
            self.edge_to(skip, target);
        }
        self.at = None;
    }

    /// Goes on at a location if a way leads there.
    pub fn enter(&mut self, location: LocId) {
        self.at = if self.cfa.entering(location).is_empty() { None } else { Some(location) };
    }

    /// Only runs with this formula go on.
    pub fn assume(&mut self, formula: TermId) {
        match formula {
            Terms::TRUE => {}
            Terms::FALSE => self.at = None,
            _ => {
                let command = self.cfa.commands_mut().assume(formula);
                self.edge(command);
            }
        }
    }

    /// Goes to a location if a formula holds; the present place stays.
    pub fn branch_to(&mut self, formula: TermId, target: LocId) -> Option<EdgeId> {
        if formula == Terms::FALSE {
            return None;
        }
        let command = match formula {
            Terms::TRUE => self.cfa.commands_mut().skip(),
            _ => self.cfa.commands_mut().assume(formula),
        };
        self.edge_to(command, target)
    }

    /// An assignment of several variables at once.
    pub fn assign(&mut self, list: Vec<(TermId, TermId)>) {
        if !list.is_empty() {
            self.assigned += list.len();
            let list = list.into_iter().map(|(variable, value)| Assignment { variable, value }).collect();
            let command = self.cfa.commands_mut().add(Command::Assign(list));
            self.edge(command);
        }
    }

    /// A failure where a formula holds: an error, if it counts as one, and the end of the run otherwise.
    pub fn fail_if(&mut self, formula: TermId, failure: Failure) {
        let counts = match failure {
            Failure::DivisionByZero => self.options.check_division,
            Failure::Bounds => self.options.check_bounds,
            Failure::ShiftWidth => self.options.check_shift,
            _ => is_error(failure, self.options.property),
        };
        if counts {
            let error = self.cfa.error();
            if let Some(edge) = self.branch_to(formula, error) {
                self.map.failures.insert(edge, failure);
            }
        }
        let fine = self.terms().not(formula);
        self.assume(fine);
    }

    /// A variable for a value of the present statement.
    pub fn temporary(&mut self, sort: Sort) -> Result<TermId, Stop> {
        let frame = self.frame()?;
        let function = frame.function;
        let at = frame.in_use.entry(sort).or_insert(0);
        *at += 1;
        let at = *at;
        let list = self.temporaries.entry((function, sort)).or_default();
        if let Some(&known) = list.get(at - 1) {
            return Ok(known);
        }
        let name = format!("{}::.{}", self.program.names.text(self.program.function(function).name), at);
        let name = self.unique_name(name);
        let variable = self.cfa.declare(&name, sort);
        self.map.variables.insert(variable, super::source_map::Origin::Temporary);
        self.temporaries.entry((function, sort)).or_default().push(variable);
        Ok(variable)
    }

    /// A name that no other variable has.
    pub fn unique_name(&mut self, name: String) -> String {
        let taken = self.taken_names.entry(name.clone()).or_insert(0);
        *taken += 1;
        match *taken {
            1 => name,
            n => self.unique_name(format!("{}~{}", name, n)),
        }
    }
}
