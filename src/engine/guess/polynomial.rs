//! Equations of degree two and cubes between integers that all samples satisfy, such as `2s = i² + i` (Sharma and
//! others, ESOP 2013).
//!
//! Integers that are sums of others on all samples take no part. The relations between the products of the others are
//! the null space of a matrix with a row for each sample, found row by row.

use super::place::Group;
use super::runs::Samples;
use crate::solver::term::{Sort, TermId, Terms};
use crate::theories::num::{Integer, Rational};

/// Integers whose products are looked at, at most.
const MOST_WORDS: usize = 8;

/// Samples that are looked at. The equations are compared with the others later.
const MOST_SAMPLES: usize = 160;

/// Equations of a location, and bits of their numbers, at most.
const MOST_EQUATIONS: usize = 12;
const MOST_BITS: u64 = 24;

/// Rows that are 0 on all samples so far; at the beginning the units.
struct Null {
    rows: Vec<Vec<Rational>>,
}

impl Null {
    fn new(columns: usize) -> Null {
        let unit = |at| (0..columns).map(|i| if i == at { Rational::ONE } else { Rational::ZERO }).collect();
        Null { rows: (0..columns).map(unit).collect() }
    }

    /// Keeps the rows whose product with a sample is 0. The first one whose product is another is given up.
    fn join(&mut self, sample: &[Rational]) {
        let product = |row: &Vec<Rational>| {
            let mut sum = Rational::ZERO;
            row.iter().zip(sample).filter(|(c, _)| !c.is_zero()).for_each(|(c, x)| sum.add_product(c, x));
            sum
        };
        let products: Vec<Rational> = self.rows.iter().map(product).collect();
        // Rows of late columns stay, so that late columns are expressed by earlier ones.
        if let Some(pivot) = products.iter().position(|p| !p.is_zero()) {
            let given_up = self.rows.remove(pivot);
            for (row, p) in self.rows.iter_mut().zip(products[..pivot].iter().chain(&products[pivot + 1..])) {
                let factor = p / &products[pivot];
                if !factor.is_zero() {
                    row.iter_mut().zip(&given_up).for_each(|(c, d)| c.sub_product(&factor, d));
                }
            }
        }
    }
}

/// Equations between the integers of a group, if they have products.
pub(super) fn equations(
    terms: &mut Terms,
    samples: &Samples,
    variables: usize,
    group: &Group,
    list: &mut Vec<TermId>,
) {
    if group.sort != Sort::Int {
        return;
    }
    let number = |word: u64| Rational::from(word as i64);
    let states: Vec<Vec<Rational>> = samples
        .states(variables)
        .take(MOST_SAMPLES)
        .map(|state| group.words.iter().map(|&i| number(state[i])).collect())
        .collect();
    let mut sums = Null::new(group.words.len() + 1);
    for state in &states {
        sums.join(&[&[Rational::ONE], &state[..]].concat());
    }
    // The last word of a relation is a sum of those before it.
    let last = |row: &Vec<Rational>| row.iter().rposition(|c| !c.is_zero());
    let is_sum = |word: &usize| sums.rows.iter().any(|row| last(row) == Some(word + 1));
    let words: Vec<usize> = (0..group.words.len()).filter(|word| !is_sum(word)).collect();
    if words.is_empty() || words.len() > MOST_WORDS {
        return;
    }
    let mut monomials: Vec<Vec<usize>> = vec![Vec::new()];
    monomials.extend(words.iter().map(|&a| vec![a]));
    for (i, &a) in words.iter().enumerate() {
        monomials.extend(words[..=i].iter().map(|&b| vec![b, a]));
    }
    monomials.extend(words.iter().map(|&a| vec![a, a, a]));
    let mut null = Null::new(monomials.len());
    for state in &states {
        let value = |m: &Vec<usize>| m.iter().fold(Rational::ONE, |product, &i| &product * &state[i]);
        null.join(&monomials.iter().map(value).collect::<Vec<_>>());
    }
    if states.len() < monomials.len() - null.rows.len() + 3 {
        return;
    }
    null.rows.sort_by_key(|row| row.iter().filter(|c| !c.is_zero()).count());
    for row in null.rows.iter().take(MOST_EQUATIONS) {
        let scale = row.iter().fold(Integer::ONE, |scale, c| scale.lcm(&c.denominator()));
        let scaled = row.iter().map(|c| c * &Rational::from(scale.clone()));
        let mut parts: Vec<(Rational, TermId)> = Vec::new();
        for (c, monomial) in scaled.zip(&monomials).filter(|(c, _)| !c.is_zero()) {
            let one = terms.int(1);
            let product = monomial.iter().fold(one, |product, &i| terms.times(product, group.terms[i]));
            parts.push((c, product));
        }
        if parts.iter().all(|(c, _)| c.bit_length() <= MOST_BITS) {
            let (sum, zero) = (terms.combination(&parts), terms.int(0));
            list.push(terms.eq(sum, zero));
        }
    }
}
