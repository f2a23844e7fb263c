//! A reduced circuit, and the way back to the original.

use crate::base::{Booking, Budget, HashMap};
use crate::model::circuit::{Circuit, InputId, Latch, LatchId, Node, NodeId, Reset, Signal};
use crate::model::invariant::{Certificate, ClausalInvariant};
use crate::model::paths::compared;
use crate::model::simulate::Simulator;
use crate::model::trace::Trace;
use crate::model::PropertyId;

/// A smaller circuit with the same verdicts, and the way back to the original.
///
/// It holds what it needs of the original, so lifting needs nothing else.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The reduced circuit: bad `i` is bad `i` of the original, and so for justice. Inputs, latches and properties keep
    /// their names.
    pub circuit: Circuit,
    /// By input: the one of the original.
    inputs: Vec<InputId>,
    /// By latch: the one of the original.
    latches: Vec<LatchId>,
    /// The inputs of the original.
    original_inputs: Vec<NodeId>,
    /// The latches of the original.
    original_latches: Vec<Latch>,
    /// The number of nodes of the original.
    original_nodes: usize,
    /// The original itself if it has reset functions: they give the first values of removed latches.
    original: Option<Box<Circuit>>,
    /// The reasons for which latches were removed, the first pass first: the fact of a later pass is about latches
    /// that were left then.
    facts: Vec<Fact>,
    /// Its memory.
    booking: Booking,
}

/// The reason why a latch is not needed: it always has the value of something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    latch: LatchId,
    is: Value,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Constant(bool),
    Same { latch: LatchId, negated: bool },
}

impl Fact {
    /// `by` is a constant or a latch.
    pub fn new(circuit: &Circuit, latch: LatchId, by: Signal) -> Fact {
        let is = match circuit.nodes()[by.node().index()] {
            Node::Latch(other) => Value::Same { latch: other, negated: by.is_negated() },
            node => {
                debug_assert_eq!(node, Node::False);
                Value::Constant(by.is_negated())
            }
        };
        Fact { latch, is }
    }

    /// The fact with its latches renamed.
    fn rename(self, name: impl Fn(LatchId) -> LatchId) -> Fact {
        let is = match self.is {
            Value::Constant(value) => Value::Constant(value),
            Value::Same { latch, negated } => Value::Same { latch: name(latch), negated },
        };
        Fact { latch: name(self.latch), is }
    }

    fn clauses(self, node: impl Fn(LatchId) -> Signal) -> Vec<Vec<Signal>> {
        let signal = node(self.latch);
        match self.is {
            Value::Constant(value) => vec![vec![signal.negate_if(!value)]],
            Value::Same { latch, negated } => {
                let other = node(latch).negate_if(negated);
                vec![vec![signal, !other], vec![!signal, other]]
            }
        }
    }
}

impl Reduction {
    /// The circuit as it is.
    pub fn identity(circuit: &Circuit) -> Reduction {
        let inputs = circuit.input_ids().map(|(id, _)| id).collect();
        let latches = circuit.latch_ids().map(|(id, _)| id).collect();
        Reduction::new(circuit, circuit.clone(), inputs, latches, Vec::new())
    }

    pub(super) fn new(
        original: &Circuit,
        circuit: Circuit,
        inputs: Vec<InputId>,
        latches: Vec<LatchId>,
        facts: Vec<Fact>,
    ) -> Reduction {
        Reduction {
            circuit,
            inputs,
            latches,
            original_inputs: original.inputs().to_vec(),
            original_latches: original.latches().to_vec(),
            original_nodes: original.nodes().len(),
            original: original.has_reset_functions().then(|| Box::new(original.clone())),
            facts,
            booking: Booking::default(),
        }
    }

    /// The same reduction, with what it holds booked on a budget.
    pub(super) fn booked(mut self, budget: &Budget) -> Reduction {
        let original = self.original.as_ref().map_or(0, |original| original.bytes());
        let lists = 8 * (self.inputs.len() + self.latches.len())
            + 4 * self.original_inputs.len()
            + self.original_latches.len() * std::mem::size_of::<Latch>();
        self.booking.move_to(budget.clone());
        self.booking.set((self.circuit.bytes() + original + lists) as u64);
        self
    }

    /// This reduction and then one of its circuit, as one.
    pub fn then(self, next: Reduction) -> Reduction {
        debug_assert_eq!(next.original_latches.len(), self.latches.len());
        debug_assert_eq!(next.original_inputs.len(), self.inputs.len());
        let latch = |l: LatchId| self.latches[l.index()];
        let mut facts = self.facts;
        facts.extend(next.facts.iter().map(|fact| fact.rename(latch)));
        Reduction {
            circuit: next.circuit,
            inputs: next.inputs.iter().map(|i| self.inputs[i.index()]).collect(),
            latches: next.latches.iter().map(|&l| latch(l)).collect(),
            original_inputs: self.original_inputs,
            original_latches: self.original_latches,
            original_nodes: self.original_nodes,
            original: self.original,
            facts,
            booking: Booking::default(),
        }
    }

    /// The latch of the original that this latch is.
    pub fn original_latch(&self, latch: LatchId) -> LatchId {
        self.latches[latch.index()]
    }

    /// The input of the original that this input is.
    pub fn original_input(&self, input: InputId) -> InputId {
        self.inputs[input.index()]
    }

    /// An inductive invariant of the reduced circuit as one of the original: its clauses over the original's latches,
    /// after the facts about removed latches.
    pub fn lift_invariant(&self, invariant: &ClausalInvariant) -> ClausalInvariant {
        let node = |latch: LatchId| self.original_latches[latch.index()].node.signal();
        let leaf = |leaf: NodeId| match self.circuit.nodes()[leaf.index()] {
            Node::Latch(latch) => node(self.original_latch(latch)),
            Node::Input(input) => self.original_inputs[self.original_input(input).index()].signal(),
            Node::False | Node::And(..) => unreachable!("neither an input nor a latch"),
        };
        let ClausalInvariant { gates, clauses } =
            invariant.translate(&self.circuit, self.original_nodes, leaf);
        let facts = self.facts.iter().flat_map(|fact| fact.clauses(node));
        ClausalInvariant { gates, clauses: facts.chain(clauses).collect() }
    }

    /// Clauses over the original as clauses over the reduced circuit, as far as their signals are there. A removed
    /// latch is what its fact says. The gates of the clauses are numbered from this node on.
    pub fn lower_clauses(&self, found: &ClausalInvariant, nodes: usize) -> Vec<Vec<Signal>> {
        let mut image: HashMap<NodeId, Signal> = HashMap::default();
        image.insert(NodeId::FALSE, Signal::FALSE);
        let node = |latch: LatchId| self.original_latches[latch.index()].node;
        let kept = self.latches.iter().zip(self.circuit.latches());
        image.extend(kept.map(|(&original, latch)| (node(original), latch.node.signal())));
        // The last pass first, as for traces.
        for fact in self.facts.iter().rev() {
            let is = match fact.is {
                Value::Constant(value) => Some(Signal::constant(value)),
                Value::Same { latch, negated } => image.get(&node(latch)).map(|s| s.negate_if(negated)),
            };
            image.extend(is.map(|is| (node(fact.latch), is)));
        }
        let of = |image: &HashMap<NodeId, Signal>, signal: Signal| {
            image.get(&signal.node()).map(|found| found.negate_if(signal.is_negated()))
        };
        for (at, &[a, b]) in found.gates.iter().enumerate() {
            if let (Some(a), Some(b)) = (of(&image, a), of(&image, b)) {
                let gate = self.circuit.known_and(a, b);
                image.extend(gate.map(|gate| (NodeId::new(nodes + at), gate)));
            }
        }
        let lowered = |clause: &Vec<Signal>| {
            let mut lowered: Vec<Signal> = clause.iter().map(|&s| of(&image, s)).collect::<Option<_>>()?;
            lowered.sort_unstable();
            lowered.dedup();
            lowered.retain(|&signal| signal != Signal::FALSE);
            // A signal and its negation are neighbours.
            let is_true = lowered.contains(&Signal::TRUE) || lowered.windows(2).any(|two| two[0] == !two[1]);
            (!is_true && !lowered.is_empty()).then_some(lowered)
        };
        found.clauses.iter().filter_map(lowered).collect()
    }

    /// A certificate for the reduced circuit as one for the original.
    ///
    /// A proof by k-induction keeps its length, and the facts about removed latches become lemmas. With `simple_path`
    /// it is a proof for the original only if [`Reduction::keeps_simple_paths`].
    pub fn lift_certificate(&self, certificate: &Certificate) -> Certificate {
        certificate.over(self.lift_invariant(certificate.states()))
    }

    /// Whether, for each bad signal, states of the original differ on a simple path only if their reduced states do,
    /// given the facts (see [`compared`]): the property depends on no latch that it does not depend on when reduced. If
    /// it did, that latch might tell all states of a run apart, even those that are equal without it. To assume
    /// different states would then assume nothing. A bad signal that became false is proved without such assumptions.
    ///
    /// # Panics
    ///
    /// If this is not the circuit that was reduced, and too small for it.
    pub fn keeps_simple_paths(&self, original: &Circuit) -> bool {
        let is_false = |property| self.circuit.bad(property) == Some(Signal::FALSE);
        let mut safety = (0..original.bads().len()).map(PropertyId::new);
        safety.all(|p| is_false(p) || self.keeps_simple_paths_of(original, p))
    }

    fn keeps_simple_paths_of(&self, original: &Circuit, property: PropertyId) -> bool {
        let mut equal = vec![false; original.nodes().len()];
        for node in compared(&self.circuit, property) {
            match self.circuit.nodes()[node.index()] {
                Node::Latch(latch) => {
                    equal[self.original_latches[self.original_latch(latch).index()].node.index()] = true
                }
                Node::Input(input) => {
                    equal[self.original_inputs[self.original_input(input).index()].index()] = true
                }
                Node::False | Node::And(..) => {}
            }
        }
        let node = |latch: LatchId| self.original_latches[latch.index()].node.index();
        // The last pass first, as for traces.
        for fact in self.facts.iter().rev() {
            equal[node(fact.latch)] |= match fact.is {
                Value::Constant(_) => true,
                Value::Same { latch, .. } => equal[node(latch)],
            };
        }
        compared(original, property).iter().all(|node| equal[node.index()])
    }

    /// A trace of the reduced circuit as one of the original, of the same depth.
    ///
    /// Removed inputs are false. A removed latch starts with its reset, a function evaluated in the original; if the
    /// latch may start as either it has the value that its fact gives it, and false if nothing depends on it.
    pub fn lift_trace(&self, trace: &Trace) -> Trace {
        let reset = |latch: &Latch| latch.reset.value().unwrap_or(false);
        let mut initial: Vec<bool> = self.original_latches.iter().map(reset).collect();
        for (&latch, &value) in self.latches.iter().zip(&trace.initial) {
            initial[latch.index()] = value;
        }
        // The last pass first: what it removed may stand for latches that were removed before.
        for fact in self.facts.iter().rev() {
            if self.original_latches[fact.latch.index()].reset == Reset::Free {
                initial[fact.latch.index()] = match fact.is {
                    Value::Constant(value) => value,
                    Value::Same { latch, negated } => initial[latch.index()] != negated,
                };
            }
        }
        let step = |values: &Vec<bool>| {
            let mut step = vec![false; self.original_inputs.len()];
            for (&input, &value) in self.inputs.iter().zip(values) {
                step[input.index()] = value;
            }
            step
        };
        let inputs: Vec<Vec<bool>> = trace.inputs.iter().map(step).collect();
        if let (Some(original), Some(first)) = (&self.original, inputs.first()) {
            let mut simulator = Simulator::new(original);
            simulator.reset(|latch| initial[latch.index()] as u64, |input| first[input.index()] as u64);
            for (value, latch) in initial.iter_mut().zip(original.latches()) {
                *value = simulator.value(latch.node.signal()) & 1 != 0;
            }
        }
        Trace { property: trace.property, initial, inputs }
    }
}
