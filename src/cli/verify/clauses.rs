//! Evidence about Horn clauses, which files of clauses and recursive programs share.

use super::evidence::{form, unfit};
use crate::cli::options::Settings;
use crate::cli::values::Form;
use crate::cli::{files, Failure};
use indubit::evidence::horn::{script, write_dot, write_interpretation, write_refutation};
use indubit::model::horn::{Horn, Interpretation, Refutation};
use indubit::portfolio::HornVerifier;

/// The sizes of the clauses before and after preprocessing.
pub fn sizes(original: &Horn, verifier: &HornVerifier) -> Vec<(String, u64)> {
    let mut list = Vec::new();
    for (which, horn) in [("original", original), ("reduced", verifier.reduced())] {
        let places: usize = horn.predicates().iter().map(|p| p.places.len()).sum();
        let variables: usize = horn.clauses().iter().map(|c| c.variables.len()).sum();
        list.push((format!("{} clauses", which), horn.clauses().len() as u64));
        list.push((format!("{} places of predicates", which), places as u64));
        list.push((format!("{} variables of clauses", which), variables as u64));
    }
    list
}

/// The contents of a file for a refutation: a drawing or text, by the suffix of its name.
pub fn witness(settings: &Settings, horn: &Horn, refutation: &Refutation) -> Result<Vec<u8>, Failure> {
    let suffix = settings.witness.as_ref().map_or("", |name| files::suffix(name));
    let written = match suffix {
        "dot" | "gv" => write_dot(horn, refutation),
        _ => write_refutation(horn, refutation),
    };
    written.map(String::into_bytes).map_err(unfit)
}

/// The contents of a file for a model.
pub fn certificate(settings: &Settings, horn: &Horn, found: &Interpretation) -> Result<Vec<u8>, Failure> {
    let written = match form(settings) {
        Some(Form::Script) => script(horn, found),
        _ => write_interpretation(horn, found),
    };
    written.map(String::into_bytes).map_err(unfit)
}
