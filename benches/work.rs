//! Seconds per million units of work, by engine.
//!
//! On one thread the members of a portfolio take turns by work (`Budget::work_used`). A unit should cost about the same
//! in all of them: an engine whose units take much longer than those of others has most of the time. The bench marks
//! engines whose units take more than ten times the median.
//!
//! `cargo bench --bench work -- FILE...`; without files, on the examples and on the models of the tests.

use indubit::base::Budget;
use indubit::input::{read, InputOptions};
use indubit::portfolio::{Checking, Engine, ModelVerifier, VerifyOptions};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The time of an engine on a model.
const MOST: Duration = Duration::from_millis(1_000);

/// Engines with less time in all have no price.
const LEAST: f64 = 0.05;

/// The models below some folders of the project.
fn models_of_tests() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders =
        ["examples/circuits", "examples/clauses", "examples/programs", "tests/circuits", "tests/systems"];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder"));
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| path.extension().map_or(false, |suffix| suffix != "rs"));
    found.sort();
    found
}

fn main() {
    let given: Vec<PathBuf> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).map(PathBuf::from).collect();
    let files = if given.is_empty() { models_of_tests() } else { given };
    // By engine: models, seconds and units.
    let mut prices: BTreeMap<&str, (u32, f64, u64)> = BTreeMap::new();
    for file in files {
        let name = file.to_string_lossy().into_owned();
        let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {}", name, error));
        let model = match read(&name, &bytes, &InputOptions::default(), &Budget::unlimited()) {
            Ok(model) => model,
            Err(_) => continue,
        };
        for engine in Engine::ALL.into_iter().filter(|&engine| engine != Engine::Portfolio) {
            let options =
                VerifyOptions { engine, threads: 1, check: Checking::Off, ..VerifyOptions::default() };
            let (begun, budget) = (Instant::now(), Budget::unlimited().with_timeout(MOST));
            if let Ok(mut verifier) = ModelVerifier::new(&model, &options, &budget) {
                for property in model.property_ids() {
                    let _ = verifier.verify(property, &mut ());
                }
                let (models, seconds, units) = prices.entry(engine.name()).or_default();
                *models += 1;
                *seconds += begun.elapsed().as_secs_f64();
                *units += budget.work_used();
            }
        }
    }
    let price = |&(_, seconds, units): &(u32, f64, u64)| seconds * 1e6 / units.max(1) as f64;
    let mut rows: Vec<_> = prices.iter().filter(|(_, row)| row.1 >= LEAST).collect();
    rows.sort_by(|a, b| price(a.1).total_cmp(&price(b.1)));
    let median = rows.get(rows.len() / 2).map_or(0.0, |(_, row)| price(row));
    println!("engine             models   seconds    million units   seconds per million");
    for (name, row) in rows {
        let mark = if price(row) > 10.0 * median { "  more than ten times the median" } else { "" };
        let units = row.2 as f64 / 1e6;
        println!("{:18} {:6} {:9.2} {:16.3} {:21.3}{}", name, row.0, row.1, units, price(row), mark);
    }
}
