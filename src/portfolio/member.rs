//! A member of a portfolio: its conditions, its share of the work, and its options.

use super::options::VerifyOptions;
use crate::engine::options::Engine;
use std::fmt;

/// A condition for taking part in a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Condition {
    /// A proof need not be an inductive invariant.
    AnyProof,
    /// The system is one of bits, and its next state is a function of state and inputs.
    Functional,
    /// The system is one of bits, and its next state is only related to the present one.
    Relational,
    /// The system has numbers, arrays or records, but not as for `Cells`.
    Numbers,
    /// The system has arrays of bits, of which single cells can be looked at.
    Cells,
    /// The system has a program counter.
    ProgramCounter,
    /// The system is hardware: one of bits, whose next state is a function of state and inputs, without a program
    /// counter.
    Hardware,
    /// The system is not hardware.
    Software,
    /// There are three threads or more.
    Threads,
    /// The program has at most 20,000 large blocks, and so becomes a system.
    Small,
    /// The program has more locations in small blocks.
    SmallBlocks,
    /// The program was C, and asks for values.
    Inputs,
    /// The program was C, and has one run.
    OneRun,
    /// The words of the model are computed with linearly.
    LinearWords,
    /// The model has variables that are arrays.
    Arrays,
    /// The clauses have predicates over recursive datatypes, of which catamorphisms speak.
    Recursive,
    /// The program has no variables that are arrays, or was clauses, whose arrays have members of their own.
    Scalars,
}

impl Condition {
    /// The condition in words, after "if".
    pub fn text(self) -> &'static str {
        match self {
            Condition::AnyProof => "a proof need not be an invariant",
            Condition::Functional => "next states are functions, over bits",
            Condition::Relational => "next states are related, over bits",
            Condition::Numbers => "there is more than bits, and not only arrays of them",
            Condition::Cells => "there are arrays of bits",
            Condition::ProgramCounter => "there is a program counter",
            Condition::Hardware => "next states are functions, over bits, without a program counter",
            Condition::Threads => "there are three threads or more",
            Condition::Software => "there are relations, numbers or a program counter",
            Condition::Small => "it has at most 20,000 large blocks",
            Condition::SmallBlocks => "small blocks differ from large ones",
            Condition::Inputs => "it is C and asks for values",
            Condition::OneRun => "it is C and has one run",
            Condition::LinearWords => "its words are linear",
            Condition::Arrays => "it has arrays",
            Condition::Recursive => "it has recursive datatypes",
            Condition::Scalars => "it has no arrays, or was clauses",
        }
    }
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

    /// Random runs.
    pub(super) const fn runs(share: Share, conditions: &'static [Condition], reason: &'static str) -> Member {
        Member { first_slice: Some(FIRST_RUNS), ..Member::new("runs", "", share, conditions, reason) }
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
