//! Sorts as they are written: `Bool`, `Int`, `Real`, `(_ BitVec n)`, and names that `define-sort` gave to them.

use super::error::Failure;
use super::lexer::Kind;
use super::names::{Names, SortBody};
use super::operators::{arity_text, WIDEST};
use super::sexpr::{Expr, Tree};
use crate::solver::term::Sort;

/// Deepest nesting of sorts. Only defined sorts with parameters nest at all.
const DEEPEST: usize = 200;

/// The sort that is written at a node.
pub(super) fn sort(tree: &Tree, names: &mut Names, e: Expr) -> Result<Sort, Failure> {
    match body(tree, names, e, &[], 0)? {
        SortBody::Fixed(sort) => Ok(sort),
        SortBody::Parameter(_) => Err(tree.expected("a sort", e)),
    }
}

/// A sort that may be one of these parameters.
pub(super) fn body(
    tree: &Tree,
    names: &mut Names,
    e: Expr,
    parameters: &[&str],
    depth: usize,
) -> Result<SortBody, Failure> {
    if depth > DEEPEST {
        let message = format!("sorts nested deeper than {} are too deep", DEEPEST);
        return Err(Failure::beyond(tree.position(e), message));
    }
    if let Some(name) = tree.symbol(e) {
        if let Some(place) = parameters.iter().position(|p| *p == name) {
            return Ok(SortBody::Parameter(place));
        }
        return named(tree, names, e, name, &[]);
    }
    let mut children = tree.children(e);
    let head = match children.next() {
        Some(head) => head,
        None => return Err(tree.expected("a sort", e)),
    };
    if tree.is_word(head, "_") {
        return indexed(tree, e).map(SortBody::Fixed);
    }
    let name = tree.symbol(head).ok_or_else(|| tree.expected("the name of a sort", head))?;
    let mut arguments = Vec::new();
    for child in children {
        arguments.push(body(tree, names, child, parameters, depth + 1)?);
    }
    named(tree, names, head, name, &arguments)
}

fn named(
    tree: &Tree,
    names: &mut Names,
    e: Expr,
    name: &str,
    arguments: &[SortBody],
) -> Result<SortBody, Failure> {
    let plain = match name {
        "Bool" => Some(Sort::Bool),
        "Int" => Some(Sort::Int),
        "Real" => Some(Sort::Real),
        _ => None,
    };
    let arity = match plain {
        Some(_) => 0,
        None => {
            let id = names.id(name);
            match names.sort(id) {
                Some(definition) if definition.arity == arguments.len() => {
                    return Ok(match definition.body {
                        SortBody::Parameter(place) => {
                            arguments.get(place).copied().unwrap_or(definition.body)
                        }
                        fixed => fixed,
                    });
                }
                Some(definition) => definition.arity,
                None => return Err(unknown(tree, e, name)),
            }
        }
    };
    match plain {
        Some(sort) if arguments.is_empty() => Ok(SortBody::Fixed(sort)),
        _ => {
            let message = format!(
                "the sort `{}` expects {}, found {}",
                name,
                arity_text(arity, arity),
                arguments.len()
            );
            Err(tree.failure(e, message))
        }
    }
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

/// `(_ BitVec n)`.
fn indexed(tree: &Tree, e: Expr) -> Result<Sort, Failure> {
    let mut parts = tree.children(e).skip(1);
    let (name, bits, more) = (parts.next(), parts.next(), parts.next());
    let name = name.ok_or_else(|| tree.expected("a sort", e))?;
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
