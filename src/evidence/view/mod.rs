//! Evidence for people: invariants made small and telling, and formulas as people write them.
//!
//! An engine's invariant is what its search has left: clauses that came one after the other, each excluding some
//! states. [`telling`] writes the same set of states anew. It looks for short facts that follow from the invariant,
//! such as bounds, equations and remainders, drops those that others imply, and keeps of the old parts what the facts
//! do not imply. Each fact is proved from the invariant and the invariant from all that is printed, by a fresh
//! solver. So what is printed is equivalent to what was checked, and is evidence as well. Where the effort ends, the
//! old parts stay.
//!
//! [`infix`] prints a term with the operators of C. It is for reading only: words are numbers with or without sign, as
//! their variables are, and nothing reads the text back. [`for_all`] does so for a part that is meant for all values of
//! a constant.

mod facts;
mod for_all;
mod infix;
mod telling;
mod verilog;

pub use for_all::for_all;
pub use infix::{infix, Names};
pub(crate) use telling::facts;
pub use telling::telling;
pub(crate) use verilog::verilog;

use crate::base::Budget;
use crate::solver::term::{Op, TermId, Terms};

/// Propagated literals that may be spent on what is printed of one proof.
const MOST_WORK: u64 = 5_000_000;

/// The effort for what is printed of one proof.
pub(crate) fn effort() -> Budget {
    Budget::unlimited().with_propagations(MOST_WORK)
}

/// The telling parts of a formula as lines, with the names of its constants in the store. Words have no sign. The atoms
/// are those of its model.
pub fn lines(terms: &mut Terms, formula: TermId, atoms: &[TermId], budget: &Budget) -> Vec<String> {
    told_parts(terms, formula, atoms, budget).into_iter().map(|(_, text)| text).collect()
}

/// The same, with the parts that the lines are of.
pub(crate) fn told_parts(
    terms: &mut Terms,
    formula: TermId,
    atoms: &[TermId],
    budget: &Budget,
) -> Vec<(TermId, String)> {
    let parts = telling(terms, formula, atoms, &|_| false, budget);
    let name = |t: TermId| match terms.op(t) {
        Op::Symbol(symbol) => terms.name(symbol).to_string(),
        _ => String::new(),
    };
    let names = Names { name: &name, is_signed: &|_| false };
    parts.iter().map(|&part| (part, infix(terms, &names, part))).collect()
}

/// The telling parts of a formula in one line.
pub fn line(terms: &mut Terms, formula: TermId, budget: &Budget) -> String {
    joined(&lines(terms, formula, &[], budget))
}

/// A conjunction of texts.
pub(crate) fn joined(parts: &[String]) -> String {
    let parts = elements_together(parts);
    let grouped = |text: &String| {
        if text.contains(" || ") && parts.len() > 1 {
            format!("({})", text)
        } else {
            text.clone()
        }
    };
    if parts.is_empty() {
        "true".to_string()
    } else {
        parts.iter().map(grouped).collect::<Vec<_>>().join(" && ")
    }
}

/// The texts with those about three or more neighbouring elements in one: `a[0] to a[7] == 0`.
fn elements_together(parts: &[String]) -> Vec<String> {
    // The text before the index, the index, and the text behind it.
    let split = |text: &str| {
        let (before, rest) = text.split_once('[')?;
        let (index, behind) = rest.split_once(']')?;
        Some((before.to_string(), index.parse::<u64>().ok()?, behind.to_string()))
    };
    let mut done: Vec<String> = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        let mut end = at + 1;
        if let Some((before, first, behind)) = split(&parts[at]) {
            let is_next = |end: usize| {
                let index = first + (end - at) as u64;
                parts.get(end).and_then(|text| split(text)) == Some((before.clone(), index, behind.clone()))
            };
            while is_next(end) {
                end += 1;
            }
            if end - at > 2 {
                let last = first + (end - at - 1) as u64;
                done.push(format!("{0}[{1}] to {0}[{2}]{3}", before, first, last, behind));
                at = end;
                continue;
            }
        }
        done.push(parts[at].clone());
        at += 1;
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::term::Sort;

    /// The parts of a formula over words x and y with a sign, u without one, and integers i and n.
    fn shown(build: impl Fn(&mut Terms, &[TermId]) -> TermId) -> String {
        let mut terms = Terms::new();
        let word = Sort::BitVec(32);
        let names = [("x", word), ("y", word), ("u", word), ("i", Sort::Int), ("n", Sort::Int)];
        let constants: Vec<TermId> = names.iter().map(|&(name, sort)| terms.declare(name, sort)).collect();
        let formula = build(&mut terms, &constants);
        let is_signed = |t: TermId| t == constants[0] || t == constants[1];
        let parts = telling(&mut terms, formula, &[], &is_signed, &effort());
        let name = |t: TermId| terms.text(t);
        let names = Names { name: &name, is_signed: &is_signed };
        joined(&parts.iter().map(|&part| infix(&terms, &names, part)).collect::<Vec<_>>())
    }

    #[test]
    fn what_clauses_say_value_by_value_is_a_bound_and_a_remainder() {
        let text = shown(|terms, c| {
            let values = [0, 2, 4, 6].map(|value| {
                let constant = terms.bv(value, 32);
                terms.eq(c[2], constant)
            });
            terms.or(&values)
        });
        assert_eq!(text, "u % 2 == 0 && u <= 6");
    }

    #[test]
    fn bounds_have_the_sign_of_the_variable() {
        let small = |terms: &mut Terms, t: TermId| {
            let ten = terms.bv(10, 32);
            terms.bv_ule(t, ten)
        };
        assert_eq!(shown(|terms, c| small(terms, c[0])), "x >= 0 && x <= 10");
        assert_eq!(shown(|terms, c| small(terms, c[2])), "u <= 10");
    }

    #[test]
    fn equations_come_first_and_what_they_imply_goes() {
        let text = shown(|terms, c| {
            let five = terms.bv(5, 32);
            let sum = terms.bv_add(c[1], five);
            let (equal, ten) = (terms.eq(c[0], sum), terms.bv(10, 32));
            let (low, high) = (terms.bv_sle(five, c[0]), terms.bv_sle(c[0], ten));
            terms.and(&[high, low, equal])
        });
        assert_eq!(text, "x == y + 5 && x >= 5 && x <= 10");
        let text = shown(|terms, c| {
            let (two, zero) = (terms.int(2), terms.int(0));
            let double = terms.mul(two, c[3]).expect("linear");
            let (equal, low) = (terms.eq(c[4], double), terms.le(zero, c[3]));
            terms.and(&[equal, low])
        });
        assert_eq!(text, "2 * i == n && i >= 0");
    }

    #[test]
    fn sums_and_comparisons_of_integers_read_as_they_are_written() {
        let less = |terms: &mut Terms, c: &[TermId]| terms.lt(c[3], c[4]);
        assert_eq!(shown(less), "i < n");
        let text = shown(|terms, c| {
            let (three, one) = (terms.int(3), terms.int(1));
            let triple = terms.mul(three, c[3]).expect("linear");
            let sum = terms.sub(triple, c[4]);
            terms.le(sum, one)
        });
        assert_eq!(text, "3 * i <= n + 1");
    }

    #[test]
    fn what_is_printed_is_equivalent() {
        let mut terms = Terms::new();
        let c: Vec<TermId> = ["a", "b"].iter().map(|name| terms.declare(name, Sort::BitVec(4))).collect();
        let (sum, less) = (terms.bv_add(c[0], c[1]), terms.bv_ult(c[0], c[1]));
        let three = terms.bv(3, 4);
        let c_atoms = [terms.bv_ule(sum, three), less];
        // Sets of states, told by clauses over bits.
        for seed in 0..60u64 {
            let mut clauses = Vec::new();
            for k in 0..4 {
                let literals: Vec<TermId> = (0..3)
                    .map(|l| {
                        let pick = (seed * 31 + k * 7 + l * 13).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
                        let bit = terms.extract(
                            c[(pick & 1) as usize],
                            (pick >> 1 & 3) as u32,
                            (pick >> 1 & 3) as u32,
                        );
                        let value = terms.bv(pick >> 3 & 1, 1);
                        terms.eq(bit, value)
                    })
                    .collect();
                clauses.push(terms.or(&literals));
            }
            let formula = terms.and(&clauses);
            let parts = telling(&mut terms, formula, &c_atoms, &|_| seed % 2 == 0, &effort());
            let told = terms.and(&parts);
            for state in 0..256u64 {
                let mut model = crate::solver::term::Model::new();
                let values = [state & 15, state >> 4]
                    .map(|v| crate::solver::term::Value::Bits(crate::theories::bv::Bits::new(v, 4)));
                model.set_all(&terms, c.iter().copied(), &values);
                let of = |t: TermId| model.evaluate(&terms, t).is_true();
                assert_eq!(of(formula), of(told), "{} and {}", terms.text(formula), terms.text(told));
            }
        }
    }

    #[test]
    fn neighbouring_elements_are_told_together() {
        let parts = ["a[0] == 0", "a[1] == 0", "a[2] == 0", "b[0] == 1", "x < 3"].map(str::to_string);
        assert_eq!(joined(&parts), "a[0] to a[2] == 0 && b[0] == 1 && x < 3");
    }
}
