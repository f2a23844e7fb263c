//! Arrays: total functions from indices to elements, read and written at one index at a time.

use super::sort_table::SortEntry;
use super::store::{FunctionId, Op, Sort, TermId, Terms};
use super::substitute::Substitution;
use super::value::{ArrayValue, Value};

/// Writes that are looked behind when an array is read.
const LOOKED_BEHIND: usize = 64;

impl Terms {
    /// The sort of arrays with these indices and elements.
    ///
    /// ```
    /// use indubit::solver::smt::{Answer, Solver};
    /// use indubit::solver::term::{Sort, Terms};
    ///
    /// let (mut terms, mut solver) = (Terms::new(), Solver::default());
    /// let sort = terms.array_sort(Sort::Int, Sort::Int);
    /// let a = terms.declare("a", sort);
    /// let [i, j] = ["i", "j"].map(|name| terms.declare(name, Sort::Int));
    /// let seven = terms.int(7);
    /// let written = terms.store(a, i, seven);
    /// let (read, before) = (terms.select(written, j), terms.select(a, j));
    /// let kept = terms.eq(read, before);
    /// let (changed, apart) = (terms.not(kept), terms.distinct(&[i, j]));
    /// assert_eq!(solver.check(&mut terms, &[changed, apart]), Answer::Unsat);
    /// ```
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Sort {
        Sort::Array(self.sorts.array(index, element))
    }

    fn demand_array(&self, operator: &str, args: &[TermId]) -> (Sort, Sort) {
        match self.array_parts(self.sort(args[0])) {
            Some(parts) => parts,
            None => {
                self.demand(false, operator, args);
                unreachable!("a demand that is not met panics")
            }
        }
    }

    /// The element at an index.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let (index_sort, element) = self.demand_array("select", &[array, index]);
        self.demand(self.sort(index) == index_sort, "select", &[array, index]);
        let mut at = array;
        for _ in 0..LOOKED_BEHIND {
            match self.op(at) {
                Op::ConstArray => return self.arg(at, 0),
                Op::Store if self.arg(at, 1) == index => return self.arg(at, 2),
                Op::Store if self.are_two_values(self.arg(at, 1), index) => at = self.arg(at, 0),
                _ => break,
            }
        }
        self.intern(Op::Select, element, &[at, index])
    }

    /// Whether these are two different numerals or words, or made by different constructors.
    fn are_two_values(&self, a: TermId, b: TermId) -> bool {
        let is_value = |t| self.number_of(t).is_some() || self.bits_of(t).is_some();
        a != b && (is_value(a) && is_value(b) || self.are_made_apart(a, b))
    }

    /// The array that has this element at the index, and its elements elsewhere.
    pub fn store(&mut self, array: TermId, index: TermId, element: TermId) -> TermId {
        let args = [array, index, element];
        let parts = self.demand_array("store", &args);
        self.demand((self.sort(index), self.sort(element)) == parts, "store", &args);
        if self.op(element) == Op::Select && self.args(element) == [array, index] {
            return array;
        }
        if self.op(array) == Op::ConstArray && self.arg(array, 0) == element {
            return array;
        }
        let below = match self.op(array) {
            Op::Store if self.arg(array, 1) == index => self.arg(array, 0),
            _ => array,
        };
        self.intern(Op::Store, self.sort(array), &[below, index, element])
    }

    /// The array of this sort that has one element everywhere.
    pub fn const_array(&mut self, sort: Sort, element: TermId) -> TermId {
        let fits = self.array_parts(sort).map_or(false, |(_, elements)| self.sort(element) == elements);
        self.demand(fits, "(as const Array)", &[element]);
        self.intern(Op::ConstArray, sort, &[element])
    }

    /// Some index at which two arrays differ, if they do: a function of both.
    pub fn difference(&mut self, a: TermId, b: TermId) -> TermId {
        let (index, _) = self.demand_array("array-diff", &[a, b]);
        self.demand(self.sort(a) == self.sort(b), "array-diff", &[a, b]);
        self.intern(Op::Difference, index, &[a, b])
    }

    /// The sorts of the arrays that [`Op::Difference`] compares below these terms, in the order in which they occur.
    pub(crate) fn compared_sorts(&self, roots: &[TermId]) -> Vec<Sort> {
        let mut sorts = Vec::new();
        for t in self.subterms(roots) {
            if self.op(t) == Op::Difference {
                let arrays = self.sort(self.arg(t, 0));
                if !sorts.contains(&arrays) {
                    sorts.push(arrays);
                }
            }
        }
        sorts
    }

    /// Puts declared functions, one for each of the [`compared_sorts`](Terms::compared_sorts), in the place of
    /// [`Op::Difference`], and gives what it says of the arguments that occur: no more is needed for a solver that
    /// knows equal arguments to have equal results.
    pub(crate) fn declare_differences(
        &mut self,
        functions: &[(Sort, FunctionId)],
        formulas: &mut [TermId],
    ) -> Vec<TermId> {
        let (mut substitution, mut facts) = (Substitution::new(), Vec::new());
        for t in self.subterms(formulas) {
            if self.op(t) != Op::Difference {
                continue;
            }
            let (a, b) = (self.arg(t, 0), self.arg(t, 1));
            let (a, b) = (substitution.apply(self, a), substitution.apply(self, b));
            let sort = self.sort(a);
            if let Some(&(_, function)) = functions.iter().find(|(arrays, _)| *arrays == sort) {
                let index = self.call(function, &[a, b]);
                substitution.insert(t, index);
                let (same, elements) = (self.eq(a, b), (self.select(a, index), self.select(b, index)));
                let agree = self.eq(elements.0, elements.1);
                let differ = self.not(agree);
                facts.push(self.or(&[same, differ]));
            }
        }
        for formula in formulas {
            *formula = substitution.apply(self, *formula);
        }
        facts
    }

    /// The value of an array: this element everywhere but at these indices, of which later ones count.
    ///
    /// Equal arrays have equal values, also where there are only few indices.
    pub fn array_value(&self, sort: Sort, others: Value, entries: Vec<(Value, Value)>) -> Value {
        let index = self.array_parts(sort).map_or(Sort::Bool, |(index, _)| index);
        ArrayValue::new(others, entries).in_domain(|limit| self.domain(index, limit)).into()
    }

    /// All values of a sort, if there are no more than the limit.
    fn domain(&self, sort: Sort, limit: usize) -> Option<Vec<Value>> {
        let count = self.value_count(sort);
        (count <= limit as u64).then(|| self.some_values(sort, limit))
    }

    pub(super) fn stored(&self, sort: Sort, array: &ArrayValue, index: &Value, element: &Value) -> Value {
        let mut entries = array.entries().to_vec();
        entries.push((index.clone(), element.clone()));
        self.array_value(sort, array.others().clone(), entries)
    }

    /// The least index among those at which one of both differs from its other elements, and one more, at which the
    /// arrays differ; the default index if they are equal.
    pub(super) fn difference_of(&self, sort: Sort, a: &ArrayValue, b: &ArrayValue) -> Value {
        let index = self.array_parts(sort).map_or(Sort::Bool, |(index, _)| index);
        let mut indices: Vec<Value> = a.entries().iter().chain(b.entries()).map(|(i, _)| i.clone()).collect();
        indices.extend(self.some_values(index, indices.len() + 1));
        indices.sort_unstable();
        let differs = |i: &Value| a.at(i) != b.at(i);
        indices.into_iter().find(differs).unwrap_or_else(|| self.default_value(index))
    }

    /// The term for the default value of a sort.
    ///
    /// # Panics
    ///
    /// If an element of a declared sort is a part of the value, which no term denotes.
    pub fn default_term(&mut self, sort: Sort) -> TermId {
        self.default_value(sort).term(self, sort)
    }

    /// The default value of a sort: false, 0, zeros, the first element, a constant array, a value of few constructors.
    pub fn default_value(&self, sort: Sort) -> Value {
        match sort {
            Sort::Array(id) => match *self.sorts.entry(id) {
                SortEntry::Array(_, element) => {
                    self.array_value(sort, self.default_value(element), Vec::new())
                }
                SortEntry::Declared(..) | SortEntry::Datatype(_) => unreachable!("a sort of arrays"),
            },
            Sort::Datatype(id) => self.default_data(id),
            _ => Value::default_of(sort),
        }
    }
}
