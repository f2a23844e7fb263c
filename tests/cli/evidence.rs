//! Verdicts of `check`, and files of evidence that are already there.

use super::{circuit, refused, run, sample, scratch, text};

#[test]
fn check_speaks_of_the_whole_file_first() {
    let ring = circuit("token_ring");
    let (certificate, witness) = (text(&scratch("whole.txt")), text(&scratch("whole.wit")));
    assert_eq!(run(&[&ring, "--certificate", &certificate, "--witness", &witness]).0, 10);
    // One of three properties is proved: nothing is known of the file.
    let first = text(&scratch("whole.b0.txt"));
    let (code, stdout, _) = run(&["check", &ring, &first]);
    assert_eq!((code, stdout.as_str()), (30, "unknown\nb0 safe\nb1 unknown\nb2 unknown\n"));
    let (code, stdout, _) = run(&["check", &ring, &first, "--property", "0"]);
    assert_eq!((code, stdout.as_str()), (20, "safe\nb0 safe\n"));
    // One that fails settles it.
    let (code, stdout, _) = run(&["check", &ring, &witness]);
    assert_eq!((code, stdout.as_str()), (10, "unsafe\nb0 unknown\nb1 unknown\nb2 unsafe\n"));
}

/// `--certificate -` writes the proofs of all properties one after the other, behind the verdicts.
#[test]
fn the_output_of_a_run_with_several_properties_is_evidence() {
    let file = |name: &str, content: &str| {
        std::fs::write(scratch(name), content).expect("a file");
        text(&scratch(name))
    };
    let two = file("several.aag", "aag 2 0 2 2 0\n2 2\n4 4\n2\n4\n");
    let mixed = file("several_mixed.aag", "aag 2 0 2 3 0\n2 2\n4 5\n2\n4\n2\n");
    let system = file(
        "several.vmt",
        "(declare-fun x () Int)(declare-fun xn () Int)(define-fun .x () Int (! x :next xn))
        (define-fun .i () Bool (! (= x 0) :init true))(define-fun .t () Bool (! (= xn (+ x 2)) :trans true))
        (define-fun .p () Bool (! (>= x 0) :invar-property 0))(define-fun .q () Bool (! (< x 3) :invar-property 1))
        (define-fun .r () Bool (! (not (= x 5)) :invar-property 2))
        (define-fun .s () Bool (! (< x 1) :invar-property 3))",
    );
    let calls = [
        (&two, "safe\nb0 safe\nb1 safe\n"),
        (&mixed, "unsafe\nb0 safe\nb1 unsafe\nb2 safe\n"),
        (&system, "unsafe\nb0 safe\nb1 unsafe\nb2 safe\nb3 unsafe\n"),
    ];
    for (model, verdicts) in calls {
        let certificates = ["--certificate", "-", "--witness", "-", "--certificate-format", "text"];
        let (code, out, err) = run(&[&[model.as_str()], &certificates[..]].concat());
        assert!(out.starts_with(verdicts), "{}{}", out, err);
        let evidence = file("several.evidence", &out);
        assert_eq!(run(&["check", model, &evidence]), (code, verdicts.to_string(), String::new()));
        // Wrong lines have their place in the whole file.
        let wrong = file("several.wrong", &format!("{}nonsense", out));
        let (code, _, err) = run(&["check", model, &wrong]);
        let place = format!("line {}, column ", out.lines().count() + 1);
        assert!(code == 2 && err.contains(&place), "{} {}", place, err);
    }
}

/// One message for each of very many properties, and a race set up for each, came after the end of the time.
#[test]
fn very_many_properties_end_with_the_time() {
    let many = scratch("very_many.aag");
    let text_of_it = format!("aag 2 1 1 0 0 20000\n2\n4 2\n{}", "4\n".repeat(20000));
    std::fs::write(&many, text_of_it).expect("a file");
    let (code, out, err) = run(&[&text(&many), "--timeout", "0", "--threads", "2"]);
    assert_eq!((code, out.lines().count()), (30, 20001));
    assert!(err.starts_with("indubit: properties b0 to b19999: time limit reached\n"), "{}", err);
    assert!(err.lines().count() <= 3, "{}", err);
}

#[test]
fn old_evidence_does_not_stay_beside_another_verdict() {
    let (safe, hasty) = (sample("traffic_light.aag"), sample("hasty_traffic_light.aag"));
    let (certificate, witness) = (scratch("old.aig"), scratch("old.wit"));
    let files = ["--certificate", &text(&certificate), "--witness", &text(&witness)];
    let exist = || (certificate.exists(), witness.exists());
    assert_eq!(run(&[&[safe.as_str()], &files[..]].concat()).0, 20);
    assert_eq!(exist(), (true, false));
    assert_eq!(run(&[&[hasty.as_str()], &files[..]].concat()).0, 10);
    assert_eq!(exist(), (false, true));
    assert_eq!(run(&[&[safe.as_str(), "--timeout", "0"], &files[..]].concat()).0, 30);
    assert_eq!(exist(), (false, false));
    // Those of single properties go, too.
    let ring = circuit("token_ring");
    let old = scratch("old.b2.aig");
    std::fs::write(&old, "of another circuit").expect("a file");
    assert_eq!(run(&[&[ring.as_str()], &files[..]].concat()).0, 10);
    assert!(!old.exists() && scratch("old.b1.aig").exists());
}

#[test]
fn the_output_does_not_overwrite_the_input() {
    let copy = scratch("copy.aag");
    std::fs::copy(sample("traffic_light.aag"), &copy).expect("a copy");
    let copy = text(&copy);
    for option in ["--witness", "--certificate"] {
        let message = refused(&[&copy, option, &copy], 1);
        assert!(message.contains("the output would overwrite the input"), "{}", message);
    }
    assert_eq!(run(&[&copy]).1, "safe\n");
}

#[test]
fn the_certificate_of_one_of_several_properties_does_not_overwrite_the_input() {
    let copy = scratch("ring.b2.aag");
    std::fs::copy(circuit("token_ring"), &copy).expect("a copy");
    let message = refused(&[&text(&copy), "--certificate", &text(&scratch("ring.aag"))], 1);
    assert!(message.contains("the output would overwrite the input"), "{}", message);
    assert!(copy.exists());
}

#[test]
fn evidence_on_standard_output_follows_the_verdict() {
    let (safe, hasty) = (sample("traffic_light.aag"), sample("hasty_traffic_light.aag"));
    let witness = run(&[&hasty, "--witness", "-"]).1;
    assert!(witness.starts_with("unsafe\n1\nb0\n"), "{}", witness);
    let certificate = run(&[&safe, "--certificate", "-"]).1;
    let file = scratch("printed.txt");
    std::fs::write(&file, certificate.strip_prefix("safe\n").expect("the verdict first")).expect("a file");
    assert_eq!(run(&["check", &safe, &text(&file)]).0, 20);
}

/// An equation between an even and an odd number, which has a proof with a step about integers only.
const PARITY: &str = "
(declare-fun x () Int) (declare-fun x1 () Int) (define-fun .x () Int (! x :next x1))
(declare-fun y () Int) (declare-fun y1 () Int) (define-fun .y () Int (! y :next y1))
(declare-fun z () Int) (declare-fun z1 () Int) (define-fun .z () Int (! z :next z1))
(define-fun .init () Bool (! true :init true))
(define-fun .trans () Bool (! true :trans true))
(define-fun .p () Bool (! (not (and (= (+ (* 2 x) z) 0) (= (+ (* 2 y) z) 1))) :invar-property 0))
";

#[test]
fn steps_of_proofs_that_are_believed_are_told() {
    let (model, certificate) = (scratch("parity.vmt"), text(&scratch("parity.txt")));
    std::fs::write(&model, PARITY).expect("a file");
    let model = text(&model);
    let verify = [&model, "--engine", "kind", "--certificate", &certificate];
    assert_eq!(run(&verify).1, "safe\n");
    let (code, stdout, stderr) = run(&[&verify[..], &["--evidence", "full", "--stats"]].concat());
    assert_eq!(code, 20, "{}", stderr);
    let line = stdout.strip_prefix("safe\nbelieved: 0 steps about operators, ").expect("a line");
    let number = line.strip_suffix(" about integers\n").expect("a number");
    assert_ne!(number, "0");
    assert!(stderr.contains(&format!("{:>12}  steps about integers believed\n", number)), "{}", stderr);
    assert!(stderr.contains("           0  steps about operators believed\n"), "{}", stderr);
    let json = run(&[&verify[..], &["--evidence", "full", "--json"]].concat()).1;
    let believed = format!("\"believed\":{{\"operators\":0,\"integers\":{}}}", number);
    assert!(json.contains(&believed), "{}", json);
    let (code, stdout, _) = run(&["check", &model, &certificate, "--evidence", "full"]);
    let told = "safe\nb0 safe\nbelieved: 0 steps about operators, ";
    assert!(code == 20 && stdout.starts_with(told), "{}", stdout);
    assert_eq!(run(&["check", &model, &certificate]).1, "safe\nb0 safe\n");
}

#[test]
fn several_files_of_evidence_are_one() {
    let model = "(declare-fun x () Int) (declare-fun xn () Int)
        (define-fun .x () Int (! x :next xn))
        (define-fun .i () Bool (! (= x 0) :init true))
        (define-fun .t () Bool (! (= xn (ite (< x 9) (+ x 2) x)) :trans true))
        (define-fun .p () Bool (! (<= x 10) :invar-property 0))
        (define-fun .q () Bool (! (>= x 0) :invar-property 1))
        (define-fun .r () Bool (! (distinct x 6) :invar-property 2))";
    let file = scratch("merged.vmt");
    std::fs::write(&file, model).expect("a file");
    let model = text(&file);
    let [first, second, third] = ["0", "1", "2"].map(|property| {
        let found = text(&scratch(&format!("merged_{}.txt", property)));
        run(&[&model, "--property", property, "--certificate", &found, "--witness", &found]);
        found
    });
    let (code, out, _) = run(&["check", &model, &first, &second]);
    assert_eq!((code, out.as_str()), (30, "unknown\nb0 safe\nb1 safe\nb2 unknown\n"));
    let (code, out, _) = run(&["check", &model, &third, &second, &first]);
    assert_eq!((code, out.as_str()), (10, "unsafe\nb0 safe\nb1 safe\nb2 unsafe\n"));
    assert_eq!(run(&["check", &model, &first, &second, "--property", "1"]).0, 20);
    // A forged file counts most, wherever it stands.
    let forged = scratch("merged_forged.txt");
    std::fs::write(&forged, "; invariant b2\n(assert true)\n").expect("a file");
    for files in [[&first, &text(&forged)], [&text(&forged), &first]] {
        assert_eq!(run(&["check", &model, files[0], files[1]]).0, 3);
    }
    let formula = scratch("merged.cnf");
    std::fs::write(&formula, "p cnf 1 2\n1 0\n-1 0\n").expect("a file");
    let formula = text(&formula);
    let (code, _, err) = run(&["check", &formula, &first, &second]);
    assert!(code == 1 && err.contains("a formula has one proof"), "{}", err);
}
