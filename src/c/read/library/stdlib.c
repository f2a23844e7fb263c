/* <stdlib.h> with little of memory, and strtok: functions that compilers do not know. A result of structure type is
   that of the program's declaration. */

__typeof__(div(1, 1)) div(int a, int b)
{
  __typeof__(div(1, 1)) result = {0};
  result.quot = a / b;
  result.rem = a % b;
  return result;
}

__typeof__(ldiv(1, 1)) ldiv(long a, long b)
{
  __typeof__(ldiv(1, 1)) result = {0};
  result.quot = a / b;
  result.rem = a % b;
  return result;
}

__typeof__(lldiv(1, 1)) lldiv(long long a, long long b)
{
  __typeof__(lldiv(1, 1)) result = {0};
  result.quot = a / b;
  result.rem = a % b;
  return result;
}

int posix_memalign(void **object, __SIZE_TYPE__ align, __SIZE_TYPE__ size)
{
  *object = malloc(size);
  return 0;
}

/* The functions that the end of a run calls, the last one first. */
static struct { void (*of[32])(void); unsigned int count; _Bool is_ending; } __indubit_handlers;

/* The end of a run, also that by the end of `main`. A function that is registered meanwhile is called next. */
void __indubit_after_main(void)
{
  __indubit_handlers.is_ending = 1;
  while (__indubit_handlers.count > 0) {
    __indubit_handlers.count--;
    __indubit_handlers.of[__indubit_handlers.count]();
  }
  __indubit_end();
}

/* The standard promises room for 32 functions. */
int atexit(void (*handler)(void))
{
  if (__indubit_handlers.count == 32)
    __indubit_unsupported();
  __indubit_handlers.of[__indubit_handlers.count] = handler;
  __indubit_handlers.count++;
  return 0;
}

/* It stands here for programs with `atexit`. A second call has no meaning. */
void exit(int status)
{
  if (__indubit_handlers.is_ending)
    __indubit_unsupported();
  __indubit_after_main();
}

/* The value of a digit; 36 if it is none. */
int __indubit_digit(char c)
{
  if ('0' <= c && c <= '9')
    return c - '0';
  if ('a' <= c && c <= 'z')
    return c - 'a' + 10;
  if ('A' <= c && c <= 'Z')
    return c - 'A' + 10;
  return 36;
}

/* The number at the beginning of a text without its sign. A number without sign is at most `most`, and one with a minus
   at most `least`; a greater one counts as that. */
unsigned long long __indubit_number(const char *text, char **end, int base, unsigned long long most,
                                    unsigned long long least, _Bool *is_negative, _Bool *is_great)
{
  unsigned long long value = 0, digit = 0;
  __SIZE_TYPE__ i = 0, first = 0;
  *is_negative = 0;
  *is_great = 0;
  if (base < 0 || base == 1 || base > 36) {
    __INDUBIT_ERRNO(22);
    return 0;
  }
  while (__indubit_is_blank((unsigned char)text[i]))
    i++;
  if (text[i] == '-') {
    *is_negative = 1;
    most = least;
    i++;
  } else if (text[i] == '+')
    i++;
  if ((base == 0 || base == 16) && text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X')
      && __indubit_digit(text[i + 2]) < 16) {
    base = 16;
    i += 2;
  } else if (base == 0)
    base = text[i] == '0' ? 8 : 10;
  first = i;
  while (__indubit_digit(text[i]) < base) {
    digit = (unsigned long long)__indubit_digit(text[i]);
    if (*is_great || value > (most - digit) / (unsigned long long)base)
      *is_great = 1;
    else
      value = value * (unsigned long long)base + digit;
    i++;
  }
  if (end != 0)
    *end = (char *)(i == first ? text : text + i);
  if (*is_great) {
    __INDUBIT_ERRNO(34);
    return most;
  }
  return value;
}

/* A number with sign. The greatest one of its type is `most`, and the least one is -most - 1. */
long long __indubit_signed(const char *text, char **end, int base, long long most)
{
  _Bool is_negative = 0, is_great = 0;
  unsigned long long value =
      __indubit_number(text, end, base, (unsigned long long)most, most + 1ull, &is_negative, &is_great);
  if (!is_negative)
    return (long long)value;
  return value > (unsigned long long)most ? -most - 1 : -(long long)value;
}

/* A number without sign; a minus counts down from 2^n. */
unsigned long long __indubit_unsigned(const char *text, char **end, int base, unsigned long long most)
{
  _Bool is_negative = 0, is_great = 0;
  unsigned long long value = __indubit_number(text, end, base, most, most, &is_negative, &is_great);
  if (!is_negative || is_great || value == 0)
    return value;
  return most - value + 1;
}

long strtol(const char *text, char **end, int base)
{
  return (long)__indubit_signed(text, end, base, __LONG_MAX__);
}

long long strtoll(const char *text, char **end, int base)
{
  return __indubit_signed(text, end, base, __LONG_LONG_MAX__);
}

long long strtoimax(const char *text, char **end, int base)
{
  return __indubit_signed(text, end, base, __LONG_LONG_MAX__);
}

unsigned long strtoul(const char *text, char **end, int base)
{
  return (unsigned long)__indubit_unsigned(text, end, base, 2ull * __LONG_MAX__ + 1);
}

unsigned long long strtoull(const char *text, char **end, int base)
{
  return __indubit_unsigned(text, end, base, 2ull * __LONG_LONG_MAX__ + 1);
}

unsigned long long strtoumax(const char *text, char **end, int base)
{
  return __indubit_unsigned(text, end, base, 2ull * __LONG_LONG_MAX__ + 1);
}

int atoi(const char *text)
{
  return (int)__indubit_signed(text, 0, 10, __LONG_MAX__);
}

long atol(const char *text)
{
  return (long)__indubit_signed(text, 0, 10, __LONG_MAX__);
}

long long atoll(const char *text)
{
  return __indubit_signed(text, 0, 10, __LONG_LONG_MAX__);
}

/* The sequences of numbers that seeds decide: the first numbers of four sequences. The seed of the first one is 1, and
   a seed of 0 counts as 1. */
static struct {
  unsigned int seeds[4];
  int counts[4], numbers[4][8], used, now, at;
  _Bool are_again[4];
} __indubit_sequences;

void __indubit_set_seed(unsigned int seed)
{
  int i = 0;
  if (__indubit_sequences.used == 0) {
    __indubit_sequences.seeds[0] = 1;
    __indubit_sequences.used = 1;
  }
  if (seed == 0)
    seed = 1;
  while (i < __indubit_sequences.used && __indubit_sequences.seeds[i] != seed)
    i++;
  if (i == 4)
    __indubit_unsupported();
  if (i == __indubit_sequences.used) {
    __indubit_sequences.seeds[i] = seed;
    __indubit_sequences.used++;
  }
  if (__indubit_sequences.counts[i] == 8)
    __indubit_sequences.are_again[i] = 1;
  __indubit_sequences.now = i;
  __indubit_sequences.at = 0;
}

int __indubit_next_of_sequence(void)
{
  int i = __indubit_sequences.now, at = __indubit_sequences.at;
  if (at == 8) {
    if (__indubit_sequences.are_again[i])
      __indubit_unsupported();
    return __indubit_natural();
  }
  if (at == __indubit_sequences.counts[i]) {
    __indubit_sequences.numbers[i][at] = __indubit_natural();
    __indubit_sequences.counts[i]++;
  }
  __indubit_sequences.at++;
  return __indubit_sequences.numbers[i][at];
}

int rand(void)
{
  return __INDUBIT_SEEDED(__indubit_next_of_sequence(), __indubit_natural());
}

void srand(unsigned int seed)
{
  __INDUBIT_SEEDED(__indubit_set_seed(seed), (void)0);
}

/* In glibc the generator is that of `rand`. */
long random(void)
{
  return __INDUBIT_SEEDED(__indubit_next_of_sequence(), __indubit_natural());
}

void srandom(unsigned int seed)
{
  __INDUBIT_SEEDED(__indubit_set_seed(seed), (void)0);
}

int rand_r(unsigned int *seed)
{
  *seed = (unsigned int)__indubit_any_int();
  return __indubit_natural();
}

/* Nothing, or a text of any length that Linux allows. It stays the same; that of another name is not followed. */
char *getenv(const char *name)
{
  static struct { const char *name; char *value; } known;
  __SIZE_TYPE__ length = __indubit_any_size();
  if (known.name != 0) {
    if (known.name != name)
      __indubit_unsupported();
    return known.value;
  }
  known.name = name;
  if (length > 131071 || __indubit_any_bool())
    return 0;
  known.value = __indubit_object(length + 1);
  if (known.value != 0)
    known.value[length] = 0;
  return known.value;
}

/* An argument of the program: a text of any length that Linux allows. */
char *__indubit_argument(char *text, __SIZE_TYPE__ length)
{
  if (text != 0)
    text[length] = 0;
  return text;
}

/* The length of an argument. */
__SIZE_TYPE__ __indubit_argument_length(void)
{
  __SIZE_TYPE__ length = __indubit_any_size();
  return length > 131071 ? 131071 : length;
}

/* The second parameter of main. Of more than three arguments, only the first four are followed. */
char **__indubit_arguments(int count)
{
  static char *one[2], *two[3], *three[4], *more[4];
  __SIZE_TYPE__ length = __indubit_argument_length();
  char *first = __indubit_argument(__indubit_object(length + 1), length), *second = 0, *third = 0;
  one[0] = two[0] = three[0] = more[0] = first;
  if (count <= 1)
    return one;
  length = __indubit_argument_length();
  second = __indubit_argument(__indubit_object(length + 1), length);
  two[1] = three[1] = more[1] = second;
  if (count == 2)
    return two;
  length = __indubit_argument_length();
  third = __indubit_argument(__indubit_object(length + 1), length);
  three[2] = more[2] = third;
  if (count == 3)
    return three;
  length = __indubit_argument_length();
  more[3] = __indubit_argument(__indubit_object(length + 1), length);
  return more;
}

int system(const char *command)
{
  return __indubit_any_int();
}

void *bsearch(const void *key, const void *base, __SIZE_TYPE__ count, __SIZE_TYPE__ size,
              int (*compare)(const void *, const void *))
{
  const char *bytes = base;
  __SIZE_TYPE__ low = 0, high = count, middle = 0;
  int order = 0;
  while (low < high) {
    middle = low + (high - low) / 2;
    order = compare(key, bytes + middle * size);
    if (order == 0)
      return (void *)(bytes + middle * size);
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}

void qsort(void *base, __SIZE_TYPE__ count, __SIZE_TYPE__ size, int (*compare)(const void *, const void *))
{
  unsigned char *bytes = base, *left = 0, *right = 0, byte = 0;
  __SIZE_TYPE__ i = 0, j = 0, k = 0;
  for (i = 1; i < count; i++)
    for (j = i; j > 0; j--) {
      left = bytes + (j - 1) * size;
      right = bytes + j * size;
      if (compare(left, right) <= 0)
        break;
      for (k = 0; k < size; k++) {
        byte = left[k];
        left[k] = right[k];
        right[k] = byte;
      }
    }
}

char *__indubit_token(char *text, const char *set, char **rest)
{
  __SIZE_TYPE__ i = 0;
  if (text == 0)
    text = *rest;
  if (text == 0)
    return 0;
  text = text + __indubit_span(text, set, 1);
  if (*text == 0) {
    *rest = 0;
    return 0;
  }
  i = __indubit_span(text, set, 0);
  if (text[i] == 0)
    *rest = 0;
  else {
    text[i] = 0;
    *rest = text + i + 1;
  }
  return text;
}

char *strtok(char *text, const char *set)
{
  static char *rest;
  return __indubit_token(text, set, &rest);
}

char *strtok_r(char *text, const char *set, char **rest)
{
  return __indubit_token(text, set, rest);
}

char *__strtok_r(char *text, const char *set, char **rest)
{
  return __indubit_token(text, set, rest);
}
