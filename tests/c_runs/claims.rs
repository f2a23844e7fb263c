//! The check of witnesses of correctness: each invariant is proved or refuted at its place, and the program by them.

use super::program;
use indubit::base::Budget;
use indubit::c::witness::{Content, InvariantEntry, InvariantKind, Location, Metadata, Refutation, Witness};
use indubit::c::{Arch, Integers, LowerOptions, Property, Source};
use indubit::engine::Outcome;
use indubit::evidence::CheckOptions;
use indubit::portfolio::{Engine, ProgramTrace, ProgramVerifier, VerifyOptions};

/// A witness with invariants of the form `loop 5:3 x <= 10` or `at 6:5 x < 10`.
fn witness(text: &str, invariants: &[&str]) -> Witness {
    let entry = |line: &&str| {
        let mut words = line.splitn(3, ' ');
        let kind = match words.next() {
            Some("loop") => InvariantKind::Loop,
            _ => InvariantKind::Location,
        };
        let mut place = words.next().expect("a place").split(':').map(|n| n.parse().expect("a number"));
        let (line, column) = (place.next().expect("a line"), place.next());
        let location = Location { file: "a.c".to_string(), line, column, function: None };
        InvariantEntry { kind, location, value: words.next().expect("an expression").to_string() }
    };
    let specification = Property::UnreachCall.specification();
    let metadata = Metadata::new("a.c", text.as_bytes(), specification, Arch::Ilp32, "2026-11-23T01:00:00Z");
    Witness { metadata, content: Content::Correctness(invariants.iter().map(entry).collect()) }
}

/// `proved`: the invariants prove the program; `true`: they hold, and the program is safe; else the reason why the
/// witness is refused.
fn checked(text: &str, invariants: &[&str]) -> String {
    let budget = Budget::unlimited();
    let source = Source::new(program(text), LowerOptions::default(), &budget).expect("an automaton");
    let witness = witness(text, invariants);
    let claims = match witness.claims(&source, &budget) {
        Ok(claims) => claims,
        Err(error) => return error.to_string(),
    };
    let alone = claims.suffice(&CheckOptions::default(), &budget).expect("an answer");
    let options = VerifyOptions { engine: Engine::Portfolio, ..VerifyOptions::default() };
    let mut verifier =
        ProgramVerifier::new(claims.annotated().clone(), options, budget.clone()).expect("an engine");
    match verifier.verify(&mut ()).outcome {
        Outcome::Safe(_) => {
            assert_eq!(claims.check_runs(&budget), Ok(None));
            if alone { "proved" } else { "true" }.to_string()
        }
        Outcome::Unsafe(trace) => {
            assert!(!alone, "the solver proves what is wrong");
            claims.judge(trace.path().expect("a path"), &budget).expect("a run").to_string()
        }
        Outcome::Unknown(reason) => panic!("{}", reason),
    }
}

const LOOP: &str = include_str!("../../examples/programs/even.c");

#[test]
fn invariants_prove_the_program_or_only_hold() {
    assert_eq!(checked(LOOP, &["loop 5:3 x <= 10 && x % 2 == 0"]), "proved");
    assert_eq!(checked(LOOP, &["loop 5:3 x % 2 == 0", "loop 5:3 x <= 10"]), "proved");
    assert_eq!(checked(LOOP, &["loop 5 x <= 10 && !(x & 1)", "at 6:5 x < 9", "at 8:3 x == 10"]), "proved");
    // A step from 9 leads out of this one, though no run comes there.
    assert_eq!(checked(LOOP, &["loop 5:3 x <= 10"]), "true");
    assert_eq!(checked(LOOP, &["at 8:3 x == 10"]), "true");
    assert_eq!(checked(LOOP, &["loop 5:3 1"]), "true");
    assert_eq!(checked(LOOP, &[]), "true");
}

#[test]
fn a_false_invariant_is_refused_with_its_place() {
    let told = "line 5, column 3: the loop_invariant `x < 10` is false on a run";
    // It holds in all iterations; at last the condition is evaluated once more.
    assert_eq!(checked(LOOP, &["loop 5:3 x < 10"]), told);
    assert_eq!(checked(LOOP, &["loop 5:3 x <= 10", "loop 5:3 x < 10"]), told);
    let told = "line 6, column 5: the location_invariant `x != 8` is false on a run";
    assert_eq!(checked(LOOP, &["at 6:5 x != 8"]), told);
    assert_eq!(checked(LOOP, &["loop 5:3 0"]), "line 5, column 3: the loop_invariant `0` is false on a run");
    // Nothing follows from what is false: neither itself nor the property.
    let unsafe_text = LOOP.replace("x += 2", "x += 3");
    assert_eq!(
        checked(&unsafe_text, &["loop 5:3 x <= 10 && x % 2 == 0"]),
        "line 5, column 3: the loop_invariant `x <= 10 && x % 2 == 0` is false on a run"
    );
    let told = "the program violates the property: an error function is called at line 8, column 16";
    assert_eq!(checked(&unsafe_text, &["loop 5:3 x <= 12"]), told);
    assert_eq!(checked(&unsafe_text, &[]), told);
}

#[test]
fn operators_have_the_meaning_of_c_or_no_value() {
    let no_value = |value: &str| {
        format!(
            "line 5, column 3: the loop_invariant `{}` has no value on a run: an operator overflows, divides by zero \
             or shifts by too much",
            value
        )
    };
    let is_false =
        |value: &str| format!("line 5, column 3: the loop_invariant `{}` is false on a run", value);
    for value in [
        "(int) x - 2147483647 - 2 < 0",
        "(int) (x + 2147483640) * 2 != 1",
        "10 / x > 0 || 1",
        "10 % x == 0, 1",
        "1 << (x + 22) != 0",
        "(int) x << 29 >= 0",
        "x >> (int) (8 - x) < 9",
        "-(int) (x + 2147483648u) != 0",
        "((int) x - 2147483647 - 1) / (int) (x - 1) != 5",
        "x < 10 || 1 / (int) (x - 10)",
    ] {
        assert_eq!(checked(LOOP, &[&format!("loop 5:3 {}", value)]), no_value(value));
    }
    // Words without sign wrap around.
    for value in ["x - 1 < 10", "x - 1 < x", "-x > x", "x + 4294967290u > 10", "x < -1 && x > -11"] {
        assert_eq!(checked(LOOP, &[&format!("loop 5:3 {}", value)]), is_false(value));
    }
    for value in [
        "x - 1 <= 4294967295u",
        "x << 31 == 0",
        "x == 0 || 10 / x > 0",
        "x != 0 && 10 / x > 0 || x == 0",
        "x ? 10 / x : 1",
        "1 << x != 0",
        "(unsigned char) (x + 250) != 5",
        "x <= -1",
        "(x, 1)",
    ] {
        let told = checked(LOOP, &[&format!("loop 5:3 {}", value)]);
        assert!(told == "true" || told == "proved", "{}: {}", value, told);
    }
}

#[test]
fn floating_point_numbers_are_claimed() {
    let text = "float nondet(void); extern int go(void); extern void reach_error(void);
int main(void) {
  float x = 0; double d = 0.1; int n = 3;
  while (go()) {
    float y = nondet(); if (y >= 0 && y <= 50.5f) x = y;
  }
  if (x > 60) reach_error();
  return 0;
}
";
    assert_eq!(checked(text, &["loop 4:3 x >= 0 && x <= 50.5f"]), "proved");
    assert_eq!(
        checked(text, &["loop 4:3 !(x < 0 || 51.0 < x)", "loop 4:3 d == 0.1 && d * 2 == 0.2"]),
        "proved"
    );
    assert_eq!(checked(text, &["loop 4:3 (int) d + n == 3 && -x <= 0 && d / 0 > 1e308"]), "true");
    let told = "line 4, column 3: the loop_invariant `x < 50.5` is false on a run";
    assert_eq!(checked(text, &["loop 4:3 x < 50.5"]), told);
    let told = "line 4, column 3: the loop_invariant `(char) (x * 10) >= 0` has no value on a run: ";
    assert!(checked(text, &["loop 4:3 (char) (x * 10) >= 0"]).starts_with(told));
    let told = "is not read: it is about something that has no number here";
    assert!(checked(text, &["loop 4:3 x || n"]).ends_with(told));
}

#[test]
fn an_invariant_without_place_or_meaning_is_refused() {
    let place = |line: &str| checked(LOOP, &[line]);
    assert_eq!(place("at 7:3 1"), "line 7, column 3: the program has no place for this location_invariant");
    assert_eq!(place("at 1:1 1"), "line 1, column 1: the program has no place for this location_invariant");
    assert_eq!(place("at 99 1"), "line 99: the program has no place for this location_invariant");
    assert_eq!(place("loop 6:5 1"), "line 6, column 5: the program has no place for this loop_invariant");
    let told = "line 5, column 3: the expression `y == 0` is not read: line 1, column 1: ";
    assert!(place("loop 5:3 y == 0").starts_with(told), "{}", place("loop 5:3 y == 0"));
    // Before its declaration a variable is none.
    assert!(place("at 4:3 x == 0").contains("is not read"), "{}", place("at 4:3 x == 0"));
    for value in ["x = 10", "x++ < 11", "x += 0", "nd() == nd()", "(int[]){1}[0]"] {
        let told = place(&format!("loop 5:3 {}", value));
        assert!(told.ends_with("an expression of a witness has no side effects and no calls"), "{}", told);
    }
    for value in ["x <", "x; 1", "\"a\"", "&x", "&x != 0", "main", "x ? : 1", "\\result == 1"] {
        let told = place(&format!("loop 5:3 {}", value));
        assert!(told.starts_with("line 5, column 3: the expression `"), "{}: {}", value, told);
    }
}

/// Each place at which a statement begins, whatever stands there, and each way to it.
#[test]
fn every_way_to_a_place_counts() {
    let text = "int nd(void);
int g;
void f(int a) {
  g = a;
  ;
  { g++; }
}
int main() {
  f(1);
  f(3);
  int n = nd();
  switch (n & 3) {
    case 0: g = 10;
    case 1: g = 11; break;
    default: g = 12;
  }
  for (int i = 0; i < 3; i++)
    g = i;
  do { g = 7; n--; } while (n & 1);
back:
  g = g + 1;
  if (g < 20) goto back;
  if (0) g = 99;
  return 0;
}
void dead() {
  g = 5;
}
";
    let refused = |lines: &[&str]| {
        for line in lines {
            let told = checked(text, &[line]);
            assert!(told.ends_with("is false on a run"), "{}: {}", line, told);
        }
    };
    let holds = |lines: &[&str]| {
        for line in lines {
            let told = checked(text, &[line]);
            assert!(told == "proved" || told == "true", "{}: {}", line, told);
        }
    };
    // Both calls, an empty statement, a brace.
    refused(&["at 4:3 a == 1", "at 4:3 a == 3", "at 5:3 g == 1", "at 6:3 g == 1", "at 6:5 g == 3"]);
    holds(&["at 4:3 a == 1 || a == 3", "at 5:3 g == a", "at 6:3 g == a", "at 6:5 g == a"]);
    // Cases are entered from above and from the switch.
    refused(&["at 14:5 g == 10", "at 14:5 g == 4", "at 14:13 g == 4", "at 13:5 g == 0", "at 15:5 0"]);
    holds(&["at 14:5 g == 10 || g == 4", "at 13:5 g == 4 && n % 4 == 0", "at 15:5 (n & 3) >= 2"]);
    // The variable of a `for` is known to the loop's invariant, which holds at the end, too.
    refused(&["loop 17:3 i < 3", "at 18:5 i < 2", "at 17:3 g > 9"]);
    holds(&["loop 17:3 i <= 3 && i >= 0", "at 18:5 i < 3"]);
    assert!(checked(text, &["at 17:3 i == 0"]).contains("is not read"));
    // A `do` is evaluated at its end.
    refused(&["loop 19:3 g == 2", "loop 19:3 n == 0", "at 19:3 g == 2", "at 19:8 n == 0"]);
    holds(&["loop 19:3 g == 7", "at 19:8 g == 2 || g == 7"]);
    // A label is entered from above and by its jump.
    refused(&["at 20:1 g == 7", "at 21:3 g == 7", "at 20:1 g < 19", "at 22:3 g < 20"]);
    holds(&["at 20:1 g >= 7 && g < 20", "at 21:3 g < 20", "at 22:3 g <= 20"]);
    // No run comes here.
    holds(&["at 23:10 0", "at 27:3 0"]);
}

#[test]
fn parts_of_objects_are_claimed_and_those_without_number_refused() {
    let text = "int nd(void);
struct { char c; unsigned bits : 3; } s;
int a[3];
int *p;
_Bool b;
int unused;
int main() {
  p = a;
  while (nd()) {
    a[1] = *p + 1;
    s.bits++;
    s.c = -1;
    b = a[1];
  }
  return a[1] + s.bits + s.c + b;
}
";
    let line =
        "loop 9:3 (a[1] == 0 || a[1] == 1) && s.bits < 8 && s.c <= 0 && s.c >= -1 && b == a[1] && a[0] == 0";
    // The invariant says nothing of `p`.
    assert_eq!(checked(text, &[line]), "true");
    assert!(checked(text, &["loop 9:3 s.bits < 7"]).ends_with("is false on a run"));
    assert!(checked(text, &["loop 9:3 s.c == 0"]).ends_with("is false on a run"));
    for value in
        ["a[3] == 0", "a[a[0]] == 0", "p == a", "p != 0", "unused == 0", "*p == 0", "*(int *) &p == 0"]
    {
        let told = checked(text, &[&format!("loop 9:3 {}", value)]);
        let wanted = format!(
            "line 9, column 3: the expression `{}` is not read: it is about something that has no number here",
            value
        );
        assert_eq!(told, wanted);
    }
}

#[test]
fn a_refutation_has_a_run_that_ends_at_the_invariant() {
    let budget = Budget::unlimited();
    let source = Source::new(program(LOOP), LowerOptions::default(), &budget).expect("an automaton");
    let witness = witness(LOOP, &["loop 5:3 x != 4"]);
    let claims = witness.claims(&source, &budget).expect("claims");
    let mut verifier =
        ProgramVerifier::new(claims.annotated().clone(), VerifyOptions::default(), budget.clone())
            .expect("an engine");
    let path = match verifier.verify(&mut ()).outcome {
        Outcome::Unsafe(ProgramTrace::Path(path)) => path,
        other => panic!("{:?}", other),
    };
    let found = claims.judge(&path, &budget).expect("a run");
    assert!(matches!(found, Refutation::Invariant { has_no_value: false, .. }));
    let run = found.path().expect("a run");
    let states = run.states(&source.lowered.cfa).expect("a run of the program's own automaton");
    let x = source.lowered.cfa.variables().iter().position(|&v| source.lowered.cfa.name(v) == "main::x");
    let last = &states[states.len() - 1][x.expect("x")];
    assert_eq!(last.text(indubit::solver::term::Sort::BitVec(32)), "#x00000004");
    // A path that is none, or that stops early, is no refutation.
    let mut forged = path.clone();
    forged.steps.pop();
    assert!(claims.judge(&forged, &budget).is_err());
    forged.steps.clear();
    assert!(claims.judge(&forged, &budget).is_err());
}

#[test]
fn random_runs_meet_claims_that_are_false() {
    let budget = Budget::unlimited();
    let source = Source::new(program(LOOP), LowerOptions::default(), &budget).expect("an automaton");
    let witness = witness(LOOP, &["at 6:5 x != 6"]);
    let claims = witness.claims(&source, &budget).expect("claims");
    let found = claims.check_runs(&budget).expect("runs").expect("a refutation");
    assert_eq!(found.to_string(), "line 6, column 5: the location_invariant `x != 6` is false on a run");
    assert!(found.path().is_none());
}

#[test]
fn claims_are_about_words() {
    let options = LowerOptions { integers: Integers::Mathematical, ..LowerOptions::default() };
    let source = Source::new(program(LOOP), options, &Budget::unlimited()).expect("an automaton");
    let refused = witness(LOOP, &["loop 5:3 x <= 10"]).claims(&source, &Budget::unlimited());
    let told = "witnesses of correctness are about words, and the program is taken over other numbers";
    assert_eq!(refused.expect_err("a refusal").to_string(), told);
}

#[test]
fn an_invariant_that_names_a_volatile_object_is_refused() {
    let text =
        "struct s { int a; volatile int b; }; extern volatile int y; volatile int *p = &y; extern struct s s;
int main() {
  s.a = 1; int x = 0;
  while (x < 10) x++;
  return x;
}";
    for invariant in ["y == 0", "s.b == 2", "*p == 0", "*(volatile int *)&x == 0", "x <= 10 && y == y"] {
        let told = checked(text, &[&format!("loop 4:3 {}", invariant)]);
        let reason = "a volatile object has another value each time that it is read; leave it out";
        assert!(told.contains(reason), "{}: {}", invariant, told);
    }
    assert_eq!(checked(text, &["loop 4:3 x <= 10 && s.a == 1"]), "proved");
}
