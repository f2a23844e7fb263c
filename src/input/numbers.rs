//! Floating-point numbers in models: the parts of the theory that only scripts have.

use crate::solver::term::{Op, Sort, TermId, Terms};

/// The reason why a formula of a model is refused, if it is: its numbers would be in arrays or arguments of functions,
/// or it has a result that the standard leaves open, which in a script is one of a function.
pub(super) fn refused(terms: &Terms, roots: &[TermId]) -> Option<String> {
    if !terms.has_floats() {
        return None;
    }
    let is_number = |sort: &Sort| sort.word_of_number().is_some();
    let has_numbers = |sort: Sort| terms.sorts_inside([sort]).iter().any(is_number);
    terms.subterms(roots).into_iter().find_map(|t| match (terms.op(t), terms.sort(t)) {
        (Op::Call(function), _) => match terms.open_float_operator(function) {
            Some(operator) => Some(format!(
                "`{}` is not supported in models: the standard leaves some of its results open",
                operator
            )),
            None => {
                let (args, result) = terms.function_sorts(function);
                let has_any = args.iter().copied().chain([result]).any(has_numbers);
                has_any.then(|| "functions of floating-point numbers are not supported in models".to_string())
            }
        },
        (_, sort @ Sort::Array(_)) if has_numbers(sort) => {
            Some("arrays of floating-point numbers are not supported in models".to_string())
        }
        _ => None,
    })
}
