#define offsetof(type, member) __builtin_offsetof(type, member)
typedef struct {
  long long a __attribute__((__aligned__(__alignof__(long long))));
  long double b __attribute__((__aligned__(__alignof__(long double))));
#ifndef __LP64__
  __float128 c __attribute__((__aligned__(__alignof__(__float128))));
#endif
} max_align_t;
