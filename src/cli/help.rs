//! `indubit --help` and `indubit help ENGINE`, from the table of options.

use super::options::{table, Group, Settings};
use super::{files, sat, smt, Failure};
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

exit codes: 10 unsafe, 20 safe, 30 unknown, 1 usage or output error, 2 bad input, 3 evidence failed its check
";

const GROUPS: [(Group, &str, &str); 7] = [
    (Group::General, "", "options:"),
    (Group::Reduce, "reduce", "reductions of the circuit:"),
    (
        Group::Ic3,
        "ic3",
        "--engine ic3: incremental construction of inductive clauses (Bradley, VMCAI 2011), in the form of PDR (Een, \
         Mishchenko, Brayton, FMCAD 2011):",
    ),
    (
        Group::LazyIc3,
        "lazy-ic3",
        "--engine lazy-ic3: IC3 with a set of visible latches for each frame (Vizel, Grumberg, Shoham, FMCAD 2012); \
         the options of ic3 hold for it too:",
    ),
    (Group::Bmc, "bmc", "--engine bmc: bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999); only refutes:"),
    (
        Group::KInduction,
        "kind",
        "--engine kind: k-induction (Sheeran, Singh, Stalmarck, FMCAD 2000; Een, Sorensson, BMC 2003):",
    ),
    (
        Group::Fsis,
        "fsis",
        "--engine fsis: finite-state inductive strengthening (Bradley, Manna, FMCAD 2007); for small circuits:",
    ),
];

/// Prints the help that is asked for.
pub fn run(args: &[String]) -> Result<i32, Failure> {
    let text = match args.first().map(String::as_str) {
        None => {
            let groups: String = GROUPS.iter().map(|&(group, _, title)| section(group, title)).collect();
            format!("{}{}", USAGE, groups)
        }
        Some("sat") => format!("{}\n", sat::USAGE),
        Some("smt") => format!("{}\n", smt::USAGE),
        Some(name) => match GROUPS.iter().find(|(_, known, _)| *known == name && !known.is_empty()) {
            Some(&(group, _, title)) => section(group, title),
            None => {
                let message = format!(
                    "no help on `{}`; there is some on ic3, lazy-ic3, bmc, kind, fsis, reduce, sat, smt",
                    name
                );
                return Err(Failure::usage(message));
            }
        },
    };
    files::print(&text);
    Ok(0)
}

fn section(group: Group, title: &str) -> String {
    let mut text = format!("\n{}\n", wrap(title, 0));
    let defaults = Settings::default();
    for flag in table().iter().filter(|flag| flag.group == group) {
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
