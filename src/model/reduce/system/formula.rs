//! A formula as a graph of conjunctions and disjunctions over atoms, some of which define a variable.
//!
//! An atom *defines* the variable `v` if it says `v = t` for a term `t` without `v`. Consider the ways to satisfy the
//! formula that meet this atom. If none of them meets `v` anywhere else, then `∃v` of the formula is the formula with
//! the atom taken as true, as far as these ways go. The quantifier moves down to the atom through disjunctions, and
//! into the one member of a conjunction that mentions `v`. A way to satisfy the rest tells the definitions that give
//! the values.

use super::definitions::{Definition, Definitions, Unknown};
use super::rows::Rows;
use crate::base::HashMap;
use crate::solver::term::{Model, Op, TermId, Terms};

#[derive(Clone, Debug)]
enum Kind {
    /// All members hold.
    All,
    /// Some member holds.
    Any,
    /// The member holds, which is the term without its negation.
    Not,
    /// The first member holds, or the second, as this condition says.
    Choice(TermId),
    /// No connective. Any of these definitions meets its variable nowhere else.
    Atom(Vec<Definition>),
}

/// A subformula in one direction: it, or its negation, is to hold.
#[derive(Debug)]
struct Node {
    term: TermId,
    negated: bool,
    kind: Kind,
    /// Its members among those of the formula.
    members: (u32, u32),
}

/// A formula taken apart. Members stand before the nodes that they belong to; the last node is the formula itself.
#[derive(Debug)]
pub(super) struct Formula {
    nodes: Vec<Node>,
    members: Vec<u32>,
}

impl Formula {
    /// Takes a formula apart. `None` if that takes too much effort.
    pub fn of(
        terms: &mut Terms,
        formula: TermId,
        unknowns: &HashMap<TermId, Unknown>,
        most_words: usize,
    ) -> Option<Formula> {
        let mut parts = Formula { nodes: Vec::new(), members: Vec::new() };
        parts.take_apart(terms, formula);
        if parts.nodes.len().saturating_mul(unknowns.len() / 64 + 1) > most_words {
            return None;
        }
        let mut definitions = Definitions::new(unknowns, most_words);
        let company = parts.company(terms, &mut definitions)?;
        for (i, node) in parts.nodes.iter_mut().enumerate() {
            if let Kind::Atom(found) = &mut node.kind {
                *found = definitions.of(terms, node.term, node.negated)?;
                found.retain(|d| !company.contains(i, d.unknown));
            }
        }
        Some(parts)
    }

    fn take_apart(&mut self, terms: &Terms, formula: TermId) {
        let mut places: HashMap<(TermId, bool), u32> = HashMap::default();
        let mut stack = vec![((formula, false), false)];
        while let Some((key, expanded)) = stack.pop() {
            if places.contains_key(&key) {
                continue;
            }
            let (term, negated) = key;
            let (kind, inner) = parts_of(terms, term, negated);
            if !expanded && !inner.is_empty() {
                stack.push((key, true));
                stack.extend(inner.into_iter().map(|part| (part, false)));
                continue;
            }
            let start = self.members.len() as u32;
            self.members.extend(inner.iter().map(|part| places[part]));
            places.insert(key, self.nodes.len() as u32);
            self.nodes.push(Node { term, negated, kind, members: (start, self.members.len() as u32) });
        }
    }

    fn members(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let (start, end) = self.nodes[node].members;
        self.members[start as usize..end as usize].iter().map(|&m| m as usize)
    }

    /// By node: the unknowns that ways through it may meet outside of it.
    fn company(&self, terms: &Terms, definitions: &mut Definitions) -> Option<Rows> {
        let (count, columns) = (self.nodes.len(), definitions.unknowns.len());
        let mut inside = Rows::new(count, columns);
        let mut conditions: HashMap<usize, Vec<Unknown>> = HashMap::default();
        for (i, node) in self.nodes.iter().enumerate() {
            match node.kind {
                Kind::Atom(_) => {
                    definitions.unknowns_in(terms, node.term)?.into_iter().for_each(|u| inside.insert(i, u))
                }
                Kind::Choice(condition) => {
                    let about = definitions.unknowns_in(terms, condition)?;
                    about.iter().for_each(|&u| inside.insert(i, u));
                    conditions.insert(i, about);
                }
                _ => {}
            }
            self.members(i).for_each(|member| inside.add(i, member));
        }
        let mut outside = Rows::new(count, columns);
        for (i, node) in self.nodes.iter().enumerate().rev() {
            let mut seen = Rows::new(2, columns);
            if let Kind::All = node.kind {
                for member in self.members(i) {
                    let (once, theirs) = (seen.row(0).to_vec(), inside.row(member));
                    seen.add_words(1, |w| once[w] & theirs[w]);
                    seen.add_words(0, |w| theirs[w]);
                }
            }
            for member in self.members(i) {
                outside.add(member, i);
                let theirs = inside.row(member);
                outside.add_words(member, |w| seen.row(1)[w] | seen.row(0)[w] & !theirs[w]);
                conditions.get(&i).into_iter().flatten().for_each(|&u| outside.insert(member, u));
            }
        }
        Some(outside)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The atoms by node, each with its definitions.
    pub fn atoms(&self) -> impl Iterator<Item = (usize, TermId, &[Definition])> {
        self.nodes.iter().enumerate().filter_map(|(i, node)| match &node.kind {
            Kind::Atom(definitions) => Some((i, node.term, definitions.as_slice())),
            _ => None,
        })
    }

    /// The conditions of choices.
    pub fn conditions(&self) -> impl Iterator<Item = TermId> + '_ {
        self.nodes.iter().filter_map(|node| match node.kind {
            Kind::Choice(condition) => Some(condition),
            _ => None,
        })
    }

    /// The formula with some atoms taken as true: the definitions that stand at their nodes.
    pub fn without(self, terms: &mut Terms, removed: Vec<Option<Definition>>) -> Rest {
        let mut left: Vec<TermId> = Vec::with_capacity(self.nodes.len());
        for (i, node) in self.nodes.iter().enumerate() {
            let members: Vec<TermId> = self.members(i).map(|m| left[m]).collect();
            left.push(match node.kind {
                Kind::Atom(_) if removed[i].is_some() => terms.bool(!node.negated),
                Kind::Atom(_) => node.term,
                Kind::Not => terms.not(members[0]),
                Kind::Choice(condition) => terms.ite(condition, members[0], members[1]),
                Kind::All | Kind::Any => terms.and(&members),
            });
        }
        Rest { formula: self, removed, left }
    }
}

/// A formula of which some definitions were removed.
#[derive(Debug)]
pub(super) struct Rest {
    formula: Formula,
    /// By node.
    removed: Vec<Option<Definition>>,
    /// By node: the term that is left of it; of a negated node, the one whose negation is left.
    left: Vec<TermId>,
}

impl Rest {
    /// The formula that is left.
    pub fn formula(&self) -> TermId {
        self.left.last().copied().unwrap_or(Terms::TRUE)
    }

    /// The removed definitions on a way that satisfies the formula, given a model of what is left of it.
    pub fn on_the_way(&self, terms: &Terms, model: &Model) -> Vec<Definition> {
        let (nodes, count) = (&self.formula.nodes, self.formula.nodes.len());
        let mut roots = self.left.clone();
        roots.extend(nodes.iter().map(|node| match node.kind {
            Kind::Choice(condition) => condition,
            _ => Terms::TRUE,
        }));
        let values = model.evaluate_all(terms, &roots);
        let holds = |i: &usize| values[*i].is_true() != nodes[*i].negated;
        let mut met = Vec::new();
        let mut seen = vec![false; count];
        let mut stack = vec![count - 1];
        while let Some(i) = stack.pop() {
            if std::mem::replace(&mut seen[i], true) {
                continue;
            }
            let mut members = self.formula.members(i);
            match nodes[i].kind {
                Kind::All | Kind::Not => stack.extend(members),
                Kind::Any => stack.extend(members.find(holds)),
                Kind::Choice(_) => {
                    let place = if values[count + i].is_true() { 0 } else { 1 };
                    stack.extend(members.nth(place));
                }
                Kind::Atom(_) => met.extend(self.removed[i]),
            }
        }
        met
    }
}

/// The connective of a formula and its members, each with whether its negation is meant.
fn parts_of(terms: &Terms, term: TermId, negated: bool) -> (Kind, Vec<(TermId, bool)>) {
    let args = terms.args(term);
    match terms.op(term) {
        Op::Not => (Kind::Not, vec![(args[0], !negated)]),
        Op::And => {
            let kind = if negated { Kind::Any } else { Kind::All };
            (kind, args.iter().map(|&a| (a, negated)).collect())
        }
        Op::Ite => (Kind::Choice(args[0]), vec![(args[1], negated), (args[2], negated)]),
        _ => (Kind::Atom(Vec::new()), Vec::new()),
    }
}
