/* Functions of math.h whose last bits IEEE 754 leaves open: any value that their facts allow, which are ranges, signs,
   and exact results. A libm whose results are within these gives no other runs. */

double __indubit_any_double(void);
float __indubit_any_float(void);

/* Any number between two, or one of them. */
double __indubit_between(double low, double high)
{
  double any = __indubit_any_double();
  return low <= any && any <= high ? any : low;
}

/* Any number with the sign of x, not 0 and not beyond a bound. */
double __indubit_like(double x, double bound)
{
  double any = __indubit_between(0, bound);
  return __builtin_indubit_signed(any, __builtin_indubit_sign(x));
}

double __indubit_undefined(void)
{
  double zero = 0;
  __INDUBIT_ERRNO(33);
  return zero / zero;
}

double __indubit_pole(double infinity)
{
  __INDUBIT_ERRNO(34);
  return infinity;
}

/* A number that cannot be told from the largest is one that overflowed. */
double __indubit_large(double x)
{
  if (__indubit_isinf(x))
    __INDUBIT_ERRNO(34);
  return x;
}

double __indubit_sin(double x)
{
  if (x != x)
    return x;
  if (__indubit_isinf(x))
    return __indubit_undefined();
  if (x == 0)
    return x;
  return __indubit_between(-1, 1);
}

double sin(double x)
{
  return __indubit_sin(x);
}

float sinf(float x)
{
  return (float)__indubit_sin(x);
}

double __indubit_cos(double x)
{
  if (x != x)
    return x;
  if (__indubit_isinf(x))
    return __indubit_undefined();
  if (x == 0)
    return 1;
  return __indubit_between(-1, 1);
}

double cos(double x)
{
  return __indubit_cos(x);
}

float cosf(float x)
{
  return (float)__indubit_cos(x);
}

double __indubit_tan(double x)
{
  if (x != x)
    return x;
  if (__indubit_isinf(x))
    return __indubit_undefined();
  if (x == 0)
    return x;
  return __indubit_between(-__DBL_MAX__, __DBL_MAX__);
}

double tan(double x)
{
  return __indubit_tan(x);
}

float tanf(float x)
{
  return (float)__indubit_tan(x);
}

double __indubit_asin(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return x;
  if (x < -1 || x > 1)
    return __indubit_undefined();
  return __indubit_like(x, 1.5707963267948968);
}

double asin(double x)
{
  return __indubit_asin(x);
}

float asinf(float x)
{
  return (float)__indubit_asin(x);
}

double __indubit_acos(double x)
{
  if (x != x)
    return x;
  if (x < -1 || x > 1)
    return __indubit_undefined();
  return x == 1 ? 0 : __indubit_between(0, 3.1415926535897936);
}

double acos(double x)
{
  return __indubit_acos(x);
}

float acosf(float x)
{
  return (float)__indubit_acos(x);
}

double __indubit_atan(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return x;
  return __indubit_like(x, 1.5707963267948968);
}

double atan(double x)
{
  return __indubit_atan(x);
}

float atanf(float x)
{
  return (float)__indubit_atan(x);
}

double __indubit_atan2(double y, double x)
{
  if (x != x || y != y)
    return x + y;
  return __indubit_like(y, 3.1415926535897936);
}

double atan2(double y, double x)
{
  return __indubit_atan2(y, x);
}

float atan2f(float y, float x)
{
  return (float)__indubit_atan2(y, x);
}

double __indubit_sinh(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return x;
  if (__indubit_isinf(x))
    return x;
  return __indubit_large(__indubit_like(x, __builtin_inf()));
}

double sinh(double x)
{
  return __indubit_sinh(x);
}

float sinhf(float x)
{
  return (float)__indubit_sinh(x);
}

double __indubit_cosh(double x)
{
  if (x != x)
    return x;
  if (__indubit_isinf(x))
    return __builtin_inf();
  return x == 0 ? 1 : __indubit_large(__indubit_between(1, __builtin_inf()));
}

double cosh(double x)
{
  return __indubit_cosh(x);
}

float coshf(float x)
{
  return (float)__indubit_cosh(x);
}

double __indubit_tanh(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return x;
  return __indubit_like(x, 1);
}

double tanh(double x)
{
  return __indubit_tanh(x);
}

float tanhf(float x)
{
  return (float)__indubit_tanh(x);
}

double __indubit_asinh(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return x;
  if (__indubit_isinf(x))
    return x;
  return __indubit_like(x, 711);
}

double asinh(double x)
{
  return __indubit_asinh(x);
}

float asinhf(float x)
{
  return (float)__indubit_asinh(x);
}

double __indubit_acosh(double x)
{
  if (x != x)
    return x;
  if (x < 1)
    return __indubit_undefined();
  if (__indubit_isinf(x))
    return x;
  return x == 1 ? 0 : __indubit_between(0, 711);
}

double acosh(double x)
{
  return __indubit_acosh(x);
}

float acoshf(float x)
{
  return (float)__indubit_acosh(x);
}

double __indubit_atanh(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return x;
  if (x < -1 || x > 1)
    return __indubit_undefined();
  if (x == 1 || x == -1)
    return __indubit_pole(x * __builtin_inf());
  return __indubit_like(x, 20);
}

double atanh(double x)
{
  return __indubit_atanh(x);
}

float atanhf(float x)
{
  return (float)__indubit_atanh(x);
}

double __indubit_exp(double x)
{
  if (x != x)
    return x;
  if (__indubit_isinf(x))
    return x > 0 ? x : 0;
  if (x == 0)
    return 1;
  if (x < 0)
    return __indubit_between(0, 1);
  return __indubit_large(__indubit_between(1, x < 700 ? __DBL_MAX__ : __builtin_inf()));
}

double exp(double x)
{
  return __indubit_exp(x);
}

float expf(float x)
{
  return (float)__indubit_exp(x);
}

double __indubit_exp2(double x)
{
  if (x != x)
    return x;
  if (__indubit_isinf(x))
    return x > 0 ? x : 0;
  if (x == 0)
    return 1;
  if (x < 0)
    return __indubit_between(0, 1);
  return __indubit_large(__indubit_between(1, x < 700 ? __DBL_MAX__ : __builtin_inf()));
}

double exp2(double x)
{
  return __indubit_exp2(x);
}

float exp2f(float x)
{
  return (float)__indubit_exp2(x);
}

double __indubit_expm1(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return x;
  if (__indubit_isinf(x))
    return x > 0 ? x : -1;
  if (x < 0)
    return __indubit_between(-1, -0.0);
  return __indubit_large(__indubit_between(0, __builtin_inf()));
}

double expm1(double x)
{
  return __indubit_expm1(x);
}

float expm1f(float x)
{
  return (float)__indubit_expm1(x);
}

double __indubit_log(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return __indubit_pole(-__builtin_inf());
  if (x < 0)
    return __indubit_undefined();
  if (__indubit_isinf(x))
    return x;
  if (x == 1)
    return 0;
  return x > 1 ? __indubit_between(0, 1024) : __indubit_between(-1075, -0.0);
}

double log(double x)
{
  return __indubit_log(x);
}

float logf(float x)
{
  return (float)__indubit_log(x);
}

double __indubit_log2(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return __indubit_pole(-__builtin_inf());
  if (x < 0)
    return __indubit_undefined();
  if (__indubit_isinf(x))
    return x;
  if (x == 1)
    return 0;
  return x > 1 ? __indubit_between(0, 1024) : __indubit_between(-1075, -0.0);
}

double log2(double x)
{
  return __indubit_log2(x);
}

float log2f(float x)
{
  return (float)__indubit_log2(x);
}

double __indubit_log10(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return __indubit_pole(-__builtin_inf());
  if (x < 0)
    return __indubit_undefined();
  if (__indubit_isinf(x))
    return x;
  if (x == 1)
    return 0;
  return x > 1 ? __indubit_between(0, 1024) : __indubit_between(-1075, -0.0);
}

double log10(double x)
{
  return __indubit_log10(x);
}

float log10f(float x)
{
  return (float)__indubit_log10(x);
}

double __indubit_log1p(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return x;
  if (x == -1)
    return __indubit_pole(-__builtin_inf());
  if (x < -1)
    return __indubit_undefined();
  if (__indubit_isinf(x))
    return x;
  return x > 0 ? __indubit_between(0, 710) : __indubit_between(-745, -0.0);
}

double log1p(double x)
{
  return __indubit_log1p(x);
}

float log1pf(float x)
{
  return (float)__indubit_log1p(x);
}

double __indubit_cbrt(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return x;
  if (__indubit_isinf(x))
    return x;
  return __indubit_like(x, 1e103);
}

double cbrt(double x)
{
  return __indubit_cbrt(x);
}

float cbrtf(float x)
{
  return (float)__indubit_cbrt(x);
}

double __indubit_hypot(double x, double y)
{
  if (__indubit_isinf(x) || __indubit_isinf(y))
    return __builtin_inf();
  if (x != x || y != y)
    return x + y;
  return __indubit_large(__indubit_between(0, __builtin_inf()));
}

double hypot(double x, double y)
{
  return __indubit_hypot(x, y);
}

float hypotf(float x, float y)
{
  return (float)__indubit_hypot(x, y);
}

double __indubit_pow(double x, double y)
{
  double any = 0;
  _Bool is_whole = 0, is_odd = 0;
  if (y == 0 || x == 1)
    return 1;
  if (x != x || y != y)
    return x + y;
  if (y == 1)
    return x;
  is_whole = __builtin_indubit_integral(4, y) == y;
  is_odd = is_whole && __builtin_indubit_integral(4, y / 2) != y / 2;
  if (x < 0 && !is_whole && !__indubit_isinf(x))
    return __indubit_undefined();
  any = __indubit_large(__indubit_between(0, __builtin_inf()));
  return __builtin_indubit_signed(any, is_odd && __builtin_indubit_sign(x));
}

double pow(double x, double y)
{
  return __indubit_pow(x, y);
}

float powf(float x, float y)
{
  return (float)__indubit_pow(x, y);
}

double __indubit_erf(double x)
{
  if (x != x)
    return x;
  if (x == 0)
    return x;
  return __indubit_like(x, 1);
}

double erf(double x)
{
  return __indubit_erf(x);
}

float erff(float x)
{
  return (float)__indubit_erf(x);
}

double __indubit_erfc(double x)
{
  if (x != x)
    return x;
  return x == 0 ? 1 : __indubit_between(0, 2);
}

double erfc(double x)
{
  return __indubit_erfc(x);
}

float erfcf(float x)
{
  return (float)__indubit_erfc(x);
}
