//! Slots of the heap that must not be used again, because pointers to an ended object still lead into them.
//!
//! If a new object took such a slot, an access through the old pointer would not be noticed as an access after the end,
//! and the old pointer would equal the new one although the addresses may differ. So with `--check-memory`, and in a
//! program that compares such addresses, a slot is free only if its object has ended and no variable *holds* an address
//! in it. Variables of objects that have ended themselves do not count.
//!
//! An edge before each allocation computes which slots are held. The edge needs all variables that hold addresses,
//! which are known only at the end of the lowering. Until then the automaton has a gap there ([`Look`]).
//!
//! Calls of recursive functions have objects of their own, which no formula names, and so have families. In a program
//! with such functions or with families, a used slot is never used again.

use crate::base::HashMap;
use crate::c::lower::analysis::keys::Root;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::Holds;
use crate::c::lower::machine::slots::Look;
use crate::c::lower::machine::value::{HeapSlot, Target, Value};
use crate::c::read::property::Failure;
use crate::c::read::syntax::ExprId;
use crate::model::gcl::{Assignment, Command};
use crate::solver::term::{Sort, TermId, Terms};

impl Lowering<'_> {
    /// By slot: the formula that a new object must not take it.
    pub(super) fn taken(&mut self, call: ExprId, slots: &[HeapSlot]) -> Vec<TermId> {
        let looks = self.keeps_slots() && !self.has_nameless();
        if let (true, Some(from)) = (looks, self.builder.at()) {
            let to = self.builder.location();
            self.heap.looks.push(Look { from, to, call, pos: self.builder.pos() });
            self.builder.stand_at(to);
        }
        let either = |slot: &HeapSlot| {
            let (alive, held) = (slot.alive.unwrap_or(Terms::FALSE), slot.held.unwrap_or(Terms::FALSE));
            self.builder.terms_mut().or(&[alive, held])
        };
        slots.iter().map(either).collect()
    }

    /// The assignment that marks a slot as used once and for all, in a program with objects that no formula names.
    pub(super) fn note_use(&self, slot: &HeapSlot) -> Option<(TermId, TermId)> {
        let held = slot.held.filter(|_| self.has_nameless());
        held.map(|held| (held, Terms::TRUE))
    }

    /// Whether the program has objects of which a formula over the variables does not name each.
    pub(super) fn has_nameless(&self) -> bool {
        self.has_procedures() || self.options.has_families()
    }

    /// Whether a slot is not used again while a variable holds an address in it.
    pub(in crate::c::lower) fn keeps_slots(&self) -> bool {
        self.options.checks(Failure::UseAfterFree)
            || self.options.checks(Failure::InvalidFree)
            || self.known.lives().compares_slots
    }

    /// Whether the program has recursive functions, which are lowered as procedures.
    pub(in crate::c::lower) fn has_procedures(&self) -> bool {
        self.recursion.as_ref().map_or(false, |recursion| recursion.is_any_recursive())
    }

    /// A variable for a truth value that is saved. If the value is a guard of a saved pointer, the variable decides
    /// whether the pointer leads to that target.
    pub(in crate::c::lower) fn saved_truth(&mut self) -> TermId {
        let variable = self.new_variable(
            "heap:saved",
            Sort::Bool,
            crate::c::lower::source_map::VariableOrigin::Temporary,
            None,
        );
        self.heap.saved.push(variable);
        variable
    }

    /// Notes the slots to which the pointers in a saved value lead under saved guards.
    pub(in crate::c::lower) fn note_saved(&mut self, value: &Value) {
        let ways = match value {
            Value::Pointer(ways) | Value::Lvalue(ways, _) => ways,
            Value::Record(parts) => return parts.iter().for_each(|part| self.note_saved(part)),
            Value::Void | Value::Bool(_) | Value::Number(_) | Value::Floating(_) => return,
        };
        for way in ways.iter().filter(|way| self.heap.saved.binary_search(&way.guard).is_ok()) {
            if let Target::At(place) = &way.target {
                if let Some(root @ Root::Heap(..)) = self.objects.store(place.store).root {
                    self.heap.saved_ways.push((root, way.guard));
                }
            }
        }
    }

    /// By slot: the formulas under each of which some variable holds an address in it.
    fn holders(&mut self) -> HashMap<Root, Vec<TermId>> {
        let mut holders: HashMap<Root, Vec<TermId>> = HashMap::default();
        for (alive, cell_variable, targets) in self.address_cells() {
            for (at, key) in targets.iter().enumerate() {
                if let Some(root @ Root::Heap(..)) = key.root() {
                    let is_it = self.code_is(cell_variable, at, targets.len());
                    let holds = self.terms().and(&[alive, is_it]);
                    holders.entry(root).or_default().push(holds);
                }
            }
        }
        for &(root, guard) in &self.heap.saved_ways {
            holders.entry(root).or_default().push(guard);
        }
        holders
    }

    /// The variables for targets of addresses, each with the formula that its object is alive, and with its targets.
    fn address_cells(
        &self,
    ) -> Vec<(TermId, TermId, std::rc::Rc<[crate::c::lower::analysis::keys::TargetKey]>)> {
        let mut list = Vec::new();
        for store in self.objects.all() {
            for cell in &store.cells {
                if let Holds::Address(class) = cell.holds {
                    let targets = store.targets.of_class(class).clone();
                    list.push((store.alive.unwrap_or(Terms::TRUE), cell.variable, targets));
                }
            }
        }
        list
    }

    /// Fills the gaps before allocations with edges that compute which slots are held.
    pub(in crate::c::lower) fn look_at_slots(&mut self) {
        let looks = std::mem::take(&mut self.heap.looks);
        if looks.is_empty() {
            return;
        }
        let holders = self.holders();
        for look in looks {
            let slots = self.heap.slots(look.call).unwrap_or(&[]).to_vec();
            let mut changes = Vec::new();
            for (slot, root) in slots.iter().zip((0..).map(|at| Root::Heap(look.call, at))) {
                let held = self.builder.terms_mut().or(holders.get(&root).map_or(&[][..], Vec::as_slice));
                changes.extend(slot.held.map(|variable| (variable, held)));
            }
            self.builder.turn_to(look.pos);
            self.builder.stand_at(look.from);
            let value = |(variable, value)| Assignment { variable, value };
            let command = Command::Assign(changes.into_iter().map(value).collect());
            let command = self.builder.commands().add(command);
            self.builder.edge_to(command, look.to);
        }
    }

    /// The command by which a run begins without objects of the heap, and without addresses in slots.
    pub(in crate::c::lower) fn empty_heap(&mut self) -> Option<Command> {
        let mut list: Vec<(TermId, TermId)> =
            self.heap.all_alive().into_iter().map(|v| (v, Terms::FALSE)).collect();
        for (alive, none) in list.iter_mut() {
            let sort = self.builder.terms().sort(*alive);
            if sort != Sort::Bool {
                *none = self.builder.terms_mut().const_array(sort, Terms::FALSE);
            }
        }
        let zero = self.object_number(0);
        list.extend(self.heap.all_made().into_iter().chain(self.heap.all_left()).map(|count| (count, zero)));
        list.sort_unstable();
        if self.keeps_slots() && self.options.has_families() {
            list.extend(self.heap.all_held().into_iter().map(|v| (v, Terms::FALSE)));
            list.sort_unstable();
        } else if self.keeps_slots() {
            list.extend(self.heap.all_held().into_iter().map(|v| (v, Terms::FALSE)));
            list.extend(self.heap.saved.iter().map(|&v| (v, Terms::FALSE)));
            for (_, variable, targets) in self.address_cells() {
                if targets.iter().any(|key| matches!(key.root(), Some(Root::Heap(..)))) {
                    list.push((variable, self.code(0, targets.len())));
                }
            }
            list.sort_unstable();
        }
        let value = |(variable, value)| Assignment { variable, value };
        (!list.is_empty()).then(|| Command::Assign(list.into_iter().map(value).collect()))
    }
}
