//! Every engine on every kind of model: it works under its name, or is refused.

use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::input::{btor2, cfa, horn};
use indubit::model::encode::blast::blast;
use indubit::model::horn::Horn;
use indubit::model::system::System;
use indubit::model::PropertyId;
use indubit::portfolio::{
    Engine, HornVerifier, Kind, Misfit, ProgramVerifier, Reductions, SystemVerifier, Unfit, Verifier,
    VerifyOptions,
};

/// A word that grows by 2 from 0 on is never 7.
const SYSTEM: &str =
    "1 sort bitvec 4\n2 zero 1\n3 state 1 x\n4 init 1 3 2\n5 constd 1 2\n6 add 1 3 5\n7 next 1 3 6
8 constd 1 7\n9 sort bitvec 1\n10 eq 9 3 8\n11 bad 10\n";

const PROGRAM: &str =
    "(declare-const x (_ BitVec 4)) (location start :initial) (location wrong :error) (location loop)
(edge start loop (assign (x #x0)))
(edge loop loop (assign (x (bvadd x #x2))))
(edge loop wrong (assume (= x #x7)))";

const CLAUSES: &str = "(set-logic HORN) (declare-fun p ((_ BitVec 4)) Bool)
(assert (forall ((x (_ BitVec 4))) (=> (= x #x0) (p x))))
(assert (forall ((x (_ BitVec 4))) (=> (p x) (p (bvadd x #x2)))))
(assert (forall ((x (_ BitVec 4))) (=> (and (p x) (= x #x7)) false)))";

/// Here the sum of any two of the words is one of them.
const SEVERAL_ATOMS: &str = "(set-logic HORN) (declare-fun p ((_ BitVec 4)) Bool)
(assert (forall ((x (_ BitVec 4))) (=> (= x #x2) (p x))))
(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4))) (=> (and (p x) (p y)) (p (bvadd x y)))))
(assert (forall ((x (_ BitVec 4))) (=> (and (p x) (= x #x7)) false)))";

fn system() -> System {
    btor2::read(SYSTEM.as_bytes(), &Budget::unlimited()).expect("a system").system
}

fn clauses(text: &str) -> Horn {
    horn::read(text.as_bytes(), &Budget::unlimited()).expect("clauses").horn
}

/// A counter that no other algorithm has.
fn own_counter(engine: Engine) -> &'static str {
    match engine {
        Engine::Ic3 => "predecessors lifted",
        Engine::LazyIc3 => "latches made visible",
        Engine::Bmc => "steps unrolled",
        Engine::KInduction => "steps unrolled from any state",
        Engine::Car => "states of the U-sequence",
        Engine::Fsis => "states that lead to a bad one",
        Engine::Itp => "unrollings",
        Engine::Ic3Smt | Engine::Ic3Ia | Engine::Ctigar => "obligations",
        Engine::TreeIc3
        | Engine::TreeIc3Itp
        | Engine::TreeIc3Ia
        | Engine::TreeIc3ItpMono
        | Engine::TreeItp => "times covered",
        Engine::Ic3Cfa => "literals dropped",
        Engine::PredAbs => "abstract states",
        Engine::Guess => "guesses",
        Engine::Explicit => "states expanded",
        Engine::Spacer | Engine::Gpdr => "facts",
        Engine::Unwind => "nodes of the last tree",
        _ => "",
    }
}

/// The answer of an engine on a model: whether that is safe, if it knows, by whom, and its counters.
type Said = Result<(Option<bool>, &'static str, Vec<(String, u64)>), Unfit>;

fn safe<C, T>(outcome: &Outcome<C, T>) -> Option<bool> {
    match outcome {
        Outcome::Safe(_) => Some(true),
        Outcome::Unsafe(_) => Some(false),
        Outcome::Unknown(_) => None,
    }
}

fn ask(kind: Kind, options: VerifyOptions) -> Said {
    let budget = Budget::unlimited();
    budget.pause_at(20_000_000);
    let property = PropertyId::new(0);
    Ok(match kind {
        Kind::Circuit => {
            let circuit = blast(&system(), &budget).expect("a system of bits").circuit;
            let mut verifier = Verifier::new(circuit, options, budget)?;
            let said = verifier.verify(property, &mut ());
            (safe(&said.outcome), said.by, verifier.statistics())
        }
        Kind::System => {
            let mut verifier = SystemVerifier::new(system(), options, budget)?;
            let said = verifier.verify(property, &mut ());
            (safe(&said.outcome), said.by, verifier.statistics())
        }
        Kind::Program => {
            let program = cfa::read(PROGRAM.as_bytes(), &budget).expect("a program");
            let mut verifier = ProgramVerifier::new(program, options, budget)?;
            let said = verifier.verify(&mut ());
            (safe(&said.outcome), said.by, verifier.statistics())
        }
        Kind::Clauses => {
            let mut verifier = HornVerifier::new(clauses(CLAUSES), options, budget)?;
            let said = verifier.verify(&mut ());
            (safe(&said.outcome), said.by, verifier.statistics())
        }
    })
}

#[test]
fn an_engine_is_what_it_is_called() {
    let mut table = format!("{:<18}", "");
    Kind::ALL.iter().for_each(|kind| table.push_str(&format!("{:<14}", kind.name())));
    for engine in Engine::ALL {
        table.push_str(&format!("\n{:<18}", engine.name()));
        for kind in Kind::ALL {
            // The reduced model would be solved before an engine begins.
            let mut options = VerifyOptions {
                engine,
                reduce: Reductions { on: false, ..Reductions::default() },
                ..VerifyOptions::default()
            };
            options.engines.kinduction.simple_path = false;
            let word = match ask(kind, options) {
                Err(unfit) => {
                    let is_live = engine.is_live();
                    // These take circuits and systems for their justice properties, of which there are none here.
                    let reason = match is_live && matches!(kind, Kind::Circuit | Kind::System) {
                        true => Misfit::NoJustice,
                        false => Misfit::Kind(kind),
                    };
                    assert_eq!(unfit, Unfit { engine, reason });
                    assert_eq!(engine.sees(kind), None, "{}", unfit);
                    "-"
                }
                Ok((is_safe, by, counters)) => {
                    assert!(engine.sees(kind).is_some(), "{} on {}", engine.name(), kind.name());
                    assert_ne!(is_safe, Some(false), "{} on {}", engine.name(), kind.name());
                    let has_own = counters.iter().any(|(name, _)| name == own_counter(engine));
                    if engine != Engine::Portfolio {
                        assert_eq!(by, engine.name(), "on {}", kind.name());
                        assert!(has_own, "{} on {}: {:?}", by, kind.name(), counters);
                    }
                    if is_safe.is_none() {
                        "no proof"
                    } else {
                        "safe"
                    }
                }
            };
            table.push_str(&format!("{:<14}", word));
        }
    }
    println!("{}", table);
    // These prove nothing, or nothing about a loop in every case.
    let may_have_none = ["bmc", "unwind"];
    for line in table.lines().filter(|line| line.contains("no proof")) {
        assert!(may_have_none.iter().any(|name| line.starts_with(name)), "{}", table);
    }
}

#[test]
fn clauses_with_several_atoms_are_for_engines_over_clauses() {
    for engine in Engine::ALL {
        let budget = Budget::unlimited();
        budget.pause_at(20_000_000);
        let options = VerifyOptions { engine, ..VerifyOptions::default() };
        match (HornVerifier::new(clauses(SEVERAL_ATOMS), options, budget), engine.sees(Kind::Clauses)) {
            (Ok(mut verifier), Some(Kind::Clauses)) => {
                assert_ne!(safe(&verifier.verify(&mut ()).outcome), Some(false), "{}", engine.name());
            }
            (Err(unfit), Some(_)) => assert_eq!(unfit.reason, Misfit::NotLinear),
            (Err(unfit), None) => assert_eq!(unfit.reason, Misfit::Kind(Kind::Clauses)),
            (Ok(_), _) => panic!("{} is no engine over clauses", engine.name()),
        }
    }
}

#[test]
fn the_refusal_of_an_engine_names_those_that_do() {
    let refusal = |kind, engine| {
        let options = VerifyOptions { engine, ..VerifyOptions::default() };
        ask(kind, options).expect_err("no engine for this kind").to_string()
    };
    assert_eq!(
        refusal(Kind::Circuit, Engine::Spacer),
        "the engine spacer takes no circuits; these do: portfolio, ic3, lazy-ic3, bmc, kind, car, fsis, itp"
    );
    assert!(refusal(Kind::Clauses, Engine::KInduction)
        .starts_with("the engine kind takes no Horn clauses; these do: "));
}
