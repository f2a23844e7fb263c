//! A copy of the sources on which bugs are planted, and one build folder for all of them.

use super::patch::Patch;
use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The groups of tests, in the order in which they run behind the suspected ones. The test of the architecture is not
/// among them: it reads the sources.
pub const GROUPS: &[&str] = &[
    "--lib",
    "--test theories",
    "--test solver",
    "--test engines",
    "--test live",
    "--test systems",
    "--test programs",
    "--test horn",
    "--test c",
    "--test c_runs",
    "--test c_verdicts",
    "--test cli",
    "--bins",
];

/// Folders of results, which are not copied.
const LEFT_OUT: &[&str] =
    &[".git", "target", "artifacts", "coverage", "failed", "found", "__pycache__", "node_modules"];

/// A group of tests that takes so many times as long as without the bug does not end.
const PATIENCE: u64 = 4;
/// Nor does one that takes no less than this many seconds more.
const SLACK: u64 = 30;
/// An input of a target may take this many seconds. Some take minutes on a machine that has much to do.
const LONGEST_INPUT: u64 = 600;

/// The test or target that notices a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// A test or target, or the compiler.
    By(String),
    Nothing,
}

impl Finding {
    /// Reads what is printed.
    pub fn read(text: &str) -> Finding {
        match text {
            "nothing" => Finding::Nothing,
            by => Finding::By(by.to_string()),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::By(text) => f.write_str(text),
            Finding::Nothing => f.write_str("nothing"),
        }
    }
}

/// See the module's text.
pub struct Bench {
    copy: PathBuf,
    target: PathBuf,
    tests: Duration,
    targets: Duration,
    /// By group: the seconds that its tests take without a bug.
    usual: Vec<u64>,
}

/// The end of a process.
enum End {
    Success,
    /// The line that told of a failure, or the status.
    Failure(String),
    Time,
}

impl Bench {
    /// Copies the sources, builds the tests, and runs them once, to know how long they take.
    pub fn new(root: &Path, folder: &Path, tests: Duration, targets: Duration) -> Result<Bench, String> {
        let copy = folder.join("copy");
        synchronise(root, &copy)?;
        let mut bench = Bench { copy, target: folder.join("target"), tests, targets, usual: Vec::new() };
        let times = folder.join("times.txt");
        let known: Vec<u64> = std::fs::read_to_string(&times)
            .map_or(Vec::new(), |text| text.lines().filter_map(|line| line.parse().ok()).collect());
        if known.len() == GROUPS.len() {
            bench.usual = known;
            return Ok(bench);
        }
        for group in GROUPS {
            let start = Instant::now();
            for program in
                bench.build(group)?.map_err(|error| format!("{} is not built: {}", group, error))?
            {
                match bench.test(&program, Duration::from_secs(3600))? {
                    End::Success => {}
                    End::Failure(test) => return Err(format!("without a bug: {} fails", test)),
                    End::Time => return Err(format!("without a bug: {} does not end", group)),
                }
            }
            bench.usual.push(start.elapsed().as_secs());
        }
        let text: Vec<String> = bench.usual.iter().map(u64::to_string).collect();
        std::fs::write(times, text.join("\n")).map_err(|error| error.to_string())?;
        Ok(bench)
    }

    /// Plants a bug, looks for what finds it, and takes it out again.
    pub fn try_bug(&self, patch: &Patch) -> Result<Finding, String> {
        let changed = patch.apply(&self.copy)?;
        let write = |file: &str, text: &str| {
            std::fs::write(self.copy.join(file), text).map_err(|error| format!("{}: {}", file, error))
        };
        let mut originals = Vec::new();
        for (file, text) in &changed {
            let path = self.copy.join(file);
            originals.push((file, std::fs::read_to_string(path).map_err(|error| error.to_string())?));
            write(file, text)?;
        }
        let finding = self.look(patch);
        for (file, text) in originals {
            write(file, &text)?;
        }
        finding
    }

    fn look(&self, patch: &Patch) -> Result<Finding, String> {
        let suspects = patch.suspects();
        let mut order: Vec<&str> = suspects.iter().map(String::as_str).collect();
        order.extend(GROUPS.iter().filter(|group| !suspects.iter().any(|s| s == *group)));
        let mut left = self.tests;
        for group in order {
            if left.is_zero() {
                break;
            }
            let programs = match self.build(group)? {
                Ok(programs) => programs,
                Err(error) => return Ok(Finding::By(format!("the compiler: {}", error))),
            };
            let usual = GROUPS.iter().position(|known| *known == group).and_then(|i| self.usual.get(i));
            let most = usual.map_or(u64::MAX, |&usual| (PATIENCE * usual).max(usual + SLACK));
            for program in programs {
                let start = Instant::now();
                match self.test(&program, Duration::from_secs(most))? {
                    End::Success => {}
                    End::Failure(test) => return Ok(Finding::By(format!("`{}` {}", group, test))),
                    End::Time => return Ok(Finding::By(format!("`{}`, which does not end", group))),
                }
                left = left.saturating_sub(start.elapsed());
            }
        }
        self.explore(&patch.targets())
    }

    /// Builds a group of tests: its programs, or the first error of the compiler.
    fn build(&self, group: &str) -> Result<Result<Vec<PathBuf>, String>, String> {
        let mut cargo = self.cargo(&self.copy, "target");
        let output = cargo.args(["test", "--no-run"]).args(group.split(' ')).output();
        let output = output.map_err(|error| format!("cargo: {}", error))?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            let error = text.lines().find(|line| line.starts_with("error")).unwrap_or("an error");
            return Ok(Err(error.to_string()));
        }
        let program = |line: &str| {
            let place = line.trim().strip_prefix("Executable ")?.rsplit_once('(')?.1.strip_suffix(')')?;
            Some(self.copy.join(place))
        };
        Ok(Ok(text.lines().filter_map(program).collect()))
    }

    fn cargo(&self, folder: &Path, target: &str) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(folder).env("CARGO_TARGET_DIR", self.target.with_file_name(target));
        // Optimising across the parts of a crate would compile most of it again after each change.
        cargo.env("CARGO_PROFILE_TEST_LTO", "off").env("CARGO_PROFILE_DEV_LTO", "off");
        cargo
    }

    fn test(&self, program: &Path, limit: Duration) -> Result<End, String> {
        let mut command = Command::new(program);
        command.current_dir(&self.copy);
        let failed = |line: &str| {
            let name = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
            Some(name.to_string())
        };
        run(&mut command, limit, failed)
    }

    /// Random inputs for each target of the copy's own package, the suspected ones first.
    fn explore(&self, suspects: &[String]) -> Result<Finding, String> {
        if self.targets.is_zero() {
            return Ok(Finding::Nothing);
        }
        let package = self.copy.join("fuzz");
        let built =
            self.cargo(&package, "fuzz-target").args(["build", "--quiet", "--bin", "indubit-fuzz"]).status();
        if !built.map_err(|error| format!("cargo: {}", error))?.success() {
            return Err("the package of targets is not built".to_string());
        }
        let fuzz = self.target.with_file_name("fuzz-target").join("debug/indubit-fuzz");
        let list = Command::new(&fuzz).arg("targets").output().map_err(|error| error.to_string())?;
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        let mut order: Vec<&str> = list.lines().collect();
        order.sort_by_key(|target| !suspects.iter().any(|suspect| suspect == target));
        let seconds = (self.targets.as_secs() / order.len().max(1) as u64).max(1);
        for target in order {
            let mut command = Command::new(&fuzz);
            command.current_dir(&package).args(["explore", target, "--seed", "1"]);
            command.args(["--seconds", &seconds.to_string()]);
            let found = |line: &str| line.contains(", kept as ").then(|| line.to_string());
            match run(&mut command, Duration::from_secs(seconds + LONGEST_INPUT), found)? {
                End::Success => {}
                End::Failure(how) => return Ok(Finding::By(format!("target {}, seed 1: {}", target, how))),
                End::Time => return Ok(Finding::By(format!("target {}, seed 1: it does not end", target))),
            }
        }
        Ok(Finding::Nothing)
    }
}

/// Runs a process to its end, to the first line that tells of a failure, or to the limit.
fn run(
    command: &mut Command,
    limit: Duration,
    failure: impl Fn(&str) -> Option<String>,
) -> Result<End, String> {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child: Child = child.map_err(|error| error.to_string())?;
    let (send, lines) = channel();
    if let Some(output) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut reader = BufReader::new(output);
            let mut line = Vec::new();
            while reader.by_ref().read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
                if send.send(String::from_utf8_lossy(&line).trim_end().to_string()).is_err() {
                    return;
                }
                line.clear();
            }
        });
    }
    let end = Instant::now().checked_add(limit);
    let outcome = loop {
        let left = end.map_or(limit, |end| end.saturating_duration_since(Instant::now()));
        match lines.recv_timeout(left) {
            Ok(line) => {
                if let Some(found) = failure(&line) {
                    break Some(End::Failure(found));
                }
            }
            Err(RecvTimeoutError::Timeout) => break Some(End::Time),
            Err(RecvTimeoutError::Disconnected) => break None,
        }
    };
    if outcome.is_some() {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    Ok(outcome.unwrap_or_else(|| match status.success() {
        true => End::Success,
        false => End::Failure(format!("ends with {}", status)),
    }))
}

/// The files that are copied, by their places in the folder, in order.
pub fn copied_files(root: &Path) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(root.join(&folder)).map_err(|error| format!("{}: {}", folder, error))?;
        for entry in entries {
            let entry = entry.map_err(|error| error.to_string())?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let place = if folder.is_empty() { name.clone() } else { format!("{}/{}", folder, name) };
            let kind = entry.file_type().map_err(|error| error.to_string())?;
            if kind.is_dir() && !LEFT_OUT.contains(&name.as_str()) {
                folders.push(place);
            } else if kind.is_file() {
                files.push(place);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Makes the copy equal to the sources. Files that are equal keep their times, so that they are not built again.
fn synchronise(root: &Path, copy: &Path) -> Result<(), String> {
    let shown = |place: &str, error: std::io::Error| format!("{}: {}", place, error);
    std::fs::create_dir_all(copy).map_err(|error| error.to_string())?;
    let files = copied_files(root)?;
    for place in copied_files(copy)? {
        if files.binary_search(&place).is_err() {
            std::fs::remove_file(copy.join(&place)).map_err(|error| shown(&place, error))?;
        }
    }
    for place in &files {
        let (from, to) = (root.join(place), copy.join(place));
        let bytes = std::fs::read(&from).map_err(|error| shown(place, error))?;
        if std::fs::read(&to).is_ok_and(|old| old == bytes) {
            continue;
        }
        if let Some(folder) = to.parent() {
            std::fs::create_dir_all(folder).map_err(|error| shown(place, error))?;
        }
        std::fs::copy(&from, &to).map_err(|error| shown(place, error))?;
    }
    Ok(())
}
