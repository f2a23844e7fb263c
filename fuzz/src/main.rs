//! `fuzz`: replays findings, compares with other tools, and tries planted bugs.
//!
//! `cargo fuzz build` builds all programs of the package with libFuzzer's `main`. This one is empty then.

#![cfg_attr(fuzzing, no_main)]
#![cfg_attr(fuzzing, allow(dead_code))]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|_: &[u8]| ());

use indubit_fuzz::{bugs, compare, corpus, targets};
use std::process::exit;

const USAGE: &str = "usage:
  fuzz targets                 the names of all targets
  fuzz replay TARGET FILE...   run a target on files; a panic is a bug
  fuzz compare KIND ...        random problems to indubit and to other tools
  fuzz corpus ...              seeds, merging and minimising
  fuzz explore TARGET ...      run a target on random inputs
  fuzz bugs ...                plant bugs and look what finds them
";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    exit(match words.as_slice() {
        ["targets"] => {
            targets::TARGETS.iter().for_each(|(name, _)| println!("{}", name));
            0
        }
        ["replay", target, files @ ..] => replay(target, files),
        ["corpus", ..] => corpus::run(&args[1..]),
        ["explore", ..] => bugs::explore(&args[1..]),
        ["bugs", ..] => bugs::run(&args[1..]),
        ["compare", ..] => compare::run(&args[1..]),
        _ => {
            eprint!("{}", USAGE);
            1
        }
    });
}

fn replay(target: &str, files: &[&str]) -> i32 {
    let run = match targets::target(target) {
        Some(run) => run,
        None => {
            eprintln!("fuzz: there is no target {}; `fuzz targets` lists them", target);
            return 1;
        }
    };
    for file in files {
        match std::fs::read(file) {
            Ok(bytes) => run(&bytes),
            Err(error) => {
                eprintln!("fuzz: {}: {}", file, error);
                return 2;
            }
        }
    }
    0
}
