//! The queries: one solver for steps, one for states, one for Init.
//!
//! The switch of frame `i` is a Boolean constant. A lemma that holds up to frame `i` is a clause with the negated
//! switch of `i`; a query about frame `j` assumes the switches from `j` on, so that it sees the lemmas of all frames
//! that contain `j`. Lemmas of the infinity frame are plain clauses. When a lemma moves up, a new clause is added and
//! the old one stays; both solvers are built anew when there are more such dead clauses than live ones.
//!
//! An option gives each frame a pair of solvers of its own instead. They know the lemmas of their frame as plain
//! clauses and need no switches, but share nothing that they learn. One more pair answers the questions about no frame.

use crate::base::{Budget, HashMap, Limit};
use crate::engine::common::outcome::decided;
use crate::engine::ic3::{Atoms, Cube};
use crate::engine::FrameId;
use crate::model::system::System;
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Model, Sort, TermId, Terms};

/// The solver that answered the last question by yes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Step,
    State,
    Init,
}

/// The solvers that answer the questions about a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FrameSolvers {
    /// One pair for all frames, whose lemmas are switched on by assumptions.
    Shared,
    /// A pair for each frame.
    PerFrame,
}

/// A solver for questions about a step, and one for questions about a state alone.
struct Pair {
    step: Solver,
    state: Solver,
}

impl Pair {
    /// Solvers that know these formulas; `trans` is for the step alone.
    fn new(terms: &mut Terms, formulas: &[TermId], trans: TermId, seed: u64, budget: &Budget) -> Pair {
        let state = new_solver(terms, formulas, seed, budget);
        let mut step = new_solver(terms, formulas, seed, budget);
        step.assert(terms, trans);
        Pair { step, state }
    }

    fn assert(&mut self, terms: &mut Terms, formula: TermId) {
        self.step.assert(terms, formula);
        self.state.assert(terms, formula);
    }
}

/// The solvers of one system.
pub(in crate::engine) struct Solvers {
    sharing: FrameSolvers,
    /// If the frames share a pair, it is the first one. If each has its own, frame `i` has the pair `i + 1`, and the
    /// first one is not used.
    pairs: Vec<Pair>,
    init: Solver,
    asked: Asked,
    /// The pair that was asked.
    pair: usize,
    /// By frame from 0 on; the first one switches Init on.
    switches: Vec<TermId>,
    /// The clauses of lemmas, each with the highest frame it holds in.
    lemmas: Vec<(FrameId, TermId)>,
    /// The clauses that hold in every frame, by age.
    infinite: Vec<TermId>,
    /// By clause: its index in the list of lemmas.
    indices: HashMap<TermId, usize>,
    /// The number of clauses that others have made superfluous.
    dead: usize,
    seed: u64,
    budget: Budget,
    assumptions: Vec<TermId>,
    pub queries: u64,
}

/// Dead clauses that do not matter.
const MOST_DEAD: usize = 500;

/// A solver for queries that knows these formulas.
fn new_solver(terms: &mut Terms, formulas: &[TermId], seed: u64, budget: &Budget) -> Solver {
    let mut options = SmtOptions::incremental();
    options.sat.seed = seed;
    let mut solver = Solver::new(options);
    solver.set_budget(budget.clone());
    formulas.iter().for_each(|&f| solver.assert(terms, f));
    solver
}

impl Solvers {
    /// Solvers that know the system and no lemma; only frame 0 is open.
    pub fn new(system: &mut System, sharing: FrameSolvers, seed: u64, budget: &Budget) -> Solvers {
        let (init, trans, constraint) = (system.init(), system.trans(), system.constraint());
        let terms = system.terms_mut();
        let first = terms.declare(".frame0", Sort::Bool);
        let pairs = match sharing {
            FrameSolvers::Shared => vec![vec![constraint, terms.implies(first, init)]],
            FrameSolvers::PerFrame => vec![vec![constraint], vec![constraint, init]],
        };
        Solvers {
            sharing,
            pairs: pairs.iter().map(|known| Pair::new(terms, known, trans, seed, budget)).collect(),
            init: new_solver(terms, &[init], seed, budget),
            asked: Asked::Init,
            pair: 0,
            switches: vec![first],
            lemmas: Vec::new(),
            infinite: Vec::new(),
            indices: HashMap::default(),
            dead: 0,
            seed,
            budget: budget.clone(),
            assumptions: Vec::new(),
            queries: 0,
        }
    }

    /// Builds the solvers that all frames share anew, without dead clauses.
    fn renew(&mut self, system: &mut System) {
        let (init, trans, constraint) = (system.init(), system.trans(), system.constraint());
        let terms = system.terms_mut();
        let mut formulas = vec![constraint, terms.implies(self.switches[0], init)];
        for i in 0..self.lemmas.len() {
            let (last, clause) = self.lemmas[i];
            formulas.push(self.switched(terms, clause, last));
        }
        self.pairs = vec![Pair::new(terms, &formulas, trans, self.seed, &self.budget)];
        self.dead = 0;
    }

    /// Opens the next frame.
    pub fn open(&mut self, system: &mut System) {
        if self.dead > MOST_DEAD + self.lemmas.len() {
            self.renew(system);
        }
        let frame = FrameId::new(self.switches.len());
        let name = format!(".frame{}", frame.index());
        self.switches.push(system.terms_mut().declare(&name, Sort::Bool));
        if self.sharing == FrameSolvers::PerFrame {
            let mut known = self.clauses(system, frame);
            known.push(system.constraint());
            let trans = system.trans();
            let pair = Pair::new(system.terms_mut(), &known, trans, self.seed, &self.budget);
            self.pairs.push(pair);
        }
    }

    /// Gives up the frames above `top`.
    pub fn close_above(&mut self, system: &mut System, top: FrameId) {
        let closed = self.switches.drain(top.index() + 1..);
        match self.sharing {
            FrameSolvers::Shared => {
                for switch in closed {
                    let terms = system.terms_mut();
                    let off = terms.not(switch);
                    self.pairs[0].step.release(terms, off);
                    self.pairs[0].state.release(terms, off);
                }
            }
            FrameSolvers::PerFrame => self.pairs.truncate(top.index() + 2),
        }
    }

    /// Adds the clause that excludes a cube up to the frame `last`.
    pub fn add_lemma(&mut self, system: &mut System, atoms: &Atoms, cube: &Cube, last: FrameId) {
        let clause: Vec<TermId> = cube.iter().map(|&l| atoms.formula(!l)).collect();
        let clause = system.terms_mut().or(&clause);
        self.add_clause(system, clause, last);
    }

    /// Adds a clause that holds up to the frame `last`.
    pub fn add_clause(&mut self, system: &mut System, clause: TermId, last: FrameId) {
        let terms = system.terms_mut();
        let mut before = FrameId::INIT;
        match self.indices.get(&clause) {
            Some(&at) if self.lemmas[at].0 >= last => return,
            Some(&at) => {
                before = std::mem::replace(&mut self.lemmas[at].0, last);
                self.dead += (self.sharing == FrameSolvers::Shared) as usize;
            }
            None => {
                self.indices.insert(clause, self.lemmas.len());
                self.lemmas.push((last, clause));
            }
        }
        if last.is_infinite() {
            self.infinite.push(clause);
        }
        if self.sharing == FrameSolvers::Shared {
            let lemma = self.switched(terms, clause, last);
            self.pairs[0].assert(terms, lemma);
            return;
        }
        if last.is_infinite() {
            self.pairs[0].assert(terms, clause);
        }
        for (frame, pair) in self.pairs[1..].iter_mut().enumerate() {
            if (before.next()..=last).contains(&FrameId::new(frame)) {
                pair.assert(terms, clause);
            }
        }
    }

    /// The clause, switched on by the frame up to which it holds.
    fn switched(&self, terms: &mut Terms, clause: TermId, last: FrameId) -> TermId {
        if last.is_infinite() {
            return clause;
        }
        let highest = last.index().min(self.switches.len() - 1);
        terms.implies(self.switches[highest], clause)
    }

    /// The formula of a frame.
    pub fn formula(&self, system: &mut System, frame: FrameId) -> TermId {
        if frame == FrameId::INIT {
            return system.init();
        }
        let clauses = self.clauses(system, frame);
        system.terms_mut().and(&clauses)
    }

    /// The clauses of a frame; those of frame 0 are Init.
    pub fn clauses(&self, system: &System, frame: FrameId) -> Vec<TermId> {
        if frame == FrameId::INIT {
            return vec![system.init()];
        }
        let held = self.lemmas.iter().filter(|(last, _)| *last >= frame);
        held.map(|&(_, clause)| clause).collect()
    }

    /// A solver of its own for questions about steps, which knows nothing but the lemmas that hold in every frame.
    pub fn for_steps(&self, system: &mut System) -> Solver {
        let mut known = vec![system.constraint(), system.trans()];
        known.extend(&self.infinite);
        new_solver(system.terms_mut(), &known, self.seed, &self.budget)
    }

    /// The clauses that hold in every frame, by age.
    pub fn infinite(&self) -> &[TermId] {
        &self.infinite
    }

    /// Whether the clause is one of them.
    pub fn holds_for_ever(&self, clause: TermId) -> bool {
        self.indices.get(&clause).map_or(false, |&at| self.lemmas[at].0.is_infinite())
    }

    /// Chooses the pair for a frame, and the switches that make it see the frame.
    fn assume_frame(&mut self, frame: FrameId) {
        self.assumptions.clear();
        self.pair = 0;
        if self.sharing == FrameSolvers::PerFrame {
            self.pair = frame.index() + 1;
        } else if frame == FrameId::INIT {
            self.assumptions.push(self.switches[0]);
        } else {
            self.assumptions.extend(&self.switches[frame.index()..]);
        }
    }

    /// Whether a state of the frame satisfies the constraint and all formulas, which may be about inputs.
    pub fn intersects(
        &mut self,
        system: &mut System,
        frame: FrameId,
        formulas: impl Iterator<Item = TermId>,
    ) -> Result<bool, Limit> {
        self.assume_frame(frame);
        self.assumptions.extend(formulas);
        self.queries += 1;
        self.asked = Asked::State;
        decided(self.pairs[self.pair].state.check(system.terms_mut(), &self.assumptions))
    }

    /// Whether an initial state satisfies all formulas.
    pub fn meets_init(
        &mut self,
        system: &mut System,
        formulas: impl Iterator<Item = TermId>,
    ) -> Result<bool, Limit> {
        self.assumptions.clear();
        self.assumptions.extend(formulas);
        self.queries += 1;
        self.asked = Asked::Init;
        decided(self.init.check(system.terms_mut(), &self.assumptions))
    }

    /// Whether consecution fails: a state of the frame that satisfies the clause `outside`, if one is given, has a step
    /// that satisfies all formulas. The core prefers the first ones.
    pub fn fails_consecution(
        &mut self,
        system: &mut System,
        frame: FrameId,
        outside: Option<&[TermId]>,
        formulas: impl Iterator<Item = TermId>,
    ) -> Result<bool, Limit> {
        self.assume_frame(frame);
        let solver = &mut self.pairs[self.pair].step;
        if let Some(clause) = outside {
            solver.add_temporary_clause(system.terms_mut(), clause);
        }
        self.assumptions.extend(formulas);
        self.queries += 1;
        self.asked = Asked::Step;
        decided(solver.check(system.terms_mut(), &self.assumptions))
    }

    /// Whether a step, from any state that satisfies the constraint, satisfies all formulas.
    pub fn step(&mut self, system: &mut System, formulas: &[TermId]) -> Result<bool, Limit> {
        self.queries += 1;
        self.asked = Asked::Step;
        self.pair = 0;
        decided(self.pairs[0].step.check(system.terms_mut(), formulas))
    }

    /// Whether a state that satisfies the constraint satisfies all formulas.
    pub fn state(&mut self, system: &mut System, formulas: &[TermId]) -> Result<bool, Limit> {
        self.queries += 1;
        self.asked = Asked::State;
        self.pair = 0;
        decided(self.pairs[0].state.check(system.terms_mut(), formulas))
    }

    /// As [`Solvers::step`] and [`Solvers::state`], of a state outside these cubes.
    pub fn outside(
        &mut self,
        system: &mut System,
        cubes: &[Vec<TermId>],
        is_step: bool,
        formulas: &[TermId],
    ) -> Result<bool, Limit> {
        let Pair { step, state } = &mut self.pairs[0];
        let solver = if is_step { step } else { state };
        let terms = system.terms_mut();
        for cube in cubes {
            let clause: Vec<TermId> = cube.iter().map(|&l| terms.not(l)).collect();
            solver.add_temporary_clause(terms, &clause);
        }
        if is_step {
            self.step(system, formulas)
        } else {
            self.state(system, formulas)
        }
    }

    fn last(&self) -> &Solver {
        match self.asked {
            Asked::Step => &self.pairs[self.pair].step,
            Asked::State => &self.pairs[self.pair].state,
            Asked::Init => &self.init,
        }
    }

    /// The solver that answered the last question.
    pub fn last_mut(&mut self) -> &mut Solver {
        match self.asked {
            Asked::Step => &mut self.pairs[self.pair].step,
            Asked::State => &mut self.pairs[self.pair].state,
            Asked::Init => &mut self.init,
        }
    }

    /// The model of the last question, answered by yes.
    pub fn model(&mut self, system: &System) -> &Model {
        self.last_mut().model(system.terms())
    }

    /// Which of these formulas about states are true in the model of the last question.
    pub fn truths(&mut self, system: &System, formulas: &[TermId]) -> Vec<bool> {
        let terms = system.terms();
        let known: Vec<Option<bool>> = formulas.iter().map(|&f| self.last().truth(terms, f)).collect();
        let open: Vec<TermId> =
            formulas.iter().zip(&known).filter(|(_, k)| k.is_none()).map(|(&f, _)| f).collect();
        let mut values = Vec::new();
        if !open.is_empty() {
            values = self.model(system).evaluate_all(terms, &open);
        }
        let mut values = values.into_iter();
        known.into_iter().map(|k| k.unwrap_or_else(|| values.next().map_or(false, |v| v.is_true()))).collect()
    }

    /// The core of the last question, answered by no.
    pub fn core(&self) -> &[TermId] {
        self.last().core()
    }
}
