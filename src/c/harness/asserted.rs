//! The text of a program with the invariants of its loops as assertions, to be pasted, compiled or proved again.
//!
//! An invariant of a loop holds whenever its condition is looked at, so it holds where the body begins. It becomes an
//! `assert` there, in C as a compiler reads it: for `while (i < n) i++;` and the invariant `i >= 0` the text is
//!
//! ```text
//! while (i < n) { assert(i >= 0); i++; }
//! ```
//!
//! Left out are loops whose bodies a macro makes, and places in the C library.

use crate::c::witness::{invariants, is_loop};
use crate::c::{Pos, Program, SourceMap, StmtKind};
use crate::model::cfa::{Cfa, InvariantMap};

/// The text with an assertion at the beginning of each loop that has an invariant, and the number of loops whose
/// invariants found no place.
pub(in crate::c) fn with_assertions(
    (program, text): (&Program, &[u8]),
    automaton: (&Cfa, &SourceMap),
    invariant: &InvariantMap,
) -> (Vec<u8>, usize) {
    let (mut edits, mut missing) = (Vec::new(), 0);
    for (pos, formula) in invariants(program, automaton, invariant) {
        match body(program, text, pos) {
            Some((start, None)) => edits.push((start, format!(" assert({});", formula))),
            Some((start, Some(end))) => {
                edits.push((start, format!("{{ assert({}); ", formula)));
                edits.push((end, " }".to_string()));
            }
            None => missing += 1,
        }
    }
    edits.sort_by_key(|&(at, _)| at);
    let is_declared = program.function_named("assert").is_some();
    let mut out = if is_declared { Vec::new() } else { b"#include <assert.h>\n#line 1\n".to_vec() };
    let mut from = 0;
    for (at, edit) in edits {
        out.extend_from_slice(text.get(from..at).unwrap_or(&[]));
        out.extend_from_slice(edit.as_bytes());
        from = at;
    }
    out.extend_from_slice(text.get(from..).unwrap_or(&[]));
    (out, missing)
}

/// Where the body of the loop at a place begins: behind its brace, or at a statement without braces, which ends at the
/// second offset. `None` if the text does not spell the body.
fn body(program: &Program, text: &[u8], loop_pos: Pos) -> Option<(usize, Option<usize>)> {
    let is_its = |kind: StmtKind, pos: Pos| is_loop(kind) && pos == loop_pos;
    let mut loops = program.stmts().map(|id| program.stmt(id)).filter(|stmt| is_its(stmt.kind, stmt.pos));
    let body = match (loops.next()?.kind, loops.next()) {
        (StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::For { body, .. }, None) => {
            program.stmt(body)
        }
        _ => return None,
    };
    let (start, end) = (body.pos.offset(), body.end.offset());
    match (body.kind, text.get(start), text.get(end)) {
        (StmtKind::Block(..), Some(b'{'), _) => Some((start + 1, None)),
        (StmtKind::Block(..), ..) => None,
        (_, Some(_), Some(b';' | b'}')) if start > loop_pos.offset() => Some((start, Some(end + 1))),
        (_, Some(_), Some(_)) | (_, None, _) | (_, _, None) => None,
    }
}
