//! The engines over programs: verdicts of random programs against a search through all states, under random options,
//! and small programs over numbers.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_command::{distance, random_cfa};
use indubit::base::{Budget, Rng};
use indubit::engine::ic3::ObligationOrder;
use indubit::engine::ic3cfa::{Dropping, EdgeApproach, Ic3CfaOptions, Interpolation, WayBack, WordSplit};
use indubit::engine::pred_abs::Abstraction;
use indubit::engine::tree_ic3::{Beyond, Strengthening};
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::program::{check, check_invariant, check_path, write_invariant, write_path, Evidence};
use indubit::evidence::CheckOptions;
use indubit::input::cfa;
use indubit::model::cfa::Cfa;
use indubit::model::encode::automaton;
use indubit::model::encode::program::to_system;
use indubit::model::reduce::program::{BlockOptions, ProgramOptions};
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, ProgramVerifier, SystemVerifier, VerifiedProgram, VerifyOptions};
use indubit::solver::smt::Strength;

/// The last one is for programs with few states only.
const ENGINES: [Engine; 8] = [
    Engine::TreeIc3,
    Engine::TreeIc3Itp,
    Engine::TreeIc3Ia,
    Engine::TreeIc3ItpMono,
    Engine::TreeItp,
    Engine::Ic3Cfa,
    Engine::PredAbs,
    Engine::Explicit,
];

/// Settings of the engines drawn at random.
fn random_options(rng: &mut Rng, engine: Engine) -> VerifyOptions {
    let mut options = VerifyOptions { engine, ..VerifyOptions::default() };
    options.reduce.blocks =
        BlockOptions { most_parts: [0, 3, 1000][rng.below(3)], most_demands: [0, 2, 256][rng.below(3)] };
    options.reduce.program = ProgramOptions {
        live_variables: rng.one_in(2),
        slicing: rng.one_in(2),
        constants: rng.one_in(2),
        copies: rng.one_in(2),
        merging: rng.one_in(2),
        rounds: rng.below(4),
    };
    let tree = &mut options.engines.tree_ic3;
    tree.cnf_factor = rng.below(6);
    tree.beyond = [Beyond::Blocking, Beyond::Whole][rng.below(2)];
    tree.strengthening = [Strengthening::Off, Strengthening::Each, Strengthening::All][rng.below(3)];
    tree.propagation = rng.one_in(2);
    tree.strength = [Strength::Strong, Strength::Weak, Strength::Symmetric][rng.below(3)];
    tree.seed = rng.below(100) as u64;
    options.engines.ic3cfa = random_ic3cfa(rng);
    options.engines.guess_rounds = rng.below(6) / 4;
    options.engines.guess.first_effort = 5_000;
    let pred_abs = &mut options.engines.pred_abs;
    pred_abs.abstraction = [Abstraction::Boolean, Abstraction::Cartesian][rng.below(2)];
    pred_abs.most_cubes = [0, 2, 256][rng.below(3)];
    pred_abs.strength = [Strength::Strong, Strength::Weak, Strength::Symmetric][rng.below(3)];
    pred_abs.seed = rng.below(100) as u64;
    options
}

/// Settings of IC3CFA drawn at random.
fn random_ic3cfa(rng: &mut Rng) -> Ic3CfaOptions {
    let dropping = [Dropping::Off, Dropping::Core, Dropping::Linear, Dropping::Binary, Dropping::Ctg];
    let edges = [EdgeApproach::Multi, EdgeApproach::Single, EdgeApproach::Incremental];
    let way_back = [WayBack::Climb, WayBack::ClimbAndDrop, WayBack::Restart];
    let split = [WordSplit::Off, WordSplit::Unsigned, WordSplit::Signed, WordSplit::Bounds, WordSplit::Bits];
    let between = [Interpolation::Off, Interpolation::Loops, Interpolation::Numbers, Interpolation::All];
    let order = [
        ObligationOrder::Nearest,
        ObligationOrder::Farthest,
        ObligationOrder::Smallest,
        ObligationOrder::Largest,
        ObligationOrder::Random,
    ];
    Ic3CfaOptions {
        dropping: dropping[rng.below(dropping.len())],
        edges: edges[rng.below(edges.len())],
        way_back: way_back[rng.below(way_back.len())],
        order: order[rng.below(order.len())],
        preconditions: rng.one_in(2),
        upper_bounds: rng.one_in(2),
        lower_bounds: rng.one_in(2),
        extended_search: rng.one_in(2),
        context_limit: [0, 2, 1000][rng.below(3)],
        interpolation: between[rng.below(between.len())],
        semantic: rng.one_in(2),
        predecessor_cubes: rng.one_in(2),
        dont_care: rng.one_in(2),
        requeue: rng.one_in(2),
        reuse: rng.one_in(2),
        most_ahead: rng.below(3),
        split: split[rng.below(split.len())],
        pushing: !rng.one_in(4),
        eager: rng.one_in(2),
        obligation_limit: [0, 1, 20][rng.below(3)],
        seed: rng.below(100) as u64,
    }
}

fn verify(cfa: &Cfa, options: VerifyOptions) -> VerifiedProgram {
    let verifier = ProgramVerifier::new(cfa.clone(), options, Budget::unlimited());
    verifier.expect("the engine works on the program").verify(&mut ())
}

#[test]
fn verdicts_of_random_programs_are_those_of_a_search_through_all_states() {
    let (mut safe, mut reached) = (0, 0);
    for seed in 0..scaled(250) as u64 {
        let mut rng = Rng::new(seed);
        let program = random_cfa(&mut rng);
        let expected = distance(&program);
        let engine = ENGINES[rng.below(ENGINES.len())];
        let options = random_options(&mut rng, engine);
        let shown = format!(
            "{} {:?} {:?}\n{}",
            seed,
            engine,
            (&options.engines.tree_ic3, &options.engines.ic3cfa, &options.engines.pred_abs),
            cfa::write(&program)
        );
        let verdict = verify(&program, options);
        match &verdict.outcome {
            Outcome::Safe(proof) => {
                assert_eq!(expected, None, "{}", shown);
                let options = CheckOptions::default();
                let invariant = proof.invariant().expect("an invariant");
                let checked = check_invariant(&program, invariant, &options, &Budget::unlimited());
                assert_eq!(checked, Ok(()), "{}", shown);
                safe += 1;
            }
            Outcome::Unsafe(trace) => {
                let path = trace.path().expect("a path");
                assert_eq!(check_path(&program, path), Ok(()), "{}", shown);
                assert!(expected.map_or(false, |shortest| path.steps.len() >= shortest), "{}", shown);
                reached += 1;
            }
            Outcome::Unknown(_) => panic!("{:?} {}", verdict, shown),
        }
    }
    assert!(enough(safe, 10) && enough(reached, 10), "{} {}", safe, reached);
}

/// The automaton of a program's system has the same verdict, and its evidence fits the system.
#[test]
fn automata_of_systems_have_the_verdicts_of_the_systems() {
    let mut several = 0;
    for seed in 0..scaled(100) as u64 {
        let mut rng = Rng::new(seed);
        let program = random_cfa(&mut rng);
        let system = to_system(&program).system;
        let property = PropertyId::new(0);
        let recovered = automaton::to_cfa(&system, property, &Budget::unlimited()).expect("no limit");
        several += (recovered.cfa.location_count() > 3) as u64;
        let engine = ENGINES[rng.below(ENGINES.len())];
        let options = random_options(&mut rng, engine);
        let verifier = SystemVerifier::new(system, options, Budget::unlimited());
        let verdict = verifier.expect("any system").verify(property, &mut ());
        let expected = distance(&program);
        match &verdict.outcome {
            Outcome::Safe(_) => assert_eq!(expected, None, "{}", seed),
            Outcome::Unsafe(trace) => {
                assert!(expected.map_or(false, |shortest| trace.steps.len() > shortest), "{}", seed);
            }
            Outcome::Unknown(_) => panic!("{} {:?}", seed, verdict),
        }
    }
    assert!(enough(several, 10), "{}", several);
}

const UP_AND_DOWN: &str = "
    (declare-const n Int)
    (declare-const x Int)
    (location start :initial)
    (location wrong :error)
    (location up)
    (location down)
    (edge start up (assume (<= 0 n)) (assign (x 0)))
    (edge up up (assume (< x n)) (assign (x (+ x 1))))
    (edge up down (assume (>= x n)))
    (edge down wrong (assume (> x n)))
    (edge down down (assume (> x 0)) (assign (x (- x 1))))
    (edge down wrong (assume (< x 0)))";

pub fn program(text: &str) -> Cfa {
    cfa::read(text.as_bytes(), &Budget::unlimited()).expect("a program")
}

#[test]
fn two_loops_over_integers_are_safe_under_each_engine() {
    for engine in ENGINES[..7].iter().copied().chain([Engine::Portfolio]) {
        let verdict = verify(&program(UP_AND_DOWN), VerifyOptions { engine, ..VerifyOptions::default() });
        assert!(matches!(verdict.outcome, Outcome::Safe(_)), "{:?} {:?}", engine, verdict);
    }
}

#[test]
fn a_wrong_bound_is_found_under_each_engine() {
    let program = program(&UP_AND_DOWN.replace("(assume (> x 0))", "(assume (>= x 0))"));
    for engine in ENGINES[..7].iter().copied().chain([Engine::Portfolio]) {
        let verdict = verify(&program, VerifyOptions { engine, ..VerifyOptions::default() });
        match &verdict.outcome {
            Outcome::Unsafe(trace) => {
                assert_eq!(check_path(&program, trace.path().expect("a path")), Ok(()));
            }
            other => panic!("{:?} {:?}", engine, other),
        }
    }
}

/// Predicate abstraction of small blocks in each of its forms.
fn abstractions() -> Vec<VerifyOptions> {
    let mut list = Vec::new();
    for (abstraction, most_cubes) in
        [(Abstraction::Boolean, 1000), (Abstraction::Boolean, 1), (Abstraction::Cartesian, 0)]
    {
        for strength in [Strength::Strong, Strength::Symmetric, Strength::Weak] {
            let mut options = VerifyOptions { engine: Engine::PredAbs, ..VerifyOptions::default() };
            options.reduce.on = false;
            options.engines.pred_abs.abstraction = abstraction;
            options.engines.pred_abs.most_cubes = most_cubes;
            options.engines.pred_abs.strength = strength;
            list.push(options);
        }
    }
    list
}

#[test]
fn two_loops_are_safe_under_each_abstraction() {
    for options in abstractions() {
        let shown = format!("{:?}", options.engines.pred_abs);
        let verdict = verify(&program(UP_AND_DOWN), options);
        assert!(matches!(verdict.outcome, Outcome::Safe(_)), "{} {:?}", shown, verdict);
    }
}

#[test]
fn evidence_comes_back_from_its_text() {
    let budget = Budget::unlimited();
    let accepted = |program: &Cfa, text: &str| {
        let read = Evidence::read(text.as_bytes(), program, &budget).expect("evidence");
        check(program, &read, &CheckOptions::default(), &budget)
    };
    for seed in 0..scaled(40) as u64 {
        let program = random_cfa(&mut Rng::new(seed));
        let verdict =
            verify(&program, VerifyOptions { engine: Engine::TreeIc3Itp, ..VerifyOptions::default() });
        let text = match &verdict.outcome {
            Outcome::Safe(proof) => write_invariant(&program, proof.invariant().expect("an invariant")),
            Outcome::Unsafe(trace) => write_path(&program, trace.path().expect("a path")),
            Outcome::Unknown(_) => panic!("{:?}", verdict),
        };
        assert_eq!(accepted(&program, &text.expect("evidence that fits")), Ok(()), "{}", seed);
    }
    let safe = program(UP_AND_DOWN);
    let verdict = verify(&safe, VerifyOptions { engine: Engine::TreeIc3Itp, ..VerifyOptions::default() });
    if let Outcome::Safe(proof) = verdict.outcome {
        let text =
            write_invariant(&safe, proof.invariant().expect("an invariant")).expect("evidence that fits");
        assert_eq!(accepted(&safe, &text), Ok(()));
        let forged = text.replace("(assert false)", "(assert true)");
        assert!(forged != text && accepted(&safe, &forged).is_err());
        let other = program(&UP_AND_DOWN.replace("(x (- x 1))", "(x (- x 2))"));
        assert!(accepted(&other, &text).is_err());
    } else {
        panic!("{:?}", verdict.outcome);
    }
}

#[test]
fn a_pause_loses_nothing() {
    let budget = Budget::unlimited();
    let options = VerifyOptions { engine: Engine::TreeIc3Itp, ..VerifyOptions::default() };
    let mut verifier =
        ProgramVerifier::new(program(UP_AND_DOWN), options, budget.clone()).expect("an engine");
    let mut pauses = 0;
    loop {
        budget.pause_at(budget.work_used() + 100 * (pauses + 1));
        let verdict = verifier.verify(&mut ());
        match verdict.outcome {
            Outcome::Unknown(reason) => {
                assert!(matches!(reason.cause, StopCause::Limit(_)), "{:?}", reason);
                pauses += 1;
                assert!(pauses < 1000, "the search never ends");
            }
            Outcome::Safe(_) => break,
            Outcome::Unsafe(_) => panic!("a safe program"),
        }
    }
    assert!(pauses > 2, "{}", pauses);
}

/// All states have a sum that is a multiple of 4. The checker's solver gives up on the formulas of IC3CFA.
const MULTIPLES: &str = "
    (declare-const x Int)
    (declare-const y Int)
    (declare-const z Int)
    (declare-const a Int)
    (declare-const b Int)
    (declare-const c Int)
    (location start :initial)
    (location wrong :error)
    (location loop)
    (edge start loop (assign (x 0) (y 0) (z 0)))
    (edge loop loop (havoc a b c) (assign (x (+ x (* 4 a))) (y (+ y (* 4 b))) (z (+ z (* 8 c)))))
    (edge loop wrong (assume (= (+ x y z) 1)))";

#[test]
fn a_member_whose_evidence_is_too_hard_to_check_does_not_end_the_race() {
    let options = VerifyOptions { engine: Engine::Portfolio, ..VerifyOptions::default() };
    let verdict = verify(&program(MULTIPLES), options);
    assert!(matches!(verdict.outcome, Outcome::Safe(_)), "{:?}", verdict);
}
