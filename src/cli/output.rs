//! Standard output and standard error, which may be closed or full.
//!
//! A reader that closes a pipe needs no more output: the run goes on in silence and ends with its verdict's exit
//! code, as it does if there is no standard output from the beginning (`>&-`): the program then has `/dev/null` in its
//! place and cannot tell. Any other error on standard output ends the run, because its verdict could not be read.
//! Messages on standard error are lost if it cannot be written.

use super::Failure;
use std::io::{self, BufWriter, Write};

/// Writes a line on standard error, if that is possible.
macro_rules! say {
    ($($arg:tt)*) => { $crate::cli::output::say_text(&format!("{}\n", format_args!($($arg)*))) };
}

/// Writes a text on standard error, if that is possible.
pub fn say_text(text: &str) {
    say_bytes(text.as_bytes());
}

/// Writes bytes on standard error, if that is possible.
pub fn say_bytes(bytes: &[u8]) {
    let _ = io::stderr().lock().write_all(bytes);
}

/// Ends the program with this exit code. The memory that it holds is left to the operating system, which frees all of
/// it at once: to free solvers clause by clause may take seconds.
pub fn leave(code: i32) -> ! {
    std::process::exit(code)
}

/// Prints a text on standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    print_with(|out| out.write_all(text.as_bytes()))
}

/// Prints piece by piece on standard output, for texts that would be large.
pub fn print_with(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let result = write(&mut out).and_then(|()| out.flush());
    // Dropping the buffer would try the failed write again.
    drop(out.into_parts());
    result.or_else(close)
}

/// Passes over the error of an output that was closed.
pub fn close(error: io::Error) -> Result<(), Failure> {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(Failure::output("standard output", &error)),
    }
}

/// An output that remembers its first error, so that it can be told from errors of the input.
#[derive(Debug)]
pub struct Watched<W> {
    inner: W,
    error: Option<io::Error>,
}

impl<W> Watched<W> {
    /// Watches over this output.
    pub fn new(inner: W) -> Watched<W> {
        Watched { inner, error: None }
    }

    /// The first error.
    pub fn into_error(self) -> Option<io::Error> {
        self.error
    }

    fn keep<R>(&mut self, result: io::Result<R>) -> io::Result<R> {
        if let Err(error) = &result {
            if error.kind() != io::ErrorKind::Interrupted && self.error.is_none() {
                let copy = error.raw_os_error().map(io::Error::from_raw_os_error);
                self.error = Some(copy.unwrap_or_else(|| error.kind().into()));
            }
        }
        result
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let result = self.inner.write(buffer);
        self.keep(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.inner.flush();
        self.keep(result)
    }
}
