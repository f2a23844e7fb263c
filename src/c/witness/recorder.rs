//! Collects the waypoints of a run for a violation witness, while the run is carried out.
//!
//! The recorder is an observer. A witness has to tell each answer that the run got, so that another tool can repeat the
//! run. The result of a call is told at the return of the call. Any other answer waits until a statement comes at which
//! its place has an expression, and is then told as an assumption such as `x == 7`.

use super::constants::constant;
use super::format::{Location, Segment, Waypoint, WaypointKind};
use super::lvalue::{Lvalue, Places};
use super::targets::Targets;
use crate::c::run::watch::{Moment, Observer, Stored, View};
use crate::c::{Ask, AskKind, ExprId, ExprKind, ObjectId, Pos, Program, StmtKind, TypeId};

/// The number of statements for which a value waits until its place has a text.
const PATIENCE: u32 = 100;
/// The most values that wait.
const MOST_WAITING: usize = 4096;
/// If more values wait, values of 0 are left out, because a reader of the witness tries 0 first.
const MANY: usize = 32;
/// The most equalities in one waypoint.
const MOST_EQUALITIES: usize = 16;
/// The most branches since the last waypoint that are remembered.
const MOST_BRANCHES: usize = 256;

/// The form in which a witness tells values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ValueStyle {
    /// Results of calls are told as `function_return`, and other values as `assumption` before the next statement.
    #[default]
    Returns,
    /// A result that is assigned to a variable at once is told as `assumption`, too. Some validators know only these.
    Assumptions,
}

/// The place of a value that waits.
#[derive(Clone, Copy)]
enum Home {
    Memory(Stored),
    /// Bits of a variable to which the result of a call is assigned at once: the first bit, and the number of bits.
    Variable(ObjectId, u64, u64),
    /// The value is inside of an expression, and some variable may have it afterwards.
    Somewhere,
}

/// A value that waits for a statement at which the witness can tell it.
#[derive(Clone, Copy)]
struct Waiting {
    home: Home,
    value: i128,
    /// The number of statements for which it has waited.
    age: u32,
}

pub(super) struct Recorder<'p> {
    program: &'p Program,
    file: String,
    style: ValueStyle,
    targets: Targets,
    waiting: Vec<Waiting>,
    /// The answer that was given last.
    last: Option<(Ask, i128)>,
    segments: Vec<Segment>,
    /// The place of the present statement, which is in the program's own text.
    here: Option<Pos>,
    /// Whether the result of the next call that returns is an answer, or was computed by the library from answers.
    is_result_open: bool,
    /// Whether the next branch may depend on a value that has no place.
    is_branch_open: bool,
    /// The branches since the last waypoint, with the values of their conditions.
    passed: Vec<(Pos, i128)>,
}

impl<'p> Recorder<'p> {
    pub fn new(program: &'p Program, file: String, style: ValueStyle) -> Recorder<'p> {
        Recorder {
            program,
            file,
            style,
            targets: Targets::new(program),
            waiting: Vec::new(),
            last: None,
            segments: Vec::new(),
            here: None,
            is_result_open: false,
            is_branch_open: false,
            passed: Vec::new(),
        }
    }

    /// Ends the record, and returns all segments. The target is the present statement, or else this place.
    pub fn end(mut self, pos: Pos) -> Vec<Segment> {
        self.push(WaypointKind::Target, self.here.unwrap_or(pos), None);
        self.segments
    }

    /// The segments so far.
    pub fn segments(self) -> Vec<Segment> {
        self.segments
    }

    /// A segment that ends at a waypoint without a constraint on what lies before it.
    pub fn push(&mut self, kind: WaypointKind, pos: Pos, constraint: Option<String>) {
        let program = self.program;
        let function = program.function_around(pos).map(|id| program.names.text(program.function(id).name));
        let location = Location::new(&self.file, &program.lines, pos, function);
        let follow = Waypoint { kind, location, constraint };
        self.segments.push(Segment { avoid: Vec::new(), follow, is_cycle: false });
        self.passed.clear();
    }

    /// Adds the waypoint of a branch. A branching waypoint means the first visit of its place since the waypoint before
    /// it. So if earlier visits have gone another way, each visit gets a waypoint.
    fn push_branch(&mut self, pos: Pos, value: i128) {
        let passed = std::mem::take(&mut self.passed);
        if passed.len() >= MOST_BRANCHES {
            self.passed = passed;
            return;
        }
        let visits = passed.into_iter().filter(|&(known, _)| known == pos).map(|(_, value)| value);
        let ways = visits.chain([value]).filter_map(|value| self.targets.way(self.program, pos, value));
        let mut ways: Vec<String> = ways.collect();
        if ways.windows(2).all(|two| two[0] == two[1]) {
            ways.truncate(1);
        }
        for way in ways {
            self.push(WaypointKind::Branching, pos, Some(way));
        }
    }

    fn wait(&mut self, home: Home, value: i128) {
        if self.waiting.len() < MOST_WAITING {
            self.waiting.push(Waiting { home, value, age: 0 });
        }
    }

    /// Lets a value without place wait, unless it is 0: many variables are 0, and a reader of the witness tries 0
    /// first.
    fn wait_somewhere(&mut self, value: i128) {
        if value != 0 {
            self.wait(Home::Somewhere, value);
            self.is_branch_open = true;
        }
    }

    /// Tells an answer that is the result of a call. A structure is asked for part by part, and waits for its variable.
    fn result(&mut self, ask: &Ask, value: i128) {
        let program = self.program;
        let whole = self.targets.result(ask.pos).map_or(false, |ty| program.types.is_scalar(ty));
        let (object, close) = (self.targets.object(ask), self.targets.close(ask.pos));
        match (object, close) {
            (Some(object), _) if whole && self.style == ValueStyle::Assumptions => {
                let ty = program.object(object).ty;
                // The assignment converts the value to the type of the variable.
                let value = match program.types.integer_kind(ty) {
                    Some(kind) => {
                        program.types.options().value(kind, program.types.options().pattern(kind, value))
                    }
                    None => value,
                };
                let width = 8 * program.types.size(ty).unwrap_or(0);
                self.wait(Home::Variable(object, 0, width), value);
            }
            (_, Some(close)) if whole => self.push_return(close, ask.ty, value),
            _ => {}
        }
    }

    fn push_return(&mut self, close: Pos, ty: TypeId, value: i128) {
        if let Some(text) = constant(self.program, ty, value) {
            self.push(WaypointKind::FunctionReturn, close, Some(format!("\\result == {}", text)));
        }
    }

    fn is_library(&self, pos: Pos) -> bool {
        self.program.lines.library_function(pos).is_some()
    }

    /// Adds waypoints with these equalities: one for each whole variable, and common ones for parts of objects.
    fn push_assumptions(&mut self, pos: Pos, texts: &[String]) {
        let is_part = |text: &String| text.contains(&['.', '[', '>', '*'][..]);
        for text in texts.iter().filter(|text| !is_part(text)) {
            self.push(WaypointKind::Assumption, pos, Some(text.clone()));
        }
        let parts: Vec<&str> = texts.iter().filter(|text| is_part(text)).map(String::as_str).collect();
        for group in parts.chunks(MOST_EQUALITIES) {
            self.push(WaypointKind::Assumption, pos, Some(group.join(" && ")));
        }
    }

    /// The text of an equality that tells a waiting value. `None` if its place has no text yet; `Some(None)` if the
    /// place never will have one, or has another value by now.
    fn equality(&self, places: &Places<'_>, view: &View<'_>, one: &Waiting) -> Option<Option<String>> {
        let program = self.program;
        let text = |lvalue: &Lvalue, value: i128| {
            let right = constant(program, lvalue.ty, value)?;
            Some(format!("{} == {}", lvalue.text, right))
        };
        let (region, start, width) = match one.home {
            Home::Memory(stored) => (stored.region, stored.start, stored.width),
            Home::Variable(object, first, width) => {
                let size = program.types.size(program.object(object).ty).unwrap_or(0);
                let (region, start) = view.bits_at(view.pointer(object)?, size)?;
                (region, start + first, width)
            }
            Home::Somewhere => {
                let found = places.with_value(one.value);
                return found.map(|lvalue| text(&lvalue, one.value));
            }
        };
        let (lvalue, at, value) = places.find(region, start, width)?;
        let mask = |width: u64| if width >= 127 { i128::MAX } else { (1 << width) - 1 };
        let shift = start.saturating_sub(at).min(126);
        let is_same = (value >> shift) & mask(width) == one.value & mask(width);
        // If the value is a part of a larger scalar, the equality is about the whole, of which other parts may differ.
        Some(text(&lvalue, value).filter(|_| is_same))
    }
}

impl Observer for Recorder<'_> {
    fn branch(&mut self, pos: Pos, value: i128) {
        // If the condition has asked for a value, the waypoint of the branch tells something about it.
        let is_open = self.is_branch_open || self.waiting.iter().any(|one| one.age == 0 && one.value != 0);
        if self.is_library(pos) {
            return;
        }
        if is_open {
            self.push_branch(pos, value);
            self.is_branch_open = false;
        } else if self.passed.len() < MOST_BRANCHES {
            self.passed.push((pos, value));
        }
    }

    fn statement(&mut self, view: &View<'_>) {
        if self.is_library(view.pos()) {
            return;
        }
        self.here = Some(view.pos());
        if self.waiting.is_empty() || !is_place(self.program, view) {
            return;
        }
        let mut waiting = std::mem::take(&mut self.waiting);
        if waiting.len() > MANY {
            waiting.retain(|one| one.value != 0);
        }
        let places = Places::new(self.program, view);
        let mut texts: Vec<String> = Vec::new();
        for mut one in waiting {
            one.age += 1;
            match self.equality(&places, view, &one) {
                Some(Some(text)) if !texts.contains(&text) => texts.push(text),
                Some(_) => {}
                None if one.age < PATIENCE && !matches!(one.home, Home::Somewhere) => self.waiting.push(one),
                None => {}
            }
        }
        self.push_assumptions(view.pos(), &texts);
    }

    fn answered(&mut self, ask: &Ask, value: i128) {
        self.last = Some((*ask, value));
        if self.is_library(ask.pos) {
            self.is_result_open = true;
            self.wait_somewhere(value);
            return;
        }
        match ask.kind {
            AskKind::Call => self.result(ask, value),
            AskKind::Read | AskKind::Volatile => self.wait_somewhere(value),
            AskKind::Result => self.is_result_open = true,
            // These answers are stored in memory, where `stored` sees them.
            AskKind::Declaration | AskKind::Skipped | AskKind::Parameter => {}
            AskKind::Extern | AskKind::Effect | AskKind::Heap | AskKind::Address => {}
        }
    }

    fn stored(&mut self, stored: &Stored) {
        let (ask, value) = match self.last {
            Some((ask, value)) if !self.is_library(ask.pos) => (ask, value),
            _ => return,
        };
        if !stored.is_temporary {
            self.wait(Home::Memory(*stored), value);
        } else if let Some(object) = self.targets.object(&ask) {
            self.wait(Home::Variable(object, stored.first, stored.width), value);
        }
    }

    /// Tells the result of a call that returns, if the run has asked for it at the end of the function, or the library
    /// has computed it from answers.
    fn returned(&mut self, call: ExprId, value: Option<i128>) {
        let expr = self.program.expr(call);
        let close = match expr.kind {
            ExprKind::Call { close, .. } if self.is_result_open && !self.is_library(expr.pos) => close,
            _ => return,
        };
        self.is_result_open = false;
        if let Some(value) = value {
            // The waypoint of the result tells this value, so it need not wait any more.
            let is_other = |one: &Waiting| !matches!(one.home, Home::Somewhere) || one.value != value;
            self.waiting.retain(is_other);
            self.is_branch_open = self.waiting.iter().any(|one| matches!(one.home, Home::Somewhere));
            let ask = Ask { pos: expr.pos, kind: AskKind::Call, ty: expr.ty };
            match self.targets.object(&ask) {
                Some(_) => self.result(&ask, value),
                None => self.push_return(close, expr.ty, value),
            }
        }
    }
}

/// Whether an assumption may be placed before the next statement. It may not before a label or a brace, nor before the
/// condition of a `for` or `do`.
fn is_place(program: &Program, view: &View<'_>) -> bool {
    match program.stmt(view.stmt()).kind {
        StmtKind::Block(..) | StmtKind::Labelled(..) | StmtKind::Case(_) | StmtKind::Empty => false,
        StmtKind::For { .. } | StmtKind::DoWhile(..) => view.moment() == Moment::Begin,
        _ => true,
    }
}
