//! Proofs as text; the format is described with the [module](super).

use super::axioms::Function;
use super::{Atom, Proof, Reason, Rule};
use crate::base::{HashMap, Lit, Var};
use crate::solver::term::{quoted, Rounding, Sort, TermId, Terms, SOLVER_PREFIX};
use std::fmt::Write;

/// A connective, and the literals that it is about.
type Connective = (Function, Vec<Lit>);

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
        let connectives = self.connectives(terms);
        let (definitions, texts) = terms.texts(&self.printed_terms(&connectives, &used), SOLVER_PREFIX);
        let mut texts = texts.into_iter();
        let mut out = String::from("(proof\n");
        out.push_str(&self.word_definitions(terms));
        definitions.iter().for_each(|d| out.extend([d, "\n"]));
        for ((l, atom), connective) in self.atoms.iter().zip(connectives) {
            let meaning = match (atom, connective) {
                (Atom::Bit(word, i), _) => {
                    let word = texts.next().unwrap_or_else(|| terms.text(*word));
                    format!("(= ((_ extract {} {}) {}) #b1)", i, i, word)
                }
                (Atom::Same(..), _) => {
                    let mut side = || texts.next().unwrap_or_default();
                    format!("(= {} {})", side(), side())
                }
                (_, None) => texts.next().unwrap_or_default(),
                (_, Some((function, inputs))) => {
                    let inputs: Vec<String> = inputs.into_iter().map(literal).collect();
                    match (function, &inputs[..]) {
                        (Function::Majority, [a, b, c]) => {
                            format!("(or (and {} {}) (and {} {}) (and {} {}))", a, b, a, c, b, c)
                        }
                        _ => format!("({} {})", function.name(), inputs.join(" ")),
                    }
                }
            };
            let _ = writeln!(out, "(define-fun {} () Bool {})", literal(*l), meaning);
        }
        for (h, hypothesis) in self.hypotheses.iter().enumerate().filter(|(h, _)| used[*h]) {
            let mut text = texts.next().unwrap_or_default();
            let given = self.given(h);
            let expansion = match given == hypothesis.formula {
                true => String::new(),
                false => format!("(expansion {} {})\n", h, std::mem::replace(&mut text, terms.text(given))),
            };
            let _ = match (hypothesis.reason, label(given)) {
                (
                    Reason::Meaning(_)
                    | Reason::ByZero(_)
                    | Reason::Fact(_)
                    | Reason::Lemma(_)
                    | Reason::Believed,
                    _,
                ) => {
                    writeln!(out, "(operator {} {})", h, text)
                }
                (Reason::Assertion, Some(name)) => {
                    writeln!(out, "(assertion {} (! {} :named {}))", h, text, name)
                }
                (Reason::Assertion, None) => writeln!(out, "(assertion {} {})", h, text),
            };
            out.push_str(&expansion);
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

    /// The words of numbers, defined by them, and the arrays and functions that stand for those of numbers.
    pub(super) fn word_definitions(&self, terms: &Terms) -> String {
        let mut out = String::new();
        for &(symbol, word) in &self.words.constants {
            let number = terms.symbol_term(symbol);
            let (name, number_text) = (terms.text(word), terms.text(number));
            let value = match terms.sort(number) {
                Sort::Float(_) => format!("(fp.to_ieee_bv {})", number_text),
                Sort::Rounding => by_mode(&number_text),
                _ => {
                    let _ = writeln!(out, "(word {} {})", name, number_text);
                    continue;
                }
            };
            let sort = terms.sort_text(terms.sort(word));
            let _ = writeln!(out, "(define-fun {} () {} {})", name, sort, value);
        }
        for &(function, of_words) in &self.words.functions {
            let [name, given] = [of_words, function].map(|f| quoted(terms.function_name(f)));
            let _ = writeln!(out, "(word {} {})", name, given);
        }
        out
    }

    /// The terms that are printed as such, in the order of printing.
    fn printed_terms(&self, connectives: &[Option<Connective>], used: &[bool]) -> Vec<TermId> {
        let mut printed = Vec::new();
        for ((_, atom), connective) in self.atoms.iter().zip(connectives) {
            match atom {
                Atom::Bit(word, _) => printed.push(*word),
                Atom::Same(a, b) => printed.extend([*a, *b]),
                Atom::Formula(t) | Atom::Equality(t, _) if connective.is_none() => printed.push(*t),
                Atom::Formula(_) | Atom::Equality(..) | Atom::Gate(_) => {}
            }
        }
        let hypotheses = self.hypotheses.iter().zip(used);
        printed.extend(hypotheses.filter(|(_, &used)| used).map(|(h, _)| h.formula));
        printed.extend(self.circuits.iter().map(|c| c.0));
        printed
    }

    /// For each atom the connective of literals that it is printed as; none if it is printed as a term.
    fn connectives(&self, terms: &Terms) -> Vec<Option<Connective>> {
        let literals = self.literals();
        let literal = |t: TermId| {
            let (inner, negated) = terms.split_not(t);
            Some(literals.get(&inner)?.negate_if(negated))
        };
        let is_printed = |atom: &Atom, inputs: &[Lit]| match atom {
            Atom::Formula(t) => !inputs.is_empty() && inputs.len() == terms.args(*t).len(),
            Atom::Gate(_) => true,
            Atom::Equality(..) | Atom::Same(..) | Atom::Bit(..) => false,
        };
        let of = |atom: &Atom| atom.function(terms, literal).filter(|(_, inputs)| is_printed(atom, inputs));
        self.atoms.iter().map(|(_, atom)| of(atom)).collect()
    }
}

/// The word of a rounding mode by its values.
fn by_mode(mode: &str) -> String {
    let first = format!("#b{:03b}", Rounding::NearestEven as u8);
    Rounding::ALL.iter().skip(1).fold(first, |others, &value| {
        format!("(ite (= {} {}) #b{:03b} {})", mode, value.name(), value as u8, others)
    })
}

fn list<T: ToString>(head: &str, items: &[T]) -> String {
    let mut words = vec![head.to_string()];
    words.extend(items.iter().map(T::to_string));
    format!("({})", words.join(" "))
}
