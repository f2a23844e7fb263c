#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
extern void assert();
#define assert assert
#endif
#define static_assert _Static_assert
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
