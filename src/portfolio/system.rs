//! The engines over systems: any of them as one, and how several of them race.

use super::circuit::of_search;
use super::judge::Verified;
use super::options::{Checking, Engine, VerifyOptions};
use super::race::{Contest, Plan};
use crate::base::Budget;
use crate::engine::bmc::SystemBmc;
use crate::engine::ic3_ia::Ic3Ia;
use crate::engine::ic3_smt::Ic3Smt;
use crate::engine::kinduction::{KInductionOptions, SystemKInduction};
use crate::engine::{Observer, Outcome, StopCause, StopReason, SystemOutcome};
use crate::evidence::system::{check_certificate_with, check_trace};
use crate::evidence::{CheckError, CheckOptions};
use crate::model::system::{Certificate, System, Trace};
use crate::model::PropertyId;
use std::fmt;

/// The verdict on one property of a system.
pub type VerifiedSystem = Verified<Certificate, Trace>;

/// The engine that was asked for does not work on systems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotForSystems(pub Engine);

impl fmt::Display for NotForSystems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engine {} works on circuits, not on transition systems", self.0.name())
    }
}

impl std::error::Error for NotForSystems {}

/// An engine at work on a system.
#[derive(Debug)]
pub(super) enum RunningSystem {
    Ic3Smt(Box<Ic3Smt>),
    Ic3Ia(Box<Ic3Ia>),
    Bmc(Box<SystemBmc>),
    KInduction(Box<SystemKInduction>),
}

impl RunningSystem {
    /// The engine of these options, if it is one for systems.
    pub fn new(system: &System, options: &VerifyOptions, budget: &Budget) -> Option<RunningSystem> {
        let budget = budget.clone();
        Some(match options.engine {
            Engine::Ic3Smt => {
                RunningSystem::Ic3Smt(Box::new(Ic3Smt::new(system, options.ic3_smt.clone(), budget)))
            }
            Engine::Ic3Ia => {
                RunningSystem::Ic3Ia(Box::new(Ic3Ia::new(system, options.ic3_ia.clone(), budget)))
            }
            Engine::Bmc => RunningSystem::Bmc(Box::new(SystemBmc::new(system, options.bmc.clone(), budget))),
            Engine::KInduction => {
                let engine = SystemKInduction::new(system, options.kinduction.clone(), budget);
                RunningSystem::KInduction(Box::new(engine))
            }
            _ => return None,
        })
    }

    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> SystemOutcome {
        match self {
            RunningSystem::Ic3Smt(engine) => engine.prove(property, observer),
            RunningSystem::Ic3Ia(engine) => engine.prove(property, observer),
            RunningSystem::Bmc(engine) => engine.prove(property, observer),
            RunningSystem::KInduction(engine) => engine.prove(property, observer),
        }
    }

    /// The counters of the engine, by name; empty for engines that count nothing.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        let (search, queries) = match self {
            RunningSystem::Ic3Smt(engine) => engine.statistics(),
            RunningSystem::Ic3Ia(engine) => engine.statistics(),
            RunningSystem::Bmc(_) | RunningSystem::KInduction(_) => return Vec::new(),
        };
        let mut list = vec![("queries", queries)];
        list.extend(of_search(&search));
        list
    }
}

/// Decides what is to be believed of claims about the system.
#[derive(Debug)]
pub(super) struct SystemJudge {
    pub system: System,
    pub options: VerifyOptions,
    pub budget: Budget,
}

impl SystemJudge {
    pub fn new(system: System, options: VerifyOptions, budget: Budget) -> SystemJudge {
        SystemJudge { system, options, budget }
    }

    fn check(&self, property: PropertyId, outcome: &SystemOutcome) -> Result<(), CheckError> {
        let options = match self.options.check {
            Checking::Off => return Ok(()),
            Checking::On => CheckOptions { proofs: false },
            Checking::Full => CheckOptions { proofs: true },
        };
        match outcome {
            Outcome::Safe(certificate) => {
                check_certificate_with(&self.system, property, certificate, &options, &self.budget)
            }
            Outcome::Unsafe(trace) => check_trace(&self.system, trace),
            Outcome::Unknown(_) => Ok(()),
        }
    }
}

impl Contest for SystemJudge {
    type Options = VerifyOptions;
    type Engine = RunningSystem;
    type Verdict = VerifiedSystem;

    fn start(&self, options: &VerifyOptions, budget: &Budget) -> RunningSystem {
        RunningSystem::new(&self.system, options, budget)
            .unwrap_or_else(|| unreachable!("{:?}", options.engine))
    }

    fn turn(
        &self,
        engine: &mut RunningSystem,
        by: &'static str,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<VerifiedSystem, StopReason> {
        match engine.prove(property, observer) {
            // A counterexample that broke off is a defect, to be told like any other evidence that fails.
            Outcome::Unknown(reason) if reason.cause != StopCause::EvidenceFailed => Err(reason),
            outcome => Ok(match self.check(property, &outcome) {
                Ok(()) => Verified { property, outcome, refused: None, by },
                Err(error) => Verified::refused(property, error, by),
            }),
        }
    }
}

/// Bytes that an engine may hold which unrolls the system.
const UNROLLING_LIMIT: u64 = 2_000_000_000;

/// The members and their options, the most promising one first.
pub(super) fn system_lineup(options: &VerifyOptions) -> Vec<Plan<VerifyOptions>> {
    let with = |engine| VerifyOptions { engine, ..options.clone() };
    let plan = |name, options| Plan { name, memory: None, options };
    let unrolling = |name, options| Plan { memory: Some(UNROLLING_LIMIT), ..plan(name, options) };
    let mut plans = vec![
        plan("ic3-ia", with(Engine::Ic3Ia)),
        plan("ic3-smt", with(Engine::Ic3Smt)),
        unrolling("bmc", with(Engine::Bmc)),
    ];
    if !options.inductive_only {
        let kinduction = KInductionOptions { simple_path: false, ..options.kinduction.clone() };
        plans.push(unrolling("kind", VerifyOptions { kinduction, ..with(Engine::KInduction) }));
    }
    plans
}
