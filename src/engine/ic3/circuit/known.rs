//! Steps that are known: most queries that fail need not be asked.
//!
//! A query whether a state of a frame, outside a cube, has a successor in it is mostly answered by yes: of the
//! literals that generalisation tries to drop, nearly all are needed, and most lemmas cannot be pushed further. Each
//! such answer shows a step from one state to another, and a step often serves many cubes. So the latest of them are
//! kept, each with the lowest frame its first state was found in, and looked through before a solver is asked. They
//! are kept column by column: for each latch one row of bits for its values before the steps and one for those after
//! them, so that a cube is held against all of them by one operation a literal and 64 steps.
//!
//! This knowledge is exact, not a guess: a lemma takes the steps from states that it excludes out of its frames, and
//! nothing but lemmas takes states from frames. In an abstraction the latches that are not determined are not looked at
//! in the second state. The answer is the one that the solver would have given, but there is no model of it: a
//! predecessor can only be lifted after the solver was asked.
//!
//! This is not from the literature on IC3. Equivalence checkers sort out candidates in the same way, by simulating the
//! counterexamples of earlier queries (FRAIGs; Mishchenko, Chatterjee, Jiang, Brayton 2005).

use crate::base::{Booking, Budget, Lit, Var};
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::circuit::{Circuit, CopiedGate, LatchId};
use crate::model::simulate::Simulator;
use crate::model::transition::Transition;
use crate::solver::sat::Solver;

/// The words of a row: 64 steps each.
const WORDS: usize = 16;
/// New steps that are simulated together.
const BATCH: usize = 16;

type Row = [u64; WORDS];

/// The latest steps that queries have found.
pub(super) struct KnownSteps {
    /// By latch variable: its value before each step, and after it. Empty until the first step is noted.
    before: Vec<Row>,
    after: Vec<Row>,
    /// By frame: the steps whose first state is in it.
    inside: Vec<Row>,
    /// The word that new steps go to, how many it has, and those of them whose second states are known.
    word: usize,
    taken: usize,
    simulated: u64,
    /// By input: its value in the steps of that word.
    inputs: Vec<u64>,
    /// The internal signals.
    copies: Vec<CopiedGate>,
    booking: Booking,
}

/// Takes the steps out of `row` that do not satisfy the literal in `rows`; whether any is left.
#[inline]
fn restrict(row: &mut Row, rows: &[Row], lit: Lit) -> bool {
    // All ones if negative.
    let flip = (lit.is_negative() as u64).wrapping_neg();
    let mut left = 0;
    for (mine, other) in row.iter_mut().zip(&rows[lit.var().index()]) {
        *mine &= other ^ flip;
        left |= *mine;
    }
    left != 0
}

impl KnownSteps {
    /// None so far, and one frame.
    pub fn new(copies: &[CopiedGate], budget: &Budget) -> KnownSteps {
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        KnownSteps {
            before: Vec::new(),
            after: Vec::new(),
            inside: vec![[0; WORDS]],
            word: 0,
            taken: 0,
            simulated: 0,
            inputs: Vec::new(),
            copies: copies.to_vec(),
            booking,
        }
    }

    /// Forgets all steps.
    pub fn clear(&mut self) {
        self.before.iter_mut().chain(&mut self.inside).for_each(|row| *row = [0; WORDS]);
        self.inputs.iter_mut().for_each(|values| *values = 0);
        self.word = 0;
        self.taken = 0;
        self.simulated = 0;
    }

    /// Opens the next frame: it contains the one below.
    pub fn open(&mut self) {
        let top = self.inside[self.inside.len() - 1];
        self.inside.push(top);
    }

    /// Gives up the frames above `top`.
    pub fn close_above(&mut self, top: FrameId) {
        self.inside.truncate(top.index() + 1);
    }

    /// The cube is excluded from the frames from `first` to `last`.
    pub fn exclude(&mut self, cube: &Cube, first: FrameId, last: FrameId) {
        if self.before.is_empty() {
            return;
        }
        let mut excluded = [!0; WORDS];
        // The values of copies are known once a step is simulated; until then it counts as excluded.
        let is_copy = |l: &Lit| self.copies.first().map_or(false, |c| l.var().index() > c.latch.index());
        for &l in cube.iter() {
            let waiting = excluded[self.word] & !self.simulated;
            let mut left = restrict(&mut excluded, &self.before, l);
            if is_copy(&l) {
                excluded[self.word] |= waiting;
                left |= waiting != 0;
            }
            if !left {
                return;
            }
        }
        let end = FrameId::new(self.inside.len()).min(last.next()).index();
        for row in &mut self.inside[first.index().min(end)..end] {
            row.iter_mut().zip(&excluded).for_each(|(mine, gone)| *mine &= !gone);
        }
    }

    /// Whether a step is known from a state of the frame, outside this cube if one is given, to a state that satisfies
    /// all literals of the target.
    pub fn reach(&self, frame: FrameId, outside: Option<&Cube>, target: impl Iterator<Item = Lit>) -> bool {
        if self.before.is_empty() || frame.index() >= self.inside.len() {
            return false;
        }
        let mut found = self.inside[frame.index()];
        found[self.word] &= self.simulated;
        for l in target {
            if !restrict(&mut found, &self.after, l) {
                return false;
            }
        }
        let mut within = found;
        let is_within =
            |cube: &Cube| cube.iter().all(|&l| restrict(&mut within, &self.before, l)) && within == found;
        found != [0; WORDS] && !outside.map_or(false, is_within)
    }

    /// Keeps the step that the solver of a frame has just found.
    pub fn note(
        &mut self,
        frame: FrameId,
        solver: &Solver,
        vars: impl Iterator<Item = Var>,
        step: &Transition,
        circuit: &Circuit,
    ) {
        let frame = frame.index();
        if frame >= self.inside.len() || (self.before.is_empty() && !self.allocate(step)) {
            return;
        }
        let bit = 1 << self.taken;
        let latches = step.latch_count();
        // A variable without a value in the model may have any: every clause is satisfied without it.
        for v in vars {
            let i = v.index();
            if solver.value(v.positive()) != Some(true) || i == 0 || i > latches + self.inputs.len() {
                continue;
            }
            if i <= latches {
                self.before[i][self.word] |= bit;
            } else {
                self.inputs[i - latches - 1] |= bit;
            }
        }
        for row in &mut self.inside[frame..] {
            row[self.word] |= bit;
        }
        self.taken += 1;
        if self.taken % BATCH == 0 {
            self.simulate(step, circuit);
        }
    }

    fn allocate(&mut self, step: &Transition) -> bool {
        let rows = 1 + step.latch_count();
        let bytes = (2 * rows * std::mem::size_of::<Row>()) as u64;
        if self.booking.budget().allows_memory(bytes).is_err() {
            return false;
        }
        self.booking.set(bytes);
        self.before = vec![[0; WORDS]; rows];
        self.after = vec![[0; WORDS]; rows];
        self.inputs = vec![0; step.input_count()];
        true
    }

    /// Finds the second states of the steps in the present word, and goes on to the next word, which has the oldest
    /// steps, when it is full.
    fn simulate(&mut self, step: &Transition, circuit: &Circuit) {
        let word = self.word;
        let mut simulator = Simulator::new(circuit);
        simulator.set_state(|l| self.before[step.latch(l).index()][word]);
        simulator.evaluate_copies(|i| self.inputs[i.index()], &self.copies);
        // A copy outside the domain of its query has no value in the model.
        for copy in &self.copies {
            let value = simulator.value(circuit.latches()[copy.latch.index()].node.signal());
            self.before[step.latch(copy.latch).index()][word] = value;
        }
        for (i, latch) in circuit.latches().iter().enumerate() {
            self.after[step.latch(LatchId::new(i)).index()][word] = simulator.value(latch.next);
        }
        self.simulated = !0 >> (64 - self.taken);
        if self.taken == 64 {
            self.word = (word + 1) % WORDS;
            self.taken = 0;
            self.simulated = 0;
            let oldest = self.word;
            self.before.iter_mut().for_each(|row| row[oldest] = 0);
            self.inside.iter_mut().for_each(|row| row[oldest] = 0);
            self.inputs.iter_mut().for_each(|values| *values = 0);
        }
    }
}
