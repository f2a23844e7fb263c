//! Evidence against the explicit-state oracle: right evidence is accepted and wrong evidence is refused, in every form.

use crate::cases::try_random;
use crate::damage::damage;
use crate::fixtures::fixtures;
use crate::oracle::{
    all_vectors, exactly, explicit_verdicts, explore, holds, is_inductive, prop, read_by_resets, replay,
    satisfies, steps, successor, view_nodes, views, Exploration,
};
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Limit, Rng};
use indubit::evidence::circuit::{
    check, check_certificate, check_trace, check_witness_circuit, read_clauses, read_witnesses,
    write_clauses, write_witness, Evidence, WitnessCircuit,
};
use indubit::evidence::{CheckError, CheckOptions, Condition, Malformed};
use indubit::input::aiger::{read, write_ascii};
use indubit::model::circuit::{Circuit, LatchId, Node, NodeId, Reset, Signal};
use indubit::model::invariant::{Certificate, ClausalInvariant, Proof};
use indubit::model::trace::Trace;
use indubit::model::CircuitFile;

const PROOFS: CheckOptions = CheckOptions { proofs: true };

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn inductive(clauses: Vec<Vec<Signal>>) -> Certificate {
    Certificate::Inductive(ClausalInvariant::of_clauses(clauses))
}

fn k_inductive(k: usize, simple_path: bool) -> Certificate {
    Certificate::KInductive { k, lemmas: ClausalInvariant::default(), simple_path }
}

fn model(circuit: &Circuit) -> CircuitFile {
    read(write_ascii(circuit).as_bytes()).expect("a written circuit")
}

/// By enumeration: the places in a view that simple paths compare: the latches on which a bad signal and the
/// constraints depend, and those of the inputs they depend on that the resets of these latches read.
fn relevant(circuit: &Circuit, bad: Signal) -> Vec<usize> {
    let mut needed = vec![false; circuit.nodes().len()];
    for signal in circuit.constraints().iter().chain([&bad]) {
        needed[signal.node().index()] = true;
    }
    for _ in 0..circuit.nodes().len() {
        for (i, node) in circuit.nodes().iter().enumerate() {
            let fanins = match *node {
                Node::And(a, b) => vec![a, b],
                Node::Latch(latch) => vec![circuit.latches()[latch.index()].next],
                _ => vec![],
            };
            let needs = needed[i];
            for fanin in fanins {
                needed[fanin.node().index()] |= needs;
            }
        }
    }
    let latches: Vec<usize> =
        (0..circuit.latches().len()).filter(|&i| needed[circuit.latches()[i].node.index()]).collect();
    let read = read_by_resets(circuit, &latches);
    let is_compared = |node: &NodeId| match circuit.nodes()[node.index()] {
        Node::Latch(_) => needed[node.index()],
        _ => needed[node.index()] && read[node.index()],
    };
    view_nodes(circuit).iter().enumerate().filter(|(_, node)| is_compared(node)).map(|(i, _)| i).collect()
}

/// By enumeration: whether `k` good steps can be followed by a bad one from the end of this path.
fn bad_after(
    circuit: &Circuit,
    path: &mut Vec<Vec<bool>>,
    k: usize,
    lemmas: &ClausalInvariant,
    bad: Signal,
    distinct: Option<&[usize]>,
) -> bool {
    let view = path[path.len() - 1].clone();
    let part = |view: &[bool], places: &[usize]| -> Vec<bool> { places.iter().map(|&l| view[l]).collect() };
    let repeats = distinct.map_or(false, |places| {
        // Inputs count in the first step only.
        let latches: Vec<usize> =
            places.iter().copied().filter(|&place| place < circuit.latches().len()).collect();
        path[..path.len() - 1].iter().enumerate().any(|(i, s)| {
            let places = if i == 0 { places } else { &latches };
            part(s, places) == part(&view, places)
        })
    });
    if repeats || !satisfies(circuit, lemmas, &view) {
        return false;
    }
    let steps = steps(circuit, &view);
    if path.len() == k + 1 {
        return steps.iter().any(|values| holds(values, bad));
    }
    let mut next: Vec<Vec<bool>> =
        steps.iter().filter(|values| !holds(values, bad)).map(|values| successor(circuit, values)).collect();
    next.sort();
    next.dedup();
    next.into_iter().flat_map(|state| views(circuit, &state)).any(|view| {
        path.push(view);
        let found = bad_after(circuit, path, k, lemmas, bad, distinct);
        path.pop();
        found
    })
}

fn truly_k_inductive(
    circuit: &Circuit,
    property: usize,
    k: usize,
    lemmas: &ClausalInvariant,
    simple: bool,
    depth: Option<usize>,
) -> bool {
    let bad = circuit.bads()[property];
    let latches = relevant(circuit, bad);
    let distinct = if simple { Some(&latches[..]) } else { None };
    (lemmas.clauses.is_empty() || is_inductive(circuit, lemmas, None))
        && depth.map_or(true, |depth| depth >= k)
        && all_vectors(view_nodes(circuit).len())
            .all(|view| !bad_after(circuit, &mut vec![view], k, lemmas, bad, distinct))
}

fn is_counterexample(circuit: &Circuit, trace: &Trace) -> bool {
    std::panic::catch_unwind(|| replay(circuit, trace)).is_ok()
}

/// Drops, adds or flips something.
fn mutate(rng: &mut Rng, circuit: &Circuit, invariant: &mut ClausalInvariant) {
    let clauses = &mut invariant.clauses;
    let latch = |rng: &mut Rng| circuit.latches()[rng.below(circuit.latches().len())].node.signal();
    match rng.below(4) {
        0 if !clauses.is_empty() => drop(clauses.swap_remove(rng.below(clauses.len()))),
        1 => clauses.push(vec![latch(rng).negate_if(rng.one_in(2))]),
        2 => clauses.push(vec![latch(rng).negate_if(rng.one_in(2)), latch(rng).negate_if(rng.one_in(2))]),
        _ if !clauses.is_empty() => {
            let at = rng.below(clauses.len());
            let clause = &mut clauses[at];
            if !clause.is_empty() {
                let l = rng.below(clause.len());
                if rng.one_in(2) {
                    clause.swap_remove(l);
                } else {
                    clause[l] = !clause[l];
                }
            }
        }
        _ => {}
    }
}

/// Every form of the right evidence for each property is accepted, also after a round trip.
fn accepted(model: &CircuitFile, exploration: &Exploration) {
    let circuit = &model.circuit;
    let invariant = exactly(circuit, &exploration.reachable);
    for (property, trace) in exploration.traces.iter().enumerate() {
        if let Some(trace) = trace {
            assert_eq!(check_trace(circuit, trace), Ok(()));
            let text = write_witness(trace);
            assert_eq!(read_witnesses(text.as_bytes(), circuit).as_ref(), Ok(&vec![trace.clone()]));
            let read = Evidence::read(text.as_bytes(), model).expect("a written witness");
            assert_eq!(check(circuit, &read[0], &PROOFS, &unlimited()), Ok(()));
            let certificate = Certificate::Inductive(invariant.clone());
            assert_eq!(
                check_certificate(circuit, prop(property), &certificate, &unlimited()),
                Err(CheckError::DoesNotHold(Condition::Property))
            );
            continue;
        }
        let certificate = Certificate::Inductive(invariant.clone());
        let proof: Proof = certificate.clone().into();
        let direct = Evidence::Certificate { property: prop(property), certificate: proof.clone() };
        let text = write_clauses(model, prop(property), &proof);
        let circuit_form = WitnessCircuit::new(circuit, prop(property), &invariant).expect("a property");
        let mut forms = vec![direct, Evidence::WitnessCircuit(Box::new(circuit_form.clone()))];
        let files = [text.into_bytes(), circuit_form.write(model, true), circuit_form.write(model, false)];
        for file in files {
            forms.extend(Evidence::read(&file, model).expect("a written certificate"));
        }
        for (i, form) in forms.iter().enumerate() {
            assert!(form.claims_safe() && form.property() == prop(property));
            assert_eq!(check(circuit, form, &CheckOptions::default(), &unlimited()), Ok(()), "form {}", i);
            assert_eq!(check(circuit, form, &PROOFS, &unlimited()), Ok(()), "form {} with proofs", i);
        }
        assert_eq!(forms[0], forms[2], "a round trip through text");
    }
}

fn small() -> Shape {
    Shape { latches: 4, inputs: 2, ands: 20, ..Shape::default() }
}

#[test]
fn right_evidence_is_accepted() {
    try_random(100, |seed: u64| {
        let circuit = random_circuit(&mut Rng::new(seed), &Shape { inputs: 3, ..Shape::default() });
        let model = model(&circuit);
        accepted(&model, &explore(&model.circuit));
    });
}

#[test]
fn the_checker_agrees_with_enumeration_on_invariants() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let circuit = random_circuit(&mut rng, &small());
        if circuit.latches().is_empty() {
            return;
        }
        let mut invariant = exactly(&circuit, &explore(&circuit).reachable);
        for _ in 0..8 {
            mutate(&mut rng, &circuit, &mut invariant);
            let property = rng.below(circuit.bads().len());
            let expected = is_inductive(&circuit, &invariant, Some(circuit.bads()[property]));
            let evidence = Evidence::Certificate {
                property: prop(property),
                certificate: inductive(invariant.clauses.clone()).into(),
            };
            let options = CheckOptions { proofs: rng.one_in(2) };
            let answer = check(&circuit, &evidence, &options, &unlimited());
            assert_eq!(answer.is_ok(), expected, "{:?}", answer);
            let witness = WitnessCircuit::new(&circuit, prop(property), &invariant).expect("a property");
            // The witness circuit's own bad signal is a little weaker: it may use that the step is not bad.
            let answer = check_witness_circuit(&circuit, &witness, &options, &unlimited());
            assert!(answer.is_ok() || !expected, "{:?}", answer);
            assert!(answer.is_err() || explicit_verdicts(&circuit)[property].is_none());
        }
    });
}

#[test]
fn the_checker_agrees_with_enumeration_on_induction() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let circuit = random_circuit(&mut rng, &small());
        let exploration = explore(&circuit);
        let reachable = exactly(&circuit, &exploration.reachable);
        for _ in 0..4 {
            let property = rng.below(circuit.bads().len());
            let depth = exploration.traces[property].as_ref().map(|trace| trace.depth().transitions());
            let (k, simple_path) = (1 + rng.below(4), rng.one_in(2));
            let some = reachable.clauses.iter().filter(|_| rng.one_in(3)).cloned().collect();
            let lemmas = ClausalInvariant::of_clauses(some);
            let expected = truly_k_inductive(&circuit, property, k, &lemmas, simple_path, depth);
            let evidence = Evidence::Certificate {
                property: prop(property),
                certificate: Certificate::KInductive { k, lemmas, simple_path }.into(),
            };
            let options = CheckOptions { proofs: rng.one_in(2) };
            let answer = check(&circuit, &evidence, &options, &unlimited());
            assert_eq!(answer.is_ok(), expected, "{:?}: {:?}", evidence, answer);
            assert!(!expected || depth.is_none());
        }
    });
}

#[test]
fn the_checker_agrees_with_enumeration_on_traces() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let circuit = random_circuit(&mut rng, &Shape { inputs: 3, ..Shape::default() });
        for trace in explore(&circuit).traces.iter().flatten() {
            for _ in 0..8 {
                let mut trace = trace.clone();
                match rng.below(4) {
                    0 if !trace.initial.is_empty() => {
                        let at = rng.below(trace.initial.len());
                        trace.initial[at] ^= true;
                    }
                    1 if !circuit.inputs().is_empty() => {
                        let step = rng.below(trace.inputs.len());
                        let at = rng.below(circuit.inputs().len());
                        trace.inputs[step][at] ^= true;
                    }
                    2 => trace.property = prop(rng.below(circuit.bads().len())),
                    _ => trace.inputs.push(vec![rng.one_in(2); circuit.inputs().len()]),
                }
                assert_eq!(check_trace(&circuit, &trace).is_ok(), is_counterexample(&circuit, &trace));
            }
        }
    });
}

#[test]
fn damaged_files_are_refused_or_still_right() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let model = model(&random_circuit(&mut rng, &small()));
        let circuit = &model.circuit;
        let exploration = explore(circuit);
        let invariant = exactly(circuit, &exploration.reachable);
        let mut files = Vec::new();
        for (property, trace) in exploration.traces.iter().enumerate() {
            files.extend(trace.iter().map(|trace| write_witness(trace).into_bytes()));
            files.push(
                write_clauses(&model, prop(property), &inductive(invariant.clauses.clone()).into())
                    .into_bytes(),
            );
            files.push(write_clauses(&model, prop(property), &k_inductive(2, true).into()).into_bytes());
            let witness = WitnessCircuit::new(circuit, prop(property), &invariant).expect("a property");
            files.extend([witness.write(&model, true), witness.write(&model, false)]);
        }
        for file in files {
            for _ in 0..10 {
                let mut file = file.clone();
                damage(&mut rng, &mut file, b"0123456789 \nxbc.=\xff");
                for evidence in Evidence::read(&file, &model).unwrap_or_default() {
                    // Without a limit a large k would take long to refute.
                    let budget = unlimited().with_conflicts(100_000).with_memory(50_000_000);
                    if check(circuit, &evidence, &CheckOptions::default(), &budget).is_ok() {
                        let safe = exploration.traces[evidence.property().index()].is_none();
                        assert_eq!(safe, evidence.claims_safe(), "{}", String::from_utf8_lossy(&file));
                    }
                }
            }
        }
    });
}

#[test]
fn fixtures_have_evidence() {
    for fixture in fixtures() {
        let model = fixture.model();
        accepted(&model, &explore(&model.circuit));
    }
}

/// Two latches: `a` starts as 0 and stays, `b` starts as 0 and then follows the input. Bads: `a`, `b`.
fn two_latches() -> (Circuit, Signal, Signal) {
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    let (a, b) = (circuit.add_latch(Reset::Zero), circuit.add_latch(Reset::Zero));
    circuit.set_next(b, input);
    circuit.add_bad(a);
    circuit.add_bad(b);
    (circuit, a, b)
}

fn refusal(circuit: &Circuit, property: usize, certificate: &Certificate) -> CheckError {
    check_certificate(circuit, prop(property), certificate, &unlimited()).expect_err("wrong evidence")
}

#[test]
fn an_invariant_must_hold_initially() {
    let (circuit, a, b) = two_latches();
    let condition = Condition::Initiation { clause: 1 };
    assert_eq!(refusal(&circuit, 0, &inductive(vec![vec![!a], vec![b]])), condition.into());
}

#[test]
fn an_invariant_must_be_kept() {
    let (circuit, a, b) = two_latches();
    let condition = Condition::Consecution { clause: 1 };
    assert_eq!(refusal(&circuit, 0, &inductive(vec![vec![!a], vec![!b]])), condition.into());
    assert_eq!(condition.to_string(), "clause 1 can become false in a step from the invariant");
}

#[test]
fn an_invariant_must_exclude_the_bad_states() {
    let (circuit, a, _) = two_latches();
    assert_eq!(refusal(&circuit, 0, &inductive(vec![])), Condition::Property.into());
    assert_eq!(refusal(&circuit, 1, &inductive(vec![vec![!a]])), Condition::Property.into());
}

#[test]
fn induction_needs_its_base_and_its_step() {
    let (circuit, _, _) = two_latches();
    assert_eq!(refusal(&circuit, 1, &k_inductive(2, true)), Condition::Base { step: 1 }.into());
    assert_eq!(refusal(&circuit, 1, &k_inductive(1, false)), Condition::Step.into());
    assert_eq!(check_certificate(&circuit, prop(0), &k_inductive(1, false), &unlimited()), Ok(()));
}

#[test]
fn lemmas_must_be_inductive_by_themselves() {
    let (circuit, _, b) = two_latches();
    let lemmas = ClausalInvariant::of_clauses(vec![vec![!b]]);
    let certificate = Certificate::KInductive { k: 1, lemmas, simple_path: false };
    assert_eq!(refusal(&circuit, 1, &certificate), Condition::Consecution { clause: 0 }.into());
}

#[test]
fn evidence_must_fit_its_circuit() {
    let (circuit, a, b) = two_latches();
    let input = circuit.inputs()[0].signal();
    let none = Malformed::NoSuchProperty { property: prop(2), count: 2 };
    assert_eq!(refusal(&circuit, 2, &inductive(vec![])), none.into());
    let other = Malformed::NotALatch { clause: 1, signal: input };
    assert_eq!(refusal(&circuit, 0, &inductive(vec![vec![!a], vec![!b, input]])), other.into());
    assert_eq!(refusal(&circuit, 0, &k_inductive(0, true)), Malformed::NoLength.into());
    let trace = |initial: usize, inputs: &[usize]| Trace {
        property: prop(1),
        initial: vec![false; initial],
        inputs: inputs.iter().map(|&n| vec![true; n]).collect(),
    };
    let cases = [
        (trace(2, &[]), Malformed::NoSteps),
        (trace(1, &[1]), Malformed::InitialLength { expected: 2, found: 1 }),
        (trace(2, &[1, 2]), Malformed::InputLength { step: 1, expected: 1, found: 2 }),
    ];
    for (trace, malformed) in cases {
        assert_eq!(check_trace(&circuit, &trace), Err(malformed.into()));
    }
    assert_eq!(check_trace(&circuit, &trace(2, &[1, 1])), Ok(()));
}

#[test]
fn traces_start_as_the_resets_say() {
    let (circuit, _, _) = two_latches();
    let trace = Trace { property: prop(1), initial: vec![false, true], inputs: vec![vec![false]] };
    assert_eq!(check_trace(&circuit, &trace), Err(Condition::InitialValue(LatchId::new(1)).into()));
    let trace = Trace { property: prop(1), initial: vec![false, false], inputs: vec![vec![false]; 2] };
    assert_eq!(check_trace(&circuit, &trace), Err(Condition::LastStepBad.into()));
}

#[test]
fn constraints_count_in_the_bad_step_too() {
    let (mut circuit, _, b) = two_latches();
    let input = circuit.inputs()[0].signal();
    circuit.add_constraint(input);
    let trace =
        |last| Trace { property: prop(1), initial: vec![false; 2], inputs: vec![vec![true], vec![last]] };
    assert_eq!(check_trace(&circuit, &trace(true)), Ok(()));
    let condition = Condition::ConstraintHolds { constraint: 0, step: 1 };
    assert_eq!(check_trace(&circuit, &trace(false)), Err(condition.into()));
    // A constraint that excludes the bad step makes the circuit safe, by the empty invariant.
    circuit.add_constraint(!b);
    assert_eq!(check_certificate(&circuit, prop(1), &inductive(vec![]), &unlimited()), Ok(()));
    assert_eq!(check_certificate(&circuit, prop(1), &k_inductive(1, false), &unlimited()), Ok(()));
}

#[test]
fn a_simple_path_is_one_in_what_matters() {
    // A counter beside it never repeats a state within four steps, but the property does not depend on it.
    let mut circuit = Circuit::new();
    let wheel: Vec<Signal> =
        (0..4).map(|i| circuit.add_latch([Reset::One, Reset::Zero][usize::from(i > 0)])).collect();
    let (stuck, beside) = (circuit.add_latch(Reset::Zero), circuit.add_latch(Reset::Zero));
    for i in 0..4 {
        circuit.set_next(wheel[i], wheel[(i + 3) % 4]);
    }
    let bad = circuit.and(stuck, beside);
    circuit.set_next(beside, beside);
    circuit.add_bad(bad);
    assert_eq!(check_certificate(&circuit, prop(0), &k_inductive(1, true), &unlimited()), Ok(()));
}

#[test]
fn a_spent_budget_is_no_verdict() {
    let (circuit, a, _) = two_latches();
    let budget = unlimited();
    budget.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    let answer = check_certificate(&circuit, prop(0), &inductive(vec![vec![!a]]), &budget);
    assert_eq!(answer, Err(CheckError::Limit(Limit::Cancelled)));
}

#[test]
fn witness_circuits_must_simulate_and_be_inductive() {
    let (circuit, a, b) = two_latches();
    let good = WitnessCircuit::new(&circuit, prop(0), &ClausalInvariant::of_clauses(vec![vec![!a]]))
        .expect("a property");
    let answer = |witness: &WitnessCircuit, model: &Circuit| {
        check_witness_circuit(model, witness, &PROOFS, &unlimited()).expect_err("a wrong witness")
    };
    assert_eq!(check_witness_circuit(&circuit, &good, &PROOFS, &unlimited()), Ok(()));

    let mut other = WitnessCircuit { property: prop(1), ..good.clone() };
    assert_eq!(answer(&other, &circuit), Condition::WitnessBad.into());
    other = good.clone();
    other.latches.pop();
    assert_eq!(answer(&other, &circuit), Malformed::Mapping.into());
    other = good.clone();
    other.circuit.add_bad(a);
    assert_eq!(answer(&other, &circuit), Malformed::WitnessProperties(2).into());
    other = good.clone();
    other.circuit.set_next(b, b);
    assert_eq!(answer(&other, &circuit), Condition::WitnessNext(LatchId::new(1)).into());
    other = good.clone();
    other.circuit.add_constraint(!b);
    assert_eq!(answer(&other, &circuit), Condition::WitnessConstraints.into());
    other = good.clone();
    other.circuit.add_constraint(b);
    assert_eq!(answer(&other, &circuit), Condition::WitnessFirstConstraints.into());
    other = WitnessCircuit::new(&circuit, prop(1), &ClausalInvariant::default()).expect("a property");
    assert_eq!(answer(&other, &circuit), Condition::WitnessStep.into());
    other = WitnessCircuit::new(&circuit, prop(1), &ClausalInvariant::of_clauses(vec![vec![b]]))
        .expect("a property");
    assert_eq!(answer(&other, &circuit), Condition::WitnessBase.into());
    let mut model = Circuit::new();
    model.add_input();
    let (a, b) = (model.add_latch(Reset::Free), model.add_latch(Reset::Zero));
    model.set_next(b, model.inputs()[0].signal());
    model.add_bad(a);
    model.add_bad(b);
    assert_eq!(answer(&good, &model), Condition::WitnessReset(LatchId::new(0)).into());
}

#[test]
fn a_witness_circuit_may_hold_more_and_less_than_its_model() {
    // The model: `b` follows `a`, both stay 0. The witness has only `a` under another number, and a latch of its own.
    let text = "aag 3 1 2 0 0 2\n2\n4 4\n6 4\n4\n6\n";
    let model = read(text.as_bytes()).expect("a model");
    let witness = "aag 3 1 2 0 0 1\n2\n4 2\n6 6\n6\nl1 = 4\nc\nWITNESS b0\n";
    let read = Evidence::read(witness.as_bytes(), &model).expect("a witness circuit");
    assert_eq!(check(&model.circuit, &read[0], &PROOFS, &unlimited()), Ok(()));
    let wrong = witness.replace("WITNESS b0", "WITNESS b1");
    let read = Evidence::read(wrong.as_bytes(), &model).expect("a witness circuit");
    assert_eq!(
        check(&model.circuit, &read[0], &PROOFS, &unlimited()),
        Err(CheckError::DoesNotHold(Condition::WitnessBad))
    );
}

#[test]
fn files_that_cannot_be_read_say_where() {
    let text = "aag 3 1 2 0 0 2\n2\n4 4 1\n6 2 6\n4\n6\n";
    let model = read(text.as_bytes()).expect("a model");
    let cases: &[(&str, &str)] = &[
        ("", "line 1, column 1: expected the line `1` that begins a witness, found end of file"),
        ("c nothing\n", "line 2, column 1: expected the line `1` that begins a witness, found end of file"),
        ("hello\n", "line 1, column 1: expected evidence"),
        ("0\nb0\n.\n", "line 1, column 1: expected the line `1` that begins a witness; 0 and 2"),
        ("1\nb2\n", "line 2, column 1: there is no property b2; the model has 2"),
        ("1\nq\n", "line 2, column 1: expected a property, such as `b0`, found `q`"),
        ("1\nb0\n1\n", "line 3, column 2: expected 2 values, one for each latch, found 1"),
        ("1\nb0\n100\n", "line 3, column 3: expected 2 values, one for each latch, found 3"),
        ("1\nb0\n12\n", "line 3, column 2: expected 0, 1 or x"),
        ("1\nb0\n10\n.\n", "line 4, column 1: expected the inputs of the first step"),
        ("1\nb0\n10\n1\n", "line 5, column 1: expected the inputs of a step, or `.`"),
        ("invariant\n", "line 1, column 10: expected a property below b2, found end of line"),
        ("invariant b0 x\n", "line 1, column 14: expected the number of clauses, found `x`"),
        ("invariant b0 1 1\n", "line 1, column 16: expected end of line, found `1`"),
        ("invariant b0 2\n4\n", "line 3, column 1: expected 2 clauses as announced, of which 1 are there"),
        ("invariant b0 1\n4\n6\n", "line 3, column 1: expected no more than 1 clauses, found `6`"),
        ("invariant b0 1\n4  2\n", "line 2, column 4: expected the literal of a latch, found `2`"),
        ("invariant b0 1\n-4\n", "line 2, column 1: expected the literal of a latch, found `-4`"),
        ("k-induction b0 0 any-path 0\n", "line 1, column 16: expected k, at least 1, found `0`"),
        (
            "k-induction b0 1 path 0\n",
            "line 1, column 18: expected `simple-path` or `any-path`, found `path`",
        ),
        (
            "aag 0 0 0 0 0\n",
            "line 1, column 1: a witness circuit has one bad state or output, this one has 0",
        ),
        ("aag 1 1 0 1 0\n2\n0\ni0 = 8\n", "line 1, column 1: expected a literal of an input or latch"),
        ("aag 1 1 0 1 0\n2\n0\nc\nWITNESS b7\n", "line 1, column 1: there is no property b7"),
    ];
    for (file, expected) in cases {
        let error = Evidence::read(file.as_bytes(), &model).expect_err(file).to_string();
        assert!(error.starts_with(expected), "{:?}: {}", file, error);
    }
}

#[test]
fn free_values_and_comments_are_read() {
    let text = "aag 3 1 2 0 0 2\n2\n4 4 1\n6 2 6\n4\n6\n";
    let model = read(text.as_bytes()).expect("a model");
    let file = "c by hand\n1\r\nb1\nxx\n1\nx\n.\n\nc another one\n1\nb0\n1x\nc a step\n0\n.\n";
    let traces = read_witnesses(file.as_bytes(), &model.circuit).expect("two witnesses");
    let expected = |property, inputs: &[bool]| Trace {
        property,
        initial: vec![true, false],
        inputs: inputs.iter().map(|&b| vec![b]).collect(),
    };
    assert_eq!(traces, [expected(prop(1), &[true, false]), expected(prop(0), &[false])]);
    let clauses = "c by hand\n\nk-induction o1 3 simple-path 2\nc the first\n4 7\n\n 0 \n";
    let latches: Vec<Signal> = model.circuit.latches().iter().map(|l| l.node.signal()).collect();
    let lemmas = ClausalInvariant::of_clauses(vec![vec![latches[0], !latches[1]], vec![]]);
    let certificate = Proof::Safety(Certificate::KInductive { k: 3, lemmas, simple_path: true });
    assert_eq!(read_clauses(clauses.as_bytes(), &model), Ok((prop(1), certificate.clone())));
    let written = write_clauses(&model, prop(1), &certificate);
    assert_eq!(read_clauses(written.as_bytes(), &model), Ok((prop(1), certificate)));
}
