//! The one table of the members of portfolios, with the reasons for them.
//!
//! A member takes part if all its conditions hold for the model. The first one that does is the most promising: on
//! several threads it runs all the time, and on one thread it gets as much work as all others together, or twice as
//! much. The others share the work by their parts. Shares and conditions are measured on benchmarks of each kind of
//! model: a member is here because it solves models that the members before it do not, and its share is as large as
//! these models are worth.
//!
//! On circuits: of 25 of the hardware competitions that take `ic3` a second or more, it solves 21 in eight seconds.
//! L-IC3 and BMC from the bad state solve one more each. They, BMC and k-induction solve six others at least four times
//! sooner. The other members add nothing to these within that time, and wait for more threads.

use super::member::{Condition, Group, Member, Share};
use super::options::VerifyOptions;
use crate::base::Budget;
use crate::engine::bmc::Start;
use crate::engine::horn::HornLemmas;
use crate::engine::ic3::Generalisation;
use crate::engine::ic3cfa::Interpolation;
use crate::engine::table::Engine;
use crate::model::encode::automaton::has_location_bits;
use crate::model::encode::integers::{to_integer_clauses, to_integers, Wraps};
use crate::model::encode::program::{to_system_within, ProgramSystem};
use crate::model::horn::Horn;
use crate::model::kind::Kind;
use crate::model::system::functional::NextValues;
use crate::model::system::System;
use crate::route::bits::is_of_bits;
use crate::route::options::Words;
use crate::route::programs::Prepared;

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
        only_if(Condition::Hardware, CIRCUITS),
        only_if(Condition::Hardware, WORDS),
        only_if(Condition::ProgramCounter, COUNTERS),
        only_if(Condition::Software, TERMS),
    ];
    const ON_PROGRAMS: &[Group] =
        &[always(PROGRAMS), only_if(Condition::Small, TERMS), only_if(Condition::Small, SMALL_PROGRAMS)];
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

/// Bytes that a member may hold if it unrolls the model.
const UNROLLING: Option<u64> = Some(600_000_000);

/// Units of work in the first turn of random runs, a few hundredths of a second.
const FIRST_RUNS: Option<u64> = Some(100_000);

const PLAIN: Member = Member {
    name: "",
    conditions: &[],
    share: Share::Parts(1),
    reason: "",
    engine: None,
    memory: None,
    first_slice: None,
    adapt: |_| {},
};

const IC3: Member = Member { name: "ic3", engine: Some(Engine::Ic3), ..PLAIN };
const LAZY_IC3: Member = Member { name: "lazy-ic3", engine: Some(Engine::LazyIc3), ..PLAIN };
const IC3_SMT: Member = Member { name: "ic3-smt", engine: Some(Engine::Ic3Smt), ..PLAIN };
const IC3_IA: Member = Member { name: "ic3-ia", engine: Some(Engine::Ic3Ia), ..PLAIN };
const IC3CFA: Member = Member { name: "ic3cfa", engine: Some(Engine::Ic3Cfa), ..PLAIN };
const SPACER: Member = Member { name: "spacer", engine: Some(Engine::Spacer), ..PLAIN };
const RUNS: Member = Member { name: "runs", first_slice: FIRST_RUNS, ..PLAIN };

const BMC: Member = Member {
    name: "bmc",
    engine: Some(Engine::Bmc),
    memory: UNROLLING,
    reason: "finds short counterexamples to which IC3 comes late",
    ..PLAIN
};

const KIND: Member = Member {
    name: "kind",
    engine: Some(Engine::KInduction),
    conditions: &[Condition::AnyProof],
    memory: UNROLLING,
    reason: "some properties are k-inductive, alone or with shared lemmas, but have no small invariant",
    adapt: |options| options.engines.kinduction.simple_path = false,
    ..PLAIN
};

/// IC3CFA once more, with small blocks. Interpolants are left to the member with large ones: they cost more than many
/// easy questions.
const SMALL_BLOCKS: Member = Member {
    name: "ic3cfa with small blocks",
    reason: "a large block may cost a conflict for each of its ways; small ones ask more questions, all easy",
    adapt: |options| {
        options.reduce.blocks.most_parts = options.reduce.blocks.most_parts.min(10);
        options.engines.ic3cfa.interpolation = Interpolation::Off;
    },
    ..IC3CFA
};

const WITHOUT_WRAPS: Member = Member {
    conditions: &[Condition::LinearWords],
    share: Share::Parts(2),
    reason: "words are mostly meant as if numbers had no end",
    adapt: |options| options.images.words = Words::WithoutWraps,
    ..PLAIN
};

const OVER_INTEGERS: Member = Member {
    conditions: &[Condition::LinearWords],
    share: Share::Parts(2),
    reason: "inequalities of numbers are hard for bits, and wraps may matter",
    adapt: |options| options.images.words = Words::Integers,
    ..PLAIN
};

/// IC3 once more, with gates in its cubes.
const INTERNAL: Member = Member {
    name: "ic3 with internal signals",
    reason: "a clause over gates says of sums and comparisons what takes many over latches",
    adapt: |options| {
        options.engines.ic3.internal_signals = 1000;
        // Where a proof needs most constraints, finding that out one by one takes long.
        options.engines.ic3.localise_constraints = false;
    },
    ..IC3
};

const CIRCUITS: &[Member] = &[
    Member { share: Share::TwiceTheOthers, reason: "proves the most", ..IC3 },
    Member {
        share: Share::Parts(5),
        reason: "needs fewer latches where a part of the circuit decides; proves the most of what the first does not",
        ..LAZY_IC3
    },
    Member {
        name: "bmc from bad",
        share: Share::Parts(4),
        reason: "for deep counterexamples, backward unrolling may reach fewer states",
        adapt: |options| options.engines.bmc.from = Start::Bad,
        ..BMC
    },
    Member { share: Share::Parts(2), ..KIND },
    Member {
        name: "ic3 with dynamic generalisation",
        share: Share::Parts(3),
        reason: "spends less on cubes that come for the first time, and so comes to other lemmas",
        adapt: |options| {
            options.engines.ic3.seed = options.engines.ic3.seed.wrapping_add(1);
            options.engines.ic3.search.generalisation = Generalisation::Dynamic;
        },
        ..IC3
    },
    Member { conditions: &[Condition::Threads], ..INTERNAL },
    Member {
        name: "ic3 one step earlier",
        conditions: &[Condition::Threads, Condition::AnyProof],
        reason: "frames that have the property, and cubes around the states before bad ones, are others",
        adapt: |options| options.engines.ic3.predicate_property = true,
        ..IC3
    },
    Member {
        conditions: &[Condition::Threads],
        adapt: |options| options.engines.bmc.step = 1,
        ..BMC
    },
];

/// On justice properties of circuits.
const JUSTICE: &[Member] = &[
    Member {
        name: "rlive",
        engine: Some(Engine::RLive),
        reason: "proves and refutes the most, by small questions from state to state",
        ..PLAIN
    },
    Member {
        name: "k-live",
        engine: Some(Engine::KLive),
        share: Share::Parts(4),
        reason: "where a property holds, the signals often come a few times only",
        ..PLAIN
    },
    Member {
        name: "l2s with ic3",
        engine: Some(Engine::L2s),
        share: Share::Parts(4),
        reason: "one question about all lassos, where there are many states to go on from",
        adapt: |options| options.engines.live.below = Engine::Ic3,
        ..PLAIN
    },
    Member {
        name: "l2s with bmc",
        engine: Some(Engine::L2s),
        share: Share::Parts(4),
        memory: UNROLLING,
        reason: "finds the shortest lasso",
        adapt: |options| {
            options.engines.live.below = Engine::Bmc;
            options.engines.bmc.step = 1;
        },
        ..PLAIN
    },
];

/// On systems with a program counter, before [`TERMS`].
const COUNTERS: &[Member] = &[
    Member {
        share: Share::Parts(8),
        reason: "frames of each location are smaller than those of all",
        ..IC3CFA
    },
    Member { share: Share::Parts(8), ..SMALL_BLOCKS },
];

/// On systems, and on programs as systems.
const TERMS: &[Member] = &[
    Member {
        conditions: &[Condition::Functional],
        share: Share::Parts(8),
        reason: "bits are decided faster than words",
        ..IC3
    },
    Member {
        conditions: &[Condition::Relational],
        share: Share::Parts(8),
        reason: "circuits of relations are large, and their inputs are the next states",
        ..IC3_SMT
    },
    Member {
        conditions: &[Condition::Numbers],
        share: Share::Parts(16),
        reason: "one predicate of an interpolant may say what is true of many numbers",
        ..IC3_IA
    },
    Member {
        conditions: &[Condition::Functional],
        share: Share::Parts(8),
        reason: "lemmas over words are few where those over bits are many",
        ..IC3_SMT
    },
    Member {
        conditions: &[Condition::Numbers],
        share: Share::Parts(8),
        reason: "needs no predicates where the atoms of the formulas will do",
        ..IC3_SMT
    },
    Member {
        conditions: &[Condition::Relational],
        share: Share::Parts(8),
        reason: "finds predicates where the atoms of the formulas will not do",
        ..IC3_IA
    },
    Member {
        conditions: &[Condition::Functional],
        reason: "needs fewer latches where a part of the circuit decides",
        ..LAZY_IC3
    },
    Member {
        conditions: &[Condition::Functional],
        reason: "finds predicates where neither bits nor atoms will do",
        ..IC3_IA
    },
    Member { conditions: &[Condition::Relational], reason: "bits, if the circuit is small after all", ..IC3 },
    BMC,
    KIND,
];

/// On systems that are hardware, after [`CIRCUITS`].
const WORDS: &[Member] = &[
    Member {
        share: Share::Parts(2),
        reason: "lemmas over words are few where those over bits are many",
        ..IC3_SMT
    },
    Member {
        conditions: &[Condition::Threads],
        reason: "finds predicates where neither bits nor atoms will do",
        ..IC3_IA
    },
];

const PROGRAMS: &[Member] = &[
    Member { share: Share::Parts(8), reason: "proves the most", ..IC3CFA },
    Member {
        conditions: &[Condition::Inputs],
        share: Share::Parts(8),
        reason: "the interpreter passes millions of steps a second on the way to an error",
        ..RUNS
    },
    Member {
        conditions: &[Condition::OneRun],
        share: Share::TwiceTheOthers,
        reason: "the one run decides the program if it comes to an error",
        ..RUNS
    },
    Member {
        name: "guess",
        engine: Some(Engine::Guess),
        share: Share::Parts(8),
        reason: "equations that hold on runs are often all that is needed",
        ..PLAIN
    },
    Member {
        name: "bmc",
        engine: Some(Engine::Bmc),
        conditions: &[Condition::AnyProof],
        share: Share::Parts(8),
        memory: UNROLLING,
        reason: "unrolls loops, which proves programs whose loops all end soon",
        ..PLAIN
    },
    Member {
        name: "tree-ic3-itp",
        engine: Some(Engine::TreeIc3Itp),
        share: Share::Parts(8),
        reason: "paths of a tree, refuted by interpolants, where frames find too many cubes",
        ..PLAIN
    },
    Member {
        name: "explicit",
        engine: Some(Engine::Explicit),
        share: Share::Parts(2),
        reason: "programs with few states; it soon gives up on others",
        ..PLAIN
    },
];

/// On programs that become systems, after [`TERMS`].
const SMALL_PROGRAMS: &[Member] = &[
    Member { conditions: &[Condition::SmallBlocks], share: Share::Parts(4), ..SMALL_BLOCKS },
    Member {
        name: "ic3cfa after guesses",
        share: Share::Parts(4),
        reason: "proved equations spare it lemmas that it would find one value at a time",
        adapt: |options| options.engines.guess_rounds = 2,
        ..IC3CFA
    },
    Member { name: "ic3-ia without wraps", engine: Some(Engine::Ic3Ia), ..WITHOUT_WRAPS },
    Member { name: "ic3-smt without wraps", engine: Some(Engine::Ic3Smt), ..WITHOUT_WRAPS },
    Member { name: "ic3-ia over integers", engine: Some(Engine::Ic3Ia), ..OVER_INTEGERS },
    Member { name: "ic3-smt over integers", engine: Some(Engine::Ic3Smt), ..OVER_INTEGERS },
];

const CLAUSES: &[Member] = &[
    Member {
        name: "spacer with interpolants",
        share: Share::Parts(12),
        reason: "proves the most of the three kinds of lemmas",
        adapt: |options| options.engines.spacer.lemmas = HornLemmas::Interpolant,
        ..SPACER
    },
    Member {
        name: "spacer with farkas sums",
        share: Share::Parts(6),
        reason: "a sum of the inequalities of a refutation is one lemma for many cubes",
        adapt: |options| options.engines.spacer.lemmas = HornLemmas::Farkas,
        ..SPACER
    },
    Member {
        name: "spacer with cores",
        share: Share::Parts(3),
        reason: "parts of cubes where interpolants diverge",
        adapt: |options| options.engines.spacer.lemmas = HornLemmas::Core,
        ..SPACER
    },
    Member {
        name: "unwind",
        engine: Some(Engine::Unwind),
        reason: "one formula for clauses without recursion, and for short derivations",
        ..PLAIN
    },
    Member {
        name: "spacer over integers",
        engine: Some(Engine::Spacer),
        share: Share::Parts(8),
        ..OVER_INTEGERS
    },
    Member {
        name: "spacer without wraps",
        engine: Some(Engine::Spacer),
        share: Share::Parts(8),
        ..WITHOUT_WRAPS
    },
];

/// A member with its options, before the race.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub member: Member,
    pub parts: u64,
    pub options: Box<VerifyOptions>,
}

impl Plan {
    /// The engine of these options, alone.
    pub fn of_one(options: &VerifyOptions) -> Plan {
        let member = Member { name: options.engine.name(), engine: Some(options.engine), ..PLAIN };
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
        Share::Parts(parts) => parts,
        Share::TwiceTheOthers => 0,
    };
    let others: u64 = present.iter().skip(1).map(counted).sum();
    let plan = |member: Member| {
        let mut options = Box::new(options.clone());
        options.engine = member.engine.unwrap_or(options.engine);
        (member.adapt)(&mut options);
        let parts = match member.share {
            Share::Parts(parts) => parts,
            Share::TwiceTheOthers => 2 * others,
        };
        Plan { member, parts, options }
    };
    present.into_iter().map(plan).collect()
}

/// The conditions that hold for any model.
fn of_options(options: &VerifyOptions) -> Vec<Condition> {
    let any_proof = (!options.portfolio.inductive_only).then_some(Condition::AnyProof);
    let threads = (options.threads >= 3).then_some(Condition::Threads);
    any_proof.into_iter().chain(threads).collect()
}

/// The members of a portfolio on justice properties, in their order.
pub fn members_for_justice() -> &'static [Member] {
    JUSTICE
}

/// The members on the justice properties of a circuit.
pub(super) fn on_justice(options: &VerifyOptions) -> Vec<Plan> {
    plans_of(JUSTICE.iter(), &of_options(options), options)
}

/// The members on a circuit.
pub(super) fn on_circuit(options: &VerifyOptions) -> Vec<Plan> {
    plans(Kind::Circuit, &of_options(options), options)
}

/// The members on a system.
pub(super) fn on_system(system: &System, options: &VerifyOptions) -> Vec<Plan> {
    let mut conditions = of_options(options);
    let (form, has_counter) = (form_of(system), has_location_bits(system));
    let is_hardware = form == Condition::Functional && !has_counter;
    conditions.push(form);
    conditions.extend(has_counter.then_some(Condition::ProgramCounter));
    conditions.push(if is_hardware { Condition::Hardware } else { Condition::Software });
    let mut options = options.clone();
    // The lemmas that the others get.
    options.engines.ic3_smt.search.inductive_subset |= options.portfolio.share_lemmas;
    options.engines.ic3_ia.search.inductive_subset |= options.portfolio.share_lemmas;
    plans(Kind::System, &conditions, &options)
}

/// Bits with functions, bits with relations, or numbers.
fn form_of(system: &System) -> Condition {
    if !is_of_bits(system) {
        return Condition::Numbers;
    }
    let values = NextValues::of(system, &mut system.terms().clone());
    match values.rest.is_empty() && values.functions.iter().all(Option::is_some) {
        true => Condition::Functional,
        false => Condition::Relational,
    }
}

/// The members on a program of which these conditions hold already.
pub(super) fn on_program(
    program: &Prepared,
    mut conditions: Vec<Condition>,
    options: &VerifyOptions,
    budget: &Budget,
) -> Vec<Plan> {
    let cfa = &program.blocks.cfa;
    let encoded = (cfa.edges().len() <= MOST_EDGES).then(|| to_system_within(cfa, budget).ok()).flatten();
    if let Some(ProgramSystem { system, .. }) = encoded {
        conditions.extend([Condition::Small, form_of(&system)]);
        let is_linear = to_integers(&system, Wraps::Ignored, budget).is_ok();
        conditions.extend(is_linear.then_some(Condition::LinearWords));
        let mut small = options.clone();
        (SMALL_BLOCKS.adapt)(&mut small);
        let of_small = program.with_blocks(&small.route(), budget).blocks.cfa.location_count();
        conditions.extend((of_small > cfa.location_count()).then_some(Condition::SmallBlocks));
    }
    // What the other members find is an invariant by location, and engines of different kinds cannot share lemmas.
    let mut options = options.clone();
    options.portfolio.inductive_only = true;
    options.portfolio.share_lemmas = false;
    plans(Kind::Program, &conditions, &options)
}

/// The members on Horn clauses, after those on the program that linear ones are.
pub(super) fn on_clauses(
    horn: &Horn,
    program: Option<&Prepared>,
    options: &VerifyOptions,
    budget: &Budget,
) -> Vec<Plan> {
    let mut variables = horn.clauses().iter().flat_map(|clause| &clause.variables);
    let has_words = variables.any(|&v| horn.terms().sort(v).width().is_some());
    let is_linear = has_words && to_integer_clauses(horn, Wraps::Ignored, budget).is_ok();
    let conditions: Vec<Condition> = is_linear.then_some(Condition::LinearWords).into_iter().collect();
    let mut all = program.map_or_else(Vec::new, |program| on_program(program, Vec::new(), options, budget));
    all.extend(plans(Kind::Clauses, &conditions, options));
    all
}
