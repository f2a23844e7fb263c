//! Functions without bodies: what the C library has is not followed, what nobody knows is arbitrary.

use crate::{is_unknown, verdict_with, whole, Verdict};
use indubit::c::{Arch, LowerOptions, Property};

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
