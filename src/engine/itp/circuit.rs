//! Interpolation on circuits, which are systems of Booleans here.

use super::clauses::{clauses_of, Clause};
use super::{ItpOptions, ItpStatistics, SystemItp};
use crate::base::{Budget, Limit};
use crate::engine::common::outcome::settle;
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::ic3::SearchStatistics;
use crate::engine::{CircuitOutcome, Observer, Outcome, StopCause};
use crate::model::circuit::{Circuit, Signal};
use crate::model::encode::booleans::to_system;
use crate::model::encode::hold::{hold_inputs, Held};
use crate::model::invariant::{Certificate, ClausalInvariant};
use crate::model::trace::Trace;
use crate::model::{system, PropertyId};
use crate::solver::term::Value;
use std::fmt;

/// Interpolation on the bads of one circuit. Solvers live on from one property to the next, and frames.
pub struct Itp {
    held: Held,
    options: ItpOptions,
    budget: Budget,
    /// Once the circuit is a system.
    engine: Option<SystemItp>,
}

impl fmt::Debug for Itp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Itp").field("engine", &self.engine).finish_non_exhaustive()
    }
}

impl Itp {
    /// An engine for this circuit.
    pub fn new(circuit: &Circuit, options: ItpOptions, budget: Budget) -> Itp {
        Itp { held: hold_inputs(circuit), options, budget, engine: None }
    }

    /// The counters so far.
    pub fn statistics(&self) -> ItpStatistics {
        self.engine.as_ref().map_or(ItpStatistics::default(), SystemItp::statistics)
    }

    /// The counters of IC3's search, and the number of its queries; `None` for the forms without frames.
    pub fn search_statistics(&self) -> Option<(SearchStatistics, u64)> {
        self.engine.as_ref().and_then(SystemItp::search_statistics)
    }

    /// Proves or refutes a bad signal, named by its index. On a limit the outcome says up to which depth there is no
    /// counterexample. Asked for the same property again it goes on where it was.
    ///
    /// # Panics
    ///
    /// If the circuit does not have the property.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome {
        assert!(
            self.held.circuit.bad(property).is_some(),
            "there is no property {} in the circuit",
            property
        );
        settle(self.run(property, observer), None)
    }

    fn run(&mut self, property: PropertyId, observer: &mut dyn Observer) -> Result<CircuitOutcome, Limit> {
        if self.engine.is_none() {
            let system = to_system(&self.held.circuit, &self.budget)?;
            self.engine = Some(SystemItp::new(&system, self.options.clone(), self.budget.clone()));
        }
        let engine = match &mut self.engine {
            Some(engine) => engine,
            None => unreachable!("the circuit is a system by now"),
        };
        Ok(match engine.prove(property, observer) {
            Outcome::Safe(certificate) => {
                let system = engine.system_mut();
                let bad = system.properties()[property.index()].bad;
                match clauses_of(system, &certificate.states().formulas, bad, &self.budget)? {
                    Some(clauses) => Outcome::Safe(self.certificate(&clauses)),
                    None => Outcome::unknown(StopCause::EvidenceFailed, None),
                }
            }
            Outcome::Unsafe(trace) => Outcome::Unsafe(self.held.lift_trace(of_system(&trace))),
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        })
    }

    fn certificate(&self, clauses: &[Clause]) -> Certificate {
        let signals: Vec<Signal> =
            self.held.circuit.latches().iter().map(|latch| latch.node.signal()).collect();
        let signal = |&(latch, sign): &(usize, bool)| signals[latch].negate_if(!sign);
        let clauses = clauses.iter().map(|clause| clause.iter().map(signal).collect()).collect();
        Certificate::Inductive(self.held.lift_invariant(&ClausalInvariant::of_clauses(clauses)))
    }
}

/// A run of the system as one of the circuit.
fn of_system(trace: &system::Trace) -> Trace {
    let bits = |values: &[Value]| values.iter().map(Value::is_true).collect();
    Trace {
        property: trace.property,
        initial: bits(&trace.steps[0].states),
        inputs: trace.steps.iter().map(|step| bits(&step.inputs)).collect(),
    }
}

impl Prover<Circuit> for Itp {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Circuit> {
        Itp::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        self.statistics().counters(self.search_statistics())
    }
}
