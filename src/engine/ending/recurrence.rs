//! Runs that never leave a component.
//!
//! The inputs of the component get fixed values, so that each state has one successor as a rule. A state at a head that
//! a run reaches is followed for some rounds. Comparisons that hold of all states that are met are a first guess of a
//! set that is not left, and those that a step from the guess falsifies are dropped (Houdini: Flanagan and Leino, FME
//! 2001). If the set that is left has a successor for each of its states, it is a *closed recurrence set* (Chen, Cook,
//! Fuhs, Nimkar, O'Hearn, "Proving nontermination via safety", TACAS 2014).

use super::polyhedron::Polyhedron;
use super::relations::{relations_with, successors, Component};
use super::states::{as_model, new_solver, parity, States};
use crate::base::{Budget, Limit};
use crate::engine::bmc::{BmcOptions, ProgramBmc};
use crate::engine::common::outcome::{decided, unless_incomplete};
use crate::engine::Outcome;
use crate::model::cfa::{Cfa, Edge, EdgeId, Endless, LocId, Path, PathStep};
use crate::model::gcl::Command;
use crate::solver::term::{Model, Sort, Substitution, TermId, Terms, Value};
use std::collections::BTreeSet;

/// Visits of heads for which a run is followed.
const ROUNDS: usize = 40;
/// Steps between two visits.
const MOST_STEPS: usize = 2_000;
/// Ways through a command that are tried.
const MOST_WAYS: usize = 64;
/// States from which runs are followed.
const MOST_STARTS: usize = 10;
/// Work for the search of one run to a state, in units.
const WORK: u64 = 1_500_000;
/// Weakenings of a guess.
const MOST_WEAKENED: usize = 200;

/// The values that inputs get.
#[derive(Clone, Copy)]
enum Choice {
    Number(i64),
    /// That of the variable.
    Same,
}

const CHOICES: [Choice; 4] = [Choice::Number(0), Choice::Number(1), Choice::Same, Choice::Number(-1)];

/// A run that was followed: its path, and by visit of a head the number of steps before it, the head and the state.
struct Followed {
    path: Path,
    visits: Vec<(usize, LocId, Vec<Value>)>,
    stays: bool,
}

/// A run without end that stays in the component, if one is found. The polyhedra are where no measure falls.
pub(super) fn find(
    cfa: &mut Cfa,
    part: &Component,
    failed: &[Polyhedron],
    seed: u64,
    budget: &Budget,
) -> Result<Option<Endless>, Limit> {
    let mut starts: Vec<Path> = Vec::new();
    let mut targets: Vec<(LocId, TermId)> = Vec::new();
    for polyhedron in failed {
        let head = match part.heads.get(polyhedron.source) {
            Some(&head) => head,
            None => continue,
        };
        let about = |t: &TermId, cfa: &Cfa| {
            let symbols = cfa.terms().symbols_in(&[*t]);
            symbols.into_iter().all(|s| cfa.is_variable(cfa.terms().symbol_term(s)))
        };
        let literals: Vec<TermId> = polyhedron.literals.iter().copied().filter(|t| about(t, cfa)).collect();
        let formula = cfa.terms_mut().and(&literals);
        targets.push((head, formula));
    }
    targets.extend(part.heads.iter().map(|&head| (head, Terms::TRUE)));
    targets.extend(odd(cfa, part));
    targets.truncate(MOST_STARTS);
    for &(head, formula) in &targets {
        if let Some(path) = reach(cfa, head, formula, budget)? {
            starts.push(path);
            for choice in CHOICES {
                let last = &starts[starts.len() - 1];
                if let Some(found) = attempt(cfa, part, last, choice, seed, budget)? {
                    return Ok(Some(found));
                }
            }
        }
    }
    Ok(None)
}

/// By head, the states in which a variable that the component changes is odd: a loop that counts in twos may pass its
/// end from there.
fn odd(cfa: &mut Cfa, part: &Component) -> Vec<(LocId, TermId)> {
    let inside = |edge: &&Edge| part.has[edge.source.index()] && part.has[edge.target.index()];
    let edges: Vec<Edge> = cfa.edges().iter().filter(inside).copied().collect();
    let parts = edges.iter().flat_map(|edge| cfa.commands().parts(edge.command));
    let set = parts.flat_map(|command| match cfa.commands().get(command) {
        Command::Assign(list) => list.iter().map(|assignment| assignment.variable).collect(),
        Command::Havoc(_) | Command::Assume(_) | Command::Sequence(_) | Command::Choice(_) => Vec::new(),
    });
    let changed: BTreeSet<TermId> = set.collect();
    let mut list = Vec::new();
    for variable in changed {
        if let Some(parity) = parity(cfa.terms_mut(), variable) {
            let terms = cfa.terms_mut();
            let one = if terms.sort(parity) == Sort::Int { terms.int(1) } else { terms.bv(1, 1) };
            let formula = terms.eq(parity, one);
            list.extend(part.heads.iter().map(|&head| (head, formula)));
        }
    }
    list
}

/// A path to a state at a location that satisfies a formula.
fn reach(cfa: &Cfa, location: LocId, formula: TermId, budget: &Budget) -> Result<Option<Path>, Limit> {
    if location == cfa.initial() {
        return Ok(None);
    }
    let error = cfa.error();
    let mut asked = cfa.closed(|edge| cfa.edge(edge).target == error);
    let guard = asked.commands_mut().assume(formula);
    asked.add_edge(location, error, guard);
    let share = budget.child();
    share.pause_at(share.work_used() + WORK);
    let mut bmc = ProgramBmc::new(&asked, BmcOptions::default(), share);
    let outcome = bmc.prove(&mut ());
    budget.poll()?;
    Ok(match outcome {
        Outcome::Unsafe(mut path) => {
            path.steps.pop();
            Some(path)
        }
        Outcome::Safe(_) | Outcome::Unknown(_) => None,
    })
}

/// The values of the inputs of a component by a choice.
fn chosen(cfa: &mut Cfa, part: &Component, choice: Choice) -> Vec<(TermId, TermId)> {
    let mut list = Vec::new();
    let edges: Vec<_> = cfa.edges().to_vec();
    for edge in edges {
        if !part.has[edge.source.index()] || !part.has[edge.target.index()] {
            continue;
        }
        for (variable, input) in super::relations::havocs(cfa, edge.command) {
            let terms = cfa.terms_mut();
            let value = match (choice, terms.sort(input)) {
                (Choice::Same, _) => variable,
                (Choice::Number(number), Sort::Int) => terms.int(number),
                (Choice::Number(number), Sort::Real) => terms.real(number.into()),
                (Choice::Number(number), Sort::BitVec(width)) => {
                    let zero = terms.default_term(Sort::BitVec(width));
                    match number {
                        0 => zero,
                        -1 => terms.bv_not(zero),
                        _ => {
                            let ones = terms.bv_not(zero);
                            terms.bv_neg(ones)
                        }
                    }
                }
                (Choice::Number(number), Sort::Bool) => terms.bool(number != 0),
                (Choice::Number(_), _) => variable,
            };
            list.push((input, value));
        }
    }
    list.sort_unstable();
    list.dedup_by_key(|pair| pair.0);
    list
}

/// Follows a path through a component, and guesses a set that is not left.
fn attempt(
    cfa: &mut Cfa,
    part: &Component,
    path: &Path,
    choice: Choice,
    seed: u64,
    budget: &Budget,
) -> Result<Option<Endless>, Limit> {
    let inputs = chosen(cfa, part, choice);
    let followed = match follow(cfa, part, path, &inputs, budget)? {
        Some(followed) if followed.stays => followed,
        Some(_) | None => return Ok(None),
    };
    let mut values = Substitution::new();
    inputs.iter().for_each(|&(input, value)| values.insert(input, value));
    let (relations, next) = relations_with(cfa, part, &mut values, budget)?;
    let mut guess = States::new(cfa, &part.heads, &[Terms::TRUE], &relations, &next, |_| true, MOST_WEAKENED);
    // The first visits may be before the run is caught.
    for (_, head, values) in &followed.visits[followed.visits.len() / 3..] {
        let state = as_model(cfa, values);
        guess.join(cfa, *head, &state);
    }
    let known = vec![Terms::TRUE; cfa.location_count()];
    if unless_incomplete(guess.weaken(cfa, (&relations, &next), &known, seed, budget), false)? {
        let set = guess.set(cfa);
        let all = successors(cfa, part, &set, &mut values, budget)?;
        // The solver decides whether each state at a head has a successor.
        for &head in &part.heads {
            let terms = cfa.terms_mut();
            let stuck = terms.not(all.1[head.index()]);
            let mut solver = new_solver(seed, budget);
            let answer = solver.check(terms, &[set[head.index()], stuck]);
            if unless_incomplete(decided(answer), true)? {
                return Ok(None);
            }
        }
        let stem = stem(&set, cfa, &followed);
        return Ok(stem.map(|stem| Endless { stem, terms: cfa.terms().clone(), set: all.0, inputs }));
    }
    Ok(None)
}

/// Follows a run from the end of a path through the component with these inputs; `None` if the path is none.
fn follow(
    cfa: &Cfa,
    part: &Component,
    path: &Path,
    inputs: &[(TermId, TermId)],
    budget: &Budget,
) -> Result<Option<Followed>, Limit> {
    let terms = cfa.terms();
    let mut state = Model::new();
    state.set_all(terms, cfa.variables().iter().copied(), &path.start);
    let is_run = path.run(cfa, budget, |now| state = now.clone())?.is_ok();
    if !is_run {
        return Ok(None);
    }
    let mut location = path.steps.last().map_or(cfa.initial(), |step| cfa.edge(step.edge).target);
    let mut followed = Followed { path: path.clone(), visits: Vec::new(), stays: false };
    let mut steps = 0;
    while followed.visits.len() < ROUNDS {
        if part.heads.contains(&location) {
            let values = state.evaluate_all(terms, cfa.variables());
            let seen = followed.visits.iter().any(|(_, head, known)| *head == location && *known == values);
            followed.visits.push((followed.path.steps.len(), location, values));
            if seen {
                break;
            }
            steps = 0;
        }
        steps += 1;
        if steps > MOST_STEPS {
            return Ok(Some(followed));
        }
        budget.poll()?;
        budget.spend_work(16);
        match step(cfa, part, location, &state, inputs) {
            Some((step, target, end)) => {
                followed.path.steps.push(step);
                location = target;
                state = end;
            }
            None => return Ok(Some(followed)),
        }
    }
    followed.stays = true;
    Ok(Some(followed))
}

/// A step in the component from a state with these inputs, with the location and the state behind it.
fn step(
    cfa: &Cfa,
    part: &Component,
    location: LocId,
    state: &Model,
    inputs: &[(TermId, TermId)],
) -> Option<(PathStep, LocId, Model)> {
    let terms = cfa.terms();
    let inside = |id: &&EdgeId| part.has[cfa.edge(**id).target.index()];
    cfa.leaving(location).iter().filter(inside).find_map(|&id| {
        let edge = cfa.edge(id);
        let own = cfa.commands().inputs(edge.command);
        let value = |input: &TermId| {
            let term = inputs.iter().find(|pair| pair.0 == *input).map_or(*input, |pair| pair.1);
            state.evaluate(terms, term)
        };
        let given: Vec<Value> = own.iter().map(value).collect();
        let mut before = state.clone();
        before.set_all(terms, own.iter().copied(), &given);
        let (choices, end) = cfa.commands().find_run(terms, edge.command, &before, MOST_WAYS, |_| true)?;
        Some((PathStep { edge: id, inputs: given, choices }, edge.target, end))
    })
}

/// The run that was followed up to its first visit in the set.
fn stem(set: &[TermId], cfa: &Cfa, followed: &Followed) -> Option<Path> {
    for (steps, head, values) in &followed.visits {
        let state = as_model(cfa, values);
        if state.evaluate(cfa.terms(), set[head.index()]).is_true() {
            let mut path = followed.path.clone();
            path.steps.truncate(*steps);
            return Some(path);
        }
    }
    None
}
