//! The lists of attributes and builtins that the reader knows. `__has_attribute` and `__has_builtin` answer by them,
//! and the parser decides by them which attributes it may ignore.

/// Attributes that change nothing in what a program computes.
const HARMLESS: &str = "\
    access alloc_align alloc_size always_inline artificial assume_aligned cold common const copy deprecated \
    designated_init error externally_visible fallthrough fastcall fd_arg flatten format format_arg gnu_inline \
    hot leaf malloc may_alias no_icf no_instrument_function no_profile_instrument_function no_reorder \
    no_sanitize no_sanitize_address no_sanitize_thread no_sanitize_undefined no_split_stack no_stack_limit \
    no_stack_protector noclone nocommon noinit noinline noipa nonnull nonstring noplt nothrow optimize \
    patchable_function_entry pure regparm retain returns_nonnull section sentinel stack_protect stdcall target \
    tainted_args tls_model unavailable unused used visibility warn_if_not_aligned warn_unused_result warning \
    weak cdecl zero_call_used_regs";

/// Attributes that the parser obeys.
const OBEYED: &str = "\
    alias aligned mode noreturn packed transparent_union";

/// Builtins that the checker understands, up to those with a memory operand or an overflow.
const BUILTINS: &str = "\
    __builtin_abs __builtin_alloca __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_choose_expr \
    __builtin_classify_type __builtin_clrsb __builtin_clrsbl __builtin_clrsbll __builtin_clz __builtin_clzl \
    __builtin_clzll __builtin_constant_p __builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_expect \
    __builtin_ffs __builtin_ffsl __builtin_ffsll __builtin_labs __builtin_llabs __builtin_object_size \
    __builtin_offsetof __builtin_parity __builtin_parityl __builtin_parityll __builtin_popcount \
    __builtin_popcountl __builtin_popcountll __builtin_trap __builtin_types_compatible_p __builtin_unreachable \
    __builtin_va_arg __builtin_va_copy __builtin_va_end __builtin_va_start __builtin_add_overflow \
    __builtin_sub_overflow __builtin_mul_overflow __builtin_prefetch __builtin_expect_with_probability \
    __builtin_inf __builtin_inff __builtin_huge_val __builtin_nan __builtin_isnan __builtin_isinf_sign \
    __builtin_isfinite __builtin_isnormal __builtin_signbit __builtin_fpclassify __builtin_isgreater __builtin_isless \
    __builtin_isgreaterequal __builtin_islessequal __builtin_islessgreater __builtin_isunordered __builtin_fabs";

fn is_in(words: &str, name: &str) -> bool {
    words.split(' ').any(|word| word == name)
}

/// Whether an attribute, without underscores around it, changes nothing.
pub(in crate::c::read) fn is_harmless_attribute(name: &str) -> bool {
    is_in(HARMLESS, name)
}

/// Whether an attribute means here what it means to gcc.
pub(in crate::c::read) fn is_known_attribute(name: &str) -> bool {
    let name = name.trim_matches('_');
    is_in(HARMLESS, name) || is_in(OBEYED, name)
}

/// Whether a builtin means here what it means to gcc.
pub(super) fn is_known_builtin(name: &str) -> bool {
    is_in(BUILTINS, name)
}
