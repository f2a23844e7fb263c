//! The reasons for which a checker does not accept evidence.

use crate::base::Limit;
use crate::model::cfa::{Broken, EdgeId, LocId};
use crate::model::circuit::{LatchId, Signal};
use crate::model::horn::{self, ClauseId};
use crate::model::PropertyId;
use crate::solver::proof::Rejection;
use crate::solver::smt::proof::Flaw;
use crate::solver::smt::UnknownReason;

/// The reason why evidence was not accepted. Only [`CheckError::Limit`] leaves open whether it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CheckError {
    /// The evidence is wrong: a condition that it has to meet is not met.
    DoesNotHold(Condition),
    /// The evidence does not fit the model, so there is nothing to check.
    Malformed(Malformed),
    /// The budget ended first.
    Limit(Limit),
    /// The solver's own refutation of a counterexample did not pass the proof checker: the solver is to blame.
    Proof(Rejection),
    /// The refutation by the solver for formulas did not pass the proof checker: the solver is to blame.
    FormulaProof(Flaw),
    /// The solver for formulas found a model that is none, and so refused its own answer.
    Solver(UnknownReason),
    /// The solver claims to have refuted more than its proof shows.
    ProofMissing,
    /// The solver's proof uses a clause that the solver was not given.
    ForeignAxiom,
    /// The interpreter of a C program does not come to an error with the values of a path of its automaton, for this
    /// reason.
    Replay(String),
    /// The run of a counterexample leads to a place of the program that is not understood.
    Unsupported {
        /// The line of the place, from 1 on.
        line: usize,
        /// The byte in the line, from 1 on.
        column: usize,
        /// A description of it.
        reason: String,
    },
    /// A C program that is to have one run, which ends without an error, has none; this is the reason.
    OneRun(String),
    /// A random run of a C program violates the property that was proved for its automaton; this is its end.
    Reached(String),
    /// A random run of a C program comes before a statement to a state that the invariant does not have there.
    Left {
        /// The line of the statement, from 1 on.
        line: usize,
        /// The byte in the line, from 1 on.
        column: usize,
    },
    /// On a path of the automaton of a C program, the automaton and the interpreter do different things.
    Readings {
        /// The line of the statement, from 1 on.
        line: usize,
        /// The byte in the line, from 1 on.
        column: usize,
        /// The difference.
        difference: String,
    },
}

/// A condition that evidence has to meet. Clauses and steps are counted from 0. In evidence for a system, a clause is
/// one of the invariant's formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Condition {
    /// A clause holds in the initial states that satisfy the constraints.
    Initiation {
        /// The clause.
        clause: usize,
    },
    /// A clause holds after each step from the invariant that satisfies the constraints before and after.
    Consecution {
        /// The clause.
        clause: usize,
    },
    /// The invariant and the constraints exclude the bad states.
    Property,
    /// Nothing bad happens within the first `k` steps.
    Base {
        /// The step in which it does.
        step: usize,
    },
    /// Nothing bad happens after `k` good steps in a row.
    Step,
    /// A latch of the trace starts with its reset value.
    InitialValue(LatchId),
    /// The first state of the trace is initial.
    InitialState,
    /// Some run into a bad step has the values that the file gives.
    Run,
    /// Each step of the trace leads to the next one.
    Transition {
        /// The step that does not.
        step: usize,
    },
    /// The constraint of a system holds in all steps of the trace.
    Constraint {
        /// The step in which it is violated.
        step: usize,
    },
    /// The constraints of a circuit hold in all steps of the trace.
    ConstraintHolds {
        /// The constraint.
        constraint: usize,
        /// The step in which it is violated.
        step: usize,
    },
    /// The last step of the trace is bad.
    LastStepBad,
    /// The state after the last step of a lasso is the one before an earlier step.
    LoopCloses,
    /// A signal of a justice property is true somewhere in the loop of a lasso.
    Recurs {
        /// Its place among the signals of the property, those of fairness included.
        signal: usize,
    },
    /// Each initial state is in a layer of the ranking.
    RankedInitially,
    /// No step leads from a layer to a higher one, or out of all.
    RankGrows {
        /// The layer.
        layer: usize,
    },
    /// A step in which the signal comes that a layer waits for leads to a lower layer.
    RankStays {
        /// The layer.
        layer: usize,
    },
    /// A latch of the witness circuit starts with the value of what it is mapped to.
    WitnessReset(LatchId),
    /// A latch of the witness circuit goes on with the value of what it is mapped to.
    WitnessNext(LatchId),
    /// If the model's constraints hold in the first step, so do the witness circuit's.
    WitnessFirstConstraints,
    /// If the model's constraints hold in a later step, so do the witness circuit's.
    WitnessConstraints,
    /// If the model is bad, so is the witness circuit.
    WitnessBad,
    /// The first step of the witness circuit is not bad.
    WitnessBase,
    /// A good step of the witness circuit is not followed by a bad one.
    WitnessStep,
    /// A justice signal of the witness circuit is false from a step to the next one only if the model's is false there.
    WitnessLive {
        /// Position among the signals of the property and of fairness.
        signal: usize,
    },
    /// From a state of the witness circuit back to the one before it, a justice signal is false.
    WitnessDecrease,
    /// If a justice signal is false from a state to another one, one is from the next state to that.
    WitnessClosure,
    /// A justice signal that is false from a state to the next one is false one step later.
    WitnessConsistent {
        /// Position among the signals of the property and of fairness.
        signal: usize,
    },
    /// A program may begin in any state.
    InitialLocation,
    /// No state is at the error location.
    ErrorLocation,
    /// An edge leads from states of its source to states of its target only.
    Edge(EdgeId),
    /// No run makes more turns of a loop than this.
    Turns {
        /// The bound.
        turns: u64,
    },
    /// All runs were followed to their ends.
    Unfinished,
    /// Each loop passes a location that has a measure; none has this head.
    Unmeasured(LocId),
    /// The measure falls on each way between two locations that have one.
    Falls {
        /// Where the way begins.
        from: LocId,
        /// Where it ends.
        to: LocId,
    },
    /// Each way between two locations that cut loops leads into the formula of the second one.
    Leaves {
        /// Where the way begins.
        from: LocId,
        /// Where it ends.
        to: LocId,
    },
    /// The stem of a run without end leads into its set.
    StemEndsInSet,
    /// Each state of the set at this location has a successor in the set.
    GoesOn(LocId),
    /// No run reaches the error location.
    ErrorReached,
    /// The path is a run of the program.
    Path(Broken),
    /// The path ends at the error location.
    EndsAtError,
    /// The model makes a Horn clause true.
    Clause(ClauseId),
    /// The refutation of Horn clauses derives false.
    Derivation(horn::Broken),
}

impl Condition {
    /// A short name of the kind of condition.
    pub fn name(&self) -> &'static str {
        match self {
            Condition::Initiation { .. }
            | Condition::WitnessReset(_)
            | Condition::InitialLocation
            | Condition::RankedInitially => "initiation",
            Condition::Consecution { .. }
            | Condition::WitnessNext(_)
            | Condition::WitnessConstraints
            | Condition::RankGrows { .. }
            | Condition::Leaves { .. }
            | Condition::Edge(_) => "consecution",
            Condition::RankStays { .. }
            | Condition::WitnessDecrease
            | Condition::WitnessClosure
            | Condition::WitnessConsistent { .. } => "descent",
            Condition::Turns { .. } | Condition::Unfinished => "bound",
            Condition::Unmeasured(_) | Condition::Falls { .. } => "measure",
            Condition::StemEndsInSet
            | Condition::GoesOn(_)
            | Condition::LoopCloses
            | Condition::Recurs { .. } => "loop",
            Condition::Property
            | Condition::WitnessBad
            | Condition::WitnessLive { .. }
            | Condition::ErrorLocation
            | Condition::ErrorReached => "safety",
            Condition::Base { .. } | Condition::WitnessBase => "base",
            Condition::Step | Condition::WitnessStep => "step",
            Condition::InitialValue(_) | Condition::InitialState => "initial state",
            Condition::Run | Condition::Transition { .. } | Condition::Path(_) => "transition",
            Condition::Constraint { .. }
            | Condition::ConstraintHolds { .. }
            | Condition::WitnessFirstConstraints => "constraint",
            Condition::LastStepBad | Condition::EndsAtError => "bad state",
            Condition::Clause(_) => "clause",
            Condition::Derivation(_) => "derivation",
        }
    }
}

/// A way in which evidence does not fit its model.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Malformed {
    /// The result that a model chooses for a partial operation is no value of its sort.
    Choice {
        /// The name of the operation's open results.
        name: String,
    },
    /// The model has no such property.
    NoSuchProperty {
        /// The index asked for.
        property: PropertyId,
        /// The number of properties.
        count: usize,
    },
    /// A clause is about something else than the circuit's latches and gates over them.
    NotALatch {
        /// The clause.
        clause: usize,
        /// The signal.
        signal: Signal,
    },
    /// A gate or a clause of an invariant names a signal that is neither the circuit's nor a gate before.
    NoSuchSignal {
        /// The index of the gate or of the clause.
        at: usize,
        /// The signal.
        signal: Signal,
    },
    /// A part of an invariant is no formula of its store.
    NotAFormula {
        /// The formula.
        clause: usize,
    },
    /// A formula mentions a constant that is no state variable of the system, no variable of the program, or no place
    /// of its predicate.
    NotAVariable {
        /// The formula.
        clause: usize,
        /// The name of the constant in the certificate's store.
        name: String,
    },
    /// An invariant quantifies over something that is no constant of its store, or twice over the same one.
    NotAConstant {
        /// Its place among all over which the invariant quantifies.
        place: usize,
    },
    /// A model brings something as a function that is none of its store.
    NotAFunction {
        /// Its place among the functions of the model.
        place: usize,
    },
    /// A function of a model has a name that is taken, or cannot be written.
    NameTaken {
        /// The name.
        name: String,
    },
    /// A function of a model is not defined by structural recursion over a datatype.
    NotStructural {
        /// Its name.
        name: String,
    },
    /// An invariant has not one formula for each location.
    LocationCount {
        /// The number of locations.
        expected: usize,
        /// The number of formulas.
        found: usize,
    },
    /// A model of Horn clauses has not one formula for each predicate.
    PredicateCount {
        /// The number of predicates.
        expected: usize,
        /// The number of formulas.
        found: usize,
    },
    /// A term of a measure has a sort that does not fall, or the measures of a loop are not alike.
    NotAMeasure(LocId),
    /// A k-inductive certificate with k = 0.
    NoLength,
    /// A proof of safety for a property of liveness, or the other way round.
    OtherKind,
    /// A layer of a ranking waits for a signal that the property does not have.
    WaitsFor {
        /// The layer.
        layer: usize,
        /// The number of signals.
        signals: usize,
    },
    /// A trace without steps.
    NoSteps,
    /// A trace has not one initial value for each latch.
    InitialLength {
        /// The number of latches.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A step of a trace has not one value for each state variable.
    StateLength {
        /// The step.
        step: usize,
        /// The number of state variables.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A value in a step of a trace does not belong to the sort of its variable.
    Value {
        /// The step.
        step: usize,
        /// The variable.
        name: String,
    },
    /// A step of a trace has not one value for each input.
    InputLength {
        /// The step.
        step: usize,
        /// The number of inputs.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A witness circuit without a bad signal, or with several.
    WitnessProperties(usize),
    /// A witness circuit whose mapping has not one entry for each input and latch, or names what the model has not.
    Mapping,
}

impl From<Condition> for CheckError {
    fn from(condition: Condition) -> CheckError {
        CheckError::DoesNotHold(condition)
    }
}

impl From<Malformed> for CheckError {
    fn from(malformed: Malformed) -> CheckError {
        CheckError::Malformed(malformed)
    }
}

impl From<Limit> for CheckError {
    fn from(limit: Limit) -> CheckError {
        CheckError::Limit(limit)
    }
}

impl std::error::Error for CheckError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CheckError::DoesNotHold(condition) => Some(condition),
            CheckError::Malformed(malformed) => Some(malformed),
            CheckError::Limit(limit) => Some(limit),
            CheckError::Proof(rejection) => Some(rejection),
            CheckError::FormulaProof(flaw) => Some(flaw),
            CheckError::Solver(reason) => Some(reason),
            CheckError::ProofMissing
            | CheckError::ForeignAxiom
            | CheckError::Replay(_)
            | CheckError::Unsupported { .. }
            | CheckError::OneRun(_)
            | CheckError::Reached(_)
            | CheckError::Left { .. }
            | CheckError::Readings { .. } => None,
        }
    }
}

impl std::error::Error for Condition {}

impl std::error::Error for Malformed {}
