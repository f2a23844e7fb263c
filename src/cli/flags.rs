//! The table of all options: one line drives parsing, defaults and help.

use super::options::{Flag, Group, Settings};
use super::values::Value;
use std::ffi::OsStr;

fn form_of<T: Value>(_: fn(&mut Settings) -> &mut T) -> fn() -> String {
    T::form
}

fn set<T: Value>(
    settings: &mut Settings,
    name: &'static str,
    place: fn(&mut Settings) -> &mut T,
    argument: &OsStr,
) -> bool {
    let value = T::read_argument(argument);
    let is_read = value.is_some();
    if let Some(value) = value {
        settings.given.push(name);
        value.apply(&mut settings.verify);
        *place(settings) = value;
    }
    is_read
}

macro_rules! flags {
    ($($group:ident { $($name:literal $($field:ident).+ : $doc:literal)* })*) => {
        /// All options.
        pub fn table() -> Vec<Flag> {
            vec![$($(Flag {
                name: $name,
                group: Group::$group,
                doc: $doc,
                form: form_of(|s| &mut s.$($field).+),
                get: |s| s.$($field).+.show(),
                set: |s, text| set(s, $name, |s| &mut s.$($field).+, text),
            },)*)*]
        }
    };
}

flags! {
    Verify {
        "--engine" engine:
            "the algorithm; auto is portfolio. `indubit help engines` says which engine takes which models"
    }
    Check {
        "--property" property:
            "look at this property only: by its number, counted from 0, or with its kind (b0 is a bad state, j0 a \
             justice property), or by its name in the model; of a C program, whose property otherwise is that no error \
             function is called, no assertion fails and no label ERROR is reached: unreach-call (calls of \
             reach_error), error-label, no-overflow, or a file .prp of the software verification competition"
        "--check" checks:
            "check the evidence; full: and the proofs of the solver that checks, and before a C program is safe, its \
             automaton on paths to all edges (indubit help paths). Of a C program also, in a list, the kinds of \
             undefined behaviour that are errors: bounds, memory, overflow, division, shifts; all: each of them"
    }
    Output {
        "--witness" witness:
            "write a counterexample: an AIGER witness, one for each property that fails; a BTOR2 witness; or for VMT a \
             trace. FILE.smt2 for a system: a script whose check-sat answers sat. FILE.yml for a C program: a \
             violation witness of the software verification competition (indubit help witness). For several \
             properties of a system FILE.b0, FILE.b1, ...; - is standard output, after the verdict; old files of \
             these names are removed first"
        "--certificate" certificate:
            "write why a property holds; FILE.yml for a C program: a correctness witness of the software verification \
             competition (indubit help witness); with several properties FILE.b0, FILE.b1, ...; - is standard output, \
             after the verdict; old files of these names are removed first"
        "--certificate-format" certificate_format:
            "the form of certificates; aiger: a witness circuit (circuits); script: SMT-LIB, each check-sat must \
             answer unsat (systems); vmt: the system with the invariant as a further property (systems); text, also \
             called clauses: what check reads (all models); suffix: by .aig, .aag, .smt2, .vmt, else text"
        "--vcd" vcd:
            "write a counterexample for waveform viewers, if the model is of bits and words; with several properties \
             FILE.b0, FILE.b1, ...; - is standard output, after the verdict; old files of these names are removed first"
        "--show-trace" show_trace:
            "print a counterexample behind the verdicts: for each step the values that have changed; of a C program \
             its last ten lines, full: all of them"
        "--show-invariant" show_invariant:
            "print an invariant behind the verdicts: its twenty most telling parts, full: all of them"
        "--json" json: "one JSON object on standard output instead of text"
    }
    Limits {
        "--timeout" timeout: "stop after this long"
        "--memory" memory:
            "stop before solvers hold more than this; K, M and G are powers of ten (1M is 1,000,000 bytes). An input \
             file may be as large, at least 16M; without --memory 2G. Without it the solvers keep to three quarters \
             of a control group's limit, and to a third of one on the address space"
    }
    Run {
        "--seed" seed: "seed of all random choices"
        "--stats" stats: "print statistics: of sat as comments, else on standard error"
    }
    Verify {
        "--threads" threads:
            "threads that a portfolio may use; on one its members take turns, always alike. A search that is told \
             (--trace, --trace-json, --report) takes one"
        "--share-lemmas" verify.portfolio.share_lemmas:
            "members of a portfolio share lemmas that hold in all reachable states"
        "--random-runs" verify.portfolio.random_runs:
            "a portfolio also looks for errors of a C program by random runs, and proves a program that asks for \
             nothing by the end of its one run"
        "--shortest" shortest:
            "after a circuit or system is refuted: look for a shorter counterexample by bmc, depth after depth; auto: \
             with a part of the work that the refutation took; on: to the end of --timeout, which may leave no time \
             for further properties; if it is given, the output says whether a shorter one exists. Not for justice \
             properties, memories with more than 10 index bits, and with --lemmas"
        "--preset" preset:
            "an engine as a paper has it, and options behind it change that; plain: ic3 without what came after its \
             first paper (Bradley, VMCAI 2011), nor --reduce and --shortest; a letter: ic3cfa in a configuration of \
             table 5.1 of Lange 2018"
        "--lemmas" lemmas:
            "assume the good ones of the candidate lemmas in this file, as `indubit try` reads it and finds them; they \
             become a part of each proof, which is checked as a whole"
        "--verbose" verbose: "a line on standard error for each new depth"
        "--trace" trace:
            "each step of the search on standard error, as a sentence: questions with their answers, obligations, \
             literals that generalisation drops, lemmas, what is pushed and what is held back (ic3, lazy-ic3, ic3-smt, \
             ic3-ia, ctigar, ic3cfa, tree engines, spacer, gpdr; other engines: obligations and lemmas)"
        "--trace-json" trace_json:
            "the steps of --trace in this file, one JSON object in a line; begins with an object of the model's name \
             and of the version of the form"
        "--report" report:
            "a page for a browser in this file: the steps of the search to step through, forwards and backwards, with \
             frames, obligations, places, charts, and the evidence"
    }
    Sat {
        "--proof" sat.proof:
            "write a proof of unsatisfiability to this file; of the suffix .lrat in the format LRAT, else in DRAT"
        "--proof-format" sat.format: "the format of the proof; suffix: LRAT in a file .lrat, else DRAT"
        "--proof-binary" sat.binary: "write the proof in the binary encoding of its format"
        "--binary" sat.binary: "the same as --proof-binary"
        "--check" sat.check: "check the refutation while it is made; models are always checked"
        "--model" sat.model:
            "print the model; variables that occur in no clause are left out, since any value will do"
        "--conflicts" sat.conflicts: "stop after this many conflicts"
        "--inprocessing" sat.solver.inprocessing:
            "simplify before and during the search; off: --congruence and the others up to --instantiation are off, \
             too"
        "--congruence" sat.solver.congruence:
            "equal gates have equal outputs (Biere, Fazekas, Fleury, Froleyks, SAT 2024); needs --substitution"
        "--sweeping" sat.solver.sweeping:
            "equal and constant literals in small parts (Biere et al., FMCAD 2024); needs --substitution"
        "--substitution" sat.solver.substitution: "one of several equivalent literals replaces the others"
        "--probing" sat.solver.probing: "find literals that lead to a conflict when they are assumed (failed literals)"
        "--subsumption" sat.solver.subsumption: "remove subsumed clauses, and literals by self-subsuming resolution"
        "--elimination" sat.solver.elimination: "eliminate variables by resolution (Een, Biere, SAT 2005)"
        "--variable-addition" sat.solver.variable_addition:
            "new variables for what clauses have in common (Manthey, Heule, Biere, HVC 2012)"
        "--vivification" sat.solver.vivification:
            "shorter clauses by propagation, tier by tier (Luo et al., IJCAI 2017; Li et al., AIJ 2020)"
        "--instantiation" sat.solver.instantiation:
            "vivification also assumes the last literal true (Andersson et al., DAC 2002)"
        "--walk" sat.solver.walk: "choose the phases of variables by local search"
    }
    Try {
        "--houdini" houdini: "write the good lemmas: the largest subset that holds initially and is inductive together"
        "--property" property: "ask about this property only, by its number, counted from 0, or by its name"
        "--vcd" vcd: "write the counterexamples of lemmas for waveform viewers: FILE.l0, FILE.l1, ..."
        "--json" json: "one JSON object on standard output instead of text"
    }
    Reduction {
        "--out" out: "the file to write; FILE.reduced with FILE's suffix if there is none. It has the best so far"
        "--keep" keep: "keep a text in the output of the command, on either stream, instead of the exit code"
        "--command-timeout" command_timeout:
            "stop a run of the command after this long; else after five times the first run, and two seconds. A run \
             that is stopped is another end than any exit code"
        "--threads" threads: "runs of the command at once; the result is the same"
    }
    Execution {
        "--steps" run.steps: "end a run after this many statements and calls"
        "--runs" run.runs: "run this often, until an error is reached; each run has the seed behind the one before"
        "--json" json:
            "one JSON object on standard output: how the run ends, whether by an error, and what the program printed"
    }
    Language {
        "--volatile" c.volatile:
            "C: volatile objects that the program defines keep what was stored, as in gcc's program, or have any value \
             each time they are read; those that it only declares always have any value"
        "--arch" c.arch: "C: the bits of `long` and of pointers, gcc's -m32 or -m64; the data models ILP32 and LP64"
        "--integers" c.lower.integers:
            "C: integer types are words that wrap around (words), mathematical integers (math), or reals (reals; not \
             for run)"
        "--check-division" c.lower.check_division: "C: a division by zero is an error"
        "--check-bounds" c.lower.check_bounds: "C: an access outside of its object, or through null, is an error"
        "--check-memory" c.lower.check_memory:
            "C: an access of an object of the heap after its end, or a wrong free, is an error"
        "--check-shifts" c.lower.check_shift: "C: a shift by a negative number or by too much is an error"
        "--check-overflow" c.lower.check_overflow: "C: an overflow of signed integers is an error"
        "--heap-objects" c.lower.heap_objects:
            "C: the objects of one call of malloc that are alive at once; runs with more are not followed"
        "--extern" c.lower.externs:
            "C: functions without body may change all that they reach through their arguments or by name (any), or \
             nothing (pure); by-property: nothing if --property names one of the competition's"
    }
    Readings {
        "--path-steps" verify.cover.most_steps: "C, with --check full and for paths: the most steps of a path"
        "--most-paths" verify.cover.most_paths: "C, with --check full and for paths: the most paths"
        "--path-questions" verify.cover.most_questions:
            "C, with --check full and for paths: the most questions to the solver where a path could fork"
        "--path-conflicts" verify.cover.conflicts:
            "C, with --check full and for paths: the most conflicts of a question to the solver"
    }
    Harness {
        "--harness" harness:
            "write a run of a C program that reaches an error as a C file for gcc: the program with its values; an old \
             file of this name is removed first"
    }
    Smt {
        "--check" answers: "check models; full: and make and check a proof before answering unsat"
        "--check-timeout" check_timeout: "stop each check after this long, and go on with the script"
        "--print-success" script.print_success: "the script's :print-success is on from the beginning"
        "--produce-unsat-cores" script.produce_unsat_cores: "the script's :produce-unsat-cores is on from the beginning"
        "--produce-proofs" script.produce_proofs: "the script's :produce-proofs is on from the beginning"
        "--produce-interpolants" script.produce_interpolants:
            "the script's :produce-interpolants is on from the beginning"
    }
    Bits {
        "--bits" verify.images.bits: "bmc and kind see a system of bit-vectors as a circuit"
        "--temporal-decomposition" verify.images.temporal_decomposition:
            "circuits: if latches are constant after N steps or fewer, verify these steps by themselves, and let the \
             engine begin after them (Case et al., FMCAD 2009)"
        "--words" verify.images.words:
            "engines over terms see a system of bit-vectors, and spacer clauses of them, as they are (bits), or as \
             one of integers if it is linear (integers); no-wraps: the integers do not wrap around, and words keep \
             what holds for them of the invariant"
    }
    Reduce {
        "--reduce" verify.reduce.on:
            "make the model smaller first: circuits beyond the cone of influence, systems to what their properties and \
             steps need"
        "--rewriting" verify.reduce.circuit.rewriting: "two-level rewriting of gates (Brummayer, Biere 2006)"
        "--constants" verify.reduce.circuit.constants: "constant latches by ternary simulation, constant variables"
        "--equivalences" verify.reduce.circuit.equivalences:
            "equivalent latches by induction (van Eijk 2000), equal variables"
        "--functional" verify.reduce.circuit.functional:
            "gates of equal functions by simulation and a solver (FRAIGs; Mishchenko et al. 2005)"
        "--definitions" verify.reduce.circuit.definitions: "variables of systems that are functions of others"
        "--reduce-effort" verify.reduce.circuit.effort: "propagations that the search for equivalences may take"
        "--reduce-conflicts" verify.reduce.circuit.conflicts: "conflicts for a single pair of latches"
        "--reduce-rounds" verify.reduce.circuit.rounds: "repetitions of all reductions"
    }
    Ic3 {
        "--lifting" verify.engines.ic3.lifting:
            "enlarge predecessors; justification: by what justifies the target, then cores; core: by cores alone \
             (Chockler et al., FMCAD 2011); ternary: by ternary simulation (Een, Mishchenko, Brayton, FMCAD 2011)"
        "--lifting-rounds" verify.engines.ic3.lifting_rounds: "how often a core is taken again in another order"
        "--domain" verify.engines.ic3.domain: "solve in the cone of each query (rIC3, CAV 2025)"
        "--internal-signals" verify.engines.ic3.internal_signals:
            "N gates over latches at most become latches of cubes (Dureja et al., FMCAD 2021); 0: none"
        "--localise-constraints" verify.engines.ic3.localise_constraints:
            "begin without constraints and take those that a counterexample breaks (rIC3, 2026)"
        "--localise-gates" verify.engines.ic3.localise_gates:
            "begin without most gates and take those that a counterexample breaks (GLA, Mishchenko et al., DATE \
             2013), for N propagations at most; 0: not at all"
        "--predicate-property" verify.engines.ic3.predicate_property:
            "ask for steps into bad states in place of bad states, with the property as a constraint (Bradley, VMCAI \
             2011; rIC3, 2026)"
        "--known-steps" verify.engines.ic3.known_steps:
            "keep the steps that queries find, and let them answer later queries"
    }
    Search {
        "--generalisation" generalisation:
            "enlarge blocked cubes; core: by the core of the query; interpolant: by an interpolant (Lange 2018, \
             theorem 3.2; on circuits); linear: drop literals one by one (Bradley 2011); binary: drop them by halves; \
             ctg: linear, past counterexamples to generalisation (Hassan, Bradley, Somenzi, FMCAD 2013); dynamic: by \
             the activity of the obligation (rIC3, CAV 2025); learnt: past as many counterexamples as were worth it \
             before (rIC3, 2026); auto: ctg on circuits, linear on systems"
        "--ctg-depth" verify.engines.ic3.search.ctg_depth: "how deep counterexamples to generalisation are followed"
        "--ctg-limit" verify.engines.ic3.search.ctg_limit:
            "how many counterexamples to generalisation are blocked for one literal"
        "--adaptive-ctg" verify.engines.ic3.search.adaptive_ctg:
            "leave counterexamples to generalisation alone while blocking them rarely helps"
        "--parent-lemma" verify.engines.ic3.search.parent_lemma:
            "drop literals of the previous frame's lemma last (Xia et al., CAV 2023)"
        "--orders" verify.engines.ic3.search.orders:
            "generalise in N orders of the literals and take the shortest lemma"
        "--ctp-limit" verify.engines.ic3.search.ctp_limit:
            "counterexamples to propagation that are blocked for one lemma (rIC3, 2026)"
        "--propagation" verify.engines.ic3.search.propagation:
            "push lemmas after each frame (plain), each new one at once, too (eager), or when the state in its way \
             is blocked (triggered; Suda 2013)"
        "--requeue" verify.engines.ic3.search.requeue: "blocked obligations come back at the next frame (Bradley 2011)"
        "--may-obligations" verify.engines.ic3.search.may_obligations:
            "push lemmas as obligations, beyond the last frame too, and keep reachable states (Quip; Ivrii, Gurfinkel, \
             FMCAD 2015)"
        "--inductive-subset" verify.engines.ic3.search.inductive_subset:
            "lemmas that are inductive together hold in every frame (Gurfinkel, Ivrii, FMCAD 2015)"
        "--containment-check" verify.engines.ic3.search.containment_check:
            "first ask whether an obligation is excluded already"
        "--obligation-limit" verify.engines.ic3.search.obligation_limit:
            "drop an obligation when it comes back the Nth time; 0: never"
        "--max-frames" verify.engines.ic3.search.max_frames: "give up beyond N frames; 0: never"
    }
    LazyIc3 {
        "--separate-may" verify.engines.lazy_ic3.separate_may:
            "obligations that can wait never lead to a refinement (Definition 10)"
        "--may-limit" verify.engines.lazy_ic3.may_limit:
            "give an obligation that can wait up after this many predecessors; 0: never"
        "--patience" verify.engines.lazy_ic3.patience:
            "abstract strengthening may cost N times as much as refinements have cost; 0: any"
        "--first-patience" verify.engines.lazy_ic3.first_patience:
            "queries that abstract strengthening may take in any case, beside those of --patience"
        "--minimise-core" verify.engines.lazy_ic3.minimise_core:
            "make only those latches visible that a lemma cannot do without"
        "--start-depth" verify.engines.lazy_ic3.start_depth:
            "visible from the beginning: what the property depends on through this many steps"
    }
    Bmc {
        "--max-depth" verify.engines.bmc.max_depth: "the deepest counterexample looked for"
        "--step" verify.engines.bmc.step: "depths that one query asks about"
        "--from" verify.engines.bmc.from:
            "unroll a circuit forwards from the initial state, or backwards from the bad one (Een, Sorensson 2003)"
        "--simplify" verify.engines.bmc.simplify:
            "eliminate variables of a circuit's run that no later step mentions, between depths too"
    }
    KInduction {
        "--max-k" verify.engines.kinduction.max_k: "the largest k tried"
        "--simple-path" verify.engines.kinduction.simple_path:
            "states of a run differ pairwise (Sheeran, Singh, Stalmarck, FMCAD 2000)"
    }
    Fsis {
        "--implicate" verify.engines.fsis.implicate:
            "search for a minimal inductive subclause (Bradley, Manna, FMCAD 2007)"
    }
    Ic3Smt {
        "--preimage" verify.engines.ic3_smt.preimage:
            "predecessors of a cube: the state of the model (point), one cube projected by the model (projection) or \
             exactly over reals (first-cube), or all cubes of the exact preimage, one after the other (exact)"
        "--implicant" verify.engines.ic3_smt.implicant:
            "the literals of a step that are projected: those that justify it (justified), their core, or the values \
             of all atoms reduced by dual rails (Roorda, Claessen, CAV 2006)"
        "--lemma-form" verify.engines.ic3_smt.lemmas:
            "lemmas that exclude a blocked cube: its core, interpolants between the frame and the cube, or the sums \
             of its bounds that refute it (Bjorner, \"Software Model Checking with IC3\"); the core where there are \
             none"
        "--solvers" verify.engines.ic3_smt.solvers:
            "one solver for all frames, whose lemmas are assumptions (shared), or one for each frame (per-frame)"
        "--split-equalities" verify.engines.ic3_smt.split_equalities:
            "write equalities of numbers in cubes as two bounds"
    }
    Ic3Ia {
        "--init-predicates" verify.engines.ic3_ia.from_init: "begin with the atoms of the initial states"
        "--bad-predicates" verify.engines.ic3_ia.from_bad: "begin with the atoms of the bad states"
        "--trans-predicates" verify.engines.ic3_ia.from_trans:
            "begin with the atoms of a step that are about states only"
        "--hints" verify.engines.ic3_ia.from_hints: "begin with the predicates that the file suggests"
    }
    Ctigar {
        "--lifting-failures" verify.engines.ctigar.lifting:
            "repair the abstraction where a state has a step and not all states of its cube have one: at once, or \
             when a counterexample seems to be found"
        "--consecution-failures" verify.engines.ctigar.consecution:
            "repair the abstraction where a cube has a predecessor and the state that it was made for has none: at \
             once, or when a counterexample seems to be found"
    }
    Itp {
        "--interpolation" verify.engines.itp.form:
            "an invariant from interpolants: images (McMillan, CAV 2003), sequences (Vizel, Grumberg, FMCAD 2009), or \
             sequences that strengthen the frames of IC3 (Vizel, Gurfinkel, CAV 2014)"
        "--interpolants" verify.engines.itp.strength:
            "the strength of the interpolants (D'Silva, Kroening, Purandare, Weissenbacher, VMCAI 2010)"
        "--proofs" verify.engines.itp.proofs: "proofs of which the one with the smallest interpolants is taken"
        "--longest-run" verify.engines.itp.max_depth: "the longest run asked about"
    }
    Blocks {
        "--live-variables" verify.reduce.program.live_variables:
            "leave assignments of a program out whose values no way to the error needs (Giegerich, Moncke, Wilhelm \
             1981)"
        "--slicing" verify.reduce.program.slicing:
            "remove variables that no assumption on a way to the error depends on"
        "--constant-propagation" verify.reduce.program.constants:
            "replace variables where they have one value only (Kildall, POPL 1973; Wegman, Zadeck, TOPLAS 1991)"
        "--copy-propagation" verify.reduce.program.copies:
            "replace variables where they are a copy of another one (Aho, Lam, Sethi, Ullman, Compilers)"
        "--merging" verify.reduce.program.merging:
            "join locations of a program from which the same commands lead to the error (Kanellakis, Smolka 1983)"
        "--block-size" verify.reduce.blocks.most_parts:
            "assignments, assumptions and havocs in one block of a program (Beyer et al., FMCAD 2009); 0: none are \
             joined"
        "--block-demands" verify.reduce.blocks.most_demands:
            "conjuncts of an invariant inside of a block; more are found by the functions that its edges are"
        "--guess-rounds" verify.engines.guess_rounds:
            "rounds of guess and check before another engine begins, which may assume all that they prove"
    }
    Horn {
        "--horn-rounds" verify.reduce.clauses.rounds: "repetitions of all reductions of Horn clauses"
        "--horn-cone" verify.reduce.clauses.cone:
            "remove predicates that are not derivable, or that lead to no query"
        "--horn-definitions" verify.reduce.clauses.definitions:
            "replace variables that the constraint of a clause equates with a term"
        "--horn-arguments" verify.reduce.clauses.arguments:
            "remove places of predicates that no clause looks at, and places with one value only"
        "--horn-inlining" verify.reduce.clauses.inlining:
            "unfold predicates that are not recursive, unless all clauses are linear"
        "--horn-merging" verify.reduce.clauses.merging:
            "make one clause of those over the same predicates, unless all clauses are linear"
    }
    TreeIc3 {
        "--cnf-factor" verify.engines.tree_ic3.cnf_factor:
            "the clauses of an interpolant may be larger than itself by this factor"
        "--beyond" verify.engines.tree_ic3.beyond:
            "if the clauses of an interpolant are larger than --cnf-factor allows: refute the path cube by cube \
             (blocking), or take the interpolant as it is (whole)"
        "--strengthening" verify.engines.tree_ic3.strengthening:
            "tree-ic3, tree-ic3-itp and tree-ic3-ia: formulas that a location had are tried when a path comes back, \
             each for itself, all or none, or off"
        "--forward" verify.engines.tree_ic3.propagation:
            "tree-ic3, tree-ic3-itp and tree-ic3-ia: formulas of a node are tried at its successors"
    }
    Ic3Cfa {
        "--dropping" verify.engines.ic3cfa.dropping:
            "literals of a blocked cube that are dropped: none (off), those outside the cores of the queries, then one \
             by one (linear) or by halves, or past counterexamples to generalisation (Lange 2018, section 4.3.1)"
        "--edges" verify.engines.ic3cfa.edges:
            "generalise along all edges at once (multi), along each for itself (single), or along the first one, and \
             the others give literals back (incremental; Lange 2018, section 4.3.2)"
        "--way-back" verify.engines.ic3cfa.way_back:
            "with --edges incremental: literals come back one by one (climb), and are dropped again \
             (climb-and-drop), or the whole cube is generalised anew (restart)"
        "--preconditions" verify.engines.ic3cfa.preconditions:
            "ask about the weakest existential precondition of a cube, without next values (Lange 2018, theorem 4.3)"
        "--predecessor-cubes" verify.engines.ic3cfa.predecessor_cubes:
            "single lemmas of the frame before answer questions (Lange 2018, theorems 4.5 and 4.6)"
        "--assumed-literals" verify.engines.ic3cfa.assumed:
            "drop literals that all edges assume (Lange 2018, theorem 4.4)"
        "--dont-care" verify.engines.ic3cfa.dont_care:
            "drop literals that lemmas of the frame before imply (Lange 2018, section 4.3.2)"
        "--upper-bounds" verify.engines.ic3cfa.upper_bounds:
            "remember parts of cubes for their edges, and try no literal outside again (Lange 2018, theorem 4.7)"
        "--lower-bounds" verify.engines.ic3cfa.lower_bounds:
            "remember parts of cubes for their edges, and try no literal inside again while the frame is the same \
             (Lange 2018, theorem 4.9)"
        "--extended-search" verify.engines.ic3cfa.extended_search:
            "with --upper-bounds and --lower-bounds: remembered parts of other cubes count, too (Lange 2018, theorem \
             4.8)"
        "--context-limit" verify.engines.ic3cfa.context_limit:
            "with --upper-bounds and --lower-bounds: the most cubes that are remembered"
        "--answers" verify.engines.ic3cfa.answers:
            "the most answers to questions about edges that are remembered (Lange 2018, section 5.1.3)"
        "--question-conflicts" verify.engines.ic3cfa.question_conflicts:
            "conflicts that a question of generalisation or pushing may cost; 0: no limit"
        "--edge-interpolation" verify.engines.ic3cfa.interpolation:
            "lemmas from interpolants along edges on circles (loops), along all of programs without words (numbers), \
             or along all (Lange 2018, section 4.3.5)"
        "--semantic-blocking" verify.engines.ic3cfa.semantic: "store no lemma that its frame implies"
        "--obligation-order" verify.engines.ic3cfa.order:
            "obligations of a frame: nearest to the error or farthest, smallest or largest cube first, or at random"
        "--come-back" verify.engines.ic3cfa.requeue: "blocked obligations come back at the next frame (Bradley 2011)"
        "--most-ahead" verify.engines.ic3cfa.most_ahead:
            "with --come-back: blocked obligations come back as long as their path has at most this many times as \
             many edges as there are frames; 0: always"
        "--split-words" verify.engines.ic3cfa.split:
            "write equations of words in cubes as unsigned bounds, signed bounds, both, bits, or as they are (off)"
        "--split-sums" verify.engines.ic3cfa.sums:
            "write bounds of the summands beside bounds of sums, by the values of a model"
        "--reuse" verify.engines.ic3cfa.reuse: "obligations come back in the next iteration (Lange 2018, section 4.2.4)"
        "--push-lemmas" verify.engines.ic3cfa.pushing:
            "after each iteration push lemmas to the next frame of their location"
        "--triggered-push" verify.engines.ic3cfa.triggered:
            "push a lemma again only if what was in its way is excluded (Suda 2013)"
        "--may-block" verify.engines.ic3cfa.may_obligations:
            "block states that keep a lemma from being pushed, with N obligations at most (Ivrii and Gurfinkel 2015)"
        "--copy-forward" verify.engines.ic3cfa.forward:
            "after each iteration try lemmas at the next locations, too (Lange 2018, section 4.4)"
        "--copy-everywhere" verify.engines.ic3cfa.everywhere: "try each new lemma at all other locations at once"
        "--push-at-once" verify.engines.ic3cfa.eager: "push each new lemma at once, as far as it goes"
        "--most-returns" verify.engines.ic3cfa.obligation_limit:
            "drop an obligation when it comes back the Nth time; 0: never"
    }
    PredAbs {
        "--abstraction" verify.engines.pred_abs.abstraction:
            "abstract states are all combinations of truths of the predicates that occur (boolean), or the conjunction \
             of those that hold, negated or not (cartesian)"
        "--most-cubes" verify.engines.pred_abs.most_cubes:
            "an abstract state becomes cartesian if more combinations than this occur"
    }
    Guess {
        "--run-effort" verify.engines.guess.first_effort:
            "instructions of the runs of the first round; each later round has four times as many"
        "--guess-conflicts" verify.engines.guess.first_conflicts:
            "conflicts for each question of the first round; each later round allows four times as many"
        "--patient-rounds" verify.engines.guess.patient_rounds:
            "after these rounds a guess that is the same as the last one is not checked again"
    }
    Explicit {
        "--most-states" verify.engines.explicit.most_states: "give up after N states"
    }
    Spacer {
        "--goals" verify.engines.spacer.goals: "goals of atoms in bodies: points, or projections of the clause"
        "--facts" verify.engines.spacer.facts: "states that have a derivation: points, or projections of the clause"
        "--goal-lemmas" verify.engines.spacer.lemmas:
            "lemmas against goals that no clause derives: cores, Farkas sums, or interpolants"
        "--goal-order" verify.engines.spacer.order:
            "goals of a frame: nearest to the query or farthest, smallest or largest cube first, or at random"
        "--siblings" verify.engines.spacer.siblings: "all atoms of a body become goals at once, as points"
        "--reach-facts" verify.engines.spacer.reach_facts:
            "keep facts for all frames; off: they are derived again after the next frame is opened"
        "--cache-goals" verify.engines.spacer.cache_goals: "a goal that is asked for again is the same one (SAT 2012)"
        "--goals-return" verify.engines.spacer.requeue: "blocked goals come back at the next frame (Bradley 2011)"
        "--goal-returns" verify.engines.spacer.goal_limit: "drop a goal when it comes back the Nth time; 0: never"
        "--respect-facts" verify.engines.spacer.respect_facts: "no lemma becomes so large that it excludes a known fact"
        "--split-goals" verify.engines.spacer.split_equalities: "split equalities of numbers in goals into two bounds"
    }
    Unwind {
        "--most-nodes" verify.engines.unwind.most_nodes: "give up beyond N nodes of a tree"
        "--tree-interpolants" verify.engines.unwind.interpolants: "try the interpolants of trees that were cut"
    }
    Live {
        "--below" verify.engines.live.below:
            "the engine that answers the questions of safety: one over circuits; below k-live and rlive one that \
             proves by inductive invariants"
    }
    KLive {
        "--most-stages" verify.engines.live.k_live.most: "give up when the signals have come N times"
        "--first-stages" verify.engines.live.k_live.first:
            "stages of the first circuit that counts; each later one has twice as many"
    }
    Conversion {
        "--safety" safety:
            "write the safety form of this justice property, such as j0: its bad state is reached exactly if the \
             property fails, and a trace of it is a lasso that begins its loop when the input `save` is first true \
             (Biere, Artho, Schuppan, FMICS 2002)"
    }
    Paths {
        "--path-interpolants" verify.engines.tree_ic3.strength:
            "the strength of the interpolants along a path (D'Silva, Kroening, Purandare, Weissenbacher, VMCAI 2010)"
    }
}
