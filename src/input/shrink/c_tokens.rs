//! The tokens of C, and the brackets that hold them together.

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word,
    Number,
    /// A string or a character.
    Text,
    /// A line of the preprocessor.
    Directive,
    Open,
    Close,
    Mark,
}

/// A token.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub range: Range<usize>,
    pub kind: Kind,
    /// Of a bracket: its partner, by index.
    pub partner: Option<usize>,
}

/// Operators and other marks of several characters, long ones first.
const MARKS: [&[u8]; 24] = [
    b"<<=", b">>=", b"...", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"->", b"++", b"--",
    b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"##", b"::",
];

/// The tokens of a text, without comments.
pub(super) fn tokens(text: &[u8]) -> Vec<Token> {
    let mut list: Vec<Token> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    let mut is_line_begin = true;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        let is_first = std::mem::replace(&mut is_line_begin, false);
        let (kind, length) = match byte {
            b'\n' => {
                is_line_begin = true;
                at += 1;
                continue;
            }
            b if b.is_ascii_whitespace() => {
                is_line_begin = is_first;
                at += 1;
                continue;
            }
            b'/' if rest.starts_with(b"//") => {
                at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                continue;
            }
            b'/' if rest.starts_with(b"/*") => {
                let end =
                    rest.windows(2).skip(2).position(|pair| pair == b"*/").map_or(rest.len(), |end| end + 4);
                at += end;
                continue;
            }
            b'#' if is_first => (Kind::Directive, directive(rest)),
            b'"' | b'\'' => (Kind::Text, quoted(rest)),
            b'0'..=b'9' => {
                (Kind::Number, run(rest, |b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_')))
            }
            b if b.is_ascii_alphabetic() || b == b'_' || b >= 128 => {
                (Kind::Word, run(rest, |b| b.is_ascii_alphanumeric() || b == b'_' || b >= 128))
            }
            b'(' | b'[' | b'{' => (Kind::Open, 1),
            b')' | b']' | b'}' => (Kind::Close, 1),
            _ => (Kind::Mark, MARKS.iter().find(|mark| rest.starts_with(mark)).map_or(1, |mark| mark.len())),
        };
        let index = list.len();
        list.push(Token { range: at..at + length, kind, partner: None });
        match kind {
            Kind::Open => open.push(index),
            Kind::Close => {
                if let Some(begin) = open.pop() {
                    list[begin].partner = Some(index);
                    list[index].partner = Some(begin);
                }
            }
            _ => {}
        }
        at += length;
    }
    list
}

fn run(text: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|&b| !belongs(b)).unwrap_or(text.len())
}

/// The length of a line of the preprocessor, which a backslash continues.
fn directive(text: &[u8]) -> usize {
    let is_end = |&at: &usize| text[at] == b'\n' && (at == 0 || text[at - 1] != b'\\');
    (0..text.len()).find(is_end).unwrap_or(text.len())
}

fn quoted(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            b if b == text[0] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}
