//! Random comparisons of real constants with numbers.

use indubit::base::Rng;
use indubit::solver::term::{TermId, Terms};
use indubit::theories::num::Rational;

/// A sum of up to three of the variables against a limit whose denominator is at most this one.
pub fn random_comparison(
    terms: &mut Terms,
    variables: &[TermId],
    rng: &mut Rng,
    denominator: usize,
) -> TermId {
    let mut sum = Vec::new();
    for _ in 0..1 + rng.below(3) {
        sum.push((Rational::from(rng.below(7) as i64 - 3), variables[rng.below(variables.len())]));
    }
    let sum = terms.combination(&sum);
    let limit = Rational::fraction(rng.below(11) as i64 - 5, 1 + rng.below(denominator) as i64);
    let limit = terms.real(limit);
    match rng.below(4) {
        0 => terms.lt(sum, limit),
        1 => terms.eq(sum, limit),
        _ => terms.le(sum, limit),
    }
}

/// A disjunction of up to `most` comparisons, the denominators of whose limits are at most `most`, too.
pub fn random_alternatives(terms: &mut Terms, variables: &[TermId], rng: &mut Rng, most: usize) -> TermId {
    let mut choice = Vec::new();
    for _ in 0..1 + rng.below(most) {
        choice.push(random_comparison(terms, variables, rng, most));
    }
    terms.or(&choice)
}

/// A comparison of a sum with a fraction: the numbers and variables of the sum, the sign, and the fraction.
pub type Comparison = (&'static [(i64, usize)], &'static str, [i64; 2]);

/// A conjunction of disjunctions of comparisons.
pub fn conjunction(terms: &mut Terms, variables: &[TermId], clauses: &[&[Comparison]]) -> TermId {
    let mut conjuncts = Vec::new();
    for clause in clauses {
        let mut choice = Vec::new();
        for &(products, sign, [above, below]) in *clause {
            let products: Vec<(Rational, TermId)> =
                products.iter().map(|&(number, at)| (Rational::from(number), variables[at])).collect();
            let sum = terms.combination(&products);
            let limit = terms.real(Rational::fraction(above, below));
            choice.push(match sign {
                "<" => terms.lt(sum, limit),
                "<=" => terms.le(sum, limit),
                "=" => terms.eq(sum, limit),
                ">=" => terms.ge(sum, limit),
                ">" => terms.gt(sum, limit),
                sign => panic!("{}", sign),
            });
        }
        conjuncts.push(terms.or(&choice));
    }
    terms.and(&conjuncts)
}
