//! Reads definitions of functions (C11, 6.9.1), also of the old style, `int f(a) int a; {…}`.

use super::super::check::{Declared, Entity, Linkage};
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{FunctionId, ObjectId, StmtKind, Storage};
use super::super::token::Punct;
use super::super::types::{Type, TypeId, Types};
use super::attributes::Attributes;
use super::body::Body;
use super::declarators::{Declarator, Parameter};
use super::parser::{Parser, Stop, StorageClass};
use super::specifiers::Specifiers;
use crate::base::HashMap;

impl Parser<'_> {
    /// Reads the rest of the definition of a function in a function.
    pub(super) fn nested_definition(
        &mut self,
        specifiers: &Specifiers,
        declared: Declared,
        declarator: Declarator,
        attributes: Attributes,
        start: Pos,
    ) -> Result<(), Stop> {
        let outer = self.body.take().ok_or(Stop)?;
        let (function, level) = (self.checker.function, self.checker.scope_level());
        let unevaluated = std::mem::take(&mut self.checker.unevaluated);
        self.outer_bodies.push(outer);
        let result =
            self.deeper(|parser| parser.definition(specifiers, declared, declarator, attributes, start));
        self.body = self.outer_bodies.pop();
        self.checker.function = function;
        self.checker.unevaluated = unevaluated;
        let end = self.pos();
        while self.checker.scope_level() > level {
            self.checker.leave_scope(end);
        }
        result
    }

    /// Reads the rest of a definition, from behind the declarator.
    pub(super) fn definition(
        &mut self,
        specifiers: &Specifiers,
        declared: Declared,
        declarator: Declarator,
        attributes: Attributes,
        start: Pos,
    ) -> Result<(), Stop> {
        let parameters = match declarator.parameters {
            Some(parameters) => parameters,
            None => return Err(self.error(declared.pos, "a definition of a function lists its parameters")),
        };
        let result = match self.checker.types().get(declarator.ty) {
            Type::Function(id) => self.checker.types().function(id).result,
            _ => return Err(Stop),
        };
        if result != Types::VOID && self.checker.types().size(result).is_none() {
            let message =
                format!("a function cannot return `{}`: it is incomplete", self.checker.type_text(result));
            return Err(self.error(declared.pos, message));
        }
        let is_private = specifiers.is_inline && specifiers.storage == StorageClass::None;
        let is_static = specifiers.is_static() || (is_private && self.checker.has_units());
        let function = match self.outer_bodies.is_empty() {
            true => self.checker.declare_function(declared, is_static),
            false => self.checker.declare_nested(declared, true),
        };
        self.note_names(Entity::Function(function), attributes, declared.pos);
        let is_for_calls = attributes.is_gnu_inline && specifiers.storage == StorageClass::Extern;
        self.note_definition(function, declared, is_for_calls);
        self.checker.function = Some(function);
        let scope = self.checker.enter_scope(start);
        self.checker.update_function(function, |f| {
            f.scope = scope;
            f.pos = declared.pos;
        });
        self.body = Some(Body::new(function, result));
        let has_unknown_length = parameters.has_unknown_length;
        let list = match parameters.identifiers.is_empty() {
            true => parameters.list,
            false => self.old_parameters(parameters.identifiers)?,
        };
        let objects = self.declare_parameters(&list)?;
        self.checker.update_function(function, |f| f.parameters = objects);
        self.check_body(function)?;
        if has_unknown_length {
            self.forget_body(function, declared.pos);
        }
        Ok(())
    }

    /// Replaces a definition for calls alone by another one, and reports a second definition.
    fn note_definition(&mut self, function: FunctionId, declared: Declared, is_for_calls: bool) {
        let other = self.checker.inline_only.iter().position(|&other| other == function);
        if let (Some(other), false) = (other, is_for_calls) {
            self.checker.inline_only.remove(other);
            self.checker.update_function(function, |function| function.body = None);
        }
        if is_for_calls {
            self.checker.inline_only.push(function);
        }
        if self.checker.program.function(function).body.is_some() {
            let before = self.checker.program.function(function).pos;
            let (name, place) =
                (self.checker.name(declared.name), self.checker.program.lines.place_text(before));
            self.error(declared.pos, format!("`{}` is defined already, {}", name, place));
        }
    }

    /// Puts an unsupported point before the body of a function, because types of its parameters are unknown.
    fn forget_body(&mut self, function: FunctionId, pos: Pos) {
        let body = match self.checker.program.function(function).body {
            Some(body) => body,
            None => return,
        };
        let stop = self.unknown_length(pos);
        let stmt = self.checker.program.stmt(body);
        if let StmtKind::Block(_, scope) = stmt.kind {
            let list = self.checker.add_stmts(&[stop, body]);
            let whole = self.checker.add_stmt(StmtKind::Block(list, scope), stmt.pos, stmt.end);
            self.checker.update_function(function, |function| function.body = Some(whole));
        }
    }

    /// Reads the body, and leaves the scope of the function.
    fn check_body(&mut self, function: FunctionId) -> Result<(), Stop> {
        if !self.is(Punct::LeftBrace) {
            return Err(self.unexpected("`{` at the beginning of the function's body"));
        }
        let body = self.function_body()?;
        self.checker.update_function(function, |f| f.body = Some(body));
        self.body = None;
        self.checker.function = None;
        Ok(())
    }

    /// Leaves a function that could not be read to its end.
    pub(super) fn abandon_body(&mut self) {
        if self.body.take().is_some() {
            self.checker.function = None;
        }
        self.outer_bodies.clear();
        self.checker.unevaluated = 0;
        let end = self.pos();
        while !self.checker.is_in_file_scope() {
            self.checker.leave_scope(end);
        }
    }

    fn declare_parameters(&mut self, list: &[Parameter]) -> Result<Vec<ObjectId>, Stop> {
        let mut objects = Vec::with_capacity(list.len());
        for parameter in list {
            if self.checker.types().size(parameter.ty).is_none() {
                let message = format!(
                    "a parameter cannot have the incomplete type `{}`",
                    self.checker.type_text(parameter.ty)
                );
                return Err(self.error(parameter.pos, message));
            }
            objects.push(match parameter.name {
                None => self.checker.unnamed_object(parameter.ty, Storage::Parameter, parameter.pos),
                Some((name, pos)) => {
                    let declared = Declared {
                        name,
                        ty: parameter.ty,
                        pos,
                        is_const: parameter.is_const,
                        is_noreturn: false,
                    };
                    self.checker.declare_object(declared, Storage::Parameter, Linkage::None)
                }
            });
        }
        Ok(objects)
    }

    /// Reads the declarations between the parentheses of an old-style definition and its body.
    fn old_parameters(&mut self, identifiers: Vec<(NameId, Pos)>) -> Result<Vec<Parameter>, Stop> {
        let mut types: HashMap<NameId, (TypeId, bool)> = HashMap::default();
        while self.starts_type(self.token()) {
            self.storage = StorageClass::Automatic;
            self.is_in_parameters = true;
            let result = self.old_declaration(&identifiers, &mut types);
            self.is_in_parameters = false;
            result?;
        }
        let parameter = |&(name, pos): &(NameId, Pos)| {
            let (ty, is_const) = types.get(&name).copied().unwrap_or((Types::INT, false));
            Parameter { name: Some((name, pos)), ty, pos, is_const }
        };
        Ok(identifiers.iter().map(parameter).collect())
    }

    fn old_declaration(
        &mut self,
        identifiers: &[(NameId, Pos)],
        types: &mut HashMap<NameId, (TypeId, bool)>,
    ) -> Result<(), Stop> {
        let specifiers = self.specifiers()?;
        while !self.is(Punct::Semicolon) {
            let declarator = self.declarator(specifiers.ty)?;
            let (name, pos) = match declarator.name {
                Some(name) => name,
                None => return Err(self.unexpected("the name of a parameter")),
            };
            if !identifiers.iter().any(|&(known, _)| known == name) {
                let message = format!("`{}` is no parameter of this function", self.checker.name(name));
                return Err(self.error(pos, message));
            }
            let is_const = declarator.is_const_pointer.unwrap_or(specifiers.is_const);
            let ty = self.checker.program.types.of_parameter(declarator.ty);
            types.insert(name, (ty, is_const));
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::Semicolon).map(drop)
    }
}
