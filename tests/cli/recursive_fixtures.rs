//! Recursive C programs with their verdicts, with the evidence written and checked again.

use super::{in_package, run, scratch, text};

/// A file with this content; its name.
fn file(name: &str, content: &str) -> String {
    let file = scratch(name);
    std::fs::write(&file, content).expect("a file");
    text(&file)
}

/// A program with its verdict, and the meanings of integers for which it is tried.
struct Fixture {
    name: &'static str,
    text: &'static str,
    is_safe: bool,
    integers: &'static [&'static str],
}

const BOTH: &[&str] = &["words", "math"];

const FIXTURES: &[Fixture] = &[
    Fixture {
        name: "fib_safe",
        text: "int fib(int n) { if (n < 1) return 0; if (n == 1) return 1; return fib(n - 1) + fib(n - 2); }
int main(void) { if (fib(6) != 8) reach_error(); }
",
        is_safe: true,
        integers: BOTH,
    },
    Fixture {
        name: "fib_unsafe",
        text: "int nondet(void);
int fib(int n) { if (n < 1) return 0; if (n == 1) return 1; return fib(n - 1) + fib(n - 2); }
int main(void) { int n = nondet(); if (fib(n) == 8) reach_error(); }
",
        is_safe: false,
        integers: BOTH,
    },
    Fixture {
        name: "ack_safe",
        text: "int nondet(void);
int ack(int m, int n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1)); }
int main(void) { int n = nondet(); if (n < 0 || n > 1) return 0; if (ack(1, n) != n + 2) reach_error(); }
",
        is_safe: true,
        integers: BOTH,
    },
    Fixture {
        name: "ack_unsafe",
        text: "int nondet(void);
int ack(int m, int n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1)); }
int main(void) { int n = nondet(); if (n < 0 || n > 1) return 0; if (ack(2, n) == 5) reach_error(); }
",
        is_safe: false,
        integers: &["math"],
    },
    Fixture {
        name: "gcd_safe",
        text: "int nondet(void);
int gcd(int a, int b) { if (a == b) return a; if (a > b) return gcd(a - b, b); return gcd(a, b - a); }
int main(void) { int a = nondet(), b = nondet(); if (a < 1 || b < 1 || a > 100 || b > 100) return 0;
  if (gcd(a, b) < 1) reach_error(); }
",
        is_safe: true,
        integers: BOTH,
    },
    Fixture {
        name: "gcd_unsafe",
        text: "int nondet(void);
int gcd(int a, int b) { if (b == 0) return a; return gcd(b, a % b); }
int main(void) { int a = nondet(), b = nondet(); if (a < 1 || b < 1 || a > 30 || b > 30) return 0;
  if (gcd(a, b) == 7 && a != b) reach_error(); }
",
        is_safe: false,
        integers: &["words"],
    },
    Fixture {
        name: "m91_safe",
        text: "int nondet(void);
int f(int x) { if (x > 100) return x - 10; return f(f(x + 11)); }
int main(void) { int x = nondet(); if (x > 101) return 0; if (f(x) != 91) reach_error(); }
",
        is_safe: true,
        integers: &["math"],
    },
    Fixture {
        name: "m91_unsafe",
        text: "int nondet(void);
int f(int x) { if (x > 100) return x - 10; return f(f(x + 11)); }
int main(void) { int x = nondet(); if (x < 95) return 0; if (f(x) == 92) reach_error(); }
",
        is_safe: false,
        integers: BOTH,
    },
    Fixture {
        name: "mutual_safe",
        text: "int nondet(void);
int odd(int n);
int even(int n) { if (n == 0) return 1; return odd(n - 1); }
int odd(int n) { if (n == 0) return 0; return even(n - 1); }
int main(void) { int n = nondet(); if (n < 0 || n > 4) return 0; if (even(n) && odd(n)) reach_error(); }
",
        is_safe: true,
        integers: BOTH,
    },
    Fixture {
        name: "mutual_unsafe",
        text: "int nondet(void);
int odd(int n);
int even(int n) { if (n == 0) return 1; return odd(n - 1); }
int odd(int n) { if (n == 0) return 0; return even(n - 1); }
int main(void) { int n = nondet(); if (n < 0 || n > 7) return 0; if (odd(n) && n > 4) reach_error(); }
",
        is_safe: false,
        integers: BOTH,
    },
    Fixture {
        name: "global_safe",
        text: "int nondet(void);
int steps;
void down(int n) { if (n <= 0) return; steps = steps + 1; down(n - 1); }
int main(void) { int n = nondet(); if (n < 0 || n > 50) return 0; down(n); if (steps != n) reach_error(); }
",
        is_safe: true,
        integers: &["math"],
    },
    Fixture {
        name: "global_unsafe",
        text: "int nondet(void);
int steps;
void down(int n) { if (n <= 0) return; steps = steps + 1; down(n - 1); down(n - 2); }
int main(void) { int n = nondet(); if (n < 0 || n > 5) return 0; down(n); if (steps == 7) reach_error(); }
",
        is_safe: false,
        integers: &["math"],
    },
    Fixture {
        name: "inside_safe",
        text: "int nondet(void);
void down(int n, int top) { if (n > top) reach_error(); if (n > 0) down(n - 1, top); }
int main(void) { int n = nondet(); if (n > 1000) return 0; down(n, n); }
",
        is_safe: true,
        integers: BOTH,
    },
    Fixture {
        name: "inside_unsafe",
        text: "int nondet(void);
void down(int n, int sum) { if (sum == 6 && n < 1) reach_error(); if (n > 0) down(n - 1, sum + n); }
int main(void) { int n = nondet(); if (n > 1000) return 0; down(n, 0); }
",
        is_safe: false,
        integers: BOTH,
    },
    Fixture {
        name: "inputs_safe",
        text: "int nondet(void);
int read(int left) { if (left == 0) return 0; int bit = nondet(); if (bit != 0 && bit != 1) return 0;
  return 2 * read(left - 1) + bit; }
int main(void) { if (read(3) > 7) reach_error(); }
",
        is_safe: true,
        integers: &["math"],
    },
    Fixture {
        name: "inputs_unsafe",
        text: "int nondet(void);
int read(int left) { if (left == 0) return 0; int bit = nondet(); if (bit != 0 && bit != 1) return 0;
  return 2 * read(left - 1) + bit; }
int main(void) { if (read(4) == 11) reach_error(); }
",
        is_safe: false,
        integers: BOTH,
    },
    Fixture {
        name: "deep_safe",
        text: "int depth(int n) { if (n == 0) return 0; return depth(n - 1) + 1; }
int main(void) { if (depth(20) != 20) reach_error(); }
",
        is_safe: true,
        integers: &["math"],
    },
    Fixture {
        name: "deep_unsafe",
        text: "int depth(int n) { if (n == 0) return 0; return depth(n - 1) + 1; }
int main(void) { if (depth(20) == 20) reach_error(); }
",
        is_safe: false,
        integers: BOTH,
    },
];

#[test]
fn verdicts_come_with_evidence_that_passes_its_check() {
    for fixture in FIXTURES {
        let name = file(&format!("calls_{}.c", fixture.name), fixture.text);
        for integers in fixture.integers {
            let told = format!("{} {}", fixture.name, integers);
            let evidence = text(&scratch(&format!("calls_{}_{}.txt", fixture.name, integers)));
            let (option, code) = if fixture.is_safe { ("--certificate", 20) } else { ("--witness", 10) };
            let (found, _, err) = run(&[&name, "--integers", integers, option, &evidence]);
            assert_eq!(found, code, "{}: {}", told, err);
            let (found, _, err) = run(&["check", &name, &evidence, "--integers", integers]);
            assert_eq!(found, code, "{}: {}", told, err);
        }
    }
}

#[test]
fn a_harness_of_a_recursive_program_has_the_values_of_all_levels() {
    let inputs = FIXTURES.iter().find(|fixture| fixture.name == "inputs_unsafe").expect("the fixture");
    let name = file("calls_harness.c", inputs.text);
    let harness = text(&scratch("calls_harness_written.c"));
    assert_eq!(run(&[&name, "--harness", &harness]).0, 10);
    let content = std::fs::read_to_string(&harness).expect("a harness");
    // The number 11 by its digits, the first one last.
    assert!(content.contains("harness_values_0[] = {1, 1, 0, 1};"), "{}", content);
}

#[test]
fn a_call_of_a_recursive_function_with_too_few_arguments_is_not_followed() {
    let content = "int down();
int main(void) {
  if (down(3) != 0) reach_error();
}
int down(int n, int m) { if (n <= 0) return m; return down(n - 1, m); }
";
    let (code, out, message) = run(&[&file("calls_few.c", content), "--no-random-runs"]);
    assert_eq!((code, out.as_str()), (30, "unknown\n"));
    let expected = "line 3, column 7: the recursive function `down` is called with too few arguments";
    assert!(message.contains(expected), "{}", message);
}

#[test]
fn the_example_of_a_recursive_program_is_safe_and_shows_its_summary() {
    let name = text(&in_package("examples/programs/ninety_one.c"));
    let (code, out, err) = run(&[&name, "--integers", "math", "--show-invariant"]);
    assert_eq!(code, 20, "{}", err);
    assert!(out.starts_with("safe\n") && out.contains("f:return: "), "{}", out);
}
