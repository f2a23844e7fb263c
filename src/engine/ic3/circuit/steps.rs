//! The questions of the search, put to a circuit's solvers.
//!
//! Atoms are the latches, numbered as in the [`Transition`]. A next state is a literal over the present step, so a
//! step into a cube is asked for by assuming the next-state literals of its latches, those of high activity first.

use super::exchange::Exchange;
use super::gates::CutGates;
use super::interpolate::{interpolant, Failed};
use super::justify::Justifier;
use super::localise::Localisation;
use super::options::{Ic3Options, Lifting};
use super::run::Run;
use super::solvers::Solvers;
use super::ternary::Ternary;
use super::visible::Visible;
use crate::base::{Budget, Limit, Lit};
use crate::engine::common::initial::InitialStates;
use crate::engine::ic3::{Activity, Chain, Cube, End, LemmaId, Steps, Target};
use crate::engine::FrameId;
use crate::model::circuit::{Circuit, CopiedGate};
use crate::model::encode::hold::{hold_inputs, Held};
use crate::model::encode::internal::{with_internal_signals, WithInternal};
use crate::model::transition::Transition;
use crate::model::PropertyId;
use std::fmt;

/// A circuit, the solvers of its frames, and the bad signal that is the goal.
pub(in crate::engine) struct CircuitSteps {
    /// The way back from a circuit whose resets read latches only.
    pub held: Held,
    /// The circuit that is searched: the held one, with internal signals if there are any.
    pub circuit: Circuit,
    /// Its latches that are internal signals, the last ones.
    pub copies: Vec<CopiedGate>,
    pub relation: Transition,
    pub initial: InitialStates,
    pub(super) options: Ic3Options,
    pub(super) localisation: Localisation,
    pub solvers: Solvers,
    pub visible: Visible,
    /// The gates that are cut, if some may be.
    pub(super) cut: Option<CutGates>,
    /// The bad signal.
    pub goal: Lit,
    pub(super) property: Option<PropertyId>,
    pub(super) ternary: Ternary,
    pub(super) justifier: Justifier,
    order: Vec<Lit>,
    pub(super) budget: Budget,
    pub(super) exchange: Exchange,
    /// Predecessors lifted.
    pub lifted: u64,
}

impl CircuitSteps {
    /// The steps of this circuit, with nothing as the goal.
    pub fn new(circuit: &Circuit, options: Ic3Options, budget: &Budget) -> CircuitSteps {
        let held = hold_inputs(circuit);
        let has_gates = options.localise_gates > 0 && options.internal_signals == 0;
        let cut = has_gates.then(|| CutGates::new(&held.circuit, !options.localise_constraints));
        let WithInternal { circuit, copies } = match (options.internal_signals, &cut) {
            (_, Some(cut)) => WithInternal { circuit: cut.circuit(), copies: Vec::new() },
            (0, None) => WithInternal { circuit: held.circuit.clone(), copies: Vec::new() },
            (most, None) => with_internal_signals(&held.circuit, most),
        };
        let relation = Transition::with_copies(&circuit, &copies).booked(budget);
        let all = !options.localise_constraints || cut.is_some();
        let localisation = Localisation::new(&circuit, &relation, all);
        let ternary =
            if options.lifting == Lifting::Ternary { Ternary::new(&circuit) } else { Ternary::default() };
        CircuitSteps {
            goal: relation.falsum(),
            property: None,
            cut,
            solvers: Solvers::new(&relation, &copies, &localisation.lits, &options, budget),
            localisation,
            initial: InitialStates::new(&relation, options.seed, budget),
            justifier: Justifier::new(&circuit),
            held,
            circuit,
            copies,
            relation,
            options,
            visible: Visible::all(),
            ternary,
            order: Vec::new(),
            budget: budget.clone(),
            exchange: Exchange::default(),
            lifted: 0,
        }
    }

    /// Takes a bad signal as the goal.
    ///
    /// # Panics
    ///
    /// If the circuit does not have the property.
    pub fn set_goal(&mut self, property: PropertyId) {
        self.goal = self.relation.bad(property);
        self.property = Some(property);
    }

    /// A step from a frame into a cube has to achieve these: the next states of the visible latches.
    pub fn next(&self, cube: &Cube, frame: FrameId) -> Vec<Lit> {
        let seen = cube.iter().filter(|&&l| self.visible.sees(frame, l));
        seen.map(|&l| self.relation.next(l)).collect()
    }

    fn target(&self, target: Target<'_>, frame: FrameId) -> Vec<Lit> {
        match target {
            Target::Goal => vec![self.goal],
            Target::Cube(cube) => self.next(cube, frame),
        }
    }

    /// A part of a cube without initial states, with more of its literals so that no initial state is in it: the most
    /// active one that keeps it apart; if no single one does, those that the reset functions need.
    fn kept_apart(&mut self, cube: &Cube, mut part: Vec<Lit>, activity: &Activity) -> Result<Cube, Limit> {
        if self.initial.meet(&self.relation, &part)? {
            let apart = |l: &&Lit| self.relation.reset(l.var()) == Some(l.is_negative());
            let best = cube
                .iter()
                .filter(apart)
                .max_by(|a, b| activity.of(**a).total_cmp(&activity.of(**b)).then(b.cmp(a)));
            match best {
                Some(&best) => part.push(best),
                None => self.initial.keep_apart(&self.relation, cube, &mut part, activity)?,
            }
            part.sort_unstable();
        }
        Ok(Cube::from_sorted(part))
    }
}

impl Steps for CircuitSteps {
    type Run = Run;

    fn meets_init(&mut self, cube: &Cube) -> Result<bool, Limit> {
        self.initial.meet(&self.relation, cube)
    }

    fn meets_goal(&mut self, frame: FrameId) -> Result<bool, Limit> {
        self.solvers.intersects(frame, &[self.goal])
    }

    fn meets(&mut self, frame: FrameId, cube: &Cube) -> Result<bool, Limit> {
        self.solvers.intersects(frame, cube)
    }

    /// Only the visible latches of the step count.
    fn fails_consecution(
        &mut self,
        frame: FrameId,
        cube: &Cube,
        relative: bool,
        activity: &Activity,
    ) -> Result<bool, Limit> {
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(cube.iter().copied().filter(|&l| self.visible.sees(frame, l)));
        activity.sort_descending(&mut order);
        self.visible.sort(frame, &mut order);
        order.iter_mut().for_each(|l| *l = self.relation.next(*l));
        let outside = if relative { Some(cube) } else { None };
        let reached = self.solvers.fails_consecution(frame, outside, &order);
        self.order = order;
        if reached == Ok(true) {
            self.solvers.note_step(frame, &self.relation, &self.circuit);
        }
        reached
    }

    fn is_known_to_fail(&mut self, frame: FrameId, cube: &Cube, relative: bool) -> bool {
        let visible = &self.visible;
        let target = cube.iter().copied().filter(|&l| visible.sees(frame, l));
        let outside = if relative { Some(cube) } else { None };
        let known = self.solvers.is_known_to_fail(frame, outside, target);
        debug_assert!(!known || self.solvers.clone_reaches(frame, outside, &self.next(cube, frame)));
        known
    }

    fn core(&mut self, cube: &Cube, activity: &Activity) -> Result<Cube, Limit> {
        let core = self.solvers.core_of(&self.relation, cube);
        self.kept_apart(cube, core, activity)
    }

    fn interpolant(
        &mut self,
        frame: FrameId,
        cube: &Cube,
        lemmas: &[&Cube],
        activity: &Activity,
    ) -> Result<Vec<Cube>, Limit> {
        let mut target: Vec<Lit> = cube.iter().copied().filter(|&l| self.visible.sees(frame, l)).collect();
        activity.sort_descending(&mut target);
        let (initial, constraints) = (frame == FrameId::INIT, &self.localisation.lits);
        let query = Failed {
            step: &self.relation,
            constraints,
            initial,
            excluded: lemmas,
            outside: cube,
            target: &target,
        };
        let clauses = interpolant(&query, self.options.seed, &self.budget)?;
        let mut cubes = clauses.into_iter().map(|clause| clause.into_iter().map(|l| !l).collect::<Cube>());
        let first = match cubes.next() {
            Some(first) => self.kept_apart(cube, first.to_vec(), activity)?,
            None => return Ok(vec![cube.clone()]),
        };
        let mut excluded = vec![first];
        for other in cubes {
            let is_implied = excluded.iter().any(|earlier| earlier.is_subset_of(&other));
            if !is_implied && !self.initial.meet(&self.relation, &other)? {
                excluded.push(other);
            }
        }
        debug_assert!(excluded[0].is_subset_of(cube));
        debug_assert!(excluded.iter().all(|c| !self.solvers.clone_reaches(
            frame,
            Some(&excluded[0]),
            &self.next(c, frame)
        )));
        Ok(excluded)
    }

    fn predecessor(
        &mut self,
        frame: FrameId,
        target: Target<'_>,
        activity: &Activity,
    ) -> Result<Cube, Limit> {
        let target = self.target(target, frame);
        self.lift(frame, &target, activity)
    }

    fn quick_predecessor(
        &mut self,
        frame: FrameId,
        target: Target<'_>,
        activity: &Activity,
    ) -> Result<Cube, Limit> {
        let target = self.target(target, frame);
        self.lift_ctg(frame, &target, activity)
    }

    fn state(&mut self, frame: FrameId) -> Vec<Lit> {
        let (mut state, _) = self.model(frame);
        state.sort_unstable();
        state
    }

    fn learn(&mut self, lemma: LemmaId, cube: &Cube, first: FrameId, last: FrameId) {
        self.solvers.add_lemma(cube, first, last);
        self.visible.note(lemma);
        if last.is_infinite() {
            self.exchange.note(cube);
        }
        if let Some(cut) = &mut self.cut {
            cut.learnt.push((cube.clone(), first, last));
        }
    }

    fn open(&mut self) {
        self.exchange_lemmas();
        self.solvers.open();
        let frames = self.solvers.frame_count();
        if let Some(mut cut) = self.cut.take() {
            if cut.at_frame(frames) {
                self.search_anew(&cut);
            }
            self.cut = Some(cut);
            return;
        }
        let new = self.localisation.at_frame(&self.circuit, &self.relation, frames);
        if !new.is_empty() {
            self.solvers.add_constraints(&new);
        }
    }

    fn close_above(&mut self, top: FrameId) {
        self.solvers.close_above(top);
        self.exchange_lemmas();
    }

    fn concretise(&mut self, start: Option<&Run>, chain: &[&Cube], end: End) -> Result<Chain<Run>, Limit> {
        self.follow(start, chain, end)
    }

    fn ends_in(&self, run: &Run, cube: &Cube) -> bool {
        run.ends_in(cube, &self.relation)
    }

    fn inductive_subset(&mut self, cubes: &[&Cube]) -> Result<Vec<usize>, Limit> {
        self.inductive_among(cubes)
    }

    fn queries(&self) -> u64 {
        self.solvers.queries
    }

    /// The name of the latch in the file, or its number.
    fn write_literal(&self, lit: Lit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let latch = lit.var().index() - 1;
        let sign = if lit.is_negative() { "¬" } else { "" };
        match self.circuit.symbols.latches.get(latch) {
            Some(name) if !name.is_empty() => write!(f, "{}{}", sign, name),
            _ => write!(f, "{}l{}", sign, latch),
        }
    }
}
