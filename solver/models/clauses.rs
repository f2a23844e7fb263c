//! Models of clauses, as cubes over chosen literals.

use super::Blocking;
use crate::base::{HashMap, HashSet, Limit, Lit};
use crate::solver::sat::{Answer, Solver};
use crate::theories::num::Integer;

/// An iterator over the models of a solver's clauses, which [`Solver::models`] makes.
///
/// An item is a cube: literals of the choice, all of whose extensions to the choice belong to models. An error is the
/// limit that was reached; it is the last item, and a new iterator begins anew. [`Models::is_complete`] tells after the
/// last item whether all models have been found.
#[derive(Debug)]
pub struct Models<'a> {
    solver: &'a mut Solver,
    over: Vec<Lit>,
    blocking: Blocking,
    found: u64,
    covered: Integer,
    /// The cube that the next call blocks.
    last: Option<Vec<Lit>>,
    ended: bool,
    complete: bool,
}

impl Solver {
    /// All models, as far as they differ on these literals; of a literal and its negation the first one counts.
    ///
    /// ```
    /// use indubit::solver::{models::Blocking, sat::Solver};
    ///
    /// let mut solver = Solver::default();
    /// let (a, b, c) = (solver.new_var().positive(), solver.new_var().positive(), solver.new_var().positive());
    /// solver.add_clause(&[a, b]);
    /// assert_eq!(solver.models(&[a, b, c], Blocking::Exact).count(), 6);
    ///
    /// let mut cubes = solver.models(&[a, b, c], Blocking::Disjoint);
    /// assert_eq!(cubes.by_ref().count(), 2);
    /// assert_eq!(cubes.covered().to_string(), "6");
    /// assert!(cubes.is_complete());
    /// ```
    ///
    /// # Panics
    ///
    /// If a literal's variable was not made, or was popped or released.
    pub fn models(&mut self, over: &[Lit], blocking: Blocking) -> Models<'_> {
        let mut seen = HashSet::default();
        let over: Vec<Lit> = over.iter().copied().filter(|lit| seen.insert(lit.var())).collect();
        over.iter().for_each(|lit| self.freeze(lit.var()));
        self.push();
        let (found, covered) = (0, Integer::from(0i64));
        Models { solver: self, over, blocking, found, covered, last: None, ended: false, complete: false }
    }
}

impl Models<'_> {
    /// The cubes found so far.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// The assignments to the chosen literals that the cubes found so far cover. Where cubes may overlap
    /// ([`Blocking::Cubes`]), some are counted more than once.
    pub fn covered(&self) -> &Integer {
        &self.covered
    }

    /// Whether there is no model beside those found.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The solver with its last model, after an item.
    pub fn solver(&self) -> &Solver {
        self.solver
    }

    /// The chosen literals that the model makes true, or their negations.
    fn assignment(&self) -> Vec<Lit> {
        let holds = |lit: Lit| self.solver.value(lit) == Some(true);
        self.over.iter().map(|&lit| lit.negate_if(!holds(lit))).collect()
    }

    /// Literals of the assignment without which a clause would be false.
    fn needed(&self, assignment: Vec<Lit>) -> Vec<Lit> {
        let chosen: HashMap<Lit, usize> = assignment.iter().enumerate().map(|(i, &lit)| (lit, i)).collect();
        let mut needs: Vec<Vec<usize>> = Vec::new();
        self.solver.needed_clauses(self.blocking == Blocking::Disjoint, |clause| {
            let mut by = Vec::new();
            for lit in clause {
                match chosen.get(lit) {
                    Some(&place) => by.push(place),
                    None if chosen.contains_key(&!*lit) => {}
                    None if self.solver.value(*lit) == Some(true) => return,
                    None => {}
                }
            }
            needs.push(by);
        });
        let mut of_literal = vec![Vec::new(); assignment.len()];
        let mut left: Vec<usize> = needs.iter().map(Vec::len).collect();
        for (clause, by) in needs.iter().enumerate() {
            by.iter().for_each(|&place| of_literal[place].push(clause));
        }
        // A literal of few clauses is superfluous sooner.
        let mut order: Vec<usize> = (0..assignment.len()).collect();
        order.sort_by_key(|&place| of_literal[place].len());
        let mut kept = vec![true; assignment.len()];
        for place in order {
            let is_fixed = self.solver.fixed_value(assignment[place]).is_some();
            if !is_fixed && of_literal[place].iter().all(|&clause| left[clause] > 1) {
                kept[place] = false;
                of_literal[place].iter().for_each(|&clause| left[clause] -= 1);
            }
        }
        assignment.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(lit, _)| lit).collect()
    }
}

impl Iterator for Models<'_> {
    type Item = Result<Vec<Lit>, Limit>;

    fn next(&mut self) -> Option<Result<Vec<Lit>, Limit>> {
        if self.ended {
            return None;
        }
        // The cube before is blocked now and not earlier, so that its model could be read.
        if let Some(cube) = self.last.take() {
            let block: Vec<Lit> = cube.iter().map(|&lit| !lit).collect();
            self.solver.add_clause(&block);
        }
        match self.solver.solve(&[]) {
            Answer::Sat => {
                let assignment = self.assignment();
                let cube =
                    if self.blocking == Blocking::Exact { assignment } else { self.needed(assignment) };
                self.found += 1;
                self.covered += Integer::from(1i64).shift_left((self.over.len() - cube.len()) as u64);
                self.last = Some(cube.clone());
                Some(Ok(cube))
            }
            Answer::Unsat => {
                self.ended = true;
                self.complete = true;
                None
            }
            Answer::Unknown(limit) => {
                self.ended = true;
                Some(Err(limit))
            }
        }
    }
}

/// Leaves the scope of the clauses that block.
impl Drop for Models<'_> {
    fn drop(&mut self) {
        self.solver.pop();
        self.over.iter().for_each(|lit| self.solver.melt(lit.var()));
    }
}
