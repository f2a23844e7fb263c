//! A tiny prover and tiny judges for formulas of at most six variables, none of which shares code with the library.
//!
//! A set of assignments of six variables is one `u64`, a bit for each assignment; so "implied" and "satisfiable" can be
//! decided by looking. The prover eliminates variables by resolution (Davis and Putnam, 1960): each resolvent has its
//! two parents as antecedents.

use crate::cnf::short_clause;
use indubit::base::{Lit, Rng, Var};
use indubit::solver::proof::{ClauseId, ProofSink};

/// The number of variables of every formula here.
pub const VARS: usize = 6;

/// The clause id with this number.
pub fn id(number: u64) -> ClauseId {
    ClauseId::new(number)
}

/// The assignments of six variables in which the literal is true.
fn models_of_literal(lit: Lit) -> u64 {
    let index = lit.var().index();
    assert!(index < VARS);
    (0..64).filter(|a| (a >> index & 1 == 1) != lit.is_negative()).map(|a| 1 << a).sum()
}

/// The assignments of six variables that satisfy the clause.
pub fn models_of_clause(clause: &[Lit]) -> u64 {
    clause.iter().fold(0, |set, &lit| set | models_of_literal(lit))
}

/// The assignments of six variables that satisfy all the clauses.
pub fn models<'a>(clauses: impl IntoIterator<Item = &'a Vec<Lit>>) -> u64 {
    clauses.into_iter().fold(u64::MAX, |set, clause| set & models_of_clause(clause))
}

/// Random clauses, as many as it takes until no assignment satisfies them.
pub fn random_unsatisfiable(rng: &mut Rng) -> Vec<Vec<Lit>> {
    let mut formula = Vec::new();
    while models(&formula) != 0 {
        formula.push(short_clause(rng, VARS));
    }
    rng.shuffle(&mut formula);
    formula
}

/// A step of a proof, owned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Derived { id: u64, clause: Vec<Lit>, chain: Vec<u64> },
    Deleted { id: u64, clause: Vec<Lit> },
}

impl Step {
    pub fn clause(&self) -> &[Lit] {
        match self {
            Step::Derived { clause, .. } | Step::Deleted { clause, .. } => clause,
        }
    }
}

/// Reports a formula and a proof of it, up to its first empty clause, to a sink.
pub fn replay(formula: &[Vec<Lit>], steps: &[Step], sink: &mut impl ProofSink) {
    for (number, clause) in (1..).zip(formula) {
        sink.axiom(id(number), clause);
    }
    for step in steps {
        match step {
            Step::Derived { id: number, clause, chain } => {
                let chain: Vec<ClauseId> = chain.iter().map(|&n| id(n)).collect();
                sink.derived(id(*number), clause, &chain);
            }
            Step::Deleted { id: number, clause } => sink.deleted(id(*number), clause),
        }
    }
}

/// Refutes an unsatisfiable formula by Davis-Putnam resolution; the last step is the empty clause.
pub fn refute(formula: &[Vec<Lit>]) -> Vec<Step> {
    let mut present: Vec<(u64, Vec<Lit>)> = (1..).zip(formula.iter().cloned()).collect();
    let mut next = formula.len() as u64 + 1;
    let mut steps = Vec::new();
    for variable in 0..VARS {
        let pivot = Var::new(variable).positive();
        let (with, rest): (Vec<_>, Vec<_>) =
            present.into_iter().partition(|(_, c)| c.contains(&pivot) || c.contains(&!pivot));
        present = rest;
        for (left, positive) in with.iter().filter(|(_, c)| !c.contains(&!pivot)) {
            for (right, negative) in with.iter().filter(|(_, c)| !c.contains(&pivot)) {
                let mut clause: Vec<Lit> = positive.iter().chain(negative).copied().collect();
                clause.retain(|lit| lit.var() != pivot.var());
                clause.sort();
                clause.dedup();
                let tautology = clause.iter().any(|&lit| clause.contains(&!lit));
                if tautology || present.iter().any(|(_, c)| c.iter().all(|lit| clause.contains(lit))) {
                    continue; // nothing new, and without this their number explodes
                }
                steps.push(Step::Derived { id: next, clause: clause.clone(), chain: vec![*left, *right] });
                if clause.is_empty() {
                    return steps;
                }
                present.push((next, clause));
                next += 1;
            }
        }
        steps.extend(with.into_iter().map(|(id, clause)| Step::Deleted { id, clause }));
    }
    panic!("the formula is satisfiable");
}

/// Unit propagation over numbered clauses from assumed literals: the clauses in the order of their use, and whether the
/// last one became false. The propagated literals join the assumed ones.
fn propagation_chain(present: &[(u64, Vec<Lit>)], truths: &mut Vec<Lit>) -> (Vec<u64>, bool) {
    let mut chain = Vec::new();
    'again: loop {
        for (number, clause) in present {
            if clause.iter().any(|lit| truths.contains(lit)) {
                continue;
            }
            let mut open: Vec<Lit> = clause.iter().copied().filter(|&lit| !truths.contains(&!lit)).collect();
            open.sort();
            open.dedup();
            match open[..] {
                [] => {
                    chain.push(*number);
                    return (chain, true);
                }
                [unit] => {
                    chain.push(*number);
                    truths.push(unit);
                    continue 'again;
                }
                _ => {}
            }
        }
        return (chain, false);
    }
}

/// Whether the clause is a tautology, or its negation propagates to a conflict.
pub fn is_rup(present: &[(u64, Vec<Lit>)], clause: &[Lit]) -> bool {
    let mut truths: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
    clause.iter().any(|lit| truths.contains(lit)) || propagation_chain(present, &mut truths).1
}

/// LRAT hints for adding the clause, negative numbers opening the groups of a RAT step; `None` if it is neither RUP nor
/// RAT on its first literal.
pub fn rat_hints(present: &[(u64, Vec<Lit>)], clause: &[Lit]) -> Option<Vec<i64>> {
    let mut truths: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
    if clause.iter().any(|lit| truths.contains(lit)) {
        return Some(Vec::new());
    }
    let (chain, conflict) = propagation_chain(present, &mut truths);
    let mut hints: Vec<i64> = chain.iter().map(|&n| n as i64).collect();
    if conflict {
        return Some(hints);
    }
    let pivot = *clause.first()?;
    for (number, candidate) in present.iter().filter(|(_, c)| c.contains(&!pivot)) {
        let mut truths = truths.clone();
        let rest: Vec<Lit> = candidate.iter().copied().filter(|&lit| lit != !pivot).collect();
        if candidate.contains(&pivot) || rest.iter().any(|lit| truths.contains(lit) || rest.contains(&!*lit))
        {
            continue; // the resolvent, or the candidate, is a tautology
        }
        truths.extend(rest.iter().map(|&lit| !lit));
        let (chain, conflict) = propagation_chain(present, &mut truths);
        if !conflict {
            return None;
        }
        hints.push(-(*number as i64));
        hints.extend(chain.iter().map(|&n| n as i64));
    }
    Some(hints)
}
