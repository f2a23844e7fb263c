//! From a circuit to believed verdicts: reduce, run an engine, bring its evidence back, check it.
//!
//! This is the whole flow of the command line, for embedders. Whatever an engine claims about the reduced circuit is
//! carried back to the original and checked there by [`crate::evidence`] before it is handed out; the check draws on the
//! same budget. If it ends by a limit there is no verdict, and if it fails, which is a defect of this library, there is
//! none either: [`Verified::refused`] says why in both cases.
//!
//! One engine is run on the calling thread, or a portfolio of them on several ([`Engine::Portfolio`]). Properties are
//! taken one after the other by the same engines, so that what is learnt for one serves the next.

mod race;
mod running;

use crate::base::Budget;
use crate::engine::bmc::BmcOptions;
use crate::engine::fsis::FsisOptions;
use crate::engine::ic3::circuit::{Ic3Options, Sequence};
use crate::engine::kinduction::KInductionOptions;
use crate::engine::lazy_ic3::LazyIc3Options;
use crate::engine::{CircuitOutcome, Observer, Outcome, StopCause};
use crate::evidence::{check_certificate_with, check_trace, CheckError, CheckOptions};
use crate::model::circuit::Circuit;
use crate::model::reduce::{reduce, ReduceOptions, Reduction};
use crate::model::PropertyId;
use race::Race;
use running::Running;

/// Which engine to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// [`crate::engine::ic3`]: proves and refutes.
    Ic3,
    /// [`crate::engine::lazy_ic3`]: proves and refutes.
    LazyIc3,
    /// [`crate::engine::bmc`]: refutes.
    Bmc,
    /// [`crate::engine::kinduction`]: proves and refutes.
    KInduction,
    /// [`crate::engine::fsis`]: proves and refutes small circuits.
    Fsis,
    /// IC3 in two variants, L-IC3, BMC and k-induction; the first answer that passes its check ends them all.
    Portfolio,
}

impl Engine {
    /// As the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Ic3 => "ic3",
            Engine::LazyIc3 => "lazy-ic3",
            Engine::Bmc => "bmc",
            Engine::KInduction => "kind",
            Engine::Fsis => "fsis",
            Engine::Portfolio => "portfolio",
        }
    }
}

/// How far to distrust the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checking {
    /// Evidence is handed out as the engine made it: for measuring only.
    Off,
    /// Evidence is checked by a fresh solver.
    On,
    /// And the proofs of that solver are checked.
    Full,
}

/// Settings of [`verify`].
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Default IC3.
    pub engine: Engine,
    /// How many threads [`Engine::Portfolio`] may use, the calling one included. On one thread its members take turns,
    /// and the same run gives the same answer; on several only the verdict is certain. Default 1.
    pub threads: usize,
    /// A portfolio runs no engine whose proofs are other than inductive invariants. Default off.
    pub inductive_only: bool,
    /// The properties to look at, by index; `None`: all of them. Default `None`.
    pub properties: Option<Vec<PropertyId>>,
    /// Whether the circuit is reduced beyond the cone of influence of its properties. Default on.
    pub reduction: bool,
    /// How.
    pub reduce: ReduceOptions,
    /// Default on.
    pub check: Checking,
    /// For [`Engine::Ic3`], and for what [`Engine::LazyIc3`] shares with it.
    pub ic3: Ic3Options,
    /// For [`Engine::LazyIc3`].
    pub lazy_ic3: LazyIc3Options,
    /// For [`Engine::Bmc`].
    pub bmc: BmcOptions,
    /// For [`Engine::KInduction`].
    pub kinduction: KInductionOptions,
    /// For [`Engine::Fsis`].
    pub fsis: FsisOptions,
}

impl Default for VerifyOptions {
    fn default() -> VerifyOptions {
        VerifyOptions {
            engine: Engine::Ic3,
            threads: 1,
            inductive_only: false,
            properties: None,
            reduction: true,
            reduce: ReduceOptions::default(),
            check: Checking::On,
            ic3: Ic3Options::default(),
            lazy_ic3: LazyIc3Options::default(),
            bmc: BmcOptions::default(),
            kinduction: KInductionOptions::default(),
            fsis: FsisOptions::default(),
        }
    }
}

/// The verdict on one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The index of the bad signal.
    pub property: PropertyId,
    /// Safe with a certificate or unsafe with a trace, both of the original circuit, or unknown.
    pub outcome: CircuitOutcome,
    /// Why the engine's verdict is not believed, if it gave one and the check did not accept it.
    pub refused: Option<CheckError>,
    /// The engine that gave the verdict; of a portfolio its member.
    pub by: &'static str,
}

/// Verifies the bad signals of a circuit.
///
/// Properties that the circuit does not have are passed over. The result has one entry for each property, in the order
/// in which they were asked for.
pub fn verify(
    circuit: &Circuit,
    options: &VerifyOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Vec<Verified> {
    let mut verifier = Verifier::new(circuit, options, budget);
    let asked = match &options.properties {
        Some(properties) => properties.clone(),
        None => circuit.properties().collect(),
    };
    let present = asked.into_iter().filter(|&property| circuit.bad(property).is_some());
    present.map(|property| verifier.verify(property, observer)).collect()
}

/// [`verify`] property by property, with a look at what was done.
pub struct Verifier<'a> {
    judge: Judge<'a>,
    engine: Engines,
}

enum Engines {
    One(Running),
    Several(Race),
}

impl<'a> Verifier<'a> {
    /// Reduces the circuit and sets up the engine.
    pub fn new(circuit: &'a Circuit, options: &'a VerifyOptions, budget: &Budget) -> Verifier<'a> {
        let reduction = reduction(circuit, options, budget);
        let engine = match options.engine {
            Engine::Portfolio => Engines::Several(Race::new(options, budget)),
            _ => Engines::One(Running::new(&reduction.circuit, options, budget)),
        };
        Verifier { judge: Judge { circuit, options, budget: budget.clone(), reduction }, engine }
    }

    /// The circuit that the engine works on.
    pub fn reduced(&self) -> &Circuit {
        &self.judge.reduction.circuit
    }

    /// The verdict on one property, which the circuit must have.
    pub fn verify(&mut self, property: PropertyId, observer: &mut dyn Observer) -> Verified {
        let judge = &self.judge;
        match &mut self.engine {
            Engines::One(running) => {
                judge.believe(property, running.prove(property, observer), judge.options.engine.name())
            }
            Engines::Several(race) => race.prove(judge, property, observer),
        }
    }

    /// What the engine has counted, by name; empty for engines that count nothing.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        match &self.engine {
            Engines::One(running) => {
                running.statistics().into_iter().map(|(name, value)| (name.to_string(), value)).collect()
            }
            Engines::Several(race) => race.statistics(),
        }
    }

    /// The size of the engine's sequence of frames; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        match &self.engine {
            Engines::One(running) => running.sequence(),
            Engines::Several(_) => None,
        }
    }
}

/// Decides what is to be believed of claims about the reduced circuit.
struct Judge<'a> {
    circuit: &'a Circuit,
    options: &'a VerifyOptions,
    budget: Budget,
    reduction: Reduction,
}

impl Judge<'_> {
    /// The claim's evidence is brought back to the original circuit and checked there.
    fn believe(&self, property: PropertyId, claim: CircuitOutcome, by: &'static str) -> Verified {
        let outcome = match claim {
            Outcome::Safe(certificate) => Outcome::Safe(self.reduction.lift_certificate(&certificate)),
            Outcome::Unsafe(trace) => Outcome::Unsafe(self.reduction.lift_trace(&trace)),
            unknown => unknown,
        };
        match self.check(property, &outcome) {
            Ok(()) => Verified { property, outcome, refused: None, by },
            Err(error) => {
                let cause = match error {
                    CheckError::Limit(limit) => StopCause::Limit(limit),
                    _ => StopCause::EvidenceFailed,
                };
                let outcome = Outcome::unknown(cause, None);
                Verified { property, outcome, refused: Some(error), by }
            }
        }
    }

    fn check(&self, property: PropertyId, outcome: &CircuitOutcome) -> Result<(), CheckError> {
        let options = match self.options.check {
            Checking::Off => return Ok(()),
            Checking::On => CheckOptions { proofs: false },
            Checking::Full => CheckOptions { proofs: true },
        };
        match outcome {
            Outcome::Safe(certificate) => {
                check_certificate_with(self.circuit, property, certificate, &options, &self.budget)
            }
            Outcome::Unsafe(trace) => check_trace(self.circuit, trace),
            Outcome::Unknown(_) => Ok(()),
        }
    }
}

/// The circuit that the engine is to work on.
///
/// The checker compares the states of simple paths in all latches on which the property depends, so for them only
/// reductions will do that explain each of these by a fact, given the cone of influence.
fn reduction(circuit: &Circuit, options: &VerifyOptions, budget: &Budget) -> Reduction {
    let simple_paths = options.engine == Engine::KInduction && options.kinduction.simple_path;
    if options.reduction && !simple_paths {
        return reduce(circuit, &options.reduce, budget);
    }
    let cone = reduce(circuit, &ReduceOptions { rounds: 0, ..options.reduce.clone() }, budget);
    if !options.reduction {
        return cone;
    }
    let smaller = reduce(&cone.circuit, &options.reduce, budget);
    if smaller.keeps_simple_paths() {
        cone.then(smaller)
    } else {
        cone
    }
}
