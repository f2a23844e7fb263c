//! Open results of partial operations in Horn clauses.
//!
//! `(= (hd nil) 0) -> false` has a model: one in which `(hd nil)` is 1. So clauses have a model if *some* functions
//! for the open results and some predicates make them true, and they are refuted only if false is derivable for *all*
//! such functions. A variable of the clause stands for each open result. Then the clauses say more than the script:
//!
//! - A model of them is one of the script, for all functions.
//! - A refutation of them is one of the script if no step rests on the value of such a variable
//!   ([`Refutation::open_step`]).
//! - Else another value may be *chosen* for the results of an operation, the same for all arguments: a model of the
//!   clauses with this value is one of the script ([`Horn::chosen`]).
//!
//! A script that needs two derivations, one for each of two functions, has neither.

use super::{Clause, ClauseId, Derivation, Horn, Refutation};
use crate::base::{HashMap, HashSet};
use crate::solver::term::{Model, Op, PartialOp, Substitution, TermId, Terms, Value};
use std::borrow::Cow;

/// A variable of a clause that stands for an open result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// The variable; no other clause has it.
    pub variable: TermId,
    /// The operation.
    pub partial: PartialOp,
    /// The term whose result it is where that is open, over the other variables of the clause.
    pub term: TermId,
}

impl Horn {
    /// The variables that stand for open results of partial operations, by age.
    pub fn open(&self) -> &[Open] {
        &self.open
    }

    /// The open result that a variable stands for.
    fn open_at(&self, variable: TermId) -> Option<&Open> {
        let place = self.open.binary_search_by_key(&variable, |open| open.variable);
        place.ok().map(|place| &self.open[place])
    }

    /// Puts variables in the place of the open results in a clause. A condition of its constraint that says which
    /// constructor made a value is used.
    pub(crate) fn with_open_results(&mut self, mut clause: Clause) -> Clause {
        let mut roots = roots_of(&clause);
        let terms = &mut self.terms;
        let is_partial = |&t: &TermId| PartialOp::of(terms.op(t)).is_some();
        if !terms.subterms(&roots).iter().any(is_partial) {
            return clause;
        }
        let mut open: Vec<Open> = Vec::new();
        terms.made_total(&mut roots, |terms, partial, _, term| {
            let sort = partial.sorts(terms)[1];
            let variable = terms.declare(&partial.name(terms), sort);
            open.push(Open { variable, partial, term });
            variable
        });
        let conditions = match terms.op(roots[0]) {
            Op::And => terms.args(roots[0]).to_vec(),
            _ => vec![roots[0]],
        };
        let is_tester = |t: &TermId| matches!(terms.op(*t), Op::Is(_));
        let testers: Vec<TermId> = conditions.iter().copied().filter(is_tester).collect();
        let mut known = Substitution::new();
        testers.iter().for_each(|&tester| known.insert(tester, Terms::TRUE));
        roots.iter_mut().for_each(|root| *root = known.apply(terms, *root));
        roots[0] = terms.and(&[&testers[..], &[roots[0]]].concat());
        set_roots(&mut clause, &roots);
        clause.variables = clause.constants(&self.terms);
        open.retain(|open| clause.variables.contains(&open.variable));
        self.open.extend(open);
        clause
    }

    /// The clauses with these values as the open results of operations.
    pub fn chosen(&self, choices: &[(PartialOp, Value)]) -> Cow<'_, Horn> {
        if choices.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut horn = self.clone();
        let mut values = Substitution::new();
        for open in &self.open {
            if let Some((_, value)) = choices.iter().find(|(partial, _)| *partial == open.partial) {
                let sort = horn.terms.sort(open.variable);
                values.insert(open.variable, value.term(&mut horn.terms, sort));
            }
        }
        for clause in &mut horn.clauses {
            replace(&mut horn.terms, clause, &mut values);
        }
        Cow::Owned(horn)
    }

    /// The clause as the script has it, with partial operations.
    pub(crate) fn as_written(&self, terms: &mut Terms, clause: &Clause) -> Clause {
        let mut clause = clause.clone();
        let mut written = Substitution::new();
        let open: Vec<&Open> = clause.variables.iter().filter_map(|&v| self.open_at(v)).collect();
        open.iter().for_each(|open| written.insert(open.variable, open.term));
        if !open.is_empty() {
            replace(terms, &mut clause, &mut written);
            clause.variables = clause.constants(terms);
        }
        clause
    }
}

impl Refutation {
    /// The first step that rests on an open result, of a refutation that derives false.
    ///
    /// The derivation is gone through again, with the partial operations themselves in the place of their open results,
    /// so that the facts are terms, such as `(p (hd nil))`. No constraint may mention such an operation once it is
    /// simplified, and a premise has to be the term that the clause asks for.
    pub fn open_step(&self, horn: &Horn) -> Option<usize> {
        let is_partial = |terms: &Terms, t: TermId| PartialOp::of(terms.op(t)).is_some();
        let mut known: HashMap<ClauseId, bool> = HashMap::default();
        let may_rest = |step: &Derivation| {
            let clause = horn.clause(step.clause);
            *known.entry(step.clause).or_insert_with(|| {
                let is_open = |t: TermId| is_partial(&horn.terms, t) || horn.open_at(t).is_some();
                horn.terms.subterms(&roots_of(clause)).into_iter().any(is_open)
            })
        };
        if !self.steps.iter().any(may_rest) {
            return None;
        }
        let mut terms = horn.terms.clone();
        let mut facts: Vec<Vec<TermId>> = Vec::with_capacity(self.steps.len());
        self.steps.iter().position(|step| {
            let clause = horn.clause(step.clause);
            let mut values = Substitution::new();
            for (&variable, value) in clause.variables.iter().zip(&step.values) {
                if horn.open_at(variable).is_none() {
                    if !value.has_term() {
                        return true;
                    }
                    let value = value.term(&mut terms, horn.terms.sort(variable));
                    values.insert(variable, value);
                }
            }
            let premises = || step.premises.iter().map(|&premise| &facts[premise]);
            for (atom, fact) in clause.body.iter().zip(premises()) {
                for (&argument, &of_fact) in atom.arguments.iter().zip(fact) {
                    if matches!(terms.op(argument), Op::Symbol(_)) && horn.open_at(argument).is_none() {
                        values.insert(argument, of_fact);
                    }
                }
            }
            let mut roots = roots_of(&horn.as_written(&mut terms, clause));
            roots.iter_mut().for_each(|root| *root = values.apply(&mut terms, *root));
            evaluate(&mut terms, &mut roots);
            let mut arguments = roots[1..].iter();
            let rests = terms.subterms(&roots[..1]).into_iter().any(|t| is_partial(&terms, t))
                || premises().any(|fact| fact.iter().any(|of_fact| arguments.next() != Some(of_fact)));
            facts.push(arguments.copied().collect());
            rests
        })
    }

    /// Gives the variables of open results these values, in a refutation of the clauses with these
    /// [choices](Horn::chosen).
    pub(crate) fn set_open_values(&mut self, horn: &Horn, choices: &[(PartialOp, Value)]) {
        for step in &mut self.steps {
            for (&variable, value) in horn.clause(step.clause).variables.iter().zip(&mut step.values) {
                let partial = horn.open_at(variable).map(|open| open.partial);
                if let Some((_, chosen)) = choices.iter().find(|(chosen, _)| partial == Some(*chosen)) {
                    *value = chosen.clone();
                }
            }
        }
    }

    /// The values of open results in its steps, by operation.
    pub fn open_values<'a>(&'a self, horn: &'a Horn) -> impl Iterator<Item = (PartialOp, &'a Value)> {
        self.steps.iter().flat_map(move |step| {
            let variables = horn.clause(step.clause).variables.iter();
            variables
                .zip(&step.values)
                .filter_map(move |(&variable, value)| Some((horn.open_at(variable)?.partial, value)))
        })
    }
}

/// Puts values in the place of the parts of terms without constants that mention no partial operation: simplification
/// alone may not decide a comparison of arrays that guards one, nor give equal arrays one form.
fn evaluate(terms: &mut Terms, roots: &mut [TermId]) {
    let model = Model::new();
    // The terms in place, and those of them that mention a partial operation.
    let (mut done, mut left): (HashMap<TermId, TermId>, HashSet<TermId>) = Default::default();
    for t in terms.subterms(roots) {
        let args: Vec<TermId> = terms.args(t).iter().map(|a| done[a]).collect();
        let mut new = t;
        if args != terms.args(t) {
            new = terms.apply(terms.op(t), terms.sort(t), &args);
        }
        let is_partial = |&t: &TermId| PartialOp::of(terms.op(t)).is_some();
        let may_be_left = is_partial(&t) || args.iter().any(|a| left.contains(a));
        if may_be_left && terms.subterms(&[new]).iter().any(is_partial) {
            left.insert(new);
        } else {
            let value = model.evaluate(terms, new);
            if value.has_term() {
                new = value.term(terms, terms.sort(new));
            }
        }
        done.insert(t, new);
    }
    roots.iter_mut().for_each(|root| *root = done[root]);
}

/// The constraint of a clause, and the arguments of its atoms.
fn roots_of(clause: &Clause) -> Vec<TermId> {
    let mut roots = vec![clause.constraint];
    roots.extend(clause.body.iter().chain(&clause.head).flat_map(|atom| atom.arguments.iter().copied()));
    roots
}

/// Gives a clause another constraint, the first of these terms, and other arguments.
fn set_roots(clause: &mut Clause, roots: &[TermId]) {
    clause.constraint = roots[0];
    let arguments = clause.body.iter_mut().chain(&mut clause.head).flat_map(|atom| &mut atom.arguments);
    arguments.zip(&roots[1..]).for_each(|(argument, &new)| *argument = new);
}

/// Replaces constants in a clause.
fn replace(terms: &mut Terms, clause: &mut Clause, by: &mut Substitution) {
    let mut roots = roots_of(clause);
    roots.iter_mut().for_each(|root| *root = by.apply(terms, *root));
    set_roots(clause, &roots);
}
