//! Reads declaration specifiers: `static const unsigned long` in `static const unsigned long *p;`, the storage class,
//! the qualifiers and the type (C11, 6.7.1 to 6.7.5).

use super::super::arch::{FloatingKind, IntegerKind};
use super::super::check::Entity;
use super::super::keywords::Keyword;
use super::super::source::Pos;
use super::super::token::Punct;
use super::super::types::{Opaque, Type, TypeId, Types};
use super::attributes::Attributes;
use super::parser::{Parser, Stop, StorageClass};

/// The specifiers of a declaration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Specifiers {
    pub ty: TypeId,
    pub storage: StorageClass,
    pub is_const: bool,
    /// Whether the value is a constant for the compiler (`constexpr`).
    pub is_constexpr: bool,
    pub is_volatile: bool,
    pub attributes: Attributes,
    /// The alignment that a `typedef` gives the type.
    pub own_align: Option<u64>,
    pub is_thread_local: bool,
    pub is_inline: bool,
    /// Whether the type is that of the first value (`__auto_type`).
    pub is_deduced: bool,
    /// Whether no word names a type.
    pub is_implicit: bool,
    pub pos: Pos,
}

impl Specifiers {
    /// Whether a function that is declared with these has internal linkage.
    pub fn is_static(&self) -> bool {
        self.storage == StorageClass::Static
    }
}

/// The numbers of the words that make up an arithmetic type: `unsigned long long` has one `unsigned` and two `long`.
#[derive(Clone, Copy, Default, Debug)]
struct Words {
    void: u8,
    bool: u8,
    char: u8,
    short: u8,
    int: u8,
    long: u8,
    float: u8,
    double: u8,
    signed: u8,
    unsigned: u8,
    complex: u8,
    /// `__int128`
    wide: u8,
}

impl Words {
    fn any(self) -> bool {
        let base =
            [self.void, self.bool, self.char, self.short, self.int, self.long, self.float, self.double];
        base.iter().any(|&n| n > 0)
            || [self.signed, self.unsigned, self.complex, self.wide].iter().any(|&n| n > 0)
    }

    fn is_complex_only(self) -> bool {
        self.complex > 0 && !Words { complex: 0, ..self }.any()
    }

    fn counter(&mut self, keyword: Keyword) -> Option<&mut u8> {
        Some(match keyword {
            Keyword::Void => &mut self.void,
            Keyword::Bool => &mut self.bool,
            Keyword::Char => &mut self.char,
            Keyword::Short => &mut self.short,
            Keyword::Int => &mut self.int,
            Keyword::Long => &mut self.long,
            Keyword::Float => &mut self.float,
            Keyword::Double => &mut self.double,
            Keyword::Signed => &mut self.signed,
            Keyword::Unsigned => &mut self.unsigned,
            Keyword::Complex => &mut self.complex,
            Keyword::WideInteger => &mut self.wide,
            _ => return None,
        })
    }

    /// The type, `None` if the words do not belong together.
    fn ty(self, types: &mut Types) -> Option<TypeId> {
        let Words { complex, wide, .. } = self;
        if wide > 0 {
            let others = Words { wide: 0, signed: 0, unsigned: 0, ..self };
            return (wide == 1 && !others.any()).then(|| types.wide_integer());
        }
        if complex > 0 {
            let part = Words { complex: 0, ..self };
            let part = if part.any() { part.plain(types)? } else { types.floating(FloatingKind::Double) };
            let (size, align) = (types.size(part)?, types.align(part));
            return Some(types.opaque(Opaque::Complex, 2 * size, align));
        }
        self.plain(types)
    }

    /// The type of words that make an arithmetic type or `void`.
    fn plain(self, types: &Types) -> Option<TypeId> {
        use IntegerKind as K;
        let Words { void, bool, char, short, int, long, float, double, signed, unsigned, .. } = self;
        let sign = (signed, unsigned);
        let integer = |signed: K, unsigned: K| match sign {
            (0, 1) => Some(types.integer(unsigned)),
            (_, 0) => Some(types.integer(signed)),
            _ => None,
        };
        match (void, bool, char, short, int, long, float, double) {
            (1, 0, 0, 0, 0, 0, 0, 0) if sign == (0, 0) => Some(Types::VOID),
            (0, 1, 0, 0, 0, 0, 0, 0) if sign == (0, 0) => Some(Types::BOOL),
            (0, 0, 1, 0, 0, 0, 0, 0) if sign == (1, 0) => Some(types.integer(K::SignedChar)),
            (0, 0, 1, 0, 0, 0, 0, 0) => integer(K::Char, K::UnsignedChar),
            (0, 0, 0, 1, 0 | 1, 0, 0, 0) => integer(K::Short, K::UnsignedShort),
            (0, 0, 0, 0, 0 | 1, 0, 0, 0) => integer(K::Int, K::UnsignedInt),
            (0, 0, 0, 0, 0 | 1, 1, 0, 0) => integer(K::Long, K::UnsignedLong),
            (0, 0, 0, 0, 0 | 1, 2, 0, 0) => integer(K::LongLong, K::UnsignedLongLong),
            (0, 0, 0, 0, 0, 0, 1, 0) if sign == (0, 0) => Some(types.floating(FloatingKind::Float)),
            (0, 0, 0, 0, 0, 0, 0, 1) if sign == (0, 0) => Some(types.floating(FloatingKind::Double)),
            (0, 0, 0, 0, 0, 1, 0, 1) if sign == (0, 0) => Some(types.floating(FloatingKind::LongDouble)),
            _ => None,
        }
    }
}

/// Whether a type specifier begins with this keyword, which is no word of an arithmetic type.
fn names_type(keyword: Keyword) -> bool {
    use Keyword::{AutoType, BitInt, Enum, Struct, Typeof, Union, VaList, WideFloat};
    matches!(keyword, Struct | Union | Enum | Typeof | VaList | WideFloat | AutoType | BitInt)
}

impl Specifiers {
    /// No specifiers at all.
    fn none(pos: Pos) -> Specifiers {
        Specifiers {
            ty: Types::INT,
            storage: StorageClass::None,
            is_const: false,
            is_constexpr: false,
            is_volatile: false,
            attributes: Attributes::default(),
            own_align: None,
            is_thread_local: false,
            is_inline: false,
            is_deduced: false,
            is_implicit: false,
            pos,
        }
    }
}

impl Parser<'_> {
    /// Specifiers, perhaps none. Without a word for a type it is `int`, and [`Specifiers::is_implicit`] is set.
    pub(super) fn specifiers(&mut self) -> Result<Specifiers, Stop> {
        let pos = self.pos();
        let mut all = Specifiers::none(pos);
        let mut words = Words::default();
        let mut other: Option<TypeId> = None;
        loop {
            let token = self.token();
            let keyword = match self.keyword() {
                Some(keyword) => keyword,
                // A name is that of the type only if no word has named a type yet; otherwise it is the declared name.
                None => match self.name().and_then(|name| self.checker.find(name)) {
                    Some(Entity::Typedef(ty, align)) if other.is_none() && !words.any() => {
                        other = Some(ty);
                        all.own_align = align;
                        self.advance();
                        continue;
                    }
                    _ => break,
                },
            };
            if (other.is_some() || words.any()) && self.is_new_word_as_name() {
                break;
            }
            if let Some(count) = words.counter(keyword) {
                *count = count.saturating_add(1);
                self.advance();
            } else if names_type(keyword) {
                if other.is_some() {
                    return Err(self.error(token.pos, "expected one type, found a second one"));
                }
                all.is_deduced = keyword == Keyword::AutoType;
                other = Some(self.type_specifier(keyword)?);
            } else if keyword == Keyword::Atomic && self.peek(1).is(Punct::LeftParen) {
                // `_Atomic (T)` is `T`, because each access is a single step in the model.
                self.advance();
                self.advance();
                other = Some(self.type_name()?);
                self.expect(Punct::RightParen)?;
            } else if !self.qualifier(keyword, &mut all)? {
                break;
            }
        }
        all.is_implicit = other.is_none() && !words.any();
        all.ty = self.specified(other, words, pos)?;
        if all.is_volatile {
            all.ty = self.checker.program.types.volatile(all.ty);
        }
        Ok(all)
    }

    /// The type that some words stand for, perhaps beside a type that is named by other means.
    fn specified(&mut self, other: Option<TypeId>, words: Words, pos: Pos) -> Result<TypeId, Stop> {
        let types = &mut self.checker.program.types;
        match other {
            Some(ty) if !words.any() => Ok(ty),
            Some(ty) => {
                let is_floating = matches!(types.get(ty), Type::Floating(_));
                if !(words.is_complex_only() && is_floating) {
                    return Err(self.error(pos, "expected one type, found two"));
                }
                let (size, align) = (types.size(ty).unwrap_or(8), types.align(ty));
                Ok(types.opaque(Opaque::Complex, 2 * size, align))
            }
            None => words.ty(types).ok_or_else(|| self.error(pos, "these words together are no type")),
        }
    }

    fn type_specifier(&mut self, keyword: Keyword) -> Result<TypeId, Stop> {
        match keyword {
            Keyword::Struct | Keyword::Union => self.deeper(|parser| parser.record_specifier()),
            Keyword::Enum => self.deeper(|parser| parser.enum_specifier()),
            Keyword::Typeof => self.deeper(|parser| parser.typeof_specifier()),
            Keyword::AutoType => {
                self.advance();
                Ok(Types::INT)
            }
            Keyword::BitInt => {
                Err(self
                    .unsupported("integers of `_BitInt`", "use a type of C11, as all compilers have them"))
            }
            Keyword::VaList => {
                self.advance();
                Ok(self.checker.argument_list_type())
            }
            _ => {
                let spelling = self.token().name().map_or(String::new(), |name| self.checker.name(name));
                self.advance();
                let kind = match spelling.as_str() {
                    "_Float16" => FloatingKind::Half,
                    "_Float32" => FloatingKind::Float,
                    "_Float64" | "_Float32x" => FloatingKind::Double,
                    "_Float64x" | "__float80" => FloatingKind::LongDouble,
                    _ => FloatingKind::Quad,
                };
                Ok(self.checker.types().floating(kind))
            }
        }
    }

    /// The type that `__auto_type` stands for, which is that of the value behind the `=`. The value is kept for the
    /// initialiser.
    pub(super) fn deduced(&mut self, specifiers: &Specifiers, ty: TypeId, pos: Pos) -> Result<TypeId, Stop> {
        if !specifiers.is_deduced {
            return Ok(ty);
        }
        if ty != specifiers.ty {
            return Err(self.error(pos, "`__auto_type` stands before a plain name"));
        }
        self.expect(Punct::Assign)?;
        let value = self.deeper(|parser| parser.assignment_expression())?;
        let value = self.checker.value(value);
        let ty = self.checker.declared(value);
        self.deduced_value = Some(self.checker.convert(value, ty, false));
        Ok(if specifiers.is_volatile { self.checker.program.types.volatile(ty) } else { ty })
    }

    /// Reads a storage class, a qualifier, or another word that may be among them, and returns whether it was one.
    fn qualifier(&mut self, keyword: Keyword, all: &mut Specifiers) -> Result<bool, Stop> {
        let pos = self.pos();
        let storage = match keyword {
            Keyword::Typedef => StorageClass::Typedef,
            Keyword::Extern => StorageClass::Extern,
            Keyword::Static => StorageClass::Static,
            Keyword::Auto | Keyword::Register => StorageClass::Automatic,
            _ => StorageClass::None,
        };
        if storage != StorageClass::None {
            self.advance();
            if all.storage != StorageClass::None {
                return Err(self.error(pos, "expected one storage class, found a second one"));
            }
            all.storage = storage;
            return Ok(true);
        }
        match keyword {
            Keyword::Const => all.is_const = true,
            Keyword::Constexpr => (all.is_const, all.is_constexpr) = (true, true),
            Keyword::Volatile => all.is_volatile = true,
            Keyword::Inline => all.is_inline = true,
            Keyword::Restrict | Keyword::Extension => {}
            Keyword::Noreturn => all.attributes.is_noreturn = true,
            Keyword::Attribute => {
                all.attributes = all.attributes.and(self.attributes()?);
                return Ok(true);
            }
            Keyword::Alignas => {
                self.advance();
                all.attributes.align = all.attributes.align.max(self.alignas()?);
                return Ok(true);
            }
            // One thread runs here, and its steps are atomic.
            Keyword::Atomic => {}
            Keyword::ThreadLocal => all.is_thread_local = true,
            _ => return Ok(false),
        }
        self.advance();
        Ok(true)
    }

    /// Reports that a construct, named in the plural, is not supported.
    pub(super) fn unsupported(&mut self, name: &str, remedy: &str) -> Stop {
        let message = format!("{} are not supported; {}", name, remedy);
        let pos = self.pos();
        self.error(pos, message)
    }

    /// `typeof (e)` or `typeof (T)`
    fn typeof_specifier(&mut self) -> Result<TypeId, Stop> {
        self.advance();
        self.expect(Punct::LeftParen)?;
        let ty = if self.starts_type(self.token()) {
            let named = self.variable_type_name()?;
            self.has_unknown_length |= named.is_unknown || named.length.is_some();
            match (named.length, self.checker.types().get(named.ty)) {
                (Some(_), Type::Array(element, None)) => self.checker.program.types.array(element, Some(1)),
                _ => named.ty,
            }
        } else {
            self.checker.unevaluated += 1;
            let expr = self.expression();
            self.checker.unevaluated -= 1;
            let expr = expr?;
            let element = self.checker.variable_element(expr);
            self.has_unknown_length |= element.is_some();
            element.map_or(self.checker.declared(expr), |ty| self.checker.program.types.array(ty, Some(1)))
        };
        self.expect(Punct::RightParen)?;
        Ok(ty)
    }
}
