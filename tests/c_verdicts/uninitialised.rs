//! Values that were never stored: a run may copy them and compute with them, but not depend on them.

use crate::{verdict_with, whole, Verdict};
use indubit::c::{Arch, Check, Checks, LowerOptions};

const BEFORE: &str = "#include <stdlib.h>\n#include <string.h>\nint any(void); int seen[4]; void show(int);
    struct s { char c; int x, y : 3, z : 5; };
    int twice(int v) { return v + v; }
    int down(int n, int v) { return n <= 0 ? v : down(n - 1, v); }";

/// Checks the verdict of the check alone, on both data models.
fn is(body: &str, expected: Verdict) {
    let options = LowerOptions { checks: Checks::of(&[Check::Uninitialised]), ..LowerOptions::default() };
    let text = whole(BEFORE, body);
    for arch in [Arch::Ilp32, Arch::Lp64] {
        assert_eq!(verdict_with(&text, arch, options), expected, "{:?}\n{}", arch, text);
    }
}

/// Checks that a program has the error, and that its twin has none. `FIRST` stands for a store in the twin.
fn is_found(body: &str, first: &str) {
    is(&body.replace("FIRST", ""), Verdict::Unsafe);
    is(&body.replace("FIRST", first), Verdict::Safe);
}

#[test]
fn a_condition_depends_on_a_value_that_was_never_stored() {
    is_found("int x; FIRST RARELY if (x) return 1; return 0;", "x = 2;");
    is_found("int x; FIRST RARELY while (!(x > 3)) x = 5; return 0;", "x = 2;");
    is_found("int x; FIRST RARELY switch (x + 1) { case 3: return 1; } return 0;", "x = 2;");
    is_found("int x; FIRST RARELY { int y = any() || x; seen[0] = y; } return 0;", "x = 2;");
    is_found("int x; FIRST RARELY seen[0] = x ? 1 : 2; return 0;", "x = 2;");
    is_found("double x; FIRST RARELY if (x < 1) return 1; return 0;", "x = 2;");
}

#[test]
fn an_operand_that_is_not_evaluated_is_no_use() {
    is("int x, b = any() > 5; if (b) x = 1; if (b && x) return 1; return 0;", Verdict::Safe);
    is("int x, b = any() > 5; if (b) x = 1; return b ? x : 0;", Verdict::Safe);
    is("int x, b = any() > 5; if (b) x = 1; if (!b || x) return 0; return 1;", Verdict::Safe);
}

#[test]
fn an_address_an_argument_and_a_result_depend_on_it() {
    is_found("int i; FIRST RARELY return seen[i & 3]; return 0;", "i = 2;");
    is_found("int *p; FIRST RARELY *p = 1; return 0;", "p = seen;");
    is_found("int (*f)(int); FIRST RARELY f(1); return 0;", "f = twice;");
    is_found("int x; FIRST RARELY show(x); return 0;", "x = 3;");
    is_found("int x; FIRST RARELY return x; return 0;", "x = 3;");
    is_found("int *p; FIRST RARELY free(p); return 0;", "p = 0;");
}

#[test]
fn copies_and_sums_keep_it_and_do_no_harm() {
    is("int x, y = x, z = twice(y); struct s a, b = a; seen[0] = b.x + z; return 0;", Verdict::Safe);
    is_found("int x; FIRST int y = twice(x); RARELY if (y) return 1; return 0;", "x = 1;");
    is_found("struct s a, b; a.c = 1; FIRST b = a; RARELY return b.x; return b.c;", "a.x = 2;");
    is_found("int x; FIRST seen[1] = x; RARELY return seen[1]; return seen[2];", "x = 1;");
    is_found("int x; FIRST x = x - x; RARELY return x; return 0;", "x = 1;");
    is_found("int x; FIRST int n = any(); if (n) n = 3; RARELY return down(n, x); return 0;", "x = 1;");
}

#[test]
fn bits_are_told_apart() {
    is("int x; x = (x & ~255) | 7; return x & 255;", Verdict::Safe);
    is("int x; x = (x & ~255) | 7; RARELY return x & 256; return 0;", Verdict::Unsafe);
    is("int x; x = (x & ~255) | 7; RARELY return 256 & x; return 0;", Verdict::Unsafe);
    is("int x; char *p = (char *)&x; p[0] = 1; p[1] = p[2] = p[3] = 0; return x;", Verdict::Safe);
    is(
        "int x; char *p = (char *)&x; p[0] = 1; p[1] = p[3] = 0; RARELY return x; return p[0];",
        Verdict::Unsafe,
    );
    is_found("struct s a; a.y = 1; FIRST RARELY return a.z; return a.y;", "a.z = 2;");
    is_found("int x; FIRST RARELY return x; return 0;", "memset(&x, 0, sizeof x);");
}

#[test]
fn an_object_of_the_heap_has_no_value_at_first() {
    let body = "int *p = malloc(3 * sizeof *p); p[0] = 1; FIRST RARELY return p[1]; return p[0];";
    is_found(body, "p[1] = p[0];");
    is("int *p = calloc(3, sizeof *p); return p[1];", Verdict::Safe);
    let grown = "int *p = calloc(1, sizeof *p); p = realloc(p, 2 * sizeof *p); FIRST
        RARELY return p[1]; return p[0];";
    is_found(grown, "p[1] = 2;");
}

#[test]
fn an_array_is_stored_by_a_loop() {
    let body = "int a[4]; for (int i = FROM; i < 4; i++) a[i] = i;
        int k = any(); if (k < 0 || k > 3) return 0; return a[k];";
    is(&body.replace("FROM", "0"), Verdict::Safe);
    is(&body.replace("FROM", "1"), Verdict::Unsafe);
}

#[test]
fn a_store_settles_one_element_of_an_array() {
    let body = "int n = any(), k = any(); if (n < 2 || n > 100 || k < 0 || k > n - 2) return 0;
        int *a = malloc(n * sizeof *a); a[k] = 1; RARELY return a[k + STEP]; return a[k];";
    is(&body.replace("STEP", "0"), Verdict::Safe);
    is(&body.replace("STEP", "1"), Verdict::Unsafe);
}

#[test]
fn a_truth_value_is_0_or_1() {
    let options = LowerOptions { checks: Checks::of(&[Check::Values]), ..LowerOptions::default() };
    for (byte, expected) in [(1, Verdict::Safe), (2, Verdict::Unsafe)] {
        let body = format!("_Bool b = 1; RARELY *(unsigned char *)&b = {}; if (b) return 1; return 0;", byte);
        for arch in [Arch::Ilp32, Arch::Lp64] {
            assert_eq!(verdict_with(&whole("", &body), arch, options), expected, "{:?}", arch);
        }
    }
}
