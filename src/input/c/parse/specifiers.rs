//! Declaration specifiers: storage, qualifiers and the type in front (C11, 6.7.1 to 6.7.5).

use super::super::arch::{FloatingKind, IntegerKind};
use super::super::check::Entity;
use super::super::keywords::Keyword;
use super::super::source::Pos;
use super::super::token::Punct;
use super::super::types::{TypeId, Types};
use super::attributes::Attributes;
use super::parser::{Parser, Stop, StorageClass};

/// The specifiers of a declaration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Specifiers {
    pub ty: TypeId,
    pub storage: StorageClass,
    pub is_const: bool,
    pub is_volatile: bool,
    pub attributes: Attributes,
    /// There is no word for a type.
    pub is_implicit: bool,
    pub pos: Pos,
}

/// The words that make up an arithmetic type, counted.
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
}

impl Words {
    fn any(self) -> bool {
        let base =
            [self.void, self.bool, self.char, self.short, self.int, self.long, self.float, self.double];
        base.iter().any(|&n| n > 0) || self.signed > 0 || self.unsigned > 0
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
            _ => return None,
        })
    }

    /// The type, `None` if the words do not belong together.
    fn ty(self, types: &Types) -> Option<TypeId> {
        use IntegerKind as K;
        let Words { void, bool, char, short, int, long, float, double, signed, unsigned } = self;
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

impl Parser<'_> {
    /// Specifiers, perhaps none. Without a word for a type it is `int`, and [`Specifiers::is_implicit`] is set.
    pub(super) fn specifiers(&mut self) -> Result<Specifiers, Stop> {
        let pos = self.pos();
        let mut all = Specifiers {
            ty: Types::INT,
            storage: StorageClass::None,
            is_const: false,
            is_volatile: false,
            attributes: Attributes::default(),
            is_implicit: false,
            pos,
        };
        let mut words = Words::default();
        let mut other: Option<TypeId> = None;
        loop {
            let token = self.token();
            let keyword = match self.keyword() {
                Some(keyword) => keyword,
                None => {
                    // A name is a type only as long as there is none.
                    let meaning = self.name().and_then(|name| self.checker.find(name));
                    match meaning {
                        Some(Entity::Typedef(ty)) if other.is_none() && !words.any() => {
                            other = Some(ty);
                            self.advance();
                            continue;
                        }
                        _ => break,
                    }
                }
            };
            if let Some(count) = words.counter(keyword) {
                *count = count.saturating_add(1);
                self.advance();
                continue;
            }
            let is_type = matches!(
                keyword,
                Keyword::Struct
                    | Keyword::Union
                    | Keyword::Enum
                    | Keyword::Typeof
                    | Keyword::VaList
                    | Keyword::WideFloat
            );
            if is_type {
                if other.is_some() {
                    return Err(self.error(token.pos, "expected one type, found a second one"));
                }
                other = Some(self.type_specifier(keyword)?);
            } else if !self.qualifier(keyword, &mut all)? {
                break;
            }
        }
        all.is_implicit = other.is_none() && !words.any();
        all.ty = match other {
            Some(ty) if !words.any() => ty,
            Some(_) => return Err(self.error(pos, "expected one type, found two")),
            None => match words.ty(self.checker.types()) {
                Some(ty) => ty,
                None => return Err(self.error(pos, "these words together are no type")),
            },
        };
        Ok(all)
    }

    fn type_specifier(&mut self, keyword: Keyword) -> Result<TypeId, Stop> {
        match keyword {
            Keyword::Struct | Keyword::Union => self.deeper(|parser| parser.record_specifier()),
            Keyword::Enum => self.deeper(|parser| parser.enum_specifier()),
            Keyword::Typeof => self.deeper(|parser| parser.typeof_specifier()),
            Keyword::VaList => {
                self.advance();
                Ok(self.checker.program.types.pointer(Types::VOID))
            }
            _ => {
                self.advance();
                Ok(self.checker.types().floating(FloatingKind::LongDouble))
            }
        }
    }

    /// Storage classes, qualifiers and what else may stand among them. Whether it was one.
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
            Keyword::Volatile => all.is_volatile = true,
            Keyword::Restrict | Keyword::Inline | Keyword::Extension => {}
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
            Keyword::Atomic => return Err(self.unsupported("atomic types", "use a plain type")),
            Keyword::Complex => return Err(self.unsupported("complex numbers", "use integers")),
            Keyword::ThreadLocal => return Err(self.unsupported("thread-local objects", "use `static`")),
            Keyword::WideInteger => {
                return Err(self.unsupported("integers of 128 bits", "use `long long`"));
            }
            _ => return Ok(false),
        }
        self.advance();
        Ok(true)
    }

    /// The error that something, named in the plural, is not supported.
    pub(super) fn unsupported(&mut self, name: &str, remedy: &str) -> Stop {
        let message = format!("{} are not supported; {}", name, remedy);
        let pos = self.pos();
        self.error(pos, message)
    }

    /// `typeof (e)` or `typeof (T)`
    fn typeof_specifier(&mut self) -> Result<TypeId, Stop> {
        self.advance();
        self.expect(Punct::LeftParen)?;
        let ty = match self.starts_type(self.token()) {
            true => self.type_name()?,
            false => {
                self.checker.unevaluated += 1;
                let expr = self.expression();
                self.checker.unevaluated -= 1;
                self.checker.ty(expr?)
            }
        };
        self.expect(Punct::RightParen)?;
        Ok(ty)
    }
}
