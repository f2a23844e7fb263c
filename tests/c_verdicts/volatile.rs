//! Volatile objects: those that the program defines keep what was stored; others, and all of them if the options say
//! so, have an arbitrary value of the type each time they are read, or a run may not come there.

use crate::{verdict_on, whole, Verdict};
use indubit::c::{Arch, COptions, LowerOptions, Volatile};

fn verdict(volatile: Volatile, arch: Arch, declarations: &str, body: &str) -> Verdict {
    let target = COptions { arch, volatile, ..COptions::default() };
    verdict_on(&whole(declarations, body), target, LowerOptions::default())
}

fn has(volatile: Volatile, declarations: &str, body: &str, expected: Verdict) {
    for arch in [Arch::Ilp32, Arch::Lp64] {
        assert_eq!(verdict(volatile, arch, declarations, body), expected, "{:?}: {}", arch, body);
    }
}

/// With arbitrary values of all volatile objects.
fn is_safe(declarations: &str, body: &str) {
    has(Volatile::Arbitrary, declarations, body, Verdict::Safe);
}

fn is_unsafe(declarations: &str, body: &str) {
    has(Volatile::Arbitrary, declarations, body, Verdict::Unsafe);
}

fn is_unknown(declarations: &str, body: &str, reason: &str) {
    match verdict(Volatile::Arbitrary, Arch::Ilp32, declarations, body) {
        Verdict::Unknown(found) => assert!(found.ends_with(reason), "{}\n{}", found, body),
        found => panic!("{:?}\n{}", found, body),
    }
}

#[test]
fn a_volatile_object_keeps_what_was_stored() {
    let is_safe = |declarations, body| has(Volatile::Stored, declarations, body, Verdict::Safe);
    is_safe("", "volatile int v = 3; if (v != 3) reach_error();");
    is_safe("", "volatile int i; int n = 0; for (i = 0; i < 5; i++) n++; if (n != 5) reach_error();");
    is_safe("volatile int v = 7; int *p = (int *)&v;", "*p = 8; v += 1; if (v != 9) reach_error();");
    is_safe("int x;", "int *volatile p = &x; *p = 4; if (x != 4 || p != &x) reach_error();");
    is_safe(
        "struct s { volatile int b : 3; int c; };",
        "struct s s; s.b = 2; s.b++; if (s.b != 3) reach_error();",
    );
    is_safe(
        "struct s { int a; };",
        "volatile struct s s = { 1 }; struct s t = s; if (t.a != 1) reach_error();",
    );
    is_safe("volatile _Bool y;", "if (y++) reach_error(); if (!y) reach_error();");
    is_safe("extern volatile int f; volatile int f = 2;", "f *= 2; if (f != 4) reach_error();");
}

#[test]
fn a_volatile_object_of_elsewhere_has_any_value() {
    let is_unsafe = |declarations, body| has(Volatile::Stored, declarations, body, Verdict::Unsafe);
    is_unsafe("extern volatile int f;", "f = 1; RARELY if (f != 1) reach_error();");
    is_unsafe("extern volatile int f;", "RARELY { volatile int *p = &f; if (*p != *p) reach_error(); }");
    is_unsafe("extern volatile int f;", "RARELY { while (!f) ; reach_error(); }");
    has(
        Volatile::Stored,
        "extern volatile int f;",
        "volatile int v = 3; if (v != 3) reach_error();",
        Verdict::Safe,
    );
}

#[test]
fn assembler_without_instructions_keeps_its_operands() {
    let is_safe = |declarations, body| has(Volatile::Stored, declarations, body, Verdict::Safe);
    is_safe("", "int x = 4; asm (\"\" : \"+r\" (x)); if (x != 4) reach_error();");
    is_safe("", "int x = 4, y; asm volatile (\"\" : \"=r\" (y) : \"0\" (x)); if (y != 4) reach_error();");
    is_safe("", "int x = 4; asm (\"\" : \"=m\" (x) : : \"memory\"); if (x != 4) reach_error();");
    is_safe("", "int x = 4, y; asm (\"\" : [o] \"=r\" (y) : \"[o]\" (x)); if (y != 4) reach_error();");
    let changed = "int x = 4; asm (\"nop\" : \"+r\" (x)); RARELY if (x != 4) reach_error();";
    has(Volatile::Stored, "", changed, Verdict::Unsafe);
}

#[test]
fn a_loop_on_a_volatile_flag_may_end() {
    is_unsafe("volatile int flag;", "RARELY { while (!flag) ; reach_error(); }");
    is_unsafe("static volatile int flag;", "RARELY { while (!flag) ; reach_error(); }");
    is_unsafe("extern volatile int flag;", "RARELY { while (!flag) ; reach_error(); }");
    is_unsafe("typedef int sig_atomic_t; volatile sig_atomic_t f;", "RARELY { while (!f) ; reach_error(); }");
    is_unsafe("", "int volatile flag = 0; RARELY { do { } while (!flag); reach_error(); }");
    is_safe("int flag;", "RARELY { while (!flag) ; reach_error(); }");
}

#[test]
fn each_read_of_a_volatile_object_gives_another_value() {
    is_unsafe("", "volatile int y = 5; RARELY if (y != 5) reach_error();");
    is_unsafe("volatile int y;", "RARELY if (y != y) reach_error();");
    is_unsafe("typedef volatile int word;", "word y = 5; RARELY if (y == 6) reach_error();");
    is_unsafe("int f(volatile int x) { return x; }", "RARELY if (f(3) != 3) reach_error();");
    is_unsafe(
        "struct s { int a; volatile int b; };",
        "struct s s = {1, 2}; RARELY if (s.b != 2) reach_error();",
    );
    is_unsafe("struct s { int a; };", "volatile struct s s = {1}; RARELY if (s.a != 1) reach_error();");
    is_unsafe("volatile int a[2] = {1, 2};", "RARELY if (a[1] != 2) reach_error();");
    is_unsafe("typedef int pair[2]; volatile pair a = {1, 2};", "RARELY if (a[1] != 2) reach_error();");
    is_unsafe("", "int x = 1; volatile int *p = &x; RARELY if (*p != 1) reach_error();");
    is_unsafe("", "int x = 1; RARELY if (*(volatile int *)&x != 1) reach_error();");
    is_unsafe("", "int x = 1; volatile __typeof__(x) y = x; RARELY if (y != 1) reach_error();");
    is_unsafe("", "volatile int x = 1; __typeof__(x) y = 1; RARELY if (y != 1) reach_error();");
}

#[test]
fn a_volatile_object_has_values_of_its_type() {
    is_safe("", "volatile unsigned char y = 1; RARELY { int x = y; if (x < 0 || x > 255) reach_error(); }");
    is_safe("", "volatile _Bool y = 1; RARELY { int x = y; if (x != 0 && x != 1) reach_error(); }");
    is_unsafe("", "volatile _Bool y = 1; RARELY if (!y) reach_error();");
    is_unsafe("enum e { A, B };", "volatile enum e y = A; RARELY if (y == B) reach_error();");
}

#[test]
fn writes_through_volatile_lvalues_are_writes() {
    is_safe("", "int x = 1; *(volatile int *)&x = 2; RARELY if (x != 2) reach_error();");
    is_safe("void set(volatile int *p) { *p = 3; }", "int x = 1; set(&x); RARELY if (x != 3) reach_error();");
    is_safe("", "volatile int y; int x = y = 7; RARELY if (x != 7) reach_error();");
}

#[test]
fn a_volatile_object_is_read_by_operators_that_assign() {
    is_unsafe("", "volatile int y = 1; int x = ++y; RARELY if (x != 2) reach_error();");
    is_unsafe("", "volatile int y = 1; int x = y++; RARELY if (x != 1) reach_error();");
    is_unsafe("", "volatile int y = 1; int x = y += 2; RARELY if (x == 9) reach_error();");
    is_safe("", "volatile unsigned char y; int x = y++; RARELY if (x < 0 || x > 255) reach_error();");
    is_safe("", "volatile int y; int x = (y |= 1); RARELY if (x % 2 == 0) reach_error();");
    is_safe("int i; volatile int a[3];", "a[i++] += 1; RARELY if (i != 1) reach_error();");
    is_safe("int i; volatile int a[3];", "int x = a[i++]; RARELY if (i != 1) reach_error();");
}

#[test]
fn what_is_not_volatile_beside_it_stays_as_it_is() {
    is_safe(
        "struct s { int a; volatile int b; };",
        "struct s s = {1, 2}; RARELY if (s.a != 1) reach_error();",
    );
    is_safe("", "int x = 1; volatile int y; y = 2; int z = x; RARELY if (z != 1) reach_error();");
    is_safe("", "volatile int y; RARELY if (sizeof y != sizeof(int) || &y == 0) reach_error();");
    is_safe("", "int x; int volatile *p = &x; RARELY if (p != &x) reach_error();");
    is_safe("", "asm volatile (\"\"); int x = (volatile int)3; RARELY if (x != 3) reach_error();");
}

#[test]
fn volatile_objects_that_are_no_integers_are_not_read() {
    let body = "int *volatile p = 0; RARELY if (p == &x) reach_error();";
    is_unknown("int x;", body, "a volatile pointer is read");
    let body = "volatile struct s s = {1}; struct s t = s; RARELY if (t.a != 1) reach_error();";
    is_unknown("struct s { int a; };", body, "a volatile structure is read");
    let body = "struct s s; s.b = 1; RARELY if (s.b != 1) reach_error();";
    is_unknown("struct s { volatile int b : 2; };", body, "a volatile bit-field is read");
    let body = "volatile _Bool y = 0; RARELY if (y++) reach_error();";
    is_unknown("", body, "a step of a volatile truth value");
}

#[test]
fn a_pointer_does_not_forget_volatile() {
    let reason = "a pointer to a volatile object becomes one to another object";
    let body = "volatile int y = 1; int *p = (int *)&y; RARELY if (*p != 1) reach_error();";
    is_unknown("", body, reason);
    let body = "volatile int y = 1; char *p = (char *)(void *)&y; RARELY if (*p != 1) reach_error();";
    is_unknown("", body, reason);
    let body = "volatile int y = 1, *p = &y; int **q = (int **)&p; RARELY if (**q != 1) reach_error();";
    is_unknown("", body, reason);
    is_safe("", "volatile int y; volatile void *p = &y; RARELY if (!p) reach_error();");
}

#[test]
fn a_pointer_to_an_object_that_is_not_volatile_may_forget_it() {
    let get = "int get(volatile int *p) { return *(int *)p; }";
    is_safe(get, "int x = 1; RARELY if (get(&x) != 1) reach_error();");
    is_safe(get, "int x = 1; volatile long long y = 2; RARELY if (get(&x) != 1) reach_error();");
    let reason = "a pointer to a volatile object becomes one to another object";
    is_unknown(
        get,
        "volatile unsigned y = 1; RARELY if (get((volatile int *)&y) != 1) reach_error();",
        reason,
    );
    let pair = format!("struct s {{ char c; volatile int i; }} s; {}", get);
    is_unknown(&pair, "s.i = 1; RARELY if (get(&s.i) != 1) reach_error();", reason);
    let pair = format!("struct s {{ char c; volatile int i; }}; {}", get);
    is_safe(&pair, "int x = 1; RARELY if (get(&x) != 1) reach_error();");
}
