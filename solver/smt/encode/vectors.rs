//! Bit-vectors: their bits, as gates over those of their arguments, and comparisons of them.

use super::{Encoder, Undo, Work, BOTH};
use crate::base::Lit;
use crate::solver::smt::gates::ClauseGates;
use crate::solver::smt::theories::Sat;
use crate::solver::term::{circuit_of, Op, TermId, Terms};
use crate::theories::bv::blast;

impl Encoder {
    pub(super) fn word_atom(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Lit {
        let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
        self.blast(terms, sat, &[a, b]);
        if self.effort.is_over() {
            return self.yes;
        }
        let (a, b) = (self.word(terms, a), self.word(terms, b));
        let gates = &mut self.gates(sat);
        match terms.op(t) {
            Op::Eq => blast::eq(gates, &a, &b),
            Op::BvUlt => blast::ult(gates, &a, &b),
            Op::BvSlt => blast::slt(gates, &a, &b),
            op => unreachable!("{:?} is no atom over vectors", op),
        }
    }

    /// Makes the bits of vectors and of all vectors below.
    pub(super) fn blast(&mut self, terms: &mut Terms, sat: &mut Sat, roots: &[TermId]) {
        let known = |t: TermId| self.words.contains_key(&t) || terms.width(t) == 0;
        for t in terms.subterms_until(roots, known) {
            if terms.width(t) == 0 || self.words.contains_key(&t) {
                continue;
            }
            self.tick(sat, terms.width(t) as usize);
            if self.effort.is_over() {
                return;
            }
            let word = self.new_word(terms, sat, t);
            debug_assert_eq!(word.len(), terms.width(t) as usize);
            self.words.insert(t, self.bits.len());
            self.log.push(Undo::Word(t));
            self.bits.extend(word);
        }
    }

    fn new_word(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Vec<Lit> {
        let width = terms.width(t);
        if terms.op(t) == Op::Ite {
            let condition = terms.arg(t, 0);
            self.conditions.insert(terms.split_not(condition).0);
            let condition = self.literal(terms, sat, condition, BOTH);
            let (a, b) = (self.word(terms, terms.arg(t, 1)), self.word(terms, terms.arg(t, 2)));
            return blast::ite(&mut self.gates(sat), condition, &a, &b);
        }
        if self.postponed.takes(terms, t) {
            // The operator's value has to be compared with that of its bits, all of which need values.
            sat.theory_mut().justifier.stop();
            self.log.push(Undo::Postponed);
            let mut word = self.low_product(terms, sat, t);
            while word.len() < width as usize {
                word.push(self.gates(sat).input());
            }
            return word;
        }
        self.circuit(terms, sat, t)
    }

    /// The lowest bits of an abstract product of two words with zeros in front: those of the product without the zeros.
    fn low_product(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Vec<Lit> {
        if terms.op(t) != Op::BvMul || !self.postponed.is_abstract(terms, t) {
            return Vec::new();
        }
        let used = [0, 1].map(|i| terms.width_before_zeros(terms.arg(t, i)));
        let width = used[0].max(used[1]);
        if width >= terms.width(t) {
            return Vec::new();
        }
        let low = terms.extract(t, width - 1, 0);
        let args = [0, 1].map(|i| terms.extract(terms.arg(t, i), width - 1, 0));
        // With the factors in another order its circuit is another one, and the checker of proofs compares circuits.
        if terms.op(low) != Op::BvMul || terms.args(low) != args {
            return Vec::new();
        }
        self.blast(terms, sat, &[low]);
        self.word(terms, low)
    }

    pub(super) fn circuit(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Vec<Lit> {
        let width = terms.width(t);
        let (op, sort) = (terms.op(t), terms.sort(t));
        match op {
            Op::Symbol(_) => self.constants.push(t),
            Op::Call(_) | Op::Select | Op::Difference | Op::Field(_) => {
                self.work.push(Work::Node(t));
                return (0..width).map(|_| self.gates(sat).input()).collect();
            }
            _ => {}
        }
        let args: Vec<Vec<Lit>> = terms.args(t).iter().map(|&a| self.word(terms, a)).collect();
        let args: Vec<&[Lit]> = args.iter().map(Vec::as_slice).collect();
        let g = &mut self.gates(sat);
        match op {
            Op::Symbol(_) => (0..width).map(|_| g.input()).collect(),
            Op::Bits(_) => {
                let yes = g.yes;
                let bits = terms.bits_of(t);
                (0..width).map(|i| yes.negate_if(bits.map_or(true, |b| !b.bit(i)))).collect()
            }
            op => {
                let word = circuit_of(g, op, width, &args);
                word.unwrap_or_else(|| unreachable!("{:?} of sort {}", op, sort))
            }
        }
    }

    fn gates<'a>(&'a mut self, sat: &'a mut Sat) -> ClauseGates<'a> {
        ClauseGates { sat, table: &mut self.gates, yes: self.yes, effort: &mut self.effort }
    }

    pub(super) fn word(&self, terms: &Terms, t: TermId) -> Vec<Lit> {
        self.known_word(terms, t).map_or_else(Vec::new, <[Lit]>::to_vec)
    }
}
