//! The lines of a file as words with their places.

use crate::input::{describe, ParseError};

/// A line, from the first word to the last one before the comment.
pub(super) struct Line<'a> {
    file: &'a [u8],
    /// Offset and text of each word.
    words: Vec<(usize, &'a [u8])>,
    /// The text of the comment at the end, behind its semicolon; nothing if there is none.
    comment: &'a [u8],
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
            let (words, comment) = words(text, start);
            if !words.is_empty() {
                return Some(Line { file: self.file, words, comment, end, at: 0 });
            }
        }
    }
}

/// The words of a text up to a comment, which begins with a word that begins with a semicolon; and the comment.
fn words(text: &[u8], start: usize) -> (Vec<(usize, &[u8])>, &[u8]) {
    let mut words = Vec::new();
    let mut at = start;
    for word in text.split(|b| b.is_ascii_whitespace()) {
        if word.first() == Some(&b';') {
            return (words, text.get(at - start + 1..).unwrap_or(b""));
        }
        if !word.is_empty() {
            words.push((at, word));
        }
        at += word.len() + 1;
    }
    (words, b"")
}

/// The place in a source that a comment names, as Yosys writes it: the file and the line of `arb.v:30.9-30.39`, or of
/// the first of several with bars between them. Nothing if the comment is of another form.
fn place_in(comment: &[u8]) -> Option<String> {
    let comment = std::str::from_utf8(comment).ok()?;
    let first = comment.split('|').next()?.trim();
    let (file, range) = first.rsplit_once(':')?;
    let digits = range.find(|c: char| !c.is_ascii_digit()).unwrap_or(range.len());
    let (line, columns) = range.split_at(digits);
    let is_range = columns.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '-');
    let is_file = !file.is_empty() && !file.contains(char::is_whitespace);
    (is_file && is_range && !line.is_empty()).then(|| format!("{}:{}", file, line))
}

impl<'a> Line<'a> {
    /// The offset of the word that comes next, or of the end of the line.
    pub fn offset(&self) -> usize {
        self.words.get(self.at).map_or(self.end, |w| w.0)
    }

    /// All words.
    pub fn words(&self) -> impl Iterator<Item = &'a [u8]> + '_ {
        self.words.iter().map(|&(_, word)| word)
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

    /// The place in a source that the comment of the line names; nothing if it names none.
    pub fn source_place(&self) -> String {
        place_in(self.comment).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_name_places() {
        let place = |comment: &str| place_in(comment.as_bytes());
        assert_eq!(place(" arb.v:30.9-30.39").as_deref(), Some("arb.v:30"));
        assert_eq!(place("lib/a.sv:7.1-9.2|top.sv:40.3-40.9").as_deref(), Some("lib/a.sv:7"));
        assert_eq!(place(" C:/work/a.v:12").as_deref(), Some("C:/work/a.v:12"));
        for other in ["", " the ratio is 3:4", "a.v:", "a.v:x", ":3", "a.v:3 and more"] {
            assert_eq!(place(other), None, "{}", other);
        }
    }
}
