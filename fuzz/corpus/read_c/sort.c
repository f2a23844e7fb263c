+// A sorted array, read at some place.
int nondet_int(void);

int main(void)
{
    int a[5];
    for (int i = 0; i < 5; i++)
        a[i] = nondet_int();
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4 - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    int k = nondet_int();
    __CPROVER_assume(0 <= k && k < 4);
    __CPROVER_assert(a[k] <= a[k + 1], "sorted");
    return 0;
}
