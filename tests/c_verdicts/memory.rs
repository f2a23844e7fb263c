//! Pointers are objects and offsets in bytes, or numbers.

use crate::{is_safe, is_unsafe};

#[test]
fn a_pointer_that_is_moved_away_and_back_keeps_its_object() {
    is_unsafe(
        "",
        "int x; RARELY { int *p = &x; int *q = &p[1]; int *r = &q[-1]; *r = 5; if (x == 5) reach_error(); }",
    );
    is_unsafe("", "int a[1]; RARELY { int *q = a + 1; q[-1] = 5; if (a[0] == 5) reach_error(); }");
    is_unsafe(
        "struct s { int a, b; };",
        "struct s s; RARELY { struct s *e = &(&s)[1]; e[-1].b = 5; if (s.b == 5) reach_error(); }",
    );
}

#[test]
fn a_member_of_a_null_pointer_is_a_number() {
    is_unsafe(
        "#include <stddef.h>\nstruct p { int x, y; };",
        "RARELY if (offsetof(struct p, y) == 4 && (unsigned long)&((struct p *)0)->y == 4) reach_error();",
    );
    is_unsafe("", "void *g = 0; RARELY { g++; if (g != (void *)0) reach_error(); }");
    is_safe("", "char *g = 0; RARELY { g--; g++; if (g != (void *)0) reach_error(); }");
}

#[test]
fn pointers_to_nothing_are_told_apart() {
    is_unsafe("", "int *p = (int *)4, *q = (int *)8; RARELY if (p != q) reach_error();");
    is_safe("", "int *p = (int *)4, *q = (int *)4; RARELY if (p != q) reach_error();");
    is_unsafe("", "int *p, *q; RARELY if (p != q) reach_error();");
    is_unsafe(
        "extern void *__VERIFIER_nondet_pointer(void);",
        "void *p = __VERIFIER_nondet_pointer(), *q = __VERIFIER_nondet_pointer(); RARELY if (p != q) reach_error();",
    );
    is_unsafe(
        "",
        "int x; int *p = (int *)-1; RARELY { if (__VERIFIER_nondet_int()) p = &x; \
            if (p != (int *)-1 && p == &x) reach_error(); }",
    );
    is_safe("", "int x; int *p = &x; RARELY if (p == (int *)-1 || p == 0) reach_error();");
}

#[test]
fn rows_and_members_follow_each_other() {
    is_unsafe(
        "",
        "int a[2][3]; RARELY { int *p = &a[0][0]; for (int i = 0; i < 6; i++) p[i] = i; \
            if (a[1][2] == 5) reach_error(); }",
    );
    is_safe(
        "",
        "int a[2][3]; RARELY { int *p = &a[0][0]; for (int i = 0; i < 6; i++) p[i] = i; \
            if (a[1][2] != 5) reach_error(); }",
    );
    is_unsafe("", "int a[2][3]; RARELY if (&a[1][0] - &a[0][0] == 3) reach_error();");
    is_unsafe(
        "struct s { int a[2]; int b; };",
        "struct s s; RARELY { int i = 2; s.b = 7; if (s.a[i] == 7) reach_error(); }",
    );
    is_unsafe(
        "struct s { int a, b; };",
        "struct s s; RARELY { int *p = &s.a; p++; *p = 9; if (s.b == 9) reach_error(); }",
    );
    is_unsafe(
        "",
        "int a[2][3]; int i = __VERIFIER_nondet_int(); a[1][0] = 4; RARELY if (i == 3 && a[0][i] == 4) reach_error();",
    );
}

#[test]
fn an_index_of_the_size_of_a_pointer_may_step_back() {
    is_unsafe(
        "",
        "int a[3]; unsigned long n = 0; int *p = a + 1; a[0] = 6; RARELY if (p[n - 1] == 6) reach_error();",
    );
}

#[test]
fn other_types_see_the_bytes() {
    is_unsafe(
        "",
        "int x = 0x01020304; RARELY { char *p = (char *)&x; if (p[0] == 4 && p[3] == 1) reach_error(); }",
    );
    is_safe(
        "",
        "int x = 0x01020304; RARELY { char *p = (char *)&x; p[1] = 0; if (x != 0x01020004) reach_error(); }",
    );
    is_unsafe(
        "#include <stddef.h>\nstruct l { int k; struct l *n; }; struct e { int v; struct l l; };",
        "struct e e; RARELY { e.v = 3; struct l *p = &e.l; \
            struct e *q = (struct e *)((char *)p - offsetof(struct e, l)); if (q->v == 3) reach_error(); }",
    );
    is_safe(
        "",
        "unsigned short h[2]; RARELY { *(unsigned *)h = 0x10002; if (h[0] != 2 || h[1] != 1) reach_error(); }",
    );
}

#[test]
fn strings_have_elements() {
    is_unsafe(
        "",
        "const char *s = \"hello\"; RARELY { int n = 0; while (s[n]) n++; if (n == 5) reach_error(); }",
    );
    is_safe(
        "",
        "const char *s = \"hello\"; RARELY { int n = 0; while (*s++) n++; if (n != 5) reach_error(); }",
    );
    is_unsafe("", "RARELY if (\"abc\"[1] == 'b') reach_error();");
}

#[test]
fn integers_made_from_pointers_keep_their_object() {
    let declarations = "#include <stdint.h>";
    is_safe(
        declarations,
        "int x = 1; RARELY { uintptr_t t = (uintptr_t)&x; t |= 1; \
            if (!(t & 1) || *(int *)(t & ~(uintptr_t)1) != x) reach_error(); }",
    );
    is_unsafe(
        declarations,
        "int a[3]; RARELY { uintptr_t t = (uintptr_t)a + 2 * sizeof(int); *(int *)t = 8; \
            if (a[2] == 8) reach_error(); }",
    );
    is_safe(declarations, "int a[3]; RARELY if ((uintptr_t)&a[2] - (uintptr_t)a != 8) reach_error();");
    is_safe(declarations, "int x; RARELY if ((uintptr_t)&x % 4 != 0 || (uintptr_t)&x == 12) reach_error();");
}

/// The remainder of a negative address is not positive, and on ILP32 addresses may be negative.
#[test]
fn the_signed_remainder_of_an_address_is_not_known() {
    let body =
        |ty: &str| format!("char c[8]; int x; RARELY if (({})((char *)&x + 1) % 4 != 1) reach_error();", ty);
    is_safe("", &body("unsigned long"));
    crate::is_unknown("", &body("long"), "the bits of an address are not known");
}

#[test]
fn differences_and_orders_of_pointers_follow_the_offsets() {
    is_safe(
        "",
        "int a[4]; int *p = a, *q = &a[3]; RARELY if (q - p != 3 || p > q || !(p < q)) reach_error();",
    );
    is_safe(
        "struct s { char c; int x[2]; };",
        "struct s s[2]; RARELY if ((char *)&s[1].x[1] - (char *)s != 20) reach_error();",
    );
}

#[test]
fn objects_may_be_large() {
    is_safe(
        "int a[100000];",
        "a[99999] = 3; a[5] = 4; RARELY if (a[99999] != 3 || a[6] != 0) reach_error();",
    );
    is_unsafe("", "int a[10000]; a[9] = 3; RARELY if (a[9] == 3 && a[10] == 77) reach_error();");
    is_unsafe(
        "struct s { char text[5000]; int n[3]; };",
        "struct s s; int i = __VERIFIER_nondet_int(); s.n[1] = 6; RARELY if (i == 1 && s.n[i & 1] == 6) reach_error();",
    );
    is_unsafe("int a[100000];", "int i; RARELY if (a[i] == 1) reach_error();");
}

/// An integer that may be an address elsewhere has the sign of its type, and an address that of gcc.
#[test]
fn numbers_beside_addresses_keep_their_sign_in_larger_types() {
    let number = |ty: &str, condition: &str| {
        format!(
            "int n = __VERIFIER_nondet_int(); char b[2]; {} x = n == 305419896 ? -3 : (long)b;
             if (n == 305419896 && ({})) reach_error();",
            ty, condition
        )
    };
    is_safe("", &number("long", "(unsigned long long)x != -3ULL || (long long)x * 2 != -6"));
    is_safe("", &number("long", "x / 2 != -1 || x % 2 != -1 || x >> 1 != -2 || x >= 0"));
    is_safe("", &number("long", "(short)x != -3 || (unsigned char)x != 253"));
    is_safe("", &number("unsigned long", "(unsigned long long)x != -3UL || x % 7 != -3UL % 7"));
    is_unsafe("", &number("long", "(long long)x == -3"));
    is_safe("", "void *p = (void *)-3; RARELY if ((unsigned long long)p != -3ULL) reach_error();");
    is_safe(
        "void *p = (void *)-3; unsigned long long g = (unsigned long long)(void *)-4;",
        "RARELY if ((unsigned long long)p != -3ULL || g != -4ULL) reach_error();",
    );
}
