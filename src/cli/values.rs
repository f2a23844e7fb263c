//! Values of options: the writing and reading of each kind.

#[cfg(feature = "c")]
use super::suggest;
use indubit::base::OptionValue;
#[cfg(feature = "c")]
use indubit::c::{LowerOptions, Property};
use indubit::engine::ic3::circuit::Ic3Options;
use indubit::engine::ic3cfa::Ic3CfaOptions;
use indubit::input::Format;
use indubit::model::{PropertyId, PropertyKind};
use indubit::option_words;
use indubit::portfolio::{Engine, Shortest, VerifyOptions};
use std::ffi::{OsStr, OsString};
use std::time::Duration;

/// An option that is there or not.
#[derive(Clone, Copy, Default)]
pub struct Switch(pub bool);

impl OptionValue for Switch {
    fn form() -> String {
        String::new()
    }
    fn read(_: &str) -> Option<Switch> {
        Some(Switch(true))
    }
    fn show(&self) -> String {
        if self.0 { "on" } else { "off" }.to_string()
    }
}

/// Checks of C programs that are named in a list, beside those with options of their own.
#[derive(Clone, Default)]
pub struct Checks(#[cfg(feature = "c")] indubit::c::Checks);

#[cfg(feature = "c")]
impl Checks {
    /// The words that may stand in the list.
    pub fn words() -> Vec<&'static str> {
        indubit::c::Checks::words()
    }

    /// Turns the checks on that were named.
    pub fn spread(&self, lower: &mut LowerOptions) {
        lower.checks.add(self.0);
    }
}

#[cfg(not(feature = "c"))]
impl Checks {
    /// No words: there are no C programs.
    pub fn words() -> Vec<&'static str> {
        Vec::new()
    }
}

impl OptionValue for Checks {
    fn form() -> String {
        "KIND,...".to_string()
    }
    #[cfg(feature = "c")]
    fn read(text: &str) -> Option<Checks> {
        indubit::c::Checks::read(text).map(Checks)
    }
    #[cfg(not(feature = "c"))]
    fn read(_: &str) -> Option<Checks> {
        None
    }
    #[cfg(feature = "c")]
    fn show(&self) -> String {
        let words: Vec<&str> = self.0.list().map(|check| check.row().word).collect();
        Some(words.join(",")).filter(|words| !words.is_empty()).unwrap_or_else(|| "none".to_string())
    }
    #[cfg(not(feature = "c"))]
    fn show(&self) -> String {
        "none".to_string()
    }
}

/// Whether evidence is shown, and all of it or its most telling part.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Shown {
    #[default]
    Off,
    On,
    Full,
}

impl Shown {
    /// Whether any of it is shown.
    pub fn is_on(self) -> bool {
        self != Shown::Off
    }
}

impl OptionValue for Shown {
    fn form() -> String {
        "on|off|full".to_string()
    }
    fn read(text: &str) -> Option<Shown> {
        match text {
            "on" => Some(Shown::On),
            "off" => Some(Shown::Off),
            "full" => Some(Shown::Full),
            _ => None,
        }
    }
    fn show(&self) -> String {
        match self {
            Shown::Off => "off",
            Shown::On => "on",
            Shown::Full => "full",
        }
        .to_string()
    }
}

/// The form in which all models of a formula are printed.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum AllModels {
    #[default]
    Off,
    On,
    Cubes,
    Disjoint,
}

option_words!(
    AllModels: "on" => AllModels::On, "off" => AllModels::Off, "cubes" => AllModels::Cubes,
    "disjoint" => AllModels::Disjoint
);

/// The format of the model, if it was chosen.
#[derive(Clone, Copy, Default)]
pub struct ChosenFormat(pub Option<Format>);

impl ChosenFormat {
    const WORDS: [(&'static str, Format); 6] = [
        ("aiger", Format::Aiger),
        ("btor2", Format::Btor2),
        ("vmt", Format::Vmt),
        ("cfa", Format::Cfa),
        ("c", Format::C),
        ("horn", Format::Horn),
    ];
}

impl OptionValue for ChosenFormat {
    fn form() -> String {
        format!("auto|{}", ChosenFormat::WORDS.map(|(word, _)| word).join("|"))
    }
    fn read(text: &str) -> Option<ChosenFormat> {
        let known = ChosenFormat::WORDS.iter().find(|(word, _)| *word == text);
        let chosen = known.map(|&(_, format)| ChosenFormat(Some(format)));
        chosen.or_else(|| (text == "auto").then(ChosenFormat::default))
    }
    fn show(&self) -> String {
        let known = ChosenFormat::WORDS.iter().find(|(_, format)| self.0 == Some(*format));
        known.map_or("auto", |(word, _)| word).to_string()
    }
}

/// A limit of time.
#[derive(Clone, Copy, Default)]
pub struct Timeout(pub Option<Duration>);

impl OptionValue for Timeout {
    fn form() -> String {
        "TIME".to_string()
    }
    fn read(text: &str) -> Option<Timeout> {
        let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
        let seconds = scaled(text, &units).filter(|s| (0.0..=1e9).contains(s))?;
        Some(Timeout(Some(Duration::from_secs_f64(seconds))))
    }
    fn show(&self) -> String {
        self.0.map_or("none".to_string(), |time| format!("{}s", time.as_secs_f64()))
    }
}

/// The number of threads that may run.
#[derive(Clone, Copy, Default)]
pub struct Threads(pub Option<usize>);

impl Threads {
    /// As many as were asked for, else one for each processor.
    pub fn count(self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, |n| n.get());
        self.0.unwrap_or_else(all).max(1)
    }
}

impl OptionValue for Threads {
    fn form() -> String {
        "N".to_string()
    }
    fn read(text: &str) -> Option<Threads> {
        text.parse().ok().map(|n| Threads(Some(n)))
    }
    fn show(&self) -> String {
        self.0.map_or("one for each processor".to_string(), |n| n.to_string())
    }
}

/// A folder, if one was chosen.
#[derive(Clone, Default)]
pub struct ChosenFolder(pub Option<OsString>);

impl OptionValue for ChosenFolder {
    fn form() -> String {
        "DIR".to_string()
    }
    fn read(text: &str) -> Option<ChosenFolder> {
        Some(ChosenFolder(Some(text.into())))
    }
    fn read_argument(argument: &OsStr) -> Option<ChosenFolder> {
        Some(ChosenFolder(Some(argument.to_os_string())))
    }
    fn show(&self) -> String {
        self.0.show()
    }
}

/// The word for all assertions of a program, one by one.
pub const ALL: &str = "all";

/// The word for the question whether all runs of an automaton end. That of C programs is one of their properties.
pub const TERMINATION: &str = "termination";

/// The property that was asked for, if one was.
#[derive(Clone, Default)]
pub struct Wanted {
    /// By index.
    pub index: Option<PropertyId>,
    /// By the name that the model gives it: the word as it was written.
    pub name: Option<String>,
    /// By a file that has it.
    pub file: Option<OsString>,
}

impl Wanted {
    /// The values that may be written, in words.
    pub fn names() -> String {
        let named = "a property: its number, j0 and the like for justice, its name";
        #[cfg(feature = "c")]
        let named = format!(
            "{}, or of C some of {} with commas, all, the place of an assertion, or a file FILE.prp",
            named,
            properties_of_c()
        );
        named.to_string()
    }
}

/// The names of the properties of C programs, in words.
#[cfg(feature = "c")]
fn properties_of_c() -> String {
    Property::form().replace('|', ", ")
}

#[cfg(feature = "c")]
impl Wanted {
    /// The property of C programs with the name that was written.
    pub fn named(&self) -> Option<Property> {
        self.name.as_deref().and_then(Property::read)
    }

    /// The properties of C programs, where several are named with commas between them.
    pub fn listed(&self) -> Option<Vec<Property>> {
        let words = self.name.as_deref().filter(|name| name.contains(','))?;
        words.split(',').map(Property::read).collect()
    }

    /// The message about a word that no C program has as its property.
    pub fn accept_for_c(&self) -> Result<(), String> {
        match (&self.name, self.named()) {
            (Some(name), None) if name == ALL || name.contains(':') => Ok(()),
            (Some(name), None) => {
                let hint = suggest::hint(name, Property::form().split('|'));
                Err(format!("--property: expected {}, found `{}`{}", Wanted::names(), name, hint))
            }
            (Some(_), Some(_)) | (None, _) => Ok(()),
        }
    }
}

impl OptionValue for Wanted {
    fn form() -> String {
        "PROPERTY".to_string()
    }
    fn read(text: &str) -> Option<Wanted> {
        if text.ends_with(".prp") {
            return Some(Wanted { file: Some(text.into()), ..Wanted::default() });
        }
        match index(text) {
            Some(index) => Some(Wanted { index: Some(index), ..Wanted::default() }),
            None if text.is_empty() => None,
            None => Some(Wanted { name: Some(text.to_string()), ..Wanted::default() }),
        }
    }
    fn show(&self) -> String {
        match (&self.index, &self.name, &self.file) {
            (Some(index), ..) => index.to_string(),
            (_, Some(name), _) => name.clone(),
            (_, _, Some(file)) => file.to_string_lossy().into_owned(),
            _ => "none".to_string(),
        }
    }
}

/// A property by its number, which is one of safety, or by its kind and number, such as `b0` and `j0`.
fn index(text: &str) -> Option<PropertyId> {
    let kinds = [PropertyKind::Bad, PropertyKind::Justice];
    let kind = kinds.into_iter().find(|kind| text.starts_with(kind.letter()));
    let digits = kind.map_or(text, |kind| text.trim_start_matches(kind.letter()));
    let letters = text.len() - digits.len();
    let number: u32 = digits.parse().ok().filter(|_| letters <= 1)?;
    Some(PropertyId::of_kind(kind.unwrap_or(PropertyKind::Bad), number as usize))
}

/// The effort for a shorter counterexample, if it was chosen.
#[derive(Clone, Copy, Default)]
pub struct ChosenShortest(pub Option<Shortest>);

impl OptionValue for ChosenShortest {
    fn form() -> String {
        Shortest::form()
    }
    fn read(text: &str) -> Option<ChosenShortest> {
        Shortest::read(text).map(|chosen| ChosenShortest(Some(chosen)))
    }
    fn show(&self) -> String {
        self.0.unwrap_or(Shortest::Auto).show()
    }
}

/// The settings of an engine as a paper has them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Preset {
    /// The settings of this tool.
    #[default]
    Default,
    /// IC3 as in its first paper.
    Plain,
    /// A row of the table of configurations of IC3CFA.
    Row(&'static str),
}

impl Preset {
    /// Refuses settings of another engine.
    pub fn accept(self, engine: Engine) -> Result<(), String> {
        let fits = match (self, engine) {
            (Preset::Default, _) | (Preset::Plain, Engine::Ic3) => return Ok(()),
            (Preset::Plain, _) => Engine::Ic3,
            // The engine is a member of the portfolio.
            (Preset::Row(_), Engine::Ic3Cfa | Engine::Auto | Engine::Portfolio) => return Ok(()),
            (Preset::Row(_), _) => Engine::Ic3Cfa,
        };
        Err(format!("--preset {} is for --engine {}", self.show(), fits.name()))
    }
}

impl OptionValue for Preset {
    fn form() -> String {
        format!("default|plain|{}", Ic3CfaOptions::PRESETS.join("|"))
    }
    fn read(text: &str) -> Option<Preset> {
        match text {
            "default" => Some(Preset::Default),
            "plain" => Some(Preset::Plain),
            letter => {
                let mut rows = Ic3CfaOptions::PRESETS.into_iter();
                rows.find(|&row| row == letter).map(Preset::Row)
            }
        }
    }
    fn show(&self) -> String {
        match self {
            Preset::Default => "default",
            Preset::Plain => "plain",
            Preset::Row(letter) => letter,
        }
        .to_string()
    }
}

impl Preset {
    /// Sets the options, which those behind it may change again.
    pub fn apply(self, options: &mut VerifyOptions) {
        let default = VerifyOptions::default();
        match self {
            Preset::Default => {
                options.engines.ic3 = default.engines.ic3;
                options.engines.ic3cfa = default.engines.ic3cfa;
                (options.reduce.on, options.shortest) = (default.reduce.on, default.shortest);
            }
            Preset::Plain => {
                options.engines.ic3 = Ic3Options::plain();
                (options.reduce.on, options.shortest) = (false, Shortest::Off);
            }
            Preset::Row(letter) => {
                options.engines.ic3cfa = Ic3CfaOptions::preset(letter).unwrap_or(default.engines.ic3cfa);
            }
        }
    }
}

/// A limit of memory. The units are powers of ten, as on the labels of disks.
#[derive(Clone, Copy, Default)]
pub struct Memory(pub Option<u64>);

impl OptionValue for Memory {
    fn form() -> String {
        "SIZE".to_string()
    }
    fn read(text: &str) -> Option<Memory> {
        let units = [("K", 1e3), ("M", 1e6), ("G", 1e9), ("B", 1.0), ("", 1e6)];
        let bytes = scaled(text, &units).filter(|b| (0.0..=1e15).contains(b))?;
        Some(Memory(Some(bytes as u64)))
    }
    fn show(&self) -> String {
        self.0.map_or("none".to_string(), |bytes| format!("{}B", bytes))
    }
}

/// A number with one of these units.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let (_, factor) = units.iter().find(|(unit, _)| *unit == &text[digits.len()..])?;
    let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = digits.parse().ok().filter(|_| plain)?;
    Some(number * factor)
}

/// The kinds of a script's answers that are checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Answers {
    /// Models.
    Models,
    /// Models and refutations.
    All,
}

/// The format of a clausal proof.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ProofForm {
    /// As the file's suffix says: LRAT for `.lrat`, else DRAT.
    Suffix,
    /// Clauses, and those that are deleted.
    Drat,
    /// The same with the clauses that each one follows from.
    Lrat,
}

/// The format of a certificate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CertificateForm {
    /// As the file's suffix says: a witness circuit for `.aig`, `.aag` and `.btor2`, a script for `.smt2`, a system for
    /// `.vmt`, else text.
    Suffix,
    /// A witness circuit of a circuit.
    Aiger,
    /// A witness circuit of a BTOR2 file.
    Btor2,
    /// A script of proof obligations.
    Script,
    /// The system with its invariant.
    Vmt,
    Verilog,
    /// Text.
    Text,
}

option_words!(Answers: "on" => Answers::Models, "full" => Answers::All);
option_words!(ProofForm: "suffix" => ProofForm::Suffix, "drat" => ProofForm::Drat, "lrat" => ProofForm::Lrat);
option_words!(CertificateForm:
    "suffix" => CertificateForm::Suffix, "aiger" => CertificateForm::Aiger, "btor2" => CertificateForm::Btor2,
    "text" => CertificateForm::Text,
    "clauses" => CertificateForm::Text, "script" => CertificateForm::Script, "vmt" => CertificateForm::Vmt,
    "verilog" => CertificateForm::Verilog);
