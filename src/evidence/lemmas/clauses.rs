//! Lemmas about Horn clauses.

use super::any::{as_text, AnyLemmas, Piece};
use super::known::{Knowledge, Known};
use crate::base::Budget;
use crate::evidence::form::{Form, WriteError};
use crate::evidence::horn::{
    check_interpretation, needed_lemmas, read_lemmas, try_lemmas, write_interpretation, Instance, Lemmas,
};
use crate::evidence::table::Table;
use crate::evidence::workbench::Workbench;
use crate::evidence::{CheckError, CheckOptions};
use crate::input::{ClausesFile, InputError};
use crate::model::horn::{Horn, PredicateId};
use crate::model::PropertyId;
use crate::origin::ClausesOrigin;
use crate::solver::term::TermId;

/// Lemmas about clauses: the conjuncts of definitions of predicates.
#[derive(Debug)]
pub(super) struct ClauseLemmas<'m> {
    horn: &'m Horn,
    /// The recursive program that the clauses were made from.
    origin: Option<&'m dyn ClausesOrigin>,
    lemmas: Lemmas,
}

impl<'m> ClauseLemmas<'m> {
    pub fn read(
        file: &'m ClausesFile,
        bytes: &[u8],
        budget: &Budget,
    ) -> Result<ClauseLemmas<'m>, InputError> {
        let horn = file.horn();
        let lemmas = read_lemmas(bytes, horn, budget).map_err(InputError::of)?;
        Ok(ClauseLemmas { horn, origin: file.origin().map(|origin| &**origin), lemmas })
    }
}

impl AnyLemmas for ClauseLemmas<'_> {
    fn texts(&self) -> Vec<String> {
        let text = |&(predicate, formula): &(PredicateId, TermId)| {
            format!("{}: {}", self.horn.predicate(predicate).name, self.lemmas.terms.text(formula))
        };
        self.lemmas.list.iter().map(text).collect()
    }

    fn examine(&self, budget: &Budget) -> Result<Workbench<Piece>, CheckError> {
        let piece = |found: Instance| {
            let clause = found.clause.index().to_string();
            let steps = found.texts(self.horn).into_iter().map(|fact| vec![clause.clone(), fact]).collect();
            let names = ["clause", "fact"].map(str::to_string).to_vec();
            Piece { table: Table { names, steps }, waves: None }
        };
        Ok(try_lemmas(self.horn, &self.lemmas, budget)?.map(piece))
    }

    fn prove(
        &self,
        chosen: &[usize],
        _: PropertyId,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<bool, CheckError> {
        let found = self.lemmas.interpretation(self.horn, chosen);
        check_interpretation(self.horn, &found, options, budget)?;
        self.origin.map_or(Ok(()), |origin| origin.check_interpretation(&found, budget)).map(|()| true)
    }

    fn needed(&self, _: PropertyId, budget: &Budget) -> Result<Option<Vec<usize>>, CheckError> {
        needed_lemmas(self.horn, &self.lemmas, budget)
    }

    fn write(&self, chosen: &[usize], _: PropertyId, form: Form<'_>) -> Result<String, WriteError> {
        as_text(form, "lemmas about clauses are written as text")?;
        Ok(write_interpretation(self.horn, &self.lemmas.interpretation(self.horn, chosen))?)
    }

    fn known(&self, chosen: &[usize]) -> Result<Known, &'static str> {
        Ok(Known(Knowledge::Clauses(self.lemmas.interpretation(self.horn, chosen))))
    }
}
