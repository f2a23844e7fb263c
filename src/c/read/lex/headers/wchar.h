typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
#undef NULL
#define NULL ((void *)0)
#undef WEOF
#define WEOF (0xffffffffu)
#undef WCHAR_MIN
#undef WCHAR_MAX
#define WCHAR_MIN __WCHAR_MIN__
#define WCHAR_MAX __WCHAR_MAX__
typedef struct { int __count; union { wint_t __wch; char __wchb[4]; } __value; } mbstate_t;
struct tm;
typedef struct _IO_FILE FILE, __FILE;
extern wchar_t *wcscpy(wchar_t *, const wchar_t *), *wcsncpy(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wcscat(wchar_t *, const wchar_t *), *wcsncat(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wcschr(const wchar_t *, wchar_t), *wcsrchr(const wchar_t *, wchar_t), *wcsstr(const wchar_t *, const wchar_t *);
extern wchar_t *wcspbrk(const wchar_t *, const wchar_t *), *wcstok(wchar_t *, const wchar_t *, wchar_t **), *wcsdup(const wchar_t *);
extern wchar_t *wcpcpy(wchar_t *, const wchar_t *), *wcpncpy(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wmemcpy(wchar_t *, const wchar_t *, size_t), *wmemmove(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wmemset(wchar_t *, wchar_t, size_t), *wmemchr(const wchar_t *, wchar_t, size_t);
extern int wcscmp(const wchar_t *, const wchar_t *), wcsncmp(const wchar_t *, const wchar_t *, size_t);
extern int wcscasecmp(const wchar_t *, const wchar_t *), wcsncasecmp(const wchar_t *, const wchar_t *, size_t);
extern int wcscoll(const wchar_t *, const wchar_t *), wmemcmp(const wchar_t *, const wchar_t *, size_t), wcwidth(wchar_t), wcswidth(const wchar_t *, size_t);
extern size_t wcslen(const wchar_t *), wcsnlen(const wchar_t *, size_t), wcsspn(const wchar_t *, const wchar_t *);
extern size_t wcscspn(const wchar_t *, const wchar_t *), wcsxfrm(wchar_t *, const wchar_t *, size_t);
extern size_t wcsftime(wchar_t *, size_t, const wchar_t *, const struct tm *), mbrlen(const char *, size_t, mbstate_t *);
extern size_t mbrtowc(wchar_t *, const char *, size_t, mbstate_t *), wcrtomb(char *, wchar_t, mbstate_t *);
extern size_t mbsrtowcs(wchar_t *, const char **, size_t, mbstate_t *), wcsrtombs(char *, const wchar_t **, size_t, mbstate_t *);
extern size_t mbsnrtowcs(wchar_t *, const char **, size_t, size_t, mbstate_t *), wcsnrtombs(char *, const wchar_t **, size_t, size_t, mbstate_t *);
extern int mbsinit(const mbstate_t *), wctob(wint_t), fwide(FILE *, int);
extern wint_t btowc(int), fgetwc(FILE *), getwc(FILE *), getwchar(void), fputwc(wchar_t, FILE *), putwc(wchar_t, FILE *);
extern wint_t putwchar(wchar_t), ungetwc(wint_t, FILE *);
extern wchar_t *fgetws(wchar_t *, int, FILE *);
extern int fputws(const wchar_t *, FILE *), wprintf(const wchar_t *, ...), fwprintf(FILE *, const wchar_t *, ...);
extern int swprintf(wchar_t *, size_t, const wchar_t *, ...), wscanf(const wchar_t *, ...), fwscanf(FILE *, const wchar_t *, ...);
extern int swscanf(const wchar_t *, const wchar_t *, ...), vwprintf(const wchar_t *, __builtin_va_list);
extern int vfwprintf(FILE *, const wchar_t *, __builtin_va_list), vswprintf(wchar_t *, size_t, const wchar_t *, __builtin_va_list);
extern int vwscanf(const wchar_t *, __builtin_va_list), vfwscanf(FILE *, const wchar_t *, __builtin_va_list);
extern int vswscanf(const wchar_t *, const wchar_t *, __builtin_va_list);
extern double wcstod(const wchar_t *, wchar_t **);
extern float wcstof(const wchar_t *, wchar_t **);
extern long double wcstold(const wchar_t *, wchar_t **);
extern long wcstol(const wchar_t *, wchar_t **, int);
extern unsigned long wcstoul(const wchar_t *, wchar_t **, int);
extern long long wcstoll(const wchar_t *, wchar_t **, int);
extern unsigned long long wcstoull(const wchar_t *, wchar_t **, int);
typedef unsigned long wctype_t;
extern int iswalnum(wint_t), iswalpha(wint_t), iswblank(wint_t), iswcntrl(wint_t), iswdigit(wint_t), iswgraph(wint_t), iswlower(wint_t), iswprint(wint_t), iswpunct(wint_t), iswspace(wint_t), iswupper(wint_t), iswxdigit(wint_t);
extern int iswctype(wint_t, wctype_t);
extern wctype_t wctype(const char *);
extern wint_t towlower(wint_t), towupper(wint_t);
typedef struct __locale_struct *locale_t;
extern int wcscoll_l(const wchar_t *, const wchar_t *, locale_t), wcscasecmp_l(const wchar_t *, const wchar_t *, locale_t);
extern int wcsncasecmp_l(const wchar_t *, const wchar_t *, size_t, locale_t);
extern size_t wcsxfrm_l(wchar_t *, const wchar_t *, size_t, locale_t);
extern FILE *open_wmemstream(wchar_t **, size_t *);
