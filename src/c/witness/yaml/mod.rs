//! The part of YAML 1.2 in which witnesses are written.
//!
//! A [`Document`] consists of scalars, sequences and mappings, in block style or in flow style, so JSON is read, too.
//! Scalars are plain, in single or double quotes, or block scalars (`|` and `>`). Anchors, aliases, tags, directives,
//! keys that are no scalars, and a second document are refused by name.

mod block;
mod flow;
mod scalars;
mod scanner;
mod tree;
mod write;

pub use block::read;
pub use tree::{Document, Kind, Node, NodeId};
