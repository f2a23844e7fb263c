#include <bits/endian.h>
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef unsigned long wctype_t;
typedef const int *wctrans_t;
#undef WEOF
#define WEOF (0xffffffffu)
extern int iswalnum(wint_t), iswalpha(wint_t), iswblank(wint_t), iswcntrl(wint_t), iswdigit(wint_t), iswgraph(wint_t), iswlower(wint_t), iswprint(wint_t), iswpunct(wint_t), iswspace(wint_t), iswupper(wint_t), iswxdigit(wint_t);
extern int iswctype(wint_t, wctype_t);
extern wint_t towlower(wint_t), towupper(wint_t), towctrans(wint_t, wctrans_t);
extern wctype_t wctype(const char *);
extern wctrans_t wctrans(const char *);
typedef struct __locale_struct *locale_t;
extern int iswalnum_l(wint_t, locale_t), iswalpha_l(wint_t, locale_t), iswblank_l(wint_t, locale_t);
extern int iswcntrl_l(wint_t, locale_t), iswdigit_l(wint_t, locale_t), iswgraph_l(wint_t, locale_t);
extern int iswlower_l(wint_t, locale_t), iswprint_l(wint_t, locale_t), iswpunct_l(wint_t, locale_t);
extern int iswspace_l(wint_t, locale_t), iswupper_l(wint_t, locale_t), iswxdigit_l(wint_t, locale_t);
extern int iswctype_l(wint_t, wctype_t, locale_t);
extern wint_t towlower_l(wint_t, locale_t), towupper_l(wint_t, locale_t), towctrans_l(wint_t, wctrans_t, locale_t);
extern wctype_t wctype_l(const char *, locale_t);
extern wctrans_t wctrans_l(const char *, locale_t);
