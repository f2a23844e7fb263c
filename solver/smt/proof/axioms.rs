//! The clauses that define connectives and gates, each a rule of its own.
//!
//! An axiom is a clause over a connective and its arguments that is true for all values of the arguments, such as
//! `not (p and q), or p`. All axioms of a connective together define it. A step of a proof that is a part of a
//! definition says which axiom of which atom it is, so that neither the checker nor a writer has to look for it. The
//! rows are compared with the values of the connectives by a test.
//!
//! The encoder adds these clauses without this table.

use super::Atom;
use crate::base::Lit;
use crate::solver::smt::gate_table::Gate;
use crate::solver::term::{Op, Sort, TermId, Terms};

/// A connective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Function {
    And,
    Or,
    Implies,
    Iff,
    Xor,
    Ite,
    /// Whether at least two of three are true.
    Majority,
}

/// A literal of an axiom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The connective.
    Whole(bool),
    /// An argument.
    Arg(usize, bool),
}
use Part::{Arg, Whole};

/// An axiom, with its rule in Alethe if there is one.
type Row = (&'static str, &'static [Part]);

const IMPLIES: [Row; 3] = [
    ("implies_pos", &[Whole(false), Arg(0, false), Arg(1, true)]),
    ("implies_neg1", &[Whole(true), Arg(0, true)]),
    ("implies_neg2", &[Whole(true), Arg(1, false)]),
];
const IFF: [Row; 4] = [
    ("equiv_pos1", &[Whole(false), Arg(0, true), Arg(1, false)]),
    ("equiv_pos2", &[Whole(false), Arg(0, false), Arg(1, true)]),
    ("equiv_neg1", &[Whole(true), Arg(0, false), Arg(1, false)]),
    ("equiv_neg2", &[Whole(true), Arg(0, true), Arg(1, true)]),
];
const XOR: [Row; 4] = [
    ("xor_pos1", &[Whole(false), Arg(0, true), Arg(1, true)]),
    ("xor_pos2", &[Whole(false), Arg(0, false), Arg(1, false)]),
    ("xor_neg1", &[Whole(true), Arg(0, true), Arg(1, false)]),
    ("xor_neg2", &[Whole(true), Arg(0, false), Arg(1, true)]),
];
/// The last two follow from the others, and propagate more.
const ITE: [Row; 6] = [
    ("ite_pos1", &[Whole(false), Arg(0, true), Arg(2, true)]),
    ("ite_pos2", &[Whole(false), Arg(0, false), Arg(1, true)]),
    ("ite_neg1", &[Whole(true), Arg(0, true), Arg(2, false)]),
    ("ite_neg2", &[Whole(true), Arg(0, false), Arg(1, false)]),
    ("", &[Whole(false), Arg(1, true), Arg(2, true)]),
    ("", &[Whole(true), Arg(1, false), Arg(2, false)]),
];
const MAJORITY: [Row; 6] = [
    ("", &[Whole(false), Arg(0, true), Arg(1, true)]),
    ("", &[Whole(false), Arg(0, true), Arg(2, true)]),
    ("", &[Whole(false), Arg(1, true), Arg(2, true)]),
    ("", &[Whole(true), Arg(0, false), Arg(1, false)]),
    ("", &[Whole(true), Arg(0, false), Arg(2, false)]),
    ("", &[Whole(true), Arg(1, false), Arg(2, false)]),
];

impl Function {
    /// The connective that SMT-LIB writes like this over formulas, if it is one of two or three arguments, or any
    /// conjunction or disjunction.
    pub fn named(name: &str, inputs: usize) -> Option<Function> {
        match (name, inputs) {
            ("true", 0) | ("and", _) => Some(Function::And),
            ("false", 0) | ("or", _) => Some(Function::Or),
            ("=>", 2) => Some(Function::Implies),
            ("=", 2) => Some(Function::Iff),
            ("xor", 2) => Some(Function::Xor),
            ("ite", 3) => Some(Function::Ite),
            _ => None,
        }
    }

    /// The connective that a gate is.
    pub fn of(gate: &Gate) -> Function {
        match gate {
            Gate::And(_) => Function::And,
            Gate::Xor(_) => Function::Xor,
            Gate::Ite(_) => Function::Ite,
            Gate::Majority(_) => Function::Majority,
        }
    }

    /// The connective as SMT-LIB writes it; empty for a majority, which it does not have.
    pub fn name(self) -> &'static str {
        match self {
            Function::And => "and",
            Function::Or => "or",
            Function::Implies => "=>",
            Function::Iff => "=",
            Function::Xor => "xor",
            Function::Ite => "ite",
            Function::Majority => "",
        }
    }

    /// The axiom of this number, and its rule in Alethe: empty if there is none.
    pub fn axiom(self, number: usize, inputs: usize) -> Option<(&'static str, Vec<Part>)> {
        let rows: &[Row] = match self {
            Function::And | Function::Or => {
                let is_and = self == Function::And;
                let (short, long) = match (is_and, inputs) {
                    (true, 0) => ("", "true"),
                    (false, 0) => ("", "false"),
                    (true, _) => ("and_pos", "and_neg"),
                    (false, _) => ("or_neg", "or_pos"),
                };
                let all = (0..inputs).map(|i| Arg(i, !is_and));
                return match number {
                    _ if number < inputs => Some((short, vec![Whole(!is_and), Arg(number, is_and)])),
                    _ if number == inputs => {
                        Some((long, std::iter::once(Whole(is_and)).chain(all).collect()))
                    }
                    _ => None,
                };
            }
            Function::Implies => &IMPLIES,
            Function::Iff => &IFF,
            Function::Xor => &XOR,
            Function::Ite => &ITE,
            Function::Majority => &MAJORITY,
        };
        rows.get(number).map(|&(rule, parts)| (rule, parts.to_vec()))
    }
}

impl Atom {
    /// The connective by which an atom depends on others, and its inputs as far as formulas have literals.
    pub fn function(
        &self,
        terms: &Terms,
        literal: impl Fn(TermId) -> Option<Lit>,
    ) -> Option<(Function, Vec<Lit>)> {
        let (function, inputs) = match self {
            Atom::Bit(..) | Atom::Same(..) => return None,
            Atom::Gate(gate) => (Function::of(gate), gate.inputs().to_vec()),
            Atom::Equality(_, bounds) => (Function::And, bounds.to_vec()),
            Atom::Formula(t) => {
                let function = match terms.op(*t) {
                    Op::True | Op::And => Function::And,
                    Op::Ite => Function::Ite,
                    Op::Eq if terms.sort(terms.arg(*t, 0)) == Sort::Bool => Function::Iff,
                    _ => return None,
                };
                (function, terms.args(*t).iter().filter_map(|&a| literal(a)).collect())
            }
        };
        Some((function, inputs))
    }
}

/// Each axiom is true for all values, and together they leave one value of the connective.
#[test]
fn axioms_define_their_connectives() {
    use Function::{And, Iff, Implies, Ite, Majority, Or, Xor};
    let value = |function: Function, inputs: &[bool]| match (function, inputs) {
        (And, _) => inputs.iter().all(|&i| i),
        (Or, _) => inputs.contains(&true),
        (Implies, _) => !inputs[0] || inputs[1],
        (Iff, _) => inputs[0] == inputs[1],
        (Xor, _) => inputs[0] != inputs[1],
        (Ite, _) => inputs[if inputs[0] { 1 } else { 2 }],
        (Majority, _) => inputs.iter().filter(|&&i| i).count() > 1,
    };
    let two = [Implies, Iff, Xor].map(|function| (function, 2));
    let junctions = (0..4).flat_map(|n| [(And, n), (Or, n)]);
    for (function, inputs) in junctions.chain(two).chain([(Ite, 3), (Majority, 3)]) {
        let axioms: Vec<_> = (0..).map_while(|number| function.axiom(number, inputs)).collect();
        for row in 0..1 << inputs {
            let args: Vec<bool> = (0..inputs).map(|i| row >> i & 1 != 0).collect();
            for whole in [true, false] {
                let holds = |&part: &Part| match part {
                    Whole(truth) => truth == whole,
                    Arg(i, truth) => truth == args[i],
                };
                let all = axioms.iter().all(|(_, parts)| parts.iter().any(holds));
                assert_eq!(all, whole == value(function, &args), "{:?} of {:?}", function, args);
            }
        }
    }
}
