//! A recursive program beside its clauses: checks of verdicts that do not believe the lowering.

use super::options::RunOptions;
use super::replay::{check_run, Answer};
use super::source::{check_runs, is_supported, of_replay, Source};
use crate::base::Budget;
use crate::evidence::horn::check_refutation;
use crate::evidence::{CheckError, Condition};
use crate::input::c::{lower_procedures, Diagnostic, Failure, LowerOptions, LoweredProcedures, Pos, Program};
use crate::model::encode::horn::{of_procedures, EventKind, ProceduresHorn};
use crate::model::horn::{Broken, Interpretation, Refutation};

/// A recursive program with its automata and their clauses, and what it means.
#[derive(Clone, Debug)]
pub struct RecursiveSource {
    /// The typed tree.
    pub program: Program,
    /// The automata.
    pub lowered: LoweredProcedures,
    /// Their clauses.
    pub horn: ProceduresHorn,
    options: LowerOptions,
}

/// A program that may be recursive.
#[derive(Clone, Debug)]
pub enum SomeSource {
    /// No function that is called is recursive.
    Plain(Box<Source>),
    /// Some function is.
    Recursive(Box<RecursiveSource>),
}

/// The most places of all predicates of clauses together: each location has one predicate over all variables.
const MOST_PLACES: usize = 30_000_000;

impl SomeSource {
    /// Lowers a program.
    ///
    /// # Errors
    ///
    /// As [`lower_procedures`].
    pub fn new(
        program: Program,
        options: LowerOptions,
        budget: &Budget,
    ) -> Result<SomeSource, Vec<Diagnostic>> {
        let lowered = lower_procedures(&program, &options, budget)?;
        Ok(match lowered.into_program() {
            Ok(lowered) => SomeSource::Plain(Box::new(Source::of(program, lowered, options))),
            Err(lowered) => {
                let cfa = lowered.procedures.cfa();
                let (locations, variables) = (cfa.location_count(), cfa.variables().len());
                if locations.saturating_mul(variables) > MOST_PLACES {
                    let message = format!(
                        "the program is recursive and too large for clauses: {} locations with {} variables each",
                        locations, variables
                    );
                    let diagnostic = Diagnostic::without_text(&program.lines, Pos::START, false, message);
                    return Err(vec![diagnostic.limit()]);
                }
                let horn = of_procedures(&lowered.procedures);
                let source = RecursiveSource { program, lowered: *lowered, horn, options };
                SomeSource::Recursive(Box::new(source))
            }
        })
    }

    /// The typed tree.
    pub fn program(&self) -> &Program {
        match self {
            SomeSource::Plain(source) => &source.program,
            SomeSource::Recursive(source) => &source.program,
        }
    }

    /// The rules of its runs; `None` over reals, over which the interpreter does not compute.
    pub fn run_options(&self) -> Option<RunOptions> {
        match self {
            SomeSource::Plain(source) => source.run_options(),
            SomeSource::Recursive(source) => source.run_options(),
        }
    }

    /// The remarks of the lowering.
    pub fn warnings(&self) -> &[Diagnostic] {
        match self {
            SomeSource::Plain(source) => &source.lowered.warnings,
            SomeSource::Recursive(source) => &source.lowered.warnings,
        }
    }
}

impl RecursiveSource {
    /// The rules of its runs; `None` over reals, over which the interpreter does not compute.
    pub fn run_options(&self) -> Option<RunOptions> {
        RunOptions::of(&self.options)
    }

    /// The same program without the ways to places that are not understood, as [`Source::closed`]. Its predicates may
    /// have other places, for what a closed edge mentioned does not count.
    pub fn closed(&self) -> Option<RecursiveSource> {
        let map = &self.lowered.map;
        map.has_unsupported().then(|| {
            let mut source = self.clone();
            source.lowered.procedures =
                self.lowered.procedures.closed(|edge| map.unsupported(edge).is_some());
            source.horn = of_procedures(&source.lowered.procedures);
            source
        })
    }

    /// The answers that the program gets in the run that a refutation of its clauses stands for.
    ///
    /// # Errors
    ///
    /// If it is no refutation, or its run is too long.
    pub fn answers(&self, refutation: &Refutation, budget: &Budget) -> Result<Vec<Answer>, CheckError> {
        let answers = self.lowered.answers(&self.horn, refutation, budget).map_err(CheckError::Limit)?;
        let answers = answers.ok_or(Condition::Derivation(Broken::End))?;
        Ok(answers.into_iter().map(|a| Answer { pos: a.ask.pos, kind: a.ask.kind, value: a.value }).collect())
    }

    /// Checks that a refutation derives falsity from the clauses, and that the program, carried out by the interpreter
    /// with the values of the refutation, violates its property. The result is the way and the place; over reals there
    /// is none, and the clauses are believed.
    ///
    /// # Errors
    ///
    /// The condition that does not hold, or the limit that the run that the refutation stands for would exceed.
    pub fn check_refutation(
        &self,
        refutation: &Refutation,
        budget: &Budget,
    ) -> Result<Option<(Failure, Pos)>, CheckError> {
        check_refutation(&self.horn.horn, refutation)?;
        let events = self.horn.run(refutation, budget).map_err(CheckError::Limit)?;
        let mut edges = events.iter().flatten().filter_map(|event| match event.kind {
            EventKind::Edge(edge) => Some(edge),
            EventKind::Enter(_) | EventKind::Leave(_) => None,
        });
        if let Some(edge) = edges.next_back() {
            is_supported(&self.program, &self.lowered.map, edge)?;
        }
        let mut options = match self.run_options() {
            Some(options) => options,
            None => return Ok(None),
        };
        // A run that is not the one of the refutation could be endless.
        options.steps += 10 * events.map_or(0, |events| events.len() as u64);
        let answers = self.answers(refutation, budget)?;
        check_run(&self.program, &options, &answers, budget).map(Some).map_err(of_replay)
    }

    /// Holds a model of the clauses against some random runs of the program: none may violate the property, or leave
    /// what the model says about the statements at which it passes.
    ///
    /// # Errors
    ///
    /// As [`Source::check_runs`].
    pub fn check_runs(&self, found: &Interpretation, budget: &Budget) -> Result<(), CheckError> {
        let options = match self.run_options() {
            Some(options) => options,
            None => return Ok(()),
        };
        let procedures = &self.lowered.procedures;
        let invariant = self.horn.invariant(procedures, found);
        let automata = (procedures.cfa(), &self.lowered.map);
        check_runs(&self.program, options, automata, &invariant, budget)
    }
}
