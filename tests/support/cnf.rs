//! Literals, random clauses, and satisfiability by trying all assignments.

use indubit::base::{Lit, Rng, Var};

/// The literals with these DIMACS numbers.
pub fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&n| Lit::from_dimacs(n).expect("a literal")).collect()
}

/// A literal over the first `vars` variables.
pub fn random_lit(rng: &mut Rng, vars: usize) -> Lit {
    Var::new(rng.below(vars)).lit(rng.one_in(2))
}

/// A clause of mostly three literals, duplicates and complements included.
pub fn random_clause(rng: &mut Rng, vars: usize) -> Vec<Lit> {
    clause_of_some_length(rng, vars, &[1, 2, 2, 3, 3, 3, 3, 4, 5])
}

/// A clause of one to three literals, sometimes with duplicates or complementary ones.
pub fn short_clause(rng: &mut Rng, vars: usize) -> Vec<Lit> {
    clause_of_some_length(rng, vars, &[1, 2, 3, 3, 3, 3, 3, 3])
}

fn clause_of_some_length(rng: &mut Rng, vars: usize, lengths: &[usize]) -> Vec<Lit> {
    let length = lengths[rng.below(lengths.len())];
    (0..length).map(|_| random_lit(rng, vars)).collect()
}

/// Whether some assignment of `vars` variables satisfies the clauses, the literals and the condition.
pub fn satisfiable(vars: usize, clauses: &[Vec<Lit>], fixed: &[Lit], also: impl Fn(u32) -> bool) -> bool {
    let masks = |lits: &[Lit]| {
        lits.iter().fold((0u32, 0u32), |(p, n), l| match l.is_negative() {
            false => (p | 1 << l.var().index(), n),
            true => (p, n | 1 << l.var().index()),
        })
    };
    let clauses: Vec<(u32, u32)> = clauses.iter().map(|c| masks(c)).collect();
    let (on, off) = masks(fixed);
    (0..1u32 << vars).any(|a| {
        a & on == on && a & off == 0 && clauses.iter().all(|&(p, n)| a & p != 0 || !a & n != 0) && also(a)
    })
}
