//! Interpolants of conflicts between linear inequalities.
//!
//! A conflict is a list of inequalities whose weighted sum is contradictory (Farkas' lemma). The weighted sum of the
//! left ones is implied by the left side and contradicts the right one, and terms that only the left side mentions
//! have cancelled out (McMillan, TCS 2005). The right ones give the weakest such inequality, and every inequality
//! between the two is an interpolant too (Alt, Hyvärinen, Asadzadeh, Sharygina, FMCAD 2017). Left inequalities that
//! have no local variable in common, directly or through others, need not be added up at all: a conjunction of sums
//! is stronger than the sum of all (decomposed interpolants; Blicha, Hyvärinen, Kofroň, Sharygina, TACAS 2019, of
//! which this is the part that needs no algebra).

use crate::solver::term::{Sort, TermId, Terms};
use crate::theories::num::{DeltaRational, Integer, Rational};

/// The inequality to take of those between the strongest and the weakest.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FarkasChoice {
    /// The sum of the left inequalities.
    Strong,
    /// The negated sum of the right ones.
    Weak,
    /// Between the two, by a factor that is at least 0 and less than 1: 0 gives the strong one, and factors near 1
    /// give inequalities near the weak one.
    Factor(Rational),
    /// A conjunction of sums of left inequalities that have nothing local in common.
    Decomposed,
}

impl FarkasChoice {
    /// Panics if the factor is out of range.
    pub(super) fn demand(&self) {
        if let FarkasChoice::Factor(factor) = self {
            let suits = !factor.is_negative() && *factor < Rational::ONE;
            assert!(suits, "a Farkas factor of {}, which is not at least 0 and less than 1", factor);
        }
    }
}

/// `Σ products <= bound`, weighted; the bound's infinitesimal part says that it is strict.
#[derive(Clone, Debug)]
pub(super) struct Inequality {
    pub products: Vec<(Rational, TermId)>,
    pub bound: DeltaRational,
}

impl Inequality {
    fn empty() -> Inequality {
        Inequality { products: Vec::new(), bound: DeltaRational::ZERO }
    }

    fn add(&mut self, other: &Inequality) {
        self.products.extend_from_slice(&other.products);
        self.bound += &other.bound;
    }
}

/// The interpolant for the conflict of these weighted inequalities; `left` marks those of the left side.
pub(super) fn interpolant(
    terms: &mut Terms,
    conflict: &[Inequality],
    left: &[bool],
    choice: &FarkasChoice,
) -> TermId {
    let sum_of = |wanted: bool| {
        let mut sum = Inequality::empty();
        conflict.iter().zip(left).filter(|(_, &l)| l == wanted).for_each(|(i, _)| sum.add(i));
        sum
    };
    match choice {
        FarkasChoice::Strong => formula(terms, &sum_of(true)),
        FarkasChoice::Weak => {
            let refuted = formula(terms, &sum_of(false));
            terms.not(refuted)
        }
        FarkasChoice::Factor(factor) => {
            let mut sum = sum_of(true);
            // The right sum says that the left products are at least this.
            let limit = -sum_of(false).bound;
            let slack = &limit.real - &sum.bound.real;
            if slack.is_positive() {
                sum.bound.real += &(&slack * factor);
            }
            formula(terms, &sum)
        }
        FarkasChoice::Decomposed => {
            let parts: Vec<TermId> =
                components(conflict, left).iter().map(|sum| formula(terms, sum)).collect();
            terms.and(&parts)
        }
    }
}

/// The left inequalities added up as far as local terms connect them.
fn components(conflict: &[Inequality], left: &[bool]) -> Vec<Inequality> {
    let mentioned = |side: bool| {
        let on_side = conflict.iter().zip(left).filter(move |(_, &l)| l == side);
        let mut list: Vec<TermId> = on_side.flat_map(|(i, _)| i.products.iter().map(|p| p.1)).collect();
        list.sort_unstable();
        list
    };
    let right = mentioned(false);
    let is_local = |t: TermId| right.binary_search(&t).is_err();
    let mut groups: Vec<(Vec<TermId>, Inequality)> = Vec::new();
    for (inequality, _) in conflict.iter().zip(left).filter(|(_, &l)| l) {
        let mut locals: Vec<TermId> =
            inequality.products.iter().map(|p| p.1).filter(|&t| is_local(t)).collect();
        let mut sum = inequality.clone();
        groups.retain(|(others, other)| {
            let connected = others.iter().any(|t| locals.contains(t));
            if connected {
                locals.extend(others);
                sum.add(other);
            }
            !connected
        });
        groups.push((locals, sum));
    }
    groups.into_iter().map(|(_, sum)| sum).collect()
}

/// The inequality as a formula.
pub(super) fn formula(terms: &mut Terms, inequality: &Inequality) -> TermId {
    let (sum, limit, strict) = sides(terms, inequality);
    if strict {
        terms.lt(sum, limit)
    } else {
        terms.le(sum, limit)
    }
}

/// The inequality as a bound, even where [`formula`] would take a conditional apart.
pub(super) fn plain_formula(terms: &mut Terms, inequality: &Inequality) -> TermId {
    let (sum, limit, strict) = sides(terms, inequality);
    if strict {
        let at_least = terms.plain_le(limit, sum);
        terms.not(at_least)
    } else {
        terms.plain_le(sum, limit)
    }
}

/// The two sides of the inequality, the smaller one first.
fn sides(terms: &mut Terms, inequality: &Inequality) -> (TermId, TermId, bool) {
    let products = &inequality.products;
    let integral = products.iter().all(|(_, t)| terms.sort(*t) == Sort::Int);
    let bound = &inequality.bound;
    let strict = bound.delta.is_negative();
    // Over integers coefficients and bound have to be whole numbers.
    let mut factor = Integer::from(1i64);
    if integral {
        factor = products.iter().fold(bound.real.denominator(), |lcm, (c, _)| lcm.lcm(&c.denominator()));
    }
    let factor = Rational::from(factor);
    let scaled: Vec<(Rational, TermId)> =
        products.iter().map(|(c, t)| (c * &factor, if integral { *t } else { terms.to_real(*t) })).collect();
    let sort = if integral { Sort::Int } else { Sort::Real };
    let limit = terms.numeral(&bound.real * &factor, sort);
    let zero = terms.numeral(Rational::from(0), sort);
    let sum = terms.combination(&scaled);
    let sum = if products.is_empty() { zero } else { sum };
    (sum, limit, strict)
}
