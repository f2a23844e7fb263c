//! Contracts of functions, as CBMC writes them, as plain C: a function alone becomes a program.
//!
//! A contract says what a function may assume (`__CPROVER_requires`), what it ensures (`__CPROVER_ensures`) and which
//! objects it may change (`__CPROVER_assigns`). Here, between the preprocessor and the parser, tokens with contracts
//! become tokens without. So the automaton, the interpreter, stories and witnesses need not know of contracts, and the
//! place of each generated assertion is that of its clause.
//!
//! *The function that is asked for* is called by a `main` of this form (`entry`):
//!
//! ```c
//! int main(void) {
//!   short *r; short a;                      // any values
//!   short object[256]; r = object;          // __CPROVER_is_fresh(r, sizeof(short) * 256)
//!   __CPROVER_assume(a > 0);                // __CPROVER_requires(a > 0)
//!   int __CPROVER_return_value = f(r, a);
//!   __CPROVER_assert(__CPROVER_return_value < a, "");
//! }
//! ```
//!
//! *A function whose contract is used* gets a body that asserts what it requires, gives any value to what it may
//! assign, and assumes what it ensures (`callee`). Its own body is not read.
//!
//! An object that `assigns` does not name keeps its value. Of each object that the function was given, and of each
//! object at file scope, one byte that is chosen before the call is compared after it; any byte may be chosen.
//!
//! A loop with an invariant becomes one turn from any state of the invariant (`loops`), also with one that is guessed
//! (`guesses`); conditions on all elements of arrays are asserted and assumed for chosen indices (`ranges`).
//!
//! # Left out
//!
//! Contracts with side effects, `__CPROVER_was_freed`, and `__CPROVER_is_fresh` anywhere but as a condition of
//! `requires` are refused by name. A function that is asked for and has no contract may assume nothing: its pointers
//! are null or lead to one element each.

mod asked;
mod callee;
mod clauses;
mod constants;
mod emit;
mod entry;
mod esbmc;
mod guesses;
mod known;
mod loops;
mod plain;
mod ranges;

pub use asked::{Contracts, LoopContracts, PointerArguments, UseContracts};
pub(super) use plain::plain;

use super::diagnostic::Diagnostics;
use super::names::{NameId, Names};
use super::source::Pos;
use super::token::{Kind, Literals, Punct, Token};
use crate::base::HashMap;
use clauses::{split, Chunk, Function, ANY_PLACE, CLAUSES};
use emit::Emitter;
use known::Conditions;
use std::collections::BTreeSet;

/// A function with a contract and a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contracted {
    /// Its name.
    pub name: String,
    /// The functions with contracts that it calls, each once.
    pub calls: Vec<String>,
}

/// The tokens of a file without contracts.
#[derive(Default)]
pub(super) struct Rewritten {
    pub tokens: Vec<Token>,
    /// Whether `main` calls a function that is asked for.
    pub is_alone: bool,
    /// The functions whose contracts stand for their bodies.
    pub rests_on: Vec<String>,
    pub contracted: Vec<Contracted>,
    /// Whether contracts of loops are used.
    pub has_loops: bool,
    /// Whether conditions on all elements are assumed for chosen indices only.
    pub has_chosen: bool,
    /// The invariants of loops that were guessed.
    pub guessed: Vec<(Pos, String)>,
}

/// Rewrites the tokens of a file. A file without contracts, and with no function asked for, stays as it is.
pub(super) fn rewrite(
    tokens: Vec<Token>,
    (names, literals): (&mut Names, &mut Literals),
    diagnostics: &mut Diagnostics<'_>,
    asked: &Contracts,
) -> Rewritten {
    let tokens = esbmc::in_words_of_cbmc(tokens, names);
    if asked.function.is_none() && !CLAUSES.iter().any(|clause| names.find(clause).is_some()) {
        return Rewritten { tokens, ..Rewritten::default() };
    }
    let end = tokens.last().copied();
    let chunks = split(&tokens, names, diagnostics);
    let mut emitter = Emitter::new(names, literals, diagnostics);
    let functions = merged(&chunks, &mut emitter);
    let has_contract = |name: &str| functions.iter().any(|f| f.text == name && f.has_contract());
    let uses = |function: &Function| match &asked.used {
        UseContracts::None => false,
        UseContracts::All => {
            let is_other = asked.function.as_deref() != Some(&*function.text);
            has_contract(&function.text) && is_other && function.of(ANY_PLACE).next().is_none()
        }
        UseContracts::Named(list) => list.iter().any(|name| **name == *function.text),
    };
    names_are_known(&mut emitter, asked, &functions);
    let wanted = asked.function.as_deref();
    declare_numbers(&mut emitter, asked, &chunks);
    let (mut has_loops, mut guessed) = (false, Vec::new());
    for chunk in &chunks {
        let is_asked = chunk.function.as_ref().map_or(false, |function| wanted == Some(&*function.text));
        emitter.chosen.iter_mut().for_each(|chosen| chosen.is_asked = is_asked);
        let contract = functions.iter().find(|function| is_asked && wanted == Some(&*function.text));
        emitter.conditions = contract.and_then(|function| conditions(&emitter, asked.loops, function));
        let stands_for = chunk.function.as_ref().map_or(false, &uses);
        has_loops |= add(&mut emitter, chunk, (stands_for, is_asked), asked.loops);
        guessed.extend(emitter.conditions.take().into_iter().flat_map(|conditions| conditions.guessed));
    }
    let contracted = contracted(&chunks, &functions, &emitter);
    let used = || functions.iter().filter(|function| uses(function));
    let objects = globals(&chunks);
    used().for_each(|function| callee::body(&mut emitter, function, &objects));
    let rests_on = used().map(|function| function.text.clone()).collect();
    let (is_alone, has_chosen) = (wanted.is_some(), emitter.chosen.is_some());
    if let Some(name) = wanted {
        emitter.rename("main", "__indubit_main");
        match functions.iter().find(|function| *function.text == *name && function.is_defined) {
            Some(function) => {
                let called = if uses(function) { own(name) } else { name.to_string() };
                alone(&mut emitter, &chunks, function, &called, asked.pointers);
            }
            None => emitter.refuse(Pos::START, format!("there is no function `{}` with a body", name)),
        }
    }
    let mut tokens = emitter.finish();
    tokens.extend(end.filter(|token| token.kind == Kind::End));
    Rewritten { tokens, is_alone, rests_on, contracted, has_loops, has_chosen, guessed }
}

/// Adds a part of the file, of a function whose contract stands for it the declaration. Whether a loop became one turn.
fn add(
    emitter: &mut Emitter<'_, '_>,
    chunk: &Chunk,
    (stands_for, is_asked): (bool, bool),
    loops: LoopContracts,
) -> bool {
    match chunk.function.as_ref().filter(|function| function.body.is_some()) {
        Some(function) if stands_for => {
            emitter.without_body(function);
            if is_asked {
                // Calls in its own body use its contract, too.
                let tokens = emitter.renamed(chunk, function, &own(&function.text));
                loops::plain(emitter, &tokens);
            }
            false
        }
        Some(_) if loops != LoopContracts::Off => loops::function(emitter, &chunk.tokens),
        Some(_) | None => {
            loops::plain(emitter, &chunk.tokens);
            false
        }
    }
}

/// The conditions from which invariants of the function's loops are guessed, if that is wanted.
fn conditions(emitter: &Emitter<'_, '_>, loops: LoopContracts, function: &Function) -> Option<Conditions> {
    match loops {
        LoopContracts::On => Some(guesses::conditions(emitter, function, false)),
        LoopContracts::Counters => Some(guesses::conditions(emitter, function, true)),
        LoopContracts::Off | LoopContracts::Strict => None,
    }
}

/// Refuses names of contracts of functions that have none, and warns of names that no function has.
fn names_are_known(emitter: &mut Emitter<'_, '_>, asked: &Contracts, functions: &[Function]) {
    if let UseContracts::Named(list) = &asked.used {
        for name in
            list.iter().filter(|name| !functions.iter().any(|f| *f.text == ***name && f.has_contract()))
        {
            let is_known = functions.iter().any(|function| *function.text == **name);
            match is_known {
                true => emitter.refuse(Pos::START, format!("`{}` has no contract", name)),
                false => emitter.warn(
                    Pos::START,
                    &format!("there is no function `{}` whose contract could be used", name),
                ),
            }
        }
    }
}

/// Declares the numbers that are chosen when the program begins, if there are conditions on elements.
fn declare_numbers(emitter: &mut Emitter<'_, '_>, asked: &Contracts, chunks: &[Chunk]) {
    let wanted = asked.function.as_deref();
    if let (Some(name), true) = (wanted, asked.loops != LoopContracts::Off && emitter.has("__CPROVER_forall"))
    {
        let bodies = chunks.iter().filter_map(|chunk| chunk.function.as_ref()).filter(|f| *f.text == *name);
        let body: Vec<Token> = bodies.filter_map(|function| function.body.clone()).flatten().collect();
        // Behind the first place, at which are the functions of the preprocessor.
        emitter.pos = Pos::new(1);
        ranges::declare(emitter, &body);
    }
}

/// Adds the `main` that calls a function alone.
fn alone(
    emitter: &mut Emitter<'_, '_>,
    chunks: &[Chunk],
    function: &Function,
    called: &str,
    pointers: PointerArguments,
) {
    if let Some(pos) = chunks.iter().find_map(|chunk| first_value(chunk, emitter)) {
        emitter.warn(pos, "volatile objects and static ones of functions begin with their first values");
    }
    entry::main(emitter, function, called, &globals(chunks), pointers);
}

/// The first object that begins with its first value and may have another: a volatile one at file scope, or a static
/// one in a function.
fn first_value(chunk: &Chunk, emitter: &Emitter<'_, '_>) -> Option<Pos> {
    let body = match &chunk.function {
        Some(function) => function.body.as_ref()?,
        None => {
            let is = |word: &str| chunk.tokens.iter().find(|token| emitter.is(Some(token), word));
            let found = is("volatile").filter(|_| is("extern").is_none() && is("typedef").is_none());
            return found.map(|token| token.pos);
        }
    };
    let is_static = |at: &usize| {
        let next = [1, 2].map(|ahead| body.get(at + ahead));
        emitter.is(body.get(*at), "static") && !next.iter().any(|next| emitter.is(*next, "const"))
    };
    (0..body.len()).find(is_static).map(|at| body[at].pos)
}

/// The objects at file scope that the file mentions behind their declarations, each once.
fn globals(chunks: &[Chunk]) -> Vec<Token> {
    let mut counts: HashMap<NameId, usize> = HashMap::default();
    for name in chunks.iter().flat_map(|chunk| &chunk.tokens).filter_map(Token::name) {
        *counts.entry(name).or_insert(0) += 1;
    }
    let mut list: Vec<Token> = Vec::new();
    for object in chunks.iter().flat_map(|chunk| &chunk.objects) {
        let is_known = list.iter().any(|known| known.kind == object.kind);
        let is_used = object.name().map_or(false, |name| counts.get(&name) > Some(&1));
        list.extend(Some(*object).filter(|_| is_used && !is_known));
    }
    list
}

/// The name of the body of a function whose contract is used, too.
fn own(name: &str) -> String {
    format!("__indubit_body_of_{}", name)
}

/// The functions with a contract and a body, in the order of their bodies.
fn contracted(chunks: &[Chunk], functions: &[Function], emitter: &Emitter<'_, '_>) -> Vec<Contracted> {
    let has_contract = |name: &str| functions.iter().any(|f| f.text == name && f.has_contract());
    let defined = chunks.iter().filter_map(|chunk| chunk.function.as_ref());
    let with_body = defined.filter_map(|function| Some((&function.text, function.body.as_ref()?)));
    let one = |(name, body): (&String, &Vec<Token>)| {
        let called = body.windows(2).filter(|two| two[1].is(Punct::LeftParen));
        let called = called.map(|two| emitter.text(&two[0])).filter(|name| has_contract(name));
        let calls: BTreeSet<&str> = called.collect();
        Contracted { name: name.clone(), calls: calls.into_iter().map(str::to_string).collect() }
    };
    with_body.filter(|(name, _)| has_contract(name)).map(one).collect()
}

/// The functions, each once: with the declarator that has the contract, else the one of the definition.
fn merged(chunks: &[Chunk], emitter: &mut Emitter<'_, '_>) -> Vec<Function> {
    let mut all: Vec<Function> = Vec::new();
    for function in chunks.iter().filter_map(|chunk| chunk.function.as_ref()) {
        match all.iter_mut().find(|known| known.text == function.text) {
            Some(known) => {
                let is_defined = known.is_defined || function.is_defined;
                if let (true, Some(second)) = (known.has_contract(), function.clauses.first()) {
                    let message = format!("`{}` has a contract already; keep one", function.text);
                    emitter.refuse(second.pos, message);
                }
                if !known.has_contract() && (function.has_contract() || function.is_defined) {
                    *known = function.clone();
                }
                known.is_defined = is_defined;
            }
            None => all.push(function.clone()),
        }
    }
    all
}
