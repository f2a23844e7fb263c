//! An oracle for justice properties: it looks for a loop through all states, and at rankings state by state.
//!
//! It shares nothing with the library but the data types. States are *views*, as in the oracle for bad signals: the
//! latches, and the inputs that resets read.

use crate::random_circuit::{random_circuit, Shape};
use crate::states::{admitted, evaluate, holds, initial_views, satisfies, state_of, steps, successor, views};
use indubit::base::Rng;
use indubit::model::circuit::{Circuit, Signal};
use indubit::model::invariant::Layer;
use indubit::model::trace::Trace;
use indubit::model::PropertyId;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

type View = Vec<bool>;

/// The signals that come infinitely often in a run that violates the property.
pub fn signals(circuit: &Circuit, property: PropertyId) -> Vec<Signal> {
    let own = &circuit.justice()[property.index()];
    own.iter().chain(circuit.fairness()).copied().collect()
}

/// A step: the values of the signals in it, and the view that it leads to.
type Edges = Vec<(Vec<bool>, View)>;

fn edges(circuit: &Circuit, signals: &[Signal], view: &[bool]) -> Edges {
    let mut found = Vec::new();
    for values in steps(circuit, view) {
        let seen: Vec<bool> = signals.iter().map(|&signal| holds(&values, signal)).collect();
        for next in views(circuit, &successor(circuit, &values)) {
            found.push((seen.clone(), next));
        }
    }
    found
}

fn reached<'g>(graph: &'g BTreeMap<View, Edges>, from: &'g View) -> BTreeSet<&'g View> {
    let mut seen = BTreeSet::new();
    let mut stack = vec![from];
    while let Some(view) = stack.pop() {
        for (_, next) in &graph[view] {
            if seen.insert(next) {
                stack.push(next);
            }
        }
    }
    seen
}

/// Whether the justice property fails: from an initial view a strongly connected component can be reached that has a
/// step, and for each signal a step in which it is true.
pub fn fails(circuit: &Circuit, property: PropertyId) -> bool {
    let signals = signals(circuit, property);
    let mut graph: BTreeMap<View, Edges> = BTreeMap::new();
    let mut stack = initial_views(circuit);
    while let Some(view) = stack.pop() {
        if let Entry::Vacant(place) = graph.entry(view) {
            let edges = edges(circuit, &signals, place.key());
            stack.extend(edges.iter().map(|(_, next)| next.clone()));
            place.insert(edges);
        }
    }
    let reach: BTreeMap<&View, BTreeSet<&View>> =
        graph.keys().map(|view| (view, reached(&graph, view))).collect();
    graph.keys().any(|view| {
        let inside = |other: &View| reach[view].contains(other) && reach[other].contains(view);
        let inner = || {
            let members = graph.iter().filter(|(other, _)| inside(other));
            members.flat_map(|(_, edges)| edges).filter(|(_, next)| inside(next))
        };
        inner().next().is_some() && (0..signals.len()).all(|i| inner().any(|(seen, _)| seen[i]))
    })
}

/// Whether a trace is a lasso that violates its property, all latches compared.
pub fn is_lasso(circuit: &Circuit, trace: &Trace) -> bool {
    let signals = signals(circuit, trace.property);
    let mut states = vec![trace.initial.clone()];
    let mut seen = Vec::new();
    for (step, inputs) in trace.inputs.iter().enumerate() {
        let state = &states[step];
        let values = evaluate(circuit, state, inputs);
        let starts = |view: &View| {
            state_of(circuit, view) == state.as_slice() && steps(circuit, view).contains(&values)
        };
        if step == 0 && !initial_views(circuit).iter().any(starts) || !admitted(circuit, &values) {
            return false;
        }
        seen.push(signals.iter().map(|&signal| holds(&values, signal)).collect::<Vec<bool>>());
        states.push(successor(circuit, &values));
    }
    let end = states.pop().expect("a state");
    (0..states.len()).any(|start| {
        states[start] == end && (0..signals.len()).all(|i| seen[start..].iter().any(|step| step[i]))
    })
}

/// Whether layers are a ranking, by the conditions of the documentation, view by view.
pub fn is_ranking(circuit: &Circuit, property: PropertyId, layers: &[Layer]) -> bool {
    let signals = signals(circuit, property);
    let rank = |view: &View| layers.iter().position(|layer| satisfies(circuit, &layer.states, view));
    let latches = crate::states::view_nodes(circuit).len();
    let counts = |view: &View| !steps(circuit, view).is_empty();
    let initially =
        initial_views(circuit).iter().filter(|view| counts(view)).all(|view| rank(view).is_some());
    initially
        && crate::states::all_vectors(latches).all(|view| {
            let before = match rank(&view) {
                Some(before) => before,
                None => return true,
            };
            let waits_for = layers[before].waits_for;
            edges(circuit, &signals, &view).iter().filter(|(_, next)| counts(next)).all(|(seen, next)| {
                // Without signals every step counts as if one came.
                let comes = seen.get(waits_for).copied().unwrap_or(true);
                rank(next).map_or(false, |after| if comes { after < before } else { after <= before })
            })
        })
}

/// A random circuit with justice properties.
pub fn random_live(rng: &mut Rng, shape: &Shape) -> Circuit {
    let mut circuit = random_circuit(rng, shape);
    let count = circuit.nodes().len();
    let signal = |circuit: &Circuit, rng: &mut Rng| {
        // Latches and gates at the end more often than the constant.
        let node = count - 1 - rng.below(count).min(rng.below(count));
        let latch = circuit.latches().get(rng.below(8)).map(|latch| latch.node.signal());
        let any = indubit::model::circuit::NodeId::new(node).signal();
        latch.filter(|_| rng.one_in(2)).unwrap_or(any).negate_if(rng.one_in(2))
    };
    for _ in 0..=rng.below(2) {
        let signals: Vec<Signal> = (0..rng.below(4)).map(|_| signal(&circuit, rng)).collect();
        circuit.add_justice(&signals);
    }
    for _ in 0..rng.below(3) {
        let fair = signal(&circuit, rng);
        circuit.add_fairness(fair);
    }
    circuit
}
