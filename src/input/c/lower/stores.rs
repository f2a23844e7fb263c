//! Variables for objects, results of functions, and values in between.

use super::super::arch::IntegerKind;
use super::super::syntax::{ExprId, FunctionId, ObjectId, Storage};
use super::super::types::{Type, TypeId};
use super::lowering::{Cell, Key, Lowering, Stop, Store};
use super::source_map::Origin;
use super::targets::TargetKey;
use super::value::StoreId;
use crate::solver::term::Sort;
use std::rc::Rc;

impl Lowering<'_> {
    /// The variables of an object.
    pub(super) fn object_store(&mut self, object: ObjectId) -> Result<StoreId, Stop> {
        if let Some(&known) = self.store_ids.get(&Key::Object(object)) {
            return Ok(known);
        }
        let declared = self.program.object(object);
        let mut name = declared.name.map_or("_", |name| self.program.names.text(name)).to_string();
        if let Some(function) = declared.function.filter(|_| declared.storage != Storage::Global) {
            name = format!("{}::{}", self.program.names.text(self.program.function(function).name), name);
        }
        let targets = self.targets.in_object(object);
        let store = self.new_store(&name, declared.ty, targets, Some(object), Some(object.index()))?;
        self.store_ids.insert(Key::Object(object), store);
        Ok(store)
    }

    /// The variables of the value that a function returns.
    pub(super) fn result_store(&mut self, function: FunctionId) -> Result<StoreId, Stop> {
        if let Some(&known) = self.store_ids.get(&Key::Result(function)) {
            return Ok(known);
        }
        let declared = self.program.function(function);
        let name = format!("{}::return", self.program.names.text(declared.name));
        let ty = self.result_type(function);
        let owner = self.program.objects.len() + function.index();
        let store = self.new_store(&name, ty, self.targets.in_result(function), None, Some(owner))?;
        for at in 0..self.stores[store.0 as usize].cells.len() {
            let cell = self.stores[store.0 as usize].cells[at];
            for variable in Some(cell.variable).into_iter().chain(cell.index) {
                self.map.variables.insert(variable, Origin::Result { function });
            }
        }
        self.store_ids.insert(Key::Result(function), store);
        Ok(store)
    }

    /// Variables for the value of an expression whose branches meet.
    pub(super) fn expr_store(&mut self, id: ExprId, ty: TypeId) -> Result<StoreId, Stop> {
        if let Some(&known) = self.store_ids.get(&Key::Expr(id)) {
            return Ok(known);
        }
        let function = self.frame()?.function;
        let name = format!("{}::.v", self.program.names.text(self.program.function(function).name));
        let store = self.new_store(&name, ty, self.targets.of_expr(id), None, None)?;
        self.store_ids.insert(Key::Expr(id), store);
        Ok(store)
    }

    /// The type of the result of a function.
    pub(super) fn result_type(&self, function: FunctionId) -> TypeId {
        match self.program.types.get(self.program.function(function).ty) {
            Type::Function(id) => self.program.types.function(id).result,
            _ => super::super::types::Types::VOID,
        }
    }

    fn new_store(
        &mut self,
        name: &str,
        ty: TypeId,
        targets: Rc<[TargetKey]>,
        object: Option<ObjectId>,
        owner: Option<usize>,
    ) -> Result<StoreId, Stop> {
        let leaves = match self.members.leaves(&self.program.types, ty) {
            Ok(leaves) => leaves,
            Err(reason) => {
                let pos = object.map_or(self.pos, |object| self.program.object(object).pos);
                return Err(Stop { pos, message: reason });
            }
        };
        let has_index = self.targets.need_index(&targets);
        let mut cells = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            let sort = self.leaf_sort(leaf.ty, leaf.width, targets.len());
            let sort = match sort {
                Some(sort) => sort,
                None => {
                    let pos = object.map_or(self.pos, |object| self.program.object(object).pos);
                    let message = "members of this union overlap; use --integers words";
                    return Err(Stop { pos, message: message.to_string() });
                }
            };
            let name = format!("{}{}", name, self.path(ty, leaf.offset));
            let name = self.unique_name(name);
            let variable = self.cfa.declare(&name, sort);
            let is_pointer = leaf.ty.map_or(false, |ty| self.program.types.pointee(ty).is_some());
            let index = (has_index && is_pointer).then(|| {
                let sort = self.index_sort();
                let name = self.unique_name(format!("{}.index", name));
                self.cfa.declare(&name, sort)
            });
            for (term, is_index) in
                Some((variable, false)).into_iter().chain(index.map(|index| (index, true)))
            {
                let origin = match object {
                    Some(object) => {
                        Origin::Object { object, offset: leaf.offset, width: leaf.width, is_index }
                    }
                    None => Origin::Temporary,
                };
                self.map.variables.insert(term, origin);
                if let Some(owner) = owner {
                    self.owners.insert(term, owner);
                }
            }
            cells.push(Cell { leaf, variable, index });
        }
        self.stores.push(Store { cells, targets, object, ty });
        Ok(StoreId(self.stores.len() as u32 - 1))
    }

    /// The sort of indices that pointers hold.
    pub(super) fn index_sort(&self) -> Sort {
        self.numbers.sort_of_bits(self.pointer_bits())
    }

    /// The bits of a pointer.
    pub(super) fn pointer_bits(&self) -> u32 {
        8 * self.program.types.options().pointer_size() as u32
    }

    /// The sort of a part; `None` if it has only bits, and numbers are none.
    fn leaf_sort(&self, ty: Option<TypeId>, width: u32, targets: usize) -> Option<Sort> {
        let ty = match ty {
            Some(ty) => ty,
            None => return self.numbers.is_words().then_some(Sort::BitVec(width)),
        };
        Some(match self.program.types.integer_kind(ty) {
            Some(IntegerKind::Bool) => Sort::Bool,
            Some(_) => self.numbers.sort_of_bits(width),
            None => self.numbers.sort_of_bits(pointer_code_bits(targets)),
        })
    }

    /// The members and elements that lead to the part at a bit, as C writes them.
    fn path(&self, ty: TypeId, offset: u64) -> String {
        let types = &self.program.types;
        let (mut ty, mut offset) = (ty, offset);
        let mut text = String::new();
        loop {
            match types.get(ty) {
                Type::Array(element, _) => {
                    let stride = 8 * types.size(element).unwrap_or(1).max(1);
                    text.push_str(&format!("[{}]", offset / stride));
                    offset %= stride;
                    ty = element;
                }
                Type::Record(record) if !types.record(record).is_union => {
                    let start = |field: &super::super::types::Field| {
                        field.bits.map_or(field.offset * 8, |bits| bits.offset)
                    };
                    let field = types.fields(record).iter().rev().find(|field| start(field) <= offset);
                    let field = match field {
                        Some(field) => *field,
                        None => return text,
                    };
                    if let Some(name) = field.name {
                        text.push('.');
                        text.push_str(self.program.names.text(name));
                    }
                    if field.bits.is_some() {
                        return text;
                    }
                    offset -= field.offset * 8;
                    ty = field.ty;
                }
                _ => {
                    if offset != 0 {
                        text.push_str(&format!(".{}", offset));
                    }
                    return text;
                }
            }
        }
    }
}

/// The bits of the number of a target: 0 is the null pointer, the largest number in use no target.
pub(super) fn pointer_code_bits(targets: usize) -> u32 {
    let most = targets as u64 + 1;
    64 - most.leading_zeros()
}
