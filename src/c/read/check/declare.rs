//! Declares names: objects, functions, types and constants (C11, 6.2.2 and 6.7). Several declarations of a name with
//! linkage are one function or object, whose types must agree.

use super::super::names::NameId;
use super::super::property::{ASSERTIONS, ASSUMPTIONS};
use super::super::source::Pos;
use super::super::syntax::{
    Element, ExprId, Function, FunctionId, Initialiser, InitialiserId, Label, LabelId, Object, ObjectId,
    ScopeId, Storage,
};
use super::super::types::{FunctionType, Prototype, Type, TypeId, Types};
use super::checker::Checker;
use super::scopes::Entity;

/// A name with a type, as a declarator gives it.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::read) struct Declared {
    pub name: NameId,
    pub ty: TypeId,
    pub pos: Pos,
    pub is_const: bool,
    pub is_noreturn: bool,
}

/// Whether declarations of a name in several scopes mean the same object or function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::read) enum Linkage {
    External,
    Internal,
    None,
}

impl Checker<'_> {
    fn redeclared(&mut self, declared: Declared) {
        self.differs(declared, None);
    }

    /// The error about a declaration that does not fit one before it, whose place is told if it is in another file.
    fn differs(&mut self, declared: Declared, other: Option<Pos>) {
        let place = match other {
            Some(pos) if self.is_of_earlier_unit(pos) => self.program.lines.place_text(pos),
            Some(_) | None => "before this".to_string(),
        };
        let message = format!("`{}` is declared differently {}", self.name(declared.name), place);
        self.error(declared.pos, message);
    }

    pub fn declare_typedef(&mut self, declared: Declared, align: Option<u64>) {
        match self.scopes.find_here(declared.name) {
            Some(Entity::Typedef(ty, _)) if self.types().are_compatible(ty, declared.ty) => {}
            Some(_) => self.redeclared(declared),
            None => self.scopes.declare(declared.name, Entity::Typedef(declared.ty, align)),
        }
    }

    pub fn declare_constant(&mut self, name: NameId, pattern: u64, ty: TypeId, pos: Pos) {
        if self.scopes.find_here(name).is_some() {
            let message = format!("`{}` is declared before this in the same scope", self.name(name));
            self.error(pos, message);
        }
        self.scopes.declare(name, Entity::Constant(pattern, ty));
    }

    /// Gives a name a meaning in the innermost scope.
    pub fn declare_entity(&mut self, name: NameId, entity: Entity) {
        self.scopes.declare(name, entity);
    }

    /// Declares a function; all declarations of a name are one function.
    pub fn declare_function(&mut self, declared: Declared, is_static: bool) -> FunctionId {
        match self.scopes.find_here(declared.name) {
            None | Some(Entity::Function(_)) => {}
            Some(_) => self.redeclared(declared),
        }
        let id = match self.linked_to(declared.name, !is_static) {
            Some(Entity::Function(id)) => {
                self.merge_function(id, declared);
                id
            }
            other => {
                if other.is_some() {
                    self.redeclared(declared);
                }
                self.new_function(declared, is_static)
            }
        };
        if let Some(function) = self.program.functions.get_mut(id.index()) {
            function.is_noreturn |= declared.is_noreturn;
            function.is_static |= is_static;
        }
        self.scopes.declare(declared.name, Entity::Function(id));
        id
    }

    fn new_function(&mut self, declared: Declared, is_static: bool) -> FunctionId {
        let id = FunctionId(self.program.functions.len() as u32);
        self.program.functions.push(Function {
            name: declared.name,
            ty: declared.ty,
            pos: declared.pos,
            parameters: Vec::new(),
            body: None,
            scope: ScopeId(0),
            is_implicit: false,
            is_noreturn: declared.is_noreturn,
            is_static,
            rest: None,
        });
        self.linked.insert(declared.name, Entity::Function(id));
        id
    }

    fn merge_function(&mut self, id: FunctionId, declared: Declared) {
        let (ty, is_implicit) = (self.program.function(id).ty, self.program.function(id).is_implicit);
        let merged = match self.types().are_compatible(ty, declared.ty) {
            true => self.program.types.composite(ty, declared.ty),
            false if is_implicit => {
                let called = self.program.function(id).pos;
                let (name, place) = (self.name(declared.name), self.program.lines.place_text(called));
                if self.is_of_earlier_unit(called) {
                    let message =
                        format!("`{}` is called without declaration {}; declare it there", name, place);
                    self.error(declared.pos, message);
                }
                let message = format!("`{}` was called before this as if it returned `int`", name);
                self.diagnostics.warning(declared.pos, message);
                declared.ty
            }
            false => {
                self.differs(declared, Some(self.program.function(id).pos));
                ty
            }
        };
        if let Some(function) = self.program.functions.get_mut(id.index()) {
            function.ty = merged;
            if function.is_implicit {
                function.is_implicit = false;
                function.pos = declared.pos;
            }
        }
    }

    /// A function that is called without declaration: it returns `int`, and nothing is known of its parameters.
    /// Builtins need none.
    pub(super) fn declare_implicitly(&mut self, name: NameId, is_builtin: bool, pos: Pos) -> FunctionId {
        if let Some(&Entity::Function(id)) = self.linked.get(&name) {
            self.scopes.declare(name, Entity::Function(id));
            return id;
        }
        let text = self.name(name);
        if let Some(entity) = self.undeclared(name) {
            let elsewhere = match entity {
                Entity::Function(id) if self.program.function(id).body.is_none() => {
                    self.linked.insert(name, entity);
                    self.scopes.declare(name, entity);
                    return id;
                }
                Entity::Function(id) => self.program.function(id).pos,
                Entity::Object(id) => self.program.object(id).pos,
                Entity::Typedef(..) | Entity::Constant(..) => pos,
            };
            let place = self.program.lines.place_text(elsewhere);
            self.error(
                pos,
                format!("`{}`, defined {}, is called without declaration; declare it", text, place),
            );
        }
        let known = self.known_result(&text);
        let result = known.unwrap_or(Types::INT);
        let open = FunctionType { result, parameters: Vec::new(), prototype: Prototype::Unspecified };
        let function = self.known_variadic(&text).unwrap_or(open);
        let ty = self.program.types.function_type(function);
        let declared = Declared { name, ty, pos, is_const: false, is_noreturn: false };
        // Programs for verifiers call these without declaration, and they mean the same everywhere.
        let is_known = matches!(text.as_str(), "abort" | "exit" | "printf" | "reach_error")
            || ASSUMPTIONS.iter().chain(&ASSERTIONS).any(|known| *known == text);
        if !is_known && !is_builtin && !text.starts_with("__VERIFIER_") {
            let message = match known {
                None => format!("`{}` is called without declaration, as a function that returns `int`", text),
                Some(_) => format!("`{}` is called without declaration, as that of the C library", text),
            };
            self.diagnostics.warning(pos, message);
        }
        let id = self.new_function(declared, false);
        if let Some(function) = self.program.functions.get_mut(id.index()) {
            function.is_implicit = true;
        }
        self.scopes.declare(name, Entity::Function(id));
        id
    }

    /// A function that compilers know, with its type.
    pub fn declare_builtin(&mut self, name: NameId, function: FunctionType, pos: Pos) -> FunctionId {
        if let Some(&Entity::Function(id)) = self.linked.get(&name) {
            return id;
        }
        let ty = self.program.types.function_type(function);
        let declared = Declared { name, ty, pos, is_const: false, is_noreturn: false };
        self.new_function(declared, false)
    }

    /// Declares an object. With linkage, all declarations of a name are one object.
    pub fn declare_object(&mut self, declared: Declared, storage: Storage, linkage: Linkage) -> ObjectId {
        let here = self.scopes.find_here(declared.name);
        if linkage == Linkage::None {
            if here.is_some() {
                let message =
                    format!("`{}` is declared before this in the same scope", self.name(declared.name));
                self.error(declared.pos, message);
            }
            let id = self.new_object(declared, storage);
            self.scopes.declare(declared.name, Entity::Object(id));
            return id;
        }
        if let Some(Entity::Typedef(..) | Entity::Constant(..)) = here {
            self.redeclared(declared);
        }
        let id = match self.linked_to(declared.name, linkage == Linkage::External) {
            Some(Entity::Object(id)) => {
                self.merge_object(id, declared);
                id
            }
            other => {
                if other.is_some() {
                    self.redeclared(declared);
                }
                let id = self.new_object(declared, storage);
                self.linked.insert(declared.name, Entity::Object(id));
                let (file, is_external) = (self.scopes.file(), linkage == Linkage::External);
                self.update_object(id, |object| {
                    object.is_external = is_external;
                    object.scope = if is_external { ScopeId(0) } else { file };
                });
                id
            }
        };
        self.scopes.declare(declared.name, Entity::Object(id));
        id
    }

    fn merge_object(&mut self, id: ObjectId, declared: Declared) {
        let ty = self.program.object(id).ty;
        if !self.types().are_compatible(ty, declared.ty) {
            return self.differs(declared, Some(self.program.object(id).pos));
        }
        let is_volatile = self.types().is_volatile(ty) || self.types().is_volatile(declared.ty);
        let mut ty = self.program.types.composite(ty, declared.ty);
        if is_volatile {
            ty = self.program.types.volatile(ty);
        }
        if let Some(object) = self.program.objects.get_mut(id.index()) {
            object.ty = ty;
        }
    }

    fn new_object(&mut self, declared: Declared, storage: Storage) -> ObjectId {
        let scope = match storage {
            Storage::Global => ScopeId(0),
            _ => self.scopes.current(),
        };
        let unnamed = Object::unnamed(declared.ty, storage, declared.pos, scope, self.function);
        let (name, is_defined) = (Some(declared.name), storage != Storage::Global);
        self.push_object(Object { name, is_defined, is_const: declared.is_const, ..unnamed })
    }

    fn push_object(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(self.program.objects.len() as u32);
        self.program.objects.push(object);
        id
    }

    /// An object without name: that of a compound literal, or of a parameter.
    pub fn unnamed_object(&mut self, ty: TypeId, storage: Storage, pos: Pos) -> ObjectId {
        let scope = self.scopes.current();
        self.push_object(Object::unnamed(ty, storage, pos, scope, self.function))
    }

    pub fn add_initialiser(&mut self, initialiser: Initialiser) -> InitialiserId {
        let id = InitialiserId(self.program.initialisers.len() as u32);
        self.elements += initialiser.elements.capacity();
        self.program.initialisers.push(initialiser);
        id
    }

    /// The initialiser of an object whose value is one expression of its type.
    pub fn whole_value(&mut self, value: ExprId, ty: TypeId) -> InitialiserId {
        let elements = vec![Element { offset: 0, bits: None, ty, value }];
        self.add_initialiser(Initialiser { elements })
    }

    pub fn add_label(&mut self, name: NameId, pos: Pos, function: FunctionId) -> LabelId {
        let id = LabelId(self.program.labels.len() as u32);
        self.program.labels.push(Label { name, pos, function, stmt: None });
        id
    }

    /// Changes an object that was declared a moment ago.
    pub fn update_object(&mut self, id: ObjectId, change: impl FnOnce(&mut Object)) {
        if let Some(object) = self.program.objects.get_mut(id.index()) {
            change(object);
        }
    }

    /// Changes a function that was declared before.
    pub fn update_function(&mut self, id: FunctionId, change: impl FnOnce(&mut Function)) {
        if let Some(function) = self.program.functions.get_mut(id.index()) {
            change(function);
        }
    }

    /// Gives objects that live for the whole run room for the values of their flexible members. Their type in
    /// expressions is the declared one.
    pub fn complete_flexible(&mut self) {
        for at in 0..self.program.objects.len() {
            let (ty, initialiser) = (self.program.objects[at].ty, self.program.objects[at].initialiser);
            let (record, initialiser) = match (self.types().get(ty), initialiser) {
                (Type::Record(record), Some(initialiser)) => (record, initialiser),
                _ => continue,
            };
            let (element, offset) = match self.types().fields(record).last().map(|field| (field, field.ty)) {
                Some((field, ty)) => match self.types().get(ty) {
                    Type::Array(element, None) => (element, field.offset),
                    _ => continue,
                },
                None => continue,
            };
            let end = |part: &Element| part.offset.saturating_add(self.types().size(part.ty).unwrap_or(0));
            let end = self.program.initialiser(initialiser).elements.iter().map(end).max().unwrap_or(0);
            let width = self.types().size(element).unwrap_or(1).max(1);
            let count = end.saturating_sub(offset);
            let count = count / width + u64::from(count % width > 0);
            let ty = self.program.types.with_room(record, element, count);
            self.program.objects[at].ty = ty;
        }
    }

    /// Looks again at the types of global objects, which may be completed up to the end of the file. Weak names are
    /// defined up to the end of the last one.
    pub fn complete_globals(&mut self, is_last: bool) {
        if is_last {
            self.resolve_weak();
        }
        self.resolve_names();
        for at in 0..self.program.objects.len() {
            let id = ObjectId(at as u32);
            let (ty, pos) = (self.program.object(id).ty, self.program.object(id).pos);
            if self.program.object(id).storage != Storage::Global || !self.program.object(id).is_defined {
                continue;
            }
            match self.types().get(ty) {
                Type::Array(element, None) => {
                    self.diagnostics.warning(pos, "the array has no length, so it has one element");
                    let ty = self.program.types.array(element, Some(1));
                    self.update_object(id, |object| object.ty = ty);
                }
                _ if self.types().size(ty).is_none() => {
                    let message = format!("`{}` is incomplete; define it", self.type_text(ty));
                    self.error(pos, message);
                }
                _ => {}
            }
        }
    }
}
