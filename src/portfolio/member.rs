//! A member of a portfolio: its conditions, its share of the work, and its options.

use super::options::VerifyOptions;
use crate::engine::options::Engine;
use std::fmt;

/// The conditions, each with its text behind "if".
macro_rules! conditions {
    ($($name:ident: $text:literal,)*) => {
        /// A condition for taking part in a race.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum Condition {
            $(#[doc = concat!("If ", $text, ".")] $name,)*
        }

        impl Condition {
            /// The condition in words, after "if".
            pub fn text(self) -> &'static str {
                match self {
                    $(Condition::$name => $text,)*
                }
            }
        }
    };
}

conditions! {
    AnyProof: "a proof need not be an invariant",
    // Of a system.
    Functional: "next states are functions, over bits",
    Relational: "next states are related, over bits",
    Numbers: "there is more than bits, and not only arrays of them",
    // Single cells of these can be looked at.
    Cells: "there are arrays of bits",
    ProgramCounter: "there is a program counter",
    Hardware: "next states are functions, over bits, without a program counter",
    Software: "there are relations, numbers or a program counter",
    Threads: "there are three threads or more",
    // Of a program. A small one becomes a system.
    Cut: "its loops are cut at their contracts",
    Small: "it has at most 20,000 large blocks",
    SmallBlocks: "small blocks differ from large ones",
    Inputs: "it is C and asks for values",
    OneRun: "it is C and has one run",
    LinearWords: "its words are linear",
    Arrays: "it has arrays",
    // Of clauses. Catamorphisms speak of datatypes; arrays have members of their own.
    Recursive: "it has recursive datatypes",
    Scalars: "it has no arrays, or was clauses",
}

/// The share of the work that a member gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Share {
    /// The parts of this member, relative to the others but the first. The first gets as much as all others, if they
    /// are more.
    Parts(u64),
    /// Twice as much as the others but the first have together.
    TwiceTheOthers,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Share::Parts(parts) => write!(f, "{}", parts),
            Share::TwiceTheOthers => f.write_str("twice the others"),
        }
    }
}

/// A member of a portfolio.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Member {
    /// Its name in statistics and verdicts: the engine, and the special part of its options.
    pub name: &'static str,
    /// The engine and the options that make it special, as a user would type them behind `--engine`; empty for random
    /// runs. For everything else the options of the portfolio hold.
    pub line: &'static str,
    /// Its share of the work. The first has at least as much as all others.
    pub share: Share,
    /// All of these must hold.
    pub conditions: &'static [Condition],
    /// The reason why it takes part.
    pub reason: &'static str,
    /// Bytes that it may hold, beside the limit of the whole race.
    pub memory: Option<u64>,
    /// Units of work in its first slice, if that is to be shorter than the share says.
    pub(super) first_slice: Option<u64>,
}

/// Bytes that a member may hold if it unrolls the model.
const UNROLLING: u64 = 600_000_000;

/// Units of work in the first slice of random runs, a few hundredths of a second.
const FIRST_RUNS: u64 = 100_000;

impl Member {
    /// A member of this name and line, without a limit of its own.
    pub(super) const fn new(
        name: &'static str,
        line: &'static str,
        share: Share,
        conditions: &'static [Condition],
        reason: &'static str,
    ) -> Member {
        Member { name, line, share, conditions, reason, memory: None, first_slice: None }
    }

    /// The same with the limit for members that unroll the model.
    pub(super) const fn unrolling(self) -> Member {
        Member { memory: Some(UNROLLING), ..self }
    }

    /// The same with a short first slice, as random runs have it.
    pub(super) const fn running(self) -> Member {
        Member { first_slice: Some(FIRST_RUNS), ..self }
    }

    /// The engine; `None` for random runs.
    pub fn engine(&self) -> Option<Engine> {
        self.line.split(' ').next().and_then(Engine::named)
    }

    /// These options, with those that make the member special.
    pub(super) fn adapt(&self, options: &VerifyOptions) -> VerifyOptions {
        if self.line.is_empty() {
            return options.clone();
        }
        let adapted = options.clone().by_line(self.line);
        adapted.unwrap_or_else(|error| panic!("the line of {}: {}", self.name, error)).seeded()
    }
}

/// Members that stand together, and the condition for all of them.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Group {
    /// `None` if they are always there.
    pub condition: Option<Condition>,
    /// The members in their order.
    pub members: &'static [Member],
}
