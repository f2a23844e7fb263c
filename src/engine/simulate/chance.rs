//! The values that are drawn.
//!
//! A fair coin for each bit is a bad simulation: a queue that is reset in every second step is never full. So each
//! variable has a habit for a while, such as being mostly zero, or keeping its value, and habits change at random. With
//! several inputs each combination of habits comes sooner or later.

use crate::base::Rng;
use crate::solver::term::{Family, Sort, Terms, Value};
use crate::theories::bv::Bits;
use crate::theories::num::Rational;

/// Values between two changes of a habit, on average.
const WHILE: usize = 48;
/// One value in this number is against the habit.
const AGAINST: usize = 16;
/// Numbers up to this one are small.
const SMALL: usize = 16;
/// The bits of an integer at most.
const NUMBER_BITS: u32 = 48;

/// The kind of values that a variable has for a while.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Habit {
    Zero,
    Ones,
    Kept,
    Small,
    /// The numbers of the model and their neighbours.
    Known,
    Fair,
}

const HABITS: [Habit; 8] = [
    Habit::Zero,
    Habit::Zero,
    Habit::Ones,
    Habit::Kept,
    Habit::Small,
    Habit::Known,
    Habit::Fair,
    Habit::Fair,
];

/// A source of values that depends on its seed alone.
pub(super) struct Chance<'n> {
    rng: Rng,
    /// Numbers of the model.
    numbers: &'n [u64],
    /// By variable: its habit and the value before.
    variables: Vec<(Habit, Bits)>,
}

impl<'n> Chance<'n> {
    pub fn new(seed: u64, numbers: &'n [u64]) -> Chance<'n> {
        Chance { rng: Rng::new(seed), numbers, variables: Vec::new() }
    }

    /// A value for the variable with this number.
    pub fn bit(&mut self, variable: usize) -> bool {
        self.word(variable, 1).is_one()
    }

    /// A word for the variable with this number, which is always of this width.
    pub fn word(&mut self, variable: usize, width: u32) -> Bits {
        while self.variables.len() <= variable {
            let habit = HABITS[self.rng.below(HABITS.len())];
            self.variables.push((habit, Bits::zero(width)));
        }
        if self.rng.one_in(WHILE) {
            self.variables[variable].0 = HABITS[self.rng.below(HABITS.len())];
        }
        let (habit, before) = self.variables[variable].clone();
        let habit = if self.rng.one_in(AGAINST) { Habit::Fair } else { habit };
        let word = match habit {
            Habit::Zero => Bits::zero(width),
            Habit::Ones => Bits::ones(width),
            Habit::Kept if before.width() == width => before,
            Habit::Small => low(self.rng.below(SMALL + 1) as u64, width),
            Habit::Known if !self.numbers.is_empty() => {
                let number = self.numbers[self.rng.below(self.numbers.len())];
                low(number.wrapping_add(self.rng.below(3) as u64).wrapping_sub(1), width)
            }
            Habit::Kept | Habit::Known | Habit::Fair => {
                let words: Vec<u64> = (0..=width / 64).map(|_| self.rng.next_u64()).collect();
                Bits::from_fn(width, |bit| words[bit as usize / 64] >> (bit % 64) & 1 != 0)
            }
        };
        self.variables[variable].1 = word.clone();
        word
    }

    /// An integer for the variable with this number.
    fn number(&mut self, variable: usize) -> Rational {
        let word = self.word(variable, NUMBER_BITS).to_u64().unwrap_or(0);
        let number = (word << (64 - NUMBER_BITS)) as i64 >> (64 - NUMBER_BITS);
        let is_fair = self.variables[variable].0 == Habit::Fair;
        Rational::from(if is_fair { number >> self.rng.below(NUMBER_BITS as usize) } else { number })
    }

    /// A value of this sort. An array has the same element everywhere, and a sort of other values has one of them.
    pub fn value(&mut self, terms: &Terms, variable: usize, sort: Sort) -> Value {
        let (scalar, is_array) = match terms.array_parts(sort) {
            Some((_, element)) => (element, true),
            None => (sort, false),
        };
        let value = match scalar.family() {
            Family::Bool => Value::Bool(self.bit(variable)),
            Family::Word(width) => Value::Bits(self.word(variable, width)),
            Family::Int | Family::Real => Value::Number(self.number(variable)),
            Family::Opaque => terms.default_value(scalar),
        };
        if is_array {
            terms.array_value(sort, value, Vec::new())
        } else {
            value
        }
    }
}

/// The low bits of a number.
fn low(number: u64, width: u32) -> Bits {
    Bits::from_fn(width, |bit| bit < 64 && number >> bit & 1 != 0)
}
