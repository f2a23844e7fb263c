//! The locations and edges of an automaton in words, for observers.
//!
//! Tree engines have formulas in the place of atoms. A literal of their steps is a formula: its variable has the number
//! of the term that is not a negation.

use crate::base::{HashSet, Lit, Var};
use crate::engine::{At, EdgeText, PlaceId, PlaceText, Step, Words};
use crate::evidence::view::{infix, Names};
use crate::model::cfa::{Cfa, EdgeId, LocId};
use crate::model::gcl::{Command, CommandId};
use crate::model::system::functional::conjuncts;
use crate::solver::term::{Op, TermId, Terms};
use std::fmt;

/// The most characters of the text of an edge.
const MOST_CHARACTERS: usize = 120;

/// A location as a place.
pub(in crate::engine) fn place(location: LocId) -> PlaceId {
    PlaceId::new(location.index())
}

/// A step about a location.
pub(in crate::engine) fn at(location: LocId) -> At {
    At { place: Some(place(location)), ..At::default() }
}

/// A step about an edge into a location.
pub(in crate::engine) fn along(cfa: &Cfa, edge: EdgeId) -> At {
    let edge = cfa.edge(edge);
    At { from: Some(place(edge.source)), ..at(edge.target) }
}

/// The places of an automaton.
pub(in crate::engine) fn places(cfa: &Cfa) -> Step {
    let of = |location: LocId| PlaceText {
        name: cfa.location_name(location).to_string(),
        text: line(cfa.location_name(location)),
        is_initial: location == cfa.initial(),
        is_error: location == cfa.error(),
    };
    let edge = |id: EdgeId| {
        let edge = cfa.edge(id);
        let text = shortened(command_text(cfa, edge.command));
        EdgeText { from: place(edge.source), to: place(edge.target), text }
    };
    Step::Places { places: cfa.locations().map(of).collect(), edges: cfa.edge_ids().map(edge).collect() }
}

/// The name of a location of C is that of a function, and a line: `main:12`.
fn line(name: &str) -> String {
    match name.rsplit_once(':') {
        Some((_, line)) if line.parse::<u32>().is_ok() => format!("line {}", line),
        _ => String::new(),
    }
}

/// A text of as many characters as a drawing has room for.
pub(in crate::engine) fn shortened(text: String) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some(_) => text.chars().take(MOST_CHARACTERS - 1).chain(['…']).collect(),
        None => text,
    }
}

/// Between the parts of a sequence.
const SEMICOLON: &str = "; ";

/// A part of a command that is still to be written.
enum Part {
    Command(CommandId),
    Text(&'static str),
}

/// The name of a constant, and nothing for another term.
fn name_of(terms: &Terms, t: TermId) -> &str {
    match terms.op(t) {
        Op::Symbol(symbol) => terms.name(symbol),
        _ => "",
    }
}

/// A formula with infix operators. `any` are constants that may have any value, and are shown so; a word has a sign if
/// the formula compares it as one.
pub(in crate::engine) fn formula_text(terms: &Terms, formula: TermId, any: &HashSet<TermId>) -> String {
    let name = |t: TermId| if any.contains(&t) { "any" } else { name_of(terms, t) }.to_string();
    let comparisons = terms.subterms(&[formula]).into_iter().filter(|&t| terms.op(t) == Op::BvSlt);
    let signed: HashSet<TermId> = comparisons.flat_map(|t| terms.args(t).to_vec()).collect();
    infix(terms, &Names { name: &name, is_signed: &|t| signed.contains(&t) }, formula)
}

/// Whether the lowering of C has made a variable for itself: it is named `main::.1`.
fn is_made_up(name: &str) -> bool {
    name.rsplit_once("::").map_or(false, |(_, name)| name.starts_with('.'))
}

/// A command in one line; a long one need not be complete.
fn command_text(cfa: &Cfa, command: CommandId) -> String {
    let terms = cfa.terms();
    // The made-up variables with any value, since the last choice began or ended.
    let mut any: HashSet<TermId> = HashSet::default();
    let mut out = String::new();
    let mut stack = vec![Part::Command(command)];
    while let (Some(part), true) = (stack.pop(), out.len() <= MOST_CHARACTERS * 4) {
        let id = match part {
            Part::Command(id) => id,
            // The parts before and after a semicolon may be empty.
            Part::Text(SEMICOLON) if out.is_empty() || out.ends_with(['(', ' ']) => continue,
            Part::Text(text) => {
                if text != SEMICOLON {
                    any.clear();
                }
                if text != SEMICOLON && out.ends_with(SEMICOLON) {
                    out.truncate(out.len() - SEMICOLON.len());
                }
                out.push_str(text);
                continue;
            }
        };
        match cfa.commands().get(id) {
            Command::Assign(list) => {
                let shown = list
                    .iter()
                    .map(|a| format!("{} := {}", cfa.name(a.variable), formula_text(terms, a.value, &any)));
                out.push_str(&shown.collect::<Vec<String>>().join(", "));
                list.iter().for_each(|a| {
                    any.remove(&a.variable);
                });
            }
            Command::Havoc(list) => {
                let (hidden, told): (Vec<_>, Vec<_>) =
                    list.iter().map(|a| a.variable).partition(|&t| is_made_up(cfa.name(t)));
                any.extend(hidden);
                let shown = told.iter().map(|&t| format!("{} := ?", cfa.name(t)));
                out.push_str(&shown.collect::<Vec<String>>().join(", "));
            }
            Command::Assume(Terms::TRUE) => {}
            Command::Assume(formula) => out.push_str(&format!("[{}]", formula_text(terms, *formula, &any))),
            Command::Sequence(parts) => stack.extend(between(parts, SEMICOLON)),
            Command::Choice(parts) => {
                any.clear();
                out.push('(');
                stack.push(Part::Text(")"));
                stack.extend(between(parts, " | "));
            }
        }
    }
    match out.strip_suffix(SEMICOLON) {
        Some(text) => text.to_string(),
        None => out,
    }
}

/// The parts with a text between them, the last one first.
fn between(parts: &[CommandId], text: &'static str) -> Vec<Part> {
    let mut list: Vec<Part> = Vec::with_capacity(2 * parts.len());
    for (i, &part) in parts.iter().enumerate().rev() {
        list.push(Part::Command(part));
        if i > 0 {
            list.push(Part::Text(text));
        }
    }
    list
}

/// The literal that is a formula.
pub(in crate::engine) fn formula_literal(terms: &Terms, formula: TermId) -> Lit {
    let (inner, is_negated) = terms.split_not(formula);
    Var::new(inner.index()).lit(!is_negated)
}

/// The literals that are these formulas.
pub(in crate::engine) fn formula_literals(terms: &Terms, formulas: &[TermId]) -> Vec<Lit> {
    formulas.iter().map(|&formula| formula_literal(terms, formula)).collect()
}

/// The literals whose conjunction is a formula.
pub(in crate::engine) fn formula_cube(terms: &Terms, formula: TermId) -> Vec<Lit> {
    formula_literals(terms, &conjuncts(terms, formula))
}

/// The literals whose conjunction is the negation of a formula.
pub(in crate::engine) fn excluded_cube(terms: &Terms, formula: TermId) -> Vec<Lit> {
    match terms.split_not(formula) {
        (inner, true) => formula_cube(terms, inner),
        (_, false) => vec![!formula_literal(terms, formula)],
    }
}

/// Formulas and locations of an automaton, for literals that are formulas.
pub(in crate::engine) struct FormulaWords<'a> {
    pub cfa: &'a Cfa,
    /// The source of a step in the engine.
    pub paper: fn(&Step) -> &'static str,
}

impl Words for FormulaWords<'_> {
    fn literal(&self, lit: Lit, _: Option<PlaceId>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = self.cfa.terms();
        match terms.of_index(lit.var().index()) {
            Some(term) if lit.is_negative() => f.write_str(&terms.text_of_negation(term)),
            Some(term) => f.write_str(&terms.text(term)),
            None => write!(f, "{:?}", lit),
        }
    }

    fn place(&self, place: PlaceId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.cfa.location_name(LocId::new(place.index())))
    }

    fn paper(&self, step: &Step) -> &'static str {
        (self.paper)(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::term::Sort;

    #[test]
    fn commands_have_short_texts() {
        let mut cfa = Cfa::new(Terms::new());
        let [x, y, made_up] = ["x", "y", "main::.1"].map(|name| cfa.declare(name, Sort::Int));
        let (commands, terms) = cfa.parts_mut();
        let one = terms.int(1);
        let (more, guard) = (terms.add(&[x, one]), terms.le(x, y));
        let (skip, assign, assume) = (commands.skip(), commands.assign(x, more), commands.assume(guard));
        let havoc = commands.havoc(terms, &[y]);
        let list = vec![skip, assume, skip, assign, skip];
        let sequence = commands.add(Command::Sequence(list));
        let choice = commands.choice(&[sequence, havoc]);
        let long = commands.add(Command::Sequence(vec![assign; 20]));
        let more = terms.add(&[made_up, one]);
        let (havoc, assign) = (commands.havoc(terms, &[made_up]), commands.assign(y, more));
        let asked = commands.add(Command::Sequence(vec![havoc, assign]));
        assert_eq!(command_text(&cfa, sequence), "[x <= y]; x := x + 1");
        assert_eq!(command_text(&cfa, choice), "([x <= y]; x := x + 1 | y := ?)");
        assert_eq!(command_text(&cfa, skip), "");
        assert_eq!(command_text(&cfa, asked), "y := any + 1");
        let text = shortened(command_text(&cfa, long));
        assert_eq!((text.chars().count(), text.ends_with('…')), (MOST_CHARACTERS, true));
        assert_eq!(
            (line("main:12"), line("up"), line("a:b")),
            ("line 12".to_string(), String::new(), String::new())
        );
    }
}
