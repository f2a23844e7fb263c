//! Settings of the engines to test: each option flipped alone, and any combination.

use indubit::base::Rng;
use indubit::engine::ic3::circuit::{Ic3Options, Lifting};
use indubit::engine::ic3::{Generalisation, Propagation, SearchOptions};
use indubit::engine::lazy_ic3::LazyIc3Options;
use indubit::model::reduce::ReduceOptions;

const LIFTINGS: [Lifting; 4] = [Lifting::Off, Lifting::Justification, Lifting::Core, Lifting::Ternary];
const GENERALISATIONS: [Generalisation; 7] = [
    Generalisation::Core,
    Generalisation::Interpolant,
    Generalisation::Linear,
    Generalisation::Binary,
    Generalisation::Ctg,
    Generalisation::Dynamic,
    Generalisation::Learnt,
];
const PROPAGATIONS: [Propagation; 3] = [Propagation::Plain, Propagation::Eager, Propagation::Triggered];

/// The defaults, then all that differ from them in one field. Booleans are flipped, so that defaults may change.
pub fn each_ic3_option() -> Vec<Ic3Options> {
    let mut list = vec![Ic3Options::default()];
    let mut with = |change: &dyn Fn(&mut Ic3Options)| {
        let mut options = Ic3Options::default();
        change(&mut options);
        list.push(options);
    };
    for lifting in LIFTINGS {
        with(&|o| o.lifting = lifting);
    }
    for generalisation in GENERALISATIONS {
        with(&|o| o.search.generalisation = generalisation);
    }
    for propagation in PROPAGATIONS {
        with(&|o| o.search.propagation = propagation);
    }
    for count in 0..5 {
        with(&|o| o.seed = count as u64);
        with(&|o| o.lifting_rounds = count);
        with(&|o| o.search.ctg_depth = count);
        with(&|o| o.search.ctg_limit = count);
        with(&|o| o.search.obligation_limit = count);
    }
    with(&|o| o.search.adaptive_ctg ^= true);
    with(&|o| o.search.parent_lemma ^= true);
    with(&|o| o.search.requeue ^= true);
    with(&|o| o.search.may_obligations ^= true);
    with(&|o| o.search.inductive_subset ^= true);
    with(&|o| o.search.containment_check ^= true);
    with(&|o| o.domain ^= true);
    with(&|o| o.known_steps ^= true);
    with(&|o| o.internal_signals = 20);
    with(&|o| o.localise_constraints ^= true);
    with(&|o| o.localise_gates = 0);
    with(&|o| o.localise_gates = u64::MAX);
    with(&|o| o.predicate_property = true);
    list
}

/// The defaults, then all that differ from them in one field.
pub fn each_lazy_option() -> Vec<LazyIc3Options> {
    let default = LazyIc3Options::default();
    vec![
        default.clone(),
        LazyIc3Options { separate_may: !default.separate_may, ..default.clone() },
        LazyIc3Options { patience: 0, ..default.clone() },
        LazyIc3Options { first_patience: 0, ..default.clone() },
        LazyIc3Options { minimise_core: !default.minimise_core, ..default.clone() },
        LazyIc3Options { start_depth: 1, ..default.clone() },
        LazyIc3Options { start_depth: 3, ..default },
    ]
}

/// Every field at random.
pub fn any_lazy_options(rng: &mut Rng) -> LazyIc3Options {
    LazyIc3Options {
        separate_may: rng.one_in(2),
        may_limit: rng.below(4),
        patience: rng.below(3) as u64,
        first_patience: rng.below(60) as u64,
        minimise_core: rng.one_in(2),
        start_depth: rng.below(3),
    }
}

/// Every field at random, but no bound on the frames.
pub fn any_ic3_options(rng: &mut Rng) -> Ic3Options {
    Ic3Options {
        seed: rng.next_u64(),
        lifting: LIFTINGS[rng.below(4)],
        lifting_rounds: rng.below(5),
        domain: rng.one_in(2),
        internal_signals: if rng.one_in(2) { 0 } else { rng.below(20) },
        localise_constraints: rng.one_in(2),
        localise_gates: [0, 1000, u64::MAX][rng.below(3)],
        predicate_property: rng.one_in(3),
        known_steps: rng.one_in(2),
        search: any_search_options(rng),
    }
}

/// Every field at random, but no bound on the frames.
pub fn any_search_options(rng: &mut Rng) -> SearchOptions {
    SearchOptions {
        generalisation: GENERALISATIONS[rng.below(7)],
        ctg_depth: rng.below(4),
        ctg_limit: rng.below(5),
        adaptive_ctg: rng.one_in(2),
        parent_lemma: rng.one_in(2),
        orders: rng.below(5),
        ctp_limit: rng.below(4),
        propagation: PROPAGATIONS[rng.below(3)],
        requeue: rng.one_in(2),
        may_obligations: rng.one_in(2),
        inductive_subset: rng.one_in(2),
        containment_check: rng.one_in(2),
        obligation_limit: rng.below(6),
        max_frames: 0,
    }
}

/// The defaults, then all that differ from them in one field.
pub fn each_reduce_option() -> Vec<ReduceOptions> {
    let default = ReduceOptions::default();
    let mut list = vec![
        default.clone(),
        ReduceOptions { rewriting: !default.rewriting, ..default.clone() },
        ReduceOptions { constants: !default.constants, ..default.clone() },
        ReduceOptions { equivalences: !default.equivalences, ..default.clone() },
        ReduceOptions { functional: !default.functional, ..default.clone() },
        ReduceOptions { definitions: !default.definitions, ..default.clone() },
        ReduceOptions { seed: 1, ..default.clone() },
    ];
    list.extend([0, 100].map(|effort| ReduceOptions { effort, ..default.clone() }));
    list.extend([0, 1].map(|conflicts| ReduceOptions { conflicts, ..default.clone() }));
    list.extend([0, 1].map(|rounds| ReduceOptions { rounds, ..default.clone() }));
    list
}

/// Every field at random, with an effort that often is too little, so that a search is given up halfway.
pub fn any_reduce_options(rng: &mut Rng) -> ReduceOptions {
    ReduceOptions {
        rewriting: rng.one_in(2),
        constants: rng.one_in(2),
        equivalences: rng.one_in(2),
        functional: rng.one_in(2),
        definitions: rng.one_in(2),
        effort: if rng.one_in(2) { 4_000_000 } else { rng.below(400) as u64 },
        conflicts: rng.below(3) as u64,
        seed: rng.next_u64(),
        rounds: rng.below(4),
    }
}
