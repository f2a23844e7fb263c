//! `sat`, and `check` on formulas.

use super::{command, refused, run, scratch, text, told};

/// A file with this content; its name.
fn file(name: &str, content: &str) -> String {
    let file = scratch(name);
    std::fs::write(&file, content).expect("a file");
    text(&file)
}

#[test]
fn proofs_and_models_of_formulas_are_checked() {
    let formula = file("formula.cnf", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
    for format in ["drat", "lrat"] {
        for encoding in [None, Some("--proof-binary")] {
            let proof = scratch(&format!("proof.{}", format)).to_string_lossy().into_owned();
            let mut args = vec!["sat", &formula, "--proof", &proof, "--proof-format", format];
            args.extend(encoding);
            assert_eq!(run(&args).0, 20);
            let (code, out, _) = run(&["check", &formula, &proof]);
            assert_eq!(code, 20, "{} {:?}", format, encoding);
            assert!(out.ends_with("s UNSATISFIABLE\n"), "{}", out);
            // The content tells the format, not the name.
            for name in ["named.lrat", "named.drat", "named"] {
                let named = text(&scratch(name));
                std::fs::copy(&proof, &named).expect("a copy");
                let (code, again, err) = run(&["check", &formula, &named]);
                assert_eq!((code, &again), (20, &out), "{}: {}", name, err);
            }
        }
    }
    let wrong = scratch("wrong.drat").to_string_lossy().into_owned();
    std::fs::write(&wrong, "0\n").expect("a file");
    let (code, out, err) = run(&["check", &formula, &wrong]);
    assert_eq!((code, out.ends_with("s UNKNOWN\n")), (3, true));
    assert!(err.contains("the proof is wrong"), "{}", err);

    let formula = scratch("satisfiable.cnf").to_string_lossy().into_owned();
    std::fs::write(&formula, "p cnf 2 2\n1 2 0\n-1 2 0\n").expect("a file");
    let model = scratch("sat_model.txt").to_string_lossy().into_owned();
    std::fs::write(&model, run(&["sat", &formula]).1).expect("a file");
    assert_eq!(run(&["check", &formula, &model]).0, 10);
    for text in ["v 1 -2 0\n", "v 2 -2 1 0\n"] {
        std::fs::write(&model, text).expect("a file");
        assert_eq!(run(&["check", &formula, &model]).0, 3, "{}", text);
    }
    std::fs::write(&model, "s SATISFIABLE\nv 1 x 0\n").expect("a file");
    assert!(refused(&["check", &formula, &model], 2).contains("line 2"));
}

#[test]
fn check_believes_no_axioms_of_a_proof() {
    let formula = file("axioms.cnf", "p cnf 2 1\n1 2 0\n");
    for (name, proof) in
        [("o.drat", "o 0\n"), ("o.lrat", "2 o 0\n"), ("b.drat", "o\0"), ("b.lrat", "o\x04\0")]
    {
        let (code, out, err) = run(&["check", &formula, &file(name, proof)]);
        assert_eq!((code, out.ends_with("s UNKNOWN\n")), (3, true), "{}", name);
        assert!(err.contains("step 1: a proof cannot add a clause to the formula"), "{}", err);
    }
    // An answer that says "unsatisfiable" is no proof of it, and no model either.
    let empty = file("empty.cnf", "p cnf 0 0\n");
    assert_eq!(run(&["check", &empty, &file("answer", "s UNSATISFIABLE\n")]).0, 3);
    assert_eq!(run(&["check", &empty, &file("answer", "s SATISFIABLE\n")]).0, 10);
}

#[test]
fn a_formula_with_the_empty_clause_has_a_proof() {
    let formula = file("with_empty.cnf", "p cnf 9 3\n7 9 0\n0\n-7 0\n");
    for (format, expected) in [("drat", "0\n"), ("lrat", "4 0 2 0\n")] {
        let proof = text(&scratch(&format!("with_empty.{}", format)));
        let args = ["sat", &formula, "--evidence", "--proof", &proof, "--proof-format", format];
        assert_eq!(run(&args).0, 20);
        assert_eq!(std::fs::read_to_string(&proof).expect("a proof"), expected);
        assert_eq!(run(&["check", &formula, &proof]).0, 20);
    }
}

#[test]
fn variables_that_do_not_occur_cost_nothing() {
    for declared in [1_073_741_823, 5] {
        let formula = file("gaps.cnf", &format!("p cnf {0} 2\n{0} 3 0\n-{0} 3 0\n", declared));
        let (code, out, _) = run(&["sat", &formula, "--memory", "1M", "--timeout", "100s"]);
        assert_eq!(code, 10);
        let model = out.strip_prefix("s SATISFIABLE\nv 3 ").expect("a model");
        assert_eq!(model.trim_start_matches('-'), format!("{} 0\n", declared));
    }
    // Proofs are about the file's variables.
    let n = 1_000_000_000;
    let clauses = format!("7 {0} 0\n-7 {0} 0\n7 -{0} 0\n-7 -{0} 0\n", n);
    let formula = file("distant.cnf", &format!("p cnf {} 4\n{}", n, clauses));
    for format in ["drat", "lrat"] {
        let proof = text(&scratch(&format!("distant.{}", format)));
        let args = ["sat", &formula, "--evidence", "--proof", &proof, "--proof-format", format];
        assert_eq!(run(&args).0, 20);
        assert_eq!(run(&["check", &formula, &proof]).0, 20);
    }
}

#[test]
fn sat_keeps_to_its_memory_while_it_reads() {
    // A million variables, each in a clause.
    let clauses: String = (1..=1_000_000).map(|n| format!("{} {} 0\n", n, n % 1_000_000 + 1)).collect();
    let formula = file("wide.cnf", &format!("p cnf 1000000 1000000\n{}", clauses));
    let unknown = (30, "c memory limit reached\ns UNKNOWN\n".to_string(), String::new());
    assert_eq!(run(&["sat", &formula, "--memory", "20M"]), unknown);
    assert_eq!(run(&["sat", &formula, "--memory", "40M"]), unknown);
    let late = (30, "c time limit reached\ns UNKNOWN\n".to_string(), String::new());
    assert_eq!(run(&["sat", &formula, "--timeout", "0"]), late);
    assert_eq!(run(&["sat", &formula, "--no-model"]).1, "s SATISFIABLE\n");
}

/// Holes and pigeons, one more of these: hard for resolution.
fn pigeons(holes: usize) -> String {
    let lit = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    let mut clauses: Vec<String> = Vec::new();
    for pigeon in 0..=holes {
        clauses.push((0..holes).map(|hole| format!("{} ", lit(pigeon, hole))).collect());
        for (other, hole) in (0..pigeon).flat_map(|other| (0..holes).map(move |hole| (other, hole))) {
            clauses.push(format!("-{} -{} ", lit(pigeon, hole), lit(other, hole)));
        }
    }
    format!("p cnf {} {}\n{}0\n", (holes + 1) * holes, clauses.len(), clauses.join("0\n"))
}

/// Added variables come behind those of the file in a proof, and there are none if these are the last ones.
#[test]
fn variables_are_added_behind_those_of_the_file() {
    let near = pigeons(5);
    // The same formula with an offset, up to the last variable that there can be.
    let offset = 1_073_741_823 - 30;
    let moved = |word: &str| match word.parse::<i32>() {
        Ok(number) if number != 0 => (number.signum() * (number.abs() + offset)).to_string(),
        _ => word.to_string(),
    };
    let lines = near.lines().skip(1).map(|line| line.split(' ').map(moved).collect::<Vec<_>>().join(" "));
    let header = near.lines().take(1).map(|line| line.replace("cnf 30", "cnf 1073741823"));
    let far: Vec<String> = header.chain(lines).collect();
    for (name, content, added) in [("near", near.clone(), true), ("far", far.join("\n"), false)] {
        let formula = file(&format!("{}.cnf", name), &content);
        for format in ["drat", "lrat"] {
            let proof = text(&scratch(&format!("{}.{}", name, format)));
            let more = ["--proof", &proof, "--proof-format", format, "--stats", "--evidence"];
            let args = ["sat", &formula, "--variable-addition", "on", "--no-elimination"];
            let (code, out, _) = run(&[&args[..], &more].concat());
            assert_eq!((code, out.contains(" added: 0,")), (20, !added), "{} {}: {}", name, format, out);
            assert_eq!(run(&["check", &formula, &proof]).0, 20, "{} {}", name, format);
        }
    }
    // Models are of the variables of the file.
    let clauses: Vec<String> =
        (1..=4).flat_map(|a| (5..=9).map(move |b| format!("{} {} 0\n", a, b))).collect();
    let formula = file("table.cnf", &format!("p cnf 9 20\n{}", clauses.concat()));
    let (code, out, _) = run(&["sat", &formula, "--variable-addition", "on", "--no-elimination", "--stats"]);
    assert_eq!((code, out.contains(" added: 1,")), (10, true), "{}", out);
    let values = out.lines().filter_map(|line| line.strip_prefix("v ")).flat_map(str::split_whitespace);
    assert_eq!(values.count(), 10, "{}", out);
}

#[cfg(unix)]
#[test]
fn an_interrupted_sat_run_says_so_and_ends_its_proof() {
    use std::process::Command;
    use std::time::Duration;

    let formula = file("pigeons.cnf", &pigeons(14));
    for (signal, format) in [("-INT", "drat"), ("-TERM", "lrat")] {
        let proof = text(&scratch(&format!("pigeons.{}", format)));
        let args = ["sat", &formula, "--proof", &proof, "--proof-format", format];
        let child = command(&args).spawn().expect("the program runs");
        // The proof file is there when signals are caught already.
        while std::fs::metadata(&proof).map_or(true, |data| data.len() == 0) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
        let expected = (30, "c cancelled\ns UNKNOWN\n".to_string(), String::new());
        assert_eq!(told(&child.wait_with_output().expect("the program ends")), expected);
        let steps = std::fs::read_to_string(&proof).expect("a proof");
        assert!(steps.ends_with(" 0\n"), "the last step is complete");
    }
}

#[test]
fn sat_reads_its_options_as_verify_does() {
    let formula = file("options.cnf", "p cnf 1 1\n1 0\n");
    let args = ["sat", "--no-walk", "--elimination", "off", "--seed=3", "--no-model", &formula];
    assert_eq!(run(&args), (10, "s SATISFIABLE\n".to_string(), String::new()));
    let cases: [(&[&str], &str); 4] = [
        (&["sat", &formula, "--memory", "1T"], "--memory: expected SIZE, found `1T`"),
        (
            &["sat", &formula, "--no-walks"],
            "there is no option --no-walks; did you mean `--no-walk`? (`indubit help sat`)",
        ),
        (
            &["sat", &formula, "--engine", "ic3"],
            "there is no option --engine; it is one of verify, hwmcc, scan (`indubit help sat`)",
        ),
        (&["sat", &formula, "--proof", "-"], "the proof cannot go where the answer goes"),
    ];
    for (args, expected) in cases {
        let message = refused(args, 1);
        assert!(message[9..].starts_with(expected), "{}", message);
    }
}

#[test]
fn all_models_are_printed_with_a_clear_end() {
    let formula = file("all.cnf", "p cnf 5 3\n1 2 0\n-1 3 0\n2 3 4 0\n");
    for (form, end) in [("on", "c 8 models, no more"), ("disjoint", "of 8 models, no more")] {
        let (code, out, _) = run(&["sat", &formula, "--all", form, "--evidence"]);
        assert_eq!((code, out.starts_with("s SATISFIABLE\nv ")), (10, true), "{}", out);
        assert!(out.trim_end().ends_with(end), "{}", out);
        assert!(
            out.contains("c proof verified by the internal checker: there are no more models\n"),
            "{}",
            out
        );
    }
    let over = file("all.over", "c two of the variables, and one that is in no clause\n1 2\n5\n");
    let (code, out, _) = run(&["sat", &formula, "--all", "--over", &over, "--evidence"]);
    assert_eq!((code, out.lines().filter(|line| line.starts_with("v ")).count()), (10, 6), "{}", out);
    let (code, out, _) = run(&["sat", &formula, "--all", "--models", "2"]);
    assert_eq!((code, out.lines().last()), (10, Some("c 2 models, perhaps more (the limit of --models)")));
    let wrong = file("wrong.over", "1\n 7\n");
    let (code, _, err) = run(&["sat", &formula, "--all", "--over", &wrong]);
    assert_eq!(
        (code, err.contains("line 2, column 2: expected a literal over 5 variables")),
        (2, true),
        "{}",
        err
    );
    let none = file("none.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    let (code, out, _) = run(&["sat", &none, "--all", "--evidence"]);
    assert_eq!((code, out.lines().last()), (20, Some("s UNSATISFIABLE")), "{}", out);
}

#[test]
fn the_optimum_of_clauses_with_weights_is_evidence_in_files() {
    let ways = file("ways.wcnf", "c ways\nh 1 2 0\nh -1 -2 0\n3 -1 0\n5 -2 0\n2 3 0\n2 -3 0\n");
    let proof = text(&scratch("ways.drat"));
    let (code, out, _) = run(&["sat", &ways, "--proof", &proof]);
    assert_eq!((code, out.lines().rev().nth(1)), (30, Some("s OPTIMUM FOUND")), "{}", out);
    let checked = |answer: &str, proof: Option<&str>, ways: &str| {
        let answer = file("ways.out", answer);
        let (code, out, err) = run(&["check", ways, &answer].into_iter().chain(proof).collect::<Vec<_>>());
        (code, out.lines().last().unwrap_or("").to_string(), err)
    };
    let told = |code: i32, status: &str| (code, status.to_string(), String::new());
    let proof = Some(proof.as_str());
    assert_eq!(checked(&out, proof, &ways), told(20, "s OPTIMUM FOUND"));
    assert_eq!(checked("s OPTIMUM FOUND\nv 1 -2 0\n", proof, &ways), told(20, "s OPTIMUM FOUND"));
    assert_eq!(checked(&out, None, &ways), told(10, "s SATISFIABLE"));
    // A dearer solution, with the cost of the best one; no solution; the proof for another file; no proof.
    let (code, status, err) = checked("o 5\ns OPTIMUM FOUND\nv 010\n", proof, &ways);
    assert!(code == 3 && status == "s UNKNOWN" && err.contains("the proof is wrong"), "{}", err);
    let (code, _, err) = checked("s OPTIMUM FOUND\nv 110\n", proof, &ways);
    assert!(code == 3 && err.contains("does not satisfy hard clause 2"), "{}", err);
    let other = file("ways_other.wcnf", "h 1 2 0\n3 -1 0\n5 -2 0\n2 3 0\n2 -3 0\n1 -1 2 0\n");
    assert_eq!(checked("s OPTIMUM FOUND\nv 100\n", proof, &other).0, 3);
    assert_eq!(checked("s UNSATISFIABLE\n", proof, &ways).0, 3);
    assert_eq!(checked("s UNSATISFIABLE\n", None, &ways), told(30, "s UNKNOWN"));
    assert_eq!(checked("s OPTIMUM FOUND\n", proof, &ways).0, 2);
    // Nothing costs less than 0, and no solution is shown by a proof about the hard clauses.
    let (free, none) = (file("free.wcnf", "h 1 0\n3 1 0\n"), file("hard.wcnf", "h 1 0\nh -1 0\n4 2 0\n"));
    assert_eq!(checked("v 1\n", None, &free), told(20, "s OPTIMUM FOUND"));
    let (code, out, _) = run(&["sat", &none, "--proof", &text(&scratch("ways.drat"))]);
    assert_eq!(code, 20, "{}", out);
    assert_eq!(checked(&out, proof, &none), told(20, "s UNSATISFIABLE"));
}

#[test]
fn clauses_with_weights_have_an_optimum() {
    let new = file("best.wcnf", "c ways\nh 1 2 0\nh -1 -2 0\n3 -1 0\n5 -2 0\n2 3 0\n2 -3 0\n");
    let (code, out, err) = run(&["sat", &new, "--evidence"]);
    assert_eq!((code, out.contains("o 5\n"), err.as_str()), (30, true, ""), "{}", out);
    assert!(out.contains("c proof verified by the internal checker\ns OPTIMUM FOUND\nv 10"), "{}", out);
    // The old form, in which models are literals; its content tells the format.
    let old = file("best.txt", "p wcnf 2 4 99\n99 1 2 0\n99 -1 -2 0\n3 -1 0\n5 -2 0\n");
    assert_eq!(run(&["sat", &old]).1.lines().last(), Some("v 1 -2 0"));
    let none = file("none.wcnf", "h 1 0\nh -1 0\n4 2 0\n");
    let (code, out, _) = run(&["sat", &none, "--evidence"]);
    assert_eq!((code, out.lines().last()), (20, Some("s UNSATISFIABLE")), "{}", out);
    let wrong = file("wrong.wcnf", "h 1 0\n0 1 0\n");
    let (code, _, err) = run(&["sat", &wrong]);
    assert_eq!(
        (code, err.contains("line 2, column 1: expected `h` or a positive weight")),
        (2, true),
        "{}",
        err
    );
    let (code, out, _) = run(&["sat", &new, "--timeout", "0s"]);
    assert_eq!((code, out.lines().last()), (0, Some("s UNKNOWN")), "{}", out);
}
