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
5  proved   FILE:8:3: assertion `n != 8`
5 assertions: 3 proved, 2 fail, 0 unknown
a run ends with its first error, so what is proved holds in runs without an earlier one
";
    assert_eq!((code, out.replace(&name, "FILE").as_str(), err.as_str()), (10, expected, ""));
    let (code, out, _) = run(&[&name, "--property", "all", "--json"]);
    assert_eq!(code, 10);
    let third =
        "{\"number\":3,\"kind\":\"assertion\",\"text\":\"assertion `n != 7`\",\"line\":6,\"column\":3,\
                 \"verdict\":\"fails\"";
    assert!(out.contains(third) && out.contains("\"verdict\":\"proved\",\"engine\":"), "{}", out);
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
    assert_eq!(run(&["check", &name, &format!("{}.b1", all), "--property", "1"]).0, 20);
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
  if (n == 77) { double d = n; if (d > 1.0) n = 2; }
  return 0;
}
";
    let (code, out, _) = run(&[&file("floats.c", program), "--property", "all", "--threads", "1"]);
    assert_eq!(code, 30, "{}", out);
    assert!(out.contains("\n            a run may come to a place that is not understood"), "{}", out);
    assert!(out.ends_with("1 assertion: 0 proved, 0 fail, 1 unknown\n"), "{}", out);
}

#[test]
fn a_program_without_assertions_asks_nothing() {
    let err = refused(&[&file("none.c", "int main(void) { return 0; }"), "--property", "all"], 2);
    assert!(err.contains("nothing was asked"), "{}", err);
}
