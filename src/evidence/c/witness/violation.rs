//! The witness of a run into an error.

use super::super::machine::run;
use super::super::options::{End, RunOptions};
use super::super::replay::{check_run, Answer, ReplayError};
use super::super::watch::{Moment, Observer, View};
use super::constants::constant;
use super::format::{Content, Location, Metadata, Segment, Waypoint, WaypointKind, Witness};
use super::targets::Targets;
use crate::base::Budget;
use crate::input::c::{Ask, AskKind, ExprId, ExprKind, FunctionId, ObjectId, Pos, Program, StmtKind};
use std::cell::RefCell;

/// The form in which a witness tells values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ValueStyle {
    /// The results of calls as `function_return`, other values as `assumption` before the next statement.
    #[default]
    Returns,
    /// A result that is assigned at once to a variable, too, as `assumption`. Some validators know only these.
    Assumptions,
}

/// A value that waits for the next statement, at which the witness can tell it.
#[derive(Clone, Copy)]
struct Waiting {
    object: ObjectId,
    value: i128,
}

struct Recorder<'p> {
    program: &'p Program,
    file: String,
    style: ValueStyle,
    targets: Targets,
    waiting: Vec<Waiting>,
    segments: Vec<Segment>,
    function: Option<FunctionId>,
    /// The statement that is carried out, one of the program's text.
    here: Option<Pos>,
    /// The library has asked for values since the program's last call of it.
    has_library_asked: bool,
}

/// Sees a run for a recorder.
struct Watch<'a, 'p>(&'a RefCell<Recorder<'p>>);

impl Observer for Watch<'_, '_> {
    fn statement(&mut self, view: &View<'_>) {
        self.0.borrow_mut().statement(view);
    }

    fn returned(&mut self, call: ExprId, value: Option<i128>) {
        self.0.borrow_mut().returned(call, value);
    }
}

impl Witness {
    /// The witness of the run with these answers, which must end in an error: a waypoint for each answer that a
    /// constraint can tell, and the target. Answers for parts of arrays and structures and for pointers with a value
    /// other than null are left out, and so is a variable that is not visible at the next statement of its function. A
    /// function of the C library is one step, with its result; an error in it is one of the statement that calls it.
    ///
    /// # Errors
    ///
    /// If the answers do not lead to an error.
    pub fn of_run(
        metadata: Metadata,
        program: &Program,
        options: &RunOptions,
        answers: &[Answer],
        style: ValueStyle,
        budget: &Budget,
    ) -> Result<Witness, ReplayError> {
        check_run(program, options, answers, budget)?;
        let recorder = RefCell::new(Recorder {
            program,
            file: metadata.input_files.first().map_or(String::new(), |(file, _)| file.clone()),
            style,
            targets: Targets::new(program),
            waiting: Vec::new(),
            segments: Vec::new(),
            function: None,
            here: None,
            has_library_asked: false,
        });
        let mut rest = answers.iter();
        let mut oracle = |ask: &Ask| {
            let answer = rest.next()?;
            recorder.borrow_mut().answer(ask, answer.value);
            Some(answer.value)
        };
        let mut watch = Watch(&recorder);
        let done = run(program, options, &mut oracle, &mut watch, budget).map_err(ReplayError::Run)?;
        let mut recorder = recorder.into_inner();
        let pos = match done.end {
            End::Error(_, pos) => recorder.here.unwrap_or(pos),
            end => return Err(ReplayError::NoError(end.text(&program.lines))),
        };
        recorder.push(WaypointKind::Target, pos, None);
        Ok(Witness { metadata, content: Content::Violation(recorder.segments) })
    }
}

impl Recorder<'_> {
    fn push(&mut self, kind: WaypointKind, pos: Pos, constraint: Option<String>) {
        let program = self.program;
        let function = self.function.map(|id| program.names.text(program.function(id).name));
        let location = Location::new(&self.file, &program.lines, pos, function);
        let follow = Waypoint { kind, location, constraint };
        self.segments.push(Segment { avoid: Vec::new(), follow });
    }

    fn answer(&mut self, ask: &Ask, value: i128) {
        let program = self.program;
        if program.lines.library_function(ask.pos).is_some() {
            self.has_library_asked = true;
            return;
        }
        let object = self.targets.object(ask).filter(|&object| {
            let ty = program.object(object).ty;
            program.types.integer_kind(ty).is_some() && constant(program, ty, value).is_some()
        });
        let close = if ask.kind == AskKind::Call { self.targets.close(ask.pos) } else { None };
        match (object, close, ask.kind) {
            (Some(object), _, AskKind::Call) if self.style == ValueStyle::Assumptions => {
                let ty = program.object(object).ty;
                let value = match program.types.integer_kind(ty) {
                    Some(kind) => {
                        program.types.options().value(kind, program.types.options().pattern(kind, value))
                    }
                    None => value,
                };
                self.waiting.push(Waiting { object, value });
            }
            (_, Some(close), AskKind::Call) => {
                if let Some(text) = constant(program, ask.ty, value) {
                    self.push(WaypointKind::FunctionReturn, close, Some(format!("\\result == {}", text)));
                }
            }
            (Some(object), _, AskKind::Declaration | AskKind::Parameter | AskKind::Extern) => {
                self.waiting.push(Waiting { object, value });
            }
            _ => {}
        }
    }

    /// A call returns. The result of a function of the library that asked for values is told as if it were the answer.
    fn returned(&mut self, call: ExprId, value: Option<i128>) {
        let (program, expr) = (self.program, self.program.expr(call));
        let callee = match expr.kind {
            ExprKind::Call { callee, .. } => program.expr(callee).kind,
            _ => return,
        };
        let is_library = |pos| program.lines.library_function(pos).is_some();
        let is_of_library = matches!(callee, ExprKind::Function(id) if is_library(program.function(id).pos));
        if self.has_library_asked && is_of_library && !is_library(expr.pos) {
            self.has_library_asked = false;
            let ask = Ask { pos: expr.pos, kind: AskKind::Call, ty: expr.ty };
            value.into_iter().for_each(|value| self.answer(&ask, value));
        }
    }

    fn statement(&mut self, view: &View<'_>) {
        let program = self.program;
        if program.lines.library_function(view.pos()).is_some() {
            return;
        }
        self.function = view.function();
        self.here = Some(view.pos());
        let kind = program.stmt(view.stmt()).kind;
        // Labels and braces are no places of waypoints, and the condition of a `for` or `do` has none of its own.
        let is_place = match kind {
            StmtKind::Block(..) | StmtKind::Labelled(..) | StmtKind::Case(_) | StmtKind::Empty => false,
            StmtKind::For { .. } | StmtKind::DoWhile(..) => view.moment() == Moment::Begin,
            _ => true,
        };
        if !is_place {
            return;
        }
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return;
        }
        let visible = program.visible_objects(view.pos());
        for Waiting { object, value } in waiting {
            let is_here =
                program.object(object).function.map_or(true, |function| Some(function) == self.function);
            let name = program.object(object).name.filter(|_| visible.contains(&object) && is_here);
            // An assignment converts the value, and another one may follow in the same statement.
            let text = constant(program, program.object(object).ty, value);
            if let (Some(name), Some(text), Some(found)) = (name, text, view.number(object)) {
                if found == value {
                    let text = format!("{} == {}", program.names.text(name), text);
                    self.push(WaypointKind::Assumption, view.pos(), Some(text));
                }
            }
        }
    }
}
