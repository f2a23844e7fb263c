//! `indubit --help`, `indubit help ENGINE` and `indubit help COMMAND`, from the table of options.

use super::options::{table, Command, Group, Settings};
use super::{output, Failure};
use std::ffi::OsString;
use std::fmt::Write;

const USAGE: &str = "\
indubit: verifies circuits, and proves its verdicts

usage:
  indubit [verify] FILE [options]      verify the properties of an AIGER file (.aag, .aig; - is standard input)
  indubit check MODEL EVIDENCE         check a witness, a witness circuit or clauses against a model
  indubit check FILE.cnf EVIDENCE      check a proof (DRAT, LRAT) or a model (v lines) of a formula
  indubit convert FILE OUT             .aag to .aig or back
  indubit sat FILE.cnf [options]       solve a formula in DIMACS form
  indubit smt FILE.smt2 [options]      carry out an SMT-LIB script (- is standard input)
  indubit help [ENGINE|sat|smt]        options of an engine, of `sat` or of `smt`

The first line on standard output is the verdict: safe, unsafe or unknown. If a file has several properties, a line
`b0 VERDICT` follows for each.

The first SIGINT (Ctrl-C) or SIGTERM ends a run as a limit does, with the verdict unknown; a second one kills it.

An option of the form on|off can be written --no-NAME for --NAME off.

exit codes: 10 unsafe, 20 safe, 30 unknown, 1 usage or output error, 2 bad input, 3 evidence failed its check
";

const SAT_USAGE: &str = "\
usage: indubit sat FILE.cnf [options]          (FILE - is standard input)

Solves a formula in DIMACS form. The answer is a line `s SATISFIABLE` with the model in lines `v`, `s UNSATISFIABLE`, or
`s UNKNOWN` after a comment with the limit that was reached.

exit codes: 10 satisfiable, 20 unsatisfiable, 30 unknown, 1 usage or output error, 2 bad input, 3 evidence failed
";

const SMT_USAGE: &str = "\
usage: indubit smt FILE.smt2 [options]         (FILE - is standard input)

Carries out an SMT-LIB 2.6 script over Booleans, bit-vectors, integers and reals. Answers go to standard output.

exit codes: 0, 1 usage or output error, 2 if any command was answered by an error, 3 if a check failed
";

const COMMON: &[Group] = &[Group::Verify, Group::Check, Group::Limits, Group::Run];

const GROUPS: [(&[Group], &str, &str); 10] = [
    (COMMON, "", "options:"),
    (&[Group::Reduce], "reduce", "reductions of the circuit:"),
    (
        &[Group::Ic3],
        "ic3",
        "--engine ic3: incremental construction of inductive clauses (Bradley, VMCAI 2011), in the form of PDR (Een, \
         Mishchenko, Brayton, FMCAD 2011):",
    ),
    (
        &[Group::LazyIc3],
        "lazy-ic3",
        "--engine lazy-ic3: IC3 with a set of visible latches for each frame (Vizel, Grumberg, Shoham, FMCAD 2012); \
         the options of ic3 hold for it too:",
    ),
    (
        &[Group::Bmc],
        "bmc",
        "--engine bmc: bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999); only refutes:",
    ),
    (
        &[Group::KInduction],
        "kind",
        "--engine kind: k-induction (Sheeran, Singh, Stalmarck, FMCAD 2000; Een, Sorensson, BMC 2003):",
    ),
    (
        &[Group::Fsis],
        "fsis",
        "--engine fsis: finite-state inductive strengthening (Bradley, Manna, FMCAD 2007); for small circuits:",
    ),
    (
        &[Group::Ic3Smt],
        "ic3-smt",
        "--engine ic3-smt: IC3 with SMT on transition systems (Cimatti, Griggio, CAV 2012); the options of ic3 that \
         are about its search hold for it too:",
    ),
    (
        &[Group::Ic3Ia],
        "ic3-ia",
        "--engine ic3-ia: IC3 modulo implicit predicate abstraction on transition systems (Cimatti, Griggio, Mover, \
         Tonetta, TACAS 2014); the options of ic3 that are about its search hold for it too:",
    ),
    (
        &[Group::Ctigar],
        "ctigar",
        "--engine ctigar: abstraction refined by counterexamples to induction (Birgmeier, Bradley, Weissenbacher, \
         CAV 2014); the options of ic3-ia hold for it too:",
    ),
];

/// Prints the help that is asked for.
pub fn run(args: &[OsString]) -> Result<i32, Failure> {
    let word = args.first().map(|arg| arg.to_string_lossy());
    let text = match word.as_deref() {
        None => return of_command(Command::Verify),
        Some("sat") => return of_command(Command::Sat),
        Some("smt") => return of_command(Command::Smt),
        Some(name) => match GROUPS.iter().find(|(_, known, _)| *known == name && !known.is_empty()) {
            Some(&(groups, _, title)) => section(groups, title),
            None => {
                let message = format!(
                    "no help on `{}`; there is some on ic3, lazy-ic3, bmc, kind, fsis, ic3-smt, ic3-ia, ctigar, \
                     reduce, sat, smt",
                    name
                );
                return Err(Failure::usage(message));
            }
        },
    };
    output::print(&text).map(|()| 0)
}

/// Prints the usage of a command, and its options.
pub fn of_command(command: Command) -> Result<i32, Failure> {
    let text = match command {
        Command::Sat => {
            SAT_USAGE.to_string() + &section(&[Group::Sat, Group::Limits, Group::Run], "options:")
        }
        Command::Smt => {
            SMT_USAGE.to_string() + &section(&[Group::Smt, Group::Limits, Group::Run], "options:")
        }
        _ => {
            let groups: String = GROUPS.iter().map(|&(groups, _, title)| section(groups, title)).collect();
            USAGE.to_string() + &groups
        }
    };
    output::print(&text).map(|()| 0)
}

fn section(groups: &[Group], title: &str) -> String {
    let mut text = format!("\n{}\n", wrap(title, 0));
    let defaults = Settings::default();
    for flag in table().iter().filter(|flag| groups.contains(&flag.group)) {
        let form = (flag.form)();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {} {}", flag.name, form);
        let default = if form.is_empty() { String::new() } else { format!(" [{}]", (flag.get)(&defaults)) };
        let _ = writeln!(text, "{}", wrap(&format!("{}{}", flag.doc, default), 6));
    }
    text
}

/// Breaks a text into lines of at most 100 columns.
fn wrap(text: &str, indent: usize) -> String {
    let mut lines = vec![" ".repeat(indent)];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].len() > indent && lines[last].len() + 1 + word.len() > 100 {
            lines.push(" ".repeat(indent));
        }
        let last = lines.len() - 1;
        if lines[last].len() > indent {
            lines[last].push(' ');
        }
        lines[last].push_str(word);
    }
    lines.join("\n")
}
