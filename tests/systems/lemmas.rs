//! Lemmas that engines share.

use crate::cases::scaled;
use crate::counts::enough;
use crate::paths::in_package;
use crate::random_mixed::random_mixed_system;
use crate::random_system::depths;
use indubit::base::{Budget, Rng};
use indubit::engine::bmc::{BmcOptions, SystemBmc};
use indubit::engine::ic3_ia::{Ic3Ia, Ic3IaOptions};
use indubit::engine::ic3_smt::{Ic3Smt, Ic3SmtOptions};
use indubit::engine::kinduction::{KInductionOptions, SystemKInduction};
use indubit::engine::{Outcome, SharedLemmas, SystemOutcome};
use indubit::evidence::system::{check_certificate, check_trace};
use indubit::input::vmt;
use indubit::model::system::{Certificate, System};
use indubit::model::{Depth, PropertyId};
use indubit::solver::term::Sort;

fn ic3_smt(system: &System, budget: &Budget) -> Ic3Smt {
    let mut options = Ic3SmtOptions::default();
    options.search.inductive_subset = true;
    Ic3Smt::new(system, options, budget.clone())
}

fn ic3_ia(system: &System, budget: &Budget) -> Ic3Ia {
    let mut options = Ic3IaOptions::default();
    options.search.inductive_subset = true;
    Ic3Ia::new(system, options, budget.clone())
}

fn kinduction(system: &System, max_k: usize, budget: &Budget) -> SystemKInduction {
    let options =
        KInductionOptions { max_k: Some(max_k), simple_path: false, ..KInductionOptions::default() };
    SystemKInduction::new(system, options, budget.clone())
}

fn property(index: usize) -> PropertyId {
    PropertyId::new(index)
}

/// That the loop ends with the double sum is not k-inductive for any k. It takes the lemmas by which IC3 proves it, and
/// a new property for these lemmas to be published.
#[test]
fn k_induction_proves_with_the_lemmas_of_ic3() {
    let text = std::fs::read(in_package("tests/systems/bounded_loop.vmt")).expect("the fixture");
    let system = vmt::read(&text, &Budget::unlimited()).expect("a system");
    let budget = Budget::unlimited();
    let alone = kinduction(&system, 8, &budget).prove(property(2), &mut ());
    assert!(matches!(alone, Outcome::Unknown(_)), "{:?}", alone);

    let lemmas = SharedLemmas::new(&system);
    let mut ic3 = ic3_smt(&system, &budget);
    ic3.share(lemmas.clone());
    assert!(matches!(ic3.prove(property(2), &mut ()), Outcome::Safe(_)));
    assert!(matches!(ic3.prove(property(1), &mut ()), Outcome::Unsafe(_)));

    let mut with_lemmas = kinduction(&system, 8, &budget);
    with_lemmas.share(lemmas);
    let outcome = with_lemmas.prove(property(2), &mut ());
    let certificate = match &outcome {
        Outcome::Safe(certificate) => certificate,
        other => panic!("{:?}", other),
    };
    assert!(matches!(certificate, Certificate::KInductive { lemmas, .. } if !lemmas.formulas.is_empty()));
    check_certificate(&system, property(2), certificate, &budget).expect("a proof");
    // The lemmas stay when the property changes.
    let again = with_lemmas.prove(property(0), &mut ());
    assert!(
        matches!(&again, Outcome::Safe(c) if check_certificate(&system, property(0), c, &budget).is_ok())
    );
}

#[derive(Default, Debug)]
struct Counts {
    safe: u64,
    not_safe: u64,
    with_lemmas: u64,
}

fn judge(
    system: &System,
    id: PropertyId,
    depth: Option<usize>,
    outcome: &SystemOutcome,
    counts: &mut Counts,
) {
    let told = || format!("{:?}\n{}", outcome, vmt::write(system));
    match outcome {
        Outcome::Safe(certificate) => {
            assert_eq!(depth, None, "{}", told());
            let checked = check_certificate(system, id, certificate, &Budget::unlimited());
            assert_eq!(checked, Ok(()), "{}", told());
            counts.safe += 1;
            let lemmas =
                matches!(certificate, Certificate::KInductive { lemmas, .. } if !lemmas.formulas.is_empty());
            counts.with_lemmas += lemmas as u64;
        }
        Outcome::Unsafe(trace) => {
            assert!(depth.is_some(), "{}", told());
            assert_eq!(check_trace(system, trace), Ok(()), "{}", told());
            counts.not_safe += 1;
        }
        Outcome::Unknown(reason) => {
            let deeper = |safe: Depth| depth.map_or(true, |depth| safe < Depth::new(depth));
            assert!(reason.safe_depth.map_or(true, deeper), "{}", told());
        }
    }
}

#[test]
fn engines_that_share_lemmas_agree_with_the_search_through_all_states() {
    let mut counts = Counts::default();
    for seed in 0..scaled(60) as u64 {
        let mut rng = Rng::new(seed);
        let sorts = [Sort::Bool, Sort::BitVec(2), Sort::Int, Sort::Real];
        let system = random_mixed_system(&mut rng, &sorts);
        let expected = depths(&system);
        let budget = Budget::unlimited();
        budget.pause_at(600_000);
        let lemmas = SharedLemmas::new(&system);
        let (mut smt, mut ia) = (ic3_smt(&system, &budget), ic3_ia(&system, &budget));
        let mut induction = kinduction(&system, 4, &budget);
        let bound = BmcOptions { max_depth: Some(Depth::new(4)), ..BmcOptions::default() };
        let mut bmc = SystemBmc::new(&system, bound, budget.clone());
        smt.share(lemmas.clone());
        ia.share(lemmas.clone());
        induction.share(lemmas.clone());
        bmc.share(lemmas);
        let twice: Vec<PropertyId> = system.property_ids().chain(system.property_ids()).collect();
        for id in twice {
            let mut order = [0, 1, 2, 3];
            rng.shuffle(&mut order);
            for engine in order {
                let outcome = match engine {
                    0 => smt.prove(id, &mut ()),
                    1 => ia.prove(id, &mut ()),
                    2 => induction.prove(id, &mut ()),
                    _ => bmc.prove(id, &mut ()),
                };
                judge(&system, id, expected[id.index()], &outcome, &mut counts);
            }
        }
    }
    assert!(enough(counts.safe.min(counts.not_safe), 60), "{:?}", counts);
    assert!(enough(counts.with_lemmas, 5), "{:?}", counts);
}
