//! One text of a program with headers of its own, of several files, and with definitions that the caller makes.
//!
//! A reader opens no files, so the caller hands out the contents of headers. Each `#include` of one becomes the text of
//! the header, between lines that say where a text begins and where it goes on:
//!
//! ```text
//! # 1 "list.h" //@
//! struct node { int v; struct node *next; };
//! # 3 "list.c" //@
//! ```
//!
//! The preprocessor reads the whole as one file, and so does gcc, for which the lines are markers of places.
//! [`Lines`](super::Lines) turns a place in it into the file and the line that a user knows. The files of a program
//! stand behind each other, and the line in front of each one says that a translation unit begins there:
//!
//! ```text
//! # 1 "main.c" //@ unit
//! ```
//!
//! # Invariants
//!
//! - Conditions are left to the preprocessor: a header in a part that is skipped stands there and is skipped with it.
//! - A header that is found neither by the caller nor among the standard ones stays an `#include`, which is an error
//!   where it is not skipped.
//!
//! # Left out
//!
//! An `#include` of a macro, and one whose line ends in a backslash.

/// The first bytes of a text that was put together here.
pub(in crate::c) const BEGINNING: &[u8] = b"# 1 \"<several files>\" //@\n";
/// The end of a line that says where a text goes on.
const MARK: &str = " //@";
/// The end of a line behind which a translation unit begins.
const UNIT: &str = " //@ unit";
/// Headers inside of each other.
const MOST_DEPTH: usize = 200;
/// The bytes of the whole text, and those of all headers that are looked at.
pub const MOST_BYTES: usize = 1 << 26;

/// A header that was found.
#[derive(Clone, Debug)]
pub struct Header {
    /// The name that messages have for it.
    pub name: String,
    /// The same for all names of one file.
    pub id: String,
    /// The text.
    pub text: Vec<u8>,
}

/// Hands out headers: the name that stands in the line, whether it stands in quotes, and the file of the line.
pub type Find<'a> = dyn FnMut(&str, bool, &str) -> Option<Header> + 'a;

/// The text of a program of these files, names and texts, with its headers. The lines in `before` stand in front of
/// each file. `None` if the text is that of the only file.
///
/// # Errors
///
/// The reason why there are too many headers.
pub fn bundle(
    files: &[(&str, &[u8])],
    before: &[u8],
    find: &mut Find<'_>,
) -> Result<Option<Vec<u8>>, String> {
    let mut bundle =
        Bundle { out: BEGINNING.to_vec(), find, stack: Vec::new(), once: Vec::new(), found: 0, looked_at: 0 };
    for &(name, text) in files {
        if files.len() > 1 {
            bundle.mark(1, name, UNIT);
        }
        if !before.is_empty() {
            bundle.file("<command line>", "", before)?;
        }
        bundle.file(name, name, text)?;
    }
    Ok((bundle.found > 0 || !before.is_empty() || files.len() > 1).then_some(bundle.out))
}

struct Bundle<'a, 'f> {
    out: Vec<u8>,
    find: &'a mut Find<'f>,
    /// The files that are open, innermost last.
    stack: Vec<String>,
    /// The headers that ask to be read once.
    once: Vec<String>,
    found: usize,
    /// The bytes of the headers that were looked at.
    looked_at: usize,
}

impl Bundle<'_, '_> {
    fn file(&mut self, name: &str, id: &str, text: &[u8]) -> Result<(), String> {
        self.mark(1, name, MARK);
        let is_header = !self.stack.is_empty();
        self.stack.push(id.to_string());
        let mut in_comment = false;
        for (number, line) in text.split(|&b| b == b'\n').enumerate() {
            let header = if in_comment { None } else { included(line) };
            in_comment = ends_in_comment(line, in_comment);
            let found = header.and_then(|(header, is_quoted)| (self.find)(&header, is_quoted, name));
            match found {
                Some(header) => {
                    self.header(&header)?;
                    self.mark(number + 2, name, MARK);
                }
                None => {
                    // The text stands between conditions that mean the same.
                    let is_once = is_header && directive(line) == Some(("pragma", "once"));
                    self.out.extend_from_slice(if is_once { b"" } else { line });
                    self.out.push(b'\n');
                }
            }
            if self.out.len() > MOST_BYTES {
                return Err(format!(
                    "{}: the headers of the program have more than {} bytes",
                    name, MOST_BYTES
                ));
            }
        }
        self.stack.pop();
        Ok(())
    }

    fn header(&mut self, header: &Header) -> Result<(), String> {
        self.found += 1;
        self.looked_at = self.looked_at.saturating_add(header.text.len());
        if self.looked_at > MOST_BYTES {
            return Err(format!(
                "{}: the headers of the program have more than {} bytes",
                header.name, MOST_BYTES
            ));
        }
        if self.stack.contains(&header.id) && is_guarded(&header.text) {
            return Ok(());
        }
        if self.stack.len() >= MOST_DEPTH {
            return Err(format!("{}: more than {} headers inside of each other", header.name, MOST_DEPTH));
        }
        if !asks_for_once(&header.text) {
            return self.file(&header.name, &header.id, &header.text);
        }
        let at = self.once.iter().position(|known| *known == header.id).unwrap_or(self.once.len());
        if at == self.once.len() {
            self.once.push(header.id.clone());
        }
        self.out.extend_from_slice(
            format!("#ifndef __indubit_once_{0}\n#define __indubit_once_{0}\n", at).as_bytes(),
        );
        self.file(&header.name, &header.id, &header.text)?;
        self.out.extend_from_slice(b"#endif\n");
        Ok(())
    }

    fn mark(&mut self, line: usize, name: &str, end: &str) {
        let name = name.replace('\\', "\\\\").replace('"', "\\\"");
        self.out.extend_from_slice(format!("# {} \"{}\"{}\n", line, name, end).as_bytes());
    }
}

/// The place that a line ending in a mark gives to the line behind it: the number and the file; and whether a
/// translation unit begins there.
pub(super) fn marked(line: &[u8]) -> Option<(u32, String, bool)> {
    let line = std::str::from_utf8(line).ok()?.strip_prefix("# ")?;
    let (line, is_unit) = match line.strip_suffix(UNIT) {
        Some(line) => (line, true),
        None => (line.strip_suffix(MARK)?, false),
    };
    let (number, name) = line.split_once(' ')?;
    let name = name.strip_prefix('"')?.strip_suffix('"')?;
    Some((number.parse().ok()?, name.replace("\\\"", "\"").replace("\\\\", "\\"), is_unit))
}

/// The directive on a line, and the text behind its name.
fn directive(line: &[u8]) -> Option<(&str, &str)> {
    let line = std::str::from_utf8(line).ok()?.trim();
    let rest = line.strip_prefix('#')?.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    Some((&rest[..end], rest[end..].trim_start()))
}

/// The name of the header that a line includes, and whether it stands in quotes.
fn included(line: &[u8]) -> Option<(String, bool)> {
    let (name, rest) = directive(line)?;
    if name != "include" {
        return None;
    }
    let is_quoted = rest.starts_with('"');
    let end = if is_quoted { '"' } else { '>' };
    let rest = rest.strip_prefix(if is_quoted { '"' } else { '<' })?;
    rest.split_once(end).map(|(name, _)| (name.trim().to_string(), is_quoted))
}

/// Whether the text of a header is skipped inside of itself: its first directive is a condition, or it asks for that.
fn is_guarded(text: &[u8]) -> bool {
    let first = text.split(|&b| b == b'\n').find_map(directive);
    first.map_or(false, |(name, _)| matches!(name, "ifndef" | "if")) || asks_for_once(text)
}

fn asks_for_once(text: &[u8]) -> bool {
    let mut directives = text.split(|&b| b == b'\n').filter_map(directive);
    directives.any(|(name, rest)| name == "pragma" && rest == "once")
}

/// Whether a comment goes on behind a line.
fn ends_in_comment(line: &[u8], mut is_inside: bool) -> bool {
    let mut quote = None;
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        let next = line.get(at + 1).copied();
        at += 1;
        match (is_inside, quote, byte, next) {
            (true, _, b'*', Some(b'/')) => {
                is_inside = false;
                at += 1;
            }
            (true, ..) => {}
            (false, Some(_), b'\\', _) => at += 1,
            (false, Some(open), _, _) => quote = if byte == open { None } else { quote },
            (false, None, b'/', Some(b'/')) => return false,
            (false, None, b'/', Some(b'*')) => {
                is_inside = true;
                at += 1;
            }
            (false, None, b'"' | b'\'', _) => quote = Some(byte),
            (false, None, ..) => {}
        }
    }
    is_inside
}
