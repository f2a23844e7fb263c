//! Writes documents as text in block style, with a stack of tasks instead of recursion.

use super::tree::{Document, Kind, NodeId};

/// A piece of work of the writer.
enum Task<'a> {
    /// Write a node. `behind` says whether the text before it ends with a dash, with a colon, or with a line end.
    Node { id: NodeId, indent: usize, behind: Behind },
    /// Write the dash of an item, on a line of its own or behind the dash of the list around it.
    Dash { indent: usize, is_inline: bool },
    /// Write a key.
    Key { text: &'a str, is_quoted: bool, indent: usize, is_inline: bool },
}

/// The text before a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    Nothing,
    Dash,
    Colon,
}

impl Document {
    /// The text of the document in block style; only empty collections are in flow style. A quoted scalar is written in
    /// double quotes, and so is a plain one that would otherwise be read as something else.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut tasks = Vec::new();
        tasks.extend(self.root().map(|id| Task::Node { id, indent: 0, behind: Behind::Nothing }));
        while let Some(task) = tasks.pop() {
            match task {
                Task::Dash { indent, is_inline } => {
                    pad(&mut text, indent, is_inline);
                    text.push('-');
                }
                Task::Key { text: key, is_quoted, indent, is_inline } => {
                    pad(&mut text, indent, is_inline);
                    write_scalar(&mut text, key, is_quoted);
                    text.push(':');
                }
                Task::Node { id, indent, behind } => {
                    self.write_node(&mut text, &mut tasks, id, indent, behind)
                }
            }
        }
        text
    }

    fn write_node<'a>(
        &'a self,
        text: &mut String,
        tasks: &mut Vec<Task<'a>>,
        id: NodeId,
        indent: usize,
        behind: Behind,
    ) {
        let flat = match &self.node(id).kind {
            Kind::Scalar { .. } => None,
            Kind::Sequence(items) => items.is_empty().then_some("[]"),
            Kind::Mapping(entries) => entries.is_empty().then_some("{}"),
        };
        let is_inline = behind == Behind::Dash;
        match &self.node(id).kind {
            Kind::Scalar { text: scalar, is_quoted } => {
                if behind != Behind::Nothing {
                    text.push(' ');
                }
                write_scalar(text, scalar, *is_quoted);
                text.push('\n');
            }
            _ if flat.is_some() => {
                if behind != Behind::Nothing {
                    text.push(' ');
                }
                text.push_str(flat.unwrap_or(""));
                text.push('\n');
            }
            Kind::Sequence(items) => {
                if behind == Behind::Colon {
                    text.push('\n');
                }
                for (at, &item) in items.iter().enumerate().rev() {
                    tasks.push(Task::Node { id: item, indent: indent + 2, behind: Behind::Dash });
                    tasks.push(Task::Dash { indent, is_inline: is_inline && at == 0 });
                }
            }
            Kind::Mapping(entries) => {
                if behind == Behind::Colon {
                    text.push('\n');
                }
                for (at, &(key, value)) in entries.iter().enumerate().rev() {
                    // The dashes of a list are in the column of its key.
                    let is_list = matches!(self.node(value).kind, Kind::Sequence(_));
                    let inner = if is_list { indent } else { indent + 2 };
                    tasks.push(Task::Node { id: value, indent: inner, behind: Behind::Colon });
                    if let Kind::Scalar { text, is_quoted } = &self.node(key).kind {
                        let is_inline = is_inline && at == 0;
                        tasks.push(Task::Key { text, is_quoted: *is_quoted, indent, is_inline });
                    }
                }
            }
        }
    }
}

/// Indents a line, or puts a blank behind a dash.
fn pad(text: &mut String, indent: usize, is_inline: bool) {
    text.extend((0..if is_inline { 1 } else { indent }).map(|_| ' '));
}

fn write_scalar(text: &mut String, scalar: &str, is_quoted: bool) {
    if !is_quoted && is_plain(scalar) {
        text.push_str(scalar);
        return;
    }
    text.push('"');
    for c in scalar.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            c if c.is_control() => text.push_str(&format!("\\u{:04x}", c as u32)),
            c => text.push(c),
        }
    }
    text.push('"');
}

/// Whether a text can stand without quotes in block style.
fn is_plain(text: &str) -> bool {
    let first = match text.chars().next() {
        Some(first) => first,
        None => return false,
    };
    let is_mark = ",[]{}#&*!|>'\"%@`-?:.".contains(first);
    let is_clean = !text.chars().any(|c| c.is_control()) && text.trim() == text;
    !is_mark && is_clean && !text.contains(": ") && !text.ends_with(':') && !text.contains(" #")
}
