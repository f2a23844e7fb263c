//! Proofs: a frame that is contained in the union of those before, and the invariant that follows.
//!
//! Forwards the union is the invariant, a disjunction of conjunctions of lemmas. Backwards it is the complement of the
//! union: of each frame some lemma is violated.

use super::frame::Frame;
use super::options::Direction;
use crate::base::{Budget, HashMap, Limit, Lit};
use crate::engine::ic3::Cube;
use crate::model::circuit::{Circuit, Signal};
use crate::model::invariant::ClausalInvariant;
use crate::model::transition::Transition;
use crate::solver::sat::{SatOptions, Solver};

/// The first frame that is contained in the union of those before, of the frames that have changed since the last
/// search.
pub(super) fn closed(frames: &mut [Frame], latches: usize, budget: &Budget) -> Result<Option<usize>, Limit> {
    let mut solver = Solver::new(SatOptions::incremental());
    solver.set_budget(budget.clone());
    // Latches are the first variables behind the constant.
    solver.reserve_vars(latches + 1);
    let mut in_cube: HashMap<Cube, Lit> = HashMap::default();
    for (at, frame) in frames.iter_mut().enumerate() {
        budget.poll()?;
        let cubes: Vec<Lit> = frame
            .cubes()
            .map(|cube| *in_cube.entry(cube.clone()).or_insert_with(|| define(&mut solver, cube)))
            .collect();
        if at > 0 && frame.changed {
            // Only the frame itself is in the question: its lemmas, while the switch is on.
            let switch = solver.new_var().positive();
            cubes.iter().for_each(|&violated| {
                solver.add_clause(&[!switch, !violated]);
            });
            let is_outside = solver.solve(&[switch]).decided()?;
            if !is_outside {
                return Ok(Some(at));
            }
            solver.release(!switch);
        }
        solver.add_clause(&cubes);
    }
    frames.iter_mut().for_each(|frame| frame.changed = false);
    Ok(None)
}

/// A new literal that is true in the states of a cube.
fn define(solver: &mut Solver, cube: &Cube) -> Lit {
    let inside = solver.new_var().positive();
    let mut all = vec![inside];
    for &l in cube {
        solver.add_clause(&[!inside, l]);
        all.push(!l);
    }
    solver.add_clause(&all);
    inside
}

/// The invariant of the frames, whose union is closed under steps.
pub(super) fn invariant(frames: &[Frame], direction: Direction, circuit: &Circuit) -> ClausalInvariant {
    let nodes = circuit.nodes().len();
    let mut circuit = circuit.clone();
    let violated = |circuit: &mut Circuit, cube: &Cube| {
        let signals: Vec<Signal> = cube.iter().map(|&l| Transition::latch_signal(circuit, l)).collect();
        circuit.and_all(&signals)
    };
    let mut clauses: Vec<Vec<Signal>> = Vec::new();
    for frame in frames {
        clauses.push(frame.cubes().map(|cube| violated(&mut circuit, cube)).collect());
    }
    if direction == Direction::Forward {
        let inside = |circuit: &mut Circuit, violated: Vec<Signal>| {
            let holds: Vec<Signal> = violated.into_iter().map(|signal| !signal).collect();
            circuit.and_all(&holds)
        };
        clauses = vec![clauses.into_iter().map(|violated| inside(&mut circuit, violated)).collect()];
    }
    ClausalInvariant::behind(&circuit, nodes, clauses)
}
