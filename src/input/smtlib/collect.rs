//! Collection: names, sorts and terms that nothing in scope leads to are forgotten.
//!
//! Leaving a scope takes away the meanings of names, not their numbers, their terms and their sorts, which may be used
//! again. In a long dialogue they add up. [`Declarations::collect`] makes all tables anew with what is in scope, and
//! tells the caller the new ids of what the caller holds. It must not be called within a command that still reads
//! terms.

use super::declarations::Declarations;
use super::families::{ConstructorBody, Families, Family, FamilyId, Part, SortBody};
use super::names::{Entry, Function, Made, Meaning, NameId, Names, SortDefinition};
use crate::solver::term::{FunctionId, Renaming, Roots, Sort, TermId};
use std::sync::Arc;

/// The new ids of everything that was kept.
pub(crate) struct Collected {
    pub terms: Renaming,
    /// By old name and by old family.
    names: Vec<Option<NameId>>,
    families: Vec<Option<FamilyId>>,
}

impl Collected {
    /// The term that a kept one is now.
    pub fn term(&self, t: TermId) -> TermId {
        self.terms.term(t).unwrap_or_else(|| unreachable!("{:?} was to be kept", t))
    }

    /// The number that a kept name has now.
    pub fn name(&self, id: NameId) -> NameId {
        kept(&self.names, id.0, "name").unwrap_or(id)
    }

    fn sort(&self, sort: Sort) -> Sort {
        self.terms.sort(sort).unwrap_or_else(|| unreachable!("the {} was to be kept", sort))
    }

    fn function(&self, function: FunctionId) -> FunctionId {
        self.terms.function(function).unwrap_or_else(|| unreachable!("{:?} was to be kept", function))
    }

    fn family(&self, id: FamilyId) -> FamilyId {
        kept(&self.families, id.0, "family").unwrap_or(id)
    }

    fn parts(&self, parts: &[Part]) -> Arc<[Part]> {
        parts.iter().map(|&part| Part { family: self.family(part.family), ..part }).collect()
    }

    fn meaning(&self, meaning: &Meaning) -> Meaning {
        match meaning {
            Meaning::Constant(t) => Meaning::Constant(self.term(*t)),
            Meaning::Defined(t) => Meaning::Defined(self.term(*t)),
            Meaning::Function(function) => Meaning::Function(Arc::new(Function {
                parameters: function.parameters.iter().map(|&t| self.term(t)).collect(),
                body: self.term(function.body),
            })),
            Meaning::Predicate(place) => Meaning::Predicate(*place),
            Meaning::Declared(function) => Meaning::Declared(self.function(*function)),
            Meaning::Constructor(parts) => Meaning::Constructor(self.parts(parts)),
            Meaning::Selector(parts) => Meaning::Selector(self.parts(parts)),
        }
    }

    fn body(&self, body: &SortBody) -> SortBody {
        match body {
            SortBody::Fixed(sort) => SortBody::Fixed(self.sort(*sort)),
            SortBody::Parameter(place) => SortBody::Parameter(*place),
            SortBody::Array(parts) => SortBody::Array(Arc::new([self.body(&parts[0]), self.body(&parts[1])])),
            SortBody::Member(family, parts) => {
                SortBody::Member(self.family(*family), parts.iter().map(|part| self.body(part)).collect())
            }
        }
    }
}

/// The new number under an old one.
fn kept<T: Copy>(table: &[Option<T>], old: u32, what: &str) -> Option<T> {
    let new = table.get(old as usize).copied().flatten();
    debug_assert!(new.is_some(), "{} {} was to be kept", what, old);
    new
}

/// The terms, functions and sorts that the meanings of names lead to.
#[derive(Default)]
struct Found {
    terms: Vec<TermId>,
    functions: Vec<FunctionId>,
    sorts: Vec<Sort>,
    /// By family, whether it is needed.
    families: Vec<bool>,
}

impl Found {
    fn meaning(&mut self, meaning: &Meaning, families: &Families) {
        match meaning {
            Meaning::Constant(t) | Meaning::Defined(t) => self.terms.push(*t),
            Meaning::Function(function) => {
                self.terms.extend_from_slice(&function.parameters);
                self.terms.push(function.body);
            }
            Meaning::Predicate(_) => {}
            Meaning::Declared(function) => self.functions.push(*function),
            Meaning::Constructor(parts) | Meaning::Selector(parts) => {
                parts.iter().for_each(|part| self.family(part.family, families));
            }
        }
    }

    /// A family, and those that occur in its constructors.
    fn family(&mut self, family: FamilyId, families: &Families) {
        let mut open = vec![family];
        while let Some(family) = open.pop() {
            if !std::mem::replace(&mut self.families[family.0 as usize], true) {
                let fields = families.constructors(family).iter().flat_map(|c| &c.fields);
                fields.for_each(|field| open.extend(self.body(&field.1)));
            }
        }
    }

    /// The sorts in the body of a sort; its families are returned.
    fn body(&mut self, body: &SortBody) -> Vec<FamilyId> {
        let (mut open, mut families) = (vec![body], Vec::new());
        while let Some(body) = open.pop() {
            match body {
                SortBody::Fixed(sort) => self.sorts.push(*sort),
                SortBody::Parameter(_) => {}
                SortBody::Array(parts) => open.extend(parts.iter()),
                SortBody::Member(family, parts) => {
                    families.push(*family);
                    open.extend(parts.iter());
                }
            }
        }
        families
    }
}

impl Declarations {
    /// Forgets all terms, names and sorts but those in scope, the operators' names, and `terms` with `names`. Nothing
    /// happens if more than this number of terms would stay.
    pub fn collect(&mut self, terms: &[TermId], names: &[NameId], most: usize) -> Option<Collected> {
        debug_assert!(self.attributes.is_none() && self.occurrences.is_none(), "they hold terms, too");
        let mut found = self.found();
        found.terms.extend_from_slice(terms);
        let (store, renaming) = loop {
            let roots = Roots { terms: &found.terms, functions: &found.functions, sorts: &found.sorts };
            let (store, renaming) = self.terms.retain(roots);
            if !self.names.families.add_origins(&renaming, &mut found) {
                break (store, renaming);
            }
        };
        if store.len() > most {
            return None;
        }
        let mut collected =
            Collected { terms: renaming, names: Vec::new(), families: numbers(&found.families, FamilyId) };
        let held = self.constants.iter().map(|c| c.0);
        let held = held.chain(self.functions.iter().map(|f| f.0)).chain(self.labels.iter().map(|l| l.0));
        let held: Vec<NameId> = held.chain(names.iter().copied()).collect();
        self.names.collect(&mut collected, &held);
        for (id, t) in self.constants.iter_mut().chain(&mut self.labels) {
            *id = collected.name(*id);
            *t = collected.term(*t);
        }
        for (id, function) in &mut self.functions {
            *id = collected.name(*id);
            *function = collected.function(*function);
        }
        self.terms = store;
        Some(collected)
    }

    /// The terms, functions and sorts in scope.
    fn found(&self) -> Found {
        let families = &self.names.families;
        let mut found = Found { families: vec![false; families.list.len()], ..Found::default() };
        found.terms.extend(self.constants.iter().chain(&self.labels).map(|entry| entry.1));
        found.functions.extend(self.functions.iter().map(|entry| entry.1));
        for entry in &self.names.entries {
            if let Some(meaning) = &entry.meaning {
                found.meaning(meaning, families);
            }
            if let Some(definition) = &entry.sort {
                found.body(&definition.body).into_iter().for_each(|family| found.family(family, families));
            }
        }
        // A sort without parameters stays even if no term has it: its age orders the elements in models.
        let of_no_parameters = families.members.iter().filter(|member| member.0 .1.is_empty());
        found.sorts.extend(of_no_parameters.filter(|m| found.families[m.0 .0 .0 as usize]).map(|m| m.1));
        found
    }
}

/// New numbers of the entries that stay, in their order.
fn numbers<T>(stays: &[bool], number: impl Fn(u32) -> T) -> Vec<Option<T>> {
    let mut next = 0;
    let new = stays.iter().map(|&stays| {
        next += stays as u32;
        stays.then(|| number(next - 1))
    });
    new.collect()
}

impl Families {
    /// Adds the families of kept sorts. Says whether one was missing, with which further sorts may have to stay.
    fn add_origins(&self, renaming: &Renaming, found: &mut Found) -> bool {
        let mut any = false;
        for (sort, (family, _)) in &self.origins {
            if renaming.sort(*sort).is_some() && !found.families[family.0 as usize] {
                found.family(*family, self);
                any = true;
            }
        }
        any
    }

    fn collect(&mut self, collected: &Collected) {
        let old = std::mem::take(self);
        for (family, new) in old.list.into_iter().zip(&collected.families) {
            if new.is_some() {
                let body = |(name, body): &(Box<str>, SortBody)| (name.clone(), collected.body(body));
                let constructor = |c: &ConstructorBody| ConstructorBody {
                    name: c.name.clone(),
                    fields: c.fields.iter().map(body).collect(),
                };
                let constructors = family.constructors.map(|list| list.iter().map(constructor).collect());
                self.list.push(Family { constructors, ..family });
            }
        }
        for (sort, (family, parameters)) in &old.origins {
            if let Some(sort) = collected.terms.sort(*sort) {
                let parameters = parameters.iter().map(|&sort| collected.sort(sort)).collect();
                let key = (collected.family(*family), parameters);
                self.members.insert(key.clone(), sort);
                self.origins.insert(sort, key);
            }
        }
        let new = |sort: &Sort| collected.terms.sort(*sort);
        self.measures = old.measures.iter().filter_map(|(sort, &m)| Some((new(sort)?, m))).collect();
        self.value_sizes = old.value_sizes.iter().filter_map(|(sort, &m)| Some((new(sort)?, m))).collect();
    }
}

impl Names {
    /// Forgets the names without meaning, but for those of operators and those that are held elsewhere.
    fn collect(&mut self, collected: &mut Collected, held: &[NameId]) {
        debug_assert!(self.bindings() == 0, "a term is being read");
        let mut stays: Vec<bool> =
            self.entries.iter().map(|entry| entry.meaning.is_some() || entry.sort.is_some()).collect();
        (0..stays.len()).filter(|&i| self.operator(NameId(i as u32)).is_some()).for_each(|i| stays[i] = true);
        let made = self.made.iter().map(|made| made.name());
        let labels = self.labels.iter().map(|label| label.0);
        made.chain(labels).chain(held.iter().copied()).for_each(|id| stays[id.0 as usize] = true);
        collected.names = numbers(&stays, NameId);
        self.families.collect(collected);

        self.ids.clear();
        self.ids.shrink_to_fit();
        self.bytes = 0;
        let old = std::mem::take(&mut self.entries);
        for (entry, new) in old.into_iter().zip(&collected.names) {
            if let Some(id) = *new {
                self.ids.insert(entry.text.clone(), id);
                self.bytes += Names::entry_bytes(&entry.text);
                let sort = entry.sort.map(|sort| SortDefinition { body: collected.body(&sort.body), ..sort });
                let meaning = entry.meaning.map(|meaning| collected.meaning(&meaning));
                self.entries.push(Entry { meaning, sort, ..entry });
            }
        }
        self.hidden = Vec::new();
        self.made.iter_mut().for_each(|made| *made = made.with_name(collected.name(made.name())));
        for (id, t) in &mut self.labels {
            *id = collected.name(*id);
            *t = collected.term(*t);
        }
    }
}

impl Made {
    fn name(self) -> NameId {
        match self {
            Made::Meaning(id) | Made::Part(id) | Made::Sort(id) => id,
        }
    }

    fn with_name(self, id: NameId) -> Made {
        match self {
            Made::Meaning(_) => Made::Meaning(id),
            Made::Part(_) => Made::Part(id),
            Made::Sort(_) => Made::Sort(id),
        }
    }
}
