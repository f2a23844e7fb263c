//! Documents are true: their commands are run in a copy of the project, and what they print is compared.
//!
//! `page.rs` says which commands these are, and how a document says that a command is not run here.
//! `INDUBIT_DOCUMENTS=cargo` runs those, too, that build with cargo. `reference.rs` compares the pages that are written
//! from the tables of the program.

#![cfg(unix)]

mod page;
#[path = "../support/paths.rs"]
mod paths;
mod reference;

use page::{blocks, Block, Command, Way};
use paths::in_package;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// The longest time for the commands of one block that builds nothing.
const PATIENCE: Duration = Duration::from_secs(120);
/// And for one that does.
const LONG_PATIENCE: Duration = Duration::from_secs(1800);
/// Folders of the project that are no part of the copy.
const LEFT_OUT: [&str; 7] = ["target", ".git", "corpus", "found", "open", "results", "node_modules"];
/// Documents outside of `docs`.
const DOCUMENTS: [&str; 8] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "fuzz/README.md",
    "web/README.md",
    "web/wasm/README.md",
    "capi/README.md",
    "dist/batch/README.md",
];
/// The folder of tutorials.
const TUTORIALS: &str = "docs/tutorials";

/// The documents, as paths from the root of the project, and whether they are tutorials.
fn documents() -> Vec<(PathBuf, bool)> {
    let mut found: Vec<(PathBuf, bool)> = DOCUMENTS.iter().map(|name| (name.into(), false)).collect();
    for folder in ["docs", TUTORIALS] {
        let entries = fs::read_dir(in_package(folder)).expect("a folder of documents");
        let names = entries.map(|entry| Path::new(folder).join(entry.expect("an entry").file_name()));
        let mut names: Vec<PathBuf> =
            names.filter(|name| name.extension().map_or(false, |s| s == "md")).collect();
        names.sort();
        found.extend(names.into_iter().map(|name| (name, folder == TUTORIALS)));
    }
    found
}

/// Whether the variable `INDUBIT_DOCUMENTS` holds this word.
fn asked(word: &str) -> bool {
    std::env::var("INDUBIT_DOCUMENTS").map_or(false, |asked| asked.split(',').any(|asked| asked == word))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the project") {
        let entry = entry.expect("an entry");
        let (name, kind) = (entry.file_name(), entry.file_type().expect("its kind"));
        if kind.is_dir() {
            if !LEFT_OUT.iter().any(|left_out| name == *left_out) {
                copy(&entry.path(), &to.join(name));
            }
        } else if kind.is_file() {
            fs::copy(entry.path(), to.join(name)).expect("a copy");
        }
    }
}

/// A copy of the project, and a folder with the program.
struct World {
    root: PathBuf,
    path: String,
}

impl World {
    fn new() -> World {
        let folder = std::env::temp_dir().join(format!("indubit-documents-{}", std::process::id()));
        let root = folder.join("indubit");
        copy(&in_package("."), &root);
        fs::create_dir_all(folder.join("bin")).expect("a folder");
        let program = folder.join("bin/indubit");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_indubit"), program).expect("a link");
        let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap_or_default());
        World { root, path }
    }

    fn has_tool(&self, tool: &str) -> bool {
        self.path.split(':').any(|folder| Path::new(folder).join(tool).is_file())
    }

    fn remove(self) {
        let _ = fs::remove_dir_all(self.root.parent().expect("a folder of its own"));
    }

    /// Whether the block is run here.
    fn runs(&self, way: &Way) -> bool {
        match way {
            Way::Here => true,
            Way::NotRun | Way::ByStep(_) => false,
            Way::With(word) => asked(word),
            Way::Needs(tools) => tools.iter().all(|tool| self.has_tool(tool)),
        }
    }

    /// Runs the commands of a block and tells what is wrong with each.
    fn run(&self, block: &Block, wrong: &mut Vec<(usize, String)>) {
        let folder = self.root.join(&block.folder);
        for command in &block.commands {
            if let (Some(file), Some(lines)) = (command.shown_file(), &command.output) {
                let file = folder.join(file);
                if !file.exists() {
                    fs::write(file, lines.join("\n") + "\n").expect("a file");
                }
            }
        }
        let mark = "behind-the-command";
        let line = |c: &Command| format!("{}\nprintf '\\n%s %s\\n' {} $?\n", c.text, mark);
        // A program that does not end is stopped by its processor time, even after the shell that called it is gone.
        let patience = if matches!(block.way, Way::With(_)) { LONG_PATIENCE } else { PATIENCE };
        let commands: String = block.commands.iter().map(line).collect();
        let script = format!("exec 2>&1\nulimit -t {}\n{}", 4 * patience.as_secs(), commands);
        let mut shell = std::process::Command::new("bash");
        // What a command installs for its user stays in a folder of the test.
        let own_home = self.root.with_file_name("home");
        if let Some(home) = std::env::var_os("HOME").map(PathBuf::from) {
            for (variable, folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
                if std::env::var_os(variable).is_none() && home.join(folder).is_dir() {
                    shell.env(variable, home.join(folder));
                }
            }
        }
        let child = shell
            .args(["-c", &script])
            .env("HOME", own_home)
            .current_dir(&folder)
            .env("PATH", &self.path)
            .env_remove("CARGO_TARGET_DIR")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("bash runs");
        let printed = printed(child, patience);
        let mut rest = printed.as_str();
        for command in &block.commands {
            let end = format!("\n{} ", mark);
            let (output, behind) = match rest.split_once(&end) {
                Some(parts) => parts,
                None => {
                    wrong
                        .push((command.line, format!("{}\ndid not end; it printed\n{}", command.text, rest)));
                    return;
                }
            };
            let (code, behind) = behind.split_once('\n').unwrap_or((behind, ""));
            rest = behind;
            if let Some(message) = fault(command, output, code) {
                wrong.push((command.line, message));
            }
        }
    }
}

/// What the shell prints until it ends, or until the time is over.
fn printed(mut child: Child, patience: Duration) -> String {
    let mut pipe = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = std::io::Read::read_to_end(&mut pipe, &mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let begin = Instant::now();
    while child.try_wait().expect("the shell runs").is_none() {
        if begin.elapsed() > patience {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    reader.join().expect("its output is read")
}

/// What is wrong with a command that printed this and ended with this code.
fn fault(command: &Command, output: &str, code: &str) -> Option<String> {
    let codes = command.codes();
    if !code.parse().map_or(false, |code| codes.contains(&code)) {
        return Some(format!(
            "{}\nends with {}, not {:?}; it printed\n{}",
            command.text, code, codes, output
        ));
    }
    let expected: Vec<&str> = command.output.as_ref()?.iter().map(|line| line.trim_end()).collect();
    let found: Vec<&str> = output.lines().map(str::trim_end).collect();
    // A blank line before the next command is one of the document.
    let ends = |lines: &[&str]| lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let (expected, found) = (&expected[..ends(&expected)], &found[..ends(&found)]);
    (!matches(expected, found))
        .then(|| format!("{}\nprints\n{}\nand not\n{}", command.text, found.join("\n"), expected.join("\n")))
}

/// Whether the lines are the expected ones, of which `...` stands for any number of lines.
fn matches(expected: &[&str], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((line, rest)) if line.trim() == "..." => {
            (0..=found.len()).any(|skipped| matches(rest, &found[skipped..]))
        }
        Some((line, rest)) => found.first() == Some(line) && matches(rest, &found[1..]),
    }
}

#[test]
fn commands_do_what_the_documents_say() {
    let world = World::new();
    let steps = fs::read_to_string(in_package(".ci/run")).expect("the script");
    let (mut wrong, mut table) = (Vec::new(), String::new());
    for (document, is_tutorial) in documents() {
        let text = fs::read_to_string(in_package(&document.to_string_lossy())).expect("a document");
        let (mut run, mut by_step, mut left_out) = (0, 0, 0);
        for block in blocks(&text, is_tutorial) {
            let mut faults = Vec::new();
            match &block.way {
                Way::ByStep(step) if steps.contains(&format!("step \"{}", step)) => {
                    by_step += block.commands.len();
                }
                Way::ByStep(step) => faults.push((0, format!("`.ci/run` has no step `{}`", step))),
                way if world.runs(way) => {
                    run += block.commands.len();
                    world.run(&block, &mut faults);
                }
                _ => left_out += block.commands.len(),
            }
            let place = |(line, text)| format!("{}:{}: {}", document.display(), line, text);
            wrong.extend(faults.into_iter().map(place));
        }
        if run + by_step + left_out > 0 {
            let counts = format!("{:>3} run, {:>2} by another step, {:>2} not", run, by_step, left_out);
            table.push_str(&format!("{}: {}\n", counts, document.display()));
        }
    }
    // The counts are for everybody, so the test's own output is passed by.
    let _ = write!(std::io::stderr(), "commands of documents:\n{}", table);
    assert!(wrong.is_empty(), "{} commands are wrong\n\n{}", wrong.len(), wrong.join("\n\n"));
    world.remove();
}

#[test]
fn dots_stand_for_lines() {
    assert!(matches(&["a", "...", "c"], &["a", "b", "b", "c"]) && matches(&["..."], &[]));
    assert!(
        matches(&["a", "  ..."], &["a"]) && !matches(&["a"], &["a", "b"]) && !matches(&["..", "b"], &["b"])
    );
}
