//! Checks of verdicts on a recursive program by runs of the interpreter, which do not believe the lowering.
//!
//! A recursive program is verified as Horn clauses. A counterexample is a refutation of them, from which the answers of
//! a run are read; the interpreter replays the run. A proof is a model of the clauses, which is tested with random
//! runs.

use super::replay::RecordedAnswer;
use super::source::{check_for_machine, check_runs, is_supported, recorded};
use crate::base::Budget;
use crate::c::{Failure, Pos, Recursion, RecursiveSource, Target};
use crate::evidence::horn::check_refutation;
use crate::evidence::{CheckError, Condition};
use crate::model::encode::horn::{of_procedures, EventKind};
use crate::model::horn::{Broken, Interpretation, Refutation};

impl RecursiveSource {
    /// The program without the edges to unsupported points, as [`Source::closed`](crate::c::Source::closed). Its
    /// predicates may have other arguments, because variables that only a removed edge mentions are dropped.
    pub fn closed(&self) -> Option<RecursiveSource> {
        let map = self.lowered.map();
        map.has_unsupported().then(|| {
            let mut source = self.clone();
            let Recursion { automata, horn } = &mut source.lowered;
            automata.procedures = automata.procedures.closed(|edge| map.unsupported(edge).is_some());
            *horn = of_procedures(&automata.procedures);
            source
        })
    }

    /// The answers that the program gets in the run that a refutation of its clauses stands for.
    ///
    /// # Errors
    ///
    /// If it is no refutation of the clauses, or its run is too long.
    pub fn answers(
        &self,
        refutation: &Refutation,
        budget: &Budget,
    ) -> Result<Vec<RecordedAnswer>, CheckError> {
        let Recursion { automata, horn } = &self.lowered;
        let answers = automata.answers(horn, refutation, budget).map_err(CheckError::Limit)?;
        Ok(recorded(answers.ok_or(Condition::Derivation(Broken::End))?))
    }

    /// Checks that a refutation derives falsity from the clauses, and that the program violates its property if the
    /// interpreter carries it out with the values of the refutation. The result is the failure and its place. Over
    /// reals, where nothing can be carried out, the clauses are believed and there is no result.
    ///
    /// # Errors
    ///
    /// The condition that does not hold, or the limit that the replayed run would exceed.
    pub fn check_refutation(
        &self,
        refutation: &Refutation,
        budget: &Budget,
    ) -> Result<Option<(Failure, Pos)>, CheckError> {
        check_refutation(&self.lowered.horn.horn, refutation)?;
        let events = self.lowered.horn.run(refutation, budget).map_err(CheckError::Limit)?;
        let mut edges = events.iter().flatten().filter_map(|event| match event.kind {
            EventKind::Edge(edge) => Some(edge),
            EventKind::Enter(_) | EventKind::Leave(_) => None,
        });
        if let Some(edge) = edges.next_back() {
            is_supported(&self.program, self.lowered.map(), edge)?;
        }
        let mut options = match self.run_options() {
            Some(options) => options,
            None => return Ok(None),
        };
        // A run that differs from that of the refutation may not end, so its steps are bounded.
        options.steps += 10 * events.map_or(0, |events| events.len() as u64);
        let answers = self.answers(refutation, budget)?;
        check_for_machine(&self.program, &options, &answers, budget).map(Some)
    }

    /// Tests a model of the clauses with random runs of the program: no run may violate the property, or reach a
    /// statement in a state that the model excludes there.
    ///
    /// # Errors
    ///
    /// As [`Source::check_runs`](crate::c::Source::check_runs).
    pub fn check_runs(&self, found: &Interpretation, budget: &Budget) -> Result<(), CheckError> {
        let options = match self.run_options() {
            Some(options) => options,
            None => return Ok(()),
        };
        let automata = (self.lowered.cfa(), self.lowered.map());
        check_runs(&self.program, options, automata, &self.lowered.invariant(found), budget)
    }
}
