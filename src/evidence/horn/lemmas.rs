//! Candidate lemmas about Horn clauses on the [workbench](crate::evidence::workbench).
//!
//! A lemma is a formula over the arguments of a predicate. It holds initially if the clauses without atoms in their
//! bodies derive no fact outside of it, and it is preserved if no other clause does from facts that satisfy the lemmas
//! of their predicates. The one property is that no query is answered.

use super::check::{applied, formulas, predicate_names};
use super::text::fact_text;
use crate::base::Budget;
use crate::evidence::formulas::Prover;
use crate::evidence::workbench::{examine, needed, Bench, Question, Workbench};
use crate::evidence::{CheckError, CheckOptions};
use crate::model::horn::{Atom, ClauseId, Fact, Horn, Interpretation, PredicateId};
use crate::model::system::functional::conjuncts;
use crate::model::PropertyId;
use crate::solver::term::{TermId, Terms};

/// Candidate lemmas about clauses.
#[derive(Clone, Debug)]
pub struct Lemmas {
    /// A store that was made from the clauses' by adding terms.
    pub terms: Terms,
    /// Predicates, each with a formula over its arguments.
    pub list: Vec<(PredicateId, TermId)>,
}

impl Lemmas {
    /// The conjuncts of an interpretation.
    pub fn of(interpretation: &Interpretation) -> Lemmas {
        let terms = &interpretation.terms;
        let of_predicate = |(at, &formula): (usize, &TermId)| {
            let parts = conjuncts(terms, formula);
            parts.into_iter().map(move |part| (PredicateId::new(at), part))
        };
        let list = interpretation.formulas.iter().enumerate().flat_map(of_predicate).collect();
        Lemmas { terms: terms.clone(), list }
    }

    /// The interpretation that some of the lemmas are.
    pub fn interpretation(&self, horn: &Horn, chosen: &[usize]) -> Interpretation {
        let mut terms = self.terms.clone();
        let of_predicate = |id: PredicateId| {
            let parts: Vec<TermId> =
                chosen.iter().map(|&i| self.list[i]).filter(|&(p, _)| p == id).map(|(_, f)| f).collect();
            terms.and(&parts)
        };
        let formulas = horn.predicate_ids().map(of_predicate).collect();
        Interpretation::new(terms, formulas)
    }
}

/// A clause with values for which facts that satisfy lemmas derive one that violates one, or answer a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The clause.
    pub clause: ClauseId,
    /// The facts of its body.
    pub body: Vec<Fact>,
    /// The fact that it derives.
    pub head: Option<Fact>,
}

impl Instance {
    /// The facts of the body, then the one that is derived, as texts; `false` if a query is answered.
    pub fn texts(&self, horn: &Horn) -> Vec<String> {
        let names = predicate_names(horn);
        let facts = self.body.iter().chain(&self.head);
        let mut texts: Vec<String> = facts.map(|fact| fact_text(horn, &names, fact)).collect();
        texts.extend(self.head.is_none().then(|| "false".to_string()));
        texts
    }
}

/// Tries lemmas about clauses.
///
/// # Errors
///
/// If a lemma is no formula over the arguments of its predicate, or a limit of the budget was reached.
pub fn try_lemmas(horn: &Horn, lemmas: &Lemmas, budget: &Budget) -> Result<Workbench<Instance>, CheckError> {
    let mut trial = Trial::new(horn, lemmas, budget)?;
    examine(&mut trial, lemmas.list.len(), 1)
}

/// The lemmas that a model needs, by number, if all of them hold initially; `None` if they are none.
///
/// # Errors
///
/// As [`try_lemmas`].
pub fn needed_lemmas(
    horn: &Horn,
    lemmas: &Lemmas,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, CheckError> {
    let mut trial = Trial::new(horn, lemmas, budget)?;
    needed(&mut trial, lemmas.list.len(), PropertyId::new(0))
}

/// A clause as lemmas see it.
struct Seen {
    /// The lemmas about the facts of its body.
    body: Vec<(usize, TermId)>,
    /// The lemmas about the fact that it derives, negated.
    head: Vec<(usize, TermId)>,
}

struct Trial<'a> {
    horn: &'a Horn,
    terms: Terms,
    clauses: Vec<Seen>,
    prover: Prover,
    last: Option<(ClauseId, Vec<TermId>)>,
}

impl<'a> Trial<'a> {
    fn new(horn: &'a Horn, lemmas: &Lemmas, budget: &Budget) -> Result<Trial<'a>, CheckError> {
        budget.poll()?;
        let mut terms = horn.terms().clone();
        let mut list = Vec::with_capacity(lemmas.list.len());
        for &(predicate, formula) in &lemmas.list {
            // Lemmas of one predicate are looked at one by one, for they may be as many as there are.
            let mut alone = vec![Terms::TRUE; horn.predicates().len()];
            alone[predicate.index()] = formula;
            let alone = Interpretation::new(lemmas.terms.clone(), alone);
            list.push((predicate, formulas(horn, &mut terms, &alone, budget)?.formulas[predicate.index()]));
        }
        let mut clauses = Vec::with_capacity(horn.clauses().len());
        for clause in horn.clauses() {
            budget.poll()?;
            let (mut body, mut head) = (Vec::new(), Vec::new());
            for (lemma, &(predicate, formula)) in list.iter().enumerate() {
                let mut about = |atom: &Atom| {
                    let mut all = vec![Terms::TRUE; horn.predicates().len()];
                    all[predicate.index()] = formula;
                    applied(horn, &mut terms, &all, atom)
                };
                let atoms = clause.body.iter().filter(|atom| atom.predicate == predicate);
                body.extend(atoms.map(|atom| (lemma, about(atom))));
                if let Some(atom) = clause.head.as_ref().filter(|atom| atom.predicate == predicate) {
                    let holds = about(atom);
                    head.push((lemma, terms.not(holds)));
                }
            }
            clauses.push(Seen { body, head });
        }
        let prover = Prover::new(&CheckOptions::default(), budget);
        Ok(Trial { horn, terms, clauses, prover, last: None })
    }

    /// The formula that a question about a clause begins with; `None` if the question is about other clauses.
    fn violated(&self, question: Question, id: ClauseId) -> Option<TermId> {
        let (lemma, has_body) = match question {
            Question::Excluded(_) => return self.horn.clause(id).head.is_none().then_some(Terms::TRUE),
            Question::Initially(lemma) => (lemma, false),
            Question::Preserved(lemma) => (lemma, true),
        };
        let head = self.clauses[id.index()].head.iter().find(|&&(of, _)| of == lemma);
        head.filter(|_| self.horn.clause(id).body.is_empty() != has_body).map(|&(_, formula)| formula)
    }
}

impl Bench for Trial<'_> {
    type Counterexample = Instance;

    fn refute(&mut self, question: Question, assumed: &[usize]) -> Result<Option<Vec<usize>>, CheckError> {
        let mut used: Vec<usize> = Vec::new();
        for id in self.horn.clause_ids() {
            let violated = match self.violated(question, id) {
                Some(violated) => violated,
                None => continue,
            };
            let facts = &self.clauses[id.index()].body;
            let facts: Vec<_> =
                facts.iter().filter(|(lemma, _)| assumed.binary_search(lemma).is_ok()).collect();
            let mut asked = vec![self.horn.clause(id).constraint, violated];
            asked.extend(facts.iter().map(|&&(_, formula)| formula));
            if !self.prover.refute(&mut self.terms, &asked)? {
                self.last = Some((id, asked));
                return Ok(None);
            }
            let core = self.prover.core();
            used.extend(facts.iter().filter(|(_, formula)| core.contains(formula)).map(|(lemma, _)| lemma));
        }
        used.sort_unstable();
        used.dedup();
        Ok(Some(used))
    }

    fn counterexample(&mut self) -> Result<Instance, CheckError> {
        let Trial { horn, terms, prover, last, .. } = self;
        let (id, asked) = last.take().unwrap_or((ClauseId::new(0), Vec::new()));
        let clause = horn.clause(id);
        prover.make_small(terms, asked, &clause.variables)?;
        let model = prover.model(terms);
        let fact = |atom: &Atom| Fact {
            predicate: atom.predicate,
            arguments: model.evaluate_all(terms, &atom.arguments),
        };
        Ok(Instance {
            clause: id,
            body: clause.body.iter().map(fact).collect(),
            head: clause.head.as_ref().map(fact),
        })
    }
}
