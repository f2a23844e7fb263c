r// The only factors of a number are found in the trace.
unsigned nondet_uint(void);

int main(void)
{
    unsigned left = nondet_uint(), right = nondet_uint();
    __CPROVER_assume(1 < left && left < right && right < 8051);
    __CPROVER_assert(left * right != 8051, "prime");
    return 0;
}
