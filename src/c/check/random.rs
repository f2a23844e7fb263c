//! Random answers to the questions of runs, for tests of proofs and for the search for errors.

use crate::base::Rng;
use crate::c::run::number::wrap;
use crate::c::{Ask, AskKind, FloatingKind, IntegerKind, Program};
use crate::theories::num::Rational;

/// A source of random values: mostly 0, 1, -1 and other small numbers, sometimes the least or greatest values of the
/// type, or any other. The same seed gives the same answers to the same questions. The parameter of `main` is 1 more
/// often than not.
///
/// Each seed prefers another kind of values, so that several seeds reach more of a program than one long run.
#[derive(Clone, Debug)]
pub struct RandomAnswers {
    rng: Rng,
    favourite: usize,
}

impl RandomAnswers {
    /// The answers of a seed.
    pub fn new(seed: u64) -> RandomAnswers {
        let mut rng = Rng::new(seed);
        let favourite = rng.below(8);
        RandomAnswers { rng, favourite }
    }

    /// The bits of a floating-point number: a small integer, a limit of the type, or any other.
    fn float(&mut self, kind: FloatingKind) -> i128 {
        let sign = 1 << (kind.stored_bits() - 1);
        let value = match self.rng.below(4) {
            0 => {
                let edges = [0, 1, kind.infinity(), kind.infinity() - 1, kind.nan()];
                edges[self.rng.below(edges.len())]
            }
            1 => kind.of_rational(&Rational::from(self.rng.below(10) as i64)),
            2 => kind.of_rational(&Rational::fraction(self.rng.below(2001) as i64, 8)),
            _ => {
                let bits = u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64());
                bits & (u128::MAX >> (128 - kind.stored_bits()))
            }
        };
        let stored = if self.rng.one_in(4) { value ^ sign } else { value };
        kind.with_leading(stored) as i128
    }

    /// The answer to a question, a value of its type.
    pub fn answer(&mut self, program: &Program, ask: &Ask) -> i128 {
        if let Some(kind) = program.types.floating_kind(ask.ty) {
            return self.float(kind);
        }
        let is_signed =
            program.types.integer_kind(ask.ty).map_or(false, |kind| program.types.options().is_signed(kind));
        let bits = match program.types.integer_kind(ask.ty) {
            Some(IntegerKind::Bool) => 1,
            _ => 8 * program.types.size(ask.ty).unwrap_or(4) as u32,
        };
        if ask.kind == AskKind::Parameter && !self.rng.one_in(4) {
            return 1;
        }
        // A stream such as `stdin` is not null.
        if ask.kind == AskKind::Extern && program.types.pointee(ask.ty).is_some() && !self.rng.one_in(4) {
            return 1;
        }
        let kind = if self.rng.one_in(2) { self.favourite } else { self.rng.below(8) };
        let number = i128::from(self.rng.next_u64());
        let value = match kind {
            0 | 1 => number % 2,
            2 => number % 10,
            3 => number % 6 + 1,
            4 => number % 33 - 16,
            5 => number % 2001 - 1000,
            6 => {
                let edges = [
                    0,
                    1,
                    -1,
                    1 << (bits - 1),
                    (1 << (bits - 1)) - 1,
                    (1 << bits) - 1,
                    (1 << (bits - 1)) + 1,
                ];
                edges[self.rng.below(edges.len())]
            }
            _ => number,
        };
        wrap(value, bits, is_signed)
    }
}

/// [`RandomAnswers`] as an oracle.
pub fn random_answers(program: &Program, seed: u64) -> impl FnMut(&Ask) -> Option<i128> + '_ {
    let mut answers = RandomAnswers::new(seed);
    move |ask| Some(answers.answer(program, ask))
}
