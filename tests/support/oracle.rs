//! An oracle for circuits: it enumerates states and inputs and evaluates gates one by one.
//!
//! It shares nothing with the library but the data types, and is meant to be obviously right rather than fast: a dozen
//! latches and half a dozen inputs.

use indubit::model::circuit::{Circuit, Node, Reset, Signal};
use indubit::model::invariant::Invariant;
use indubit::model::trace::Trace;
use indubit::model::PropertyId;
use std::collections::{BTreeMap, VecDeque};

/// The property of this number, which files call `b` and the number.
pub fn prop(number: usize) -> PropertyId {
    PropertyId::new(number)
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

/// Whether all clauses of the invariant hold in a state.
pub fn satisfies(circuit: &Circuit, invariant: &Invariant, state: &[bool]) -> bool {
    let values = evaluate(circuit, state, &vec![false; circuit.inputs().len()]);
    invariant.clauses.iter().all(|clause| clause.iter().any(|&s| holds(&values, s)))
}

/// The invariant that admits just these states.
pub fn exactly(circuit: &Circuit, states: &[Vec<bool>]) -> Invariant {
    let excluding = |state: &Vec<bool>| -> Vec<Signal> {
        circuit.latches().iter().zip(state).map(|(l, &value)| l.node.signal().negate_if(value)).collect()
    };
    let others = all_vectors(circuit.latches().len()).filter(|state| !states.contains(state));
    Invariant { clauses: others.map(|state| excluding(&state)).collect() }
}

/// The admitted steps from a state: the values of all nodes in each.
pub fn steps(circuit: &Circuit, state: &[bool]) -> Vec<Vec<bool>> {
    let values = all_vectors(circuit.inputs().len()).map(|inputs| evaluate(circuit, state, &inputs));
    values.filter(|values| admitted(circuit, values)).collect()
}

/// Whether the invariant is inductive and excludes the bad signal, if there is one.
pub fn is_inductive(circuit: &Circuit, invariant: &Invariant, bad: Option<Signal>) -> bool {
    let admits = |state: &[bool]| satisfies(circuit, invariant, state) || steps(circuit, state).is_empty();
    initial_states(circuit).iter().all(|state| admits(state))
        && all_vectors(circuit.latches().len()).filter(|s| satisfies(circuit, invariant, s)).all(|state| {
            steps(circuit, &state).iter().all(|values| {
                admits(&successor(circuit, values)) && bad.map_or(true, |bad| !holds(values, bad))
            })
        })
}

/// The result of a search through all states.
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
                    traces[property] = Some(Trace { property: prop(property), initial, inputs: steps });
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

impl Exploration {
    /// For each bad the depth of the shortest counterexample, or `None` if there is none.
    pub fn depths(&self) -> Vec<Option<usize>> {
        self.traces.iter().map(|trace| trace.as_ref().map(|trace| trace.depth().transitions())).collect()
    }
}

/// For each bad the depth of the shortest counterexample, or `None` if there is none.
pub fn explicit_verdicts(circuit: &Circuit) -> Vec<Option<usize>> {
    explore(circuit).depths()
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
