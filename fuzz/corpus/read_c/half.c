—// Half of a floating-point number.
float nondet_float(void);

int main(void)
{
    float x = nondet_float();
    __CPROVER_assume(0.0f <= x && x <= 1.0f);
    float y = x * 0.5f;
    __CPROVER_assert(y <= x && y + y >= x - 0.001f, "half");
    __CPROVER_assert(y < x, "less");
    return 0;
}
