//! CAR, complementary approximate reachability (Li, Zhu, Zhang, Pu, Vardi, "Safety Model Checking with Complementary
//! Approximations", ICCAD 2017), on the bits of a circuit.
//!
//! Two sequences grow against each other. The *O-sequence* is a sequence of frames: `O_i` over-approximates the states
//! at distance `i` from one end, the initial or the bad states. The *U-sequence* is a set of states that are connected
//! with the other end for certain. A state of the U-sequence in `O_i` is asked for a step into `O_{i-1}`. If there is
//! one, the U-sequence has a further state, which is asked next; a step into the end itself is a counterexample. If
//! there is none, the core of the question is a lemma that excludes the state, and others, from `O_i`. Level `k` is
//! done when no state of the other end is in `O_k`, nor, by option, any of the U-sequence. The frames prove the
//! property when one of them is contained in the union of those before: the union is closed under steps, and apart
//! from the other end.
//!
//! The two [directions](Direction) differ by the end that the O-sequence begins with. Forwards the U-sequence consists
//! of cubes that are lifted; this is IC3 without monotone frames, and with all obligations kept. Backwards the
//! U-sequence has the states of real runs, so each answer of a solver makes a run one step longer.
//!
//! Cores depend on the order of assumptions: the [options](CarOptions) "intersection" and "rotation" are those of Xia
//! et al., "Searching for i-Good Lemmas to Accelerate Safety Model Checking" (CAV 2023).
//!
//! Invariants. A lemma belongs to one frame, and each step between `O_{i-1}` and a state of the cube of a lemma of
//! `O_i` is impossible. `O_0` begins with all states (forwards: with those that agree with constant resets) and is
//! narrowed by cores like the others, so that an invariant consists of lemmas alone: bad states and reset functions do
//! not occur in it. It is a union of frames or the complement of one, and thus has gates of its own. Constraints hold
//! in each step, in the bad one, too. Inputs that reset functions read are latches here, as in IC3.
//!
//! Limits, most important first: a state backwards has all latches, so that where many states are nearly bad, they
//! are excluded in small parts. A lemma is inductive relative to nothing, since frames are not monotone. The frames of
//! a property are not kept for the next. Lemmas are not shared with other engines. Each frame has a solver of its own,
//! so that memory grows with frames times gates. Of the CAV 2023 paper only the last lemma of a frame is used, and
//! there are no restarts.
//!
//! The words are those of the [glossary](crate::glossary).

mod frame;
mod options;
mod proof;
mod search;
mod solvers;
mod statistics;

pub use options::{CarOptions, Direction};
pub use statistics::CarStatistics;

use crate::base::Budget;
use crate::engine::common::outcome::settle;
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::{CircuitOutcome, Observer, Outcome};
use crate::model::circuit::Circuit;
use crate::model::encode::hold::{hold_inputs, Held};
use crate::model::invariant::Certificate;
use crate::model::trace::Trace;
use crate::model::transition::Transition;
use crate::model::PropertyId;
use search::{Found, Search};
use std::fmt;
use std::sync::Arc;

/// CAR on the bads of one circuit. Each property starts anew.
pub struct Car {
    held: Arc<Held>,
    relation: Arc<Transition>,
    options: CarOptions,
    budget: Budget,
    /// The counters of searches that have ended.
    ended: CarStatistics,
    /// The search for a property that a limit has stopped.
    search: Option<(PropertyId, Search)>,
}

impl fmt::Debug for Car {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Car")
            .field("options", &self.options)
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

impl Car {
    /// An engine for this circuit.
    pub fn new(circuit: &Circuit, options: CarOptions, budget: Budget) -> Car {
        let held = Arc::new(hold_inputs(circuit));
        let relation = Transition::new(&held.circuit).booked(&budget);
        let relation = Arc::new(relation);
        Car { held, relation, options, budget, ended: CarStatistics::default(), search: None }
    }

    /// The counters so far.
    pub fn statistics(&self) -> CarStatistics {
        let now = self.search.as_ref().map(|(_, search)| search.statistics());
        self.ended.plus(now.unwrap_or_default())
    }

    /// Proves or refutes a property, named by its index. On a limit the outcome says up to which depth there is no
    /// counterexample, and the next call for the same property goes on from there.
    ///
    /// # Panics
    ///
    /// If the circuit does not have the property.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome {
        if !matches!(self.search, Some((last, _)) if last == property) {
            self.end();
        }
        let new = || Search::new(&self.held, &self.relation, property, &self.options, &self.budget);
        let (_, search) = self.search.get_or_insert_with(|| (property, new()));
        let found = search.run(observer);
        let safe_depth = search.safe_depth();
        let held = &self.held;
        let result = found.map(|found| match found {
            Found::Closed(end) => {
                let frames = &search.frames[..end];
                let invariant = proof::invariant(frames, self.options.direction, &held.circuit);
                Outcome::Safe(Certificate::Inductive(held.lift_invariant(&invariant)))
            }
            Found::Run(initial, inputs) => {
                Outcome::Unsafe(held.lift_trace(Trace { property, initial, inputs }))
            }
        });
        if result.is_ok() {
            self.end();
        }
        settle(result, safe_depth)
    }

    /// Gives up the search.
    fn end(&mut self) {
        self.ended = self.statistics();
        self.search = None;
    }
}

impl Prover<Circuit> for Car {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Circuit> {
        Car::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        self.statistics().counters()
    }
}
