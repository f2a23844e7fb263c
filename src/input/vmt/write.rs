//! A system as a VMT-LIB script.

use crate::input::smtlib::{distinct_names, rename};
use crate::model::system::{Role, System};
use crate::model::PropertyId;
use crate::solver::term::{quoted, Op, TermId, Terms, SCRIPT_PREFIX};
use std::fmt::Write;

/// Writes a system in the current form of the format, with one `:init` and one `:trans`.
///
/// VMT-LIB knows no constraints. Conjuncts of the constraint over state variables are written as parts of Init, and of
/// Trans for both sides of a step. For a conjunct `c` that mentions inputs, Trans contains `c`, and a property `p` is
/// written as `c => p`. So the same properties hold. A justice property with one formula, fairness counted, is written
/// as a `:live-property`, and others are not written. The definition of a property has the property's name. Names that
/// a script cannot declare, or that are taken, are replaced.
///
/// ```
/// use indubit::input::vmt;
/// use indubit::model::system::System;
/// use indubit::solver::term::Sort;
///
/// let mut system = System::default();
/// let x = system.declare_state("x", Sort::Bool);
/// let keeps = system.terms_mut().eq(x.next, x.current);
/// system.set_trans(keeps);
/// system.add_property("", x.current);
/// assert_eq!(
///     vmt::write(&system),
///     "(declare-fun x () Bool)
/// (declare-fun x.next () Bool)
/// (define-fun .state.0 () Bool (! x :next x.next))
/// (define-fun .init () Bool (! true :init true))
/// (define-fun .trans () Bool (! (= x x.next) :trans true))
/// (define-fun .property.0 () Bool (! (not x) :invar-property 0))
/// (assert true)
/// "
/// );
/// ```
pub fn write(system: &System) -> String {
    let Folded { mut terms, mut formulas } = Folded::new(system);
    let states = system.states().iter().flat_map(|s| [s.current, s.next]);
    let variables: Vec<TermId> = states.chain(system.inputs().iter().copied()).collect();
    let helpers = helpers(system);
    let mut wanted: Vec<&str> = variables.iter().map(|&t| system.name(t)).collect();
    wanted.extend(helpers.iter().map(String::as_str));
    let names = distinct_names(&wanted);
    let (names, mut helpers) = names.split_at(variables.len());
    rename(&mut terms, &variables, names, &mut formulas);

    let mut out = terms.sort_declarations_of(variables.iter().chain(&formulas).copied());
    for (&variable, name) in variables.iter().zip(names) {
        let _ = writeln!(out, "(declare-fun {} () {})", quoted(name), terms.sort_text(terms.sort(variable)));
    }
    let mut helper = || match helpers.split_first() {
        Some((first, rest)) => {
            helpers = rest;
            quoted(first)
        }
        None => String::new(),
    };
    for (state, names) in system.states().iter().zip(names.chunks(2)) {
        if let [current, next] = names {
            let sort = terms.sort_text(terms.sort(state.current));
            let (current, next) = (quoted(current), quoted(next));
            let _ = writeln!(out, "(define-fun {} () {} (! {} :next {}))", helper(), sort, current, next);
        }
    }
    let (definitions, texts) = terms.texts(&formulas, SCRIPT_PREFIX);
    for definition in definitions {
        out.push_str(&definition);
        out.push('\n');
    }
    let (safe, live) = (system.properties().len(), live(system).len());
    let properties = (0..safe).map(|i| format!(":invar-property {}", i));
    let properties = properties.chain((safe..safe + live).map(|i| format!(":live-property {}", i)));
    let attributes = [":init true".to_string(), ":trans true".to_string()];
    let hints = std::iter::repeat(":predicate true".to_string());
    for (text, attribute) in texts.iter().zip(attributes.into_iter().chain(properties).chain(hints)) {
        let _ = writeln!(out, "(define-fun {} () Bool (! {} {}))", helper(), text, attribute);
    }
    out.push_str("(assert true)\n");
    out
}

/// The justice properties with one formula: name and formula.
fn live(system: &System) -> Vec<(&str, TermId)> {
    let ids = (0..system.justice().len()).map(PropertyId::justice);
    let of = |(id, own): (PropertyId, _)| match system.recurring(id).as_deref() {
        Some(&[signal]) => Some((own, signal)),
        Some(_) | None => None,
    };
    ids.zip(system.justice().iter().map(|j| j.name.as_str())).filter_map(of).collect()
}

/// The wanted names of the definitions that carry annotations, in the order of their use.
fn helpers(system: &System) -> Vec<String> {
    let states = (0..system.states().len()).map(|i| format!(".state.{}", i));
    let safe = system.properties().iter().map(|property| property.name.as_str());
    let named = safe.chain(live(system).into_iter().map(|(name, _)| name)).enumerate();
    let properties = named.map(|(i, name)| match name {
        name if name.is_empty() || name.starts_with('.') => format!(".property.{}", i),
        name => name.to_string(),
    });
    let hints = (0..system.hints().len()).map(|i| format!(".hint.{}", i));
    let formulas = [".init".to_string(), ".trans".to_string()];
    states.chain(formulas).chain(properties).chain(hints).collect()
}

/// The formulas of a system without its constraint, which is part of the others.
struct Folded {
    terms: Terms,
    /// Init, Trans, the properties, those that are live, the hints.
    formulas: Vec<TermId>,
}

impl Folded {
    fn new(system: &System) -> Folded {
        let mut terms = system.terms().clone();
        let conjuncts = match terms.op(system.constraint()) {
            Op::And => terms.args(system.constraint()).to_vec(),
            _ => vec![system.constraint()],
        };
        let (of_states, with_inputs): (Vec<TermId>, Vec<TermId>) =
            conjuncts.into_iter().partition(|&c| system.foreign_symbol(c, Role::Init).is_none());
        let of_states = terms.and(&of_states);
        let with_inputs = terms.and(&with_inputs);
        let of_next = system.primes().apply(&mut terms, of_states);
        let init = terms.and(&[system.init(), of_states]);
        let trans = terms.and(&[of_states, with_inputs, system.trans(), of_next]);
        let mut formulas = vec![init, trans];
        for property in system.properties() {
            let bad = terms.and(&[with_inputs, property.bad]);
            formulas.push(terms.not(bad));
        }
        // Trans has the constraint in all steps of an infinite run.
        formulas.extend(live(system).into_iter().map(|(_, signal)| terms.not(signal)));
        formulas.extend(system.hints());
        Folded { terms, formulas }
    }
}
