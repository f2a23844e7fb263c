//! Counterexamples as lists of answers.

use super::{program, recorded};
use indubit::base::Budget;
use indubit::c::{
    check_run, AskKind, CFile, Failure, LowerOptions, Program, RecordedAnswer, ReplayError, RunOptions,
    Source,
};
use indubit::engine::Outcome;
use indubit::portfolio::{Engine, ProgramTrace, ProgramVerifier, VerifyOptions};
use std::sync::Arc;

const TEXT: &str = "int nd(void);
int main() {
  int x = nd(), y;
  while (nd()) { x++; }
  if (x == y) reach_error();
}
";

fn checked(program: &Program, answers: &[RecordedAnswer]) -> Result<Failure, ReplayError> {
    let options = RunOptions::default();
    check_run(program, &options, answers, &Budget::unlimited()).map(|(failure, _)| failure)
}

#[test]
fn a_recorded_run_is_believed() {
    let program = program(TEXT);
    let (_, answers) = recorded(&program, &RunOptions::default(), &[5, 7, 1, 1, 0]);
    let (failure, pos) =
        check_run(&program, &RunOptions::default(), &answers, &Budget::unlimited()).expect("an error");
    assert_eq!((failure, program.lines.line_and_column(pos)), (Failure::ReachError, (5, 15)));
}

#[test]
fn every_change_of_an_answer_is_noticed() {
    let program = program(TEXT);
    let (_, answers) = recorded(&program, &RunOptions::default(), &[5, 7, 1, 1, 0]);
    for at in 0..answers.len() {
        let mut wrong = answers.clone();
        wrong[at].value = if wrong[at].value > 1 { wrong[at].value + 1 } else { 1 - wrong[at].value };
        assert!(checked(&program, &wrong).is_err(), "{}", at);
        let mut wrong = answers.clone();
        wrong[at].kind = AskKind::Read;
        assert!(
            matches!(checked(&program, &wrong), Err(ReplayError::Mismatch { at: found, .. }) if found == at)
        );
        let mut wrong = answers.clone();
        wrong[at].pos = program.functions[0].pos;
        assert!(matches!(checked(&program, &wrong), Err(ReplayError::Mismatch { .. })));
        let mut wrong = answers.clone();
        wrong.remove(at);
        assert!(checked(&program, &wrong).is_err(), "{}", at);
    }
    let mut wrong = answers.clone();
    wrong.push(answers[4]);
    assert_eq!(checked(&program, &wrong), Err(ReplayError::Left(1)));
    assert!(matches!(
        checked(&program, &answers[..3]),
        Err(ReplayError::Mismatch { at: 3, found: None, .. })
    ));
}

#[test]
fn an_answer_is_a_value_of_its_type() {
    let program = program("_Bool nd(void); int main() { char c; if (nd() + c == 2) assert(0); }");
    let (_, answers) = recorded(&program, &RunOptions::default(), &[1, 1]);
    assert_eq!(checked(&program, &answers), Ok(Failure::Assertion));
    for (at, value) in [(0, 2), (1, 257), (0, -1)] {
        let mut wrong = answers.clone();
        wrong[at].value = value;
        assert!(matches!(
            checked(&program, &wrong),
            Err(ReplayError::NoError(_) | ReplayError::Range { .. })
        ));
    }
    let mut wrong = answers;
    wrong[0].value = 257;
    assert_eq!(
        checked(&program, &wrong).unwrap_err().to_string(),
        "answer 0 is 257, which is no value of type char"
    );
}

#[test]
fn errors_tell_the_place() {
    let program = program(TEXT);
    let told = checked(&program, &[]).unwrap_err().to_string();
    assert_eq!(told, "there are 0 answers, and the run asks for the result of the call at line 3, column 11");
    let (_, mut answers) = recorded(&program, &RunOptions::default(), &[5, 7, 0]);
    let told = checked(&program, &answers).unwrap_err().to_string();
    assert_eq!(told, "the run ends differently; no error: main returns at line 6, column 1");
    answers.swap(0, 1);
    let told = checked(&program, &answers).unwrap_err().to_string();
    let expected =
        "answer 0 is one to the first value of the object at line 3, column 17, and the run asks for the \
                    result of the call at line 3, column 11";
    assert_eq!(told, expected);
}

/// The automaton and the interpreter ask for what is read out of bounds at the same place, that of the dereference.
#[test]
fn reads_out_of_bounds_have_one_place() {
    for body in [
        "int i = nd(); if (i > 2 && a[i] == 5) reach_error();",
        "int i = nd(); if (i > 2 && s[i].n == 5) reach_error();",
        "int i = nd(); if (i > 2 && s[i].in.b == 1) reach_error();",
        "int i = nd(); if (i > 2 && (s + i)->in.c == 5) reach_error();",
        "int i = nd(); int x = 1; if (i > 2) { x = a[i] += 2; if (i == 3 && x == 5) reach_error(); }",
        "int i = nd(); if (i > 2 && s[i].n++ == 5) reach_error();",
        "int i = nd(); if (i > 2 && --a[i] == 5) reach_error();",
        "int i = nd(); if (i > 2) { struct t t = s[i]; if (t.n == 5 && t.in.b == 1) reach_error(); }",
        "int i = nd(); p = i ? a - 1 : a; if (i && *p == 5) reach_error();",
        "int i = nd(); p = i ? a - 2 : a; if (i && p[1] + (*p)++ == 5) reach_error();",
    ] {
        let text = format!(
            "int nd(void); int a[3]; struct t {{ int n; struct {{ unsigned b : 3; char c; }} in; }} s[2]; int *p;\n\
             int main() {{\n  {}\n}}\n",
            body
        );
        let budget = Budget::unlimited();
        let source = Source::new(program(&text), LowerOptions::default(), &budget).expect("an automaton");
        let options = VerifyOptions { engine: Engine::TreeIc3Itp, ..VerifyOptions::default() };
        let verified = ProgramVerifier::of_source(
            Arc::new(CFile::without_text(source.clone())),
            options,
            budget.clone(),
        )
        .expect("an engine")
        .verify(&mut ());
        assert_eq!(verified.refused, None, "{}", body);
        let path = match verified.outcome {
            Outcome::Unsafe(ProgramTrace::Path(path)) => path,
            other => panic!("{:?}: {}", other, body),
        };
        // Such a read is asked for at its place and at no other.
        let mut answers = source.answers(&path).expect("answers");
        let read = answers.iter().position(|answer| answer.kind == AskKind::Read).expect("a read");
        answers[read].pos = source.program.functions[0].pos;
        let wrong = checked(&source.program, &answers);
        assert!(
            matches!(wrong, Err(ReplayError::Mismatch { at, .. }) if at == read),
            "{:?}: {}",
            wrong,
            body
        );
    }
}
