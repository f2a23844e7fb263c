//! The assertions of scripts that are evidence.

use super::import::Bound;
use crate::base::{Budget, HashMap, HashSet};
use crate::input::smtlib::{self, Script};
use crate::input::ParseError;
use crate::solver::term::{Family, Foreign, Model, Op, Rebuild, Sort, Substitution, TermId, Terms, Value};
use crate::theories::num::Rational;

/// The assertions of a script, built again over these variables, known by name, in a store that began as the model's;
/// and new constants for those over which the script quantifies.
///
/// # Errors
///
/// If a script has another constant; `lacks` begins the message.
pub(in crate::evidence) fn assertions(
    script: &Script,
    terms: &mut Terms,
    variables: &HashMap<&str, TermId>,
    lacks: &str,
) -> Result<(Vec<TermId>, Vec<TermId>), ParseError> {
    let bound = Bound::declare(terms, &script.terms, &script.bound);
    let foreign = |_| ParseError::at_line(1, 1, "a quantifier is over a sort that the model does not have");
    let bound = bound.map_err(foreign)?;
    let sorts: HashMap<TermId, String> =
        variables.values().map(|&v| (v, terms.sort_text(terms.sort(v)))).collect();
    let constant = |part| {
        let symbol = match part {
            Foreign::Constant(symbol) => symbol,
            Foreign::Term(t) => {
                let message = format!("`{}` is of a sort that the model does not have", script.terms.text(t));
                return Err(ParseError::at_line(1, 1, message));
            }
        };
        if let Some(constant) = bound.of(symbol) {
            return Ok(constant);
        }
        let name = script.terms.name(symbol);
        let sort = script.terms.sort_text(script.terms.sort(script.terms.symbol_term(symbol)));
        let variable = variables.get(name).copied().filter(|v| sorts[v] == sort);
        let message = || format!("{} `{}` of sort {}", lacks, name, sort);
        variable.ok_or_else(|| ParseError::at_line(1, 1, message()))
    };
    let mut rebuild = Rebuild::new();
    let built = script.assertions.iter().map(|&a| rebuild.term(&script.terms, terms, a, constant, || Ok(())));
    let mut built = built.collect::<Result<Vec<TermId>, ParseError>>()?;
    let shared = share_bound(terms, &bound.constants, &mut built);
    Ok((built, shared))
}

/// Lets formulas have their bound constants in common, those of each sort in their order: `forall i. p(i)` and `forall
/// j. q(j)` are `p(i)` and `q(i)` for all `i`. The constants that are left.
fn share_bound(terms: &mut Terms, bound: &[TermId], formulas: &mut [TermId]) -> Vec<TermId> {
    let mut shared: Vec<TermId> = Vec::new();
    for formula in formulas {
        let inside: HashSet<TermId> = terms.subterms(&[*formula]).into_iter().collect();
        let (mut values, mut used) = (Substitution::new(), HashSet::default());
        for &constant in bound.iter().filter(|t| inside.contains(t)) {
            let is_free = |&t: &TermId| terms.sort(t) == terms.sort(constant) && !used.contains(&t);
            let own = shared.iter().copied().find(is_free).unwrap_or(constant);
            if !shared.contains(&own) {
                shared.push(own);
            }
            used.insert(own);
            values.insert(constant, own);
        }
        *formula = values.apply(terms, *formula);
    }
    shared
}

/// The constant and its value, if a literal gives it one.
pub(in crate::evidence) fn equation(
    terms: &mut Terms,
    literal: TermId,
    constants: &HashMap<TermId, usize>,
) -> Option<(usize, Value)> {
    let (inner, negated) = terms.split_not(literal);
    if let Some(&place) = constants.get(&inner) {
        return Some((place, Value::Bool(!negated)));
    }
    if negated || terms.op(inner) != Op::Eq {
        return None;
    }
    let (a, b) = (terms.arg(inner, 0), terms.arg(inner, 1));
    match terms.sort(a).family() {
        Family::Int | Family::Real => {
            let difference = terms.sub(a, b);
            let sum = terms.linear(difference);
            match sum.monomials.as_slice() {
                [(factor, t)] => {
                    let value = &(Rational::ZERO - &sum.constant) / factor;
                    constants.get(t).map(|&place| (place, Value::Number(value)))
                }
                _ => None,
            }
        }
        Family::Word(_) | Family::Opaque => {
            let is_known = |t: TermId| terms.symbols_in(&[t]).is_empty();
            let (place, value) = match (constants.get(&a), constants.get(&b)) {
                (Some(&place), None) if is_known(b) => (place, b),
                (None, Some(&place)) if is_known(a) => (place, a),
                _ => return None,
            };
            Some((place, Model::new().evaluate(terms, value)))
        }
        Family::Bool => None,
    }
}

/// The value that a text is, of this sort of a model's store.
pub(in crate::evidence) fn value(terms: &Terms, sort: Sort, text: &str, budget: &Budget) -> Option<Value> {
    let (sorts, name) = (terms.sort_declarations([sort]), terms.sort_text(sort));
    let script = format!("{}(declare-fun v () {})(assert (= v {}\n))", sorts, name, text);
    let mut script = smtlib::read_ground(script.as_bytes(), budget).ok()?;
    let constants: HashMap<TermId, usize> = script.constants.iter().map(|&t| (t, 0)).collect();
    let value = match script.assertions[..] {
        [only] => equation(&mut script.terms, only, &constants).map(|(_, value)| value)?,
        _ => return None,
    };
    terms.value_from(&script.terms, &value, sort).filter(|value| terms.is_value(value, sort))
}
