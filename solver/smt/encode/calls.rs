//! Calls of declared functions, and terms of declared sorts: nodes of the e-graph.
//!
//! A call has a node, and so has each of its arguments. A call whose result is a number, a word or a truth value has a
//! column, bits or a literal besides, like a constant. A node of a formula is tied to its literal. Nodes of numbers and
//! words are tied to each other only if need be, when a model shows it ([`Encoder::disagreements`]): by an *interface
//! equality*, whose literal says that both nodes are equal, and that both numbers or words are.
//!
//! The literal of an atom of equality is a variable of its own, so that no other theory and no gate has it.

use super::{Encoder, Undo, Work, BOTH};
use crate::base::{Limit, Lit};
use crate::solver::smt::theories::Sat;
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::euf::NodeId;

impl Encoder {
    /// The calls that have nodes, each after those in its arguments.
    pub fn calls(&self) -> Vec<TermId> {
        let mut calls = self.calls.clone();
        calls.sort_unstable();
        calls
    }

    /// Whether a call has a node.
    pub fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    /// The terms that have nodes.
    pub fn known_node(&self, t: TermId) -> Option<NodeId> {
        self.nodes.get(&t).copied()
    }

    /// The terms of declared sorts that have nodes, with these, by age.
    pub fn elements<'a>(&'a self, terms: &'a Terms) -> impl Iterator<Item = (TermId, NodeId)> + 'a {
        let element = move |entry: &Undo| match *entry {
            Undo::Node(t) => Some((t, self.nodes[&t])).filter(|_| matches!(terms.sort(t), Sort::Declared(_))),
            _ => None,
        };
        self.log.iter().filter_map(element)
    }

    /// Makes the nodes of these terms, and of all calls and arguments below.
    pub(super) fn add_nodes(&mut self, terms: &mut Terms, sat: &mut Sat, roots: &[TermId]) {
        let mut needed: Vec<TermId> = Vec::new();
        let mut open = roots.to_vec();
        while let Some(t) = open.pop() {
            self.tick(sat, 1);
            if self.effort.is_over() {
                return;
            }
            if self.nodes.contains_key(&t) {
                continue;
            }
            needed.push(t);
            if matches!(terms.op(t), Op::Call(_)) {
                open.extend(terms.args(t));
            }
        }
        // Arguments are older than the calls made of them.
        needed.sort_unstable();
        needed.dedup();
        // Decisions for a part of the formula would leave calls without values.
        sat.theory_mut().justifier.stop();
        for t in needed {
            self.add_node(terms, sat, t);
        }
    }

    fn add_node(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) {
        let sort = terms.sort(t);
        let equality = &mut sat.theory_mut().equality;
        let node = match terms.op(t) {
            Op::Call(function) => {
                let args: Vec<NodeId> = terms.args(t).iter().map(|a| self.nodes[a]).collect();
                self.calls.push(t);
                self.log.push(Undo::Call);
                equality.new_call(function.index(), &args)
            }
            Op::Numeral(_) | Op::Bits(_) => equality.new_value(),
            _ => equality.new_leaf(),
        };
        self.nodes.insert(t, node);
        self.log.push(Undo::Node(t));
        match (sort, terms.op(t)) {
            (Sort::Declared(_) | Sort::Array(_) | Sort::Datatype(_), Op::Ite) => self.tell_choice(terms, t),
            (Sort::Declared(_) | Sort::Array(_) | Sort::Datatype(_), Op::Symbol(_)) => self.constants.push(t),
            (Sort::Declared(_) | Sort::Array(_) | Sort::Datatype(_), _) => {}
            (Sort::Int | Sort::Real, _) => self.work.push(Work::Number(t)),
            (Sort::BitVec(_), _) => self.blast(terms, sat, &[t]),
            (Sort::Bool, _) => {
                let lit = self.literal(terms, sat, t, BOTH);
                let own = self.own_literal(sat, lit);
                sat.theory_mut().equality.add_formula(own, node);
            }
        }
    }

    /// A choice between terms of a declared sort equals the one that is taken.
    fn tell_choice(&mut self, terms: &mut Terms, t: TermId) {
        let [condition, yes, no] = [0, 1, 2].map(|i| terms.arg(t, i));
        let (is_yes, is_no) = (terms.eq(t, yes), terms.eq(t, no));
        let otherwise = terms.not(condition);
        let parts = [terms.implies(condition, is_yes), terms.implies(otherwise, is_no)];
        self.work.extend(parts.map(Work::Assert));
    }

    /// A literal of the same value that is a variable of its own.
    fn own_literal(&mut self, sat: &mut Sat, lit: Lit) -> Lit {
        let var = sat.new_var();
        sat.freeze(var);
        let own = var.positive();
        self.add_clause(sat, &[!own, lit]);
        self.add_clause(sat, &[own, !lit]);
        own
    }

    /// Gives the literal of an equality of a declared sort its meaning.
    pub(super) fn add_equality(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) {
        let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
        self.add_nodes(terms, sat, &[a, b]);
        if self.effort.is_over() {
            return;
        }
        let own = self.own_literal(sat, self.literals[&t].lit);
        sat.theory_mut().equality.add_equality(own, self.nodes[&a], self.nodes[&b]);
    }

    /// Ties the nodes of two numbers or words to each other. Returns whether they were not tied before.
    ///
    /// # Errors
    ///
    /// As [`Encoder::assert`].
    pub fn tie(&mut self, terms: &mut Terms, sat: &mut Sat, a: TermId, b: TermId) -> Result<bool, Limit> {
        let pair = (a.min(b), a.max(b));
        if a == b || self.interfaces.contains(&pair) {
            return Ok(false);
        }
        let start = self.mark();
        let equal = terms.eq(a, b);
        let lit = self.literal(terms, sat, equal, BOTH);
        self.finish(terms, sat, start)?;
        let own = self.own_literal(sat, lit);
        self.interfaces.insert(pair);
        self.log.push(Undo::Interface(pair.0, pair.1));
        sat.theory_mut().equality.add_equality(own, self.nodes[&a], self.nodes[&b]);
        Ok(true)
    }
}
