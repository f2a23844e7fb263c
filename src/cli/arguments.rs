//! The arguments of a command, read by the table of options.

use super::flags::table;
use super::options::{may_take, Command, Flag, Group, Settings};
use super::values::{Checks, Wanted};
use super::{help, os, suggest, Failure};
use indubit::base::OptionValue;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The note about the name that an option once had.
const OLD_CHECK: &str =
    "--evidence says whether evidence is checked, and --check names errors of C: bounds, memory, ...";

/// The arguments with `--evidence` in the place of `--check`, where that has no kinds of errors of C: once it said
/// both. A note tells the new name. Behind two dashes stands another program's command.
pub fn modern(args: &[OsString]) -> Vec<OsString> {
    let own = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let (mut list, mut is_old) = (Vec::with_capacity(args.len()), false);
    let mut rest = args[..own].iter().peekable();
    while let Some(arg) = rest.next() {
        let (name, inline) = os::split_at_equals(arg);
        if name != "--check" && arg != "--no-check" {
            list.push(arg.clone());
            continue;
        }
        let next = rest.peek().filter(|next| !os::starts_with_dash(next)).map(|next| next.as_os_str());
        let value = inline.or(next).map_or("".into(), OsStr::to_string_lossy);
        let is_effort = |word: &&str| ["on", "off", "full"].contains(word);
        let (efforts, kinds): (Vec<&str>, Vec<&str>) = value.split(',').partition(is_effort);
        let names_kinds = kinds.iter().any(|kind| Checks::words().contains(kind));
        let is_bare = inline.is_none() && !names_kinds && next.map_or(true, |next| Path::new(next).exists());
        match (efforts.last(), name.to_str()) {
            (_, Some("--no-check")) => list.push("--no-evidence".into()),
            (Some(effort), _) => {
                list.push(format!("--evidence={}", effort).into());
                if !kinds.is_empty() {
                    list.push(format!("--check={}", kinds.join(",")).into());
                }
                rest.next_if(|_| inline.is_none());
            }
            (None, _) if is_bare => list.push("--evidence".into()),
            (None, _) => {
                list.push(arg.clone());
                continue;
            }
        }
        is_old = true;
    }
    list.extend_from_slice(&args[own..]);
    if is_old {
        say!("indubit: note: {}", OLD_CHECK);
    }
    list
}

/// Reads the arguments of a command.
pub fn parse(args: &[OsString], command: Command) -> Result<Settings, Failure> {
    let table = table();
    let mut settings = Settings::default();
    let mut args = args.iter().peekable();
    let mut before = None;
    while let Some(arg) = args.next() {
        if arg == "--" && command == Command::Reduce {
            settings.command = args.by_ref().cloned().collect();
            break;
        }
        if !os::starts_with_dash(arg) || arg == "-" {
            before.take().map_or(Ok(()), |flag| no_misspelt_value(flag, arg))?;
            let has_units = command.has(Group::Language) && command != Command::Scan;
            let is_unit = has_units && is_c(arg) && settings.files.last().map_or(false, is_c);
            let list = if is_unit { &mut settings.preprocessor.units } else { &mut settings.files };
            list.push(arg.clone());
            continue;
        }
        before = None;
        if command.has(Group::Language) && of_preprocessor(arg, &mut settings, || args.next())? {
            continue;
        }
        let (name, inline) = os::split_at_equals(arg);
        let name = name.to_string_lossy();
        let known = |wanted: &str| table.iter().find(|f| f.name == wanted && command.has(f.group));
        match known(&name) {
            Some(flag) if flag.is_on_or_off() && inline.is_none() => {
                let word = args.next_if(|next| may_take(flag, next));
                flag.set(&mut settings, word.map_or(OsStr::new("on"), OsString::as_os_str));
                before = if word.is_none() { Some(flag) } else { None };
            }
            Some(flag) => set(flag, inline, || args.next().map(OsString::as_os_str), &mut settings)?,
            None => match known(&name.replacen("--no-", "--", 1)) {
                Some(flag) if inline.is_none() && flag.is_on_or_off() => {
                    flag.set(&mut settings, OsStr::new("off"));
                }
                _ => return Err(unknown(&name, &table, command)),
            },
        }
    }
    let (count, expected) = (settings.files.len(), command.files());
    if !command.takes(count) {
        let (wanted, help) = (expected.join(" "), command.help());
        return Err(Failure::usage(format!("expected {}, found {} files; see `{}`", wanted, count, help)));
    }
    settings.preset.accept(settings.verify.engine).map_err(Failure::usage)?;
    settings.spread();
    Ok(settings)
}

/// Whether a file has the name of a C program. Further ones behind such a file are of the same program.
fn is_c(file: &OsString) -> bool {
    matches!(Path::new(file).extension().and_then(OsStr::to_str), Some("c" | "i"))
}

/// The options of compilers for the preprocessor. Their values follow at once, or are the next argument.
const OF_PREPROCESSOR: [&str; 4] = ["-include", "-I", "-D", "-U"];

/// Takes an option of compilers for the preprocessor: `-I`, `-D`, `-U` and `-include`. Whether it is one.
pub fn of_preprocessor<'a>(
    arg: &OsStr,
    settings: &mut Settings,
    next: impl FnOnce() -> Option<&'a OsString>,
) -> Result<bool, Failure> {
    let text = arg.to_string_lossy();
    let (name, rest) = match OF_PREPROCESSOR.iter().find(|name| text.starts_with(**name)) {
        Some(name) => (*name, &text[name.len()..]),
        None => return Ok(false),
    };
    let value = match (rest, next) {
        ("", next) => next().map(|value| value.to_string_lossy().into_owned()),
        (rest, _) => Some(rest.to_string()),
    };
    let value = value.ok_or_else(|| Failure::usage(format!("{} lacks its value", name)))?;
    let line = match (name, value.split_once('=')) {
        ("-I", _) => {
            settings.preprocessor.folders.push(value.into());
            return Ok(true);
        }
        ("-D", Some((name, value))) => format!("#define {} {}\n", name, value),
        ("-D", None) => format!("#define {} 1\n", value),
        ("-U", _) => format!("#undef {}\n", value),
        (_, _) => format!("#include \"{}\"\n", value),
    };
    settings.preprocessor.before.push_str(&line);
    Ok(true)
}

/// Fails if a word behind an option that needs no value is no file, and nearly one of the values that it may have.
fn no_misspelt_value(flag: &Flag, word: &OsStr) -> Result<(), Failure> {
    let (form, found) = (flag.form(), word.to_string_lossy());
    let values: Vec<&str> = form.split('|').collect();
    match suggest::nearest(&found, values.iter().copied()) {
        Some(nearest) if !Path::new(word).exists() => {
            let expected = values.join(", ");
            let message = format!("{}: expected {}, found `{}`", flag.name, expected, found);
            Err(Failure::usage(format!("{}; did you mean `{}`?", message, nearest)))
        }
        Some(_) | None => Ok(()),
    }
}

/// The message about an option that the command does not have: the one that was meant, or the commands that have it.
fn unknown(name: &str, table: &[Flag], command: Command) -> Failure {
    let of_others =
        table.iter().filter(|flag| flag.name == name).flat_map(|flag| Command::owners(flag.group));
    let of_others: Vec<&str> = of_others.collect();
    let known = || table.iter().filter(|flag| command.has(flag.group));
    let off = known().filter(|flag| flag.is_on_or_off()).map(|flag| flag.name.replacen("--", "--no-", 1));
    let names: Vec<String> = known().map(|flag| flag.name.to_string()).chain(off).collect();
    let hint = match of_others[..] {
        [] => suggest::hint(name, names.iter().map(String::as_str)),
        _ => format!("; it is one of {}", of_others.join(", ")),
    };
    Failure::usage(format!("there is no option {}{} (`{}`)", name, hint, command.help()))
}

/// The first argument that is no option and no option's value, for every command: its position.
pub fn first_file(args: &[OsString]) -> Option<usize> {
    let table = table();
    let mut args = args.iter().enumerate().peekable();
    while let Some((at, arg)) = args.next() {
        if !os::starts_with_dash(arg) || arg == "-" {
            return Some(at);
        }
        let (name, inline) = os::split_at_equals(arg);
        match table.iter().find(|flag| flag.name == name && inline.is_none()) {
            Some(flag) if flag.is_on_or_off() => drop(args.next_if(|(_, next)| may_take(flag, next))),
            Some(flag) if !flag.form().is_empty() => drop(args.next()),
            None if OF_PREPROCESSOR.iter().any(|option| arg == option) => drop(args.next()),
            Some(_) | None => {}
        }
    }
    None
}

/// Sets one option to the value after its `=`, or to the next argument if it wants one.
fn set<'a>(
    flag: &Flag,
    inline: Option<&'a OsStr>,
    next: impl FnOnce() -> Option<&'a OsStr>,
    settings: &mut Settings,
) -> Result<(), Failure> {
    let form = flag.form();
    let value = match inline {
        Some(_) if form.is_empty() => return Err(Failure::usage(format!("{} takes no value", flag.name))),
        Some(value) => value,
        None if form.is_empty() => OsStr::new(""),
        None => next().ok_or_else(|| Failure::usage(format!("{} lacks its value: {}", flag.name, form)))?,
    };
    if flag.set(settings, value) {
        return Ok(());
    }
    let found = value.to_string_lossy();
    let unit = help::unit(&form).map(|unit| format!(" ({})", unit));
    let form = match form {
        form if form == Wanted::form() => Wanted::names(),
        form if form == Checks::form() => Checks::words().join("|"),
        form => form,
    };
    let hint = unit.unwrap_or_else(|| suggest::hint(&found, form.split('|')));
    Err(Failure::usage(format!("{}: expected {}, found `{}`{}", flag.name, form, found, hint)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An option that is given counts, even with the value that it has by default.
    #[test]
    fn a_default_that_is_given_counts() {
        let limit = |args: &[&str]| {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            match parse(&args, Command::Verify) {
                Ok(settings) => settings.verify.engines.ic3_smt.search.ctp_limit,
                Err(_) => panic!("{:?} are refused", args),
            }
        };
        let default = Settings::default().verify.engines;
        assert_ne!(default.ic3.search.ctp_limit, default.ic3_smt.search.ctp_limit);
        assert_eq!(limit(&["f.btor2"]), default.ic3_smt.search.ctp_limit);
        let given = default.ic3.search.ctp_limit.to_string();
        assert_eq!(limit(&["--ctp-limit", &given, "f.btor2"]), default.ic3.search.ctp_limit);
        assert_eq!(limit(&["--ctp-limit=1", "f.btor2"]), 1);
    }
}
