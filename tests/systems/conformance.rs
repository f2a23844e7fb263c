//! The fixtures of this folder, each a small system with its verdicts in its head, under every engine.

use crate::engines::{FORMS, FOR_BITS, FOR_TERMS, IMPLICANTS, LEMMAS, PREIMAGES};
use crate::options::{each_ic3_option, each_lazy_option, each_reduce_option};
use crate::paths::in_package;
use indubit::base::Budget;
use indubit::engine::bmc::BmcOptions;
use indubit::engine::ic3_smt::{FrameSolvers, Ic3SmtOptions, Preimage};
use indubit::engine::itp::{Form, ItpOptions};
use indubit::engine::kinduction::KInductionOptions;
use indubit::engine::{Outcome, StopCause};
use indubit::input::{btor2, vmt};
use indubit::model::system::System;
use indubit::model::Depth;
use indubit::portfolio::{Engine, EngineOptions, Reductions, SystemVerifier, VerifyOptions};
use indubit::solver::smt::Strength;
use indubit::solver::term::Sort;

/// A fixture, and by property the depth of the nearest bad step; `None` where there is none.
struct Fixture {
    name: String,
    system: System,
    depths: Vec<Option<usize>>,
}

fn fixtures() -> Vec<Fixture> {
    let folder = std::fs::read_dir(in_package("tests/systems")).expect("the folder of fixtures");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut list = Vec::new();
    for path in paths {
        let name = path.file_name().expect("a file").to_string_lossy().to_string();
        let bytes = std::fs::read(&path).expect("a readable file");
        let system = if name.ends_with(".vmt") {
            vmt::read(&bytes, &Budget::unlimited()).expect("a system")
        } else if name.ends_with(".btor2") {
            btor2::read(&bytes, &Budget::unlimited()).expect("a system").system
        } else {
            continue;
        };
        let depths = expected(&String::from_utf8_lossy(&bytes));
        assert_eq!(depths.len(), system.properties().len(), "{}", name);
        list.push(Fixture { name, system, depths });
    }
    list
}

/// The lines `; expected: b0 safe` and `; expected: b1 unsafe 3`, in the order of the properties.
fn expected(text: &str) -> Vec<Option<usize>> {
    let verdicts = text.lines().filter_map(|line| line.strip_prefix("; expected: b"));
    let verdict = |(i, line): (usize, &str)| {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[0], i.to_string());
        match words[1..] {
            ["safe"] => None,
            ["unsafe", depth] => Some(depth.parse().expect("a depth")),
            _ => panic!("{}", line),
        }
    };
    verdicts.enumerate().map(verdict).collect()
}

/// Safe properties that an engine does not prove: there are infinitely many states, and no `k` is enough.
const NOT_K_INDUCTIVE: &[(&str, usize)] = &[("bounded_loop.vmt", 2)];

/// Default options of an engine. Bounded model checking has a bound, and so has k-induction.
fn options_of(engine: Engine) -> VerifyOptions {
    let bmc = BmcOptions { max_depth: Some(Depth::new(16)), ..BmcOptions::default() };
    let kinduction = KInductionOptions { max_k: Some(16), ..KInductionOptions::default() };
    VerifyOptions {
        engine,
        engines: EngineOptions { bmc, kinduction, ..EngineOptions::default() },
        ..VerifyOptions::default()
    }
}

/// The verdict that the engine has to find within its budget.
fn conforms(fixture: &Fixture, options: &VerifyOptions) {
    let budget = Budget::unlimited();
    budget.pause_at(600_000);
    let verifier = SystemVerifier::new(fixture.system.clone(), options.clone(), budget);
    let mut verifier = verifier.expect("an engine for this system");
    for (property, &depth) in fixture.system.property_ids().zip(&fixture.depths) {
        let engine = options.engine;
        let told = format!("{} {} by {:?}", fixture.name, property, options);
        match verifier.verify(property, &mut ()).outcome {
            Outcome::Safe(_) => assert_eq!(depth, None, "{}", told),
            Outcome::Unsafe(trace) => {
                let found = trace.depth().transitions();
                let shortest = depth.unwrap_or_else(|| panic!("said to be unsafe: {}", told));
                assert!(found >= shortest, "{}", told);
                let is_shortest = matches!(engine, Engine::Bmc | Engine::KInduction);
                assert!(!is_shortest || found == shortest, "{}", told);
            }
            Outcome::Unknown(reason) => {
                assert_eq!(depth, None, "not found, {}: {}", reason, told);
                let (name, index) = (fixture.name.as_str(), property.index());
                let is_open = match engine {
                    Engine::Bmc => reason.cause == StopCause::Bound,
                    Engine::KInduction => NOT_K_INDUCTIVE.contains(&(name, index)),
                    _ => false,
                };
                assert!(is_open, "{}: {}", told, reason);
            }
        }
    }
}

fn is_of_bits(system: &System) -> bool {
    let mut variables = system.states().iter().map(|s| s.current).chain(system.inputs().iter().copied());
    variables.all(|t| matches!(system.terms().sort(t), Sort::Bool | Sort::BitVec(_)))
}

#[test]
fn every_engine_on_every_fixture() {
    for fixture in fixtures() {
        let for_bits: &[Engine] = if is_of_bits(&fixture.system) { &FOR_BITS } else { &[] };
        for &engine in FOR_TERMS.iter().chain(for_bits) {
            conforms(&fixture, &options_of(engine));
        }
    }
}

#[test]
fn each_option_of_interpolation_flipped_alone() {
    for fixture in fixtures() {
        for form in FORMS {
            let with = |change: &dyn Fn(&mut ItpOptions)| {
                let mut options = options_of(Engine::Itp);
                options.engines.itp.form = form;
                change(&mut options.engines.itp);
                conforms(&fixture, &options);
            };
            with(&|_| {});
            with(&|o| o.strength = Strength::Symmetric);
            with(&|o| o.strength = Strength::Weak);
            with(&|o| o.proofs = 1);
            with(&|o| o.seed = 1);
        }
    }
}

#[test]
fn each_option_of_ic3_with_smt_flipped_alone() {
    for fixture in fixtures() {
        let with = |change: &dyn Fn(&mut Ic3SmtOptions)| {
            let mut options = options_of(Engine::Ic3Smt);
            change(&mut options.engines.ic3_smt);
            conforms(&fixture, &options);
        };
        // To block one state after the other takes too long where there are many.
        for preimage in PREIMAGES.into_iter().filter(|&preimage| preimage != Preimage::Point) {
            with(&|o| o.preimage = preimage);
        }
        for implicant in IMPLICANTS {
            with(&|o| o.implicant = implicant);
        }
        for lemmas in LEMMAS {
            with(&|o| o.lemmas = lemmas);
        }
        with(&|o| o.solvers = FrameSolvers::PerFrame);
        with(&|o| o.split_equalities ^= true);
        with(&|o| o.seed = 1);
    }
}

#[test]
fn each_option_of_the_search_flipped_alone() {
    for fixture in fixtures() {
        for search in each_ic3_option().into_iter().map(|options| options.search) {
            let mut options = options_of(Engine::Itp);
            options.engines.itp.search = search.clone();
            options.engines.itp.form = Form::Avy;
            conforms(&fixture, &options);
            let mut options = options_of(Engine::Ic3Smt);
            options.engines.ic3_smt.search = search.clone();
            conforms(&fixture, &options);
            let mut options = options_of(Engine::Ic3Ia);
            options.engines.ic3_ia.search = search;
            conforms(&fixture, &options);
        }
    }
}

#[test]
fn each_option_of_engines_over_bits_flipped_alone() {
    for fixture in fixtures().iter().filter(|fixture| is_of_bits(&fixture.system)) {
        for ic3 in each_ic3_option() {
            conforms(fixture, &{
                let base = options_of(Engine::Ic3);
                VerifyOptions { engines: EngineOptions { ic3, ..base.engines }, ..base }
            });
        }
        for lazy_ic3 in each_lazy_option() {
            conforms(fixture, &{
                let base = options_of(Engine::LazyIc3);
                VerifyOptions { engines: EngineOptions { lazy_ic3, ..base.engines }, ..base }
            });
        }
        for reduce in each_reduce_option() {
            conforms(fixture, &{
                let base = options_of(Engine::Ic3);
                VerifyOptions { reduce: Reductions { circuit: reduce, ..base.reduce }, ..base }
            });
        }
    }
}
