//! The table of all options: one entry drives parsing, defaults and help. The options of engines are the library's
//! ([`indubit::portfolio::flags`]).

use super::options::{Flag, Group, Settings};
use super::values::Preset;
use indubit::base::OptionValue;
#[cfg(feature = "c")]
use indubit::c::Check;
use indubit::portfolio::flags;
use std::ffi::OsStr;

/// All options, by groups.
pub fn table() -> Vec<Flag> {
    let of_engines = flags::table().into_iter().map(|flag| {
        flag.within(
            |settings: &mut Settings| &mut settings.verify,
            |group| match group {
                flags::Group::Run => Group::Run,
                group => Group::Of(group),
            },
        )
    });
    let parts = [verify(), evidence(), solutions(), solvers(), commands()];
    let mut all: Vec<Flag> = parts.into_iter().flatten().collect();
    #[cfg(feature = "c")]
    all.extend(programs());
    #[cfg(feature = "c")]
    all.extend(functions());
    all.extend(of_engines);
    all
}

/// The option of presets, which set others.
fn preset(doc: &'static str) -> Flag {
    let set = |settings: &mut Settings, word: &OsStr| match Preset::read_argument(word) {
        Some(preset) => {
            preset.apply(&mut settings.verify);
            settings.preset = preset;
            true
        }
        None => false,
    };
    let show = |settings: &mut Settings| settings.preset.show();
    Flag::by(Group::Verify, "--preset", Preset::form, show, set, doc)
}

/// The search, and messages on the way.
fn verify() -> Vec<Flag> {
    vec![
        Flag::new(Group::Verify, "--engine", |s| &mut s.verify.engine,
            "the algorithm; auto is portfolio. `indubit help engines` says which engine takes which models"),
        Flag::new(Group::Verify, "--threads", |s| &mut s.threads,
            "threads that a portfolio may use; on one its members take turns, always alike. A search that is told \
            (--trace, --trace-json, --report) takes one"),
        Flag::new(Group::Verify, "--share-lemmas", |s| &mut s.verify.portfolio.share_lemmas,
            "members of a portfolio share lemmas that hold in all reachable states"),
        Flag::new(Group::Verify, "--random-runs", |s| &mut s.verify.portfolio.random_runs,
            "a portfolio also looks for errors of a C program by random runs, and proves a program that asks for \
            nothing by the end of its one run"),
        Flag::new(Group::Verify, "--shortest", |s| &mut s.shortest,
            "after a circuit or system is refuted: look for a shorter counterexample by bmc, depth after depth; \
            auto: with a part of the work that the refutation took; on: to the end of --timeout, which may leave \
            no time for further properties; if it is given, the output says whether a shorter one exists. Not for \
            justice properties, and with --lemmas. on, after a program with an error: look for a run with as few \
            turns of its loops as any"),
        preset(
            "an engine as a paper has it, and options behind it change that; plain: ic3 without what came after \
            its first paper (Bradley, VMCAI 2011), nor --reduce and --shortest; a letter: ic3cfa in a \
            configuration of table 5.1 of Lange 2018",
        ),
        Flag::new(Group::Verify, "--lemmas", |s| &mut s.lemmas.file,
            "assume the good ones of the candidate lemmas in this file, as `indubit try` reads it and finds them; \
            they become a part of each proof, which is checked as a whole"),
        Flag::new(Group::Verify, "--share", |s| &mut s.lemmas.share,
            "share lemmas with runs about the same circuit by files in this folder, on any machines, while they \
            search; each run checks those of others before it assumes them (ic3, lazy-ic3, kind and portfolios with \
            them, over circuits and systems of Booleans and words)"),
        Flag::new(Group::Names, "--format", |s| &mut s.format,
            "the format of the model, where its content and the suffix of its name do not tell it, as of a C program \
            from standard input"),
        Flag::new(Group::Names, "--map", |s| &mut s.map,
            "names for the inputs, latches and outputs of an AIGER file, as `write_aiger -map` of Yosys writes them: \
            `level[2]` in traces, invariants and waves"),
        Flag::new(Group::Verify, "--verbose", |s| &mut s.verbose,
            "a line on standard error for each new depth"),
        Flag::new(Group::Verify, "--trace", |s| &mut s.trace,
            "each step of the search on standard error, as a sentence: questions with their answers, obligations, \
            literals that generalisation drops, lemmas, what is pushed and what is held back (ic3, lazy-ic3, \
            ic3-smt, ic3-ia, ctigar, ic3cfa, tree engines, spacer, gpdr; other engines: obligations and lemmas)"),
        Flag::new(Group::Verify, "--trace-json", |s| &mut s.trace_json,
            "the steps of --trace in this file, one JSON object in a line; begins with an object of the model's \
            name and of the version of the form"),
        Flag::new(Group::Verify, "--report", |s| &mut s.report,
            "a page for a browser in this file: the steps of the search to step through, forwards and backwards, \
            with frames, obligations, places, charts, and the evidence"),
    ]
}

/// Evidence, output and limits.
fn evidence() -> Vec<Flag> {
    vec![
        Flag::new(Group::Check, "--property", |s| &mut s.property,
            "look at this property only: by its number, counted from 0, or with its kind (b0 is a bad state, j0 a \
            justice property), or by its name in the model; of a C program, whose property otherwise is that no \
            error function is called, no assertion fails and no label ERROR is reached: unreach-call (calls of \
            reach_error), error-label, no-overflow, or a file .prp of the software verification competition; all: a \
            verdict for each of its assertions, those of --check included, also after the first error; one of them: \
            its number there, counted from 1, or its place, as 8:3 or sum.c:8; termination, of a C program or an \
            automaton: that all runs end, of Horn clauses: that all chains of derivations do"),
        Flag::new(Group::Check, "--evidence", |s| &mut s.verify.check,
            "check the evidence; full: and the proofs of the solver that checks, and before a C program is safe, \
            its automaton on paths to all edges (indubit help paths)"),
        Flag::new(Group::Check, "--check", |s| &mut s.checks,
            "C: further kinds of errors that are looked for, in a list of words from the table that `indubit help \
            checks` prints; all: each that is undefined in C"),
        Flag::new(Group::Output, "--witness", |s| &mut s.witness,
            "write a counterexample: an AIGER witness, one for each property that fails; a BTOR2 witness; or for \
            VMT a trace. FILE.smt2 for a system: a script whose check-sat answers sat. FILE.yml for a C program: a \
            violation witness of the software verification competition (indubit help witness). With several \
            properties, of FILE.wit the files FILE.b0.wit, FILE.b1.wit, ..., but of a circuit one; - is standard \
            output, after the verdict; old files of these names are removed first"),
        Flag::new(Group::Output, "--certificate", |s| &mut s.certificate,
            "write why a property holds; FILE.yml for a C program: a correctness witness of the software \
            verification competition (indubit help witness); with several properties, of FILE.txt the files \
            FILE.b0.txt, FILE.b1.txt, ...; - is standard output, after the verdict; old files of these names are \
            removed first"),
        Flag::new(Group::Output, "--certificate-format", |s| &mut s.certificate_format,
            "the form of certificates; aiger, btor2: a witness circuit (circuits, BTOR2 files); script: SMT-LIB, each \
            check-sat must answer unsat (systems); vmt: the system with the invariant as a further property \
            (systems); verilog: the invariant as assertions of SystemVerilog (BTOR2 files); text, also called \
            clauses: what check reads (all models); suffix: by .aig, .aag, .btor2, .smt2, .vmt, .sv, else text"),
        Flag::new(Group::Output, "--cover", |s| &mut s.cover,
            "the bad states of a circuit or a system are covers, as `write_btor -c` of Yosys writes them: each is \
            covered, which a run shows, or uncoverable, which a proof shows. Of several covers the first line has the \
            least welcome verdict; exit codes: 10 all are covered, 20 one is uncoverable, else 30 unknown"),
        Flag::new(Group::Output, "--vcd", |s| &mut s.vcd,
            "write a counterexample for waveform viewers, if the model is of bits and words; with several \
            properties, of FILE.vcd the files FILE.b0.vcd, FILE.b1.vcd, ...; - is standard output, after the \
            verdict; old files of these names are removed first"),
        Flag::new(Group::Output, "--sarif", |s| &mut s.sarif,
            "write the errors of a C program in the format SARIF 2.1.0, which code hosts and editors show: each with \
            its rule, its place, its weaknesses by CWE, and the run that leads there; with --property all each \
            assertion that fails; - is standard output"),
        Flag::new(Group::Output, "--show-trace", |s| &mut s.show_trace,
            "print a counterexample behind the verdicts: for each step the values that have changed; of a C \
            program its last ten lines, full: all of them"),
        Flag::new(Group::Output, "--show-invariant", |s| &mut s.show_invariant,
            "print an invariant behind the verdicts: its twenty most telling parts, full: all of them"),
        Flag::new(Group::Output, "--json", |s| &mut s.json,
            "one JSON object on standard output instead of text"),
        Flag::new(Group::Limits, "--timeout", |s| &mut s.timeout, "stop after this long"),
        Flag::new(Group::Limits, "--memory", |s| &mut s.memory,
            "stop before solvers hold more than this; K, M and G are powers of ten (1M is 1,000,000 bytes). An \
            input file may be as large, at least 16M; without --memory 2G. Without it the solvers keep to three \
            quarters of a control group's limit, and to a third of one on the address space"),
        Flag::new(Group::Run, "--stats", |s| &mut s.stats,
            "print statistics: of sat as comments, else on standard error"),
    ]
}

/// Of `sat`, about more than one model.
fn solutions() -> Vec<Flag> {
    vec![
        Flag::new(Group::Sat, "--all", |s| &mut s.sat.all,
            "print all models, and say whether there are more; cubes: the needed literals of each, which stand for all \
            models that extend them; disjoint: and no two cubes have a model in common. --evidence then proves that \
            there are no more"),
        Flag::new(Group::Sat, "--over", |s| &mut s.sat.over,
            "models of --all differ on the variables in this file: numbers between white space"),
        Flag::new(Group::Sat, "--models", |s| &mut s.sat.models, "print no more than this many models of --all"),
    ]
}

/// Of `sat` and `smt`.
fn solvers() -> Vec<Flag> {
    vec![
        Flag::new(Group::Sat, "--proof", |s| &mut s.sat.proof,
            "write a proof of unsatisfiability to this file; of the suffix .lrat in the format LRAT, else in DRAT. Of \
            clauses with weights it proves the optimum, for `indubit check FILE.wcnf ANSWER PROOF`"),
        Flag::new(Group::Sat, "--proof-format", |s| &mut s.sat.format,
            "the format of the proof; suffix: LRAT in a file .lrat, else DRAT"),
        Flag::new(Group::Sat, "--proof-binary", |s| &mut s.sat.binary,
            "write the proof in the binary encoding of its format"),
        Flag::new(Group::Sat, "--binary", |s| &mut s.sat.binary, "the same as --proof-binary"),
        Flag::new(Group::Sat, "--evidence", |s| &mut s.sat.check,
            "check the refutation while it is made; models are always checked"),
        Flag::new(Group::Sat, "--model", |s| &mut s.sat.model,
            "print the model; variables that occur in no clause are left out, since any value will do"),
        Flag::new(Group::Sat, "--conflicts", |s| &mut s.sat.conflicts, "stop after this many conflicts"),
        Flag::new(Group::Sat, "--inprocessing", |s| &mut s.sat.solver.inprocessing,
            "simplify before and during the search; off: --congruence and the others up to --instantiation are \
            off, too"),
        Flag::new(Group::Sat, "--congruence", |s| &mut s.sat.solver.congruence,
            "equal gates have equal outputs (Biere, Fazekas, Fleury, Froleyks, SAT 2024); needs --substitution"),
        Flag::new(Group::Sat, "--sweeping", |s| &mut s.sat.solver.sweeping,
            "equal and constant literals in small parts (Biere et al., FMCAD 2024); needs --substitution"),
        Flag::new(Group::Sat, "--substitution", |s| &mut s.sat.solver.substitution,
            "one of several equivalent literals replaces the others"),
        Flag::new(Group::Sat, "--probing", |s| &mut s.sat.solver.probing,
            "find literals that lead to a conflict when they are assumed (failed literals)"),
        Flag::new(Group::Sat, "--subsumption", |s| &mut s.sat.solver.subsumption,
            "remove subsumed clauses, and literals by self-subsuming resolution"),
        Flag::new(Group::Sat, "--elimination", |s| &mut s.sat.solver.elimination,
            "eliminate variables by resolution (Een, Biere, SAT 2005)"),
        Flag::new(Group::Sat, "--variable-addition", |s| &mut s.sat.solver.variable_addition,
            "new variables for what clauses have in common (Manthey, Heule, Biere, HVC 2012)"),
        Flag::new(Group::Sat, "--vivification", |s| &mut s.sat.solver.vivification,
            "shorter clauses by propagation, tier by tier (Luo et al., IJCAI 2017; Li et al., AIJ 2020)"),
        Flag::new(Group::Sat, "--instantiation", |s| &mut s.sat.solver.instantiation,
            "vivification also assumes the last literal true (Andersson et al., DAC 2002)"),
        Flag::new(Group::Sat, "--walk", |s| &mut s.sat.solver.walk,
            "choose the phases of variables by local search"),
        Flag::new(Group::Smt, "--evidence", |s| &mut s.answers,
            "check models; full: and make and check a proof before answering unsat"),
        Flag::new(Group::Smt, "--check-timeout", |s| &mut s.check_timeout,
            "stop each check after this long, and go on with the script"),
        Flag::new(Group::Smt, "--print-success", |s| &mut s.script.print_success,
            "the script's :print-success is on from the beginning"),
        Flag::new(Group::Smt, "--produce-unsat-cores", |s| &mut s.script.produce_unsat_cores,
            "the script's :produce-unsat-cores is on from the beginning"),
        Flag::new(Group::Smt, "--produce-proofs", |s| &mut s.script.produce_proofs,
            "the script's :produce-proofs is on from the beginning"),
        Flag::new(Group::Smt, "--proof-format", |s| &mut s.script.proof_format,
            "the script's :proof-format from the beginning; alethe: for checkers of other tools"),
        Flag::new(Group::Smt, "--produce-interpolants", |s| &mut s.script.produce_interpolants,
            "the script's :produce-interpolants is on from the beginning"),
        Flag::new(Group::Smt, "--abstract-width", |s| &mut s.script.solver.abstract_width,
            "products and quotients of words at least this wide get facts before circuits; 0: none do (Niemetz, \
             Preiner, Zohar, CAV 2024)"),
    ]
}

/// Of `run`, `try`, `reduce` and `convert`.
fn commands() -> Vec<Flag> {
    vec![
        Flag::new(Group::Execution, "--steps", |s| &mut s.run.steps,
            "end a run after this many steps; none: 1000. Of a C program these are statements and calls; none: \
            1000000"),
        Flag::new(Group::Execution, "--runs", |s| &mut s.run.runs,
            "run this often, until an error is reached; each run has the seed behind the one before"),
        Flag::new(Group::Execution, "--show-trace", |s| &mut s.show_trace,
            "of a circuit or system: print the last run, for each step the values that have changed"),
        Flag::new(Group::Execution, "--vcd", |s| &mut s.vcd,
            "of a circuit or system: write the last run for waveform viewers; an old file is removed first"),
        Flag::new(Group::Execution, "--witness", |s| &mut s.witness,
            "of a circuit or system: write a run that ends badly as an AIGER or BTOR2 witness, or for VMT as a \
            trace; an old file is removed first"),
        Flag::new(Group::Execution, "--json", |s| &mut s.json,
            "one JSON object on standard output: how the run ends, whether by an error, and what a C program \
            printed"),
        Flag::new(Group::Try, "--houdini", |s| &mut s.houdini,
            "write the good lemmas: the largest subset that holds initially and is inductive together"),
        Flag::new(Group::Try, "--property", |s| &mut s.property,
            "ask about this property only, by its number, counted from 0, or by its name"),
        Flag::new(Group::Try, "--vcd", |s| &mut s.vcd,
            "write the counterexamples of lemmas for waveform viewers: FILE.l0, FILE.l1, ..."),
        Flag::new(Group::Try, "--json", |s| &mut s.json,
            "one JSON object on standard output instead of text"),
        Flag::new(Group::Reduction, "--out", |s| &mut s.out,
            "the file to write; FILE.reduced with FILE's suffix if there is none. It has the best so far"),
        Flag::new(Group::Reduction, "--keep", |s| &mut s.keep,
            "keep a text in the output of the command, on either stream, instead of the exit code"),
        Flag::new(Group::Reduction, "--command-timeout", |s| &mut s.command_timeout,
            "stop a run of the command after this long; else after five times the first run, and two seconds. A \
            run that is stopped is another end than any exit code"),
        Flag::new(Group::Reduction, "--threads", |s| &mut s.threads,
            "runs of the command at once; the result is the same"),
        Flag::new(Group::Cubes, "--cubes", |s| &mut s.cubes,
            "make about this many jobs of a formula; none: 16"),
        Flag::new(Group::Conversion, "--safety", |s| &mut s.safety,
            "write the safety form of this justice property, such as j0: its bad state is reached exactly if the \
            property fails, and a trace of it is a lasso that begins its loop when the input `save` is first true \
            (Biere, Artho, Schuppan, FMICS 2002)"),
    ]
}

/// Functions alone, and contracts.
#[cfg(feature = "c")]
#[rustfmt::skip]
fn functions() -> Vec<Flag> {
    vec![
        Flag::new(Group::Language, "--function", |s| &mut s.c.contracts.function,
            "C: verify this function in the place of `main`, with any arguments that its contract \
            (__CPROVER_requires) allows"),
        Flag::new(Group::Language, "--use-contracts", |s| &mut s.c.contracts.used,
            "C: calls of these functions are replaced by their contracts: what they require is asserted, what they \
            assign gets any value, what they ensure is assumed; names with commas, all, or none"),
        Flag::new(Group::Verify, "--report-contracts", |s| &mut s.c.report_contracts,
            "C: verify each function that has a contract, with the contracts of those that it calls, and print a \
            table"),
        Flag::new(Group::Language, "--loop-contracts", |s| &mut s.c.contracts.loops,
            "C: loops of --function are proved by their __CPROVER_loop_invariant, or by one that is guessed from the \
            contract, and without if that fails (on); guesses are bounds of counters alone (counters); no invariant \
            is read or guessed (off), or those that are written have to hold (strict)"),
        Flag::new(Group::Language, "--pointer-arguments", |s| &mut s.c.contracts.pointers,
            "C: pointers of --function of which its contract says nothing lead to an object of their own of one \
            element (fresh), or are null, too"),
    ]
}

/// Of C programs.
#[cfg(feature = "c")]
fn programs() -> Vec<Flag> {
    vec![
        Flag::new(Group::Language, "--volatile", |s| &mut s.c.volatile,
            "C: volatile objects that the program defines keep what was stored, as in gcc's program, or have any \
            value each time they are read; those that it only declares always have any value"),
        Flag::new(Group::Language, "--arch", |s| &mut s.c.arch,
            "C: the bits of `long` and of pointers, gcc's -m32 or -m64; the data models ILP32 and LP64; with \
            --function it is 64 by default"),
        Flag::new(Group::Language, "--float-evaluation", |s| &mut s.c.evaluation,
            "C: each operator on floats rounds to the type of its operands, as with gcc's -mfpmath=sse (0), or, with \
            --arch 32, to `long double`, as with -mfpmath=387 -std=c11 (2); C's FLT_EVAL_METHOD"),
        Flag::new(Group::Language, "--integers", |s| &mut s.c.lower.integers,
            "C: integer types are words that wrap around (words), mathematical integers (math), or reals (reals; \
            not for run)"),
        Flag::new(Group::Language, "--check-division", |s| &mut s.c.lower.checks[Check::Division],
            Check::Division.row().doc),
        Flag::new(Group::Language, "--check-bounds", |s| &mut s.c.lower.checks[Check::Bounds],
            Check::Bounds.row().doc),
        Flag::new(Group::Language, "--check-memory", |s| &mut s.c.lower.checks[Check::Memory],
            Check::Memory.row().doc),
        Flag::new(Group::Language, "--check-shifts", |s| &mut s.c.lower.checks[Check::Shifts],
            Check::Shifts.row().doc),
        Flag::new(Group::Language, "--check-conversions", |s| &mut s.c.lower.checks[Check::Conversions],
            Check::Conversions.row().doc),
        Flag::new(Group::Language, "--check-floats", |s| &mut s.c.lower.checks[Check::Floats],
            Check::Floats.row().doc),
        Flag::new(Group::Language, "--check-overflow", |s| &mut s.c.lower.checks[Check::Overflow],
            Check::Overflow.row().doc),
        Flag::new(Group::Language, "--check-unreachable", |s| &mut s.c.lower.checks[Check::Unreachable],
            Check::Unreachable.row().doc),
        Flag::new(Group::Language, "--malloc-may-fail", |s| &mut s.c.malloc_may_fail,
            "C: malloc, calloc, realloc and functions that call them may return null, as where memory is short"),
        Flag::new(Group::Language, "--check-leaks", |s| &mut s.c.lower.checks[Check::Leaks],
            Check::Leaks.row().doc),
        Flag::new(Group::Language, "--check-cleanup", |s| &mut s.c.lower.checks[Check::Cleanup],
            Check::Cleanup.row().doc),
        Flag::new(Group::Language, "--heap-objects", |s| &mut s.c.lower.heap_objects,
            "C: the objects of one call of malloc that are alive at once; if a run has more, those of a constant size \
            have no bound in a second model, in which each of their parts is an array; 0: the second model alone, in \
            which others have the bound 4"),
        Flag::new(Group::Language, "--array-parts", |s| &mut s.c.lower.array_parts,
            "C: how many parts of an object an access at a computed index may mean, above which the object is one \
            array and not a variable for each part; no object is one if the number is above 4096"),
        Flag::new(Group::Language, "--extern", |s| &mut s.c.lower.externs,
            "C: functions without body may change all that they reach through their arguments or by name (any), or \
            nothing (pure); by-property: nothing if --property names one of the competition's"),
        Flag::new(Group::Readings, "--path-steps", |s| &mut s.verify.cover.most_steps,
            "C, with --evidence full and for paths: the most steps of a path"),
        Flag::new(Group::Readings, "--most-paths", |s| &mut s.verify.cover.most_paths,
            "C, with --evidence full and for paths: the most paths"),
        Flag::new(Group::Readings, "--path-questions", |s| &mut s.verify.cover.most_questions,
            "C, with --evidence full and for paths: the most questions to the solver where a path could fork"),
        Flag::new(Group::Readings, "--path-conflicts", |s| &mut s.verify.cover.conflicts,
            "C, with --evidence full and for paths: the most conflicts of a question to the solver"),
        Flag::new(Group::Harness, "--harness", |s| &mut s.harness,
            "write a run of a C program that reaches an error as a C file for gcc: the program with its values; an \
            old file of this name is removed first"),
    ]
}
