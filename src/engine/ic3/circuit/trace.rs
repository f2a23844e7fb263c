//! Counterexamples: from a chain of cubes to one run of the circuit.
//!
//! Every state of an obligation's cube has a step into its successor's cube, and one with the constraints satisfied. So
//! any state of the first cube that is initial (or known to be reachable) begins a run to the bad state; each step is
//! found by one query with the whole state given, and the next state by simulation.

use super::gates::{CutGates, Followed};
use super::justify::Justifier;
use super::localise::Localisation;
use super::options::Lifting;
use super::run::Run;
use super::solvers::Solvers;
use super::steps::CircuitSteps;
use super::ternary::Ternary;
use crate::base::{Limit, Lit};
use crate::engine::common::initial::InitialStates;
use crate::engine::ic3::{Chain, Cube, End};
use crate::engine::FrameId;
use crate::model::circuit::{InputId, LatchId};
use crate::model::simulate::Simulator;
use crate::model::transition::Transition;

impl CircuitSteps {
    /// A run through the cubes of a chain, which goes on where `start` ends, if that is given. A chain that is broken
    /// is called spurious: that is a defect, since the steps here are exact.
    pub(super) fn follow(
        &mut self,
        start: Option<&Run>,
        chain: &[&Cube],
        end: End,
    ) -> Result<Chain<Run>, Limit> {
        if let Some(cut) = self.cut.take() {
            return self.follow_uncut(cut, start, chain, end);
        }
        let mut run = match start {
            Some(known) => known.clone(),
            None => self.start_in(chain[0])?,
        };
        let mut simulator = Simulator::new(&self.circuit);
        let next = |cube: &&Cube| cube.iter().map(|&l| self.relation.next(l)).collect::<Vec<Lit>>();
        let mut targets: Vec<Vec<Lit>> = chain[1..].iter().map(next).collect();
        if end == End::Goal {
            targets.push(vec![self.goal]);
        }
        for target in targets {
            let latches = self.relation.latches().zip(&run.state);
            let state: Vec<Lit> = latches.map(|(v, &value)| v.lit(value)).collect();
            let inputs = match self.solvers.exact_step(&self.relation, &state, &target)? {
                Ok(inputs) => inputs,
                Err(core) => return Ok(self.localise(&core)),
            };
            simulator.set_state(|l: LatchId| run.state[l.index()] as u64);
            simulator.evaluate(|i: InputId| inputs[i.index()] as u64);
            for (l, value) in self.circuit.latches().iter().zip(&mut run.state) {
                *value = simulator.value(l.next) & 1 != 0;
            }
            run.inputs.push(inputs);
        }
        Ok(Chain::Concrete(run))
    }

    /// Follows a chain in the circuit without cut gates. Some gates may be cut no longer then.
    fn follow_uncut(
        &mut self,
        mut cut: CutGates,
        start: Option<&Run>,
        chain: &[&Cube],
        end: End,
    ) -> Result<Chain<Run>, Limit> {
        let followed = cut.follow(start, chain, self.property, end, &self.budget);
        let judged = followed.and_then(|followed| match followed {
            Followed::Run(run) => Ok(Chain::Concrete(run)),
            Followed::Broken => Ok(Chain::Spurious),
            // The whole search ends, also if it was about a chain that need not lead to the goal.
            Followed::NeedsMuch => Err(Limit::Incomplete),
            Followed::Refined => {
                self.search_anew(&cut);
                Ok(Chain::Refined)
            }
        });
        self.cut = Some(cut);
        judged
    }

    /// Makes the circuit that is searched anew, with all that was learnt.
    pub(super) fn search_anew(&mut self, cut: &CutGates) {
        self.circuit = cut.circuit();
        self.relation = Transition::new(&self.circuit).booked(&self.budget);
        self.localisation = Localisation::new(&self.circuit, &self.relation, true);
        self.initial = InitialStates::new(&self.relation, self.options.seed, &self.budget);
        self.justifier = Justifier::new(&self.circuit);
        if self.options.lifting == Lifting::Ternary {
            self.ternary = Ternary::new(&self.circuit);
        }
        let lits = &self.localisation.lits;
        let mut solvers = Solvers::new(&self.relation, &self.copies, lits, &self.options, &self.budget);
        solvers.queries = self.solvers.queries;
        solvers.spared = self.solvers.spared;
        let frames = self.solvers.frame_count();
        (1..frames).for_each(|_| solvers.open());
        for (cube, first, last) in &cut.learnt {
            let first = if last.is_infinite() { FrameId::INIT.next() } else { *first };
            if first.index() < frames || last.is_infinite() {
                solvers.add_lemma(cube, first, *last);
            }
        }
        self.solvers = solvers;
        self.goal = match self.property {
            Some(property) => self.relation.bad(property),
            None => self.relation.falsum(),
        };
    }

    /// Activates the constraints in the core of a question for a step. A state of a cube has a step into the next cube
    /// that satisfies the active ones, so one of them was not active.
    fn localise(&mut self, core: &[Lit]) -> Chain<Run> {
        if self.localisation.take_stale() {
            return Chain::Refined;
        }
        let new = self.localisation.activate_all(&self.circuit, &self.relation, core);
        if new.is_empty() {
            debug_assert!(false, "a state of a cube has no step into the next one");
            return Chain::Spurious;
        }
        self.solvers.add_constraints(&new);
        Chain::Refined
    }

    /// All questions assume this constraint from now on.
    pub(super) fn demand(&mut self, constraint: usize) {
        if let Some(mut cut) = self.cut.take() {
            cut.is_active[constraint] = true;
            self.search_anew(&cut);
            self.cut = Some(cut);
            return;
        }
        let lit = self.relation.constraints()[constraint];
        let new = self.localisation.demand(&self.circuit, &self.relation, lit);
        self.solvers.add_constraints(&new);
    }

    /// An initial state in the cube, as a run without steps.
    fn start_in(&mut self, cube: &Cube) -> Result<Run, Limit> {
        let state = self.initial.state_in(&self.relation, cube)?;
        Ok(Run { initial: state.clone(), state, inputs: Vec::new() })
    }
}
