//! Conditions on all elements of an array, for numbers that are chosen when the program begins.
//!
//! `__CPROVER_forall { T k; lo <= k && k < hi ==> P(k) }` is asserted for one number `k` that is chosen before anything
//! else; any number may be chosen. So a condition on all elements has to be assumed for this number only, and for the
//! indices at which the function reads elements. An index is not known yet where the assumption is made. It is
//! chosen, too, and where the element is read, the run goes on if the choice was right:
//!
//! ```c
//! T k = chosen; if (lo <= k && k < hi) assume(P(k));     // __CPROVER_assume(__CPROVER_forall { ... })
//! ...
//! x = a[({ __auto_type i = e; __indubit_index(chosen, i); i; })];                                  // x = a[e]
//! ```
//!
//! Each run has a choice that is right, if it reaches the read at most once; the lowering looks at that. Fewer
//! assumptions are made so than the contract has, never more. A run of the interpreter could violate one that is left
//! out, so these runs assume the whole condition ([`ASSUME_IN_RUNS`](super::super::property::ASSUME_IN_RUNS)).
//!
//! Ranges of a few values are written out. Quantifiers in other positions are read by the parser.

use super::super::property::{ASSUME_AGAIN, FEW_VALUES, SOME_VALUES};
use super::super::token::{Punct, Token};
use super::clauses::{behind, parts};
use super::constants::constant;
use super::emit::{arrow, bare, Emitter};
use super::known::Chosen;

/// The most indices that are chosen.
const MOST_INDICES: usize = 24;

/// The depth of nested ranges that have numbers of their own.
const MOST_DEPTH: usize = 2;

/// The most values of a range that is written out.
const MOST_WRITTEN: u64 = 8;

/// A condition on all values of a variable.
pub(super) struct Range<'t> {
    /// The tokens of the variable's type.
    pub ty: &'t [Token],
    pub variable: Token,
    pub guard: &'t [Token],
    pub body: &'t [Token],
}

/// The parts of a quantifier with an arrow.
pub(super) fn range<'t>(emitter: &Emitter<'_, '_>, condition: &'t [Token]) -> Option<Range<'t>> {
    let inner = bare(condition);
    let is_range = emitter.is(inner.first(), "__CPROVER_forall")
        && inner.get(1).map_or(false, |token| token.is(Punct::LeftBrace))
        && behind(inner, 1) == inner.len();
    if !is_range {
        return None;
    }
    let inside = &inner[2..inner.len() - 1];
    let end = inside.iter().position(|token| token.is(Punct::Semicolon))?;
    let rest = &inside[end + 1..];
    let at = arrow(rest)?;
    let (variable, ty) = inside[..end].split_last()?;
    Some(Range { ty, variable: *variable, guard: &rest[..at], body: &rest[at + 2..] })
}

/// Declares the numbers, if the function that is asked for has assumptions or claims about elements.
pub(super) fn declare(emitter: &mut Emitter<'_, '_>, body: &[Token]) {
    let indices = (0..body.len()).filter(|&at| index(emitter, body, at).is_some()).count();
    let chosen = Chosen { indices: indices.min(MOST_INDICES), ..Chosen::default() };
    emitter.chosen = Some(chosen);
    emitter.put(
        "extern void __indubit_assume_in_runs ( int ) ; extern void __indubit_index ( unsigned long , unsigned long \
         ) ;",
        &[],
    );
    for name in names(chosen) {
        emitter.put(&format!("static unsigned long {} ;", name), &[]);
    }
}

/// Chooses the numbers.
pub(super) fn choose(emitter: &mut Emitter<'_, '_>) {
    for name in emitter.chosen.map(names).into_iter().flatten() {
        emitter.put(&format!("{{ unsigned long __indubit_any ; {} = __indubit_any ; }}", name), &[]);
    }
}

fn names(chosen: Chosen) -> Vec<String> {
    let any = (1..=MOST_DEPTH).map(|depth| format!("__indubit_any_{}", depth));
    any.chain((1..=chosen.indices).map(|at| format!("__indubit_at_{}", at))).collect()
}

/// The beginning of a block in which the variable of a range is a number.
fn begin(emitter: &mut Emitter<'_, '_>, range: &Range<'_>, number: &str) {
    let text = format!("{{ $ $ = ( $ ) ( {} ) ;", number);
    emitter.put(&text, &[range.ty, &[range.variable], range.ty]);
}

impl Emitter<'_, '_> {
    /// Asserts a condition. One over a range is asserted for any number.
    pub fn assert(&mut self, condition: &[Token]) {
        let condition = self.in_ranges(condition);
        self.assert_within(&condition, 1);
    }

    fn assert_within(&mut self, condition: &[Token], depth: usize) {
        self.accept_words(condition);
        let inner = bare(condition);
        match range(self, inner) {
            Some(range) => {
                begin_any(self, &range, depth);
                self.put("if ( $ ) {", &[range.guard]);
                for part in self.conjuncts(range.body) {
                    self.assert_within(&part, depth + 1);
                }
                self.put("} }", &[]);
            }
            None => match arrow(inner) {
                Some(at) => {
                    self.put("if ( $ ) {", &[&inner[..at]]);
                    for part in self.conjuncts(&inner[at + 2..]) {
                        self.assert_within(&part, depth);
                    }
                    self.put("}", &[]);
                }
                None => {
                    // At the place of the condition, by which messages find its text.
                    let clause = self.pos;
                    self.pos = inner.first().map_or(clause, |token| token.pos);
                    self.put("__CPROVER_assert ( $ , \"\" ) ;", &[inner]);
                    self.pos = clause;
                }
            },
        }
    }

    /// Assumes a condition.
    pub fn assume(&mut self, condition: &[Token]) {
        if !self.is_again && self.lead_into_range(condition) {
            return;
        }
        let condition = &*self.in_ranges(condition);
        self.accept_words(condition);
        if let (Some(range), Some(chosen)) = (range(self, condition), self.chosen) {
            let in_runs = for_runs(self, condition);
            self.put("__indubit_assume_in_runs ( $ ) ;", &[&in_runs]);
            instances(self, &range, &names(chosen));
            // Elements of a small array are read at constant indices, too.
            let few = with_word(self, condition, FEW_VALUES);
            return self.assume_plainly("$", &[&few]);
        }
        let inner = bare(condition);
        if self.chosen.is_some() && has_open_range(self, inner) {
            return self.put("__indubit_assume_in_runs ( $ ) ;", &[condition]);
        }
        if let Some(at) = arrow(inner) {
            self.put("if ( $ ) {", &[&inner[..at]]);
            self.conjuncts(&inner[at + 2..]).iter().for_each(|part| self.assume(part));
            return self.put("}", &[]);
        }
        match self.is(bare(condition).first(), "__CPROVER_forall") {
            true => {
                let some = with_word(self, condition, SOME_VALUES);
                self.assume_plainly("$", &[&some])
            }
            false => self.assume_plainly("$", &[bare(condition)]),
        }
    }

    /// Assumes a condition of C, with these tokens for each `$` in its text.
    fn assume_plainly(&mut self, text: &str, inserted: &[&[Token]]) {
        let word = if self.is_again { ASSUME_AGAIN } else { "__CPROVER_assume" };
        self.put(&format!("{} ( {} ) ;", word, text), inserted);
    }
}

/// A condition on all values of a variable, and of those within it, with another word for that.
fn with_word(emitter: &mut Emitter<'_, '_>, condition: &[Token], word: &str) -> Vec<Token> {
    let inner = bare(condition);
    let body = match range(emitter, inner) {
        Some(found) if range(emitter, found.body).is_some() => {
            let body = with_word(emitter, found.body, word);
            let head = inner.len() - 1 - found.body.len();
            return emitter.apart(|emitter| {
                emitter.put(word, &[]);
                emitter.tokens(&inner[1..head]);
                emitter.tokens(&body);
                emitter.put("}", &[]);
            });
        }
        Some(_) | None => &inner[1..],
    };
    emitter.apart(|emitter| {
        emitter.put(word, &[]);
        emitter.tokens(body);
    })
}

/// A condition for the interpreter: a range of constants becomes a loop, which is shorter than its conditions.
fn for_runs(emitter: &mut Emitter<'_, '_>, condition: &[Token]) -> Vec<Token> {
    let inner = bare(condition);
    let (range, count) = match range(emitter, inner).map(|range| (range.count_up(emitter), range)) {
        Some((Some(count), range)) => (range, count),
        Some((None, _)) | None => return inner.to_vec(),
    };
    let body = for_runs(emitter, range.body);
    let name = emitter.fresh("holds");
    let text = "( { int {name} = 1 ; { $ $ ; for ( $ = 0 ; {name} && $ < {count} ; $ ++ ) {name} = ( $ ) ? 1 : 0 ; } \
                {name} ; } )";
    let v: &[Token] = &[range.variable];
    let text = text.replace("{name}", &name).replace("{count}", &count.to_string());
    emitter.apart(|emitter| emitter.put(&text, &[range.ty, v, v, v, v, &body]))
}

/// Whether a condition has a range within that has no constant bound.
fn has_open_range(emitter: &Emitter<'_, '_>, condition: &[Token]) -> bool {
    (1..condition.len()).any(|at| {
        let is_range = emitter.is(condition.get(at), "__CPROVER_forall")
            && condition.get(at + 1).map_or(false, |token| token.is(Punct::LeftBrace));
        let found = || range(emitter, &condition[at..behind(condition, at + 1)]);
        is_range && found().map_or(true, |range| range.count(emitter).is_none())
    })
}

/// Begins a block in which the variable of a range that is asserted is any number.
fn begin_any(emitter: &mut Emitter<'_, '_>, range: &Range<'_>, depth: usize) {
    match emitter.chosen {
        Some(_) if depth <= MOST_DEPTH => begin(emitter, range, &format!("__indubit_any_{}", depth)),
        _ => {
            let text = "{ $ __indubit_any ; $ $ = __indubit_any ;";
            emitter.put(text, &[range.ty, range.ty, &[range.variable]])
        }
    }
}

fn instances(emitter: &mut Emitter<'_, '_>, range: &Range<'_>, names: &[String]) {
    let written: Option<Vec<String>> = range
        .count(emitter)
        .filter(|&count| count <= MOST_WRITTEN)
        .map(|count| (0..count).map(|value| value.to_string()).collect());
    for number in written.as_deref().unwrap_or(names) {
        begin(emitter, range, number);
        for part in emitter.conjuncts(range.body) {
            match self::range(emitter, &part) {
                Some(inner) => {
                    emitter.put("if ( $ ) {", &[range.guard]);
                    instances(emitter, &inner, names);
                    emitter.put("}", &[]);
                }
                None => emitter.assume_plainly("! ( $ ) || ( $ )", &[range.guard, &part]),
            }
        }
        emitter.put("}", &[]);
    }
}

impl Range<'_> {
    /// The upper bound, if it is a constant.
    pub fn count(&self, emitter: &Emitter<'_, '_>) -> Option<u64> {
        let guard = bare(self.guard);
        let at = guard.iter().rposition(|token| token.is(Punct::Less))?;
        constant(emitter, &guard[at + 1..])
    }

    /// The number of values, if the guard says that they are those from 0 on, and nothing else.
    fn count_up(&self, emitter: &Emitter<'_, '_>) -> Option<u64> {
        let is_variable = |tokens: &[Token]| matches!(bare(tokens), [one] if one.kind == self.variable.kind);
        match parts(bare(self.guard), Punct::AndAnd)[..] {
            [low, high] => {
                let (low, high) = (parts(bare(low), Punct::LessEqual), parts(bare(high), Punct::Less));
                match (&low[..], &high[..]) {
                    (&[zero, a], &[b, count]) if is_variable(a) && is_variable(b) => {
                        constant(emitter, count).filter(|_| constant(emitter, zero) == Some(0))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The position behind an index in brackets that is no constant.
fn index(emitter: &Emitter<'_, '_>, tokens: &[Token], at: usize) -> Option<usize> {
    let is_value = |token: &Token| token.name().map_or(false, |name| name.keyword().is_none());
    let before = tokens.get(at.checked_sub(1)?)?;
    let is_behind = is_value(before) || before.is(Punct::RightParen) || before.is(Punct::RightBracket);
    if !tokens[at].is(Punct::LeftBracket) || !is_behind || is_declared(emitter, tokens, at) {
        return None;
    }
    let end = behind(tokens, at);
    tokens[at + 1..end - 1].iter().any(is_value).then_some(end)
}

/// Whether brackets belong to a declarator: a type stands at the beginning of the statement, and no first value before
/// them.
fn is_declared(emitter: &Emitter<'_, '_>, tokens: &[Token], at: usize) -> bool {
    let is_end = |token: &Token| {
        [Punct::Semicolon, Punct::LeftBrace, Punct::RightBrace].iter().any(|&mark| token.is(mark))
    };
    let start = tokens[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
    let first = emitter.text(&tokens[start]);
    let is_name = |at: usize| tokens.get(at).map_or(false, |token| token.name().is_some());
    let is_statement = matches!(first, "return" | "else" | "do" | "case" | "goto");
    let two = is_name(start) && (is_name(start + 1) || tokens[start + 1].is(Punct::Star));
    two && !is_statement && !tokens[start..at].iter().any(|token| token.is(Punct::Assign))
}

/// Adds an assertion or assumption about elements that a program makes itself; the position behind its parentheses.
pub(super) fn claim(emitter: &mut Emitter<'_, '_>, tokens: &[Token], at: usize) -> Option<usize> {
    let is_assertion = emitter.is(tokens.get(at), "__CPROVER_assert");
    let is_assumption = emitter.is(tokens.get(at), "__CPROVER_assume");
    let is_call = tokens.get(at + 1).map_or(false, |token| token.is(Punct::LeftParen));
    if !is_call || !is_assertion && !is_assumption {
        return None;
    }
    let end = behind(tokens, at + 1);
    let condition = *parts(&tokens[at + 2..end - 1], Punct::Comma).first()?;
    range(emitter, condition)?;
    emitter.pos = tokens[at].pos;
    emitter.put("( {", &[]);
    match is_assertion {
        true => emitter.assert(condition),
        false => emitter.assume(condition),
    }
    emitter.put("} )", &[]);
    Some(end)
}

/// Adds an index that begins at a position, as one that was chosen, with the tokens of `add` in it; the position behind
/// it.
pub(super) fn read(
    emitter: &mut Emitter<'_, '_>,
    (tokens, at): (&[Token], usize),
    add: fn(&mut Emitter<'_, '_>, &[Token]),
) -> Option<usize> {
    let mut chosen = emitter.chosen.filter(|chosen| chosen.is_asked && chosen.reads < chosen.indices)?;
    let end = index(emitter, tokens, at)?;
    chosen.reads += 1;
    emitter.chosen = Some(chosen);
    emitter.pos = tokens[at].pos;
    let name = emitter.fresh("index");
    emitter.put(&format!("[ ( {{ __auto_type {} =", name), &[]);
    add(emitter, &tokens[at + 1..end - 1]);
    let text = "; __indubit_index ( __indubit_at_{at} , ( unsigned long ) {name} ) ; {name} ; } ) ]";
    emitter.put(&text.replace("{at}", &chosen.reads.to_string()).replace("{name}", &name), &[]);
    Some(end)
}
