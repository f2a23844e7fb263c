//! The lines of a file as words with their places.

use crate::input::{describe, ParseError};

/// A line, from the first word to the last one before the comment.
pub(super) struct Line<'a> {
    file: &'a [u8],
    /// Offset and text of each word.
    words: Vec<(usize, &'a [u8])>,
    /// The offset of the end of the line.
    end: usize,
    at: usize,
}

/// Goes through the lines that say something.
pub(super) struct Lines<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Lines<'a> {
    pub fn new(file: &'a [u8]) -> Lines<'a> {
        Lines { file, at: 0 }
    }

    /// The next line that is neither empty nor a comment.
    pub fn next(&mut self) -> Option<Line<'a>> {
        loop {
            let rest = self.file.get(self.at..).filter(|rest| !rest.is_empty())?;
            let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            let text = rest.get(..length).unwrap_or(rest);
            let (start, end) = (self.at, self.at + length);
            self.at = end + 1;
            let words = words(text, start);
            if !words.is_empty() {
                return Some(Line { file: self.file, words, end, at: 0 });
            }
        }
    }
}

/// The words of a text up to a comment, which begins with a word that begins with a semicolon.
fn words(text: &[u8], start: usize) -> Vec<(usize, &[u8])> {
    let mut words = Vec::new();
    let mut at = start;
    for word in text.split(|b| b.is_ascii_whitespace()) {
        if word.first() == Some(&b';') {
            break;
        }
        if !word.is_empty() {
            words.push((at, word));
        }
        at += word.len() + 1;
    }
    words
}

impl<'a> Line<'a> {
    /// The offset of the word that comes next, or of the end of the line.
    pub fn offset(&self) -> usize {
        self.words.get(self.at).map_or(self.end, |w| w.0)
    }

    /// The next word, if there is one.
    pub fn optional(&mut self) -> Option<&'a [u8]> {
        let word = self.words.get(self.at)?.1;
        self.at += 1;
        Some(word)
    }

    /// The next word.
    pub fn word(&mut self, expected: &str) -> Result<&'a [u8], ParseError> {
        match self.optional() {
            Some(word) => Ok(word),
            None => Err(self.unexpected(expected)),
        }
    }

    /// The next word as a decimal number without sign.
    pub fn number(&mut self, expected: &str) -> Result<u64, ParseError> {
        let found = self.words.get(self.at).and_then(|(_, word)| decimal(word));
        match found {
            Some(number) => {
                self.at += 1;
                Ok(number)
            }
            None => Err(self.unexpected(expected)),
        }
    }

    /// Goes over a minus in front of the next word, if there is one.
    pub fn skip_minus(&mut self) -> bool {
        match self.words.get_mut(self.at) {
            Some((offset, word)) if word.first() == Some(&b'-') => {
                *word = word.get(1..).unwrap_or(b"");
                *offset += 1;
                true
            }
            _ => false,
        }
    }

    /// The next word as the number of a node, with or without minus; `None` if it is none.
    pub fn peek_number(&self) -> Option<u64> {
        let word = self.words.get(self.at)?.1;
        decimal(word.strip_prefix(b"-").unwrap_or(word))
    }

    /// A symbol may end the line.
    pub fn symbol(&mut self) -> Result<String, ParseError> {
        let symbol = self.optional().unwrap_or(b"");
        match self.words.get(self.at) {
            None => Ok(String::from_utf8_lossy(symbol).into_owned()),
            Some(_) => Err(self.unexpected("end of line")),
        }
    }

    /// An error at the word that comes next.
    pub fn unexpected(&self, expected: &str) -> ParseError {
        let found = describe(self.file, self.offset());
        self.error(self.offset(), format!("expected {}, found {}", expected, found))
    }

    /// An error at an offset.
    pub fn error(&self, offset: usize, message: impl Into<String>) -> ParseError {
        ParseError::in_text(self.file, offset, message)
    }
}

/// A decimal number; `None` if it is none or does not fit.
fn decimal(word: &[u8]) -> Option<u64> {
    if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}
