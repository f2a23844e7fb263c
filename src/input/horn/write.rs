//! A system as Horn clauses.

use crate::input::smtlib::{distinct_names, rename};
use crate::model::system::System;
use crate::solver::term::{quoted, TermId, Terms, SCRIPT_PREFIX};
use std::fmt::Write;

/// Writes a system as a script of three clauses over one predicate, which stands for the reachable states.
///
/// The first states are reachable, the step from a reachable state that satisfies the constraint leads to a reachable
/// one, and no such state is bad. The script is satisfiable just if all properties of the system hold: the format knows
/// one query, so the bad states of all properties are taken together. Names that a script cannot declare are replaced.
///
/// ```
/// use indubit::input::horn;
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
///     horn::write(&system),
///     "(set-logic HORN)
/// (declare-fun reachable (Int) Bool)
/// (assert (forall ((x Int)) (=> (= x 0) (reachable x))))
/// (assert (forall ((x Int) (x.next Int) (i Int)) \
/// (=> (and (reachable x) (> i (- 1)) (= (+ x (* (- 1) x.next) i) 0)) (reachable x.next))))
/// (assert (forall ((x Int) (i Int)) (=> (and (reachable x) (> i (- 1)) (<= x (- 1))) false)))
/// (check-sat)
/// (exit)
/// "
/// );
/// ```
pub fn write(system: &System) -> String {
    let mut terms = system.terms().clone();
    let currents = system.states().iter().map(|s| s.current);
    let nexts = system.states().iter().map(|s| s.next);
    let variables: Vec<TermId> = currents.chain(nexts).chain(system.inputs().iter().copied()).collect();
    let mut wanted: Vec<&str> = variables.iter().map(|&t| system.name(t)).collect();
    wanted.push("reachable");
    let mut names = distinct_names(&wanted);
    let predicate = names.pop().unwrap_or_default();
    let bads: Vec<TermId> = system.properties().iter().map(|p| p.bad).collect();
    let bad = terms.or(&bads);
    let mut formulas = [system.init(), system.trans(), system.constraint(), bad];
    rename(&mut terms, &variables, &names, &mut formulas);

    let sorts = variables.iter().map(|&t| terms.sort(t).to_string());
    let names = names.iter().map(|name| quoted(name)).zip(sorts).collect();
    let clauses = Clauses { terms: &terms, names, states: system.states().len(), predicate };
    clauses.write(formulas)
}

/// A variable with its sort.
type Variable = (String, String);

struct Clauses<'a> {
    terms: &'a Terms,
    /// Current values, next values, inputs.
    names: Vec<Variable>,
    /// The number of state variables.
    states: usize,
    predicate: String,
}

impl Clauses<'_> {
    fn write(&self, [init, trans, constraint, bad]: [TermId; 4]) -> String {
        let (currents, others) = self.names.split_at(self.states);
        let (nexts, inputs) = others.split_at(self.states);
        let sorts: Vec<&str> = currents.iter().map(|(_, sort)| sort.as_str()).collect();
        let (here, there) = (self.of(currents), self.of(nexts));
        let mut out = String::from("(set-logic HORN)\n");
        let _ = writeln!(out, "(declare-fun {} ({}) Bool)", quoted(&self.predicate), sorts.join(" "));
        out += &self.clause(&[currents], &[], &[init], &here);
        out += &self.clause(&[currents, nexts, inputs], &[&here], &[constraint, trans], &there);
        out += &self.clause(&[currents, inputs], &[&here], &[constraint, bad], "false");
        out.push_str("(check-sat)\n(exit)\n");
        out
    }

    /// The predicate of these variables.
    fn of(&self, variables: &[Variable]) -> String {
        let names: Vec<&str> = variables.iter().map(|(name, _)| name.as_str()).collect();
        match names[..] {
            [] => quoted(&self.predicate),
            _ => format!("({} {})", quoted(&self.predicate), names.join(" ")),
        }
    }

    fn clause(&self, variables: &[&[Variable]], reached: &[&str], formulas: &[TermId], head: &str) -> String {
        let mut body: Vec<String> = reached.iter().map(|text| text.to_string()).collect();
        let formulas = formulas.iter().filter(|&&t| t != Terms::TRUE);
        body.extend(formulas.map(|&t| self.terms.text_with(t, SCRIPT_PREFIX)));
        let body = match &body[..] {
            [] => "true".to_string(),
            [one] => one.clone(),
            all => format!("(and {})", all.join(" ")),
        };
        let bound: Vec<String> =
            variables.iter().copied().flatten().map(|(name, sort)| format!("({} {})", name, sort)).collect();
        match bound[..] {
            [] => format!("(assert (=> {} {}))\n", body, head),
            _ => format!("(assert (forall ({}) (=> {} {})))\n", bound.join(" "), body, head),
        }
    }
}
