//! BTOR2: word-level transition systems, the format of the hardware model checking competition.
//!
//! The format is that of "Btor2, BtorMC and Boolector 3.0" (Niemetz, Preiner, Wolf, Biere, CAV 2018), as the tools of
//! its authors read it. A line defines a node by its number, an operator and earlier nodes. Words of one bit become
//! formulas, longer ones bit-vectors. Arrays of up to 2^10 words are read as that many words each; larger ones are
//! arrays of the system, too.
//!
//! In a file a state may lack `init`, and so begin with any value, and it may lack `next`, and so have any value in
//! each step. A state without both that no `init` refers to is an input of the system; the others are state variables.
//! [`Btor2File`] says which variable is which state and input of the file.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::input::btor2;
//!
//! # fn main() -> Result<(), indubit::input::ParseError> {
//! let text = b"1 sort bitvec 8
//! 2 zero 1
//! 3 state 1 count
//! 4 init 1 3 2
//! 5 inc 1 3
//! 6 next 1 3 5
//! 7 sort bitvec 1
//! 8 ones 1
//! 9 eq 7 3 8
//! 10 bad 9
//! ";
//! let system = btor2::read(text, &Budget::unlimited())?.system;
//! assert_eq!(system.terms().text(system.trans()), "(= (bvadd #x01 count) count.next)");
//!
//! let error = btor2::read(b"1 sort bitvec 8\n2 const 1 101\n", &Budget::unlimited());
//! assert_eq!(error.unwrap_err().to_string(), "line 2, column 11: expected 8 binary digits, found 3");
//! # Ok(())
//! # }
//! ```

mod arrays;
mod line;
mod literals;
mod nodes;
mod operations;
mod operators;
mod read;
mod system;
mod vectors;
mod witness;
mod write;

pub use read::read;
pub use witness::write_witness;
pub use write::{write, NotWords};

use crate::model::system::System;
use crate::solver::term::TermId;
use std::sync::Arc;

/// A variable of a system that a part of a file has become.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The state variable of this index.
    State(usize),
    /// The input of this index.
    Input(usize),
}

/// A `state` or `input` line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The variables of the system that it has become: one for a word or an array that is not split, and one for each
    /// cell of an array that is, by index.
    pub places: Vec<Place>,
    /// The number of bits of an index; `None` for a word.
    pub index_width: Option<u32>,
    /// The equation of the line `init` of a `state`, if it has one.
    pub init: Option<TermId>,
    /// The equation of the line `next` of a `state`, if it has one.
    pub next: Option<TermId>,
    /// The number of the line.
    pub number: u64,
    /// The symbol at the end of the line, or nothing.
    pub symbol: String,
}

/// A system as it stands in a file.
#[derive(Clone, Debug)]
pub struct Btor2File {
    /// The system.
    pub system: System,
    /// The lines `state`, in order.
    pub states: Vec<Variable>,
    /// The lines `input`, in order.
    pub inputs: Vec<Variable>,
    /// By property of safety: the place in a source that the comment of its line names, such as `arb.v:30`; nothing if
    /// it names none. Yosys writes such comments.
    pub places: Vec<String>,
    /// The words of outputs and of other lines that have a symbol and define no variable, by line.
    pub named: Vec<(String, TermId)>,
    /// The positions among these of the lines `output`.
    pub outputs: Vec<usize>,
    /// The text of the file.
    pub text: Arc<[u8]>,
}
