//! The standard headers that are built in, as C texts. Types and constants that depend on the target are written with
//! the predefined macros of gcc, so one text serves for all targets.

mod missing;

pub(super) use missing::Missing;

/// A header: its name and its text.
type Header = (&'static str, &'static str);

/// All headers.
pub(super) const HEADERS: &[Header] = &[
    ("alloca.h", ALLOCA),
    ("assert.h", ASSERT),
    ("bits/endian.h", include_str!("endian.h")),
    ("ctype.h", CTYPE),
    ("errno.h", include_str!("errno.h")),
    ("fcntl.h", include_str!("fcntl.h")),
    ("features.h", include_str!("features.h")),
    ("float.h", FLOAT),
    ("inttypes.h", INTTYPES),
    ("iso646.h", ISO646),
    ("limits.h", include_str!("limits.h")),
    ("locale.h", include_str!("locale.h")),
    ("math.h", include_str!("math.h")),
    ("search.h", include_str!("search.h")),
    ("setjmp.h", include_str!("setjmp.h")),
    ("signal.h", include_str!("signal.h")),
    ("stdalign.h", STDALIGN),
    ("stdarg.h", STDARG),
    ("stdatomic.h", include_str!("stdatomic.h")),
    ("stdbool.h", STDBOOL),
    ("stddef.h", STDDEF),
    ("stdint.h", STDINT),
    ("stdio.h", STDIO),
    ("stdlib.h", STDLIB),
    ("stdnoreturn.h", "#define noreturn _Noreturn\n"),
    ("string.h", STRING),
    ("strings.h", STRING),
    ("sys/mman.h", include_str!("sys_mman.h")),
    ("sys/time.h", include_str!("sys_time.h")),
    ("sys/types.h", TYPES),
    ("time.h", include_str!("time.h")),
    ("unistd.h", UNISTD),
    ("wchar.h", include_str!("wchar.h")),
    ("wctype.h", include_str!("wctype.h")),
];

/// The name and the text of a header.
pub(super) fn header(name: &str) -> Option<Header> {
    HEADERS.iter().find(|&&(known, _)| known == name).copied()
}

/// The headers that are gcc's own. The others are glibc's, which include <features.h> first.
pub(super) const OF_GCC: [&str; 8] = [
    "float.h",
    "iso646.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdnoreturn.h",
];

/// The type of the argument is not told: a `long long` is not cut off.
const ASSERT: &str = "#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
extern void assert();
#define assert assert
#endif
#define static_assert _Static_assert
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
";

const CTYPE: &str = "#include <bits/endian.h>
extern int isalnum(int), isalpha(int), iscntrl(int), isdigit(int), isgraph(int), islower(int), isprint(int);
extern int ispunct(int), isspace(int), isupper(int), isxdigit(int), tolower(int), toupper(int);
extern int isblank(int), isascii(int), toascii(int);
typedef struct __locale_struct *locale_t;
extern int isalnum_l(int, locale_t), isalpha_l(int, locale_t), isblank_l(int, locale_t);
extern int iscntrl_l(int, locale_t), isdigit_l(int, locale_t), isgraph_l(int, locale_t);
extern int islower_l(int, locale_t), isprint_l(int, locale_t), ispunct_l(int, locale_t);
extern int isspace_l(int, locale_t), isupper_l(int, locale_t), isxdigit_l(int, locale_t);
extern int tolower_l(int, locale_t), toupper_l(int, locale_t);
";

const STDARG: &str = "typedef __builtin_va_list va_list, __gnuc_va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
";

const STDBOOL: &str = "#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
";

macro_rules! with_sizes {
    ($($text:tt)*) => {
        concat!(
            "typedef __SIZE_TYPE__ size_t;\ntypedef __PTRDIFF_TYPE__ ptrdiff_t;\ntypedef __WCHAR_TYPE__ wchar_t;\n",
            "#undef NULL\n#define NULL ((void *)0)\n",
            $($text)*
        )
    };
}

const STDDEF: &str = with_sizes!(
    "#define offsetof(type, member) __builtin_offsetof(type, member)\n",
    "typedef struct {\n  long long a __attribute__((__aligned__(__alignof__(long long))));\n",
    "  long double b __attribute__((__aligned__(__alignof__(long double))));\n#ifndef __LP64__\n",
    "  __float128 c __attribute__((__aligned__(__alignof__(__float128))));\n#endif\n} max_align_t;\n",
);

macro_rules! stdint {
    ($($text:tt)*) => {
        concat!(
            "typedef signed char int8_t, int_least8_t, int_fast8_t;\n",
            "typedef unsigned char uint8_t, uint_least8_t, uint_fast8_t;\n",
            "typedef short int16_t, int_least16_t;\ntypedef unsigned short uint16_t, uint_least16_t;\n",
            "typedef int int32_t, int_least32_t;\ntypedef unsigned int uint32_t, uint_least32_t;\n",
            "typedef __INT64_TYPE__ int64_t;\ntypedef __UINT64_TYPE__ uint64_t;\n",
            "typedef __INT_LEAST64_TYPE__ int_least64_t;\ntypedef __UINT_LEAST64_TYPE__ uint_least64_t;\n",
            "typedef __INT_FAST16_TYPE__ int_fast16_t;\ntypedef __UINT_FAST16_TYPE__ uint_fast16_t;\n",
            "typedef __INT_FAST32_TYPE__ int_fast32_t;\ntypedef __UINT_FAST32_TYPE__ uint_fast32_t;\n",
            "typedef __INT_FAST64_TYPE__ int_fast64_t;\ntypedef __UINT_FAST64_TYPE__ uint_fast64_t;\n",
            "typedef __INTPTR_TYPE__ intptr_t;\ntypedef __UINTPTR_TYPE__ uintptr_t;\n",
            "typedef __INTMAX_TYPE__ intmax_t;\ntypedef __UINTMAX_TYPE__ uintmax_t;\n",
            "#define INT8_MIN (-128)\n#define INT8_MAX 127\n#define UINT8_MAX 255\n",
            "#define INT16_MIN (-32768)\n#define INT16_MAX 32767\n#define UINT16_MAX 65535\n",
            "#define INT32_MIN (-INT32_MAX - 1)\n#define INT32_MAX 2147483647\n#define UINT32_MAX 4294967295U\n",
            "#define INT64_MIN (-INT64_MAX - 1)\n#define INT64_MAX __INT64_MAX__\n#define UINT64_MAX __UINT64_MAX__\n",
            "#define INT_LEAST8_MIN INT8_MIN\n#define INT_LEAST8_MAX INT8_MAX\n#define UINT_LEAST8_MAX UINT8_MAX\n",
            "#define INT_LEAST16_MIN INT16_MIN\n#define INT_LEAST16_MAX INT16_MAX\n",
            "#define UINT_LEAST16_MAX UINT16_MAX\n#define INT_LEAST32_MIN INT32_MIN\n",
            "#define INT_LEAST32_MAX INT32_MAX\n#define UINT_LEAST32_MAX UINT32_MAX\n",
            "#define INT_LEAST64_MIN INT64_MIN\n#define INT_LEAST64_MAX INT64_MAX\n",
            "#define UINT_LEAST64_MAX UINT64_MAX\n",
            "#define INT_FAST8_MIN INT8_MIN\n#define INT_FAST8_MAX INT8_MAX\n#define UINT_FAST8_MAX UINT8_MAX\n",
            "#define INT_FAST16_MIN (-INT_FAST16_MAX - 1)\n#define INT_FAST16_MAX __INT_FAST16_MAX__\n",
            "#define UINT_FAST16_MAX __UINT_FAST16_MAX__\n",
            "#define INT_FAST32_MIN (-INT_FAST32_MAX - 1)\n#define INT_FAST32_MAX __INT_FAST32_MAX__\n",
            "#define UINT_FAST32_MAX __UINT_FAST32_MAX__\n",
            "#define INT_FAST64_MIN INT64_MIN\n#define INT_FAST64_MAX INT64_MAX\n#define UINT_FAST64_MAX UINT64_MAX\n",
            "#define INTMAX_MIN (-INTMAX_MAX - 1)\n#define INTMAX_MAX __INTMAX_MAX__\n",
            "#define UINTMAX_MAX __UINTMAX_MAX__\n",
            "#define INTPTR_MIN (-INTPTR_MAX - 1)\n#define INTPTR_MAX __INTPTR_MAX__\n",
            "#define UINTPTR_MAX __UINTPTR_MAX__\n#define PTRDIFF_MIN (-PTRDIFF_MAX - 1)\n",
            "#define PTRDIFF_MAX __PTRDIFF_MAX__\n#define SIZE_MAX __SIZE_MAX__\n",
            "#define SIG_ATOMIC_MIN (-SIG_ATOMIC_MAX - 1)\n#define SIG_ATOMIC_MAX __SIG_ATOMIC_MAX__\n",
            "#define WCHAR_MIN __WCHAR_MIN__\n#define WCHAR_MAX __WCHAR_MAX__\n",
            "#define WINT_MIN __WINT_MIN__\n#define WINT_MAX __WINT_MAX__\n",
            "#define INT8_C(c) c\n#define INT16_C(c) c\n#define INT32_C(c) c\n#define INT64_C(c) __INT64_C(c)\n",
            "#define UINT8_C(c) c\n#define UINT16_C(c) c\n#define UINT32_C(c) c ## U\n",
            "#define UINT64_C(c) __UINT64_C(c)\n#define INTMAX_C(c) __INTMAX_C(c)\n",
            "#define UINTMAX_C(c) __UINTMAX_C(c)\n",
            $($text)*
        )
    };
}

const STDINT: &str = stdint!();

const INTTYPES: &str = stdint!(include_str!("inttypes.h"));

const FLOAT: &str = "#define FLT_RADIX 2
#define FLT_MANT_DIG __FLT_MANT_DIG__
#define FLT_DIG __FLT_DIG__
#define FLT_MIN_EXP __FLT_MIN_EXP__
#define FLT_MAX_EXP __FLT_MAX_EXP__
#define FLT_MIN_10_EXP __FLT_MIN_10_EXP__
#define FLT_MAX_10_EXP __FLT_MAX_10_EXP__
#define FLT_MAX __FLT_MAX__
#define FLT_EPSILON __FLT_EPSILON__
#define FLT_MIN __FLT_MIN__
#define DBL_MANT_DIG __DBL_MANT_DIG__
#define DBL_DIG __DBL_DIG__
#define DBL_MIN_EXP __DBL_MIN_EXP__
#define DBL_MAX_EXP __DBL_MAX_EXP__
#define DBL_MIN_10_EXP __DBL_MIN_10_EXP__
#define DBL_MAX_10_EXP __DBL_MAX_10_EXP__
#define DBL_MAX __DBL_MAX__
#define DBL_EPSILON __DBL_EPSILON__
#define DBL_MIN __DBL_MIN__
#define LDBL_MANT_DIG __LDBL_MANT_DIG__
#define LDBL_DIG __LDBL_DIG__
#define LDBL_MIN_EXP __LDBL_MIN_EXP__
#define LDBL_MAX_EXP __LDBL_MAX_EXP__
#define LDBL_MIN_10_EXP __LDBL_MIN_10_EXP__
#define LDBL_MAX_10_EXP __LDBL_MAX_10_EXP__
#define LDBL_MAX __LDBL_MAX__
#define LDBL_EPSILON __LDBL_EPSILON__
#define LDBL_MIN __LDBL_MIN__
#define FLT_DECIMAL_DIG __FLT_DECIMAL_DIG__
#define DBL_DECIMAL_DIG __DBL_DECIMAL_DIG__
#define LDBL_DECIMAL_DIG __LDBL_DECIMAL_DIG__
#define FLT_HAS_SUBNORM __FLT_HAS_DENORM__
#define DBL_HAS_SUBNORM __DBL_HAS_DENORM__
#define LDBL_HAS_SUBNORM __LDBL_HAS_DENORM__
#define FLT_TRUE_MIN __FLT_DENORM_MIN__
#define DBL_TRUE_MIN __DBL_DENORM_MIN__
#define LDBL_TRUE_MIN __LDBL_DENORM_MIN__
#define FLT_ROUNDS 1
#define FLT_EVAL_METHOD __FLT_EVAL_METHOD__
#define DECIMAL_DIG __DECIMAL_DIG__
";

const ISO646: &str = "#define and &&
#define and_eq &=
#define bitand &
#define bitor |
#define compl ~
#define not !
#define not_eq !=
#define or ||
#define or_eq |=
#define xor ^
#define xor_eq ^=
";

const STDALIGN: &str = "#define alignas _Alignas
#define alignof _Alignof
#define __alignas_is_defined 1
#define __alignof_is_defined 1
";

const STDIO: &str = with_sizes!(include_str!("stdio.h"));

macro_rules! byte_order {
    () => {
        concat!(
            "#include <bits/endian.h>\n#ifdef __USE_MISC\n#define LITTLE_ENDIAN __LITTLE_ENDIAN\n",
            "#define BIG_ENDIAN __BIG_ENDIAN\n#define PDP_ENDIAN __PDP_ENDIAN\n",
            "#define BYTE_ORDER __BYTE_ORDER\n#endif\n",
        )
    };
}

const STDLIB: &str = with_sizes!(byte_order!(), include_str!("stdlib.h"));

const STRING: &str = with_sizes!(include_str!("string.h"));

const ALLOCA: &str = with_sizes!("extern void *alloca(size_t);\n",);

const TYPES: &str = with_sizes!(
    byte_order!(),
    "typedef __INTPTR_TYPE__ ssize_t;\ntypedef int pid_t, id_t, clockid_t, key_t;\n",
    "typedef long off_t, blksize_t, blkcnt_t, time_t, clock_t, suseconds_t;\ntypedef void *timer_t;\n",
    "typedef unsigned int uid_t, gid_t, mode_t, useconds_t;\ntypedef __UINT64_TYPE__ dev_t;\n",
    "typedef unsigned long ino_t, nlink_t, fsblkcnt_t, fsfilcnt_t, pthread_t;\n",
    "typedef unsigned int pthread_key_t;\ntypedef int pthread_once_t;\n",
    "typedef signed char int8_t;\ntypedef short int16_t;\ntypedef int int32_t;\ntypedef __INT64_TYPE__ int64_t;\n",
    "typedef unsigned char u_int8_t;\ntypedef unsigned short u_int16_t;\ntypedef unsigned int u_int32_t;\n",
    "typedef __UINT64_TYPE__ u_int64_t;\n",
);

const UNISTD: &str = with_sizes!(include_str!("unistd.h"));
