//! And-inverter graphs with latches: the circuits that AIGER files describe.
//!
//! A [`Circuit`] is a vector of nodes in topological order: node 0 is the constant false, every other node is an input,
//! a latch or a two-input and-gate whose fanins stand before it. A [`Signal`] is a node or its negation. A state is a
//! value for each latch, a step reads a value for each input. A *bad* signal must never be true in a reachable step;
//! a *constraint* must be true in every step up to and including the bad one, else the path does not count.
//!
//! Liveness is told by *justice properties*, each a list of signals, and by *fairness* signals, which count for all of
//! them. A justice property fails if there is an infinite run in which every constraint is true in every step, and each
//! signal of the property and each fairness signal is true infinitely often. Bad signals know nothing of fairness.
//!
//! A *reset* says how a latch starts: as a constant, as either value, or with the value that a signal has in the first
//! step ([`Reset::Function`]). That signal reads the inputs of the first step and the first values of latches, and it
//! must not depend on the first value of its own latch. If such signals read inputs, then a state is initial together
//! with certain inputs of the first step only.
//!
//! [`Circuit::and`] folds constants and shares equal gates (structural hashing), so a gate is never written twice.
//! Circuits are plain data: `Send`, compared by value, cloned in time and space linear in their nodes. Names from a
//! file are kept in [`Circuit::symbols`] and mean nothing to the engines.
//!
//! ```
//! use indubit::model::circuit::{Circuit, Reset};
//!
//! // A counter modulo 4 that counts while its input is on. Is it ever 3?
//! let mut circuit = Circuit::new();
//! let enable = circuit.add_input();
//! let (low, high) = (circuit.add_latch(Reset::Zero), circuit.add_latch(Reset::Zero));
//! let next_low = circuit.xor(low, enable);
//! let carry = circuit.and(low, enable);
//! let next_high = circuit.xor(high, carry);
//! circuit.set_next(low, next_low);
//! circuit.set_next(high, next_high);
//! let three = circuit.and(low, high);
//! let property = circuit.add_bad(three);
//! assert_eq!(property.to_string(), "b0");
//! assert_eq!(circuit.latches().len(), 2);
//! ```
//!
//! Signals and indices belong to the circuit that gave them. A signal of a node that the circuit does not have is
//! refused by a panic; one of another circuit that happens to exist here cannot be told from the circuit's own.

mod copied;
mod images;
mod resets;
mod rewrite;

pub use copied::CopiedGate;
pub use resets::ResetCycle;

use super::{PropertyId, PropertyKind};
use crate::base::HashMap;
use std::fmt;
use std::ops::Not;

/// Position of a node in its circuit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The node that is constantly false.
    pub const FALSE: NodeId = NodeId(0);

    /// The largest number of nodes in a circuit.
    pub const LIMIT: usize = (u32::MAX >> 2) as usize;

    /// The node at this position.
    ///
    /// # Panics
    ///
    /// If the position is not below [`NodeId::LIMIT`].
    #[inline]
    pub fn new(index: usize) -> NodeId {
        assert!(index < NodeId::LIMIT, "a circuit has at most {} nodes", NodeId::LIMIT);
        NodeId(index as u32)
    }

    /// The position.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The node as a signal, not negated.
    #[inline]
    pub fn signal(self) -> Signal {
        Signal(self.0 << 1)
    }
}

/// A node or its negation, encoded as `2 * node + sign`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signal(u32);

impl Signal {
    /// Constantly false.
    pub const FALSE: Signal = Signal(0);
    /// Constantly true.
    pub const TRUE: Signal = Signal(1);

    /// The constant of this value.
    pub fn constant(value: bool) -> Signal {
        Signal(value as u32)
    }

    /// The node below the sign.
    #[inline]
    pub fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    /// Whether the signal is the negation of its node.
    #[inline]
    pub fn is_negated(self) -> bool {
        self.0 & 1 != 0
    }

    /// This signal if `flip` is false, its negation otherwise.
    #[inline]
    pub fn negate_if(self, flip: bool) -> Signal {
        Signal(self.0 ^ flip as u32)
    }

    /// `2 * node + sign`, for arrays that are indexed by signal.
    #[inline]
    pub fn code(self) -> usize {
        self.0 as usize
    }
}

impl Not for Signal {
    type Output = Signal;

    #[inline]
    fn not(self) -> Signal {
        Signal(self.0 ^ 1)
    }
}

impl fmt::Debug for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}n{}", if self.is_negated() { "!" } else { "" }, self.0 >> 1)
    }
}

/// Position of an input among the inputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InputId(u32);

/// Position of a latch among the latches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LatchId(u32);

macro_rules! position {
    ($name:ident) => {
        impl $name {
            /// The item at this position.
            ///
            /// # Panics
            ///
            /// If the position is not below [`NodeId::LIMIT`].
            #[inline]
            pub fn new(index: usize) -> $name {
                $name(NodeId::new(index).0)
            }

            /// The position.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
position!(InputId);
position!(LatchId);

/// The source of a node's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// The constant; only node 0.
    False,
    /// A value chosen anew in every step.
    Input(InputId),
    /// A value kept from the step before.
    Latch(LatchId),
    /// The conjunction of two signals of smaller nodes.
    And(Signal, Signal),
}

/// The value of a latch in the first step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reset {
    /// Starts as false.
    Zero,
    /// Starts as true.
    One,
    /// Starts as either.
    Free,
    /// Starts with the value that this signal has in the first step. A circuit keeps neither a constant nor the latch
    /// itself in this form: these are the other cases.
    Function(Signal),
}

impl Reset {
    /// The constant that the latch starts with, or `None` if it is free or given by a function.
    pub fn value(self) -> Option<bool> {
        match self {
            Reset::Zero => Some(false),
            Reset::One => Some(true),
            Reset::Free | Reset::Function(_) => None,
        }
    }

    /// The signal whose value in the first step the latch starts with, if it is no constant and not free.
    pub fn function(self) -> Option<Signal> {
        match self {
            Reset::Function(signal) => Some(signal),
            _ => None,
        }
    }
}

/// One bit of state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latch {
    /// The node that carries the value.
    pub node: NodeId,
    /// The value in the next step.
    pub next: Signal,
    /// The value in the first step.
    pub reset: Reset,
}

/// Names from the file the circuit was read from; empty strings where there was none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbols {
    /// By input.
    pub inputs: Vec<String>,
    /// By latch.
    pub latches: Vec<String>,
    /// By bad signal.
    pub bads: Vec<String>,
    /// By constraint.
    pub constraints: Vec<String>,
    /// By justice property.
    pub justice: Vec<String>,
    /// By fairness signal.
    pub fairness: Vec<String>,
}

/// An and-inverter graph with latches, properties and constraints. See the module's documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circuit {
    nodes: Vec<Node>,
    inputs: Vec<NodeId>,
    latches: Vec<Latch>,
    bads: Vec<Signal>,
    constraints: Vec<Signal>,
    justice: Vec<Vec<Signal>>,
    fairness: Vec<Signal>,
    /// Names, for people.
    pub symbols: Symbols,
    gates: HashMap<(Signal, Signal), NodeId>,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit::new()
    }
}

impl Circuit {
    /// A circuit with nothing but the constant.
    pub fn new() -> Circuit {
        Circuit {
            nodes: vec![Node::False],
            inputs: Vec::new(),
            latches: Vec::new(),
            bads: Vec::new(),
            constraints: Vec::new(),
            justice: Vec::new(),
            fairness: Vec::new(),
            symbols: Symbols::default(),
            gates: HashMap::default(),
        }
    }

    /// The bytes that nodes, latches and the table of gates hold.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * std::mem::size_of::<Node>()
            + self.latches.capacity() * std::mem::size_of::<Latch>()
            + self.table_bytes(self.gates.capacity())
    }

    /// The bytes that the circuit may hold beside these before it has this many gates more: vectors and tables double,
    /// and the old one stays until the new one is filled.
    pub(crate) fn bytes_to_grow(&self, gates: usize) -> usize {
        let (nodes, table) = (self.nodes.capacity(), self.gates.capacity());
        let of_nodes = if self.nodes.len() + gates > nodes { 2 * nodes.max(gates) } else { 0 };
        let of_table = if self.gates.len() + gates > table { 2 * table.max(gates) } else { 0 };
        of_nodes * std::mem::size_of::<Node>() + self.table_bytes(of_table)
    }

    /// The bytes of a table of gates with room for this many.
    fn table_bytes(&self, room: usize) -> usize {
        // One byte an entry for its state, and an eighth of the entries are kept free.
        room / 7 * 8 * (1 + std::mem::size_of::<((Signal, Signal), NodeId)>())
    }

    fn push(&mut self, node: Node) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        self.nodes.push(node);
        id
    }

    /// The circuit's own signals are those of its nodes.
    fn check(&self, signal: Signal) {
        assert!(signal.node().index() < self.nodes.len(), "{:?} is no signal of this circuit", signal);
    }

    /// Adds an input.
    ///
    /// # Panics
    ///
    /// If the circuit has [`NodeId::LIMIT`] nodes; the same holds for every method that adds a node.
    pub fn add_input(&mut self) -> Signal {
        let id = self.push(Node::Input(InputId::new(self.inputs.len())));
        self.inputs.push(id);
        id.signal()
    }

    /// Adds a latch that keeps its value until [`Circuit::set_next`] says otherwise.
    ///
    /// # Panics
    ///
    /// If the reset is a function and its signal is no signal of this circuit. A reset that reads what is added later
    /// is set by [`Circuit::set_reset`].
    pub fn add_latch(&mut self, reset: Reset) -> Signal {
        if let Reset::Function(signal) = reset {
            self.check(signal);
        }
        let node = self.push(Node::Latch(LatchId::new(self.latches.len())));
        self.latches.push(Latch { node, next: node.signal(), reset: reset.simplified(node) });
        node.signal()
    }

    /// Sets the value that a latch has in the next step.
    ///
    /// # Panics
    ///
    /// If `latch` is not the signal that [`Circuit::add_latch`] gave for a latch of this circuit, or `next` is no
    /// signal of it.
    pub fn set_next(&mut self, latch: Signal, next: Signal) {
        self.check(next);
        let latch = self.own_latch(latch);
        self.latches[latch.index()].next = next;
    }

    fn own_latch(&self, latch: Signal) -> LatchId {
        match self.latch_of(latch).filter(|_| !latch.is_negated()) {
            Some(latch) => latch,
            None => panic!("{:?} is no latch of this circuit", latch),
        }
    }

    /// The conjunction, simplified if an operand is constant, equal or opposite to the other, and shared if it exists.
    ///
    /// # Panics
    ///
    /// If an operand is no signal of this circuit; the same holds for the other connectives.
    pub fn and(&mut self, a: Signal, b: Signal) -> Signal {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        self.check(b);
        if let Some(known) = self.known_and(a, b) {
            return known;
        }
        let id = self.push(Node::And(a, b));
        self.gates.insert((a, b), id);
        id.signal()
    }

    /// The conjunction, if it needs no new gate.
    pub(in crate::model) fn known_and(&self, a: Signal, b: Signal) -> Option<Signal> {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Signal::FALSE || a == !b {
            return Some(Signal::FALSE);
        }
        if a == Signal::TRUE || a == b {
            return Some(b);
        }
        self.gates.get(&(a, b)).map(|known| known.signal())
    }

    /// Removes the nodes from this number on, which must be gates that nothing else reads.
    pub(in crate::model) fn forget_gates(&mut self, from: usize) {
        for node in self.nodes.drain(from..) {
            match node {
                Node::And(a, b) => drop(self.gates.remove(&(a, b))),
                Node::False | Node::Input(_) | Node::Latch(_) => debug_assert!(false, "no gate"),
            }
        }
    }

    /// The disjunction.
    pub fn or(&mut self, a: Signal, b: Signal) -> Signal {
        !self.and(!a, !b)
    }

    /// True when the two differ.
    pub fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        let only_a = self.and(a, !b);
        let only_b = self.and(!a, b);
        self.or(only_a, only_b)
    }

    /// `t` where `condition` holds, `e` elsewhere.
    pub fn mux(&mut self, condition: Signal, t: Signal, e: Signal) -> Signal {
        let on = self.and(condition, t);
        let off = self.and(!condition, e);
        self.or(on, off)
    }

    /// The conjunction of all, built as a balanced tree; true if there are none.
    pub fn and_all(&mut self, signals: &[Signal]) -> Signal {
        let mut layer = signals.to_vec();
        while layer.len() > 1 {
            let mut next = Vec::with_capacity((layer.len() + 1) / 2);
            for pair in layer.chunks(2) {
                next.push(if pair.len() == 2 { self.and(pair[0], pair[1]) } else { pair[0] });
            }
            layer = next;
        }
        layer.first().copied().unwrap_or(Signal::TRUE)
    }

    /// Adds a property of safety: a signal that must never be true.
    ///
    /// # Panics
    ///
    /// If it is no signal of this circuit.
    pub fn add_bad(&mut self, bad: Signal) -> PropertyId {
        self.check(bad);
        self.bads.push(bad);
        PropertyId::new(self.bads.len() - 1)
    }

    /// Removes all bad signals, so that others can be added. Their gates stay.
    pub fn clear_bads(&mut self) {
        self.bads.clear();
    }

    /// Adds a signal that is true in every step that counts.
    ///
    /// # Panics
    ///
    /// If it is no signal of this circuit.
    pub fn add_constraint(&mut self, constraint: Signal) {
        self.check(constraint);
        self.constraints.push(constraint);
    }

    /// Adds a justice property: these signals must not all be true infinitely often, each at its own times. Without
    /// signals, no infinite run may be fair.
    ///
    /// # Panics
    ///
    /// If one is no signal of this circuit.
    pub fn add_justice(&mut self, signals: &[Signal]) -> PropertyId {
        signals.iter().for_each(|&signal| self.check(signal));
        self.justice.push(signals.to_vec());
        PropertyId::justice(self.justice.len() - 1)
    }

    /// Adds a signal that is true infinitely often in every run that counts for justice properties.
    ///
    /// # Panics
    ///
    /// If it is no signal of this circuit.
    pub fn add_fairness(&mut self, signal: Signal) {
        self.check(signal);
        self.fairness.push(signal);
    }

    /// Removes all justice properties and fairness signals. Their gates stay.
    pub fn clear_justice(&mut self) {
        self.justice.clear();
        self.fairness.clear();
    }

    /// All nodes in topological order; node 0 is the constant.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes of the inputs.
    pub fn inputs(&self) -> &[NodeId] {
        &self.inputs
    }

    /// The latches.
    pub fn latches(&self) -> &[Latch] {
        &self.latches
    }

    /// The latch that a signal or its negation is, if it is one.
    pub fn latch_of(&self, signal: Signal) -> Option<LatchId> {
        match self.nodes.get(signal.node().index()) {
            Some(&Node::Latch(latch)) => Some(latch),
            _ => None,
        }
    }

    /// The input that a signal or its negation is, if it is one.
    pub fn input_of(&self, signal: Signal) -> Option<InputId> {
        match self.nodes.get(signal.node().index()) {
            Some(&Node::Input(input)) => Some(input),
            _ => None,
        }
    }

    /// The latches with their indices, in order.
    pub fn latch_ids(&self) -> impl ExactSizeIterator<Item = (LatchId, &Latch)> + '_ {
        self.latches.iter().enumerate().map(|(i, latch)| (LatchId(i as u32), latch))
    }

    /// The nodes of the inputs with their indices, in order.
    pub fn input_ids(&self) -> impl ExactSizeIterator<Item = (InputId, NodeId)> + '_ {
        self.inputs.iter().enumerate().map(|(i, &node)| (InputId(i as u32), node))
    }

    /// The signals that must never be true, one property each.
    pub fn bads(&self) -> &[Signal] {
        &self.bads
    }

    /// The bad signal of a property; `None` if the circuit does not have it, or it is one of liveness.
    pub fn bad(&self, property: PropertyId) -> Option<Signal> {
        self.bads.get(property.bad_index()?).copied()
    }

    /// The justice properties, each as its signals.
    pub fn justice(&self) -> &[Vec<Signal>] {
        &self.justice
    }

    /// The signals that are true infinitely often in every run that counts for justice properties.
    pub fn fairness(&self) -> &[Signal] {
        &self.fairness
    }

    /// The signals each of which is true infinitely often in a run that violates a justice property: its own, then
    /// those of fairness. `None` if the circuit does not have it, or it is one of safety.
    pub fn recurring(&self, property: PropertyId) -> Option<Vec<Signal>> {
        let own = self.justice.get(property.justice_index()?)?;
        Some(own.iter().chain(&self.fairness).copied().collect())
    }

    /// Whether the circuit has this property.
    pub fn has(&self, property: PropertyId) -> bool {
        match property.kind() {
            PropertyKind::Bad => property.index() < self.bads.len(),
            PropertyKind::Justice => property.index() < self.justice.len(),
        }
    }

    /// The properties, in order: those of safety, then those of liveness.
    pub fn properties(&self) -> impl DoubleEndedIterator<Item = PropertyId> {
        PropertyId::all(self.bads.len(), self.justice.len())
    }

    /// The signals that are true in every step that counts.
    pub fn constraints(&self) -> &[Signal] {
        &self.constraints
    }

    /// The number of and-gates.
    pub fn and_count(&self) -> usize {
        self.nodes.len() - 1 - self.inputs.len() - self.latches.len()
    }
}
