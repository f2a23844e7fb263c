//! Replacement of terms by terms.

use super::store::{TermId, Terms};
use crate::base::HashMap;

/// A simultaneous replacement of terms by terms of the same sorts, with its results so far.
///
/// The keys are looked for from the outside in: subterms of a key that occurs are not looked at, and replacements are
/// not replaced again. One substitution may be applied to many terms; shared parts are rebuilt once.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    done: HashMap<TermId, TermId>,
}

impl Substitution {
    /// Nothing is replaced.
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Replaces `from` by `to`, which must be of the same sort. Call it before the first [`Substitution::apply`].
    pub fn insert(&mut self, from: TermId, to: TermId) {
        self.done.insert(from, to);
    }

    /// The term with all replacements made, simplified.
    ///
    /// # Panics
    ///
    /// If a term that occurs is to be replaced by one of another sort.
    pub fn apply(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        let mut args = Vec::new();
        for s in terms.subterms_until(&[t], |s| self.done.contains_key(&s)) {
            terms.note_term();
            if terms.is_over() {
                return t;
            }
            if let Some(&new) = self.done.get(&s) {
                let (from, to) = (terms.sort(s), terms.sort(new));
                assert!(from == to, "a term of sort {} in the place of one of sort {}", to, from);
                continue;
            }
            args.clear();
            args.extend(terms.args(s).iter().map(|a| self.done[a]));
            let new = if args == terms.args(s) { s } else { terms.apply(terms.op(s), terms.sort(s), &args) };
            self.done.insert(s, new);
        }
        self.done[&t]
    }
}
