//! `check FILE.c WITNESS.yml`: witnesses of the software verification competition.

use crate::{refused, run, scratch, text};

const PROGRAM: &str = include_str!("../../examples/programs/even.c");

/// A file of this test with this content; its name.
fn file(name: &str, content: &str) -> String {
    let file = scratch(&format!("witness-{}", name));
    std::fs::write(&file, content).expect("a file");
    text(&file)
}

/// A witness as another tool writes it, with one invariant of the loop.
fn witness(name: &str, program: &str, property: &str, invariant: &str) -> String {
    let content = format!(
        r#"- entry_type: "invariant_set"
  metadata:
    format_version: "2.0"
    uuid: "91023a0f-9f45-4385-88c4-1152ade45537"
    creation_time: "2026-05-05T15:18:43+02:00"
    producer:
      name: "another verifier"
      version: "1.0"
    task:
      input_files:
        - "./even.c"
      input_file_hashes:
        "./even.c": "{}"
      specification: "{}"
      data_model: "ILP32"
      language: "C"
  content:
    - invariant:
        type: "loop_invariant"
        location:
          file_name: "./even.c"
          line: 5
          column: 3
          function: "main"
        value: "{}"
        format: "c_expression"
"#,
        indubit::base::sha256(program.as_bytes()),
        property,
        invariant
    );
    file(name, &content)
}

/// The line behind the verdict if the witness names the property.
fn about(property: &str) -> String {
    format!("about the property of the witness, {}\n", property)
}

const UNREACH: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )";

#[test]
fn a_witness_of_correctness_is_proved() {
    let program = file("even.c", PROGRAM);
    let enough = witness("even.yml", PROGRAM, UNREACH, "x <= 10 && x % 2 == 0");
    let told = "safe\nb0 safe\nthe invariants prove the program\n".to_string();
    let asked = (20, told.clone(), String::new());
    assert_eq!(run(&["check", &program, &enough, "--property", "unreach-call"]), asked);
    let of_witness = (20, told + &about(UNREACH), String::new());
    for options in [&[][..], &["--arch", "32"], &["--evidence", "full"]] {
        let args = [&["check", &program, &enough], options].concat();
        assert_eq!(run(&args), of_witness, "{:?}", options);
    }
    let true_only = witness("weak.yml", PROGRAM, UNREACH, "x <= 10");
    let (code, out, err) = run(&["check", &program, &true_only]);
    let told = "the invariants hold; the program is safe, but they alone do not prove it";
    assert_eq!(
        (code, out.as_str(), err.as_str()),
        (20, &*format!("safe\nb0 safe\n{}\n{}", told, about(UNREACH)), "")
    );
}

#[test]
fn an_own_witness_of_correctness_is_proved() {
    let program = file("own.c", PROGRAM);
    let own = text(&scratch("witness-own.yml"));
    assert_eq!(run(&[&program, "--engine", "tree-ic3-itp", "--certificate", &own]).0, 20);
    let (code, out, err) = run(&["check", &program, &own]);
    assert_eq!((code, err.as_str()), (20, ""), "{}", out);
    assert!(out.starts_with("safe\nb0 safe\nthe invariants "), "{}", out);
}

#[test]
fn a_false_invariant_is_refused_and_its_run_shown() {
    let program = file("false.c", PROGRAM);
    let forged = witness("false.yml", PROGRAM, UNREACH, "x < 10");
    let (code, out, err) = run(&["check", &program, &forged]);
    let told = "false.yml: line 5, column 3: the loop_invariant `x < 10` is false on a run\n";
    assert!(code == 3 && err.ends_with(told), "{} {}", code, err);
    assert!(out.starts_with("unknown\nb0 unknown\ncounterexample to the witness, depth "), "{}", out);
    assert!(out.contains("line      6\n") && out.ends_with("main::x   10\n"), "{}", out);
    let forged = witness("overflow.yml", PROGRAM, UNREACH, "(int) x - 2147483647 <= 1");
    assert_eq!(run(&["check", &program, &forged]).0, 20);
    let forged = witness("overflow.yml", PROGRAM, UNREACH, "(int) x - 2147483647 - 2 <= 1");
    let (code, _, err) = run(&["check", &program, &forged]);
    assert!(code == 3 && err.contains("has no value on a run"), "{} {}", code, err);
    // The invariant of a safe program does not make another one safe.
    let wrong = PROGRAM.replace("x += 2", "x += 3");
    let program = file("wrong.c", &wrong);
    let (code, _, err) = run(&["check", &program, &witness("wrong.yml", &wrong, UNREACH, "x <= 12")]);
    let told = "the program violates the property: an error function is called at line 8, column 16\n";
    assert!(code == 3 && err.ends_with(told), "{} {}", code, err);
}

#[test]
fn a_witness_of_another_task_is_bad_input() {
    let program = file("task.c", PROGRAM);
    let overflow = "CHECK( init(main()), LTL(G ! overflow) )";
    let of_overflow = witness("overflow-task.yml", PROGRAM, overflow, "x <= 10");
    assert_eq!(run(&["check", &program, &of_overflow, "--property", "no-overflow"]).0, 20);
    let (code, out, _) = run(&["check", &program, &of_overflow]);
    assert!(code == 20 && out.ends_with(&about(overflow)), "{} {}", code, out);
    let of_frees = "CHECK( init(main()), LTL(G ! data-race) )";
    let message = refused(&["check", &program, &witness("frees.yml", PROGRAM, of_frees, "x <= 10")], 2);
    assert!(message.contains(of_frees) && message.contains(UNREACH), "{}", message);
    let message = refused(&["check", &program, &of_overflow, "--property", "error-label"], 2);
    assert!(message.contains(overflow) && message.contains("G ! label(ERROR)"), "{}", message);
    let fine = witness("task.yml", PROGRAM, UNREACH, "x <= 10");
    let message = refused(&["check", &program, &fine, "--arch", "64"], 2);
    assert!(message.contains("data model ILP32, and LP64 is asked for"), "{}", message);
    let message = refused(&["check", &file("other.c", "int main() { return 0; }"), &fine], 2);
    assert!(
        message.contains("`./even.c` with the SHA-256 ") && message.contains("at hand has "),
        "{}",
        message
    );
    // Words are meant.
    let (code, _, err) = run(&["check", &program, &fine, "--integers", "math"]);
    assert!(code == 3 && err.contains("about words"), "{} {}", code, err);
}

#[test]
fn a_witness_of_a_violation_is_about_its_task_too() {
    let wrong = PROGRAM.replace("x += 2", "x += 3");
    let (program, yaml) = (file("violation.c", &wrong), text(&scratch("witness-violation.yml")));
    assert_eq!(run(&[&program, "--property", "unreach-call", "--witness", &yaml]).0, 10);
    let told = (10, "unsafe\nb0 unsafe\n".to_string(), String::new());
    assert_eq!(run(&["check", &program, &yaml, "--property", "unreach-call"]), told);
    let message = refused(&["check", &program, &yaml, "--property", "no-overflow"], 2);
    assert!(message.contains(UNREACH) && message.contains("G ! overflow"), "{}", message);
    let message = refused(&["check", &program, &yaml, "--arch", "64"], 2);
    assert!(message.contains("data model ILP32, and LP64 is asked for"), "{}", message);
    let content = std::fs::read_to_string(&yaml).expect("a witness");
    for (from, to, code) in [("line: 8", "line: 9", 3), ("type: target", "type: assumption", 2)] {
        assert!(content.contains(from), "{}", content);
        std::fs::write(&yaml, content.replace(from, to)).expect("a file");
        assert_eq!(run(&["check", &program, &yaml]).0, code, "{}", to);
    }
}

const LABEL: &str = "int nd(void);
int main(void) { int x = nd(); if (x == 7) { ERROR: return 1; } return 0; }
";

const ASSERTED: &str = "#include <assert.h>
int nd(void);
int main(void) { int x = nd(); assert(x != 7); return 0; }
";

const OVERFLOW: &str = "int nd(void);
int main(void) { int x = nd(); return x + 1 > 0; }
";

#[test]
fn a_witness_names_the_property_of_its_error_and_is_checked_under_it() {
    let cases = [
        ("label", LABEL, "CHECK( init(main()), LTL(G ! label(ERROR)) )", "none"),
        ("assert", ASSERTED, "CHECK( init(main()), LTL(G assert) )", "none"),
        ("overflow", OVERFLOW, "CHECK( init(main()), LTL(G ! overflow) )", "overflow"),
    ];
    for (name, text_of, property, kinds) in cases {
        let program = file(&format!("named-{}.c", name), text_of);
        let yaml = text(&scratch(&format!("witness-named-{}.yml", name)));
        let checks = if kinds == "none" { Vec::new() } else { vec!["--check", kinds] };
        let args = [&[program.as_str(), "--witness", &yaml][..], &checks].concat();
        assert_eq!(run(&args).0, 10, "{}", name);
        let content = std::fs::read_to_string(&yaml).expect("a witness");
        assert!(content.contains(property), "{}", content);
        let (code, out, err) = run(&["check", &program, &yaml]);
        assert!(code == 10 && out.starts_with("unsafe\nb0 unsafe\n"), "{}: {} {}", name, out, err);
        assert_eq!(out.ends_with(&about(property)), name != "assert", "{}", out);
    }
}

#[test]
fn a_proof_names_the_property_of_all_errors_of_the_program() {
    let safe = LABEL.replace("x == 7", "x - x == 7");
    let (program, yaml) = (file("named-safe.c", &safe), text(&scratch("witness-named-safe.yml")));
    assert_eq!(run(&[&program, "--certificate", &yaml]).0, 20);
    let content = std::fs::read_to_string(&yaml).expect("a witness");
    assert!(content.contains("G ! label(ERROR)"), "{}", content);
    assert_eq!(run(&["check", &program, &yaml]).0, 20);
}

#[test]
fn a_property_that_no_error_of_the_program_violates_is_told() {
    let (program, yaml) = (file("no-label.c", ASSERTED), text(&scratch("witness-no-label.yml")));
    assert_eq!(run(&[&program, "--witness", &yaml]).0, 10);
    let content = std::fs::read_to_string(&yaml).expect("a witness");
    std::fs::write(&yaml, content.replace("G assert", "G ! label(ERROR)")).expect("a file");
    let message = refused(&["check", &program, &yaml], 2);
    assert!(message.contains("no error that violates the property of the witness"), "{}", message);
}

#[test]
fn newcomers_find_the_command_lines() {
    let (code, out, _) = run(&["help", "witness"]);
    assert_eq!(code, 0);
    for wanted in
        ["unreach-call.prp", "--arch 32", "indubit check task.c correctness.yml", "--property", "no-overflow"]
    {
        assert!(out.contains(wanted), "{}", wanted);
    }
    assert!(run(&["--help"]).1.contains("witness: C by the rules of SV-COMP"));
    assert!(run(&["help", "sv-comp"]).2.contains("witness"));
}

const RECURSIVE: &str = "int nd(void); void reach_error(void);
int down(int n) { if (n <= 0) return 0; return down(n - 1); }
int main(void) { int r = down(nd()); if (r != 0) reach_error(); return 0; }
";

#[test]
fn a_recursive_program_has_its_verdict_and_a_witness_of_correctness() {
    let (program, own) = (file("recursive.c", RECURSIVE), text(&scratch("witness-recursive.yml")));
    let (code, out, err) = run(&[&program, "--certificate", &own]);
    assert_eq!((code, out.as_str()), (20, "safe\n"), "{}", err);
    assert!(err.contains("has no summaries of its functions"), "{}", err);
    let (code, out, err) = run(&["check", &program, &own]);
    assert!(code == 20 && out.starts_with("safe\n"), "{} {} {}", code, out, err);
}

#[test]
fn a_witness_without_waypoints_is_no_wrong_one() {
    let wrong = PROGRAM.replace("x += 2", "x += 3");
    let (program, yaml) = (file("empty.c", &wrong), text(&scratch("witness-empty.yml")));
    assert_eq!(run(&[&program, "--property", "unreach-call", "--witness", &yaml]).0, 10);
    let content = std::fs::read_to_string(&yaml).expect("a witness");
    let head = content.split("  - segment:").next().expect("a head");
    let target = content.rsplit("  - segment:").next().expect("a target");
    std::fs::write(&yaml, format!("{}  - segment:{}", head, target)).expect("a file");
    let (code, _, err) = run(&["check", &program, &yaml, "--timeout", "20"]);
    assert!(code == 10 || code == 30, "{} {}", code, err);
}
