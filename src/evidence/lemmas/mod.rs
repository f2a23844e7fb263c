//! Candidate lemmas about a model of any kind: read, tried, proved, written, and assumed by engines.
//!
//! [`Lemmas::read`] takes the texts of certificates and more: clauses about the latches of a circuit; SMT-LIB
//! assertions over the states of a circuit or a system; an invariant by location of a program; expressions in C at
//! lines of a C program, or a witness of correctness; definitions of the predicates of clauses.
//!
//! [`Lemmas::examine`] puts them on the [workbench](crate::evidence::workbench). The checker of certificates decides
//! which lemmas are good there ([`Lemmas::prove`]), and engines may assume the good ones ([`Lemmas::known`]).

pub(crate) mod any;
mod clauses;
pub(crate) mod hardware;
pub(crate) mod known;
pub(crate) mod software;

use self::any::{AnyLemmas, Piece};
use self::known::Known;
use crate::base::{Budget, HashSet};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::workbench::Workbench;
use crate::evidence::{CheckError, CheckOptions};
use crate::input::{InputError, Model, ParseError};
use crate::model::PropertyId;

/// Candidate lemmas about a model.
#[derive(Debug)]
pub struct Lemmas<'m>(Box<dyn AnyLemmas + 'm>);

impl<'m> Lemmas<'m> {
    /// Reads a file of lemmas about a model.
    ///
    /// # Errors
    ///
    /// The place and the reason if the bytes are no lemmas for this kind of model, or the limit that was reached.
    pub fn read(model: &'m Model, bytes: &[u8], budget: &Budget) -> Result<Lemmas<'m>, InputError> {
        Ok(Lemmas(match model {
            Model::Circuit(file) => Box::new(hardware::CircuitLemmas::read(file, bytes, budget)?),
            Model::System(file) => Box::new(hardware::SystemLemmas::read(file.system(), bytes, budget)?),
            Model::Program(file) => match file.origin() {
                Some(origin) if !is_by_location(bytes) => {
                    origin.lemmas(bytes, budget).map_err(InputError::of)?
                }
                Some(_) | None => Box::new(software::ProgramLemmas::read(file, bytes, budget)?),
            },
            Model::Clauses(file) => {
                if file.origin().is_some() && !is_definitions(bytes) {
                    let message =
                        "the program is recursive; its lemmas are definitions of predicates, as in its \
                                   certificates";
                    return Err(InputError::Parse(ParseError::at_line(1, 1, message)));
                }
                Box::new(clauses::ClauseLemmas::read(file, bytes, budget)?)
            }
        }))
    }

    /// The lemmas as texts, in the order of the file.
    pub fn texts(&self) -> Vec<String> {
        self.0.texts()
    }

    /// Tries the lemmas.
    ///
    /// # Errors
    ///
    /// The limit that was reached.
    pub fn examine(&self, budget: &Budget) -> Result<Workbench<Piece>, CheckError> {
        self.0.examine(budget)
    }

    /// Whether the checker of certificates takes some of the lemmas, by number, as a proof of a property.
    ///
    /// # Errors
    ///
    /// The reason why it does not, or the limit that was reached.
    ///
    /// # Panics
    ///
    /// If there is no such lemma.
    pub fn prove(
        &self,
        chosen: &[usize],
        property: PropertyId,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<bool, CheckError> {
        self.0.prove(chosen, property, options, budget)
    }

    /// Of some of these lemmas, by number, those that a certificate needs in which they were assumed. The certificate
    /// is read as lemmas. `None` if it is no invariant whose parts are lemmas of this kind: a proof by k-induction, or
    /// one about a program, in which an assumed lemma is proved together with all else at its place.
    ///
    /// # Errors
    ///
    /// The limit that was reached.
    pub fn needed_in(
        &self,
        certificate: &Lemmas<'_>,
        chosen: &[usize],
        property: PropertyId,
        budget: &Budget,
    ) -> Result<Option<Vec<usize>>, CheckError> {
        let needed = match certificate.0.needed(property, budget)? {
            Some(needed) => needed,
            None => return Ok(None),
        };
        let parts = certificate.0.parts();
        let needed: HashSet<&String> = needed.iter().flat_map(|&lemma| &parts[lemma]).collect();
        let own = self.0.parts();
        let is_needed = |&lemma: &usize| own[lemma].iter().any(|part| needed.contains(part));
        Ok(Some(chosen.iter().copied().filter(is_needed).collect()))
    }

    /// Some of the lemmas, by number, as a certificate of a property. [`Form::Text`] is the form in which they were
    /// read.
    ///
    /// # Errors
    ///
    /// If the form does not fit.
    ///
    /// # Panics
    ///
    /// If there is no such lemma.
    pub fn write(
        &self,
        chosen: &[usize],
        property: PropertyId,
        form: Form<'_>,
    ) -> Result<String, WriteError> {
        self.0.write(chosen, property, form)
    }

    /// Some of the lemmas, by number, for engines to assume.
    ///
    /// # Errors
    ///
    /// The reason why engines cannot assume them.
    ///
    /// # Panics
    ///
    /// If there is no such lemma.
    pub fn known(&self, chosen: &[usize]) -> Result<Known, &'static str> {
        self.0.known(chosen)
    }
}

/// Whether the text is an invariant by location.
fn is_by_location(bytes: &[u8]) -> bool {
    bytes.starts_with(b"; invariant by location")
}

/// Whether the text has commands in parentheses.
fn is_definitions(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&b| b == b'\n').map(|line| line.iter().find(|b| !b.is_ascii_whitespace()));
    lines.any(|first| first == Some(&b'('))
}
