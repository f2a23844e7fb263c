/* Three colours for a triangle, and then for four countries that all touch: assumptions switch the fourth on and off. */
#include "ipasir.h"

#include <stdio.h>

/* Country c has colour k. */
static int has(int c, int k) { return 3 * c + k + 1; }

/* Turns the clauses of the fourth country on. */
enum { SWITCH = 13 };

static void clause(void *solver, int a, int b, int c, int d) {
    int lits[] = {a, b, c, d};
    for (int i = 0; i < 4; i++)
        if (lits[i] != 0) ipasir_add(solver, lits[i]);
    ipasir_add(solver, 0);
}

static int stop(void *data) { return *(int *)data; }

static void count(void *data, int32_t *learnt) {
    for (int length = 0; learnt[length] != 0; length++) ++*(int *)data;
}

int main(void) {
    void *solver = ipasir_init();
    int learnt = 0, stops = 0;
    printf("%s\n", ipasir_signature());
    ipasir_set_learn(solver, &learnt, 100, count);
    for (int c = 0; c < 4; c++) {
        int off = c == 3 ? -SWITCH : 0;
        clause(solver, has(c, 0), has(c, 1), has(c, 2), off);
        for (int d = 0; d < c; d++)
            for (int k = 0; k < 3; k++) clause(solver, -has(c, k), -has(d, k), off, 0);
    }
    int three = ipasir_solve(solver);
    printf("three countries: %d, country 0 has colour", three);
    for (int k = 0; k < 3; k++)
        if (ipasir_val(solver, has(0, k)) > 0) printf(" %d", k);
    ipasir_assume(solver, SWITCH);
    ipasir_assume(solver, has(0, 0));
    int four = ipasir_solve(solver);
    printf("\nfour countries: %d, because of the switch: %d\n", four, ipasir_failed(solver, SWITCH));
    stops = 1;
    ipasir_set_terminate(solver, &stops, stop);
    int stopped = ipasir_solve(solver);
    ipasir_set_terminate(solver, NULL, NULL);
    printf("told to stop: %d, and then: %d\n", stopped, ipasir_solve(solver));
    ipasir_release(solver);
    return !(three == 10 && four == 20 && stopped == 0);
}
