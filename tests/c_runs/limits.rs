//! Runs that are given up.

use super::{end_with, program, try_run};
use indubit::base::{Budget, Limit};
use indubit::c::{run, End, LowerOptions, Property, RunError, RunOptions, SomeSource};
use std::sync::atomic::Ordering;

#[test]
fn steps_are_counted() {
    let options = RunOptions { steps: 1000, ..RunOptions::default() };
    let program = program("int main() { int i = 0; while (1) i++; }");
    let run = try_run(&program, &options, &[]).expect("a run");
    assert_eq!(run.steps, 1000);
    assert!(matches!(run.end, End::OutOfSteps(_)));
    // A jump to itself, and an endless loop without body, take steps, too.
    for text in ["int main() { l: goto l; }", "int main() { for (;;); }", "int main() { do ; while (1); }"] {
        assert!(end_with(text, &options, &[]).starts_with("no error: the limit of steps"), "{}", text);
    }
}

#[test]
fn endless_recursion_ends() {
    let text = "int f(int n) { return f(n + 1) + 1; } int main() { return f(0); }";
    let options = RunOptions { steps: u64::MAX, memory: 10_000_000, ..RunOptions::default() };
    assert_eq!(try_run(&program(text), &options, &[]), Err(RunError::Memory));
    let options = RunOptions { steps: 5000, ..RunOptions::default() };
    assert!(end_with(text, &options, &[]).starts_with("no error: the limit of steps"));
}

#[test]
fn large_objects_fit_where_little_of_them_is_written() {
    let options = RunOptions { memory: 4_000_000, ..RunOptions::default() };
    for object in ["int a[10000000]; int main() {", "int main() { int a[10000000] = {0};"] {
        let small = format!("{} return a[5]; }}", object);
        assert!(try_run(&program(&small), &options, &[]).is_ok(), "{}", small);
        let whole = format!("{} for (int i = 0; i < 10000000; i += 100) a[i] = i; return a[5]; }}", object);
        assert_eq!(try_run(&program(&whole), &options, &[]), Err(RunError::Memory), "{}", whole);
    }
}

#[test]
fn a_budget_ends_a_run() {
    let budget = Budget::unlimited();
    budget.canceller().store(true, Ordering::Relaxed);
    let options = RunOptions { steps: u64::MAX, ..RunOptions::default() };
    let program = program("int main() { for (;;); }");
    let done = run(&program, &options, &mut |_| None, &mut (), &budget);
    assert_eq!(done, Err(RunError::Limit(Limit::Cancelled)));
    // A large object asks for many values in one step.
    let program = super::program("int main() { int a[16000]; return a[0]; }");
    let done = run(&program, &options, &mut |_| Some(1), &mut (), &budget);
    assert_eq!(done, Err(RunError::Limit(Limit::Cancelled)));
}

#[test]
fn a_search_for_lost_objects_takes_no_more_work_than_the_steps_of_a_run() {
    let text = "#include <stdlib.h>
        struct n { struct n *next; } *head;
        int main() {
            for (int i = 0; i < 4000; i++) { struct n *p = malloc(sizeof *p); p->next = head; head = p; }
            LAST
            for (int i = 0; i < 20000; i++) ;
        }";
    let options = RunOptions { property: Property::ValidMemtrack, ..RunOptions::default() };
    for (last, expected) in
        [("", "no error: main returns"), ("head = head->next;", "error: an object of the heap")]
    {
        let (budget, program) = (Budget::unlimited(), program(&text.replace("LAST", last)));
        let run = run(&program, &options, &mut |_| Some(0), &mut (), &budget).expect("a run");
        let end = run.end.text(&program.lines);
        assert!(end.starts_with(expected), "{}", end);
        assert!(budget.work_used() < 2 * run.steps, "{} {}", budget.work_used(), run.steps);
    }
}

#[test]
fn a_program_without_main_has_no_run() {
    let options = RunOptions::default();
    assert_eq!(try_run(&program("int f(void) { return 1; }"), &options, &[]), Err(RunError::NoMain));
    assert_eq!(try_run(&program("int main(void);"), &options, &[]), Err(RunError::NoMain));
}

#[test]
fn deep_trees_need_no_stack() {
    let depth = 100_000;
    let sum = format!("int main() {{ int x = 1; return {}x; }}", "x + ".repeat(depth));
    assert!(end_with(&sum, &RunOptions::default(), &[]).starts_with("no error: main returns"));
    let nested = format!("int main() {{ int x = 1; {} x = 2; }}", "if (x) ".repeat(depth));
    assert!(end_with(&nested, &RunOptions::default(), &[]).starts_with("no error: main returns"));
}

/// Clauses have a predicate over all variables for each location. They were made outside of all limits.
#[test]
fn a_recursive_program_that_is_too_large_for_clauses_is_refused() {
    let text = format!(
        "int a[4000]; int f(int n) {{ return n ? f(n - 1) : a[0]; }} int main() {{ {} return f(3); }}",
        "a[1]++; ".repeat(8_000)
    );
    let program = program(&text);
    let errors =
        SomeSource::new(program, LowerOptions::default(), &Budget::unlimited()).expect_err("no clauses");
    assert!(errors[0].to_string().contains("recursive and too large for clauses"), "{}", errors[0]);
    assert!(errors[0].is_limit());
}
