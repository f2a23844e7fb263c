//! Collects errors and warnings about a program, with their places and the lines of text there.
//!
//! All parts of the reader report to one [`Diagnostics`]. It keeps a second error at the place of the last one out,
//! because that is only a consequence, and gives up after [`MOST_ERRORS`] errors.

use super::source::{Lines, Pos, SourceText};
use crate::input::Diagnostic;

/// The number of errors in a file after which the reader gives up.
const MOST_ERRORS: usize = 20;
/// The most warnings that are kept.
const MOST_WARNINGS: usize = 100;
/// The number of bytes of a line that are shown on either side of a place.
const SHOWN: usize = 60;

impl Diagnostic {
    fn new(source: &SourceText<'_>, pos: Pos, is_warning: bool, message: String) -> Diagnostic {
        let (bytes, at) = source.line_at(pos);
        let from = at.saturating_sub(SHOWN).min(bytes.len());
        let to = (at + SHOWN).min(bytes.len());
        let show = |bytes: &[u8]| -> String {
            let shown = |&b: &u8| match b {
                b' '..=b'~' => b as char,
                b'\t' => ' ',
                _ => '?',
            };
            bytes.iter().map(shown).collect()
        };
        let text = show(bytes.get(from..to).unwrap_or(&[]));
        let indent = Some(at.min(bytes.len()) - from);
        let known = Diagnostic::without_text(&source.lines, pos, is_warning, message);
        Diagnostic { text, indent, library_function: None, ..known }
    }

    /// Marks the diagnostic as one about a program that has a meaning but exceeds a limit.
    pub(crate) fn limit(self) -> Diagnostic {
        Diagnostic { is_limit: true, ..self }
    }

    /// A diagnostic about a program whose text is not at hand.
    pub(crate) fn without_text(lines: &Lines, pos: Pos, is_warning: bool, message: String) -> Diagnostic {
        let (line, column) = lines.line_and_column(pos);
        let library_function = lines.library_function(pos);
        let text = String::new();
        Diagnostic {
            file: lines.file(pos).map(str::to_string),
            line,
            column,
            is_warning,
            message,
            text,
            indent: None,
            library_function,
            is_limit: false,
        }
    }
}

/// The diagnostics about one file, in the order in which they were met.
#[derive(Clone, Debug)]
pub(super) struct Diagnostics<'a> {
    source: &'a SourceText<'a>,
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    /// The place of the last error. A second error there would only be a consequence.
    last: Option<Pos>,
    /// Whether the reader has to stop: there are too many errors, or a limit was reached.
    is_over: bool,
}

impl<'a> Diagnostics<'a> {
    pub fn new(source: &'a SourceText<'a>) -> Diagnostics<'a> {
        Diagnostics { source, errors: Vec::new(), warnings: Vec::new(), last: None, is_over: false }
    }

    pub fn error(&mut self, pos: Pos, message: impl Into<String>) {
        if self.is_over || self.last == Some(pos) {
            return;
        }
        self.last = Some(pos);
        self.errors.push(Diagnostic::new(self.source, pos, false, message.into()));
        if self.errors.len() >= MOST_ERRORS {
            self.is_over = true;
        }
    }

    /// Reports an error after which the reader stops.
    pub fn fatal(&mut self, pos: Pos, message: impl Into<String>) {
        self.last = None;
        self.error(pos, message);
        self.is_over = true;
    }

    pub fn warning(&mut self, pos: Pos, message: impl Into<String>) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(Diagnostic::new(self.source, pos, true, message.into()));
        }
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// New diagnostics about the same file.
    pub fn fresh(&self) -> Diagnostics<'a> {
        Diagnostics::new(self.source)
    }

    /// The warnings; or if there are errors, the errors and then the warnings, those of one file sorted by place.
    pub fn finish(self) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let Diagnostics { mut errors, mut warnings, .. } = self;
        sort_within_files(&mut warnings);
        if errors.is_empty() {
            return Ok(warnings);
        }
        sort_within_files(&mut errors);
        errors.append(&mut warnings);
        Err(errors)
    }
}

/// Sorts diagnostics by place, the files in the order in which they were met.
fn sort_within_files(list: &mut [Diagnostic]) {
    let mut files: Vec<Option<String>> = Vec::new();
    for diagnostic in list.iter() {
        if !files.contains(&diagnostic.file) {
            files.push(diagnostic.file.clone());
        }
    }
    list.sort_by_key(|d| (files.iter().position(|file| *file == d.file), d.line, d.column));
}
