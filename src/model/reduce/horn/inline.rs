//! Predicates that are not recursive, unfolded where they are used.
//!
//! A use of the predicate is replaced by the body of a clause that derives it. The body is a copy with variables of its
//! own. Each use and each such clause make one new clause. A predicate is unfolded only if no clause uses it twice, if
//! the clauses do not become more, and if no body becomes long. Golem bounds the unfolding of its graphs in the same
//! way: the product of edges in and out against their sum.
//!
//! The way back for a model is an interpolant. Given the interpretation of all other predicates, the uses of the
//! predicate contradict the bodies that derive it. A formula between the two, over the arguments alone, interprets the
//! predicate. If the variables of these bodies have definitions over the arguments, the bodies are such a formula
//! themselves.

use crate::base::{Budget, HashSet};
use crate::model::horn::{
    Atom, Clause, ClauseId, Definitions, Derivation, Horn, Interpretation, PredicateId, Refutation,
};
use crate::solver::smt::{interpolants, InterpolationOptions};
use crate::solver::term::{Op, Substitution, TermId, Terms, Value};

/// Longest body of a clause that unfolding makes, unless a clause had a longer one.
const MOST_ATOMS: usize = 4;
/// Most variables of a clause that unfolding makes.
const MOST_VARIABLES: usize = 1_000;
/// Most predicates that are unfolded in one pass.
const MOST_PREDICATES: usize = 500;

/// Where a clause comes from.
#[derive(Clone, Debug)]
enum Origin {
    Kept(usize),
    /// A use and a derivation, both by index.
    Unfolded {
        outer: usize,
        at: usize,
        inner: usize,
    },
}

/// A predicate that was unfolded.
#[derive(Clone, Debug)]
struct Unfolding {
    predicate: PredicateId,
    /// The clauses before the unfolding.
    before: Vec<Clause>,
    /// By clause after the unfolding.
    origins: Vec<Origin>,
}

/// The way back.
#[derive(Clone, Debug)]
pub(super) struct Inlined {
    unfoldings: Vec<Unfolding>,
}

/// The system without some predicates; `None` if there are none to be unfolded.
pub(super) fn inline(horn: &Horn, budget: &Budget) -> Option<(Horn, Inlined)> {
    let mut terms = horn.terms().clone();
    let mut clauses = horn.clauses().to_vec();
    let mut unfoldings = Vec::new();
    for predicate in horn.predicate_ids() {
        if budget.poll().is_err() || unfoldings.len() == MOST_PREDICATES {
            break;
        }
        if let Some((after, origins)) = unfold(&mut terms, &clauses, predicate) {
            let before = std::mem::replace(&mut clauses, after);
            unfoldings.push(Unfolding { predicate, before, origins });
        }
    }
    if unfoldings.is_empty() {
        return None;
    }
    Some((horn.with_clauses(terms, clauses), Inlined { unfoldings }))
}

/// Unfolds a predicate, if it is worth it.
fn unfold(
    terms: &mut Terms,
    clauses: &[Clause],
    predicate: PredicateId,
) -> Option<(Vec<Clause>, Vec<Origin>)> {
    let derives = |clause: &Clause| clause.head.as_ref().map_or(false, |head| head.predicate == predicate);
    let uses = |clause: &Clause| clause.body.iter().filter(|atom| atom.predicate == predicate).count();
    let inner: Vec<usize> = (0..clauses.len()).filter(|&i| derives(&clauses[i])).collect();
    let outer: Vec<usize> = (0..clauses.len()).filter(|&i| uses(&clauses[i]) > 0).collect();
    let is_simple = outer.iter().all(|&i| uses(&clauses[i]) == 1 && !derives(&clauses[i]));
    let fits = |&o: &usize| {
        inner.iter().all(|&i| {
            let (inner, outer) = (&clauses[i], &clauses[o]);
            let longest = MOST_ATOMS.max(inner.body.len()).max(outer.body.len());
            inner.body.len() + outer.body.len() - 1 <= longest
                && inner.variables.len() + outer.variables.len() <= MOST_VARIABLES
        })
    };
    let is_smaller = inner.len() * outer.len() <= inner.len() + outer.len();
    if inner.is_empty() || outer.is_empty() || !is_simple || !is_smaller || !outer.iter().all(fits) {
        return None;
    }
    let mut after = Vec::new();
    let mut origins = Vec::new();
    for (o, clause) in clauses.iter().enumerate() {
        if derives(clause) {
            continue;
        }
        match clause.body.iter().position(|atom| atom.predicate == predicate) {
            None => {
                after.push(clause.clone());
                origins.push(Origin::Kept(o));
            }
            Some(at) => {
                for &i in &inner {
                    after.push(unfolded(terms, clause, at, &clauses[i]));
                    origins.push(Origin::Unfolded { outer: o, at, inner: i });
                }
            }
        }
    }
    Some((after, origins))
}

/// A clause with an atom of its body replaced by the body of a clause that derives it.
fn unfolded(terms: &mut Terms, outer: &Clause, at: usize, inner: &Clause) -> Clause {
    let (copies, mut renaming) = fresh(terms, &inner.variables);
    let mut parts = vec![outer.constraint, renaming.apply(terms, inner.constraint)];
    let heads = inner.head.iter().flat_map(|head| &head.arguments);
    for (&argument, &head) in outer.body[at].arguments.iter().zip(heads) {
        let head = renaming.apply(terms, head);
        parts.push(terms.eq(argument, head));
    }
    let mut body = outer.body[..at].to_vec();
    for atom in &inner.body {
        let arguments = atom.arguments.iter().map(|&t| renaming.apply(terms, t)).collect();
        body.push(Atom { predicate: atom.predicate, arguments });
    }
    body.extend_from_slice(&outer.body[at + 1..]);
    let variables = [&outer.variables[..], &copies].concat();
    Clause { variables, body, constraint: terms.and(&parts), head: outer.head.clone() }
}

/// New constants of the same names.
pub(super) fn fresh(terms: &mut Terms, variables: &[TermId]) -> (Vec<TermId>, Substitution) {
    let mut renaming = Substitution::new();
    let mut copies = Vec::with_capacity(variables.len());
    for &variable in variables {
        let name = match terms.op(variable) {
            Op::Symbol(symbol) => terms.name(symbol).to_string(),
            _ => String::new(),
        };
        let copy = terms.declare(&name, terms.sort(variable));
        renaming.insert(variable, copy);
        copies.push(copy);
    }
    (copies, renaming)
}

impl Inlined {
    /// Interprets the predicates that were unfolded. `None` if an interpolant is not found.
    pub fn interpretation(&self, before: &Horn, found: &mut Interpretation, budget: &Budget) -> Option<()> {
        for unfolding in self.unfoldings.iter().rev() {
            let formula = unfolding.formula(before, found, budget)?;
            found.formulas[unfolding.predicate.index()] = formula;
        }
        Some(())
    }

    /// The refutation with the uses of unfolded predicates as steps of their own.
    pub fn refutation(&self, mut refutation: Refutation) -> Option<Refutation> {
        for unfolding in self.unfoldings.iter().rev() {
            refutation = unfolding.refutation(refutation)?;
        }
        Some(refutation)
    }
}

impl Unfolding {
    /// A formula over the arguments of the predicate. The clauses that derive the predicate imply it, and it makes the
    /// uses of the predicate true.
    fn formula(&self, horn: &Horn, found: &mut Interpretation, budget: &Budget) -> Option<TermId> {
        let places = &horn.predicate(self.predicate).places;
        let mut derivations = Vec::new();
        let mut uses = Vec::new();
        let mut is_exact = true;
        for clause in &self.before {
            if let Some(head) = clause.head.as_ref().filter(|head| head.predicate == self.predicate) {
                let body = self.conditions(horn, found, clause);
                let terms = &mut found.terms;
                let mut parts = vec![body];
                parts.extend(places.iter().zip(&head.arguments).map(|(&p, &t)| terms.eq(p, t)));
                let whole = terms.and(&parts);
                let definitions = Definitions::of(terms, whole, &[], &clause.variables);
                let is_variable: HashSet<TermId> = clause.variables.iter().copied().collect();
                let left = terms.symbols_in(&[definitions.rest]).into_iter();
                is_exact &= !left.map(|s| terms.symbol_term(s)).any(|t| is_variable.contains(&t));
                derivations.push(definitions.rest);
            }
            if let Some(atom) = clause.body.iter().find(|atom| atom.predicate == self.predicate) {
                let mut parts = vec![self.conditions(horn, found, clause)];
                if let Some(head) = &clause.head {
                    let head = found.apply(horn, head);
                    parts.push(found.terms.not(head));
                }
                let terms = &mut found.terms;
                let (_, mut renaming) = fresh(terms, &clause.variables);
                parts.extend(places.iter().zip(&atom.arguments).map(|(&p, &t)| terms.eq(p, t)));
                let whole = terms.and(&parts);
                uses.push(renaming.apply(terms, whole));
            }
        }
        let terms = &mut found.terms;
        let derivations = terms.or(&derivations);
        if is_exact {
            return Some(derivations);
        }
        let uses = terms.or(&uses);
        let between =
            interpolants(terms, &[derivations, uses], &InterpolationOptions::default(), budget).ok()?;
        between.first().copied()
    }

    /// The constraint of a clause and the interpretation of its body, without the predicate itself.
    fn conditions(&self, horn: &Horn, found: &mut Interpretation, clause: &Clause) -> TermId {
        let mut parts = vec![clause.constraint];
        for atom in clause.body.iter().filter(|atom| atom.predicate != self.predicate) {
            parts.push(found.apply(horn, atom));
        }
        found.terms.and(&parts)
    }

    fn refutation(&self, refutation: Refutation) -> Option<Refutation> {
        let mut steps: Vec<Derivation> = Vec::new();
        // By step of the refutation so far: the step that derives the same fact.
        let mut places: Vec<usize> = Vec::new();
        for Derivation { clause, values, premises } in refutation.steps {
            let mut premises =
                premises.iter().map(|&p| places.get(p).copied()).collect::<Option<Vec<usize>>>()?;
            let mut own: Vec<Value> = values;
            let clause = match *self.origins.get(clause.index())? {
                Origin::Kept(clause) => clause,
                Origin::Unfolded { outer, at, inner } => {
                    let (use_of, derivation) = (self.before.get(outer)?, self.before.get(inner)?);
                    let end = at + derivation.body.len();
                    if own.len() != use_of.variables.len() + derivation.variables.len()
                        || premises.len() < end
                    {
                        return None;
                    }
                    let values = own.split_off(use_of.variables.len());
                    let inner_premises = premises.splice(at..end, [steps.len()]).collect();
                    steps.push(Derivation { clause: ClauseId::new(inner), values, premises: inner_premises });
                    outer
                }
            };
            places.push(steps.len());
            steps.push(Derivation { clause: ClauseId::new(clause), values: own, premises });
        }
        Some(Refutation { steps })
    }
}
