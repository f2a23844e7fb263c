//! Unit propagation: one assumption sets every variable, and there is nothing to search.

use criterion::{criterion_group, criterion_main, BatchSize, Criterion, Throughput};
use indubit::base::{Lit, Var};
use indubit::solver::sat::{Answer, SatOptions, Solver};

fn solver(vars: usize) -> Solver {
    let mut solver = Solver::new(SatOptions::incremental());
    solver.reserve_vars(vars);
    solver
}

/// Binary clauses only: each variable implies the next.
fn chain(length: usize) -> Solver {
    let mut solver = solver(length);
    for i in 1..length {
        solver.add_clause(&[Var::new(i - 1).negative(), Var::new(i).positive()]);
    }
    solver
}

/// Ternary clauses: a cell follows from the one above and the one to the left; the border follows from the corner.
fn grid(side: usize) -> Solver {
    let cell = |row: usize, column: usize| Var::new(row * side + column);
    let mut solver = solver(side * side);
    for row in 0..side {
        for column in 0..side {
            let mut clause: Vec<Lit> = Vec::new();
            if row > 0 {
                clause.push(cell(row - 1, column).negative());
            }
            if column > 0 {
                clause.push(cell(row, column - 1).negative());
            }
            if !clause.is_empty() {
                clause.push(cell(row, column).positive());
                solver.add_clause(&clause);
            }
        }
    }
    solver
}

/// Clauses of nine literals: each variable follows from the eight before it, so watches have to move.
fn window(length: usize) -> Solver {
    let mut solver = solver(length);
    for i in 1..length {
        let before = i.saturating_sub(8)..i;
        let clause: Vec<Lit> =
            before.map(|j| Var::new(j).negative()).chain([Var::new(i).positive()]).collect();
        solver.add_clause(&clause);
    }
    solver
}

fn propagation(c: &mut Criterion) {
    let vars = 90_000;
    let mut group = c.benchmark_group("propagation");
    group.throughput(Throughput::Elements(vars as u64));
    for (name, solver) in [("chain", chain(vars)), ("grid", grid(300)), ("window", window(vars))] {
        // A copy for each run: the next query of the same solver would find the watches where this one left them.
        let query = |mut solver: Solver| {
            assert_eq!(solver.solve(&[Var::new(0).positive()]), Answer::Sat);
            solver
        };
        group.bench_function(name, |b| b.iter_batched(|| solver.clone(), query, BatchSize::LargeInput));
    }
    group.finish();
}

criterion_group!(benches, propagation);
criterion_main!(benches);
