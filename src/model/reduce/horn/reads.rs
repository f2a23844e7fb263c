//! Arrays that a clause only reads, as the elements that it reads.
//!
//! Where no predicate of a clause has an array, its arrays matter only by what is read of them. A read of a write is
//! the written element or a read of the array before; a read of a constant array is its element. The reads that are
//! left are those of variables, and each of them becomes a variable of its own. Reads of one array at equal indices are
//! equal, which the constraint says for each pair of them (W. Ackermann, "Solvable cases of the decision problem",
//! 1954).
//!
//! ```text
//! P(n, a[j]) ∧ P(n, a[n]) → Q(store(a, n, 0)[j]) becomes
//! P(n, x) ∧ P(n, y) ∧ (j = n ⇒ x = y) → Q(ite(j = n, 0, x))
//! ```
//!
//! Arrays that are compared stay, unless the comparison can help only by its failure: `a ≠ b` is then a read of both at
//! the index `array-diff(a, b)`, which becomes a variable.
//!
//! # Invariants
//!
//! - A clause has instances after just if it has them before: the variables that are reads are the elements of an
//!   array, which has some value elsewhere.
//!
//! # Left out
//!
//! Clauses with arrays of arrays, arrays as arguments of predicates, equalities that have to hold, and more than
//! [`MOST_READS`] reads of one array.

use crate::base::{Budget, HashMap, HashSet};
use crate::model::horn::{Atom, Clause, Derivation, Horn, Refutation};
use crate::solver::term::{Model, Op, Sort, TermId, Terms, Value};

/// Reads of one array: the pairs of them are that many squared.
const MOST_READS: usize = 24;
/// Writes, choices and variables that the reads of one clause pass.
const MOST_STEPS: usize = 10_000;

/// The way back: by clause, the variables before, each with its values after.
#[derive(Clone, Debug)]
pub(super) struct Reads {
    clauses: Vec<Vec<Origin>>,
}

/// The value of a variable before.
#[derive(Clone, Debug)]
enum Origin {
    /// That of the variable itself.
    Same(TermId),
    /// An array with these elements: indices and elements, over the variables after.
    Elements(Sort, Vec<(TermId, TermId)>),
}

/// The system without such arrays; `None` if there are none, or the budget ends first.
pub(super) fn reads(horn: &Horn, budget: &Budget) -> Option<(Horn, Reads)> {
    let mut terms = horn.terms().clone();
    let (mut clauses, mut origins, mut found) = (Vec::new(), Vec::new(), false);
    for clause in horn.clauses() {
        budget.poll().ok()?;
        match without_arrays(&mut terms, clause) {
            Some((image, origin)) => {
                clauses.push(image);
                origins.push(origin);
                found = true;
            }
            None => {
                origins.push(clause.variables.iter().map(|&v| Origin::Same(v)).collect());
                clauses.push(clause.clone());
            }
        }
    }
    found.then(|| (horn.with_clauses(terms, clauses), Reads { clauses: origins }))
}

fn is_array(terms: &Terms, t: TermId) -> bool {
    matches!(terms.sort(t), Sort::Array(_))
}

/// The clause without arrays; `None` if it has none, or they cannot go.
fn without_arrays(terms: &mut Terms, clause: &Clause) -> Option<(Clause, Vec<Origin>)> {
    if !clause.variables.iter().any(|&v| is_array(terms, v)) {
        return None;
    }
    let atoms = || clause.body.iter().chain(&clause.head);
    if atoms().any(|atom| atom.arguments.iter().any(|&t| is_array(terms, t))) {
        return None;
    }
    let mut roots = vec![clause.constraint];
    roots.extend(atoms().flat_map(|atom| &atom.arguments));
    let all = terms.subterms(&roots);
    let positive = asserted(terms, &roots);
    let is_flat = |t: TermId| match terms.array_parts(terms.sort(t)) {
        Some((index, element)) => ![index, element].iter().any(|sort| matches!(sort, Sort::Array(_))),
        None => true,
    };
    let goes = |&t: &TermId| match (terms.op(t), terms.args(t)) {
        (Op::Eq, &[a, _]) if is_array(terms, a) => !positive.contains(&t),
        (Op::Symbol(_) | Op::Select | Op::Store | Op::ConstArray | Op::Ite | Op::Difference, _) => true,
        _ => !is_array(terms, t) && !terms.args(t).iter().any(|&a| is_array(terms, a)),
    };
    if !all.iter().all(|t| is_flat(*t) && goes(t)) {
        return None;
    }
    let mut reading = Reading::default();
    let (differences, others): (Vec<TermId>, Vec<TermId>) =
        all.into_iter().partition(|&t| terms.op(t) == Op::Difference);
    for t in differences.into_iter().chain(others) {
        reading.term(terms, t)?;
    }
    let Reading { built, known, differences, .. } = reading;
    let mut variables: Vec<TermId> =
        clause.variables.iter().copied().filter(|&v| !is_array(terms, v)).collect();
    let mut parts = vec![built[&clause.constraint]];
    for (_, list) in &known {
        for (at, &(index, element)) in list.iter().enumerate() {
            variables.push(element);
            for &(other, same) in &list[..at] {
                let (are_one, are_same) = (terms.eq(index, other), terms.eq(element, same));
                parts.push(terms.implies(are_one, are_same));
            }
        }
    }
    variables.extend(differences);
    let constraint = terms.and(&parts);
    let map = |atom: &Atom| {
        let arguments = atom.arguments.iter().map(|t| built[t]).collect();
        Atom { predicate: atom.predicate, arguments }
    };
    let origin = |&v: &TermId| match is_array(terms, v) {
        true => {
            let list = known.iter().find(|(array, _)| *array == v).map(|(_, list)| list.clone());
            Origin::Elements(terms.sort(v), list.unwrap_or_default())
        }
        false => Origin::Same(v),
    };
    let origins = clause.variables.iter().map(origin).collect();
    let body = clause.body.iter().map(map).collect();
    let head = clause.head.as_ref().map(map);
    Some((Clause { variables, body, constraint, head }, origins))
}

/// The formulas below these terms whose truth may be asked for; below arguments that are no formulas both are.
fn asserted(terms: &Terms, roots: &[TermId]) -> HashSet<TermId> {
    let mut seen: HashSet<(TermId, bool)> = HashSet::default();
    let mut open: Vec<(TermId, bool)> = roots[1..].iter().flat_map(|&t| [(t, true), (t, false)]).collect();
    open.push((roots[0], true));
    while let Some((t, polarity)) = open.pop() {
        if !seen.insert((t, polarity)) {
            continue;
        }
        match terms.op(t) {
            Op::Not => open.push((terms.arg(t, 0), !polarity)),
            Op::And => open.extend(terms.args(t).iter().map(|&a| (a, polarity))),
            _ => open.extend(terms.args(t).iter().flat_map(|&a| [(a, true), (a, false)])),
        }
    }
    seen.into_iter().filter(|&(_, polarity)| polarity).map(|(t, _)| t).collect()
}

/// The terms of one clause without reads of arrays.
#[derive(Default)]
struct Reading {
    /// Terms that are no arrays.
    built: HashMap<TermId, TermId>,
    /// Elements by array and index after.
    names: HashMap<(TermId, TermId), TermId>,
    /// By array, in the order of the first reads: the indices with the elements.
    known: Vec<(TermId, Vec<(TermId, TermId)>)>,
    /// Indices at which arrays differ.
    differences: Vec<TermId>,
    steps: usize,
}

impl Reading {
    fn term(&mut self, terms: &mut Terms, t: TermId) -> Option<()> {
        if is_array(terms, t) {
            return Some(());
        }
        let args = terms.args(t).to_vec();
        let new = match (terms.op(t), &args[..]) {
            (Op::Select, &[array, index]) => self.read(terms, array, self.built[&index])?,
            (Op::Difference, _) => self.difference(terms, t),
            (Op::Eq, &[a, b]) if is_array(terms, a) => {
                let index = terms.difference(a, b);
                let index = match self.built.get(&index) {
                    Some(&known) => known,
                    None => self.difference(terms, index),
                };
                let (left, right) = (self.read(terms, a, index)?, self.read(terms, b, index)?);
                terms.eq(left, right)
            }
            (op, args) => {
                let args: Vec<TermId> = args.iter().map(|a| self.built[a]).collect();
                match args[..] == terms.args(t)[..] {
                    true => t,
                    false => terms.apply(op, terms.sort(t), &args),
                }
            }
        };
        self.built.insert(t, new);
        Some(())
    }

    /// A variable for the index at which two arrays differ.
    fn difference(&mut self, terms: &mut Terms, index: TermId) -> TermId {
        let name = terms.declare("difference", terms.sort(index));
        self.differences.push(name);
        self.built.insert(index, name);
        name
    }

    /// The element at an index, which is a term after. `None` if an array has too many reads.
    fn read(&mut self, terms: &mut Terms, array: TermId, index: TermId) -> Option<TermId> {
        // Arrays below this one, each behind those that it is made of.
        let mut elements: HashMap<TermId, TermId> = HashMap::default();
        let mut below = terms.subterms(&[array]);
        below.retain(|&t| is_array(terms, t));
        for t in below {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return None;
            }
            let args = terms.args(t).to_vec();
            let element = match (terms.op(t), &args[..]) {
                (Op::Store, &[before, at, written]) => {
                    let is_here = terms.eq(index, self.built[&at]);
                    terms.ite(is_here, self.built[&written], elements[&before])
                }
                (Op::ConstArray, &[element]) => self.built[&element],
                (Op::Ite, &[condition, yes, no]) => {
                    terms.ite(self.built[&condition], elements[&yes], elements[&no])
                }
                (_, _) => self.element(terms, t, index)?,
            };
            elements.insert(t, element);
        }
        elements.get(&array).copied()
    }

    fn element(&mut self, terms: &mut Terms, array: TermId, index: TermId) -> Option<TermId> {
        if let Some(&known) = self.names.get(&(array, index)) {
            return Some(known);
        }
        let place = match self.known.iter().position(|(known, _)| *known == array) {
            Some(place) => place,
            None => {
                self.known.push((array, Vec::new()));
                self.known.len() - 1
            }
        };
        if self.known[place].1.len() == MOST_READS {
            return None;
        }
        let (_, sort) = terms.array_parts(terms.sort(array))?;
        let name = format!("{}.{}", terms.text(array), self.known[place].1.len());
        let element = terms.declare(&name, sort);
        self.known[place].1.push((index, element));
        self.names.insert((array, index), element);
        Some(element)
    }
}

impl Reads {
    /// The refutation with arrays of the elements that were read.
    pub fn refutation(&self, after: &Horn, mut refutation: Refutation) -> Option<Refutation> {
        let terms = after.terms();
        for Derivation { clause, values, .. } in &mut refutation.steps {
            let variables = &after.clauses().get(clause.index())?.variables;
            if values.len() != variables.len() {
                return None;
            }
            let mut model = Model::new();
            model.set_all(terms, variables.iter().copied(), values);
            let value = |origin: &Origin| match origin {
                Origin::Same(variable) => model.evaluate(terms, *variable),
                Origin::Elements(sort, list) => {
                    let (_, element) = terms.array_parts(*sort).expect("an array");
                    let entries: Vec<(Value, Value)> = (list.iter())
                        .map(|&(i, e)| (model.evaluate(terms, i), model.evaluate(terms, e)))
                        .collect();
                    terms.array_value(*sort, terms.default_value(element), entries)
                }
            };
            *values = self.clauses[clause.index()].iter().map(value).collect();
        }
        Some(refutation)
    }
}
