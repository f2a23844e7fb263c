//! Terms out of bytes, over constants that are given.

use crate::source::Source;
use indubit::solver::term::{Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;
use indubit::theories::num::Rational;

/// A sort with few values.
pub fn small_sort(s: &mut Source<'_>) -> Sort {
    match s.below(4) {
        0 => Sort::Bool,
        width => Sort::BitVec(width as u32),
    }
}

/// All values of a sort that has few.
pub fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::BitVec(width) => {
            (0..1u64 << width).map(|number| Value::Bits(Bits::new(number, width))).collect()
        }
        _ => vec![Value::Bool(false), Value::Bool(true)],
    }
}

/// All rows of values of some constants.
pub fn rows(terms: &Terms, constants: &[TermId]) -> Vec<Vec<Value>> {
    let mut rows = vec![Vec::new()];
    for &constant in constants {
        let values = values(terms.sort(constant));
        let longer = |row: &Vec<Value>| -> Vec<Vec<Value>> {
            values.iter().map(|value| row.iter().chain([value]).cloned().collect()).collect()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    rows
}

/// A term of this sort.
pub fn term(s: &mut Source<'_>, terms: &mut Terms, pool: &[TermId], sort: Sort, depth: usize) -> TermId {
    if depth == 0 || s.is_empty() || s.one_in(6) {
        return leaf(s, terms, pool, sort);
    }
    match sort {
        Sort::BitVec(width) => word(s, terms, pool, width, depth - 1),
        Sort::Int | Sort::Real => number(s, terms, pool, sort, depth - 1),
        Sort::Declared(_) | Sort::Array(_) | Sort::Datatype(_) => {
            let condition = term(s, terms, pool, Sort::Bool, depth - 1);
            let (a, b) = (leaf(s, terms, pool, sort), leaf(s, terms, pool, sort));
            terms.ite(condition, a, b)
        }
        _ => formula(s, terms, pool, depth - 1),
    }
}

fn leaf(s: &mut Source<'_>, terms: &mut Terms, pool: &[TermId], sort: Sort) -> TermId {
    let fitting: Vec<TermId> = pool.iter().copied().filter(|&t| terms.sort(t) == sort).collect();
    // No value of a declared sort can be written.
    let is_needed = matches!(sort, Sort::Declared(_));
    if !fitting.is_empty() && (is_needed || !s.one_in(5)) {
        return s.pick(&fitting);
    }
    match sort {
        Sort::BitVec(width) => {
            let value = u64::from(s.byte());
            terms.bv(value & ((1 << width) - 1), width)
        }
        Sort::Int => terms.int(s.below(7) as i64 - 2),
        Sort::Real => {
            let (numerator, denominator) = (s.below(7) as i64 - 2, 1 + s.below(3) as i64);
            terms.real(Rational::new(numerator.into(), denominator.into()))
        }
        Sort::Array(_) | Sort::Datatype(_) => {
            let values = terms.some_values(sort, 8);
            s.pick(&values).term(terms, sort)
        }
        Sort::Declared(_) => unreachable!("terms of a declared sort are asked for where there is a constant"),
        _ => terms.bool(s.flag()),
    }
}

fn formula(s: &mut Source<'_>, terms: &mut Terms, pool: &[TermId], depth: usize) -> TermId {
    let sorts: Vec<Sort> = pool.iter().map(|&t| terms.sort(t)).collect();
    let sort = if s.flag() || sorts.is_empty() { Sort::Bool } else { s.pick(&sorts) };
    let a = term(s, terms, pool, sort, depth);
    let b = term(s, terms, pool, sort, depth);
    match (sort, s.below(6)) {
        (Sort::Bool, 0) => terms.not(a),
        (Sort::Bool, 1) => terms.and(&[a, b]),
        (Sort::Bool, 2) => terms.or(&[a, b]),
        (Sort::Bool, 3) => terms.xor(a, b),
        (Sort::Bool, 4) => terms.implies(a, b),
        (Sort::Bool, _) => {
            let c = term(s, terms, pool, sort, depth);
            terms.ite(a, b, c)
        }
        (Sort::BitVec(_), 0) => terms.bv_ult(a, b),
        (Sort::BitVec(_), 1) => terms.bv_slt(a, b),
        (Sort::BitVec(_), 2) => terms.bv_ule(a, b),
        (Sort::Int | Sort::Real, 0) => terms.lt(a, b),
        (Sort::Int | Sort::Real, 1 | 2) => terms.le(a, b),
        (_, 3) => terms.distinct(&[a, b]),
        _ => terms.eq(a, b),
    }
}

fn number(s: &mut Source<'_>, terms: &mut Terms, pool: &[TermId], sort: Sort, depth: usize) -> TermId {
    let a = term(s, terms, pool, sort, depth);
    match s.below(6) {
        0 => terms.neg(a),
        1 => {
            let factor = s.below(5) as i64 - 2;
            terms.scale(&factor.into(), a)
        }
        2 => {
            let condition = term(s, terms, pool, Sort::Bool, depth);
            let b = term(s, terms, pool, sort, depth);
            terms.ite(condition, a, b)
        }
        3 if sort == Sort::Int => {
            let by = terms.int(1 + s.below(3) as i64);
            let result = if s.flag() { terms.int_div(a, by) } else { terms.int_mod(a, by) };
            result.expect("a constant divisor")
        }
        4 => {
            let b = term(s, terms, pool, sort, depth);
            terms.sub(a, b)
        }
        _ => {
            let b = term(s, terms, pool, sort, depth);
            terms.add(&[a, b])
        }
    }
}

fn word(s: &mut Source<'_>, terms: &mut Terms, pool: &[TermId], width: u32, depth: usize) -> TermId {
    let sort = Sort::BitVec(width);
    let a = term(s, terms, pool, sort, depth);
    let b = term(s, terms, pool, sort, depth);
    match s.below(19) {
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
            let high = term(s, terms, pool, Sort::BitVec(width - 1), depth);
            let low = term(s, terms, pool, Sort::BitVec(1), depth);
            terms.concat(high, low)
        }
        15 => {
            let long = terms.concat(a, b);
            let low = s.below(width as usize + 1) as u32;
            terms.extract(long, low + width - 1, low)
        }
        16 if width > 1 => {
            let short = term(s, terms, pool, Sort::BitVec(1), depth);
            terms.sign_extend(short, width - 1)
        }
        17 => terms.bv_smod(a, b),
        _ => {
            let condition = term(s, terms, pool, Sort::Bool, depth);
            terms.ite(condition, a, b)
        }
    }
}
