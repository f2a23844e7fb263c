//! `indubit --help`, `indubit help ENGINE` and `indubit help COMMAND`, from the table of options.

use super::flags::table;
use super::options::{Command, Flag, Group, Settings};
use super::tables::{engines, lineup, seen_as, wrap};
use super::usage::{
    CHECK_USAGE, CONVERT_USAGE, C_USAGE, FORMATS, HWMCC_USAGE, MORE, PATHS_USAGE, REDUCE_USAGE, RUN_USAGE,
    SAT_USAGE, SMT_USAGE, TRY_USAGE, USAGE, WITNESS_USAGE,
};
use super::{faces, output, suggest, Failure};
use indubit::portfolio::{Engine, Kind};
use std::ffi::OsString;

/// A part of the help: options, and what they are for.
struct Topic {
    /// The engine, or another word that `indubit help` takes; empty for what belongs to all.
    word: &'static str,
    title: &'static str,
    /// The options of this part.
    own: &'static [Group],
    /// Options of other parts that hold here, too.
    also: &'static [Group],
}

const TOPICS: [Topic; 39] = [
    Topic {
        word: "",
        title: "options of verify; check, hwmcc and others have some of them:",
        own: &[Group::Verify, Group::Check, Group::Output, Group::Harness, Group::Limits, Group::Run],
        also: &[],
    },
    Topic {
        word: "portfolio",
        title: "--engine portfolio: several engines on threads, or in turns on one thread, and for C the run of a \
                program that asks for nothing, and random runs; the first answer that passes its check counts. The \
                options of each member hold for it",
        own: &[],
        also: &[Group::Verify],
    },
    Topic {
        word: "reductions",
        title: "reductions of the model, before any engine; systems have those for constants, equivalences and \
                definitions:",
        own: &[Group::Reduce],
        also: &[],
    },
    Topic {
        word: "search",
        title: "the search of ic3, lazy-ic3, ic3-smt, ic3-ia, ctigar and itp:",
        own: &[Group::Search],
        also: &[],
    },
    Topic {
        word: "ic3",
        title: "--engine ic3: incremental construction of inductive clauses (Bradley, VMCAI 2011), in the form of PDR \
                (Een, Mishchenko, Brayton, FMCAD 2011); --preset plain is the first paper alone:",
        own: &[Group::Ic3],
        also: &[Group::Search, Group::Reduce],
    },
    Topic {
        word: "lazy-ic3",
        title: "--engine lazy-ic3: IC3 with lazy abstraction, in which each frame sees only the latches that it needed \
                so far (Vizel, Grumberg, Shoham, FMCAD \
                2012); the options of ic3 hold for it too:",
        own: &[Group::LazyIc3],
        also: &[Group::Ic3, Group::Search, Group::Reduce],
    },
    Topic {
        word: "bmc",
        title: "--engine bmc: bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999); only refutes, \
                but proves programs whose loops all end:",
        own: &[Group::Bmc],
        also: &[Group::Bits, Group::Reduce],
    },
    Topic {
        word: "kind",
        title: "--engine kind: k-induction with simple paths (Sheeran, Singh, Stalmarck, FMCAD 2000; Een, Sorensson, \
                BMC 2003):",
        own: &[Group::KInduction],
        also: &[Group::Bits, Group::Reduce],
    },
    Topic {
        word: "bits",
        title: "systems of Booleans and bit-vectors:",
        own: &[Group::Bits],
        also: &[],
    },
    Topic {
        word: "fsis",
        title: "--engine fsis: finite-state inductive strengthening (Bradley, Manna, FMCAD 2007); for small \
                circuits:",
        own: &[Group::Fsis],
        also: &[Group::Reduce],
    },
    Topic {
        word: "ic3-smt",
        title: "--engine ic3-smt: IC3 over formulas, with projected predecessors (Cimatti, Griggio, CAV 2012):",
        own: &[Group::Ic3Smt],
        also: &[Group::Search],
    },
    Topic {
        word: "ic3-ia",
        title: "--engine ic3-ia: IC3 modulo implicit predicate abstraction, refined by interpolants (Cimatti, Griggio, \
                Mover, Tonetta, TACAS 2014):",
        own: &[Group::Ic3Ia],
        also: &[Group::Search],
    },
    Topic {
        word: "ctigar",
        title: "--engine ctigar: the abstraction of ic3-ia, refined by counterexamples to induction, which are single \
                steps (Birgmeier, Bradley, \
                Weissenbacher, CAV 2014):",
        own: &[Group::Ctigar],
        also: &[Group::Ic3Ia, Group::Search],
    },
    Topic {
        word: "itp",
        title: "--engine itp: interpolants between the steps of refuted runs: as images, as sequences, or as lemmas of \
                IC3 (McMillan, CAV 2003; Vizel, Grumberg, FMCAD 2009; Vizel, Gurfinkel, CAV 2014):",
        own: &[Group::Itp],
        also: &[Group::Search],
    },
    Topic {
        word: "c",
        title: "C programs, for verify, check, convert and run; recursive functions are proved by summaries over Horn \
                clauses, with the engines spacer, gpdr, unwind and portfolio:",
        own: &[Group::Language, Group::Readings],
        also: &[],
    },
    Topic {
        word: "blocks",
        title: "programs, before any engine, are reduced and become programs of large blocks:",
        own: &[Group::Blocks],
        also: &[],
    },
    Topic {
        word: "horn",
        title: "Horn clauses, before any engine, are reduced:",
        own: &[Group::Horn],
        also: &[],
    },
    Topic {
        word: "tree-ic3-itp",
        title: "--engine tree-ic3-itp: IC3 on the tree of a program's paths, with the clauses of interpolants \
                (Cimatti, Griggio, CAV 2012):",
        own: &[Group::TreeIc3],
        also: &[Group::Paths, Group::Blocks],
    },
    Topic {
        word: "tree-ic3",
        title: "--engine tree-ic3: IC3 on the tree of a program's paths, whose nodes are refuted cube by cube, without \
                interpolants (Cimatti, Griggio, CAV 2012)",
        own: &[],
        also: &[Group::TreeIc3, Group::Paths, Group::Blocks],
    },
    Topic {
        word: "tree-ic3-ia",
        title: "--engine tree-ic3-ia: IC3 on the tree of a program's paths, with implicit predicate abstraction, the \
                predicates from interpolants (Cimatti, Griggio, Mover, Tonetta, TACAS 2014)",
        own: &[],
        also: &[Group::TreeIc3, Group::Paths, Group::Blocks],
    },
    Topic {
        word: "tree-ic3-itp-mono",
        title: "--engine tree-ic3-itp-mono: tree-ic3-itp with --strengthening all",
        own: &[],
        also: &[Group::TreeIc3, Group::Paths, Group::Blocks],
    },
    Topic {
        word: "tree-itp",
        title: "--engine tree-itp: lazy abstraction with interpolants (McMillan, CAV 2006), in the tree of \
                tree-ic3-itp",
        own: &[],
        also: &[Group::TreeIc3, Group::Paths, Group::Blocks],
    },
    Topic {
        word: "ic3cfa",
        title: "--engine ic3cfa: IC3 with frames for each location of a program (Lange, Neuhausser, Noll, FMCAD 2015; \
                Lange, IC3 Software Model Checking, 2018, chapter 4); --preset A to Q are the configurations of the \
                latter:",
        own: &[Group::Ic3Cfa],
        also: &[Group::Blocks],
    },
    Topic {
        word: "pred-abs",
        title: "--engine pred-abs: lazy predicate abstraction (Henzinger, Jhala, Majumdar, Sutre, POPL 2002) with \
                predicates from interpolants (Henzinger, Jhala, Majumdar, McMillan, POPL 2004):",
        own: &[Group::PredAbs],
        also: &[Group::Paths, Group::Blocks],
    },
    Topic {
        word: "guess",
        title: "--engine guess: random runs; affine relations, bounds and comparisons guessed from samples of their \
                states, weakened until they are inductive (Sharma, Gupta, \
                Hariharan, Aiken, Liang, Nori, ESOP 2013; Elder, Lim, Sharma, Andersen, Reps, TOPLAS 2014):",
        own: &[Group::Guess],
        also: &[Group::Blocks],
    },
    Topic {
        word: "explicit",
        title: "--engine explicit: search through all reachable states, for programs with few of them (Holzmann, IEEE \
                TSE 1997; Beyer, Löwe, FASE 2013):",
        own: &[Group::Explicit],
        also: &[Group::Blocks],
    },
    Topic {
        word: "spacer",
        title: "--engine spacer: IC3 for Horn clauses, with lemmas over and facts under the states of each predicate \
                (Komuravelli, Gurfinkel, \
                Chaki, CAV 2014); --engine gpdr: the same with points (Hoder, Bjørner, SAT 2012):",
        own: &[Group::Spacer],
        also: &[],
    },
    Topic {
        word: "unwind",
        title: "--engine unwind: trees of derivations and their interpolants (McMillan, Rybalchenko, 2013):",
        own: &[Group::Unwind],
        also: &[],
    },
    Topic {
        word: "l2s",
        title: "--engine l2s: a justice property as the question whether a lasso can be run through (Biere, Artho, \
                Schuppan, FMICS 2002); the options of the engine below hold for it too. Another engine over circuits \
                takes justice properties in this way, as if it were below:",
        own: &[Group::Live],
        also: &[Group::Reduce],
    },
    Topic {
        word: "k-live",
        title: "--engine k-live: k-liveness, in which the signals of a justice property come at most k times \
                (Claessen, Sorensson, FMCAD 2012); only proves:",
        own: &[Group::KLive],
        also: &[Group::Live, Group::Reduce],
    },
    Topic {
        word: "rlive",
        title: "--engine rlive: from one state in which the signals have come to the next, until a state comes back \
                or no further one is reached (Xia, Wang, Li, Ge, Vardi, CAV 2024)",
        own: &[],
        also: &[Group::Live, Group::Reduce],
    },
    Topic {
        word: "gpdr",
        title: "--engine gpdr: spacer with points as goals and facts (Hoder, Bjørner, SAT 2012)",
        own: &[],
        also: &[Group::Spacer],
    },
    Topic {
        word: "refinement",
        title: "interpolants between the edges of a path of a program:",
        own: &[Group::Paths],
        also: &[],
    },
    Topic { word: "sat", title: "indubit sat FILE.cnf:", own: &[Group::Sat], also: &[] },
    Topic { word: "smt", title: "indubit smt FILE.smt2:", own: &[Group::Smt], also: &[] },
    Topic { word: "run", title: "indubit run FILE.c:", own: &[Group::Execution], also: &[] },
    Topic { word: "try", title: "indubit try MODEL LEMMAS:", own: &[Group::Try], also: &[] },
    Topic { word: "reduce", title: "indubit reduce FILE -- COMMAND:", own: &[Group::Reduction], also: &[] },
    Topic { word: "conversion", title: "indubit convert FILE OUT:", own: &[Group::Conversion], also: &[] },
];

/// Words with a help of their own, beside commands, topics and options.
const WORDS: [&str; 6] = ["all", "c", "engines", "faces", "formats", "witness"];

/// Prints the help that is asked for.
pub fn run(args: &[OsString]) -> Result<i32, Failure> {
    let word = match args.first() {
        None => return print_first(),
        Some(word) => word.to_string_lossy(),
    };
    let text = match word.as_ref() {
        "all" => everything(),
        "engines" => engines(),
        "faces" => faces::help(),
        "formats" => FORMATS.to_string(),
        "c" => C_USAGE.to_string() + "\noptions:\n" + &flags(&[Group::Language]),
        "witness" => {
            let groups = [Group::Check, Group::Language, Group::Limits];
            WITNESS_USAGE.to_string() + "\noptions of check:\n" + &flags(&groups)
        }
        word => match (Command::named(word), topic(word)) {
            (Some(command), _) => of_command_in_full(command),
            (None, Some(topic)) if word == "portfolio" => alone(topic) + "\n" + &lineup(),
            (None, Some(topic)) => alone(topic),
            (None, None) => {
                faces::help_on(word).or_else(|| options_like(word)).ok_or_else(|| no_help(word))?
            }
        },
    };
    output::print(&text).map(|()| 0)
}

fn topic(word: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.word == word && !word.is_empty())
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
    let topics = TOPICS.iter().map(|topic| topic.word).filter(|word| !word.is_empty());
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
    let mut text = format!("\n{}\n", wrap(topic.title, 0));
    if let Some(engine) = Engine::ALL.iter().find(|engine| engine.name() == topic.word) {
        let takes = |&kind: &Kind| {
            Some(format!("{}: {}", kind.name(), seen_as(*engine, kind))).filter(|text| !text.ends_with(": -"))
        };
        let all: Vec<String> = Kind::ALL.iter().filter_map(takes).collect();
        text.push_str(&format!("models: {}\n", all.join("; ")));
    }
    text.push_str(&flags(topic.own));
    for other in TOPICS.iter().filter(|other| topic.also.iter().any(|group| other.own.contains(group))) {
        let shared: Vec<Group> = topic.also.iter().copied().filter(|g| other.own.contains(g)).collect();
        text.push_str(&format!("\n{}\n{}", wrap(other.title, 0), flags(&shared)));
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
    use Group::*;
    let (usage, groups): (&str, &[Group]) = match command {
        Command::Verify => (USAGE, &[Verify, Check, Output, Harness, Limits, Run, Language]),
        Command::Check => (CHECK_USAGE, &[Check, Limits, Language]),
        Command::Convert => (CONVERT_USAGE, &[Conversion, Limits, Language]),
        Command::Hwmcc => (HWMCC_USAGE, &[Verify, Check, Limits, Run]),
        Command::Sat => (SAT_USAGE, &[Sat, Limits, Run]),
        Command::Smt => (SMT_USAGE, &[Smt, Limits, Run]),
        Command::Run => (RUN_USAGE, &[Execution, Language, Harness, Limits, Run]),
        Command::Paths => (PATHS_USAGE, &[Readings, Check, Language, Limits]),
        Command::Try => (TRY_USAGE, &[Try, Limits, Language]),
        Command::Reduce => (REDUCE_USAGE, &[Reduction, Limits]),
    };
    format!("{}\noptions:\n{}", usage, flags(groups))
}

/// All options, by topics.
fn everything() -> String {
    let of = |topic: &Topic| Some(topic.word).filter(|word| !word.is_empty()).unwrap_or("verify");
    let title = |topic: &Topic| wrap(&format!("indubit help {}: {}", of(topic), topic.title), 0);
    let sections = TOPICS.iter().map(|topic| format!("\n{}\n{}", title(topic), flags(topic.own)));
    format!("{}{}\n{}{}", USAGE, engines(), lineup(), sections.collect::<String>())
}

/// The options that most users want, a line each: their values, the beginning of what is said of them in full, their
/// units and defaults.
fn most_used() -> String {
    let groups = [Group::Verify, Group::Check, Group::Output, Group::Limits, Group::Run];
    let is_used = |flag: &&Flag| groups.contains(&flag.group);
    let mut text = "options (in full: indubit help all):\n".to_string();
    for flag in table().iter().filter(is_used) {
        let head = flag.doc.split(|c| ";:,(.".contains(c)).next().unwrap_or("").trim_end();
        let form = Some((flag.form)()).filter(|form| form.len() < 12).unwrap_or_else(|| "WORD".to_string());
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
    let form = (flag.form)();
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
    (flag.get)(&Settings::default())
}
