//! Transition systems: verdicts, evidence in files, and its checks.

use super::{command, in_package, judged, refused, run, scratch, text, told};

pub fn system(name: &str) -> String {
    text(&in_package(&format!("tests/systems/{}", name)))
}

fn content(name: &str) -> String {
    std::fs::read_to_string(scratch(name)).expect("a file")
}

/// A file with this content; its name.
fn file(name: &str, content: &str) -> String {
    std::fs::write(scratch(name), content).expect("a file");
    text(&scratch(name))
}

#[test]
fn systems_are_told_by_content_then_by_suffix() {
    let (vmt, btor2) = (content_of("counter.vmt"), content_of("counter.btor2"));
    let verdicts = "unsafe\nb0 safe\nb1 unsafe\n";
    assert_eq!(judged(&[&system("counter.vmt")]), (10, verdicts.into(), String::new()));
    for name in ["plain", "wrong.btor2", "wrong.aig"] {
        assert_eq!(judged(&[&file(name, &vmt)]).1, verdicts, "{}", name);
    }
    for name in ["plain", "wrong.vmt", "wrong.aag"] {
        assert_eq!(judged(&[&file(name, &btor2)]).1, "unsafe\nb0 unsafe\nb1 safe\n", "{}", name);
    }
    // Files without content are told by their suffix alone.
    assert!(refused(&[&file("empty.vmt", "; nothing\n")], 2).contains("expected annotated terms"));
    assert!(refused(&[&file("empty.btor2", "; nothing\n")], 2).contains("nothing to verify: no property"));
    assert!(refused(&[&file("empty.aig", "")], 2).contains("line 1, column 1: expected "));
}

fn content_of(name: &str) -> String {
    std::fs::read_to_string(system(name)).expect("a file")
}

#[test]
fn evidence_of_systems_comes_back() {
    for (model, safe, unsafe_) in
        [("counter.vmt", "0", "1"), ("counter.btor2", "1", "0"), ("memory.btor2", "1", "2")]
    {
        let model = system(model);
        let certificate = text(&scratch("back.txt"));
        for engine in ["portfolio", "ic3-ia", "kind"] {
            if engine == "ic3-ia" && model.contains("memory") {
                continue;
            }
            let args = [&model, "--engine", engine, "--property", safe, "--certificate", &certificate];
            assert_eq!(run(&args).0, 20, "{} {}", model, engine);
            for check in ["on", "full"] {
                let (code, stdout, stderr) =
                    run(&["check", &model, &certificate, "--property", safe, "--evidence", check]);
                assert_eq!((code, stdout), (20, format!("safe\nb{} safe\n", safe)), "{}", stderr);
            }
        }
        let witness = text(&scratch("back.wit"));
        assert_eq!(run(&[&model, "--property", unsafe_, "--witness", &witness]).0, 10);
        let (code, stdout, _) = run(&["check", &model, &witness, "--property", unsafe_]);
        assert_eq!((code, stdout), (10, format!("unsafe\nb{} unsafe\n", unsafe_)));
    }
    // The same file about a model that it does not fit.
    let other = file("other.vmt", &content_of("counter.vmt").replace("(< count 5)", "(< count 9)"));
    let certificate = text(&scratch("counter.txt"));
    assert_eq!(run(&[&system("counter.vmt"), "--property", "0", "--certificate", &certificate]).0, 20);
    let (code, stdout, stderr) = run(&["check", &other, &certificate]);
    assert_eq!((code, stdout.as_str()), (3, "unknown\nb0 unknown\nb1 unknown\n"));
    assert!(stderr.contains("counter.txt: property b0: clause "), "{}", stderr);
    let damaged = file("damaged.txt", "; invariant b0\n(declare-fun nobody () Int)\n(assert (< nobody 0))\n");
    assert!(refused(&["check", &other, &damaged], 2)
        .contains("damaged.txt: line 1, column 1: the system has no "));
}

#[test]
fn witnesses_of_several_properties_have_a_file_each() {
    let model = system("memory.btor2");
    let (witness, certificate) = (text(&scratch("memory.wit")), text(&scratch("memory.txt")));
    for old in ["memory.wit", "memory.b1.wit", "memory.b2.txt"] {
        file(old, "of an earlier run");
    }
    let (code, _, err) = run(&[&model, "--witness", &witness, "--certificate", &certificate]);
    let name = |file: &str| text(&scratch(&format!("memory.{}", file)));
    let told = ["b0.wit", "b1.txt", "b2.wit"].map(name).join(", ");
    assert_eq!((code, err), (10, format!("indubit: note: evidence is in {}\n", told)));
    for property in ["0", "2"] {
        let found = name(&format!("b{}.wit", property));
        assert_eq!(run(&["check", &model, &found, "--property", property]).0, 10);
    }
    assert_eq!(run(&["check", &model, &name("b1.txt"), "--property", "1"]).0, 20);
    for old in ["memory.wit", "memory.b1.wit", "memory.b2.txt"] {
        assert!(!scratch(old).exists(), "{}", old);
    }
}

#[test]
fn forms_of_evidence_follow_the_suffix() {
    let model = system("counter.vmt");
    let name = |name: &str| text(&scratch(name));
    let (witness, certificate) = (name("form.smt2"), name("proof.smt2"));
    assert_eq!(run(&[&model, "--witness", &witness, "--certificate", &certificate]).0, 10);
    assert_eq!(run(&["smt", &name("form.b1.smt2")]), (0, "sat\n".into(), String::new()));
    let (code, answers, _) = run(&["smt", &name("proof.b0.smt2")]);
    assert!(
        code == 0 && answers.lines().count() > 2 && answers.lines().all(|line| line == "unsat"),
        "{}",
        answers
    );

    // The invariant is a further property, and holds like the others.
    let with_invariant = name("with.vmt");
    assert_eq!(run(&[&model, "--property", "0", "--certificate", &with_invariant]).0, 20);
    assert_eq!(judged(&[&with_invariant]).1, "unsafe\nb0 safe\nb1 unsafe\nb2 safe\n");

    let plain = name("plain_form");
    for (form, first) in [("script", "(set-logic "), ("vmt", "(declare-fun "), ("text", "; invariant b0\n")] {
        let args = [&model, "--property", "0", "--certificate", &plain, "--certificate-format", form];
        assert_eq!(run(&args).0, 20);
        assert!(content("plain_form").starts_with(first), "{}", content("plain_form"));
    }
    let traces: [(&str, &str); 2] = [("counter.vmt", "counterexample\n"), ("counter.btor2", "sat\nb0\n#0\n")];
    for (model, first) in traces {
        let printed = run(&[&system(model), "--witness", "-"]).1;
        let (_, behind) = printed.split_at(printed.find(first).expect("a witness"));
        assert!(printed.starts_with("unsafe\nb0 ") && behind.len() > first.len(), "{}", printed);
    }
}

#[test]
fn forms_that_a_model_has_not_are_refused() {
    let (vmt, circuit) = (system("counter.vmt"), super::circuit("token_ring"));
    let cases: [(&[&str], &str); 7] = [
        (&[&vmt, "--certificate", "x.aig"], "VMT files have no witness circuits; choose script, vmt or text"),
        (&[&vmt, "--engine", "kind", "--certificate", "x.vmt"], "a proof by k-induction is no invariant"),
        (&[&circuit, "--certificate", "x.smt2"], "the certificate of a circuit is a witness circuit"),
        (&[&circuit, "--certificate", "x", "--certificate-format", "vmt"], "the certificate of a circuit is"),
        (&[&circuit, "--engine", "ic3-ia"], "the engine ic3-ia takes no circuits; these do: portfolio, ic3,"),
        (&[&circuit, "--engine", "ctigar"], "the engine ctigar takes no circuits; these do: portfolio, ic3,"),
        (&[&vmt, "--engine", "fsis"], "the engine fsis works on circuits: `count` is of sort Int"),
    ];
    for (args, expected) in cases {
        let message = refused(args, 1);
        assert!(message[9..].starts_with(expected), "{}", message);
    }
}

#[test]
fn a_witness_does_not_overwrite_its_system() {
    let copy = file("copy.b1.vmt", &content_of("counter.vmt"));
    for output in [&copy, &text(&scratch("copy.vmt"))] {
        let message = refused(&[&copy, "--witness", output], 1);
        assert!(message.contains("the output would overwrite the input"), "{}", message);
    }
    assert_eq!(content("copy.b1.vmt"), content_of("counter.vmt"));
}

/// Each of these once was an error in the file, with exit code 2.
#[test]
fn a_limit_while_a_system_is_read_is_no_error_of_the_file() {
    for model in ["counter.vmt", "counter.btor2"] {
        let (code, stdout, stderr) = run(&[&system(model), "--memory", "1K"]);
        assert_eq!((code, stdout.as_str().lines().next()), (30, Some("unknown")), "{}", stderr);
        assert_eq!(run(&[&system(model), "--timeout", "0"]).0, 30);
    }
}

#[test]
fn statistics_of_systems_count_variables_by_sort() {
    let (_, stdout, stderr) =
        run(&[&system("counter.vmt"), "--stats", "--property", "0", "--engine", "ic3-ia"]);
    assert_eq!(stdout, "safe\n");
    for line in ["1  state variables", "1  inputs", "1  variables of sort Int", "1  variables of sort Bool"] {
        assert!(stderr.contains(&format!(" {}\n", line)), "{}", stderr);
    }
    let json = run(&[&system("memory.btor2"), "--json"]).1;
    assert!(
        super::value(&mut json.as_str()).is_some() && json.contains("\"variables of sort (_ BitVec 2)\":"),
        "{}",
        json
    );
}

#[test]
fn a_system_comes_from_standard_input_too() {
    let input = std::fs::File::open(system("counter.btor2")).expect("a file");
    let output = command(&["-", "--property", "1"]).stdin(input).output().expect("the program runs");
    assert_eq!(told(&output), (20, "safe\n".into(), String::new()));
}

#[test]
fn wide_arrays_have_verdicts_witnesses_and_certificates() {
    let wide = text(&in_package("tests/cli/wide_arrays.btor2"));
    let (code, stdout, stderr) = run(&[&wide, "--show-invariant"]);
    assert_eq!(code, 10, "{}", stderr);
    assert!(
        stdout.starts_with(
            "unsafe\nb0 safe\nb1 unsafe\nanswer (b1) is violated at step 2\ninvariant for large (b0)"
        ),
        "{}",
        stdout
    );
    assert!(stdout.contains("\n  mem[index0] <= 127, for all index0\n"), "{}", stdout);
    let witness = text(&scratch("wide.wit"));
    assert_eq!(run(&[&wide, "--property", "1", "--witness", &witness]).0, 10);
    assert!(content("wide.wit").starts_with("sat\nb1\n#0\n@0\n"), "{}", content("wide.wit"));
    assert_eq!(
        run(&["check", &wide, &witness, "--property", "1"]),
        (10, "unsafe\nb1 unsafe\n".into(), String::new())
    );
    // Another byte in the first step.
    let forged = content("wide.wit").replacen("00101010", "00101011", 1);
    let forged = file("forged.wit", &forged);
    assert_eq!(run(&["check", &wide, &forged]).0, 3);
    // The proof is about all indices.
    let certificate = text(&scratch("wide.txt"));
    assert_eq!(run(&[&wide, "--property", "0", "--certificate", &certificate]).0, 20);
    let proof = content("wide.txt");
    assert!(proof.contains("(assert (forall ((index0 (_ BitVec 32)))"), "{}", proof);
    assert_eq!(
        run(&["check", &wide, &certificate, "--property", "0"]),
        (20, "safe\nb0 safe\n".into(), String::new())
    );
    let forged = file("forged.txt", &proof.replace("b0", "b1"));
    assert_eq!(run(&["check", &wide, &forged, "--property", "1"]).0, 3);
    let script = text(&scratch("wide.smt2"));
    assert_eq!(run(&[&wide, "--property", "0", "--certificate", &script]).0, 20);
    assert!(content("wide.smt2").contains("(assert (forall "), "{}", content("wide.smt2"));
    // What there is not is refused by name.
    let vmt = text(&scratch("wide.vmt"));
    let unwritten = refused(&[&wide, "--property", "0", "--certificate", &vmt], 1);
    assert!(unwritten.contains("VMT-LIB has no quantifiers"), "{}", unwritten);
    assert!(refused(&[&wide, "--engine", "kind", "--cells", "1"], 1).contains("try --cells 0"));
    let converted = refused(&["convert", &wide, &text(&scratch("wide.aig"))], 2);
    assert!(converted.contains("AIGER knows bits only"), "{}", converted);
    for name in ["wide2.btor2", "wide2.vmt"] {
        let other = text(&scratch(name));
        assert_eq!(run(&["convert", &wide, &other]), (0, String::new(), String::new()));
        assert!(run(&[&other]).1.starts_with("unsafe\nb0 safe\nb1 unsafe\n"), "{}", content(name));
    }
    let other = file("wide.other", "; invariant\n");
    assert!(refused(&["check", &wide, &other], 2).contains("expected `; invariant b0`"));
}
