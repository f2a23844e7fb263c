//! GNU attributes, `_Alignas` and the names that assemblers see.

use super::super::arch::IntegerKind;
use super::super::keywords::Keyword;
use super::super::source::Pos;
use super::super::token::Punct;
use super::super::types::{Type, TypeId};
use super::parser::{Parser, Stop};

/// The attributes with a meaning here. Others are passed over, or refused if they change what a program does.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Attributes {
    pub is_packed: bool,
    pub align: Option<u64>,
    pub is_noreturn: bool,
    /// The bytes that `mode` gives an integer type.
    pub size: Option<u64>,
}

impl Attributes {
    /// Both lists.
    pub(super) fn and(self, other: Attributes) -> Attributes {
        Attributes {
            is_packed: self.is_packed || other.is_packed,
            align: self.align.max(other.align),
            is_noreturn: self.is_noreturn || other.is_noreturn,
            size: other.size.or(self.size),
        }
    }
}

/// Attributes that change types, layouts or the order of what happens.
const REFUSED: [&str; 8] = [
    "cleanup",
    "constructor",
    "destructor",
    "alias",
    "vector_size",
    "transparent_union",
    "scalar_storage_order",
    "ms_struct",
];

impl Parser<'_> {
    /// All attributes and assembler names at this place.
    pub(super) fn attributes(&mut self) -> Result<Attributes, Stop> {
        let mut all = Attributes::default();
        loop {
            match self.keyword() {
                Some(Keyword::Attribute) => {
                    self.advance();
                    self.expect(Punct::LeftParen)?;
                    self.expect(Punct::LeftParen)?;
                    while !self.is(Punct::RightParen) {
                        all = all.and(self.attribute()?);
                        if !self.accept(Punct::Comma) {
                            break;
                        }
                    }
                    self.expect(Punct::RightParen)?;
                    self.expect(Punct::RightParen)?;
                }
                Some(Keyword::Asm) => {
                    self.advance();
                    match self.is(Punct::LeftParen) {
                        true => self.pass_brackets(),
                        false => return Err(self.unexpected("`(` behind `asm`")),
                    }
                }
                _ => return Ok(all),
            }
        }
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
            "mode" => {
                found.size = Some(self.mode()?);
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
            _ => {}
        }
        if self.is(Punct::LeftParen) {
            self.pass_brackets();
        }
        Ok(found)
    }

    /// `(__DI__)`: the bytes of an integer.
    fn mode(&mut self) -> Result<u64, Stop> {
        self.expect(Punct::LeftParen)?;
        let (name, pos) = self.expect_name("a mode")?;
        let name = self.checker.name(name);
        let size = match name.trim_matches('_') {
            "QI" | "byte" => 1,
            "HI" => 2,
            "SI" => 4,
            "DI" => 8,
            "word" | "pointer" => self.checker.types().options().pointer_size(),
            name => {
                let message = format!("the mode `{}` is not supported; name the type", name);
                return Err(self.error(pos, message));
            }
        };
        self.expect(Punct::RightParen)?;
        Ok(size)
    }

    /// The integer type of this size that has a sign if the given one has.
    pub(super) fn of_size(&mut self, ty: TypeId, size: u64, pos: Pos) -> Result<TypeId, Stop> {
        let types = self.checker.types();
        let kind = match types.get(ty) {
            Type::Integer(kind) => types.options().is_signed(kind),
            _ => return Err(self.error(pos, "a mode is supported for integer types only; name the type")),
        };
        use IntegerKind as K;
        let kinds = match size {
            1 => [K::SignedChar, K::UnsignedChar],
            2 => [K::Short, K::UnsignedShort],
            4 => [K::Int, K::UnsignedInt],
            _ if types.options().pointer_size() == 8 => [K::Long, K::UnsignedLong],
            _ => [K::LongLong, K::UnsignedLongLong],
        };
        Ok(types.integer(kinds[usize::from(!kind)]))
    }

    /// A constant that is a power of two.
    fn alignment(&mut self) -> Result<u64, Stop> {
        let pos = self.pos();
        let value = self.constant_expression("an alignment")?;
        match u64::try_from(value) {
            Ok(align) if align.is_power_of_two() && align <= 1 << 16 => Ok(align),
            _ => Err(self.error(pos, "expected an alignment that is a power of 2, at most 65536")),
        }
    }

    /// `_Alignas(8)` or `_Alignas(T)`, from behind the keyword.
    pub(super) fn alignas(&mut self) -> Result<Option<u64>, Stop> {
        self.expect(Punct::LeftParen)?;
        let align = if self.starts_type(self.token()) {
            let ty = self.type_name()?;
            self.checker.types().align(ty)
        } else {
            self.alignment()?
        };
        self.expect(Punct::RightParen)?;
        Ok(Some(align))
    }
}
