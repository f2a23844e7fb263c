//! Candidate lemmas about a C program: expressions at lines, or the invariants of a witness.
//!
//! A user writes lemmas in a file, one lemma per line: the line of the program, perhaps a column, and an expression of
//! C. A lemma at the line of a loop is about the head of the loop; any other lemma is about the beginning of the
//! statement. Lines that begin with `#` are comments.
//!
//! ```text
//! # the loop
//! 7: 0 <= i && i <= n
//! 12:5: sum == 2 * n
//! ```

use super::claims::is_of_words;
use super::correctness::is_loop;
use super::error::WitnessError;
use super::format::{Content, InvariantEntry, InvariantKind, Location, Metadata, Task, Witness};
use crate::base::Budget;
use crate::c::{Arch, CFile, Source};
use crate::evidence::program::Lemmas;
use crate::evidence::{CheckError, CheckOptions};
use crate::input::ParseError;
use crate::model::cfa::{Cfa, LocId};
use crate::solver::term::TermId;

/// The lemmas of a file, with their program.
#[derive(Clone, Debug)]
pub struct SourceLemmas<'m> {
    file: &'m CFile<Source>,
    source: &'m Source,
    entries: Vec<InvariantEntry>,
    /// Whether the file has lines as above, and is no witness.
    has_lines: bool,
    cfa: Cfa,
    list: Vec<Vec<(LocId, TermId)>>,
}

impl<'m> SourceLemmas<'m> {
    /// Reads a file of lemmas. If it is a witness, it must be one of correctness about this program and its property.
    ///
    /// # Errors
    ///
    /// The first error, with its line in the file.
    pub fn read(
        file: &'m CFile<Source>,
        bytes: &[u8],
        budget: &Budget,
    ) -> Result<SourceLemmas<'m>, ParseError> {
        let source = &file.source;
        let is_entry = |line: &[u8]| line.starts_with(b"- entry_type") || line.starts_with(b"  entry_type");
        let has_lines = !bytes.split(|&b| b == b'\n').any(is_entry);
        let mut lemmas = SourceLemmas {
            file,
            source,
            entries: Vec::new(),
            has_lines,
            cfa: source.lowered.cfa.clone(),
            list: Vec::new(),
        };
        is_of_words(source).map_err(|error| ParseError::at_line(1, 1, error.to_string()))?;
        if has_lines {
            lemmas.read_lines(bytes, budget)?;
        } else {
            lemmas.read_witness(bytes, budget)?;
        }
        Ok(lemmas)
    }

    fn read_lines(&mut self, bytes: &[u8], budget: &Budget) -> Result<(), ParseError> {
        let text = std::str::from_utf8(bytes);
        let text =
            text.map_err(|error| ParseError::in_text(bytes, error.valid_up_to(), "this is not valid UTF-8"))?;
        for (at, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let fail = |message: String| ParseError::at_line(at + 1, 1, message);
            let (line, column, value) = parts(line).ok_or_else(|| {
                fail("expected `LINE: EXPRESSION` or `LINE:COLUMN: EXPRESSION`".to_string())
            })?;
            let location = Location { file: self.file.name.clone(), line, column, function: None };
            let program = &self.source.program;
            let is_here = |pos| location.is_at(&program.lines, pos);
            let mut statements = program.stmts().map(|id| program.stmt(id));
            let kind = match statements.any(|stmt| is_loop(stmt.kind) && is_here(stmt.pos)) {
                true => InvariantKind::Loop,
                false => InvariantKind::Location,
            };
            let entry = InvariantEntry { kind, location, value: value.to_string() };
            self.add(vec![entry], budget).map_err(|error| fail(error.to_string()))?;
        }
        Ok(())
    }

    fn read_witness(&mut self, bytes: &[u8], budget: &Budget) -> Result<(), ParseError> {
        let witness = Witness::read(bytes)?;
        let fail = |error: &dyn std::error::Error| ParseError::at_line(1, 1, error.to_string());
        let text = &self.file.text[..];
        let task = Task { text, arch: self.arch(), property: self.source.options().property };
        witness.metadata.check_task(&task).map_err(|error| fail(&error))?;
        witness.check_places(&self.source.program, text).map_err(|error| fail(&error))?;
        match witness.content {
            Content::Correctness(entries) => self.add(entries, budget).map_err(|error| fail(&error)),
            Content::Violation(_) => Err(fail(&WitnessError::OtherKind)),
        }
    }

    fn add(&mut self, entries: Vec<InvariantEntry>, budget: &Budget) -> Result<(), WitnessError> {
        let witness = self.witness(entries, "");
        let placed = witness.invariants(&self.source.program, budget)?;
        let found = placed.formulas(&mut self.cfa, &self.source.lowered)?;
        self.list.extend(found);
        if let Content::Correctness(entries) = witness.content {
            self.entries.extend(entries);
        }
        Ok(())
    }

    fn arch(&self) -> Arch {
        self.source.program.types.options().arch
    }

    fn witness(&self, entries: Vec<InvariantEntry>, time: &str) -> Witness {
        let (text, property) = (&self.file.text[..], self.source.property_of_proof().specification());
        let metadata = Metadata::new(&self.file.name, text, property, self.arch(), time);
        Witness { metadata, content: Content::Correctness(entries) }
    }

    /// The lemmas at the locations of the program's automaton.
    pub fn lemmas(&self) -> Lemmas {
        Lemmas { terms: self.cfa.terms().clone(), list: self.list.clone(), by_edge: false }
    }

    /// The lemmas with their lines.
    pub fn texts(&self) -> Vec<String> {
        self.entries.iter().map(text).collect()
    }

    /// The line of the statement that comes next at a location; `None` in the C library, and where there is none.
    pub fn line(&self, location: LocId) -> Option<usize> {
        let (lines, pos) = (&self.source.program.lines, self.source.lowered.map.statement(location)?.pos);
        let is_outside = lines.library_function(pos).is_none();
        is_outside.then(|| lines.line_and_column(pos).0)
    }

    fn chosen(&self, chosen: &[usize], time: &str) -> Witness {
        self.witness(chosen.iter().map(|&lemma| self.entries[lemma].clone()).collect(), time)
    }

    /// Whether the chosen lemmas, by number, prove themselves and the property. If so, they are also tested with random
    /// runs of the program.
    ///
    /// # Errors
    ///
    /// The limit that ended the check, or a run in which a proved lemma is false, which would be a bug of this library.
    ///
    /// # Panics
    ///
    /// If there is no such lemma.
    pub fn suffice(
        &self,
        chosen: &[usize],
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<bool, CheckError> {
        let witness = self.chosen(chosen, "");
        // The lemmas were read before without error, so an error here is a limit.
        let claims = match witness.claims(self.source, budget) {
            Ok(claims) => claims,
            Err(_) => return budget.check().map(|()| false).map_err(CheckError::Limit),
        };
        if !claims.suffice(options, budget)? {
            return Ok(false);
        }
        match claims.check_runs(budget)? {
            Some(refutation) => Err(CheckError::Reached(refutation.to_string())),
            None => Ok(true),
        }
    }

    /// The chosen lemmas, by number, in the form in which they were read.
    ///
    /// # Panics
    ///
    /// If there is no such lemma.
    pub fn write(&self, chosen: &[usize], time: &str) -> String {
        if !self.has_lines {
            return self.write_witness(chosen, time);
        }
        chosen.iter().map(|&lemma| text(&self.entries[lemma]) + "\n").collect()
    }

    /// The chosen lemmas, by number, as a witness of correctness made at this time.
    ///
    /// # Panics
    ///
    /// If there is no such lemma.
    pub fn write_witness(&self, chosen: &[usize], time: &str) -> String {
        self.chosen(chosen, time).to_text()
    }
}

fn text(entry: &InvariantEntry) -> String {
    let column = entry.location.column.map_or(String::new(), |column| format!(":{}", column));
    format!("{}{}: {}", entry.location.line, column, entry.value)
}

/// The parts of a lemma in a file: the line, the column if there is one, and the expression.
fn parts(line: &str) -> Option<(usize, Option<usize>, &str)> {
    let (first, rest) = line.split_once(':')?;
    let first = first.trim().parse().ok()?;
    let second = rest.split_once(':').and_then(|(column, rest)| Some((column.trim().parse().ok()?, rest)));
    let (column, value) = second.map_or((None, rest), |(column, rest)| (Some(column), rest));
    Some((first, column, value.trim()))
}
