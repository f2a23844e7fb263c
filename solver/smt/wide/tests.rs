//! Each fact is valid: all values of small widths.

use super::fact::When;
use super::facts::{Kind, ROWS};
use super::{Fact, Valued};
use crate::solver::term::{Model, Sort, Terms, Value};
use crate::theories::bv::Bits;

fn words(width: u32) -> impl Iterator<Item = Bits> {
    (0..1u64 << width).map(move |value| Bits::new(value, width))
}

/// All places, also those that no model would give.
#[test]
fn rows_are_valid() {
    for width in 1..=4 {
        let mut store = Terms::new();
        for (number, row) in ROWS.iter().enumerate() {
            for (x, y) in words(width).flat_map(|x| words(width).map(move |y| (x.clone(), y))) {
                let r = row.kind.value(&x, &y);
                let values = [&x, &y, &r].map(|value| store.bit_vector(value.clone()));
                let given = (row.places)(&x, &y, &r);
                for (k, j) in (0..width).flat_map(|k| (0..width).map(move |j| (k, j))) {
                    let formula = row.formula(&mut store, values, [k, j]);
                    assert_eq!(formula, Terms::TRUE, "{}: {:?} {:?} at {} {}", number, x, y, k, j);
                }
                assert!(given.map_or(true, |places| places.iter().all(|&k| k < width)));
            }
        }
    }
}

/// A wrong result contradicts a row, or the value of the operands.
#[test]
fn wrong_results_are_excluded() {
    for kind in [Kind::Product, Kind::Quotient, Kind::Remainder] {
        let (mut told, mut wrong) = (0, 0);
        for (x, y) in words(4).flat_map(|x| words(4).map(move |y| (x.clone(), y))) {
            for r in words(4) {
                let valued = Valued { t: Terms::TRUE, kind, x: x.clone(), y: y.clone(), r };
                let found = valued.rows(false).len() + valued.rows(true).len();
                assert!(found == 0 || valued.is_wrong());
                wrong += usize::from(valued.is_wrong());
                told += usize::from(found > 0);
            }
        }
        assert!(told * 10 > wrong * 8, "{:?}: {} of {}", kind, told, wrong);
    }
}

/// The facts about other terms than operands and result.
#[test]
fn facts_about_terms_are_valid() {
    let width = 3;
    let mut terms = Terms::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| terms.declare(name, Sort::BitVec(width)));
    let (ab, ca) = (terms.bv_mul(a, b), terms.bv_mul(c, a));
    let mut facts = Vec::new();
    for is_turned in [false, true] {
        facts.push(Fact::Same { t: ab, other: ca, is_turned });
    }
    let of_c = [terms.bv_udiv(c, b), terms.bv_urem(c, b)];
    for t in [terms.bv_udiv(ab, b), terms.bv_udiv(ab, a), terms.bv_urem(ab, b), terms.bv_urem(ab, a)]
        .into_iter()
        .chain(of_c)
    {
        for factor in 0..2 {
            let shorts = (0..=width).map(When::Short);
            let whens = shorts.chain([When::Fits, When::Converse]);
            facts.extend(whens.map(|when| Fact::Undone { t, product: ab, factor, when }));
        }
        let values = [5, 2].map(|value| terms.bv(value, width));
        facts.push(Fact::Value { t, values });
    }
    let formulas: Vec<_> = facts.iter().filter_map(|fact| fact.formula(&mut terms)).collect();
    assert_eq!(formulas.len(), 2 + 6 * 2 * (width as usize + 3) - 3 * 2 + 6);
    for values in (0..512u64).map(|n| [n & 7, n >> 3 & 7, n >> 6]) {
        let mut model = Model::default();
        for (&t, value) in [a, b, c].iter().zip(values) {
            if let crate::solver::term::Op::Symbol(symbol) = terms.op(t) {
                model.set(symbol, Value::Bits(Bits::new(value, width)));
            }
        }
        for &formula in &formulas {
            assert!(model.evaluate(&terms, formula).is_true(), "{}", terms.text(formula));
        }
    }
}
