//! Invariants that a loop probably has, where a person wrote none: the progress of a loop that counts.
//!
//! A function that ensures a condition on all elements of an array mostly makes it true element by element. So of
//!
//! ```c
//! __CPROVER_ensures(__CPROVER_forall { unsigned k; k < 256 ==> 0 <= a[k] })
//! ... for (i = 0; i < 64; i++) { a[4 * i] = ...; }
//! ```
//!
//! the loop has the invariant `i <= 64`, and the condition for each `k < 4 * i`; what the function requires of elements
//! that it changes holds for those from `4 * i` on. Below a loop with `i`, a loop with `j` and 4 turns has come to
//! `4 * i + j`. Nothing is believed: the invariants are asserted as those of contracts are.

use super::clauses::Function;
use super::constants::constant;
use super::emit::Emitter;
use super::known::{Conditions, Counter};
use super::ranges::{self, Range};
use crate::c::read::token::{Kind, Punct, Token};

/// The conditions of a function; none if only counters are of interest.
pub(super) fn conditions(emitter: &Emitter<'_, '_>, function: &Function, only_counters: bool) -> Conditions {
    if only_counters {
        return Conditions::default();
    }
    let all = |kind: &'static str| -> Vec<Vec<Token>> {
        function.of(kind).flat_map(|clause| emitter.conjuncts(&clause.tokens)).collect()
    };
    let changed: Vec<Kind> =
        function.of("__CPROVER_assigns").flat_map(|clause| &clause.tokens).map(|token| token.kind).collect();
    let is_value = |token: &&Token| token.name().map_or(false, |name| name.keyword().is_none());
    let is_changed =
        |tokens: &Vec<Token>| tokens.iter().filter(is_value).any(|token| changed.contains(&token.kind));
    let required = all("__CPROVER_requires").into_iter().filter(is_changed).collect();
    // In a loop there is no value from before the call.
    let is_now = |tokens: &Vec<Token>| !tokens.iter().any(|token| emitter.is(Some(token), "__CPROVER_old"));
    let ensured = all("__CPROVER_ensures").into_iter().filter(is_now).collect();
    Conditions { ensured, required, ..Conditions::default() }
}

/// The counter of `for (i = 0; i < 256; i++)`, with constants.
pub(super) fn counter(
    emitter: &Emitter<'_, '_>,
    init: &[Token],
    condition: &[Token],
    step: &[Token],
) -> Option<Counter> {
    let at = init.iter().rposition(|token| token.is(Punct::Assign))?;
    let name = *init.get(at.checked_sub(1)?)?;
    let first = constant(emitter, &init[at + 1..])?;
    let (bound, step) = match (condition, step) {
        ([variable, less, bound @ ..], step) if variable.kind == name.kind && less.is(Punct::Less) => {
            let step = match step {
                [a, b] if a.is(Punct::Increment) && b.kind == name.kind => 1,
                [a, b] if b.is(Punct::Increment) && a.kind == name.kind => 1,
                [a, b, by @ ..] if a.kind == name.kind && b.is(Punct::AddAssign) => constant(emitter, by)?,
                _ => return None,
            };
            (constant(emitter, bound)?, step)
        }
        _ => return None,
    };
    let is_exact = step > 0 && bound >= first && (bound - first) % step == 0;
    is_exact.then_some(Counter { name, first, bound, step })
}

/// The invariants that a loop with a counter probably has.
pub(super) fn invariants(
    emitter: &mut Emitter<'_, '_>,
    conditions: &Conditions,
    counter: Counter,
) -> Vec<Vec<Token>> {
    let Counter { name, first, bound, step } = counter;
    let mut list = vec![emitter.made_of(&format!("{} <= $ && $ <= {}", first, bound), &[name])];
    if step > 1 {
        list.push(emitter.made_of(&format!("( $ - {} ) % {} == 0", first, step), &[name]));
    }
    let around: Vec<Counter> = conditions.counters.iter().copied().chain([counter]).collect();
    for (conditions, is_done) in [(&conditions.ensured, true), (&conditions.required, false)] {
        for condition in conditions {
            let guess = ranges::range(emitter, condition)
                .and_then(|range| Some((progress(emitter, &around, range.count(emitter)?)?, range)));
            list.extend(guess.map(|(progress, range)| so_far(emitter, &range, &progress, is_done)));
        }
    }
    list
}

/// The number of elements that loops have come to, of all that they come to in the end.
fn progress(emitter: &mut Emitter<'_, '_>, around: &[Counter], elements: u64) -> Option<Vec<Token>> {
    let (mut list, mut rest) = (Vec::new(), elements);
    for counter in around {
        let turns = (counter.bound - counter.first) / counter.step;
        if turns == 0 || rest % turns != 0 {
            return None;
        }
        rest /= turns;
        let plus = if list.is_empty() { "" } else { "+" };
        let text = format!("{} ( $ - {} ) / {} * {}", plus, counter.first, counter.step, rest);
        list.extend(emitter.made_of(&text, &[counter.name]));
    }
    Some(list)
}

/// A condition on the elements before a position, or on those from there on.
fn so_far(emitter: &mut Emitter<'_, '_>, range: &Range<'_>, progress: &[Token], is_done: bool) -> Vec<Token> {
    let variable = &[range.variable][..];
    let (text, limits): (_, Vec<&[Token]>) = match is_done {
        true => ("$ < ( $ ) ( $ )", vec![variable, range.ty, progress]),
        false => ("( $ ) ( $ ) <= $ && $", vec![range.ty, progress, variable, range.guard]),
    };
    let text = format!("__CPROVER_forall {{ $ $ ; ( {} ) ==> ( $ ) }}", text);
    let mut inserted = vec![range.ty, variable];
    inserted.extend(limits);
    inserted.push(range.body);
    emitter.apart(|emitter| emitter.put(&text, &inserted))
}
