/* Functions of other verifiers that are more than a word. */

int klee_range(int begin, int end, const char *name)
{
  int value = __indubit_any_int();
  if (value < begin || value >= end)
    abort();
  return value;
}
