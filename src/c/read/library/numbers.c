/* Absolute values, and the first bit of a number. */

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
