//! Names of files, sizes of files, waiting for files.

use super::{command, run, sample, scratch, text, told};

#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8_are_names() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt;
    use std::path::PathBuf;

    let named = |name: &[u8]| -> PathBuf { scratch("").join(OsStr::from_bytes(name)) };
    let model = named(b"model\xff.aag");
    std::fs::copy(sample("hasty_traffic_light.aag"), &model).expect("a copy");
    let witness = named(b"witness\xfe");
    let mut option = OsString::from("--witness=");
    option.push(&witness);
    let code = |args: &[&OsStr]| told(&command(&[]).args(args).output().expect("the program runs")).0;
    assert_eq!(code(&[model.as_os_str(), &option]), 10);
    assert_eq!(code(&[OsStr::new("check"), model.as_os_str(), witness.as_os_str()]), 10);
    let formula = named(b"\xfd.cnf");
    std::fs::write(&formula, "p cnf 1 2\n1 0\n-1 0\n").expect("a file");
    let proof = named(b"\xfc.drat");
    let proof_option = [OsStr::new("--proof"), proof.as_os_str()];
    assert_eq!(code(&[&[OsStr::new("sat"), formula.as_os_str()], &proof_option[..]].concat()), 20);
    assert_eq!(code(&[OsStr::new("check"), formula.as_os_str(), proof.as_os_str()]), 20);
    let script = named(b"\xfb.smt2");
    std::fs::write(&script, "(check-sat)").expect("a file");
    assert_eq!(code(&[OsStr::new("smt"), script.as_os_str()]), 0);
    // Options themselves are words.
    assert_eq!(code(&[OsStr::from_bytes(b"--\xff")]), 1);
    assert_eq!(code(&[model.as_os_str(), OsStr::new("--seed"), OsStr::from_bytes(b"\xff")]), 1);
}

#[test]
fn memory_is_counted_in_powers_of_ten() {
    for help in [&["help", "everything"][..], &["help", "sat"], &["help", "smt"], &["help", "run"]] {
        let text = run(help).1.replace("\n      ", " ");
        assert!(text.contains("(1M is 1,000,000 bytes)"), "{:?}", help);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn endless_files_have_an_end() {
    let model = sample("traffic_light.aag");
    let cases: [&[&str]; 4] = [
        &["/dev/zero"],
        &["sat", "/dev/zero"],
        &["check", &model, "/dev/zero"],
        &["convert", "/dev/zero", "-"],
    ];
    for args in cases {
        let args = [args, &["--memory", "20M"]].concat();
        let (code, stdout, stderr) = run(&args);
        assert_eq!((code, stdout.as_str()), (2, ""), "{:?}", args);
        let expected = "indubit: /dev/zero: more than 20000000 bytes; give --memory SIZE to allow more\n";
        assert_eq!(stderr, expected, "{:?}", args);
    }
}

/// A run that waits for standard input, which stays open and empty; it gets a signal, if there is one.
#[cfg(unix)]
fn waiting(args: &[&str], signal: Option<&str>) -> (i32, String, String) {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let mut child = command(args).stdin(Stdio::piped()).spawn().expect("the program runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    if let Some(signal) = signal {
        // More than a pipe holds: once it is written, the program has begun to read.
        pipe.write_all(&[b' '; 300_000]).expect("the program reads");
        let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
    }
    let told = told(&child.wait_with_output().expect("the program ends"));
    drop(pipe);
    told
}

#[cfg(unix)]
#[test]
fn the_first_signal_ends_the_waiting_for_input() {
    let model = sample("traffic_light.aag");
    let (code, stdout, stderr) = waiting(&["-"], Some("-INT"));
    assert_eq!((code, stdout.as_str()), (30, "unknown\n"));
    assert_eq!(stderr, "indubit: standard input: cancelled before the end of the file\n");
    let (code, stdout, _) = waiting(&["-", "--json"], Some("-TERM"));
    let expected = "{\"version\":1,\"verdict\":\"unknown\",\"exit_code\":30,";
    assert!(code == 30 && stdout.starts_with(expected), "{}", stdout);
    assert_eq!(waiting(&["check", &model, "-"], Some("-INT")).1, "unknown\n");
    let (code, stdout, stderr) = waiting(&["sat", "-"], Some("-TERM"));
    let expected = "c standard input: cancelled before the end of the file\ns UNKNOWN\n";
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (30, expected, ""));
    assert_eq!(waiting(&["smt", "-"], Some("-INT")).0, 0);
    assert_eq!(waiting(&["convert", "-", "-"], Some("-INT")).0, 30);
}

#[cfg(unix)]
#[test]
fn a_timeout_ends_the_waiting_for_input() {
    let (code, stdout, stderr) = waiting(&["-", "--timeout", "50ms"], None);
    assert_eq!((code, stdout.as_str()), (30, "unknown\n"));
    assert_eq!(stderr, "indubit: standard input: time limit reached before the end of the file\n");
    assert_eq!(waiting(&["sat", "-", "--timeout", "50ms"], None).0, 30);
}

#[test]
fn a_folder_is_no_file() {
    let folder = text(&scratch(""));
    for command in ["verify", "sat", "smt"] {
        assert_eq!(run(&[command, &folder]).0, 2, "{}", command);
    }
}
