//! Lemmas about a circuit that engines share: clauses over its latches, or over gates that depend on latches alone.
//!
//! IC3 publishes the clauses of its infinity frame. Engines look at them before they take some: of a set of clauses the
//! largest part is taken that the initial states satisfy and that steps preserve, together with the lemmas taken
//! before. So a member may have had constraints or lemmas that another one has not, and an error of one engine stays
//! its own.

use crate::base::{HashMap, HashSet, Limit, Lit};
use crate::model::circuit::Signal;
use crate::model::transition::Transition;
use crate::solver::sat::{SatOptions, Solver};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

/// Clauses that a board takes at most.
const MOST_CLAUSES: usize = 20_000;

/// Queries in the search for an inductive subset, for each candidate at most. Mostly two are enough.
const MOST_QUERIES: usize = 20;

/// Where the engines at work on one circuit leave lemmas for each other. Its clones are views of the same board.
#[derive(Clone, Default)]
pub struct CircuitLemmas {
    board: Arc<Mutex<Board>>,
    /// The number of clauses that have been read here.
    seen: usize,
}

#[derive(Default)]
struct Board {
    clauses: Vec<Vec<Signal>>,
    known: HashSet<Vec<Signal>>,
}

impl fmt::Debug for CircuitLemmas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CircuitLemmas").field("count", &self.board().clauses.len()).finish_non_exhaustive()
    }
}

impl CircuitLemmas {
    /// An empty board.
    pub fn new() -> CircuitLemmas {
        CircuitLemmas::default()
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Leaves clauses for the others. A full board takes none.
    pub(crate) fn publish(&mut self, clauses: impl Iterator<Item = Vec<Signal>>) {
        let mut guard = self.board();
        let Board { clauses: all, known } = &mut *guard;
        for mut clause in clauses {
            clause.sort_unstable();
            if all.len() < MOST_CLAUSES && known.insert(clause.clone()) {
                all.push(clause);
            }
        }
    }

    /// The clauses that are new on the board since the last call.
    pub(crate) fn news(&mut self) -> Vec<Vec<Signal>> {
        let guard = self.board();
        let news = guard.clauses[self.seen..].to_vec();
        let seen = guard.clauses.len();
        drop(guard);
        self.seen = seen;
        news
    }
}

/// The largest set of these cubes that can be excluded in every frame together, by indices in ascending order: no step
/// from outside all of them leads into one. The solver knows a step, and what may be assumed of the states before it.
/// One query asks about a step into one cube. The cubes that it leads into are removed, and the answers that rest on
/// them are asked for again, until there is no such step. If that takes too many queries, no cube is good.
pub(in crate::engine) fn inductive_subset(
    mut solver: Solver,
    step: &Transition,
    cubes: &[&[Lit]],
) -> Result<Vec<usize>, Limit> {
    *solver.options_mut() = SatOptions::incremental();
    // By cube: a literal that implies that the state before the step is outside of it.
    let outside: Vec<Lit> = cubes.iter().map(|_| solver.new_var().positive()).collect();
    let places: HashMap<Lit, usize> = outside.iter().copied().zip(0..).collect();
    for (cube, &outside) in cubes.iter().zip(&outside) {
        let clause: Vec<Lit> = cube.iter().map(|&l| !l).chain(Some(!outside)).collect();
        solver.add_clause(&clause);
    }
    let mut kept = vec![true; cubes.len()];
    // By cube: those that no step enters because none comes from there.
    let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); cubes.len()];
    let mut open: Vec<usize> = (0..cubes.len()).rev().collect();
    let mut queries = MOST_QUERIES * cubes.len();
    while let Some(at) = open.pop() {
        if !kept[at] {
            continue;
        }
        if queries == 0 {
            return Ok(Vec::new());
        }
        queries -= 1;
        let before = outside.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(&outside, _)| outside);
        let assumptions: Vec<Lit> = before.chain(cubes[at].iter().map(|&l| step.next(l))).collect();
        if !solver.solve(&assumptions).decided()? {
            let needed = solver.core().iter().filter_map(|l| places.get(l));
            needed.for_each(|&place| needed_by[place].push(at));
            continue;
        }
        let is_entered = |cube: &[Lit]| cube.iter().all(|&l| solver.value(step.next(l)).unwrap_or(false));
        for (place, cube) in cubes.iter().enumerate() {
            if place == at || (kept[place] && is_entered(cube)) {
                kept[place] = false;
                open.append(&mut needed_by[place]);
            }
        }
    }
    Ok((0..cubes.len()).filter(|&at| kept[at]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::engine::ic3::circuit::{Ic3, Ic3Options};
    use crate::engine::kinduction::{KInduction, KInductionOptions};
    use crate::engine::lazy_ic3::{LazyIc3, LazyIc3Options};
    use crate::engine::{CircuitOutcome, Outcome};
    use crate::evidence::circuit::check_certificate;
    use crate::model::circuit::{Circuit, Reset};
    use crate::model::invariant::Certificate;
    use crate::model::PropertyId;

    /// Three bits that count from 0 to 5 and over again while an input says so; 7 is bad. From 6, which is not reached,
    /// a run of any length leads to 7.
    fn up_to_five() -> Circuit {
        let mut circuit = Circuit::new();
        let go = circuit.add_input();
        let bits = [(); 3].map(|()| circuit.add_latch(Reset::Zero));
        let last = circuit.and_all(&[bits[0], !bits[1], bits[2]]);
        let mut carry = go;
        for bit in bits {
            let sum = circuit.xor(bit, carry);
            carry = circuit.and(bit, carry);
            let over = circuit.and(last, go);
            let next = circuit.and(sum, !over);
            circuit.set_next(bit, next);
        }
        let seven = circuit.and_all(&bits);
        circuit.add_bad(seven);
        circuit
    }

    fn by_induction(circuit: &Circuit, board: CircuitLemmas) -> CircuitOutcome {
        let options =
            KInductionOptions { max_k: Some(4), simple_path: false, ..KInductionOptions::default() };
        let mut engine = KInduction::new(circuit, options, Budget::unlimited());
        engine.share(board);
        engine.prove(PropertyId::new(0), &mut ())
    }

    #[test]
    fn lemmas_of_ic3_make_a_property_k_inductive() {
        let (circuit, board) = (up_to_five(), CircuitLemmas::new());
        assert!(matches!(by_induction(&circuit, board.clone()), Outcome::Unknown(_)));
        let mut ic3 = Ic3::new(&circuit, Ic3Options::default(), Budget::unlimited());
        ic3.share(board.clone());
        assert!(matches!(ic3.prove(PropertyId::new(0), &mut ()), Outcome::Safe(_)));
        match by_induction(&circuit, board) {
            Outcome::Safe(proof) => {
                assert!(!proof.states().clauses.is_empty());
                let checked = check_certificate(&circuit, PropertyId::new(0), &proof, &Budget::unlimited());
                assert_eq!(checked, Ok(()));
            }
            other => panic!("{:?}", other),
        }
    }

    #[test]
    fn lemmas_that_do_not_hold_are_not_taken() {
        let circuit = up_to_five();
        let bits: Vec<Signal> = circuit.latches().iter().map(|latch| latch.node.signal()).collect();
        // Never 6 holds, but not without never 7: 7 stays and 6 goes to 7 only. Never 3 does not hold at all.
        let [three, six] = [vec![!bits[0], !bits[1], bits[2]], vec![bits[0], !bits[1], !bits[2]]];
        let mut board = CircuitLemmas::new();
        board.publish([three.clone(), six].into_iter());
        match by_induction(&circuit, board.clone()) {
            Outcome::Safe(Certificate::KInductive { k: 1, lemmas, .. }) => {
                assert_eq!(lemmas.clauses.len(), 1)
            }
            other => panic!("{:?}", other),
        }
        // IC3 passes it over, too, and a clause over a gate that is no latch there.
        board.publish([vec![circuit.bads()[0]]].into_iter());
        let mut ic3 = Ic3::new(&circuit, Ic3Options::default(), Budget::unlimited());
        ic3.share(board.clone());
        let (lazy, shared) = (LazyIc3Options::default(), Ic3Options::default());
        let mut lazy = LazyIc3::new(&circuit, lazy, shared, Budget::unlimited());
        lazy.share(board);
        for outcome in [ic3.prove(PropertyId::new(0), &mut ()), lazy.prove(PropertyId::new(0), &mut ())] {
            match outcome {
                Outcome::Safe(proof) => {
                    let checked =
                        check_certificate(&circuit, PropertyId::new(0), &proof, &Budget::unlimited());
                    assert_eq!(checked, Ok(()));
                    assert!(!proof.states().clauses.contains(&three));
                }
                other => panic!("{:?}", other),
            }
        }
    }

    #[test]
    fn each_reader_sees_a_clause_once() {
        let mut board = CircuitLemmas::new();
        let signal = up_to_five().bads()[0];
        let mut other = board.clone();
        board.publish([vec![signal], vec![!signal], vec![signal]].into_iter());
        assert_eq!((board.news().len(), other.news().len()), (2, 2));
        other.publish([vec![signal]].into_iter());
        assert!(board.news().is_empty());
    }
}
