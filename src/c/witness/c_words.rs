//! Bit-vectors as expressions of C: the number that an expression has, its type, and casts between both.
//!
//! The same bits are several numbers: the eight bits of -1 are 255 without sign. In C the type of an expression decides
//! which number it has, and arithmetic promotes narrow types to `int`. So a [`Text`] carries a [`Reading`], which says
//! how the number of the expression relates to the bits, and the methods add a cast only if another reading is needed.

/// The relation between the number of an expression and the bits that it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// The number is the signed value of the bits, and the type of the expression is signed.
    Signed,
    /// The number is the unsigned value of the bits.
    Unsigned,
    /// The number is both, because the highest bit is 0.
    Natural,
    /// The number is equal to the bits modulo 2^n, where n is their number.
    Modulo,
}

/// The text of a term: a name, a number, a cast, or something in parentheses.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub text: String,
    /// The number of bits; 1 for a truth value.
    pub width: u32,
    pub reading: Reading,
    /// Whether the type of the expression, after promotion, is signed.
    pub is_signed: bool,
    /// Whether this type has 64 bits, and not 32.
    pub is_wide: bool,
    /// The bits, if they are constant.
    pub constant: Option<u64>,
}

impl Text {
    /// A truth value.
    pub fn truth(text: String) -> Text {
        Text { text, width: 1, reading: Reading::Unsigned, is_signed: true, is_wide: false, constant: None }
    }

    /// An expression of the type in which words of this width are computed. The type is signed if the reading is.
    pub fn number(text: String, width: u32, reading: Reading) -> Text {
        let is_signed = reading == Reading::Signed;
        Text { text, width, reading, is_signed, is_wide: width > 32, constant: None }
    }

    /// The result of an operator in an unsigned type, which has 64 bits if an operand has 64.
    pub fn modulo(text: String, width: u32, is_wide: bool) -> Text {
        let is_exact = width == 64 || (width == 32 && !is_wide);
        let reading = if is_exact { Reading::Unsigned } else { Reading::Modulo };
        Text { is_wide: is_wide || width > 32, ..Text::number(text, width, reading) }
    }

    pub fn constant(bits: u64, width: u32) -> Text {
        let is_natural = bits <= ones(width) / 2;
        let reading = if is_natural { Reading::Natural } else { Reading::Unsigned };
        Text { constant: Some(bits), ..Text::number(literal(bits), width, reading) }.typed_as_literal(bits)
    }

    fn typed_as_literal(self, bits: u64) -> Text {
        let is_int = bits <= i32::MAX as u64;
        Text { is_signed: is_int, is_wide: bits > u64::from(u32::MAX), ..self }
    }

    /// The reading in which both texts can be compared, or be branches of `?:`, with the fewest casts.
    pub fn common(&self, other: &Text) -> Reading {
        match (self.reading, other.reading) {
            (Reading::Signed, _) if other.constant.is_some() || other.reading != Reading::Unsigned => {
                Reading::Signed
            }
            (_, Reading::Signed) if self.constant.is_some() || self.reading != Reading::Unsigned => {
                Reading::Signed
            }
            _ => Reading::Unsigned,
        }
    }

    pub fn as_read(&self, reading: Reading) -> Text {
        match reading {
            Reading::Signed => self.signed(),
            Reading::Unsigned | Reading::Natural | Reading::Modulo => self.unsigned(),
        }
    }

    /// The text cast so that its number is the unsigned value of the bits.
    pub fn unsigned(&self) -> Text {
        if let Some(bits) = self.constant {
            return Text::constant(bits, self.width);
        }
        let ty = match (self.reading, self.width) {
            (Reading::Unsigned | Reading::Natural, _) => return self.clone(),
            (_, 8) => "unsigned char",
            (_, 16) => "unsigned short",
            (_, 32) => "unsigned int",
            (_, 64) => "unsigned long long",
            _ => {
                let whole = self.computed(self.width);
                let text = format!("({} & {})", whole.text, literal_of(ones(self.width), self.width));
                return Text { is_wide: whole.is_wide, ..Text::number(text, self.width, Reading::Unsigned) };
            }
        };
        self.cast(ty, Reading::Unsigned, self.width < 32)
    }

    /// The text cast so that its number is the signed value of the bits.
    pub fn signed(&self) -> Text {
        if let Some(bits) = self.constant {
            let is_negative = bits > ones(self.width) / 2;
            let magnitude = if is_negative { bits.wrapping_neg() & ones(self.width) } else { bits };
            let is_least = is_negative && (magnitude == 1 << 31 || magnitude == 1 << 63);
            let suffix =
                if magnitude > i32::MAX as u64 && !(is_least && self.width == 32) { "LL" } else { "" };
            let text = match (is_negative, is_least) {
                (false, _) => format!("{}{}", magnitude, suffix),
                (true, false) => format!("-{}{}", magnitude, suffix),
                (true, true) => format!("(-{}{} - 1)", magnitude - 1, suffix),
            };
            let is_wide = !suffix.is_empty();
            return Text { text, reading: Reading::Signed, is_signed: true, is_wide, ..self.clone() };
        }
        let ty = match (self.reading, self.width) {
            (Reading::Signed, _) => return self.clone(),
            (Reading::Natural, _) => return self.wide_as(Reading::Signed, self.width),
            (_, 8) => "signed char",
            (_, 16) => "short",
            (_, 32) => "int",
            (_, 64) => "long long",
            _ => {
                // For n bits, the signed value is the bits with the highest one flipped, minus 2^(n-1).
                let sign = 1u64 << (self.width - 1);
                let text =
                    format!("((long long) ({} ^ {}) - {}LL)", self.unsigned().text, literal(sign), sign);
                return Text { is_wide: true, ..Text::number(text, self.width, Reading::Signed) };
            }
        };
        self.cast(ty, Reading::Signed, true)
    }

    fn cast(&self, ty: &str, reading: Reading, is_signed: bool) -> Text {
        let text = format!("({}) {}", ty, self.text);
        let (width, is_wide) = (self.width, self.width > 32);
        Text { text: format!("({})", text), width, reading, is_signed, is_wide, constant: None }
    }

    /// The text cast to an unsigned type in which words of this width are computed.
    pub fn computed(&self, width: u32) -> Text {
        let is_wide = width > 32;
        if let Some(bits) = self.constant {
            let text = literal_of(bits, width);
            return Text { text, is_signed: false, is_wide, ..self.clone() };
        }
        if !self.is_signed && self.is_wide >= is_wide {
            return self.clone();
        }
        let ty = if is_wide || self.is_wide { "unsigned long long" } else { "unsigned int" };
        let text = format!("(({}) {})", ty, self.text);
        Text { text, is_signed: false, is_wide: is_wide || self.is_wide, ..self.clone() }
    }

    /// The text cast to a type that has all words of this width in this reading.
    pub fn wide_as(&self, reading: Reading, width: u32) -> Text {
        if self.constant.is_some() {
            return self.as_read(reading);
        }
        if reading != Reading::Signed {
            return self.computed(width);
        }
        if self.is_signed && (self.is_wide || width <= 32) {
            return Text { reading, ..self.clone() };
        }
        let text = format!("((long long) {})", self.text);
        Text { text, reading, is_signed: true, is_wide: true, ..self.clone() }
    }

    pub fn wide(&self, width: u32) -> Text {
        self.wide_as(self.reading, width)
    }
}

pub(super) fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

/// The constant of C for an unsigned number.
fn literal(value: u64) -> String {
    match value {
        0..=0x7fff_ffff => value.to_string(),
        0x8000_0000..=0xffff_ffff => format!("{}U", value),
        _ => format!("{}ULL", value),
    }
}

/// The constant of C for a number, of an unsigned type in which words of this width are computed.
fn literal_of(value: u64, width: u32) -> String {
    format!("{}{}", value, if width > 32 || value > u64::from(u32::MAX) { "ULL" } else { "U" })
}
