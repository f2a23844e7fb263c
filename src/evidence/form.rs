//! The forms of files with evidence, and why a file is not written in one.

use super::error::CheckError;
use std::fmt;
use std::io;

/// The form of a file with evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Form<'a> {
    /// The format of this library: clauses, formulas by location or predicate, values step by step. `check` reads it.
    Text,
    /// Of a circuit's proof: a witness circuit in AIGER format.
    WitnessCircuit {
        /// Or as text.
        binary: bool,
    },
    /// An SMT-LIB script: that a proof holds, or a run.
    Script,
    /// Of a system's proof: the system with its invariant in VMT.
    Vmt,
    /// Of a system's proof: the invariant as assertions in SystemVerilog. Of a C program's: the program with the
    /// invariants of its loops as assertions.
    Assertions,
    /// Of a refutation of clauses: a drawing for Graphviz.
    Dot,
    /// Of a counterexample: waves for a viewer (VCD).
    Waves,
    /// Of a C program: the format of the software verification competition.
    Witness {
        /// The time of its making, as the format wants it. The library does not read clocks.
        time: &'a str,
    },
    /// Of a C program's counterexample: a C file that carries the run out when it is compiled with the program.
    Harness,
}

/// The reason why evidence is not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The form does not fit, and the forms that do.
    Unfit(&'static str),
    /// The evidence does not fit its own model, which its check would have noticed.
    Evidence(CheckError),
    /// The run of a counterexample cannot be told in a witness.
    Run(Box<dyn std::error::Error + Send + Sync>),
    /// The output cannot be written to.
    Output(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Unfit(reason) => f.write_str(reason),
            WriteError::Evidence(error) => write!(f, "{}; please report this as a defect of indubit", error),
            WriteError::Run(error) => fmt::Display::fmt(error, f),
            WriteError::Output(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            WriteError::Unfit(_) => None,
            WriteError::Evidence(error) => Some(error),
            WriteError::Run(error) => Some(&**error),
            WriteError::Output(error) => Some(error),
        }
    }
}

impl From<CheckError> for WriteError {
    fn from(error: CheckError) -> WriteError {
        WriteError::Evidence(error)
    }
}
