//! Damaged programs and damaged witnesses: refused or understood, never a panic, and never believed by mistake.

use crate::cases::{scaled, try_random};
use crate::counts::enough;
use crate::damage::damage;
use crate::paths::in_package;
use crate::program;
use indubit::base::{Budget, Rng};
use indubit::c::witness::{
    ConfirmOptions, Content, InvariantEntry, InvariantKind, Location, Metadata, Witness,
};
use indubit::c::{
    lower, random_answers, read, run, Arch, COptions, LowerOptions, Property, RunOptions, Source,
};
use indubit::evidence::CheckOptions;

const TEXT: &str = "int nd(void);
struct { int f; unsigned b : 3; } s;
int a[2];
char c;
int main() {
  int x = nd();
  long long w = x;
  while (nd()) {
    x = x / 2;
    s.b++;
    c = -1;
    a[1] = x;
    w = w * 2;
  }
  if (x == 77 && a[1] == 78) reach_error();
  return 0;
}
";

fn metadata() -> Metadata {
    let specification = Property::UnreachCall.specification();
    Metadata::new("a.c", TEXT.as_bytes(), specification, Arch::Ilp32, "2026-11-23T01:00:00Z")
}

/// Random runs do not refute a proof of the solver, and no expression brings the checker down.
#[test]
fn damaged_invariants_are_refused_or_decided() {
    let texts = [
        "x >= -2147483647 && w <= 9223372036854775807LL",
        "s.b < 8u && (c == 0 || c == -1)",
        "a[1] == 0 || (a[0] & 3) == 0 ? s.f == 0 : a[1] / 2 == x >> 1",
        "(unsigned char) (c + 1) <= 255 && !(s.f != 0), x << 2 != 3",
        "sizeof(int) == 4 && ~c >= -128 && x - (x - 1) == 1 || x % 7 < 7",
    ];
    let budget = Budget::unlimited();
    let source = Source::new(program(TEXT), LowerOptions::default(), &budget).expect("an automaton");
    let mut rng = Rng::new(11);
    let (mut claimed, mut refused) = (0, 0);
    for round in 0..scaled(3_000) {
        let mut bytes = texts[round % texts.len()].as_bytes().to_vec();
        damage(&mut rng, &mut bytes, b"0123456789 ()[]+-*/%<>=!&|^~?:,.uLxwsabcf'\"\\#;{}\xff");
        let location = Location { file: "a.c".to_string(), line: 8, column: Some(3), function: None };
        let value = String::from_utf8_lossy(&bytes).into_owned();
        let entry = InvariantEntry { kind: InvariantKind::Loop, location, value: value.clone() };
        let witness = Witness { metadata: metadata(), content: Content::Correctness(vec![entry]) };
        let claims = match witness.claims(&source, &budget) {
            Ok(claims) => claims,
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        claimed += 1;
        let limited = budget.child().and_conflicts(20);
        if claims.suffice(&CheckOptions::default(), &limited) == Ok(true) {
            assert_eq!(claims.check_runs(&budget), Ok(None), "{}", value);
        }
    }
    assert!(enough(claimed, 500) && enough(refused, 500), "{} claimed, {} refused", claimed, refused);
}

#[test]
fn any_text_as_invariant_is_refused_or_claimed() {
    try_random(300, |text: String| {
        let budget = Budget::unlimited();
        let program = program("int x; int main() { while (x) x--; return 0; }");
        let list = [(InvariantKind::Loop, program.stmt(program.stmts().next().expect("one")).pos, text)];
        let witness = Witness::of_invariants(metadata(), &program, &list);
        let read = Witness::read(witness.to_text().as_bytes());
        // An empty expression is none, and some characters do not stand in YAML.
        read.is_err()
            || read.map(|read| read.content) == Ok(witness.content.clone())
                && witness
                    .invariants(&program, &budget)
                    .map_or_else(|error| !error.to_string().is_empty(), |_| true)
    });
}

/// The error is not reached, so no witness is confirmed.
#[test]
fn damaged_violations_are_never_confirmed() {
    let safe = TEXT.replace("a[1] == 78", "a[1] == 78 && x == 78");
    let program = program(&safe);
    let waypoints = "[{segment: [{waypoint: {type: function_return, action: follow, constraint: \
        {value: '\\result == 5', \
        format: acsl_expression}, location: {file_name: a.c, line: 6, column: 14}}}]}, {segment: [{waypoint: {type: \
        assumption, action: follow, constraint: {value: 'x == 5 && s.b + a[0] < 3', format: c_expression}, location: \
        {file_name: a.c, line: 8, column: 3}}}]}, {segment: [{waypoint: {type: branching, action: avoid, constraint: \
        {value: false}, location: {file_name: a.c, line: 8, column: 3}}}, {waypoint: {type: target, action: follow, \
        location: {file_name: a.c, line: 15, column: 32}}}]}]\n";
    let empty = Witness { metadata: metadata(), content: Content::Correctness(Vec::new()) }.to_text();
    let text = empty.replace("[]\n", waypoints).replace("invariant_set", "violation_sequence");
    let head = text.len() - waypoints.len();
    let mut rng = Rng::new(12);
    let options =
        ConfirmOptions { run: RunOptions { steps: 200, ..RunOptions::default() }, runs: 20, long: 0 };
    assert!(Witness::read(text.as_bytes()).is_ok());
    let letters = b"0123456789 ()[]{}+-*<>=!&|':,.xws\n";
    let mut understood = 0;
    for _ in 0..scaled(3_000) {
        let mut tail = text.as_bytes()[head..].to_vec();
        for _ in 0..=rng.below(2) {
            let at = rng.below(tail.len());
            tail[at] = letters[rng.below(letters.len())];
        }
        let bytes = [&text.as_bytes()[..head], &tail].concat();
        if let Ok(witness) = Witness::read(&bytes) {
            understood += 1;
            assert!(witness.confirm(&program, &options, &Budget::unlimited()).is_err());
        }
    }
    assert!(enough(understood, 100), "{}", understood);
}

/// A damaged program that is still one is lowered and carried out, or refused by name.
#[test]
fn damaged_programs_are_lowered_and_run_or_refused() {
    let mut programs: Vec<Vec<u8>> = vec![TEXT.as_bytes().to_vec()];
    for name in ["bits", "copy", "counter", "machine", "records"] {
        let file = in_package(&format!("tests/c/programs/{}.c", name));
        programs.push(std::fs::read(file).expect("a program"));
    }
    let mut rng = Rng::new(13);
    let (mut lowered, mut refused) = (0, 0);
    for round in 0..scaled(3_000) {
        let mut bytes = programs[round % programs.len()].clone();
        damage(&mut rng, &mut bytes, b"0123456789 \n(){}[];,*&=<>+-!x");
        let budget = Budget::unlimited().with_memory(1 << 28);
        let program = match read(&bytes, &COptions::default(), &budget) {
            Ok(program) => program,
            Err(_) => continue,
        };
        let options = RunOptions { steps: 1_000, memory: 1 << 24, ..RunOptions::default() };
        let mut oracle = random_answers(&program, round as u64);
        let _ = run(&program, &options, &mut oracle, &mut (), &budget);
        match lower(&program, &LowerOptions::default(), &budget) {
            Ok(_) => lowered += 1,
            Err(errors) => {
                assert!(!errors.is_empty());
                refused += 1;
            }
        }
    }
    assert!(enough(lowered, 300) && enough(refused, 10), "{} lowered, {} refused", lowered, refused);
}
