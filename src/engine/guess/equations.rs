//! Steps that keep a relation without a question to a solver.
//!
//! Solvers that take words for bits need very many conflicts for sums of several words, above all where each of them
//! depends on choices. Two things spare them that. An edge with choices becomes several, one for each way through it.
//! And relations in which a word has the factor 1 say what this word is, in terms of others. For example, `l = i + j`
//! is kept by `i := i + 1; l := l + 1`: its precondition is `l + 1 = i + 1 + j`, and with `i + j` in the place of `l`
//! both sides are the same sum, so that no solver is asked.

use super::place::{Group, Place};
use crate::engine::common::program::Edges;
use crate::model::cfa::EdgeId;
use crate::solver::term::{Substitution, TermId, Terms};

/// Words that relations of a location say are sums of others.
pub(super) struct Equations {
    /// From words to sums. No sum has a word that is replaced.
    sums: Substitution,
    /// The words, and the relations that say it.
    relations: Vec<(TermId, TermId)>,
}

impl Equations {
    /// Of a location.
    pub fn new(terms: &mut Terms, place: &Place, groups: &[Group]) -> Equations {
        let mut equations = Equations { sums: Substitution::new(), relations: Vec::new() };
        for hull in place.hulls.iter().filter(|hull| hull.condition == Terms::TRUE) {
            for (relation, word, sum) in hull.equations(terms, &groups[hull.group]) {
                equations.sums.insert(word, sum);
                equations.relations.push((word, relation));
            }
        }
        equations
    }

    /// If it is plain that an edge leads from states with these equations to states of the formula only: the relations
    /// that this rests on.
    pub fn keep(&mut self, edges: &mut Edges, edge: EdgeId, formula: TermId) -> Option<Vec<TermId>> {
        let negated = edges.terms_mut().not(formula);
        let after = edges.before(edge, negated);
        let guard = edges.guard(edge);
        let terms = edges.terms_mut();
        let leaves = terms.and(&[guard, after]);
        if self.sums.apply(terms, leaves) != Terms::FALSE {
            return None;
        }
        let symbols = terms.symbols_in(&[leaves]);
        let occurs = |word: TermId| symbols.iter().any(|&symbol| terms.symbol_term(symbol) == word);
        let used = self.relations.iter().filter(|(word, _)| occurs(*word));
        Some(used.map(|&(_, relation)| relation).collect())
    }
}
