//! Files of evidence about the ends of runs of a C program: witnesses and harnesses.

use super::files::{harness_to, metadata, of_one_file};
use crate::base::Budget;
use crate::c::witness::{invariants, Witness};
use crate::c::{Aim, CFile, Integers, Pos, RecordedAnswer, Source};
use crate::evidence::any::Written;
use crate::evidence::form::{Form, WriteError};
use crate::evidence::program::endless_prefix;
use crate::evidence::CheckError;
use crate::model::cfa::{Endless, InvariantMap, LocId, Path, Ranking};
use crate::solver::term::Terms;
use std::collections::BTreeMap;

/// Steps of the automaton within which a turn of a loop ends.
const TURN: usize = 2_000;
/// Steps of the automaton behind the stem for which a harness has answers.
const RECORDED: usize = 4_000;

/// A proof that all runs end.
pub(super) fn ranking(file: &CFile<Source>, found: &Ranking, form: Form<'_>) -> Result<Written, WriteError> {
    let source = &file.source;
    let time = match form {
        Form::Witness { time } => time,
        Form::Text
        | Form::Script
        | Form::Vmt
        | Form::Assertions
        | Form::WitnessCircuit { .. }
        | Form::Dot
        | Form::Waves
        | Form::Harness => {
            return Err(WriteError::Unfit("a proof that runs end is text, or a witness (.yml)"));
        }
    };
    of_one_file(&source.program)?;
    if source.options().integers != Integers::Words {
        return Err(WriteError::Unfit("proofs over integers and reals have no witness; write text"));
    }
    let metadata = metadata(file, source.options().property, time);
    let automaton = (&source.lowered.cfa, &source.lowered.map);
    let (witness, missing) = Witness::of_ranking(metadata, &source.program, automaton, found);
    let left_out = format!("{} loops have measures that a witness cannot tell (--show-invariant)", missing);
    let remarks = if missing == 0 { Vec::new() } else { vec![left_out] };
    Ok(Written { bytes: witness.to_text().into_bytes(), remarks })
}

/// A run without end.
pub(super) fn endless(file: &CFile<Source>, found: &Endless, form: Form<'_>) -> Result<Written, WriteError> {
    let source = &file.source;
    let budget = Budget::unlimited();
    let options = source
        .run_options()
        .ok_or(WriteError::Unfit("there is neither a witness nor a harness over reals"))?;
    match form {
        Form::Witness { time } => {
            of_one_file(&source.program)?;
            let (head, turn) = turn(file, found)?;
            let (stem, turn) = (source.answers(&found.stem)?, source.answers(&turn)?);
            let metadata = metadata(file, source.options().property, time);
            let parts = (head, &stem[..], &turn[..]);
            let witness = Witness::of_endless(metadata, &source.program, &options, parts, &budget);
            let none = "a witness of a run without end names the condition of a loop, and there is none";
            Ok(witness.ok_or(WriteError::Unfit(none))?.to_text().into())
        }
        Form::Harness => {
            let path = endless_prefix(&source.lowered.cfa, found, RECORDED, &budget)?;
            let answers: Vec<RecordedAnswer> = source.answers(&path)?;
            harness_to(file, (&options, &answers), Aim::NoEnd(&heads(file, found)))
        }
        Form::Text
        | Form::Script
        | Form::Vmt
        | Form::Assertions
        | Form::WitnessCircuit { .. }
        | Form::Dot
        | Form::Waves => {
            Err(WriteError::Unfit("a run without end is text, a witness (.yml) or a harness (--harness)"))
        }
    }
}

/// The loop that the stem leads to, and the stem with a turn of it.
fn turn(file: &CFile<Source>, found: &Endless) -> Result<(Pos, Path), CheckError> {
    let lowered = &file.source.lowered;
    let cfa = &lowered.cfa;
    let mut path = endless_prefix(cfa, found, TURN, &Budget::unlimited())?;
    let first = found.stem.steps.len();
    let target = |at: usize| cfa.edge(path.steps[at].edge).target;
    let head = first.checked_sub(1).map_or(cfa.initial(), target);
    let end = (first..path.steps.len()).find(|&at| target(at) == head).map_or(path.steps.len(), |at| at + 1);
    path.steps.truncate(end);
    Ok((lowered.map.statement(head).map_or(Pos::START, |place| place.pos), path))
}

/// The places of the loops in which the run stays, with the set of states as an expression of C, as far as it is one.
fn heads(file: &CFile<Source>, found: &Endless) -> Vec<(Pos, String)> {
    let Source { program, lowered, .. } = &file.source;
    let (terms, formulas) = (found.terms.clone(), found.set.clone());
    let set = InvariantMap { terms, formulas, bound: Vec::new() };
    let is_inside = |location: &LocId| found.set[location.index()] != Terms::FALSE;
    let places = lowered.cfa.locations().filter(is_inside).filter_map(|l| lowered.map.statement(l));
    let heads = places.filter(|place| place.is_loop_head).map(|place| (place.pos, "1".to_string()));
    let mut texts: BTreeMap<Pos, String> = heads.collect();
    for (pos, text) in invariants(program, (&lowered.cfa, &lowered.map), &set) {
        texts.entry(pos).and_modify(|known| *known = text);
    }
    texts.into_iter().collect()
}
