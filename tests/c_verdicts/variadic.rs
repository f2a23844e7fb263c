//! Functions with variable arguments.

use crate::{is_safe, is_unknown, is_unknown_on, is_unsafe};
use indubit::c::Arch;

const SUM: &str = "#include <stdarg.h>
int sum(int n, ...)
{
  va_list list;
  int s = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) s += va_arg(list, int);
  va_end(list);
  return s;
}
";

const FIRST: &str = "#include <stdarg.h>
int first(int n, ...)
{
  va_list list;
  va_start(list, n);
  int a = va_arg(list, int);
  va_end(list);
  return a;
}
";

const BEHIND: &str = "an argument that has no parameter is read behind the last one, or as another type";
const MISFIT: &str = "a call through another type than that of the function";

#[test]
fn arguments_without_parameter_are_read_one_by_one() {
    is_safe(SUM, "RARELY if (sum(2, 1, 3) != 4 || sum(0) != 0) reach_error();");
    is_unsafe(SUM, "int x = __VERIFIER_nondet_int(); RARELY if (sum(2, x, 3) == 10) reach_error();");
    is_safe(FIRST, "RARELY if (first(0, first(1, 5, 4), first(0, 1)) != 5) reach_error();");
    is_safe(
        FIRST,
        "int s = 0; for (int i = 0; i < 2; i++) s += first(1, i); RARELY if (s != 1) reach_error();",
    );
}

#[test]
fn arguments_of_several_types_are_read() {
    let declarations = "#include <stdarg.h>
struct s { int a; char b; };
typedef int (*function)(int);
int twice(int x) { return 2 * x; }
long f(char k, ...)
{
  va_list list;
  va_start(list, k);
  int i = va_arg(list, int);
  long l = va_arg(list, long);
  unsigned long long m = va_arg(list, unsigned long long);
  struct s *p = va_arg(list, struct s *);
  const char *t = va_arg(list, const char *);
  i += va_arg(list, function)(k);
  va_end(list);
  p->a = 9;
  return i + l + (m == -3ULL) + t[1];
}";
    is_safe(
        declarations,
        "struct s v = { 1, 2 };
         RARELY if (f(5, -1, -2L, -3LL, &v, \"a\\7\", twice) != 15 || v.a != 9) reach_error();",
    );
    is_unsafe(
        declarations,
        "struct s v = { 1, 2 }; f(5, -1, -2L, -3LL, &v, \"ab\", twice); RARELY if (v.a == 9) reach_error();",
    );
}

#[test]
fn narrow_arguments_are_promoted() {
    is_safe(
        "#include <stdarg.h>
         enum e { A, B, C };
         int f(int n, ...)
         {
           va_list list;
           va_start(list, n);
           signed char a = va_arg(list, int);
           short b = (short)va_arg(list, int);
           unsigned c = va_arg(list, unsigned);
           _Bool d = va_arg(list, int);
           enum e e = va_arg(list, enum e);
           va_end(list);
           return a + b + c + d + e;
         }",
        "signed char a = -3; short b = 300; unsigned char c = 200; _Bool d = 1;
         RARELY if (f(0, a, b, c, d, C) != 500) reach_error();",
    );
}

#[test]
fn a_null_pointer_or_a_format_tells_where_arguments_end() {
    is_safe(
        "#include <stdarg.h>
         #include <stddef.h>
         int count(const char *a, ...)
         {
           va_list list;
           int n = 1;
           va_start(list, a);
           while (va_arg(list, char *) != NULL) n++;
           va_end(list);
           return n;
         }",
        "RARELY if (count(\"a\", \"b\", \"c\", NULL) != 3 || count(\"a\", (char *)0) != 1) reach_error();",
    );
    is_unsafe(
        "#include <stdarg.h>
         long walk(const char *f, ...)
         {
           va_list list;
           long s = 0;
           va_start(list, f);
           for (; *f; f++)
             switch (*f) {
             case 'i': s += va_arg(list, int); break;
             case 'l': s += va_arg(list, long); break;
             case 's': s += va_arg(list, char *)[0]; break;
             }
           va_end(list);
           return s;
         }",
        "RARELY if (walk(\"\") == 0 && walk(\"sil\", \"\\1\", 2, 5L) == 8) reach_error();",
    );
}

#[test]
fn lists_are_passed_on_and_copied() {
    let by_value = "#include <stdarg.h>
int read_all(int n, va_list list) { int s = 0; while (n--) s = s * 10 + va_arg(list, int); return s; }
int f(int n, ...) { va_list list; va_start(list, n); int s = read_all(n, list); va_end(list); return s; }";
    is_safe(by_value, "RARELY if (f(3, 1, 2, 3) != 123 || f(2, 4, 5) != 45) reach_error();");
    is_unsafe(by_value, "RARELY if (f(3, 1, 2, 3) == 123) reach_error();");
    is_safe(
        "#include <stdarg.h>
         int next(va_list *list) { return va_arg(*list, int); }
         int f(int n, ...)
         {
           va_list list;
           va_start(list, n);
           int s = next(&list);
           s = s * 10 + next(&list);
           s = s * 10 + va_arg(list, int);
           va_end(list);
           return s;
         }",
        "RARELY if (f(0, 1, 2, 3) != 123) reach_error();",
    );
    is_safe(
        "#include <stdarg.h>
         struct state { int k; va_list list; };
         int next(struct state *s) { s->k++; return va_arg(s->list, int); }
         int f(int n, ...)
         {
           struct state s = { 0 };
           va_start(s.list, n);
           int a = next(&s);
           a = a * 10 + next(&s);
           va_end(s.list);
           return a * 10 + s.k;
         }",
        "RARELY if (f(0, 4, 7) != 472) reach_error();",
    );
    is_safe(
        "#include <stdarg.h>
         int f(int n, ...)
         {
           va_list list, other;
           va_start(list, n);
           int s = va_arg(list, int);
           va_copy(other, list);
           s = s * 10 + va_arg(list, int);
           s = s * 10 + va_arg(other, int);
           va_end(other);
           va_end(list);
           va_start(list, n);
           s = s * 10 + va_arg(list, int);
           va_end(list);
           return s;
         }",
        "RARELY if (f(0, 1, 2) != 1221) reach_error();",
    );
}

#[test]
fn a_variadic_function_may_call_itself() {
    let declarations = "#include <stdarg.h>
int f(int n, ...)
{
  va_list list;
  va_start(list, n);
  int a = va_arg(list, int);
  if (n > 0) a += f(n - 1, a + 1, n);
  a += va_arg(list, int);
  va_end(list);
  return a;
}";
    is_safe(declarations, "RARELY if (f(1, 2, 10) != 16) reach_error();");
    is_unsafe(declarations, "RARELY if (f(1, 2, 10) == 16) reach_error();");
}

#[test]
fn pointers_to_variadic_functions_are_called() {
    let declarations = format!("{}int minus(int n, ...) {{ return -n; }}", SUM);
    is_safe(&declarations, "int (*p)(int, ...) = sum; RARELY if (p(2, 1, 2) != 3) reach_error();");
    is_safe(&declarations, "RARELY if ((*sum)(1, 2) != 2 || (&sum)(2, 3, 4) != 7) reach_error();");
    is_unsafe(
        &declarations,
        "int (*p)(int, ...) = __VERIFIER_nondet_int() ? minus : sum; RARELY if (p(3, 1, 2, 4) == -3) reach_error();",
    );
    is_safe(
        &declarations,
        "int (*p)(int, ...) = __VERIFIER_nondet_int() ? minus : sum; int r = p(3, 1, 2, 4);
         RARELY if (r != -3 && r != 7) reach_error();",
    );
}

/// They are evaluated, be they read or not.
#[test]
fn arguments_that_nobody_reads_have_their_effects() {
    let declarations = format!(
        "{}int g; int next(void) {{ return ++g; }}
         int ignores(int n, ...) {{ va_list list; va_start(list, n); va_end(list); return n; }}
         int plain(int n, ...) {{ return n; }}",
        FIRST
    );
    is_safe(&declarations, "RARELY if (first(0, next()) != 1 || g != 1) reach_error();");
    is_safe(
        &declarations,
        "RARELY { first(0, 1, next(), (long long)next(), 2.5, &g); if (g != 2) reach_error(); }",
    );
    is_safe(&declarations, "RARELY { ignores(next(), next(), 0.5); if (g != 2) reach_error(); }");
    is_safe(&declarations, "RARELY { plain(next(), next(), 0.5); if (g != 2) reach_error(); }");
    is_safe(
        &declarations,
        "struct { int a[3]; } v = { { 1, 2, 3 } }; RARELY if (first(0, 7, v) != 7) reach_error();",
    );
}

#[test]
fn lists_are_printed() {
    let declarations = "#include <stdarg.h>
#include <stdio.h>
int say(const char *f, ...)
{
  va_list list, other;
  va_start(list, f);
  va_copy(other, list);
  vprintf(f, list);
  va_end(list);
  int first = va_arg(other, int);
  va_end(other);
  return first;
}
void text(char *to, const char *f, ...)
{
  va_list list;
  va_start(list, f);
  vsnprintf(to, 10, f, list);
  va_end(list);
}";
    is_safe(declarations, "RARELY if (say(\"%d %s\", 3, \"a\") != 3) reach_error();");
    is_unsafe(declarations, "say(\"%d %s\", 3, \"a\"); RARELY reach_error();");
    is_unsafe(
        declarations,
        "char b[10] = \"\"; RARELY { text(b, \"a%d\", 3); if (b[1] == '3') reach_error(); }",
    );
}

#[test]
fn arguments_are_not_read_behind_the_last_one_or_as_another_type() {
    is_unknown(SUM, "sum(2, 1);", BEHIND);
    is_unknown(FIRST, "first(1);", BEHIND);
    is_unknown(FIRST, "int x; first(1, &x);", BEHIND);
    is_unknown(FIRST, "first(1, 1LL);", BEHIND);
    is_unknown(FIRST, "first(1, 0.5);", BEHIND);
    is_safe(SUM, "int n = 2; RARELY n = 1; if (n == 3) sum(3, 1, 2);");
    is_unsafe(SUM, "if (__VERIFIER_nondet_int()) sum(2, 1); RARELY reach_error();");
}

#[test]
fn structures_are_read_by_their_type() {
    let declarations = "#include <stdarg.h>
struct s { int a, b; long long c; }; struct t { int a; }; struct e { };
int f(int n, ...)
{
  va_list l;
  va_start(l, n);
  struct s first = va_arg(l, struct s);
  int number = va_arg(l, int);
  struct e empty = va_arg(l, struct e);
  struct s second = va_arg(l, struct s);
  va_end(l);
  return first.a + first.c + number + second.b;
}";
    is_safe(
        declarations,
        "struct s v = { 1, 2, 3 }, w = { 0, 10, 0 }; struct e e; if (f(0, v, 100, e, w) != 114) reach_error();",
    );
    is_unknown(declarations, "struct t t = { 1 }; f(0, t);", BEHIND);
}

#[test]
fn floating_point_numbers_are_read_as_they_are_passed() {
    let declarations = "#include <stdarg.h>
int g(int n, ...) { va_list l; va_start(l, n); double a = va_arg(l, double); va_end(l); return a > 0; }
int k(int n, ...) { va_list l; va_start(l, n); float a = va_arg(l, float); va_end(l); return a > 0; }
int h(int n, ...) { va_list l[2]; va_start(l[0], n); int i = 0; return va_arg(l[i++], int); }";
    is_safe(
        declarations,
        "float half = 0.5f; RARELY if (!g(0, 0.5) || !g(0, half) || g(0, -1.0)) reach_error();",
    );
    is_unknown(declarations, "k(0, 0.5f);", "a variable argument of type `float` is read");
    is_unknown(
        declarations,
        "h(0, 1);",
        "an argument is read from a list that an expression with side effects names",
    );
}

#[test]
fn calls_through_other_types_are_not_followed() {
    is_unknown(FIRST, "((int (*)(int, int))first)(1, 8);", MISFIT);
    is_unknown(FIRST, "((int (*)(int, int, ...))first)(1, 8, 9);", MISFIT);
    is_unknown(FIRST, "((int (*)())first)(1, 8);", "a call of a variadic function without prototype");
    let declarations =
        format!("{}int two(int n, int m) {{ return n - m; }} int (*q)(int, ...) = first;", FIRST);
    is_unknown(&declarations, "((int (*)(int, ...))two)(1, 8);", MISFIT);
    is_safe(&declarations, "RARELY if (q(1, 4) != 4 || two(3, 1) != 2) reach_error();");
}

/// Their bytes are others than gcc's: a run must not depend on them.
#[test]
fn lists_are_read_by_va_arg_only() {
    let with = |statements: &str| {
        format!(
            "#include <stdarg.h>
int f(int n, ...) {{ va_list l; va_start(l, n); int r = 0; {} va_end(l); return r; }}",
            statements
        )
    };
    let through_other_types = [
        "r = *(int *)*(char **)&l != 5;",
        "for (char *p = (char *)&l; p < (char *)(&l + 1); p++) r |= *p;",
        "*(int *)&l = 5; r = va_arg(l, int);",
    ];
    for statements in through_other_types {
        is_unknown(
            &with(statements),
            "RARELY if (f(1, 5)) reach_error();",
            "a list of variable arguments is accessed as a value of another type",
        );
    }
    is_unknown_on(
        Arch::Lp64,
        &with("r = l->gp_offset > 48 || l->overflow_arg_area == 0;"),
        "RARELY if (f(1, 5)) reach_error();",
        "a member of a list of variable arguments",
    );
    let copies = [
        "va_list m; __builtin_memcpy(&m, &l, sizeof m); r = va_arg(m, int) != 5 || va_arg(l, int) != 5;",
        "struct { va_list l; int x; } a, b; va_copy(a.l, l); a.x = 1; b = a; r = va_arg(b.l, int) != 5;",
        "r = sizeof(va_list) != 3 * sizeof(long) && sizeof(va_list) != 4;",
    ];
    for statements in copies {
        is_safe(&with(statements), "RARELY if (f(1, 5)) reach_error();");
    }
}
