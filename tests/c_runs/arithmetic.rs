//! Operators and conversions.

use super::{end, end_with, holds, holds_for, holds_with};
use indubit::c::{Arch, Numbers, RunOptions};

#[test]
fn words_wrap_around() {
    holds("", "int x = 2147483647; x++; assert(x == -2147483647 - 1); x--; assert(x == 2147483647);");
    holds("", "int x = 65536; assert(x * x == 0); assert(-(-2147483647 - 1) == -2147483647 - 1);");
    holds("", "unsigned x = 0; x--; assert(x == 4294967295u); assert(x * x == 1); assert(-x == 1);");
    holds("", "unsigned long long x = -1; assert(x * x == 1); assert(x + 1 == 0); assert(x * (x - 1) == 2);");
    holds("", "signed char c = 127; c++; assert(c == -128); c += 300; assert(c == -84);");
    holds("", "unsigned char c = 255; assert(c + 1 == 256); assert((unsigned char)(c + 1) == 0); assert(~c == -256);");
}

#[test]
fn quotients_are_rounded_to_zero() {
    holds(
        "",
        "int a = -7, b = 2; assert(a / b == -3); assert(a % b == -1); assert(7 / -2 == -3); assert(7 % -2 \
            == 1);",
    );
    holds("", "int m = -2147483647 - 1; assert(m / -1 == m); assert(m % -1 == 0);");
    let text = "int main() { int m = -2147483647 - 1, n = -1; return m % n; }";
    assert!(end(text, &[]).starts_with("no error: a division without quotient"), "{}", end(text, &[]));
    holds("", "unsigned a = -7; assert(a / 2 == 2147483644u); assert(a % 10 == 9);");
}

#[test]
fn shifts_count_modulo_the_width() {
    holds("", "int x = -8; assert(x >> 1 == -4); assert(x >> 31 == -1); assert((unsigned)x >> 28 == 15);");
    holds(
        "",
        "int x = 1, n = 33; assert(x << n == 2); n = -1; assert(x << n == -2147483647 - 1); assert(x << \
            31 < 0);",
    );
    holds("", "long long x = 1; int n = 65; assert(x << n == 2); n = 40; assert(x << n == 1099511627776LL);");
    // The width is that of the promoted type.
    holds("", "unsigned char c = 200; int n = 9; assert(c << n == 102400);");
}

#[test]
fn mixed_types_are_converted() {
    holds("", "assert(-1 > 0u); int i = -1; unsigned u = 1; assert(i > u); assert(!((short)-1 > (unsigned short)1));");
    holds(
        "",
        "long long x = -1; unsigned u = 1; assert(x < u); assert((char)200 == -56); assert((_Bool)256 == 1);",
    );
    holds_for("", "long x = -1; unsigned u = 1; assert(x > u);", &RunOptions::default(), Arch::Ilp32);
    holds_for("", "long x = -1; unsigned u = 1; assert(x < u);", &RunOptions::default(), Arch::Lp64);
    holds(
        "",
        "_Bool b = 0; b++; assert(b == 1); b++; assert(b == 1); b--; assert(b == 0); b--; assert(b == 1);",
    );
    holds(
        "enum e { A, B = 5, C } e;",
        "e = C; assert(e == 6); e -= 7; assert(e > 0); assert(sizeof e == 4);",
    );
}

#[test]
fn operators_decide_left_to_right() {
    let f = "int n; int f(int v) { n = n * 10 + v; return v; }";
    holds(f, "int x = f(1) + f(2) * f(3); assert(x == 7); assert(n == 123);");
    holds(
        f,
        "assert((f(0) && f(2)) == 0); assert(n == 0); assert(f(1) && f(2)); assert(n == 12); f(3) || f(4); \
            assert(n == 123);",
    );
    holds(f, "assert((f(1) ? f(2) : f(3)) == 2); assert(n == 12); assert((0 ?: f(5)) == 5); assert((7 ?: f(6)) == 7);");
    holds(f, "int x = (f(1), f(2)); assert(x == 2); assert(n == 12);");
    holds(f, "int a[3]; a[0] = a[1] = a[2] = 0; a[f(1)] = f(2); assert(a[1] == 2); assert(n == 12); a[f(0)] += f(4);");
    // The target is loaded behind the right operand.
    holds("int x; int f(void) { x = 10; return 1; }", "x = 1; x += f(); assert(x == 11);");
    holds(
        "int g(int a, int b, int c) { return a * 100 + b * 10 + c; }",
        "int i = 1; assert(g(i++, i++, i++) == 123);",
    );
}

#[test]
fn assignments_have_values() {
    holds(
        "",
        "int a, b; a = b = 3; assert(a == 3); signed char c; assert((c = 300) == 44); assert((c += 100) \
            == -112);",
    );
    holds("", "int i = 5; assert(i++ == 5); assert(++i == 7); assert(i-- == 7); assert(--i == 5);");
    holds("", "unsigned char c = 255; assert(c++ == 255); assert(c == 0); assert(--c == 255);");
    holds("", "int x = 7; x -= 2; x *= 3; x /= 2; x %= 4; x <<= 3; x >>= 1; x |= 1; x ^= 3; x &= 14; assert(x == 14);");
    // The operator computes in the common type.
    holds(
        "",
        "int x = -3; x /= 2u; assert(x == 2147483646); short s = 30000; s += 30000; assert(s == -5536);",
    );
}

#[test]
fn bytes_are_swapped() {
    holds(
        "",
        "assert(__builtin_bswap16(0x1234) == 0x3412); assert(__builtin_bswap32(0x12345678) == 0x78563412);",
    );
    holds("", "assert(__builtin_bswap64(0x0102030405060708ULL) == 0x0807060504030201ULL);");
    holds("", "assert(__builtin_expect(3, 0) == 3);");
}

#[test]
fn mathematical_integers_do_not_wrap() {
    let math = RunOptions { numbers: Numbers::Integers, ..RunOptions::default() };
    holds_with(
        "",
        "int x = 2147483647; x++; assert(x > 0); assert(x - 1 == 2147483647); x *= x; assert(x > 0);",
        &math,
    );
    holds_with(
        "",
        "unsigned u = 0; u--; assert(u < 0); unsigned char c = 300; assert(c == 300); assert(~c == -301);",
        &math,
    );
    holds_with(
        "",
        "_Bool b = 7; assert(b == 1); int x = -7; assert(x / 2 == -3); assert(x >> 1 == -4); \
            assert(x << 40 < 0);",
        &math,
    );
    holds_with("", "int a[3] = {1, 2}; int *p = a; p[2] = a[0] + a[1]; assert(*(p + 2) == 3);", &math);
    holds_with(
        "struct s { int x; struct { char c; } y; };",
        "struct s a = {1, {2}}, b; b = a; b.y.c += 300; assert(b.y.c == 302); assert(a.y.c == 2);",
        &math,
    );
    let text = "int main() {\n  int x = 2, i;\n  for (i = 0; i < 8; i++) x = x * x;\n}";
    let told = end_with(text, &math, &[0]);
    assert_eq!(
        told,
        "line 3, column 33: not supported: an integer of more than 128 bits, or a shift by a negative one"
    );
    let text = "union u { int x; char c[4]; };\nint main() { union u u; u.x = 1; return u.c[0]; }";
    let told = end_with(text, &math, &[0]);
    assert!(told.contains("with another type than it was written with"), "{}", told);
}
