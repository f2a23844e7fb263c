/* <string.h> and <strings.h>: functions that compilers know without declaration. */

void *memcpy(void *to, const void *from, __SIZE_TYPE__ size)
{
  unsigned char *target = to;
  const unsigned char *source = from;
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  for (i = 0; i < count; i++)
    target[i] = source[i];
  return to;
}

/* Copies the bytes of a whole object to another one, for contracts. */
void __indubit_copy(void *to, const void *from, __SIZE_TYPE__ size)
{
  unsigned char *target = to;
  const unsigned char *source = from;
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  for (i = 0; i < count; i++)
    target[i] = source[i];
}

/* Pointers to different objects have no order, so the overlap is found by equality. */
void __indubit_move(void *to, const void *from, __SIZE_TYPE__ size)
{
  unsigned char *target = to;
  const unsigned char *source = from;
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  _Bool is_inside = 0;
  for (i = 1; i < count; i++)
    if (target == source + i)
      is_inside = 1;
  if (is_inside)
    for (i = count; i > 0; i--)
      target[i - 1] = source[i - 1];
  else
    for (i = 0; i < count; i++)
      target[i] = source[i];
}

void *memmove(void *to, const void *from, __SIZE_TYPE__ size)
{
  __indubit_move(to, from, size);
  return to;
}

void bcopy(const void *from, void *to, __SIZE_TYPE__ size)
{
  __indubit_move(to, from, size);
}

void *mempcpy(void *to, const void *from, __SIZE_TYPE__ size)
{
  unsigned char *target = to;
  const unsigned char *source = from;
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  for (i = 0; i < count; i++)
    target[i] = source[i];
  return target + size;
}

void *memset(void *to, int value, __SIZE_TYPE__ size)
{
  unsigned char *target = to;
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  for (i = 0; i < count; i++)
    target[i] = (unsigned char)value;
  return to;
}

void bzero(void *to, __SIZE_TYPE__ size)
{
  unsigned char *target = to;
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  for (i = 0; i < count; i++)
    target[i] = 0;
}

int memcmp(const void *left, const void *right, __SIZE_TYPE__ size)
{
  const unsigned char *a = left, *b = right;
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  for (i = 0; i < count; i++)
    if (a[i] != b[i])
      return __indubit_order(a[i], b[i]);
  return 0;
}

int bcmp(const void *left, const void *right, __SIZE_TYPE__ size)
{
  const unsigned char *a = left, *b = right;
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  for (i = 0; i < count; i++)
    if (a[i] != b[i])
      return __indubit_truth(1);
  return 0;
}

void *memchr(const void *in, int value, __SIZE_TYPE__ size)
{
  const unsigned char *bytes = in;
  __SIZE_TYPE__ i = 0;
  for (i = 0; i < size; i++)
    if (bytes[i] == (unsigned char)value)
      return (void *)(bytes + i);
  return 0;
}

__SIZE_TYPE__ __indubit_length(const char *text)
{
  __SIZE_TYPE__ length = 0;
  while (text[length] != 0)
    length++;
  return length;
}

__SIZE_TYPE__ strlen(const char *text)
{
  __SIZE_TYPE__ length = 0;
  while (text[length] != 0)
    length++;
  return length;
}

__SIZE_TYPE__ strnlen(const char *text, __SIZE_TYPE__ most)
{
  __SIZE_TYPE__ length = 0;
  while (length < most && text[length] != 0)
    length++;
  return length;
}

char *strcpy(char *to, const char *from)
{
  __SIZE_TYPE__ i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}

char *stpcpy(char *to, const char *from)
{
  __SIZE_TYPE__ i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to + i;
}

char *strncpy(char *to, const char *from, __SIZE_TYPE__ size)
{
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  while (i < count && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  while (i < count) {
    to[i] = 0;
    i++;
  }
  return to;
}

char *stpncpy(char *to, const char *from, __SIZE_TYPE__ size)
{
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0, end = 0;
  while (i < count && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  end = i;
  while (i < count) {
    to[i] = 0;
    i++;
  }
  return to + end;
}

char *strcat(char *to, const char *from)
{
  __SIZE_TYPE__ end = __indubit_length(to), i = 0;
  while (from[i] != 0) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}

char *strncat(char *to, const char *from, __SIZE_TYPE__ size)
{
  __SIZE_TYPE__ end = __indubit_length(to);
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  while (i < count && from[i] != 0) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}

int strcmp(const char *left, const char *right)
{
  __SIZE_TYPE__ i = 0;
  while (left[i] != 0 && left[i] == right[i])
    i++;
  return __indubit_order((unsigned char)left[i], (unsigned char)right[i]);
}

int strncmp(const char *left, const char *right, __SIZE_TYPE__ size)
{
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  while (i < count && left[i] != 0 && left[i] == right[i])
    i++;
  if (i == count)
    return 0;
  return __indubit_order((unsigned char)left[i], (unsigned char)right[i]);
}

int strcasecmp(const char *left, const char *right)
{
  __SIZE_TYPE__ i = 0;
  while (left[i] != 0 && __indubit_lower((unsigned char)left[i]) == __indubit_lower((unsigned char)right[i]))
    i++;
  return __indubit_order(__indubit_lower((unsigned char)left[i]), __indubit_lower((unsigned char)right[i]));
}

int strncasecmp(const char *left, const char *right, __SIZE_TYPE__ size)
{
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  while (i < count && left[i] != 0
         && __indubit_lower((unsigned char)left[i]) == __indubit_lower((unsigned char)right[i]))
    i++;
  if (i == count)
    return 0;
  return __indubit_order(__indubit_lower((unsigned char)left[i]), __indubit_lower((unsigned char)right[i]));
}

char *__indubit_find(const char *text, int value)
{
  __SIZE_TYPE__ i = 0;
  while (text[i] != (char)value) {
    if (text[i] == 0)
      return 0;
    i++;
  }
  return (char *)text + i;
}

char *strchr(const char *text, int value)
{
  return __indubit_find(text, value);
}

char *index(const char *text, int value)
{
  return __indubit_find(text, value);
}

char *__indubit_find_last(const char *text, int value)
{
  char *found = 0;
  __SIZE_TYPE__ i = 0;
  while (text[i] != 0) {
    if (text[i] == (char)value)
      found = (char *)text + i;
    i++;
  }
  return (char)value == 0 ? (char *)text + i : found;
}

char *strrchr(const char *text, int value)
{
  return __indubit_find_last(text, value);
}

char *rindex(const char *text, int value)
{
  return __indubit_find_last(text, value);
}

char *strstr(const char *text, const char *part)
{
  __SIZE_TYPE__ i = 0, j = 0;
  for (;;) {
    j = 0;
    while (part[j] != 0 && text[i + j] == part[j])
      j++;
    if (part[j] == 0)
      return (char *)text + i;
    if (text[i] == 0)
      return 0;
    i++;
  }
}

/* The characters from the beginning that are in a set, or that are not. */
__SIZE_TYPE__ __indubit_span(const char *text, const char *set, _Bool are_in)
{
  __SIZE_TYPE__ i = 0, j = 0;
  while (text[i] != 0) {
    j = 0;
    while (set[j] != 0 && set[j] != text[i])
      j++;
    if ((set[j] != 0) != are_in)
      return i;
    i++;
  }
  return i;
}

__SIZE_TYPE__ strspn(const char *text, const char *set)
{
  return __indubit_span(text, set, 1);
}

__SIZE_TYPE__ strcspn(const char *text, const char *set)
{
  return __indubit_span(text, set, 0);
}

char *strpbrk(const char *text, const char *set)
{
  __SIZE_TYPE__ i = __indubit_span(text, set, 0);
  return text[i] == 0 ? 0 : (char *)text + i;
}

char *strdup(const char *text)
{
  __SIZE_TYPE__ size = __indubit_length(text) + 1, i = 0;
  char *copy = malloc(size);
  if (copy == 0)
    return 0;
  for (i = 0; i < size; i++)
    copy[i] = text[i];
  return copy;
}

char *strndup(const char *text, __SIZE_TYPE__ most)
{
  __SIZE_TYPE__ length = 0, i = 0;
  char *copy = 0;
  while (length < most && text[length] != 0)
    length++;
  copy = malloc(length + 1);
  if (copy == 0)
    return 0;
  for (i = 0; i < length; i++)
    copy[i] = text[i];
  copy[length] = 0;
  return copy;
}
