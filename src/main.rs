//! The command line of indubit.
fn main() {}
