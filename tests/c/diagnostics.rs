//! Errors: their places, their texts, and how many a run reports.

use crate::refused;
use indubit::base::{Budget, Limit};
use indubit::c::{read, COptions};
use indubit::input::Diagnostic;
use indubit::input::ParseError;

fn diagnostics(text: &str) -> Vec<Diagnostic> {
    read(text.as_bytes(), &COptions::default(), &Budget::unlimited()).expect_err("errors")
}

#[test]
fn an_error_shows_its_line_with_a_caret() {
    let list = diagnostics("int f(void)\n{\n\treturn 1 +;\n}\n");
    let expected =
        "line 3, column 12: expected an expression, found `;`\n   return 1 +;\n             ^".to_string();
    assert_eq!(list[0].to_string(), expected);
    let error = ParseError::from(list[0].clone());
    assert_eq!(error.to_string(), "line 3, column 12: expected an expression, found `;`");
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let text = format!("int x = {}y{};", "1 + ".repeat(100), " + 1".repeat(100));
    let list = diagnostics(&text);
    let shown = list[0].to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].starts_with("line 1, column 409: `y` is not declared"), "{}", shown);
    let caret = lines[2].find('^').expect("a caret");
    assert_eq!(&lines[1][caret..=caret], "y");
    assert!(lines[1].len() < 130);
}

#[test]
fn several_errors_are_reported_in_one_run() {
    let text = "int a = ;\nint f() {\n  x = 1;\n  y = 2;\n  if (3 {\n    4;\n  }\n  z;\n}\n\
                int b = c;\nint g() { return d; }\n";
    let lines: Vec<String> = diagnostics(text).iter().map(|d| d.place().to_string()).collect();
    let expected = [
        "1, column 9",
        "3, column 3",
        "4, column 3",
        "5, column 9",
        "8, column 3",
        "10, column 9",
        "11, column 18",
    ];
    assert_eq!(lines, expected.map(|place| format!("line {}", place)));
}

#[test]
fn errors_end_after_twenty() {
    let text: String = (0..100).map(|i| format!("int x{} = y;\n", i)).collect();
    assert_eq!(refused(&text).1, 20);
}

#[test]
fn warnings_come_with_the_program_or_behind_the_errors() {
    let text = "int f() { int *p = 1; return g(p); }";
    let program = read(text.as_bytes(), &COptions::default(), &Budget::unlimited()).expect("a program");
    let texts: Vec<String> = program.warnings.iter().map(|d| d.place().to_string()).collect();
    assert_eq!(texts, ["line 1, column 20", "line 1, column 30"]);
    assert!(program.warnings.iter().all(Diagnostic::is_warning));
    let list = diagnostics(&format!("{} int x = y;", text));
    let kinds: Vec<bool> = list.iter().map(Diagnostic::is_warning).collect();
    assert_eq!(kinds, [false, true, true]);
}

#[test]
fn an_unknown_type_is_named() {
    assert_eq!(
        refused("size_t x;\n").0,
        "line 1, column 1: expected a declaration, found `size_t`; declare the type that has this name"
    );
}

#[test]
fn limits_end_the_reading() {
    let text = "int x;\n".repeat(10_000);
    let budget = Budget::unlimited();
    budget.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    let list = read(text.as_bytes(), &COptions::default(), &budget).expect_err("cancelled");
    assert!(list[0].message().starts_with(&Limit::Cancelled.to_string()), "{}", list[0]);
    let budget = Budget::unlimited().with_memory(100_000);
    let list = read(text.as_bytes(), &COptions::default(), &budget).expect_err("too little memory");
    assert!(list[0].message().starts_with(&Limit::Memory.to_string()), "{}", list[0]);
    assert_eq!(budget.memory_used(), 0);
}
