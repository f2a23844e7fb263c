//! The assertions of scripts that are evidence.

use crate::base::{Budget, HashMap};
use crate::input::smtlib::{self, Script};
use crate::input::ParseError;
use crate::solver::term::{Op, Rebuild, Sort, SymbolId, TermId, Terms, Value};
use crate::theories::num::Rational;

/// The assertions of a script, built again over these variables, known by name, in a store that began as the model's.
///
/// # Errors
///
/// If a script has another constant; `lacks` begins the message.
pub(in crate::evidence) fn assertions(
    script: &Script,
    terms: &mut Terms,
    variables: &HashMap<&str, TermId>,
    lacks: &str,
) -> Result<Vec<TermId>, ParseError> {
    let sorts: HashMap<TermId, Sort> = variables.values().map(|&v| (v, terms.sort(v))).collect();
    let constant = |symbol: SymbolId| {
        let name = script.terms.name(symbol);
        let sort = script.terms.sort(script.terms.symbol_term(symbol));
        let variable = variables.get(name).copied().filter(|v| sorts[v] == sort);
        let message = || format!("{} `{}` of sort {}", lacks, name, sort);
        variable.ok_or_else(|| ParseError::at_line(1, 1, message()))
    };
    let mut rebuild = Rebuild::new();
    let built = script.assertions.iter().map(|&a| rebuild.term(&script.terms, terms, a, constant, || Ok(())));
    built.collect()
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
    match terms.sort(a) {
        Sort::Int | Sort::Real => {
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
        Sort::BitVec(_) => {
            let (bits, t) = match (terms.bits_of(a), terms.bits_of(b)) {
                (Some(bits), None) => (bits, b),
                (None, Some(bits)) => (bits, a),
                _ => return None,
            };
            constants.get(&t).map(|&place| (place, Value::Bits(bits.clone())))
        }
        Sort::Bool | Sort::Declared(_) | Sort::Array(_) | Sort::Datatype(_) => None,
    }
}

/// The value that a text is, of this sort.
pub(in crate::evidence) fn value(sort: Sort, text: &str, budget: &Budget) -> Option<Value> {
    let script = format!("(declare-fun v () {})(assert (= v {}\n))", sort, text);
    let mut script = smtlib::read_plain(script.as_bytes(), budget).ok()?;
    let constants: HashMap<TermId, usize> = script.constants.iter().map(|&t| (t, 0)).collect();
    match script.assertions[..] {
        [only] => equation(&mut script.terms, only, &constants).map(|(_, value)| value),
        _ => None,
    }
    .filter(|value| value.is_of(sort))
}
