//! Loops with contracts, as CBMC writes them, as one turn each.
//!
//! ```c
//! for (init; condition; step) __CPROVER_loop_invariant(I) { ... }
//! ```
//!
//! becomes
//!
//! ```c
//! { init; assert(I); __indubit_loop_head(1); assume(I);
//!   for (; condition; ({ step; assert(I); __indubit_loop_back(1); assume(0); })) { ... } }
//! ```
//!
//! The assumption is one of `__indubit_assume_again`: the same was asserted in the same state, so nothing in it fails.
//! Behind the first mark, each variable that a turn may change has any value; the lowering finds these variables, so
//! the clause `assigns` of a loop is not needed, and not read. The loop stays a loop, so `break`, `continue` and
//! `return` mean what they did.
//!
//! The contract of a loop is dropped, with a warning, if a jump may lead into the loop: if the function has `goto` or
//! the body has a `case` of a `switch` around it. `__CPROVER_decreases` is not read: a verdict is about runs that end.

use super::super::source::Pos;
use super::super::token::{Punct, Token};
use super::clauses::{behind, CLAUSES};
use super::emit::Emitter;
use super::guesses;
use super::known::Counter;
use super::ranges;

/// A loop at a position of the tokens.
struct Loop<'t> {
    /// The place of its first word.
    pos: Pos,
    /// The first clause of a `for`.
    init: &'t [Token],
    /// The condition; empty if there is none.
    condition: &'t [Token],
    step: &'t [Token],
    /// The invariants, each with its place.
    invariants: Vec<(Pos, Vec<Token>)>,
    counter: Option<Counter>,
    body: &'t [Token],
    /// Whether the body comes before the condition.
    is_tail: bool,
    /// The position behind the loop.
    end: usize,
}

/// Adds the tokens of a function, with each loop that has an invariant as one turn, and with indices that are chosen.
/// Whether there is such a loop.
pub(super) fn function(emitter: &mut Emitter<'_, '_>, tokens: &[Token]) -> bool {
    let before = emitter.loops;
    let jump = tokens.iter().find(|token| emitter.is(Some(token), "goto"));
    let clause = (0..tokens.len()).find(|&at| emitter.clause_at(tokens, at).is_some());
    match (jump, clause) {
        (Some(_), None) => emitter.tokens(tokens),
        (Some(_), Some(at)) => {
            emitter.warn(tokens[at].pos, "the contracts of loops are not used in a function with `goto`");
            plain(emitter, tokens);
        }
        (_, None) if emitter.conditions.is_none() => emitter.tokens(tokens),
        _ => {
            let body = tokens.iter().position(|token| token.is(Punct::LeftBrace)).unwrap_or(0);
            emitter.tokens(&tokens[..body]);
            walk(emitter, &tokens[body..]);
        }
    }
    emitter.loops > before
}

/// Adds tokens without the clauses in them.
pub(super) fn plain(emitter: &mut Emitter<'_, '_>, tokens: &[Token]) {
    let mut at = 0;
    while at < tokens.len() {
        match emitter.clause_at(tokens, at) {
            Some(_) => at = behind(tokens, at + 1),
            None => {
                emitter.tokens(&tokens[at..=at]);
                at += 1;
            }
        }
    }
}

pub(super) fn walk(emitter: &mut Emitter<'_, '_>, tokens: &[Token]) {
    let mut at = 0;
    while at < tokens.len() {
        if let Some(found) = loop_at(emitter, tokens, at) {
            at = found.end;
            one_turn(emitter, &found);
        } else if emitter.clause_at(tokens, at).is_some() {
            at = behind(tokens, at + 1);
        } else if let Some(end) = ranges::read(emitter, (tokens, at), walk) {
            at = end;
        } else if let Some(end) = ranges::claim(emitter, tokens, at) {
            at = end;
        } else {
            emitter.tokens(&tokens[at..=at]);
            at += 1;
        }
    }
}

/// The loop with an invariant that begins at a position.
fn loop_at<'t>(emitter: &mut Emitter<'_, '_>, tokens: &'t [Token], at: usize) -> Option<Loop<'t>> {
    let word = emitter.text(tokens.get(at)?);
    let (is_for, is_while, is_tail) = (word == "for", word == "while", word == "do");
    if !is_for && !is_while && !is_tail {
        return None;
    }
    let before = statement_end(emitter, tokens, at + 1);
    let open = if is_tail { before + 1 } else { at + 1 };
    if !tokens.get(open)?.is(Punct::LeftParen) || is_tail && !emitter.is(tokens.get(before), "while") {
        return None;
    }
    let close = behind(tokens, open);
    let (mut invariants, mut next) = (Vec::new(), close);
    while let Some(kind) = emitter.clause_at(tokens, next) {
        let end = behind(tokens, next + 1);
        if CLAUSES[kind] == "__CPROVER_loop_invariant" {
            invariants.push((tokens[next].pos, tokens[next + 2..end - 1].to_vec()));
        }
        next = end;
    }
    let head = &tokens[open + 1..close - 1];
    let clauses: Vec<&[Token]> = if is_for { clauses_of(head) } else { vec![&[], head, &[]] };
    let counter = match clauses[..] {
        [init, condition, step] => guesses::counter(emitter, init, condition, step),
        _ => None,
    };
    if invariants.is_empty() {
        // Behind what the head declares.
        invariants = guessed(emitter, tokens[close - 1].pos, counter);
    }
    if invariants.is_empty() {
        return None;
    }
    let (body, end) = match is_tail {
        true => (&tokens[at + 1..before], next + 1),
        false => {
            let end = statement_end(emitter, tokens, next);
            (&tokens[next..end], end)
        }
    };
    let has = |word: &str| body.iter().any(|token| emitter.is(Some(token), word));
    if (has("case") || has("default")) && !has("switch") {
        emitter.warn(invariants[0].0, "the contract of a loop into which a `switch` leads is not used");
        return None;
    }
    match clauses[..] {
        [init, condition, step] => {
            Some(Loop { pos: tokens[at].pos, init, condition, step, invariants, counter, body, is_tail, end })
        }
        _ => None,
    }
}

/// The guessed invariants of a loop of the function that is asked for.
fn guessed(emitter: &mut Emitter<'_, '_>, pos: Pos, counter: Option<Counter>) -> Vec<(Pos, Vec<Token>)> {
    let (counter, mut conditions) = match (counter, emitter.conditions.take()) {
        (Some(counter), Some(conditions)) => (counter, conditions),
        (_, conditions) => {
            emitter.conditions = conditions;
            return Vec::new();
        }
    };
    emitter.pos = pos;
    let list = guesses::invariants(emitter, &conditions, counter);
    for invariant in &list {
        conditions.guessed.push((pos, format!("__CPROVER_loop_invariant({})", emitter.spelled(invariant))));
    }
    emitter.conditions = Some(conditions);
    list.into_iter().map(|invariant| (pos, invariant)).collect()
}

/// The three parts of the head of a `for`, each of which may be empty.
fn clauses_of(head: &[Token]) -> Vec<&[Token]> {
    let (mut list, mut from, mut at) = (Vec::new(), 0, 0);
    while at < head.len() {
        match head[at] {
            token if token.is(Punct::Semicolon) => {
                list.push(&head[from..at]);
                at += 1;
                from = at;
            }
            token if token.is(Punct::LeftParen) || token.is(Punct::LeftBrace) => at = behind(head, at),
            _ => at += 1,
        }
    }
    list.push(&head[from..]);
    list
}

/// The position behind the statement that begins at a position.
fn statement_end(emitter: &Emitter<'_, '_>, tokens: &[Token], mut at: usize) -> usize {
    loop {
        let token = match tokens.get(at) {
            Some(token) => token,
            None => return tokens.len(),
        };
        if token.is(Punct::LeftBrace) {
            return behind(tokens, at);
        }
        match emitter.text(token) {
            "for" | "while" | "switch" => {
                at = behind(tokens, at + 1);
                while emitter.clause_at(tokens, at).is_some() {
                    at = behind(tokens, at + 1);
                }
            }
            "if" => {
                let end = statement_end(emitter, tokens, behind(tokens, at + 1));
                if !emitter.is(tokens.get(end), "else") {
                    return end;
                }
                at = end + 1;
            }
            "do" => {
                // The condition is an expression statement with clauses.
                at = statement_end(emitter, tokens, at + 1) + 1;
            }
            _ => return simple_end(tokens, at),
        }
    }
}

/// The position behind the next semicolon outside of brackets.
fn simple_end(tokens: &[Token], mut at: usize) -> usize {
    while let Some(token) = tokens.get(at) {
        if token.is(Punct::Semicolon) {
            return at + 1;
        }
        let is_open = [Punct::LeftParen, Punct::LeftBracket, Punct::LeftBrace].iter().any(|&p| token.is(p));
        at = if is_open { behind(tokens, at) } else { at + 1 };
    }
    tokens.len()
}

/// Adds one turn of a loop.
fn one_turn(emitter: &mut Emitter<'_, '_>, found: &Loop<'_>) {
    emitter.loops += 1;
    let number = emitter.loops;
    let first = found.invariants[0].0;
    // A block begins before what is declared in it.
    emitter.pos = found.pos;
    let declared = "extern void __indubit_loop_head ( int ) ; extern void __indubit_loop_back ( int ) ; \
                    extern void __indubit_assume_again ( int ) ;";
    emitter.put(&format!("{{ {} $ ;", declared), &[found.init]);
    let mut invariants = Vec::new();
    for (pos, tokens) in &found.invariants {
        emitter.pos = *pos;
        emitter.accept(tokens);
        invariants.push((*pos, emitter.old_values(tokens, "__CPROVER_loop_entry")));
    }
    holds(emitter, &invariants);
    emitter.put(&format!("__indubit_loop_head ( {} ) ;", number), &[]);
    emitter.is_again = true;
    for (pos, tokens) in &invariants {
        emitter.pos = *pos;
        emitter.conjuncts(tokens).iter().for_each(|part| emitter.assume(part));
    }
    emitter.is_again = false;
    emitter.pos = first;
    let back = format!("__indubit_loop_back ( {} ) ; __CPROVER_assume ( 0 ) ;", number);
    if found.is_tail {
        emitter.put("do", &[]);
        walk(emitter, found.body);
        emitter.put("while ( ( $ ) && ( {", &[found.condition]);
        holds(emitter, &invariants);
        emitter.put(&format!("{} 0 ; }} ) ) ; }}", back), &[]);
        return;
    }
    let step = if found.step.is_empty() { "" } else { "$ ;" };
    emitter.put(&format!("for ( ; $ ; ( {{ {}", step), &[found.condition, found.step]);
    holds(emitter, &invariants);
    emitter.put(&format!("{} }} ) )", back), &[]);
    let depth = emitter.conditions.as_ref().map_or(0, |conditions| conditions.counters.len());
    if let (Some(conditions), Some(counter)) = (&mut emitter.conditions, found.counter) {
        conditions.counters.push(counter);
    }
    walk(emitter, found.body);
    emitter.conditions.iter_mut().for_each(|conditions| conditions.counters.truncate(depth));
    // And ends behind all that is in it.
    emitter.pos = found.body.last().map_or(first, |token| token.pos);
    emitter.put("}", &[]);
}

/// Asserts the invariants.
fn holds(emitter: &mut Emitter<'_, '_>, invariants: &[(Pos, Vec<Token>)]) {
    for (pos, tokens) in invariants {
        emitter.pos = *pos;
        emitter.conjuncts(tokens).iter().for_each(|part| emitter.assert(part));
    }
}
