//! The story of a run of a C program, recursive or not, as text and as a table: how much of it is told.

use crate::c::story::Story;
use crate::evidence::table::Table;

/// The most statements, at the end of a run, that a table tells.
pub(super) const MOST_OF_TABLE: u64 = 2_000;
/// The number of last events that are shown, unless all are wanted.
const LAST_EVENTS: usize = 10;

/// The most statements, at the end of a run, that are told.
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

/// The run as a table, with a row for each line and the values that are known behind it.
pub(super) fn table(story: &Story) -> Table {
    let (names, steps) = story.table();
    Table { names, steps }
}
