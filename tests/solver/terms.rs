//! Built and simplified terms against the plain meaning of the operators they were built with.

use crate::cases::try_random;
use indubit::base::Rng;
use indubit::solver::term::{Model, Op, Sort, Substitution, TermId, Terms, Value};
use indubit::theories::bv::Bits;
use indubit::theories::num::{Integer, Rational};

/// Terms with the values that the operators' definitions give them under one model.
struct Pool {
    terms: Terms,
    model: Model,
    entries: Vec<(TermId, Value)>,
}

impl Pool {
    fn new(rng: &mut Rng, width: u32) -> Pool {
        let mut pool = Pool { terms: Terms::new(), model: Model::new(), entries: Vec::new() };
        for sort in [Sort::Bool, Sort::Int, Sort::Real, Sort::BitVec(width), Sort::BitVec(1)] {
            for i in 0..3 {
                let t = pool.terms.declare(&format!("{}{}", sort, i), sort);
                let value = random_value(rng, sort);
                if let Op::Symbol(symbol) = pool.terms.op(t) {
                    pool.model.set(symbol, value.clone());
                }
                pool.entries.push((t, value));
                let constant = random_value(rng, sort);
                let t = constant.term(&mut pool.terms, sort);
                pool.entries.push((t, constant));
            }
        }
        pool
    }

    fn pick(&self, rng: &mut Rng, fits: impl Fn(Sort) -> bool) -> (TermId, Value) {
        let fitting: Vec<&(TermId, Value)> =
            self.entries.iter().filter(|e| fits(self.terms.sort(e.0))).collect();
        // Young terms are deep.
        let from = if rng.one_in(2) { fitting.len() * 2 / 3 } else { 0 };
        fitting[from + rng.below(fitting.len() - from)].clone()
    }

    fn add(&mut self, t: TermId, value: Value) {
        assert_eq!(self.model.evaluate(&self.terms, t), value, "{}", self.terms.text(t));
        self.entries.push((t, value));
    }
}

fn random_value(rng: &mut Rng, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(rng.one_in(2)),
        Sort::Int => Value::Number(Rational::from(rng.below(13) as i64 - 6)),
        Sort::Real => Value::Number(Rational::fraction(rng.below(13) as i64 - 6, 1 + rng.below(3) as i64)),
        Sort::BitVec(width) => Value::Bits(match rng.below(3) {
            0 => Bits::zero(width),
            1 => Bits::ones(width),
            _ => Bits::from_integer(&Integer::from(rng.next_u64()), width),
        }),
        other => unreachable!("no constants of sort {} are made", other),
    }
}

fn boolean(v: &Value) -> bool {
    v.is_true()
}

fn number(v: &Value) -> Rational {
    match v {
        Value::Number(n) => n.clone(),
        _ => panic!("no number"),
    }
}

fn bits(v: &Value) -> Bits {
    match v {
        Value::Bits(b) => b.clone(),
        _ => panic!("no vector"),
    }
}

fn core_step(pool: &mut Pool, rng: &mut Rng) {
    let is_bool = |s: Sort| s == Sort::Bool;
    let ((a, x), (b, y), (c, z)) =
        (pool.pick(rng, is_bool), pool.pick(rng, is_bool), pool.pick(rng, is_bool));
    let (x, y, z) = (boolean(&x), boolean(&y), boolean(&z));
    let terms = &mut pool.terms;
    let (t, value) = match rng.below(8) {
        0 => (terms.and(&[a, b, c]), x && y && z),
        1 => (terms.or(&[a, b, c]), x || y || z),
        2 => (terms.not(a), !x),
        3 => (terms.implies(a, b), !x || y),
        4 => (terms.xor(a, b), x != y),
        5 => (terms.iff(a, b), x == y),
        6 => (terms.ite(a, b, c), if x { y } else { z }),
        _ => (terms.distinct(&[a, b]), x != y),
    };
    pool.add(t, Value::Bool(value));
}

fn choice_step(pool: &mut Pool, rng: &mut Rng) {
    let (a, x) = pool.pick(rng, |_| true);
    let sort = pool.terms.sort(a);
    let (b, y) = pool.pick(rng, |s| s == sort);
    let (c, z) = pool.pick(rng, |s| s == Sort::Bool);
    if rng.one_in(2) {
        let t = pool.terms.ite(c, a, b);
        pool.add(t, if boolean(&z) { x } else { y });
    } else {
        let t = pool.terms.eq(a, b);
        pool.add(t, Value::Bool(x == y));
    }
}

fn number_step(pool: &mut Pool, rng: &mut Rng) {
    let (a, x) = pool.pick(rng, Sort::is_numeric);
    let (b, y) = pool.pick(rng, Sort::is_numeric);
    let factor = Rational::from(rng.below(9) as i64 - 4);
    let divisor = Rational::from([-3i64, -2, 2, 5][rng.below(4)]);
    let (x, y) = (number(&x), number(&y));
    let both_int = pool.terms.sort(a) == Sort::Int;
    let terms = &mut pool.terms;
    let truth = |b: bool| Value::Bool(b);
    let (t, value) = match rng.below(13) {
        0 => (terms.add(&[a, b, a]), Value::Number(&(&x + &y) + &x)),
        1 => (terms.sub(a, b), Value::Number(&x - &y)),
        2 => (terms.neg(a), Value::Number(-x)),
        3 => (terms.scale(&factor, a), Value::Number(&factor * &x)),
        4 => (terms.le(a, b), truth(x <= y)),
        5 => (terms.lt(a, b), truth(x < y)),
        6 => (terms.ge(a, b), truth(x >= y)),
        7 => (terms.eq(a, b), truth(x == y)),
        8 => (terms.abs(a), Value::Number(x.abs())),
        9 => (terms.to_int(a), Value::Number(Rational::from(x.floor()))),
        10 => (terms.to_real(a), Value::Number(x)),
        11 => (terms.is_int(a), truth(x.is_integer())),
        _ if both_int => {
            let d = terms.numeral(divisor.clone(), Sort::Int);
            let (x, d_value) = (x.numerator(), divisor.numerator());
            if rng.one_in(2) {
                let t = terms.int_div(a, d).expect("a numeral");
                (t, Value::Number(Rational::from(x.div_euclid(&d_value))))
            } else {
                let t = terms.int_mod(a, d).expect("a numeral");
                (t, Value::Number(Rational::from(x.rem_euclid(&d_value))))
            }
        }
        _ => {
            let d = terms.numeral(divisor.clone(), Sort::Real);
            (terms.div(a, d).expect("a numeral"), Value::Number(&x / &divisor))
        }
    };
    pool.add(t, value);
}

fn vector_step(pool: &mut Pool, rng: &mut Rng) {
    let (a, x) = pool.pick(rng, |s| s.width().map_or(false, |w| w < 40));
    let sort = pool.terms.sort(a);
    let (b, y) = pool.pick(rng, |s| s == sort);
    let (x, y) = (bits(&x), bits(&y));
    let width = x.width();
    let terms = &mut pool.terms;
    let truth = |b: bool| Value::Bool(b);
    let (t, value) = match rng.below(24) {
        0 => (terms.bv_not(a), Value::Bits(x.not())),
        1 => (terms.bv_neg(a), Value::Bits(x.neg())),
        2 => (terms.bv_and(a, b), Value::Bits(x.and(&y))),
        3 => (terms.bv_or(a, b), Value::Bits(x.or(&y))),
        4 => (terms.bv_xor(a, b), Value::Bits(x.xor(&y))),
        5 | 6 => (terms.bv_add(a, b), Value::Bits(x.add(&y))),
        7 | 8 => (terms.bv_sub(a, b), Value::Bits(x.sub(&y))),
        9 => (terms.bv_mul(a, b), Value::Bits(x.mul(&y))),
        10 => (terms.bv_udiv(a, b), Value::Bits(x.udiv(&y))),
        11 => (terms.bv_urem(a, b), Value::Bits(x.urem(&y))),
        12 => (terms.bv_shl(a, b), Value::Bits(x.shl(&y))),
        13 => (terms.bv_lshr(a, b), Value::Bits(x.lshr(&y))),
        14 => (terms.bv_ashr(a, b), Value::Bits(x.ashr(&y))),
        15 => (terms.concat(a, b), Value::Bits(x.concat(&y))),
        16 => {
            let (i, j) = (rng.below(width as usize) as u32, rng.below(width as usize) as u32);
            (terms.extract(a, i.max(j), i.min(j)), Value::Bits(x.extract(i.max(j), i.min(j))))
        }
        17 => (terms.sign_extend(a, 3), Value::Bits(x.sign_extend(3))),
        18 => (terms.zero_extend(a, 2), Value::Bits(x.zero_extend(2))),
        19 => (terms.bv_ult(a, b), truth(x.ult(&y))),
        20 => (terms.bv_sle(a, b), truth(!y.slt(&x))),
        21 => (terms.eq(a, b), truth(x == y)),
        22 => (
            terms.rotate_left(a, 5),
            Value::Bits(Bits::from_fn(width, |i| x.bit((i + 4 * width + width - 5 % width) % width))),
        ),
        _ => (terms.bv_slt(a, b), truth(x.slt(&y))),
    };
    pool.add(t, value);
}

/// Signed division and overflow, by way of integers.
fn derived_step(pool: &mut Pool, rng: &mut Rng) {
    let (a, x) = pool.pick(rng, |s| s.width().map_or(false, |w| w < 20));
    let sort = pool.terms.sort(a);
    let (b, y) = pool.pick(rng, |s| s == sort);
    let (x, y) = (bits(&x), bits(&y));
    let width = x.width();
    let (u, v) = (x.to_signed_integer(), y.to_signed_integer());
    let (ux, uy) = (x.to_integer(), y.to_integer());
    let terms = &mut pool.terms;
    let wraps = |n: Integer| Bits::from_integer(&n, width).to_signed_integer() != n;
    let wraps_unsigned = |n: Integer| Bits::from_integer(&n, width).to_integer() != n;
    let minus_one = Integer::from(-1i64);
    let (t, value) = match rng.below(11) {
        0 => {
            // Rounded to zero; by zero: 1 or -1.
            let quotient = match (y.is_zero(), u.is_negative()) {
                (true, true) => Bits::new(1, width),
                (true, false) => Bits::ones(width),
                _ => {
                    let absolute = u.abs().div_floor(&v.abs());
                    let n = if u.is_negative() != v.is_negative() { -absolute } else { absolute };
                    Bits::from_integer(&n, width)
                }
            };
            (terms.bv_sdiv(a, b), Value::Bits(quotient))
        }
        1 => {
            let n = if y.is_zero() { u } else { u.div_rem(&v).1 };
            (terms.bv_srem(a, b), Value::Bits(Bits::from_integer(&n, width)))
        }
        2 => {
            let n = if y.is_zero() { u } else { u.mod_floor(&v) };
            (terms.bv_smod(a, b), Value::Bits(Bits::from_integer(&n, width)))
        }
        3 => (terms.bv_neg_overflow(a), Value::Bool(wraps(-u))),
        4 => (terms.bv_uadd_overflow(a, b), Value::Bool(wraps_unsigned(&ux + &uy))),
        5 => (terms.bv_sadd_overflow(a, b), Value::Bool(wraps(&u + &v))),
        6 => (terms.bv_usub_overflow(a, b), Value::Bool(wraps_unsigned(&ux - &uy))),
        7 => (terms.bv_ssub_overflow(a, b), Value::Bool(wraps(&u - &v))),
        8 => (terms.bv_umul_overflow(a, b), Value::Bool(wraps_unsigned(&ux * &uy))),
        9 => (terms.bv_smul_overflow(a, b), Value::Bool(wraps(&u * &v))),
        _ => (terms.bv_sdiv_overflow(a, b), Value::Bool(v == minus_one && wraps(-u))),
    };
    pool.add(t, value);
}

fn terms_mean_what_they_were_built_from(seed: u64) {
    let mut rng = Rng::new(seed);
    let width = 1 + rng.below(9) as u32;
    let mut pool = Pool::new(&mut rng, width);
    for _ in 0..60 {
        match rng.below(7) {
            0 => core_step(&mut pool, &mut rng),
            1 => choice_step(&mut pool, &mut rng),
            2 | 3 => number_step(&mut pool, &mut rng),
            4 => derived_step(&mut pool, &mut rng),
            _ => vector_step(&mut pool, &mut rng),
        }
    }
    // Values in place of constants leave values.
    let mut substitution = Substitution::new();
    for i in 0..15 {
        let (t, value) = pool.entries[2 * i].clone();
        let sort = pool.terms.sort(t);
        let constant = value.term(&mut pool.terms, sort);
        substitution.insert(t, constant);
    }
    for (t, value) in pool.entries.clone() {
        let sort = pool.terms.sort(t);
        let replaced = substitution.apply(&mut pool.terms, t);
        assert_eq!(replaced, value.term(&mut pool.terms, sort), "{}", pool.terms.text(t));
    }
}

/// `(= (ite c 1 2) (ite d 1 2))` is an equality of numbers that stays one: the comparisons that define a conditional by
/// its branches must not be folded away to the definition itself. So both kinds of comparison have their own builder.
#[test]
fn conditionals_between_numerals_are_not_defined_by_themselves() {
    use indubit::solver::smt::{Answer, Solver};
    type Meaning = fn(bool, bool) -> bool;
    for &sort in &[Sort::Int, Sort::Real] {
        let mut t = Terms::new();
        let (c, d) = (t.declare("c", Sort::Bool), t.declare("d", Sort::Bool));
        let numerals: Vec<TermId> = (1..4).map(|n| t.numeral(Rational::from(n), sort)).collect();
        let (a, b) = (t.ite(c, numerals[0], numerals[1]), t.ite(d, numerals[0], numerals[1]));
        let wider = t.ite(d, numerals[0], numerals[2]);
        // With a numeral alone it is a formula over the condition.
        let alone = t.eq(a, numerals[0]);
        assert_eq!(alone, c);
        let (same, less, less_wide) = (t.eq(a, b), t.lt(a, b), t.lt(a, wider));
        let sum = t.add(&[a, b]);
        let three = t.eq(sum, numerals[2]);
        // The meaning of each formula as a function of (c, d).
        let expected: [(TermId, Meaning); 4] =
            [(same, |c, d| c == d), (less, |c, d| c && !d), (less_wide, |_, d| !d), (three, |c, d| c != d)];
        for (formula, holds) in expected {
            for (c_value, d_value) in [(false, false), (false, true), (true, false), (true, true)] {
                for wanted in [false, true] {
                    let mut solver = Solver::default();
                    let literals = [(c, c_value), (d, d_value), (formula, wanted)];
                    for (f, value) in literals {
                        let f = if value { f } else { t.not(f) };
                        solver.assert(&mut t, f);
                    }
                    let verdict = if holds(c_value, d_value) == wanted { Answer::Sat } else { Answer::Unsat };
                    assert_eq!(
                        solver.check(&mut t, &[]),
                        verdict,
                        "{} {} {}",
                        t.text(formula),
                        c_value,
                        d_value
                    );
                }
            }
        }
    }
}

#[test]
fn terms_evaluate_to_what_their_operators_define() {
    try_random(3000, terms_mean_what_they_were_built_from);
}

/// Sums, products and chains over few vectors, which have much in common.
fn vectors_mean_what_they_were_built_from(seed: u64) {
    let mut rng = Rng::new(seed);
    let width = if rng.one_in(8) { 60 + rng.below(10) as u32 } else { 1 + rng.below(6) as u32 };
    let sort = Sort::BitVec(width);
    let mut pool = Pool { terms: Terms::new(), model: Model::new(), entries: Vec::new() };
    for i in 0..2 + rng.below(3) {
        let t = pool.terms.declare(&format!("x{}", i), sort);
        let value = Value::Bits(Bits::from_integer(&Integer::from(rng.next_u64()), width));
        if let Op::Symbol(symbol) = pool.terms.op(t) {
            pool.model.set(symbol, value.clone());
        }
        pool.entries.push((t, value));
    }
    for _ in 0..40 {
        let ((a, x), (b, y)) = (pool.pick(&mut rng, |s| s == sort), pool.pick(&mut rng, |s| s == sort));
        let (x, y) = (bits(&x), bits(&y));
        let terms = &mut pool.terms;
        let c = Bits::new(rng.below(12) as u64, width);
        let c = if rng.one_in(2) { c.neg() } else { c };
        let constant = terms.bit_vector(c.clone());
        let (t, value) = match rng.below(15) {
            0..=2 => (terms.bv_add(a, b), x.add(&y)),
            3 | 4 => (terms.bv_sub(a, b), x.sub(&y)),
            5 | 6 => (terms.bv_mul(a, b), x.mul(&y)),
            7 => (terms.bv_mul(constant, a), x.mul(&c)),
            8 => (terms.bv_add(a, constant), x.add(&c)),
            9 => (terms.bv_neg(a), x.neg()),
            10 => (terms.bv_not(a), x.not()),
            11 => (terms.bv_shl(a, b), x.shl(&y)),
            12 => (terms.bv_and(a, b), x.and(&y)),
            13 => (terms.bv_or(a, b), x.or(&y)),
            _ => (terms.bv_xor(a, b), x.xor(&y)),
        };
        pool.add(t, Value::Bits(value));
        let (d, z) = pool.pick(&mut rng, |s| s == sort);
        let same = pool.terms.eq(t, d);
        let value = pool.entries[pool.entries.len() - 1].1 == z;
        assert_eq!(pool.model.evaluate(&pool.terms, same), Value::Bool(value), "{}", pool.terms.text(same));
        let is_constant = pool.terms.eq(t, constant);
        let value = pool.entries[pool.entries.len() - 1].1 == Value::Bits(c);
        let found = pool.model.evaluate(&pool.terms, is_constant);
        assert_eq!(found, Value::Bool(value), "{}", pool.terms.text(is_constant));
    }
}

#[test]
fn sums_and_products_of_vectors_evaluate_to_what_their_operators_define() {
    try_random(5000, vectors_mean_what_they_were_built_from);
}

/// The value of an operator on a list, in a random order and with random brackets.
fn fold_at_random(
    terms: &mut Terms,
    rng: &mut Rng,
    list: &[TermId],
    f: fn(&mut Terms, TermId, TermId) -> TermId,
) -> TermId {
    let mut list = list.to_vec();
    while list.len() > 1 {
        let a = list.swap_remove(rng.below(list.len()));
        let i = rng.below(list.len());
        list[i] = f(terms, list[i], a);
    }
    list[0]
}

fn order_does_not_matter(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut terms = Terms::new();
    let x: Vec<TermId> = (0..3).map(|i| terms.declare(&format!("x{}", i), Sort::BitVec(32))).collect();
    let parts: Vec<TermId> = (0..2 + rng.below(5))
        .map(|_| match rng.below(5) {
            0 => terms.bv(rng.below(100) as u64, 32),
            _ => x[rng.below(3)],
        })
        .collect();
    for f in [Terms::bv_add, Terms::bv_mul, Terms::bv_and, Terms::bv_or, Terms::bv_xor] {
        let one = fold_at_random(&mut terms, &mut rng, &parts, f);
        let other = fold_at_random(&mut terms, &mut rng, &parts, f);
        assert_eq!(one, other, "{} and {}", terms.text(one), terms.text(other));
    }
}

#[test]
fn vectors_joined_in_another_order_are_the_same() {
    try_random(1000, order_does_not_matter);
}

#[test]
fn equalities_of_sums_are_without_what_both_sides_share() {
    let mut t = Terms::new();
    let sort = Sort::BitVec(8);
    let (x, y, z) = (t.declare("x", sort), t.declare("y", sort), t.declare("z", sort));
    let three = t.bv(3, 8);
    let (left, right) = (t.bv_add(x, y), t.bv_add(z, y));
    let (same, plain) = (t.eq(left, right), t.eq(x, z));
    assert_eq!(same, plain);
    // 3x = 3 has one solution, 2x = 3 none.
    let (thrice, one) = (t.bv_mul(x, three), t.bv(1, 8));
    let (is_three, is_one) = (t.eq(thrice, three), t.eq(x, one));
    assert_eq!(is_three, is_one);
    let twice = t.bv_add(x, x);
    assert_eq!(t.eq(twice, three), Terms::FALSE);
    // x * (~y << z) is (x * ~y) << z.
    let complement = t.bv_not(y);
    let (shifted, product) = (t.bv_shl(complement, z), t.bv_mul(complement, x));
    let (inside, outside) = (t.bv_mul(x, shifted), t.bv_shl(product, z));
    assert_eq!(inside, outside);
}

#[test]
fn long_sums_are_built_in_little_time() {
    let mut t = Terms::new();
    let sort = Sort::BitVec(16);
    let x: Vec<TermId> = (0..20_000).map(|i| t.declare(&format!("x{}", i), sort)).collect();
    for f in [Terms::bv_add, Terms::bv_sub, Terms::bv_mul, Terms::bv_and, Terms::bv_xor] {
        for ascending in [true, false] {
            let step = |sum, i: usize| {
                let i = if ascending { i } else { x.len() - 1 - i };
                f(&mut t, x[i], sum)
            };
            let sum = (0..x.len()).fold(x[0], step);
            assert_eq!(t.sort(sum), sort);
        }
    }
    assert!(t.len() < 100 * x.len());
}

#[test]
fn comparisons_that_say_the_same_are_the_same() {
    let mut t = Terms::new();
    let (x, y) = (t.declare("x", Sort::Int), t.declare("y", Sort::Int));
    let (two, six) = (Rational::from(2), Rational::from(6));
    let (a, b) = (t.scale(&two, x), t.scale(&six, y));
    let seven = t.int(7);
    let sum = t.add(&[a, b]);
    // 2x + 6y <= 7 is x + 3y <= 3, and not x + 3y >= 4.
    let atom = t.le(sum, seven);
    assert_eq!(t.text(atom), "(<= (+ x (* 3 y)) 3)");
    let half = t.scale(&Rational::from(3), y);
    let (left, four) = (t.add(&[half, x]), t.int(4));
    let other = t.ge(left, four);
    assert_eq!(t.not(other), atom);
    // 2x + 6y = 7 has no solution.
    assert_eq!(t.eq(sum, seven), Terms::FALSE);
}

#[test]
fn text_shares_what_is_shared() {
    let mut t = Terms::new();
    let (p, q) = (t.declare("p", Sort::Bool), t.declare("a name", Sort::Bool));
    let both = t.and(&[p, q]);
    let same = t.iff(both, p);
    let neither = t.or(&[both, same]);
    let text = t.text(neither);
    assert_eq!(text, "(let ((.0 (and p |a name|))) (or .0 (= p .0)))");
    let x = t.declare("x", Sort::Real);
    let c = t.real(Rational::fraction(-1, 3));
    let less = t.lt(x, c);
    assert_eq!(t.text(less), "(< x (- (/ 1.0 3.0)))");
}

#[test]
fn text_shares_what_is_used_through_negations_alone() {
    let mut terms = Terms::new();
    let name =
        |terms: &mut Terms, i: usize, j: usize| terms.declare(&format!("{}{}", ["p", "q"][j], i), Sort::Bool);
    let (first, second) = (name(&mut terms, 0, 0), name(&mut terms, 0, 1));
    let mut t = terms.and(&[first, second]);
    for i in 1..60 {
        let negation = terms.not(t);
        let parts = [0, 1].map(|j| {
            let other = name(&mut terms, i, j);
            let both = terms.and(&[negation, other]);
            terms.not(both)
        });
        t = terms.and(&parts);
    }
    assert!(terms.text(t).len() < 60 * 60, "{}", terms.text(t).len());
}

#[test]
fn a_chain_of_a_million_operators_is_walked_without_recursion() {
    let mut t = Terms::new();
    let p = t.declare("p", Sort::Bool);
    let r = t.declare("r", Sort::Bool);
    let x = t.declare("x", Sort::BitVec(4));
    let (mut formula, mut word) = (p, x);
    for i in 0..1_000_000u32 {
        let q = if i % 2 == 0 { t.xor(formula, p) } else { t.and(&[formula, r]) };
        formula = t.not(q);
        word = if i % 2 == 0 { t.bv_not(word) } else { t.bv_neg(word) };
    }
    let zero = t.bv_zero(4);
    let same = t.eq(word, zero);
    let all = t.and(&[formula, same]);
    assert_eq!(t.symbols_in(&[all]).len(), 3);
    assert!(t.text(all).len() > 1_000_000);
    let _ = Model::new().evaluate(&t, all);
    let mut substitution = Substitution::new();
    substitution.insert(p, Terms::TRUE);
    assert!(substitution.apply(&mut t, all) != all);
}

/// Operators on extended vectors are those on the narrower ones, extended: with the values that the wide operators
/// define, for all values of three bits in six.
#[test]
fn operators_on_extended_vectors_are_narrow_and_have_the_same_values() {
    type Build = fn(&mut Terms, TermId, TermId) -> TermId;
    type Meaning = fn(&Bits, &Bits) -> Value;
    let word: [(Build, Meaning); 9] = [
        (Terms::bv_udiv, |a, b| Value::Bits(a.udiv(b))),
        (Terms::bv_urem, |a, b| Value::Bits(a.urem(b))),
        (Terms::bv_sdiv, |a, b| Value::Bits(signed(a, b, Bits::udiv, |a, b| a != b))),
        (Terms::bv_srem, |a, b| Value::Bits(signed(a, b, Bits::urem, |a, _| a))),
        (Terms::bv_ult, |a, b| Value::Bool(a.ult(b))),
        (Terms::bv_slt, |a, b| Value::Bool(a.slt(b))),
        (Terms::eq, |a, b| Value::Bool(a == b)),
        (|t, a, b| low_bits(t, a, b, Terms::bv_add), |a, b| Value::Bits(a.add(b).extract(3, 0))),
        (|t, a, b| low_bits(t, a, b, Terms::bv_mul), |a, b| Value::Bits(a.mul(b).extract(3, 0))),
    ];
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::BitVec(3)));
    let constants = [0, 1, 2, 3, 5, 8, 31, 32, 60, 61, 63];
    let mut sides: Vec<TermId> = constants.iter().map(|&c| terms.bv(c, 6)).collect();
    for v in [x, y] {
        sides.extend([terms.sign_extend(v, 3), terms.zero_extend(v, 3)]);
    }
    let mut models = Vec::new();
    for (a, b) in (0..64).map(|n| (n % 8, n / 8)) {
        let mut model = Model::new();
        model.set_all(&terms, [x, y], &[a, b].map(|n| Value::Bits(Bits::new(n, 3))));
        models.push(model);
    }
    for (build, meaning) in word {
        for (&a, &b) in sides.iter().flat_map(|a| sides.iter().map(move |b| (a, b))) {
            let t = build(&mut terms, a, b);
            for model in &models {
                let values = model.evaluate_all(&terms, &[a, b, t]);
                let expected = meaning(&bits(&values[0]), &bits(&values[1]));
                assert_eq!(values[2], expected, "{} {}", terms.text(a), terms.text(b));
            }
        }
    }
    let (a, b) = (terms.sign_extend(x, 29), terms.sign_extend(y, 29));
    for t in [terms.bv_srem(a, b), terms.bv_sdiv(a, b), terms.bv_smod(a, b)] {
        assert!(terms.subterms(&[t]).iter().all(|&t| terms.op(t) != Op::BvUrem || terms.width(t) == 3));
        assert!(terms.subterms(&[t]).iter().all(|&t| terms.op(t) != Op::BvUdiv || terms.width(t) == 4));
        assert!(terms.op(t) == Op::SignExtend, "{}", terms.text(t));
    }
    assert_eq!(terms.bv_slt(a, b), terms.bv_slt(x, y));
    assert_eq!(terms.eq(a, b), terms.eq(x, y));
}

/// The four lowest bits of an operator's value.
fn low_bits(terms: &mut Terms, a: TermId, b: TermId, f: fn(&mut Terms, TermId, TermId) -> TermId) -> TermId {
    let whole = f(terms, a, b);
    terms.extract(whole, 3, 0)
}

/// A signed operator by the unsigned one on absolute values, negated if the signs of both say so.
fn signed(a: &Bits, b: &Bits, f: fn(&Bits, &Bits) -> Bits, is_negative: fn(bool, bool) -> bool) -> Bits {
    let sign = |v: &Bits| v.bit(v.width() - 1);
    let absolute = |v: &Bits| if sign(v) { v.neg() } else { v.clone() };
    let result = f(&absolute(a), &absolute(b));
    if is_negative(sign(a), sign(b)) {
        result.neg()
    } else {
        result
    }
}
