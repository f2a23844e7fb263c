//! Planted bugs: patches of the crate, each a bug that this field really has, and what finds them.

/// `fuzz bugs`.
pub fn run(args: &[String]) -> i32 {
    eprintln!("fuzz bugs: {} arguments", args.len());
    1
}
