//! `split` and `join`: a question as jobs, and their answers as one, with what is missing or forged refused.

use super::{refused, run, scratch, text};
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
