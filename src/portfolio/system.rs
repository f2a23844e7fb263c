//! The engines over systems: any of them as one, and how several of them race.

use super::automaton::RunningAutomaton;
use super::circuit::{of_bmc, of_itp, of_kinduction, of_search, Running};
use super::integers::AsIntegers;
use super::judge::reduction;
use super::lift::lift;
use super::options::{Engine, VerifyOptions, Words};
use super::race::{Contest, Plan};
use super::small_blocks;
use super::takes::{Kind, Misfit, Unfit};
use super::verdict::Verified;
use crate::base::{Budget, Limit};
use crate::engine::bmc::SystemBmc;
use crate::engine::ctigar::Ctigar;
use crate::engine::ic3_ia::Ic3Ia;
use crate::engine::ic3_smt::Ic3Smt;
use crate::engine::itp::SystemItp;
use crate::engine::kinduction::SystemKInduction;
use crate::engine::{Observer, Outcome, SharedLemmas, StopCause, StopReason, SystemOutcome};
use crate::evidence::system::{check_certificate_with, check_trace};
use crate::evidence::CheckError;
use crate::model::encode::automaton::{has_location_bits, to_cfa, SystemProgram};
use crate::model::encode::blast::{blast, Blasted};
use crate::model::reduce::program::{large_blocks, reduce_program, Blocks, ProgramReduction};
use crate::model::reduce::{reduce_system_with, Reduction, SystemReduction};
use crate::model::system::functional::NextValues;
use crate::model::system::{Certificate, System, Trace};
use crate::model::PropertyId;

/// The verdict on one property of a system.
pub type VerifiedSystem = Verified<Certificate, Trace>;

/// Whether there are only Booleans and words.
fn is_of_bits(system: &System) -> bool {
    system.first_number().is_none()
}

/// An engine at work on a system.
#[derive(Debug)]
pub(super) enum RunningSystem {
    Ic3Smt(Box<Ic3Smt>),
    Ic3Ia(Box<Ic3Ia>),
    Ctigar(Box<Ctigar>),
    Itp(Box<SystemItp>),
    Bmc(Box<SystemBmc>),
    KInduction(Box<SystemKInduction>),
    Bits(Box<Bits>),
    Integers(Box<(AsIntegers, RunningSystem)>),
    Program(Box<AsProgram>),
}

/// An engine over programs at work on a system, whose automaton is made anew for each property.
#[derive(Debug)]
pub(super) struct AsProgram {
    system: System,
    options: VerifyOptions,
    budget: Budget,
    present: Option<Recovered>,
}

/// The automaton of a property, as it is, reduced, and in large blocks.
#[derive(Debug)]
struct Recovered {
    property: PropertyId,
    program: SystemProgram,
    reduction: ProgramReduction,
    blocks: Blocks,
    engine: RunningAutomaton,
}

impl AsProgram {
    fn new(system: &System, options: &VerifyOptions, budget: &Budget) -> AsProgram {
        AsProgram { system: system.clone(), options: options.clone(), budget: budget.clone(), present: None }
    }

    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> SystemOutcome {
        if self.present.as_ref().map_or(true, |present| present.property != property) {
            match self.recover(property) {
                Ok(recovered) => self.present = Some(recovered),
                Err(limit) => return Outcome::unknown(StopCause::Limit(limit), None),
            }
        }
        let Recovered { program, reduction, blocks, engine, .. } = match &mut self.present {
            Some(present) => present,
            None => unreachable!("the automaton was just made"),
        };
        let outcome = engine.prove(observer);
        match lift(&program.cfa, reduction, blocks, outcome, &self.budget) {
            Outcome::Safe(found) => {
                Outcome::Safe(Certificate::Inductive(program.invariant(&self.system, &found)))
            }
            Outcome::Unsafe(path) => match program.trace(&self.system, &path) {
                Some(trace) => Outcome::Unsafe(trace),
                None => Outcome::unknown(StopCause::EvidenceFailed, None),
            },
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        }
    }

    fn recover(&self, property: PropertyId) -> Result<Recovered, Limit> {
        let VerifyOptions { reduction, reduce_program: chosen, blocks, .. } = &self.options;
        let program = to_cfa(&self.system, property, &self.budget)?;
        let reduction = match reduction {
            true => reduce_program(&program.cfa, chosen, &self.budget)?,
            false => ProgramReduction::none(&program.cfa),
        };
        let blocks = large_blocks(&reduction.cfa, blocks, &self.budget)?;
        let engine = match RunningAutomaton::new(&blocks.cfa, &self.options, &self.budget) {
            Ok(engine) => engine,
            Err(error) => unreachable!("{}", error),
        };
        Ok(Recovered { property, program, reduction, blocks, engine })
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        self.present.as_ref().map_or(
            Vec::new(),
            |Recovered { program, reduction, blocks, engine, .. }| {
                let mut list = vec![
                    ("locations", program.cfa.location_count() as u64),
                    ("edges", program.cfa.edges().len() as u64),
                    ("reduced locations", reduction.cfa.location_count() as u64),
                    ("reduced edges", reduction.cfa.edges().len() as u64),
                    ("locations of large blocks", blocks.cfa.location_count() as u64),
                    ("large blocks", blocks.cfa.edges().len() as u64),
                ];
                list.extend(engine.statistics());
                list
            },
        )
    }
}

/// An engine over circuits at work on a system of Booleans and bit-vectors.
#[derive(Debug)]
pub(super) struct Bits {
    system: System,
    blasted: Blasted,
    reduction: Reduction,
    running: Running,
}

impl Bits {
    fn new(system: &System, options: &VerifyOptions, budget: &Budget) -> Result<Bits, Unfit> {
        let blasted = blast(system, budget)
            .map_err(|reason| Unfit { engine: options.engine, reason: Misfit::NoCircuit(reason) })?;
        let reduction = reduction(&blasted.circuit, options, budget);
        let running = Running::new(&reduction.circuit, options, budget)?;
        Ok(Bits { system: system.clone(), blasted, reduction, running })
    }

    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> SystemOutcome {
        let Bits { system, blasted, reduction, running } = self;
        running.prove(property, observer).map(
            |certificate| blasted.certificate(system, &reduction.lift_certificate(&certificate)),
            |trace| blasted.trace(system, &reduction.lift_trace(&trace)),
        )
    }
}

impl RunningSystem {
    /// The engine of these options. Engines that circuits and systems both have work on bits if the options prefer that
    /// and the system is one of bits.
    pub fn new(system: &System, options: &VerifyOptions, budget: &Budget) -> Result<RunningSystem, Unfit> {
        if let Some(words) = AsIntegers::new(system, options.words, options.ic3_smt.seed, budget) {
            let options = VerifyOptions { words: Words::Kept, ..options.clone() };
            let running = RunningSystem::new(words.image(), &options, budget)?;
            return Ok(RunningSystem::Integers(Box::new((words, running))));
        }
        let own = budget.clone();
        let as_bits = || Bits::new(system, options, budget).map(|bits| RunningSystem::Bits(Box::new(bits)));
        let prefers_bits = options.bits && is_of_bits(system);
        Ok(match options.engine {
            Engine::Ic3Smt => {
                RunningSystem::Ic3Smt(Box::new(Ic3Smt::new(system, options.ic3_smt.clone(), own)))
            }
            Engine::Ic3Ia => RunningSystem::Ic3Ia(Box::new(Ic3Ia::new(system, options.ic3_ia.clone(), own))),
            Engine::Ctigar => {
                RunningSystem::Ctigar(Box::new(Ctigar::new(system, options.ctigar.clone(), own)))
            }
            Engine::TreeIc3
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
            | Engine::Unwind => RunningSystem::Program(Box::new(AsProgram::new(system, options, budget))),
            Engine::Itp => RunningSystem::Itp(Box::new(SystemItp::new(system, options.itp.clone(), own))),
            Engine::Bmc if !prefers_bits => {
                RunningSystem::Bmc(Box::new(SystemBmc::new(system, options.bmc.clone(), own)))
            }
            // States that differ as circuits need not differ as systems.
            Engine::KInduction if !prefers_bits || options.kinduction.simple_path => {
                let engine = SystemKInduction::new(system, options.kinduction.clone(), own);
                RunningSystem::KInduction(Box::new(engine))
            }
            Engine::Bmc | Engine::KInduction | Engine::Ic3 | Engine::LazyIc3 | Engine::Fsis => as_bits()?,
            Engine::Auto | Engine::Portfolio => return Err(Unfit::kind(options.engine, Kind::System)),
        })
    }

    /// Lets the engine share lemmas by this board, if it can.
    fn share(&mut self, lemmas: &SharedLemmas) {
        match self {
            RunningSystem::Ic3Smt(engine) => engine.share(lemmas.clone()),
            RunningSystem::Ic3Ia(engine) => engine.share(lemmas.clone()),
            RunningSystem::Bmc(engine) => engine.share(lemmas.clone()),
            RunningSystem::KInduction(engine) => engine.share(lemmas.clone()),
            RunningSystem::Ctigar(_)
            | RunningSystem::Itp(_)
            | RunningSystem::Bits(_)
            | RunningSystem::Integers(_)
            | RunningSystem::Program(_) => {}
        }
    }

    /// Lets the engine work.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> SystemOutcome {
        match self {
            RunningSystem::Ic3Smt(engine) => engine.prove(property, observer),
            RunningSystem::Ic3Ia(engine) => engine.prove(property, observer),
            RunningSystem::Ctigar(engine) => engine.prove(property, observer),
            RunningSystem::Itp(engine) => engine.prove(property, observer),
            RunningSystem::Bmc(engine) => engine.prove(property, observer),
            RunningSystem::KInduction(engine) => engine.prove(property, observer),
            RunningSystem::Bits(engine) => engine.prove(property, observer),
            RunningSystem::Integers(pair) => {
                let (words, engine) = &mut **pair;
                words.prove(property, || engine.prove(property, observer))
            }
            RunningSystem::Program(engine) => engine.prove(property, observer),
        }
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        let (search, queries) = match self {
            RunningSystem::Ic3Smt(engine) => engine.statistics(),
            RunningSystem::Ic3Ia(engine) => engine.statistics(),
            RunningSystem::Ctigar(engine) => engine.statistics(),
            RunningSystem::Itp(engine) => return of_itp(engine.statistics(), engine.search_statistics()),
            RunningSystem::Bits(engine) => return engine.running.statistics(),
            RunningSystem::Integers(pair) => return pair.1.statistics(),
            RunningSystem::Program(engine) => return engine.statistics(),
            RunningSystem::Bmc(engine) => return of_bmc(engine.steps()),
            RunningSystem::KInduction(engine) => return of_kinduction(engine.steps()),
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
    pub reduction: SystemReduction,
    /// The board of the portfolio's members, if they share lemmas.
    lemmas: Option<SharedLemmas>,
}

impl SystemJudge {
    /// Reduces the system, unless the checker will compare the states of simple paths in all variables.
    pub fn new(system: System, options: VerifyOptions, budget: Budget) -> SystemJudge {
        let options = options.resolved(Kind::System);
        let simple_paths = options.engine == Engine::KInduction && options.kinduction.simple_path;
        let reduction = if options.reduction && !simple_paths {
            reduce_system_with(&system, &options.reduce, &budget)
        } else {
            SystemReduction::none(&system)
        };
        let shares = options.engine == Engine::Portfolio && options.share_lemmas;
        let lemmas = shares.then(|| SharedLemmas::new(&reduction.system));
        SystemJudge { system, options, budget, reduction, lemmas }
    }

    fn check(&self, property: PropertyId, outcome: &SystemOutcome) -> Result<(), CheckError> {
        let options = match self.options.check.options() {
            Some(options) => options,
            None => return Ok(()),
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

    fn start(&self, options: &VerifyOptions, budget: &Budget) -> Result<RunningSystem, Unfit> {
        let mut engine = RunningSystem::new(&self.reduction.system, options, budget)?;
        if let Some(lemmas) = &self.lemmas {
            engine.share(lemmas);
        }
        Ok(engine)
    }

    fn turn(
        &self,
        engine: &mut RunningSystem,
        by: &'static str,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<VerifiedSystem, StopReason> {
        let outcome = engine.prove(property, observer);
        let reduction = &self.reduction;
        match outcome.map(|found| reduction.lift_certificate(&found), |found| reduction.lift_trace(&found)) {
            // A counterexample that broke off is a defect, to be told like any other evidence that fails.
            Outcome::Unknown(reason) if reason.cause != StopCause::EvidenceFailed => Err(reason),
            outcome => Ok(match self.check(property, &outcome) {
                Ok(()) => Verified::checked(property, outcome, by),
                Err(error) => Verified::not_believed(property, error, by),
            }),
        }
    }
}

/// Bytes that an engine may hold which unrolls the system.
const UNROLLING_LIMIT: u64 = 600_000_000;

/// The share of the second member, which solves most of what the first one does not.
const SECOND_SHARE: u64 = 8;

/// Whether Trans says for each state variable what it is next, and nothing else.
fn is_functional(system: &System) -> bool {
    let values = NextValues::of(system, &mut system.terms().clone());
    values.rest.is_empty() && values.functions.iter().all(Option::is_some)
}

/// The members for any system. One with a program counter goes to the best engine over automata first, with large
/// blocks and with small ones.
pub(super) fn system_lineup(system: &System, options: &VerifyOptions) -> Vec<Plan<VerifyOptions>> {
    let mut plans = term_lineup(system, options);
    if has_location_bits(system) {
        let engine = Engine::Ic3Cfa;
        let large = VerifyOptions { engine, ..options.clone() };
        plans[0].share = SECOND_SHARE;
        plans.insert(0, Plan::new(engine.name(), SECOND_SHARE, large));
        plans.insert(2, Plan { share: SECOND_SHARE, ..small_blocks::plan(options) });
    }
    plans
}

/// The members over terms and bits and their options, the most promising one first. Circuits from relations are large,
/// and their inputs are the next states; such systems are for engines over terms in the first place.
pub(super) fn term_lineup(system: &System, options: &VerifyOptions) -> Vec<Plan<VerifyOptions>> {
    let with = |engine: Engine| VerifyOptions { engine, ..options.clone() };
    let plan = |engine: Engine| Plan::new(engine.name(), 1, with(engine));
    let second = |engine| Plan { share: SECOND_SHARE, ..plan(engine) };
    let unrolling = |engine| Plan { memory: Some(UNROLLING_LIMIT), ..plan(engine) };
    let mut plans = if !is_of_bits(system) {
        vec![plan(Engine::Ic3Ia), second(Engine::Ic3Smt)]
    } else if is_functional(system) {
        vec![plan(Engine::Ic3), second(Engine::Ic3Smt), plan(Engine::LazyIc3), plan(Engine::Ic3Ia)]
    } else {
        vec![plan(Engine::Ic3Smt), second(Engine::Ic3Ia), plan(Engine::Ic3)]
    };
    for plan in &mut plans {
        // The lemmas that the others get.
        plan.options.ic3_smt.search.inductive_subset |= options.share_lemmas;
        plan.options.ic3_ia.search.inductive_subset |= options.share_lemmas;
    }
    plans.push(unrolling(Engine::Bmc));
    if !options.inductive_only {
        let mut plan = unrolling(Engine::KInduction);
        plan.options.kinduction.simple_path = false;
        plans.push(plan);
    }
    plans
}
