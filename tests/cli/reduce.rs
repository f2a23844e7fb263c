//! `reduce`: the same end on a smaller file.

use super::{run, scratch, text};
use indubit::base::Budget;
use indubit::c;
use indubit::input::shrink::{shrink, Shrunk};
use indubit::input::{aiger, btor2, smtlib};

/// The smallest file with one thread, which is the one with three.
fn smallest(name: &str, bytes: &[u8], judge: impl Fn(&[u8]) -> bool + Sync) -> String {
    assert!(judge(bytes), "the file itself is kept");
    let reduced = |threads| shrink(name, bytes, threads, &judge, &mut |_| {}, &Budget::unlimited());
    let Shrunk { bytes, limit, .. } = reduced(1);
    assert_eq!(limit, None);
    assert!(judge(&bytes));
    assert_eq!(reduced(3).bytes, bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn has(bytes: &[u8], word: &str) -> bool {
    String::from_utf8_lossy(bytes).contains(word)
}

#[test]
fn scripts_lose_commands_terms_and_names() {
    let script = "; a comment
        (set-logic QF_BV) (declare-fun long_name () (_ BitVec 8)) (declare-fun other () (_ BitVec 8))
        (declare-fun p () Bool) (define-fun q () Bool (=> p (bvslt other #x10)))
        (assert (let ((a (bvadd long_name other)) (b (bvmul long_name #x03)))
            (and (= a b) (or p q) (not (= (bvsdiv a (bvxor b other)) #x07)))))
        (assert (=> p (bvslt long_name (_ bv3 8)))) (check-sat) (exit)";
    let is_read = |bytes: &[u8]| smtlib::read(bytes, &Budget::unlimited()).is_ok();
    assert_eq!(
        smtlib::read(script.as_bytes(), &Budget::unlimited()).map(drop).map_err(|e| e.to_string()),
        Ok(())
    );
    let found = smallest("f.smt2", script.as_bytes(), |bytes| has(bytes, "bvsdiv") && is_read(bytes));
    assert_eq!(found, "(assert (= (bvsdiv (_ bv0 8) (_ bv0 8)) #x00))\n");
    let twice = |bytes: &[u8]| {
        let read = smtlib::read(bytes, &Budget::unlimited());
        read.map_or(false, |script| script.constants.len() >= 2 && script.assertions.len() == 1)
    };
    let two =
        format!("(declare-fun u () Int)(declare-fun |v w| () Int){}", "(declare-fun x () Bool)(assert x)");
    let found = smallest("f.smt2", two.as_bytes(), twice);
    assert_eq!(found.matches("declare").count(), 2, "{}", found);
    assert!(!found.contains("v w"), "{}", found);
}

#[test]
fn arguments_of_predicates_go_everywhere() {
    let clauses = "(set-logic HORN) (declare-fun reach (Int Int Bool) Bool)
        (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (reach x y true))))
        (assert (forall ((x Int) (y Int) (b Bool)) (=> (and (reach x y b) (< x 5)) (reach (+ x 1) (+ y 2) (not b)))))
        (assert (forall ((x Int) (y Int) (b Bool)) (=> (and (reach x y b) (= x 2)) false))) (check-sat)";
    let scratch_file = scratch("reduce_horn.smt2");
    let judge = |bytes: &[u8]| {
        let read = indubit::input::horn::read(bytes, &Budget::unlimited());
        read.map_or(false, |script| {
            let horn = &script.horn;
            let has = |atoms: usize, head: bool| {
                horn.clauses()
                    .iter()
                    .any(|clause| clause.body.len() == atoms && clause.head.is_some() == head)
            };
            horn.predicates().len() == 1 && has(0, true) && has(1, false)
        })
    };
    let found = smallest(&text(&scratch_file), clauses.as_bytes(), judge);
    // One predicate without arguments is left.
    assert!(found.contains("() Bool)") && found.len() < 200, "{}", found);
}

#[test]
fn circuits_keep_what_the_judge_asks_for() {
    let circuit = std::fs::read(super::circuit("combination_lock")).expect("a fixture");
    let depth = |bytes: &[u8]| {
        let file = aiger::read(bytes).ok()?;
        let (latches, gates) = (file.circuit.latches().len(), file.circuit.and_count());
        Some((latches, gates, file.circuit.bads().len()))
    };
    // Any gate that reads a latch.
    let found = smallest("f.aag", &circuit, |bytes| depth(bytes).map_or(false, |(l, g, _)| l > 0 && g > 0));
    assert!(found.starts_with("aag 3 1 1 ") || found.starts_with("aag 3 0 2 "), "{}", found);
    // The binary format stays.
    let binary = aiger::write_binary(&aiger::read(&circuit).expect("a circuit").circuit);
    let judge = |bytes: &[u8]| depth(bytes).map_or(false, |(latches, ..)| latches > 1);
    let reduced = shrink("f.aig", &binary, 1, &judge, &mut |_| {}, &Budget::unlimited());
    assert!(reduced.bytes.starts_with(b"aig ") && reduced.bytes.len() < binary.len());
    assert_eq!(depth(&reduced.bytes).map(|(latches, ..)| latches), Some(2));
}

#[test]
fn lines_with_numbers_are_numbered_anew() {
    let model = "1 sort bitvec 8\n2 sort bitvec 1\n3 zero 1\n4 state 1 count\n5 init 1 4 3\n6 input 1 step\n\
        7 add 1 4 6\n8 next 1 4 7\n9 constd 1 200\n10 mul 1 4 6\n11 ulte 2 9 10\n12 eq 2 4 9\n13 and 2 11 12\n\
        14 bad 13 ; reached\n15 constraint -12\n";
    let judge = |bytes: &[u8]| has(bytes, "mul") && btor2::read(bytes, &Budget::unlimited()).is_ok();
    let found = smallest("f.btor2", model.as_bytes(), judge);
    assert!(found.contains("1 sort bitvec 1\n") && found.lines().count() <= 5, "{}", found);
    // What depends on nothing any more goes, and so do symbols and comments.
    assert!(!found.contains("count") && !found.contains(';'), "{}", found);
}

#[test]
fn formulas_lose_clauses_literals_and_variables() {
    // Two variables contradict each other in all four ways; the rest does not matter.
    let formula =
        b"c a comment\np cnf 9 8\n3 7 0\n-3 7 0\n3 -7 0\n-3 -7 8 0\n-8 0\n1 2 9 0\n-1 5 0\n4 -6 0\n";
    let refuted = |bytes: &[u8]| {
        let file = scratch(&format!("reduce_{:?}.cnf", std::thread::current().id()).replace(['(', ')'], ""));
        std::fs::write(&file, bytes).expect("a file");
        run(&["sat", &text(&file)]).0 == 20 && has(bytes, " 2 ")
    };
    let found = smallest("f.cnf", formula, refuted);
    assert!(found.lines().count() <= 5 && !found.contains('9'), "{}", found);
}

#[test]
fn programs_lose_statements_parameters_and_operands() {
    let program = b"/* a comment */
#define UNUSED 7
typedef unsigned long word;
struct pair { int first; int second; };
static int helper(int a, int b) { if (a > b) { return a; } else { return b; } }
extern int nondet(void);
int main(void) {
    struct pair p = { 1, 2 };
    int i, sum = 0;
    for (i = 0; i < 10; i++) {
        sum += helper(i, p.second) * 3;
        while (nondet()) { sum--; }
    }
    do { sum = sum >> 2; } while (sum > 100);
    switch (sum) { case 1: return 0; default: break; }
    return sum;
}
";
    let is_read = |bytes: &[u8]| c::read(bytes, &Default::default(), &Budget::unlimited()).is_ok();
    let found = smallest("f.c", program, |bytes| has(bytes, ">>") && has(bytes, "main") && is_read(bytes));
    assert!(found.len() < 40, "{}", found);
    let found = smallest("f.c", program, |bytes| has(bytes, "helper(i") && is_read(bytes));
    assert!(found.len() < 60 && !found.contains("second"), "{}", found);
}

#[test]
fn other_texts_are_lines_and_words() {
    let trace = b"init 3\nadd 1 2\nassume 7\nsolve now please\nrelease\n";
    assert_eq!(smallest("trace", trace, |bytes| has(bytes, "assume") && has(bytes, "now")), "assumenow");
}

#[test]
fn a_command_ends_in_the_same_way_on_the_smaller_file() {
    let program = env!("CARGO_BIN_EXE_indubit");
    let file = scratch("reduce_command.smt2");
    let script = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)
        (assert (< x y))(assert (< y (+ x 1)))(check-sat)(get-model)";
    std::fs::write(&file, script).expect("a file");
    let out = text(&scratch("reduce_out.smt2"));
    let args = ["reduce", &text(&file), "--out", &out, "--threads", "2", "--keep", "unsat"];
    let (code, printed, err) = run(&[&args[..], &["--", program, "smt", "{file}"]].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(printed.starts_with(&format!("{}: ", out)) && printed.contains(" runs, "), "{}", printed);
    let found = std::fs::read_to_string(&out).expect("the file");
    assert_eq!(found, "(assert false)\n(check-sat)\n");
    // The exit code of an error.
    let broken = text(&scratch("reduce_broken.smt2"));
    std::fs::write(&broken, "(declare-fun x () Int)(assert (< x undeclared))(check-sat)").expect("a file");
    let (code, _, _) = run(&["reduce", &broken, "--out", &out, "--", program, "smt", "{file}"]);
    assert_eq!(code, 0);
    assert!(std::fs::read_to_string(&out).expect("the file").len() < 12);
    // Wrong calls are told.
    let refused = |args: &[&str], part: &str| {
        let (code, _, err) = run(args);
        assert!(code != 0 && err.contains(part), "{}", err);
    };
    refused(&["reduce", &broken, "--", program], "{file}");
    refused(&["reduce", &broken, "--keep", "nowhere", "--", program, "smt", "{file}"], "has no `nowhere`");
    refused(&["reduce", &broken, "--", "no-such-program", "{file}"], "no-such-program");
}

/// The shell stands for the driver: it tells its arguments, the program that problems are put to, and an exit code.
#[cfg(unix)]
#[test]
fn fuzz_calls_the_driver_on_the_path() {
    let folder = scratch("fuzz_driver");
    std::fs::create_dir_all(&folder).expect("a folder");
    let fuzz = |folder: &std::path::Path| {
        let script = "echo \"$2 $INDUBIT\"; exit 7";
        let mut call = super::command(&["fuzz", "-c", script, "driver", "compare", "qf_bv"]);
        super::told(&call.env("PATH", folder).env_remove("INDUBIT").output().expect("the program runs"))
    };
    let (code, out, err) = fuzz(&folder);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("no program indubit-fuzz") && err.contains("cargo install"), "{}", err);
    std::os::unix::fs::symlink("/bin/sh", folder.join("indubit-fuzz")).expect("a link");
    let (code, out, err) = fuzz(&folder);
    assert_eq!(
        (code, out.as_str(), err.as_str()),
        (7, format!("qf_bv {}\n", env!("CARGO_BIN_EXE_indubit")).as_str(), "")
    );
}
