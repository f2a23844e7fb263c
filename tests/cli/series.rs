//! Several questions in one run: lists of properties, and `indubit scan`.

use super::{run, scratch};
use std::fs;

/// The second node is lost where there is one, and a sum may overflow.
const LIST: &str = "
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void *malloc(unsigned long);
struct node { struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head);
  int more = __VERIFIER_nondet_int();
  head->next = more ? malloc(sizeof *head) : 0;
  head->next = 0;
  if (more == 0 && more != 0)
    reach_error();
  return 0;
}
";

fn file(name: &str, text: &str) -> String {
    let file = scratch(&format!("series-{}", name));
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_string()
}

#[test]
fn each_property_of_a_list_has_its_verdict() {
    let program = file("list.c", LIST);
    let (code, text, _) = run(&[&program, "--property", "unreach-call,valid-memtrack,no-overflow"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((code, lines[0]), (10, "unsafe"), "{}", text);
    assert_eq!(lines[1], "unreach-call    safe");
    assert!(lines[2].starts_with("valid-memtrack  unsafe   "), "{}", text);
    assert_eq!(lines[3..], ["no-overflow     safe", "3 properties: 2 safe, 1 unsafe"], "{}", text);
}

#[test]
fn each_line_of_a_file_of_properties_is_one() {
    let program = file("lines.c", LIST);
    let line = |formula: &str| format!("CHECK( init(main()), LTL({}) )\n", formula);
    let memory = ["G valid-free", "G valid-deref", "G valid-memtrack"].map(line).concat();
    let asked = file("lines.prp", &(line("G ! overflow") + &memory));
    let (code, text, _) = run(&[&program, "--property", &asked, "--json"]);
    assert_eq!(code, 10, "{}", text);
    for part in [
        "\"properties\":[{\"property\":\"no-overflow\",\"verdict\":\"safe\"",
        "{\"property\":\"valid-memsafety\",\"verdict\":\"unsafe\"",
        "\"failure\":{\"kind\":\"lost\"",
    ] {
        assert!(text.contains(part), "{} lacks {}", text, part);
    }
}

#[test]
fn a_word_that_is_no_property_is_refused() {
    let (code, _, told) = run(&[&file("word.c", LIST), "--property", "unreach-call,overflow"]);
    assert_eq!(code, 1);
    assert!(told.contains("found `unreach-call,overflow`"), "{}", told);
}

/// The folder of a scan has a safe program, one that fails, one that is not C, and a part of another program.
fn folder(name: &str) -> String {
    let folder = scratch(name);
    fs::create_dir_all(folder.join("deeper")).unwrap();
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    put("good.c", "#include <assert.h>\nint main(void) { int x = 1; assert(x == 1); return 0; }\n");
    put(
        "deeper/bad.c",
        "#include <assert.h>\n#ifdef BAD\nint main(int argc, char **argv) { assert(argc < 2); }\n#endif\n",
    );
    put("deeper/part.c", "int remainder_of(int x) { return x % 7; }\n");
    put("broken.c", "int main(void) { return }\n");
    folder.to_str().unwrap().to_string()
}

#[test]
fn a_scan_has_a_row_for_each_program() {
    let folder = folder("scan-rows");
    let log = format!("{}/log.sarif", folder);
    let (code, text, _) = run(&["scan", &folder, "-DBAD", "--sarif", &log]);
    assert_eq!(code, 10, "{}", text);
    let rows: Vec<&str> = text.lines().map(|row| row.strip_prefix(&folder).unwrap_or(row)).collect();
    assert_eq!(rows[0], "unsafe");
    assert!(rows[1].starts_with("/broken.c      error    "), "{}", text);
    assert!(rows[2].starts_with("/deeper/bad.c  unsafe   assertion `argc < 2` is false"), "{}", text);
    assert_eq!(rows[3..], ["/good.c        safe", "3 programs: 1 safe, 1 unsafe, 1 error"], "{}", text);
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("deeper/bad.c\"},\"region\":{\"startLine\":3,"), "{}", log);
}

#[test]
fn a_scan_reads_a_list_of_compilations() {
    let folder = folder("scan-list");
    let list = format!("{}/compile_commands.json", folder);
    let entry = |file: &str, rest: &str| {
        format!("{{\"directory\": \"{}\", \"file\": \"{}\", {}}}", folder, file, rest)
    };
    let entries = [
        entry("good.c", "\"arguments\": [\"cc\", \"-c\", \"good.c\"]"),
        entry("deeper/bad.c", "\"command\": \"cc -DBAD -o 'a b.o' -c deeper/bad.c\""),
        entry("deeper/part.c", "\"command\": \"cc -c deeper/part.c\""),
    ];
    fs::write(&list, format!("[{}]", entries.join(",\n"))).unwrap();
    let (code, text, _) = run(&["scan", &list]);
    assert_eq!(code, 10, "{}", text);
    assert!(text.ends_with("2 programs: 1 safe, 1 unsafe\n"), "{}", text);
    fs::write(&list, "[{\"file\": 1}]").unwrap();
    let (code, _, told) = run(&["scan", &list]);
    assert_eq!(code, 2);
    assert!(told.contains("expected a list of objects with `file` and `directory`"), "{}", told);
}

#[test]
fn a_folder_without_a_program_is_no_pass() {
    let folder = scratch("scan-nothing");
    fs::create_dir_all(&folder).unwrap();
    let (code, _, told) = run(&["scan", folder.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(told.contains("nothing to verify"), "{}", told);
}
