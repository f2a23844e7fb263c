//! Help leads from a word that a user has in mind to what is meant, and says values, units and defaults.

use super::{in_package, refused, run, sample, scratch, text};

/// The help on a word, which there is.
fn help(word: &str) -> String {
    let (code, text, message) = run(&["help", word]);
    assert_eq!((code, message.as_str()), (0, ""), "{}", word);
    text
}

#[test]
fn the_line_of_an_option_has_its_values_unit_and_default() {
    for (word, parts) in [
        (
            "timeout",
            ["--timeout TIME", "TIME is in seconds, or with a unit: 500ms, 60s, 5m, 1h", "[default: none]"],
        ),
        (
            "--memory",
            ["--memory SIZE", "SIZE is in megabytes, or with a unit: 500K, 500M, 2G", "powers of ten"],
        ),
        ("check-timeout", ["--check-timeout TIME", "TIME is in seconds", "(of smt)"]),
        (
            "lifting",
            [
                "--lifting off|justification|core|ternary",
                "[default: justification]",
                "(of verify, hwmcc, scan)",
            ],
        ),
        ("show-trace", ["--show-trace\n", "[default: off]", "(of verify, scan)"]),
        ("threads", ["--threads N", "[default: one for each processor]", "(of reduce)"]),
        (
            "no-check-bounds",
            ["--check-bounds on|off", "[default: off]", "(of verify, check, convert, run, paths, try, scan)"],
        ),
    ] {
        let text = help(word).replace("\n      ", " ");
        for part in parts {
            let part = part.replace('\n', " ");
            assert!(text.contains(&part), "{} lacks {}:\n{}", word, part, text);
        }
    }
}

#[test]
fn all_options_have_an_index_of_groups_that_fits_a_screen() {
    let index = help("all");
    assert!(
        index.lines().count() <= 32 && index.lines().all(|line| line.chars().count() <= 120),
        "{}",
        index
    );
    let mut options = 0;
    let (groups, engines) = index.split_once("\nengines").expect("engines");
    for line in groups.lines().filter(|line| line.starts_with("  ")) {
        let mut words = line.split_whitespace();
        let (group, count) = (words.next().expect("a group"), words.next().expect("a number"));
        let count: usize = count.parse().expect("a number");
        assert!(help(group).matches("\n  --").count() >= count, "{}", line);
        options += count;
    }
    for entry in engines.lines().filter(|line| line.starts_with("  ")).flat_map(|line| line.split(',')) {
        let mut words = entry.split_whitespace();
        if let Some(engine) = words.next() {
            let count: usize = words.next().map_or(0, |count| count.parse().expect("a number"));
            assert!(help(engine).matches("\n  --").count() >= count, "{}", entry);
            options += count;
        }
    }
    assert_eq!(options, help("everything").matches("\n  --").count());
}

#[test]
fn evidence_was_once_asked_for_by_check() {
    let (file, bounds) = (sample("traffic_light.aag"), text(&scratch("old_check.c")));
    let program = "int nd(void); int main() { int a[4]; int i = nd() & 7; a[i] = 1; return 0; }\n";
    std::fs::write(&bounds, program).expect("a file");
    for (call, verdict, is_old) in [
        (&["--check", "full", &file][..], "safe\n", true),
        (&["--check=off", &file], "safe\n", true),
        (&["--check", &file], "safe\n", true),
        (&["verify", "--no-check", &file], "safe\n", true),
        (&[&file, "--check"], "safe\n", true),
        (&[&bounds, "--check", "full,bounds", "--threads", "1"], "unsafe\n", true),
        (&["--check", "bounds", &bounds], "unsafe\n", false),
        (&["--check=all", "--evidence", "full", &bounds, "--threads", "1"], "unsafe\n", false),
        (&["--evidence", &file], "safe\n", false),
        (&["--no-evidence", &file], "safe\n", false),
    ] {
        let (_, stdout, stderr) = run(call);
        assert!(stdout.starts_with(verdict), "{:?}: {}{}", call, stdout, stderr);
        assert_eq!(
            stderr.matches("--evidence says whether").count(),
            usize::from(is_old),
            "{:?}: {}",
            call,
            stderr
        );
    }
    let message = refused(&["--check", "bouds", &bounds], 1);
    assert!(message.contains("did you mean `bounds`?"), "{}", message);
}

#[test]
fn every_option_can_be_understood_alone() {
    for line in help("everything").lines().filter(|line| line.starts_with("      ")) {
        for word in ["and so is", "the same;", " beside [", "leave them alone"] {
            assert!(!line.contains(word), "{}", line);
        }
    }
    let all = help("everything");
    let heads = all.lines().filter(|line| line.starts_with("  --")).count();
    assert_eq!(heads, all.matches("[default: ").count());
}

#[test]
fn an_option_of_another_command_is_told() {
    let file = sample("traffic_light.aag");
    for (call, expected) in [
        (["check", &file, "proof", "--engine"], "there is no option --engine; it is one of verify, hwmcc"),
        (
            ["sat", "f.cnf", "--witness", "w"],
            "there is no option --witness; it is one of verify, scan, run (",
        ),
        (
            ["verify", &file, "--proof", "p"],
            "there is no option --proof; it is one of sat (`indubit --help`)",
        ),
        (["verify", &file, "--treads", "2"], "there is no option --treads; did you mean `--threads`?"),
        (["verify", &file, "--no-reqeue", "2"], "did you mean `--no-requeue`?"),
        (["verify", &file, "--timeout", "soon"], "(seconds, or with a unit: 500ms, 60s, 5m, 1h)"),
        (["verify", &file, "--memory", "much"], "(megabytes, or with a unit: 500K, 500M, 2G)"),
    ] {
        let message = refused(&call, 1);
        assert!(message.contains(expected), "{}", message);
    }
}

#[test]
fn other_words_have_help_too() {
    for (word, part) in [
        ("formats", "BTOR2 (.btor2, .btor)"),
        ("faces", "suprove"),
        ("z3", "indubit as z3"),
        ("engines", "tree-ic3-itp-mono"),
        ("portfolio", "for Horn clauses:"),
        ("witness", "unreach-call"),
        ("c", "Undefined behaviour has a meaning"),
        ("refinement", "--path-interpolants"),
    ] {
        assert!(help(word).contains(part), "{}", word);
    }
    let message = refused(&["help", "--tiemout"], 1);
    assert!(message.contains("did you mean `timeout`?") && message.lines().count() == 2, "{}", message);
}

/// No two options of a command have the same name: only the first one could be set.
#[test]
fn the_names_of_a_command_s_options_differ() {
    let all = help("everything");
    // Those of verify and its engines come first.
    let of_verify = all.split("\nindubit help sat: ").next().expect("a text");
    let mut names: Vec<&str> = of_verify.lines().filter(|line| line.starts_with("  --")).collect();
    names.iter_mut().for_each(|line| *line = line.trim_start().split(' ').next().unwrap_or(""));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    let system = text(&in_package("tests/systems/counter.vmt"));
    let call = [&system, "--engine", "ic3-smt", "--lemma-form", "farkas", "--property", "0"];
    assert_eq!(run(&call).1, "safe\n");
}
