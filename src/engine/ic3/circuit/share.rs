//! Lemmas that hold in every frame: looked for, left to other engines, and taken from them.
//!
//! Engines on one circuit share a board ([`CircuitLemmas`]). The cubes of the infinity frame go there as clauses, a
//! copy of a gate by the gate that it copies. Clauses from there are taken into all frames if they are inductive
//! together with what this engine knows itself; they are a part of its invariant then. A clause over a gate that has no
//! copy here is passed over.
//!
//! The board is looked at when a frame is opened, and when a proof is found, whose lemmas go there.

use super::steps::CircuitSteps;
use crate::base::{Limit, Lit};
use crate::engine::common::lemmas::{inductive_subset, CircuitLemmas};
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::circuit::{CopiedGate, LatchId, Signal};
use crate::model::transition::Transition;

/// The work on inductive sets is at most about this part of all work.
const SUBSET_SHARE: u64 = 30;

impl CircuitSteps {
    /// Shares lemmas from now on. Not if inputs are held: the latches for them are no signals of the circuit.
    pub(in crate::engine) fn share(&mut self, board: CircuitLemmas) {
        if self.held.circuit.latches().len() == self.held.original_latches() {
            let copy = |(i, copy): (usize, &CopiedGate)| {
                let latch = LatchId::new(self.held.circuit.latches().len() + i);
                (copy.of, self.relation.latch(latch).positive())
            };
            self.exchange.copies = self.copies.iter().enumerate().map(copy).collect();
            self.exchange.board = Some(board);
        }
    }

    /// The signal of the circuit, but for held inputs, that a literal over latches stands for.
    pub(super) fn signal(&self, lit: Lit) -> Signal {
        let latches = self.held.circuit.latches().len();
        match lit.var().index() - 1 {
            latch if latch < latches => Transition::latch_signal(&self.held.circuit, lit),
            copy => self.copies[copy - latches].of.signal().negate_if(lit.is_negative()),
        }
    }

    /// The literal that a signal of the circuit has, if it is a latch or has a copy.
    fn literal(&self, signal: Signal) -> Option<Lit> {
        let positive = match self.held.circuit.latch_of(signal.node().signal()) {
            Some(latch) => self.relation.latch(latch).positive(),
            None => *self.exchange.copies.get(&signal.node())?,
        };
        Some(positive.negate_if(signal.is_negated()))
    }

    /// Publishes the new cubes that are excluded in every frame, and takes those of others. An error of the budget
    /// comes back with the next question.
    pub(super) fn exchange_lemmas(&mut self) {
        let mut board = match self.exchange.board.take() {
            Some(board) => board,
            None => return,
        };
        let found = std::mem::take(&mut self.exchange.found);
        board.publish(found.iter().map(|cube| cube.iter().map(|&l| self.signal(!l)).collect()));
        let news = board.news();
        self.exchange.board = Some(board);
        let mut cubes = std::mem::take(&mut self.exchange.news);
        for clause in &news {
            let literals: Option<Vec<Lit>> = clause.iter().map(|&s| Some(!self.literal(s)?)).collect();
            cubes.extend(literals.map(Cube::new).filter(|cube| !found.contains(cube)));
        }
        match self.take(&cubes) {
            Ok(()) => {}
            // They are looked at when the search goes on.
            Err(_) => self.exchange.news = cubes,
        }
    }

    fn take(&mut self, cubes: &[Cube]) -> Result<(), Limit> {
        let mut apart: Vec<&[Lit]> = Vec::with_capacity(cubes.len());
        for cube in cubes {
            if !self.initial.meet(&self.relation, cube)? {
                apart.push(cube);
            }
        }
        for at in inductive_subset(self.solvers.of_all_frames(), &self.relation, &apart)? {
            let cube = Cube::new(apart[at].to_vec());
            let (first, last) = (FrameId::INIT.next(), FrameId::INFINITY);
            self.solvers.add_lemma(&cube, first, last);
            self.cut.iter_mut().for_each(|cut| cut.learnt.push((cube.clone(), first, last)));
            self.exchange.taken.push(cube);
        }
        Ok(())
    }

    /// The largest set of these cubes that can be excluded in every frame together; none, if the searches before and
    /// this one, which may take a few times as much as the last, would take more than their share of the work.
    pub(super) fn inductive_among(&mut self, cubes: &[&Cube]) -> Result<Vec<usize>, Limit> {
        if (self.exchange.spent + 4 * self.exchange.last_spent) * SUBSET_SHARE > self.budget.work_used() {
            return Ok(Vec::new());
        }
        let before = self.budget.work_used();
        let all: Vec<&[Lit]> = cubes.iter().map(|cube| &cube[..]).collect();
        let found = inductive_subset(self.solvers.of_all_frames(), &self.relation, &all);
        self.exchange.last_spent = self.budget.work_used() - before;
        self.exchange.spent += self.exchange.last_spent;
        found
    }
}
