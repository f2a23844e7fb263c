//! Reading and writing files; `-` is standard input or output.

use super::options::Settings;
use super::{os, output, Failure};
use indubit::base::Budget;
use indubit::input::{wcnf, InputError};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Bytes that are asked for at a time.
const CHUNK: usize = 1 << 16;
/// Bytes after which the budget is looked at, if the file always has more.
const POLL: usize = 1 << 24;

/// A file that was opened and not read yet.
#[derive(Debug)]
pub struct Input {
    name: OsString,
    /// None: standard input.
    file: Option<File>,
    /// Bytes that were looked at, and are yet to be read.
    ahead: Vec<u8>,
}

/// Opens a file. Call this before signals are caught: opening a named pipe may wait.
pub fn open(name: &OsStr) -> Result<Input, Failure> {
    let file = if name == "-" { None } else { Some(File::open(name)) };
    let file = file.transpose().map_err(|error| Failure::input(shown(name), error))?;
    Ok(Input { name: name.to_os_string(), file, ahead: Vec::new() })
}

impl Input {
    /// All of the file, up to the size that the settings allow. Waiting for more bytes ends with the budget.
    pub fn read(mut self, budget: &Budget, settings: &Settings) -> Result<Vec<u8>, Failure> {
        let limit = settings.input_limit();
        let (mut bytes, mut polled) = (std::mem::take(&mut self.ahead), 0);
        loop {
            let ready = self.wait();
            if !ready || bytes.len() - polled > POLL {
                budget.check().map_err(|limit| Failure::unread(shown(&self.name), limit))?;
                polled = bytes.len();
            }
            let found = if ready { self.read_chunk(&mut bytes) } else { Ok(false) };
            let ended = found.map_err(|error| Failure::input(shown(&self.name), error))?;
            if bytes.len() > limit {
                let message = format!("more than {} bytes; give --memory SIZE to allow more", limit);
                return Err(Failure::input(shown(&self.name), message));
            }
            if ended {
                return match unpacker(&bytes) {
                    Some((packer, command)) => Err(packed(&self.name, packer, command)),
                    None => Ok(bytes),
                };
            }
        }
    }

    /// The name of the file.
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    /// The file as a stream, which ends with an error when the budget ends.
    pub fn stream(self, budget: &Budget) -> Stream<'_> {
        Stream { input: self, budget }
    }

    /// Appends the bytes that can be read at once; the result is whether the file has ended.
    fn read_chunk(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let before = bytes.len();
        bytes.try_reserve(CHUNK).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        bytes.resize(before + CHUNK, 0);
        let result = self.read_some(&mut bytes[before..]);
        bytes.truncate(before + result.as_ref().map_or(0, |&count| count));
        match result {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            result => result.map(|count| count == 0),
        }
    }

    /// Looks at the beginning, until it says enough, the file ends, or no more bytes come soon: whoever sends them may
    /// wait for an answer.
    pub fn look_ahead(&mut self, is_enough: impl Fn(&[u8]) -> bool) -> io::Result<&[u8]> {
        let mut bytes = std::mem::take(&mut self.ahead);
        while !is_enough(&bytes) && self.wait() && !self.read_chunk(&mut bytes)? {}
        self.ahead = bytes;
        Ok(&self.ahead)
    }

    /// Reads the available bytes, into a buffer larger than the one that standard input has.
    pub fn read_some(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.ahead.is_empty() {
            let count = buffer.len().min(self.ahead.len());
            buffer[..count].copy_from_slice(&self.ahead[..count]);
            self.ahead.drain(..count);
            return Ok(count);
        }
        match &mut self.file {
            Some(file) => file.read(buffer),
            None => io::stdin().lock().read(buffer),
        }
    }

    /// Waits for a tenth of a second; the result is whether bytes, or the end of the file, can be read now.
    pub fn wait(&self) -> bool {
        !self.ahead.is_empty() || os::wait_for_input(self.file.as_ref())
    }
}

/// A file that is read a piece at a time.
#[derive(Debug)]
pub struct Stream<'a> {
    input: Input,
    budget: &'a Budget,
}

impl Stream<'_> {
    /// The file with all that was not read yet.
    pub fn rest(self, ahead: Vec<u8>) -> Input {
        Input { ahead, ..self.input }
    }
}

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            self.budget.check().map_err(|limit| io::Error::new(io::ErrorKind::Other, limit))?;
            if self.input.wait() {
                return self.input.read_some(buffer);
            }
        }
    }
}

/// The packer of a file by its first bytes, and the command that unpacks it to standard output.
pub fn unpacker(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    const PACKERS: [(&[u8], &str, &str); 4] = [
        (b"\x1f\x8b", "gzip", "gunzip -c"),
        (b"\xfd7zXZ\0", "xz", "xz -dc"),
        (b"BZh", "bzip2", "bunzip2 -c"),
        (b"\x28\xb5\x2f\xfd", "zstd", "zstd -dc"),
    ];
    let packer = PACKERS.iter().find(|(magic, ..)| bytes.starts_with(magic));
    packer.map(|&(_, packer, command)| (packer, command))
}

/// The refusal of a packed file.
pub fn packed(name: &OsStr, packer: &str, command: &str) -> Failure {
    let shown = shown(name);
    let file = if name == "-" { "FILE" } else { &shown };
    let word = match () {
        () if shown.contains(".cnf") => "sat ",
        () if shown.contains(".smt2") => "smt ",
        () => "",
    };
    let message =
        format!("packed by {}; unpack it first: `{} {} | indubit {}-`", packer, command, file, word);
    Failure::input(&shown, message)
}

/// The name of an input file in messages.
pub fn shown(file: &OsStr) -> Cow<'_, str> {
    if file == "-" {
        Cow::Borrowed("standard input")
    } else {
        file.to_string_lossy()
    }
}

/// The suffix of a file's name, after the last dot; empty if there is none.
pub fn suffix(file: &OsStr) -> &str {
    Path::new(file).extension().and_then(OsStr::to_str).unwrap_or("")
}

/// Whether the bytes or the name are those of a DIMACS file.
pub fn is_formula(file: &OsStr, bytes: &[u8]) -> bool {
    bytes.starts_with(b"p cnf")
        || bytes.starts_with(b"c ")
        || bytes.starts_with(b"c\n")
        || suffix(file) == "cnf"
}

/// Whether a file has clauses with weights.
pub fn is_weighted(file: &OsStr, bytes: &[u8]) -> bool {
    suffix(file) == "wcnf" || wcnf::is_wcnf(bytes)
}

/// The failure of a reader.
pub fn unread(file: &OsStr, error: InputError) -> Failure {
    match error {
        InputError::Limit(limit) => Failure::unread(shown(file), limit),
        InputError::TooLarge(_) => Failure::too_large(shown(file), error),
        error => Failure::input(shown(file), error),
    }
}

/// Whether a file of this name has a witness in the format of the software verification competition.
pub fn is_witness(file: &OsStr) -> bool {
    matches!(suffix(file), "yml" | "yaml")
}

/// Writes a file.
pub fn write(file: &OsStr, bytes: &[u8]) -> Result<(), Failure> {
    if file == "-" {
        return output::print_with(|out| out.write_all(bytes));
    }
    fs::write(file, bytes).map_err(|error| Failure::output(file.to_string_lossy(), &error))
}

/// Fails if the output would overwrite the input.
pub fn keep_apart(input: &OsStr, output: &OsStr) -> Result<(), Failure> {
    let place = |file: &OsStr| fs::canonicalize(file).ok().filter(|place| place.is_file());
    match place(output) {
        Some(found) if place(input) == Some(found.clone()) => {
            let message = format!("{}: the output would overwrite the input", output.to_string_lossy());
            Err(Failure::usage(message))
        }
        _ => Ok(()),
    }
}

/// Takes away a file of an earlier run, so that its evidence does not stand beside a new verdict. Devices and pipes
/// stay; a file that cannot be removed, or that a link leads to, is emptied.
pub fn remove_old(file: &OsStr) -> Result<(), Failure> {
    let path = PathBuf::from(file);
    if file == "-" || !path.is_file() {
        return Ok(());
    }
    let link = fs::symlink_metadata(&path).map_or(false, |data| data.file_type().is_symlink());
    if !link && fs::remove_file(&path).is_ok() {
        return Ok(());
    }
    let emptied = OpenOptions::new().write(true).truncate(true).open(&path);
    emptied.map(drop).map_err(|error| Failure::output(file.to_string_lossy(), &error))
}
