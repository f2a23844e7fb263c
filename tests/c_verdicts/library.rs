//! Functions of the C library.

use crate::{is_safe, is_unknown, is_unsafe};

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
