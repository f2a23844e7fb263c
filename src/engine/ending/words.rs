//! Measures of words that are chosen from a list, where no linear one falls: `x` of a loop that clears a bit by
//! `x & (x - 1)`, or `limit - (now - start)` of one that waits for a clock that wraps.
//!
//! Candidates are the changed variables, differences of the two sides of comparisons, and the comparisons themselves,
//! read as 1 and 0. A candidate that grows on no step that is left, and falls on some, becomes the next term of the
//! list. The steps on which it stays are left (Ben-Amram and Genaim 2014, with words in the place of linear functions).

use super::relations::{relations, Component, Relation};
use super::search::Measures;
use super::states::new_solver;
use crate::base::{Budget, HashMap, Limit};
use crate::engine::common::outcome::decided;
use crate::model::cfa::Cfa;
use crate::solver::smt::Solver;
use crate::solver::term::{Model, Op, Sort, Substitution, TermId, Terms, Value};

/// Comparisons of the loop from which candidates are made.
const MOST_ATOMS: usize = 24;
/// Work for all candidates, in units.
const WORK: u64 = 3_000_000;

/// A term for each head.
type Candidate = Vec<TermId>;

/// The steps between two heads on which all terms of the list stay.
struct Step {
    source: usize,
    target: usize,
    solver: Solver,
    /// Steps that are known.
    models: Vec<Model>,
}

/// Measures for the heads, with formulas that hold at locations; `None` if the candidates are not enough.
pub(super) fn ranked(
    cfa: &mut Cfa,
    part: &Component,
    ground: &[TermId],
    seed: u64,
    budget: &Budget,
) -> Result<Option<Measures>, Limit> {
    let share = budget.child();
    share.pause_at(share.work_used() + WORK);
    let found = search(cfa, part, ground, seed, &share);
    budget.poll()?;
    Ok(found.unwrap_or(None))
}

fn search(
    cfa: &mut Cfa,
    part: &Component,
    ground: &[TermId],
    seed: u64,
    budget: &Budget,
) -> Result<Option<Measures>, Limit> {
    let (relations, next) = relations(cfa, part, budget)?;
    let mut candidates = candidates(cfa, part, &relations);
    let place = |location| part.heads.iter().position(|&head| head == location).unwrap_or(0);
    let mut after = Substitution::new();
    next.iter().for_each(|(&variable, &value)| after.insert(variable, value));
    let terms = cfa.terms_mut();
    let mut steps = Vec::new();
    for relation in &relations {
        let mut solver = new_solver(seed, budget);
        let formula = terms.and(&[ground[relation.source.index()], relation.formula]);
        solver.assert(terms, formula);
        let (source, target) = (place(relation.source), place(relation.target));
        let mut step = Step { source, target, solver, models: Vec::new() };
        if step.find(terms, &[])? {
            steps.push(step);
        }
    }
    strides(terms, &mut candidates, &steps, &mut after);
    let one = terms.bv(1, 1);
    let mut list: Vec<Candidate> = vec![vec![one; part.heads.len()]];
    while !steps.is_empty() {
        let mut chosen = None;
        for (at, candidate) in candidates.iter().enumerate() {
            let ends = |step: &Step, terms: &mut Terms| {
                (candidate[step.source], after.apply(terms, candidate[step.target]))
            };
            if is_next(terms, &mut steps, ends)? {
                chosen = Some(at);
                break;
            }
        }
        let candidate = match chosen {
            Some(at) => candidates.remove(at),
            None => return Ok(None),
        };
        steps = stayed(terms, steps, &candidate, &mut after)?;
        list.push(candidate);
    }
    let of_head = |at: usize| list.iter().map(|candidate| candidate[at]).collect();
    Ok(Some(part.heads.iter().enumerate().map(|(at, &head)| (head, of_head(at))).collect()))
}

/// The steps on which a candidate stays.
fn stayed(
    terms: &mut Terms,
    steps: Vec<Step>,
    candidate: &[TermId],
    after: &mut Substitution,
) -> Result<Vec<Step>, Limit> {
    let mut left = Vec::new();
    for mut step in steps {
        let later = after.apply(terms, candidate[step.target]);
        let stays = terms.eq(candidate[step.source], later);
        step.solver.assert(terms, stays);
        step.models.retain(|model| model.evaluate(terms, stays).is_true());
        if !step.models.is_empty() || step.find(terms, &[])? {
            left.push(step);
        }
    }
    Ok(left)
}

/// Whether a candidate grows on no step, and falls on some.
fn is_next(
    terms: &mut Terms,
    steps: &mut [Step],
    mut ends: impl FnMut(&Step, &mut Terms) -> (TermId, TermId),
) -> Result<bool, Limit> {
    let mut questions = Vec::new();
    let mut falls = false;
    for step in steps.iter() {
        let (before, later) = ends(step, terms);
        let (grows, less) = (terms.bv_ult(before, later), terms.bv_ult(later, before));
        if step.models.iter().any(|model| model.evaluate(terms, grows).is_true()) {
            return Ok(false);
        }
        falls = falls || step.models.iter().any(|model| model.evaluate(terms, less).is_true());
        questions.push((grows, less));
    }
    for (step, &(grows, _)) in steps.iter_mut().zip(&questions) {
        if step.find(terms, &[grows])? {
            return Ok(false);
        }
    }
    for (step, &(_, less)) in steps.iter_mut().zip(&questions) {
        falls = falls || step.find(terms, &[less])?;
    }
    Ok(falls)
}

impl Step {
    /// Looks for a step that satisfies formulas, and keeps it.
    fn find(&mut self, terms: &mut Terms, asked: &[TermId]) -> Result<bool, Limit> {
        let is_found = decided(self.solver.check(terms, asked))?;
        if is_found {
            self.models.push(self.solver.model(terms).clone());
        }
        Ok(is_found)
    }
}

/// Adds candidates for words that a step changes by an odd number: such a word times the inverse of the number changes
/// by 1.
fn strides(terms: &mut Terms, candidates: &mut Vec<Candidate>, steps: &[Step], after: &mut Substitution) {
    for candidate in candidates.clone() {
        for step in steps {
            let (word, later) = (candidate[step.source], after.apply(terms, candidate[step.target]));
            let width = match terms.sort(word) {
                Sort::BitVec(width) if width > 1 => width,
                _ => continue,
            };
            let change = terms.bv_sub(word, later);
            let change = step.models.first().map(|model| model.evaluate(terms, change));
            let number = match change {
                Some(Value::Bits(bits)) => bits.to_u64().unwrap_or(0),
                _ => 0,
            };
            if number % 2 == 1 && number != 1 {
                // Newton: each turn doubles the bits that are right, and the number is its own inverse modulo 8.
                let inverse = (0..5).fold(number, |inverse, _| {
                    inverse.wrapping_mul(2u64.wrapping_sub(number.wrapping_mul(inverse)))
                });
                let inverse = terms.bv(inverse, width);
                candidates.push(candidate.iter().map(|&t| terms.bv_mul(inverse, t)).collect());
            }
        }
    }
    let mut seen: HashMap<Candidate, ()> = HashMap::default();
    candidates.retain(|candidate| seen.insert(candidate.clone(), ()).is_none());
}

fn candidates(cfa: &mut Cfa, part: &Component, relations: &[Relation]) -> Vec<Candidate> {
    let roots: Vec<TermId> = relations.iter().map(|relation| relation.formula).collect();
    let mut words: Vec<TermId> = part.changed.clone();
    let mut conditions = Vec::new();
    for t in cfa.terms().subterms(&roots) {
        let terms = cfa.terms();
        let is_atom = matches!(terms.op(t), Op::BvUlt | Op::BvSlt | Op::Eq);
        let about = terms.symbols_in(if is_atom { std::slice::from_ref(&t) } else { &[] });
        let mut about = about.into_iter().map(|symbol| terms.symbol_term(symbol));
        if is_atom && conditions.len() < MOST_ATOMS && about.all(|v| cfa.is_variable(v)) {
            let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
            let is_word = matches!(terms.sort(a), Sort::BitVec(_));
            conditions.push(t);
            if is_word {
                let terms = cfa.terms_mut();
                words.extend([terms.bv_sub(a, b), terms.bv_sub(b, a)]);
            }
        }
    }
    let terms = cfa.terms_mut();
    let mut all: Vec<TermId> = Vec::new();
    for word in words {
        if let Sort::BitVec(width) = terms.sort(word) {
            all.extend([word, terms.bv_not(word)]);
            // With a sign: the least word is read as 0.
            if width <= 64 {
                let least = terms.bv(1 << (width - 1), width);
                let shifted = terms.bv_add(word, least);
                all.extend([shifted, terms.bv_not(shifted)]);
            }
        } else if terms.sort(word) == Sort::Bool {
            conditions.push(word);
        }
    }
    let (zero, one) = (terms.bv_zero(1), terms.bv(1, 1));
    for condition in conditions {
        all.extend([terms.ite(condition, one, zero), terms.ite(condition, zero, one)]);
    }
    let mut seen: HashMap<TermId, ()> = HashMap::default();
    all.retain(|&t| seen.insert(t, ()).is_none());
    let count = part.heads.len();
    let mut list: Vec<Candidate> = all.into_iter().map(|t| vec![t; count]).collect();
    // The heads themselves: a step from one to another one.
    for head in 0..count {
        let at_head = |here: TermId, there: TermId| -> Candidate {
            (0..count).map(|other| if other == head { here } else { there }).collect()
        };
        list.extend([at_head(one, zero), at_head(zero, one)]);
    }
    list
}
