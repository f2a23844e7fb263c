//! Words as signals of a circuit.
//!
//! Conjunctions are rewritten while they are made, by the rules of Brummayer and Biere (`model/circuit/rewrite.rs`), and
//! exclusive ors and choices take the form of which more gates are there already. Both leave gates behind that nothing
//! reads, which are removed from the finished circuit.

use super::choices::ReadOnce;
use crate::base::{Booking, Budget, HashMap, Limit};
use crate::model::circuit::{Circuit, NodeId, Signal};
use crate::solver::term::{circuit_of, Op, Sort, TermId, Terms};
use crate::theories::bv::blast::{self, Gates};

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

/// Makes signals of terms: one for a formula, one per bit for a word, the lowest first.
pub(super) struct Blaster {
    pub gates: CircuitGates,
    pub(super) bits: HashMap<TermId, Vec<Signal>>,
    pub(super) read_once: ReadOnce,
}

impl Blaster {
    /// For these formulas, each of which is asked for once.
    pub fn new(terms: &Terms, formulas: &[TermId], budget: &Budget) -> Blaster {
        Blaster {
            gates: CircuitGates::new(budget),
            bits: HashMap::default(),
            read_once: ReadOnce::of(terms, formulas),
        }
    }

    /// Gives a constant its bits.
    pub fn define(&mut self, constant: TermId, bits: Vec<Signal>) {
        self.bits.insert(constant, bits);
    }

    /// The bits of a term all of whose constants have theirs.
    pub fn word(&mut self, terms: &Terms, t: TermId) -> Result<Vec<Signal>, Limit> {
        for s in terms.subterms_until(&[t], |s| self.bits.contains_key(&s)) {
            if self.bits.contains_key(&s) || self.read_once.is_part(s) {
                continue;
            }
            self.gates.check()?;
            let bits = self.node(terms, s);
            self.bits.insert(s, bits);
        }
        self.gates.check()?;
        Ok(self.bits[&t].clone())
    }

    /// The signal of a formula.
    pub fn formula(&mut self, terms: &Terms, t: TermId) -> Result<Signal, Limit> {
        self.word(terms, t).map(|bits| bits[0])
    }

    /// The signal of an equation. A choice between one side and another term differs from that side only where the
    /// other term is chosen, and likewise two choices by one condition that have an alternative in common; so the
    /// choices need no gates if nothing else reads them.
    fn equal(&mut self, terms: &Terms, equation: TermId) -> Signal {
        let (mut x, mut y) = (terms.arg(equation, 0), terms.arg(equation, 1));
        // Each of these makes the sides equal.
        let mut either = Vec::new();
        let choice = |t: TermId| match terms.op(t) {
            Op::Ite => Some((terms.arg(t, 0), [terms.arg(t, 1), terms.arg(t, 2)])),
            _ => None,
        };
        loop {
            let found = match (choice(x), choice(y)) {
                (Some((c, [p, q])), Some((d, [r, s]))) if c == d && q == s => Some((c, true, p, r)),
                (Some((c, [p, q])), Some((d, [r, s]))) if c == d && p == r => Some((c, false, q, s)),
                (Some((c, [p, q])), _) if q == y => Some((c, true, p, y)),
                (Some((c, [p, q])), _) if p == y => Some((c, false, q, y)),
                (_, Some((c, [p, q]))) if q == x => Some((c, true, x, p)),
                (_, Some((c, [p, q]))) if p == x => Some((c, false, x, q)),
                _ => None,
            };
            match found {
                Some((condition, value, a, b)) => {
                    either.push(self.bits[&condition][0].negate_if(value));
                    (x, y) = (a, b);
                }
                None => break,
            }
        }
        let equal = self.choice_equals(terms, x, y).or_else(|| self.choice_equals(terms, y, x));
        let equal = equal.unwrap_or_else(|| {
            let (x, y) = (self.bits_of(terms, x), self.bits_of(terms, y));
            blast::eq(&mut self.gates, &x, &y)
        });
        either.into_iter().rev().fold(equal, |equal, other| self.gates.or(other, equal))
    }

    pub(super) fn node(&mut self, terms: &Terms, t: TermId) -> Vec<Signal> {
        match terms.op(t) {
            Op::Eq => return vec![self.equal(terms, t)],
            Op::Ite => return self.choice(terms, t),
            _ => {}
        }
        let args: Vec<&[Signal]> = terms.args(t).iter().map(|a| self.bits[a].as_slice()).collect();
        let g = &mut self.gates;
        let a = args.first().copied().unwrap_or(&[]);
        let b = args.get(1).copied().unwrap_or(&[]);
        match terms.op(t) {
            Op::True => vec![Signal::TRUE],
            Op::Not => blast::not(g, a),
            Op::And => {
                let all: Vec<Signal> = args.iter().map(|a| a[0]).collect();
                vec![g.and_all(&all)]
            }
            Op::Bits(_) => match terms.bits_of(t) {
                Some(bits) => (0..bits.width()).map(|i| Signal::constant(bits.bit(i))).collect(),
                None => Vec::new(),
            },
            Op::BvUlt => vec![below(g, a, b)],
            Op::BvSlt => vec![blast::slt(g, a, b)],
            op => {
                let word = circuit_of(g, op, terms.width(t), &args);
                word.unwrap_or_else(|| {
                    unreachable!("{:?} is no operator on words, or a constant without bits", op)
                })
            }
        }
    }
}

/// Unsigned less than. If the high bits of one side are constants of one value, they are compared with the other
/// side's by a conjunction, which comparisons with other constants share.
fn below(g: &mut CircuitGates, a: &[Signal], b: &[Signal]) -> Signal {
    let run = |bits: &[Signal]| {
        let top = bits.last().copied().filter(|&top| top == Signal::FALSE || top == Signal::TRUE);
        bits.iter().rev().take_while(|&&bit| Some(bit) == top).count()
    };
    let (in_a, in_b) = (run(a), run(b));
    let (constant, other, is_right, length) =
        if in_b >= in_a { (b, a, true, in_b) } else { (a, b, false, in_a) };
    if length < 2 {
        return blast::ult(g, a, b);
    }
    let split = a.len() - length;
    let low = blast::ult(g, &a[..split], &b[..split]);
    let is_one = constant.last() == Some(&Signal::TRUE);
    let same: Vec<Signal> = other[split..].iter().map(|bit| bit.negate_if(!is_one)).collect();
    let same = g.and_all(&same);
    let less = g.and(same, low);
    // Below ones is all but ones, and above zeros all but zeros.
    if is_one == is_right {
        g.or(!same, less)
    } else {
        less
    }
}

/// The number of signals for a value of this sort; `None` for numbers.
pub(super) fn width(sort: Sort) -> Option<usize> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(width) => Some(width as usize),
        _ => None,
    }
}
