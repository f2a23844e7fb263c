//! The texts of the help, as far as they are no tables.

/// The first help.
pub const USAGE: &str = "\
indubit: verifies circuits, transition systems, programs and Horn clauses, and proves its verdicts

usage:
  indubit [verify] FILE [options]    verify an AIGER, BTOR2, VMT-LIB, C, automaton or Horn file (- is standard input),
                                     or a C program of several files, MAIN.c MORE.c ...;
                                     without `verify` a FILE.cnf is solved, an SMT-LIB script carried out
  indubit check MODEL EVIDENCE...    check evidence against a model, or a proof or model of a FILE.cnf
  indubit convert FILE OUT           a model as .aag, .aig, .btor2, .vmt, .cfa, Horn clauses (.smt2), drawing (.dot)
  indubit hwmcc MODEL WITNESS CERT   an AIGER or BTOR2 file by the rules of the hardware model checking competition
  indubit sat FILE.cnf, smt FILE.smt2  solve a formula in DIMACS form, carry out an SMT-LIB script
  indubit run MODEL                  run a C program, a circuit or a system with random values
  indubit paths FILE.c               compare the automaton of a C program with its interpreter
  indubit try MODEL LEMMAS           which lemmas hold initially, are inductive, and prove the properties
  indubit reduce FILE -- COMMAND     a smaller file on which a command ends in the same way; {file} stands for it
  indubit scan PATH...               each C program of a folder, or of a compile_commands.json
  indubit split|join MODEL DIR       jobs for a scheduler, by properties or cubes; their answers as one, checked
  indubit mcp                        verify, try, salvage, check and more as tools of an agent, on standard input
  indubit fuzz compare KIND ...      random problems to this program and to other tools (by the program indubit-fuzz)
  indubit help WORD                  a command, an engine, an option; all: groups of options; portfolio, formats, faces;
                                     c: the meaning of C; witness: C by the rules of SV-COMP

The format of a model is told by its content, but C by the suffix (.c, .i). The first line on standard output is the
verdict: safe, unsafe or unknown; of several properties each has a line `b0 VERDICT` behind it, `j0 VERDICT` if it is a
justice property (liveness). Ctrl-C, SIGTERM and limits end a run with the verdict unknown; a second Ctrl-C kills it.
An option that is on or off is on alone: --check-bounds is --check-bounds on, --no-check-bounds is --check-bounds off.

exit codes: 10 unsafe, 20 safe, 30 unknown, 1 usage or output error, 2 bad input, 3 evidence failed its check
";

/// The end of the first help.
pub const MORE: &str = "
unknown? Standard error says why. More time, another engine, threads or lemmas (--lemmas) may help: docs/unknown.md.
";

/// The text of `indubit` without arguments.
pub const SHORT: &str = "\
expected a file or a command; you may have

  a circuit, a system, Horn clauses   indubit FILE                   proved or refuted; --show-trace, --show-invariant
  a C program                         indubit FILE.c --check all     undefined behaviour is an error, too
  a formula (.cnf, .smt2)             indubit FILE                   solved; indubit smt - reads what is typed
  a proof or a counterexample         indubit check FILE EVIDENCE    checked; it may come from another tool
  a question                          indubit help WORD              a command, engine or option; or indubit --help";

/// The beginning of `indubit help all`.
pub const GROUPS: &str = "\
All options, by groups, with the number of their options: `indubit help GROUP` has the options of a group, `indubit help
OPTION` one of them, and `indubit help everything` the whole text, of a thousand lines.

";

/// The end of `indubit help all`.
pub const FURTHER: &str = "
without options: indubit help engines (which takes which models), portfolio (its members), c (the meaning of C), formats
(of files), witness (C by the rules of SV-COMP), faces (other programs' command lines)
";

/// The formats of files: a line with the name and the suffixes, and what stands below it.
pub const FORMATS: &str = "\
models; the format is told by the content, and by the suffix only if the content fits several, but C by its suffix:
  AIGER 1.9 (.aag, .aig)
      circuits; bad states and justice properties, or else outputs, and constraints and fairness; the reset of a
      latch may be any literal
  BTOR2 (.btor2, .btor)
      systems over bit-vectors and arrays; `bad`, `justice`, `fair`
  VMT-LIB (.vmt)
      systems over Booleans, integers, reals, bit-vectors, floating-point numbers, arrays and datatypes, with
      functions; `:invar-property`, `:live-property`
  C (.c, .i)
      GNU C: integers, pointers, structures, arrays, objects of the heap, the C library, functions, recursive ones
      included (as Horn clauses, by summaries); the error is a call of `reach_error`, a failing assertion or a label
      `ERROR`, or as --property says
  Horn clauses (.smt2)
      constrained Horn clauses over Booleans, integers, reals, bit-vectors, floating-point numbers, arrays and
      datatypes: the logic HORN as in CHC-COMP, or `declare-rel`, `rule` and `query`; safe if they have a model
  automata (.cfa)
      programs as control-flow automata: `location` and `edge` with `assume`, `assign`, `havoc`, `choice`

formulas and scripts, which `sat` and `smt` solve:
  DIMACS (.cnf)
      clauses; the answer is a model in lines `v`, or a proof in the formats DRAT and LRAT, as text or binary
  SMT-LIB 2.6 (.smt2)
      scripts in the logics QF_LRA, QF_LIA, QF_LIRA, QF_BV and their parts, also with functions (UF), arrays (A) and
      datatypes (DT)

evidence; `indubit check` reads what is not marked as a question:
  --witness FILE, of circuits
      the AIGER witness of the hardware model checking competition
  --witness FILE, of BTOR2
      the BTOR2 witness, which btorsim reads, too
  --witness FILE, of VMT-LIB
      a trace: for each step a conjunction of literals and equalities
  --witness FILE, of programs
      a path: first values, then each edge with its inputs and choices
  --witness FILE, of Horn clauses
      a refutation: steps with their clauses, values and premises; FILE.dot: as a drawing
  --witness FILE.yml, of C
      a violation witness of the software verification competition, version 2.0
  --witness FILE.smt2, of systems
      a script whose `check-sat` answers `sat` (a question)
  --harness FILE.c, of C
      the program with the values of the run, for gcc
  --vcd FILE, of circuits and bits
      a value change dump, for waveform viewers
  --certificate FILE, of all models
      text: the clauses or formulas of an invariant, of programs by location, or of a proof by k-induction; of Horn
      clauses a `define-fun` for each predicate, behind a `define-fun-rec` for each function over lists and trees
  --certificate FILE, of C programs that ask for no value
      the line `one run` and the number of its steps, if the run is the proof
  --certificate FILE, of programs whose loops all end
      the line `bounded program` and the most turns of a loop, if unrolling is the proof
  --certificate FILE.aig or FILE.aag, of circuits
      a witness circuit, the competition's certificate: its output is not(Inv and not bad), it keeps the constraints,
      and symbols `= LIT` map its inputs and latches to the model's literals; of a justice property that stands alone
      and has a ranking (engines k-live, rlive) or at most four signals (l2s), symbols `< LIT` name inputs for the
      latches of a second state
  --certificate FILE.c, of C
      the program with the invariants of its loops as assertions, which gcc compiles (a question)
  --certificate FILE.btor2, of BTOR2
      a witness circuit of words: the file with the invariant in its one bad state; symbols `=N` map its states and
      inputs to the model's lines
  --certificate FILE.yml, of C
      a correctness witness: the invariants of loops as far as C can say them
  --certificate FILE.smt2, of systems
      a script for `indubit smt` or another solver; each `check-sat` must answer `unsat` (a question). Of an invariant
      for all indices it has quantifiers, which `indubit smt` does not read; z3 and cvc5 do
  --certificate FILE.smt2, of Horn clauses
      such a script, with a question for each clause (a question)
  --certificate FILE.vmt, of systems
      the system with the invariant as a further property, to be verified (a question)
  --certificate FILE.sv, of BTOR2
      the invariant as assertions of SystemVerilog, in the design's names, for its module (a question)
";

/// Of `check`.
pub const CHECK_USAGE: &str = "\
usage: indubit check MODEL EVIDENCE... [options]
       indubit check FILE.cnf PROOF
       indubit check FILE.wcnf ANSWER [PROOF]

Proves or replays what EVIDENCE claims about MODEL; no engine is asked. Of several files it says what they show
together. The form is told by the content, but witnesses of C programs by the suffix:
  circuit       a witness or a witness circuit of the hardware model checking competition (AIGER), or clauses
  BTOR2         a BTOR2 witness or a witness circuit; clauses or formulas as text
  VMT, automaton, C, Horn clauses
                the text that --witness FILE and --certificate FILE write
  C             the line `one run` and the number of its steps, of a program that asks for no value and ends
  C, programs   the line `bounded program` and the most turns of a loop, if all loops end
  C             FILE.yml: a witness of the software verification competition (indubit help witness)
  FILE.cnf      a proof (DRAT, LRAT), or a solver's answer with its model
  FILE.wcnf     an answer with a solution, and the proof of `indubit sat FILE.wcnf --proof PROOF` that none is cheaper
Each of these may come from another tool. Other forms are not evidence for check, but questions for other programs:
--certificate FILE.smt2 is a script, all of whose answers must be unsat (indubit smt FILE.smt2, or another solver), and
--certificate FILE.vmt a system to be verified.

exit codes: 20 safe or unsatisfiable, 10 unsafe or satisfiable, 3 the evidence is wrong, 30 it leaves a property open or
a limit was reached, 1 usage or output error, 2 bad input
";

/// Of `convert`.
pub const CONVERT_USAGE: &str = "\
usage: indubit convert FILE OUT [options]

Writes a model in another format, by the suffix of OUT: .aag, .aig, .btor2, .vmt, .cfa, .smt2 (Horn clauses), .dot (a
drawing). Words become bits in AIGER; numbers have no place in AIGER and BTOR2, and are refused.

exit codes: 0 done, 1 usage or output error, 2 bad input or no such form, 30 a limit was reached
";

/// Of `hwmcc`.
pub const HWMCC_USAGE: &str = "\
usage: indubit hwmcc MODEL WITNESS CERTIFICATE [options]

Verifies an AIGER or BTOR2 file by the rules of the hardware model checking competition: the answer is sat, unsat or
unknown, a counterexample goes to WITNESS and a proof to CERTIFICATE. The options are those of verify, but for output.

exit codes: 10 sat (unsafe), 20 unsat (safe), 30 unknown, 1 usage or output error, 2 bad input, 3 evidence failed
";

/// Of `sat`.
pub const SAT_USAGE: &str = "\
usage: indubit sat FILE.cnf [options]          (FILE - is standard input)

Solves a formula in DIMACS form. The answer is a line `s SATISFIABLE` with the model in lines `v`, `s UNSATISFIABLE`, or
`s UNKNOWN` after a comment with the limit that was reached.

A file of clauses with weights (FILE.wcnf, with the header `p wcnf` or with hard clauses that begin with `h`) is solved
as MaxSAT: lines `o COST` tell of better solutions, and the last is `s OPTIMUM FOUND` with the exit code 30. Other exit
codes are 10 for a solution that may not be the best, 20 if there is none, and 0 if none is known.

exit codes: 10 satisfiable, 20 unsatisfiable, 30 unknown, 1 usage or output error, 2 bad input, 3 evidence failed
";

/// Of `smt`.
pub const SMT_USAGE: &str = "\
usage: indubit smt FILE.smt2 [options]         (FILE - is standard input)

Carries out an SMT-LIB 2.6 script over Booleans, bit-vectors, integers and reals. Answers go to standard output.

In a file of the logic HORN, check-sat says whether the clauses have a model (sat: safe), get-model prints it, and
get-proof a refutation. The answers to z3's query have the opposite meaning: sat says that the formula is derivable.

exit codes: 0, 1 usage or output error, 2 if any command was answered by an error, 3 if a check failed
";

/// Of `run`.
pub const RUN_USAGE: &str = "\
usage: indubit run MODEL [options]             (MODEL - is standard input)

Runs a model with random values: a C program, a circuit (AIGER) or a system (BTOR2, VMT). No error in such runs proves
nothing.

A circuit or system begins in an initial state and takes --steps steps; its inputs, and first and next values that it
leaves open, are random. Values that break a constraint are drawn anew; where many draws fail, the run goes back some
steps, and may get stuck. The first step that violates a property of safety ends it. That run is replayed by the checker
of counterexamples, and told as verify does: --show-trace prints it, --vcd and --witness write it. If no step is bad,
the output says how many were taken.

Of a C program the output comes first, and behind it a line that says how the run ends. The results of functions that
the program does not define, and local variables without initialiser, get random values. An error is a call of
reach_error, __VERIFIER_error or __assert_fail, a false assert, or the label ERROR.

What the program writes to its standard output and standard error appears there; what it writes to files does not. An
output without a line end at its end gets one, so that the last line always says how the run ends. Where a format is not
followed, such as %f, a message on standard error says so, and the output has a gap. Of several runs (--runs) the output
of the last one is printed.

exit codes: 10 an error was reached, 0 none was, 1 usage or output error, 2 bad input, 3 a bad run failed its check, 30
the program does something that is not supported, or a limit was reached
";

/// Of `paths`.
pub const PATHS_USAGE: &str = "\
usage: indubit paths FILE.c [options]          (FILE - is standard input)

Compares two readings of a C program: the automaton that the engines get, and the interpreter that replays
counterexamples. A bounded search looks for a path to each edge of the automaton. The interpreter follows each path, and
before each statement the values of all visible variables have to agree, and at the end the errors. A difference is a
bug of indubit: the message says where it shows. With --evidence full, verify does the same before a program is safe.
Programs with recursive functions are not compared: exit code 30.

exit codes: 0 no difference, 3 a difference, 1 usage or output error, 2 bad input, 30 a limit was reached
";

/// Of `scan`.
pub const SCAN_USAGE: &str = "\
usage: indubit scan PATH... [options]

Verifies each C program of some folders, with one table, one JSON object and one file of errors (--sarif) for all. Of a
folder, files .c and .i with a function `main` are programs; of a list of compilations (compile_commands.json), these
with their options -I, -isystem, -iquote, -D, -U, -include and -m32. Other files are programs as they are. A program has
a minute, if --timeout says no other limit. --verbose tells each row as it is found; all options of verify are taken.

exit codes: 10 some program fails, 20 all are safe, 30 a verdict is missing, 1 usage or output error, 2 a program was
not understood, 3 evidence failed its check; the first of 10, 3, 2, 30 that holds
";

/// Of `try`.
pub const TRY_USAGE: &str = "\
usage: indubit try MODEL LEMMAS [options]

Says for each candidate lemma about a model whether it holds initially, and whether steps preserve it, alone and with
all others; and whether the good ones, which hold initially and are inductive together, prove the properties, and which
of them that takes. A lemma that fails is shown with a small state, step or piece of a run that says why. Nothing is
assumed, so a wrong guess does no harm. To let engines assume the good lemmas: indubit MODEL --lemmas LEMMAS

LEMMAS has the form of a certificate of the model, or:
  circuit, system  an SMT-LIB script whose assertions are the lemmas; state variables need no declarations
  C program        a line for each lemma, with the line of the program and an expression:
                     7: 0 <= i && i <= n
                   at the line of a loop it is about the loop's head, else about the place before the statement;
                   `7:5:` names a column, too, and lines that begin with # are comments. A file of an SV-COMP witness
                   of correctness will do as well
  Horn clauses     (define-fun p ((x Int)) Bool (and (<= 0 x) (<= x 9))) for some of the predicates; each member of the
                   conjunction is a lemma
  automaton        an invariant by location; each conjunct is a lemma
Between the heads of its loops, a program's lemmas need not tell what happens: all ways are looked at.

exit codes: 20 the good lemmas prove the properties, 30 they do not, 1 usage or output error, 2 bad input
";

/// Of `split`.
pub const SPLIT_USAGE: &str = "\
usage: indubit split MODEL DIR [options]

Makes jobs of a question, for several processors or machines: one for each property of a model (each assertion of a C
program), or one for each cube of a formula: in DIMACS form, or an SMT-LIB script with one `check-sat` over Booleans and
words, which becomes such a formula (DIR/formula.cnf). The new folder DIR gets the file `jobs` with a command line for
each, to be run where MODEL and DIR have the same names. All options of verify, or of sat, go to the jobs; `indubit
join` puts the answers together.

exit codes: 0 done, 1 usage or output error, 2 bad input, 30 a limit was reached
";

/// Of `join`.
pub const JOIN_USAGE: &str = "\
usage: indubit join MODEL DIR [options]

Puts the answers of the jobs of `indubit split` together. The evidence of each property is checked against MODEL; the
proofs of cubes become one proof, DIR/whole.drat, which is checked against the formula, and in the model of a script its
assertions are evaluated. Options are those of check, and go to it: what was asked with --check, --arch or --integers
has to be asked again.

exit codes: 10 unsafe or satisfiable, 20 safe or unsatisfiable, 30 a job has no verdict, 3 evidence is missing or wrong,
1 usage or output error, 2 bad input
";

/// Of `mcp`.
pub const MCP_USAGE: &str = "\
usage: indubit mcp

The commands as tools of a program, such as an agent that writes invariants, by the Model Context Protocol: JSON-RPC 2.0
on standard input and output, a message a line. The tools are verify, try, salvage, bound, explain, check, run and
convert; `tools/list` has their schemas. Each call needs a budget (timeout_seconds, memory_mb). A verdict is `proved`,
`refuted`, `unknown`, `not-checked` or `nothing-asked`; docs/agents.md shows a session.

exit codes: 0 the input has ended, or the server was ended by a signal, 1 input or output error
";

/// Of `reduce`.
pub const REDUCE_USAGE: &str = "\
usage: indubit reduce FILE [options] -- COMMAND {file}

Makes FILE smaller as long as COMMAND ends with the same exit code, or by the same signal, as it does on FILE; {file}
stands for the name of each file that is tried. What can be left out is known for AIGER, BTOR2, DIMACS, C, and all that
stands in parentheses: SMT-LIB, Horn clauses, VMT, automata. Any other text is made of lines and words. Of scripts in a
shell the exit code says what is kept:

  indubit reduce crash.smt2 -- z3 {file}
  indubit reduce slow.btor2 --keep 'internal error' --threads 4 -- pono -e ind {file}
  indubit reduce wrong.c -- sh -c 'gcc -w {file} -o {file}.exe && {file}.exe; test $? = 1 && ! indubit {file}'

The result does not depend on --threads. Ctrl-C ends the search; the smallest file so far is kept.

exit codes: 0 done, 30 a limit came first and the smallest file so far was written, 1 usage or output error, 2 bad input
";

/// `indubit help witness`.
pub const WITNESS_USAGE: &str = "\
C programs by the rules of the software verification competition, SV-COMP

verify a task, and write a witness of the verdict (version 2.0, YAML):
  indubit task.c --property unreach-call.prp --arch 32 --witness violation.yml --certificate correctness.yml

A file of witnesses ends in .yml or .yaml. The property is a file .prp, or one of these words:
  unreach-call   CHECK( init(main()), LTL(G ! call(reach_error())) )
  no-overflow    CHECK( init(main()), LTL(G ! overflow) )
  error-label    CHECK( init(main()), LTL(G ! label(ERROR)) )
  valid-deref, valid-free, valid-memtrack, valid-memcleanup
                 CHECK( init(main()), LTL(G valid-deref) ) and so on
  valid-memsafety
                 the first three of them, a line each
  termination    CHECK( init(main()), LTL(F end) ), with witnesses of version 2.1
Without --property all calls of reach_error, failing assertions and labels ERROR are errors. The witness of a violation
then names the property of its error, and CHECK( init(main()), LTL(G assert) ) if no property above has it. The data
model ILP32 of a task is --arch 32, LP64 is --arch 64.

check a witness, of indubit or of another tool, against the same task:
  indubit check task.c violation.yml --property unreach-call.prp --arch 32
  indubit check task.c correctness.yml --property unreach-call --arch 32 --timeout 300s

Without --property the witness names the property, and unknown functions may have any effect.
A witness that tells another hash of the program, another property or another data model is bad input: exit code 2.
A witness of a violation is confirmed if a run follows it into the error; the runs that are tried are finitely many.
A witness of correctness is confirmed if each invariant is true whenever a run comes to its place, without overflow,
division by zero or shift by too much in its expression, and if the program is safe. The line behind the verdict says
whether the invariants alone have proved that. A false invariant is told with line, column and a run that shows it.
Integers are words here: witnesses of correctness have no meaning with --integers math.

see the run, or make a program of it that gcc compiles:
  indubit task.c --property unreach-call --show-trace --harness harness.c

exit codes of check: 20 safe, witness of correctness confirmed; 10 unsafe, witness of a violation confirmed; 3 the
witness is wrong, or no run was found; 30 unknown; 1 usage or output error; 2 bad input
";

/// `indubit help c`.
pub const C_USAGE: &str = "\
C programs: what they mean

GNU C as gcc takes it, on ILP32 (--arch 32) or LP64 (--arch 64). A pointer is an object and an offset in bytes, or a
number; casts, members, differences and comparisons follow from that. An integer that was made from a pointer keeps the
object as long as the offset is known.

Headers of the C library are built in; others are read from the folder of the file that includes them and from those
of -I DIR. -D NAME[=TEXT], -U NAME and -include FILE are lines before the program, as with gcc. Further files behind
the first one, as in `indubit main.c list.c`, are of the same program, joined as a linker does it.

Undefined behaviour has a meaning:
  an access outside of its object, or after free
      a read has any value, a write no effect; an error with --check-bounds, after free also with --check-memory
  an access through null, or its first 4096 bytes
      the run ends, as on the machine; an error with --check-bounds
  an access through another number
      not followed: it may be the address of any object; an error with --check-bounds
  both, where functions without definition have no effect (--extern pure, --property)
      a read has any value, a write no effect; an error with --check-bounds
  a pointer to an object that was freed, when the same call has made another one
      it may lead to the new object; with --check-memory it does not
  a write into a string literal
      no effect; an error with --check-bounds
  a write into another object that is declared const
      the object changes; an error with --check-bounds
  a call of __builtin_unreachable
      the run ends; an error with --check-unreachable
  signed overflow
      the value wraps around, as with gcc -fwrapv; an error with --property no-overflow
  division by zero
      the run ends, as by the processor; an error with --check-division
  the least number divided by a variable -1
      the run ends, as by the processor; an error with --property no-overflow
  a shift by a negative number or by the width or more
      the amount counts modulo the width; an error with --check-shifts
  a shift to the left of a negative number, or out of its type
      the bits are shifted, as gcc defines it; an error with --check-shifts
  a floating-point number converted to an integer type that does not hold it
      the result of the processor's instruction where gcc uses one, else not followed; an error with
      --check-conversions
  an operator on `float` and `double`
      the result is rounded to the type, as by the SSE unit; with --float-evaluation 2 to `long double`, as by x87
  an operator on `_Float16`
      the result is rounded to `float`, and by a cast or an assignment to its type
  the bits of a NaN that an operator made
      not followed
  a read of an uninitialised object
      any value, each time that the object is declared or made
  the end of a function without return
      any value; an error where the value is used with --check results
  effects without order in one expression
      from left to right
  free or realloc of what is no object of the heap that is alive
      no effect, and nothing is copied; an error with --check-memory
  realloc to the size 0
      not followed
  the order, or difference, of addresses of different objects
      not followed
  whether an address is equal to a number (not of the first or last page), to the address of an object that has
  ended, or to the place behind the end of an object
      not followed; under --extern pure, numbers of unknown origin are no addresses
  an access of a local object whose function or block has ended
      as one outside of its object
  an index outside of its row or member, inside of the object
      it leads into the next row or member; an error with --check members
  a null pointer with the size 0, or objects that overlap, for a function of the library
      the function copies nothing, or byte by byte from the first one on; an error with --check library
  an array of variable length 0, or less
      an object of no bytes, or of the size that the product wraps around to; an error with --check lengths
  an access through a misaligned pointer
      as through an aligned one, as on x86; an error with --check alignment
  a call through a pointer of another type
      arguments and result are converted; further parameters have any value; an error with --check calls
  a pointer that is moved out of its object
      it may come back; addresses do not wrap around; an error with --check pointers
  a volatile object that the program defines
      keeps what was stored; any value each time that it is read with --volatile arbitrary, and always if the program
      only declares it, or if it lies at a constant number
  assembler
      with an empty template its in-out operands keep their values; other outputs have any value

A place that is not understood does no harm if a proof shows that no run comes there. Otherwise the verdict is unknown,
with the place and the reason; an error elsewhere still counts. Unsupported: the bits of a NaN that an operator made,
reads of the bytes of addresses, and more objects of the heap of a computed size than --heap-objects.

A function without a body means, by its name:
  one of indubit's own, or of verification tools (reach_error, __VERIFIER_nondet_int, assume, malloc, ...)
      what the name says
  a function of the C library that indubit has a body for (src/c/read/library)
      the body
  another name of C11, POSIX or glibc
      not followed
  any other name
      any result, and it may change each object that it reaches through its arguments or by name (--extern any); by
      the convention of the competition, which holds under its properties, it changes nothing (--extern pure)

Words of other verifiers that are more than a name:
  __CPROVER_r_ok(p, n), w_ok, rw_ok
      whether n bytes (without n those of *p) are in one object that is alive, and for w_ok no literal and not const
  __CPROVER_same_object(p, q), __CPROVER_OBJECT_SIZE(p), __CPROVER_POINTER_OFFSET(p)
      whether both lead into one object; its bytes; the bytes before p. __CPROVER_POINTER_OBJECT only in == and !=
  __CPROVER_forall { int i; 0 <= i && i < 8 ==> e }, __CPROVER_exists { int i; 0 <= i && i < 8 && e }
      e for each value of i, if constants tell the range; a ==> b is !a || b
  klee_make_symbolic(p, size, name), __CPROVER_havoc_object(p)
      the bytes at p, or the whole object, have any values; not followed if the object or size is not known
  klee_range(low, high, name)
      any int from low to high - 1
  __CPROVER_overflow_plus(a, b), _minus, _mult, __CPROVER_overflow_unary_minus(a)
      whether the result is outside of the type that C gives it
  //@ assert e;   /*@ assert e; */   (Frama-C)
      an error if e is false; only between two statements, and without arithmetic, else a comment with a warning
  other functions whose names begin with __CPROVER_ (but assert, assume, input and output)
      not followed

An unsafe that rests on a value which the program does not give (the result of an unknown function, an output of
assembler, the value of an uninitialised object) says so in the second line, with the place.
";
