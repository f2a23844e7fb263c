//! The engines as provers, each with its counters by name.

use super::prover::{Counters, OutcomeOf, Prover};
use crate::engine::bmc::{Bmc, SystemBmc};
use crate::engine::ctigar::Ctigar;
use crate::engine::explicit::Explicit;
use crate::engine::fsis::Fsis;
use crate::engine::guess::Guess;
use crate::engine::horn::{Spacer, Unwind};
use crate::engine::ic3::circuit::{Ic3, Ic3Statistics, Sequence};
use crate::engine::ic3::{Purpose, SearchStatistics};
use crate::engine::ic3_ia::Ic3Ia;
use crate::engine::ic3_smt::Ic3Smt;
use crate::engine::ic3cfa::Ic3Cfa;
use crate::engine::itp::{Itp, ItpStatistics, SystemItp};
use crate::engine::kinduction::{KInduction, SystemKInduction};
use crate::engine::lazy_ic3::LazyIc3;
use crate::engine::pred_abs::PredAbs;
use crate::engine::tree_ic3::TreeIc3;
use crate::engine::{CircuitLemmas, Observer, SharedLemmas};
use crate::model::cfa::Cfa;
use crate::model::circuit::Circuit;
use crate::model::horn::Horn;
use crate::model::system::System;
use crate::model::PropertyId;

/// Makes an engine a prover of a kind of model. Engines over models with several properties are told which; then come
/// the counters, and further methods of the trait.
macro_rules! prover {
    ($engine:ident on $model:ident ($($property:ident)?) |$this:ident| $counters:block {$($more:tt)*}) => {
        impl Prover<$model> for $engine {
            fn prove(&mut self, _property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<$model> {
                $(let $property = _property;)?
                $engine::prove(self, $($property,)? observer)
            }

            fn counters(&self) -> Counters {
                let $this = self;
                $counters
            }

            $($more)*
        }
    };
}

prover!(Ic3 on Circuit (property) |engine| {
    of_ic3(&engine.statistics())
} {
    fn share(&mut self, lemmas: &CircuitLemmas) {
        Ic3::share(self, lemmas.clone());
    }

    fn sequence(&self) -> Option<Sequence> {
        Some(Ic3::sequence(self))
    }
});

prover!(LazyIc3 on Circuit (property) |engine| {
    let s = engine.statistics();
    let mut list = of_ic3(&s.ic3);
    list.extend([
        ("must-obligations", s.must),
        ("may-obligations", s.may),
        ("may-obligations given up", s.given_up),
        ("refinements", s.refinements),
        ("times patience ran out", s.impatient),
        ("queries during abstract strengthening", s.abstract_queries),
        ("queries during refinements", s.refining_queries),
        ("latches made visible", s.shown),
    ]);
    list
} {
    fn share(&mut self, lemmas: &CircuitLemmas) {
        LazyIc3::share(self, lemmas.clone());
    }

    fn sequence(&self) -> Option<Sequence> {
        Some(LazyIc3::sequence(self))
    }
});

prover!(Bmc on Circuit (property) |engine| {
    of_bmc(engine.steps())
} {});

prover!(KInduction on Circuit (property) |engine| {
    of_kinduction(engine.steps())
} {
    fn share(&mut self, lemmas: &CircuitLemmas) {
        KInduction::share(self, lemmas.clone());
    }
});

prover!(Fsis on Circuit (property) |engine| {
    let (lemmas, goals) = engine.statistics();
    vec![("lemmas", lemmas as u64), ("states that lead to a bad one", goals as u64)]
} {});

prover!(Itp on Circuit (property) |engine| {
    of_itp(engine.statistics(), engine.search_statistics())
} {});

prover!(Ic3Smt on System (property) |engine| {
    with_queries(engine.statistics())
} {
    fn share(&mut self, lemmas: &SharedLemmas) {
        Ic3Smt::share(self, lemmas.clone());
    }
});

prover!(Ic3Ia on System (property) |engine| {
    with_queries(engine.statistics())
} {
    fn share(&mut self, lemmas: &SharedLemmas) {
        Ic3Ia::share(self, lemmas.clone());
    }
});

prover!(Ctigar on System (property) |engine| {
    with_queries(engine.statistics())
} {});

prover!(SystemItp on System (property) |engine| {
    of_itp(engine.statistics(), engine.search_statistics())
} {});

prover!(SystemBmc on System (property) |engine| {
    of_bmc(engine.steps())
} {
    fn share(&mut self, lemmas: &SharedLemmas) {
        SystemBmc::share(self, lemmas.clone());
    }
});

prover!(SystemKInduction on System (property) |engine| {
    of_kinduction(engine.steps())
} {
    fn share(&mut self, lemmas: &SharedLemmas) {
        SystemKInduction::share(self, lemmas.clone());
    }
});

prover!(TreeIc3 on Cfa () |engine| {
    let s = engine.statistics();
    vec![
        ("queries", s.queries),
        ("nodes", s.nodes),
        ("times covered", s.covered),
        ("paths refuted", s.refuted),
        ("paths refuted by interpolants", s.by_interpolants),
        ("predicates", s.predicates),
        ("formulas strengthened", s.strengthened),
        ("formulas propagated", s.propagated),
    ]
} {});

prover!(Ic3Cfa on Cfa () |engine| {
    let s = engine.statistics();
    vec![
        ("queries", s.queries),
        ("iterations", s.iterations),
        ("obligations", s.obligations),
        ("lemmas", s.lemmas),
        ("literals dropped", s.dropped),
        ("literals superfluous", s.superfluous),
        ("questions answered by predecessor cubes", s.predecessor_cubes),
        ("upper bounds from contexts", s.upper_bounds),
        ("lower bounds from contexts", s.lower_bounds),
        ("answers remembered", s.remembered),
        ("questions given up", s.too_hard),
        ("lemmas from interpolants", s.interpolated),
        ("lemmas implied by their frame", s.implied),
        ("counterexamples to generalisation", s.ctgs),
        ("attempts to push a lemma", s.pushes),
        ("lemmas pushed", s.pushed),
        ("may-obligations", s.may_obligations),
        ("lemmas copied to other locations", s.copied),
    ]
} {});

prover!(PredAbs on Cfa () |engine| {
    let s = engine.statistics();
    vec![
        ("queries", s.queries),
        ("nodes", s.nodes),
        ("times covered", s.covered),
        ("paths refuted", s.refuted),
        ("predicates", s.predicates),
        ("abstract states", s.images),
        ("abstract states with too many combinations", s.too_many),
    ]
} {});

prover!(Guess on Cfa () |engine| {
    let s = engine.statistics();
    vec![("queries", s.queries), ("runs", s.runs), ("steps of runs", s.steps), ("guesses", s.guesses)]
} {});

prover!(Explicit on Cfa () |engine| {
    let s = engine.statistics();
    vec![("queries", s.queries), ("states", s.states), ("states expanded", s.expanded)]
} {});

prover!(Spacer on Horn () |engine| {
    let s = engine.statistics();
    vec![
        ("queries", s.queries),
        ("frames", s.frames),
        ("goals", s.goals),
        ("lemmas", s.lemmas),
        ("facts", s.facts),
        ("pushes", s.pushes),
        ("lemmas pushed", s.pushed),
    ]
} {});

prover!(Unwind on Horn () |engine| {
    let (nodes, queries) = engine.statistics();
    vec![("queries", queries), ("nodes of the last tree", nodes)]
} {});

fn of_bmc(steps: usize) -> Counters {
    vec![("steps unrolled", steps as u64)]
}

fn of_kinduction((base, step): (usize, usize)) -> Counters {
    vec![("steps unrolled", base as u64), ("steps unrolled from any state", step as u64)]
}

fn of_ic3(s: &Ic3Statistics) -> Counters {
    let own = [
        ("queries", s.queries),
        ("queries spared by known steps", s.spared),
        ("predecessors lifted", s.lifted),
    ];
    let cut =
        s.cut.map(|(refined, cut)| [("counterexamples that needed gates", refined), ("gates left out", cut)]);
    own.into_iter().chain(cut.into_iter().flatten()).chain(of_search(&s.search)).collect()
}

fn with_queries((search, queries): (SearchStatistics, u64)) -> Counters {
    let mut list = vec![("queries", queries)];
    list.extend(of_search(&search));
    list
}

/// The counters of the effort for each purpose.
const EFFORT: [(Purpose, &str, &str); Purpose::ALL.len()] = [
    (Purpose::Consecution, "queries for consecution", "work for consecution"),
    (Purpose::Lifting, "queries for lifting", "work for lifting"),
    (Purpose::Generalisation, "queries for generalisation", "work for generalisation"),
    (Purpose::Pushing, "queries for pushing", "work for pushing"),
    (Purpose::Refinement, "queries for refinement", "work for refinement"),
];

fn of_search(s: &SearchStatistics) -> Counters {
    let mut list = vec![
        ("frames", s.frames),
        ("obligations", s.obligations),
        ("lemmas", s.lemmas),
        ("counterexamples to generalisation", s.ctgs),
        ("pushes tried", s.pushes),
        ("pushes that worked", s.pushed),
        ("lemmas moved to the infinity frame", s.infinite),
        ("lemmas found bad", s.bad_lemmas),
    ];
    for (purpose, queries, work) in EFFORT {
        let spent = s.spent[purpose as usize];
        list.extend([(queries, spent.queries), (work, spent.work)]);
    }
    list
}

/// With the counters of IC3's search and the number of its queries, if there is one.
fn of_itp(s: ItpStatistics, search: Option<(SearchStatistics, u64)>) -> Counters {
    let mut list = vec![
        ("unrollings", s.unrollings),
        ("refutations with interpolants", s.interpolations),
        ("refutations without interpolants", s.without_interpolants),
        ("spurious approximations", s.spurious),
        ("sequences given up", s.given_up),
    ];
    list.extend(search.into_iter().flat_map(with_queries));
    list
}
