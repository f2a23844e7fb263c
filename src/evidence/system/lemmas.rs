//! Candidate lemmas on the workbench: which of them hold initially, which are inductive, alone and together, and
//! whether they prove the properties.
//!
//! People and programs guess invariants; the checker says what is wrong with a guess. With `C` for the constraint, a
//! lemma `L` *holds initially* if `Init ∧ C ⇒ L`. It is inductive *alone* if `L ∧ C ∧ Trans ∧ C′ ⇒ L′`, and *together*
//! with the others if these may be assumed in the first step, too. A *good* subset is the largest one whose lemmas all
//! hold initially and are inductive together: lemmas that fail are dropped until none does (Flanagan, Leino, "Houdini",
//! FME 2001). It proves a property if it excludes the bad states.
//!
//! An answer no comes with a counterexample: an initial state, a step, or a bad state. It is made small, variable by
//! variable in their order: a variable of the first state is false, 0 or all zeros if some counterexample with the
//! variables before it has that. A caller that wants a verdict gives the good subset to the checker of certificates, as
//! the command line does.

use super::check::bad;
use super::copies::Copies;
use super::import;
use crate::base::Budget;
use crate::evidence::formulas::Prover;
use crate::evidence::{CheckError, CheckOptions};
use crate::model::system::{Invariant, Step, System};
use crate::model::PropertyId;
use crate::solver::term::{TermId, Terms, Value};

/// Variables of a counterexample that are made small, at most; each takes a query.
const MOST_SMALL: usize = 200;

/// Yes, or the states that say no: an initial or bad one, or one with its successor.
pub type Answer = Result<(), Vec<Step>>;

/// The answers about a lemma.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Whether it holds initially.
    pub initially: Answer,
    /// Whether it is preserved by steps from states that satisfy it.
    pub alone: Answer,
    /// Whether it is preserved by steps from states that satisfy all lemmas.
    pub together: Answer,
}

/// The answers about a list of lemmas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Workbench {
    /// By lemma.
    pub lemmas: Vec<Tried>,
    /// The good subset: positions in the list.
    pub good: Vec<usize>,
    /// By property: whether the good subset excludes its bad states.
    pub properties: Vec<Answer>,
}

/// Tries lemmas, formulas over the state variables of the system.
///
/// Takes a few queries a lemma, and for the good subset at most as many rounds of queries as there are lemmas.
///
/// # Errors
///
/// If a lemma is no formula over the state variables, or a limit of the budget was reached.
pub fn try_lemmas(system: &System, lemmas: &Invariant, budget: &Budget) -> Result<Workbench, CheckError> {
    budget.check()?;
    let mut terms = system.terms().clone();
    let formulas = import(system, lemmas, &mut terms, budget)?;
    let mut copies = Copies::new(system);
    let next = formulas.iter().map(|&formula| copies.at(&mut terms, 1, formula)).collect();
    let constraint = copies.at(&mut terms, 1, system.constraint());
    let mut trial = Trial { system, terms, formulas, next, constraint, copies, budget };
    let all: Vec<usize> = (0..trial.formulas.len()).collect();
    let mut tried = Vec::new();
    for &lemma in &all {
        tried.push(Tried {
            initially: trial.initially(lemma)?,
            alone: trial.preserved(&[lemma], lemma)?,
            together: trial.preserved(&all, lemma)?,
        });
    }
    let good = trial.good(&tried)?;
    let properties = (0..system.properties().len()).map(PropertyId::new);
    let properties = properties.map(|property| trial.excludes(&good, property)).collect::<Result<_, _>>()?;
    Ok(Workbench { lemmas: tried, good, properties })
}

struct Trial<'a> {
    system: &'a System,
    terms: Terms,
    /// The lemmas.
    formulas: Vec<TermId>,
    /// The lemmas after a step.
    next: Vec<TermId>,
    /// The constraint after a step.
    constraint: TermId,
    copies: Copies<'a>,
    budget: &'a Budget,
}

impl Trial<'_> {
    fn prover(&mut self, assertions: &[TermId]) -> Prover {
        let mut prover = Prover::new(&CheckOptions::default(), self.budget);
        assertions.iter().for_each(|&formula| prover.assert(&mut self.terms, formula));
        prover
    }

    fn initially(&mut self, lemma: usize) -> Result<Answer, CheckError> {
        let mut prover = self.prover(&[self.system.init(), self.system.constraint()]);
        let violated = self.terms.not(self.formulas[lemma]);
        self.answer(&mut prover, violated, 1)
    }

    /// Whether steps from states that satisfy these lemmas preserve one.
    fn preserved(&mut self, assumed: &[usize], lemma: usize) -> Result<Answer, CheckError> {
        let mut prover = self.step_from(assumed);
        let violated = self.terms.not(self.next[lemma]);
        self.answer(&mut prover, violated, 2)
    }

    fn step_from(&mut self, assumed: &[usize]) -> Prover {
        let mut assertions = vec![self.system.constraint(), self.system.trans(), self.constraint];
        assertions.extend(assumed.iter().map(|&lemma| self.formulas[lemma]));
        self.prover(&assertions)
    }

    fn excludes(&mut self, good: &[usize], property: PropertyId) -> Result<Answer, CheckError> {
        let bad = bad(self.system, property)?;
        let mut assertions = vec![self.system.constraint()];
        assertions.extend(good.iter().map(|&lemma| self.formulas[lemma]));
        let mut prover = self.prover(&assertions);
        self.answer(&mut prover, bad, 1)
    }

    /// The largest subset that holds initially and is inductive together.
    fn good(&mut self, tried: &[Tried]) -> Result<Vec<usize>, CheckError> {
        let mut good: Vec<usize> = (0..tried.len()).filter(|&lemma| tried[lemma].initially.is_ok()).collect();
        loop {
            let mut kept = Vec::new();
            let mut prover = self.step_from(&good);
            for &lemma in &good {
                let violated = self.terms.not(self.next[lemma]);
                if prover.refute(&mut self.terms, &[violated])? {
                    kept.push(lemma);
                }
            }
            if kept.len() == good.len() {
                return Ok(good);
            }
            good = kept;
        }
    }

    /// Yes if nothing satisfies the formula, else a small counterexample of this many states.
    fn answer(&mut self, prover: &mut Prover, formula: TermId, states: usize) -> Result<Answer, CheckError> {
        let mut asked = vec![formula];
        if prover.refute(&mut self.terms, &asked)? {
            return Ok(Ok(()));
        }
        let variables: Vec<TermId> = self.system.states().iter().map(|state| state.current).collect();
        for &variable in variables.iter().take(MOST_SMALL) {
            let sort = self.terms.sort(variable);
            let least = Value::default_of(sort).term(&mut self.terms, sort);
            asked.push(self.terms.eq(variable, least));
            if prover.refute(&mut self.terms, &asked)? {
                asked.pop();
            }
        }
        prover.refute(&mut self.terms, &asked)?;
        let model = prover.model();
        let steps = (0..states).map(|step| Step {
            states: model.evaluate_all(&self.terms, self.copies.states(step)),
            inputs: model.evaluate_all(&self.terms, self.copies.inputs(step).unwrap_or(&[])),
        });
        Ok(Err(steps.collect()))
    }
}
