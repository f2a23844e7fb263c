//! Scripts in parentheses: SMT-LIB, Horn clauses, VMT-LIB, automata.

use super::names::{declared, renamed, short};
use super::search::deletions;
use super::sorts::{least, sorts};
use super::tree::{NodeId, Tree};
use super::{Edit, Shape};
use crate::input::ParseError;
use crate::solver::term::Sort;

/// A text of commands.
pub(super) struct Terms;

type Pass = fn(&Tree, &[u8]) -> Vec<Edit>;

/// The passes, the most useful ones first.
const PASSES: [Pass; 11] =
    [commands, constants, members, parts, lets, flattened, arguments, merges, functions, numbers, names];

impl Shape for Terms {
    fn text(&self, bytes: &[u8]) -> Result<Vec<u8>, ParseError> {
        Ok(bytes.to_vec())
    }

    fn passes(&self) -> usize {
        PASSES.len()
    }

    fn edits(&self, text: &[u8], pass: usize) -> Vec<Edit> {
        PASSES[pass](&Tree::new(text), text)
    }

    /// One blank between words, one line for a command, no comments.
    fn tidy(&self, text: Vec<u8>) -> Option<Vec<u8>> {
        let tree = Tree::new(&text);
        let mut out = Vec::with_capacity(text.len());
        let mut stack: Vec<(NodeId, usize)> = Vec::new();
        for &root in &tree.roots {
            stack.push((root, 0));
            while let Some((id, next)) = stack.pop() {
                let node = &tree.nodes[id];
                if !node.is_list {
                    out.extend_from_slice(&text[node.range.clone()]);
                    continue;
                }
                out.extend_from_slice(if next == 0 { b"(" } else { b"" });
                match node.children.get(next) {
                    Some(&child) => {
                        out.extend_from_slice(if next > 0 { b" " } else { b"" });
                        stack.push((id, next + 1));
                        stack.push((child, 0));
                    }
                    None => out.push(b')'),
                }
            }
            out.push(b'\n');
        }
        Some(out)
    }

    /// The simplest constants weigh less than other words.
    fn weight(&self, text: &[u8]) -> usize {
        let tree = Tree::new(text);
        let weight = |node: &super::tree::Node| match &text[node.range.clone()] {
            _ if node.is_list => 1,
            b"true" | b"false" | b"0" | b"0.0" | b"bv0" => 1,
            b"1" => 2,
            _ => 3,
        };
        tree.nodes.iter().map(weight).sum()
    }
}

/// Commands go.
fn commands(tree: &Tree, _: &[u8]) -> Vec<Edit> {
    deletions(tree.roots.iter().map(|&root| tree.nodes[root].range.clone()))
}

/// A term becomes a constant.
fn constants(tree: &Tree, text: &[u8]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (node, sort) in tree.nodes.iter().zip(sorts(tree, text)) {
        let range = || node.range.clone();
        match sort {
            Some(Sort::Bool) if &text[range()] != b"true" && &text[range()] != b"false" => {
                edits.push(Edit::replace(range(), "true"));
                edits.push(Edit::replace(range(), "false"));
            }
            Some(sort @ (Sort::Int | Sort::Real | Sort::BitVec(_)))
                if node.is_list || !is_numeral(&text[range()]) =>
            {
                edits.push(Edit::replace(range(), least(sort)));
            }
            Some(_) | None => {}
        }
    }
    edits
}

fn is_numeral(word: &[u8]) -> bool {
    matches!(word.first(), Some(b'0'..=b'9' | b'#'))
}

/// Members of lists go, but for their heads.
fn members(tree: &Tree, _: &[u8]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in &tree.nodes {
        edits.extend(deletions(node.children.iter().skip(1).map(|&child| tree.nodes[child].range.clone())));
    }
    edits
}

/// A part of a term takes its place, if it has its sort.
fn parts(tree: &Tree, text: &[u8]) -> Vec<Edit> {
    let sorts = sorts(tree, text);
    let mut edits = Vec::new();
    for (id, node) in tree.nodes.iter().enumerate() {
        if sorts[id].is_none() {
            continue;
        }
        for &child in node.children.iter().filter(|&&child| sorts[child] == sorts[id]) {
            edits.push(Edit::replace(node.range.clone(), tree.text(text, child)));
        }
        // A part of a part, as the body of an equation of another sort.
        for &child in &node.children {
            for &inner in tree.nodes[child].children.iter().filter(|&&inner| sorts[inner] == sorts[id]) {
                edits.push(Edit::replace(node.range.clone(), tree.text(text, inner)));
            }
        }
    }
    edits
}

/// A `let` goes: its values take the places of its names.
fn lets(tree: &Tree, text: &[u8]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (id, node) in tree.nodes.iter().enumerate().filter(|&(id, _)| tree.head(text, id) == b"let") {
        let (pairs, body) = match node.children[..] {
            [_, pairs, body] => (pairs, body),
            _ => continue,
        };
        let inside = &tree.nodes[body].range;
        let mut edit = Edit::default();
        // The text before the body goes, and the parenthesis behind it.
        edit.0.push((node.range.start..inside.start, Vec::new()));
        for &pair in &tree.nodes[pairs].children {
            if let [name, value] = tree.nodes[pair].children[..] {
                let word = tree.text(text, name);
                let is_use = |other: &&super::tree::Node| {
                    !other.is_list && other.range.start >= inside.start && other.range.end <= inside.end
                };
                let uses =
                    tree.nodes[id..].iter().filter(is_use).filter(|use_| &text[use_.range.clone()] == word);
                edit.0.extend(uses.map(|use_| (use_.range.clone(), tree.text(text, value).to_vec())));
            }
        }
        edit.0.push((inside.end..node.range.end, Vec::new()));
        edits.push(edit);
    }
    edits
}

/// An annotation or a quantifier goes; what it is about stays.
fn flattened(tree: &Tree, text: &[u8]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (id, node) in tree.nodes.iter().enumerate() {
        let inner = match (tree.head(text, id), &node.children[..]) {
            (b"!", &[_, inner, ..]) | (b"forall" | b"exists", &[_, _, inner]) => inner,
            // A conjunction in a conjunction.
            (head @ (b"and" | b"or" | b"+" | b"*"), children) => {
                for &child in children.iter().filter(|&&child| tree.head(text, child) == head) {
                    let range = &tree.nodes[child].range;
                    let name = tree.nodes[tree.nodes[child].children[0]].range.end;
                    let opened = (range.start..name, Vec::new());
                    edits.push(Edit(vec![opened, (range.end - 1..range.end, Vec::new())]));
                }
                continue;
            }
            _ => continue,
        };
        edits.push(Edit::replace(node.range.clone(), tree.text(text, inner)));
    }
    edits
}

/// An argument of a function or predicate goes wherever it is declared, defined or applied.
fn arguments(tree: &Tree, text: &[u8]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (name, _) in declared(tree, text) {
        let lists: Vec<NodeId> = (0..tree.len()).filter(|&id| tree.head(text, id) == name).collect();
        let is_of = |&&root: &&NodeId| {
            let children = &tree.nodes[root].children;
            matches!(tree.head(text, root), b"declare-fun" | b"define-fun")
                && children.get(1).map_or(false, |&named| tree.text(text, named) == name)
        };
        let sorts = match tree.roots.iter().find(is_of).and_then(|&root| tree.nodes[root].children.get(2)) {
            Some(&sorts) => &tree.nodes[sorts].children,
            None => continue,
        };
        for (at, &sort) in sorts.iter().enumerate() {
            let mut edit = Edit::delete(tree.nodes[sort].range.clone());
            for &list in &lists {
                match (tree.nodes[list].children.get(at + 1), sorts.len()) {
                    // An application to nothing has no parentheses.
                    (Some(_), 1) => edit.0.push((tree.nodes[list].range.clone(), name.to_vec())),
                    (Some(&argument), _) => edit.0.push((tree.nodes[argument].range.clone(), Vec::new())),
                    (None, _) => {}
                }
            }
            edits.push(edit);
        }
    }
    edits
}

/// A name becomes another one that is declared alike.
fn merges(tree: &Tree, text: &[u8]) -> Vec<Edit> {
    let names = declared(tree, text);
    let kind = |name: &[u8]| {
        let is_of = |&&root: &&NodeId| {
            tree.nodes[root].children.get(1).map_or(false, |&named| tree.text(text, named) == name)
        };
        let root = tree.roots.iter().copied().find(|root| is_of(&root))?;
        let rest = tree.nodes[root].children.iter().skip(2).map(|&child| tree.text(text, child));
        Some((tree.head(text, root), rest.collect::<Vec<&[u8]>>(), tree.nodes[root].range.clone()))
    };
    let kinds: Vec<_> = names.iter().map(|(name, _)| kind(name)).collect();
    let mut edits = Vec::new();
    for at in (1..names.len()).rev() {
        let own = match &kinds[at] {
            Some(own) => own,
            None => continue,
        };
        let alike =
            |other: &usize| kinds[*other].as_ref().map_or(false, |kind| (kind.0, &kind.1) == (own.0, &own.1));
        if let Some(before) = (0..at).rev().find(alike) {
            let is_use = |id: &&NodeId| !own.2.contains(&tree.nodes[**id].range.start);
            let uses: Vec<NodeId> = names[at].1.iter().filter(is_use).copied().collect();
            let mut edit = renamed(tree, &uses, names[before].0);
            edit.0.push((own.2.clone(), Vec::new()));
            edits.push(edit);
        }
    }
    edits
}

/// A definition without parameters goes: its body takes the places of its name.
fn functions(tree: &Tree, text: &[u8]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let names = declared(tree, text);
    for &root in tree.roots.iter().filter(|&&root| tree.head(text, root) == b"define-fun") {
        if let [_, name, parameters, _, body] = tree.nodes[root].children[..] {
            if !tree.nodes[parameters].children.is_empty() {
                continue;
            }
            let places =
                names.iter().find(|(known, _)| *known == tree.text(text, name)).map(|(_, places)| places);
            let is_use = |id: &&NodeId| !tree.nodes[root].range.contains(&tree.nodes[**id].range.start);
            let uses: Vec<NodeId> = places.into_iter().flatten().filter(is_use).copied().collect();
            let mut edit = renamed(tree, &uses, tree.text(text, body));
            edit.0.push((tree.nodes[root].range.clone(), Vec::new()));
            edits.push(edit);
        }
    }
    edits
}

/// Numerals become smaller.
fn numbers(tree: &Tree, text: &[u8]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in tree.nodes.iter().filter(|node| !node.is_list) {
        let word = String::from_utf8_lossy(&text[node.range.clone()]);
        let smaller: Vec<String> = match word.parse::<u64>() {
            Ok(number) => {
                let mut list = vec![0, 1, number / 2, number.saturating_sub(1)];
                list.dedup();
                list.iter().filter(|&&other| other < number).map(u64::to_string).collect()
            }
            Err(_) if word.starts_with("#x") || word.starts_with("#b") => {
                let zeros = format!("{}{}", &word[..2], "0".repeat(word.len() - 2));
                let one = format!("{}1", &zeros[..zeros.len().saturating_sub(1).max(2)]);
                vec![zeros, one].into_iter().filter(|other| other.as_str() < &*word).collect()
            }
            Err(_) if word.contains('.') && word != "0.0" && word != "1.0" => {
                vec!["0.0".to_string(), "1.0".to_string()]
            }
            Err(_) => match word.strip_prefix("bv").and_then(|number| number.parse::<u64>().ok()) {
                Some(0) | None => Vec::new(),
                Some(1) => vec!["bv0".to_string()],
                Some(_) => vec!["bv0".to_string(), "bv1".to_string()],
            },
        };
        edits.extend(smaller.into_iter().map(|by| Edit::replace(node.range.clone(), by)));
    }
    edits
}

/// Names become short.
fn names(tree: &Tree, text: &[u8]) -> Vec<Edit> {
    let names = declared(tree, text);
    let is_taken = |word: &str| tree.nodes.iter().any(|node| &text[node.range.clone()] == word.as_bytes());
    let mut number = 0;
    let mut edits = Vec::new();
    for (name, places) in &names {
        while is_taken(&short(number)) {
            number += 1;
        }
        if short(number).len() < name.len() {
            edits.push(renamed(tree, places, short(number).as_bytes()));
            number += 1;
        }
    }
    edits
}
