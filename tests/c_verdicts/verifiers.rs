//! Programs that were written for other verifiers: facts about pointers, quantifiers, arbitrary objects.

use crate::{is_safe, is_unknown, is_unsafe};

const BLOCK: &str = "#include <stdlib.h>\nextern unsigned nondet_unsigned(void);";

#[test]
fn bytes_can_be_read_where_the_object_has_them() {
    is_safe(
        BLOCK,
        "int a[4], *null = 0; const int fixed = 1; char *p = malloc(8); unsigned i = nondet_unsigned();
         if (!__CPROVER_r_ok(a, 16) || __CPROVER_r_ok(a, 17) || !__CPROVER_rw_ok(a + 4, 0) || __CPROVER_r_ok(a + 4)) \
         reach_error();
         if (__CPROVER_r_ok(null) || !__CPROVER_w_ok(p + 7) || __CPROVER_w_ok(p + 8) || __CPROVER_w_ok(p - 1, 0)) \
         reach_error();
         if (!__CPROVER_r_ok(&fixed) || __CPROVER_w_ok(&fixed)) reach_error();
         if (!__CPROVER_r_ok(\"ab\", 3) || __CPROVER_w_ok(\"ab\", 1)) \
         reach_error();
         if (i < 100 && __CPROVER_r_ok(&a[i]) != (i < 4)) reach_error();
         free(p); if (__CPROVER_r_ok(p, 1)) reach_error();",
    );
}

#[test]
fn the_size_of_a_block_may_be_computed() {
    let make = "unsigned n = nondet_unsigned(); if (n > 20) return 0; char *p = malloc(n);";
    is_safe(BLOCK, &format!("{} if (__CPROVER_w_ok(p, 5) && n < 5) reach_error(); p[0] = 0;", make));
    is_unsafe(BLOCK, &format!("{} if (__CPROVER_w_ok(p, 5) && n < 6) reach_error();", make));
    is_safe(
        BLOCK,
        &format!(
            "{} if (__CPROVER_OBJECT_SIZE(p) != n || __CPROVER_POINTER_OFFSET(p + 2) != 2) reach_error();",
            make
        ),
    );
}

#[test]
fn objects_are_the_same_wherever_pointers_are_in_them() {
    is_safe(
        "struct pair { int a, b; };",
        "struct pair x, y, *p = nondet() ? &x : &y; int *q = &x.b; _Bool in_x = p == &x;
         if (__CPROVER_same_object(p, q) != in_x || __CPROVER_same_object(p, 0)) reach_error();
         if ((__CPROVER_POINTER_OBJECT(&x.a) != __CPROVER_POINTER_OBJECT(q))) reach_error();
         if (__CPROVER_OBJECT_SIZE(q) != 8 || __CPROVER_POINTER_OFFSET(q) != 4 || __CPROVER_OBJECT_SIZE(0)) \
         reach_error();",
    );
    is_unknown(
        "int x;",
        "if (__CPROVER_POINTER_OBJECT(&x) > 7) reach_error();",
        "a call of `__CPROVER_POINTER_OBJECT`: this word of CBMC is not followed",
    );
}

#[test]
fn quantifiers_are_told_for_each_value() {
    let fill = "int a[8]; for (int i = 0; i < 8; i++) a[i] = nondet();";
    is_safe(
        "",
        &format!(
            "{} __CPROVER_assume(__CPROVER_forall {{ int i; (0 <= i && i < 8) ==> a[i] > 3 }});
             if (a[nondet() & 7] <= 3) reach_error();",
            fill
        ),
    );
    is_unsafe(
        "",
        &format!(
            "{} __CPROVER_assume(__CPROVER_exists {{ unsigned i; i < 8 && a[i] == 3 }});
             if (a[5] == 3 && a[4] != 3) reach_error();",
            fill
        ),
    );
    is_safe(
        "",
        &format!(
            "{} __CPROVER_assume(__CPROVER_forall {{ int i; 0 <= i && i < sizeof(a) / sizeof(a[0]) ==>
                 __CPROVER_exists {{ int j; j >= i && j <= 7 && a[j] == i }} }});
             if (a[7] != 7) reach_error(); __CPROVER_assert(1 ==> 0 || 1, \"implies\");",
            fill
        ),
    );
    is_unknown(
        "",
        "int a[4] = {0}, n = nondet(); if (__CPROVER_forall { int i; 0 <= i && i < n ==> a[i] == 0 }) reach_error();",
        "a `__CPROVER_forall` whose variable has no constant bounds, or too many values",
    );
}

#[test]
fn objects_are_made_arbitrary() {
    let words = "struct pair { int a; char text[3]; };";
    for make in ["klee_make_symbolic(&x, sizeof x, \"x\");", "__CPROVER_havoc_object(&x.text[1]);"] {
        is_unsafe(
            words,
            &format!("struct pair x = {{1}}; {} if (x.a == 7 && x.text[2] == 9) reach_error();", make),
        );
    }
    is_safe(
        words,
        "struct pair x = {1}; klee_make_symbolic(&x.text, 3, \"t\"); if (x.a != 1) reach_error();",
    );
    is_unsafe(
        BLOCK,
        "int *p = malloc(8); klee_make_symbolic(p, 8, \"p\"); if (p[0] == 3 && p[1] == 4) reach_error();",
    );
    is_safe("", "int x = klee_range(3, 6, \"x\"); if (x < 3 || x > 5) reach_error();");
    is_unsafe("", "int x = klee_range(3, 6, \"x\"); if (x == 5) reach_error();");
    is_unknown(
        "extern int *pointer(void);",
        "__CPROVER_havoc_object(pointer()); reach_error();",
        "`__CPROVER_havoc_object` of an object that is not known when the program is read",
    );
}

#[test]
fn other_words_of_cbmc_are_refused() {
    is_unknown(
        "int __CPROVER_uninterpreted_f(int);",
        "if (__CPROVER_uninterpreted_f(1) == 2) reach_error();",
        "a call of `__CPROVER_uninterpreted_f`: this word of CBMC is not followed",
    );
}

#[test]
fn words_of_cbmc_tell_an_overflow() {
    is_safe(
        "#include <limits.h>",
        "int a = nondet(), b = nondet();
         if (!__CPROVER_overflow_plus(a, b) && a > 0 && b > 0 && a + b < a) reach_error();
         if (!__CPROVER_overflow_minus(a, b) && b > 0 && a - b > a) reach_error();
         if (__CPROVER_overflow_unary_minus(a) != (a == INT_MIN)) reach_error();
         if (__CPROVER_overflow_mult(INT_MAX / 2, 2) || !__CPROVER_overflow_mult(INT_MAX / 2 + 1, 2)) reach_error();
         if (!__CPROVER_overflow_plus(-1, 1u) || __CPROVER_overflow_plus((char) 127, (char) 1)) reach_error();",
    );
}

#[test]
fn assertions_of_frama_c_are_read_between_statements() {
    is_safe(
        "",
        "int x = nondet(); if (x > 2) {\n//@ assert x >= 3;\n} /*@ assert x > 2 ==> x != 2; */ return 0;",
    );
    is_unsafe("", "int x = nondet(); if (x > 2) { /*@ assert x != -7 && x <= 100; */ }");
    is_unsafe(
        "struct s { int a; };",
        "struct s s = {nondet()}, *p = &s; /*@ assert (p->a == s.a) && p->a < 3; */ \n//@ assert s.a != 4;\n",
    );
    // These have another meaning in ACSL, or would change the program, or are no terms of C.
    for text in [
        "/*@ assert 3 > x > 1; */",
        "/*@ assert x < u; */",
        "/*@ assert x + 1 > x; */",
        "/*@ assert \\false; */",
        "//@ assert ghost == 1;\n",
        "if (x != 2) /*@ assert x == 2; */ x = 2; if (x != 2) reach_error();",
    ] {
        is_safe("", &format!("int x = 2; unsigned u = -1; {} reached: x = 0;", text));
    }
}
