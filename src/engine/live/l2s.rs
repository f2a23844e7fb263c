//! Liveness to safety: the question whether a lasso can be run through (Biere, Artho, Schuppan: "Liveness Checking as
//! Safety Checking", FMICS 2002).
//!
//! An oracle, the input *save*, picks the state in which the loop begins. The form is bad when that state has come back
//! with each signal seen in between. The engine below answers for all lassos at once; bounded model checking below
//! finds the shortest one.

use super::{Below, Safety, Task};
use crate::engine::common::observer::Observer;
use crate::engine::common::outcome::{CircuitOutcome, Outcome, StopReason};
use crate::model::circuit::Circuit;
use crate::model::encode::live::{complete, lasso_form, LassoForm};
use crate::model::PropertyId;

/// The engine for one justice property.
#[derive(Debug)]
pub struct L2s {
    original: Circuit,
    form: LassoForm,
    engine: Box<dyn Safety>,
}

impl L2s {
    /// Builds the circuit of the lassos. `None` if the circuit does not have the justice property.
    pub fn new(circuit: &Circuit, property: PropertyId, below: &Below) -> Option<L2s> {
        let form = lasso_form(circuit, property)?;
        let engine = below.set_up(&form.circuit, Task::Whole);
        Some(L2s { original: circuit.clone(), form, engine })
    }

    /// Proves or refutes the property, by a proof about lassos. A lasso is repeated until all latches come back, if
    /// that does not take long.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> CircuitOutcome {
        match self.engine.prove(PropertyId::new(0), observer) {
            Outcome::Safe(proof) => Outcome::Safe(self.form.proof(&proof)),
            Outcome::Unsafe(trace) => {
                let (lasso, start) = self.form.lasso(&trace);
                Outcome::Unsafe(complete(&self.original, lasso, start))
            }
            // Depths of the form are not those of lassos.
            Outcome::Unknown(reason) => Outcome::Unknown(StopReason { safe_depth: None, ..reason }),
        }
    }

    /// The counters of the engine below.
    pub fn counters(&self) -> Vec<(&'static str, u64)> {
        self.engine.counters()
    }
}
