//! Writes an invariant of an automaton in the words of the program, for a person who reads it.
//!
//! At each place, the invariant is rewritten as a few parts that say the most ([`telling`]). A part about variables of
//! the program reads as a programmer would write it. A part about targets of pointers is written as C if that is
//! possible, and left out otherwise.

use super::{function_at, scope_of_loop, CText};
use crate::c::run::parts::{leaves, Leaf};
use crate::c::{FunctionId, Pos, Program, Role, SourceMap, VariableOrigin};
use crate::evidence::view::{effort, infix, joined, telling, Names};
use crate::model::cfa::{Cfa, Invariant};
use crate::solver::term::{TermId, Terms};
use std::collections::BTreeMap;

/// An invariant of an automaton, over words, as lines of text: each has a place and the formula that holds there. Loops
/// come first. Unless the full text is wanted, only the loops are listed, if there are any.
pub fn readable_invariants(
    program: &Program,
    (cfa, map): (&Cfa, &SourceMap),
    invariant: &Invariant,
    is_full: bool,
) -> Vec<String> {
    let budget = effort();
    let mut terms = invariant.terms.clone();
    let is_signed = |t: TermId| is_signed(program, map, t);
    let mut found: BTreeMap<(bool, Pos), Option<Vec<String>>> = BTreeMap::new();
    let placed = cfa.locations().zip(&invariant.formulas).filter_map(|(location, &formula)| {
        let says_something = formula != Terms::TRUE && formula != Terms::FALSE;
        map.statement(location).filter(|_| says_something).map(|place| (place, formula))
    });
    let placed: Vec<_> = placed.collect();
    let loops_only = !is_full && placed.iter().any(|(place, _)| place.is_loop_head);
    for (place, formula) in placed.into_iter().filter(|(place, _)| place.is_loop_head || !loops_only) {
        let scope = if place.is_loop_head { scope_of_loop(program, place.pos) } else { place.pos };
        let function = function_at(program, place.pos);
        let parts = telling(&mut terms, formula, &[], &is_signed, &budget);
        let name = |t: TermId| name(program, map, function, t);
        let names = Names { name: &|t| name(t).unwrap_or_default(), is_signed: &is_signed };
        let in_c = CText::new(program, map, scope);
        let text = |&part: &TermId| {
            let symbols = terms.symbols_in(&[part]);
            match symbols.iter().all(|&symbol| name(terms.symbol_term(symbol)).is_some()) {
                true => Some(infix(&terms, &names, part)),
                false => in_c.formula(&terms, part),
            }
        };
        let shown: Vec<String> = parts.iter().filter_map(text).collect();
        let text = if shown.is_empty() { String::new() } else { joined(&shown) };
        let texts = found.entry((!place.is_loop_head, place.pos)).or_insert_with(|| Some(Vec::new()));
        match texts {
            // Nothing is known in one of the calls, so nothing is known at the statement.
            _ if text.is_empty() => *texts = None,
            Some(texts) if !texts.contains(&text) => texts.push(text),
            Some(_) | None => {}
        }
    }
    let mut lines = Vec::new();
    for ((is_no_loop, pos), texts) in found {
        let function =
            function_at(program, pos).map_or("", |id| program.names.text(program.function(id).name));
        let kind = if is_no_loop { "" } else { ", loop" };
        let place = program.lines.place_text(pos);
        let place = place.strip_prefix("at ").unwrap_or(&place);
        let what = match texts {
            None => "something about values that have no name in the program".to_string(),
            Some(texts) if texts.len() == 1 => texts.concat(),
            Some(texts) => texts.iter().map(|text| format!("({})", text)).collect::<Vec<_>>().join(" || "),
        };
        let line = format!("{}, {}{}: {}", place, function, kind, what);
        // The line before a loop is left out if it only repeats what holds at the head.
        if !lines.contains(&line.replacen(&format!("{}:", function), &format!("{}, loop:", function), 1)) {
            lines.push(line);
        }
    }
    lines
}

/// Whether a variable is signed.
fn is_signed(program: &Program, map: &SourceMap, variable: TermId) -> bool {
    match map.origin(variable) {
        Some(VariableOrigin::Object { object, offset, role: Role::Value, .. }) => {
            let leaf = leaves(program, program.object(object).ty, offset / 8).into_iter().next();
            let kind = leaf.and_then(|leaf| program.types.integer_kind(leaf.ty));
            kind.map_or(false, |kind| program.types.options().is_signed(kind))
        }
        Some(
            VariableOrigin::Object { .. }
            | VariableOrigin::Row { .. }
            | VariableOrigin::Heap
            | VariableOrigin::Result { .. }
            | VariableOrigin::Temporary,
        )
        | None => false,
    }
}

/// The name of a variable in a function: `x`, `a[2].v`, or `f::x` for a local variable of another function. `None` if
/// the variable is not the value of a whole scalar of the program.
fn name(program: &Program, map: &SourceMap, here: Option<FunctionId>, variable: TermId) -> Option<String> {
    let (object, offset, width) = match map.origin(variable)? {
        VariableOrigin::Object { object, offset, width, role: Role::Value } => (object, offset, width),
        VariableOrigin::Object { .. }
        | VariableOrigin::Row { .. }
        | VariableOrigin::Heap
        | VariableOrigin::Result { .. }
        | VariableOrigin::Temporary => return None,
    };
    let declared = program.object(object);
    let name = program.names.text(declared.name?);
    let is_whole = |leaf: &Leaf| match leaf.bits {
        Some(bits) => (bits.offset, bits.width) == (offset, width),
        None => {
            8 * leaf.offset == offset
                && program.types.size(leaf.ty).map(|size| 8 * size) == Some(u64::from(width))
        }
    };
    let leaf = leaves(program, declared.ty, offset / 8).into_iter().find(is_whole)?;
    Some(match declared.function.filter(|&function| Some(function) != here) {
        Some(function) => {
            format!("{}::{}{}", program.names.text(program.function(function).name), name, leaf.path)
        }
        None => format!("{}{}", name, leaf.path),
    })
}
