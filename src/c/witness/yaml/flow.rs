//! Reads collections in flow style, `[…]` and `{…}`, with a stack of those that are open.

use super::scanner::{Scanner, DEEPEST};
use super::tree::{Kind, NodeId};
use crate::input::ParseError;

/// A collection that is open.
#[derive(Clone, Copy)]
struct Open {
    node: NodeId,
    is_mapping: bool,
    /// The key whose value comes next.
    key: Option<NodeId>,
}

impl Scanner<'_> {
    /// Reads a collection in flow style. `depth` is the number of collections around it.
    pub fn flow(&mut self, depth: usize) -> Result<NodeId, ParseError> {
        let start = self.at;
        let mut stack: Vec<Open> = Vec::new();
        loop {
            // An item, a key or a value comes next.
            self.pass_flow_blanks(start)?;
            let top = stack.last().copied();
            let mut done = match self.peek(0) {
                byte @ (b'[' | b'{') => {
                    if top.map_or(false, |top| top.is_mapping && top.key.is_none()) {
                        return self.error(self.at, "keys that are no scalars are not supported");
                    }
                    if depth + stack.len() >= DEEPEST {
                        return self.error(self.at, "the collections nest deeper than 100 levels");
                    }
                    let kind = match byte {
                        b'[' => Kind::Sequence(Vec::new()),
                        _ => Kind::Mapping(Vec::new()),
                    };
                    let node = self.document.add(kind, self.at);
                    self.at += 1;
                    stack.push(Open { node, is_mapping: byte == b'{', key: None });
                    continue;
                }
                b']' | b'}' => self.close_flow(&mut stack)?,
                _ => Some(self.scalar(true)?),
            };
            // The node is complete. It is put into the collection around it, which may be complete then.
            while let Some(node) = done {
                let top = match stack.last_mut() {
                    Some(top) => top,
                    None => return Ok(node),
                };
                let collection = top.node;
                if top.is_mapping && top.key.is_none() {
                    top.key = Some(node);
                    self.add_key(collection, node)?;
                    self.flow_colon(start)?;
                    break;
                }
                let key = top.key.take();
                self.put(collection, key, node);
                self.pass_flow_blanks(start)?;
                done = match self.peek(0) {
                    b',' => {
                        self.at += 1;
                        None
                    }
                    b']' | b'}' => self.close_flow(&mut stack)?,
                    _ => return self.unexpected("`,` or the end of this list"),
                };
            }
        }
    }

    /// Reads a closing bracket, and returns the collection that it closes.
    fn close_flow(&mut self, stack: &mut Vec<Open>) -> Result<Option<NodeId>, ParseError> {
        let closed = stack.last().filter(|top| (self.peek(0) == b'}') == top.is_mapping).copied();
        match closed {
            Some(top) if top.key.is_none() => {
                stack.pop();
                self.at += 1;
                Ok(Some(top.node))
            }
            _ => self.unexpected("another value"),
        }
    }

    /// Reads the `:` behind a key.
    fn flow_colon(&mut self, start: usize) -> Result<(), ParseError> {
        self.pass_flow_blanks(start)?;
        match self.peek(0) {
            b':' => self.at += 1,
            _ => return self.unexpected("`:` behind this key"),
        }
        Ok(())
    }

    fn pass_flow_blanks(&mut self, start: usize) -> Result<(), ParseError> {
        self.pass_lines();
        match self.is_over() {
            true => self.error(start, "expected the end of this list, found end of file"),
            false => Ok(()),
        }
    }
}
