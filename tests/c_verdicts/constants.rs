//! Values that the text fixes: first values of objects that live for the whole run, initialisers, literals, alignments
//! and lines.

use crate::{is_safe, is_unsafe, no_overflow};

#[test]
fn first_values_that_divide_are_computed() {
    is_safe("static int a = 8 / 2;", "if (a != 4) reach_error();");
    is_unsafe("static int a = 8 / 2;", "RARELY if (a == 4) reach_error();");
    is_safe("int tab[7]; static int n = sizeof tab / sizeof *tab;", "if (n != 7) reach_error();");
    is_safe(
        "static int a = 7 % 2, b = -7 / 2, c = -7 % 4;",
        "if (a != 1 || b != -3 || c != -3) reach_error();",
    );
    is_safe("", "static int a = 100 / 7; if (a != 14) reach_error();");
    is_safe("static int *p = (int[]){ 9 / 3, 5 };", "if (p[0] != 3 || p[1] != 5) reach_error();");
}

#[test]
fn first_values_that_choose_are_computed() {
    is_safe("static int a = 1 ? 9 : 1 / 0;", "if (a != 9) reach_error();");
    is_safe(
        "static int a = (1 && 2 + 3) + 7, b = 0 && 1 / 0, c = 4 ?: 5;",
        "if (a + b + c != 12) reach_error();",
    );
    is_safe("int x; static int *p = sizeof(int) == 4 ? &x : 0;", "if (p != &x) reach_error();");
    is_safe(
        "static int a = ((7 ^ 2) << 3 | 1) > 40, b = ~5 & 0xff;",
        "if (a != 1 || b != 250) reach_error();",
    );
    is_safe("static _Bool b = 6 / 3; static unsigned char c = 300 / 1;", "if (!b || c != 44) reach_error();");
}

#[test]
fn first_values_that_fit_are_no_overflow() {
    no_overflow(
        "static int a = 1 ? 3 + 4 : 2;",
        "int x = __VERIFIER_nondet_int(); if (x < 2147483000) x = x + a; return x;",
        true,
    );
    no_overflow("static int a = 1 ? 3 + 4 : 2;", "int x = 2147483640; if (a > 0) x = x + a; return 0;", true);
    no_overflow("static int g = 2147483647 - 1;", "RARELY { g = g + 2; } return 0;", false);
}

#[test]
fn a_product_of_narrow_numbers_does_not_overflow() {
    let inputs = "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();";
    let wide = format!("{} long long l = (long long)x * y; return l > 0;", inputs);
    no_overflow("", &wide, true);
    no_overflow("", &format!("{} return (short)x * (short)y;", inputs), true);
    no_overflow("", &format!("{} return (short)x * y;", inputs), false);
    no_overflow("", &format!("{} long long l = (long long)x * y * 3; return l > 0;", inputs), false);
}

const PAIR: &str = "struct p { int x, y; }; struct s { struct p p; int k; };
union u { int a; struct { char b, c; } t; short h[2]; }; struct w { union u u; int k; };";

#[test]
fn an_initialiser_of_the_whole_takes_the_place_of_those_of_its_parts() {
    is_safe(PAIR, "struct s w = { .p.x = 5, .p = { .y = 3 } }; if (w.p.x != 0 || w.p.y != 3) reach_error();");
    is_unsafe(
        "static int a[2][2] = { [0][0] = 7, [0] = { [1] = 2 } };",
        "RARELY if (a[0][0] == 0) reach_error();",
    );
    is_safe(PAIR, "struct p q = { 8, 9 }; struct s v = { .p.x = 5, .p = q }; if (v.p.x != 8) reach_error();");
    is_safe(PAIR, "struct s v = { .p = { 8, 9 }, .p.y = 7 }; if (v.p.x != 8 || v.p.y != 7) reach_error();");
    is_safe("", "int e = 0; int a[2] = { [0] = e++, [0] = 7 }; if (e != 0 || a[0] != 7) reach_error();");
    is_safe(
        "",
        "int a[4] = { [0 ... 3] = 5, [1] = 6 }; if (a[0] != 5 || a[1] != 6 || a[2] != 5) reach_error();",
    );
    is_safe(
        PAIR,
        "struct p a[3] = { [0 ... 2] = { 1, 2 }, [1].x = 9, [2] = { .y = 4 } };
         if (a[0].x != 1 || a[1].x != 9 || a[1].y != 2 || a[2].x != 0 || a[2].y != 4) reach_error();",
    );
    is_safe(
        "struct b { int a : 3, b : 4; };",
        "struct b f = { .a = 1, .b = 2, .a = 3 }; if (f.a != 3 || f.b != 2) reach_error();",
    );
}

#[test]
fn an_initialiser_of_a_part_drops_the_value_of_a_whole_structure() {
    is_unsafe(
        PAIR,
        "struct p q = { 8, 9 }; struct s v = { .p = q, .p.y = 7 }; RARELY if (v.p.x != 8) reach_error();",
    );
    is_safe(
        PAIR,
        "struct s v = { .p = (struct p){ 8, 9 }, .p.y = 7 }; if (v.p.x != 0 || v.p.y != 7) reach_error();",
    );
    is_safe(
        "struct p { int x, y; }; struct s { struct p p; int k; };
         static struct s v = { .p = (struct p){ 8, 9 }, .p.y = 7 };",
        "if (v.p.x != 8 || v.p.y != 7) reach_error();",
    );
    is_safe(
        "struct t { char s[4]; int z; };",
        "struct t r = { .s = \"abc\", .s[1] = 'z' };
         if (r.s[0] != 'a' || r.s[1] != 'z' || r.s[2] != 'c') reach_error();",
    );
}

#[test]
fn a_union_keeps_the_member_that_is_initialised_last() {
    is_safe(PAIR, "union u u = { .a = 0x12345678, .t.c = 1 }; if (u.a != 0x100) reach_error();");
    is_safe(PAIR, "union u u = { .t.b = 3, .t.c = 1 }; if (u.a != 0x103) reach_error();");
    is_safe(PAIR, "struct w w = { .u.a = -1, .u.t.b = 2 }; if (w.u.a != 2) reach_error();");
    is_safe(PAIR, "struct w w = { .u = { .a = -1 }, .u.t.b = 2 }; if (w.u.a != 2) reach_error();");
}

#[test]
fn characters_outside_of_ascii_have_the_units_of_their_literal() {
    is_unsafe("", "RARELY if (sizeof \"\\u00e9\" == 3 && sizeof u8\"\\u00e9\" == 3) reach_error();");
    is_safe("", "if (sizeof \"\\u20ac\" != 4 || \"\\u20ac\"[0] != (char)0xe2) reach_error();");
    is_unsafe("", "RARELY if (L'é' == 0xe9 && u'é' == 0xe9 && L'\\u20ac' == 0x20ac) reach_error();");
    is_safe("", "if (sizeof L\"é\" != 2 * sizeof(int) || L\"aé\"[1] != 0xe9) reach_error();");
    is_safe("", "if (sizeof u\"\\U0001f600\" != 6 || u\"\\U0001f600\"[0] != 0xd83d) reach_error();");
    is_safe("int caf\\u00e9 = 4;", "if (café != 4) reach_error();");
}

#[test]
fn the_alignment_of_an_object_is_the_one_it_asks_for() {
    is_unsafe("", "_Alignas(32) int z; RARELY if (_Alignof(z) == 32) reach_error();");
    is_safe("static int z __attribute__((aligned(64)));", "if (__alignof__(z) != 64) reach_error();");
    is_safe("typedef int ti __attribute__((aligned(16))); ti a;", "if (__alignof__(a) != 16) reach_error();");
    is_safe(
        "struct m { char c; int x __attribute__((aligned(2))); int y __attribute__((aligned(16)));
            int q __attribute__((packed)); } v; struct __attribute__((packed)) p { int x; } w;",
        "if (__alignof__(v.x) != 4 || __alignof__(v.y) != 16 || __alignof__(v.q) != 1) reach_error();
         if (__alignof__(w.x) != 1 || __alignof__(w) != 1) reach_error();",
    );
    is_safe(
        "static char z[8] __attribute__((aligned(64)));",
        "if (((unsigned long)z & 63) != 0 || ((unsigned long)(z + 5) & 63) != 5) reach_error();",
    );
}

#[test]
fn line_directives_change_lines_and_files() {
    is_safe("", "\n#line 100 \"foo.c\"\nif (__LINE__ != 100) reach_error();");
    is_safe("", "\n#line 100\n\n\nif (__LINE__ != 102) reach_error();");
    is_unsafe(
        "",
        "\n#line 100 \"foo.c\"\nRARELY if (__FILE__[0] == 'f' && sizeof __FILE__ == 6) reach_error();",
    );
    is_safe("#define N 40", "\n#line N\nif (__LINE__ != 40 || __INCLUDE_LEVEL__ != 0) reach_error();");
    is_safe("", "\n# 7 \"bar.c\" 2\nif (__LINE__ != 7) reach_error();");
}

#[test]
fn an_overflow_in_a_constant_is_an_overflow() {
    for declared in [
        "int g = 2147483647 + 1;",
        "static int a[2] = { 1, -2147483647 - 2 };",
        "enum e { E = 2147483647 * 2 };",
        "int f(int x) { switch (x) { case 2147483647 + 1: return 1; } return 0; }",
        "int a[2147483647 + 2 + 2147483647];",
        "struct s { int a : 2147483647 + 2147483647 + 5; };",
        "int f(void) { static int g = -(-2147483647 - 1); return g; }",
        "_Static_assert((-2147483647 - 1) / -1 < 0, \"\");",
    ] {
        no_overflow(declared, "return 0;", false);
        is_safe(declared, "return 0;");
    }
    no_overflow(
        "int g = 1 ? 0 : 2147483647 + 1, h = 0 && 2147483647 + 1, i = sizeof(2147483647 + 1), j = 1 << 31;
         unsigned k = 4294967295u + 1; enum { E = -2147483647 - 1 };",
        "return 0;",
        true,
    );
}

#[test]
fn objects_of_constexpr_are_constants() {
    is_safe(
        "constexpr int n = 4; constexpr unsigned long mask = ~0ul >> (8 * sizeof(long) - 4); static int table[n];
         _Static_assert(n * n == 16, \"\");",
        "constexpr unsigned m = n + 1; int a[m] = {0};
         switch (a[0] + 5) { case m: break; default: reach_error(); }
         const int *p = &n; constexpr double half = 0.5;
         if (*p != 4 || mask != 15 || half + half != 1.0 || sizeof a != 5 * sizeof *p || table[n - 1]) reach_error();",
    );
    is_safe("", "int constexpr = 3; if (constexpr != 3) reach_error();");
}
