//! The simplex: a dense random system, a sparse chain, and a search that asserts, propagates and undoes.

use criterion::{criterion_group, criterion_main, BatchSize, BenchmarkId, Criterion};
use indubit::base::{Budget, Rng};
use indubit::theories::lra::{LraVar, Side, Simplex, Stop, Tag};
use indubit::theories::num::Rational;

fn vars(simplex: &mut Simplex, count: usize) -> Vec<LraVar> {
    (0..count).map(|_| simplex.new_var()).collect()
}

fn bound(simplex: &mut Simplex, var: LraVar, side: Side, value: Rational) {
    assert!(simplex.assert_bound(var, side, value.into(), Tag(0)).is_ok());
}

/// As many sums as variables, all coefficients random; satisfied by a random point, or contradictory together.
fn dense(count: usize, satisfiable: bool, seed: u64) -> Simplex {
    let mut rng = Rng::new(seed);
    let mut simplex = Simplex::new();
    let x = vars(&mut simplex, count);
    let point: Vec<i64> = x.iter().map(|_| rng.below(21) as i64 - 10).collect();
    let mut total = vec![0; count];
    for _ in 0..count {
        let row: Vec<i64> = x.iter().map(|_| rng.below(11) as i64 - 5).collect();
        let at_point: i64 = row.iter().zip(&point).map(|(c, p)| c * p).sum();
        let sum: Vec<(Rational, LraVar)> =
            row.iter().zip(&x).map(|(&c, &v)| (Rational::from(c), v)).collect();
        let slack = simplex.new_row(&sum);
        bound(&mut simplex, slack, Side::Lower, Rational::from(at_point));
        total.iter_mut().zip(&row).for_each(|(t, c)| *t += c);
    }
    if !satisfiable {
        let at_point: i64 = total.iter().zip(&point).map(|(c, p)| c * p).sum();
        let sum: Vec<(Rational, LraVar)> =
            total.iter().zip(&x).map(|(&c, &v)| (Rational::from(c), v)).collect();
        let slack = simplex.new_row(&sum);
        bound(&mut simplex, slack, Side::Upper, Rational::from(at_point - 1));
    }
    simplex
}

/// Differences of random neighbours along a line, as in scheduling: each later than the one before, with a deadline.
fn chain(length: usize, seed: u64) -> Simplex {
    let mut rng = Rng::new(seed);
    let mut simplex = Simplex::new();
    let x = vars(&mut simplex, length);
    for i in 1..length {
        for j in [i - 1, i - 1 - rng.below(i.min(8))] {
            let slack = simplex.new_row(&[(Rational::ONE, x[i]), (Rational::MINUS_ONE, x[j])]);
            bound(&mut simplex, slack, Side::Lower, Rational::from(1 + rng.below(3) as i64));
        }
    }
    bound(&mut simplex, x[0], Side::Lower, Rational::ZERO);
    bound(&mut simplex, x[length - 1], Side::Upper, Rational::from(4 * length as i64));
    simplex
}

/// Levels with random bounds on the variables of a system, each undone when it contradicts.
fn search(mut simplex: Simplex, steps: usize) -> (u64, usize) {
    let mut rng = Rng::new(9);
    let (budget, mut implied) = (Budget::unlimited(), 0);
    for _ in 0..steps {
        simplex.push();
        let var = LraVar::new(rng.below(simplex.var_count()));
        let side = if rng.one_in(2) { Side::Lower } else { Side::Upper };
        let value = Rational::from(rng.below(100) as i64 - 20).into();
        let consistent =
            simplex.assert_bound(var, side, value, Tag(1)).is_ok() && simplex.check(&budget).is_ok();
        if consistent {
            simplex.propagate(|_| {
                implied += 1;
                true
            });
        } else {
            simplex.pop(1 + rng.below(3));
        }
    }
    (simplex.pivots(), implied)
}

fn solve(mut simplex: Simplex, satisfiable: bool) -> u64 {
    match simplex.check(&Budget::unlimited()) {
        Ok(()) => assert!(satisfiable),
        Err(Stop::Conflict(_)) => assert!(!satisfiable),
        Err(Stop::Limit(limit)) => panic!("{}", limit),
    }
    simplex.pivots()
}

fn simplex(c: &mut Criterion) {
    let mut group = c.benchmark_group("simplex");
    group.sample_size(10);
    for satisfiable in [true, false] {
        let name = if satisfiable { "dense, satisfiable" } else { "dense, contradictory" };
        for count in [20, 40] {
            let system = dense(count, satisfiable, 1);
            eprintln!("{} {}: {} pivots", name, count, solve(system.clone(), satisfiable));
            group.bench_function(BenchmarkId::new(name, count), |t| {
                t.iter_batched(|| system.clone(), |s| solve(s, satisfiable), BatchSize::LargeInput)
            });
        }
    }
    for length in [300, 3000] {
        let system = chain(length, 2);
        eprintln!("chain {}: {} pivots", length, solve(system.clone(), true));
        group.bench_function(BenchmarkId::new("chain", length), |t| {
            t.iter_batched(|| system.clone(), |s| solve(s, true), BatchSize::LargeInput)
        });
    }
    let system = chain(300, 3);
    eprintln!("search: {:?} pivots and implied bounds", search(system.clone(), 1000));
    group.bench_function("search of 1000 steps in a chain of 300", |t| {
        t.iter_batched(|| system.clone(), |s| search(s, 1000), BatchSize::LargeInput)
    });
    group.finish();
}

criterion_group!(benches, simplex);
criterion_main!(benches);
