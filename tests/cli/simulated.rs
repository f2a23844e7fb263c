//! Runs of circuits and systems with random values.

use super::systems::system;
use super::{circuit, judged, refused, run, sample, scratch, text};

/// A counter that counts while `go` is true, from 0 to 7 and again from 0.
fn counter() -> String {
    system("counter.btor2")
}

#[test]
fn a_run_ends_in_the_first_bad_step() {
    let (code, out, err) = run(&["run", &counter(), "--seed", "3", "--show-trace"]);
    assert!(code == 10 && err.is_empty(), "{} {}", out, err);
    let mut lines = out.lines();
    assert_eq!(lines.next(), Some("unsafe"));
    let told = lines.next().unwrap_or("");
    assert!(told.starts_with("four (b0) is violated at step "), "{}", out);
    assert!(out.contains("counterexample to four (b0), depth ") && out.contains("\n   0  count"), "{}", out);
    // The same seed gives the same run, and another one may give another run.
    assert_eq!(run(&["run", &counter(), "--seed", "3", "--show-trace"]).1, out);
    // It is a witness as that of a verdict, and has waves.
    let (witness, waves) = (text(&scratch("simulated.wit")), text(&scratch("simulated.vcd")));
    let files = ["--witness", &witness, "--vcd", &waves];
    assert_eq!(run(&[&["run", &counter(), "--seed", "3"][..], &files].concat()).0, 10);
    assert_eq!(run(&["check", &counter(), &witness]).0, 10);
    assert!(std::fs::read_to_string(&waves).expect("waves").contains(" count [2:0] $end"));
}

#[test]
fn runs_without_a_bad_step_are_no_proof_and_have_waves() {
    let light = sample("traffic_light.aag");
    let waves = text(&scratch("light.vcd"));
    let (code, out, err) = run(&["run", &light, "--steps", "50", "--vcd", &waves]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "no bad state in 50 steps\n", ""));
    assert!(std::fs::read_to_string(&waves).expect("waves").ends_with("\n#50\n"));
    let (_, out, _) = run(&["run", &light, "--runs", "3", "--json"]);
    assert_eq!(
        out,
        "{\"version\":1,\"end\":\"no bad state in 3000 steps of 3 runs\",\"error\":false,\"steps\":3000,\"runs\":3}\n"
    );
    // No witness is left of an earlier run.
    let witness = text(&scratch("light.wit"));
    std::fs::write(&witness, "old").expect("a file");
    assert_eq!(run(&["run", &light, "--witness", &witness]).0, 0);
    assert!(!std::path::Path::new(&witness).exists());
    assert_eq!(run(&["run", &light, "--steps", "0"]).1, "no bad state in 0 steps\n");
}

/// A word is at least 250 in each step, and another one, which holds the word of the step before, must be even: a run
/// that has drawn an odd word goes back.
#[test]
fn runs_keep_the_constraints() {
    let model = "1 sort bitvec 8\n2 sort bitvec 1\n3 input 1 word\n4 constd 1 250\n5 ugte 2 3 4\n6 constraint 5\n\
        7 zero 1\n8 state 1 before\n9 init 1 8 7\n10 next 1 8 3\n11 slice 2 8 0 0\n12 not 2 11\n13 constraint 12\n\
        14 constd 1 254\n15 eq 2 8 14\n16 eq 2 3 14\n17 and 2 15 16\n18 bad 17 twice\n";
    let name = text(&scratch("narrow.btor2"));
    std::fs::write(&name, model).expect("a file");
    let (code, out, _) = run(&["run", &name, "--runs", "20"]);
    assert!(code == 10 && out.contains("twice (b0) is violated at step "), "{}", out);
    // Without any way on, the run says where it is stuck.
    let told = run(&["run", &circuit("contradicted_start")]).1;
    let stuck =
        "no bad state in 0 steps; a run is stuck at step 0: no random values were found that lead on\n";
    assert_eq!(told, stuck);
}

#[test]
fn other_models_are_refused_by_name() {
    let automaton = text(&scratch("simulated.cfa"));
    std::fs::write(&automaton, "(location start :initial)\n(location error :error)\n").expect("a file");
    let message = refused(&["run", &automaton], 2);
    assert!(message.contains("programs are not simulated; circuits and systems are"), "{}", message);
    let program = text(&scratch("simulated.c"));
    std::fs::write(&program, "int main() { return 0; }\n").expect("a file");
    assert!(refused(&["run", &program, "--vcd", "waves"], 1).contains("no waves and no table"));
}

/// Each bad end was replayed, so a safe property never has one; and most of the others are found.
#[test]
fn runs_agree_with_verdicts() {
    let (mut unsafe_, mut found) = (0, 0);
    for folder in ["tests/circuits", "tests/systems"] {
        for entry in std::fs::read_dir(super::in_package(folder)).expect("a folder") {
            let name = text(&entry.expect("an entry").path());
            if ![".aag", ".btor2", ".vmt"].iter().any(|suffix| name.ends_with(suffix)) {
                continue;
            }
            let code = run(&["run", &name, "--runs", "4", "--steps", "300"]).0;
            let verdict = judged(&[&name, "--timeout", "60"]).0;
            assert!(code == 0 || code == 10 && verdict == 10, "{}: {} {}", name, code, verdict);
            unsafe_ += usize::from(verdict == 10);
            found += usize::from(code == 10);
        }
    }
    assert!(found * 4 > unsafe_ * 3, "{} of {}", found, unsafe_);
}
