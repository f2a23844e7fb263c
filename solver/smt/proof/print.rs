//! Proofs as text; the format is described with the [module](super).

use super::{Atom, Proof, Reason, Rule};
use crate::base::{HashMap, Lit, Var};
use crate::solver::smt::gate_table::Gate;
use crate::solver::term::{Op, TermId, Terms, SOLVER_PREFIX};
use std::fmt::Write;

impl Proof {
    /// The proof as an S-expression. `label` gives the name of an assertion that has one.
    pub fn text(&self, terms: &Terms, label: impl Fn(TermId) -> Option<String>) -> String {
        let mut numbers: HashMap<Var, usize> = HashMap::default();
        for (l, _) in &self.atoms {
            let number = numbers.len() + 1;
            numbers.insert(l.var(), number);
        }
        let literal = |l: Lit| {
            let number = numbers.get(&l.var()).copied().unwrap_or(0);
            if l.is_negative() {
                format!("(not @{})", number)
            } else {
                format!("@{}", number)
            }
        };
        let mut used = vec![false; self.hypotheses.len()];
        for step in &self.steps {
            if let Rule::Hypothesis(h) = step.rule {
                used.get_mut(h).into_iter().for_each(|u| *u = true);
            }
        }
        let (definitions, texts) = terms.texts(&self.printed_terms(terms, &used), SOLVER_PREFIX);
        let mut texts = texts.into_iter();
        let mut out = String::from("(proof\n");
        definitions.iter().for_each(|d| out.extend([d, "\n"]));
        let connectives = self.connectives(terms);
        for ((l, atom), inputs) in self.atoms.iter().zip(connectives) {
            let inputs: Vec<String> = inputs.into_iter().map(literal).collect();
            let meaning = match (atom, inputs.as_slice()) {
                (Atom::Bit(word, i), _) => {
                    let word = texts.next().unwrap_or_else(|| terms.text(*word));
                    format!("(= ((_ extract {} {}) {}) #b1)", i, i, word)
                }
                (Atom::Same(..), _) => {
                    let mut side = || texts.next().unwrap_or_default();
                    format!("(= {} {})", side(), side())
                }
                (Atom::Gate(Gate::Majority(_)), [a, b, c]) => {
                    format!("(or (and {} {}) (and {} {}) (and {} {}))", a, b, a, c, b, c)
                }
                (_, []) => texts.next().unwrap_or_default(),
                (_, inputs) => format!("({} {})", operator(terms, atom), inputs.join(" ")),
            };
            let _ = writeln!(out, "(define-fun {} () Bool {})", literal(*l), meaning);
        }
        for (h, hypothesis) in self.hypotheses.iter().enumerate().filter(|(h, _)| used[*h]) {
            let text = texts.next().unwrap_or_default();
            let _ = match (hypothesis.reason, label(hypothesis.formula)) {
                (Reason::Meaning(_) | Reason::ByZero(_) | Reason::Fact(_) | Reason::Believed, _) => {
                    writeln!(out, "(operator {} {})", h, text)
                }
                (Reason::Assertion, Some(name)) => {
                    writeln!(out, "(assertion {} (! {} :named {}))", h, text, name)
                }
                (Reason::Assertion, None) => writeln!(out, "(assertion {} {})", h, text),
            };
        }
        for ((_, l), text) in self.circuits.iter().zip(texts) {
            let _ = writeln!(out, "(circuit {} {})", literal(*l), text);
        }
        for (number, step) in self.steps.iter().enumerate() {
            let clause: Vec<String> = step.clause.iter().copied().map(literal).collect();
            let rule = match &step.rule {
                Rule::Hypothesis(h) => format!("(hypothesis {})", h),
                Rule::Definition { atom, .. } => format!("(definition {})", literal(atom.var().positive())),
                Rule::Farkas(weights) => list("farkas", weights),
                Rule::Integer => "(integer)".to_string(),
                Rule::Bits => "(bits)".to_string(),
                Rule::Theory => "(theory)".to_string(),
                Rule::Chain(chain) => list("chain", chain),
            };
            let _ = writeln!(out, "(step {} ({}) {})", number, clause.join(" "), rule);
        }
        out.truncate(out.trim_end().len());
        out.push_str(")\n");
        out
    }

    /// The terms that are printed as such, in the order of printing.
    fn printed_terms(&self, terms: &Terms, used: &[bool]) -> Vec<TermId> {
        let mut printed = Vec::new();
        for ((_, atom), inputs) in self.atoms.iter().zip(self.connectives(terms)) {
            match atom {
                Atom::Bit(word, _) => printed.push(*word),
                Atom::Same(a, b) => printed.extend([*a, *b]),
                Atom::Formula(t) | Atom::Equality(t, _) if inputs.is_empty() => printed.push(*t),
                _ => {}
            }
        }
        let hypotheses = self.hypotheses.iter().zip(used);
        printed.extend(hypotheses.filter(|(_, &used)| used).map(|(h, _)| h.formula));
        printed.extend(self.circuits.iter().map(|c| c.0));
        printed
    }

    /// For each atom the literals that it is printed with; none if it is printed as a term.
    fn connectives(&self, terms: &Terms) -> Vec<Vec<Lit>> {
        let literals = self.literals();
        let of = |atom: &Atom| match atom {
            Atom::Gate(gate) => gate.inputs().to_vec(),
            Atom::Formula(t) if matches!(terms.op(*t), Op::And | Op::Ite | Op::Eq) => {
                let literal = |&a: &TermId| {
                    let (inner, negated) = terms.split_not(a);
                    Some(literals.get(&inner)?.negate_if(negated))
                };
                terms.args(*t).iter().map(literal).collect::<Option<Vec<Lit>>>().unwrap_or_default()
            }
            _ => Vec::new(),
        };
        self.atoms.iter().map(|(_, atom)| of(atom)).collect()
    }
}

fn operator(terms: &Terms, atom: &Atom) -> &'static str {
    let op = match atom {
        Atom::Formula(t) => terms.op(*t),
        _ => Op::And,
    };
    match (atom, op) {
        (Atom::Gate(Gate::Xor(_)), _) => "xor",
        (Atom::Gate(Gate::Ite(_)), _) | (_, Op::Ite) => "ite",
        (_, Op::Eq) => "=",
        _ => "and",
    }
}

fn list<T: ToString>(head: &str, items: &[T]) -> String {
    let mut words = vec![head.to_string()];
    words.extend(items.iter().map(T::to_string));
    format!("({})", words.join(" "))
}
