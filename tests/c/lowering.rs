//! The meaning of programs, as their automata have it.

use crate::walks::{answers, failures, holds, holds_with, integers, lowered, unsupported, Runs};
use indubit::c::{AskKind, Check, Checks, Externs, Failure, Integers, LowerOptions, Property};

fn words() -> LowerOptions {
    LowerOptions::default()
}

#[test]
fn operands_are_evaluated_from_left_to_right() {
    holds("", "int x = 1; int y = x + (x = 5); assert(y == 6 && x == 5);");
    holds("", "int x = 1; int y = (x = 5) + x; assert(y == 10);");
    holds(
        "int g; int f(int v) { g = 10 * g + v; return v; }",
        "int y = f(1) - f(2); assert(g == 12 && y == -1);",
    );
    holds("int g; int f(int a, int b) { return a - b; }", "assert(f(g++, g++) == -1 && g == 2);");
    holds("", "int a[2], i = 0; a[i++] = i; assert(a[0] == 1);");
    holds(
        "int g = 3; int f() { g = 7; return 1; }",
        "int y = g + f(); assert(y == 4); g += f(); assert(g == 8);",
    );
    holds("int g; int f() { return g++; }", "int y = f() + 10 * f() + 100 * f(); assert(y == 210);");
}

#[test]
fn the_result_of_a_call_survives_a_second_call() {
    holds("int id(int x) { return x; }", "assert(id(3) - id(2) == 1); assert(id(id(4) - id(1)) == 3);");
}

#[test]
fn the_value_of_an_assignment_is_that_of_its_target() {
    holds("", "int x = 1, y; y = (x = x + 1); assert(y == 2 && x == 2);");
    holds("", "char c; int y = (c = 300); assert(y == 44);");
    holds(
        "struct { int b : 3; } s;",
        "int y = (s.b = 7); assert(y == -1); y = (s.b += 2); \
        assert(y == 1);",
    );
    holds(
        "struct { unsigned b : 3; } s;",
        "int y = (s.b = 15); assert(y == 7); y = ++s.b; \
        assert(y == 0);",
    );
    holds("struct { int b : 1; } s;", "int y = (s.b = (s.b == 0)); assert(y == -1);");
    holds("", "int a[3], i = 1; int y = (a[i] = i + 4); assert(y == 5 && a[1] == 5);");
}

#[test]
fn steps_give_the_old_or_the_new_value() {
    holds("", "int x = 4; assert(x++ == 4 && x == 5); assert(++x == 6); assert(x-- == 6 && --x == 4);");
    holds("", "unsigned char c = 255; c++; assert(c == 0); c--; assert(c == 255);");
    holds(
        "",
        "_Bool b = 0; b++; assert(b == 1); b++; assert(b == 1); b--; assert(b == 0); b--; \
        assert(b == 1);",
    );
}

#[test]
fn words_wrap_around() {
    holds("", "int x = 2147483647; x = x + 1; assert(x == -2147483647 - 1); assert(-x == x);");
    holds("", "unsigned x = 0; x--; assert(x == 4294967295u && x > 0); assert(x * x == 1);");
    holds("", "int x = -7, y = 2; assert(x / y == -3 && x % y == -1 && 7 / -y == -3 && 7 % -y == 1);");
    holds("", "int x = -2147483647 - 1; assert(x / -1 == x && x % -1 == 0);");
    // The processor does not do this division.
    let text = "int main() { int x = -2147483647 - 1, y = -1; x = x / y; assert(0); }";
    assert!(failures(text, &words()).is_empty());
    holds("", "unsigned x = -7; assert(x / 2 == 2147483644u);");
    holds("", "long long x = 4294967296ll; assert((int) x == 0 && x >> 32 == 1 && x * x == 0);");
}

#[test]
fn shifts_take_the_amount_modulo_the_width() {
    holds("", "int x = 1, n = 33; assert(x << n == 2); n = -31; assert(x << n == 2);");
    holds("", "int x = -8; unsigned u = x; assert(x >> 1 == -4 && u >> 1 == 2147483644u);");
    holds("", "long long x = 1; int n = 65; assert(x << n == 2 && x << 32 == 4294967296ll);");
    holds("", "char c = 1; assert(c << 8 == 256);");
}

#[test]
fn operands_are_promoted() {
    holds("", "unsigned char a = 200, b = 100; assert(a + b == 300); a = a + b; assert(a == 44);");
    holds(
        "",
        "int x = -1; unsigned u = 1; assert(x > u); short s = -1; \
        assert(s < 1 && (unsigned short) s == 65535);",
    );
    holds("", "unsigned char c = 5; assert(~c == -6 && -c == -5 && !c == 0 && !!c == 1);");
    holds("", "_Bool b = 256; assert(b == 1 && b + b == 2); signed char s = 200; assert(s == -56);");
    holds(
        "",
        "int x = 3; assert((x > 2) + (x > 1) == 2); \
        assert((x > 2) == 1 && (x > 5) != 1 && (x > 2) != 2);",
    );
}

#[test]
fn a_division_by_zero_ends_the_run() {
    let text = "void reach_error(); int main() { int x, y = 6 / x; if (x == 0) reach_error(); \
        assert(0); }";
    assert_eq!(failures(text, &words()), [Failure::Assertion]);
    let checked = LowerOptions { checks: Checks::of(&[Check::Division]), ..words() };
    assert_eq!(failures(text, &checked), [Failure::Assertion, Failure::DivisionByZero]);
    // The divisor counts only where the division is evaluated.
    holds(
        "",
        "int x; int y = x != 0 && 6 / x > 2; assert(x != 0 || y == 0); assert(x != 0 || !y); \
        if (x) return 0;",
    );
    holds("", "int x; int y = x ? 6 / x : 0; if (x) return 0; assert(y == 0);");
}

#[test]
fn a_branch_with_effects_runs_only_if_it_is_chosen() {
    holds(
        "int g; int f() { g++; return 1; }",
        "int x = 0; if (x && f()) ; assert(g == 0); if (x || f()) assert(g == 1);",
    );
    holds(
        "int g; int f() { g++; return 2; }",
        "int y = 0 || f(); assert(y == 1 && g == 1); y = g ? f() : 5; assert(y == 2);",
    );
    holds("int g; int f() { g++; return 0; }", "int y = !(f() == 0) || f(); assert(y == 0 && g == 2);");
    holds(
        "int g; int f() { g++; return 7; }",
        "int y = g ?: f(); assert(y == 7); y = g ?: f(); assert(y == 1);",
    );
    holds(
        "int g; void f() { g++; }",
        "int x = 1; x ? f() : (void) 0; assert(g == 1); (f(), x = g); assert(x == 2);",
    );
}

#[test]
fn a_value_survives_a_change_in_one_branch_only() {
    holds("", "int x = 1, c; int y = x + (c ? (x = 7) : 2); assert(y == (c ? 8 : 3));");
    holds(
        "int g; int f() { int i; for (i = 0; i < 3; i++) g++; return g; }",
        "g = 1; int y = g * 100 + f(); assert(y == 104);",
    );
}

#[test]
fn statements_run_as_in_c() {
    holds(
        "",
        "int i, s = 0; for (i = 0; i < 5; i++) { if (i == 1) continue; if (i == 4) break; \
        s += i; } assert(s == 5);",
    );
    holds(
        "",
        "int i = 0, s = 0; do { i++; if (i == 2) continue; s += i; } while (i < 4); \
        assert(s == 8);",
    );
    holds("", "int i = 3; while (i) { i--; if (i == 1) break; } assert(i == 1);");
    holds("", "int n = 0; l: n++; if (n < 3) goto l; assert(n == 3);");
    holds(
        "",
        "int n = 0; goto in; while (n < 3) { n += 10; in: n++; } \
        assert(n == 12 || n == 1 + 10 + 1);",
    );
    holds("", "int n = 0; { goto end; n = 1; } end: assert(n == 0);");
}

#[test]
fn switches_choose_a_label_and_fall_through() {
    let function = "int f(int x) { int r = 0; switch (x) { r = 100; case 1: r += 1; case 2: r += 2; \
        break; \
                    case 5 ... 7: return 5; case -1: r = 9; default: r += 20; } return r; }";
    holds(
        function,
        "assert(f(1) == 3 && f(2) == 2 && f(5) == 5 && f(7) == 5 && f(8) == 20 && f(-1) == 29 && \
             f(0) == 20);",
    );
    holds(
        "int f(unsigned x) { switch (x) { case -1: return 1; } return 0; }",
        "assert(f(-1) == 1 && f(1) == 0);",
    );
    holds(
        "",
        "int n = 0, k = 7; switch (k % 4) { do { case 0: n++; case 3: n++; } while (--k > 5); \
        } assert(n == 3);",
    );
    holds(
        "",
        "int x; switch (x > 0) { case 1: assert(x > 0); break; case 0: assert(x <= 0); break; \
        default: assert(0); }",
    );
}

#[test]
fn loops_go_on_at_the_label_that_a_jump_enters() {
    holds(
        "",
        "int i = 0, n = 0; goto body; for (i = 5; i < 7; i++) { body: n++; } assert(i == 7 && n == 7);",
    );
}

#[test]
fn members_and_elements_are_variables_of_their_own() {
    holds(
        "struct s { int a; struct { char b; int c[2]; } d; } x, y;",
        "x.d.c[1] = 4; x.a = 1; y = x; x.d.c[1] = 5; \
        assert(y.d.c[1] == 4 && y.a == 1 && y.d.c[0] == 0 && x.d.c[1] == 5);",
    );
    holds(
        "struct s { int a, b; }; struct s f(struct s v) { v.a++; return v; }",
        "struct s v = { 1, 2 }, w = f(v); \
        assert(v.a == 1 && w.a == 2 && w.b == 2 && f(w).a == 3); struct s z = v.a ? w : v; \
        assert(z.a == 2);",
    );
    holds(
        "int a[2][3] = { { 1, 2, 3 }, { 4 } };",
        "int i = 1, j = 0; assert(a[i][j] == 4 && a[0][2] == 3 && a[1][2] == 0);",
    );
    holds(
        "struct { unsigned a : 3, b : 5; int c : 4; } s;",
        "s.a = 9; s.b = 31; s.c = 9; assert(s.a == 1 && s.b == 31 && s.c == -7);",
    );
}

#[test]
fn members_of_a_union_share_their_bits() {
    holds(
        "union { int i; unsigned char c[4]; } u;",
        "u.i = 258; assert(u.c[0] == 2 && u.c[1] == 1); int k = 3; \
        u.c[k] = 1; assert(u.i == 16777474);",
    );
    holds(
        "union { struct { unsigned short l, h; } s; unsigned w; } u;",
        "u.w = 65537; u.s.h = 2; assert(u.w == 131073 && u.s.l == 1);",
    );
    holds("union { int only; char never[9]; } u;", "u.only = 5; assert(u.only == 5);");
    let text = "union { int i; char c; } u; int main() { u.i = 1; return u.c; }";
    assert_eq!(
        unsupported(text, &integers()),
        "line 1, column 26: members of this union overlap; use --integers words"
    );
}

#[test]
fn variable_indices_choose_among_the_elements() {
    holds(
        "int a[4];",
        "int i = 2; a[i] = 7; assert(a[2] == 7 && a[i] == 7 && a[i + 1] == 0); \
        i = 0; a[i] += 3; assert(a[0] == 3);",
    );
    // A write out of bounds has no effect, and a read gives any value.
    holds("int a[2];", "int i = 5; a[i] = 1; i = -1; a[i] = 1; assert(a[0] == 0 && a[1] == 0);");
    let text = "int a[2]; int main() { int i; if (a[i] == 5) assert(0); }";
    assert_eq!(failures(text, &words()), [Failure::Assertion]);
    let checked = LowerOptions { checks: Checks::of(&[Check::Bounds]), ..words() };
    assert_eq!(failures(text, &checked), [Failure::Bounds]);
    let ask = answers(text, &words()).pop().expect("an answer");
    assert_eq!((ask.ask.kind, ask.value), (AskKind::Read, 5));
    holds(
        "int a[2];",
        "int i; int y = i >= 0 && i < 2 && a[i] == 0; if (i == 5) assert(y == 0); \
        if (i == 1) assert(y == 1);",
    );
    holds(
        "int a[300]; ",
        "unsigned char c = 255; a[c] = 3; assert(a[255] == 3); \
        signed char s = -1; a[s] = 4; assert(a[255] == 3);",
    );
}

#[test]
fn locals_without_initialiser_have_any_value_each_time() {
    let text = "int main() { int i; for (i = 0; i < 2; i++) { int x; if (i == 0) x = 9; \
        else if (x == 5) assert(0); } }";
    assert_eq!(failures(text, &words()), [Failure::Assertion]);
    let kinds: Vec<AskKind> = answers(text, &words()).iter().map(|answer| answer.ask.kind).collect();
    assert_eq!(kinds, [AskKind::Declaration; 3]);
    holds("int g; int f() { static int n = 3; return n++; }", "assert(g == 0 && f() == 3 && f() == 4);");
}

#[test]
fn a_jump_over_a_declaration_leaves_any_value() {
    let text = "int f() { goto l; int x = 1; l: return x; } int main() { if (f() == 5) assert(0); }";
    assert_eq!(failures(text, &words()), [Failure::Assertion]);
    let answers = answers(text, &words());
    assert_eq!((answers[0].ask.kind, answers[0].value, answers.len()), (AskKind::Skipped, 5, 1));
    holds(
        "int f(int k) { switch (k) { int x; case 1: x = 4; return x; } return 0; \
        }",
        "assert(f(1) == 4);",
    );
}

#[test]
fn a_function_without_return_gives_any_value() {
    let text = "int f(int x) { if (x) return 1; } int main() { int x; int y = f(x); \
        if (y == 5) assert(x == 1); }";
    assert_eq!(failures(text, &words()), [Failure::Assertion]);
    let kinds: Vec<AskKind> = answers(text, &words()).iter().map(|answer| answer.ask.kind).collect();
    assert_eq!(kinds, [AskKind::Declaration, AskKind::Result]);
}

#[test]
fn arguments_and_results_are_converted() {
    holds("int f(c) char c; { return c; }", "assert(f(300) == 44);");
    let text = "int main() { assert(later(3) == 44); assert(0); } int later(x) int x; \
        { return (char) 300; }";
    assert_eq!(answers(text, &words()), []);
    let text = "int f(a, b) int a, b; { return b; } int main() { if (f(1) == 5) assert(0); }";
    assert_eq!(failures(text, &words()), [Failure::Assertion]);
    assert_eq!(answers(text, &words())[0].ask.kind, AskKind::Parameter);
}

#[test]
fn undefined_functions_give_any_value_of_their_type() {
    let text = "unsigned char nondet_uchar(); int main() { if (nondet_uchar() == 255) assert(0); }";
    assert_eq!(failures(text, &words()), [Failure::Assertion]);
    assert_eq!(answers(text, &words())[0].value, 255);
    holds("_Bool nondet_bool();", "int b = nondet_bool(); assert(b == 0 || b == 1);");
    let warnings = lowered("int f(); int main() { return f() + nondet() + f(); }", &words()).warnings;
    assert_eq!(warnings.len(), 1);
    assert_eq!(
        warnings[0].to_string(),
        "line 1, column 30: warning: `f` is not defined: it may change what it reaches \
        through its arguments or by name, and has any result"
    );
    holds_with("unsigned nondet_uint();", "unsigned x = nondet_uint(); assert(x >= 0);", &integers());
    holds("int __builtin_bswap32(int);", "assert(__builtin_bswap32(1) == 16777216);");
    holds("int x; extern int e; ", "assert(e == e); if (e != 5) return 0;");
}

#[test]
fn runs_end_without_error() {
    for end in ["abort()", "exit(1)", "assume(0)", "__VERIFIER_assume(g)", "stop()"] {
        let text =
            format!("int g; void stop() __attribute__((noreturn)); int main() {{ {}; assert(0); }}", end);
        assert_eq!(failures(&text, &words()), [], "{}", end);
    }
    holds("", "int x; assume(x == 5); assert(x == 5);");
    assert_eq!(failures("int main() { return 0; assert(0); }", &words()), []);
}

#[test]
fn a_bit_field_behind_a_comma_is_promoted_as_a_bit_field() {
    holds("struct s { unsigned low : 5; } s;", "s.low = 31; assert((0, s.low) / -6 == -5);");
}

/// Once the cast was taken away, since the types are the same.
#[test]
fn a_bit_field_that_is_cast_to_its_own_type_is_promoted_as_a_number() {
    holds(
        "struct s { unsigned low : 5; } s;",
        "s.low = 31; assert((unsigned)s.low % -2 == 31); assert(s.low % -2 == 1);",
    );
}

#[test]
fn properties_say_which_failures_are_errors() {
    let cases: [(&str, Failure, [bool; 4]); 6] = [
        ("reach_error();", Failure::ReachError, [true, true, false, false]),
        ("__VERIFIER_error();", Failure::ReachError, [true, true, false, false]),
        ("__assert_fail(\"\", \"\", 1, \"\");", Failure::AssertFail, [true, false, false, false]),
        ("assert(g);", Failure::Assertion, [true, false, false, false]),
        ("ERROR: ;", Failure::Label, [true, false, true, false]),
        ("g = 2147483647; g = g + 1;", Failure::Overflow, [false, false, false, true]),
    ];
    let properties = [Property::Default, Property::UnreachCall, Property::ErrorLabel, Property::NoOverflow];
    for (statement, failure, expected) in cases {
        for (property, is_error) in properties.into_iter().zip(expected) {
            let text = format!(
                "int g; void reach_error() {{ assert(0); }} int main() {{ {} \
        }}",
                statement
            );
            let found = failures(&text, &LowerOptions { property, ..words() });
            assert_eq!(
                found,
                if is_error { vec![failure] } else { vec![] },
                "{} \
        {:?}",
                statement,
                property
            );
        }
    }
    holds("void assert(int x) { if (!x) return; }", "assert(0);");
}

#[test]
fn signed_overflow_is_found_where_it_happens() {
    let options = LowerOptions { property: Property::NoOverflow, ..words() };
    let most = "int m = 2147483647, l = -2147483647 - 1; unsigned u = -1, v = m; char c = 127; \
        long long w = m; ";
    for (statement, overflows) in [
        ("m + 1", true),
        ("l - 1", true),
        ("m * 2", true),
        ("-l", true),
        ("l / -1", true),
        ("l % -1", true),
        ("1 << 31", true),
        ("1 << 30", false),
        ("m++", true),
        ("l -= 1", true),
        ("c++", false),
        ("u + 1", false),
        ("u++", false),
        ("v + 1", false),
        ("v * 2", false),
        ("v << 1", false),
        ("w + 1", false),
        ("(char) m", false),
        ("c = m", false),
    ] {
        let text = format!("int main() {{ {} {}; }}", most, statement);
        let expected = if overflows { vec![Failure::Overflow] } else { vec![] };
        assert_eq!(failures(&text, &options), expected, "{}", statement);
        let integral = LowerOptions { integers: Integers::Mathematical, ..options };
        if !statement.contains("<<") && !statement.contains("% -1") {
            assert_eq!(failures(&text, &integral), expected, "{} over integers", statement);
        }
    }
}

#[test]
fn shifts_are_checked_by_option() {
    let options = LowerOptions { checks: Checks::of(&[Check::Shifts]), ..words() };
    for (amount, fails) in [("32", true), ("-1", true), ("31", false), ("0", false)] {
        let text = format!("int main() {{ int n = {}; return 1u << n; }}", amount);
        let expected = if fails { vec![Failure::ShiftWidth] } else { vec![] };
        assert_eq!(failures(&text, &options), expected, "{}", amount);
    }
}

#[test]
fn integers_have_no_bounds() {
    let holds = |statements: &str| holds_with("", statements, &integers());
    holds("int x = 2147483647; x = x + 1; assert(x == 2147483648ll && x > 0);");
    holds("int x = -7; assert(x / 2 == -3 && x % 2 == -1 && x / -2 == 3 && x % -2 == -1);");
    holds("int x = 7; assert(x / 2 == 3 && x % 2 == 1 && x / -2 == -3 && x % -2 == 1);");
    holds("int x = -7; assert(x >> 1 == -4 && x << 2 == -28 && ~x == 6);");
    holds("char c = 300; assert(c == 300); _Bool b = 300; assert(b == 1);");
    holds("unsigned u = 0; u--; assert(u < 0);");
    holds("int x = -7, y = 2; assert(x * y == -14 && x / y == -3 && x % y == -1 && x / -y == 3);");
    let error = unsupported("int main() { int x, y; return x << y; }", &integers());
    assert_eq!(
        error,
        "line 1, column 33: `<<` by a value that is no constant is not linear; use --integers words"
    );
    for expression in ["x & 1", "x | y", "x ^ y", "x << y", "x >> y"] {
        let text = format!("int main() {{ int x, y; return {}; }}", expression);
        assert!(unsupported(&text, &integers()).ends_with("use --integers words"), "{}", expression);
    }
    assert!(failures("int main() { assert(6 / 2 * 4 == 12 && (6 & 3) == 2); }", &integers()).is_empty());
    let reals = LowerOptions { integers: Integers::Reals, ..words() };
    holds_with("", "int x = 3; assert(x + x == 6 && 2 * x > 5);", &reals);
    assert!(unsupported("int main() { int x; return x / 2; }", &reals).ends_with("use --integers words"));
}

#[test]
fn an_access_through_null_ends_the_run() {
    let read = "int main() { int *p = 0; if (*p == 5) assert(0); }";
    let write = "int main() { int *p = 0; *p = 5; assert(0); }";
    let pure = LowerOptions { externs: Externs::Pure, ..words() };
    let checked = LowerOptions { checks: Checks::of(&[Check::Bounds]), ..words() };
    for text in [read, write] {
        assert_eq!(failures(text, &words()), []);
        assert_eq!(failures(text, &checked), [Failure::Bounds]);
        // Where results of unknown functions have no objects, a read has any value, and a write no effect.
        assert_eq!(failures(text, &pure), [Failure::Assertion]);
    }
}

#[test]
fn pointers_lead_to_their_targets() {
    holds(
        "void set(int *p, int v) { *p = v; }",
        "int x, y; set(&x, 3); set(&y, 4); assert(x == 3 && y == 4);",
    );
    holds(
        "int sum(int *a, int n) { int i, s = 0; for (i = 0; i < n; i++) s += a[i]; return s; }",
        "int a[3] = { 1, 2, 3 }, b[2] = { 5, 6 }; \
        assert(sum(a, 3) == 6 && sum(b, 2) == 11 && sum(a + 1, 2) == 5);",
    );
    holds(
        "struct s { int v; struct s *next; };",
        "struct s a = { 1, 0 }, b = { 2, &a }, *p = &b; assert(p->next->v == 1); \
        p = p->next; p->v = 7; assert(a.v == 7 && !p->next && p == &a && p != &b);",
    );
    holds(
        "int a[4];",
        "int *p = a; *p++ = 1; *p++ = 2; \
        assert(a[0] == 1 && a[1] == 2 && p - a == 2 && p > a && p[-1] == 2);",
    );
    holds(
        "int x, y;",
        "int c; int *p = c ? &x : &y; *p = 1; assert(c ? x == 1 && y == 0 : y == 1 && x == 0);",
    );
    holds(
        "int g; int f(int x) { return x + 1; } int h(int x) { return x - 1; }",
        "int c; int (*p)(int) = c ? f : h; assert(p(1) == (c ? 2 : 0)); p = f; assert((*p)(4) == 5);",
    );
    holds(
        "struct { int a, b; } s; int x;",
        "int *p = &s.b; p++; *p = 3; p--; *p = 4; assert(s.a == 0 && s.b == 4);",
    );
    holds("int x;", "char *p = (char *) &x; p[1] = 1; assert(x == 256);");
    holds("int x, *p = &x; int **q = &p;", "**q = 3; assert(x == 3);");
    holds(
        "int m[2][3];",
        "int *p = m[1]; p[2] = 5; assert(m[1][2] == 5); int (*r)[3] = m; \
        (*(r + 1))[0] = 4; assert(m[1][0] == 4);",
    );
}

#[test]
fn initialisers_fill_objects() {
    holds(
        "char s[5] = \"ab\"; struct { int a; int b[3]; } x = { .b = { [1] = 4 } };",
        "assert(s[1] == 'b' && s[2] == 0 && s[4] == 0); assert(x.a == 0 && x.b[1] == 4 && x.b[2] == 0);",
    );
    holds(
        "int f() { return 3; }",
        "int a[3] = { f(), f() + 1 }; assert(a[0] == 3 && a[1] == 4 && a[2] == 0);",
    );
    holds(
        "struct p { int x, y; };",
        "struct p *q = &(struct p) { 1, 2 }; assert(q->y == 2); q->x = 9; assert(q->x == 9);",
    );
    holds("int a = 3, *p = &a;", "*p = 4; assert(a == 4);");
}

#[test]
fn the_map_knows_places_calls_and_loops() {
    let text = "int f(int x) {\n  return x - 1;\n\
                }\nint main() {\n  int i = 2;\n  while (i)\n    i = f(i);\n  ERROR: ;\n}\n";
    let lowered = lowered(text, &words());
    let lines = indubit::c::read(text.as_bytes(), &Default::default(), &indubit::base::Budget::unlimited());
    let lines = lines.expect("a program").lines;
    let line = |pos| lines.line_and_column(pos);
    let heads: Vec<_> =
        lowered.cfa.locations().filter_map(|l| lowered.map.statement(l)).filter(|s| s.is_loop_head).collect();
    assert_eq!(heads.iter().map(|s| line(s.pos)).collect::<Vec<_>>(), [(6, 3)]);
    let inner = lowered.cfa.locations().find(|&l| lowered.map.calls(l).len() == 2).expect("a location in f");
    let calls = lowered.map.calls(inner);
    assert_eq!(calls[0].caller.map(|(_, pos)| line(pos)), Some((7, 9)));
    assert!(calls[1].caller.is_none());
    let path = Runs::of(&lowered, 0).path(&lowered).expect("a path");
    let last = path.steps.last().expect("a step").edge;
    assert_eq!(lowered.map.failure(last), Some(Failure::Label));
    assert_eq!(line(lowered.map.place(last)), (8, 3));
}

#[test]
fn deep_trees_are_lowered() {
    let sum = (0..20_000).fold("x".to_string(), |text, _| format!("{}+1", text));
    let ifs: String = (0..3_000).map(|n| format!("if (x == {}) y = {}; else ", n, n)).collect();
    let text = format!(
        "int main() {{ int x = 0, y; y = {}; assert(y == 20000); {} y = 5; assert(y == 0); }}",
        sum, ifs
    );
    assert!(Runs::of(&lowered(&text, &words()), 0).failures.is_empty());
}

#[test]
fn locations_without_a_way_to_them_are_left_out() {
    let with = lowered(
        "int x; int main() { x = 1; return 0; unused: x = 2; while (x) x = 3; assert(0); }",
        &words(),
    );
    let without = lowered("int x; int main() { x = 1; return 0; }", &words());
    assert_eq!(with.cfa.location_count(), without.cfa.location_count());
    assert_eq!(with.cfa.edges().len(), without.cfa.edges().len());
    assert_eq!(failures("int main() { goto l; m: assert(0); l: goto m; }", &words()), [Failure::Assertion]);
}

/// Lists of numbers that a pointer may be grew with each element that was read, and lowering took the square of that.
#[test]
fn a_read_among_many_numbers_that_may_be_addresses_is_linear() {
    let terms = |elements: usize| {
        let text = format!(
            "int nd(void); int x; long a[{0}]; int main() {{
                for (int i = 0; i < {0}; i++) a[i] = nd();
                a[nd() & 127] = (long)&x; long v = a[nd() & 1023]; int *p = (int *)v; return p == 0; }}",
            elements
        );
        lowered(&text, &words()).cfa.terms().len()
    };
    let (few, many) = (terms(200), terms(400));
    assert!(many < 5 * few / 2, "{} terms with 200 elements, {} with 400", few, many);
}
