//! Lemmas about programs.

use super::any::{as_text, AnyLemmas, Piece};
use super::known::{Knowledge, Known};
use crate::base::Budget;
use crate::evidence::form::{Form, WriteError};
use crate::evidence::program::{self, check_invariant, try_lemmas, write_invariant, Evidence, Lemmas};
use crate::evidence::table::Table;
use crate::evidence::workbench::Workbench;
use crate::evidence::{CheckError, CheckOptions};
use crate::input::{InputError, ParseError, ProgramFile};
use crate::model::cfa::{Cfa, InvariantMap, LocId};
use crate::model::system::functional::conjuncts;
use crate::model::PropertyId;
use crate::origin::ProgramOrigin;
use crate::solver::term::{TermId, Terms, Value};

/// Lemmas about an automaton: the conjuncts of an invariant by location.
#[derive(Debug)]
pub(super) struct ProgramLemmas<'m> {
    cfa: &'m Cfa,
    /// The program that the automaton was made from.
    origin: Option<&'m dyn ProgramOrigin>,
    lemmas: Lemmas,
}

impl<'m> ProgramLemmas<'m> {
    pub fn read(
        file: &'m ProgramFile,
        bytes: &[u8],
        budget: &Budget,
    ) -> Result<ProgramLemmas<'m>, InputError> {
        let cfa = file.cfa();
        let found = match Evidence::read(bytes, cfa, budget).map_err(InputError::of)? {
            Evidence::Invariant(found) => found,
            Evidence::Path(_) | Evidence::Bounded(_) | Evidence::Ranking(_) | Evidence::Endless(_) => {
                let message = "expected an invariant by location, found other evidence";
                return Err(InputError::Parse(ParseError::at_line(1, 1, message)));
            }
        };
        let at = |(location, &formula): (LocId, &TermId)| {
            let parts = conjuncts(&found.terms, formula).into_iter();
            parts.map(move |part| vec![(location, part)]).collect::<Vec<_>>()
        };
        // The error location has no states, which is the property and no lemma.
        let locations = cfa.locations().zip(&found.formulas).filter(|&(location, _)| location != cfa.error());
        let list = locations.flat_map(at).collect();
        let origin = file.origin().map(|origin| &**origin);
        Ok(ProgramLemmas { cfa, origin, lemmas: Lemmas { terms: found.terms, list, by_edge: true } })
    }

    fn invariant(&self, chosen: &[usize]) -> InvariantMap {
        let mut terms = self.lemmas.terms.clone();
        let mut parts: Vec<Vec<TermId>> = vec![Vec::new(); self.cfa.location_count()];
        parts[self.cfa.error().index()].push(Terms::FALSE);
        for &(location, formula) in chosen.iter().flat_map(|&lemma| &self.lemmas.list[lemma]) {
            parts[location.index()].push(formula);
        }
        let formulas = parts.iter().map(|parts| terms.and(parts)).collect();
        InvariantMap::new(terms, formulas)
    }
}

impl AnyLemmas for ProgramLemmas<'_> {
    fn texts(&self) -> Vec<String> {
        let text = |places: &Vec<(LocId, TermId)>| {
            let place = places.iter().map(|&(location, formula)| {
                format!("{}: {}", self.cfa.location_name(location), self.lemmas.terms.text(formula))
            });
            place.collect::<Vec<String>>().join(", ")
        };
        self.lemmas.list.iter().map(text).collect()
    }

    fn examine(&self, budget: &Budget) -> Result<Workbench<Piece>, CheckError> {
        let cfa = self.cfa;
        let tried = try_lemmas(cfa, &self.lemmas, budget)?;
        let name = |location| cfa.location_name(location).to_string();
        let value =
            |i: usize, value: &Value| cfa.terms().value_text(value, cfa.terms().sort(cfa.variables()[i]));
        Ok(tried.map(|found| piece(cfa, "location", &found, |location| Some(name(location)), value)))
    }

    fn prove(
        &self,
        chosen: &[usize],
        _: PropertyId,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<bool, CheckError> {
        let invariant = self.invariant(chosen);
        check_invariant(self.cfa, &invariant, options, budget)?;
        self.origin.map_or(Ok(()), |origin| origin.check_invariant(&invariant, budget)).map(|()| true)
    }

    fn needed(&self, _: PropertyId, _: &Budget) -> Result<Option<Vec<usize>>, CheckError> {
        Ok(None)
    }

    fn write(&self, chosen: &[usize], _: PropertyId, form: Form<'_>) -> Result<String, WriteError> {
        as_text(form, "an invariant by location is written as text")?;
        Ok(write_invariant(self.cfa, &self.invariant(chosen))?)
    }

    fn known(&self, chosen: &[usize]) -> Result<Known, &'static str> {
        Ok(known(&self.lemmas, chosen))
    }
}

/// Lemmas at locations for engines.
pub(crate) fn known(lemmas: &Lemmas, chosen: &[usize]) -> Known {
    let list = chosen.iter().flat_map(|&lemma| &lemmas.list[lemma]).copied().collect();
    Known(Knowledge::Program(lemmas.terms.clone(), list))
}

/// A piece of a run as a table: the state at its begin, and one where it leaves each place. Variables that the question
/// is not about and that keep their values are left out. A location without a name belongs to the place before it.
pub(crate) fn piece(
    cfa: &Cfa,
    place: &str,
    found: &program::Piece,
    name: impl Fn(LocId) -> Option<String>,
    value: impl Fn(usize, &Value) -> String,
) -> Piece {
    let changes = |i: usize| found.states.iter().any(|state| state[i] != found.states[0][i]);
    let is_shown = |&i: &usize| found.concerns.contains(&i) || changes(i);
    let shown: Vec<usize> = (0..cfa.variables().len()).filter(is_shown).collect();
    let mut names = vec![place.to_string()];
    names.extend(shown.iter().map(|&i| cfa.name(cfa.variables()[i]).to_string()));
    let row = |label: String, state: &[Value]| {
        let values = shown.iter().map(|&i| value(i, &state[i]));
        std::iter::once(label).chain(values).collect::<Vec<String>>()
    };
    let first = name(found.start).unwrap_or_else(|| cfa.location_name(found.start).to_string());
    let mut steps = vec![row(first, &found.states[0])];
    for (&edge, state) in found.edges.iter().zip(&found.states[1..]) {
        let label = name(cfa.edge(edge).target);
        let label = label.unwrap_or_else(|| steps.last().map_or(String::new(), |row| row[0].clone()));
        let is_same = steps.len() > 1 && steps.last().map_or(false, |row| row[0] == label);
        if is_same {
            steps.pop();
        }
        steps.push(row(label, state));
    }
    Piece { table: Table { names, steps }, waves: None }
}
