//! Faces: the command lines and the output of other programs, for callers that were written for these.
//!
//! A face is chosen by `--as NAME` in front of all other arguments, or by the name under which the program is called,
//! such as that of a link `z3 -> indubit`. It translates the other program's options into those of a command
//! ([`options`]), and answers in that program's words, with its exit codes. An option that a face does not know is
//! named on standard error and passed over: a caller's tuning must not end its run. Evidence is checked as always.
//!
//! [`FACES`] is the table of all faces; `indubit help faces` prints it.

mod aiger;
mod btor2;
mod call;

mod horn;
mod options;
mod sat;
mod smt;
mod task;

use super::Failure;
use call::Call;
use options::Row;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Another program's command line.
pub struct Face {
    /// The name of the program.
    pub name: &'static str,
    /// The callers for which it is made.
    pub callers: &'static str,
    /// The options that have a meaning.
    rows: &'static [Row],
    /// Carries a call out. The arguments are the options in our own words, then the files.
    run: fn(&Call) -> Result<i32, Failure>,
}

/// All faces.
pub const FACES: &[Face] = &[
    Face { name: "z3", callers: "pySMT, rsmt2, easy-smt, scripts on a pipe", rows: smt::Z3, run: smt::run },
    Face { name: "cvc5", callers: "pySMT, easy-smt, scripts on a pipe", rows: smt::CVC5, run: smt::run },
    Face { name: "yices-smt2", callers: "pySMT, rsmt2, scripts on a pipe", rows: smt::YICES, run: smt::run },
    Face {
        name: "cadical",
        callers: "Lean's bv_decide, CBMC, Kani, cnfgen",
        rows: sat::CADICAL,
        run: sat::run,
    },
    Face { name: "kissat", callers: "CBMC, Kani, cnfgen", rows: sat::KISSAT, run: sat::run },
    Face { name: "suprove", callers: "SBY, engine `aiger suprove`", rows: aiger::SUPROVE, run: aiger::prove },
    Face { name: "avy", callers: "SBY, engine `aiger avy`", rows: aiger::AVY, run: aiger::prove },
    Face {
        name: "rIC3",
        callers: "SBY, engines `aiger rIC3` and `btor rIC3`",
        rows: btor2::RIC3,
        run: btor2::ric3,
    },
    Face { name: "aigbmc", callers: "SBY, engine `aiger aigbmc`", rows: aiger::AIGBMC, run: aiger::bounded },
    Face { name: "btormc", callers: "SBY, engine `btor btormc`", rows: btor2::BTORMC, run: btor2::btormc },
    Face { name: "pono", callers: "SBY, engine `btor pono`", rows: btor2::PONO, run: btor2::pono },
    Face {
        name: "btorsim",
        callers: "SBY, behind the engines `btor`, with their witnesses",
        rows: btor2::BTORSIM,
        run: btor2::btorsim,
    },
    Face { name: "golem", callers: "CHC-COMP, Thrust", rows: horn::GOLEM, run: horn::golem },
    Face { name: "eld", callers: "Solidity's solc, JayHorn", rows: horn::ELD, run: horn::eldarica },
];

/// The face that a name stands for: of a program, perhaps with its folder and `.exe`.
fn named(name: &OsStr) -> Option<&'static Face> {
    let stem = Path::new(name).file_stem().and_then(OsStr::to_str)?;
    FACES.iter().find(|face| face.name == stem)
}

/// The exit code of a call under another program's name, or with `--as NAME`; `None` if it is a call under our own.
pub fn run(program: &OsStr, args: &[OsString]) -> Option<Result<i32, Failure>> {
    let (face, args) = match args {
        [first, name, rest @ ..] if first == "--as" => match named(name) {
            Some(face) => (face, rest),
            None => {
                let known: Vec<&str> = FACES.iter().map(|face| face.name).collect();
                let (name, known) = (name.to_string_lossy(), known.join(", "));
                return Some(Err(Failure::usage(format!(
                    "--as: expected one of {}, found `{}`",
                    known, name
                ))));
            }
        },
        [first] if first == "--as" => {
            return Some(Err(Failure::usage("--as lacks its value: the name of a program")))
        }
        _ => (named(program)?, args),
    };
    Some(match args {
        [only] if only == "--version" || only == "-V" || only == "-version" => {
            super::output::print(&format!("indubit {} as {}\n", indubit::base::VERSION, face.name))
                .map(|()| 0)
        }
        [only] if only == "--help" || only == "-h" => super::output::print(&face.help()).map(|()| 0),
        args => options::translate(face.name, face.rows, args).and_then(|call| (face.run)(&call)),
    })
}

/// The help on all faces.
pub fn help() -> String {
    let mut text = String::from(
        "Faces: the command lines and the output of other programs, for callers that were written for these.\n\n\
         indubit --as NAME ARGUMENTS, or a link to the program: ln -s indubit z3; ./z3 ARGUMENTS\n\n",
    );
    for face in FACES {
        text.push_str(&format!("  {:<12}{}\n", face.name, face.callers));
    }
    text.push_str(
        "\nindubit --as NAME --help lists the options that have a meaning; others are passed over\n",
    );
    text
}

/// The help on one face.
pub fn help_on(name: &str) -> Option<String> {
    FACES.iter().find(|face| face.name == name).map(Face::help)
}

impl Face {
    /// The options that have a meaning, each with ours.
    fn help(&self) -> String {
        let mut text =
            format!("indubit as {}, for {}\n\noptions, and what they are here:\n", self.name, self.callers);
        for (theirs, ours) in self.rows.iter().map(Row::shown) {
            text.push_str(&format!("  {:<32}{}\n", theirs, ours));
        }
        text
    }
}
