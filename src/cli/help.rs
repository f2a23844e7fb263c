//! `indubit --help`, `indubit help ENGINE`, `indubit help COMMAND` and the groups of options, from the table of
//! options.

use super::flags::table;
use super::options::Group::{self, *};
use super::options::{Command, Flag, Settings};
use super::tables::{checks, engines, lineup, seen_as, wrap};
use super::usage::{
    CHECK_USAGE, CONVERT_USAGE, C_USAGE, FORMATS, FURTHER, GROUPS, HWMCC_USAGE, JOIN_USAGE, MCP_USAGE, MORE,
    PATHS_USAGE, REDUCE_USAGE, RUN_USAGE, SAT_USAGE, SCAN_USAGE, SMT_USAGE, SPLIT_USAGE, TRY_USAGE, USAGE,
    WITNESS_USAGE,
};
use super::{faces, fuzz, output, suggest, Failure};
use indubit::portfolio::flags::Group as Engines;
use indubit::portfolio::{Engine, Kind};
use std::ffi::OsString;

/// A part of the help: options, and what they are for.
struct Topic {
    /// The engine, or another word that `indubit help` takes; empty for what belongs to all.
    word: &'static str,
    /// Of an engine the title is what it is.
    title: &'static str,
    /// The options of this part.
    own: Vec<Group>,
    /// Options of other parts that hold here, too.
    also: Vec<Group>,
}

/// The topics that are no engine, each with its word, its title and its options.
const SHARED: [(&str, &str, &[Group]); 15] = [
    ("", "options of verify; check, hwmcc and others have some of them:",
        &[Verify, Check, Output, Harness, Names, Limits, Run]),
    ("reductions", "reductions of the model, before any engine; systems have those for constants, equivalences and \
        definitions:",
        &[Of(Engines::Reduce)]),
    ("search", "the search of ic3, lazy-ic3, ic3-smt, ic3-ia, ctigar and itp:",
        &[Of(Engines::Search)]),
    ("bits", "systems of Booleans and bit-vectors:",
        &[Of(Engines::Bits)]),
    ("c", "C programs, for verify, check, convert and run; recursive functions are proved by summaries over Horn \
        clauses, with the engines spacer, gpdr, unwind and portfolio:",
        &[Language, Readings]),
    ("blocks", "programs, before any engine, are reduced and become programs of large blocks:",
        &[Of(Engines::Blocks)]),
    ("horn", "Horn clauses, before any engine, are reduced:",
        &[Of(Engines::Horn)]),
    ("refinement", "interpolants between the edges of a path of a program:",
        &[Of(Engines::Paths)]),
    ("sat", "indubit sat FILE.cnf:",
        &[Sat]),
    ("smt", "indubit smt FILE.smt2:",
        &[Smt]),
    ("run", "indubit run MODEL:",
        &[Execution]),
    ("try", "indubit try MODEL LEMMAS:",
        &[Try]),
    ("reduce", "indubit reduce FILE -- COMMAND:",
        &[Reduction]),
    ("cubes", "indubit split FORMULA DIR:",
        &[Cubes]),
    ("conversion", "indubit convert FILE OUT:",
        &[Conversion]),
];

/// All topics: the options of all, the engines, and the rest.
fn topics() -> Vec<Topic> {
    let shared = |&(word, title, own): &(&'static str, &'static str, &[Group])| Topic {
        word,
        title,
        own: own.to_vec(),
        also: Vec::new(),
    };
    let of_engine = |engine: Engine| {
        let (own, also) = engine.groups();
        let of = |groups: &[Engines]| groups.iter().map(|&group| Of(group)).collect();
        let also = if engine == Engine::Portfolio { vec![Verify] } else { of(also) };
        Topic { word: engine.name(), title: "", own: of(own), also }
    };
    let (first, rest) = SHARED.split_at(1);
    let engines = Engine::ALL.into_iter().map(of_engine);
    first.iter().map(shared).chain(engines).chain(rest.iter().map(shared)).collect()
}

/// Words with a help of their own, beside commands, topics and options.
const WORDS: [&str; 9] =
    ["all", "c", "checks", "engines", "everything", "faces", "formats", "fuzz", "witness"];

/// Prints the help that is asked for.
pub fn run(args: &[OsString]) -> Result<i32, Failure> {
    let word = match args.first() {
        None => return print_first(),
        Some(word) => word.to_string_lossy(),
    };
    let text = match word.as_ref() {
        "all" => groups(),
        "everything" => everything(),
        "engines" => engines(),
        "faces" => faces::help(),
        "formats" => FORMATS.to_string(),
        "fuzz" => return fuzz::run(&["--help".into()]),
        "checks" => checks(),
        "c" => C_USAGE.to_string() + "\noptions:\n" + &flags(&[Language, Readings]),
        "witness" => {
            let groups = [Check, Language, Limits];
            WITNESS_USAGE.to_string() + "\noptions of check:\n" + &flags(&groups)
        }
        word => match (Command::named(word), topic(word)) {
            (Some(command), _) => of_command_in_full(command),
            (None, Some(topic)) if word == "portfolio" => alone(&topic) + "\n" + &lineup(),
            (None, Some(topic)) => alone(&topic),
            (None, None) => {
                faces::help_on(word).or_else(|| options_like(word)).ok_or_else(|| no_help(word))?
            }
        },
    };
    output::print(&text).map(|()| 0)
}

fn topic(word: &str) -> Option<Topic> {
    topics().into_iter().find(|topic| topic.word == word && !word.is_empty())
}

/// The title of a topic; a colon leads to its options.
fn title(topic: &Topic) -> String {
    match Engine::named(topic.word) {
        Some(engine) => {
            let colon = if topic.own.is_empty() { "" } else { ":" };
            format!("--engine {}: {}{}", engine.name(), engine.about(), colon)
        }
        None => topic.title.to_string(),
    }
}

/// The options with a name that has this word in it: the one of this name, if there is one.
fn options_like(word: &str) -> Option<String> {
    let name = word.trim_start_matches('-');
    let table = table();
    let named = |name: &str| -> Vec<&Flag> { table.iter().filter(|flag| flag.name[2..] == *name).collect() };
    let mut found = named(name);
    if let (true, Some(name)) = (found.is_empty(), name.strip_prefix("no-")) {
        found = named(name).into_iter().filter(|flag| flag.is_on_or_off()).collect();
    }
    if found.is_empty() && name.len() > 2 {
        found = table.iter().filter(|flag| flag.name.contains(name)).collect();
    }
    let tell =
        |flag: &&Flag| format!("{}      (of {})\n", told(flag), Command::owners(flag.group).join(", "));
    Some(found.iter().map(tell).collect()).filter(|text: &String| !text.is_empty())
}

fn no_help(word: &str) -> Failure {
    let topics = topics().into_iter().map(|topic| topic.word).filter(|word| !word.is_empty());
    let commands = Command::ALL.iter().map(|&(name, _)| name);
    let table = table();
    let options = table.iter().map(|flag| flag.name.trim_start_matches('-'));
    let known = WORDS.into_iter().chain(commands).chain(topics).chain(options);
    let hint = suggest::hint(word.trim_start_matches('-'), known);
    Failure::usage(format!(
        "no help on `{}`{}\nthere is help on each command, engine and option, and on {}; `indubit --help` lists the \
         commands and engines",
        word,
        hint,
        WORDS.join(", ")
    ))
}

/// All about one topic, with the options that it shares with others.
fn alone(topic: &Topic) -> String {
    let mut text = format!("\n{}\n", wrap(&title(topic), 0));
    if let Some(engine) = Engine::named(topic.word) {
        let takes = |&kind: &Kind| {
            Some(format!("{}: {}", kind.name(), seen_as(engine, kind))).filter(|text| !text.ends_with(": -"))
        };
        let all: Vec<String> = Kind::ALL.iter().filter_map(takes).collect();
        text.push_str(&format!("models: {}\nsource: {}\n", all.join("; "), engine.source()));
    }
    text.push_str(&flags(&topic.own));
    for other in topics().iter().filter(|other| topic.also.iter().any(|group| other.own.contains(group))) {
        let shared: Vec<Group> = topic.also.iter().copied().filter(|g| other.own.contains(g)).collect();
        text.push_str(&format!("\n{}\n{}", wrap(&title(other), 0), flags(&shared)));
    }
    text
}

/// Prints the help of a command: of `verify` the first help.
pub fn of_command(command: Command) -> Result<i32, Failure> {
    match command {
        Command::Verify => print_first(),
        command => output::print(&of_command_in_full(command)).map(|()| 0),
    }
}

/// Prints the first help.
fn print_first() -> Result<i32, Failure> {
    output::print(&format!("{}\n{}{}{}", USAGE, most_used(), engines(), MORE)).map(|()| 0)
}

/// The usage of a command, and its options.
fn of_command_in_full(command: Command) -> String {
    let (usage, groups): (&str, &[Group]) = match command {
        Command::Verify => (USAGE, &[Verify, Check, Output, Harness, Names, Limits, Run, Language]),
        Command::Check => (CHECK_USAGE, &[Check, Limits, Language]),
        Command::Convert => (CONVERT_USAGE, &[Conversion, Limits, Language]),
        Command::Hwmcc => (HWMCC_USAGE, &[Verify, Check, Names, Limits, Run]),
        Command::Sat => (SAT_USAGE, &[Sat, Limits, Run]),
        Command::Smt => (SMT_USAGE, &[Smt, Limits, Run]),
        Command::Run => (RUN_USAGE, &[Execution, Language, Harness, Limits, Run]),
        Command::Paths => (PATHS_USAGE, &[Readings, Check, Language, Limits]),
        Command::Try => (TRY_USAGE, &[Try, Limits, Language]),
        Command::Reduce => (REDUCE_USAGE, &[Reduction, Limits]),
        Command::Scan => (SCAN_USAGE, &[Language, Limits]),
        Command::Mcp => (MCP_USAGE, &[]),
        Command::Split => (SPLIT_USAGE, &[Cubes]),
        Command::Join => (JOIN_USAGE, &[Limits]),
    };
    let options = if groups.is_empty() { String::new() } else { format!("\noptions:\n{}", flags(groups)) };
    usage.to_string() + &options
}

/// The word for a topic.
fn word_of(topic: &Topic) -> &'static str {
    Some(topic.word).filter(|word| !word.is_empty()).unwrap_or("verify")
}

/// The topics with the number of their options: a line for each, and one for all engines.
fn groups() -> String {
    let table = table();
    let count = |topic: &Topic| table.iter().filter(|flag| topic.own.contains(&flag.group)).count();
    let (engines, rest): (Vec<Topic>, Vec<Topic>) =
        topics().into_iter().partition(|topic| Engine::named(topic.word).is_some());
    let mut text = GROUPS.to_string();
    for topic in &rest {
        let about = topic.title.split(|c| ";:".contains(c)).next().unwrap_or("");
        text.push_str(&format!("  {:<12} {:>3}  {}\n", word_of(topic), count(topic), about));
    }
    let engines = engines.iter().map(|topic| match count(topic) {
        0 => topic.word.to_string(),
        count => format!("{}\u{1}{}", topic.word, count),
    });
    let engines = wrap(&engines.collect::<Vec<_>>().join(", "), 2).replace('\u{1}', " ");
    format!(
        "{}\nengines; `indubit help ENGINE` also has the options of groups that hold for it:\n{}\n{}",
        text, engines, FURTHER
    )
}

/// All options, by topics.
fn everything() -> String {
    let title = |topic: &Topic| wrap(&format!("indubit help {}: {}", word_of(topic), self::title(topic)), 0);
    let sections = topics();
    let sections = sections.iter().map(|topic| format!("\n{}\n{}", title(topic), flags(&topic.own)));
    format!("{}{}\n{}{}", USAGE, engines(), lineup(), sections.collect::<String>())
}

/// The options that most users want, a line each: their values, the beginning of what is said of them in full, their
/// units and defaults.
fn most_used() -> String {
    let groups = [Verify, Check, Output, Limits, Run];
    let is_used = |flag: &&Flag| groups.contains(&flag.group);
    let mut text =
        "options (by groups: indubit help all; of an engine, with its paper: indubit help ENGINE):\n"
            .to_string();
    for flag in table().iter().filter(is_used) {
        let head = flag.doc.split(|c| ";:,(.".contains(c)).next().unwrap_or("").trim_end();
        let form = Some(flag.form()).filter(|form| form.len() < 12).unwrap_or_else(|| "WORD".to_string());
        let units =
            unit(&form).map_or(String::new(), |unit| format!("; {}", unit.replace("with a unit: ", "")));
        let name = format!("{} {}", flag.name, form);
        text.push_str(&format!("  {:<27} {}{}; default: {}\n", name, head, units, default(flag)));
    }
    text
}

/// The options of these groups, with their values, their meaning and their defaults.
fn flags(groups: &[Group]) -> String {
    table().iter().filter(|flag| groups.contains(&flag.group)).map(told).collect()
}

/// An option with its values, its meaning, its unit and its default.
fn told(flag: &Flag) -> String {
    let form = flag.form();
    let units = unit(&form).map_or(String::new(), |unit| format!(". {} is in {}", form, unit));
    // A default stays in one line: this character is no space, and becomes one.
    let default = format!("[default: {}]", default(flag)).replace(' ', "\u{1}");
    let meaning = wrap(&format!("{}{} {}", flag.doc, units, default), 6).replace('\u{1}', " ");
    format!("{}\n{}\n", format!("  {} {}", flag.name, form).trim_end(), meaning)
}

/// The meaning of a number without a unit, and the units.
pub fn unit(form: &str) -> Option<&'static str> {
    match form {
        "TIME" => Some("seconds, or with a unit: 500ms, 60s, 5m, 1h"),
        "SIZE" => Some("megabytes, or with a unit: 500K, 500M, 2G"),
        _ => None,
    }
}

/// The value of an option that is not given.
fn default(flag: &Flag) -> String {
    flag.show(&mut Settings::default())
}
