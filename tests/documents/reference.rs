//! Pages that are written from the tables of the program, and the targets of links.
//!
//! Between the lines `<!-- written from: NAME -->` and `<!-- end -->` of a page stands what a function of this file
//! makes of the text that `indubit help` prints. At the end of each page stand the targets of its links: other pages,
//! sources, pictures. `docs/rustdoc.links` has the targets of the same names in the documentation of the crate. All of
//! these are compared here, and written if `INDUBIT_DOCUMENTS` holds the word `write`.

use super::paths::in_package;
use super::{asked, documents};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What `indubit help WORD` prints.
fn help(word: &str) -> String {
    let program = std::process::Command::new(env!("CARGO_BIN_EXE_indubit")).args(["help", word]).output();
    String::from_utf8(program.expect("the program runs").stdout).expect("text")
}

/// A part of a help: what it is about, and its entries with what is said of them.
#[derive(Default)]
struct Section {
    title: String,
    entries: Vec<(String, String)>,
}

/// The sections of a help. Entries are indented by two columns, and what is said of them by six.
fn sections(text: &str) -> Vec<Section> {
    let mut found = vec![Section::default()];
    let mut is_title = false;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let last = found.last_mut().expect("one at least");
        match (indent, last.entries.last_mut()) {
            _ if line.is_empty() => is_title = false,
            (0, _) if is_title => last.title.push_str(&format!(" {}", line)),
            (0, _) => {
                is_title = true;
                found.push(Section { title: line.to_string(), entries: Vec::new() });
            }
            (6, Some((_, text))) => {
                text.push_str(if text.is_empty() { "" } else { " " });
                text.push_str(line.trim());
            }
            (2, _) => last.entries.push((line.trim().to_string(), String::new())),
            _ => {}
        }
    }
    found
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    let mut cell = String::new();
    for c in text.chars() {
        if "|<[*".contains(c) {
            cell.push('\\');
        }
        cell.push(c);
    }
    cell
}

fn table(text: &mut String, heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
    let shown = |cell: &String| if cell.is_empty() { "| ".to_string() } else { format!("| {} ", cell) };
    let line = |cells: &[String]| format!("{}|\n", cells.iter().map(shown).collect::<String>());
    let heads: Vec<String> = heads.iter().map(|head| head.to_string()).collect();
    text.push_str(&line(&heads));
    text.push_str(&line(&vec!["---".to_string(); heads.len()]));
    rows.into_iter().for_each(|row| text.push_str(&line(&row)));
}

/// An option as a row: name, values, default, meaning.
fn option((head, text): &(String, String)) -> Vec<String> {
    let (name, form) = head.split_once(' ').unwrap_or((head, ""));
    let (meaning, default) = text.rsplit_once(" [default: ").expect("a default");
    let default = default.trim_end_matches(']');
    vec![format!("`{}`", name), form.replace('|', ", "), cell(default), cell(meaning)]
}

fn options() -> String {
    let mut text = String::new();
    for section in sections(&help("everything")) {
        let title = section.title.strip_prefix("indubit help ").and_then(|title| title.split_once(": "));
        let entries: Vec<_> = section.entries.iter().filter(|entry| entry.0.starts_with("--")).collect();
        if let (Some((word, about)), false) = (title, entries.is_empty()) {
            let mut about = cell(about.trim_end_matches(':'));
            if let Some(engine) = about.strip_prefix("--engine ") {
                about = format!("`--engine {}", engine.replacen(':', "`:", 1));
            }
            let _ = write!(text, "\n## `{}`\n\n{}\n\n", word, about);
            table(&mut text, &["option", "values", "default", "meaning"], entries.into_iter().map(option));
        }
    }
    text
}

fn engines() -> String {
    let all = help("everything");
    let abouts: BTreeMap<String, String> = sections(&all)
        .iter()
        .filter_map(|section| section.title.split_once(": --engine ")?.1.split_once(": "))
        .map(|(name, about)| {
            let about = about.split("; --engine").next().unwrap_or(about).trim_end_matches(':');
            (name.to_string(), cell(about))
        })
        .collect();
    let rows = help("engines");
    let rows = rows.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")).map(|line| {
        let columns: Vec<char> = line.chars().collect();
        let part = |from: usize, to: usize| -> String {
            let part: String = columns.iter().skip(from).take(to - from).collect();
            part.trim().to_string()
        };
        let name = part(2, 20);
        let about = abouts.get(&name).unwrap_or_else(|| panic!("nothing about {}", name)).clone();
        let source = indubit::portfolio::Engine::named(&name).map_or("", |engine| engine.source());
        let about = format!("{} (`{}`)", about, source);
        vec![format!("`{}`", name), about, part(20, 30), part(30, 52), part(52, 74), part(74, 120)]
    });
    let mut text = String::from("\n");
    table(
        &mut text,
        &["engine", "what it is (and its source)", "circuits", "systems", "programs", "Horn clauses"],
        rows,
    );
    text
}

/// Conditions of options. Those of the model are headings.
const OF_OPTIONS: [&str; 2] = ["there are three threads or more", "a proof need not be an invariant"];

/// The condition that members in a row have in common, and the other ones.
fn split_condition(condition: &str) -> (&str, &str) {
    let (first, rest) = condition.split_once(", and ").unwrap_or((condition, ""));
    if OF_OPTIONS.contains(&first) {
        ("", condition)
    } else {
        (first, rest)
    }
}

fn portfolio() -> String {
    let mut text = String::new();
    for section in sections(&help("portfolio")).iter().filter(|section| section.title.starts_with("for ")) {
        let models = section.title[4..].trim_end_matches(':');
        let _ = write!(text, "\n## Members for {}\n", models);
        let mut groups: Vec<(String, Vec<Vec<String>>)> = Vec::new();
        for (head, reason) in &section.entries {
            let (member, rest) = head.split_once(" (share ").unwrap_or((head, ""));
            let (share, condition) = rest.split_once(')').unwrap_or(("", ""));
            let (group, condition) = split_condition(condition.trim_start_matches(", if "));
            let (share, line) = share.split_once("; --engine ").unwrap_or((share, member));
            let line = if member == "runs" { String::new() } else { format!("`{}`", line) };
            let row = vec![cell(member), line, share.to_string(), cell(condition), cell(reason)];
            match groups.last_mut() {
                Some((last, rows)) if last == group => rows.push(row),
                Some(_) | None => groups.push((group.to_string(), vec![row])),
            }
        }
        for (group, rows) in groups {
            if !group.is_empty() {
                let _ = write!(text, "\n### If {}\n", group);
            }
            text.push('\n');
            table(&mut text, &["member", "`--engine`", "share", "takes part if", "reason"], rows);
        }
    }
    text
}

fn formats() -> String {
    let mut text = String::new();
    for section in sections(&help("formats")).iter().filter(|section| !section.entries.is_empty()) {
        let (title, about) = section.title.split_once(|c| ";,".contains(c)).unwrap_or((&section.title, ""));
        let about = about.trim_end_matches(':').trim();
        let mut heading = title.trim_end_matches(';').to_string();
        heading[..1].make_ascii_uppercase();
        let mut about = cell(about);
        if !about.is_empty() {
            about[..1].make_ascii_uppercase();
            about.push_str(".\n\n");
        }
        let _ = write!(text, "\n## {}\n\n{}", heading, about);
        let rows = section.entries.iter().map(|(head, about)| vec![cell(head), cell(about)]);
        table(&mut text, &["format", "contents"], rows);
    }
    text
}

/// The kinds of errors of C programs.
fn checks() -> String {
    let mut text = String::from("\n");
    let rows =
        sections(&help("checks")).into_iter().flat_map(|section| section.entries).map(|(head, about)| {
            let (kind, by) = head.split_once(" (").expect("a kind and its check");
            let mut cells = vec![format!("`{}`", kind), cell(by.trim_end_matches(')'))];
            let (about, left_out) = about.split_once("; left out: ").unwrap_or((&about, ""));
            let parts: Vec<&str> = about.split("; ").collect();
            let part = |mark: &str| parts.iter().find_map(|part| part.strip_prefix(mark)).unwrap_or_default();
            cells.extend([parts[0], parts[1]].map(cell));
            let (gcc, clang) = (part("gcc: -fsanitize="), part("clang: -fsanitize="));
            let clang = if clang.is_empty() { String::new() } else { format!("clang: {}", clang) };
            let sanitizers =
                [gcc, &clang].iter().filter(|s| !s.is_empty()).copied().collect::<Vec<_>>().join("; ");
            cells.extend([cell(&sanitizers.replace(',', ", ")), cell(part("CBMC: ")), cell(left_out)]);
            cells
        });
    let heads = ["kind", "is looked for", "the error", "CWE", "`-fsanitize`", "CBMC", "left out"];
    table(&mut text, &heads, rows);
    text
}

/// The lines of the first help that say how the program is called.
fn commands() -> String {
    let help = help("verify");
    let usage = help.split("usage:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a usage");
    let lines: String =
        usage.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect();
    format!("\n```text\n{}```\n", lines)
}

/// The page with its written parts.
fn written(page: &str) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, behind)) = rest.split_once("<!-- written from: ") {
        let (name, behind) = behind.split_once(" -->\n").expect("the end of a mark");
        let (_, behind) = behind.split_once("<!-- end -->\n").expect("the end of a part");
        let part = match name {
            "checks" => checks(),
            "commands" => commands(),
            "options" => options(),
            "engines" => engines(),
            "portfolio" => portfolio(),
            "formats" => formats(),
            other => panic!("nothing is written from {}", other),
        };
        let _ = write!(text, "{}<!-- written from: {} -->\n{}\n<!-- end -->\n", before, name, part);
        rest = behind;
    }
    text + rest
}

/// The names of links that a page uses, outside of code.
fn labels(page: &str) -> BTreeSet<String> {
    let mut prose = String::new();
    let mut is_code = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code && !is_target(line) {
            prose.push_str(line);
            prose.push(' ');
        }
    }
    // A name of a link may be code itself: [`NAME`][LABEL].
    let prose = prose.replace("][`", "][");
    let without_code: String = prose.split('`').step_by(2).collect();
    let mut found = BTreeSet::new();
    for part in without_code.split('[').skip(1).filter_map(|part| part.split_once(']')) {
        if !part.0.is_empty() && !part.1.starts_with('(') && !without_code.contains(&format!("\\[{}", part.0))
        {
            found.insert(part.0.to_string());
        }
    }
    found
}

/// Whether a line is the target of a link.
fn is_target(line: &str) -> bool {
    line.starts_with('[') && line.contains("]: ")
}

/// The file of a link, from the root of the project, and its target in the documentation of the crate; `None` if the
/// name is the text of a link with another name.
fn target(label: &str, pages: &BTreeMap<String, PathBuf>) -> Option<(PathBuf, String)> {
    match label {
        "readme" => return Some(("README.md".into(), "crate".to_string())),
        "architecture" => return Some(("ARCHITECTURE.md".into(), "crate::docs::house".to_string())),
        "contributing" => return Some(("CONTRIBUTING.md".into(), "crate::docs::house".to_string())),
        "fuzz readme" => return Some(("fuzz/README.md".into(), "crate::docs::fuzz".to_string())),
        "web readme" => return Some(("web/README.md".into(), "crate::docs::teach".to_string())),
        "capi readme" => return Some(("capi/README.md".into(), "crate::docs::embed".to_string())),
        "wasm readme" => return Some(("web/wasm/README.md".into(), "crate::docs::embed".to_string())),
        "batch readme" => return Some(("dist/batch/README.md".into(), "crate::docs::callers".to_string())),
        _ => {}
    }
    if let Some(name) = label.strip_prefix("picture ") {
        let file = format!("docs/pictures/{}.svg", name);
        let drawing = fs::read_to_string(in_package(&file)).expect("a picture");
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
        let escaped = |b: u8| if plain(b) { (b as char).to_string() } else { format!("%{:02X}", b) };
        let data: String = drawing.trim().bytes().map(escaped).collect();
        return Some((file.into(), format!("data:image/svg+xml,{}", data)));
    }
    if label == "crate" || label.starts_with("crate::") {
        return Some((source(label), label.to_string()));
    }
    let file = pages.get(label)?;
    let folder = if file.starts_with("docs/tutorials") { "tutorials::" } else { "" };
    let module = if label == "tutorials" { label.to_string() } else { format!("{}{}", folder, label) };
    Some((file.clone(), format!("crate::docs::{}", module)))
}

/// The file or folder of a module, or of the module that an item is in.
fn source(path: &str) -> PathBuf {
    let mut parts = path.split("::").skip(1).peekable();
    let is_below = parts.peek().map_or(true, |first| ["solver", "theories"].contains(first));
    let mut found = PathBuf::from(if is_below { "." } else { "src" });
    if path == "crate" {
        return "src/lib.rs".into();
    }
    for part in parts {
        let (folder, file) = (found.join(part), found.join(format!("{}.rs", part)));
        if in_package(&file.to_string_lossy()).is_file() {
            return file;
        }
        if !in_package(&folder.to_string_lossy()).is_dir() {
            break;
        }
        found = folder;
    }
    found
}

/// The way from a page to a file.
fn way(page: &Path, file: &Path) -> String {
    let up = "../".repeat(page.components().count() - 1);
    let path = file.to_string_lossy().trim_start_matches("./").to_string();
    let folder = format!("{}/", page.parent().unwrap_or_else(|| Path::new("")).to_string_lossy());
    path.strip_prefix(&folder).map_or_else(|| up + &path, String::from)
}

/// All files as they ought to be, with their names.
fn expected() -> Vec<(PathBuf, String)> {
    let all = documents().into_iter().map(|(path, _)| path);
    let files: Vec<PathBuf> = all.filter(|path| path.starts_with("docs")).collect();
    let name = |path: &PathBuf| match path.to_string_lossy().as_ref() {
        "docs/README.md" => "docs".to_string(),
        "docs/tutorials/README.md" => "tutorials".to_string(),
        _ => path.file_stem().expect("a name").to_string_lossy().into_owned(),
    };
    let pages: BTreeMap<String, PathBuf> = files.iter().map(|path| (name(path), path.clone())).collect();
    let mut links = BTreeMap::new();
    let mut expected = Vec::new();
    for file in files {
        let old = fs::read_to_string(in_package(&file.to_string_lossy())).expect("a page");
        let body: Vec<&str> = old.lines().filter(|line| !is_target(line)).collect();
        let mut text = written(&(body.join("\n").trim_end().to_string() + "\n"));
        let mut targets = String::new();
        for label in labels(&text) {
            if let Some((path, module)) = target(&label, &pages) {
                let _ = writeln!(targets, "[{}]: {}", label, way(&file, &path));
                links.insert(label, module);
            }
        }
        if !targets.is_empty() {
            let _ = write!(text, "\n{}", targets);
        }
        expected.push((file, text));
    }
    let links: String = links.iter().map(|(label, module)| format!("[{}]: {}\n", label, module)).collect();
    // A page that follows these lines begins a new paragraph.
    expected.push(("docs/rustdoc.links".into(), links + "\n"));
    expected
}

#[test]
fn written_pages_and_links_are_those_of_the_program() {
    for (file, text) in expected() {
        let path = in_package(&file.to_string_lossy());
        let old = fs::read_to_string(&path).unwrap_or_default();
        if old != text {
            assert!(
                asked("write"),
                "{} is out of date. `INDUBIT_DOCUMENTS=write cargo test --test documents` writes it anew",
                file.display()
            );
            fs::write(&path, text).expect("a page is written");
        }
    }
}

/// The keys of an object, but for those that are names of counters.
fn keys(object: &str) -> BTreeSet<String> {
    let mut plain = object.to_string();
    for begin in ["\"statistics\":{", "\"believed\":{"] {
        if let Some((before, behind)) = plain.clone().split_once(begin) {
            let (_, rest) = behind.split_once('}').expect("the end of an object");
            plain = format!("{}{}0{}", before, begin.trim_end_matches('{'), rest);
        }
    }
    let mut parts: Vec<&str> = plain.split("\":").collect();
    parts.pop();
    parts.into_iter().filter_map(|part| part.rsplit_once('"')).map(|(_, key)| key.to_string()).collect()
}

#[test]
fn the_page_on_json_has_all_keys_that_are_printed() {
    let page = fs::read_to_string(in_package("docs/json.md")).expect("the page");
    let of_options = ["--json", "--show-trace", "--show-invariant", "--evidence", "full", "--timeout", "20s"];
    for (model, options) in [
        ("tests/systems/counter.vmt", ["--engine", "ic3-ia"]),
        ("tests/systems/counter.btor2", ["--engine", "kind"]),
        ("examples/circuits/traffic_light.aag", ["--engine", "ic3"]),
        ("examples/circuits/hasty_traffic_light.aag", ["--threads", "1"]),
        ("examples/programs/one_too_far.cfa", ["--engine", "ic3cfa"]),
        ("examples/programs/even.c", ["--threads", "1"]),
        ("examples/clauses/mccarthy91.smt2", ["--engine", "spacer"]),
        ("tests/systems/counter.vmt", ["--max-depth", "2"]),
    ] {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_indubit"));
        if options[0] == "--max-depth" {
            program.args(["--engine", "bmc"]);
        }
        let output = program.arg(in_package(model)).args(of_options).args(options).output().expect("it runs");
        let object = String::from_utf8(output.stdout).expect("text");
        for key in keys(&object) {
            assert!(page.contains(&format!("`{}`", key)), "{}: the page lacks {}:\n{}", model, key, object);
        }
    }
}

#[test]
fn the_readme_is_a_page_and_counts_the_engines() {
    let readme = fs::read_to_string(in_package("README.md")).expect("the README");
    assert!(readme.lines().count() <= 150);
    // The portfolio is a row of the same table.
    let engines = engines().lines().filter(|line| line.starts_with("| `")).count() - 1;
    assert!(readme.contains(&format!("- {} engines", engines)), "{}", engines);
}

/// Every link to a file of the project leads to one.
#[test]
fn links_to_files_lead_somewhere() {
    for (document, _) in documents() {
        let text = fs::read_to_string(in_package(&document.to_string_lossy())).expect("a document");
        let inline = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let targets = text.lines().filter(|line| is_target(line)).filter_map(|line| line.split_once("]: "));
        for link in inline.chain(targets.map(|(_, target)| target)) {
            let link = link.split('#').next().unwrap_or("");
            if !link.is_empty() && !link.contains(':') {
                let folder = document.parent().unwrap_or_else(|| Path::new(""));
                let file = in_package(&folder.join(link).to_string_lossy());
                assert!(file.exists(), "{}: there is no {}", document.display(), link);
            }
        }
    }
}

#[test]
fn a_help_has_sections_and_entries() {
    let object = "{\"a\":1,\"statistics\":{\"x y\":2},\"properties\":[{\"b\":\"c\"}]}";
    assert_eq!(keys(object).into_iter().collect::<Vec<_>>(), ["a", "b", "properties", "statistics"]);
    let found =
        sections("a title\nof two lines:\n\n  --one N\n      what it\n      is [default: 1]\nnext:\n  two\n");
    assert_eq!(found[1].title, "a title of two lines:");
    assert_eq!(option(&found[1].entries[0]), ["`--one`", "N", "1", "what it is"]);
    assert_eq!((found[2].title.as_str(), found[2].entries[0].0.as_str()), ("next:", "two"));
    let text = "a [b] and `[c]` [`d`][crate::d] \\[e]\n```\n[f]\n```\n[g](h)\n[b]: b.md\n";
    assert_eq!(labels(text).into_iter().collect::<Vec<_>>(), ["b", "crate::d"]);
    assert_eq!(way(Path::new("docs/a.md"), Path::new("docs/tutorials/b.md")), "tutorials/b.md");
    assert_eq!(way(Path::new("docs/tutorials/b.md"), Path::new("docs/a.md")), "../../docs/a.md");
}
