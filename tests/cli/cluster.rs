//! `split` and `join`: a question as jobs, and their answers as one, with what is missing or forged refused. `--share`:
//! lemmas by a folder.

use super::{circuit, refused, run, scratch, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Splits a question and runs its jobs, two at once; the model and the folder.
fn answered(name: &str, content: &str, options: &[&str]) -> (String, PathBuf) {
    let (model, folder) = (scratch(name), scratch(&format!("{}.jobs", name)));
    fs::write(&model, content).expect("a file");
    let _ = fs::remove_dir_all(&folder);
    let model = text(&model);
    let (code, out, err) = run(&[&["split", &model, &text(&folder)], options].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{}", out);
    let program =
        Path::new(env!("CARGO_BIN_EXE_indubit")).parent().expect("its folder").display().to_string();
    let path = format!("{}:{}", program, std::env::var("PATH").unwrap_or_default());
    let scheduler = "if command -v parallel >/dev/null; then parallel --will-cite -j 2
        else xargs -P 2 -d '\\n' -n 1 sh -c; fi";
    let jobs = fs::File::open(folder.join("jobs")).expect("the jobs");
    let status = Command::new("sh").args(["-c", scheduler]).env("PATH", path).stdin(jobs).status();
    assert!(status.expect("a shell").success());
    (model, folder)
}

fn join(model: &str, folder: &Path) -> (i32, String, String) {
    run(&["join", model, &text(folder)])
}

/// A counter up to 19, and whether it has each of the values below 40.
fn forty() -> String {
    let mut model =
        "1 sort bitvec 8\n2 sort bitvec 1\n3 zero 1\n4 state 1 c\n5 init 1 4 3\n6 one 1\n7 add 1 4 6\n\
        8 constd 1 19\n9 eq 2 4 8\n10 ite 1 9 3 7\n11 next 1 4 10\n"
            .to_string();
    for value in 0..40 {
        let line = 12 + 3 * value;
        model += &format!("{} constd 1 {}\n{} eq 2 4 {0}\n{} bad {2}\n", line, value, line + 1, line + 2);
    }
    model
}

#[cfg(unix)]
#[test]
fn properties_are_joined_by_their_evidence() {
    let (model, folder) = answered("forty.btor2", &forty(), &["--threads", "1"]);
    let (code, out, err) = join(&model, &folder);
    assert_eq!((code, err.as_str()), (10, ""), "{}", out);
    assert!(out.starts_with("unsafe\nb0 unsafe\n") && out.contains("\nb19 unsafe\nb20 safe\n"), "{}", out);
    assert_eq!((out.matches(" safe").count(), out.matches(" unsafe").count()), (20, 20));
    let at = |name: &str| folder.join(name);
    // Missing; without evidence; with that of another property; a verdict that was turned round.
    fs::remove_file(at("b24.out")).expect("an answer");
    fs::remove_file(at("b26.proof.txt")).expect("evidence");
    fs::copy(at("b30.proof.txt"), at("b31.proof.txt")).expect("a copy");
    fs::write(at("b3.out"), "safe\n").expect("an answer");
    fs::copy(at("b33.proof.txt"), at("b3.proof.txt")).expect("a copy");
    let (code, out, err) = join(&model, &folder);
    assert!(code == 3 && out.starts_with("unknown\n") && out.matches(" unknown").count() == 4, "{}", out);
    for part in [
        "b24: the job has no verdict",
        "b26: the job says safe, without evidence",
        "b31: the job says safe, and its evidence is wrong: ",
        "b3: the job says safe, and its evidence is wrong: ",
    ] {
        assert!(err.contains(part), "{}", err);
    }
    // The answers of another model, whose counter stops later.
    let other = text(&scratch("forty_other.btor2"));
    fs::write(&other, forty().replace("8 constd 1 19", "8 constd 1 35")).expect("a file");
    assert_eq!(join(&other, &folder).0, 3);
}

#[cfg(unix)]
#[test]
fn the_assertions_of_a_program_have_jobs_with_the_options_of_the_call() {
    let program =
        "int nd(void); int main(void) {\n int a[4], x = nd() & 3;\n a[x] = 1;\n a[x + 1] = 2;\n return 0; }\n";
    let (model, folder) = answered("array.c", program, &["--check", "bounds"]);
    let options = ["join", &model, &text(&folder), "--check", "bounds"];
    assert_eq!(run(&options), (10, "unsafe\nb1 safe\nb2 unsafe\n".into(), String::new()));
    assert!(refused(&["join", &model, &text(&folder)], 2).contains("nothing was asked"));
    assert!(refused(&["split", &model, "x", "--property", "b1"], 1).contains("each property has a job"));
    assert!(refused(&["split", &model, &text(&folder), "--check", "bounds"], 1).contains("File exists"));
}

/// More pigeons than holes.
fn pigeons(holes: usize) -> String {
    let var = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    let mut clauses: Vec<String> = Vec::new();
    for pigeon in 0..=holes {
        clauses.push((0..holes).map(|hole| format!("{} ", var(pigeon, hole))).collect());
        for (hole, other) in (0..holes).flat_map(|hole| (0..pigeon).map(move |other| (hole, other))) {
            clauses.push(format!("-{} -{} ", var(pigeon, hole), var(other, hole)));
        }
    }
    let lines: String = clauses.iter().map(|clause| format!("{}0\n", clause)).collect();
    format!("p cnf {} {}\n{}", holes * (holes + 1), clauses.len(), lines)
}

#[cfg(unix)]
#[test]
fn the_proofs_of_cubes_are_one_proof_of_the_formula() {
    let (model, folder) = answered("pigeons.cnf", &pigeons(6), &["--cubes", "6"]);
    let (code, out, err) = join(&model, &folder);
    assert!(code == 20 && out.ends_with("\ns UNSATISFIABLE\n"), "{}{}", out, err);
    assert_eq!(run(&["check", &model, &text(&folder.join("whole.drat"))]).0, 20);
    let at = |name: &str| folder.join(name);
    let kept = |name: &str| fs::read(at(name)).expect("a file");
    let (proof, answer, cubes) = (kept("c2.drat"), kept("c2.out"), kept("cubes"));
    let judged = |expected: i32, message: &str| {
        let (code, out, err) = join(&model, &folder);
        assert!(code == expected && out.ends_with("s UNKNOWN\n") && err.contains(message), "{}{}", out, err);
        for (name, bytes) in [("c2.drat", &proof), ("c2.out", &answer), ("cubes", &cubes)] {
            fs::write(at(name), bytes).expect("a file");
        }
    };
    fs::remove_file(at("c2.out")).expect("an answer");
    judged(30, "c2: the job has no verdict");
    fs::remove_file(at("c2.drat")).expect("a proof");
    judged(3, "c2: the job says unsatisfiable: there is no proof");
    fs::copy(at("c3.drat"), at("c2.drat")).expect("a copy");
    judged(3, "the proof is wrong");
    fs::write(at("c2.drat"), "o 0\n0\n").expect("a file");
    judged(3, "the proof adds to the formula");
    fs::write(at("c2.out"), "s SATISFIABLE\nv 1 0\n").expect("a file");
    judged(3, "c2: the job says satisfiable: the model does not satisfy clause ");
    // Without a cube the rest does not cover all assignments.
    let fewer: Vec<&str> = std::str::from_utf8(&cubes).expect("text").lines().take(5).collect();
    fs::write(at("cubes"), fewer.join("\n")).expect("a file");
    judged(3, "the proof is wrong");
    let other = text(&scratch("pigeons_other.cnf"));
    fs::write(&other, pigeons(6).replacen("1 2 3 4 5 6 0\n", "1 -1 0\n", 1)).expect("a file");
    assert_eq!(join(&other, &folder).0, 3);
}

#[cfg(unix)]
#[test]
fn a_variable_that_two_proofs_define_and_a_model_of_a_cube_are_understood() {
    let (model, folder) =
        answered("square.cnf", "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", &["--cubes", "2"]);
    fs::write(folder.join("c0.drat"), "3 2 0\n-3 -2 0\n0\n").expect("a proof");
    fs::write(folder.join("c1.drat"), "-3 2 0\n3 -2 0\n0\n").expect("a proof");
    let (code, out, err) = join(&model, &folder);
    assert!(code == 20 && out.ends_with("s UNSATISFIABLE\n"), "{}{}", out, err);
    let (model, folder) = answered("model.cnf", "p cnf 3 2\n1 2 0\n-1 3 0\n", &["--cubes", "4"]);
    let (code, out, err) = join(&model, &folder);
    assert!(code == 10 && out.ends_with("\ns SATISFIABLE\n") && err.is_empty(), "{}{}", out, err);
}

/// A script that multiplies by a sum, and asks for a word.
fn distributive(asked: &str) -> String {
    format!(
        "(set-logic QF_BV)(declare-const x (_ BitVec 4))(declare-const |a y| (_ BitVec 4))(declare-const b Bool)
        (assert (distinct (bvmul x (bvadd |a y| #x3)) {}))(assert b)(check-sat)(get-model)",
        asked
    )
}

#[cfg(unix)]
#[test]
fn a_script_over_words_is_split_as_the_formula_of_its_circuit() {
    let sum = distributive("(bvadd (bvmul x |a y|) (bvmul #x3 x))");
    let (model, folder) = answered("sum.smt2", &sum, &["--cubes", "6"]);
    assert_eq!(join(&model, &folder), (20, "unsat\n".into(), String::new()));
    let [formula, whole] = ["formula.cnf", "whole.drat"].map(|name| text(&folder.join(name)));
    assert_eq!(run(&["check", &formula, &whole]).0, 20);
    // The answers to another script, and a formula that lies in the folder, are not believed.
    let other = text(&scratch("sum_other.smt2"));
    fs::write(&other, distributive("(bvadd (bvmul x |a y|) (bvmul #x5 x))")).expect("a file");
    let (code, out, err) = join(&other, &folder);
    assert!(code == 3 && out == "unknown\n" && err.contains("the proof is wrong"), "{}{}", out, err);
    fs::write(folder.join("c1.out"), "s SATISFIABLE\nv 1 0\n").expect("an answer");
    let (code, out, err) = join(&model, &folder);
    assert!(code == 3 && out == "unknown\n" && err.contains("does not satisfy clause"), "{}{}", out, err);
    for (name, content, message) in [
        ("twice.smt2", "(declare-const b Bool)(check-sat)(check-sat)", "expected one `check-sat`"),
        ("number.smt2", "(declare-const k Int)(assert (< k 3))(check-sat)", "`k` is of sort Int: cubes"),
        ("soft.smt2", "(declare-const b Bool)(assert-soft b)(check-sat)", "assert-soft"),
    ] {
        let file = text(&scratch(name));
        fs::write(&file, content).expect("a file");
        assert!(refused(&["split", &file, "x"], 2).contains(message));
    }
}

#[cfg(unix)]
#[test]
fn the_model_of_a_cube_is_one_of_the_script() {
    let asked = distributive("(bvadd (bvmul x |a y|) (bvmul #x5 x))");
    let (model, folder) = answered("asked.smt2", &asked, &["--cubes", "3"]);
    let (code, out, err) = join(&model, &folder);
    assert!(code == 10 && err.is_empty(), "{}{}", out, err);
    let values = out.strip_prefix("sat\n(\n").and_then(|rest| rest.strip_suffix(")\n")).expect("a model");
    assert!(values.contains("(define-fun |a y| () (_ BitVec 4) #x"), "{}", values);
    let declared = asked.find("(assert").expect("assertions");
    let file = text(&scratch("asked_values.smt2"));
    fs::write(&file, format!("{}{}", values, &asked[declared..])).expect("a file");
    assert!(run(&["smt", &file]).1.starts_with("sat\n"));
}

/// An empty folder.
fn empty(name: &str) -> PathBuf {
    let folder = scratch(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("a folder");
    folder
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// An induction without simple paths that finds a proof only by lemmas of others.
const NEEDY: [&str; 6] = ["--engine", "kind", "--no-simple-path", "--max-k", "2", "--stats"];

#[test]
fn a_run_proves_by_the_lemmas_that_another_one_left() {
    let (model, folder) = (circuit("ten_states"), empty("shared"));
    let share = ["--share", &text(&folder)];
    assert_eq!(run(&[&[model.as_str()], &NEEDY[..], &share].concat()).0, 30);
    assert_eq!(run(&[&[&model, "--engine", "ic3"], &share[..]].concat()), (20, "safe\n".into(), "".into()));
    let left = files(&folder);
    assert_eq!(left.len(), 1, "{:?}", left);
    // Each file is one of candidates, and good here.
    let (code, out, err) = run(&["try", &model, &text(&left[0])]);
    assert!(code == 20 && out.contains("proved by lemmas"), "{}{}", out, err);
    let proof = text(&scratch("shared.proof.txt"));
    let (code, out, err) =
        run(&[&[model.as_str()], &NEEDY[..], &share, &["--certificate", proof.as_str()]].concat());
    assert_eq!((code, out.as_str()), (20, "safe\n"), "{}", err);
    assert!(err.contains("shared lemmas: 0 left in 0 files, 3 clauses of others"), "{}", err);
    assert_eq!(run(&["check", &model, &proof]).0, 20);
    // Another circuit has nothing to do with them.
    let err = run(&[&[circuit("token_ring").as_str()], &NEEDY[..], &share].concat()).2;
    assert!(err.contains(" 0 clauses of others"), "{}", err);
}

#[test]
fn a_system_of_words_shares_the_lemmas_of_its_circuit() {
    let (model, folder) = (text(&scratch("shared.btor2")), empty("shared_words"));
    fs::write(&model, forty()).expect("a file");
    let call = [&model, "--engine", "ic3", "--property", "30", "--share", &text(&folder)];
    for _ in 0..2 {
        assert_eq!(run(&call), (20, "safe\n".into(), "".into()));
    }
    let name = |file: &PathBuf| file.file_name().map(|name| name.to_string_lossy()[..17].to_string());
    let names: Vec<_> = files(&folder).iter().map(name).collect();
    assert!(!names.is_empty() && names.windows(2).all(|two| two[0] == two[1]), "{:?}", names);
}

#[test]
fn forged_and_damaged_lemmas_leave_verdict_and_evidence() {
    for (name, code) in [("ten_states", 20), ("arbiter", 10)] {
        let (model, folder) = (circuit(name), empty(&format!("forged_{}", name)));
        let share = ["--share", &text(&folder)];
        assert_eq!(run(&[&[&model, "--engine", "ic3"], &share[..]].concat()).0, code);
        let left = text(&files(&folder)[0]);
        let good = fs::read(&left).expect("a file");
        let latches: Vec<String> = fs::read_to_string(&model)
            .expect("a model")
            .lines()
            .skip(5)
            .take(4)
            .map(|line| line.split(' ').next().unwrap_or("2").to_string())
            .collect();
        let units: String = latches.iter().map(|latch| format!("{}\n", latch)).collect();
        let negated = |latch: &String| format!("{}\n", latch.parse::<u32>().map_or(3, |l| l | 1));
        let others: String = latches.iter().map(negated).collect();
        let forged: [Vec<u8>; 8] = [
            format!("invariant b0 4\n{}", units).into(),
            format!("invariant b0 4\n{}", others).into(),
            format!("invariant b0 8\n{}{}", units, others).into(),
            b"invariant b0 1\n0\n".to_vec(),
            good[..good.len() / 2].to_vec(),
            (0..=255).cycle().take(100_000).collect(),
            format!("{}{}", "c\n".repeat(8_000_001), String::from_utf8_lossy(&good)).into(),
            b"invariant b0 99999999999999999999\n2 3 4294967295\n".to_vec(),
        ];
        let prefix = left.rsplit('/').next().map_or("", |name| &name[..16]).to_string();
        for (number, bytes) in forged.iter().enumerate() {
            fs::write(folder.join(format!("{}-1-1-{:06}.lemmas", prefix, number)), bytes).expect("a file");
        }
        fs::create_dir(folder.join(format!("{}-folder.lemmas", prefix))).expect("a folder");
        #[cfg(unix)]
        drop(Command::new("mkfifo").arg(folder.join(format!("{}-pipe.lemmas", prefix))).status());
        let file = |suffix: &str| text(&scratch(&format!("forged.{}", suffix)));
        let (proof, witness) = (file("proof.txt"), file("witness.txt"));
        for engine in ["ic3", "lazy-ic3", "kind", "portfolio"] {
            let evidence = ["--certificate", &proof, "--witness", &witness, "--stats"];
            let (found, _, err) = run(&[&[&model, "--engine", engine], &share[..], &evidence].concat());
            assert_eq!(found, code, "{}: {}", engine, err);
            assert!(!err.contains(" 0 clauses of others") && !err.contains("refused"), "{}: {}", engine, err);
            let evidence = if code == 20 { &proof } else { &witness };
            assert_eq!(run(&["check", &model, evidence]).0, code, "{}", engine);
        }
    }
}

#[test]
fn a_folder_that_is_not_there_is_told_and_one_that_cannot_be_written_is_no_harm() {
    let (model, gone) = (circuit("ten_states"), text(&scratch("no_folder")));
    let err = refused(&[&model, "--share", &gone], 1);
    assert!(err.contains("--share") && err.contains(&format!("mkdir {}", gone)), "{}", err);
    let program = text(&scratch("shared.c"));
    fs::write(&program, "int main(void) { return 0; }\n").expect("a file");
    let err = refused(&[&program, "--share", &text(&empty("shared_c"))], 1);
    assert!(err.contains("circuits and systems of Booleans and words"), "{}", err);
    // The kernel's folder of a process takes no files.
    if Path::new("/proc/self").is_dir() {
        let (code, out, err) = run(&[&model, "--engine", "ic3", "--share", "/proc/self"]);
        assert_eq!((code, out.as_str()), (20, "safe\n"));
        assert!(err.contains("the run goes on"), "{}", err);
    }
}
