//! The command line of indubit.

mod cli;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let code = match args.split_first() {
        Some((command, rest)) if command == "sat" => cli::sat::run(rest),
        Some((command, _)) if command == "--help" => {
            println!("{}", cli::sat::USAGE);
            0
        }
        _ => {
            eprintln!("{}", cli::sat::USAGE);
            1
        }
    };
    std::process::exit(code);
}
