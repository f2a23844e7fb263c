//! `fuzz compare KIND`: random problems to indubit and to other tools, and what they say.
//!
//! A problem is made from a seed and a size. A tool gets it as a file, through a command in which a placeholder stands
//! for the file and for the language that the tool reads ([`Form`]). Verdicts must not contradict each other. What
//! indubit says beyond a verdict becomes further questions with known answers ([`Question`]): evidence, an invariant
//! as an assumption and as a property, a model, a core, the clauses of a refutation. They go to the others and to
//! indubit itself. About models, an engine with any settings answers too, in this process.
//!
//! A disagreement is reduced ([`shrink`]) and filed under `fuzz/found/`, with the commands and their output.

mod aiger;
mod answers;
mod btor2;
mod c;
mod clauses;
mod cnf;
mod floats;
mod follow;
mod horn;
mod mutants;
mod question;
mod smt;
mod sorts;
mod systems;
#[cfg(test)]
mod tests;
mod tool;
mod transition;
mod tree;
mod vmt;

use crate::models::options;
use crate::source::Source;
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::CheckError;
use indubit::input::shrink::shrink;
use indubit::portfolio::VerifyOptions;
use question::{Form, Question};
use std::collections::BTreeMap;
use std::fs;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tool::{Answer, Tool};

/// A problem with indubit's answer.
pub struct Ask<'a> {
    /// indubit's command.
    own: &'a Tool,
    /// The name of the file.
    name: &'a str,
    text: &'a str,
    answer: &'a Answer,
    /// The seed of settings.
    seed: u64,
}

/// A kind of problems.
pub struct Kind {
    /// Its name on the command line.
    pub name: &'static str,
    /// The suffix of its files.
    suffix: &'static str,
    /// Makes a problem of a size.
    make: fn(&mut Rng, usize) -> String,
    /// indubit's command.
    own: &'static str,
    /// Further questions; or the reason why something is wrong with indubit.
    follow: fn(&Ask<'_>) -> Result<Vec<Question>, String>,
}

const SMT: &str = "indubit smt {file}";
const VERIFY: &str = "indubit verify {file} --timeout 4s";

/// All kinds.
pub const KINDS: &[Kind] = &[
    Kind { name: "cnf", suffix: "cnf", make: cnf::make, own: "indubit sat {file}", follow: cnf::follow },
    Kind { name: "qf_bv", suffix: "smt2", make: smt::bv, own: SMT, follow: follow::script },
    Kind { name: "qf_lia", suffix: "smt2", make: smt::lia, own: SMT, follow: follow::script },
    Kind { name: "qf_lra", suffix: "smt2", make: smt::lra, own: SMT, follow: follow::script },
    Kind { name: "qf_lira", suffix: "smt2", make: smt::lira, own: SMT, follow: follow::script },
    Kind { name: "qf_fp", suffix: "smt2", make: smt::fp, own: SMT, follow: follow::script },
    Kind { name: "qf_bvfp", suffix: "smt2", make: smt::bvfp, own: SMT, follow: follow::script },
    Kind { name: "qf_uf", suffix: "smt2", make: smt::uf, own: SMT, follow: follow::script },
    Kind { name: "qf_uflia", suffix: "smt2", make: smt::uflia, own: SMT, follow: follow::script },
    Kind { name: "qf_ax", suffix: "smt2", make: smt::ax, own: SMT, follow: follow::script },
    Kind { name: "qf_alia", suffix: "smt2", make: smt::alia, own: SMT, follow: follow::script },
    Kind { name: "qf_abv", suffix: "smt2", make: smt::abv, own: SMT, follow: follow::script },
    Kind { name: "qf_dt", suffix: "smt2", make: smt::dt, own: SMT, follow: follow::script },
    Kind { name: "qf_ufdt", suffix: "smt2", make: smt::ufdt, own: SMT, follow: follow::script },
    Kind { name: "qf_mixed", suffix: "smt2", make: smt::mixed, own: SMT, follow: follow::script },
    Kind { name: "horn", suffix: "smt2", make: horn::make, own: SMT, follow: clauses::follow },
    Kind { name: "vmt", suffix: "vmt", make: vmt::make, own: VERIFY, follow: systems::follow },
    Kind { name: "btor2", suffix: "btor2", make: btor2::make, own: VERIFY, follow: systems::follow },
    Kind { name: "aiger", suffix: "aag", make: aiger::make, own: VERIFY, follow: aiger::follow },
    Kind { name: "c", suffix: "c", make: c::make, own: VERIFY, follow: c::follow },
];

const USAGE: &str = "usage: fuzz compare KIND --against 'z3 {file}' [--against ...] [options]

  --against COMMAND  another tool, with a placeholder for the file and its language:
                     {file}  the language of the kind
                     {smt}   scripts about runs and evidence (vmt, btor2, horn)
                     {horn}  Horn clauses (vmt, btor2)
                     {aig}   binary AIGER (aiger)
                     {runs}  a compiler of C, whose program is run on all inputs (c)
  --own COMMAND      indubit's command, with {file}; INDUBIT names another program than the one on the path
  --seconds N        stop after so long, also while a disagreement is reduced [60]
  --count N          stop after so many problems
  --seed N           the first seed; each further problem has the next one [0]
  --size N           the size of the problems [10]
  --files FOLDER     the files of the kind in a folder, not random ones; what is made of them has known verdicts too
  --limit N          seconds for a run of a tool; a tool that needs longer says nothing [5]

kinds: ";

struct Settings {
    tools: Vec<Tool>,
    seconds: u64,
    count: u64,
    seed: u64,
    size: usize,
    /// Files in the place of random problems.
    files: Option<Vec<PathBuf>>,
}

impl Settings {
    /// A problem by its seed, and its name.
    fn problem(&self, kind: &Kind, seed: u64) -> (String, String) {
        match &self.files {
            None => (format!("seed {}", seed), (kind.make)(&mut Rng::new(seed), self.size)),
            Some(files) => {
                let file = &files[seed as usize % files.len()];
                let bytes = fs::read(file).unwrap_or_default();
                let text = match String::from_utf8(bytes) {
                    Ok(text) => text,
                    Err(error) => aiger::text(error.as_bytes()).unwrap_or_default(),
                };
                (file.display().to_string(), text)
            }
        }
    }
}

/// The command; the result is the exit code, 1 if there was a disagreement.
pub fn run(args: &[String]) -> i32 {
    let kind = args.first().and_then(|name| KINDS.iter().find(|kind| kind.name == *name));
    let settings = kind.and_then(|kind| Some((kind, settings(kind, &args[1..])?)));
    let (kind, settings) = match settings {
        Some(found) => found,
        None => {
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            eprintln!("{}{}", USAGE, names.join(", "));
            return 2;
        }
    };
    let start = Instant::now();
    let all = Budget::unlimited().with_timeout(Duration::from_secs(settings.seconds));
    let (mut done, mut found, mut sure) = (0, 0, 0);
    let mut said: BTreeMap<&str, usize> = BTreeMap::new();
    while done < settings.count && all.check().is_ok() {
        let seed = settings.seed + done;
        let (name, text) = settings.problem(kind, seed);
        let folder = std::env::temp_dir().join(format!("indubit-compare-{}", std::process::id()));
        match compare(kind, &settings.tools, &text, seed, &folder) {
            Ok(agreed) => {
                sure += u64::from(agreed.is_sure);
                *said.entry(agreed.own).or_default() += 1;
            }
            Err(reason) => {
                found += 1;
                println!("{} {}: {}", kind.name, name, reason);
                file(kind, &settings, (&text, seed), &reason, &folder, &all);
            }
        }
        let _ = fs::remove_dir_all(folder);
        done += 1;
    }
    let others = settings.tools.len() - 1;
    let said: Vec<String> = said.iter().map(|(verdict, count)| format!("{} {}", count, verdict)).collect();
    println!(
        "{}: {} problems ({}), {} of them answered by one of {} others too, {} disagreements, {:.0} s",
        kind.name,
        done,
        said.join(", "),
        sure,
        others,
        found,
        start.elapsed().as_secs_f64()
    );
    i32::from(found > 0)
}

fn settings(kind: &Kind, args: &[String]) -> Option<Settings> {
    let mut own = kind.own.to_string();
    if let Ok(program) = std::env::var("INDUBIT") {
        own = own.replacen("indubit", &program, 1);
    }
    let (mut against, mut files) = (Vec::new(), None);
    let (mut seconds, mut count, mut seed, mut size, mut limit) = (60, u64::MAX, 0, 10, 5);
    let mut args = args.iter();
    while let Some(name) = args.next() {
        let value = args.next()?;
        match name.as_str() {
            "--against" => against.push(value.clone()),
            "--own" => own = value.clone(),
            "--seconds" => seconds = value.parse().ok()?,
            "--count" => count = value.parse().ok()?,
            "--seed" => seed = value.parse().ok()?,
            "--size" => size = value.parse().ok()?,
            "--files" => files = Some(listed(Path::new(value), kind)),
            "--limit" => limit = value.parse().ok()?,
            _ => return None,
        }
    }
    let all = std::iter::once(own).chain(against);
    let tools = all.map(|command| Tool::new(&command, Duration::from_secs(limit))).collect();
    if files.as_ref().is_some_and(Vec::is_empty) {
        eprintln!("fuzz: no files of the kind {}", kind.name);
        return None;
    }
    Some(Settings { tools, seconds, count, seed, size, files })
}

/// The files of a kind below a folder that are not large, in the order of their names.
fn listed(folder: &Path, kind: &Kind) -> Vec<PathBuf> {
    const LARGEST: u64 = 200_000;
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            found.extend(listed(&path, kind));
        }
        let suffix = path.extension().and_then(|suffix| suffix.to_str()).unwrap_or("");
        let is_fitting = suffix == kind.suffix
            || kind.name == "aiger" && suffix == "aig"
            || kind.name == "c" && suffix == "i";
        if is_fitting && entry.metadata().is_ok_and(|data| data.len() <= LARGEST) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A problem on which nothing is wrong.
struct Agreed {
    /// indubit's last answer.
    own: &'static str,
    /// Whether another tool answered all that it was asked, of one question at least.
    is_sure: bool,
}

/// The answers about a problem; the reason why something is wrong.
fn compare(kind: &Kind, tools: &[Tool], text: &str, seed: u64, folder: &Path) -> Result<Agreed, String> {
    let (own, others) = tools.split_first().expect("indubit itself");
    let answer = own.ask(text.as_bytes(), kind.suffix, folder);
    if let Some(crash) = &answer.crash {
        return Err(format!("indubit: {}", crash));
    }
    if let Some(wrong) = cnf::wrong_model(kind.suffix, text, &answer.output) {
        return Err(wrong);
    }
    let mut is_sure = false;
    for other in others.iter().filter(|tool| tool.form() == Some(Form::Own)) {
        let found = other.ask(text.as_bytes(), kind.suffix, folder);
        if let Some((at, ours, theirs)) = contradiction(&answer, &found) {
            return Err(format!("answer {}: indubit says {}, {} says {}", at, ours, other.name(), theirs));
        }
        is_sure |= !answer.verdicts.is_empty() && found.verdicts.len() == answer.verdicts.len();
    }
    let name = format!("problem.{}", kind.suffix);
    let ask = Ask { own, name: &name, text, answer: &answer, seed };
    let questions = catch_unwind(AssertUnwindSafe(|| (kind.follow)(&ask)))
        .unwrap_or_else(|_| Err("indubit: a panic of an engine with other settings".to_string()))?;
    for question in questions {
        let fitting = tools.iter().enumerate().filter(|(_, tool)| tool.form() == Some(question.form));
        for (number, tool) in fitting {
            let found = tool.ask(&question.text, question.form.suffix(kind.suffix), folder);
            if question.is_denied(&found.verdicts) {
                let _ = fs::write(folder.join("question"), &question.text);
                return Err(format!("{}, and {} says {}", question.reason, tool.name(), question.never));
            }
            let knows = !found.verdicts.is_empty() && !found.verdicts.contains(&"unknown");
            is_sure |= number > 0 && knows;
        }
    }
    Ok(Agreed { own: answer.verdicts.last().copied().unwrap_or("nothing"), is_sure })
}

/// Bytes for a model that is built from choices.
fn bytes(rng: &mut Rng, count: usize) -> Vec<u8> {
    (0..count).map(|_| rng.below(256) as u8).collect()
}

/// Any settings, and the name of their engine.
fn any_settings(seed: u64) -> (VerifyOptions, String) {
    let bytes = bytes(&mut Rng::new(seed ^ 0x5e77), 300);
    let options = options::verify(&mut Source::new(&bytes));
    let name = options.engine.name().to_string();
    (options, name)
}

/// The budget of an engine in this process.
fn budget() -> Budget {
    Budget::unlimited().with_memory(512 << 20).with_timeout(Duration::from_secs(2))
}

/// An outcome as the verdict that a line of a tool has.
fn verdict_of<P, T>(outcome: &Outcome<P, T>) -> &'static str {
    match outcome {
        Outcome::Safe(_) => "unsat",
        Outcome::Unsafe(_) => "sat",
        Outcome::Unknown(_) => "unknown",
    }
}

/// Whether a check refuses evidence for another reason than its limits, and than a place that nobody understands.
fn is_wrong(error: &CheckError) -> bool {
    !matches!(error, CheckError::Limit(_) | CheckError::Unsupported { .. })
}

/// Two verdicts of indubit that exclude each other.
fn contradicts(own: &str, other: &str, name: &str) -> Result<(), String> {
    if own != other && own != "unknown" && other != "unknown" {
        return Err(format!("indubit: {} with other settings says {}, and the program {}", name, other, own));
    }
    Ok(())
}

/// The first answer that two tools give differently: its number, and the answers.
fn contradiction<'a>(one: &'a Answer, other: &'a Answer) -> Option<(usize, &'a str, &'a str)> {
    let pairs = one.verdicts.iter().zip(&other.verdicts).enumerate();
    let mut differing = pairs.filter(|(_, (a, b))| a != b && **a != "unknown" && **b != "unknown");
    differing.next().map(|(at, (a, b))| (at, *a, *b))
}

/// The time for one reduction, at most.
const REDUCTION: Duration = Duration::from_secs(120);

/// The kind of a failure: its words without the last explanation and without numbers.
fn class(reason: &str) -> String {
    let words = reason.rsplit_once(": ").map_or(reason, |(words, _)| words);
    words.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Reduces a problem on which something is wrong, with its seed, and writes it with what was seen. The reduction ends
/// with the time of all problems: what is written is then the smallest file so far.
fn file(
    kind: &Kind,
    settings: &Settings,
    (text, seed): (&str, u64),
    reason: &str,
    folder: &Path,
    all: &Budget,
) {
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("found");
    let name = format!("{}_{}", kind.name, seed);
    let file = format!("{}.{}", name, kind.suffix);
    let judge = |bytes: &[u8]| match std::str::from_utf8(bytes) {
        Ok(text) => match compare(kind, &settings.tools, text, seed, folder) {
            Ok(_) => false,
            Err(other) => class(&other) == class(reason),
        },
        Err(_) => false,
    };
    let budget = all.child().and_timeout(REDUCTION);
    let small = shrink(&file, text.as_bytes(), 1, &judge, &mut |_| {}, &budget);
    let written = fs::create_dir_all(&place)
        .and_then(|()| fs::write(place.join(format!("{}.full.{}", name, kind.suffix)), text))
        .and_then(|()| fs::write(place.join(&file), &small.bytes));
    let again = compare(kind, &settings.tools, &String::from_utf8_lossy(&small.bytes), seed, folder);
    let reason = again.err().unwrap_or_else(|| reason.to_string());
    let mut report = format!("{}\n", reason);
    for tool in &settings.tools {
        let answer = tool.ask(&small.bytes, kind.suffix, folder);
        report.push_str(&format!("\n$ {}\n{}\n", tool.command(), answer.output));
    }
    // The question on which it failed, if it was not the problem itself.
    let _ = fs::copy(folder.join("question"), place.join(format!("{}.question", name)));
    match written.and_then(|()| fs::write(place.join(format!("{}.txt", name)), report)) {
        Ok(()) => {
            let rest = small.limit.map_or("", |_| "; the time was over before the reduction");
            let place = place.join(file);
            println!("  {} bytes of {}: {}{}", small.bytes.len(), text.len(), place.display(), rest);
        }
        Err(error) => eprintln!("fuzz: {}: {}", place.display(), error),
    }
}
