//! Locations and expressions of witnesses.

use crate::program;
use crate::witnesses::{witness, TEXT};
use indubit::base::{sha256, Budget};
use indubit::c::witness::{Content, TaskMismatch, ValueStyle};
use indubit::c::Expressions;

/// Any file of the task and any function was taken.
#[test]
fn locations_are_in_the_program_and_in_the_functions_that_they_name() {
    let program = program(TEXT);
    let good = witness(TEXT, &[1000, 0, 1000 - 2147483648], ValueStyle::Returns);
    let with = |file: &str, function: &str| {
        let mut other = good.clone();
        other.metadata.input_files.push(("b.c".to_string(), sha256(b"int main() {}")));
        if let Content::Violation(segments) = &mut other.content {
            let location = &mut segments[0].follow.location;
            location.file = file.to_string();
            location.function = Some(function.to_string());
        }
        other.check_places(&program, TEXT.as_bytes())
    };
    assert_eq!(good.check_places(&program, TEXT.as_bytes()), Ok(()));
    assert_eq!(with("a.c", "main"), Ok(()));
    assert!(matches!(with("b.c", "main"), Err(TaskMismatch::File(_))));
    for function in ["nosuch", "reach_error"] {
        let error = with("a.c", function).expect_err("another function");
        let message = format!(" is not in a function `{}` of the program", function);
        assert!(error.to_string().ends_with(&message), "{}", error);
    }
}

/// A checker that passes the comment proves another invariant than a reader sees.
#[test]
fn expressions_have_no_comments() {
    let program = program(TEXT);
    let main = program.function(program.function_named("main").expect("a function"));
    let place = program.stmt(main.body.expect("a body")).end;
    let budget = Budget::unlimited();
    for text in ["x == 0 // && y == 0", "x == 0 /* && y == 0 */"] {
        let found = Expressions::new(&program).read(text, place, None, &budget).expect_err("a comment");
        assert_eq!(found[0].message(), "a comment would hide a part of this expression");
    }
    assert!(Expressions::new(&program).read("x / 2 == 0", place, None, &budget).is_ok());
}
