//! `indubit scan PATH...`: each program of a folder, or of the list of compilations that build systems write.
//!
//! Of a folder, and of such a list, files `.c` and `.i` with a function `main` are programs. The list names a
//! compiler's options for each file, of which `-I`, `-isystem`, `-iquote`, `-D`, `-U`, `-include` and `-m32` count.

use crate::cli::arguments::of_preprocessor;
use crate::cli::json_value::Value;
use crate::cli::options::Settings;
use crate::cli::verify::series::{self, Question};
use crate::cli::{files, os, Failure};
use indubit::c::Arch;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The most time for a program, if no limit is given.
const TIME: Duration = Duration::from_secs(60);

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let start = Instant::now();
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let mut questions = Vec::new();
    for path in settings.files.iter().map(Path::new) {
        let is_list = path.extension().map_or(false, |suffix| suffix == "json");
        if path.is_dir() {
            let mut programs = Vec::new();
            gather(path, &mut programs)?;
            questions.extend(programs.into_iter().map(|program| question(settings, program)));
        } else if is_list {
            of_list(settings, path, &mut questions)?;
        } else {
            questions.push(question(settings, path.to_path_buf()));
        }
    }
    if questions.is_empty() {
        let paths: Vec<_> = settings.files.iter().map(|path| files::shown(path)).collect();
        let message = "nothing to verify: no file .c or .i with a function `main`";
        return Err(Failure::input(paths.join(", "), message));
    }
    series::run(settings, &questions, ("program", "programs"), &budget, start)
}

fn question(settings: &Settings, program: PathBuf) -> Question {
    let name = files::shown(program.as_os_str()).into_owned();
    let settings = Settings { files: vec![program.into()], ..settings.clone() };
    let most = settings.timeout.0.or(Some(TIME));
    Question { name, settings, bytes: None, most }
}

/// Adds the programs of a folder and its folders, in the order of their names, without hidden ones. Links to folders
/// are not followed.
fn gather(folder: &Path, programs: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let failed = |error| Failure::input(files::shown(folder.as_os_str()), error);
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        for entry in entries.map_err(failed)? {
            let (path, kind) = (entry.path(), entry.file_type().map_err(failed)?);
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if kind.is_dir() && !is_hidden {
                folders.push(path);
            } else if is_c(&path) && has_main(&path) {
                programs.push(path);
            }
        }
    }
    programs.sort();
    Ok(())
}

fn is_c(path: &Path) -> bool {
    matches!(path.extension().and_then(|suffix| suffix.to_str()), Some("c" | "i"))
}

/// Whether the word `main` stands before a parenthesis in the file.
fn has_main(path: &Path) -> bool {
    let text = match fs::metadata(path).ok().filter(fs::Metadata::is_file).and_then(|_| fs::read(path).ok()) {
        Some(text) => text,
        None => return false,
    };
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.windows(4).enumerate().filter(|(_, word)| *word == b"main").any(|(at, _)| {
        let begins = at == 0 || !is_word(text[at - 1]);
        let behind = text[at + 4..].iter().find(|byte| !byte.is_ascii_whitespace());
        begins && behind == Some(&b'(')
    })
}

/// Adds the programs of a list of compilations, `compile_commands.json`.
fn of_list(settings: &Settings, list: &Path, questions: &mut Vec<Question>) -> Result<(), Failure> {
    let shown = files::shown(list.as_os_str()).into_owned();
    let bytes = files::open(list.as_os_str())?.read(&settings.budget(), settings)?;
    let value = Value::read(&String::from_utf8_lossy(&bytes))
        .map_err(|error| Failure::input(&shown, format!("no list of compilations: {}", error)))?;
    let expected = || Failure::input(&shown, "expected a list of objects with `file` and `directory`");
    let mut known = Vec::new();
    for entry in value.list().ok_or_else(expected)? {
        let of = |name: &str| entry.get(name).and_then(Value::text);
        let folder = Path::new(of("directory").ok_or_else(expected)?);
        let file = folder.join(of("file").ok_or_else(expected)?);
        if !is_c(&file) || !has_main(&file) || known.contains(&file) {
            continue;
        }
        known.push(file.clone());
        let words: Vec<String> = match (entry.get("arguments").and_then(Value::list), of("command")) {
            (Some(list), _) => list.iter().filter_map(Value::text).map(str::to_string).collect(),
            (None, Some(command)) => split(command),
            (None, None) => Vec::new(),
        };
        let mut question = question(settings, file);
        take_options(&mut question.settings, folder, &words)?;
        questions.push(question);
    }
    Ok(())
}

/// Takes those options of a compiler that change the meaning of the program.
fn take_options(settings: &mut Settings, folder: &Path, words: &[String]) -> Result<(), Failure> {
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    let mut words = words.iter();
    let before = settings.preprocessor.folders.len();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("-m32") => settings.c.arch = Some(Arch::Ilp32),
            Some("-isystem" | "-iquote") => settings.preprocessor.folders.extend(words.next().cloned()),
            Some("-o" | "-MF" | "-MT" | "-MQ" | "-x") => drop(words.next()),
            _ => drop(of_preprocessor(word, settings, || words.next())?),
        }
    }
    for path in &mut settings.preprocessor.folders[before..] {
        *path = folder.join(&*path).into();
    }
    Ok(())
}

/// The words of a command line, as a shell reads them without variables.
fn split(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '\\') => word.get_or_insert_with(String::new).extend(chars.next()),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_with(String::new);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_with(String::new).push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_has_words() {
        let words = split(r#"cc -DNAME=\"x\ y\" "-Ia b" -c 'main file.c'  ''"#);
        assert_eq!(words, ["cc", "-DNAME=\"x y\"", "-Ia b", "-c", "main file.c", ""]);
    }
}
