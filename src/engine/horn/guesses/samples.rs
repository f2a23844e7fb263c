//! Samples: some facts that have a derivation, with values for all arguments.
//!
//! Each new fact is put into the bodies of the clauses that it fits, beside facts that are known already, and the
//! solver's models give facts of the heads. A second model that differs from the first one in some argument is asked
//! for, too. Facts are worked on in the order of their derivation, so all are shallow.

use crate::base::{Budget, Limit, Rng};
use crate::engine::common::outcome::decided;
use crate::engine::horn::rules::{rules_by_head, Rule};
use crate::model::horn::{Horn, PredicateId};
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{TermId, Terms, Value};
use std::collections::VecDeque;

/// Facts of one predicate.
pub(super) const MOST_FACTS: usize = 16;
/// Questions for all facts.
const MOST_QUESTIONS: usize = 2_000;
/// Conflicts of one question.
const MOST_CONFLICTS: u64 = 200;

/// A clause with its solver.
struct Source {
    solver: Solver,
    rule: Rule,
    head: PredicateId,
    places: Vec<TermId>,
}

/// The samples so far.
struct Samples {
    terms: Terms,
    facts: Vec<Vec<Vec<Value>>>,
    open: VecDeque<(PredicateId, usize)>,
    questions: usize,
    rng: Rng,
    budget: Budget,
}

/// Facts by predicate: values of its arguments.
///
/// # Errors
///
/// The limit of the budget that was reached.
pub(super) fn samples(horn: &Horn, seed: u64, budget: &Budget) -> Result<Vec<Vec<Vec<Value>>>, Limit> {
    let mut horn = horn.clone();
    let mut rules = rules_by_head(&mut horn);
    let mut sources = Vec::new();
    for head in horn.predicate_ids() {
        for rule in std::mem::take(&mut rules[head]) {
            let mut solver = Solver::new(SmtOptions::incremental());
            solver.assert(horn.terms_mut(), rule.formula);
            sources.push(Source { solver, rule, head, places: horn.predicate(head).places.clone() });
        }
    }
    let mut samples = Samples {
        terms: horn.terms().clone(),
        facts: vec![Vec::new(); horn.predicates().len()],
        open: VecDeque::new(),
        questions: 0,
        rng: Rng::new(seed),
        budget: budget.clone(),
    };
    for source in sources.iter_mut().filter(|source| source.rule.body.is_empty()) {
        samples.derive(source, None)?;
    }
    while let Some(fact) = samples.open.pop_front() {
        for source in &mut sources {
            if source.rule.body.iter().any(|atom| atom.predicate == fact.0) {
                samples.derive(source, Some(fact))?;
            }
        }
    }
    Ok(samples.facts)
}

impl Samples {
    /// Adds facts of a head; the body has this fact where it fits.
    fn derive(&mut self, source: &mut Source, fact: Option<(PredicateId, usize)>) -> Result<(), Limit> {
        let mut assumed = Vec::new();
        for atom in &source.rule.body {
            let known = &self.facts[atom.predicate.index()];
            let at = match fact {
                Some((of, at)) if of == atom.predicate => at,
                Some(_) | None if known.is_empty() => return Ok(()),
                Some(_) | None => self.rng.below(known.len()),
            };
            let terms = &mut self.terms;
            assumed.extend(known[at].iter().zip(&atom.arguments).map(|(value, &t)| value.equation(terms, t)));
        }
        if let Some(values) = self.ask(source, &assumed)? {
            if !values.is_empty() {
                let place = self.rng.below(values.len());
                let same = values[place].equation(&mut self.terms, source.places[place]);
                assumed.push(self.terms.not(same));
                self.ask(source, &assumed)?;
            }
        }
        Ok(())
    }

    /// A fact of the head.
    fn ask(&mut self, source: &mut Source, assumed: &[TermId]) -> Result<Option<Vec<Value>>, Limit> {
        let facts = &mut self.facts[source.head.index()];
        if facts.len() >= MOST_FACTS || self.questions >= MOST_QUESTIONS {
            return Ok(None);
        }
        self.questions += 1;
        source.solver.set_budget(self.budget.clone().and_conflicts(MOST_CONFLICTS));
        match decided(source.solver.check(&mut self.terms, assumed)) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(Limit::Conflicts | Limit::Incomplete) => {
                self.budget.poll()?;
                return Ok(None);
            }
            Err(limit) => return Err(limit),
        }
        let values = source.solver.model(&self.terms).evaluate_all(&self.terms, &source.places);
        if !facts.contains(&values) {
            self.open.push_back((source.head, facts.len()));
            facts.push(values.clone());
        }
        Ok(Some(values))
    }
}
