(// A write one past the end.
unsigned nondet_uint(void);

int main(void)
{
    unsigned char buffer[16];
    unsigned n = nondet_uint();
    __CPROVER_assume(n <= 16);
    buffer[n] = 1;
    return 0;
}
