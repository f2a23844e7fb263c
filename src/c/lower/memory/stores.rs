//! Makes the variables for objects, results of functions, and intermediate values.
//!
//! A store is made when it is first needed, so an object that no run accesses has no variables. Variables have names
//! that a C programmer understands: `main::s.x[1]` for a member, `f::return` for a result, and `main::s.p.value` for
//! the second variable of a pointer.

use super::pointers::pointer_code_bits;
use super::sparse::object_name;
use crate::c::lower::analysis::addressing::{class_of, Class};
use crate::c::lower::analysis::keys::Root;
use crate::c::lower::analysis::leaves::Leaf;
use crate::c::lower::analysis::targets::Lists;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::{Cell, Holds, Key, Store};
use crate::c::lower::machine::value::StoreId;
use crate::c::lower::source_map::{Role, VariableOrigin};
use crate::c::lower::stop::Stop;
use crate::c::read::arch::IntegerKind;
use crate::c::read::property::Failure;
use crate::c::read::syntax::{ExprId, FunctionId, ObjectId, Storage, TextId};
use crate::c::read::types::{Type, TypeId};
use crate::solver::term::{Sort, TermId};

impl Lowering<'_> {
    /// The store of an object.
    pub(in crate::c::lower) fn object_store(&mut self, object: ObjectId) -> Result<StoreId, Stop> {
        if let Some(known) = self.objects.of(Key::Object(object)) {
            return Ok(known);
        }
        let declared = self.program.object(object);
        let name = object_name(self.program, object);
        let targets = self.known.targets().in_object(object);
        let store = self.new_store(&name, declared.ty, targets, Some(object), Some(object.index()))?;
        self.objects.name(Key::Object(object), store);
        Ok(store)
    }

    /// The store of the value that a function returns.
    pub(in crate::c::lower) fn result_store(&mut self, function: FunctionId) -> Result<StoreId, Stop> {
        if let Some(known) = self.objects.of(Key::Result(function)) {
            return Ok(known);
        }
        let declared = self.program.function(function);
        let name = format!("{}::return", self.program.names.text(declared.name));
        let ty = self.result_type(function);
        let owner = self.program.objects.len() + function.index();
        let store = self.new_store(&name, ty, self.known.targets().in_result(function), None, Some(owner))?;
        for at in 0..self.objects.store(store).cells.len() {
            let cell = self.objects.store(store).cells[at];
            for variable in cell.variables() {
                self.builder.set_origin(variable, VariableOrigin::Result { function });
            }
        }
        self.objects.name(Key::Result(function), store);
        Ok(store)
    }

    /// The store for the value of an expression with branches, such as `a ? f() : g()`: each branch writes it, and it
    /// is read where they meet.
    pub(in crate::c::lower) fn expr_store(&mut self, id: ExprId, ty: TypeId) -> Result<StoreId, Stop> {
        if let Some(known) = self.objects.of(Key::Expr(id)) {
            return Ok(known);
        }
        let function = self.frame()?.function;
        let name = format!("{}::.v", self.program.names.text(self.program.function(function).name));
        let store = self.new_store(&name, ty, self.known.targets().of_expr(id), None, None)?;
        self.objects.name(Key::Expr(id), store);
        Ok(store)
    }

    /// The type of the result of a function.
    pub(in crate::c::lower) fn result_type(&self, function: FunctionId) -> TypeId {
        match self.program.types.get(self.program.function(function).ty) {
            Type::Function(id) => self.program.types.function(id).result,
            _ => crate::c::read::types::Types::VOID,
        }
    }

    /// The store of the object to which a target leads.
    pub(super) fn root_store(&mut self, root: Root) -> Result<StoreId, Stop> {
        match root {
            Root::Object(object) => self.object_store(object),
            Root::Text(text) => self.text_store(text),
            Root::Heap(call, slot) => Ok(self.heap_slot(call, slot)?.store),
        }
    }

    /// The store of a string literal, whose cells are constants and no variables.
    pub(in crate::c::lower) fn text_store(&mut self, text: TextId) -> Result<StoreId, Stop> {
        if let Some(known) = self.objects.of(Key::Text(text)) {
            return Ok(known);
        }
        let literal = self.program.string(text);
        let numbers = self.numbers;
        let width = 8 * numbers.target.integer_size(literal.kind) as u32;
        let mut cells = Vec::with_capacity(literal.units.len() + 1);
        for (at, &unit) in literal.units.iter().chain(Some(&0)).enumerate() {
            let value = numbers.target.value(literal.kind, u64::from(unit));
            let variable = numbers.number(self.builder.terms_mut(), value, width);
            let leaf = Leaf { offset: at as u64 * u64::from(width), width, ty: None };
            cells.push(Cell { leaf, holds: Holds::Bits, variable, value: None, number: None });
        }
        let bits = cells.len() as u64 * u64::from(width);
        let (ty, root) = (self.program.types.integer(literal.kind), Some(Root::Text(text)));
        let targets = self.known.targets().none();
        let store = self.objects.add(Store {
            cells,
            targets,
            root,
            ty,
            bits,
            is_text: true,
            is_const: false,
            is_sparse: false,
            row: None,
            alive: None,
            length: None,
        });
        self.objects.name(Key::Text(text), store);
        Ok(store)
    }

    fn new_store(
        &mut self,
        name: &str,
        ty: TypeId,
        targets: Lists,
        object: Option<ObjectId>,
        owner: Option<usize>,
    ) -> Result<StoreId, Stop> {
        let pos = object.map_or(self.builder.pos(), |object| self.program.object(object).pos);
        let bits = 8 * self.program.types.size(ty).unwrap_or(0);
        let root = object.map(Root::Object);
        let is_const = object.map_or(false, |object| self.is_never_written(object));
        if let Some(unit) = root.and_then(|root| self.objects.row_unit(root)) {
            let origin =
                object.map_or(VariableOrigin::Temporary, |object| VariableOrigin::Row { object, unit });
            let row = Some(self.new_row(name, unit, origin, owner));
            return Ok(self.objects.add(Store {
                cells: Vec::new(),
                targets,
                root,
                ty,
                bits,
                is_text: false,
                is_const,
                is_sparse: false,
                row,
                alive: None,
                length: None,
            }));
        }
        let leaves = self.known.leaves(ty);
        let is_sparse = leaves.is_err() && object.is_some() && self.program.types.size(ty).is_some();
        let leaves = match (leaves, object) {
            (Ok(leaves), _) => leaves,
            (Err(_), Some(object)) if is_sparse => self.objects.sparse_parts(Root::Object(object)),
            (Err(reason), _) => return Err(Stop::unsupported(pos, reason)),
        };
        let mut cells = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            if leaf.ty.is_none() && !self.numbers.is_words() {
                return Err(Stop::unsupported(pos, "members of this union overlap; use --integers words"));
            }
            let name = format!("{}{}", name, self.path(ty, leaf.offset));
            cells.push(self.new_cell(name, leaf, &targets, object.map(Root::Object), owner));
        }
        Ok(self.objects.add(Store {
            cells,
            targets,
            root,
            ty,
            bits,
            is_text: false,
            is_const,
            is_sparse,
            row: None,
            alive: None,
            length: None,
        }))
    }

    /// Whether a write into an object behind its first value is an error.
    fn is_never_written(&self, object: ObjectId) -> bool {
        let declared = self.program.object(object);
        let has_value = self.is_static(object) || declared.storage == Storage::Local;
        declared.is_const && has_value && self.options.checks(Failure::Bounds)
    }

    /// Declares the variables of a scalar.
    pub(in crate::c::lower) fn new_cell(
        &mut self,
        name: String,
        leaf: Leaf,
        targets: &Lists,
        root: Option<Root>,
        owner: Option<usize>,
    ) -> Cell {
        let holds = self.holds(leaf, targets);
        let (sort, role) = match holds {
            Holds::Bits => (self.numbers.sort_of_bits(leaf.width), Role::Value),
            Holds::Truth => (Sort::Bool, Role::Value),
            Holds::Address(class) => {
                let count = targets.of_class(class).len();
                (self.numbers.sort_of_bits(pointer_code_bits(count)), Role::Target)
            }
        };
        let origin = |role| match root {
            Some(Root::Object(object)) => {
                VariableOrigin::Object { object, offset: leaf.offset, width: leaf.width, role }
            }
            Some(Root::Heap(..)) => VariableOrigin::Heap,
            Some(Root::Text(_)) | None => VariableOrigin::Temporary,
        };
        let is_family = root.map_or(false, |root| self.is_family(root));
        let declare = |lowering: &mut Self, name: &str, sort, role| {
            let sort = if is_family { lowering.sort_by_number(sort) } else { sort };
            lowering.new_variable(name, sort, origin(role), owner)
        };
        let variable = declare(self, &name, sort, role);
        if let (Holds::Address(class), false) = (holds, is_family) {
            self.builder.set_pointees(variable, targets.of_class(class));
        }
        let has_value = match holds {
            Holds::Bits | Holds::Truth => false,
            Holds::Address(Class::Integer) => true,
            Holds::Address(Class::Pointer) => self.known.targets().need_value(&targets.pointers),
        };
        let value = has_value.then(|| {
            let sort = self.value_sort();
            declare(self, &format!("{}.value", name), sort, Role::Offset)
        });
        let has_number = match holds {
            Holds::Bits | Holds::Truth => false,
            Holds::Address(class) => self.known.targets().need_number(targets.of_class(class)),
        };
        let number = has_number.then(|| declare(self, &format!("{}.number", name), Sort::Int, Role::Number));
        Cell { leaf, holds, variable, value, number }
    }

    /// Declares a variable with its origin, and notes the number of the object or result that it belongs to.
    pub(in crate::c::lower) fn new_variable(
        &mut self,
        name: &str,
        sort: Sort,
        origin: VariableOrigin,
        owner: Option<usize>,
    ) -> TermId {
        let variable = self.builder.declare(name.to_string(), sort, origin);
        if let Some(owner) = owner {
            self.objects.own(variable, owner);
        }
        variable
    }

    /// The meaning of the values of a part's variable.
    fn holds(&self, leaf: Leaf, targets: &Lists) -> Holds {
        let ty = match leaf.ty {
            Some(ty) => ty,
            // A union may hold a pointer in these bits.
            None if leaf.width == self.pointer_bits() && targets.pointers.len() > 1 => {
                return Holds::Address(Class::Pointer);
            }
            None => return Holds::Bits,
        };
        match class_of(self.program, ty) {
            _ if self.program.types.integer_kind(ty) == Some(IntegerKind::Bool) => {
                match leaf.width == 8 && self.looks_at_truths() {
                    true => Holds::Bits,
                    false => Holds::Truth,
                }
            }
            Some(Class::Pointer) => Holds::Address(Class::Pointer),
            Some(Class::Integer) if targets.integers.len() > 1 && leaf.width == self.pointer_bits() => {
                Holds::Address(Class::Integer)
            }
            Some(Class::Integer) | None => Holds::Bits,
        }
    }

    /// Whether a `_Bool` may hold each byte, since reads look for those that are neither 0 nor 1.
    pub(super) fn looks_at_truths(&self) -> bool {
        self.options.checks(Failure::Truth) && self.numbers.is_words()
    }

    /// The sort of the second variable of an address.
    pub(in crate::c::lower) fn value_sort(&self) -> Sort {
        self.numbers.sort_of_bits(self.pointer_bits())
    }

    /// The width of a pointer in bits.
    pub(in crate::c::lower) fn pointer_bits(&self) -> u32 {
        8 * self.program.types.options().pointer_size() as u32
    }

    /// The members and elements that lead from an object of a type to the part at a bit, as C writes them: `.x[1]`.
    pub(super) fn path(&self, ty: TypeId, offset: u64) -> String {
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
                    let start = |field: &crate::c::read::types::Field| {
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
