//! The program as its users see it: output, exit codes, files, messages.

mod agents;
mod assertions;
mod c_runs;
mod clauses;
mod cluster;
mod contract_clauses;
mod contracts;
mod convert;
mod evidence;
mod faces;
mod floats;
mod formulas;
mod help;
mod input;
mod lemmas;
mod live;
mod loop_contracts;
mod names;
mod one_run;
mod output;
#[path = "../support/paths.rs"]
mod paths;
mod programs;
mod recursion;
mod recursive_fixtures;
mod reduce;
mod sarif;
mod scripts;
mod series;
mod shown;
mod simulated;
mod stories;
mod systems;
mod traces;
mod units;
mod usage;
mod witnesses;

use paths::in_package;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

fn circuit(name: &str) -> String {
    text(&in_package(&format!("tests/circuits/{}.aag", name)))
}

fn sample(name: &str) -> String {
    text(&in_package(&format!("examples/circuits/{}", name)))
}

/// A file of this test's own.
fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("indubit-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder.join(name)
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_indubit"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// As [`run`], with nothing but the verdicts on standard output, and no notes or advice on standard error.
fn judged(args: &[&str]) -> (i32, String, String) {
    let (code, out, err) = run(args);
    let is_verdict =
        |line: &&str| ["safe", "unsafe", "unknown"].contains(&line.rsplit(' ').next().unwrap_or(line));
    let is_note = |line: &&str| ["note:", "tried:", "may help:"].iter().any(|word| line.contains(word));
    let joined = |lines: Vec<&str>| lines.iter().map(|line| format!("{}\n", line)).collect::<String>();
    let out = joined(out.lines().filter(is_verdict).collect());
    (code, out, joined(err.lines().filter(|line| !is_note(line)).collect()))
}

/// Exit code, standard output, standard error.
fn told(output: &Output) -> (i32, String, String) {
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("an exit code"), words(&output.stdout), words(&output.stderr))
}

fn run(args: &[&str]) -> (i32, String, String) {
    told(&command(args).output().expect("the program runs"))
}

/// Standard error of a run that ends with this code and prints nothing.
fn refused(args: &[&str], code: i32) -> String {
    let (found, stdout, stderr) = run(args);
    assert_eq!((found, stdout.as_str()), (code, ""), "{:?}: {}", args, stderr);
    assert!(stderr.starts_with("indubit: "), "{}", stderr);
    stderr
}

#[test]
fn the_samples_have_their_verdicts() {
    let safe = sample("traffic_light.aag");
    let hasty = sample("hasty_traffic_light.aag");
    for engine in ["ic3", "lazy-ic3", "kind", "car", "fsis"] {
        assert_eq!(run(&[&safe, "--engine", engine]), (20, "safe\n".into(), String::new()));
        assert_eq!(judged(&["verify", "--engine", engine, &hasty]), (10, "unsafe\n".into(), String::new()));
    }
    assert_eq!(run(&["--evidence=full", &safe]), (20, "safe\n".into(), String::new()));
    assert_eq!(run(&[&hasty, "--engine", "bmc", "--evidence", "full"]).0, 10);
}

#[test]
fn several_properties_get_a_line_each() {
    let ring = circuit("token_ring");
    assert_eq!(judged(&[&ring]), (10, "unsafe\nb0 safe\nb1 safe\nb2 unsafe\n".into(), String::new()));
    assert_eq!(run(&[&ring, "--property", "1"]), (20, "safe\n".into(), String::new()));
    let (code, stdout, stderr) = run(&[&ring, "--engine", "bmc", "--max-depth", "2"]);
    assert_eq!((code, stdout.as_str()), (30, "unknown\nb0 unknown\nb1 unknown\nb2 unknown\n"));
    assert!(stderr.contains(" (b0): depth bound reached; no counterexample up to depth 2\n"), "{}", stderr);
    let (code, stdout, _) = judged(&[&ring, "--engine", "bmc", "--max-depth", "9"]);
    assert_eq!((code, stdout.as_str()), (10, "unsafe\nb0 unknown\nb1 unknown\nb2 unsafe\n"));
}

#[test]
fn evidence_goes_to_files_and_comes_back() {
    let safe = sample("traffic_light.aag");
    let forms = [("ic3", "c.aig"), ("ic3", "c.aag"), ("ic3", "c.txt"), ("fsis", "f.aig"), ("kind", "k.txt")];
    for (engine, name) in forms {
        let file = text(&scratch(name));
        assert_eq!(run(&[&safe, "--engine", engine, "--certificate", &file]).0, 20);
        let expected = (20, "safe\nb0 safe\n".to_string(), String::new());
        assert_eq!(run(&["check", &safe, &file]), expected, "{}", name);
        assert_eq!(run(&["check", "--evidence", "full", &safe, &file]), expected, "{}", name);
        // Evidence for the crossing is wrong for the hasty one.
        let (code, stdout, stderr) = run(&["check", &sample("hasty_traffic_light.aag"), &file]);
        assert_eq!((code, stdout.as_str()), (3, "unknown\nb0 unknown\n"));
        assert!(stderr.contains("property both lamps are green (b0): "), "{}", stderr);
    }
    let hasty = sample("hasty_traffic_light.aag");
    let file = text(&scratch("w.txt"));
    assert_eq!(run(&[&hasty, "--witness", &file]).0, 10);
    assert_eq!(run(&["check", &hasty, &file]), (10, "unsafe\nb0 unsafe\n".into(), String::new()));
    assert_eq!(run(&["check", &safe, &file]).0, 3);
}

#[test]
fn each_property_has_its_own_files() {
    let ring = circuit("token_ring");
    let (certificate, witness) = (scratch("ring.aig"), scratch("ring.wit"));
    let files = ["--certificate", &text(&certificate), "--witness", &text(&witness)];
    assert_eq!(run(&[&[ring.as_str()], &files[..]].concat()).0, 10);
    for property in 0..2 {
        let file = text(&scratch(&format!("ring.b{}.aig", property)));
        let asked = run(&["check", &ring, &file, "--property", &property.to_string()]);
        assert_eq!((asked.0, asked.1), (20, format!("safe\nb{} safe\n", property)));
    }
    assert_eq!(run(&["check", &ring, &text(&witness)]).1, "unsafe\nb0 unknown\nb1 unknown\nb2 unsafe\n");
    let message = refused(&["check", &ring, &text(&witness), "--property", "0"], 2);
    assert!(message.contains("there is nothing about this property"));
}

#[test]
fn wrong_arguments_are_usage_errors() {
    let safe = sample("traffic_light.aag");
    let cases: &[(&[&str], &str)] = &[
        (&["--enigne", "ic3", &safe], "there is no option --enigne; did you mean `--engine`? (`indubit --help`)"),
        (
            &["--engine", "ic4", &safe],
            "--engine: expected auto|portfolio|ic3|lazy-ic3|bmc|kind|car|fsis|itp|ic3-smt|ic3-ia|ctigar|tree-ic3|\
             tree-ic3-itp|tree-ic3-ia|tree-ic3-itp-mono|tree-itp|ic3cfa|pred-abs|guess|explicit|spacer|gpdr|unwind|\
             l2s|k-live|rlive|ranking, found `ic4`",
        ),
        (&[&safe, "--lifting"], "--lifting lacks its value: off|justification|core|ternary"),
        (&["--json=yes", &safe], "--json takes no value"),
        (&["--timeout", "soon", &safe], "--timeout: expected TIME, found `soon`"),
        (&["--timeout", "1é", &safe], "--timeout: expected TIME, found `1é`"),
        (&[&safe, &safe], "expected FILE, found 2 files"),
        (&["check", &safe], "expected MODEL EVIDENCE..., found 1 files"),
        (&[&safe, "--property", "1"], "there is no property b1"),
        (&["help", "magic"], "no help on `magic`"),
        (
            &[&safe, "--engine", "kind", "--certificate", "x.aig"],
            "a proof by k-induction has no witness circuit",
        ),
    ];
    for (args, expected) in cases {
        let message = refused(args, 1);
        assert!(message[9..].starts_with(expected), "{}", message);
    }
}

#[test]
fn bad_files_are_named_with_the_place() {
    let write = |name: &str, content: &str| -> String {
        let file = scratch(name);
        std::fs::write(&file, content).expect("a file");
        text(&file)
    };
    let cases = [
        (write("truncated.aag", "aag 3 1 2 1 0\n2\n4 2\n"), "line 4, column 1: expected "),
        (write("word.aag", "aag 1 1 0 1 0\nx\n2\n"), "line 2, column 1: expected "),
        (write("empty.aag", ""), "line 1, column 1: expected "),
        (write("f.cnf", "p cnf 1 1\n1 0\n"), "line 1, column 1: expected "),
        (write("none.aag", "aag 0 0 0 0 0\n"), "nothing to verify"),
        (text(&scratch("missing.aag")), ""),
    ];
    for (file, expected) in &cases {
        let message = refused(&["verify", file], 2);
        assert!(message.starts_with(&format!("indubit: {}: {}", file, expected)), "{}", message);
    }
    assert!(refused(&["verify", &cases[3].0], 2).contains("use `indubit sat`"));
    let evidence = write("evidence", "1\nb0\n1\n");
    let message = refused(&["check", &sample("traffic_light.aag"), &evidence], 2);
    assert!(message.contains("evidence: line 3, column 2: expected 5 values"), "{}", message);
}

fn feed(mut child: Child, bytes: &[u8]) -> (i32, String, String) {
    child.stdin.take().expect("a pipe").write_all(bytes).expect("the program reads");
    told(&child.wait_with_output().expect("the program ends"))
}

#[test]
fn a_dash_is_standard_input() {
    let bytes = std::fs::read(sample("traffic_light.aag")).expect("a sample");
    let child = command(&["-"]).stdin(Stdio::piped()).spawn().expect("the program runs");
    assert_eq!(feed(child, &bytes), (20, "safe\n".into(), String::new()));
    let child = command(&["-", "--json"]).stdin(Stdio::piped()).spawn().expect("the program runs");
    let (code, _, stderr) = feed(child, b"aag 1 1 0 1 0\n2\n9\n");
    assert_eq!(code, 2);
    assert!(stderr.starts_with("indubit: standard input: line 3, column 1: expected "), "{}", stderr);
}

#[test]
fn a_timeout_says_how_far() {
    let safe = sample("traffic_light.aag");
    let (code, stdout, stderr) = run(&[&safe, "--engine", "bmc", "--timeout", "200ms"]);
    assert_eq!((code, stdout.as_str()), (30, "unknown\n"));
    let expected =
        "indubit: property both lamps are green (b0): time limit reached; no counterexample up to depth ";
    assert!(stderr.starts_with(expected), "{}", stderr);
    assert_eq!(run(&[&safe, "--timeout", "0"]).0, 30);
    assert_eq!(run(&[&safe, "--memory", "1K"]).0, 30);
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_how_far() {
    let mut program = command(&[&sample("traffic_light.aag"), "--engine", "bmc", "--verbose"]);
    let mut child = program.spawn().expect("the program runs");
    // A line stands for a depth that begins, so the one before it is done.
    let (mut told_so_far, mut byte) = (Vec::new(), [0]);
    while !told_so_far.ends_with(b"depth 1") {
        let read = child.stderr.as_mut().map(|pipe| pipe.read_exact(&mut byte));
        assert!(matches!(read, Some(Ok(()))), "no line for the second depth");
        told_so_far.push(byte[0]);
    }
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(status.success());
    let (code, stdout, stderr) = told(&child.wait_with_output().expect("the program ends"));
    assert_eq!((code, stdout.as_str()), (30, "unknown\n"));
    assert!(stderr.contains("cancelled; no counterexample up to depth "), "{}", stderr);
}

#[test]
fn json_is_json() {
    for args in [&["--json"][..], &["--json", "--engine", "kind"], &["--json", "--timeout", "0"]] {
        for name in ["token_ring", "counter", "no_latches"] {
            let file = circuit(name);
            let (code, stdout, _) = run(&[args, &[file.as_str()]].concat());
            let mut rest = stdout.as_str();
            value(&mut rest).unwrap_or_else(|| panic!("no JSON: {}", stdout));
            assert_eq!(rest, "\n");
            assert!(stdout.contains(&format!("\"exit_code\":{}", code)));
        }
    }
    let named = scratch("name.aag");
    std::fs::write(&named, "aag 1 1 0 1 0\n2\n2\no0 \"a\\b\"\tc\n").expect("a file");
    let stdout = run(&["--json", &text(&named)]).1;
    assert!(stdout.contains(r#""name":"\"a\\b\"\u0009c""#), "{}", stdout);
    assert!(value(&mut stdout.as_str()).is_some());
}

/// Steps over a JSON value; `None` if there is none.
fn value(rest: &mut &str) -> Option<()> {
    match rest.chars().next()? {
        open @ ('{' | '[') => {
            let close = if open == '{' { '}' } else { ']' };
            eat(rest, open)?;
            if eat(rest, close).is_some() {
                return Some(());
            }
            loop {
                if open == '{' {
                    string(rest)?;
                    eat(rest, ':')?;
                }
                value(rest)?;
                if eat(rest, close).is_some() {
                    return Some(());
                }
                eat(rest, ',')?;
            }
        }
        '"' => string(rest),
        _ => {
            let end = rest.find(|c| ",]}\n".contains(c))?;
            let word = &rest[..end];
            *rest = &rest[end..];
            let literal = ["true", "false", "null"].contains(&word);
            (literal || word.parse::<f64>().is_ok()).then_some(())
        }
    }
}

fn eat(rest: &mut &str, c: char) -> Option<()> {
    *rest = rest.strip_prefix(c)?;
    Some(())
}

fn string(rest: &mut &str) -> Option<()> {
    eat(rest, '"')?;
    let mut chars = rest.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => {
                *rest = &rest[i + 1..];
                return Some(());
            }
            '\\' => drop(chars.next()?),
            c if (c as u32) < 0x20 => return None,
            _ => {}
        }
    }
    None
}

#[test]
fn the_size_of_the_frames_comes_as_in_the_paper() {
    let safe = circuit("token_ring");
    let (_, _, lazy) = run(&[&safe, "--engine", "lazy-ic3", "--stats"]);
    for part in ["visible latches [frames] number", "[0-", "#V[Ω]    #C[Ω]        k        T"] {
        assert!(lazy.contains(part), "{}", lazy);
    }
    let (_, _, concrete) = run(&[&safe, "--engine", "ic3", "--stats"]);
    assert!(concrete.contains("#C[Ω]") && !concrete.contains("visible latches ["), "{}", concrete);
}

#[test]
fn statistics_and_events_go_to_standard_error() {
    let safe = sample("traffic_light.aag");
    let (code, stdout, stderr) = run(&[&safe, "--stats"]);
    assert_eq!((code, stdout.as_str()), (20, "safe\n"));
    assert!(stderr.contains("5  original latches") && stderr.contains("queries"), "{}", stderr);
    let (_, stdout, stderr) = run(&[&safe, "--engine", "ic3", "--trace"]);
    assert_eq!(stdout, "safe\n");
    assert!(stderr.contains("can a state of F0 outside "), "{}", stderr);
    assert!(stderr.contains("lemma up to F1: not "), "{}", stderr);
    assert!(run(&[&safe, "--engine", "ic3", "--verbose"]).2.contains("depth 1"));
}

#[test]
fn help_names_every_option_with_its_default() {
    let (code, stdout, _) = run(&["help", "everything"]);
    assert_eq!(code, 0);
    for part in [
        "--engine auto|portfolio|ic3|lazy-ic3|bmc|kind|car|fsis|itp|ic3-smt|ic3-ia|ctigar|tree-ic3|tree-ic3-itp|\
         tree-ic3-ia|tree-ic3-itp-mono|tree-itp|ic3cfa|pred-abs|guess|explicit|spacer|gpdr|unwind|l2s|k-live|rlive",
        "--below auto|portfolio|ic3",
        "--lifting off|justification|core|ternary",
        "auto: ctg on circuits",
        "--simple-path on|off",
        "exit codes",
    ] {
        assert!(stdout.contains(part), "{}", part);
    }
    assert!(run(&["help", "fsis"]).1.contains("--implicate linear|binary"));
    assert!(!run(&["help", "fsis"]).1.contains("--lifting"));
    for line in [
        "                    circuits  systems               programs              Horn clauses\n",
        "  ic3-ia            -         yes                   as systems            linear: as programs\n",
        "  kind              yes       yes                   -                     -\n",
        ".btor2",
        ".vmt",
        "indubit hwmcc",
    ] {
        assert!(stdout.contains(line), "{}", line);
    }
    assert!(run(&["help", "sat"]).1.contains("usage: indubit sat"));
    assert!(run(&["--version"]).1.starts_with("indubit "));
}

#[test]
fn the_first_help_fits_two_screens() {
    let help = run(&["--help"]).1;
    assert!(help.lines().count() <= 90 && help.lines().all(|line| line.chars().count() <= 120), "{}", help);
    for part in ["exit codes", "indubit help all", "--engine", "--witness", "--timeout", "spacer"] {
        assert!(help.contains(part), "{}", part);
    }
    let members = run(&["help", "portfolio"]).1;
    for part in ["for circuits:", "ic3cfa with small blocks (share 4; ", "spacer --words integers), if"] {
        assert!(members.contains(part), "{}:\n{}", part, members);
    }
    // Each line can be typed: the error is that of a file that is not there.
    for line in members.split("; --engine ").skip(1).filter_map(|rest| rest.split(')').next()) {
        let words: Vec<&str> = "--engine".split(' ').chain(line.split(' ')).chain(["no-such-file"]).collect();
        assert_eq!(run(&words).0, 2, "{}", line);
    }
}

/// Options that several engines share are told with each of them, and all options somewhere.
#[test]
fn help_on_an_engine_is_complete() {
    let shares = [
        ("ic3", ["--lifting", "--generalisation", "--constants"]),
        ("lazy-ic3", ["--patience", "--domain", "--requeue"]),
        ("ic3-smt", ["--lemma-form", "--solvers", "--generalisation"]),
        ("ic3-ia", ["--hints", "--ctg-depth", "--max-frames"]),
        ("bmc", ["--max-depth", "--bits", "--reduce"]),
        ("kind", ["--max-k", "--bits", "--reduce"]),
        ("fsis", ["--implicate", "--reduce", "--equivalences"]),
        (
            "portfolio",
            [
                "--engine",
                "--threads",
                "models: circuits: yes; systems: yes; programs: yes; Horn clauses: yes",
            ],
        ),
        ("tree-itp", ["--strengthening", "--block-size", "--path-interpolants"]),
        ("ic3cfa", ["--dropping", "--edges", "--block-size"]),
        ("pred-abs", ["--abstraction", "--block-size", "--path-interpolants"]),
        ("guess", ["--run-effort", "--guess-conflicts", "--block-size"]),
        ("explicit", ["--most-states", "--block-size", "--slicing"]),
    ];
    let whole = run(&["help", "everything"]).1;
    let (whole, _) = whole.split_once("\nindubit help sat: ").expect("the options of other commands follow");
    for (engine, options) in shares {
        let (code, help, _) = run(&["help", engine]);
        assert_eq!(code, 0);
        assert!(help.contains("\nmodels: "), "{}", help);
        for option in options {
            assert!(help.contains(option), "{} of {}", option, engine);
        }
        for line in help.lines().filter(|line| line.starts_with("  --")) {
            assert_eq!(whole.matches(&format!("{}\n", line)).count(), 1, "{}", line);
        }
    }
    assert!(!run(&["help", "ic3-ia"]).1.contains("--lifting"));
}

#[test]
fn the_default_of_every_choice_is_one_of_its_words() {
    let help = run(&["help", "everything"]).1;
    let mut choices = 0;
    let mut words: Vec<&str> = Vec::new();
    for line in help.lines() {
        if line.trim_start().starts_with("--") {
            let form = line.split_whitespace().nth(1).unwrap_or("");
            words = if form.contains('|') { form.split('|').collect() } else { Vec::new() };
        }
        if !words.is_empty() && line.ends_with(']') {
            let default = line.rsplit("[default: ").next().unwrap_or("").trim_end_matches(']');
            assert!(words.contains(&default), "{:?} is none of {:?}", default, words);
            choices += 1;
        }
    }
    assert!(choices > 10, "{}", help);
}

#[test]
fn every_ic3_option_can_be_flipped() {
    let flips: &[&[&str]] = &[
        &["--lifting", "off"],
        &["--lifting", "justification"],
        &["--lifting", "core"],
        &["--lifting=ternary", "--lifting-rounds", "1"],
        &["--generalisation", "core", "--parent-lemma", "off"],
        &["--generalisation", "dynamic", "--ctg-depth", "2", "--ctg-limit", "5"],
        &["--propagation", "triggered", "--requeue", "off"],
        &["--may-obligations", "on", "--inductive-subset", "on"],
        &["--containment-check", "on", "--obligation-limit", "0"],
        &["--domain", "off", "--seed", "7", "--threads", "4"],
        &["--reduce", "off"],
        &["--rewriting", "off", "--constants", "off", "--equivalences", "off"],
        &["--reduce-effort", "10", "--reduce-conflicts", "1", "--reduce-rounds", "1"],
        &["--evidence", "off"],
    ];
    let ring = circuit("token_ring");
    for flip in flips {
        let args = [&[ring.as_str(), "--engine", "ic3"], *flip].concat();
        assert_eq!(judged(&args).1, "unsafe\nb0 safe\nb1 safe\nb2 unsafe\n", "{:?}", flip);
    }
    assert_eq!(run(&[&circuit("deep_counter"), "--engine", "ic3", "--max-frames", "1"]).0, 30);
}
