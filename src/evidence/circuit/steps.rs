//! Several steps of a circuit as clauses, as much of them as is asked for.
//!
//! A latch in step `t + 1` is the literal that its next-state signal has in step `t`, so steps are joined without
//! equations. Only what a requested signal depends on is encoded, and leaves may be bound to literals beforehand:
//! latches of the first step to their resets, inputs and latches of a witness circuit to those of its model.

use super::prover::Prover;
use crate::base::{Booking, Limit, Lit};
use crate::model::circuit::{Circuit, LatchId, Node, NodeId, Reset, Signal};

const UNKNOWN: u32 = u32::MAX;

/// Copies of a circuit, one per step.
pub(super) struct Copies<'a> {
    circuit: &'a Circuit,
    /// By step and node: the literal's code.
    steps: Vec<Vec<u32>>,
    stack: Vec<(usize, NodeId)>,
    booking: Booking,
}

impl<'a> Copies<'a> {
    /// No steps yet.
    pub fn new(circuit: &'a Circuit, prover: &Prover) -> Copies<'a> {
        let mut booking = Booking::default();
        booking.move_to(prover.budget().clone());
        Copies { circuit, steps: Vec::new(), stack: Vec::new(), booking }
    }

    /// One step more.
    pub fn push(&mut self) -> Result<(), Limit> {
        let bytes = 4 * self.circuit.nodes().len() as u64;
        self.booking.budget().allows_memory(bytes)?;
        self.steps.push(vec![UNKNOWN; self.circuit.nodes().len()]);
        self.booking.set(bytes * self.steps.len() as u64);
        Ok(())
    }

    /// Says what the value of an input or latch is. To be called before anything that depends on it is asked for.
    pub fn bind(&mut self, step: usize, node: NodeId, lit: Lit) {
        self.steps[step][node.index()] = lit.code() as u32;
    }

    /// Binds the latches of the first step to their resets, except for those that are bound already.
    pub fn start(&mut self, prover: &mut Prover) {
        let circuit = self.circuit;
        for latch in circuit.latches() {
            match latch.reset.value() {
                Some(value) if !self.is_bound(0, latch.node) => {
                    self.bind(0, latch.node, prover.constant(value))
                }
                _ => {}
            }
        }
        // A function comes after those that it depends on.
        for node in circuit.reset_order() {
            if let Node::Latch(latch) = circuit.nodes()[node.index()] {
                match circuit.latches()[latch.index()].reset {
                    Reset::Function(signal) if !self.is_bound(0, node) => {
                        let value = self.lit(prover, 0, signal);
                        self.bind(0, node, value);
                    }
                    _ => {}
                }
            }
        }
    }

    fn is_bound(&self, step: usize, node: NodeId) -> bool {
        self.steps[step][node.index()] != UNKNOWN
    }

    /// The literal of a signal in a step.
    pub fn lit(&mut self, prover: &mut Prover, step: usize, signal: Signal) -> Lit {
        if self.known(step, signal).is_none() {
            self.stack.push((step, signal.node()));
        }
        while let Some(&(step, node)) = self.stack.last() {
            if self.steps[step][node.index()] != UNKNOWN {
                self.stack.pop();
                continue;
            }
            let lit = match self.circuit.nodes()[node.index()] {
                Node::False => Some(prover.constant(false)),
                Node::Input(_) => Some(prover.fresh()),
                Node::Latch(_) if step == 0 => Some(prover.fresh()),
                Node::Latch(latch) => self.ask(step - 1, self.next(latch)),
                Node::And(a, b) => match (self.ask(step, a), self.ask(step, b)) {
                    (Some(a), Some(b)) => Some(prover.and(a, b)),
                    _ => None,
                },
            };
            if let Some(lit) = lit {
                self.bind(step, node, lit);
                self.stack.pop();
            }
        }
        // The loop ends when it is known.
        self.known(step, signal).unwrap_or_else(|| prover.constant(false))
    }

    /// All constraints hold in this step.
    pub fn assert_constraints(&mut self, prover: &mut Prover, step: usize) {
        for &constraint in self.circuit.constraints() {
            let lit = self.lit(prover, step, constraint);
            prover.assert(&[lit]);
        }
    }

    /// A literal that makes all constraints hold in this step. For the step after a queried one, where they are seldom
    /// needed and their cones are large.
    pub fn switched_constraints(&mut self, prover: &mut Prover, step: usize) -> Lit {
        let switch = prover.fresh();
        for &constraint in self.circuit.constraints() {
            let lit = self.lit(prover, step, constraint);
            prover.assert_if(switch, lit);
        }
        switch
    }

    fn next(&self, latch: LatchId) -> Signal {
        self.circuit.latches()[latch.index()].next
    }

    fn known(&self, step: usize, signal: Signal) -> Option<Lit> {
        match self.steps[step][signal.node().index()] {
            UNKNOWN => None,
            code => Some(Lit::from_code(code as usize).negate_if(signal.is_negated())),
        }
    }

    /// The literal if it is known; otherwise it is put on the stack.
    fn ask(&mut self, step: usize, signal: Signal) -> Option<Lit> {
        let lit = self.known(step, signal);
        if lit.is_none() {
            self.stack.push((step, signal.node()));
        }
        lit
    }
}
