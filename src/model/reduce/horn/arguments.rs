//! Arguments of predicates that no clause looks at, and arguments that are constant.
//!
//! An argument of a predicate is *used* if some body has a term other than a variable there, or a variable that also
//! occurs elsewhere: in the constraint, in another argument of the body, inside a term of the head, or as a used
//! argument of the head. The used arguments are the least set with this property; the others vanish.
//!
//! An argument is *constant* if each clause derives the same constant there. If a clause hands on a constant argument
//! of its body, it derives that constant. The constant arguments are the greatest set with this property. Where such an
//! argument stood in a body, the constraint demands that its term equals the constant.
//!
//! A clause whose body has a predicate from which nothing can be derived does not count for the constants. A model of
//! the shorter system may make that predicate true all the same, so on the way back it becomes false.

use crate::base::{Budget, HashMap, HashSet};
use crate::model::horn::{Atom, Clause, Derivation, Fact, Horn, Interpretation, Refutation};
use crate::solver::term::{Model, Op, Sort, Substitution, TermId, Terms, Value};

/// The fate of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Stays,
    Unused,
    Constant(TermId),
}

/// The way back.
#[derive(Clone, Debug)]
pub(super) struct Arguments {
    /// By predicate and argument.
    fates: Vec<Vec<Fate>>,
    /// By predicate: no clause derives it.
    idle: Vec<bool>,
}

/// The system without such arguments; `None` if there are none, or the budget ends first.
pub(super) fn arguments(horn: &Horn, budget: &Budget) -> Option<(Horn, Arguments)> {
    let used = used(horn, budget)?;
    let constants = constants(horn, budget)?;
    let fates: Vec<Vec<Fate>> = (used.iter().zip(&constants))
        .map(|(used, constants)| {
            let fate = |(&used, &constant): (&bool, &Known)| match (used, constant) {
                (_, Known::Constant(t)) => Fate::Constant(t),
                (false, _) => Fate::Unused,
                (true, _) => Fate::Stays,
            };
            used.iter().zip(constants).map(fate).collect()
        })
        .collect();
    if fates.iter().flatten().all(|&fate| fate == Fate::Stays) {
        return None;
    }
    let mut after = Horn::new(horn.terms().clone());
    for (predicate, fates) in horn.predicates().iter().zip(&fates) {
        let stays = predicate.places.iter().zip(fates).filter(|(_, &fate)| fate == Fate::Stays);
        let sorts: Vec<Sort> = stays.map(|(&place, _)| horn.terms().sort(place)).collect();
        after.declare(&predicate.name, &sorts);
    }
    let shorter = |atom: &Atom| {
        let stays = atom.arguments.iter().zip(&fates[atom.predicate.index()]);
        let arguments = stays.filter(|(_, &fate)| fate == Fate::Stays).map(|(&t, _)| t).collect();
        Atom { predicate: atom.predicate, arguments }
    };
    for clause in horn.clauses() {
        let mut parts = vec![clause.constraint];
        for atom in &clause.body {
            for (&argument, &fate) in atom.arguments.iter().zip(&fates[atom.predicate.index()]) {
                if let Fate::Constant(constant) = fate {
                    parts.push(after.terms_mut().eq(argument, constant));
                }
            }
        }
        let constraint = after.terms_mut().and(&parts);
        after.add(Clause {
            variables: clause.variables.clone(),
            body: clause.body.iter().map(shorter).collect(),
            constraint,
            head: clause.head.as_ref().map(shorter),
        });
    }
    let idle = constants.iter().map(|known| known.contains(&Known::Nothing)).collect();
    Some((after, Arguments { fates, idle }))
}

/// The arguments that some clause looks at.
fn used(horn: &Horn, budget: &Budget) -> Option<Vec<Vec<bool>>> {
    let mut used: Vec<Vec<bool>> = horn.predicates().iter().map(|p| vec![false; p.places.len()]).collect();
    // By clause: how often a variable occurs outside the head's plain variables.
    let occurrences: Vec<HashMap<TermId, u32>> =
        horn.clauses().iter().map(|c| occurrences(horn, c)).collect();
    let mut changed = true;
    while changed {
        budget.poll().ok()?;
        changed = false;
        for (clause, occurrences) in horn.clauses().iter().zip(&occurrences) {
            let mut handed_on: HashSet<TermId> = HashSet::default();
            if let Some(head) = &clause.head {
                let places = head.arguments.iter().zip(&used[head.predicate.index()]);
                handed_on.extend(places.filter(|(_, &used)| used).map(|(&t, _)| t));
            }
            for atom in &clause.body {
                for (place, &argument) in atom.arguments.iter().enumerate() {
                    let looked_at =
                        occurrences.get(&argument).map_or(true, |&n| n > 1) || handed_on.contains(&argument);
                    if looked_at && !std::mem::replace(&mut used[atom.predicate.index()][place], true) {
                        changed = true;
                    }
                }
            }
        }
    }
    Some(used)
}

/// How often each variable of a clause occurs as an argument of the body, in other terms of it, in the constraint, or
/// in terms of the head that are no plain variables. Each of the latter three counts twice.
fn occurrences(horn: &Horn, clause: &Clause) -> HashMap<TermId, u32> {
    let terms = horn.terms();
    let mut count: HashMap<TermId, u32> = clause.variables.iter().map(|&v| (v, 0)).collect();
    let mut roots = vec![clause.constraint];
    for &argument in clause.body.iter().flat_map(|atom| &atom.arguments) {
        match count.get_mut(&argument) {
            Some(count) => *count += 1,
            None => roots.push(argument),
        }
    }
    let is_plain = |t: &&TermId| count.contains_key(*t);
    roots.extend(clause.head.iter().flat_map(|atom| &atom.arguments).filter(|t| !is_plain(t)));
    for symbol in terms.symbols_in(&roots) {
        if let Some(count) = count.get_mut(&terms.symbol_term(symbol)) {
            *count += 2;
        }
    }
    count
}

/// The knowledge about the values of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// No clause derives anything.
    Nothing,
    Constant(TermId),
    Anything,
}

/// The arguments that are the same constant in all derivations.
fn constants(horn: &Horn, budget: &Budget) -> Option<Vec<Vec<Known>>> {
    let terms = horn.terms();
    let mut known: Vec<Vec<Known>> =
        horn.predicates().iter().map(|p| vec![Known::Nothing; p.places.len()]).collect();
    let mut changed = true;
    while changed {
        budget.poll().ok()?;
        changed = false;
        for clause in horn.clauses() {
            let head = match &clause.head {
                Some(head) => head,
                None => continue,
            };
            // A body whose predicate has no derivation yet derives nothing.
            let idle = |atom: &Atom| known[atom.predicate.index()].contains(&Known::Nothing);
            if clause.body.iter().any(idle) {
                continue;
            }
            for (place, &argument) in head.arguments.iter().enumerate() {
                let handed_on = clause.body.iter().find_map(|atom| {
                    let at = atom.arguments.iter().position(|&t| t == argument)?;
                    match known[atom.predicate.index()][at] {
                        Known::Constant(constant) => Some(constant),
                        _ => None,
                    }
                });
                let new = if is_constant(terms, argument) { Some(argument) } else { handed_on };
                let old = &mut known[head.predicate.index()][place];
                let joined = match (*old, new) {
                    (Known::Nothing, Some(constant)) => Known::Constant(constant),
                    (Known::Constant(before), Some(constant)) if before == constant => *old,
                    _ => Known::Anything,
                };
                changed |= *old != joined;
                *old = joined;
            }
        }
    }
    Some(known)
}

fn is_constant(terms: &Terms, t: TermId) -> bool {
    t == Terms::TRUE || t == Terms::FALSE || matches!(terms.op(t), Op::Numeral(_) | Op::Bits(_))
}

impl Arguments {
    /// The interpretation over the arguments before the pass.
    pub fn interpretation(&self, before: &Horn, after: &Horn, found: &mut Interpretation) {
        let places = before.predicates().iter().zip(after.predicates()).zip(&self.fates).zip(&self.idle);
        for ((((old, new), fates), &is_idle), formula) in places.zip(&mut found.formulas) {
            if is_idle {
                *formula = Terms::FALSE;
                continue;
            }
            let mut substitution = Substitution::new();
            let mut new = new.places.iter();
            let mut constants = Vec::new();
            for (&place, &fate) in old.places.iter().zip(fates) {
                match fate {
                    Fate::Stays => {
                        if let Some(&new) = new.next() {
                            substitution.insert(new, place);
                        }
                    }
                    Fate::Unused => {}
                    Fate::Constant(constant) => constants.push(found.terms.eq(place, constant)),
                }
            }
            constants.push(substitution.apply(&mut found.terms, *formula));
            *formula = found.terms.and(&constants);
        }
    }

    /// The refutation with values for the variables that stood as unused arguments. The values are those of the facts
    /// on which the refutation rests.
    pub fn refutation(&self, before: &Horn, refutation: Refutation) -> Option<Refutation> {
        let terms = before.terms();
        let mut facts: Vec<Option<Fact>> = Vec::new();
        let mut steps = Vec::with_capacity(refutation.steps.len());
        for Derivation { clause: id, mut values, premises } in refutation.steps {
            let clause = before.clauses().get(id.index())?;
            if values.len() != clause.variables.len() {
                return None;
            }
            for (atom, &premise) in clause.body.iter().zip(&premises) {
                let fact = facts.get(premise)?.as_ref()?;
                let fates = &self.fates[atom.predicate.index()];
                for ((argument, fate), value) in atom.arguments.iter().zip(fates).zip(&fact.arguments) {
                    if *fate == Fate::Unused {
                        let at = clause.variables.iter().position(|v| v == argument)?;
                        values[at] = value.clone();
                    }
                }
            }
            let mut model = Model::new();
            model.set_all(terms, clause.variables.iter().copied(), &values);
            facts.push(clause.head.as_ref().map(|head| {
                let arguments: Vec<Value> = model.evaluate_all(terms, &head.arguments);
                Fact { predicate: head.predicate, arguments }
            }));
            steps.push(Derivation { clause: id, values, premises });
        }
        Some(Refutation { steps })
    }
}
