//! When which simplification runs.

use super::solver::Solver;
use super::theory::Theory;

impl<T: Theory> Solver<T> {
    pub(super) fn inprocess(&mut self) {
        self.pace.inprocess_at = u64::MAX;
    }
}
