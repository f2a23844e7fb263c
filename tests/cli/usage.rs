//! Command lines that are meant otherwise, and the help that leads to the right ones.

use super::{command, in_package, judged, refused, run, sample, scratch, text, told};

#[test]
fn without_arguments_there_is_a_short_usage() {
    let message = refused(&[], 1);
    assert!(message.lines().count() <= 7 && message.contains("indubit --help"), "{}", message);
    for thing in ["a circuit", "C program", "formula", "Horn clauses"] {
        assert!(message.contains(thing), "{}", message);
    }
}

#[test]
fn an_option_that_is_on_or_off_is_on_alone() {
    let program = text(&scratch("bounds.c"));
    let source = "int nd(void); int main() { int a[4]; int i = nd() & 7; a[i] = 1; return 0; }\n";
    std::fs::write(&program, source).expect("a file");
    let unsafe_calls: [&[&str]; 4] = [
        &[&program, "--check-bounds"],
        &["--check-bounds", &program],
        &["--check-bounds", "on", &program],
        &["verify", &program, "--check-bounds", "--threads", "1"],
    ];
    for call in unsafe_calls {
        assert_eq!(judged(call).1, "unsafe\n", "{:?}", call);
    }
    let safe_calls: [&[&str]; 3] = [
        &[&program],
        &["--check-bounds", "off", &program],
        &["--check-bounds", &program, "--no-check-bounds"],
    ];
    for call in safe_calls {
        assert_eq!(run(call).1, "safe\n", "{:?}", call);
    }
    assert_eq!(run(&["--requeue", &sample("traffic_light.aag"), "--engine", "ic3"]).1, "safe\n");
    let message = refused(&[&program, "--check-bounds=maybe"], 1);
    assert!(message.contains("--check-bounds: expected on|off, found `maybe`"), "{}", message);
}

#[test]
fn options_may_stand_before_the_name_of_a_command() {
    let (model, proof) = (sample("traffic_light.aag"), text(&scratch("usage_before.txt")));
    assert_eq!(run(&[&model, "--certificate", &proof]).0, 20);
    for options in [&["--timeout", "20s"][..], &["--timeout=20s", "--evidence"], &["--evidence", "full"]] {
        let args = [options, &["check", &model, &proof]].concat();
        assert_eq!(run(&args), (20, "safe\nb0 safe\n".into(), String::new()), "{:?}", args);
    }
    // A file of this name is meant behind options.
    let folder = scratch("usage_folder");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::copy(&model, folder.join("check")).expect("a copy");
    let called = command(&["--timeout", "20s", "check"]).current_dir(&folder).output();
    assert_eq!(told(&called.expect("the program runs")).1, "safe\n");
}

#[test]
fn a_file_of_unknown_content_names_the_formats() {
    let unknown = scratch("usage_unknown");
    std::fs::write(&unknown, "What is this?\n").expect("a file");
    let message = refused(&[&text(&unknown)], 2);
    for word in ["AIGER", "BTOR2", "VMT", "in C", ".cfa", "Horn clauses", "--format"] {
        assert!(message.contains(word), "{}", message);
    }
    // The suffix says that it is a circuit.
    let circuit = scratch("usage_unknown.aag");
    std::fs::write(&circuit, "What is this?\n").expect("a file");
    assert!(refused(&[&text(&circuit)], 2).contains("expected `aag` or `aig`"));
}

#[test]
fn a_format_is_chosen_where_nothing_tells_it() {
    let program = scratch("usage_format");
    std::fs::write(
        &program,
        "int nd(void); int main(void) { int x = nd(); if (x == 3) { ERROR: x = 4; } }\n",
    )
    .expect("a file");
    let program = text(&program);
    assert_eq!(run(&[&program, "--format", "c"]).1.lines().next(), Some("unsafe"));
    assert_eq!(run(&["--format=c", &program]).1.lines().next(), Some("unsafe"));
    let message = refused(&[&program, "--format", "pascal"], 1);
    assert!(message.contains("expected auto|aiger|btor2|vmt|cfa|c|horn, found `pascal`"), "{}", message);
}

#[test]
fn a_misspelt_word_has_a_suggestion() {
    let file = sample("traffic_light.aag");
    let calls: [(&[&str], &str); 6] = [
        (&[&file, "--enigne", "ic3"], "did you mean `--engine`?"),
        (&[&file, "--engine", "lazy-ci3"], "did you mean `lazy-ic3`?"),
        (&["chekc", &file, "proof"], "no command `chekc`; did you mean `check`?"),
        (&["help", "gdpr"], "did you mean `gpdr`?"),
        (&["help", "tiemout"], "did you mean `timeout`?"),
        (&["sat", "f.cnf", "--porof", "p"], "did you mean `--proof`?"),
    ];
    for (call, hint) in calls {
        let message = refused(call, 1);
        assert!(message.contains(hint), "{}", message);
    }
    // The file that is missing may well be meant as a file.
    assert!(refused(&["model.aag"], 2).contains("model.aag: "));
}

#[test]
fn there_is_help_on_every_command_engine_and_option() {
    let engines = run(&["help", "engines"]).1;
    let names =
        engines.lines().filter_map(|line| line.strip_prefix("  ")).filter_map(|line| line.split(' ').next());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    assert!(names.contains(&"gpdr") && names.contains(&"rlive"), "{}", engines);
    for engine in names {
        let (code, help, _) = run(&["help", engine]);
        assert!(code == 0 && help.contains(&format!("--engine {}", engine)), "{}: {}", engine, help);
    }
    for command in ["verify", "check", "convert", "sat", "smt", "run", "paths", "hwmcc", "try", "reduce"] {
        let (code, help, _) = run(&["help", command]);
        assert!(code == 0 && help.contains("usage:") && help.contains("--timeout TIME"), "{}", command);
    }
    let all = run(&["help", "everything"]).1;
    for line in all.lines().filter(|line| line.starts_with("  --")) {
        let option = line.trim_start().split(' ').next().unwrap_or("");
        for word in [option, option.trim_start_matches('-')] {
            let (code, help, _) = run(&["help", word]);
            assert!(code == 0, "{}", word);
            // Some words are commands or topics, too.
            assert!(word != option || help.contains(line), "{}: {}", word, help);
        }
    }
}

#[test]
fn the_first_help_has_values_units_and_defaults() {
    let help = run(&["--help"]).1;
    for part in [
        "--timeout TIME",
        "seconds, or 500ms",
        "megabytes, or 500K",
        "--seed N",
        "default: 0",
        "--evidence on|off|full",
        "default: auto",
    ] {
        assert!(help.contains(part), "{}:\n{}", part, help);
    }
}

#[test]
fn a_proof_has_the_form_of_its_suffix() {
    let formula = text(&scratch("square.cnf"));
    std::fs::write(&formula, "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n").expect("a file");
    let forms: [(&str, &[&str], &str); 5] = [
        ("p.lrat", &[], "c LRAT"),
        ("p.drat", &[], "c DRAT"),
        ("p", &[], "c DRAT"),
        ("q.drat", &["--proof-format", "lrat"], "c LRAT"),
        ("q", &["--proof-format", "lrat"], "c LRAT"),
    ];
    for (name, options, expected) in forms {
        let proof = text(&scratch(name));
        assert_eq!(run(&[&["sat", &formula, "--proof", &proof], options].concat()).0, 20);
        let (code, stdout, _) = run(&["check", &formula, &proof]);
        assert!(code == 20 && stdout.starts_with(expected), "{}: {}", name, stdout);
    }
    // CaDiCaL's own rule: its option says the form.
    let proof = text(&scratch("r.lrat"));
    assert_eq!(run(&["--as", "cadical", "--no-binary", "-q", &formula, &proof]).0, 20);
    let proof = std::fs::read_to_string(&proof).expect("a proof");
    assert!(
        proof.lines().all(|line| line.ends_with(" 0") || line == "0") && proof.lines().last() == Some("0"),
        "{}",
        proof
    );
}

#[test]
fn a_script_of_questions_is_refused_with_the_way_to_use_it() {
    let system = text(&in_package("tests/systems/counter.vmt"));
    let clauses = text(&in_package("examples/clauses/mccarthy91.smt2"));
    for (model, written) in [(&system, "usage_script.b0.smt2"), (&clauses, "usage_script.smt2")] {
        let out = text(&scratch("usage_script.smt2"));
        assert!([10, 20].contains(&run(&[model, "--certificate", &out]).0));
        let script = text(&scratch(written));
        assert!(refused(&["check", model, &script], 2).contains("indubit smt"));
        let answers = run(&["smt", &script]).1;
        assert!(
            answers.lines().count() > 1 && answers.lines().all(|answer| answer == "unsat"),
            "{}",
            answers
        );
    }
}
