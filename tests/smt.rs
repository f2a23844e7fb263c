//! The solver against enumeration of small models, with scopes, assumptions, cores and models.

mod support_smt;

use indubit::base::Rng;
use indubit::solver::smt::{Solver, Verdict};
use indubit::solver::term::{TermId, Value};
use quickcheck::{QuickCheck, TestResult};
use support_smt::World;

fn solver_agrees(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let mut world = World::new(&mut rng);
    let mut solver = Solver::default();
    for t in world.domain.clone() {
        solver.assert(&mut world.terms, t);
    }
    for _ in 0..14 {
        match rng.below(6) {
            0 => solver.push(),
            1 => solver.pop(),
            _ => {}
        }
        // The outermost pop leaves the domain where it is.
        let formula = world.formula(&mut rng, 3);
        if rng.one_in(2) {
            solver.assert(&mut world.terms, formula);
        }
        let assumptions: Vec<TermId> = (0..rng.below(3)).map(|_| world.formula(&mut rng, 2)).collect();
        let mut all = solver.assertions().to_vec();
        all.extend(&assumptions);
        let expected = world.satisfiable(&all);
        match solver.check(&mut world.terms, &assumptions) {
            Verdict::Sat => {
                assert!(expected, "{:?}", all.iter().map(|&t| world.terms.text(t)).collect::<Vec<_>>());
                let values = solver.model().evaluate_all(&world.terms, &all);
                assert!(values.iter().all(Value::is_true));
            }
            Verdict::Unsat => {
                assert!(!expected, "{:?}", all.iter().map(|&t| world.terms.text(t)).collect::<Vec<_>>());
                if rng.one_in(2) {
                    solver.minimise_core(&mut world.terms);
                }
                let core = solver.core().to_vec();
                assert!(core.iter().all(|t| assumptions.contains(t)));
                let mut fewer = solver.assertions().to_vec();
                fewer.extend(core);
                assert!(!world.satisfiable(&fewer));
            }
            Verdict::Unknown(reason) => panic!("unknown: {}", reason),
        }
    }
    TestResult::passed()
}

#[test]
fn verdicts_models_and_cores_agree_with_enumeration() {
    QuickCheck::new().tests(300).quickcheck(solver_agrees as fn(u64) -> TestResult);
}
