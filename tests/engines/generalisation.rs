//! Ways to come by lemmas: that they make a difference, and no wrong verdict.

use crate::cases::scaled;
use crate::counts::enough;
use crate::oracle::prop;
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::ic3::circuit::{Ic3, Ic3Options};
use indubit::engine::ic3::{Generalisation, SearchOptions, SearchStatistics};
use indubit::engine::Outcome;
use indubit::evidence::circuit::{check, Evidence};
use indubit::evidence::CheckOptions;
use indubit::model::circuit::Circuit;

/// Circuits that take IC3 some lemmas.
const SHAPE: Shape = Shape { latches: 12, inputs: 4, ands: 70, constraints: 1, bads: 3, functions: 2 };

/// The verdicts of IC3, whose evidence is checked, and its work.
fn run(circuit: &Circuit, search: SearchOptions) -> (Vec<bool>, SearchStatistics) {
    let options = Ic3Options { search, ..Ic3Options::default() };
    let mut engine = Ic3::new(circuit, options, Budget::unlimited());
    let mut safe = Vec::new();
    for p in 0..circuit.bads().len() {
        let evidence = match engine.prove(prop(p), &mut ()) {
            Outcome::Safe(certificate) => {
                Evidence::Certificate { property: prop(p), certificate: certificate.into() }
            }
            Outcome::Unsafe(trace) => Evidence::Trace(trace),
            Outcome::Unknown(reason) => panic!("{}", reason),
        };
        safe.push(matches!(evidence, Evidence::Certificate { .. }));
        let checked = check(circuit, &evidence, &CheckOptions::default(), &Budget::unlimited());
        assert_eq!(checked, Ok(()));
    }
    (safe, engine.statistics().search)
}

/// In debug builds the solver of the frame is asked about each clause of an interpolant.
#[test]
fn interpolants_give_other_lemmas_than_cores() {
    let mut different = 0;
    for seed in 0..scaled(300) as u64 {
        let circuit = random_circuit(&mut Rng::new(seed), &SHAPE);
        let by = |generalisation| run(&circuit, SearchOptions { generalisation, ..SearchOptions::default() });
        let (core, with_core) = by(Generalisation::Core);
        let (interpolant, with_interpolant) = by(Generalisation::Interpolant);
        assert_eq!(core, interpolant, "seed {}", seed);
        different += (with_interpolant != with_core) as u64;
    }
    assert!(enough(different, 4), "{}", different);
}

#[test]
fn lemmas_are_pushed_beyond_the_frontier_to_the_infinity_frame() {
    let mut infinite = 0;
    for seed in 0..scaled(300) as u64 {
        let circuit = random_circuit(&mut Rng::new(seed), &SHAPE);
        let by =
            |may_obligations| run(&circuit, SearchOptions { may_obligations, ..SearchOptions::default() });
        let ((without, none), (with, some)) = (by(false), by(true));
        assert_eq!(without, with, "seed {}", seed);
        assert_eq!(none.infinite, 0);
        infinite += some.infinite;
    }
    assert!(enough(infinite, 10), "{}", infinite);
}
