//! Reductions against the explicit-state oracle: verdicts and depths stay, evidence finds its way back.

use crate::cases::{scaled, try_random};
use crate::fixtures::{fixture, fixtures};
use crate::oracle::{exactly, explicit_verdicts, explore, is_inductive, replay};
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::model::circuit::{Circuit, InputId, LatchId, Reset, Signal};
use indubit::model::invariant::{Certificate, ClausalInvariant, Proof};
use indubit::model::reduce::{reduce, ReduceOptions, Reduction};
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, Verifier, VerifyOptions};

fn reduced(circuit: &Circuit) -> Reduction {
    reduce(circuit, &ReduceOptions::default(), &Budget::unlimited())
}

/// Verdicts, depths, traces and invariants of a reduction, all by enumeration.
fn faithful(original: &Circuit, reduction: &Reduction) {
    let circuit = &reduction.circuit;
    let exploration = explore(circuit);
    assert_eq!(exploration.depths(), explicit_verdicts(original));
    for trace in exploration.traces.iter().flatten() {
        replay(circuit, trace);
        replay(original, &reduction.lift_trace(trace));
    }
    let lifted = reduction.lift_invariant(&exactly(circuit, &exploration.reachable));
    assert!(is_inductive(original, &lifted, None));
    for (trace, &bad) in exploration.traces.iter().zip(original.bads()) {
        assert!(trace.is_some() || is_inductive(original, &lifted, Some(bad)));
    }
}

#[test]
fn random_circuits_reduce_faithfully() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let circuit = random_circuit(&mut rng, &Shape { inputs: 3, ..Shape::default() });
        faithful(&circuit, &Reduction::identity(&circuit));
        faithful(&circuit, &reduced(&circuit));
        let options = ReduceOptions {
            rewriting: rng.one_in(2),
            constants: rng.one_in(2),
            equivalences: rng.one_in(2),
            functional: rng.one_in(2),
            definitions: rng.one_in(2),
            // Often too little, so that the search is given up halfway.
            effort: rng.below(400) as u64,
            conflicts: rng.below(3) as u64,
            seed: rng.next_u64(),
            rounds: rng.below(4),
        };
        faithful(&circuit, &reduce(&circuit, &options, &Budget::unlimited()));
    });
}

#[test]
fn fixtures_reduce_faithfully() {
    for fixture in fixtures() {
        let circuit = fixture.circuit();
        let reduction = reduced(&circuit);
        assert!(reduction.circuit.latches().len() <= circuit.latches().len(), "{}", fixture.name);
        faithful(&circuit, &reduction);
    }
}

#[test]
fn what_no_property_depends_on_goes() {
    let mut circuit = Circuit::new();
    let unused = circuit.add_input();
    let used = circuit.add_input();
    let idle = circuit.add_latch(Reset::Free);
    let kept = circuit.add_latch(Reset::One);
    let gate = circuit.and(idle, unused);
    circuit.set_next(idle, gate);
    let next = circuit.and(kept, used);
    circuit.set_next(kept, next);
    circuit.add_bad(!kept);
    let reduction = reduced(&circuit);
    assert_eq!((reduction.circuit.latches().len(), reduction.circuit.inputs().len()), (1, 1));
    assert_eq!(reduction.original_latch(LatchId::new(0)).index(), 1);
    assert_eq!(reduction.original_input(InputId::new(0)).index(), 1);
    assert!(reduction.keeps_simple_paths(&circuit));
    assert!(Reduction::identity(&circuit).keeps_simple_paths(&circuit));
    faithful(&circuit, &reduction);
}

/// Both properties depend on the wheel, the first one by way of a latch that never changes. Reduced, the first one does
/// not, although the wheel is kept for the second one: its states then differ less than the checker assumes.
#[test]
fn a_latch_that_is_kept_for_another_property_is_no_part_of_a_simple_path() {
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    let [stuck, wheel, alarm] = [(); 3].map(|()| circuit.add_latch(Reset::Zero));
    let left = circuit.add_latch(Reset::Free);
    let right = circuit.add_latch(Reset::Function(!left));
    let next = circuit.and(stuck, wheel);
    circuit.set_next(stuck, next);
    circuit.set_next(wheel, !wheel);
    let both = circuit.and(left, right);
    let next = circuit.and(both, input);
    circuit.set_next(alarm, next);
    let first = circuit.or(stuck, alarm);
    let second = circuit.and(wheel, input);
    circuit.add_bad(first);
    circuit.add_bad(second);
    let reduction = reduced(&circuit);
    assert_eq!(reduction.circuit.latches().len(), 4);
    assert!(!reduction.keeps_simple_paths(&circuit));
    let options = VerifyOptions { engine: Engine::KInduction, ..VerifyOptions::default() };
    let verifier = Verifier::new(circuit, options, Budget::unlimited());
    let verified = verifier.expect("an engine over circuits").verify(PropertyId::new(0), &mut ());
    assert!(matches!(
        verified.outcome,
        Outcome::Safe(Proof::Safety(Certificate::KInductive { simple_path: true, .. }))
    ));
}

#[test]
fn a_stuck_latch_is_a_fact_of_every_certificate() {
    let circuit = fixture("stuck_latch").circuit();
    let reduction = reduced(&circuit);
    assert_eq!(reduction.circuit.bads()[0], Signal::FALSE);
    let none = ClausalInvariant::default();
    let lifted = reduction.lift_certificate(&Certificate::Inductive(none.clone()));
    let facts = match &lifted {
        Certificate::Inductive(invariant) => invariant.clone(),
        other => panic!("{:?}", other),
    };
    assert!(facts.clauses.contains(&vec![!circuit.latches()[0].node.signal()]));
    let by_induction = Certificate::KInductive { k: 2, lemmas: none, simple_path: false };
    let expected = Certificate::KInductive { k: 2, lemmas: facts, simple_path: false };
    assert_eq!(reduction.lift_certificate(&by_induction), expected);
}

#[test]
fn twins_are_one() {
    let circuit = fixture("twin_counters").circuit();
    assert_eq!(circuit.latches().len(), 6);
    let reduction = reduced(&circuit);
    assert_eq!(reduction.circuit.latches().len(), 3);
    assert_eq!(reduction.circuit.bads()[0], Signal::FALSE);
    assert!(reduction.keeps_simple_paths(&circuit));
    faithful(&circuit, &reduction);
}

/// If `left = right` were proved with the constraint of the next step and then used in that very constraint, nothing
/// would be left of it, and a trace of the reduced circuit would be none of the original.
#[test]
fn a_constraint_that_makes_latches_equal_stays() {
    let mut circuit = Circuit::new();
    let (data, noise) = (circuit.add_input(), circuit.add_input());
    let (left, right) = (circuit.add_latch(Reset::Zero), circuit.add_latch(Reset::Zero));
    let noisy = circuit.and(data, noise);
    circuit.set_next(left, data);
    circuit.set_next(right, noisy);
    let differ = circuit.xor(left, right);
    circuit.add_constraint(!differ);
    circuit.add_bad(left);
    let reduction = reduced(&circuit);
    assert_eq!(reduction.circuit.constraints().len(), 1);
    faithful(&circuit, &reduction);
}

/// The constraint of the present step, however, is free to use.
#[test]
fn a_constraint_on_inputs_makes_latches_equal() {
    let mut circuit = Circuit::new();
    let (one, other) = (circuit.add_input(), circuit.add_input());
    let (left, right) = (circuit.add_latch(Reset::One), circuit.add_latch(Reset::Zero));
    circuit.set_next(left, one);
    circuit.set_next(right, other);
    let differ = circuit.xor(one, other);
    circuit.add_constraint(differ);
    let same = circuit.xor(left, !right);
    circuit.add_bad(same);
    circuit.add_bad(right);
    let reduction = reduced(&circuit);
    assert_eq!(reduction.circuit.latches().len(), 1);
    assert_eq!(reduction.circuit.bads()[0], Signal::FALSE);
    faithful(&circuit, &reduction);
}

#[test]
fn a_spent_budget_still_gives_a_reduction() {
    let budget = Budget::unlimited();
    budget.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    for fixture in fixtures() {
        let circuit = fixture.circuit();
        faithful(&circuit, &reduce(&circuit, &ReduceOptions::default(), &budget));
    }
}

#[test]
fn the_same_circuit_is_reduced_in_the_same_way() {
    for seed in 0..scaled(20) as u64 {
        let circuit = random_circuit(&mut Rng::new(seed), &Shape { latches: 12, ..Shape::default() });
        assert_eq!(reduced(&circuit).circuit, reduced(&circuit).circuit);
    }
}

#[test]
fn two_level_rules_find_what_one_level_misses() {
    type Build = fn(&mut Circuit, [Signal; 3]) -> Signal;
    let cases: [(&str, usize, Build); 6] = [
        ("contradiction", 0, |c, [x, y, z]| {
            let (p, q) = (c.and(x, y), c.and(!x, z));
            c.and(p, q)
        }),
        ("subsumption", 1, |c, [x, y, z]| {
            let (p, q) = (c.and(x, y), c.and(!x, z));
            c.and(!p, q)
        }),
        ("idempotence", 2, |c, [x, y, z]| {
            let (p, q) = (c.and(x, y), c.and(x, z));
            c.and(p, q)
        }),
        ("substitution", 1, |c, [x, y, _]| {
            let p = c.and(x, y);
            c.and(!p, x)
        }),
        ("resolution", 0, |c, [x, y, _]| {
            let (p, q) = (c.and(x, y), c.and(x, !y));
            c.and(!p, !q)
        }),
        ("substitution below both", 2, |c, [x, y, z]| {
            let (p, q) = (c.and(x, y), c.and(x, z));
            c.and(!p, q)
        }),
    ];
    for (name, gates, build) in cases {
        let mut circuit = Circuit::new();
        let inputs = [circuit.add_input(), circuit.add_input(), circuit.add_input()];
        let bad = build(&mut circuit, inputs);
        circuit.add_bad(bad);
        let reduction = reduced(&circuit);
        assert_eq!(reduction.circuit.and_count(), gates, "{}", name);
        faithful(&circuit, &reduction);
    }
}

/// The later of two equal gates reads two inputs, the earlier one also a latch that starts with the later one's value.
#[test]
fn equal_gates_are_not_merged_into_a_cycle_of_resets() {
    let mut circuit = Circuit::new();
    let [x, z, w] = [(); 3].map(|()| circuit.add_input());
    let y = circuit.add_latch(Reset::Free);
    let sides = [y, !y].map(|y| {
        let side = circuit.and(y, w);
        let (with_x, with_z) = (circuit.or(x, side), circuit.or(z, side));
        circuit.and(with_x, with_z)
    });
    let early = circuit.and(sides[0], sides[1]);
    let late = circuit.and(x, z);
    circuit.set_reset(y, Reset::Function(late));
    circuit.set_next(y, early);
    let bad = circuit.and(y, !x);
    circuit.add_bad(bad);
    let reduced = reduce(&circuit, &ReduceOptions::default(), &Budget::unlimited());
    assert_eq!(explicit_verdicts(&reduced.circuit), explicit_verdicts(&circuit));
    assert_eq!(explicit_verdicts(&circuit), [Some(1)]);
}
