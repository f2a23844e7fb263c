/* Absolute values, and the questions about bits that compilers answer. */

int abs(int number)
{
  return number < 0 ? -number : number;
}

long labs(long number)
{
  return number < 0 ? -number : number;
}

long long llabs(long long number)
{
  return number < 0 ? -number : number;
}

long long imaxabs(long long number)
{
  return number < 0 ? -number : number;
}

/* The zeros in front of the first one. The width is that of the bit. */
int __indubit_leading(unsigned long long number, unsigned long long bit)
{
  int count = 0;
  if (number == 0)
    return __indubit_any_int();
  while (number < bit) {
    bit = bit / 2;
    count++;
  }
  return count;
}

int __builtin_clz(unsigned int number)
{
  return __indubit_leading(number, __INT_MAX__ + 1ull);
}

int __builtin_clzl(unsigned long number)
{
  return __indubit_leading(number, __LONG_MAX__ + 1ull);
}

int __builtin_clzll(unsigned long long number)
{
  return __indubit_leading(number, __LONG_LONG_MAX__ + 1ull);
}

/* The zeros behind the last one, which exists. */
int __indubit_trailing(unsigned long long number)
{
  int count = 0;
  while (number % 2 == 0) {
    number = number / 2;
    count++;
  }
  return count;
}

int __builtin_ctz(unsigned int number)
{
  return number == 0 ? __indubit_any_int() : __indubit_trailing(number);
}

int __builtin_ctzl(unsigned long number)
{
  return number == 0 ? __indubit_any_int() : __indubit_trailing(number);
}

int __builtin_ctzll(unsigned long long number)
{
  return number == 0 ? __indubit_any_int() : __indubit_trailing(number);
}

int ffs(int number)
{
  return number == 0 ? 0 : 1 + __indubit_trailing((unsigned int)number);
}

int ffsl(long number)
{
  return number == 0 ? 0 : 1 + __indubit_trailing((unsigned long)number);
}

int ffsll(long long number)
{
  return number == 0 ? 0 : 1 + __indubit_trailing((unsigned long long)number);
}

int __indubit_ones(unsigned long long number)
{
  int count = 0;
  while (number != 0) {
    count = count + (int)(number % 2);
    number = number / 2;
  }
  return count;
}

int __builtin_popcount(unsigned int number)
{
  return __indubit_ones(number);
}

int __builtin_popcountl(unsigned long number)
{
  return __indubit_ones(number);
}

int __builtin_popcountll(unsigned long long number)
{
  return __indubit_ones(number);
}

int __builtin_parity(unsigned int number)
{
  return __indubit_ones(number) % 2;
}

int __builtin_parityl(unsigned long number)
{
  return __indubit_ones(number) % 2;
}

int __builtin_parityll(unsigned long long number)
{
  return __indubit_ones(number) % 2;
}
