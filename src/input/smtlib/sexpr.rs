//! One command as a tree in a flat array.
//!
//! Nodes stand in the order of the text: a list is followed by its elements, and knows where they end. So the first
//! element of a list is the node behind it, and the next sibling of a node is the node at its end. Reading, printing
//! and forgetting a tree are loops for trees of any depth. A command takes 20 bytes a word and the text of its words;
//! a command beyond the limits is refused before it is stored.

use super::error::{Failure, Position};
use super::lexer::{Kind, Lexer};
use std::io::{self, BufRead};

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Expr(u32);

#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    position: Position,
    /// Of a word: the begin of its text.
    start: u32,
    /// Of a word: the end of its text. Of a list: the node behind it.
    end: u32,
}

/// Stands for missing nodes; no index that this module makes refers to one.
const NOTHING: Node =
    Node { kind: Kind::Close, position: Position { line: 0, column: 0 }, start: 0, end: u32::MAX };

/// Most words of a command.
const MOST_NODES: usize = 1 << 28;
/// Most bytes in the words of a command.
const MOST_BYTES: usize = 1 << 30;

/// A command.
#[derive(Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    text: String,
}

/// Elements of a list.
#[derive(Clone)]
pub(crate) struct Children<'a> {
    tree: &'a Tree,
    at: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = Expr;

    fn next(&mut self) -> Option<Expr> {
        if self.at >= self.end {
            return None;
        }
        let found = Expr(self.at);
        self.at = self.tree.after(found).0;
        Some(found)
    }
}

impl Tree {
    /// The whole command.
    pub fn root(&self) -> Expr {
        Expr(0)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * std::mem::size_of::<Node>() + self.text.capacity()
    }

    fn node(&self, e: Expr) -> &Node {
        self.nodes.get(e.0 as usize).unwrap_or(&NOTHING)
    }

    pub fn kind(&self, e: Expr) -> Kind {
        self.node(e).kind
    }

    pub fn is_list(&self, e: Expr) -> bool {
        self.kind(e) == Kind::List
    }

    pub fn position(&self, e: Expr) -> Position {
        self.node(e).position
    }

    /// The text of a word; empty for a list.
    pub fn text(&self, e: Expr) -> &str {
        let node = self.node(e);
        match node.kind {
            Kind::List => "",
            _ => self.text.get(node.start as usize..node.end as usize).unwrap_or(""),
        }
    }

    /// The node behind this one and all its elements.
    pub fn after(&self, e: Expr) -> Expr {
        match self.node(e) {
            Node { kind: Kind::List, end, .. } => Expr(*end),
            _ => Expr(e.0.saturating_add(1)),
        }
    }

    /// The elements of a list; none of a word.
    pub fn children(&self, e: Expr) -> Children<'_> {
        let first = e.0.saturating_add(1);
        Children { tree: self, at: first, end: if self.is_list(e) { self.after(e).0 } else { first } }
    }

    /// The text of a symbol, with bars or without; `None` of anything else.
    pub fn symbol(&self, e: Expr) -> Option<&str> {
        match self.kind(e) {
            Kind::Symbol | Kind::Quoted => Some(self.text(e)),
            _ => None,
        }
    }

    /// Whether this is this word, as reserved words are: without bars.
    pub fn is_word(&self, e: Expr, word: &str) -> bool {
        self.kind(e) == Kind::Symbol && self.text(e) == word
    }

    /// An error at a node.
    pub fn failure(&self, e: Expr, message: impl Into<String>) -> Failure {
        Failure::new(self.position(e), message)
    }

    /// An error that quotes a node in place of the expected one.
    pub fn expected(&self, what: &str, e: Expr) -> Failure {
        self.failure(e, format!("expected {}, found {}", what, self.shown(e)))
    }

    /// A node in a message.
    pub fn shown(&self, e: Expr) -> String {
        const LONGEST: usize = 40;
        let mut text = String::new();
        if self.is_list(e) {
            let head = self.children(e).next().filter(|&head| !self.is_list(head));
            text.push_str("a list");
            if let Some(head) = head {
                text.push_str(" that begins with ");
                text.push_str(&self.shown(head));
            }
            return text;
        }
        self.print_word(e, &mut text);
        if text.chars().count() > LONGEST {
            text = text.chars().take(LONGEST).chain("...".chars()).collect();
        }
        format!("`{}`", text)
    }

    fn print_word(&self, e: Expr, out: &mut String) {
        let text = self.text(e);
        match self.kind(e) {
            Kind::Symbol => out.push_str(text),
            Kind::Quoted => {
                out.push('|');
                out.push_str(text);
                out.push('|');
            }
            Kind::Hexadecimal => {
                out.push_str("#x");
                out.push_str(text);
            }
            Kind::Binary => {
                out.push_str("#b");
                out.push_str(text);
            }
            Kind::Text => string(text, out),
            _ => out.push_str(text),
        }
    }

    /// A node as text, words separated by one blank.
    pub fn written(&self, e: Expr) -> String {
        let mut text = String::new();
        self.print(e, &mut text);
        text
    }

    /// Appends a node as text.
    pub fn print(&self, e: Expr, out: &mut String) {
        let mut ends: Vec<u32> = Vec::new();
        let stop = self.after(e).0;
        let mut at = e.0;
        let mut first = true;
        loop {
            while ends.last() == Some(&at) {
                ends.pop();
                out.push(')');
                first = false;
            }
            if at >= stop {
                return;
            }
            if !first {
                out.push(' ');
            }
            let here = Expr(at);
            first = self.is_list(here);
            if first {
                out.push('(');
                ends.push(self.after(here).0);
            } else {
                self.print_word(here, out);
            }
            at += 1;
        }
    }
}

/// Writes a string between quotes.
pub(crate) fn string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        if c == '"' {
            out.push(c);
        }
        out.push(c);
    }
    out.push('"');
}

/// Reads commands one after the other.
pub(crate) struct Reader<R> {
    lexer: Lexer<R>,
    /// Lists that are open, by node.
    open: Vec<u32>,
}

impl<R: BufRead> Reader<R> {
    pub fn new(reader: R) -> Reader<R> {
        Reader { lexer: Lexer::new(reader), open: Vec::new() }
    }

    /// The place behind the last word.
    pub fn position(&self) -> Position {
        self.lexer.position()
    }

    /// Reads a command; `None` at the end. After an error, the next command begins behind the one that was wrong.
    pub fn read(&mut self, tree: &mut Tree) -> io::Result<Option<Result<(), Failure>>> {
        tree.nodes.clear();
        tree.text.clear();
        self.open.clear();
        // The first error, and the number of lists open while the rest is skipped.
        let mut wrong: Option<(Failure, usize)> = None;
        loop {
            let token = match self.lexer.next()? {
                Some(token) => token,
                None => return Ok(self.ended(tree, wrong).map(Err)),
            };
            if let Some((failure, depth)) = wrong.take() {
                let depth = match token.map(|t| t.kind) {
                    Ok(Kind::List) => depth + 1,
                    Ok(Kind::Close) => depth - 1,
                    _ => depth,
                };
                if depth == 0 {
                    return Ok(Some(Err(failure)));
                }
                wrong = Some((failure, depth));
                continue;
            }
            match token.and_then(|token| self.store(tree, token.kind, token.position)) {
                Ok(()) if self.open.is_empty() => return Ok(Some(Ok(()))),
                Ok(()) => {}
                Err(failure) if self.open.is_empty() => return Ok(Some(Err(failure))),
                Err(failure) => wrong = Some((failure, self.open.len())),
            }
        }
    }

    fn store(&mut self, tree: &mut Tree, kind: Kind, position: Position) -> Result<(), Failure> {
        if kind == Kind::Close {
            let list = self.open.pop();
            let end = tree.nodes.len() as u32;
            return match list.and_then(|list| tree.nodes.get_mut(list as usize)) {
                Some(node) => {
                    node.end = end;
                    Ok(())
                }
                None => Err(Failure::new(position, "this parenthesis closes nothing")),
            };
        }
        // Words are checked to be ASCII or UTF-8 by the lexer.
        let text = std::str::from_utf8(self.lexer.text()).unwrap_or("");
        if kind != Kind::List && self.open.is_empty() {
            let start: String = text.chars().take(24).collect();
            return Err(Failure::new(position, format!("expected a command, found `{}`", start)));
        }
        if tree.nodes.len() >= MOST_NODES || tree.text.len() + text.len() > MOST_BYTES {
            if kind == Kind::List {
                self.open.push(0);
            }
            return Err(Failure::beyond(position, "this command is too large"));
        }
        let start = tree.text.len() as u32;
        if kind == Kind::List {
            self.open.push(tree.nodes.len() as u32);
        } else {
            tree.text.push_str(text);
        }
        tree.nodes.push(Node { kind, position, start, end: tree.text.len() as u32 });
        Ok(())
    }

    /// The error at the end of the text, if a list is open there.
    fn ended(&self, tree: &Tree, wrong: Option<(Failure, usize)>) -> Option<Failure> {
        let unclosed = |list: u32| {
            let Position { line, column } = tree.position(Expr(list));
            let message = format!("the script ends before the list of {}:{} is closed", line, column);
            Failure::new(self.lexer.position(), message)
        };
        match wrong {
            Some((failure, _)) => Some(failure),
            None => self.open.last().map(|&list| unclosed(list)),
        }
    }
}
