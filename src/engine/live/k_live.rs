//! k-liveness: the signals come at most `k` times (Claessen, Sörensson: "A Liveness Checking Algorithm that
//! Counts", FMCAD 2012).
//!
//! If a justice property holds, then there is a bound on how often its signals come in any run, since there are
//! finitely many states. The circuit counts, in stages, and the engine below is asked whether the first `k` stages can
//! all be left, for `k` = 1, 2 and so on. The count absorbs: a stage that was reached stays reached, so nothing that
//! happens later undoes it. All these questions are about one circuit with a bad signal for each `k`, so one engine
//! answers them, and the lemmas of one serve the next. Only when the circuit's stages are used up it is built again,
//! twice as long.
//!
//! A counterexample to one of the questions says that the count was too small. It refutes the property if a state comes
//! again in it, with all signals in between. A run that leaves more stages than there are states, times signals, always
//! has such a state, so only the largest count keeps the search from an end.

use super::{Below, Safety, Task};
use crate::engine::common::observer::Observer;
use crate::engine::common::outcome::{Outcome, StopCause, StopReason};
use crate::model::circuit::Circuit;
use crate::model::encode::live::{stages_form, StagesForm};
use crate::model::invariant::{Certificate, Layer};
use crate::model::trace::Trace;
use crate::model::PropertyId;

/// Settings of [`KLive`].
#[derive(Clone, Debug)]
pub struct KLiveOptions {
    /// The largest count; a search that reaches it ends without a verdict. Default 1000.
    pub most: usize,
    /// The stages of the first circuit. Default 8.
    pub first: usize,
}

impl Default for KLiveOptions {
    fn default() -> KLiveOptions {
        KLiveOptions { most: 1000, first: 8 }
    }
}

/// The engine for one justice property.
#[derive(Debug)]
pub struct KLive {
    original: Circuit,
    property: PropertyId,
    options: KLiveOptions,
    below: Below,
    form: StagesForm,
    engine: Box<dyn Safety>,
    /// The count that is asked about.
    k: usize,
}

impl KLive {
    /// Builds the first circuit. `None` if the circuit does not have the justice property.
    pub fn new(
        circuit: &Circuit,
        property: PropertyId,
        options: KLiveOptions,
        below: &Below,
    ) -> Option<KLive> {
        let form = stages_form(circuit, property, options.first.max(1))?;
        let engine = below.set_up(&form.circuit, Task::Part);
        let (original, below) = (circuit.clone(), below.clone());
        Some(KLive { original, property, options, below, form, engine, k: 1 })
    }

    /// Proves or refutes the property, or ends without a verdict. A proof is the layers of a ranking.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> Outcome<Vec<Layer>, Trace> {
        loop {
            if self.k > self.options.most.max(1) {
                return Outcome::unknown(StopCause::Bound, None);
            }
            let stages = self.form.circuit.bads().len();
            if self.k > stages {
                let longer = stages_form(&self.original, self.property, stages.saturating_mul(2));
                match longer {
                    Some(longer) => self.form = longer,
                    None => return Outcome::unknown(StopCause::Bound, None),
                }
                self.engine = self.below.set_up(&self.form.circuit, Task::Part);
            }
            match self.engine.prove(self.form.property(self.k), observer) {
                Outcome::Safe(Certificate::Inductive(invariant)) => {
                    return Outcome::Safe(self.form.layers(self.k, &invariant));
                }
                // A proof by k-induction has no states to rank.
                Outcome::Safe(Certificate::KInductive { .. }) => {
                    return Outcome::unknown(StopCause::Bound, None)
                }
                Outcome::Unsafe(trace) => match self.form.lasso(self.property, &trace) {
                    Some(lasso) => return Outcome::Unsafe(lasso),
                    None => self.k += 1,
                },
                Outcome::Unknown(reason) => {
                    return Outcome::Unknown(StopReason { safe_depth: None, ..reason })
                }
            }
        }
    }

    /// The count, and the counters of the engine below.
    pub fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut list = vec![("stages asked about", self.k as u64)];
        list.extend(self.engine.counters());
        list
    }
}
