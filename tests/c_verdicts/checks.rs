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
        let text = whole("static const int fixed[2] = {1, 2}; int any(void);", body);
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
