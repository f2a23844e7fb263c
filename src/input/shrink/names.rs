//! Names that occur in several places.

use super::tree::{NodeId, Tree};
use super::Edit;
use crate::base::HashMap;

/// By name, in the order in which they are declared: the words that are it. Names are what commands declare.
pub(super) fn declared<'t>(tree: &Tree, text: &'t [u8]) -> Vec<(&'t [u8], Vec<NodeId>)> {
    let mut order: Vec<&[u8]> = Vec::new();
    let mut places: HashMap<&[u8], Vec<NodeId>> = HashMap::default();
    for &root in &tree.roots {
        let declares = [
            &b"declare-fun"[..],
            b"declare-const",
            b"define-fun",
            b"declare-var",
            b"location",
            b"declare-rel",
        ];
        if declares.contains(&tree.head(text, root)) {
            if let Some(&name) = tree.nodes[root].children.get(1) {
                if places.insert(tree.text(text, name), Vec::new()).is_none() {
                    order.push(tree.text(text, name));
                }
            }
        }
    }
    for (id, node) in tree.nodes.iter().enumerate().filter(|(_, node)| !node.is_list) {
        if let Some(list) = places.get_mut(&text[node.range.clone()]) {
            list.push(id);
        }
    }
    order.into_iter().map(|name| (name, places.remove(name).unwrap_or_default())).collect()
}

/// A name gets another word wherever it occurs.
pub(super) fn renamed(tree: &Tree, places: &[NodeId], by: &[u8]) -> Edit {
    Edit(places.iter().map(|&id| (tree.nodes[id].range.clone(), by.to_vec())).collect())
}

/// The short name of a number: a, b, …, z, a1, b1, ….
pub(super) fn short(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{}{}", letter, round),
    }
}
