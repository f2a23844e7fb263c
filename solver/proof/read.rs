//! Reader of proof files: DRAT and LRAT, as text or binary, in the encodings that [`super::write`] describes.
//!
//! A [`ProofReader`] walks over the bytes of a proof, of any [`BufRead`], and lends out one [`ProofStep`] at a time. So
//! a proof needs no memory beyond its longest step. Text and binary are told apart by the first bytes: a binary proof
//! begins with the letter of a step, and its steps end in a zero byte, which no text contains. DRAT and LRAT cannot be
//! told apart by content; the caller knows which it has.
//!
//! Text is read as drat-trim does: line ends count as spaces, a word that begins with `c` opens a comment up to the
//! end of the line. The reader judges the form only. The checker finds out whether ids exist and steps follow.

use std::fmt;
use std::io::BufRead;

use super::source::{Place, Source};
use super::{ClauseId, Encoding, Hint};
use crate::base::Lit;

/// The language in which a proof is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofFormat {
    /// Clauses and deletions only; the checker searches for the reasons.
    Drat,
    /// Numbered clauses with their antecedents.
    Lrat,
}

/// One step of a proof, borrowed from its reader.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofStep<'a> {
    /// A clause added to the formula after its file was read (`o`). The reader cannot know whether that is true.
    Axiom {
        /// Its number; LRAT only.
        id: Option<ClauseId>,
        /// Its literals as written.
        clause: &'a [Lit],
    },
    /// A clause that follows, or whose addition keeps the formula satisfiable.
    Derived {
        /// Its number; LRAT only.
        id: Option<ClauseId>,
        /// Its literals as written; the first one is the pivot of a RAT step.
        clause: &'a [Lit],
        /// The antecedents in order of use; empty in DRAT.
        hints: &'a [Hint],
    },
    /// A clause that is not used any more (DRAT).
    DeletedClause {
        /// Its literals, in any order.
        clause: &'a [Lit],
    },
    /// Clauses that are not used any more (LRAT).
    DeletedIds {
        /// Their numbers.
        ids: &'a [ClauseId],
    },
}

/// A place in a proof file, and the error there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofError {
    /// Bytes before the place.
    pub offset: usize,
    /// Line and column, both from 1 and in bytes, if the proof is a text.
    pub line_column: Option<(usize, usize)>,
    /// The expected text and the text found, in words.
    pub message: String,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line_column {
            Some((line, column)) => write!(f, "line {}, column {}: {}", line, column, self.message),
            None => write!(f, "byte {}: {}", self.offset, self.message),
        }
    }
}

impl std::error::Error for ProofError {}

/// The kind of a step, by its opening.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Axiom,
    Derived,
    Deleted,
}

/// Walks over the steps of a proof, which any source of bytes gives: a slice, a file in a buffer.
#[derive(Clone, Debug)]
pub struct ProofReader<R> {
    source: Source<R>,
    /// The begin of the word being read: the place of an error.
    word: Place,
    /// The first bytes of that word, if it is read as a number of a text.
    word_text: Vec<u8>,
    format: ProofFormat,
    encoding: Encoding,
    has_ended: bool,
    clause: Vec<Lit>,
    hints: Vec<Hint>,
    ids: Vec<ClauseId>,
}

/// Bytes of a word that a message shows.
const SHOWN: usize = 20;

impl<R: BufRead> ProofReader<R> {
    /// A reader of this proof. The first bytes say whether it is text or binary, so they are read here; if that fails,
    /// the first step is the error.
    pub fn new(proof: R, format: ProofFormat) -> ProofReader<R> {
        let mut source = Source::new(proof);
        let encoding = encoding_of(&mut source);
        ProofReader {
            word: source.place(),
            word_text: Vec::new(),
            source,
            format,
            encoding,
            has_ended: false,
            clause: Vec::new(),
            hints: Vec::new(),
            ids: Vec::new(),
        }
    }

    /// Whether the proof was taken for text or for binary.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The language the proof is read in.
    pub fn format(&self) -> ProofFormat {
        self.format
    }

    /// The next step, or `None` at the end. After an error there are no further steps.
    ///
    /// # Errors
    ///
    /// If the bytes that follow are no step of the format, or cannot be read.
    pub fn next_step(&mut self) -> Result<Option<ProofStep<'_>>, ProofError> {
        self.clause.clear();
        self.hints.clear();
        self.ids.clear();
        if self.has_ended {
            return Ok(None);
        }
        let read = match self.encoding {
            Encoding::Text => self.text_step(),
            Encoding::Binary => self.binary_step(),
        };
        // Where bytes cannot be read, the proof seems to end.
        let read = match self.source.take_failure() {
            Some(error) => {
                self.word = self.source.place();
                Err(format!("cannot be read: {}", error))
            }
            None => read,
        };
        match read {
            Ok(None) => Ok(None),
            Ok(Some((kind, id))) => Ok(Some(self.lend(kind, id))),
            Err(message) => {
                self.has_ended = true;
                Err(self.error(message))
            }
        }
    }

    fn lend(&self, kind: Kind, id: Option<ClauseId>) -> ProofStep<'_> {
        match (kind, self.format) {
            (Kind::Axiom, _) => ProofStep::Axiom { id, clause: &self.clause },
            (Kind::Derived, _) => ProofStep::Derived { id, clause: &self.clause, hints: &self.hints },
            (Kind::Deleted, ProofFormat::Drat) => ProofStep::DeletedClause { clause: &self.clause },
            (Kind::Deleted, ProofFormat::Lrat) => ProofStep::DeletedIds { ids: &self.ids },
        }
    }

    fn error(&self, message: String) -> ProofError {
        let Place { offset, line, line_start } = self.word;
        let line_column = match self.encoding {
            Encoding::Binary => None,
            Encoding::Text => Some((line, offset - line_start + 1)),
        };
        ProofError { offset, line_column, message }
    }
}

/// Bytes at the beginning of a proof that are looked at for its encoding.
const LOOKED_AT: usize = 1 << 20;

/// The encoding, by the first bytes. A binary proof begins with the letter of a step: `a` begins no text. Behind
/// another letter, a zero byte is looked for: it ends each step of a binary proof, and no text has one. The words of a
/// text prove nothing, since numbers in binary may look like them.
fn encoding_of<R: BufRead>(source: &mut Source<R>) -> Encoding {
    match source.ahead(0) {
        Some(b'a') => return Encoding::Binary,
        Some(b'd' | b'o') => {}
        Some(_) | None => return Encoding::Text,
    }
    let mut bytes = (1..LOOKED_AT).map_while(|distance| source.ahead(distance));
    if bytes.any(|byte| byte == 0) {
        Encoding::Binary
    } else {
        Encoding::Text
    }
}

/// The literal that a DIMACS number stands for; an error if its variable is too large.
fn literal(number: i64) -> Result<Lit, String> {
    let small = i32::try_from(number).ok();
    small
        .and_then(Lit::from_dimacs)
        .ok_or_else(|| format!("literal {} is beyond the largest variable", number))
}

fn positive_id(number: i64) -> Result<ClauseId, String> {
    match u64::try_from(number) {
        Ok(n) if n > 0 => Ok(ClauseId::new(n)),
        _ => Err(format!("expected the number of a clause, found {}", number)),
    }
}

fn hint(number: i64) -> Hint {
    let id = ClauseId::new(number.unsigned_abs());
    if number > 0 {
        Hint::Unit(id)
    } else {
        Hint::Candidate(id)
    }
}

/// The grammar, which text and binary share once numbers can be read.
impl<R: BufRead> ProofReader<R> {
    fn number(&mut self, expected: &str) -> Result<i64, String> {
        match self.encoding {
            Encoding::Text => self.text_number(expected),
            Encoding::Binary => self.binary_number(expected),
        }
    }

    fn literals(&mut self) -> Result<(), String> {
        loop {
            match self.number("a literal or the 0 that ends the clause")? {
                0 => return Ok(()),
                n => self.clause.push(literal(n)?),
            }
        }
    }

    /// Reads the lists after the opening of a step: one, or two.
    fn lists(&mut self, kind: Kind) -> Result<(), String> {
        if kind == Kind::Deleted && self.format == ProofFormat::Lrat {
            loop {
                match self.number("the number of a clause or the 0 that ends the deletion")? {
                    0 => return Ok(()),
                    n => self.ids.push(positive_id(n)?),
                }
            }
        }
        self.literals()?;
        if kind == Kind::Derived && self.format == ProofFormat::Lrat {
            loop {
                match self.number("a hint or the 0 that ends the hints")? {
                    0 => return Ok(()),
                    n => self.hints.push(hint(n)),
                }
            }
        }
        Ok(())
    }

    fn binary_step(&mut self) -> Result<Option<(Kind, Option<ClauseId>)>, String> {
        self.word = self.source.place();
        let kind = match self.source.peek() {
            None => return Ok(None),
            Some(b'a') => Kind::Derived,
            Some(b'd') => Kind::Deleted,
            Some(b'o') => Kind::Axiom,
            Some(other) => {
                return Err(format!("expected `a`, `d` or `o` before a step, found {:#04x}", other))
            }
        };
        self.source.skip();
        let id = if self.format == ProofFormat::Lrat && kind != Kind::Deleted {
            let number = self.binary_number("the number of the clause")?;
            Some(positive_id(number)?)
        } else {
            None
        };
        self.lists(kind)?;
        Ok(Some((kind, id)))
    }

    /// A number of 7 bits a byte, its lowest bit the sign.
    fn binary_number(&mut self, expected: &str) -> Result<i64, String> {
        self.word = self.source.place();
        let (mut value, mut shift) = (0u64, 0u32);
        loop {
            let byte = match self.source.peek() {
                Some(byte) => byte,
                None => return Err(format!("expected {}, found the end of the proof", expected)),
            };
            self.source.skip();
            let bits = u64::from(byte & 127);
            if shift > 63 || (bits << shift) >> shift != bits {
                return Err("a number has more than 64 bits".to_string());
            }
            value |= bits << shift;
            shift += 7;
            if byte < 128 {
                break;
            }
        }
        let magnitude = (value >> 1) as i64;
        match value & 1 {
            0 => Ok(magnitude),
            _ if magnitude == 0 => Err(format!("expected {}, found the number 1, which means -0", expected)),
            _ => Ok(-magnitude),
        }
    }

    fn text_step(&mut self) -> Result<Option<(Kind, Option<ClauseId>)>, String> {
        self.skip_space();
        if self.source.peek().is_none() {
            return Ok(None);
        }
        let id = match self.format {
            ProofFormat::Drat => None,
            ProofFormat::Lrat => {
                let number = self.text_number("the number of a clause")?;
                Some(positive_id(number)?)
            }
        };
        self.skip_space();
        let kind = match self.source.peek() {
            Some(b'd') => Kind::Deleted,
            Some(b'o') => Kind::Axiom,
            _ => Kind::Derived,
        };
        if kind != Kind::Derived {
            self.source.skip();
            if !is_space_or_end(self.source.peek()) {
                return Err("expected a space after the letter of a step".to_string());
            }
        }
        self.lists(kind)?;
        Ok(Some((kind, if kind == Kind::Deleted { None } else { id })))
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.source.peek() {
            if byte == b'c' {
                while self.source.peek().map_or(false, |byte| byte != b'\n') {
                    self.source.skip();
                }
            } else if byte == b'\n' {
                self.source.skip_line_end();
            } else if byte.is_ascii_whitespace() {
                self.source.skip();
            } else {
                break;
            }
        }
        self.word = self.source.place();
    }

    fn text_number(&mut self, expected: &str) -> Result<i64, String> {
        self.skip_space();
        self.word_text.clear();
        let negative = self.source.peek() == Some(b'-');
        if negative {
            self.skip_of_word(b'-');
        }
        let (mut value, mut has_digits) = (0i64, false);
        while let Some(byte) = self.source.peek().filter(u8::is_ascii_digit) {
            value = value
                .checked_mul(10)
                .and_then(|v| v.checked_add(i64::from(byte - b'0')))
                .ok_or_else(|| "a number has more than 63 bits".to_string())?;
            has_digits = true;
            self.skip_of_word(byte);
        }
        if !has_digits || !is_space_or_end(self.source.peek()) || (negative && value == 0) {
            return Err(format!("expected {}, found {}", expected, self.found()));
        }
        Ok(if negative { -value } else { value })
    }

    fn skip_of_word(&mut self, byte: u8) {
        if self.word_text.len() < SHOWN {
            self.word_text.push(byte);
        }
        self.source.skip();
    }

    /// The word at the place of an error, cut to a readable length.
    fn found(&mut self) -> String {
        while let Some(byte) = self.source.peek().filter(|byte| !byte.is_ascii_whitespace()) {
            if self.word_text.len() == SHOWN {
                break;
            }
            self.skip_of_word(byte);
        }
        if self.word_text.is_empty() {
            return "the end of the proof".to_string();
        }
        format!("`{}`", String::from_utf8_lossy(&self.word_text))
    }
}

fn is_space_or_end(byte: Option<u8>) -> bool {
    byte.map_or(true, |byte| byte.is_ascii_whitespace())
}
