//! Programs under verification.
//!
//! A program is reduced, then edges are joined. Engines over automata work on the large blocks. Engines over systems
//! get these with a program counter.

use super::contestant::{Judge, Widened};
use super::lineup::{on_program, Plan};
use super::member::Condition;
use super::options::Checking;
use super::sourced::{Case, Sourced, SourcedVerifier};
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::bmc::ProgramBmc;
use crate::engine::common::prover::{Counters, Model, OutcomeOf, Prover, Told};
use crate::engine::options::Engine;
use crate::engine::{EvidenceKind, Observer, Outcome, StopCause, StopReason};
use crate::evidence::lemmas::known::Known;
use crate::evidence::program::{check_bounded, check_invariant, check_path_within};
use crate::evidence::{CheckError, CheckOptions};
use crate::model::cfa::{Bounded, Cfa, InvariantMap, Path};
use crate::model::kind::Kind;
use crate::model::PropertyId;
use crate::origin::{Hints, ProgramOrigin, RandomRuns, Recorded};
use crate::route::known::Assumed;
use crate::route::plan::{of_blocks, route};
use crate::route::programs::{blocks, Prepared};
use crate::route::takes::Unfit;
use crate::solver::term::Sort;
use std::sync::Arc;

/// The verdict on a program.
pub type VerifiedProgram = Verified<ProgramProof, ProgramTrace>;

/// A proof about a program.
#[derive(Clone, Debug)]
pub enum ProgramProof {
    /// A formula for each location.
    Invariant(Box<InvariantMap>),
    /// A bound on the turns of all loops, up to which no run reaches the error.
    Bounded(Bounded),
}

impl ProgramProof {
    /// The invariant, if it is one.
    pub fn invariant(&self) -> Option<&InvariantMap> {
        match self {
            ProgramProof::Invariant(invariant) => Some(invariant),
            ProgramProof::Bounded(_) => None,
        }
    }
}

/// A counterexample to a program.
#[derive(Clone, Debug)]
pub enum ProgramTrace {
    /// A path through the automaton.
    Path(Path),
    /// A run of the program that the automaton was made from, in its own language. It may be too long for a path.
    Run(Arc<dyn Recorded>),
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

/// A program, perhaps lowered from another language. Then it may have counterexamples that are no paths.
#[derive(Debug)]
pub enum Program {}

impl Model for Program {
    type Proof = ProgramProof;
    type Counterexample = ProgramTrace;
    type Lemmas = ();
}

impl Told for Program {
    fn size_of_proof(proof: &ProgramProof) -> (EvidenceKind, usize) {
        match proof {
            ProgramProof::Invariant(invariant) => (EvidenceKind::Invariant, invariant.formulas.len()),
            ProgramProof::Bounded(bounded) => (EvidenceKind::Bounded, bounded.turns as usize),
        }
    }

    fn size_of_counterexample(trace: &ProgramTrace) -> (EvidenceKind, usize) {
        match trace {
            ProgramTrace::Path(path) => (EvidenceKind::Path, path.steps.len()),
            ProgramTrace::Run(run) => (EvidenceKind::Run, usize::try_from(run.steps()).unwrap_or(usize::MAX)),
        }
    }
}

/// An engine on the automaton of a program, as one on the program.
fn on_automaton(engine: Box<dyn Prover<Cfa>>) -> Box<dyn Prover<Program>> {
    let widen = |outcome: OutcomeOf<Cfa>| {
        outcome.map(|found| ProgramProof::Invariant(Box::new(found)), ProgramTrace::Path)
    };
    Box::new(Widened { engine, widen })
}

/// Random runs of a program, as an engine.
#[derive(Debug)]
struct Runs(Box<dyn RandomRuns>);

impl Prover<Program> for Runs {
    fn prove(&mut self, _: PropertyId, _: &mut dyn Observer) -> Outcome<ProgramProof, ProgramTrace> {
        match self.0.go_on() {
            Ok(run) => Outcome::Unsafe(ProgramTrace::Run(run)),
            Err(limit) => Outcome::Unknown(StopReason { cause: StopCause::Limit(limit), safe_depth: None }),
        }
    }

    fn counters(&self) -> Counters {
        self.0.statistics()
    }
}

/// The loops unrolled. Its proofs are no invariants, so it works on the program as it is.
impl Prover<Program> for ProgramBmc {
    fn prove(&mut self, _: PropertyId, observer: &mut dyn Observer) -> Outcome<ProgramProof, ProgramTrace> {
        ProgramBmc::prove(self, observer).map(ProgramProof::Bounded, ProgramTrace::Path)
    }

    fn counters(&self) -> Counters {
        let (bound, visits, queries) = self.statistics();
        vec![("bound on turns", bound), ("steps unrolled", visits as u64), ("queries", queries)]
    }
}

/// Decides which claims about the program are believed.
#[derive(Debug)]
pub struct ProgramJudge {
    case: Case<dyn ProgramOrigin>,
    program: Prepared,
    /// The program without lemmas, if there are any, and the one with them.
    assumed: Option<(Cfa, Assumed<Cfa>)>,
}

impl ProgramJudge {
    /// The program that verdicts are about.
    fn original(&self) -> &Cfa {
        self.assumed.as_ref().map_or(&self.program.blocks.cfa, |(original, _)| original)
    }

    /// The conditions for taking part that hold for the program as it is.
    fn conditions(&self) -> Vec<Condition> {
        let (portfolio, cfa) = (&self.case.options.portfolio, &self.program.blocks.blocks.cfa);
        let has_runs = self.case.origin.as_ref().map_or(false, |origin| origin.has_runs());
        let any_proof = !portfolio.inductive_only;
        let runs = (portfolio.random_runs && has_runs).then(|| match has_inputs(cfa) {
            true => Condition::Inputs,
            false => Condition::OneRun,
        });
        let has_arrays = cfa.variables().iter().any(|&v| matches!(cfa.terms().sort(v), Sort::Array(_)));
        let arrays = if has_arrays { Condition::Arrays } else { Condition::Scalars };
        let cut = self.case.origin.as_ref().map_or(false, |origin| origin.hints() != Hints::None);
        any_proof
            .then_some(Condition::AnyProof)
            .into_iter()
            .chain(runs)
            .chain(cut.then_some(Condition::Cut))
            .chain([arrays])
            .collect()
    }

    /// Holds the automaton against the program that it was made from, if a full check is wanted.
    fn check_paths(&self, budget: &Budget) -> Result<(), CheckError> {
        let Case { origin, options, .. } = &self.case;
        match (options.check, origin) {
            (Checking::Full, Some(origin)) => origin.check_reading(&options.cover, budget).map(drop),
            (Checking::Full | Checking::On | Checking::Off, _) => Ok(()),
        }
    }
}

impl Judge for ProgramJudge {
    type Model = Program;

    fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<Program>>, Unfit> {
        let runs = || {
            let (origin, seed) = (Arc::clone(self.case.origin.as_ref()?), plan.options.engines.guess.seed);
            origin.random_runs(seed, budget.clone())
        };
        match (plan.member.engine(), plan.member.engine().map_or_else(runs, |_| None)) {
            (Some(Engine::Bmc), _) => {
                let options = plan.options.engines.bmc.clone();
                Ok(Box::new(ProgramBmc::new(self.original(), options, budget.clone())))
            }
            (None, Some(runs)) => Ok(Box::new(Runs(runs))),
            (Some(_), _) | (None, None) => {
                let assuming = self.assumed.iter().map(|(_, assumed)| assumed.step.clone());
                let before = assuming.chain([blocks(Some(&self.program))]).collect();
                let route = route(before, of_blocks, &plan.options.route(), budget);
                Ok(on_automaton(route.engine(self.original())?))
            }
        }
    }

    fn checking(&self, outcome: &Outcome<ProgramProof, ProgramTrace>) -> Option<CheckOptions> {
        self.case.checking(matches!(outcome, Outcome::Safe(_)))
    }

    fn check(
        &self,
        _: PropertyId,
        outcome: &Outcome<ProgramProof, ProgramTrace>,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<(), CheckError> {
        let (cfa, origin) = (self.original(), &self.case.origin);
        match outcome {
            Outcome::Safe(proof) => {
                let invariant = match proof {
                    ProgramProof::Invariant(invariant) => {
                        check_invariant(cfa, invariant, options, budget)?;
                        (**invariant).clone()
                    }
                    ProgramProof::Bounded(claim) => {
                        check_bounded(cfa, *claim, options, budget)?;
                        InvariantMap::of_property(cfa)
                    }
                };
                origin.as_ref().map_or(Ok(()), |origin| origin.check_invariant(&invariant, budget))?;
                self.check_paths(budget)
            }
            Outcome::Unsafe(ProgramTrace::Path(path)) => match origin {
                Some(origin) => origin.check_path(path, budget),
                None => check_path_within(cfa, path, budget),
            },
            // A run without answers was found by the replay that would be its check.
            Outcome::Unsafe(ProgramTrace::Run(run)) if !run.asks() => Ok(()),
            Outcome::Unsafe(ProgramTrace::Run(run)) => match origin {
                Some(origin) => origin.check_run(&**run, budget),
                None => Ok(()),
            },
            Outcome::Unknown(_) => Ok(()),
        }
    }
}

fn has_inputs(cfa: &Cfa) -> bool {
    cfa.edges().iter().any(|edge| !cfa.commands().inputs(edge.command).is_empty())
}

impl Sourced for ProgramJudge {
    type Original = Cfa;
    type Origin = dyn ProgramOrigin;

    /// Reduces the program and makes large blocks, as far as the budget allows.
    fn new(known: Option<&Known>, cfa: Cfa, case: Case<dyn ProgramOrigin>) -> ProgramJudge {
        let case = Case { options: case.options.resolved(Kind::Program), ..case };
        let assumed = known.map(|known| known.0.on_program(&cfa));
        let seen = assumed.as_ref().map_or(&cfa, |assumed| &*assumed.model);
        let program = Prepared::new(seen, &case.options.route(), &case.budget);
        ProgramJudge { case, program, assumed: assumed.map(|assumed| (cfa, assumed)) }
    }

    fn case(&self) -> &Case<dyn ProgramOrigin> {
        &self.case
    }

    fn has_lemmas(&self) -> bool {
        self.assumed.is_some()
    }

    fn lineup(&self) -> Vec<Plan> {
        on_program(&self.program, self.conditions(), &self.case.options)
    }

    fn model_of(origin: &dyn ProgramOrigin) -> Cfa {
        origin.cfa().clone()
    }

    fn closed(origin: &dyn ProgramOrigin) -> Option<Arc<dyn ProgramOrigin>> {
        origin.closed()
    }

    fn wider(origin: &dyn ProgramOrigin, budget: &Budget) -> Option<Arc<dyn ProgramOrigin>> {
        origin.wider(budget)
    }
}

/// Verifies a program: its one property is the error location.
pub type ProgramVerifier = SourcedVerifier<ProgramJudge>;

impl ProgramVerifier {
    /// The program that the engine works on.
    pub fn reduced(&self) -> &Cfa {
        &self.judge.program.blocks.blocks.cfa
    }

    /// The verdict. If a program in its own language may come to places that are not understood, other models of it
    /// are tried.
    pub fn verify(&mut self, observer: &mut dyn Observer) -> VerifiedProgram {
        self.search(observer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::contestant::Contestant;
    use super::super::options::VerifyOptions;
    use super::*;
    use crate::base::Limit;
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

    fn judge_of(text: &str, engine: Engine, budget: &Budget) -> ProgramJudge {
        let program = cfa::read(text.as_bytes(), budget).expect("a program");
        let options = VerifyOptions { engine, ..VerifyOptions::default() };
        let case = Case { origin: None, options, budget: budget.clone(), is_closed: false };
        ProgramJudge::new(None, program, case)
    }

    /// Regression: a proof that was hard to bring back to the program held up all members on the same thread.
    #[test]
    fn the_judgement_on_a_claim_ends_with_the_turn_and_goes_on_in_the_next() {
        let budget = Budget::unlimited();
        let judge = judge_of(TWO_WAYS, Engine::Guess, &budget);
        let of_member = budget.child();
        // The engine itself has no limit.
        let route = route(Vec::new(), of_blocks, &judge.case.options.route(), &budget);
        let blocks = Arc::clone(&judge.program.blocks);
        let engine = route.engine(&blocks.blocks.cfa).expect("an engine over programs");
        let way = Arc::new(crate::route::programs::of_blocks());
        let engine = on_automaton(Box::new(way.over(blocks, engine, &of_member)));
        let mut contestant = Contestant::new(engine, &of_member);
        let (mut slice, mut turns_with_a_claim) = (0, 0);
        let verdict = loop {
            of_member.pause_at(of_member.work_used() + slice);
            match contestant.turn(&judge, "guess", PropertyId::new(0), &mut ()) {
                Ok(verdict) => break verdict,
                Err(reason) => assert_eq!(reason.cause, StopCause::Limit(Limit::Paused)),
            }
            turns_with_a_claim += usize::from(contestant.has_claim());
            slice += 5_000;
        };
        assert!(matches!(verdict.outcome, Outcome::Safe(_)), "{:?}", verdict);
        assert!(turns_with_a_claim > 1, "{}", turns_with_a_claim);
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
            let judge = judge_of(&counter.replace("LAST", last), Engine::Ic3Cfa, &budget);
            let mut options = judge.case.options.clone();
            options.reduce.blocks.most_parts = 1;
            let own = judge.program.with_blocks(&options.route()).expect("no limit").expect("blocks");
            let common = judge.program.blocks.blocks.cfa.location_count();
            assert!(own.blocks.cfa.location_count() > common);
            let engine = judge.start(&Plan::of_one(&options), &budget).expect("an engine over programs");
            let verdict = Contestant::new(engine, &budget).turn(&judge, "", PropertyId::new(0), &mut ());
            match verdict.expect("no limit").outcome {
                Outcome::Safe(_) => assert!(is_safe),
                Outcome::Unsafe(_) => assert!(!is_safe),
                Outcome::Unknown(reason) => panic!("{:?}", reason),
            }
        }
    }
}
