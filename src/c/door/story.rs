//! The stories of runs of C programs, recursive or not, as text and as a table.

use crate::c::story::Story;
use crate::evidence::table::Table;

/// The statements of a run that a table tells at most, at the end of the run.
pub(super) const MOST_OF_TABLE: u64 = 2_000;
/// The events that are shown if not all are wanted.
const LAST_EVENTS: usize = 10;

/// The statements of a run that are told at most.
pub(super) fn most(is_full: bool) -> u64 {
    if is_full {
        20_000
    } else {
        1_000
    }
}

/// The run as text.
pub(super) fn text(source: &[u8], story: &Story, is_full: bool) -> String {
    story.text(source, if is_full { None } else { Some(LAST_EVENTS) })
}

/// The run as a table: a step for each line, the values that are known after it.
pub(super) fn table(story: &Story) -> Table {
    let (names, steps) = story.table();
    Table { names, steps }
}
