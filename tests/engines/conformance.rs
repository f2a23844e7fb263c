//! The suite that every engine over circuits has to pass under all options: verdicts as explicit-state search finds
//! them, and evidence that is accepted.
//!
//! Engines are told apart by their promises ([`Promise`]). Evidence is judged by `evidence::check` against the
//! original circuit, and traces are replayed by the oracle as well.

use crate::cases::{scaled, try_random};
use crate::counts::enough;
use crate::fixtures::fixtures;
use crate::options::{
    any_ic3_options, any_lazy_options, any_reduce_options, any_search_options, each_ic3_option,
    each_lazy_option, each_reduce_option,
};
use crate::oracle::{explicit_verdicts, prop, replay};
use crate::paths::in_package;
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::bmc::{Bmc, BmcOptions, Start};
use indubit::engine::fsis::{Fsis, FsisOptions, Implicate};
use indubit::engine::ic3::circuit::{Ic3, Ic3Options};
use indubit::engine::ic3::SearchOptions;
use indubit::engine::itp::{Form, Itp, ItpOptions};
use indubit::engine::kinduction::{KInduction, KInductionOptions};
use indubit::engine::lazy_ic3::{LazyIc3, LazyIc3Options};
use indubit::engine::{CircuitOutcome, Outcome, StopCause};
use indubit::evidence::circuit::{check, Evidence};
use indubit::evidence::CheckOptions;
use indubit::input::aiger::read;
use indubit::model::circuit::{Circuit, Reset, Signal};
use indubit::model::invariant::{Certificate, Proof};
use indubit::model::reduce::ReduceOptions;
use indubit::model::trace::Trace;
use indubit::model::Depth;
use indubit::portfolio::{
    Checking, Engine, EngineOptions, PortfolioOptions, Reductions, Verifier, VerifyOptions,
};
use indubit::solver::smt::Strength;

/// A circuit and the depth of the shortest counterexample to each property, or `None` where there is none.
pub struct Case {
    pub name: String,
    pub circuit: Circuit,
    pub depths: Vec<Option<usize>>,
}

impl Case {
    /// Explores the circuit.
    pub fn new(name: &str, circuit: Circuit) -> Case {
        let depths = explicit_verdicts(&circuit);
        Case { name: name.to_string(), circuit, depths }
    }

    fn random(rng: &mut Rng) -> Case {
        Case::new("random", random_circuit(rng, &Shape::default()))
    }
}

/// All small circuits that the project ships, the ten-state example of Lange 2018 among them.
pub fn cases() -> Vec<Case> {
    let mut list = Vec::new();
    for fixture in fixtures() {
        let circuit = fixture.circuit();
        list.push(Case { name: fixture.name, circuit, depths: fixture.expected });
    }
    for name in ["traffic_light.aag", "hasty_traffic_light.aag"] {
        let bytes = std::fs::read(in_package("examples/circuits").join(name)).expect("a sample");
        list.push(Case::new(name, read(&bytes).expect("a good sample").circuit));
    }
    assert!(list.iter().any(|case| case.name == "ten_states"));
    list
}

/// The promise of an engine about its answers, none of which may ever be wrong.
#[derive(Clone, Copy)]
pub struct Promise {
    /// Whether each safe property is proved.
    proves: bool,
    /// Every counterexample of this depth or less is found; `None`: every one.
    refutes_to: Option<usize>,
    /// How much longer than a shortest one a counterexample may be; `None`: any length.
    slack: Option<usize>,
}

pub const COMPLETE: Promise = Promise { proves: true, refutes_to: None, slack: None };
pub const COMPLETE_AND_SHORTEST: Promise = Promise { slack: Some(0), ..COMPLETE };

/// Holds an answer against the search and the checker.
pub fn judge<P: Clone + Into<Proof>>(
    case: &Case,
    property: usize,
    outcome: &Outcome<P, Trace>,
    promise: Promise,
) {
    let depth = case.depths[property];
    let evidence = match outcome {
        Outcome::Safe(certificate) => {
            assert_eq!(depth, None, "{}, b{}: said to be safe", case.name, property);
            Evidence::Certificate { property: prop(property), certificate: certificate.clone().into() }
        }
        Outcome::Unsafe(trace) => {
            let shortest = depth.unwrap_or_else(|| panic!("{}, b{}: said to be unsafe", case.name, property));
            assert_eq!(trace.property, prop(property));
            assert!(
                promise.slack.map_or(true, |slack| trace.depth() <= Depth::new(shortest + slack)),
                "{}",
                case.name
            );
            replay(&case.circuit, trace);
            Evidence::Trace(trace.clone())
        }
        Outcome::Unknown(reason) => {
            assert_eq!(reason.cause, StopCause::Bound, "{}, b{}", case.name, property);
            assert!(
                match depth {
                    None => !promise.proves,
                    Some(depth) => promise.refutes_to.map_or(false, |deepest| depth > deepest),
                },
                "{}, b{}: {}",
                case.name,
                property,
                reason
            );
            let safe = reason.safe_depth;
            assert!(
                depth.map_or(true, |depth| safe.map_or(true, |safe| safe < Depth::new(depth))),
                "{}",
                case.name
            );
            return;
        }
    };
    let answer = check(&case.circuit, &evidence, &CheckOptions::default(), &Budget::unlimited());
    assert_eq!(answer, Ok(()), "{}, b{}: {:?}", case.name, property, evidence);
}

pub fn ic3_conforms(case: &Case, options: &Ic3Options) {
    let mut engine = Ic3::new(&case.circuit, options.clone(), Budget::unlimited());
    for property in 0..case.depths.len() {
        judge(case, property, &engine.prove(prop(property), &mut ()), COMPLETE);
    }
}

/// Tells the seed of a property that panics: quickcheck names it only if a smaller one fails, too.
pub struct Told(pub u64);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the seed was {}", self.0);
        }
    }
}

pub fn lazy_ic3_conforms(case: &Case, options: &LazyIc3Options, ic3: &Ic3Options) {
    let mut engine = LazyIc3::new(&case.circuit, options.clone(), ic3.clone(), Budget::unlimited());
    for property in 0..case.depths.len() {
        judge(case, property, &engine.prove(prop(property), &mut ()), COMPLETE);
    }
}

pub fn bmc_conforms(case: &Case, options: &BmcOptions) {
    let mut engine = Bmc::new(&case.circuit, options.clone(), Budget::unlimited());
    let promise = Promise {
        proves: false,
        refutes_to: options.max_depth.map(Depth::transitions),
        slack: Some(options.step - 1),
    };
    for property in 0..case.depths.len() {
        judge(case, property, &engine.prove(prop(property), &mut ()), promise);
    }
}

pub fn k_induction_conforms(case: &Case, options: &KInductionOptions) {
    let mut engine = KInduction::new(&case.circuit, options.clone(), Budget::unlimited());
    let promise = Promise {
        proves: options.simple_path && options.max_k.is_none(),
        refutes_to: options.max_k.map(|k| k - 1),
        slack: Some(0),
    };
    for property in 0..case.depths.len() {
        judge(case, property, &engine.prove(prop(property), &mut ()), promise);
    }
}

pub const FORMS: [Form; 3] = [Form::McMillan, Form::Sequence, Form::Avy];

pub fn itp_conforms(case: &Case, options: &ItpOptions) {
    let mut engine = Itp::new(&case.circuit, options.clone(), Budget::unlimited());
    let promise = Promise {
        proves: options.max_depth.is_none(),
        refutes_to: options.max_depth.map(Depth::transitions),
        slack: None,
    };
    for property in 0..case.depths.len() {
        judge(case, property, &engine.prove(prop(property), &mut ()), promise);
    }
}

pub fn fsis_conforms(case: &Case, options: &FsisOptions) {
    let mut engine = Fsis::new(&case.circuit, options.clone(), Budget::unlimited());
    for property in 0..case.depths.len() {
        judge(case, property, &engine.prove(prop(property), &mut ()), COMPLETE);
    }
}

/// The whole flow: reduction, engine, evidence brought back. That is judged here, not by the flow itself.
pub fn flow_conforms(case: &Case, options: VerifyOptions, promise: Promise) {
    let options = VerifyOptions { check: Checking::Off, ..options };
    let mut verifier =
        Verifier::new(case.circuit.clone(), options, Budget::unlimited()).expect("an engine over circuits");
    for property in 0..case.depths.len() {
        judge(case, property, &verifier.verify(prop(property), &mut ()).outcome, promise);
    }
}

#[test]
fn ic3_with_each_option_flipped_alone() {
    for case in cases() {
        for options in each_ic3_option() {
            ic3_conforms(&case, &options);
        }
    }
}

#[test]
fn ic3_as_in_its_first_paper() {
    for case in cases() {
        ic3_conforms(&case, &Ic3Options::plain());
    }
    for seed in 0..scaled(100) as u64 {
        ic3_conforms(&Case::random(&mut Rng::new(seed)), &Ic3Options::plain());
    }
}

#[test]
fn ic3_with_200_combinations_of_options() {
    let cases = cases();
    for seed in 0..scaled(200) as u64 {
        let mut rng = Rng::new(seed);
        let (ic3, reduce) = (any_ic3_options(&mut rng), any_reduce_options(&mut rng));
        for case in &cases {
            ic3_conforms(case, &ic3);
            let options = VerifyOptions {
                engines: EngineOptions { ic3: ic3.clone(), ..EngineOptions::default() },
                reduce: Reductions { circuit: reduce.clone(), ..Reductions::default() },
                ..VerifyOptions::default()
            };
            flow_conforms(case, options, COMPLETE);
        }
    }
}

#[test]
fn lazy_ic3_with_each_option_flipped_alone() {
    for case in cases() {
        for options in each_lazy_option() {
            lazy_ic3_conforms(&case, &options, &Ic3Options::default());
        }
        for ic3 in each_ic3_option() {
            lazy_ic3_conforms(&case, &LazyIc3Options::default(), &ic3);
        }
    }
}

#[test]
fn lazy_ic3_agrees_with_breadth_first_search_on_2000_random_circuits() {
    fn agrees(seed: u64) {
        let _told = Told(seed);
        let mut rng = Rng::new(seed);
        let case = Case::random(&mut rng);
        lazy_ic3_conforms(&case, &any_lazy_options(&mut rng), &any_ic3_options(&mut rng));
        let options = VerifyOptions {
            engine: Engine::LazyIc3,
            engines: EngineOptions {
                lazy_ic3: any_lazy_options(&mut rng),
                ic3: any_ic3_options(&mut rng),
                ..EngineOptions::default()
            },
            reduce: Reductions { circuit: any_reduce_options(&mut rng), ..Reductions::default() },
            ..VerifyOptions::default()
        };
        flow_conforms(&case, options, COMPLETE);
    }
    // One seed in ten is 0, 1 or the largest.
    try_random(2300, agrees);
}

/// A counter of ten bits that never starts. The property speaks of the counter alone, so the abstraction lets it run.
fn counter_that_never_starts() -> Circuit {
    let mut circuit = Circuit::new();
    let go = circuit.add_latch(Reset::Zero);
    let press = circuit.add_input();
    let bits: Vec<Signal> = (0..10).map(|_| circuit.add_latch(Reset::Zero)).collect();
    let pressed = circuit.and(go, press);
    circuit.set_next(go, pressed);
    let mut carry = go;
    for &bit in &bits {
        let next = circuit.xor(bit, carry);
        circuit.set_next(bit, next);
        carry = circuit.and(bit, carry);
    }
    let full = circuit.and_all(&bits);
    circuit.add_bad(full);
    circuit
}

fn bounded(max_frames: usize) -> Ic3Options {
    Ic3Options { search: SearchOptions { max_frames, ..SearchOptions::default() }, ..Ic3Options::default() }
}

#[test]
fn lazy_ic3_loses_patience_with_an_abstraction_that_is_deeper_than_the_circuit() {
    let circuit = counter_that_never_starts();
    let run = |patience, max_frames| {
        let options = LazyIc3Options { patience, first_patience: 200, ..LazyIc3Options::default() };
        let ic3 = bounded(max_frames);
        let mut engine = LazyIc3::new(&circuit, options, ic3, Budget::unlimited());
        (engine.prove(prop(0), &mut ()), engine.statistics())
    };
    let (outcome, statistics) = run(1, 0);
    assert!(matches!(outcome, Outcome::Safe(_)), "{:?}", outcome);
    assert!(statistics.impatient > 0 && statistics.ic3.search.frames < 50, "{:?}", statistics);
    // Without a bound it would follow the abstract counter to its end.
    let (outcome, statistics) = run(0, 50);
    assert!(matches!(outcome, Outcome::Unknown(_)), "{:?}", outcome);
    assert_eq!((statistics.impatient, statistics.refinements), (0, 0), "{:?}", statistics);
}

#[test]
fn ic3_with_too_few_frames_does_not_contradict() {
    let nothing = Promise { proves: false, refutes_to: Some(0), slack: None };
    for case in cases() {
        for max_frames in 1..4 {
            let options = bounded(max_frames);
            let mut engine = Ic3::new(&case.circuit, options, Budget::unlimited());
            for property in 0..case.depths.len() {
                let promise = Promise { refutes_to: Some(max_frames), ..nothing };
                judge(&case, property, &engine.prove(prop(property), &mut ()), promise);
            }
        }
    }
}

#[test]
fn bmc_with_each_option_flipped_alone() {
    for case in cases() {
        for step in 1..5 {
            let max_depth = Some(Depth::new(20));
            for simplify in [false, true] {
                for from in [Start::Initial, Start::Bad] {
                    bmc_conforms(
                        &case,
                        &BmcOptions {
                            step,
                            max_depth,
                            seed: step as u64,
                            from,
                            simplify,
                            turn_by_turn: false,
                        },
                    );
                }
            }
        }
        bmc_conforms(&case, &BmcOptions { max_depth: Some(Depth::new(0)), ..BmcOptions::default() });
    }
}

#[test]
fn k_induction_with_each_option_flipped_alone() {
    for case in cases() {
        k_induction_conforms(&case, &KInductionOptions::default());
        k_induction_conforms(&case, &KInductionOptions { seed: 1, ..KInductionOptions::default() });
        for max_k in 1..6 {
            for simple_path in [false, true] {
                k_induction_conforms(&case, &KInductionOptions { max_k: Some(max_k), simple_path, seed: 0 });
            }
        }
    }
}

#[test]
fn itp_with_each_option_flipped_alone() {
    for case in cases() {
        for form in FORMS {
            let default = ItpOptions { form, ..ItpOptions::default() };
            itp_conforms(&case, &default);
            itp_conforms(&case, &ItpOptions { strength: Strength::Symmetric, ..default.clone() });
            itp_conforms(&case, &ItpOptions { strength: Strength::Weak, ..default.clone() });
            itp_conforms(&case, &ItpOptions { proofs: 1, seed: 1, ..default.clone() });
            for depth in 0..4 {
                itp_conforms(&case, &ItpOptions { max_depth: Some(Depth::new(depth)), ..default.clone() });
            }
        }
    }
}

#[test]
fn fsis_with_each_option_flipped_alone() {
    for case in cases() {
        for implicate in [Implicate::Linear, Implicate::Binary] {
            for seed in 0..3 {
                fsis_conforms(&case, &FsisOptions { seed, implicate });
            }
        }
    }
}

#[test]
fn each_engine_after_each_reduction() {
    let mut reductions: Vec<(bool, ReduceOptions)> =
        each_reduce_option().into_iter().map(|reduce| (true, reduce)).collect();
    reductions.push((false, ReduceOptions::default()));
    for case in cases() {
        for (reduction, reduce) in &reductions {
            let bmc = BmcOptions { max_depth: Some(Depth::new(20)), ..BmcOptions::default() };
            let bounded = Promise { proves: false, refutes_to: Some(20), slack: Some(0) };
            for (engine, promise) in [
                (Engine::Ic3, COMPLETE),
                (Engine::LazyIc3, COMPLETE),
                (Engine::Portfolio, COMPLETE),
                (Engine::Bmc, bounded),
                (Engine::KInduction, COMPLETE_AND_SHORTEST),
                (Engine::Car, COMPLETE),
                (Engine::Fsis, COMPLETE),
                (Engine::Itp, COMPLETE),
            ] {
                let options = VerifyOptions {
                    engine,
                    engines: EngineOptions { bmc: bmc.clone(), ..EngineOptions::default() },
                    reduce: Reductions { on: *reduction, circuit: reduce.clone(), ..Reductions::default() },
                    ..VerifyOptions::default()
                };
                flow_conforms(&case, options, promise);
            }
        }
    }
}

#[test]
fn ic3_agrees_with_breadth_first_search_on_2000_random_circuits() {
    fn agrees(seed: u64) {
        let _told = Told(seed);
        let mut rng = Rng::new(seed);
        let case = Case::random(&mut rng);
        ic3_conforms(&case, &any_ic3_options(&mut rng));
        let options = VerifyOptions {
            engines: EngineOptions { ic3: any_ic3_options(&mut rng), ..EngineOptions::default() },
            reduce: Reductions { circuit: any_reduce_options(&mut rng), ..Reductions::default() },
            ..VerifyOptions::default()
        };
        flow_conforms(&case, options, COMPLETE);
    }
    // One seed in ten is 0, 1 or the largest.
    try_random(2300, agrees);
}

#[test]
fn the_other_engines_agree_with_breadth_first_search() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let case = Case::random(&mut rng);
        bmc_conforms(
            &case,
            &BmcOptions {
                step: 1 + rng.below(3),
                max_depth: Some(Depth::new(20)),
                seed,
                from: [Start::Initial, Start::Bad][rng.below(2)],
                simplify: rng.one_in(2),
                turn_by_turn: false,
            },
        );
        k_induction_conforms(&case, &KInductionOptions { seed, ..KInductionOptions::default() });
        let bounded = KInductionOptions { seed, max_k: Some(1 + rng.below(4)), simple_path: rng.one_in(2) };
        k_induction_conforms(&case, &bounded);
        let strength = [Strength::Strong, Strength::Symmetric, Strength::Weak][rng.below(3)];
        let search = any_search_options(&mut rng);
        for form in FORMS {
            let search = search.clone();
            itp_conforms(&case, &ItpOptions { form, seed, strength, search, ..ItpOptions::default() });
        }
        fsis_conforms(
            &case,
            &FsisOptions { seed, implicate: [Implicate::Linear, Implicate::Binary][rng.below(2)] },
        );
    });
}

#[test]
fn the_order_of_properties_does_not_matter() {
    try_random(100, |seed: u64| {
        let mut rng = Rng::new(seed);
        let case = Case::new("random", random_circuit(&mut rng, &Shape { bads: 6, ..Shape::default() }));
        let mut engine = Ic3::new(&case.circuit, any_ic3_options(&mut rng), Budget::unlimited());
        // Each twice, in any order: lemmas learnt for one property serve the next and must not spoil it.
        let mut order: Vec<usize> = (0..2 * case.depths.len()).map(|i| i / 2).collect();
        rng.shuffle(&mut order);
        for property in order {
            judge(&case, property, &engine.prove(prop(property), &mut ()), COMPLETE);
        }
    });
}

/// In debug builds each answer of a known step is put to the solver as well.
#[test]
fn known_steps_spare_queries_and_change_no_verdict() {
    let shape = Shape { latches: 14, inputs: 5, ands: 90, constraints: 1, bads: 4, functions: 4 };
    let mut spared = [0, 0];
    for seed in 0..scaled(1000) as u64 {
        let circuit = random_circuit(&mut Rng::new(seed), &shape);
        let run = |known_steps| {
            let options = Ic3Options { known_steps, ..Ic3Options::default() };
            let mut engine = Ic3::new(&circuit, options.clone(), Budget::unlimited());
            let mut lazy = LazyIc3::new(&circuit, LazyIc3Options::default(), options, Budget::unlimited());
            let safe: Vec<bool> = (0..circuit.bads().len())
                .flat_map(|p| [engine.prove(prop(p), &mut ()), lazy.prove(prop(p), &mut ())])
                .map(|outcome| matches!(outcome, Outcome::Safe(_)))
                .collect();
            (safe, [engine.statistics().spared, lazy.statistics().ic3.spared])
        };
        let ((without, none), (with, some)) = (run(false), run(true));
        assert_eq!((&without, none), (&with, [0, 0]), "seed {}", seed);
        spared = [spared[0] + some[0], spared[1] + some[1]];
    }
    assert!(spared.iter().all(|&n| enough(n, 0)), "{:?}", spared);
}

#[test]
fn lemmas_stay_for_later_properties() {
    let case = cases().into_iter().find(|case| case.name == "token_ring").expect("a fixture");
    let mut engine = Ic3::new(&case.circuit, Ic3Options::default(), Budget::unlimited());
    let mut spent = Vec::new();
    for property in [0, 1, 2, 0] {
        let before = engine.statistics().queries;
        judge(&case, property, &engine.prove(prop(property), &mut ()), COMPLETE);
        spent.push(engine.statistics().queries - before);
    }
    assert!(spent[3] < spent[0], "{:?}", spent);
}

#[test]
fn the_same_options_give_the_same_answer_and_statistics() {
    for case in cases() {
        for seed in 0..scaled(5) as u64 {
            let options = any_ic3_options(&mut Rng::new(seed));
            let run = || {
                let mut engine = Ic3::new(&case.circuit, options.clone(), Budget::unlimited());
                let outcomes: Vec<CircuitOutcome> =
                    (0..case.depths.len()).map(|property| engine.prove(prop(property), &mut ())).collect();
                (outcomes, engine.statistics())
            };
            assert_eq!(run(), run(), "{}", case.name);
        }
    }
}

#[test]
fn a_portfolio_agrees_on_any_number_of_threads() {
    for case in cases() {
        for threads in 1..7 {
            for inductive_only in [false, true] {
                let options = VerifyOptions {
                    engine: Engine::Portfolio,
                    threads,
                    portfolio: PortfolioOptions { inductive_only, ..PortfolioOptions::default() },
                    ..VerifyOptions::default()
                };
                flow_conforms(&case, options, COMPLETE);
            }
        }
    }
}

#[test]
fn a_portfolio_on_one_thread_gives_the_same_answer_and_statistics() {
    for case in cases() {
        let options = VerifyOptions { engine: Engine::Portfolio, ..VerifyOptions::default() };
        let run = || {
            let mut verifier = Verifier::new(case.circuit.clone(), options.clone(), Budget::unlimited())
                .expect("an engine over circuits");
            let verified: Vec<_> =
                (0..case.depths.len()).map(|p| verifier.verify(prop(p), &mut ())).collect();
            (verified, verifier.statistics())
        };
        assert_eq!(run(), run(), "{}", case.name);
    }
}

#[test]
fn paths_are_only_called_simple_where_that_was_used() {
    let mut circuit = Circuit::new();
    circuit.add_bad(Signal::FALSE);
    let mut engine = KInduction::new(&circuit, KInductionOptions::default(), Budget::unlimited());
    match engine.prove(prop(0), &mut ()) {
        Outcome::Safe(Certificate::KInductive { k: 1, simple_path: false, .. }) => {}
        other => panic!("{:?}", other),
    }
}
