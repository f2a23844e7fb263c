//! Tests candidate lemmas about a system: which of them hold initially, which are inductive, and which properties they
//! prove.
//!
//! [`workbench`](crate::evidence::workbench) says which questions are asked and in which order. This module answers
//! each question by a solver for the formulas of a system, and builds a counterexample of states if the answer is no.
//!
//! With `C` for the constraint, a lemma `L` holds initially if `Init ∧ C ⇒ L`, and the lemmas `A` preserve it if `A ∧ C
//! ∧ Trans ∧ C′ ⇒ L′`. They exclude bad states if `A ∧ C ⇒ ¬Bad`.
//!
//! A counterexample is made small, variable by variable in their order: a variable of the first state is false, 0 or
//! all zeros if some counterexample with the variables before it has that.

use super::import;
use super::safety::bad;
use super::steps::Copies;
use crate::base::Budget;
use crate::evidence::formulas::Prover;
use crate::evidence::workbench::{examine, needed, Bench, Question, Workbench};
use crate::evidence::{CheckError, CheckOptions};
use crate::model::system::{Invariant, Step, System};
use crate::model::PropertyId;
use crate::solver::term::{TermId, Terms};

/// Tries lemmas, formulas over the state variables of the system. A counterexample is an initial or bad state, or a
/// state with its successor.
///
/// # Errors
///
/// If a lemma is no formula over the state variables, or a limit of the budget was reached.
pub fn try_lemmas(
    system: &System,
    lemmas: &Invariant,
    budget: &Budget,
) -> Result<Workbench<Vec<Step>>, CheckError> {
    let mut trial = Trial::new(system, lemmas, budget)?;
    examine(&mut trial, lemmas.formulas.len(), system.properties().len())
}

/// The lemmas that a property needs, by number, if all of them hold initially; `None` if they do not prove it.
///
/// # Errors
///
/// As [`try_lemmas`].
pub fn needed_lemmas(
    system: &System,
    lemmas: &Invariant,
    property: PropertyId,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, CheckError> {
    let mut trial = Trial::new(system, lemmas, budget)?;
    needed(&mut trial, lemmas.formulas.len(), property)
}

struct Trial<'a> {
    system: &'a System,
    terms: Terms,
    /// The lemmas.
    formulas: Vec<TermId>,
    /// The lemmas after a step.
    next: Vec<TermId>,
    copies: Copies<'a>,
    /// One prover for each kind of question. They assert, in this order: Init and `C`; `C`, Trans and `C′`; `C` alone.
    provers: [Prover; 3],
    /// The prover of the last question, and the formulas that it was asked about.
    last: Option<(usize, Vec<TermId>)>,
}

impl<'a> Trial<'a> {
    fn new(system: &'a System, lemmas: &Invariant, budget: &Budget) -> Result<Trial<'a>, CheckError> {
        budget.poll()?;
        let mut terms = system.terms().clone();
        let formulas = import(system, lemmas, &mut terms, budget)?;
        let mut copies = Copies::new(system);
        let next = formulas.iter().map(|&formula| copies.at(&mut terms, 1, formula)).collect();
        let constraint = copies.at(&mut terms, 1, system.constraint());
        let mut prover = |assertions: &[TermId]| {
            let mut prover = Prover::new(&CheckOptions::default(), budget);
            assertions.iter().for_each(|&formula| prover.assert(&mut terms, formula));
            prover
        };
        let provers = [
            prover(&[system.init(), system.constraint()]),
            prover(&[system.constraint(), system.trans(), constraint]),
            prover(&[system.constraint()]),
        ];
        Ok(Trial { system, terms, formulas, next, copies, provers, last: None })
    }
}

impl Bench for Trial<'_> {
    type Counterexample = Vec<Step>;

    fn refute(&mut self, question: Question, assumed: &[usize]) -> Result<Option<Vec<usize>>, CheckError> {
        let (which, violated) = match question {
            Question::Initially(lemma) => (0, self.terms.not(self.formulas[lemma])),
            Question::Preserved(lemma) => (1, self.terms.not(self.next[lemma])),
            Question::Excluded(property) => (2, bad(self.system, property)?),
        };
        let mut asked = vec![violated];
        asked.extend(assumed.iter().map(|&lemma| self.formulas[lemma]));
        let Trial { terms, formulas, provers, .. } = self;
        let is_refuted = provers[which].refute(terms, &asked)?;
        let used = is_refuted.then(|| provers[which].used(assumed, |lemma| formulas[lemma]));
        self.last = Some((which, asked));
        Ok(used)
    }

    fn counterexample(&mut self) -> Result<Vec<Step>, CheckError> {
        let Trial { system, terms, copies, provers, last, .. } = self;
        let (which, asked) = last.take().unwrap_or_default();
        let variables: Vec<TermId> = system.states().iter().map(|state| state.current).collect();
        provers[which].make_small(terms, asked, &variables)?;
        let model = provers[which].model(terms);
        let states = if which == 1 { 2 } else { 1 };
        let steps = (0..states).map(|step| Step {
            states: model.evaluate_all(terms, copies.states(step)),
            inputs: model.evaluate_all(terms, copies.inputs(step).unwrap_or(&[])),
        });
        Ok(steps.collect())
    }
}
