//! The number of random cases, with one knob for all tests.
//!
//! The environment variable `INDUBIT_TEST_CASES` is a factor, 1 if it is not set: `INDUBIT_TEST_CASES=10 cargo test`
//! tries ten times as many random cases, `INDUBIT_TEST_CASES=0.1 cargo test` a tenth, and at least one of each kind.
//! Every test that draws its cases at random asks [`scaled`] for their number, or [`try_random`] to draw them.

use quickcheck::{Arbitrary, QuickCheck, Testable};
use std::fmt::Debug;

/// The factor that the knob is set to.
pub fn factor() -> f64 {
    let set = match std::env::var_os("INDUBIT_TEST_CASES") {
        Some(set) => set,
        None => return 1.0,
    };
    match set.to_string_lossy().parse::<f64>() {
        Ok(factor) if factor > 0.0 && factor.is_finite() => factor,
        _ => panic!("INDUBIT_TEST_CASES is a positive number such as 0.1 or 10, not {:?}", set),
    }
}

/// The number of cases to try where the usual number is this one; at least 1.
pub fn scaled(usual: usize) -> usize {
    ((usual as f64 * factor()).round() as usize).max(1)
}

/// Tries a property on random arguments, usually on this number of them; arguments that it discards do not count.
///
/// The arguments differ from run to run, and a failure names them. One `u64` in ten is 0, 1 or the largest.
pub fn try_random<A, R>(usual: usize, property: fn(A) -> R)
where
    A: Arbitrary + Debug,
    R: Testable,
{
    let count = scaled(usual) as u64;
    QuickCheck::new().tests(count).max_tests(100 * count).min_tests_passed(count).quickcheck(property);
}
