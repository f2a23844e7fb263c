//! The results of former runs, in a file that outlives a run.

use super::bench::{copied_files, Finding};
use super::patch::Patch;
use std::collections::hash_map::DefaultHasher;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The finder of a bug.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: String,
    pub finding: Finding,
    pub seconds: u64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:40} {}, {} s", self.name, self.finding, self.seconds)
    }
}

/// The file of results. A row counts as long as neither the patch nor the sources change; that a bug was found by
/// nothing counts for a search of the same effort with the same targets.
pub struct Results {
    path: PathBuf,
    /// Hashes of the sources, and of the effort and the targets.
    sources: u64,
    effort: u64,
    rows: Vec<(u64, Row)>,
}

impl Results {
    /// `effort`: the seconds for tests and for targets.
    pub fn open(path: &Path, root: &Path, effort: (u64, u64)) -> Result<Results, String> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut targets = DefaultHasher::new();
        (effort, hash_of(root, &["fuzz/src/targets/"])?).hash(&mut targets);
        Ok(Results {
            path: path.to_path_buf(),
            sources: hash_of(root, &["src/", "solver/", "theories/", "tests/"])?,
            effort: targets.finish(),
            rows: text.lines().filter_map(read).collect(),
        })
    }

    fn key(&self, patch: &Patch, finding: &Finding) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.sources, &patch.text).hash(&mut hasher);
        if *finding == Finding::Nothing {
            self.effort.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The last row for this patch on these sources.
    pub fn of(&self, patch: &Patch) -> Option<Row> {
        let counts =
            |(key, row): &&(u64, Row)| row.name == patch.name && *key == self.key(patch, &row.finding);
        self.rows.iter().rev().find(counts).map(|(_, row)| row.clone())
    }

    pub fn add(&self, patch: &Patch, row: &Row) -> Result<(), String> {
        let line = format!(
            "{:016x}\t{}\t{}\t{}\n",
            self.key(patch, &row.finding),
            row.name,
            row.seconds,
            row.finding
        );
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&self.path);
        file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(|error| error.to_string())
    }
}

/// A hash of the files in these folders.
fn hash_of(root: &Path, folders: &[&str]) -> Result<u64, String> {
    let mut hasher = DefaultHasher::new();
    let counts = |file: &String| folders.iter().any(|folder| file.starts_with(folder));
    for file in copied_files(root)?.into_iter().filter(counts) {
        file.hash(&mut hasher);
        std::fs::read(root.join(&file)).map_err(|error| error.to_string())?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

fn read(line: &str) -> Option<(u64, Row)> {
    let mut parts = line.splitn(4, '\t');
    let key = u64::from_str_radix(parts.next()?, 16).ok()?;
    let (name, seconds) = (parts.next()?.to_string(), parts.next()?.parse().ok()?);
    let finding = Finding::read(parts.next()?);
    Some((key, Row { name, finding, seconds }))
}
