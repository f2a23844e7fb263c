//! Evidence about the ends of runs.

use crate::evidence::any::{AnyCounterexample, AnyProof, Size, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::program::{write_endless, write_ranking};
use crate::evidence::table::Table;
use crate::evidence::view::{infix, Names};
use crate::model::cfa::{Cfa, Endless, LocId, Ranking};
use crate::model::Depth;
use crate::solver::term::{Op, Sort, TermId, Terms};

/// A proof that all runs of a program end.
#[derive(Debug)]
pub(crate) struct RankingProof {
    pub cfa: Cfa,
    pub found: Ranking,
    /// Whether the automaton was made from a program, whose lines its locations have in their names.
    pub is_lowered: bool,
}

impl RankingProof {
    /// The loop with its head at a location, in words.
    fn place(&self, location: LocId) -> String {
        let name = self.cfa.location_name(location);
        let line =
            name.rsplit_once(':').map(|(function, rest)| (function, rest.split('_').next().unwrap_or(rest)));
        match line {
            Some((function, line)) if self.is_lowered => format!("the loop of line {} in {}", line, function),
            Some(_) | None => format!("the loop at {}", name),
        }
    }

    /// A term of a measure in words.
    fn told(&self, term: TermId) -> String {
        let text = shown(&self.found.invariant.terms, term);
        match self.found.invariant.terms.sort(term) {
            Sort::Int | Sort::Real => format!("`{}` is at least 0 and falls", text),
            _ => format!("`{}` falls", text),
        }
    }
}

impl AnyProof for RankingProof {
    fn size(&self) -> Size {
        let parts = self.found.measures.iter().filter(|list| !list.is_empty()).count();
        Size { k: None, simple_path: false, parts, unit: "loops" }
    }

    fn parts(&self, _is_full: bool) -> Vec<String> {
        let terms = &self.found.invariant.terms;
        let mut parts = Vec::new();
        for (location, list) in self.cfa.locations().zip(&self.found.measures) {
            let telling: Vec<String> =
                list.iter().filter(|&&t| terms.number_of(t).is_none()).map(|&t| self.told(t)).collect();
            if !list.is_empty() {
                let why = match telling.is_empty() {
                    true => "it is left by its second turn".to_string(),
                    false => telling.join(", or "),
                };
                parts.push(format!("{} ends: {}", self.place(location), why));
            }
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
            | Form::Harness => {
                Err(WriteError::Unfit("a proof that runs end is text (--certificate-format text)"))
            }
        }
    }
}

/// A term with infix operators.
fn shown(terms: &Terms, term: TermId) -> String {
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
}

impl AnyCounterexample for EndlessRun {
    fn depth(&self) -> Depth {
        Depth::new(self.found.stem.steps.len())
    }

    fn table(&self) -> Table {
        super::program::table_of(&self.cfa, &self.found.stem)
    }

    fn text(&self, _is_full: bool) -> String {
        let stem = &self.found.stem;
        let head = stem.steps.last().map_or(self.cfa.initial(), |step| self.cfa.edge(step.edge).target);
        let name = self.cfa.location_name(head);
        let values = self.table().steps.pop().unwrap_or_default();
        let state: Vec<String> = self
            .cfa
            .variables()
            .iter()
            .zip(values.iter().skip(1))
            .map(|(&v, value)| format!("{} = {}", self.cfa.name(v), value))
            .collect();
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
            | Form::Witness { .. } => Err(WriteError::Unfit("the witness of a run without end is text")),
        }
    }
}
