//! The meaning that settings give to C programs.

use crate::cli::options::Settings;
use crate::cli::values::{Switch, Wanted};
use crate::cli::{files, Failure, BAD_INPUT};
use indubit::base::{Budget, OptionValue};
use indubit::c::{self, COptions, Header, LoopContracts, LowerOptions, Program, Property, UseContracts};
use indubit::input::{InputError, InputOptions, Model};
use indubit::origin::Hints;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The text of a program with its further files and its headers: those of `-include`, and those in the folder of the
/// including file or one of `-I`.
pub fn with_headers<'a>(
    file: &OsStr,
    bytes: &'a [u8],
    settings: &Settings,
) -> Result<Cow<'a, [u8]>, Failure> {
    let name = files::shown(file);
    let mut find = |header: &str, is_quoted: bool, including: &str| {
        let own = Path::new(including).parent().filter(|_| is_quoted).map(Path::to_path_buf);
        let folders = settings.preprocessor.folders.iter().map(PathBuf::from);
        own.into_iter().chain(folders).find_map(|folder| {
            let path = folder.join(header);
            let text = read_text(&path)?;
            let id = path.canonicalize().unwrap_or_else(|_| path.clone());
            let [name, id] = [path, id].map(|path| path.to_string_lossy().into_owned());
            Some(Header { name, id, text })
        })
    };
    let further = settings.preprocessor.units.iter().map(|file| {
        let name = files::shown(file);
        std::fs::metadata(file).map_err(|error| Failure::input(&name, error))?;
        let text = read_text(Path::new(file));
        let text =
            text.ok_or_else(|| Failure::input(&name, "expected a file that is no folder or device"))?;
        Ok((name, text))
    });
    let further = further.collect::<Result<Vec<_>, Failure>>()?;
    let own = std::iter::once((&*name, bytes));
    let all: Vec<(&str, &[u8])> =
        own.chain(further.iter().map(|(name, text)| (&**name, text.as_slice()))).collect();
    match c::bundle(&all, settings.preprocessor.before.as_bytes(), &mut find) {
        Ok(bundled) => Ok(bundled.map_or(Cow::Borrowed(bytes), Cow::Owned)),
        Err(message) => Err(Failure::new(BAD_INPUT, message)),
    }
}

/// The bytes of a file, as far as it may have them; `None` of devices and pipes, which may have no end.
fn read_text(path: &Path) -> Option<Vec<u8>> {
    let file = std::fs::metadata(path).ok().filter(Metadata::is_file).and_then(|_| File::open(path).ok())?;
    let mut text = Vec::new();
    file.take(c::MOST_BYTES as u64 + 1).read_to_end(&mut text).ok()?;
    Some(text)
}

/// A program to be run, or all errors in it.
pub fn parse(file: &OsStr, bytes: &[u8], settings: &Settings, budget: &Budget) -> Result<Program, Failure> {
    let InputOptions { arch, volatile, malloc_may_fail, evaluation, contracts, c: lower, .. } =
        input(settings)?;
    let keeps_calls = lower.checks[c::Check::Library];
    let (is_shown, own) = (true, COptions::default());
    let target = COptions { arch, volatile, is_shown, malloc_may_fail, evaluation, keeps_calls, ..own };
    c::read_function(bytes, &target, &contracts, budget)
        .map_err(|diagnostics| files::unread(file, InputError::of_program(diagnostics, budget)))
}

/// The settings of the reader.
pub fn input(settings: &Settings) -> Result<InputOptions, Failure> {
    let input = settings.c.input(lowering(settings)?).map_err(Failure::usage)?;
    Ok(InputOptions { format: settings.format.0, ..input })
}

/// The meaning that the settings give to programs.
pub fn lowering(settings: &Settings) -> Result<LowerOptions, Failure> {
    let property = match (settings.property.named(), &settings.property.file) {
        (Some(named), _) => named,
        (None, Some(file)) => *properties_of(file)?.first().unwrap_or(&Property::Default),
        (None, None) => Property::Default,
    };
    Ok(LowerOptions { property, ..settings.c.lower })
}

/// The settings that ask for one property each, with its word, if several are asked for.
pub fn several(
    settings: &Settings,
    bytes: &[u8],
    budget: &Budget,
) -> Result<Vec<(String, Settings)>, Failure> {
    if settings.c.report_contracts.0 {
        return contracts(settings, bytes, budget);
    }
    let all = match (settings.property.listed(), &settings.property.file) {
        (Some(listed), _) => listed,
        (None, Some(file)) => properties_of(file)?,
        (None, None) => Vec::new(),
    };
    let one = |property: Property| {
        let name = property.show();
        let property = Wanted { name: Some(name.clone()), ..Wanted::default() };
        (name, Settings { property, ..settings.clone() })
    };
    Ok(if all.len() > 1 { all.into_iter().map(one).collect() } else { Vec::new() })
}

/// The settings that ask for one function with a contract each, by the contracts of the others.
fn contracts(settings: &Settings, bytes: &[u8], budget: &Budget) -> Result<Vec<(String, Settings)>, Failure> {
    let file = settings.file(0);
    let program = parse(file, &with_headers(file, bytes, settings)?, settings, budget)?;
    let known = &program.contracted;
    if known.is_empty() {
        let message = "nothing was asked: no function has a contract and a body";
        return Err(Failure::input(files::shown(file), message));
    }
    // The functions that calls lead to, from each one.
    let mut reached: Vec<BTreeSet<&str>> =
        known.iter().map(|function| function.calls.iter().map(String::as_str).collect()).collect();
    for _ in known {
        let before = reached.clone();
        for at in 0..known.len() {
            let next: BTreeSet<&str> = known
                .iter()
                .zip(&before)
                .filter(|(other, _)| before[at].contains(other.name.as_str()))
                .flat_map(|(_, others)| others.iter().copied())
                .collect();
            reached[at].extend(next);
        }
    }
    let circle: Vec<&str> = known
        .iter()
        .zip(&reached)
        .filter(|(function, reached)| reached.contains(function.name.as_str()))
        .map(|(function, _)| function.name.as_str())
        .collect();
    if !circle.is_empty() {
        let names = circle.join(", ");
        say!(
            "indubit: note: {} call themselves or each other: what is proved of them holds of calls that end",
            names
        );
    }
    let with_contract: BTreeSet<&str> = known
        .iter()
        .flat_map(|function| function.calls.iter().chain([&function.name]).map(String::as_str))
        .collect();
    let one = |name: &str| {
        let mut settings = settings.clone();
        settings.c.report_contracts = Switch(false);
        settings.c.contracts.function = Some(name.into());
        // A function that calls itself uses its own contract, too.
        let used = with_contract.iter().filter(|other| **other != name || circle.contains(&name));
        settings.c.contracts.used = UseContracts::Named(used.map(|&name| name.into()).collect());
        (name.to_string(), settings)
    };
    Ok(known.iter().map(|function| one(&function.name)).collect())
}

/// The settings that ask about a program again, with fewer of the hints that may have been of no use.
pub fn without_hints(settings: &Settings, model: &Model) -> Option<Settings> {
    let has_hints = model.origin().map_or(false, |origin| origin.hints() != Hints::None);
    let mut settings = settings.clone();
    let loops = &mut settings.c.contracts.loops;
    *loops = match loops {
        LoopContracts::On => LoopContracts::Counters,
        LoopContracts::Counters => LoopContracts::Off,
        _ => return None,
    };
    has_hints.then_some(settings)
}

/// The properties that a file has, in the form of the software verification competition.
fn properties_of(file: &OsStr) -> Result<Vec<Property>, Failure> {
    let bytes = std::fs::read(file).map_err(|error| Failure::input(files::shown(file), error))?;
    Property::of_specifications(&String::from_utf8_lossy(&bytes)).ok_or_else(|| {
        let expected =
            "expected CHECK( init(main()), LTL(G ! call(reach_error())) ), or G ! label(ERROR), G ! overflow, \
            G assert, F end, G valid-memcleanup, G valid-free, G valid-deref, G valid-memtrack, a line each";
        Failure::input(files::shown(file), expected)
    })
}
