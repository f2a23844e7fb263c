/* The functions of <stdio.h> that read by a format. A text is read exactly. A stream may end anywhere or hold other
   characters than the format asks for, so each value that is read from it is any of its type. */

/* The end of a set of characters in a format, which is the place of its closing bracket. */
__SIZE_TYPE__ __indubit_set_end(const char *format, __SIZE_TYPE__ i)
{
  if (format[i] == '^')
    i++;
  if (format[i] == ']')
    i++;
  while (format[i] != ']') {
    if (format[i] == 0)
      __indubit_unsupported();
    i++;
  }
  return i;
}

/* Whether a character is in the set of a format between two places. */
_Bool __indubit_in_set(const char *format, __SIZE_TYPE__ first, __SIZE_TYPE__ end, unsigned char c)
{
  __SIZE_TYPE__ i = 0;
  _Bool is_other = format[first] == '^';
  if (is_other)
    first++;
  for (i = first; i < end; i++)
    if (format[i] == '-' && first < i && i + 1 < end) {
      if ((unsigned char)format[i - 1] <= c && c <= (unsigned char)format[i + 1])
        return !is_other;
    } else if ((unsigned char)format[i] == c)
      return !is_other;
  return is_other;
}

/* Any number that so many characters may say; 0 stands for no limit. */
long long __indubit_any_number(int bits, int base, int width)
{
  long long value = 0, most = 1;
  if (bits == 64 && (width == 0 || width > 7)) {
    value = __indubit_any_int();
    return value * 4294967296ll + (unsigned int)__indubit_any_int();
  }
  value = __indubit_any_int();
  if (width == 0 || width > 7)
    return value;
  for (; width > 1; width--)
    most = most * base;
  if (value <= -most)
    return 0;
  most = most * base;
  return value < most ? value : 0;
}

/* The result of reading that ends before the next value. */
int __indubit_scan_end(int found)
{
  return found > 0 || __indubit_any_bool() ? found : -1;
}

/* Reads a text, or a stream where there is none. */
int __indubit_scan(const char *text, const char *format, __builtin_va_list list)
{
  __SIZE_TYPE__ i = 0, at = 0, first = 0;
  int found = 0, width = 0, bits = 0, used = 0, base = 0, digit = 0, count = 0;
  unsigned long long value = 0, most = 0;
  char conversion = 0, c = 0;
  char *to = 0;
  _Bool is_dropped = 0, is_negative = 0;
  __INDUBIT_PUSHED(({ if (text == 0 && __indubit_pushed.is_there) __indubit_unsupported(); }), (void)0);
  while (format[i] != 0) {
    if (format[i] != '%' || format[i + 1] == '%') {
      if (text != 0 && (format[i] == '%' || __indubit_is_blank((unsigned char)format[i])))
        while (__indubit_is_blank((unsigned char)text[at]))
          at++;
      if (!__indubit_is_blank((unsigned char)format[i])) {
        if (text == 0) {
          if (__indubit_any_bool())
            return __indubit_scan_end(found);
        } else if (text[at] != format[i])
          return text[at] == 0 && found == 0 ? -1 : found;
        else
          at++;
      }
      i = i + (format[i] == '%' ? 2 : 1);
      continue;
    }
    i++;
    is_dropped = format[i] == '*';
    if (is_dropped)
      i++;
    width = 0;
    for (; '0' <= format[i] && format[i] <= '9'; i++)
      width = width * 10 + (format[i] - '0');
    bits = __indubit_bits(format + i, &used);
    i = i + (__SIZE_TYPE__)used;
    conversion = format[i];
    i++;
    base = conversion == 'd' || conversion == 'u' ? 10 : conversion == 'x' || conversion == 'X' ? 16
           : conversion == 'o' ? 8 : conversion == 'i' ? 0 : -1;
    if (base < 0 && conversion != 'n' && (used != 0 || (conversion != 'c' && conversion != 's' && conversion != '[')))
      __indubit_unsupported();
    to = 0;
    if (!is_dropped)
      to = __builtin_va_arg(list, char *);
    if (conversion == 'n') {
      if (!is_dropped)
        __indubit_store(to, bits, text == 0 ? __indubit_natural() : (long long)at);
      continue;
    }
    if (text == 0) {
      if (__indubit_any_bool())
        return __indubit_scan_end(found);
    } else {
      if (conversion != 'c' && conversion != '[')
        while (__indubit_is_blank((unsigned char)text[at]))
          at++;
      if (text[at] == 0)
        return found == 0 ? -1 : found;
    }
    if (base < 0) {
      first = i;
      if (conversion == '[') {
        i = __indubit_set_end(format, i);
        i++;
      }
      if (conversion == 'c' && width == 0)
        width = 1;
      if (text == 0 && width == 0)
        __indubit_unsupported();
      for (count = 0; width == 0 || count < width; count++) {
        c = text == 0 ? (char)__indubit_any_byte() : text[at];
        if (text != 0 && c == 0)
          break;
        if (conversion == 's' && __indubit_is_blank((unsigned char)c))
          break;
        if (conversion == '[' && !__indubit_in_set(format, first, i - 1, (unsigned char)c))
          break;
        if (!is_dropped)
          to[count] = c;
        at++;
      }
      if (count == 0)
        return found > 0 || conversion == '[' ? found : -1;
      if (!is_dropped && conversion != 'c')
        to[count] = 0;
    } else if (text == 0) {
      if (!is_dropped)
        __indubit_store(to, bits, __indubit_any_number(bits, base == 0 ? 10 : base, width));
    } else {
      if (width == 0)
        width = __INT_MAX__;
      is_negative = text[at] == '-';
      if (is_negative || text[at] == '+') {
        at++;
        width--;
      }
      if ((base == 0 || base == 16) && width > 1 && text[at] == '0'
          && (text[at + 1] == 'x' || text[at + 1] == 'X' || text[at + 1] == 'b' || text[at + 1] == 'B')) {
        if (base == 0 || text[at + 1] == 'x' || text[at + 1] == 'X') {
          /* Libraries differ in a prefix without digits and in binary numbers. */
          if (width < 3 || __indubit_digit(text[at + 2]) >= 16 || text[at + 1] == 'b' || text[at + 1] == 'B')
            __indubit_unsupported();
          base = 16;
          at = at + 2;
          width = width - 2;
        }
      }
      if (base == 0)
        base = text[at] == '0' ? 8 : 10;
      most = bits == 64 ? __LONG_LONG_MAX__ : __LONG_MAX__;
      if (conversion != 'd' && conversion != 'i')
        most = most * 2 + 1;
      value = 0;
      for (count = 0; count < width; count++) {
        digit = __indubit_digit(text[at]);
        if (digit >= base)
          break;
        if (value > (most - (unsigned long long)digit) / (unsigned long long)base)
          __indubit_unsupported();
        value = value * (unsigned long long)base + (unsigned long long)digit;
        at++;
      }
      if (count == 0)
        return found;
      if (!is_dropped)
        __indubit_store(to, bits, (long long)(is_negative ? 0ull - value : value));
    }
    if (!is_dropped)
      found++;
  }
  return found;
}

int scanf(const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_scan(0, format, list));
}

int vscanf(const char *format, __builtin_va_list list)
{
  return __indubit_scan(0, format, list);
}

int fscanf(void *stream, const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_scan(0, format, list));
}

int vfscanf(void *stream, const char *format, __builtin_va_list list)
{
  return __indubit_scan(0, format, list);
}

int sscanf(const char *text, const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_scan(text, format, list));
}

int vsscanf(const char *text, const char *format, __builtin_va_list list)
{
  return __indubit_scan(text, format, list);
}

int __isoc99_scanf(const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_scan(0, format, list));
}

int __isoc99_vscanf(const char *format, __builtin_va_list list)
{
  return __indubit_scan(0, format, list);
}

int __isoc99_fscanf(void *stream, const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_scan(0, format, list));
}

int __isoc99_vfscanf(void *stream, const char *format, __builtin_va_list list)
{
  return __indubit_scan(0, format, list);
}

int __isoc99_sscanf(const char *text, const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_scan(text, format, list));
}

int __isoc99_vsscanf(const char *text, const char *format, __builtin_va_list list)
{
  return __indubit_scan(text, format, list);
}

int __isoc23_scanf(const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_scan(0, format, list));
}

int __isoc23_vscanf(const char *format, __builtin_va_list list)
{
  return __indubit_scan(0, format, list);
}

int __isoc23_fscanf(void *stream, const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_scan(0, format, list));
}

int __isoc23_vfscanf(void *stream, const char *format, __builtin_va_list list)
{
  return __indubit_scan(0, format, list);
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_scan(text, format, list));
}

int __isoc23_vsscanf(const char *text, const char *format, __builtin_va_list list)
{
  return __indubit_scan(text, format, list);
}
