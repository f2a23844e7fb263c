//! A program of C with the model that it was lowered to, in one value.
//!
//! Engines see only the automaton or the clauses. Witnesses, harnesses and replays need the program beside it, and the
//! options under which it was lowered. A program without recursion has one automaton ([`Source`]); a recursive one has
//! an automaton for each recursive function, and clauses that say the same ([`RecursiveSource`]).

use super::functions::procedures::LoweredProcedures;
use super::options::LowerOptions;
use super::run::{lower, lower_procedures, Lowered};
use crate::base::Budget;
use crate::c::read::{Assertion, Pos, Program};
use crate::input::Diagnostic;
use crate::model::encode::horn::{of_procedures, ProceduresHorn};

/// A program with its automaton, and the options that gave it its meaning.
#[derive(Clone, Debug)]
pub struct Source {
    /// The typed tree.
    pub program: Program,
    /// The automaton.
    pub lowered: Lowered,
    options: LowerOptions,
}

impl Source {
    /// Lowers a program.
    ///
    /// # Errors
    ///
    /// As [`lower`].
    pub fn new(program: Program, options: LowerOptions, budget: &Budget) -> Result<Source, Vec<Diagnostic>> {
        let lowered = lower(&program, &options, budget)?;
        Ok(Source { program, lowered, options })
    }

    /// The program with objects of the heap that have no bound, if there are runs that are not followed because they
    /// have too many; `None` if there are none, or a limit was reached.
    pub fn unbounded(&self, budget: &Budget) -> Option<Source> {
        let options = self.lowered.map.has_bound().then(|| self.options.unbounded())??;
        Source::new(self.program.clone(), options, budget).ok()
    }

    /// The program in which runs end without an error where these assertions are false; `None` if a limit was reached.
    pub fn excusing(&self, assertions: Vec<Assertion>, budget: &Budget) -> Option<Source> {
        Source::new(self.program.excusing(assertions), self.options, budget).ok()
    }

    /// A program with the automaton that was made from it under these options.
    fn of(program: Program, lowered: Lowered, options: LowerOptions) -> Source {
        Source { program, lowered, options }
    }

    /// The options under which the program was lowered.
    pub fn options(&self) -> &LowerOptions {
        &self.options
    }
}

/// A recursive program with its automata and their clauses, and the options that gave it its meaning.
#[derive(Clone, Debug)]
pub struct RecursiveSource {
    /// The typed tree.
    pub program: Program,
    /// The automata.
    pub lowered: LoweredProcedures,
    /// The clauses that the automata are as a Horn problem.
    pub horn: ProceduresHorn,
    options: LowerOptions,
}

/// A program in its file: a [`Source`] or a [`RecursiveSource`].
#[derive(Clone, Debug)]
pub struct CFile<S> {
    /// The name of the file, which evidence repeats.
    pub name: String,
    /// The text.
    pub text: Vec<u8>,
    /// The program beside what it is lowered to.
    pub source: S,
}

impl<S> CFile<S> {
    /// A program whose file is not at hand. Witnesses, harnesses and stories of its runs lack the text.
    pub fn without_text(source: S) -> CFile<S> {
        CFile { name: String::new(), text: Vec::new(), source }
    }
}

/// A program that may be recursive.
#[derive(Clone, Debug)]
pub enum SomeSource {
    /// No called function is recursive.
    Plain(Box<Source>),
    /// A called function is recursive.
    Recursive(Box<RecursiveSource>),
}

/// The most arguments that the predicates of all clauses may have together. Each location has one predicate, whose
/// arguments are all variables.
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

    /// The remarks of the lowering.
    pub fn warnings(&self) -> &[Diagnostic] {
        match self {
            SomeSource::Plain(source) => &source.lowered.warnings,
            SomeSource::Recursive(source) => &source.lowered.warnings,
        }
    }
}

impl RecursiveSource {
    /// The meaning that the program was given.
    pub fn options(&self) -> &LowerOptions {
        &self.options
    }

    /// As [`Source::unbounded`].
    pub fn unbounded(&self, budget: &Budget) -> Option<RecursiveSource> {
        let options = self.lowered.map.has_bound().then(|| self.options.unbounded())??;
        RecursiveSource::of(self.program.clone(), options, budget)
    }

    /// As [`Source::excusing`].
    pub fn excusing(&self, assertions: Vec<Assertion>, budget: &Budget) -> Option<RecursiveSource> {
        RecursiveSource::of(self.program.excusing(assertions), self.options, budget)
    }

    fn of(program: Program, options: LowerOptions, budget: &Budget) -> Option<RecursiveSource> {
        match SomeSource::new(program, options, budget).ok()? {
            SomeSource::Recursive(source) => Some(*source),
            SomeSource::Plain(_) => None,
        }
    }
}
