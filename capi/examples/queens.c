/* Eight queens by a propagator: all solutions, without a clause. Then all models of a formula, and best ones. */
#include "indubit.h"
#include "ipasir.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 8, CELLS = SIZE * SIZE };

/* The assignment as the propagator sees it: literals in order, and where levels begin. */
struct board {
    int32_t trail[CELLS];
    size_t count, levels[CELLS + 1], level;
    int value[CELLS + 1], said[CELLS + 1];
    /* The first cell of a row that was refused, or 0. */
    int refused;
};

static int threatens(int a, int b) {
    int rows = abs((a - 1) / SIZE - (b - 1) / SIZE), columns = abs((a - 1) % SIZE - (b - 1) % SIZE);
    return a != b && (rows == 0 || columns == 0 || rows == columns);
}

static void assigned(void *data, const int32_t *lits, size_t count) {
    struct board *board = data;
    for (size_t i = 0; i < count; i++) {
        board->trail[board->count++] = lits[i];
        board->value[abs(lits[i])] = lits[i] > 0 ? 1 : -1;
    }
}

static void new_level(void *data) {
    struct board *board = data;
    board->levels[board->level++] = board->count;
}

static void backtracked(void *data, size_t level) {
    struct board *board = data;
    while (board->count > board->levels[level]) board->value[abs(board->trail[--board->count])] = 0;
    board->level = level;
    memset(board->said, 0, sizeof board->said);
}

/* Cells that a queen threatens are empty. */
static int32_t propagate(void *data) {
    struct board *board = data;
    for (size_t i = 0; i < board->count; i++)
        for (int cell = 1; board->trail[i] > 0 && cell <= CELLS; cell++)
            if (threatens(board->trail[i], cell) && board->value[cell] != -1 && !board->said[cell]) {
                board->said[cell] = board->trail[i];
                return -cell;
            }
    return 0;
}

static void reason(void *data, int32_t lit, indubit_clause *clause) {
    struct board *board = data;
    indubit_clause_add(clause, lit);
    for (size_t i = 0; i < board->count; i++)
        if (board->trail[i] > 0 && threatens(board->trail[i], -lit)) {
            indubit_clause_add(clause, -board->trail[i]);
            return;
        }
}

/* A model is refused if a row has no queen, and then excluded by the clause that the row has one. */
static int accepts(void *data, const int32_t *model, size_t count) {
    struct board *board = data;
    board->refused = 0;
    for (size_t row = 0; row < count; row += SIZE) {
        int queens = 0;
        for (int cell = 0; cell < SIZE; cell++) queens += model[row + cell] > 0;
        if (queens == 0) board->refused = row + 1;
    }
    return board->refused == 0;
}

static int clause(void *data, indubit_clause *clause) {
    struct board *board = data;
    int first = board->refused;
    for (int cell = 0; first != 0 && cell < SIZE; cell++) indubit_clause_add(clause, first + cell);
    board->refused = 0;
    return first != 0;
}

static int queens(void) {
    static struct board board;
    indubit_propagator propagator = {&board, assigned, new_level, backtracked, propagate, reason, NULL, accepts, clause};
    void *solver = ipasir_init();
    int32_t cells[CELLS];
    int models = 0, next;
    indubit_sat_connect(solver, &propagator);
    for (int cell = 1; cell <= CELLS; cell++) {
        cells[cell - 1] = cell;
        indubit_sat_observe(solver, cell);
    }
    indubit_sat_models(solver, cells, CELLS);
    while ((next = indubit_sat_next(solver)) == 1) {
        models++;
        for (int a = 1; a <= CELLS; a++)
            for (int b = 1; b < a; b++)
                if (ipasir_val(solver, a) > 0 && ipasir_val(solver, b) > 0 && threatens(a, b)) return 1;
    }
    ipasir_release(solver);
    printf("%d queens: %d solutions\n", SIZE, models);
    return next != 0 || models != 92;
}

/* Whether the objective has this optimum; prints it. */
static int best(indubit_script *script, size_t objective, int kind, double number) {
    double found = 0;
    indubit_text text;
    int told = indubit_script_optimum(script, objective, &found, &text);
    printf("objective %d: %d %s\n", (int)objective, told, text.bytes);
    indubit_free(&text);
    return told == kind && found == number;
}

static int formulas(void) {
    indubit_script *script = indubit_script_new(NULL);
    indubit_text text;
    int models = 0, sum = 0, next, wrong = 0;
    indubit_script_run(script, "(declare-const x Int)(declare-const y Int)(assert (<= 0 x y 3))", NULL);
    indubit_script_models(script, "x (* 2 y)", NULL);
    for (; (next = indubit_script_next(script, NULL)) == 1; models++) {
        indubit_script_value(script, "(+ x y)", &text);
        sum += atoi(text.bytes);
        indubit_free(&text);
    }
    printf("%d models\n", models);
    wrong |= next != 0 || models != 10 || sum != 30;
    wrong |= indubit_script_value(script, "(+ x", &text) != 0;
    indubit_free(&text);
    indubit_script_run(script, "(declare-const r Real)(assert (< (* 3 r) 2))(set-option :opt.priority box)", NULL);
    indubit_script_run(script, "(maximize (+ x y))(maximize r)(minimize r)", NULL);
    indubit_script_run(script, "(assert-soft (< y 2) :weight 5)(assert-soft (> x 1) :weight 0.5)", NULL);
    wrong |= indubit_script_check(script) != 10;
    wrong |= !best(script, 0, INDUBIT_REACHED, 6) || !best(script, 1, INDUBIT_BELOW, 2.0 / 3);
    wrong |= !best(script, 2, INDUBIT_UNBOUNDED, -INFINITY) || !best(script, 3, INDUBIT_REACHED, 0.5);
    wrong |= indubit_script_optimum(script, 4, NULL, NULL) != 0;
    indubit_script_free(script);
    return wrong;
}

int main(void) {
    int wrong = queens();
    return wrong | formulas();
}
