//! The safety form of a justice property, files with `J` and `F`, and that nothing on the way drops them.

use crate::cases::scaled;
use crate::oracle::{fails, random_live};
use crate::random_circuit::Shape;
use crate::states::explicit_verdicts;
use indubit::base::{Budget, Rng};
use indubit::input::{aiger, btor2};
use indubit::model::circuit::{Circuit, Reset};
use indubit::model::encode::blast::blast;
use indubit::model::encode::booleans::to_system;
use indubit::model::encode::hold::hold_inputs;
use indubit::model::encode::live::{lasso_form, only, rounds_form, stages_form};
use indubit::model::reduce::{reduce, reduce_system, ReduceOptions};
use indubit::model::PropertyId;

const TINY: Shape = Shape { latches: 3, inputs: 2, ands: 10, constraints: 1, bads: 1, functions: 1 };

#[test]
fn the_safety_form_is_bad_exactly_if_the_property_fails() {
    let mut rng = Rng::new(3);
    for _ in 0..scaled(60) {
        let circuit = random_live(&mut rng, &TINY);
        let property = PropertyId::justice(0);
        let form = lasso_form(&circuit, property).expect("a justice property");
        let reached = explicit_verdicts(&form.circuit)[0].is_some();
        assert_eq!(reached, fails(&circuit, property), "{}", aiger::write_ascii(&circuit));
    }
}

/// Each image of a circuit has the same verdicts on justice properties.
#[test]
fn images_keep_justice_and_fairness() {
    let mut rng = Rng::new(4);
    let unlimited = Budget::unlimited();
    for _ in 0..scaled(60) {
        let circuit = random_live(&mut rng, &TINY);
        let held = hold_inputs(&circuit).circuit;
        let reduced = reduce(&circuit, &ReduceOptions::default(), &unlimited).circuit;
        let system = to_system(&circuit, &unlimited).expect("a system");
        let smaller = reduce_system(&system, &unlimited).system;
        let written = btor2::write(&system).expect("a BTOR2 file");
        let read = btor2::read(written.as_bytes(), &unlimited).expect("the file").system;
        let blasted = [&system, &smaller, &read].map(|s| blast(s, &unlimited).expect("a circuit").circuit);
        for image in [&held, &reduced].into_iter().chain(&blasted) {
            assert_eq!(image.fairness().len(), circuit.fairness().len());
            assert_eq!(image.justice().len(), circuit.justice().len());
            // A search through the states of a large image takes too long.
            if image.latches().len() + image.inputs().len() > 9 {
                continue;
            }
            for property in circuit.properties().filter(|property| property.is_justice()) {
                let told = || format!("{}\n{}", aiger::write_ascii(&circuit), aiger::write_ascii(image));
                assert_eq!(fails(image, property), fails(&circuit, property), "{}", told());
            }
        }
    }
}

#[test]
fn forms_exist_for_justice_properties_only() {
    let mut circuit = Circuit::new();
    let latch = circuit.add_latch(Reset::Zero);
    let bad = circuit.add_bad(latch);
    let justice = circuit.add_justice(&[latch]);
    assert_eq!((bad.to_string(), justice.to_string()), ("b0".to_string(), "j0".to_string()));
    for property in [bad, PropertyId::justice(1)] {
        assert!(lasso_form(&circuit, property).is_none() && only(&circuit, property).is_none());
        assert!(rounds_form(&circuit, property).is_none() && stages_form(&circuit, property, 3).is_none());
    }
    assert_eq!(stages_form(&circuit, justice, 3).expect("a form").circuit.bads().len(), 3);
    assert_eq!(only(&circuit, justice).expect("a part").properties().collect::<Vec<_>>(), [justice]);
}

/// Headers, sizes, literals and names; outputs are properties only where nothing else is.
#[test]
fn aiger_files_have_justice_and_fairness() {
    let text = "aag 3 1 2 1 0 0 0 2 1\n2\n4 2\n6 4\n4\n1\n2\n4\n5\n6\n7\nj1 both\nf0 rest\n";
    let file = aiger::read(text.as_bytes()).expect("a circuit");
    let circuit = &file.circuit;
    assert_eq!((circuit.bads().len(), file.bads_are_outputs), (0, false));
    assert_eq!(circuit.justice().iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(circuit.symbols.justice, ["", "both"]);
    assert_eq!(circuit.recurring(PropertyId::justice(0)).map(|signals| signals.len()), Some(2));
    let written = aiger::write_ascii(circuit);
    assert!(written.starts_with("aag 3 1 2 0 0 0 0 2 1\n"), "{}", written);
    assert_eq!(&aiger::read(written.as_bytes()).expect("a circuit").circuit, circuit);
    assert_eq!(&aiger::read(&aiger::write_binary(circuit)).expect("a circuit").circuit, circuit);
    // Fairness alone makes no property.
    let file = aiger::read(b"aag 1 0 1 1 0 0 0 0 1\n2 3\n2\n3\n").expect("a circuit");
    assert_eq!((file.circuit.bads().len(), file.bads_are_outputs), (1, true));
    for (text, message) in [
        ("aag 0 0 0 0 0 0 0 2\n", "line 2, column 1: expected the number of literals of a justice property"),
        (
            "aag 0 0 0 0 0 0 0 1\n4294967295\n0\n",
            "line 4, column 1: expected a literal of a justice property",
        ),
        ("aag 0 0 0 0 0 0 0 4294967295\n1\n", "line 3, column 1: expected the number of literals"),
        ("aag 0 0 0 0 0 0 0 1\n1\n2\n", "line 3, column 1: expected a literal of a justice property up to 1"),
        ("aag 0 0 0 0 0 0 0 0 1\n", "line 2, column 1: expected the literal of a fairness constraint"),
        ("aag 0 0 0 0 0 0 0 1\n1\n0\nj1 x\n", "line 4, column 1: j1 is named, but the file has 1 justice"),
    ] {
        let found = aiger::read(text.as_bytes()).expect_err("an error").to_string();
        assert!(found.contains(message), "{}\n{}", found, text);
    }
}
