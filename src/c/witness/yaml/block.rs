//! Reads collections in block style, where the indentation tells which lines belong together.
//!
//! The collections that are open lie on a stack with the columns of their keys or dashes. A line in a smaller column
//! closes the inner ones.

use super::scalars::push_breaks;
use super::scanner::{Scanner, DEEPEST};
use super::tree::{Document, Kind, NodeId};
use crate::input::ParseError;

/// A collection that is open.
#[derive(Clone, Copy)]
struct Open {
    node: NodeId,
    /// The column of its keys or dashes, from 0.
    indent: usize,
    is_mapping: bool,
    /// The key whose value comes next.
    key: Option<NodeId>,
    /// Whether a key or dash waits for its value.
    is_waiting: bool,
    /// The beginning of the line of the key or dash that waits for its value.
    line: usize,
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    stack: Vec<Open>,
    /// The first byte of the present node.
    start: usize,
}

/// Reads a document.
///
/// ```
/// use indubit::c::witness::yaml;
///
/// let document = yaml::read(b"- name: x  # an item\n  values: [1, 2]\n").unwrap();
/// assert_eq!(document.to_text(), "- name: x\n  values:\n  - 1\n  - 2\n");
/// assert_eq!(yaml::read(b"a: &b 1\n").unwrap_err().to_string(), "\
/// line 1, column 4: anchors are not supported; write the value at each of its places");
/// ```
///
/// # Errors
///
/// If the text is no YAML, or uses a construct that is not supported; with line and column. A text may have 64 MiB and
/// 100 levels of collections.
pub fn read(text: &[u8]) -> Result<Document, ParseError> {
    let mut reader = Reader { scanner: Scanner::new(text)?, stack: Vec::new(), start: 0 };
    reader.document()?;
    Ok(reader.scanner.document)
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), ParseError> {
        let mut has_begun = false;
        loop {
            self.scanner.pass_lines();
            let (at, line) = (self.scanner.at, self.scanner.line);
            if self.scanner.is_over() {
                break;
            }
            if at == line && self.scanner.peek(0) == b'%' {
                return self.scanner.error(at, "directives are not supported");
            }
            if let Some(mark) = self.mark() {
                if mark == b"..." {
                    self.scanner.at += 3;
                    self.end_of_line()?;
                    self.scanner.pass_lines();
                    if !self.scanner.is_over() {
                        return self.scanner.error(self.scanner.at, "several documents are not supported");
                    }
                    break;
                }
                if has_begun || self.scanner.document.root().is_some() {
                    return self.scanner.error(at, "several documents are not supported");
                }
                has_begun = true;
                self.scanner.at += 3;
                continue;
            }
            if self.scanner.slice(line, at).contains('\t') && !self.is_inline() {
                return self.scanner.error(line, "a tab does not indent; use blanks");
            }
            self.node()?;
        }
        self.close(0, true);
        Ok(())
    }

    /// Whether a dash or key stands before the present place on its line.
    fn is_inline(&self) -> bool {
        self.stack.last().map_or(false, |top| top.is_waiting && top.line == self.scanner.line)
    }

    /// The mark of a document at the present place: `---` or `...` at the beginning of a line.
    fn mark(&self) -> Option<&'static [u8]> {
        let is_here = |mark: &[u8]| self.scanner.text[self.scanner.at..].starts_with(mark);
        let is_start = self.scanner.at == self.scanner.line && self.scanner.is_blank(3);
        let found = [b"---".as_slice(), b"...".as_slice()].into_iter().find(|mark| is_here(mark));
        found.filter(|_| is_start)
    }

    /// Reads a dash, a key, or a value.
    fn node(&mut self) -> Result<(), ParseError> {
        self.start = self.scanner.at;
        let column = self.start - self.scanner.line;
        let is_dash = self.scanner.peek(0) == b'-' && self.scanner.is_blank(1);
        if !self.is_inline() {
            self.close(column, is_dash);
        }
        if is_dash {
            self.open(column, false)?;
            self.scanner.at += 1;
            self.wait(None);
            return Ok(());
        }
        match self.scanner.peek(0) {
            b'[' | b'{' => {
                self.check_value(column)?;
                let node = self.scanner.flow(self.stack.len())?;
                self.fill(node);
                return self.end_of_line();
            }
            b'|' | b'>' => {
                self.check_value(column)?;
                let parent = self.stack.last().map_or(-1, |top| top.indent as isize);
                let node = self.scanner.block_scalar(parent)?;
                self.fill(node);
                return Ok(());
            }
            _ => {}
        }
        let line = self.scanner.line;
        let node = self.scanner.scalar(false)?;
        let end = self.scanner.at;
        self.scanner.pass_spaces();
        if self.scanner.line == line && self.scanner.is_colon(false) {
            self.open(column, true)?;
            self.scanner.at += 1;
            let mapping = self.stack.last().map_or(node, |top| top.node);
            self.scanner.add_key(mapping, node)?;
            self.wait(Some(node));
            return Ok(());
        }
        self.scanner.at = end;
        self.check_value(column)?;
        self.continue_plain(node)?;
        self.fill(node);
        self.end_of_line()
    }

    /// Closes the collections to which a node in this column does not belong.
    fn close(&mut self, column: usize, is_dash: bool) {
        while let Some(&top) = self.stack.last() {
            // The dashes of a sequence may be in the column of its key, so a key in this column ends the sequence.
            let is_ended_list = !is_dash && !top.is_mapping && top.indent == column && self.stack.len() > 1;
            if top.indent < column || top.indent == column && !is_ended_list && !self.scanner.is_over() {
                return;
            }
            self.give_up_waiting();
            self.stack.pop();
        }
    }

    /// Gives a key or dash that still waits for its value an empty scalar.
    fn give_up_waiting(&mut self) {
        if self.stack.last().map_or(false, |top| top.is_waiting) {
            let nothing = self.scanner.nothing(self.scanner.at);
            self.fill(nothing);
        }
    }

    /// Continues the collection in this column, or opens a new one.
    fn open(&mut self, indent: usize, is_mapping: bool) -> Result<(), ParseError> {
        let at = self.start;
        if let Some(&top) = self.stack.last() {
            let is_here = top.indent == indent && top.is_mapping == is_mapping;
            let is_list_of_key = top.indent == indent && top.is_mapping && !is_mapping && top.is_waiting;
            if is_here && !self.is_inline() {
                self.give_up_waiting();
                return Ok(());
            }
            if top.is_mapping && self.is_inline() {
                return self
                    .scanner
                    .error(at, "expected the value on a line of its own, found another key or dash");
            }
            if !top.is_waiting || top.indent >= indent && !is_list_of_key {
                return self.misplaced();
            }
        } else if self.scanner.document.root().is_some() {
            return self.misplaced();
        }
        if self.stack.len() >= DEEPEST {
            return self.scanner.error(at, "the collections nest deeper than 100 levels");
        }
        let kind = if is_mapping { Kind::Mapping(Vec::new()) } else { Kind::Sequence(Vec::new()) };
        let node = self.scanner.document.add(kind, at);
        self.fill(node);
        self.stack.push(Open { node, indent, is_mapping, key: None, is_waiting: false, line: 0 });
        Ok(())
    }

    fn misplaced<T>(&self) -> Result<T, ParseError> {
        self.scanner.error(self.start, "this fits no collection around it; its indentation may be wrong")
    }

    /// Notes that a value has to follow.
    fn wait(&mut self, key: Option<NodeId>) {
        let line = self.scanner.line;
        if let Some(top) = self.stack.last_mut() {
            (top.key, top.is_waiting, top.line) = (key, true, line);
        }
    }

    /// Checks that a value may begin in this column.
    fn check_value(&self, column: usize) -> Result<(), ParseError> {
        match self.stack.last() {
            Some(top) if top.is_waiting && (top.indent < column || self.is_inline()) => Ok(()),
            None if self.scanner.document.root().is_none() => Ok(()),
            Some(top) if top.is_mapping && !top.is_waiting => {
                self.scanner.error(self.start, "expected `:` behind a key")
            }
            _ => self.misplaced(),
        }
    }

    /// Puts a value into the innermost collection.
    fn fill(&mut self, node: NodeId) {
        match self.stack.last_mut() {
            Some(top) => {
                let (collection, key) = (top.node, top.key.take());
                top.is_waiting = false;
                self.scanner.put(collection, key, node);
            }
            None => self.scanner.document.set_root(node),
        }
    }

    /// Reads the further lines of a plain scalar.
    fn continue_plain(&mut self, node: NodeId) -> Result<(), ParseError> {
        if !matches!(self.scanner.document.node(node).kind, Kind::Scalar { is_quoted: false, .. }) {
            return Ok(());
        }
        let parent = self.stack.last().map_or(-1, |top| top.indent as isize);
        loop {
            let (back, line) = (self.scanner.at, self.scanner.line);
            let breaks = self.scanner.pass_breaks();
            let column = self.scanner.at - self.scanner.line;
            let is_more = breaks > 0 && !self.scanner.is_over() && column as isize > parent;
            if !is_more || self.scanner.peek(0) == b'#' || self.mark().is_some() {
                (self.scanner.at, self.scanner.line) = (back, line);
                return Ok(());
            }
            let more = self.scanner.plain_line(false)?.to_string();
            if self.scanner.is_colon(false) {
                return self.scanner.unexpected("the rest of the value");
            }
            if let Kind::Scalar { text, .. } = self.scanner.document.kind_mut(node) {
                push_breaks(text, breaks);
                text.push_str(&more);
            }
        }
    }

    fn end_of_line(&mut self) -> Result<(), ParseError> {
        self.scanner.pass_blanks();
        if self.scanner.is_break(0) {
            Ok(())
        } else {
            self.scanner.unexpected("end of line")
        }
    }
}
