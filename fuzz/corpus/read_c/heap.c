¼// A loop that runs once too often over an object of the heap.
#include <stdlib.h>

int nondet_int(void);

int main(void)
{
    int n = nondet_int();
    __CPROVER_assume(0 < n && n < 4);
    char *p = malloc(n);
    if (!p)
        return 0;
    for (int i = 0; i <= n; i++)
        p[i] = i;
    __CPROVER_assert(p[0] == 0, "first");
    free(p);
    return 0;
}
