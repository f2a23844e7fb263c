o/* Old style, Duff's device, pointers, and jumps.
   functions: abs copy main
   objects: to from count n value source target chars table i
   warnings: 0 */
int copy(to, from, count)
char *to;
const register char *from;
int count;
{
  int n = (count + 3) / 4;
  if (count <= 0) return 0;
  switch (count % 4) {
  case 0: do { *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
  return count;
}

static int abs(int value) { return value < 0 ? -value : value; }

int main(void) {
  static const char source[] = "state" " machine";
  char target[sizeof source], *chars = target;
  int (*table[2])(int) = { abs, [1] = &abs };
  int i = copy(target, source, (int)sizeof source);
  do
    if (*chars == ' ') goto found;
  while (*chars++ && i-- > 0);
  return (*table[1])(-1);
found:
  return chars - target, table[0](chars - target) != 5 ? : 0;
}
