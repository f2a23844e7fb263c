//! C programs as tokens in brackets: declarations, statements, arguments, operands, words.
//!
//! The reducer does not parse C. A statement is what stands up to a semicolon or a block, an operand what stands
//! between two operators. A text that is no C any more is refused by the judge, for its tool refuses it.

use super::c_tokens::{tokens, Kind, Token};
use super::names::short;
use super::search::deletions;
use super::{Edit, Shape};
use crate::base::HashMap;
use crate::input::ParseError;
use std::ops::Range;

/// A text of tokens.
pub(super) struct Tokens;

impl Shape for Tokens {
    fn text(&self, bytes: &[u8]) -> Result<Vec<u8>, ParseError> {
        Ok(bytes.to_vec())
    }

    fn passes(&self) -> usize {
        9
    }

    fn edits(&self, text: &[u8], pass: usize) -> Vec<Edit> {
        let program = Program { text, tokens: tokens(text) };
        match pass {
            0 => program.declarations(),
            1 => program.statements(),
            2 => program.unwrapped(),
            3 => program.members(),
            4 => program.parameters(),
            5 => program.operands(),
            6 => program.values(),
            7 => program.words(),
            _ => program.names(),
        }
    }

    /// A statement a line, one blank where words would become one, no comments.
    fn tidy(&self, text: Vec<u8>) -> Option<Vec<u8>> {
        let mut out: Vec<u8> = Vec::with_capacity(text.len());
        let mut depth = 0usize;
        let mut before: Option<Token> = None;
        for token in tokens(&text) {
            let word = &text[token.range.clone()];
            let is_line_begin = out.last().map_or(true, |&b| b == b'\n');
            if token.kind == Kind::Directive && !is_line_begin {
                out.push(b'\n');
            }
            if let Some(before) = before.as_ref().filter(|_| out.last().map_or(false, |&b| b != b'\n')) {
                if needs_blank(&text[before.range.clone()], word) {
                    out.push(b' ');
                }
            }
            out.extend_from_slice(word);
            match word {
                b"(" | b"[" => depth += 1,
                b")" | b"]" => depth = depth.saturating_sub(1),
                b"{" | b"}" => out.push(b'\n'),
                b";" if depth == 0 => out.push(b'\n'),
                _ if token.kind == Kind::Directive => out.push(b'\n'),
                _ => {}
            }
            before = Some(token);
        }
        Some(out)
    }

    /// The numbers 0 and 1 weigh less than other words.
    fn weight(&self, text: &[u8]) -> usize {
        let weight = |token: Token| match (token.kind, &text[token.range]) {
            (_, b"0") => 2,
            (_, b"1" | b"int") => 3,
            (Kind::Word | Kind::Number | Kind::Text, _) => 4,
            (Kind::Directive, _) => 8,
            _ => 1,
        };
        tokens(text).into_iter().map(weight).sum()
    }
}

/// Whether two tokens would become another one without a blank.
fn needs_blank(left: &[u8], right: &[u8]) -> bool {
    let is_word = |b: Option<&u8>| b.map_or(false, |b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 128);
    let is_mark = |b: Option<&u8>| b.map_or(false, |b| b"+-*/%&|^<>=!.:#".contains(b));
    is_word(left.last()) && is_word(right.first()) || is_mark(left.last()) && is_mark(right.first())
}

struct Program<'t> {
    text: &'t [u8],
    tokens: Vec<Token>,
}

impl<'t> Program<'t> {
    fn word(&self, at: usize) -> &'t [u8] {
        self.tokens.get(at).map_or(b"", |token| &self.text[token.range.clone()])
    }

    /// The place in the text of some tokens.
    fn range(&self, tokens: Range<usize>) -> Range<usize> {
        self.tokens[tokens.start].range.start..self.tokens[tokens.end - 1].range.end
    }

    /// The end behind a token, or behind the partner of a bracket.
    fn behind(&self, at: usize) -> usize {
        match (self.tokens[at].kind, self.tokens[at].partner) {
            (Kind::Open, Some(partner)) => partner + 1,
            (Kind::Open, None) => self.tokens.len(),
            _ => at + 1,
        }
    }

    /// The statements or declarations between two tokens.
    fn items(&self, inside: Range<usize>) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = inside.start;
        while at < inside.end {
            let end = self.item(at, inside.end);
            found.push(at..end);
            at = end;
        }
        found
    }

    /// The end of the statement or declaration that begins here.
    fn item(&self, start: usize, end: usize) -> usize {
        let mut at = start;
        let is_type = matches!(self.word(start), b"struct" | b"union" | b"enum" | b"typedef");
        let mut has_call = false;
        while at < end {
            let word = self.word(at);
            if self.tokens[at].kind == Kind::Directive {
                return at + 1;
            }
            match word {
                b";" => return at + 1,
                b"if" | b"while" | b"for" | b"switch" if at == start => {
                    let header = self.behind((at + 1).min(end - 1)).min(end);
                    let body = self.item(header, end);
                    return match self.word(body) {
                        b"else" if word == b"if" && body < end => self.item(body + 1, end),
                        _ => body,
                    };
                }
                b"do" if at == start => {
                    let body = self.item(at + 1, end);
                    at = body;
                    continue;
                }
                b"{" => {
                    let next = self.behind(at).min(end);
                    let goes_on = matches!(self.word(next), b";" | b"," | b"=");
                    if at == start || !goes_on && (!is_type || has_call) {
                        return next;
                    }
                    at = next;
                }
                _ => {
                    has_call |= word == b"(";
                    at = self.behind(at);
                }
            }
        }
        end
    }

    /// The tokens inside of each pair of brackets of this kind.
    fn inside<'s>(&'s self, bracket: &'static [u8]) -> impl Iterator<Item = Range<usize>> + 's {
        let opens = (0..self.tokens.len()).filter(move |&at| self.word(at) == bracket);
        opens.filter_map(move |at| Some(at + 1..self.tokens[at].partner?))
    }

    fn declarations(&self) -> Vec<Edit> {
        let items = self.items(0..self.tokens.len());
        deletions(items.into_iter().map(|item| self.range(item)))
    }

    fn statements(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for block in self.inside(b"{") {
            edits.extend(deletions(self.items(block).into_iter().map(|item| self.range(item))));
        }
        // The body of a control statement stays as an empty one.
        for at in 0..self.tokens.len() {
            if matches!(self.word(at), b"if" | b"while" | b"for" | b"else") && at + 1 < self.tokens.len() {
                let body = if self.word(at) == b"else" { at + 1 } else { self.behind(at + 1) };
                if body < self.tokens.len() && self.word(body) != b";" {
                    let end = self.item(body, self.tokens.len());
                    edits.push(Edit::replace(self.range(body..end), ";"));
                }
            }
        }
        edits
    }

    /// Control statements and blocks go; what they hold stays.
    fn unwrapped(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for at in 0..self.tokens.len() {
            let next = at + 1;
            match self.word(at) {
                b"if" | b"while" | b"for" | b"switch" if self.word(next) == b"(" => {
                    edits.push(Edit::delete(self.range(at..self.behind(next))));
                }
                b"else" if next < self.tokens.len() => {
                    let end = self.item(next, self.tokens.len());
                    edits.push(Edit::delete(self.range(at..end)));
                    edits.push(Edit::delete(self.tokens[at].range.clone()));
                }
                b"do" if next < self.tokens.len() => {
                    let body = self.item(next, self.tokens.len());
                    let end = self.item(body, self.tokens.len());
                    if body < end && self.word(body) == b"while" {
                        let (first, last) = (self.tokens[at].range.clone(), self.range(body..end));
                        edits.push(Edit(vec![(first, Vec::new()), (last, Vec::new())]));
                    }
                }
                b"{" | b"(" | b"[" => {
                    if let Some(close) = self.tokens[at].partner {
                        let (first, last) = (self.tokens[at].range.clone(), self.tokens[close].range.clone());
                        edits.push(Edit(vec![(first, Vec::new()), (last, Vec::new())]));
                        edits.push(Edit::delete(self.range(at..close + 1)));
                    }
                }
                _ => {}
            }
        }
        edits
    }

    /// The parts between commas, with the tokens before and behind.
    fn parts(&self, inside: Range<usize>) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let (mut at, mut start) = (inside.start, inside.start);
        while at < inside.end {
            if matches!(self.word(at), b"," | b";") {
                found.push(start..at);
                start = at + 1;
            }
            at = self.behind(at);
        }
        found.push(start..inside.end);
        found
    }

    /// Members of lists with commas go.
    fn members(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for inside in self.inside(b"(").chain(self.inside(b"{")).chain(std::iter::once(0..self.tokens.len()))
        {
            let parts = self.parts(inside.clone());
            for part in parts.into_iter().filter(|part| !part.is_empty()) {
                let has_comma = |at: usize| at < inside.end && self.word(at) == b",";
                if has_comma(part.end) {
                    edits.push(Edit::delete(self.range(part.start..part.end + 1)));
                } else if part.start > inside.start && has_comma(part.start - 1) {
                    edits.push(Edit::delete(self.range(part.start - 1..part.end)));
                } else if self.text.get(self.range(part.clone())).is_some() && inside.start > 0 {
                    edits.push(Edit::delete(self.range(part)));
                }
            }
        }
        edits
    }

    /// A parameter goes wherever its function is declared and called.
    fn parameters(&self) -> Vec<Edit> {
        let mut lists: HashMap<&[u8], Vec<Vec<Range<usize>>>> = HashMap::default();
        let mut order: Vec<&[u8]> = Vec::new();
        for at in 1..self.tokens.len() {
            if let (b"(", Kind::Word, Some(close)) =
                (self.word(at), self.tokens[at - 1].kind, self.tokens[at].partner)
            {
                let name = self.word(at - 1);
                let of_name = lists.entry(name).or_default();
                if of_name.is_empty() {
                    order.push(name);
                }
                of_name.push(self.parts(at + 1..close));
            }
        }
        let mut edits = Vec::new();
        for name in order {
            let lists = &lists[name];
            let count = lists[0].len();
            if lists.len() < 2
                || lists.iter().any(|list| list.len() != count || list.iter().any(Range::is_empty))
            {
                continue;
            }
            for place in 0..count {
                let part = |list: &Vec<Range<usize>>| {
                    let part = list[place].clone();
                    let tokens = match place {
                        0 if count > 1 => part.start..part.end + 1,
                        0 => part,
                        _ => part.start - 1..part.end,
                    };
                    (self.range(tokens), Vec::new())
                };
                edits.push(Edit(lists.iter().map(part).collect()));
            }
        }
        edits
    }

    /// An operand goes, with the operator before or behind it.
    fn operands(&self) -> Vec<Edit> {
        let is_operator = |at: usize| {
            self.tokens[at].kind == Kind::Mark
                && !matches!(self.word(at), b"," | b";" | b"." | b"->" | b"!" | b"~")
        };
        let mut edits = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            if is_operator(at) {
                // Behind: up to the next operator or end.
                let mut end = at + 1;
                let ends = |at: usize| {
                    at >= self.tokens.len()
                        || self.tokens[at].kind == Kind::Close
                        || matches!(self.word(at), b"," | b";" | b"{")
                        || is_operator(at)
                };
                while !ends(end) {
                    end = self.behind(end);
                }
                if end > at + 1 {
                    edits.push(Edit::delete(self.range(at..end)));
                }
                let mut start = at;
                while start > 0 && !ends_before(self, start - 1) && !is_operator(start - 1) {
                    start = match (self.tokens[start - 1].kind, self.tokens[start - 1].partner) {
                        (Kind::Close, Some(open)) => open,
                        _ => start - 1,
                    };
                }
                if start < at {
                    edits.push(Edit::delete(self.range(start..at + 1)));
                }
            }
            at += 1;
        }
        edits
    }

    /// Calls, brackets, names and numbers become 0 or 1.
    fn values(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for at in 0..self.tokens.len() {
            let end = match (self.tokens[at].kind, self.word(at + 1)) {
                (Kind::Word, b"(" | b"[") => self.behind(at + 1),
                (Kind::Word | Kind::Number | Kind::Text, _) => at + 1,
                (Kind::Open, _) if self.word(at) == b"(" => self.behind(at),
                _ => continue,
            };
            if !matches!(self.word(at), b"0" | b"1") {
                edits.push(Edit::replace(self.range(at..end), "0"));
                edits.push(Edit::replace(self.range(at..end), "1"));
            }
        }
        edits
    }

    /// Single tokens go, and pairs of them; types become int.
    fn words(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for at in 0..self.tokens.len() {
            let is_bracket = |at: usize| matches!(self.tokens[at].kind, Kind::Open | Kind::Close);
            if !is_bracket(at) {
                edits.push(Edit::delete(self.tokens[at].range.clone()));
                if at + 1 < self.tokens.len() && !is_bracket(at + 1) {
                    edits.push(Edit::delete(self.range(at..at + 2)));
                }
            }
            if matches!(self.word(at), b"char" | b"short" | b"long" | b"unsigned" | b"signed" | b"_Bool") {
                edits.push(Edit::replace(self.tokens[at].range.clone(), "int"));
            }
        }
        edits
    }

    /// Names become short.
    fn names(&self) -> Vec<Edit> {
        let mut places: HashMap<&[u8], Vec<Range<usize>>> = HashMap::default();
        let mut order: Vec<&[u8]> = Vec::new();
        for (at, token) in self.tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Word) {
            let list = places.entry(self.word(at)).or_default();
            if list.is_empty() {
                order.push(self.word(at));
            }
            list.push(token.range.clone());
        }
        let mut number = 0;
        let mut edits = Vec::new();
        for name in order {
            while places.contains_key(short(number).as_bytes()) {
                number += 1;
            }
            if short(number).len() < name.len() && name != b"main" {
                let by = short(number).into_bytes();
                edits.push(Edit(places[name].iter().map(|range| (range.clone(), by.clone())).collect()));
                number += 1;
            }
        }
        edits
    }
}

/// Whether an operand cannot begin before this token.
fn ends_before(program: &Program<'_>, at: usize) -> bool {
    program.tokens[at].kind == Kind::Open
        || matches!(program.word(at), b"," | b";" | b"{" | b"}" | b"return" | b"else" | b"case")
        || program.tokens[at].kind == Kind::Directive
}
