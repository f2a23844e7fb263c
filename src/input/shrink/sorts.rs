//! The sorts of terms in scripts, as far as the reducer has to know them: a term may stand in place of another one of
//! its sort.

use super::tree::{NodeId, Tree};
use crate::base::HashMap;
use crate::solver::term::{Family, Sort};

/// The simplest constant of a sort.
pub(super) fn least(sort: Sort) -> String {
    match sort.family() {
        Family::Bool => "false".to_string(),
        Family::Int => "0".to_string(),
        Family::Real => "0.0".to_string(),
        Family::Word(width) => format!("(_ bv0 {})", width),
        // No term denotes an element; of the others the store knows more.
        Family::Opaque => "0".to_string(),
    }
}

/// The sort that is written at a node.
fn written(tree: &Tree, text: &[u8], id: NodeId) -> Option<Sort> {
    match tree.text(text, id) {
        b"Bool" => Some(Sort::Bool),
        b"Int" => Some(Sort::Int),
        b"Real" => Some(Sort::Real),
        _ => match tree.nodes[id].children[..] {
            [_, name, width] if tree.text(text, name) == b"BitVec" => {
                number(tree.text(text, width)).map(Sort::BitVec)
            }
            _ => None,
        },
    }
}

fn number(word: &[u8]) -> Option<u32> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// The sort of each node, indexed by node; `None` if the node is no term or its sort is unknown.
pub(super) fn sorts(tree: &Tree, text: &[u8]) -> Vec<Option<Sort>> {
    let mut sorter = Sorter { tree, text, names: HashMap::default(), sorts: vec![None; tree.len()] };
    for &root in &tree.roots {
        sorter.command(root);
    }
    sorter.sorts
}

struct Sorter<'t> {
    tree: &'t Tree,
    text: &'t [u8],
    /// By name: the sorts that it has, the innermost one last.
    names: HashMap<&'t [u8], Vec<Option<Sort>>>,
    sorts: Vec<Option<Sort>>,
}

impl<'t> Sorter<'t> {
    fn word(&self, id: NodeId) -> &'t [u8] {
        self.tree.text(self.text, id)
    }

    fn declare(&mut self, name: NodeId, sort: Option<Sort>) {
        let name = self.word(name);
        self.names.entry(name).or_default().push(sort);
    }

    fn command(&mut self, root: NodeId) {
        let tree = self.tree;
        let children = &tree.nodes[root].children;
        match (tree.head(self.text, root), &children[..]) {
            (b"declare-const", &[_, name, sort]) | (b"declare-fun", &[_, name, _, sort]) => {
                self.declare(name, written(tree, self.text, sort));
            }
            (b"define-fun", &[_, name, parameters, sort, body]) => {
                let bound = self.bind_sorts(parameters);
                self.terms(body);
                self.release(&bound);
                self.declare(name, written(tree, self.text, sort));
            }
            (_, list) => list.iter().skip(1).for_each(|&child| self.terms(child)),
        }
    }

    /// Declares `(name sort)` pairs; the names.
    fn bind_sorts(&mut self, pairs: NodeId) -> Vec<NodeId> {
        let tree = self.tree;
        let mut bound = Vec::new();
        for &pair in &tree.nodes[pairs].children {
            if let [name, sort] = tree.nodes[pair].children[..] {
                self.declare(name, written(tree, self.text, sort));
                bound.push(name);
            }
        }
        bound
    }

    fn release(&mut self, bound: &[NodeId]) {
        for &name in bound {
            let name = self.word(name);
            if let Some(list) = self.names.get_mut(name) {
                list.pop();
            }
        }
    }

    /// Finds the sorts of a term and its parts.
    fn terms(&mut self, root: NodeId) {
        let tree = self.tree;
        // A node, the next one of its members, and the names that it binds.
        let mut stack: Vec<(NodeId, usize, Vec<NodeId>)> = vec![(root, 0, Vec::new())];
        while let Some((id, next, mut bound)) = stack.pop() {
            let node = &tree.nodes[id];
            let head = tree.head(self.text, id);
            let is_let = head == b"let";
            let is_quantifier = head == b"forall" || head == b"exists";
            if next == 2 && is_let {
                for &pair in node.children.get(1).map_or(&[][..], |&pairs| &tree.nodes[pairs].children) {
                    if let [name, value] = tree.nodes[pair].children[..] {
                        let sort = self.sorts[value];
                        self.declare(name, sort);
                        bound.push(name);
                    }
                }
            }
            match node.children.get(next) {
                Some(&pairs) if next == 1 && is_quantifier => {
                    bound = self.bind_sorts(pairs);
                    stack.push((id, 2, bound));
                }
                Some(&child) => {
                    stack.push((id, next + 1, bound));
                    stack.push((child, 0, Vec::new()));
                }
                None => {
                    self.sorts[id] = self.sort(id);
                    self.release(&bound);
                }
            }
        }
    }

    fn sort(&self, id: NodeId) -> Option<Sort> {
        let node = &self.tree.nodes[id];
        if !node.is_list {
            return self.sort_of_word(self.word(id));
        }
        let of = |at: usize| node.children.get(at).and_then(|&child| self.sorts[child]);
        let width = |at: usize| of(at).and_then(Sort::width);
        let head = self.tree.head(self.text, id);
        match head {
            b"let" | b"forall" | b"exists" => of(2),
            b"!" => of(1),
            b"ite" => of(2).or_else(|| of(3)),
            b"not" | b"and" | b"or" | b"xor" | b"=>" | b"=" | b"distinct" | b"<" | b"<=" | b">" | b">=" => {
                Some(Sort::Bool)
            }
            b"is_int" => Some(Sort::Bool),
            b"+" | b"-" | b"*" | b"abs" => (1..node.children.len()).find_map(of),
            b"div" | b"mod" | b"to_int" | b"bv2nat" | b"ubv_to_int" | b"sbv_to_int" => Some(Sort::Int),
            b"/" | b"to_real" => Some(Sort::Real),
            b"concat" => {
                let mut widths = (1..node.children.len()).map(width);
                widths.try_fold(0u32, |sum, width| sum.checked_add(width?)).map(Sort::BitVec)
            }
            b"bvcomp" => Some(Sort::BitVec(1)),
            b"_" => match self.word(*node.children.get(1)?) {
                word if word.starts_with(b"bv") => {
                    number(self.word(*node.children.get(2)?)).map(Sort::BitVec)
                }
                _ => None,
            },
            b"" => self.sort_of_indexed(node.children.first().copied()?, width(1)),
            word if word.starts_with(b"bv") => {
                let is_test = [&b"lt"[..], b"le", b"gt", b"ge"].iter().any(|end| word.ends_with(end));
                // The predicates of overflow end in `o`.
                if is_test || word.ends_with(b"o") {
                    Some(Sort::Bool)
                } else {
                    of(1)
                }
            }
            name => self.names.get(name).and_then(|list| list.last().copied()).flatten(),
        }
    }

    /// The sort of an application of `(_ extract i j)` and the like.
    fn sort_of_indexed(&self, head: NodeId, width: Option<u32>) -> Option<Sort> {
        let words: Vec<&[u8]> =
            self.tree.nodes[head].children.iter().map(|&child| self.word(child)).collect();
        Some(match words[..] {
            [b"_", b"extract", high, low] => {
                Sort::BitVec(number(high)?.checked_add(1)?.checked_sub(number(low)?)?)
            }
            [b"_", b"zero_extend" | b"sign_extend", by] => Sort::BitVec(width?.checked_add(number(by)?)?),
            [b"_", b"rotate_left" | b"rotate_right", _] => Sort::BitVec(width?),
            [b"_", b"repeat", by] => Sort::BitVec(width?.checked_mul(number(by)?)?),
            [b"_", b"int2bv" | b"int_to_bv", width] => Sort::BitVec(number(width)?),
            [b"_", b"divisible", _] => Sort::Bool,
            _ => return None,
        })
    }

    fn sort_of_word(&self, word: &[u8]) -> Option<Sort> {
        match word {
            b"true" | b"false" => Some(Sort::Bool),
            [b'#', b'b', digits @ ..] => Some(Sort::BitVec(digits.len() as u32)),
            [b'#', b'x', digits @ ..] => Some(Sort::BitVec(4 * digits.len() as u32)),
            [b'0'..=b'9', ..] if word.contains(&b'.') => Some(Sort::Real),
            [b'0'..=b'9', ..] => Some(Sort::Int),
            name => self.names.get(name).and_then(|list| list.last().copied()).flatten(),
        }
    }
}
