//! Files that hold several pieces of evidence one after the other, for several properties, and pieces of two lines.

use crate::input::{describe, ParseError};

/// Cuts a file where a line begins a piece, and reads the pieces one by one. The text before the first such line
/// belongs to the first piece. Errors have their places in the whole file.
pub(super) fn read_pieces<T>(
    bytes: &[u8],
    begins: impl Fn(&[u8]) -> bool,
    mut read: impl FnMut(&[u8]) -> Result<Vec<T>, ParseError>,
) -> Result<Vec<T>, ParseError> {
    let mut all = Vec::new();
    let (mut from, mut at, mut lines, mut before) = (0, 0, 0, 0);
    let mut has_begun = false;
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        if begins(line) && std::mem::replace(&mut has_begun, true) {
            all.extend(read(&bytes[from..at]).map_err(|error| error.below(before))?);
            from = at;
            before = lines;
        }
        at += line.len();
        lines += 1;
    }
    all.extend(read(&bytes[from..]).map_err(|error| error.below(before))?);
    Ok(all)
}

/// The verdict lines at the begin of a file, which is then the whole output of a run: their number, and what follows.
pub(super) fn behind_verdicts(bytes: &[u8]) -> (usize, &[u8]) {
    let is_verdict = |line: &[u8]| {
        let mut words = line.split(|b| b.is_ascii_whitespace()).filter(|word| !word.is_empty());
        let is_property =
            |word: &[u8]| matches!(word, [b'b' | b'j', digits @ ..] if digits.iter().all(u8::is_ascii_digit));
        let is_word = |word: &[u8]| matches!(word, b"safe" | b"unsafe" | b"unknown");
        match (words.next(), words.next(), words.next()) {
            (Some(verdict), None, _) => is_word(verdict),
            (Some(property), Some(verdict), None) => is_property(property) && is_word(verdict),
            _ => false,
        }
    };
    let (mut lines, mut at) = (0, 0);
    for line in bytes.split_inclusive(|&b| b == b'\n').take_while(|line| is_verdict(line)) {
        lines += 1;
        at += line.len();
    }
    (lines, &bytes[at..])
}

/// The number that evidence of two lines consists of: a head, and a word with the number.
pub(crate) fn read_number(bytes: &[u8], head: &str, word: &str) -> Result<u64, ParseError> {
    let wrong = |line: usize, expected: String| {
        let at = bytes.split_inclusive(|&b| b == b'\n').take(line - 1).map(<[u8]>::len).sum();
        ParseError::at_line(line, 1, format!("expected {}, found {}", expected, describe(bytes, at)))
    };
    if !has_head(bytes, head) {
        return Err(wrong(1, format!("`{}`", head)));
    }
    let mut lines = bytes.split(|&b| b == b'\n').skip(1);
    let line = lines.next().and_then(|line| std::str::from_utf8(line).ok());
    let digits = line.and_then(|line| line.strip_prefix(word)?.strip_prefix(' '));
    let digits = digits.map(|digits| digits.strip_suffix('\r').unwrap_or(digits));
    let digits = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
    let number = digits.and_then(|digits| digits.parse().ok());
    let number = number.ok_or_else(|| wrong(2, format!("`{}` and a number", word)))?;
    match lines.find(|line| !line.iter().all(u8::is_ascii_whitespace)) {
        Some(_) => Err(wrong(3, "the end of the file".to_string())),
        None => Ok(number),
    }
}

/// Whether this is the first line of a file.
pub(crate) fn has_head(bytes: &[u8], head: &str) -> bool {
    let first = bytes.split(|&b| b == b'\n').next().unwrap_or(&[]);
    first.strip_suffix(b"\r").unwrap_or(first) == head.as_bytes()
}
