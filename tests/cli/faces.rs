//! Calls of other programs, as the callers of these make them.

use super::{circuit, command, run, sample, scratch, text, told};
use std::io::Write;
use std::process::Stdio;

/// A file with this content; its name.
fn file(name: &str, content: &str) -> String {
    let file = scratch(name);
    std::fs::write(&file, content).expect("a file");
    text(&file)
}

/// Exit code, standard output and standard error of a run with this input.
fn pipe(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = command(args).stdin(Stdio::piped()).spawn().expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the input is read");
    told(&child.wait_with_output().expect("the program ends"))
}

#[test]
fn solvers_on_a_pipe_take_the_flags_of_their_callers() {
    let script = "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)\n";
    let calls: [&[&str]; 4] = [
        &["--as", "z3", "-in", "-smt2", "-t:1000", "-T:60", "-memory:500"],
        &["--as", "cvc5", "--incremental", "--lang", "smt2", "--produce-models", "--tlimit-per=1000"],
        &["--as", "yices-smt2", "--incremental", "--timeout=60"],
        &["--as", "z3", "-in", "-smt2"],
    ];
    for call in calls {
        assert_eq!(pipe(call, script), (0, "sat\n".to_string(), String::new()), "{:?}", call);
    }
    let (code, out, err) = pipe(&["--as", "z3", "-in", "-unheard:3"], "(check-sat)(nonsense)(check-sat)");
    assert_eq!(code, 1);
    assert!(out.starts_with("sat\n(error ") && out.ends_with("\nsat\n"), "{}", out);
    assert_eq!(err, "indubit as z3: passed over: -unheard:3\n");
}

#[test]
fn a_flag_for_success_survives_a_reset() {
    let (code, out, _) = pipe(&["--as", "cvc5", "--print-success"], "(push 1)(reset)(pop 0)");
    assert_eq!((code, out.as_str()), (0, "success\nsuccess\nsuccess\n"));
}

/// Callers of z3 wait for a marker without quotes.
#[test]
fn z3_echoes_without_quotes_and_tells_of_a_reset() {
    let script = "(set-option :print-success true)(echo \"<done>\")(reset)(echo \"a \"\"b\"\"\")(check-sat)";
    assert_eq!(pipe(&["--as", "z3", "-in"], script).1, "success\n<done>\nsuccess\na \"b\"\nsat\n");
    let (_, out, _) = pipe(&["--as", "cvc5"], script);
    assert_eq!(out, "success\n\"<done>\"\n\"a \"\"b\"\"\"\nsat\n");
}

#[test]
fn parameters_of_z3_are_no_files() {
    let script = file(
        "z3_parameters.smt2",
        "(declare-rel p (Int)) (declare-var x Int)
        (rule (=> (= x 0) (p x))) (query (p 1))",
    );
    let call = ["--as", "z3", "fp.spacer.global=true", "fp.validate=true", "rlimit=100", &script];
    let (code, out, err) = run(&call);
    assert_eq!((code, out.as_str()), (0, "unsat\n"), "{}", err);
}

/// A counterexample of two transitions.
const TWO_STEPS: &str = "aag 36 1 4 0 31 1\n2\n4 41\n6 50 6\n8 60 54\n10 70\n72\n12 6 2\n14 7 3\n16 13 15\n18 5 6\n\
    20 4 13\n22 19 21\n24 15 18\n26 14 19\n28 25 27\n30 19 29\n32 18 27\n34 31 33\n36 1 29\n38 6 5\n40 29 24\n\
    42 39 39\n44 6 5\n46 6 4\n48 7 5\n50 47 49\n52 4 6\n54 52 3\n56 8 54\n58 9 55\n60 57 59\n62 4 6\n64 62 8\n\
    66 10 64\n68 11 65\n70 67 69\n72 62 42\n";

/// K-induction told a depth before it had looked at it.
#[test]
fn no_line_of_a_depth_says_more_than_is_known() {
    let file = file("two_steps.aag", TWO_STEPS);
    for engine in ["kind", "bmc", "ic3"] {
        let (code, out, err) = run(&["--as", "rIC3", "-e", engine, &file]);
        assert_eq!(code, 10, "{:?}: {}{}", engine, out, err);
        let depths: Vec<usize> = out.lines().filter_map(|l| l.strip_prefix('u')?.parse().ok()).collect();
        assert!(depths.iter().all(|&depth| depth <= 2), "{:?}: {}", engine, out);
    }
}

/// Twelve pigeons for eleven holes: more than a moment's work.
fn pigeons() -> String {
    let assert = |formula: &str| format!("(assert {})", formula);
    let mut script = String::new();
    let holes = 0..11;
    for pigeon in 0..12 {
        let names: Vec<String> = holes.clone().map(|hole| format!("p{}h{}", pigeon, hole)).collect();
        names.iter().for_each(|name| script.push_str(&format!("(declare-const {} Bool)", name)));
        script.push_str(&assert(&format!("(or {})", names.join(" "))));
    }
    for hole in holes {
        for pigeon in 0..12 {
            for other in 0..pigeon {
                script.push_str(&assert(&format!("(not (and p{}h{} p{}h{}))", pigeon, hole, other, hole)));
            }
        }
    }
    script
}

#[test]
fn a_limit_on_a_check_leaves_the_solver_usable() {
    let script = format!(
        "(push 1){}(check-sat)(pop 1)(get-info :reason-unknown)(check-sat)(get-info :reason-unknown)(echo \"end\")",
        pigeons()
    );
    let (code, out, err) = pipe(&["--as", "z3", "-in", "-t:1"], &script);
    let expected = "unknown\n(:reason-unknown timeout)\nsat\n\
        (:reason-unknown \"the last check was decided\")\nend\n";
    assert_eq!((code, out.as_str(), err.as_str()), (0, expected, ""));
}

#[test]
fn sat_solvers_write_proofs_where_their_callers_look_for_them() {
    let formula = file("face.cnf", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
    let proof = text(&scratch("face.proof"));
    // Lean's call.
    let lean =
        ["--as", "cadical", &formula, &proof, "--lrat", "--binary=false", "--quiet", "--unsat", "--shrink=0"];
    assert_eq!(run(&lean), (20, "s UNSATISFIABLE\n".to_string(), String::new()));
    let lrat = std::fs::read_to_string(&proof).expect("a proof as text");
    assert!(lrat.lines().last().map_or(false, |line| line.split(' ').nth(1) == Some("0")), "{}", lrat);
    assert_eq!(run(&["check", &formula, &proof]).0, 20);
    // Proofs are binary if nothing else is said.
    assert_eq!(run(&["--as", "kissat", "-q", &formula, &proof]).0, 20);
    assert!(std::fs::read(&proof).expect("a proof").starts_with(b"a"));
    assert_eq!(run(&["check", &formula, &proof]).0, 20);
    // CBMC's call.
    let formula = file("face_sat.cnf", "p cnf 2 2\n1 -2 0\n2 0\n");
    assert_eq!(
        run(&["--as", "kissat", &formula]),
        (10, "s SATISFIABLE\nv 1 2 0\n".to_string(), String::new())
    );
    assert_eq!(run(&["--as", "cadical", "-n", &formula]).1, "s SATISFIABLE\n");
    // Variables in no clause have a value, too.
    let formula = file("face_gaps.cnf", "p cnf 6 2\n2 0\n5 0\n");
    assert_eq!(run(&["--as", "cadical", &formula]).1, "s SATISFIABLE\nv -1 2 -3 -4 5 -6 0\n");
    assert_eq!(run(&["sat", &formula]).1, "s SATISFIABLE\nv 2 5 0\n");
}

#[test]
fn no_answer_of_a_sat_solver_is_exit_code_0() {
    let formula = file("face_open.cnf", "p cnf 3 4\n1 2 3 0\n-1 2 0\n-2 3 0\n-3 1 0\n");
    let (code, out, _) = run(&["--as", "cadical", "-t", "0", &formula]);
    assert_eq!(code, 0, "{}", out);
    assert!(out.ends_with("s UNKNOWN\n"), "{}", out);
}

/// Status, and whether the witness that follows fits the circuit.
fn status(out: &str, model: &str) -> (String, bool) {
    let mut lines = out.lines().skip_while(|line| line.starts_with('u'));
    let depths = out.lines().take_while(|line| line.starts_with('u'));
    assert!(depths.clone().all(|line| line[1..].parse::<u32>().is_ok()), "{}", out);
    let status = lines.next().expect("a status").to_string();
    assert!(lines.clone().next().map_or(false, |line| line.starts_with('b')), "{}", out);
    assert_eq!(lines.last(), Some("."));
    let witness = file(
        "face.aiw",
        &out.lines().filter(|line| !line.starts_with('u')).map(|l| format!("{}\n", l)).collect::<String>(),
    );
    let fits = status == "1" && run(&["check", model, &witness]).0 == 10;
    (status, fits)
}

#[test]
fn circuit_checkers_speak_as_sby_expects() {
    let (fails, holds) = (circuit("counter"), sample("traffic_light.aag"));
    let proofs: [&[&str]; 3] = [&["suprove"], &["suprove", "+simple_liveness"], &["avy", "--cex", "-"]];
    for call in proofs {
        let call: Vec<&str> = ["--as"].iter().chain(call).copied().collect();
        let with = |model: &str| {
            let (code, out, err) = run(&[&call[..], &[model]].concat());
            assert_eq!((code, err.as_str()), (0, ""));
            status(&out, model)
        };
        assert_eq!(with(&fails), ("1".to_string(), true));
        assert_eq!(with(&holds), ("0".to_string(), false));
    }
    let (code, out, _) = run(&["--as", "rIC3", "--witness", &fails]);
    assert_eq!((code, status(&out, &fails)), (10, ("1".to_string(), true)));
    let (code, out, _) = run(&["--as", "rIC3", "--witness", &holds]);
    assert_eq!((code, status(&out, &holds)), (20, ("0".to_string(), false)));
    // A bound that is too small is no verdict, and is told with exit code 0.
    let (code, out, _) = run(&["--as", "aigbmc", "2", &fails]);
    assert_eq!((code, out.as_str()), (0, "u1\nu2\n2\nb0\n.\n"));
    let (code, out, _) = run(&["--as", "aigbmc", "50", &fails]);
    assert_eq!((code, status(&out, &fails)), (0, ("1".to_string(), true)));
    let (code, out, _) = run(&["--as", "rIC3", "-e", "bmc", "--end", "2", "--witness", &fails]);
    assert_eq!((code, out.lines().last()), (30, Some(".")));
}

const COUNT: &str =
    "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1 count\n5 init 1 4 3\n6 one 1\n7 add 1 4 6\n\
    8 next 1 4 7\n9 constd 1 9\n10 eq 2 4 9\n11 bad 10\n";

#[test]
fn checkers_of_words_speak_as_sby_expects() {
    let count = file("face.btor2", COUNT);
    // A state that is kept.
    let kept = file("face_kept.btor2", &COUNT.replace("8 next 1 4 7", "8 next 1 4 4"));
    let witness = |out: &str| -> String {
        let lines = out.lines().skip_while(|line| *line != "sat").take_while(|line| !line.starts_with('['));
        lines.map(|line| format!("{}\n", line)).collect()
    };
    let (code, out, _) = run(&["--as", "btormc", "--stop-first", "1", "-v", "1", "-kmax", "19", &count]);
    assert_eq!(code, 0);
    assert!(out.starts_with(
        "[btor>mc] calling BMC on 1 properties from bound 0 until maximum bound k = 19\nsat\nb0\n"
    ));
    assert!(out.lines().last().map_or(false, |line| line.contains("deleting model checker:")), "{}", out);
    assert_eq!(run(&["check", &count, &file("face.wit", &witness(&out))]).0, 10);
    let (_, out, _) = run(&["--as", "btormc", "-kmax", "8", &count]);
    assert!(!out.contains("sat\n") && out.contains("deleting model checker:"), "{}", out);
    let skips = run(&["--as", "btormc", "-kmin", "3", "-kmax", "8", &count]);
    assert!(skips.0 == 1 && skips.2.contains("-kmin"), "{:?}", skips);

    let pono = ["--as", "pono", "--witness", "-v", "1", "-e", "bmc", "-k"];
    let (code, out, _) = run(&[&pono[..], &["19", &count]].concat());
    assert_eq!((code, run(&["check", &count, &file("face.wit", &witness(&out))]).0), (0, 10));
    let (code, out, _) = run(&[&pono[..], &["5", &count]].concat());
    assert_eq!((code, out.as_str()), (255, "unknown\nb0\n"));
    let (code, out, _) = run(&["--as", "pono", "-e", "ind", &kept]);
    assert_eq!((code, out.as_str()), (1, "unsat\nb0\n"));
    let (waves, dump) = (text(&scratch("face_pono.vcd")), text(&scratch("face_pono.wit")));
    let files = ["--as", "pono", "-k", "19", "--vcd", &waves, "--dump-btor2-witness", &dump, &count];
    assert_eq!(run(&files).0, 0);
    assert!(std::fs::read_to_string(&waves).expect("waves").contains("$enddefinitions"));
    assert_eq!(run(&["check", &count, &dump]).0, 10);
    // The value of an option that is not known is no file, and the model is not another one than the caller's.
    let (code, _, err) = run(&["--as", "pono", "--new-option", "3", "-k", "5", &count]);
    assert!(code == 255 && err.contains("passed over: --new-option \"3\""), "{} {}", code, err);
    let resets = run(&["--as", "pono", "--reset", "rst", &count]);
    assert!(resets.0 == 1 && resets.2.contains("reset"), "{:?}", resets);
    let (code, out, _) = run(&["--as", "rIC3", "--witness", &kept]);
    assert_eq!((code, out.as_str()), (20, "UNSAT\n"));
}

/// Nothing is not safe.
#[test]
fn a_model_without_properties_has_no_verdict() {
    let circuit = file("face_none.aag", "aag 0 0 0 0 0\n");
    let words = file("face_none.btor2", "1 sort bitvec 1\n2 state 1\n");
    let calls: [&[&str]; 5] = [
        &["suprove", &circuit],
        &["aigbmc", "5", &circuit],
        &["rIC3", &circuit],
        &["btormc", &words],
        &["pono", &words],
    ];
    for call in calls {
        let (code, out, err) = run(&[&["--as"], call].concat());
        assert!(code != 0 && out.is_empty(), "{:?}: {} {}", call, code, out);
        assert!(err.contains("nothing to verify") || err.contains("there is no property"), "{}", err);
    }
}

#[test]
fn horn_solvers_answer_in_the_first_line() {
    let clauses = "(set-logic HORN)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (= x 1) (p x))))
        (assert (forall ((x Int)) (=> (and (p x) (= x LAST)) false)))(check-sat)";
    let holds = file("face_holds.smt2", &clauses.replace("LAST", "0"));
    let fails = file("face_fails.smt2", &clauses.replace("LAST", "1"));
    assert_eq!(run(&["--as", "golem", "-l", "QF_LIA", &holds]), (0, "sat\n".to_string(), String::new()));
    assert_eq!(run(&["--as", "golem", &fails]).1, "unsat\n");
    let (_, out, _) = run(&["--as", "golem", "--print-witness", &holds]);
    assert!(out.starts_with("sat\n(define-fun p ("), "{}", out);
    let (_, out, _) = run(&["--as", "golem", "--print-witness", &fails]);
    assert_eq!(out, "unsat\n0: (p 1)\n1: false -> 0\n");
}

/// A refutation whose last step has two premises.
#[test]
fn golem_prints_derivations_and_takes_engines_by_its_names() {
    let clauses = "(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(declare-fun |a b| () Bool)
(assert (forall ((x Int)) (=> (= x 0) (inv x 1))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x y) y))))
(assert |a b|)
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) |a b| (= x 1)) false)))
(check-sat)
";
    let name = file("golem.smt2", clauses);
    let call = |more: &[&str]| run(&[&["--as", "golem", "-l", "QF_LIA"], more, &["-i", &name]].concat());
    let (code, out, err) = call(&["--engine", "spacer", "--print-witness", "--proof-format", "legacy"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let steps: Vec<(&str, &str)> =
        out.strip_prefix("unsat\n").expect("a verdict").lines().filter_map(|l| l.split_once(": ")).collect();
    assert_eq!(steps.iter().map(|(number, _)| *number).collect::<Vec<_>>(), ["0", "1", "2", "3"]);
    let place = |fact: &str| steps.iter().position(|(_, step)| step.split(" -> ").next() == Some(fact));
    let [first, second, other] = ["(inv 0 1)", "(inv 1 1)", "|a b|"].map(|fact| place(fact).expect("a step"));
    assert_eq!(steps[second].1, format!("(inv 1 1) -> {}", first));
    let (fact, premises) = steps[3].1.split_once(" -> ").expect("premises");
    let mut premises: Vec<usize> = premises.split(", ").filter_map(|number| number.parse().ok()).collect();
    premises.sort_unstable();
    assert_eq!((fact, premises), ("false", vec![second.min(other), second.max(other)]));
    // Several engines are the portfolio, and so is one that is not here, which is told.
    assert_eq!(call(&["-e", "split-tpa,spacer,lawi"]), (0, "unsat\n".to_string(), String::new()));
    let (code, out, err) = call(&["-e", "split-tpa"]);
    assert_eq!((code, out.as_str()), (0, "unsat\n"));
    assert!(err.contains("engine split-tpa"), "{}", err);
    for refused in [["-e", "nonsense"], ["--proof-format", "alethe"]] {
        let (code, out, err) = call(&refused);
        assert!(code == 1 && out.is_empty() && err.contains(refused[1]), "{}", err);
    }
}

#[test]
fn engines_of_golem_for_linear_clauses_are_ours() {
    let clauses = "(set-logic HORN)(declare-fun p (Int) Bool)
        (assert (forall ((x Int)) (=> (= x 0) (p x))))
        (assert (forall ((x Int)) (=> (and (p x) (< x 3)) (p (+ x 1)))))
        (assert (forall ((x Int)) (=> (and (p x) (= x 2)) false)))(check-sat)";
    let name = file("golem_linear.smt2", clauses);
    for engine in ["spacer", "bmc", "imc", "lawi", "pa"] {
        let found = run(&["--as", "golem", "--engine", engine, &name]);
        assert_eq!(found, (0, "unsat\n".to_string(), String::new()), "{}", engine);
    }
    let (code, _, err) = run(&["--as", "golem", &circuit("counter")]);
    assert!(code == 1 && err.contains("Horn clauses"), "{}", err);
}

#[test]
fn a_file_calls_for_its_command() {
    let formula = file("plain.cnf", "p cnf 1 1\n1 0\n");
    assert_eq!(run(&[&formula]).1, "s SATISFIABLE\nv 1 0\n");
    let script = file("plain.smt2", "(declare-const x Int)(assert (> x 0))(check-sat)");
    assert_eq!(run(&["--timeout", "60", &script]).1, "sat\n");
    let clauses =
        file("plain_horn.smt2", "(set-logic HORN)(declare-fun p () Bool)(assert (=> p false))(check-sat)");
    assert_eq!(run(&[&clauses]).1, "safe\n");
}

#[test]
fn a_packed_file_is_refused_with_the_command_that_unpacks_it() {
    for (name, magic, remedy) in [
        ("packed.aig.gz", &b"\x1f\x8b\x08\0"[..], "gunzip -c"),
        ("packed.cnf.xz", &b"\xfd7zXZ\0\0"[..], "xz -dc"),
    ] {
        let packed = scratch(name);
        std::fs::write(&packed, magic).expect("a file");
        let (code, _, err) = run(&[&text(&packed)]);
        assert_eq!(code, 2);
        assert!(err.contains(remedy) && err.contains("| indubit "), "{}", err);
    }
}

#[cfg(unix)]
#[test]
fn a_link_with_the_name_of_another_program_is_that_program() {
    let link = scratch("yices-smt2");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_indubit"), &link).expect("a link");
    let output = std::process::Command::new(&link).arg("--version").output().expect("the link runs");
    assert!(told(&output).1.ends_with(" as yices-smt2\n"));
}

#[test]
fn a_face_that_nobody_has_is_an_error_that_lists_all() {
    let (code, _, err) = run(&["--as", "nobody", "file"]);
    assert!(code == 1 && err.contains("z3") && err.contains("golem"), "{}", err);
    let (code, out, _) = run(&["help", "faces"]);
    assert!(code == 0 && out.contains("suprove"), "{}", out);
}

/// A counter of three bits without a symbol, which is the output `level`; it is 5 one step too late to be safe.
const LEVEL: &str = "1 sort bitvec 1
2 sort bitvec 3
3 zero 2
4 state 2
5 init 2 4 3
6 one 2
7 add 2 4 6
8 next 2 4 7
9 constd 2 5
10 eq 1 4 9
11 output 4 level
12 output 10 full
13 bad 10
";

#[test]
fn btorsim_carries_out_the_witnesses_of_btormc() {
    let model = file("level.btor2", LEVEL);
    let (code, out, _) = pipe(&["--as", "btormc", "-kmax", "9", &model], "");
    assert_eq!(code, 0);
    let begin = out.find("sat\n").expect("a witness");
    let witness = file("level.wit", &out[begin..=out.find("\n.\n").expect("its end") + 2]);
    let waves = text(&scratch("level.vcd"));
    let args = ["--as", "btorsim", "-c", "--vcd", &waves, "--hierarchical-symbols", "--info", "x", &model];
    let call = |witness: &str| run(&[&args[..], &[witness]].concat());
    assert_eq!(call(&witness), (0, "b0 is reached at step 5\n".to_string(), String::new()));
    let waves = std::fs::read_to_string(&waves).expect("waves");
    assert!(waves.contains(" level [2:0] $end\n") && waves.contains(" full $end\n"), "{}", waves);
    // One frame less is no run into the bad state.
    let short = file("short.wit", "sat\nb0\n#0\n@0\n@1\n.\n");
    let (code, out, err) = call(&short);
    assert_eq!((code, out.as_str()), (3, ""), "{}", err);
    assert!(err.contains("property b0"), "{}", err);
}

#[test]
fn eldarica_prints_models_and_derivations() {
    let clauses = "(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(declare-fun |a b| () Bool)
(assert (forall ((x Int)) (=> (= x 0) (inv x 1))))
(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x y) y))))
(assert |a b|)
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) |a b| (= x LAST)) false)))
(check-sat)
";
    let name = file("eld.smt2", &clauses.replace("LAST", "1"));
    let smt = "unsat\n\n0: false -> 1, 2\n1: |a b|\n2: (inv 1 1) -> 3\n3: (inv 0 1)\n";
    assert_eq!(run(&["--as", "eld", "-t:10", "-scex", &name]).1, smt);
    let plain = "unsat\n\n0: FALSE -> 1, 2\n1: a b()\n2: inv(1, 1) -> 3\n3: inv(0, 1)\n";
    assert_eq!(run(&["--as", "eld", "-t:10", "-cex", &name]).1, plain);
    let (code, out, err) = pipe(&["--as", "eld", "-ssol", "-in"], &clauses.replace("LAST", "(- 1)"));
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("sat\n(\n    (define-fun inv ((") && out.ends_with(")\n)\n"), "{}", out);
}

#[test]
fn registers_have_the_names_of_their_outputs() {
    let model = file("names.btor2", LEVEL);
    let (code, out, _) = run(&[&model, "--show-trace", "--threads", "1"]);
    assert_eq!(code, 10);
    assert!(out.contains("   0  level     #b000\n      full      false\n"), "{}", out);
    assert!(out.ends_with("   5  level     #b101\n      full      true\n"), "{}", out);
}
