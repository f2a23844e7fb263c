//! Smaller files that still do what they are kept for: one reducer for all formats.
//!
//! A file makes a tool crash, or makes two tools disagree, and is large. The reducer tries smaller files, asks a judge
//! about each, and keeps those that do the same (A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing
//! Input", TSE 2002; J. Regehr et al., "Test-case reduction for C compiler bugs", PLDI 2012; A. Niemetz, A. Biere,
//! "ddSMT", SMT 2013). It knows nothing about the tool, and of a format no more than its shape: what can be left out,
//! and what may stand in place of something.
//!
//! An [`Edit`] replaces ranges of the text. A shape lists the edits of a *pass*, such as "without this clause" or
//! "this term's second argument in its place". All edits of a pass are tried at once, then in halves, quarters and so
//! on to single ones; passes are repeated until none helps. A text counts as smaller by the weight that its shape
//! gives it, so the search ends.
//!
//! The result does not depend on the number of threads. They try the next few texts ahead of time, and the first one in
//! their order that is kept counts, just as if they had been tried one after the other.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::input::shrink::shrink;
//!
//! let formula = b"p cnf 4 4\n1 -2 0\n-1 0\n3 4 0\n2 0\n";
//! // A judge of files with a clause of one positive literal.
//! let judge = |text: &[u8]| text.split(|&b| b == b'\n').any(|line| line.ends_with(b" 0") && line.len() == 3);
//! let found = shrink("f.cnf", formula, 1, &judge, &mut |_| {}, &Budget::unlimited());
//! assert_eq!(found.bytes, b"p cnf 1 1\n1 0\n");
//! ```

mod aiger;
mod btor2;
mod c_text;
mod c_tokens;
mod cnf;
mod edits;
mod lines;
mod names;
mod script;
mod search;
mod sorts;
mod tree;

pub use edits::Edit;
pub use search::{Progress, Shrunk};

use super::{Format, ParseError};
use crate::base::Budget;

/// The structure of a format, as the reducer sees it.
pub(super) trait Shape: Sync {
    /// The text that edits are about, from the bytes of a file.
    fn text(&self, bytes: &[u8]) -> Result<Vec<u8>, ParseError>;

    /// The number of passes.
    fn passes(&self) -> usize;

    /// The edits of a pass, in order; large ones rather first.
    fn edits(&self, text: &[u8], pass: usize) -> Vec<Edit>;

    /// An edited text put in order: numbers and headers that fit. `None` if it is no file of this format any more.
    fn tidy(&self, text: Vec<u8>) -> Option<Vec<u8>> {
        Some(text)
    }

    /// The weight of a text; less is smaller.
    fn weight(&self, text: &[u8]) -> usize {
        text.len()
    }

    /// The bytes of a file with this text.
    fn bytes(&self, text: &[u8]) -> Vec<u8> {
        text.to_vec()
    }
}

/// Makes a file smaller as long as the judge keeps it. The name tells the format where the bytes do not; a file of no
/// known format is made of lines and words. After each step `observe` is told how far the search has come. A limit of
/// the budget ends the search, with the smallest file so far.
///
/// The judge is asked on several threads at once, as many as are given. It need not be deterministic, but then the
/// result is not either.
pub fn shrink(
    name: &str,
    bytes: &[u8],
    threads: usize,
    judge: &(dyn Fn(&[u8]) -> bool + Sync),
    observe: &mut dyn FnMut(Progress<'_>),
    budget: &Budget,
) -> Shrunk {
    let shape = shape(name, bytes);
    let (shape, text) = match shape.text(bytes) {
        Ok(text) => (shape, text),
        // Not even a file of its format; perhaps that is why it is kept.
        Err(_) => (Box::new(lines::Lines) as Box<dyn Shape>, bytes.to_vec()),
    };
    search::run(shape.as_ref(), bytes, text, threads.max(1), judge, observe, budget)
}

fn shape(name: &str, bytes: &[u8]) -> Box<dyn Shape> {
    let suffix = name.rsplit_once('.').map_or("", |(_, suffix)| suffix);
    if bytes.starts_with(b"p cnf") || suffix == "cnf" || suffix == "dimacs" {
        return Box::new(cnf::Clauses);
    }
    let is_binary_circuit = bytes.starts_with(b"aig ");
    if is_binary_circuit || bytes.starts_with(b"aag ") {
        return Box::new(aiger::Gates { is_binary: is_binary_circuit });
    }
    match (suffix, Format::of(name, bytes)) {
        ("smt2" | "vmt" | "cfa" | "sl", _) | (_, Format::Vmt | Format::Horn | Format::Cfa) => {
            Box::new(script::Terms)
        }
        (_, Format::C) => Box::new(c_text::Tokens),
        (_, Format::Btor2) => Box::new(btor2::Nodes),
        (_, Format::Aiger) => Box::new(lines::Lines),
    }
}
