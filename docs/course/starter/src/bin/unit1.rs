//! Unit 1, a SAT solver with conflict-driven clause learning.
//!
//! A learned clause is a line of the DRAT proof, and the empty clause, the line `0`, is its last one. Begin with unit
//! propagation and chronological backtracking; then learn the clause of the first unique implication point; then watch
//! two literals of each clause.

use course::{run, Answer};
use indubit::input::dimacs;

fn solve(file: &[u8]) -> Result<Answer, String> {
    let formula = dimacs::read(file).map_err(|error| error.to_string())?;
    let clauses: Vec<Vec<i64>> =
        formula.clauses().map(|clause| clause.iter().map(|l| i64::from(l.to_dimacs())).collect()).collect();
    if clauses.iter().any(Vec::is_empty) {
        return Ok(Answer::No("0\n".to_string()));
    }
    // To be written.
    Ok(Answer::Unknown)
}

fn main() {
    run(solve);
}
