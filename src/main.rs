//! The command line of indubit. Everything is in [`cli`].

#![deny(unsafe_op_in_unsafe_fn)]

mod cli;

fn main() {
    let args: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    std::process::exit(cli::run(&args));
}
