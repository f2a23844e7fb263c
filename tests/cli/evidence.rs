//! Verdicts of `check`, and files of evidence that are already there.

use super::{circuit, refused, run, sample, scratch, text};

#[test]
fn check_speaks_of_the_whole_file_first() {
    let ring = circuit("token_ring");
    let (certificate, witness) = (text(&scratch("whole.txt")), text(&scratch("whole.wit")));
    assert_eq!(run(&[&ring, "--certificate", &certificate, "--witness", &witness]).0, 10);
    // One of three properties is proved: nothing is known of the file.
    let first = text(&scratch("whole.txt.b0"));
    let (code, stdout, _) = run(&["check", &ring, &first]);
    assert_eq!((code, stdout.as_str()), (30, "unknown\nb0 safe\nb1 unknown\nb2 unknown\n"));
    let (code, stdout, _) = run(&["check", &ring, &first, "--property", "0"]);
    assert_eq!((code, stdout.as_str()), (20, "safe\nb0 safe\n"));
    // One that fails settles it.
    let (code, stdout, _) = run(&["check", &ring, &witness]);
    assert_eq!((code, stdout.as_str()), (10, "unsafe\nb0 unknown\nb1 unknown\nb2 unsafe\n"));
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
