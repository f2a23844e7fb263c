//! The sizes and alignments of the arithmetic types, as gcc has them on i386 (ILP32) and on x86-64 (LP64).
//!
//! The option [`COptions`] says for which target a program is read. All three readers of types ask it: the checker, the
//! lowering, and the interpreter.

/// A data model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arch {
    /// `int`, `long` and pointers have 32 bits: gcc on i386, with `-m32`.
    #[default]
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64: gcc on x86-64, with `-m64`.
    Lp64,
}

/// An integer type, enumerations apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntegerKind {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
}

/// A real floating type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatingKind {
    Half,
    Float,
    Double,
    LongDouble,
    Quad,
}

impl IntegerKind {
    /// All kinds, by rank and unsigned behind signed.
    pub const ALL: [IntegerKind; 12] = [
        IntegerKind::Bool,
        IntegerKind::Char,
        IntegerKind::SignedChar,
        IntegerKind::UnsignedChar,
        IntegerKind::Short,
        IntegerKind::UnsignedShort,
        IntegerKind::Int,
        IntegerKind::UnsignedInt,
        IntegerKind::Long,
        IntegerKind::UnsignedLong,
        IntegerKind::LongLong,
        IntegerKind::UnsignedLongLong,
    ];

    /// The spelling in messages.
    pub fn text(self) -> &'static str {
        match self {
            IntegerKind::Bool => "_Bool",
            IntegerKind::Char => "char",
            IntegerKind::SignedChar => "signed char",
            IntegerKind::UnsignedChar => "unsigned char",
            IntegerKind::Short => "short",
            IntegerKind::UnsignedShort => "unsigned short",
            IntegerKind::Int => "int",
            IntegerKind::UnsignedInt => "unsigned int",
            IntegerKind::Long => "long",
            IntegerKind::UnsignedLong => "unsigned long",
            IntegerKind::LongLong => "long long",
            IntegerKind::UnsignedLongLong => "unsigned long long",
        }
    }

    /// The conversion rank (C11, 6.3.1.1).
    pub fn rank(self) -> u8 {
        match self {
            IntegerKind::Bool => 0,
            IntegerKind::Char | IntegerKind::SignedChar | IntegerKind::UnsignedChar => 1,
            IntegerKind::Short | IntegerKind::UnsignedShort => 2,
            IntegerKind::Int | IntegerKind::UnsignedInt => 3,
            IntegerKind::Long | IntegerKind::UnsignedLong => 4,
            IntegerKind::LongLong | IntegerKind::UnsignedLongLong => 5,
        }
    }

    /// The unsigned type of the same size; for `_Bool` itself.
    pub fn unsigned(self) -> IntegerKind {
        match self {
            IntegerKind::Bool => IntegerKind::Bool,
            IntegerKind::Char | IntegerKind::SignedChar | IntegerKind::UnsignedChar => {
                IntegerKind::UnsignedChar
            }
            IntegerKind::Short | IntegerKind::UnsignedShort => IntegerKind::UnsignedShort,
            IntegerKind::Int | IntegerKind::UnsignedInt => IntegerKind::UnsignedInt,
            IntegerKind::Long | IntegerKind::UnsignedLong => IntegerKind::UnsignedLong,
            IntegerKind::LongLong | IntegerKind::UnsignedLongLong => IntegerKind::UnsignedLongLong,
        }
    }
}

impl FloatingKind {
    /// All kinds, by rank.
    pub const ALL: [FloatingKind; 5] = [
        FloatingKind::Half,
        FloatingKind::Float,
        FloatingKind::Double,
        FloatingKind::LongDouble,
        FloatingKind::Quad,
    ];

    /// The spelling in messages.
    pub fn text(self) -> &'static str {
        match self {
            FloatingKind::Half => "_Float16",
            FloatingKind::Float => "float",
            FloatingKind::Double => "double",
            FloatingKind::LongDouble => "long double",
            FloatingKind::Quad => "_Float128",
        }
    }
}

/// The target that a program is meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct COptions {
    /// The data model; ILP32 by default, as in the software verification competitions.
    pub arch: Arch,
    /// Whether `char` has a sign, as it has on both targets by default.
    pub char_is_signed: bool,
    /// The values of volatile objects.
    pub volatile: Volatile,
    /// Whether functions of the C library tell the interpreter what they print, so that its observer can show the
    /// output. A program is read in this way to be run. Default no.
    pub is_shown: bool,
    /// Whether `malloc` and its like may return null, as they do where memory is short. Default no.
    pub malloc_may_fail: bool,
    /// The format in which operators on floating-point numbers compute.
    pub evaluation: FloatEvaluation,
    /// Whether calls of `memcpy` and its like stay calls, so that their arguments can be checked; otherwise one that
    /// copies a whole object is an assignment.
    pub keeps_calls: bool,
}

/// The format in which operators on floating-point numbers compute (C11, 5.2.4.2.2: `FLT_EVAL_METHOD`). Casts,
/// assignments, arguments and results of functions have their own type in each of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum FloatEvaluation {
    /// The type of the operands, and `float` for `_Float16`, as gcc's code for SSE computes.
    #[default]
    OwnType,
    /// `long double`, as gcc's code for x87 computes on i386 by `-mfpmath=387 -fexcess-precision=standard`.
    Extended,
}

/// The values of volatile objects (C11, 5.1.2.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Volatile {
    /// An object that the program defines keeps what was stored, as it does when the compiled program runs. An object
    /// that the program only declares with `extern`, or that is at a numeric address, has any value each time it is
    /// read.
    #[default]
    Stored,
    /// Each volatile object has any value each time it is read.
    Arbitrary,
}

impl Default for COptions {
    fn default() -> COptions {
        COptions {
            arch: Arch::Ilp32,
            char_is_signed: true,
            volatile: Volatile::Stored,
            is_shown: false,
            malloc_may_fail: false,
            evaluation: FloatEvaluation::OwnType,
            keeps_calls: false,
        }
    }
}

impl COptions {
    /// The bytes of a pointer.
    pub fn pointer_size(self) -> u64 {
        match self.arch {
            Arch::Ilp32 => 4,
            Arch::Lp64 => 8,
        }
    }

    /// The bytes of an integer type.
    pub fn integer_size(self, kind: IntegerKind) -> u64 {
        match kind.rank() {
            0 | 1 => 1,
            2 => 2,
            3 => 4,
            4 => self.pointer_size(),
            _ => 8,
        }
    }

    /// The bits of an integer type. `_Bool` has one: the others are padding.
    pub fn integer_bits(self, kind: IntegerKind) -> u32 {
        match kind {
            IntegerKind::Bool => 1,
            _ => 8 * self.integer_size(kind) as u32,
        }
    }

    /// The alignment of an integer type in a structure, in bytes: on i386 at most 4.
    pub fn integer_align(self, kind: IntegerKind) -> u64 {
        self.integer_size(kind).min(self.pointer_size())
    }

    /// Whether values of the type may be negative.
    pub fn is_signed(self, kind: IntegerKind) -> bool {
        match kind {
            IntegerKind::Char => self.char_is_signed,
            IntegerKind::SignedChar
            | IntegerKind::Short
            | IntegerKind::Int
            | IntegerKind::Long
            | IntegerKind::LongLong => true,
            _ => false,
        }
    }

    /// The bytes of a floating type.
    pub fn floating_size(self, kind: FloatingKind) -> u64 {
        match (kind, self.arch) {
            (FloatingKind::Half, _) => 2,
            (FloatingKind::Float, _) => 4,
            (FloatingKind::Double, _) => 8,
            (FloatingKind::Quad, _) => 16,
            (FloatingKind::LongDouble, Arch::Ilp32) => 12,
            (FloatingKind::LongDouble, Arch::Lp64) => 16,
        }
    }

    /// The alignment of a floating type in a structure, in bytes.
    pub fn floating_align(self, kind: FloatingKind) -> u64 {
        match self.arch {
            Arch::Ilp32 if kind != FloatingKind::Quad => self.floating_size(kind).min(4),
            _ => self.floating_size(kind),
        }
    }

    /// The type in which operators on numbers of a floating type compute.
    pub fn evaluated(self, kind: FloatingKind) -> FloatingKind {
        match (kind, self.evaluation) {
            (FloatingKind::Half | FloatingKind::Float | FloatingKind::Double, FloatEvaluation::Extended) => {
                FloatingKind::LongDouble
            }
            (FloatingKind::Half, FloatEvaluation::OwnType) => FloatingKind::Float,
            (_, FloatEvaluation::Extended | FloatEvaluation::OwnType) => kind,
        }
    }

    /// The type of `sizeof`.
    pub fn size_kind(self) -> IntegerKind {
        match self.arch {
            Arch::Ilp32 => IntegerKind::UnsignedInt,
            Arch::Lp64 => IntegerKind::UnsignedLong,
        }
    }

    /// The type of the difference of two pointers.
    pub fn difference_kind(self) -> IntegerKind {
        match self.arch {
            Arch::Ilp32 => IntegerKind::Int,
            Arch::Lp64 => IntegerKind::Long,
        }
    }

    /// The type of wide characters.
    pub fn wide_kind(self) -> IntegerKind {
        match self.arch {
            Arch::Ilp32 => IntegerKind::Long,
            Arch::Lp64 => IntegerKind::Int,
        }
    }

    /// The value of a bit pattern in an integer type.
    pub fn value(self, kind: IntegerKind, pattern: u64) -> i128 {
        let bits = self.integer_bits(kind);
        let pattern = i128::from(pattern) & ((1 << bits) - 1);
        if self.is_signed(kind) && pattern >> (bits - 1) != 0 {
            pattern - (1 << bits)
        } else {
            pattern
        }
    }

    /// The bit pattern of a value that is converted to an integer type (C11, 6.3.1.3; gcc reduces modulo 2^n also
    /// where the type is signed).
    pub fn pattern(self, kind: IntegerKind, value: i128) -> u64 {
        match kind {
            IntegerKind::Bool => u64::from(value != 0),
            _ => (value & ((1 << self.integer_bits(kind)) - 1)) as u64,
        }
    }

    /// Whether a type has a value.
    pub fn fits(self, kind: IntegerKind, value: i128) -> bool {
        self.value(kind, self.pattern(kind, value)) == value && (kind != IntegerKind::Bool || value < 2)
    }
}
