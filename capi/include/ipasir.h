/* IPASIR, the interface of incremental SAT solvers, as indubit has it (capi/README.md says how to build and link it).
 *
 * A literal is a number: v for variable v, -v for its negation; variables count from 1. A solver is in one of the
 * states INPUT, SAT and UNSAT. A call that the state does not allow, or a literal that is none (0, INT_MIN), ends the
 * process with a message on standard error. A solver is used by one thread at a time; several solvers are independent.
 */
#ifndef IPASIR_H
#define IPASIR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Name and version of the solver. The text lives as long as the library. */
const char *ipasir_signature(void);

/* A new solver without clauses. State: INPUT. */
void *ipasir_init(void);

/* Ends a solver and frees its memory; nothing may be done with it any more. NULL is passed over. */
void ipasir_release(void *solver);

/* Adds a literal to the present clause, or ends the clause by 0. State afterwards: INPUT. */
void ipasir_add(void *solver, int32_t lit_or_zero);

/* Assumes a literal for the next call of ipasir_solve, and for that one only. State afterwards: INPUT. */
void ipasir_assume(void *solver, int32_t lit);

/* Solves the clauses under the assumptions. 10: satisfiable, state SAT. 20: unsatisfiable, state UNSAT. 0: the function
 * of ipasir_set_terminate said stop; state INPUT, and the assumptions are gone. The present clause must have its
 * end. */
int ipasir_solve(void *solver);

/* In state SAT: lit if it is true in the model, -lit if it is false, 0 if the model may have either. */
int32_t ipasir_val(void *solver, int32_t lit);

/* In state UNSAT: 1 if the literal was assumed and used to refute, else 0. The literals with 1 together with the
 * clauses are unsatisfiable. */
int ipasir_failed(void *solver, int32_t lit);

/* The search calls terminate(data) every few milliseconds and stops if the result is not 0. NULL takes it away. */
void ipasir_set_terminate(void *solver, void *data, int (*terminate)(void *data));

/* Calls learn(data, clause) for each learnt clause of at most max_length literals; the clause ends with 0 and is valid
 * during the call. NULL takes it away. Costs the time of a proof; set it before the first clause, for else the clauses
 * are added to a new solver, and the state is INPUT. */
void ipasir_set_learn(void *solver, void *data, int max_length, void (*learn)(void *data, int32_t *clause));

#ifdef __cplusplus
}
#endif

#endif
