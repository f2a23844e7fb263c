//! Services that the standard library does not offer: a flag that Ctrl-C sets, waiting for input with a time limit, a
//! test for terminals, and the parts of an argument that is not UTF-8.
//!
//! This file has the only unsafe code of the program. On systems other than Unix there are no flags and no terminals,
//! and options are UTF-8.

use std::ffi::OsStr;
use std::fs::File;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// Lets the first SIGINT or SIGTERM set the flag; a second one ends the program as usual. Must be called once only.
pub fn set_on_interrupt(flag: Arc<AtomicBool>) {
    unix::set_on_interrupt(flag);
}

/// After the flag was set: lets the next SIGINT or SIGTERM set it again.
pub fn listen_again() {
    unix::listen();
}

/// Waits until the file (none: standard input) can be read without waiting, for at most a tenth of a second. False if
/// it cannot be read yet.
pub fn wait_for_input(file: Option<&File>) -> bool {
    unix::wait_for_input(file)
}

/// Whether standard input is a terminal.
pub fn stdin_is_terminal() -> bool {
    unix::is_terminal(0)
}

/// Whether standard error is a terminal.
pub fn stderr_is_terminal() -> bool {
    unix::is_terminal(2)
}

/// Whether the argument is an option, or `-`.
pub fn starts_with_dash(arg: &OsStr) -> bool {
    arg.to_string_lossy().starts_with('-')
}

/// `--name=value` as `--name` and `value`.
pub fn split_at_equals(arg: &OsStr) -> (&OsStr, Option<&OsStr>) {
    unix::split_at_equals(arg)
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::fs::File;
    use std::os::raw::{c_int, c_short};
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::io::AsRawFd;
    use std::ptr::null_mut;
    use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
    use std::sync::Arc;

    const SIGINT: c_int = 2;
    const SIGTERM: c_int = 15;
    /// `SIG_DFL` on every Unix.
    const DEFAULT: usize = 0;
    /// `POLLIN` on every Unix.
    const READABLE: c_short = 1;

    /// The number of files that `poll` looks at.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    type Count = std::os::raw::c_ulong;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    type Count = std::os::raw::c_uint;

    /// `struct pollfd`.
    #[repr(C)]
    struct Polled {
        descriptor: c_int,
        events: c_short,
        returned: c_short,
    }

    extern "C" {
        fn signal(number: c_int, handler: usize) -> usize;
        fn isatty(descriptor: c_int) -> c_int;
        fn poll(files: *mut Polled, count: Count, milliseconds: c_int) -> c_int;
    }

    static FLAG: AtomicPtr<AtomicBool> = AtomicPtr::new(null_mut());

    extern "C" fn interrupted(number: c_int) {
        let flag = FLAG.load(Ordering::SeqCst);
        if !flag.is_null() {
            // SAFETY: the pointer was made from an `Arc` that is never released. A store to an atomic and `signal` are
            // allowed in a signal handler.
            unsafe {
                (*flag).store(true, Ordering::SeqCst);
                signal(number, DEFAULT);
            }
        }
    }

    pub fn set_on_interrupt(flag: Arc<AtomicBool>) {
        FLAG.store(Arc::into_raw(flag) as *mut AtomicBool, Ordering::SeqCst);
        listen();
    }

    pub fn listen() {
        let handler = interrupted as extern "C" fn(c_int) as usize;
        // SAFETY: all actions of the handler are allowed in a handler, and the flag is set before it can run.
        unsafe {
            signal(SIGINT, handler);
            signal(SIGTERM, handler);
        }
    }

    pub fn wait_for_input(file: Option<&File>) -> bool {
        let descriptor = file.map_or(0, |file| file.as_raw_fd());
        let mut polled = Polled { descriptor, events: READABLE, returned: 0 };
        // SAFETY: one valid entry, which lives during the call.
        let count = unsafe { poll(&mut polled, 1, 100) };
        // An error or an end of the file can be "read", too. After a signal or the end of the time nothing can be
        // read.
        count > 0
    }

    pub fn is_terminal(descriptor: c_int) -> bool {
        // SAFETY: a call without memory.
        unsafe { isatty(descriptor) == 1 }
    }

    pub fn split_at_equals(arg: &OsStr) -> (&OsStr, Option<&OsStr>) {
        let bytes = arg.as_bytes();
        match bytes.iter().position(|&b| b == b'=') {
            Some(at) => (OsStr::from_bytes(&bytes[..at]), Some(OsStr::from_bytes(&bytes[at + 1..]))),
            None => (arg, None),
        }
    }
}

#[cfg(not(unix))]
mod unix {
    use std::ffi::OsStr;
    use std::fs::File;
    use std::sync::atomic::AtomicBool;
    use std::sync::Arc;

    pub fn set_on_interrupt(_: Arc<AtomicBool>) {}

    pub fn listen() {}

    pub fn wait_for_input(_: Option<&File>) -> bool {
        true
    }

    pub fn is_terminal(_: i32) -> bool {
        false
    }

    pub fn split_at_equals(arg: &OsStr) -> (&OsStr, Option<&OsStr>) {
        match arg.to_str().and_then(|text| text.split_once('=')) {
            Some((name, value)) => (OsStr::new(name), Some(OsStr::new(value))),
            None => (arg, None),
        }
    }
}
