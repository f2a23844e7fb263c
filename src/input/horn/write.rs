//! Clauses as text.

use crate::base::HashSet;
use crate::input::smtlib::{distinct_names, rename};
use crate::model::horn::{Atom, Clause, Horn};
use crate::solver::term::{quoted, Op, TermId, Terms, SCRIPT_PREFIX};
use std::fmt::Write;

/// Writes a system as a script that asks whether it has a model: an assertion for each clause.
///
/// The script has the form that the competition CHC-COMP asks for. The arguments of a head are distinct variables, with
/// equations in the body where the clause has something else. There is one query: several become clauses of a further
/// predicate, `unsafe`, and the query is about that one. Names that a script cannot declare are replaced.
///
/// ```
/// use indubit::input::horn;
/// use indubit::model::encode::horn::of_system;
/// use indubit::model::system::System;
/// use indubit::solver::term::Sort;
///
/// let mut system = System::default();
/// let x = system.declare_state("x", Sort::Int);
/// let i = system.declare_input("i", Sort::Int);
/// let terms = system.terms_mut();
/// let (zero, sum) = (terms.int(0), terms.add(&[x.current, i]));
/// let (init, trans) = (terms.eq(x.current, zero), terms.eq(x.next, sum));
/// let (constraint, bad) = (terms.ge(i, zero), terms.lt(x.current, zero));
/// system.set_init(init);
/// system.set_trans(trans);
/// system.add_constraint(constraint);
/// system.add_property("", bad);
/// assert_eq!(
///     horn::write(&of_system(&system).horn),
///     "(set-logic HORN)
/// (declare-fun reachable (Int) Bool)
/// (assert (forall ((x Int)) (=> (= x 0) (reachable x))))
/// (assert (forall ((x Int) (x.next Int) (i Int)) \
/// (=> (and (reachable x) (= (+ x (* (- 1) x.next) i) 0) (> i (- 1))) (reachable x.next))))
/// (assert (forall ((x Int) (i Int)) (=> (and (reachable x) (> i (- 1)) (<= x (- 1))) false)))
/// (check-sat)
/// (exit)
/// "
/// );
/// ```
pub fn write(horn: &Horn) -> String {
    let mut wanted: Vec<&str> = horn.predicates().iter().map(|p| p.name.as_str()).collect();
    let queries = horn.clauses().iter().filter(|clause| clause.head.is_none()).count();
    wanted.push("unsafe");
    let mut names = distinct_names(&wanted);
    let end = names.pop().map(|name| quoted(&name)).filter(|_| queries > 1);
    let mut out = String::from("(set-logic HORN)\n");
    out.push_str(&horn.sort_declarations());
    for (predicate, name) in horn.predicates().iter().zip(&names) {
        let sort = |&t: &TermId| horn.terms().sort_text(horn.terms().sort(t));
        let sorts: Vec<String> = predicate.places.iter().map(sort).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "(declare-fun {} ({}) Bool)", quoted(name), sorts.join(" "));
    }
    if let Some(end) = &end {
        let _ = writeln!(out, "(declare-fun {} () Bool)", end);
    }
    let mut terms = horn.terms().clone();
    for clause in horn.clauses() {
        let clause = horn.as_written(&mut terms, clause);
        let clause = with_distinct_head(&mut terms, &clause);
        out += &text(&mut terms, &names, &clause, end.as_deref().unwrap_or("false"));
    }
    if let Some(end) = end {
        let _ = writeln!(out, "(assert (=> {} false))", end);
    }
    out.push_str("(check-sat)\n(exit)\n");
    out
}

/// The clause with distinct variables as the arguments of its head.
fn with_distinct_head(terms: &mut Terms, clause: &Clause) -> Clause {
    let mut clause = clause.clone();
    let mut parts = vec![clause.constraint];
    let mut seen: HashSet<TermId> = HashSet::default();
    for argument in clause.head.iter_mut().flat_map(|head| &mut head.arguments) {
        let is_variable = matches!(terms.op(*argument), Op::Symbol(_));
        if !is_variable || !seen.insert(*argument) {
            let variable = terms.declare("result", terms.sort(*argument));
            parts.push(terms.eq(variable, *argument));
            clause.variables.push(variable);
            *argument = variable;
        }
    }
    clause.constraint = terms.and(&parts);
    clause
}

/// A clause as an assertion. Its variables get names that no predicate has.
fn text(terms: &mut Terms, predicates: &[String], clause: &Clause, end: &str) -> String {
    let given = |&t: &TermId| match terms.op(t) {
        Op::Symbol(symbol) => terms.name(symbol),
        _ => "",
    };
    let atoms = || clause.body.iter().chain(&clause.head);
    let mut wanted: Vec<&str> = Vec::new();
    wanted.extend(atoms().map(|atom| predicates[atom.predicate.index()].as_str()));
    wanted.sort_unstable();
    wanted.dedup();
    let count = wanted.len();
    wanted.extend(clause.variables.iter().map(given));
    let names = distinct_names(&wanted).split_off(count);
    let mut formulas = vec![clause.constraint];
    formulas.extend(atoms().flat_map(|atom| &atom.arguments));
    rename(terms, &clause.variables, &names, &mut formulas);

    let mut arguments = formulas[1..].iter();
    let mut applied = |atom: &Atom| {
        let arguments = arguments.by_ref().take(atom.arguments.len());
        application(terms, &predicates[atom.predicate.index()], arguments)
    };
    let mut body: Vec<String> = clause.body.iter().map(&mut applied).collect();
    let head = clause.head.as_ref().map_or_else(|| end.to_string(), &mut applied);
    if formulas[0] != Terms::TRUE {
        let constraint = terms.text_with(formulas[0], SCRIPT_PREFIX);
        // The parts of a conjunction stand beside the atoms.
        let parts = constraint.strip_prefix("(and ").and_then(|parts| parts.strip_suffix(')'));
        body.push(parts.filter(|_| !body.is_empty()).map(str::to_string).unwrap_or(constraint));
    }
    let body = match &body[..] {
        [] => "true".to_string(),
        [one] => one.clone(),
        all => format!("(and {})", all.join(" ")),
    };
    let variables = clause.variables.iter().zip(&names);
    let bound: Vec<String> = variables
        .map(|(&t, name)| format!("({} {})", quoted(name), terms.sort_text(terms.sort(t))))
        .collect();
    match bound[..] {
        [] => format!("(assert (=> {} {}))\n", body, head),
        _ => format!("(assert (forall ({}) (=> {} {})))\n", bound.join(" "), body, head),
    }
}

/// A predicate of this name applied to terms, as scripts have it.
pub(crate) fn application<'a>(
    terms: &Terms,
    name: &str,
    arguments: impl Iterator<Item = &'a TermId>,
) -> String {
    let texts: Vec<String> = arguments.map(|&t| terms.text_with(t, SCRIPT_PREFIX)).collect();
    match texts[..] {
        [] => quoted(name),
        _ => format!("({} {})", quoted(name), texts.join(" ")),
    }
}
