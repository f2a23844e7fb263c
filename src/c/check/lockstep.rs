//! Compares the automaton with the interpreter on one path, statement by statement.
//!
//! The automaton and the interpreter are two readings of a program that were written apart, so a difference shows a
//! mistake in one of them. The answers of the path lead a run of the interpreter. Before each statement of the run, the
//! automaton continues along the path to the next location that belongs to this statement; it must not pass a location
//! that belongs to another one. There, the variables of all visible objects must have the same values on both sides:
//! numbers by their bits, addresses by object and offset. At the end, both must reach the same error, or both none.
//!
//! An address in an object of the heap or in a string literal must be one on both sides, but it may be in different
//! objects of that kind; a difference between their contents shows when they are read. If the interpreter gives up, or
//! the automaton reaches an unsupported point, the rest of the path is not compared.

use super::replay::{carry_out, Done, RecordedAnswer, ReplayError};
use super::scalars::scalars;
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::c::read::floats::number as of_bits;
use crate::c::run::options::{End, RunError, RunOptions};
use crate::c::run::parts::Part;
use crate::c::run::watch::{Address, Moment, Observer, View};
use crate::c::{
    is_at_once, ExprId, ExprKind, Failure, IntegerKind, ObjectId, Pointee, Pos, Program, Role, SourceMap,
    StmtId, StmtKind, TypeId, VariableOrigin,
};
use crate::evidence::program::PathEnd;
use crate::evidence::CheckError;
use crate::model::cfa::{Cfa, LocId, Path};
use crate::solver::term::{Model, TermId, Value};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::Arc;

/// The most comparisons of variables along a path.
const MOST_WORK: u64 = 2_000_000;

/// The variables of an automaton that can be compared, by object.
pub(in crate::c) struct Compared<'a> {
    program: &'a Program,
    cfa: &'a Cfa,
    map: &'a SourceMap,
    by_object: HashMap<ObjectId, Vec<Variable>>,
    /// The statements that give the values of statement expressions. The automaton has no locations for them.
    values: HashSet<StmtId>,
}

#[derive(Clone, Copy)]
enum Variable {
    Number {
        variable: TermId,
        part: Part,
    },
    Address {
        target: TermId,
        step: Option<TermId>,
        offset: u64,
        ty: TypeId,
    },
    /// A whole object, as an array of elements with this many bytes.
    Row {
        variable: TermId,
        size: u64,
    },
}

/// The most elements of an array that are compared at a time.
const MOST_ELEMENTS: usize = 100;

impl<'a> Compared<'a> {
    pub fn new(program: &'a Program, cfa: &'a Cfa, map: &'a SourceMap) -> Compared<'a> {
        let mut by_object: HashMap<ObjectId, Vec<Variable>> = HashMap::default();
        let numbers = scalars(program, cfa, map);
        let mut steps: HashMap<(ObjectId, u64), TermId> = HashMap::default();
        for &variable in cfa.variables() {
            if let Some(VariableOrigin::Object { object, offset, role: Role::Offset, .. }) =
                map.origin(variable)
            {
                steps.insert((object, offset), variable);
            }
        }
        for &variable in cfa.variables() {
            if let Some(VariableOrigin::Row { object, unit }) = map.origin(variable) {
                by_object.entry(object).or_default().push(Variable::Row { variable, size: unit / 8 });
            }
            if let Some(VariableOrigin::Object { object, offset, role, .. }) = map.origin(variable) {
                let found = match role {
                    Role::Value => {
                        numbers.get(&variable).map(|&(_, part)| Variable::Number { variable, part })
                    }
                    Role::Target => type_at(program, object, offset).map(|ty| {
                        let step = steps.get(&(object, offset)).copied();
                        Variable::Address { target: variable, step, offset: offset / 8, ty }
                    }),
                    Role::Offset | Role::Number => None,
                };
                by_object.entry(object).or_default().extend(found);
            }
        }
        let values = program.exprs().filter_map(|id| value_of(program, id)).collect();
        Compared { program, cfa, map, by_object, values }
    }

    /// Whether a place is in the body of a function whose calls may be one edge. Its statements are not compared.
    fn is_at_once(&self, pos: Pos) -> bool {
        self.program.lines.library_function(pos).map_or(false, is_at_once)
    }

    /// Compares the automaton with the interpreter on a path with its answers.
    ///
    /// # Errors
    ///
    /// The first difference, or a limit.
    pub fn check(
        &self,
        (path, end): (&Path, PathEnd),
        answers: &[RecordedAnswer],
        options: &RunOptions,
        budget: &Budget,
    ) -> Result<(), CheckError> {
        let run_budget = budget.child();
        let mut lockstep = Lockstep::new(self, path, end, run_budget.canceller());
        let done = carry_out(self.program, options, answers, &mut lockstep, &run_budget);
        budget.check()?;
        let difference = match lockstep.difference.take() {
            Some(found) => Some(found),
            None => lockstep.at_end(&done),
        };
        match difference {
            None => Ok(()),
            Some((pos, difference)) => {
                let (line, column) = self.program.lines.line_and_column(pos);
                Err(CheckError::Readings { line, column, difference })
            }
        }
    }
}

/// The last statement of a statement expression, if it is an expression.
fn value_of(program: &Program, id: ExprId) -> Option<StmtId> {
    let block = match program.expr(id).kind {
        ExprKind::Statements(block) => block,
        _ => return None,
    };
    match program.stmt(block).kind {
        StmtKind::Block(list, _) => {
            let last = program.statements(list).last().copied();
            last.filter(|&stmt| matches!(program.stmt(stmt).kind, StmtKind::Expression(_)))
        }
        _ => None,
    }
}

/// The type at a bit of an object, if it is a pointer type, or an integer type as large as a pointer.
fn type_at(program: &Program, object: ObjectId, offset: u64) -> Option<TypeId> {
    let types = &program.types;
    let size = types.options().pointer_size();
    let mut found = None;
    let done: Result<(), ()> =
        crate::c::run::parts::each_part(types, program.object(object).ty, 0, &mut |part| {
            let is_it = part.bits.is_none() && 8 * part.offset == offset && types.size(part.ty) == Some(size);
            if is_it {
                found = Some(part.ty);
                Err(())
            } else {
                Ok(())
            }
        });
    done.err().and(found)
}

/// A statement, and whether its condition is evaluated next.
type Key = (StmtId, bool);

/// A place, and a description of the difference there.
type Difference = (Pos, String);

struct Lockstep<'a> {
    compared: &'a Compared<'a>,
    path: &'a Path,
    end: PathEnd,
    /// The values of the automaton's variables at the present location.
    state: Model,
    at: LocId,
    /// The number of steps of the path that are done.
    steps: usize,
    /// The statements of the present location that the interpreter has shown since the last step.
    met: Vec<Key>,
    visible: HashMap<Pos, Vec<ObjectId>>,
    work: u64,
    /// Whether the interpreter has continued behind the end of a path that was cut off.
    is_over: bool,
    difference: Option<Difference>,
    flag: Arc<AtomicBool>,
}

impl<'a> Lockstep<'a> {
    fn new(compared: &'a Compared<'a>, path: &'a Path, end: PathEnd, flag: Arc<AtomicBool>) -> Lockstep<'a> {
        let cfa = compared.cfa;
        let mut state = Model::new();
        state.set_all(cfa.terms(), cfa.variables().iter().copied(), &path.start);
        let last = path.steps.last();
        let is_unsupported = last.map_or(false, |step| compared.map.unsupported(step.edge).is_some());
        Lockstep {
            compared,
            path,
            end: if is_unsupported { PathEnd::Cut } else { end },
            state,
            at: cfa.initial(),
            steps: 0,
            met: Vec::new(),
            visible: HashMap::default(),
            work: 0,
            is_over: false,
            difference: None,
            flag,
        }
    }

    /// Whether the present location belongs to a statement that the interpreter has not shown there yet.
    fn stands_before(&self, key: Key) -> bool {
        let mut places = self.compared.map.statements(self.at);
        places.any(|place| (place.stmt, place.is_loop_head) == key) && !self.met.contains(&key)
    }

    /// The difference that the automaton leaves a location whose statement the interpreter has not shown.
    fn left_behind(&self, now: Pos) -> Option<Difference> {
        let place = self.compared.map.statement(self.at)?;
        let stmt = self.compared.program.stmt(place.stmt);
        // The interpreter shows a `while` only when it evaluates the condition.
        if self.compared.is_at_once(place.pos) {
            return None;
        }
        let is_silent = !place.is_loop_head && matches!(stmt.kind, StmtKind::While(..));
        if is_silent || self.met.contains(&(place.stmt, place.is_loop_head)) {
            return None;
        }
        let lines = &self.compared.program.lines;
        let text = format!("the interpreter goes on {}", lines.place_text(now));
        Some((place.pos, text))
    }

    /// Makes a step along the path. Returns false if there is none left.
    fn go_on(&mut self) -> bool {
        let taken = match self.path.steps.get(self.steps) {
            Some(taken) => taken,
            None => return false,
        };
        let cfa = self.compared.cfa;
        let edge = cfa.edge(taken.edge);
        self.state.set_all(cfa.terms(), cfa.commands().inputs(edge.command), &taken.inputs);
        let mut choices = taken.choices.iter();
        let choose = |count: usize| choices.next().copied().unwrap_or(count);
        cfa.commands().run(cfa.terms(), edge.command, &mut self.state, choose);
        self.at = edge.target;
        self.steps += 1;
        self.met.clear();
        true
    }

    fn compare(&mut self, view: &View<'_>) -> Option<Difference> {
        let Lockstep { compared, visible, state, work, .. } = self;
        let pos = view.pos();
        let objects = visible.entry(pos).or_insert_with(|| {
            // All tokens of a body that stands for a builtin have one place, so the place does not tell whether a
            // declaration in it is before or behind.
            let mut objects = compared.program.visible_objects(pos);
            objects.retain(|&object| compared.program.object(object).visible_from < pos);
            objects
        });
        for &object in objects.iter() {
            let list = compared.by_object.get(&object).map_or(&[][..], Vec::as_slice);
            *work += list.len() as u64;
            if *work > MOST_WORK {
                return None;
            }
            for variable in list {
                if let Some(text) = different(compared, state, view, object, *variable) {
                    return Some((pos, text));
                }
            }
        }
        None
    }

    /// The difference at the end of the run.
    fn at_end(&mut self, done: &Done) -> Option<Difference> {
        let is_out = matches!(done.problem, Some(ReplayError::Mismatch { found: None, .. }));
        let gives_up = match &done.run {
            Ok(run) => matches!(run.end, End::OutOfSteps(_)),
            Err(RunError::Limit(Limit::Cancelled)) => self.is_over,
            Err(_) => true,
        };
        if gives_up || self.end == PathEnd::Cut && is_out {
            return None;
        }
        let run = done.run.as_ref().ok()?;
        // The automaton asks about one object, and its path may go on although another one is lost.
        if matches!(run.end, End::Error(Failure::Lost, _)) && self.compared.map.leaves_losses_open() {
            return None;
        }
        let lines = &self.compared.program.lines;
        if let Some(problem) = &done.problem {
            return Some((run.end.pos(), problem.to_string()));
        }
        let end_text = format!("the interpreter ends; {}", run.end.text(lines));
        loop {
            // A label that is an error ends the run before the labelled statement is shown.
            match self.left_behind(run.end.pos()) {
                Some((pos, _)) if pos != run.end.pos() => return Some((pos, end_text)),
                Some(_) | None => {}
            }
            if !self.go_on() {
                break;
            }
        }
        let failure = self.path.steps.last().and_then(|step| {
            let map = self.compared.map;
            map.failure(step.edge).map(|failure| (failure, map.place(step.edge)))
        });
        let is_same = match (self.end, run.end) {
            (PathEnd::Cut, _) => true,
            (PathEnd::Error, End::Error(found, pos)) => failure == Some((found, pos)),
            (PathEnd::Stuck, End::Quiet(..)) => true,
            _ => false,
        };
        let of_path = match failure {
            Some((failure, pos)) => format!("the path ends with {} {}", failure, lines.place_text(pos)),
            None => "the path ends without error".to_string(),
        };
        (!is_same).then(|| (run.end.pos(), format!("{}, {}", of_path, end_text)))
    }
}

/// The difference between the two values of a scalar.
fn different(
    compared: &Compared<'_>,
    state: &Model,
    view: &View<'_>,
    object: ObjectId,
    variable: Variable,
) -> Option<String> {
    let terms = compared.cfa.terms();
    let number = |variable: TermId| number(&state.evaluate(terms, variable));
    let (name, of_automaton, of_interpreter) = match variable {
        Variable::Number { variable, part } => {
            let (a, width) = number(variable)?;
            let b = view.part(object, part.offset, part.bits, part.ty)?;
            if wrapped(a, width) == wrapped(b, width) {
                return None;
            }
            (variable, a.to_string(), b.to_string())
        }
        Variable::Address { target, step, offset, ty } => {
            let pointees = compared.map.pointees(target)?;
            let at = usize::try_from(number(target)?.0).ok()?.min(pointees.len().checked_sub(1)?);
            let step = step.and_then(number);
            let b = view.address(object, offset, ty)?;
            if is_same(pointees[at], step, b, 8 * compared.program.types.options().pointer_size() as u32) {
                return None;
            }
            let a = format!("{:?} with {:?}", pointees[at], step.map(|(number, _)| number));
            (target, a, format!("{:?}", b))
        }
        Variable::Row { variable, size } => {
            let value = state.evaluate(terms, variable);
            let (a, b) = different_bytes(compared.program, &value, size, (view, object))?;
            (variable, a, b)
        }
    };
    let name = compared.cfa.name(name);
    Some(format!("`{}` is {} in the automaton and {} in the interpreter", name, of_automaton, of_interpreter))
}

/// The first difference between an array and the bytes of an object, in words for both. The elements that have an entry
/// in the array are compared, and the first one.
fn different_bytes(
    program: &Program,
    value: &Value,
    size: u64,
    (view, object): (&View<'_>, ObjectId),
) -> Option<(String, String)> {
    let array = match value {
        Value::Array(array) => array,
        Value::Bool(_) | Value::Number(_) | Value::Bits(_) | Value::Element(_) | Value::Data(_) => {
            return None
        }
    };
    let byte = program.types.integer(IntegerKind::UnsignedChar);
    let listed = array.entries().iter().take(MOST_ELEMENTS);
    let listed = listed.filter_map(|(index, element)| Some((u64::try_from(number(index)?.0).ok()?, element)));
    let is_first_listed =
        array.entries().first().map_or(false, |(i, _)| number(i).map_or(false, |n| n.0 == 0));
    let first = (!is_first_listed).then(|| (0, array.others()));
    for (index, element) in listed.chain(first) {
        let (bits, start) = match (element, index.checked_mul(size)) {
            (Value::Bits(bits), Some(start)) => (bits, start),
            _ => continue,
        };
        for at in 0..size {
            let low = 8 * at as u32;
            let expected = bits.extract(low + 7, low).to_u64().map(i128::from);
            // A byte of an address is no number, and a place outside of the object has none.
            let found = view.part(object, start + at, None, byte);
            if let (Some(expected), Some(found)) = (expected, found) {
                if expected != found {
                    let place = |value: i128| format!("{} at byte {}", value, start + at);
                    return Some((place(expected), place(found)));
                }
            }
        }
    }
    None
}

/// Whether an address of the interpreter is the one that the automaton has: its target, and the value of the second
/// variable with its width.
fn is_same(pointee: Pointee, step: Option<(i128, Option<u32>)>, address: Address, bits: u32) -> bool {
    let same = |a: i128, b: i128| wrapped(a, Some(bits)) == wrapped(b, Some(bits));
    match (pointee, address) {
        (Pointee::Null, Address::Number(number)) => number == 0,
        (Pointee::Number, Address::Number(number)) => {
            step.map_or(number != 0, |(expected, _)| same(expected, number))
        }
        (Pointee::Function(expected), Address::Function(function)) => expected == function,
        (Pointee::Object { .. }, Address::Dangling) => true,
        (Pointee::Object { object, base, stride }, Address::Object(found, offset)) => {
            // The index is signed.
            let step = step.map_or(0, |(number, _)| wrapped(number, Some(bits)));
            let step = if step >> (bits - 1) == 1 { step as i128 - (1 << bits) } else { step as i128 };
            let place = i128::from(base) + i128::from(stride) * step;
            let is_object = object.map_or(true, |object| found == Some(object));
            is_object && same(place.div_euclid(8), i128::from(offset))
        }
        _ => false,
    }
}

/// A value as a number, and its width if it is a word.
fn number(value: &Value) -> Option<(i128, Option<u32>)> {
    match value {
        Value::Bool(b) => Some((i128::from(*b), None)),
        Value::Bits(bits) => Some((of_bits(bits) as i128, Some(bits.width()))),
        Value::Number(number) => Some((i128::from(number.to_integer()?.to_i64()?), None)),
        Value::Element(_) | Value::Array(_) | Value::Data(_) => None,
    }
}

/// A number as bits of a width.
fn wrapped(number: i128, width: Option<u32>) -> u128 {
    match width {
        Some(width) if width < 128 => number as u128 & ((1 << width) - 1),
        _ => number as u128,
    }
}

impl Observer for Lockstep<'_> {
    fn statement(&mut self, view: &View<'_>) {
        let stmt = view.stmt();
        let is_block = matches!(self.compared.program.stmt(stmt).kind, StmtKind::Block(..));
        let is_inside = self.compared.is_at_once(view.pos());
        if is_block
            || is_inside
            || self.compared.values.contains(&stmt)
            || self.is_over
            || self.difference.is_some()
        {
            return;
        }
        let key = (view.stmt(), view.moment() == Moment::Condition);
        while !self.stands_before(key) && self.difference.is_none() {
            self.difference = self.left_behind(view.pos());
            if self.difference.is_none() && !self.go_on() {
                self.is_over = self.end == PathEnd::Cut;
                if !self.is_over {
                    let text = "the path ends before this statement".to_string();
                    self.difference = Some((view.pos(), text));
                }
                break;
            }
        }
        if !self.is_over && self.difference.is_none() {
            self.met.push(key);
            self.difference = self.compare(view);
        }
        if self.is_over || self.difference.is_some() {
            self.flag.store(true, Relaxed);
        }
    }
}
