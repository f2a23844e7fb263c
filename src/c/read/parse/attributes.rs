//! Reads GNU attributes, `_Alignas`, and the labels that give a name for the assembler (`int f(void) __asm__("g")`).
//!
//! An attribute either has a meaning here, or changes nothing and is ignored, or changes what the program does and is
//! refused.

use super::super::arch::{FloatingKind, IntegerKind};
use super::super::keywords::Keyword;
use super::super::lex::is_harmless_attribute;
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::token::{Kind, Punct};
use super::super::types::{FunctionType, Opaque, Type, TypeId, Types};
use super::parser::{Parser, Stop};

/// The attributes with a meaning here. Other attributes are skipped, or refused if they change what a program does.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Attributes {
    pub is_packed: bool,
    pub align: Option<u64>,
    pub is_noreturn: bool,
    /// The arithmetic type that `mode` asks for.
    pub mode: Option<Mode>,
    pub is_transparent: bool,
    /// The function or object of which the declared name is an alias.
    pub alias: Option<NameId>,
    /// The name for the assembler.
    pub label: Option<NameId>,
    /// The priority and the place of an attribute `constructor`.
    pub before_main: Option<(u32, Pos)>,
    /// The priority and the place of an attribute `destructor`.
    pub after_main: Option<(u32, Pos)>,
    pub returns_twice: bool,
    /// Whether the name may have no definition.
    pub is_weak: bool,
    /// The size of a vector in bytes.
    pub vector: Option<u64>,
    /// Whether a definition with `extern inline` only serves to expand calls, so that another definition may follow.
    pub is_gnu_inline: bool,
}

/// A machine mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// An integer of this many bytes.
    Integer(u64),
    Floating(FloatingKind),
}

impl Attributes {
    /// The attributes of two lists together.
    pub(super) fn and(self, other: Attributes) -> Attributes {
        Attributes {
            is_packed: self.is_packed || other.is_packed,
            align: self.align.max(other.align),
            is_noreturn: self.is_noreturn || other.is_noreturn,
            mode: other.mode.or(self.mode),
            is_transparent: self.is_transparent || other.is_transparent,
            alias: other.alias.or(self.alias),
            label: other.label.or(self.label),
            before_main: other.before_main.or(self.before_main),
            after_main: other.after_main.or(self.after_main),
            returns_twice: self.returns_twice || other.returns_twice,
            is_weak: self.is_weak || other.is_weak,
            vector: other.vector.or(self.vector),
            is_gnu_inline: self.is_gnu_inline || other.is_gnu_inline,
        }
    }
}

/// Attributes that are refused: they change layouts, the order of execution, or the function that a name means.
const REFUSED: [&str; 8] = [
    "cleanup",
    "scalar_storage_order",
    "ms_struct",
    "bnd_variable_size",
    "ifunc",
    "weakref",
    "naked",
    "interrupt",
];

/// The priority of a function that runs before or after `main` and has none.
const LAST_PRIORITY: u32 = 65536;

impl Parser<'_> {
    /// Reads all attributes and labels for the assembler at this place.
    pub(super) fn attributes(&mut self) -> Result<Attributes, Stop> {
        let mut all = Attributes::default();
        loop {
            match self.keyword() {
                Some(Keyword::Attribute) => {
                    all = all.and(self.gnu_attributes()?);
                }
                Some(Keyword::Asm) => {
                    self.advance();
                    self.expect(Punct::LeftParen)?;
                    all.label = Some(self.name_in_text()?);
                    self.expect(Punct::RightParen)?;
                }
                _ => return Ok(all),
            }
        }
    }

    /// Reads one `__attribute__ ((…))` or several.
    pub(super) fn gnu_attributes(&mut self) -> Result<Attributes, Stop> {
        let mut all = Attributes::default();
        while self.accept_keyword(Keyword::Attribute) {
            self.expect(Punct::LeftParen)?;
            self.expect(Punct::LeftParen)?;
            all = all.and(self.attribute_list(Punct::RightParen)?);
            self.expect(Punct::RightParen)?;
            self.expect(Punct::RightParen)?;
        }
        Ok(all)
    }

    /// Reads attributes with commas between them, up to a closing bracket.
    fn attribute_list(&mut self, end: Punct) -> Result<Attributes, Stop> {
        let mut all = Attributes::default();
        while !self.is(end) {
            all = all.and(self.attribute()?);
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        Ok(all)
    }

    fn attribute(&mut self) -> Result<Attributes, Stop> {
        let mut found = Attributes::default();
        let pos = self.pos();
        let name = match self.token().name() {
            // An attribute may be empty.
            None if self.is(Punct::Comma) => return Ok(found),
            None => return Err(self.unexpected("the name of an attribute")),
            Some(name) => self.checker.name(name),
        };
        self.advance();
        let name = name.trim_matches('_');
        if REFUSED.contains(&name) {
            let message = format!("the attribute `{}` is not supported; write the program without it", name);
            return Err(self.error(pos, message));
        }
        match name {
            "packed" => found.is_packed = true,
            "noreturn" => found.is_noreturn = true,
            "weak" => found.is_weak = true,
            "gnu_inline" => found.is_gnu_inline = true,
            "returns_twice" => found.returns_twice = true,
            "transparent_union" => found.is_transparent = true,
            "constructor" => {
                found.before_main = Some((self.priority()?, pos));
                return Ok(found);
            }
            "destructor" => {
                found.after_main = Some((self.priority()?, pos));
                return Ok(found);
            }
            "mode" => {
                found.mode = Some(self.mode()?);
                return Ok(found);
            }
            "alias" => {
                self.expect(Punct::LeftParen)?;
                found.alias = Some(self.name_in_text()?);
                self.expect(Punct::RightParen)?;
                return Ok(found);
            }
            "vector_size" => {
                self.expect(Punct::LeftParen)?;
                found.vector = Some(self.alignment()?);
                self.expect(Punct::RightParen)?;
                return Ok(found);
            }
            "aligned" => {
                found.align = Some(match self.is(Punct::LeftParen) {
                    true => {
                        self.advance();
                        let align = self.alignment()?;
                        self.expect(Punct::RightParen)?;
                        align
                    }
                    false => 16,
                });
                return Ok(found);
            }
            // C23
            "maybe_unused" | "nodiscard" => {}
            _ if !is_harmless_attribute(name) => {
                let message = format!("the attribute `{}` is not known and passed over", name);
                self.checker.diagnostics.warning(pos, message);
            }
            _ => {}
        }
        if self.is(Punct::LeftParen) {
            self.pass_brackets();
        }
        Ok(found)
    }

    /// `(101)`, or nothing, which is the lowest rank.
    fn priority(&mut self) -> Result<u32, Stop> {
        if !self.accept(Punct::LeftParen) {
            return Ok(LAST_PRIORITY);
        }
        if self.accept(Punct::RightParen) {
            return Ok(LAST_PRIORITY);
        }
        let pos = self.pos();
        let value = self.constant_expression("a priority")?;
        self.expect(Punct::RightParen)?;
        match u32::try_from(value) {
            Ok(value) if value < LAST_PRIORITY => Ok(value),
            _ => Err(self.error(pos, "expected a priority from 0 to 65535")),
        }
    }

    /// String literals that spell a name.
    fn name_in_text(&mut self) -> Result<NameId, Stop> {
        let mut text = String::new();
        if !matches!(self.token().kind, Kind::Text(_)) {
            return Err(self.unexpected("a name as a string literal"));
        }
        while let Kind::Text(at) = self.token().kind {
            let part = self.checker.program.texts.get(at as usize);
            text.extend(part.iter().flat_map(|part| &part.units).filter_map(|&unit| char::from_u32(unit)));
            self.advance();
        }
        Ok(self.checker.program.names.intern(&text))
    }

    /// `(__DI__)`
    fn mode(&mut self) -> Result<Mode, Stop> {
        self.expect(Punct::LeftParen)?;
        let (name, pos) = self.expect_name("a mode")?;
        let name = self.checker.name(name);
        let mode = match name.trim_matches('_') {
            "QI" | "byte" => Mode::Integer(1),
            "HI" => Mode::Integer(2),
            "SI" => Mode::Integer(4),
            "DI" => Mode::Integer(8),
            "TI" => Mode::Integer(16),
            "HF" => Mode::Floating(FloatingKind::Half),
            "SF" => Mode::Floating(FloatingKind::Float),
            "DF" => Mode::Floating(FloatingKind::Double),
            "XF" => Mode::Floating(FloatingKind::LongDouble),
            "TF" => Mode::Floating(FloatingKind::Quad),
            "word" | "pointer" | "unwind_word" => {
                Mode::Integer(self.checker.types().options().pointer_size())
            }
            name => {
                let message = format!("the mode `{}` is not supported; name the type", name);
                return Err(self.error(pos, message));
            }
        };
        self.expect(Punct::RightParen)?;
        Ok(mode)
    }

    /// The type that the attributes `mode` and `vector_size` make of a type.
    pub(super) fn with_mode(&mut self, ty: TypeId, attributes: Attributes, pos: Pos) -> Result<TypeId, Stop> {
        let is_volatile = self.checker.types().is_volatile(ty);
        let ty = match attributes.mode {
            None => ty,
            Some(mode) => self.of_mode(ty, mode, pos)?,
        };
        let ty = match attributes.vector {
            None => ty,
            Some(size) => self.of_vector(ty, size, pos)?,
        };
        Ok(if is_volatile { self.checker.program.types.volatile(ty) } else { ty })
    }

    /// The type with a vector of `size` bytes in the place of its innermost part: `int *p` with `vector_size(16)` is a
    /// pointer to a vector of four.
    fn of_vector(&mut self, ty: TypeId, size: u64, pos: Pos) -> Result<TypeId, Stop> {
        let types = &mut self.checker.program.types;
        let inner = match types.get(ty) {
            Type::Pointer(to) => to,
            Type::Array(element, _) => element,
            Type::Function(function) => types.function(function).result,
            Type::Record(_) if types.opaque_kind(ty) == Some(Opaque::WideInteger) => {
                return Ok(types.opaque(Opaque::Vector, size, size))
            }
            Type::Integer(_) | Type::Floating(_) | Type::Enum(_) if ty != Types::BOOL => {
                let width = types.size(ty).unwrap_or(1);
                return match size % width == 0 && (size / width).is_power_of_two() {
                    true => Ok(types.vector_of(ty, size / width)),
                    false => {
                        let message =
                            format!("{} bytes are no vector of `{}`", size, self.checker.type_text(ty));
                        Err(self.error(pos, message))
                    }
                };
            }
            Type::Error
            | Type::Void
            | Type::Record(_)
            | Type::Integer(_)
            | Type::Floating(_)
            | Type::Enum(_) => {
                let message = format!("there are no vectors of `{}`", self.checker.type_text(ty));
                return Err(self.error(pos, message));
            }
        };
        let (plain, is_volatile) = (types.unqualified(inner), types.is_volatile(inner));
        let inner = self.of_vector(plain, size, pos)?;
        let types = &mut self.checker.program.types;
        let inner = if is_volatile { types.volatile(inner) } else { inner };
        Ok(match types.get(ty) {
            Type::Pointer(_) => types.pointer(inner),
            Type::Array(_, length) => types.array(inner, length),
            Type::Function(function) => {
                let function = FunctionType { result: inner, ..types.function(function).clone() };
                types.function_type(function)
            }
            Type::Error
            | Type::Void
            | Type::Record(_)
            | Type::Integer(_)
            | Type::Floating(_)
            | Type::Enum(_) => ty,
        })
    }

    /// The type of a mode. An integer type is signed if the given type is.
    fn of_mode(&mut self, ty: TypeId, mode: Mode, pos: Pos) -> Result<TypeId, Stop> {
        let types = self.checker.types();
        let size = match (mode, types.get(ty)) {
            (Mode::Floating(kind), Type::Floating(_)) => return Ok(types.floating(kind)),
            (Mode::Integer(size), _) => size,
            _ => return Err(self.error(pos, "this mode is none of the type; name the type")),
        };
        let is_signed = match types.integer_kind(ty) {
            Some(kind) => types.options().is_signed(kind),
            None => return Err(self.error(pos, "this mode is supported for integer types; name the type")),
        };
        use IntegerKind as K;
        let kinds = match size {
            1 => [K::SignedChar, K::UnsignedChar],
            2 => [K::Short, K::UnsignedShort],
            4 => [K::Int, K::UnsignedInt],
            16 => return Ok(self.checker.program.types.wide_integer()),
            _ if types.options().pointer_size() == 8 => [K::Long, K::UnsignedLong],
            _ => [K::LongLong, K::UnsignedLongLong],
        };
        Ok(types.integer(kinds[usize::from(!is_signed)]))
    }

    /// A constant that is a power of two.
    fn alignment(&mut self) -> Result<u64, Stop> {
        let pos = self.pos();
        let value = self.constant_expression("an alignment")?;
        match u64::try_from(value) {
            Ok(align) if align.is_power_of_two() && align <= 1 << 28 => Ok(align),
            _ => Err(self.error(pos, "expected an alignment that is a power of 2, at most 268435456")),
        }
    }

    /// `_Alignas(8)` or `_Alignas(T)`, from behind the keyword.
    pub(super) fn alignas(&mut self) -> Result<Option<u64>, Stop> {
        self.expect(Punct::LeftParen)?;
        let align = if self.starts_type(self.token()) {
            let ty = self.type_name()?;
            self.named_align.unwrap_or_else(|| self.checker.types().align(ty))
        } else {
            self.alignment()?
        };
        self.expect(Punct::RightParen)?;
        Ok(Some(align))
    }
}
