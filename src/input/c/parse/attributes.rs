//! GNU attributes, `_Alignas` and the names that assemblers see.

use super::super::keywords::Keyword;
use super::super::token::Punct;
use super::parser::{Parser, Stop};

/// The attributes with a meaning here. Others are passed over, or refused if they change what a program does.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Attributes {
    pub is_packed: bool,
    pub align: Option<u64>,
    pub is_noreturn: bool,
}

impl Attributes {
    /// Both lists.
    pub(super) fn and(self, other: Attributes) -> Attributes {
        Attributes {
            is_packed: self.is_packed || other.is_packed,
            align: self.align.max(other.align),
            is_noreturn: self.is_noreturn || other.is_noreturn,
        }
    }
}

/// Attributes that change types, layouts or the order of what happens.
const REFUSED: [&str; 9] = [
    "cleanup",
    "constructor",
    "destructor",
    "alias",
    "mode",
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
