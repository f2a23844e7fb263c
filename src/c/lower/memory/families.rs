//! Families: objects of the heap without a bound, told apart by numbers.
//!
//! Each variable of a family's store is an array from the number of an object to the value that the variable would have
//! for this object alone. For `struct node { int data; struct node *next; }`, whose objects one call of `malloc` makes:
//!
//! ```text
//! p->data           select(data, p.number)
//! p->data = 1       data := store(data, p.number, 1)
//! p = malloc(...)   p.number := made;  made := made + 1
//! ```
//!
//! A [`Place`] in a family has the number of its object, and a stored address has a third variable for it. A read or
//! write takes a *view* of each cell, in which the elements of arrays stand where other cells have variables
//! ([`Lowering::cell_of`]). All other code reads and writes the view as any cell.
//!
//! Numbers are integers without a bound, also where the values of the program are words. So there is always a next
//! number, and a proof may compare a number with `made` by linear arithmetic.

use crate::c::lower::analysis::keys::Root;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::Cell;
use crate::c::lower::machine::updates::Updates;
use crate::c::lower::machine::value::Place;
use crate::solver::term::{Op, Sort, TermId, Terms};

impl Lowering<'_> {
    /// Whether an object is one of a family.
    pub(in crate::c::lower) fn is_family(&self, root: Root) -> bool {
        matches!(root, Root::Heap(call, _) if self.known.targets().is_family(call))
    }

    /// The sort of an array from numbers of objects to values.
    pub(in crate::c::lower) fn sort_by_number(&mut self, element: Sort) -> Sort {
        self.terms().array_sort(Sort::Int, element)
    }

    /// The number of an object as a term.
    pub(in crate::c::lower) fn object_number(&mut self, number: i64) -> TermId {
        self.terms().int(number)
    }

    /// The number after another one.
    pub(in crate::c::lower) fn number_after(&mut self, number: TermId) -> TermId {
        let one = self.object_number(1);
        self.terms().add(&[number, one])
    }

    /// The view of a cell in the object with a number.
    pub(in crate::c::lower) fn cell_of(&mut self, number: TermId, cell: Cell) -> Cell {
        let mut element = |array| self.builder.terms_mut().select(array, number);
        Cell {
            variable: element(cell.variable),
            value: cell.value.map(&mut element),
            number: cell.number.map(&mut element),
            ..cell
        }
    }

    /// The array and the number, if a term is the variable of a view.
    pub(super) fn as_element(&self, variable: TermId) -> Option<(TermId, TermId)> {
        let terms = self.builder.terms();
        (terms.op(variable) == Op::Select).then(|| (terms.arg(variable, 0), terms.arg(variable, 1)))
    }

    /// The new value of a variable, perhaps one of a view, if it may have one.
    pub(super) fn changed(&mut self, changes: &Updates, variable: TermId) -> Option<TermId> {
        match self.as_element(variable) {
            Some((array, number)) => {
                changes.get(array).map(|array| self.builder.terms_mut().select(array, number))
            }
            None => changes.get(variable),
        }
    }

    /// The formula that the object at a place is alive; `None` if it is not on the heap, or no object ends.
    pub(in crate::c::lower) fn alive_at(&mut self, place: &Place) -> Option<TermId> {
        let alive = self.objects.store(place.store).alive?;
        Some(match place.number {
            Some(number) => self.terms().select(alive, number),
            None => alive,
        })
    }

    /// The formula that two places of one store are in one object.
    pub(in crate::c::lower) fn are_in_one(&mut self, a: &Place, b: &Place) -> TermId {
        match (a.number, b.number) {
            (Some(a), Some(b)) => self.terms().eq(a, b),
            (None, _) | (_, None) => Terms::TRUE,
        }
    }
}
