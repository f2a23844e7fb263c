//! The words of this crate, one word per thing.
//!
//! Papers have several words for the same thing, and the same word for several. The essays at the beginnings of modules
//! use these:
//!
//! | word | meaning | elsewhere |
//! | --- | --- | --- |
//! | *argument* | of a predicate of Horn clauses: one of the terms that it is applied to | place, column |
//! | *atom* | a numbered formula of an engine, a latch or a predicate; its literals make cubes | predicate |
//! | *bit-vector* | a value of a fixed number of bits; of C programs also *word* | word, bit string |
//! | *certificate* | a proof as a file | |
//! | *circuit* | gates, inputs and latches, with bad signals | AIG, netlist |
//! | *clause* | of a frame: the negation of a cube. Of Horn clauses: an implication between predicates | rule |
//! | *consecution* | whether a step leads from a frame into a cube | reachability query |
//! | *core* | the assumptions that a refutation used | failed assumptions |
//! | *cube* | a conjunction of literals, kept sorted | |
//! | *CTG* | counterexample to generalisation: a state that keeps a cube from being generalised | |
//! | *CTI* | counterexample to induction: a state of a frame that leads out of it | |
//! | *evidence* | what a verdict rests on: proof or counterexample | |
//! | *frame* | an over-approximation of the states that are reached within a number of steps, as a set of lemmas | |
//! | *generalisation* | dropping literals of a blocked cube, so that its lemma excludes more | |
//! | *goal* | Spacer's and GPDR's word for a proof obligation, used where their papers are followed | query, POB |
//! | *image* | a model that says the same in other words, with a way back for evidence | encoding, translation |
//! | *invariant* | a formula that holds in all reachable states; *inductive*, if one step cannot leave it | |
//! | *justice property* | signals that must not all come infinitely often; *fairness* counts for all | liveness |
//! | *lemma* | a clause of a frame | |
//! | *lasso* | a run that comes back to one of its states, and so an infinite one: a stem and a loop | |
//! | *lifting* | enlarging a state to a cube all of whose states have the same successor cube | ternary simulation |
//! | *place* | a location of a program, a predicate of Horn clauses, or the one place of a circuit | |
//! | *portfolio* | several engines, its *members*, on one model; the first checked answer counts | |
//! | *ranking* | sets of states, the *layers*, of which no step leads to a higher one | |
//! | *relative induction* | consecution from states outside of the cube itself | |
//! | *projection* | elimination of variables guided by a model | MBP |
//! | *proof obligation* | a cube that has to be blocked at a frame and a place | CTI, goal, POB |
//! | *property* | what is verified: a bad signal, a justice property, an error location, a query | |
//! | *propagation* | moving lemmas to higher frames | pushing |
//! | *query* | a question to a solver. Of Horn clauses: a clause whose head is false | |
//! | *system* | states and steps as formulas: Init, Trans, Bad | transition system |
//! | *trace* | a counterexample step by step; of programs a *path*, of clauses a *refutation* | run, CEX |
//! | *unsupported point* | a location that a run reaches where the program is not understood | |
//! | *witness* | a counterexample as a file | |
