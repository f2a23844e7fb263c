//! Leaves out the turns in the middle of long loops, so that a story stays short.
//!
//! The first turn and the last ones stay; one line in between says how many were left out. Outer loops are folded
//! first, and then the loops in the turns that stay.

use super::{Event, EventKind};
use crate::c::StmtId;

/// The most turns of a loop of which none is left out.
const MOST_TURNS: usize = 4;
/// The number of last turns that stay in each loop; the end of the loop counts as one.
const LAST_TURNS: usize = 2;

/// The events without the turns in the middle of each loop.
pub(super) fn folded(events: Vec<Event>) -> Vec<Event> {
    let mut done = Vec::new();
    // The pieces that remain to be folded; the next one is the last.
    let mut left = vec![events];
    while let Some(mut piece) = left.pop() {
        let heads = first_loop(&piece);
        let mut pieces = Vec::new();
        let is_folded = heads.len() > MOST_TURNS + 1;
        let kept = heads.len().saturating_sub(1 + LAST_TURNS);
        for (turn, &at) in heads.iter().enumerate().rev() {
            let body = piece.split_off(at + 1);
            let head = piece.split_off(at);
            if is_folded && (1..kept).contains(&turn) {
                if turn == 1 {
                    let lines = lines_of(head.iter().chain(&body), head[0].depth);
                    let kind = EventKind::Turns { lines, times: kept - 1 };
                    pieces.push(vec![Event { depth: head[0].depth, kind }]);
                }
                continue;
            }
            pieces.push(body);
            pieces.push(head.into_iter().map(without_head).collect());
        }
        done.append(&mut piece);
        left.append(&mut pieces);
    }
    done
}

fn without_head(event: Event) -> Event {
    match event.kind {
        EventKind::Step { line, results, changes, .. } => {
            Event { kind: EventKind::Step { line, results, changes, head: None }, ..event }
        }
        _ => event,
    }
}

fn head(event: &Event) -> Option<StmtId> {
    match event.kind {
        EventKind::Step { head, .. } => head,
        EventKind::Enter(..) | EventKind::Leave(..) | EventKind::Turns { .. } => None,
    }
}

/// The positions at which the turns of the first loop begin.
fn first_loop(events: &[Event]) -> Vec<usize> {
    let first = events.iter().enumerate().find_map(|(at, event)| Some((at, head(event)?)));
    let (first, stmt) = match first {
        Some(found) => found,
        None => return Vec::new(),
    };
    let depth = events[first].depth;
    let inside = events[first..].iter().take_while(|event| event.depth >= depth);
    let is_head = |event: &Event| event.depth == depth && head(event) == Some(stmt);
    inside.enumerate().filter(|(_, event)| is_head(event)).map(|(at, _)| first + at).collect()
}

/// The first and the last line of a turn.
fn lines_of<'a>(turn: impl Iterator<Item = &'a Event>, depth: usize) -> (usize, usize) {
    let line = |event: &Event| match event.kind {
        EventKind::Step { line, .. } if event.depth == depth => Some(line),
        _ => None,
    };
    let lines: Vec<usize> = turn.filter_map(line).collect();
    (lines.iter().min().copied().unwrap_or(0), lines.iter().max().copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(line: usize, depth: usize, head: Option<usize>) -> Event {
        let text = b"int main() { ;;;;;;;; }";
        let program = crate::c::read(text, &Default::default(), &crate::base::Budget::unlimited());
        let head = head.and_then(|at| program.unwrap().stmts().nth(at));
        Event { depth, kind: EventKind::Step { line, results: Vec::new(), changes: Vec::new(), head } }
    }

    fn shown(events: &[Event]) -> String {
        let text = |event: &Event| match event.kind {
            EventKind::Step { line, .. } => line.to_string(),
            EventKind::Turns { lines: (first, last), times } => format!("{}-{}x{}", first, last, times),
            EventKind::Enter(..) | EventKind::Leave(..) => "call".to_string(),
        };
        events.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_turns_in_the_middle_are_one_event() {
        let mut events = vec![step(1, 0, None)];
        for _ in 0..10 {
            events.extend([step(2, 0, Some(7)), step(3, 0, None), step(40, 1, None)]);
        }
        events.extend([step(2, 0, Some(7)), step(5, 0, None)]);
        assert_eq!(shown(&folded(events)), "1 2 3 40 2-3x7 2 3 40 2 3 40 2 5");
    }

    #[test]
    fn loops_in_the_turns_that_stay_are_folded_too_and_short_loops_are_not() {
        let mut events = Vec::new();
        for _ in 0..3 {
            events.push(step(1, 0, Some(1)));
            events.extend((0..9).map(|_| step(2, 0, Some(2))));
        }
        events.push(step(1, 0, Some(1)));
        assert_eq!(shown(&folded(events)), "1 2 2-2x5 2 2 2 1 2 2-2x5 2 2 2 1 2 2-2x5 2 2 2 1");
    }
}
