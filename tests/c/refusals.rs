//! Programs that are not lowered: features that have no meaning here, and limits.

use crate::walks::{lowered, not_lowered, unsupported};
use indubit::c::LowerOptions;

#[test]
fn what_is_not_understood_is_an_unsupported_point_with_its_place() {
    for (text, message) in [
        (
            "int main() { longjmp(0, 1); }",
            "line 1, column 14: a call of `longjmp`: jumps between functions are not supported; remove them",
        ),
        (
            "int x, *a[5000]; int main() { int i; a[i] = &x; }",
            "line 1, column 43: this access may mean more than 4096 parts",
        ),
        (
            "int x; int main() { int *p = &x; return (int) p * 2; }",
            "line 1, column 49: an address is used as a number",
        ),
        (
            "int x, y; int main() { int *p = &x, *q = &y; return p < q; }",
            "line 1, column 55: the order of addresses of different objects is not known",
        ),
    ] {
        assert_eq!(unsupported(text, &LowerOptions::default()), message);
    }
}

#[test]
fn programs_that_cannot_begin_or_end_are_refused() {
    for (text, message) in [
        (
            "int f(int n) {\n return f(n - 1); } int main() { f(3); }",
            "line 2, column 9: `f` calls itself; recursion is not supported, use a loop",
        ),
        (
            "int f() { return 1; }",
            "line 1, column 1: the program has no function `main`; \
        runs begin there",
        ),
    ] {
        assert_eq!(not_lowered(text, &LowerOptions::default()), message);
    }
    // Where no run comes, nothing is refused.
    lowered("int f() { return f(); } int main() { return 0; }", &LowerOptions::default());
    lowered("int a[5000]; int f() { return a[1]; } int main() { return 0; f(); }", &LowerOptions::default());
}

#[test]
fn limits_end_the_lowering() {
    let cancelled = indubit::base::Budget::unlimited();
    cancelled.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    // Each function calls the next one twice.
    let calls: String =
        (0..30).rev().map(|n| format!("void f{}() {{ f{}(); f{}(); }}", n, n + 1, n + 1)).collect();
    let text = format!("int g; void f30() {{ g++; }} {} int main() {{ f0(); }}", calls);
    let program = crate::program(&text);
    let errors = indubit::c::lower(&program, &LowerOptions::default(), &cancelled).expect_err("a limit");
    assert!(errors[0].message().starts_with("cancelled while lowering `f"), "{}", errors[0]);
    let small = indubit::base::Budget::unlimited().with_memory(1 << 20);
    let errors = indubit::c::lower(&program, &LowerOptions::default(), &small).expect_err("a limit");
    assert!(errors[0].message().contains("while lowering `f"), "{}", errors[0]);
    assert_eq!(small.memory_used(), 0, "the memory is given back");
}

#[test]
fn nested_members_without_scalars_end_quickly() {
    let nested: String = (1..60)
        .map(|n| {
            format!(
                "struct s{} {{ struct s{} a, b; \
        }};",
                n,
                n - 1
            )
        })
        .collect();
    let text = format!("struct s0 {{ }}; {} struct s59 x; int main() {{ &x; }}", nested);
    lowered(&text, &LowerOptions::default());
}
