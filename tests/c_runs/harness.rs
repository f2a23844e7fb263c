//! Harnesses: what stands in them. That they compile and run is tried by `fuzz/c.py`.

use super::{program, recorded};
use indubit::c::{write_harness, Aim, Check, Checks, Counterexample, End, RunOptions, StmtKind};

/// The harness of the run with these answers.
fn harness(text: &str, values: &[i128]) -> String {
    let program = program(text);
    let options = RunOptions::default();
    let (run, answers) = recorded(&program, &options, values);
    let aim = match run.end {
        End::Error(failure, pos) => Aim::Error(failure, pos),
        end => panic!("{}", end.text(&program.lines)),
    };
    let run = Counterexample {
        program: &program,
        text: text.as_bytes(),
        file: "file.c",
        options: &options,
        answers: &answers,
        aim,
    };
    String::from_utf8(write_harness(&run)).expect("text")
}

#[test]
fn answers_stand_in_queues() {
    let text = "unsigned nd(void);\nint main() {\n  int x, y = 2;\n  if (nd() + nd() == x) { ERROR: return y; }\n}\n";
    let file = harness(text, &[1, 2, 30, 10, 20]);
    assert!(
        file.contains("/* The results of nd. */\nstatic const long long harness_values_0[] = {10, 20};"),
        "{}",
        file
    );
    assert!(
        file.contains("/* The values of x, line 3. */\nstatic const long long harness_values_1[] = {30};"),
        "{}",
        file
    );
    let copy = "#line 1 \"file.c\"\nunsigned nd(void);\nint main() {\n  int x = harness_take(&harness_queue_1), \
            y = 2;\n  \
                if (nd() + nd() == x) { ERROR: if (harness_reached(\"the label ERROR\")) ; else return y; }\n}\n";
    assert!(file.contains(copy), "{}", file);
    assert!(file.contains("unsigned int harness_of_nd(void) __asm__(\"nd\");"), "{}", file);
    assert!(!file.contains("cannot be given"), "{}", file);
}

#[test]
fn an_error_function_says_that_it_is_reached() {
    let text = "void reach_error() { assert(0); }\nint main() { int a[2]; if (a[1] == 4) reach_error(); }\n";
    let file = harness(text, &[3, 4]);
    assert!(file.contains("void reach_error() { harness_reached(\"reach_error\"); assert(0); }"), "{}", file);
    assert!(file.contains("int a[2]; harness_fill_0(&a);"), "{}", file);
    assert!(file.contains("harness_parts_0[] = {{0, 32}, {32, 32}};"), "{}", file);
}

#[test]
fn the_macro_of_the_header_finds_its_function() {
    let file = harness("#include <assert.h>\nint main() { assert(0); }\n", &[]);
    assert!(file.contains("harness_of___assert_fail(void) { harness_reached(\"assert\"); }"), "{}", file);
}

#[test]
fn values_without_taker_are_counted() {
    let file = harness("int main() { int a[1] = {0}; int i = 1; assert(a[i] == 0); }", &[5]);
    assert!(file.contains("Values of the run that compiled code cannot be given: 1."), "{}", file);
}

#[test]
fn functions_of_the_library_take_the_same_values_in_compiled_code() {
    let text = "int rand(void); int strlen(char *);
                int main() { printf(\"%d\", 1); if (rand() == 4 && strlen(\"a\")) ERROR: ; }\n";
    let file = harness(text, &[-5]);
    assert!(file.contains("/* The results of __indubit_any_int. */"), "{}", file);
    assert!(
        file.contains("int harness_of_rand(void) __asm__(\"rand\");\nint harness_of_rand(void)\n{"),
        "{}",
        file
    );
    assert!(
        file.contains("int harness_of___indubit_any_int(void) { return harness_take(&harness_queue_0); }"),
        "{}",
        file
    );
    // The others, and output whose result is not used, stay those of the compiler.
    assert!(!file.contains("of_strlen") && !file.contains("of_printf"), "{}", file);
    assert!(!file.contains("cannot be given"), "{}", file);
}

#[test]
fn unknown_functions_change_what_they_change_in_the_run() {
    let text =
        "void f(int *); int g;\nint main() { int x = 1; f(&x); if (x == 5 && g == 3) reach_error(); }\n";
    let file = harness(text, &[3, 5]);
    assert!(file.contains("int x = 1; harness_address_"), "{}", file);
    assert!(file.contains("switch (harness_call++) { case 0: harness_fill_0((void *)&g);"), "{}", file);
    assert!(!file.contains("cannot be given"), "{}", file);
}

#[test]
fn new_objects_hold_the_bytes_of_the_run() {
    let text = "void *malloc(unsigned);\nint main() { char *p = malloc(2); if (p[1] == 7) reach_error(); }\n";
    let file = harness(text, &[0, 7]);
    assert!(file.contains("harness_of_malloc(__SIZE_TYPE__ size) __asm__(\"malloc\")"), "{}", file);
    // Zeros are what compiled code finds, more often than not.
    let text = text.replace("== 7", "== 0");
    assert!(!harness(&text, &[0, 0]).contains("harness_of_malloc"), "{}", text);
}

#[test]
fn an_overflow_names_the_options_of_the_compiler() {
    let program = program("int main() { int x; return x + 1; }");
    let options = RunOptions { property: indubit::c::Property::NoOverflow, ..RunOptions::default() };
    let (run, answers) = recorded(&program, &options, &[2147483647]);
    let aim = Aim::Error(indubit::c::Failure::Overflow, run.end.pos());
    let text = b"int main() { int x; return x + 1; }";
    let run =
        Counterexample { program: &program, text, file: "a.c", options: &options, answers: &answers, aim };
    let file = String::from_utf8(write_harness(&run)).expect("text");
    assert!(file.contains("-fsanitize=signed-integer-overflow,shift"), "{}", file);
}

#[test]
fn errors_of_the_heap_are_shown_by_the_sanitiser() {
    let text =
        b"void *malloc(unsigned), free(void *); int main() { int *p = malloc(4); free(p); return *p; }";
    let program = program(std::str::from_utf8(text).expect("text"));
    let options = RunOptions { checks: Checks::of(&[Check::Memory]), ..RunOptions::default() };
    let (run, answers) = recorded(&program, &options, &[1, 0, 0, 0]);
    let pos = run.end.pos();
    assert_eq!(run.end, indubit::c::End::Error(indubit::c::Failure::UseAfterFree, pos));
    let aim = Aim::Error(indubit::c::Failure::UseAfterFree, pos);
    let run =
        Counterexample { program: &program, text, file: "a.c", options: &options, answers: &answers, aim };
    let file = String::from_utf8(write_harness(&run)).expect("text");
    assert!(file.contains("-fsanitize=address "), "{}", file);
    // The sanitiser watches its own memory only.
    assert!(file.contains("__interceptor_malloc") && !file.contains("harness_heap"), "{}", file);
}

#[test]
fn an_error_that_gcc_does_not_tell_is_announced_as_silent() {
    let text = b"int main() { int x; return x; }";
    let program = program(std::str::from_utf8(text).expect("text"));
    let options = RunOptions { checks: Checks::of(&[Check::Uninitialised]), ..RunOptions::default() };
    let (run, answers) = recorded(&program, &options, &[1]);
    let pos = run.end.pos();
    assert_eq!(run.end, indubit::c::End::Error(indubit::c::Failure::Uninitialised, pos));
    let aim = Aim::Error(indubit::c::Failure::Uninitialised, pos);
    let run =
        Counterexample { program: &program, text, file: "a.c", options: &options, answers: &answers, aim };
    let file = String::from_utf8(write_harness(&run)).expect("text");
    assert!(file.contains("without a word") && !file.contains("prints a line"), "{}", file);
}

#[test]
fn a_run_without_end_is_watched_at_the_heads_of_its_loops() {
    let text = "int nd(void); int main() { int x = nd(); while (x != 0) { x = x - 2; } for (;;) { }\n\
        do { x = 1; } while (x); }";
    let program = program(text);
    let options = RunOptions { steps: 100, ..RunOptions::default() };
    let (_, answers) = recorded(&program, &options, &[1]);
    let loops = program.stmts().map(|id| program.stmt(id)).filter(|stmt| {
        matches!(stmt.kind, StmtKind::While(..) | StmtKind::For { .. } | StmtKind::DoWhile(..))
    });
    let heads: Vec<_> = loops.map(|stmt| (stmt.pos, "x != 0".to_string())).collect();
    let aim = Aim::NoEnd(&heads);
    let run = Counterexample {
        program: &program,
        text: text.as_bytes(),
        file: "a.c",
        options: &options,
        answers: &answers,
        aim,
    };
    let file = String::from_utf8(write_harness(&run)).expect("text");
    for visited in [
        "while ( harness_visit(x != 0), x != 0)",
        "for (; harness_visit(x != 0) ;)",
        "do { harness_visit(1);",
    ] {
        assert!(file.contains(visited), "{}", file);
    }
}
