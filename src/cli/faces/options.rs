//! The options of other programs, by tables: each becomes options of ours.

use super::call::Call;
use crate::cli::{os, Failure};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// An option of another program.
#[derive(Debug)]
pub struct Row {
    /// With its dashes, and the sign between it and its value if that is no blank and no `=`.
    pub name: &'static str,
    /// The form of its value, and options of ours that it becomes.
    pub form: Form,
}

/// The form of an option's value. The texts are options of ours, with blanks between them and `{}` for the value. An
/// empty text stands for an option without effect here.
#[derive(Debug)]
pub enum Form {
    /// It has none.
    Flag(&'static str),
    /// It is the next argument, or follows a `=`.
    Value(&'static str),
    /// It follows the name at once, as in `-t:10`.
    Attached(&'static str),
    /// It is a truth value behind a `=`, true where it is missing.
    Switch(&'static str, &'static str),
    /// Any other `NAME=VALUE` without a dash is an option too, which is passed over: z3 has hundreds of them. A file of
    /// such a name is written `./NAME=VALUE`.
    Others,
}

/// An option without a value.
pub const fn flag(name: &'static str, ours: &'static str) -> Row {
    Row { name, form: Form::Flag(ours) }
}

/// An option whose value is the next argument, or follows a `=`.
pub const fn value(name: &'static str, ours: &'static str) -> Row {
    Row { name, form: Form::Value(ours) }
}

/// An option whose value follows at once.
pub const fn attached(name: &'static str, ours: &'static str) -> Row {
    Row { name, form: Form::Attached(ours) }
}

/// An option with a truth value.
pub const fn switch(name: &'static str, on: &'static str, off: &'static str) -> Row {
    Row { name, form: Form::Switch(on, off) }
}

impl Row {
    /// The option, and ours.
    pub fn shown(&self) -> (String, String) {
        let nothing = |ours: &str| if ours.is_empty() { "no effect".to_string() } else { ours.to_string() };
        match self.form {
            Form::Flag(ours) => (self.name.to_string(), nothing(ours)),
            Form::Value(ours) => (format!("{} VALUE", self.name), nothing(&ours.replace("{}", "VALUE"))),
            Form::Attached(ours) => (format!("{}VALUE", self.name), nothing(&ours.replace("{}", "VALUE"))),
            Form::Others => ("NAME=VALUE".to_string(), "no effect".to_string()),
            Form::Switch(on, "") => (format!("{}[=BOOL]", self.name), nothing(on)),
            Form::Switch(on, off) => {
                (format!("{}[=BOOL]", self.name), format!("{}; false: {}", nothing(on), off))
            }
        }
    }
}

/// A truth value in one of the usual spellings.
fn truth(value: Option<&OsStr>) -> Option<bool> {
    match value.map(|value| value.to_string_lossy()).as_deref() {
        None | Some("true" | "1" | "on" | "yes") => Some(true),
        Some("false" | "0" | "off" | "no") => Some(false),
        Some(_) => None,
    }
}

/// Appends options of ours, with the value in its place.
fn push(options: &mut Vec<OsString>, ours: &str, value: &OsStr) {
    for word in ours.split(' ').filter(|word| !word.is_empty()) {
        match word.split_once("{}") {
            Some((before, after)) => {
                let mut filled = OsString::from(before);
                filled.push(value);
                filled.push(after);
                options.push(filled);
            }
            None => options.push(OsString::from(word)),
        }
    }
}

/// Whether a word behind an unknown option is neither an option nor a file. If another word follows, it is then the
/// option's value.
fn is_no_argument(word: &OsStr) -> bool {
    !os::starts_with_dash(word) && !Path::new(word).exists()
}

/// A call in our own words.
pub fn translate(face: &'static str, rows: &[Row], args: &[OsString]) -> Result<Call, Failure> {
    let mut call = Call { face, options: Vec::new(), files: Vec::new() };
    let unfit = |name: &str, found: &OsStr| {
        let found = found.to_string_lossy();
        Failure::usage(format!("as {}: {}: expected true or false, found `{}`", face, name, found))
    };
    let has_others = rows.iter().any(|row| matches!(row.form, Form::Others));
    let is_other = |name: &OsStr, value: Option<&OsStr>| {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | ':' | '-');
        has_others && value.is_some() && name.to_string_lossy().chars().all(is_name)
    };
    let mut args = args.iter().peekable();
    while let Some(arg) = args.next() {
        if arg == "--" {
            call.files.extend(args.cloned());
            break;
        }
        let (name, inline) = os::split_at_equals(arg);
        let text = arg.to_string_lossy();
        let exact = |row: &&Row| !matches!(row.form, Form::Attached(_) | Form::Others) && row.name == name;
        let begins = |row: &&Row| matches!(row.form, Form::Attached(_)) && text.starts_with(row.name);
        let row = match rows.iter().find(exact).or_else(|| rows.iter().find(begins)) {
            Some(row) => row,
            None if (os::starts_with_dash(arg) && arg != "-") || is_other(name, inline) => {
                let may_be_value = inline.is_none() && args.len() > 1;
                let is_value = |next: &&OsString| may_be_value && is_no_argument(next);
                let value = args.next_if(is_value).map_or(String::new(), |value| format!(" {:?}", value));
                say!("indubit as {}: passed over: {}{}", face, text, value);
                continue;
            }
            None => {
                call.files.push(arg.clone());
                continue;
            }
        };
        match row.form {
            Form::Flag(ours) => push(&mut call.options, ours, OsStr::new("")),
            Form::Others => {}
            Form::Switch(on, off) => {
                let is_on = truth(inline).ok_or_else(|| unfit(row.name, inline.unwrap_or_default()))?;
                push(&mut call.options, if is_on { on } else { off }, OsStr::new(""));
            }
            Form::Attached(ours) => {
                push(&mut call.options, ours, OsStr::new(&text[row.name.len()..]));
            }
            Form::Value(ours) => {
                let value = inline.or_else(|| args.next().map(OsString::as_os_str));
                let lacks = || Failure::usage(format!("as {}: {} lacks its value", face, row.name));
                push(&mut call.options, ours, value.ok_or_else(lacks)?);
            }
        }
    }
    Ok(call)
}
