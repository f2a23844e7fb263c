//! How many conjunctions of two inputs the circuit of an operator has, for any operands and any rounding mode.

use super::{format, Case};
use crate::solver::term::circuit::blasted;
use crate::solver::term::float::Kind;
use crate::solver::term::{FloatOp, Sort, TermId};
use crate::theories::bv::blast::Gates;
use std::collections::HashMap;

/// Conjunctions, each pair of inputs once. A bit is twice the number of a node, plus 1 if it is negated.
#[derive(Default)]
struct Conjunctions {
    known: HashMap<(usize, usize), usize>,
    nodes: Vec<(usize, usize)>,
}

const TRUE: usize = 1;

impl Conjunctions {
    fn input(&mut self) -> usize {
        self.nodes.push((0, 0));
        2 * self.nodes.len()
    }

    /// The conjunctions below these bits.
    fn count(&self, outputs: &[usize]) -> usize {
        let mut is_needed = vec![false; self.nodes.len() + 1];
        for &bit in outputs {
            is_needed[bit / 2] = true;
        }
        let mut count = 0;
        for node in (1..is_needed.len()).rev().filter(|&node| self.nodes[node - 1] != (0, 0)) {
            if is_needed[node] {
                let (a, b) = self.nodes[node - 1];
                is_needed[a / 2] = true;
                is_needed[b / 2] = true;
                count += 1;
            }
        }
        count
    }
}

impl Gates for Conjunctions {
    type Bit = usize;

    fn constant(&mut self, value: bool) -> usize {
        usize::from(value)
    }

    fn not(&mut self, a: usize) -> usize {
        a ^ 1
    }

    fn and(&mut self, a: usize, b: usize) -> usize {
        match (a.min(b), a.max(b)) {
            (0, _) => 0,
            (TRUE, other) => other,
            (a, b) if a == b => a,
            (a, b) if a ^ 1 == b => 0,
            pair => {
                let nodes = &mut self.nodes;
                *self.known.entry(pair).or_insert_with(|| {
                    nodes.push(pair);
                    2 * nodes.len()
                })
            }
        }
    }

    fn xor(&mut self, a: usize, b: usize) -> usize {
        let (both, neither) = (self.and(a, b), self.and(a ^ 1, b ^ 1));
        self.and(both ^ 1, neither ^ 1)
    }

    fn ite(&mut self, condition: usize, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let (yes, no) = (self.and(condition, a), self.and(condition ^ 1, b));
        self.or(yes, no)
    }

    fn majority(&mut self, a: usize, b: usize, c: usize) -> usize {
        let (both, either) = (self.and(a, b), self.or(a, b));
        let carried = self.and(c, either);
        self.or(both, carried)
    }

    fn full_adder(&mut self, a: usize, b: usize, c: usize) -> (usize, usize) {
        let half = self.xor(a, b);
        let sum = self.xor(half, c);
        let (both, passed) = (self.and(a, b), self.and(half, c));
        (sum, self.or(both, passed))
    }
}

/// The conjunctions of an operator on a format.
fn count(op: FloatOp, (exponent, significand): (u32, u32)) -> usize {
    let own = Sort::Float(format(exponent, significand));
    let mut sorts = if op.rounds() { vec![Sort::Rounding] } else { Vec::new() };
    sorts.extend(vec![own; op.numbers()]);
    let result = if let Kind::Comparison(_) = op.kind() { Sort::Bool } else { own };
    let Case { terms, of_words, .. } = Case::new(op, sorts, result);
    let mut gates = Conjunctions::default();
    let mut bits: HashMap<TermId, Vec<usize>> = HashMap::new();
    for symbol in terms.symbols_in(&[of_words]) {
        let symbol = terms.symbol_term(symbol);
        bits.insert(symbol, (0..terms.width(symbol)).map(|_| gates.input()).collect());
    }
    blasted(&mut gates, &mut bits, &terms, &[of_words]);
    gates.count(&bits[&of_words])
}

/// The most conjunctions for 16, 32 and 64 bits.
const MOST: [(FloatOp, [usize; 3]); 12] = [
    (FloatOp::Add, [1_600, 3_100, 6_400]),
    (FloatOp::Mul, [2_100, 7_000, 28_000]),
    (FloatOp::Fma, [4_100, 11_200, 37_500]),
    (FloatOp::Div, [2_500, 8_400, 34_000]),
    (FloatOp::Sqrt, [1_400, 4_500, 17_800]),
    (FloatOp::Rem, [7_500, 94_000, 1_520_000]),
    (FloatOp::RoundToIntegral, [1_250, 2_600, 5_900]),
    (FloatOp::Min, [375, 730, 1_450]),
    (FloatOp::Max, [375, 730, 1_450]),
    (FloatOp::Lt, [225, 435, 850]),
    (FloatOp::Leq, [290, 570, 1_110]),
    (FloatOp::Equal, [185, 365, 710]),
];

/// `cargo test --lib circuits_are_small -- --nocapture` prints the numbers.
#[test]
fn circuits_are_small() {
    for (op, most) in MOST {
        let found = [(5, 11), (8, 24), (11, 53)].map(|own| count(op, own));
        println!("{:16}{:8}{:8}{:8}", op.name(), found[0], found[1], found[2]);
        assert!(found.iter().zip(&most).all(|(found, most)| found <= most), "{:?}: {:?}", op, found);
    }
}
