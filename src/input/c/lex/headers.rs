//! The standard headers that are built in: C texts, whose types and constants are those of the predefined macros.

/// A header: its name and its text.
type Header = (&'static str, &'static str);

/// All headers.
pub(super) const HEADERS: &[Header] = &[
    ("alloca.h", ALLOCA),
    ("assert.h", ASSERT),
    ("ctype.h", CTYPE),
    ("errno.h", ERRNO),
    ("float.h", FLOAT),
    ("inttypes.h", INTTYPES),
    ("iso646.h", ISO646),
    ("limits.h", LIMITS),
    ("stdalign.h", STDALIGN),
    ("stdarg.h", STDARG),
    ("stdbool.h", STDBOOL),
    ("stddef.h", STDDEF),
    ("stdint.h", STDINT),
    ("stdio.h", STDIO),
    ("stdlib.h", STDLIB),
    ("stdnoreturn.h", "#define noreturn _Noreturn\n"),
    ("string.h", STRING),
    ("strings.h", STRING),
    ("time.h", TIME),
    ("sys/types.h", TYPES),
    ("unistd.h", UNISTD),
];

/// The name and the text of a header.
pub(super) fn header(name: &str) -> Option<Header> {
    HEADERS.iter().find(|&&(known, _)| known == name).copied()
}

/// The type of the argument is not told: a `long long` is not cut off.
const ASSERT: &str = "#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
extern void assert();
#endif
#define static_assert _Static_assert
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
    ($($text:literal),* $(,)?) => {
        concat!(
            "typedef __SIZE_TYPE__ size_t;\ntypedef __PTRDIFF_TYPE__ ptrdiff_t;\ntypedef __WCHAR_TYPE__ wchar_t;\n",
            "#undef NULL\n#define NULL ((void *)0)\n",
            $($text),*
        )
    };
}

const STDDEF: &str = with_sizes!(
    "#define offsetof(type, member) __builtin_offsetof(type, member)\n",
    "typedef struct {\n  long long a __attribute__((__aligned__(__alignof__(long long))));\n",
    "  long double b __attribute__((__aligned__(__alignof__(long double))));\n} max_align_t;\n",
);

const LIMITS: &str = "#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#ifdef __CHAR_UNSIGNED__
#define CHAR_MIN 0
#define CHAR_MAX 255
#else
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#endif
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX 18446744073709551615ULL
#define MB_LEN_MAX 16
#define SSIZE_MAX __PTRDIFF_MAX__
#define PATH_MAX 4096
#define NAME_MAX 255
";

macro_rules! stdint {
    ($($text:literal),* $(,)?) => {
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
            $($text),*
        )
    };
}

const STDINT: &str = stdint!();

const INTTYPES: &str = stdint!(
    "#ifdef __LP64__\n#define __PRI64_PREFIX \"l\"\n#define __PRIPTR_PREFIX \"l\"\n",
    "#else\n#define __PRI64_PREFIX \"ll\"\n#define __PRIPTR_PREFIX\n#endif\n",
    "#define PRId8 \"d\"\n#define PRIi8 \"i\"\n#define PRIu8 \"u\"\n#define PRIx8 \"x\"\n",
    "#define PRId16 \"d\"\n#define PRIi16 \"i\"\n#define PRIu16 \"u\"\n#define PRIx16 \"x\"\n",
    "#define PRId32 \"d\"\n#define PRIi32 \"i\"\n#define PRIu32 \"u\"\n#define PRIx32 \"x\"\n",
    "#define PRIo32 \"o\"\n#define PRIX32 \"X\"\n#define PRId64 __PRI64_PREFIX \"d\"\n",
    "#define PRIi64 __PRI64_PREFIX \"i\"\n#define PRIu64 __PRI64_PREFIX \"u\"\n",
    "#define PRIx64 __PRI64_PREFIX \"x\"\n#define PRIX64 __PRI64_PREFIX \"X\"\n",
    "#define PRIo64 __PRI64_PREFIX \"o\"\n#define PRIdMAX __PRI64_PREFIX \"d\"\n",
    "#define PRIuMAX __PRI64_PREFIX \"u\"\n#define PRIxMAX __PRI64_PREFIX \"x\"\n",
    "#define PRIdPTR __PRIPTR_PREFIX \"d\"\n#define PRIuPTR __PRIPTR_PREFIX \"u\"\n",
    "#define PRIxPTR __PRIPTR_PREFIX \"x\"\n",
    "extern intmax_t imaxabs(intmax_t), strtoimax(const char *, char **, int);\n",
    "extern uintmax_t strtoumax(const char *, char **, int);\n",
);

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

const STDIO: &str = with_sizes!(
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
    "extern int vsnprintf(char *, size_t, const char *, __builtin_va_list);\n",
);

const STDLIB: &str = with_sizes!(
    "#define EXIT_SUCCESS 0\n#define EXIT_FAILURE 1\n#define RAND_MAX 2147483647\n",
    "extern void abort(void) __attribute__((__noreturn__));\n",
    "extern void exit(int) __attribute__((__noreturn__)), _Exit(int) __attribute__((__noreturn__));\n",
    "extern void quick_exit(int) __attribute__((__noreturn__));\nextern int at_quick_exit(void (*)(void));\n",
    "extern int atexit(void (*)(void)), system(const char *);\nextern char *getenv(const char *);\n",
    "extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);\n",
    "extern void *reallocarray(void *, size_t, size_t);\nextern int posix_memalign(void **, size_t, size_t);\n",
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
    "extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));\n",
);

const STRING: &str = with_sizes!(
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
    "extern void bcopy(const void *, void *, size_t);\n",
);

const ALLOCA: &str = with_sizes!("extern void *alloca(size_t);\n",);

const TIME: &str = "typedef long time_t, clock_t;
extern time_t time(time_t *);
extern clock_t clock(void);
";

const TYPES: &str = with_sizes!(
    "typedef __INTPTR_TYPE__ ssize_t;\ntypedef int pid_t;\ntypedef long off_t;\n",
    "typedef unsigned int uid_t, gid_t, mode_t;\n",
);

const UNISTD: &str = with_sizes!(
    "extern unsigned int sleep(unsigned int);\nextern int usleep(unsigned int), close(int), pipe(int *);\n",
    "extern int getpid(void), getppid(void);\nextern void _exit(int) __attribute__((__noreturn__));\n",
    "extern __INTPTR_TYPE__ read(int, void *, size_t), write(int, const void *, size_t);\n",
);
