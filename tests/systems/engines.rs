//! Every engine over systems gives the verdicts that a search through all states finds, under all options, with
//! evidence that passes its check; and it does so again after a pause.

use crate::cases::scaled;
use crate::counts::enough;
use crate::options::{any_ic3_options, any_lazy_options, any_reduce_options, any_search_options};
use crate::random_mixed::random_mixed_system;
use crate::random_system::{depths, random_system};
use indubit::base::{Budget, Limit, Rng};
use indubit::engine::bmc::BmcOptions;
use indubit::engine::ctigar::{CtigarOptions, Refinement};
use indubit::engine::ic3_ia::Ic3IaOptions;
use indubit::engine::ic3_smt::{FrameSolvers, Ic3SmtOptions, Implicant, Lemmas, Preimage};
use indubit::engine::itp::{Form, ItpOptions};
use indubit::engine::kinduction::KInductionOptions;
use indubit::engine::{Outcome, StopCause};
use indubit::input::vmt;
use indubit::model::encode::integers::{to_integers, Wraps};
use indubit::model::system::System;
use indubit::model::{Depth, PropertyId};
use indubit::portfolio::{
    Engine, EngineOptions, ImageOptions, PortfolioOptions, Reductions, SystemVerifier, VerifiedSystem,
    VerifyOptions, Words,
};
use indubit::solver::smt::Strength;
use indubit::solver::term::Sort;

/// Engines that work on any system.
pub const FOR_TERMS: [Engine; 7] = [
    Engine::Ic3Smt,
    Engine::Ic3Ia,
    Engine::Ctigar,
    Engine::Itp,
    Engine::Bmc,
    Engine::KInduction,
    Engine::Portfolio,
];

/// The ways to make an invariant of interpolants.
pub const FORMS: [Form; 3] = [Form::McMillan, Form::Sequence, Form::Avy];

/// The ways to make a cube of predecessors.
pub const PREIMAGES: [Preimage; 4] =
    [Preimage::Point, Preimage::Projection, Preimage::FirstCube, Preimage::Exact];

/// The ways to choose the literals that are projected.
pub const IMPLICANTS: [Implicant; 3] = [Implicant::Justified, Implicant::Core, Implicant::DualRail];

/// The sources of lemmas.
pub const LEMMAS: [Lemmas; 3] = [Lemmas::Core, Lemmas::Interpolant, Lemmas::Farkas];

/// Engines that need bits.
pub const FOR_BITS: [Engine; 2] = [Engine::Ic3, Engine::LazyIc3];

/// Bounded model checking stops here.
const BOUND: usize = 8;

/// The work that a run may do.
const WORK: u64 = 300_000;

/// Default options of an engine. Bounded model checking has a bound.
pub fn options_of(engine: Engine) -> VerifyOptions {
    let bmc = BmcOptions { max_depth: Some(Depth::new(BOUND)), ..BmcOptions::default() };
    VerifyOptions {
        engine,
        engines: EngineOptions { bmc, ..EngineOptions::default() },
        ..VerifyOptions::default()
    }
}

/// Any combination of the options of an engine.
fn any_options_of(rng: &mut Rng, engine: Engine) -> VerifyOptions {
    let seed = rng.next_u64();
    let ic3_smt = Ic3SmtOptions {
        search: any_search_options(rng),
        seed,
        preimage: PREIMAGES[rng.below(4)],
        implicant: IMPLICANTS[rng.below(3)],
        lemmas: LEMMAS[rng.below(3)],
        solvers: if rng.one_in(2) { FrameSolvers::Shared } else { FrameSolvers::PerFrame },
        split_equalities: rng.one_in(2),
    };
    let ic3_ia = Ic3IaOptions {
        search: any_search_options(rng),
        seed,
        from_init: rng.one_in(2),
        from_bad: rng.one_in(2),
        from_trans: rng.one_in(2),
        from_hints: rng.one_in(2),
    };
    let refinement = |lazy: bool| if lazy { Refinement::Lazy } else { Refinement::Eager };
    let ctigar = CtigarOptions {
        ia: Ic3IaOptions { search: any_search_options(rng), ..ic3_ia.clone() },
        lifting: refinement(rng.one_in(2)),
        consecution: refinement(rng.one_in(2)),
    };
    let itp = ItpOptions {
        form: FORMS[rng.below(3)],
        seed,
        strength: [Strength::Strong, Strength::Symmetric, Strength::Weak][rng.below(3)],
        proofs: rng.below(4),
        max_depth: None,
        search: any_search_options(rng),
    };
    let defaults = options_of(engine);
    {
        let base = defaults;
        VerifyOptions {
            engines: EngineOptions {
                ic3: any_ic3_options(rng),
                lazy_ic3: any_lazy_options(rng),
                bmc: BmcOptions { seed, step: 1 + rng.below(3), ..base.engines.bmc },
                kinduction: KInductionOptions { seed, ..KInductionOptions::default() },
                itp,
                ic3_smt,
                ic3_ia,
                ctigar,
                ..base.engines
            },
            reduce: Reductions { on: rng.one_in(2), circuit: any_reduce_options(rng), ..base.reduce },
            images: ImageOptions { bits: rng.one_in(2), ..base.images },
            portfolio: PortfolioOptions {
                share_lemmas: rng.one_in(2),
                inductive_only: rng.one_in(4),
                ..base.portfolio
            },
            ..base
        }
    }
}

fn small_budget() -> Budget {
    let budget = Budget::unlimited();
    budget.pause_at(WORK);
    budget
}

/// The answers to the questions, counted.
#[derive(Default, Debug)]
struct Counts {
    safe: u64,
    not_safe: u64,
    unknown: u64,
}

/// Holds a verdict against the depth of the nearest bad step. `None` stands for a limit that was reached.
fn judge(system: &System, engine: Engine, depth: Option<usize>, verdict: &VerifiedSystem) -> Option<bool> {
    let told = || format!("{:?}: {:?}\n{}", engine, verdict, vmt::write(system));
    match &verdict.outcome {
        Outcome::Safe(_) => assert_eq!(depth, None, "{}", told()),
        Outcome::Unsafe(trace) => {
            assert!(depth.map_or(false, |depth| Depth::new(depth) <= trace.depth()), "{}", told());
        }
        Outcome::Unknown(reason) => {
            let deeper = |safe: Depth| depth.map_or(true, |depth| safe < Depth::new(depth));
            assert!(reason.safe_depth.map_or(true, deeper), "{}", told());
            match reason.cause {
                StopCause::Limit(Limit::Paused) => return None,
                StopCause::Bound => {
                    assert_eq!(engine, Engine::Bmc, "{}", told());
                    assert!(depth.map_or(true, |depth| depth > BOUND), "{}", told());
                }
                _ => panic!("{}", told()),
            }
        }
    }
    Some(depth.is_none())
}

/// One engine on all properties, one after the other.
fn conforms(system: &System, options: &VerifyOptions, expected: &[Option<usize>], counts: &mut Counts) {
    let verifier = SystemVerifier::new(system.clone(), options.clone(), small_budget());
    let mut verifier = verifier.expect("an engine for this system");
    for (property, &depth) in system.property_ids().zip(expected) {
        match judge(system, options.engine, depth, &verifier.verify(property, &mut ())) {
            Some(true) => counts.safe += 1,
            Some(false) => counts.not_safe += 1,
            None => counts.unknown += 1,
        }
    }
}

/// All engines on random systems over these sorts, each with its defaults and with any options.
fn all_engines_agree(sorts: &[Sort], usual: usize) {
    let is_bits = sorts.iter().all(|sort| !sort.is_numeric());
    let for_bits: &[Engine] = if is_bits { &FOR_BITS } else { &[] };
    let mut counts = Counts::default();
    for seed in 0..scaled(usual) as u64 {
        let mut rng = Rng::new(seed);
        let system = random_mixed_system(&mut rng, sorts);
        let expected = depths(&system);
        for &engine in FOR_TERMS.iter().chain(for_bits) {
            conforms(&system, &options_of(engine), &expected, &mut counts);
            conforms(&system, &any_options_of(&mut rng, engine), &expected, &mut counts);
        }
        for form in FORMS {
            let options = {
                let base = options_of(Engine::Itp);
                VerifyOptions {
                    engines: EngineOptions {
                        itp: ItpOptions { form, ..ItpOptions::default() },
                        ..base.engines
                    },
                    ..base
                }
            };
            conforms(&system, &options, &expected, &mut counts);
        }
    }
    let asked = counts.safe + counts.not_safe;
    assert!(enough(counts.safe.min(counts.not_safe), usual as u64), "{:?}", counts);
    assert!(counts.unknown * 20 < asked, "{:?}", counts);
}

#[test]
fn booleans() {
    all_engines_agree(&[Sort::Bool], 60);
}

#[test]
fn words() {
    all_engines_agree(&[Sort::BitVec(1), Sort::BitVec(2), Sort::BitVec(3)], 60);
}

#[test]
fn words_as_integers() {
    let (mut counts, mut open) = (Counts::default(), 0);
    for seed in 0..scaled(200) as u64 {
        let mut rng = Rng::new(seed);
        let system = random_mixed_system(&mut rng, &[Sort::Bool, Sort::BitVec(2), Sort::BitVec(3)]);
        let has_words = system.states().iter().any(|s| system.terms().sort(s.current) != Sort::Bool);
        if !has_words || to_integers(&system, Wraps::Kept, &Budget::unlimited()).is_err() {
            continue;
        }
        let expected = depths(&system);
        for engine in [Engine::Ic3Ia, Engine::Ic3Smt] {
            let options = {
                let base = any_options_of(&mut rng, engine);
                VerifyOptions { images: ImageOptions { words: Words::Integers, ..base.images }, ..base }
            };
            conforms(&system, &options, &expected, &mut counts);
            // Without wraps a proof may be lost, but no answer is wrong.
            let options = {
                let base = any_options_of(&mut rng, engine);
                VerifyOptions { images: ImageOptions { words: Words::WithoutWraps, ..base.images }, ..base }
            };
            let mut verifier =
                SystemVerifier::new(system.clone(), options, small_budget()).expect("an engine");
            for (property, &depth) in system.property_ids().zip(&expected) {
                match verifier.verify(property, &mut ()).outcome {
                    Outcome::Safe(_) => assert_eq!(depth, None, "{}", vmt::write(&system)),
                    Outcome::Unsafe(trace) => {
                        assert!(depth.map_or(false, |depth| Depth::new(depth) <= trace.depth()))
                    }
                    Outcome::Unknown(reason) => {
                        assert_eq!(reason.safe_depth, None, "{}", vmt::write(&system));
                        open += 1;
                    }
                }
            }
        }
    }
    assert!(enough(counts.safe.min(counts.not_safe), 60), "{:?}", counts);
    assert!(open < counts.safe + counts.not_safe, "{:?}, {} open", counts, open);
}

#[test]
fn integers() {
    all_engines_agree(&[Sort::Int], 60);
}

#[test]
fn reals() {
    all_engines_agree(&[Sort::Real], 60);
}

#[test]
fn integers_and_reals() {
    all_engines_agree(&[Sort::Int, Sort::Real], 60);
}

#[test]
fn all_sorts_together() {
    all_engines_agree(&[Sort::Bool, Sort::BitVec(2), Sort::Int, Sort::Real], 60);
}

#[test]
fn functions_and_relations_over_bits() {
    let mut counts = Counts::default();
    for seed in 0..scaled(60) as u64 {
        let mut rng = Rng::new(seed);
        let system = random_system(&mut rng);
        let expected = depths(&system);
        for &engine in FOR_TERMS.iter().chain(&FOR_BITS) {
            conforms(&system, &options_of(engine), &expected, &mut counts);
            conforms(&system, &any_options_of(&mut rng, engine), &expected, &mut counts);
        }
    }
    assert!(enough(counts.safe.min(counts.not_safe), 60), "{:?}", counts);
}

/// The sorts of the tests below.
const ANY: [Sort; 4] = [Sort::Bool, Sort::BitVec(2), Sort::Int, Sort::Real];

/// Verifies a property in slices of work, the first of which is short.
fn in_slices(verifier: &mut SystemVerifier, budget: &Budget, property: PropertyId) -> VerifiedSystem {
    let mut slice = 500;
    loop {
        budget.pause_at(WORK.min(budget.work_used() + slice));
        slice += slice / 4;
        let verdict = verifier.verify(property, &mut ());
        match &verdict.outcome {
            Outcome::Unknown(reason)
                if reason.cause == StopCause::Limit(Limit::Paused) && budget.work_used() < WORK => {}
            _ => return verdict,
        }
    }
}

#[test]
fn a_paused_engine_goes_on_to_the_same_verdict() {
    let mut counts = Counts::default();
    for seed in 0..scaled(40) as u64 {
        let mut rng = Rng::new(1000 + seed);
        let system = random_mixed_system(&mut rng, &ANY);
        let expected = depths(&system);
        for engine in FOR_TERMS {
            // A portfolio pauses its members itself.
            let options = any_options_of(&mut rng, engine);
            let budget = small_budget();
            let mut verifier = SystemVerifier::new(system.clone(), options, budget.clone())
                .expect("an engine for any system");
            for (property, &depth) in system.property_ids().zip(&expected) {
                let verdict = in_slices(&mut verifier, &budget, property);
                match judge(&system, engine, depth, &verdict) {
                    Some(true) => counts.safe += 1,
                    Some(false) => counts.not_safe += 1,
                    None => counts.unknown += 1,
                }
            }
        }
    }
    assert!(enough(counts.safe.min(counts.not_safe), 40), "{:?}", counts);
}

#[test]
fn the_same_run_gives_the_same_verdicts_and_statistics() {
    for seed in 0..scaled(30) as u64 {
        let mut rng = Rng::new(2000 + seed);
        let system = random_mixed_system(&mut rng, &ANY);
        for engine in FOR_TERMS {
            let options = any_options_of(&mut rng, engine);
            let run = || {
                let budget = small_budget();
                let verifier = SystemVerifier::new(system.clone(), options.clone(), budget.clone());
                let mut verifier = verifier.expect("an engine for any system");
                let verdicts: Vec<String> = system
                    .property_ids()
                    .map(|property| format!("{:?}", verifier.verify(property, &mut ())))
                    .collect();
                (verdicts, verifier.statistics(), budget.conflicts_used(), budget.work_used())
            };
            assert_eq!(run(), run(), "{:?}\n{}", engine, vmt::write(&system));
        }
    }
}

#[test]
fn properties_in_any_order() {
    let mut counts = Counts::default();
    for seed in 0..scaled(60) as u64 {
        let mut rng = Rng::new(3000 + seed);
        let system =
            if rng.one_in(2) { random_mixed_system(&mut rng, &ANY) } else { random_system(&mut rng) };
        let expected = depths(&system);
        for engine in FOR_TERMS {
            let verifier = SystemVerifier::new(system.clone(), options_of(engine), small_budget());
            let mut verifier = verifier.expect("an engine for any system");
            let mut order: Vec<PropertyId> = system.property_ids().chain(system.property_ids()).collect();
            rng.shuffle(&mut order);
            for property in order {
                let verdict = verifier.verify(property, &mut ());
                match judge(&system, engine, expected[property.index()], &verdict) {
                    Some(true) => counts.safe += 1,
                    Some(false) => counts.not_safe += 1,
                    None => counts.unknown += 1,
                }
            }
        }
    }
    assert!(enough(counts.safe.min(counts.not_safe), 60), "{:?}", counts);
}

/// The verdict of an engine on each of these properties, in this order.
fn verdicts_in_order(text: &str, options: VerifyOptions, order: &[usize]) -> Vec<&'static str> {
    let system = vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system");
    let mut verifier =
        SystemVerifier::new(system, options, small_budget()).expect("an engine for any system");
    let mut verdict = |&property: &usize| match verifier.verify(PropertyId::new(property), &mut ()).outcome {
        Outcome::Safe(_) => "safe",
        Outcome::Unsafe(_) => "unsafe",
        Outcome::Unknown(_) => "unknown",
    };
    order.iter().map(&mut verdict).collect()
}

#[test]
fn a_dead_end_that_is_bad_is_found_after_a_property_that_took_longer_runs() {
    // The runs are 0, 1 and 0, 2, 3. No step leaves 1.
    let text = "(declare-fun x () Int)
                (define-fun .x () Int (! x :next y))
                (define-fun .i () Bool (! (= x 0) :init true))
                (define-fun .t () Bool (! (or (and (= x 0) (<= 1 y 2)) (and (= x 2) (= y 3))) :trans true))
                (define-fun .p () Bool (! (distinct x 3) :invar-property 0))
                (define-fun .q () Bool (! (distinct x 1) :invar-property 1))";
    for engine in FOR_TERMS {
        let found = verdicts_in_order(text, options_of(engine), &[0, 1, 0]);
        assert_eq!(found, ["unsafe", "unsafe", "unsafe"], "{:?}", engine);
    }
}

#[test]
fn may_obligations_under_implicit_abstraction_lead_to_reachable_states() {
    let text = "(declare-fun x () (_ BitVec 2))
                (define-fun .x () (_ BitVec 2) (! x :next y))
                (define-fun .i () Bool (! (= x #b00) :init true))
                (define-fun .t () Bool (! (= y (bvadd x #b01)) :trans true))
                (define-fun .p () Bool (! (distinct x #b10) :invar-property 0))
                (define-fun .q () Bool (! (distinct x #b11) :invar-property 1))
                (define-fun .r () Bool (! (distinct x #b01) :invar-property 2))";
    let mut options = options_of(Engine::Ic3Ia);
    options.engines.ic3_ia.search.may_obligations = true;
    for from_init in [false, true] {
        options.engines.ic3_ia.from_init = from_init;
        let found = verdicts_in_order(text, options.clone(), &[0, 1, 2]);
        assert_eq!(found, ["unsafe", "unsafe", "unsafe"]);
    }
}

/// A chain over predicates from before the last refinement once was called spurious, and the search given up.
#[test]
fn ctigar_goes_on_after_a_chain_over_too_few_predicates() {
    let text = "(declare-fun x () Int)
                (declare-fun go () Bool)
                (define-fun .x () Int (! x :next y))
                (define-fun .i () Bool (! (= x 0) :init true))
                (define-fun .t () Bool (! (= y (ite (and go (< x 5)) (+ x 1) x)) :trans true))
                (define-fun .p () Bool (! (<= x 5) :invar-property 0))
                (define-fun .q () Bool (! (< x 3) :invar-property 1))";
    assert_eq!(verdicts_in_order(text, options_of(Engine::Ctigar), &[0, 1]), ["safe", "unsafe"]);
}

#[test]
fn implicit_abstraction_without_first_predicates_finds_those_that_keep_init_and_bad_apart() {
    let text = "(declare-fun x () Int)
                (define-fun .x () Int (! x :next y))
                (define-fun .i () Bool (! (= x 0) :init true))
                (define-fun .t () Bool (! (= y (+ x 2)) :trans true))
                (define-fun .p () Bool (! (distinct x (- 1)) :invar-property 0))
                (define-fun .q () Bool (! (distinct x 2) :invar-property 1))";
    let mut options = options_of(Engine::Ic3Ia);
    options.engines.ic3_ia.from_init = false;
    options.engines.ic3_ia.from_bad = false;
    assert_eq!(verdicts_in_order(text, options, &[0, 1]), ["safe", "unsafe"]);
}

#[test]
fn a_run_has_its_first_step_even_if_no_formula_says_anything_about_it() {
    let text = "(declare-fun x () Int)
                (define-fun .x () Int (! x :next y))
                (define-fun .i () Bool (! true :init true))
                (define-fun .t () Bool (! (= y x) :trans true))
                (define-fun .p () Bool (! false :invar-property 0))";
    for engine in FOR_TERMS {
        assert_eq!(verdicts_in_order(text, options_of(engine), &[0]), ["unsafe"], "{:?}", engine);
    }
    for form in FORMS {
        let itp = ItpOptions { form, ..ItpOptions::default() };
        let options = {
            let base = options_of(Engine::Itp);
            VerifyOptions { engines: EngineOptions { itp, ..base.engines }, ..base }
        };
        assert_eq!(verdicts_in_order(text, options, &[0]), ["unsafe"], "{:?}", form);
    }
}
