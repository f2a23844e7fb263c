/* A transition system and Horn clauses are built term by term and verified, and their evidence is checked. */
#include "indubit.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* An operator with two arguments. */
static indubit_term both(indubit_model *model, const char *operator_, indubit_term left, indubit_term right) {
    indubit_term terms[] = {left, right};
    return indubit_model_apply(model, operator_, terms, COUNT(terms));
}

/* Verifies the model, prints the answer, and checks the evidence; 0 if the codes are as wanted. */
static int verify(indubit_model *model, const char *options, int wanted) {
    indubit_text answer, evidence;
    int code = indubit_model_verify(model, options, NULL, &answer, &evidence);
    printf("%d\n%s", code, answer.bytes);
    indubit_free(&answer);
    int checked = code == wanted ? indubit_model_check(model, evidence.bytes, evidence.length, NULL, &answer) : 0;
    if (code == wanted)
        indubit_free(&answer);
    indubit_free(&evidence);
    return code != wanted || checked != wanted;
}

/* A counter that goes on, unless it is held, up to 9 and then to 0. The bad states are those with this value. */
static int counter(const char *bad, int wanted) {
    indubit_model *model = indubit_model_new();
    indubit_term count = indubit_model_state(model, "count", "(_ BitVec 4)");
    indubit_term hold = indubit_model_variable(model, "hold", "Bool");
    indubit_term nine = indubit_model_term(model, "#x9");
    indubit_model_init(model, both(model, "=", count, indubit_model_term(model, "#x0")));
    indubit_term parts[] = {both(model, "=", count, nine), indubit_model_term(model, "#x0"),
                            indubit_model_term(model, "(bvadd count #x1)")};
    indubit_term after[] = {hold, count, indubit_model_apply(model, "ite", parts, COUNT(parts))};
    indubit_model_step(model, count, indubit_model_apply(model, "ite", after, COUNT(after)));
    indubit_model_bad(model, "reached", both(model, "=", count, indubit_model_term(model, bad)));
    int wrong = verify(model, "answer=told threads=1", wanted);
    indubit_model_free(model);
    return wrong;
}

/* Even numbers: 0 is one, and with x also x + 2; 7 is none. */
static int even(void) {
    indubit_model *model = indubit_model_new();
    const char *sorts[] = {"Int"};
    indubit_term number = indubit_model_predicate(model, "even", sorts, COUNT(sorts));
    indubit_term x = indubit_model_variable(model, "x", "Int");
    indubit_term zero = indubit_model_term(model, "0"), sum = indubit_model_term(model, "(+ x 2)");
    indubit_term at_x = indubit_model_atom(model, number, &x, 1);
    indubit_model_rule(model, indubit_model_atom(model, number, &zero, 1), NULL, 0);
    indubit_model_rule(model, indubit_model_atom(model, number, &sum, 1), &at_x, 1);
    indubit_term query[] = {at_x, indubit_model_term(model, "(= x 7)")};
    indubit_model_query(model, query, COUNT(query));
    indubit_text text;
    indubit_model_text(model, &text);
    printf("%s", text.bytes);
    indubit_free(&text);
    int wrong = verify(model, "answer=told engine=spacer", 20);
    indubit_model_free(model);
    return wrong;
}

/* The first error is told, and later calls change nothing. */
static int refused(void) {
    indubit_model *model = indubit_model_new();
    indubit_term x = indubit_model_state(model, "x", "Int");
    indubit_term wrong = both(model, "bvadd", x, x);
    indubit_model_bad(model, "", both(model, "=", wrong, x));
    indubit_text answer;
    int code = indubit_model_verify(model, NULL, NULL, &answer, NULL);
    printf("%d %s\n", code, answer.bytes);
    int told = strstr(answer.bytes, "indubit_model_apply: ") == answer.bytes;
    indubit_free(&answer);
    indubit_model_free(model);
    return wrong != 0 || code != 2 || !told;
}

int main(void) {
    int wrong = counter("#x3", 10);
    wrong |= counter("#xc", 20);
    wrong |= even();
    wrong |= refused();
    return wrong;
}
