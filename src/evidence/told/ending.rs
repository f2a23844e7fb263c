//! Evidence about the ends of runs.

use crate::evidence::any::{AnyCounterexample, AnyProof, Size, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::program::{write_endless, write_ranking};
use crate::evidence::table::Table;
use crate::evidence::view::{infix, Names};
use crate::model::cfa::{Cfa, Endless, LocId, Ranking};
use crate::model::Depth;
use crate::origin::ProgramOrigin;
use crate::solver::term::{Op, Sort, TermId, Terms, Value};
use std::sync::Arc;

/// A proof that all runs of a program end.
#[derive(Debug)]
pub(crate) struct RankingProof {
    pub cfa: Cfa,
    pub found: Ranking,
    /// Whether the automaton was made from a program, whose lines its locations have in their names.
    pub is_lowered: bool,
    /// The program, unless it is recursive.
    pub origin: Option<Arc<dyn ProgramOrigin>>,
}

/// The loop with its head at a location, in words. Locations of a program have its functions and lines as names, and
/// calls of a recursive function lead to its entry.
fn place(cfa: &Cfa, location: LocId, is_lowered: bool) -> String {
    let name = cfa.location_name(location);
    let line =
        name.rsplit_once(':').map(|(function, rest)| (function, rest.split('_').next().unwrap_or(rest)));
    match line {
        Some((function, "entry")) if is_lowered => format!("the recursion of {}", function),
        Some(("main", line)) if is_lowered => format!("the loop of line {}", line),
        Some((function, line)) if is_lowered => format!("the loop of line {} in {}", line, function),
        Some(_) | None => format!("the loop at {}", name),
    }
}

/// A measure in words; none if all of its terms are constants.
pub(super) fn told(found: &Ranking, list: &[TermId], counted: &str) -> Option<String> {
    let telling: Vec<String> = list.iter().filter_map(|&t| told_term(found, t, counted)).collect();
    (!telling.is_empty()).then(|| telling.join(", or "))
}

/// A term of a measure in words; none for a constant. A counter's bound stands behind `counted`.
fn told_term(found: &Ranking, term: TermId, counted: &str) -> Option<String> {
    let terms = &found.invariant.terms;
    if terms.number_of(term).is_some() || terms.bits_of(term).is_some() {
        return None;
    }
    let counter = found.counters.iter().find(|counter| counter.constant == term);
    if let Some(counter) = counter {
        let is_bound = |t: TermId| !terms.symbols_in(&[t]).iter().any(|&s| terms.symbol_term(s) == term);
        let bound = counter.updates.iter().map(|&(_, value)| value).find(|&value| is_bound(value));
        let bound = bound.map_or_else(String::new, |bound| shown(terms, bound));
        return Some(counted.replace("{}", &format!("`{}`", bound)));
    }
    let text = shown(terms, term);
    Some(match terms.sort(term) {
        Sort::Int | Sort::Real => format!("`{}` is at least 0 and falls", text),
        _ => format!("`{}` falls", text),
    })
}

impl AnyProof for RankingProof {
    fn size(&self) -> Size {
        let measured = self.found.measures.iter().filter(|list| !list.is_empty()).count();
        let parts = measured + self.found.transitions.len();
        Size { k: None, simple_path: false, parts, unit: "loops" }
    }

    fn parts(&self, _is_full: bool) -> Vec<String> {
        let mut parts = Vec::new();
        for (location, list) in self.cfa.locations().zip(&self.found.measures) {
            if !list.is_empty() {
                let counted = "it makes at most {} further turns when it is entered";
                let why = told(&self.found, list, counted);
                let why = why.unwrap_or_else(|| "it is left by its second turn".to_string());
                parts.push(format!("{} ends: {}", place(&self.cfa, location, self.is_lowered), why));
            }
        }
        for transition in &self.found.transitions {
            let lists = transition.measures.iter().filter_map(|list| told(&self.found, list, ""));
            let lists: Vec<String> = lists.collect();
            let place = place(&self.cfa, transition.head, self.is_lowered);
            parts.push(format!("{} ends: of any two turns in it, {}", place, lists.join(", or else ")));
        }
        if parts.is_empty() {
            parts.push("no run makes a second turn of a loop".to_string());
        }
        parts
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text => Ok(write_ranking(&self.cfa, &self.found)?.into()),
            Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Assertions
            | Form::Dot
            | Form::Waves
            | Form::Witness { .. }
            | Form::Harness => match &self.origin {
                Some(origin) => origin.ranking_as(&self.found, form),
                None => Err(WriteError::Unfit("a proof that runs end is text (--certificate-format text)")),
            },
        }
    }
}

/// A term with infix operators.
pub(super) fn shown(terms: &Terms, term: TermId) -> String {
    let name = |t: TermId| match terms.op(t) {
        Op::Symbol(symbol) => terms.name(symbol).rsplit("::").next().unwrap_or_default().to_string(),
        _ => "?".to_string(),
    };
    infix(terms, &Names { name: &name, is_signed: &|_| true }, term)
}

/// A run without end.
#[derive(Debug)]
pub(crate) struct EndlessRun {
    pub cfa: Cfa,
    pub found: Endless,
    /// As in [`RankingProof`].
    pub is_lowered: bool,
    /// As in [`RankingProof`].
    pub origin: Option<Arc<dyn ProgramOrigin>>,
}

impl EndlessRun {
    /// The location at which the stem ends, and the state there: names and values.
    fn entered(&self) -> (LocId, Vec<(TermId, String)>) {
        let stem = &self.found.stem;
        let head = stem.steps.last().map_or(self.cfa.initial(), |step| self.cfa.edge(step.edge).target);
        let mut states = stem.states(&self.cfa).unwrap_or_default();
        let last = states.pop().unwrap_or_default();
        let terms = self.cfa.terms();
        let told = |(&v, value): (&TermId, &Value)| {
            let text = match value {
                Value::Bits(bits) => bits.to_signed_integer().to_string(),
                value => terms.value_text(value, terms.sort(v)),
            };
            (v, text)
        };
        (head, self.cfa.variables().iter().zip(&last).map(told).collect())
    }
}

impl AnyCounterexample for EndlessRun {
    fn depth(&self) -> Depth {
        Depth::new(self.found.stem.steps.len())
    }

    fn table(&self) -> Table {
        super::program::table_of(&self.cfa, &self.found.stem)
    }

    fn sentence(&self) -> Option<String> {
        let (head, values) = self.entered();
        let terms = &self.found.terms;
        let counts = terms.symbols_in(&[self.found.set[head.index()]]);
        let counts = |v: TermId| counts.iter().any(|&symbol| terms.symbol_term(symbol) == v);
        // Values on which the set does not depend explain nothing, nor do those of results of calls, `main::.1`.
        let named = values.iter().filter(|(v, _)| counts(*v)).map(|(v, value)| (shown(terms, *v), value));
        let state: Vec<String> = named
            .filter(|(name, _)| !name.starts_with('.'))
            .map(|(name, value)| format!("{} = {}", name, value))
            .collect();
        let with = if state.is_empty() { String::new() } else { format!(" with {}", state.join(", ")) };
        Some(format!("{} is entered{} and comes back", place(&self.cfa, head, self.is_lowered), with))
    }

    fn text(&self, _is_full: bool) -> String {
        let stem = &self.found.stem;
        let (head, values) = self.entered();
        let name = self.cfa.location_name(head);
        let state: Vec<String> =
            values.iter().map(|(v, value)| format!("{} = {}", self.cfa.name(*v), value)).collect();
        let set = shown(&self.found.terms, self.found.set[head.index()]);
        format!(
            "after {} steps a run is at {} with {}\nit goes on without end: from each state at {} with\n  {}\na way \
             leads back to such a state\n",
            stem.steps.len(),
            name,
            state.join(", "),
            name,
            set
        )
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text => Ok(write_endless(&self.cfa, &self.found)?.into()),
            Form::Harness
            | Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Assertions
            | Form::Dot
            | Form::Waves
            | Form::Witness { .. } => match &self.origin {
                Some(origin) => origin.endless_as(&self.found, form),
                None => Err(WriteError::Unfit("the witness of a run without end is text")),
            },
        }
    }
}
