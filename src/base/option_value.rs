//! Values of options, as they are written and read.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

/// The value of an option.
pub trait OptionValue: Sized {
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
}

macro_rules! numbers {
    ($($kind:ty),*) => {$(
        impl OptionValue for $kind {
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
numbers!(u8, u32, u64, usize);

macro_rules! optional_numbers {
    ($($kind:ty: $read:expr),*) => {$(
        impl OptionValue for Option<$kind> {
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
    usize: |n: usize| n
);

impl OptionValue for bool {
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

/// The name of a file.
impl OptionValue for Option<OsString> {
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

/// The name of a thing in the input.
impl OptionValue for Option<Arc<str>> {
    fn form() -> String {
        "NAME".to_string()
    }
    fn read(text: &str) -> Option<Option<Arc<str>>> {
        (!text.is_empty()).then(|| Some(text.into()))
    }
    fn show(&self) -> String {
        self.as_deref().unwrap_or("none").to_string()
    }
}

/// The values of a type, each with its word.
#[macro_export]
#[doc(hidden)]
macro_rules! option_words {
    ($kind:ty: $($word:literal => $value:path),+) => {
        impl $crate::base::OptionValue for $kind {
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
