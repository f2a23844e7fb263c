//! Outputs that are full or closed.

use super::{command, sample, scratch, text, told};
use std::process::{Command, Stdio};

/// Every command with every kind of message, and its exit code. Its files have this name: tests run side by side.
fn runs(name: &str) -> Vec<(Vec<String>, i32)> {
    let (safe, hasty) = (sample("traffic_light.aag"), sample("hasty_traffic_light.aag"));
    let witness = text(&scratch(&format!("{}.wit", name)));
    assert_eq!(told(&command(&[&hasty, "--witness", &witness]).output().expect("the program runs")).0, 10);
    let write = |suffix: &str, content: &str| {
        let file = scratch(&format!("{}.{}", name, suffix));
        std::fs::write(&file, content).expect("a file");
        text(&file)
    };
    let formula = write("cnf", "p cnf 2 2\n1 2 0\n-1 2 0\n");
    let script = write("smt2", "(echo \"a\")\n(check-sat)\n");
    let counting = write("c", "int main() { assert(0); }\n");
    let runs: &[(&[&str], i32)] = &[
        (&[&safe, "--stats", "--trace", "--verbose"], 20),
        (&[&safe, "--json", "--certificate", "-"], 20),
        (&[&hasty, "--engine", "bmc", "--max-depth", "0"], 30),
        (&["check", &hasty, &witness], 10),
        (&["check", &safe, &witness], 3),
        (&["convert", &safe, "-"], 0),
        (&["sat", &formula, "--stats"], 10),
        (&["smt", &script, "--stats"], 0),
        (&["--help"], 0),
        (&["help", "sat"], 0),
        (&["smt", "--help"], 0),
        (&["run", &counting, "--stats"], 10),
        (&["--version"], 0),
        (&["--nonsense"], 1),
        (&["sat", "--nonsense"], 1),
        (&["missing"], 2),
        (&["sat", &safe], 2),
    ];
    runs.iter().map(|(args, code)| (args.iter().map(|a| a.to_string()).collect(), *code)).collect()
}

fn with_arguments(args: &[String]) -> Command {
    command(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The writing end of a pipe that nobody reads.
#[cfg(unix)]
fn closed_pipe() -> Stdio {
    let mut child = Command::new("true").stdin(Stdio::piped()).spawn().expect("true runs");
    let pipe = child.stdin.take().expect("a pipe");
    child.wait().expect("true ends");
    pipe.into()
}

#[cfg(unix)]
#[test]
fn a_closed_output_changes_no_exit_code() {
    for (args, code) in runs("closed") {
        let output = with_arguments(&args).stdout(closed_pipe()).output().expect("the program runs");
        assert_eq!(told(&output).0, code, "{:?}", args);
        let output = with_arguments(&args).stderr(closed_pipe()).output().expect("the program runs");
        assert_eq!(told(&output).0, code, "{:?}", args);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_an_error_and_full_messages_are_none() {
    use std::fs::OpenOptions;

    let full = || Stdio::from(OpenOptions::new().write(true).open("/dev/full").expect("/dev/full"));
    for (args, code) in runs("full") {
        let output = with_arguments(&args).stdout(full()).output().expect("the program runs");
        let (found, _, messages) = told(&output);
        let prints = code != 1 && code != 2;
        assert_eq!(found, if prints { 1 } else { code }, "{:?}", args);
        assert_eq!(messages.contains("indubit: standard output: "), prints, "{:?}: {}", args, messages);
        let output = with_arguments(&args).stderr(full()).output().expect("the program runs");
        assert_eq!(told(&output).0, code, "{:?}", args);
    }
    // Files, too, and then there is no verdict.
    for args in [
        [&sample("traffic_light.aag"), "--certificate", "/dev/full"],
        [&sample("hasty_traffic_light.aag"), "--witness", "/dev/full"],
    ] {
        let (code, stdout, stderr) = told(&command(&args).output().expect("the program runs"));
        assert_eq!((code, stdout.as_str()), (1, ""));
        assert!(stderr.starts_with("indubit: /dev/full: "), "{}", stderr);
    }
}
