//! The texts of the reasons for which a checker does not accept evidence.

use super::error::{CheckError, Condition, Malformed};
use std::fmt;

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::DoesNotHold(condition) => condition.fmt(f),
            CheckError::Malformed(malformed) => malformed.fmt(f),
            CheckError::Limit(limit) => write!(f, "the check was not finished: {}", limit),
            CheckError::Proof(rejection) => write!(f, "the solver's proof is wrong: {}", rejection),
            CheckError::FormulaProof(flaw) => write!(f, "the solver's proof is wrong: {}", flaw),
            CheckError::Solver(reason) => write!(f, "the solver failed: {}", reason),
            CheckError::ProofMissing => f.write_str("the solver's proof does not show the solver's claim"),
            CheckError::ForeignAxiom => f.write_str("the solver's proof uses a clause that was not given"),
            CheckError::Replay(error) => write!(f, "the program does not follow the path: {}", error),
            CheckError::Unsupported { line, column, reason } => {
                write!(f, "line {}, column {}: {}", line, column, reason)
            }
            CheckError::OneRun(reason) => {
                write!(f, "the program is not known to have one run that ends without error: {}", reason)
            }
            CheckError::Reached(end) => {
                write!(f, "a random run of the program violates the property; {}", end)
            }
            CheckError::Left { line, column } => {
                write!(f, "a random run of the program leaves the invariant at {}:{}", line, column)
            }
            CheckError::Readings { line, column, difference } => {
                write!(f, "the automaton is not the program at {}:{}: {}", line, column, difference)
            }
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Initiation { clause } => write!(f, "clause {} is false in an initial state", clause),
            Condition::Consecution { clause } => {
                write!(f, "clause {} can become false in a step from the invariant", clause)
            }
            Condition::Property => f.write_str("the invariant admits a bad state"),
            Condition::Base { step } => write!(f, "a bad state is reached in step {}", step),
            Condition::Step => f.write_str("a bad step can follow after k good ones"),
            Condition::InitialValue(latch) => {
                write!(f, "latch {} does not start with its reset value", latch.index())
            }
            Condition::InitialState => f.write_str("the first state of the trace is not initial"),
            Condition::Run => f.write_str("no run into a bad step has these values"),
            Condition::Transition { step } => {
                write!(f, "step {} of the trace does not lead to the next one", step)
            }
            Condition::Constraint { step } => write!(f, "the constraint is violated in step {}", step),
            Condition::ConstraintHolds { constraint, step } => {
                write!(f, "constraint {} is violated in step {}", constraint, step)
            }
            Condition::LastStepBad => f.write_str("the last step is not bad"),
            Condition::LoopCloses => f.write_str("the last step does not lead back to a state of the trace"),
            Condition::Recurs { signal } => write!(f, "signal {} is never true in the loop", signal),
            Condition::RankedInitially => f.write_str("an initial state is in no layer"),
            Condition::RankGrows { layer } => {
                write!(f, "a step leads from layer {} to a higher one, or out of all", layer)
            }
            Condition::RankStays { layer } => {
                write!(f, "layer {} need not be left when the signal comes that it waits for", layer)
            }
            Condition::WitnessReset(latch) => {
                write!(f, "latch {} of the witness circuit does not start like the model's", latch.index())
            }
            Condition::WitnessNext(latch) => {
                write!(f, "latch {} of the witness circuit does not go on like the model's", latch.index())
            }
            Condition::WitnessFirstConstraints => {
                f.write_str("the witness circuit's constraints exclude a first step of the model")
            }
            Condition::WitnessConstraints => {
                f.write_str("the witness circuit's constraints exclude a later step of the model")
            }
            Condition::WitnessBad => f.write_str("the model can be bad where the witness circuit is not"),
            Condition::WitnessBase => f.write_str("the witness circuit can be bad in its first step"),
            Condition::WitnessStep => f.write_str("the witness circuit can be bad after a good step"),
            Condition::WitnessLive { signal } => {
                write!(f, "signal {} of the witness circuit can be false where the model's is true", signal)
            }
            Condition::WitnessDecrease => {
                f.write_str("no signal of the witness circuit need be false from a state to the one before")
            }
            Condition::WitnessClosure => {
                f.write_str("a step of the witness circuit can make all its signals true for another state")
            }
            Condition::WitnessConsistent { signal } => {
                write!(
                    f,
                    "signal {} of the witness circuit can become true while another stays false",
                    signal
                )
            }
            Condition::InitialLocation => {
                f.write_str("the invariant excludes a state in which the program begins")
            }
            Condition::ErrorLocation => f.write_str("the invariant admits a state at the error location"),
            Condition::ErrorReached => f.write_str("a run comes to the error location"),
            Condition::Edge(edge) => write!(f, "edge {} leaves the invariant", edge.index()),
            Condition::Turns { turns } => write!(f, "a run makes more than {} turns of a loop", turns),
            Condition::Unfinished => f.write_str("a run is not followed to its end"),
            Condition::Unmeasured(head) => {
                write!(f, "a loop with location {} passes no measured location", head.index())
            }
            Condition::Falls { from, to } => {
                write!(f, "the measure need not fall from location {} to {}", from.index(), to.index())
            }
            Condition::Leaves { from, to } => {
                write!(f, "a way from location {} to {} leaves the invariant", from.index(), to.index())
            }
            Condition::StemEndsInSet => f.write_str("the stem does not end in the recurrence set"),
            Condition::GoesOn(location) => {
                write!(f, "a state of the set at location {} has no successor in it", location.index())
            }
            Condition::Path(broken) => broken.fmt(f),
            Condition::EndsAtError => f.write_str("the path does not end at the error location"),
            Condition::Clause(clause) => write!(f, "the model makes clause {} false", clause.index()),
            Condition::Derivation(broken) => broken.fmt(f),
        }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::NoSuchProperty { property, count } => {
                write!(f, "there is no property {}; the model has {}", property, count)
            }
            Malformed::NotALatch { clause, signal } => {
                write!(
                    f,
                    "clause {} mentions {:?}, which is no latch and no input that a reset reads, and no gate over such",
                    clause, signal
                )
            }
            Malformed::NoSuchSignal { at, signal } => {
                write!(f, "gate or clause {} of the invariant mentions {:?}, which is not there", at, signal)
            }
            Malformed::NotAFormula { clause } => {
                write!(f, "clause {} of the invariant is no formula", clause)
            }
            Malformed::NotAVariable { clause, name } => {
                write!(f, "clause {} mentions `{}`, which is no variable of the model", clause, name)
            }
            Malformed::NotAConstant { place } => {
                write!(f, "the invariant quantifies over constant {}, which is none or there twice", place)
            }
            Malformed::NotAFunction { place } => {
                write!(f, "function {} of the model has no definition of its own", place)
            }
            Malformed::NameTaken { name } => {
                write!(f, "a function of the model cannot be called `{}`", name)
            }
            Malformed::NotStructural { name } => {
                write!(f, "`{}` is no recursion over the fields of a datatype", name)
            }
            Malformed::LocationCount { expected, found } => {
                write!(f, "expected a formula for each of the {} locations, found {}", expected, found)
            }
            Malformed::PredicateCount { expected, found } => {
                write!(f, "expected a formula for each of the {} predicates, found {}", expected, found)
            }
            Malformed::Choice { name } => write!(f, "the result of `{}` is no value of its sort", name),
            Malformed::NotAMeasure(location) => {
                write!(
                    f,
                    "the measure of location {} is none, or differs in form from others",
                    location.index()
                )
            }
            Malformed::NoLength => f.write_str("k is 0; it must be at least 1"),
            Malformed::OtherKind => {
                f.write_str("a proof of safety cannot be one of liveness, nor the other way")
            }
            Malformed::WaitsFor { layer, signals } => {
                write!(f, "layer {} waits for a signal that is none of the property's {}", layer, signals)
            }
            Malformed::NoSteps => f.write_str("the trace has no steps"),
            Malformed::InitialLength { expected, found } => {
                write!(f, "the circuit has {} latches, the trace {} initial values", expected, found)
            }
            Malformed::InputLength { step, expected, found } => {
                write!(f, "the model has {} inputs, step {} of the trace {} values", expected, step, found)
            }
            Malformed::StateLength { step, expected, found } => write!(
                f,
                "the system has {} state variables, step {} of the trace {} values",
                expected, step, found
            ),
            Malformed::Value { step, name } => {
                write!(f, "the value of `{}` in step {} is not of its sort", name, step)
            }
            Malformed::WitnessProperties(count) => {
                write!(f, "a witness circuit has one bad signal, this one {}", count)
            }
            Malformed::Mapping => f.write_str("the witness circuit's mapping does not fit the model"),
        }
    }
}
