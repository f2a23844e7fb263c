//! Evidence about programs: for each condition, evidence that breaks this one alone.

use crate::engines::program;
use indubit::base::Budget;
use indubit::evidence::program::{check, Evidence};
use indubit::evidence::CheckOptions;

const UP: &str = "
    (declare-const x Int)
    (location start :initial)
    (location wrong :error)
    (location up)
    (location down)
    (edge start up (assign (x 0)))
    (edge up up (assume (< x 1)) (assign (x (+ x 1))))
    (edge up down (assume (>= x 1)))
    (edge down wrong (assume (> x 1)))";

fn checked(program_text: &str, evidence: &str) -> Result<(), String> {
    let program = program(program_text);
    let evidence =
        Evidence::read(evidence.as_bytes(), &program, &Budget::unlimited()).expect("a text without faults");
    check(&program, &evidence, &CheckOptions::default(), &Budget::unlimited())
        .map_err(|error| error.to_string())
}

#[test]
fn an_invariant_that_breaks_one_condition_is_refused() {
    // The formulas of the four locations.
    let invariant = |[start, wrong, up, down]: [&str; 4]| {
        let asserted = |formula: &str| format!("(assert {})\n", formula);
        let formulas: String = [start, wrong, up, down].iter().copied().map(asserted).collect();
        checked(UP, &format!("; invariant by location\n(declare-const x Int)\n{}", formulas))
    };
    assert_eq!(invariant(["true", "false", "(<= x 1)", "(= x 1)"]), Ok(()));
    for (formulas, expected) in [
        (
            ["(= x 7)", "false", "(<= x 1)", "(= x 1)"],
            "the invariant excludes a state in which the program begins",
        ),
        (["true", "true", "(<= x 1)", "(= x 1)"], "the invariant admits a state at the error location"),
        (["true", "false", "(= x 1)", "(= x 1)"], "edge 0 leaves the invariant"),
        (["true", "false", "(= x 0)", "(= x 1)"], "edge 1 leaves the invariant"),
        (["true", "false", "(<= x 1)", "(= x 2)"], "edge 2 leaves the invariant"),
        (["true", "false", "(<= x 1)", "(>= x 1)"], "edge 3 leaves the invariant"),
    ] {
        assert_eq!(invariant(formulas), Err(expected.to_string()), "{:?}", formulas);
    }
}

#[test]
fn a_path_that_is_no_run_to_the_error_location_is_refused() {
    let path = |program_text: &str, edges: &[usize]| {
        let steps: String = edges.iter().map(|edge| format!("edge {}:\n", edge)).collect();
        checked(program_text, &format!("path\nstart\n  x = 7\n{}", steps))
    };
    let unsafe_text = UP.replace("(> x 1)", "(= x 1)");
    assert_eq!(path(&unsafe_text, &[0, 1, 2, 3]), Ok(()));
    for (program_text, edges, expected) in [
        (UP, &[0, 1, 2, 3][..], "an assumption of step 3 is false"),
        (&unsafe_text, &[0, 2, 3], "an assumption of step 1 is false"),
        (&unsafe_text, &[0, 1, 3], "step 2 takes no edge that leads on"),
        (&unsafe_text, &[1, 2, 3], "step 0 takes no edge that leads on"),
        (&unsafe_text, &[0, 1, 2], "the path does not end at the error location"),
    ] {
        assert_eq!(path(program_text, edges), Err(expected.to_string()), "{:?}", edges);
    }
}

#[test]
fn a_value_under_another_name_is_refused() {
    let program = program(&UP.replace("(> x 1)", "(= x 1)"));
    let read = |name: &str| {
        let text = format!("path\nstart\n  {} = 7\nedge 0:\nedge 1:\nedge 2:\nedge 3:\n", name);
        Evidence::read(text.as_bytes(), &program, &Budget::unlimited()).map(|_| ())
    };
    assert_eq!(read("x"), Ok(()));
    let error = read("y").expect_err("another name");
    assert!(error.to_string().contains("expected a value of sort Int for `x`"), "{}", error);
}
