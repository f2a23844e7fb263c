//! One reader for all models: the format is told by the bytes, and the model is one of several kinds.

use super::aiger;
use super::{btor2, cfa, horn, vmt, Diagnostic, ParseError, SystemFile};
use crate::base::{Budget, HashSet, Limit};
#[cfg(feature = "c")]
use crate::c::{
    read_function, Arch, CFile, COptions, Check, Contracts, FloatEvaluation, LowerOptions, SomeSource,
    Volatile,
};
use crate::model::cfa::Cfa;
use crate::model::circuit::Circuit;
use crate::model::encode::chains::{chains, Chains};
use crate::model::horn::Horn;
use crate::model::kind::Kind;
use crate::model::system::System;
use crate::model::{CircuitFile, PropertyId, PropertyKind};
use crate::origin::{ClausesOrigin, Origin, ProgramOrigin};
use std::fmt;
use std::sync::Arc;

/// The formats of models.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// And-inverter graphs, as text or binary.
    Aiger,
    /// Transition systems over words.
    Btor2,
    /// Transition systems over formulas.
    Vmt,
    /// Control-flow automata.
    Cfa,
    /// C programs.
    C,
    /// Constrained Horn clauses.
    Horn,
}

impl Format {
    /// The format of a model: by the first bytes that are no comment, and if they tell nothing, by the suffix of its
    /// name.
    pub fn of(name: &str, bytes: &[u8]) -> Format {
        let suffix = name.rsplit_once('.').map_or("", |(_, suffix)| suffix);
        let blank = |line: &[u8]| line.iter().all(u8::is_ascii_whitespace);
        let begins = |line: &[u8]| line.iter().copied().find(|b| !b.is_ascii_whitespace());
        let mut lines = bytes.split(|&b| b == b'\n').filter(|line| !blank(line));
        let is_comment = |line: &&[u8]| begins(line) == Some(b';');
        let commented = lines.clone().next().map_or(false, |line| is_comment(&line));
        let first = lines.find(|line| !is_comment(line)).unwrap_or(&[]);
        match (begins(first), suffix) {
            (_, "c" | "i") => Format::C,
            (Some(b'('), "cfa") => Format::Cfa,
            (Some(b'('), _) if horn::is_horn(bytes) => Format::Horn,
            (Some(b'('), _) if has_locations(bytes) => Format::Cfa,
            (Some(b'('), _) => Format::Vmt,
            (Some(b'0'..=b'9'), _) => Format::Btor2,
            _ if first.starts_with(b"aag ") || first.starts_with(b"aig ") => Format::Aiger,
            (_, "btor2" | "btor") => Format::Btor2,
            (_, "cfa") => Format::Cfa,
            (_, "vmt" | "smt2") => Format::Vmt,
            _ if commented => Format::Vmt,
            _ => Format::Aiger,
        }
    }
}

/// Whether a script declares locations, which it does with one command a line.
fn has_locations(bytes: &[u8]) -> bool {
    let starts = |line: &[u8]| line.starts_with(b"(location ");
    bytes.split(|&b| b == b'\n').any(|line| starts(line) || starts(line.strip_prefix(b" ").unwrap_or(line)))
}

/// Settings of [`read`].
#[derive(Clone, Default, Debug)]
pub struct InputOptions {
    /// Default `None`: told by [`Format::of`].
    pub format: Option<Format>,
    /// The sizes of C's integer types. Default [`Arch::Ilp32`].
    #[cfg(feature = "c")]
    pub arch: Arch,
    /// C: the values of volatile objects. Default: those that were stored.
    #[cfg(feature = "c")]
    pub volatile: Volatile,
    /// C: `malloc` and its like may return null. Default no.
    #[cfg(feature = "c")]
    pub malloc_may_fail: bool,
    /// C: the function that is verified in the place of `main`, and the contracts that are used.
    #[cfg(feature = "c")]
    pub contracts: Contracts,
    /// C: the format in which operators on floating-point numbers compute. Default: that of their operands.
    #[cfg(feature = "c")]
    pub evaluation: FloatEvaluation,
    /// The meaning of C programs, and the property.
    #[cfg(feature = "c")]
    pub c: LowerOptions,
}

/// A model of any kind, as it stands in a file.
#[derive(Clone, Debug)]
pub enum Model {
    /// A circuit.
    Circuit(Box<CircuitFile>),
    /// A transition system.
    System(Box<SystemFile>),
    /// A control-flow automaton, perhaps one that was made from a C program.
    Program(ProgramFile),
    /// Constrained Horn clauses, perhaps of a recursive C program.
    Clauses(ClausesFile),
}

impl Model {
    /// The kind of model that engines see. A C program is clauses if it is recursive.
    pub fn kind(&self) -> Kind {
        match self {
            Model::Circuit(_) => Kind::Circuit,
            Model::System(_) => Kind::System,
            Model::Program(_) => Kind::Program,
            Model::Clauses(_) => Kind::Clauses,
        }
    }

    /// The program in its own language that it was made from.
    pub fn origin(&self) -> Option<&dyn Origin> {
        match self {
            Model::Program(file) => file.origin().map(|origin| origin.origin()),
            Model::Clauses(file) => file.origin().map(|origin| origin.origin()),
            Model::Circuit(_) | Model::System(_) => None,
        }
    }

    /// The model of the same program in which more of its runs are followed ([`ProgramOrigin::wider`]); `None` if
    /// there is none, or a limit was reached. Evidence of a verdict is about the one or the other.
    ///
    /// [`ProgramOrigin::wider`]: crate::origin::ProgramOrigin::wider
    pub fn wider(&self, budget: &Budget) -> Option<Model> {
        match self {
            Model::Program(file) => {
                file.origin()?.wider(budget).map(|origin| Model::Program(ProgramFile::Lowered(origin)))
            }
            Model::Clauses(file) => {
                file.origin()?.wider(budget).map(|origin| Model::Clauses(ClausesFile::Lowered(origin)))
            }
            Model::Circuit(_) | Model::System(_) => None,
        }
    }

    /// The model of the same program in which runs end without an error where any but these assertions is false, by
    /// their numbers in [`Origin::assertions`]; `None` if it is made from no program, or a limit was reached.
    pub fn asking(&self, assertions: &[usize], budget: &Budget) -> Option<Model> {
        let all = 0..self.origin()?.assertion_count();
        let asked: HashSet<usize> = assertions.iter().copied().collect();
        let others: Vec<usize> = all.filter(|at| !asked.contains(at)).collect();
        match self {
            Model::Program(file) => {
                let origin = file.origin()?.excusing(&others, budget)?;
                Some(Model::Program(ProgramFile::Lowered(origin)))
            }
            Model::Clauses(file) => {
                let origin = file.origin()?.excusing(&others, budget)?;
                Some(Model::Clauses(ClausesFile::Lowered(origin)))
            }
            Model::Circuit(_) | Model::System(_) => None,
        }
    }

    /// The number of properties, of safety and of liveness.
    pub fn property_count(&self) -> usize {
        let (bads, justice) = self.property_counts();
        bads + justice
    }

    /// The numbers of properties of safety and of liveness.
    fn property_counts(&self) -> (usize, usize) {
        match self {
            Model::Circuit(file) => (file.circuit.bads().len(), file.circuit.justice().len()),
            Model::System(file) => (file.system().properties().len(), file.system().justice().len()),
            Model::Program(_) | Model::Clauses(_) => (1, 0),
        }
    }

    /// The properties: those of safety, then those of liveness.
    pub fn property_ids(&self) -> impl DoubleEndedIterator<Item = PropertyId> {
        let (bads, justice) = self.property_counts();
        PropertyId::all(bads, justice)
    }

    /// Whether it has this property.
    pub fn has(&self, property: PropertyId) -> bool {
        let (bads, justice) = self.property_counts();
        match property.kind() {
            PropertyKind::Bad => property.index() < bads,
            PropertyKind::Justice => property.index() < justice,
        }
    }

    /// The place in a source at which a property stands, as a BTOR2 file tells it: `arb.v:30`; empty if it is unknown.
    pub fn property_place(&self, property: PropertyId) -> &str {
        let places = match self {
            Model::System(file) => file.btor2().map(|file| &file.places),
            Model::Circuit(_) | Model::Program(_) | Model::Clauses(_) => None,
        };
        let place = property.bad_index().and_then(|index| places?.get(index));
        place.map_or("", String::as_str)
    }

    /// The name of a property; empty if it has none.
    pub fn property_name(&self, property: PropertyId) -> &str {
        match self {
            Model::Circuit(file) => {
                let symbols = &file.circuit.symbols;
                let names = match property.kind() {
                    PropertyKind::Bad => &symbols.bads,
                    PropertyKind::Justice => &symbols.justice,
                };
                names.get(property.index()).map_or("", String::as_str)
            }
            Model::System(file) => {
                let (system, index) = (file.system(), property.index());
                let name = match property.kind() {
                    PropertyKind::Bad => system.properties().get(index).map(|p| &p.name),
                    PropertyKind::Justice => system.justice().get(index).map(|p| &p.name),
                };
                name.map_or("", String::as_str)
            }
            Model::Program(file) => file.cfa().location_name(file.cfa().error()),
            Model::Clauses(file) => file.origin().map_or("", |origin| origin.property_name()),
        }
    }

    /// The property as a message speaks of it: `nostarve (b0)`, or `b0` if it has no name. The one property of a C
    /// program is always `b0`.
    pub fn property_title(&self, property: PropertyId) -> String {
        match (self.origin(), self.property_name(property)) {
            (Some(_), _) | (_, "") => property.to_string(),
            (None, name) => format!("{} ({})", name, property),
        }
    }
}

/// An automaton with the text that it was made from.
#[derive(Clone, Debug)]
pub enum ProgramFile {
    /// The file has the automaton itself, or it was built in memory.
    Automaton(Box<Cfa>),
    /// A program that was lowered.
    Lowered(Arc<dyn ProgramOrigin>),
}

impl ProgramFile {
    /// The automaton.
    pub fn cfa(&self) -> &Cfa {
        match self {
            ProgramFile::Automaton(cfa) => cfa,
            ProgramFile::Lowered(origin) => origin.cfa(),
        }
    }

    /// The program that it was made from.
    pub fn origin(&self) -> Option<&Arc<dyn ProgramOrigin>> {
        match self {
            ProgramFile::Automaton(_) => None,
            ProgramFile::Lowered(origin) => Some(origin),
        }
    }
}

/// Clauses with the text that they were made from.
#[derive(Clone, Debug)]
pub enum ClausesFile {
    /// The file has the clauses themselves.
    Script(Box<horn::Script>),
    /// A recursive program that was lowered.
    Lowered(Arc<dyn ClausesOrigin>),
}

impl ClausesFile {
    /// The clauses.
    pub fn horn(&self) -> &Horn {
        match self {
            ClausesFile::Script(script) => &script.horn,
            ClausesFile::Lowered(origin) => origin.horn(),
        }
    }

    /// The automaton of their chains of derivations, also of clauses in scopes that have ended.
    pub fn chains(&self) -> Chains {
        match self {
            ClausesFile::Script(script) => {
                let chains = chains(&script.horn, script.has_truisms);
                Chains { is_exact: chains.is_exact && !script.has_ended_scopes(), ..chains }
            }
            ClausesFile::Lowered(origin) => chains(origin.horn(), false),
        }
    }

    /// The program that they were made from.
    pub fn origin(&self) -> Option<&Arc<dyn ClausesOrigin>> {
        match self {
            ClausesFile::Script(_) => None,
            ClausesFile::Lowered(origin) => Some(origin),
        }
    }
}

impl From<Circuit> for Model {
    fn from(circuit: Circuit) -> Model {
        Model::Circuit(Box::new(CircuitFile::new(circuit)))
    }
}

impl From<System> for Model {
    fn from(system: System) -> Model {
        Model::System(Box::new(SystemFile::Vmt(system)))
    }
}

impl From<Cfa> for Model {
    fn from(cfa: Cfa) -> Model {
        Model::Program(ProgramFile::Automaton(Box::new(cfa)))
    }
}

impl From<horn::Script> for Model {
    fn from(script: horn::Script) -> Model {
        Model::Clauses(ClausesFile::Script(Box::new(script)))
    }
}

/// The reason why a model cannot be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum InputError {
    /// The first error in a file.
    Parse(ParseError),
    /// The errors in a C program.
    Program(Vec<Diagnostic>),
    /// A limit was reached before the end.
    Limit(Limit),
    /// The model is understood, but larger than what is taken. The places that say so.
    TooLarge(Vec<Diagnostic>),
}

impl InputError {
    /// The error of a reader that keeps to a budget.
    pub fn of(error: ParseError) -> InputError {
        match error.limit() {
            Some(limit) => InputError::Limit(limit),
            None => InputError::Parse(error),
        }
    }

    /// The errors in a C program, if they are not due to a limit.
    pub fn of_program(diagnostics: Vec<Diagnostic>, budget: &Budget) -> InputError {
        match budget.check() {
            Err(limit) => InputError::Limit(limit),
            Ok(()) if diagnostics.iter().any(Diagnostic::is_limit) => InputError::TooLarge(diagnostics),
            Ok(()) => InputError::Program(diagnostics),
        }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Parse(error) => error.fmt(f),
            InputError::Limit(limit) => limit.fmt(f),
            InputError::Program(diagnostics) | InputError::TooLarge(diagnostics) => {
                let errors = diagnostics.iter().filter(|diagnostic| !diagnostic.is_warning());
                let lines: Vec<String> = errors.map(Diagnostic::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
        }
    }
}

impl std::error::Error for InputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            InputError::Parse(error) => Some(error),
            InputError::Program(_) | InputError::Limit(_) | InputError::TooLarge(_) => None,
        }
    }
}

/// The model that the bytes of a file describe. The name tells the format only if the bytes do not; it is not opened.
///
/// # Errors
///
/// The place and the reason, if it is no model, or the limit that was reached.
pub fn read(name: &str, bytes: &[u8], options: &InputOptions, budget: &Budget) -> Result<Model, InputError> {
    match options.format.unwrap_or_else(|| Format::of(name, bytes)) {
        Format::Aiger => aiger::read(bytes).map(Box::new).map(Model::Circuit).map_err(InputError::Parse),
        Format::Btor2 => {
            let read = btor2::read(bytes, budget).map_err(InputError::of)?;
            Ok(Model::System(Box::new(SystemFile::Btor2(read))))
        }
        Format::Vmt => {
            let read = vmt::read(bytes, budget).map_err(InputError::of)?;
            Ok(Model::System(Box::new(SystemFile::Vmt(read))))
        }
        Format::Cfa => cfa::read(bytes, budget).map(Model::from).map_err(InputError::of),
        Format::Horn => {
            let script = horn::read(bytes, budget).map_err(InputError::of)?;
            if script.has_ended_scopes() {
                let message =
                    "expected one set of clauses; a script with `pop` asks about several, and the command \
                    `smt` answers it";
                return Err(InputError::Parse(ParseError::at_line(1, 1, message)));
            }
            Ok(Model::from(script))
        }
        Format::C => read_c(name, bytes, options, budget),
    }
}

/// The model that a C program is lowered to.
#[cfg(feature = "c")]
fn read_c(name: &str, bytes: &[u8], options: &InputOptions, budget: &Budget) -> Result<Model, InputError> {
    let InputOptions { arch, volatile, malloc_may_fail, evaluation, .. } = *options;
    let (keeps_calls, own) = (options.c.checks[Check::Library], COptions::default());
    let target = COptions { arch, volatile, malloc_may_fail, evaluation, keeps_calls, ..own };
    let source = read_function(bytes, &target, &options.contracts, budget)
        .and_then(|program| SomeSource::new(program, options.c, budget))
        .map_err(|diagnostics| InputError::of_program(diagnostics, budget))?;
    let (name, text) = (name.to_string(), bytes.to_vec());
    Ok(match source {
        SomeSource::Plain(source) => {
            Model::Program(ProgramFile::Lowered(Arc::new(CFile { name, text, source: *source })))
        }
        SomeSource::Recursive(source) => {
            Model::Clauses(ClausesFile::Lowered(Arc::new(CFile { name, text, source: *source })))
        }
    })
}

/// Refuses a C program.
#[cfg(not(feature = "c"))]
fn read_c(_: &str, _: &[u8], _: &InputOptions, _: &Budget) -> Result<Model, InputError> {
    let message = "this is a C program, and the engine was built without C";
    Err(InputError::Parse(ParseError::at_line(1, 1, message)))
}
