//! Commands that declare sorts, and values of sorts that another store declares.

use super::sort_table::SortEntry;
use super::store::{ConstructorId, Sort, SortId, TermId, Terms};
use super::value::Value;
use std::fmt::Write;

impl Terms {
    /// All declared sorts and datatypes, by age.
    pub(crate) fn declared_sorts(&self) -> Vec<Sort> {
        let sort = |i: usize| {
            let id = SortId(i as u32);
            match self.sorts.entry(id) {
                SortEntry::Declared(..) => Some(Sort::Declared(id)),
                SortEntry::Datatype(_) => Some(Sort::Datatype(id)),
                SortEntry::Array(..) => None,
            }
        };
        (0..self.sorts.len()).filter_map(sort).collect()
    }

    /// The declared sorts and datatypes that values of these sorts are made of, by age.
    fn parts_of_sorts(&self, sorts: impl IntoIterator<Item = Sort>) -> Vec<Sort> {
        let seen = self.sorts_inside(sorts);
        let mut found = self.declared_sorts();
        found.retain(|sort| seen.contains(sort));
        found
    }

    /// SMT-LIB commands that declare the sorts and datatypes that values of these sorts are made of, one per line:
    /// sorts first, then all datatypes at once.
    ///
    /// Sorts with parameters are declared as if each was one of its own.
    ///
    /// ```
    /// use indubit::solver::term::{Constructor, Sort, Terms};
    ///
    /// let mut terms = Terms::new();
    /// let list = terms.declare_datatype("List", &[]);
    /// let nil = Constructor { name: "nil", fields: vec![] };
    /// let cons = Constructor { name: "cons", fields: vec![("head", Sort::Int), ("tail", list)] };
    /// terms.define_datatypes(&[(list, vec![nil, cons])])?;
    /// let lists = terms.array_sort(Sort::Int, list);
    /// assert_eq!(
    ///     terms.sort_declarations([lists]),
    ///     "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))\n"
    /// );
    /// # Ok::<(), indubit::solver::term::Uninhabited>(())
    /// ```
    pub fn sort_declarations(&self, sorts: impl IntoIterator<Item = Sort>) -> String {
        let (mut out, mut names, mut bodies) = (String::new(), String::new(), String::new());
        for sort in self.parts_of_sorts(sorts) {
            let text = self.sort_text(sort);
            if let Sort::Declared(_) = sort {
                // Writing to a string cannot fail.
                let _ = writeln!(out, "(declare-sort {} 0)", text);
                continue;
            }
            let _ = write!(names, " ({} 0)", text);
            bodies.push_str(" (");
            for (i, &constructor) in self.constructors(sort).iter().enumerate() {
                let space = if i > 0 { " " } else { "" };
                let _ = write!(bodies, "{}({}", space, super::quoted(self.constructor_name(constructor)));
                for selector in self.selectors(constructor) {
                    let field = self.sort_text(self.selector_sort(selector));
                    let _ = write!(bodies, " ({} {})", super::quoted(self.selector_name(selector)), field);
                }
                bodies.push(')');
            }
            bodies.push(')');
        }
        if !names.is_empty() {
            let _ = writeln!(out, "(declare-datatypes ({}) ({}))", &names[1..], &bodies[1..]);
        }
        out
    }

    /// [`sort_declarations`](Terms::sort_declarations) for the sorts of these terms and of all that occurs below them:
    /// a value may be made and taken apart where no constant is of its sort.
    pub(crate) fn sort_declarations_of(&self, roots: impl IntoIterator<Item = TermId>) -> String {
        if self.declared_sorts().is_empty() {
            return String::new();
        }
        let roots: Vec<TermId> = roots.into_iter().collect();
        self.sort_declarations(self.subterms(&roots).into_iter().map(|t| self.sort(t)))
    }

    /// A value of another store as one of a sort of this one, with the constructors of the same names; `None` if there
    /// is none.
    pub(crate) fn value_from(&self, other: &Terms, value: &Value, sort: Sort) -> Option<Value> {
        enum Task<'a> {
            Visit(&'a Value, Sort),
            Array(Sort, usize),
            Data(ConstructorId, usize),
        }
        let mut tasks = vec![Task::Visit(value, sort)];
        let mut done: Vec<Value> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(value @ Value::Array(array), sort) => {
                    let (index, element) = self.array_parts(sort)?;
                    tasks.push(Task::Array(sort, array.entries().len()));
                    let entries = array.entries().iter().flat_map(|(i, e)| [(i, index), (e, element)]);
                    tasks.extend(entries.map(|(part, sort)| Task::Visit(part, sort)));
                    tasks.push(Task::Visit(array.others(), element));
                    debug_assert!(value.is_of(sort));
                }
                Task::Visit(value @ Value::Data(_), sort) => {
                    let (constructor, fields) = value.data_parts();
                    let name = other.constructor_name(constructor);
                    let own = self
                        .constructors(sort)
                        .iter()
                        .copied()
                        .find(|&c| self.constructor_name(c) == name)?;
                    let selectors = self.selectors(own);
                    if selectors.len() != fields.len() {
                        return None;
                    }
                    tasks.push(Task::Data(own, fields.len()));
                    let parts = fields.iter().zip(selectors.map(|s| self.selector_sort(s)));
                    tasks.extend(parts.map(|(field, sort)| Task::Visit(field, sort)));
                }
                Task::Visit(value, _) => done.push(value.clone()),
                Task::Array(sort, entries) => {
                    // The last visited come first: the entries from the last on, then the other elements at the bottom.
                    let mut parts = done.split_off(done.len().checked_sub(2 * entries + 1)?).into_iter();
                    let others = parts.next()?;
                    let mut pairs = Vec::with_capacity(entries);
                    while let (Some(element), Some(index)) = (parts.next(), parts.next()) {
                        pairs.push((index, element));
                    }
                    done.push(self.array_value(sort, others, pairs));
                }
                Task::Data(constructor, fields) => {
                    let mut parts = done.split_off(done.len().checked_sub(fields)?);
                    parts.reverse();
                    done.push(Value::data(constructor, parts));
                }
            }
        }
        done.pop()
    }

    /// Whether a value belongs to a sort, with all values that it is made of. An array has to be in the form that equal
    /// arrays share ([`Terms::array_value`]).
    pub fn is_value(&self, value: &Value, sort: Sort) -> bool {
        let mut open = vec![(value, sort)];
        while let Some((value, sort)) = open.pop() {
            if !value.is_of(sort) {
                return false;
            }
            match value {
                Value::Array(array) => {
                    let (index, element) = match self.array_parts(sort) {
                        Some(parts) => parts,
                        None => return false,
                    };
                    // Another store may have another form for equal arrays.
                    let entries = array.entries().to_vec();
                    if *value != self.array_value(sort, array.others().clone(), entries) {
                        return false;
                    }
                    open.push((array.others(), element));
                    open.extend(array.entries().iter().flat_map(|(i, e)| [(i, index), (e, element)]));
                }
                Value::Data(_) => {
                    let (constructor, fields) = value.data_parts();
                    if !self.constructors(sort).contains(&constructor) {
                        return false;
                    }
                    let selectors = self.selectors(constructor);
                    if selectors.len() != fields.len() {
                        return false;
                    }
                    open.extend(selectors.zip(fields).map(|(s, field)| (field, self.selector_sort(s))));
                }
                Value::Bool(_) | Value::Number(_) | Value::Bits(_) | Value::Element(_) => {}
            }
        }
        true
    }
}
