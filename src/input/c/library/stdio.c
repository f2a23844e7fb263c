/* <stdio.h>: output and input by characters. Output always succeeds. The result of the functions that print is computed
   only if the program looks at one. */

/* The number of characters that a format makes; any one if it has conversions. */
int __indubit_printed(const char *format)
{
  int length = 0;
  __SIZE_TYPE__ i = 0;
  _Bool is_known = 1;
  while (format[i] != 0) {
    if (format[i] == '%') {
      i++;
      if (format[i] != '%') {
        is_known = 0;
        while (format[i] == '-' || format[i] == '+' || format[i] == ' ' || format[i] == '#' || format[i] == '.'
               || format[i] == '*' || ('0' <= format[i] && format[i] <= '9') || format[i] == 'l' || format[i] == 'h'
               || format[i] == 'j' || format[i] == 'z' || format[i] == 't')
          i++;
        if (format[i] == 'n' || format[i] == 0)
          __indubit_unsupported();
      }
    }
    length++;
    i++;
  }
  return is_known ? length : __indubit_natural();
}

int printf(const char *format, ...)
{
  return __INDUBIT_PRINTED(__indubit_printed(format));
}

int fprintf(void *stream, const char *format, ...)
{
  return __INDUBIT_PRINTED(__indubit_printed(format));
}

int vprintf(const char *format, __builtin_va_list list)
{
  return __INDUBIT_PRINTED(__indubit_printed(format));
}

int vfprintf(void *stream, const char *format, __builtin_va_list list)
{
  return __INDUBIT_PRINTED(__indubit_printed(format));
}

int puts(const char *text)
{
  return __INDUBIT_PRINTED(__indubit_natural());
}

int fputs(const char *text, void *stream)
{
  return __INDUBIT_PRINTED(__indubit_natural());
}

int fflush(void *stream)
{
  return __INDUBIT_PRINTED(__indubit_status());
}

int putchar(int c)
{
  return (unsigned char)c;
}

int fputc(int c, void *stream)
{
  return (unsigned char)c;
}

int putc(int c, void *stream)
{
  return (unsigned char)c;
}

void perror(const char *text)
{
}

/* The most characters of a conversion to a number of bits; the fewest are 1. */
int __indubit_widest(char conversion, int bits)
{
  if (conversion == 'd' || conversion == 'i')
    return bits == 64 ? 20 : bits == 32 ? 11 : bits == 16 ? 6 : 4;
  if (conversion == 'u')
    return bits == 64 ? 20 : bits == 32 ? 10 : bits == 16 ? 5 : 3;
  if (conversion == 'x' || conversion == 'X')
    return bits / 4;
  if (conversion == 'o')
    return bits == 64 ? 22 : bits == 32 ? 11 : bits == 16 ? 6 : 3;
  if (conversion == 'c')
    return 1;
  return 0;
}

/* Writes what a format makes, as far as there is room: texts as they are, and for a conversion of a number or character
   without width as many characters as it may have. */
int __indubit_format(char *to, __SIZE_TYPE__ room, const char *format)
{
  __SIZE_TYPE__ length = 0, i = 0;
  int bits = 0, most = 0, count = 0;
  for (i = 0; format[i] != 0; i++) {
    if (format[i] != '%' || format[i + 1] == '%') {
      if (length + 1 < room)
        to[length] = format[i];
      length++;
      if (format[i] == '%')
        i++;
      continue;
    }
    i++;
    bits = 32;
    if (format[i] == 'h' && format[i + 1] == 'h') {
      bits = 8;
      i += 2;
    } else if (format[i] == 'h') {
      bits = 16;
      i++;
    } else if (format[i] == 'l' && format[i + 1] == 'l') {
      bits = 64;
      i += 2;
    } else if (format[i] == 'l' || format[i] == 'z' || format[i] == 't') {
      bits = sizeof(long) * 8;
      i++;
    }
    most = __indubit_widest(format[i], bits);
    if (most == 0)
      __indubit_unsupported();
    count = __indubit_any_byte();
    if (count < 1 || count > most)
      count = 1;
    for (; count > 0; count--) {
      if (length + 1 < room)
        to[length] = (char)__indubit_any_byte();
      length++;
    }
  }
  if (room > 0)
    to[length < room ? length : room - 1] = 0;
  return (int)length;
}

int sprintf(char *to, const char *format, ...)
{
  return __indubit_format(to, -1, format);
}

int snprintf(char *to, __SIZE_TYPE__ room, const char *format, ...)
{
  return __indubit_format(to, room, format);
}

int vsprintf(char *to, const char *format, __builtin_va_list list)
{
  return __indubit_format(to, -1, format);
}

int vsnprintf(char *to, __SIZE_TYPE__ room, const char *format, __builtin_va_list list)
{
  return __indubit_format(to, room, format);
}

int getchar(void)
{
  return __indubit_next_character();
}

int fgetc(void *stream)
{
  return __indubit_next_character();
}

int getc(void *stream)
{
  return __indubit_next_character();
}

char *fgets(char *to, int size, void *stream)
{
  int i = 0, c = 0;
  if (size <= 0)
    return 0;
  for (i = 0; i < size - 1 && c != '\n'; i++) {
    c = __indubit_next_character();
    if (c < 0) {
      if (i == 0 || __indubit_any_bool())
        return 0;
      break;
    }
    to[i] = (char)c;
  }
  to[i] = 0;
  return to;
}

char *gets(char *to)
{
  __SIZE_TYPE__ i = 0;
  int c = __indubit_next_character();
  if (c < 0)
    return 0;
  while (c >= 0 && c != '\n') {
    to[i] = (char)c;
    i++;
    c = __indubit_next_character();
  }
  if (c < 0 && __indubit_any_bool())
    return 0;
  to[i] = 0;
  return to;
}

__SIZE_TYPE__ fread(void *to, __SIZE_TYPE__ size, __SIZE_TYPE__ count, void *stream)
{
  unsigned char *bytes = to;
  __SIZE_TYPE__ i = 0, length = 0;
  if (size == 0 || count == 0)
    return 0;
  length = __indubit_any_size();
  if (length > size * count)
    length = size * count;
  for (i = 0; i < length; i++)
    bytes[i] = __indubit_any_byte();
  return length / size;
}

__SIZE_TYPE__ fwrite(const void *from, __SIZE_TYPE__ size, __SIZE_TYPE__ count, void *stream)
{
  return size == 0 ? 0 : count;
}

int fclose(void *stream)
{
  return __indubit_status();
}

int feof(void *stream)
{
  return __indubit_any_int();
}

int ferror(void *stream)
{
  return __indubit_any_int();
}
