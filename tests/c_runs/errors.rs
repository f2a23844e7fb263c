//! Failures, by property, with their places.

use super::{end_with, program_for, try_run};
use indubit::c::{Arch, Check, Checks, Numbers, Property, RunOptions};

const KINDS: &str = "int nd(void);
void reach_error(void) { int x = 1 / 0; }
int main(int k) {
  k = nd();
  if (k == 0) reach_error();
  if (k == 1) __VERIFIER_error();
  if (k == 2) __assert_fail(\"a\", \"b\", 1, \"c\");
  if (k == 3) assert(k == 4);
  if (k == 4) { ERROR: k = 5; }
  if (k == 5) k = 2147483647 + k;
}
";

fn ends(property: Property) -> Vec<String> {
    let options = RunOptions { property, ..RunOptions::default() };
    (0..5).map(|kind| end_with(KINDS, &options, &[1, kind])).collect()
}

#[test]
fn each_property_has_its_errors() {
    let found = ends(Property::Default);
    let expected = [
        "error: an error function is called at line 5, column 15",
        "error: an error function is called at line 6, column 15",
        "error: an assertion fails at line 7, column 15",
        "error: the argument of assert is 0 at line 8, column 15",
        "error: the label ERROR is reached at line 9, column 17",
    ];
    assert_eq!(found, expected);
    let is_error = |property| ends(property).iter().map(|end| end.starts_with("error")).collect::<Vec<_>>();
    assert_eq!(is_error(Property::UnreachCall), [true, true, false, false, false]);
    assert_eq!(is_error(Property::ErrorLabel), [false, false, false, false, true]);
    assert_eq!(is_error(Property::NoOverflow), [false, false, false, false, true]);
    let found = ends(Property::NoOverflow);
    assert_eq!(found[3], "no error: the program stops at line 8, column 15");
    assert_eq!(found[4], "error: signed overflow at line 10, column 30");
}

#[test]
fn a_defined_assert_has_its_own_body() {
    let text = "void assert(int c) { if (!c) { ERROR: ; } }\nint main() { assert(0); }";
    let options = RunOptions::default();
    assert_eq!(end_with(text, &options, &[]), "error: the label ERROR is reached at line 1, column 32");
}

#[test]
fn a_wide_condition_is_not_cut_off() {
    let text = "int main() { long long x = 4294967296LL; assert(x); if (!x) reach_error(); }";
    assert!(end_with(text, &RunOptions::default(), &[]).starts_with("no error: main returns"));
}

#[test]
fn overflow_is_that_of_signed_operators() {
    let options = RunOptions { property: Property::NoOverflow, ..RunOptions::default() };
    let overflows = |body: &str| {
        let text = format!("int main() {{ int m = 2147483647, n = -m - 1, o = -1; {} }}", body);
        end_with(&text, &options, &[]).starts_with("error: signed overflow")
    };
    for body in [
        "m + 1;",
        "n - 1;",
        "m * 2;",
        "-n;",
        "n / o;",
        "n % o;",
        "m << 1;",
        "1 << 31;",
        "o << 32 - 1 << 1;",
        "m++;",
        "--n;",
        "m += 1;",
        "n *= o;",
        "long long l = 9223372036854775807LL; l++;",
    ] {
        assert!(overflows(body), "{}", body);
    }
    for body in [
        "m + o;",
        "(char)m;",
        "unsigned u = -1; u++; u * u; -u;",
        "signed char c = 127; c++; c += 100;",
        "n / 2;",
        "1 << 30;",
        "n >> 3;",
        "(long long)m * m;",
        "short s = 32767; s = s + 1;",
        "o << 31;",
        "struct { int b : 31; } s = {1073741823}; s.b++;",
    ] {
        assert!(!overflows(body), "{}", body);
    }
}

#[test]
fn further_checks_are_options() {
    let text = "int main() {\n  int x = 0, n = 32;\n  x = 1 << n;\n  x = 7 % (x - 1);\n  return 0;\n}";
    let run = |options: &RunOptions| end_with(text, options, &[]);
    let plain = RunOptions::default();
    assert_eq!(run(&plain), "no error: a division without quotient at line 4, column 9");
    assert_eq!(
        run(&RunOptions { checks: Checks::of(&[Check::Division]), ..plain }),
        "error: division by zero at line 4, column 9"
    );
    assert_eq!(
        run(&RunOptions { checks: Checks::of(&[Check::Shifts]), ..plain }),
        "error: a shift by a negative number or by too much, or of a negative number or out of its type at line 3, \
        column 9"
    );
    let math = RunOptions { numbers: Numbers::Integers, property: Property::NoOverflow, ..plain };
    assert_eq!(
        end_with("int main() { int x = 2147483647; x++; }", &math, &[]),
        "error: signed overflow at line 1, column 35"
    );
}

#[test]
fn the_data_model_counts() {
    let text = "int main() { long x = 2147483647; x++; assert(x > 0); }";
    let options = RunOptions::default();
    for (arch, is_error) in [(Arch::Ilp32, true), (Arch::Lp64, false)] {
        let program = program_for(text, arch);
        let run = try_run(&program, &options, &[]).expect("a run");
        assert_eq!(run.end.text(&program.lines).starts_with("error"), is_error, "{:?}", arch);
    }
}
