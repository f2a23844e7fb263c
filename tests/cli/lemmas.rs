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
    assert!(out.contains("property b1: proved by lemmas 0, 1"), "{}", out);
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

/// A lemma adds a gate to the circuit, and a proof with gates of its own, or of the circuit's, was read in the numbers
/// of the circuit with that gate.
#[test]
fn proofs_with_gates_speak_of_the_circuit_without_its_lemmas() {
    let model = file("lemmas_gates.aag", "aag 3 0 2 0 1 1\n2 5\n4 0\n4\n6 4 5\n");
    let lemmas = file("lemmas_gates.txt", "invariant b0 1\n2 5\n");
    let decomposed = ["--temporal-decomposition", "3", "--reduce", "off", "--threads", "1"];
    let with = |model: &str, lemmas: &str, engine: &str, options: &[&str]| {
        let certificate = text(&scratch("lemmas_gates_proof.txt"));
        let mut args = vec![model, "--lemmas", lemmas, "--engine", engine, "--certificate", &certificate];
        args.extend(options);
        let (code, out, err) = run(&args);
        assert_eq!((code, out.as_str()), (20, "safe\n"), "{:?}: {}", options, err);
        assert!(!err.contains("defect"), "{}", err);
        assert_eq!(run(&["check", model, &certificate]).0, 20, "{:?}", options);
    };
    with(&model, &lemmas, "ic3", &decomposed);
    with(&model, &lemmas, "portfolio", &decomposed);
    let model = file("lemmas_signals.aag", WITH_SIGNALS);
    let lemmas = file("lemmas_signals.txt", "invariant b0 6\n13 14\n6 13\n10 6\n13 14 10\n10 9\n13 16\n");
    with(&model, &lemmas, "ic3", &["--internal-signals", "100", "--threads", "1"]);
    for option in
        [["--internal-signals", "100"], ["--predicate-property", "on"], ["--temporal-decomposition", "3"]]
    {
        with(&model, &lemmas, "ic3", &[&option[..], &["--reduce", "off", "--threads", "1"]].concat());
    }
}

/// A safe circuit whose proof with internal signals names gates.
const WITH_SIGNALS: &str = "aag 33 2 6 0 25 1\n2\n4\n6 13 1\n8 24 7\n10 12\n12 15\n14 1\n16 65 16\n66\n18 12 9\n\
    20 13 8\n22 19 21\n24 12 4\n26 18 17\n28 17 18\n30 24 12\n32 25 13\n34 31 33\n36 20 24\n38 35 29\n40 36 12\n\
    42 37 13\n44 41 43\n46 18 38\n48 19 41\n50 47 49\n52 35 41\n54 34 40\n56 53 55\n58 10 50\n60 11 51\n62 59 61\n\
    64 17 56\n66 58 10\n";

/// The second lemma holds in all steps from states that satisfy both, and the first one is no fact.
#[test]
fn a_lemma_that_falls_with_another_has_the_step_that_shows_it() {
    let model = file("workbench_falls.vmt", MODEL);
    let lemmas = file("workbench_falls.smt2", "(assert (<= x 8))\n(assert (<= y 8))\n");
    let (code, out, _) = run(&["try", &model, &lemmas, "--json"]);
    let second = out.split("(<= y 8)").nth(1).unwrap_or("");
    assert!(
        code == 30 && second.contains("\"together\":true,\"good\":false,\"fails\":{\"on\":\"step\""),
        "{}",
        out
    );
    let (_, out, _) = run(&["try", &model, &lemmas]);
    let step = "lemma 1 becomes false in this step, though the lemmas that were left hold before:";
    assert!(out.contains(step), "{}", out);
}

/// The file said that its clauses exclude the bad states, which they did not.
#[test]
fn good_lemmas_that_prove_nothing_do_not_claim_it() {
    let model = file("houdini_open.aag", "aag 3 1 2 0 0 1\n2\n4 4\n6 2\n6\n");
    let lemmas = file("houdini_open_given.txt", "invariant b0 1\n5\n");
    let kept = text(&scratch("houdini_open.txt"));
    let (code, out, err) = run(&["try", &model, &lemmas, "--houdini", &kept]);
    assert!(code == 30 && out.contains("1 of 1 lemmas are good"), "{}{}", out, err);
    let written = std::fs::read_to_string(&kept).expect("lemmas");
    assert!(written.contains("these clauses hold initially and are kept by each step\n"), "{}", written);
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
        \"together\":{\"names\":[\"n\"],\"steps\":[[\"#x7\"],[\"#x8\"]]},\"good\":false,\
        \"fails\":{\"on\":\"step\",\"state\":{\"names\":[\"n\"],\"steps\":[[\"#x7\"],[\"#x8\"]]}}}],\
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
    let program = file("workbench_none.c", LOOP);
    let refused = |lemmas: &str, place: &str, reason: &str| {
        let (code, out, err) = run(&["try", &program, &file("workbench_none.txt", lemmas)]);
        assert!(code == 2 && out.is_empty() && err.contains(place) && err.contains(reason), "{}", err);
    };
    refused("# words\n\n5 i <= n", "line 3, column 1", "LINE: EXPRESSION");
    refused("5: i <= n\n5: i <= m", "line 2, column 1", "`i <= m`");
    refused("99: i <= n", "line 1, column 1", "no place");
    refused("5: i++", "line 1, column 1", "`i++`");
    let recursive =
        file("workbench_recursive.c", "int f(int x) { return f(x); } int main() { return f(1); }");
    let (code, _, err) = run(&["try", &recursive, &file("workbench_none.txt", "1: x == 1")]);
    assert!(code == 2 && err.contains("recursive"), "{}", err);
    let clauses = file("workbench_none.smt2", CLAUSES);
    let (code, _, err) = run(&["try", &clauses, &file("workbench_no.smt2", "(define-fun r () Bool true)")]);
    assert!(code == 2 && err.contains("`r` is no predicate"), "{}", err);
}

/// Two for each turn.
const LOOP: &str = "void reach_error(void); unsigned nondet(void);
int main(void) {
    unsigned n = nondet(), i = 0, s = 0;
    if (n > 1000) return 0;
    while (i < n) {
        s += 2; i++; }
    if (s != 2 * n) reach_error();
    return 0; }";

#[test]
fn expressions_at_lines_are_lemmas_about_c() {
    let program = file("workbench_loop.c", LOOP);
    let lemmas = "# the loop\n5: s == 2 * i\n5: i <= n\n5: s <= 100\n6: i < n\n7: s == 2 * n\n";
    let lemmas = file("workbench_loop.txt", lemmas);
    let (code, out, err) = run(&["try", &program, &lemmas]);
    assert_eq!((code, err.as_str()), (20, ""));
    let expected = "\
safe
lemma  initially  alone  together  good  formula
    0  yes        yes    yes       yes   5: s == 2 * i
    1  yes        yes    yes       yes   5: i <= n
    2  yes        no     no        no    5: s <= 100
    3  yes        yes    yes       yes   6: i < n
    4  yes        no     yes       yes   7: s == 2 * n
4 of 5 lemmas are good

lemma 2 becomes false in this step, though all hold before:
step  variable  value
   0  line      5
";
    assert!(out.starts_with(expected), "{}", out);
    assert!(out.contains("main::s   100") && out.contains("main::s   102"), "{}", out);
    assert!(out.ends_with("\nproperty b0: proved by lemmas 0, 1\n"), "{}", out);
    // What is kept is a witness that the checker takes, and a file of lemmas.
    for name in ["workbench_loop_kept.yml", "workbench_loop_kept.txt"] {
        let kept = text(&scratch(name));
        assert_eq!(run(&["try", &program, &lemmas, "--houdini", &kept]).0, 20);
        assert!(run(&["try", &program, &kept]).1.contains("4 of 4 lemmas are good"));
    }
    assert_eq!(run(&["check", &program, &text(&scratch("workbench_loop_kept.yml"))]).0, 20);
    // Without the first one, nothing is known of the sum.
    let few = file("workbench_few.txt", "5: i <= n");
    let (code, out, _) = run(&["try", &program, &few]);
    assert!(code == 30 && out.contains("the good lemmas admit this bad state"), "{}", out);
}

/// A false lemma at a place that no run meets, one that overflows, and one that is true for a wrong reason.
#[test]
fn a_lemma_about_c_holds_only_if_it_has_a_value() {
    let text_of = "void reach_error(void); int nondet(void);
int main(void) {
    int x = nondet();
    while (nondet()) {
        x = x; }
    return 0; }";
    let program = file("workbench_value.c", text_of);
    let lemmas =
        file("workbench_value.txt", "4: x + 1 > x || x == 2147483647\n4: x == 2147483647 || x + 1 > x\n");
    let (_, out, _) = run(&["try", &program, &lemmas]);
    // The sum has no value for the largest number, unless that is excluded before it is computed.
    assert!(out.contains("    0  no         "), "{}", out);
    assert!(out.contains("    1  yes        yes    yes       yes "), "{}", out);
}

const CLAUSES: &str = "(set-logic HORN) (declare-fun p (Int Int) Bool) (declare-fun q (Int) Bool)
    (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (p x y))))
    (assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 10)) (p (+ x 1) (+ y 2)))))
    (assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 10)) (q y))))
    (assert (forall ((y Int)) (=> (and (q y) (distinct y 20)) false)))
    (check-sat)";

#[test]
fn conjuncts_of_definitions_are_lemmas_about_clauses() {
    let clauses = file("workbench_clauses.smt2", CLAUSES);
    let lemmas =
        "(define-fun p ((x Int) (y Int)) Bool (and (= y (* 2 x)) (<= x 10) (>= x 1) (<= x 9) (>= y 0)))
        (define-fun q ((y Int)) Bool (and (= y 20) (>= y 4)))";
    let lemmas = file("workbench_clauses_lemmas.smt2", lemmas);
    let (code, out, err) = run(&["try", &clauses, &lemmas]);
    assert_eq!((code, err.as_str()), (20, ""));
    let answers: Vec<&str> = out.lines().skip(2).take(7).map(|line| &line[..38]).collect();
    let expected = [
        "    0  yes        yes    yes       yes",
        "    1  yes        yes    yes       yes",
        "    2  no         yes    yes       no ",
        "    3  yes        no     no        no ",
        "    4  yes        yes    yes       yes",
        "    5  yes        no     yes       yes",
        "    6  yes        no     yes       yes",
    ];
    assert_eq!(answers, expected);
    assert!(
        out.contains("   0  clause    1\n      fact      (p 9 18)\n   1  fact      (p 10 20)"),
        "{}",
        out
    );
    assert!(out.ends_with("property b0: proved by lemmas 0, 1, 5\n"), "{}", out);
    let kept = text(&scratch("workbench_clauses_good.smt2"));
    assert_eq!(run(&["try", &clauses, &lemmas, "--houdini", &kept]).0, 20);
    assert_eq!(run(&["check", &clauses, &kept]).0, 20);
    // Engines assume them; the parts that a proof needs are named.
    let (code, out, err) = run(&["verify", &clauses, "--lemmas", &lemmas]);
    assert_eq!((code, out.as_str()), (20, "safe\n"));
    assert!(err.contains("lemmas 2, 3 are not good and not assumed"), "{}", err);
    assert!(err.contains("the proof of b0 needs lemmas "), "{}", err);
}

#[test]
fn conjuncts_by_location_are_lemmas_about_an_automaton() {
    let cfa = "(declare-const x Int) (location start :initial) (location wrong :error) (location loop)
        (edge start loop (assign (x 0)))
        (edge loop loop (assume (< x 10)) (assign (x (+ x 2))))
        (edge loop wrong (assume (= x 7)))";
    let cfa = file("workbench.cfa", cfa);
    let lemmas = "; invariant by location\n(declare-fun x () Int)\n(assert true)\n(assert false)\n\
        (assert (and (= (mod x 2) 0) (<= x 9) (>= x 0)))\n";
    let lemmas = file("workbench_cfa.txt", lemmas);
    let kept = text(&scratch("workbench_cfa_kept.txt"));
    let (code, out, _) = run(&["try", &cfa, &lemmas, "--houdini", &kept]);
    assert!(code == 20 && out.contains("2 of 3 lemmas are good"), "{}", out);
    assert!(out.contains("   0  location  loop\n      x         8\n   1  x         10"), "{}", out);
    assert!(out.contains("property wrong (b0): proved by lemma 1\n"), "{}", out);
    assert_eq!(run(&["check", &cfa, &kept]).0, 20);
}

/// The engines get the lemmas of any kind, and the proof is one of the model as it was.
#[test]
fn engines_assume_good_lemmas_and_prove_the_whole() {
    let model = file("workbench_assumed.vmt", MODEL);
    let guesses =
        file("workbench_assumed.smt2", "(assert (<= x 10))(assert (= (mod x 2) 0))(assert (< y 3))");
    let certificate = text(&scratch("workbench_assumed.txt"));
    for engine in ["ic3-ia", "ic3-smt", "kind", "portfolio"] {
        let args = [
            model.as_str(),
            "--lemmas",
            &guesses,
            "--engine",
            engine,
            "--certificate",
            &certificate,
            "--property",
            "0",
        ];
        let (code, out, err) = run(&args);
        assert_eq!((code, out.as_str()), (20, "safe\n"), "{}", engine);
        assert!(err.contains("lemma 2 is not good and not assumed"), "{}", err);
        assert_eq!(run(&["check", &model, &certificate, "--property", "0"]).0, 20);
    }
    let counter = circuit("saturating_counter");
    let below_six = file("workbench_assumed_six.smt2", "(assert (not (and |count[1]| |count[2]|)))");
    let args = [&counter, "--lemmas", &below_six, "--property", "0", "--certificate", &certificate];
    let (code, _, err) = run(&args.map(|arg| arg as &str));
    assert!(code == 20 && err.contains("the proof of count is 7 (b0) needs lemma 0"), "{}", err);
    assert_eq!(run(&["check", &counter, &certificate, "--property", "0"]).0, 20);
    let program = file("workbench_assumed.c", LOOP);
    let lemmas = file("workbench_assumed_c.txt", "5: s == 2 * i\n5: i <= n\n5: s <= 6");
    for engine in ["ic3cfa", "tree-ic3", "spacer", "portfolio"] {
        let args = [&program, "--lemmas", &lemmas, "--engine", engine, "--certificate", &certificate];
        assert_eq!(run(&args.map(|arg| arg as &str)).0, 20, "{}", engine);
        assert_eq!(run(&["check", &program, &certificate]).0, 20, "{}", engine);
    }
    // An error is found as before.
    let wrong = file("workbench_wrong.c", &LOOP.replace("2 * n)", "2 * n + 2)"));
    for engine in ["ic3cfa", "portfolio"] {
        let (code, out, _) = run(&[&wrong, "--lemmas", &lemmas, "--engine", engine]);
        assert!(code == 10 && out.starts_with("unsafe"), "{}", out);
    }
}
