//! The strongest interpretation by some formulas that satisfies all clauses with a head: Houdini on clauses.
//!
//! Each predicate begins as the conjunction of its candidates. A candidate that is too hard to decide is dropped: the
//! interpretation is then not the strongest. In the end all clauses but the queries are satisfied. If these are, too,
//! some of the candidates that are left are a model.

use super::rules::rules_by_head;
use crate::base::{Budget, Limit};
use crate::engine::common::houdini::{Implication, Implications};
use crate::model::horn::{Horn, Interpretation, PredicateId};
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Substitution, TermId, Terms};
use std::fmt;

/// Conflicts that a question may take.
const MOST_CONFLICTS: [u64; 1] = [2_000];

/// A search that lives on when a limit has ended it.
pub struct Houdini {
    implications: Implications,
    falsity: PredicateId,
}

impl fmt::Debug for Houdini {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Houdini").field("left", &self.implications.left).finish_non_exhaustive()
    }
}

impl Houdini {
    /// A search among formulas over the arguments of each predicate. The store was made from that of the clauses by
    /// adding terms.
    pub fn new(horn: &Horn, terms: &Terms, candidates: Vec<Vec<TermId>>, budget: &Budget) -> Houdini {
        let mut horn = horn.clone();
        *horn.terms_mut() = terms.clone();
        let mut rules = rules_by_head(&mut horn);
        let (mut list, mut candidates, falsity) = (Vec::new(), candidates, rules.falsity());
        candidates.push(Vec::new());
        for head in rules.ids().collect::<Vec<_>>() {
            for rule in std::mem::take(&mut rules[head]) {
                let mut solver = Solver::new(SmtOptions::incremental());
                solver.assert(horn.terms_mut(), rule.formula);
                let body = rule.body.into_iter().map(|o| (o.predicate, o.instances)).collect();
                list.push(Implication { solver, body, head: (head, Substitution::new()) });
            }
        }
        let terms = horn.terms().clone();
        Houdini { implications: Implications::new(terms, list, candidates, &MOST_CONFLICTS, budget), falsity }
    }

    /// The interpretation by the candidates that are left in the end. Asked again after a limit the search goes on
    /// where it was.
    ///
    /// # Errors
    ///
    /// The limit that ended the search.
    pub fn interpretation(&mut self) -> Result<Interpretation, Limit> {
        let left = self.left()?.to_vec();
        Ok(self.by(&left))
    }

    /// By predicate: the candidates that are left in the end.
    ///
    /// # Errors
    ///
    /// The limit that ended the search.
    pub fn left(&mut self) -> Result<&[Vec<TermId>], Limit> {
        self.implications.weaken()?;
        Ok(&self.implications.left[..self.falsity.index()])
    }

    /// A model by few of the candidates that are left; `None` if they are no model of the queries.
    ///
    /// # Errors
    ///
    /// The limit that ended the search.
    pub fn model(&mut self) -> Result<Option<Interpretation>, Limit> {
        self.implications.weaken()?;
        self.needed()
    }

    /// The same for candidates that are known to satisfy the clauses with heads.
    ///
    /// # Errors
    ///
    /// The limit that ended the search.
    pub fn needed(&mut self) -> Result<Option<Interpretation>, Limit> {
        let needed = self.implications.needed((self.falsity, Terms::FALSE))?;
        Ok(needed.map(|needed| self.by(&needed)))
    }

    fn by(&self, lists: &[Vec<TermId>]) -> Interpretation {
        let mut terms = self.implications.terms.clone();
        let formulas = lists[..self.falsity.index()].iter().map(|list| terms.and(list)).collect();
        Interpretation::new(terms, formulas)
    }
}
