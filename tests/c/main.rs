//! The C front end: tokens, declarations, types, statements, diagnostics.

mod conversions;
mod declarations;
mod diagnostics;
mod fixtures;
mod hostile;
mod initialisers;
mod layout;
mod lowering;
mod preprocessing;
mod refusals;
mod statements;
mod walks;

// Of the support that the test programs share, the part that this one uses.
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/counts.rs"]
mod counts;
#[path = "../support/damage.rs"]
mod damage;
#[path = "../support/paths.rs"]
mod paths;

use indubit::base::Budget;
use indubit::c::{read, Arch, COptions, Program};

/// The options for a data model.
fn target(arch: Arch) -> COptions {
    COptions { arch, ..COptions::default() }
}

/// A program for ILP32.
fn program(text: &str) -> Program {
    program_for(text, Arch::Ilp32)
}

/// A program for a data model.
fn program_for(text: &str, arch: Arch) -> Program {
    match read(text.as_bytes(), &target(arch), &Budget::unlimited()) {
        Ok(program) => program,
        Err(errors) => panic!("{}\n{}", errors[0], text),
    }
}

/// The first error of a program, as `line:column: message`, and the number of errors.
fn refused(text: &str) -> (String, usize) {
    match read(text.as_bytes(), &COptions::default(), &Budget::unlimited()) {
        Ok(_) => panic!("accepted: {}", text),
        Err(list) => {
            let errors: Vec<_> = list.iter().filter(|d| !d.is_warning()).collect();
            (format!("{}: {}", errors[0].place(), errors[0].message()), errors.len())
        }
    }
}

/// The value that `f` returns, as text.
fn returned(program: &Program) -> String {
    let function = program.function_named("f").expect("a function f");
    program.text(program.returned(function).expect("a value"))
}
