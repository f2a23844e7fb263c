//! A run of a recursive program as a tree of calls, which is read from a refutation of its clauses.
//!
//! Each line of the text is either a line of the program with the variables that change there, or a call with its
//! arguments and, if it returns, its result. If the tree is large, each call that returns is folded into one line, and
//! the middle of a deep chain of calls that do not return is left out.

use super::lines::number;
use crate::base::{Budget, HashMap};
use crate::c::{RecursiveSource, Role, Target, VariableOrigin};
use crate::evidence::table::Table;
use crate::model::encode::horn::{Event, EventKind};
use crate::model::horn::Refutation;
use crate::model::procedures::CallId;
use crate::solver::term::{Model, TermId, Value};

/// The most lines of a tree that is shown with all its calls.
const MOST_LINES: usize = 100;
/// The most calls without return that are shown at the beginning of a chain of them, and at its end.
const MOST_OPEN: usize = 15;

/// A call.
struct Node {
    /// The function with its arguments.
    title: String,
    line: usize,
    /// `None` if the call does not return, and else its result if there is one.
    returned: Option<Option<String>>,
    items: Vec<Item>,
}

/// A part of a call.
enum Item {
    /// A line of the program, and the variables that change there. The flag says that a call has changed them. Then the
    /// changes are shown only if the call is folded, because its own lines show them, too.
    Line(usize, Vec<(TermId, String)>, bool),
    Call(usize),
}

/// A run as a tree of calls.
pub struct Tree<'a> {
    source: &'a RecursiveSource,
    /// The first one is `main`.
    nodes: Vec<Node>,
}

/// A tree while it is built.
struct Builder<'a> {
    tree: Tree<'a>,
    refutation: &'a Refutation,
    /// The calls that have not returned, each with the values that are known in it.
    open: Vec<(usize, HashMap<TermId, Value>)>,
}

impl<'a> Tree<'a> {
    /// The tree of a refutation that was checked.
    pub fn of(source: &'a RecursiveSource, refutation: &'a Refutation) -> Tree<'a> {
        let main = Node { title: "main()".to_string(), line: 0, returned: None, items: Vec::new() };
        let tree = Tree { source, nodes: vec![main] };
        let mut builder = Builder { tree, refutation, open: vec![(0, HashMap::default())] };
        let events = source.lowered.horn.run(refutation, &Budget::unlimited());
        for event in events.ok().flatten().unwrap_or_default() {
            builder.event(event);
        }
        builder.tree
    }

    /// The name of a variable without its function.
    fn short(&self, variable: TermId) -> &str {
        let name = self.source.lowered.cfa().name(variable);
        name.rsplit("::").next().unwrap_or(name)
    }

    fn value(&self, variable: TermId, value: &Value) -> String {
        let lowered = &self.source.lowered;
        number(&self.source.program, lowered.cfa(), lowered.map(), (variable, value))
    }

    fn is_object(&self, variable: TermId) -> bool {
        matches!(
            self.source.lowered.map().origin(variable),
            Some(VariableOrigin::Object { role: Role::Value | Role::Target, .. })
        )
    }

    /// The tree as text.
    pub fn text(&self) -> String {
        self.rows(true).into_iter().map(|(depth, text)| format!("{}{}\n", "  ".repeat(depth), text)).collect()
    }

    /// The tree as a table.
    pub fn table(&self) -> Table {
        let names = ["depth", "event"].map(str::to_string).to_vec();
        let steps = self.rows(false).into_iter().map(|(depth, text)| vec![depth.to_string(), text]);
        Table { names, steps: steps.collect() }
    }

    /// The lines of the text with their depths.
    fn rows(&self, folded: bool) -> Vec<(usize, String)> {
        let lines: usize = self.nodes.iter().map(|node| node.items.len()).sum();
        let is_large = folded && lines > MOST_LINES;
        let open = self.nodes.iter().filter(|node| node.returned.is_none()).count();
        let hidden = |level: usize| is_large && level >= MOST_OPEN && level + MOST_OPEN < open;
        let mut rows = vec![(0, self.nodes[0].title.clone())];
        // A call, its next item, its depth in the text and the calls without return around it.
        let mut stack = vec![(0, 0, 1, 0)];
        while let Some((node, next, depth, level)) = stack.pop() {
            let item = match self.nodes[node].items.get(next) {
                Some(item) => item,
                None => continue,
            };
            stack.push((node, next + 1, depth, level));
            match item {
                Item::Line(..) if hidden(level) => {}
                Item::Line(_, _, true) if !is_large => {}
                Item::Line(line, changes, _) => {
                    let changes: Vec<String> =
                        changes.iter().map(|(v, value)| format!("{} = {}", self.short(*v), value)).collect();
                    if !changes.is_empty() {
                        rows.push((depth, format!("line {}: {}", line, changes.join(", "))));
                    }
                }
                Item::Call(inner) => {
                    let call = &self.nodes[*inner];
                    let mut text = format!("line {}: {}", call.line, call.title);
                    match &call.returned {
                        Some(_) if hidden(level) => continue,
                        Some(Some(result)) => text.push_str(&format!(" returns {}", result)),
                        Some(None) => text.push_str(" returns"),
                        None => {}
                    }
                    if call.returned.is_some() {
                        rows.push((depth, text));
                        if !is_large {
                            stack.push((*inner, 0, depth + 1, level));
                        }
                    } else if !hidden(level + 1) {
                        rows.push((depth, text));
                        stack.push((*inner, 0, depth + 1, level + 1));
                    } else {
                        if !hidden(level) {
                            let count = open - 2 * MOST_OPEN;
                            rows.push((depth, format!("... {} calls that do not return", count)));
                        }
                        stack.push((*inner, 0, depth, level + 1));
                    }
                }
            }
        }
        rows
    }
}

impl Builder<'_> {
    fn event(&mut self, event: Event) {
        let source = self.tree.source;
        let lines = &source.program.lines;
        let line_of_call = |call: CallId| lines.line_and_column(source.lowered.automata.place(call)).0;
        let now = source.lowered.horn.after(self.refutation, event.step);
        match event.kind {
            EventKind::Edge(edge) if lines.library_function(source.lowered.map().place(edge)).is_some() => {}
            EventKind::Edge(edge) => {
                let line = lines.line_and_column(source.lowered.map().place(edge)).0;
                self.change(line, now, false);
            }
            EventKind::Enter(call) => self.enter(call, line_of_call(call), event.step),
            EventKind::Leave(call) => {
                if let Some((node, _)) = self.open.pop() {
                    let procedures = &source.lowered.automata.procedures;
                    let results = &procedures.procedure(procedures.call(call).procedure).results;
                    let found = results.first().and_then(|r| now.iter().find(|(v, _)| v == r));
                    let result = found.map(|(v, value)| self.tree.value(*v, value));
                    self.tree.nodes[node].returned = Some(result);
                }
                self.change(line_of_call(call), now, true);
            }
        }
    }

    /// Notes the present values of the innermost call.
    fn change(&mut self, line: usize, now: Vec<(TermId, Value)>, is_behind: bool) {
        let (node, known) = match self.open.last_mut() {
            Some((node, known)) => (*node, known),
            None => return,
        };
        let mut changes: Vec<(TermId, String)> = Vec::new();
        for (variable, value) in now {
            if self.tree.is_object(variable) && known.get(&variable) != Some(&value) {
                // A local object has no value until its declaration, so its first value is not shown as a change.
                if known.contains_key(&variable) || node == 0 {
                    changes.push((variable, self.tree.value(variable, &value)));
                }
            }
            known.insert(variable, value);
        }
        let items = &mut self.tree.nodes[node].items;
        match items.last_mut() {
            Some(Item::Line(last, before, behind)) if *last == line && *behind == is_behind => {
                before.retain(|(v, _)| changes.iter().all(|(w, _)| v != w));
                before.extend(changes);
            }
            _ => items.push(Item::Line(line, changes, is_behind)),
        }
    }

    fn enter(&mut self, id: CallId, line: usize, step: usize) {
        let source = self.tree.source;
        let procedures = &source.lowered.automata.procedures;
        let call = procedures.call(id);
        let procedure = procedures.procedure(call.procedure);
        let terms = source.lowered.horn.horn.terms();
        let values = source.lowered.horn.values(self.refutation, step);
        let mut model = Model::new();
        for (variable, value) in values {
            model.set_all(terms, [variable], std::slice::from_ref(value));
        }
        let given = model.evaluate_all(terms, &call.arguments);
        let mut known = self.open.last().map_or_else(HashMap::default, |(_, known)| known.clone());
        known.retain(|v, _| procedures.is_shared(*v));
        let mut arguments = Vec::new();
        for (&parameter, value) in procedure.parameters.iter().zip(given) {
            if self.tree.is_object(parameter) {
                let text = self.tree.value(parameter, &value);
                arguments.push(format!("{} = {}", self.tree.short(parameter), text));
            }
            known.insert(parameter, value);
        }
        let title = format!("{}({})", procedure.name, arguments.join(", "));
        let node = self.tree.nodes.len();
        self.tree.nodes.push(Node { title, line, returned: None, items: Vec::new() });
        if let Some((outer, _)) = self.open.last() {
            self.tree.nodes[*outer].items.push(Item::Call(node));
        }
        self.open.push((node, known));
    }
}
