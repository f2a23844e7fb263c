/* <stdio.h>: output and input by characters. Output always succeeds. The result of the functions that print is computed
   only if the program looks at one. */

void __indubit_print_bytes(void *stream, const char *from, __SIZE_TYPE__ size)
{
  __SIZE_TYPE__ i = 0;
  for (i = 0; i < size; i++)
    __indubit_print(stream, (unsigned char)from[i]);
}

void __indubit_print_text(void *stream, const char *text)
{
  __SIZE_TYPE__ i = 0;
  for (i = 0; text[i] != 0; i++)
    __indubit_print(stream, (unsigned char)text[i]);
}

int ungetc(int c, void *stream)
{
  if (c == -1)
    return -1;
  if (__indubit_pushed.is_there)
    __indubit_unsupported();
  __indubit_pushed.stream = stream;
  __indubit_pushed.c = (unsigned char)c;
  __indubit_pushed.is_there = 1;
  return (unsigned char)c;
}

int puts(const char *text)
{
  __INDUBIT_SHOW(__indubit_print_text((void *)1, text));
  __INDUBIT_SHOW(__indubit_print((void *)1, '\n'));
  return __INDUBIT_PRINTED(__indubit_natural());
}

int fputs(const char *text, void *stream)
{
  __INDUBIT_SHOW(__indubit_print_text(stream, text));
  return __INDUBIT_PRINTED(__indubit_natural());
}

int fflush(void *stream)
{
  __INDUBIT_PUSHED(({ if (__indubit_pushed.is_there && stream == __indubit_pushed.stream) __indubit_unsupported(); }),
                   (void)0);
  return __INDUBIT_PRINTED(__indubit_status());
}

int putchar(int c)
{
  __INDUBIT_SHOW(__indubit_print((void *)1, (unsigned char)c));
  return (unsigned char)c;
}

int fputc(int c, void *stream)
{
  __INDUBIT_SHOW(__indubit_print(stream, (unsigned char)c));
  return (unsigned char)c;
}

int putc(int c, void *stream)
{
  __INDUBIT_SHOW(__indubit_print(stream, (unsigned char)c));
  return (unsigned char)c;
}

void perror(const char *text)
{
}

int getchar(void)
{
  return __INDUBIT_PUSHED(__indubit_pop(__INDUBIT_STDIN), __indubit_next_character());
}

int fgetc(void *stream)
{
  return __INDUBIT_PUSHED(__indubit_pop(stream), __indubit_next_character());
}

int getc(void *stream)
{
  return __INDUBIT_PUSHED(__indubit_pop(stream), __indubit_next_character());
}

char *fgets(char *to, int size, void *stream)
{
  int i = 0, c = 0;
  if (size <= 0)
    return 0;
  for (i = 0; i < size - 1 && c != '\n'; i++) {
    c = __INDUBIT_PUSHED(__indubit_pop(stream), __indubit_next_character());
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
  int c = __INDUBIT_PUSHED(__indubit_pop(__INDUBIT_STDIN), __indubit_next_character());
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
  __INDUBIT_PUSHED(({ if (__indubit_pushed.is_there) __indubit_unsupported(); }), (void)0);
  return length / size;
}

__SIZE_TYPE__ fwrite(const void *from, __SIZE_TYPE__ size, __SIZE_TYPE__ count, void *stream)
{
  __INDUBIT_SHOW(__indubit_print_bytes(stream, from, size * count));
  return size == 0 ? 0 : count;
}

int fclose(void *stream)
{
  __INDUBIT_PUSHED(__indubit_forget(stream), (void)0);
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

/* A new stream, or none. */
static struct { char of[16]; int count; } __indubit_streams;

void *__indubit_stream(void)
{
  if (__indubit_any_bool()) {
    __INDUBIT_ERRNO(1 + __indubit_any_byte());
    return 0;
  }
  if (__indubit_streams.count == 16)
    __indubit_unsupported();
  __indubit_streams.count++;
  return &__indubit_streams.of[__indubit_streams.count - 1];
}

void *fopen(const char *path, const char *mode)
{
  return __indubit_stream();
}

void *fopen64(const char *path, const char *mode)
{
  return __indubit_stream();
}

void *fdopen(int file, const char *mode)
{
  return __indubit_stream();
}

void *tmpfile(void)
{
  return __indubit_stream();
}

void *freopen(const char *path, const char *mode, void *stream)
{
  __INDUBIT_PUSHED(__indubit_forget(stream), (void)0);
  return __indubit_any_bool() ? stream : 0;
}

int fseek(void *stream, long offset, int from)
{
  __INDUBIT_PUSHED(__indubit_forget(stream), (void)0);
  return __indubit_status();
}

long ftell(void *stream)
{
  return __indubit_any_bool() ? __indubit_natural_long() : -1;
}

void rewind(void *stream)
{
  __INDUBIT_PUSHED(__indubit_forget(stream), (void)0);
}

void clearerr(void *stream)
{
}

int fileno(void *stream)
{
  return __indubit_any_bool() ? __indubit_natural() : -1;
}

int setvbuf(void *stream, char *buffer, int mode, __SIZE_TYPE__ size)
{
  return __indubit_any_int();
}

void setbuf(void *stream, char *buffer)
{
}

int remove(const char *path)
{
  return __indubit_status();
}
