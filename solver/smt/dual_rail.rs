//! Implicants made smaller by three-valued evaluation.
//!
//! Each formula has two rails: it is known to be true, it is known to be false. A literal left out lowers the rail of
//! its atom, and the rails of the formulas that depended on it. The literal is superfluous if the whole formula is
//! known to be true all the same (Roorda, Claessen, CAV 2006; Cimatti and Griggio, CAV 2012, §6.1, do this to cubes).
//! No solver is asked and no theory looked at; a core may drop more literals, at a higher price.

use crate::base::HashMap;
use crate::solver::term::{Op, TermId, Terms};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Rails {
    is_true: bool,
    is_false: bool,
}

impl Rails {
    fn of(value: bool) -> Rails {
        Rails { is_true: value, is_false: !value }
    }
}

/// Some of the literals of an implicant, enough to make the formula true under all values of its other atoms. All of
/// them, if the formula rests on an atom that the implicant has in another form, without its conditional numbers or
/// words.
pub fn reduce_by_rails(terms: &Terms, literals: &[TermId], formula: TermId) -> Vec<TermId> {
    let mut network = Network::new(terms, literals, formula);
    let mut kept = literals.to_vec();
    if network.holds() {
        kept.retain(|&l| !network.is_superfluous(terms.split_not(l).0));
    }
    kept
}

/// The formula as a graph of connectives over atoms.
struct Network<'a> {
    terms: &'a Terms,
    /// Arguments before their users, the formula last.
    order: Vec<TermId>,
    place: HashMap<TermId, usize>,
    users: Vec<Vec<usize>>,
    rails: Vec<Rails>,
}

impl<'a> Network<'a> {
    fn new(terms: &'a Terms, literals: &[TermId], formula: TermId) -> Network<'a> {
        let signs: HashMap<TermId, bool> = literals.iter().map(|&l| terms.split_not(l)).collect();
        let order = terms.subterms_until(&[formula], |t| !terms.is_connective(t));
        let place: HashMap<TermId, usize> = order.iter().enumerate().map(|(i, &t)| (t, i)).collect();
        let mut network = Network {
            terms,
            place,
            users: vec![Vec::new(); order.len()],
            rails: vec![Rails::default(); order.len()],
            order,
        };
        for i in 0..network.order.len() {
            let t = network.order[i];
            network.rails[i] = if terms.is_connective(t) {
                for a in terms.args(t) {
                    network.users[network.place[a]].push(i);
                }
                network.evaluate(t)
            } else {
                match signs.get(&t) {
                    Some(&negated) => Rails::of(!negated),
                    None if t == Terms::TRUE => Rails::of(true),
                    None => Rails::default(),
                }
            };
        }
        network
    }

    fn holds(&self) -> bool {
        self.rails.last().map_or(false, |rails| rails.is_true)
    }

    fn evaluate(&self, t: TermId) -> Rails {
        let args = self.terms.args(t);
        let at = |i: usize| self.rails[self.place[&args[i]]];
        match self.terms.op(t) {
            Op::Not => Rails { is_true: at(0).is_false, is_false: at(0).is_true },
            Op::And => {
                let mut all = (0..args.len()).map(at);
                Rails { is_true: all.clone().all(|a| a.is_true), is_false: all.any(|a| a.is_false) }
            }
            Op::Ite => {
                let (c, a, b) = (at(0), at(1), at(2));
                let choose = |a: bool, b: bool| (c.is_true && a) || (c.is_false && b) || (a && b);
                Rails { is_true: choose(a.is_true, b.is_true), is_false: choose(a.is_false, b.is_false) }
            }
            _ => {
                let (a, b) = (at(0), at(1));
                Rails {
                    is_true: (a.is_true && b.is_true) || (a.is_false && b.is_false),
                    is_false: (a.is_true && b.is_false) || (a.is_false && b.is_true),
                }
            }
        }
    }

    /// Whether the formula is known to be true without this atom, whose rails then are down for good.
    fn is_superfluous(&mut self, atom: TermId) -> bool {
        let start = match self.place.get(&atom) {
            Some(&start) => start,
            None => return true,
        };
        let mut undo = vec![(start, self.rails[start])];
        self.rails[start] = Rails::default();
        let mut queue: BinaryHeap<Reverse<usize>> = self.users[start].iter().map(|&u| Reverse(u)).collect();
        while let Some(Reverse(i)) = queue.pop() {
            let (old, new) = (self.rails[i], self.evaluate(self.order[i]));
            if new != old {
                undo.push((i, old));
                self.rails[i] = new;
                queue.extend(self.users[i].iter().map(|&u| Reverse(u)));
            }
        }
        let holds = self.holds();
        if !holds {
            undo.into_iter().rev().for_each(|(i, old)| self.rails[i] = old);
        }
        holds
    }
}
