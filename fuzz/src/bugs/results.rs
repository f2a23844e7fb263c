//! What is known of the bugs, in a file that outlives a run.

use super::bench::{copied_files, Finding};
use super::patch::Patch;
use std::collections::hash_map::DefaultHasher;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What found a bug.
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

/// The file of results. A row counts as long as neither the patch nor the sources change.
pub struct Results {
    path: PathBuf,
    sources: u64,
    rows: Vec<(u64, Row)>,
}

impl Results {
    pub fn open(path: &Path, root: &Path) -> Result<Results, String> {
        let mut hasher = DefaultHasher::new();
        let parts = ["src/", "solver/", "theories/", "tests/"];
        let counts = |file: &String| parts.iter().any(|part| file.starts_with(part));
        for file in copied_files(root)?.into_iter().filter(counts) {
            file.hash(&mut hasher);
            std::fs::read(root.join(&file)).map_err(|error| error.to_string())?.hash(&mut hasher);
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let rows = text.lines().filter_map(read).collect();
        Ok(Results { path: path.to_path_buf(), sources: hasher.finish(), rows })
    }

    fn key(&self, patch: &Patch) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.sources, &patch.text).hash(&mut hasher);
        hasher.finish()
    }

    /// The last row for this patch on these sources.
    pub fn of(&self, patch: &Patch) -> Option<Row> {
        let key = self.key(patch);
        self.rows
            .iter()
            .rev()
            .find(|(of, row)| *of == key && row.name == patch.name)
            .map(|(_, row)| row.clone())
    }

    pub fn add(&self, patch: &Patch, row: &Row) -> Result<(), String> {
        let line = format!("{:016x}\t{}\t{}\t{}\n", self.key(patch), row.name, row.seconds, row.finding);
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&self.path);
        file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(|error| error.to_string())
    }
}

fn read(line: &str) -> Option<(u64, Row)> {
    let mut parts = line.splitn(4, '\t');
    let key = u64::from_str_radix(parts.next()?, 16).ok()?;
    let (name, seconds) = (parts.next()?.to_string(), parts.next()?.parse().ok()?);
    let finding = Finding::read(parts.next()?);
    Some((key, Row { name, finding, seconds }))
}
