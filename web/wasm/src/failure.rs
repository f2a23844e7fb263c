//! Requests that end without a result: a wrong option, a file that cannot be read, evidence that does not fit.

use indubit::base::Json;
use indubit::input::{InputError, Place};
use std::fmt;

/// The kind of a failure, by which a page decides where to show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An option is wrong, or does not fit the model.
    Usage,
    /// A model, formula or piece of evidence cannot be read.
    Input,
    /// A limit was reached before the request could begin.
    Limit,
    /// A defect of the engine: evidence of its own that failed.
    Defect,
}

/// A request that ended without a result.
pub struct Failure {
    kind: Kind,
    message: String,
    place: Option<Place>,
}

impl Failure {
    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure { kind: Kind::Usage, message: message.to_string(), place: None }
    }

    pub fn input(message: impl fmt::Display, place: Option<Place>) -> Failure {
        Failure { kind: Kind::Input, message: message.to_string(), place }
    }

    pub fn limit(message: impl fmt::Display) -> Failure {
        Failure { kind: Kind::Limit, message: message.to_string(), place: None }
    }

    pub fn defect(message: impl fmt::Display) -> Failure {
        Failure { kind: Kind::Defect, message: message.to_string(), place: None }
    }

    /// The failure of a reader.
    pub fn unread(error: &InputError) -> Failure {
        match error {
            InputError::Parse(found) => Failure::input(error, Some(found.place())),
            InputError::Program(diagnostics) => {
                let first = diagnostics.iter().find(|diagnostic| !diagnostic.is_warning());
                Failure::input(error, first.map(|diagnostic| diagnostic.place()))
            }
            InputError::Limit(_) | InputError::TooLarge(_) => Failure::limit(error),
            // The enumeration may grow.
            _ => Failure::input(error, None),
        }
    }

    /// The object `{"error": {"kind", "message", "line", "column" or "byte"}}`.
    pub fn json(&self) -> String {
        let mut json = Json::default();
        let kind = match self.kind {
            Kind::Usage => "usage",
            Kind::Input => "input",
            Kind::Limit => "limit",
            Kind::Defect => "defect",
        };
        json.open('{').key("error").open('{').key("kind").string(kind).key("message").string(&self.message);
        match self.place {
            Some(Place::Line { line, column }) => {
                json.key("line").raw(line).key("column").raw(column);
            }
            Some(Place::Byte(offset)) => {
                json.key("byte").raw(offset);
            }
            None => {}
        }
        json.close('}').close('}');
        json.finish()
    }
}
