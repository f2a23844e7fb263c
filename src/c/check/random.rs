//! Random answers to the questions of runs, for tests of proofs and for the search for errors.

use crate::base::Rng;
use crate::c::run::number::wrap;
use crate::c::{Ask, AskKind, IntegerKind, Program};

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

    /// The answer to a question, a value of its type.
    pub fn answer(&mut self, program: &Program, ask: &Ask) -> i128 {
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
