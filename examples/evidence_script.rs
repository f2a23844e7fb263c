//! Verifies a transition system and writes its evidence as scripts for any SMT solver, one for each property.
//!
//! `cargo run --example evidence_script -- tests/systems/counter.vmt portfolio 10 target` writes
//! `target/counter.vmt.b0.smt2`, each `check-sat` of which is to be answered by `unsat`, and
//! `target/counter.vmt.b1.smt2`, which is to be answered by `sat`.

use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::evidence::system::{write_obligations, write_run};
use indubit::input::{btor2, vmt};
use indubit::portfolio::{Engine, SystemVerifier, VerifyOptions};
use std::path::Path;
use std::time::Duration;

const ENGINES: [Engine; 7] = [
    Engine::Ic3,
    Engine::LazyIc3,
    Engine::Bmc,
    Engine::KInduction,
    Engine::Ic3Smt,
    Engine::Ic3Ia,
    Engine::Portfolio,
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, engine, seconds, folder] =
        <[String; 4]>::try_from(args).map_err(|_| "usage: evidence_script FILE ENGINE SECONDS FOLDER")?;
    let budget = Budget::unlimited().with_timeout(Duration::from_secs(seconds.parse()?));
    let bytes = std::fs::read(&file)?;
    let system = if file.ends_with(".btor2") {
        btor2::read(&bytes, &budget)?.system
    } else {
        vmt::read(&bytes, &budget)?
    };
    let engine = ENGINES.into_iter().find(|e| e.name() == engine).ok_or("no engine of this name")?;
    let options = VerifyOptions { engine, ..VerifyOptions::default() };
    let mut verifier = SystemVerifier::new(system.clone(), options, budget.clone())?;
    let name =
        Path::new(&file).file_name().map_or_else(String::new, |name| name.to_string_lossy().to_string());
    for property in system.property_ids() {
        let (verdict, script) = match verifier.verify(property, &mut ()).outcome {
            Outcome::Safe(certificate) => ("safe", write_obligations(&system, property, &certificate)?),
            Outcome::Unsafe(trace) => ("unsafe", write_run(&system, &trace)?),
            Outcome::Unknown(reason) => {
                println!("{} unknown: {}", property, reason);
                continue;
            }
        };
        std::fs::write(Path::new(&folder).join(format!("{}.{}.smt2", name, property)), script)?;
        println!("{} {}", property, verdict);
    }
    Ok(())
}
