#define _FEATURES_H 1
#define _SYS_CDEFS_H 1
#define __GNU_LIBRARY__ 6
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(maj, min) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((maj) << 16) + (min))
#define __GNUC_PREREQ(maj, min) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((maj) << 16) + (min))
#ifdef _GNU_SOURCE
#undef _POSIX_SOURCE
#undef _POSIX_C_SOURCE
#undef _XOPEN_SOURCE
#undef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#define _XOPEN_SOURCE 700
#define __USE_GNU 1
#else
#undef __USE_GNU
#endif
#if !defined _ISOC99_SOURCE && !defined _ISOC11_SOURCE && !defined _POSIX_SOURCE && !defined _POSIX_C_SOURCE && \
    !defined _XOPEN_SOURCE
#undef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif
#if !defined _POSIX_SOURCE && !defined _POSIX_C_SOURCE
#define _POSIX_SOURCE 1
#if defined _DEFAULT_SOURCE || !defined _XOPEN_SOURCE || _XOPEN_SOURCE - 0 >= 700
#define _POSIX_C_SOURCE 200809L
#elif _XOPEN_SOURCE - 0 >= 600
#define _POSIX_C_SOURCE 200112L
#elif _XOPEN_SOURCE - 0 >= 500
#define _POSIX_C_SOURCE 199506L
#else
#define _POSIX_C_SOURCE 2
#endif
#endif
#ifdef _DEFAULT_SOURCE
#define __USE_MISC 1
#endif
#define __USE_ISOC99 1
#define __USE_ISOC11 1
#define __WORDSIZE __SIZE_WIDTH__
#define __BEGIN_DECLS
#define __END_DECLS
#define __P(args) args
#define __CONCAT(x, y) x ## y
#define __STRING(x) #x
#define __THROW __attribute__((__nothrow__))
#define __wur
#define __nonnull(params) __attribute__((__nonnull__ params))
#define __always_inline __inline __attribute__((__always_inline__))
#define __attribute_pure__ __attribute__((__pure__))
#define __glibc_likely(cond) __builtin_expect((cond), 1)
#define __glibc_unlikely(cond) __builtin_expect((cond), 0)
#define __restrict_arr __restrict
