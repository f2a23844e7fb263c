//! Sorts as they are written: `Bool`, `Int`, `Real`, `(_ BitVec n)`, `(Array index element)`, and names that
//! declarations and `define-sort` gave to them.
//!
//! A sort is read as a [`SortBody`], which may have parameters, and then made.

use super::error::{Failure, Misuse};
use super::families::{SortBody, DEEPEST};
use super::floats::format;
use super::lexer::Kind;
use super::names::Names;
use super::operators::{arity_text, WIDEST};
use super::sexpr::{Expr, Tree};
use crate::solver::term::{Format, Sort, Terms};
use std::sync::Arc;

/// The sort that is written at a node.
pub(super) fn sort(tree: &Tree, terms: &mut Terms, names: &mut Names, e: Expr) -> Result<Sort, Failure> {
    match (SortReader { tree, names, parameters: &[], is_bare: false }).body(e)? {
        SortBody::Fixed(sort) => Ok(sort),
        body => make(tree, terms, names, e, &body),
    }
}

/// The sort of a body without parameters that is written at a node.
pub(super) fn make(
    tree: &Tree,
    terms: &mut Terms,
    names: &mut Names,
    e: Expr,
    body: &SortBody,
) -> Result<Sort, Failure> {
    names.families.sort(terms, body, &[]).map_err(|misuse| at(tree, e, misuse))
}

/// A failure at a node.
pub(super) fn at(tree: &Tree, e: Expr, misuse: Misuse) -> Failure {
    Failure { unsupported: misuse.unsupported, ..tree.failure(e, misuse.message) }
}

/// Reads sorts over parameters.
pub(super) struct SortReader<'a> {
    pub tree: &'a Tree,
    pub names: &'a mut Names,
    pub parameters: &'a [&'a str],
    /// A sort with as many parameters may be written as its name alone, and is then meant at these parameters, as
    /// SMT-LIB 2.5 had it in declarations of datatypes.
    pub is_bare: bool,
}

impl SortReader<'_> {
    /// The sort at a node.
    pub fn body(&mut self, e: Expr) -> Result<SortBody, Failure> {
        self.nested(e, 0)
    }

    fn nested(&mut self, e: Expr, depth: u32) -> Result<SortBody, Failure> {
        let tree = self.tree;
        if depth > DEEPEST {
            let message = format!("sorts nested deeper than {} are too deep", DEEPEST);
            return Err(Failure::beyond(tree.position(e), message));
        }
        if let Some(name) = tree.symbol(e) {
            if let Some(place) = self.parameters.iter().position(|p| *p == name) {
                return Ok(SortBody::Parameter(place));
            }
            return self.named(e, name, &[]);
        }
        if let Some(instance) = self.instance(e) {
            return Ok(instance);
        }
        let mut children = tree.children(e);
        let head = match children.next() {
            Some(head) => head,
            None => return Err(tree.expected("a sort", e)),
        };
        if tree.is_word(head, "_") {
            return indexed(tree, e, self.names.theories.floats).map(SortBody::Fixed);
        }
        let name = tree.symbol(head).ok_or_else(|| tree.expected("the name of a sort", head))?;
        let mut arguments = Vec::new();
        for child in children {
            arguments.push(self.nested(child, depth + 1)?);
        }
        let body = self.named(head, name, &arguments)?;
        self.names.families.check(&body).map_err(|misuse| at(tree, e, misuse))?;
        Ok(body)
    }

    /// The datatype that evidence declares under a name with parameters, `(List Int)`.
    fn instance(&mut self, e: Expr) -> Option<SortBody> {
        if !self.names.theories.has_instances() {
            return None;
        }
        let id = self.names.id(&self.tree.written(e));
        self.names.sort(id).map(|definition| definition.body.with(&[]))
    }

    fn named(&mut self, e: Expr, name: &str, arguments: &[SortBody]) -> Result<SortBody, Failure> {
        let theories = self.names.theories;
        if let Some(sort) = float_sort(name).filter(|_| theories.floats && arguments.is_empty()) {
            return Ok(SortBody::Fixed(sort));
        }
        let arity = match builtin(name, theories.sorts) {
            Some(Builtin::Plain(sort)) if arguments.is_empty() => return Ok(SortBody::Fixed(sort)),
            Some(Builtin::Plain(_)) => 0,
            Some(Builtin::Array) => match arguments {
                [index, element] => return Ok(SortBody::Array(Arc::new([index.clone(), element.clone()]))),
                _ => 2,
            },
            None => {
                let id = self.names.id(name);
                match self.names.sort(id) {
                    Some(definition) if definition.arity == arguments.len() => {
                        return Ok(definition.body.with(arguments));
                    }
                    Some(definition)
                        if self.is_bare
                            && arguments.is_empty()
                            && definition.arity == self.parameters.len() =>
                    {
                        return Ok(definition.body.clone());
                    }
                    Some(definition) => definition.arity,
                    None => return Err(unknown(self.tree, e, name)),
                }
            }
        };
        let expected = arity_text(arity, arity);
        let message = format!("the sort `{}` expects {}, found {}", name, expected, arguments.len());
        Err(self.tree.failure(e, message))
    }
}

/// A sort of the theories.
enum Builtin {
    Plain(Sort),
    Array,
}

fn builtin(name: &str, theories: bool) -> Option<Builtin> {
    match name {
        "Bool" => Some(Builtin::Plain(Sort::Bool)),
        "Int" => Some(Builtin::Plain(Sort::Int)),
        "Real" => Some(Builtin::Plain(Sort::Real)),
        "Array" if theories => Some(Builtin::Array),
        _ => None,
    }
}

/// Whether a sort of the theories has this name.
pub(super) fn is_builtin(name: &str, theories: bool) -> bool {
    builtin(name, theories).is_some()
}

fn unknown(tree: &Tree, e: Expr, name: &str) -> Failure {
    match name {
        "Array" => Failure::unsupported(tree.position(e), "arrays"),
        "String" | "RegLan" => Failure::unsupported(tree.position(e), "strings"),
        "Float16" | "Float32" | "Float64" | "Float128" | "RoundingMode" => {
            Failure::unsupported(tree.position(e), "floating-point numbers")
        }
        "Seq" => Failure::unsupported(tree.position(e), "sequences"),
        "Set" => Failure::unsupported(tree.position(e), "sets"),
        _ => tree.failure(e, format!("there is no sort `{}`", name)),
    }
}

/// The sorts of floating-point numbers that have names.
fn float_sort(name: &str) -> Option<Sort> {
    let (exponent, significand) = match name {
        "RoundingMode" => return Some(Sort::Rounding),
        "Float16" => (5, 11),
        "Float32" => (8, 24),
        "Float64" => (11, 53),
        "Float128" => (15, 113),
        _ => return None,
    };
    Format::new(exponent, significand).map(Sort::Float)
}

/// `(_ BitVec n)` and `(_ FloatingPoint eb sb)`.
fn indexed(tree: &Tree, e: Expr, floats: bool) -> Result<Sort, Failure> {
    let mut parts = tree.children(e).skip(1);
    let (name, bits, more) = (parts.next(), parts.next(), parts.next());
    let name = name.ok_or_else(|| tree.expected("a sort", e))?;
    if tree.is_word(name, "FloatingPoint") && floats {
        return match (bits, more, tree.children(e).nth(4)) {
            (Some(exponent), Some(significand), None) => {
                let format = format(numeral(tree, exponent)?, numeral(tree, significand)?);
                format.map(Sort::Float).map_err(|misuse| at(tree, e, misuse))
            }
            _ => Err(tree.failure(e, "expected two numerals, as in `(_ FloatingPoint 8 24)`")),
        };
    }
    if tree.is_word(name, "FloatingPoint") {
        return Err(Failure::unsupported(tree.position(e), "floating-point numbers"));
    }
    match (tree.symbol(name), bits, more) {
        (Some("BitVec"), Some(bits), None) => width(tree, bits).map(Sort::BitVec),
        (Some("BitVec"), ..) => Err(tree.failure(e, "expected one width, as in `(_ BitVec 8)`")),
        _ => Err(tree.expected("a sort", name)),
    }
}

/// A width that a vector may have.
pub(super) fn width(tree: &Tree, e: Expr) -> Result<u32, Failure> {
    match numeral(tree, e)? {
        0 => Err(tree.expected("a positive width", e)),
        bits if bits > WIDEST => {
            let message = format!("{} bits are too many; the limit is {}", bits, WIDEST);
            Err(Failure::beyond(tree.position(e), message))
        }
        bits => Ok(bits),
    }
}

/// A numeral of an index, at most 2^32 - 1.
pub(super) fn numeral(tree: &Tree, e: Expr) -> Result<u32, Failure> {
    if tree.kind(e) != Kind::Numeral {
        return Err(tree.expected("a numeral", e));
    }
    let too_large = |_| Failure { unsupported: true, ..tree.expected("a numeral below 2^32", e) };
    tree.text(e).parse().map_err(too_large)
}
