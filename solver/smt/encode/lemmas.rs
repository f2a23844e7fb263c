//! Columns of products, and lemmas about them.

use super::{Encoder, Undo, Work};
use crate::base::Limit;
use crate::solver::smt::products::Lemma;
use crate::solver::smt::theories::Sat;
use crate::solver::term::{TermId, Terms};

impl Encoder {
    /// The products that have columns, in the order in which they were met.
    pub fn products(&self) -> &[TermId] {
        &self.products.list
    }

    /// The lemmas that are asserted, with their formulas.
    pub fn lemmas(&self) -> &[(TermId, Lemma)] {
        &self.products.told
    }

    /// Notes a product; its factors get columns.
    pub(super) fn note_product(&mut self, terms: &Terms, t: TermId) {
        self.work.extend(terms.args(t).iter().copied().map(Work::Number));
        self.products.list.push(t);
        self.log.push(Undo::Product);
    }

    /// Makes columns for a number.
    ///
    /// # Errors
    ///
    /// As [`Encoder::assert`].
    pub fn know_number(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Result<(), Limit> {
        let start = self.mark();
        self.work.push(Work::Number(t));
        self.finish(terms, sat, start)
    }

    /// Whether a lemma is new and says anything.
    pub fn is_new_lemma(&self, terms: &mut Terms, lemma: &Lemma) -> bool {
        let formula = lemma.formula(terms);
        formula.map_or(false, |f| f != Terms::TRUE && !self.products.known.contains(&f))
    }

    /// Asserts a lemma, if it is new and says anything.
    ///
    /// # Errors
    ///
    /// As [`Encoder::assert`].
    pub fn tell_lemma(&mut self, terms: &mut Terms, sat: &mut Sat, lemma: Lemma) -> Result<bool, Limit> {
        let formula = match lemma.formula(terms) {
            Some(formula) if formula != Terms::TRUE && !self.products.known.contains(&formula) => formula,
            _ => return Ok(false),
        };
        // A part of the formula would leave products without values.
        sat.theory_mut().justifier.stop();
        self.assert(terms, sat, formula)?;
        self.products.told.push((formula, lemma));
        self.products.known.insert(formula);
        self.log.push(Undo::Lemma);
        Ok(true)
    }
}
