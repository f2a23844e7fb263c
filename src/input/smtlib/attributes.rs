//! Attributes of terms that formats on top of SMT-LIB give a meaning to, collected while terms are read.
//!
//! In `(! x :next y)` the attribute may be the first mention of the name `y`. Such a name is *promised*: if it occurs
//! as a term later without a declaration, it is a constant of the sort of `x`. A declaration that follows is as good.

use super::error::Position;
use super::names::{Meaning, NameId, Names};
use crate::solver::term::{Sort, TermId, Terms};
use std::collections::HashMap;

/// The argument of an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    /// There is none.
    Missing,
    /// A symbol.
    Name(String),
    /// A numeral, as it is written.
    Numeral(String),
    /// Something else, as it is shown in a message.
    Other(String),
}

/// An attribute of a term.
#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    pub term: TermId,
    /// With its colon.
    pub keyword: &'static str,
    pub argument: Argument,
    /// The constant that the argument names, if the keyword is one that promises names. It is known at the end.
    pub constant: Option<TermId>,
    /// The place of the keyword.
    pub position: Position,
    /// The term may mention parameters of the definition that it stands in.
    pub has_parameters: bool,
    /// The name of the definition, without parameters, of which the term is the body.
    pub definition: Option<String>,
}

/// Collects attributes.
pub(crate) struct Attributes {
    /// The keywords that are collected; all others are passed over.
    keywords: &'static [&'static str],
    /// The keyword whose argument is promised to be a constant of the term's sort.
    promising: &'static str,
    found: Vec<Attribute>,
    promises: HashMap<NameId, Sort>,
    /// Promised constants that occurred without a declaration.
    declared: Vec<(NameId, TermId)>,
}

impl Attributes {
    pub fn new(keywords: &'static [&'static str], promising: &'static str) -> Attributes {
        Attributes { keywords, promising, found: Vec::new(), promises: HashMap::new(), declared: Vec::new() }
    }

    /// The keyword, if it is one that is collected.
    pub fn wanted(&self, keyword: &str) -> Option<&'static str> {
        self.keywords.iter().copied().find(|k| *k == keyword)
    }

    /// Keeps an attribute.
    pub fn keep(&mut self, attribute: Attribute, sort: Sort, names: &mut Names) {
        if let (Argument::Name(name), true) = (&attribute.argument, attribute.keyword == self.promising) {
            let id = names.id(name);
            // An operator of Core cannot be declared, nor promised.
            if names.taken(id).is_none() {
                self.promises.entry(id).or_insert(sort);
            }
        }
        self.found.push(attribute);
    }

    /// The number of attributes so far.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Gives the name of a definition to the attributes of its body; `before` attributes were there before it.
    pub fn name(&mut self, before: usize, body: TermId, definition: &str) {
        for attribute in self.found.iter_mut().skip(before).filter(|a| a.term == body) {
            attribute.definition = Some(definition.to_string());
        }
    }

    /// The constant of a name without meaning, if it was promised.
    pub fn redeem(&mut self, id: NameId, terms: &mut Terms, names: &mut Names) -> Option<TermId> {
        let sort = self.promises.get(&id).copied()?;
        let t = terms.declare(names.text(id), sort);
        names.define(id, Meaning::Constant(t));
        self.declared.push((id, t));
        Some(t)
    }

    /// Constants that were declared by their occurrence since the last call.
    pub fn take_declared(&mut self) -> Vec<(NameId, TermId)> {
        std::mem::take(&mut self.declared)
    }

    /// All attributes, with the constants that they name. Promised names that never occurred are declared now.
    pub fn finish(&mut self, terms: &mut Terms, names: &mut Names) -> Vec<Attribute> {
        let mut found = std::mem::take(&mut self.found);
        for attribute in &mut found {
            if let (Argument::Name(name), true) = (&attribute.argument, attribute.keyword == self.promising) {
                let id = names.id(name);
                attribute.constant = match names.meaning(id) {
                    Some(Meaning::Constant(t)) | Some(Meaning::Defined(t)) => Some(*t),
                    Some(
                        Meaning::Function(_)
                        | Meaning::Predicate(_)
                        | Meaning::Declared(_)
                        | Meaning::Constructor(_)
                        | Meaning::Selector(_),
                    ) => None,
                    None => self.redeem(id, terms, names),
                };
            }
        }
        found
    }
}
