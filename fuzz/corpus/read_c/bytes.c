M// The bytes of a word.
unsigned nondet_uint(void);

int main(void)
{
    union {
        unsigned word;
        unsigned char byte[4];
    } u;
    u.word = nondet_uint();
    unsigned i = nondet_uint() % 4;
    __CPROVER_assert(u.byte[i] == (u.word >> 8 * i & 0xff), "byte");
    return 0;
}
