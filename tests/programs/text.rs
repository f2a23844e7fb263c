//! Programs as text.

use crate::cases::scaled;
use crate::random_command::{distance, random_cfa};
use indubit::base::{Budget, Rng};
use indubit::input::cfa;
use indubit::model::cfa::Cfa;

fn read(text: &str) -> Result<Cfa, String> {
    cfa::read(text.as_bytes(), &Budget::unlimited()).map_err(|error| error.to_string())
}

const COUNTER: &str = "(declare-fun x () Int)
(declare-fun |a b| () Bool)
(location start :initial)
(location wrong :error)
(location loop)
(edge start loop (assign (x 0) (|a b| false)))
(edge loop loop (choice (assign (x (+ x 1))) (sequence (havoc |a b|) (assume (not |a b|)))))
(edge loop wrong (assume (= x 11)))
";

#[test]
fn a_program_is_written_as_it_was_read() {
    let program = read(COUNTER).expect("a program");
    assert_eq!(cfa::write(&program), COUNTER);
}

#[test]
fn random_programs_are_the_same_after_writing_and_reading() {
    for seed in 0..scaled(60) as u64 {
        let program = random_cfa(&mut Rng::new(seed));
        let text = cfa::write(&program);
        let again = read(&text).unwrap_or_else(|error| panic!("{}\n{}", error, text));
        assert_eq!(cfa::write(&again), text);
        assert_eq!(distance(&again), distance(&program), "{}", text);
    }
}

#[test]
fn errors_tell_the_place_and_the_remedy() {
    let refused = |text: &str, message: &str| assert_eq!(read(text).map(|_| ()), Err(message.to_string()));
    refused(
        "",
        "line 1, column 1: the program lacks an initial location; write `(location NAME :initial)` before the \
         edges",
    );
    refused("(location a)\n(location a)", "line 2, column 11: there are two locations `a`");
    refused(
        "(location a :initial)(location b :initial)",
        "line 1, column 34: there are two locations with `:initial`",
    );
    refused("(edge a b)", "line 1, column 7: there is no location `a`; declare it first by `(location a)`");
    refused(
        "(location e :error)(location a)(edge e a)",
        "line 1, column 38: an edge cannot leave the error location",
    );
    refused(
        "(location a)(edge a a (assign (x 1)))",
        "line 1, column 32: there is no variable `x`; declare it first by `(declare-const x Int)`",
    );
    refused(
        "(declare-const x Int)(location a)(edge a a (assign (x 1) (x 2)))",
        "line 1, column 59: a variable is assigned twice at once",
    );
    refused(
        "(location a)(edge a a (goto b))",
        "line 1, column 23: expected a command: `assume`, `assign`, `havoc`, `sequence` or `choice`, found a list that \
         begins with `goto`",
    );
    refused(
        "(assert true)",
        "line 1, column 1: expected a declaration, a definition, `location` or `edge`, found `assert`; take this \
         command out",
    );
}

#[test]
fn a_command_may_be_nested_deeply() {
    let depth = scaled(100_000);
    let text = format!(
        "(declare-const x Int)(location a :initial)(location e :error)(edge a e {}(havoc x){})",
        "(choice (assume (< x 0)) ".repeat(depth),
        ")".repeat(depth)
    );
    let program = read(&text).expect("a program");
    assert_eq!(program.edges().len(), 1);
    assert!(cfa::write(&program).len() > depth);
}

#[test]
fn a_drawing_names_locations_and_shows_commands() {
    let drawing = cfa::write_dot(&read(COUNTER).expect("a program"));
    let shown = |part: &str| assert!(drawing.contains(part), "{}", drawing);
    shown("l0 [label=\"start\", peripheries=2];");
    shown("l1 [label=\"wrong\", style=filled, fillcolor=lightgrey];");
    shown("l2 -> l1 [label=\"[(= x 11)]\\l\"];");
    shown("either\\l  x := (+ x 1)\\lor\\l  a b := *\\l  [(not |a b|)]\\l");
}
