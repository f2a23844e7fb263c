#if __FLT_EVAL_METHOD__ == 2
typedef long double float_t;
typedef long double double_t;
#else
typedef float float_t;
typedef double double_t;
#endif
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VALL (__builtin_huge_vall())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_ILOGB0 (-2147483648)
#define FP_ILOGBNAN (-2147483648)
#define FP_INFINITE 1
#define FP_NAN 0
#define FP_NORMAL 4
#define FP_SUBNORMAL 3
#define FP_ZERO 2
#define MATH_ERREXCEPT 2
#define MATH_ERRNO 1
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_E 2.7182818284590452354
#define M_LN10 2.30258509299404568402
#define M_LN2 0.69314718055994530942
#define M_LOG10E 0.43429448190325182765
#define M_LOG2E 1.4426950408889634074
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_SQRT1_2 0.70710678118654752440
#define M_SQRT2 1.41421356237309504880
#define MAXFLOAT 3.40282347e+38F
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
extern double acos(double), asin(double), atan(double), cos(double), sin(double), tan(double), acosh(double), asinh(double), atanh(double), cosh(double), sinh(double), tanh(double), exp(double), exp2(double), expm1(double), log(double), log10(double), log1p(double), log2(double), logb(double), cbrt(double), fabs(double), sqrt(double), erf(double), erfc(double), lgamma(double), tgamma(double), ceil(double), floor(double), nearbyint(double), rint(double), round(double), trunc(double);
extern double atan2(double, double), pow(double, double), hypot(double, double), fmod(double, double), remainder(double, double), copysign(double, double), nextafter(double, double), fdim(double, double), fmax(double, double), fmin(double, double);
extern double frexp(double, int *), ldexp(double, int), scalbn(double, int), scalbln(double, long), modf(double, double *);
extern double fma(double, double, double), nan(const char *), nexttoward(double, long double), remquo(double, double, int *);
extern int ilogb(double);
extern long lrint(double), lround(double);
extern long long llrint(double), llround(double);
extern float acosf(float), asinf(float), atanf(float), cosf(float), sinf(float), tanf(float), acoshf(float), asinhf(float), atanhf(float), coshf(float), sinhf(float), tanhf(float), expf(float), exp2f(float), expm1f(float), logf(float), log10f(float), log1pf(float), log2f(float), logbf(float), cbrtf(float), fabsf(float), sqrtf(float), erff(float), erfcf(float), lgammaf(float), tgammaf(float), ceilf(float), floorf(float), nearbyintf(float), rintf(float), roundf(float), truncf(float);
extern float atan2f(float, float), powf(float, float), hypotf(float, float), fmodf(float, float), remainderf(float, float), copysignf(float, float), nextafterf(float, float), fdimf(float, float), fmaxf(float, float), fminf(float, float);
extern float frexpf(float, int *), ldexpf(float, int), scalbnf(float, int), scalblnf(float, long), modff(float, float *);
extern float fmaf(float, float, float), nanf(const char *), nexttowardf(float, long double), remquof(float, float, int *);
extern int ilogbf(float);
extern long lrintf(float), lroundf(float);
extern long long llrintf(float), llroundf(float);
extern long double acosl(long double), asinl(long double), atanl(long double), cosl(long double), sinl(long double), tanl(long double), acoshl(long double), asinhl(long double), atanhl(long double), coshl(long double), sinhl(long double), tanhl(long double), expl(long double), exp2l(long double), expm1l(long double), logl(long double), log10l(long double), log1pl(long double), log2l(long double), logbl(long double), cbrtl(long double), fabsl(long double), sqrtl(long double), erfl(long double), erfcl(long double), lgammal(long double), tgammal(long double), ceill(long double), floorl(long double), nearbyintl(long double), rintl(long double), roundl(long double), truncl(long double);
extern long double atan2l(long double, long double), powl(long double, long double), hypotl(long double, long double), fmodl(long double, long double), remainderl(long double, long double), copysignl(long double, long double), nextafterl(long double, long double), fdiml(long double, long double), fmaxl(long double, long double), fminl(long double, long double);
extern long double frexpl(long double, int *), ldexpl(long double, int), scalbnl(long double, int), scalblnl(long double, long), modfl(long double, long double *);
extern long double fmal(long double, long double, long double), nanl(const char *), nexttowardl(long double, long double), remquol(long double, long double, int *);
extern int ilogbl(long double);
extern long lrintl(long double), lroundl(long double);
extern long long llrintl(long double), llroundl(long double);
extern double j0(double), j1(double), jn(int, double), y0(double), y1(double), yn(int, double);
extern int signgam;
