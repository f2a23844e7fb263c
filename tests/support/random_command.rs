//! Random commands over two Booleans and two words of two bits, and all their runs; random programs of such commands,
//! and a search through all their states.

use crate::random_term::{random_term, value};
use indubit::base::Rng;
use indubit::model::cfa::{Cfa, LocId};
use indubit::model::gcl::{Assignment, Command, CommandId, Commands};
use indubit::solver::term::{Model, Op, Sort, SymbolId, TermId, Terms, Value};
use std::collections::BTreeSet;

/// Declares the variables.
pub fn variables(terms: &mut Terms) -> Vec<TermId> {
    let sorts = [("a", Sort::Bool), ("b", Sort::Bool), ("x", Sort::BitVec(2)), ("y", Sort::BitVec(2))];
    sorts.iter().map(|&(name, sort)| terms.declare(name, sort)).collect()
}

/// A random command over these variables. `havocs` is the number of variables that may still get any value.
pub fn random_command(
    rng: &mut Rng,
    terms: &mut Terms,
    commands: &mut Commands,
    variables: &[TermId],
    depth: usize,
    havocs: &mut usize,
) -> CommandId {
    let mut kind = if depth == 0 { rng.below(4) } else { rng.below(8) };
    if kind == 1 && *havocs == 0 {
        kind = 2;
    }
    match kind {
        0 => {
            let formula = random_term(rng, terms, variables, Sort::Bool, 2);
            commands.assume(formula)
        }
        1 => {
            *havocs -= 1;
            commands.havoc(terms, &[variables[rng.below(variables.len())]])
        }
        2 | 3 => {
            let mut targets = variables.to_vec();
            rng.shuffle(&mut targets);
            targets.truncate(1 + rng.below(2));
            let assignment = |variable: TermId| {
                let value = random_term(rng, terms, variables, terms.sort(variable), 2);
                Assignment { variable, value }
            };
            let list = targets.into_iter().map(assignment).collect();
            commands.add(Command::Assign(list))
        }
        _ => {
            let count = rng.below(4);
            let mut parts: Vec<CommandId> = (0..count)
                .map(|_| random_command(rng, terms, commands, variables, depth - 1, havocs))
                .collect();
            if kind < 6 {
                return commands.sequence(&parts);
            }
            if rng.one_in(2) && parts.len() > 1 {
                // A guard and its negation, as of a conditional statement.
                let guard = random_term(rng, terms, variables, Sort::Bool, 1);
                let guards = [guard, terms.not(guard)];
                for (part, guard) in parts.iter_mut().zip(guards) {
                    let assume = commands.assume(guard);
                    *part = commands.sequence(&[assume, *part]);
                }
            }
            commands.choice(&parts)
        }
    }
}

/// The number of values of a sort.
fn count(sort: Sort) -> u64 {
    match sort {
        Sort::Bool => 2,
        Sort::BitVec(width) => 1 << width,
        _ => unreachable!("a sort with few values"),
    }
}

/// All models of these constants.
pub fn models(terms: &Terms, constants: &[TermId]) -> Vec<Model> {
    let mut list = vec![Model::new()];
    for &constant in constants {
        let symbol = symbol(terms, constant);
        let values = (0..count(terms.sort(constant))).map(|n| value(terms.sort(constant), n));
        let values: Vec<Value> = values.collect();
        let with = |model: &Model| {
            let extended = |value: &Value| {
                let mut model = model.clone();
                model.set(symbol, value.clone());
                model
            };
            values.iter().map(extended).collect::<Vec<Model>>()
        };
        list = list.iter().flat_map(with).collect();
    }
    list
}

/// The values of constants in a model, as a text to compare.
pub fn text(terms: &Terms, model: &Model, constants: &[TermId]) -> String {
    format!("{:?}", constants.iter().map(|&t| model.evaluate(terms, t)).collect::<Vec<Value>>())
}

/// The states in which runs of a command end that begin with this model, by their texts, and models of them.
pub fn ends(
    terms: &Terms,
    commands: &Commands,
    id: CommandId,
    model: &Model,
    variables: &[TermId],
) -> Vec<(String, Model)> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    // No end is accepted, so all of them are met.
    let more = |end: &Model| {
        let shown = text(terms, end, variables);
        if seen.insert(shown.clone()) {
            found.push((shown, end.clone()));
        }
        false
    };
    assert!(commands.find_run(terms, id, model, usize::MAX, more).is_none());
    found
}

/// A random program with these many locations and edges, a few of which may be no run's.
pub fn random_cfa(rng: &mut Rng) -> Cfa {
    let mut terms = Terms::new();
    let variables = variables(&mut terms);
    let mut cfa = Cfa::new(terms);
    variables.iter().for_each(|&v| cfa.add_variable(v));
    let inner = 1 + rng.below(4);
    let mut sources = vec![cfa.initial()];
    sources.extend((0..inner).map(|i| cfa.add_location(&format!("l{}", i))));
    let count = sources.len() + rng.below(4);
    for i in 0..count {
        let source = sources[if i < sources.len() { i } else { rng.below(sources.len()) }];
        let target = if rng.one_in(6) { cfa.error() } else { sources[1 + rng.below(inner)] };
        let (commands, terms) = cfa.parts_mut();
        let depth = 1 + rng.below(2);
        let command = random_command(rng, terms, commands, &variables, depth, &mut 1);
        cfa.add_edge(source, target, command);
    }
    cfa
}

/// The number of edges of a shortest run to the error location; `None` if there is none.
pub fn distance(cfa: &Cfa) -> Option<usize> {
    let mut distance = None;
    search(cfa, |location, _, steps| {
        if location == cfa.error() && distance.is_none() {
            distance = Some(steps);
        }
    });
    distance
}

/// Shows each pair of a location and a state that some run comes to, and the number of edges of a shortest such run;
/// near ones first.
pub fn search(cfa: &Cfa, mut show: impl FnMut(LocId, &Model, usize)) {
    let variables = cfa.variables();
    let mut seen: BTreeSet<(LocId, String)> = BTreeSet::new();
    let mut frontier: Vec<(LocId, Model)> =
        models(cfa.terms(), variables).into_iter().map(|model| (cfa.initial(), model)).collect();
    for distance in 0.. {
        if frontier.is_empty() {
            return;
        }
        frontier.iter().for_each(|(location, model)| show(*location, model, distance));
        let mut next = Vec::new();
        for (location, model) in frontier {
            for &id in cfa.leaving(location) {
                let edge = cfa.edge(id);
                for inputs in models(cfa.terms(), &cfa.commands().inputs(edge.command)) {
                    let mut start = inputs.clone();
                    for &v in variables {
                        start.set(symbol(cfa.terms(), v), model.evaluate(cfa.terms(), v));
                    }
                    for (shown, end) in ends(cfa.terms(), cfa.commands(), edge.command, &start, variables) {
                        if seen.insert((edge.target, shown)) {
                            next.push((edge.target, end));
                        }
                    }
                }
            }
        }
        frontier = next;
    }
}

/// The symbol of a constant.
pub fn symbol(terms: &Terms, constant: TermId) -> SymbolId {
    match terms.op(constant) {
        Op::Symbol(symbol) => symbol,
        op => unreachable!("{:?} is no constant", op),
    }
}
