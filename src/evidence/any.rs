//! Evidence of any kind behind one interface: how large it is, how it reads, and its files.
//!
//! Each kind of model, and each language whose programs are lowered to one, implements [`AnyProof`] and
//! [`AnyCounterexample`]. A form that does not fit is an error, which names the forms that fit.

use super::form::{Form, WriteError};
use super::table::Table;
use crate::model::Depth;
use std::fmt::Debug;

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

    /// What failed at its end, of a program in its own language.
    fn failed(&self) -> Option<Failed> {
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
