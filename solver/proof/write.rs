//! Writers of proof files: DRAT and LRAT, as text or binary.
//!
//! The encodings are those of the usual tools. Text: a DRAT line is `[d] LITERALS 0`, an LRAT line `ID LITERALS 0
//! HINTS 0` or `ID d IDS 0`. Binary: a step opens with `a` or `d`, then come numbers of 7 bits a byte, least
//! significant first, the top bit set on all but the last; a literal is `2 * variable + sign`, an id or hint twice its
//! number, 0 ends a list. Binary DRAT is the one of drat-trim, binary LRAT the one of CaDiCaL.
//!
//! Neither format knows clauses that are added between two calls of an incremental solver. Here they are steps of
//! their own, marked with the letter `o` ("original") as in FRAT (Baek, Carneiro, Heule, TACAS 2021): text DRAT
//! `o LITERALS 0`, text LRAT `ID o LITERALS 0`, binary `o` where `a` or `d` would stand. A proof of one formula and
//! one call has none of them and is readable by every checker. A checker that reads such a step has to get the clause
//! from a source other than the proof.
//!
//! An empty clause among the axioms is the end of the proof. Checkers demand that it is derived, so it is written
//! once more as a derived clause (in LRAT with the axiom as its only hint). Later reports of the solver are left out.
//!
//! LRAT numbers the clauses of the formula's file 1 to m in their order. A solver that simplifies clauses while it
//! reads them has derived some before it has seen all, so its ids differ; [`LratWriter`] renumbers as it writes.

use std::io::{self, Write};

use super::{ClauseId, Hint, ProofSink};
use crate::base::Lit;

/// The encoding of the numbers of a proof file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Decimal numbers separated by spaces, one step a line.
    Text,
    /// Bytes; about a third of the size.
    Binary,
}

/// Bytes that are collected before they are passed on.
const BUFFER: usize = 1 << 16;

/// A buffered output that speaks either encoding and keeps its first error.
#[derive(Debug)]
struct Output<W> {
    inner: W,
    encoding: Encoding,
    buffer: Vec<u8>,
    error: Option<io::Error>,
}

impl<W: Write> Output<W> {
    fn new(inner: W, encoding: Encoding) -> Output<W> {
        Output { inner, encoding, buffer: Vec::with_capacity(BUFFER), error: None }
    }

    /// The letter that opens a binary step; in text only `d` and `o` are written.
    fn letter(&mut self, letter: u8) {
        match self.encoding {
            Encoding::Binary => self.buffer.push(letter),
            Encoding::Text if letter == b'a' => {}
            Encoding::Text => self.buffer.extend_from_slice(&[letter, b' ']),
        }
    }

    fn id(&mut self, number: u64) {
        match self.encoding {
            Encoding::Binary => self.bytes_of(number << 1),
            Encoding::Text => {
                self.decimal(number);
                self.buffer.push(b' ');
            }
        }
    }

    /// The id of a clause that a RAT step resolves with.
    fn negated_id(&mut self, number: u64) {
        match self.encoding {
            Encoding::Binary => self.bytes_of(number << 1 | 1),
            Encoding::Text => {
                self.buffer.push(b'-');
                self.id(number);
            }
        }
    }

    fn lits(&mut self, clause: &[Lit]) {
        for &lit in clause {
            let variable = lit.var().index() as u64 + 1;
            match self.encoding {
                Encoding::Binary => self.bytes_of(variable << 1 | u64::from(lit.is_negative())),
                Encoding::Text => {
                    if lit.is_negative() {
                        self.buffer.push(b'-');
                    }
                    self.id(variable);
                }
            }
        }
    }

    /// The 0 after a list that another list follows.
    fn end_of_list(&mut self) {
        match self.encoding {
            Encoding::Binary => self.buffer.push(0),
            Encoding::Text => self.buffer.extend_from_slice(b"0 "),
        }
    }

    fn end_of_step(&mut self) {
        match self.encoding {
            Encoding::Binary => self.buffer.push(0),
            Encoding::Text => self.buffer.extend_from_slice(b"0\n"),
        }
        if self.buffer.len() >= BUFFER {
            self.pass_on();
        }
    }

    fn bytes_of(&mut self, mut number: u64) {
        while number > 127 {
            self.buffer.push(number as u8 | 128);
            number >>= 7;
        }
        self.buffer.push(number as u8);
    }

    fn decimal(&mut self, mut number: u64) {
        let start = self.buffer.len();
        loop {
            self.buffer.push(b'0' + (number % 10) as u8);
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.buffer[start..].reverse();
    }

    fn pass_on(&mut self) {
        if self.error.is_none() {
            self.error = self.inner.write_all(&self.buffer).err();
        }
        self.buffer.clear();
    }

    fn finish(mut self) -> io::Result<()> {
        self.pass_on();
        match self.error {
            Some(error) => Err(error),
            None => self.inner.flush(),
        }
    }
}

/// Writes a DRAT proof.
///
/// The first axioms, as many as the formula's file has clauses, are not written: the checker reads them from there.
/// An error of the output is kept, later steps are dropped, and [`DratWriter::finish`] reports the error.
#[derive(Debug)]
pub struct DratWriter<W: Write> {
    output: Output<W>,
    formula_left: u64,
    /// An axiom was empty: the proof is complete.
    complete: bool,
}

impl<W: Write> DratWriter<W> {
    /// A writer for a formula whose file has this number of clauses.
    pub fn new(output: W, encoding: Encoding, formula_clauses: u64) -> DratWriter<W> {
        let output = Output::new(output, encoding);
        DratWriter { output, formula_left: formula_clauses, complete: false }
    }

    /// Writes the bytes that are still buffered.
    ///
    /// # Errors
    ///
    /// The first error that any write met.
    pub fn finish(self) -> io::Result<()> {
        self.output.finish()
    }

    fn step(&mut self, letter: u8, clause: &[Lit]) {
        if self.complete {
            return;
        }
        self.output.letter(letter);
        self.output.lits(clause);
        self.output.end_of_step();
    }
}

impl<W: Write> ProofSink for DratWriter<W> {
    fn axiom(&mut self, _: ClauseId, clause: &[Lit]) {
        if self.formula_left > 0 {
            self.formula_left -= 1;
        } else {
            self.step(b'o', clause);
        }
        if clause.is_empty() {
            self.step(b'a', clause);
            self.complete = true;
        }
    }

    fn derived(&mut self, _: ClauseId, clause: &[Lit], _: &[ClauseId]) {
        self.step(b'a', clause);
    }

    fn deleted(&mut self, _: ClauseId, clause: &[Lit]) {
        self.step(b'd', clause);
    }

    fn spare_variables(&self) -> usize {
        usize::MAX
    }

    fn extended(&mut self, _: ClauseId, clause: &[Lit], _: &[Hint]) {
        self.step(b'a', clause);
    }
}

/// Writes an LRAT proof.
///
/// The first axioms, as many as the formula's file has clauses, are not written: the checker reads them from there and
/// numbers them from 1. Where the solver's ids differ from that, the ids written are shifted (see the module's text).
/// An error of the output is kept, later steps are dropped, and [`LratWriter::finish`] reports the error.
#[derive(Debug)]
pub struct LratWriter<W: Write> {
    output: Output<W>,
    numbering: Numbering,
    last: u64,
    /// An axiom was empty: the proof is complete.
    complete: bool,
}

impl<W: Write> LratWriter<W> {
    /// A writer for a formula whose file has this number of clauses.
    pub fn new(output: W, encoding: Encoding, formula_clauses: u64) -> LratWriter<W> {
        let numbering = Numbering::new(formula_clauses);
        let output = Output::new(output, encoding);
        LratWriter { output, numbering, last: formula_clauses, complete: false }
    }

    /// Writes the bytes that are still buffered.
    ///
    /// # Errors
    ///
    /// The first error that any write met.
    pub fn finish(self) -> io::Result<()> {
        self.output.finish()
    }

    /// The opening of an addition up to the end of its literals: in text the id stands before the letter.
    fn addition(&mut self, letter: u8, number: u64, clause: &[Lit]) {
        self.last = number;
        match self.output.encoding {
            Encoding::Text => {
                self.output.id(self.last);
                self.output.letter(letter);
            }
            Encoding::Binary => {
                self.output.letter(letter);
                self.output.id(self.last);
            }
        }
        self.output.lits(clause);
    }

    fn derivation(&mut self, number: u64, clause: &[Lit], hints: impl Iterator<Item = Hint>) {
        self.addition(b'a', number, clause);
        self.output.end_of_list();
        for hint in hints {
            match hint {
                Hint::Unit(id) => self.output.id(self.numbering.written(id.number())),
                Hint::Candidate(id) => self.output.negated_id(self.numbering.written(id.number())),
            }
        }
        self.output.end_of_step();
    }

    fn step(&mut self, id: ClauseId, clause: &[Lit], hints: impl Iterator<Item = Hint>) {
        if !self.complete {
            let number = self.numbering.other(id.number());
            self.derivation(number, clause, hints);
        }
    }
}

impl<W: Write> ProofSink for LratWriter<W> {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        if self.complete {
            return;
        }
        if !self.numbering.formula(id.number()) {
            let number = self.numbering.other(id.number());
            self.addition(b'o', number, clause);
            self.output.end_of_step();
        }
        if clause.is_empty() {
            self.derivation(self.last + 1, clause, std::iter::once(Hint::Unit(id)));
            self.complete = true;
        }
    }

    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        self.step(id, clause, chain.iter().map(|&id| Hint::Unit(id)));
    }

    fn spare_variables(&self) -> usize {
        usize::MAX
    }

    fn extended(&mut self, id: ClauseId, clause: &[Lit], hints: &[Hint]) {
        self.step(id, clause, hints.iter().copied());
    }

    fn deleted(&mut self, id: ClauseId, _: &[Lit]) {
        if self.complete {
            return;
        }
        if self.output.encoding == Encoding::Text {
            self.output.id(self.last);
        }
        self.output.letter(b'd');
        self.output.id(self.numbering.written(id.number()));
        self.output.end_of_step();
    }
}

/// The solver's ids as numbers of the file.
///
/// The k-th clause of the formula is number k. As long as the solver's ids agree (`prefix` clauses) nothing is stored;
/// the ids of later ones are kept in `scattered`, ascending. Every other id moves up by the number of formula clauses
/// that were still to come at the first other step, so that it lies above all formula clauses.
#[derive(Debug)]
struct Numbering {
    formula_clauses: u64,
    prefix: u64,
    scattered: Vec<u64>,
    shift: Option<u64>,
}

impl Numbering {
    fn new(formula_clauses: u64) -> Numbering {
        Numbering { formula_clauses, prefix: 0, scattered: Vec::new(), shift: None }
    }

    /// Takes in the id of an axiom; false if the formula's file has no more clauses.
    fn formula(&mut self, id: u64) -> bool {
        if self.prefix + self.scattered.len() as u64 >= self.formula_clauses {
            return false;
        }
        if self.shift.is_none() && self.scattered.is_empty() && id == self.prefix + 1 {
            self.prefix = id;
        } else {
            self.scattered.push(id);
        }
        true
    }

    /// The number of a clause that is not in the formula's file.
    fn other(&mut self, id: u64) -> u64 {
        let outstanding = self.formula_clauses - self.prefix;
        id.saturating_add(*self.shift.get_or_insert(outstanding))
    }

    fn written(&self, id: u64) -> u64 {
        if id <= self.prefix {
            return id;
        }
        match self.scattered.binary_search(&id) {
            Ok(rank) => self.prefix + rank as u64 + 1,
            Err(_) => id.saturating_add(self.shift.unwrap_or(0)),
        }
    }
}
