//! The traits, and a search for the best model with an encoding of `rustsat`.

use rustsat::algs::maxsat::SolutionImprovingSearch;
use rustsat::encodings::card::{BoundUpper, BoundUpperIncremental, Totalizer};
use rustsat::encodings::pb::{BinaryAdder, GeneralizedTotalizer};
use rustsat::instances::{BasicVarManager, ManageVars, OptInstance};
use rustsat::solvers::*;
use rustsat::types::{Lit, TernaryVal};
use rustsat::{clause, lit, var};
use rustsat_indubit::Indubit;

/// Holes and one more pigeon: unsatisfiable, and hard enough to learn from.
fn pigeons(solver: &mut Indubit<'_>, holes: u32) {
    let at = |pigeon: u32, hole: u32| Lit::positive(pigeon * holes + hole);
    for pigeon in 0..=holes {
        solver.add_clause((0..holes).map(|hole| at(pigeon, hole)).collect()).unwrap();
        for other in 0..pigeon {
            (0..holes).for_each(|hole| solver.add_binary(!at(pigeon, hole), !at(other, hole)).unwrap());
        }
    }
}

#[test]
fn models_cores_and_counts() {
    let mut solver = Indubit::default();
    assert!(solver.core().is_err() && solver.lit_val(lit![0]).is_err());
    solver.extend(vec![clause![lit![0], lit![1]], clause![!lit![0], lit![2]]]);
    assert_eq!(solver.solve_assumps(&[!lit![1], !lit![2], lit![3]]).unwrap(), SolverResult::Unsat);
    let mut core = solver.core().unwrap();
    core.sort_unstable();
    assert_eq!(core, [lit![1], lit![2]]);
    assert_eq!(solver.solve_assumps(&[!lit![1]]).unwrap(), SolverResult::Sat);
    assert_eq!(solver.lit_val(lit![2]).unwrap(), TernaryVal::True);
    assert!(solver.core().is_err());
    let stats = solver.stats();
    assert_eq!((stats.n_sat, stats.n_unsat, stats.n_clauses, stats.max_var), (1, 1, 2, Some(var![3])));
    assert_eq!(stats.avg_clause_len, 2.0);
    assert!(solver.propagations() > 0);
}

#[test]
fn limits_terminators_and_interrupters_stop_a_search_that_can_go_on() {
    let calls = std::cell::Cell::new(0);
    {
        let mut solver = Indubit::default();
        pigeons(&mut solver, 8);
        solver.limit_conflicts(Some(10)).unwrap();
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        assert!(solver.core().is_err());
        solver.limit_conflicts(None).unwrap();
        solver.limit_decisions(Some(5)).unwrap();
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        solver.limit_decisions(None).unwrap();
        solver.limit_propagations(Some(5)).unwrap();
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        solver.limit_propagations(None).unwrap();
        let interrupter = solver.interrupter();
        let calls = &calls;
        solver.attach_terminator(move || {
            calls.set(calls.get() + 1);
            if calls.get() == 3 {
                interrupter.interrupt();
            }
            ControlSignal::Continue
        });
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        solver.detach_terminator();
        assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
        assert_eq!(solver.n_terminated(), 4);
    }
    assert_eq!(calls.get(), 3);
}

#[test]
fn learnt_clauses_are_told_and_follow() {
    let mut learnt = Vec::new();
    {
        let mut solver = Indubit::default();
        pigeons(&mut solver, 5);
        solver.attach_learner(|clause| learnt.push(clause), 4);
        assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
    }
    assert!(!learnt.is_empty() && learnt.iter().all(|clause| clause.len() <= 4));
    let mut other = Indubit::default();
    pigeons(&mut other, 5);
    for clause in learnt.iter().take(50) {
        let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
        assert_eq!(other.solve_assumps(&negated).unwrap(), SolverResult::Unsat);
    }
}

#[test]
fn phases_are_kept_until_they_are_taken_back() {
    let mut solver = Indubit::default();
    (0..40).for_each(|v| solver.add_binary(Lit::positive(v), Lit::positive(v + 1)).unwrap());
    for (first, value) in [(true, TernaryVal::True), (false, TernaryVal::False)] {
        (0..41).step_by(2).for_each(|v| solver.phase_lit(Lit::new(v, !first)).unwrap());
        (1..41).step_by(2).for_each(|v| solver.phase_lit(Lit::new(v, first)).unwrap());
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        assert_eq!(solver.lit_val(lit![20]).unwrap(), value);
    }
    solver.unphase_var(var![20]).unwrap();
    solver.freeze_var(var![3]).unwrap();
    assert!(solver.is_frozen(var![3]).unwrap());
    solver.melt_var(var![3]).unwrap();
    assert!(!solver.is_frozen(var![3]).unwrap() && solver.melt_var(var![3]).is_err());
}

#[test]
fn flipped_models_are_models_and_propagation_is_that_of_units() {
    let mut solver = Indubit::default();
    solver.extend(vec![clause![lit![0]], clause![lit![1], lit![2]], clause![!lit![0], !lit![3], lit![4]]]);
    assert_eq!(solver.solve_assumps(&[lit![1], lit![2]]).unwrap(), SolverResult::Sat);
    assert!(!solver.flip_lit(lit![0]).unwrap());
    assert!(solver.is_flippable(lit![2]).unwrap() && solver.flip_lit(lit![1]).unwrap());
    assert_eq!(solver.lit_val(lit![1]).unwrap(), TernaryVal::False);
    assert!(!solver.is_flippable(lit![2]).unwrap());
    let found = solver.propagate(&[lit![3], !lit![1]], false).unwrap();
    let mut propagated = found.propagated;
    propagated.sort_unstable();
    assert_eq!((propagated, found.conflict), (vec![lit![0], !lit![1], lit![2], lit![3], lit![4]], false));
    assert!(solver.propagate(&[lit![3], !lit![4]], false).unwrap().conflict);
}

/// The least number of vertices that touch all edges of a cycle, by a totalizer whose bound falls.
#[test]
fn the_best_model_is_found_with_an_encoding() {
    for size in [5u32, 8, 11] {
        let mut solver = Indubit::default();
        let mut vars = BasicVarManager::default();
        let vertices: Vec<Lit> = (0..size).map(|_| vars.new_lit()).collect();
        (0..size as usize)
            .for_each(|v| solver.add_binary(vertices[v], vertices[(v + 1) % size as usize]).unwrap());
        let mut totalizer = Totalizer::from_iter(vertices.clone());
        let mut best = size as usize;
        totalizer.encode_ub_change(0..=best, &mut solver, &mut vars).unwrap();
        while best > 0 {
            let bound = totalizer.enforce_ub(best - 1).unwrap();
            if solver.solve_assumps(&bound).unwrap() == SolverResult::Unsat {
                break;
            }
            let chosen = |&&v: &&Lit| solver.lit_val(v).unwrap() == TernaryVal::True;
            best = vertices.iter().filter(chosen).count();
        }
        assert_eq!(best, (size as usize).div_ceil(2));
    }
}

/// MaxSAT by `rustsat` itself, with two of its encodings: vertices with weights that touch all edges of random graphs.
#[test]
fn rustsat_s_own_maxsat_finds_the_least_weight() {
    let mut state = 7u32;
    let mut below = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % bound
    };
    for _ in 0..20 {
        let size = 6 + below(4);
        let weights: Vec<usize> = (0..size).map(|_| 1 + below(9) as usize).collect();
        let edges: Vec<(u32, u32)> = (0..2 * size).map(|_| (below(size), below(size))).collect();
        let touched = |set: u32| edges.iter().all(|&(a, b)| set >> a & 1 == 1 || set >> b & 1 == 1);
        let weight = |set: u32| (0..size).filter(|v| set >> v & 1 == 1).map(|v| weights[v as usize]).sum();
        let least: Option<usize> = (0..1 << size).filter(|&set| touched(set)).map(weight).min();
        let mut problem: OptInstance = OptInstance::new();
        for &(a, b) in &edges {
            problem.constraints_mut().add_clause(clause![Lit::positive(a), Lit::positive(b)]);
        }
        for (v, &weight) in (0..).zip(&weights) {
            problem.objective_mut().add_soft_lit(weight, Lit::positive(v));
        }
        type Totals = SolutionImprovingSearch<Indubit<'static>, GeneralizedTotalizer>;
        type Adders = SolutionImprovingSearch<Indubit<'static>, BinaryAdder>;
        let found = [problem.clone().solve_maxsat::<Totals>(), problem.solve_maxsat::<Adders>()];
        let costs = found.map(|best| best.map(|(_, cost)| cost as usize));
        assert_eq!(costs, [least, least]);
    }
}
