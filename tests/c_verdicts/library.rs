//! Functions of the C library.

use indubit::c::{Arch, LowerOptions};

use crate::{is_safe, is_unknown, is_unsafe, verdict_with, Verdict, PROLOGUE};

#[test]
fn strings_are_handled() {
    is_safe(
        "#include <string.h>",
        "RARELY { char b[8]; strcpy(b, \"abc\"); if (strlen(b) != 3 || strcmp(b, \"abc\")) reach_error(); }",
    );
    is_unsafe(
        "#include <string.h>",
        "RARELY { char *s = \"hello\"; if (strchr(s, 'l') == s + 2) reach_error(); }",
    );
    is_unsafe(
        "#include <string.h>",
        "RARELY { char b[4]; memset(b, 0, 4); b[2] = 5; if (memchr(b, 5, 4) == b + 2) reach_error(); }",
    );
    is_safe("#include <string.h>", "RARELY if (memcmp(\"ab\", \"ac\", 2) >= 0) reach_error();");
    is_unsafe(
        "#include <strings.h>",
        "int x = 7; RARELY { bzero(&x, sizeof x); if (x == 0) reach_error(); }",
    );
}

#[test]
fn numbers_are_handled() {
    is_safe("#include <stdlib.h>", "RARELY if (abs(-5) != 5 || rand() < 0) reach_error();");
    is_safe("#include <stdlib.h>", "RARELY if (atoi(\"12\") != 12) reach_error();");
    is_unsafe(
        "#include <stdlib.h>",
        "RARELY { char *e; long v = strtol(\"12x\", &e, 10); if (*e == 'x' && v == 12) reach_error(); }",
    );
}

#[test]
fn input_and_output_have_results_within_the_standard() {
    is_safe("#include <stdio.h>", "RARELY { int c = getchar(); if (c > 255 || c < -1) reach_error(); }");
    is_safe("#include <stdio.h>", "RARELY if (printf(\"abc\") != 3) reach_error();");
    is_unsafe("#include <time.h>", "RARELY { time_t t = 0; time(&t); if (t != 0) reach_error(); }");
    is_unsafe(
        "extern int pipe(int *);",
        "int p[2] = { -1, -1 }; RARELY { pipe(p); if (p[0] != -1) reach_error(); }",
    );
}

#[test]
fn the_table_of_glibc_tells_classes_of_characters() {
    let table = "extern const unsigned short **__ctype_b_loc(void);";
    is_safe(
        table,
        "RARELY if (!((*__ctype_b_loc())['7'] & 2048) || ((*__ctype_b_loc())['a'] & 2048)) reach_error();",
    );
    is_unsafe(table, "int c = __VERIFIER_nondet_char(); if ((*__ctype_b_loc())[c] & 2048) reach_error();");
    is_safe(
        table,
        "signed char c = __VERIFIER_nondet_char();
         if (((*__ctype_b_loc())[c] & 2048) && !('0' <= c && c <= '9')) reach_error();",
    );
}

const AT_EXIT: &str = "#include <stdlib.h>
int x;
void twice(void) { x = 2 * x; }
void more(void) { x = x + 1; }
void eight(void) { if (x == 8) reach_error(); }
void another(void) { x = 3; atexit(more); }
void leave(void) { exit(1); }";

#[test]
fn registered_functions_run_in_reverse_order_at_the_end() {
    is_unsafe(AT_EXIT, "atexit(eight); atexit(twice); atexit(more); RARELY { x = 3; return 0; } abort();");
    is_safe(AT_EXIT, "atexit(eight); atexit(more); atexit(twice); RARELY { x = 3; return 0; } abort();");
    is_unsafe(AT_EXIT, "atexit(eight); RARELY { for (;;) { x = 8; leave(); } } abort();");
    is_unsafe(AT_EXIT, "atexit(eight); RARELY x = 8;");
    is_unsafe(AT_EXIT, "atexit(eight); atexit(twice); atexit(another);");
    is_safe(AT_EXIT, "atexit(eight); x = 8; RARELY _Exit(1); quick_exit(1);");
    is_safe(AT_EXIT, "RARELY if (atexit(more)) reach_error();");
}

#[test]
fn a_second_exit_and_unknown_ends_have_no_meaning_beside_registered_functions() {
    is_unknown(AT_EXIT, "atexit(leave);", "this call of a function of the C library is not supported");
    is_unknown(
        AT_EXIT,
        "extern void end(void) __attribute__((noreturn)); atexit(eight); x = 8; end();",
        "it may call the functions of `atexit`; define it",
    );
}

const STDIO: &str = "#include <stdio.h>\n#include <string.h>\nchar b[40]; int n, x, y;";

#[test]
fn formats_make_exact_texts() {
    let makes = |call: &str, text: &str| {
        let is_it =
            format!("n = {}; if (n != {} || strcmp(b, \"{}\")) reach_error();", call, text.len(), text);
        is_safe(STDIO, &format!("RARELY {{ {} }}", is_it));
    };
    makes("sprintf(b, \"%d\", 7)", "7");
    makes("sprintf(b, \"%c%%%s\", 'x', \"yz\")", "x%yz");
}

#[test]
fn the_room_and_the_number_of_characters_are_exact() {
    is_unsafe(
        STDIO,
        "RARELY { n = snprintf(b, 3, \"%d\", 12345); if (n == 5 && !strcmp(b, \"12\")) reach_error(); }",
    );
    is_safe(STDIO, "RARELY { if (snprintf(b, 0, \"%d\", 12) != 2 || b[0]) reach_error(); }");
    is_safe(STDIO, "RARELY { if (printf(\"%d %s\", -12, \"ab\") != 6) reach_error(); }");
    is_safe(STDIO, "RARELY { printf(\"%d%n\", 100, &n); if (n != 3) reach_error(); }");
    is_unsafe(STDIO, "x = __VERIFIER_nondet_int(); sprintf(b, \"%d\", x); if (b[3] == '7') reach_error();");
    is_unknown(
        STDIO,
        "RARELY { sprintf(b, \"%p\", b); }",
        "this call of a function of the C library is not supported",
    );
    is_safe(STDIO, "RARELY { printf(\"%f %p\", 0.5, b); if (n) reach_error(); }");
}

#[test]
fn texts_are_read_by_formats() {
    is_safe(
        STDIO,
        "RARELY { if (sscanf(\"\", \"%d\", &x) != -1 || sscanf(\"a\", \"%d\", &x)) reach_error(); }",
    );
}

#[test]
fn streams_give_any_values_that_a_format_allows() {
    is_safe(
        STDIO,
        "RARELY { n = scanf(\"%d %d\", &x, &y); if (n < -1 || n > 2 || (n < 2 && y)) reach_error(); }",
    );
    is_unsafe(STDIO, "RARELY { if (scanf(\"%d\", &x) == 1 && x == -77) reach_error(); }");
    is_unsafe(STDIO, "RARELY { if (fscanf(stdin, \"%d\", &x) == -1) reach_error(); }");
    is_unknown(
        STDIO,
        "RARELY { scanf(\"%s\", b); }",
        "this call of a function of the C library is not supported",
    );
}

#[test]
fn a_character_that_is_put_back_is_read_next() {
    is_safe(
        STDIO,
        "int c = getchar(); RARELY { if (c >= 0 && ungetc(c, stdin) == c && getc(stdin) != c) reach_error(); }",
    );
    is_unsafe(STDIO, "ungetc('a', stdin); getchar(); RARELY if (getchar() == 'b') reach_error();");
    is_unknown(
        STDIO,
        "RARELY { ungetc('1', stdin); if (scanf(\"%d\", &x) == 1) reach_error(); }",
        "this call of a function of the C library is not supported",
    );
}

#[test]
fn signals_and_requests_have_the_effects_of_linux() {
    let head = "extern int raise(int), ioctl(int, unsigned long, ...);";
    is_safe(head, "RARELY { raise(6); reach_error(); }");
    is_unsafe(head, "RARELY if (!raise(17)) reach_error();");
    is_safe(head, "int n[2] = {0, 0}; if (ioctl(0, 0x541b, n) < -1 || n[1]) reach_error();");
    is_unsafe(head, "int n[2] = {0, 0}; RARELY if (!ioctl(0, 0x541b, n) && n[0] == 9) reach_error();");
}

#[test]
fn a_seed_decides_the_numbers_behind_it() {
    let stdlib = "#include <stdlib.h>";
    is_safe(stdlib, "srand(7); int a = rand(); srand(7); if (a != rand()) reach_error();");
    is_unsafe(stdlib, "srand(7); int a = rand(); srand(8); if (a != rand()) reach_error();");
    is_unsafe(stdlib, "srand(7); RARELY if (rand() != rand()) reach_error();");
}

#[test]
fn streams_and_the_environment_are_there_or_not() {
    is_unsafe(STDIO, "RARELY { FILE *f = fopen(\"a\", \"r\"); if (f) reach_error(); }");
    is_unsafe(STDIO, "RARELY { FILE *f = fopen(\"a\", \"r\"); if (!f) reach_error(); }");
    is_safe(
        STDIO,
        "RARELY { FILE *f = fopen(\"a\", \"r\"), *g = fopen(\"a\", \"r\"); if (f && f == g) reach_error(); }",
    );
    let getenv = "#include <stdlib.h>";
    is_unsafe(getenv, "RARELY { char *t = getenv(\"HOME\"); if (t && *t == 'x') reach_error(); }");
    is_unsafe(getenv, "RARELY { if (!getenv(\"HOME\")) reach_error(); }");
}

#[test]
fn times_and_packets_are_within_the_standard() {
    let time = "struct t { long s, part; }; extern int gettimeofday(struct t *, void *);
extern int clock_gettime(int, struct t *); extern __PTRDIFF_TYPE__ recv(int, void *, __SIZE_TYPE__, int);";
    is_safe(
        time,
        "RARELY { struct t t; gettimeofday(&t, 0); if (t.part < 0 || t.part > 999999) reach_error();
         if (!clock_gettime(1, &t) && (t.part < 0 || t.part > 999999999)) reach_error(); }",
    );
}

/// A loop over bytes counts in 32 bits also where `size_t` has 64; a size with more bits is no small one.
#[test]
fn sizes_have_all_their_bits() {
    let start = "#include <string.h>\nextern unsigned long __VERIFIER_nondet_ulong(void);";
    for arch in [Arch::Ilp32, Arch::Lp64] {
        let verdict = |body: &str| {
            let text = format!("{}{}\nint main(void) {{ {} return 0; }}", PROLOGUE, start, body);
            verdict_with(&text, arch, LowerOptions::default())
        };
        let copies = "int s[4] = { 1, 2, 3, 4 }, d[4] = { 0 }; unsigned long n = __VERIFIER_nondet_ulong();";
        let safe = format!(
            "{} if (n == 2 || n == 3) {{ memcpy(d, s, 4 * n); if (d[1] != 2) reach_error(); }}",
            copies
        );
        assert_eq!(verdict(&safe), Verdict::Safe);
        let unsafe_ =
            format!("{} if (n == 2 || n == 3) {{ memcpy(d, s, 4 * n); if (d[2]) reach_error(); }}", copies);
        assert_eq!(verdict(&unsafe_), Verdict::Unsafe);
        let ends = "char a[4], b[4]; a[0] = 1; b[0] = 2; RARELY if (memcmp(a, b, -1) == 0) reach_error();";
        assert_eq!(verdict(ends), Verdict::Safe);
    }
}

#[test]
fn a_message_of_an_error_is_not_empty() {
    is_safe("#include <string.h>", "RARELY { char *s = strerror(0); if (!s || s[0] == 0) reach_error(); }");
    is_unsafe("#include <string.h>", "RARELY if (strerror(0)[0] == 'S') reach_error();");
}

#[test]
fn a_date_is_any_in_its_range() {
    let read = "time_t t = time(0); struct tm *d = gmtime(&t); if (!d) return 0;";
    is_safe(
        "#include <time.h>",
        &format!("{} RARELY if (d->tm_hour > 23 || d->tm_mday < 1) reach_error();", read),
    );
    is_unsafe("#include <time.h>", &format!("{} RARELY if (d->tm_hour == 23) reach_error();", read));
}
