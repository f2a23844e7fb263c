//! Counterexamples of C programs as a programmer reads them: what failed, and the lines that led there.

use super::{run, scratch, text};

/// The output for a program of this name, run with these options; its path is cut to the name.
fn shown(name: &str, program: &str, options: &[&str]) -> String {
    let path = scratch(name);
    std::fs::write(&path, program).expect("a file");
    let path = text(&path);
    let mut args = vec![path.as_str(), "--threads", "1"];
    args.extend(options);
    let output = run(&args);
    assert_eq!(output.0, 10, "{}{}", output.1, output.2);
    output.1.replace(&path, name)
}

#[test]
fn what_failed_is_the_second_line_with_its_place_and_values() {
    let cases: [(&str, &[&str], &str); 9] = [
        ("if (x == 3) assert(x < 3);", &[], "assertion `x < 3` is false at f.c:4:45 in main, with x = 3"),
        ("if (x == 3) reach_error();", &[], "`reach_error` is called at f.c:4:45 in main"),
        ("if (x == 3) ERROR: return 1;", &[], "the label `ERROR` is reached at f.c:4:45 in main"),
        (
            "if (x == 1) return 7 / (x - 1);",
            &["--check-division"],
            "division by zero in `7 / (x - 1)` at f.c:4:54 in main, with x = 1",
        ),
        (
            "if (x == 2147483647) return x + 1;",
            &["--property", "no-overflow"],
            "`x + 1` overflows `int` at f.c:4:63 in main, with x = 2147483647",
        ),
        (
            "if (x == 33) return 1 << x;",
            &["--check-shifts"],
            "`1 << x` shifts by a negative number or by too much, or a negative number or out of its type at f.c:4:55 \
            in main, with x = 33",
        ),
        (
            "if (x == 4) a[x] = 1;",
            &["--check-bounds"],
            "`a[x]` is outside of `a` (16 bytes, offset 16) at f.c:4:46 in main, with x = 4",
        ),
        (
            "p = 0; if (x == 4) *p = 1;",
            &["--check-bounds"],
            "`*p` is accessed through a null pointer at f.c:4:52 in main, with p = null",
        ),
        (
            "p = malloc(8); if (!p) return 0; free(p); if (x == 1) free(p);",
            &["--check-memory"],
            "`free(p)` frees heap object 1 (int, line 4) a second time at f.c:4:87 in main, \
             with p = heap object 1 (int, line 4), which is freed",
        ),
    ];
    for (body, options, wanted) in cases {
        let program = format!(
            "#include <assert.h>\n#include <stdlib.h>\nvoid reach_error(void);\n\
             int main(int x) {{ int a[4], *p; {} }}\n",
            body
        );
        let found = shown("f.c", &program, options);
        assert_eq!(found.lines().nth(1), Some(wanted), "{}", found);
    }
}

#[test]
fn a_run_is_told_in_the_words_of_the_program() {
    let program = "#include <string.h>
enum color { RED, GREEN };
unsigned char u;
static void paint(enum color *c) {
  *c = GREEN;
}
int main(void) {
  char name[4] = \"abc\", *p = name;
  enum color c = RED;
  paint(&c);
  u = 200;
  for (int k = 0; k < 20; k++)
    u += 2;
  struct { int a[3]; unsigned f : 3; } r = { { 1, 2, 3 }, 5 };
  p[3] = 'd';
  int *q = &r.a[2];
  return (int)strlen(name) + *q + c;
}
";
    let wanted = "unsafe
`text[length]` is outside of `name` (4 bytes, offset 4) at paint.c:17:15 in main, in `strlen` of <string.h>, \
                  with text = &name[0], length = 4
counterexample to b0, depth N
      main() begins
    8 char name[4] = \"abc\", *p = name;
          name = \"abc\", p = &name[0]
    9 enum color c = RED;
   10 paint(&c);
        paint(c = &c) begins
    5   *c = GREEN;
            c = GREEN (1)
        paint returns
   11 u = 200;
          u = 200
   12 for (int k = 0; k < 20; k++)
   13 u += 2;
          u = 202, k = 1
      … lines 12 to 13, 17 times
   12 for (int k = 0; k < 20; k++)
   13 u += 2;
          u = 238, k = 19
   12 for (int k = 0; k < 20; k++)
   13 u += 2;
          u = 240, k = 20
   12 for (int k = 0; k < 20; k++)
   14 struct { int a[3]; unsigned f : 3; } r = { { 1, 2, 3 }, 5 };
          r.a[0] = 1, r.a[1] = 2, r.a[2] = 3, r.f = 5
   15 p[3] = 'd';
          name[3] = 'd' (100)
   16 int *q = &r.a[2];
          q = &r.a[2]
   17 return (int)strlen(name) + *q + c;
";
    let found = shown("paint.c", program, &["--check-bounds", "--show-trace", "full"]);
    let depth = found.find("depth ").map(|at| at + "depth ".len()).expect("a depth");
    let end = depth + found[depth..].find('\n').expect("a line");
    let found = format!("{}N{}", &found[..depth], &found[end..]);
    assert_eq!(found, wanted);
}

#[test]
fn lists_are_drawn_and_the_heap_has_names() {
    let program = "#include <stdlib.h>
void reach_error(void);
struct node { int v; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 1; i <= 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->v = i;
    n->next = head;
    head = n;
  }
  if (head->next->next->v == 1) reach_error();
}
";
    let found = shown("list.c", program, &["--show-trace"]);
    assert!(found.contains("          n = heap object 3 (struct node, line 7)\n"), "{}", found);
    assert!(found.contains("          n->next = heap object 2 (struct node, line 7)\n"), "{}", found);
    assert!(
        found.ends_with("lists at the end:\n      head -> {v = 3} -> {v = 2} -> {v = 1} -> null\n"),
        "{}",
        found
    );
    assert!(found.contains("… (--show-trace full tells more)"), "{}", found);
}

#[test]
fn recursive_programs_are_told_in_the_same_way() {
    let program = "void reach_error(void);
int fact(int n) {
  if (n <= 1) return 1;
  int r = fact(n - 1);
  return n * r;
}
int main(void) { if (fact(2) == 2) reach_error(); }
";
    let found = shown("fact.c", program, &["--show-trace", "full", "--no-random-runs"]);
    let wanted = "        fact(n = 2) begins
    3   if (n <= 1) return 1;
    4   int r = fact(n - 1);
          fact(n = 1) begins
    3     if (n <= 1) return 1;
          fact returns 1
    4   int r = fact(n - 1);
            r = 1
    5   return n * r;
        fact returns 2
";
    assert!(found.contains(wanted), "{}", found);
}

#[test]
fn the_failure_is_a_field_of_the_json() {
    let program = "#include <assert.h>\nint main(int x) {\n  assert(x != 5);\n}\n";
    let found = shown("five.c", program, &["--json"]);
    let wanted = "\"failure\":{\"kind\":\"assertion\",\
                  \"text\":\"assertion `x != 5` is false at five.c:3:3 in main, with x = 5\",\
                  \"line\":3,\"column\":3,\"function\":\"main\"}";
    assert!(found.contains(wanted), "{}", found);
}
