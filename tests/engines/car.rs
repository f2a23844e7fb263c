//! CAR in both directions, against a search through all states, with its evidence checked.

use crate::cases::{scaled, try_random};
use crate::conformance::{cases, judge, Case, COMPLETE};
use crate::oracle::prop;
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Limit, Rng};
use indubit::engine::car::{Car, CarOptions, Direction};
use indubit::engine::{Outcome, StopCause};
use indubit::model::circuit::{Circuit, Reset, Signal};

const DIRECTIONS: [Direction; 2] = [Direction::Forward, Direction::Backward];

/// The defaults, and all that differ from them in one field, in each direction.
fn each_option() -> Vec<CarOptions> {
    let of = |direction: Direction| {
        let default = CarOptions { direction, ..CarOptions::default() };
        vec![
            default.clone(),
            CarOptions { seed: 1, ..default.clone() },
            CarOptions { intersection: !default.intersection, ..default.clone() },
            CarOptions { rotation: !default.rotation, ..default.clone() },
            CarOptions { drop_failures: 0, ..default.clone() },
            CarOptions { drop_failures: 100, ..default.clone() },
            CarOptions { retry: !default.retry, ..default.clone() },
            CarOptions { push: !default.push, ..default },
        ]
    };
    DIRECTIONS.into_iter().flat_map(of).collect()
}

/// Every field at random.
fn any_options(rng: &mut Rng) -> CarOptions {
    CarOptions {
        direction: DIRECTIONS[rng.below(2)],
        seed: rng.next_u64(),
        intersection: rng.one_in(2),
        rotation: rng.one_in(2),
        drop_failures: [0, 1, 100][rng.below(3)],
        retry: rng.one_in(2),
        push: rng.one_in(2),
    }
}

fn conforms(case: &Case, options: &CarOptions) {
    let mut engine = Car::new(&case.circuit, options.clone(), Budget::unlimited());
    for property in 0..case.depths.len() {
        judge(case, property, &engine.prove(prop(property), &mut ()), COMPLETE);
    }
}

#[test]
fn car_with_each_option_flipped_alone() {
    for case in cases() {
        for options in each_option() {
            conforms(&case, &options);
        }
    }
}

#[test]
fn car_agrees_with_breadth_first_search() {
    try_random(1000, |seed: u64| {
        let mut rng = Rng::new(seed);
        let functions = if rng.one_in(2) { 8 } else { 0 };
        let shape = Shape { functions, latches: 1 + rng.below(8), ..Shape::default() };
        let case = Case::new("random", random_circuit(&mut rng, &shape));
        for _ in 0..2 {
            conforms(&case, &any_options(&mut rng));
        }
    });
}

/// A search that a limit has stopped goes on with the frames and states that it has.
#[test]
fn car_goes_on_after_a_limit() {
    for seed in 0..scaled(100) as u64 {
        let mut rng = Rng::new(seed);
        let case = Case::new("random", random_circuit(&mut rng, &Shape { latches: 8, ..Shape::default() }));
        let budget = Budget::unlimited();
        let mut engine = Car::new(&case.circuit, any_options(&mut rng), budget.clone());
        for property in 0..case.depths.len() {
            for pause in 0.. {
                budget.pause_at(budget.work_used() + (pause + 1) * (1 + rng.below(300)) as u64);
                match engine.prove(prop(property), &mut ()) {
                    Outcome::Unknown(reason) => {
                        assert_eq!(reason.cause, StopCause::Limit(Limit::Paused));
                        let safe = reason.safe_depth.map_or(0, |depth| depth.transitions() + 1);
                        assert!(case.depths[property].map_or(true, |depth| depth >= safe), "seed {}", seed);
                    }
                    outcome => {
                        judge(&case, property, &outcome, COMPLETE);
                        break;
                    }
                }
            }
        }
    }
}

/// The name of a circuit, and a way to make it, which gives a signal that can be bad.
type Edge<'a> = (&'a str, &'a dyn Fn(&mut Circuit) -> Signal);

/// Circuits at the edges, each with bads that are never, sometimes and always true.
#[test]
fn car_on_circuits_at_the_edges() {
    let no_latches = |circuit: &mut Circuit| circuit.add_input();
    let free = |circuit: &mut Circuit| {
        let latch = circuit.add_latch(Reset::Free);
        circuit.set_next(latch, latch);
        latch
    };
    let never_admitted = |circuit: &mut Circuit| {
        circuit.add_constraint(Signal::FALSE);
        circuit.add_latch(Reset::One)
    };
    // The constraint holds in no step that is bad, and then in no further one.
    let admitted_once = |circuit: &mut Circuit| {
        let latch = circuit.add_latch(Reset::Zero);
        circuit.set_next(latch, Signal::TRUE);
        circuit.add_constraint(!latch);
        latch
    };
    let held_input = |circuit: &mut Circuit| {
        let input = circuit.add_input();
        let latch = circuit.add_latch(Reset::Zero);
        circuit.set_reset(latch, Reset::Function(input));
        let differ = circuit.xor(latch, input);
        circuit.add_constraint(!differ);
        differ
    };
    let edges: [Edge<'_>; 5] = [
        ("no latches", &no_latches),
        ("free", &free),
        ("never admitted", &never_admitted),
        ("admitted once", &admitted_once),
        ("held input", &held_input),
    ];
    for (name, edge) in edges {
        let mut circuit = Circuit::new();
        let signal = edge(&mut circuit);
        for bad in [Signal::FALSE, Signal::TRUE, signal, !signal] {
            circuit.add_bad(bad);
        }
        let case = Case::new(name, circuit);
        each_option().iter().for_each(|options| conforms(&case, options));
    }
}
