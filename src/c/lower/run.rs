//! Lowers a whole program: `main`, the functions that it calls, and the first values of its objects.
//!
//! [`lower`] and [`lower_procedures`] are the entries of the folder. The machine does one task after the other until
//! its agenda is empty. A task that fails does not stop the others: it becomes an unsupported point, and its result an
//! arbitrary value. Only a *fatal* error, such as a limit of the budget, gives the program up.
//!
//! First values come last, although a run begins with them: only when all functions are lowered is it known which
//! objects the program mentions. An object with too many parts for a variable each needs several rounds: if the last
//! round met new parts, the program is lowered again with them (`memory/sparse`). So it is if an object turned out to
//! be a row (`memory/rows`).

use super::analysis::leaves::SparseParts;
use super::asked::AnsweredAsk;
use super::functions::procedures::{join, LoweredProcedures};
use super::machine::agenda::Task;
use super::machine::lowering::Lowering;
use super::machine::objects::Key;
use super::machine::value::Value;
use super::options::LowerOptions;
use super::prune::prune;
use super::source_map::{Instance, SourceMap};
use super::stop::Stop;
use crate::base::Budget;
use crate::c::read::property::{AskKind, Failure};
use crate::c::read::source::Pos;
use crate::c::read::syntax::{ExprId, FunctionId, ObjectId, Program, Storage};
use crate::c::read::types::{TypeId, Types};
use crate::input::Diagnostic;
use crate::model::cfa::{Broken, Cfa, LocId, Path};
use crate::model::gcl::{Assignment, Command};
use crate::solver::term::Terms;

/// The number of tasks between two checks of the limits.
const PERIOD: usize = 256;

/// A program as an automaton.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The automaton. A run reaches its error location if it violates the property, or at an unsupported point.
    pub cfa: Cfa,
    /// The way back to the text.
    pub map: SourceMap,
    /// Remarks on the program.
    pub warnings: Vec<Diagnostic>,
}

impl Lowered {
    /// The values that the interpreter has to get to follow a path of the automaton, in the order in which it asks.
    ///
    /// # Errors
    ///
    /// If the path is no run of the automaton, or a value is no integer, as it may be over reals.
    pub fn answers(&self, path: &Path) -> Result<Vec<AnsweredAsk>, Broken> {
        self.map.answers(&self.cfa, path)
    }
}

impl LoweredProcedures {
    /// The program as one automaton, which has no procedures.
    ///
    /// # Errors
    ///
    /// The unchanged program, if it has procedures.
    pub fn into_program(self) -> Result<Lowered, Box<LoweredProcedures>> {
        let LoweredProcedures { procedures, map, functions, places, warnings } = self;
        match procedures.into_cfa() {
            Ok(cfa) => Ok(Lowered { cfa, map, warnings }),
            Err(procedures) => {
                let procedures = *procedures;
                Err(Box::new(LoweredProcedures { procedures, map, functions, places, warnings }))
            }
        }
    }
}

/// Lowers a program that was read.
///
/// ```
/// use indubit::{base::Budget, c};
///
/// let text = b"int main() { int x; if (x > 0) { while (x) x--; reach_error(); } }";
/// let program = c::read(text, &Default::default(), &Budget::unlimited()).unwrap();
/// let lowered = c::lower(&program, &Default::default(), &Budget::unlimited()).unwrap();
/// let names: Vec<&str> = lowered.cfa.variables().iter().map(|&v| lowered.cfa.name(v)).collect();
/// assert_eq!(names, ["main::x"]);
/// assert_eq!(lowered.cfa.entering(lowered.cfa.error()).len(), 1);
/// ```
///
/// # Errors
///
/// The feature that is not supported, with its place, or a limit of the budget; then the warnings.
pub fn lower(program: &Program, options: &LowerOptions, budget: &Budget) -> Result<Lowered, Vec<Diagnostic>> {
    lower_as(program, options, budget, false, |lowering| {
        let (cfa, map) = lowering.builder.finish(None);
        let (cfa, map, _) = prune(cfa, map, &[]);
        Lowered { cfa, map, warnings: Vec::new() }
    })
    .map(|(lowered, warnings)| Lowered { warnings, ..lowered })
}

/// Lowers a program in which functions may be recursive. Each recursive function becomes a procedure, and all other
/// functions are lowered in place.
///
/// # Errors
///
/// As [`lower`], and if the address of an object of a recursive function may get into another call.
pub fn lower_procedures(
    program: &Program,
    options: &LowerOptions,
    budget: &Budget,
) -> Result<LoweredProcedures, Vec<Diagnostic>> {
    lower_as(program, options, budget, true, |lowering| {
        let mut recursion = lowering.recursion.unwrap_or_default();
        let (cfa, map) = lowering.builder.finish(Some(&mut recursion));
        let pruned = prune(cfa, map, &recursion.links());
        join(program, recursion, pruned)
    })
    .map(|(lowered, warnings)| LoweredProcedures { warnings, ..lowered })
}

/// Lowers a program, repeatedly if objects have too many parts, and makes the result from the machine by `finish`.
fn lower_as<T>(
    program: &Program,
    options: &LowerOptions,
    budget: &Budget,
    with_recursion: bool,
    finish: impl FnOnce(Lowering<'_>) -> T,
) -> Result<(T, Vec<Diagnostic>), Vec<Diagnostic>> {
    let diagnostic = |pos: Pos, message: String, is_warning| {
        Diagnostic::without_text(&program.lines, pos, is_warning, message)
    };
    let main = program.function_named("main").filter(|&main| program.function(main).body.is_some());
    let main = match main {
        Some(main) => main,
        None => {
            let message = "the program has no function `main`; runs begin there".to_string();
            return Err(vec![diagnostic(Pos::START, message, false)]);
        }
    };
    let mut sparse = SparseParts::default();
    let (mut lowering, result) = loop {
        let mut lowering = match Lowering::new(program, *options, main, sparse, budget) {
            Ok(lowering) => lowering,
            Err(limit) => {
                let message = format!("{} while looking for the targets of pointers", limit);
                return Err(vec![diagnostic(Pos::START, message, false).limit()]);
            }
        };
        if with_recursion {
            lowering.allow_recursion();
        }
        let result = lowering.program(main);
        // In the next round, the parts that this round met too late have variables from the beginning.
        sparse = match (&result, lowering.objects.late_parts()) {
            (Ok(()), Some(late)) => late,
            _ => break (lowering, result),
        };
    };
    let mut warnings: Vec<Diagnostic> = Vec::new();
    for (pos, message) in std::mem::take(&mut lowering.warnings).finish() {
        warnings.push(diagnostic(pos, message, true));
    }
    match result {
        Ok(()) => Ok((finish(lowering), warnings)),
        Err(stop) => {
            // The program was read without errors, so the lowering gives up only if it is too large.
            let mut list = vec![diagnostic(stop.pos, stop.message, false).limit()];
            list.append(&mut warnings);
            Err(list)
        }
    }
}

impl Lowering<'_> {
    /// Lowers the program: `main`, and then the first values of the objects that it mentions.
    fn program(&mut self, main: FunctionId) -> Result<(), Stop> {
        let instance = self.builder.add_instance(Instance { function: main, caller: None });
        self.push_frame(main, instance, None, None);
        self.builder.turn_to(self.program.function(main).pos);
        let entry = self.builder.location();
        self.builder.stand_at(entry);
        if let (Some(pos), true) = (self.program.constant_overflow, self.options.checks(Failure::Overflow)) {
            self.builder.turn_to(pos);
            self.builder.fail_if(Terms::TRUE, Failure::Overflow);
        }
        self.after_main = self.program.after_main.map(|_| self.builder.location());
        self.enter_body(main, 0)?;
        self.run()?;
        self.pop_frames();
        if let (Some(function), Some(behind)) = (self.program.after_main, self.after_main.take()) {
            self.lower_after_main(main, function, behind)?;
        }
        self.bodies()?;
        self.first_values(entry)?;
        self.look_at_slots();
        self.look_for_leaks()?;
        self.cut_loops();
        self.note_interfaces()
    }

    /// Lowers the function that runs after `main`, from the location `behind` on, where the objects of `main` end.
    fn lower_after_main(
        &mut self,
        main: FunctionId,
        function: FunctionId,
        behind: LocId,
    ) -> Result<(), Stop> {
        let instance = self.builder.add_instance(Instance { function, caller: None });
        self.push_frame(function, instance, None, None);
        self.builder.turn_to(self.program.function(function).pos);
        self.builder.enter(behind);
        self.end_objects_of(main);
        let skip = self.builder.commands().skip();
        self.builder.edge(skip);
        self.enter_body(function, 0)?;
        self.run()?;
        self.pop_frames();
        Ok(())
    }

    pub(super) fn run(&mut self) -> Result<(), Stop> {
        let mut count = 0;
        while let Some(task) = self.agenda.next() {
            count += 1;
            if count % PERIOD == 0 {
                self.builder.check_limits(self.agenda.len())?;
            }
            let height = self.agenda.len();
            let result = self.result_of(&task);
            if let Err(stop) = self.task(task) {
                self.abandon(stop, height, result)?;
            }
        }
        self.builder.check_limits(0)
    }

    /// The expression to which a task gives a value, at once or by further tasks, and the type of the value.
    fn result_of(&self, task: &Task) -> Option<(ExprId, TypeId)> {
        let typed = |id: ExprId| Some((id, self.program.expr(id).ty));
        match *task {
            Task::Expr(id) | Task::Finish(id) | Task::Leave(id) | Task::Restore(id, _) => typed(id),
            Task::Pass(_, id) | Task::Under(_, _, id) | Task::Prefer(id, ..) => typed(id),
            Task::Candidates(ref candidates) => typed(candidates.call),
            Task::Keep(id, _) | Task::Give(id, _) => Some((id, Types::VOID)),
            Task::Drop(_)
            | Task::Widen
            | Task::Doubt
            | Task::Decide(..)
            | Task::Set(..)
            | Task::Save(..)
            | Task::Choose(_)
            | Task::Return(_)
            | Task::Element(..)
            | Task::Elements(..)
            | Task::Stmt(_)
            | Task::LeaveStatements
            | Task::Branch(..)
            | Task::Enter(_)
            | Task::Jump(_)
            | Task::ForHead(_)
            | Task::LookAtTurn(_)
            | Task::EndLoop(_)
            | Task::Fall => None,
        }
    }

    /// Makes an unsupported point of a task that failed, and drops the tasks that it added. No run goes on behind the
    /// point, so the result of the task may be any value.
    fn abandon(&mut self, stop: Stop, height: usize, result: Option<(ExprId, TypeId)>) -> Result<(), Stop> {
        self.builder.turn_to(stop.pos);
        self.unsupported_under(Terms::TRUE, stop)?;
        self.agenda.cut(height);
        if let Some((id, ty)) = result {
            let value = self.default_value(ty).unwrap_or(Value::Void);
            self.values.set(id, value);
        }
        Ok(())
    }

    fn task(&mut self, task: Task) -> Result<(), Stop> {
        match task {
            Task::Stmt(id) => self.statement(id)?,
            Task::Expr(id) => self.start(id)?,
            Task::Under(condition, truth, id) => self.start_under(condition, truth, id),
            Task::Prefer(id, b, c) => self.prefer(id, b, c)?,
            Task::Widen => self.builder.widen(),
            Task::Doubt => self.builder.doubt(),
            Task::Finish(id) => self.finish(id)?,
            Task::Keep(id, next) => self.keep(id, next)?,
            Task::Drop(id) => drop(self.take(id)?),
            Task::Pass(from, to) => {
                let value = self.take(from)?;
                self.values.set(to, value);
            }
            Task::LeaveStatements => self.frame()?.nested -= 1,
            Task::Give(id, value) => self.values.set(id, value),
            Task::Branch(id, yes, no) => self.branch(id, yes, no),
            Task::Decide(id, yes, no) => self.decide(id, yes, no)?,
            Task::Enter(location) => self.builder.enter(location),
            Task::Jump(location) => self.builder.jump(location),
            Task::Set(variable, truth) => {
                let truth = self.builder.terms().bool(truth);
                self.builder.assign(vec![(variable, truth)]);
            }
            Task::Save(id, store, ty) => {
                let value = self.take(id)?;
                self.save(store, ty, &value)?;
            }
            Task::Restore(id, store) => {
                let value = self.store_value(store, self.program.expr(id).ty)?;
                self.values.set(id, value);
            }
            Task::EndLoop(is_loop) => {
                let frame = self.frame()?;
                frame.breaks.pop();
                if is_loop {
                    frame.continues.pop();
                }
            }
            Task::ForHead(id) => self.for_head(id)?,
            Task::LookAtTurn(id) => {
                self.builder.turn_to(self.program.stmt(id).pos);
                self.look_at_turn(id);
            }
            Task::Choose(id) => self.choose_case(id)?,
            Task::Return(value) => self.return_value(value)?,
            Task::Fall => self.fall()?,
            Task::Leave(id) => self.leave(id)?,
            Task::Candidates(candidates) => self.next_candidate(candidates)?,
            Task::Element(object, initialiser, at) => self.element(object, initialiser, at)?,
            Task::Elements(object, initialiser) => self.elements(object, initialiser)?,
        }
        Ok(())
    }

    /// Adds the edge from the initial location, which gives objects that live for the whole run their first values.
    fn first_values(&mut self, entry: LocId) -> Result<(), Stop> {
        let objects = (0..self.program.objects.len()).map(|at| ObjectId(at as u32));
        let statics: Vec<ObjectId> =
            objects.filter(|&object| self.is_static(object) && self.known.is_mentioned(object)).collect();
        let is_extern = |object: &ObjectId| !self.program.object(*object).is_defined;
        for &object in statics.iter().filter(|object| is_extern(object)) {
            // An object that cannot be split into parts has no store. The program does not use it, or its use would
            // have been refused.
            let _ = self.object_store(object);
        }
        let values = self.defined_values(&statics)?;
        // First values may be addresses, so they are assigned after the heap was emptied of addresses.
        let first = [self.empty_heap(), Some(Command::Assign(values))];
        let first = first.into_iter().flatten();
        let mut commands: Vec<_> = first.map(|command| self.builder.commands().add(command)).collect();
        let mut asks = Vec::new();
        for &object in statics.iter().filter(|object| is_extern(object)) {
            if let Some(store) = self.objects.of(Key::Object(object)) {
                let pos = self.program.object(object).pos;
                let (command, more) = self.any_store(store, AskKind::Extern, pos)?;
                commands.push(command);
                asks.extend(more);
                let (ty, name) = (self.program.object(object).ty, self.program.object(object).name);
                let is_stream =
                    ["stdin", "stdout", "stderr"].contains(&name.map_or("", |n| self.program.names.text(n)));
                if is_stream && self.program.types.pointee(ty).is_some() {
                    let value = self.store_value(store, ty)?;
                    let is_open = self.truth(&value);
                    commands.push(self.builder.commands().assume(is_open));
                }
            }
        }
        let command = self.builder.commands().sequence(&commands);
        self.builder.stand_at(self.builder.initial());
        let main = self.program.function_named("main");
        self.builder.turn_to(main.map_or(Pos::START, |main| self.program.function(main).pos));
        let edge = self.builder.edge_to(command, entry);
        self.builder.note_asks(edge, asks);
        self.builder.first_problems();
        Ok(())
    }

    /// The first values of the objects that are defined and have a store.
    fn defined_values(&mut self, statics: &[ObjectId]) -> Result<Vec<Assignment>, Stop> {
        let mut done = vec![false; self.program.objects.len()];
        let mut values = Vec::new();
        // An initialiser may mention further objects.
        loop {
            let has_store = |lowering: &Self, object| lowering.objects.of(Key::Object(object)).is_some();
            let next = statics.iter().copied().find(|&object| {
                self.program.object(object).is_defined && !done[object.index()] && has_store(self, object)
            });
            let object = match next {
                Some(object) => object,
                None => return Ok(values),
            };
            done[object.index()] = true;
            self.builder.turn_to(self.program.object(object).pos);
            let changes = match self.program.object(object).initialiser {
                None => self.zero_changes(object),
                Some(initialiser) => {
                    for value in super::analysis::visit::values(self.program, initialiser) {
                        self.agenda.first(Task::Expr(value));
                        self.run()?;
                    }
                    self.element_changes(object, initialiser)
                }
            };
            let changes = match changes {
                Ok(changes) => changes,
                Err(stop) => {
                    self.unsupported_under(Terms::TRUE, stop)?;
                    continue;
                }
            };
            values.extend(
                changes.into_list().into_iter().map(|(variable, value)| Assignment { variable, value }),
            );
        }
    }

    /// Whether an object lives for the whole run.
    pub(super) fn is_static(&self, object: ObjectId) -> bool {
        let declared = self.program.object(object);
        match declared.storage {
            Storage::Global | Storage::StaticLocal => true,
            Storage::Literal => declared.function.is_none(),
            Storage::Local | Storage::Parameter => false,
        }
    }
}
