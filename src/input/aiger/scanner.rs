//! Numbers, blanks and line ends of an AIGER file, with the place of each.

use crate::input::{describe, ParseError};

/// A position in the file, from which it is read on.
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    position: usize,
    /// Whether places are byte offsets: after the gates of a binary file lines mean nothing.
    pub(super) binary: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Scanner<'a> {
        Scanner { bytes, position: 0, binary: false }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn length(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    /// The next byte; `None` at the end of the file.
    #[inline]
    pub(super) fn next_byte(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.position += 1;
        Some(byte)
    }

    /// Steps over these bytes if they come next.
    pub(super) fn skip(&mut self, word: &[u8]) -> bool {
        let found = self.bytes.get(self.position..).map_or(false, |rest| rest.starts_with(word));
        if found {
            self.position += word.len();
        }
        found
    }

    /// The room to reserve for `count` items, none of which can be shorter than a digit and a line end.
    pub(super) fn plausible(&self, count: u32) -> usize {
        (count as usize).min((self.bytes.len() - self.position) / 2 + 1)
    }

    /// An error at an offset.
    pub(super) fn error(&self, offset: usize, message: impl Into<String>) -> ParseError {
        if self.binary {
            ParseError::at_byte(offset, message)
        } else {
            ParseError::in_text(self.bytes, offset, message)
        }
    }

    /// An error at an offset which also describes the text there.
    pub(super) fn unexpected(&self, offset: usize, expected: &str) -> ParseError {
        self.error(offset, format!("{}, found {}", expected, describe(self.bytes, offset)))
    }

    /// The line of an offset, for messages that refer to a second place; the offset itself in binary files.
    pub(super) fn place(&self, offset: usize) -> String {
        if self.binary {
            format!("byte {}", offset)
        } else {
            let before = self.bytes.get(..offset).unwrap_or(self.bytes);
            format!("line {}", 1 + before.iter().filter(|&&b| b == b'\n').count())
        }
    }

    /// A decimal number that fits 32 bits.
    pub(super) fn number(&mut self, what: &str) -> Result<u32, ParseError> {
        let start = self.position;
        let mut value = 0u32;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            let longer = value.checked_mul(10).and_then(|v| v.checked_add((digit - b'0') as u32));
            value = match longer {
                Some(v) => v,
                None => return Err(self.unexpected(start, &format!("expected {} below 2^32", what))),
            };
            self.position += 1;
        }
        if self.position == start {
            return Err(self.unexpected(start, &format!("expected {}", what)));
        }
        Ok(value)
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ') | Some(b'\t')) {
            self.position += 1;
        }
    }

    /// One or more blanks.
    pub(super) fn blank(&mut self) -> Result<(), ParseError> {
        let start = self.position;
        self.skip_blanks();
        if self.position == start {
            return Err(self.unexpected(start, "expected a blank"));
        }
        Ok(())
    }

    /// Whether only blanks are left in this line.
    pub(super) fn at_end_of_line(&self) -> bool {
        let rest = self.bytes.get(self.position..).unwrap_or(&[]);
        let next = rest.iter().find(|&&b| b != b' ' && b != b'\t');
        matches!(next, None | Some(b'\n') | Some(b'\r'))
    }

    /// The end of this line: `\n`, `\r\n`, or the end of the file.
    pub(super) fn end_of_line(&mut self) -> Result<(), ParseError> {
        self.skip_blanks();
        if self.peek().is_none() || self.skip(b"\n") || self.skip(b"\r\n") {
            return Ok(());
        }
        Err(self.unexpected(self.position, "expected end of line"))
    }

    /// Everything up to the end of this line, which is stepped over.
    pub(super) fn rest_of_line(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.position..).unwrap_or(&[]);
        let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        self.position = (self.position + length + 1).min(self.bytes.len());
        let line = rest.get(..length).unwrap_or(rest);
        line.strip_suffix(b"\r").unwrap_or(line)
    }
}
