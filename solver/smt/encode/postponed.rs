//! Products and quotients of wide words: their circuits are made when a model shows that they are needed.
//!
//! Such circuits are most of a formula's clauses, and often the formula is decided without them. So the bits of the
//! result are free at first. When the SAT core has an assignment, each result is compared with the operator's value
//! for its arguments; results that differ get their circuits, and the search goes on. A formula found unsatisfiable
//! is so without the missing circuits, and a model agrees with all of them.
//!
//! A circuit goes with the scope in which it was made. A word that needed its circuit once gets it at once from then
//! on: when the word is met again, or, if an outer scope knows it, before the next inner scope is opened.

use super::{Encoder, Undo};
use crate::base::Limit;
use crate::solver::smt::theories::Sat;
use crate::solver::term::{Op, TermId, Terms};
use crate::theories::bv::Bits;

impl Encoder {
    /// From now on products and quotients of words at least this wide wait for their circuits; 0: none of them waits.
    pub fn postpone_from(&mut self, width: u32) {
        self.postponed.width = width;
    }

    /// Makes the circuits of words that have another value in the SAT core's assignment than their operators say. The
    /// result is whether there were any.
    pub fn resolve_wrong(&mut self, terms: &mut Terms, sat: &mut Sat) -> Result<bool, Limit> {
        let value = |t: TermId| {
            let word = self.word(terms, t);
            Bits::from_fn(word.len() as u32, |i| sat.value(word[i as usize]).unwrap_or(false))
        };
        let is_wrong = |&t: &TermId| {
            let (a, b) = (value(terms.arg(t, 0)), value(terms.arg(t, 1)));
            let right = match terms.op(t) {
                Op::BvMul => a.mul(&b),
                Op::BvUdiv => a.udiv(&b),
                _ => a.urem(&b),
            };
            value(t) != right
        };
        let wrong: Vec<TermId> = self.postponed.unresolved().filter(is_wrong).collect();
        self.resolve(terms, sat, &wrong)?;
        Ok(!wrong.is_empty())
    }

    /// Makes the circuits of words that needed them in a scope that is gone.
    pub fn resolve_wanted(&mut self, terms: &mut Terms, sat: &mut Sat) -> Result<(), Limit> {
        let is_wanted = |t: &TermId| self.postponed.wanted.contains(t);
        let wanted: Vec<TermId> = self.postponed.unresolved().filter(is_wanted).collect();
        self.resolve(terms, sat, &wanted)
    }

    fn resolve(&mut self, terms: &mut Terms, sat: &mut Sat, words: &[TermId]) -> Result<(), Limit> {
        let start = self.mark();
        for &t in words {
            let (circuit, word) = (self.circuit(terms, sat, t), self.word(terms, t));
            for (&a, &b) in circuit.iter().zip(&word) {
                self.add_clause(sat, &[b, !a]);
                self.add_clause(sat, &[!b, a]);
            }
            self.postponed.resolved.insert(t);
            self.postponed.wanted.insert(t);
            self.log.push(Undo::Resolved(t));
        }
        self.finish(terms, sat, start)
    }
}
