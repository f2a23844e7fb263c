//! Programs on the command line.

use super::judged;
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
        for engine in [
            "portfolio",
            "tree-ic3",
            "tree-ic3-itp",
            "tree-ic3-ia",
            "tree-itp",
            "ic3cfa",
            "pred-abs",
            "guess",
            "ic3-ia",
        ] {
            let args = [&program(name), "--engine", engine, option, &evidence];
            assert_eq!(judged(&args), (code, verdict.to_string(), String::new()), "{}", engine);
            let checked = format!("{}b0 {}", verdict, verdict);
            assert_eq!(run(&["check", &program(name), &evidence]), (code, checked, String::new()));
        }
    }
    let (code, stdout, stderr) = run(&["check", &program("two_loops"), &evidence]);
    assert_eq!((code, stdout.as_str()), (3, "unknown\nb0 unknown\n"));
    assert!(stderr.contains("an assumption of step"), "{}", stderr);
}

#[test]
fn a_search_through_all_states_says_that_there_are_too_many() {
    let args = [&program("two_loops"), "--engine", "explicit", "--most-states", "50"];
    let stderr = "indubit: property wrong (b0): too many states; no counterexample up to depth 0\n";
    assert_eq!(judged(&args), (30, "unknown\n".to_string(), stderr.to_string()));
}

#[test]
fn paths_and_invariants_are_shown() {
    let args = [&program("one_too_far"), "--engine", "tree-ic3-itp", "--show-trace"];
    let (_, stdout, _) = run(&args);
    assert!(stdout.starts_with("unsafe\nwrong (b0) is violated at step "), "{}", stdout);
    assert!(stdout.contains("location  down") && stdout.contains("x         (- 1)"), "{}", stdout);
    let args = [&program("two_loops"), "--engine", "tree-ic3-itp", "--show-invariant"];
    let (_, stdout, _) = run(&args);
    assert!(stdout.starts_with("safe\ninvariant for wrong (b0), locations: 2\n  up: "), "{}", stdout);
}

#[test]
fn programs_become_systems_and_systems_programs() {
    for (name, verdict) in [("two_loops", "safe\n"), ("one_too_far", "unsafe\n")] {
        let (system, back) = (text(&scratch("program.vmt")), text(&scratch("program.cfa")));
        assert_eq!(run(&["convert", &program(name), &system]), (0, String::new(), String::new()));
        assert_eq!(judged(&[&system, "--engine", "tree-ic3-itp"]).1, verdict);
        assert_eq!(run(&["convert", &system, &back]), (0, String::new(), String::new()));
        assert_eq!(judged(&[&back]).1, verdict);
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

const COUNTER: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main() {
  int n = __VERIFIER_nondet_int(), x = 0;
  if (n < 0) return 0;
  while (x < n) x++;
  if (x != n) reach_error();
  if (n == LIMIT) {
    assert(0);
  }
}
";

fn counter(limit: &str) -> String {
    let file = scratch(&format!("counter{}.c", limit));
    std::fs::write(&file, COUNTER.replace("LIMIT", limit)).expect("a file");
    text(&file)
}

#[test]
fn c_programs_are_verified_and_their_counterexamples_carried_out() {
    let (witness, harness) = (text(&scratch("c.witness")), text(&scratch("harness.c")));
    let program = counter("3");
    for engine in ["tree-ic3-itp", "tree-ic3", "ic3cfa", "pred-abs", "ic3-ia", "portfolio"] {
        let args =
            [&program, "--engine", engine, "--show-trace", "--witness", &witness, "--harness", &harness];
        let (code, stdout, stderr) = run(&args);
        let note = "indubit: note: 1 other assertion was not looked at (--property all)\n";
        assert_eq!((code, stderr.as_str()), (10, note), "{}", stdout);
        assert!(
            stdout.contains("assertion `0` is false at ") && stdout.contains("          x = 3\n"),
            "{}",
            stdout
        );
        assert_eq!(run(&["check", &program, &witness]), (10, "unsafe\nb0 unsafe\n".into(), String::new()));
        assert!(std::fs::read_to_string(&harness).expect("a harness").contains("__VERIFIER_nondet_int"));
    }
    let yaml = text(&scratch("c.yml"));
    assert_eq!(run(&[&program, "--engine", "ic3-ia", "--witness", &yaml]).0, 10);
    assert!(std::fs::read_to_string(&yaml).expect("a witness").contains("violation_sequence"));
    assert_eq!(run(&["check", &program, &yaml]), (10, "unsafe\nb0 unsafe\n".into(), String::new()));
    let forged = std::fs::read_to_string(&yaml).expect("a witness").replace("== 3", "== 4");
    std::fs::write(&yaml, forged).expect("a file");
    assert_eq!(run(&["check", &program, &yaml]).0, 3);
    let other = counter("-3");
    let (code, _, stderr) = run(&["check", &other, &witness]);
    assert_ne!(code, 10, "{}", stderr);
    let certificate = text(&scratch("c.certificate"));
    let math = ["--integers", "math"];
    let args = [&other, "--engine", "tree-ic3-itp", "--certificate", &certificate, math[0], math[1]];
    assert_eq!(judged(&args), (20, "safe\n".to_string(), String::new()));
    assert_eq!(run(&["check", &other, &certificate, math[0], math[1]]).0, 20);
}

#[test]
fn the_property_of_a_c_program_is_an_option() {
    let program = counter("3");
    let unreach = scratch("unreach-call.prp");
    std::fs::write(&unreach, "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").expect("a file");
    let with = |property: &str| {
        run(&[&program, "--engine", "tree-ic3-itp", "--integers", "math", "--property", property])
    };
    assert_eq!(with("unreach-call").0, 20);
    assert_eq!(with(&text(&unreach)).0, 20);
    assert_eq!(with("error-label").0, 20);
    assert_eq!(run(&[&program, "--engine", "tree-ic3-itp", "--integers", "math"]).0, 10);
    std::fs::write(&unreach, "CHECK( init(main()), LTL(G ! data-race) )\n").expect("a file");
    let message = refused(&[&program, "--property", &text(&unreach)], 2);
    assert!(message.contains("expected CHECK("), "{}", message);
}

#[test]
fn c_programs_become_clauses_and_drawings() {
    let program = counter("3");
    for suffix in ["smt2", "vmt", "cfa", "dot", "btor2"] {
        let out = text(&scratch(&format!("counter.{}", suffix)));
        assert_eq!(run(&["convert", &program, &out]), (0, String::new(), String::new()), "{}", suffix);
        if ["vmt", "cfa", "btor2"].contains(&suffix) {
            assert_eq!(judged(&[&out]).1, "unsafe\n", "{}", suffix);
        }
    }
}

/// The nodes are more than the first model of the program has, so that the evidence is about the second one.
#[test]
fn evidence_about_objects_without_a_bound_is_checked() {
    let list = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *l = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *p = calloc(1, sizeof(struct node));
    p->next = l;
    l = p;
  }
  if (l && l->data) reach_error();
}
";
    let (file, other) = (scratch("list.c"), scratch("other_list.c"));
    std::fs::write(&file, list).expect("a file");
    std::fs::write(&other, list.replace("calloc(1, ", "malloc(")).expect("a file");
    let (file, other, evidence) = (text(&file), text(&other), text(&scratch("list.cert")));
    assert_eq!(run(&[&file, "--certificate", &evidence]).0, 20);
    assert_eq!(run(&["check", &file, &evidence]).0, 20);
    assert_eq!(run(&["check", &file, &evidence, "--heap-objects", "0"]).0, 20);
    assert_ne!(run(&["check", &other, &evidence]).0, 20);
    let witness = text(&scratch("list.yml"));
    assert_eq!(run(&[&file, "--certificate", &witness]).0, 20);
    assert_eq!(run(&["check", &file, &witness]).0, 20);
}

#[test]
fn a_witness_names_the_loops_whose_quantified_facts_it_leaves_out() {
    let filled = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);
int a[100000];
int main(void) {
  for (int i = 0; i < 100000; i++)
    a[i] = 7;
  unsigned k = __VERIFIER_nondet_uint();
  if (k < 100000 && a[k] != 7) reach_error();
}
";
    let (file, witness) = (scratch("filled.c"), text(&scratch("filled.yml")));
    std::fs::write(&file, filled).expect("a file");
    let file = text(&file);
    let (code, _, told) = run(&[&file, "--certificate", &witness]);
    assert_eq!(code, 20);
    assert!(told.contains("what holds for all elements of arrays is left out at line 5"), "{}", told);
    assert_eq!(run(&["check", &file, &witness]).0, 20);
}

#[test]
fn deeply_nested_blocks_are_read_in_linear_time() {
    let file = scratch("blocks.c");
    let text_of = format!("int main(void) {{ {}{} return 0; }}", "{".repeat(300_000), "}".repeat(300_000));
    std::fs::write(&file, text_of).expect("a file");
    assert_eq!(run(&[&text(&file)]).1, "safe\n");
}

#[test]
fn a_run_without_end_is_told_in_the_words_of_the_program() {
    let file = text(&scratch("comes_back.c"));
    let waits = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int x = __VERIFIER_nondet_int();\n    \
        while (x < 5)\n        if (x != 0) x++;\n    return 0;\n}\n";
    std::fs::write(&file, waits).expect("a file");
    let (code, out, err) = run(&[&file, "--property", "termination"]);
    assert_eq!(code, 10, "{}", err);
    assert_eq!(out.lines().next(), Some("unsafe"), "{}", out);
    assert_eq!(
        out.lines().nth(1),
        Some("the loop of line 4 is entered with x = 0 and comes back"),
        "{}",
        out
    );
    std::fs::write(&file, waits.replace("x != 0", "x != 9")).expect("a file");
    let (code, out, err) =
        run(&[&file, "--property", "termination", "--integers", "math", "--show-invariant"]);
    assert_eq!(code, 20, "{}", err);
    assert!(out.contains("the loop of line 4 ends: "), "{}", out);
}

#[test]
fn evidence_about_ends_answers_no_other_question() {
    let (program, evidence) = (program("two_loops"), text(&scratch("two_loops.ends")));
    let ends = ["--property", "termination"];
    assert_eq!(judged(&[&program, ends[0], ends[1], "--certificate", &evidence]).0, 20);
    assert_eq!(run(&["check", &program, &evidence, ends[0], ends[1]]).0, 20);
    let (code, _, err) = run(&["check", &program, &evidence]);
    assert_eq!(code, 3);
    assert!(err.contains("this is about the ends of runs"), "{}", err);
    assert_eq!(judged(&[&program, "--certificate", &evidence]).0, 20);
    let (code, _, err) = run(&["check", &program, &evidence, ends[0], ends[1]]);
    assert_eq!(code, 3);
    assert!(err.contains("this is about the error location"), "{}", err);
}

#[test]
fn arguments_fall_from_call_to_call() {
    let (file, evidence) = (text(&scratch("calls.c")), text(&scratch("calls.ends")));
    let calls = "extern int any(void);\nint f(int m, int n) {\n    if (m <= 0) return n;\n    \
        if (n <= 0) return f(m - 1, any());\n    return f(m - 1, f(m, n - 1));\n}\n\
        int main(void) { return f(any(), any()); }\n";
    let asks = ["--property", "termination", "--integers", "math"];
    let ask = |more: &[&str]| {
        let line: Vec<&str> = [&file[..]].iter().chain(&asks).chain(more).copied().collect();
        run(&line)
    };
    std::fs::write(&file, calls).expect("a file");
    let (code, out, err) = ask(&["--certificate", &evidence, "--show-invariant"]);
    assert_eq!(code, 20, "{}", err);
    assert!(out.contains("the recursion of f ends: "), "{}", out);
    let check: Vec<&str> = ["check", &file, &evidence].iter().chain(&asks).copied().collect();
    assert_eq!(run(&check).0, 20);
    // The same evidence says nothing about a function whose argument stays.
    std::fs::write(&file, calls.replace("f(m - 1, any())", "f(m - 0, any())")).expect("a file");
    assert_eq!(run(&check).0, 3);
    // A loop behind the call rests on the value that the call returns, which may be any.
    let waits = calls.replace("return f(any(), any());", "while (f(any(), any()) == 7) ; return 0;");
    std::fs::write(&file, waits).expect("a file");
    assert_eq!(ask(&["--timeout", "2s"]).0, 30);
}

#[test]
fn the_end_of_a_text_of_any_length_ends_a_loop() {
    let (file, evidence) = (text(&scratch("text.c")), text(&scratch("text.ends")));
    let scan = "extern int any(void);\nvoid *malloc(unsigned);\nint main(void) {\n    int n = any();\n    \
        if (n < 1) n = 1;\n    char *s = malloc(n * sizeof(char));\n    s[n - 1] = 0;\n    char *p = s;\n    \
        while (*p) p++;\n    return p - s;\n}\n";
    let asks = ["--property", "termination", "--integers", "math"];
    std::fs::write(&file, scan).expect("a file");
    let line: Vec<&str> =
        [&file[..]].iter().chain(&asks).chain(&["--certificate", &evidence]).copied().collect();
    let (code, out, err) = run(&line);
    assert_eq!(code, 20, "{} {}", out, err);
    let check: Vec<&str> = ["check", &file, &evidence].iter().chain(&asks).copied().collect();
    assert_eq!(run(&check).0, 20);
    std::fs::write(&file, scan.replace("s[n - 1] = 0", "s[n - 1] = 1")).expect("a file");
    assert_eq!(run(&check).0, 3);
}

#[test]
fn a_recursion_without_end_is_found_and_one_that_only_goes_on_behind_calls_is_not() {
    let (file, evidence) = (text(&scratch("deeper.c")), text(&scratch("deeper.run")));
    let deeper = "extern int any(void);\nint f(int m) {\n    if (m == 5) return 5;\n    return f(m);\n}\n\
        int main(void) { return f(any()); }\n";
    let asks = ["--property", "termination"];
    let ask = |more: &[&str]| {
        let line: Vec<&str> = [&file[..]].iter().chain(&asks).chain(more).copied().collect();
        run(&line)
    };
    let check: Vec<&str> = ["check", &file, &evidence].iter().chain(&asks).copied().collect();
    std::fs::write(&file, deeper).expect("a file");
    let (code, out, err) = ask(&["--witness", &evidence]);
    assert_eq!(code, 10, "{}", err);
    assert!(out.contains("the recursion of f is entered with m = "), "{}", out);
    assert_eq!(run(&check).0, 10);
    // The same calls in a function that ends.
    std::fs::write(&file, deeper.replace("f(m);", "f(m - 1);")).expect("a file");
    assert_eq!(run(&check).0, 3);
    // The loop ends, since the call returns 5; the automaton does not know that.
    let behind = deeper
        .replace("f(m);", "m > 5 ? f(m - 1) : 5;")
        .replace("return f(any());", "while (f(any()) != 5) ;");
    std::fs::write(&file, behind).expect("a file");
    let (code, _, err) = ask(&["--timeout", "2s"]);
    assert_eq!(code, 30, "{}", err);
}

#[test]
fn ends_of_runs_have_witnesses_and_runs_without_end_a_harness() {
    let (file, yaml, harness) =
        (text(&scratch("twos.c")), text(&scratch("twos.yml")), text(&scratch("twos_run.c")));
    let twos = "extern int any(void);\nint main(void) {\n    int x = any();\n    while (x != 0)\n        \
        x = x - 2;\n    \
        return 0;\n}\n";
    std::fs::write(&file, twos).expect("a file");
    let (code, out, err) =
        run(&[&file, "--property", "termination", "--witness", &yaml, "--harness", &harness, "--json"]);
    assert!(out.contains("\"told\":\"the loop of line 4 is entered with x = "), "{}", out);
    assert_eq!(code, 10, "{}", err);
    let written = |name: &str| std::fs::read_to_string(name).expect("a file");
    let witness = written(&yaml);
    assert!(witness.contains("format_version: \"2.1\"") && witness.contains("F end"), "{}", witness);
    let (stem, cycle) = witness.split_once("action: cycle").expect("a cycle");
    assert!(stem.contains("\\\\result == ") && !stem.contains("line: 5"), "{}", witness);
    assert!(cycle.contains("line: 4") && !cycle.contains("follow"), "{}", witness);
    assert!(written(&harness).contains("while ( harness_visit((x != 0) && "), "{}", written(&harness));
    // The loop of a function that is called twice has no relation between visits of both calls.
    let down = "extern int any(void);\nvoid f(int n) { while (n > 0) n = n - 1; }\n\
        int main(void) {\n    f(any());\n    \
        for (int i = 0; i < 9; i++) ;\n    return 0;\n}\n";
    for (text, is_twice) in [(down.to_string(), false), (down.replace("f(any());", "f(2); f(any());"), true)]
    {
        std::fs::write(&file, text).expect("a file");
        let (code, _, err) = run(&[&file, "--property", "termination", "--certificate", &yaml]);
        assert_eq!(code, 20, "{}", err);
        let witness = written(&yaml);
        let relations = witness.matches("loop_transition_invariant").count();
        assert_eq!(relations, if is_twice { 1 } else { 2 }, "{}", witness);
        assert!(witness.contains("\\\\at(i, AnyPrev)"), "{}", witness);
        assert_eq!(err.contains("1 loops have measures that a witness cannot tell"), is_twice, "{}", err);
    }
}
