//! IC3CFA: small programs, each of which shows that a rule of the literature is wrong as it is printed, under all
//! configurations; random programs under the rows of the table of configurations.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_command::{distance, random_cfa};
use indubit::base::{Budget, Rng};
use indubit::engine::ic3cfa::{
    Dropping, EdgeApproach, Ic3Cfa, Ic3CfaOptions, Ic3CfaStatistics, Interpolation, WayBack, WordSplit,
};
use indubit::engine::Outcome;
use indubit::evidence::program::{check_invariant, check_path};
use indubit::evidence::CheckOptions;
use indubit::input::cfa;
use indubit::model::cfa::Cfa;
use indubit::portfolio::{Engine, EngineOptions, ProgramVerifier, Reductions, VerifyOptions};

/// The configurations that a test runs: the rows of the table and others, by name.
pub fn configurations() -> Vec<(String, Ic3CfaOptions)> {
    let rows = Ic3CfaOptions::PRESETS.iter();
    let mut all: Vec<(String, Ic3CfaOptions)> = rows
        .map(|letter| (letter.to_string(), Ic3CfaOptions::preset(letter).expect("a row of the table")))
        .collect();
    let plain = Ic3CfaOptions::default;
    for way_back in [WayBack::Climb, WayBack::ClimbAndDrop, WayBack::Restart] {
        let edges = EdgeApproach::Incremental;
        all.push((format!("{:?}", way_back), Ic3CfaOptions { edges, way_back, ..plain() }));
    }
    for dropping in [Dropping::Core, Dropping::Binary, Dropping::Ctg] {
        all.push((format!("{:?}", dropping), Ic3CfaOptions { dropping, ..plain() }));
    }
    let single = Ic3CfaOptions { edges: EdgeApproach::Single, dont_care: true, ..plain() };
    all.push(("default".to_string(), plain()));
    all.push(("single, don't-care".to_string(), single));
    all.push(("relations".to_string(), Ic3CfaOptions { preconditions: false, dont_care: true, ..plain() }));
    all.push(("no interpolants".to_string(), Ic3CfaOptions { interpolation: Interpolation::Off, ..plain() }));
    all.push(("interpolants".to_string(), Ic3CfaOptions { interpolation: Interpolation::All, ..plain() }));
    all
}

fn read(text: &str) -> Cfa {
    let header = "(location start :initial) (location wrong :error)";
    cfa::read(format!("{}\n{}", header, text).as_bytes(), &Budget::unlimited()).expect("a program")
}

/// Runs the engine without reductions, which would solve the small programs themselves, and checks the evidence.
/// Whether the program is safe; `None` if the limit of work was reached, where 0 is no limit.
fn verdict(program: &Cfa, ic3cfa: &Ic3CfaOptions, limit: u64) -> Option<bool> {
    let options = VerifyOptions {
        engine: Engine::Ic3Cfa,
        engines: EngineOptions { ic3cfa: ic3cfa.clone(), ..EngineOptions::default() },
        reduce: Reductions { on: false, ..Reductions::default() },
        ..VerifyOptions::default()
    };
    let budget = Budget::unlimited();
    if limit > 0 {
        budget.pause_at(limit);
    }
    let mut verifier = ProgramVerifier::new(program.clone(), options, budget).expect("an engine");
    let found = verifier.verify(&mut ());
    assert_eq!(found.refused, None);
    match &found.outcome {
        Outcome::Safe(proof) => {
            let options = CheckOptions::default();
            assert_eq!(
                check_invariant(
                    program,
                    proof.invariant().expect("an invariant"),
                    &options,
                    &Budget::unlimited()
                ),
                Ok(())
            );
            Some(true)
        }
        Outcome::Unsafe(trace) => {
            assert_eq!(check_path(program, trace.path().expect("a path")), Ok(()));
            Some(false)
        }
        Outcome::Unknown(_) => None,
    }
}

/// The counters of a search without limit.
fn statistics(program: &Cfa, options: &Ic3CfaOptions) -> Ic3CfaStatistics {
    let mut engine = Ic3Cfa::new(program, options.clone(), Budget::unlimited());
    assert!(!matches!(engine.prove(&mut ()), Outcome::Unknown(_)));
    engine.statistics()
}

/// Demands this verdict under all configurations.
fn demand(text: &str, is_safe: bool) {
    let program = read(text);
    for (name, options) in configurations() {
        assert_eq!(verdict(&program, &options, 0), Some(is_safe), "{}", name);
    }
}

/// The printed Algorithm 14 blocks a cube as soon as one edge does not lead to it: here `x = 1`, for the first edge.
#[test]
fn a_cube_is_blocked_only_if_all_edges_allow_it() {
    let two_edges = "(declare-const x Int) (location l) (location m)
        (edge start l (assign (x 0)))
        (edge start l (assign (x 1)))
        (edge l m)
        (edge m wrong (assume (= x VALUE)))";
    demand(&two_edges.replace("VALUE", "1"), false);
    demand(&two_edges.replace("VALUE", "0"), false);
    demand(&two_edges.replace("VALUE", "2"), true);
}

/// At `l` the first edge alone excludes all of `x >= 1`, on account of the cube `x = 1`. The second edge brings
/// `x = 2`, which the printed algorithm then never looks for.
#[test]
fn a_blocked_cube_is_generalised_along_all_edges() {
    let second = "(declare-const x Int) (location k) (location l) (location m)
        (edge start l (assign (x 0)))
        (edge start k (assign (x 2)))
        (edge k l)
        (edge l m)
        (edge m wrong (assume (= x 1)))
        (edge m wrong (assume (= x VALUE)))";
    demand(&second.replace("VALUE", "2"), false);
    demand(&second.replace("VALUE", "3"), true);
}

/// Frame 0 of the initial location has all states, so nothing may ever be blocked there. No edge may enter it.
#[test]
fn nothing_is_blocked_where_runs_begin() {
    demand("(declare-const x Int) (edge start wrong (assume (= x 5)))", false);
    let header = "(location start :initial) (location wrong :error) (location l) (edge start l)";
    let entered = format!("{} (edge l start)", header);
    assert!(cfa::read(header.as_bytes(), &Budget::unlimited()).is_ok());
    assert!(cfa::read(entered.as_bytes(), &Budget::unlimited()).is_err());
    let around = "(declare-const x Int) (location l)
        (edge start l)
        (edge l l (assume (< x 3)) (assign (x (+ x 1))))
        (edge l wrong (assume (and (= x 3) FURTHER)))";
    demand(&around.replace("FURTHER", "true"), false);
    demand(&around.replace("FURTHER", "(= x 4)"), true);
}

/// A havoc gives one value: `x = y` and `x = z` each have one, but not both. A projection of each literal for itself
/// would find a path to the error.
#[test]
fn a_havoc_gives_all_literals_the_same_value() {
    let chosen = "(declare-const x Int) (declare-const y Int) (declare-const z Int) (location l) (location m)
        (edge start l (assume (ORDER y z)))
        (edge l m (havoc x))
        (edge m wrong (assume (and (= x y) (= x z))))";
    demand(&chosen.replace("ORDER", "<"), true);
    demand(&chosen.replace("ORDER", "<="), false);
}

/// The frame of `l` says `x = 0`. The printed rule therefore drops `x = 0` from the cube at `m`, and blocks all of
/// `y > 5`; but the edge changes `x`.
#[test]
fn a_literal_of_the_frame_before_is_no_dont_care_behind_an_assignment() {
    let printed = "(declare-const x Int) (declare-const y Int) (location l) (location m)
        (edge start l (assign (x 0)))
        (edge l m (assign (x (+ x 1))))
        (edge l wrong (assume (> x 0)))
        (edge l wrong (assume (< x 0)))
        (edge m wrong (assume (and (= x 0) (> y 5))))
        OTHER";
    demand(&printed.replace("OTHER", ""), true);
    demand(&printed.replace("OTHER", "(edge m wrong (assume (and (= x 1) (> y 7))))"), false);
}

/// The first edge assumes `y > 0`, and the others do not: the literal may not be dropped on its account.
#[test]
fn an_assumed_literal_is_dropped_only_if_all_ways_assume_it() {
    let assumed = "(declare-const x Int) (declare-const y Int) (location l) (location m)
        (edge start l (assign (x 0)) (assume (> y 0)))
        (edge start l (choice (sequence (assume (> y 0)) (assign (x 1))) (sequence (assume (<= y 0)) (assign (x 4)))))
        (edge l m)
        (edge m wrong (assume (and (> y 0) (> x 3))))
        OTHER";
    demand(&assumed.replace("OTHER", ""), true);
    demand(&assumed.replace("OTHER", "(edge m wrong (assume (and (<= y 0) (> x 3))))"), false);
}

/// `x = 0` holds at `l` and is kept by the edge from there. The printed rule copies it to `m`, where the other edge
/// brings `x = 1`.
#[test]
fn a_lemma_is_not_taken_along_one_edge_alone() {
    let copied = "(declare-const x Int) (location l) (location k) (location m)
        (edge start l (assign (x 0)))
        (edge start k (assign (x 1)))
        (edge l l (assume (> x 0)) (assign (x 0)))
        (edge l m)
        (edge k m)
        (edge l wrong (assume (> x 0)))
        (edge m wrong (assume (> x BOUND)))";
    demand(&copied.replace("BOUND", "0"), false);
    demand(&copied.replace("BOUND", "1"), true);
}

/// Each edge alone allows a part of the cube `{ x = 2, y = 2 }`, the loop `y = 2` relative to its own states outside of
/// it. The joined cube has fewer states, and the loop does lead to it.
#[test]
fn a_loop_is_asked_about_the_cube_that_all_edges_share() {
    demand(
        "(declare-const x Int) (declare-const y Int) (location l)
        (edge start l (assign (x 0) (y 2)))
        (edge l l (assume (and (= y 2) (< x 2))) (assign (x (+ x 1))))
        (edge l wrong (assume (and (= x 2) (= y 2))))",
        false,
    );
}

/// The first loop needs `x = 1` back in the cube for the second one, and is asked again then: it leads from states with
/// `z = 2` to all of the smaller cube. Answers about the larger cube, the printed Lemma 4.2, would let it pass.
#[test]
fn a_loop_is_asked_again_when_another_loop_has_given_a_literal_back() {
    let loops = "(declare-const x Int) (declare-const z Int) (location l)
        (edge start l (assign (x 0) (z 1)))
        (edge l l (assume (> z 2)) (assign (x 0)))
        (edge l l (assign (z x)))
        (edge l wrong (assume (and (= z 2) (= x VALUE))))";
    demand(&loops.replace("VALUE", "1"), true);
    demand(&loops.replace("(z 1)", "(z 2)").replace("VALUE", "0"), false);
}

/// The loop leads to `y >= 1` only from `y >= 1`, so that cube is inductive relative to its own negation. The printed
/// Theorem 4.2 asks about all states of the frame, and finds `x = 2y`, `x = 4y`, `x = 8y` and so on.
#[test]
fn a_loop_need_not_be_asked_about_states_of_the_cube() {
    let doubled = "(declare-const x Int) (declare-const y Int) (location l)
        (edge start l (assign (x 2) (y 0)))
        (edge l l (assign (y (+ y y))))
        (edge l wrong (assume (and (= x y) (>= y 3))))";
    let options = Ic3CfaOptions::preset("I").expect("a row of the table");
    assert_eq!(verdict(&read(doubled), &options, 100_000), Some(true));
}

/// The edge into `l` has two ways, so the cube there has two cubes of predecessors. The printed shortcut blocks it
/// without a further question when one of them is blocked.
#[test]
fn a_cube_waits_for_all_of_its_predecessors() {
    let ways = "(declare-const x Int) (location k) (location l)
        (edge start k (assign (x 3)))
        (edge k l (choice (assume (< x 2)) (assign (x (- x 2)))))
        (edge l wrong (assume (< x BOUND)))";
    demand(&ways.replace("BOUND", "2"), false);
    demand(&ways.replace("BOUND", "1"), true);
}

/// The assignment makes the precondition of `x > 5` false, which is no literal and in no lemma. That literal alone says
/// that the edge does not lead there. The one question of the search is that about the edge to the error.
#[test]
fn a_false_precondition_answers_a_question() {
    let assigned = read(
        "(declare-const x Int) (declare-const y Int) (location l) (location m)
        (edge start l)
        (edge l m (assign (x 1)))
        (edge m wrong (assume (and (> x 5) (> y 5))))",
    );
    let options = Ic3CfaOptions::preset("J").expect("a row of the table");
    assert_eq!(statistics(&assigned, &options).queries, 1);
}

/// The second stage of the search for contexts is for cubes without a context of their own. As printed it is for those
/// that have one, which makes it superfluous.
#[test]
fn cubes_without_context_take_that_of_another_cube() {
    let descent = read(
        "(declare-const x Int) (declare-const y Int) (location l)
        (edge start l (assign (x 2) (y 1)))
        (edge l l (assign (x (- x 1))))
        (edge l l (assign (y x)))
        (edge l wrong (assume (and (<= x 1) (< y 1))))",
    );
    let [own, others] = ["L", "M"].map(|letter| {
        statistics(&descent, &Ic3CfaOptions::preset(letter).expect("a row of the table")).upper_bounds
    });
    assert!(own < others, "{} {}", own, others);
}

/// The first edge assumes `y > 0`, the second one does not and brings `x = 4`.
#[test]
fn an_assumed_literal_is_kept_if_another_edge_needs_it() {
    let edges = "(declare-const x Int) (declare-const y Int) (location l)
        (edge start l (assume (> y 0)) (assign (x 0)))
        (edge start l (assume (<= y 0)) (assign (x 4)))
        (edge l wrong (assume (and (> y 0) (> x 3))))
        (edge l wrong (assume (and (<= y 0) (> x BOUND))))";
    demand(&edges.replace("BOUND", "3"), false);
    demand(&edges.replace("BOUND", "4"), true);
}

/// Where the preconditions of literals are the same, false, or true: `g` of Definition 4.10 is no function then.
#[test]
fn preconditions_need_not_tell_literals_apart() {
    let alike = "(declare-const x Int) (declare-const y Int) (declare-const z Int) (location l) (location m)
        (edge start l (assume (<= z 3)))
        (edge l l (assume (> z 9)) (assign (z 0)))
        (edge l m (assign (x z) (y z)))
        (edge m m (assume (> x 9)) (assign (y 1)))
        (edge l wrong (assume (> z 5)))
        (edge m wrong (assume (and (> x 5) (> y 5) (> z LOW))))";
    demand(&alike.replace("LOW", "0"), true);
    demand(&alike.replace("(> x 5) (> y 5)", "(> x 2) (> y 2)").replace("LOW", "2"), false);
}

/// A counter that begins at 10 and is compared with 9: Lange's example (Figure 4.4) of a search that never ends, as it
/// goes back to 8, 7, 6. Bounds instead of equations, and pushed lemmas, make it end.
#[test]
fn the_counter_that_is_past_its_bound_is_proved() {
    let counter = "(declare-const x Int) (location l)
        (edge start l (assign (x 10)))
        (edge l l (assign (x (+ x 1))))
        (edge l wrong (assume (= x VALUE)))";
    for dropping in [Dropping::Linear, Dropping::Binary, Dropping::Ctg] {
        let options = Ic3CfaOptions { dropping, ..Ic3CfaOptions::default() };
        assert_eq!(verdict(&read(&counter.replace("VALUE", "9")), &options, 0), Some(true));
        assert_eq!(verdict(&read(&counter.replace("VALUE", "12")), &options, 0), Some(false));
    }
}

/// Euclid's algorithm over words: the greatest common divisor of two numbers is at most the second one, unless that is
/// 0.
#[test]
fn euclid_over_words_is_decided() {
    let euclid =
        "(declare-const a (_ BitVec 4)) (declare-const b (_ BitVec 4)) (declare-const t (_ BitVec 4))
        (declare-const y (_ BitVec 4)) (location l)
        (edge start l (assign (y b)))
        (edge l l (assume (distinct b #x0)) (assign (t b) (b (bvurem a b))) (assign (a t)))
        (edge l wrong (assume (and (= b #x0) (bvugt y #x0) (bvult LESS))))";
    let (safe, wrong) = (euclid.replace("LESS", "y a"), euclid.replace("LESS", "a y"));
    for (name, options) in configurations() {
        assert!(verdict(&read(&safe), &options, 1_000_000) != Some(false), "{}", name);
        assert!(verdict(&read(&wrong), &options, 1_000_000) != Some(true), "{}", name);
    }
    let plain = Ic3CfaOptions::default();
    assert_eq!(verdict(&read(&safe), &plain, 0), Some(true));
    assert_eq!(verdict(&read(&wrong), &plain, 0), Some(false));
}

/// Random programs have the verdict of a search through all states, under each configuration.
#[test]
fn each_configuration_is_right_about_random_programs() {
    let (mut safe, mut reached) = (0, 0);
    let all = configurations();
    for seed in 0..scaled(150) as u64 {
        let program = random_cfa(&mut Rng::new(1_000_000 + seed));
        let expected = distance(&program).is_none();
        let (name, options) = &all[seed as usize % all.len()];
        assert_eq!(verdict(&program, options, 0), Some(expected), "{} {}", seed, name);
        safe += expected as u64;
        reached += !expected as u64;
    }
    assert!(enough(safe, 10) && enough(reached, 10), "{} {}", safe, reached);
}

/// A random program over a few integers or reals, with loops, comparisons and additions.
fn random_numbers(rng: &mut Rng, sort: &str) -> String {
    let number = |rng: &mut Rng| match rng.below(7) {
        n if sort == "Int" => n.to_string(),
        n => format!("{}.{}", n, ["0", "5"][rng.below(2)]),
    };
    let variable = |rng: &mut Rng| ["x", "y", "z"][rng.below(3)];
    let mut text = format!("(declare-const x {0}) (declare-const y {0}) (declare-const z {0})", sort);
    let inner = 1 + rng.below(3);
    (0..inner).for_each(|i| text += &format!(" (location l{})", i));
    let place = |i: usize| format!("l{}", i);
    for i in 0..inner + 3 {
        let source = if i == 0 { "start".to_string() } else { place(rng.below(inner)) };
        let target = if i > 1 && rng.one_in(4) { "wrong".to_string() } else { place(rng.below(inner)) };
        text += &format!("\n(edge {} {}", source, target);
        if i == 0 {
            text += &format!(" (assign (x {}) (y {}))", number(rng), number(rng));
        }
        if rng.one_in(2) || target == "wrong" {
            let other = if rng.one_in(2) { number(rng) } else { variable(rng).to_string() };
            text +=
                &format!(" (assume ({} {} {}))", ["<", "<=", "=", ">"][rng.below(4)], variable(rng), other);
        }
        if rng.one_in(5) {
            text += &format!(" (havoc {})", variable(rng));
        }
        if rng.one_in(2) {
            text += &format!(" (assign ({} (+ {} {})))", variable(rng), variable(rng), number(rng));
        }
        text += ")";
    }
    text
}

/// Over numbers the engine and lazy abstraction with interpolants never contradict each other; the search need not end.
#[test]
fn verdicts_over_numbers_are_those_of_another_engine() {
    let (mut safe, mut reached) = (0, 0);
    let all = configurations();
    for seed in 0..scaled(120) as u64 {
        let mut rng = Rng::new(seed);
        let sort = ["Int", "Real"][rng.below(2)];
        let text = random_numbers(&mut rng, sort);
        let program = read(&text);
        let (name, options) = &all[rng.below(all.len())];
        let own = verdict(&program, options, 100_000);
        let options = VerifyOptions { engine: Engine::TreeIc3Itp, ..VerifyOptions::default() };
        let budget = Budget::unlimited();
        budget.pause_at(100_000);
        let mut other = ProgramVerifier::new(program, options, budget).expect("an engine");
        let other = match other.verify(&mut ()).outcome {
            Outcome::Safe(_) => Some(true),
            Outcome::Unsafe(_) => Some(false),
            Outcome::Unknown(_) => None,
        };
        if let (Some(own), Some(other)) = (own, other) {
            assert_eq!(own, other, "{} {}\n{}", seed, name, text);
            safe += own as u64;
            reached += !own as u64;
        }
    }
    assert!(enough(safe, 10) && enough(reached, 10), "{} {}", safe, reached);
}

/// Equations of words in each form of parts lead to the same verdicts.
#[test]
fn words_in_parts_are_the_same_words() {
    let counter = "(declare-const x (_ BitVec 8)) (location l)
        (edge start l (assign (x #x0a)))
        (edge l l (assume (bvult x #x20)) (assign (x (bvadd x #x01))))
        (edge l wrong (assume (= x VALUE)))";
    for split in [WordSplit::Off, WordSplit::Unsigned, WordSplit::Signed, WordSplit::Bounds, WordSplit::Bits]
    {
        let options = Ic3CfaOptions { split, ..Ic3CfaOptions::default() };
        for (value, is_safe) in [("#x09", true), ("#x10", false), ("#x21", true)] {
            assert_eq!(verdict(&read(&counter.replace("VALUE", value)), &options, 0), Some(is_safe));
        }
    }
}
