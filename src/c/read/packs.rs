//! The alignments that `#pragma pack` allows, for each part of a program.

/// Levels of `#pragma pack(push)`.
const MOST_LEVELS: usize = 1 << 16;

/// The limits of `#pragma pack`, by the position of the token from which on they hold.
#[derive(Clone, Default, Debug)]
pub(super) struct Packs {
    changes: Vec<(usize, Option<u64>)>,
    stack: Vec<(Vec<u8>, Option<u64>)>,
    current: Option<u64>,
}

impl Packs {
    /// The most that an alignment is at this token.
    pub fn at(&self, token: usize) -> Option<u64> {
        let behind = self.changes.partition_point(|&(from, _)| from <= token);
        behind.checked_sub(1).and_then(|at| self.changes.get(at)).and_then(|&(_, limit)| limit)
    }

    /// Tokens are put before all others.
    pub fn shift(&mut self, by: usize) {
        self.changes.iter_mut().for_each(|(from, _)| *from += by);
    }

    /// Sets the limit from a token on.
    pub fn set(&mut self, token: usize, limit: Option<u64>) {
        self.current = limit;
        self.changes.push((token, limit));
    }

    /// Keeps the limit under a name, which may be empty. Whether there is room.
    pub fn push(&mut self, name: Vec<u8>) -> bool {
        let has_room = self.stack.len() < MOST_LEVELS;
        if has_room {
            self.stack.push((name, self.current));
        }
        has_room
    }

    /// Goes back to the limit before the last `push`, or before the last one with this name.
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
