//! From variables and columns back to the terms that they stand for.

use super::{Encoder, Undo};
use crate::base::Lit;
use crate::solver::smt::gate_table::Gate;
use crate::solver::term::{Op, TermId, Terms};

/// The meaning of a variable of the SAT core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solver::smt) enum VarMeaning {
    /// A formula.
    Term(TermId),
    /// A bit of a vector; the bit is no gate.
    Bit(TermId, u32),
    /// The output of a gate.
    Gate(Gate),
    /// That two terms are equal, as the theory of equality knows it.
    Same(TermId, TermId),
    /// A bound that the theory made for itself.
    Atom,
}

impl Encoder {
    /// The meanings of the first `vars` variables of the SAT core. A gate that decides a formula about words is
    /// that formula if `words`, else a gate. Of several terms with the same bits the oldest is named.
    pub fn meanings(&self, terms: &Terms, vars: usize, words: bool) -> Vec<VarMeaning> {
        // A variable without another meaning is an atom that the theory made.
        let mut meanings = vec![VarMeaning::Atom; vars];
        for (gate, output) in self.gates.iter() {
            meanings[output.var().index()] = VarMeaning::Gate(gate);
        }
        let mut name = |l: Lit, meaning: VarMeaning| {
            let present = &mut meanings[l.var().index()];
            let open = match present {
                VarMeaning::Atom => true,
                VarMeaning::Gate(_) => words && matches!(meaning, VarMeaning::Term(_)),
                _ => false,
            };
            if open && !l.is_negative() {
                *present = meaning;
            }
        };
        for entry in &self.log {
            match *entry {
                Undo::Literal(t) => name(self.literals[&t].lit, VarMeaning::Term(t)),
                Undo::Word(t) => {
                    for (i, &l) in self.known_word(terms, t).unwrap_or(&[]).iter().enumerate() {
                        name(l, VarMeaning::Bit(t, i as u32));
                    }
                }
                Undo::Own(l, a, b) => name(l, VarMeaning::Same(a, b)),
                _ => {}
            }
        }
        meanings[self.yes.var().index()] = VarMeaning::Term(Terms::TRUE);
        meanings
    }

    /// All formulas that have literals.
    pub fn formulas(&self) -> impl Iterator<Item = (TermId, Lit)> + '_ {
        self.log.iter().filter_map(move |entry| match *entry {
            Undo::Literal(t) => Some((t, self.literals[&t].lit)),
            _ => None,
        })
    }

    /// Pairs of terms whose equality is a part of a clause, in a normal form.
    pub fn equated(&self) -> impl Iterator<Item = (TermId, TermId)> + '_ {
        self.log.iter().filter_map(|entry| match *entry {
            Undo::Equated(a, b) => Some((a, b)),
            _ => None,
        })
    }

    /// All numbers that have columns.
    pub fn numbers(&self) -> impl Iterator<Item = TermId> + '_ {
        self.log.iter().filter_map(|entry| match *entry {
            Undo::Column(t) => Some(t),
            _ => None,
        })
    }

    /// The number that each column stands for; true for those of sums.
    pub fn column_terms(&self, terms: &Terms) -> Vec<TermId> {
        let mut list = Vec::new();
        for entry in &self.log {
            if let Undo::Column(t) = *entry {
                let column = self.columns[&t].index();
                list.resize(list.len().max(column + 1), Terms::TRUE);
                if !matches!(terms.op(t), Op::Add | Op::Mul) {
                    list[column] = t;
                }
            }
        }
        list
    }
}
