#include <bits/endian.h>
extern int isalnum(int), isalpha(int), iscntrl(int), isdigit(int), isgraph(int), islower(int), isprint(int);
extern int ispunct(int), isspace(int), isupper(int), isxdigit(int), tolower(int), toupper(int);
extern int isblank(int), isascii(int), toascii(int);
typedef struct __locale_struct *locale_t;
extern int isalnum_l(int, locale_t), isalpha_l(int, locale_t), isblank_l(int, locale_t);
extern int iscntrl_l(int, locale_t), isdigit_l(int, locale_t), isgraph_l(int, locale_t);
extern int islower_l(int, locale_t), isprint_l(int, locale_t), ispunct_l(int, locale_t);
extern int isspace_l(int, locale_t), isupper_l(int, locale_t), isxdigit_l(int, locale_t);
extern int tolower_l(int, locale_t), toupper_l(int, locale_t);
