//! A call of a tool: its arguments, held against the table, and its command line, run in a folder of its own.

use super::table::{accept, Argument, Form, Tool, REQUIRED, TOOLS};
use crate::cli::child::{self, Ended};
use crate::cli::json_value::Value;
use crate::cli::{files, BAD_INPUT};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A call whose arguments fit the table.
pub struct Call {
    pub tool: &'static Tool,
    pub given: Vec<(&'static Argument, Value)>,
}

/// The folders of a call.
pub struct Place {
    /// Removed when the call is over.
    pub own: PathBuf,
    /// The folder for evidence, which the caller names.
    pub kept: Option<PathBuf>,
}

impl Place {
    /// The file of candidates, whose name no model has.
    fn candidates(&self) -> PathBuf {
        self.own.join(".candidates")
    }

    /// The folder for new files.
    fn files(&self) -> &Path {
        self.kept.as_ref().unwrap_or(&self.own)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.own);
        // A folder with evidence is not empty, and stays.
        let _ = self.kept.as_ref().map(fs::remove_dir);
    }
}

/// The outcome of a call.
pub struct Done {
    pub place: Place,
    /// The last command line, without the program's name.
    pub command: Vec<String>,
    pub ended: Ended,
    /// Candidates that are not understood, with the reason.
    pub refused: Vec<(String, String)>,
    pub seconds: f64,
}

impl Call {
    /// Reads the parameters of `tools/call`.
    pub fn read(params: Option<&Value>) -> Result<Call, String> {
        let name =
            params.and_then(|params| params.get("name")?.text()).ok_or("expected the name of a tool")?;
        let tool = TOOLS.iter().find(|tool| tool.name == name);
        let tool = tool.ok_or_else(|| format!("there is no tool `{}`", name))?;
        let members = match params.and_then(|params| params.get("arguments")) {
            Some(Value::Object(members)) => members.as_slice(),
            None => &[],
            Some(_) => return Err("arguments: expected an object".to_string()),
        };
        let mut call = Call { tool, given: Vec::new() };
        for (name, value) in members {
            let argument = tool.arguments().find(|argument| argument.0 == name);
            let argument = argument.ok_or_else(|| format!("`{}` has no argument `{}`", tool.name, name))?;
            accept(argument, value)?;
            if call.value(name).is_some() {
                return Err(format!("`{}` is given twice", name));
            }
            call.given.push((argument, value.clone()));
        }
        if let Some(name) = REQUIRED.iter().find(|name| call.value(name).is_none()) {
            return Err(format!("`{}` is missing: each call needs a budget", name));
        }
        for names in [&["path", "text"], tool.one_of] {
            if !names.is_empty() && names.iter().filter(|name| call.value(name).is_some()).count() != 1 {
                return Err(format!("expected one of `{}`", names.join("`, `")));
            }
        }
        let is_plain =
            |name: &str| Path::new(name).file_name() == Some(OsStr::new(name)) && !name.starts_with('.');
        match (call.value("text"), call.value("name")) {
            (Some(_), Some(name)) if name.text().map_or(false, is_plain) => Ok(call),
            (None, None) => Ok(call),
            (_, _) => Err("name: expected the name of a file, beside a `text`".to_string()),
        }
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.given.iter().find(|(argument, _)| argument.0 == name).map(|(_, value)| value)
    }

    /// The text or the number of an argument.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.value(name).and_then(|value| value.text().or_else(|| value.number()))
    }

    /// The name of the model.
    pub fn file(&self) -> &str {
        self.text("path").or_else(|| self.text("name")).unwrap_or_default()
    }

    /// Runs the command line, within the budget and until `is_over` says so.
    ///
    /// A candidate that is not understood would be the end of all others, so the command is run again without it: as
    /// long as the message names a line of their file.
    pub fn carry_out(&self, number: u64, is_over: &dyn Fn() -> bool) -> Result<Done, String> {
        let (start, place) = (Instant::now(), self.place(number)?);
        let listed = self.value("candidates").and_then(Value::list).unwrap_or(&[]);
        let mut lines: Vec<&str> = listed.iter().filter_map(Value::text).collect();
        let time = self.text("timeout_seconds").and_then(|text| text.parse().ok()).unwrap_or(0.0);
        let mut refused = Vec::new();
        loop {
            write(&place.candidates(), &(lines.join("\n") + "\n"))?;
            let gone = if refused.is_empty() { Duration::ZERO } else { start.elapsed() };
            let time = Duration::from_secs_f64(time).saturating_sub(gone).max(Duration::from_millis(1));
            let command = self.command(&place, time);
            let ended = child::run(&command, time, is_over)?;
            let place_of = format!("{}: line ", place.candidates().display());
            let bad = ended.errors.split_once(&place_of).filter(|_| ended.code == Some(BAD_INPUT));
            let (line, why) = bad.and_then(|(_, bad)| bad.split_once(": ")).unwrap_or_default();
            let line = line.split(',').next().and_then(|line| line.parse().ok()).unwrap_or(0);
            match lines.get(usize::wrapping_sub(line, 1)) {
                Some(_) => refused.push((lines.remove(line - 1).to_string(), why.trim().to_string())),
                None => {
                    let seconds = start.elapsed().as_secs_f64();
                    return Ok(Done { place, command, ended, refused, seconds });
                }
            }
        }
    }

    /// Makes the folders, and the file of a model that came as a text.
    fn place(&self, number: u64) -> Result<Place, String> {
        let own = std::env::temp_dir().join(format!("indubit-mcp-{}-{}", std::process::id(), number));
        fs::create_dir(&own).map_err(|error| format!("{}: {}", own.display(), error))?;
        let mut place = Place { own, kept: None };
        if let Some(folder) = self.text("folder").map(Path::new) {
            fs::create_dir(folder).map_err(|error| format!("folder: {}: {}", folder.display(), error))?;
            place.kept = Some(folder.to_path_buf());
        }
        if let Some(text) = self.text("text") {
            write(&self.model(&place), text)?;
        }
        Ok(place)
    }

    /// The file of the model. A text stays beside its evidence, so that both can be checked again.
    fn model(&self, place: &Place) -> PathBuf {
        self.text("path").map_or_else(|| place.files().join(self.file()), no_option)
    }

    fn command(&self, place: &Place, time: Duration) -> Vec<String> {
        let kept = |name: &str| place.kept.as_ref().map(|folder| folder.join(name));
        let file = |name: &str| match name {
            "model}" => Some(self.model(place)),
            "candidates}" => Some(self.text("candidates_path").map_or(place.candidates(), no_option)),
            "evidence}" => self.text("evidence_path").map(no_option),
            "proof}" => kept("proof.txt"),
            "witness}" => kept("witness.txt"),
            "kept}" => kept(if self.is_c() { "kept.yml" } else { "kept.txt" }),
            _ => Some(place.files().join(format!("out.{}", self.text("to").unwrap_or_default()))),
        };
        let words = self.tool.command.iter().filter_map(|word| match word.split_once('{') {
            None => Some(word.to_string()),
            Some((before, name)) => Some(format!("{}{}", before, file(name)?.display())),
        });
        let options = self.given.iter().filter(|(argument, _)| !argument.2.is_empty());
        let options = options.map(|((name, form, option, _), _)| match form {
            Form::Seconds(_) => format!("{}={}ms", option, time.as_millis()),
            _ => format!("{}={}", option, self.text(name).unwrap_or_default()),
        });
        words.chain(options).collect()
    }

    /// Whether the model is a C program, by its name.
    pub fn is_c(&self) -> bool {
        matches!(files::suffix(OsStr::new(self.file())), "c" | "i")
    }
}

/// A path that is taken neither for an option nor for standard input.
fn no_option(path: &str) -> PathBuf {
    PathBuf::from(if path.starts_with('-') { format!("./{}", path) } else { path.to_string() })
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {}", file.display(), error))
}
