//! The one table of the members of portfolios, with the reasons for them.
//!
//! A member is a line that a user could type behind `--engine`, so each can be run alone.
//!
//! A member takes part if all its conditions hold for the model. The first one that does is the most promising: on
//! several threads it runs all the time, and on one thread it gets as much work as all others together, or twice as
//! much. The others share the work by their parts. Shares and conditions are measured on benchmarks of each kind of
//! model: a member is here because it solves models that the members before it do not, and its share is as large as
//! these models are worth.
//!
//! On circuits: of 25 of the hardware competitions that take `ic3` a second or more, it solves 21 in eight seconds.
//! L-IC3 and BMC from the bad state solve one more each. They, BMC and k-induction solve six others at least four times
//! sooner. CAR refutes another one in a second that none of these decides in twenty. The other members add nothing to
//! these within that time, and wait for more threads.

use super::member::Condition::{self, *};
use super::member::Share::{Parts, TwiceTheOthers};
use super::member::{Group, Member};
use super::options::VerifyOptions;
use crate::model::encode::automaton::has_location_bits;
use crate::model::encode::catamorphisms::choose;
use crate::model::kind::Kind;
use crate::model::reduce::horn::HornReduction;
use crate::model::reduce::SystemReduction;
use crate::model::system::functional::NextValues;
use crate::model::system::System;
use crate::route::bits::is_of_bits;
use crate::route::images::{Found, Images, Made};
use crate::route::options::Words;
use crate::route::programs::Prepared;
use crate::solver::term::Sort;

const fn always(members: &'static [Member]) -> Group {
    Group { condition: None, members }
}

const fn only_if(condition: Condition, members: &'static [Member]) -> Group {
    Group { condition: Some(condition), members }
}

/// The members of a portfolio on a kind of model, in their order. Linear Horn clauses have those of programs first.
pub fn members(kind: Kind) -> &'static [Group] {
    const ON_CIRCUITS: &[Group] = &[always(CIRCUITS)];
    const ON_SYSTEMS: &[Group] = &[
        only_if(Hardware, CIRCUITS),
        only_if(Hardware, WORDS),
        only_if(ProgramCounter, COUNTERS),
        only_if(Cells, CELLS),
        only_if(Arrays, ARRAY_SYSTEMS),
        only_if(Software, TERMS),
    ];
    const ON_PROGRAMS: &[Group] = &[
        only_if(Cut, CUT_PROGRAMS),
        only_if(Arrays, ARRAY_PROGRAMS),
        always(PROGRAMS),
        only_if(Small, TERMS),
        only_if(Small, SMALL_PROGRAMS),
    ];
    const ON_CLAUSES: &[Group] = &[always(CLAUSES)];
    match kind {
        Kind::Circuit => ON_CIRCUITS,
        Kind::System => ON_SYSTEMS,
        Kind::Program => ON_PROGRAMS,
        Kind::Clauses => ON_CLAUSES,
    }
}

/// The most edges of an automaton that becomes a system: the formula of its steps has them all.
const MOST_EDGES: usize = 20_000;

/// Members, one per row: name and line, share, conditions, a setting of its own, and the reason.
macro_rules! members {
    ($($name:literal = $line:expr, $share:ident $(($parts:literal))? $(if [$($condition:ident),+])?
        $(, $setting:ident)?: $reason:expr;)*) => {
        &[$(Member::new($name, $line, $share $(($parts))?, &[$($($condition),+)?], $reason) $(.$setting())?),*]
    };
}

const CIRCUITS: &[Member] = members! {
    "ic3" = "ic3", TwiceTheOthers: "proves the most";
    "lazy-ic3" = "lazy-ic3", Parts(5):
        "needs fewer latches where a part of the circuit decides; proves the most of what the first does not";
    "bmc from bad" = "bmc --from bad", Parts(4), unrolling:
        "for deep counterexamples, backward unrolling may reach fewer states";
    "kind" = "kind --no-simple-path", Parts(2) if [AnyProof], unrolling: INDUCTION;
    "ic3 with dynamic generalisation" = "ic3 --generalisation dynamic --seed 1", Parts(3):
        "spends less on cubes that come for the first time, and so finds other lemmas";
    "car" = "car", Parts(3) if [Threads]:
        "makes runs longer from each state that they have reached, and so finds other deep counterexamples";
    // Where a proof needs most constraints, finding that out one by one takes long.
    "ic3 with internal signals" = "ic3 --internal-signals 1000 --no-localise-constraints", Parts(1) if [Threads]:
        "one clause over gates of sums and comparisons replaces many over latches";
    "ic3 one step earlier" = "ic3 --predicate-property", Parts(1) if [Threads, AnyProof]:
        "assumes the property in its frames, and blocks cubes of the states one step before bad ones";
    "bmc" = "bmc --step 1", Parts(1) if [Threads], unrolling: SHORT;
};

/// On justice properties of circuits and systems.
const JUSTICE: &[Member] = members! {
    "ranking" = "ranking", Parts(4) if [Numbers], running: "proves what is about numbers, by measures that fall";
    "rlive" = "rlive", Parts(1): "proves and refutes the most, by small questions from state to state";
    "k-live" = "k-live", Parts(4): "where a property holds, the signals often come a few times only";
    "l2s with ic3" = "l2s --below ic3", Parts(4):
        "one question about all lassos, where there are many states to go on from";
    "l2s with bmc" = "l2s --below bmc --step 1", Parts(4), unrolling: "finds the shortest lasso";
    "l2s with ic3-smt" = "l2s --below ic3-smt", Parts(4) if [Cells]:
        "compares the arrays of a lasso as wholes";
    "l2s with ic3-ia" = "l2s --below ic3-ia", Parts(2) if [Numbers]: "finds lassos that bmc reaches late";
};

/// On systems with a program counter, before [`TERMS`].
const COUNTERS: &[Member] = members! {
    "ic3cfa" = "ic3cfa", Parts(8): "frames of each location are smaller than those of all";
    "ic3cfa with small blocks" = SMALL_BLOCKS, Parts(8): SMALL;
};

/// On systems with arrays, before [`TERMS`].
const CELLS: &[Member] = members! {
    "ic3 on cells" = "ic3", TwiceTheOthers: "few cells matter, and their bits are decided fast";
    "lazy-ic3 on cells" = "lazy-ic3", Parts(5): "needs fewer latches where a part of the circuit decides";
    "bmc on cells" = "bmc --cells 1 --step 1", Parts(4), unrolling: SHORT;
    "ic3-smt on cells" = "ic3-smt --cells 1", Parts(2): FEW_LEMMAS;
    "ic3-smt" = "ic3-smt", Parts(4): "lemmas about arrays as wholes, where too many cells matter";
    "ic3-ia" = "ic3-ia", Parts(1): PREDICATES;
};

/// On systems with arrays of numbers, before [`TERMS`].
const ARRAY_SYSTEMS: &[Member] = members! {
    "ic3-ia on cells" = "ic3-ia --cells 1", Parts(16): ALL_CELLS;
    "ic3-smt on cells" = "ic3-smt --cells 1", Parts(8): ALL_CELLS;
    "spacer" = "spacer", Parts(8): "lemmas over elements where no cell stands for all";
};

/// On systems, and on programs as systems.
const TERMS: &[Member] = members! {
    "ic3" = "ic3", Parts(8) if [Functional]: "bits are decided faster than words";
    "ic3-smt" = "ic3-smt", Parts(8) if [Relational]:
        "circuits of relations are large, and their inputs are the next states";
    "ic3-ia" = "ic3-ia", Parts(16) if [Numbers]:
        "one predicate of an interpolant may say what is true of many numbers";
    "ic3-smt" = "ic3-smt", Parts(8) if [Functional]: FEW_LEMMAS;
    "ic3-smt" = "ic3-smt", Parts(8) if [Numbers]:
        "needs no predicates where the atoms of the formulas will do";
    "ic3-ia" = "ic3-ia", Parts(8) if [Relational]:
        "finds predicates where the atoms of the formulas will not do";
    "lazy-ic3" = "lazy-ic3", Parts(1) if [Functional]:
        "needs fewer latches where a part of the circuit decides";
    "ic3-ia" = "ic3-ia", Parts(1) if [Functional]: PREDICATES;
    "ic3" = "ic3", Parts(1) if [Relational]: "bits, if the circuit is small after all";
    "bmc" = "bmc", Parts(1), unrolling: SHORT;
    "kind" = "kind --no-simple-path", Parts(1) if [AnyProof], unrolling: INDUCTION;
};

/// On systems that are hardware, after [`CIRCUITS`].
const WORDS: &[Member] = members! {
    "ic3-smt" = "ic3-smt", Parts(2): FEW_LEMMAS;
    "ic3-ia" = "ic3-ia", Parts(1) if [Threads]: PREDICATES;
};

/// On programs whose loops are cut at their contracts, before all others.
const CUT_PROGRAMS: &[Member] = members! {
    "bmc without loops" = "bmc", TwiceTheOthers if [AnyProof]: "one formula has all runs where no loop is left";
};

/// On programs with arrays, before [`PROGRAMS`].
const ARRAY_PROGRAMS: &[Member] = members! {
    "guess" = "guess", Parts(32): "facts about all elements of an array are seen on runs";
    "spacer with cells" = "spacer --cells 1 --guess-rounds 1", Parts(48): ALL_CELLS;
};

const PROGRAMS: &[Member] = members! {
    "ic3cfa" = "ic3cfa", Parts(8): "proves the most";
    "runs" = "", Parts(8) if [Inputs], running:
        "the interpreter passes millions of steps a second on the way to an error";
    "runs" = "", TwiceTheOthers if [OneRun], running:
        "the one run decides the program if it reaches an error";
    "guess" = "guess", Parts(8) if [Scalars]: "equations that hold on runs are often all that is needed";
    "bmc" = "bmc", Parts(8) if [AnyProof], unrolling:
        "unrolls loops, which proves programs whose loops all end soon";
    "tree-ic3-itp" = "tree-ic3-itp", Parts(8):
        "paths of a tree, refuted by interpolants, where frames find too many cubes";
    "explicit" = "explicit", Parts(2): "programs with few states; it soon gives up on others";
};

/// On programs that become systems, after [`TERMS`].
const SMALL_PROGRAMS: &[Member] = members! {
    "ic3cfa with small blocks" = SMALL_BLOCKS, Parts(4) if [SmallBlocks]: SMALL;
    "ic3cfa after guesses" = "ic3cfa --guess-rounds 2", Parts(4):
        "proved equations spare it lemmas that it would find one value at a time";
    "ic3-ia without wraps" = "ic3-ia --words no-wraps", Parts(2) if [LinearWords]: NO_WRAPS;
    "ic3-smt without wraps" = "ic3-smt --words no-wraps", Parts(2) if [LinearWords]: NO_WRAPS;
    "ic3-ia over integers" = "ic3-ia --words integers", Parts(2) if [LinearWords]: INTEGERS;
    "ic3-smt over integers" = "ic3-smt --words integers", Parts(2) if [LinearWords]: INTEGERS;
};

const CLAUSES: &[Member] = members! {
    "spacer with interpolants" = "spacer --goal-lemmas interpolant", Parts(12):
        "proves the most of the three kinds of lemmas";
    "spacer with farkas sums" = "spacer --goal-lemmas farkas", Parts(6):
        "a sum of the inequalities of a refutation is one lemma for many cubes";
    "spacer with cores" = "spacer --goal-lemmas core", Parts(3): "parts of cubes where interpolants diverge";
    "unwind" = "unwind", Parts(1): "one formula for clauses without recursion, and for short derivations";
    "spacer over integers" = "spacer --words integers", Parts(8) if [LinearWords]: INTEGERS;
    "spacer without wraps" = "spacer --words no-wraps", Parts(8) if [LinearWords]: NO_WRAPS;
    "spacer with cells" = "spacer --cells 1 --guess-rounds 3", Parts(48) if [Arrays]: ALL_CELLS;
    "spacer with two cells" = "spacer --cells 2 --guess-rounds 3", Parts(6) if [Arrays]:
        "says how two elements of an array compare, or those of two arrays at different indices";
    "spacer with sizes" = "spacer --catamorphisms 1 --guess-rounds 1", Parts(24) if [Recursive]:
        "how many constructors a list or a tree has is often all that matters, and equations say how they add up";
    "spacer with catamorphisms" = "spacer --catamorphisms 4 --guess-rounds 1", Parts(24) if [Recursive]:
        "sums, heights, and recursions that the clauses themselves define";
};

/// Interpolants are left to the member with large blocks: they cost more than many easy questions.
const SMALL_BLOCKS: &str = "ic3cfa --block-size 10 --edge-interpolation off";

const SMALL: &str =
    "a large block may cost a conflict for each of its ways; small ones ask more questions, all easy";
const SHORT: &str = "finds short counterexamples that IC3 reaches late";
const INDUCTION: &str =
    "some properties are k-inductive, alone or with shared lemmas, but have no small invariant";
const FEW_LEMMAS: &str = "lemmas over words are few where those over bits are many";
const PREDICATES: &str = "finds predicates where neither bits nor atoms will do";
const NO_WRAPS: &str = "words are mostly meant as if numbers had no end";
const ALL_CELLS: &str =
    "what holds for all elements of an array is a lemma about any one cell, and is often guessed";
const INTEGERS: &str = "inequalities of numbers are hard for bits, and wraps may matter";

/// A member with its options, before the race.
#[derive(Clone, Debug)]
pub struct Plan {
    pub member: Member,
    pub parts: u64,
    pub options: Box<VerifyOptions>,
}

impl Plan {
    /// The engine of these options, alone.
    pub fn of_one(options: &VerifyOptions) -> Plan {
        let name = options.engine.name();
        let member = Member::new(name, name, Parts(1), &[], "");
        Plan { member, parts: 1, options: Box::new(options.clone()) }
    }
}

/// The members on a kind of model whose conditions hold. For all that does not make them special these options hold.
fn plans(kind: Kind, conditions: &[Condition], options: &VerifyOptions) -> Vec<Plan> {
    let is_there = |group: &&Group| group.condition.map_or(true, |c| conditions.contains(&c));
    let candidates = members(kind).iter().filter(is_there).flat_map(|group| group.members);
    plans_of(candidates, conditions, options)
}

/// Plans for the members whose conditions hold.
fn plans_of<'m>(
    candidates: impl Iterator<Item = &'m Member>,
    conditions: &[Condition],
    options: &VerifyOptions,
) -> Vec<Plan> {
    let takes_part = |member: &&Member| member.conditions.iter().all(|c| conditions.contains(c));
    let present: Vec<Member> = candidates.filter(takes_part).copied().collect();
    let counted = |member: &Member| match member.share {
        Parts(parts) => parts,
        TwiceTheOthers => 0,
    };
    let others: u64 = present.iter().skip(1).map(counted).sum();
    let plan = |member: Member| {
        let options = Box::new(member.adapt(options));
        let parts = match member.share {
            Parts(parts) => parts,
            TwiceTheOthers => 2 * others,
        };
        Plan { member, parts, options }
    };
    present.into_iter().map(plan).collect()
}

/// The conditions that hold for any model.
fn of_options(options: &VerifyOptions) -> Vec<Condition> {
    let any_proof = (!options.portfolio.inductive_only).then_some(AnyProof);
    let threads = (options.threads >= 3).then_some(Threads);
    any_proof.into_iter().chain(threads).collect()
}

/// The members of a portfolio on justice properties, in their order.
pub fn members_for_justice() -> &'static [Member] {
    JUSTICE
}

/// The members on the justice properties of a circuit, or of a system with this condition.
pub(super) fn on_justice(condition: Option<Condition>, options: &VerifyOptions) -> Vec<Plan> {
    let conditions: Vec<Condition> = of_options(options).into_iter().chain(condition).collect();
    plans_of(JUSTICE.iter(), &conditions, options)
}

/// The members on a circuit.
pub(super) fn on_circuit(options: &VerifyOptions) -> Vec<Plan> {
    plans(Kind::Circuit, &of_options(options), options)
}

/// Whether there is this image. If it took too much, members do without it.
fn is_there<E>(image: Found<E>) -> bool {
    matches!(image, Ok(Some(_)))
}

/// The members on a system.
pub(super) fn on_system(made: &Made<SystemReduction>, options: &VerifyOptions) -> Vec<Plan> {
    let mut conditions = of_options(options);
    let (form, has_cells) = form_of(&made.system, &made.images);
    let has_counter = has_location_bits(&made.system);
    let is_hardware = form == Functional && !has_counter;
    conditions.push(form);
    conditions.extend((form == Numbers && has_cells).then_some(Arrays));
    conditions.extend(has_counter.then_some(ProgramCounter));
    conditions.push(if is_hardware { Hardware } else { Software });
    let mut options = options.clone();
    // The lemmas that the others get.
    options.engines.ic3_smt.search.inductive_subset |= options.portfolio.share_lemmas;
    options.engines.ic3_ia.search.inductive_subset |= options.portfolio.share_lemmas;
    plans(Kind::System, &conditions, &options)
}

/// Bits with functions, bits with relations, arrays of bits, or numbers; and whether there are arrays of which single
/// cells can be looked at.
pub(super) fn form_of(system: &System, images: &Images) -> (Condition, bool) {
    match form_of_bits(system) {
        Some(form) => (form, false),
        None => match images.memories(system).ok().flatten() {
            Some(memories) if memories.is_of_bits() => (Cells, true),
            memories => (Numbers, memories.is_some()),
        },
    }
}

/// The form of a system of bits.
fn form_of_bits(system: &System) -> Option<Condition> {
    is_of_bits(system).then(|| match NextValues::of(system, &mut system.terms().clone()).rest.is_empty() {
        true => Functional,
        // A variable without an equation may be anything next, as an input may.
        false => Relational,
    })
}

/// The members on a program of which these conditions hold already.
pub(super) fn on_program(
    program: &Prepared,
    mut conditions: Vec<Condition>,
    options: &VerifyOptions,
) -> Vec<Plan> {
    let cfa = &program.blocks.blocks.cfa;
    let encode = || program.blocks.images.counter(cfa).ok().flatten();
    if let Some(encoded) = (cfa.edges().len() <= MOST_EDGES).then(encode).flatten() {
        let system = &encoded.encoding.system;
        // Programs have no members for cells alone.
        conditions.extend([Small, form_of_bits(system).unwrap_or(Numbers)]);
        let reduced = encoded.images.reduced(system, &options.route()).ok().flatten();
        let is_linear =
            |made: &Made<SystemReduction>| is_there(made.images.integers(&made.system, Words::WithoutWraps));
        conditions.extend(reduced.filter(|made| is_linear(made)).map(|_| LinearWords));
        let small = Member::new("", SMALL_BLOCKS, Parts(1), &[], "").adapt(options);
        let small = program.with_blocks(&small.route()).ok().flatten();
        let is_larger = small.map_or(false, |small| small.blocks.cfa.location_count() > cfa.location_count());
        conditions.extend(is_larger.then_some(SmallBlocks));
    }
    // The other members find invariants by location, and engines of different kinds cannot share lemmas.
    let mut options = options.clone();
    options.portfolio.inductive_only = true;
    options.portfolio.share_lemmas = false;
    plans(Kind::Program, &conditions, &options)
}

/// The members on Horn clauses, after those on the program that linear ones are.
pub(super) fn on_clauses(
    made: &Made<HornReduction>,
    program: Option<&Prepared>,
    options: &VerifyOptions,
) -> Vec<Plan> {
    let horn = made.horn();
    let mut variables = horn.clauses().iter().flat_map(|clause| &clause.variables);
    let has_words = variables.any(|&v| horn.terms().sort(v).width().is_some());
    let is_linear = has_words && is_there(made.images.integer_clauses(horn, Words::WithoutWraps));
    let places = || horn.predicates().iter().flat_map(|predicate| &predicate.places);
    let has_arrays = places().any(|&place| matches!(horn.terms().sort(place), Sort::Array(_)));
    let is_recursive = choose(horn, 1).is_some();
    let conditions = is_linear.then_some(LinearWords).into_iter().chain(has_arrays.then_some(Arrays));
    let conditions = conditions.chain(is_recursive.then_some(Recursive));
    let conditions: Vec<Condition> = conditions.collect();
    let mut all = program.map_or_else(Vec::new, |program| on_program(program, vec![Scalars], options));
    all.extend(plans(Kind::Clauses, &conditions, options));
    all
}
