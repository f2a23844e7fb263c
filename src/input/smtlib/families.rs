//! Sorts that a script declares: declared sorts and datatypes, with parameters or without.
//!
//! A declaration makes a *family*. That of `(declare-sort S 1)` has a member for each sort, `(S Int)`, `(S Bool)` and
//! so on; a declaration without parameters has one member. A member is made when it first occurs. With a member of a
//! family of datatypes all datatypes in its fields are made, each at the parameters that the field asks for; a
//! datatype that contains itself at ever larger parameters is refused by the limit on the size of sorts.
//!
//! Families stay when their scope is left, as terms do, until a collection (`collect.rs`), but their names go away.

use super::error::Misuse;
use crate::base::HashMap;
use crate::solver::term::{Constructor, Sort, Terms, Uninhabited};
use std::sync::Arc;

/// Deepest nesting of sorts.
pub(super) const DEEPEST: u32 = 200;

/// Most words in a sort.
pub(super) const LARGEST: u32 = 1000;

/// Most constructors in the default value of a datatype.
const LARGEST_VALUE: u32 = 1000;

/// Most datatypes that are made at once, because they contain each other.
pub(super) const MOST_MEMBERS: usize = 1000;

/// A declaration of sorts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FamilyId(pub(super) u32);

/// A constructor of a family of datatypes, or a selector of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub family: FamilyId,
    /// Its place among the constructors.
    pub constructor: usize,
    /// The place of a selector among the fields; 0 of a constructor.
    pub field: usize,
}

/// A sort over parameters.
#[derive(Clone, Debug)]
pub(crate) enum SortBody {
    /// This sort, for all arguments.
    Fixed(Sort),
    /// The argument in this place.
    Parameter(usize),
    /// The arrays with these indices and elements.
    Array(Arc<[SortBody; 2]>),
    /// The member of a family for these parameters.
    Member(FamilyId, Arc<[SortBody]>),
}

/// How large a sort is as text.
#[derive(Clone, Copy)]
pub(super) struct Measure {
    depth: u32,
    words: u32,
}

/// A constructor as it is declared, over the parameters of its datatype.
#[derive(Debug)]
pub(super) struct ConstructorBody {
    pub name: Box<str>,
    pub fields: Vec<(Box<str>, SortBody)>,
}

pub(super) struct Family {
    pub name: Box<str>,
    pub arity: usize,
    /// None of a declared sort.
    pub constructors: Option<Arc<[ConstructorBody]>>,
}

/// A family and the parameters of one member.
pub(super) type Key = (FamilyId, Box<[Sort]>);

/// The families of a script and their members.
#[derive(Default)]
pub(crate) struct Families {
    pub(super) list: Vec<Family>,
    pub(super) members: HashMap<Key, Sort>,
    pub(super) origins: HashMap<Sort, Key>,
    /// Of sorts that are more than a word.
    pub(super) measures: HashMap<Sort, Measure>,
    /// The number of constructors in the default value of a datatype.
    pub(super) value_sizes: HashMap<Sort, u32>,
}

impl Measure {
    const WORD: Measure = Measure { depth: 0, words: 1 };

    fn around(parts: impl Iterator<Item = Measure>) -> Measure {
        parts.fold(Measure { depth: 1, words: 1 }, |sum, part| Measure {
            depth: sum.depth.max(part.depth + 1),
            words: sum.words.saturating_add(part.words),
        })
    }

    fn check(self) -> Result<(), Misuse> {
        if self.depth > DEEPEST {
            return Err(Misuse::beyond(format!("sorts nested deeper than {} are too deep", DEEPEST)));
        }
        if self.words > LARGEST {
            return Err(Misuse::beyond(format!("sorts of more than {} words are too large", LARGEST)));
        }
        Ok(())
    }
}

impl Families {
    /// A new family, of datatypes if it is to get constructors.
    pub fn add(&mut self, name: &str, arity: usize) -> FamilyId {
        let id = FamilyId(self.list.len() as u32);
        self.list.push(Family { name: name.into(), arity, constructors: None });
        id
    }

    /// Gives a family its constructors.
    pub(super) fn set_constructors(&mut self, family: FamilyId, constructors: Vec<ConstructorBody>) {
        if let Some(entry) = self.list.get_mut(family.0 as usize) {
            entry.constructors = Some(constructors.into());
        }
    }

    /// Bytes held, roughly.
    pub fn bytes(&self) -> usize {
        128 * (self.list.len() + self.measures.len() + self.origins.len())
    }

    /// The constructors of a family of datatypes; none of a declared sort.
    pub(super) fn constructors(&self, family: FamilyId) -> &[ConstructorBody] {
        self.list.get(family.0 as usize).and_then(|entry| entry.constructors.as_deref()).unwrap_or(&[])
    }

    /// The number of parameters.
    pub fn arity(&self, family: FamilyId) -> usize {
        self.list.get(family.0 as usize).map_or(0, |entry| entry.arity)
    }

    pub fn name(&self, family: FamilyId) -> &str {
        self.list.get(family.0 as usize).map_or("", |entry| &entry.name)
    }

    /// The family that a sort is a member of, and its parameters.
    pub fn origin(&self, sort: Sort) -> Option<(FamilyId, &[Sort])> {
        self.origins.get(&sort).map(|(family, parameters)| (*family, &parameters[..]))
    }

    fn measure(&self, sort: Sort) -> Measure {
        self.measures.get(&sort).copied().unwrap_or(Measure::WORD)
    }

    fn measure_body(&self, body: &SortBody) -> Measure {
        match body {
            SortBody::Fixed(sort) => self.measure(*sort),
            SortBody::Parameter(_) => Measure::WORD,
            SortBody::Array(parts) => Measure::around(parts.iter().map(|part| self.measure_body(part))),
            SortBody::Member(_, parts) if parts.is_empty() => Measure::WORD,
            SortBody::Member(_, parts) => Measure::around(parts.iter().map(|part| self.measure_body(part))),
        }
    }

    /// Fails if a sort is too large.
    pub(super) fn check(&self, body: &SortBody) -> Result<(), Misuse> {
        self.measure_body(body).check()
    }

    /// The sort that a body is for these arguments. Members that are missing are made.
    pub(super) fn sort(
        &mut self,
        terms: &mut Terms,
        body: &SortBody,
        arguments: &[Sort],
    ) -> Result<Sort, Misuse> {
        let mut new = Vec::new();
        let result = self.place(terms, body, arguments, &mut new);
        let result = result.and_then(|sort| self.complete(terms, &mut new).map(|()| sort));
        if result.is_err() {
            for sort in new {
                if let Some(key) = self.origins.remove(&sort) {
                    self.members.remove(&key);
                }
            }
        }
        result
    }

    /// The same, where datatypes may be left without their constructors: those are appended to `new`.
    fn place(
        &mut self,
        terms: &mut Terms,
        body: &SortBody,
        arguments: &[Sort],
        new: &mut Vec<Sort>,
    ) -> Result<Sort, Misuse> {
        match body {
            SortBody::Fixed(sort) => Ok(*sort),
            SortBody::Parameter(place) => {
                arguments.get(*place).copied().ok_or_else(|| Misuse::new("a parameter stands for no sort"))
            }
            SortBody::Array(parts) => {
                let index = self.place(terms, &parts[0], arguments, new)?;
                let element = self.place(terms, &parts[1], arguments, new)?;
                let measure = Measure::around([index, element].iter().map(|&part| self.measure(part)));
                measure.check()?;
                let sort = terms.array_sort(index, element);
                self.measures.insert(sort, measure);
                Ok(sort)
            }
            SortBody::Member(family, parts) => {
                let mut parameters = Vec::with_capacity(parts.len());
                for part in parts.iter() {
                    parameters.push(self.place(terms, part, arguments, new)?);
                }
                self.member(terms, *family, parameters, new)
            }
        }
    }

    fn member(
        &mut self,
        terms: &mut Terms,
        family: FamilyId,
        parameters: Vec<Sort>,
        new: &mut Vec<Sort>,
    ) -> Result<Sort, Misuse> {
        let key = (family, parameters.into_boxed_slice());
        if let Some(&sort) = self.members.get(&key) {
            return Ok(sort);
        }
        let measure = Measure::around(key.1.iter().map(|&part| self.measure(part)));
        measure.check()?;
        let name = self.name(family);
        let is_datatype = self.list.get(family.0 as usize).map_or(false, |e| e.constructors.is_some());
        let sort = if is_datatype {
            terms.declare_datatype(name, &key.1)
        } else {
            terms.declare_sort_at(name, &key.1)
        };
        if !key.1.is_empty() {
            self.measures.insert(sort, measure);
        }
        self.members.insert(key.clone(), sort);
        self.origins.insert(sort, key);
        if is_datatype {
            new.push(sort);
        }
        Ok(sort)
    }

    /// Gives new datatypes their constructors, and makes the datatypes in their fields.
    fn complete(&mut self, terms: &mut Terms, new: &mut Vec<Sort>) -> Result<(), Misuse> {
        let mut fields: Vec<Vec<Vec<Sort>>> = Vec::new();
        while let Some(&sort) = new.get(fields.len()) {
            let (family, arguments) = match self.origins.get(&sort) {
                Some(key) => key.clone(),
                None => break,
            };
            let mut own = Vec::new();
            for constructor in self.bodies(family).iter() {
                let mut sorts = Vec::new();
                for (_, body) in &constructor.fields {
                    let sort = self.place(terms, body, &arguments, new);
                    sorts.push(sort.map_err(|misuse| self.too_large(family, misuse))?);
                }
                own.push(sorts);
            }
            if new.len() > MOST_MEMBERS {
                let message =
                    format!("more than {} datatypes that contain each other are too many", MOST_MEMBERS);
                return Err(Misuse::beyond(message));
            }
            fields.push(own);
        }
        self.define(terms, new, &fields)?;
        self.check_values(terms, new)
    }

    fn bodies(&self, family: FamilyId) -> Arc<[ConstructorBody]> {
        let entry = self.list.get(family.0 as usize).and_then(|entry| entry.constructors.clone());
        entry.unwrap_or_else(|| Vec::new().into())
    }

    /// The failure to make the sort of a field, said of its datatype.
    fn too_large(&self, family: FamilyId, misuse: Misuse) -> Misuse {
        let message = format!(
            "the datatype `{}` contains itself at ever larger parameters, or a field of it is too large ({}); \
             a datatype may contain itself at its own parameters",
            self.name(family),
            misuse.message
        );
        Misuse { message, ..misuse }
    }

    fn define(&self, terms: &mut Terms, new: &[Sort], fields: &[Vec<Vec<Sort>>]) -> Result<(), Misuse> {
        let sorts = fields.iter().flatten().flatten().copied();
        let is_float = |sort: &Sort| matches!(sort, Sort::Float(_) | Sort::Rounding);
        if terms.sorts_inside(sorts).iter().any(is_float) {
            return Err(Misuse::beyond("fields that are floating-point numbers are not supported"));
        }
        let families: Vec<Arc<[ConstructorBody]>> = new
            .iter()
            .map(|sort| self.origins.get(sort).map_or_else(|| Vec::new().into(), |key| self.bodies(key.0)))
            .collect();
        let mut definitions = Vec::with_capacity(new.len());
        for ((&sort, bodies), sorts) in new.iter().zip(&families).zip(fields) {
            let list = bodies.iter().zip(sorts).map(|(body, sorts)| {
                let names = body.fields.iter().map(|(name, _)| &name[..]);
                Constructor { name: &body.name, fields: names.zip(sorts.iter().copied()).collect() }
            });
            definitions.push((sort, list.collect::<Vec<_>>()));
        }
        terms.define_datatypes(&definitions).map_err(|error| match error {
            Uninhabited::Empty(_) => Misuse::new(error.to_string()),
            Uninhabited::ThroughArray(_) => Misuse::beyond(error.to_string()),
        })
    }

    /// Fails if the default value of a new datatype is too large.
    fn check_values(&mut self, terms: &Terms, new: &[Sort]) -> Result<(), Misuse> {
        let mut open = new.to_vec();
        while !open.is_empty() {
            let before = open.len();
            open.retain(|&sort| match self.value_size(terms, sort) {
                Some(size) => {
                    self.value_sizes.insert(sort, size);
                    false
                }
                None => true,
            });
            if open.len() == before {
                break;
            }
        }
        let size = |sort: &&Sort| self.value_sizes.get(sort).map_or(true, |&size| size > LARGEST_VALUE);
        match new.iter().find(size) {
            Some(&sort) => Err(Misuse::beyond(format!(
                "each value of the datatype `{}` has more than {} constructors, which are too many",
                terms.sort_text(sort),
                LARGEST_VALUE
            ))),
            None => Ok(()),
        }
    }

    /// The number of constructors in the default value of a datatype, if those in its fields are known.
    fn value_size(&self, terms: &Terms, sort: Sort) -> Option<u32> {
        let mut size = 1u32;
        for selector in terms.selectors(terms.default_constructor(sort)?) {
            let mut field = terms.selector_sort(selector);
            while let Some((_, element)) = terms.array_parts(field) {
                size = size.saturating_add(1);
                field = element;
            }
            if !terms.constructors(field).is_empty() {
                size = size.saturating_add(*self.value_sizes.get(&field)?);
            }
        }
        Some(size)
    }

    /// The arguments for which a body is this sort, as far as they are not found yet and the sort shows them.
    pub fn infer(&self, terms: &Terms, body: &SortBody, sort: Sort, found: &mut [Option<Sort>]) {
        match body {
            SortBody::Fixed(_) => {}
            SortBody::Parameter(place) => {
                if let Some(slot) = found.get_mut(*place) {
                    slot.get_or_insert(sort);
                }
            }
            SortBody::Array(parts) => {
                if let Some((index, element)) = terms.array_parts(sort) {
                    self.infer(terms, &parts[0], index, found);
                    self.infer(terms, &parts[1], element, found);
                }
            }
            SortBody::Member(family, parts) => match self.origin(sort) {
                Some((origin, parameters)) if origin == *family => {
                    for (part, &parameter) in parts.iter().zip(parameters) {
                        self.infer(terms, part, parameter, found);
                    }
                }
                Some(_) | None => {}
            },
        }
    }
}

impl SortBody {
    /// The body with these arguments for its parameters.
    pub fn with(&self, arguments: &[SortBody]) -> SortBody {
        match self {
            SortBody::Fixed(sort) => SortBody::Fixed(*sort),
            SortBody::Parameter(place) => {
                arguments.get(*place).cloned().unwrap_or(SortBody::Parameter(*place))
            }
            SortBody::Array(parts) => {
                SortBody::Array(Arc::new([parts[0].with(arguments), parts[1].with(arguments)]))
            }
            SortBody::Member(family, parts) => {
                SortBody::Member(*family, parts.iter().map(|part| part.with(arguments)).collect())
            }
        }
    }
}
