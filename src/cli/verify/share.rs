//! `--share DIR`: lemmas to other runs about the same circuit, and from them, by files in a folder.
//!
//! A file has candidate lemmas as `indubit try` reads them. It is written under another name and renamed, so no reader
//! sees a part of it; its name begins with a hash of the circuit. A thread beside the engines, which check what they
//! assume, looks at the folder every now and then, for a small part of its time. It passes over files that are too
//! large, that are no files of this kind, or that cannot be read; while the folder is gone, the run goes on alone.

use crate::cli::files::shown;
use crate::cli::options::Settings;
use crate::cli::try_lemmas::without_claim;
use crate::cli::Failure;
use indubit::portfolio::Exchange;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant, SystemTime};

/// The time between two looks, at first and later: the circuit of a system is not there at once.
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const PAUSE: Duration = Duration::from_millis(200);

/// A look is followed by a pause of this many times its length.
const SPARE: u32 = 20;

/// Time after which a look leaves files for the next one.
const LONGEST_LOOK: Duration = Duration::from_secs(1);

/// Bytes of a file that is read.
const LARGEST: u64 = 16_000_000;

/// Files that are read, and files that are written.
const MOST_FILES: usize = 10_000;

/// The end of the names of files.
const SUFFIX: &str = ".lemmas";

/// A folder for lemmas.
pub struct Folder<'s> {
    path: &'s Path,
    is_told: bool,
    /// The name of this run, which no other one has.
    run: String,
    /// Files that were read, by name and length: one that has grown since is read again.
    seen: HashSet<(PathBuf, u64)>,
    /// The number of files that were written, and of lemmas in them.
    left: (usize, usize),
    /// The number of clauses that were found.
    found: usize,
    /// A text that could not be written yet, and its number of lemmas.
    unwritten: Option<(String, usize)>,
    has_failed: bool,
}

/// Works, and exchanges lemmas meanwhile if the settings name a folder.
pub fn during<T>(
    settings: &Settings,
    exchange: Option<Exchange>,
    work: impl FnOnce() -> T,
) -> Result<T, Failure> {
    match (Folder::of(settings)?, exchange) {
        (Some(folder), Some(exchange)) => Ok(folder.during(exchange, work)),
        (Some(_), None) => Err(Failure::usage(NOTHING_TO_SHARE)),
        (None, _) => Ok(work()),
    }
}

/// The refusal of a folder for lemmas about other models.
pub const NOTHING_TO_SHARE: &str =
    "--share: lemmas are shared about circuits and systems of Booleans and words, with properties of safety; \
     leave it out";

impl Folder<'_> {
    /// The folder that the settings name, if they name one.
    pub fn of(settings: &Settings) -> Result<Option<Folder<'_>>, Failure> {
        let path = match &settings.lemmas.share.0 {
            Some(path) => Path::new(path),
            None => return Ok(None),
        };
        if let Err(error) = fs::read_dir(path) {
            let name = path.display();
            return Err(Failure::usage(format!("--share: {}: {}; make it by mkdir {}", name, error, name)));
        }
        let since =
            SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        Ok(Some(Folder {
            path,
            is_told: settings.stats.0,
            run: format!("{}-{:x}", process::id(), since),
            seen: HashSet::new(),
            left: (0, 0),
            found: 0,
            unwritten: None,
            has_failed: false,
        }))
    }

    fn during<T>(mut self, mut exchange: Exchange, work: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            let (sender, ended) = channel();
            self.look(&mut exchange);
            let looking = Builder::new().spawn_scoped(scope, move || self.exchange(&mut exchange, &ended));
            if let Err(error) = looking {
                say!("indubit: note: --share: there is no thread for it: {}", error);
            }
            let done = work();
            drop(sender);
            done
        })
    }

    /// Exchanges lemmas until the work has ended; others get the last ones, too.
    fn exchange(mut self, exchange: &mut Exchange, ended: &Receiver<()>) {
        let mut pause = FIRST_PAUSE;
        while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            let start = Instant::now();
            self.leave(exchange);
            self.look(exchange);
            pause = PAUSE.min(pause * 2).max(start.elapsed() * SPARE);
        }
        self.leave(exchange);
        if self.is_told {
            let (files, lemmas) = self.left;
            say!("shared lemmas: {} left in {} files, {} clauses of others", lemmas, files, self.found);
        }
    }

    /// Reads what others have left.
    fn look(&mut self, exchange: &mut Exchange) {
        let prefix = match exchange.problem() {
            Some(problem) => format!("{:.16}-", problem),
            None => return,
        };
        let entries = fs::read_dir(self.path).into_iter().flatten().filter_map(Result::ok);
        let own = format!("{}{}-", prefix, self.run);
        let is_news =
            |name: &str| name.starts_with(&prefix) && name.ends_with(SUFFIX) && !name.starts_with(&own);
        let mut names: Vec<PathBuf> = entries
            .filter(|entry| entry.file_name().to_str().map_or(false, is_news))
            .map(|entry| entry.path())
            .collect();
        names.sort_unstable();
        let start = Instant::now();
        for name in names.into_iter().take_while(|_| start.elapsed() < LONGEST_LOOK) {
            // A pipe would wait for a writer.
            let length = match fs::metadata(&name) {
                Ok(data) if data.is_file() && data.len() <= LARGEST => data.len(),
                Ok(_) | Err(_) => continue,
            };
            if self.seen.len() < MOST_FILES && self.seen.insert((name.clone(), length)) {
                self.found += read(&name).map_or(0, |bytes| exchange.take(&bytes));
            }
        }
        exchange.publish();
    }

    /// Writes what others do not know yet.
    fn leave(&mut self, exchange: &mut Exchange) {
        let (text, lemmas) = match self.unwritten.take().or_else(|| exchange.told()) {
            Some(told) if self.left.0 < MOST_FILES => told,
            Some(_) | None => return,
        };
        let problem = exchange.problem().unwrap_or_default();
        let name = format!("{:.16}-{}-{:06}{}", problem, self.run, self.left.0, SUFFIX);
        let part = self.path.join(format!(".{}.part", name));
        let written =
            fs::write(&part, without_claim(&text)).and_then(|()| fs::rename(&part, self.path.join(name)));
        match written {
            Ok(()) => self.left = (self.left.0 + 1, self.left.1 + lemmas),
            Err(error) => {
                self.unwritten = Some((text, lemmas));
                if !self.has_failed {
                    let shown = shown(OsStr::new(self.path));
                    say!("indubit: note: --share: {}: {}; the run goes on, and tries again", shown, error);
                    self.has_failed = true;
                }
            }
        }
    }
}

/// The bytes of a file, up to the limit.
fn read(name: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(name)?.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}
