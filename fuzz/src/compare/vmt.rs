//! Transition systems in VMT-LIB.

use super::smt;
use super::transition::{State, Transition};
use super::tree::{parse, Tree};
use crate::models::systems;
use crate::source::Source;
use indubit::base::Rng;
use indubit::input::vmt;
use indubit::solver::term::Sort;

/// A system over Booleans, words or numbers, or over arrays and datatypes.
pub fn make(rng: &mut Rng, size: usize) -> String {
    const SORTS: [&[Sort]; 4] = [
        &[Sort::Int, Sort::Int, Sort::Bool],
        &[Sort::Real, Sort::Real, Sort::Bool],
        &[Sort::BitVec(4), Sort::BitVec(8), Sort::BitVec(3), Sort::Bool],
        &[Sort::Int, Sort::Real, Sort::Bool, Sort::BitVec(2)],
    ];
    if rng.one_in(3) {
        return smt::system(rng, size);
    }
    let bytes = super::bytes(rng, 20 * size + 40);
    let sorts = SORTS[rng.below(SORTS.len())];
    vmt::write(&systems::system(&mut Source::new(&bytes), sorts))
}

/// The system of a file of declarations and definitions without parameters; the error is that any property fails.
pub fn transition(text: &str) -> Option<Transition> {
    let commands = parse(text)?;
    let (mut declared, mut definitions) = (Vec::new(), Vec::new());
    let mut sorts = String::new();
    let mut nexts: Vec<(String, String)> = Vec::new();
    let (mut init, mut trans, mut properties) = (Vec::new(), Vec::new(), Vec::new());
    for command in &commands {
        let parts = command.list();
        match parts.first().map_or("", Tree::word) {
            "declare-fun" => declared.push((parts.get(1)?.text(), parts.get(3)?.text())),
            "declare-sort" | "declare-datatypes" | "declare-datatype" => {
                sorts.push_str(&format!("{}\n", command.text()));
            }
            "declare-const" => declared.push((parts.get(1)?.text(), parts.get(2)?.text())),
            "define-fun" => {
                let name = parts.get(1)?.text();
                let body = parts.get(4)?;
                let marked = body.list();
                let is_marked = marked.first().map_or("", Tree::word) == "!";
                definitions.push((name.clone(), if is_marked { marked.get(1)? } else { body }.text()));
                for mark in if is_marked { marked.get(2..)? } else { &[] }.chunks(2) {
                    match mark[0].word() {
                        ":next" => nexts.push((marked[1].text(), mark.get(1)?.text())),
                        ":init" => init.push(name.clone()),
                        ":trans" => trans.push(name.clone()),
                        ":invar-property" => properties.push(name.clone()),
                        ":live-property" => return None,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    let sort_of = |name: &str| declared.iter().find(|(n, _)| n == name).map(|(_, sort)| sort.clone());
    let mut states = Vec::new();
    for (name, next) in &nexts {
        states.push(State { name: name.clone(), next: next.clone(), sort: sort_of(name)? });
    }
    let is_input = |name: &str| !nexts.iter().any(|(a, b)| a == name || b == name);
    let inputs = declared.iter().filter(|(name, _)| is_input(name)).cloned().collect();
    let with_definitions = |formula: String| {
        let formula = definitions.iter().rev().fold(formula, |inner, (name, body)| {
            // What does not occur is left out.
            if inner.contains(name.as_str()) {
                format!("(let (({} {})) {})", name, body, inner)
            } else {
                inner
            }
        });
        formula
    };
    let all = |names: &[String]| with_definitions(format!("(and true {})", names.join(" ")));
    let bad = with_definitions(format!("(not (and true {}))", properties.join(" ")));
    Some(Transition { sorts, states, inputs, init: all(&init), trans: all(&trans), bad })
}
