//! The corpus: small inputs of each target, kept for ever; mutations of them; and seeds that the package makes itself.

use crate::targets::{self, fixed, TARGETS};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::input::Model;
use indubit::portfolio::{self, Engine, Form, VerifyOptions, WriteError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of a target's inputs.
pub fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

/// The inputs of a target, by name, in order.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn inputs(target: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut list = Vec::new();
    for entry in std::fs::read_dir(folder(target))? {
        let entry = entry?;
        list.push((entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path())?));
    }
    list.sort();
    Ok(list)
}

/// An input made of others, which are at least one, by a few changes.
pub fn mutated(rng: &mut Rng, inputs: &[Vec<u8>], longest: usize) -> Vec<u8> {
    let mut bytes = inputs[rng.below(inputs.len())].clone();
    for _ in 0..1 + rng.below(4) {
        let other = &inputs[rng.below(inputs.len())];
        mutate(rng, &mut bytes, other);
    }
    bytes.truncate(longest);
    bytes
}

/// A row of bytes within a text: of any kind, a word, or a group in parentheses.
fn piece(rng: &mut Rng, bytes: &[u8]) -> std::ops::Range<usize> {
    if bytes.is_empty() {
        return 0..0;
    }
    let from = rng.below(bytes.len());
    let is_end = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'(' | b')' | b';' | b'{' | b'}' | b',');
    match rng.below(4) {
        0 => from..bytes.len().min(from + 1 + rng.below(16)),
        1 => {
            let from = bytes[..from].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
            let end = bytes[from..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |at| from + at + 1);
            from..end
        }
        2 => {
            let from = bytes[from..].iter().position(|b| *b == b'(').map_or(from, |at| from + at);
            let mut depth = 0;
            let closes = |b: &u8| {
                depth += i32::from(*b == b'(') - i32::from(*b == b')');
                depth <= 0
            };
            let end = bytes[from..].iter().position(closes).map_or(bytes.len(), |at| from + at + 1);
            from..end
        }
        _ => {
            let from = bytes[..from].iter().rposition(is_end).map_or(0, |at| at + 1);
            let end = bytes[from..].iter().position(is_end).map_or(bytes.len(), |at| from + at);
            from..end.max(from)
        }
    }
}

/// Numbers at which things change.
const NUMBERS: [&str; 10] =
    ["0", "1", "-1", "2", "3", "7", "255", "65536", "4294967296", "18446744073709551615"];

fn mutate(rng: &mut Rng, bytes: &mut Vec<u8>, other: &[u8]) {
    let place = rng.below(bytes.len() + 1);
    match rng.below(9) {
        0 if !bytes.is_empty() => {
            let at = rng.below(bytes.len());
            bytes[at] ^= 1 << rng.below(8);
        }
        1 if !bytes.is_empty() => {
            let at = rng.below(bytes.len());
            bytes[at] = rng.next_u64() as u8;
        }
        2 => bytes.insert(place, rng.next_u64() as u8),
        3 => {
            let gone = piece(rng, bytes);
            bytes.drain(gone);
        }
        4 => {
            let copied = piece(rng, bytes);
            let copied = bytes[copied].to_vec();
            bytes.splice(place..place, copied);
        }
        5 => {
            let (gone, put) = (piece(rng, bytes), piece(rng, other));
            bytes.splice(gone, other[put].to_vec());
        }
        6 => {
            let put = piece(rng, other);
            bytes.splice(place..place, other[put].to_vec());
        }
        7 => {
            let (gone, put) = (piece(rng, bytes), piece(rng, bytes));
            let put = bytes[put].to_vec();
            bytes.splice(gone, put);
        }
        _ => {
            let digits = |b: &u8| b.is_ascii_digit();
            let from = bytes[place..].iter().position(digits).map_or(place, |at| place + at);
            let end = bytes[from..].iter().position(|b| !digits(b)).map_or(bytes.len(), |at| from + at);
            bytes.splice(from..end, NUMBERS[rng.below(NUMBERS.len())].bytes());
        }
    }
}

/// Writes evidence about all fixed models into the corpus, as the engines find it now: behind the byte of the model and
/// the byte of the options.
///
/// # Errors
///
/// If the corpus cannot be written.
pub fn seed() -> io::Result<()> {
    let kinds = [
        ("evidence_circuit", fixed::CIRCUITS),
        ("evidence_system", fixed::SYSTEMS),
        ("evidence_program", fixed::PROGRAMS),
        ("evidence_horn", fixed::CLAUSES),
        ("evidence_c", fixed::C),
        ("evidence_yaml", fixed::C),
    ];
    let mut first = 0;
    for (target, list) in kinds {
        for (number, fixed) in list.iter().enumerate() {
            let model = fixed.model();
            for (name, text) in evidence(&model, target == "evidence_yaml") {
                let input = [&[number as u8, 0], text.as_slice()].concat();
                write(target, &format!("{}-{}", fixed.name, name), &input)?;
                if !name.contains("unsafe") && target != "evidence_yaml" {
                    let input = [&[(first + number) as u8, 1], text.as_slice()].concat();
                    write("lemmas", &format!("{}-{}", fixed.name, name), &input)?;
                }
            }
        }
        if target != "evidence_c" {
            first += list.len();
        }
    }
    Ok(())
}

fn write(target: &str, name: &str, input: &[u8]) -> io::Result<()> {
    std::fs::create_dir_all(folder(target))?;
    std::fs::write(folder(target).join(name), input)
}

/// Evidence about each property in each form that fits, by name.
fn evidence(model: &Model, yaml: bool) -> Vec<(String, Vec<u8>)> {
    let mut list = Vec::new();
    let forms = [("text", Form::Text), ("aag", Form::WitnessCircuit { binary: false })];
    let forms = forms.into_iter().chain([("aig", Form::WitnessCircuit { binary: true })]);
    let time = "2026-01-01T00:00:00Z";
    let forms: Vec<(&str, Form<'_>)> =
        if yaml { vec![("yml", Form::Witness { time })] } else { forms.collect() };
    for engine in [Engine::Portfolio, Engine::KInduction] {
        let mut options = VerifyOptions { engine, ..VerifyOptions::default() };
        options.portfolio.random_runs = yaml;
        options.reduce.on = engine == Engine::Portfolio;
        let limits = Budget::unlimited().with_timeout(Duration::from_secs(2));
        let report = match portfolio::verify(model, &options, &limits, &mut ()) {
            Ok(report) => report,
            Err(_) => continue,
        };
        for (number, verdict) in report.verdicts.iter().enumerate() {
            for &(name, form) in &forms {
                let mut bytes = Vec::new();
                let (word, written): (_, Result<_, WriteError>) = match &verdict.outcome {
                    Outcome::Safe(proof) => ("safe", proof.write(form, &mut bytes)),
                    Outcome::Unsafe(found) => ("unsafe", found.write(form, &mut bytes)),
                    Outcome::Unknown(_) => continue,
                };
                if written.is_ok() {
                    list.push((format!("{}-{}-{}.{}", engine.name(), number, word, name), bytes));
                }
            }
        }
    }
    list
}

const USAGE: &str = "usage:
  fuzz corpus seed             write evidence about the fixed models into the corpus
  fuzz corpus merge TARGET     take from found/TARGET into corpus/TARGET what reaches new code
  fuzz corpus minimise TARGET  leave in corpus/TARGET only what is needed to reach the same code
";

/// `fuzz corpus`.
pub fn run(args: &[String]) -> i32 {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["seed"] => seed().map(|()| 0),
        ["merge", target] if targets::target(target).is_some() => {
            let found = format!("found/{}", target);
            let corpus = format!("corpus/{}", target);
            cargo_fuzz(&["run", target, &corpus, &found, "--", "-merge=1", "-max_len=4096"])
        }
        ["minimise", target] if targets::target(target).is_some() => cargo_fuzz(&["cmin", target]),
        [_, target] if TARGETS.iter().all(|(name, _)| name != target) => {
            eprintln!("fuzz: there is no target {}; `fuzz targets` lists them", target);
            return 1;
        }
        _ => {
            eprint!("{}", USAGE);
            return 1;
        }
    };
    result.unwrap_or_else(|error| {
        eprintln!("fuzz: {}", error);
        2
    })
}

fn cargo_fuzz(args: &[&str]) -> io::Result<i32> {
    let mut command = std::process::Command::new("cargo");
    command.args(["+nightly", "fuzz"]).args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
    Ok(command.status()?.code().unwrap_or(2))
}
