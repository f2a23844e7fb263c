//! `--sarif FILE`: the errors of a C program for code hosts and editors.

use super::{refused, run, sample, scratch, text};

/// A file with this content; its name.
fn file(name: &str, content: &str) -> String {
    let file = scratch(&format!("sarif-{}", name));
    std::fs::write(&file, content).expect("a file");
    text(&file)
}

const ERRORS: &str = "#include <stdlib.h>
int nd(void);
static int half(int n) { return 100 / n; }
int main(void) {
  int a[4], n = nd();
  /* é */ if (n == 1) a[n + 3] = 0;
  if (n == 2) n = a[n + 2];
  if (n == 3) { int *p = 0; *p = 1; }
  if (n == 4) { void *p = malloc(1); free(p); free(p); }
  return half(n - 7);
}
";

#[test]
fn errors_have_rules_places_weaknesses_and_flows() {
    let (program, log) = (file("errors.c", ERRORS), text(&scratch("sarif-errors.sarif")));
    let all = ["--check", "bounds,memory,division", "--property", "all", "--threads", "1"];
    assert_eq!(run(&[&[program.as_str(), "--sarif", &log][..], &all].concat()).0, 10);
    let log = std::fs::read_to_string(&log).expect("a log");
    assert!(log.starts_with(
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
    ));
    let results = log.split("\"results\":").nth(1).expect("results");
    assert_eq!(results.matches("\"ruleId\":").count(), 5, "{}", results);
    for number in [369, 415, 476, 125, 787] {
        let told = format!("\"taxa\":[{{\"id\":\"CWE-{}\",", number);
        assert_eq!(results.matches(&told).count(), 1, "{}: {}", number, results);
    }
    // A column counts characters: `é` has two bytes.
    assert!(results.contains("\"region\":{\"startLine\":6,\"startColumn\":24}"), "{}", results);
    let flow = "\"message\":{\"text\":\"half(n = 0) begins\"}},\"nestingLevel\":1}";
    assert!(results.contains(flow), "{}", results);
    assert!(results.ends_with("\"properties\":{\"verdict\":\"unsafe\"}}]}\n"), "{}", results);
}

#[test]
fn a_log_without_errors_has_no_results() {
    let (program, log) =
        (file("safe.c", "int main(void) { return 0; }\n"), text(&scratch("sarif-safe.sarif")));
    assert_eq!(run(&[&program, "--sarif", &log]).0, 20);
    let log = std::fs::read_to_string(&log).expect("a log");
    assert!(log.contains("\"results\":[],\"properties\":{\"verdict\":\"safe\"}"), "{}", log);
    assert!(refused(&[&sample("traffic_light.aag"), "--sarif", "out.sarif"], 1).contains("C programs"));
}
