//! The text that an automaton or clauses were made from, as all that is not about its language sees it.
//!
//! A reader that lowers programs of a language hands out an automaton, or clauses if the program is recursive, and
//! beside it an [`Origin`]. Verdicts about the model are held against the program by its own rules, and told in its
//! words. Code about the language finds the program itself behind [`Origin::as_any`].
//!
//! The traits stand above evidence, whose kinds they name, and below all that is about a model of any kind
//! ([`input::Model`](crate::input::Model)). They know no language, and nothing of engines.

use crate::base::{Budget, Limit};
use crate::evidence::any::{AnyCounterexample, AnyProof, Asserted, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::lemmas::any::AnyLemmas;
use crate::evidence::program::{CoverOptions, Coverage};
use crate::evidence::{CheckError, OneRun};
use crate::input::ParseError;
use crate::model::cfa::{Cfa, Endless, InvariantMap, Path, Ranking};
use crate::model::encode::calls::CallEdges;
use crate::model::horn::{Horn, Interpretation, Refutation};
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// Facts about loops that a program was read with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hints {
    /// None.
    None,
    /// The reader has guessed them.
    Guessed,
    /// They stand in the text, such as contracts of loops.
    Written,
}

/// A program in its own language.
pub trait Origin: Send + Sync + Debug {
    /// The program itself.
    fn as_any(&self) -> &dyn Any;

    /// The remarks of its reader.
    fn warnings(&self) -> Vec<String>;

    /// Notes on what its property does not ask about, for a verdict that it is safe.
    fn scope(&self) -> Vec<String>;

    /// The hints that its meaning rests on. If they do not hold, it has no verdict so, and may have one without them.
    fn hints(&self) -> Hints;

    /// Whether the question is whether all runs end, and not whether one has an error.
    fn asks_about_ends(&self) -> bool;

    /// Its assertions, those that it writes and those that the language makes, in the order of the text.
    fn assertions(&self) -> Vec<Asserted>;

    /// The number of its assertions.
    fn assertion_count(&self) -> usize;

    /// By assertion: whether a run may come to it after the place of one of these others, by their numbers.
    fn are_behind(&self, others: &[usize]) -> Vec<bool>;

    /// The one run of the program, if it has no other and the end comes soon.
    ///
    /// # Errors
    ///
    /// The reason why there is none, or the limit that was reached.
    fn one_run(&self, budget: &Budget) -> Result<OneRun, CheckError>;

    /// Checks that the program has one run, which ends after the steps of the claim without an error.
    ///
    /// # Errors
    ///
    /// The reason why that is not so, or the limit that was reached.
    fn check_one_run(&self, claim: OneRun, budget: &Budget) -> Result<(), CheckError>;

    /// A run into an error, if random runs find one within the work that the budget allows.
    fn error_run(&self, seed: u64, budget: &Budget) -> Option<Arc<dyn Recorded>>;

    /// Checks that a run violates the property.
    ///
    /// # Errors
    ///
    /// The condition that does not hold, or the limit that was reached.
    fn check_run(&self, run: &dyn Recorded, budget: &Budget) -> Result<(), CheckError>;

    /// A run in the words of the program; `None` if another program recorded it.
    fn told<'m>(&'m self, found: &dyn Recorded) -> Option<Box<dyn AnyCounterexample + 'm>>;

    /// Options that may help where a place is not understood for this reason, or where the time is over; `None` if
    /// there are none, or the reason names them.
    fn remedy(&self, reason: Option<&str>) -> Option<&'static str>;

    /// The witness that it is safe, without any invariants, made at this time.
    ///
    /// # Errors
    ///
    /// If that is not what the proof is about.
    fn bare_witness(&self, time: &str) -> Result<String, WriteError>;
}

/// A program that was lowered to an automaton.
pub trait ProgramOrigin: Origin {
    /// The program without regard to its model.
    fn origin(&self) -> &dyn Origin;

    /// The automaton.
    fn cfa(&self) -> &Cfa;

    /// The program without the ways to places that are not understood; `None` if there are none. A counterexample of
    /// it is one of the program, a proof says nothing.
    fn closed(&self) -> Option<Arc<dyn ProgramOrigin>>;

    /// The program with a model in which more of its runs are followed, but which is harder for engines; `None` if
    /// there is none, or a limit was reached.
    fn wider(&self, budget: &Budget) -> Option<Arc<dyn ProgramOrigin>>;

    /// The program in which runs end without an error where these assertions are false, by their numbers in
    /// [`Origin::assertions`]; `None` if a limit was reached.
    fn excusing(&self, assertions: &[usize], budget: &Budget) -> Option<Arc<dyn ProgramOrigin>>;

    /// The first place that is not understood, in words.
    fn not_understood(&self) -> Option<String>;

    /// Checks that a path is a run of the automaton to its error location, and the program's, too.
    ///
    /// # Errors
    ///
    /// The condition that does not hold, or the limit that was reached.
    fn check_path(&self, path: &Path, budget: &Budget) -> Result<(), CheckError>;

    /// Checks that the program goes on where the stem of a run without end does, and some rounds behind it.
    ///
    /// # Errors
    ///
    /// The difference, or the limit that was reached.
    fn check_endless(&self, found: &Endless, budget: &Budget) -> Result<(), CheckError>;

    /// Holds a proof against some random runs of the program.
    ///
    /// # Errors
    ///
    /// The violation that was met, or the limit that was reached.
    fn check_invariant(&self, invariant: &InvariantMap, budget: &Budget) -> Result<(), CheckError>;

    /// Holds the automaton against the program on paths to its edges. The result says how far the search got; `None`
    /// if the program has no runs of its own.
    ///
    /// # Errors
    ///
    /// The first difference, or the limit that was reached.
    fn check_reading(&self, options: &CoverOptions, budget: &Budget) -> Result<Option<Coverage>, CheckError>;

    /// A proof that all runs end as a file of another form than text.
    ///
    /// # Errors
    ///
    /// If there is none in this form.
    fn ranking_as(&self, found: &Ranking, form: Form<'_>) -> Result<Written, WriteError>;

    /// A run without end as a file of another form than text.
    ///
    /// # Errors
    ///
    /// If there is none in this form.
    fn endless_as(&self, found: &Endless, form: Form<'_>) -> Result<Written, WriteError>;

    /// The automaton whose runs reach the error location where they get to an assertion without an error before;
    /// `None` if there is none for this assertion, or a limit was reached.
    fn reaching(&self, assertion: usize, budget: &Budget) -> Option<Cfa>;

    /// Whether the program has runs of its own, beside those of the automaton.
    fn has_runs(&self) -> bool;

    /// Random runs of the program, if it has runs.
    fn random_runs(self: Arc<Self>, seed: u64, budget: Budget) -> Option<Box<dyn RandomRuns>>;

    /// A proof in the words of the program.
    fn proof(self: Arc<Self>, found: InvariantMap) -> Box<dyn AnyProof>;

    /// A path in the words of the program.
    fn path(self: Arc<Self>, found: Path) -> Box<dyn AnyCounterexample>;

    /// A run in the words of the program; `None` if another program recorded it.
    fn run(self: Arc<Self>, found: Arc<dyn Recorded>) -> Option<Box<dyn AnyCounterexample>>;

    /// Reads candidate lemmas in the words of the program.
    ///
    /// # Errors
    ///
    /// The place and the reason if the bytes are no lemmas.
    fn lemmas(&self, bytes: &[u8], budget: &Budget) -> Result<Box<dyn AnyLemmas + '_>, ParseError>;
}

/// A recursive program that was lowered to clauses.
pub trait ClausesOrigin: Origin {
    /// The program without regard to its model.
    fn origin(&self) -> &dyn Origin;

    /// The clauses.
    fn horn(&self) -> &Horn;

    /// The program as an automaton, for the question whether runs end ([`calls`](crate::model::encode::calls)).
    fn calls_as_edges(&self) -> CallEdges;

    /// Holds a recursion without end against the program, as [`ProgramOrigin::check_endless`].
    ///
    /// # Errors
    ///
    /// The end that the program reaches, or the limit that was reached.
    fn check_endless(&self, found: &Endless, budget: &Budget) -> Result<(), CheckError>;

    /// The name of its property.
    fn property_name(&self) -> &str;

    /// The numbers of its parts, by name.
    fn sizes(&self) -> Vec<(String, u64)>;

    /// As [`ProgramOrigin::closed`]. Its predicates may have other arguments.
    fn closed(&self) -> Option<Arc<dyn ClausesOrigin>>;

    /// As [`ProgramOrigin::wider`].
    fn wider(&self, budget: &Budget) -> Option<Arc<dyn ClausesOrigin>>;

    /// As [`ProgramOrigin::excusing`].
    fn excusing(&self, assertions: &[usize], budget: &Budget) -> Option<Arc<dyn ClausesOrigin>>;

    /// Checks that a refutation derives falsity from the clauses, and that its run violates the program's property.
    ///
    /// # Errors
    ///
    /// The condition that does not hold, or the limit that was reached.
    fn check_refutation(&self, refutation: &Refutation, budget: &Budget) -> Result<(), CheckError>;

    /// Holds a model of the clauses against some random runs of the program.
    ///
    /// # Errors
    ///
    /// The violation that was met, or the limit that was reached.
    fn check_interpretation(&self, found: &Interpretation, budget: &Budget) -> Result<(), CheckError>;

    /// A proof in the words of the program.
    fn proof(self: Arc<Self>, found: Interpretation) -> Box<dyn AnyProof>;

    /// A refutation in the words of the program.
    fn refutation(self: Arc<Self>, found: Refutation) -> Box<dyn AnyCounterexample>;
}

/// A run that violates the property, as its program records it.
pub trait Recorded: Send + Sync + Debug {
    /// Its steps.
    fn steps(&self) -> u64;

    /// Whether it asked for values.
    fn asks(&self) -> bool;

    /// The record itself.
    fn as_any(&self) -> &dyn Any;
}

/// A search for a run into an error.
pub trait RandomRuns: Send + Debug {
    /// Runs the program until a run reaches an error.
    ///
    /// # Errors
    ///
    /// The limit that was reached; a further call goes on.
    fn go_on(&mut self) -> Result<Arc<dyn Recorded>, Limit>;

    /// The counters, by name.
    fn statistics(&self) -> Vec<(&'static str, u64)>;
}
