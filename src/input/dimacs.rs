//! DIMACS CNF: formulas as clauses of numbered literals.
//!
//! The format is that of the DIMACS challenge ("Satisfiability: Suggested Format", 1993) as solvers read it today: one
//! header `p cnf VARIABLES CLAUSES`, then numbers, each clause closed by a 0, line ends counting as spaces. A word that
//! begins with `c` opens a comment up to the end of its line, before the header and after. SATLIB's files end in a
//! line `%`; it ends the formula, and the text after it is not read.
//!
//! The header is taken at its word, as CaDiCaL does: a literal beyond its variables, or fewer or more clauses than it
//! says, is an error. So a file that was cut off or pasted together gives no answer. Nothing is allocated from the
//! header's numbers.

use super::ParseError;
use crate::base::{Lit, Var};

/// A formula in conjunctive normal form.
#[must_use]
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cnf {
    vars: usize,
    lits: Vec<Lit>,
    /// By clause: the end of its literals.
    ends: Vec<usize>,
}

impl Cnf {
    /// A formula without clauses over this number of variables.
    ///
    /// # Panics
    ///
    /// If there are more than [`Var::LIMIT`].
    pub fn new(vars: usize) -> Cnf {
        assert!(vars <= Var::LIMIT, "at most {} variables are supported", Var::LIMIT);
        Cnf { vars, lits: Vec::new(), ends: Vec::new() }
    }

    /// Number of variables as declared; clauses use those with smaller indices. It may be large in a small file.
    pub fn vars(&self) -> usize {
        self.vars
    }

    /// Adds a clause; variables beyond the declared ones are declared by it.
    pub fn push(&mut self, clause: &[Lit]) {
        self.vars = clause.iter().map(|l| l.var().index() + 1).fold(self.vars, usize::max);
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause, so that every assignment is a model.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause of this index, from 0; `None` if there are fewer.
    pub fn get(&self, index: usize) -> Option<&[Lit]> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.lits.get(start..end)
    }

    /// Number of literals in all clauses together.
    pub fn literals(&self) -> usize {
        self.lits.len()
    }

    /// Bytes that the clauses take up.
    pub fn bytes(&self) -> u64 {
        let bytes = self.lits.capacity() * std::mem::size_of::<Lit>()
            + self.ends.capacity() * std::mem::size_of::<usize>();
        bytes as u64
    }

    /// The clauses in their order, with the literals in theirs.
    pub fn clauses(&self) -> Clauses<'_> {
        Clauses { lits: &self.lits, start: 0, ends: self.ends.iter() }
    }

    /// The formula as a DIMACS file, which reads back as the same formula.
    pub fn to_dimacs(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.vars, self.len());
        for clause in self.clauses() {
            for lit in clause {
                text.push_str(&lit.to_dimacs().to_string());
                text.push(' ');
            }
            text.push_str("0\n");
        }
        text
    }
}

impl<'a> IntoIterator for &'a Cnf {
    type Item = &'a [Lit];
    type IntoIter = Clauses<'a>;

    fn into_iter(self) -> Clauses<'a> {
        self.clauses()
    }
}

/// An iterator over the clauses of a [`Cnf`].
#[must_use]
#[derive(Clone, Debug)]
pub struct Clauses<'a> {
    lits: &'a [Lit],
    start: usize,
    ends: std::slice::Iter<'a, usize>,
}

impl<'a> Iterator for Clauses<'a> {
    type Item = &'a [Lit];

    fn next(&mut self) -> Option<&'a [Lit]> {
        let end = *self.ends.next()?;
        let clause = self.lits.get(self.start..end);
        self.start = end;
        clause
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ends.size_hint()
    }
}

impl ExactSizeIterator for Clauses<'_> {}

/// Reads a DIMACS CNF file, in time and memory linear in its bytes.
///
/// # Errors
///
/// The line and column of the first word that is wrong, with the word that was expected there.
pub fn read(bytes: &[u8]) -> Result<Cnf, ParseError> {
    let mut reader = Reader { bytes, at: 0, word: 0 };
    reader.formula().map_err(|message| reader.error(message))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The begin of the word being read: the place of an error.
    word: usize,
}

impl Reader<'_> {
    fn formula(&mut self) -> Result<Cnf, String> {
        let (vars, clauses) = self.header()?;
        let mut cnf = Cnf::new(vars);
        while self.skip_to_word() && self.bytes.get(self.at) != Some(&b'%') {
            if cnf.len() as u64 == clauses {
                return Err(format!(
                    "the header promises {} clauses, but more follow; correct its last number",
                    clauses
                ));
            }
            self.clause(&mut cnf)?;
        }
        if (cnf.len() as u64) < clauses {
            return Err(format!("expected {} clauses as in the header, found {}", clauses, cnf.len()));
        }
        Ok(cnf)
    }

    fn header(&mut self) -> Result<(usize, u64), String> {
        let expected = "the header `p cnf VARIABLES CLAUSES`";
        self.skip_to_word();
        for part in ["p", "cnf"] {
            let end = self.at + part.len();
            if self.bytes.get(self.at..end) != Some(part.as_bytes()) || !self.ends_word(end) {
                return Err(format!("expected {}, found {}", expected, self.found()));
            }
            self.at = end;
            self.skip_blanks();
        }
        let vars = self.header_number("the number of variables")?;
        if vars > Var::LIMIT as u64 {
            return Err(format!("{} variables are too many; at most {} are supported", vars, Var::LIMIT));
        }
        self.skip_blanks();
        let clauses = self.header_number("the number of clauses")?;
        self.skip_blanks();
        match self.bytes.get(self.at) {
            None | Some(b'\n') => Ok((vars as usize, clauses)),
            Some(_) => Err(format!("expected the end of the header's line, found {}", self.found())),
        }
    }

    fn header_number(&mut self, what: &str) -> Result<u64, String> {
        match self.number(what)? {
            (false, magnitude) => Ok(magnitude),
            (true, _) => Err(format!("expected {}, found {}", what, self.found())),
        }
    }

    /// Reads the literals of a clause, the first of which stands here, and the 0.
    fn clause(&mut self, cnf: &mut Cnf) -> Result<(), String> {
        loop {
            self.skip_to_word();
            let (negative, magnitude) = self.number("a literal or the 0 that ends the clause")?;
            if magnitude == 0 && !negative {
                cnf.ends.push(cnf.lits.len());
                return Ok(());
            }
            if magnitude == 0 {
                return Err("expected a literal, found `-0`".to_string());
            }
            if magnitude > cnf.vars as u64 {
                return Err(format!(
                    "literal {} is beyond the {} variables of the header; raise its first number to at least {}",
                    self.found(),
                    cnf.vars,
                    magnitude
                ));
            }
            cnf.lits.push(Var::new(magnitude as usize - 1).lit(!negative));
        }
    }

    /// A number: whether it has a minus, and its magnitude.
    fn number(&mut self, what: &str) -> Result<(bool, u64), String> {
        self.word = self.at;
        let negative = self.bytes.get(self.at) == Some(&b'-');
        self.at += usize::from(negative);
        let digits = self.at;
        let mut magnitude = 0u64;
        while let Some(digit) = self.bytes.get(self.at).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
            magnitude = magnitude
                .checked_mul(10)
                .and_then(|m| m.checked_add(u64::from(digit)))
                .ok_or_else(|| format!("expected {}, found a number of more than 64 bits", what))?;
            self.at += 1;
        }
        if self.at == digits || !self.ends_word(self.at) {
            return Err(format!("expected {}, found {}", what, self.found()));
        }
        Ok((negative, magnitude))
    }

    fn ends_word(&self, at: usize) -> bool {
        self.bytes.get(at).map_or(true, u8::is_ascii_whitespace)
    }

    /// Goes over spaces that do not end the line.
    fn skip_blanks(&mut self) {
        while self.bytes.get(self.at).map_or(false, |b| b.is_ascii_whitespace() && *b != b'\n') {
            self.at += 1;
        }
        self.word = self.at;
    }

    /// Goes over white space and comments; false at the end of the file.
    fn skip_to_word(&mut self) -> bool {
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte == b'c' {
                let rest = self.bytes.get(self.at..).unwrap_or(&[]);
                self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                break;
            }
        }
        self.word = self.at;
        self.at < self.bytes.len()
    }

    /// The word at the place of an error, cut to a readable length.
    fn found(&self) -> String {
        let rest = self.bytes.get(self.word..).unwrap_or(&[]);
        match rest.first() {
            None => "the end of the file".to_string(),
            Some(b'\n' | b'\r') => "the end of the line".to_string(),
            Some(_) => {
                let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len()).min(20);
                format!("`{}`", String::from_utf8_lossy(rest.get(..length).unwrap_or(&[])))
            }
        }
    }

    fn error(&self, message: String) -> ParseError {
        let before = self.bytes.get(..self.word).unwrap_or(self.bytes);
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |p| p + 1);
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        ParseError::at_line(line, before.len() - line_start + 1, message)
    }
}
