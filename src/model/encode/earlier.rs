//! A circuit that is bad one step before another one is.
//!
//! IC3 asks whether a state of the last frame is bad. Bradley's first version (VMCAI 2011) asked instead whether a step
//! from a state of the last frame, in which the property holds, leads to a bad one; rIC3 of 2026 has this again as the
//! *predicate property*. The cubes then begin one step further back: they are predecessors of bad states, of which
//! there are often fewer kinds, and no lemma is spent on what the property says itself. All that is needed for that is
//! another circuit. Its bad signal is that of the original over the next states of the latches and a second set of
//! inputs; the constraints count there, too. If the bad signal depends on latches alone, its negation is a constraint:
//! a run that is bad sooner is another counterexample.
//!
//! That no initial state is bad stays to be shown, which is one query for the user of this.
//!
//! An invariant of this circuit proves the property of the original. With the property as a constraint the two are
//! inductive together: `Inv ∧ ¬Bad ∧ T` gives `Inv′`, and `¬Bad′` since `Inv` excludes the new bad signal. Without it
//! the invariant is inductive alone, and the property holds after any step from a state that satisfies it: it is
//! 1-inductive with the invariant as lemmas.

use crate::model::circuit::{Circuit, InputId, Node, NodeId, Signal};
use crate::model::invariant::Certificate;
use crate::model::trace::Trace;
use crate::model::PropertyId;

/// A circuit that is bad one step earlier, with the way back.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// The circuit. Nodes, inputs and latches are the original's; other inputs and gates stand behind them. Its one bad
    /// signal is true in a step if the original's may be true in the next one, admitted by the constraints.
    pub circuit: Circuit,
    /// The original's property.
    property: PropertyId,
    /// Its bad signal.
    bad: Signal,
    /// The number of its nodes.
    nodes: usize,
    /// The number of its inputs.
    inputs: usize,
    /// The inputs of the next step that the bad signal depends on, in the order of the inputs for them.
    later: Vec<InputId>,
    /// Whether the last constraint says that the property holds.
    is_assumed: bool,
}

/// The circuit that is bad one step before the property of this one is violated; `None` if the circuit has no such bad
/// signal. Takes time linear in the circuit, which grows by the cone of the bad signal and of the constraints.
pub fn one_step_earlier(original: &Circuit, property: PropertyId) -> Option<Earlier> {
    let bad = original.bad(property)?;
    let mut circuit = original.clone();
    circuit.clear_bads();
    circuit.clear_justice();
    let mut needed = vec![false; original.nodes().len()];
    for root in original.constraints().iter().chain(Some(&bad)) {
        needed[root.node().index()] = true;
    }
    for (n, node) in original.nodes().iter().enumerate().rev() {
        if let (true, Node::And(a, b)) = (needed[n], node) {
            needed[a.node().index()] = true;
            needed[b.node().index()] = true;
        }
    }
    let mut later = Vec::new();
    let mut image = vec![Signal::FALSE; original.nodes().len()];
    for (n, node) in original.nodes().iter().enumerate().filter(|&(n, _)| needed[n]) {
        let of = |s: Signal| image[s.node().index()].negate_if(s.is_negated());
        image[n] = match *node {
            Node::False => Signal::FALSE,
            Node::Input(input) => {
                later.push(input);
                circuit.add_input()
            }
            Node::Latch(latch) => original.latches()[latch.index()].next,
            Node::And(a, b) => circuit.and(of(a), of(b)),
        };
    }
    let roots = original.constraints().iter().chain(Some(&bad));
    let after: Vec<Signal> = roots.map(|s| image[s.node().index()].negate_if(s.is_negated())).collect();
    let after = circuit.and_all(&after);
    circuit.add_bad(after);
    let is_assumed = is_of_latches(original, bad);
    if is_assumed {
        circuit.add_constraint(!bad);
    }
    let (nodes, inputs) = (original.nodes().len(), original.inputs().len());
    Some(Earlier { circuit, property, bad, nodes, inputs, later, is_assumed })
}

impl Earlier {
    /// The constraint that the property holds, by its index, if it is one.
    pub fn assumed(&self) -> Option<usize> {
        self.is_assumed.then(|| self.circuit.constraints().len() - 1)
    }

    /// The proof of the property of the original from an invariant of this circuit that excludes its bad signal.
    pub fn proof(&self, proof: Certificate) -> Certificate {
        let invariant = match proof {
            Certificate::Inductive(invariant) => invariant,
            other => return other,
        };
        let mut invariant = invariant.translate(&self.circuit, self.nodes, NodeId::signal);
        if self.is_assumed {
            invariant.clauses.push(vec![!self.bad]);
            return Certificate::Inductive(invariant);
        }
        Certificate::KInductive { k: 1, lemmas: invariant, simple_path: false }
    }

    /// A run into the bad signal of this circuit as one of the original that is a step longer.
    pub fn lift_trace(&self, mut trace: Trace) -> Trace {
        let mut last = vec![false; self.inputs];
        if let Some(step) = trace.inputs.last() {
            for (&input, &value) in self.later.iter().zip(&step[self.inputs..]) {
                last[input.index()] = value;
            }
        }
        trace.inputs.iter_mut().for_each(|step| step.truncate(self.inputs));
        trace.inputs.push(last);
        Trace { property: self.property, ..trace }
    }
}

/// Whether a signal depends on latches alone.
fn is_of_latches(circuit: &Circuit, signal: Signal) -> bool {
    let mut seen = vec![false; circuit.nodes().len()];
    let mut stack = vec![signal.node()];
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        match circuit.nodes()[node.index()] {
            Node::False | Node::Latch(_) => {}
            Node::Input(_) => return false,
            Node::And(a, b) => stack.extend([a.node(), b.node()]),
        }
    }
    true
}
