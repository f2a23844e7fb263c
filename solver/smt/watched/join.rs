//! The solver with a propagator of terms: what is watched, claims and lemmas as formulas, bits as literals.

use super::{SharedPropagator, Watched};
use crate::base::{Limit, Lit};
use crate::solver::smt::encode::Encoder;
use crate::solver::smt::solver::Solver;
use crate::solver::smt::theories::Sat;
use crate::solver::term::{Sort, TermId, Terms, Value};

impl Solver {
    /// Has a propagator take part in the checks from now on, in the place of the one before; `None` takes it away. What
    /// was said stays said in the scope in which it was.
    pub fn set_propagator(&mut self, propagator: Option<SharedPropagator>) {
        self.answer = None;
        let watch = &mut self.sat.theory_mut().watch;
        watch.terms.iter_mut().for_each(|watched| watched.bits.clear());
        watch.begin(&[], None);
        watch.propagator = propagator;
    }

    /// Whether a propagator takes part.
    pub(in crate::solver) fn is_observed(&self) -> bool {
        self.sat.theory().watch.propagator.is_some()
    }

    /// Has the propagator watch a term, in all scopes: the value of a formula or a word. A term of any other sort is
    /// compared with each one of this sort that is watched already, by an equation that the search decides, so `n`
    /// terms take `n (n - 1) / 2` equations.
    ///
    /// # Panics
    ///
    /// If the store is not the one of the calls before.
    pub fn watch(&mut self, terms: &mut Terms, term: TermId) {
        self.demand_formulas(terms, &[]);
        self.answer = None;
        let sort = terms.sort(term);
        let is_formula = !matches!(sort, Sort::BitVec(_));
        let new = |term: TermId, compared| Watched { term, compared, bits: Vec::new(), is_formula, open: 0 };
        let watch = &mut self.sat.theory_mut().watch;
        if matches!(sort, Sort::Bool | Sort::BitVec(_)) {
            watch.terms.push(new(term, None));
            return;
        }
        let others = watch.others.iter().filter(|&&other| terms.sort(other) == sort);
        for &other in &others.copied().collect::<Vec<_>>() {
            watch.terms.push(new(terms.eq(other, term), Some([other, term])));
        }
        watch.others.push(term);
    }

    /// The formulas that the solver has believed its propagators. The assertions that were refuted with their help
    /// contradict these formulas, which [`refutation`](crate::solver::smt::proof::refutation) proves.
    pub fn axioms(&self) -> Vec<TermId> {
        self.axioms.iter().copied().collect()
    }

    /// Takes note of claims, after a search.
    pub(in crate::solver::smt) fn note_claims(&mut self, terms: &mut Terms) {
        for (because, then) in std::mem::take(&mut self.sat.theory_mut().watch.said) {
            let mut equation = |(t, value): &(TermId, Value)| {
                let sort = terms.sort(*t);
                let value = value.term(terms, sort);
                terms.eq(*t, value)
            };
            let equations: Vec<TermId> = because.iter().map(&mut equation).collect();
            let then: Vec<TermId> = then.iter().map(&mut equation).collect();
            let mut parts: Vec<TermId> = equations.into_iter().map(|t| terms.not(t)).collect();
            parts.extend(then);
            self.axioms.insert(terms.or(&parts));
        }
    }

    /// Has the theories begin a search with the values that are known for good.
    pub(in crate::solver::smt) fn begin_watch(&mut self) {
        if self.is_observed() {
            self.sat.touch();
            let bits = self.sat.theory().watch.terms.iter().flat_map(|watched| &watched.bits);
            let value = |&lit: &Lit| self.sat.fixed_value(lit).map(|is_true| lit.negate_if(!is_true));
            let fixed: Vec<Lit> = bits.filter_map(value).collect();
            let scope = self.sat.outside_scope();
            self.sat.theory_mut().watch.begin(&fixed, scope);
        }
    }

    /// Asserts what the propagator has against the present model; whether there is something.
    pub(in crate::solver::smt) fn consult(&mut self, terms: &mut Terms) -> Result<bool, Limit> {
        let lemmas = self.sat.theory().watch.propagator().map(|mut propagator| propagator.lemmas(terms));
        let lemmas = lemmas.unwrap_or_default();
        self.demand_formulas(terms, &lemmas);
        for &formula in &lemmas {
            let of_words = self.floats.apply(terms, formula);
            let plain = self.definitions.apply_for_long(terms, of_words);
            self.encoder.assert(terms, &mut self.sat, plain)?;
            self.axioms.insert(formula);
        }
        Ok(!lemmas.is_empty())
    }
}

impl Encoder {
    /// Gives the watched terms literals for their bits; `plain` gives a term without defined constants.
    pub(in crate::solver::smt) fn encode_watched(
        &mut self,
        terms: &mut Terms,
        sat: &mut Sat,
        mut plain: impl FnMut(&mut Terms, TermId) -> TermId,
    ) -> Result<(), Limit> {
        if sat.theory().watch.propagator.is_none() {
            return Ok(());
        }
        let mut watched = sat.theory().watch.terms.clone();
        for watched in &mut watched {
            let t = plain(terms, watched.term);
            watched.bits.clear();
            let formulas = match terms.sort(t) {
                Sort::BitVec(width) => (0..width).map(|i| is_set(terms, t, i)).collect(),
                _ => vec![t],
            };
            for formula in formulas {
                let lit = self.exact(terms, sat, formula)?;
                sat.freeze(lit.var());
                watched.bits.push(lit);
            }
        }
        sat.theory_mut().watch.terms = watched;
        Ok(())
    }
}

fn is_set(terms: &mut Terms, word: TermId, bit: u32) -> TermId {
    let (bit, one) = (terms.extract(word, bit, bit), terms.bv(1, 1));
    terms.eq(bit, one)
}
