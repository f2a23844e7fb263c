/* Models are verified, their evidence checked, a wrong one refused; a dialogue in SMT-LIB; a search is interrupted. */
#include "indubit.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A latch that stays 0, and must never be 1. */
static const char *latch = "aag 1 0 1 1 0\n2 2\n2\n";
/* A prime below 2^60 as the product of two numbers of 30 bits. */
static const char *hard = "int nd(void); int main() { unsigned long long a = nd() & 0x3fffffff, b = nd() & 0x3fffffff;\n"
                          "if (a > 1 && b > 1 && a * b == 1000000000000000003ULL) reach_error(); }\n";

/* Models as texts with the name of their format: a system, a program, clauses. */
static const char *texts[][3] = {
    {"format=vmt answer=json", "\"trace\":[[",
     "(declare-const x Int) (define-fun .x () Int (! x :next x.next))"
     "(define-fun .i () Bool (! (= x 0) :init true)) (define-fun .t () Bool (! (= x.next (+ x 1)) :trans true))"
     "(define-fun .p () Bool (! (< x 3) :invar-property 0))"},
    {"format=cfa", "b0 safe",
     "(declare-const n Int) (location first :initial) (location bad :error) (location head)"
     "(edge first head (assign (n 1))) (edge head head (assign (n (+ n 2)))) (edge head bad (assume (< n 0)))"},
    {"format=horn", "b0 safe",
     "(declare-fun p (Int) Bool) (assert (p 0)) (assert (forall ((x Int)) (=> (p x) (p (+ x 2)))))"
     "(assert (forall ((x Int)) (=> (and (p x) (= x 7)) false)))"},
};

static void *cancel(void *budget) {
    usleep(200000);
    indubit_cancel(budget);
    return NULL;
}

int main(void) {
    indubit_text answer, evidence;
    int wrong = 0;
    printf("%s\n", indubit_version());
    int code = indubit_verify("latch.aag", latch, strlen(latch), "engine=ic3 evidence=full", NULL, &answer, &evidence);
    printf("%d %s%s", code, answer.bytes, evidence.bytes);
    wrong |= code != 20;
    indubit_free(&answer);
    code = indubit_check("latch.aag", latch, strlen(latch), evidence.bytes, evidence.length, NULL, &answer);
    printf("checked: %d %s", code, answer.bytes);
    wrong |= code != 20;
    indubit_free(&answer);
    indubit_free(&evidence);
    code = indubit_check("latch.aag", latch, strlen(latch), "1\nb0\n1\n\n.\n", 10, NULL, &answer);
    printf("forged: %d %s", code, answer.bytes);
    wrong |= code != 3;
    indubit_free(&answer);
    code = indubit_verify("bad.aag", "aag 1 0", 7, NULL, NULL, &answer, NULL);
    printf("bad input: %d %s\n", code, answer.bytes);
    wrong |= code != 2;
    indubit_free(&answer);

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *options = texts[i][0], *text = texts[i][2];
        code = indubit_verify(NULL, text, strlen(text), options, NULL, &answer, &evidence);
        printf("%s: %d %s", options, code, answer.bytes);
        wrong |= strstr(answer.bytes, texts[i][1]) == NULL;
        indubit_free(&answer);
        int checked = indubit_check_with(NULL, text, strlen(text), options, evidence.bytes, evidence.length, NULL, &answer);
        wrong |= checked != code;
        indubit_free(&answer);
        indubit_free(&evidence);
    }

    indubit_script *script = indubit_script_new(NULL);
    indubit_script_run(script, "(declare-const x Int)(assert (= (* 3 x) 21))", NULL);
    indubit_script_run(script, "(check-sat)(get-value (x))", &answer);
    printf("%s", answer.bytes);
    wrong |= strcmp(answer.bytes, "sat\n((x 7))\n") != 0;
    indubit_free(&answer);
    indubit_script_free(script);

    indubit_budget *budget = indubit_budget_new(60, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, cancel, budget);
    code = indubit_verify("hard.c", hard, strlen(hard), NULL, budget, &answer, NULL);
    pthread_join(thread, NULL);
    printf("interrupted: %d %s", code, answer.bytes);
    wrong |= code != 30;
    indubit_free(&answer);
    indubit_budget_free(budget);
    return wrong;
}
