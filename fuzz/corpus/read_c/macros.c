#include <stdlib.h>
#include <assert.h>
#define LIMIT 10
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#ifdef LIMIT
#define STEP(x) x = MAX(x + 1, LIMIT)
#else
#define STEP(x) x++
#endif
struct pair { int a : 3; unsigned b : 5; union { char c[4]; int d; } u; };
enum { ONE = 1, TWO };
int f(int *p) { return *p + TWO; }
int main(void) {
  struct pair s = { .a = 1, .b = ONE };
  int x = 0, *q = malloc(sizeof(int));
  if (!q) return 1;
  *q = 3;
  do { STEP(x); switch (x) { case 3: break; default: s.b += f(q); goto out; } } while (x < LIMIT);
out:
  assert(s.b <= 31);
  free(q);
  return 0;
}
