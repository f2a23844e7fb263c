//! The circuits under `tests/live/circuits`: examples with known verdicts, by every engine.

use crate::paths::in_package;
use crate::random::options;
use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::input::aiger::read;
use indubit::model::CircuitFile;
use indubit::portfolio::{Engine, Verifier};

/// All circuits by name, and whether each property fails. A comment has a line `expected: j0 safe` for each.
pub fn fixtures() -> Vec<(String, CircuitFile, Vec<bool>)> {
    let mut list = Vec::new();
    for entry in std::fs::read_dir(in_package("tests/live/circuits")).expect("the folder of circuits") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("a readable file");
        let model = read(&bytes).unwrap_or_else(|error| panic!("{}: {}", name, error));
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("expected: ")).collect();
        let properties: Vec<String> = model.circuit.properties().map(|p| p.to_string()).collect();
        assert_eq!(lines.len(), properties.len(), "{}", name);
        let expected = lines.iter().zip(&properties).map(|(line, property)| {
            match line.strip_prefix(property.as_str()) {
                Some(" safe") => false,
                Some(" unsafe") => true,
                _ => panic!("{}: cannot read `{}`", name, line),
            }
        });
        let expected = expected.collect();
        list.push((name, model, expected));
    }
    list.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(list.len() >= 36, "the circuits are there");
    list
}

#[test]
fn every_engine_has_the_verdicts_of_the_examples() {
    let all = [
        Engine::Portfolio,
        Engine::L2s,
        Engine::KLive,
        Engine::RLive,
        Engine::Ic3,
        Engine::LazyIc3,
        Engine::Bmc,
    ];
    for (name, model, expected) in fixtures() {
        for engine in all {
            let verifier =
                Verifier::new(model.circuit.clone(), options(engine, Engine::Ic3), Budget::unlimited());
            let mut verifier = verifier.expect("an engine for justice");
            for (property, &fails) in model.circuit.properties().zip(&expected) {
                let verified = verifier.verify(property, &mut ());
                let told = format!("{} {} {}", name, property, engine.name());
                assert_eq!((&verified.refused, verified.defects.len()), (&None, 0), "{}", told);
                let (proves, refutes) = match engine {
                    Engine::Bmc => (false, true),
                    _ => (true, true),
                };
                match verified.outcome {
                    Outcome::Safe(_) => assert!(!fails, "{}", told),
                    Outcome::Unsafe(_) => assert!(fails, "{}", told),
                    Outcome::Unknown(reason) => {
                        assert!(if fails { !refutes } else { !proves }, "{}: {}", told, reason)
                    }
                }
            }
        }
    }
}

/// An engine that takes no justice properties, or nothing else, says so by name.
#[test]
fn engines_are_refused_by_name() {
    let model = |text: &str| read(text.as_bytes()).expect("a circuit").circuit;
    let live = model("aag 1 0 1 0 0 0 0 1\n2 3\n1\n2\n");
    let safe = model("aag 1 0 1 0 0 1\n2 3\n2\n");
    let refusal = |circuit: &indubit::model::circuit::Circuit, engine, below| {
        let verifier = Verifier::new(circuit.clone(), options(engine, below), Budget::unlimited());
        verifier.map(drop).expect_err("a refusal").to_string()
    };
    let found = refusal(&live, Engine::Ic3Smt, Engine::Ic3);
    assert!(found.contains("ic3-smt takes no justice properties; these do: portfolio, ic3"), "{}", found);
    let found = refusal(&safe, Engine::KLive, Engine::Ic3);
    assert!(found.contains("k-live takes justice properties, and the model has none"), "{}", found);
    let found = refusal(&live, Engine::RLive, Engine::Bmc);
    assert!(found.contains("the engine rlive asks another one, and bmc cannot be below it"), "{}", found);
}
