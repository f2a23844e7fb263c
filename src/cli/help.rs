//! `indubit --help`, `indubit help ENGINE` and `indubit help COMMAND`, from the table of options.

use super::flags::table;
use super::options::{Command, Flag, Group, Settings};
use super::tables::{engines, lineup, seen_as, wrap};
use super::{faces, output, Failure};
use indubit::portfolio::{Engine, Kind};
use std::ffi::OsString;
use std::fmt::Write;

const USAGE: &str = "\
indubit: verifies circuits, transition systems, programs and Horn clauses, and proves its verdicts

usage:
  indubit [verify] FILE [options]    verify an AIGER, BTOR2, VMT-LIB, C, automaton or Horn file (- is standard input);
                                     without `verify` a FILE.cnf is solved, an SMT-LIB script carried out
  indubit check MODEL EVIDENCE...    check evidence of any form against a model, or a proof or model of a FILE.cnf
  indubit convert FILE OUT           a model as .aag, .aig, .btor2, .vmt, .cfa, Horn clauses (.smt2), drawing (.dot);
                                     --safety j0: its justice property as one of safety
  indubit hwmcc MODEL WITNESS CERT   an AIGER or BTOR2 file by the rules of the hardware model checking competition
  indubit sat FILE.cnf               solve a formula in DIMACS form
  indubit smt FILE.smt2              carry out an SMT-LIB script
  indubit run FILE.c                 run a C program with random values
  indubit paths FILE.c               compare the automaton of a C program with its interpreter
  indubit try MODEL LEMMAS           which lemmas hold initially, are inductive, and prove the properties
  indubit reduce FILE -- COMMAND     a smaller file on which a command ends in the same way; {file} stands for it
  indubit help WORD                  options of an engine, of sat, smt, run or paths; all: every option; portfolio: its
                                     members; c: the meaning of C; witness: C by the rules of SV-COMP; faces: the
                                     command lines of other programs (z3, cvc5, cadical, suprove, btormc, ...)

The format of a model is told by its content, but C by the suffix (.c, .i). The first line on standard output is the
verdict: safe, unsafe or unknown; of several properties each has a line `b0 VERDICT` behind it, `j0 VERDICT` if it is a
justice property (liveness). Ctrl-C, SIGTERM and limits end a run with the verdict unknown; a second Ctrl-C kills it.
--no-NAME is --NAME off.

exit codes: 10 unsafe, 20 safe, 30 unknown, 1 usage or output error, 2 bad input, 3 evidence failed its check
";

const MORE: &str = "
indubit help ENGINE has the options of an engine with their defaults and the paper they come from.
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

In a file of the logic HORN, check-sat says whether the clauses have a model (sat: safe), get-model prints it, and
get-proof a refutation. The answers to z3's query have the opposite meaning: sat says that the formula is derivable.

exit codes: 0, 1 usage or output error, 2 if any command was answered by an error, 3 if a check failed
";

const RUN_USAGE: &str = "\
usage: indubit run FILE.c [options]            (FILE - is standard input)

Runs a C program and prints how the run ends. The results of functions that the program does not define, and local
variables without initialiser, get random values. An error is a call of reach_error, __VERIFIER_error or
__assert_fail, a false assert, or the label ERROR.

exit codes: 10 an error was reached, 0 none was, 1 usage or output error, 2 bad input, 30 the program does
something that is not supported, or a limit was reached
";

const PATHS_USAGE: &str = "\
usage: indubit paths FILE.c [options]          (FILE - is standard input)

Compares two readings of a C program: the automaton that the engines get, and the interpreter that replays
counterexamples. A bounded search looks for a path to each edge of the automaton. The interpreter follows each path, and
before each statement the values of all visible variables have to agree, and at the end the errors. A difference is a
bug of indubit: the message says where it shows. With --check full, verify does the same before a program is safe.
Programs with recursive functions are not compared: exit code 30.

exit codes: 0 no difference, 3 a difference, 1 usage or output error, 2 bad input, 30 a limit was reached
";

const TRY_USAGE: &str = "\
usage: indubit try MODEL LEMMAS [options]

Says for each candidate lemma about a model whether it holds initially, and whether steps preserve it, alone and with
all others; and whether the good ones, which hold initially and are inductive together, prove the properties, and which
of them that takes. A lemma that fails is shown with a small state, step or piece of a run that says why. Nothing is
assumed, so a wrong guess does no harm. To let engines assume the good lemmas: indubit MODEL --lemmas LEMMAS

LEMMAS has the form of a certificate of the model, or:
  circuit, system  an SMT-LIB script whose assertions are the lemmas; state variables need no declarations
  C program        a line for each lemma, with the line of the program and an expression:
                     7: 0 <= i && i <= n
                   at the line of a loop it is about the loop's head, else about the place before the statement;
                   `7:5:` names a column, too, and lines that begin with # are comments. A file of an SV-COMP witness
                   of correctness will do as well
  Horn clauses     (define-fun p ((x Int)) Bool (and (<= 0 x) (<= x 9))) for some of the predicates; each member of the
                   conjunction is a lemma
  automaton        an invariant by location; each conjunct is a lemma
Between the heads of its loops, a program's lemmas need not tell what happens: all ways are looked at.

exit codes: 20 the good lemmas prove the properties, 30 they do not, 1 usage or output error, 2 bad input
";

const REDUCE_USAGE: &str = "\
usage: indubit reduce FILE [options] -- COMMAND {file}

Makes FILE smaller as long as COMMAND ends with the same exit code, or by the same signal, as it does on FILE; {file}
stands for the name of each file that is tried. What can be left out is known for AIGER, BTOR2, DIMACS, C, and all that
stands in parentheses: SMT-LIB, Horn clauses, VMT, automata. Any other text is made of lines and words. Of scripts in a
shell the exit code says what is kept:

  indubit reduce crash.smt2 -- z3 {file}
  indubit reduce slow.btor2 --keep 'internal error' --threads 4 -- pono -e ind {file}
  indubit reduce wrong.c -- sh -c 'gcc -w {file} -o {file}.exe && {file}.exe; test $? = 1 && ! indubit {file}'

The result does not depend on --threads. Ctrl-C ends the search; the smallest file so far is kept.

exit codes: 0 done, 30 a limit came first and the smallest file so far was written, 1 usage or output error, 2 bad input
";

const WITNESS_USAGE: &str = "\
C programs by the rules of the software verification competition, SV-COMP

verify a task, and write a witness of the verdict (version 2.0, YAML):
  indubit task.c --property unreach-call.prp --arch 32 --witness violation.yml --certificate correctness.yml

A file of witnesses ends in .yml or .yaml. The property is a file .prp, or one of these words:
  unreach-call   CHECK( init(main()), LTL(G ! call(reach_error())) )
  no-overflow    CHECK( init(main()), LTL(G ! overflow) )
  error-label    CHECK( init(main()), LTL(G ! label(ERROR)) )
Without --property all calls of reach_error, failing assertions and labels ERROR are errors. The data model ILP32 of a
task is --arch 32, LP64 is --arch 64.

check a witness, of indubit or of another tool, against the same task:
  indubit check task.c violation.yml --property unreach-call.prp --arch 32
  indubit check task.c correctness.yml --property unreach-call --arch 32 --timeout 300s

A witness that tells another hash of the program, another property or another data model is bad input: exit code 2.
A witness of a violation is confirmed if a run follows it into the error; the runs that are tried are finitely many.
A witness of correctness is confirmed if each invariant is true whenever a run comes to its place, without overflow,
division by zero or shift by too much in its expression, and if the program is safe. The line behind the verdict says
whether the invariants alone have proved that. A false invariant is told with line, column and a run that shows it.
Integers are words here: witnesses of correctness have no meaning with --integers math.

see the run, or make a program of it that gcc compiles:
  indubit task.c --property unreach-call --show-trace --harness harness.c

exit codes of check: 20 safe, witness of correctness confirmed; 10 unsafe, witness of a violation confirmed; 3 the
witness is wrong, or no run was found; 30 unknown; 1 usage or output error; 2 bad input
";

const C_USAGE: &str = "\
C programs: what they mean

GNU C as gcc takes it, on ILP32 (--arch 32) or LP64 (--arch 64). A pointer is an object and an offset in bytes, or a
number; casts, members, differences and comparisons follow from that. An integer that was made from a pointer keeps the
object as long as the offset is known.

Undefined behaviour has a meaning:
  an access outside of its object, or after free
      a read has any value, a write no effect; an error with --check-bounds, after free also with --check-memory
  an access through null, or its first 4096 bytes
      the run ends, as on the machine; an error with --check-bounds
  an access through another number
      not followed: it may be the address of any object; an error with --check-bounds
  both, where functions without definition have no effect (--extern pure, --property)
      a read has any value, a write no effect; an error with --check-bounds
  a pointer to an object that was freed, when the same call has made another one
      it may lead to the new object; with --check-memory it does not
  a write into a string literal
      no effect; an error with --check-bounds
  signed overflow
      the value wraps around, as with gcc -fwrapv; an error with --property no-overflow
  division by zero
      the run ends, as by the processor; an error with --check-division
  the least number divided by a variable -1
      the run ends, as by the processor; an error with --property no-overflow
  a shift by a negative number or by the width or more
      the amount counts modulo the width; an error with --check-shifts
  a read of an uninitialised object
      any value, each time that the object is declared or made
  the end of a function without return
      any value
  effects without order in one expression
      from left to right
  free or realloc of what is no object of the heap that is alive
      no effect, and nothing is copied; an error with --check-memory
  realloc to the size 0
      not followed
  the order, or difference, of addresses of different objects
      not followed

A place that is not understood does no harm if a proof shows that no run comes there. Otherwise the verdict is unknown,
with the place and the reason; an error elsewhere still counts. Such are arithmetic of floating-point numbers, reads of
the bytes of addresses, and more objects of the heap than --heap-objects.

Functions of the C library have bodies. Another function without body has any result, and may change each object that
it reaches through its arguments or by name (--extern any). By the convention of the competition, which holds under its
properties, it changes nothing (--extern pure).
";

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

const TOPICS: [Topic; 33] = [
    Topic {
        word: "",
        title: "options:",
        own: &[Group::Verify, Group::Check, Group::Output, Group::Harness, Group::Limits, Group::Run],
        also: &[],
    },
    Topic {
        word: "portfolio",
        title: "--engine portfolio: several engines on threads, or in turns on one thread; the first answer that \
                passes its check counts. The options of each member hold for it.",
        own: &[],
        also: &[Group::Verify],
    },
    Topic {
        word: "reduce",
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
                (Een, Mishchenko, Brayton, FMCAD 2011):",
        own: &[Group::Ic3],
        also: &[Group::Search, Group::Reduce],
    },
    Topic {
        word: "lazy-ic3",
        title: "--engine lazy-ic3: IC3 with a set of visible latches for each frame (Vizel, Grumberg, Shoham, FMCAD \
                2012); the options of ic3 hold for it too:",
        own: &[Group::LazyIc3],
        also: &[Group::Ic3, Group::Search, Group::Reduce],
    },
    Topic {
        word: "bmc",
        title: "--engine bmc: bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999); only refutes:",
        own: &[Group::Bmc],
        also: &[Group::Bits, Group::Reduce],
    },
    Topic {
        word: "kind",
        title: "--engine kind: k-induction (Sheeran, Singh, Stalmarck, FMCAD 2000; Een, Sorensson, BMC 2003):",
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
        title: "--engine ic3-smt: IC3 with SMT on transition systems (Cimatti, Griggio, CAV 2012):",
        own: &[Group::Ic3Smt],
        also: &[Group::Search],
    },
    Topic {
        word: "ic3-ia",
        title: "--engine ic3-ia: IC3 modulo implicit predicate abstraction on transition systems (Cimatti, Griggio, \
                Mover, Tonetta, TACAS 2014):",
        own: &[Group::Ic3Ia],
        also: &[Group::Search],
    },
    Topic {
        word: "ctigar",
        title: "--engine ctigar: abstraction refined by counterexamples to induction (Birgmeier, Bradley, \
                Weissenbacher, CAV 2014):",
        own: &[Group::Ctigar],
        also: &[Group::Ic3Ia, Group::Search],
    },
    Topic {
        word: "itp",
        title: "--engine itp: interpolants between the steps of refuted runs:",
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
        title: "--engine tree-ic3: the same without interpolants",
        own: &[],
        also: &[Group::TreeIc3, Group::Paths, Group::Blocks],
    },
    Topic {
        word: "tree-ic3-ia",
        title: "--engine tree-ic3-ia: the same with implicit predicate abstraction, the predicates from interpolants \
                (Cimatti, Griggio, Mover, Tonetta, TACAS 2014)",
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
        title: "--engine tree-itp: lazy abstraction with interpolants (McMillan, CAV 2006), in the same tree",
        own: &[],
        also: &[Group::TreeIc3, Group::Paths, Group::Blocks],
    },
    Topic {
        word: "ic3cfa",
        title: "--engine ic3cfa: IC3 with frames for each location of a program (Lange, Neuhausser, Noll, FMCAD 2015; \
                Lange, IC3 Software Model Checking, 2018, chapter 4):",
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
        title: "--engine guess: random runs, and invariants guessed from samples of their states (Sharma, Gupta, \
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
        title: "--engine spacer: IC3 for Horn clauses with facts as under-approximations (Komuravelli, Gurfinkel, \
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
        title: "--engine k-live: the signals of a justice property come at most k times (Claessen, Sorensson, FMCAD \
                2012); only proves:",
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
    Topic { word: "convert", title: "indubit convert FILE OUT:", own: &[Group::Conversion], also: &[] },
    Topic {
        word: "paths",
        title: "interpolants between the edges of a path of a program:",
        own: &[Group::Paths],
        also: &[],
    },
];

/// Prints the help that is asked for.
pub fn run(args: &[OsString]) -> Result<i32, Failure> {
    let word = args.first().map(|arg| arg.to_string_lossy());
    let text = match word.as_deref() {
        None => return of_command(Command::Verify),
        Some("all") => everything(),
        Some("engines") => engines(),
        Some("faces") => faces::help(),
        Some("sat") => return of_command(Command::Sat),
        Some("smt") => return of_command(Command::Smt),
        Some("run") => return of_command(Command::Run),
        Some("paths") => return of_command(Command::Paths),
        Some("try") => return of_command(Command::Try),
        Some("reduce") => return of_command(Command::Reduce),
        Some("c") => C_USAGE.to_string() + "\noptions:\n" + &flags(&[Group::Language]),
        Some("witness") => {
            let groups = [Group::Check, Group::Language, Group::Limits];
            WITNESS_USAGE.to_string() + "\noptions of check:\n" + &flags(&groups)
        }
        Some(word) => match TOPICS.iter().find(|topic| topic.word == word && !word.is_empty()) {
            Some(topic) if topic.word == "portfolio" => alone(topic) + "\n" + &lineup(),
            Some(topic) => alone(topic),
            None => {
                let known: Vec<&str> =
                    TOPICS.iter().map(|t| t.word).filter(|word| !word.is_empty()).collect();
                let message = format!(
                    "no help on `{}`; there is some on {}, engines, faces, sat, smt, run, paths, try, reduce, witness, \
                     all",
                    word,
                    known.join(", ")
                );
                return Err(Failure::usage(message));
            }
        },
    };
    output::print(&text).map(|()| 0)
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

/// Prints the usage of a command, and its options.
pub fn of_command(command: Command) -> Result<i32, Failure> {
    let text = match command {
        Command::Sat => {
            SAT_USAGE.to_string() + "\noptions:\n" + &flags(&[Group::Sat, Group::Limits, Group::Run])
        }
        Command::Smt => {
            SMT_USAGE.to_string() + "\noptions:\n" + &flags(&[Group::Smt, Group::Limits, Group::Run])
        }
        Command::Run => {
            let groups = [Group::Execution, Group::Language, Group::Harness, Group::Limits, Group::Run];
            RUN_USAGE.to_string() + "\noptions:\n" + &flags(&groups)
        }
        Command::Paths => {
            let groups = [Group::Readings, Group::Check, Group::Language, Group::Limits];
            PATHS_USAGE.to_string() + "\noptions:\n" + &flags(&groups)
        }
        Command::Try => {
            TRY_USAGE.to_string() + "\noptions:\n" + &flags(&[Group::Try, Group::Limits, Group::Language])
        }
        Command::Reduce => {
            REDUCE_USAGE.to_string() + "\noptions:\n" + &flags(&[Group::Reduction, Group::Limits])
        }
        Command::Verify | Command::Check | Command::Convert | Command::Hwmcc => {
            format!("{}\n{}{}{}", USAGE, most_used(), engines(), MORE)
        }
    };
    output::print(&text).map(|()| 0)
}

/// All options, by topics.
fn everything() -> String {
    let sections = TOPICS.iter().map(|t| format!("\n{}\n{}", wrap(t.title, 0), flags(t.own)));
    format!("{}{}\n{}{}", USAGE, engines(), lineup(), sections.collect::<String>())
}

/// The options that most users want, a line each: the beginning of what is said of them in full.
fn most_used() -> String {
    let groups = [Group::Verify, Group::Check, Group::Output, Group::Limits, Group::Run];
    let is_used = |flag: &&Flag| groups.contains(&flag.group);
    let mut text = "options (in full: indubit help all):\n".to_string();
    for flag in table().iter().filter(is_used) {
        let head = flag.doc.split(|c| ";:,(".contains(c)).next().unwrap_or("").trim_end();
        let line = format!("  {:<22} {}", flag.name, head);
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The options of these groups, with their values, their meaning and their defaults.
fn flags(groups: &[Group]) -> String {
    let mut text = String::new();
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
