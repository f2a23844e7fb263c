//! Words as signals of a circuit.

use crate::base::{Budget, HashMap, Limit};
use crate::model::circuit::{Circuit, NodeId, Signal};
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::bv::blast::{self, Gates, Shift};

/// Nodes that one row of a multiplier or divider may add between two looks at the limit.
const ROOM: usize = 1 << 25;
/// Bytes that a gate takes, with its entry in the table of gates.
const GATE_BYTES: u64 = 40;
/// Gates between two looks at the budget.
const PERIOD: usize = 1 << 12;

/// A circuit under construction.
pub(super) struct CircuitGates<'a> {
    pub circuit: Circuit,
    budget: &'a Budget,
    /// The number of nodes at which the budget is looked at next.
    checkpoint: std::cell::Cell<usize>,
    over: std::cell::Cell<Option<Limit>>,
}

impl<'a> CircuitGates<'a> {
    pub fn new(budget: &'a Budget) -> CircuitGates<'a> {
        let over = std::cell::Cell::new(None);
        CircuitGates { circuit: Circuit::new(), budget, checkpoint: std::cell::Cell::new(PERIOD), over }
    }

    /// The limit that was reached, if one was.
    pub fn check(&self) -> Result<(), Limit> {
        let nodes = self.circuit.nodes().len();
        if nodes >= self.checkpoint.get() && self.over.get().is_none() {
            self.checkpoint.set(nodes + PERIOD);
            let room = self.budget.allows_memory(nodes as u64 * GATE_BYTES);
            let fits = if nodes + ROOM > NodeId::LIMIT { Err(Limit::Memory) } else { Ok(()) };
            self.over.set(fits.and(room).and_then(|()| self.budget.check()).err());
        }
        self.over.get().map_or(Ok(()), Err)
    }
}

impl Gates for CircuitGates<'_> {
    type Bit = Signal;

    fn constant(&mut self, value: bool) -> Signal {
        Signal::constant(value)
    }

    fn is_over(&self) -> bool {
        self.check().is_err()
    }

    fn not(&mut self, a: Signal) -> Signal {
        !a
    }

    fn and(&mut self, a: Signal, b: Signal) -> Signal {
        self.circuit.and(a, b)
    }

    fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        self.circuit.xor(a, b)
    }

    fn ite(&mut self, condition: Signal, a: Signal, b: Signal) -> Signal {
        if a == b {
            return a;
        }
        if a == !b {
            return !self.circuit.xor(condition, a);
        }
        self.circuit.mux(condition, a, b)
    }

    fn majority(&mut self, a: Signal, b: Signal, c: Signal) -> Signal {
        let both = self.circuit.and(a, b);
        let either = self.circuit.or(a, b);
        let carried = self.circuit.and(c, either);
        self.circuit.or(both, carried)
    }

    fn and_all(&mut self, bits: &[Signal]) -> Signal {
        self.circuit.and_all(bits)
    }
}

/// Makes signals of terms: one for a formula, one a bit for a word, the lowest first.
pub(super) struct Blaster<'a> {
    pub gates: CircuitGates<'a>,
    bits: HashMap<TermId, Vec<Signal>>,
}

impl<'a> Blaster<'a> {
    pub fn new(budget: &'a Budget) -> Blaster<'a> {
        Blaster { gates: CircuitGates::new(budget), bits: HashMap::default() }
    }

    /// Gives a constant its bits.
    pub fn define(&mut self, constant: TermId, bits: Vec<Signal>) {
        self.bits.insert(constant, bits);
    }

    /// The bits of a term all of whose constants have theirs.
    pub fn word(&mut self, terms: &Terms, t: TermId) -> Result<Vec<Signal>, Limit> {
        for s in terms.subterms_until(&[t], |s| self.bits.contains_key(&s)) {
            if self.bits.contains_key(&s) {
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

    fn node(&mut self, terms: &Terms, t: TermId) -> Vec<Signal> {
        let args: Vec<&[Signal]> = terms.args(t).iter().map(|a| self.bits[a].as_slice()).collect();
        let g = &mut self.gates;
        let a = args.first().copied().unwrap_or(&[]);
        let b = args.get(1).copied().unwrap_or(&[]);
        match terms.op(t) {
            Op::True => vec![Signal::TRUE],
            Op::Not | Op::BvNot => blast::not(g, a),
            Op::And => {
                let all: Vec<Signal> = args.iter().map(|a| a[0]).collect();
                vec![g.and_all(&all)]
            }
            Op::Eq => vec![blast::eq(g, a, b)],
            Op::Ite => blast::ite(g, a[0], b, args[2]),
            Op::Bits(_) => match terms.bits_of(t) {
                Some(bits) => (0..bits.width()).map(|i| Signal::constant(bits.bit(i))).collect(),
                None => Vec::new(),
            },
            Op::BvNeg => blast::neg(g, a),
            Op::BvAnd => blast::bitwise(g, a, b, Gates::and),
            Op::BvOr => blast::bitwise(g, a, b, Gates::or),
            Op::BvXor => blast::bitwise(g, a, b, Gates::xor),
            Op::BvAdd => blast::add(g, a, b),
            Op::BvSub => blast::sub(g, a, b),
            Op::BvMul => blast::mul(g, a, b),
            Op::BvUdiv => blast::udivrem(g, a, b).0,
            Op::BvUrem => blast::udivrem(g, a, b).1,
            Op::BvShl => blast::shift(g, Shift::Left, a, b),
            Op::BvLshr => blast::shift(g, Shift::Right, a, b),
            Op::BvAshr => blast::shift(g, Shift::Arithmetic, a, b),
            Op::Concat => [b, a].concat(),
            Op::Extract(low) => a[low as usize..(low + terms.width(t)) as usize].to_vec(),
            Op::SignExtend => {
                let sign = a[a.len() - 1];
                let mut bits = a.to_vec();
                bits.resize(terms.width(t) as usize, sign);
                bits
            }
            Op::BvUlt => vec![blast::ult(g, a, b)],
            Op::BvSlt => vec![blast::slt(g, a, b)],
            op => unreachable!("{:?} is no operator on words, or a constant without bits", op),
        }
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
