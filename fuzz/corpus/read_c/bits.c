// Two ways to count the ones of a word.
unsigned nondet_uint(void);

int main(void)
{
    unsigned v = nondet_uint(), w = v, count = 0;
    for (int i = 0; i < 32; i++) {
        count += w & 1;
        w >>= 1;
    }
    v = v - ((v >> 1) & 0x55555555u);
    v = (v & 0x33333333u) + ((v >> 2) & 0x33333333u);
    v = (((v + (v >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
    __CPROVER_assert(v == count, "count");
    return 0;
}
