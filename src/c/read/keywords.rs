//! The reserved words of C11 with their GNU spellings: `__inline__` and `inline` are one keyword.

macro_rules! keywords {
    ($($name:ident $($text:literal)*,)*) => {
        /// A reserved word; spellings with the same meaning share one.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Keyword {
            $($name,)*
        }

        /// All spellings.
        pub(super) const KEYWORDS: &[(&str, Keyword)] = &[$($(($text, Keyword::$name),)*)*];
    };
}

keywords! {
    Alignas "_Alignas",
    Alignof "_Alignof",
    Annotation "__indubit_annotation",
    Asm "asm" "__asm__" "__asm",
    Atomic "_Atomic",
    Attribute "__attribute__" "__attribute",
    Auto "auto",
    AutoType "__auto_type",
    BitInt "_BitInt",
    Bool "_Bool",
    Break "break",
    Case "case",
    Char "char",
    ChooseExpr "__builtin_choose_expr",
    Complex "_Complex" "__complex__" "_Imaginary",
    Constexpr,
    Const "const" "__const" "__const__",
    Continue "continue",
    ConvertVector "__builtin_convertvector",
    Default "default",
    Do "do",
    Double "double",
    Else "else",
    Enum "enum",
    Extension "__extension__",
    Extern "extern",
    Float "float",
    For "for",
    FunctionName "__func__" "__FUNCTION__" "__PRETTY_FUNCTION__",
    Generic "_Generic",
    Goto "goto",
    If "if",
    Inline "inline" "__inline" "__inline__",
    Int "int",
    LocalLabel "__label__",
    Long "long",
    Noreturn "_Noreturn",
    Offsetof "__builtin_offsetof",
    PreferredAlignof "__alignof__" "__alignof",
    Register "register",
    Restrict "restrict" "__restrict" "__restrict__",
    Return "return",
    Short "short",
    Signed "signed" "__signed" "__signed__",
    Sizeof "sizeof",
    Static "static",
    StaticAssert "_Static_assert",
    Struct "struct",
    Switch "switch",
    ThreadLocal "_Thread_local" "__thread",
    Typedef "typedef",
    Typeof "typeof" "__typeof" "__typeof__",
    TypesCompatible "__builtin_types_compatible_p",
    Union "union",
    Unsigned "unsigned",
    VaArg "__builtin_va_arg",
    VaList "__builtin_va_list",
    Void "void",
    Volatile "volatile" "__volatile" "__volatile__",
    While "while",
    WideFloat "_Float16" "__float80" "__float128" "_Float128" "_Float64x" "_Float64" "_Float32x" "_Float32",
    WideInteger "__int128" "__int128_t" "__uint128_t",
}
