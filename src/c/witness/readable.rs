//! Writes an invariant of an automaton in the words of the program, for a person who reads it.
//!
//! At each place, the invariant is rewritten as a few parts that say the most ([`telling`]). A part about variables of
//! the program reads as a programmer would write it. A part about targets of pointers is written as C if that is
//! possible, and left out otherwise. A part about elements of an array is meant for all values of an index, and says
//! so: `for all k in 0 .. n: a[k] == 7`. A block of the heap that is one array is named by its line: `block_12`. A part
//! about all objects that one call makes is told of each of them ([`families`](crate::c::story)).

use super::correctness::any_of;
use super::{function_at, scope_of_loop, CText};
use crate::base::{Budget, HashMap};
use crate::c::run::parts::{leaves, Leaf};
use crate::c::story::{about_each, is_of_family};
use crate::c::{FunctionId, Pos, Program, Role, SourceMap, StmtPlace, VariableOrigin};
use crate::evidence::view::{effort, for_all, infix, joined, telling, Names};
use crate::model::cfa::{Cfa, InvariantMap};
use crate::solver::term::{Op, Sort, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// An invariant of an automaton, over words, as lines of text: each has a place and the formula that holds there. Loops
/// come first. Unless the full text is wanted, only the loops are listed, if there are any.
pub fn readable_invariants(
    program: &Program,
    (cfa, map): (&Cfa, &SourceMap),
    invariant: &InvariantMap,
    is_full: bool,
) -> Vec<String> {
    let mut reader = Reader { program, cfa, map, bound: &invariant.bound, terms: invariant.terms.clone() };
    let placed = cfa.locations().zip(&invariant.formulas).filter_map(|(location, &formula)| {
        let says_something = formula != Terms::TRUE && formula != Terms::FALSE;
        map.statement(location).filter(|_| says_something).map(|place| (place, formula))
    });
    let placed: Vec<_> = placed.collect();
    let budget = effort();
    let loops_only = !is_full && placed.iter().any(|(place, _)| place.is_loop_head);
    let mut found: BTreeMap<(bool, Pos), Option<Vec<String>>> = BTreeMap::new();
    for (place, formula) in placed.into_iter().filter(|(place, _)| place.is_loop_head || !loops_only) {
        let text = reader.text(place, formula, &budget);
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
            Some(texts) => any_of(&texts),
        };
        let line = format!("{}, {}{}: {}", place, function, kind, what);
        // The line before a loop is left out if it only repeats what holds at the head.
        if !lines.contains(&line.replacen(&format!("{}:", function), &format!("{}, loop:", function), 1)) {
            lines.push(line);
        }
    }
    lines
}

/// The parts of an invariant, to be told in the words of a program.
struct Reader<'a> {
    program: &'a Program,
    cfa: &'a Cfa,
    map: &'a SourceMap,
    /// The constants for all of whose values the invariant is meant.
    bound: &'a [TermId],
    terms: Terms,
}

impl Reader<'_> {
    /// The formula of a place as text, which is empty if no part has one.
    fn text(&mut self, place: StmtPlace, formula: TermId, budget: &Budget) -> String {
        let Reader { program, cfa, map, bound, ref mut terms } = *self;
        let is_signed = |t: TermId| bound.contains(&t) || is_signed(program, map, t);
        let scope = if place.is_loop_head { scope_of_loop(program, place.pos) } else { place.pos };
        let function = function_at(program, place.pos);
        let (plain, about_all) = parts_for_all(terms, bound, formula);
        let parts = telling(terms, plain, &[], &is_signed, budget);
        let known: HashMap<TermId, String> = (terms.symbols_in(&[formula]).into_iter())
            .filter_map(|symbol| {
                let t = terms.symbol_term(symbol);
                let of_heap = || block(cfa, map, t).filter(|_| !is_of_family(cfa, terms, t));
                let in_c = || name(program, map, function, t).or_else(of_heap);
                let text = if bound.contains(&t) { Some(terms.name(symbol).to_string()) } else { in_c() };
                Some((t, text?))
            })
            .collect();
        let name = |t: TermId| known.get(&t).cloned().unwrap_or_default();
        let names = Names { name: &name, is_signed: &is_signed };
        let has_names = |terms: &Terms, part: TermId| {
            terms.symbols_in(&[part]).iter().all(|&symbol| known.contains_key(&terms.symbol_term(symbol)))
        };
        let mut of_elements = Vec::new();
        let mut of_each: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (indices, part) in about_all {
            let each = match indices[..] {
                [index] => about_each((program, cfa), terms, index, part),
                _ => None,
            };
            if let Some(each) = each {
                let member = |t: TermId| each.members.iter().find(|(known, ..)| *known == t);
                let name = |t: TermId| member(t).map_or_else(|| name(t), |(_, name, _)| name.clone());
                let is_signed = |t: TermId| member(t).map_or_else(|| is_signed(t), |(.., signed)| *signed);
                let names = Names { name: &name, is_signed: &is_signed };
                of_each.entry(each.words).or_default().push(infix(terms, &names, each.claim));
                continue;
            }
            if let (Some((&index, others)), true) = (indices.split_first(), has_names(terms, part)) {
                let text = for_all(terms, &names, index, part);
                let outer = others.iter().map(|&other| format!("for all {}: ", name(other)));
                of_elements.push(format!("({})", outer.chain([text]).collect::<String>()));
            }
        }
        let in_c = CText::new(program, map, scope);
        let text = |&part: &TermId| match has_names(terms, part) {
            true => Some(infix(terms, &names, part)),
            false => in_c.formula(terms, part),
        };
        let mut shown: Vec<String> = parts.iter().filter_map(text).collect();
        shown.extend(of_elements);
        shown.extend(of_each.into_iter().map(|(words, claims)| format!("({}: {})", words, joined(&claims))));
        if shown.is_empty() {
            String::new()
        } else {
            joined(&shown)
        }
    }
}

/// The places of the loops at whose heads an invariant says something for all values of a constant.
pub(in crate::c) fn lines_about_all(
    program: &Program,
    (cfa, map): (&Cfa, &SourceMap),
    invariant: &InvariantMap,
) -> Vec<String> {
    let is_about_all = |formula: TermId| {
        let inside = invariant.terms.subterms(&[formula]);
        invariant.bound.iter().any(|index| inside.contains(index))
    };
    let heads = cfa.locations().zip(&invariant.formulas).filter(|(_, &formula)| is_about_all(formula));
    let heads = heads.filter_map(|(location, _)| map.statement(location).filter(|place| place.is_loop_head));
    let places: BTreeSet<Pos> = heads.map(|place| place.pos).collect();
    places.into_iter().map(|pos| program.lines.place_text(pos)).collect()
}

/// The parts of a formula that are about no bound constant, as one formula, and the others, each with the constants.
fn parts_for_all(
    terms: &mut Terms,
    bound: &[TermId],
    formula: TermId,
) -> (TermId, Vec<(Vec<TermId>, TermId)>) {
    if bound.is_empty() {
        return (formula, Vec::new());
    }
    let (mut plain, mut about_all, mut open) = (Vec::new(), Vec::new(), vec![formula]);
    while let Some(part) = open.pop() {
        if terms.op(part) == Op::And {
            open.extend(terms.args(part).iter().rev());
            continue;
        }
        let inside = terms.subterms(&[part]);
        let about: Vec<TermId> = bound.iter().copied().filter(|index| inside.contains(index)).collect();
        match about.is_empty() {
            false => about_all.push((about, part)),
            true => plain.push(part),
        }
    }
    (terms.and(&plain), about_all)
}

/// The name of a block of the heap that is one array: `block_12`, or `block_12_2` for the second one of a line that is
/// in use at a time.
fn block(cfa: &Cfa, map: &SourceMap, variable: TermId) -> Option<String> {
    let is_array = matches!(cfa.terms().sort(variable), Sort::Array(_));
    let is_of_heap = matches!(map.origin(variable)?, VariableOrigin::Heap | VariableOrigin::Temporary);
    let (line, slot) =
        cfa.name(variable).strip_prefix("heap:").filter(|_| is_array && is_of_heap)?.split_once('#')?;
    Some(match slot.split('.').next()? {
        "1" => format!("block_{}", line),
        slot => format!("block_{}_{}", line, slot),
    })
}

/// Whether a variable is signed.
fn is_signed(program: &Program, map: &SourceMap, variable: TermId) -> bool {
    match map.origin(variable) {
        Some(VariableOrigin::Object { object, offset, role: Role::Value, .. }) => {
            let leaf = leaves(program, program.object(object).ty, offset / 8).into_iter().next();
            let kind = leaf.and_then(|leaf| program.types.integer_kind(leaf.ty));
            kind.map_or(false, |kind| program.types.options().is_signed(kind))
        }
        Some(VariableOrigin::Row { object, .. }) => {
            let leaf = leaves(program, program.object(object).ty, 0).into_iter().next();
            let kind = leaf.and_then(|leaf| program.types.integer_kind(leaf.ty));
            kind.map_or(false, |kind| program.types.options().is_signed(kind))
        }
        Some(
            VariableOrigin::Object { .. }
            | VariableOrigin::Heap
            | VariableOrigin::Result { .. }
            | VariableOrigin::Temporary,
        )
        | None => false,
    }
}

/// The name of a variable in a function: `x`, `a[2].v`, or `f::x` for a local variable of another function; that of the
/// object for one that is an array of all its elements. `None` if the variable is neither this nor the value of a whole
/// scalar of the program.
fn name(program: &Program, map: &SourceMap, here: Option<FunctionId>, variable: TermId) -> Option<String> {
    let (object, offset, width) = match map.origin(variable)? {
        VariableOrigin::Object { object, offset, width, role: Role::Value } => (object, offset, width),
        VariableOrigin::Row { object, .. } => {
            let declared = program.object(object);
            let name = program.object_text(object)?;
            return Some(in_function(program, declared.function, here, &name));
        }
        VariableOrigin::Object { .. }
        | VariableOrigin::Heap
        | VariableOrigin::Result { .. }
        | VariableOrigin::Temporary => return None,
    };
    let declared = program.object(object);
    let name = program.object_text(object)?;
    let is_whole = |leaf: &Leaf| match leaf.bits {
        Some(bits) => (bits.offset, bits.width) == (offset, width),
        None => {
            8 * leaf.offset == offset
                && program.types.size(leaf.ty).map(|size| 8 * size) == Some(u64::from(width))
        }
    };
    let leaf = leaves(program, declared.ty, offset / 8).into_iter().find(is_whole)?;
    Some(in_function(program, declared.function, here, &format!("{}{}", name, leaf.path)))
}

/// A name of an object in a function, which need not be its own.
fn in_function(program: &Program, own: Option<FunctionId>, here: Option<FunctionId>, name: &str) -> String {
    match own.filter(|&function| Some(function) != here) {
        Some(function) => format!("{}::{}", program.names.text(program.function(function).name), name),
        None => name.to_string(),
    }
}
