//! The largest alignments that `#pragma pack` allows, by position in the text.
//!
//! The preprocessor meets the pragmas, but the parser needs their effect when it lays out a structure. So the limits
//! are noted with the positions of tokens.

/// The most levels of `#pragma pack(push)`.
const MOST_LEVELS: usize = 1 << 16;

/// The limits of `#pragma pack`, each with the position of the token from which on it holds.
#[derive(Clone, Default, Debug)]
pub(super) struct Packs {
    changes: Vec<(usize, Option<u64>)>,
    stack: Vec<(Vec<u8>, Option<u64>)>,
    current: Option<u64>,
}

impl Packs {
    /// The largest alignment that is allowed at a token; `None` if there is no limit.
    pub fn at(&self, token: usize) -> Option<u64> {
        let behind = self.changes.partition_point(|&(from, _)| from <= token);
        behind.checked_sub(1).and_then(|at| self.changes.get(at)).and_then(|&(_, limit)| limit)
    }

    /// Moves all positions, because `by` tokens were put before all others.
    pub fn shift(&mut self, by: usize) {
        self.changes.iter_mut().for_each(|(from, _)| *from += by);
    }

    /// Sets the limit from a token on.
    pub fn set(&mut self, token: usize, limit: Option<u64>) {
        self.current = limit;
        self.changes.push((token, limit));
    }

    /// Saves the present limit under a name, which may be empty. Returns false if there are too many levels.
    pub fn push(&mut self, name: Vec<u8>) -> bool {
        let has_room = self.stack.len() < MOST_LEVELS;
        if has_room {
            self.stack.push((name, self.current));
        }
        has_room
    }

    /// Restores the limit before the last `push`, or before the last `push` with this name.
    pub fn pop(&mut self, token: usize, name: &[u8]) -> bool {
        while let Some((known, limit)) = self.stack.pop() {
            if name.is_empty() || known == name {
                self.set(token, limit);
                return true;
            }
        }
        false
    }
}
