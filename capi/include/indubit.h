/* indubit for C: models, evidence and scripts. ipasir.h has the SAT solver.
 *
 * Texts and buffers that the library gives out belong to the caller until indubit_free; pointers that the caller gives
 * are read during the call only. Objects are used by one thread at a time, but indubit_cancel may be called from any.
 * A null pointer where an object is wanted ends the process with a message.
 */
#ifndef INDUBIT_H
#define INDUBIT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Name and version; the text lives as long as the library. */
const char *indubit_version(void);

/* A text of the library: its bytes, and a 0 behind them that length does not count. */
typedef struct indubit_text {
    char *bytes;
    size_t length;
} indubit_text;

/* Frees a text; its pointer is null afterwards. */
void indubit_free(indubit_text *text);

/* Limits of work, counted from now on: seconds of the clock (0: none) and bytes (0: none). */
typedef struct indubit_budget indubit_budget;
indubit_budget *indubit_budget_new(double seconds, uint64_t bytes);
/* Ends all work on the budget soon, from any thread. */
void indubit_cancel(const indubit_budget *budget);
void indubit_budget_free(indubit_budget *budget);

/* Verifies a model in any format that the program reads: circuits, systems, programs, clauses. The name tells the
 * format if the bytes do not, as task.c does; the option format names it, and then the name, which may be NULL, is for
 * messages alone.
 *
 * options: words key=value with blanks between them, or NULL: engine=NAME (default: portfolio, on one thread ic3 for
 *   circuits), threads=N (1), seed=N (0), property=N or jN (all), evidence=on|full|off, whether it is checked (on; check
 *   is the old name), form=text|script|vmt|aiger of proofs (text), format=aiger|btor2|vmt|cfa|c|horn of the model.
 *   Of C programs also arch=32|64 (32), check_bounds, check_division, check_memory, check_overflow,
 *   check_shifts=on|off (off), heap_objects=N (4), extern=by-property|any|pure (by-property), integers=words|math|reals (words),
 *   volatile=stored|arbitrary (stored), property=unreach-call|error-label|no-overflow, and random_runs=on|off (off): a
 *   portfolio also tries random runs.
 *   answer=text|told|json (text): the form of the answer.
 * answer: a line for each property, `b0 safe`, `b1 unsafe DEPTH`, `b2 unknown REASON`; or the message of an error, with
 *   line and column. Told, the parts of the invariant or the steps of the trace follow each line, with two blanks in
 *   front. As JSON {"properties":[{...}]}, with the names of the program's --json: index, kind (bad or
 *   justice), name, verdict, engine; of safe ones invariant (a list of its parts) and k; of unsafe ones depth, failure
 *   (kind, text, line, column, function; of C programs), trace (the changes of each step) and loop (the step to which
 *   the last one leads back); of unknown ones reason and safe_depth.
 * evidence: certificates and counterexamples, one after the other; NULL if it is not wanted. Where random runs have
 *   found an error, which has no form that indubit_check reads, the engines look for another run; if the budget ends
 *   before, the evidence is a witness of the competition (YAML, of an unknown date).
 * The result is the exit code of the program: 20 safe, 10 unsafe, 30 unknown, 1 an option is wrong, 2 the model is
 *   wrong, 3 evidence failed its check, which is a defect. */
int indubit_verify(const char *name, const void *bytes, size_t length, const char *options,
                   const indubit_budget *budget, indubit_text *answer, indubit_text *evidence);

/* Checks evidence about a model, in any form that the program reads: 20 if it proves all properties, 10 if it refutes
 * one, 3 if any of it is wrong, 30 if it leaves a property open or a limit was reached, 2 if model or evidence cannot
 * be read. answer: a line for each claim. */
int indubit_check(const char *name, const void *bytes, size_t length, const void *evidence, size_t evidence_length,
                  const indubit_budget *budget, indubit_text *answer);

/* The same for a model whose format is named, or a C program that was verified with options about C: the options of
 * indubit_verify, or NULL. */
int indubit_check_with(const char *name, const void *bytes, size_t length, const char *options, const void *evidence,
                       size_t evidence_length, const indubit_budget *budget, indubit_text *answer);

/* A model that is built: a transition system of states, or Horn clauses of predicates. A call gives the number of what
 * it has made, which other calls on the same model take, or 0 after an error. The first error stays: later calls change
 * nothing, and indubit_model_text, _verify and _check tell its message with the code 2. Sorts and terms are texts in
 * SMT-LIB's words, such as "(_ BitVec 8)" and "(bvadd x #x01)", over the names that were declared. */
typedef struct indubit_model indubit_model;
typedef uint32_t indubit_term;
indubit_model *indubit_model_new(void);
void indubit_model_free(indubit_model *model);

/* A variable, with any value in each step of a system; a rule holds for all values. */
indubit_term indubit_model_variable(indubit_model *model, const char *name, const char *sort);
/* A term from a text; an operator, such as "bvadd" or "(_ extract 7 0)", applied to terms. */
indubit_term indubit_model_term(indubit_model *model, const char *text);
indubit_term indubit_model_apply(indubit_model *model, const char *operator_, const indubit_term *terms, size_t count);

/* A state of a system, and its value in the next step, for indubit_model_trans. The name NAME.next is taken, too. */
indubit_term indubit_model_state(indubit_model *model, const char *name, const char *sort);
indubit_term indubit_model_next(indubit_model *model, indubit_term state);
/* A formula over states that is true in the first step. */
void indubit_model_init(indubit_model *model, indubit_term formula);
/* The value that a state has in the next step. A state without one takes any value. */
void indubit_model_step(indubit_model *model, indubit_term state, indubit_term value);
/* A formula over states, variables and next values that is true of each step. */
void indubit_model_trans(indubit_model *model, indubit_term formula);
/* A formula over states and variables that is true in each step, the last one included. */
void indubit_model_constraint(indubit_model *model, indubit_term formula);
/* A property: the states and variables that must not be reached. Its number, from 0, or -1. The name may be "". */
int indubit_model_bad(indubit_model *model, const char *name, indubit_term formula);

/* A predicate of rules, and a predicate applied to terms. */
indubit_term indubit_model_predicate(indubit_model *model, const char *name, const char *const *sorts, size_t count);
indubit_term indubit_model_atom(indubit_model *model, indubit_term predicate, const indubit_term *terms, size_t count);
/* The applied predicates and formulas of the body imply the head, an applied predicate; or of a query, false. */
void indubit_model_rule(indubit_model *model, indubit_term head, const indubit_term *body, size_t count);
void indubit_model_query(indubit_model *model, const indubit_term *body, size_t count);

/* The model in VMT-LIB, or as a script of clauses; the code is 0. */
int indubit_model_text(indubit_model *model, indubit_text *text);
/* indubit_verify and indubit_check for this text. */
int indubit_model_verify(indubit_model *model, const char *options, const indubit_budget *budget, indubit_text *answer,
                         indubit_text *evidence);
int indubit_model_check(indubit_model *model, const void *evidence, size_t length, const indubit_budget *budget,
                        indubit_text *answer);

/* An SMT-LIB dialogue: the state stays between pieces of text. */
typedef struct indubit_script indubit_script;
indubit_script *indubit_script_new(const indubit_budget *budget);
/* Carries out the commands of a piece and gives their answers. A piece holds whole commands. */
void indubit_script_run(indubit_script *script, const char *commands, indubit_text *answers);
void indubit_script_free(indubit_script *script);

/* The same for programs: terms are texts in SMT-LIB's words; a text has the message where a call fails.
 *
 * Checks the assertions: 10 satisfiable, 20 unsatisfiable, 0 unknown. After `(minimize TERM)`, `(maximize TERM)` or
 * `(assert-soft FORMULA :weight W)` in indubit_script_run, the model is a best one. */
int indubit_script_check(indubit_script *script);
/* 1 and the value of a term in the model; 0 if there is none. */
int indubit_script_value(indubit_script *script, const char *term, indubit_text *value);

/* The best value of an objective after a check, by its place among the objectives, from 0; soft formulas of one :id are
 * one objective. 0 if there is none. number, which may be NULL, is the nearest one, or infinite; value is exact. */
enum {
    INDUBIT_REACHED = 1,  /* the model has this value */
    INDUBIT_ABOVE = 2,    /* values come as near to it as one likes, and all are above */
    INDUBIT_BELOW = 3,    /* the same from below */
    INDUBIT_UNBOUNDED = 4 /* there are values beyond any number */
};
int indubit_script_optimum(indubit_script *script, size_t objective, double *number, indubit_text *value);

/* All models, as far as they differ on these terms, a text such as "x (+ x y)". indubit_script_models begins and gives
 * 1, or 0 if these are no terms. indubit_script_next gives 1 and a model for indubit_script_value, 0 if there is no
 * further one, or -1 if that is unknown. With objectives, better models come first. Commands in between are in a scope,
 * which is left behind the last model or by indubit_script_end. */
int indubit_script_models(indubit_script *script, const char *terms, indubit_text *message);
int indubit_script_next(indubit_script *script, indubit_text *message);
void indubit_script_end(indubit_script *script);

/* All models of a solver of ipasir.h, as far as they differ on these literals, under the assumptions made before.
 * indubit_sat_next gives 1, and ipasir_val has the model; 0 if there is no further one; -1 if the search was told to
 * stop, and may be asked again. Any other call that changes the solver ends the models. */
void indubit_sat_models(void *solver, const int32_t *lits, size_t count);
int indubit_sat_next(void *solver);

/* A propagator: functions of the caller that take part in the search of a solver of ipasir.h, for conditions that are
 * too many to write down as clauses. The calls are those of IPASIR-UP (Fazekas et al., SAT 2023). A function that is
 * NULL does nothing, but reason must be there if propagate is. None may call the solver, or throw.
 *
 * The solver believes the propagator. What it can check ends the process with a message: a literal that is not
 * observed, a reason without its literal or with others that were not false when the literal was propagated. */
typedef struct indubit_clause indubit_clause;
typedef struct indubit_propagator {
    /* The first argument of all functions. */
    void *data;
    /* These observed literals became true. Each once, until backtracked. */
    void (*assigned)(void *data, const int32_t *lits, size_t count);
    /* A decision level was opened. */
    void (*new_level)(void *data);
    /* Literals above this level are open again. The level 0 has those that stay. */
    void (*backtracked)(void *data, size_t level);
    /* A literal that follows, and was not named since the last change; 0: none. Asked until there is none. */
    int32_t (*propagate)(void *data);
    /* The clause by which a propagated literal follows, with the literal, by indubit_clause_add. Asked for only if it
     * is needed. Without literals: the search ends, ipasir_solve gives 0, and models are at their end. */
    void (*reason)(void *data, int32_t lit, indubit_clause *clause);
    /* The next decision; 0: no wish. It counts if the literal is open. */
    int32_t (*decide)(void *data);
    /* Whether an assignment to all observed variables may be a model: 1 or 0. One that is refused must be excluded by
     * clause; else the result is 0. */
    int (*accepts)(void *data, const int32_t *model, size_t count);
    /* 1: a further clause, given by indubit_clause_add; 0: none; -1: the search ends, and its result is 0. Asked after
     * each propagation and each refusal, until there is none. */
    int (*clause)(void *data, indubit_clause *clause);
} indubit_propagator;
void indubit_clause_add(indubit_clause *clause, int32_t lit);
/* Takes the place of the propagator before; NULL takes it away. The structure is copied. */
void indubit_sat_connect(void *solver, const indubit_propagator *propagator);
/* Has the propagator observe a variable. Cheap for a variable that no call has named before; else the clauses are added
 * to a new solver. */
void indubit_sat_observe(void *solver, int32_t variable);

#ifdef __cplusplus
}
#endif

#endif
