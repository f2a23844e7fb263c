//! The meanings of names at a point of a script.
//!
//! Every name has a number, and two entries under it: its meaning in the open scopes of the script, and its binding
//! by the innermost `let` around. Bindings hide definitions, definitions hide the operators of the theories (but
//! those of Core cannot be declared again). Both entries are undone by a trail: at the end of a `let`, and when a
//! scope is popped.
//!
//! The table hashes with the standard library's hasher, because the author of a script could choose names that
//! collide; nothing enumerates the table.

use super::families::{Families, Part, SortBody};
use super::floats;
use super::operators::{Operator, TABLE};
use crate::solver::term::{FunctionId, TermId};
use std::collections::HashMap;
use std::sync::Arc;

/// A name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NameId(pub(super) u32);

impl NameId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The meaning that a declaration or definition gave to a name.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// A declared constant.
    Constant(TermId),
    /// A term with a name.
    Defined(TermId),
    /// A function with arguments.
    Function(Arc<Function>),
    /// A predicate of Horn clauses, by its place among them.
    Predicate(usize),
    /// A declared function with arguments.
    Declared(FunctionId),
    /// Constructors of datatypes, one or more, each of another family.
    Constructor(Arc<[Part]>),
    /// Selectors of datatypes, one or more, each of another family.
    Selector(Arc<[Part]>),
}

/// A defined function: its body is a term over constants of its own.
#[derive(Debug)]
pub(crate) struct Function {
    pub parameters: Vec<TermId>,
    pub body: TermId,
}

/// A declared or defined sort.
#[derive(Clone, Debug)]
pub(crate) struct SortDefinition {
    pub arity: usize,
    pub body: SortBody,
}

pub(super) struct Entry {
    pub text: Arc<str>,
    pub meaning: Option<Meaning>,
    pub binding: Option<TermId>,
    /// The number of bindings right after that binding; 0 if there is none.
    pub bound_at: usize,
    pub sort: Option<SortDefinition>,
}

/// An entry to be forgotten at the end of a scope.
#[derive(Clone, Copy)]
pub(super) enum Made {
    Meaning(NameId),
    /// The last of several constructors or selectors of a name.
    Part(NameId),
    Sort(NameId),
}

/// The sorts and functions that may be declared and used beside truth values, numbers and words.
#[derive(Clone, Copy, Default)]
pub(crate) struct Theories {
    /// Arrays and datatypes.
    pub sorts: bool,
    /// `array-diff`, which is not of the standard: interpolants mention it.
    pub differences: bool,
    /// Declared sorts, also with parameters.
    pub families: bool,
    /// Datatypes with parameters.
    pub parameters: bool,
    /// Declared functions with arguments.
    pub functions: bool,
    /// Floating-point numbers and rounding modes.
    pub floats: bool,
}

impl Theories {
    /// Whether a datatype may be declared under a name with parameters, as evidence declares those of a problem.
    pub fn has_instances(&self) -> bool {
        self.differences && !self.families
    }
}

/// All names.
pub(crate) struct Names {
    pub(super) ids: HashMap<Arc<str>, NameId>,
    pub(super) entries: Vec<Entry>,
    /// Bindings hidden by bindings.
    pub(super) hidden: Vec<(NameId, Option<TermId>, usize)>,
    pub(super) made: Vec<Made>,
    scopes: Vec<usize>,
    /// Names that the current command has given to terms in it.
    pub(super) labels: Vec<(NameId, TermId)>,
    /// Declarations stay when their scope is left.
    pub global: bool,
    /// The sorts and functions that may be declared and used.
    pub theories: Theories,
    /// The sorts that were declared.
    pub families: Families,
    pub(super) bytes: usize,
}

impl Names {
    /// The names of the operators.
    pub fn new() -> Names {
        let mut names = Names {
            ids: HashMap::new(),
            entries: Vec::new(),
            hidden: Vec::new(),
            made: Vec::new(),
            scopes: Vec::new(),
            labels: Vec::new(),
            global: false,
            theories: Theories::default(),
            families: Families::default(),
            bytes: 0,
        };
        for (text, _) in TABLE {
            names.id(text);
        }
        for (text, _) in floats::TABLE {
            names.id(text);
        }
        names
    }

    /// The number of a name.
    pub fn id(&mut self, text: &str) -> NameId {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = NameId(self.entries.len() as u32);
        let shared: Arc<str> = text.into();
        self.ids.insert(shared.clone(), id);
        self.entries.push(Entry { text: shared, meaning: None, binding: None, bound_at: 0, sort: None });
        self.bytes += Names::entry_bytes(text);
        id
    }

    /// Bytes held for a name, roughly.
    pub(super) fn entry_bytes(text: &str) -> usize {
        text.len() + 128
    }

    /// The number of a name that occurred.
    pub fn known(&self, text: &str) -> Option<NameId> {
        self.ids.get(text).copied()
    }

    /// Whether a name has a meaning now.
    pub fn is_used(&self, text: &str) -> bool {
        self.known(text).map_or(false, |id| self.meaning(id).is_some())
    }

    /// Bytes held, roughly.
    pub fn bytes(&self) -> usize {
        self.bytes + self.families.bytes()
    }

    pub fn text(&self, id: NameId) -> &str {
        self.entries.get(id.index()).map_or("", |e| &e.text)
    }

    /// The operator of this name.
    pub fn operator(&self, id: NameId) -> Option<Operator> {
        let at = id.index();
        let of_floats = || floats::TABLE.get(at.checked_sub(TABLE.len())?).filter(|_| self.theories.floats);
        let known = TABLE.get(at).map(|&(_, operator)| operator);
        known.or_else(|| of_floats().map(|&(_, operator)| Operator::Float(operator)))
    }

    /// The term that the innermost `let` around has bound to the name.
    pub fn binding(&self, id: NameId) -> Option<TermId> {
        self.entries.get(id.index()).and_then(|e| e.binding)
    }

    pub fn meaning(&self, id: NameId) -> Option<&Meaning> {
        self.entries.get(id.index()).and_then(|e| e.meaning.as_ref())
    }

    pub fn sort(&self, id: NameId) -> Option<&SortDefinition> {
        self.entries.get(id.index()).and_then(|e| e.sort.as_ref())
    }

    /// Binds a name until [`Names::unbind`].
    pub fn bind(&mut self, id: NameId, t: TermId) {
        if let Some(entry) = self.entries.get_mut(id.index()) {
            self.hidden.push((id, entry.binding.replace(t), entry.bound_at));
            entry.bound_at = self.hidden.len();
        }
    }

    /// Whether the present binding of a name was made when there were at least this many bindings.
    pub fn bound_since(&self, id: NameId, count: usize) -> bool {
        self.entries.get(id.index()).map_or(false, |e| e.bound_at > count)
    }

    /// The number of bindings.
    pub fn bindings(&self) -> usize {
        self.hidden.len()
    }

    /// Takes bindings back until there are this many.
    pub fn unbind(&mut self, count: usize) {
        while self.hidden.len() > count {
            if let Some((id, binding, bound_at)) = self.hidden.pop() {
                self.entry(id, |entry| {
                    entry.binding = binding;
                    entry.bound_at = bound_at;
                });
            }
        }
    }

    /// The reason why a name cannot be declared or defined; `None` if it can.
    pub fn taken(&self, id: NameId) -> Option<String> {
        let text = self.text(id);
        if self.meaning(id).is_some() {
            Some(format!("`{}` is declared already", text))
        } else if self.operator(id).map_or(false, Operator::is_core) {
            Some(format!("`{}` is an operator of the theory Core", text))
        } else {
            None
        }
    }

    /// Gives a name a meaning in the innermost scope.
    pub fn define(&mut self, id: NameId, meaning: Meaning) {
        self.entry(id, |entry| entry.meaning = Some(meaning));
        if !self.global {
            self.made.push(Made::Meaning(id));
        }
    }

    /// Gives a name to one more constructor or selector. Datatypes may share names.
    pub(super) fn define_part(&mut self, id: NameId, part: Part, is_selector: bool) -> Result<Made, String> {
        let others = match self.meaning(id) {
            Some(Meaning::Constructor(parts)) if !is_selector => parts.clone(),
            Some(Meaning::Selector(parts)) if is_selector => parts.clone(),
            _ => match self.taken(id) {
                Some(message) => return Err(message),
                None => Vec::new().into(),
            },
        };
        if others.iter().any(|other| other.family == part.family) {
            return Err(format!("`{}` is declared already", self.text(id)));
        }
        let parts: Arc<[Part]> = others.iter().copied().chain([part]).collect();
        let meaning = if is_selector { Meaning::Selector(parts) } else { Meaning::Constructor(parts) };
        self.entry(id, |entry| entry.meaning = Some(meaning));
        if !self.global {
            self.made.push(Made::Part(id));
        }
        Ok(Made::Part(id))
    }

    /// Gives a name to a term inside the current command; taken back if the command fails.
    pub fn label(&mut self, id: NameId, t: TermId) {
        self.define(id, Meaning::Defined(t));
        self.labels.push((id, t));
    }

    /// The labels of the command that ends here.
    pub fn take_labels(&mut self) -> Vec<(NameId, TermId)> {
        std::mem::take(&mut self.labels)
    }

    /// Forgets bindings and labels of a command that failed.
    pub fn abandon(&mut self) {
        self.unbind(0);
        for (id, _) in self.take_labels() {
            self.entry(id, |entry| entry.meaning = None);
            if !self.global {
                self.made.pop();
            }
        }
    }

    pub fn define_sort(&mut self, id: NameId, sort: SortDefinition) {
        self.entry(id, |entry| entry.sort = Some(sort));
        if !self.global {
            self.made.push(Made::Sort(id));
        }
    }

    /// Forgets what a command that failed has made last.
    pub(super) fn retract(&mut self, made: &[Made]) {
        for &entry in made {
            self.forget_one(entry);
            if !self.global {
                self.made.pop();
            }
        }
    }

    pub fn push(&mut self) {
        self.scopes.push(self.made.len());
    }

    /// Leaves the innermost scope.
    pub fn pop(&mut self) {
        let mark = self.scopes.pop().unwrap_or(0);
        self.forget(mark);
    }

    /// Leaves all scopes, the outermost too.
    pub fn clear(&mut self) {
        self.scopes.clear();
        self.forget(0);
    }

    fn entry(&mut self, id: NameId, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.entries.get_mut(id.index()) {
            change(entry);
        }
    }

    fn forget(&mut self, mark: usize) {
        while self.made.len() > mark {
            match self.made.pop() {
                Some(made) => self.forget_one(made),
                None => break,
            }
        }
    }

    fn forget_one(&mut self, made: Made) {
        match made {
            Made::Meaning(id) => self.entry(id, |entry| entry.meaning = None),
            Made::Part(id) => self.entry(id, |entry| {
                entry.meaning = match entry.meaning.take() {
                    Some(Meaning::Constructor(parts)) => without_last(&parts).map(Meaning::Constructor),
                    Some(Meaning::Selector(parts)) => without_last(&parts).map(Meaning::Selector),
                    _ => None,
                }
            }),
            Made::Sort(id) => self.entry(id, |entry| entry.sort = None),
        }
    }
}

/// All but the last, if there are several.
fn without_last(parts: &[Part]) -> Option<Arc<[Part]>> {
    match parts {
        [] | [_] => None,
        [others @ .., _] => Some(others.into()),
    }
}
