//! Evidence about automata.

use crate::evidence::any::{AnyCounterexample, AnyProof, Size, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::program::{locations, write_invariant, write_path};
use crate::evidence::table::Table;
use crate::model::cfa::{Cfa, InvariantMap, Path};
use crate::model::Depth;

const PROOF_FORMS: WriteError =
    WriteError::Unfit("the certificate of a program is text (--certificate-format text)");

/// A proof about an automaton.
#[derive(Debug)]
pub(crate) struct AutomatonProof<'m> {
    pub cfa: &'m Cfa,
    pub found: InvariantMap,
}

impl AnyProof for AutomatonProof<'_> {
    fn size(&self) -> Size {
        locations::size(&self.found.formulas)
    }

    fn parts(&self, _is_full: bool) -> Vec<String> {
        locations::parts(self.cfa, &self.found)
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text => Ok(write_invariant(self.cfa, &self.found)?.into()),
            Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Assertions
            | Form::Dot
            | Form::Waves
            | Form::Witness { .. }
            | Form::Harness => Err(PROOF_FORMS),
        }
    }
}

/// A path through an automaton.
#[derive(Debug)]
pub(crate) struct ProgramPath<'m> {
    pub cfa: &'m Cfa,
    pub found: Path,
}

impl AnyCounterexample for ProgramPath<'_> {
    fn depth(&self) -> Depth {
        Depth::new(self.found.steps.len())
    }

    fn table(&self) -> Table {
        table_of(self.cfa, &self.found)
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text => Ok(write_path(self.cfa, &self.found)?.into()),
            Form::Harness => Err(WriteError::Unfit("only C programs have a harness; try --witness")),
            Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Assertions
            | Form::Dot
            | Form::Waves
            | Form::Witness { .. } => Err(WriteError::Unfit("the witness of an automaton is text")),
        }
    }
}

/// The locations and states of a path.
pub(super) fn table_of(cfa: &Cfa, path: &Path) -> Table {
    let mut names = vec!["location".to_string()];
    names.extend(cfa.variables().iter().map(|&v| cfa.name(v).to_string()));
    let mut location = cfa.initial();
    let mut steps = Vec::new();
    for (at, state) in path.states(cfa).unwrap_or_default().iter().enumerate() {
        let mut row = vec![cfa.location_name(location).to_string()];
        row.extend(
            state
                .iter()
                .zip(cfa.variables())
                .map(|(value, &v)| cfa.terms().value_text(value, cfa.terms().sort(v))),
        );
        steps.push(row);
        if let Some(step) = path.steps.get(at) {
            location = cfa.edge(step.edge).target;
        }
    }
    Table { names, steps }
}
