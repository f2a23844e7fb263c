//! Shorter counterexamples: with all of the budget they are as short as explicit-state search finds them.

use crate::cases::scaled;
use crate::counts::enough;
use crate::oracle::{explicit_verdicts, prop, replay};
use crate::paths::in_package;
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::ic3::Generalisation;
use indubit::engine::Outcome;
use indubit::input::aiger::read;
use indubit::model::circuit::Circuit;
use indubit::model::Depth;
use indubit::portfolio::{Engine, Shortest, Verifier, VerifyOptions};

/// Options under which engines find traces of any length.
fn any_options(rng: &mut Rng) -> VerifyOptions {
    let engines =
        [Engine::Ic3, Engine::Ic3, Engine::LazyIc3, Engine::Bmc, Engine::KInduction, Engine::Portfolio];
    let mut options = VerifyOptions { engine: engines[rng.below(engines.len())], ..VerifyOptions::default() };
    options.seed = rng.below(1000) as u64;
    options.engines.bmc.step = 1 + 4 * rng.below(2);
    // BMC alone does not end where there is no counterexample.
    options.engines.bmc.max_depth = Some(Depth::new(20));
    options.engines.ic3.search.may_obligations = rng.one_in(2);
    options.engines.ic3.search.generalisation =
        [Generalisation::Linear, Generalisation::Ctg, Generalisation::Dynamic][rng.below(3)];
    options.reduce.on = rng.one_in(2);
    options.images.temporal_decomposition = rng.below(3);
    options
}

fn depths(
    circuit: &Circuit,
    options: &VerifyOptions,
    shortest: Shortest,
) -> Vec<Option<(usize, Option<Depth>)>> {
    let options = VerifyOptions { shortest, ..options.clone() };
    let verifier = Verifier::new(circuit.clone(), options, Budget::unlimited());
    let mut verifier = verifier.expect("the engine takes circuits");
    let each = |property| {
        let found = verifier.verify(prop(property), &mut ());
        match &found.outcome {
            Outcome::Unsafe(trace) => {
                replay(circuit, trace);
                Some((trace.depth().transitions(), found.least_depth))
            }
            Outcome::Safe(_) | Outcome::Unknown(_) => {
                assert_eq!(found.least_depth, None);
                None
            }
        }
    };
    (0..circuit.bads().len()).map(each).collect()
}

#[test]
fn a_counterexample_is_as_short_as_an_explicit_search_finds_it() {
    let (mut longer, mut shortened) = (0, 0);
    for seed in 0..scaled(4000) as u64 {
        let mut rng = Rng::new(seed);
        let circuit = random_circuit(&mut rng, &Shape { latches: 7, ..Shape::default() });
        let options = any_options(&mut rng);
        let least = explicit_verdicts(&circuit);
        let before = depths(&circuit, &options, Shortest::Off);
        let after = depths(&circuit, &options, Shortest::On);
        let within = depths(&circuit, &options, Shortest::Auto);
        for (i, &least) in least.iter().enumerate() {
            let known = least.map(|least| (least, Some(Depth::new(least))));
            if before[i].is_none() && options.engine == Engine::Bmc {
                assert!(least.map_or(true, |least| least > 20));
                continue;
            }
            assert_eq!(after[i], known, "seed {}, property {}, {:?}", seed, i, options.engine);
            for found in [before[i], within[i]].into_iter().flatten() {
                let (depth, bound) = (found.0, found.1.expect("a bound").transitions());
                assert!(bound <= least.unwrap_or(0) && least <= Some(depth), "seed {}", seed);
            }
            let is_longer =
                |found: &[Option<(usize, Option<Depth>)>]| found[i].map(|(depth, _)| depth) > least;
            longer += u64::from(is_longer(&before));
            if is_longer(&before) {
                eprintln!("L {} {:?} {:?} {:?}", seed, options.engine, before[i], least);
            }
            shortened += u64::from(is_longer(&before) && !is_longer(&within));
        }
    }
    assert!(enough(longer, 10) && enough(shortened, 4), "{} {}", longer, shortened);
}

/// IC3 finds a longer trace here than BMC does.
#[test]
fn ic3_ends_with_the_depth_of_bmc() {
    let bytes = std::fs::read(in_package("tests/cli/longer_trace.aag")).expect("a readable file");
    let circuit = read(&bytes).expect("a circuit").circuit;
    let with = |engine, shortest| {
        let options = VerifyOptions { engine, ..VerifyOptions::default() };
        depths(&circuit, &options, shortest)[0].expect("it is unsafe")
    };
    let (longer, bound) = with(Engine::Ic3, Shortest::Off);
    assert!(longer > 15 && bound == Some(Depth::new(0)), "{}", longer);
    let shortest = with(Engine::Bmc, Shortest::Off);
    assert_eq!(shortest, (15, Some(Depth::new(15))));
    assert_eq!(with(Engine::Ic3, Shortest::On), shortest);
    assert_eq!(with(Engine::Ic3, Shortest::Auto), shortest);
}

/// The search ends with the budget, and keeps the bound that it has come to.
#[test]
fn a_search_that_is_interrupted_says_how_far_it_came() {
    let bytes = std::fs::read(in_package("tests/cli/longer_trace.aag")).expect("a readable file");
    let circuit = read(&bytes).expect("a circuit").circuit;
    let budget = Budget::unlimited();
    let options = VerifyOptions { engine: Engine::Ic3, shortest: Shortest::Off, ..VerifyOptions::default() };
    let verifier = Verifier::new(circuit.clone(), options.clone(), budget.clone());
    let _refuted = verifier.expect("the engine takes circuits").verify(prop(0), &mut ());
    let work = budget.work_used();
    let bounds = [200, 3000].map(|more| {
        let budget = Budget::unlimited();
        budget.pause_at(work + more);
        let options = VerifyOptions { shortest: Shortest::On, ..options.clone() };
        let verifier = Verifier::new(circuit.clone(), options, budget);
        let found = verifier.expect("the engine takes circuits").verify(prop(0), &mut ());
        assert!(matches!(&found.outcome, Outcome::Unsafe(trace) if trace.depth() > Depth::new(15)));
        assert_eq!(found.by, "ic3");
        found.least_depth.expect("a bound").transitions()
    });
    assert!(bounds[0] < bounds[1] && bounds[1] < 15, "{:?}", bounds);
}
