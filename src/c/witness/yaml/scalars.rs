//! Reads scalars: plain ones such as `x + 1`, ones in single or double quotes with their escapes, and block scalars,
//! which keep (`|`) or fold (`>`) their lines.

use super::scanner::Scanner;
use super::tree::{Kind, NodeId};
use crate::input::ParseError;

impl Scanner<'_> {
    /// The message for a construct that begins with a character of special meaning and is not supported.
    fn refused(&self) -> Option<&'static str> {
        Some(match self.peek(0) {
            b'&' => "anchors are not supported; write the value at each of its places",
            b'*' => "aliases are not supported; put a text that begins with `*` in quotes",
            b'!' => "tags are not supported; put a text that begins with `!` in quotes",
            b'%' | b'@' | b'`' => "a plain scalar does not begin with this character; put it in quotes",
            b'?' if self.is_blank(1) => "keys marked by `?` are not supported",
            _ => return None,
        })
    }

    /// Reads a scalar in quotes, or a plain one on one line. In flow style, a plain scalar also ends before brackets
    /// and commas.
    pub fn scalar(&mut self, is_flow: bool) -> Result<NodeId, ParseError> {
        let offset = self.at;
        if let Some(message) = self.refused() {
            return self.error(offset, message);
        }
        let (text, is_quoted) = match self.peek(0) {
            mark @ (b'"' | b'\'') => (self.quoted(mark)?, true),
            _ => (self.plain_line(is_flow)?.to_string(), false),
        };
        Ok(self.document.add(Kind::Scalar { text, is_quoted }, offset))
    }

    /// Whether a `:` here ends a key.
    pub fn is_colon(&self, is_flow: bool) -> bool {
        let is_end = self.is_blank(1) || is_flow && matches!(self.peek(1), b',' | b'[' | b']' | b'{' | b'}');
        self.peek(0) == b':' && is_end
    }

    /// Reads a plain scalar, or its continuation, up to the end of the line at most.
    pub fn plain_line(&mut self, is_flow: bool) -> Result<&str, ParseError> {
        let from = self.at;
        let mut end = from;
        while !self.is_break(0) && !self.is_colon(is_flow) {
            let byte = self.peek(0);
            let is_mark = matches!(byte, b',' | b'[' | b']' | b'{' | b'}');
            if is_mark && (is_flow || self.at == from) {
                break;
            }
            if byte == b'#' && (end == from || end < self.at) {
                break;
            }
            self.at += 1;
            if !matches!(byte, b' ' | b'\t') {
                end = self.at;
            }
        }
        self.at = end;
        if end == from {
            return self.unexpected("a value");
        }
        Ok(self.slice(from, end))
    }

    /// Reads a scalar in these quotes. Only in double quotes, a backslash escapes.
    fn quoted(&mut self, mark: u8) -> Result<String, ParseError> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        // Blanks at the end of a line are dropped, unless they were escaped: `kept` bytes stay.
        let mut kept = 0;
        let is_escape = |byte: u8| mark == b'"' && byte == b'\\';
        loop {
            let from = self.at;
            while self.peek(0) != mark && !is_escape(self.peek(0)) && !self.is_break(0) {
                self.at += 1;
            }
            text.push_str(self.slice(from, self.at));
            if self.is_over() {
                let mark = char::from(mark);
                let message = format!("expected `{}` at the end of this scalar, found end of file", mark);
                return self.error(start, message);
            }
            if self.is_break(0) {
                self.fold(&mut text, kept);
                kept = if mark == b'"' { text.len() } else { 0 };
            } else if is_escape(self.peek(0)) {
                self.escape(&mut text)?;
                kept = text.len();
            } else if mark == b'\'' && self.peek(1) == mark {
                text.push('\'');
                self.at += 2;
            } else {
                self.at += 1;
                return Ok(text);
            }
        }
    }

    /// Reads line ends in a quoted scalar. The first one becomes a blank if no other follows; otherwise it is dropped,
    /// and the others are kept.
    fn fold(&mut self, text: &mut String, kept: usize) {
        while text.len() > kept && text.ends_with(&[' ', '\t'][..]) {
            text.pop();
        }
        push_breaks(text, self.pass_breaks());
    }

    /// Reads a backslash and the character that it escapes.
    fn escape(&mut self, text: &mut String) -> Result<(), ParseError> {
        let start = self.at;
        self.at += 1;
        if self.is_break(0) && !self.is_over() {
            self.pass_break();
            self.pass_spaces();
            return Ok(());
        }
        let digits = match self.peek(0) {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            _ => 0,
        };
        let simple = match self.peek(0) {
            b'0' => '\0',
            b'a' => '\x07',
            b'b' => '\x08',
            b't' | b'\t' => '\t',
            b'n' => '\n',
            b'v' => '\x0b',
            b'f' => '\x0c',
            b'r' => '\r',
            b'e' => '\x1b',
            b'N' => '\u{85}',
            b'_' => '\u{a0}',
            b'L' => '\u{2028}',
            b'P' => '\u{2029}',
            byte @ (b' ' | b'"' | b'/' | b'\\') => char::from(byte),
            _ if digits > 0 => {
                let code = self.slice(self.at + 1, self.at + 1 + digits);
                let is_number = code.len() == digits && code.bytes().all(|b| b.is_ascii_hexdigit());
                match u32::from_str_radix(code, 16).ok().filter(|_| is_number).and_then(char::from_u32) {
                    Some(found) => found,
                    None => return self.error(start, "expected a character's number in hexadecimal digits"),
                }
            }
            _ => return self.error(start, "this escape is none of YAML"),
        };
        self.at += 1 + digits;
        text.push(simple);
        Ok(())
    }

    /// Reads a block scalar. `parent` is the indentation of the collection around it, or -1.
    pub fn block_scalar(&mut self, parent: isize) -> Result<NodeId, ParseError> {
        let offset = self.at;
        let is_folded = self.peek(0) == b'>';
        self.at += 1;
        let (mut chomp, mut indent) = (b' ', None);
        loop {
            match self.peek(0) {
                byte @ (b'+' | b'-') => chomp = byte,
                byte @ b'1'..=b'9' => indent = Some(parent.max(0) as usize + usize::from(byte - b'0')),
                _ => break,
            }
            self.at += 1;
        }
        self.pass_blanks();
        if !self.is_break(0) {
            return self.unexpected("end of line");
        }
        let lines = self.block_lines(parent, indent)?;
        let text = join(&lines, is_folded, chomp);
        Ok(self.document.add(Kind::Scalar { text, is_quoted: true }, offset))
    }

    /// Reads the lines of a block scalar, without their indentation, up to the end of the last one.
    fn block_lines(&mut self, parent: isize, mut indent: Option<usize>) -> Result<Vec<String>, ParseError> {
        let mut lines = Vec::new();
        loop {
            let (back, back_line) = (self.at, self.line);
            if self.is_over() {
                break;
            }
            self.pass_break();
            if self.is_over() {
                break;
            }
            let most = indent.unwrap_or(usize::MAX);
            while self.peek(0) == b' ' && self.at - self.line < most {
                self.at += 1;
            }
            let column = self.at - self.line;
            if self.is_break(0) {
                lines.push(String::new());
                continue;
            }
            if indent.is_none() && column as isize > parent {
                if self.peek(0) == b'\t' {
                    return self.error(self.at, "a tab does not indent; use blanks");
                }
                indent = Some(column);
            }
            if indent.map_or(true, |indent| column < indent) {
                (self.at, self.line) = (back, back_line);
                break;
            }
            let from = self.at;
            while !self.is_break(0) {
                self.at += 1;
            }
            lines.push(self.slice(from, self.at).to_string());
        }
        Ok(lines)
    }
}

/// Adds what folded line ends are in a scalar: one is a blank, and of several the first is dropped.
pub(super) fn push_breaks(text: &mut String, breaks: usize) {
    match breaks {
        1 => text.push(' '),
        _ => text.extend((1..breaks).map(|_| '\n')),
    }
}

/// The text of a block scalar.
fn join(lines: &[String], is_folded: bool, chomp: u8) -> String {
    let content = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let mut text = String::new();
    // A line that begins with a blank is not folded, neither with the line before nor with the one behind it.
    let is_more = |line: &str| line.starts_with(&[' ', '\t'][..]);
    let mut last: Option<&str> = None;
    let mut empty = 0;
    for line in &lines[..content] {
        if line.is_empty() {
            empty += 1;
            continue;
        }
        match last {
            Some(last) if is_folded && !is_more(last) && !is_more(line) => match empty {
                0 => text.push(' '),
                _ => text.extend((0..empty).map(|_| '\n')),
            },
            Some(_) => text.extend((0..=empty).map(|_| '\n')),
            None => text.extend((0..empty).map(|_| '\n')),
        }
        empty = 0;
        text.push_str(line);
        last = Some(line);
    }
    match chomp {
        b'-' => {}
        b'+' => text.extend((content..lines.len() + usize::from(content > 0)).map(|_| '\n')),
        _ if content > 0 => text.push('\n'),
        _ => {}
    }
    text
}
