//! `convert` and `hwmcc`.

use super::systems::system;
use super::{circuit, judged, refused, run, sample, scratch, text};

#[test]
fn files_are_converted() {
    let (binary, ascii) = (text(&scratch("t.aig")), text(&scratch("t.aag")));
    let original = sample("traffic_light.aag");
    assert_eq!(run(&["convert", &original, &binary]), (0, String::new(), String::new()));
    assert_eq!(run(&["convert", &binary, &ascii]).0, 0);
    assert_eq!(run(&[&binary]).1, "safe\n");
    let read = |file: &str| std::fs::read_to_string(file).expect("a file");
    let body = |text: &str| text.split("\nc\n").next().map(str::trim_end).map(str::to_string);
    assert_eq!(body(&read(&ascii)), body(&read(&original)));
    assert!(refused(&["convert", &original, "there.txt"], 1)
        .contains("ends in .aag or .aig, .btor2, .vmt, .smt2, .cfa or .dot"));
}

/// Any format becomes any other, and back, with the same verdicts at the same depths.
#[test]
fn models_keep_their_verdicts_in_every_format() {
    let models = [
        circuit("token_ring"),
        circuit("constraint_in_bad_step"),
        circuit("uninitialised_swap"),
        circuit("reset_functions"),
        circuit("reset_by_input"),
        circuit("outputs_are_bad"),
        system("counter.btor2"),
        system("memory.btor2"),
    ];
    let depths = |file: &str| {
        let json = run(&[file, "--json", "--engine", "bmc", "--max-depth", "6"]).1;
        let parts = json.split("\"depth\":").skip(1);
        parts
            .map(|part| part.split(|c: char| !c.is_ascii_digit()).next().map(str::to_string))
            .collect::<Vec<_>>()
    };
    for model in &models {
        let (_, verdicts, _) = judged(&[model]);
        let expected = depths(model);
        assert!(verdicts.starts_with("safe") || verdicts.contains("unsafe"), "{}: {}", model, verdicts);
        for suffix in ["aag", "aig", "btor2", "vmt"] {
            let first = text(&scratch(&format!("first.{}", suffix)));
            assert_eq!(run(&["convert", model, &first]), (0, String::new(), String::new()), "{}", suffix);
            for back in ["aag", "btor2", "vmt"] {
                let second = text(&scratch(&format!("second.{}", back)));
                assert_eq!(run(&["convert", &first, &second]), (0, String::new(), String::new()));
                assert_eq!(depths(&second), expected, "{} {} {}", model, suffix, back);
            }
            assert_eq!(judged(&[&first]).1, verdicts, "{} {}", model, suffix);
        }
    }
}

#[test]
fn all_models_are_horn_clauses() {
    let clauses = text(&scratch("clauses.smt2"));
    for model in [circuit("counter"), system("counter.btor2"), system("counter.vmt")] {
        assert_eq!(run(&["convert", &model, &clauses]), (0, String::new(), String::new()));
        let script = std::fs::read_to_string(&clauses).expect("a file");
        assert!(script.starts_with("(set-logic HORN)\n(declare-fun reachable ("), "{}", script);
        assert_eq!(script.matches("\n(assert ").count(), 3, "{}", script);
    }
}

#[test]
fn conversions_that_lose_something_are_refused() {
    let numbers = system("counter.vmt");
    for (to, format) in
        [("x.aig", "AIGER knows bits only"), ("x.aag", "AIGER"), ("x.btor2", "BTOR2 knows words only")]
    {
        let message = refused(&["convert", &numbers, to], 2);
        assert!(message.contains("counter.vmt: `count` is of sort Int, and "), "{}", message);
        assert!(message.contains(format) && message.contains("write VMT-LIB"), "{}", message);
    }
    let reset = scratch("reset.aag");
    std::fs::write(&reset, "aag 2 1 1 0 0 1\n2\n4 4 5\n4\n").expect("a file");
    assert!(refused(&["convert", &text(&reset), "x.vmt"], 2).contains("line 3, column 5: "));
}

#[test]
fn standard_output_gets_the_format_of_the_input() {
    for (model, first) in [
        (system("counter.vmt"), "(declare-fun "),
        (system("counter.btor2"), "1 sort "),
        (circuit("counter"), "aag "),
    ] {
        let (code, stdout, _) = run(&["convert", &model, "-"]);
        assert!(code == 0 && stdout.starts_with(first), "{}", stdout);
    }
}

/// The witness gives the values that the reset functions have, the certificate starts by the same functions.
#[test]
fn the_competition_gets_evidence_with_reset_functions() {
    let model = circuit("reset_by_input");
    let (witness, certificate) = (text(&scratch("start")), text(&scratch("start.aag")));
    for (property, code, said) in
        [("0", 10, "sat\n"), ("1", 10, "sat\n"), ("2", 20, "unsat\n"), ("3", 20, "unsat\n")]
    {
        let command = ["hwmcc", &model, &witness, &certificate, "--property", property];
        assert_eq!(run(&command), (code, said.into(), String::new()));
        let evidence = if code == 10 { &witness } else { &certificate };
        let verdict = format!("\nb{} {}\n", property, if code == 10 { "unsafe" } else { "safe" });
        let checked = run(&["check", &model, evidence]).1;
        assert!(checked.contains(&verdict), "{}", checked);
    }
    for (suffix, head) in [("aag", "aag "), ("txt", "c these")] {
        let certificate = text(&scratch(&format!("start.{}", suffix)));
        let options = ["--property", "3", "--engine", "ic3", "--certificate", &certificate];
        assert_eq!(run(&[&[model.as_str()][..], &options].concat()).0, 20);
        assert!(std::fs::read_to_string(&certificate).expect("a certificate").starts_with(head));
        assert!(run(&["check", &model, &certificate]).1.ends_with("\nb3 safe\n"));
    }
    let shown = run(&[&model, "--property", "3", "--engine", "ic3", "--show-invariant"]).1;
    assert!(shown.contains("!flash | press") || shown.contains("press | !flash"), "{}", shown);
}

#[test]
fn the_competition_has_its_own_words() {
    let (safe, hasty) = (sample("traffic_light.aag"), sample("hasty_traffic_light.aag"));
    let (witness, binary, ascii) = (scratch("cex"), scratch("cert.aig"), scratch("cert.aag"));
    for certificate in [&binary, &ascii] {
        assert_eq!(
            run(&["hwmcc", &safe, &text(&witness), &text(certificate)]),
            (20, "unsat\n".into(), String::new())
        );
        assert!(!witness.exists());
        assert_eq!(run(&["check", &safe, &text(certificate)]).1, "safe\nb0 safe\n");
    }
    assert!(std::fs::read(&binary).expect("a certificate").starts_with(b"aig "));
    assert!(std::fs::read(&ascii).expect("a certificate").starts_with(b"aag "));
    assert_eq!(run(&["hwmcc", &hasty, &text(&witness), &text(&binary)]), (10, "sat\n".into(), String::new()));
    assert!(!binary.exists());
    assert_eq!(run(&["check", &hasty, &text(&witness)]).1, "unsafe\nb0 unsafe\n");
    let limited = run(&["hwmcc", &safe, &text(&witness), &text(&binary), "--timeout", "0"]);
    assert_eq!((limited.0, limited.1.as_str()), (30, "unknown\n"));
    assert!(!witness.exists() && !binary.exists());
}

#[test]
fn the_competition_takes_words_too() {
    let count =
        "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1\n5 init 1 4 3\n6 constd 1 2\n7 add 1 4 6\n\
        8 next 1 4 7\n9 constd 1 LAST\n10 eq 2 4 9\n11 bad 10\n";
    let (witness, certificate) = (text(&scratch("words.cex")), text(&scratch("words.cert")));
    for (last, word, code, evidence) in [("7", "unsat\n", 20, &certificate), ("6", "sat\n", 10, &witness)] {
        let model = text(&scratch("words.btor2"));
        std::fs::write(&model, count.replace("LAST", last)).expect("a model");
        assert_eq!(run(&["hwmcc", &model, &witness, &certificate]), (code, word.to_string(), String::new()));
        assert_eq!(run(&["check", &model, evidence]).0, code);
        let first = if code == 20 { "; WITNESS b0\n1 sort bitvec 4\n" } else { "sat\nb0\n" };
        assert!(std::fs::read_to_string(evidence).expect("evidence").starts_with(first));
    }
}

/// Without a suffix the certificate is written as the model is.
#[test]
fn a_certificate_without_a_suffix_is_written_like_the_model() {
    let (binary, plain) = (text(&scratch("plain.aig")), scratch("certificate"));
    let ascii = sample("traffic_light.aag");
    assert_eq!(run(&["convert", &ascii, &binary]).0, 0);
    for (model, first) in [(&ascii, b"aag "), (&binary, b"aig ")] {
        assert_eq!(run(&["hwmcc", model, &text(&scratch("none")), &text(&plain)]).1, "unsat\n");
        assert!(std::fs::read(&plain).expect("a certificate").starts_with(first));
    }
}

#[test]
fn the_competition_knows_single_properties_of_circuits() {
    let ring = circuit("token_ring");
    let files = [text(&scratch("some.cex")), text(&scratch("some.aig"))];
    let of = |model: &str| ["hwmcc".to_string(), model.to_string(), files[0].clone(), files[1].clone()];
    let ask = |model: &str, more: &[&str], code: i32| {
        let args = of(model);
        let args: Vec<&str> = args.iter().map(String::as_str).chain(more.iter().copied()).collect();
        refused(&args, code)
    };
    assert!(ask(&ring, &[], 1).contains("there are 3 properties, and the competition asks about one"));
    assert!(ask(&system("counter.vmt"), &[], 2)
        .contains("expected an AIGER or BTOR2 file, found a transition system"));
    assert!(ask(&ring, &["--json"], 1).contains("there is no option --json"));
    assert!(ask(&ring, &["--property", "0", "--engine", "kind"], 1)
        .contains("k-induction has no witness circuit"));
    let args = of(&ring);
    let args: Vec<&str> = args.iter().map(String::as_str).chain(["--property", "2"]).collect();
    assert_eq!(run(&args).1, "sat\n");
}
