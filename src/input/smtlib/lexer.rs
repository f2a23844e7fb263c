//! Words of a script.
//!
//! The lexer takes bytes from a reader one at a time and looks at most one byte ahead, never behind a closing
//! parenthesis. So a dialogue is possible: when the parenthesis that ends a command has been typed, the command is
//! complete, and the lexer does not wait for the next line. It counts lines and columns (in bytes, from 1) as it
//! goes.
//!
//! Text that is no word is an error with its place. The lexer goes on behind it, so that one error does not hide
//! later ones.

use super::error::{Failure, Position};
use std::io::{self, BufRead};

/// The kind of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An opening parenthesis; in an arena, a whole list.
    List,
    /// A closing parenthesis.
    Close,
    /// A symbol without bars.
    Symbol,
    /// A symbol between bars, which are not part of its text. It is never a reserved word.
    Quoted,
    /// With its colon.
    Keyword,
    /// Decimal digits.
    Numeral,
    /// Digits with a point.
    Decimal,
    /// Digits of a `#x` constant.
    Hexadecimal,
    /// Digits of a `#b` constant.
    Binary,
    /// A string; each pair of quotes in it is one.
    Text,
}

/// A word; its text is in the lexer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub position: Position,
}

/// Longest word. Longer ones are errors, not a way to fill the memory.
const LONGEST: usize = 1 << 28;

/// Cuts bytes into words.
pub(super) struct Lexer<R> {
    reader: R,
    position: Position,
    text: Vec<u8>,
}

impl<R: BufRead> Lexer<R> {
    pub fn new(reader: R) -> Lexer<R> {
        Lexer { reader, position: Position { line: 1, column: 1 }, text: Vec::new() }
    }

    /// The text of the last word, without the marks of its kind.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The position of the lexer.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The next word; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<Result<Token, Failure>>> {
        self.text.clear();
        let first = match self.skip_blanks()? {
            Some(byte) => byte,
            None => return Ok(None),
        };
        let position = self.position;
        let kind = match first {
            b'(' => {
                self.bump();
                Ok(Kind::List)
            }
            b')' => {
                self.bump();
                Ok(Kind::Close)
            }
            b'|' => self.quoted()?,
            b'"' => self.string()?,
            b'#' => self.constant()?,
            b':' => {
                self.take();
                self.word()?;
                if self.text.len() > 1 {
                    Ok(Kind::Keyword)
                } else {
                    Err("expected a keyword, found a colon alone".to_string())
                }
            }
            b'0'..=b'9' => {
                self.word()?;
                self.number()
            }
            byte if in_word(byte) => {
                self.word()?;
                Ok(Kind::Symbol)
            }
            byte => {
                // A file of zeros is one error, not one per byte.
                while self.peek()? == Some(byte) {
                    self.bump();
                }
                Err(format!("`{}` cannot stand here", std::ascii::escape_default(byte)))
            }
        };
        let kind = match kind {
            Ok(_) if self.text.len() > LONGEST => Err("this word is too long".to_string()),
            Ok(Kind::Quoted | Kind::Text) if std::str::from_utf8(&self.text).is_err() => {
                Err("this is not valid UTF-8".to_string())
            }
            kind => kind,
        };
        let failure =
            |message| Failure { unsupported: self.text.len() > LONGEST, ..Failure::new(position, message) };
        Ok(Some(kind.map(|kind| Token { kind, position }).map_err(failure)))
    }

    /// The next byte, left where it is.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.reader.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Goes over the byte that was looked at, which does not end a line.
    fn bump(&mut self) {
        self.reader.consume(1);
        self.position.column = self.position.column.saturating_add(1);
    }

    /// Goes over the byte that was looked at, which may end a line.
    fn pass(&mut self, byte: u8) {
        self.bump();
        if byte == b'\n' {
            self.position.line = self.position.line.saturating_add(1);
            self.position.column = 1;
        }
    }

    /// Takes a marking byte, a colon, into the text.
    fn take(&mut self) {
        self.text.push(b':');
        self.bump();
    }

    fn keep(&mut self, byte: u8) {
        if self.text.len() <= LONGEST {
            self.text.push(byte);
        }
    }

    /// Goes over white space and comments, up to the byte that is returned.
    fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        let mut comment = false;
        while let Some(byte) = self.peek()? {
            match byte {
                b'\n' => comment = false,
                b';' => comment = true,
                b' ' | b'\t' | b'\r' | 0x0c => {}
                _ if comment => {}
                _ => return Ok(Some(byte)),
            }
            self.pass(byte);
        }
        Ok(None)
    }

    /// Takes all bytes that may stand in a symbol.
    fn word(&mut self) -> io::Result<()> {
        while let Some(byte) = self.peek()? {
            if !in_word(byte) {
                break;
            }
            self.keep(byte);
            self.bump();
        }
        Ok(())
    }

    /// The kind of number that the text is.
    fn number(&self) -> Result<Kind, String> {
        let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
        // `0.` is a number to z3, too.
        if self.text.split_last().map_or(false, |(last, whole)| *last == b'.' && digits(whole)) {
            return Ok(Kind::Decimal);
        }
        let mut parts = self.text.splitn(2, |&b| b == b'.');
        match (parts.next().map(digits), parts.next().map(digits)) {
            (Some(true), None) => Ok(Kind::Numeral),
            (Some(true), Some(true)) => Ok(Kind::Decimal),
            _ => Err(format!("expected a number, found `{}`", shown(&self.text))),
        }
    }

    /// `#x` or `#b` and digits.
    fn constant(&mut self) -> io::Result<Result<Kind, String>> {
        self.bump();
        self.word()?;
        let valid = |digits: &[u8], test: fn(&u8) -> bool| !digits.is_empty() && digits.iter().all(test);
        let kind = match self.text.split_first() {
            Some((b'x' | b'X', digits)) if valid(digits, u8::is_ascii_hexdigit) => Kind::Hexadecimal,
            Some((b'b' | b'B', digits)) if valid(digits, |b| matches!(b, b'0' | b'1')) => Kind::Binary,
            _ => {
                let found = shown(&self.text);
                return Ok(Err(format!("expected `#x` or `#b` and digits, found `#{}`", found)));
            }
        };
        self.text.remove(0);
        Ok(Ok(kind))
    }

    fn quoted(&mut self) -> io::Result<Result<Kind, String>> {
        self.bump();
        let mut backslash = false;
        while let Some(byte) = self.peek()? {
            self.pass(byte);
            if byte == b'|' {
                return Ok(if backslash {
                    Err("a symbol between bars cannot contain a backslash".to_string())
                } else {
                    Ok(Kind::Quoted)
                });
            }
            backslash |= byte == b'\\';
            self.keep(byte);
        }
        Ok(Err("this symbol lacks its closing bar".to_string()))
    }

    fn string(&mut self) -> io::Result<Result<Kind, String>> {
        self.bump();
        while let Some(byte) = self.peek()? {
            self.pass(byte);
            if byte == b'"' {
                // A quote after a quote is part of the text, which costs a look at one more byte.
                if self.peek()? != Some(b'"') {
                    return Ok(Ok(Kind::Text));
                }
                self.bump();
            }
            self.keep(byte);
        }
        Ok(Err("this string lacks its closing quote".to_string()))
    }
}

/// Whether the byte may stand in a symbol without bars.
fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

/// A word in a message, cut to a readable length.
fn shown(text: &[u8]) -> String {
    let start: String = text.iter().take(24).map(|&b| char::from(b)).collect();
    if text.len() > 24 {
        format!("{}...", start)
    } else {
        start
    }
}
