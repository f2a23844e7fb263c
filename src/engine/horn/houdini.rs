//! The strongest interpretation by some formulas that satisfies all clauses with a head (Flanagan and Leino, *Houdini,
//! an annotation assistant for ESC/Java*, FME 2001).
//!
//! Each predicate begins as the conjunction of its candidates. A clause is asked whether its body, so interpreted, may
//! derive a state that a candidate of the head excludes. Each answer drops all candidates that its model falsifies, and
//! clauses that rest on the predicate are asked again. In the end all clauses but the queries are satisfied. A
//! candidate that is too hard to decide is dropped, too: the interpretation is then not the strongest.

use super::rules::{rules_by_head, Rule, RuleId};
use crate::base::{Budget, Limit};
use crate::engine::outcome::decided;
use crate::model::horn::{Horn, Interpretation, PredicateId};
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{TermId, Terms};
use std::fmt;

/// Conflicts that a question may take.
const MOST_CONFLICTS: u64 = 2_000;

/// A search that lives on when a limit has ended it.
pub struct Houdini {
    horn: Horn,
    /// By predicate.
    rules: Vec<Vec<(Rule, Solver)>>,
    /// By predicate: the formulas over its arguments that are left.
    left: Vec<Vec<TermId>>,
    /// The rules that are to be asked, with their head.
    open: Vec<(PredicateId, RuleId)>,
    /// The candidate of the head that the last one of them is asked about.
    next: usize,
    budget: Budget,
}

impl fmt::Debug for Houdini {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Houdini").field("open", &self.open.len()).finish_non_exhaustive()
    }
}

impl Houdini {
    /// A search among formulas over the arguments of each predicate. The store was made from that of the clauses by
    /// adding terms.
    pub fn new(horn: &Horn, terms: &Terms, candidates: Vec<Vec<TermId>>, budget: &Budget) -> Houdini {
        let mut horn = horn.clone();
        *horn.terms_mut() = terms.clone();
        let rules = rules_by_head(&mut horn);
        let falsity = rules.falsity();
        let terms = horn.terms_mut();
        let mut with_solver = |rule: Rule| {
            let mut solver = Solver::new(SmtOptions::incremental());
            solver.assert(terms, rule.formula);
            (rule, solver)
        };
        // Queries drop nothing.
        let heads = rules.into_items().into_iter().take(falsity.index());
        let rules: Vec<Vec<(Rule, Solver)>> =
            heads.map(|list| list.into_iter().map(&mut with_solver).collect()).collect();
        let all = |(head, list): (usize, &Vec<_>)| {
            (0..list.len()).map(move |rule| (PredicateId::new(head), RuleId::new(rule)))
        };
        let open = rules.iter().enumerate().flat_map(all).collect();
        Houdini { horn, rules, left: candidates, open, next: 0, budget: budget.clone() }
    }

    /// The interpretation by the candidates that are left in the end. Asked again after a limit the search goes on
    /// where it was.
    ///
    /// # Errors
    ///
    /// The limit that ended the search.
    pub fn interpretation(&mut self) -> Result<Interpretation, Limit> {
        while let Some(&(head, rule)) = self.open.last() {
            if self.next < self.left[head.index()].len() {
                self.ask(head, rule)?;
            } else {
                self.open.pop();
                self.next = 0;
            }
        }
        let mut terms = self.horn.terms().clone();
        let formulas = self.left.iter().map(|list| terms.and(list)).collect();
        Ok(Interpretation { terms, formulas })
    }

    /// Asks a rule about one candidate of its head.
    fn ask(&mut self, head: PredicateId, rule: RuleId) -> Result<(), Limit> {
        let Houdini { horn, rules, left, .. } = self;
        let terms = horn.terms_mut();
        let (asked, solver) = &mut rules[head.index()][rule.index()];
        let mut assumed = vec![terms.not(left[head.index()][self.next])];
        for occurrence in &mut asked.body {
            for &candidate in &left[occurrence.predicate.index()] {
                assumed.push(occurrence.instance(terms, candidate));
            }
        }
        solver.set_budget(self.budget.clone().and_conflicts(MOST_CONFLICTS));
        let answer = decided(solver.check(terms, &assumed));
        if let Err(Limit::Conflicts) = answer {
            self.budget.check()?;
        }
        let kept: Vec<bool> = match answer {
            Ok(false) => {
                self.next += 1;
                return Ok(());
            }
            Ok(true) => {
                let values = solver.read_model(terms).evaluate_all(terms, &left[head.index()]);
                values.iter().enumerate().map(|(i, value)| i != self.next && value.is_true()).collect()
            }
            Err(Limit::Conflicts | Limit::Incomplete) => {
                (0..left[head.index()].len()).map(|i| i != self.next).collect()
            }
            Err(limit) => return Err(limit),
        };
        self.keep(head, &kept);
        Ok(())
    }

    /// Drops candidates of a predicate, and lets the rules that rest on it be asked again.
    fn keep(&mut self, predicate: PredicateId, kept: &[bool]) {
        self.next = kept[..self.next].iter().filter(|&&kept| kept).count();
        let mut kept = kept.iter();
        self.left[predicate.index()].retain(|_| kept.next().map_or(true, |&kept| kept));
        let current = self.open.pop();
        for (head, list) in self.rules.iter().enumerate() {
            for (at, (rule, _)) in list.iter().enumerate() {
                let rests = rule.body.iter().any(|o| o.predicate == predicate);
                let of_head = (PredicateId::new(head), RuleId::new(at));
                if rests && !self.open.contains(&of_head) {
                    self.open.insert(0, of_head);
                }
            }
        }
        self.open.extend(current);
    }
}
