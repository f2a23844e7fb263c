//! `--property` of C programs: each assertion has a verdict of its own.

use super::{refused, run, scratch, text};

/// A file with this content; its name.
fn file(name: &str, content: &str) -> String {
    let file = scratch(&format!("assertions-{}", name));
    std::fs::write(&file, content).expect("a file");
    text(&file)
}

const SUM: &str = "int nd(void);
int main(void) {
  int n = nd(), s = 0;
  for (int i = 0; i < 10; i++) { s += i; assert(s >= 0); }
  assert(s == 45);
  assert(n != 7);
  assert(s == 46);
  assert(n != 8);
  return 0;
}
";

#[test]
fn each_assertion_has_a_verdict_and_the_search_goes_on_after_an_error() {
    let name = file("sum.c", SUM);
    let (code, out, err) = run(&[&name, "--property", "all", "--threads", "1"]);
    let expected = "unsafe
1  proved   FILE:4:42: assertion `s >= 0`
2  proved   FILE:5:3: assertion `s == 45`
3  fails    FILE:6:3: assertion `n != 7`
            assertion `n != 7` is false at FILE:6:3 in main, with n = 7
4  fails    FILE:7:3: assertion `s == 46`
            assertion `s == 46` is false at FILE:7:3 in main, with s = 45
5  proved*  FILE:8:3: assertion `n != 8`
5 assertions: 3 proved, 2 fail, 0 unknown
a run ends with its first error, so what is proved holds in runs without an earlier one
* no run gets here without an earlier error
";
    assert_eq!((code, out.replace(&name, "FILE").as_str(), err.as_str()), (10, expected, ""));
    let (code, out, _) = run(&[&name, "--property", "all", "--json"]);
    assert_eq!(code, 10);
    let third =
        "{\"number\":3,\"kind\":\"assertion\",\"text\":\"assertion `n != 7`\",\"line\":6,\"column\":3,\
                 \"verdict\":\"fails\"";
    assert!(out.contains(third) && out.contains("\"verdict\":\"proved\",\"engine\":"), "{}", out);
    for (word, count) in [("true", 1), ("false", 2)] {
        assert_eq!(out.matches(&format!("\"unreached\":{}", word)).count(), count, "{}", out);
    }
}

const LIBRARY: &str = "#include <string.h>
int nd(void);
int main(void) {
  char a[4], b[8];
  int n = nd();
  if (n < 0 || n > 5) return 0;
  memset(a, 0, n);
  strcpy(b, \"1\");
  strcpy(b, \"2\");
  return 0;
}
";

#[test]
fn an_assertion_in_the_library_has_the_place_of_its_call_or_the_name_of_the_header() {
    let name = file("library.c", LIBRARY);
    let (_, out, _) = run(&[&name, "--property", "all", "--check", "bounds", "--threads", "1"]);
    let told = format!("{}:7:3: `target[i]` inside of its object in `memset` of <string.h>", name);
    assert!(out.lines().any(|line| line.contains("fails") && line.ends_with(&told)), "{}", out);
    assert!(out.contains("  <string.h>: "), "{}", out);
    assert!(
        out.lines().all(|line| !line.contains(" in `strcpy`") || line.contains("  <string.h>: ")),
        "{}",
        out
    );
}

#[test]
fn one_assertion_is_chosen_by_its_number_or_its_place() {
    let name = file("one.c", SUM);
    let place = format!("{}:6:3", name);
    for (property, code) in [("2", 20), ("5:3", 20), ("3", 10), (place.as_str(), 10), (":8", 20), ("0", 10)] {
        assert_eq!(run(&[&name, "--property", property]).0, code, "{}", property);
    }
    let (_, _, err) = run(&[&name, "--property", "7:3"]);
    assert!(err.contains(":7:3: assertion `s == 46`"), "{}", err);
    for (property, what) in [("6", "assertion 6; "), ("9:1", "assertion at 9:1; "), ("j0", "property j0; ")] {
        let err = refused(&[&name, "--property", property], 1);
        assert!(err.contains(&format!("there is no {}", what)), "{}", err);
    }
}

#[test]
fn the_proof_of_one_assertion_proves_no_other() {
    let name = file("proofs.c", &SUM.replace("i < 10", "i < nd()").replace("s += i", "s = i"));
    let proof = text(&scratch("assertions-proof.txt"));
    let (code, _, err) = run(&[&name, "--property", "1", "--engine", "ic3cfa", "--certificate", &proof]);
    assert_eq!(code, 20, "{}", err);
    assert_eq!(run(&["check", &name, &proof, "--property", "1"]).0, 20);
    for other in ["0", "2", "3"] {
        let (code, out, _) = run(&["check", &name, &proof, "--property", other]);
        assert_eq!((code, out.contains("unknown")), (3, true), "{}: {}", other, out);
    }
    // Those of all have files of their own.
    let all = text(&scratch("assertions-all.txt"));
    let (_, out, err) = run(&[&name, "--property", "all", "--engine", "ic3cfa", "--certificate", &all]);
    assert!(out.starts_with("unsafe\n1  proved "), "{}{}", out, err);
    assert_eq!(run(&["check", &name, &all.replace(".txt", ".b1.txt"), "--property", "1"]).0, 20);
    let witness = text(&scratch("assertions-witness.yml"));
    let err = run(&[&name, "--property", "1", "--certificate", &witness]).2;
    assert!(err.contains("a witness is about all assertions"), "{}", err);
}

#[test]
fn assertions_of_recursive_programs_and_those_of_the_language_have_verdicts() {
    let recursive = "int a[3];
int down(int n) { assert(n >= 0); a[n % 3] = n; return n == 0 ? 0 : down(n - 1); }
int main(void) { int r = down(5); assert(r == 1); return 0; }
";
    let name = file("recursive.c", recursive);
    let (code, out, _) = run(&[&name, "--property", "all", "--check", "bounds", "--threads", "1"]);
    let words: Vec<&str> = out.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!((code, &words[..3]), (10, &["proved", "proved", "fails"][..]), "{}", out);
    assert!(out.contains("`a[n % 3]` inside of its object"), "{}", out);
}

#[test]
fn a_place_that_is_not_understood_leaves_the_verdict_open() {
    let program = "int nd(void);
int main(void) {
  int n = nd();
  assert(n * 2 != 3);
  if (n == 77) { int a, b; if (&a < &b) n = 2; }
  return 0;
}
";
    let (code, out, _) = run(&[&file("order.c", program), "--property", "all", "--threads", "1"]);
    assert_eq!(code, 30, "{}", out);
    assert!(out.contains("\n            a run may come to a place that is not understood"), "{}", out);
    assert!(out.ends_with("1 assertion: 0 proved, 0 fail, 1 unknown\n"), "{}", out);
}

#[test]
fn a_program_without_assertions_asks_nothing() {
    let err = refused(&[&file("none.c", "int main(void) { return 0; }"), "--property", "all"], 2);
    assert!(err.contains("nothing was asked"), "{}", err);
}

const RING: &str = "#ifndef RING_H
#define RING_H
/* a ring
#include \"nothing.h\"
*/
#include \"item.h\"
struct ring { unsigned head, count; item data[SIZE]; };
static int push(struct ring *r, item x) {
    if (r->count == SIZE) return 0;
    r->data[(r->head + r->count) % SIZE] = x;
    r->count++;
    assert(r->count <= SIZE);
    return 1;
}
#endif
";

const USES_RING: &str = "#include \"ring.h\"
#include \"item.h\"
#if 0
#include \"missing.h\"
#endif
int nd(void);
int main(void) {
    struct ring r = {0};
    int n = nd();
    for (int i = 0; i < n && i < 6; i++)
        push(&r, i);
    assert(r.count < SIZE);
    assert(__LINE__ == 13);
    return 0;
}
";

/// A folder with a header, and another one with the header that it includes.
fn with_headers() -> (String, String) {
    let folder = scratch("assertions-headers");
    std::fs::create_dir_all(folder.join("more")).expect("a folder");
    let item = "#pragma once\n#include <assert.h>\n#include \"../ring.h\"\ntypedef int item;\n#ifndef SIZE\n\
                #define SIZE 4\n#endif\n";
    for (name, content) in [("main.c", USES_RING), ("ring.h", RING), ("more/item.h", item)] {
        std::fs::write(folder.join(name), content).expect("a file");
    }
    (text(&folder.join("main.c")), text(&folder.join("more")))
}

#[test]
fn headers_of_the_program_are_read_and_places_are_those_of_their_files() {
    let (name, more) = with_headers();
    let (code, out, err) = run(&[&name, "-I", &more, "--property", "all", "--threads", "1"]);
    assert_eq!(code, 10, "{}{}", out, err);
    let ring = name.replace("main.c", "ring.h");
    assert!(out.contains(&format!("1  proved   {}:12:5: assertion `r->count <= 4`\n", ring)), "{}", out);
    assert!(out.contains(&format!("2  fails    {}:12:5: assertion `r.count < 4`\n", name)), "{}", out);
    assert!(out.contains(&format!("3  proved   {}:13:5: assertion `13 == 13`\n", name)), "{}", out);
    // The lines of the run are those of their files.
    let (_, out, _) = run(&[&name, "-I", &more, "--show-trace", "full", "--threads", "1"]);
    assert!(out.contains("\n    9   if (r->count == SIZE) return 0;\n"), "{}", out);
    assert!(out.contains("\n   10 for (int i = 0; i < n && i < 6; i++)\n"), "{}", out);
    // A definition of the command line stands before all.
    let option = format!("-I{}", more);
    let all = [&name, "-DSIZE=7", &option, "--property", "all", "--threads", "1"];
    assert!(run(&all).1.contains("3 assertions: 3 proved, 0 fail, 0 unknown"));
    let include = [&name, "-include", "item.h", "-U", "SIZE", "-I", &more];
    assert!(run(&include).2.contains("`SIZE` is not declared"), "{:?}", run(&include));
}

#[test]
fn errors_in_headers_name_their_file() {
    let (name, more) = with_headers();
    let err = refused(&[&name], 2);
    assert!(
        err.contains("ring.h, line 6, column 2: this header is not found; -I DIR names a folder"),
        "{}",
        err
    );
    let endless = file("endless.h", "#include \"assertions-endless.h\"\n");
    let err = refused(&[&file("endless.c", "#include \"assertions-endless.h\"\nint main(void) { }\n")], 2);
    assert!(err.contains(&format!("{}: more than 200 headers inside of each other", endless)), "{}", err);
    let many = "#ifndef MANY\n#define MANY\n".to_string()
        + &"#include \"assertions-many.h\"\n".repeat(3_000)
        + "#endif\n";
    let many = file("many.h", &many);
    let err = refused(&[&file("many.c", "#include \"assertions-many.h\"\nint main(void) { }\n")], 2);
    assert!(err.contains(&format!("{}: the headers of the program have more than", many)), "{}", err);
    let harness = text(&scratch("assertions-harness.c"));
    assert_eq!(run(&[&name, "-I", &more, "--harness", &harness]).0, 10);
    let harness = std::fs::read_to_string(&harness).expect("a harness");
    assert!(!harness.contains("#include \"item.h") && harness.contains("ring.h\""), "{}", harness);
}

/// Regression: a device without an end was read.
#[cfg(unix)]
#[test]
fn a_device_is_no_header() {
    let err = refused(&[&file("device.c", "#include \"/dev/zero\"\nint main(void) { return 0; }\n")], 2);
    assert!(err.contains("this header is not found"), "{}", err);
}
