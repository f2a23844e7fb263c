//! Exact numbers, against `i128` and against schoolbook arithmetic on decimal digits.
//!
//! Operands gather around the places where a machine word, a limb or a double word ends, where forms change and
//! carries run far.

use crate::cases::{scaled, try_random};
use crate::decimal::Decimal;
use indubit::base::Rng;
use indubit::theories::num::{DeltaRational, Integer, Rational};
use std::cmp::Ordering;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A number of at most 126 bits, often next to a power of two.
fn wide(rng: &mut Rng) -> i128 {
    let magnitude = match rng.below(4) {
        0 => rng.below(12) as i128,
        1 => (1i128 << [31, 32, 53, 62, 63, 64, 65, 125][rng.below(8)]) + rng.below(7) as i128 - 3,
        2 => (rng.next_u64() >> rng.below(64)) as i128,
        _ => (((rng.next_u64() as u128) << 64 | rng.next_u64() as u128) >> (2 + rng.below(126))) as i128,
    };
    if rng.one_in(2) {
        -magnitude
    } else {
        magnitude
    }
}

/// A number that fits an `i64`, often at the end of its range.
fn word(rng: &mut Rng) -> i64 {
    match rng.below(6) {
        0 => i64::MAX - rng.below(3) as i64,
        1 => i64::MIN + rng.below(3) as i64,
        2 => rng.below(21) as i64 - 10,
        3 => [1i64 << 31, -1 << 31, 1 << 32, 1 << 62, -1 << 62][rng.below(5)] + rng.below(3) as i64 - 1,
        _ => rng.next_u64() as i64 >> rng.below(64),
    }
}

/// A number of any size: a sum of powers of two, or random digits.
fn huge(rng: &mut Rng) -> Integer {
    if rng.one_in(3) {
        return Integer::from(wide(rng));
    }
    if rng.one_in(4) {
        let power = Integer::ONE.shift_left([31, 63, 64, 126, 127, 128, 191, 192, 256][rng.below(9)]);
        let near = power + Integer::from(rng.below(5) as i64 - 2);
        return if rng.one_in(2) { -near } else { near };
    }
    let most = if rng.one_in(4) { 400 } else { 60 };
    let length = 1 + rng.below(most);
    let mut number = Integer::ZERO;
    if rng.one_in(2) {
        for _ in 0..1 + rng.below(3) {
            number += Integer::from(rng.below(3) as i64 - 1).shift_left(rng.below(length * 3) as u64);
        }
    } else {
        for _ in 0..length {
            number.add_product(&Integer::from(9i64), &number.clone());
            number += Integer::from(rng.below(10) as i64);
        }
    }
    if rng.one_in(2) {
        -number
    } else {
        number
    }
}

fn rational(rng: &mut Rng) -> Rational {
    let numerator = if rng.one_in(5) { huge(rng) } else { Integer::from(word(rng)) };
    loop {
        let denominator = if rng.one_in(5) { huge(rng) } else { Integer::from(word(rng)) };
        if !denominator.is_zero() {
            return Rational::new(numerator, denominator);
        }
    }
}

/// The form must be decided by the value: the same number made by another way must look the same.
fn canonical(n: &Integer) -> bool {
    let again: Integer = n.to_string().parse().unwrap();
    let inline = n.to_string().parse::<i64>().is_ok();
    *n == again && hash(n) == hash(&again) && n.to_i64().is_some() == inline
}

fn canonical_rational(r: &Rational) -> bool {
    let again = Rational::new(r.numerator(), r.denominator());
    let lowest = r.numerator().gcd(&r.denominator()).is_one() && r.denominator().is_positive();
    lowest && *r == again && hash(r) == hash(&again) && r.to_string().parse() == Ok(again)
}

#[test]
fn integers_like_i128() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let (a, b) = (wide(&mut rng), wide(&mut rng));
        let (x, y) = (Integer::from(a), Integer::from(b));
        let mut product_fits = true;
        if let Some(product) = a.checked_mul(b) {
            product_fits = &x * &y == Integer::from(product);
        }
        let division = b == 0 || {
            let (floor, modulo) =
                (a.div_euclid(b) - (b < 0 && a.rem_euclid(b) != 0) as i128, x.mod_floor(&y));
            &x / &y == Integer::from(a / b)
                && &x % &y == Integer::from(a % b)
                && x.div_euclid(&y) == Integer::from(a.div_euclid(b))
                && x.rem_euclid(&y) == Integer::from(a.rem_euclid(b))
                && x.div_floor(&y) == Integer::from(floor)
                && modulo == Integer::from(a - floor * b)
                && x.div_ceil(&y) == Integer::from(floor + (a - floor * b != 0) as i128)
                && y.divides(&x) == (a % b == 0)
        };
        &x + &y == Integer::from(a + b)
            && &x - &y == Integer::from(a - b)
            && x.cmp(&y) == a.cmp(&b)
            && (x == y) == (a == b)
            && x.sign() as i128 == a.signum()
            && x.abs() == Integer::from(a.abs())
            && -&x == Integer::from(-a)
            && x.to_string() == a.to_string()
            && x.to_i64() == i64::try_from(a).ok()
            && x.to_u64() == u64::try_from(a).ok()
            && x.bit_length() == 128 - a.unsigned_abs().leading_zeros() as u64
            && [&x, &y].iter().all(|n| canonical(n))
            && product_fits
            && division
    });
}

#[test]
fn integers_like_schoolbook() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let (x, y) = (huge(&mut rng), huge(&mut rng));
        let (a, b) = (Decimal::from(&x), Decimal::from(&y));
        let division = y.is_zero() || {
            let (quotient, rest) = x.div_rem(&y);
            let (q, r) = a.div_rem(&b);
            quotient.to_string() == q.to_string()
                && rest.to_string() == r.to_string()
                && (&x * &y).div_exact(&y) == x
        };
        (&x + &y).to_string() == a.add(&b).to_string()
            && (&x - &y).to_string() == a.sub(&b).to_string()
            && (&x * &y).to_string() == a.mul(&b).to_string()
            && x.cmp(&y) == a.compare(&b)
            && canonical(&(&x - &y))
            && canonical(&(&x * &y))
            && division
    });
}

#[test]
fn fused_operations() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let (s, a, b) = (rational(&mut rng), rational(&mut rng), rational(&mut rng));
        let (mut plus, mut minus) = (s.clone(), s.clone());
        plus.add_product(&a, &b);
        minus.sub_product(&a, &b);
        let (si, ai, bi) = (s.numerator(), a.numerator(), b.numerator());
        let (mut plus_i, mut minus_i) = (si.clone(), si.clone());
        plus_i.add_product(&ai, &bi);
        minus_i.sub_product(&ai, &bi);
        plus == &s + &a * &b
            && minus == &s - &a * &b
            && canonical_rational(&plus)
            && canonical_rational(&minus)
            && plus_i == &si + &ai * &bi
            && minus_i == &si - &ai * &bi
            && canonical(&plus_i)
            && canonical(&minus_i)
    });
}

#[test]
fn divisors() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let (x, y, z) = (huge(&mut rng), huge(&mut rng), huge(&mut rng));
        let (a, b) = (&x * &z, &y * &z);
        let mut euclid = (a.abs(), b.abs());
        while !euclid.1.is_zero() {
            euclid = (euclid.1.clone(), &euclid.0 % &euclid.1);
        }
        let lcm = a.lcm(&b);
        a.gcd(&b) == euclid.0 && (&lcm * &euclid.0 == (&a * &b).abs()) && !lcm.is_negative()
    });
}

#[test]
fn bits_there_and_back() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let x = huge(&mut rng).abs();
        let shift = rng.below(200) as u64;
        let sum: Integer =
            (0..x.bit_length()).filter(|&i| x.bit(i)).map(|i| Integer::from(2i64).pow(i as u32)).sum();
        Integer::from_bits(x.bits()) == x
            && sum == x
            && x.bit(0) != (&x % Integer::from(2i64)).is_zero()
            && x.shift_left(shift) == &x * Integer::from(2i64).pow(shift as u32)
    });
}

#[test]
fn rationals_like_pairs() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let (x, y) = (rational(&mut rng), rational(&mut rng));
        let ((a, b), (c, d)) = ((x.numerator(), x.denominator()), (y.numerator(), y.denominator()));
        let quotient = y.is_zero() || {
            let q = &x / &y;
            q == Rational::new(&a * &d, &b * &c) && canonical_rational(&q) && &y.recip() * &y == Rational::ONE
        };
        let floor = Rational::from(x.floor());
        let results = [&x + &y, &x - &y, &x * &y, -&x, x.abs()];
        results[0] == Rational::new(&a * &d + &c * &b, &b * &d)
            && results[1] == Rational::new(&a * &d - &c * &b, &b * &d)
            && results[2] == Rational::new(&a * &c, &b * &d)
            && results.iter().all(canonical_rational)
            && x.cmp(&y) == (&a * &d).cmp(&(&c * &b))
            && floor <= x
            && x < &floor + Rational::ONE
            && Rational::from(x.ceil()) == -Rational::from((-&x).floor())
            && x.is_integer() == (floor == x)
            && quotient
    });
}

#[test]
fn rationals_in_a_field() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let (x, y, z) = (rational(&mut rng), rational(&mut rng), rational(&mut rng));
        let g = x.gcd(&y);
        (&x + &y) + &z == &x + (&y + &z)
            && (&x * &y) * &z == &x * (&y * &z)
            && &x * (&y + &z) == &x * &y + &x * &z
            && &(&x - &y) + &y == x
            && x.pow(3) == &x * &x * &x
            && (x.is_zero() || x.pow(-2) == (&x * &x).recip())
            && (g.is_zero() || (&x / &g).is_integer() && (&y / &g).is_integer())
    });
}

#[test]
fn deltas_are_lexicographic() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let mut number = || {
            let real = Rational::from(rng.below(3) as i64 - 1);
            DeltaRational::new(real, Rational::fraction(rng.below(5) as i64 - 2, 1 + rng.below(3) as i64))
        };
        let (x, y) = (number(), number());
        let factor = number().real;
        let expected = x.real.cmp(&y.real).then(x.delta.cmp(&y.delta));
        let (low, high) = if x <= y { (&x, &y) } else { (&y, &x) };
        let largest = DeltaRational::largest_delta(low, high);
        let small = largest.clone().unwrap_or(Rational::ONE);
        let mut sum = x.clone();
        sum.add_product(&factor, &y);
        let mut back = sum.clone();
        back.sub_product(&factor, &y);
        x.cmp(&y) == expected
            && (&x - &y).sign() == if expected == Ordering::Equal { 0 } else { expected as i32 }
            && low.at(&small) <= high.at(&small)
            && largest.map_or(true, |d| low.at(&(&d + &d)) > high.at(&(&d + &d)) || low == high)
            && sum == &x + &y * &factor
            && back == x
    });
}

#[test]
fn an_infinitesimal_moves_the_nearest_integers_of_an_integer_alone() {
    let half = Rational::fraction(5, 2);
    for (number, floor, ceil) in [
        (DeltaRational::from(Rational::from(2)), 2i64, 2i64),
        (DeltaRational::above(Rational::from(2)), 2, 3),
        (DeltaRational::below(Rational::from(2)), 1, 2),
        (DeltaRational::above(Rational::from(-2)), -2, -1),
        (DeltaRational::below(Rational::from(-2)), -3, -2),
        (DeltaRational::above(half.clone()), 2, 3),
        (DeltaRational::below(half), 2, 3),
    ] {
        assert_eq!((number.floor(), number.ceil()), (floor.into(), ceil.into()), "{:?}", number);
    }
}

#[test]
fn text_is_read_or_refused() {
    try_random(100, |text: String| {
        let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        let unsigned = text.strip_prefix(|c| c == '-' || c == '+').unwrap_or(&text);
        text.parse::<Integer>().is_ok() == digits(unsigned)
    });
}

#[test]
fn no_overflow_at_the_ends_of_words() {
    let ends =
        [0, 1, -1, 2, i64::MAX, i64::MIN, i64::MAX - 1, i64::MIN + 1, 1 << 31, -(1 << 31), 1 << 32, 1 << 62];
    let rationals: Vec<Rational> = ends
        .iter()
        .flat_map(|&n| ends.iter().filter(|&&d| d != 0).map(move |&d| Rational::fraction(n, d)))
        .collect();
    for x in &rationals {
        for y in &rationals {
            let results = [x + y, x - y, x * y];
            assert!(results.iter().all(canonical_rational), "{} {}", x, y);
            assert_eq!(&results[0] - y, *x);
            assert_eq!(x.cmp(y), (x - y).sign().cmp(&0));
            assert!(y.is_zero() || &(x / y) * y == *x, "{} / {}", x, y);
            for z in &rationals[..20] {
                let (mut plus, mut minus) = (z.clone(), z.clone());
                plus.add_product(x, y);
                minus.sub_product(x, y);
                assert_eq!(&plus - &results[2], *z);
                assert_eq!(&minus + &results[2], *z);
            }
        }
    }
}

#[test]
fn numbers_in_text() {
    let read = |text: &str| text.parse::<Rational>().map(|r| r.to_string()).map_err(|e| e.to_string());
    assert_eq!(read("12.50"), Ok("25/2".into()));
    assert_eq!(read("-0.125"), Ok("-1/8".into()));
    assert_eq!(read("6/4"), Ok("3/2".into()));
    assert_eq!(read("-6/3"), Ok("-2".into()));
    assert_eq!(read("007"), Ok("7".into()));
    assert_eq!(read("-0"), Ok("0".into()));
    assert_eq!(read("1/00"), Err("expected a denominator that is not zero at byte 2 of the number".into()));
    assert_eq!(read(""), Err("expected a digit at byte 0 of the number".into()));
    assert_eq!(read("1."), Err("expected a digit at byte 2 of the number".into()));
    assert_eq!(read("1/-2"), Err("expected a digit at byte 2 of the number".into()));
    assert_eq!(read("1e5"), Err("expected a digit, or the end at byte 1 of the number".into()));
    assert_eq!(
        format!("{:>5}|{:<5}|{:+}", Integer::from(-12i64), Integer::from(7i64), Integer::from(3i64)),
        "  -12|7    |+3"
    );
}

#[test]
fn ten_thousand_digits() {
    let mut rng = Rng::new(7);
    let digits: String =
        (0..10_000).map(|i| if i == 0 { '7' } else { (b'0' + rng.below(10) as u8) as char }).collect();
    let x: Integer = digits.parse().unwrap();
    assert_eq!(x.to_string(), digits);
    let square = &x * &x;
    assert_eq!(square.div_rem(&x), (x.clone(), Integer::ZERO));
    assert_eq!(square.gcd(&(&x * Integer::from(6i64))), x);
    assert_eq!((&square + &x).to_string().parse::<Integer>().unwrap(), &x * (&x + Integer::ONE));
    let power = Integer::from(10i64).pow(9_999);
    assert_eq!(power.to_string(), format!("1{}", "0".repeat(9_999)));
}

#[test]
fn long_products() {
    let mut rng = Rng::new(11);
    for (m, n) in [(620, 620), (640, 1300), (1300, 1310), (2500, 700), (650, 3000), (2600, 2590)] {
        let mut number = |length: usize| -> Integer {
            let nines = rng.one_in(2);
            let digit = |_| if nines { '9' } else { (b'0' + rng.below(10) as u8) as char };
            (0..length).map(digit).collect::<String>().parse().unwrap()
        };
        let (x, y) = (number(m), number(n));
        assert_eq!((&x * &y).to_string(), Decimal::from(&x).mul(&Decimal::from(&y)).to_string());
    }
}

#[test]
fn quotient_digits_that_are_guessed_wrong() {
    // Knuth 4.3.1, exercises 21 and 22: the step that adds back is rare, and needs such numbers.
    let limbs = |limbs: &[u64]| {
        limbs.iter().rev().fold(Integer::ZERO, |n, &limb| n.shift_left(64) + Integer::from(limb))
    };
    let patterns = [0, 1, 2, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, (1 << 63) + 1];
    let mut rng = Rng::new(3);
    for _ in 0..scaled(20_000) {
        let mut number = |most: usize| {
            let parts: Vec<u64> = (0..1 + rng.below(most)).map(|_| patterns[rng.below(8)]).collect();
            limbs(&parts)
        };
        let (a, b) = (number(6), number(4));
        if !b.is_zero() {
            let (quotient, rest) = a.div_rem(&b);
            assert_eq!(&quotient * &b + &rest, a);
            assert!(rest < b && !rest.is_negative());
        }
    }
}
