//! The table of the options of engines, reductions and images: name, group, place and effect of each.

use super::Flag;
use crate::base::OptionValue;
use crate::engine::ic3::{Generalisation, SearchOptions};
use crate::engine::ic3_ia::Ic3IaOptions;
use crate::engine::options::{EngineOptions, Group};
use crate::portfolio::VerifyOptions;
use std::ffi::OsStr;

/// All options.
pub fn table() -> Vec<Flag<VerifyOptions, Group>> {
    [general(), circuits(), systems(), programs(), clauses()].into_iter().flatten().collect()
}

/// The search options of all engines that search as IC3 does.
fn searches(engines: &mut EngineOptions) -> [&mut SearchOptions; 5] {
    [
        &mut engines.ic3.search,
        &mut engines.ic3_smt.search,
        &mut engines.ic3_ia.search,
        &mut engines.ctigar.ia.search,
        &mut engines.itp.search,
    ]
}

/// An option of the search, for each engine that searches as IC3 does.
fn search<T: OptionValue + Clone + 'static>(
    name: &'static str,
    place: fn(&mut SearchOptions) -> &mut T,
    doc: &'static str,
) -> Flag<VerifyOptions, Group> {
    Flag::each(
        Group::Search,
        name,
        move |o: &mut VerifyOptions| searches(&mut o.engines).into_iter().map(place).collect(),
        doc,
    )
}

/// An option of the predicates, for each engine that has them.
fn predicates<T: OptionValue + Clone + 'static>(
    name: &'static str,
    place: fn(&mut Ic3IaOptions) -> &mut T,
    doc: &'static str,
) -> Flag<VerifyOptions, Group> {
    Flag::each(
        Group::Ic3Ia,
        name,
        move |o: &mut VerifyOptions| {
            let EngineOptions { ic3_ia, ctigar, .. } = &mut o.engines;
            [ic3_ia, &mut ctigar.ia].into_iter().map(place).collect()
        },
        doc,
    )
}

/// The way of generalisation of each engine that searches as IC3 does; `auto` is the engine's own default.
fn generalisation(doc: &'static str) -> Flag<VerifyOptions, Group> {
    let defaults = || {
        let mut engines = EngineOptions::default();
        searches(&mut engines).map(|search| search.generalisation)
    };
    let show = move |o: &mut VerifyOptions| {
        let all = searches(&mut o.engines).map(|search| search.generalisation);
        if all == defaults() {
            "auto".to_string()
        } else {
            all[0].show()
        }
    };
    let set = move |o: &mut VerifyOptions, word: &OsStr| {
        let chosen = match (word.to_str(), Generalisation::read_argument(word)) {
            (Some("auto"), _) => defaults(),
            (_, Some(chosen)) => [chosen; 5],
            (_, None) => return false,
        };
        let all = searches(&mut o.engines).into_iter().zip(chosen);
        all.for_each(|(search, chosen)| search.generalisation = chosen);
        true
    };
    let form = || format!("auto|{}", Generalisation::form());
    Flag::by(Group::Search, "--generalisation", form, show, set, doc)
}

/// For all engines.
fn general() -> Vec<Flag<VerifyOptions, Group>> {
    vec![
        Flag::new(Group::Run, "--seed", |o| &mut o.seed, "seed of all random choices"),
        Flag::new(Group::Bits, "--bits", |o| &mut o.images.bits,
            "bmc and kind see a system of bit-vectors as a circuit"),
        Flag::new(Group::Bits, "--temporal-decomposition", |o| &mut o.images.temporal_decomposition,
            "circuits: if latches are constant after N steps or fewer, verify these steps by themselves, and let \
            the engine begin after them (Case et al., FMCAD 2009)"),
        Flag::new(Group::Bits, "--words", |o| &mut o.images.words,
            "engines over terms see a system of bit-vectors, and spacer clauses of them, as they are (bits), or as \
            one of integers if it is linear (integers); no-wraps: the integers do not wrap around, and words keep \
            what holds for them of the invariant"),
        Flag::new(Group::Bits, "--cells", |o| &mut o.images.cells,
            "spacer sees N cells of any index in place of each array, so that models say something of all cells \
            (Monniaux, Gonnord, SAS 2016); if N is not 0, engines over terms see a system with arrays as one of the \
            cells at the indices of reads that mattered in counterexamples so far, as engines that know bits only \
            always do (Bjesse, FMCAD 2008)"),
        Flag::new(Group::Bits, "--catamorphisms", |o| &mut o.images.catamorphisms,
            "spacer sees what N catamorphisms say of a value in place of each recursive datatype, such as the size of \
            a list or tree, the sum of its numbers, and recursions that predicates are (Katsura et al., 2025); with \
            --guess-rounds it assumes linear equations between them that hold"),
        Flag::new(Group::Reduce, "--reduce", |o| &mut o.reduce.on,
            "make the model smaller first: circuits beyond the cone of influence, systems to what their properties \
            and steps need"),
        Flag::new(Group::Reduce, "--rewriting", |o| &mut o.reduce.circuit.rewriting,
            "two-level rewriting of gates (Brummayer, Biere 2006)"),
        Flag::new(Group::Reduce, "--constants", |o| &mut o.reduce.circuit.constants,
            "constant latches by ternary simulation, constant variables"),
        Flag::new(Group::Reduce, "--equivalences", |o| &mut o.reduce.circuit.equivalences,
            "equivalent latches by induction (van Eijk 2000), equal variables"),
        Flag::new(Group::Reduce, "--functional", |o| &mut o.reduce.circuit.functional,
            "gates of equal functions by simulation and a solver (FRAIGs; Mishchenko et al. 2005)"),
        Flag::new(Group::Reduce, "--definitions", |o| &mut o.reduce.circuit.definitions,
            "variables of systems that are functions of others"),
        Flag::new(Group::Reduce, "--reduce-effort", |o| &mut o.reduce.circuit.effort,
            "propagations that the search for equivalences may take"),
        Flag::new(Group::Reduce, "--reduce-conflicts", |o| &mut o.reduce.circuit.conflicts,
            "conflicts for a single pair of latches"),
        Flag::new(Group::Reduce, "--reduce-rounds", |o| &mut o.reduce.circuit.rounds,
            "repetitions of all reductions"),
        Flag::new(Group::Blocks, "--live-variables", |o| &mut o.reduce.program.live_variables,
            "leave assignments of a program out whose values no way to the error needs (Giegerich, Moncke, Wilhelm \
            1981)"),
        Flag::new(Group::Blocks, "--slicing", |o| &mut o.reduce.program.slicing,
            "remove variables that no assumption on a way to the error depends on"),
        Flag::new(Group::Blocks, "--constant-propagation", |o| &mut o.reduce.program.constants,
            "replace variables where they have one value only (Kildall, POPL 1973; Wegman, Zadeck, TOPLAS 1991)"),
        Flag::new(Group::Blocks, "--copy-propagation", |o| &mut o.reduce.program.copies,
            "replace variables where they are a copy of another one (Aho, Lam, Sethi, Ullman, Compilers)"),
        Flag::new(Group::Blocks, "--merging", |o| &mut o.reduce.program.merging,
            "join locations of a program from which the same commands lead to the error (Kanellakis, Smolka 1983)"),
        Flag::new(Group::Blocks, "--block-size", |o| &mut o.reduce.blocks.most_parts,
            "assignments, assumptions and havocs in one block of a program (Beyer et al., FMCAD 2009); 0: none are \
            joined"),
        Flag::new(Group::Blocks, "--block-demands", |o| &mut o.reduce.blocks.most_demands,
            "conjuncts of an invariant inside of a block; more are found by the functions that its edges are"),
        Flag::new(Group::Blocks, "--guess-rounds", |o| &mut o.engines.guess_rounds,
            "rounds of guess and check before another engine begins, which may assume all that they prove; over \
            --cells they are about elements of arrays, and a guess that does not hold is narrowed in the next round"),
        Flag::new(Group::Horn, "--horn-rounds", |o| &mut o.reduce.clauses.rounds,
            "repetitions of all reductions of Horn clauses"),
        Flag::new(Group::Horn, "--horn-records", |o| &mut o.reduce.clauses.records,
            "values of datatypes without recursion become their constructor and fields"),
        Flag::new(Group::Horn, "--horn-cone", |o| &mut o.reduce.clauses.cone,
            "remove predicates that are not derivable, or that lead to no query"),
        Flag::new(Group::Horn, "--horn-definitions", |o| &mut o.reduce.clauses.definitions,
            "replace variables that the constraint of a clause equates with a term"),
        Flag::new(Group::Horn, "--horn-arguments", |o| &mut o.reduce.clauses.arguments,
            "remove places of predicates that no clause looks at, and places with one value only"),
        Flag::new(Group::Horn, "--horn-reads", |o| &mut o.reduce.clauses.reads,
            "arrays that a clause only reads become the elements that it reads (Ackermann 1954)"),
        Flag::new(Group::Horn, "--horn-inlining", |o| &mut o.reduce.clauses.inlining,
            "unfold predicates that are not recursive, unless all clauses are linear"),
        Flag::new(Group::Horn, "--horn-merging", |o| &mut o.reduce.clauses.merging,
            "make one clause of those over the same predicates, unless all clauses are linear"),
    ]
}

/// Of the engines over circuits, and the search that others share with them.
fn circuits() -> Vec<Flag<VerifyOptions, Group>> {
    vec![
        Flag::new(Group::Ic3, "--lifting", |o| &mut o.engines.ic3.lifting,
            "enlarge predecessors; justification: by what justifies the target, then cores; core: by cores alone \
            (Chockler et al., FMCAD 2011); ternary: by ternary simulation (Een, Mishchenko, Brayton, FMCAD 2011)"),
        Flag::new(Group::Ic3, "--lifting-rounds", |o| &mut o.engines.ic3.lifting_rounds,
            "how often a core is taken again in another order"),
        Flag::new(Group::Ic3, "--domain", |o| &mut o.engines.ic3.domain,
            "solve in the cone of each query (rIC3, CAV 2025)"),
        Flag::new(Group::Ic3, "--internal-signals", |o| &mut o.engines.ic3.internal_signals,
            "N gates over latches at most become latches of cubes (Dureja et al., FMCAD 2021); 0: none"),
        Flag::new(Group::Ic3, "--localise-constraints", |o| &mut o.engines.ic3.localise_constraints,
            "begin without constraints and take those that a counterexample breaks (rIC3, 2026)"),
        Flag::new(Group::Ic3, "--localise-gates", |o| &mut o.engines.ic3.localise_gates,
            "begin without most gates and take those that a counterexample breaks (GLA, Mishchenko et al., DATE \
            2013), for N propagations at most; 0: not at all"),
        Flag::new(Group::Ic3, "--predicate-property", |o| &mut o.engines.ic3.predicate_property,
            "ask for steps into bad states in place of bad states, with the property as a constraint (Bradley, \
            VMCAI 2011; rIC3, 2026)"),
        Flag::new(Group::Ic3, "--known-steps", |o| &mut o.engines.ic3.known_steps,
            "keep the steps that queries find, and let them answer later queries"),
        generalisation(
            "enlarge blocked cubes; core: by the core of the query; interpolant: by an interpolant (Lange 2018, \
            theorem 3.2; on circuits); linear: drop literals one by one (Bradley 2011); binary: drop them by \
            halves; ctg: linear, past counterexamples to generalisation (Hassan, Bradley, Somenzi, FMCAD 2013); \
            dynamic: by the activity of the obligation (rIC3, CAV 2025); learnt: past as many counterexamples as \
            were worth it before (rIC3, 2026); auto: ctg on circuits, linear on systems"),
        search("--ctg-depth", |s| &mut s.ctg_depth,
            "how deep counterexamples to generalisation are followed"),
        search("--ctg-limit", |s| &mut s.ctg_limit,
            "how many counterexamples to generalisation are blocked for one literal"),
        search("--adaptive-ctg", |s| &mut s.adaptive_ctg,
            "leave counterexamples to generalisation alone while blocking them rarely helps"),
        search("--parent-lemma", |s| &mut s.parent_lemma,
            "drop literals of the previous frame's lemma last (Xia et al., CAV 2023)"),
        search("--orders", |s| &mut s.orders,
            "generalise in N orders of the literals and take the shortest lemma"),
        search("--ctp-limit", |s| &mut s.ctp_limit,
            "counterexamples to propagation that are blocked for one lemma (rIC3, 2026)"),
        search("--propagation", |s| &mut s.propagation,
            "push lemmas after each frame (plain), each new one at once, too (eager), or when the state in its way \
            is blocked (triggered; Suda 2013)"),
        search("--requeue", |s| &mut s.requeue,
            "blocked obligations come back at the next frame (Bradley 2011)"),
        search("--may-obligations", |s| &mut s.may_obligations,
            "push lemmas as obligations, beyond the last frame too, and keep reachable states (Quip; Ivrii, \
            Gurfinkel, FMCAD 2015)"),
        search("--inductive-subset", |s| &mut s.inductive_subset,
            "lemmas that are inductive together hold in every frame (Gurfinkel, Ivrii, FMCAD 2015)"),
        search("--containment-check", |s| &mut s.containment_check,
            "first ask whether an obligation is excluded already"),
        search("--obligation-limit", |s| &mut s.obligation_limit,
            "drop an obligation when it comes back the Nth time; 0: never"),
        search("--max-frames", |s| &mut s.max_frames, "give up beyond N frames; 0: never"),
        Flag::new(Group::LazyIc3, "--separate-may", |o| &mut o.engines.lazy_ic3.separate_may,
            "obligations that can wait never lead to a refinement (Definition 10)"),
        Flag::new(Group::LazyIc3, "--may-limit", |o| &mut o.engines.lazy_ic3.may_limit,
            "give an obligation that can wait up after this many predecessors; 0: never"),
        Flag::new(Group::LazyIc3, "--patience", |o| &mut o.engines.lazy_ic3.patience,
            "abstract strengthening may cost N times as much as refinements have cost; 0: any"),
        Flag::new(Group::LazyIc3, "--first-patience", |o| &mut o.engines.lazy_ic3.first_patience,
            "queries that abstract strengthening may take in any case, beside those of --patience"),
        Flag::new(Group::LazyIc3, "--minimise-core", |o| &mut o.engines.lazy_ic3.minimise_core,
            "make only those latches visible that a lemma cannot do without"),
        Flag::new(Group::LazyIc3, "--start-depth", |o| &mut o.engines.lazy_ic3.start_depth,
            "visible from the beginning: what the property depends on through this many steps"),
        Flag::new(Group::Bmc, "--max-depth", |o| &mut o.engines.bmc.max_depth,
            "the deepest counterexample looked for"),
        Flag::new(Group::Bmc, "--step", |o| &mut o.engines.bmc.step, "depths that one query asks about"),
        Flag::new(Group::Bmc, "--from", |o| &mut o.engines.bmc.from,
            "unroll a circuit forwards from the initial state, or backwards from the bad one (Een, Sorensson 2003)"),
        Flag::new(Group::Bmc, "--simplify", |o| &mut o.engines.bmc.simplify,
            "eliminate variables of a circuit's run that no later step mentions, between depths too"),
        Flag::new(Group::KInduction, "--max-k", |o| &mut o.engines.kinduction.max_k, "the largest k tried"),
        Flag::new(Group::KInduction, "--simple-path", |o| &mut o.engines.kinduction.simple_path,
            "states of a run differ pairwise (Sheeran, Singh, Stalmarck, FMCAD 2000)"),
        Flag::new(Group::Car, "--direction", |o| &mut o.engines.car.direction,
            "frames from the initial states on (forward), or from the bad states back (backward)"),
        Flag::new(Group::Car, "--intersection", |o| &mut o.engines.car.intersection,
            "cores prefer the literals of the frame's last lemma (Xia et al., CAV 2023)"),
        Flag::new(Group::Car, "--rotation", |o| &mut o.engines.car.rotation,
            "cores prefer the literals that blocked states have in common (Xia et al., CAV 2023)"),
        Flag::new(Group::Car, "--drop-failures", |o| &mut o.engines.car.drop_failures,
            "drop literals of a core one by one until N attempts have failed; 0: never"),
        Flag::new(Group::Car, "--retry", |o| &mut o.engines.car.retry,
            "ask all states of the U-sequence again at each level"),
        Flag::new(Group::Car, "--push", |o| &mut o.engines.car.push, "try each lemma in the next frame, too"),
        Flag::new(Group::Fsis, "--implicate", |o| &mut o.engines.fsis.implicate,
            "search for a minimal inductive subclause (Bradley, Manna, FMCAD 2007)"),
        Flag::new(Group::Live, "--below", |o| &mut o.engines.live.below,
            "the engine that answers the questions of safety: one over circuits; below k-live and rlive one that \
            proves by inductive invariants"),
        Flag::new(Group::KLive, "--most-stages", |o| &mut o.engines.live.k_live.most,
            "give up when the signals have come N times"),
        Flag::new(Group::KLive, "--first-stages", |o| &mut o.engines.live.k_live.first,
            "stages of the first circuit that counts; each later one has twice as many"),
    ]
}

/// Of the engines over systems.
fn systems() -> Vec<Flag<VerifyOptions, Group>> {
    vec![
        Flag::new(Group::Ic3Smt, "--preimage", |o| &mut o.engines.ic3_smt.preimage,
            "predecessors of a cube: the state of the model (point), one cube projected by the model (projection) \
            or exactly over reals (first-cube), or all cubes of the exact preimage, one after the other (exact)"),
        Flag::new(Group::Ic3Smt, "--implicant", |o| &mut o.engines.ic3_smt.implicant,
            "the literals of a step that are projected: those that justify it (justified), their core, or the \
            values of all atoms reduced by dual rails (Roorda, Claessen, CAV 2006)"),
        Flag::new(Group::Ic3Smt, "--lemma-form", |o| &mut o.engines.ic3_smt.lemmas,
            "lemmas that exclude a blocked cube: its core, interpolants between the frame and the cube, or the \
            sums of its bounds that refute it (Bjorner, \"Software Model Checking with IC3\"); the core where \
            there are none"),
        Flag::new(Group::Ic3Smt, "--solvers", |o| &mut o.engines.ic3_smt.solvers,
            "one solver for all frames, whose lemmas are assumptions (shared), or one for each frame (per-frame)"),
        Flag::new(Group::Ic3Smt, "--split-equalities", |o| &mut o.engines.ic3_smt.split_equalities,
            "write equalities of numbers in cubes as two bounds"),
        predicates("--init-predicates", |o| &mut o.from_init, "begin with the atoms of the initial states"),
        predicates("--bad-predicates", |o| &mut o.from_bad, "begin with the atoms of the bad states"),
        predicates("--trans-predicates", |o| &mut o.from_trans,
            "begin with the atoms of a step that are about states only"),
        predicates("--hints", |o| &mut o.from_hints, "begin with the predicates that the file suggests"),
        Flag::new(Group::Ctigar, "--lifting-failures", |o| &mut o.engines.ctigar.lifting,
            "repair the abstraction where a state has a step and not all states of its cube have one: at once, or \
            when a counterexample seems to be found"),
        Flag::new(Group::Ctigar, "--consecution-failures", |o| &mut o.engines.ctigar.consecution,
            "repair the abstraction where a cube has a predecessor and the state that it was made for has none: at \
            once, or when a counterexample seems to be found"),
        Flag::new(Group::Itp, "--interpolation", |o| &mut o.engines.itp.form,
            "an invariant from interpolants: images (McMillan, CAV 2003), sequences (Vizel, Grumberg, FMCAD 2009), \
            or sequences that strengthen the frames of IC3 (Vizel, Gurfinkel, CAV 2014)"),
        Flag::new(Group::Itp, "--interpolants", |o| &mut o.engines.itp.strength,
            "the strength of the interpolants (D'Silva, Kroening, Purandare, Weissenbacher, VMCAI 2010)"),
        Flag::new(Group::Itp, "--proofs", |o| &mut o.engines.itp.proofs,
            "proofs of which the one with the smallest interpolants is taken"),
        Flag::new(Group::Itp, "--longest-run", |o| &mut o.engines.itp.max_depth,
            "the longest run asked about"),
    ]
}

/// Of the engines over programs.
fn programs() -> Vec<Flag<VerifyOptions, Group>> {
    vec![
        Flag::new(Group::TreeIc3, "--cnf-factor", |o| &mut o.engines.tree_ic3.cnf_factor,
            "the clauses of an interpolant may be larger than itself by this factor"),
        Flag::new(Group::TreeIc3, "--beyond", |o| &mut o.engines.tree_ic3.beyond,
            "if the clauses of an interpolant are larger than --cnf-factor allows: refute the path cube by cube \
            (blocking), or take the interpolant as it is (whole)"),
        Flag::new(Group::TreeIc3, "--strengthening", |o| &mut o.engines.tree_ic3.strengthening,
            "tree-ic3, tree-ic3-itp and tree-ic3-ia: formulas that a location had are tried when a path comes \
            back, each for itself, all or none, or off"),
        Flag::new(Group::TreeIc3, "--forward", |o| &mut o.engines.tree_ic3.propagation,
            "tree-ic3, tree-ic3-itp and tree-ic3-ia: formulas of a node are tried at its successors"),
        Flag::each(Group::Paths, "--path-interpolants", 
            |o: &mut VerifyOptions| vec![&mut o.engines.tree_ic3.strength, &mut o.engines.pred_abs.strength],
            "the strength of the interpolants along a path (D'Silva, Kroening, Purandare, Weissenbacher, VMCAI \
            2010)"),
        Flag::new(Group::Ic3Cfa, "--dropping", |o| &mut o.engines.ic3cfa.dropping,
            "literals of a blocked cube that are dropped: none (off), those outside the cores of the queries, then \
            one by one (linear) or by halves, or past counterexamples to generalisation (Lange 2018, section \
            4.3.1)"),
        Flag::new(Group::Ic3Cfa, "--edges", |o| &mut o.engines.ic3cfa.edges,
            "generalise along all edges at once (multi), along each for itself (single), or along the first one, \
            and the others give literals back (incremental; Lange 2018, section 4.3.2)"),
        Flag::new(Group::Ic3Cfa, "--way-back", |o| &mut o.engines.ic3cfa.way_back,
            "with --edges incremental: literals come back one by one (climb), and are dropped again \
            (climb-and-drop), or the whole cube is generalised anew (restart)"),
        Flag::new(Group::Ic3Cfa, "--preconditions", |o| &mut o.engines.ic3cfa.preconditions,
            "ask about the weakest existential precondition of a cube, without next values (Lange 2018, theorem \
            4.3)"),
        Flag::new(Group::Ic3Cfa, "--predecessor-cubes", |o| &mut o.engines.ic3cfa.predecessor_cubes,
            "single lemmas of the frame before answer questions (Lange 2018, theorems 4.5 and 4.6)"),
        Flag::new(Group::Ic3Cfa, "--dont-care", |o| &mut o.engines.ic3cfa.dont_care,
            "drop literals that lemmas of the frame before imply (Lange 2018, section 4.3.2)"),
        Flag::new(Group::Ic3Cfa, "--upper-bounds", |o| &mut o.engines.ic3cfa.upper_bounds,
            "remember parts of cubes for their edges, and try no literal outside again (Lange 2018, theorem 4.7)"),
        Flag::new(Group::Ic3Cfa, "--lower-bounds", |o| &mut o.engines.ic3cfa.lower_bounds,
            "remember parts of cubes for their edges, and try no literal inside again while the frame is the same \
            (Lange 2018, theorem 4.9)"),
        Flag::new(Group::Ic3Cfa, "--extended-search", |o| &mut o.engines.ic3cfa.extended_search,
            "with --upper-bounds and --lower-bounds: remembered parts of other cubes count, too (Lange 2018, \
            theorem 4.8)"),
        Flag::new(Group::Ic3Cfa, "--context-limit", |o| &mut o.engines.ic3cfa.context_limit,
            "with --upper-bounds and --lower-bounds: the most cubes that are remembered"),
        Flag::new(Group::Ic3Cfa, "--edge-interpolation", |o| &mut o.engines.ic3cfa.interpolation,
            "lemmas from interpolants along edges on circles (loops), along all of programs without words \
            (numbers), or along all (Lange 2018, section 4.3.5)"),
        Flag::new(Group::Ic3Cfa, "--semantic-blocking", |o| &mut o.engines.ic3cfa.semantic,
            "store no lemma that its frame implies"),
        Flag::new(Group::Ic3Cfa, "--obligation-order", |o| &mut o.engines.ic3cfa.order,
            "obligations of a frame: nearest to the error or farthest, smallest or largest cube first, or at \
            random"),
        Flag::new(Group::Ic3Cfa, "--come-back", |o| &mut o.engines.ic3cfa.requeue,
            "blocked obligations come back at the next frame (Bradley 2011)"),
        Flag::new(Group::Ic3Cfa, "--most-ahead", |o| &mut o.engines.ic3cfa.most_ahead,
            "with --come-back: blocked obligations come back as long as their path has at most this many times as \
            many edges as there are frames; 0: always"),
        Flag::new(Group::Ic3Cfa, "--split-words", |o| &mut o.engines.ic3cfa.split,
            "write equations of words in cubes as unsigned bounds, signed bounds, both, bits, or as they are (off)"),
        Flag::new(Group::Ic3Cfa, "--reuse", |o| &mut o.engines.ic3cfa.reuse,
            "obligations come back in the next iteration (Lange 2018, section 4.2.4)"),
        Flag::new(Group::Ic3Cfa, "--push-lemmas", |o| &mut o.engines.ic3cfa.pushing,
            "after each iteration push lemmas to the next frame of their location"),
        Flag::new(Group::Ic3Cfa, "--push-at-once", |o| &mut o.engines.ic3cfa.eager,
            "push each new lemma at once, as far as it goes"),
        Flag::new(Group::Ic3Cfa, "--most-returns", |o| &mut o.engines.ic3cfa.obligation_limit,
            "drop an obligation when it comes back the Nth time; 0: never"),
        Flag::new(Group::PredAbs, "--abstraction", |o| &mut o.engines.pred_abs.abstraction,
            "abstract states are all combinations of truths of the predicates that occur (boolean), or the \
            conjunction of those that hold, negated or not (cartesian)"),
        Flag::new(Group::PredAbs, "--most-cubes", |o| &mut o.engines.pred_abs.most_cubes,
            "an abstract state becomes cartesian if more combinations than this occur"),
        Flag::new(Group::Guess, "--run-effort", |o| &mut o.engines.guess.first_effort,
            "instructions of the runs of the first round; each later round has four times as many"),
        Flag::new(Group::Guess, "--guess-conflicts", |o| &mut o.engines.guess.first_conflicts,
            "conflicts for each question of the first round; each later round allows four times as many"),
        Flag::new(Group::Guess, "--patient-rounds", |o| &mut o.engines.guess.patient_rounds,
            "after these rounds a guess that is the same as the last one is not checked again"),
        Flag::new(Group::Explicit, "--most-states", |o| &mut o.engines.explicit.most_states,
            "give up after N states"),
    ]
}

/// Of the engines over Horn clauses.
fn clauses() -> Vec<Flag<VerifyOptions, Group>> {
    vec![
        Flag::new(Group::Spacer, "--goals", |o| &mut o.engines.spacer.goals,
            "goals of atoms in bodies: points, or projections of the clause"),
        Flag::new(Group::Spacer, "--facts", |o| &mut o.engines.spacer.facts,
            "states that have a derivation: points, or projections of the clause"),
        Flag::new(Group::Spacer, "--goal-lemmas", |o| &mut o.engines.spacer.lemmas,
            "lemmas against goals that no clause derives: cores, Farkas sums, or interpolants"),
        Flag::new(Group::Spacer, "--goal-order", |o| &mut o.engines.spacer.order,
            "goals of a frame: nearest to the query or farthest, smallest or largest cube first, or at random"),
        Flag::new(Group::Spacer, "--siblings", |o| &mut o.engines.spacer.siblings,
            "all atoms of a body become goals at once, as points"),
        Flag::new(Group::Spacer, "--reach-facts", |o| &mut o.engines.spacer.reach_facts,
            "keep facts for all frames; off: they are derived again after the next frame is opened"),
        Flag::new(Group::Spacer, "--cache-goals", |o| &mut o.engines.spacer.cache_goals,
            "a goal that is asked for again is the same one (SAT 2012)"),
        Flag::new(Group::Spacer, "--goals-return", |o| &mut o.engines.spacer.requeue,
            "blocked goals come back at the next frame (Bradley 2011)"),
        Flag::new(Group::Spacer, "--goal-returns", |o| &mut o.engines.spacer.goal_limit,
            "drop a goal when it comes back the Nth time; 0: never"),
        Flag::new(Group::Spacer, "--respect-facts", |o| &mut o.engines.spacer.respect_facts,
            "no lemma becomes so large that it excludes a known fact"),
        Flag::new(Group::Spacer, "--split-goals", |o| &mut o.engines.spacer.split_equalities,
            "split equalities of numbers in goals into two bounds"),
        Flag::new(Group::Unwind, "--most-nodes", |o| &mut o.engines.unwind.most_nodes,
            "give up beyond N nodes of a tree"),
        Flag::new(Group::Unwind, "--tree-interpolants", |o| &mut o.engines.unwind.interpolants,
            "try the interpolants of trees that were cut"),
    ]
}
