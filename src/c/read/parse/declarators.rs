//! Reads declarators and names of types (C11, 6.7.6 and 6.7.7).
//!
//! In `int (*p)[3]`, the type of `p` is found from the inside out: a pointer to an array of `int`. But the type is
//! built from the outside in, since the array must exist before the pointer to it. So the parser skips an inner
//! declarator in parentheses, reads the suffixes behind it, and goes back to the inner one.

use super::super::keywords::Keyword;
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::ExprId;
use super::super::token::{Kind, Punct};
use super::super::types::{FunctionType, Prototype, Type, TypeId, Types};
use super::parser::{Parser, Stop, StorageClass};

/// The most parameters of a function.
const MOST_PARAMETERS: usize = 1 << 10;

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter {
    pub name: Option<(NameId, Pos)>,
    pub ty: TypeId,
    pub pos: Pos,
    pub is_const: bool,
}

/// The list of parameters in parentheses behind the name of a function.
#[derive(Clone, Debug)]
pub(super) struct Parameters {
    pub list: Vec<Parameter>,
    /// The parameters of an old-style definition, whose types follow.
    pub identifiers: Vec<(NameId, Pos)>,
    /// Whether a parameter points to arrays of a length that is no constant.
    pub has_unknown_length: bool,
    prototype: Prototype,
}

/// A name with its type.
#[derive(Clone, Debug)]
pub(super) struct Declarator {
    pub name: Option<(NameId, Pos)>,
    pub ty: TypeId,
    /// The parameters, if a list of them is directly behind the name.
    pub parameters: Option<Parameters>,
    /// Whether the last pointer, and so the object, is `const`; `None` if there is no pointer.
    pub is_const_pointer: Option<bool>,
}

/// The name of a type in which lengths of arrays need not be constants.
#[derive(Clone, Copy, Debug)]
pub(super) struct VariableType {
    pub ty: TypeId,
    /// The outermost length, if it is no constant.
    pub length: Option<ExprId>,
    /// Whether another length is no constant.
    pub is_unknown: bool,
}

/// The text behind a declarator.
#[derive(Debug)]
enum Suffix {
    Array(Option<u64>),
    Function(Parameters),
}

impl Parser<'_> {
    /// Reads a declarator, which may have no name.
    pub(super) fn declarator(&mut self, base: TypeId) -> Result<Declarator, Stop> {
        let mut ty = base;
        let mut is_const = None;
        loop {
            if self.is(Punct::Star) {
                let pos = self.pos();
                self.advance();
                ty = self.checker.program.types.pointer(ty);
                self.check_depth(ty, base, pos)?;
                is_const = Some(false);
                continue;
            }
            match self.keyword() {
                Some(Keyword::Const) => {
                    is_const = is_const.map(|_| true);
                    self.advance();
                }
                Some(Keyword::Volatile) => {
                    // This `volatile` belongs to the pointer; one in front of all pointers is a specifier.
                    ty = self.checker.program.types.volatile(ty);
                    self.advance();
                }
                Some(Keyword::Restrict | Keyword::Extension) => self.advance(),
                Some(Keyword::Attribute) => {
                    let attributes = self.attributes()?;
                    let pos = self.pos();
                    ty = self.with_mode(ty, attributes, pos)?;
                }
                Some(Keyword::Atomic) => self.advance(),
                _ => break,
            }
        }
        let mut declarator = self.direct_declarator(ty)?;
        if declarator.ty == ty && declarator.is_const_pointer.is_none() {
            declarator.is_const_pointer = is_const;
        }
        Ok(declarator)
    }

    /// An error if types nest too deeply.
    fn check_depth(&mut self, ty: TypeId, base: TypeId, pos: Pos) -> Result<(), Stop> {
        match ty == Types::ERROR && base != Types::ERROR {
            true => Err(self.error(pos, format!("types nest deeper than {} levels", Types::DEEPEST))),
            false => Ok(()),
        }
    }

    fn direct_declarator(&mut self, base: TypeId) -> Result<Declarator, Stop> {
        if let Some(name) = self.name() {
            let pos = self.pos();
            // The declared name may be that of a type in an outer scope.
            self.advance();
            let (ty, parameters) = self.suffixes(base, self.is_in_parameters, false)?;
            return Ok(Declarator { name: Some((name, pos)), ty, parameters, is_const_pointer: None });
        }
        let is_nested = self.is(Punct::LeftParen) && {
            let next = self.peek(1);
            !next.is(Punct::RightParen) && !self.starts_plain_type(next)
        };
        if !is_nested {
            let (ty, parameters) = self.suffixes(base, self.is_in_parameters, false)?;
            return Ok(Declarator { name: None, ty, parameters, is_const_pointer: None });
        }
        let inner = self.mark();
        let is_pointer = self.peek(1).is(Punct::Star);
        self.pass_brackets();
        let (ty, parameters) = self.suffixes(base, false, is_pointer)?;
        let end = self.mark();
        self.go_to(inner);
        self.advance();
        let mut declarator = self.deeper(|parser| parser.declarator(ty))?;
        self.expect(Punct::RightParen)?;
        self.go_to(end);
        if declarator.ty == ty && declarator.parameters.is_none() {
            declarator.parameters = parameters;
        }
        Ok(declarator)
    }

    /// Whether a token begins parameters, attributes apart: those may begin an inner declarator as well.
    fn starts_plain_type(&self, token: super::super::token::Token) -> bool {
        self.keyword_of(token) != Some(Keyword::Attribute) && self.starts_type(token)
    }

    /// Arrays and parameters behind a declarator. The parameters are those of the first suffix. `is_pointer` says that
    /// an array means a pointer to its elements, `is_inner` that it is no object of its own.
    fn suffixes(
        &mut self,
        base: TypeId,
        is_pointer: bool,
        is_inner: bool,
    ) -> Result<(TypeId, Option<Parameters>), Stop> {
        let start = self.pos();
        let mut list = Vec::new();
        loop {
            if self.is(Punct::LeftBracket) {
                let is_first = list.is_empty();
                let length = self.array_suffix(is_pointer && is_first, is_first && !is_inner)?;
                list.push(Suffix::Array(length));
            } else if self.is(Punct::LeftParen) {
                let parameters = self.deeper(|parser| parser.parameters())?;
                list.push(Suffix::Function(parameters));
            } else {
                break;
            }
            if list.len() > usize::from(Types::DEEPEST) {
                return Err(self.error(start, format!("types nest deeper than {} levels", Types::DEEPEST)));
            }
        }
        let mut ty = base;
        let mut first = None;
        for suffix in list.into_iter().rev() {
            let inner = ty;
            (ty, first) = match suffix {
                Suffix::Array(length) => (self.array_type(ty, length, start)?, None),
                Suffix::Function(parameters) => {
                    let ty = self.function_type(ty, &parameters, start)?;
                    (ty, Some(parameters))
                }
            };
            self.check_depth(ty, inner, start)?;
        }
        Ok((ty, first))
    }

    fn array_type(&mut self, element: TypeId, length: Option<u64>, pos: Pos) -> Result<TypeId, Stop> {
        let types = &mut self.checker.program.types;
        if element != Types::ERROR && types.size(element).is_none() {
            let message = format!(
                "the elements of an array cannot have the type `{}`",
                self.checker.type_text(element)
            );
            return Err(self.error(pos, message));
        }
        let ty = types.array(element, length);
        let size = types.size(ty);
        if length.is_some() && size.map_or(true, |size| size > types.largest_object()) {
            return Err(self.error(pos, "the array is larger than the memory; make it smaller"));
        }
        Ok(ty)
    }

    fn function_type(&mut self, result: TypeId, parameters: &Parameters, pos: Pos) -> Result<TypeId, Stop> {
        if matches!(self.checker.types().get(result), Type::Array(..) | Type::Function(_)) {
            let message =
                format!("a function cannot return `{}`; return a pointer", self.checker.type_text(result));
            return Err(self.error(pos, message));
        }
        let function = FunctionType {
            result,
            parameters: parameters.list.iter().map(|parameter| parameter.ty).collect(),
            prototype: parameters.prototype,
        };
        Ok(self.checker.program.types.function_type(function))
    }

    /// `[n]`
    fn array_suffix(&mut self, is_pointer: bool, is_outermost: bool) -> Result<Option<u64>, Stop> {
        self.advance();
        while matches!(
            self.keyword(),
            Some(Keyword::Static | Keyword::Const | Keyword::Volatile | Keyword::Restrict)
        ) {
            self.advance();
        }
        let is_star = self.is(Punct::Star) && self.peek(1).is(Punct::RightBracket);
        if self.is(Punct::RightBracket) || is_star {
            if is_star {
                self.advance();
            }
            self.advance();
            return Ok(None);
        }
        // A parameter that is declared as an array is a pointer, so its length does not matter.
        if is_pointer {
            self.pass_length()?;
            return Ok(Some(1));
        }
        if self.is_in_parameters && self.names_unknown() {
            self.pass_length()?;
            self.has_unknown_length = true;
            return Ok(Some(1));
        }
        let pos = self.pos();
        let expr = self.deeper(|parser| parser.assignment_expression())?;
        let is_integer = self.checker.types().integer_kind(self.checker.ty(expr)).is_some();
        let known = self.checker.constexpr(expr).or_else(|| self.checker.folded(expr).integer());
        if known.is_none() && is_integer {
            return self.variable_suffix(expr, is_outermost, pos);
        }
        let length = self.checker.constant_value(expr, "the length of an array").ok_or(Stop)?;
        self.expect(Punct::RightBracket)?;
        match u64::try_from(length) {
            Ok(length) => Ok(Some(length)),
            Err(_) => Err(self.error(pos, "expected a length that is not negative")),
        }
    }

    /// Skips the length of a parameter, and the bracket behind it. A length that may have side effects is not
    /// understood.
    fn pass_length(&mut self) -> Result<(), Stop> {
        let start = self.pos();
        let mut open = 0usize;
        while open > 0 || !self.is(Punct::RightBracket) {
            match self.token().kind {
                Kind::End => {
                    return Err(
                        self.error(start, "expected `]` at the end of this length, found end of file")
                    );
                }
                Kind::Punct(Punct::LeftBracket | Punct::LeftParen) => open += 1,
                Kind::Punct(Punct::RightBracket | Punct::RightParen) => open = open.saturating_sub(1),
                _ => {}
            }
            self.has_unknown_length |= self.is_effect();
            self.advance();
        }
        self.advance();
        Ok(())
    }

    /// Whether this token may belong to a call, an assignment or a step.
    fn is_effect(&self) -> bool {
        let is_callee = match self.token().kind {
            Kind::Name(name) => name.keyword().is_none(),
            Kind::Punct(Punct::RightParen | Punct::RightBracket) => true,
            Kind::Punct(punct) => return punct.is_assignment(),
            _ => false,
        };
        is_callee && self.peek(1).is(Punct::LeftParen)
    }

    /// Whether a length contains an unknown name, such as that of another parameter.
    fn names_unknown(&self) -> bool {
        let tokens = (0..).map(|at| self.peek(at));
        let length = tokens.take_while(|token| !token.is(Punct::RightBracket) && token.kind != Kind::End);
        length.filter_map(|token| token.name()).any(|name| self.checker.find(name).is_none())
    }

    /// `[n]` with a length that is no constant, from behind the length: the outermost one of a local object is kept.
    fn variable_suffix(&mut self, length: ExprId, is_outermost: bool, pos: Pos) -> Result<Option<u64>, Stop> {
        self.expect(Punct::RightBracket)?;
        if self.is_in_parameters {
            self.has_unknown_length = true;
            return Ok(Some(1));
        }
        if self.body.is_none() {
            return Err(
                self.error(pos, "the length of this array is no constant; only local ones are supported so")
            );
        }
        if self.storage == StorageClass::Typedef || !is_outermost || self.variable_length.is_some() {
            self.has_unknown_length = true;
            return Ok(Some(1));
        }
        self.variable_length = Some(self.checker.value(length));
        Ok(None)
    }

    /// An error if the declarator that was read has a length that only a local object may have.
    pub(super) fn refuse_variable_length(&mut self, pos: Pos) -> Result<(), Stop> {
        let is_unknown = std::mem::take(&mut self.has_unknown_length);
        match self.variable_length.take() {
            None if !is_unknown => Ok(()),
            _ => {
                let message = "arrays of variable length are supported as local objects only; declare one";
                Err(self.error(pos, message))
            }
        }
    }

    /// Parameters, from the parenthesis to behind its pendant.
    fn parameters(&mut self) -> Result<Parameters, Stop> {
        self.advance();
        let mut all = Parameters {
            list: Vec::new(),
            identifiers: Vec::new(),
            has_unknown_length: false,
            prototype: Prototype::Unspecified,
        };
        if self.accept(Punct::RightParen) {
            return Ok(all);
        }
        let is_void = self.keyword() == Some(Keyword::Void) && self.peek(1).is(Punct::RightParen);
        if is_void {
            self.advance();
            self.advance();
            all.prototype = Prototype::Fixed;
            return Ok(all);
        }
        if self.name().is_some() && !self.starts_type(self.token()) {
            all.identifiers = self.identifiers()?;
            return Ok(all);
        }
        all.prototype = Prototype::Fixed;
        let outer = (self.is_in_parameters, self.storage);
        let outer_length = std::mem::take(&mut self.has_unknown_length);
        loop {
            if self.accept(Punct::Ellipsis) {
                all.prototype = Prototype::Variadic;
                break;
            }
            self.is_in_parameters = true;
            // A tag in a parameter is not a declaration of its own.
            self.storage = StorageClass::Automatic;
            let parameter = self.parameter();
            (self.is_in_parameters, self.storage) = outer;
            let parameter = parameter?;
            // A list with one unnamed parameter whose type is a name for `void` is empty.
            let is_only = all.list.is_empty() && self.is(Punct::RightParen) && parameter.name.is_none();
            if parameter.ty == Types::VOID && is_only {
                break;
            }
            if parameter.ty == Types::VOID {
                return Err(self.error(parameter.pos, "a parameter cannot have the type `void`"));
            }
            all.list.push(parameter);
            if all.list.len() > MOST_PARAMETERS {
                let message = format!("more than {} parameters are not supported", MOST_PARAMETERS);
                return Err(self.error(parameter.pos, message));
            }
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RightParen)?;
        all.has_unknown_length = std::mem::replace(&mut self.has_unknown_length, outer_length);
        Ok(all)
    }

    fn parameter(&mut self) -> Result<Parameter, Stop> {
        let pos = self.pos();
        if !self.starts_type(self.token()) && self.keyword() != Some(Keyword::Extension) {
            return Err(self.unexpected("a parameter"));
        }
        let specifiers = self.specifiers()?;
        let declarator = self.declarator(specifiers.ty)?;
        let attributes = specifiers.attributes.and(self.attributes()?);
        let declared_ty = self.with_mode(declarator.ty, attributes, pos)?;
        let declarator = Declarator { ty: declared_ty, ..declarator };
        let ty = self.checker.program.types.of_parameter(declarator.ty);
        self.check_depth(ty, declarator.ty, pos)?;
        let is_const = declarator.is_const_pointer.unwrap_or(specifiers.is_const);
        Ok(Parameter { name: declarator.name, ty, pos, is_const })
    }

    /// The names of an old-style definition, to behind the parenthesis.
    fn identifiers(&mut self) -> Result<Vec<(NameId, Pos)>, Stop> {
        let mut list = Vec::new();
        loop {
            let found = self.expect_name("the name of a parameter")?;
            list.push(found);
            if list.len() > MOST_PARAMETERS {
                let message = format!("more than {} parameters are not supported", MOST_PARAMETERS);
                return Err(self.error(found.1, message));
            }
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RightParen)?;
        Ok(list)
    }

    /// The name of a type, as behind `_Alignof`.
    pub(super) fn type_name(&mut self) -> Result<TypeId, Stop> {
        let pos = self.pos();
        let named = self.variable_type_name()?;
        if named.length.is_some() || named.is_unknown {
            let message = "arrays of variable length are supported as local objects only; declare one";
            Err(self.error(pos, message))
        } else {
            Ok(named.ty)
        }
    }

    /// The name of a type that may have lengths that are no constants.
    pub(super) fn variable_type_name(&mut self) -> Result<VariableType, Stop> {
        self.deeper(|parser| {
            let outer = (parser.is_in_parameters, parser.storage);
            let lengths = (parser.variable_length.take(), std::mem::take(&mut parser.has_unknown_length));
            parser.is_in_parameters = false;
            parser.storage = StorageClass::Automatic;
            let result = parser.type_name_parts().map(|ty| VariableType {
                ty,
                length: parser.variable_length.take(),
                is_unknown: parser.has_unknown_length,
            });
            (parser.is_in_parameters, parser.storage) = outer;
            (parser.variable_length, parser.has_unknown_length) = lengths;
            result
        })
    }

    fn type_name_parts(&mut self) -> Result<TypeId, Stop> {
        let pos = self.pos();
        let specifiers = self.specifiers()?;
        if specifiers.is_implicit {
            return Err(self.error(pos, "expected the name of a type"));
        }
        let base = self.with_mode(specifiers.ty, specifiers.attributes, pos)?;
        let declarator = self.declarator(base)?;
        let own_align = specifiers.attributes.align.or(specifiers.own_align);
        self.named_align = own_align.filter(|_| self.is_made_of(declarator.ty, base));
        match declarator.name {
            Some((_, pos)) => Err(self.error(pos, "expected the name of a type, without another name")),
            None => Ok(declarator.ty),
        }
    }
}
