//! A system with memories as a system of words in which some cells are looked at.
//!
//! A system with arrays is taken apart into words and memories first ([`memories`]). Its image has an *index* for
//! each watch, which never changes its first value, and beside it the *cell* that each memory of that sort has there.
//! A write at the index changes the cell, and a read at the index gives it; a read elsewhere gives any value. So each
//! run of the memories is a run here, for all values of the indices. This is the abstraction of P. Bjesse,
//! "Word-level sequential memory abstraction for model checking" (FMCAD 2008).
//!
//! Which index is worth looking at depends on the run: it is that of a read which mattered, in the bad step or some
//! steps before. So only those bad steps count in which the index is what such a read had; a *history* keeps the
//! indices of earlier reads. Where a value that was read is kept in a register for any time, a *record* (`record.rs`)
//! keeps its index for as long. This loses no run: for a bad run of the memories, let the index be the one that the
//! read has. An index whose value is chosen first and told later is a prophecy (M. Mann, A. Irfan, A. Griggio, O.
//! Padon, C. Barrett, "Counterexample-guided prophecy for model checking modulo the theory of arrays", TACAS 2021).
//! The history of a run that is shorter than the delay has any values, among them the index, and so has a record at
//! first.
//!
//! Hence: if the property holds here, it holds for the memories. The proof becomes a statement about all indices
//! (`lift.rs`). A counterexample is one if no read differs from the contents of the memory
//! ([`Watched::run`]); else one of the reads that differ is to be watched ([`Spurious`]), and the search begins again.
//!
//! Reads of one memory at one index in one step agree, and so do the cells of watches with one index.
//!
//! It leaves out reads that are any number of steps away from the bad one and whose value went on by other ways than
//! choices, such as by a sum: they need a delay of that length.

mod lift;
pub mod memories;
mod record;
mod run;

use crate::base::{Budget, HashMap, Limit};
use crate::model::system::functional::NextValues;
use crate::model::system::System;
use crate::model::PropertyId;
use crate::solver::term::{Sort, Substitution, TermId, Terms};
use memories::{Memories, Memory, MemoryId, Watch};
use record::Record;

/// Reads of one memory that are told to agree with a read behind them.
const AGREEING: usize = 64;

/// The variables that watches add to those of the words, in the order of their declaration.
#[derive(Clone, Debug)]
struct WatchVariables {
    /// The store of the words, with the variables behind.
    terms: Terms,
    /// By watch.
    watches: Vec<OneWatch>,
}

/// A constant for the present value and one for the next value.
type Pair = (TermId, TermId);

/// The variables of a watch.
#[derive(Clone, Debug)]
struct OneWatch {
    /// The index.
    index: Pair,
    /// By memory: its cell at the index, if its indices are of this sort.
    cells: Vec<Option<Pair>>,
    /// The knowledge about the indices of reads. It begins with any values.
    history: Vec<Held>,
    /// Whether the index that the watch names in a bad step is that of the watch, over the words and the bits of the
    /// history.
    is_named: TermId,
}

/// An index in a history, as a bit that says whether it is the index of the watch: bits are easier for engines, and
/// nothing else is asked of the index.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// The constants for the bit.
    bit: Pair,
    /// The next value of the bit, over the words, the index of the watch, and the bits of the history.
    after: TermId,
}

impl WatchVariables {
    /// Declares the variables: of each watch the index, the cells, the record, and a bit for each of the earlier steps.
    ///
    /// # Panics
    ///
    /// If a watch is of a read or a state that the system does not have.
    fn declare(memories: &Memories, watches: &[Watch]) -> WatchVariables {
        let mut terms = memories.words().terms().clone();
        let mut made = Vec::with_capacity(watches.len());
        for (number, watch) in watches.iter().enumerate() {
            let sort = memories.index_of(watch.read);
            let mut pair = |name: String, sort: Sort| {
                (terms.declare(&name, sort), terms.declare(&format!("{}.next", name), sort))
            };
            let index = pair(format!("index{}", number), sort);
            let cell = |memory: &Memory| {
                (memory.index == sort).then(|| (format!("{}[index{}]", memory.name, number), memory.cell))
            };
            let cells = memories.list().iter().map(cell);
            let cells = cells.map(|cell| cell.map(|(name, sort)| pair(name, sort))).collect();
            let record = watch.kept.map(|kept| (kept, Record::new(memories, watch.read)));
            let keepers = record.as_ref().map_or(&[][..], |(_, record)| &record.states);
            let mut bit = |name: &str| pair(format!("at-index{}-{}", number, name), Sort::Bool);
            let name = |&state: &usize| memories.words().name(memories.words().states()[state].current);
            let kept_bits: Vec<Pair> = keepers.iter().map(|state| bit(name(state))).collect();
            let earlier: Vec<Pair> = (1..=watch.delay).map(|steps| bit(&steps.to_string())).collect();
            let read = memories.reads()[watch.read.index()].index;
            let mut is_named = terms.eq(read, index.0);
            let mut history = Vec::new();
            if let Some((kept, record)) = record {
                let of = |state: &usize| record.states.iter().position(|other| other == state);
                let present = record.states.iter().copied().zip(kept_bits.iter().map(|bit| bit.0)).collect();
                let after = record.next_values(memories, &mut terms, is_named, &present);
                history.extend(kept_bits.iter().zip(after).map(|(&bit, after)| Held { bit, after }));
                is_named = of(&kept).map_or(is_named, |place| kept_bits[place].0);
            }
            for &bit in &earlier {
                history.push(Held { bit, after: is_named });
                is_named = bit.0;
            }
            made.push(OneWatch { index, cells, history, is_named });
        }
        WatchVariables { terms, watches: made }
    }
}

/// A system in which some cells of memories are looked at.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The states and inputs are those of the words, then the states are those of the watches. The only property is the
    /// one asked for.
    pub system: System,
    property: PropertyId,
    variables: Vec<OneWatch>,
    /// By read: its index and its value here.
    reads: Vec<(TermId, TermId)>,
    /// By state of the words: its next value, if it has one.
    next: Vec<Option<TermId>>,
    /// The store of the next values, which began as that of the words.
    terms: Terms,
}

/// A counterexample of the watched system that is none for the memories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spurious {
    /// The cell to look at.
    pub watch: Watch,
}

/// Makes a system in which these cells are looked at.
///
/// # Errors
///
/// A limit of the budget that was reached.
///
/// # Panics
///
/// If there is no such property, or a watch is of a read that the system does not have.
pub fn watched(
    memories: &Memories,
    property: PropertyId,
    watches: &[Watch],
    budget: &Budget,
) -> Result<Watched, Limit> {
    let words = memories.words();
    let WatchVariables { mut terms, watches: variables } = WatchVariables::declare(memories, watches);
    let mut meaning = Substitution::new();
    let reads = reads(memories, &variables, &mut terms, &mut meaning, budget)?;
    let (mut init, mut constraint) = (vec![words.init()], vec![words.constraint()]);
    let mut trans = vec![words.trans()];
    let bad = words.bad(property).unwrap_or_else(|| panic!("there is no property {}", property));
    let mut bad = vec![meaning.apply(&mut terms, bad)];
    for part in trans.iter_mut().chain(&mut constraint) {
        *part = meaning.apply(&mut terms, *part);
    }
    for own in &variables {
        budget.poll()?;
        let (index, next_index) = own.index;
        trans.push(terms.eq(next_index, index));
        for (memory, cell) in memories.list().iter().zip(&own.cells) {
            let (cell, next_cell) = match *cell {
                Some(pair) => pair,
                None => continue,
            };
            let mut of_memory = |_: &mut Terms, id: MemoryId| own.cells[id.index()].map_or(index, |c| c.0);
            let arrays = memories.arrays();
            if let Some(first) = memory.first {
                let value = arrays.select(&mut terms, first, index, &mut |_, t| t, &mut of_memory);
                init.push(terms.eq(cell, value));
            }
            if let Some(next) = memory.next {
                let mut term = |terms: &mut Terms, t: TermId| meaning.apply(terms, t);
                let value = arrays.select(&mut terms, next, index, &mut term, &mut of_memory);
                trans.push(terms.eq(next_cell, value));
            }
        }
        for held in &own.history {
            let after = meaning.apply(&mut terms, held.after);
            trans.push(terms.eq(held.bit.1, after));
        }
        bad.push(meaning.apply(&mut terms, own.is_named));
    }
    agree(memories, &variables, &mut terms, &mut init, &mut constraint);
    let (init, trans, constraint, bad) =
        (terms.and(&init), terms.and(&trans), terms.and(&constraint), terms.and(&bad));
    let mut system = System::new(terms);
    words.states().iter().for_each(|state| system.add_state(state.current, state.next));
    words.inputs().iter().for_each(|&input| system.add_input(input));
    for own in &variables {
        let cells = own.cells.iter().flatten();
        let history = own.history.iter().map(|held| &held.bit);
        let pairs = std::iter::once(&own.index).chain(cells).chain(history);
        pairs.for_each(|&(current, next)| system.add_state(current, next));
    }
    system.set_init(init);
    system.set_trans(trans);
    system.add_constraint(constraint);
    let name = words.properties().get(property.index()).map_or("", |p| p.name.as_str());
    system.add_property(name, bad);
    let mut terms = words.terms().clone();
    let next = NextValues::of(words, &mut terms).functions;
    Ok(Watched { system, property, variables, reads, next, terms })
}

/// By read: its index and its value. The meaning of the words' inputs for reads is noted.
fn reads(
    memories: &Memories,
    variables: &[OneWatch],
    terms: &mut Terms,
    meaning: &mut Substitution,
    budget: &Budget,
) -> Result<Vec<(TermId, TermId)>, Limit> {
    let mut reads: Vec<(TermId, TermId)> = Vec::with_capacity(memories.reads().len());
    let mut of_memory: HashMap<MemoryId, Vec<usize>> = HashMap::default();
    for (number, read) in memories.reads().iter().enumerate() {
        budget.poll()?;
        // An index depends on values read before, so its meaning is not looked for before theirs is known.
        let index = meaning.apply(terms, read.index);
        let mut value = read.value;
        let earlier = of_memory.entry(read.memory).or_default();
        for &other in earlier.iter().rev().take(AGREEING) {
            let (other_index, other_value) = reads[other];
            let same = terms.eq(index, other_index);
            value = terms.ite(same, other_value, value);
        }
        for own in variables {
            if let Some((cell, _)) = own.cells[read.memory.index()] {
                let same = terms.eq(index, own.index.0);
                value = terms.ite(same, cell, value);
            }
        }
        earlier.push(number);
        meaning.insert(read.value, value);
        reads.push((index, value));
    }
    Ok(reads)
}

/// Watches of one index see the same cells: from the first step on, or in each one if the contents change freely.
fn agree(
    memories: &Memories,
    variables: &[OneWatch],
    terms: &mut Terms,
    init: &mut Vec<TermId>,
    constraint: &mut Vec<TermId>,
) {
    for (number, a) in variables.iter().enumerate() {
        for b in &variables[..number] {
            for (id, memory) in memories.list().iter().enumerate() {
                if let (Some(x), Some(y)) = (a.cells[id], b.cells[id]) {
                    let (same, equal) = (terms.eq(a.index.0, b.index.0), terms.eq(x.0, y.0));
                    let agree = terms.implies(same, equal);
                    match memory.next {
                        Some(_) => init.push(agree),
                        None => constraint.push(agree),
                    }
                }
            }
        }
    }
}
