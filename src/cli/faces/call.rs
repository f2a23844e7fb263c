//! Calls of other programs, in our own words.

use crate::cli::Failure;
use std::ffi::{OsStr, OsString};

/// A call of another program, in our own words.
#[derive(Debug)]
pub struct Call {
    /// The other program.
    pub face: &'static str,
    /// Options of a command of ours.
    pub options: Vec<OsString>,
    /// The arguments that are no options.
    pub files: Vec<OsString>,
}

impl Call {
    /// The value of an option, if it was given; the last one counts.
    pub fn value(&self, name: &str) -> Option<&OsStr> {
        let at = self.options.iter().rposition(|option| option == name)?;
        self.options.get(at + 1).map(OsString::as_os_str)
    }

    /// Takes an option away that no command of ours has, and gives its value.
    pub fn take(&mut self, name: &str) -> Option<OsString> {
        let mut found = None;
        while let Some(at) = self.options.iter().position(|option| option == name) {
            found = self.options.drain(at..(at + 2).min(self.options.len())).nth(1);
        }
        found
    }

    /// The only file.
    pub fn only_file(&self) -> Result<&OsStr, Failure> {
        match &self.files[..] {
            [file] => Ok(file),
            files => {
                Err(Failure::usage(format!("as {}: expected one file, found {}", self.face, files.len())))
            }
        }
    }
}
