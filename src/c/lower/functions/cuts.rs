//! Loops with contracts, which are cut at their heads.
//!
//! A loop whose contract is used is one turn that begins in any state in which the invariant holds (Hoare; CBMC's loop
//! contracts). The reader writes it so:
//!
//! ```c
//! assert(invariant);
//! __indubit_loop_head(1);                 // any values
//! assume(invariant);
//! for (; condition; ({ step; assert(invariant); __indubit_loop_back(1); assume(0); })) body
//! ```
//!
//! The head gives any value to each variable that an edge on a path from the head to the end of the turn changes. So
//! the states behind it are at least those at the head before each turn of the loop: a variable that no turn changes
//! has the value that it had before the loop. The automaton has an edge for each change, also for those through
//! pointers and in calls, so this needs no list of what the loop assigns.
//!
//! # Chosen numbers
//!
//! An assumption about all elements of an array is made for some numbers that are chosen when the program begins
//! (`read/contracts/ranges`). `__indubit_index(n, i)` says that `n` was chosen for the index `i`, which comes later: a
//! prophecy. As each run has a right choice, no run is lost, if it passes the mark at most once. So the mark has a
//! meaning only if it is lowered once, and is on no circle when all loops are cut.
//!
//! # Order
//!
//! Inner loops come later than the loops around them, and are cut first, since their heads change variables, too.
//! A jump into the body from outside would begin a turn without the head; the reader does not cut such loops.

use crate::c::lower::machine::cuts::{Cut, Mark};
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::value::Value;
use crate::c::lower::stop::Stop;
use crate::model::cfa::{Cfa, LocId};
use crate::model::gcl::{Command, CommandId};
use crate::solver::term::TermId;
use std::collections::BTreeSet;

impl Lowering<'_> {
    /// Lowers a mark of a loop, with the number of the loop.
    pub(super) fn loop_mark(&mut self, is_head: bool, number: Option<&Value>) -> Result<(), Stop> {
        let (number, instance) = match number {
            Some(Value::Number(number)) => (*number, self.frame()?.instance),
            _ => return self.refuse("a mark of a loop without a number"),
        };
        if self.has_procedures() {
            return self.give_up("contracts of loops in a program with recursion; use --loop-contracts off");
        }
        let (key, at) = ((number, instance), self.builder.at());
        match at {
            Some(from) if is_head => {
                let (pos, head) = (self.builder.pos(), self.builder.location());
                self.cuts.push(Cut { key, pos, from, head, back: None });
                self.builder.stand_at(head);
            }
            _ => {
                let cut = self.cuts.iter_mut().rev().find(|cut| cut.key == key);
                cut.into_iter().for_each(|cut| cut.back = at);
            }
        }
        Ok(())
    }

    /// Lowers a mark of an index.
    pub(super) fn index_mark(&mut self, arguments: &[Value]) -> Result<(), Stop> {
        match (arguments, self.builder.at()) {
            (&[Value::Number(number), Value::Number(index)], Some(from)) => {
                let equality = self.terms().eq(number, index);
                let (pos, to) = (self.builder.pos(), self.builder.location());
                self.marks.push(Mark { number, equality, pos, from, to });
                self.builder.stand_at(to);
                Ok(())
            }
            _ => self.refuse("a mark of an index without numbers"),
        }
    }

    /// Adds the edges at the marks, when all others are there.
    pub(in crate::c::lower) fn cut_loops(&mut self) {
        let skip = self.builder.commands().skip();
        let marks = std::mem::take(&mut self.marks);
        for mark in &marks {
            self.builder.turn_to(mark.pos);
            self.builder.stand_at(mark.from);
            let is_lowered_once = marks.iter().filter(|other| other.number == mark.number).count() == 1;
            let is_passed_once =
                is_lowered_once && !returns(self.builder.cfa(), (&marks, &self.cuts), mark.to);
            let command = match is_passed_once && !self.has_procedures() {
                true => self.builder.commands().assume(mark.equality),
                false => skip,
            };
            self.builder.edge_to(command, mark.to);
        }
        for cut in std::mem::take(&mut self.cuts).into_iter().rev() {
            let back = cut.back.into_iter();
            let changed: BTreeSet<TermId> =
                back.flat_map(|back| changed_between(self.builder.cfa(), cut.head, back)).collect();
            let changed: Vec<TermId> = changed.into_iter().collect();
            self.builder.turn_to(cut.pos);
            self.builder.stand_at(cut.from);
            let (any, _) = self.builder.havoc(&changed);
            let edge = self.builder.edge_to(any, cut.head);
            self.builder.note_cut(edge, cut.back);
        }
        self.builder.end();
    }
}

/// Whether a path leads from a location back to it, also over edges that are not added yet.
fn returns(cfa: &Cfa, (marks, cuts): (&[Mark], &[Cut]), at: LocId) -> bool {
    let next = |at: LocId| -> Vec<LocId> {
        let edges = cfa.leaving(at).iter().map(|&edge| cfa.edge(edge).target);
        let marks = marks.iter().filter(|mark| mark.from == at).map(|mark| mark.to);
        let cuts = cuts.iter().filter(|cut| cut.from == at).map(|cut| cut.head);
        edges.chain(marks).chain(cuts).collect()
    };
    next(at).into_iter().any(|first| reached(cfa, first, next)[at.index()])
}

/// The variables that edges on paths between two locations change.
fn changed_between(cfa: &Cfa, from: LocId, to: LocId) -> Vec<TermId> {
    let forwards =
        reached(cfa, from, |at| cfa.leaving(at).iter().map(|&edge| cfa.edge(edge).target).collect());
    let backwards =
        reached(cfa, to, |at| cfa.entering(at).iter().map(|&edge| cfa.edge(edge).source).collect());
    let is_between = |at: LocId| forwards[at.index()] && backwards[at.index()];
    let mut list = Vec::new();
    let mut commands: Vec<CommandId> = cfa
        .edges()
        .iter()
        .filter(|e| is_between(e.source) && is_between(e.target))
        .map(|e| e.command)
        .collect();
    while let Some(command) = commands.pop() {
        match cfa.commands().get(command) {
            Command::Assign(changes) | Command::Havoc(changes) => {
                list.extend(changes.iter().map(|change| change.variable));
            }
            Command::Assume(_) => {}
            Command::Sequence(parts) | Command::Choice(parts) => commands.extend(parts),
        }
    }
    list
}

/// By location: whether steps lead there.
fn reached(cfa: &Cfa, from: LocId, next: impl Fn(LocId) -> Vec<LocId>) -> Vec<bool> {
    let mut is_reached = vec![false; cfa.location_count()];
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut is_reached[at.index()], true) {
            open.extend(next(at));
        }
    }
    is_reached
}
