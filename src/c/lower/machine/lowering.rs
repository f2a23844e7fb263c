//! The machine that lowers a program: one value that holds all parts, and the short methods that several parts share.
//!
//! Each part keeps its own state (see [the folder](super)). The tasks of the other folders are methods of this type,
//! because a task needs several parts: to lower `*p = x`, it takes values of operands, looks at the targets of `p`,
//! reads variables of objects, and adds an edge.

use super::agenda::{Agenda, Frame};
use super::builder::Builder;
use super::cuts::{Cut, Mark};
use super::leaks::Gap;
use super::objects::Objects;
use super::slots::Heap;
use super::value::Value;
use super::values::Values;
use super::warnings::Warnings;
use crate::base::{Budget, Limit};
use crate::c::lower::analysis::analyses::Analyses;
use crate::c::lower::analysis::leaves::SparseParts;
use crate::c::lower::analysis::recursion::Recursion;
use crate::c::lower::numbers::Numbers;
use crate::c::lower::options::LowerOptions;
use crate::c::lower::source_map::InstanceId;
use crate::c::lower::stop::Stop;
use crate::c::read::syntax::{ExprId, FunctionId, Program};
use crate::model::cfa::LocId;
use crate::solver::term::{Sort, TermId, Terms};

/// The machine that lowers a program.
pub(in crate::c::lower) struct Lowering<'a> {
    pub program: &'a Program,
    pub options: LowerOptions,
    /// The numbers that integer types stand for.
    pub numbers: Numbers,
    /// The knowledge about the program.
    pub known: Analyses<'a>,
    /// The tasks to do.
    pub agenda: Agenda,
    /// The values of operands.
    pub values: Values,
    /// The automaton, and the place where it grows.
    pub builder: Builder<'a>,
    /// The variables of objects and values.
    pub objects: Objects,
    /// The objects of the heap.
    pub heap: Heap,
    /// The location behind `main`, if functions of `atexit` may run there.
    pub after_main: Option<LocId>,
    /// The places at which objects that are not freed are looked for.
    pub gaps: Vec<Gap>,
    /// The loops that are cut at their heads, in the order in which they were met.
    pub cuts: Vec<Cut>,
    /// The places at which a chosen number is an index.
    pub marks: Vec<Mark>,
    /// The recursive functions and their calls; `None` if a recursive call is an error.
    pub recursion: Option<Recursion>,
    pub warnings: Warnings,
}

impl<'a> Lowering<'a> {
    /// A machine for a program that begins in a function.
    ///
    /// # Errors
    ///
    /// A limit of the budget.
    pub fn new(
        program: &'a Program,
        options: LowerOptions,
        main: FunctionId,
        sparse: SparseParts,
        budget: &'a Budget,
    ) -> Result<Lowering<'a>, Limit> {
        Ok(Lowering {
            program,
            options,
            numbers: Numbers { integers: options.integers, target: program.types.options() },
            known: Analyses::of(program, main, &options, budget)?,
            agenda: Agenda::default(),
            values: Values::default(),
            builder: Builder::new(program, options, budget),
            objects: Objects::with(sparse),
            heap: Heap::default(),
            after_main: None,
            gaps: Vec::new(),
            cuts: Vec::new(),
            marks: Vec::new(),
            recursion: None,
            warnings: Warnings::default(),
        })
    }

    /// The error that runs which reach the present place are not followed.
    pub fn refuse<T>(&self, message: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::unsupported(self.builder.pos(), message))
    }

    /// The error that the whole program is given up.
    pub fn give_up<T>(&self, message: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::fatal(self.builder.pos(), message))
    }

    /// Makes an unsupported point of an error that concerns only runs in which a formula holds.
    ///
    /// # Errors
    ///
    /// The error itself, if it gives up the whole program.
    pub fn unsupported_under(&mut self, formula: TermId, stop: Stop) -> Result<(), Stop> {
        if stop.is_fatal {
            return Err(stop);
        }
        self.builder.unsupported_if(formula, stop.message);
        Ok(())
    }

    /// Calls a function whose unsupported points concern only runs in which a formula holds.
    pub fn under<T>(&mut self, formula: TermId, act: impl FnOnce(&mut Self) -> T) -> T {
        self.builder.narrow(formula);
        let result = act(self);
        self.builder.widen();
        result
    }

    /// The store of terms.
    pub fn terms(&mut self) -> &mut Terms {
        self.builder.terms_mut()
    }

    /// Begins a call in the innermost one.
    pub fn push_frame(
        &mut self,
        function: FunctionId,
        instance: InstanceId,
        call: Option<ExprId>,
        exit: Option<LocId>,
    ) {
        self.agenda.enter(Frame::new(function, instance, call, exit));
        self.builder.set_call(Some((function, instance)));
    }

    /// Ends the innermost call.
    pub fn pop_frame(&mut self) -> Option<Frame> {
        let ended = self.agenda.leave();
        self.builder.set_call(self.agenda.frame().map(|frame| (frame.function, frame.instance)));
        ended
    }

    /// Ends all calls.
    pub fn pop_frames(&mut self) {
        self.agenda.leave_all();
        self.builder.set_call(None);
    }

    /// The innermost call.
    pub fn frame(&mut self) -> Result<&mut Frame, Stop> {
        let pos = self.builder.pos();
        let missing = || Stop::unsupported(pos, "expected a constant here");
        self.agenda.frame_mut().ok_or_else(missing)
    }

    /// Takes the value of an operand.
    pub fn take(&mut self, id: ExprId) -> Result<Value, Stop> {
        let value = self.values.take(id);
        debug_assert!(value.is_some(), "no value of {:?}", self.program.expr(id));
        value.ok_or_else(|| self.without_value(id))
    }

    /// The error that an operand has no value. It is a bug of the lowering, and gives the program up.
    pub fn without_value(&self, id: ExprId) -> Stop {
        Stop::fatal(self.program.expr(id).pos, "the lowering lost the value of this expression")
    }

    /// A temporary variable for a value of the present statement.
    pub fn temporary(&mut self, sort: Sort) -> Result<TermId, Stop> {
        let frame = self.frame()?;
        let (function, at) = (frame.function, frame.take_temporary(sort));
        Ok(self.builder.temporary(function, sort, at))
    }
}
