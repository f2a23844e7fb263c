/* Values that a program does not choose, in the forms that the other texts need. */

/* Each text that stores a character may print it, by a macro. */
void __indubit_print(void *stream, int c);

int __indubit_any_int(void);
long __indubit_any_long(void);
__SIZE_TYPE__ __indubit_any_size(void);
unsigned char __indubit_any_byte(void);
_Bool __indubit_any_bool(void);
void __indubit_unsupported(void);
void __indubit_end(void);
void *malloc(__SIZE_TYPE__);
void *__indubit_object(__SIZE_TYPE__);

int __indubit_natural(void)
{
  int any = __indubit_any_int();
  return any < 0 ? -(any + 1) : any;
}

long __indubit_natural_long(void)
{
  long any = __indubit_any_long();
  return any < 0 ? -(any + 1) : any;
}

int __indubit_status(void)
{
  return __indubit_any_bool() ? 0 : -1;
}

/* A comparison says no more than the sign. */
int __indubit_order(int left, int right)
{
  int any = 0;
  if (left == right)
    return 0;
  any = __indubit_natural();
  if (left < right)
    return -1 - any;
  return any == 0 ? 1 : any;
}

/* A test says no more than zero or not. */
int __indubit_truth(int truth)
{
  int any = 0;
  if (!truth)
    return 0;
  any = __indubit_any_int();
  return any == 0 ? 1 : any;
}

/* A character of a stream, or its end. */
int __indubit_next_character(void)
{
  if (__indubit_any_bool())
    return -1;
  return __indubit_any_byte();
}

/* The character that `ungetc` has put back; the standard promises room for one. */
static struct { void *stream; int c; _Bool is_there; } __indubit_pushed;

int __indubit_pop(void *stream)
{
  if (!__indubit_pushed.is_there || __indubit_pushed.stream != stream)
    return __indubit_next_character();
  __indubit_pushed.is_there = 0;
  return __indubit_pushed.c;
}

/* A position is set, or the stream is closed. */
void __indubit_forget(void *stream)
{
  if (__indubit_pushed.stream == stream)
    __indubit_pushed.is_there = 0;
}

int __indubit_lower(int c)
{
  return 'A' <= c && c <= 'Z' ? c - 'A' + 'a' : c;
}

int __indubit_is_blank(int c)
{
  return c == ' ' || ('\t' <= c && c <= '\r');
}

int errno;

int *__errno_location(void)
{
  static int number;
  return &number;
}
