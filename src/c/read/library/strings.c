/* Functions of strings and memory that compilers do not know. */

int strcoll(const char *left, const char *right)
{
  __SIZE_TYPE__ i = 0;
  while (left[i] != 0 && left[i] == right[i])
    i++;
  return __indubit_order((unsigned char)left[i], (unsigned char)right[i]);
}

void *memrchr(const void *in, int value, __SIZE_TYPE__ size)
{
  const unsigned char *bytes = in;
  for (; size > 0; size--)
    if (bytes[size - 1] == (unsigned char)value)
      return (void *)(bytes + (size - 1));
  return 0;
}

void *memmem(const void *in, __SIZE_TYPE__ size, const void *part, __SIZE_TYPE__ length)
{
  const unsigned char *bytes = in, *wanted = part;
  __SIZE_TYPE__ i = 0, j = 0;
  for (i = 0; length <= size && i <= size - length; i++) {
    j = 0;
    while (j < length && bytes[i + j] == wanted[j])
      j++;
    if (j == length)
      return (void *)(bytes + i);
  }
  return 0;
}

void *memccpy(void *to, const void *from, int value, __SIZE_TYPE__ size)
{
  unsigned char *target = to;
  const unsigned char *source = from;
  __SIZE_TYPE__ i = 0;
  for (i = 0; i < size; i++) {
    target[i] = source[i];
    if (source[i] == (unsigned char)value)
      return target + (i + 1);
  }
  return 0;
}

void swab(const void *from, void *to, __PTRDIFF_TYPE__ size)
{
  const unsigned char *source = from;
  unsigned char *target = to, byte = 0;
  __PTRDIFF_TYPE__ i = 0;
  for (i = 0; i < size - 1; i = i + 2) {
    byte = source[i];
    target[i] = source[i + 1];
    target[i + 1] = byte;
  }
}

char *strcasestr(const char *text, const char *part)
{
  __SIZE_TYPE__ i = 0, j = 0;
  for (;;) {
    j = 0;
    while (part[j] != 0 && __indubit_lower((unsigned char)text[i + j]) == __indubit_lower((unsigned char)part[j]))
      j++;
    if (part[j] == 0)
      return (char *)text + i;
    if (text[i] == 0)
      return 0;
    i++;
  }
}

char *strsep(char **text, const char *set)
{
  char *token = *text;
  __SIZE_TYPE__ i = 0;
  if (token == 0)
    return 0;
  i = __indubit_span(token, set, 0);
  if (token[i] == 0)
    *text = 0;
  else {
    token[i] = 0;
    *text = token + i + 1;
  }
  return token;
}

/* The longest message of glibc has 49 characters, and none is empty. */
char *strerror(int number)
{
  static char message[51];
  int i = 0;
  message[0] = (char)(__indubit_any_byte() % 255 + 1);
  for (i = 1; i < 50; i++) {
    message[i] = (char)__indubit_any_byte();
    if (message[i] == 0)
      break;
  }
  return message;
}
