//! The lexer: cuts a text into tokens, one after the other.
//!
//! The preprocessor asks for tokens of the file, of headers, and of texts that macros make. Lines that end in a
//! backslash are joined. In the usual case, a token without such a joint, its text is borrowed from the file.

use super::super::arch::{COptions, IntegerKind};
use super::super::diagnostic::Diagnostics;
use super::super::names::{NameId, Names};
use super::super::property::{ANNOTATION, ANNOTATION_NOT_READ};
use super::super::source::Pos;
use super::super::token::{IntegerLiteral, Kind, Literals, Punct, Text, Token};
use super::annotations::{annotation, Annotation};
use super::escapes::Characters;
use super::numbers::{number, Number};
use std::borrow::Cow;
use std::ops::Range;

/// The tables that a lexer fills.
#[derive(Debug)]
pub(in crate::c::read) struct Tables<'d, 's> {
    pub names: &'d mut Names,
    pub literals: &'d mut Literals,
    pub diagnostics: &'d mut Diagnostics<'s>,
    pub options: COptions,
}

/// A text that is read.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The place of all tokens, if the text is not the file itself.
    place: Option<Pos>,
    starts_line: bool,
    /// Whether errors are not reported, because the text is being skipped.
    pub is_quiet: bool,
    /// The assertion in a comment that is being read.
    annotation: Option<Annotation>,
}

impl<'a> Lexer<'a> {
    pub fn new(bytes: &'a [u8], place: Option<Pos>) -> Lexer<'a> {
        Lexer { bytes, at: 0, place, starts_line: true, is_quiet: false, annotation: None }
    }

    /// A lexer for a part of a text that is not its beginning.
    pub fn of_part(bytes: &'a [u8], part: Range<usize>) -> Lexer<'a> {
        Lexer { at: part.start, ..Lexer::new(bytes.get(..part.end).unwrap_or(bytes), None) }
    }

    fn pos(&self, at: usize) -> Pos {
        self.place.unwrap_or_else(|| Pos::new(at))
    }

    /// The place at which the lexer stands.
    pub fn here(&self) -> Pos {
        self.pos(self.at)
    }

    fn error(&self, tables: &mut Tables<'_, '_>, at: usize, message: impl Into<String>) {
        if !self.is_quiet {
            tables.diagnostics.error(self.pos(at), message);
        }
    }

    /// The length of a joint at an offset: a backslash and the end of a line.
    fn joint(&self, at: usize) -> usize {
        match self.bytes.get(at..) {
            Some([b'\\', b'\n', ..]) => 2,
            Some([b'\\', b'\r', b'\n', ..]) => 3,
            _ => 0,
        }
    }

    /// Passes joints.
    fn settle(&mut self) {
        loop {
            match self.joint(self.at) {
                0 => return,
                length => self.at += length,
            }
        }
    }

    fn byte(&mut self) -> Option<u8> {
        self.settle();
        self.bytes.get(self.at).copied()
    }

    /// The byte behind the present one.
    fn second(&self) -> Option<u8> {
        let mut next = self.clone();
        next.at += 1;
        next.byte()
    }

    /// Passes blanks and comments, and returns whether there were any.
    fn blanks(&mut self, tables: &mut Tables<'_, '_>) -> bool {
        let mut any = false;
        while let Some(byte) = self.byte() {
            if self.annotation.map_or(false, |found| found.end == self.at) {
                self.at = self.annotation.take().map_or(self.at, |found| found.behind);
                any = true;
                continue;
            }
            match byte {
                b'\n' => {
                    self.starts_line = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | 11 | 12 => self.at += 1,
                b'/' if self.begins_annotation(tables) => return true,
                b'/' if self.second() == Some(b'/') => self.line_comment(),
                b'/' if self.second() == Some(b'*') => self.comment(tables),
                _ => break,
            }
            any = true;
        }
        any
    }

    /// Whether an assertion begins here in a comment. The lexer then stands at its word.
    fn begins_annotation(&mut self, tables: &mut Tables<'_, '_>) -> bool {
        let found = if self.annotation.is_none() { annotation(self.bytes, self.at) } else { None };
        match found {
            Some(Some(found)) => (self.annotation, self.at) = (Some(found), found.start),
            Some(None) if !self.is_quiet => tables.diagnostics.warning(self.here(), ANNOTATION_NOT_READ),
            Some(None) | None => {}
        }
        self.annotation.is_some()
    }

    fn line_comment(&mut self) {
        while let Some(byte) = self.byte() {
            if byte == b'\n' {
                break;
            }
            self.at += 1;
        }
    }

    fn comment(&mut self, tables: &mut Tables<'_, '_>) {
        let start = self.at;
        self.at += 1;
        self.settle();
        self.at += 1;
        loop {
            match self.byte() {
                None => {
                    self.error(tables, start, "expected `*/` at the end of this comment, found end of file");
                    return;
                }
                Some(b'*') if self.second() == Some(b'/') => {
                    self.at += 1;
                    self.settle();
                    self.at += 1;
                    return;
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// All tokens up to the end of the text.
    pub fn rest(&mut self, tables: &mut Tables<'_, '_>) -> Vec<Token> {
        let next = || Some(self.next(tables)).filter(|token| token.kind != Kind::End);
        std::iter::from_fn(next).collect()
    }

    /// The next token.
    pub fn next(&mut self, tables: &mut Tables<'_, '_>) -> Token {
        loop {
            let is_joined = !self.blanks(tables);
            let start = self.at;
            let byte = match self.byte() {
                None => return self.token(Kind::End, start, is_joined),
                Some(byte) => byte,
            };
            let begun = self.annotation.filter(|found| found.start == start);
            let kind = match byte {
                _ if begun.is_some() => {
                    self.at = begun.map_or(start, |found| found.term);
                    Some(Kind::Name(tables.names.intern(ANNOTATION)))
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80..=0xff => Some(self.word(tables)),
                b'\\' if matches!(self.second(), Some(b'u' | b'U')) => Some(self.word(tables)),
                b'0'..=b'9' => Some(self.number(tables)),
                b'.' if self.second().map_or(false, |b| b.is_ascii_digit()) => Some(self.number(tables)),
                b'"' | b'\'' => self.quoted(tables, start, IntegerKind::Char),
                _ => self.mark(tables),
            };
            if let Some(kind) = kind {
                return self.token(kind, start, is_joined);
            }
        }
    }

    fn token(&mut self, kind: Kind, start: usize, is_joined: bool) -> Token {
        let starts_line = std::mem::replace(&mut self.starts_line, false);
        Token { kind, pos: self.pos(start), starts_line, is_joined, is_plain: false }
    }

    /// Passes the bytes that belong to a kind, and returns their text without joints.
    fn span(&mut self, belongs: impl Fn(Option<u8>, u8) -> bool) -> Cow<'a, [u8]> {
        let mut text: Cow<'a, [u8]> = Cow::Borrowed(&[]);
        let (mut from, mut last) = (self.at, None);
        loop {
            let length = self.joint(self.at);
            if length > 0 {
                text.to_mut().extend_from_slice(self.bytes.get(from..self.at).unwrap_or(&[]));
                self.at += length;
                from = self.at;
                continue;
            }
            match self.bytes.get(self.at) {
                Some(&byte) if belongs(last, byte) => {
                    last = Some(byte);
                    self.at += 1;
                }
                _ => break,
            }
        }
        let rest = self.bytes.get(from..self.at).unwrap_or(&[]);
        if text.is_empty() {
            Cow::Borrowed(rest)
        } else {
            text.to_mut().extend_from_slice(rest);
            text
        }
    }

    /// Reads a name, or a literal of which it is the prefix.
    fn word(&mut self, tables: &mut Tables<'_, '_>) -> Kind {
        let start = self.at;
        let text = self.span(|last, b| {
            let is_escape = b == b'\\' || (last == Some(b'\\') && !matches!(b, b'u' | b'U'));
            b.is_ascii_alphanumeric() || b == b'_' || b == b'$' || b >= 0x80 || is_escape
        });
        let prefix = match &*text {
            b"L" => Some(tables.options.wide_kind()),
            b"u" => Some(IntegerKind::UnsignedShort),
            b"U" => Some(IntegerKind::UnsignedInt),
            b"u8" => Some(IntegerKind::Char),
            _ => None,
        };
        // `u8'a'` is a constant in C23 only.
        let is_open =
            self.bytes.get(self.at).map_or(false, |&b| b == b'"' || (b == b'\'' && &*text != b"u8"));
        if let (Some(kind), true) = (prefix, is_open) {
            if let Some(kind) = self.quoted(tables, start, kind) {
                return kind;
            }
        }
        if text.is_ascii() && !text.contains(&b'\\') {
            return Kind::Name(tables.names.intern(std::str::from_utf8(&text).unwrap_or("")));
        }
        // A character outside of ASCII may be written as itself or as `\u…`, and both are the same name.
        let mut characters = Characters::new(&text, 8);
        let mut bytes = Vec::new();
        loop {
            match characters.next() {
                Ok(Some(unit)) => bytes.push(unit as u8),
                Ok(None) => break,
                Err(message) => {
                    self.error(tables, start, message);
                    break;
                }
            }
        }
        match std::str::from_utf8(&bytes) {
            Ok(text) => Kind::Name(tables.names.intern(text)),
            Err(_) => {
                self.error(tables, start, "expected a name in UTF-8");
                Kind::Name(tables.names.intern("_"))
            }
        }
    }

    fn number(&mut self, tables: &mut Tables<'_, '_>) -> Kind {
        let is_inside = |last, b: u8| {
            let is_sign = (b == b'+' || b == b'-') && matches!(last, Some(b'e' | b'E' | b'p' | b'P'));
            b.is_ascii_alphanumeric() || b == b'_' || b == b'.' || is_sign
        };
        let mut text = self.span(is_inside);
        // C23 separates digits: 1'000.
        while let [b'\'', next, ..] = self.bytes[self.at.min(self.bytes.len())..] {
            if !next.is_ascii_alphanumeric() {
                break;
            }
            self.at += 1;
            let more = self.span(is_inside);
            text.to_mut().push(b'\'');
            text.to_mut().extend_from_slice(&more);
        }
        let text = std::str::from_utf8(&text).unwrap_or("");
        let spelling = tables.names.intern(text);
        let digits = match text.contains('\'') {
            true => Cow::Owned(text.replace('\'', "")),
            false => Cow::Borrowed(text),
        };
        match number(&digits, tables.options) {
            Ok(Number::Integer(literal)) => tables.literals.add_integer(literal, spelling),
            Ok(Number::Floating(literal)) => tables.literals.add_floating(literal, spelling),
            // The text is no constant, but `##` may still make one of it. `0xe+1` is one token and no constant, as in
            // gcc.
            Err(_) => Kind::Number(spelling),
        }
    }

    /// Reads a character constant or a string literal, from the quote on.
    fn quoted(&mut self, tables: &mut Tables<'_, '_>, start: usize, kind: IntegerKind) -> Option<Kind> {
        let quote = self.byte()?;
        self.at += 1;
        let mut text = Vec::new();
        loop {
            match self.byte() {
                None | Some(b'\n') => {
                    let name = if quote == b'"' { "string literal" } else { "character constant" };
                    let message = format!("expected `{}` at the end of this {}", quote as char, name);
                    self.error(tables, start, message);
                    break;
                }
                Some(byte) if byte == quote => {
                    self.at += 1;
                    break;
                }
                Some(byte) => {
                    text.push(byte);
                    self.at += 1;
                    if byte == b'\\' {
                        text.extend(self.byte().filter(|&b| b != b'\n'));
                        self.at += usize::from(!matches!(self.byte(), None | Some(b'\n')));
                    }
                }
            }
        }
        let spelling = self.spelling(tables, start);
        let bits = tables.options.integer_bits(kind);
        let mut characters = Characters::new(&text, bits);
        let mut units = Vec::new();
        loop {
            match characters.next() {
                Ok(Some(unit)) => units.push(unit),
                Ok(None) => break,
                Err(message) => {
                    self.error(tables, start, message);
                    break;
                }
            }
        }
        if quote == b'"' {
            return Some(tables.literals.add_text(Text { kind, units }, spelling));
        }
        let literal = self.character(tables, start, kind, &units);
        Some(tables.literals.add_integer(literal, spelling))
    }

    /// The text from a place up to the lexer, without joints, as a name whose characters are the bytes.
    fn spelling(&self, tables: &mut Tables<'_, '_>, start: usize) -> NameId {
        let mut text = Lexer { bytes: self.bytes.get(..self.at).unwrap_or(&[]), at: start, ..self.clone() };
        let bytes = text.span(|_, _| true);
        match std::str::from_utf8(&bytes) {
            Ok(text) if bytes.is_ascii() => tables.names.intern(text),
            _ => tables.names.intern(&bytes.iter().map(|&b| char::from(b)).collect::<String>()),
        }
    }

    /// A character constant: an `int`, with the sign of a `char`, as in gcc also if there are several characters.
    fn character(
        &mut self,
        tables: &mut Tables<'_, '_>,
        start: usize,
        kind: IntegerKind,
        units: &[u32],
    ) -> IntegerLiteral {
        if units.is_empty() {
            self.error(tables, start, "expected a character between the quotes");
        }
        let options = tables.options;
        if kind != IntegerKind::Char {
            let value = units.last().copied().map_or(0, u64::from);
            return IntegerLiteral { value, kind };
        }
        let value = match units {
            [one] => options.value(IntegerKind::Char, u64::from(*one)),
            _ => units.iter().fold(0, |value, &unit| (value << 8 | i128::from(unit)) & 0xffff_ffff),
        };
        let value = options.pattern(IntegerKind::Int, value);
        IntegerLiteral { value, kind: IntegerKind::Int }
    }

    /// The bytes up to the end of the line, without blanks around them. The lexer then stands at the end of the line.
    pub fn rest_of_line(&mut self) -> Vec<u8> {
        let text = self.span(|_, b| b != b'\n');
        let is_blank = |b: &u8| b.is_ascii_whitespace();
        let from = text.iter().position(|b| !is_blank(b)).unwrap_or(text.len());
        let to = text.iter().rposition(|b| !is_blank(b)).map_or(from, |at| at + 1);
        text.get(from..to).unwrap_or(&[]).to_vec()
    }

    fn mark(&mut self, tables: &mut Tables<'_, '_>) -> Option<Kind> {
        // No mark has more than three bytes.
        let mut ahead = self.clone();
        let mut next = [0; 3];
        let mut ends = [self.at; 3];
        for (byte, end) in next.iter_mut().zip(ends.iter_mut()) {
            *byte = ahead.byte().unwrap_or(0);
            ahead.at += 1;
            *end = ahead.at;
        }
        for &(text, punct) in DIGRAPHS.iter().chain(Punct::ALL) {
            if next.starts_with(text.as_bytes()) {
                self.at = ends.get(text.len() - 1).copied().unwrap_or(self.at + 1);
                return Some(Kind::Punct(punct));
            }
        }
        self.at += 1;
        // In the text of a macro's argument it does no harm.
        Some(Kind::Number(tables.names.intern(&char::from(next[0]).to_string())))
    }
}

/// Second spellings (C11, 6.4.6); each begins like a shorter mark.
const DIGRAPHS: [(&str, Punct); 5] = [
    ("<:", Punct::LeftBracket),
    (":>", Punct::RightBracket),
    ("<%", Punct::LeftBrace),
    ("%>", Punct::RightBrace),
    ("%:", Punct::Hash),
];
