//! A circuit under construction.
//!
//! Conjunctions are rewritten while they are made, by the rules of Brummayer and Biere (`model/circuit/rewrite.rs`).
//! Exclusive ors and choices take the form of which more gates are there already. Both leave gates behind that nothing
//! reads, which are removed from the finished circuit.

use crate::base::{Booking, Budget, Limit};
use crate::model::circuit::{Circuit, NodeId, Signal};
use crate::theories::bv::blast::Gates;

/// Nodes that one row of a multiplier or divider may add between two looks at the limit.
const ROOM: usize = 1 << 25;
/// Gates between two looks at the budget.
const PERIOD: usize = 1 << 12;

/// A circuit under construction.
pub(super) struct CircuitGates {
    pub circuit: Circuit,
    /// The memory of the circuit.
    pub booking: Booking,
    /// The number of nodes at which the budget is looked at next.
    checkpoint: usize,
    over: Option<Limit>,
}

impl CircuitGates {
    pub fn new(budget: &Budget) -> CircuitGates {
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        CircuitGates { circuit: Circuit::new(), booking, checkpoint: 0, over: None }
    }

    /// `a` where the condition holds, `b` elsewhere, or the complement of a choice between their complements, whichever
    /// has more of its gates already.
    fn mux(&mut self, condition: Signal, a: Signal, b: Signal) -> Signal {
        let start = self.circuit.nodes().len();
        let direct = self.or_of_ands(condition, a, b);
        let of_direct = self.circuit.nodes().len() - start;
        if of_direct < 2 {
            return direct;
        }
        self.circuit.forget_gates(start);
        let complement = self.or_of_ands(condition, !a, !b);
        if self.circuit.nodes().len() - start < of_direct {
            return !complement;
        }
        self.circuit.forget_gates(start);
        self.or_of_ands(condition, a, b)
    }

    fn or_of_ands(&mut self, condition: Signal, a: Signal, b: Signal) -> Signal {
        let on = self.and(condition, a);
        let off = self.and(!condition, b);
        self.or(on, off)
    }

    /// The limit that was reached, if one was.
    pub fn check(&mut self) -> Result<(), Limit> {
        let nodes = self.circuit.nodes().len();
        if nodes >= self.checkpoint && self.over.is_none() {
            self.checkpoint = nodes + PERIOD;
            self.booking.set(self.circuit.bytes() as u64);
            let budget = self.booking.budget();
            // Between two looks a caller may add that many gates and those of one operation on bits.
            let room = budget.allows_memory(self.circuit.bytes_to_grow(2 * PERIOD) as u64);
            let fits = if nodes + ROOM > NodeId::LIMIT { Err(Limit::Memory) } else { Ok(()) };
            self.over = fits.and(room).and_then(|()| budget.poll()).err();
        }
        self.over.map_or(Ok(()), Err)
    }
}

/// Behind the limit, bits are arbitrary: words of many bits need many gates before a caller asks for the limit.
impl Gates for CircuitGates {
    type Bit = Signal;

    fn constant(&mut self, value: bool) -> Signal {
        Signal::constant(value)
    }

    fn is_over(&self) -> bool {
        self.over.is_some()
    }

    fn not(&mut self, a: Signal) -> Signal {
        !a
    }

    fn and(&mut self, a: Signal, b: Signal) -> Signal {
        match self.check() {
            Ok(()) => self.circuit.rewritten_and(a, b),
            Err(_) => a,
        }
    }

    fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        self.mux(a, !b, b)
    }

    fn ite(&mut self, condition: Signal, a: Signal, b: Signal) -> Signal {
        if a == b || self.check().is_err() {
            return a;
        }
        if a == !b {
            return !self.xor(condition, a);
        }
        self.mux(condition, a, b)
    }

    fn majority(&mut self, a: Signal, b: Signal, c: Signal) -> Signal {
        let both = self.and(a, b);
        let either = self.or(a, b);
        let carried = self.and(c, either);
        self.or(both, carried)
    }

    /// Seven gates: the carry is `a b` or else `c` where one of them is 1, and both are parts of the sum, too.
    fn full_adder(&mut self, a: Signal, b: Signal, c: Signal) -> (Signal, Signal) {
        // An exclusive or of signals with one complemented has the gates `a b` and `not a not b`.
        let half = !self.xor(a, !b);
        let sum = !self.xor(half, !c);
        let (both, passed) = (self.and(a, b), self.and(half, c));
        (sum, self.or(both, passed))
    }

    /// A balanced tree.
    fn and_all(&mut self, bits: &[Signal]) -> Signal {
        let mut layer = bits.to_vec();
        while layer.len() > 1 {
            let pairs = layer.chunks(2);
            layer = pairs
                .map(|pair| if pair.len() == 2 { self.and(pair[0], pair[1]) } else { pair[0] })
                .collect();
        }
        layer.first().copied().unwrap_or(Signal::TRUE)
    }
}
