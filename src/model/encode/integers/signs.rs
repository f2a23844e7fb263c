//! How the bits of each variable are read.

use crate::base::HashMap;
use crate::model::system::System;
use crate::solver::term::{Op, SymbolId, TermId, Terms};

/// Variables in classes, each with the votes for a reading.
pub(super) struct Signs<'a> {
    terms: &'a Terms,
    /// By variable: one nearer to the representative of its class, or itself.
    parent: HashMap<SymbolId, SymbolId>,
    /// By representative: comparisons with sign less those without.
    votes: HashMap<SymbolId, i64>,
}

/// Lets the terms of a system vote. A class without votes is read with sign.
pub(super) fn signed_variables(system: &System) -> Signs<'_> {
    let mut signs = Signs { terms: system.terms(), parent: HashMap::default(), votes: HashMap::default() };
    for state in system.states() {
        signs.join(&[state.current, state.next]);
    }
    let mut formulas = vec![system.init(), system.trans(), system.constraint()];
    formulas.extend(system.properties().iter().map(|p| p.bad));
    let terms = system.terms();
    for t in terms.subterms(&formulas) {
        let args = terms.args(t);
        match terms.op(t) {
            Op::BvSlt => signs.vote(args, 1),
            Op::Extract(low) if low > 0 && low + 1 == terms.width(args[0]) => signs.vote(args, 1),
            Op::SignExtend => signs.vote(args, 1),
            Op::BvUlt | Op::BvUdiv | Op::BvUrem | Op::BvLshr => signs.vote(args, -1),
            Op::Concat => signs.vote(&args[1..], -1),
            Op::Eq if terms.sort(args[0]).width().is_some() => signs.join(args),
            _ => {}
        }
    }
    signs
}

impl Signs<'_> {
    /// Whether a variable is read with sign.
    pub fn contains(&self, variable: TermId) -> bool {
        self.leaves(&[variable])
            .iter()
            .all(|&s| self.votes.get(&self.class(s)).map_or(true, |&votes| votes >= 0))
    }

    /// The variables that a value may be that of, or a summand of it.
    fn leaves(&self, roots: &[TermId]) -> Vec<SymbolId> {
        let terms = self.terms;
        let mut open = roots.to_vec();
        let mut leaves = Vec::new();
        let mut seen: HashMap<TermId, ()> = HashMap::default();
        while let Some(t) = open.pop() {
            if seen.insert(t, ()).is_some() {
                continue;
            }
            match terms.op(t) {
                Op::Symbol(symbol) => leaves.push(symbol),
                Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot | Op::BvMul => open.extend(terms.args(t)),
                Op::Ite => open.extend(&terms.args(t)[1..]),
                _ => {}
            }
        }
        leaves
    }

    fn class(&self, mut symbol: SymbolId) -> SymbolId {
        while let Some(&parent) = self.parent.get(&symbol) {
            symbol = parent;
        }
        symbol
    }

    fn vote(&mut self, roots: &[TermId], vote: i64) {
        for leaf in self.leaves(roots) {
            *self.votes.entry(self.class(leaf)).or_default() += vote;
        }
    }

    fn join(&mut self, roots: &[TermId]) {
        let leaves = self.leaves(roots);
        for pair in leaves.windows(2) {
            let (a, b) = (self.class(pair[0]), self.class(pair[1]));
            if a != b {
                let votes = self.votes.remove(&a).unwrap_or_default();
                *self.votes.entry(b).or_default() += votes;
                self.parent.insert(a, b);
            }
        }
    }
}
