//! Effects of unknown functions, which neither the program nor the library defines.
//!
//! A call of an unknown function may change each object that the function reaches: by name, by the arguments of the
//! call, or by pointers in objects that it knows by name. For `extern int g; f(&x);`, the call gives `g` and `x`
//! arbitrary values. Nothing tells which addresses such a function would store, so there is an unsupported point if it
//! reaches pointers in an object that it does not know by name, an object of the heap, or a function of the program.

use crate::c::lower::analysis::addressing::holds_pointer;
use crate::c::lower::analysis::keys::Root;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::Holds;
use crate::c::lower::machine::value::{Target, Value, Way};
use crate::c::lower::stop::Stop;
use crate::c::read::property::AskKind;
use crate::c::read::syntax::{FunctionId, ObjectId};
use crate::solver::term::{Sort, TermId, Terms};
use std::collections::BTreeMap;

impl Lowering<'_> {
    /// The objects that functions of other translation units may know by name, in order.
    fn known_by_name(&self) -> Vec<ObjectId> {
        let is_known = |&object: &ObjectId| {
            let declared = self.program.object(object);
            declared.is_external && !declared.is_const && self.known.is_mentioned(object)
        };
        (0..self.program.objects.len()).map(|at| ObjectId(at as u32)).filter(is_known).collect()
    }

    /// Adds the effects of a call of an unknown function.
    pub(super) fn effects(&mut self, function: FunctionId, arguments: &[Value]) -> Result<(), Stop> {
        let mut reached: BTreeMap<ObjectId, TermId> = BTreeMap::new();
        let mut ways: Vec<Way> = Vec::new();
        for value in arguments {
            match value {
                Value::Pointer(list) => ways.extend(list.iter().cloned()),
                Value::Record(parts) => ways.extend(parts.iter().flat_map(|part| match part {
                    Value::Pointer(list) => list.clone(),
                    _ => Vec::new(),
                })),
                Value::Void | Value::Bool(_) | Value::Number(_) | Value::Floating(_) | Value::Lvalue(..) => {}
            }
        }
        for object in self.known_by_name() {
            reached.insert(object, Terms::TRUE);
            let store = self.object_store(object)?;
            for cell in self.objects.store(store).cells.clone() {
                if let Holds::Address(_) = cell.holds {
                    ways.extend(self.loaded_address(store, &cell)?);
                }
            }
        }
        for way in ways {
            self.reach_by(function, way, &mut reached);
        }
        self.change_any(reached)
    }

    /// Notes the object to which a pointer leads that an unknown function reaches, with the condition under which it
    /// does.
    fn reach_by(&mut self, function: FunctionId, way: Way, reached: &mut BTreeMap<ObjectId, TermId>) {
        let name = self.program.names.text(self.program.function(function).name);
        let place = match way.target {
            Target::Number(_) => return,
            Target::Function(called) => {
                let declared = self.program.function(called);
                if declared.body.is_some() {
                    let called = self.program.names.text(declared.name);
                    self.builder.unsupported_if(way.guard, format!("`{}` may call `{}`", name, called));
                }
                return;
            }
            Target::At(place) => place,
        };
        let object = match self.objects.store(place.store).root {
            Some(Root::Object(object)) => object,
            Some(Root::Heap(..)) => {
                let reason = format!("`{}` may change an object of the heap", name);
                return self.builder.unsupported_if(way.guard, reason);
            }
            Some(Root::Text(_)) | None => return,
        };
        let declared = self.program.object(object);
        if declared.is_const {
            return;
        }
        if holds_pointer(self.program, declared.ty) && !declared.is_external {
            let reason = format!("`{}` may change pointers in an object", name);
            return self.builder.unsupported_if(way.guard, reason);
        }
        let known = reached.get(&object).copied().unwrap_or(Terms::FALSE);
        let either = self.terms().or(&[known, way.guard]);
        reached.insert(object, either);
    }

    /// Gives each object an arbitrary value under its condition. The conditions are about the state before the call, so
    /// they are saved before the first object changes.
    fn change_any(&mut self, reached: BTreeMap<ObjectId, TermId>) -> Result<(), Stop> {
        let mut saved = Vec::new();
        let mut changes = Vec::new();
        for (object, guard) in reached {
            let is_fixed = self.builder.terms().symbols_in(&[guard]).is_empty();
            let kept = if is_fixed {
                guard
            } else {
                let variable = self.temporary(Sort::Bool)?;
                changes.push((variable, guard));
                variable
            };
            saved.push((object, kept));
        }
        self.builder.assign(changes);
        let pos = self.builder.pos();
        for (object, guard) in saved {
            let store = self.object_store(object)?;
            let before = match self.builder.at() {
                Some(before) if guard != Terms::TRUE => before,
                _ => {
                    self.ask_store(store, AskKind::Effect, pos)?;
                    continue;
                }
            };
            let join = self.builder.location();
            let stays = self.terms().not(guard);
            self.builder.branch_to(stays, join);
            self.builder.stand_at(before);
            self.builder.assume(guard);
            self.ask_store(store, AskKind::Effect, pos)?;
            self.builder.jump(join);
            self.builder.enter(join);
        }
        Ok(())
    }
}
