//! Values of options: the writing and reading of each kind.

use super::suggest;
use indubit::engine::bmc::Start;
use indubit::engine::ctigar::Refinement;
use indubit::engine::fsis::Implicate;
use indubit::engine::horn::{HornLemmas, ModelCube};
use indubit::engine::ic3::circuit::{Ic3Options, Lifting};
use indubit::engine::ic3::{Generalisation, ObligationOrder, Propagation};
use indubit::engine::ic3_smt::{FrameSolvers, Implicant, Lemmas, Preimage};
use indubit::engine::ic3cfa::{
    Dropping, EdgeApproach, Ic3CfaOptions, Interpolation as Between, WayBack, WordSplit,
};
use indubit::engine::itp::Form as Interpolation;
use indubit::engine::pred_abs::Abstraction;
use indubit::engine::tree_ic3::{Beyond, Strengthening};
use indubit::input::c::{Arch, Externs, Integers, Property, Volatile};
use indubit::model::{Depth, PropertyId, PropertyKind};
use indubit::portfolio::{Checking, Engine, Shortest, VerifyOptions, Words};
use indubit::solver::smt::Strength;
use std::ffi::{OsStr, OsString};
use std::time::Duration;

/// The value of an option.
pub trait Value: Sized {
    /// The words that may be written, for help and errors; empty if the option takes no value.
    fn form() -> String;
    /// Reads a value; `None` if it is of another form.
    fn read(text: &str) -> Option<Self>;
    /// Reads a value as it comes from the command line, which is not UTF-8 always.
    fn read_argument(argument: &OsStr) -> Option<Self> {
        argument.to_str().and_then(Self::read)
    }
    /// The value as it is written.
    fn show(&self) -> String;
    /// Carries out what the value means for other options, which those behind it may change again.
    fn apply(&self, _: &mut VerifyOptions) {}
}

/// An option that is there or not.
#[derive(Clone, Copy, Default)]
pub struct Switch(pub bool);

impl Value for Switch {
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

/// A kind of undefined behaviour of C.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Undefined {
    Bounds,
    Memory,
    Overflow,
    Division,
    Shifts,
}

const UNDEFINED: [(&str, Undefined); 5] = [
    ("bounds", Undefined::Bounds),
    ("memory", Undefined::Memory),
    ("overflow", Undefined::Overflow),
    ("division", Undefined::Division),
    ("shifts", Undefined::Shifts),
];

/// The checks: of the evidence, and in C programs kinds of undefined behaviour beside those with options of their
/// own.
#[derive(Clone)]
pub struct Checks {
    pub evidence: Checking,
    pub kinds: Vec<Undefined>,
}

impl Default for Checks {
    fn default() -> Checks {
        Checks { evidence: Checking::On, kinds: Vec::new() }
    }
}

impl Value for Checks {
    fn form() -> String {
        "on|off|full".to_string()
    }
    fn read(text: &str) -> Option<Checks> {
        let mut checks = Checks::default();
        for word in text.split(',') {
            match word {
                "on" => checks.evidence = Checking::On,
                "off" => checks.evidence = Checking::Off,
                "full" => checks.evidence = Checking::Full,
                "all" => checks.kinds = UNDEFINED.map(|(_, kind)| kind).to_vec(),
                _ => checks.kinds.push(UNDEFINED.iter().find(|known| known.0 == word)?.1),
            }
        }
        Some(checks)
    }
    fn show(&self) -> String {
        let evidence = match self.evidence {
            Checking::Full => "full",
            Checking::Off => "off",
            _ => "on",
        };
        let is_meant = |kind: &Undefined| self.kinds.contains(kind);
        let kinds = UNDEFINED.iter().filter(|(_, kind)| is_meant(kind)).map(|&(word, _)| word);
        std::iter::once(evidence).chain(kinds).collect::<Vec<_>>().join(",")
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

impl Value for Shown {
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

/// A limit of time.
#[derive(Clone, Copy, Default)]
pub struct Timeout(pub Option<Duration>);

impl Value for Timeout {
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

impl Value for Threads {
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

/// The property that was asked for, if one was.
#[derive(Clone, Default)]
pub struct Wanted {
    /// By index.
    pub index: Option<PropertyId>,
    /// By the name that the model gives it: the word as it was written.
    pub name: Option<String>,
    /// By name, of a C program.
    pub named: Option<Property>,
    /// By a file that has it.
    pub file: Option<OsString>,
}

impl Wanted {
    /// The names of properties, in words.
    pub fn names() -> String {
        let names = Property::form().replace('|', ", ");
        format!(
            "a property: its number, j0 and the like for justice, its name, or of C {}, or a file FILE.prp",
            names
        )
    }

    /// The message about a word that no C program has as its property.
    pub fn accept_for_c(&self) -> Result<(), String> {
        match (&self.name, &self.named) {
            (Some(name), None) => {
                let hint = suggest::hint(name, Property::form().split('|'));
                let expected = Wanted::names();
                Err(format!("--property: expected {}, found `{}`{}", expected, name, hint))
            }
            (Some(_), Some(_)) | (None, _) => Ok(()),
        }
    }
}

impl Value for Wanted {
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
            None => {
                let (name, named) = (Some(text.to_string()), Property::read(text));
                Some(Wanted { name, named, ..Wanted::default() })
            }
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

/// The generalisation, if one was chosen.
#[derive(Clone, Copy, Default)]
pub struct ChosenGeneralisation(pub Option<Generalisation>);

impl Value for ChosenGeneralisation {
    fn form() -> String {
        format!("auto|{}", Generalisation::form())
    }
    fn read(text: &str) -> Option<ChosenGeneralisation> {
        match text {
            "auto" => Some(ChosenGeneralisation(None)),
            _ => Generalisation::read(text).map(|chosen| ChosenGeneralisation(Some(chosen))),
        }
    }
    fn show(&self) -> String {
        self.0.map_or("auto".to_string(), |chosen| chosen.show())
    }
}

/// The effort for a shorter counterexample, if it was chosen.
#[derive(Clone, Copy, Default)]
pub struct ChosenShortest(pub Option<Shortest>);

impl Value for ChosenShortest {
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

impl Value for Preset {
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
    fn apply(&self, options: &mut VerifyOptions) {
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

impl Value for Memory {
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

macro_rules! numbers {
    ($($kind:ty),*) => {$(
        impl Value for $kind {
            fn form() -> String {
                "N".to_string()
            }
            fn read(text: &str) -> Option<$kind> {
                text.parse().ok()
            }
            fn show(&self) -> String {
                self.to_string()
            }
        }

    )*};
}
numbers!(u8, u64, usize);

macro_rules! optional_numbers {
    ($($kind:ty: $read:expr),*) => {$(
        impl Value for Option<$kind> {
            fn form() -> String {
                "N".to_string()
            }
            fn read(text: &str) -> Option<Option<$kind>> {
                text.parse().ok().map($read).map(Some)
            }
            fn show(&self) -> String {
                self.map_or("none".to_string(), |n| n.to_string())
            }
        }
    )*};
}
optional_numbers!(
    u64: |n: u64| n,
    usize: |n: usize| n,
    Depth: Depth::new
);

/// The name of a file.
impl Value for Option<OsString> {
    fn form() -> String {
        "FILE".to_string()
    }
    fn read(text: &str) -> Option<Option<OsString>> {
        Some(Some(text.into()))
    }
    fn read_argument(argument: &OsStr) -> Option<Option<OsString>> {
        Some(Some(argument.to_os_string()))
    }
    fn show(&self) -> String {
        self.as_ref().map_or("none".to_string(), |name| name.to_string_lossy().into_owned())
    }
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
    /// As the file's suffix says: a witness circuit for `.aig` and `.aag`, a script for `.smt2`, a system for `.vmt`,
    /// else text.
    Suffix,
    /// A witness circuit.
    Aiger,
    /// A script of proof obligations.
    Script,
    /// The system with its invariant.
    Vmt,
    /// Text.
    Text,
}

macro_rules! choices {
    ($kind:ty: $($word:literal => $value:path),+) => {
        impl Value for $kind {
            fn form() -> String {
                [$($word),+].join("|")
            }
            fn read(text: &str) -> Option<$kind> {
                match text {
                    $($word => Some($value),)+
                    _ => None,
                }
            }
            fn show(&self) -> String {
                let words = [$((&$value, $word)),+];
                words.iter().find(|(value, _)| *value == self).map_or("", |(_, word)| word).to_string()
            }
        }
    };
}

impl Value for Engine {
    fn form() -> String {
        let names: Vec<&str> = std::iter::once(Engine::Auto).chain(Engine::ALL).map(Engine::name).collect();
        names.join("|")
    }
    fn read(text: &str) -> Option<Engine> {
        Engine::named(text)
    }
    fn show(&self) -> String {
        self.name().to_string()
    }
}

impl Value for bool {
    fn form() -> String {
        "on|off".to_string()
    }
    fn read(text: &str) -> Option<bool> {
        match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        }
    }
    fn show(&self) -> String {
        if *self { "on" } else { "off" }.to_string()
    }
}

choices!(Start: "initial" => Start::Initial, "bad" => Start::Bad);
choices!(Words: "bits" => Words::Kept, "integers" => Words::Integers, "no-wraps" => Words::WithoutWraps);
choices!(Shortest: "on" => Shortest::On, "off" => Shortest::Off, "auto" => Shortest::Auto);
choices!(Volatile: "stored" => Volatile::Stored, "arbitrary" => Volatile::Arbitrary);
choices!(Arch: "32" => Arch::Ilp32, "64" => Arch::Lp64);
choices!(Integers: "words" => Integers::Words, "math" => Integers::Mathematical, "reals" => Integers::Reals);
choices!(Externs: "by-property" => Externs::ByProperty, "any" => Externs::AnyEffect, "pure" => Externs::Pure);
choices!(Property: "unreach-call" => Property::UnreachCall, "error-label" => Property::ErrorLabel,
    "no-overflow" => Property::NoOverflow);
choices!(Answers: "on" => Answers::Models, "full" => Answers::All);
choices!(ProofForm: "suffix" => ProofForm::Suffix, "drat" => ProofForm::Drat, "lrat" => ProofForm::Lrat);
choices!(CertificateForm:
    "suffix" => CertificateForm::Suffix, "aiger" => CertificateForm::Aiger, "text" => CertificateForm::Text,
    "clauses" => CertificateForm::Text, "script" => CertificateForm::Script, "vmt" => CertificateForm::Vmt);
choices!(Lifting: "off" => Lifting::Off, "justification" => Lifting::Justification, "core" => Lifting::Core,
    "ternary" => Lifting::Ternary);
choices!(Preimage: "point" => Preimage::Point, "projection" => Preimage::Projection,
    "first-cube" => Preimage::FirstCube, "exact" => Preimage::Exact);
choices!(Implicant: "justified" => Implicant::Justified, "core" => Implicant::Core, "dual-rail" => Implicant::DualRail);
choices!(Lemmas: "core" => Lemmas::Core, "interpolant" => Lemmas::Interpolant, "farkas" => Lemmas::Farkas);
choices!(FrameSolvers: "shared" => FrameSolvers::Shared, "per-frame" => FrameSolvers::PerFrame);
choices!(Interpolation: "mcmillan" => Interpolation::McMillan, "sequence" => Interpolation::Sequence,
    "avy" => Interpolation::Avy);
choices!(Strength: "strong" => Strength::Strong, "symmetric" => Strength::Symmetric, "weak" => Strength::Weak);
choices!(Beyond: "blocking" => Beyond::Blocking, "whole" => Beyond::Whole);
choices!(Strengthening: "off" => Strengthening::Off, "each" => Strengthening::Each, "all" => Strengthening::All);
choices!(Dropping: "off" => Dropping::Off, "core" => Dropping::Core, "linear" => Dropping::Linear,
    "binary" => Dropping::Binary, "ctg" => Dropping::Ctg);
choices!(EdgeApproach: "multi" => EdgeApproach::Multi, "single" => EdgeApproach::Single,
    "incremental" => EdgeApproach::Incremental);
choices!(WayBack: "climb" => WayBack::Climb, "climb-and-drop" => WayBack::ClimbAndDrop, "restart" => WayBack::Restart);
choices!(WordSplit: "off" => WordSplit::Off, "unsigned" => WordSplit::Unsigned, "signed" => WordSplit::Signed,
    "bounds" => WordSplit::Bounds, "bits" => WordSplit::Bits);
choices!(Between: "off" => Between::Off, "loops" => Between::Loops, "numbers" => Between::Numbers,
    "all" => Between::All);
choices!(ObligationOrder: "nearest" => ObligationOrder::Nearest, "farthest" => ObligationOrder::Farthest,
    "smallest" => ObligationOrder::Smallest, "largest" => ObligationOrder::Largest,
    "random" => ObligationOrder::Random);
choices!(ModelCube: "point" => ModelCube::Point, "projection" => ModelCube::Projection);
choices!(HornLemmas: "core" => HornLemmas::Core, "farkas" => HornLemmas::Farkas,
    "interpolant" => HornLemmas::Interpolant);
choices!(Abstraction: "boolean" => Abstraction::Boolean, "cartesian" => Abstraction::Cartesian);
choices!(Refinement: "eager" => Refinement::Eager, "lazy" => Refinement::Lazy);
choices!(Generalisation: "core" => Generalisation::Core, "interpolant" => Generalisation::Interpolant,
    "linear" => Generalisation::Linear, "binary" => Generalisation::Binary, "ctg" => Generalisation::Ctg,
    "dynamic" => Generalisation::Dynamic,
    "learnt" => Generalisation::Learnt);
choices!(Propagation: "plain" => Propagation::Plain, "eager" => Propagation::Eager,
    "triggered" => Propagation::Triggered);
choices!(Implicate: "linear" => Implicate::Linear, "binary" => Implicate::Binary);
