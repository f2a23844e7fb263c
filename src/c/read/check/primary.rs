//! Checks names, literals, `sizeof` and `_Alignof` (C11, 6.5.1 and 6.5.3.4).

use super::super::arch::{FloatingKind, IntegerKind};
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{ExprId, ExprKind, InitialiserId, ObjectId, Storage, TextId};
use super::super::token::{FloatingLiteral, IntegerLiteral, Text};
use super::super::types::{Type, TypeId, Types};
use super::checker::Checker;
use super::fold::Folded;
use super::scopes::Entity;

impl Checker<'_> {
    /// A name in an expression. One that is called without declaration becomes a function.
    pub fn named(&mut self, name: NameId, is_called: bool, pos: Pos) -> ExprId {
        match self.find(name) {
            Some(entity @ Entity::Object(object)) => {
                if let Some(outer) = self.outer_variable(object, pos) {
                    return outer;
                }
                let place = self.object_expr(object, pos);
                self.named_place(entity, place, pos)
            }
            Some(entity @ Entity::Function(function)) => {
                let ty = self.program.function(function).ty;
                let place = self.add(ExprKind::Function(function), ty, pos, Folded::Place);
                let place = self.mentioned(function, place, is_called, pos);
                self.named_place(entity, place, pos)
            }
            Some(Entity::Constant(pattern, ty)) => self.integer_constant(pattern, ty, pos),
            Some(Entity::Typedef(..)) => {
                let message = format!("expected an expression, found the type `{}`", self.name(name));
                self.refuse(pos, message)
            }
            None if is_called => self.undeclared_function(name, pos),
            None if self.is_new_constant(name) => self.new_constant(name, pos),
            None => {
                let message = format!("`{}` is not declared; declare it before this", self.name(name));
                self.refuse(pos, message)
            }
        }
    }

    /// Whether a name that is not declared is a constant of C23.
    fn is_new_constant(&self, name: NameId) -> bool {
        matches!(self.program.names.text(name), "true" | "false" | "nullptr")
    }

    fn new_constant(&mut self, name: NameId, pos: Pos) -> ExprId {
        match self.program.names.text(name) {
            "nullptr" => {
                let ty = self.program.types.pointer(Types::VOID);
                self.numeric_pointer(0, ty, pos)
            }
            text => self.integer_constant(u64::from(text == "true"), Types::BOOL, pos),
        }
    }

    fn undeclared_function(&mut self, name: NameId, pos: Pos) -> ExprId {
        let mut name = name;
        let is_builtin = self.name(name).starts_with("__builtin_");
        if let Some(meant) = self.library_builtin(&self.name(name)) {
            name = self.program.names.intern(meant);
        }
        let function = match self.declare_known_builtin(name, pos) {
            Some(function) => function,
            None => self.declare_implicitly(name, is_builtin, pos),
        };
        let ty = self.program.function(function).ty;
        self.add(ExprKind::Function(function), ty, pos, Folded::Place)
    }

    pub fn object_expr(&mut self, object: ObjectId, pos: Pos) -> ExprId {
        let (ty, storage) = (self.program.object(object).ty, self.program.object(object).storage);
        if self.in_registers.contains(&object) {
            return self.unsupported_object("a variable in a register of the processor", ty, pos);
        }
        let folded = match storage {
            Storage::Global | Storage::StaticLocal => Folded::Place,
            _ => Folded::No,
        };
        self.add(ExprKind::Object(object), ty, pos, folded)
    }

    pub fn integer_literal(&mut self, literal: IntegerLiteral, pos: Pos) -> ExprId {
        let ty = self.types().integer(literal.kind);
        self.integer_constant(literal.value, ty, pos)
    }

    pub fn floating_literal(&mut self, literal: FloatingLiteral, pos: Pos) -> ExprId {
        let (ty, declared) = (self.types().floating(literal.kind), self.types().floating(literal.declared));
        let constant = self.floating_constant(literal.bits, literal.kind, ty, pos);
        self.with_declared(constant, Some(declared))
    }

    /// A floating-point number with these bits.
    pub(super) fn floating_constant(
        &mut self,
        bits: u128,
        kind: FloatingKind,
        ty: TypeId,
        pos: Pos,
    ) -> ExprId {
        let folded = Folded::Floating(kind.as_f64(bits));
        self.add(ExprKind::Floating(bits.into()), ty, pos, folded)
    }

    /// A string literal.
    pub fn text_literal(&mut self, text: TextId, pos: Pos) -> ExprId {
        let (kind, length) = match self.program.texts.get(text.index()) {
            Some(text) => (text.kind, text.units.len() as u64 + 1),
            None => (IntegerKind::Char, 1),
        };
        let element = self.types().integer(kind);
        let ty = self.program.types.array(element, Some(length));
        self.add(ExprKind::Text(text), ty, pos, Folded::Place)
    }

    /// A new string literal.
    pub fn new_text(&mut self, text: Text) -> TextId {
        self.program.texts.push(text);
        TextId(self.program.texts.len() as u32 - 1)
    }

    /// `__func__`
    pub fn function_name(&mut self, pos: Pos) -> ExprId {
        let name = match self.function {
            Some(function) => self.own_name(function),
            None => return self.refuse(pos, "there is no function here that would have a name"),
        };
        let units = name.bytes().map(u32::from).collect();
        let text = self.new_text(Text { kind: IntegerKind::Char, units });
        self.text_literal(text, pos)
    }

    pub fn compound_literal(
        &mut self,
        object: ObjectId,
        initialiser: InitialiserId,
        ty: TypeId,
        pos: Pos,
    ) -> ExprId {
        let folded = if self.function.is_none() { Folded::Place } else { Folded::No };
        self.add(ExprKind::CompoundLiteral(object, initialiser), ty, pos, folded)
    }

    /// The type of `sizeof` with a number as value.
    pub fn size_constant(&mut self, value: u64, pos: Pos) -> ExprId {
        let ty = self.types().integer(self.types().options().size_kind());
        self.integer_constant(value, ty, pos)
    }

    /// `sizeof (T)`
    pub fn size_of(&mut self, ty: TypeId, pos: Pos) -> ExprId {
        let size = match self.types().get(ty) {
            Type::Error => return self.broken(pos),
            // GNU C
            Type::Void | Type::Function(_) => Some(1),
            _ => self.types().size(ty),
        };
        match size {
            Some(size) => self.size_constant(size, pos),
            None => {
                let message = format!("`{}` is incomplete and has no size", self.type_text(ty));
                self.refuse(pos, message)
            }
        }
    }

    /// `sizeof e`
    pub fn size_of_expr(&mut self, id: ExprId, pos: Pos) -> ExprId {
        if let ExprKind::Object(object) = self.expr(id).kind {
            if let Some(&size) = self.variable_arrays.get(&object) {
                let size = self.object_expr(size, pos);
                return self.value(size);
            }
        }
        if let ExprKind::Member(record, field) = self.expr(id).kind {
            if self.types().field(self.ty(record), field).map_or(false, |field| field.bits.is_some()) {
                return self.refuse(pos, "a bit-field has no size in bytes");
            }
        }
        self.size_of(self.declared(id), pos)
    }

    /// `_Alignof (T)`, or `__alignof__ (T)`
    pub fn align_of(&mut self, ty: TypeId, is_preferred: bool, pos: Pos) -> ExprId {
        match self.types().get(ty) {
            Type::Error => return self.broken(pos),
            // GNU C
            Type::Void | Type::Function(_) => return self.size_constant(1, pos),
            _ => {}
        }
        match self.types().size(ty) {
            None if !matches!(self.types().get(ty), Type::Array(_, None)) => {
                let message = format!("`{}` is incomplete and has no alignment", self.type_text(ty));
                self.refuse(pos, message)
            }
            _ => {
                let types = self.types();
                let align = if is_preferred { types.preferred_align(ty) } else { types.align(ty) };
                self.size_constant(align, pos)
            }
        }
    }

    /// `__alignof__ e`: of a member its alignment in the structure, of an object the one that it was given or that of
    /// its type.
    pub fn align_of_expr(&mut self, id: ExprId, is_preferred: bool, pos: Pos) -> ExprId {
        let own = match self.expr(id).kind {
            ExprKind::Member(record, field) => {
                self.types().field(self.ty(record), field).map(|field| field.align)
            }
            ExprKind::Object(object) => self.program.object(object).align,
            ExprKind::Function(function) => {
                let asked = self.aligned_functions.iter().filter(|(of, _)| *of == function);
                asked.map(|&(_, align)| align).max()
            }
            _ => None,
        };
        if let Some(align) = own {
            return self.size_constant(align, pos);
        }
        let ty = self.variable_element(id).unwrap_or(self.declared(id));
        self.align_of(ty, is_preferred, pos)
    }

    /// The type of the elements, if an expression names an array whose length is no constant.
    pub fn variable_element(&self, id: ExprId) -> Option<TypeId> {
        match self.expr(id).kind {
            ExprKind::Object(object) if self.variable_arrays.contains_key(&object) => {
                self.types().pointee(self.ty(id))
            }
            _ => None,
        }
    }
}
