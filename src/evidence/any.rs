//! Evidence of any kind behind one interface: how large it is, how it reads, and its files.
//!
//! Each kind of model, and each language whose programs are lowered to one, implements [`AnyProof`] and
//! [`AnyCounterexample`]. A [`Proof`] or [`Counterexample`] borrows the model, whose names it uses. A form that does
//! not fit is an error, which names the forms that fit.

use super::form::{Form, WriteError};
use super::table::Table;
use crate::model::Depth;
use std::fmt::Debug;
use std::io;

/// A file with evidence, and remarks for the user on the parts that it cannot express.
#[derive(Clone, Debug)]
pub struct Written {
    /// The contents.
    pub bytes: Vec<u8>,
    /// The remarks.
    pub remarks: Vec<String>,
}

impl From<String> for Written {
    fn from(text: String) -> Written {
        Written { bytes: text.into_bytes(), remarks: Vec::new() }
    }
}

impl From<Vec<u8>> for Written {
    fn from(bytes: Vec<u8>) -> Written {
        Written { bytes, remarks: Vec::new() }
    }
}

/// The size of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The length of a proof by k-induction; `None`: the invariant is inductive.
    pub k: Option<usize>,
    /// Whether that proof assumes that states differ.
    pub simple_path: bool,
    /// The number of parts of the invariant, or of lemmas of a proof by k-induction.
    pub parts: usize,
    /// The name of these parts.
    pub unit: &'static str,
}

/// The error at the end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// A word for programs: `assertion`, `bounds`, `division`.
    pub kind: &'static str,
    /// The sentence: ``assertion `x > 0` is false at sum.c:8:3 in main, with x = 0``.
    pub text: String,
    /// The line, from 1.
    pub line: usize,
    /// The byte in the line, from 1.
    pub column: usize,
    /// The function.
    pub function: String,
    /// The file, of a program of several ones.
    pub file: Option<String>,
    /// The weaknesses that the error is, by their numbers in the list of MITRE (CWE).
    pub weaknesses: &'static [u16],
}

/// A step of a run, of a program in its own language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The file, of a program of several ones.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The number of calls around it.
    pub depth: usize,
    /// The values that it changes, or the call that begins or ends; empty if it changes nothing.
    pub text: String,
}

/// An assertion of a program: that no run has an error of one kind at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asserted {
    /// A word for programs, as in [`Failed`].
    pub kind: &'static str,
    /// The assertion: ``assertion `x > 0```.
    pub text: String,
    /// The file, of a program of several ones.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The byte in the line, from 1.
    pub column: usize,
    /// The function of the C library in which the place is, if it is in one. Line and column are then those in the text
    /// of this function, which is not the user's.
    pub library: Option<InLibrary>,
}

/// A place in the C library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InLibrary {
    /// The function.
    pub function: &'static str,
    /// The header that declares it, such as `string.h`.
    pub header: Option<&'static str>,
    /// The line and the column of its only call in the program; `None` if there are several.
    pub call: Option<(usize, usize)>,
}

impl Asserted {
    /// The line and the column in the program: for a place in the C library those of the call, if there is only one.
    pub fn place(&self) -> Option<(usize, usize)> {
        self.library.map_or(Some((self.line, self.column)), |library| library.call)
    }
}

/// A proof about one kind of model.
pub trait AnyProof: Send + Sync + Debug {
    /// The number of its parts.
    fn size(&self) -> Size;

    /// The parts of an invariant, or the lemmas of a proof by k-induction, in readable form.
    fn parts(&self, is_full: bool) -> Vec<String>;

    /// The file in this form.
    ///
    /// # Errors
    ///
    /// If the form does not fit.
    fn write(&self, form: Form<'_>) -> Result<Written, WriteError>;
}

/// A counterexample to one kind of model.
pub trait AnyCounterexample: Send + Sync + Debug {
    /// The number of its steps.
    fn depth(&self) -> Depth;

    /// The values of all steps.
    fn table(&self) -> Table;

    /// The step to which the last one leads back, if it is a lasso.
    fn loop_start(&self) -> Option<usize> {
        None
    }

    /// All of it, or its end.
    fn text(&self, _is_full: bool) -> String {
        self.table().text()
    }

    /// The failure at its end, of a program in its own language.
    fn failed(&self) -> Option<Failed> {
        None
    }

    /// The sentence that says what it shows, if that is no failure at its end.
    fn sentence(&self) -> Option<String> {
        None
    }

    /// The steps that lead to the failure, of a program in its own language.
    fn steps(&self) -> Vec<Step> {
        Vec::new()
    }

    /// The assertion that is false at its end, of a program in its own language.
    fn asserted(&self) -> Option<Asserted> {
        None
    }

    /// A value that the model does not give and that the counterexample rests on.
    fn made_up(&self) -> Option<String> {
        None
    }

    /// The file in this form.
    ///
    /// # Errors
    ///
    /// If the form does not fit.
    fn write(&self, form: Form<'_>) -> Result<Written, WriteError>;
}

/// A proof about a property of a model.
#[derive(Debug)]
pub struct Proof<'m>(Box<dyn AnyProof + 'm>);

impl<'m> Proof<'m> {
    pub(crate) fn new(found: Box<dyn AnyProof + 'm>) -> Proof<'m> {
        Proof(found)
    }
}

impl Proof<'_> {
    /// The number of parts.
    pub fn size(&self) -> Size {
        self.0.size()
    }

    /// The parts of the invariant, or the lemmas of a proof by k-induction, for people: written anew as few telling
    /// parts, as far as that takes a moment. They are equivalent to what was checked, or if that is long, another
    /// invariant that was checked itself.
    pub fn parts(&self) -> Vec<String> {
        self.0.parts(true)
    }

    /// The same in short: of a C program with loops those at the heads of loops.
    pub fn parts_in_short(&self) -> Vec<String> {
        self.0.parts(false)
    }

    /// Writes the proof. The result are remarks on the parts that the form cannot express.
    ///
    /// # Errors
    ///
    /// If the form does not fit, or the output fails.
    pub fn write(&self, form: Form<'_>, out: &mut dyn io::Write) -> Result<Vec<String>, WriteError> {
        write(self.0.write(form)?, out)
    }
}

/// A counterexample to a property of a model.
#[derive(Debug)]
pub struct Counterexample<'m>(Box<dyn AnyCounterexample + 'm>);

impl<'m> Counterexample<'m> {
    pub(crate) fn new(found: Box<dyn AnyCounterexample + 'm>) -> Counterexample<'m> {
        Counterexample(found)
    }
}

impl Counterexample<'_> {
    /// The assertion that is false at its end, of a program in its own language.
    pub fn asserted(&self) -> Option<Asserted> {
        self.0.asserted()
    }

    /// A value that the program does not give and that the run rests on, in words with its place: the result of an
    /// unknown function, an output of assembler, the value of an object without one.
    pub fn made_up(&self) -> Option<String> {
        self.0.made_up()
    }

    /// The number of steps.
    pub fn depth(&self) -> Depth {
        self.0.depth()
    }

    /// The step to which the last one leads back, of a counterexample to a justice property.
    pub fn loop_start(&self) -> Option<usize> {
        self.0.loop_start()
    }

    /// The values of all steps.
    pub fn table(&self) -> Table {
        self.0.table()
    }

    /// The run as text for people: the changes of each step, of a C program the calls and lines with what they change.
    pub fn text(&self) -> String {
        self.0.text(true)
    }

    /// The same in short: of a C program the last ten lines or calls.
    pub fn text_in_short(&self) -> String {
        self.0.text(false)
    }

    /// The failure at the end of the run. `None` of models whose property says it.
    pub fn failed(&self) -> Option<Failed> {
        self.0.failed()
    }

    /// The sentence that says what the run shows, of one that goes on without end.
    pub fn sentence(&self) -> Option<String> {
        self.0.sentence()
    }

    /// The steps that lead to the failure, of a program in its own language; none of other models.
    pub fn steps(&self) -> Vec<Step> {
        self.0.steps()
    }

    /// Writes the counterexample. The result are remarks on the parts that the form cannot express.
    ///
    /// # Errors
    ///
    /// If the form does not fit, or the output fails.
    pub fn write(&self, form: Form<'_>, out: &mut dyn io::Write) -> Result<Vec<String>, WriteError> {
        write(self.0.write(form)?, out)
    }
}

/// Writes a file, and hands on the remarks.
fn write(written: Written, out: &mut dyn io::Write) -> Result<Vec<String>, WriteError> {
    out.write_all(&written.bytes).map_err(WriteError::Output)?;
    Ok(written.remarks)
}
