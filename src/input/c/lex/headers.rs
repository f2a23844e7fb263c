//! The standard headers that are built in: C texts, with the types and constants of the target.

use super::super::arch::{Arch, COptions};

/// A header: its name, its text for ILP32 and that for LP64.
type Header = (&'static str, &'static str, &'static str);

/// All headers.
pub(super) const HEADERS: &[Header] = &[
    ("assert.h", ASSERT, ASSERT),
    ("ctype.h", CTYPE, CTYPE),
    ("errno.h", ERRNO, ERRNO),
    ("inttypes.h", INTTYPES_32, INTTYPES_64),
    ("limits.h", LIMITS_32, LIMITS_64),
    ("stdarg.h", STDARG, STDARG),
    ("stdbool.h", STDBOOL, STDBOOL),
    ("stddef.h", STDDEF_32, STDDEF_64),
    ("stdint.h", STDINT_32, STDINT_64),
    ("stdio.h", STDIO_32, STDIO_64),
    ("stdlib.h", STDLIB_32, STDLIB_64),
    ("stdnoreturn.h", "#define noreturn _Noreturn\n", "#define noreturn _Noreturn\n"),
    ("string.h", STRING_32, STRING_64),
    ("strings.h", STRING_32, STRING_64),
    ("time.h", TIME, TIME),
    ("sys/types.h", TYPES_32, TYPES_64),
    ("unistd.h", UNISTD_32, UNISTD_64),
];

/// The name and the text of a header.
pub(super) fn header(name: &str, options: COptions) -> Option<(&'static str, &'static str)> {
    let &(name, ilp32, lp64) = HEADERS.iter().find(|&&(known, ..)| known == name)?;
    Some((name, if options.arch == Arch::Ilp32 { ilp32 } else { lp64 }))
}

/// The type of the argument is not told: a `long long` is not cut off.
const ASSERT: &str = "#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
extern void assert();
#define static_assert _Static_assert
#endif
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
";

const CTYPE: &str = "
extern int isalnum(int), isalpha(int), iscntrl(int), isdigit(int), isgraph(int), islower(int), isprint(int);
extern int ispunct(int), isspace(int), isupper(int), isxdigit(int), tolower(int), toupper(int);
extern int isblank(int), isascii(int);
";

const ERRNO: &str = "extern int errno;
#define EDOM 33
#define ERANGE 34
#define EINVAL 22
#define ENOMEM 12
";

const STDARG: &str = "typedef __builtin_va_list va_list;\n";

const STDBOOL: &str = "#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
";

macro_rules! size_types {
    ($size:literal, $difference:literal, $wide:literal) => {
        concat!(
            "typedef unsigned ",
            $size,
            " size_t;\ntypedef ",
            $difference,
            " ptrdiff_t;\ntypedef ",
            $wide,
            " wchar_t;\n#define NULL ((void *)0)\n"
        )
    };
}

macro_rules! stddef {
    ($size:literal, $difference:literal, $wide:literal) => {
        concat!(
            size_types!($size, $difference, $wide),
            "#define offsetof(type, member) __builtin_offsetof(type, member)\n",
            "typedef struct { long long a; long double b; } max_align_t;\n"
        )
    };
}

const STDDEF_32: &str = stddef!("int", "int", "long");
const STDDEF_64: &str = stddef!("long", "long", "int");

macro_rules! limits {
    ($long_max:literal, $ulong_max:literal) => {
        concat!(
            "#define CHAR_BIT 8\n#define SCHAR_MIN (-128)\n#define SCHAR_MAX 127\n#define UCHAR_MAX 255\n",
            "#ifdef __CHAR_UNSIGNED__\n#define CHAR_MIN 0\n#define CHAR_MAX 255\n",
            "#else\n#define CHAR_MIN (-128)\n#define CHAR_MAX 127\n#endif\n",
            "#define SHRT_MIN (-32768)\n#define SHRT_MAX 32767\n#define USHRT_MAX 65535\n",
            "#define INT_MAX 2147483647\n#define INT_MIN (-2147483647 - 1)\n#define UINT_MAX 4294967295U\n",
            "#define LONG_MAX ",
            $long_max,
            "\n#define LONG_MIN (-",
            $long_max,
            " - 1L)\n#define ULONG_MAX ",
            $ulong_max,
            "\n#define LLONG_MAX 9223372036854775807LL\n#define LLONG_MIN (-9223372036854775807LL - 1LL)\n",
            "#define ULLONG_MAX 18446744073709551615ULL\n#define MB_LEN_MAX 16\n#define SSIZE_MAX LONG_MAX\n"
        )
    };
}

const LIMITS_32: &str = limits!("2147483647L", "4294967295UL");
const LIMITS_64: &str = limits!("9223372036854775807L", "18446744073709551615UL");

macro_rules! stdint {
    ($int64:literal, $suffix:literal, $fast:literal, $pointer:literal, $pointer_max:literal) => {
        concat!(
            "typedef signed char int8_t, int_least8_t, int_fast8_t;\n",
            "typedef unsigned char uint8_t, uint_least8_t, uint_fast8_t;\n",
            "typedef short int16_t, int_least16_t;\ntypedef unsigned short uint16_t, uint_least16_t;\n",
            "typedef int int32_t, int_least32_t;\ntypedef unsigned int uint32_t, uint_least32_t;\n",
            "typedef ",
            $int64,
            " int64_t, int_least64_t, int_fast64_t, intmax_t;\ntypedef unsigned ",
            $int64,
            " uint64_t, uint_least64_t, uint_fast64_t, uintmax_t;\ntypedef ",
            $fast,
            " int_fast16_t, int_fast32_t;\ntypedef unsigned ",
            $fast,
            " uint_fast16_t, uint_fast32_t;\ntypedef ",
            $pointer,
            " intptr_t;\ntypedef unsigned ",
            $pointer,
            " uintptr_t;\n",
            "#define INT8_MIN (-128)\n#define INT8_MAX 127\n#define UINT8_MAX 255\n",
            "#define INT16_MIN (-32768)\n#define INT16_MAX 32767\n#define UINT16_MAX 65535\n",
            "#define INT32_MIN (-2147483647 - 1)\n#define INT32_MAX 2147483647\n#define UINT32_MAX 4294967295U\n",
            "#define INT64_MAX 9223372036854775807",
            $suffix,
            "\n#define INT64_MIN (-9223372036854775807",
            $suffix,
            " - 1)\n#define UINT64_MAX 18446744073709551615U",
            $suffix,
            "\n#define INTMAX_MAX INT64_MAX\n#define INTMAX_MIN INT64_MIN\n#define UINTMAX_MAX UINT64_MAX\n",
            "#define INTPTR_MAX ",
            $pointer_max,
            "\n#define INTPTR_MIN (-INTPTR_MAX - 1)\n#define UINTPTR_MAX (2U * INTPTR_MAX + 1U)\n",
            "#define PTRDIFF_MAX INTPTR_MAX\n#define PTRDIFF_MIN INTPTR_MIN\n#define SIZE_MAX UINTPTR_MAX\n"
        )
    };
}

const STDINT_32: &str = stdint!("long long", "LL", "int", "int", "2147483647");
const STDINT_64: &str = stdint!("long", "L", "long", "long", "9223372036854775807L");

macro_rules! inttypes {
    ($stdint:expr, $size64:literal) => {
        concat!(
            $stdint,
            "#define PRId8 \"d\"\n#define PRIu8 \"u\"\n#define PRId16 \"d\"\n#define PRIu16 \"u\"\n",
            "#define PRId32 \"d\"\n#define PRIi32 \"i\"\n#define PRIu32 \"u\"\n#define PRIx32 \"x\"\n",
            "#define PRId64 \"",
            $size64,
            "d\"\n#define PRIi64 \"",
            $size64,
            "i\"\n#define PRIu64 \"",
            $size64,
            "u\"\n#define PRIx64 \"",
            $size64,
            "x\"\n",
            "extern intmax_t imaxabs(intmax_t), strtoimax(const char *, char **, int);\n",
            "extern uintmax_t strtoumax(const char *, char **, int);\n"
        )
    };
}

const INTTYPES_32: &str = inttypes!(stdint!("long long", "LL", "int", "int", "2147483647"), "ll");
const INTTYPES_64: &str = inttypes!(stdint!("long", "L", "long", "long", "9223372036854775807L"), "l");

macro_rules! stdio {
    ($size:literal, $difference:literal, $wide:literal) => {
        concat!(
            size_types!($size, $difference, $wide),
            "typedef struct _IO_FILE FILE;\nextern FILE *stdin, *stdout, *stderr;\n#define EOF (-1)\n",
            "extern int printf(const char *, ...), fprintf(FILE *, const char *, ...);\n",
            "extern int sprintf(char *, const char *, ...), snprintf(char *, size_t, const char *, ...);\n",
            "extern int scanf(const char *, ...), fscanf(FILE *, const char *, ...);\n",
            "extern int sscanf(const char *, const char *, ...);\n",
            "extern int puts(const char *), putchar(int), getchar(void), fputs(const char *, FILE *);\n",
            "extern int fputc(int, FILE *), putc(int, FILE *), fgetc(FILE *), getc(FILE *), fflush(FILE *);\n",
            "extern char *fgets(char *, int, FILE *);\nextern void perror(const char *);\n",
            "extern FILE *fopen(const char *, const char *);\n",
            "extern int fclose(FILE *), feof(FILE *), ferror(FILE *);\n",
            "extern size_t fread(void *, size_t, size_t, FILE *), fwrite(const void *, size_t, size_t, FILE *);\n",
            "extern int vprintf(const char *, __builtin_va_list);\n",
            "extern int vfprintf(FILE *, const char *, __builtin_va_list);\n",
            "extern int vsprintf(char *, const char *, __builtin_va_list);\n",
            "extern int vsnprintf(char *, size_t, const char *, __builtin_va_list);\n"
        )
    };
}

const STDIO_32: &str = stdio!("int", "int", "long");
const STDIO_64: &str = stdio!("long", "long", "int");

macro_rules! stdlib {
    ($size:literal, $difference:literal, $wide:literal) => {
        concat!(
            size_types!($size, $difference, $wide),
            "#define EXIT_SUCCESS 0\n#define EXIT_FAILURE 1\n#define RAND_MAX 2147483647\n",
            "extern void abort(void) __attribute__((__noreturn__));\n",
            "extern void exit(int) __attribute__((__noreturn__)), _Exit(int) __attribute__((__noreturn__));\n",
            "extern int atexit(void (*)(void)), system(const char *);\nextern char *getenv(const char *);\n",
            "extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);\n",
            "extern void free(void *);\nextern int rand(void);\nextern void srand(unsigned int);\n",
            "extern int abs(int);\nextern long labs(long);\nextern long long llabs(long long);\n",
            "extern int atoi(const char *);\nextern long atol(const char *);\n",
            "extern long strtol(const char *, char **, int);\n",
            "extern unsigned long strtoul(const char *, char **, int);\n",
            "extern double atof(const char *), strtod(const char *, char **);\n",
            "extern long long atoll(const char *), strtoll(const char *, char **, int);\n",
            "extern unsigned long long strtoull(const char *, char **, int);\n",
            "extern int rand_r(unsigned int *);\nextern long random(void);\nextern void srandom(unsigned int);\n",
            "typedef struct { int quot; int rem; } div_t;\ntypedef struct { long quot; long rem; } ldiv_t;\n",
            "typedef struct { long long quot; long long rem; } lldiv_t;\nextern div_t div(int, int);\n",
            "extern ldiv_t ldiv(long, long);\nextern lldiv_t lldiv(long long, long long);\n",
            "extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));\n",
            "extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));\n"
        )
    };
}

const STDLIB_32: &str = stdlib!("int", "int", "long");
const STDLIB_64: &str = stdlib!("long", "long", "int");

macro_rules! string {
    ($size:literal, $difference:literal, $wide:literal) => {
        concat!(
            size_types!($size, $difference, $wide),
            "extern void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t);\n",
            "extern void *memset(void *, int, size_t), *memchr(const void *, int, size_t);\n",
            "extern int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *);\n",
            "extern int strncmp(const char *, const char *, size_t);\nextern size_t strlen(const char *);\n",
            "extern char *strcpy(char *, const char *), *strncpy(char *, const char *, size_t);\n",
            "extern char *strcat(char *, const char *), *strncat(char *, const char *, size_t);\n",
            "extern char *strchr(const char *, int), *strrchr(const char *, int);\n",
            "extern char *strstr(const char *, const char *), *strdup(const char *), *strerror(int);\n",
            "extern void *mempcpy(void *, const void *, size_t);\nextern char *strndup(const char *, size_t);\n",
            "extern char *stpcpy(char *, const char *), *stpncpy(char *, const char *, size_t);\n",
            "extern size_t strnlen(const char *, size_t), strspn(const char *, const char *);\n",
            "extern size_t strcspn(const char *, const char *);\nextern char *strpbrk(const char *, const char *);\n",
            "extern char *strtok(char *, const char *);\nextern int strcasecmp(const char *, const char *);\n",
            "extern int strncasecmp(const char *, const char *, size_t);\nextern int ffs(int);\n",
            "extern int bcmp(const void *, const void *, size_t);\nextern void bzero(void *, size_t);\n",
            "extern void bcopy(const void *, void *, size_t);\n"
        )
    };
}

const STRING_32: &str = string!("int", "int", "long");
const STRING_64: &str = string!("long", "long", "int");

const TIME: &str = "typedef long time_t, clock_t;
extern time_t time(time_t *);
extern clock_t clock(void);
";

macro_rules! unistd {
    () => {
        "extern unsigned int sleep(unsigned int);
extern int usleep(unsigned int), close(int), pipe(int *), getpid(void), getppid(void);
extern void _exit(int) __attribute__((__noreturn__));
"
    };
}

const TYPES_32: &str = concat!(
    size_types!("int", "int", "long"),
    "typedef int ssize_t;\ntypedef int pid_t;\ntypedef long off_t;\ntypedef unsigned int uid_t, gid_t, mode_t;\n"
);
const TYPES_64: &str = concat!(
    size_types!("long", "long", "int"),
    "typedef long ssize_t;\ntypedef int pid_t;\ntypedef long off_t;\ntypedef unsigned int uid_t, gid_t, mode_t;\n"
);

const UNISTD_32: &str =
    concat!("extern int read(int, void *, unsigned), write(int, const void *, unsigned);\n", unistd!());
const UNISTD_64: &str = concat!(
    "extern long read(int, void *, unsigned long), write(int, const void *, unsigned long);\n",
    unistd!()
);
