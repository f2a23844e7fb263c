//! Initialisers: how a declaration such as `struct s x = {1, .p = &y}` gives an object its first values.
//!
//! An initialiser is a list of elements: a place in the object, and an expression. If no expression needs edges or
//! reads the object itself, all values are stored on one edge. Otherwise the object becomes 0 first, and the elements
//! are evaluated and stored one by one. Parts that no element names become 0, as C demands.

use crate::c::lower::analysis::keys::Root;
use crate::c::lower::analysis::visit;
use crate::c::lower::machine::agenda::Task;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::updates::Updates;
use crate::c::lower::machine::value::{Spot, StoreId, Target, Value};
use crate::c::lower::stop::Stop;
use crate::c::read::syntax::{Element, ExprKind, InitialiserId, ObjectId, TextId};
use crate::c::read::types::Type;
use crate::solver::term::Terms;

/// The number of elements of an initialiser between two checks of the limits.
const ELEMENTS_BETWEEN_LOOKS: usize = 256;

impl Lowering<'_> {
    /// Gives an object the values of an initialiser.
    pub(in crate::c::lower) fn initialise(
        &mut self,
        object: ObjectId,
        initialiser: InitialiserId,
    ) -> Result<(), Stop> {
        let program = self.program;
        let elements = &program.initialiser(initialiser).elements;
        let store = self.object_store(object)?;
        if self.is_whole_object(object, elements) {
            let value = Task::Expr(elements[0].value);
            self.agenda.first_all([value, Task::Element(object, initialiser, 0)]);
            return Ok(());
        }
        let values = visit::values(program, initialiser);
        let mentions = |id| matches!(program.expr(id).kind, ExprKind::Object(named) if named == object);
        let is_pure = !values.iter().any(|&value| self.known.emits(value))
            && !visit::within(program, values.clone()).into_iter().any(mentions);
        if is_pure {
            self.agenda.first(Task::Elements(object, initialiser));
            self.agenda.first_all(values.into_iter().map(Task::Expr));
            return Ok(());
        }
        let zeros = self.zeros(store)?;
        self.builder.assign(zeros.into_list());
        for (at, value) in values.into_iter().enumerate().rev() {
            self.agenda.first_all([Task::Expr(value), Task::Element(object, initialiser, at)]);
        }
        Ok(())
    }

    /// Whether the initialiser has one element that is the whole object, as in `int x = 1`.
    fn is_whole_object(&self, object: ObjectId, elements: &[Element]) -> bool {
        match elements {
            [element] => {
                let ty = self.program.object(object).ty;
                element.offset == 0 && element.bits.is_none() && element.ty == ty
            }
            _ => false,
        }
    }

    /// The changes that set all variables of a store to 0.
    pub(in crate::c::lower) fn zeros(&mut self, store: StoreId) -> Result<Updates, Stop> {
        let mut changes = Updates::default();
        if let Some(row) = self.objects.store(store).row {
            let zeros = self.row_of_zeros(row);
            changes.set(row.variable, zeros);
        }
        for (at, cell) in self.objects.store(store).cells.clone().into_iter().enumerate() {
            self.look_at_limits(at)?;
            let zero = self.zero(cell.leaf);
            let at = Spot::at(cell.leaf.offset);
            self.change(&mut changes, Terms::TRUE, store, at, &[cell.leaf], &zero)?;
        }
        Ok(changes)
    }

    /// Stores the value of one element.
    pub(in crate::c::lower) fn element(
        &mut self,
        object: ObjectId,
        initialiser: InitialiserId,
        at: usize,
    ) -> Result<(), Stop> {
        let element = self.program.initialiser(initialiser).elements[at];
        let value = self.take(element.value)?;
        let store = self.object_store(object)?;
        let mut changes = Updates::default();
        self.change_element(&mut changes, store, element, &value)?;
        self.builder.assign(changes.into_list());
        Ok(())
    }

    /// Stores the values of all elements, at once.
    pub(in crate::c::lower) fn elements(
        &mut self,
        object: ObjectId,
        initialiser: InitialiserId,
    ) -> Result<(), Stop> {
        let changes = self.element_changes(object, initialiser)?;
        self.builder.assign(changes.into_list());
        Ok(())
    }

    /// The changes that store the values of all elements; all other bits become 0.
    pub(in crate::c::lower) fn element_changes(
        &mut self,
        object: ObjectId,
        initialiser: InitialiserId,
    ) -> Result<Updates, Stop> {
        let elements = &self.program.initialiser(initialiser).elements;
        let values = self.element_values(elements)?;
        let store = self.object_store(object)?;
        let mut changes = self.zeros(store)?;
        for (at, (&element, value)) in elements.iter().zip(&values).enumerate() {
            self.look_at_limits(at)?;
            self.change_element(&mut changes, store, element, value)?;
        }
        Ok(changes)
    }

    /// Takes the values of elements. One expression may be the value of several elements, so all values are read before
    /// any is taken.
    fn element_values(&mut self, elements: &[Element]) -> Result<Vec<Value>, Stop> {
        let mut values = Vec::with_capacity(elements.len());
        for element in elements {
            let value = self.values.get(element.value).cloned();
            debug_assert!(value.is_some());
            values.push(value.ok_or_else(|| self.without_value(element.value))?);
        }
        elements.iter().for_each(|element| drop(self.values.take(element.value)));
        Ok(values)
    }

    /// The changes that set an object to 0.
    pub(in crate::c::lower) fn zero_changes(&mut self, object: ObjectId) -> Result<Updates, Stop> {
        let store = self.object_store(object)?;
        self.zeros(store)
    }

    /// Checks the limits once in many elements.
    fn look_at_limits(&mut self, at: usize) -> Result<(), Stop> {
        match at % ELEMENTS_BETWEEN_LOOKS {
            0 => self.builder.check_limits(self.agenda.len()),
            _ => Ok(()),
        }
    }

    fn change_element(
        &mut self,
        changes: &mut Updates,
        store: StoreId,
        element: Element,
        value: &Value,
    ) -> Result<(), Stop> {
        if let Value::Lvalue(ways, _) = value {
            return match ways.first().map(|way| &way.target) {
                Some(Target::At(place)) => match self.objects.store(place.store).root {
                    Some(Root::Text(text)) => self.change_text(changes, store, element, text),
                    _ => self.refuse("an array is no value here"),
                },
                _ => self.refuse("an array is no value here"),
            };
        }
        let offset = element.bits.map_or(element.offset * 8, |bits| bits.offset);
        let scalars = self.scalars(element.ty, element.bits.map(|bits| bits.width))?;
        self.change(changes, Terms::TRUE, store, Spot::at(offset), &scalars, value)
    }

    /// Adds the changes that store the characters of a string in an array, and 0 behind them.
    fn change_text(
        &mut self,
        changes: &mut Updates,
        store: StoreId,
        element: Element,
        text: TextId,
    ) -> Result<(), Stop> {
        let (ty, length) = match self.program.types.get(element.ty) {
            Type::Array(ty, Some(length)) => (ty, length),
            _ => return self.refuse("a string is no value here"),
        };
        let scalars = self.scalars(ty, None)?;
        let size = 8 * self.program.types.size(ty).unwrap_or(1);
        let units = &self.program.string(text).units;
        for at in 0..length {
            let unit = units.get(at as usize).copied().unwrap_or(0);
            let value = self.constant(u64::from(unit), ty);
            let at = Spot::at(element.offset * 8 + at * size);
            self.change(changes, Terms::TRUE, store, at, &scalars, &value)?;
        }
        Ok(())
    }
}
