//! Large objects, and objects of computed sizes: each is one variable of array sort.
//!
//! The first tests are examples of what is decided. The last one makes random programs around one big array, and holds
//! the verdict against the value that the interpreter computes.

use crate::cases::scaled;
use crate::{is_safe, is_unknown, is_unsafe, verdict_by, verdict_with, whole, Verdict};
use indubit::base::{Budget, Rng};
use indubit::c::{read, run, Arch, COptions, Check, Checks, End, LowerOptions, RunOptions};
use indubit::portfolio::Engine;

const INDICES: &str =
    "#include <stdlib.h>\n#include <string.h>\nextern unsigned __VERIFIER_nondet_uint(void);
#define BELOW(i, n) unsigned i = __VERIFIER_nondet_uint(); if (i >= (n)) return 0;
";

fn safe(declarations: &str, body: &str) {
    is_safe(&format!("{}{}", INDICES, declarations), body);
}

fn unsafe_(declarations: &str, body: &str) {
    is_unsafe(&format!("{}{}", INDICES, declarations), body);
}

#[test]
fn an_element_at_a_computed_index_keeps_its_value() {
    safe("int a[1000000];", "BELOW(i, 1000000) a[i] = 7; if (a[i] != 7) reach_error();");
    unsafe_(
        "int a[1000000];",
        "BELOW(i, 1000000) BELOW(j, 1000000) a[i] = 7; if (i > 9 && a[j] == 7) reach_error();",
    );
    safe(
        "int a[1000000];",
        "BELOW(i, 1000000) BELOW(j, 1000000) a[i] = 3; a[j] = 4; if (i != j && a[i] != 3) reach_error();",
    );
    safe("", "int a[70000] = {1, 2}; BELOW(i, 70000) if (i > 1 && a[i] != 0) reach_error();");
}

#[test]
fn elements_of_a_local_array_are_arbitrary_at_first() {
    unsafe_("", "int a[1000000]; BELOW(i, 1000000) if (a[i] == 77 && a[i / 2] == 5) reach_error();");
    unsafe_("", "int a[6000]; BELOW(i, 6000) if (a[i] == 77 && a[i / 2] == 5) reach_error();");
    safe("static int a[1000000];", "BELOW(i, 1000000) if (a[i] != 0) reach_error();");
}

#[test]
fn an_initialising_loop_reaches_each_element() {
    safe(
        "int a[100000];",
        "int n = __VERIFIER_nondet_int(); for (int i = 0; i < 4; i++) a[i] = n + i;
         BELOW(j, 4) if (a[j] != (int)(n + j)) reach_error();",
    );
    unsafe_(
        "int a[100000];",
        "for (int i = 0; i < 4; i++) a[i] = 1; BELOW(j, 6) RARELY if (a[j] != 1) reach_error();",
    );
}

/// The verdict of guess and check alone, on both data models.
fn guessed(body: &str, expected: &Verdict) {
    let text = whole(INDICES, body);
    for arch in [Arch::Ilp32, Arch::Lp64] {
        let target = COptions { arch, ..COptions::default() };
        let found = verdict_by(Some(Engine::Guess), &text, target, LowerOptions::default());
        assert_eq!(&found, expected, "{:?}\n{}", arch, text);
    }
}

#[test]
fn copied_and_reversed_arrays_are_guessed() {
    let copy = "int a[100000], b[100000]; for (int i = 0; i < 100000; i++) a[i] = b[i];";
    let same = "for (int i = 0; i < 100000; i++) if (a[i] != b[i]) reach_error();";
    guessed(&format!("{}{}", copy, same), &Verdict::Safe);
    let turn = "int a[100000], b[100000]; for (int i = 0; i < 100000; i++) b[i] = a[99999 - i];";
    let turned = "for (int i = 0; i < 100000; i++) if (b[i] != a[99999 - i]) reach_error();";
    guessed(&format!("{}{}", turn, turned), &Verdict::Safe);
}

#[test]
fn parts_of_an_array_with_different_elements_are_guessed() {
    let pairs = "int a[100000]; for (int i = 0; i < 50000; i++) { a[2 * i] = 1; a[2 * i + 1] = 2; }";
    let both = "for (int i = 0; i < 50000; i++) if (a[2 * i] != 1 || a[2 * i + 1] != 2) reach_error();";
    guessed(&format!("{}{}", pairs, both), &Verdict::Safe);
    let rows = "int a[300][400]; for (int i = 0; i < 300; i++) for (int j = 0; j < 400; j++) a[i][j] = 5;";
    let each = "for (int i = 0; i < 300; i++) for (int j = 0; j < 400; j++) if (a[i][j] != 5) reach_error();";
    guessed(&format!("{}{}", rows, each), &Verdict::Safe);
}

#[test]
fn what_holds_of_elements_under_a_condition_is_guessed() {
    let find = "int a[100000], x = __VERIFIER_nondet_int(), i = 0; while (i < 100000 && a[i] != x) i++;";
    let found = "for (int j = 0; j < i; j++) if (a[j] == x) reach_error();
         if (i < 100000 && a[i] != x) reach_error();";
    guessed(&format!("{}{}", find, found), &Verdict::Safe);
}

/// The index is chosen behind the loop and inside of a large block: the formula before the choice is for all values.
#[test]
fn elements_at_indices_that_are_chosen_last_are_guessed() {
    let fill = "int a[100000]; for (int i = 0; i < 100000; i++) a[i] = 5;";
    let one = "BELOW(k, 100000) if (a[k] != 5) reach_error();";
    guessed(&format!("{}{}", fill, one), &Verdict::Safe);
    let two = "BELOW(k, 100000) BELOW(l, 100000) if (a[k] != a[l]) reach_error();";
    guessed(&format!("{}{}", fill, two), &Verdict::Safe);
}

#[test]
fn bytes_of_elements_are_seen_through_characters() {
    safe(
        "int a[100000];",
        "BELOW(i, 100000) a[i] = 0x01020304; char *p = (char *)a;
         if (p[4 * i] != 4 || p[4 * i + 3] != 1) reach_error();",
    );
    unsafe_(
        "int a[100000];",
        "BELOW(i, 400000) ((unsigned char *)a)[i] = 255; BELOW(j, 100000) if (a[j] == 0xff0000) reach_error();",
    );
    safe(
        "char a[100000];",
        "BELOW(i, 100000) a[i] = -1; if (a[i] != -1 || (unsigned char)a[i] != 255) reach_error();",
    );
    safe(
        "unsigned char a[100000];",
        "BELOW(i, 100000) a[i] = 200; a[i] += 100; if (a[i] != 44) reach_error();",
    );
    safe(
        "int a[100000];",
        "BELOW(i, 99990) short *p = (short *)(a + i) + 1; *p = 5; if ((a[i] >> 16) != 5) reach_error();",
    );
}

#[test]
fn structures_in_an_array_keep_their_members_apart() {
    let s = "struct s { char c; int x; short y; unsigned f : 3, g : 5; }; struct s a[100000];";
    safe(
        s,
        "BELOW(i, 100000) BELOW(j, 100000) a[i].x = 5; a[i].c = 3; a[i].f = 6; a[j].y = 9; a[j].g = 17;
         if (a[i].x != 5 || a[i].c != 3 || a[j].y != 9 || a[i].f != 6 || a[j].g != 17) reach_error();",
    );
    unsafe_(s, "BELOW(i, 100000) BELOW(j, 100000) a[i].x = 5; a[j].x = 6; if (a[i].x == 6) reach_error();");
    safe(
        "struct t { int x, y; }; struct t a[100000];",
        "BELOW(i, 100000) struct t t = {3, 4}; a[i] = t; struct t *p = &a[i]; if (p->x + p->y != 7) reach_error();",
    );
}

#[test]
fn rows_of_a_matrix_are_in_one_object() {
    safe(
        "int a[300][500];",
        "BELOW(i, 300) BELOW(j, 500) a[i][j] = 8; if (((int *)a)[500 * i + j] != 8) reach_error();",
    );
}

#[test]
fn pointers_into_a_large_array_are_compared_and_subtracted() {
    safe(
        "int a[100000];",
        "BELOW(i, 100000) BELOW(j, 100000) int *p = a + i, *q = &a[j], *end = a + 100000;
         if (p - q != (long)i - (long)j || (p < q) != (i < j) || p >= end || &a[100000] != end) reach_error();",
    );
    safe(
        "int a[100000]; void set(int *p, int v) { *p = v; p[-1] = v + 1; }",
        "BELOW(i, 100000) if (!i) return 0; set(&a[i], 5); if (a[i] != 5 || a[i - 1] != 6) reach_error();",
    );
}

#[test]
fn objects_of_computed_sizes_have_their_elements() {
    safe(
        "",
        "BELOW(n, 100000) if (!n) return 0; int *p = malloc(n * sizeof(int)); p[n - 1] = 3; p[0] = 4;
         if (n > 1 && p[n - 1] != 3) reach_error();",
    );
    unsafe_(
        "",
        "BELOW(n, 100000) if (!n) return 0; int *p = malloc(n * sizeof(int));
         if (p[n - 1] == 5) reach_error();",
    );
    safe("", "BELOW(n, 100000) BELOW(i, n) int *p = calloc(n, sizeof(int)); if (p[i] != 0) reach_error();");
    safe("", "BELOW(n, 60000) BELOW(i, n) short a[n]; a[i] = -4; if (a[i] != -4) reach_error();");
}

#[test]
fn memory_errors_of_large_objects_are_found_exactly() {
    let options =
        LowerOptions { checks: Checks::of(&[Check::Bounds, Check::Memory]), ..LowerOptions::default() };
    for (body, expected) in [
        ("BELOW(n, 100000) BELOW(i, n) int *p = malloc(n * sizeof(int)); p[i] = 1;", Verdict::Safe),
        ("BELOW(n, 100000) int *p = malloc(n * sizeof(int)); p[n] = 1;", Verdict::Unsafe),
        ("BELOW(n, 100000) BELOW(i, n) int *p = malloc(n * sizeof(int)); p[i - n] = 1;", Verdict::Unsafe),
        (
            "BELOW(n, 100000) BELOW(i, n) int *p = malloc(n * sizeof(int)); ((char *)p)[4 * i + 3] = 1;",
            Verdict::Safe,
        ),
        ("BELOW(n, 100000) BELOW(i, n) int *p = malloc(4 * n - 1); p[i] = 1;", Verdict::Unsafe),
        (
            "BELOW(n, 100000) BELOW(i, n) int *p = malloc(4 * n); p[i] = 1; free(p); p[i] = 2;",
            Verdict::Unsafe,
        ),
        ("BELOW(n, 100000) BELOW(i, n) int *p = malloc(4 * n); p[i] = 1; free(p);", Verdict::Safe),
        ("BELOW(n, 100000) BELOW(i, n) int *p = malloc(4 * n); free(p); free(p);", Verdict::Unsafe),
        ("BELOW(n, 100000) BELOW(i, n) int *p = malloc(4 * n); free(p + i);", Verdict::Unsafe),
        ("static int a[1000000]; BELOW(i, 1000001) a[i] = 1;", Verdict::Unsafe),
        ("static int a[1000000]; BELOW(i, 1000000) a[999999 - i] = 1;", Verdict::Safe),
    ] {
        let text = whole(INDICES, body);
        assert_eq!(verdict_with(&text, Arch::Lp64, options), expected, "{}", text);
    }
}

#[test]
fn whole_objects_are_set_and_copied_at_once() {
    safe("int a[100000];", "memset(a, 1, sizeof a); BELOW(i, 100000) if (a[i] != 0x01010101) reach_error();");
    safe(
        "int a[100000], b[100000];",
        "BELOW(i, 100000) a[i] = 5; memcpy(b, a, sizeof a); a[i] = 6; if (b[i] != 5) reach_error();",
    );
    safe(
        "",
        "BELOW(n, 10000) BELOW(i, n) char *p = malloc(n); memset(p, 'x', n); if (p[i] != 'x') reach_error();",
    );
}

#[test]
fn a_longer_object_continues_a_shorter_one() {
    safe(
        "",
        "BELOW(n, 10000) BELOW(i, n) int *p = malloc(n * sizeof(int)); p[i] = 5; p = realloc(p, 2 * n * sizeof(int));
         p[2 * n - 1] = 1; if (i != 2 * n - 1 && p[i] != 5) reach_error();",
    );
}

#[test]
fn addresses_in_a_large_array_are_not_followed() {
    is_unknown(
        "int *a[10000]; int x;",
        "unsigned i = __VERIFIER_nondet_int(); if (i >= 10000) return 0; a[i] = &x; RARELY if (*a[i]) reach_error();",
        "this access may mean more than 4096 parts",
    );
}

#[test]
fn fewer_parts_than_the_limit_are_tracked_one_by_one() {
    let text = whole(
        INDICES,
        "int a[50]; BELOW(i, 50) BELOW(j, 50) a[i] = 1; a[j] = 2; if (i < j && a[i] != 1) reach_error();",
    );
    for array_parts in [0, 4, 49, 4096] {
        let options = LowerOptions { array_parts, ..LowerOptions::default() };
        assert_eq!(verdict_with(&text, Arch::Ilp32, options), Verdict::Safe, "{}", array_parts);
    }
}

/// A random program: a few writes to one array at computed indices, through several types, and then a read. The last
/// line tells the error by the value that the interpreter has computed, or by another one.
struct Random {
    rng: Rng,
    text: String,
}

impl Random {
    fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.rng.below(list.len())]
    }

    fn index(&mut self) -> String {
        let number = self.rng.below(30);
        let base = self.pick(&["i", "j", "k", "i + j", "k - i", "2 * j", "i ^ k"]);
        format!("({} + {}u) % N", base, number)
    }

    fn place(&mut self) -> String {
        let index = self.index();
        match self.rng.below(5) {
            0 => format!("((unsigned char *)a)[{}]", index),
            1 => format!("((short *)a)[{} / 2]", index),
            2 => format!("*(a + {})", index),
            _ => format!("a[{}]", index),
        }
    }

    fn statement(&mut self) {
        let place = self.place();
        let statement = match self.rng.below(5) {
            0 => format!("{} = {};", place, self.place()),
            1 => format!("{} += {};", place, self.rng.below(1000)),
            2 => format!("if (i & 1) {} = j;", place),
            3 => format!("for (int n = 0; n < 3; n++) a[({}) % N] -= n;", self.index()),
            _ => format!("{} = {};", place, self.rng.below(100_000)),
        };
        self.text.push_str(&format!("  {}\n", statement));
    }
}

/// Whether the interpreter reaches the error if the calls have these results.
fn reaches_error(text: &str, results: &[usize]) -> bool {
    let budget = Budget::unlimited();
    let target = COptions { arch: Arch::Lp64, ..COptions::default() };
    let program =
        read(text.as_bytes(), &target, &budget).unwrap_or_else(|errors| panic!("{}\n{}", errors[0], text));
    let mut results = results.iter();
    let mut oracle = |_: &_| results.next().map(|&result| result as i128);
    let done =
        run(&program, &RunOptions::default(), &mut oracle, &mut (), &budget).expect("a run with an end");
    matches!(done.end, End::Error(..))
}

#[test]
fn random_programs_around_an_array_have_the_interpreters_values() {
    for seed in 0..scaled(30) as u64 {
        let mut random = Random { rng: Rng::new(seed), text: String::new() };
        let ty = random.pick(&["int", "unsigned", "short", "char", "long long", "unsigned char"]);
        for _ in 0..1 + random.rng.below(5) {
            random.statement();
        }
        let last = random.place();
        let (i, j, k) = (random.rng.below(100), random.rng.below(50), random.rng.below(70_000));
        let program = |condition: &str| {
            whole(
                &format!("{}#define N 20000u\n{} a[20000];", INDICES, ty),
                &format!(
                    "unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
                     if (i != {} || j != {} || k != {}) return 0;\n{}  long long v = {};\n  {}",
                    i, j, k, random.text, last, condition
                ),
            )
        };
        let is_set =
            |bit: u32| reaches_error(&program(&format!("if (v >> {} & 1) reach_error();", bit)), &[i, j, k]);
        let value = (0..64).filter(|&bit| is_set(bit)).fold(0u64, |value, bit| value | 1 << bit) as i64;
        for (condition, expected) in [
            (format!("if (v == {}) reach_error();", value), Verdict::Unsafe),
            (format!("if (v != {}) reach_error();", value), Verdict::Safe),
        ] {
            let text = program(&condition);
            assert_eq!(
                verdict_with(&text, Arch::Lp64, LowerOptions::default()),
                expected,
                "seed {}\n{}",
                seed,
                text
            );
        }
    }
}
