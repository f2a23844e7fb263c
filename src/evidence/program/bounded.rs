//! The check of the claim that all runs of a program end after few turns of its loops, none of them in the error.
//!
//! The automaton is carried out on terms, command by command. States wait at locations, each with the condition under
//! which a run reaches it; those that wait at one location are joined when its turn comes, and all its edges are
//! taken. A state is dropped where a solver shows that no run reaches it. The claim holds if at the end no state waits
//! anywhere. No run is lost where states are joined, since the conditions of states that parted exclude each other. So
//! the check relies on the [order](Order) of the locations for its speed only: an order that is wrong leaves states
//! behind.

use crate::base::{Booking, Budget, HashMap};
use crate::evidence::formulas::Prover;
use crate::evidence::pieces::read_number;
use crate::evidence::{CheckError, CheckOptions, Condition};
use crate::input::ParseError;
use crate::model::cfa::{Bounded, Cfa, LocId, Order};
use crate::model::gcl::{Assignment, Command, CommandId};
use crate::solver::term::{Sort, Substitution, TermId, Terms};
use std::rc::Rc;

/// The first line of the file.
const HEAD: &str = "bounded program";

/// Units of work for a state that is joined and left, a unit being a propagated literal of a solver.
const WORK_OF_A_STATE: u64 = 64;
/// Units of work for a term that is made.
const WORK_OF_A_TERM: u64 = 8;

/// States, as one.
#[derive(Clone)]
struct State {
    /// The condition under which a run comes here.
    reached: TermId,
    /// By variable.
    values: Rc<Vec<TermId>>,
}

/// The automaton, carried out.
struct Check<'a> {
    cfa: &'a Cfa,
    terms: Terms,
    prover: Prover,
    /// By variable.
    places: HashMap<TermId, usize>,
    /// By location.
    waiting: Vec<Vec<State>>,
    budget: &'a Budget,
    /// The memory of the terms.
    booking: Booking,
}

/// Checks that all runs of the program end after the claimed number of turns of a loop, and that none reaches the error
/// location.
///
/// # Errors
///
/// The condition that does not hold, or the limit that ended the check.
pub fn check_bounded(
    cfa: &Cfa,
    claim: Bounded,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let order = Order::of(cfa);
    let mut check = Check {
        cfa,
        terms: cfa.terms().clone(),
        prover: Prover::new(options, budget),
        places: cfa.variables().iter().enumerate().map(|(place, &v)| (v, place)).collect(),
        waiting: cfa.locations().map(|_| Vec::new()).collect(),
        budget,
        booking: Booking::default(),
    };
    check.booking.move_to(budget.clone());
    let start = State { reached: Terms::TRUE, values: Rc::new(cfa.variables().to_vec()) };
    check.waiting[cfa.initial().index()].push(start);
    // The loops that the position is in: head, end, and turn.
    let mut loops: Vec<(usize, usize, u64)> = Vec::new();
    let mut at = 0;
    while at < order.locations().len() {
        budget.poll()?;
        if let Some(end) = order.end_of_loop(at).filter(|_| loops.last().map_or(true, |l| l.0 != at)) {
            loops.push((at, end, 0));
        }
        check.leave(order.locations()[at])?;
        at += 1;
        while let Some((head, _, turn)) = loops.last_mut().filter(|innermost| innermost.1 == at) {
            let location = order.locations()[*head];
            if check.comes_to(location)? {
                if *turn == claim.turns {
                    return Err(Condition::Turns { turns: claim.turns }.into());
                }
                *turn += 1;
                at = *head;
                break;
            }
            check.waiting[location.index()].clear();
            loops.pop();
        }
    }
    check.end()
}

impl Check<'_> {
    /// Whether a run reaches one of the states that wait at a location.
    fn comes_to(&mut self, location: LocId) -> Result<bool, CheckError> {
        let waiting: Vec<TermId> = self.waiting[location.index()].iter().map(|state| state.reached).collect();
        let some = self.terms.or(&waiting);
        Ok(some != Terms::FALSE && !self.prover.refute(&mut self.terms, &[some])?)
    }

    /// Takes all edges from the states that wait at a location. At the error location they go on waiting.
    fn leave(&mut self, location: LocId) -> Result<(), CheckError> {
        if location == self.cfa.error() {
            return Ok(());
        }
        let terms = self.terms.len();
        let waiting = std::mem::take(&mut self.waiting[location.index()]);
        if let Some(state) = self.join(waiting) {
            let edges = self.cfa.leaving(location).iter().map(|&edge| self.cfa.edge(edge));
            let mut after = Vec::new();
            for edge in edges.clone() {
                after.push(self.carry_out(edge.command, state.clone())?);
            }
            self.tell_apart(&mut after);
            for (edge, state) in edges.zip(after) {
                let state = state.filter(|state| state.reached != Terms::FALSE);
                self.waiting[edge.target.index()].extend(state);
            }
        }
        let (made, variables) = ((self.terms.len() - terms) as u64, self.places.len() as u64);
        self.budget.spend(0, WORK_OF_A_STATE + variables / 16 + made * WORK_OF_A_TERM);
        self.booking.set(self.terms.bytes() as u64);
        Ok(())
    }

    /// Makes the conditions of the states exclude each other, so that no run is lost where some of the states are
    /// joined: where a run reaches several of them, new constants decide which one is meant.
    fn tell_apart(&mut self, states: &mut [Option<State>]) {
        let conditions: Vec<TermId> = states.iter().flatten().map(|state| state.reached).collect();
        let exclude = |(at, &one): (usize, &TermId)| {
            conditions[..at].iter().all(|&other| self.terms.and(&[one, other]) == Terms::FALSE)
        };
        if conditions.iter().enumerate().all(exclude) {
            return;
        }
        let mut not_before = Terms::TRUE;
        for state in states.iter_mut().flatten() {
            let chosen = self.terms.declare("chosen", Sort::Bool);
            state.reached = self.terms.and(&[state.reached, not_before, chosen]);
            let not_this = self.terms.not(chosen);
            not_before = self.terms.and(&[not_before, not_this]);
        }
    }

    /// These states as one; their conditions exclude each other.
    fn join(&mut self, states: Vec<State>) -> Option<State> {
        let reached: Vec<TermId> = states.iter().map(|state| state.reached).collect();
        let mut states = states.into_iter();
        let mut values = states.next()?.values;
        for state in states {
            if !Rc::ptr_eq(&values, &state.values) {
                for (value, &other) in Rc::make_mut(&mut values).iter_mut().zip(state.values.iter()) {
                    *value = self.terms.ite(state.reached, other, *value);
                }
            }
        }
        Some(State { reached: self.terms.or(&reached), values })
    }

    /// The state after a command; `None` if it has no run.
    fn carry_out(&mut self, command: CommandId, state: State) -> Result<Option<State>, CheckError> {
        enum Task {
            Visit(CommandId),
            Start(State),
            /// The last results, of this number, are one state.
            Join(usize),
        }
        let cfa = self.cfa;
        let mut results: Vec<Option<State>> = Vec::new();
        let mut tasks = vec![Task::Visit(command), Task::Start(state)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Start(state) => results.push(Some(state)),
                Task::Join(count) => {
                    let mut ways = results.split_off(results.len() - count);
                    self.tell_apart(&mut ways);
                    let joined = self.join(ways.into_iter().flatten().collect());
                    results.push(joined);
                }
                Task::Visit(id) => {
                    let mut state = match results.pop().flatten() {
                        Some(state) => state,
                        None => {
                            results.push(None);
                            continue;
                        }
                    };
                    match cfa.commands().get(id) {
                        Command::Assign(list) => {
                            let values: Vec<TermId> =
                                list.iter().map(|a| self.now(&state, a.value)).collect();
                            self.set(&mut state, list, &values);
                            results.push(Some(state));
                        }
                        Command::Havoc(list) => {
                            let terms = &mut self.terms;
                            let any = |a: &Assignment| terms.declare("any", terms.sort(a.value));
                            let values: Vec<TermId> = list.iter().map(any).collect();
                            self.set(&mut state, list, &values);
                            results.push(Some(state));
                        }
                        Command::Assume(formula) => {
                            let holds = self.now(&state, *formula);
                            state.reached = self.terms.and(&[state.reached, holds]);
                            results.push(Some(state));
                        }
                        Command::Sequence(parts) => {
                            self.budget.poll()?;
                            results.push(Some(state));
                            tasks.extend(parts.iter().rev().map(|&part| Task::Visit(part)));
                        }
                        Command::Choice(parts) => {
                            self.budget.poll()?;
                            tasks.push(Task::Join(parts.len()));
                            for &part in parts {
                                tasks.extend([Task::Visit(part), Task::Start(state.clone())]);
                            }
                        }
                    }
                }
            }
        }
        Ok(results.pop().flatten())
    }

    /// The value of a term in a state.
    fn now(&mut self, state: &State, term: TermId) -> TermId {
        let mut now = Substitution::new();
        for symbol in self.terms.symbols_in(&[term]) {
            let symbol = self.terms.symbol_term(symbol);
            if let Some(&place) = self.places.get(&symbol) {
                now.insert(symbol, state.values[place]);
            }
        }
        now.apply(&mut self.terms, term)
    }

    fn set(&self, state: &mut State, list: &[Assignment], values: &[TermId]) {
        let new = Rc::make_mut(&mut state.values);
        for (assigned, &value) in list.iter().zip(values) {
            new[self.places[&assigned.variable]] = value;
        }
    }

    /// No run reaches the error, and none waits anywhere else.
    fn end(mut self) -> Result<(), CheckError> {
        for location in self.cfa.locations() {
            if self.comes_to(location)? {
                let is_error = location == self.cfa.error();
                return Err(if is_error { Condition::ErrorReached } else { Condition::Unfinished }.into());
            }
        }
        Ok(())
    }
}

/// The claim as text.
///
/// ```text
/// bounded program
/// turns 4
/// ```
pub fn write_bounded(claim: Bounded) -> String {
    format!("{}\nturns {}\n", HEAD, claim.turns)
}

/// Whether a file has such a claim, told by its first line.
pub(super) fn is_bounded(first: &[u8]) -> bool {
    first == HEAD.as_bytes()
}

/// Reads the text of [`write_bounded`].
pub(super) fn read_bounded(bytes: &[u8]) -> Result<Bounded, ParseError> {
    read_number(bytes, HEAD, "turns").map(|turns| Bounded { turns })
}
