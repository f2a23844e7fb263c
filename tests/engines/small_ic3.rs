//! The IC3 of the examples, which is there to be read, is also right: it agrees with the engine on random circuits, and
//! its evidence passes the check.

use crate::cases::scaled;
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::ic3::circuit::Ic3;
use indubit::engine::Outcome;
use indubit::evidence::circuit::{check_certificate, check_trace};

#[path = "../../examples/ic3_in_300_lines.rs"]
#[allow(dead_code)]
mod ic3_in_300_lines;

#[test]
fn the_small_ic3_agrees_with_the_engine_on_600_random_circuits() {
    let budget = Budget::unlimited();
    let (mut safe, mut deep) = (0, 0);
    let cases = scaled(600);
    for seed in 0..cases as u64 {
        let shape = Shape { functions: 0, latches: 8, ..Shape::default() };
        let circuit = random_circuit(&mut Rng::new(seed), &shape);
        let mut engine = Ic3::new(&circuit, Default::default(), budget.clone());
        for property in circuit.properties() {
            let mut small = ic3_in_300_lines::Ic3::new(&circuit, property, &budget).expect("constant resets");
            let outcome = small.prove().expect("no limit");
            let expected = engine.prove(property, &mut ());
            match (&outcome, &expected) {
                (Outcome::Safe(certificate), Outcome::Safe(_)) => {
                    assert_eq!(
                        check_certificate(&circuit, property, certificate, &budget),
                        Ok(()),
                        "seed {}",
                        seed
                    );
                    safe += 1;
                }
                (Outcome::Unsafe(trace), Outcome::Unsafe(_)) => {
                    assert_eq!(check_trace(&circuit, trace), Ok(()), "seed {}", seed);
                    deep += usize::from(trace.depth().transitions() > 1);
                }
                _ => panic!("seed {}, {}: {:?}, expected {:?}", seed, property, outcome, expected),
            }
        }
    }
    assert!(cases < 600 || safe > 100 && deep > 20, "{} safe, {} unsafe after several steps", safe, deep);
}

#[test]
fn resets_by_functions_are_refused() {
    let mut rng = Rng::new(0);
    let circuit = std::iter::repeat_with(|| random_circuit(&mut rng, &Shape::default()))
        .find(|circuit| circuit.has_reset_functions())
        .expect("one of them");
    let property = circuit.properties().next().expect("a bad signal");
    assert!(ic3_in_300_lines::Ic3::new(&circuit, property, &Budget::unlimited()).is_none());
}
