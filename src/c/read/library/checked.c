/* The functions that a compiler calls for those of <string.h> under _FORTIFY_SOURCE. A size that does not suffice ends
   the program. */

void *__memcpy_chk(void *to, const void *from, __SIZE_TYPE__ size, __SIZE_TYPE__ room)
{
  unsigned char *target = to;
  const unsigned char *source = from;
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  if (size > room)
    abort();
  for (i = 0; i < count; i++)
    target[i] = source[i];
  return to;
}

void *__memmove_chk(void *to, const void *from, __SIZE_TYPE__ size, __SIZE_TYPE__ room)
{
  if (size > room)
    abort();
  __indubit_move(to, from, size);
  return to;
}

void *__memset_chk(void *to, int value, __SIZE_TYPE__ size, __SIZE_TYPE__ room)
{
  unsigned char *target = to;
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  if (size > room)
    abort();
  for (i = 0; i < count; i++)
    target[i] = (unsigned char)value;
  return to;
}

char *__strcpy_chk(char *to, const char *from, __SIZE_TYPE__ room)
{
  __SIZE_TYPE__ i = 0;
  while (from[i] != 0) {
    if (i >= room)
      abort();
    to[i] = from[i];
    i++;
  }
  if (i >= room)
    abort();
  to[i] = 0;
  return to;
}

char *__strncpy_chk(char *to, const char *from, __SIZE_TYPE__ size, __SIZE_TYPE__ room)
{
  __INDUBIT_COUNTER__ count = __INDUBIT_COUNT(size), i = 0;
  if (size > room)
    abort();
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

char *__strcat_chk(char *to, const char *from, __SIZE_TYPE__ room)
{
  __SIZE_TYPE__ end = __indubit_length(to), i = 0;
  while (from[i] != 0) {
    if (end + i >= room)
      abort();
    to[end + i] = from[i];
    i++;
  }
  if (end + i >= room)
    abort();
  to[end + i] = 0;
  return to;
}
