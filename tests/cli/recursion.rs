//! `verify`, `check` and `convert`: recursive C programs.

use super::{refused, run, scratch, text};

/// A file with this content; its name.
fn file(name: &str, content: &str) -> String {
    let file = scratch(name);
    std::fs::write(&file, content).expect("a file");
    text(&file)
}

const COUNT: &str = "int nondet(void);
int count(int n) { if (n <= 0) return 0; return 1 + count(n - 1); }
int main(void) {
  int n = nondet();
  if (n < 0 || n > 100) return 0;
  if (count(n) != n) reach_error();
}
";

const WALK: &str = "int nondet(void);
int sum;
void walk(int depth) {
  if (depth == 0) return;
  int x = nondet();
  if (x > 3) x = 3;
  sum = sum + x;
  walk(depth - 1);
}
int main(void) { walk(4); if (sum == 11) reach_error(); }
";

#[test]
fn summaries_prove_recursive_programs() {
    let ninety_one = "int nondet(void);
int f(int x) { if (x > 100) return x - 10; return f(f(x + 11)); }
int main(void) { int x = nondet(); int r = f(x); if (!(r == 91 || (x > 101 && r == x - 10))) reach_error(); }
";
    let parity = "int nondet(void);
int is_odd(int n);
int is_even(int n) { if (n == 0) return 1; return is_odd(n - 1); }
int is_odd(int n) { if (n == 0) return 0; return is_even(n - 1); }
int main(void) { int n = nondet(); if (n < 0) return 0; int r = is_even(n); if (r < 0 || r > 1) reach_error(); }
";
    for (at, content) in [COUNT, ninety_one, parity].iter().enumerate() {
        let name = file(&format!("recursive_safe_{}.c", at), content);
        for more in [["--integers", "words"], ["--integers", "math"], ["--arch", "64"]] {
            let (code, out, err) = run(&[&[name.as_str()], &more[..]].concat());
            assert_eq!((code, out.as_str()), (20, "safe\n"), "{} {:?}", err, more);
        }
    }
}

#[test]
fn runs_of_recursive_programs_are_replayed_and_told_call_by_call() {
    let name = file("recursive_walk.c", WALK);
    let witness = text(&scratch("recursive_walk.txt"));
    let (code, out, err) = run(&[&name, "--show-trace", "--witness", &witness]);
    assert_eq!(code, 10, "{}", err);
    assert!(out.contains("walk(depth = 0) begins\n") && out.contains("walk returns\n"), "{}", out);
    assert_eq!(run(&["check", &name, &witness]).0, 10);
    let other = file("recursive_count_as_other.c", COUNT);
    assert_ne!(run(&["check", &other, &witness]).0, 10);
}

#[test]
fn evidence_and_engines_that_do_not_fit_recursion_are_refused() {
    let name = file("recursive_count.c", COUNT);
    let certificate = text(&scratch("recursive_count.cert"));
    assert_eq!(run(&[&name, "--certificate", &certificate]).0, 20);
    assert_eq!(run(&["check", &name, &certificate]).0, 20);
    let message = refused(&[&name, "--engine", "ic3"], 1);
    assert!(message.contains("the engine ic3 does not know calls"), "{}", message);
    let clauses = text(&scratch("recursive_count.smt2"));
    assert_eq!(run(&["convert", &name, &clauses]).0, 0);
    assert_eq!(run(&[&clauses]).0, 20);
    let message = refused(&["convert", &name, &text(&scratch("recursive_count.vmt"))], 2);
    assert!(message.contains("only its Horn clauses can be written"), "{}", message);
    let escaping = "void f(int *p, int n) { int x = n; if (n > 0) f(&x, n - 1); *p = n; }
int main(void) { int y = 0; f(&y, 3); if (y != 3) reach_error(); }
";
    let (code, out, message) = run(&[&file("recursive_escaping.c", escaping), "--no-random-runs"]);
    assert_eq!((code, out.as_str()), (30, "unknown\n"));
    assert!(message.contains("the address of `x` may get into another call"), "{}", message);
}

/// It was an error of the input.
#[test]
fn nothing_is_known_of_a_recursive_program_that_is_too_large() {
    let program = format!(
        "int a[4000]; int f(int n) {{ return n ? f(n - 1) : a[0]; }} int main(void) {{ {} return f(3); }}",
        "a[1]++; ".repeat(8_000)
    );
    let (code, out, message) = run(&[&file("recursive_large.c", &program)]);
    assert_eq!((code, out.as_str()), (30, "unknown\n"), "{}", message);
    assert!(message.contains("recursive and too large for clauses"), "{}", message);
}

/// The error lies behind a recursion that is deeper than any formula goes.
const DEEP: &str = "int nondet(void);
unsigned mix(unsigned n, unsigned x) { return n == 0 ? x : mix(n - 1, x * 1664525u + 1013904223u); }
int main(void) {
  int n = nondet();
  if (n == 1 && mix(900, 5) % 2 == 1)
    reach_error();
}
";

#[test]
fn random_runs_refute_recursive_programs() {
    let name = file("recursive_deep.c", DEEP);
    let harness = text(&scratch("recursive_deep_harness.c"));
    let (code, out, err) = run(&[&name, "--json", "--harness", &harness]);
    assert_eq!(code, 10, "{}", err);
    assert!(out.contains("\"verdict\":\"unsafe\",\"engine\":\"runs\""), "{}", out);
    let harness = std::fs::read_to_string(&harness).expect("a harness");
    assert!(harness.contains("mix"), "{}", harness);
}

/// A counterexample that is to be written as a refutation is none of a run.
#[test]
fn a_refutation_of_a_recursive_program_is_by_an_engine() {
    let name = file("recursive_walk_tree.c", WALK);
    let tree = text(&scratch("recursive_walk_tree.dot"));
    let (code, out, err) = run(&[&name, "--json", "--witness", &tree]);
    assert_eq!(code, 10, "{}", err);
    assert!(!out.contains("\"engine\":\"runs\""), "{}", out);
}
