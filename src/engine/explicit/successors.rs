//! The successors of a state along a way with inputs, one after the other.

use crate::base::Limit;
use crate::engine::common::outcome::decided;
use crate::engine::common::program::{register_of, Edges};
use crate::model::cfa::EdgeId;
use crate::solver::smt::Solver;
use crate::solver::term::{TermId, Terms};

/// A solver that knows the guard of a way. In a scope of its own it also knows the state that is asked about, and the
/// successors found so far.
pub(super) struct Successors {
    solver: Solver,
    /// The values of live variables behind the way.
    after: Vec<TermId>,
    is_open: bool,
    /// The number of questions so far.
    pub queries: u64,
}

impl Successors {
    /// Of states that have these values behind the way.
    pub fn new(edges: &mut Edges, way: EdgeId, after: Vec<TermId>) -> Successors {
        let solver = edges.new_solver(way);
        Successors { solver, after, is_open: false, queries: 0 }
    }

    /// Whether a state is asked about.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Asks about the state of these equations from now on.
    pub fn begin(&mut self, terms: &mut Terms, state: &[TermId]) {
        self.solver.push();
        state.iter().for_each(|&equation| self.solver.assert(terms, equation));
        self.is_open = true;
    }

    /// A successor that was not found before; none if there are no more. It is not found again, even if a limit keeps
    /// the caller from keeping it.
    ///
    /// # Errors
    ///
    /// The limit that was reached; [`Limit::Incomplete`] if an integer has more than 64 bits.
    pub fn next(&mut self, terms: &mut Terms) -> Result<Option<Vec<u64>>, Limit> {
        self.queries += 1;
        if !decided(self.solver.check(terms, &[]))? {
            self.solver.pop();
            self.is_open = false;
            return Ok(None);
        }
        let values = self.solver.model(terms).evaluate_all(terms, &self.after);
        let state = values.iter().map(register_of).collect::<Option<Vec<u64>>>().ok_or(Limit::Incomplete)?;
        let pairs = self.after.iter().zip(&values);
        let equations: Vec<TermId> = pairs.map(|(&after, value)| value.equation(terms, after)).collect();
        let same = terms.and(&equations);
        let other = terms.not(same);
        self.solver.assert(terms, other);
        Ok(Some(state))
    }
}
