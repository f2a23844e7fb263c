//! Builtins of GNU C that are defined here as C text.
//!
//! A builtin whose type depends on an operand, such as `__sync_fetch_and_add`, is a macro over a statement expression.
//! Any other one is a function, which is put before a program that mentions it. Programs have one thread, so an atomic
//! operation is an ordinary one.

/// An operation on `*p` whose value is the old one (`o`), or the new one.
macro_rules! atomics {
    ($(($name:literal, $value:literal)),* $(,)?) => {
        concat!($(
            "#define __sync_fetch_and_", $name, "(p, v, ...) __indubit_update(p, v, ", $value, ", __indubit_o)\n",
            "#define __sync_", $name, "_and_fetch(p, v, ...) __indubit_update(p, v, ", $value, ", *__indubit_p)\n",
            "#define __atomic_fetch_", $name, "(p, v, m) __indubit_update(p, v, ", $value, ", __indubit_o)\n",
            "#define __atomic_", $name, "_fetch(p, v, m) __indubit_update(p, v, ", $value, ", *__indubit_p)\n",
        )*)
    };
}

/// The checks of arithmetic, with and without a type in the name.
macro_rules! overflows {
    ($($name:literal $op:literal),*) => {
        concat!($(
            "#define __builtin_", $name, "_overflow(a, b, r) ({ __typeof__((a) + 0) __indubit_a = (a); ",
            "__typeof__((b) + 0) __indubit_b = (b); __typeof__(&*(r)) __indubit_r = (r); ",
            "_Bool __indubit_f = __indubit_", $name, "(__indubit_a < 0, __indubit_a, __indubit_b < 0, __indubit_b, ",
            "(__typeof__(*__indubit_r))-1 < 0, 8 * sizeof *__indubit_r); *__indubit_r = ",
            "(unsigned long long)__indubit_a ", $op, " (unsigned long long)__indubit_b; __indubit_f; })\n",
            "#define __builtin_", $name, "_overflow_p(a, b, c) ({ __typeof__((a) + 0) __indubit_a = (a); ",
            "__typeof__((b) + 0) __indubit_b = (b); int __indubit_c = __builtin_indubit_bits(c); ",
            "(_Bool)__indubit_", $name, "(__indubit_a < 0, __indubit_a, __indubit_b < 0, __indubit_b, ",
            "__indubit_c < 0, __indubit_c < 0 ? -__indubit_c : __indubit_c); })\n",
            "#define __builtin_s", $name, "_overflow(a, b, r) __builtin_", $name, "_overflow((int)(a), (int)(b), r)\n",
            "#define __builtin_sa", $name, "l_overflow(a, b, r) 0\n",
            "#define __builtin_s", $name, "l_overflow(a, b, r) __builtin_", $name,
            "_overflow((long)(a), (long)(b), r)\n",
            "#define __builtin_s", $name, "ll_overflow(a, b, r) __builtin_", $name,
            "_overflow((long long)(a), (long long)(b), r)\n",
            "#define __builtin_u", $name, "_overflow(a, b, r) __builtin_", $name,
            "_overflow((unsigned)(a), (unsigned)(b), r)\n",
            "#define __builtin_u", $name, "l_overflow(a, b, r) __builtin_", $name,
            "_overflow((unsigned long)(a), (unsigned long)(b), r)\n",
            "#define __builtin_u", $name, "ll_overflow(a, b, r) __builtin_", $name,
            "_overflow((unsigned long long)(a), (unsigned long long)(b), r)\n",
        )*)
    };
}

/// Definitions of macros.
pub(super) const MACROS: &str = concat!(
    "#define __indubit_update(p, v, new, value) ({ __typeof__(&*(p)) __indubit_p = (p); ",
    "__typeof__(*__indubit_p) __indubit_v = (v); __typeof__(*__indubit_p) __indubit_o = *__indubit_p; ",
    "*__indubit_p = new; value; })\n",
    atomics!(
        ("add", "__indubit_o + __indubit_v"),
        ("sub", "__indubit_o - __indubit_v"),
        ("or", "__indubit_o | __indubit_v"),
        ("and", "__indubit_o & __indubit_v"),
        ("xor", "__indubit_o ^ __indubit_v"),
        ("nand", "~(__indubit_o & __indubit_v)"),
    ),
    "#define __indubit_swap(p, e, v, value) ({ __typeof__(&*(p)) __indubit_p = (p); ",
    "__typeof__(*__indubit_p) __indubit_e = (e); __typeof__(*__indubit_p) __indubit_v = (v); ",
    "__typeof__(*__indubit_p) __indubit_o = *__indubit_p; ",
    "if (__indubit_o == __indubit_e) *__indubit_p = __indubit_v; value; })\n",
    "#define __sync_bool_compare_and_swap(p, e, v, ...) ",
    "__indubit_swap(p, e, v, (_Bool)(__indubit_o == __indubit_e))\n",
    "#define __sync_val_compare_and_swap(p, e, v, ...) __indubit_swap(p, e, v, __indubit_o)\n",
    "#define __sync_lock_test_and_set(p, v, ...) __indubit_update(p, v, __indubit_v, __indubit_o)\n",
    "#define __sync_lock_release(p, ...) ((void)(*(p) = 0))\n",
    "#define __sync_synchronize(...) ((void)0)\n",
    "#define __atomic_load_n(p, m) ({ *(p); })\n",
    "#define __atomic_load(p, r, m) ((void)(*(r) = *(p)))\n",
    "#define __atomic_store_n(p, v, m) ((void)(*(p) = (v)))\n",
    "#define __atomic_store(p, v, m) ((void)(*(p) = *(v)))\n",
    "#define __atomic_exchange_n(p, v, m) __indubit_update(p, v, __indubit_v, __indubit_o)\n",
    "#define __atomic_exchange(p, v, r, m) ((void)(*(r) = __indubit_update(p, *(v), __indubit_v, __indubit_o)))\n",
    "#define __atomic_compare_exchange_n(p, e, v, w, s, f) ({ __typeof__(&*(p)) __indubit_p = (p); ",
    "__typeof__(&*(e)) __indubit_e = (e); __typeof__(*__indubit_p) __indubit_v = (v); ",
    "_Bool __indubit_s = *__indubit_p == *__indubit_e; ",
    "if (__indubit_s) *__indubit_p = __indubit_v; else *__indubit_e = *__indubit_p; __indubit_s; })\n",
    "#define __atomic_compare_exchange(p, e, v, w, s, f) __atomic_compare_exchange_n(p, e, *(v), w, s, f)\n",
    "#define __atomic_test_and_set(p, m) ({ char *__indubit_p = (char *)(p); char __indubit_o = *__indubit_p; ",
    "*__indubit_p = 1; (_Bool)__indubit_o; })\n",
    "#define __atomic_clear(p, m) ((void)(*(char *)(p) = 0))\n",
    "#define __atomic_thread_fence(m) ((void)0)\n",
    "#define __atomic_signal_fence(m) ((void)0)\n",
    "#define __atomic_always_lock_free(n, p) 1\n",
    "#define __atomic_is_lock_free(n, p) 1\n",
    overflows!("add" "+", "sub" "-", "mul" "*"),
);

/// Functions by name, with the names of those that they call.
const FUNCTIONS: [(&str, &[&str], &str); 25] = [
    ("__builtin_popcountll", &[], "int f(unsigned long long x) {
  x = x - (x >> 1 & 0x5555555555555555ULL);
  x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL);
  x = x + (x >> 4) & 0x0f0f0f0f0f0f0f0fULL;
  x += x >> 8;
  x += x >> 16;
  return (x + (x >> 32)) & 127;
}"),
    ("__builtin_popcount", &[], "int f(unsigned x) {
  x = x - (x >> 1 & 0x55555555U);
  x = (x & 0x33333333U) + (x >> 2 & 0x33333333U);
  x = x + (x >> 4) & 0x0f0f0f0fU;
  x += x >> 8;
  return (x + (x >> 16)) & 63;
}"),
    ("__builtin_popcountl", &["__builtin_popcountll"], "int f(unsigned long x) { return __builtin_popcountll(x); }"),
    ("__builtin_parity", &["__builtin_popcount"], "int f(unsigned x) { return __builtin_popcount(x) & 1; }"),
    ("__builtin_parityl", &["__builtin_popcountll"], "int f(unsigned long x) { return __builtin_popcountll(x) & 1; }"),
    ("__builtin_parityll", &["__builtin_popcountll"],
     "int f(unsigned long long x) { return __builtin_popcountll(x) & 1; }"),
    ("__builtin_clz", &[], "int f(unsigned x) {
  int n = 0;
  if (!(x & 0xffff0000U)) { n += 16; x <<= 16; }
  if (!(x & 0xff000000U)) { n += 8; x <<= 8; }
  if (!(x & 0xf0000000U)) { n += 4; x <<= 4; }
  if (!(x & 0xc0000000U)) { n += 2; x <<= 2; }
  return x & 0x80000000U ? n : n + 1;
}"),
    ("__builtin_clzll", &["__builtin_clz"],
     "int f(unsigned long long x) { return x >> 32 ? __builtin_clz(x >> 32) : 32 + __builtin_clz(x); }"),
    ("__builtin_clzl", &["__builtin_clzll"],
     "int f(unsigned long x) { return __builtin_clzll(x) - 8 * (int)(8 - sizeof x); }"),
    ("__builtin_ctz", &[], "int f(unsigned x) {
  int n = 0;
  if (!(x & 65535)) { n += 16; x >>= 16; }
  if (!(x & 255)) { n += 8; x >>= 8; }
  if (!(x & 15)) { n += 4; x >>= 4; }
  if (!(x & 3)) { n += 2; x >>= 2; }
  return x & 1 ? n : n + 1;
}"),
    ("__builtin_ctzll", &["__builtin_ctz"],
     "int f(unsigned long long x) { return (unsigned)x ? __builtin_ctz(x) : 32 + __builtin_ctz(x >> 32); }"),
    ("__builtin_ctzl", &["__builtin_ctzll"], "int f(unsigned long x) { return __builtin_ctzll(x); }"),
    ("__builtin_ffs", &["__builtin_ctz"], "int f(int x) { return x ? __builtin_ctz(x) + 1 : 0; }"),
    ("__builtin_ffsl", &["__builtin_ctzll"], "int f(long x) { return x ? __builtin_ctzll(x) + 1 : 0; }"),
    ("__builtin_ffsll", &["__builtin_ctzll"], "int f(long long x) { return x ? __builtin_ctzll(x) + 1 : 0; }"),
    ("__builtin_clrsb", &["__builtin_clz"], "int f(int x) {
  x ^= x >> 31;
  return x ? __builtin_clz(x) - 1 : 31;
}"),
    ("__builtin_clrsbll", &["__builtin_clzll"],
     "int f(long long x) { return x ^ x >> 63 ? __builtin_clzll(x ^ x >> 63) - 1 : 63; }"),
    ("__builtin_clrsbl", &["__builtin_clrsbll"],
     "int f(long x) { return __builtin_clrsbll(x) - 8 * (int)(8 - sizeof x); }"),
    ("__builtin_abs", &[], "int f(int x) { return x < 0 ? -x : x; }"),
    ("__builtin_labs", &[], "long f(long x) { return x < 0 ? -x : x; }"),
    ("__builtin_llabs", &[], "long long f(long long x) { return x < 0 ? -x : x; }"),
    // The exact value is `high * 2^64 + low`, `high` being small.
    ("__indubit_fits", &[], "_Bool f(int high, unsigned long long low, _Bool is_signed, int bits) {
  if (!is_signed) return high == 0 && (bits == 64 || low >> bits % 64 == 0);
  unsigned long long limit = 1ULL << (bits - 1);
  return high == 0 ? low < limit : high == -1 && low >= -limit;
}"),
    ("__indubit_add", &["__indubit_fits"], "_Bool f(_Bool m, unsigned long long a, _Bool n, unsigned long long b,
                    _Bool is_signed, int bits) {
  return !__indubit_fits((a + b < a) - m - n, a + b, is_signed, bits);
}"),
    ("__indubit_sub", &["__indubit_fits"], "_Bool f(_Bool m, unsigned long long a, _Bool n, unsigned long long b,
                    _Bool is_signed, int bits) {
  return !__indubit_fits(n - m - (a < b), a - b, is_signed, bits);
}"),
    ("__indubit_mul", &["__indubit_fits"], "_Bool f(_Bool m, unsigned long long a, _Bool n, unsigned long long b,
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
}"),
];

/// The place of a function in the list.
pub(super) fn builtin_function(name: &str) -> Option<usize> {
    FUNCTIONS.iter().position(|&(known, ..)| known == name)
}

/// The text of functions, those that they call before them.
pub(super) fn builtin_text(wanted: &[usize]) -> String {
    let mut chosen: Vec<usize> = wanted.to_vec();
    let mut at = 0;
    while let Some(&function) = chosen.get(at) {
        at += 1;
        let calls = FUNCTIONS.get(function).map_or(&[][..], |&(_, calls, _)| calls);
        for call in calls.iter().filter_map(|name| builtin_function(name)) {
            if !chosen.contains(&call) {
                chosen.push(call);
            }
        }
    }
    // In the list a function stands behind those that it calls.
    let of_list = FUNCTIONS.iter().enumerate().filter(|(at, _)| chosen.contains(at));
    of_list
        .map(|(_, &(name, _, text))| format!("static {}\n", text.replacen(" f(", &format!(" {}(", name), 1)))
        .collect()
}
