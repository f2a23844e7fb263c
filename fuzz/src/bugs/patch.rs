//! Patches: unified diffs with a header, applied to files of a folder.

use std::path::Path;

/// A planted bug.
#[derive(Clone, Debug)]
pub struct Patch {
    /// The name of its file without the ending.
    pub name: String,
    /// The whole file.
    pub text: String,
}

/// A piece of a diff: the lines before and after.
struct Hunk {
    /// The place of the first line, from 0 on, if nothing has moved.
    place: usize,
    before: Vec<String>,
    after: Vec<String>,
}

/// The patches in a folder, sorted by name.
pub fn all(folder: &Path) -> Result<Vec<Patch>, String> {
    let mut patches = Vec::new();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {}", folder.display(), error))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        if let (Some(name), true) = (name, path.extension().is_some_and(|ending| ending == "patch")) {
            let text = std::fs::read_to_string(&path);
            let text = text.map_err(|error| format!("{}: {}", path.display(), error))?;
            patches.push(Patch { name, text });
        }
    }
    patches.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(patches)
}

impl Patch {
    /// The value of a field of the header, which goes on in lines that begin with two blanks.
    pub fn field(&self, name: &str) -> Option<String> {
        let mut lines = self.text.lines().take_while(|line| !line.starts_with("--- "));
        let start = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))?;
        let mut value = start.to_string();
        for more in lines.map_while(|line| line.strip_prefix("  ")) {
            value.push(' ');
            value.push_str(more);
        }
        Some(value)
    }

    /// The groups of tests that are likely to notice, such as `--test solver` or `--lib`.
    pub fn suspects(&self) -> Vec<String> {
        self.list("suspects")
    }

    /// The targets that are likely to notice; a patch need not name any.
    pub fn targets(&self) -> Vec<String> {
        self.list("targets")
    }

    fn list(&self, field: &str) -> Vec<String> {
        let list = self.field(field).unwrap_or_default();
        list.split(',').map(|entry| entry.trim().to_string()).filter(|entry| !entry.is_empty()).collect()
    }

    /// The lines that are taken out or put in.
    #[cfg(test)]
    pub fn changed_lines(&self) -> usize {
        let is_change = |line: &&str| {
            (line.starts_with('+') && !line.starts_with("+++ "))
                || (line.starts_with('-') && !line.starts_with("--- "))
        };
        self.text.lines().skip_while(|line| !line.starts_with("--- ")).filter(is_change).count()
    }

    /// The files that change, with their texts behind the patch.
    pub fn apply(&self, folder: &Path) -> Result<Vec<(String, String)>, String> {
        let wrong = |what: &str| format!("{}: {}", self.name, what);
        let mut changed = Vec::new();
        for (file, hunks) in self.files().ok_or_else(|| wrong("this is no unified diff"))? {
            let before = std::fs::read_to_string(folder.join(&file));
            let before = before.map_err(|error| wrong(&format!("{}: {}", file, error)))?;
            let mut lines: Vec<String> = before.split('\n').map(str::to_string).collect();
            for hunk in &hunks {
                let at = find(&lines, hunk);
                let at = at.ok_or_else(|| wrong(&format!("{} has changed; make the patch anew", file)))?;
                lines.splice(at..at + hunk.before.len(), hunk.after.iter().cloned());
            }
            changed.push((file, lines.join("\n")));
        }
        Ok(changed)
    }

    /// The hunks, the last one of a file first, by file.
    fn files(&self) -> Option<Vec<(String, Vec<Hunk>)>> {
        let mut files: Vec<(String, Vec<Hunk>)> = Vec::new();
        for line in self.text.lines() {
            if let Some(file) = line.strip_prefix("+++ b/") {
                files.push((file.to_string(), Vec::new()));
            } else if let Some(range) = line.strip_prefix("@@ -") {
                let start: usize = range.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
                let hunk = Hunk { place: start.saturating_sub(1), before: Vec::new(), after: Vec::new() };
                files.last_mut()?.1.insert(0, hunk);
            } else if let Some(hunk) = files.last_mut().and_then(|(_, hunks)| hunks.first_mut()) {
                let rest = line.get(1..).unwrap_or("").to_string();
                match line.chars().next() {
                    Some(' ') | None => {
                        hunk.before.push(rest.clone());
                        hunk.after.push(rest);
                    }
                    Some('-') => hunk.before.push(rest),
                    Some('+') => hunk.after.push(rest),
                    Some(_) => {}
                }
            }
        }
        Some(files).filter(|files| !files.is_empty() && files.iter().all(|(_, hunks)| !hunks.is_empty()))
    }
}

/// The place of a hunk's lines that is nearest to the stated one.
fn find(lines: &[String], hunk: &Hunk) -> Option<usize> {
    let places = lines.windows(hunk.before.len().max(1)).enumerate();
    let found = places.filter(|(_, window)| *window == hunk.before).map(|(at, _)| at);
    found.min_by_key(|&at| at.abs_diff(hunk.place))
}
