//! The lemmas that a model contradicts.

use super::{Lemma, Rounds};
use crate::base::{HashMap, Limit};
use crate::solver::smt::solver::Solver;
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::lra::Side;
use crate::theories::nla::{self, Candidate, Schema};
use crate::theories::num::Rational;

/// Products that get lemmas in one round, at most.
const MOST_PRODUCTS: usize = 12;

/// Ways to write a product as one of two.
const MOST_SPLITS: usize = 4;

/// Comparisons that are multiplied by a factor in one round, at most.
const MOST_COMPARISONS: usize = 40;

/// Equations make new products while there are no more than these.
const MOST_OF_EQUATIONS: usize = 60;

/// Products that one is compared with, at most.
const MOST_COMPARED: usize = 40;

/// A product as one of two numbers.
#[derive(Clone, Copy)]
struct Split {
    product: TermId,
    factors: [TermId; 2],
}

/// Comparisons that the model has decided, by the monomials in them.
type Decided = HashMap<TermId, Vec<(TermId, bool)>>;

impl Solver {
    /// Tells lemmas about products that the model misses. Returns whether there were new ones.
    pub(super) fn tell_lemmas(
        &mut self,
        terms: &mut Terms,
        wrong: &[TermId],
        rounds: &Rounds,
    ) -> Result<bool, Limit> {
        let decided = self.decided(terms);
        // Lemmas make columns that have no value in this model.
        let mut found: Vec<Lemma> = Vec::new();
        let mut told = 0;
        for &t in wrong {
            if told == MOST_PRODUCTS {
                break;
            }
            let missed = rounds.missed(t);
            let splits = self.splits(terms, t);
            for stage in 0..nla::STAGES + 2 {
                let mut lemmas = self.lemmas_of_stage(terms, t, &splits, stage, &decided, missed);
                lemmas.retain(|lemma| self.encoder.is_new_lemma(terms, lemma));
                if !lemmas.is_empty() {
                    found.append(&mut lemmas);
                    told += 1;
                    break;
                }
            }
            self.budget.poll()?;
        }
        if rounds.count % 2 == 0 || found.is_empty() {
            let mut lemmas = Vec::new();
            self.relations(terms, &mut lemmas);
            lemmas.retain(|lemma| self.encoder.is_new_lemma(terms, lemma));
            found.append(&mut lemmas);
        }
        let mut is_new = false;
        for lemma in found {
            is_new |= self.encoder.tell_lemma(terms, &mut self.sat, lemma)?;
        }
        Ok(is_new)
    }

    /// Tells the inequalities that the bounds of factors give, for all products. Returns whether there were new ones.
    pub(super) fn tell_envelopes(&mut self, terms: &mut Terms) -> Result<bool, Limit> {
        let mut found: Vec<Lemma> = Vec::new();
        for t in self.encoder.products().to_vec() {
            for split in self.splits(terms, t) {
                let [a, b] = split.factors;
                let [first, second] = [a, b].map(|f| self.interval(terms, f));
                if a == b {
                    found.push(Lemma::Square { root: a, has_gap: false });
                }
                for (left, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if let (Some(u), Some(v)) = (&first[left], &second[right]) {
                        let negative = [left == 1, right == 1];
                        let at = [u.clone(), v.clone()];
                        let schema = Schema::Signs { at, negative, is_strict: false };
                        found.extend(lemma(terms, &split, schema));
                    }
                }
            }
        }
        found.retain(|lemma| self.encoder.is_new_lemma(terms, lemma));
        let mut is_new = false;
        for lemma in found {
            is_new |= self.encoder.tell_lemma(terms, &mut self.sat, lemma)?;
        }
        Ok(is_new)
    }

    /// The bounds of a number, or those that the bounds of its factors give.
    fn interval(&self, terms: &Terms, t: TermId) -> [Option<Rational>; 2] {
        let of_column = self.bounds(terms, t);
        if terms.op(t) != Op::Product || of_column.iter().all(Option::is_some) {
            return of_column;
        }
        let mut ends = vec![Rational::ONE];
        for &f in terms.args(t) {
            let [low, high] = match self.bounds(terms, f) {
                [Some(low), Some(high)] => [low, high],
                _ => return of_column,
            };
            let all: Vec<Rational> = ends.iter().flat_map(|end| [end * &low, end * &high]).collect();
            ends = all.iter().min().into_iter().chain(all.iter().max()).cloned().collect();
        }
        [ends.first().cloned(), ends.last().cloned()]
    }

    /// The bounds of the column of a number.
    fn bounds(&self, terms: &Terms, t: TermId) -> [Option<Rational>; 2] {
        let t = if terms.op(t) == Op::ToReal { terms.arg(t, 0) } else { t };
        [Side::Lower, Side::Upper].map(|side| {
            let column = self.encoder.known_column(t)?;
            self.sat.theory().arithmetic.bound(column, side)
        })
    }

    fn lemmas_of_stage(
        &self,
        terms: &mut Terms,
        t: TermId,
        splits: &[Split],
        stage: u32,
        decided: &Decided,
        missed: u32,
    ) -> Vec<Lemma> {
        let mut lemmas = Vec::new();
        match stage {
            0 | 1 => splits.iter().for_each(|s| self.schemas(terms, s, stage, &mut lemmas)),
            2 => {
                self.multiplied(terms, t, decided, false, &mut lemmas);
                self.comparisons(terms, splits, &mut lemmas);
            }
            3 => {
                splits.iter().for_each(|s| self.schemas(terms, s, 2, &mut lemmas));
                if terms.sort(t) == Sort::Int && missed > 2 {
                    splits.iter().for_each(|s| self.schemas(terms, s, 3, &mut lemmas));
                }
                if missed % 8 == 4 {
                    self.multiplied(terms, t, decided, true, &mut lemmas);
                }
            }
            4 => splits.iter().for_each(|s| self.schemas(terms, s, 3, &mut lemmas)),
            _ => self.multiplied(terms, t, decided, true, &mut lemmas),
        }
        lemmas
    }

    /// The ways to write a product as one of two, at least one of them a single factor.
    fn splits(&self, terms: &mut Terms, t: TermId) -> Vec<Split> {
        let factors = terms.args(t).to_vec();
        if let [a, b] = factors[..] {
            return vec![Split { product: t, factors: [a, b] }];
        }
        let mut splits = Vec::new();
        if factors.len() % 2 == 0 && factors.chunks(2).all(|pair| pair[0] == pair[1]) {
            let half: Vec<TermId> = factors.iter().copied().step_by(2).collect();
            let root = product(terms, &half);
            splits.push(Split { product: t, factors: [root, root] });
        }
        for (i, &f) in factors.iter().enumerate() {
            if i > 0 && factors[i - 1] == f || splits.len() == MOST_SPLITS {
                continue;
            }
            let mut rest = factors.clone();
            rest.remove(i);
            let other = product(terms, &rest);
            splits.push(Split { product: t, factors: [f, other] });
        }
        // One that needs a new product suffices.
        let is_known = |s: &Split| s.factors.iter().all(|&f| self.known_number(terms, f).is_some());
        let known: Vec<Split> = splits.iter().copied().filter(is_known).collect();
        if known.is_empty() {
            splits.truncate(1);
            return splits;
        }
        known
    }

    fn schemas(&self, terms: &mut Terms, split: &Split, stage: u32, lemmas: &mut Vec<Lemma>) {
        let candidate = match self.candidate(terms, split) {
            Some(candidate) => candidate,
            None => return,
        };
        for schema in nla::failing(&candidate, stage) {
            lemmas.extend(lemma(terms, split, schema));
        }
    }

    fn candidate(&self, terms: &Terms, split: &Split) -> Option<Candidate> {
        let [a, b] = split.factors;
        Some(Candidate {
            factors: [self.value_of(terms, a)?, self.value_of(terms, b)?],
            value: self.value_of(terms, split.product)?,
            is_square: a == b,
            is_integer: terms.sort(a) == Sort::Int,
            bounds: [self.bounds(terms, a), self.bounds(terms, b)],
        })
    }

    /// The comparisons of numbers that have a truth value, by the monomials in them.
    fn decided(&self, terms: &Terms) -> Decided {
        let mut decided = Decided::default();
        for (t, lit) in self.encoder.formulas() {
            let is_comparison = match terms.op(t) {
                Op::Le | Op::Ge => true,
                Op::Eq => terms.sort(terms.arg(t, 0)).is_numeric(),
                _ => false,
            };
            let truth = self.sat.value(lit);
            if let (true, Some(truth)) = (is_comparison, truth) {
                if terms.op(t) == Op::Eq && !truth {
                    continue;
                }
                for (_, part) in terms.linear(terms.arg(t, 0)).monomials {
                    decided.entry(part).or_default().push((t, truth));
                }
            }
        }
        decided
    }

    /// Comparisons that hold, multiplied by a factor: if `b` is in the comparison, and `a * b` is missed, by `a`.
    fn multiplied(
        &self,
        terms: &mut Terms,
        t: TermId,
        decided: &Decided,
        with_new: bool,
        lemmas: &mut Vec<Lemma>,
    ) {
        let factors = terms.args(t).to_vec();
        let mut looked = 0;
        for (i, &f) in factors.iter().enumerate() {
            if i > 0 && factors[i - 1] == f {
                continue;
            }
            let mut rest = factors.clone();
            rest.remove(i);
            let other = product(terms, &rest);
            let value = match self.value_of(terms, f) {
                Some(value) => value,
                None => continue,
            };
            // The oldest comparisons are those of the assertions.
            for &(comparison, truth) in decided.get(&other).into_iter().flatten() {
                looked += 1;
                if looked > MOST_COMPARISONS {
                    return;
                }
                let difference = terms.sub(terms.arg(comparison, 0), terms.arg(comparison, 1));
                let (f, difference) = match (terms.sort(f), terms.sort(difference)) {
                    (Sort::Int, Sort::Real) => (terms.to_real(f), difference),
                    (Sort::Real, Sort::Int) => (f, terms.to_real(difference)),
                    _ => (f, difference),
                };
                let lemma = match terms.op(comparison) {
                    Op::Eq => Lemma::Zero { zero: difference, other: f },
                    op => {
                        let is_strict = !truth && !value.is_zero();
                        let negative = [(op == Op::Le) == truth, value.is_negative()];
                        Lemma::Signs { factors: [difference, f], negative, is_strict }
                    }
                };
                // An equation puts one number in the place of another, so that products become known ones.
                let with_new = with_new || self.is_tight(terms, difference);
                if self.excludes(terms, lemma, (difference, f), with_new) {
                    lemmas.push(lemma);
                }
            }
        }
    }

    /// Whether a comparison with 0 holds as an equation, and few products were made so far.
    fn is_tight(&self, terms: &Terms, difference: TermId) -> bool {
        let sum = terms.linear(difference);
        let add = |total: Rational, (c, part): &(Rational, TermId)| {
            Some(&total + &(c * &self.known_number(terms, *part)?))
        };
        let total = sum.monomials.iter().try_fold(sum.constant.clone(), add);
        self.encoder.products().len() <= MOST_OF_EQUATIONS && total.map_or(false, |total| total.is_zero())
    }

    /// Whether the model contradicts the conclusion of a lemma whose premises it satisfies.
    fn excludes(&self, terms: &mut Terms, lemma: Lemma, (a, b): (TermId, TermId), with_new: bool) -> bool {
        let polynomial = terms.times(a, b);
        let linear = terms.linear(polynomial);
        let mut value = linear.constant.clone();
        let mut new = 0;
        for (c, part) in &linear.monomials {
            let part_value = match self.known_number(terms, *part) {
                Some(known) => known,
                None => {
                    new += 1;
                    let plain = if terms.op(*part) == Op::ToReal { terms.arg(*part, 0) } else { *part };
                    match self.value_of(terms, plain) {
                        Some(known) => known,
                        None => return false,
                    }
                }
            };
            value.add_product(c, &part_value);
        }
        if new > 0 && (!with_new || new > 2) {
            return false;
        }
        match lemma {
            Lemma::Signs { negative, is_strict, .. } => match value.sign() {
                0 => is_strict,
                sign => (sign < 0) != (negative[0] != negative[1]),
            },
            _ => !value.is_zero(),
        }
    }

    /// Comparisons with other products by absolute values.
    fn comparisons(&self, terms: &mut Terms, splits: &[Split], lemmas: &mut Vec<Lemma>) {
        let all: Vec<TermId> = self.encoder.products().iter().copied().take(MOST_COMPARED).collect();
        for split in splits {
            for &other in &all {
                if other == split.product || terms.sort(other) != terms.sort(split.product) {
                    continue;
                }
                for second in self.splits(terms, other) {
                    for turned in [false, true] {
                        let mut second = second;
                        if turned {
                            second.factors.reverse();
                        }
                        lemmas.extend(self.comparison(terms, split, &second));
                        lemmas.extend(self.comparison(terms, &second, split));
                    }
                }
            }
        }
    }

    fn comparison(&self, terms: &Terms, low: &Split, high: &Split) -> Option<Lemma> {
        let value = |t: TermId| self.value_of(terms, t);
        let [a, b] = [value(low.factors[0])?, value(low.factors[1])?];
        let [c, d] = [value(high.factors[0])?, value(high.factors[1])?];
        let (first, second) = (value(low.product)?, value(high.product)?);
        let is_strict = nla::compared([&a, &b], [&c, &d], [&first, &second])?;
        // The signs of the products are right by now, or the comparison says nothing.
        let are_right = first.sign() == a.sign() * b.sign() && second.sign() == c.sign() * d.sign();
        let negative = [[a.is_negative(), b.is_negative()], [c.is_negative(), d.is_negative()]];
        are_right.then_some(Lemma::Compared { low: low.factors, high: high.factors, negative, is_strict })
    }
}

/// The product of some factors.
pub(super) fn product(terms: &mut Terms, factors: &[TermId]) -> TermId {
    let (&first, rest) = match factors.split_first() {
        Some(parts) => parts,
        None => return Terms::TRUE,
    };
    rest.iter().fold(first, |t, &f| terms.times(t, f))
}

/// A term minus a number, if that belongs to the sort.
pub(super) fn minus(terms: &mut Terms, t: TermId, number: &Rational) -> Option<TermId> {
    let sort = terms.sort(t);
    if sort == Sort::Int && !number.is_integer() {
        return None;
    }
    let number = terms.numeral(number.clone(), sort);
    Some(terms.sub(t, number))
}

/// The lemma that a schema is for a product.
fn lemma(terms: &mut Terms, split: &Split, schema: Schema) -> Option<Lemma> {
    let [a, b] = split.factors;
    Some(match schema {
        Schema::Fixed(i, at) => {
            let other = match (i, at.is_zero(), a == b) {
                // a² - u² is (a - u) * (a + u).
                (_, false, true) => minus(terms, a, &-&at)?,
                _ => split.factors[1 - i],
            };
            Lemma::Zero { zero: minus(terms, split.factors[i], &at)?, other }
        }
        Schema::NoZero => Lemma::NoZero { factors: [a, b] },
        Schema::Signs { at, negative, is_strict } => {
            let factors = [minus(terms, a, &at[0])?, minus(terms, b, &at[1])?];
            Lemma::Signs { factors, negative, is_strict }
        }
        Schema::Square(at) => Lemma::Square { root: minus(terms, a, &at)?, has_gap: false },
        Schema::Gap(at) => {
            let next = &at + &Rational::ONE;
            Lemma::Square { root: minus(terms, a, &next)?, has_gap: true }
        }
        Schema::Chord([u, w]) => Lemma::Signs {
            factors: [minus(terms, a, &u)?, minus(terms, a, &w)?],
            negative: [false, true],
            is_strict: false,
        },
    })
}
