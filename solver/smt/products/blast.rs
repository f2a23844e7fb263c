//! Small models of integers, found as words.
//!
//! Most satisfiable formulas with products of integers have small models. The question is asked again about words: each
//! integer constant is a word of a few bits with a sign, and sums and products are as wide as their results, so nothing
//! overflows. A model of the words is one of the integers. If there is none, nothing follows, and more bits may help.
//!
//! Only formulas over integers and truth values are translated. A function that SMT-LIB leaves open for the divisor 0
//! is 0 here.

use super::choose::minus;
use crate::base::{Budget, HashMap};
use crate::solver::smt::answer::Answer;
use crate::solver::smt::options::SmtOptions;
use crate::solver::smt::solver::Solver;
use crate::solver::term::{Model, Op, Sort, TermId, Terms, Value};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};

/// The widest word of a translation.
const WIDEST: u32 = 160;

/// Terms of a translation, at most.
const MOST_TERMS: usize = 20_000;

/// Bits of the constants, by attempt.
pub(super) const WIDTHS: [u32; 7] = [3, 5, 8, 12, 16, 24, 32];

/// Conflicts of an attempt.
const CONFLICTS: u64 = 4_000;

/// Formulas as formulas over words.
struct Words<'a> {
    terms: &'a mut Terms,
    width: u32,
    /// The word or formula of each term.
    done: HashMap<TermId, TermId>,
    /// The integer constants, with their words.
    constants: Vec<(TermId, TermId)>,
}

/// Values of the integer constants in a model of these formulas, if there is one with values of this many bits. The
/// clauses are disjunctions.
pub(super) fn small_model(
    terms: &mut Terms,
    formulas: &[TermId],
    width: u32,
    budget: &Budget,
) -> Option<Vec<(TermId, Rational)>> {
    let order = terms.subterms(formulas);
    if order.len() > MOST_TERMS {
        return None;
    }
    let mut words = Words { terms, width, done: HashMap::default(), constants: Vec::new() };
    for t in order {
        budget.poll().ok()?;
        let word = words.translated(t)?;
        words.done.insert(t, word);
    }
    let asserted: Vec<TermId> = formulas.iter().map(|f| words.done[f]).collect();
    let Words { terms, constants, .. } = words;
    let mut solver = Solver::new(SmtOptions { check_models: false, ..SmtOptions::default() });
    solver.set_budget(budget.clone().and_conflicts(CONFLICTS * u64::from(width)));
    for formula in asserted {
        solver.assert(terms, formula);
    }
    if solver.check(terms, &[]) != Answer::Sat {
        return None;
    }
    let model: &Model = solver.model(terms);
    let values = constants.iter().map(|&(t, word)| (t, signed(&model.evaluate(terms, word))));
    Some(values.collect())
}

/// The number of a word with a sign.
fn signed(word: &Value) -> Rational {
    let bits = match word {
        Value::Bits(bits) => bits,
        other => unreachable!("{:?} in place of a word", other),
    };
    let top = bits.width() - 1;
    let value = Integer::from_bits((0..top).map(|i| bits.bit(i)));
    let weight = Integer::ONE.shift_left(u64::from(top));
    Rational::from(if bits.bit(top) { &value - &weight } else { value })
}

impl Words<'_> {
    fn translated(&mut self, t: TermId) -> Option<TermId> {
        let sort = self.terms.sort(t);
        let args = self.terms.args(t).to_vec();
        if sort == Sort::Int {
            return self.number(t, &args);
        }
        let is_number = |&a: &TermId| self.terms.sort(a) == Sort::Int;
        match (self.terms.op(t), &args[..]) {
            (Op::Symbol(_), _) if sort == Sort::Bool => Some(t),
            (Op::True, _) => Some(t),
            (Op::Le, &[a, b]) if is_number(&a) => {
                let [a, b] = self.alike(a, b)?;
                Some(self.terms.bv_sle(a, b))
            }
            (Op::Eq, &[a, b]) if is_number(&a) => {
                let [a, b] = self.alike(a, b)?;
                Some(self.terms.eq(a, b))
            }
            (op @ (Op::Not | Op::And | Op::Eq | Op::Ite), _) if sort == Sort::Bool => {
                let args: Vec<TermId> = args.iter().map(|a| self.done[a]).collect();
                if args.iter().any(|&a| self.terms.sort(a) != Sort::Bool) {
                    return None;
                }
                Some(self.terms.apply(op, sort, &args))
            }
            _ => None,
        }
    }

    fn number(&mut self, t: TermId, args: &[TermId]) -> Option<TermId> {
        match (self.terms.op(t), args) {
            (Op::Symbol(_), _) => {
                let word = self.terms.declare(".w", Sort::BitVec(self.width));
                self.constants.push((t, word));
                Some(word)
            }
            (Op::Numeral(_), _) => {
                let value = self.terms.number_of(t)?.to_integer()?;
                let width = value.bit_length() as u32 + 1;
                (width <= WIDEST).then(|| self.constant(&value, width))
            }
            (Op::Add, _) => {
                let more = usize::BITS - args.len().leading_zeros();
                let widest = args.iter().map(|a| self.terms.width(self.done[a])).max()?;
                let mut sum = self.extended(args[0], widest + more)?;
                for &a in &args[1..] {
                    let word = self.extended(a, widest + more)?;
                    sum = self.terms.bv_add(sum, word);
                }
                Some(sum)
            }
            (Op::Mul | Op::Product, _) => {
                let mut product = self.done[&args[0]];
                for a in &args[1..] {
                    let word = self.done[a];
                    let width = self.terms.width(product) + self.terms.width(word);
                    let (left, right) = (self.wide(product, width)?, self.wide(word, width)?);
                    product = self.terms.bv_mul(left, right);
                }
                Some(product)
            }
            (Op::Ite, &[condition, yes, no]) => {
                let [yes, no] = self.alike(yes, no)?;
                let condition = self.done[&condition];
                Some(self.terms.ite(condition, yes, no))
            }
            (Op::IntDiv | Op::IntQuotient, &[a, b]) => self.divided(a, b, true),
            (Op::IntMod, &[a, b]) => self.divided(a, b, false),
            (Op::IntDivByZero | Op::IntModByZero, _) => Some(self.constant(&Integer::ZERO, 1)),
            _ => None,
        }
    }

    fn constant(&mut self, value: &Integer, width: u32) -> TermId {
        let modulus = Integer::ONE.shift_left(u64::from(width));
        let residue = if value.is_negative() { &modulus + value } else { value.clone() };
        let bits = residue.bits();
        let word = Bits::from_fn(width, |i| bits.get(i as usize).copied().unwrap_or(false));
        self.terms.bit_vector(word)
    }

    /// A word with more copies of its sign.
    fn wide(&mut self, word: TermId, width: u32) -> Option<TermId> {
        let by = width.saturating_sub(self.terms.width(word));
        (width <= WIDEST).then(|| self.terms.sign_extend(word, by))
    }

    fn extended(&mut self, t: TermId, width: u32) -> Option<TermId> {
        let word = self.done[&t];
        self.wide(word, width)
    }

    /// The words of two terms in a common width.
    fn alike(&mut self, a: TermId, b: TermId) -> Option<[TermId; 2]> {
        let width = self.terms.width(self.done[&a]).max(self.terms.width(self.done[&b]));
        Some([self.extended(a, width)?, self.extended(b, width)?])
    }

    /// The quotient, 0 for the divisor 0, or the remainder, which is not negative.
    fn divided(&mut self, a: TermId, b: TermId, is_quotient: bool) -> Option<TermId> {
        let width = self.terms.width(self.done[&a]).max(self.terms.width(self.done[&b])) + 1;
        let (a, b) = (self.extended(a, width)?, self.extended(b, width)?);
        let terms = &mut *self.terms;
        let (zero, one) = (terms.bv_zero(width), terms.bv(1, width));
        // The quotient is rounded towards 0; if that leaves a negative remainder, the next one is taken.
        let (quotient, rest) = (terms.bv_sdiv(a, b), terms.bv_srem(a, b));
        let is_low = terms.bv_slt(rest, zero);
        let is_positive = terms.bv_slt(zero, b);
        if is_quotient {
            let (less, more) = (terms.bv_sub(quotient, one), terms.bv_add(quotient, one));
            let moved = terms.ite(is_positive, less, more);
            let quotient = terms.ite(is_low, moved, quotient);
            let by_zero = terms.eq(b, zero);
            return Some(terms.ite(by_zero, zero, quotient));
        }
        let (more, less) = (terms.bv_add(rest, b), terms.bv_sub(rest, b));
        let moved = terms.ite(is_positive, more, less);
        Some(terms.ite(is_low, moved, rest))
    }
}

/// The formula that a constant has this value.
pub(super) fn has_value(terms: &mut Terms, t: TermId, value: &Rational) -> Option<TermId> {
    let difference = minus(terms, t, value)?;
    let zero = terms.int(0);
    Some(terms.eq(difference, zero))
}
