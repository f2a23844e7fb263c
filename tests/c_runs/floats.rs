//! Floating-point numbers in runs: the processor's own, and exact ones where the mode or the type is another.

use super::{holds, holds_for, program_for};
use indubit::base::Budget;
use indubit::c::{random_answers, run, Arch, RunOptions};

#[test]
fn operators_are_those_of_the_processor() {
    holds(
        "#include <float.h>\n#include <math.h>",
        "float f = 0.1f; double d = 0.1; assert(f != d && 0.1f + 0.2f == 0.3f && d + 0.2 != 0.3);
         assert(FLT_MAX * 2 > FLT_MAX && DBL_MIN / 2 > 0 && isinf(FLT_MAX * 2) && -1 / 0.0 == -INFINITY);
         double nan = 0.0 / (f - f); assert(nan != nan && isnan(nan) && !(nan < 1) && !(nan >= 1));
         f = 1; f += 0.5; f++; assert(f == 2.5f && f-- == 2.5f && -f == -1.5f && !(f - f) && (f ? 1 : 0));
         assert((int)3.99 == 3 && (int)-3.99 == -3 && (unsigned char)255.5 == 255 && (float)16777217 == 16777216);
         double big = 1e10; assert((int)big == -2147483647 - 1 && (long long)big == 10000000000);
         assert(0x1.8p1 == 3 && 1e-400 == 0 && 4.9e-324 > 0 && 1.5L + 0.25L == 1.75L);",
    );
}

#[test]
fn functions_of_the_header_have_exact_results() {
    holds(
        "#include <math.h>",
        "assert(fabs(-2.5) == 2.5 && copysign(1, -0.0) == -1 && sqrt(2.25) == 1.5 && fma(0.1, 10, -1) > 0);
         assert(floor(-1.5) == -2 && ceil(-1.5) == -1 && trunc(-1.5) == -1 && round(-2.5) == -3 && rint(2.5) == 2);
         assert(lround(2.5) == 3 && lrint(3.5) == 4 && llround(-0.5f) == -1 && nearbyintf(0.5f) == 0);
         assert(fmod(7.5, 2) == 1.5 && fmod(-7.5, 2) == -1.5 && remainder(7.5, 2) == -0.5 && fdim(3, 1) == 2);
         assert(fmin(1, 2) == 1 && fmax(NAN, 2) == 2 && fmaxf(-1, NAN) == -1 && isnan(fmin(NAN, NAN)));
         int e; double whole; assert(frexp(10, &e) == 0.625 && e == 4 && frexp(5e-324, &e) == 0.5 && e == -1073);
         assert(ldexp(0.75, 3) == 6 && ldexp(1, -1074) == 5e-324 && ldexp(1.5, -1074) == 1e-323);
         assert(ldexp(1, -1075) == 0);
         assert(isinf(ldexp(1, 1024)) && scalbn(3, 4) == 48 && scalbnf(1, -149) > 0 && scalbnf(1, 200) == INFINITY);
         assert(logb(10) == 3 && ilogb(0.3) == -2 && logbf(5e-324) == -INFINITY && logb(5e-324) == -1074);
         assert(modf(-3.25, &whole) == -0.25 && whole == -3 && nextafter(1, 2) > 1 && nextafterf(0, -1) < 0);
         assert(nextafter(1, 2) - 1 == 0x1p-52 && nextafter(-1, 2) == -1 + 0x1p-53);
         assert(isnormal(1.0) && !isnormal(5e-324));
         assert(fpclassify(0.0) == FP_ZERO && fpclassify(5e-324) == FP_SUBNORMAL && fpclassify(1e39f) == FP_INFINITE);
         assert(isgreater(2, 1) && !isless(NAN, 1) && isunordered(1, NAN) && islessgreater(1, 2) && signbit(-0.0));
         assert(isfinite(1.0) && !isfinite(INFINITY) && isinf(-INFINITY) == -1);
         assert(truncl(2.75L) == 2 && sqrtl(4.0L) == 2);",
    );
}

/// The numbers are those of gcc's program with glibc.
#[test]
fn functions_of_long_doubles_have_exact_results() {
    holds(
        "#include <math.h>\n#include <float.h>",
        "int e; long double tiny = 0x1p-16445L, huge = LDBL_MAX, one = 1;
         assert(frexpl(10, &e) == 0.625L && e == 4 && frexpl(-tiny, &e) == -0.5L && e == -16444);
         assert(ilogbl(0.3L) == -2 && logbl(tiny) == -16445 && ilogbl(0) == FP_ILOGB0 && logbl(0) == -INFINITY);
         assert(ldexpl(0.75L, 3) == 6 && ldexpl(one, -16445) == tiny && ldexpl(1.5L, -16446) == tiny);
         assert(ldexpl(1.5L, -16445) == 2 * tiny && scalbnl(one, -16446) == 0 && isinf(scalblnl(one, 16384)));
         assert(nextafterl(one, 2) - one == LDBL_EPSILON && nextafterl(one, 0) == one - LDBL_EPSILON / 2);
         assert(nextafterl(0, -1) == -tiny && nextafterl(huge, INFINITY) == INFINITY && nextafterl(-tiny, 1) == 0);
         assert(nextafterl(LDBL_MIN, 0) == LDBL_MIN - tiny && nextafterl(LDBL_MIN - tiny, 1) == LDBL_MIN);
         assert(nexttoward(1, 1 + LDBL_EPSILON) == 1 + 0x1p-52 && nexttowardf(1, -1) == 1 - 0x1p-24f);
         assert(remquol(7.5L, -1, &e) == -0.5L && e == -8 && remquo(-100.25, 1, &e) == -0.25 && e == -4);
         assert(remquof(2.5f, 1, &e) == 0.5f && e == 2);",
    );
}

/// A `_Float16` is not promoted to `double` without a parameter.
#[test]
fn halves_are_passed_and_classified() {
    holds(
        "#include <stdarg.h>\n#include <math.h>
        int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, _Float16);
            va_end(l); return s; }
        union word { _Float16 h; unsigned short u; };",
        "_Float16 a = 1.5f16, b = 3, least = 0x1p-24f16; union word w; w.h = -a;
         assert(sum(3, a * 2, b, (_Float16)4) == 10 && w.u == 0xbe00);
         assert(!isnormal(least) && fpclassify(least) == FP_SUBNORMAL && isnormal(a) && isfinite(b) && !isnan(a));
         assert(isinf((_Float16)1e5) && __builtin_inff16() > 65504 && __builtin_nanf16(\"\") != a);
         __auto_type c = a; __typeof__(a + b) d = 1.1f16; assert(sizeof c == 2 && d != 1.1f16);
         _Float16 far = 65504; far = far * 2; assert((short)far == 0 && (int)far == -2147483647 - 1);",
    );
}

#[test]
fn results_follow_the_rounding_mode() {
    holds(
        "#include <fenv.h>\n#include <math.h>",
        "double one = 1, ten = 10, near = one / ten, zero; fesetround(FE_UPWARD); assert(one / ten == near);
         fesetround(FE_DOWNWARD); assert(one / ten < near && rint(1.5) == 1); assert(fegetround() == FE_DOWNWARD);
         zero = one - one; assert(zero == 0 && signbit(zero)); fesetround(FE_TOWARDZERO); assert((float)0.7 == 0.7f);
         double x = 0.7; float f = x; fesetround(FE_TONEAREST); assert(f <= x && fesetround(77) != 0);",
    );
}

/// Random answers had as many bits as the memory of a `long double`, of which 80 belong to the number.
#[test]
fn random_long_doubles_are_numbers() {
    let text = "long double nd(void); float f(void); int main(void) { long double x = nd(), y; float z = f();
        return x < z || y == y; }";
    let program = program_for(text, Arch::Lp64);
    for seed in 0..50 {
        let mut oracle = random_answers(&program, seed);
        let end = run(&program, &RunOptions::default(), &mut oracle, &mut (), &Budget::unlimited());
        assert!(end.is_ok(), "{}", end.unwrap_err());
    }
}

#[test]
fn texts_are_numbers() {
    holds(
        "#include <stdlib.h>",
        "char *end; assert(strtod(\" -12.5e1x\", &end) == -125 && *end == 'x' && atof(\"0.1\") == 0.1);
         assert(atof(\".5\") == 0.5);
         assert(strtod(\"e\", &end) == 0 && *end == 'e' && atof(\"1e-5\") == 1e-5 && atof(\"1e21\") == 1e21);",
    );
}

#[test]
fn variable_arguments_are_numbers() {
    holds(
        "#include <stdarg.h>
         double sum(int n, ...) { va_list l; double s = 0; va_start(l, n); while (n-- > 0) s += va_arg(l, double);
           va_end(l); return s; }",
        "float f = 0.5f; assert(sum(3, 1.0, f, 2.25) == 3.75);",
    );
}

#[test]
fn conversions_of_large_numbers_are_those_of_the_target() {
    let body = "double d = 18446744073709549568.0, e = 3e9;
        assert((unsigned long long)d == 18446744073709549568ull);
        assert((unsigned)e == 3000000000u);";
    holds("", body);
    holds_for("", "double n = -1; assert((unsigned)n == 4294967295u);", &RunOptions::default(), Arch::Lp64);
    let text = "int main(void) { double n = -1; return (unsigned)n; }";
    let end = run(
        &program_for(text, Arch::Ilp32),
        &RunOptions::default(),
        &mut |_| None,
        &mut (),
        &Budget::unlimited(),
    );
    assert!(end.expect_err("no instruction").to_string().contains("an integer type that does not hold it"));
}
