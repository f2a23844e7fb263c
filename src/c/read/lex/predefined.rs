//! The macros that gcc 12 predefines for i386 and x86-64, as text of directives.

use super::super::arch::{Arch, COptions, FloatEvaluation};

/// The macros of x87.
const EXTENDED: &str = "\
#undef __FLT_EVAL_METHOD__
#undef __FLT_EVAL_METHOD_TS_18661_3__
#define __FLT_EVAL_METHOD__ 2
#define __FLT_EVAL_METHOD_TS_18661_3__ 2
";

/// The definitions of all predefined macros. The text of a target stands under `#ifdef`.
pub(super) fn predefined(options: COptions) -> String {
    let target = match options.arch {
        Arch::Ilp32 => "#define __ILP32__ 1\n",
        Arch::Lp64 => "#define __LP64__ 1\n",
    };
    let chars = if options.char_is_signed { "" } else { "#define __CHAR_UNSIGNED__ 1\n" };
    let evaluation = match options.evaluation {
        FloatEvaluation::OwnType => "",
        FloatEvaluation::Extended => EXTENDED,
    };
    [target, chars, include_str!("predefined.h"), evaluation, include_str!("builtins.h")].concat()
}
