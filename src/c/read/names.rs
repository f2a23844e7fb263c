//! Identifiers as small numbers: each text is stored once, so that names are compared by index.

use super::keywords::{Keyword, KEYWORDS};
use std::collections::HashMap;
use std::sync::Arc;

/// An identifier, by index. Equal texts have equal indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NameId(u32);

impl NameId {
    /// Position in arrays that are indexed by name.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The keyword of this spelling.
    pub(super) fn keyword(self) -> Option<Keyword> {
        KEYWORDS.get(self.index()).map(|&(_, keyword)| keyword)
    }
}

/// All identifiers of a program. The keywords come first.
#[derive(Clone, Debug)]
pub struct Names {
    ids: HashMap<Arc<str>, NameId>,
    texts: Vec<Arc<str>>,
    bytes: usize,
}

impl Names {
    pub(super) fn new() -> Names {
        let mut names = Names { ids: HashMap::new(), texts: Vec::new(), bytes: 0 };
        for (at, &(text, _)) in KEYWORDS.iter().enumerate() {
            let id = names.intern(text);
            debug_assert_eq!(id.index(), at, "a keyword twice");
        }
        names
    }

    /// The name with this text.
    pub(super) fn intern(&mut self, text: &str) -> NameId {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = NameId(self.texts.len() as u32);
        let text: Arc<str> = Arc::from(text);
        self.bytes += 2 * text.len() + 96;
        self.texts.push(text.clone());
        self.ids.insert(text, id);
        id
    }

    /// The name with this text, if the program has it.
    pub fn find(&self, text: &str) -> Option<NameId> {
        self.ids.get(text).copied()
    }

    /// The text of a name.
    ///
    /// # Panics
    ///
    /// If the name is not of this program.
    pub fn text(&self, id: NameId) -> &str {
        &self.texts[id.index()]
    }

    /// The approximate bytes of memory of all names.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}
