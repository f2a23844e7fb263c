//! Programs on the command line.

use crate::{in_package, refused, run, scratch, text};

fn program(name: &str) -> String {
    text(&in_package(&format!("examples/programs/{}.cfa", name)))
}

#[test]
fn programs_are_verified_and_their_evidence_is_checked() {
    let evidence = text(&scratch("program.txt"));
    for (name, option, verdict, code) in
        [("two_loops", "--certificate", "safe\n", 20), ("one_too_far", "--witness", "unsafe\n", 10)]
    {
        for engine in ["portfolio", "tree-ic3", "tree-ic3-itp", "tree-itp", "ic3-ia"] {
            let args = [&program(name), "--engine", engine, option, &evidence];
            assert_eq!(run(&args), (code, verdict.to_string(), String::new()), "{}", engine);
            let checked = format!("{}b0 {}", verdict, verdict);
            assert_eq!(run(&["check", &program(name), &evidence]), (code, checked, String::new()));
        }
    }
    let (code, stdout, stderr) = run(&["check", &program("two_loops"), &evidence]);
    assert_eq!((code, stdout.as_str()), (3, "unknown\nb0 unknown\n"));
    assert!(stderr.contains("an assumption of step"), "{}", stderr);
}

#[test]
fn paths_and_invariants_are_shown() {
    let args = [&program("one_too_far"), "--engine", "tree-ic3-itp", "--show-trace"];
    let (_, stdout, _) = run(&args);
    assert!(stdout.starts_with("unsafe\ncounterexample to b0, depth "), "{}", stdout);
    assert!(stdout.contains("location  down") && stdout.contains("x         (- 1)"), "{}", stdout);
    let args = [&program("two_loops"), "--engine", "tree-ic3-itp", "--show-invariant"];
    let (_, stdout, _) = run(&args);
    assert!(stdout.starts_with("safe\ninvariant for b0, locations: 2\n  up: "), "{}", stdout);
}

#[test]
fn programs_become_systems_and_systems_programs() {
    for (name, verdict) in [("two_loops", "safe\n"), ("one_too_far", "unsafe\n")] {
        let (system, back) = (text(&scratch("program.vmt")), text(&scratch("program.cfa")));
        assert_eq!(run(&["convert", &program(name), &system]), (0, String::new(), String::new()));
        assert_eq!(run(&[&system, "--engine", "tree-ic3-itp"]).1, verdict);
        assert_eq!(run(&["convert", &system, &back]), (0, String::new(), String::new()));
        assert_eq!(run(&[&back]).1, verdict);
    }
    let drawing = text(&scratch("program.dot"));
    assert_eq!(run(&["convert", &program("two_loops"), &drawing]).0, 0);
    assert!(std::fs::read_to_string(&drawing).expect("a file").starts_with("digraph"));
}

#[test]
fn options_that_programs_have_no_use_for_are_refused() {
    for args in [["--vcd", "x.vcd"], ["--engine", "kind"], ["--certificate", "x.aig"]] {
        let program = program("two_loops");
        refused(&[&program, args[0], args[1]], 1);
    }
}
