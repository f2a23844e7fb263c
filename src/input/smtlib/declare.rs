//! Commands that declare and define.

use super::arguments::Arguments;
use super::attributes::Attributes;
use super::declarations::Declarations;
use super::error::Failure;
use super::families::SortBody;
use super::names::{Function, Meaning, NameId, SortDefinition};
use super::sexpr::{Expr, Tree};
use super::sorts::{self, SortReader};
use crate::solver::term::{Sort, TermId};
use std::sync::Arc;

impl Declarations {
    /// The name that the command introduces, if it is free.
    pub(super) fn new_name<'a>(
        &mut self,
        arguments: &mut Arguments<'a>,
    ) -> Result<(NameId, &'a str), Failure> {
        let (place, text) = arguments.name()?;
        let id = self.names.id(text);
        match self.names.taken(id) {
            Some(message) => Err(arguments.tree.failure(place, message)),
            None => Ok((id, text)),
        }
    }

    fn declare(&mut self, id: NameId, text: &str, sort: Sort) {
        let t = self.terms.declare(text, sort);
        self.names.define(id, Meaning::Constant(t));
        self.constants.push((id, t));
    }

    /// `(declare-const name sort)`
    pub(super) fn declare_const(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (id, text) = self.new_name(arguments)?;
        let sort = arguments.next("a sort")?;
        let sort = self.sort(arguments.tree, sort)?;
        arguments.end()?;
        self.declare(id, text, sort);
        Ok(())
    }

    /// `(declare-fun name (sort ...) sort)`
    pub(super) fn declare_fun(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (id, text) = self.new_name(arguments)?;
        let parameters = arguments.list("a list of sorts")?;
        if !self.names.theories.functions && arguments.tree.children(parameters).next().is_some() {
            return Err(arguments.unsupported("uninterpreted functions with arguments"));
        }
        let mut sorts = Vec::new();
        for e in arguments.tree.children(parameters) {
            sorts.push(self.sort(arguments.tree, e)?);
        }
        let sort = arguments.next("a sort")?;
        let sort = self.sort(arguments.tree, sort)?;
        arguments.end()?;
        if sorts.is_empty() {
            self.declare(id, text, sort);
            return Ok(());
        }
        let function = self.terms.declare_function(text, &sorts, sort);
        self.names.define(id, Meaning::Declared(function));
        self.functions.push((id, function));
        Ok(())
    }

    /// `(define-const name sort term)`
    pub(super) fn define_const(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (id, _) = self.new_name(arguments)?;
        self.define_term(arguments, id)
    }

    /// The sort and the term of a definition without parameters.
    fn define_term(&mut self, arguments: &mut Arguments<'_>, id: NameId) -> Result<(), Failure> {
        let (sort, body) = (arguments.next("a sort")?, arguments.next("a term")?);
        let sort = self.sort(arguments.tree, sort)?;
        arguments.end()?;
        let attributes_before = self.attributes.as_ref().map_or(0, Attributes::len);
        let t = self.elaborator(arguments.tree, true).term_of_sort(body, sort)?;
        self.check_still_free(arguments, id)?;
        self.keep_labels();
        if let Some(attributes) = &mut self.attributes {
            attributes.name(attributes_before, t, self.names.text(id));
        }
        self.names.define(id, Meaning::Defined(t));
        Ok(())
    }

    /// Fails if the name was taken meanwhile: the term of a definition may have given it to a part of itself.
    fn check_still_free(&self, arguments: &Arguments<'_>, id: NameId) -> Result<(), Failure> {
        self.names.taken(id).map_or(Ok(()), |message| Err(arguments.failure(message)))
    }

    /// `(define-fun name ((parameter sort) ...) sort term)`
    pub(super) fn define_fun(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let (id, _) = self.new_name(arguments)?;
        let list = arguments.list("a list of parameters")?;
        if tree.children(list).next().is_none() {
            return self.define_term(arguments, id);
        }
        let (sort, body) = (arguments.next("a sort")?, arguments.next("a term")?);
        let sort = self.sort(tree, sort)?;
        arguments.end()?;
        let parameters = self.parameters(tree, list)?;
        let body = self.elaborator(tree, false).term_of_sort(body, sort)?;
        self.names.unbind(0);
        if let Some(place) = self.occurrences.as_ref().and_then(|known| known.place_in(&self.terms, body)) {
            let message =
                "predicates, quantifiers and products of two variables in a definition with parameters are \
                           not supported; write the term out where it is used";
            let unsupported = true;
            return Err(Failure { unsupported, ..Failure::new(place, message) });
        }
        self.names.define(id, Meaning::Function(Arc::new(Function { parameters, body })));
        Ok(())
    }

    /// Makes a constant for every parameter and binds its name to it.
    pub fn parameters(&mut self, tree: &Tree, list: Expr) -> Result<Vec<TermId>, Failure> {
        let mut parameters = Vec::new();
        for parameter in tree.children(list) {
            let mut parts = tree.children(parameter);
            let (name, sort) = match (parts.next(), parts.next(), parts.next()) {
                (Some(name), Some(sort), None) => (name, sort),
                _ => return Err(tree.expected("a parameter `(name sort)`", parameter)),
            };
            let text = tree.symbol(name).ok_or_else(|| tree.expected("a name", name))?;
            let sort = self.sort(tree, sort)?;
            let id = self.names.id(text);
            if self.names.binding(id).is_some() {
                return Err(tree.failure(name, format!("there are two parameters `{}`", text)));
            }
            let t = self.terms.declare(text, sort);
            self.names.bind(id, t);
            parameters.push(t);
        }
        Ok(parameters)
    }

    /// The name of a new sort, if it is free.
    pub(super) fn new_sort_name(&mut self, tree: &Tree, place: Expr, text: &str) -> Result<NameId, Failure> {
        let id = self.names.id(text);
        if self.names.sort(id).is_some() || sorts::is_builtin(text, self.names.theories.sorts) {
            return Err(tree.failure(place, format!("there is a sort `{}` already", text)));
        }
        Ok(id)
    }

    /// `(define-sort name (parameter ...) sort)`
    pub(super) fn define_sort(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let (place, text) = arguments.name()?;
        let id = self.new_sort_name(tree, place, text)?;
        let list = arguments.list("a list of parameters")?;
        let mut parameters = Vec::new();
        for parameter in tree.children(list) {
            parameters.push(tree.symbol(parameter).ok_or_else(|| tree.expected("a name", parameter))?);
        }
        let place: Expr = arguments.next("a sort")?;
        let names = &mut self.names;
        let mut body = SortReader { tree, names, parameters: &parameters, is_bare: false }.body(place)?;
        arguments.end()?;
        if parameters.is_empty() {
            body = SortBody::Fixed(sorts::make(tree, &mut self.terms, &mut self.names, place, &body)?);
        }
        self.names.define_sort(id, SortDefinition { arity: parameters.len(), body });
        Ok(())
    }
}
