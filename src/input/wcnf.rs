//! WCNF: clauses with weights, for MaxSAT.
//!
//! The format of the MaxSAT evaluations, in both forms. Up to 2021 there was a header `p wcnf VARIABLES CLAUSES TOP`,
//! and each clause begins with its weight; those of weight TOP or more are hard, and without TOP none is. Since 2022
//! there is no header, and hard clauses begin with `h`. Weights are positive and below 2^64. A word that begins with
//! `c` at the beginning of a line opens a comment.

use super::dimacs::Cnf;
use super::ParseError;
use crate::base::{Lit, Var};

/// Hard clauses, and soft ones with weights.
#[must_use]
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wcnf {
    /// The clauses that every solution satisfies. It has the number of variables of all clauses.
    pub hard: Cnf,
    /// The clauses whose weight counts if they are not satisfied.
    pub soft: Cnf,
    /// By soft clause: its weight.
    pub weights: Vec<u64>,
    /// Whether the file has a header.
    pub has_header: bool,
}

/// Whether a text is a WCNF file, as far as its first word tells: a header `p wcnf`, or a hard clause.
pub fn is_wcnf(bytes: &[u8]) -> bool {
    let line = bytes.split(|&b| b == b'\n').find(|line| {
        let first = line.iter().find(|b| !b.is_ascii_whitespace());
        first.map_or(false, |&b| b != b'c')
    });
    let mut words = line.unwrap_or(&[]).split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    match words.next() {
        Some(b"h") => true,
        Some(b"p") => words.next() == Some(b"wcnf"),
        Some(_) | None => false,
    }
}

/// Reads a WCNF file.
///
/// # Errors
///
/// The line and column of the first word that is wrong, with the word that was expected there.
pub fn read(bytes: &[u8]) -> Result<Wcnf, ParseError> {
    let mut reader = Reader { bytes, at: 0, start: 0 };
    reader.formula().map_err(|message| ParseError::in_text(bytes, reader.start, message))
}

struct Header {
    vars: u64,
    clauses: u64,
    top: u64,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The begin of the present word.
    start: usize,
}

impl<'a> Reader<'a> {
    /// The next word; none at the end of the text. Comments are passed over at the beginning of a line.
    fn word(&mut self) -> Option<&'a [u8]> {
        loop {
            let rest = self.bytes.get(self.at..)?;
            let blanks = rest.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(rest.len());
            let before = self.bytes.get(..self.at + blanks)?;
            let begins = before.iter().rev().find(|b| !matches!(b, b' ' | b'\t' | b'\r'));
            let is_first = begins.map_or(true, |&b| b == b'\n');
            let rest = rest.get(blanks..)?;
            self.start = self.at + blanks;
            self.at = self.start;
            if is_first && rest.first() == Some(&b'c') {
                self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                continue;
            }
            let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            self.at += length;
            return rest.get(..length).filter(|word| !word.is_empty());
        }
    }

    fn found(word: Option<&[u8]>) -> String {
        let text = |word: &[u8]| {
            format!("`{}`", String::from_utf8_lossy(word.get(..word.len().min(20)).unwrap_or(&[])))
        };
        word.map_or_else(|| "the end of the file".to_string(), text)
    }

    fn number(word: Option<&[u8]>, what: &str) -> Result<u64, String> {
        let digits = word.filter(|word| word.iter().all(u8::is_ascii_digit));
        let number = digits.and_then(|word| std::str::from_utf8(word).ok()).and_then(|w| w.parse().ok());
        number.ok_or_else(|| format!("expected {}, found {}", what, Self::found(word)))
    }

    fn formula(&mut self) -> Result<Wcnf, String> {
        let mut wcnf = Wcnf::default();
        let mut word = self.word();
        let mut header = None;
        if word == Some(b"p") {
            header = Some(self.header()?);
            word = self.word();
        }
        wcnf.has_header = header.is_some();
        let most = header.as_ref().map_or(Var::LIMIT as u64, |header| header.vars);
        wcnf.hard = Cnf::new(header.as_ref().map_or(0, |header| header.vars as usize));
        let mut count = 0;
        let mut clause = Vec::new();
        while let Some(first) = word {
            if header.as_ref().map_or(false, |header| count == header.clauses) {
                return Err(format!("the header promises {} clauses, but more follow", count));
            }
            let weight = self.weight(first, header.as_ref())?;
            self.clause(&mut clause, most)?;
            match weight {
                None => wcnf.hard.push(&clause),
                Some(weight) => {
                    wcnf.soft.push(&clause);
                    wcnf.weights.push(weight);
                }
            }
            count += 1;
            word = self.word();
        }
        let vars = wcnf.hard.vars().max(wcnf.soft.vars());
        wcnf.hard = widened(&wcnf.hard, vars);
        match header {
            Some(header) if count < header.clauses => {
                Err(format!("expected {} clauses as in the header, found {}", header.clauses, count))
            }
            Some(_) | None => Ok(wcnf),
        }
    }

    fn header(&mut self) -> Result<Header, String> {
        let word = self.word();
        if word != Some(b"wcnf") {
            return Err(format!(
                "expected the header `p wcnf VARIABLES CLAUSES TOP`, found {}",
                Self::found(word)
            ));
        }
        let vars = Self::number(self.word(), "the number of variables")?;
        if vars > Var::LIMIT as u64 {
            return Err(format!("{} variables are too many; at most {} are supported", vars, Var::LIMIT));
        }
        let clauses = Self::number(self.word(), "the number of clauses")?;
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let line = rest.split(|&b| b == b'\n').next().unwrap_or(&[]);
        let has_top = line.iter().any(|b| !b.is_ascii_whitespace());
        let top = if has_top { Self::number(self.word(), "the weight of hard clauses")? } else { u64::MAX };
        Ok(Header { vars, clauses, top })
    }

    /// The weight of a clause; none if it is hard.
    fn weight(&self, word: &[u8], header: Option<&Header>) -> Result<Option<u64>, String> {
        if word == b"h" && header.is_none() {
            return Ok(None);
        }
        let what = if header.is_some() { "a positive weight" } else { "`h` or a positive weight" };
        let weight = Self::number(Some(word), what)?;
        if weight == 0 {
            return Err(format!("expected {}, found `0`", what));
        }
        Ok(Some(weight).filter(|&weight| header.map_or(true, |header| weight < header.top)))
    }

    fn clause(&mut self, clause: &mut Vec<Lit>, most: u64) -> Result<(), String> {
        clause.clear();
        loop {
            let word = self.word();
            let expected = "a literal or the 0 that ends the clause";
            let (digits, negative) = match word {
                Some([b'-', digits @ ..]) => (Some(digits), true),
                Some(_) | None => (word, false),
            };
            let magnitude = Self::number(digits.filter(|digits| !digits.is_empty()), expected)
                .map_err(|_| format!("expected {}, found {}", expected, Self::found(word)))?;
            if magnitude == 0 && !negative {
                return Ok(());
            }
            if magnitude == 0 || magnitude > most {
                let found = Self::found(word);
                return Err(format!("expected a literal over {} variables, found {}", most, found));
            }
            clause.push(Var::new(magnitude as usize - 1).lit(!negative));
        }
    }
}

/// The clauses over this many variables.
fn widened(cnf: &Cnf, vars: usize) -> Cnf {
    let mut wide = Cnf::new(vars);
    cnf.clauses().for_each(|clause| wide.push(clause));
    wide
}

#[cfg(test)]
mod tests {
    use super::{is_wcnf, read};

    #[test]
    fn both_forms_are_the_same_formula() {
        let old = read(b"c old\np wcnf 3 3 9\n9 1 2 0\n4 -1 0\n5 -2 3 0\n").expect("a formula");
        let new = read(b"c new\nh 1 2 0\n4 -1 0\nc between\n5 -2\n3 0\n").expect("a formula");
        assert_eq!((&old.hard, &old.soft, &old.weights), (&new.hard, &new.soft, &new.weights));
        assert_eq!((old.hard.vars(), old.hard.len(), &old.weights[..]), (3, 1, &[4, 5][..]));
        assert!(
            is_wcnf(b"c a\n\nh 1 0") && is_wcnf(b"p wcnf 1 1") && !is_wcnf(b"p cnf 1 1") && !is_wcnf(b"")
        );
    }

    #[test]
    fn wrong_words_are_refused_with_their_places() {
        let wrong: [(&[u8], &str); 8] = [
            (b"h 1 x 0", "line 1, column 5: expected a literal or the 0"),
            (b"h 1 0\n0 2 0", "line 2, column 1: expected `h` or a positive weight"),
            (b"p wcnf 2 1 5\n5 3 0", "line 2, column 3: expected a literal over 2 variables"),
            (b"p wcnf 2 1 5\nh 1 0", "line 2, column 1: expected a positive weight, found `h`"),
            (b"p wcnf 2 1 5\n5 1 0\n5 2 0\n", "line 3, column 1: the header promises 1 clauses"),
            (b"p wcnf 2 2 5\n5 1 0\n", "line 3, column 1: expected 2 clauses"),
            (b"3 1", "line 1, column 4: expected a literal or the 0"),
            (b"99999999999999999999 1 0", "line 1, column 1: expected `h` or a positive weight"),
        ];
        for (text, start) in wrong {
            let error = read(text).expect_err("a wrong word").to_string();
            assert!(error.starts_with(start), "{}", error);
        }
    }
}
