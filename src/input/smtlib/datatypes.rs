//! Commands that declare sorts and datatypes.
//!
//! Datatypes that are declared together may contain each other, so their names are given first, then their
//! constructors are read. A declaration with parameters is tried out at sorts of its own, so that a datatype without
//! values is refused where it is declared. A declaration that fails leaves no name behind.

use super::arguments::Arguments;
use super::declarations::Declarations;
use super::error::Failure;
use super::families::{ConstructorBody, FamilyId, Part, SortBody, MOST_MEMBERS};
use super::lexer::Kind;
use super::names::{Made, SortDefinition};
use super::sexpr::{Expr, Tree};
use super::sorts::{at, numeral, SortReader};
use crate::solver::term::{is_reserved, Sort};
use std::borrow::Cow;

/// A datatype whose constructors are still to be read.
struct Open<'a> {
    /// The place of its name.
    name: Expr,
    family: FamilyId,
    parameters: Vec<&'a str>,
    /// Each constructor: a list, or a name alone.
    constructors: Vec<Expr>,
}

/// Most parameters of a sort.
const MOST_PARAMETERS: u32 = 100;

/// A name that a declaration gives to a part of itself.
fn inner_name(tree: &Tree, e: Expr) -> Result<&str, Failure> {
    let text = tree.symbol(e).ok_or_else(|| tree.expected("a name", e))?;
    if tree.kind(e) == Kind::Symbol && is_reserved(text) {
        return Err(tree.failure(e, format!("`{}` is a reserved word", text)));
    }
    Ok(text)
}

fn names_in(tree: &Tree, list: Expr) -> Result<Vec<&str>, Failure> {
    let mut names: Vec<&str> = Vec::new();
    for e in tree.children(list) {
        let name = inner_name(tree, e)?;
        if names.contains(&name) {
            return Err(tree.failure(e, format!("there are two parameters `{}`", name)));
        }
        names.push(name);
        check_count(tree, list, names.len() as u64)?;
    }
    Ok(names)
}

fn check_count(tree: &Tree, e: Expr, count: u64) -> Result<(), Failure> {
    if count > u64::from(MOST_PARAMETERS) {
        let message = format!("more than {} parameters of a sort are too many", MOST_PARAMETERS);
        return Err(Failure::beyond(tree.position(e), message));
    }
    Ok(())
}

impl Declarations {
    /// `(declare-sort name)`, `(declare-sort name arity)`
    pub(super) fn declare_sort(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (place, text) = arguments.name()?;
        let arity = arguments.optional_numeral(0)?;
        arguments.end()?;
        check_count(arguments.tree, place, u64::from(arity))?;
        self.new_family(arguments.tree, place, text, arity as usize).map(|_| ())
    }

    /// A family of sorts, and its name.
    fn new_family(
        &mut self,
        tree: &Tree,
        place: Expr,
        text: &str,
        arity: usize,
    ) -> Result<(FamilyId, Made), Failure> {
        if arity > 0 && !self.names.theories.parameters {
            return Err(Failure::unsupported(tree.position(place), "datatypes with parameters"));
        }
        let id = self.new_sort_name(tree, place, text)?;
        let family = self.names.families.add(text, arity);
        let body = SortBody::Member(family, (0..arity).map(SortBody::Parameter).collect());
        self.names.define_sort(id, SortDefinition { arity, body });
        Ok((family, Made::Sort(id)))
    }

    /// `(declare-datatype name declaration)`
    pub(super) fn declare_datatype(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (name, _) = arguments.name()?;
        let declaration = arguments.list("a list of constructors")?;
        arguments.end()?;
        let tree = arguments.tree;
        let parts = declaration_parts(tree, declaration)?;
        self.datatypes(tree, vec![(name, parts.0, parts.1)], false)
    }

    /// `(declare-datatypes ((name arity) ...) (declaration ...))`, and as SMT-LIB 2.5 had it
    /// `(declare-datatypes (parameter ...) ((name constructor ...) ...))`
    pub(super) fn declare_datatypes(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let first = arguments.list("a list of datatypes `((name arity) ...)`")?;
        let second = arguments.list("a list of declarations")?;
        arguments.end()?;
        let is_old = !tree.children(first).any(|e| tree.is_list(e));
        let mut list = Vec::new();
        if is_old {
            let parameters = names_in(tree, first)?;
            for declaration in tree.children(second) {
                let mut children = tree.children(declaration);
                let name =
                    children.next().ok_or_else(|| tree.expected("`(name constructor ...)`", declaration))?;
                list.push((name, parameters.clone(), children.collect()));
            }
        } else {
            let mut declarations = tree.children(second);
            for e in tree.children(first) {
                let mut parts = tree.children(e);
                let (name, arity) = match (parts.next(), parts.next(), parts.next()) {
                    (Some(name), Some(arity), None) => (name, arity),
                    _ => return Err(tree.expected("a datatype `(name arity)`", e)),
                };
                let declaration = declarations
                    .next()
                    .ok_or_else(|| tree.failure(e, "this datatype lacks its list of constructors"))?;
                let (parameters, constructors) = declaration_parts(tree, declaration)?;
                if numeral(tree, arity)? as usize != parameters.len() {
                    let message = format!(
                        "the arity does not fit the declaration, which has {} parameters `(par (X ...) ...)`",
                        parameters.len()
                    );
                    return Err(tree.failure(arity, message));
                }
                list.push((name, parameters, constructors));
            }
            if let Some(more) = declarations.next() {
                return Err(tree.failure(more, "these constructors are of no datatype in the first list"));
            }
        }
        if list.is_empty() {
            return Err(tree.failure(first, "expected at least one datatype"));
        }
        self.datatypes(tree, list, is_old)
    }

    fn datatypes(
        &mut self,
        tree: &Tree,
        list: Vec<(Expr, Vec<&str>, Vec<Expr>)>,
        is_old: bool,
    ) -> Result<(), Failure> {
        let mut made = Vec::new();
        let result = self.new_datatypes(tree, list, is_old, &mut made);
        if result.is_err() {
            self.names.retract(&made);
        }
        result
    }

    fn new_datatypes(
        &mut self,
        tree: &Tree,
        list: Vec<(Expr, Vec<&str>, Vec<Expr>)>,
        is_old: bool,
        made: &mut Vec<Made>,
    ) -> Result<(), Failure> {
        if list.len() > MOST_MEMBERS {
            let message = format!("more than {} datatypes in one declaration are too many", MOST_MEMBERS);
            return Err(Failure::beyond(tree.position(tree.root()), message));
        }
        let mut open = Vec::new();
        for (name, parameters, constructors) in list {
            let text = match tree.is_list(name) && self.names.theories.has_instances() {
                true => Cow::Owned(tree.written(name)),
                false => Cow::Borrowed(inner_name(tree, name)?),
            };
            let (family, entry) = self.new_family(tree, name, &text, parameters.len())?;
            made.push(entry);
            if constructors.is_empty() {
                return Err(tree.failure(name, format!("the datatype `{}` lacks constructors", text)));
            }
            open.push(Open { name, family, parameters, constructors });
        }
        for datatype in &open {
            let bodies = self.constructor_bodies(tree, datatype, is_old, made)?;
            self.names.families.set_constructors(datatype.family, bodies);
        }
        for datatype in &open {
            let parameters: Vec<Sort> =
                datatype.parameters.iter().map(|name| self.terms.declare_sort(name)).collect();
            let parts = parameters.iter().map(|&sort| SortBody::Fixed(sort)).collect();
            let body = SortBody::Member(datatype.family, parts);
            let member = self.names.families.sort(&mut self.terms, &body, &[]);
            member.map_err(|misuse| at(tree, datatype.name, misuse))?;
        }
        Ok(())
    }

    /// The constructors of a datatype, and the names of all their parts.
    fn constructor_bodies(
        &mut self,
        tree: &Tree,
        datatype: &Open<'_>,
        is_old: bool,
        made: &mut Vec<Made>,
    ) -> Result<Vec<ConstructorBody>, Failure> {
        let mut bodies = Vec::new();
        for (constructor, &e) in datatype.constructors.iter().enumerate() {
            let mut children = tree.children(e);
            let name = match children.next() {
                Some(name) => name,
                None if tree.is_list(e) => return Err(tree.expected("a constructor", e)),
                None => e,
            };
            let part = Part { family: datatype.family, constructor, field: 0 };
            let text = self.part_name(tree, name, (part, false), made)?;
            let mut fields = Vec::new();
            for (place, e) in children.enumerate() {
                let mut parts = tree.children(e);
                let (name, sort) = match (parts.next(), parts.next(), parts.next()) {
                    (Some(name), Some(sort), None) => (name, sort),
                    _ => return Err(tree.expected("a field `(selector sort)`", e)),
                };
                let name = self.part_name(tree, name, (Part { field: place, ..part }, true), made)?;
                let names = &mut self.names;
                let parameters = &datatype.parameters;
                let sort = SortReader { tree, names, parameters, is_bare: is_old }.body(sort)?;
                fields.push((name.into(), sort));
            }
            bodies.push(ConstructorBody { name: text.into(), fields });
        }
        Ok(bodies)
    }

    /// Gives a name to a part of a datatype.
    fn part_name<'a>(
        &mut self,
        tree: &'a Tree,
        e: Expr,
        (part, is_selector): (Part, bool),
        made: &mut Vec<Made>,
    ) -> Result<&'a str, Failure> {
        let text = inner_name(tree, e)?;
        let id = self.names.id(text);
        let entry = self.names.define_part(id, part, is_selector);
        made.push(entry.map_err(|message| tree.failure(e, message))?);
        Ok(text)
    }
}

/// The parameters and constructors of a declaration: `(constructor ...)` or `(par (parameter ...) (constructor ...))`.
fn declaration_parts(tree: &Tree, declaration: Expr) -> Result<(Vec<&str>, Vec<Expr>), Failure> {
    let mut children = tree.children(declaration);
    let first = children.next();
    if !first.map_or(false, |e| tree.is_word(e, "par")) {
        if !tree.is_list(declaration) {
            return Err(tree.expected("a list of constructors", declaration));
        }
        return Ok((Vec::new(), tree.children(declaration).collect()));
    }
    match (children.next(), children.next(), children.next()) {
        (Some(parameters), Some(constructors), None)
            if tree.is_list(parameters) && tree.is_list(constructors) =>
        {
            Ok((names_in(tree, parameters)?, tree.children(constructors).collect()))
        }
        _ => Err(tree.expected("`(par (parameter ...) (constructor ...))`", declaration)),
    }
}
