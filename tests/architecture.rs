//! The house, as a test: imports point down and not in circles, nothing is depended on but `std`, and the places that
//! name the same number agree.
//!
//! Imports are found in the text of the sources: `use` declarations and paths that begin with `crate`, `super` or
//! `self`. A re-export is no import: an item belongs to the file that defines it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Modules by height, lowest first. A file belongs to the entry with the longest matching path, and may import from its
/// own entry and from lower ones.
const FLOORS: [&[&str]; 41] = [
    &["base"],
    &["theories::num"],
    &["theories::bv", "theories::euf", "theories::lra", "theories::nla"],
    &["theories::lia"],
    &["solver::proof"],
    &["solver::sat"],
    &["solver::term"],
    &["solver::smt"],
    &["solver::models", "solver::optimise", "solver::propagators"],
    &["model"],
    &["model::encode", "model::reduce"],
    &["input"],
    &["evidence", "evidence::lemmas::any", "evidence::lemmas::known"],
    &["c::read"],
    &["c::lower"],
    &["c::run"],
    &["origin"],
    // Models of any kind, beside the program that they were made from, and what is about any of them.
    &["input::model"],
    &["input::shrink", "evidence::check", "evidence::lemmas", "evidence::told"],
    &["c::check"],
    &["c::harness", "c::story", "c::witness"],
    &["c::door"],
    &["engine::common::frame", "engine::common::lemmas", "engine::common::outcome"],
    &["engine::common::detail"],
    &["engine::common::observer", "engine::common::sequence"],
    &["engine::common::prover"],
    &["engine::common::log", "engine::common::transcript"],
    &["engine::common::unroll"],
    &["engine::common::program"],
    &["engine::fsis", "engine::common::houdini", "engine::ic3", "engine::common::initial"],
    &["engine::ic3::circuit", "engine::ic3::system"],
    &["engine::bmc", "engine::ic3_smt", "engine::ic3_ia"],
    &[
        "engine::car",
        "engine::ctigar",
        "engine::ending",
        "engine::explicit",
        "engine::guess",
        "engine::horn",
        "engine::ic3cfa",
        "engine::itp",
        "engine::kinduction",
        "engine::live",
        "engine::pred_abs",
        "engine::simulate",
        "engine::tree_ic3",
    ],
    &["engine::lazy_ic3"],
    &["engine::options"],
    &["engine::table"],
    &["route"],
    &["portfolio", "session"],
    // Declarations and re-exports only.
    &["c", "docs", "engine", "engine::common", "glossary", "theories", "solver", ""],
    &["bin::cli"],
    &["bin"],
];

/// Circles of files that stay, each with the reason.
const CIRCLES: [(&[&str], &str); 0] = [];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {}", path.display(), error))
}

/// All files with this suffix below a folder, as paths from the project's root.
fn files(folder: &str, suffix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the project") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(suffix) {
                found.push(path.strip_prefix(root()).expect("below the root").to_path_buf());
            }
        }
    }
    found.sort();
    found
}

/// The sources of the library and of the program, by module: `engine::ic3`, the library's root is empty, the program's
/// modules begin with `bin`.
fn modules() -> BTreeMap<String, String> {
    let mut modules = BTreeMap::new();
    for file in ["src", "solver", "theories"].iter().flat_map(|folder| files(folder, ".rs")) {
        let name = file.with_extension("").to_string_lossy().replace(std::path::MAIN_SEPARATOR, "::");
        let name = name.strip_suffix("::mod").unwrap_or(&name);
        let module = match name.strip_prefix("src::").unwrap_or(name) {
            "lib" => String::new(),
            "main" => "bin".to_string(),
            cli if cli == "cli" || cli.starts_with("cli::") => format!("bin::{}", cli),
            module => module.to_string(),
        };
        let source = text(&file);
        let code: Vec<&str> = source.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
        let code = code.join("\n");
        let shipped = code.split("#[cfg(test)]").next().unwrap_or("");
        // A visibility is no import.
        modules.insert(module, shipped.replace("(in crate", "(in "));
    }
    modules
}

/// The paths that a `use` tree names.
fn expand(tree: &str, prefix: &str, paths: &mut Vec<String>) {
    let tree = tree.trim();
    match tree.find('{') {
        None if tree.is_empty() => {}
        None => {
            let path = tree.split(" as ").next().unwrap_or(tree).trim();
            paths.push(format!("{}{}", prefix, path));
        }
        Some(open) => {
            let prefix = format!("{}{}", prefix, &tree[..open]);
            let inner = &tree[open + 1..tree.rfind('}').expect("a closed brace")];
            let (mut depth, mut from) = (0, 0);
            for (i, c) in inner.char_indices() {
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        expand(&inner[from..i], &prefix, paths);
                        from = i + 1;
                    }
                    _ => {}
                }
            }
            expand(&inner[from..], &prefix, paths);
        }
    }
}

/// The paths of a source: those that it re-exports, and those that it uses.
fn paths(code: &str) -> (Vec<String>, Vec<String>) {
    let (mut exported, mut used) = (Vec::new(), Vec::new());
    let mut rest = String::new();
    let mut statement = String::new();
    for line in code.lines() {
        let start = line.trim_start();
        let begins = start.starts_with("use ") || (start.starts_with("pub") && start.contains(" use "));
        if !statement.is_empty() || begins {
            statement.push_str(start);
            statement.push(' ');
            if start.ends_with(';') {
                let list = if statement.starts_with("pub") { &mut exported } else { &mut used };
                let tree = &statement[statement.find("use ").expect("a use") + 4..];
                expand(tree.trim().trim_end_matches(';'), "", list);
                statement.clear();
            }
        } else {
            rest.push_str(line);
            rest.push('\n');
        }
    }
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in rest.match_indices(start) {
            let is_start = !rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
            let end = rest[at..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
            if is_start {
                used.push(rest[at..end.map_or(rest.len(), |end| at + end)].trim_end_matches(':').to_string());
            }
        }
    }
    (exported, used)
}

/// A path, as seen in a module, from the root.
fn absolute(path: &str, module: &str, modules: &BTreeMap<String, String>) -> Option<String> {
    let join = |a: &str, b: &str| match (a, b) {
        ("", b) => b.to_string(),
        (a, "") => a.to_string(),
        (a, b) => format!("{}::{}", a, b),
    };
    let parent = |m: &str| m.rfind("::").map_or(String::new(), |at| m[..at].to_string());
    let mut parts = path.split("::");
    let mut base = match parts.next()? {
        "crate" if module == "bin" || module.starts_with("bin::") => "bin".to_string(),
        "crate" | "indubit" => String::new(),
        "self" => module.to_string(),
        "super" => parent(module),
        first if modules.contains_key(&join(module, first)) => join(module, first),
        _ => return None,
    };
    for part in parts {
        base = if part == "super" { parent(&base) } else { join(&base, part) };
    }
    Some(base)
}

/// The module whose file defines an absolute path, re-exports followed.
fn home(path: &str, modules: &BTreeMap<String, String>) -> String {
    let mut module = path.to_string();
    while !modules.contains_key(&module) {
        module = module.rfind("::").map_or(String::new(), |at| module[..at].to_string());
    }
    let item = path[module.len()..].trim_start_matches("::").split("::").next().unwrap_or("");
    let exported = paths(&modules[&module]).0;
    let origin = exported.iter().find(|p| p.rsplit("::").next() == Some(item) && p.as_str() != item);
    match origin.and_then(|p| absolute(p, &module, modules)).filter(|p| p != path) {
        Some(origin) if !item.is_empty() => home(&origin, modules),
        _ => module,
    }
}

/// By module: the modules whose files it imports from.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let modules = modules();
    let of = |(module, code): (&String, &String)| {
        let used = paths(code).1;
        let homes = used.iter().filter_map(|p| absolute(p, module, &modules)).map(|p| home(&p, &modules));
        (module.clone(), homes.filter(|home| home != module).collect())
    };
    modules.iter().map(of).collect()
}

fn floor(module: &str) -> usize {
    let mut best = (0, 0);
    for (height, entries) in FLOORS.iter().enumerate() {
        for &entry in *entries {
            let rest = module.strip_prefix(entry);
            let is_inside = entry.is_empty() || rest.map_or(false, |r| r.is_empty() || r.starts_with("::"));
            if is_inside && entry.len() >= best.0 {
                best = (entry.len(), height);
            }
        }
    }
    best.1
}

#[test]
fn imports_point_down() {
    let imports = imports();
    assert!(
        imports.len() > 150 && imports.values().map(BTreeSet::len).sum::<usize>() > 500,
        "imports are found"
    );
    let up: Vec<String> = imports
        .iter()
        .flat_map(|(module, homes)| homes.iter().map(move |home| (module, home)))
        .filter(|(module, home)| floor(home) > floor(module))
        .map(|(module, home)| format!("{} imports from {}", module, home))
        .collect();
    assert!(up.is_empty(), "{:#?}", up);
}

/// The modules that can be reached from one by imports.
fn reachable(from: &str, imports: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut stack = vec![from.to_string()];
    while let Some(module) = stack.pop() {
        for home in imports.get(&module).into_iter().flatten() {
            if seen.insert(home.clone()) {
                stack.push(home.clone());
            }
        }
    }
    seen
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    let imports = imports();
    let reached: BTreeMap<&String, BTreeSet<String>> =
        imports.keys().map(|module| (module, reachable(module, &imports))).collect();
    let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
    for (module, homes) in &reached {
        if homes.contains(*module) {
            circles.insert(homes.iter().filter(|home| reached[home].contains(*module)).cloned().collect());
        }
    }
    for (known, _) in CIRCLES {
        let known: Vec<String> = known.iter().map(|module| module.to_string()).collect();
        assert!(circles.remove(&known), "this circle is gone, its entry may go: {:?}", known);
    }
    assert!(circles.is_empty(), "{:#?}", circles);
}

/// The folders that a build without the feature `c` does not need.
const WING: [&str; 2] = ["src/c/", "src/cli/c/"];

/// The files outside of them that name C, or that the feature changes.
const DOORS: [&str; 12] = [
    "src/cli/check.rs",
    "src/cli/flags.rs",
    "src/cli/mod.rs",
    "src/cli/models.rs",
    "src/cli/options.rs",
    "src/cli/run.rs",
    "src/cli/tables.rs",
    "src/cli/values.rs",
    "src/cli/verify/mod.rs",
    "src/cli/verify/sarif.rs",
    "src/input/model.rs",
    "src/lib.rs",
];

#[test]
fn c_is_a_wing_with_few_doors() {
    let is_outside = |file: &String| WING.iter().all(|folder| !file.starts_with(folder));
    let names_c = |file: &String| {
        let source = text(file);
        let lines = source.lines().map(|line| line.split("//").next().unwrap_or(""));
        let paths = ["crate::c::", "indubit::c::", "super::c::", "feature = \"c\""];
        lines.into_iter().any(|line| paths.iter().any(|path| line.contains(path)))
    };
    let all = ["src", "solver", "theories"].iter().flat_map(|folder| files(folder, ".rs"));
    let all = all.map(|file| file.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/"));
    let found: Vec<String> = all.filter(is_outside).filter(names_c).collect();
    assert_eq!(found, DOORS);
}

#[test]
fn there_is_no_dependency() {
    let manifest = text("Cargo.toml");
    let mut section = "";
    for line in manifest.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with('[') {
            section = line;
        } else {
            assert_ne!(section, "[dependencies]", "{}", line);
        }
        assert!(!section.contains("build-dependencies") && !section.contains("target"), "{}", line);
    }
    assert!(!root().join("build.rs").exists());
}

#[test]
fn no_line_is_wider_than_a_page() {
    let folders = ["src", "solver", "theories", "tests", "examples", "benches", "fuzz"];
    let wide: Vec<String> = folders
        .iter()
        .flat_map(|folder| files(folder, ".rs").into_iter().chain(files(folder, ".py")))
        .flat_map(|file| {
            let source = text(&file);
            let wide = source.lines().enumerate().filter(|(_, line)| line.chars().count() > 120);
            wide.map(|(i, _)| format!("{}:{}", file.display(), i + 1)).collect::<Vec<_>>()
        })
        .collect();
    assert!(wide.is_empty(), "{:#?}", wide);
}

/// The lines of `.rs` that each folder may have; a file belongs to the row with the longest path. A higher number needs
/// its reason beside it.
const CEILING: [(&str, usize); 21] = [
    ("solver", 10),
    // All models, and the best one.
    ("solver/models", 380),
    // The meaning of optima, apart from the search. Soft literals that exclude each other, and small cores.
    ("solver/optimise", 1_200),
    ("solver/proof", 2_900),
    // Propagators of a caller.
    ("solver/propagators", 255),
    // The answer of both solvers is one type, and stands here.
    // The clauses that a model needs, and what a literal implies.
    ("solver/sat", 7_975),
    // An option for quotients of floating-point numbers. Proofs that begin with them, and forged ones.
    // Products of numbers: lemmas, proofs of them, models among few values and as words, or
    // with irrational values. Equations of degree one, and their tests.
    // Propagators that watch terms, and their equations.
    ("solver/smt", 20_060),
    // Operators on terms, and models shown with names. Floating-point numbers: their values, and circuits for them;
    // rules, each proved for all values; a count of gates; quotients by relations; the words of numbers in proofs.
    // Products, quotients and powers of any numbers; words as integers and back.
    ("solver/term", 11_830),
    // Pages of the manual on agents and clusters.
    ("src", 325),
    // The time that a budget has left; the name of a thing as an option.
    ("src/base", 1_090),
    // Each assertion of a program may have a verdict of its own: here, in `src/cli` and in `src/portfolio`. Headers,
    // programs of several files, invariants as assertions. Floating-point numbers: constants, operators twice, texts.
    // Properties of witnesses, places in the library, assertions that no run reaches, weaknesses and steps of errors.
    // Objects of the heap that are lost or not freed, twice; parameters that are constants.
    // Numbers of 16 bits, and numbers in a wider format than their type. Facts about pointers, quantifiers and
    // arbitrary objects in the words of other verifiers. Floating-point numbers in conditions of witnesses.
    // The table of errors, and nine further checks, each twice: members, calls of the library, lengths, alignment,
    // calls and results, unsigned overflow, lost bits, moved pointers. Contracts of functions.
    // Runs without end: their check, witnesses and harnesses. First values of objects of the heap over integers.
    // Loops with contracts as one turn, conditions on elements for chosen indices, guesses of invariants.
    // Holders of objects without a bound.
    // Vectors, functions in functions, functions around `main`, the calendar, words of C23.
    // Parts of objects that a contract changes, and are forgotten.
    // Values that were never stored, bit by bit, and truth values that are none.
    // Harnesses of a function alone; ranges of pointers, objects that contracts free.
    // Constants of constexpr, assertions in comments, low bits of addresses.
    ("src/c", 61_215),
    // And the faces of btorsim and Eldarica, runs of circuits and systems, covers. Golem's engines and derivations.
    // Errors as SARIF; the format of a model by an option; the property that a witness names; pono's options.
    // The format in which operators on floating-point numbers compute. Series of questions, scans of folders, a reader
    // of JSON, options for functions alone. Settings of C that the module for web pages has as well.
    // of JSON, options for functions alone.
    // The question whether runs end.
    // The driver of fuzzing; hints about loops.
    // All models of clauses, and MaxSAT.
    // Tools of agents. Jobs for schedulers, and their answers as one. Lemmas of runs by a folder.
    // Forged optima of clauses, refused. Cubes of scripts.
    ("src/cli", 13_065),
    // Properties of safety and of both kinds are two kinds of models, each with its proofs. Rows have sources. Random
    // runs of circuits and systems. Words of two registers, and bounds of floating-point numbers.
    // Whether runs end: measures and recurrence sets.
    // Cases of guesses about cells; the needed part of any invariant.
    // Equations of degree two and cubes, guessed.
    // Measures of words from a list. Turns that are counted, shares of work, remainders.
    // Cases of cases of measures, and those of reals.
    // Variables of whose next values relations tell nothing divide no states.
    ("src/engine", 33_575),
    // Invariants of systems in short, and in SystemVerilog. Models of clauses in the clauses' names. Waves of lassos
    // with the loop twice. The steps, files and weaknesses of errors; places in libraries.
    // Measures and recurrence sets: checks, texts, words, and sentences about runs without end.
    // Members of invariants with quantifiers, one by one. Counters beside a program.
    // Rounds of live properties: their automaton, and measures of it.
    ("src/evidence", 15_995),
    // Operators on floating-point numbers, in models, too. Names of a circuit from a file beside it. Terms one by one.
    // The same as an option of models.
    // Powers, and words as integers.
    // Clauses with weights. Live properties of VMT-LIB.
    ("src/input", 14_750),
    // Systems and clauses over floating-point numbers as those over words.
    // Evidence about the ends of runs, with counters. Calls as edges.
    ("src/model", 21_375),
    // Assertions behind others, and those that no run reaches.
    // Runs of both kinds of programs.
    // The question whether runs end.
    ("src/origin", 275),
    // An engine for safety as one for properties of both kinds. Assertions that no run reaches.
    // Runs of large and recursive programs before the engines.
    // The question whether runs end; counters, calls, rounds of live properties. Lemmas to and from other processes.
    ("src/portfolio", 5_995),
    // Steps from floating-point numbers to words.
    // The part of what is known that a proof needs.
    ("src/route", 2_740),
    // Models with irrational values.
    // All models, and objectives.
    // Forged optima, refused.
    ("src/session", 2_750),
    // A number of 128 bits.
    // Facts about products. Zeros of polynomials, certified, and their coordinates as roots.
    ("theories", 8_410),
];

/// Lines of a file, files of a folder, and lines of a function.
const LONGEST_FILE: usize = 600;
const LARGEST_FOLDER: usize = 24;
const LONGEST_FUNCTION: usize = 60;

/// Files and folders that are larger, and functions that are longer. The lists may only become shorter.
const LARGE: [&str; 4] = ["solver/term", "src/c/run", "src/cli", "src/input/smtlib"];
const LONG: [(&str, &str); 53] = [
    ("solver/sat/propagate.rs", "propagate_clauses"),
    ("solver/smt/normal_form.rs", "distribute"),
    ("solver/smt/project/vectors.rs", "solved"),
    ("solver/smt/proof/print.rs", "text"),
    ("solver/term/bits.rs", "extract"),
    ("solver/term/rules/proof.rs", "new"),
    ("src/c/lower/expressions/exprs.rs", "finish"),
    ("src/c/lower/expressions/exprs.rs", "start"),
    ("src/c/lower/functions/whole.rs", "write_whole"),
    ("src/c/read/check/builtins.rs", "builtin_call"),
    ("src/c/read/layout.rs", "lay_out"),
    ("src/c/read/lex/paste.rs", "substitute_operators"),
    ("src/c/read/parse/attributes.rs", "attribute"),
    ("src/c/read/parse/declarations.rs", "declarators"),
    ("src/c/read/parse/declarations.rs", "object"),
    ("src/c/read/parse/statements.rs", "complete"),
    ("src/c/read/syntax/text.rs", "pieces"),
    ("src/c/run/expressions.rs", "value"),
    ("src/c/story/code.rs", "shown"),
    ("src/c/story/fault.rs", "describe"),
    ("src/c/witness/c_text.rs", "term"),
    ("src/c/witness/formula.rs", "value"),
    ("src/cli/clauses.rs", "run"),
    ("src/cli/convert.rs", "run"),
    ("src/cli/verify/evidence.rs", "accept"),
    ("src/cli/verify/mod.rs", "verify"),
    ("src/engine/common/detail/object.rs", "json"),
    ("src/engine/common/detail/text.rs", "fmt"),
    ("src/engine/common/program/code.rs", "instruct"),
    ("src/engine/guess/elements.rs", "facts"),
    ("src/engine/guess/inductive.rs", "keeps"),
    ("src/evidence/error_text.rs", "fmt"),
    ("src/evidence/formulas/instances.rs", "refute"),
    ("src/evidence/program/bounded.rs", "carry_out"),
    ("src/evidence/view/infix.rs", "linear"),
    ("src/evidence/view/infix.rs", "shown"),
    ("src/input/btor2/operations.rs", "operation"),
    ("src/input/btor2/operators.rs", "binary"),
    ("src/input/btor2/witness.rs", "write_witness"),
    ("src/input/horn/read.rs", "read"),
    ("src/input/smtlib/literals.rs", "indexed"),
    ("src/model/encode/horn/linear.rs", "edge"),
    ("src/model/encode/horn/procedures.rs", "run"),
    ("src/model/encode/integers/forward.rs", "number"),
    ("src/model/encode/internal.rs", "with_internal_signals"),
    ("src/model/encode/watched/mod.rs", "watched"),
    ("src/model/gcl/forward.rs", "effect_within"),
    ("src/model/reduce/horn/reads.rs", "without_arrays"),
    ("src/model/reduce/program/graph.rs", "of"),
    ("src/model/reduce/program/shrink.rs", "finish"),
    ("src/portfolio/flags/table.rs", "circuits"),
    ("src/portfolio/flags/table.rs", "general"),
    ("src/portfolio/flags/table.rs", "programs"),
];

/// The sources of the library and of the program, each with its lines.
fn sources() -> impl Iterator<Item = (String, Vec<String>)> {
    ["src", "solver", "theories"].into_iter().flat_map(|folder| files(folder, ".rs")).map(|file| {
        let name = file.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        (name, text(&file).lines().map(str::to_string).collect())
    })
}

#[test]
fn the_house_has_a_ceiling() {
    let mut lines = vec![0; CEILING.len()];
    for (file, content) in sources() {
        let holds = |at: &usize| file.starts_with(&format!("{}/", CEILING[*at].0));
        let row = (0..CEILING.len()).filter(holds).max_by_key(|&at| CEILING[at].0.len());
        lines[row.unwrap_or_else(|| panic!("{} has no row", file))] += content.len();
    }
    for ((folder, most), lines) in CEILING.iter().zip(lines) {
        assert!(lines <= *most, "{} has {} lines, and may have {}", folder, lines, most);
        assert!(lines + 250 > *most, "{} has {} lines: lower its row", folder, lines);
    }
}

/// The functions of a file that are too long, tests excepted: from `fn` to the brace below it.
fn long_functions(lines: &[String]) -> Vec<String> {
    let shipped = lines.iter().position(|line| line == "#[cfg(test)]").unwrap_or(lines.len());
    let mut found = Vec::new();
    for (start, line) in lines[..shipped].iter().enumerate() {
        let code = line.trim_start();
        let name = match code.find("fn ") {
            Some(at) if at == 0 || ["pub", "const"].iter().any(|word| code.starts_with(word)) => {
                code[at + 3..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")
            }
            Some(_) | None => continue,
        };
        let is_declared_only =
            lines[start..].iter().find(|line| line.ends_with(['{', ';'])).map_or(true, |l| l.ends_with(';'));
        let end = format!("{}}}", &line[..line.len() - code.len()]);
        let length = lines[start..].iter().position(|line| *line == end).map_or(1, |at| at + 1);
        if length > LONGEST_FUNCTION && !is_declared_only {
            found.push(name.to_string());
        }
    }
    found
}

#[test]
fn files_folders_and_functions_are_read_in_one_sitting() {
    let (mut large, mut long, mut folders) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
    for (file, lines) in sources() {
        long.extend(long_functions(&lines).into_iter().map(|name| (file.clone(), name)));
        *folders.entry(file[..file.rfind('/').unwrap_or(0)].to_string()).or_insert(0) += 1;
        if lines.len() > LONGEST_FILE {
            large.insert(file);
        }
    }
    large.extend(folders.into_iter().filter(|&(_, count)| count > LARGEST_FOLDER).map(|(folder, _)| folder));
    assert_eq!(large, LARGE.iter().map(|place| place.to_string()).collect());
    assert_eq!(long, LONG.iter().map(|(file, name)| (file.to_string(), name.to_string())).collect());
}

/// The files that name declared sorts, and so tell all sorts apart; others ask for the family of a sort.
const OF_ALL_SORTS: usize = 14;

#[test]
fn a_new_sort_touches_few_files() {
    let names = |(_, lines): &(String, Vec<String>)| lines.iter().any(|line| line.contains("Sort::Declared"));
    let is_shipped = |(file, _): &(String, Vec<String>)| !file.contains("/tests/");
    let found: Vec<String> = sources().filter(is_shipped).filter(names).map(|(file, _)| file).collect();
    assert!(found.len() <= OF_ALL_SORTS, "{:#?}", found);
}

#[test]
fn version_and_oldest_compiler_are_the_same_everywhere() {
    let manifest = text("Cargo.toml");
    let value = |key: &str| {
        let line = manifest.lines().find_map(|line| line.strip_prefix(key)).expect("a key of the manifest");
        line.trim_matches(|c| c == ' ' || c == '=' || c == '"').to_string()
    };
    let oldest = value("rust-version");
    assert!(text(".ci/run").contains(&format!("old_version={}\n", oldest)));
    assert!(text("README.md").contains(&format!("Rust {}", oldest)));
    assert_eq!(value("version"), indubit::base::VERSION);
}

/// The rows of a table of floors: a number, and the folders or modules named in the second column.
fn rows(text: &str) -> Vec<(String, Vec<String>)> {
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_string()).collect::<Vec<String>>();
    let row = |line: &str| {
        let cells = cells(line.trim_start_matches("//!").trim());
        let is_floor =
            cells.len() > 3 && cells[1].chars().all(|c| c.is_ascii_digit()) && !cells[1].is_empty();
        is_floor.then(|| {
            let names = cells[2].split('`').skip(1).step_by(2);
            (cells[1].clone(), names.map(|name| name.trim_matches('/').replace("src/", "")).collect())
        })
    };
    text.lines().skip_while(|line| !line.contains("| floor |")).filter_map(row).collect()
}

#[test]
fn the_floors_are_told_alike() {
    let (page, library) = (rows(&text("docs/house.md")), rows(&text("src/lib.rs")));
    assert_eq!(page.len(), 8, "{:?}", page);
    // The library does not contain the command line.
    let in_library: Vec<_> = page.into_iter().filter(|(floor, _)| floor != "7").collect();
    let without_suffix = |(floor, names): (String, Vec<String>)| {
        (floor, names.iter().map(|name| name.trim_end_matches(".rs").to_string()).collect::<Vec<_>>())
    };
    assert_eq!(in_library.into_iter().map(without_suffix).collect::<Vec<_>>(), library);
}

/// Phrases that comments avoid, each with what to write in its place.
const PHRASES: [(&str, &str); 7] = [
    ("so many", "the parameter's name"),
    ("nobody", "unknown, external, or the thing that does not"),
    ("whatever", "every, any, no matter which"),
    ("comes to", "reaches"),
    ("for ever", "in every frame, always"),
    ("who knows", "unknown"),
    ("one a", "one per"),
];

/// Whether lower-case text contains these words as words; behind `one a` another word has to follow.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let is_letter = |c: Option<char>| c.map_or(false, char::is_alphanumeric);
    text.match_indices(phrase).any(|(at, _)| {
        let rest = &text[at + phrase.len()..];
        let needs_more =
            phrase == "one a" && !rest.strip_prefix(' ').map_or(false, |r| is_letter(r.chars().next()));
        !is_letter(text[..at].chars().next_back()) && !is_letter(rest.chars().next()) && !needs_more
    })
}

#[test]
fn comments_are_plain_english() {
    let mut found: Vec<String> = Vec::new();
    for file in ["src", "solver", "theories"].iter().flat_map(|folder| files(folder, ".rs")) {
        for (i, line) in text(&file).lines().enumerate() {
            let comment = match line.trim_start().strip_prefix("//") {
                Some(rest) => rest.trim_start_matches(['/', '!']).trim(),
                None => continue,
            };
            let place = format!("{}:{}", file.display(), i + 1);
            let lower = comment.to_lowercase();
            for (phrase, better) in PHRASES.iter().filter(|(phrase, _)| has_phrase(&lower, phrase)) {
                found.push(format!("{}: \"{}\"; write: {}", place, phrase, better));
            }
            for subject in ["Those of", "What", "Who", "Whoever", "Whatever", "Whichever"] {
                let begins = |rest: &str| rest.starts_with(&format!("{} ", subject)) && !rest.ends_with('?');
                if begins(comment) || comment.split(". ").any(begins) {
                    found.push(format!("{}: \"{}\" begins a sentence; name the thing", place, subject));
                }
            }
        }
    }
    assert!(found.is_empty(), "{:#?}", found);
}
