//! Reset functions: latches that start with the value that a signal has in the first step.

use crate::cases::try_random;
use crate::conformance::{
    bmc_conforms, flow_conforms, fsis_conforms, ic3_conforms, itp_conforms, k_induction_conforms,
    lazy_ic3_conforms, Case, Told, COMPLETE, COMPLETE_AND_SHORTEST, FORMS,
};
use crate::fixtures::fixture;
use crate::options::{any_ic3_options, any_lazy_options, any_reduce_options};
use crate::oracle::prop;
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::bmc::{BmcOptions, Start};
use indubit::engine::fsis::FsisOptions;
use indubit::engine::itp::ItpOptions;
use indubit::engine::kinduction::KInductionOptions;
use indubit::evidence::circuit::{
    check, check_certificate, check_trace, check_witness_circuit, read_clauses, read_witnesses,
    write_clauses, Evidence, WitnessCircuit,
};
use indubit::evidence::{CheckError, CheckOptions, Condition, Malformed};
use indubit::input::aiger::read;
use indubit::model::circuit::{Circuit, InputId, LatchId, Reset, ResetCycle, Signal};
use indubit::model::encode::hold::hold_inputs;
use indubit::model::invariant::{Certificate, ClausalInvariant};
use indubit::model::reduce::{reduce, ReduceOptions};
use indubit::model::trace::Trace;
use indubit::model::Depth;
use indubit::portfolio::{verify, Engine, Reductions, VerifyOptions};

const CHECKED: CheckOptions = CheckOptions { proofs: true };

fn unlimited() -> Budget {
    Budget::unlimited()
}

/// The latches `a`, which is free, and `b`, which starts as its opposite; both keep their values. Bad: both are on.
fn opposites() -> (Circuit, Signal, Signal) {
    let mut circuit = Circuit::new();
    let a = circuit.add_latch(Reset::Free);
    let b = circuit.add_latch(Reset::Function(!a));
    let both = circuit.and(a, b);
    circuit.add_bad(both);
    (circuit, a, b)
}

/// The latch starts as the input and is off later. Bad: the latch is on, the input is not.
fn flash() -> (Circuit, Signal, Signal) {
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    let latch = circuit.add_latch(Reset::Function(input));
    circuit.set_next(latch, Signal::FALSE);
    let bad = circuit.and(latch, !input);
    circuit.add_bad(bad);
    (circuit, latch, input)
}

fn inductive(clauses: Vec<Vec<Signal>>) -> Certificate {
    Certificate::Inductive(ClausalInvariant::of_clauses(clauses))
}

fn refusal(circuit: &Circuit, certificate: &Certificate) -> CheckError {
    check_certificate(circuit, prop(0), certificate, &unlimited()).expect_err("wrong evidence")
}

#[test]
fn constants_and_the_latch_itself_keep_their_names() {
    let (mut circuit, a, b) = opposites();
    for (signal, reset) in [(Signal::FALSE, Reset::Zero), (Signal::TRUE, Reset::One), (b, Reset::Free)] {
        circuit.set_reset(b, Reset::Function(signal));
        assert_eq!(circuit.latches()[1].reset, reset);
    }
    assert!(!circuit.has_reset_functions() && circuit.reset_order().is_empty());
    circuit.set_reset(b, Reset::Function(a));
    assert_eq!((circuit.latches()[1].reset.value(), circuit.latches()[1].reset.function()), (None, Some(a)));
}

#[test]
fn a_cycle_of_resets_changes_nothing() {
    let (mut circuit, a, b) = opposites();
    let before = circuit.clone();
    let c = circuit.add_latch(Reset::Zero);
    let gate = circuit.and(b, c);
    // c := a & b is no cycle, but then a must not depend on c.
    let cycle = circuit.set_resets(&[(c, Reset::Function(gate))]);
    assert_eq!(cycle, Err(ResetCycle { latch: LatchId::new(2) }));
    assert_eq!(circuit.latches()[..2], before.latches()[..]);
    assert_eq!(circuit.latches()[2].reset, Reset::Zero);
    circuit.set_reset(c, Reset::Function(b));
    let cycle = circuit.set_resets(&[(b, Reset::One), (a, Reset::Function(gate)), (b, Reset::Function(!a))]);
    let cycle = cycle.expect_err("a depends on b, b on a");
    assert_eq!(
        cycle.to_string(),
        format!("the reset of latch {} depends on the first value of that latch", cycle.latch.index())
    );
    assert_eq!(
        [a, b, c].map(|l| circuit.latch_of(l).map(|l| circuit.latches()[l.index()].reset)),
        [Some(Reset::Free), Some(Reset::Function(!a)), Some(Reset::Function(b))]
    );
    // What a function needs stands before it.
    assert_eq!(circuit.reset_order(), [b.node(), c.node()]);
}

#[test]
#[should_panic(expected = "the reset of latch 1 depends on the first value of that latch")]
fn a_reset_that_reads_its_own_latch_is_refused() {
    let (mut circuit, _, b) = opposites();
    circuit.set_reset(b, Reset::Function(!b));
}

#[test]
#[should_panic(expected = "n9 is no signal of this circuit")]
fn a_reset_of_another_circuit_is_refused() {
    let mut larger = Circuit::new();
    let foreign = (0..9).map(|_| larger.add_input()).last().expect("nine inputs");
    let (mut circuit, _, b) = opposites();
    circuit.set_reset(b, Reset::Function(foreign));
}

/// A chain of resets as long as the circuit, last latch first, overflows no stack and costs no quadratic time.
#[test]
fn a_long_chain_of_resets_is_followed() {
    let count = 200_000;
    let mut text = format!("aag {} 0 {} 1 0\n", count, count);
    for i in 1..count {
        text.push_str(&format!("{} {} {}\n", 2 * i, 2 * i, 2 * i + 3));
    }
    text.push_str(&format!("{} {} 1\n2\n", 2 * count, 2 * count));
    let circuit = read(text.as_bytes()).expect("a good file").circuit;
    assert_eq!(circuit.reset_order().len(), count - 1);
    let model = circuit.into();
    let options = VerifyOptions { engine: Engine::Ic3, ..VerifyOptions::default() };
    let report = verify(&model, &options, &unlimited(), &mut ()).expect("an engine over circuits");
    assert_eq!(report.verdicts[0].by, "ic3");
    assert!(report.is_safe());
}

#[test]
fn an_invariant_must_admit_states_that_only_a_function_leads_to() {
    let (circuit, a, b) = opposites();
    assert_eq!(check_certificate(&circuit, prop(0), &inductive(vec![vec![!a, !b]]), &unlimited()), Ok(()));
    let condition = Condition::Initiation { clause: 0 };
    assert_eq!(refusal(&circuit, &inductive(vec![vec![!b]])), condition.into());
    assert_eq!(refusal(&circuit, &inductive(vec![vec![!a]])), condition.into());
    let too_weak = inductive(vec![vec![a, b]]);
    assert_eq!(refusal(&circuit, &too_weak), Condition::Property.into());
}

#[test]
fn an_invariant_may_speak_of_the_inputs_that_resets_read() {
    let (mut circuit, latch, input) = flash();
    let other = circuit.add_input();
    assert_eq!(
        check_certificate(&circuit, prop(0), &inductive(vec![vec![!latch, input]]), &unlimited()),
        Ok(())
    );
    // Without the input there is none: the latch may be on, and no clause says with which inputs.
    assert_eq!(refusal(&circuit, &inductive(vec![])), Condition::Property.into());
    assert_eq!(refusal(&circuit, &inductive(vec![vec![!latch]])), Condition::Initiation { clause: 0 }.into());
    // Latch and input are equal in the first step only.
    let equal = inductive(vec![vec![!latch, input], vec![latch, !input]]);
    assert_eq!(refusal(&circuit, &equal), Condition::Consecution { clause: 1 }.into());
    let foreign = Malformed::NotALatch { clause: 0, signal: other };
    assert_eq!(refusal(&circuit, &inductive(vec![vec![other]])), foreign.into());
}

/// The run to the bad step repeats the state of the latch: only the input that the reset reads tells the steps apart.
#[test]
fn a_simple_path_differs_in_inputs_that_resets_read() {
    let (mut circuit, latch, _) = flash();
    circuit.set_next(latch, latch);
    let certificate =
        Certificate::KInductive { k: 1, lemmas: ClausalInvariant::default(), simple_path: true };
    assert_eq!(refusal(&circuit, &certificate), Condition::Step.into());
}

#[test]
fn a_trace_starts_with_the_values_of_the_functions() {
    let (mut circuit, latch, input) = flash();
    circuit.add_bad(latch);
    let trace = |first: bool, press: bool| Trace {
        property: prop(1),
        initial: vec![first],
        inputs: vec![vec![press]],
    };
    assert_eq!(check_trace(&circuit, &trace(true, true)), Ok(()));
    let condition = Condition::InitialValue(LatchId::new(0));
    assert_eq!(check_trace(&circuit, &trace(true, false)), Err(condition.into()));
    assert_eq!(check_trace(&circuit, &trace(false, true)), Err(condition.into()));
    circuit.add_constraint(!input);
    let condition = Condition::ConstraintHolds { constraint: 0, step: 0 };
    assert_eq!(check_trace(&circuit, &trace(true, true)), Err(condition.into()));
}

#[test]
fn an_open_value_of_a_witness_is_that_of_the_function() {
    let (mut circuit, latch, _) = flash();
    circuit.add_bad(latch);
    for (first, press, accepted) in [("x", "1", true), ("1", "1", true), ("x", "0", false), ("0", "1", false)]
    {
        let text = format!("1\nb1\n{}\n{}\n.\n", first, press);
        let traces = read_witnesses(text.as_bytes(), &circuit).expect("a witness");
        assert_eq!(check_trace(&circuit, &traces[0]).is_ok(), accepted, "{}", text);
    }
}

#[test]
fn clauses_over_inputs_are_written_and_read() {
    let model = fixture("reset_by_input").model();
    let node = |literal: u32| match model.input_literals.iter().position(|&l| l == literal) {
        Some(input) => model.circuit.inputs()[input].signal(),
        None => {
            let latch = model.latch_literals.iter().position(|&l| l == literal).expect("a latch");
            model.circuit.latches()[latch].node.signal()
        }
    };
    let certificate = inductive(vec![vec![!node(8), node(2)]]).into();
    let text = write_clauses(&model, prop(3), &certificate);
    assert!(text.ends_with("invariant b3 1\n9 2\n"), "{}", text);
    assert_eq!(read_clauses(text.as_bytes(), &model), Ok((prop(3), certificate)));
    let evidence = Evidence::read(text.as_bytes(), &model).expect("a certificate");
    assert_eq!(check(&model.circuit, &evidence[0], &CHECKED, &unlimited()), Ok(()));
}

#[test]
fn witness_circuits_start_as_their_models() {
    let (model, _, b) = opposites();
    let (a, b) = (model.latches()[0].node.signal(), b);
    let invariant = ClausalInvariant::of_clauses(vec![vec![!a, !b]]);
    let good = WitnessCircuit::new(&model, prop(0), &invariant).expect("a property");
    let answer = |witness: &WitnessCircuit| check_witness_circuit(&model, witness, &CHECKED, &unlimited());
    assert_eq!(answer(&good), Ok(()));
    for reset in [Reset::Zero, Reset::One, Reset::Function(a)] {
        let mut other = good.clone();
        other.circuit.set_reset(b, reset);
        assert_eq!(answer(&other), Err(Condition::WitnessReset(LatchId::new(1)).into()));
    }
    // A witness that starts as it likes simulates the model, but its own property does not hold.
    let mut free = good.clone();
    free.circuit.set_reset(b, Reset::Free);
    assert_eq!(answer(&free), Err(Condition::WitnessBase.into()));
}

/// A witness may start a latch of its own by a function over latches that it shares.
#[test]
fn a_witness_may_have_a_latch_that_starts_as_the_opposite_of_a_shared_one() {
    let (mut model, a, _) = opposites();
    model.clear_bads();
    model.add_bad(Signal::FALSE);
    let (mut circuit, x, y) = opposites();
    let witness = |circuit: &Circuit| {
        let latches = vec![Some(a), None];
        let (circuit, later) = (circuit.clone(), vec![]);
        let witness = WitnessCircuit { property: prop(0), circuit, inputs: vec![], latches, later };
        check_witness_circuit(&model, &witness, &CHECKED, &unlimited())
    };
    assert_eq!(witness(&circuit), Ok(()));
    circuit.set_reset(y, Reset::Function(x));
    assert_eq!(witness(&circuit), Err(Condition::WitnessBase.into()));
}

#[test]
fn held_inputs_are_latches_that_follow_the_input() {
    let (circuit, _, _) = flash();
    let held = hold_inputs(&circuit);
    assert_eq!((held.circuit.inputs().len(), held.circuit.latches().len()), (1, 2));
    assert!(held.circuit.reset_inputs().is_empty());
    let kept = held.circuit.latches()[1];
    assert_eq!((kept.reset, held.circuit.input_of(kept.next)), (Reset::Free, Some(InputId::new(0))));
    let clauses = vec![vec![!held.circuit.latches()[0].node.signal(), kept.node.signal()]];
    let (latch, input) = (circuit.latches()[0].node.signal(), circuit.inputs()[0].signal());
    assert_eq!(held.lift_invariant(&ClausalInvariant::of_clauses(clauses)).clauses, [[!latch, input]]);
    // The held values move one step ahead: the first one was initial, the last input is read by no step.
    let trace = Trace { property: prop(0), initial: vec![true, true], inputs: vec![vec![false], vec![true]] };
    let lifted = held.lift_trace(trace);
    assert_eq!((lifted.initial, lifted.inputs), (vec![true], vec![vec![true], vec![false]]));
}

/// The reduced circuit has lost the latches that the property does not need. In the original they start as their
/// functions say, with the inputs of the trace.
#[test]
fn lifted_traces_start_removed_latches_by_their_functions() {
    let (mut circuit, latch, input) = flash();
    let follower = circuit.add_latch(Reset::Function(!latch));
    circuit.add_latch(Reset::Function(follower));
    circuit.clear_bads();
    circuit.add_bad(input);
    let reduction = reduce(&circuit, &ReduceOptions::default(), &unlimited());
    assert!(reduction.circuit.latches().is_empty());
    let trace = Trace { property: prop(0), initial: vec![], inputs: vec![vec![true]] };
    let lifted = reduction.lift_trace(&trace);
    assert_eq!(lifted.initial, [true, false, false]);
    assert_eq!(check_trace(&circuit, &lifted), Ok(()));
}

/// A latch that starts as a constant by way of a function, and keeps it, is a constant.
#[test]
fn functions_that_are_constant_are_seen_through() {
    let mut circuit = Circuit::new();
    let zero = circuit.add_latch(Reset::Zero);
    let one = circuit.add_latch(Reset::Function(!zero));
    let input = circuit.add_input();
    let bad = circuit.and(!one, input);
    circuit.add_bad(bad);
    let reduction = reduce(&circuit, &ReduceOptions::default(), &unlimited());
    assert_eq!(reduction.circuit.bads(), [Signal::FALSE]);
    let lifted = reduction.lift_invariant(&ClausalInvariant::default());
    assert_eq!(check_certificate(&circuit, prop(0), &Certificate::Inductive(lifted), &unlimited()), Ok(()));
}

/// Every engine over circuits, with evidence checked, on circuits in which a latch starts as some signal says.
#[test]
fn all_engines_agree_with_breadth_first_search_on_circuits_with_reset_functions() {
    fn agrees(seed: u64) {
        let _told = Told(seed);
        let mut rng = Rng::new(seed);
        let shape = Shape { functions: 8, ..Shape::default() };
        let mut circuits = std::iter::repeat_with(|| random_circuit(&mut rng, &shape));
        let circuit = circuits.find(Circuit::has_reset_functions).expect("some have one");
        let case = Case::new("random", circuit);
        let mut rng = Rng::new(!seed);
        let ic3 = any_ic3_options(&mut rng);
        ic3_conforms(&case, &ic3);
        lazy_ic3_conforms(&case, &any_lazy_options(&mut rng), &ic3);
        bmc_conforms(
            &case,
            &BmcOptions {
                step: 1 + rng.below(3),
                max_depth: Some(Depth::new(20)),
                seed,
                from: [Start::Initial, Start::Bad][rng.below(2)],
                simplify: rng.one_in(2),
                turn_by_turn: false,
            },
        );
        for simple_path in [false, true] {
            let max_k = if simple_path { None } else { Some(3) };
            k_induction_conforms(&case, &KInductionOptions { seed, max_k, simple_path });
        }
        fsis_conforms(&case, &FsisOptions { seed, ..FsisOptions::default() });
        itp_conforms(&case, &ItpOptions { form: FORMS[rng.below(3)], seed, ..ItpOptions::default() });
        for (engine, promise) in [
            (Engine::Ic3, COMPLETE),
            (Engine::LazyIc3, COMPLETE),
            (Engine::Portfolio, COMPLETE),
            (Engine::KInduction, COMPLETE_AND_SHORTEST),
            (Engine::Car, COMPLETE),
            (Engine::Fsis, COMPLETE),
        ] {
            let reduce = any_reduce_options(&mut rng);
            flow_conforms(
                &case,
                VerifyOptions {
                    engine,
                    reduce: Reductions { circuit: reduce, ..Reductions::default() },
                    ..VerifyOptions::default()
                },
                promise,
            );
        }
    }
    try_random(200, agrees);
}
