//! The parts that all calls from C share.

use std::io::Write;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Ends the process with a message.
pub fn die(function: &str, message: &str) -> ! {
    // Where standard error is closed, nobody reads the message.
    let _ = writeln!(std::io::stderr(), "indubit: {}: {}", function, message);
    std::process::abort()
}

/// Carries a call out; a panic ends the process, for it must not go on into C.
pub fn called<R>(function: &str, work: impl FnOnce() -> R) -> R {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result,
        Err(_) => die(function, "a defect of indubit; please report it"),
    }
}
