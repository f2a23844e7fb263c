//! All runs of a small program's automaton, with few values for each input.

use crate::program_for;
use indubit::base::Budget;
use indubit::c::lower::AnsweredAsk;
use indubit::c::{lower, Arch, Failure, Integers, LowerOptions, Lowered};
use indubit::model::cfa::{EdgeId, LocId, Path, PathStep};
use indubit::solver::term::{Model, Sort, TermId, Value};
use indubit::theories::bv::Bits;
use indubit::theories::num::{Integer, Rational};
use std::collections::{BTreeSet, HashSet};

/// Most states that are looked at.
const MOST_STATES: usize = 20_000;

/// The values that inputs get.
const INPUTS: [i64; 4] = [0, 1, -1, 5];

/// The automaton of a program.
pub fn lowered(text: &str, options: &LowerOptions) -> Lowered {
    match lower(&program_for(text, Arch::Ilp32), options, &Budget::unlimited()) {
        Ok(lowered) => lowered,
        Err(errors) => panic!("{}\n{}", errors[0], text),
    }
}

/// The message for a program that is not lowered.
pub fn not_lowered(text: &str, options: &LowerOptions) -> String {
    match lower(&program_for(text, Arch::Ilp32), options, &Budget::unlimited()) {
        Ok(_) => panic!("lowered: {}", text),
        Err(errors) => errors[0].to_string(),
    }
}

/// The first unsupported point of a program, with its place.
pub fn unsupported(text: &str, options: &LowerOptions) -> String {
    let program = program_for(text, Arch::Ilp32);
    let lowered = lower(&program, options, &Budget::unlimited()).expect("a program");
    let reasons = lowered.cfa.edge_ids().find_map(|edge| Some((edge, lowered.map.unsupported(edge)?)));
    let (edge, reason) = reasons.unwrap_or_else(|| panic!("all is understood: {}", text));
    let (line, column) = program.lines.line_and_column(lowered.map.place(edge));
    format!("line {}, column {}: {}", line, column, reason)
}

/// Options for integers without bounds.
pub fn integers() -> LowerOptions {
    LowerOptions { integers: Integers::Mathematical, ..LowerOptions::default() }
}

fn value(sort: Sort, n: i64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(n & 1 == 1),
        Sort::BitVec(width) => Value::Bits(Bits::from_integer(&Integer::from(n), width)),
        _ => Value::Number(Rational::from(n)),
    }
}

/// The values of so many inputs: all combinations if they are few.
fn combinations(sorts: &[Sort]) -> Vec<Vec<Value>> {
    if sorts.len() > 3 {
        return INPUTS.iter().map(|&n| sorts.iter().map(|&sort| value(sort, n)).collect()).collect();
    }
    sorts.iter().fold(vec![Vec::new()], |lists, &sort| {
        let longer = |list: &Vec<Value>| {
            let with = |&n: &i64| list.iter().cloned().chain(Some(value(sort, n))).collect::<Vec<_>>();
            INPUTS.iter().map(with).collect::<Vec<_>>()
        };
        lists.iter().flat_map(longer).collect()
    })
}

/// A state on the way: the location, the values, and the state before with the step from it.
struct Node {
    location: LocId,
    values: Vec<Value>,
    before: Option<(usize, EdgeId, Vec<Value>)>,
}

/// All runs of an automaton whose variables begin with this value.
pub struct Runs {
    nodes: Vec<Node>,
    /// The failures that are reached.
    pub failures: BTreeSet<Failure>,
    first: i64,
}

impl Runs {
    /// The runs. From each state with given inputs at most one edge runs.
    pub fn of(lowered: &Lowered, first: i64) -> Runs {
        let cfa = &lowered.cfa;
        let terms = cfa.terms();
        let sorts = |list: &[TermId]| list.iter().map(|&t| terms.sort(t)).collect::<Vec<_>>();
        let values = sorts(cfa.variables()).into_iter().map(|sort| value(sort, first)).collect();
        let mut seen = HashSet::new();
        let mut runs = Runs {
            nodes: vec![Node { location: cfa.initial(), values, before: None }],
            failures: BTreeSet::new(),
            first,
        };
        let mut next = 0;
        while next < runs.nodes.len() {
            let (location, values) = (runs.nodes[next].location, runs.nodes[next].values.clone());
            let mut taken = BTreeSet::new();
            for &edge in cfa.leaving(location) {
                let command = cfa.edge(edge).command;
                let inputs = cfa.commands().inputs(command);
                for combination in combinations(&sorts(&inputs)) {
                    let mut model = Model::new();
                    model.set_all(terms, cfa.variables().iter().copied(), &values);
                    model.set_all(terms, inputs.iter().copied(), &combination);
                    if !cfa.commands().run(terms, command, &mut model, |_| 0) {
                        continue;
                    }
                    taken.insert(edge);
                    let target = cfa.edge(edge).target;
                    if target == cfa.error() {
                        runs.failures.insert(lowered.map.failure(edge).expect("the failure of an edge"));
                    }
                    let values: Vec<Value> =
                        cfa.variables().iter().map(|&v| model.evaluate(terms, v)).collect();
                    if seen.insert((target, values.clone())) {
                        let before = Some((next, edge, combination));
                        runs.nodes.push(Node { location: target, values, before });
                        assert!(runs.nodes.len() < MOST_STATES, "too many states");
                    }
                }
            }
            assert!(taken.len() <= 1, "a run may go on in two ways at {}", cfa.location_name(location));
            next += 1;
        }
        runs
    }

    /// A path to the error location, the shortest one.
    pub fn path(&self, lowered: &Lowered) -> Option<Path> {
        let mut at = (0..self.nodes.len()).find(|&at| self.nodes[at].location == lowered.cfa.error())?;
        let mut steps = Vec::new();
        while let Some((before, edge, inputs)) = self.nodes[at].before.clone() {
            steps.push(PathStep { edge, inputs, choices: Vec::new() });
            at = before;
        }
        steps.reverse();
        let terms = lowered.cfa.terms();
        let start = lowered.cfa.variables().iter().map(|&v| value(terms.sort(v), self.first)).collect();
        Some(Path { start, steps })
    }
}

/// The failures that runs of a program reach. The first values of the variables do not matter.
pub fn failures(text: &str, options: &LowerOptions) -> Vec<Failure> {
    let lowered = lowered(text, options);
    let [zeros, others] = [0, 3].map(|first| Runs::of(&lowered, first).failures);
    assert_eq!(zeros, others, "a variable is read before it has a value: {}", text);
    zeros.into_iter().collect()
}

/// Whether the assertions of statements hold on all runs, and some run comes to their end.
pub fn holds_with(before: &str, statements: &str, options: &LowerOptions) {
    let text = format!("void reach_error();\n{}\nint main() {{ {} reach_error(); }}", before, statements);
    assert_eq!(failures(&text, options), [Failure::ReachError], "{}", text);
}

/// The same for words.
pub fn holds(before: &str, statements: &str) {
    holds_with(before, statements, &LowerOptions::default());
}

/// The answers on a shortest path to the error.
pub fn answers(text: &str, options: &LowerOptions) -> Vec<AnsweredAsk> {
    let lowered = lowered(text, options);
    let path = Runs::of(&lowered, 0).path(&lowered).expect("a path to the error");
    lowered.answers(&path).expect("a run")
}
