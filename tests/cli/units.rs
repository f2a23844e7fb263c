//! Programs of several files: what a linker joins, what it keeps apart, and what it refuses.

use super::{refused, run, scratch, text};
use std::process::Command;

/// Files of a program in a folder of their own; their names.
fn files(folder: &str, list: &[(&str, &str)]) -> Vec<String> {
    let folder = scratch(&format!("units-{}", folder));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |&(name, content): &(&str, &str)| {
        std::fs::write(folder.join(name), content).expect("a file");
        text(&folder.join(name))
    };
    list.iter().map(file).collect()
}

fn arguments<'a>(names: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    names.iter().map(String::as_str).filter(|name| name.ends_with(".c")).chain(more.iter().copied()).collect()
}

const MAIN: &str = "#include <assert.h>
#include \"queue.h\"
int nondet(void);
struct own { char c; long l; };
static struct own mine = {'x', 5};
static int limit = 3;
int main(void) {
  int v;
  for (int i = 0; i < limit; i++) if (nondet() > 0) put(nondet());
  assert(count <= limit && mine.l == 5);
  while (take(&v)) assert(v <= BOUND);
  return 0;
}
";

const HEADER: &str = "#pragma once
struct queue { int of[4]; int head; };
typedef struct { int low, high; } range;
extern struct queue all;
extern range wanted;
extern int count;
void put(int v);
int take(int *v);
inline int next(int i) { return (i + 1) % 4; }
";

const QUEUE: &str = "#include \"queue.h\"
struct own { struct own *next; };
static struct own *mine;
static int limit = 10;
struct queue all;
range wanted;
int count;
static int least(int a, int b) { return a < b ? a : b; }
void put(int v) { all.of[(all.head + count++) % 4] = least(v, limit); }
int take(int *v) {
  if (count == 0 || mine != 0) return 0;
  *v = all.of[all.head];
  all.head = next(all.head);
  count--;
  return 1;
}
";

fn queue(folder: &str) -> Vec<String> {
    files(folder, &[("main.c", MAIN), ("queue.h", HEADER), ("queue.c", QUEUE)])
}

#[test]
fn names_are_shared_or_not_as_a_linker_has_them() {
    let names = queue("shared");
    let certificate = text(&scratch("units-certificate.txt"));
    let all = arguments(&names, &["-DBOUND=10", "--threads", "1", "--certificate", &certificate]);
    assert_eq!(run(&all).0, 20, "{:?}", run(&all));
    let mut check = vec!["check"];
    check.extend(arguments(&names, &["-DBOUND=10"]));
    check.push(&certificate);
    assert_eq!(run(&check).0, 20, "{:?}", run(&check));
    // The order of the files does not matter, and each of them is read with the definitions of the command line.
    let turned: Vec<String> = names.iter().rev().cloned().collect();
    let (code, out, _) = run(&arguments(&turned, &["-DBOUND=9", "--threads", "1", "--show-trace"]));
    assert_eq!(code, 10);
    let place = format!("assertion `v <= 9` is false at {}:11:20 in main, with v = 10", names[0]);
    assert!(out.contains(&place), "{}", out);
    assert!(out.contains(&format!("{}:next(i = ", names[1])), "{}", out);
    assert_eq!(refused(&["check", &names[0], &certificate], 2).matches("`BOUND` is not declared").count(), 1);
}

/// The harness is compiled once for each file, and the linker makes a program that fails at the same place.
#[cfg(target_os = "linux")]
#[test]
fn a_harness_of_several_files_is_linked() {
    let names = queue("harness");
    let harness = scratch("units-harness.c");
    let file = text(&harness);
    let options = ["-DBOUND=9", "--arch", "64", "--threads", "1", "--harness", &file];
    assert_eq!(run(&arguments(&names, &options)).0, 10);
    let content = std::fs::read_to_string(&harness).expect("a harness");
    assert!(content.contains(" *   for unit in 1 2; do gcc -m64 "), "{}", content);
    assert!(content.contains("-z muldefs -o run run1.o run2.o && ./run; echo $?\n"), "{}", content);
    let gcc = |arguments: &[&str]| {
        Command::new("gcc").args(arguments).status().expect("gcc").success().then_some(()).expect("compiled")
    };
    let object = |unit: usize| text(&scratch(&format!("units-harness-{}.o", unit)));
    for unit in [1, 2] {
        let which = format!("-DHARNESS_UNIT={}", unit);
        gcc(&["-w", "-fno-builtin", "-fgnu89-inline", "-DBOUND=9", &which, "-c", "-o", &object(unit), &file]);
    }
    let program = text(&scratch("units-harness-run"));
    gcc(&["-no-pie", "-z", "muldefs", "-o", &program, &object(1), &object(2)]);
    let done = Command::new(&program).output().expect("a run");
    assert_eq!((done.status.code(), done.stderr.starts_with(b"reached: assert")), (Some(107), true));
}

#[test]
fn what_a_linker_refuses_is_told_with_both_places() {
    let list = [
        ("a.c", "int x;\nint f(void) { return 1; }\nint main(void) { return f(); }\n"),
        ("b.c", "long x;\nint f(void) { return 2; }\nint g(void) { return h(); }\n"),
        ("c.c", "int h(void) { return 3; }\nint x;\nint k(void) { return f(); }\n"),
    ];
    let names = files("refused", &list);
    let err = refused(&arguments(&names, &[]), 2);
    for told in [
        "b.c, line 1, column 6: `x` is declared differently at line 1, column 5 of ",
        "b.c, line 2, column 5: `f` is defined already, at line 2, column 5 of ",
        "c.c, line 2, column 5: `x` is defined already, at line 1, column 5 of ",
    ] {
        assert!(err.contains(told), "{}\n{}", told, err);
    }
    assert!(err.contains("`f`, defined at line 2, column 5 of ") && err.contains("declare it\n"), "{}", err);
}

/// A file ends where it ends: no condition, macro or declaration of it reaches into the next one.
#[test]
fn a_file_ends_before_the_next_one_begins() {
    let second = ("second.c", "2);\nint main(void) { return 0; }\n#endif\n");
    for (at, first) in
        ["#if 0\nint f(void);\n", "#define M(x) x\nint y = M(1\n", "int x = (1 +\n", "int z /*"]
            .iter()
            .enumerate()
    {
        let names = files(&format!("ends-{}", at), &[("first.c", first), second]);
        let err = refused(&arguments(&names, &[]), 2);
        assert!(err.contains("first.c, line "), "{}: {}", first, err);
        assert!(err.contains("second.c, line 1, column 1: expected a declaration"), "{}: {}", first, err);
    }
}

/// Tags of three files: one of the header, one that each file has for itself, and structures without tag.
#[test]
fn structures_are_the_same_if_their_members_are() {
    let header = "#include <stdlib.h>\ntypedef struct { int x, y; } size;\ntypedef struct { int x, y; } place;\n\
                  enum colour { RED, GREEN };\nstruct list { int v; struct list *next; };\n\
                  extern size s; extern place p; extern enum colour c; extern div_t d; extern struct list *l;\n\
                  int one(void), two(void);\n";
    let one =
        "#include <stdlib.h>\ntypedef struct { int x, y; } place;\ntypedef struct { int x, y; } size;\n\
               enum colour { RED, GREEN };\nstruct mine { struct mine *m; short s; };\n\
               static struct mine first;\nsize s; place p; enum colour c; div_t d; struct list *l;\n\
               int one(void) { return sizeof first.s; }\n";
    let two = "#include \"shapes.h\"\nstruct mine;\nstatic struct mine *m;\nstruct mine { char c[3]; };\n\
               int two(void) { l = malloc(sizeof *l); l->v = sizeof *m; l->next = l; return 0; }\n";
    let main =
        "#include <assert.h>\n#include \"shapes.h\"\nstruct mine { int i; };\nint main(void) {\n  two();\n  \
                d = div(7, 2); s.y = 4; p.x = 6; c = GREEN;\n  \
                assert(one() == 2 && l->next->v == 3 && d.rem == 1 && s.y + p.x == 10);\n  return 0;\n}\n";
    let list = [("main.c", main), ("shapes.h", header), ("one.c", one), ("two.c", two)];
    let names = files("shapes", &list);
    let (code, out, err) = run(&arguments(&names, &["--threads", "1"]));
    assert_eq!(code, 20, "{}{}", out, err);
}
