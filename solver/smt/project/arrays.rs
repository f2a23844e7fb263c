//! Arrays are compared and read at single indices.
//!
//! Two arrays that differ do so at an index, a new constant. A read of a write is one of the written element or of the
//! array before, as in the model. An equality of two arrays says that they have the same elements at all indices that
//! either of them is written at, and that the arrays below the writes, their *bases*, are equal elsewhere. If one base
//! is a constant that is to go, the other one with new elements at those indices is a value for it. If the bases
//! stay but an index does not, then the equality elsewhere is written with indices at which the bases differ.

use super::equality;
use super::structures::Conjunction;
use crate::solver::term::{Op, Sort, TermId, Value};

/// An array below writes, and the indices and elements that are written, the last write first.
struct Written {
    base: TermId,
    writes: Vec<(TermId, TermId)>,
}

impl Conjunction<'_> {
    /// Takes one comparison or one read apart. Returns whether there was one.
    pub fn take_arrays_apart(&mut self) -> bool {
        for at in 0..self.literals.len() {
            let literal = self.literals[at];
            let is_array = |c: &Self, a| c.terms.array_parts(c.terms.sort(a)).is_some();
            match equality(self.terms, literal) {
                Some((a, b, negated)) if is_array(self, a) && self.touches(literal) => {
                    if negated {
                        self.literals.swap_remove(at);
                        self.find_difference(a, b);
                        return true;
                    }
                    if self.equate(at, a, b) {
                        return true;
                    }
                }
                _ => {}
            }
        }
        self.read_write()
    }

    /// Two arrays differ at some index.
    fn find_difference(&mut self, a: TermId, b: TermId) {
        let index = self.terms.difference(a, b);
        let value = self.value(index);
        let index = self.fresh(self.terms.sort(index), value);
        let (left, right) = (self.terms.select(a, index), self.terms.select(b, index));
        self.compare(left, right);
    }

    /// A read of an array that is written at another index, or at this one.
    pub fn read_write(&mut self) -> bool {
        let is_read = |c: &Self, t| c.terms.op(t) == Op::Select && c.terms.op(c.terms.arg(t, 0)) == Op::Store;
        let read = self.terms.subterms(&self.literals).into_iter().find(|&t| is_read(self, t));
        let read = match read {
            Some(read) => read,
            None => return false,
        };
        let (array, index) = (self.terms.arg(read, 0), self.terms.arg(read, 1));
        let (below, at, element) =
            (self.terms.arg(array, 0), self.terms.arg(array, 1), self.terms.arg(array, 2));
        let result = if self.compare(index, at) { element } else { self.terms.select(below, index) };
        self.replace(read, result);
        true
    }

    fn written(&self, array: TermId) -> Written {
        let mut written = Written { base: array, writes: Vec::new() };
        while self.terms.op(written.base) == Op::Store {
            let args = self.terms.args(written.base);
            written.writes.push((args[1], args[2]));
            written.base = args[0];
        }
        written
    }

    /// The element at an index that is compared with those of all writes already.
    fn element(&mut self, array: &Written, index: TermId) -> TermId {
        let written = array.writes.iter().find(|write| self.are_equal(write.0, index));
        match written {
            Some(&(_, element)) => element,
            None => self.terms.select(array.base, index),
        }
    }

    /// Takes the equality at this place apart. Returns whether that was possible.
    fn equate(&mut self, at: usize, a: TermId, b: TermId) -> bool {
        let (left, right) = (self.written(a), self.written(b));
        let indices: Vec<TermId> = left.writes.iter().chain(&right.writes).map(|write| write.0).collect();
        let solved = [(&left, &right), (&right, &left)].iter().copied().find(|(v, other)| {
            let parts = indices.iter().chain([&other.base]);
            self.is_gone(v.base) && parts.clone().all(|&t| !super::mentions(self.terms, t, v.base))
        });
        let is_plain = |c: &mut Self, base| !c.touches(base) || c.terms.op(base) == Op::ConstArray;
        let are_plain = is_plain(self, left.base) && is_plain(self, right.base);
        if left.base != right.base && solved.is_none() && !are_plain {
            return false;
        }
        self.literals.swap_remove(at);
        let indices = self.arrange(&indices);
        for &i in &indices {
            let elements = [self.element(&left, i), self.element(&right, i)];
            self.compare(elements[0], elements[1]);
        }
        if left.base == right.base {
            return true;
        }
        match solved {
            Some((v, other)) => self.define(v.base, other.base, &indices),
            None => self.equate_bases(left.base, right.base, &indices),
        }
        true
    }

    /// A constant is another array but for new elements at these indices.
    fn define(&mut self, array: TermId, other: TermId, indices: &[TermId]) {
        let mut definition = other;
        for &i in indices {
            let read = self.terms.select(array, i);
            let value = self.value(read);
            let element = self.fresh(self.terms.sort(read), value);
            definition = self.terms.store(definition, i, element);
        }
        self.replace(array, definition);
    }

    /// Two arrays are equal but for these indices, which all differ.
    fn equate_bases(&mut self, a: TermId, b: TermId, indices: &[TermId]) {
        let (mut a, mut b) = (a, b);
        if self.touches(a) || self.touches(b) {
            let constants = [a, b].map(|t| self.terms.op(t) == Op::ConstArray);
            if constants == [true, true] {
                let elements = [self.terms.arg(a, 0), self.terms.arg(b, 0)];
                // Else the indices are all that there are.
                if self.are_equal(elements[0], elements[1]) {
                    self.compare(elements[0], elements[1]);
                }
                return;
            }
            if constants[1] {
                std::mem::swap(&mut a, &mut b);
            }
            match self.constant_of(a, b, indices) {
                Some(constant) => a = constant,
                None => return,
            }
        }
        self.equate_by_differences(a, b, indices);
    }

    /// A constant array by another array's element at an index that is none of these; `None` if there is no such index.
    fn constant_of(&mut self, constant: TermId, other: TermId, indices: &[TermId]) -> Option<TermId> {
        let (index_sort, _) = self.terms.array_parts(self.terms.sort(constant))?;
        let known: Vec<Value> = indices.iter().map(|&i| self.value(i)).collect();
        let some = self.terms.some_values(index_sort, known.len() + 1);
        let value = some.into_iter().find(|v| !known.contains(v))?;
        let index = match index_sort {
            Sort::Declared(_) => self.fresh(index_sort, value),
            _ => value.term(self.terms, index_sort),
        };
        for &i in indices {
            self.compare(index, i);
        }
        let element = self.terms.select(other, index);
        let own = self.terms.arg(constant, 0);
        self.compare(own, element);
        Some(self.terms.const_array(self.terms.sort(constant), element))
    }

    /// Two arrays that stay are equal but for indices some of which do not stay.
    fn equate_by_differences(&mut self, a: TermId, b: TermId, indices: &[TermId]) {
        let mut written = a;
        let mut left = Vec::new();
        for &i in indices {
            if self.touches(i) {
                left.push(i);
            } else {
                let element = self.terms.select(b, i);
                written = self.terms.store(written, i, element);
            }
        }
        while !self.are_equal(written, b) {
            let difference = self.terms.difference(written, b);
            let place = self.value(difference);
            let at = left.iter().position(|&i| self.value(i) == place);
            let i = left
                .swap_remove(at.unwrap_or_else(|| unreachable!("the arrays differ at these indices only")));
            let index = match self.equal_term(i) {
                Some(same) if !self.manner.differences && !self.is_literal_value(same) => same,
                _ => difference,
            };
            self.compare(i, index);
            let element = self.terms.select(b, index);
            written = self.terms.store(written, index, element);
        }
        self.compare(written, b);
    }
}
