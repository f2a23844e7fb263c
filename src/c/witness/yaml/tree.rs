//! Documents: trees of scalars, sequences and mappings in an arena.

/// A node of a document, by index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

/// The kind of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A text. A plain text may stand for another value, such as a number.
    Scalar {
        /// The text without quotes and escapes.
        text: String,
        /// Whether it is certainly a text, because it is in quotes or a block scalar.
        is_quoted: bool,
    },
    /// Nodes in order.
    Sequence(Vec<NodeId>),
    /// Keys, which are scalars that all differ, with their values in the order of the text.
    Mapping(Vec<(NodeId, NodeId)>),
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its kind with its parts.
    pub kind: Kind,
    /// The byte at which it begins.
    pub offset: usize,
}

/// A document: a tree of nodes in an arena.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Document {
    nodes: Vec<Node>,
    root: Option<NodeId>,
}

/// The id of a node of another document is a panic, or names another node.
impl Document {
    /// A document without nodes.
    pub fn new() -> Document {
        Document::default()
    }

    /// The outermost node; `None` of an empty document.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// Makes a node the outermost one.
    pub fn set_root(&mut self, root: NodeId) {
        self.root = Some(root);
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A new node.
    pub fn add(&mut self, kind: Kind, offset: usize) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { kind, offset });
        id
    }

    /// A new scalar, which is written without quotes where YAML allows it.
    pub fn plain(&mut self, text: impl Into<String>) -> NodeId {
        self.add(Kind::Scalar { text: text.into(), is_quoted: false }, 0)
    }

    /// A new scalar, which is written in quotes.
    pub fn quoted(&mut self, text: impl Into<String>) -> NodeId {
        self.add(Kind::Scalar { text: text.into(), is_quoted: true }, 0)
    }

    /// A new sequence.
    pub fn sequence(&mut self, items: Vec<NodeId>) -> NodeId {
        self.add(Kind::Sequence(items), 0)
    }

    /// A new mapping.
    pub fn mapping(&mut self, entries: Vec<(&str, NodeId)>) -> NodeId {
        let entries = entries.into_iter().map(|(key, value)| (self.plain(key), value)).collect();
        self.add(Kind::Mapping(entries), 0)
    }

    /// The text of a scalar.
    pub fn text(&self, id: NodeId) -> Option<&str> {
        match &self.node(id).kind {
            Kind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    pub(super) fn kind_mut(&mut self, id: NodeId) -> &mut Kind {
        &mut self.nodes[id.0 as usize].kind
    }
}
