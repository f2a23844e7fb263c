//! `fuzz compare KIND`: random problems to indubit and to other tools, and what they say.
//!
//! A problem is made from a seed and a size. All tools get the same file, each through a command in which `{file}`
//! stands for it. Their verdicts must not contradict each other. What indubit says beyond a verdict is asked of the
//! others as a problem of its own: a model as further assertions must not be refuted, and a core alone must be.
//!
//! A disagreement is reduced ([`shrink`]) and filed under `fuzz/found/`, with the commands and their output.

mod cnf;
mod follow;
mod horn;
mod smt;
mod tool;

use indubit::base::{Budget, Rng};
use indubit::input::shrink::shrink;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tool::{Answer, Tool};

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
    /// Problems with known answers that an answer of indubit is, by text and the answer that contradicts it.
    follow: fn(&Tool, &str) -> Vec<follow::Problem>,
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    Kind { name: "cnf", suffix: "cnf", make: cnf::make, own: "indubit sat {file}", follow: follow::none },
    Kind { name: "qf_bv", suffix: "smt2", make: smt::bv, own: "indubit smt {file}", follow: follow::script },
    Kind {
        name: "qf_lia",
        suffix: "smt2",
        make: smt::lia,
        own: "indubit smt {file}",
        follow: follow::script,
    },
    Kind {
        name: "qf_lra",
        suffix: "smt2",
        make: smt::lra,
        own: "indubit smt {file}",
        follow: follow::script,
    },
    Kind { name: "horn", suffix: "smt2", make: horn::make, own: "indubit smt {file}", follow: follow::none },
];

const USAGE: &str = "usage: fuzz compare KIND --against 'z3 {file}' [--against ...] [options]

  --own COMMAND    indubit's command, with {file}; the program is looked for on the path, and INDUBIT names another one
  --seconds N      stop after so long [60]
  --count N        stop after so many problems
  --seed N         the first seed; each further problem has the next one [0]
  --size N         the size of the problems [10]
  --limit N        seconds for a run of a tool; a tool that needs longer says nothing [5]

kinds: ";

struct Settings {
    tools: Vec<Tool>,
    seconds: u64,
    count: u64,
    seed: u64,
    size: usize,
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
    let (mut done, mut found, mut sure) = (0, 0, 0);
    while done < settings.count && start.elapsed() < Duration::from_secs(settings.seconds) {
        let seed = settings.seed + done;
        let text = (kind.make)(&mut Rng::new(seed), settings.size);
        let folder = std::env::temp_dir().join(format!("indubit-compare-{}", std::process::id()));
        match compare(kind, &settings.tools, &text, &folder) {
            Ok(agreed) => sure += u64::from(agreed),
            Err(reason) => {
                found += 1;
                println!("{} seed {}: {}", kind.name, seed, reason);
                file(kind, &settings, &text, seed, &reason, &folder);
            }
        }
        let _ = fs::remove_dir_all(folder);
        done += 1;
    }
    let others = settings.tools.len() - 1;
    println!(
        "{}: {} problems, {} answered by indubit and another one of {}, {} disagreements, {:.0} s",
        kind.name,
        done,
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
    let mut against = Vec::new();
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
            "--limit" => limit = value.parse().ok()?,
            _ => return None,
        }
    }
    let all = std::iter::once(own).chain(against);
    let tools = all.map(|command| Tool::new(&command, Duration::from_secs(limit))).collect();
    Some(Settings { tools, seconds, count, seed, size })
}

/// Whether indubit and another tool answer alike; the reason why something is wrong.
fn compare(kind: &Kind, tools: &[Tool], text: &str, folder: &Path) -> Result<bool, String> {
    let (own, others) = tools.split_first().expect("indubit itself");
    let answer = own.ask(text, kind.suffix, folder);
    if let Some(crash) = &answer.crash {
        return Err(format!("indubit: {}", crash));
    }
    if let Some(wrong) = cnf::wrong_model(kind.suffix, text, &answer.output) {
        return Err(wrong);
    }
    let mut is_sure = false;
    for other in others {
        let found = other.ask(text, kind.suffix, folder);
        if let Some((at, ours, theirs)) = contradiction(&answer, &found) {
            return Err(format!("answer {}: indubit says {}, {} says {}", at, ours, other.name(), theirs));
        }
        is_sure |= !answer.verdicts.is_empty() && found.verdicts.len() == answer.verdicts.len();
    }
    for problem in (kind.follow)(own, text) {
        for other in others {
            let found = other.ask(&problem.text, kind.suffix, folder);
            if found.verdicts.last() == Some(&problem.never) {
                let name = other.name();
                return Err(format!("{}, and {} says {}", problem.reason, name, problem.never));
            }
        }
    }
    Ok(is_sure)
}

/// The first answer that two tools give differently: its number, and the answers.
fn contradiction<'a>(one: &'a Answer, other: &'a Answer) -> Option<(usize, &'a str, &'a str)> {
    let pairs = one.verdicts.iter().zip(&other.verdicts).enumerate();
    let mut differing = pairs.filter(|(_, (a, b))| a != b && **a != "unknown" && **b != "unknown");
    differing.next().map(|(at, (a, b))| (at, *a, *b))
}

/// Reduces a problem on which something is wrong, and writes it with what was seen.
fn file(kind: &Kind, settings: &Settings, text: &str, seed: u64, reason: &str, folder: &Path) {
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("found");
    let name = format!("{}_{}", kind.name, seed);
    let file = format!("{}.{}", name, kind.suffix);
    // The same kind of failure is kept, not its words.
    let is_crash = reason.starts_with("indubit: ");
    let judge = |bytes: &[u8]| match std::str::from_utf8(bytes) {
        Ok(text) => match compare(kind, &settings.tools, text, folder) {
            Ok(_) => false,
            Err(reason) => reason.starts_with("indubit: ") == is_crash,
        },
        Err(_) => false,
    };
    let budget = Budget::unlimited().with_timeout(Duration::from_secs(120));
    let small = shrink(&file, text.as_bytes(), 1, &judge, &mut |_| {}, &budget);
    let written = fs::create_dir_all(&place)
        .and_then(|()| fs::write(place.join(format!("{}.full.{}", name, kind.suffix)), text))
        .and_then(|()| fs::write(place.join(&file), &small.bytes));
    let again = compare(kind, &settings.tools, &String::from_utf8_lossy(&small.bytes), folder);
    let reason = again.err().unwrap_or_else(|| reason.to_string());
    let mut report = format!("{}\n", reason);
    for tool in &settings.tools {
        let answer = tool.ask(&String::from_utf8_lossy(&small.bytes), kind.suffix, folder);
        report.push_str(&format!("\n$ {}\n{}\n", tool.command(), answer.output));
    }
    match written.and_then(|()| fs::write(place.join(format!("{}.txt", name)), report)) {
        Ok(()) => println!("  {} bytes of {}: {}", small.bytes.len(), text.len(), place.join(file).display()),
        Err(error) => eprintln!("fuzz: {}: {}", place.display(), error),
    }
}
