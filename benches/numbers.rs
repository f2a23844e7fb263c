//! Exact numbers against machine integers with checks, and the sizes at which methods for long numbers change.

use criterion::{criterion_group, criterion_main, BenchmarkId, Criterion};
use indubit::base::Rng;
use indubit::theories::num::{Integer, Rational};

const COUNT: usize = 1024;

fn small_numbers(bound: usize, seed: u64) -> Vec<i64> {
    let mut rng = Rng::new(seed);
    (0..COUNT).map(|_| rng.below(2 * bound) as i64 - bound as i64).collect()
}

/// Products, sums and comparisons as a dot product with a running maximum needs them.
#[inline(never)]
fn mixed_words(a: &[i64], b: &[i64]) -> Option<(i64, i64)> {
    let (mut sum, mut largest) = (0i64, 0i64);
    for (x, y) in a.iter().zip(b) {
        let product = x.checked_mul(*y)?;
        sum = sum.checked_add(product)?;
        if product > largest {
            largest = product;
        }
    }
    Some((sum, largest))
}

#[inline(never)]
fn mixed_integers(a: &[Integer], b: &[Integer]) -> (Integer, Integer) {
    let (mut sum, mut largest) = (Integer::ZERO, Integer::ZERO);
    for (x, y) in a.iter().zip(b) {
        let product = x * y;
        sum += &product;
        if product > largest {
            largest = product;
        }
    }
    (sum, largest)
}

/// A fraction as one would write it on machine integers.
#[derive(Clone, Copy)]
struct Pair(i64, i64);

impl Pair {
    fn reduced(n: i64, d: i64) -> Option<Pair> {
        let (mut a, mut b) = (n.checked_abs()?, d);
        while b != 0 {
            let rest = a % b;
            a = b;
            b = rest;
        }
        Some(Pair(n / a, d / a))
    }

    fn add(self, other: Pair) -> Option<Pair> {
        let n = self.0.checked_mul(other.1)?.checked_add(other.0.checked_mul(self.1)?)?;
        Pair::reduced(n, self.1.checked_mul(other.1)?)
    }

    fn mul(self, other: Pair) -> Option<Pair> {
        Pair::reduced(self.0.checked_mul(other.0)?, self.1.checked_mul(other.1)?)
    }

    fn less(self, other: Pair) -> Option<bool> {
        Some(self.0.checked_mul(other.1)? < other.0.checked_mul(self.1)?)
    }
}

/// `a·b + c` where it is compared with `c`, as in a row operation.
#[inline(never)]
fn mixed_pairs(a: &[Pair], b: &[Pair], c: &[Pair]) -> Option<usize> {
    let mut count = 0;
    for ((x, y), z) in a.iter().zip(b).zip(c) {
        count += x.mul(*y)?.add(*z)?.less(*z)? as usize;
    }
    Some(count)
}

#[inline(never)]
fn mixed_rationals(a: &[Rational], b: &[Rational], c: &[Rational]) -> usize {
    let mut count = 0;
    for ((x, y), z) in a.iter().zip(b).zip(c) {
        let mut sum = z.clone();
        sum.add_product(x, y);
        count += (sum < *z) as usize;
    }
    count
}

fn words(c: &mut Criterion) {
    let mut group = c.benchmark_group("words");
    let (a, b) = (small_numbers(1 << 20, 1), small_numbers(1 << 20, 2));
    let big = |v: &[i64]| v.iter().map(|&n| Integer::from(n)).collect::<Vec<_>>();
    let (x, y) = (big(&a), big(&b));
    group.bench_function("checked i64", |t| t.iter(|| mixed_words(&a, &b)));
    group.bench_function("Integer", |t| t.iter(|| mixed_integers(&x, &y)));
    for (name, bound) in [("fractions", 60), ("integral", 1)] {
        let pairs = |seed: u64| {
            let (n, d) = (small_numbers(1000, seed), small_numbers(bound, seed + 1));
            let pair = |(&n, &d): (&i64, &i64)| Pair::reduced(n, d.abs().max(1)).unwrap();
            n.iter().zip(&d).map(pair).collect::<Vec<_>>()
        };
        let rationals = |v: &[Pair]| v.iter().map(|p| Rational::fraction(p.0, p.1)).collect::<Vec<_>>();
        let (a, b, c) = (pairs(1), pairs(3), pairs(5));
        let (x, y, z) = (rationals(&a), rationals(&b), rationals(&c));
        assert_eq!(mixed_pairs(&a, &b, &c), Some(mixed_rationals(&x, &y, &z)));
        let id = |kind| BenchmarkId::new(kind, name);
        group.bench_function(id("i64 pairs"), |t| t.iter(|| mixed_pairs(&a, &b, &c)));
        group.bench_function(id("Rational"), |t| t.iter(|| mixed_rationals(&x, &y, &z)));
    }
    group.finish();
}

fn long(c: &mut Criterion) {
    let mut group = c.benchmark_group("long");
    for limbs in [4usize, 16, 32, 64, 128, 512] {
        let mut rng = Rng::new(limbs as u64);
        let mut number = |limbs: usize| {
            (0..limbs).fold(Integer::ONE, |n, _| n.shift_left(64) + Integer::from(rng.next_u64()))
        };
        let (a, b, twice) = (number(limbs), number(limbs), number(2 * limbs));
        let id = |kind| BenchmarkId::new(kind, limbs);
        group.bench_function(id("multiply"), |t| t.iter(|| &a * &b));
        group.bench_function(id("divide"), |t| t.iter(|| twice.div_rem(&b)));
        group.bench_function(id("gcd"), |t| t.iter(|| a.gcd(&b)));
    }
    let digits = "1234567890".repeat(1000);
    let number: Integer = digits.parse().unwrap();
    group.bench_function("read 10000 digits", |t| t.iter(|| digits.parse::<Integer>()));
    group.bench_function("write 10000 digits", |t| t.iter(|| number.to_string()));
    group.finish();
}

criterion_group!(benches, words, long);
criterion_main!(benches);
