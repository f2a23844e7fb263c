//! Lemmas about a circuit that engines share: clauses over its latches, or over gates that depend on latches alone.
//!
//! IC3 publishes the clauses of its infinity frame. Engines look at them before they take some: of a set of clauses the
//! largest part is taken that the initial states satisfy and that steps preserve, together with the lemmas taken
//! before. So a member may have had constraints or lemmas that another one has not, and an error of one engine stays
//! its own.

use crate::base::{HashSet, Limit, Lit};
use crate::model::circuit::Signal;
use crate::model::transition::Transition;
use crate::solver::sat::{SatOptions, Solver};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

/// Clauses that a board takes at most.
const MOST_CLAUSES: usize = 20_000;

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
    pub(in crate::engine) fn publish(&mut self, clauses: impl Iterator<Item = Vec<Signal>>) {
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
    pub(in crate::engine) fn news(&mut self) -> Vec<Vec<Signal>> {
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
/// One query finds a step into some of the cubes, which are removed, until there is none.
pub(in crate::engine) fn inductive_subset(
    mut solver: Solver,
    step: &Transition,
    cubes: &[&[Lit]],
) -> Result<Vec<usize>, Limit> {
    *solver.options_mut() = SatOptions::incremental();
    let mut candidates: Vec<Candidate> = Vec::with_capacity(cubes.len());
    for (at, cube) in cubes.iter().enumerate() {
        let (outside, entered) = (solver.new_var().positive(), solver.new_var().positive());
        let clause: Vec<Lit> = cube.iter().map(|&l| !l).chain(Some(!outside)).collect();
        solver.add_clause(&clause);
        for &l in cube.iter() {
            solver.add_clause(&[!entered, step.next(l)]);
        }
        candidates.push(Candidate { at, outside, entered });
    }
    while !candidates.is_empty() {
        let entered: Vec<Lit> = candidates.iter().map(|c| c.entered).collect();
        solver.add_temporary_clause(&entered);
        let outside: Vec<Lit> = candidates.iter().map(|c| c.outside).collect();
        if !solver.solve(&outside).decided()? {
            break;
        }
        let is_entered =
            |c: &Candidate| cubes[c.at].iter().all(|&l| solver.value(step.next(l)).unwrap_or(false));
        let before = candidates.len();
        candidates.retain(|c| !is_entered(c));
        if candidates.len() == before {
            debug_assert!(false, "a step into one of the cubes leads into none");
            return Ok(Vec::new());
        }
    }
    Ok(candidates.into_iter().map(|c| c.at).collect())
}

struct Candidate {
    at: usize,
    /// Implies that the state before the step is outside the cube.
    outside: Lit,
    /// Implies that the state after it is inside.
    entered: Lit,
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
