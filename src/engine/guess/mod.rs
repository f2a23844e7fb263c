//! Guess and check: invariants from samples of states, and errors that a run meets (after R. Sharma, S. Gupta,
//! B. Hariharan, A. Aiken, P. Liang, A. Nori, "A Data Driven Approach for Algebraic Loop Invariants", ESOP 2013; J.
//! Nimmer, M. Ernst, "Automatic Generation of Program Specifications", ISSTA 2002, with Daikon and Houdini).
//!
//! *Guess*: random runs go through the automaton, compiled to code, millions of steps a second. One of them goes on as
//! long as it can, for a loop may have to be left before an error is in reach; the others are short. A run at the error
//! is a counterexample. Samples of the states at each location give a guess: the affine relations between words of the
//! same width that all samples satisfy, those that hold where a comparison of the program holds, bounds, comparisons
//! between variables, and remainders; equations with products where the program has products of integers.
//!
//! *Check*: solvers weaken the guess until no edge leads out of it. If that excludes the error, the part of it that
//! this rests on is an invariant. Else longer runs follow, and perhaps another guess.
//!
//! The engine proves little that is not linear, except for polynomials of degree two and cubes of integers, and nothing
//! that takes a case distinction other than by a comparison of the program. But long loops do not mislead it: a proof
//! for a loop of a million iterations that keeps `x + y = n` is found as fast as one for ten. Engines that block one
//! bad state after another tend to unroll such a loop.
//!
//! Samples are reachable states, and a guess is only weakened by a state that follows along an edge from one that the
//! guess contains. So each formula that is left follows from the samples and holds in all reachable states, and none
//! was left out that is part of a stronger inductive guess of this form, unless it was too hard for the solver.
//!
//! Limits, most important first: invariants are conjunctions of affine equations, bounds, comparisons and remainders;
//! disjunctions come from comparisons of the program only, and nothing is learnt from a failed check but a weaker
//! guess. Of more than 40 variables of one sort none takes part in equations, and only the first 12 are compared, so
//! large programs lose relations. Reals and words of more than 64 bits have no code here; the engine gives up on them.
//!
//! The words are those of the [glossary](crate::glossary).

mod affine;
mod candidates;
mod elements;
mod ends;
mod equations;
mod inductive;
mod instances;
mod needed;
mod options;
mod place;
mod polynomial;
mod runs;
mod seen;
mod shapes;

pub use needed::needed_part;
pub use options::GuessOptions;

use crate::base::{Booking, Budget, HashSet, Limit};
use crate::engine::common::outcome::settle;
use crate::engine::common::program::{ByWays, Edges};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::{Event, Observer, Outcome, ProgramOutcome};
use crate::model::cfa::{Cfa, InvariantMap, LocId};
use crate::model::Depth;
use crate::model::PropertyId;
use crate::solver::term::{TermId, Terms};
use elements::Elements;
use inductive::Inductive;
use needed::needed;
use place::Place;
use runs::Runs;
use std::cmp::Reverse;
use std::fmt;

/// Before the first guess runs go on this many times while one of them may still see more.
const MOST_BEGINNINGS: usize = 4;

/// Counters of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GuessStatistics {
    /// Runs that were begun.
    pub runs: u64,
    /// Steps of all runs.
    pub steps: u64,
    /// Guesses that were checked.
    pub guesses: u64,
    /// Questions to a solver.
    pub queries: u64,
}

/// The engine at work on one automaton. Runs and guesses live on when a limit has ended the work.
pub struct Guess {
    /// The edges that runs take.
    edges: Edges,
    /// The edges that a guess is checked on.
    ways: Edges,
    /// `None` if the automaton has no code.
    runs: Option<Runs>,
    elements: Elements,
    options: GuessOptions,
    /// Rounds so far.
    round: usize,
    /// The last guess.
    guess: Option<Inductive>,
    /// Nothing is left to do for the last guess, if there is one: it is inductive and does not exclude the error.
    is_done: bool,
    /// The last guess is inductive.
    is_inductive: bool,
    /// The formulas of the last guess, before it was weakened.
    last: Vec<Vec<TermId>>,
    guesses: u64,
    booking: Booking,
}

impl fmt::Debug for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guess").field("statistics", &self.statistics()).finish()
    }
}

impl Guess {
    /// An engine for this automaton.
    pub fn new(cfa: &Cfa, options: GuessOptions, budget: Budget) -> Guess {
        let edges = Edges::new(cfa, options.seed, &budget);
        let mut ways = Edges::new(&ByWays::of(&edges.cfa, &budget).cfa, options.seed, &budget);
        let runs = Runs::new(&edges, options.seed);
        let elements = runs.as_ref().map_or_else(Elements::default, |runs| Elements::new(&mut ways, runs));
        let mut booking = Booking::default();
        booking.move_to(budget);
        let (guess, last) = (None, Vec::new());
        Guess {
            edges,
            ways,
            runs,
            elements,
            options,
            round: 0,
            guess,
            is_done: true,
            is_inductive: false,
            last,
            guesses: 0,
            booking,
        }
    }

    /// The counters so far.
    pub fn statistics(&self) -> GuessStatistics {
        let (runs, steps) = self.runs.as_ref().map_or((0, 0), |runs| (runs.count, runs.steps));
        GuessStatistics { runs, steps, guesses: self.guesses, queries: self.ways.queries }
    }

    /// Proves that the error location is not reached, or finds a path to it. On a limit nothing is known about the
    /// length of paths; a further call goes on. The limit is [`Limit::Incomplete`] if the automaton has no code, or
    /// after the last round.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> ProgramOutcome {
        let result = self.rounds(observer);
        settle(result, None)
    }

    fn rounds(&mut self, observer: &mut dyn Observer) -> Result<ProgramOutcome, Limit> {
        loop {
            if self.is_done {
                if self.options.most_rounds.map_or(false, |most| self.round >= most) {
                    return Err(Limit::Incomplete);
                }
                let budget = self.edges.budget().clone();
                budget.poll()?;
                let runs = self.runs.as_mut().ok_or(Limit::Incomplete)?;
                let mut effort = self.options.first_effort << (2 * self.round).min(24);
                // A guess without samples of a location says nothing about arrays there.
                for _ in 0..if self.round == 0 { MOST_BEGINNINGS } else { 1 } {
                    if let Some(path) = runs.go(&self.edges, effort, &budget)? {
                        return Ok(Outcome::Unsafe(path));
                    }
                    if !runs.may_see_more() {
                        break;
                    }
                    effort *= 4;
                }
                self.booking.set(runs.bytes() as u64);
                self.round += 1;
                observer.event(Event::Depth { depth: Depth::new(self.round), frames: &[] });
                self.make_guess();
            }
            if let Some(guess) = self.guess.as_mut().filter(|_| !self.is_done) {
                guess.weaken(&mut self.ways)?;
                self.is_inductive = true;
                if guess.excludes_error(&mut self.ways)? {
                    let formulas = needed(guess, &mut self.ways, 20 * guess.conflicts)?;
                    return Ok(Outcome::Safe(self.invariant(&formulas, Terms::FALSE)));
                }
            }
            self.is_done = true;
        }
    }

    /// The formulas of the last guess, if that is inductive by now. They hold in all states that are reached; the error
    /// location may be one of these. The second part has them without bound constants, by location: facts about
    /// elements hold at the indices at which the edges of the location read and write.
    pub fn known(&mut self) -> Option<(InvariantMap, Vec<TermId>)> {
        let guess = self.guess.as_mut().filter(|_| self.is_inductive)?;
        let formulas: Vec<Vec<TermId>> = guess.places.iter().map(|place| place.formulas()).collect();
        let ground: Vec<Vec<TermId>> = (self.ways.cfa.locations().zip(&formulas))
            .map(|(location, formulas)| guess.instances.at(&mut self.ways, location, formulas))
            .collect();
        let terms = self.ways.terms_mut();
        let ground = ground.iter().map(|parts| terms.and(parts)).collect();
        Some((self.invariant(&formulas, Terms::TRUE), ground))
    }

    /// Guesses from all samples. The same guess is not made twice.
    fn make_guess(&mut self) {
        let runs = match &self.runs {
            Some(runs) => runs,
            None => return,
        };
        let groups = place::groups(&self.ways);
        let mut places: Vec<Place> = self.ways.cfa.locations().map(|_| Place::default()).collect();
        // Facts that many samples satisfy are tried where there are few.
        let mut locations: Vec<LocId> = self.ways.cfa.locations().collect();
        locations.sort_by_key(|location| Reverse(runs.samples[location.index()].contents.len()));
        let mut known = Vec::new();
        for location in locations {
            let with = (&groups[..], &self.elements, &mut known);
            places[location.index()] = candidates::guess(&mut self.ways, runs, with, location);
        }
        let formulas: Vec<Vec<TermId>> = places.iter().map(|place| place.formulas()).collect();
        self.ways.book();
        if formulas != self.last || self.round <= self.options.patient_rounds {
            self.last = formulas;
            self.guesses += 1;
            let conflicts = self.options.first_conflicts << (2 * self.round).min(16);
            self.guess =
                Some(Inductive::new(&self.ways, places, groups, self.elements.bound.clone(), conflicts));
            self.is_done = false;
            self.is_inductive = false;
        }
    }

    /// These formulas, by location, as an invariant of the automaton, with another one at the error.
    fn invariant(&mut self, parts: &[Vec<TermId>], at_error: TermId) -> InvariantMap {
        let error = self.ways.cfa.error();
        let terms = self.ways.terms_mut();
        let mut formulas: Vec<TermId> = parts.iter().map(|parts| terms.and(parts)).collect();
        formulas[error.index()] = at_error;
        let inside: HashSet<TermId> = terms.subterms(&formulas).into_iter().collect();
        let bound = self.elements.bound.iter().copied().filter(|index| inside.contains(index)).collect();
        InvariantMap { terms: terms.clone(), formulas, bound }
    }
}

impl Prover<Cfa> for Guess {
    fn prove(&mut self, _: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Cfa> {
        Guess::prove(self, observer)
    }

    fn counters(&self) -> Counters {
        let s = self.statistics();
        vec![("queries", s.queries), ("runs", s.runs), ("steps of runs", s.steps), ("guesses", s.guesses)]
    }
}
