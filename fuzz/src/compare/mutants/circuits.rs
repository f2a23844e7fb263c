//! Changes of circuits.

use super::Mutant;
use indubit::base::Rng;
use indubit::model::circuit::{Circuit, Node, Reset, Signal};

/// A copy in which each latch may be read in another way.
struct Copy<'c> {
    old: &'c Circuit,
    new: Circuit,
    /// By node of the old circuit: its signal in the new one.
    map: Vec<Signal>,
    /// By latch: the new one.
    latches: Vec<Signal>,
}

impl<'c> Copy<'c> {
    /// Copies inputs and latches; `flipped` latches hold the opposite of the old value.
    fn new(old: &'c Circuit, flipped: &dyn Fn(usize) -> bool) -> Copy<'c> {
        let mut copy = Copy { old, new: Circuit::new(), map: Vec::new(), latches: Vec::new() };
        for node in old.nodes() {
            let signal = match *node {
                Node::False => Signal::FALSE,
                Node::Input(_) => copy.new.add_input(),
                Node::Latch(_) => {
                    let flip = flipped(copy.latches.len());
                    let latch = copy.new.add_latch(Reset::Zero);
                    copy.latches.push(latch);
                    latch.negate_if(flip)
                }
                Node::And(a, b) => {
                    let (a, b) = (copy.signal(a), copy.signal(b));
                    copy.new.and(a, b)
                }
            };
            copy.map.push(signal);
        }
        let mut resets = Vec::new();
        for (i, latch) in old.latches().iter().enumerate() {
            let flip = flipped(i);
            let next = copy.signal(latch.next).negate_if(flip);
            copy.new.set_next(copy.latches[i], next);
            let reset = match latch.reset {
                Reset::Zero if flip => Reset::One,
                Reset::One if flip => Reset::Zero,
                Reset::Zero => Reset::Zero,
                Reset::One => Reset::One,
                Reset::Free => Reset::Free,
                Reset::Function(signal) => Reset::Function(copy.signal(signal).negate_if(flip)),
            };
            resets.push((copy.latches[i], reset));
        }
        copy.new.set_resets(&resets).expect("the resets of a circuit have no cycle");
        copy
    }

    fn signal(&self, old: Signal) -> Signal {
        self.map[old.node().index()].negate_if(old.is_negated())
    }

    fn bads(&self) -> Vec<Signal> {
        self.old.bads().iter().map(|&bad| self.signal(bad)).collect()
    }

    fn constraints(&self) -> Vec<Signal> {
        self.old.constraints().iter().map(|&c| self.signal(c)).collect()
    }

    fn finish(mut self, bads: &[Signal], constraints: &[Signal]) -> Circuit {
        bads.iter().for_each(|&bad| {
            self.new.add_bad(bad);
        });
        constraints.iter().for_each(|&constraint| self.new.add_constraint(constraint));
        self.new
    }
}

/// A change of a circuit with this verdict.
pub fn circuit(rng: &mut Rng, circuit: &Circuit, verdict: &'static str) -> Mutant<Circuit> {
    let pattern = rng.below(1 << 16);
    let kind = rng.below(6);
    let mut copy = Copy::new(circuit, &|latch| kind == 0 && pattern >> (latch % 16) & 1 == 1);
    let (mut bads, mut constraints) = (copy.bads(), copy.constraints());
    let (verdict, change) = match kind {
        0 => (verdict, "with latches that hold the opposite"),
        1 => {
            // It moves in the first step, whose inputs resets may read.
            let moves = copy.new.add_latch(Reset::One);
            copy.new.set_next(moves, moves.negate_if(true));
            for (i, latch) in circuit.latches().iter().enumerate() {
                let next = copy.signal(latch.next);
                let next = copy.new.mux(moves, next, copy.latches[i]);
                copy.new.set_next(copy.latches[i], next);
            }
            (verdict, "with every other step idle")
        }
        2 if constraints.is_empty() => {
            for bad in &mut bads {
                let late = copy.new.add_latch(Reset::Zero);
                copy.new.set_next(late, *bad);
                *bad = late;
            }
            (verdict, "with an error that is seen a step later")
        }
        3 | 4 => {
            // A choice at the beginning between the circuit and a chain of three latches, whose last one is set or not.
            let here = copy.new.add_latch(Reset::Free);
            copy.new.set_next(here, here);
            let mut before = Signal::constant(kind == 4);
            for _ in 0..3 {
                let latch = copy.new.add_latch(Reset::Zero);
                copy.new.set_next(latch, before);
                before = latch;
            }
            for bad in &mut bads {
                *bad = copy.new.mux(here, *bad, before);
            }
            for constraint in &mut constraints {
                *constraint = copy.new.or(here.negate_if(true), *constraint);
            }
            if kind == 4 {
                ("sat", "beside an unsafe circuit")
            } else {
                (verdict, "beside another safe circuit")
            }
        }
        _ => {
            let gate = copy.new.add_latch(Reset::Zero);
            copy.new.set_next(gate, gate);
            for bad in &mut bads {
                *bad = copy.new.and(*bad, gate);
            }
            ("unsat", "with an error that never happens")
        }
    };
    Mutant { model: copy.finish(&bads, &constraints), verdict, change }
}
