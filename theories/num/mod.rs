//! Exact numbers: integers and rationals of any size, and rationals with an infinitesimal part.
//!
//! A simplex tableau over rationals is full of small numbers: most are 0, 1 or -1, nearly all fit into a machine
//! word, but not all. So [`Integer`] and [`Rational`] hold machine words in place, compute with checked or
//! double-width operations, and move to the heap only when a result does not fit; a result that fits always comes
//! back to the inline form. Hence every number has exactly one form, and equality and hashing look at the form alone.
//! No operation wraps or rounds.
//!
//! Large numbers are sign and magnitude, the magnitude in limbs of 64 bits, the least first. Addition, multiplication
//! and division are the classical algorithms of Knuth, *The Art of Computer Programming* 2, section 4.3.1, with
//! Karatsuba's multiplication (1962) above a measured size, division by a precomputed reciprocal (Möller and Granlund,
//! *Improved division by invariant integers*, 2011) and Lehmer's greatest common divisor (1938; Knuth's Algorithm
//! 4.5.2 L). Sums and products of fractions follow Knuth 4.5.1 (Henrici): common factors are taken out of the small
//! operands, never out of the large result.
//!
//! [`DeltaRational`] is `c + k·δ` for a positive δ smaller than every positive rational; a strict bound `x < 3` is
//! the weak one `x <= 3 - δ` (Dutertre and de Moura, *A fast linear-arithmetic solver for DPLL(T)*, CAV 2006).
//!
//! Left out: multiplication by Fourier transforms and division faster than quadratic, both of no use below tens
//! of thousands of digits.

mod delta;
mod divide;
mod fraction;
mod gcd;
mod integer;
mod limbs;
mod multiply;
mod operators;
mod quotient;
mod rational;
mod text;

pub use delta::DeltaRational;
pub use integer::Integer;
pub use rational::Rational;
pub use text::ParseNumberError;
