//! Lemmas of the engines on a circuit for other processes, and from them, as texts of candidate files.
//!
//! Engines on one circuit share a board. The lemmas there are told in the words of the file ([`Exchange::told`]), as
//! the clauses over its latches that certificates have, too. Such texts of others become clauses on the board
//! ([`Exchange::take`], [`Exchange::publish`]). An engine assumes none of these before it has found that they hold
//! initially and are inductive together with what it knows, as with the lemmas of other members. So a wrong text costs
//! some work. The number of clauses that are taken from others is limited, so they do not fill the board.
//!
//! A system of Booleans and words is a circuit, too, once the first engine looks at it so. Its latches have the
//! numbers that they would have in an AIGER file.

use crate::base::{sha256, HashSet};
use crate::engine::CircuitLemmas;
use crate::evidence::circuit::write_clauses;
use crate::evidence::lemmas::hardware::read_clauses;
use crate::input::aiger::write_binary;
use crate::model::circuit::Signal;
use crate::model::invariant::{Certificate, ClausalInvariant};
use crate::model::reduce::{Reduction, SystemReduction};
use crate::model::{CircuitFile, PropertyId};
use crate::route::images::{Bits, Made};
use std::sync::Arc;

/// Clauses that are taken from other processes at most; a board takes four times as many.
const MOST_TAKEN: usize = 5_000;

/// The way of lemmas between the engines on a model and other processes. It may be used beside them, on another thread.
#[derive(Debug)]
pub struct Exchange {
    source: Source,
    open: Option<Open>,
}

#[derive(Debug)]
enum Source {
    /// The circuit, the number of nodes of what was reduced, and the board.
    Circuit(Box<CircuitFile>, Arc<Made<Reduction>>, usize, CircuitLemmas),
    /// The circuit may not be made yet.
    System(Arc<Made<SystemReduction>>),
}

/// The exchange about a circuit that is known.
#[derive(Debug)]
struct Open {
    file: CircuitFile,
    problem: String,
    /// The number of nodes of the circuit that was reduced.
    nodes: usize,
    reduced: Reduced,
    board: CircuitLemmas,
    /// Clauses that are not on the board yet.
    waiting: Vec<Vec<Signal>>,
    /// All clauses of other processes.
    taken: HashSet<Vec<Signal>>,
    /// The facts about removed latches were told.
    has_begun: bool,
}

#[derive(Debug)]
enum Reduced {
    Circuit(Arc<Made<Reduction>>),
    Bits(Arc<Made<Bits>>),
}

impl Reduced {
    fn reduction(&self) -> &Reduction {
        match self {
            Reduced::Circuit(reduction) => reduction,
            Reduced::Bits(bits) => &bits.reduction,
        }
    }
}

impl Exchange {
    /// About a circuit, which was reduced in a form of this many nodes.
    pub(in crate::portfolio) fn of_circuit(
        file: &CircuitFile,
        reduction: &Arc<Made<Reduction>>,
        nodes: usize,
        board: &CircuitLemmas,
    ) -> Exchange {
        let source = Source::Circuit(Box::new(file.clone()), Arc::clone(reduction), nodes, board.clone());
        Exchange { source, open: None }
    }

    /// About the circuit that engines on a system may make.
    pub(in crate::portfolio) fn of_system(reduction: &Arc<Made<SystemReduction>>) -> Exchange {
        Exchange { source: Source::System(Arc::clone(reduction)), open: None }
    }

    fn open(&mut self) -> Option<&mut Open> {
        if self.open.is_none() {
            let (file, nodes, reduced, board) = match &self.source {
                Source::Circuit(file, reduction, nodes, board) => {
                    ((**file).clone(), *nodes, Reduced::Circuit(Arc::clone(reduction)), board.clone())
                }
                Source::System(reduction) => {
                    let bits = reduction.images.shared_bits()?;
                    let file = CircuitFile::new(bits.blasted.circuit.clone());
                    let (nodes, board) = (file.circuit.nodes().len(), bits.lemmas.clone()?);
                    (file, nodes, Reduced::Bits(bits), board)
                }
            };
            let problem = sha256(&write_binary(&file.circuit));
            let (waiting, taken, has_begun) = (Vec::new(), HashSet::default(), false);
            self.open = Some(Open { file, problem, nodes, reduced, board, waiting, taken, has_begun });
        }
        self.open.as_mut()
    }

    /// A name of the circuit, which other circuits do not have: hexadecimal digits. `None` as long as there is none.
    pub fn problem(&mut self) -> Option<&str> {
        self.open().map(|open| open.problem.as_str())
    }

    /// The lemmas that are new since the last call, as a file of candidates, and their number. They are inductive
    /// together with those told before. `None` if there are none.
    pub fn told(&mut self) -> Option<(String, usize)> {
        let open = self.open()?;
        let Open { taken, reduced, .. } = open;
        let mut own = open.board.news();
        own.retain(|clause| !taken.contains(clause));
        if own.is_empty() {
            return None;
        }
        let count = own.len();
        let mut lifted = reduced.reduction().lift_invariant(&ClausalInvariant::of_clauses(own));
        if open.has_begun {
            let facts = reduced.reduction().lift_invariant(&ClausalInvariant::default()).clauses.len();
            lifted.clauses.drain(..facts);
        }
        open.has_begun = true;
        let found = Certificate::Inductive(lifted.moved(open.file.circuit.nodes().len(), open.nodes)?);
        Some((write_clauses(&open.file, PropertyId::new(0), &found.into()), count))
    }

    /// Reads candidates of another process. The result is the number of clauses that were not known; none if the bytes
    /// are no candidates for this circuit.
    pub fn take(&mut self, bytes: &[u8]) -> usize {
        let open = match self.open() {
            Some(open) => open,
            None => return 0,
        };
        let found = read_clauses(&open.file, bytes).unwrap_or_default();
        let before = open.waiting.len();
        let lowered = open.reduced.reduction().lower_clauses(&found, open.file.circuit.nodes().len());
        for clause in lowered {
            if open.taken.len() < MOST_TAKEN && open.taken.insert(clause.clone()) {
                open.waiting.push(clause);
            }
        }
        open.waiting.len() - before
    }

    /// Lets the engines see all that was taken, at once: clauses of several files may need each other.
    pub fn publish(&mut self) {
        if let Some(open) = &mut self.open {
            open.board.publish(open.waiting.drain(..));
        }
    }
}
