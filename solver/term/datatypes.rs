//! Datatypes: values made by constructors of fields, which selectors read.
//!
//! A value is made by exactly one constructor, of exactly one list of fields, and of finitely many constructors in all.
//! A selector that is applied to a value of another constructor gives some value, the same for equal arguments, as
//! SMT-LIB 2.7 has it.

use super::sort_table::{ConstructorEntry, DatatypeEntry, SelectorEntry, SortEntry};
use super::store::{ConstructorId, Op, SelectorId, Sort, SortId, TermId, Terms};
use super::value::Value;
use crate::base::{HashMap, HashSet};
use std::fmt;

/// The declaration of a constructor: its name, and the names and sorts of its fields.
#[derive(Clone, Debug)]
pub struct Constructor<'a> {
    /// Its name.
    pub name: &'a str,
    /// The names of its selectors, each with the sort of the field.
    pub fields: Vec<(&'a str, Sort)>,
}

/// Datatypes that cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uninhabited {
    /// No value of this datatype is made of finitely many constructors.
    Empty(String),
    /// The datatype contains itself as the index or element of an array.
    ThroughArray(String),
}

impl fmt::Display for Uninhabited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uninhabited::Empty(name) => {
                write!(f, "the datatype `{}` has no value: each constructor needs one before", name)
            }
            Uninhabited::ThroughArray(name) => {
                write!(f, "the datatype `{}` contains arrays of its own values, which is not supported", name)
            }
        }
    }
}

impl std::error::Error for Uninhabited {}

impl Terms {
    /// A new datatype of this name, made for these parameters, none if it has none. It has no values before
    /// [`Terms::define_datatypes`], and no term may be made of it before.
    pub fn declare_datatype(&mut self, name: &str, parameters: &[Sort]) -> Sort {
        Sort::Datatype(self.sorts.add(SortEntry::Datatype(DatatypeEntry {
            name: name.into(),
            parameters: parameters.into(),
            constructors: Box::default(),
            first: None,
            count: u64::MAX,
        })))
    }

    /// Gives datatypes that may contain each other their constructors.
    ///
    /// ```
    /// use indubit::solver::smt::{Answer, Solver};
    /// use indubit::solver::term::{Constructor, Sort, Terms};
    ///
    /// let (mut terms, mut solver) = (Terms::new(), Solver::default());
    /// let list = terms.declare_datatype("List", &[]);
    /// let nil = Constructor { name: "nil", fields: Vec::new() };
    /// let cons = Constructor { name: "cons", fields: vec![("head", Sort::Int), ("tail", list)] };
    /// terms.define_datatypes(&[(list, vec![nil, cons])])?;
    /// let cons = terms.constructors(list)[1];
    /// let (x, one) = (terms.declare("x", list), terms.int(1));
    /// let longer = terms.construct(cons, &[one, x]);
    /// let cyclic = terms.eq(x, longer);
    /// assert_eq!(solver.check(&mut terms, &[cyclic]), Answer::Unsat);
    /// # Ok::<(), indubit::solver::term::Uninhabited>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If one has no values, or contains itself in an array. The datatypes then stay without constructors.
    ///
    /// # Panics
    ///
    /// If one of the sorts is no datatype, or has constructors already.
    pub fn define_datatypes(
        &mut self,
        definitions: &[(Sort, Vec<Constructor<'_>>)],
    ) -> Result<(), Uninhabited> {
        let before = (self.sorts.constructors.len(), self.sorts.selectors.len());
        let mut ids = Vec::new();
        for (sort, constructors) in definitions {
            let id = match sort {
                Sort::Datatype(id) => *id,
                other => panic!("{} is no datatype", other),
            };
            assert!(self.sorts.datatype(id).constructors.is_empty(), "{} is defined twice", sort);
            let list = constructors.iter().map(|constructor| self.add_constructor(id, constructor)).collect();
            self.sorts.datatype_mut(id).constructors = list;
            ids.push(id);
        }
        let checked = self.check_new(&ids);
        if checked.is_err() {
            for &id in &ids {
                self.sorts.datatype_mut(id).constructors = Box::default();
                self.sorts.datatype_mut(id).first = None;
            }
            self.sorts.constructors.truncate(before.0);
            self.sorts.selectors.truncate(before.1);
        }
        checked
    }

    fn add_constructor(&mut self, sort: SortId, declared: &Constructor<'_>) -> ConstructorId {
        let id = ConstructorId(self.sorts.constructors.len() as u32);
        self.sorts.constructors.push(ConstructorEntry {
            name: declared.name.into(),
            sort,
            first_selector: self.sorts.selectors.len() as u32,
            fields: declared.fields.len() as u32,
        });
        for &(name, sort) in &declared.fields {
            assert!(sort != Sort::BitVec(0), "a bit-vector has at least one bit");
            self.sorts.selectors.push(SelectorEntry { name: name.into(), constructor: id, sort });
        }
        id
    }

    /// Finds the first constructor and the number of values of new datatypes.
    fn check_new(&mut self, ids: &[SortId]) -> Result<(), Uninhabited> {
        for &id in ids {
            let fields = self.fields_of(id);
            if fields.iter().any(|&sort| self.array_holds(sort, id)) {
                return Err(Uninhabited::ThroughArray(self.sort_name(id).to_string()));
            }
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &id in ids {
                if self.sorts.datatype(id).first.is_some() {
                    continue;
                }
                let found = self.sorts.datatype(id).constructors.iter().copied().find(|&c| {
                    self.selectors(c).all(|s| match self.selector_sort(s) {
                        Sort::Datatype(field) => self.sorts.datatype(field).first.is_some(),
                        _ => true,
                    })
                });
                changed |= found.is_some();
                self.sorts.datatype_mut(id).first = found;
            }
        }
        if let Some(&id) = ids.iter().find(|&&id| self.sorts.datatype(id).first.is_none()) {
            return Err(Uninhabited::Empty(self.sort_name(id).to_string()));
        }
        self.count_new(ids);
        Ok(())
    }

    /// Counts the values of new datatypes, those in their fields first. One that contains itself has infinitely many,
    /// and so has one that contains such a one, because none is empty.
    fn count_new(&mut self, ids: &[SortId]) {
        enum State {
            Open,
            Infinite,
            Done,
        }
        let mut states: HashMap<SortId, State> = HashMap::default();
        let mut work: Vec<(SortId, bool)> = ids.iter().map(|&id| (id, false)).collect();
        let is_new: HashSet<SortId> = ids.iter().copied().collect();
        while let Some((id, is_left)) = work.pop() {
            match states.get(&id) {
                Some(State::Open) if is_left => {
                    self.sorts.datatype_mut(id).count = self.counted(id);
                    states.insert(id, State::Done);
                }
                Some(State::Infinite) if is_left => {
                    states.insert(id, State::Done);
                }
                // Its count is infinite from its declaration on.
                Some(State::Open) => {
                    states.insert(id, State::Infinite);
                }
                Some(State::Infinite | State::Done) => {}
                None => {
                    states.insert(id, State::Open);
                    work.push((id, true));
                    let parts = self.datatypes_in(self.fields_of(id));
                    work.extend(
                        parts.into_iter().filter(|part| is_new.contains(part)).map(|part| (part, false)),
                    );
                }
            }
        }
    }

    /// The datatypes among these sorts, and in arrays among them.
    fn datatypes_in(&self, mut open: Vec<Sort>) -> Vec<SortId> {
        let mut found = Vec::new();
        while let Some(sort) = open.pop() {
            match sort {
                Sort::Datatype(id) => found.push(id),
                other => open.extend(self.array_parts(other).into_iter().flat_map(|(i, e)| [i, e])),
            }
        }
        found
    }

    fn fields_of(&self, id: SortId) -> Vec<Sort> {
        let constructors = self.sorts.datatype(id).constructors.iter();
        constructors.flat_map(|&c| self.selectors(c).map(|s| self.selector_sort(s))).collect()
    }

    /// Whether a sort is that of arrays that hold a datatype. Of datatypes that contain each other through arrays, one
    /// is in an array of another one's field.
    fn array_holds(&self, sort: Sort, datatype: SortId) -> bool {
        let mut open: Vec<Sort> = self.array_parts(sort).map_or(Vec::new(), |(i, e)| vec![i, e]);
        let mut seen: HashSet<Sort> = HashSet::default();
        while let Some(sort) = open.pop() {
            if !seen.insert(sort) {
                continue;
            }
            match sort {
                Sort::Datatype(id) if id == datatype => return true,
                Sort::Datatype(id) => open.extend(self.fields_of(id)),
                other => open.extend(self.array_parts(other).into_iter().flat_map(|(i, e)| [i, e])),
            }
        }
        false
    }

    fn counted(&self, id: SortId) -> u64 {
        let of = |&c: &ConstructorId| {
            let fields: Vec<u64> =
                self.selectors(c).map(|s| self.value_count(self.selector_sort(s))).collect();
            if fields.contains(&0) {
                return 0;
            }
            fields.into_iter().fold(1u64, u64::saturating_mul)
        };
        self.sorts.datatype(id).constructors.iter().map(of).fold(0, u64::saturating_add)
    }

    /// The constructors of a datatype, in the order of their declaration; none for other sorts.
    pub fn constructors(&self, sort: Sort) -> &[ConstructorId] {
        match sort {
            Sort::Datatype(id) => &self.sorts.datatype(id).constructors,
            _ => &[],
        }
    }

    /// The constructor of the default value of a datatype; `None` for other sorts.
    pub fn default_constructor(&self, sort: Sort) -> Option<ConstructorId> {
        match sort {
            Sort::Datatype(id) => self.sorts.datatype(id).first,
            _ => None,
        }
    }

    /// The selectors of a constructor, in the order of its fields.
    pub fn selectors(
        &self,
        constructor: ConstructorId,
    ) -> impl DoubleEndedIterator<Item = SelectorId> + ExactSizeIterator + 'static {
        let entry = self.sorts.constructor(constructor);
        (entry.first_selector..entry.first_selector + entry.fields).map(SelectorId)
    }

    /// The name of a constructor.
    pub fn constructor_name(&self, constructor: ConstructorId) -> &str {
        &self.sorts.constructor(constructor).name
    }

    /// The datatype of a constructor.
    pub fn constructor_sort(&self, constructor: ConstructorId) -> Sort {
        Sort::Datatype(self.sorts.constructor(constructor).sort)
    }

    /// The name of a selector.
    pub fn selector_name(&self, selector: SelectorId) -> &str {
        &self.sorts.selector(selector).name
    }

    /// The sort of the field that a selector reads.
    pub fn selector_sort(&self, selector: SelectorId) -> Sort {
        self.sorts.selector(selector).sort
    }

    /// The constructor whose field a selector reads.
    pub fn selector_constructor(&self, selector: SelectorId) -> ConstructorId {
        self.sorts.selector(selector).constructor
    }

    /// The constructor as SMT-LIB writes it in terms: one of a parametric datatype with its sort.
    pub fn constructor_text(&self, constructor: ConstructorId) -> String {
        let entry = self.sorts.constructor(constructor);
        let name = super::quoted(&entry.name);
        if self.sorts.datatype(entry.sort).parameters.is_empty() {
            return name;
        }
        format!("(as {} {})", name, self.sort_text(Sort::Datatype(entry.sort)))
    }

    /// Whether both are calls of constructors, of two different ones, or two constants of floating-point numbers.
    pub(super) fn are_made_apart(&self, a: TermId, b: TermId) -> bool {
        match (self.op(a), self.op(b)) {
            (Op::Rounding(a), Op::Rounding(b)) => a != b,
            (Op::Float(_), Op::Float(_)) => {
                a != b && self.float_of(a).is_some() && self.float_of(b).is_some()
            }
            (Op::Construct(a), Op::Construct(b)) => a != b,
            _ => false,
        }
    }

    /// The value that a constructor makes of these fields.
    pub fn construct(&mut self, constructor: ConstructorId, fields: &[TermId]) -> TermId {
        let selectors = self.selectors(constructor);
        let fits = selectors.len() == fields.len()
            && selectors.zip(fields).all(|(s, &t)| self.selector_sort(s) == self.sort(t));
        self.demand(fits, self.constructor_name(constructor), fields);
        self.intern(Op::Construct(constructor), self.constructor_sort(constructor), fields)
    }

    /// The field that a selector reads.
    pub fn field(&mut self, selector: SelectorId, t: TermId) -> TermId {
        let constructor = self.selector_constructor(selector);
        let fits = self.sort(t) == self.constructor_sort(constructor);
        self.demand(fits, self.selector_name(selector), &[t]);
        if self.op(t) == Op::Construct(constructor) {
            return self.arg(t, self.place(selector));
        }
        self.intern(Op::Field(selector), self.selector_sort(selector), &[t])
    }

    /// Whether a constructor made the value.
    pub fn is(&mut self, constructor: ConstructorId, t: TermId) -> TermId {
        let sort = self.constructor_sort(constructor);
        self.demand(self.sort(t) == sort, "is", &[t]);
        match self.op(t) {
            Op::Construct(made) => self.bool(made == constructor),
            _ if self.constructors(sort).len() == 1 => Terms::TRUE,
            _ => self.intern(Op::Is(constructor), Sort::Bool, &[t]),
        }
    }

    /// The position of a selector among those of its constructor.
    pub fn place(&self, selector: SelectorId) -> usize {
        (selector.0 - self.sorts.constructor(self.selector_constructor(selector)).first_selector) as usize
    }

    /// The position of a selector's field in a value, behind the end if another constructor made it.
    pub(super) fn field_place(&self, selector: SelectorId, value: &Value) -> usize {
        let is_own = value.data_parts().0 == self.selector_constructor(selector);
        if is_own {
            self.place(selector)
        } else {
            usize::MAX
        }
    }

    /// A value of the first constructor, whose fields have their default values.
    pub(super) fn default_data(&self, id: SortId) -> Value {
        let first = self.sorts.datatype(id).first;
        let constructor =
            first.unwrap_or_else(|| panic!("the datatype `{}` is not defined", self.sort_name(id)));
        // A first constructor has fields of datatypes that were found before.
        let fields = self.selectors(constructor).map(|s| self.default_value(self.selector_sort(s))).collect();
        Value::data(constructor, fields)
    }
}
