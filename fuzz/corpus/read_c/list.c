á// A list on the stack.
struct node {
    int value;
    struct node *next;
};

int nondet_int(void);

int main(void)
{
    int x = nondet_int(), sum = 0;
    __CPROVER_assume(0 <= x && x < 100);
    struct node c = {x + 2, 0}, b = {x + 1, &c}, a = {x, &b};
    for (struct node *p = &a; p; p = p->next)
        sum += p->value;
    __CPROVER_assert(sum == 3 * x + 3, "sum");
    return 0;
}
