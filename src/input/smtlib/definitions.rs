//! A script of definitions, such as a model that a solver prints.

use super::annotated::refused;
use super::arguments::Arguments;
use super::declarations::Declarations;
use super::names::Meaning;
use super::recursion::Recursive;
use super::sexpr::{Reader, Tree};
use crate::base::{Budget, HashSet};
use crate::input::ParseError;
use crate::solver::term::{TermId, Terms};

/// A function that a script defines.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub name: String,
    /// Constants of its own.
    pub parameters: Vec<TermId>,
    pub body: TermId,
}

/// Definitions, and what they are made of.
#[derive(Clone, Debug)]
pub(crate) struct Definitions {
    pub terms: Terms,
    pub list: Vec<Definition>,
    /// The constants of quantifiers in front of bodies, each of one body: it is meant for all values of them.
    pub bound: Vec<TermId>,
    /// Recursive functions, which definitions may call.
    pub recursive: Vec<Recursive>,
}

/// Reads a script that consists of definitions of functions, over the sorts that `sorts` declares. A body may begin
/// with `forall`; such a function is not used in another one. Functions of one argument may be recursive.
pub(crate) fn read_definitions(
    script: &[u8],
    sorts: &str,
    budget: &Budget,
) -> Result<Definitions, ParseError> {
    let mut declared = Declarations::of_evidence(budget);
    declared.bound = Some(Vec::new());
    let mut before = Reader::new(sorts.as_bytes());
    let mut command = Tree::default();
    while let Ok(Some(read)) = before.read(&mut command) {
        read.and_then(|()| declared.command(&command)).map_err(refused)?;
    }
    let mut list: Vec<Definition> = Vec::new();
    let mut bound: HashSet<TermId> = HashSet::default();
    let mut recursive = Vec::new();
    let mut reader = Reader::new(script);
    let mut tree = Tree::default();
    // Reading from memory cannot fail.
    while let Ok(Some(read)) = reader.read(&mut tree) {
        read.map_err(refused)?;
        let (command, mut arguments) = Arguments::of_command(&tree).map_err(refused)?;
        if let Some(more) = declared.recursive(command, &mut arguments).map_err(refused)? {
            declared.book(&tree);
            recursive.extend(more);
            continue;
        }
        let mut words = tree.children(tree.root());
        let head = words.next().and_then(|head| tree.symbol(head));
        if head != Some("define-fun") {
            return Err(refused(tree.expected("`define-fun`", tree.root())));
        }
        declared.command(&tree).map_err(refused)?;
        declared.book(&tree);
        let name = words.next().and_then(|name| tree.symbol(name)).unwrap_or("").to_string();
        let id = declared.names.id(&name);
        let found = match declared.names.meaning(id) {
            Some(Meaning::Function(function)) => {
                Definition { name, parameters: function.parameters.clone(), body: function.body }
            }
            Some(&Meaning::Defined(body)) => Definition { name, parameters: Vec::new(), body },
            _ => continue,
        };
        if declared.terms.subterms(&[found.body]).iter().any(|t| bound.contains(t)) {
            let message = "a function with quantifiers cannot be used in another one";
            return Err(refused(tree.failure(tree.root(), message)));
        }
        bound.extend(declared.bound.iter().flatten());
        list.push(found);
    }
    let bound = declared.bound.take().unwrap_or_default();
    Ok(Definitions { terms: declared.terms, list, bound, recursive })
}
