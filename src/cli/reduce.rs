//! `indubit reduce FILE -- COMMAND {file}`: a smaller file on which a command does the same.

use super::options::Settings;
use super::output::say_text;
use super::{files, os, output, Failure, UNKNOWN};
use indubit::base::Budget;
use indubit::input::shrink::{shrink, Progress};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Stands for the file in the command.
const PLACE: &str = "{file}";
/// A run may take as many times as long as the first one, and this much more, if the user sets no limit.
const PATIENCE: u32 = 5;
const MORE_PATIENCE: Duration = Duration::from_secs(2);
/// Time between two looks at a command that runs.
const FIRST_LOOK: Duration = Duration::from_micros(500);
const LAST_LOOK: Duration = Duration::from_millis(20);
/// Time between two updates of the line in a terminal.
const INTERVAL: Duration = Duration::from_millis(100);

/// The end of a run of the command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// With an exit code, or by a signal.
    Status(ExitStatus),
    /// It took too long.
    Late,
}

/// The command, and what is to be kept of its runs.
struct Task<'a> {
    command: &'a [OsString],
    /// The name of the file, whose suffix tools look at.
    name: OsString,
    folder: PathBuf,
    runs: AtomicU64,
    /// A part of the output that is kept.
    text: Option<&'a OsStr>,
    /// The end that is kept, if no text is.
    end: Option<End>,
    limit: Option<Duration>,
    budget: &'a Budget,
}

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let file = settings.file(0);
    if !settings.command.iter().any(|word| word.to_string_lossy().contains(PLACE)) {
        let message =
            "the command has no {file}; write indubit reduce FILE -- COMMAND {file}, in quotes where the \
                       shell has a meaning for braces";
        return Err(Failure::usage(message));
    }
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let bytes = files::open(file)?.read(&budget, settings)?;
    let name = Path::new(file).file_name().unwrap_or(OsStr::new("input")).to_os_string();
    let folder = std::env::temp_dir().join(format!("indubit-reduce-{}", std::process::id()));
    let limit = settings.command_timeout.0;
    let (command, text) = (settings.command.as_slice(), settings.keep.as_deref());
    let runs = AtomicU64::new(0);
    let mut task = Task { command, name, folder, runs, text, end: None, limit, budget: &budget };
    let done = task.reduce(settings, &bytes);
    // A folder that cannot be removed is no failure of the search.
    let _ = fs::remove_dir_all(&task.folder);
    done
}

impl Task<'_> {
    fn reduce(&mut self, settings: &Settings, bytes: &[u8]) -> Result<i32, Failure> {
        let file = settings.file(0);
        let start = Instant::now();
        let (end, has_text) = self.carry_out(bytes).map_err(|error| Failure::usage(error.to_string()))?;
        if let (Some(text), false) = (self.text, has_text) {
            let message = format!("the output of the command has no `{}`", text.to_string_lossy());
            return Err(Failure::input(files::shown(file), message));
        }
        if self.limit.is_none() {
            self.limit = Some(start.elapsed() * PATIENCE + MORE_PATIENCE);
        }
        self.end = Some(end);
        let out = settings.out.clone().unwrap_or_else(|| default_name(file));
        files::keep_apart(file, &out)?;
        let mut failed: Option<Failure> = None;
        let (is_terminal, mut shown) = (os::stderr_is_terminal(), None);
        let line = |now: usize, asked: u64| format!("{} -> {} bytes, {} runs", bytes.len(), now, asked);
        let mut observe = |progress: Progress<'_>| {
            if progress.is_new {
                failed = replace(&out, progress.bytes).err();
            }
            let is_due = shown.map_or(true, |shown: Instant| shown.elapsed() > INTERVAL);
            if is_terminal && is_due {
                shown = Some(Instant::now());
                let seconds = start.elapsed().as_secs_f64();
                say_text(&format!("\r{:8.1}s  {} ", seconds, line(progress.bytes.len(), progress.asked)));
            }
        };
        let judge = |bytes: &[u8]| self.keeps(bytes);
        let (name, threads) = (files::shown(file).into_owned(), settings.threads.count());
        let found = shrink(&name, bytes, threads, &judge, &mut observe, self.budget);
        if is_terminal {
            say_text("\r\x1b[K");
        }
        if let Some(failure) = failed {
            return Err(failure);
        }
        replace(&out, &found.bytes)?;
        let seconds = start.elapsed().as_secs_f64();
        let ended = found.limit.map_or(String::new(), |limit| format!("; {}, more may be possible", limit));
        let line = line(found.bytes.len(), found.asked);
        output::print(&format!("{}: {}, {:.1} s{}\n", files::shown(&out), line, seconds, ended))?;
        Ok(if found.limit.is_some() { UNKNOWN } else { 0 })
    }

    /// Whether the command does the same on a file with these bytes. If it cannot be started, it does not.
    fn keeps(&self, bytes: &[u8]) -> bool {
        match self.carry_out(bytes) {
            Ok((_, has_text)) if self.text.is_some() => has_text,
            Ok((end, _)) => self.end == Some(end),
            Err(_) => false,
        }
    }

    /// Runs the command on a file with these bytes: its end, and whether its output has the text that is kept.
    fn carry_out(&self, bytes: &[u8]) -> Result<(End, bool), std::io::Error> {
        // Each run has a folder of its own, where the file has its old name.
        let folder = self.folder.join(self.runs.fetch_add(1, Relaxed).to_string());
        fs::create_dir_all(&folder)?;
        let file = folder.join(&self.name);
        fs::write(&file, bytes)?;
        let done = self.run_in(&folder, &file);
        let _ = fs::remove_dir_all(&folder);
        done
    }

    fn run_in(&self, folder: &Path, file: &Path) -> Result<(End, bool), std::io::Error> {
        let words: Vec<OsString> = self.command.iter().map(|word| with_file(word, file)).collect();
        let output = folder.join("indubit.output");
        let (out, err) = match self.text {
            Some(_) => {
                let out = File::create(&output)?;
                let err = out.try_clone()?;
                (Stdio::from(out), Stdio::from(err))
            }
            None => (Stdio::null(), Stdio::null()),
        };
        let named = |error: std::io::Error| {
            std::io::Error::new(error.kind(), format!("{}: {}", words[0].to_string_lossy(), error))
        };
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(err)
            .spawn()
            .map_err(named)?;
        let (start, mut look) = (Instant::now(), FIRST_LOOK);
        let end = loop {
            if let Some(status) = child.try_wait()? {
                break End::Status(status);
            }
            let is_late = self.limit.map_or(false, |limit| start.elapsed() > limit);
            if is_late || self.budget.check().is_err() {
                let _ = child.kill();
                child.wait()?;
                break End::Late;
            }
            std::thread::sleep(look);
            look = (look * 2).min(LAST_LOOK);
        };
        let has_text = match self.text {
            Some(text) => contains(&fs::read(&output)?, text.to_string_lossy().as_bytes()),
            None => false,
        };
        Ok((end, has_text))
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    part.is_empty() || text.windows(part.len()).any(|window| window == part)
}

/// A word of the command with the name of the file.
fn with_file(word: &OsStr, file: &Path) -> OsString {
    match word.to_str() {
        Some(PLACE) => file.as_os_str().to_os_string(),
        Some(text) => OsString::from(text.replace(PLACE, &file.to_string_lossy())),
        None => word.to_os_string(),
    }
}

/// `x.smt2` becomes `x.reduced.smt2`.
fn default_name(file: &OsStr) -> OsString {
    let path = Path::new(if file == "-" { OsStr::new("input") } else { file });
    let mut name = path.with_extension("").into_os_string();
    name.push(".reduced");
    if let Some(suffix) = path.extension() {
        name.push(".");
        name.push(suffix);
    }
    name
}

/// Writes a file as a whole: who looks at it finds the old bytes or the new ones.
fn replace(out: &OsStr, bytes: &[u8]) -> Result<(), Failure> {
    if out == "-" || !is_plain(out) {
        return files::write(out, bytes);
    }
    let mut beside = out.to_os_string();
    beside.push(".tmp");
    files::write(&beside, bytes)?;
    fs::rename(&beside, out).map_err(|error| Failure::output(out.to_string_lossy(), &error))
}

fn is_plain(file: &OsStr) -> bool {
    fs::symlink_metadata(file).map_or(true, |data| data.is_file())
}
