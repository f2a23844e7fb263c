//! Replacements of parts of a text.

use std::collections::BTreeMap;
use std::ops::Range;

/// A change of a text: parts with what takes their places. All of them are made, or none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edit(pub Vec<(Range<usize>, Vec<u8>)>);

impl Edit {
    /// Leaves a part out.
    pub fn delete(range: Range<usize>) -> Edit {
        Edit(vec![(range, Vec::new())])
    }

    /// Puts something in place of a part.
    pub fn replace(range: Range<usize>, by: impl Into<Vec<u8>>) -> Edit {
        Edit(vec![(range, by.into())])
    }
}

/// The text after some edits. Of edits that overlap the first one is made.
pub(super) fn apply(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    // By begin: the end of a part that is replaced, and what takes its place.
    let mut chosen: BTreeMap<usize, (usize, &[u8])> = BTreeMap::new();
    for Edit(parts) in edits {
        let is_free = |range: &Range<usize>| {
            let before = chosen.range(..range.end.max(range.start + 1)).next_back();
            before.map_or(true, |(&start, &(end, _))| end <= range.start && start < range.start)
        };
        if parts.iter().all(|(range, _)| range.end <= text.len() && is_free(range)) {
            for (range, by) in parts {
                chosen.insert(range.start, (range.end, by));
            }
        }
    }
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    for (start, (end, by)) in chosen {
        out.extend_from_slice(&text[at.min(start)..start]);
        out.extend_from_slice(by);
        at = end;
    }
    out.extend_from_slice(&text[at..]);
    out
}
