//! The question whether all runs of a program end.
//!
//! Facts about where runs are come first, and if places that are not understood have to be excluded, an invariant of
//! the portfolio that does so. If a run may come to such a place, the program's wider model
//! is tried. Then measures and sets of states are looked for ([`ending`](crate::engine::ending)), on the automaton as
//! it is, since a smaller one may have fewer loops. Evidence is checked before it is handed out.

use super::program::{ProgramProof, ProgramVerifier};
use super::verdict::Verified;
use super::VerifyOptions;
use crate::base::{Budget, Limit};
use crate::engine::ending::{self, Elements, EndingOutcome, Facts, Open};
use crate::engine::options::Engine;
use crate::engine::{Observer, Outcome, StopCause, StopReason};
use crate::evidence::program::{check_endless, check_ranking};
use crate::evidence::CheckError;
use crate::model::cfa::{Cfa, Endless, InvariantMap, Ranking};
use crate::model::encode::chains::Chains;
use crate::model::PropertyId;
use crate::origin::{ClausesOrigin, ProgramOrigin};
use crate::solver::term::{TermId, Terms};
use std::sync::Arc;

/// The name of the member that has the verdict.
const RANKING: &str = "ranking";
const RECURRENCE: &str = "recurrence";
const COUNTER: &str = "counter";
const VISITS: &str = "visits";
const NONE: &str = "ending";

/// Bounds that are tried for counters.
const ROUNDS: usize = 8;
/// Rounds of questions about visits.
const ROUNDS_OF_VISITS: usize = 3;
/// Work for the first question about a counter or about visits, in units. Each round has twice as much.
const WORK: u64 = 1_000_000;

/// The verdict on the ends of runs.
type VerdictOnEnds = Verified<Ranking, Endless>;

/// Decides whether all runs of a program end.
#[derive(Debug)]
pub(super) struct EndingVerifier {
    cfa: Cfa,
    origin: Option<Arc<dyn ProgramOrigin>>,
    /// The recursive program whose calls are edges, and the automaton in which none of them returns.
    recursive: Option<(Arc<dyn ClausesOrigin>, Cfa)>,
    /// Whether runs without end are looked for in the automaton.
    both: bool,
    options: VerifyOptions,
    budget: Budget,
}

/// Facts about where runs are, or that a run reaches a place that is not understood.
enum Known {
    Facts(Box<Facts>),
    Reaches(String),
    Open(StopReason),
}

impl EndingVerifier {
    /// A verifier of an automaton, perhaps one that was made from a program.
    pub fn new(
        cfa: Cfa,
        origin: Option<Arc<dyn ProgramOrigin>>,
        options: VerifyOptions,
        budget: Budget,
    ) -> EndingVerifier {
        EndingVerifier { cfa, origin, recursive: None, both: true, options: options.seeded(), budget }
    }

    /// A verifier of a recursive program, by its automaton with calls as edges. Runs without end are looked for among
    /// those whose calls do not return.
    pub fn of_calls(
        origin: Arc<dyn ClausesOrigin>,
        options: VerifyOptions,
        budget: Budget,
    ) -> EndingVerifier {
        let calls = origin.calls_as_edges();
        let recursive = Some((origin, calls.without_returns()));
        EndingVerifier { recursive, ..EndingVerifier::of_rounds(calls.cfa().clone(), options, budget) }
    }

    /// A verifier of the automaton of a justice property. Runs without end are not looked for.
    pub fn of_rounds(cfa: Cfa, options: VerifyOptions, budget: Budget) -> EndingVerifier {
        EndingVerifier { both: false, ..EndingVerifier::new(cfa, None, options, budget) }
    }

    /// A verifier of the chains of derivations of clauses. Those without end are looked for if each run is a chain.
    pub fn of_chains(chains: Chains, options: VerifyOptions, budget: Budget) -> EndingVerifier {
        EndingVerifier { both: chains.is_exact, ..EndingVerifier::new(chains.cfa, None, options, budget) }
    }

    /// The automaton that the verdict is about: that of the program's wider model, if this is needed.
    pub fn cfa(&self) -> &Cfa {
        &self.cfa
    }

    /// The program without recursion that the automaton was made from.
    pub fn origin(&self) -> Option<&Arc<dyn ProgramOrigin>> {
        self.origin.as_ref()
    }

    /// The verdict.
    pub fn verify(&mut self, observer: &mut dyn Observer) -> VerdictOnEnds {
        let property = PropertyId::new(0);
        loop {
            let known = self.facts(observer);
            match known {
                Known::Facts(facts) => return self.decide(&facts, observer),
                Known::Open(reason) => return VerdictOnEnds::unknown(property, reason, NONE),
                Known::Reaches(place) => {
                    let wider = self.origin.as_ref().and_then(|origin| origin.wider(&self.budget));
                    match wider {
                        Some(wider) => {
                            self.cfa = wider.cfa().clone();
                            self.origin = Some(wider);
                        }
                        None => {
                            let _ = place;
                            let reason = StopReason { cause: StopCause::Unsupported, safe_depth: None };
                            return VerdictOnEnds::unknown(property, reason, NONE);
                        }
                    }
                }
            }
        }
    }

    /// Whether the error location stands for places that are not understood.
    pub fn excludes_error(&self) -> bool {
        self.origin.is_some() || self.recursive.is_some()
    }

    /// Facts about where runs are, or the reason why there are none.
    fn facts(&self, observer: &mut dyn Observer) -> Known {
        let facts = match ending::facts(&self.cfa, self.options.seed, &self.budget) {
            Ok(facts) => facts,
            Err(limit) => {
                return Known::Open(StopReason { cause: StopCause::Limit(limit), safe_depth: None })
            }
        };
        if facts.excludes_error || !self.excludes_error() {
            return Known::Facts(Box::new(facts));
        }
        match self.excluded(observer) {
            Ok(excluding) => Known::Facts(Box::new(joined(&self.cfa, facts, excluding))),
            Err(known) => known,
        }
    }

    /// An invariant that excludes the error location.
    fn excluded(&self, observer: &mut dyn Observer) -> Result<InvariantMap, Known> {
        let unfit = StopReason { cause: StopCause::Limit(Limit::Incomplete), safe_depth: None };
        let verifier = ProgramVerifier::new(self.cfa.clone(), self.for_safety(), self.budget.clone());
        let mut verifier = verifier.map_err(|_| Known::Open(unfit))?;
        match verifier.verify(observer).outcome {
            Outcome::Safe(ProgramProof::Invariant(found)) => Ok(*found),
            Outcome::Safe(ProgramProof::Bounded(_)) => Err(Known::Open(unfit)),
            Outcome::Unsafe(_) => {
                let place = self.origin.as_ref().and_then(|origin| origin.not_understood());
                Err(Known::Reaches(place.unwrap_or_default()))
            }
            Outcome::Unknown(reason) => Err(Known::Open(reason)),
        }
    }

    /// The verdict with these facts, checked.
    fn decide(&self, facts: &Facts, observer: &mut dyn Observer) -> VerdictOnEnds {
        let property = PropertyId::new(0);
        let seed = self.options.seed;
        let (mut outcome, open) = ending::prove(&self.cfa, facts, self.both, seed, &self.budget);
        let is_proved = matches!(outcome, Outcome::Safe(_));
        if let Some((_, deeper)) = self.recursive.as_ref().filter(|_| !is_proved) {
            // All that holds of more runs holds of these.
            let (found, _) = ending::prove(deeper, facts, true, seed, &self.budget);
            if matches!(found, Outcome::Unsafe(_)) {
                outcome = found;
            }
        }
        let mut by = match &outcome {
            Outcome::Safe(_) => RANKING,
            Outcome::Unsafe(_) => RECURRENCE,
            Outcome::Unknown(_) => NONE,
        };
        if is_incomplete(&outcome) {
            if let Some(found) = self.with_elements(facts) {
                by = if matches!(found, Outcome::Safe(_)) { RANKING } else { RECURRENCE };
                outcome = found;
            }
        }
        let is_open = matches!(outcome, Outcome::Unknown(_));
        if let Some(open) = open.filter(|_| is_open) {
            let few = self.visited(open.clone(), observer).map(|ranking| (VISITS, ranking));
            let counted = || Some((COUNTER, self.counted(open, observer)?));
            let found = few.or_else(counted);
            if let Some((member, ranking)) = found {
                by = member;
                outcome = Outcome::Safe(ranking);
            }
        }
        if is_incomplete(&outcome) {
            outcome = Outcome::Unknown(StopReason { cause: StopCause::Unmeasured, safe_depth: None });
        }
        match self.check(&outcome) {
            Ok(()) => VerdictOnEnds::checked(property, outcome, by),
            Err(error) => VerdictOnEnds::not_believed(property, error, by),
        }
    }

    /// The verdict with variables for elements of arrays, if it is found.
    fn with_elements(&self, facts: &Facts) -> Option<EndingOutcome> {
        let elements = Elements::new(&self.cfa)?;
        let mut found = ending::facts(&elements.cfa, self.options.seed, &self.budget).ok()?;
        if facts.excludes_error && !found.excludes_error {
            found = joined(&elements.cfa, found, facts.invariant.clone());
        }
        match ending::prove(&elements.cfa, &found, self.both, self.options.seed, &self.budget).0 {
            Outcome::Safe(ranking) => Some(Outcome::Safe(elements.ranking_without(ranking))),
            Outcome::Unsafe(endless) => Some(Outcome::Unsafe(elements.endless_without(endless))),
            Outcome::Unknown(_) => None,
        }
    }

    /// A proof by transition invariants that any engine for safety believes.
    fn visited(&self, mut open: Open, observer: &mut dyn Observer) -> Option<Ranking> {
        let mut list = open.visits();
        let mut left: Vec<usize> = (0..list.len()).collect();
        for round in 0..ROUNDS_OF_VISITS {
            let mut later = Vec::new();
            while let Some(at) = left.pop() {
                let asked = open.question_of_visits(&list[at]);
                let budget = self.budget.child();
                budget.pause_at(budget.work_used() + (WORK << round));
                let mut verifier = ProgramVerifier::new(asked.clone(), self.for_safety(), budget).ok()?;
                match verifier.verify(observer).outcome {
                    Outcome::Safe(ProgramProof::Invariant(found)) => {
                        if !open.prove_visits(&mut list[at], &asked, &found) {
                            return None;
                        }
                    }
                    Outcome::Safe(ProgramProof::Bounded(_)) | Outcome::Unknown(_) => later.push(at),
                    Outcome::Unsafe(run) => {
                        let learned = open.learn(&mut list[at], run.path()?, self.options.seed, &self.budget);
                        if !learned.ok()? {
                            return None;
                        }
                        left.push(at);
                    }
                }
                self.budget.poll().ok()?;
            }
            if later.is_empty() {
                return open.ranking_of_visits(list);
            }
            left = later;
        }
        None
    }

    /// A proof by counters whose bounds any engine for safety believes.
    fn counted(&self, mut open: Open, observer: &mut dyn Observer) -> Option<Ranking> {
        for round in 0..if open.can_be_counted() { ROUNDS } else { 0 } {
            let mut is_done = true;
            for number in 0..open.count() {
                if open.is_proved(number) {
                    continue;
                }
                let (asked, counter) = open.question(number, round);
                let budget = self.budget.child();
                budget.pause_at(budget.work_used() + (WORK << round));
                let verifier = ProgramVerifier::new(asked.clone(), self.for_safety(), budget).ok();
                let found = verifier.map(|mut verifier| verifier.verify(observer).outcome);
                let is_proved = match &found {
                    Some(Outcome::Safe(ProgramProof::Invariant(found))) => {
                        open.prove(number, (&asked, counter), found)
                    }
                    Some(_) | None => false,
                };
                is_done = is_done && is_proved;
                if self.budget.poll().is_err() {
                    return None;
                }
            }
            if is_done {
                return open.ranking();
            }
        }
        None
    }

    /// The options for questions about the error location.
    fn for_safety(&self) -> VerifyOptions {
        let mut options = VerifyOptions { engine: Engine::Auto, ending: false, ..self.options.clone() };
        options.portfolio.inductive_only = true;
        options.portfolio.random_runs = false;
        options
    }

    fn check(&self, outcome: &Outcome<Ranking, Endless>) -> Result<(), CheckError> {
        let options = match self.options.check.options() {
            Some(options) => options,
            None => return Ok(()),
        };
        match outcome {
            Outcome::Safe(ranking) => {
                check_ranking(&self.cfa, ranking, self.excludes_error(), &options, &self.budget)?;
                match &self.origin {
                    Some(origin) => origin.check_invariant(&ranking.without_counters(), &self.budget),
                    None => Ok(()),
                }
            }
            Outcome::Unsafe(endless) => {
                let cfa = self.recursive.as_ref().map_or(&self.cfa, |(_, deeper)| deeper);
                check_endless(cfa, endless, &options, &self.budget)?;
                match (&self.origin, &self.recursive) {
                    (Some(origin), _) => origin.check_endless(endless, &self.budget),
                    (None, Some((origin, _))) => origin.check_endless(endless, &self.budget),
                    (None, None) => Ok(()),
                }
            }
            Outcome::Unknown(_) => Ok(()),
        }
    }
}

/// Whether all that is tried was tried.
fn is_incomplete(outcome: &EndingOutcome) -> bool {
    matches!(outcome, Outcome::Unknown(reason) if reason.cause == StopCause::Limit(Limit::Incomplete))
}

/// Both invariants together. Without bound constants the second one can be told in the store of the first.
fn joined(cfa: &Cfa, mut facts: Facts, other: InvariantMap) -> Facts {
    let mut both = Vec::with_capacity(cfa.location_count());
    let terms = &mut facts.invariant.terms;
    let all: Option<Vec<TermId>> =
        other.formulas.iter().map(|&formula| ending::rebuilt(cfa, &other.terms, terms, formula)).collect();
    match all.filter(|_| other.bound.is_empty()) {
        Some(list) => {
            for (own, new) in facts.invariant.formulas.iter().zip(&list) {
                both.push(terms.and(&[*own, *new]));
            }
            facts.invariant.formulas = both;
            for (own, new) in facts.ground.iter_mut().zip(list) {
                *own = terms.and(&[*own, new]);
            }
            facts.invariant.formulas[cfa.error().index()] = Terms::FALSE;
            facts.excludes_error = true;
            facts
        }
        None => {
            let ground = vec![Terms::TRUE; cfa.location_count()];
            Facts { invariant: other, ground, excludes_error: true }
        }
    }
}
