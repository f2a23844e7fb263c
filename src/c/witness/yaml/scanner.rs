//! The text of a document with the place of the reader, and the tree that is built from it.

use super::tree::{Document, Kind, NodeId};
use crate::input::ParseError;
use std::collections::HashSet;

/// The most bytes of a file.
const LONGEST: usize = 1 << 26;
/// The most levels of collections.
pub(super) const DEEPEST: usize = 100;

/// The state of the reader.
pub(super) struct Scanner<'a> {
    pub text: &'a [u8],
    pub at: usize,
    /// The first byte of the present line.
    pub line: usize,
    pub document: Document,
    /// The keys of each mapping that is open.
    pub keys: HashSet<(NodeId, String)>,
}

impl<'a> Scanner<'a> {
    /// # Errors
    ///
    /// If the text is too long, no UTF-8, or has control characters.
    pub fn new(text: &'a [u8]) -> Result<Scanner<'a>, ParseError> {
        if text.len() > LONGEST {
            return Err(ParseError::in_text(text, LONGEST, "the file has more than 64 MiB"));
        }
        if let Err(error) = std::str::from_utf8(text) {
            return Err(ParseError::in_text(text, error.valid_up_to(), "expected UTF-8, found another byte"));
        }
        let is_control = |(at, &byte): (usize, &u8)| match byte {
            b'\t' | b'\n' => false,
            b'\r' => text.get(at + 1) != Some(&b'\n'),
            _ => byte < b' ' || byte == 0x7f,
        };
        if let Some(at) = text.iter().enumerate().position(is_control) {
            return Err(ParseError::in_text(text, at, "expected a text, found a control character"));
        }
        let at = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Ok(Scanner { text, at, line: at, document: Document::new(), keys: HashSet::new() })
    }

    pub fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError::in_text(self.text, at, message))
    }

    /// The byte that is `ahead` bytes further; 0 behind the end.
    pub fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    pub fn is_over(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Whether a line, or the text, ends `ahead` bytes further.
    pub fn is_break(&self, ahead: usize) -> bool {
        match self.peek(ahead) {
            b'\n' | 0 => true,
            b'\r' => self.peek(ahead + 1) == b'\n',
            _ => false,
        }
    }

    /// Whether there is a blank, or the end of the line, `ahead` bytes further.
    pub fn is_blank(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), b' ' | b'\t') || self.is_break(ahead)
    }

    /// Passes the end of a line.
    pub fn pass_break(&mut self) {
        if self.peek(0) == b'\r' {
            self.at += 1;
        }
        if !self.is_over() {
            self.at += 1;
        }
        self.line = self.at;
    }

    pub fn pass_spaces(&mut self) {
        while matches!(self.peek(0), b' ' | b'\t') {
            self.at += 1;
        }
    }

    /// Passes line ends with the blanks behind each. Returns their number.
    pub fn pass_breaks(&mut self) -> usize {
        let mut breaks = 0;
        while self.is_break(0) && !self.is_over() {
            self.pass_break();
            self.pass_spaces();
            breaks += 1;
        }
        breaks
    }

    /// Passes blanks, and a comment behind them. Returns whether there was a blank, or the line begins here.
    pub fn pass_blanks(&mut self) -> bool {
        let from = self.at;
        self.pass_spaces();
        let is_apart = self.at > from || from == self.line;
        if is_apart && self.peek(0) == b'#' {
            while !self.is_break(0) {
                self.at += 1;
            }
        }
        is_apart
    }

    /// Passes blanks, comments and lines without content.
    pub fn pass_lines(&mut self) {
        loop {
            self.pass_blanks();
            if self.is_over() || !self.is_break(0) {
                return;
            }
            self.pass_break();
        }
    }

    /// The bytes between two places as a text.
    pub fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or("")
    }

    /// A description of the text here, for messages.
    pub fn found(&self) -> String {
        if self.is_over() {
            return "end of file".to_string();
        }
        if self.is_break(0) {
            return "end of line".to_string();
        }
        let rest = self.slice(self.at, self.text.len());
        rest.chars().next().map_or(String::new(), |c| format!("`{}`", c))
    }

    pub fn unexpected<T>(&self, expected: &str) -> Result<T, ParseError> {
        self.error(self.at, format!("expected {}, found {}", expected, self.found()))
    }

    /// Adds an empty scalar, which is the value of a key or dash without value.
    pub fn nothing(&mut self, offset: usize) -> NodeId {
        self.document.add(Kind::Scalar { text: String::new(), is_quoted: false }, offset)
    }

    /// Notes a key of a mapping. It is an error if the mapping has the key already.
    pub fn add_key(&mut self, mapping: NodeId, key: NodeId) -> Result<(), ParseError> {
        let text = self.document.text(key).unwrap_or("").to_string();
        let offset = self.document.node(key).offset;
        let message = format!("the key `{:.60}` stands in this mapping twice", text);
        if self.keys.insert((mapping, text)) {
            Ok(())
        } else {
            self.error(offset, message)
        }
    }

    /// Adds an item to a sequence, or a value with its key to a mapping.
    pub fn put(&mut self, collection: NodeId, key: Option<NodeId>, value: NodeId) {
        match (self.document.kind_mut(collection), key) {
            (Kind::Sequence(items), _) => items.push(value),
            (Kind::Mapping(entries), Some(key)) => entries.push((key, value)),
            _ => {}
        }
    }
}
