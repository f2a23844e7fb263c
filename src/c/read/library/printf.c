/* The functions of <stdio.h> that write by a format. Conversions of floating-point numbers and pointers are not
   followed. Output to a stream goes nowhere, so it is formatted only if the program looks at the number of characters,
   or if output is shown: then the room -2 says that the target is a stream. */

/* Whether a format may end where it is not followed: nothing but the output depends on it. */
_Bool __indubit_print_gap(void *to, __SIZE_TYPE__ room, _Bool is_counted)
{
  if (room != (__SIZE_TYPE__)-2 || is_counted)
    return 0;
  __indubit_print(to, -1);
  return 1;
}

/* Writes a character many times behind a text, as far as there is room. The new length. */
__SIZE_TYPE__ __indubit_fill(char *to, __SIZE_TYPE__ room, __SIZE_TYPE__ length, char c, int count)
{
  if (count <= 0)
    return length;
  if (room == 0)
    return length + (__SIZE_TYPE__)count;
  for (; count > 0; count--) {
    __INDUBIT_STORE(to, room, length, c);
    length++;
  }
  return length;
}

/* The digits of a number, the last one first, and how many they are. Divisors are constants, for speed. */
int __indubit_digits(char *digits, unsigned int value, int base, int ten)
{
  int count = 0, digit = 0;
  while (value != 0) {
    if (base == 10) {
      digit = (int)(value % 10u);
      value = value / 10u;
    } else if (base == 16) {
      digit = (int)(value % 16u);
      value = value / 16u;
    } else {
      digit = (int)(value % 8u);
      value = value / 8u;
    }
    digits[count] = (char)(digit < 10 ? digit + '0' : digit - 10 + ten);
    count++;
  }
  return count;
}

int __indubit_long_digits(char *digits, unsigned long long value, int base, int ten)
{
  int count = 0, digit = 0;
  while (value != 0) {
    if (base == 10) {
      digit = (int)(value % 10ull);
      value = value / 10ull;
    } else if (base == 16) {
      digit = (int)(value % 16ull);
      value = value / 16ull;
    } else {
      digit = (int)(value % 8ull);
      value = value / 8ull;
    }
    digits[count] = (char)(digit < 10 ? digit + '0' : digit - 10 + ten);
    count++;
  }
  return count;
}

/* Stores the number of a type of 8, 16, 32 or 64 bits. */
void __indubit_store(void *to, int bits, long long value)
{
  if (bits == 8)
    *(signed char *)to = (signed char)value;
  else if (bits == 16)
    *(short *)to = (short)value;
  else if (bits == 32)
    *(int *)to = (int)value;
  else
    *(long long *)to = value;
}

/* Reads the size of a number in a format: how many bits, and the characters that say so. */
int __indubit_bits(const char *format, int *used)
{
  *used = 1;
  if (format[0] == 'h' && format[1] == 'h') {
    *used = 2;
    return 8;
  }
  if (format[0] == 'h')
    return 16;
  if (format[0] == 'l' && format[1] == 'l') {
    *used = 2;
    return 64;
  }
  if (format[0] == 'l' || format[0] == 'z' || format[0] == 't')
    return sizeof(long) * 8;
  if (format[0] == 'j')
    return 64;
  *used = 0;
  return 32;
}

/* Writes the digits of a number behind its sign. */
__SIZE_TYPE__ __indubit_put_digits(char *to, __SIZE_TYPE__ room, __SIZE_TYPE__ length, const char *digits, int count)
{
  if (room == 0)
    return length + (__SIZE_TYPE__)count;
  for (; count > 0; count--) {
    __INDUBIT_STORE(to, room, length, digits[count - 1]);
    length++;
  }
  return length;
}

/* Writes a number as a conversion without flags, width and precision says. */
__SIZE_TYPE__ __indubit_put_int(char *to, __SIZE_TYPE__ room, __SIZE_TYPE__ length, int number, char conversion)
{
  char digits[12] = {'0'};
  unsigned int value = (unsigned int)number;
  int count = 0;
  if ((conversion == 'd' || conversion == 'i') && number < 0) {
    value = 0u - value;
    __INDUBIT_STORE(to, room, length, '-');
    length++;
  }
  count = __indubit_digits(digits, value,
                           conversion == 'o' ? 8 : conversion == 'x' || conversion == 'X' ? 16 : 10,
                           conversion == 'X' ? 'A' : 'a');
  return __indubit_put_digits(to, room, length, digits, count == 0 ? 1 : count);
}

__SIZE_TYPE__ __indubit_put_long(char *to, __SIZE_TYPE__ room, __SIZE_TYPE__ length, long long number, char conversion)
{
  char digits[24] = {'0'};
  unsigned long long value = (unsigned long long)number;
  int count = 0;
  if ((conversion == 'd' || conversion == 'i') && number < 0) {
    value = 0ull - value;
    __INDUBIT_STORE(to, room, length, '-');
    length++;
  }
  count = __indubit_long_digits(digits, value,
                                conversion == 'o' ? 8 : conversion == 'x' || conversion == 'X' ? 16 : 10,
                                conversion == 'X' ? 'A' : 'a');
  return __indubit_put_digits(to, room, length, digits, count == 0 ? 1 : count);
}

/* Writes a text; glibc has one for a null pointer, too. */
__SIZE_TYPE__ __indubit_put_text(char *to, __SIZE_TYPE__ room, __SIZE_TYPE__ length, const char *text)
{
  __SIZE_TYPE__ i = 0;
  if (text == 0)
    text = "(null)";
  for (i = 0; text[i] != 0; i++) {
    __INDUBIT_STORE(to, room, length, text[i]);
    length++;
  }
  return length;
}

/* Writes a number as any conversion says. */
__SIZE_TYPE__ __indubit_put_number(char *to, __SIZE_TYPE__ room, __SIZE_TYPE__ length, long long number, int bits,
                                   char conversion, char plus, _Bool is_left, _Bool is_zero, _Bool is_other, int width,
                                   int precision)
{
  int base = conversion == 'o' ? 8 : conversion == 'x' || conversion == 'X' ? 16 : 10;
  int count = 0, zeros = 0, used = 0, small = (int)number;
  char digits[24] = {0}, sign = 0;
  _Bool is_signed = conversion == 'd' || conversion == 'i', is_negative = 0, has_prefix = 0;
  if (width < 0) {
    is_left = 1;
    width = -width;
  }
  if (bits == 64) {
    is_negative = is_signed && number < 0;
    count = __indubit_long_digits(digits, is_negative ? 0ull - (unsigned long long)number : (unsigned long long)number,
                                  base, conversion == 'X' ? 'A' : 'a');
  } else {
    if (is_signed)
      small = bits == 8 ? (signed char)small : bits == 16 ? (short)small : small;
    else
      small = bits == 8 ? (unsigned char)small : bits == 16 ? (unsigned short)small : small;
    is_negative = is_signed && small < 0;
    count = __indubit_digits(digits, is_negative ? 0u - (unsigned int)small : (unsigned int)small, base,
                             conversion == 'X' ? 'A' : 'a');
  }
  has_prefix = is_other && base == 16 && count > 0;
  if (is_signed)
    sign = is_negative ? '-' : plus;
  used = sign != 0 ? 1 : has_prefix ? 2 : 0;
  zeros = precision < 0 ? 1 - count : precision - count;
  if (is_other && base == 8 && zeros <= 0)
    zeros = 1;
  if (precision < 0 && is_zero && !is_left && width - used - count > zeros)
    zeros = width - used - count;
  if (zeros < 0)
    zeros = 0;
  width = width - used - zeros - count;
  if (!is_left)
    length = __indubit_fill(to, room, length, ' ', width);
  if (has_prefix) {
    length = __indubit_fill(to, room, length, '0', 1);
    length = __indubit_fill(to, room, length, conversion, 1);
  } else
    length = __indubit_fill(to, room, length, sign, used);
  length = __indubit_fill(to, room, length, '0', zeros);
  length = __indubit_put_digits(to, room, length, digits, count);
  if (is_left)
    length = __indubit_fill(to, room, length, ' ', width);
  return length;
}

/* Writes a floating-point number. The flags are those of the operator that knows its text. */
__SIZE_TYPE__ __indubit_put_double(char *to, __SIZE_TYPE__ room, __SIZE_TYPE__ length, double number, int conversion,
                                  int precision, int flags, int width)
{
  int at = 0, c = 0;
  for (;; at++) {
    c = __builtin_indubit_text(number, conversion, precision, flags, width, at);
    if (c < 0)
      return length;
    if (room != 0)
      __INDUBIT_STORE(to, room, length, (char)c);
    length++;
  }
}

__SIZE_TYPE__ __indubit_put_wide(char *to, __SIZE_TYPE__ room, __SIZE_TYPE__ length, long double number, int conversion,
                                  int precision, int flags, int width)
{
  int at = 0, c = 0;
  for (;; at++) {
    c = __builtin_indubit_textl(number, conversion, precision, flags, width, at);
    if (c < 0)
      return length;
    if (room != 0)
      __INDUBIT_STORE(to, room, length, (char)c);
    length++;
  }
}

/* Writes what a format makes, as far as there is room, and tells how long it is. Without room nothing is written. */
int __indubit_format(char *to, __SIZE_TYPE__ room, const char *format, __builtin_va_list list)
{
  __SIZE_TYPE__ length = 0, i = 0;
  int width = 0, precision = 0, bits = 0, used = 0, count = 0, k = 0, flags = 0;
  long long number = 0;
  char digits[2] = {0}, plus = 0, conversion = 0, lower = 0;
  const char *text = 0;
  _Bool is_left = 0, is_zero = 0, is_other = 0, is_plain = 0, is_wide = 0;
  while (format[i] != 0) {
    if (format[i] != '%' || format[i + 1] == '%') {
      __INDUBIT_STORE(to, room, length, format[i]);
      length++;
      i = i + (format[i] == '%' ? 2 : 1);
      continue;
    }
    i++;
    is_left = 0;
    is_zero = 0;
    is_other = 0;
    plus = 0;
    for (;; i++) {
      if (format[i] == '-')
        is_left = 1;
      else if (format[i] == '0')
        is_zero = 1;
      else if (format[i] == '#')
        is_other = 1;
      else if (format[i] == '+')
        plus = '+';
      else if (format[i] != ' ')
        break;
      else if (plus == 0)
        plus = ' ';
    }
    width = 0;
    if (format[i] == '*') {
      width = __builtin_va_arg(list, int);
      if (width < 0) {
        is_left = 1;
        width = -width;
      }
      i++;
    }
    for (; '0' <= format[i] && format[i] <= '9'; i++)
      width = width * 10 + (format[i] - '0');
    precision = -1;
    if (format[i] == '.') {
      precision = 0;
      i++;
      if (format[i] == '*') {
        precision = __builtin_va_arg(list, int);
        i++;
      }
      for (; '0' <= format[i] && format[i] <= '9'; i++)
        precision = precision * 10 + (format[i] - '0');
    }
    is_wide = format[i] == 'L';
    if (is_wide)
      i++;
    bits = __indubit_bits(format + i, &used);
    i = i + (__SIZE_TYPE__)used;
    conversion = format[i];
    i++;
    lower = conversion >= 'a' ? conversion : (char)(conversion + 32);
    if (lower == 'a' || lower == 'e' || lower == 'f' || lower == 'g') {
      flags = (plus == '+') + 2 * (plus == ' ') + 4 * is_left + 8 * is_zero + 16 * is_other;
      if (is_wide)
        length = __indubit_put_wide(to, room, length, __builtin_va_arg(list, long double), conversion, precision, flags,
                                    width);
      else
        length = __indubit_put_double(to, room, length, __builtin_va_arg(list, double), conversion, precision, flags,
                                      width);
      continue;
    }
    if (is_wide) {
      __INDUBIT_SHOW(({ if (__indubit_print_gap(to, room, __INDUBIT_PRINTED(1))) return (int)length; }));
      __indubit_unsupported();
    }
    if (conversion == 'n') {
      __indubit_store(__builtin_va_arg(list, void *), bits, (long long)length);
      continue;
    }
    if (conversion == 's' || conversion == 'c') {
      if (used != 0) {
        __INDUBIT_SHOW(({ if (__indubit_print_gap(to, room, __INDUBIT_PRINTED(1))) return (int)length; }));
        __indubit_unsupported();
      }
      digits[0] = 0;
      count = 1;
      text = digits;
      if (conversion == 'c')
        digits[0] = (char)__builtin_va_arg(list, int);
      else {
        text = __builtin_va_arg(list, const char *);
        if (width == 0 && precision < 0) {
          length = __indubit_put_text(to, room, length, text);
          continue;
        }
        if (text == 0)
          text = precision < 0 || precision >= 6 ? "(null)" : "";
        count = 0;
        while (count != precision && text[count] != 0)
          count++;
      }
      if (!is_left)
        length = __indubit_fill(to, room, length, ' ', width - count);
      for (k = 0; k < count && room != 0; k++)
        __INDUBIT_STORE(to, room, length + (__SIZE_TYPE__)k, text[k]);
      length = length + (__SIZE_TYPE__)count;
      if (is_left)
        length = __indubit_fill(to, room, length, ' ', width - count);
      continue;
    }
    if (conversion != 'd' && conversion != 'i' && conversion != 'u' && conversion != 'x' && conversion != 'X'
        && conversion != 'o') {
      __INDUBIT_SHOW(({ if (__indubit_print_gap(to, room, __INDUBIT_PRINTED(1))) return (int)length; }));
      __indubit_unsupported();
    }
    is_plain = plus == 0 && !is_left && !is_zero && !is_other && width == 0 && precision < 0;
    if (bits == 64) {
      number = __builtin_va_arg(list, long long);
      if (is_plain) {
        length = __indubit_put_long(to, room, length, number, conversion);
        continue;
      }
    } else {
      number = __builtin_va_arg(list, int);
      if (is_plain && bits == 32) {
        length = __indubit_put_int(to, room, length, (int)number, conversion);
        continue;
      }
    }
    length = __indubit_put_number(to, room, length, number, bits, conversion, plus, is_left, is_zero, is_other, width,
                                  precision);
  }
  __INDUBIT_SHOW(({ if (room == (__SIZE_TYPE__)-2) return (int)length; }));
  if (room > 0)
    to[length < room ? length : room - 1] = 0;
  return (int)length;
}

int printf(const char *format, ...)
{
  return __INDUBIT_FORMATTED(__INDUBIT_WITH_LIST(__indubit_format(__INDUBIT_STREAM(1), format, list)));
}

int fprintf(void *stream, const char *format, ...)
{
  return __INDUBIT_FORMATTED(__INDUBIT_WITH_LIST(__indubit_format(__INDUBIT_STREAM(stream), format, list)));
}

int __printf_chk(int flag, const char *format, ...)
{
  return __INDUBIT_FORMATTED(__INDUBIT_WITH_LIST(__indubit_format(__INDUBIT_STREAM(1), format, list)));
}

int __fprintf_chk(void *stream, int flag, const char *format, ...)
{
  return __INDUBIT_FORMATTED(__INDUBIT_WITH_LIST(__indubit_format(__INDUBIT_STREAM(stream), format, list)));
}

int sprintf(char *to, const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_format(to, -1, format, list));
}

int snprintf(char *to, __SIZE_TYPE__ room, const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_format(to, room, format, list));
}

/* What a compiler calls under _FORTIFY_SOURCE: an array that is too small ends the program. */
int __sprintf_chk(char *to, int flag, __SIZE_TYPE__ room, const char *format, ...)
{
  int length = __INDUBIT_WITH_LIST(__indubit_format(to, room, format, list));
  if ((__SIZE_TYPE__)length >= room)
    abort();
  return length;
}

int __snprintf_chk(char *to, __SIZE_TYPE__ room, int flag, __SIZE_TYPE__ size, const char *format, ...)
{
  if (size < room)
    abort();
  return __INDUBIT_WITH_LIST(__indubit_format(to, room, format, list));
}

int vprintf(const char *format, __builtin_va_list list)
{
  return __INDUBIT_FORMATTED(__indubit_format(__INDUBIT_STREAM(1), format, list));
}

int vfprintf(void *stream, const char *format, __builtin_va_list list)
{
  return __INDUBIT_FORMATTED(__indubit_format(__INDUBIT_STREAM(stream), format, list));
}

int vsprintf(char *to, const char *format, __builtin_va_list list)
{
  return __indubit_format(to, -1, format, list);
}

int vsnprintf(char *to, __SIZE_TYPE__ room, const char *format, __builtin_va_list list)
{
  return __indubit_format(to, room, format, list);
}

/* The text is made twice: for its length, and in an object of this length. */
int __indubit_text(char **to, const char *format, __builtin_va_list list)
{
  __builtin_va_list again = { 0 };
  char *text = 0;
  int length = 0;
  __builtin_va_copy(again, list);
  length = __indubit_format(0, 0, format, again);
  __builtin_va_end(again);
  text = malloc((__SIZE_TYPE__)length + 1);
  *to = text;
  if (!text)
    return -1;
  __indubit_format(text, -1, format, list);
  return length;
}

int vasprintf(char **to, const char *format, __builtin_va_list list)
{
  return __indubit_text(to, format, list);
}

int asprintf(char **to, const char *format, ...)
{
  return __INDUBIT_WITH_LIST(__indubit_text(to, format, list));
}

int __vprintf_chk(int flag, const char *format, __builtin_va_list list)
{
  return __INDUBIT_FORMATTED(__indubit_format(__INDUBIT_STREAM(1), format, list));
}

int __vfprintf_chk(void *stream, int flag, const char *format, __builtin_va_list list)
{
  return __INDUBIT_FORMATTED(__indubit_format(__INDUBIT_STREAM(stream), format, list));
}

int __vsprintf_chk(char *to, int flag, __SIZE_TYPE__ room, const char *format, __builtin_va_list list)
{
  int length = __indubit_format(to, room, format, list);
  if ((__SIZE_TYPE__)length >= room)
    abort();
  return length;
}

int __vsnprintf_chk(char *to, __SIZE_TYPE__ room, int flag, __SIZE_TYPE__ size, const char *format,
                    __builtin_va_list list)
{
  if (size < room)
    abort();
  return __indubit_format(to, room, format, list);
}
