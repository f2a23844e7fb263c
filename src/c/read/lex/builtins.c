static int __builtin_popcountll(unsigned long long x) {
  x = x - (x >> 1 & 0x5555555555555555ULL);
  x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL);
  x = x + (x >> 4) & 0x0f0f0f0f0f0f0f0fULL;
  x += x >> 8;
  x += x >> 16;
  return (x + (x >> 32)) & 127;
}

static int __builtin_popcount(unsigned x) {
  x = x - (x >> 1 & 0x55555555U);
  x = (x & 0x33333333U) + (x >> 2 & 0x33333333U);
  x = x + (x >> 4) & 0x0f0f0f0fU;
  x += x >> 8;
  return (x + (x >> 16)) & 63;
}

static int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }

static int __builtin_parity(unsigned x) { return __builtin_popcount(x) & 1; }

static int __builtin_parityl(unsigned long x) { return __builtin_popcountll(x) & 1; }

static int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }

static int __builtin_clz(unsigned x) {
  int n = 0;
  if (!(x & 0xffff0000U)) { n += 16; x <<= 16; }
  if (!(x & 0xff000000U)) { n += 8; x <<= 8; }
  if (!(x & 0xf0000000U)) { n += 4; x <<= 4; }
  if (!(x & 0xc0000000U)) { n += 2; x <<= 2; }
  return x & 0x80000000U ? n : n + 1;
}

static int __builtin_clzll(unsigned long long x) { return x >> 32 ? __builtin_clz(x >> 32) : 32 + __builtin_clz(x); }

static int __builtin_clzl(unsigned long x) { return __builtin_clzll(x) - 8 * (int)(8 - sizeof x); }

static int __builtin_ctz(unsigned x) {
  int n = 0;
  if (!(x & 65535)) { n += 16; x >>= 16; }
  if (!(x & 255)) { n += 8; x >>= 8; }
  if (!(x & 15)) { n += 4; x >>= 4; }
  if (!(x & 3)) { n += 2; x >>= 2; }
  return x & 1 ? n : n + 1;
}

static int __builtin_ctzll(unsigned long long x) { return (unsigned)x ? __builtin_ctz(x) : 32 + __builtin_ctz(x >> 32); }

static int __builtin_ctzl(unsigned long x) { return __builtin_ctzll(x); }

static int __builtin_ffs(int x) { return x ? __builtin_ctz(x) + 1 : 0; }

static int __builtin_ffsl(long x) { return x ? __builtin_ctzll(x) + 1 : 0; }

static int __builtin_ffsll(long long x) { return x ? __builtin_ctzll(x) + 1 : 0; }

static int __builtin_clrsb(int x) {
  x ^= x >> 31;
  return x ? __builtin_clz(x) - 1 : 31;
}

static int __builtin_clrsbll(long long x) { return x ^ x >> 63 ? __builtin_clzll(x ^ x >> 63) - 1 : 63; }

static int __builtin_clrsbl(long x) { return __builtin_clrsbll(x) - 8 * (int)(8 - sizeof x); }

static int __builtin_abs(int x) { return x < 0 ? -x : x; }

static long __builtin_labs(long x) { return x < 0 ? -x : x; }

static long long __builtin_llabs(long long x) { return x < 0 ? -x : x; }

// The exact value is `high * 2^64 + low`, `high` being small.
static _Bool __indubit_fits(int high, unsigned long long low, _Bool is_signed, int bits) {
  if (!is_signed) return high == 0 && (bits == 64 || low >> bits % 64 == 0);
  unsigned long long limit = 1ULL << (bits - 1);
  return high == 0 ? low < limit : high == -1 && low >= -limit;
}

static _Bool __indubit_add(_Bool m, unsigned long long a, _Bool n, unsigned long long b,
                    _Bool is_signed, int bits) {
  return !__indubit_fits((a + b < a) - m - n, a + b, is_signed, bits);
}

static _Bool __indubit_sub(_Bool m, unsigned long long a, _Bool n, unsigned long long b,
                    _Bool is_signed, int bits) {
  return !__indubit_fits(n - m - (a < b), a - b, is_signed, bits);
}

static _Bool __indubit_mul(_Bool m, unsigned long long a, _Bool n, unsigned long long b,
                    _Bool is_signed, int bits) {
  if (a == 0 || b == 0) return 0;
  if (m) a = -a;
  if (n) b = -b;
  if (a >> 32 && b >> 32) return 1;
  unsigned long long low = (a & 0xffffffffU) * (b & 0xffffffffU);
  unsigned long long middle = (a >> 32) * (b & 0xffffffffU) + (b >> 32) * (a & 0xffffffffU);
  unsigned long long sum = low + (middle << 32);
  if (middle >> 32 || sum < low) return 1;
  return !__indubit_fits(m == n ? 0 : -1, m == n ? sum : -sum, is_signed, bits);
}
