//! Interpolants from the best of several proofs.

use super::labelled::ProofReader;
use super::leaves::sort;
use super::options::{InterpolationOptions, NoInterpolant};
use super::places::Places;
use super::refutation::{self, Refutation, Refuted};
use super::sides::{Cut, PartSets};
use crate::base::{Budget, HashMap, Lit, Var};
use crate::solver::smt::encode::{Encoder, VarMeaning};
use crate::solver::smt::entailed::simplify_by_entailment;
use crate::solver::smt::tidy::tidy;
use crate::solver::term::{SymbolId, TermId, Terms};

/// Interpolants with at most this many nodes each are not worth another proof.
const SMALL: usize = 4;

/// Formulas with fewer nodes are not searched for superfluous subformulas.
const WORTH_SEARCH: usize = 12;

/// The task that every refutation of the formulas is read for.
pub(super) struct Problem<'a> {
    /// One for each part.
    formulas: &'a [TermId],
    cuts: Vec<Cut>,
    options: InterpolationOptions,
    encoder: &'a Encoder,
}

impl<'a> Problem<'a> {
    /// `starts`: as [`tree_interpolants`](super::tree_interpolants) has them.
    pub fn new(
        formulas: &'a [TermId],
        starts: &[usize],
        options: &InterpolationOptions,
        encoder: &'a Encoder,
    ) -> Problem<'a> {
        let nodes = formulas.len().saturating_sub(1);
        let cuts = (0..nodes).map(|last| Cut { first: starts[last], last }).collect();
        let has_branches = starts.iter().enumerate().skip(1).any(|(node, &start)| start == node);
        let options = if has_branches { options.for_branches() } else { options.clone() };
        Problem { formulas, cuts, options, encoder }
    }

    /// The smallest interpolants of several refutations.
    pub fn solve(
        &self,
        terms: &mut Terms,
        first: &Refutation<'_>,
        budget: &Budget,
    ) -> Result<Vec<TermId>, NoInterpolant> {
        let mut found = self.read(terms, first, budget)?;
        let mut size = graph_size(terms, &found);
        let mut best: Option<Refuted> = None;
        for attempt in 1..self.options.proofs {
            if size <= SMALL * self.cuts.len() {
                break;
            }
            let settings = refutation::other_options(self.options.seed, attempt);
            let other = match &best {
                None => first.again(settings, budget),
                Some(best) => best.again(settings, budget),
            };
            let other = match other {
                Some(other) => other,
                None => continue,
            };
            if let Ok(others) = other.with_refutation(|other| self.read(terms, other, budget)) {
                let smaller = graph_size(terms, &others);
                if smaller < size {
                    found = others;
                    size = smaller;
                    best = Some(other);
                }
            }
        }
        if self.options.search {
            found.iter_mut().for_each(|i| *i = shorten(terms, *i, budget));
        }
        Ok(found)
    }

    /// The interpolants that a refutation gives, tidied.
    fn read(
        &self,
        terms: &mut Terms,
        refutation: &Refutation<'_>,
        budget: &Budget,
    ) -> Result<Vec<TermId>, NoInterpolant> {
        let needed = refutation.needed();
        let gates = self.encoder.meanings(terms, refutation.vars, false);
        let is_gate = |v: Var, clause: &[Lit]| match gates[v.index()] {
            VarMeaning::Gate(gate) => {
                let is_input = |l: &Lit| gate.inputs().iter().any(|input| input.var() == l.var());
                clause.iter().all(|l| l.var() == v || is_input(l))
            }
            _ => false,
        };
        let column_terms = self.encoder.column_terms(terms);
        // A gate may serve different words on both sides; then it has to be named by its inputs.
        for &words in &[true, false] {
            let named =
                if words { self.encoder.meanings(terms, refutation.vars, true) } else { gates.clone() };
            let sets = PartSets::new(self.formulas.len(), &self.cuts);
            let places = Places::new(terms, self.formulas, sets, refutation.theory, &named, &column_terms);
            let leaves = sort(refutation, &needed, places, is_gate);
            let mut reader = ProofReader {
                refutation,
                leaves: &leaves,
                options: &self.options,
                cuts: self.cuts.len(),
                meanings: &named,
                column_terms: &column_terms,
                formulas: HashMap::default(),
                budget,
                terms,
            };
            let found = reader.read(&needed)?;
            if only_shared(terms, self.formulas, &self.cuts, &found) {
                return Ok(found.into_iter().map(|i| tidy(terms, i)).collect());
            }
        }
        Err(NoInterpolant::Mixed)
    }
}

/// An equivalent formula that is no larger, after a search for superfluous subformulas.
fn shorten(terms: &mut Terms, formula: TermId, budget: &Budget) -> TermId {
    let size = graph_size(terms, &[formula]);
    if size < WORTH_SEARCH {
        return formula;
    }
    let simpler = simplify_by_entailment(terms, formula, budget);
    let simpler = tidy(terms, simpler);
    if graph_size(terms, &[simpler]) < size {
        simpler
    } else {
        formula
    }
}

/// The nodes of formulas as one graph, atoms included.
fn graph_size(terms: &Terms, formulas: &[TermId]) -> usize {
    terms.subterms_until(formulas, |t| !terms.is_connective(t)).len()
}

/// Whether each interpolant mentions only symbols that occur on both sides of its cut.
fn only_shared(terms: &Terms, formulas: &[TermId], cuts: &[Cut], interpolants: &[TermId]) -> bool {
    // By symbol: the formulas that it occurs in, in order.
    let mut places: HashMap<SymbolId, Vec<usize>> = HashMap::default();
    for (p, &formula) in formulas.iter().enumerate() {
        for symbol in terms.symbols_in(&[formula]) {
            places.entry(symbol).or_default().push(p);
        }
    }
    cuts.iter().zip(interpolants).all(|(cut, &i)| {
        let is_shared = |s: &SymbolId| match places.get(s) {
            Some(places) => {
                let left = places.iter().filter(|&&p| cut.is_left(p)).count();
                left > 0 && left < places.len()
            }
            None => false,
        };
        terms.symbols_in(&[i]).iter().all(is_shared)
    })
}
