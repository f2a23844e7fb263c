//! Functions without bodies: what the C library has is not followed, what nobody knows is arbitrary.

use crate::{is_unknown, verdict_with, whole, Verdict};
use indubit::c::{Arch, Check, Checks, LowerOptions, Property};

const REASON_OF_NUMBER: &str = "an access through a number: the object is not known";

const REASON: &str = "this function of the C library is not followed";

#[test]
fn a_function_of_the_library_without_a_body_is_not_followed() {
    is_unknown("extern int nice(int);", "if (nice(0) == 3) reach_error();", REASON);
    is_unknown("extern int semctl(int, int, int, ...);", "semctl(0, 0, 0); RARELY reach_error();", REASON);
    is_unknown(
        "int *wcscpy(int *, const int *);",
        "int a[2], b[2] = { 0, 0 }; a[0] = 3; wcscpy(a, b); if (a[0] != 3) reach_error();",
        REASON,
    );
}

#[test]
fn under_a_property_of_the_competition_the_library_is_not_pure() {
    let text = whole(
        "extern long getline(char **, unsigned long *, void *); int g; extern void nobody_knows(int *);",
        "RARELY { getline(0, 0, 0); reach_error(); }",
    );
    let options = LowerOptions { property: Property::UnreachCall, ..LowerOptions::default() };
    for arch in [Arch::Ilp32, Arch::Lp64] {
        match verdict_with(&text, arch, options) {
            Verdict::Unknown(reason) => assert!(reason.ends_with(REASON), "{}", reason),
            found => panic!("{:?}", found),
        }
    }
    let pure =
        whole("int g = 1; extern void nobody_knows(int *);", "nobody_knows(&g); if (g != 1) reach_error();");
    assert_eq!(verdict_with(&pure, Arch::Ilp32, options), Verdict::Safe);
}

#[test]
fn a_call_through_a_pointer_to_no_function_is_an_error_of_bounds() {
    let checked = LowerOptions { checks: Checks::of(&[Check::Bounds]), ..LowerOptions::default() };
    let known = "static int one(void) { return 1; } int g; typedef int f(void);";
    for (body, without) in [
        ("f *p = 0; RARELY return p();", Verdict::Safe),
        ("f *p = (f *)&g; RARELY return p();", Verdict::Safe),
        ("f *p = __VERIFIER_nondet_int() ? one : 0; RARELY return (*p)();", Verdict::Safe),
        ("static f *p[2] = { one }; RARELY return p[1]();", Verdict::Safe),
        ("f *p; RARELY return p();", Verdict::Unknown(String::new())),
        ("f *p = (f *)123456; RARELY return p();", Verdict::Unknown(String::new())),
    ] {
        let text = whole(known, body);
        for arch in [Arch::Ilp32, Arch::Lp64] {
            assert_eq!(verdict_with(&text, arch, checked), Verdict::Unsafe, "{}", body);
            match (verdict_with(&text, arch, LowerOptions::default()), &without) {
                (Verdict::Unknown(reason), Verdict::Unknown(_)) => {
                    assert!(reason.ends_with(REASON_OF_NUMBER), "{}", reason)
                }
                (found, expected) => assert_eq!(&found, expected, "{}", body),
            }
        }
    }
    let text = whole(known, "f *p = __VERIFIER_nondet_int() ? one : 0; if (p) return p(); return 0;");
    assert_eq!(verdict_with(&text, Arch::Lp64, checked), Verdict::Safe);
}
