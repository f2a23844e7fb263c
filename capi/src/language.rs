//! Options that say what a C program means. Verification and the check of evidence take them alike.

use indubit::c::{Arch, Check, Externs, FloatEvaluation, Integers, Property, Volatile};
use indubit::input::InputOptions;

/// Reads an option `key=value` about C; false if the key is about something else.
pub fn read(options: &mut InputOptions, key: &str, value: &str) -> Result<bool, String> {
    let c = &mut options.c;
    let plain = key.replace('_', "-");
    if let Some(check) = plain.strip_prefix("check-").and_then(Check::named) {
        c.checks[check] = is_on(key, value)?;
        return Ok(true);
    }
    match plain.as_str() {
        "arch" => options.arch = one_of(key, value, &[("32", Arch::Ilp32), ("64", Arch::Lp64)])?,
        "array-parts" => {
            let wrong = |_| format!("{}: expected a number, found `{}`", key, value);
            c.array_parts = value.parse().map_err(wrong)?;
        }
        "extern" => {
            let effects =
                [("by-property", Externs::ByProperty), ("any", Externs::AnyEffect), ("pure", Externs::Pure)];
            c.externs = one_of(key, value, &effects)?;
        }
        "heap-objects" => {
            let wrong = |_| format!("{}: expected a number up to 255, found `{}`", key, value);
            c.heap_objects = value.parse().map_err(wrong)?;
        }
        "integers" => {
            let integers =
                [("words", Integers::Words), ("math", Integers::Mathematical), ("reals", Integers::Reals)];
            c.integers = one_of(key, value, &integers)?;
        }
        "volatile" => {
            let values = [("stored", Volatile::Stored), ("arbitrary", Volatile::Arbitrary)];
            options.volatile = one_of(key, value, &values)?;
        }
        "float-evaluation" => {
            let methods = [("0", FloatEvaluation::OwnType), ("2", FloatEvaluation::Extended)];
            options.evaluation = one_of(key, value, &methods)?;
        }
        "malloc-may-fail" => options.malloc_may_fail = is_on(key, value)?,
        "property" => match named(value) {
            Some(property) => c.property = property,
            None => return Ok(false),
        },
        _ => return Ok(false),
    }
    Ok(true)
}

/// The property of C programs with this name.
fn named(name: &str) -> Option<Property> {
    match name {
        "unreach-call" => Some(Property::UnreachCall),
        "error-label" => Some(Property::ErrorLabel),
        "no-overflow" => Some(Property::NoOverflow),
        "valid-deref" => Some(Property::ValidDeref),
        "valid-free" => Some(Property::ValidFree),
        "valid-memtrack" => Some(Property::ValidMemtrack),
        "valid-memsafety" => Some(Property::ValidMemsafety),
        "valid-memcleanup" => Some(Property::ValidMemcleanup),
        "termination" => Some(Property::Termination),
        _ => None,
    }
}

/// The value of an option that is on or off.
pub fn is_on(key: &str, value: &str) -> Result<bool, String> {
    one_of(key, value, &[("on", true), ("off", false)])
}

/// The meaning of one of these words.
pub fn one_of<T: Copy>(key: &str, value: &str, words: &[(&str, T)]) -> Result<T, String> {
    let found = words.iter().find(|(word, _)| *word == value).map(|&(_, meaning)| meaning);
    found.ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        format!("{}: expected {}, found `{}`", key, words.join(" or "), value)
    })
}
