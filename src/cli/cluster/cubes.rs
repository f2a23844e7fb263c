//! Cubes that together cover all assignments, by lookahead (Heule, Kullmann, Wieringa, Biere, "Cube and conquer", HVC
//! 2011): a variable is split on whose two values propagate most. Cubes that propagation refutes are kept, too: their
//! jobs are short, and the proof needs them.

use crate::cli::numbering::Numbering;
use indubit::base::{Budget, Limit, Lit, Var};
use indubit::input::dimacs::Cnf;
use std::collections::VecDeque;

/// The variables of a cube that are looked ahead at.
const CANDIDATES: usize = 8;

/// About as many cubes as are wanted; those with the fewest literals are split first.
pub fn cubes(cnf: &Cnf, wanted: usize, budget: &Budget) -> Result<Vec<Vec<Lit>>, Limit> {
    // A large number of a variable costs no memory.
    let numbering = Numbering::of(cnf);
    let mut dense = Cnf::new(numbering.names().len());
    for clause in cnf.clauses() {
        dense.push(&clause.iter().map(|&lit| numbering.inner(lit)).collect::<Vec<_>>());
    }
    let look = Lookahead::new(&dense);
    let (mut open, mut done) = (VecDeque::from(vec![Vec::new()]), Vec::new());
    while open.len() + done.len() < wanted {
        budget.check()?;
        let cube: Vec<Lit> = match open.pop_front() {
            Some(cube) => cube,
            None => break,
        };
        match look.choose(&cube) {
            Some(var) => {
                for lit in [var.positive(), var.negative()] {
                    open.push_back(cube.iter().copied().chain([lit]).collect());
                }
            }
            None => done.push(cube),
        }
    }
    let outer = |cube: Vec<Lit>| cube.into_iter().map(|lit| numbering.outer(lit)).collect();
    Ok(done.into_iter().chain(open).map(outer).collect())
}

struct Lookahead<'a> {
    cnf: &'a Cnf,
    /// By literal: the clauses that have it.
    occurrences: Vec<Vec<usize>>,
    units: Vec<Lit>,
    /// Whether there is an empty clause.
    is_refuted: bool,
}

impl<'a> Lookahead<'a> {
    fn new(cnf: &'a Cnf) -> Lookahead<'a> {
        let mut occurrences = vec![Vec::new(); 2 * cnf.vars()];
        for (at, clause) in cnf.clauses().enumerate() {
            clause.iter().for_each(|lit| occurrences[lit.code()].push(at));
        }
        let units = cnf.clauses().filter(|clause| clause.len() == 1).flatten().copied().collect();
        let is_refuted = cnf.clauses().any(<[Lit]>::is_empty);
        Lookahead { cnf, occurrences, units, is_refuted }
    }

    /// By literal: whether it is true under the cube, by propagation; `None` if that meets a contradiction.
    fn propagate(&self, cube: &[Lit]) -> Option<Vec<bool>> {
        let mut is_true = vec![false; self.occurrences.len()];
        let mut open: Vec<Lit> = self.units.iter().chain(cube).copied().collect();
        while let Some(lit) = open.pop().filter(|_| !self.is_refuted) {
            if is_true[(!lit).code()] {
                return None;
            }
            if std::mem::replace(&mut is_true[lit.code()], true) {
                continue;
            }
            for &at in &self.occurrences[(!lit).code()] {
                let clause = self.cnf.get(at).unwrap_or(&[]);
                let mut left = clause.iter().filter(|lit| !is_true[(!**lit).code()]);
                match (left.next(), left.next()) {
                    (None, _) => return None,
                    (Some(&unit), None) => open.push(unit),
                    (Some(_), Some(_)) => {}
                }
            }
        }
        Some(is_true).filter(|_| !self.is_refuted)
    }

    /// The variable to split a cube on; `None` if it is refuted, or all clauses are satisfied.
    fn choose(&self, cube: &[Lit]) -> Option<Var> {
        let is_true = self.propagate(cube)?;
        let mut weights = vec![0.0; is_true.len()];
        for clause in self.cnf.clauses().filter(|clause| !clause.iter().any(|lit| is_true[lit.code()])) {
            let left = clause.iter().filter(|lit| !is_true[(!**lit).code()]);
            let weight = 0.5_f64.powi(left.clone().count() as i32);
            left.for_each(|lit| weights[lit.code()] += weight);
        }
        let score = |var: Var| {
            let (one, other) = (weights[var.positive().code()], weights[var.negative().code()]);
            1024.0 * one * other + one + other
        };
        let mut vars: Vec<Var> = (0..self.cnf.vars()).map(Var::new).filter(|&var| score(var) > 0.0).collect();
        vars.sort_by(|&one, &other| score(other).total_cmp(&score(one)));
        vars.truncate(CANDIDATES);
        let reach = |lit: Lit| {
            let under = self.propagate(&cube.iter().copied().chain([lit]).collect::<Vec<_>>());
            under.map_or(is_true.len(), |under| under.iter().filter(|&&holds| holds).count()) as u64
        };
        // Of equal ones the first, which occurs most.
        vars.into_iter().rev().max_by_key(|var| reach(var.positive()) * reach(var.negative()))
    }
}
