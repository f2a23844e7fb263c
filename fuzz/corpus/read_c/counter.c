”// A loop with an assertion, in the style of verification tasks.
// functions: __assert_fail __VERIFIER_nondet_int abort assert main
// objects: n i
// warnings: 0
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
#define LIMIT 1000

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > LIMIT) abort();
  int i;
  for (i = 0; i < n; i++)
    ;
  assert(i == n);
  return 0;
}
