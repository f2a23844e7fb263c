//! What several integration tests need: fixtures with their expectations, random circuits, and an oracle.
//!
//! The oracle enumerates states and inputs and evaluates gates one by one. It shares nothing with the library but the
//! data type, and is meant to be obviously right rather than fast: a dozen latches and half a dozen inputs.

#![allow(dead_code)] // Each test program uses its own part.

pub mod options;

use indubit::base::Rng;
use indubit::model::circuit::{Circuit, Node, Reset, Signal};
use indubit::model::trace::Trace;
use indubit::model::PropertyId;
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

/// A circuit under `tests/circuits`.
pub struct Fixture {
    /// The file's name without suffix.
    pub name: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// For each bad the depth of the shortest counterexample, or `None` if it is safe.
    pub expected: Vec<Option<usize>>,
}

/// All fixtures, by name. Each says in its comment what it is and what to expect, one line
/// `expected: b0 safe` or `expected: b0 unsafe DEPTH` a bad.
pub fn fixtures() -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("circuits");
    let mut list = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of circuits") {
        let path = entry.expect("an entry").path();
        if path.extension().map_or(true, |suffix| suffix != "aag") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("a readable file");
        let expected = expectations(&name, &String::from_utf8_lossy(&bytes));
        list.push(Fixture { name, bytes, expected });
    }
    list.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(list.len() > 15, "the fixtures are there");
    list
}

fn expectations(name: &str, text: &str) -> Vec<Option<usize>> {
    let mut expected = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("expected: ")) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[0], format!("b{}", expected.len()), "{}: {}", name, line);
        expected.push(match words[1..] {
            ["safe"] => None,
            ["unsafe", depth] => Some(depth.parse().expect("a depth")),
            _ => panic!("{}: cannot read `{}`", name, line),
        });
    }
    expected
}

/// Upper bounds on a random circuit; every count is drawn below or at its bound.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Latches.
    pub latches: usize,
    /// Inputs.
    pub inputs: usize,
    /// Calls of `Circuit::and`; folding leaves fewer gates.
    pub ands: usize,
    /// Constraints.
    pub constraints: usize,
    /// Bads, at least one.
    pub bads: usize,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape { latches: 6, inputs: 4, ands: 30, constraints: 2, bads: 3 }
    }
}

/// A circuit with inputs first, latches next and gates last. Resets take all forms, and now and then a latch copies or
/// mirrors another one or stands still, so that reductions find something.
pub fn random_circuit(rng: &mut Rng, shape: &Shape) -> Circuit {
    let mut circuit = Circuit::new();
    let mut pool = vec![Signal::TRUE];
    for _ in 0..rng.below(shape.inputs + 1) {
        pool.push(circuit.add_input());
    }
    let latches = rng.below(shape.latches + 1);
    for _ in 0..latches {
        let reset = [Reset::Zero, Reset::Zero, Reset::One, Reset::Free][rng.below(4)];
        pool.push(circuit.add_latch(reset));
    }
    for _ in 0..rng.below(shape.ands + 1) {
        let (a, b) = (pick(rng, &pool), pick(rng, &pool));
        let gate = if rng.one_in(4) { circuit.xor(a, b) } else { circuit.and(a, b) };
        pool.push(gate);
    }
    for i in 0..latches {
        let own = circuit.latches()[i].node.signal();
        let other = circuit.latches()[rng.below(latches)].next;
        let next = match rng.below(8) {
            0 => own,
            1 => other,
            2 => !other,
            _ => pick(rng, &pool),
        };
        circuit.set_next(own, next);
    }
    for _ in 0..rng.below(shape.constraints + 1) {
        // Disjunctions hold more often than not, which leaves something to explore.
        let (a, b) = (pick(rng, &pool), pick(rng, &pool));
        let constraint = circuit.or(a, b);
        circuit.add_constraint(constraint);
    }
    for _ in 0..=rng.below(shape.bads) {
        let several: Vec<Signal> = (0..=rng.below(3)).map(|_| pick(rng, &pool)).collect();
        let bad = circuit.and_all(&several);
        circuit.add_bad(bad);
    }
    circuit
}

fn pick(rng: &mut Rng, pool: &[Signal]) -> Signal {
    pool[rng.below(pool.len())].negate_if(rng.one_in(2))
}

/// The value of each node in one step.
pub fn evaluate(circuit: &Circuit, state: &[bool], inputs: &[bool]) -> Vec<bool> {
    let mut values: Vec<bool> = Vec::new();
    for node in circuit.nodes() {
        let value = match *node {
            Node::False => false,
            Node::Input(i) => inputs[i.index()],
            Node::Latch(l) => state[l.index()],
            Node::And(a, b) => holds(&values, a) && holds(&values, b),
        };
        values.push(value);
    }
    values
}

/// The value of a signal, given those of the nodes.
pub fn holds(values: &[bool], signal: Signal) -> bool {
    values[signal.node().index()] != signal.is_negated()
}

/// Whether all constraints hold.
pub fn admitted(circuit: &Circuit, values: &[bool]) -> bool {
    circuit.constraints().iter().all(|&c| holds(values, c))
}

/// The state after a step.
pub fn successor(circuit: &Circuit, values: &[bool]) -> Vec<bool> {
    circuit.latches().iter().map(|latch| holds(values, latch.next)).collect()
}

/// All vectors of this many bits.
pub fn all_vectors(bits: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1usize << bits).map(move |word| (0..bits).map(|i| word >> i & 1 == 1).collect())
}

/// All states that agree with the resets, whether or not they satisfy the constraints.
pub fn initial_states(circuit: &Circuit) -> Vec<Vec<bool>> {
    let starts = |state: &Vec<bool>| {
        circuit.latches().iter().zip(state).all(|(latch, &value)| match latch.reset {
            Reset::Zero => !value,
            Reset::One => value,
            Reset::Free => true,
        })
    };
    all_vectors(circuit.latches().len()).filter(starts).collect()
}

/// What explicit search finds.
pub struct Exploration {
    /// For each bad a shortest counterexample.
    pub traces: Vec<Option<Trace>>,
    /// The states on paths all of whose steps before satisfy the constraints.
    pub reachable: Vec<Vec<bool>>,
}

/// Breadth-first search over all states.
pub fn explore(circuit: &Circuit) -> Exploration {
    // How each state was reached first: from which state, by which inputs.
    type Origin = Option<(Vec<bool>, Vec<bool>)>;
    let mut reached: BTreeMap<Vec<bool>, Origin> = BTreeMap::new();
    let mut queue = VecDeque::new();
    for state in initial_states(circuit) {
        reached.insert(state.clone(), None);
        queue.push_back(state);
    }
    let mut traces: Vec<Option<Trace>> = vec![None; circuit.bads().len()];
    while let Some(state) = queue.pop_front() {
        for inputs in all_vectors(circuit.inputs().len()) {
            let values = evaluate(circuit, &state, &inputs);
            if !admitted(circuit, &values) {
                continue;
            }
            for (property, &bad) in circuit.bads().iter().enumerate() {
                if traces[property].is_none() && holds(&values, bad) {
                    let mut steps = vec![inputs.clone()];
                    let mut initial = state.clone();
                    while let Some(Some((before, by))) = reached.get(&initial) {
                        steps.push(by.clone());
                        initial = before.clone();
                    }
                    steps.reverse();
                    traces[property] =
                        Some(Trace { property: PropertyId::new(property), initial, inputs: steps });
                }
            }
            let next = successor(circuit, &values);
            if !reached.contains_key(&next) {
                reached.insert(next.clone(), Some((state.clone(), inputs)));
                queue.push_back(next);
            }
        }
    }
    Exploration { traces, reachable: reached.into_keys().collect() }
}

/// For each bad the depth of the shortest counterexample, or `None` if there is none.
pub fn explicit_verdicts(circuit: &Circuit) -> Vec<Option<usize>> {
    explore(circuit)
        .traces
        .iter()
        .map(|trace| trace.as_ref().map(|trace| trace.depth().transitions()))
        .collect()
}

/// Runs a trace; panics with the reason if it is no counterexample.
pub fn replay(circuit: &Circuit, trace: &Trace) {
    assert_eq!(trace.initial.len(), circuit.latches().len(), "one value a latch");
    for (latch, &value) in circuit.latches().iter().zip(&trace.initial) {
        assert!(latch.reset.value().map_or(true, |reset| reset == value), "an initial state");
    }
    let mut state = trace.initial.clone();
    for (step, inputs) in trace.inputs.iter().enumerate() {
        assert_eq!(inputs.len(), circuit.inputs().len(), "one value an input");
        let values = evaluate(circuit, &state, inputs);
        assert!(admitted(circuit, &values), "constraints hold in step {}", step);
        if step == trace.depth().transitions() {
            assert!(holds(&values, circuit.bads()[trace.property.index()]), "the last step is bad");
        }
        state = successor(circuit, &values);
    }
}
