//! What the standard library does not offer: a flag that Ctrl-C sets, and whether an output is a terminal.
//!
//! The only unsafe code there is. Elsewhere than on Unix there are no flags and no terminals.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// Lets the first SIGINT or SIGTERM set the flag; a second one ends the program as usual. To be called once.
pub fn set_on_interrupt(flag: Arc<AtomicBool>) {
    unix::set_on_interrupt(flag);
}

/// After the flag was set: lets the next SIGINT or SIGTERM set it again.
pub fn listen_again() {
    unix::listen();
}

/// Whether standard input is a terminal.
pub fn stdin_is_terminal() -> bool {
    unix::is_terminal(0)
}

/// Whether standard error is a terminal.
pub fn stderr_is_terminal() -> bool {
    unix::is_terminal(2)
}

#[cfg(unix)]
mod unix {
    use std::os::raw::c_int;
    use std::ptr::null_mut;
    use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
    use std::sync::Arc;

    const SIGINT: c_int = 2;
    const SIGTERM: c_int = 15;
    /// `SIG_DFL` on every Unix.
    const DEFAULT: usize = 0;

    extern "C" {
        fn signal(number: c_int, handler: usize) -> usize;
        fn isatty(descriptor: c_int) -> c_int;
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
        // SAFETY: the handler only does what is allowed in one, and the flag is set before it can run.
        unsafe {
            signal(SIGINT, handler);
            signal(SIGTERM, handler);
        }
    }

    pub fn is_terminal(descriptor: c_int) -> bool {
        // SAFETY: a call without memory.
        unsafe { isatty(descriptor) == 1 }
    }
}

#[cfg(not(unix))]
mod unix {
    use std::sync::atomic::AtomicBool;
    use std::sync::Arc;

    pub fn set_on_interrupt(_: Arc<AtomicBool>) {}

    pub fn listen() {}

    pub fn is_terminal(_: i32) -> bool {
        false
    }
}
