/* Functions of math.h whose results IEEE 754 says to the last bit, each for float, double and long double. */

/* Classes of numbers. The type-generic macros of math.h and the builtins of gcc call these. */

int __indubit_isnanf(float x)
{
  return x != x;
}

int __indubit_isnan(double x)
{
  return x != x;
}

int __indubit_isnanl(long double x)
{
  return x != x;
}

int __indubit_isinff(float x)
{
  return x == __builtin_inff() || x == -__builtin_inff();
}

int __indubit_isinf(double x)
{
  return x == __builtin_inf() || x == -__builtin_inf();
}

int __indubit_isinfl(long double x)
{
  return x == __builtin_infl() || x == -__builtin_infl();
}

int __indubit_isinf_signf(float x)
{
  if (x == __builtin_inff())
    return 1;
  return x == -__builtin_inff() ? -1 : 0;
}

int __indubit_isinf_sign(double x)
{
  if (x == __builtin_inf())
    return 1;
  return x == -__builtin_inf() ? -1 : 0;
}

int __indubit_isinf_signl(long double x)
{
  if (x == __builtin_infl())
    return 1;
  return x == -__builtin_infl() ? -1 : 0;
}

int __indubit_isfinitef(float x)
{
  return __builtin_indubit_signedf(x, 0) <= __FLT_MAX__;
}

int __indubit_isfinite(double x)
{
  return __builtin_indubit_signed(x, 0) <= __DBL_MAX__;
}

int __indubit_isfinitel(long double x)
{
  return __builtin_indubit_signedl(x, 0) <= __LDBL_MAX__;
}

int __indubit_finitef(float x)
{
  return __builtin_indubit_signedf(x, 0) <= __FLT_MAX__;
}

int __indubit_finite(double x)
{
  return __builtin_indubit_signed(x, 0) <= __DBL_MAX__;
}

int __indubit_finitel(long double x)
{
  return __builtin_indubit_signedl(x, 0) <= __LDBL_MAX__;
}

int __indubit_isnormalf(float x)
{
  float size = __builtin_indubit_signedf(x, 0);
  return __FLT_MIN__ <= size && size <= __FLT_MAX__;
}

int __indubit_isnormal(double x)
{
  double size = __builtin_indubit_signed(x, 0);
  return __DBL_MIN__ <= size && size <= __DBL_MAX__;
}

int __indubit_isnormall(long double x)
{
  long double size = __builtin_indubit_signedl(x, 0);
  return __LDBL_MIN__ <= size && size <= __LDBL_MAX__;
}

int __indubit_signbitf(float x)
{
  return __builtin_indubit_signf(x);
}

int __indubit_signbit(double x)
{
  return __builtin_indubit_sign(x);
}

int __indubit_signbitl(long double x)
{
  return __builtin_indubit_signl(x);
}

int __indubit_fpclassifyf(int none, int infinite, int normal, int subnormal, int zero, float x)
{
  float size = __builtin_indubit_signedf(x, 0);
  if (x != x)
    return none;
  if (size > __FLT_MAX__)
    return infinite;
  if (size >= __FLT_MIN__)
    return normal;
  return size == 0 ? zero : subnormal;
}

int __indubit_fpclassify(int none, int infinite, int normal, int subnormal, int zero, double x)
{
  double size = __builtin_indubit_signed(x, 0);
  if (x != x)
    return none;
  if (size > __DBL_MAX__)
    return infinite;
  if (size >= __DBL_MIN__)
    return normal;
  return size == 0 ? zero : subnormal;
}

int __indubit_fpclassifyl(int none, int infinite, int normal, int subnormal, int zero, long double x)
{
  long double size = __builtin_indubit_signedl(x, 0);
  if (x != x)
    return none;
  if (size > __LDBL_MAX__)
    return infinite;
  if (size >= __LDBL_MIN__)
    return normal;
  return size == 0 ? zero : subnormal;
}

int __indubit_isunorderedf(float x, float y)
{
  return x != x || y != y;
}

int __indubit_isunordered(double x, double y)
{
  return x != x || y != y;
}

int __indubit_isunorderedl(long double x, long double y)
{
  return x != x || y != y;
}

int __indubit_islessgreaterf(float x, float y)
{
  return x < y || x > y;
}

int __indubit_islessgreater(double x, double y)
{
  return x < y || x > y;
}

int __indubit_islessgreaterl(long double x, long double y)
{
  return x < y || x > y;
}

/* The functions behind the macros, as programs that were preprocessed with glibc's headers call them. */

int isnanf(float x)
{
  return x != x;
}

int isnan(double x)
{
  return x != x;
}

int isnanl(long double x)
{
  return x != x;
}

int __isnanf(float x)
{
  return x != x;
}

int __isnan(double x)
{
  return x != x;
}

int __isnanl(long double x)
{
  return x != x;
}

int isinff(float x)
{
  return __indubit_isinf_signf(x);
}

int isinf(double x)
{
  return __indubit_isinf_sign(x);
}

int isinfl(long double x)
{
  return __indubit_isinf_signl(x);
}

int __isinff(float x)
{
  return __indubit_isinf_signf(x);
}

int __isinf(double x)
{
  return __indubit_isinf_sign(x);
}

int __isinfl(long double x)
{
  return __indubit_isinf_signl(x);
}

int finitef(float x)
{
  return __indubit_isfinitef(x);
}

int finite(double x)
{
  return __indubit_isfinite(x);
}

int finitel(long double x)
{
  return __indubit_isfinitel(x);
}

int __finitef(float x)
{
  return __indubit_isfinitef(x);
}

int __finite(double x)
{
  return __indubit_isfinite(x);
}

int __finitel(long double x)
{
  return __indubit_isfinitel(x);
}

int __signbitf(float x)
{
  return __builtin_indubit_signf(x);
}

int __signbit(double x)
{
  return __builtin_indubit_sign(x);
}

int __signbitl(long double x)
{
  return __builtin_indubit_signl(x);
}

int __fpclassifyf(float x)
{
  return __indubit_fpclassifyf(0, 1, 4, 3, 2, x);
}

int __fpclassify(double x)
{
  return __indubit_fpclassify(0, 1, 4, 3, 2, x);
}

int __fpclassifyl(long double x)
{
  return __indubit_fpclassifyl(0, 1, 4, 3, 2, x);
}

/* Signs, and the smaller and greater number. Which zero is smaller is open. */

float fabsf(float x)
{
  return __builtin_indubit_signedf(x, 0);
}

double fabs(double x)
{
  return __builtin_indubit_signed(x, 0);
}

long double fabsl(long double x)
{
  return __builtin_indubit_signedl(x, 0);
}

float copysignf(float x, float y)
{
  return __builtin_indubit_signedf(x, __builtin_indubit_signf(y));
}

double copysign(double x, double y)
{
  return __builtin_indubit_signed(x, __builtin_indubit_sign(y));
}

long double copysignl(long double x, long double y)
{
  return __builtin_indubit_signedl(x, __builtin_indubit_signl(y));
}

float nanf(const char *tag)
{
  float zero = 0;
  if (tag[0] != 0)
    return zero / zero;
  return __builtin_nanf("");
}

double nan(const char *tag)
{
  double zero = 0;
  if (tag[0] != 0)
    return zero / zero;
  return __builtin_nan("");
}

long double nanl(const char *tag)
{
  long double zero = 0;
  if (tag[0] != 0)
    return zero / zero;
  return __builtin_nanl("");
}

float fminf(float x, float y)
{
  if (x != x)
    return y;
  if (y != y)
    return x;
  if (x == y)
    return x != 0 || __builtin_indubit_signf(x) == __builtin_indubit_signf(y) || __indubit_any_bool() ? x : y;
  return x < y ? x : y;
}

double fmin(double x, double y)
{
  if (x != x)
    return y;
  if (y != y)
    return x;
  if (x == y)
    return x != 0 || __builtin_indubit_sign(x) == __builtin_indubit_sign(y) || __indubit_any_bool() ? x : y;
  return x < y ? x : y;
}

long double fminl(long double x, long double y)
{
  if (x != x)
    return y;
  if (y != y)
    return x;
  if (x == y)
    return x != 0 || __builtin_indubit_signl(x) == __builtin_indubit_signl(y) || __indubit_any_bool() ? x : y;
  return x < y ? x : y;
}

float fmaxf(float x, float y)
{
  if (x != x)
    return y;
  if (y != y)
    return x;
  if (x == y)
    return x != 0 || __builtin_indubit_signf(x) == __builtin_indubit_signf(y) || __indubit_any_bool() ? x : y;
  return x > y ? x : y;
}

double fmax(double x, double y)
{
  if (x != x)
    return y;
  if (y != y)
    return x;
  if (x == y)
    return x != 0 || __builtin_indubit_sign(x) == __builtin_indubit_sign(y) || __indubit_any_bool() ? x : y;
  return x > y ? x : y;
}

long double fmaxl(long double x, long double y)
{
  if (x != x)
    return y;
  if (y != y)
    return x;
  if (x == y)
    return x != 0 || __builtin_indubit_signl(x) == __builtin_indubit_signl(y) || __indubit_any_bool() ? x : y;
  return x > y ? x : y;
}

float fdimf(float x, float y)
{
  return x <= y ? 0 : x - y;
}

double fdim(double x, double y)
{
  return x <= y ? 0 : x - y;
}

long double fdiml(long double x, long double y)
{
  return x <= y ? 0 : x - y;
}

/* Roots, remainders, and products with a sum. */

float sqrtf(float x)
{
  if (x < 0)
    __INDUBIT_ERRNO(33);
  return __builtin_indubit_sqrtf(x);
}

double sqrt(double x)
{
  if (x < 0)
    __INDUBIT_ERRNO(33);
  return __builtin_indubit_sqrt(x);
}

long double sqrtl(long double x)
{
  if (x < 0)
    __INDUBIT_ERRNO(33);
  return __builtin_indubit_sqrtl(x);
}

float fmaf(float x, float y, float z)
{
  return __builtin_indubit_fmaf(x, y, z);
}

double fma(double x, double y, double z)
{
  return __builtin_indubit_fma(x, y, z);
}

long double fmal(long double x, long double y, long double z)
{
  return __builtin_indubit_fmal(x, y, z);
}

float remainderf(float x, float y)
{
  if (x == x && y == y && (y == 0 || __indubit_isinff(x)))
    __INDUBIT_ERRNO(33);
  return __builtin_indubit_remainderf(x, y);
}

double remainder(double x, double y)
{
  if (x == x && y == y && (y == 0 || __indubit_isinf(x)))
    __INDUBIT_ERRNO(33);
  return __builtin_indubit_remainder(x, y);
}

long double remainderl(long double x, long double y)
{
  if (x == x && y == y && (y == 0 || __indubit_isinfl(x)))
    __INDUBIT_ERRNO(33);
  return __builtin_indubit_remainderl(x, y);
}

float __indubit_fmodf(float x, float y)
{
  float rest = 0, size = __builtin_indubit_signedf(y, 0);
  if (x == x && y == y && (y == 0 || __indubit_isinff(x)))
    __INDUBIT_ERRNO(33);
  if (y != y || y == 0 || x != x || __indubit_isinff(x))
    return (x * y) / (x * y);
  rest = __builtin_indubit_remainderf(__builtin_indubit_signedf(x, 0), size);
  if (rest < 0)
    rest = rest + size;
  return __builtin_indubit_signedf(rest, __builtin_indubit_signf(x));
}

float fmodf(float x, float y)
{
  return __indubit_fmodf(x, y);
}

double __indubit_fmod(double x, double y)
{
  double rest = 0, size = __builtin_indubit_signed(y, 0);
  if (x == x && y == y && (y == 0 || __indubit_isinf(x)))
    __INDUBIT_ERRNO(33);
  if (y != y || y == 0 || x != x || __indubit_isinf(x))
    return (x * y) / (x * y);
  rest = __builtin_indubit_remainder(__builtin_indubit_signed(x, 0), size);
  if (rest < 0)
    rest = rest + size;
  return __builtin_indubit_signed(rest, __builtin_indubit_sign(x));
}

double fmod(double x, double y)
{
  return __indubit_fmod(x, y);
}

long double __indubit_fmodl(long double x, long double y)
{
  long double rest = 0, size = __builtin_indubit_signedl(y, 0);
  if (x == x && y == y && (y == 0 || __indubit_isinfl(x)))
    __INDUBIT_ERRNO(33);
  if (y != y || y == 0 || x != x || __indubit_isinfl(x))
    return (x * y) / (x * y);
  rest = __builtin_indubit_remainderl(__builtin_indubit_signedl(x, 0), size);
  if (rest < 0)
    rest = rest + size;
  return __builtin_indubit_signedl(rest, __builtin_indubit_signl(x));
}

long double fmodl(long double x, long double y)
{
  return __indubit_fmodl(x, y);
}

/* Integers. The first argument of the operator is the mode: 0 to nearest, 1 to nearest and halves away from zero,
   2 up, 3 down, 4 to zero, 5 as results are rounded. */

float floorf(float x)
{
  return __builtin_indubit_integralf(3, x);
}

double floor(double x)
{
  return __builtin_indubit_integral(3, x);
}

long double floorl(long double x)
{
  return __builtin_indubit_integrall(3, x);
}

float ceilf(float x)
{
  return __builtin_indubit_integralf(2, x);
}

double ceil(double x)
{
  return __builtin_indubit_integral(2, x);
}

long double ceill(long double x)
{
  return __builtin_indubit_integrall(2, x);
}

float truncf(float x)
{
  return __builtin_indubit_integralf(4, x);
}

double trunc(double x)
{
  return __builtin_indubit_integral(4, x);
}

long double truncl(long double x)
{
  return __builtin_indubit_integrall(4, x);
}

float roundf(float x)
{
  return __builtin_indubit_integralf(1, x);
}

double round(double x)
{
  return __builtin_indubit_integral(1, x);
}

long double roundl(long double x)
{
  return __builtin_indubit_integrall(1, x);
}

float roundevenf(float x)
{
  return __builtin_indubit_integralf(0, x);
}

double roundeven(double x)
{
  return __builtin_indubit_integral(0, x);
}

long double roundevenl(long double x)
{
  return __builtin_indubit_integrall(0, x);
}

float rintf(float x)
{
  return __builtin_indubit_integralf(5, x);
}

double rint(double x)
{
  return __builtin_indubit_integral(5, x);
}

long double rintl(long double x)
{
  return __builtin_indubit_integrall(5, x);
}

float nearbyintf(float x)
{
  return __builtin_indubit_integralf(5, x);
}

double nearbyint(double x)
{
  return __builtin_indubit_integral(5, x);
}

long double nearbyintl(long double x)
{
  return __builtin_indubit_integrall(5, x);
}

long lroundf(float x)
{
  return (long)__builtin_indubit_integralf(1, x);
}

long lround(double x)
{
  return (long)__builtin_indubit_integral(1, x);
}

long lroundl(long double x)
{
  return (long)__builtin_indubit_integrall(1, x);
}

long long llroundf(float x)
{
  return (long long)__builtin_indubit_integralf(1, x);
}

long long llround(double x)
{
  return (long long)__builtin_indubit_integral(1, x);
}

long long llroundl(long double x)
{
  return (long long)__builtin_indubit_integrall(1, x);
}

long lrintf(float x)
{
  return (long)__builtin_indubit_integralf(5, x);
}

long lrint(double x)
{
  return (long)__builtin_indubit_integral(5, x);
}

long lrintl(long double x)
{
  return (long)__builtin_indubit_integrall(5, x);
}

long long llrintf(float x)
{
  return (long long)__builtin_indubit_integralf(5, x);
}

long long llrint(double x)
{
  return (long long)__builtin_indubit_integral(5, x);
}

long long llrintl(long double x)
{
  return (long long)__builtin_indubit_integrall(5, x);
}

float modff(float x, float *whole)
{
  float cut = __builtin_indubit_integralf(4, x);
  *whole = cut;
  if (x != x)
    return x;
  if (x == cut)
    return __builtin_indubit_signedf(0, __builtin_indubit_signf(x));
  return __builtin_indubit_signedf(x - cut, __builtin_indubit_signf(x));
}

double modf(double x, double *whole)
{
  double cut = __builtin_indubit_integral(4, x);
  *whole = cut;
  if (x != x)
    return x;
  if (x == cut)
    return __builtin_indubit_signed(0, __builtin_indubit_sign(x));
  return __builtin_indubit_signed(x - cut, __builtin_indubit_sign(x));
}

long double modfl(long double x, long double *whole)
{
  long double cut = __builtin_indubit_integrall(4, x);
  *whole = cut;
  if (x != x)
    return x;
  if (x == cut)
    return __builtin_indubit_signedl(0, __builtin_indubit_signl(x));
  return __builtin_indubit_signedl(x - cut, __builtin_indubit_signl(x));
}

/* Exponents, by the words of numbers. A float is a double without loss. */

/* The exponent of a number other than 0, infinities and NaN, which lies between its power of 2 and the next. */
int __indubit_exponent(double x)
{
  int exponent = (int)(__builtin_indubit_word(x) >> 52) & 2047;
  if (exponent == 0)
    exponent = ((int)(__builtin_indubit_word(x * 18014398509481984.0) >> 52) & 2047) - 54;
  return exponent - 1023;
}

/* A number other than 0, infinities and NaN times the power of 2 that brings it between 1/2 and 1. */
double __indubit_fraction(double x)
{
  double large = x;
  if ((__builtin_indubit_word(x) >> 52 & 2047) == 0)
    large = x * 18014398509481984.0;
  return __builtin_indubit_number((__builtin_indubit_word(large) & 9227875636482146303ull) | 4602678819172646912ull);
}

/* A number times a power of 2, rounded once. */
double __indubit_scaled(double x, long power)
{
  long exponent = 0;
  double fraction = 0;
  if (x == 0 || x != x || __indubit_isinf(x))
    return x;
  fraction = __indubit_fraction(x);
  exponent = __indubit_exponent(x) + 1;
  if (power > 5000)
    power = 5000;
  if (power < -5000)
    power = -5000;
  exponent = exponent + power;
  if (exponent > 1024) {
    __INDUBIT_ERRNO(34);
    return __builtin_indubit_signed(__DBL_MAX__, __builtin_indubit_sign(x)) * __DBL_MAX__;
  }
  if (exponent >= -1021)
    return __builtin_indubit_number(__builtin_indubit_word(fraction) + ((unsigned long long)exponent << 52));
  if (exponent < -1074) {
    __INDUBIT_ERRNO(34);
    return __builtin_indubit_signed(__DBL_MIN__, __builtin_indubit_sign(x)) * __DBL_MIN__;
  }
  fraction = __builtin_indubit_number(__builtin_indubit_word(fraction) + ((unsigned long long)(exponent + 60) << 52));
  return fraction * 8.67361737988403547e-19;
}

float frexpf(float x, int *exponent)
{
  if (x == 0 || x != x || __indubit_isinff(x)) {
    *exponent = 0;
    return x;
  }
  *exponent = __indubit_exponent(x) + 1;
  return (float)__indubit_fraction(x);
}

int ilogbf(float x)
{
  if (x == 0 || x != x || __indubit_isinff(x)) {
    __INDUBIT_ERRNO(33);
    return __indubit_isinff(x) ? 2147483647 : -2147483647 - 1;
  }
  return __indubit_exponent(x);
}

float logbf(float x)
{
  if (x == 0)
    return -__builtin_inff();
  if (x != x || __indubit_isinff(x))
    return __builtin_indubit_signedf(x, 0);
  return (float)__indubit_exponent(x);
}

double frexp(double x, int *exponent)
{
  if (x == 0 || x != x || __indubit_isinf(x)) {
    *exponent = 0;
    return x;
  }
  *exponent = __indubit_exponent(x) + 1;
  return (double)__indubit_fraction(x);
}

int ilogb(double x)
{
  if (x == 0 || x != x || __indubit_isinf(x)) {
    __INDUBIT_ERRNO(33);
    return __indubit_isinf(x) ? 2147483647 : -2147483647 - 1;
  }
  return __indubit_exponent(x);
}

double logb(double x)
{
  if (x == 0)
    return -__builtin_inf();
  if (x != x || __indubit_isinf(x))
    return __builtin_indubit_signed(x, 0);
  return (double)__indubit_exponent(x);
}

/* The power is such that the product is exact or beyond all numbers of the type. */
float __indubit_scaled_float(float x, long power)
{
  float scaled = 0;
  if (power > 500)
    power = 500;
  if (power < -500)
    power = -500;
  scaled = (float)__indubit_scaled(x, power);
  if (x != 0 && !__indubit_isinff(x) && (scaled == 0 || __indubit_isinff(scaled)))
    __INDUBIT_ERRNO(34);
  return scaled;
}

double ldexp(double x, int power)
{
  return __indubit_scaled(x, power);
}

float ldexpf(float x, int power)
{
  return __indubit_scaled_float(x, power);
}

double scalbn(double x, int power)
{
  return __indubit_scaled(x, power);
}

float scalbnf(float x, int power)
{
  return __indubit_scaled_float(x, power);
}

double scalbln(double x, long power)
{
  return __indubit_scaled(x, power);
}

float scalblnf(float x, long power)
{
  return __indubit_scaled_float(x, power);
}

/* The words of numbers of one sign are in the order of their sizes. */
float __indubit_afterf(float x, float y)
{
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  if (x == 0)
    return __builtin_indubit_signedf(__builtin_indubit_numberf(1u), y < 0);
  if ((x < y) == (x > 0))
    return __builtin_indubit_numberf(__builtin_indubit_wordf(x) + 1);
  return __builtin_indubit_numberf(__builtin_indubit_wordf(x) - 1);
}

float nextafterf(float x, float y)
{
  return __indubit_afterf(x, y);
}

/* The words of numbers of one sign are in the order of their sizes. */
double __indubit_after(double x, double y)
{
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  if (x == 0)
    return __builtin_indubit_signed(__builtin_indubit_number(1ull), y < 0);
  if ((x < y) == (x > 0))
    return __builtin_indubit_number(__builtin_indubit_word(x) + 1);
  return __builtin_indubit_number(__builtin_indubit_word(x) - 1);
}

double nextafter(double x, double y)
{
  return __indubit_after(x, y);
}

/* The same for long double, whose words are those of x87: the significand with its leading one, and above it the sign
   and the exponent. */

int __indubit_exponentl(long double x)
{
  union { long double number; struct { unsigned long long low; unsigned short high; } words; } bits = {0};
  bits.number = x;
  if ((bits.words.high & 32767) != 0)
    return (bits.words.high & 32767) - 16383;
  bits.number = x * 36893488147419103232.0L;
  return (bits.words.high & 32767) - 16383 - 65;
}

long double __indubit_fractionl(long double x)
{
  union { long double number; struct { unsigned long long low; unsigned short high; } words; } bits = {0};
  bits.number = x;
  if ((bits.words.high & 32767) == 0)
    bits.number = x * 36893488147419103232.0L;
  bits.words.high = (bits.words.high & 32768) | 16382;
  return bits.number;
}

long double __indubit_scaledl(long double x, long power)
{
  union { long double number; struct { unsigned long long low; unsigned short high; } words; } bits = {0};
  long exponent = 0;
  if (x == 0 || x != x || __indubit_isinfl(x))
    return x;
  bits.number = __indubit_fractionl(x);
  exponent = __indubit_exponentl(x) + 1;
  if (power > 50000)
    power = 50000;
  if (power < -50000)
    power = -50000;
  exponent = exponent + power;
  if (exponent > 16384) {
    __INDUBIT_ERRNO(34);
    return __builtin_indubit_signedl(__LDBL_MAX__, __builtin_indubit_signl(x)) * __LDBL_MAX__;
  }
  if (exponent >= -16381) {
    bits.words.high = bits.words.high + exponent;
    return bits.number;
  }
  if (exponent < -16445) {
    __INDUBIT_ERRNO(34);
    return __builtin_indubit_signedl(__LDBL_MIN__, __builtin_indubit_signl(x)) * __LDBL_MIN__;
  }
  bits.words.high = bits.words.high + exponent + 70;
  return bits.number * 0x1p-70L;
}

long double frexpl(long double x, int *exponent)
{
  if (x == 0 || x != x || __indubit_isinfl(x)) {
    *exponent = 0;
    return x;
  }
  *exponent = __indubit_exponentl(x) + 1;
  return __indubit_fractionl(x);
}

int ilogbl(long double x)
{
  if (x == 0 || x != x || __indubit_isinfl(x)) {
    __INDUBIT_ERRNO(33);
    return __indubit_isinfl(x) ? 2147483647 : -2147483647 - 1;
  }
  return __indubit_exponentl(x);
}

long double logbl(long double x)
{
  if (x == 0)
    return -__builtin_infl();
  if (x != x || __indubit_isinfl(x))
    return __builtin_indubit_signedl(x, 0);
  return (long double)__indubit_exponentl(x);
}

long double ldexpl(long double x, int power)
{
  return __indubit_scaledl(x, power);
}

long double scalbnl(long double x, int power)
{
  return __indubit_scaledl(x, power);
}

long double scalblnl(long double x, long power)
{
  return __indubit_scaledl(x, power);
}

long double __indubit_afterl(long double x, long double y)
{
  union { long double number; struct { unsigned long long low; unsigned short high; } words; } bits = {0};
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  bits.number = x;
  if (x == 0) {
    bits.words.low = 1;
    bits.words.high = y < 0 ? 32768 : 0;
  } else if ((x < y) == (x > 0)) {
    bits.words.low = bits.words.low + 1;
    if (bits.words.low == 0 || (bits.words.low == 9223372036854775808ull && (bits.words.high & 32767) == 0)) {
      bits.words.low = 9223372036854775808ull;
      bits.words.high = bits.words.high + 1;
    }
  } else {
    bits.words.low = bits.words.low - 1;
    if (bits.words.low < 9223372036854775808ull && (bits.words.high & 32767) != 0) {
      bits.words.high = bits.words.high - 1;
      if ((bits.words.high & 32767) != 0)
        bits.words.low = bits.words.low | 9223372036854775808ull;
    }
  }
  return bits.number;
}

long double nextafterl(long double x, long double y)
{
  return __indubit_afterl(x, y);
}

long double nexttowardl(long double x, long double y)
{
  return __indubit_afterl(x, y);
}

double nexttoward(double x, long double y)
{
  if (x != x || y != y)
    return (double)(x + y);
  if (x == y)
    return (double)y;
  return __indubit_after(x, x < y ? __builtin_inf() : -__builtin_inf());
}

float nexttowardf(float x, long double y)
{
  if (x != x || y != y)
    return (float)(x + y);
  if (x == y)
    return (float)y;
  return __indubit_afterf(x, x < y ? __builtin_inff() : -__builtin_inff());
}

int __indubit_isnormalf16(_Float16 x)
{
  float size = __builtin_indubit_signedf(x, 0);
  return 0x1p-14f <= size && size <= 65504.0f;
}

int __indubit_fpclassifyf16(int none, int infinite, int normal, int subnormal, int zero, _Float16 x)
{
  float size = __builtin_indubit_signedf(x, 0);
  if (x != x)
    return none;
  if (size > 65504.0f)
    return infinite;
  if (size >= 0x1p-14f)
    return normal;
  return size == 0 ? zero : subnormal;
}

/* The quotient has the last three bits, rounded up to 8, as in glibc. */
float remquof(float x, float y, int *quotient)
{
  float rest = 0, size = __builtin_indubit_signedf(y, 0);
  int bits = 0;
  if (x != x || y != y || __indubit_isinff(x) || y == 0)
    return (x * y) / (x * y);
  if (__indubit_isinff(y)) {
    *quotient = 0;
    return x;
  }
  rest = __builtin_indubit_signedf(x, 0);
  if (size <= __FLT_MAX__ / 8)
    rest = __indubit_fmodf(rest, 8 * size);
  if (size <= __FLT_MAX__ / 4 && rest >= 4 * size) {
    rest = rest - 4 * size;
    bits = 4;
  }
  if (size <= __FLT_MAX__ / 2 && rest >= 2 * size) {
    rest = rest - 2 * size;
    bits = bits + 2;
  }
  if (rest > size - rest) {
    rest = rest - size;
    bits = bits + 1;
    if (rest + rest >= size) {
      rest = rest - size;
      bits = bits + 1;
    }
  }
  *quotient = (x < 0) != (y < 0) ? -bits : bits;
  return __builtin_indubit_signf(x) ? -rest : rest;
}

double remquo(double x, double y, int *quotient)
{
  double rest = 0, size = __builtin_indubit_signed(y, 0);
  int bits = 0;
  if (x != x || y != y || __indubit_isinf(x) || y == 0)
    return (x * y) / (x * y);
  if (__indubit_isinf(y)) {
    *quotient = 0;
    return x;
  }
  rest = __builtin_indubit_signed(x, 0);
  if (size <= __DBL_MAX__ / 8)
    rest = __indubit_fmod(rest, 8 * size);
  if (size <= __DBL_MAX__ / 4 && rest >= 4 * size) {
    rest = rest - 4 * size;
    bits = 4;
  }
  if (size <= __DBL_MAX__ / 2 && rest >= 2 * size) {
    rest = rest - 2 * size;
    bits = bits + 2;
  }
  if (rest > size - rest) {
    rest = rest - size;
    bits = bits + 1;
    if (rest + rest >= size) {
      rest = rest - size;
      bits = bits + 1;
    }
  }
  *quotient = (x < 0) != (y < 0) ? -bits : bits;
  return __builtin_indubit_sign(x) ? -rest : rest;
}

long double remquol(long double x, long double y, int *quotient)
{
  long double rest = 0, size = __builtin_indubit_signedl(y, 0);
  int bits = 0;
  if (x != x || y != y || __indubit_isinfl(x) || y == 0)
    return (x * y) / (x * y);
  if (__indubit_isinfl(y)) {
    *quotient = 0;
    return x;
  }
  rest = __builtin_indubit_signedl(x, 0);
  if (size <= __LDBL_MAX__ / 8)
    rest = __indubit_fmodl(rest, 8 * size);
  if (size <= __LDBL_MAX__ / 4 && rest >= 4 * size) {
    rest = rest - 4 * size;
    bits = 4;
  }
  if (size <= __LDBL_MAX__ / 2 && rest >= 2 * size) {
    rest = rest - 2 * size;
    bits = bits + 2;
  }
  if (rest > size - rest) {
    rest = rest - size;
    bits = bits + 1;
    if (rest + rest >= size) {
      rest = rest - size;
      bits = bits + 1;
    }
  }
  *quotient = (x < 0) != (y < 0) ? -bits : bits;
  return __builtin_indubit_signl(x) ? -rest : rest;
}
