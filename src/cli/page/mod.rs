//! `--report`: a page with a run in it, for a browser.
//!
//! The page is one file that loads nothing. Its parts are the files of the folder `page`, modules of JavaScript that
//! import each other; here they become one script, in an order in which each comes after those that it imports. The
//! larger page of the folder `web` has the same parts, and an engine besides.

use indubit::base::Json;

const FRAME: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPTS: [&str; 8] = [
    include_str!("dom.js"),
    include_str!("draw.js"),
    include_str!("words.js"),
    include_str!("run.js"),
    include_str!("player.js"),
    include_str!("verdict.js"),
    include_str!("app.js"),
    include_str!("report.js"),
];

/// A run for the page.
pub struct Run<'a> {
    /// The name of the model.
    pub name: &'a str,
    /// Its text, if it has one.
    pub source: &'a str,
    /// The steps, as `--trace-json` writes them.
    pub steps: &'a str,
    /// The object of `--json`, with invariants and traces.
    pub report: &'a str,
}

/// The page.
pub fn page(run: &Run<'_>) -> String {
    let mut json = Json::default();
    json.open('{').key("name").string(run.name).key("source").string(run.source);
    json.key("run").string(run.steps).key("report").raw(run.report.trim_end()).close('}');
    // Nothing in the data may end the element around it.
    let data = json.line().replace('<', "\\u003c");
    let script: String = SCRIPTS.iter().map(|script| classic(script)).collect();
    let mut text = FRAME;
    let mut page = String::with_capacity(FRAME.len() + STYLE.len() + script.len() + data.len());
    let parts =
        [("/* STYLE */", STYLE), ("/* DATA */", &data), ("<!-- EXTRA -->", ""), ("/* SCRIPT */", &script)];
    for (mark, part) in parts {
        if let Some((before, after)) = text.split_once(mark) {
            page.push_str(before);
            page.push_str(part);
            text = after;
        }
    }
    page.push_str(text);
    page
}

/// A module as a part of one script.
fn classic(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines.map(|line| format!("{}\n", line.strip_prefix("export ").unwrap_or(line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_all_its_parts_and_data_that_ends_no_element() {
        let run =
            Run { name: "a</script>b", source: "x < y", steps: "{}\n", report: "{\"verdict\":\"safe\"}\n" };
        let page = page(&run);
        for mark in ["/* STYLE */", "/* DATA */", "<!-- EXTRA -->", "/* SCRIPT */"] {
            assert!(FRAME.contains(mark) && !page.contains(mark), "{}", mark);
        }
        assert!(page.contains("a\\u003c/script>b") && page.contains("{\"verdict\":\"safe\"}"));
        // The elements of the style, of the data and of the script, and a note for browsers without it.
        assert_eq!(page.matches("</script").count(), 2);
        assert!(!page.contains("\nimport ") && !page.contains("\nexport "));
    }
}
