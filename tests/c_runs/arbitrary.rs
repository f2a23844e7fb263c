//! The values that a run asks for: their order, places and kinds.

use super::{end, end_with, program, program_for, recorded};
use indubit::c::{Arch, End, Externs, Numbers, Program, RunOptions};

/// The questions of a run that gets these answers, as `line:column kind`.
fn questions(program: &Program, values: &[i128]) -> Vec<String> {
    let (_, answers) = recorded(program, &RunOptions::default(), values);
    let told = |answer: &indubit::c::RecordedAnswer| {
        let (line, column) = program.lines.line_and_column(answer.pos);
        format!("{}:{} {:?}", line, column, answer.kind)
    };
    answers.iter().map(told).collect()
}

fn asked(text: &str, values: &[i128]) -> Vec<String> {
    questions(&program(text), values)
}

#[test]
fn values_come_in_the_order_of_evaluation() {
    let text = "int __VERIFIER_nondet_int(void);
int f(int x) { int y; return x + y; }
int main() { int a = f(__VERIFIER_nondet_int()) + __VERIFIER_nondet_int(), b; assert(a + b == 1111); }";
    let expected = ["3:24 Call", "2:20 Declaration", "3:51 Call", "3:76 Declaration"];
    assert_eq!(asked(text, &[1, 10, 100, 1000]), expected);
    assert!(end(text, &[1, 10, 100, 1000]).starts_with("no error: main returns"));
}

#[test]
fn objects_are_asked_for_scalar_by_scalar() {
    let text = "struct s { char c; struct { int x; unsigned b : 3; } d; short a[2]; };
int main() { struct s s; assert(s.c == 1 && s.d.x == 2 && s.d.b == 3 && s.a[0] == 4 && s.a[1] == 5); }";
    assert_eq!(asked(text, &[1, 2, 3, 4, 5]), vec!["2:23 Declaration"; 5]);
    assert!(
        end(text, &[1, 2, 3, 4, 5]).starts_with("no error: main returns"),
        "{}",
        end(text, &[1, 2, 3, 4, 5])
    );
    // A union is its largest scalar, or bytes.
    let text = "union u { char c[4]; int x; } u; int main() { union u v; assert(v.c[1] == 2); }";
    assert!(end(text, &[0x0201]).starts_with("no error: main returns"));
    let text =
        "union u { char c[3]; short x; } u; int main() { union u v; assert(v.c[3 - 1] == 3); assert(v.x \
            == 0x0201); }";
    assert!(end(text, &[1, 2, 3, 4]).starts_with("no error: main returns"), "{}", end(text, &[1, 2, 3, 4]));
}

#[test]
fn a_loop_asks_again() {
    let text = "int nd(void);\nint main() {\n  while (nd()) { int x; if (x == 5) reach_error(); }\n}";
    assert_eq!(
        asked(text, &[1, 4, 1, 5]),
        ["3:10 Call", "3:22 Declaration", "3:10 Call", "3:22 Declaration"]
    );
    assert_eq!(end(text, &[1, 4, 1, 5]), "error: an error function is called at line 3, column 37");
    assert!(end(text, &[1, 4, 0]).starts_with("no error: main returns"));
    assert_eq!(end(text, &[1, 4, 1]), "no error: no answer to the question at line 3, column 22");
}

#[test]
fn a_declaration_that_a_jump_may_skip_is_asked_for_at_the_entry() {
    // The block of `x` has a label behind it, that of `y` has none, and that of `z` has one in a loop.
    let text = "int main() {
  goto in;
  { int x = 1; in: if (x == 7) assert(0); }
  { int y; }
  { int z; while (z == 9) { z = 0; l: ; } }
}";
    assert_eq!(
        asked(text, &[6, 9, 5, 9]),
        ["3:9 Skipped", "5:9 Skipped", "4:9 Declaration", "5:9 Declaration"]
    );
    assert_eq!(end(text, &[7]), "no error: no answer to the question at line 5, column 9");
    assert_eq!(end(text, &[7, 0]), "error: the argument of assert is 0 at line 3, column 32");
    let text = "int main() {\n  int r = 0;\n  switch (r) { int k; default: r = k; }\n  assert(r == 4);\n}";
    assert!(end(text, &[1, 4]).starts_with("no error: main returns"), "{}", end(text, &[1, 4]));
}

#[test]
fn a_function_without_return_gives_any_value() {
    let text = "int f(int x) {\n  if (x) return 3;\n}\nint main() { assert(f(1) == 3); assert(f(0) == 4); }";
    assert_eq!(asked(text, &[4]), ["3:1 Result"]);
    assert!(end(text, &[4]).starts_with("no error: main returns"));
    assert!(end(text, &[5]).starts_with("error"));
}

#[test]
fn parameters_without_argument_are_asked_for() {
    let text =
        "int f(int a, int b);\nint main(int argc, char **argv) { assert(argc == 3); assert(g(1) == 6); \
            }\nint g(int a, int b) { return a + b; }";
    assert_eq!(asked(text, &[3, 0, 5]), ["2:14 Parameter", "2:27 Parameter", "3:18 Parameter"]);
    assert!(end(text, &[3, 0, 5]).starts_with("no error: main returns"), "{}", end(text, &[3, 0, 5]));
}

#[test]
fn external_objects_that_are_mentioned_are_asked_for() {
    let text = "extern int x, y, z;\nint f(void) { return z; }\nint g(void) { return y; }\nint main() { \
            assert(x + f() == 30); }";
    assert_eq!(asked(text, &[10, 20]), ["1:12 Extern", "1:18 Extern"]);
    assert!(end(text, &[10, 20]).starts_with("no error: main returns"));
}

#[test]
fn answers_are_converted_to_the_type() {
    let text =
        "_Bool __VERIFIER_nondet_bool(void); char c(void);\nint main() { assert(__VERIFIER_nondet_bool() \
            + c() == -55); }";
    assert!(end(text, &[1, 200]).starts_with("no error: main returns"));
    // An undeclared function returns an int, `__VERIFIER_nondet_uint` too.
    assert!(end("int main() { assert(__VERIFIER_nondet_uint() < 0); }", &[-1])
        .starts_with("no error: main returns"));
    // Over mathematical integers an arbitrary value is one of its type, and then grows freely.
    let math = RunOptions { numbers: Numbers::Integers, ..RunOptions::default() };
    let text = "unsigned nd(void); int main() { unsigned u = nd(); assert(u + 1 == 4294967296LL); }";
    let (run, _) = recorded(&program_for(text, Arch::Ilp32), &math, &[-1]);
    assert!(matches!(run.end, End::Quiet(..)), "{:?}", run);
}

#[test]
fn a_structure_from_an_undefined_function_is_asked_for_in_parts() {
    let text =
        "struct p { int x; char y; }; struct p f(void);\nint main() { struct p a = f(); assert(a.x == 3 \
            && a.y == 4 && f().y == 6); }";
    assert_eq!(asked(text, &[3, 4, 5, 6]), ["2:27 Call", "2:27 Call", "2:63 Call", "2:63 Call"]);
    assert!(end(text, &[3, 4, 5, 6]).starts_with("no error: main returns"), "{}", end(text, &[3, 4, 5, 6]));
}

#[test]
fn pointers_without_target_compare_with_null() {
    let text =
        "void *nd(void); int main() { char *p = nd(); if (p) assert(p != 0 && *p == 5); else reach_error(); }";
    assert!(end(text, &[1]).starts_with("no error: an access through null, or a member of it"));
    let ended = end(text, &[4096]);
    assert!(ended.contains("an access through a number: the object is not known"), "{}", ended);
    assert!(end(text, &[0]).starts_with("error: an error function"));
    let pure = RunOptions { externs: Externs::Pure, ..RunOptions::default() };
    let ended = end_with(text, &pure, &[1, 5]);
    assert!(ended.starts_with("no error: main returns"), "{}", ended);
}

#[test]
fn each_read_of_a_volatile_object_is_asked_for() {
    let text = "extern volatile int flag; int main() {
  int n = 0;
  while (!flag) n++;
  flag += 2;
  assert(n == 2 && *(volatile char *)&n == 8);
}";
    let expected =
        ["1:21 Extern", "3:11 Volatile", "3:11 Volatile", "3:11 Volatile", "4:8 Volatile", "5:20 Volatile"];
    assert_eq!(asked(text, &[7, 0, 0, 1, 5, 8]), expected);
    assert!(end(text, &[7, 0, 0, 1, 5, 8]).starts_with("no error: main returns"));
    assert_eq!(end(text, &[7, 0, 0, 1, 5, 9]), "error: the argument of assert is 0 at line 5, column 3");
}
