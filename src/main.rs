//! The command line of indubit. Everything is in [`cli`].

#![deny(unsafe_op_in_unsafe_fn)]

mod cli;

fn main() {
    let mut args = std::env::args_os();
    let program = args.next().unwrap_or_default();
    let args: Vec<std::ffi::OsString> = args.collect();
    std::process::exit(cli::run(&program, &args));
}
