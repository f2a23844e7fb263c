//! Settings out of bytes: the usual ones now and then, and else each field with any value that is allowed.

use crate::source::Source;
use indubit::engine::bmc;
use indubit::engine::car::Direction;
use indubit::engine::ctigar::Refinement;
use indubit::engine::fsis::Implicate;
use indubit::engine::horn::{HornLemmas, ModelCube, SpacerOptions};
use indubit::engine::ic3::circuit::{Ic3Options, Lifting};
use indubit::engine::ic3::{Generalisation, ObligationOrder, Propagation, SearchOptions};
use indubit::engine::ic3_smt::{FrameSolvers, Ic3SmtOptions, Implicant, Lemmas, Preimage};
use indubit::engine::ic3cfa::{Dropping, EdgeApproach, Ic3CfaOptions, Interpolation, WayBack, WordSplit};
use indubit::engine::itp;
use indubit::engine::lazy_ic3::LazyIc3Options;
use indubit::engine::pred_abs::Abstraction;
use indubit::engine::tree_ic3::{Beyond, Strengthening, TreeIc3Options};
use indubit::model::reduce::ReduceOptions;
use indubit::portfolio::{Checking, Engine, VerifyOptions, Words};
use indubit::solver::smt::Strength;

const STRENGTHS: [Strength; 3] = [Strength::Strong, Strength::Symmetric, Strength::Weak];
const ORDERS: [ObligationOrder; 5] = [
    ObligationOrder::Nearest,
    ObligationOrder::Farthest,
    ObligationOrder::Smallest,
    ObligationOrder::Largest,
    ObligationOrder::Random,
];

/// An engine and all settings.
pub fn verify(s: &mut Source<'_>) -> VerifyOptions {
    let mut o = VerifyOptions { engine: s.pick(&Engine::ALL), ..VerifyOptions::default() };
    o.check = if s.one_in(4) { Checking::Full } else { Checking::On };
    if s.one_in(3) {
        return o;
    }
    o.seed = u64::from(s.byte());
    o.portfolio.share_lemmas = !s.one_in(3);
    o.portfolio.inductive_only = s.one_in(4);
    o.images.bits = !s.one_in(3);
    o.images.words = s.pick(&[Words::Kept, Words::Integers, Words::WithoutWraps]);
    o.images.cells = s.pick(&[0, 0, 1, 2]);
    o.images.temporal_decomposition = s.pick(&[0, 0, 1, 4]);
    o.reduce.on = s.flag();
    o.reduce.circuit = reduce(s);
    let program = &mut o.reduce.program;
    program.live_variables = s.flag();
    program.slicing = s.flag();
    program.constants = s.flag();
    program.copies = s.flag();
    program.merging = s.flag();
    program.rounds = s.below(4);
    let clauses = &mut o.reduce.clauses;
    clauses.rounds = s.below(4);
    clauses.records = s.flag();
    clauses.cone = s.flag();
    clauses.definitions = s.flag();
    clauses.arguments = s.flag();
    clauses.reads = s.flag();
    clauses.inlining = s.flag();
    clauses.merging = s.flag();
    if s.one_in(3) {
        o.reduce.blocks.most_parts = s.below(20);
        o.reduce.blocks.most_demands = s.below(20);
    }
    let e = &mut o.engines;
    e.ic3 = ic3(s);
    e.lazy_ic3 = lazy(s);
    e.bmc.step = 1 + s.below(3);
    e.bmc.simplify = s.below(4) > 0;
    e.bmc.from = s.pick(&[bmc::Start::Initial, bmc::Start::Bad]);
    e.kinduction.simple_path = s.flag();
    e.car.direction = s.pick(&[Direction::Forward, Direction::Backward]);
    e.car.intersection = s.flag();
    e.car.rotation = s.flag();
    e.car.drop_failures = s.below(4);
    e.car.retry = s.flag();
    e.car.push = s.flag();
    e.fsis.implicate = s.pick(&[Implicate::Linear, Implicate::Binary]);
    e.itp.form = s.pick(&[itp::Form::McMillan, itp::Form::Sequence, itp::Form::Avy]);
    e.itp.strength = s.pick(&STRENGTHS);
    e.itp.proofs = s.below(4);
    e.itp.search = search(s);
    e.ic3_smt = ic3_smt(s);
    e.ic3_ia.search = search(s);
    e.ic3_ia.from_init = s.flag();
    e.ic3_ia.from_bad = s.flag();
    e.ic3_ia.from_trans = s.flag();
    e.ic3_ia.from_hints = s.flag();
    e.ctigar.ia = e.ic3_ia.clone();
    e.ctigar.lifting = s.pick(&[Refinement::Eager, Refinement::Lazy]);
    e.ctigar.consecution = s.pick(&[Refinement::Eager, Refinement::Lazy]);
    e.tree_ic3 = tree(s);
    e.ic3cfa = ic3cfa(s);
    e.pred_abs.abstraction = s.pick(&[Abstraction::Boolean, Abstraction::Cartesian]);
    e.pred_abs.most_cubes = s.below(30);
    e.pred_abs.strength = s.pick(&STRENGTHS);
    e.guess.patient_rounds = s.below(3);
    e.guess_rounds = s.below(3);
    e.explicit.most_states = if s.one_in(3) { s.below(40) } else { 20_000 };
    e.spacer = spacer(s);
    e.unwind.most_nodes = if s.one_in(3) { s.below(10) } else { 300 };
    e.unwind.interpolants = s.flag();
    o
}

fn reduce(s: &mut Source<'_>) -> ReduceOptions {
    ReduceOptions {
        rewriting: s.flag(),
        constants: s.flag(),
        equivalences: s.flag(),
        functional: s.flag(),
        definitions: s.flag(),
        effort: if s.flag() { 4_000_000 } else { s.below(400) as u64 },
        conflicts: s.below(3) as u64,
        seed: u64::from(s.byte()),
        rounds: s.below(4),
    }
}

fn search(s: &mut Source<'_>) -> SearchOptions {
    use Generalisation as G;
    SearchOptions {
        generalisation: s.pick(&[
            G::Core,
            G::Interpolant,
            G::Linear,
            G::Binary,
            G::Ctg,
            G::Dynamic,
            G::Learnt,
        ]),
        ctg_depth: s.below(4),
        ctg_limit: s.below(5),
        adaptive_ctg: s.flag(),
        orders: s.below(5),
        ctp_limit: s.below(4),
        parent_lemma: s.flag(),
        propagation: s.pick(&[Propagation::Plain, Propagation::Eager, Propagation::Triggered]),
        requeue: s.flag(),
        may_obligations: s.flag(),
        inductive_subset: s.flag(),
        containment_check: s.flag(),
        obligation_limit: s.below(6),
        max_frames: if s.one_in(8) { s.below(6) } else { 0 },
    }
}

fn ic3(s: &mut Source<'_>) -> Ic3Options {
    Ic3Options {
        seed: u64::from(s.byte()),
        lifting: s.pick(&[Lifting::Off, Lifting::Justification, Lifting::Core, Lifting::Ternary]),
        lifting_rounds: s.below(5),
        domain: s.flag(),
        internal_signals: if s.flag() { 0 } else { s.below(20) },
        localise_constraints: s.flag(),
        localise_gates: [0, 1000, u64::MAX][s.below(3)],
        predicate_property: s.flag(),
        known_steps: s.flag(),
        search: search(s),
    }
}

fn lazy(s: &mut Source<'_>) -> LazyIc3Options {
    LazyIc3Options {
        separate_may: s.flag(),
        may_limit: s.below(4),
        patience: s.below(3) as u64,
        first_patience: s.below(60) as u64,
        minimise_core: s.flag(),
        start_depth: s.below(3),
    }
}

fn ic3_smt(s: &mut Source<'_>) -> Ic3SmtOptions {
    Ic3SmtOptions {
        search: search(s),
        seed: u64::from(s.byte()),
        preimage: s.pick(&[Preimage::Point, Preimage::Projection, Preimage::FirstCube, Preimage::Exact]),
        implicant: s.pick(&[Implicant::Justified, Implicant::Core, Implicant::DualRail]),
        lemmas: s.pick(&[Lemmas::Core, Lemmas::Interpolant, Lemmas::Farkas]),
        solvers: s.pick(&[FrameSolvers::Shared, FrameSolvers::PerFrame]),
        split_equalities: s.flag(),
    }
}

fn tree(s: &mut Source<'_>) -> TreeIc3Options {
    TreeIc3Options {
        cnf_factor: s.below(5),
        beyond: s.pick(&[Beyond::Blocking, Beyond::Whole]),
        strengthening: s.pick(&[Strengthening::Off, Strengthening::Each, Strengthening::All]),
        propagation: s.flag(),
        strength: s.pick(&STRENGTHS),
        ..TreeIc3Options::default()
    }
}

fn ic3cfa(s: &mut Source<'_>) -> Ic3CfaOptions {
    use {Dropping as D, EdgeApproach as E, Interpolation as I, WayBack as B, WordSplit as W};
    Ic3CfaOptions {
        dropping: s.pick(&[D::Off, D::Core, D::Linear, D::Binary, D::Ctg]),
        edges: s.pick(&[E::Multi, E::Single, E::Incremental]),
        way_back: s.pick(&[B::Climb, B::ClimbAndDrop, B::Restart]),
        preconditions: s.flag(),
        predecessor_cubes: s.flag(),
        dont_care: s.flag(),
        upper_bounds: s.flag(),
        lower_bounds: s.flag(),
        extended_search: s.flag(),
        context_limit: s.below(5),
        interpolation: s.pick(&[I::Off, I::Loops, I::Numbers, I::All]),
        semantic: s.flag(),
        order: s.pick(&ORDERS),
        requeue: s.flag(),
        most_ahead: s.below(4),
        split: s.pick(&[W::Off, W::Unsigned, W::Signed, W::Bounds, W::Bits]),
        reuse: s.flag(),
        pushing: s.flag(),
        eager: s.flag(),
        obligation_limit: s.below(6),
        ..Ic3CfaOptions::default()
    }
}

fn spacer(s: &mut Source<'_>) -> SpacerOptions {
    SpacerOptions {
        goals: s.pick(&[ModelCube::Point, ModelCube::Projection]),
        facts: s.pick(&[ModelCube::Point, ModelCube::Projection]),
        siblings: s.flag(),
        lemmas: s.pick(&[HornLemmas::Core, HornLemmas::Farkas, HornLemmas::Interpolant]),
        order: s.pick(&ORDERS),
        reach_facts: s.flag(),
        cache_goals: s.flag(),
        requeue: s.flag(),
        goal_limit: s.below(6),
        respect_facts: s.flag(),
        split_equalities: s.flag(),
        ..SpacerOptions::default()
    }
}
