//! Witnesses: their text, and what is believed of it.

use super::{program, recorded};
use crate::cases::scaled;
use indubit::base::{sha256, Budget, Rng};
use indubit::c::witness::{ConfirmOptions, Content, Metadata, Task, ValueStyle, Witness, WitnessError};
use indubit::c::{Arch, Failure, Program, Property, RunOptions};

const SPECIFICATION: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
const TIME: &str = "2026-11-23T01:00:00Z";

pub const TEXT: &str = "extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y;
  y = __VERIFIER_nondet_int();
  if (x == 1000 && y - x == 2147483648u)
    reach_error();
  return 0;
}
";

fn options() -> RunOptions {
    RunOptions { property: Property::UnreachCall, ..RunOptions::default() }
}

fn metadata(text: &str) -> Metadata {
    Metadata::new("a.c", text.as_bytes(), SPECIFICATION, Arch::Ilp32, TIME)
}

/// The witness of the run with these answers.
pub fn witness(text: &str, values: &[i128], style: ValueStyle) -> Witness {
    let program = program(text);
    let (_, answers) = recorded(&program, &options(), values);
    Witness::of_run(metadata(text), &program, &options(), &answers, style, &Budget::unlimited())
        .expect("a run")
}

fn confirmed(program: &Program, witness: &Witness) -> Result<Vec<i128>, WitnessError> {
    let options = ConfirmOptions { run: options(), ..ConfirmOptions::default() };
    let found = witness.confirm(program, &options, &Budget::unlimited())?;
    assert_eq!(found.failure, Failure::ReachError);
    Ok(found.answers.iter().map(|answer| answer.value).collect())
}

/// A witness that was read, with these lines as content.
fn with_content(text: &str, entry_type: &str, content: &str) -> Witness {
    let written = witness(TEXT, &[1000, 0, 1000 - 2147483648], ValueStyle::Returns).to_text();
    let head = written.split("  content:").next().expect("a head").replace("violation_sequence", entry_type);
    let mut read = Witness::read(format!("{}  content: {}", head, content).as_bytes()).expect("a witness");
    read.metadata = metadata(text);
    read
}

fn violation(text: &str, waypoints: &[&str]) -> Witness {
    let segments: Vec<String> =
        waypoints.iter().map(|waypoint| format!("{{segment: [{{waypoint: {{{}}}}}]}}", waypoint)).collect();
    with_content(text, "violation_sequence", &format!("[{}]", segments.join(", ")))
}

#[test]
fn the_witness_of_a_violation_tells_the_results_of_calls_and_the_target() {
    let text = witness(TEXT, &[1000, 0, 1000 - 2147483648], ValueStyle::Returns).to_text();
    let expected = r#"- entry_type: violation_sequence
  metadata:
    format_version: "2.0"
    uuid: "UUID"
    creation_time: "2026-11-23T01:00:00Z"
    producer:
      name: "indubit"
      version: "0.1.0"
    task:
      input_files:
      - "a.c"
      input_file_hashes:
        "a.c": "HASH"
      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
      data_model: ILP32
      language: C
  content:
  - segment:
    - waypoint:
        type: function_return
        action: follow
        constraint:
          value: "\\result == 1000"
          format: acsl_expression
        location:
          file_name: "a.c"
          line: 4
          column: 33
          function: main
  - segment:
    - waypoint:
        type: assumption
        action: follow
        constraint:
          value: "y == 0"
          format: c_expression
        location:
          file_name: "a.c"
          line: 6
          column: 3
          function: main
  - segment:
    - waypoint:
        type: function_return
        action: follow
        constraint:
          value: "\\result == -2147482648"
          format: acsl_expression
        location:
          file_name: "a.c"
          line: 6
          column: 29
          function: main
  - segment:
    - waypoint:
        type: target
        action: follow
        location:
          file_name: "a.c"
          line: 8
          column: 5
          function: main
"#;
    let uuid = text.split("uuid: \"").nth(1).and_then(|rest| rest.get(..36)).expect("an identifier");
    let hash = indubit::base::sha256(TEXT.as_bytes());
    assert_eq!(text, expected.replace("UUID", uuid).replace("HASH", &hash));
    assert!(uuid.split('-').map(str::len).eq([8, 4, 4, 4, 12]), "{}", uuid);
}

#[test]
fn the_same_witness_has_the_same_identifier_and_another_one_has_another() {
    let text = |y| witness(TEXT, &[1000, y, 1000 - 2147483648], ValueStyle::Returns).to_text();
    assert_eq!(text(0), text(0));
    let uuid = |text: &str| text.lines().nth(3).map(str::to_string);
    assert_ne!(uuid(&text(0)), uuid(&text(1)));
}

#[test]
fn values_as_assumptions_stand_before_the_next_statement() {
    let witness = witness(TEXT, &[1000, 7, 1000 - 2147483648], ValueStyle::Assumptions);
    let segments = match &witness.content {
        Content::Violation(segments) => segments,
        other => panic!("{:?}", other),
    };
    let shown: Vec<String> = segments
        .iter()
        .map(|segment| {
            format!("{} {}", segment.follow.location, segment.follow.constraint.as_deref().unwrap_or(""))
        })
        .collect();
    let expected = [
        "line 5, column 3 x == 1000",
        "line 6, column 3 y == 7",
        "line 7, column 3 y == -2147482648",
        "line 8, column 5 ",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn what_is_written_is_read_again_and_confirmed() {
    let program = program(TEXT);
    for style in [ValueStyle::Returns, ValueStyle::Assumptions] {
        let written = witness(TEXT, &[1000, 0, 1000 - 2147483648], style);
        let text = written.to_text();
        let read = Witness::read(text.as_bytes()).expect("a witness");
        assert_eq!(read.content, written.content);
        assert_eq!(read.to_text(), text);
        let task = Task { text: TEXT.as_bytes(), arch: Arch::Ilp32, property: Property::UnreachCall };
        assert_eq!(read.metadata.check_task(&task), Ok(()));
        assert_eq!(confirmed(&program, &read), Ok(vec![1000, 0, 1000 - 2147483648]));
    }
}

#[test]
fn a_witness_of_another_task_is_refused_and_both_tasks_are_named() {
    let read = witness(TEXT, &[1000, 0, 1000 - 2147483648], ValueStyle::Returns).metadata;
    let mismatch = |text: &[u8], arch, property| {
        let found = read.check_task(&Task { text, arch, property });
        found.map_err(|error| error.to_string())
    };
    assert_eq!(mismatch(TEXT.as_bytes(), Arch::Ilp32, Property::UnreachCall), Ok(()));
    assert_eq!(mismatch(TEXT.as_bytes(), Arch::Ilp32, Property::Default), Ok(()));
    let (here, there) = (sha256(b"int main() {}"), sha256(TEXT.as_bytes()));
    let message = format!(
        "the witness is about another program: `a.c` with the SHA-256 {}, and the program at hand has {}",
        there, here
    );
    assert_eq!(mismatch(b"int main() {}", Arch::Ilp32, Property::Default), Err(message));
    let message = "the witness is about the data model ILP32, and LP64 is asked for (option --arch)";
    assert_eq!(mismatch(TEXT.as_bytes(), Arch::Lp64, Property::Default), Err(message.to_string()));
    let message =
        "the witness is about the property `CHECK( init(main()), LTL(G ! call(reach_error())) )`, and \
        `CHECK( init(main()), LTL(G ! overflow) )` is asked for (option --property)";
    assert_eq!(mismatch(TEXT.as_bytes(), Arch::Ilp32, Property::NoOverflow), Err(message.to_string()));
}

#[test]
fn a_property_is_known_by_its_text() {
    for property in Property::ALL {
        let text = property.specification();
        assert_eq!(Property::of_specification(text), Some(property));
        assert_eq!(Property::of_specification(&format!("{}\n", text.replace(' ', ""))), Some(property));
    }
    assert_eq!(Property::of_specification("CHECK( init(main()), LTL(G ! data-race) )"), None);
}

const TARGET: &str = "type: target, action: follow, location: {file_name: a.c, line: 8, column: 5}";

#[test]
fn values_that_a_witness_leaves_open_are_searched() {
    let program = program(TEXT);
    let waypoint =
        "type: assumption, action: follow, location: {file_name: a.c, line: 7, column: 3}, constraint: \
        {value: 'x == 1000 && y == x - 2147483647 - 1', format: c_expression}";
    let found = confirmed(&program, &violation(TEXT, &[waypoint, TARGET]));
    assert!(matches!(found, Err(WitnessError::NotConfirmed { .. })), "{:?}", found);
    let waypoint = "type: assumption, action: follow, location: {file_name: a.c, line: 7}, constraint: \
        {value: 'y == -2147482648 && x == 1000', format: c_expression}";
    let found = confirmed(&program, &violation(TEXT, &[waypoint, TARGET])).expect("a run");
    assert_eq!((found[0], found[2]), (1000, -2147482648));
}

#[test]
fn branches_lead_the_search() {
    let text = "int nd(void);
int main() {
  int n = 0;
  while (nd()) {
    n++;
  }
  if (n == 3) reach_error();
}
";
    let program = program(text);
    let turn = |value| {
        format!(
            "type: branching, action: follow, location: {{file_name: a.c, line: 4, column: 3}}, \
            constraint: {{value: {}}}",
            value
        )
    };
    let target = "type: target, action: follow, location: {file_name: a.c, line: 7, column: 15}";
    let (yes, no) = (turn("true"), turn("false"));
    let way = [&yes, &yes, &yes, &no];
    let mut list: Vec<&str> = way.iter().map(|way| way.as_str()).collect();
    list.push(target);
    assert_eq!(confirmed(&program, &violation(text, &list)), Ok(vec![1, 1, 1, 0]));
    // After four turns the error is not reached.
    list.insert(0, &yes);
    assert!(confirmed(&program, &violation(text, &list)).is_err());
}

#[test]
fn calls_of_functions_with_a_body_are_waypoints() {
    let text = "int nd(void);
int twice(int a) { return 2 * a; }
int main() {
  int r = twice(nd()) + twice(1);
  if (r == 10) reach_error();
}
";
    let program = program(text);
    let at = |kind, column, rest: &str| {
        format!(
            "type: {}, action: follow, location: {{file_name: a.c, line: 4, column: {}}}{}",
            kind, column, rest
        )
    };
    let enter = at("function_enter", 21, "");
    let value =
        |value: i32| format!(", constraint: {{value: '\\result == {}', format: acsl_expression}}", value);
    let returned = at("function_return", 21, &value(8));
    let target = "type: target, action: follow, location: {file_name: a.c, line: 5, column: 16}";
    let input = at("function_return", 20, &value(4));
    let list = [input.as_str(), enter.as_str(), returned.as_str(), target];
    assert_eq!(confirmed(&program, &violation(text, &list)), Ok(vec![4]));
    // The function returns 8 and not 6.
    let other = at("function_return", 21, &value(6));
    let list = [input.as_str(), enter.as_str(), other.as_str(), target];
    assert!(confirmed(&program, &violation(text, &list)).is_err());
}

#[test]
fn forged_witnesses_are_refused() {
    let program = program(TEXT);
    let written = witness(TEXT, &[1000, 0, 1000 - 2147483648], ValueStyle::Returns);
    let text = written.to_text();
    let forged = |from: &str, to: &str| {
        assert!(text.contains(from), "{}", from);
        let read = Witness::read(text.replace(from, to).as_bytes()).expect("a witness");
        confirmed(&program, &read).expect_err(to).to_string()
    };
    let none = |passed| format!("the furthest one passed {} of 4 segments", passed);
    // A value that leads elsewhere, a target elsewhere, a call elsewhere.
    assert!(forged("\\result == 1000", "\\result == 1001").contains(&none(3)));
    assert!(forged("line: 8", "line: 9").contains(&none(3)));
    assert!(forged("y == 0", "y == 0 && y == 1").contains(&none(1)));
    let message = "line 4, column 34: the program has no place for this function_return";
    assert_eq!(forged("column: 33", "column: 34"), message);
    let message = "line 6, column 3: the expression `z == 0` is not read: line 1, column 1: ";
    assert!(forged("y == 0", "z == 0").starts_with(message));
    assert!(
        forged("y == 0", "y = 0").ends_with("an expression of a witness has no side effects and no calls")
    );
    assert!(forged("y == 0", "y == \\\\result").ends_with("this character stands in no expression"));
    // An expression without value is no assumption that holds, and one of a foreign type is none either.
    assert!(forged("y == 0", "x - 1 - 2147483647 - 1001 != 3").contains(&none(1)));
    assert!(forged("y == 0", "1 / (x - 1000) || 1").contains(&none(1)));
    assert!(forged("y == 0", "x << 22 || 1").contains(&none(1)));
    assert!(forged("y == 0", "*(char **) &x == 0").contains(&none(1)));
    // A program without error has no witness.
    let safe = super::program(&TEXT.replace("x == 1000 &&", "x == 1000 && x != 1000 &&"));
    assert!(confirmed(&safe, &written).is_err());
}

#[test]
fn a_violation_without_target_is_refused() {
    let program = program(TEXT);
    let mut forged = witness(TEXT, &[1000, 0, 1000 - 2147483648], ValueStyle::Returns);
    if let Content::Violation(segments) = &mut forged.content {
        segments.pop();
    }
    assert_eq!(confirmed(&program, &forged), Err(WitnessError::NoTarget));
    let message = Witness::read(forged.to_text().as_bytes()).expect_err("no target").to_string();
    assert!(
        message.ends_with("expected a target at the end of the last segment and nowhere else"),
        "{}",
        message
    );
    forged.content = Content::Violation(Vec::new());
    assert_eq!(confirmed(&program, &forged), Err(WitnessError::NoTarget));
    forged.content = Content::Correctness(Vec::new());
    assert_eq!(confirmed(&program, &forged), Err(WitnessError::OtherKind));
}

#[test]
fn an_avoided_waypoint_is_not_passed() {
    let program = program(TEXT);
    let avoid = |value: &str| {
        let waypoint = format!(
            "{{waypoint: {{type: assumption, action: avoid, location: {{file_name: a.c, line: 7, column: 3}}, \
            constraint: {{value: '{}', format: c_expression}}}}}}",
            value
        );
        let content = format!("[{{segment: [{}, {{waypoint: {{{}}}}}]}}]", waypoint, TARGET);
        let mut read = with_content(TEXT, "violation_sequence", &content);
        // The values lead the search, and the last segment avoids.
        if let Content::Violation(segments) = &mut read.content {
            let others = witness(TEXT, &[1000, 0, 1000 - 2147483648], ValueStyle::Returns);
            if let Content::Violation(others) = others.content {
                segments.splice(0..0, others.into_iter().take(3));
            }
        }
        confirmed(&program, &read)
    };
    assert!(avoid("x == 1001").is_ok());
    assert!(avoid("x == 1000").is_err());
}

#[test]
fn malformed_witnesses_are_refused_with_their_place() {
    let text = witness(TEXT, &[1000, 0, 1000 - 2147483648], ValueStyle::Returns).to_text();
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{}", from);
        Witness::read(text.replacen(from, to, 1).as_bytes()).expect_err(to).to_string()
    };
    assert_eq!(refused("line: 4", "line: 0"), "line 27, column 17: expected a number from 1 on as `line`");
    assert_eq!(
        refused("type: target", "type: cycle"),
        "line 56, column 15: the type `cycle` is not supported"
    );
    assert_eq!(
        refused("action: follow", "action: follow\n        thread_id: 1"),
        "line 22, column 9: the key `thread_id` of a waypoint is not supported"
    );
    assert_eq!(
        refused("format_version: \"2.0\"", "format_version: 1.0"),
        "line 3, column 21: version `1.0` of the format is not supported"
    );
    assert_eq!(
        refused("language: C", "language: Java"),
        "line 16, column 17: a witness of another language than C is not supported"
    );
    assert_eq!(
        refused("type: assumption", "type: target"),
        "line 32, column 15: an assumption or a branching has a constraint, an enter or a target has none"
    );
    assert_eq!(
        refused("- \"a.c\"", "- \"b.c\""),
        "line 11, column 9: expected a hash of `b.c` in `input_file_hashes`"
    );
    assert_eq!(
        refused("file_name: \"a.c\"", "file_name: \"b.c\""),
        "line 26, column 22: expected a file of the task, found `b.c`"
    );
    assert_eq!(
        refused("  content:", "  contents:"),
        "line 1, column 3: expected the key `content` in this mapping"
    );
}

/// A reader that takes a text for something else may panic where nobody expects it.
#[test]
fn changed_witnesses_are_errors_or_witnesses_and_never_a_panic() {
    let text = witness(TEXT, &[1000, 0, 1000 - 2147483648], ValueStyle::Returns).to_text();
    let marks = b"-:{}[]\"'\\|>#&*!%?, \n\t\r\0x1\xc3\xa9";
    let mut rng = Rng::new(7);
    for _ in 0..scaled(20_000) {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..1 + rng.below(4) {
            if bytes.is_empty() {
                break;
            }
            let at = rng.below(bytes.len());
            let end = (at + rng.below(40)).min(bytes.len());
            let mark = marks[rng.below(marks.len())];
            match rng.below(5) {
                0 => bytes[at] = mark,
                1 => bytes.insert(at, mark),
                2 => drop(bytes.drain(at..end)),
                3 => {
                    let part = bytes[at..end].to_vec();
                    let to = rng.below(bytes.len() + 1);
                    bytes.splice(to..to, part);
                }
                _ => bytes.truncate(at),
            }
        }
        if let Ok(read) = Witness::read(&bytes) {
            // The writer's text of what was read means the same.
            assert_eq!(Witness::read(read.to_text().as_bytes()).expect("a witness").content, read.content);
        }
    }
}

#[test]
fn a_function_of_the_library_is_one_step_of_a_witness() {
    let text = "int getchar(void); int abs(int); void reach_error(void);\nint main(void) {\n  int x = getchar();\n  \
                if (abs(x - 100) == 99)\n    reach_error();\n  return 0;\n}\n";
    // Not the end of the input, and the byte 199.
    for style in [ValueStyle::Returns, ValueStyle::Assumptions] {
        let found = witness(text, &[0, 199], style);
        let written = found.to_text();
        let value = if style == ValueStyle::Returns { "\\\\result == 199" } else { "x == 199" };
        assert!(written.contains(value) && written.matches("waypoint:").count() == 2, "{}", written);
        assert!(written.contains("line: 5\n          column: 5\n"), "{}", written);
        assert_eq!(confirmed(&program(text), &found).expect("a run"), [0, 199]);
    }
}

/// The run of a program into an error with these answers, its witness, and the answers that the witness leads to.
fn told_and_confirmed(text: &str, property: Property, values: &[i128]) -> (Vec<String>, Vec<i128>) {
    let options = RunOptions { property, ..RunOptions::default() };
    let program = program(text);
    let (_, answers) = recorded(&program, &options, values);
    let budget = Budget::unlimited();
    let written = Witness::of_run(metadata(text), &program, &options, &answers, ValueStyle::Returns, &budget)
        .expect("a run");
    let read = Witness::read(written.to_text().as_bytes()).expect("a witness");
    let confirm = ConfirmOptions { run: options, ..ConfirmOptions::default() };
    let found =
        read.confirm(&program, &confirm, &budget).unwrap_or_else(|e| panic!("{}\n{}", e, written.to_text()));
    let segments = match read.content {
        Content::Violation(segments) => segments,
        Content::Correctness(_) => Vec::new(),
    };
    let told = segments.into_iter().filter_map(|segment| segment.follow.constraint).collect();
    (told, found.answers.iter().map(|answer| answer.value).collect())
}

#[test]
fn parts_of_objects_are_told_and_found() {
    let text = "struct s { int i; struct { unsigned f : 3; signed g : 5; } in; } ;
int main() { int a[3]; struct s s; if (a[2] == 77 && s.in.g == -9 && s.i == 5) reach_error(); }";
    let (told, found) = told_and_confirmed(text, Property::UnreachCall, &[0, 1, 77, 5, 6, -9]);
    assert_eq!(told[0], "a[0] == 0 && a[1] == 1 && a[2] == 77");
    assert_eq!(told[1], "s.i == 5 && s.in.f == 6U && s.in.g == -9");
    assert_eq!(found, [0, 1, 77, 5, 6, -9]);
}

#[test]
fn floating_point_results_are_told_and_found() {
    let text = "float f(void); double d(void);
int main() { float x = f(); double y = d(); if (x == -0.75f && y > 0.1) reach_error(); }";
    let values = [i128::from((-0.75f32).to_bits()), i128::from(0.3f64.to_bits())];
    let (told, found) = told_and_confirmed(text, Property::UnreachCall, &values);
    assert_eq!(told, ["\\result == -0.75f", "\\result == 0.3"]);
    assert_eq!(found, values);
}

#[test]
fn the_heap_is_told_by_pointers_that_have_a_name() {
    let text = "void *malloc(unsigned); struct n { int v; struct n *next; };
int main() {
  struct n *h = 0;
  for (int i = 0; i < 2; i++) { struct n *p = malloc(sizeof *p); p->next = h; h = p; }
  if (h->next->v == 513 && h->v == 2) reach_error();
}";
    let bytes = [1, 2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
    let (told, found) = told_and_confirmed(text, Property::UnreachCall, &bytes);
    assert_eq!(told, ["p->v == 513 && p->next == 0", "p->v == 2 && p->next == 0"]);
    assert_eq!(found, bytes);
}

#[test]
fn effects_of_unknown_functions_are_told() {
    let text = "void f(int *); int g;
int main() { int x = 1; f(&x); if (x == 1234 && g == -8) reach_error(); }";
    let (told, found) = told_and_confirmed(text, Property::Default, &[-8, 1234]);
    assert_eq!(told, ["g == -8", "x == 1234"]);
    assert_eq!(found, [-8, 1234]);
    let text = "void f(int *); void use(int *b) { f(b); if (b[1] == 4321) reach_error(); }
int main() { int b[2] = {0, 0}; use(b); }";
    let (told, _) = told_and_confirmed(text, Property::Default, &[0, 4321]);
    assert_eq!(told, ["*b == 0 && b[1] == 4321"]);
}

#[test]
fn values_in_the_middle_of_expressions_are_told_where_they_show() {
    let text = "int f(int a) { if (a > 3) return a; }
int main() { int z = 6; if (f(1) == 606) reach_error(); return z; }";
    assert_eq!(told_and_confirmed(text, Property::UnreachCall, &[606]).0, ["\\result == 606"]);
    let text = "struct s { int a; short b; }; struct s get(void);
int main() { struct s s = get(); if (s.a == 7777 && s.b == -3) reach_error(); }";
    assert_eq!(told_and_confirmed(text, Property::UnreachCall, &[7777, -3]).0, ["s.a == 7777 && s.b == -3"]);
}

#[test]
fn a_hidden_variable_is_not_told() {
    let text = "int nd(void); int x;
int main() { int x; { int x = 3; x++; if (nd()) { x = 4; } } if (x == 4711) reach_error(); }";
    let (told, _) = told_and_confirmed(text, Property::UnreachCall, &[4711, 0]);
    // At the statements of the inner block the name is that of another variable.
    assert_eq!(told.iter().filter(|text| text.contains("x == 4711")).count(), 1, "{:?}", told);
    let written = witness(text, &[4711, 0], ValueStyle::Returns).to_text();
    assert!(!written.contains("x == 3") && !written.contains("x == 4\""), "{}", written);
}

#[test]
fn a_witness_without_waypoints_is_searched_and_left_open() {
    let target = "type: target, action: follow, location: {file_name: a.c, line: 2, column: 36}";
    let text = "int nd(void);\nint main() { if (nd() * nd() == 6) reach_error(); }";
    let found = confirmed(&program(text), &violation(text, &[target]));
    assert!(
        found.is_ok() || matches!(found, Err(WitnessError::NotConfirmed { is_open: true, .. })),
        "{:?}",
        found
    );
    let text =
        "int nd(void);\nint main() { if (nd() == 2 + nd() * 8191 && nd() * 7 == 77777) reach_error(); }";
    let target = target.replace("36", "63");
    let found = confirmed(&program(text), &violation(text, &[&target]));
    assert!(matches!(found, Err(WitnessError::NotConfirmed { is_open: true, .. })), "{:?}", found);
    // Nothing is left open where nothing is asked for.
    let text = "int x = 1;\nint main() { if (x == 2) reach_error(); }";
    let found = confirmed(&program(text), &violation(text, &[&target.replace("63", "26")]));
    assert!(matches!(found, Err(WitnessError::NotConfirmed { is_open: false, .. })), "{:?}", found);
}

#[test]
fn forged_values_of_memory_are_refused() {
    let text = "void *malloc(unsigned);
int main() { int *p = malloc(4); int a[2]; if (*p == 513 && a[1] == 3)
  reach_error(); }";
    let program = program(text);
    let target = "type: target, action: follow, location: {file_name: a.c, line: 3, column: 3}";
    let confirm = |value: &str| {
        let waypoint = format!(
            "type: assumption, action: follow, location: {{file_name: a.c, line: 2, column: 44}}, \
            constraint: {{value: '{}', format: c_expression}}",
            value
        );
        confirmed(&program, &violation(text, &[&waypoint, target]))
    };
    assert!(confirm("*p == 513 && a[1] == 3 && p != 0 && p == &p[0]").is_ok());
    for forged in [
        "*p == 514 && a[1] == 3",
        "*p == 513 && a[1] == 4",
        "*p == 513 && a[1] == 3 && p == 0",
        "*p == 513 && a[1] == 3 && p == a",
        "p[1] == 513 && a[1] == 3",
        "**(int **) p == 513 && a[1] == 3",
        "*p == 513 && a[1] == 3 && !p",
    ] {
        assert!(confirm(forged).is_err(), "{}", forged);
    }
}

#[test]
fn the_function_of_a_waypoint_is_the_one_around_it() {
    let text = "int __VERIFIER_nondet_int(void); void reach_error(void);
static int f(int m) { return m; }
int main(void) {
  if (f(7) == 7 && __VERIFIER_nondet_int() == 305419896)
    reach_error(); }";
    let witness = witness(text, &[305419896], ValueStyle::Returns);
    assert!(witness.check_places(&program(text), text.as_bytes()).is_ok());
    assert!(!witness.to_text().contains("function: f"), "{}", witness.to_text());
}

#[test]
fn parts_of_an_argument_list_are_not_told() {
    let text = "int __VERIFIER_nondet_int(void); void reach_error(void);
int f(int n, ...) { __builtin_va_list a; int x = __VERIFIER_nondet_int(); __builtin_va_start(a, n);
  int y = __builtin_va_arg(a, int); if (x == 77 && y == 5) reach_error(); return 0; }
int main(void) { return f(1, 5); }";
    let content = violation(
        text,
        &[
            "type: function_return, action: follow, location: {file_name: a.c, line: 2, column: 72}, \
             constraint: {value: '\\result == 77', format: acsl_expression}",
            "type: target, action: follow, location: {file_name: a.c, line: 3, column: 60}",
        ],
    );
    let options = ConfirmOptions { run: options(), ..ConfirmOptions::default() };
    let program = program(text);
    let found = content.confirm(&program, &options, &Budget::unlimited()).expect("a run");
    let written = Witness::of_run(
        metadata(text),
        &program,
        &options.run,
        &found.answers,
        ValueStyle::Returns,
        &Budget::unlimited(),
    );
    let written = written.expect("a witness");
    assert!(
        !written.to_text().contains("a ==") && !written.to_text().contains("a["),
        "{}",
        written.to_text()
    );
    assert!(confirmed(&program, &written).is_ok());
}

/// A branching that the run passes the other way first is not matched at a later visit.
#[test]
fn a_branching_is_about_the_first_visit() {
    let text = "int __VERIFIER_nondet_int(void); void reach_error(void);
int main(void) {
  for (int i = 0; i < 3; i++)
    if (i == 1)
      reach_error(); }";
    let branch = |way: &str| {
        format!(
            "type: branching, action: follow, location: {{file_name: a.c, line: 4, column: 5}}, \
             constraint: {{value: '{}'}}",
            way
        )
    };
    let target = "type: target, action: follow, location: {file_name: a.c, line: 5, column: 7}";
    let (yes, no) = (branch("true"), branch("false"));
    let program = program(text);
    assert!(confirmed(&program, &violation(text, &[&yes, target])).is_err());
    assert!(confirmed(&program, &violation(text, &[&no, &yes, target])).is_ok());
}

#[test]
fn a_specification_may_be_the_formula_alone() {
    assert_eq!(Property::of_specification("G ! call(reach_error())"), Some(Property::UnreachCall));
    assert_eq!(Property::of_specification("G ! overflow"), Some(Property::NoOverflow));
    assert_eq!(Property::of_specification("G ! call(f())"), None);
    let lines = ["G valid-memtrack", "", "G valid-deref", "G valid-free"];
    assert_eq!(Property::of_specification(&lines.join("\n")), Some(Property::ValidMemsafety));
    assert_eq!(Property::of_specification(&lines[..3].join("\n")), None);
    assert_eq!(Property::of_specification("G valid-free\nG valid-free\nG valid-deref"), None);
}
