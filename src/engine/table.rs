//! The one table of engines: the name of each, what it is and from which paper, and how it is set up on the kinds of
//! models that it works on.
//!
//! A new engine is a file or folder beside this one, which implements [`Prover`], and a variant of [`Engine`] with its
//! row here. The command line, its help and the documents take their names and texts from the rows. A model of a kind
//! for which a row has no setup is worked on as an image of another kind, if evidence comes back from there
//! ([`Engine::sees`]): a system of words as a circuit, a system with a program counter as a program, a program as a
//! system or as Horn clauses, linear Horn clauses as a program. Any other engine is refused: a verdict has the name of
//! the engine that was asked for.

use super::common::prover::Prover;
use super::options::{Engine, EngineOptions, Group};
use crate::base::Budget;
use crate::engine::bmc::{Bmc, SystemBmc};
use crate::engine::car::Car;
use crate::engine::ctigar::Ctigar;
use crate::engine::explicit::Explicit;
use crate::engine::fsis::Fsis;
use crate::engine::guess::Guess;
use crate::engine::horn::{Spacer, Unwind};
use crate::engine::ic3::circuit::Ic3;
use crate::engine::ic3_ia::Ic3Ia;
use crate::engine::ic3_smt::Ic3Smt;
use crate::engine::ic3cfa::Ic3Cfa;
use crate::engine::itp::{Itp, SystemItp};
use crate::engine::kinduction::{KInduction, SystemKInduction};
use crate::engine::lazy_ic3::LazyIc3;
use crate::engine::pred_abs::PredAbs;
use crate::engine::tree_ic3::{TreeIc3, TreeIc3Options};
use crate::model::cfa::Cfa;
use crate::model::circuit::Circuit;
use crate::model::horn::Horn;
use crate::model::kind::Kind;
use crate::model::system::System;

/// Sets an engine up on a model.
pub(crate) type Setup<M> = fn(&M, &EngineOptions, Budget) -> Box<dyn Prover<M>>;

/// How an engine is set up, for each kind of model that it works on without an image.
#[derive(Clone, Copy)]
pub(crate) struct Setups {
    pub circuit: Option<Setup<Circuit>>,
    pub system: Option<Setup<System>>,
    pub program: Option<Setup<Cfa>>,
    pub clauses: Option<Setup<Horn>>,
}

impl Setups {
    /// A portfolio sets its members up, and engines for justice properties have an engine below.
    const NONE: Setups = Setups { circuit: None, system: None, program: None, clauses: None };

    const fn circuit(setup: Setup<Circuit>) -> Setups {
        Setups { circuit: Some(setup), ..Setups::NONE }
    }

    const fn system(setup: Setup<System>) -> Setups {
        Setups { system: Some(setup), ..Setups::NONE }
    }

    const fn program(setup: Setup<Cfa>) -> Setups {
        Setups { program: Some(setup), ..Setups::NONE }
    }

    const fn clauses(setup: Setup<Horn>) -> Setups {
        Setups { clauses: Some(setup), ..Setups::NONE }
    }
}

/// An engine.
struct Row {
    engine: Engine,
    /// As the command line calls it.
    name: &'static str,
    /// The file or folder with its algorithm.
    source: &'static str,
    /// Its options, and those that it shares with others.
    own: &'static [Group],
    also: &'static [Group],
    /// The algorithm, with its papers.
    about: &'static str,
    setups: Setups,
}

/// All engines but [`Engine::Auto`], which is one of these.
const TABLE: [Row; 27] = [
    Row {
        engine: Engine::Portfolio,
        name: "portfolio",
        source: "src/portfolio",
        own: &[],
        also: &[],
        about: "several engines on threads, or in turns on one thread, and for C the run of a program that \
            asks for nothing, and random runs; the first answer that passes its check counts. The options \
            of each member hold for it",
        setups: Setups::NONE,
    },
    Row {
        engine: Engine::Ic3,
        name: "ic3",
        source: "src/engine/ic3",
        own: &[Group::Ic3],
        also: &[Group::Search, Group::Reduce],
        about: "incremental construction of inductive clauses (Bradley, VMCAI 2011), in the form of PDR \
            (Een, Mishchenko, Brayton, FMCAD 2011); --preset plain is the first paper alone",
        setups: Setups::circuit(|c, o, budget| Box::new(Ic3::new(c, o.ic3.clone(), budget))),
    },
    Row {
        engine: Engine::LazyIc3,
        name: "lazy-ic3",
        source: "src/engine/lazy_ic3",
        own: &[Group::LazyIc3],
        also: &[Group::Ic3, Group::Search, Group::Reduce],
        about: "IC3 with lazy abstraction, in which each frame sees only the latches that it needed so far \
            (Vizel, Grumberg, Shoham, FMCAD 2012); the options of ic3 hold for it too",
        setups: Setups::circuit(|c, o, budget| {
            Box::new(LazyIc3::new(c, o.lazy_ic3.clone(), o.ic3.clone(), budget))
        }),
    },
    Row {
        engine: Engine::Bmc,
        name: "bmc",
        source: "src/engine/bmc",
        own: &[Group::Bmc],
        also: &[Group::Bits, Group::Reduce],
        about: "bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999); only refutes, but proves \
            programs whose loops all end",
        setups: Setups {
            circuit: Some(|c, o, budget| Box::new(Bmc::new(c, o.bmc.clone(), budget))),
            system: Some(|s, o, budget| Box::new(SystemBmc::new(s, o.bmc.clone(), budget))),
            ..Setups::NONE
        },
    },
    Row {
        engine: Engine::KInduction,
        name: "kind",
        source: "src/engine/kinduction",
        own: &[Group::KInduction],
        also: &[Group::Bits, Group::Reduce],
        about: "k-induction with simple paths (Sheeran, Singh, Stalmarck, FMCAD 2000; Een, Sorensson, BMC \
            2003)",
        setups: Setups {
            circuit: Some(|c, o, budget| Box::new(KInduction::new(c, o.kinduction.clone(), budget))),
            system: Some(|s, o, budget| Box::new(SystemKInduction::new(s, o.kinduction.clone(), budget))),
            ..Setups::NONE
        },
    },
    Row {
        engine: Engine::Car,
        name: "car",
        source: "src/engine/car",
        own: &[Group::Car],
        also: &[Group::Reduce],
        about: "complementary approximate reachability, frames from the bad states backwards and runs from \
            the initial ones, or the other way round (Li, Zhu, Zhang, Pu, Vardi, ICCAD 2017)",
        setups: Setups::circuit(|c, o, budget| Box::new(Car::new(c, o.car.clone(), budget))),
    },
    Row {
        engine: Engine::Fsis,
        name: "fsis",
        source: "src/engine/fsis.rs",
        own: &[Group::Fsis],
        also: &[Group::Reduce],
        about: "finite-state inductive strengthening (Bradley, Manna, FMCAD 2007); for small circuits",
        setups: Setups::circuit(|c, o, budget| Box::new(Fsis::new(c, o.fsis.clone(), budget))),
    },
    Row {
        engine: Engine::Itp,
        name: "itp",
        source: "src/engine/itp",
        own: &[Group::Itp],
        also: &[Group::Search],
        about: "interpolants between the steps of refuted runs: as images, as sequences, or as lemmas of \
            IC3 (McMillan, CAV 2003; Vizel, Grumberg, FMCAD 2009; Vizel, Gurfinkel, CAV 2014)",
        setups: Setups {
            circuit: Some(|c, o, budget| Box::new(Itp::new(c, o.itp.clone(), budget))),
            system: Some(|s, o, budget| Box::new(SystemItp::new(s, o.itp.clone(), budget))),
            ..Setups::NONE
        },
    },
    Row {
        engine: Engine::Ic3Smt,
        name: "ic3-smt",
        source: "src/engine/ic3_smt",
        own: &[Group::Ic3Smt],
        also: &[Group::Search],
        about: "IC3 over formulas, with projected predecessors (Cimatti, Griggio, CAV 2012)",
        setups: Setups::system(|s, o, budget| Box::new(Ic3Smt::new(s, o.ic3_smt.clone(), budget))),
    },
    Row {
        engine: Engine::Ic3Ia,
        name: "ic3-ia",
        source: "src/engine/ic3_ia",
        own: &[Group::Ic3Ia],
        also: &[Group::Search],
        about: "IC3 modulo implicit predicate abstraction, refined by interpolants (Cimatti, Griggio, \
            Mover, Tonetta, TACAS 2014)",
        setups: Setups::system(|s, o, budget| Box::new(Ic3Ia::new(s, o.ic3_ia.clone(), budget))),
    },
    Row {
        engine: Engine::Ctigar,
        name: "ctigar",
        source: "src/engine/ctigar",
        own: &[Group::Ctigar],
        also: &[Group::Ic3Ia, Group::Search],
        about: "the abstraction of ic3-ia, refined by counterexamples to induction, which are single steps \
            (Birgmeier, Bradley, Weissenbacher, CAV 2014)",
        setups: Setups::system(|s, o, budget| Box::new(Ctigar::new(s, o.ctigar.clone(), budget))),
    },
    Row {
        engine: Engine::TreeIc3,
        name: "tree-ic3",
        source: "src/engine/tree_ic3",
        own: &[],
        also: &[Group::TreeIc3, Group::Paths, Group::Blocks],
        about: "IC3 on the tree of a program's paths, whose nodes are refuted cube by cube, without \
            interpolants (Cimatti, Griggio, CAV 2012)",
        setups: Setups::program(|c, o, budget| {
            Box::new(TreeIc3::new(c, refuting_as(TreeIc3Options::tree_ic3(), o), budget))
        }),
    },
    Row {
        engine: Engine::TreeIc3Itp,
        name: "tree-ic3-itp",
        source: "src/engine/tree_ic3",
        own: &[Group::TreeIc3],
        also: &[Group::Paths, Group::Blocks],
        about: "IC3 on the tree of a program's paths, with the clauses of interpolants (Cimatti, Griggio, \
            CAV 2012)",
        setups: Setups::program(|c, o, budget| {
            Box::new(TreeIc3::new(c, refuting_as(TreeIc3Options::default(), o), budget))
        }),
    },
    Row {
        engine: Engine::TreeIc3Ia,
        name: "tree-ic3-ia",
        source: "src/engine/tree_ic3",
        own: &[],
        also: &[Group::TreeIc3, Group::Paths, Group::Blocks],
        about: "IC3 on the tree of a program's paths, with implicit predicate abstraction, the predicates \
            from interpolants (Cimatti, Griggio, Mover, Tonetta, TACAS 2014)",
        setups: Setups::program(|c, o, budget| {
            Box::new(TreeIc3::new(c, refuting_as(TreeIc3Options::tree_ic3_ia(), o), budget))
        }),
    },
    Row {
        engine: Engine::TreeIc3ItpMono,
        name: "tree-ic3-itp-mono",
        source: "src/engine/tree_ic3",
        own: &[],
        also: &[Group::TreeIc3, Group::Paths, Group::Blocks],
        about: "tree-ic3-itp with --strengthening all",
        setups: Setups::program(|c, o, budget| {
            Box::new(TreeIc3::new(c, named_as(TreeIc3Options::tree_ic3_itp_mono(), o), budget))
        }),
    },
    Row {
        engine: Engine::TreeItp,
        name: "tree-itp",
        source: "src/engine/tree_ic3",
        own: &[],
        also: &[Group::TreeIc3, Group::Paths, Group::Blocks],
        about: "lazy abstraction with interpolants (McMillan, CAV 2006), in the tree of tree-ic3-itp",
        setups: Setups::program(|c, o, budget| {
            Box::new(TreeIc3::new(c, named_as(TreeIc3Options::tree_itp(), o), budget))
        }),
    },
    Row {
        engine: Engine::Ic3Cfa,
        name: "ic3cfa",
        source: "src/engine/ic3cfa",
        own: &[Group::Ic3Cfa],
        also: &[Group::Blocks],
        about: "IC3 with frames for each location of a program (Lange, Neuhausser, Noll, FMCAD 2015; \
            Lange, IC3 Software Model Checking, 2018, chapter 4); --preset A to Q are the configurations \
            of the latter",
        setups: Setups::program(|c, o, budget| Box::new(Ic3Cfa::new(c, o.ic3cfa.clone(), budget))),
    },
    Row {
        engine: Engine::PredAbs,
        name: "pred-abs",
        source: "src/engine/pred_abs",
        own: &[Group::PredAbs],
        also: &[Group::Paths, Group::Blocks],
        about: "lazy predicate abstraction (Henzinger, Jhala, Majumdar, Sutre, POPL 2002) with predicates \
            from interpolants (Henzinger, Jhala, Majumdar, McMillan, POPL 2004)",
        setups: Setups::program(|c, o, budget| Box::new(PredAbs::new(c, o.pred_abs.clone(), budget))),
    },
    Row {
        engine: Engine::Guess,
        name: "guess",
        source: "src/engine/guess",
        own: &[Group::Guess],
        also: &[Group::Blocks],
        about: "random runs; affine relations, bounds and comparisons guessed from samples of their \
            states, weakened until they are inductive (Sharma, Gupta, Hariharan, Aiken, Liang, Nori, ESOP \
            2013; Elder, Lim, Sharma, Andersen, Reps, TOPLAS 2014)",
        setups: Setups::program(|c, o, budget| Box::new(Guess::new(c, o.guess.clone(), budget))),
    },
    Row {
        engine: Engine::Explicit,
        name: "explicit",
        source: "src/engine/explicit",
        own: &[Group::Explicit],
        also: &[Group::Blocks],
        about: "search through all reachable states, for programs with few of them (Holzmann, IEEE TSE \
            1997; Beyer, Löwe, FASE 2013)",
        setups: Setups::program(|c, o, budget| Box::new(Explicit::new(c, o.explicit.clone(), budget))),
    },
    Row {
        engine: Engine::Spacer,
        name: "spacer",
        source: "src/engine/horn/spacer",
        own: &[Group::Spacer],
        also: &[],
        about: "IC3 for Horn clauses, with lemmas over and facts under the states of each predicate \
            (Komuravelli, Gurfinkel, Chaki, CAV 2014); --engine gpdr: the same with points (Hoder, \
            Bjørner, SAT 2012)",
        setups: Setups::clauses(|h, o, budget| Box::new(Spacer::new(h, o.spacer.clone(), budget))),
    },
    Row {
        engine: Engine::Gpdr,
        name: "gpdr",
        source: "src/engine/horn/spacer",
        own: &[],
        also: &[Group::Spacer],
        about: "spacer with points as goals and facts (Hoder, Bjørner, SAT 2012)",
        setups: Setups::clauses(|h, o, budget| Box::new(Spacer::new(h, o.spacer.clone().gpdr(), budget))),
    },
    Row {
        engine: Engine::Unwind,
        name: "unwind",
        source: "src/engine/horn/unwind.rs",
        own: &[Group::Unwind],
        also: &[],
        about: "trees of derivations and their interpolants (McMillan, Rybalchenko, 2013)",
        setups: Setups::clauses(|h, o, budget| Box::new(Unwind::new(h, o.unwind.clone(), budget))),
    },
    Row {
        engine: Engine::L2s,
        name: "l2s",
        source: "src/engine/live/l2s.rs",
        own: &[Group::Live],
        also: &[Group::Reduce],
        about: "a justice property as the question whether a lasso can be run through (Biere, Artho, \
            Schuppan, FMICS 2002); the options of the engine below hold for it too. Another engine over \
            circuits takes justice properties in this way, as if it were below",
        setups: Setups::NONE,
    },
    Row {
        engine: Engine::KLive,
        name: "k-live",
        source: "src/engine/live/k_live.rs",
        own: &[Group::KLive],
        also: &[Group::Live, Group::Reduce],
        about: "k-liveness, in which the signals of a justice property come at most k times (Claessen, \
            Sorensson, FMCAD 2012); for proofs",
        setups: Setups::NONE,
    },
    Row {
        engine: Engine::RLive,
        name: "rlive",
        source: "src/engine/live/rlive.rs",
        own: &[],
        also: &[Group::Live, Group::Reduce],
        about: "from one state in which the signals have come to the next, until a state comes back or no \
            further one is reached (Xia, Wang, Li, Ge, Vardi, CAV 2024)",
        setups: Setups::NONE,
    },
    Row {
        engine: Engine::Ranking,
        name: "ranking",
        source: "src/engine/ending",
        own: &[],
        also: &[],
        about: "measures that fall each time the signals of a justice property have come, as those of loops \
            (Podelski, Rybalchenko, VMCAI 2004); for proofs over numbers",
        setups: Setups::NONE,
    },
];

impl Engine {
    /// All engines but [`Engine::Auto`], which is one of these.
    pub const ALL: [Engine; TABLE.len()] = {
        let mut all = [Engine::Auto; TABLE.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = TABLE[at].engine;
            at += 1;
        }
        all
    };

    /// `None` for [`Engine::Auto`].
    fn row(self) -> Option<&'static Row> {
        static ROWS: [Row; TABLE.len()] = TABLE;
        ROWS.iter().find(|row| row.engine == self)
    }

    /// As the command line calls it.
    pub fn name(self) -> &'static str {
        self.row().map_or("auto", |row| row.name)
    }

    /// The engine of this name.
    pub fn named(name: &str) -> Option<Engine> {
        std::iter::once(Engine::Auto).chain(Engine::ALL).find(|engine| engine.name() == name)
    }

    /// The algorithm, with its papers.
    pub fn about(self) -> &'static str {
        self.row().map_or("the portfolio", |row| row.about)
    }

    /// The file or folder of the library's source with the algorithm.
    pub fn source(self) -> &'static str {
        self.row().map_or("src/portfolio", |row| row.source)
    }

    /// The groups of its options: its own, and those that it shares with others.
    pub fn groups(self) -> (&'static [Group], &'static [Group]) {
        self.row().map_or((&[], &[]), |row| (row.own, row.also))
    }

    /// How it is set up on models of its own kinds.
    pub(crate) fn setups(self) -> Setups {
        self.row().map_or(Setups::NONE, |row| row.setups)
    }

    /// Whether it works on models of a kind as they are.
    pub(crate) fn has(self, kind: Kind) -> bool {
        let setups = self.setups();
        let is_own = match kind {
            Kind::Circuit => setups.circuit.is_some(),
            Kind::System => setups.system.is_some(),
            Kind::Program => setups.program.is_some(),
            Kind::Clauses => setups.clauses.is_some(),
        };
        is_own || self == Engine::Auto || self == Engine::Portfolio
    }

    /// Whether it takes nothing but justice properties.
    pub fn is_live(self) -> bool {
        matches!(self, Engine::L2s | Engine::KLive | Engine::RLive | Engine::Ranking)
    }

    /// Whether it takes justice properties of circuits: by itself, or as questions about lassos.
    pub fn takes_justice(self) -> bool {
        match self {
            Engine::Auto | Engine::Portfolio | Engine::L2s | Engine::KLive | Engine::RLive => true,
            engine => engine.has(Kind::Circuit),
        }
    }

    /// The kind as which it sees models of a kind; `None` if it does not take them.
    ///
    /// Only systems of Booleans and bit-vectors are circuits, and only linear clauses, those with at most one atom in
    /// the body, are programs. A proof by k-induction says nothing about single locations of a program.
    pub fn sees(self, kind: Kind) -> Option<Kind> {
        let first = |kinds: &[Kind]| kinds.iter().copied().find(|&kind| self.has(kind));
        match kind {
            Kind::Circuit => first(&[Kind::Circuit]),
            Kind::System => first(&[Kind::System, Kind::Circuit, Kind::Program, Kind::Clauses]),
            Kind::Program if self == Engine::KInduction => None,
            // On the program that was given, whose loops it unrolls; on images it works as on a system.
            Kind::Program if self == Engine::Bmc => Some(Kind::Program),
            Kind::Program => first(&[Kind::Program, Kind::Clauses, Kind::System, Kind::Circuit]),
            Kind::Clauses if self.has(Kind::Clauses) => Some(Kind::Clauses),
            Kind::Clauses => self.sees(Kind::Program).map(|_| Kind::Program),
        }
    }
}

/// The options of Tree-IC3 with the way in which this variant refutes paths.
fn refuting_as(variant: TreeIc3Options, options: &EngineOptions) -> TreeIc3Options {
    TreeIc3Options { refutation: variant.refutation, ..options.tree_ic3.clone() }
}

/// The options of Tree-IC3 with all settings by which this variant is named.
fn named_as(variant: TreeIc3Options, options: &EngineOptions) -> TreeIc3Options {
    let TreeIc3Options { refutation, strengthening, propagation, .. } = variant;
    TreeIc3Options { refutation, strengthening, propagation, ..options.tree_ic3.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::common::prover::{Counters, OutcomeOf};
    use crate::engine::{Observer, Outcome};
    use crate::model::invariant::{Certificate, ClausalInvariant};
    use crate::model::PropertyId;

    #[test]
    fn each_engine_has_one_row_under_its_own_name() {
        for engine in Engine::ALL {
            assert_eq!(Engine::named(engine.name()), Some(engine));
            assert!(engine.about().len() > 20, "{:?}", engine);
            let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(engine.source());
            assert!(source.exists(), "{}", engine.source());
        }
        assert_eq!(Engine::named("auto"), Some(Engine::Auto));
        assert_eq!(Engine::named("no-engine"), None);
    }

    /// An engine that claims that a circuit is safe: what it takes to be one.
    #[derive(Debug)]
    struct Hopeful;

    impl Prover<Circuit> for Hopeful {
        fn prove(&mut self, _: PropertyId, _: &mut dyn Observer) -> OutcomeOf<Circuit> {
            let nothing = ClausalInvariant { gates: Vec::new(), clauses: Vec::new() };
            Outcome::Safe(Certificate::Inductive(nothing))
        }

        fn counters(&self) -> Counters {
            vec![("hopes", 1)]
        }
    }

    #[test]
    fn a_new_engine_is_one_trait_and_one_row() {
        let setups = Setups { circuit: Some(|_, _, _| Box::new(Hopeful)), ..Setups::NONE };
        let (name, about) = ("hopeful", "claims that all is well");
        let row = Row { engine: Engine::Auto, name, source: "", own: &[], also: &[], about, setups };
        let setup = row.setups.circuit.expect("an engine over circuits");
        let mut engine = setup(&Circuit::default(), &EngineOptions::default(), Budget::unlimited());
        assert!(matches!(engine.prove(PropertyId::new(0), &mut ()), Outcome::Safe(_)));
        assert_eq!((row.name, engine.counters()), ("hopeful", vec![("hopes", 1)]));
    }
}
