//! The command of a call: the one that is named, in front or behind options, or else the one that the file calls for. A
//! formula in DIMACS form is solved, an SMT-LIB script carried out, any other file verified.

use super::arguments::first_file;
use super::files::is_formula;
use super::options::Command;
use super::{files, os, suggest, Failure};
use indubit::input::horn::is_horn;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;

/// Bytes at the beginning of a file that are looked at.
const HEAD: u64 = 1 << 22;

/// The command for these arguments, and the arguments without its name. A file that cannot be read is left to the
/// command `verify`, which says why.
pub fn command(args: &[OsString]) -> Result<(Command, Vec<OsString>), Failure> {
    let mut rest = args.to_vec();
    let at = first_file(args);
    let named = at.and_then(|at| Some((at, Command::named(args.get(at)?.to_str()?)?)));
    // In front stands a command, even if a file has the same name.
    match named {
        Some((at, command)) if at == 0 || std::fs::metadata(&args[at]).is_err() => {
            rest.remove(at);
            Ok((command, rest))
        }
        Some(_) | None if args.iter().any(|arg| os::split_at_equals(arg).0 == "--format") => {
            Ok((Command::Verify, rest))
        }
        Some(_) | None => Ok((of_file(at.map(|at| args[at].as_os_str()))?, rest)),
    }
}

/// The command that a file calls for.
fn of_file(file: Option<&OsStr>) -> Result<Command, Failure> {
    let file = match file {
        Some(file) if file != "-" => file,
        Some(_) | None => return Ok(Command::Verify),
    };
    let mut head = Vec::new();
    let is_file = std::fs::metadata(file).map_or(false, |data| data.is_file());
    if is_file && File::open(file).and_then(|file| file.take(HEAD).read_to_end(&mut head)).is_ok() {
        return match files::unpacker(&head) {
            Some((packer, command)) => Err(files::packed(file, packer, command)),
            None => Ok(command_of(file, &head)),
        };
    }
    match file.to_str().and_then(|word| suggest::nearest(word, Command::ALL.map(|(name, _)| name))) {
        Some(meant) if std::fs::metadata(file).is_err() => {
            let message = format!(
                "there is no file and no command `{}`; did you mean `{}`?",
                file.to_string_lossy(),
                meant
            );
            Err(Failure::usage(message))
        }
        Some(_) | None => Ok(Command::Verify),
    }
}

/// The command for a file with this name and beginning.
fn command_of(file: &OsStr, head: &[u8]) -> Command {
    match files::suffix(file) {
        "c" | "i" | "vmt" | "btor" | "btor2" | "aig" | "aag" | "cfa" => Command::Verify,
        _ if is_formula(file, head) => Command::Sat,
        suffix => {
            let has = |text: &str| head.windows(text.len()).any(|window| window == text.as_bytes());
            let is_system =
                [":trans ", ":init ", ":next ", ":invar-property", "(location "].iter().any(|text| has(text));
            let is_script = suffix == "smt2" || has("(check-sat");
            if is_script && !is_system && !is_horn(head) {
                Command::Smt
            } else {
                Command::Verify
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_call_for_commands() {
        let name = |file: &str, head: &str| match command_of(OsStr::new(file), head.as_bytes()) {
            Command::Sat => "sat",
            Command::Smt => "smt",
            Command::Verify => "verify",
            _ => "another",
        };
        assert_eq!(name("a.cnf", ""), "sat");
        assert_eq!(name("a", "p cnf 1 1\n1 0\n"), "sat");
        assert_eq!(name("a.smt2", "(set-logic QF_LIA) (declare-const x Int) (check-sat)"), "smt");
        assert_eq!(name("a", "(declare-const x Int)\n(check-sat)"), "smt");
        assert_eq!(name("a.smt2", "(set-logic HORN) (check-sat)"), "verify");
        assert_eq!(name("a.smt2", "(define-fun .x () Int (! x :next y))"), "verify");
        assert_eq!(name("a.vmt", "(check-sat)"), "verify");
        assert_eq!(name("c", "aag 1 0 1 1 0\n2 2\n2\n"), "verify");
        assert_eq!(name("a.i", "c "), "verify");
    }
}
