//! `verify` and `check`: C programs that have one run.

use super::{run, scratch, text};

/// A file with this content; its name.
fn file(name: &str, content: &str) -> String {
    let file = scratch(&format!("one-run-{}", name));
    std::fs::write(&file, content).expect("a file");
    text(&file)
}

const SUM: &str = "int sum(int n, int a) { return n == 0 ? a : sum(n - 1, a + n); }
int main(void) { if (sum(10, 0) != 55) reach_error(); return 0; }
";

/// The certificate of the sum, with another number of steps.
fn claim(steps: u64) -> String {
    file(&format!("{}.txt", steps), &format!("one run\nsteps {}\n", steps))
}

#[test]
fn the_certificate_of_one_run_is_checked_by_running() {
    let (name, certificate) = (file("sum.c", SUM), text(&scratch("one-run-sum.txt")));
    let (code, out, err) = run(&[&name, "--certificate", &certificate, "--show-invariant", "--threads", "1"]);
    let told =
        "safe\ninvariant for b0, steps: 36\n  the program asks for nothing, and its one run ends without an \
                error\n";
    let scope = "indubit: note: not looked for: bounds, memory, overflow, division, shifts (--check all)\n";
    assert_eq!((code, out.as_str(), err.as_str()), (20, told, scope));
    assert_eq!(std::fs::read_to_string(&certificate).expect("a certificate"), "one run\nsteps 36\n");
    assert_eq!(run(&["check", &name, &certificate]), (20, "safe\nb0 safe\n".to_string(), String::new()));
    let (_, out, _) = run(&[&name, "--json"]);
    assert!(out.contains("\"engine\":\"one-run\",\"steps\":36"), "{}", out);
}

#[test]
fn a_witness_of_one_run_has_no_invariants() {
    let (name, witness) = (file("sum-yml.c", SUM), text(&scratch("one-run-sum.yml")));
    assert_eq!(run(&[&name, "--certificate", &witness]).0, 20);
    assert!(std::fs::read_to_string(&witness).expect("a witness").ends_with("content: []\n"));
    let note = "the witness has no invariants; the program has one run, which ends without error\n";
    let told = format!("safe\nb0 safe\n{}", note);
    assert_eq!(run(&["check", &name, &witness, "--property", "unreach-call"]), (20, told, String::new()));
}

#[test]
fn forged_certificates_are_refused() {
    let sum = file("forged.c", SUM);
    for (steps, reason) in [(35, "the limit of steps is reached"), (37, "it has 36 steps and not 37")] {
        let (code, out, err) = run(&["check", &sum, &claim(steps)]);
        assert_eq!((code, out.as_str()), (3, "unknown\nb0 unknown\n"));
        assert!(err.contains(reason), "{}", err);
    }
    let refused = [
        ("error.c", SUM.replace("55", "54"), "an error function is called"),
        ("endless.c", "int main(void) { while (1); }".to_string(), "the limit of steps is reached"),
        ("asks.c", "int nd(void); int main(void) { return nd(); }".to_string(), "does not determine"),
        ("unset.c", "int main(void) { int x; return x; }".to_string(), "has no value yet"),
        ("bounds.c", "int main(void) { int a[2]; a[2] = 0; return 0; }".to_string(), "out of bounds"),
    ];
    for (name, content, reason) in refused {
        let (code, out, err) = run(&["check", &file(name, &content), &claim(36)]);
        assert_eq!((code, out.as_str()), (3, "unknown\nb0 unknown\n"), "{}", name);
        assert!(err.contains(reason), "{}: {}", name, err);
    }
    let broken = file("broken.txt", "one run\nsteps many\n");
    assert_eq!(run(&["check", &sum, &broken]).0, 2);
}

#[test]
fn one_run_is_tried_by_portfolios_with_runs_alone() {
    let name = file("alone.c", "int main(void) { int x = 1; if (x != 1) reach_error(); return 0; }");
    for more in [&["--no-random-runs"][..], &["--engine", "ic3cfa"], &["--integers", "math"]] {
        let (code, out, _) = run(&[&[name.as_str(), "--json"], more].concat());
        assert!(code == 20 && !out.contains("one-run"), "{:?} {}", more, out);
    }
    // A script is a proof with formulas.
    let (sum, script) = (file("script.c", SUM), text(&scratch("one-run.smt2")));
    let (code, _, err) = run(&[&sum, "--certificate", &script, "--integers", "math"]);
    assert_eq!(code, 20, "{}", err);
}
