//! A script of definitions, such as a model that a solver prints.

use super::annotated::refused;
use super::declarations::Declarations;
use super::names::Meaning;
use super::sexpr::{Reader, Tree};
use crate::base::Budget;
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

/// Reads a script that consists of definitions of functions, over the sorts that `sorts` declares.
pub(crate) fn read_definitions(
    script: &[u8],
    sorts: &str,
    budget: &Budget,
) -> Result<(Terms, Vec<Definition>), ParseError> {
    let mut declared = Declarations::of_model(budget);
    let mut before = Reader::new(sorts.as_bytes());
    let mut command = Tree::default();
    while let Ok(Some(read)) = before.read(&mut command) {
        read.and_then(|()| declared.command(&command)).map_err(refused)?;
    }
    let mut definitions = Vec::new();
    let mut reader = Reader::new(script);
    let mut tree = Tree::default();
    // Reading from memory cannot fail.
    while let Ok(Some(read)) = reader.read(&mut tree) {
        read.map_err(refused)?;
        let mut words = tree.children(tree.root());
        let head = words.next().and_then(|head| tree.symbol(head));
        if head != Some("define-fun") {
            return Err(refused(tree.expected("`define-fun`", tree.root())));
        }
        declared.command(&tree).map_err(refused)?;
        declared.book(&tree);
        let name = words.next().and_then(|name| tree.symbol(name)).unwrap_or("").to_string();
        let id = declared.names.id(&name);
        match declared.names.meaning(id) {
            Some(Meaning::Function(function)) => {
                let parameters = function.parameters.clone();
                definitions.push(Definition { name, parameters, body: function.body });
            }
            Some(&Meaning::Defined(body)) => {
                definitions.push(Definition { name, parameters: Vec::new(), body });
            }
            _ => {}
        }
    }
    Ok((declared.terms, definitions))
}
