//! The settings of all commands, and the groups of options that change them.

use super::limits;
use super::values::{
    AllModels, Answers, CertificateForm, Checks, ChosenFolder, ChosenFormat, ChosenShortest, Memory, Preset,
    ProofForm, Shown, Switch, Threads, Timeout, Wanted,
};
use indubit::base::Budget;
#[cfg(feature = "c")]
use indubit::c::{Arch, Contracts, FloatEvaluation, LoopContracts, LowerOptions, Property, Volatile};
#[cfg(feature = "c")]
use indubit::input::InputOptions;
use indubit::portfolio::{flags, VerifyOptions};
use indubit::session::ProofText;
use indubit::solver::sat::SatOptions;
use indubit::solver::smt::SmtOptions;
use std::ffi::{OsStr, OsString};

/// The commands that take options.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Command {
    Verify,
    Check,
    Convert,
    Sat,
    Smt,
    Run,
    Paths,
    Hwmcc,
    Try,
    Reduce,
    Scan,
    Mcp,
    Split,
    Join,
}

impl Command {
    /// All commands, with their names.
    pub const ALL: [(&'static str, Command); 14] = [
        ("verify", Command::Verify),
        ("check", Command::Check),
        ("convert", Command::Convert),
        ("sat", Command::Sat),
        ("smt", Command::Smt),
        ("run", Command::Run),
        ("paths", Command::Paths),
        ("hwmcc", Command::Hwmcc),
        ("try", Command::Try),
        ("reduce", Command::Reduce),
        ("scan", Command::Scan),
        ("mcp", Command::Mcp),
        ("split", Command::Split),
        ("join", Command::Join),
    ];

    /// The command with this name.
    pub fn named(name: &str) -> Option<Command> {
        Command::ALL.iter().find(|(word, _)| *word == name).map(|&(_, command)| command)
    }

    /// The names of the commands that take the options of this group for themselves, and not only to pass them on.
    pub fn owners(group: Group) -> Vec<&'static str> {
        let passes_on = |command| matches!(command, Command::Split | Command::Join) && group != Group::Cubes;
        let all = Command::ALL.iter().filter(|&&(_, command)| command.has(group) && !passes_on(command));
        all.map(|&(name, _)| name).collect()
    }

    /// The files that the command takes.
    pub fn files(self) -> &'static [&'static str] {
        match self {
            Command::Verify => &["FILE"],
            Command::Check => &["MODEL", "EVIDENCE..."],
            Command::Convert => &["FILE", "OUT"],
            Command::Sat => &["FILE.cnf"],
            Command::Smt => &["FILE.smt2"],
            Command::Run => &["MODEL"],
            Command::Paths => &["FILE.c"],
            Command::Hwmcc => &["MODEL", "WITNESS", "CERTIFICATE"],
            Command::Try => &["MODEL", "LEMMAS"],
            Command::Reduce => &["FILE"],
            Command::Scan => &["PATH..."],
            Command::Mcp => &[],
            Command::Split | Command::Join => &["MODEL", "DIR"],
        }
    }

    /// Whether `count` files fit: the last one stands for several if its name ends in dots.
    pub fn takes(self, count: usize) -> bool {
        let files = self.files();
        let has_more = files.last().map_or(false, |file| file.ends_with("..."));
        count == files.len() || has_more && count > files.len()
    }

    /// The command line that prints the help on its options.
    pub fn help(self) -> &'static str {
        match self {
            Command::Sat => "indubit help sat",
            Command::Smt => "indubit help smt",
            Command::Run => "indubit help run",
            Command::Paths => "indubit help paths",
            Command::Try => "indubit help try",
            Command::Reduce => "indubit help reduce",
            Command::Scan => "indubit help scan",
            Command::Mcp => "indubit help mcp",
            Command::Split => "indubit help split",
            Command::Join => "indubit help join",
            Command::Check => "indubit help check",
            Command::Convert => "indubit help convert",
            Command::Hwmcc => "indubit help hwmcc",
            Command::Verify => "indubit --help",
        }
    }

    /// Whether the command takes the options of this group.
    pub fn has(self, group: Group) -> bool {
        match self {
            Command::Check => {
                matches!(group, Group::Limits | Group::Check | Group::Language | Group::Names)
            }
            Command::Paths => {
                matches!(group, Group::Limits | Group::Check | Group::Language | Group::Readings)
            }
            Command::Convert => {
                matches!(group, Group::Limits | Group::Language | Group::Conversion | Group::Names)
            }
            Command::Try => matches!(group, Group::Limits | Group::Language | Group::Try | Group::Names),
            Command::Reduce => matches!(group, Group::Limits | Group::Reduction),
            Command::Mcp => false,
            Command::Split => {
                matches!(group, Group::Cubes | Group::Sat)
                    || Command::Verify.has(group) && group != Group::Output
            }
            Command::Join => Command::Check.has(group),
            Command::Sat => matches!(group, Group::Limits | Group::Run | Group::Sat),
            Command::Smt => matches!(group, Group::Limits | Group::Run | Group::Smt),
            Command::Run => {
                matches!(
                    group,
                    Group::Limits
                        | Group::Run
                        | Group::Execution
                        | Group::Language
                        | Group::Harness
                        | Group::Names
                )
            }
            Command::Verify | Command::Scan => !matches!(
                group,
                Group::Sat
                    | Group::Smt
                    | Group::Execution
                    | Group::Try
                    | Group::Reduction
                    | Group::Conversion
                    | Group::Cubes
            ),
            Command::Hwmcc => !matches!(
                group,
                Group::Sat
                    | Group::Smt
                    | Group::Execution
                    | Group::Language
                    | Group::Harness
                    | Group::Output
                    | Group::Try
                    | Group::Reduction
                    | Group::Conversion
                    | Group::Cubes
            ),
        }
    }
}

/// The settings of all commands.
#[derive(Clone)]
pub struct Settings {
    /// The arguments that are no options.
    pub files: Vec<OsString>,
    /// For the library.
    pub verify: VerifyOptions,
    /// The property asked for.
    pub property: Wanted,
    /// The effort for a shorter counterexample, if it was chosen.
    pub shortest: ChosenShortest,
    /// An engine as a paper has it.
    pub preset: Preset,
    /// The file for witnesses.
    pub witness: Option<OsString>,
    /// The file for certificates.
    pub certificate: Option<OsString>,
    /// The format of certificates.
    pub certificate_format: CertificateForm,
    /// The file for waves.
    pub vcd: Option<OsString>,
    /// The file for the good ones of candidate lemmas.
    pub houdini: Option<OsString>,
    /// The command of `reduce`, word by word.
    pub command: Vec<OsString>,
    /// The file that `reduce` writes.
    pub out: Option<OsString>,
    /// A part of the command's output that `reduce` keeps.
    pub keep: Option<OsString>,
    /// Wall-clock limit of each run of the command.
    pub command_timeout: Timeout,
    /// The lemmas of others.
    pub lemmas: LemmaSettings,
    /// The format of the model.
    pub format: ChosenFormat,
    /// A file with names for the parts of a circuit.
    pub map: Option<OsString>,
    /// Kinds of undefined behaviour of C programs that are errors.
    pub checks: Checks,
    /// Counterexamples as tables behind the verdict.
    pub show_trace: Shown,
    /// Invariants behind the verdict.
    pub show_invariant: Shown,
    /// Bad states are wanted.
    pub cover: Switch,
    /// The verdict is told in the words of the hardware model checking competition.
    pub competition: bool,
    /// Wall-clock limit.
    pub timeout: Timeout,
    /// Wall-clock limit of each check of a script.
    pub check_timeout: Timeout,
    /// Options of scripts before the first command.
    pub script: ScriptSettings,
    /// Limit on the bytes of arenas.
    pub memory: Memory,
    /// Threads allowed.
    pub threads: Threads,
    /// Statistics on standard error.
    pub stats: Switch,
    /// One JSON object on standard output.
    pub json: Switch,
    /// A line on standard error for each new depth.
    pub verbose: Switch,
    /// A line on standard error for each event.
    pub trace: Switch,
    pub trace_json: Option<OsString>,
    /// The file for errors in the format SARIF.
    pub sarif: Option<OsString>,
    /// The file of a page with the run in it.
    pub report: Option<OsString>,
    /// The settings of `sat`.
    pub sat: SatSettings,
    /// The answers that `smt` checks.
    pub answers: Answers,
    /// The meaning of C programs.
    #[cfg(feature = "c")]
    pub c: LanguageSettings,
    /// The options of compilers for C's preprocessor.
    pub preprocessor: PreprocessorSettings,
    /// The justice property that `convert` writes as one of safety.
    pub safety: Wanted,
    /// The number of cubes of `split`.
    pub cubes: Option<u64>,
    /// The file for a harness.
    pub harness: Option<OsString>,
    /// The settings of `run`.
    pub run: RunSettings,
}

/// The lemmas of others.
#[derive(Clone, Default)]
pub struct LemmaSettings {
    /// A file of candidates.
    pub file: Option<OsString>,
    /// The folder by which runs share lemmas.
    pub share: ChosenFolder,
}

/// The options of compilers for C's preprocessor.
#[derive(Clone, Default)]
pub struct PreprocessorSettings {
    /// The files of a program of several, without the first one.
    pub units: Vec<OsString>,
    /// The folders of headers, by `-I`.
    pub folders: Vec<OsString>,
    /// The lines before the program, by `-D`, `-U` and `-include`.
    pub before: String,
}

/// Options of scripts before the first command.
#[derive(Clone, Default)]
pub struct ScriptSettings {
    pub print_success: Switch,
    pub produce_unsat_cores: Switch,
    pub produce_proofs: Switch,
    pub proof_format: ProofText,
    pub produce_interpolants: Switch,
    pub solver: SmtOptions,
    /// Answers as z3 gives them; of its face alone.
    pub like_z3: bool,
}

/// The meaning of C programs.
#[cfg(feature = "c")]
#[derive(Clone, Default)]
pub struct LanguageSettings {
    /// The data model of the target, if it was chosen.
    pub arch: Option<Arch>,
    /// The values of volatile objects.
    pub volatile: Volatile,
    /// `malloc` and its like may return null.
    pub malloc_may_fail: bool,
    /// Each function with a contract is verified with the contracts of others.
    pub report_contracts: Switch,
    /// The function that is verified, and the contracts that are used.
    pub contracts: Contracts,
    /// The format in which operators on floating-point numbers compute.
    pub evaluation: FloatEvaluation,
    /// The meaning of integer types, and further checks.
    pub lower: LowerOptions,
}

#[cfg(feature = "c")]
impl LanguageSettings {
    /// The settings of the reader, of any format, if no two exclude each other.
    pub fn input(&self, c: LowerOptions) -> Result<InputOptions, &'static str> {
        let LanguageSettings { arch, volatile, malloc_may_fail, evaluation, .. } = *self;
        // The competitions' programs are of 32 bits, and libraries of the machine at hand.
        let is_library = self.contracts.function.is_some() || self.report_contracts.0;
        let arch = arch.unwrap_or(if is_library { Arch::Lp64 } else { Arch::Ilp32 });
        if (arch, evaluation) == (Arch::Lp64, FloatEvaluation::Extended) {
            return Err("--float-evaluation 2 is x87's, which gcc uses with --arch 32 alone");
        }
        let mut contracts = self.contracts.clone();
        if c.property == Property::Termination {
            // A loop that is one turn ends.
            contracts.loops = LoopContracts::Off;
        }
        Ok(InputOptions {
            arch,
            volatile,
            malloc_may_fail,
            evaluation,
            contracts,
            c,
            ..InputOptions::default()
        })
    }
}

/// The settings of `run` alone.
#[derive(Clone)]
pub struct RunSettings {
    /// The most steps of a run.
    pub steps: Option<u64>,
    /// The number of runs.
    pub runs: u64,
}

/// The settings of `sat` alone.
#[derive(Clone)]
pub struct SatSettings {
    /// The file for the proof.
    pub proof: Option<OsString>,
    /// The format of the proof.
    pub format: ProofForm,
    /// Whether the proof is binary.
    pub binary: Switch,
    /// Whether refutations are checked while they are made.
    pub check: Switch,
    /// Whether the model is printed.
    pub model: bool,
    /// Limit on conflicts.
    pub conflicts: Option<u64>,
    /// A run without answer has the exit code 0.
    pub silent: bool,
    /// A model names all variables that the header declares, not only those that occur in a clause.
    pub whole_model: bool,
    /// All models are printed, in this form.
    pub all: AllModels,
    /// The file with the variables on which models are told apart.
    pub over: Option<OsString>,
    /// The most models that are printed.
    pub models: Option<u64>,
    /// For the library.
    pub solver: SatOptions,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            files: Vec::new(),
            verify: VerifyOptions::default(),
            property: Wanted::default(),
            shortest: ChosenShortest::default(),
            preset: Preset::default(),
            witness: None,
            certificate: None,
            certificate_format: CertificateForm::Suffix,
            vcd: None,
            houdini: None,
            preprocessor: PreprocessorSettings::default(),
            safety: Wanted::default(),
            cubes: None,
            command: Vec::new(),
            out: None,
            keep: None,
            command_timeout: Timeout::default(),
            lemmas: LemmaSettings::default(),
            format: ChosenFormat::default(),
            map: None,
            checks: Checks::default(),
            show_trace: Shown::default(),
            show_invariant: Shown::default(),
            cover: Switch::default(),
            competition: false,
            timeout: Timeout::default(),
            check_timeout: Timeout::default(),
            script: ScriptSettings::default(),
            memory: Memory::default(),
            threads: Threads::default(),
            stats: Switch::default(),
            json: Switch::default(),
            verbose: Switch::default(),
            trace: Switch::default(),
            trace_json: None,
            report: None,
            sarif: None,
            sat: SatSettings {
                proof: None,
                format: ProofForm::Suffix,
                binary: Switch::default(),
                check: Switch::default(),
                model: true,
                conflicts: None,
                silent: false,
                whole_model: false,
                all: AllModels::Off,
                over: None,
                models: None,
                solver: SatOptions::default(),
            },
            answers: Answers::Models,
            #[cfg(feature = "c")]
            c: LanguageSettings::default(),
            harness: None,
            run: RunSettings { steps: None, runs: 1 },
        }
    }
}

/// Bytes of an input file that are read without `--memory`.
const INPUT_LIMIT: u64 = 2_000_000_000;
/// Bytes that are always read: the smallest memory limits are for experiments with the solvers.
const LEAST_INPUT_LIMIT: u64 = 16_000_000;

impl Settings {
    /// The files from the second one on.
    pub fn further_files(&self) -> &[OsString] {
        self.files.get(1..).unwrap_or(&[])
    }

    /// One of the files; the arguments have as many as the command takes.
    pub fn file(&self, index: usize) -> &OsStr {
        self.files.get(index).map_or(OsStr::new("-"), OsString::as_os_str)
    }

    /// Copies the common settings to the library's options.
    pub fn spread(&mut self) {
        #[cfg(feature = "c")]
        self.checks.spread(&mut self.c.lower);
        let verify = &mut self.verify;
        verify.threads = self.threads.count();
        verify.shortest = self.shortest.0.unwrap_or(verify.shortest);
        verify.properties = self.property.index.map(|property| vec![property]);
        self.sat.solver.seed = verify.seed;
    }

    /// The budget of the run, which starts now.
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(time) = self.timeout.0 {
            budget = budget.with_timeout(time);
        }
        if let Some(bytes) = self.memory.0.or_else(limits::memory) {
            budget = budget.with_memory(bytes);
        }
        if let Some(conflicts) = self.sat.conflicts {
            budget = budget.with_conflicts(conflicts);
        }
        budget
    }

    /// Bytes that an input file may have.
    pub fn input_limit(&self) -> usize {
        let bytes = self.memory.0.map_or(INPUT_LIMIT, |bytes| bytes.max(LEAST_INPUT_LIMIT));
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}

/// The group to which an option belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// An engine, reductions or images.
    Of(flags::Group),
    /// Limits of every command.
    Limits,
    /// The evidence that `verify` finds and `check` reads.
    Check,
    /// The solvers of `verify`, `sat` and `smt`.
    Run,
    /// The engine, and messages on the way.
    Verify,
    /// The files and the output of `verify`.
    Output,
    /// The names of circuits.
    Names,
    /// `convert` alone.
    Conversion,
    /// `sat` alone.
    Sat,
    /// `smt` alone.
    Smt,
    /// C programs.
    Language,
    /// The paths on which the automaton of a C program is held against the interpreter.
    Readings,
    /// The harness of a counterexample.
    Harness,
    /// `try` alone.
    Try,
    /// `reduce` alone.
    Reduction,
    /// `run` alone.
    Execution,
    /// `split` alone.
    Cubes,
}

/// An option of the command line.
pub type Flag = flags::Flag<Settings, Group>;

/// Whether the argument is a value of this option, which may be left out.
pub fn may_take(flag: &Flag, argument: &OsStr) -> bool {
    flag.set(&mut Settings::default(), argument)
}
