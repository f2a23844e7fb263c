//! The engines over programs: any of them as one, and how several of them race.
//!
//! A program is reduced, then edges are joined. Engines over automata work on the large blocks. Engines over systems
//! get these with a program counter.

use super::after_guesses::AfterGuesses;
use super::lift::lift;
use super::options::{Checking, Engine, VerifyOptions, Words};
use super::program_engine::ProgramEngine;
use super::race::{Contest, Plan};
use super::random_runs::RandomRuns;
use super::small_blocks;
use super::system::term_lineup;
use super::takes::{Kind, Unfit};
use super::verdict::Verified;
use crate::base::{Budget, Limit};
use crate::engine::{Observer, Outcome, ProgramOutcome, StopCause, StopReason};
use crate::evidence::c::{ErrorRun, RunOptions, Source};
use crate::evidence::program::{check_invariant, check_path_within};
use crate::evidence::CheckError;
use crate::model::cfa::{Cfa, Invariant, Path};
use crate::model::encode::integers::{to_integers, Wraps};
use crate::model::encode::program::to_system_within;
use crate::model::reduce::program::{large_blocks, reduce_program, BlockOptions, Blocks, ProgramReduction};
use crate::model::PropertyId;

/// The verdict on a program.
pub type VerifiedProgram = Verified<Invariant, ProgramTrace>;

/// A counterexample to a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramTrace {
    /// A path through the automaton.
    Path(Path),
    /// A run of the C program that the automaton was made from. It may be too long for a path.
    Run(ErrorRun),
}

impl ProgramTrace {
    /// The path, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            ProgramTrace::Path(path) => Some(path),
            ProgramTrace::Run(_) => None,
        }
    }
}

/// A member of a contest over a program.
#[derive(Clone, Debug)]
pub(super) enum Member {
    /// The engine of these options.
    Engine(Box<VerifyOptions>),
    /// Random runs of the C program under these rules.
    Runs(RunOptions),
}

/// An engine at work on the large blocks of a program.
#[derive(Debug)]
pub(super) struct RunningProgram {
    engine: Running,
    /// If they are not those of the judge.
    own_blocks: Option<Box<Blocks>>,
}

#[derive(Debug)]
enum Running {
    Alone(ProgramEngine),
    AfterGuesses(Box<AfterGuesses>),
}

impl RunningProgram {
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> ProgramOutcome {
        match &mut self.engine {
            Running::Alone(engine) => engine.prove(property, observer),
            Running::AfterGuesses(engine) => engine.prove(property, observer),
        }
    }

    /// The counters of the engine, by name; empty for engines that count nothing.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        match &self.engine {
            Running::Alone(engine) => engine.statistics(),
            Running::AfterGuesses(engine) => engine.statistics(),
        }
    }
}

/// An engine, and its claim as far as that was judged.
///
/// The way back from large blocks and the check may take longer than a turn. Each of them then begins again in the
/// next one, so that it does not hold up other engines.
#[derive(Debug)]
pub(super) struct Claimant {
    engine: Contender,
    budget: Budget,
    claim: Option<Claim>,
}

#[derive(Debug)]
enum Contender {
    Engine(RunningProgram),
    Runs(Box<RandomRuns>),
}

#[derive(Debug)]
enum Claim {
    /// About the large blocks.
    OfBlocks(ProgramOutcome),
    /// About the program.
    OfProgram(Outcome<Invariant, ProgramTrace>),
}

impl Claim {
    fn says_something(&self) -> bool {
        !matches!(self, Claim::OfBlocks(Outcome::Unknown(_)) | Claim::OfProgram(Outcome::Unknown(_)))
    }
}

impl Claimant {
    /// An engine that has claimed nothing, and the budget that it works under.
    pub fn new(engine: RunningProgram, budget: &Budget) -> Claimant {
        Claimant { engine: Contender::Engine(engine), budget: budget.clone(), claim: None }
    }

    /// The same for random runs.
    fn of_runs(runs: RandomRuns, budget: &Budget) -> Claimant {
        Claimant { engine: Contender::Runs(Box::new(runs)), budget: budget.clone(), claim: None }
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        match &self.engine {
            Contender::Engine(engine) => engine.statistics(),
            Contender::Runs(runs) => runs.statistics(),
        }
    }
}

/// Decides what is to be believed of claims about the program.
#[derive(Debug)]
pub(super) struct ProgramJudge {
    pub cfa: Cfa,
    /// The C program that the automaton was made from.
    source: Option<Source>,
    pub options: VerifyOptions,
    pub budget: Budget,
    pub reduction: ProgramReduction,
    /// Of the reduced program.
    pub blocks: Blocks,
    /// Ways to places that are not understood are missing: only counterexamples count, and a proof is not checked.
    is_closed: bool,
}

impl ProgramJudge {
    /// Reduces the program and makes large blocks, as far as the budget allows.
    pub fn new(cfa: Cfa, source: Option<Source>, options: VerifyOptions, budget: Budget) -> ProgramJudge {
        let options = options.resolved(Kind::Program);
        let reduction = match options.reduction {
            true => reduce_program(&cfa, &options.reduce_program, &budget).ok(),
            false => None,
        };
        let reduction = reduction.unwrap_or_else(|| ProgramReduction::none(&cfa));
        let blocks = blocks_of(&reduction.cfa, &options, &budget);
        ProgramJudge { cfa, source, options, budget, reduction, blocks, is_closed: false }
    }

    /// The same program without the ways to places that are not understood; `None` if there are none.
    pub fn closed(&self) -> Option<ProgramJudge> {
        let source = self.source.as_ref()?;
        let (cfa, options) = (source.closed()?, self.options.clone());
        let judge = ProgramJudge::new(cfa, Some(source.clone()), options, self.budget.clone());
        Some(ProgramJudge { is_closed: true, ..judge })
    }

    /// The engine of these options.
    pub fn engine(&self, options: &VerifyOptions, budget: &Budget) -> Result<RunningProgram, Unfit> {
        let is_own = options.blocks != self.options.blocks;
        let own_blocks = is_own.then(|| Box::new(blocks_of(&self.reduction.cfa, options, budget)));
        let cfa = own_blocks.as_ref().map_or(&self.blocks.cfa, |blocks| &blocks.cfa);
        let engine = match options.guess_rounds > 0 && options.engine != Engine::Guess {
            true => Running::AfterGuesses(Box::new(AfterGuesses::new(cfa, options, budget))),
            false => Running::Alone(ProgramEngine::new(cfa, options, budget)?),
        };
        Ok(RunningProgram { engine, own_blocks })
    }

    /// The outcome of this engine about the original program.
    pub fn lift(&self, outcome: ProgramOutcome, from: &RunningProgram, budget: &Budget) -> ProgramOutcome {
        let blocks = from.own_blocks.as_deref().unwrap_or(&self.blocks);
        lift(&self.cfa, &self.reduction, blocks, outcome, budget)
    }

    /// A claim about the blocks as one about the program. If the turn ends before, the claim is kept.
    fn claim_of_program(
        &self,
        found: ProgramOutcome,
        from: &RunningProgram,
        budget: &Budget,
        claim: &mut Option<Claim>,
    ) -> Result<Outcome<Invariant, ProgramTrace>, StopReason> {
        match self.lift(found.clone(), from, budget) {
            Outcome::Unknown(reason) if reason.cause != StopCause::EvidenceFailed => {
                let is_paused = reason.cause == StopCause::Limit(Limit::Paused);
                *claim = Some(Claim::OfBlocks(found)).filter(|claim| is_paused && claim.says_something());
                Err(reason)
            }
            outcome => Ok(outcome.map(|invariant| invariant, ProgramTrace::Path)),
        }
    }

    /// A run of the C program into an error.
    fn error_run(&self, runs: &mut RandomRuns) -> Result<Outcome<Invariant, ProgramTrace>, StopReason> {
        let source = self.source.as_ref().ok_or(Limit::Incomplete);
        let run = source.and_then(|source| runs.go_on(&source.program));
        let run = run.map_err(|limit| StopReason { cause: StopCause::Limit(limit), safe_depth: None })?;
        Ok(Outcome::Unsafe(ProgramTrace::Run(run)))
    }

    /// Holds the automaton against the C program that it was made from, if a full check is wanted.
    fn check_paths(&self, budget: &Budget) -> Result<(), CheckError> {
        let is_wanted = match self.options.check {
            Checking::Full => true,
            Checking::On | Checking::Off => false,
        };
        let source = self.source.as_ref().filter(|_| is_wanted);
        source.map_or(Ok(()), |source| source.check_paths(&self.options.cover, budget).map(drop))
    }

    fn check(&self, outcome: &Outcome<Invariant, ProgramTrace>, budget: &Budget) -> Result<(), CheckError> {
        let options = match self.options.check.options() {
            Some(options) => options,
            None => return Ok(()),
        };
        match outcome {
            Outcome::Safe(_) if self.is_closed => Ok(()),
            Outcome::Safe(invariant) => {
                check_invariant(&self.cfa, invariant, &options, budget)?;
                self.source.as_ref().map_or(Ok(()), |source| source.check_runs(invariant, budget))?;
                self.check_paths(budget)
            }
            Outcome::Unsafe(ProgramTrace::Path(path)) => match &self.source {
                Some(source) => source.check_path(path, budget).map(drop),
                None => check_path_within(&self.cfa, path, budget),
            },
            // A run without answers was found by the replay that would be its check.
            Outcome::Unsafe(ProgramTrace::Run(run)) if run.answers.is_empty() => Ok(()),
            Outcome::Unsafe(ProgramTrace::Run(run)) => match &self.source {
                Some(source) => source.check_error_run(run, budget).map(drop),
                None => Ok(()),
            },
            Outcome::Unknown(_) => Ok(()),
        }
    }
}

impl Contest for ProgramJudge {
    type Options = Member;
    type Engine = Claimant;
    type Verdict = VerifiedProgram;

    fn start(&self, member: &Member, budget: &Budget) -> Result<Claimant, Unfit> {
        let options = match member {
            Member::Engine(options) => options,
            Member::Runs(rules) => {
                let program = self.source.as_ref().map(|source| &source.program);
                let runs = RandomRuns::new(program, *rules, self.options.guess.seed, budget.clone());
                return Ok(Claimant::of_runs(runs, budget));
            }
        };
        Ok(Claimant::new(self.engine(options, budget)?, budget))
    }

    fn turn(
        &self,
        claimant: &mut Claimant,
        by: &'static str,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<VerifiedProgram, StopReason> {
        let Claimant { engine, budget, claim } = claimant;
        let outcome = match (claim.take(), engine) {
            (Some(Claim::OfProgram(outcome)), _) => outcome,
            (Some(Claim::OfBlocks(found)), Contender::Engine(engine)) => {
                self.claim_of_program(found, engine, budget, claim)?
            }
            (None, Contender::Engine(engine)) => {
                let found = engine.prove(property, observer);
                self.claim_of_program(found, engine, budget, claim)?
            }
            (_, Contender::Runs(runs)) => self.error_run(runs)?,
        };
        match self.check(&outcome, budget) {
            Ok(()) => Ok(Verified::checked(property, outcome, by)),
            Err(CheckError::Limit(Limit::Paused)) => {
                *claim = Some(Claim::OfProgram(outcome));
                Err(StopReason { cause: StopCause::Limit(Limit::Paused), safe_depth: None })
            }
            Err(error) => Ok(Verified::not_believed(property, error, by)),
        }
    }

    fn has_claim(&self, claimant: &Claimant) -> bool {
        claimant.claim.is_some()
    }
}

/// The large blocks of a reduced program, as far as the budget allows.
fn blocks_of(reduced: &Cfa, options: &VerifyOptions, budget: &Budget) -> Blocks {
    let unjoined = BlockOptions { most_parts: 0, ..BlockOptions::default() };
    let chosen = if options.reduction { &options.blocks } else { &unjoined };
    large_blocks(reduced, chosen, budget).unwrap_or_else(|_| Blocks::none(reduced))
}

/// The most edges of an automaton that becomes a system: the formula of its steps has them all.
const MOST_EDGES_OF_SYSTEM: usize = 20_000;

/// The share of each engine over automata.
const AUTOMATA_SHARE: u64 = 8;

/// The share of the search through all states, which soon gives up on most programs.
const EXPLICIT_SHARE: u64 = 2;

/// The share of the best engine over systems, for programs of words.
const BEST_OVER_WORDS: u64 = 8;

/// The same for programs with numbers, where predicates and interpolants are worth more.
const BEST_OVER_NUMBERS: u64 = 16;

/// The share of IC3CFA once more, with what guess and check proves.
const AFTER_GUESSES_SHARE: u64 = 4;

/// The share of random runs, if the program asks for values.
const RUNS_SHARE: u64 = 8;

/// The same in terms of what all others have that take turns, if it asks for none.
const ONLY_RUN_SHARE: u64 = 2;

/// Units of work in the first slice of random runs, a few hundredths of a second.
const FIRST_RUNS: u64 = 100_000;

/// The share of each engine over the integers that words are made.
const INTEGER_SHARE: u64 = 2;

/// The members and their options, the most promising one first.
pub(super) fn program_lineup(judge: &ProgramJudge) -> Vec<Plan<VerifyOptions>> {
    let options = VerifyOptions { inductive_only: true, share_lemmas: false, ..judge.options.clone() };
    let automata = |engine: Engine| {
        let options = VerifyOptions { engine, ..options.clone() };
        Plan::new(engine.name(), AUTOMATA_SHARE, options)
    };
    let mut plans = vec![automata(Engine::Ic3Cfa), automata(Engine::Guess), automata(Engine::TreeIc3Itp)];
    plans.push(Plan { share: EXPLICIT_SHARE, ..automata(Engine::Explicit) });
    if judge.blocks.cfa.edges().len() > MOST_EDGES_OF_SYSTEM {
        return plans;
    }
    let system = match to_system_within(&judge.blocks.cfa, &judge.budget) {
        Ok(encoded) => encoded.system,
        Err(_) => return plans,
    };
    let mut over_system = term_lineup(&system, &options);
    let has_numbers = system.first_number().is_some();
    over_system[0].share = if has_numbers { BEST_OVER_NUMBERS } else { BEST_OVER_WORDS };
    plans.extend(over_system);
    let small = small_blocks::plan(&options);
    let of_small = blocks_of(&judge.reduction.cfa, &small.options, &judge.budget);
    if of_small.cfa.location_count() > judge.blocks.cfa.location_count() {
        plans.push(small);
    }
    let informed = VerifyOptions { engine: Engine::Ic3Cfa, guess_rounds: 2, ..options.clone() };
    plans.push(Plan::new("ic3cfa after guesses", AFTER_GUESSES_SHARE, informed));
    if to_integers(&system, Wraps::Ignored, &judge.budget).is_ok() {
        let over_integers = |name, engine, words| {
            Plan::new(name, INTEGER_SHARE, VerifyOptions { engine, words, ..options.clone() })
        };
        plans.push(over_integers("ic3-ia without wraps", Engine::Ic3Ia, Words::WithoutWraps));
        plans.push(over_integers("ic3-smt without wraps", Engine::Ic3Smt, Words::WithoutWraps));
        plans.push(over_integers("ic3-ia over integers", Engine::Ic3Ia, Words::Integers));
        plans.push(over_integers("ic3-smt over integers", Engine::Ic3Smt, Words::Integers));
    }
    plans
}

/// The same for a program that may have been C, with random runs.
pub(super) fn lineup_with_runs(judge: &ProgramJudge) -> Vec<Plan<Member>> {
    let cfa = &judge.blocks.cfa;
    let plans = program_lineup(judge).into_iter();
    let mut plans: Vec<Plan<Member>> =
        plans.map(|plan| plan.map(|of| Member::Engine(Box::new(of)))).collect();
    let rules = judge.source.as_ref().filter(|_| judge.options.random_runs).and_then(Source::run_options);
    if let Some(rules) = rules {
        // Without inputs there is one run, which decides the program if it comes to an error.
        let has_inputs = cfa.edges().iter().any(|edge| !cfa.commands().inputs(edge.command).is_empty());
        let others: u64 = plans.iter().skip(1).map(|plan| plan.share).sum();
        let share = if has_inputs { RUNS_SHARE } else { ONLY_RUN_SHARE * others };
        let runs = Plan::new("runs", share, Member::Runs(rules));
        plans.insert(1, Plan { first_slice: Some(FIRST_RUNS), ..runs });
    }
    plans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::cfa;

    const TWO_WAYS: &str = "
        (declare-const n (_ BitVec 16))
        (declare-const i (_ BitVec 16))
        (declare-const a (_ BitVec 16))
        (declare-const b (_ BitVec 16))
        (location start :initial)
        (location wrong :error)
        (location loop)
        (location one)
        (location two)
        (location next)
        (edge start loop (assume (bvsle #x0000 n)) (assume (bvsle n #x03e8)) (assign (i #x0000) (a #x0000) (b #x0000)))
        (edge loop one (assume (bvslt i n)))
        (edge one next (assign (a (bvadd a #x0001)) (b (bvadd b #x0002))))
        (edge one two)
        (edge two next (assign (a (bvadd a #x0002)) (b (bvadd b #x0001))))
        (edge next loop (assign (i (bvadd i #x0001))))
        (edge loop wrong (assume (bvsle n i)) (assume (not (= (bvadd a b) (bvmul #x0003 n)))))";

    /// Once a member whose proof was hard to bring back to the program held up all that shared its thread.
    #[test]
    fn the_judgement_on_a_claim_ends_with_the_turn_and_goes_on_in_the_next() {
        let budget = Budget::unlimited();
        let program = cfa::read(TWO_WAYS.as_bytes(), &budget).expect("a program");
        let options = VerifyOptions { engine: Engine::Guess, ..VerifyOptions::default() };
        let judge = ProgramJudge::new(program, None, options, budget.clone());
        let of_member = budget.child();
        let member = Member::Engine(Box::new(judge.options.clone()));
        let mut claimant = judge.start(&member, &of_member).expect("an engine over programs");
        if let Contender::Engine(engine) = &mut claimant.engine {
            claimant.claim = Some(Claim::OfBlocks(engine.prove(PropertyId::new(0), &mut ())));
        }
        let (mut slice, mut judged_later) = (0, [false; 2]);
        let verdict = loop {
            of_member.pause_at(of_member.work_used() + slice);
            match judge.turn(&mut claimant, "guess", PropertyId::new(0), &mut ()) {
                Ok(verdict) => break verdict,
                Err(reason) => assert_eq!(reason.cause, StopCause::Limit(Limit::Paused)),
            }
            match claimant.claim {
                Some(Claim::OfBlocks(_)) => judged_later[0] = true,
                Some(Claim::OfProgram(_)) => judged_later[1] = true,
                None => panic!("the claim is lost"),
            }
            slice += 5_000;
        };
        assert!(matches!(verdict.outcome, Outcome::Safe(_)), "{:?}", verdict);
        assert_eq!(judged_later, [true; 2]);
    }

    /// Evidence about the blocks of a member is brought back through these, not through those of the judge.
    #[test]
    fn a_member_with_blocks_of_its_own_is_brought_back_through_them() {
        let counter = "(declare-const x Int) (declare-const y Int)
            (location start :initial) (location wrong :error) (location loop) (location body)
            (edge start loop (assign (x 0) (y 0)))
            (edge loop body (assume (< x 3)) (assign (x (+ x 1))))
            (edge body loop (assign (y (+ y x))))
            (edge loop wrong (assume (and (= x 3) (= y LAST))))";
        let budget = Budget::unlimited();
        for (last, is_safe) in [("6", false), ("7", true)] {
            let text = counter.replace("LAST", last);
            let program = cfa::read(text.as_bytes(), &budget).expect("a program");
            let judge = ProgramJudge::new(program, None, VerifyOptions::default(), budget.clone());
            let blocks = BlockOptions { most_parts: 1, ..BlockOptions::default() };
            let options = VerifyOptions { engine: Engine::Ic3Cfa, blocks, ..VerifyOptions::default() };
            let claimant = judge.start(&Member::Engine(Box::new(options)), &budget);
            let mut claimant = claimant.expect("an engine over programs");
            let own = match &claimant.engine {
                Contender::Engine(RunningProgram { own_blocks: Some(own), .. }) => own.cfa.location_count(),
                _ => panic!("no blocks of its own"),
            };
            assert!(own > judge.blocks.cfa.location_count());
            let verdict = judge.turn(&mut claimant, "ic3cfa", PropertyId::new(0), &mut ());
            match verdict.expect("no limit").outcome {
                Outcome::Safe(_) => assert!(is_safe),
                Outcome::Unsafe(_) => assert!(!is_safe),
                Outcome::Unknown(reason) => panic!("{:?}", reason),
            }
        }
    }
}
