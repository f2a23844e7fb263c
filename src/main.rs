//! The command line of indubit. Everything is in [`cli`].

#![deny(unsafe_op_in_unsafe_fn)]

mod cli;

fn main() {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    std::process::exit(cli::run(&args));
}
