/* <ctype.h> in the locale "C". */

int isdigit(int c)
{
  return __indubit_truth('0' <= c && c <= '9');
}

int isxdigit(int c)
{
  return __indubit_truth(('0' <= c && c <= '9') || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F'));
}

int islower(int c)
{
  return __indubit_truth('a' <= c && c <= 'z');
}

int isupper(int c)
{
  return __indubit_truth('A' <= c && c <= 'Z');
}

int isalpha(int c)
{
  return __indubit_truth(('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'));
}

int isalnum(int c)
{
  return __indubit_truth(('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9'));
}

int isspace(int c)
{
  return __indubit_truth(__indubit_is_blank(c));
}

int isblank(int c)
{
  return __indubit_truth(c == ' ' || c == '\t');
}

int iscntrl(int c)
{
  return __indubit_truth((0 <= c && c < ' ') || c == 127);
}

int isprint(int c)
{
  return __indubit_truth(' ' <= c && c < 127);
}

int isgraph(int c)
{
  return __indubit_truth(' ' < c && c < 127);
}

int ispunct(int c)
{
  return __indubit_truth((' ' < c && c < '0') || ('9' < c && c < 'A') || ('Z' < c && c < 'a') || ('z' < c && c < 127));
}

int isascii(int c)
{
  return __indubit_truth(0 <= c && c < 128);
}

int toascii(int c)
{
  return (int)((unsigned int)c % 128u);
}

int tolower(int c)
{
  return __indubit_lower(c);
}

int toupper(int c)
{
  return 'a' <= c && c <= 'z' ? c - 'a' + 'A' : c;
}

/* The classes of characters from -128 to 255, as the macros of glibc read them on a little-endian machine. */
const unsigned short **__ctype_b_loc(void)
{
  static const unsigned short classes[384] = {
    [128 ... 136] = 2,       [137] = 8195,            [138 ... 141] = 8194,    [142 ... 159] = 2,
    [160] = 24577,           [161 ... 175] = 49156,   [176 ... 185] = 55304,   [186 ... 192] = 49156,
    [193 ... 198] = 54536,   [199 ... 218] = 50440,   [219 ... 224] = 49156,   [225 ... 230] = 54792,
    [231 ... 250] = 50696,   [251 ... 254] = 49156,   [255] = 2,
  };
  static const unsigned short *zero = classes + 128;
  return &zero;
}
