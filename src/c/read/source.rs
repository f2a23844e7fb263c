//! Places in the text of a program, and their lines and columns.
//!
//! A place is one number, the offset of a byte. The texts of the C library that a program uses stand behind its own
//! text, so a place in them is a number, too.

use super::bundle::{marked, BEGINNING};
use super::library::{Item, Library};
use std::sync::Arc;

/// A place in the text of a program: a byte, counted from 0.
///
/// Places are those of the file as it is. A token that a macro makes has the place of the macro's use.
/// [`Lines`] turns a place into line and column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pos(u32);

impl Pos {
    /// The place of the first byte.
    pub const START: Pos = Pos(0);

    /// The place of this byte. The reader refuses files in which an offset does not fit.
    pub(super) fn new(offset: usize) -> Pos {
        debug_assert!(u32::try_from(offset).is_ok());
        Pos(offset as u32)
    }

    /// The byte, counted from 0.
    pub fn offset(self) -> usize {
        self.0 as usize
    }
}

/// The beginnings of all lines, so that a place is turned into line and column in logarithmic time.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<u32>,
    /// Of a text of several files: the lines that say where one goes on, in ascending order.
    marks: Vec<Mark>,
    /// The texts of the C library, which stand behind the program, and their first place.
    library: Option<(Library, usize)>,
}

/// A line that gives a place in a file to the line behind it.
#[derive(Clone, Debug)]
struct Mark {
    /// The line itself, from 1.
    at: usize,
    line: usize,
    file: Arc<str>,
    /// Whether a translation unit begins behind it.
    is_unit: bool,
}

impl Lines {
    /// The lines of a text.
    pub(super) fn new(text: &[u8]) -> Lines {
        let mut starts = vec![0];
        starts.extend(text.iter().enumerate().filter(|(_, &b)| b == b'\n').map(|(i, _)| i as u32 + 1));
        let mut marks = Vec::new();
        if text.starts_with(BEGINNING) {
            for (at, line) in text.split(|&b| b == b'\n').enumerate() {
                if let Some((line, file, is_unit)) = marked(line) {
                    marks.push(Mark { at: at + 1, line: line as usize, file: file.into(), is_unit });
                }
            }
        }
        Lines { starts, marks, library: None }
    }

    /// The mark before a line, from 1.
    fn mark(&self, line: usize) -> Option<&Mark> {
        self.marks[..self.marks.partition_point(|mark| mark.at < line)].last()
    }

    /// The line of the whole text in which a place is, from 1.
    pub(in crate::c) fn physical(&self, pos: Pos) -> usize {
        self.starts.partition_point(|&start| start <= pos.0)
    }

    /// The line of its file that a line of the whole text is.
    pub(in crate::c) fn in_file(&self, line: usize) -> usize {
        self.mark(line).map_or(line, |mark| mark.line + line - mark.at - 1)
    }

    /// Whether the text was put together from several files.
    pub(in crate::c) fn is_bundled(&self) -> bool {
        !self.marks.is_empty()
    }

    /// The first places of the translation units, none of a program of one file.
    pub(in crate::c) fn units(&self) -> Vec<Pos> {
        let starts = self.marks.iter().filter(|mark| mark.is_unit);
        starts.filter_map(|mark| self.starts.get(mark.at - 1)).map(|&start| Pos(start)).collect()
    }

    /// Whether a place is in a line that says where a file goes on.
    pub(super) fn is_mark(&self, pos: Pos) -> bool {
        let line = self.physical(pos);
        self.marks.binary_search_by_key(&line, |mark| mark.at).is_ok()
    }

    /// The file of a place in a text of several ones; `None` of a text of one, and of the C library.
    pub fn file(&self, pos: Pos) -> Option<&str> {
        if self.library_item(pos).is_some() {
            return None;
        }
        self.mark(self.physical(pos)).map(|mark| &*mark.file)
    }

    /// The file of a line of the whole text, if that has several files.
    pub(in crate::c) fn file_of_line(&self, line: usize) -> Option<&str> {
        self.mark(line).map(|mark| &*mark.file)
    }

    /// The texts of the C library and their first place.
    pub(super) fn library(&self) -> Option<(&Library, usize)> {
        self.library.as_ref().map(|(library, start)| (library, *start))
    }

    fn library_item(&self, pos: Pos) -> Option<&Item> {
        let (library, start) = self.library()?;
        library.at(pos.offset().checked_sub(start)?)
    }

    /// The function of the C library in whose text a place is; `None` if the place is in the program's own text.
    pub fn library_function(&self, pos: Pos) -> Option<&'static str> {
        self.library_item(pos).map(|item| item.name)
    }

    /// A place as words of a message: `at line 3, column 9`, or ``in `strlen` of the C library``.
    pub fn place_text(&self, pos: Pos) -> String {
        match self.library_function(pos) {
            Some(name) => format!("in `{}` of the C library", name),
            None => {
                let (line, column) = self.line_and_column(pos);
                let file = self.file(pos).map_or(String::new(), |file| format!(" of {}", file));
                format!("at line {}, column {}{}", line, column, file)
            }
        }
    }

    /// The line of a place, and the byte in the line; both count from 1, and a tab is one byte as any other. In a
    /// function of the C library they are those in the text of this function.
    pub fn line_and_column(&self, pos: Pos) -> (usize, usize) {
        if let (Some(item), Some((_, start))) = (self.library_item(pos), self.library()) {
            let before = item.text.get(..pos.offset() - start - item.start).unwrap_or(item.text);
            let begin = before.rfind('\n').map_or(0, |at| at + 1);
            return (before.matches('\n').count() + 1, before.len() - begin + 1);
        }
        let line = self.physical(pos);
        let start = line.checked_sub(1).and_then(|at| self.starts.get(at)).copied().unwrap_or(0);
        (self.in_file(line), (pos.0 - start) as usize + 1)
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.starts.capacity() * 4 + self.marks.capacity() * std::mem::size_of::<Mark>()
    }

    /// The offset at which the line of a place begins.
    fn start(&self, pos: Pos) -> usize {
        pos.offset() + 1 - self.line_and_column(pos).1
    }
}

/// The text of a program with its lines.
#[derive(Clone, Debug)]
pub(super) struct SourceText<'a> {
    pub bytes: &'a [u8],
    pub lines: Lines,
}

impl<'a> SourceText<'a> {
    pub fn new(bytes: &'a [u8]) -> SourceText<'a> {
        SourceText { bytes, lines: Lines::new(bytes) }
    }

    /// The text of a program, with the C library behind it.
    pub fn with_library(bytes: &'a [u8], library: Library) -> SourceText<'a> {
        let mut source = SourceText::new(bytes);
        // One byte is left between them: the place of the end of the program.
        source.lines.library = Some((library, bytes.len() + 1));
        source
    }

    /// The line at a place without its end, and the column of the place in it, from 0.
    pub fn line_at(&self, pos: Pos) -> (&'a [u8], usize) {
        let start = self.lines.start(pos).min(self.bytes.len());
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        let line = rest.get(..end).unwrap_or(rest);
        (line.strip_suffix(b"\r").unwrap_or(line), pos.offset() - start)
    }
}
