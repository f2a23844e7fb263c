//! Constant bit-vectors against machine integers, and operators as circuits against constants.

use crate::cases::{scaled, try_random};
use indubit::base::Rng;
use indubit::theories::bv::blast::{self, Gates, Shift};
use indubit::theories::bv::Bits;
use indubit::theories::num::Integer;

/// Circuits whose bits have values.
struct Booleans;

impl Gates for Booleans {
    type Bit = bool;

    fn constant(&mut self, value: bool) -> bool {
        value
    }

    fn not(&mut self, a: bool) -> bool {
        !a
    }

    fn and(&mut self, a: bool, b: bool) -> bool {
        a && b
    }

    fn xor(&mut self, a: bool, b: bool) -> bool {
        a != b
    }

    fn ite(&mut self, c: bool, a: bool, b: bool) -> bool {
        if c {
            a
        } else {
            b
        }
    }

    fn majority(&mut self, a: bool, b: bool, c: bool) -> bool {
        a as u8 + b as u8 + c as u8 > 1
    }
}

fn vector(b: &Bits) -> Vec<bool> {
    (0..b.width()).map(|i| b.bit(i)).collect()
}

fn bits(v: &[bool]) -> Bits {
    Bits::from_fn(v.len() as u32, |i| v[i as usize])
}

/// A value that is often at the edge of its width.
fn random_word(rng: &mut Rng, width: u32) -> u128 {
    let all = u128::MAX >> (128 - width);
    let value = (rng.next_u64() as u128) << 64 | rng.next_u64() as u128;
    match rng.below(6) {
        0 => 0,
        1 => all,
        2 => 1 << (width - 1),
        3 => rng.below(5) as u128 & all,
        _ => value & all,
    }
}

fn word(value: u128, width: u32) -> Bits {
    Bits::from_fn(width, |i| value >> i & 1 == 1)
}

fn value(b: &Bits) -> u128 {
    (0..b.width()).fold(0, |n, i| n | (b.bit(i) as u128) << i)
}

fn signed(value: u128, width: u32) -> i128 {
    (value << (128 - width)) as i128 >> (128 - width)
}

fn words_agree(seed: u64) {
    let mut rng = Rng::new(seed);
    let width = [1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 65, 100, 127][rng.below(13)];
    let (x, y) = (random_word(&mut rng, width), random_word(&mut rng, width));
    let (a, b) = (word(x, width), word(y, width));
    let all = u128::MAX >> (128 - width);
    let shift =
        |f: &dyn Fn(u32) -> u128, over: u128| if y < width as u128 { f(y as u32) & all } else { over };
    let sign = if signed(x, width) < 0 { all } else { 0 };
    let expected: Vec<(&str, Bits, u128)> = vec![
        ("not", a.not(), !x & all),
        ("neg", a.neg(), x.wrapping_neg() & all),
        ("and", a.and(&b), x & y),
        ("or", a.or(&b), x | y),
        ("xor", a.xor(&b), x ^ y),
        ("add", a.add(&b), x.wrapping_add(y) & all),
        ("sub", a.sub(&b), x.wrapping_sub(y) & all),
        ("mul", a.mul(&b), x.wrapping_mul(y) & all),
        ("udiv", a.udiv(&b), x.checked_div(y).unwrap_or(all)),
        ("urem", a.urem(&b), x.checked_rem(y).unwrap_or(x)),
        ("shl", a.shl(&b), shift(&|n| x << n, 0)),
        ("lshr", a.lshr(&b), shift(&|n| x >> n, 0)),
        ("ashr", a.ashr(&b), shift(&|n| (signed(x, width) >> n) as u128, sign)),
        ("through an integer", Bits::from_integer(&a.to_integer(), width), x),
        ("through a signed integer", Bits::from_integer(&a.to_signed_integer(), width), x),
    ];
    for (name, got, want) in expected {
        assert_eq!((name, value(&got)), (name, want), "{} {} of width {}", x, y, width);
    }
    assert_eq!(a.ult(&b), x < y);
    assert_eq!(a.slt(&b), signed(x, width) < signed(y, width));
    assert_eq!(a.to_integer(), Integer::from(x));
    assert_eq!(a.to_signed_integer(), Integer::from(signed(x, width)));
    assert_eq!(a.is_zero(), x == 0);
    assert_eq!(a.is_ones(), x == all);
    assert_eq!(a.exponent().map(|n| 1 << n), Some(x).filter(|x| x.is_power_of_two()));
    let (high, low) = (rng.below(width as usize) as u32, rng.below(width as usize) as u32);
    let (high, low) = (high.max(low), high.min(low));
    assert_eq!(value(&a.extract(high, low)), x >> low & u128::MAX >> (127 - (high - low)));
    let joined = a.concat(&b);
    assert_eq!((joined.extract(2 * width - 1, width), joined.extract(width - 1, 0)), (a.clone(), b));
    let wide = a.sign_extend(70);
    assert_eq!(wide.to_signed_integer(), a.to_signed_integer());
    assert_eq!(a.zero_extend(70).to_integer(), a.to_integer());
}

#[test]
fn words_are_machine_integers_of_any_width() {
    try_random(5000, words_agree);
}

fn circuits_agree(a: &Bits, b: &Bits) {
    let g = &mut Booleans;
    let (x, y) = (vector(a), vector(b));
    let expected = [
        ("neg", blast::neg(g, &x), a.neg()),
        ("add", blast::add(g, &x, &y), a.add(b)),
        ("sub", blast::sub(g, &x, &y), a.sub(b)),
        ("mul", blast::mul(g, &x, &y), a.mul(b)),
        ("udiv", blast::udivrem(g, &x, &y).0, a.udiv(b)),
        ("urem", blast::udivrem(g, &x, &y).1, a.urem(b)),
        ("shl", blast::shift(g, Shift::Left, &x, &y), a.shl(b)),
        ("lshr", blast::shift(g, Shift::Right, &x, &y), a.lshr(b)),
        ("ashr", blast::shift(g, Shift::Arithmetic, &x, &y), a.ashr(b)),
        ("xor", blast::bitwise(g, &x, &y, Booleans::xor), a.xor(b)),
    ];
    for (name, got, want) in expected {
        assert_eq!((name, bits(&got)), (name, want), "{} {}", a, b);
    }
    assert_eq!(blast::eq(g, &x, &y), a == b);
    assert_eq!(blast::ult(g, &x, &y), a.ult(b));
    assert_eq!(blast::slt(g, &x, &y), a.slt(b));
}

#[test]
fn circuits_compute_all_values_up_to_four_bits() {
    for width in 1..=4 {
        for x in 0..1 << width {
            for y in 0..1 << width {
                circuits_agree(&Bits::new(x, width), &Bits::new(y, width));
            }
        }
    }
}

#[test]
fn circuits_compute_random_values_of_larger_widths() {
    let mut rng = Rng::new(1);
    for width in [5, 8, 17, 33, 64, 70] {
        for _ in 0..scaled(30) {
            let (x, y) = (random_word(&mut rng, width), random_word(&mut rng, width));
            circuits_agree(&word(x, width), &word(y, width));
        }
    }
}

#[test]
fn words_are_printed_as_in_smt_lib() {
    assert_eq!(Bits::new(10, 4).to_string(), "#xa");
    assert_eq!(Bits::new(2, 3).to_string(), "#b010");
    assert_eq!(Bits::new(u64::MAX, 68).to_string(), "#x0ffffffffffffffff");
}

#[test]
#[should_panic(expected = "vectors of different widths")]
fn operators_want_equal_widths() {
    Bits::new(1, 8).add(&Bits::new(1, 9));
}

#[test]
#[should_panic(expected = "a bit-vector has at least one bit")]
fn no_vector_is_empty() {
    Bits::zero(0);
}

#[test]
#[should_panic(expected = "bit 8 of 8")]
fn bits_are_below_the_width() {
    Bits::zero(8).bit(8);
}

#[test]
#[should_panic(expected = "a bit-vector has less than 2^32 bits")]
fn widths_fit_their_index() {
    Bits::zero(8).zero_extend(u32::MAX);
}

#[test]
#[should_panic(expected = "vectors of different widths")]
fn circuits_want_equal_widths() {
    blast::add(&mut Booleans, &[true, false], &[true]);
}
