//! The macros that gcc 12 predefines for i386 and x86-64, as text of directives.
//!
//! The macros of an integer type form a family: `INT64` has `__INT64_TYPE__`, `__INT64_MAX__` and others, which follow
//! from the kind of integer that the target has for it. The macros of a floating type follow from its format. All other
//! macros are in one list.

use super::super::arch::{Arch, COptions, IntegerKind};
use super::builtins::MACROS;
use std::fmt::Write;
use IntegerKind as K;

/// Names with their values, one per line, on both targets.
const ALWAYS: &str = "
_STDC_PREDEF_H 1\n__ATOMIC_ACQUIRE 2\n__ATOMIC_ACQ_REL 4\n__ATOMIC_CONSUME 1\n__ATOMIC_HLE_ACQUIRE 65536
__ATOMIC_HLE_RELEASE 131072\n__ATOMIC_RELAXED 0\n__ATOMIC_RELEASE 3\n__ATOMIC_SEQ_CST 5\n__BIGGEST_ALIGNMENT__ 16
__BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__\n__CHAR16_TYPE__ short unsigned int\n__CHAR32_TYPE__ unsigned int
__CHAR_BIT__ 8\n__DECIMAL_BID_FORMAT__ 1\n__DECIMAL_DIG__ 21\n__DEC_EVAL_METHOD__ 2\n__ELF__ 1
__FINITE_MATH_ONLY__ 0\n__FLOAT_WORD_ORDER__ __ORDER_LITTLE_ENDIAN__\n__FLT_RADIX__ 2\n__GCC_ASM_FLAG_OUTPUTS__ 1
__GCC_ATOMIC_BOOL_LOCK_FREE 2\n__GCC_ATOMIC_CHAR16_T_LOCK_FREE 2\n__GCC_ATOMIC_CHAR32_T_LOCK_FREE 2
__GCC_ATOMIC_CHAR_LOCK_FREE 2\n__GCC_ATOMIC_INT_LOCK_FREE 2\n__GCC_ATOMIC_LLONG_LOCK_FREE 2
__GCC_ATOMIC_LONG_LOCK_FREE 2\n__GCC_ATOMIC_POINTER_LOCK_FREE 2\n__GCC_ATOMIC_SHORT_LOCK_FREE 2
__GCC_ATOMIC_TEST_AND_SET_TRUEVAL 1\n__GCC_ATOMIC_WCHAR_T_LOCK_FREE 2\n__GCC_CONSTRUCTIVE_SIZE 64
__GCC_DESTRUCTIVE_SIZE 64\n__GCC_HAVE_DWARF2_CFI_ASM 1\n__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1\n__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 1
__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 1\n__GCC_IEC_559 2\n__GCC_IEC_559_COMPLEX 2
__GNUC_EXECUTION_CHARSET_NAME \"UTF-8\"\n__GNUC_MINOR__ 2\n__GNUC_PATCHLEVEL__ 0\n__GNUC_STDC_INLINE__ 1
__GNUC_WIDE_EXECUTION_CHARSET_NAME \"UTF-32LE\"\n__GNUC__ 12\n__GXX_ABI_VERSION 1017
__HAVE_SPECULATION_SAFE_VALUE 1\n__NO_INLINE__ 1\n__ORDER_BIG_ENDIAN__ 4321\n__ORDER_LITTLE_ENDIAN__ 1234
__ORDER_PDP_ENDIAN__ 3412\n__PIC__ 2\n__PIE__ 2\n__PRAGMA_REDEFINE_EXTNAME 1\n__REGISTER_PREFIX__\n__SEG_FS 1
__SEG_GS 1\n__STDC_HOSTED__ 1\n__STDC_IEC_559_COMPLEX__ 1\n__STDC_IEC_559__ 1\n__STDC_IEC_60559_BFP__ 201404L
__STDC_IEC_60559_COMPLEX__ 201404L\n__STDC_ISO_10646__ 201706L\n__STDC_UTF_16__ 1\n__STDC_UTF_32__ 1
__STDC_VERSION__ 201710L\n__STDC__ 1\n__USER_LABEL_PREFIX__\n__VERSION__ \"12.2.0\"\n__gnu_linux__ 1\n__linux 1
__linux__ 1\n__pic__ 2\n__pie__ 2\n__unix 1\n__unix__ 1\nlinux 1\nunix 1\n__SIZEOF_DOUBLE__ 8\n__SIZEOF_FLOAT128__ 16
__SIZEOF_FLOAT__ 4\n__SIZEOF_WINT_T__ 4\n__WINT_MIN__ 0U\n__WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
__SIG_ATOMIC_MIN__ (-__SIG_ATOMIC_MAX__ - 1)
";

const ILP32: &str = "
_ILP32 1\n__ILP32__ 1\n__FLT_EVAL_METHOD_TS_18661_3__ 2\n__FLT_EVAL_METHOD__ 2\n__LAHF_SAHF__ 1\n__code_model_32__ 1
__i386 1\n__i386__ 1\n__i686 1\n__i686__ 1\n__pentiumpro 1\n__pentiumpro__ 1\ni386 1\n__SIZEOF_FLOAT80__ 12
__SIZEOF_LONG_DOUBLE__ 12
";

const LP64: &str = "
_LP64 1\n__LP64__ 1\n__FLT_EVAL_METHOD_TS_18661_3__ 0\n__FLT_EVAL_METHOD__ 0\n__FXSR__ 1\n__MMX_WITH_SSE__ 1\n__MMX__ 1
__SSE2_MATH__ 1\n__SSE2__ 1\n__SSE_MATH__ 1\n__SSE__ 1\n__amd64 1\n__amd64__ 1\n__code_model_small__ 1\n__k8 1
__k8__ 1\n__x86_64 1\n__x86_64__ 1\n__SIZEOF_INT128__ 16\n__SIZEOF_FLOAT80__ 16\n__SIZEOF_LONG_DOUBLE__ 16
";

/// Families of integer types. The letters say which macros there are: type, maximum, width, constant, and size by the
/// name behind the last word.
const FAMILIES: [(&str, Family, &str, &str); 36] = [
    ("INT8", Family::Exact(1), "tmc", ""),
    ("INT16", Family::Exact(2), "tmc", ""),
    ("INT32", Family::Exact(4), "tmc", ""),
    ("INT64", Family::Exact(8), "tmc", ""),
    ("UINT8", Family::Unsigned(1), "tmc", ""),
    ("UINT16", Family::Unsigned(2), "tmc", ""),
    ("UINT32", Family::Unsigned(4), "tmc", ""),
    ("UINT64", Family::Unsigned(8), "tmc", ""),
    ("INT_LEAST8", Family::Exact(1), "tmw", ""),
    ("INT_LEAST16", Family::Exact(2), "tmw", ""),
    ("INT_LEAST32", Family::Exact(4), "tmw", ""),
    ("INT_LEAST64", Family::Exact(8), "tmw", ""),
    ("UINT_LEAST8", Family::Unsigned(1), "tm", ""),
    ("UINT_LEAST16", Family::Unsigned(2), "tm", ""),
    ("UINT_LEAST32", Family::Unsigned(4), "tm", ""),
    ("UINT_LEAST64", Family::Unsigned(8), "tm", ""),
    ("INT_FAST8", Family::Exact(1), "tmw", ""),
    ("INT_FAST16", Family::Difference, "tmw", ""),
    ("INT_FAST32", Family::Difference, "tmw", ""),
    ("INT_FAST64", Family::Exact(8), "tmw", ""),
    ("UINT_FAST8", Family::Unsigned(1), "tm", ""),
    ("UINT_FAST16", Family::Size, "tm", ""),
    ("UINT_FAST32", Family::Size, "tm", ""),
    ("UINT_FAST64", Family::Unsigned(8), "tm", ""),
    ("INTMAX", Family::Exact(8), "tmwC", ""),
    ("UINTMAX", Family::Unsigned(8), "tmC", ""),
    ("INTPTR", Family::Difference, "tmw", ""),
    ("UINTPTR", Family::Size, "tm", ""),
    ("PTRDIFF", Family::Difference, "tmw", "PTRDIFF_T"),
    ("SIZE", Family::Size, "tmw", "SIZE_T"),
    ("WCHAR", Family::Wide, "tmw", "WCHAR_T"),
    ("WINT", Family::Unsigned(4), "tmw", ""),
    ("SIG_ATOMIC", Family::Exact(4), "tmw", ""),
    ("SCHAR", Family::Exact(1), "mw", ""),
    ("SHRT", Family::Exact(2), "mw", "SHORT"),
    ("INT", Family::Exact(4), "mw", "INT"),
];

/// The integer type of a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    /// The signed type of this size; of 8 bytes `long` if it has that size.
    Exact(u8),
    Unsigned(u8),
    /// The type of differences of pointers.
    Difference,
    /// That of `sizeof`.
    Size,
    Wide,
}

impl Family {
    fn kind(self, options: COptions) -> IntegerKind {
        match self {
            Family::Exact(1) => K::SignedChar,
            Family::Exact(2) => K::Short,
            Family::Exact(4) => K::Int,
            Family::Exact(_) if options.pointer_size() == 8 => K::Long,
            Family::Exact(_) => K::LongLong,
            Family::Unsigned(size) => Family::Exact(size).kind(options).unsigned(),
            Family::Difference => options.difference_kind(),
            Family::Size => options.size_kind(),
            Family::Wide => options.wide_kind(),
        }
    }
}

/// The spelling that gcc gives a type.
fn type_text(kind: IntegerKind) -> &'static str {
    match kind {
        K::Bool => "_Bool",
        K::Char => "char",
        K::SignedChar => "signed char",
        K::UnsignedChar => "unsigned char",
        K::Short => "short int",
        K::UnsignedShort => "short unsigned int",
        K::Int => "int",
        K::UnsignedInt => "unsigned int",
        K::Long => "long int",
        K::UnsignedLong => "long unsigned int",
        K::LongLong => "long long int",
        K::UnsignedLongLong => "long long unsigned int",
    }
}

/// The suffix of constants of a type; small types have `int` constants.
fn suffix(kind: IntegerKind) -> &'static str {
    match kind {
        K::UnsignedInt => "U",
        K::Long => "L",
        K::UnsignedLong => "UL",
        K::LongLong => "LL",
        K::UnsignedLongLong => "ULL",
        _ => "",
    }
}

/// Writes a definition. A formatter of strings never fails.
fn define(text: &mut String, name: std::fmt::Arguments<'_>, value: &str) {
    let _ = writeln!(text, "#define {} {}", name, value);
}

fn family(text: &mut String, name: &str, kind: IntegerKind, letters: &str, size: &str, options: COptions) {
    let bits = options.integer_bits(kind);
    let largest = if options.is_signed(kind) { bits - 1 } else { bits };
    let suffix = suffix(kind);
    for letter in letters.chars() {
        match letter {
            't' => define(text, format_args!("__{}_TYPE__", name), type_text(kind)),
            'm' => {
                let value = format!("{:#x}{}", u64::MAX >> (64 - largest), suffix);
                define(text, format_args!("__{}_MAX__", name), &value);
            }
            'w' => define(text, format_args!("__{}_WIDTH__", name), &bits.to_string()),
            _ => {
                let value = if suffix.is_empty() { "c".to_string() } else { format!("c ## {}", suffix) };
                define(text, format_args!("__{}_C(c)", name), &value);
            }
        }
    }
    if !size.is_empty() {
        define(text, format_args!("__SIZEOF_{}__", size), &(options.integer_size(kind)).to_string());
    }
}

/// The limits of a binary format: decimal digits that come back, digits, bits of the mantissa, the exponents of 10 and
/// of 2, and the values.
struct Format {
    numbers: [&'static str; 7],
    denorm: &'static str,
    epsilon: &'static str,
    max: &'static str,
    min: &'static str,
}

const HALF: Format = Format {
    numbers: ["5", "3", "11", "4", "16", "(-4)", "(-13)"],
    denorm: "5.96046447753906250000000000000000000e-8",
    epsilon: "9.76562500000000000000000000000000000e-4",
    max: "6.55040000000000000000000000000000000e+4",
    min: "6.10351562500000000000000000000000000e-5",
};
const SINGLE: Format = Format {
    numbers: ["9", "6", "24", "38", "128", "(-37)", "(-125)"],
    denorm: "1.40129846432481707092372958328991613e-45",
    epsilon: "1.19209289550781250000000000000000000e-7",
    max: "3.40282346638528859811704183484516925e+38",
    min: "1.17549435082228750796873653722224568e-38",
};
const DOUBLE: Format = Format {
    numbers: ["17", "15", "53", "308", "1024", "(-307)", "(-1021)"],
    denorm: "4.94065645841246544176568792868221372e-324",
    epsilon: "2.22044604925031308084726333618164062e-16",
    max: "1.79769313486231570814527423731704357e+308",
    min: "2.22507385850720138309023271733240406e-308",
};
const EXTENDED: Format = Format {
    numbers: ["21", "18", "64", "4932", "16384", "(-4931)", "(-16381)"],
    denorm: "3.64519953188247460252840593361941982e-4951",
    epsilon: "1.08420217248550443400745280086994171e-19",
    max: "1.18973149535723176502126385303097021e+4932",
    min: "3.36210314311209350626267781732175260e-4932",
};
const QUAD: Format = Format {
    numbers: ["36", "33", "113", "4932", "16384", "(-4931)", "(-16381)"],
    denorm: "6.47517511943802511092443895822764655e-4966",
    epsilon: "1.92592994438723585305597794258492732e-34",
    max: "1.18973149535723176508575932662800702e+4932",
    min: "3.36210314311209350626267781732175260e-4932",
};

/// The floating types with their formats and the suffix of their constants; that of `double` is a cast.
const FLOATING: [(&str, Format, &str); 8] = [
    ("FLT", SINGLE, "F"),
    ("DBL", DOUBLE, "L"),
    ("LDBL", EXTENDED, "L"),
    ("FLT32", SINGLE, "F32"),
    ("FLT64", DOUBLE, "F64"),
    ("FLT128", QUAD, "F128"),
    ("FLT32X", DOUBLE, "F32x"),
    ("FLT64X", EXTENDED, "F64x"),
];

fn floating(text: &mut String, name: &str, format: &Format, suffix: &str) {
    let names = ["DECIMAL_DIG", "DIG", "MANT_DIG", "MAX_10_EXP", "MAX_EXP", "MIN_10_EXP", "MIN_EXP"];
    for (limit, value) in names.iter().zip(format.numbers) {
        define(text, format_args!("__{}_{}__", name, limit), value);
    }
    let values = [
        ("DENORM_MIN", format.denorm),
        ("EPSILON", format.epsilon),
        ("MAX", format.max),
        ("NORM_MAX", format.max),
        ("MIN", format.min),
    ];
    for (limit, value) in values {
        let value = match name {
            "DBL" => format!("((double){}{})", value, suffix),
            _ => format!("{}{}", value, suffix),
        };
        define(text, format_args!("__{}_{}__", name, limit), &value);
    }
    for (fact, value) in
        [("HAS_DENORM", "1"), ("HAS_INFINITY", "1"), ("HAS_QUIET_NAN", "1"), ("IS_IEC_60559", "2")]
    {
        define(text, format_args!("__{}_{}__", name, fact), value);
    }
}

/// Decimal formats: bits of the name, digits, largest exponent, smallest one, suffix.
const DECIMAL: [(&str, usize, i32, &str); 3] =
    [("DEC32", 7, 97, "DF"), ("DEC64", 16, 385, "DD"), ("DEC128", 34, 6145, "DL")];

fn decimal(text: &mut String, name: &str, digits: usize, max: i32, suffix: &str) {
    let nines = "9".repeat(digits - 1);
    let zeros = "0".repeat(digits - 2);
    let values = [
        ("EPSILON", format!("1E-{}{}", digits - 1, suffix)),
        ("MANT_DIG", digits.to_string()),
        ("MAX_EXP", max.to_string()),
        ("MAX", format!("9.{}E{}{}", nines, max - 1, suffix)),
        ("MIN_EXP", format!("(-{})", max - 3)),
        ("MIN", format!("1E-{}{}", max - 2, suffix)),
        ("SUBNORMAL_MIN", format!("0.{}1E-{}{}", zeros, max - 2, suffix)),
    ];
    for (limit, value) in values {
        define(text, format_args!("__{}_{}__", name, limit), &value);
    }
}

/// The definitions of all predefined macros.
pub(super) fn predefined(options: COptions) -> String {
    let mut text = String::with_capacity(1 << 14);
    let own = if options.arch == Arch::Ilp32 { ILP32 } else { LP64 };
    for line in ALWAYS.lines().chain(own.lines()).filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "#define {}", line);
    }
    if !options.char_is_signed {
        text.push_str("#define __CHAR_UNSIGNED__ 1\n");
    }
    for (name, which, letters, size) in FAMILIES {
        family(&mut text, name, which.kind(options), letters, size, options);
    }
    family(&mut text, "LONG", K::Long, "mw", "LONG", options);
    family(&mut text, "LONG_LONG", K::LongLong, "mw", "LONG_LONG", options);
    define(&mut text, format_args!("__SIZEOF_POINTER__"), &options.pointer_size().to_string());
    for (name, format, suffix) in &FLOATING {
        floating(&mut text, name, format, suffix);
    }
    if options.arch == Arch::Lp64 {
        floating(&mut text, "FLT16", &HALF, "F16");
    }
    for (name, digits, max, suffix) in DECIMAL {
        decimal(&mut text, name, digits, max, suffix);
    }
    text.push_str(MACROS);
    text
}
