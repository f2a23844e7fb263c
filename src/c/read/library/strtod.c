/* Numbers in texts. Digits and a power of 10 are rounded once if both are small; other numbers are not followed. */

/* The digits up to the last one that counts are a number below 2^53, and the power of 10 is exact. */
double __indubit_decimal(unsigned long long digits, int power)
{
  double scale = 1;
  int k = 0;
  if (digits == 0)
    return 0;
  if (digits > 9007199254740992ull || power > 22 || power < -22)
    __indubit_unsupported();
  for (k = 0; k < power || k < -power; k++)
    scale = scale * 10;
  return power < 0 ? (double)digits / scale : (double)digits * scale;
}

double __indubit_number_at(const char *text, char **end)
{
  unsigned long long digits = 0;
  int power = 0, exponent = 0, at = 0, from = 0, sign = 0, down = 0;
  _Bool has_digits = 0, has_point = 0;
  while (text[at] == ' ' || (9 <= text[at] && text[at] <= 13))
    at++;
  if (text[at] == '-' || text[at] == '+') {
    sign = text[at] == '-';
    at++;
  }
  if (text[at] == 'i' || text[at] == 'I' || text[at] == 'n' || text[at] == 'N')
    __indubit_unsupported();
  if (text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X'))
    __indubit_unsupported();
  for (;; at++) {
    if (text[at] == '.' && !has_point) {
      has_point = 1;
      continue;
    }
    if (text[at] < '0' || text[at] > '9')
      break;
    has_digits = 1;
    if (digits >= 922337203685477580ull)
      __indubit_unsupported();
    digits = digits * 10 + (unsigned long long)(text[at] - '0');
    power = power - has_point;
  }
  if (end != 0)
    *end = (char *)(has_digits ? text + at : text);
  if (!has_digits)
    return 0;
  if (text[at] == 'e' || text[at] == 'E') {
    from = at + 1;
    if (text[from] == '-' || text[from] == '+') {
      down = text[from] == '-';
      from++;
    }
    if ('0' <= text[from] && text[from] <= '9') {
      for (; '0' <= text[from] && text[from] <= '9'; from++)
        exponent = exponent < 10000 ? exponent * 10 + (text[from] - '0') : exponent;
      if (end != 0)
        *end = (char *)text + from;
      power = down ? power - exponent : power + exponent;
    }
  }
  while (digits != 0 && power < 0 && digits % 10 == 0) {
    digits = digits / 10;
    power++;
  }
  return __builtin_indubit_signed(__indubit_decimal(digits, power), sign);
}

double strtod(const char *text, char **end)
{
  return __indubit_number_at(text, end);
}

double atof(const char *text)
{
  return __indubit_number_at(text, 0);
}
