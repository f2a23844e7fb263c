//! `run`: C programs.

use super::{refused, run, scratch, text};

/// A file with this content; its name.
fn file(name: &str, content: &str) -> String {
    let file = scratch(name);
    std::fs::write(&file, content).expect("a file");
    text(&file)
}

#[test]
fn the_end_of_a_run_is_told() {
    let name = file("error.c", "int main() {\n  int x = 3;\n  assert(x == 4);\n}\n");
    let told = "error: the argument of assert is 0 at line 3, column 3\n";
    assert_eq!(run(&["run", &name]), (10, told.to_string(), String::new()));
    let name = file("quiet.c", "int main() {\n  return 0;\n}\n");
    let told = "no error: main returns at line 2, column 3\n";
    assert_eq!(run(&["run", &name]), (0, told.to_string(), String::new()));
    let name = file("endless.c", "int main() {\n  while (1);\n}\n");
    let told = "no error: the limit of steps is reached at line 2, column 12\n";
    let steps = "seed 0: 1000 steps, 0 answers\n";
    assert_eq!(run(&["run", &name, "--steps", "1000", "--stats"]), (0, told.to_string(), steps.to_string()));
}

#[test]
fn a_program_prints_what_that_of_gcc_prints() {
    let text = "#include <stdio.h>\n#include <stdarg.h>\n#include <unistd.h>
int show(const char *format, ...) { va_list list; va_start(list, format); return vprintf(format, list); }
int main() {
  char *format = \"%s-%c|\";
  printf(\"%d|%5d|%-5d|%05x|%+d|%s|%.2s|%4s|%ld|%llu|%hhd|%#X|%%\\n\",
    1, 2, 3, 4, 5, \"s\", \"six\", \"t\", -6l, 7ull, 300, 255);
  printf(format, \"ab\", 'c'); show(\"%d %d\\n\", 8, -9);
  puts(\"puts\"); putchar('p'); putc('q', stdout); fputc('r', stdout); fputs(\"s\\n\", stdout);
  fwrite(\"write\\n\", 1, 6, stdout); if (write(1, \"1\\n\", 2) != 2) return 1; fprintf(stdout, \"%X\\n\", 255);
  fprintf(stderr, \"to %s\\n\", \"stderr\"); fputs(\"end\", stderr); fprintf(fopen(\"a\", \"w\"), \"nowhere\");
  char text[9]; snprintf(text, 4, \"%d\", 12345); printf(\"\u{e9}%s\", text);
}
";
    let printed =
        "1|    2|3    |00004|+5|s|si|   t|-6|7|44|0XFF|%\nab-c|8 -9\nputs\npqrs\nwrite\n1\nFF\n\u{e9}123";
    let name = file("prints.c", text);
    for arch in ["32", "64"] {
        let told = format!("{}\nno error: main returns at line 14, column 1\n", printed);
        assert_eq!(run(&["run", &name, "--arch", arch]), (0, told, "to stderr\nend\n".to_string()));
    }
    let (code, out, err) = run(&["run", &name, "--json"]);
    let output = format!("\"error\":false,\"output\":\"{}\"}}\n", printed.replace('\n', "\\u000a"));
    assert!(code == 0 && out.ends_with(&output) && err == "to stderr\nend\n", "{}", out);
    // A run that is given up has printed something, too.
    let name = file("prints_less.c", "int main() { printf(\"%d\\n\", 1); longjmp(0, 1); }\n");
    let (code, out, err) = run(&["run", &name]);
    assert_eq!((code, out.as_str()), (30, "1\n"), "{}", err);
    let name = file("prints_wide.c", "int main() { printf(\"a%lsb\", L\"x\"); puts(\"c\"); }\n");
    let (code, out, err) = run(&["run", &name]);
    assert_eq!((code, out.lines().next()), (0, Some("ac")), "{}", out);
    assert!(err.contains("line 1, column 14: this format is not followed"), "{}", err);
    let floats =
        "#include <stdio.h>\nint main() { float f = 0.1f; printf(\"%f %.3e|%8.2f|%-8g|%a %Lg %+.0f\\n\", \
        1.5, 12345.678, -2.005, 1e20, f, 0.1L, 2.5); }\n";
    let printed = "1.500000 1.235e+04|   -2.00|1e+20   |0x1.99999ap-4 0.1 +2\n";
    let out = run(&["run", &file("prints_floats.c", floats)]).1;
    assert!(out.starts_with(printed), "{}", out);
}

#[test]
fn random_values_find_errors_and_repeat_themselves() {
    let name = file("random.c", "int nd(void);\nint main() { if (nd() == 5 && nd() == 1) assert(0); }\n");
    let (code, out, err) = run(&["run", &name, "--runs", "1000", "--stats"]);
    assert_eq!((code, out.starts_with("error: ")), (10, true), "{}", err);
    let last = err.lines().last().expect("a line");
    let seed = last.strip_prefix("seed ").and_then(|rest| rest.split(':').next()).expect("a seed");
    assert_eq!(run(&["run", &name, "--seed", seed]).0, 10);
    assert_ne!(seed, "0");
    assert_eq!(run(&["run", &name, "--seed", "0"]).0, 0);
}

#[test]
fn the_target_and_the_numbers_are_options() {
    let name = file("long.c", "int main() { long x = 2147483647; x++; assert(x > 0); }\n");
    assert_eq!(run(&["run", &name]).0, 10);
    assert_eq!(run(&["run", &name, "--arch", "64"]).0, 0);
    assert_eq!(run(&["run", &name, "--integers", "math"]).0, 0);
    refused(&["run", &name, "--arch", "16"], 1);
}

#[test]
fn paths_compare_two_readings() {
    let text =
        "int nd(void);\nint main() { int a[2] = {1, 2}; int *p = a; if (nd() == 77) p++; return *p; }\n";
    let name = file("paths.c", text);
    for flags in [&["paths", &name][..], &["paths", &name, "--arch", "64", "--integers", "math"]] {
        let (code, out, err) = run(flags);
        assert_eq!((code, err.as_str()), (0, ""), "{}", out);
    }
    let (code, out, _) = run(&["paths", &name, "--most-paths", "1"]);
    assert!(code == 0 && out.starts_with("1 paths, "), "{}", out);
    let recursive =
        file("recursive.c", "int f(int n) { return n ? f(n - 1) : 0; }\nint main() { return f(3); }\n");
    assert!(refused(&["paths", &recursive], 30).contains("a recursive program"));
    let automaton = file("one.cfa", "(location start :initial)\n(location error :error)\n");
    assert!(refused(&["paths", &automaton], 2).contains("expected a C program"));
    assert_eq!(run(&[&name, "--evidence", "full"]).0, 20);
}

#[test]
fn a_program_that_is_none_is_bad_input() {
    let name = file("wrong.c", "int main() {\n  return x;\n  y = 1;\n}\n");
    let message = refused(&["run", &name], 2);
    assert!(message.contains("wrong.c: line 2, column 10: `x` is not declared"), "{}", message);
    assert!(message.contains("line 3, column 3: `y` is not declared"), "{}", message);
    let message = refused(&["run", &file("none.c", "int f(void);\n")], 2);
    assert!(message.contains("there is no function main with a body"), "{}", message);
    let name = file("jump.c", "int main() {\n  longjmp(0, 1);\n}\n");
    let message = refused(&["run", &name], 30);
    assert!(message.contains("line 2, column 3: not supported: jumps between functions"), "{}", message);
}

#[test]
fn a_harness_is_a_copy_of_the_program_with_its_values() {
    let name = file("harness.c", "int nd(void);\nint main() {\n  if (nd() == 1) reach_error();\n}\n");
    let harness = text(&scratch("harness_of_harness.c"));
    assert_eq!(run(&["run", &name, "--runs", "100", "--harness", &harness]).0, 10);
    let content = std::fs::read_to_string(&harness).expect("a harness");
    assert!(content.contains("harness_values_0[] = {1};"), "{}", content);
    assert!(content.contains("\n  if (nd() == 1) reach_error();\n"), "{}", content);
    // Without an error there is none, and no old one either.
    let name = file("harness_none.c", "int main() { return 0; }\n");
    assert_eq!(run(&["run", &name, "--harness", &harness]).0, 0);
    assert!(!std::path::Path::new(&harness).exists());
    refused(&["run", &name, "--harness", &name], 1);
}

/// Such a run is no path that could be listed step by step.
#[test]
fn of_a_counterexample_of_millions_of_steps_the_end_is_shown() {
    let content =
        "int nd(void);\nint main() {\n  int y = nd();\n  unsigned x = 0;\n  while (x < 600000)\n    x++;\n  \
                   if (y != 123456789)\n    reach_error();\n}\n";
    let name = file("far.c", content);
    let (witness, harness) = (text(&scratch("far.yml")), text(&scratch("far_harness.c")));
    let args =
        [&name[..], "--show-trace", "--witness", &witness, "--harness", &harness, "--json", "--threads", "1"];
    let (code, out, err) = run(&args);
    assert_eq!(code, 10, "{}", err);
    assert!(out.contains("\"engine\":\"runs\"") && out.len() < 100_000, "{}", out.len());
    assert!(out.contains("{\"name\":\"line\",\"value\":\"5 to 6, 995 times\"}"), "{}", out);
    assert!(out.contains("{\"name\":\"x\",\"value\":\"600000\"}"));
    assert!(std::fs::read_to_string(&harness).expect("a harness").contains("harness_values_0[] = {"));
    assert_eq!(run(&["check", &name, &witness]).0, 10);
    // A path is written where one is asked for.
    let near = file("near.c", &content.replace("600000", "3"));
    let path = text(&scratch("near.path"));
    let (code, _, err) = run(&[&near, "--witness", &path]);
    assert_eq!((code, run(&["check", &near, &path]).0), (10, 10), "{}", err);
}

#[test]
fn an_unsafe_that_rests_on_a_value_of_nobody_says_so() {
    let head =
        "extern int get(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n";
    let told = |name: &str, body: &str| {
        let name = file(name, &format!("{}int main() {{\n  {}\n}}\n", head, body));
        let (code, out, _) = run(&[&name]);
        assert_eq!(code, 10, "{}", out);
        out.lines().nth(2).map(str::to_string)
    };
    let rests = "rests on a value that the program does not give: ";
    assert_eq!(
        told("unknown_result.c", "if (get() == 17) reach_error();"),
        Some(format!("{}the result of `get`, which has no body, at line 3, column 7", rests))
    );
    assert_eq!(
        told("uninitialised.c", "int x; if (x == 42) reach_error();"),
        Some(format!("{}the value of an object without one at line 3, column 7", rests))
    );
    assert_eq!(
        told("output.c", "int x = 4; asm (\"nop\" : \"=r\" (x)); if (x == 42) reach_error();"),
        Some(format!("{}an output of assembler at line 3, column 32", rests))
    );
    // No other value that one would try reaches the error, or all of them do.
    assert_eq!(
        told("all_but_one.c", "int x; asm (\"movl $5, %0\" : \"=r\" (x)); if (x != 5) reach_error();"),
        Some(format!("{}an output of assembler at line 3, column 36", rests))
    );
    assert_eq!(
        told(
            "by_a_store.c",
            "int x, y = 1, a[2] = {0}; { int *p = &y; *p = x; } if (a[0] != y - 5) reach_error();"
        ),
        Some(format!("{}the value of an object without one at line 3, column 7", rests))
    );
    assert_eq!(
        told("by_a_call.c", "int x, y = ({ int z = x; z + 1; }); while (y == 5) return 0; reach_error();"),
        Some(format!("{}the value of an object without one at line 3, column 7", rests))
    );
    assert_eq!(
        told("unread.c", "int x, y = x; y = 3; int *p = &x; *p = y; if (x == 3) reach_error();"),
        None
    );
    assert_eq!(told("unneeded.c", "get(); if (__VERIFIER_nondet_int() > 3) reach_error();"), None);
    // Regression: each byte was remembered on its own, in gigabytes.
    assert_eq!(
        told("large.c", "char a[200000000]; a[7] = 3; if (a[7] == 3 && a[9] == 12) reach_error();"),
        Some(format!("{}the value of an object without one at line 3, column 8", rests))
    );
    assert_eq!(told("large_unread.c", "char a[200000000]; a[7] = 3; if (a[7] == 3) reach_error();"), None);
}
