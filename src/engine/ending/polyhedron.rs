//! Conjunctions of linear inequalities between the states at two visits to heads.

use super::linear::Affine;
use crate::base::{HashMap, HashSet};
use crate::solver::term::{Model, Op, Sort, TermId, Terms, Value};
use crate::theories::num::Rational;

/// The numbers that words are read as. They do not wrap then, so that a measure is a guess, and the question about the
/// step decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    Signed,
    Unsigned,
}

/// Levels of a word that are taken apart.
const DEEPEST: usize = 24;

/// Literals as inequalities over what is left when equations have been solved.
#[derive(Clone, Debug)]
pub(super) struct Polyhedron {
    /// The node that it leaves, and the one that it enters.
    pub source: usize,
    pub target: usize,
    /// Sums that are at least 0.
    pub rows: Vec<Affine>,
    /// By variable: its value before and after.
    pub before: Vec<Affine>,
    pub after: Vec<Affine>,
    /// The literals.
    pub literals: Vec<TermId>,
}

/// Inequalities and equations, as they are read.
struct Reader<'m> {
    reading: Reading,
    model: &'m Model,
    /// Comparisons that the model satisfies, and that are no literals.
    chosen: Vec<TermId>,
    rows: Vec<Affine>,
    zeros: Vec<Affine>,
    known: HashSet<TermId>,
}

impl Polyhedron {
    /// The conjunction of literals that a model satisfies. Literals that are no linear comparisons are left out.
    pub fn of(
        terms: &mut Terms,
        (source, target): (usize, usize),
        literals: Vec<TermId>,
        model: &Model,
        (variables, next): (&[TermId], &HashMap<TermId, TermId>),
        reading: Reading,
    ) -> Polyhedron {
        let (rows, zeros, known) = (Vec::new(), Vec::new(), HashSet::default());
        let mut reader = Reader { reading, model, chosen: Vec::new(), rows, zeros, known };
        let mut kept = Vec::with_capacity(literals.len());
        for literal in literals {
            kept.push(reader.read(terms, literal, model));
        }
        kept.append(&mut reader.chosen);
        let after = |v: &TermId| Affine::of_atom(next.get(v).copied().unwrap_or(*v));
        let mut found = Polyhedron {
            source,
            target,
            rows: reader.rows,
            before: variables.iter().map(|&v| Affine::of_atom(v)).collect(),
            after: variables.iter().map(after).collect(),
            literals: kept,
        };
        let wanted: HashSet<TermId> = variables.iter().copied().collect();
        found.solve(reader.zeros, &wanted);
        found
    }

    /// Solves the equations, each for one of its terms, and puts the solutions in place.
    fn solve(&mut self, mut zeros: Vec<Affine>, wanted: &HashSet<TermId>) {
        while let Some(zero) = zeros.pop() {
            // A term that is no variable before goes first.
            let atom = zero.parts.keys().copied().max_by_key(|atom| (!wanted.contains(atom), *atom));
            let atom = match atom {
                Some(atom) => atom,
                None => continue,
            };
            let factor = zero.parts[&atom].clone();
            let mut value = Affine::default();
            value.add(&-factor.recip(), &zero);
            value.parts.remove(&atom);
            let all = self.rows.iter_mut().chain(&mut self.before).chain(&mut self.after).chain(&mut zeros);
            all.for_each(|sum| sum.replace(atom, &value));
        }
        self.rows.retain(|row| !row.parts.is_empty());
        self.rows.sort();
        self.rows.dedup();
        self.drop_unrelated();
    }

    /// Drops inequalities that share no term, not even by others, with the values of variables that change.
    fn drop_unrelated(&mut self) {
        let mut related: HashSet<TermId> = HashSet::default();
        for (before, after) in self.before.iter().zip(&self.after) {
            if before != after {
                related.extend(before.parts.keys().chain(after.parts.keys()).copied());
            }
        }
        loop {
            let size = related.len();
            for row in &self.rows {
                if row.parts.keys().any(|atom| related.contains(atom)) {
                    related.extend(row.parts.keys().copied());
                }
            }
            if related.len() == size {
                break;
            }
        }
        self.rows.retain(|row| row.parts.keys().any(|atom| related.contains(atom)));
    }
}

impl Reader<'_> {
    /// Reads a literal; a disequality of numbers becomes the inequality that the model satisfies.
    fn read(&mut self, terms: &mut Terms, literal: TermId, model: &Model) -> TermId {
        let (atom, negated) = terms.split_not(literal);
        let is_number = |t: TermId| matches!(terms.sort(t), Sort::Int | Sort::Real);
        match (terms.op(atom), negated) {
            (Op::Le | Op::Ge, _) => {
                let (sum, bound) = (terms.arg(atom, 0), terms.arg(atom, 1));
                let is_integer = terms.sort(sum) == Sort::Int;
                let mut row = Affine::of(terms, sum);
                row.add(&Rational::from(-1), &Affine::of(terms, bound));
                // `row <= 0`, `row >= 0`, or the negation of one of these.
                let is_upper = (terms.op(atom) == Op::Le) != negated;
                let mut least = Affine::default();
                least.add(&Rational::from(if is_upper { -1 } else { 1 }), &row);
                if negated && is_integer {
                    least.constant += &Rational::from(-1);
                }
                self.keep(terms, least, false);
                literal
            }
            (Op::Eq, false) if is_number(terms.arg(atom, 0)) => {
                let mut zero = Affine::of(terms, terms.arg(atom, 0));
                zero.add(&Rational::from(-1), &Affine::of(terms, terms.arg(atom, 1)));
                self.keep(terms, zero, true);
                literal
            }
            (Op::BvSlt | Op::BvUlt, _) => {
                let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
                let fits = (terms.op(atom) == Op::BvSlt) == (self.reading == Reading::Signed);
                if fits {
                    self.compare(terms, (a, b), negated);
                }
                literal
            }
            (Op::Eq, _) if matches!(terms.sort(terms.arg(atom, 0)), Sort::BitVec(_)) => {
                let sides = (terms.arg(atom, 0), terms.arg(atom, 1));
                self.equate(terms, sides, negated, model);
                literal
            }
            (Op::Eq, true) if is_number(terms.arg(atom, 0)) => {
                let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
                let values = model.evaluate_all(terms, &[a, b]);
                let is_below =
                    matches!((&values[0], &values[1]), (Value::Number(a), Value::Number(b)) if a < b);
                let side = if is_below { terms.lt(a, b) } else { terms.gt(a, b) };
                let is_same = side == literal;
                if is_same {
                    literal
                } else {
                    self.read(terms, side, model)
                }
            }
            _ => literal,
        }
    }

    /// `a = b` of words; if it is negated, one of the two is less in the model.
    fn equate(&mut self, terms: &mut Terms, (a, b): (TermId, TermId), negated: bool, model: &Model) {
        if !negated {
            let mut zero = self.word(terms, a, 0);
            zero.add(&Rational::from(-1), &self.word(terms, b, 0));
            self.keep(terms, zero, true);
            return;
        }
        let values = model.evaluate_all(terms, &[a, b]);
        if let (Value::Bits(first), Value::Bits(second)) = (&values[0], &values[1]) {
            let is_below = match self.reading {
                Reading::Signed => first.slt(second),
                Reading::Unsigned => first.ult(second),
            };
            self.compare(terms, if is_below { (a, b) } else { (b, a) }, false);
        }
    }

    /// `a < b` of words, or `b <= a` if it is negated.
    fn compare(&mut self, terms: &mut Terms, (a, b): (TermId, TermId), negated: bool) {
        let (low, high) = if negated { (b, a) } else { (a, b) };
        let mut row = self.word(terms, high, 0);
        row.add(&Rational::from(-1), &self.word(terms, low, 0));
        row.constant += &Rational::from(if negated { 0 } else { -1 });
        self.keep(terms, row, false);
    }

    /// A word as a sum that does not wrap.
    fn word(&self, terms: &Terms, t: TermId, depth: usize) -> Affine {
        if let Some(bits) = terms.bits_of(t) {
            let value = match self.reading {
                Reading::Signed => bits.to_signed_integer(),
                Reading::Unsigned => bits.to_integer(),
            };
            return Affine { constant: Rational::from(value), ..Affine::default() };
        }
        let part = |at: usize| self.word(terms, terms.arg(t, at), depth + 1);
        let mut sum = Affine::default();
        match terms.op(t) {
            _ if depth > DEEPEST => return Affine::of_atom(t),
            Op::BvAdd | Op::BvSub => {
                let factor = if terms.op(t) == Op::BvAdd { 1 } else { -1 };
                sum.add(&Rational::from(1), &part(0));
                sum.add(&Rational::from(factor), &part(1));
            }
            Op::BvNeg => sum.add(&Rational::from(-1), &part(0)),
            Op::BvNot if self.reading == Reading::Signed => {
                sum.add(&Rational::from(-1), &part(0));
                sum.constant += &Rational::from(-1);
            }
            Op::SignExtend if self.reading == Reading::Signed => return part(0),
            Op::BvMul => {
                let (a, b) = (part(0), part(1));
                if a.parts.is_empty() {
                    sum.add(&a.constant, &b);
                } else if b.parts.is_empty() {
                    sum.add(&b.constant, &a);
                } else {
                    return Affine::of_atom(t);
                }
            }
            _ => return Affine::of_atom(t),
        }
        sum
    }

    fn keep(&mut self, terms: &mut Terms, sum: Affine, is_zero: bool) {
        for &atom in sum.parts.keys() {
            self.note(terms, atom);
        }
        if is_zero {
            self.zeros.push(sum);
        } else {
            self.rows.push(sum);
        }
    }

    /// Adds the facts about a term: a quotient and a remainder lie between bounds.
    fn note(&mut self, terms: &mut Terms, atom: TermId) {
        let op = terms.op(atom);
        if !matches!(op, Op::IntDiv | Op::IntMod | Op::Product) || !self.known.insert(atom) {
            return;
        }
        if op == Op::Product {
            self.note_product(terms, atom);
            return;
        }
        let (dividend, divisor) = (terms.arg(atom, 0), terms.arg(atom, 1));
        let (quotient, by) = match (terms.int_div(dividend, divisor), terms.number_of(divisor).cloned()) {
            (Ok(quotient), Some(by)) => (quotient, by),
            _ => return,
        };
        // `dividend - by * quotient` is the remainder.
        let mut rest = Affine::of(terms, dividend);
        rest.add(&-by.clone(), &Affine::of(terms, quotient));
        let mut below = Affine { constant: &by.abs() - &Rational::from(1), ..Affine::default() };
        below.add(&Rational::from(-1), &rest);
        if op == Op::IntMod {
            let mut same = rest.clone();
            same.add(&Rational::from(-1), &Affine::of_atom(atom));
            self.keep(terms, same, true);
        }
        self.keep(terms, rest, false);
        self.keep(terms, below, false);
    }

    /// A dividend less the product of the quotient and the divisor is at least 0 and less than the divisor, or than its
    /// negation. The model tells the sign of the divisor.
    fn note_product(&mut self, terms: &mut Terms, product: TermId) {
        let (a, b) = match *terms.args(product) {
            [a, b] => (a, b),
            _ => return,
        };
        let is_quotient = |q: TermId, by: TermId| terms.op(q) == Op::IntQuotient && terms.arg(q, 1) == by;
        let (quotient, divisor) = match (is_quotient(a, b), is_quotient(b, a)) {
            (true, _) => (a, b),
            (false, true) => (b, a),
            (false, false) => return,
        };
        let one = terms.int(1);
        let is_positive = terms.ge(divisor, one);
        let holds = self.model.evaluate(terms, is_positive).is_true();
        self.chosen.push(if holds { is_positive } else { terms.not(is_positive) });
        let mut rest = Affine::of(terms, terms.arg(quotient, 0));
        rest.add(&Rational::from(-1), &Affine::of_atom(product));
        let mut below = Affine { constant: Rational::from(-1), ..Affine::default() };
        below.add(&Rational::from(if holds { 1 } else { -1 }), &Affine::of(terms, divisor));
        self.keep(terms, below.clone(), false);
        below.add(&Rational::from(-1), &rest);
        self.keep(terms, rest, false);
        self.keep(terms, below, false);
    }
}
