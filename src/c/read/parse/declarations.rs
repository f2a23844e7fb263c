//! Reads declarations, of files and of blocks (C11, 6.7 and 6.9): specifiers, and then declarators with their
//! initialisers, or the body of a function.

use super::super::check::{Around, Declared, Entity, Linkage};
use super::super::keywords::Keyword;
use super::super::source::Pos;
use super::super::syntax::{ExprId, InitialiserId, ObjectId, StmtId, StmtKind, Storage};
use super::super::token::Punct;
use super::super::types::{Type, TypeId};
use super::attributes::Attributes;
use super::declarators::Declarator;
use super::parser::{Parser, Stop, StorageClass};
use super::specifiers::Specifiers;

impl Parser<'_> {
    /// Reads the whole file, which may be the last one of the program.
    pub fn file(&mut self, is_last: bool) {
        while !self.is_end() && self.goes_on() {
            let start = self.mark();
            if self.external_declaration().is_err() {
                self.abandon_body();
                self.recover();
                // A closing brace without an opening one is skipped.
                if !self.is_end() && (self.mark() == start || self.is(Punct::RightBrace)) {
                    self.advance();
                }
            }
        }
        self.checker.complete_globals(is_last);
    }

    /// Reads a declaration or a definition outside of functions.
    fn external_declaration(&mut self) -> Result<(), Stop> {
        if self.accept(Punct::Semicolon) {
            return Ok(());
        }
        match self.keyword() {
            Some(Keyword::StaticAssert) => return self.static_assert(),
            Some(Keyword::Asm) => return self.global_assembler(),
            _ => {}
        }
        while self.accept_keyword(Keyword::Extension) {}
        self.storage = StorageClass::None;
        let specifiers = self.specifiers()?;
        if specifiers.is_implicit {
            self.check_implicit(&specifiers)?;
        }
        self.declarators(&specifiers, true, &mut Vec::new())
    }

    /// Checks a declaration without type, which in old C declares a function that returns `int`, or an `int`.
    fn check_implicit(&mut self, specifiers: &Specifiers) -> Result<(), Stop> {
        let is_attribute = self.is(Punct::Semicolon);
        let is_declarator = self.name().is_some() || self.is(Punct::Star) || self.is(Punct::LeftParen);
        let next = self.peek(1);
        let is_declared = specifiers.storage != StorageClass::None || next.is(Punct::LeftParen);
        let is_old = is_declarator && is_declared;
        if !is_attribute && !is_old {
            let found = match self.name() {
                Some(_) => "; declare the type that has this name",
                None => "",
            };
            let message = format!("expected a declaration, found {}{}", self.found(), found);
            let pos = self.pos();
            return Err(self.error(pos, message));
        }
        if !is_attribute {
            let pos = self.pos();
            self.checker.diagnostics.warning(pos, "the type is missing, so it is `int`");
        }
        Ok(())
    }

    /// Reads a declaration in a function. Each object whose life begins here gets a statement.
    pub(super) fn local_declaration(&mut self, statements: &mut Vec<StmtId>) -> Result<(), Stop> {
        if self.keyword() == Some(Keyword::StaticAssert) {
            return self.static_assert();
        }
        while self.accept_keyword(Keyword::Extension) {}
        self.storage = StorageClass::None;
        let specifiers = self.specifiers()?;
        self.declarators(&specifiers, false, statements)
    }

    /// Reads the declarators behind specifiers, with the semicolon or the body of a function.
    fn declarators(
        &mut self,
        specifiers: &Specifiers,
        is_external: bool,
        statements: &mut Vec<StmtId>,
    ) -> Result<(), Stop> {
        if self.accept(Punct::Semicolon) {
            return Ok(());
        }
        let mut is_first = true;
        loop {
            let start = if is_first { specifiers.pos } else { self.pos() };
            self.storage = specifiers.storage;
            let declarator = self.declarator(specifiers.ty)?;
            let attributes = specifiers.attributes.and(self.attributes()?);
            let (name, pos) = match declarator.name {
                Some(name) => name,
                None => return Err(self.unexpected("a name in this declaration")),
            };
            let is_const = declarator.is_const_pointer.unwrap_or(specifiers.is_const);
            let is_noreturn = attributes.is_noreturn;
            let mut declarator = declarator;
            declarator.ty = self.with_mode(declarator.ty, attributes, pos)?;
            declarator.ty = self.deduced(specifiers, declarator.ty, pos)?;
            let declared = Declared { name, ty: declarator.ty, pos, is_const, is_noreturn };
            if !matches!(self.checker.types().get(declarator.ty), Type::Array(..))
                && self.variable_length.is_some()
            {
                self.refuse_variable_length(pos)?;
            }
            if std::mem::take(&mut self.has_unknown_length) {
                statements.push(self.unknown_length(pos));
            }
            let is_function = matches!(self.checker.types().get(declarator.ty), Type::Function(_));
            if is_function
                && is_first
                && specifiers.storage != StorageClass::Typedef
                && self.starts_body(&declarator)
            {
                if !is_external {
                    return self.nested_definition(specifiers, declared, declarator, attributes, start);
                }
                return self.definition(specifiers, declared, declarator, attributes, start);
            }
            if specifiers.storage == StorageClass::Typedef {
                self.typedef(specifiers, declared, attributes);
            } else if is_function && !is_external && specifiers.storage == StorageClass::Automatic {
                self.checker.declare_nested(declared, false);
            } else if is_function {
                let is_static = specifiers.is_static();
                let function = self.checker.declare_function(declared, is_static);
                self.note_names(Entity::Function(function), attributes, pos);
            } else {
                self.object(specifiers, declared, attributes, is_external, start, statements)?;
            }
            is_first = false;
            if !self.accept(Punct::Comma) {
                break;
            }
            if !self.goes_on() {
                return Err(Stop);
            }
        }
        match self.accept(Punct::Semicolon) {
            true => Ok(()),
            false => Err(self.unexpected("`;`, `,` or `=` in this declaration")),
        }
    }

    fn typedef(&mut self, specifiers: &Specifiers, declared: Declared, attributes: Attributes) {
        if let (true, Type::Record(id)) = (attributes.is_transparent, self.checker.types().get(declared.ty)) {
            if let Some(record) = self.checker.program.types.records.get_mut(id.index()) {
                record.is_transparent = record.is_union;
            }
        }
        let inherited = specifiers.own_align.filter(|_| self.is_made_of(declared.ty, specifiers.ty));
        self.checker.declare_typedef(declared, attributes.align.or(inherited));
    }

    /// Whether the body of a function follows, or the types of its old-style parameters.
    fn starts_body(&self, declarator: &Declarator) -> bool {
        let is_old = declarator.parameters.as_ref().map_or(false, |p| !p.identifiers.is_empty());
        self.is(Punct::LeftBrace) || (is_old && self.starts_type(self.token()))
    }

    fn object(
        &mut self,
        specifiers: &Specifiers,
        declared: Declared,
        attributes: Attributes,
        is_external: bool,
        start: Pos,
        statements: &mut Vec<StmtId>,
    ) -> Result<(), Stop> {
        let is_extern = specifiers.storage == StorageClass::Extern;
        // There is one thread, so a thread-local object lives for the whole run.
        let is_static = specifiers.storage == StorageClass::Static
            || (specifiers.is_thread_local && !is_external && !is_extern);
        let (storage, linkage) = match (is_external, is_extern, is_static) {
            (true, _, true) => (Storage::Global, Linkage::Internal),
            (true, ..) | (false, true, _) => (Storage::Global, Linkage::External),
            (false, _, true) => (Storage::StaticLocal, Linkage::None),
            _ => (Storage::Local, Linkage::None),
        };
        let is_register = specifiers.storage == StorageClass::Automatic && attributes.label.is_some();
        if is_external && specifiers.storage == StorageClass::Automatic && !is_register {
            return Err(self.error(start, "`auto` and `register` belong in functions"));
        }
        if matches!(self.checker.types().get(declared.ty), Type::Void) {
            return Err(self.error(declared.pos, "an object cannot have the type `void`"));
        }
        if let Some(length) = self.variable_length.take() {
            if storage != Storage::Local {
                let message = "the length of this array is no constant, although it lives for the whole run";
                return Err(self.error(declared.pos, message));
            }
            return self.variable_array(declared, length, start, statements);
        }
        let deduced = self.deduced_value.take().filter(|_| specifiers.is_deduced);
        let object = self.checker.declare_object(declared, storage, linkage);
        let inherited = specifiers.own_align.filter(|_| self.is_made_of(declared.ty, specifiers.ty));
        let align = attributes.align.or(inherited);
        self.checker.update_object(object, |object| object.align = object.align.max(align));
        match is_register {
            true => self.checker.in_registers.push(object),
            false => self.note_names(Entity::Object(object), attributes, declared.pos),
        }
        let is_whole_run = storage != Storage::Local;
        let mut initialiser = None;
        if deduced.is_some() || self.accept(Punct::Assign) {
            if is_extern && !is_external {
                return Err(self.error(declared.pos, "an `extern` declaration in a function has no value"));
            }
            initialiser = Some(self.first_value(object, declared, deduced, is_whole_run)?);
        }
        if specifiers.is_constexpr {
            self.constant_object(object, initialiser, declared.pos)?;
        }
        if initialiser.is_some() || (storage == Storage::Global && !is_extern) {
            self.checker.define_object(object, declared.pos);
        }
        if storage != Storage::Global {
            self.check_complete(object, declared.pos)?;
        }
        if is_whole_run {
            if initialiser.is_some() {
                self.checker.update_object(object, |object| object.initialiser = initialiser);
            }
            return Ok(());
        }
        let end = self.last_pos();
        let kind = StmtKind::Declaration(object, initialiser);
        let statement = self.checker.add_stmt(kind, start, end);
        statements.push(statement);
        Ok(())
    }

    /// An object that is declared `constexpr`: an integer is its first value wherever a constant is asked for.
    fn constant_object(
        &mut self,
        object: ObjectId,
        initialiser: Option<InitialiserId>,
        pos: Pos,
    ) -> Result<(), Stop> {
        let program = &self.checker.program;
        if program.types.integer_kind(program.object(object).ty).is_none() {
            return match initialiser {
                Some(_) => Ok(()),
                None => Err(self.error(pos, "expected the value of a constant")),
            };
        }
        let value = initialiser.and_then(|id| match program.initialiser(id).elements.as_slice() {
            [element] => self.checker.folded(element.value).integer(),
            _ => None,
        });
        match value {
            Some(value) => {
                self.checker.constexprs.insert(object, value);
                Ok(())
            }
            None => Err(self.error(pos, "expected a constant as the value of a constant")),
        }
    }

    /// Reads the first value of an object, unless it is known already.
    fn first_value(
        &mut self,
        object: ObjectId,
        declared: Declared,
        known: Option<ExprId>,
        is_whole_run: bool,
    ) -> Result<InitialiserId, Stop> {
        if self.checker.program.object(object).initialiser.is_some() {
            let message = format!("`{}` has its first value already", self.checker.name(declared.name));
            return Err(self.error(declared.pos, message));
        }
        let (id, ty) = match known {
            Some(value) => (self.initial_value(value, declared.ty, is_whole_run), declared.ty),
            None => self.initialiser(declared.ty, is_whole_run)?,
        };
        self.checker.update_object(object, |object| object.ty = ty);
        Ok(id)
    }

    /// Notes the other names that attributes give a function or object. They are resolved at the end of the file.
    pub(super) fn note_names(&mut self, entity: Entity, attributes: Attributes, pos: Pos) {
        if let Some(target) = attributes.alias {
            self.checker.aliases.push((entity, target, pos));
        }
        if let Some(label) = attributes.label {
            self.checker.assembler_names.push((entity, label, pos));
        }
        if let (Entity::Function(function), true) = (entity, attributes.returns_twice) {
            self.checker.return_twice.push(function);
        }
        let name = self.checker.entity_name(entity);
        let is_weak = attributes.is_weak || name.map_or(false, |name| self.literals().weak.contains(&name));
        if is_weak && !self.checker.weak.contains(&entity) {
            self.checker.weak.push(entity);
        }
        if let (Entity::Function(function), Some(align)) = (entity, attributes.align) {
            self.checker.aligned_functions.push((function, align));
        }
        if let Entity::Function(function) = entity {
            for (asked, is_before) in [(attributes.before_main, true), (attributes.after_main, false)] {
                let around = asked.map(|(priority, pos)| Around { priority, function, is_before, pos });
                self.checker.around_main.extend(around);
            }
        }
    }

    fn check_complete(&mut self, object: ObjectId, pos: Pos) -> Result<(), Stop> {
        let ty: TypeId = self.checker.program.object(object).ty;
        match self.checker.types().size(ty) {
            Some(_) => Ok(()),
            None => {
                let message =
                    format!("an object cannot have the incomplete type `{}`", self.checker.type_text(ty));
                Err(self.error(pos, message))
            }
        }
    }

    /// `_Static_assert(e, "text");`
    pub(super) fn static_assert(&mut self) -> Result<(), Stop> {
        self.advance();
        let pos = self.expect(Punct::LeftParen)?;
        let holds = self.constant_expression("a static assertion")? != 0;
        if self.accept(Punct::Comma) {
            while let super::super::token::Kind::Text(_) = self.token().kind {
                self.advance();
            }
        }
        self.expect(Punct::RightParen)?;
        if !holds {
            self.error(pos, "this static assertion does not hold");
        }
        self.expect(Punct::Semicolon).map(drop)
    }
}
