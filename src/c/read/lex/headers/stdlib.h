#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
extern void abort(void) __attribute__((__noreturn__));
extern void exit(int) __attribute__((__noreturn__)), _Exit(int) __attribute__((__noreturn__));
extern void quick_exit(int) __attribute__((__noreturn__));
extern int at_quick_exit(void (*)(void));
extern int atexit(void (*)(void)), system(const char *);
extern char *getenv(const char *);
extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
extern void *reallocarray(void *, size_t, size_t);
extern int posix_memalign(void **, size_t, size_t);
extern void free(void *);
extern int rand(void);
extern void srand(unsigned int);
extern int abs(int);
extern long labs(long);
extern long long llabs(long long);
extern int atoi(const char *);
extern long atol(const char *);
extern long strtol(const char *, char **, int);
extern unsigned long strtoul(const char *, char **, int);
extern double atof(const char *), strtod(const char *, char **);
extern long long atoll(const char *), strtoll(const char *, char **, int);
extern unsigned long long strtoull(const char *, char **, int);
extern int rand_r(unsigned int *);
extern long random(void);
extern void srandom(unsigned int);
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
extern div_t div(int, int);
extern ldiv_t ldiv(long, long);
extern lldiv_t lldiv(long long, long long);
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
#define WCONTINUED 8
#define WEXITED 4
#define WNOHANG 1
#define WNOWAIT 16777216
#define WSTOPPED 2
#define WUNTRACED 2
extern size_t __ctype_get_mb_cur_max(void);
#define MB_CUR_MAX (__ctype_get_mb_cur_max())
#define WEXITSTATUS(status) (((status) & 0xff00) >> 8)
#define WTERMSIG(status) ((status) & 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (((signed char)(((status) & 0x7f) + 1) >> 1) > 0)
#define WIFSTOPPED(status) (((status) & 0xff) == 0x7f)
extern void *aligned_alloc(size_t, size_t);
extern float strtof(const char *, char **);
extern long double strtold(const char *, char **);
extern int mblen(const char *, size_t), mbtowc(wchar_t *, const char *, size_t), wctomb(char *, wchar_t);
extern size_t mbstowcs(wchar_t *, const char *, size_t), wcstombs(char *, const wchar_t *, size_t);
extern int setenv(const char *, const char *, int), unsetenv(const char *), putenv(char *), mkstemp(char *);
extern char *mkdtemp(char *), *realpath(const char *, char *), *ptsname(int), *setstate(char *);
extern char *initstate(unsigned int, char *, size_t), *l64a(long);
extern int getsubopt(char **, char *const *, char **), grantpt(int), unlockpt(int), posix_openpt(int);
extern long a64l(const char *), lrand48(void), mrand48(void), nrand48(unsigned short *), jrand48(unsigned short *);
extern double drand48(void), erand48(unsigned short *);
extern void srand48(long), lcong48(unsigned short *), setkey(const char *);
extern unsigned short *seed48(unsigned short *);
