//! Search: formulas of three kinds, each built and solved from nothing.

use criterion::{criterion_group, criterion_main, Criterion};
use indubit::base::{Lit, Rng, Var};
use indubit::solver::sat::{Answer, SatOptions, Solver};

type Formula = Vec<Vec<Lit>>;

/// One pigeon more than holes; unsatisfiable, and hard for resolution.
fn pigeonhole(holes: usize) -> Formula {
    let sits = |pigeon: usize, hole: usize| Var::new(pigeon * holes + hole);
    let mut formula: Formula =
        (0..=holes).map(|p| (0..holes).map(|h| sits(p, h).positive()).collect()).collect();
    for hole in 0..holes {
        for p in 0..=holes {
            formula.extend((0..p).map(|q| vec![sits(p, hole).negative(), sits(q, hole).negative()]));
        }
    }
    formula
}

/// Random clauses of three literals at a ratio near the threshold.
fn random(vars: usize, clauses: usize, seed: u64) -> Formula {
    let mut rng = Rng::new(seed);
    let mut clause = || {
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < 3 {
            let v = rng.below(vars);
            if !chosen.contains(&v) {
                chosen.push(v);
            }
        }
        chosen.into_iter().map(|v| Var::new(v).lit(rng.one_in(2))).collect()
    };
    (0..clauses).map(|_| clause()).collect()
}

/// Two chains of exclusive ors over the same inputs, the second in random order; their results are said to differ.
fn parity(inputs: usize, seed: u64) -> Formula {
    let mut formula = Formula::new();
    let mut fresh = inputs;
    let mut order: Vec<usize> = (0..inputs).collect();
    let mut chain = |order: &[usize]| {
        let mut sum = Var::new(order[0]).positive();
        for &i in &order[1..] {
            let (a, b, c) = (sum, Var::new(i).positive(), Var::new(fresh).positive());
            fresh += 1;
            formula.extend([vec![!a, !b, !c], vec![a, b, !c], vec![a, !b, c], vec![!a, b, c]]);
            sum = c;
        }
        sum
    };
    let left = chain(&order);
    Rng::new(seed).shuffle(&mut order);
    let right = chain(&order);
    formula.extend([vec![left, right], vec![!left, !right]]);
    formula
}

fn solve(formula: &Formula) -> Answer {
    let mut solver = Solver::new(SatOptions::default());
    solver.reserve_vars(formula.iter().flatten().map(|l| l.var().index() + 1).max().unwrap_or(0));
    for clause in formula {
        solver.add_clause(clause);
    }
    solver.solve(&[])
}

fn solving(c: &mut Criterion) {
    let mut group = c.benchmark_group("solving");
    group.sample_size(10);
    for (name, formula, answer) in [
        ("pigeonhole 8", pigeonhole(8), Answer::Unsat),
        ("random, satisfiable", random(220, 910, 1), Answer::Sat),
        ("random, unsatisfiable", random(180, 830, 2), Answer::Unsat),
        ("parity", parity(20, 3), Answer::Unsat),
    ] {
        assert_eq!(solve(&formula), answer, "{}", name);
        group.bench_function(name, |b| b.iter(|| solve(&formula)));
    }
    group.finish();
}

criterion_group!(benches, solving);
criterion_main!(benches);
