P// Of several assertions some fail, after different numbers of rounds.
_Bool nondet_bool(void);

int main(void)
{
    int state = 0, rounds = 0;
    while (rounds < 8) {
        if (nondet_bool())
            state = state == 4 ? 5 : state + 1;
        else
            state = state * 2 % 7;
        rounds++;
        __CPROVER_assert(state != 5, "not five");
        __CPROVER_assert(state != 7 || rounds < 3, "not seven");
        __CPROVER_assert(0 <= state && state <= 10, "range");
    }
    __CPROVER_assert(state != 6 || rounds != 8, "not six");
    return 0;
}
