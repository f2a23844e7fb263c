//! Automata as text.

use crate::input::smtlib::{distinct_names, rename};
use crate::model::cfa::Cfa;
use crate::model::gcl::{Command, CommandId};
use crate::solver::term::{quoted, TermId, Terms, SCRIPT_PREFIX};
use std::fmt::Write;

/// Writes an automaton in the form that [`read`](super::read) reads. Names that a script cannot declare, or that occur
/// twice, are replaced.
pub fn write(cfa: &Cfa) -> String {
    let mut terms = cfa.terms().clone();
    let variables = cfa.variables();
    let wanted: Vec<&str> = variables.iter().map(|&v| cfa.name(v)).collect();
    let names = distinct_names(&wanted);
    let mut formulas = formulas(cfa);
    let count = formulas.len();
    // Targets of assignments are renamed with everything else.
    formulas.extend_from_slice(variables);
    rename(&mut terms, variables, &names, &mut formulas);
    formulas.truncate(count);

    let mut out = terms.sort_declarations_of(variables.iter().chain(&formulas).copied());
    for (&variable, name) in variables.iter().zip(&names) {
        let _ = writeln!(out, "(declare-fun {} () {})", quoted(name), terms.sort_text(terms.sort(variable)));
    }
    let (definitions, texts) = terms.texts(&formulas, SCRIPT_PREFIX);
    for definition in definitions {
        let _ = writeln!(out, "{}", definition);
    }
    let wanted: Vec<&str> = cfa.locations().map(|l| cfa.location_name(l)).collect();
    let locations = distinct_names(&wanted);
    for (location, name) in cfa.locations().zip(&locations) {
        let kind = match location {
            _ if location == cfa.initial() => " :initial",
            _ if location == cfa.error() => " :error",
            _ => "",
        };
        let _ = writeln!(out, "(location {}{})", quoted(name), kind);
    }
    let mut texts = texts.into_iter();
    let name = |variable: TermId| {
        let place = variables.iter().position(|&v| v == variable).unwrap_or(0);
        quoted(&names[place])
    };
    for edge in cfa.edges() {
        let [source, target] = [edge.source, edge.target].map(|l| quoted(&locations[l.index()]));
        let _ = write!(out, "(edge {} {}", source, target);
        for part in top(cfa, edge.command) {
            write_command(cfa, part, &mut texts, &name, &mut out);
        }
        out.push_str(")\n");
    }
    out
}

/// The parts of an edge's command that are written one after the other.
fn top(cfa: &Cfa, command: CommandId) -> Vec<CommandId> {
    match cfa.commands().get(command) {
        Command::Sequence(parts) => parts.clone(),
        _ => vec![command],
    }
}

/// The formulas in commands, in the order in which they are written.
fn formulas(cfa: &Cfa) -> Vec<TermId> {
    let mut formulas = Vec::new();
    for edge in cfa.edges() {
        let mut stack = vec![edge.command];
        while let Some(id) = stack.pop() {
            match cfa.commands().get(id) {
                Command::Assign(list) => formulas.extend(list.iter().map(|a| a.value)),
                Command::Assume(formula) => formulas.push(*formula),
                Command::Havoc(_) => {}
                Command::Sequence(parts) | Command::Choice(parts) => stack.extend(parts.iter().rev()),
            }
        }
    }
    formulas
}

enum Task {
    Write(CommandId),
    Close,
}

/// Writes a command with a blank before it.
fn write_command(
    cfa: &Cfa,
    id: CommandId,
    texts: &mut impl Iterator<Item = String>,
    name: &impl Fn(TermId) -> String,
    out: &mut String,
) {
    let mut tasks = vec![Task::Write(id)];
    while let Some(task) = tasks.pop() {
        let id = match task {
            Task::Write(id) => id,
            Task::Close => {
                out.push(')');
                continue;
            }
        };
        let mut text = || texts.next().unwrap_or_default();
        match cfa.commands().get(id) {
            Command::Assign(list) => {
                out.push_str(" (assign");
                for a in list {
                    let _ = write!(out, " ({} {})", name(a.variable), text());
                }
                out.push(')');
            }
            Command::Assume(_) => {
                let _ = write!(out, " (assume {})", text());
            }
            Command::Havoc(list) => {
                out.push_str(" (havoc");
                for a in list {
                    let _ = write!(out, " {}", name(a.variable));
                }
                out.push(')');
            }
            parts @ (Command::Sequence(list) | Command::Choice(list)) => {
                let is_sequence = matches!(parts, Command::Sequence(_));
                out.push_str(if is_sequence { " (sequence" } else { " (choice" });
                tasks.push(Task::Close);
                tasks.extend(list.iter().rev().map(|&part| Task::Write(part)));
            }
        }
    }
}

/// The terms of a store as they stand, for drawings.
pub(super) fn shown(terms: &Terms, t: TermId) -> String {
    const LONGEST: usize = 60;
    let text = terms.text(t);
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}
