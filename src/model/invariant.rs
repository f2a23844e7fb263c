//! Invariants and certificates: proofs of a property.

use super::certificate;
use super::circuit::{Circuit, Node, NodeId, Signal};
use crate::base::HashMap;

/// A set of states given by clauses over signals of latches: those that satisfy each of them.
///
/// A signal is a latch, a gate of the circuit that depends on latches alone, or a gate of the invariant's own. If
/// resets read inputs, signals may depend on these inputs, too. Each clause is then a claim about states together with
/// the inputs of the step that begins there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClausalInvariant {
    /// Conjunctions that the clauses may name. The first one is the node behind all nodes of the circuit, and so on;
    /// a gate may name gates before it. Mostly none.
    pub gates: Vec<[Signal; 2]>,
    /// Each clause is a disjunction of signals; no clauses: all states.
    pub clauses: Vec<Vec<Signal>>,
}

/// A gate of an invariant names a signal that stands neither in the circuit nor before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchSignal {
    /// The index of the gate, or of the clause, whose signal is not there.
    pub at: usize,
    /// The signal.
    pub signal: Signal,
}

impl ClausalInvariant {
    /// An invariant without gates of its own.
    pub fn of_clauses(clauses: Vec<Vec<Signal>>) -> ClausalInvariant {
        ClausalInvariant { gates: Vec::new(), clauses }
    }

    /// An invariant of a circuit of `nodes` nodes from clauses over a copy that has further gates.
    pub(crate) fn behind(circuit: &Circuit, nodes: usize, clauses: Vec<Vec<Signal>>) -> ClausalInvariant {
        let gates = circuit.nodes()[nodes..].iter().filter_map(|node| match *node {
            Node::And(a, b) => Some([a, b]),
            Node::False | Node::Input(_) | Node::Latch(_) => None,
        });
        ClausalInvariant { gates: gates.collect(), clauses }
    }

    /// The same claim about another circuit, of `nodes` nodes. `leaf` gives the signal there for an input or a latch of
    /// this one. Gates that the clauses need become gates of the invariant's own; clauses that are always true are left
    /// out.
    ///
    /// # Panics
    ///
    /// If a signal is none of the circuit and none of the invariant.
    pub fn translate(
        &self,
        circuit: &Circuit,
        nodes: usize,
        mut leaf: impl FnMut(NodeId) -> Signal,
    ) -> ClausalInvariant {
        let fanins = |n: usize| match circuit.nodes().get(n) {
            Some(&Node::And(a, b)) => Some([a, b]),
            Some(_) => None,
            None => Some(self.gates[n - circuit.nodes().len()]),
        };
        let mut image: HashMap<usize, Signal> = HashMap::default();
        let mut known: HashMap<[Signal; 2], Signal> = HashMap::default();
        let mut gates: Vec<[Signal; 2]> = Vec::new();
        let mut translated = |signal: Signal| -> Signal {
            let mut stack = vec![signal.node().index()];
            while let Some(&n) = stack.last() {
                if image.contains_key(&n) {
                    stack.pop();
                    continue;
                }
                let found = match fanins(n) {
                    None if n == NodeId::FALSE.index() => Signal::FALSE,
                    None => leaf(NodeId::new(n)),
                    Some(pair) => {
                        let of =
                            |s: Signal| image.get(&s.node().index()).map(|i| i.negate_if(s.is_negated()));
                        match pair.map(of) {
                            [Some(a), Some(b)] => conjunction([a, b], nodes, &mut gates, &mut known),
                            _ => {
                                stack.extend(pair.iter().map(|s| s.node().index()));
                                continue;
                            }
                        }
                    }
                };
                image.insert(n, found);
                stack.pop();
            }
            image[&signal.node().index()].negate_if(signal.is_negated())
        };
        let mut clauses = Vec::with_capacity(self.clauses.len());
        for clause in &self.clauses {
            let literals: Vec<Signal> = clause.iter().map(|&s| translated(s)).collect();
            if !literals.contains(&Signal::TRUE) {
                clauses.push(literals.into_iter().filter(|&s| s != Signal::FALSE).collect());
            }
        }
        ClausalInvariant { gates, clauses }
    }

    /// Adds the invariant's gates to the circuit, which is the one that it speaks of, and gives the clauses over the
    /// signals there.
    ///
    /// # Errors
    ///
    /// If a signal is none of the circuit and no gate before. Some gates may have been added then.
    pub fn attach(&self, circuit: &mut Circuit) -> Result<Vec<Vec<Signal>>, NoSuchSignal> {
        let nodes = circuit.nodes().len();
        let mut own: Vec<Signal> = Vec::with_capacity(self.gates.len());
        let find = |own: &[Signal], at: usize, signal: Signal| match signal.node().index() {
            n if n < nodes => Ok(signal),
            n => match own.get(n - nodes) {
                Some(gate) => Ok(gate.negate_if(signal.is_negated())),
                None => Err(NoSuchSignal { at, signal }),
            },
        };
        for (at, &[a, b]) in self.gates.iter().enumerate() {
            let gate = circuit.and(find(&own, at, a)?, find(&own, at, b)?);
            own.push(gate);
        }
        let of = |(at, clause): (usize, &Vec<Signal>)| clause.iter().map(|&s| find(&own, at, s)).collect();
        self.clauses.iter().enumerate().map(of).collect()
    }
}

impl ClausalInvariant {
    /// The invariant of a circuit with `from` nodes as one of the circuit that its first `to` nodes are; `None` if it
    /// is about one of the other nodes.
    pub fn moved(&self, to: usize, from: usize) -> Option<ClausalInvariant> {
        let of = |signal: &Signal| match signal.node().index() {
            n if n < to => Some(*signal),
            n => Some(NodeId::new(n.checked_sub(from)? + to).signal().negate_if(signal.is_negated())),
        };
        let gates = self.gates.iter().map(|[a, b]| Some([of(a)?, of(b)?])).collect::<Option<_>>()?;
        let clauses =
            self.clauses.iter().map(|clause| clause.iter().map(of).collect()).collect::<Option<_>>()?;
        Some(ClausalInvariant { gates, clauses })
    }
}

/// The conjunction as an earlier signal, or as a new gate behind `nodes` nodes.
fn conjunction(
    [a, b]: [Signal; 2],
    nodes: usize,
    gates: &mut Vec<[Signal; 2]>,
    known: &mut HashMap<[Signal; 2], Signal>,
) -> Signal {
    if a == Signal::FALSE || b == Signal::FALSE || a == !b {
        return Signal::FALSE;
    }
    if a == Signal::TRUE || a == b {
        return b;
    }
    if b == Signal::TRUE {
        return a;
    }
    let pair = if a <= b { [a, b] } else { [b, a] };
    *known.entry(pair).or_insert_with(|| {
        gates.push(pair);
        NodeId::new(nodes + gates.len() - 1).signal()
    })
}

/// A set of states in the proof of a justice property of a circuit.
pub type Layer = certificate::Layer<ClausalInvariant>;

/// A proof that a bad signal of a circuit is never true.
pub type Certificate = certificate::Certificate<ClausalInvariant>;

/// A proof of a property of a circuit: that a bad signal is never true, or that no infinite run is just.
pub type Proof = certificate::Proof<ClausalInvariant>;
