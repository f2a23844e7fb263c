//! Arrays and datatypes where terms are made: the elaborator's part of [`families`](super::families).
//!
//! The name of a constructor or a selector of a datatype with parameters stands for one of each member. A selector or
//! a tester takes the member from the sort of its argument. A constructor takes it from the sorts of its arguments, if
//! they show all parameters; else its sort must be written with `as`. Datatypes may share names of parts, among which
//! the sorts decide as well.

use super::error::{Failure, Misuse};
use super::families::{Part, SortBody};
use super::names::Meaning;
use super::operators::arity_text;
use super::sexpr::Expr;
use super::sorts;
use super::tasks::{Head, Structural};
use super::terms::{fitting, Elaborator};
use crate::solver::term::{ConstructorId, Sort, TermId};
use std::sync::Arc;

impl Elaborator<'_> {
    /// The operator that a name without meaning stands for, if it is one of these.
    pub(super) fn structural(&self, name: &str) -> Option<Structural> {
        if !self.names.theories.sorts {
            return None;
        }
        match name {
            "select" => Some(Structural::Select),
            "store" => Some(Structural::Store),
            "array-diff" if self.names.theories.differences => Some(Structural::Difference),
            _ => {
                let constructor = self.names.known(name.strip_prefix("is-")?)?;
                match self.names.meaning(constructor) {
                    Some(Meaning::Constructor(parts)) => Some(Structural::Is(parts.clone())),
                    _ => None,
                }
            }
        }
    }

    /// The constructor of a name, with or without its sort: `cons`, `(as cons (List Int))`, and as z3 prints it in
    /// testers `(cons (Int (List Int)) (List Int))`.
    pub(super) fn tested(&mut self, e: Expr) -> Result<Structural, Failure> {
        let tree = self.tree;
        if !self.names.theories.sorts {
            return Err(Failure::unsupported(tree.position(e), "datatypes"));
        }
        let mut name = e;
        if tree.is_list(e) {
            let mut parts = tree.children(e);
            let first = parts.next();
            let is_qualified = first.map_or(false, |first| tree.is_word(first, "as"));
            let found = if is_qualified { parts.next() } else { first };
            name = found.ok_or_else(|| tree.expected("the name of a constructor", e))?;
        }
        self.constructor(name).map(Structural::Is)
    }

    fn constructor(&mut self, name: Expr) -> Result<Arc<[Part]>, Failure> {
        let tree = self.tree;
        let text = tree.symbol(name).ok_or_else(|| tree.expected("the name of a constructor", name))?;
        let id = self.names.id(text);
        match self.names.meaning(id) {
            Some(Meaning::Constructor(parts)) => Ok(parts.clone()),
            _ => Err(tree.failure(name, format!("there is no constructor `{}`", text))),
        }
    }

    /// The head `(as name sort)` of an application, if the sort says more than the name.
    pub(super) fn qualified_head(&mut self, name: Expr, sort: Option<Expr>) -> Result<Option<Head>, Failure> {
        let tree = self.tree;
        if !self.names.theories.sorts {
            return Ok(None);
        }
        let (text, place) = match (tree.symbol(name), sort) {
            (Some(text), Some(sort)) => (text, sort),
            _ => return Ok(None),
        };
        let id = self.names.id(text);
        match (self.names.binding(id), self.names.meaning(id)) {
            (None, Some(Meaning::Constructor(parts))) => {
                let parts = parts.clone();
                let sort = self.sort(place)?;
                self.member_part(&parts, sort).map_err(|misuse| sorts::at(tree, place, misuse))?;
                Ok(Some(Head::Structural(Structural::Construct(parts, Some(sort)))))
            }
            (None, None) if text == "const" => {
                let sort = self.sort(place)?;
                match self.terms.array_parts(sort) {
                    Some(_) => Ok(Some(Head::Structural(Structural::ConstArray(sort)))),
                    None => {
                        let message =
                            format!("expected a sort of arrays, found {}", self.terms.sort_text(sort));
                        Err(tree.failure(place, message))
                    }
                }
            }
            _ => Ok(None),
        }
    }

    /// The sort that is written at a node.
    pub(super) fn sort(&mut self, e: Expr) -> Result<Sort, Failure> {
        sorts::sort(self.tree, self.terms, self.names, e)
    }

    /// The one of these parts that a member of its family has.
    fn member_part(&self, parts: &[Part], sort: Sort) -> Result<Part, Misuse> {
        let families = &self.names.families;
        let family = families.origin(sort).map(|(family, _)| family);
        let part = parts.iter().find(|part| Some(part.family) == family);
        part.copied().ok_or_else(|| {
            let names: Vec<String> =
                parts.iter().map(|part| format!("`{}`", families.name(part.family))).collect();
            let (names, found) = (names.join(" or "), self.terms.sort_text(sort));
            Misuse::new(format!("expected the datatype {}, found the sort {}", names, found))
        })
    }

    /// The constructor that one of these parts is in a member of its family, or whose selector it is.
    pub(super) fn constructor_in(&self, parts: &[Part], sort: Sort) -> Result<ConstructorId, Misuse> {
        let part = self.member_part(parts, sort)?;
        let constructor = self.terms.constructors(sort).get(part.constructor).copied();
        constructor.ok_or_else(|| Misuse::new("there is no such constructor"))
    }

    /// A constructor that stands alone.
    pub(super) fn lone_constructor(
        &mut self,
        e: Expr,
        parts: &[Part],
        sort: Option<Sort>,
    ) -> Result<TermId, Failure> {
        let count = parts.iter().map(|&part| self.field_bodies(part).len()).min().unwrap_or(0);
        if count > 0 {
            let name = self.tree.text(e);
            let message = format!("`{}` expects {}, found none", name, arity_text(count, count));
            return Err(self.tree.failure(e, message));
        }
        let made = self.construct(parts, sort, &[]);
        made.map_err(|misuse| sorts::at(self.tree, e, misuse))
    }

    fn field_bodies(&self, part: Part) -> &[(Box<str>, SortBody)] {
        self.names.families.constructors(part.family).get(part.constructor).map_or(&[], |c| &c.fields[..])
    }

    /// The value that a constructor makes. Of several constructors it is the one that takes the arguments.
    fn construct(&mut self, parts: &[Part], sort: Option<Sort>, args: &[TermId]) -> Result<TermId, Misuse> {
        if let Some(sort) = sort {
            let part = self.member_part(parts, sort)?;
            return self.construct_one(part, sort, args);
        }
        let mut made: Option<TermId> = None;
        let mut refused = None;
        for &part in parts {
            match self.inferred(part, args).and_then(|sort| self.construct_one(part, sort, args)) {
                Ok(t) if made.is_none() => made = Some(t),
                Ok(_) => {
                    let name = self.names.families.constructors(part.family).get(part.constructor);
                    let name = name.map_or("", |c| &c.name);
                    let message =
                        format!("several datatypes have such a constructor; write `(as {} SORT)`", name);
                    return Err(Misuse::new(message));
                }
                Err(misuse) => {
                    refused.get_or_insert(misuse);
                }
            }
        }
        match (made, refused) {
            (Some(t), _) => Ok(t),
            (None, Some(misuse)) => Err(misuse),
            (None, None) => Err(Misuse::new("there is no such constructor")),
        }
    }

    fn construct_one(&mut self, part: Part, sort: Sort, args: &[TermId]) -> Result<TermId, Misuse> {
        let constructor = self.constructor_in(&[part], sort)?;
        let selectors = self.terms.selectors(constructor);
        let places: Vec<Sort> = selectors.map(|s| self.terms.selector_sort(s)).collect();
        let args = fitting(self.terms, &places, args)?;
        Ok(self.terms.construct(constructor, &args))
    }

    /// The datatype of a constructor with these arguments.
    fn inferred(&mut self, part: Part, args: &[TermId]) -> Result<Sort, Misuse> {
        let count = self.field_bodies(part).len();
        if args.len() != count {
            let message = format!("expected {}, found {}", arity_text(count, count), args.len());
            return Err(Misuse::new(message));
        }
        let mut found: Vec<Option<Sort>> = vec![None; self.names.families.arity(part.family)];
        for ((_, body), &arg) in self.field_bodies(part).iter().zip(args) {
            self.names.families.infer(self.terms, body, self.terms.sort(arg), &mut found);
        }
        let known: Option<Vec<SortBody>> = found.into_iter().map(|sort| sort.map(SortBody::Fixed)).collect();
        match known {
            Some(parameters) => {
                let body = SortBody::Member(part.family, parameters.into());
                self.names.families.sort(self.terms, &body, &[])
            }
            None => {
                let families = &self.names.families;
                let constructor = families.constructors(part.family).get(part.constructor);
                let name = constructor.map_or("", |c| &c.name);
                let qualified = format!("(as {} ({} ...))", name, families.name(part.family));
                let written = if args.is_empty() { qualified } else { format!("({} ...)", qualified) };
                let message = format!("its sort is not known from its arguments; write `{}`", written);
                Err(Misuse::new(message))
            }
        }
    }

    pub(super) fn apply_structural(
        &mut self,
        operator: &Structural,
        args: &[TermId],
    ) -> Result<TermId, Misuse> {
        match operator {
            Structural::Select => {
                let (sort, index, _) = self.array_argument(args, 2)?;
                let args = fitting(self.terms, &[sort, index], args)?;
                Ok(self.terms.select(args[0], args[1]))
            }
            Structural::Store => {
                let (sort, index, element) = self.array_argument(args, 3)?;
                let args = fitting(self.terms, &[sort, index, element], args)?;
                Ok(self.terms.store(args[0], args[1], args[2]))
            }
            Structural::Difference => {
                let (sort, ..) = self.array_argument(args, 2)?;
                let args = fitting(self.terms, &[sort, sort], args)?;
                Ok(self.terms.difference(args[0], args[1]))
            }
            &Structural::ConstArray(sort) => {
                let element = self.terms.array_parts(sort).map_or(Sort::Bool, |(_, element)| element);
                let args = fitting(self.terms, &[element], args)?;
                Ok(self.terms.const_array(sort, args[0]))
            }
            Structural::Construct(parts, sort) => self.construct(parts, *sort, args),
            Structural::Field(parts) => {
                let (part, t) = self.data_argument(parts, args)?;
                let constructor = self.constructor_in(&[part], self.terms.sort(t))?;
                match self.terms.selectors(constructor).nth(part.field) {
                    Some(selector) => Ok(self.terms.field(selector, t)),
                    None => Err(Misuse::new("there is no such field")),
                }
            }
            Structural::Is(parts) => {
                let (part, t) = self.data_argument(parts, args)?;
                let constructor = self.constructor_in(&[part], self.terms.sort(t))?;
                Ok(self.terms.is(constructor, t))
            }
        }
    }

    /// The sort of an array, the first of this many arguments, with those of its indices and elements.
    fn array_argument(&self, args: &[TermId], count: usize) -> Result<(Sort, Sort, Sort), Misuse> {
        let sort = match args.first() {
            Some(&array) if args.len() == count => self.terms.sort(array),
            _ => {
                let message = format!("expected {}, found {}", arity_text(count, count), args.len());
                return Err(Misuse::new(message));
            }
        };
        match self.terms.array_parts(sort) {
            Some((index, element)) => Ok((sort, index, element)),
            None => {
                let found = self.terms.sort_text(sort);
                let message = format!("expected a term of sort (Array ...), found one of sort {}", found);
                Err(Misuse::of_argument(0, message))
            }
        }
    }

    /// The one of these parts that the sort of the only argument has.
    fn data_argument(&self, parts: &[Part], args: &[TermId]) -> Result<(Part, TermId), Misuse> {
        match *args {
            [t] => {
                let part = self.member_part(parts, self.terms.sort(t));
                part.map(|part| (part, t)).map_err(|misuse| Misuse { argument: Some(0), ..misuse })
            }
            _ => Err(Misuse::new(format!("expected {}, found {}", arity_text(1, 1), args.len()))),
        }
    }
}
