//! A program of C with the model that it was lowered to, in one value.
//!
//! Engines see only the automaton or the clauses. Witnesses, harnesses and replays need the program beside it, and the
//! options under which it was lowered. A program without recursion has one automaton ([`Source`]); a recursive one has
//! an automaton for each recursive function, and clauses that say the same ([`RecursiveSource`]).

use super::functions::procedures::LoweredProcedures;
use super::options::LowerOptions;
use super::run::{lower, lower_procedures, Lowered};
use super::source_map::SourceMap;
use crate::base::Budget;
use crate::c::read::{Assertion, Failure, Pos, Program, Property};
use crate::input::Diagnostic;
use crate::model::cfa::{Cfa, InvariantMap};
use crate::model::encode::horn::{of_procedures, ProceduresHorn};
use crate::model::horn::Interpretation;
use std::fmt::Debug;

/// The model that a program is lowered to: an automaton ([`Lowered`]), or automata and clauses ([`Recursion`]).
pub trait Target: Clone + Send + Sync + Debug + 'static {
    /// The automaton, which is all automata of a recursive program.
    fn cfa(&self) -> &Cfa;

    /// The way back from the automaton to the text.
    fn map(&self) -> &SourceMap;

    /// The remarks of the lowering.
    fn warnings(&self) -> &[Diagnostic];

    /// Whether the edges of the automaton are all steps of runs. The automata of a recursive program have no edges for
    /// calls.
    fn is_one_automaton(&self) -> bool;
}

impl Target for Lowered {
    fn cfa(&self) -> &Cfa {
        &self.cfa
    }

    fn map(&self) -> &SourceMap {
        &self.map
    }

    fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    fn is_one_automaton(&self) -> bool {
        true
    }
}

/// The automata of a recursive program, and the clauses that say the same.
#[derive(Clone, Debug)]
pub struct Recursion {
    /// The automata.
    pub automata: LoweredProcedures,
    /// The clauses that the automata are as a Horn problem.
    pub horn: ProceduresHorn,
}

impl Recursion {
    /// The invariant of the automata that a model of the clauses is.
    pub fn invariant(&self, found: &Interpretation) -> InvariantMap {
        self.horn.invariant(&self.automata.procedures, found)
    }
}

impl Target for Recursion {
    fn cfa(&self) -> &Cfa {
        self.automata.procedures.cfa()
    }

    fn map(&self) -> &SourceMap {
        &self.automata.map
    }

    fn warnings(&self) -> &[Diagnostic] {
        &self.automata.warnings
    }

    fn is_one_automaton(&self) -> bool {
        false
    }
}

/// A program with its model, and the options that gave it its meaning.
#[derive(Clone, Debug)]
pub struct Source<L = Lowered> {
    /// The typed tree.
    pub program: Program,
    /// The model.
    pub lowered: L,
    options: LowerOptions,
}

/// A recursive program with its model.
pub type RecursiveSource = Source<Recursion>;

impl<L: Target> Source<L> {
    /// The options under which the program was lowered.
    pub fn options(&self) -> &LowerOptions {
        &self.options
    }

    /// The property that a proof of the program is about, in a witness for other tools.
    pub(in crate::c) fn property_of_proof(&self) -> Property {
        let errors = self.lowered.map().assertions().map(|assertion| assertion.failure);
        self.options.property.of_proof(errors)
    }

    /// The options for objects of the heap that have no bound, if there are runs that are not followed because they
    /// have too many.
    fn options_without_bound(&self) -> Option<LowerOptions> {
        self.lowered.map().has_bound().then(|| self.options.unbounded())?
    }
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

    /// The automaton whose runs reach the error location where they get to an assertion that the program writes with
    /// `assert`, without an error before; `None` for other assertions, or if a limit was reached. An assertion of the
    /// language is not always in the automaton where it is plainly true.
    pub fn reaching(&self, assertion: Assertion, budget: &Budget) -> Option<Cfa> {
        if assertion.failure != Failure::Assertion {
            return None;
        }
        let others = self.lowered.map.assertions().filter(|&other| other != assertion).collect();
        let program = self.program.excusing(others).reaching(assertion);
        lower(&program, &self.options, budget).ok().map(|lowered| lowered.cfa)
    }

    /// The program with objects of the heap that have no bound, if there are runs that are not followed because they
    /// have too many; `None` if there are none, or a limit was reached.
    pub fn unbounded(&self, budget: &Budget) -> Option<Source> {
        Source::new(self.program.clone(), self.options_without_bound()?, budget).ok()
    }

    /// The program in which runs end without an error where these assertions are false; `None` if a limit was reached.
    pub fn excusing(&self, assertions: Vec<Assertion>, budget: &Budget) -> Option<Source> {
        Source::new(self.program.excusing(assertions), *self.options(), budget).ok()
    }
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
        let options = if program.is_function_alone { options.with_rows() } else { options };
        let lowered = lower_procedures(&program, &options, budget)?;
        Ok(match lowered.into_program() {
            Ok(lowered) => SomeSource::Plain(Box::new(Source { program, lowered, options })),
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
                let lowered = Recursion { automata: *lowered, horn };
                SomeSource::Recursive(Box::new(Source { program, lowered, options }))
            }
        })
    }
}

impl RecursiveSource {
    /// As [`Source::unbounded`].
    pub fn unbounded(&self, budget: &Budget) -> Option<RecursiveSource> {
        RecursiveSource::of(self.program.clone(), self.options_without_bound()?, budget)
    }

    /// As [`Source::excusing`].
    pub fn excusing(&self, assertions: Vec<Assertion>, budget: &Budget) -> Option<RecursiveSource> {
        RecursiveSource::of(self.program.excusing(assertions), *self.options(), budget)
    }

    fn of(program: Program, options: LowerOptions, budget: &Budget) -> Option<RecursiveSource> {
        match SomeSource::new(program, options, budget).ok()? {
            SomeSource::Recursive(source) => Some(*source),
            SomeSource::Plain(_) => None,
        }
    }
}
