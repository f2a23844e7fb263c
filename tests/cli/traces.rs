//! The steps of a search, as `--trace` and `--trace-json` tell them.

use super::{in_package, judged, run, sample, scratch, systems, text};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Reads a value of JSON at the begin of a text; the rest of the text.
fn after_value(text: &str) -> Option<&str> {
    let first = text.chars().next()?;
    let rest = &text[first.len_utf8()..];
    match first {
        '{' => after_members(rest, '}', |text| after_value(after_string(text)?.strip_prefix(':')?)),
        '[' => after_members(rest, ']', after_value),
        '"' => after_string(text),
        _ => {
            let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(text.len());
            let word = &text[..end];
            let is_value = ["true", "false", "null"].contains(&word) || word.parse::<i64>().is_ok();
            is_value.then(|| &text[end..])
        }
    }
}

fn after_members(text: &str, end: char, after: impl Fn(&str) -> Option<&str>) -> Option<&str> {
    if let Some(rest) = text.strip_prefix(end) {
        return Some(rest);
    }
    let mut rest = after(text)?;
    while let Some(next) = rest.strip_prefix(',') {
        rest = after(next)?;
    }
    rest.strip_prefix(end)
}

fn after_string(text: &str) -> Option<&str> {
    let mut rest = text.strip_prefix('"')?.char_indices();
    while let Some((at, c)) = rest.next() {
        match c {
            '"' => return Some(&text[at + 2..]),
            '\\' => drop(rest.next()?),
            c if (c as u32) < 0x20 => return None,
            _ => {}
        }
    }
    None
}

/// The steps of a run, each of which is an object.
fn steps(model: &str, options: &[&str]) -> String {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let file = text(&scratch(&format!("steps-{}.json", FILES.fetch_add(1, Relaxed))));
    let mut arguments = vec![model, "--trace-json", &file];
    arguments.extend_from_slice(options);
    run(&arguments);
    let told = std::fs::read_to_string(&file).expect("a file of steps");
    let head = told.lines().next().unwrap_or("");
    assert!(head.starts_with("{\"trace\":") && head.ends_with(",\"version\":2}"), "{}", head);
    for line in told.lines() {
        assert_eq!(after_value(line), Some(""), "{}", line);
    }
    assert!(told.lines().skip(1).all(|line| line.starts_with("{\"step\":\"")), "{}", told);
    told
}

#[test]
fn the_steps_of_a_search_are_written_as_json() {
    let (safe, vmt) = (sample("traffic_light.aag"), systems::system("counter.vmt"));
    let of_circuits = [(&safe, "ic3"), (&safe, "lazy-ic3")];
    let of_systems = ["ic3-smt", "ic3-ia", "ctigar", "bmc"].map(|engine| (&vmt, engine));
    for (model, engine) in of_circuits.into_iter().chain(of_systems) {
        let told = steps(model, &["--engine", engine, "--max-depth", "3"]);
        assert!(told.contains("{\"step\":\"depth\",\"depth\":1"), "{}", told);
        let has_steps =
            told.contains("\"step\":\"consecution?\"") && told.contains("\"step\":\"lemma\",\"frame\":1");
        assert_eq!(has_steps, engine != "bmc", "{}", told);
    }
    let told = steps(&vmt, &["--engine", "ic3-ia"]);
    let lines: Vec<&str> = told.lines().collect();
    let is_refined = |pair: &[&str]| {
        pair[0].contains("\"result\":\"refined\"")
            && pair[1].starts_with("{\"step\":\"refinement\",\"predicates\":[\"")
    };
    assert!(lines.windows(2).any(is_refined), "{}", told);
    // A run that is told is the same run.
    for (model, engine) in [(&safe, "ic3"), (&vmt, "ic3-ia"), (&vmt, "ctigar"), (&vmt, "ic3-smt")] {
        let file = text(&scratch("told.json"));
        let counters = |text: String| {
            // Times have a point.
            let lines = text.lines().filter(|line| !line.contains('.'));
            lines.map(str::to_string).collect::<Vec<String>>()
        };
        let told = run(&[model, "--engine", engine, "--stats", "--trace-json", &file]).2;
        let untold = run(&[model, "--engine", engine, "--stats"]).2;
        assert_eq!(counters(told), counters(untold));
    }
    let told = steps(&safe, &["--engine", "ic3"]);
    for part in [
        "lamp north-south is green",
        ",\"state\":[\"",
        "{\"step\":\"evidence\",\"kind\":\"invariant\",\"size\":",
        "{\"step\":\"check\",\"accepted\":true}",
    ] {
        assert!(told.contains(part), "{}: {}", part, told);
    }
    // A file that cannot be written is an error, and the model is not overwritten.
    assert_eq!(run(&[&safe, "--trace-json", "/nowhere/steps.json"]).0, 1);
    assert_eq!(run(&[&safe, "--trace-json", &safe]).0, 1);
}

#[test]
fn steps_at_places_name_them() {
    let program = text(&in_package("examples/programs/two_loops.cfa"));
    let clauses = text(&in_package("examples/clauses/mccarthy91_wrong.smt2"));
    let of_programs =
        ["ic3cfa", "tree-ic3", "tree-ic3-itp", "tree-ic3-ia", "tree-itp"].map(|e| (&program, e));
    let of_clauses = ["spacer", "gpdr"].map(|engine| (&clauses, engine));
    for (model, engine) in of_programs.into_iter().chain(of_clauses) {
        let told = steps(model, &["--engine", engine, "--no-reduce", "--max-depth", "4"]);
        let is_tree = engine.starts_with("tree");
        let name = if model == &program { "\"name\":\"up\"" } else { "\"name\":\"false\"" };
        for part in
            [name, "\"error\":true", "\"initial\":true", "\"edges\":[{\"from\":", "\"step\":\"lemma\""]
        {
            assert!(told.contains(part), "{}: {}: {}", engine, part, told);
        }
        assert_eq!(told.matches("{\"step\":\"places\"").count(), 1, "{}: {}", engine, told);
        assert_eq!(told.contains("{\"step\":\"node\",\"node\":0,\"place\":0,\"parent\":null"), is_tree);
        let question = told.lines().find(|line| line.contains("consecution?")).unwrap_or("");
        assert!(question.contains("\"place\":"), "{}: {}", engine, told);
        let (_, _, sentences) =
            run(&[model, "--engine", engine, "--no-reduce", "--max-depth", "4", "--trace"]);
        assert!(sentences.contains(if model == &program { " at up" } else { " at false" }), "{}", sentences);
    }
}

#[test]
fn plain_ic3_takes_the_steps_of_its_first_paper_alone() {
    let model = sample("traffic_light.aag");
    let told = |preset| {
        let (code, verdict, sentences) =
            run(&[&model, "--engine", "ic3", "--preset", preset, "--trace", "--stats"]);
        assert_eq!((code, verdict.as_str()), (20, "safe\n"), "{}", sentences);
        let later =
            ["a counterexample to generalisation, ", "  queries for lifting", "  queries spared by known"];
        later.map(|what| {
            let lines = sentences.lines().filter(|line| line.contains(what));
            lines.filter(|line| !line.trim_start().starts_with("0  ")).count() > 0
        })
    };
    assert_eq!(told("plain"), [false; 3]);
    assert_eq!(told("default"), [true; 3]);
    // It is for one engine, as the letters are for another.
    for (preset, engine, of) in [("plain", "bmc", "ic3"), ("plain", "auto", "ic3"), ("A", "ic3", "ic3cfa")] {
        let (code, _, told) = run(&[&model, "--engine", engine, "--preset", preset]);
        let expected = format!("--preset {} is for --engine {}", preset, of);
        assert!(code == 1 && told.contains(&expected), "{}", told);
    }
    // Options behind it change it, and options before it do not.
    let lifts = |args: &[&str]| {
        let stats = run(&[&[model.as_str(), "--engine", "ic3", "--stats"], args].concat()).2;
        !stats.contains(" 0  queries for lifting\n")
    };
    assert!(!lifts(&["--lifting", "core", "--preset", "plain"]));
    assert!(lifts(&["--preset", "plain", "--lifting", "core"]));
}

#[test]
fn a_portfolio_tells_whose_turn_it_is() {
    let told = steps(&sample("traffic_light.aag"), &["--engine", "portfolio", "--threads", "1"]);
    assert!(told.contains("{\"step\":\"member\",\"engine\":\""), "{}", told);
    assert!(told.contains("{\"step\":\"check\",\"accepted\":true}"), "{}", told);
    let told = steps(&systems::system("counter.vmt"), &["--evidence", "off"]);
    assert!(told.contains("{\"step\":\"evidence\"") && !told.contains("{\"step\":\"check\""), "{}", told);
}

/// The value of a key in an object of one line, up to the next comma or quotation mark.
fn value_of<'a>(object: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = object.split_once(&format!("\"{}\":", key))?;
    rest.trim_start_matches('"').split(&['"', ',', '}'][..]).next()
}

#[test]
fn steps_name_the_lines_that_tell_them() {
    let file = text(&scratch("sites.json"));
    let program = text(&in_package("examples/programs/two_loops.cfa"));
    let clauses = text(&in_package("examples/clauses/mccarthy91.smt2"));
    let safe = sample("traffic_light.aag");
    for (model, engine) in
        [(&safe, "ic3"), (&program, "ic3cfa"), (&program, "tree-ic3"), (&clauses, "spacer")]
    {
        run(&[model, "--engine", engine, "--trace-json", &file]);
        let told = std::fs::read_to_string(&file).expect("a file of steps");
        let sites: Vec<&str> = told.lines().filter(|line| line.contains("\"source\":")).collect();
        assert!(sites.len() > 8, "{}: {:?}", engine, sites);
        for site in sites {
            let (source, line) =
                (value_of(site, "source").expect("a file"), value_of(site, "line").expect("a line"));
            let text = std::fs::read_to_string(in_package(source)).expect("a source");
            let line =
                text.lines().nth(line.parse::<usize>().expect("a number") - 1).expect("a line of the source");
            assert!(line.contains("note") || line.contains("add_lemma("), "{}: {}", site, line);
            let (_, paper) = site.split_once("\"paper\":\"").expect("a paper");
            assert!(paper.contains(" 20"), "{}", site);
        }
    }
}

#[test]
fn a_report_is_a_page_with_the_run_in_it() {
    let file = text(&scratch("report.html"));
    for (model, code, key) in
        [("traffic_light.aag", 20, "invariant"), ("hasty_traffic_light.aag", 10, "trace")]
    {
        let (found, stdout, _) = judged(&[&sample(model), "--engine", "ic3", "--report", &file]);
        assert_eq!((found, stdout.lines().count()), (code, 1), "{}", stdout);
        let page = std::fs::read_to_string(&file).expect("a page");
        assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
        assert!(
            page.contains("\\\"step\\\":\\\"lemma\\\"") && page.contains(&format!("\"{}\":[", key)),
            "{}",
            model
        );
    }
    assert_eq!(run(&[&sample("traffic_light.aag"), "--report", "/nowhere/report.html"]).0, 1);
    assert_eq!(run(&[&sample("traffic_light.aag"), "--report", &sample("traffic_light.aag")]).0, 1);
}
