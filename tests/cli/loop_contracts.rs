//! `--loop-contracts`: loops with invariants that a person wrote.

use super::{run, scratch, text};

/// The exit code, and standard error, of a file with this content under `--loop-contracts` with a value.
fn judged(name: &str, content: &str, value: &str) -> (i32, String) {
    let file = scratch(&format!("loops-{}-{}.c", name, value));
    std::fs::write(&file, content).expect("a file");
    let (code, _, err) = run(&[&text(&file), "--loop-contracts", value, "--check", "all", "--threads", "1"]);
    (code, err)
}

/// A program whose `main` has this body.
fn program(body: &str) -> String {
    format!("int nondet(void);\nint a[8], other = 7;\nint main(void) {{ {} }}\n", body)
}

/// The invariants are inductive and lead to a proof.
const RIGHT: [(&str, &str); 6] = [
    (
        "for",
        "int i; for (i = 0; i < 8; i++)
         __CPROVER_loop_invariant(0 <= i && i <= 8)
         __CPROVER_loop_invariant(__CPROVER_forall { int k; (0 <= k && k < i) ==> (a[k] == 3) })
         { a[i] = 3; }
         __CPROVER_assert(a[5] == 3 && i == 8 && other == 7, \"\");",
    ),
    (
        "declaration",
        "for (unsigned i = 0; i < 1000000; i++) __CPROVER_loop_invariant(i <= 1000000 && other == 7 + i) other++;
         __CPROVER_assert(other == 1000007, \"\");",
    ),
    (
        "while",
        "int n = nondet(), i = n; __CPROVER_assume(n > 0);
         while (i > 0) __CPROVER_loop_invariant(0 <= i && i <= n) __CPROVER_decreases(i)
         { i--; if (i == 3) continue; if (i == 2) break; }
         __CPROVER_assert(i == 0 || i == 2, \"\");",
    ),
    (
        "do",
        "int i = 0; do { i += 2; } while (i < 1000) __CPROVER_loop_invariant(0 <= i && i < 1000 && i % 2 == 0);
         __CPROVER_assert(i == 1000, \"\");",
    ),
    (
        "nested",
        "int i, j, n = 0;
         for (i = 0; i < 100; i++) __CPROVER_loop_invariant(0 <= i && i <= 100 && n == 50 * i)
           for (j = 0; j < 50; j++)
           __CPROVER_loop_invariant(0 <= i && i < 100 && 0 <= j && j <= 50 && n == 50 * i + j)
           { n++; }
         __CPROVER_assert(n == 5000, \"\");",
    ),
    (
        "entry",
        "int i, n = nondet(); __CPROVER_assume(0 <= n && n < 100); other = n;
         for (i = 0; i < 1000; i++)
         __CPROVER_loop_invariant(0 <= i && i <= 1000 && other == __CPROVER_loop_entry(other) + i)
         { other++; }
         __CPROVER_assert(other == n + 1000, \"\");",
    ),
];

#[test]
fn loops_with_invariants_are_one_turn() {
    for (name, body) in RIGHT {
        let (code, err) = judged(name, &program(body), "strict");
        assert_eq!(code, 20, "{}: {}", name, err);
        assert!(err.contains("the contracts of loops hold in each turn"), "{}: {}", name, err);
    }
}

/// What holds of the first turn does not hold of all: none is proved.
const WRONG: [(&str, &str); 7] = [
    ("first", "int i; for (i = 1; i < 9; i++) __CPROVER_loop_invariant(i < 9) { } __CPROVER_assert(i == 9, \"\");"),
    ("weak", "int i; for (i = 0; i < 9; i++) __CPROVER_loop_invariant(i >= 0) { } __CPROVER_assert(i == 9, \"\");"),
    (
        "through_a_pointer",
        "int i, *p = &other; for (i = 0; i < 9; i++) __CPROVER_loop_invariant(0 <= i && i <= 9) { *p = i; }
         __CPROVER_assert(other == 7, \"\");",
    ),
    (
        "pointer_that_moves",
        "int i, *p = a; for (i = 0; i < 2; i++) __CPROVER_loop_invariant(0 <= i && i <= 2) { *p = 1; p = &other; }
         __CPROVER_assert(other == 7, \"\");",
    ),
    (
        "element",
        "int i; for (i = 0; i < 8; i++)
         __CPROVER_loop_invariant(0 <= i && i <= 8)
         __CPROVER_loop_invariant(__CPROVER_forall { int k; (0 <= k && k < i) ==> (a[k] == 3) })
         { a[i] = i < 7 ? 3 : 4; }",
    ),
    (
        "assigns_too_little",
        "int i; for (i = 0; i < 9; i++) __CPROVER_assigns(i) __CPROVER_loop_invariant(0 <= i && i <= 9) { other++; }
         __CPROVER_assert(other == 7, \"\");",
    ),
    (
        "outer",
        "int i, j; for (i = 0; i < 4; i++) __CPROVER_loop_invariant(0 <= i && i <= 4)
         { for (j = 0; j < 4; j++) __CPROVER_loop_invariant(0 <= j && j <= 4) { other++; } }
         __CPROVER_assert(other == 7, \"\");",
    ),
];

#[test]
fn wrong_invariants_prove_nothing() {
    for (name, body) in WRONG {
        let (code, err) = judged(name, &program(body), "strict");
        assert!(code == 10 || code == 30, "{}: {} {}", name, code, err);
    }
}

#[test]
fn a_contract_that_does_not_hold_is_dropped_and_the_loop_judged_without_it() {
    let weak = program(WRONG[1].1);
    let (code, err) = judged("dropped", &weak, "on");
    assert_eq!(code, 20, "{}", err);
    assert!(err.contains("the contracts of loops lead to no proof, and are dropped"), "{}", err);
    assert_eq!(judged("dropped", &weak, "off").0, 20);
    let (code, err) = judged("refuted", &program(WRONG[2].1), "on");
    assert_eq!(code, 10, "{}", err);
}

/// A jump into a loop would begin a turn behind its head.
#[test]
fn loops_into_which_a_jump_may_lead_are_not_cut() {
    let jump = "int i = 0; if (nondet()) { other = 8; goto inside; }
        for (i = 0; i < 3; i++) __CPROVER_loop_invariant(0 <= i && i <= 3) { inside: ; }
        __CPROVER_assert(other == 7, \"\");";
    let (code, err) = judged("goto", &program(jump), "strict");
    assert_eq!(code, 10, "{}", err);
    assert!(err.contains("not used in a function with `goto`"), "{}", err);
    let switch = "int i = 0; switch (nondet()) { case 0: other = 8;
        for (; i < 3; i++) __CPROVER_loop_invariant(0 <= i && i <= 3) { case 1: other = 9; } }
        __CPROVER_assert(other == 7, \"\");";
    let (code, err) = judged("switch", &program(switch), "strict");
    assert_eq!(code, 10, "{}", err);
    assert!(err.contains("into which a `switch` leads"), "{}", err);
}

/// The value of an array before a call is a copy of it, not its place.
#[test]
fn the_old_value_of_an_array_is_a_copy() {
    let one = |value: u32| {
        let content = format!(
            "struct s {{ unsigned char b[4]; }};
             void change(struct s *s, unsigned char *p)
             __CPROVER_requires(__CPROVER_is_fresh(s, sizeof(*s)))
             __CPROVER_requires(__CPROVER_is_fresh(p, 4))
             __CPROVER_assigns(__CPROVER_object_upto(s, sizeof(*s)), __CPROVER_object_upto(p, 4))
             __CPROVER_ensures(s->b[1] == __CPROVER_old(s->b)[1])
             __CPROVER_ensures(p[2] == (__CPROVER_old(*(unsigned char (*)[4])p))[2])
             {{ s->b[1] += {v}; p[2] ^= {v}; s->b[0] = 3; }}\n",
            v = value
        );
        let file = scratch(&format!("loops-old-{}.c", value));
        std::fs::write(&file, content).expect("a file");
        run(&[&text(&file), "--function", "change", "--threads", "1"])
    };
    assert_eq!(one(0).0, 20, "{:?}", one(0));
    assert_eq!(one(1).0, 10);
}

const ARRAYS: &str = "#define BOUND(a, n, lo, hi) \\
    __CPROVER_forall { unsigned k; (0 <= k && k < (unsigned)(n)) ==> (lo <= (a)[k] && (a)[k] < hi) }

void reduce(short *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 256 * sizeof(short)))
__CPROVER_assigns(__CPROVER_object_upto(a, 256 * sizeof(short)))
__CPROVER_ensures(BOUND(a, 256, 0, 100))
{ for (unsigned i = 0; i < 256; i++) a[i] = a[i] & 63; }

void increase(short *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 256 * sizeof(short)))
__CPROVER_requires(BOUND(a, 256, 0, 100))
__CPROVER_assigns(__CPROVER_object_upto(a, 256 * sizeof(short)))
__CPROVER_ensures(BOUND(a, 256, 1, 101))
{ for (unsigned i = 0; i < 256; i++) a[i]++; }

void increase_too_much(short *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 256 * sizeof(short)))
__CPROVER_requires(BOUND(a, 256, 0, 100))
__CPROVER_assigns(__CPROVER_object_upto(a, 256 * sizeof(short)))
__CPROVER_ensures(BOUND(a, 256, 1, 101))
{ for (unsigned i = 0; i < 256; i++) a[i] += i == 200 ? 2 : 1; }

void both(short *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 256 * sizeof(short)))
__CPROVER_assigns(__CPROVER_object_upto(a, 256 * sizeof(short)))
__CPROVER_ensures(BOUND(a, 256, 1, 101))
{ reduce(a); increase(a); }

int read(const short *a, unsigned i)
__CPROVER_requires(__CPROVER_is_fresh(a, 256 * sizeof(short)))
__CPROVER_requires(BOUND(a, 256, 0, 100))
__CPROVER_requires(i < 255)
__CPROVER_ensures(__CPROVER_return_value >= 0 && __CPROVER_return_value < 199)
{ return a[i] + a[i + 1]; }

int read_too_much(const short *a, unsigned i)
__CPROVER_requires(__CPROVER_is_fresh(a, 256 * sizeof(short)))
__CPROVER_requires(BOUND(a, 256, 0, 100))
__CPROVER_requires(i < 255)
__CPROVER_ensures(__CPROVER_return_value < 198)
{ return a[i] + a[i + 1]; }

int search(const short *a, int n)
__CPROVER_requires(__CPROVER_is_fresh(a, 256 * sizeof(short)))
__CPROVER_requires(BOUND(a, 256, 0, 100))
__CPROVER_requires(0 <= n && n < 3)
__CPROVER_ensures(__CPROVER_return_value < 100)
{ int at = 0; while (a[at] != 5 && at < n) at++; return a[at]; }
";

#[test]
fn conditions_on_all_elements_are_assumed_for_the_indices_that_matter() {
    let file = scratch("loops-arrays.c");
    std::fs::write(&file, ARRAYS).expect("a file");
    let judged = |function: &str, contracts: &str, more: &[&str]| {
        let args = [&text(&file), "--function", function, "--use-contracts", contracts, "--threads", "1"];
        run(&[&args[..], &["--check", "all"], more].concat())
    };
    for function in ["reduce", "read"] {
        let (code, _, err) = judged(function, "none", &[]);
        assert_eq!(code, 20, "{}: {}", function, err);
    }
    assert_eq!(judged("both", "reduce,increase", &[]).0, 20);
    let (_, _, err) = judged("reduce", "none", &[]);
    assert!(err.contains("the loop of line 8 has __CPROVER_loop_invariant(0 <= i && i <= 256)"), "{}", err);
    for function in ["increase_too_much", "read_too_much"] {
        let (code, _, err) = judged(function, "none", &["--timeout", "4s"]);
        assert_ne!(code, 20, "{}: {}", function, err);
    }
    // What is not assumed about an element must not make an error.
    let (code, _, err) = judged("search", "none", &["--timeout", "4s"]);
    assert_ne!(code, 10, "{}", err);
}
