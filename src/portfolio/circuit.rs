//! The engines over circuits: any of them as one, and how several of them race.

use super::judge::Judge;
use super::options::{Engine, VerifyOptions};
use super::race::{Contest, Plan};
use super::takes::{Kind, Unfit};
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::bmc::{Bmc, BmcOptions};
use crate::engine::fsis::Fsis;
use crate::engine::ic3::circuit::{Ic3, Ic3Options, Ic3Statistics, Lifting, Sequence};
use crate::engine::ic3::{Generalisation, Purpose, SearchOptions, SearchStatistics};
use crate::engine::itp::{Itp, ItpStatistics};
use crate::engine::kinduction::{KInduction, KInductionOptions};
use crate::engine::lazy_ic3::LazyIc3;
use crate::engine::{CircuitOutcome, Observer, Outcome, StopCause, StopReason};
use crate::model::circuit::Circuit;
use crate::model::PropertyId;

/// An engine at work on a circuit.
#[derive(Debug)]
pub(super) enum Running {
    Ic3(Box<Ic3>),
    LazyIc3(Box<LazyIc3>),
    Bmc(Box<Bmc>),
    KInduction(Box<KInduction>),
    Fsis(Box<Fsis>),
    Itp(Box<Itp>),
}

impl Running {
    /// The engine of these options.
    ///
    /// # Errors
    ///
    /// If it takes no circuits.
    pub fn new(circuit: &Circuit, options: &VerifyOptions, budget: &Budget) -> Result<Running, Unfit> {
        let budget = budget.clone();
        Ok(match options.engine {
            Engine::Ic3 => Running::Ic3(Box::new(Ic3::new(circuit, options.ic3.clone(), budget))),
            Engine::LazyIc3 => {
                let (lazy, ic3) = (options.lazy_ic3.clone(), options.ic3.clone());
                Running::LazyIc3(Box::new(LazyIc3::new(circuit, lazy, ic3, budget)))
            }
            Engine::Bmc => Running::Bmc(Box::new(Bmc::new(circuit, options.bmc.clone(), budget))),
            Engine::KInduction => {
                let engine = KInduction::new(circuit, options.kinduction.clone(), budget);
                Running::KInduction(Box::new(engine))
            }
            Engine::Itp => Running::Itp(Box::new(Itp::new(circuit, options.itp.clone(), budget))),
            Engine::Fsis => Running::Fsis(Box::new(Fsis::new(circuit, options.fsis.clone(), budget))),
            Engine::Auto
            | Engine::Portfolio
            | Engine::Ic3Smt
            | Engine::Ic3Ia
            | Engine::Ctigar
            | Engine::TreeIc3
            | Engine::TreeIc3Itp
            | Engine::TreeIc3Ia
            | Engine::TreeIc3ItpMono
            | Engine::TreeItp
            | Engine::Ic3Cfa
            | Engine::PredAbs
            | Engine::Guess
            | Engine::Explicit
            | Engine::Spacer
            | Engine::Gpdr
            | Engine::Unwind => return Err(Unfit::kind(options.engine, Kind::Circuit)),
        })
    }

    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome {
        match self {
            Running::Ic3(engine) => engine.prove(property, observer),
            Running::LazyIc3(engine) => engine.prove(property, observer),
            Running::Bmc(engine) => engine.prove(property, observer),
            Running::KInduction(engine) => engine.prove(property, observer),
            Running::Fsis(engine) => engine.prove(property, observer),
            Running::Itp(engine) => engine.prove(property, observer),
        }
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        match self {
            Running::Ic3(engine) => of_ic3(&engine.statistics()),
            Running::LazyIc3(engine) => {
                let s = engine.statistics();
                let mut list = of_ic3(&s.ic3);
                list.extend([
                    ("must-obligations", s.must),
                    ("may-obligations", s.may),
                    ("may-obligations given up", s.given_up),
                    ("refinements", s.refinements),
                    ("times patience ran out", s.impatient),
                    ("queries during abstract strengthening", s.abstract_queries),
                    ("queries during refinements", s.refining_queries),
                    ("latches made visible", s.shown),
                ]);
                list
            }
            Running::Itp(engine) => of_itp(engine.statistics(), engine.search_statistics()),
            Running::Bmc(engine) => of_bmc(engine.steps()),
            Running::KInduction(engine) => of_kinduction(engine.steps()),
            Running::Fsis(engine) => {
                let (lemmas, goals) = engine.statistics();
                vec![("lemmas", lemmas as u64), ("states that lead to a bad one", goals as u64)]
            }
        }
    }

    /// The size of the engine's sequence of frames; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        match self {
            Running::Ic3(engine) => Some(engine.sequence()),
            Running::LazyIc3(engine) => Some(engine.sequence()),
            Running::Bmc(_) | Running::KInduction(_) | Running::Fsis(_) | Running::Itp(_) => None,
        }
    }
}

/// The counters of bounded model checking.
pub(super) fn of_bmc(steps: usize) -> Vec<(&'static str, u64)> {
    vec![("steps unrolled", steps as u64)]
}

/// The counters of k-induction.
pub(super) fn of_kinduction((base, step): (usize, usize)) -> Vec<(&'static str, u64)> {
    vec![("steps unrolled", base as u64), ("steps unrolled from any state", step as u64)]
}

fn of_ic3(s: &Ic3Statistics) -> Vec<(&'static str, u64)> {
    let own = [
        ("queries", s.queries),
        ("queries spared by known steps", s.spared),
        ("predecessors lifted", s.lifted),
    ];
    own.into_iter().chain(of_search(&s.search)).collect()
}

/// The counters of the effort for each purpose.
const EFFORT: [(Purpose, &str, &str); Purpose::ALL.len()] = [
    (Purpose::Consecution, "queries for consecution", "work for consecution"),
    (Purpose::Lifting, "queries for lifting", "work for lifting"),
    (Purpose::Generalisation, "queries for generalisation", "work for generalisation"),
    (Purpose::Pushing, "queries for pushing", "work for pushing"),
    (Purpose::Refinement, "queries for refinement", "work for refinement"),
];

pub(super) fn of_search(s: &SearchStatistics) -> Vec<(&'static str, u64)> {
    let mut list = vec![
        ("frames", s.frames),
        ("obligations", s.obligations),
        ("lemmas", s.lemmas),
        ("counterexamples to generalisation", s.ctgs),
        ("pushes tried", s.pushes),
        ("pushes that worked", s.pushed),
        ("lemmas moved to the infinity frame", s.infinite),
        ("lemmas found bad", s.bad_lemmas),
    ];
    for (purpose, queries, work) in EFFORT {
        let spent = s.spent[purpose as usize];
        list.extend([(queries, spent.queries), (work, spent.work)]);
    }
    list
}

/// The counters of an engine that interpolates; with those of IC3's search and the number of its queries, if it has
/// one.
pub(super) fn of_itp(s: ItpStatistics, search: Option<(SearchStatistics, u64)>) -> Vec<(&'static str, u64)> {
    let mut list = vec![
        ("unrollings", s.unrollings),
        ("refutations with interpolants", s.interpolations),
        ("refutations without interpolants", s.without_interpolants),
        ("spurious approximations", s.spurious),
        ("sequences given up", s.given_up),
    ];
    if let Some((search, queries)) = search {
        list.push(("queries", queries));
        list.extend(of_search(&search));
    }
    list
}

/// Bytes that an engine may hold which unrolls the circuit.
const UNROLLING_LIMIT: u64 = 600_000_000;

/// The members and their options, the most promising one first.
pub(super) fn lineup(options: &VerifyOptions) -> Vec<Plan<VerifyOptions>> {
    let with = |engine| VerifyOptions { engine, ..options.clone() };
    let other = Ic3Options {
        seed: options.ic3.seed.wrapping_add(1),
        lifting: Lifting::Core,
        search: SearchOptions {
            generalisation: Generalisation::Dynamic,
            parent_lemma: true,
            ..options.ic3.search.clone()
        },
        ..options.ic3.clone()
    };
    let plan = |name, options| Plan::new(name, 1, options);
    let unrolling = |name, options| Plan { memory: Some(UNROLLING_LIMIT), ..plan(name, options) };
    let bmc = VerifyOptions { bmc: BmcOptions { step: 1, ..options.bmc.clone() }, ..with(Engine::Bmc) };
    let mut plans = vec![
        plan("ic3", with(Engine::Ic3)),
        unrolling("bmc", bmc),
        plan("lazy-ic3", with(Engine::LazyIc3)),
        plan("ic3, other options", VerifyOptions { ic3: other, ..with(Engine::Ic3) }),
    ];
    if !options.inductive_only {
        let kinduction = KInductionOptions { simple_path: false, ..options.kinduction.clone() };
        plans.push(unrolling("kind", VerifyOptions { kinduction, ..with(Engine::KInduction) }));
    }
    plans
}

impl Contest for Judge {
    type Options = VerifyOptions;
    type Engine = Running;
    type Verdict = Verified;

    fn start(&self, options: &VerifyOptions, budget: &Budget) -> Result<Running, Unfit> {
        Running::new(&self.reduction.circuit, options, budget)
    }

    fn turn(
        &self,
        engine: &mut Running,
        by: &'static str,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<Verified, StopReason> {
        match engine.prove(property, observer) {
            // A counterexample that broke off is a defect, to be told like any other evidence that fails.
            Outcome::Unknown(reason) if reason.cause != StopCause::EvidenceFailed => Err(reason),
            claim => Ok(self.believe(property, claim, by)),
        }
    }
}
