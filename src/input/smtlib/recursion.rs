//! Definitions of recursive functions, in scripts of definitions.
//!
//! The names are declared before the bodies are read, so bodies may call the functions. Whether such functions exist is
//! left to the reader's caller.

use super::arguments::Arguments;
use super::declarations::Declarations;
use super::error::Failure;
use super::names::Meaning;
use super::sexpr::Expr;
use crate::solver::term::{FunctionId, TermId};

/// A recursive function of one argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recursive {
    pub function: FunctionId,
    /// A constant of its own.
    pub parameter: TermId,
    pub body: TermId,
}

/// Name, parameters and sort of a function, and its body.
type Parts = (Expr, Expr, Expr, Expr);

impl Declarations {
    /// The functions of a command that defines recursive ones, declared and read; `None` for another command.
    pub(super) fn recursive(
        &mut self,
        command: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Option<Vec<Recursive>>, Failure> {
        let parts = match command {
            "define-fun-rec" => vec![one(arguments)?],
            "define-funs-rec" => several(arguments)?,
            _ => return Ok(None),
        };
        arguments.end()?;
        let tree = arguments.tree;
        let mut functions = Vec::with_capacity(parts.len());
        for &(name, list, sort, _) in &parts {
            let text = tree.symbol(name).ok_or_else(|| tree.expected("a name", name))?;
            let id = self.names.id(text);
            if let Some(message) = self.names.taken(id) {
                return Err(tree.failure(name, message));
            }
            let parameters = self.parameters(tree, list)?;
            self.names.unbind(0);
            let sort = self.sort(tree, sort)?;
            let parameter = match parameters[..] {
                [parameter] => parameter,
                _ => return Err(tree.expected("one parameter", list)),
            };
            let function = self.terms.declare_function(text, &[self.terms.sort(parameter)], sort);
            self.names.define(id, Meaning::Declared(function));
            functions.push((function, sort));
        }
        let quantified = self.bound.take();
        let mut found = Vec::with_capacity(parts.len());
        for ((_, list, _, body), (function, sort)) in parts.into_iter().zip(functions) {
            let parameters = self.parameters(tree, list)?;
            let body = self.elaborator(tree, false).term_of_sort(body, sort)?;
            self.names.unbind(0);
            found.extend(parameters.first().map(|&parameter| Recursive { function, parameter, body }));
        }
        self.bound = quantified;
        Ok(Some(found))
    }
}

/// `name ((parameter sort)) sort term`
fn one(arguments: &mut Arguments<'_>) -> Result<Parts, Failure> {
    let (name, _) = arguments.name()?;
    let list = arguments.list("a list of parameters")?;
    Ok((name, list, arguments.next("a sort")?, arguments.next("a term")?))
}

/// `((name ((parameter sort)) sort) ...) (term ...)`
fn several(arguments: &mut Arguments<'_>) -> Result<Vec<Parts>, Failure> {
    let tree = arguments.tree;
    let heads = arguments.list("a list of functions")?;
    let bodies = arguments.list("a list of terms")?;
    let mut parts = Vec::new();
    let mut terms = tree.children(bodies);
    for head in tree.children(heads) {
        let mut words = tree.children(head);
        let known = (words.next(), words.next(), words.next(), words.next());
        match (known, terms.next()) {
            ((Some(name), Some(list), Some(sort), None), Some(body)) => parts.push((name, list, sort, body)),
            (_, Some(_)) => return Err(tree.expected("`name ((parameter sort)) sort`", head)),
            (_, None) => return Err(tree.expected("a term for each function", bodies)),
        }
    }
    match terms.next() {
        Some(more) => Err(tree.expected("a term for each function", more)),
        None => Ok(parts),
    }
}
