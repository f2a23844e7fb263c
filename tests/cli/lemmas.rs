//! `try`: candidate lemmas on the workbench.

use super::{circuit, run, sample, scratch, text};

/// A file with this content; its name.
fn file(name: &str, content: &str) -> String {
    let file = scratch(name);
    std::fs::write(&file, content).expect("a file");
    text(&file)
}

/// `x` counts by twos up to 10, and `y` has the value that it had; `x` is never 7.
const MODEL: &str =
    "(declare-fun x () Int) (declare-fun xn () Int) (declare-fun y () Int) (declare-fun yn () Int)
    (define-fun .x () Int (! x :next xn)) (define-fun .y () Int (! y :next yn))
    (define-fun .i () Bool (! (and (= x 0) (= y 0)) :init true))
    (define-fun .t () Bool (! (and (= xn (ite (< x 9) (+ x 2) x)) (= yn x)) :trans true))
    (define-fun .p () Bool (! (not (= x 7)) :invar-property 0))
    (define-fun .q () Bool (! (<= y 10) :invar-property 1))";

#[test]
fn each_lemma_gets_its_answers_and_a_small_counterexample() {
    let model = file("workbench.vmt", MODEL);
    // The second one needs the first, the third one is false at once, the fourth one fails on the way.
    let lemmas = file(
        "workbench.smt2",
        "(assert (<= x 10))\n(assert (<= y 10))\n(assert (> x 0))\n(assert (< y 10))\n",
    );
    let (code, out, err) = run(&["try", &model, &lemmas]);
    assert_eq!((code, err.as_str()), (30, ""));
    let expected = "\
unknown
lemma  initially  alone  together  good  formula
    0  yes        yes    yes       yes   (<= x 10)
    1  yes        no     yes       yes   (<= y 10)
    2  no         yes    yes       no    (> x 0)
    3  yes        no     no        no    (<= y 9)
2 of 4 lemmas are good

lemma 2 is false in this initial state:
step  variable  value
   0  x         0
      y         0

lemma 3 becomes false in this step, though all hold before:
";
    assert!(out.starts_with(expected), "{}", out);
    assert!(out.contains("property b0: the good lemmas admit this bad state:"), "{}", out);
    assert!(out.contains("property b1: proved by the good lemmas"), "{}", out);
    assert_eq!(run(&["try", &model, &lemmas, "--property", "1"]).0, 20);
}

#[test]
fn the_good_lemmas_are_a_certificate() {
    let model = file("workbench_kept.vmt", MODEL);
    let guesses = "(assert (<= x 10))(assert (<= y 10))(assert (= (mod x 2) 0))(assert (= x y))";
    let lemmas = file("workbench_kept.smt2", guesses);
    let kept = text(&scratch("workbench_good.txt"));
    let (code, out, _) = run(&["try", &model, &lemmas, "--houdini", &kept]);
    assert_eq!(code, 20, "{}", out);
    assert!(out.starts_with("safe\n") && out.contains("3 of 4 lemmas are good"), "{}", out);
    assert_eq!(run(&["check", &model, &kept, "--property", "0"]).0, 20);
    // What was kept is good as a whole.
    assert!(run(&["try", &model, &kept]).1.contains("3 of 3 lemmas are good"));
}

#[test]
fn clauses_of_a_circuit_are_lemmas() {
    let model = sample("traffic_light.aag");
    let certificate = text(&scratch("workbench_clauses.txt"));
    assert_eq!(run(&[&model, "--certificate", &certificate]).0, 20);
    let (code, out, _) = run(&["try", &model, &certificate]);
    assert!(code == 20 && out.starts_with("safe\n"), "{}", out);
    let kept = text(&scratch("workbench_clauses_kept.txt"));
    assert_eq!(run(&["try", &model, &certificate, "--houdini", &kept]).0, 20);
    assert_eq!(run(&["check", &model, &kept]).0, 20);
    // Latches go by their names. "Not 7" is no inductive invariant, for 6 leads to 7; "below 6" is one.
    let counter = circuit("saturating_counter");
    let not_seven = "(assert (not (and |count[0]| |count[1]| |count[2]|)))";
    let below_six = "(assert (not (and |count[1]| |count[2]|)))";
    let (code, out, _) = run(&["try", &counter, &file("workbench_seven.smt2", not_seven), "--property", "0"]);
    assert!(code == 30 && out.contains("0 of 1 lemmas are good"), "{}", out);
    let (code, out, _) = run(&["try", &counter, &file("workbench_six.smt2", below_six), "--property", "0"]);
    assert!(code == 20 && out.contains("1 of 1 lemmas are good"), "{}", out);
}

#[test]
fn counterexamples_to_induction_are_json_and_waves_too() {
    let count =
        "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1 n\n5 init 1 4 3\n6 one 1\n7 add 1 4 6\n\
        8 next 1 4 7\n9 constd 1 9\n10 eq 2 4 9\n11 bad 10\n";
    let model = file("workbench.btor2", count);
    let lemmas = file("workbench_words.smt2", "(assert (bvult n #x8))");
    let waves = text(&scratch("workbench.vcd"));
    let (code, out, _) = run(&["try", &model, &lemmas, "--json", "--vcd", &waves]);
    assert_eq!(code, 30);
    let expected = "{\"version\":1,\"verdict\":\"unknown\",\"lemmas\":[\
        {\"formula\":\"(bvult n #x8)\",\"initially\":true,\
        \"alone\":{\"names\":[\"n\"],\"steps\":[[\"#x7\"],[\"#x8\"]]},\
        \"together\":{\"names\":[\"n\"],\"steps\":[[\"#x7\"],[\"#x8\"]]},\"good\":false}],\
        \"properties\":[{\"index\":0,\"proved\":{\"names\":[\"n\"],\"steps\":[[\"#x9\"]]}}]}\n";
    assert_eq!(out, expected);
    assert!(std::fs::read_to_string(waves + ".l0").expect("waves").contains("$var wire 4"));
}

#[test]
fn lemmas_that_are_none_are_refused_with_their_place() {
    let model = file("workbench_refuse.vmt", MODEL);
    let (code, _, err) = run(&["try", &model, &file("workbench_bad.smt2", "(assert (<= z 10))")]);
    assert!(code == 2 && err.contains("line 1, column 13"), "{}", err);
    let nothing = file("workbench_none.aag", "aag 1 0 1 0 0\n2 2\n");
    let (code, out, err) = run(&["try", &nothing, &file("workbench_none.smt2", "")]);
    assert!(code == 2 && out.is_empty() && err.contains("nothing to verify"), "{}", err);
    let program = file("workbench.c", "int main() { return 0; }");
    let (code, _, err) = run(&["try", &program, &file("workbench_c.smt2", "")]);
    assert!(code == 2 && err.contains("convert"), "{}", err);
}
