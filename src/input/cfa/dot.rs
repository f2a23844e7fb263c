//! Automata as drawings.

use super::write::shown;
use crate::model::cfa::Cfa;
use crate::model::gcl::{Command, CommandId};
use std::fmt::Write;

/// Lines of an edge that a drawing shows, but for a last long assignment.
const MOST_LINES: usize = 12;

/// Ways in ways that are indented.
const DEEPEST: usize = 6;

/// Writes an automaton in the language of Graphviz: the initial location with a double line, the error location filled,
/// and on each edge its commands, shortened.
pub fn write_dot(cfa: &Cfa) -> String {
    let mut out = String::from("digraph program {\n  node [shape=ellipse, fontname=\"monospace\"];\n");
    out.push_str("  edge [fontname=\"monospace\", fontsize=10];\n");
    for location in cfa.locations() {
        let style = match location {
            _ if location == cfa.initial() => ", peripheries=2",
            _ if location == cfa.error() => ", style=filled, fillcolor=lightgrey",
            _ => "",
        };
        let name = escaped(cfa.location_name(location));
        let _ = writeln!(out, "  l{} [label=\"{}\"{}];", location.index(), name, style);
    }
    for edge in cfa.edges() {
        let (source, target) = (edge.source.index(), edge.target.index());
        let _ = write!(out, "  l{} -> l{} [label=\"", source, target);
        for line in lines(cfa, edge.command) {
            let _ = write!(out, "{}\\l", escaped(&line));
        }
        out.push_str("\"];\n");
    }
    out.push_str("}\n");
    out
}

enum Task {
    Show(CommandId, usize),
    Line(String),
}

/// A command, a line an assumption or assignment; the ways of a choice are indented.
fn lines(cfa: &Cfa, command: CommandId) -> Vec<String> {
    let terms = cfa.terms();
    let mut lines = Vec::new();
    let mut tasks = vec![Task::Show(command, 0)];
    while let Some(task) = tasks.pop() {
        let (id, depth) = match task {
            Task::Show(id, depth) => (id, depth),
            Task::Line(line) => {
                lines.push(line);
                continue;
            }
        };
        let indent = "  ".repeat(depth.min(DEEPEST));
        let line = |text: String| format!("{}{}", indent, text);
        match cfa.commands().get(id) {
            Command::Assign(list) => {
                let shown =
                    list.iter().map(|a| format!("{} := {}", cfa.name(a.variable), shown(terms, a.value)));
                lines.extend(shown.map(line));
            }
            Command::Havoc(list) => {
                lines.extend(list.iter().map(|a| line(format!("{} := *", cfa.name(a.variable)))));
            }
            Command::Assume(formula) => lines.push(line(format!("[{}]", shown(terms, *formula)))),
            Command::Sequence(parts) => {
                tasks.extend(parts.iter().rev().map(|&part| Task::Show(part, depth)));
            }
            Command::Choice(parts) => {
                for (i, &part) in parts.iter().enumerate().rev() {
                    tasks.push(Task::Show(part, depth + 1));
                    tasks.push(Task::Line(line((if i == 0 { "either" } else { "or" }).to_string())));
                }
            }
        }
        if lines.len() > MOST_LINES {
            lines.push("...".to_string());
            break;
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}
