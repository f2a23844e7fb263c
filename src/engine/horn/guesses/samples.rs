//! Samples: some facts that have a derivation, with values for all arguments.
//!
//! Each new fact is put into the bodies of the clauses that it fits, beside facts that are known already, and the
//! solver's models give facts of the heads. A solver has its habits, such as 0 for all that is free. So a second model
//! is asked for in which variables have random values, without those that the answers say are impossible. Facts are
//! worked on in the order of their derivation, so all are shallow.

use crate::base::{Budget, Limit, Rng};
use crate::engine::common::outcome::decided;
use crate::engine::horn::rules::{rules_by_head, Rule};
use crate::model::horn::{Horn, PredicateId};
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Family, TermId, Terms, Value};
use std::collections::VecDeque;

/// Facts of one predicate.
const MOST_FACTS: usize = 16;
/// Questions for all facts.
const MOST_QUESTIONS: usize = 2_000;
/// Questions for one model with random values.
const MOST_TRIES: usize = 8;
/// A term that has been impossible this often is given no more values.
const MOST_STRIKES: u8 = 3;
/// Random terms of one clause.
const MOST_FREE: usize = 64;
/// Conflicts of one question.
const MOST_CONFLICTS: u64 = 200;

/// A clause with its solver.
struct Source {
    solver: Solver,
    rule: Rule,
    head: PredicateId,
    places: Vec<TermId>,
    /// Terms that get random values, each with the number of times that its values were impossible.
    free: Vec<(TermId, u8)>,
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
            let places = horn.predicate(head).places.clone();
            let roots = rule.variables.iter().chain(&places);
            let roots: Vec<TermId> = roots.copied().collect();
            let free = parts(horn.terms_mut(), &roots).into_iter().map(|t| (t, 0)).collect();
            sources.push(Source { solver, rule, head, places, free });
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
        if self.ask(source, &assumed)? != Some(true) {
            return Ok(());
        }
        let free = source.free.iter().enumerate().filter(|(_, of)| of.1 < MOST_STRIKES);
        let mut left: Vec<(usize, TermId)> =
            free.map(|(at, &(t, _))| (at, random_value(&mut self.terms, t, &mut self.rng))).collect();
        for _ in 0..MOST_TRIES {
            let all: Vec<TermId> = assumed.iter().copied().chain(left.iter().map(|&(_, t)| t)).collect();
            if self.ask(source, &all)? != Some(false) {
                break;
            }
            // Facts of the body alone are possible.
            let core = source.solver.core();
            for &(at, t) in &left {
                source.free[at].1 += u8::from(core.contains(&t));
            }
            left.retain(|(_, t)| !core.contains(t));
        }
        Ok(())
    }

    /// Adds a fact of the head, and says whether there is one. `None` if that is too hard, or if more are not wanted.
    fn ask(&mut self, source: &mut Source, assumed: &[TermId]) -> Result<Option<bool>, Limit> {
        let facts = &mut self.facts[source.head.index()];
        if facts.len() >= MOST_FACTS || self.questions >= MOST_QUESTIONS {
            return Ok(None);
        }
        self.questions += 1;
        source.solver.set_budget(self.budget.clone().and_conflicts(MOST_CONFLICTS));
        match decided(source.solver.check(&mut self.terms, assumed)) {
            Ok(true) => {}
            Ok(false) => return Ok(Some(false)),
            Err(Limit::Conflicts | Limit::Incomplete) => {
                self.budget.poll()?;
                return Ok(None);
            }
            Err(limit) => return Err(limit),
        }
        let values = source.solver.model(&self.terms).evaluate_all(&self.terms, &source.places);
        if !facts.contains(&values) {
            self.open.push_back((source.head, facts.len()));
            facts.push(values);
        }
        Ok(Some(true))
    }
}

/// The truth values, numbers and words among these terms and in records among them.
fn parts(terms: &mut Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut list = Vec::new();
    let mut open: Vec<(TermId, usize)> = roots.iter().rev().map(|&t| (t, 0)).collect();
    while let Some((t, depth)) = open.pop() {
        let sort = terms.sort(t);
        match sort.family() {
            Family::Bool | Family::Int | Family::Word(_) => list.push(t),
            Family::Opaque if depth < 3 => {
                for constructor in terms.constructors(sort).to_vec() {
                    for selector in terms.selectors(constructor).collect::<Vec<_>>() {
                        open.push((terms.field(selector, t), depth + 1));
                    }
                }
            }
            Family::Real | Family::Opaque => {}
        }
        if list.len() == MOST_FREE {
            break;
        }
    }
    list
}

/// That a term has a value: a small one mostly, below zero now and then.
fn random_value(terms: &mut Terms, t: TermId, rng: &mut Rng) -> TermId {
    let number = rng.below(40) as i64 - 4;
    let value = match terms.sort(t).family() {
        Family::Bool => terms.bool(rng.one_in(2)),
        Family::Word(width) => {
            let mask = u64::MAX >> (64 - width.min(64));
            terms.bv(number as u64 & mask, width)
        }
        Family::Int | Family::Real | Family::Opaque => terms.int(number),
    };
    terms.eq(t, value)
}
