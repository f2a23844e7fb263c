//! Texts in parentheses as trees.

use std::ops::Range;

/// A node, by index.
pub(super) type NodeId = usize;

/// A word, or a list in parentheses.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Its place in the text, with its parentheses.
    pub range: Range<usize>,
    /// Its members, if it is a list.
    pub children: Vec<NodeId>,
    /// Whether it is a list.
    pub is_list: bool,
}

/// The nodes of a text, each before its members.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub nodes: Vec<Node>,
    /// The nodes outside of all parentheses.
    pub roots: Vec<NodeId>,
}

impl Tree {
    /// The tree of a text. A parenthesis that has no partner ends the tree, and what is open there is closed.
    pub fn new(text: &[u8]) -> Tree {
        let mut tree = Tree::default();
        let mut open: Vec<NodeId> = Vec::new();
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            let end = match byte {
                b';' => at + text[at..].iter().position(|&b| b == b'\n').unwrap_or(text.len() - at),
                b'(' => at + 1,
                b')' => {
                    match open.pop() {
                        Some(list) => tree.nodes[list].range.end = at + 1,
                        None => break,
                    }
                    at + 1
                }
                b if b.is_ascii_whitespace() => at + 1,
                _ => word_end(text, at),
            };
            if byte == b'(' || !(byte == b';' || byte == b')' || byte.is_ascii_whitespace()) {
                let id = tree.nodes.len();
                let is_list = byte == b'(';
                tree.nodes.push(Node { range: at..end, children: Vec::new(), is_list });
                match open.last() {
                    Some(&list) => tree.nodes[list].children.push(id),
                    None => tree.roots.push(id),
                }
                if is_list {
                    open.push(id);
                }
            }
            at = end;
        }
        for list in open {
            tree.nodes[list].range.end = text.len();
        }
        tree
    }

    /// The text of a node.
    pub fn text<'t>(&self, text: &'t [u8], id: NodeId) -> &'t [u8] {
        &text[self.nodes[id].range.clone()]
    }

    /// The word at the head of a list, if it has one.
    pub fn head<'t>(&self, text: &'t [u8], id: NodeId) -> &'t [u8] {
        match self.nodes[id].children.first() {
            Some(&first) if !self.nodes[first].is_list => self.text(text, first),
            Some(_) | None => b"",
        }
    }

    /// The number of words, and of lists.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// The end of the word, quoted name or string that begins here.
fn word_end(text: &[u8], at: usize) -> usize {
    let rest = &text[at + 1..];
    let ends = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'(' | b')' | b';');
    match text[at] {
        quote @ (b'|' | b'"') => {
            let end = rest.iter().position(|&b| b == quote).map_or(text.len(), |end| at + 2 + end);
            end.min(text.len())
        }
        _ => at + 1 + rest.iter().position(ends).unwrap_or(rest.len()),
    }
}
