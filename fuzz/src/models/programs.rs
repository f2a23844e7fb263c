//! Control-flow automata out of bytes, and a search through all their states by an interpreter of commands.

use super::judge::{judge, Truth};
use super::terms::{rows, small_sort, term};
use crate::source::Source;
use indubit::input::Model;
use indubit::model::cfa::{Cfa, LocId};
use indubit::model::gcl::{Assignment, Command, CommandId};
use indubit::solver::term::{self, Sort, TermId, Value};
use std::collections::{BTreeSet, VecDeque};

/// Engines on a program over Booleans and words.
pub fn words(data: &[u8]) {
    let mut s = Source::new(data);
    let cfa = program(&mut s, &[]);
    let truth = [explore(&cfa)];
    judge(&mut s, &Model::from(cfa), &truth);
}

/// Engines on a program with numbers.
pub fn numbers(data: &[u8]) {
    let mut s = Source::new(data);
    let cfa = program(&mut s, &[Sort::Int, Sort::Real, Sort::Int, Sort::Bool, Sort::BitVec(2)]);
    judge(&mut s, &Model::from(cfa), &[Truth::Unknown]);
}

/// Up to three variables, up to six locations besides the first and the error.
fn program(s: &mut Source<'_>, sorts: &[Sort]) -> Cfa {
    let mut cfa = Cfa::new(Default::default());
    for i in 0..1 + s.below(3) {
        let sort = if sorts.is_empty() { small_sort(s) } else { s.pick(sorts) };
        cfa.declare(&format!("v{}", i), sort);
    }
    let inner: Vec<LocId> = (0..1 + s.below(5)).map(|i| cfa.add_location(&format!("l{}", i))).collect();
    let first = command(s, &mut cfa, 1);
    cfa.add_edge(cfa.initial(), inner[0], first);
    for (number, &from) in inner.iter().enumerate() {
        for _ in 0..1 + s.below(2) {
            let to = if s.flag() { s.pick(&inner) } else { *inner.get(number + 1).unwrap_or(&inner[0]) };
            let command = command(s, &mut cfa, 2);
            cfa.add_edge(from, to, command);
        }
    }
    for _ in 0..1 + s.below(2) {
        let from = s.pick(&inner);
        let variables = cfa.variables().to_vec();
        let (commands, terms) = cfa.parts_mut();
        let guard = term(s, terms, &variables, Sort::Bool, 2);
        let command = commands.assume(guard);
        let error = cfa.error();
        cfa.add_edge(from, error, command);
    }
    cfa
}

fn command(s: &mut Source<'_>, cfa: &mut Cfa, depth: usize) -> CommandId {
    let variables = cfa.variables().to_vec();
    let kind = if depth == 0 { s.below(4) } else { s.below(7) };
    let (commands, terms) = cfa.parts_mut();
    match kind {
        0 => {
            let formula = term(s, terms, &variables, Sort::Bool, 2);
            commands.assume(formula)
        }
        1 => commands.havoc(terms, &[s.pick(&variables)]),
        2 | 3 => {
            let count = 1 + s.below(variables.len().min(2));
            let assignment = |&variable: &TermId| {
                let sort = terms.sort(variable);
                Assignment { variable, value: term(s, terms, &variables, sort, 2) }
            };
            let list = variables[..count].iter().map(assignment).collect();
            commands.add(Command::Assign(list))
        }
        _ => {
            let parts: Vec<CommandId> = (0..s.below(4)).map(|_| command(s, cfa, depth - 1)).collect();
            let commands = cfa.commands_mut();
            if kind == 6 {
                commands.choice(&parts)
            } else {
                commands.sequence(&parts)
            }
        }
    }
}

/// The values of the variables.
type State = Vec<Value>;

/// The states after a command.
fn run(cfa: &Cfa, id: CommandId, state: &State) -> Vec<State> {
    let (terms, variables) = (cfa.terms(), cfa.variables());
    let mut model = term::Model::new();
    model.set_all(terms, variables.iter().copied(), state);
    let place = |variable: TermId| variables.iter().position(|&v| v == variable).expect("a variable");
    match cfa.commands().get(id) {
        Command::Assign(list) => {
            let mut after = state.clone();
            for assignment in list {
                after[place(assignment.variable)] = model.evaluate(terms, assignment.value);
            }
            vec![after]
        }
        Command::Assume(formula) if model.evaluate(terms, *formula).is_true() => vec![state.clone()],
        Command::Assume(_) => Vec::new(),
        Command::Havoc(list) => {
            let targets: Vec<TermId> = list.iter().map(|a| a.variable).collect();
            let with = |row: State| {
                let mut after = state.clone();
                targets.iter().zip(row).for_each(|(&variable, value)| after[place(variable)] = value);
                after
            };
            rows(terms, &targets).into_iter().map(with).collect()
        }
        Command::Sequence(parts) => {
            let all = |states: Vec<State>, &part: &CommandId| {
                distinct(states.iter().flat_map(|s| run(cfa, part, s)))
            };
            parts.iter().fold(vec![state.clone()], all)
        }
        Command::Choice(parts) => parts.iter().flat_map(|&part| run(cfa, part, state)).collect(),
    }
}

fn distinct(states: impl Iterator<Item = State>) -> Vec<State> {
    let mut seen = BTreeSet::new();
    states.filter(|state| seen.insert(format!("{:?}", state))).collect()
}

/// Whether the error is reached from any first values, and by how many edges.
fn explore(cfa: &Cfa) -> Truth {
    let mut seen = BTreeSet::new();
    let first = rows(cfa.terms(), cfa.variables()).into_iter();
    let mut list: VecDeque<(LocId, State, usize)> = first.map(|state| (cfa.initial(), state, 0)).collect();
    while let Some((location, state, depth)) = list.pop_front() {
        if location == cfa.error() {
            return Truth::Fails(Some(depth));
        }
        for &id in cfa.leaving(location) {
            let edge = cfa.edge(id);
            for after in run(cfa, edge.command, &state) {
                if seen.insert((edge.target, format!("{:?}", after))) {
                    list.push_back((edge.target, after, depth + 1));
                }
            }
        }
    }
    Truth::Holds
}
