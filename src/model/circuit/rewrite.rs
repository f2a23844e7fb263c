//! Conjunction with a look at the operands' operands.
//!
//! The rules of Brummayer and Biere, "Local two-level and-inverter graph minimization without blowup" (MEMICS 2006),
//! levels one to three: every rule yields an existing signal or trades an operand for a smaller one, so the number of
//! gates that a conjunction adds is never above one and nothing that is shared is taken apart. Their level four, which
//! may undo sharing, is left out.

use super::{Circuit, Node, Signal};

/// The result of a rule on a conjunction.
enum Rewritten {
    /// It is this signal.
    Is(Signal),
    /// It is the conjunction of these, whose nodes together stand before those of the old operands.
    Of(Signal, Signal),
}
use Rewritten::{Is, Of};

impl Circuit {
    /// The conjunction, after all rules that apply.
    pub(in crate::model) fn rewritten_and(&mut self, mut a: Signal, mut b: Signal) -> Signal {
        loop {
            let rewritten = asymmetric(self, a, b)
                .or_else(|| asymmetric(self, b, a))
                .or_else(|| symmetric(self, a, b))
                .or_else(|| symmetric(self, b, a));
            match rewritten {
                Some(Is(signal)) => return signal,
                Some(Of(x, y)) => {
                    debug_assert!(x.node().index() + y.node().index() < a.node().index() + b.node().index());
                    a = x;
                    b = y;
                }
                None => return self.and(a, b),
            }
        }
    }
}

fn fanins(circuit: &Circuit, signal: Signal) -> Option<(Signal, Signal)> {
    match circuit.nodes()[signal.node().index()] {
        Node::And(p, q) => Some((p, q)),
        _ => None,
    }
}

/// Rules that look below `x` only.
fn asymmetric(circuit: &Circuit, x: Signal, y: Signal) -> Option<Rewritten> {
    let (p, q) = fanins(circuit, x)?;
    let opposed = y == !p || y == !q;
    let repeated = y == p || y == q;
    match x.is_negated() {
        // Contradiction: p & q & !p.
        false if opposed => Some(Is(Signal::FALSE)),
        // Idempotence: p & q & p.
        false if repeated => Some(Is(x)),
        // Subsumption: !(p & q) & !p.
        true if opposed => Some(Is(y)),
        // Substitution: !(p & q) & p.
        true if repeated => Some(Of(if y == p { !q } else { !p }, y)),
        _ => None,
    }
}

/// Rules that look below both; to be tried in both orders.
fn symmetric(circuit: &Circuit, x: Signal, y: Signal) -> Option<Rewritten> {
    let (p, q) = fanins(circuit, x)?;
    let (r, s) = fanins(circuit, y)?;
    let opposed = p == !r || p == !s || q == !r || q == !s;
    match (x.is_negated(), y.is_negated()) {
        // Contradiction: (p & q) & (!p & s).
        (false, false) if opposed => Some(Is(Signal::FALSE)),
        // Idempotence: (p & q) & (p & s).
        (false, false) if p == r || q == r => Some(Of(x, s)),
        (false, false) if p == s || q == s => Some(Of(x, r)),
        // Subsumption: !(p & q) & (!p & s).
        (true, false) if opposed => Some(Is(y)),
        // Substitution: !(p & q) & (p & s).
        (true, false) if p == r || p == s => Some(Of(!q, y)),
        (true, false) if q == r || q == s => Some(Of(!p, y)),
        // Resolution: !(p & q) & !(p & !q).
        (true, true) if (p == r && q == !s) || (p == s && q == !r) => Some(Is(!p)),
        (true, true) if (q == r && p == !s) || (q == s && p == !r) => Some(Is(!q)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::simulate::Simulator;

    /// All conjunctions of two signals that are inputs or gates of inputs, by their truth tables.
    #[test]
    fn rewriting_keeps_the_function_and_adds_one_gate_at_most() {
        let mut circuit = Circuit::new();
        let inputs = [(); 4].map(|()| circuit.add_input());
        let both = |signals: &[Signal]| -> Vec<Signal> { signals.iter().flat_map(|&s| [s, !s]).collect() };
        let literals = both(&inputs);
        let mut signals = inputs.to_vec();
        for (i, &a) in literals.iter().enumerate() {
            signals.extend(literals[i + 1..].iter().map(|&b| circuit.and(a, b)));
        }
        let signals = both(&signals);
        let mut made = Vec::new();
        for &a in &signals {
            for &b in &signals {
                let before = circuit.nodes().len();
                made.push((a, b, circuit.rewritten_and(a, b)));
                assert!(circuit.nodes().len() <= before + 1);
            }
        }
        let mut simulator = Simulator::new(&circuit);
        simulator.evaluate(|input| [0xaaaa, 0xcccc, 0xf0f0, 0xff00][input.index()]);
        for (a, b, both) in made {
            let expected = simulator.value(a) & simulator.value(b);
            assert_eq!(simulator.value(both) & 0xffff, expected & 0xffff, "{:?} {:?}", a, b);
        }
    }
}
