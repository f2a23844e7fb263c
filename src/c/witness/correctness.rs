//! Witnesses of correctness: makes them from an invariant of the automaton, and reads their invariants as formulas.
//!
//! A location of the automaton belongs to a statement, but a statement has a location for each chain of calls. In a
//! witness, an invariant is about the statement, so it is the disjunction over its locations.
//!
//! A measure of a loop becomes a *transition invariant*: a relation between the states of two visits to the loop's
//! head, one after the other. On no step between them does the first term of the list grow that falls on one of them.
//! So the relation is the disjunction of `m1 < \at(m1, AnyPrev)` and `m2 < \at(m2, AnyPrev)` for the list `m1`, `m2`.
//! Each part of it is well-founded (Podelski and Rybalchenko, "Transition invariants", LICS 2004). Left out are loops
//! of functions that are called several times.

use super::c_text::Writer;
use super::condition::Condition;
use super::error::WitnessError;
use super::format::{Content, InvariantEntry, InvariantKind, Location, Metadata, Witness, WITH_ENDS};
use super::formula::Formulas;
use super::lvalue::nameable;
use super::plan::{find, read_condition};
use crate::base::{Budget, HashMap};
use crate::c::run::watch::View;
use crate::c::{Expressions, FunctionId, Integers, Lowered, Pos, Program, SourceMap, StmtKind};
use crate::model::cfa::{Cfa, InvariantMap, LocId, Ranking};
use crate::solver::term::{Sort, Substitution, TermId};
use std::collections::BTreeMap;

/// An invariant of a witness at its place in a program.
#[derive(Clone, Debug)]
pub struct PlacedInvariant {
    /// Its kind.
    pub kind: InvariantKind,
    /// The first byte of the loop or statement.
    pub pos: Pos,
    entry: InvariantEntry,
    condition: Condition,
}

/// The invariants of a witness.
#[derive(Clone, Debug)]
pub struct PlacedInvariants {
    /// The invariants in the order of the witness.
    pub list: Vec<PlacedInvariant>,
    expressions: Expressions,
}

impl Witness {
    /// A witness of correctness with these invariants: kind, place of the loop or statement, and an expression in C.
    /// Invariants at places in the C library are left out.
    pub fn of_invariants(
        metadata: Metadata,
        program: &Program,
        invariants: &[(InvariantKind, Pos, String)],
    ) -> Witness {
        let file = metadata.input_files.first().map_or(String::new(), |(file, _)| file.clone());
        let entry = |(kind, pos, value): &(InvariantKind, Pos, String)| {
            let function = function_at(program, *pos).map(|id| program.names.text(program.function(id).name));
            let location = Location::new(&file, &program.lines, *pos, function);
            InvariantEntry { kind: *kind, location, value: value.clone() }
        };
        let is_outside = |pos: Pos| program.lines.library_function(pos).is_none();
        let list = invariants.iter().filter(|(_, pos, _)| is_outside(*pos)).map(entry).collect();
        Witness { metadata, content: Content::Correctness(list) }
    }

    /// A witness of correctness with the invariants of all loops, from an invariant of the automaton. A loop that the
    /// automaton has several times, once for each call of its function, gets the disjunction. A conjunct is left out if
    /// it is too long, or is about something without a name at the loop. A loop without conjuncts is left out, too.
    ///
    /// An invariant over mathematical integers says nothing about words, so then the witness has no invariants.
    pub fn of_proof(
        metadata: Metadata,
        program: &Program,
        automaton: (&Cfa, &SourceMap),
        integers: Integers,
        invariant: &InvariantMap,
    ) -> Witness {
        let list = match integers {
            Integers::Words => invariants(program, automaton, invariant),
            Integers::Mathematical | Integers::Reals => Vec::new(),
        };
        let list: Vec<(InvariantKind, Pos, String)> =
            list.into_iter().map(|(pos, text)| (InvariantKind::Loop, pos, text)).collect();
        Witness::of_invariants(metadata, program, &list)
    }

    /// A witness of a proof that all runs end: a transition invariant for each loop whose measure can be written, over
    /// words. The number of loops whose measure cannot be written comes with it.
    pub fn of_ranking(
        mut metadata: Metadata,
        program: &Program,
        automaton: (&Cfa, &SourceMap),
        ranking: &Ranking,
    ) -> (Witness, usize) {
        metadata.format_version = WITH_ENDS.to_string();
        let mut places: BTreeMap<Pos, Option<Vec<String>>> = BTreeMap::new();
        let single = automaton.0.locations().zip(&ranking.measures).map(|(l, list)| (l, vec![&list[..]]));
        let visits = ranking.transitions.iter();
        let visits = visits.map(|t| (t.head, t.measures.iter().map(Vec::as_slice).collect::<Vec<_>>()));
        for (location, lists) in single.filter(|(_, lists)| !lists[0].is_empty()).chain(visits) {
            let place = automaton.1.statement(location).filter(|place| place.is_loop_head);
            let pos = place.map_or(Pos::START, |place| place.pos);
            // A visit in one call of a function may come before one in another call, whose measure is greater.
            let texts = match places.contains_key(&pos) {
                true => None,
                false => place.and_then(|place| {
                    let told = |list| falls(program, automaton, (place.pos, list), ranking);
                    let all: Option<Vec<Vec<String>>> = lists.into_iter().map(told).collect();
                    all.map(|all| all.concat())
                }),
            };
            places.insert(pos, texts);
        }
        let missing = places.values().filter(|texts| texts.is_none()).count();
        let told = |(pos, texts): (Pos, Option<Vec<String>>)| {
            Some((InvariantKind::LoopTransition, pos, any_of(&texts?)))
        };
        let list: Vec<(InvariantKind, Pos, String)> = places.into_iter().filter_map(told).collect();
        (Witness::of_invariants(metadata, program, &list), missing)
    }

    /// Finds the places of the invariants of a witness of correctness, and reads their expressions there. The invariant
    /// of a `for` loop may use the variables of its first clause. Whether the invariants hold is not checked here.
    ///
    /// # Errors
    ///
    /// If it is no witness of correctness, or if it does not fit the program.
    pub fn invariants(&self, program: &Program, budget: &Budget) -> Result<PlacedInvariants, WitnessError> {
        let entries = match &self.content {
            Content::Correctness(entries) => entries,
            Content::Violation(_) => return Err(WitnessError::OtherKind),
        };
        let mut expressions = Expressions::new(program);
        let mut list = Vec::new();
        for entry in entries {
            let statements = program.stmts().map(|id| program.stmt(id));
            let places =
                statements.filter(|stmt| entry.kind == InvariantKind::Location || is_loop(stmt.kind));
            let pos = find(program, &entry.location, places.map(|stmt| stmt.pos));
            let pos = pos.ok_or_else(|| WitnessError::no_place(entry.kind.name(), &entry.location))?;
            let scope = match entry.kind {
                InvariantKind::Loop | InvariantKind::LoopTransition => scope_of_loop(program, pos),
                InvariantKind::Location => pos,
            };
            let condition =
                read_condition(&mut expressions, &entry.value, scope, None, &entry.location, budget)?;
            list.push(PlacedInvariant { kind: entry.kind, pos, entry: entry.clone(), condition });
        }
        Ok(PlacedInvariants { list, expressions })
    }
}

/// The parts of the transition invariant that the measure of a loop stands for, as expressions of C.
fn falls(
    program: &Program,
    (cfa, map): (&Cfa, &SourceMap),
    (pos, list): (Pos, &[TermId]),
    ranking: &Ranking,
) -> Option<Vec<String>> {
    let mut terms = ranking.invariant.terms.clone();
    let mut earlier = HashMap::default();
    let mut before = Substitution::new();
    for &variable in cfa.variables() {
        let twin = terms.declare("earlier", terms.sort(variable));
        before.insert(variable, twin);
        earlier.insert(twin, variable);
    }
    let mut formulas = Vec::new();
    for &measure in list {
        if terms.bits_of(measure).is_some() || terms.number_of(measure).is_some() {
            continue;
        }
        if !matches!(terms.sort(measure), Sort::BitVec(_)) {
            return None;
        }
        let old = before.apply(&mut terms, measure);
        formulas.push(terms.bv_ult(measure, old));
    }
    let visible = nameable(program, scope_of_loop(program, pos)).into_iter().collect();
    let writer = Writer { program, map, terms: &terms, visible, earlier };
    let texts = formulas.into_iter().map(|formula| writer.formula(formula));
    texts.collect::<Option<Vec<String>>>().map(|texts| match texts.is_empty() {
        // The loop is left by its second turn.
        true => vec!["0".to_string()],
        false => texts,
    })
}

/// The invariants of loops as expressions of C.
pub(in crate::c) fn invariants(
    program: &Program,
    (cfa, map): (&Cfa, &SourceMap),
    invariant: &InvariantMap,
) -> Vec<(Pos, String)> {
    let mut places: BTreeMap<Pos, Option<Vec<String>>> = BTreeMap::new();
    for location in cfa.locations() {
        let head = map.statement(location).filter(|place| place.is_loop_head);
        let (place, formula) = match (head, invariant.formulas.get(location.index())) {
            (Some(place), Some(&formula)) => (place, formula),
            _ => continue,
        };
        let texts = places.entry(place.pos).or_insert_with(|| Some(Vec::new()));
        // No run reaches a location whose formula is false, so it adds nothing to the disjunction.
        if formula == invariant.terms.bool(false) {
            continue;
        }
        let visible = nameable(program, scope_of_loop(program, place.pos)).into_iter().collect();
        let earlier = HashMap::default();
        let writer = Writer { program, map, terms: &invariant.terms, visible, earlier };
        match (writer.formula(formula), texts.as_mut()) {
            (Some(text), Some(list)) if !list.contains(&text) => list.push(text),
            (Some(_), _) => {}
            (None, _) => *texts = None,
        }
    }
    let texts = |(pos, texts): (Pos, Option<Vec<String>>)| match &texts?[..] {
        [] => Some((pos, "0".to_string())),
        texts => Some((pos, any_of(texts))),
    };
    places.into_iter().filter_map(texts).collect()
}

/// The disjunction of formulas.
pub(super) fn any_of(texts: &[String]) -> String {
    match texts {
        [text] => text.clone(),
        _ => texts.iter().map(|text| format!("({})", text)).collect::<Vec<_>>().join(" || "),
    }
}

/// Whether a statement is a loop.
pub(in crate::c) fn is_loop(kind: StmtKind) -> bool {
    matches!(kind, StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::For { .. })
}

/// The place whose visible names the invariant of a loop may use. For a `for` loop they include those of its first
/// clause.
pub(in crate::c) fn scope_of_loop(program: &Program, pos: Pos) -> Pos {
    let inner = program.stmts().map(|id| program.stmt(id)).find_map(|stmt| match stmt.kind {
        StmtKind::For { body, .. } if stmt.pos == pos => Some(program.stmt(body).pos),
        _ => None,
    });
    inner.unwrap_or(pos)
}

impl PlacedInvariants {
    /// The invariants as formulas over the variables of an automaton, over words. Each invariant gives a formula, which
    /// is added to the automaton's terms, at each location of its place. The formula says that the expression has a
    /// value and is not 0. Whether the formulas hold is not checked here.
    ///
    /// # Errors
    ///
    /// If a part of an expression is no number, or the automaton has no variable for it.
    pub fn formulas(
        &self,
        cfa: &mut Cfa,
        lowered: &Lowered,
    ) -> Result<Vec<Vec<(LocId, TermId)>>, WitnessError> {
        let mut formulas = Formulas::new(self.expressions.program(), cfa, &lowered.map);
        let mut places: HashMap<Pos, Vec<(LocId, bool)>> = HashMap::default();
        for location in lowered.cfa.locations() {
            for place in lowered.map.statements(location) {
                places.entry(place.pos).or_default().push((location, place.is_loop_head));
            }
        }
        let mut list = Vec::with_capacity(self.list.len());
        for invariant in &self.list {
            let formula = formulas.formula(cfa.terms_mut(), &invariant.condition);
            let entry = &invariant.entry;
            let formula = formula.ok_or_else(|| WitnessError::bad(&entry.location, &entry.value, None))?;
            let is_at_all = invariant.kind == InvariantKind::Location;
            let here = places.get(&invariant.pos).into_iter().flatten();
            let mut here: Vec<LocId> =
                here.filter(|&&(_, is_head)| is_head || is_at_all).map(|&(location, _)| location).collect();
            here.sort_unstable();
            here.dedup();
            list.push(here.into_iter().map(|location| (location, formula)).collect());
        }
        Ok(list)
    }

    /// The value of an invariant's expression in a state of a run; `None` if it has none.
    pub(super) fn value(&self, invariant: &PlacedInvariant, view: &View<'_>) -> Option<i128> {
        invariant.condition.value(self.expressions.program(), Some(view), None)
    }
}

impl PlacedInvariant {
    /// The invariant in words, with line and column.
    pub(super) fn text(&self) -> String {
        format!("{}: the {} `{:.200}`", self.entry.location, self.kind.name(), self.entry.value)
    }
}

/// The function in whose text a place is.
pub(in crate::c) fn function_at(program: &Program, pos: Pos) -> Option<FunctionId> {
    program.function_ids().find(|&id| match program.function(id).body {
        Some(body) => program.function(id).pos <= pos && pos <= program.stmt(body).end,
        None => false,
    })
}
