//! Errors of the language that are looked for on request, each with a twin that has none.

use crate::{verdict_with, whole, Verdict};
use indubit::c::{Arch, Check, Checks, LowerOptions};

/// Checks that a program has an error under these options, which its twin has not, and the default options do not show.
fn is_told(wrong: &str, mended: &str, options: LowerOptions) {
    let cases = [
        (wrong, options, Verdict::Unsafe),
        (mended, options, Verdict::Safe),
        (wrong, LowerOptions::default(), Verdict::Safe),
    ];
    for (body, options, expected) in cases {
        let text = whole(
            "#include <stdlib.h>\n#include <string.h>\nstatic const int fixed[2] = {1, 2}; int any(void);",
            body,
        );
        for arch in [Arch::Ilp32, Arch::Lp64] {
            assert_eq!(verdict_with(&text, arch, options), expected, "{:?}\n{}", arch, text);
        }
    }
}

#[test]
fn a_write_into_a_const_object_is_out_of_bounds() {
    let bounds = LowerOptions { checks: Checks::of(&[Check::Bounds]), ..LowerOptions::default() };
    is_told(
        "int *p = (int *)&fixed[1]; RARELY *p = 3; return *p;",
        "int *p = (int *)&fixed[1]; RARELY return 3; return *p;",
        bounds,
    );
    is_told(
        "const int c = any(); int *p = (int *)&c; RARELY *p = 3;",
        "int c = any(); int *p = &c; RARELY *p = 3;",
        bounds,
    );
    // The first value is none that is written over another one, in each turn of a loop.
    is_told(
        "for (int i = 0; i < 2; i++) { const int c = i; int *p = (int *)&c; RARELY (*p)++; }",
        "for (int i = 0; i < 2; i++) { const int c = i; RARELY return c; }",
        bounds,
    );
}

#[test]
fn an_unreachable_place_is_reached() {
    is_told(
        "switch (any() & 3) { case 0: return 1; case 2: __builtin_unreachable(); default: return 2; }",
        "switch (any() & 3 & 1) { case 0: return 1; case 2: __builtin_unreachable(); default: return 2; }",
        LowerOptions { checks: Checks::of(&[Check::Unreachable]), ..LowerOptions::default() },
    );
}

#[test]
fn a_shift_to_the_left_keeps_the_sign_and_the_value() {
    let shifts = LowerOptions { checks: Checks::of(&[Check::Shifts]), ..LowerOptions::default() };
    is_told(
        "int x = any(); if (x < -1 || x > 3) return 0; return x << 2;",
        "int x = any(); if (x < 0 || x > 3) return 0; return x << 2;",
        shifts,
    );
    is_told(
        "int x = any(); if (x < 0 || x > 3) return 0; x <<= 30; return x;",
        "int x = any(); if (x < 0 || x > 1) return 0; x <<= 30; return x;",
        shifts,
    );
    is_told(
        "int x = any(); if (x < 0 || x > 32) return 0; return (int)(1u << x);",
        "int x = any(); if (x < 0 || x > 31) return 0; return (int)(1u << x);",
        shifts,
    );
}

/// Checks that one check finds an error that its twin has not.
fn is_found(check: Check, wrong: &str, mended: &str) {
    is_told(wrong, mended, LowerOptions { checks: Checks::of(&[check]), ..LowerOptions::default() });
}

/// Checks that no check of undefined behaviour finds an error.
fn is_fine(body: &str) {
    let text = whole(
        "#include <stdlib.h>\n#include <string.h>\nstruct r { int x, buf[4], y; }; int any(void);",
        body,
    );
    for arch in [Arch::Ilp32, Arch::Lp64] {
        let options = LowerOptions { checks: Checks::all(), ..LowerOptions::default() };
        assert_eq!(verdict_with(&text, arch, options), Verdict::Safe, "{:?}\n{}", arch, text);
    }
}

#[test]
fn an_index_stays_in_its_row_or_member() {
    is_found(
        Check::Members,
        "struct { int a[3], b; } s = {{0}}; unsigned i = any(); if (i > 3) return 0; return s.a[i];",
        "struct { int a[3], b; } s = {{0}}; unsigned i = any(); if (i > 2) return 0; return s.a[i];",
    );
    is_found(
        Check::Members,
        "int m[2][3] = {{0}}; RARELY m[0][3] = 1; return m[1][0];",
        "int m[2][3] = {{0}}; RARELY m[0][2] = 1; return m[1][0];",
    );
    is_found(
        Check::Members,
        "struct { int a[3], b; } s = {{0}}; int *p = &s.a[0]; RARELY p = &s.a[4]; return p == s.a;",
        "struct { int a[3], b; } s = {{0}}; int *p = &s.a[0]; RARELY p = &s.a[3]; return p == s.a;",
    );
}

#[test]
fn a_member_of_the_heap_keeps_its_index() {
    let body = "struct r { int x; char buf[4]; int y; } *p = malloc(2 * sizeof *p);
        int i = any(); if (i < 0 || i > MOST) return 0; p[1].buf[i] = 1; return 0;";
    is_found(Check::Members, &body.replace("MOST", "4"), &body.replace("MOST", "3"));
}

#[test]
fn the_library_is_given_objects_that_do_not_overlap() {
    is_found(
        Check::Library,
        "char a[4] = {0}, *p = a; RARELY p = 0; memset(p, 0, 0); return a[0];",
        "char a[4] = {0}, *p = a; RARELY p = a + 1; memset(p, 0, 0); return a[0];",
    );
    is_found(
        Check::Library,
        "char a[8] = {0}; unsigned i = any(); int n = 3; if (i < 2 || i > 4) return 0; memcpy(a + i, a, n); return 0;",
        "char a[8] = {0}; unsigned i = any(); int n = 3; if (i < 3 || i > 4) return 0; memcpy(a + i, a, n); return 0;",
    );
}

#[test]
fn an_array_of_variable_length_has_an_element() {
    is_found(
        Check::Lengths,
        "int n = any(); if (n < 0 || n > 2) return 0; char a[n]; return sizeof a > 4;",
        "int n = any(); if (n < 1 || n > 2) return 0; char a[n]; return sizeof a > 4;",
    );
    is_found(
        Check::Lengths,
        "short n = 2; RARELY n = 0; char a[n]; return sizeof a == 4;",
        "short n = 2; RARELY n = 1; char a[n]; return sizeof a == 4;",
    );
    // Without the check, the length is that of an object which is too large to be followed.
    let lengths = LowerOptions { checks: Checks::of(&[Check::Lengths]), ..LowerOptions::default() };
    let text = whole("", "short n = 2; RARELY n = -1; char a[n]; return sizeof a == 4;");
    assert_eq!(verdict_with(&text, Arch::Ilp32, lengths), Verdict::Unsafe);
}

#[test]
fn a_pointer_is_aligned_for_what_it_leads_to() {
    is_found(
        Check::Alignment,
        "char *b = malloc(8); unsigned i = any(); if (i > 4 || i % 2) return 0; *(int *)(b + i) = 1; return 0;",
        "char *b = malloc(8); unsigned i = any(); if (i > 4 || i % 4) return 0; *(int *)(b + i) = 1; return 0;",
    );
    is_found(
        Check::Alignment,
        "struct p { short x, y; } *p; int a[2] = {0}; p = (struct p *)a; RARELY p = (struct p *)((char *)a + 1); \
        p->x = 1; return a[0];",
        "struct __attribute__((packed)) p { short x, y; } *p; int a[2] = {0}; p = (struct p *)a; \
        RARELY p = (struct p *)((char *)a + 1); p->x = 1; return a[0];",
    );
}

#[test]
fn a_function_is_called_as_what_it_is() {
    is_found(
        Check::Calls,
        "int (*f)(int) = abs; RARELY { f = (int (*)(int))labs; } return f(3);",
        "int (*f)(int) = abs; RARELY { f = (int (*)(int))(void *)abs; } return f(3);",
    );
}

#[test]
fn a_result_that_is_used_is_returned() {
    let pick = "int any(void); int pick(int x) { if (x > 3) return x; }";
    let results = LowerOptions { checks: Checks::of(&[Check::Results]), ..LowerOptions::default() };
    for (body, expected) in [
        ("int x = any(); RARELY return pick(x); return 0;", Verdict::Unsafe),
        ("int x = any(); RARELY { pick(x); (void)pick(x); } return 0;", Verdict::Safe),
        ("int x = any(); if (x > 3) return pick(x); return 0;", Verdict::Safe),
    ] {
        assert_eq!(verdict_with(&whole(pick, body), Arch::Lp64, results), expected, "{}", body);
    }
}

#[test]
fn a_moved_pointer_stays_in_its_object() {
    for (from, to, moved) in [
        ("a", "unsigned i = any(); if (i > MOST) return 0;", "p = a + i;"),
        ("a", "unsigned i = any(); if (i > MOST) return 0;", "p += i;"),
        ("a", "unsigned i = any(); if (i > MOST) return 0;", "p = &a[i];"),
        ("a + 2", "int i = MOST;", "RARELY for (int j = 2; j < i; j++) p++;"),
    ] {
        let body = format!("int a[3] = {{0}}, *p = {}; {} {} return p == a;", from, to, moved);
        is_found(Check::Pointers, &body.replace("MOST", "4"), &body.replace("MOST", "3"));
    }
    is_found(
        Check::Pointers,
        "int n = any(); if (n < 2 || n > 3) return 0; char *p = malloc(n); if (!p) return 0; p += 3; return 0;",
        "int n = any(); if (n < 3 || n > 3) return 0; char *p = malloc(n); if (!p) return 0; p += 3; return 0;",
    );
}

#[test]
fn defined_wraps_and_conversions_are_found_by_name_only() {
    is_found(
        Check::UnsignedOverflow,
        "unsigned x = any(); if (x < 1) return 0; x -= 2; return x == 3;",
        "unsigned x = any(); if (x < 2) return 0; x -= 2; return x == 3;",
    );
    is_found(
        Check::UnsignedOverflow,
        "unsigned x = any(); if (x > 65536) return 0; return x * x == 3;",
        "unsigned x = any(); if (x > 65535) return 0; return x * x == 3;",
    );
    is_found(
        Check::Truncation,
        "int x = any(); if (x < -1 || x > 255) return 0; unsigned char y = x; return y == 3;",
        "int x = any(); if (x < 0 || x > 255) return 0; unsigned char y = x; return y == 3;",
    );
    is_found(
        Check::Truncation,
        "unsigned char x = any() & 255; RARELY x += 1; return x;",
        "unsigned char x = any() & 127; RARELY x += 1; return x;",
    );
    is_fine("unsigned x = any(); unsigned char y = x; return x * x + y == 3u - x;");
}

#[test]
fn what_c_allows_is_no_error() {
    is_fine("struct r s = {0}; int *p = &s.buf[4]; p--; return s.buf[3] + *p;");
    is_fine("struct r *p = malloc(sizeof *p); if (!p) return 0; memset(p, 0, sizeof *p); return p->buf[3];");
    is_fine("char to[4], *from = \"abc\"; memcpy(to, from, 4); return strlen(to) == 3;");
    is_fine(
        "int a[4] = {0}; char *p = (char *)a; for (int i = 0; i < 16; i++) p++; return p == (char *)(a + 4);",
    );
}

#[test]
fn other_verifiers_words_mean_the_same() {
    let text = "int __ESBMC_nondet_int(void); void __ESBMC_assume(_Bool);
        int main(void) {
            int x = __ESBMC_nondet_int();
            __ESBMC_assume(x > 3);
            klee_assume(x < 10);
            __CPROVER_assume(x != 7);
            __CPROVER_assert(x > 3 && x < 10, \"x\");
            __ESBMC_assert(x != LAST, \"last\");
            return 0;
        }";
    for (last, expected) in [("7", Verdict::Safe), ("8", Verdict::Unsafe)] {
        let text = text.replace("LAST", last);
        assert_eq!(verdict_with(&text, Arch::Ilp32, LowerOptions::default()), expected, "{}", text);
    }
}
