//! Random terms over Booleans and short words, and the values that oracles try.

use indubit::base::Rng;
use indubit::solver::term::{Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;
use indubit::theories::num::Rational;

/// A random term of this sort over these constants.
pub fn random_term(rng: &mut Rng, terms: &mut Terms, pool: &[TermId], sort: Sort, depth: usize) -> TermId {
    let of_sort: Vec<TermId> = pool.iter().copied().filter(|&t| terms.sort(t) == sort).collect();
    if depth == 0 || rng.one_in(6) {
        return match sort {
            _ if !of_sort.is_empty() && !rng.one_in(5) => of_sort[rng.below(of_sort.len())],
            Sort::BitVec(width) => terms.bv(rng.next_u64(), width),
            _ => terms.bool(rng.one_in(2)),
        };
    }
    let mut sub = |rng: &mut Rng, terms: &mut Terms, sort| random_term(rng, terms, pool, sort, depth - 1);
    match sort {
        Sort::BitVec(width) => random_word(rng, terms, width, &mut sub),
        _ => random_formula(rng, terms, &mut sub),
    }
}

type Sub<'a> = &'a mut dyn FnMut(&mut Rng, &mut Terms, Sort) -> TermId;

fn random_formula(rng: &mut Rng, terms: &mut Terms, sub: Sub<'_>) -> TermId {
    let sort = if rng.one_in(2) { Sort::Bool } else { Sort::BitVec(1 + rng.below(3) as u32) };
    let (a, b) = (sub(rng, terms, sort), sub(rng, terms, sort));
    if sort == Sort::Bool {
        return match rng.below(6) {
            0 => terms.not(a),
            1 => terms.and(&[a, b]),
            2 => terms.or(&[a, b]),
            3 => terms.iff(a, b),
            4 => terms.implies(a, b),
            _ => {
                let c = sub(rng, terms, sort);
                terms.ite(a, b, c)
            }
        };
    }
    match rng.below(5) {
        0 => terms.bv_ult(a, b),
        1 => terms.bv_slt(a, b),
        2 => terms.bv_ule(a, b),
        3 => terms.distinct(&[a, b]),
        _ => terms.eq(a, b),
    }
}

fn random_word(rng: &mut Rng, terms: &mut Terms, width: u32, sub: Sub<'_>) -> TermId {
    let sort = Sort::BitVec(width);
    let (a, b) = (sub(rng, terms, sort), sub(rng, terms, sort));
    match rng.below(20) {
        0 => terms.bv_not(a),
        1 => terms.bv_and(a, b),
        2 => terms.bv_or(a, b),
        3 => terms.bv_xor(a, b),
        4 => terms.bv_neg(a),
        5 | 6 => terms.bv_add(a, b),
        7 => terms.bv_sub(a, b),
        8 => terms.bv_mul(a, b),
        9 => terms.bv_udiv(a, b),
        10 => terms.bv_urem(a, b),
        11 => terms.bv_shl(a, b),
        12 => terms.bv_lshr(a, b),
        13 => terms.bv_ashr(a, b),
        14 if width > 1 => {
            let high = sub(rng, terms, Sort::BitVec(width - 1));
            let low = sub(rng, terms, Sort::BitVec(1));
            terms.concat(high, low)
        }
        15 => {
            let long = terms.concat(a, b);
            let low = rng.below(width as usize + 1) as u32;
            terms.extract(long, low + width - 1, low)
        }
        16 if width > 1 => {
            let short = sub(rng, terms, Sort::BitVec(1));
            terms.sign_extend(short, width - 1)
        }
        17 => terms.bv_smod(a, b),
        _ => {
            let condition = sub(rng, terms, Sort::Bool);
            terms.ite(condition, a, b)
        }
    }
}

/// The value of this number among those that the oracle tries.
pub fn value(sort: Sort, number: u64) -> Value {
    match sort {
        Sort::BitVec(width) => Value::Bits(Bits::new(number, width)),
        Sort::Int => Value::Number((number as i64 - 1).into()),
        Sort::Real => Value::Number(Rational::new((number as i64 - 1).into(), 2i64.into())),
        _ => Value::Bool(number == 1),
    }
}
