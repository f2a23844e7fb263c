//! Floating-point numbers: each operator rounds once, to the type of its result, and NaN is a number of its own.

use crate::{is_safe, is_unknown, is_unsafe, verdict_on, verdict_with, whole, Verdict, PROLOGUE};
use indubit::c::{Arch, COptions, Check, Checks, FloatEvaluation, LowerOptions};

const NUMBERS: &str = "#include <math.h>
extern float __VERIFIER_nondet_float(void); extern double __VERIFIER_nondet_double(void);
extern long double __VERIFIER_nondet_longdouble(void);";

#[test]
fn a_sum_is_rounded_to_its_type() {
    is_safe(
        NUMBERS,
        "float a = 0.1f, b = 0.2f; double c = 0.1, d = 0.2; if (a + b != 0.3f || c + d == 0.3) reach_error();
         if ((double)a == 0.1 || c + d != 0.30000000000000004) reach_error();",
    );
    is_unsafe(NUMBERS, "float x = __VERIFIER_nondet_float(); if (x > 1 && x + 1 == x) reach_error();");
    is_safe(
        NUMBERS,
        "float x = __VERIFIER_nondet_float(); if (x > 1 && x < 100 && x + 1 <= x) reach_error();",
    );
}

#[test]
fn nan_is_equal_to_nothing() {
    is_unsafe(NUMBERS, "float x = __VERIFIER_nondet_float(); if (x != x) reach_error();");
    is_safe(
        NUMBERS,
        "float x = __VERIFIER_nondet_float(); if (!isnan(x) && x != x) reach_error();
         if (isnan(x) && (x < 1 || x >= 1 || x == x || !(x != x) || !x)) reach_error();",
    );
    is_safe(
        NUMBERS,
        "float x = __VERIFIER_nondet_float(), y = x / 0.0f; if (!isinf(y) && !isnan(y)) reach_error();",
    );
}

/// IEEE 754 does not say which bits the NaN of an operator has, and processors differ.
#[test]
fn the_bits_of_a_made_nan_are_open() {
    let bits = "the bits of a NaN that an operator made are used";
    is_unknown(
        "union both { float f; unsigned u; };",
        "float zero = 0; union both v; v.f = zero / zero; if (v.u == 0x7fc00000) reach_error();",
        bits,
    );
    is_unknown(NUMBERS, "float zero = 0; if (signbit(zero / zero)) reach_error();", bits);
    is_safe(
        "union both { float f; unsigned u; };",
        "union both v; v.u = 0x7fc12345; union both w; w.f = -v.f; RARELY if (w.u != 0xffc12345) reach_error();",
    );
}

/// The processor sets a bit in a NaN that it rounds, so the NaN is none that the program wrote.
#[test]
fn a_rounded_nan_is_a_made_one() {
    is_unknown(
        "#include <math.h>
union both { float f; unsigned u; };",
        "union both v; v.u = 0x7f800001; v.f = rintf(v.f); if (v.u != 0x7f800001) reach_error();",
        "the bits of a NaN that an operator made are used",
    );
}

#[test]
fn zeros_have_signs() {
    is_safe(
        NUMBERS,
        "double zero = 0, minus = -zero; if (minus != 0 || signbit(zero) || !signbit(minus)) reach_error();
         if (1 / minus != -INFINITY || minus + zero != 0 || signbit(minus + zero)) reach_error();",
    );
}

/// The results are those of gcc's code for the SSE unit.
#[test]
fn conversions_cut_off() {
    is_safe(
        NUMBERS,
        "double d = -3.99; float f = 16777217; if ((int)d != -3 || f != 16777216 || (char)65.9 != 'A') reach_error();
         double big = 1e10; if ((int)big != -2147483647 - 1 || (_Bool)0.1 != 1) reach_error();
         unsigned u = 4000000000u; if ((double)u != 4e9 || (unsigned)4e9 != u) reach_error();
         int n = __VERIFIER_nondet_int(); if ((int)(double)n != n) reach_error();",
    );
    // A constant becomes the nearest value of the type, which is how compilers compute it.
    is_safe(
        NUMBERS,
        "RARELY if ((int)2147483648.0f != 2147483647 || (unsigned char)-1.5 != 0) reach_error();",
    );
    is_unsafe(NUMBERS, "int n = __VERIFIER_nondet_int(); if ((int)(float)n != n) reach_error();");
}

#[test]
fn results_follow_the_rounding_mode() {
    is_safe(
        "#include <fenv.h>",
        "float one = 1, three = 3, down, up; fesetround(FE_DOWNWARD); down = one / three;
         fesetround(FE_UPWARD); up = one / three; if (!(down < up) || fegetround() != FE_UPWARD) reach_error();
         fesetround(FE_TONEAREST); if (one / three != up || 0.1f + 0.2f != 0.3f) reach_error();",
    );
}

#[test]
fn functions_of_the_header_are_exact() {
    is_safe(
        NUMBERS,
        "float x = __VERIFIER_nondet_float(); if (x >= 0 && x <= 4 && sqrtf(x) > 2) reach_error();
         if (x >= 1 && x < 1000 && !(floorf(x) <= x && x < floorf(x) + 1)) reach_error();
         if (fabsf(x) < 0 || (fmaxf(x, 1) < 1)) reach_error();",
    );
}

/// The last bits of these results are open, so they are any that their facts allow.
#[test]
fn other_functions_have_facts() {
    is_safe(
        NUMBERS,
        "double x = __VERIFIER_nondet_double();
         if (x > -1e300 && x < 1e300 && (sin(x) > 1 || cos(x) < -1)) reach_error();
         if (exp(0.0) != 1 || pow(x, 0) != 1 || log(1.0) != 0) reach_error();",
    );
}

/// x87's 80 bits in 12 or 16 bytes.
#[test]
fn a_long_double_has_eighty_bits() {
    is_safe(
        NUMBERS,
        "long double tenth = 0.1L, one = 1;
         if (tenth == 0.1 || one + 0x1p-63L == one || one + 0x1p-64L != one) reach_error();
         union { long double x; unsigned short words[5]; } v; v.x = -1.5L;
         if (v.words[4] != 0xbfff || v.words[3] != 0xc000) reach_error();",
    );
    is_safe(
        NUMBERS,
        "long double x = __VERIFIER_nondet_longdouble(); if (x > 1 && x < 2 && !(x * 2 > x)) reach_error();
        RARELY x = 0;",
    );
}

/// Operators on `_Float16` compute in `float`; assignments, casts and arguments round, as gcc has it on x86-64.
#[test]
fn a_half_is_computed_in_float() {
    is_safe(
        "",
        "_Float16 h = 2048, one = 1, a = 1.1f16; if (h + one == h || (_Float16)(h + one) != h || h++ != 2048)
             reach_error();
         if (a == 1.1f16 || a != (_Float16)1.1f16 || sizeof(a + a) != 2 || sizeof a != 2) reach_error();
         h = 65504; if ((int)h != 65504 || (_Float16)65519 != h || h * 2 <= 131007.0f) reach_error();
         h *= 2; if (h == h - 1) return 0; reach_error();",
    );
    is_safe(
        "extern _Float16 half(void);",
        "_Float16 h = half(); if (h >= 1 && h <= 2 && (_Float16)(h + 1) <= h) reach_error();",
    );
    is_unsafe(
        "extern _Float16 half(void);",
        "_Float16 h = half(); if (h >= 1 && (_Float16)(h + 1) <= h) reach_error();",
    );
}

/// The numbers are those of `gcc -m32 -mfpmath=387 -std=c11`, whose operators compute in `long double`.
#[test]
fn extended_operators_have_the_precision_of_x87() {
    let text = whole(
        "double twice(double x) { return x + x; } float round(float x) { return x; }",
        "double a = 0.1, c = 9007199254740992.0, d = 1, e = 1e308; float f = 0.1f; long n = 16777217;
         if (a == 0.1 || a != (double)0.1 || f == 0.1f || c + d == c || (double)(c + d) != c) reach_error();
         if (__FLT_EVAL_METHOD__ != 2 || sizeof(c + d) != 8 || _Generic(f + f, float: 0, default: 1)) reach_error();
         double sum = c + d; if (sum != c || twice(c + d) != 2 * c || e * 10 / 10 != e || twice(e) / 2 == e)
             reach_error();
         if (f + n == f + 16777216 || round(16777216.0f + 0.75f) != 16777216 || -(c + d) == -c) reach_error();
         if ((1 ? c + d : a) == c || (0, c + d) == c || ({ c + d; }) != c) reach_error();
         double step = 0x1.001p-53; step++; if (step != 1) reach_error();",
    );
    for (evaluation, expected) in
        [(FloatEvaluation::Extended, Verdict::Safe), (FloatEvaluation::OwnType, Verdict::Unsafe)]
    {
        let target = COptions { evaluation, ..COptions::default() };
        assert_eq!(verdict_on(&text, target, LowerOptions::default()), expected);
    }
}

#[test]
fn errors_of_numbers_are_found_on_demand() {
    let verdict = |body: &str, options: LowerOptions| {
        let text = format!("{}{} int main(void) {{ {} }}", PROLOGUE, NUMBERS, body);
        verdict_with(&text, Arch::Lp64, options)
    };
    let floats = LowerOptions { checks: Checks::of(&[Check::Floats]), ..LowerOptions::default() };
    let conversions = LowerOptions { checks: Checks::of(&[Check::Conversions]), ..LowerOptions::default() };
    let read = "float x = __VERIFIER_nondet_float(); if (!(x >= 0 && x <= 1e9f)) return 0;";
    for (body, with_floats, with_conversions) in [
        ("float y = x * 1e30f;", Verdict::Unsafe, Verdict::Safe),
        ("float y = x / x;", Verdict::Unsafe, Verdict::Safe),
        ("float y = x + 1; y = 1 / y;", Verdict::Safe, Verdict::Safe),
        ("int y = x;", Verdict::Safe, Verdict::Safe),
        ("short y = x;", Verdict::Unsafe, Verdict::Unsafe),
        ("unsigned char y = -x;", Verdict::Unsafe, Verdict::Unsafe),
    ] {
        let body = format!("{} {}", read, body);
        assert_eq!(verdict(&body, LowerOptions::default()), Verdict::Safe, "{}", body);
        assert_eq!(verdict(&body, floats), with_floats, "{}", body);
        assert_eq!(verdict(&body, conversions), with_conversions, "{}", body);
    }
}

#[test]
fn numbers_lie_in_memory_like_others() {
    is_safe(
        NUMBERS,
        "double a[4] = { 1, 2.5 }; int i = __VERIFIER_nondet_int() & 3; a[i] = a[i] + 0.5; float *p;
         if (a[0] < 1 || a[1] < 2.5 || a[3] > 0.5) reach_error(); struct { char c; float f; } s = { 1, 2 }; p = &s.f;
         *p += 0.25f; if (s.f != 2.25f) reach_error(); s.f++; if (s.f-- != 3.25f || s.f != 2.25f) reach_error();",
    );
    is_unsafe(NUMBERS, "double d; if (d == 305419896.5) reach_error();");
}
