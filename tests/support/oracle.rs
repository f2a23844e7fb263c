//! An oracle for circuits: it enumerates states and inputs and evaluates gates one by one.
//!
//! It shares nothing with the library but the data types, and is meant to be obviously right rather than fast: a dozen
//! latches and half a dozen inputs.
//!
//! Where resets read inputs, a state is initial together with certain inputs only. So the oracle explores *views*: a
//! view is the value of each latch, and behind them the value of each input that a reset reads. A circuit without such
//! inputs has views that are states.

use indubit::model::circuit::{Circuit, Node, NodeId, Reset, Signal};
use indubit::model::invariant::ClausalInvariant;
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

/// By node: whether a reset function reads it, directly, through gates or through latches with functions.
pub fn read_by_resets(circuit: &Circuit, latches: &[usize]) -> Vec<bool> {
    let mut read = vec![false; circuit.nodes().len()];
    for &latch in latches {
        if let Reset::Function(signal) = circuit.latches()[latch].reset {
            read[signal.node().index()] = true;
        }
    }
    for _ in 0..circuit.nodes().len() {
        for (i, node) in circuit.nodes().iter().enumerate() {
            if !read[i] {
                continue;
            }
            let signals = match *node {
                Node::And(a, b) => vec![a, b],
                Node::Latch(latch) => circuit.latches()[latch.index()].reset.function().into_iter().collect(),
                Node::False | Node::Input(_) => vec![],
            };
            signals.iter().for_each(|s| read[s.node().index()] = true);
        }
    }
    read
}

/// The nodes of a view: the latches, and the inputs that resets read.
pub fn view_nodes(circuit: &Circuit) -> Vec<NodeId> {
    let all: Vec<usize> = (0..circuit.latches().len()).collect();
    let read = read_by_resets(circuit, &all);
    let inputs = circuit.inputs().iter().copied().filter(|node| read[node.index()]);
    circuit.latches().iter().map(|latch| latch.node).chain(inputs).collect()
}

/// The state of a view.
pub fn state_of<'a>(circuit: &Circuit, view: &'a [bool]) -> &'a [bool] {
    &view[..circuit.latches().len()]
}

/// All views of a state.
pub fn views(circuit: &Circuit, state: &[bool]) -> Vec<Vec<bool>> {
    let held = view_nodes(circuit).len() - state.len();
    all_vectors(held).map(|held| [state, &held].concat()).collect()
}

/// All inputs that a view allows.
fn inputs_of(circuit: &Circuit, view: &[bool]) -> Vec<Vec<bool>> {
    let nodes = view_nodes(circuit);
    let agrees = |inputs: &Vec<bool>| {
        let same = |(node, &value): (&NodeId, &bool)| match circuit.nodes()[node.index()] {
            Node::Input(input) => inputs[input.index()] == value,
            _ => true,
        };
        nodes.iter().zip(view).all(same)
    };
    all_vectors(circuit.inputs().len()).filter(agrees).collect()
}

/// All views that agree with the resets, whether or not they satisfy the constraints.
pub fn initial_views(circuit: &Circuit) -> Vec<Vec<bool>> {
    let starts = |view: &Vec<bool>| {
        let state = state_of(circuit, view);
        // The functions read no inputs but those of the view.
        let values = evaluate(circuit, state, &inputs_of(circuit, view)[0]);
        circuit.latches().iter().zip(state).all(|(latch, &value)| match latch.reset {
            Reset::Zero => !value,
            Reset::One => value,
            Reset::Free => true,
            Reset::Function(signal) => value == holds(&values, signal),
        })
    };
    all_vectors(view_nodes(circuit).len()).filter(starts).collect()
}

/// Whether all clauses of the invariant hold in a view.
pub fn satisfies(circuit: &Circuit, invariant: &ClausalInvariant, view: &[bool]) -> bool {
    let inputs = &inputs_of(circuit, view)[0];
    let mut values = evaluate(circuit, state_of(circuit, view), inputs);
    for &[a, b] in &invariant.gates {
        let both = holds(&values, a) && holds(&values, b);
        values.push(both);
    }
    invariant.clauses.iter().all(|clause| clause.iter().any(|&s| holds(&values, s)))
}

/// The invariant that admits just these views.
pub fn exactly(circuit: &Circuit, reachable: &[Vec<bool>]) -> ClausalInvariant {
    let nodes = view_nodes(circuit);
    let excluding = |view: &Vec<bool>| -> Vec<Signal> {
        nodes.iter().zip(view).map(|(node, &value)| node.signal().negate_if(value)).collect()
    };
    let others = all_vectors(nodes.len()).filter(|view| !reachable.contains(view));
    ClausalInvariant::of_clauses(others.map(|view| excluding(&view)).collect())
}

/// The admitted steps from a view: the values of all nodes in each.
pub fn steps(circuit: &Circuit, view: &[bool]) -> Vec<Vec<bool>> {
    let inputs = inputs_of(circuit, view);
    let values = inputs.iter().map(|inputs| evaluate(circuit, state_of(circuit, view), inputs));
    values.filter(|values| admitted(circuit, values)).collect()
}

/// Whether the invariant is inductive and excludes the bad signal, if there is one.
pub fn is_inductive(circuit: &Circuit, invariant: &ClausalInvariant, bad: Option<Signal>) -> bool {
    let all: Vec<Vec<bool>> = all_vectors(view_nodes(circuit).len()).collect();
    let satisfies = |view: &Vec<bool>| satisfies(circuit, invariant, view);
    let steps: Vec<Vec<Vec<bool>>> = all.iter().map(|view| steps(circuit, view)).collect();
    let admits: BTreeMap<&Vec<bool>, bool> =
        all.iter().zip(&steps).map(|(view, steps)| (view, satisfies(view) || steps.is_empty())).collect();
    initial_views(circuit).iter().all(|view| admits[view])
        && all.iter().zip(&steps).filter(|(view, _)| satisfies(view)).all(|(_, steps)| {
            steps.iter().all(|values| {
                views(circuit, &successor(circuit, values)).iter().all(|view| admits[view])
                    && bad.map_or(true, |bad| !holds(values, bad))
            })
        })
}

/// The result of a search through all states.
pub struct Exploration {
    /// For each bad a shortest counterexample.
    pub traces: Vec<Option<Trace>>,
    /// The views on paths all of whose steps before satisfy the constraints.
    pub reachable: Vec<Vec<bool>>,
}

/// Breadth-first search over all views.
pub fn explore(circuit: &Circuit) -> Exploration {
    // How each view was reached first: from which view, by which inputs.
    type Origin = Option<(Vec<bool>, Vec<bool>)>;
    let mut reached: BTreeMap<Vec<bool>, Origin> = BTreeMap::new();
    let mut queue = VecDeque::new();
    for view in initial_views(circuit) {
        reached.insert(view.clone(), None);
        queue.push_back(view);
    }
    let mut traces: Vec<Option<Trace>> = vec![None; circuit.bads().len()];
    while let Some(view) = queue.pop_front() {
        for inputs in inputs_of(circuit, &view) {
            let values = evaluate(circuit, state_of(circuit, &view), &inputs);
            if !admitted(circuit, &values) {
                continue;
            }
            for (property, &bad) in circuit.bads().iter().enumerate() {
                if traces[property].is_none() && holds(&values, bad) {
                    let mut steps = vec![inputs.clone()];
                    let mut first = view.clone();
                    while let Some(Some((before, by))) = reached.get(&first) {
                        steps.push(by.clone());
                        first = before.clone();
                    }
                    steps.reverse();
                    let initial = state_of(circuit, &first).to_vec();
                    traces[property] = Some(Trace { property: prop(property), initial, inputs: steps });
                }
            }
            for next in views(circuit, &successor(circuit, &values)) {
                if !reached.contains_key(&next) {
                    reached.insert(next.clone(), Some((view.clone(), inputs.clone())));
                    queue.push_back(next);
                }
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
    let values = evaluate(circuit, &trace.initial, &trace.inputs[0]);
    for (latch, &value) in circuit.latches().iter().zip(&trace.initial) {
        let reset = latch.reset.function().map(|signal| holds(&values, signal)).or(latch.reset.value());
        assert!(reset.map_or(true, |reset| reset == value), "an initial state");
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
