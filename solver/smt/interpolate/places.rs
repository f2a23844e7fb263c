//! The parts in which the terms behind variables occur.

use super::sides::{PartSet, PartSets};
use crate::base::{HashMap, Var};
use crate::solver::smt::arith::Arithmetic;
use crate::solver::smt::encode::VarMeaning;
use crate::solver::term::{Op, TermId, Terms};

/// Finds the parts in which a variable's term occurs.
pub(super) struct Places<'a> {
    pub sets: PartSets,
    terms: &'a Terms,
    theory: &'a Arithmetic,
    meanings: &'a [VarMeaning],
    column_terms: &'a [TermId],
    /// By term of a part: the parts that it occurs in; by another term: those that all its constants may occur in.
    of_terms: HashMap<TermId, PartSet>,
    /// By variable, once it was asked for.
    of_variables: Vec<Option<PartSet>>,
}

impl<'a> Places<'a> {
    /// `formulas`: one for each part. Takes time linear in their sizes as graphs.
    pub fn new(
        terms: &'a Terms,
        formulas: &[TermId],
        mut sets: PartSets,
        theory: &'a Arithmetic,
        meanings: &'a [VarMeaning],
        column_terms: &'a [TermId],
    ) -> Places<'a> {
        let mut of_terms: HashMap<TermId, PartSet> = HashMap::default();
        for (part, &formula) in formulas.iter().enumerate() {
            for t in terms.subterms_until(&[formula], |_| false) {
                let place = of_terms.entry(t).or_insert(PartSets::NONE);
                *place = sets.with(*place, part as u32);
            }
        }
        let of_variables = vec![None; meanings.len()];
        Places { sets, terms, theory, meanings, column_terms, of_terms, of_variables }
    }

    /// The parts that a term occurs in, or, if it occurs in none, those that all its arguments may occur in.
    fn of_term(&mut self, t: TermId) -> PartSet {
        let known = &self.of_terms;
        for t in self.terms.subterms_until(&[t], |t| known.contains_key(&t)) {
            if !self.of_terms.contains_key(&t) {
                // A constant that no part mentions has no place.
                let is_constant = matches!(self.terms.op(t), Op::Symbol(_));
                let start = if is_constant { PartSets::NONE } else { PartSets::ALL };
                let (of_terms, sets) = (&self.of_terms, &mut self.sets);
                let place = self.terms.args(t).iter().fold(start, |place, a| sets.meet(place, of_terms[a]));
                self.of_terms.insert(t, place);
            }
        }
        self.of_terms[&t]
    }

    /// The parts that may speak of a variable. Gates get theirs from their inputs.
    pub fn of_variable(&mut self, v: Var) -> PartSet {
        let mut stack = vec![v];
        while let Some(&v) = stack.last() {
            if self.of_variables[v.index()].is_some() {
                stack.pop();
                continue;
            }
            let place = match self.meanings[v.index()] {
                VarMeaning::Term(t) | VarMeaning::Bit(t, _) => self.of_term(t),
                VarMeaning::Same(a, b) => {
                    let (a, b) = (self.of_term(a), self.of_term(b));
                    self.sets.meet(a, b)
                }
                VarMeaning::Atom => {
                    let columns = self.theory.columns_of(v);
                    columns.iter().fold(PartSets::ALL, |place, column| {
                        let of_column = self.of_term(self.column_terms[column.index()]);
                        self.sets.meet(place, of_column)
                    })
                }
                VarMeaning::Gate(gate) => {
                    let before = stack.len();
                    let open = |v: &Var| self.of_variables[v.index()].is_none();
                    stack.extend(gate.inputs().iter().map(|l| l.var()).filter(open));
                    if stack.len() > before {
                        continue;
                    }
                    let (places, sets) = (&self.of_variables, &mut self.sets);
                    let of_inputs = gate.inputs().iter().filter_map(|l| places[l.var().index()]);
                    of_inputs.fold(PartSets::ALL, |place, input| sets.meet(place, input))
                }
            };
            self.of_variables[v.index()] = Some(place);
        }
        self.of_variables[v.index()].unwrap_or(PartSets::NONE)
    }
}
