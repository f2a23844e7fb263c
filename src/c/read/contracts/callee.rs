//! The body that stands for a function whose contract is used.

use super::super::token::{Punct, Token};
use super::clauses::{parts, Function};
use super::emit::{bare, Emitter};
use super::entry::{is_untyped, is_void};

/// Adds a definition that asserts what the function requires, gives any value to what it may assign, and assumes what
/// it ensures.
pub(super) fn body(emitter: &mut Emitter<'_, '_>, function: &Function) {
    emitter.pos = function.name.pos;
    emitter.put("$ {", &[&function.head]);
    let mut fresh: Vec<(Vec<Token>, Vec<Token>)> = Vec::new();
    for clause in function.of("__CPROVER_requires") {
        emitter.pos = clause.pos;
        emitter.accept(&clause.tokens);
        for part in emitter.conjuncts(&clause.tokens) {
            match emitter.call(&part, "__CPROVER_is_fresh") {
                Some(given) if given.len() == 2 => {
                    let one = (bare(given[0]).to_vec(), bare(given[1]).to_vec());
                    emitter.put("__CPROVER_assert ( __CPROVER_r_ok ( $ , $ ) , \"\" ) ;", &[&one.0, &one.1]);
                    fresh.iter().for_each(|other| keep_apart(emitter, &one, other));
                    fresh.push(one);
                }
                Some(_) | None => emitter.assert(&part),
            }
        }
    }
    if let Some(clause) = function.of("__CPROVER_frees").next() {
        emitter.refuse(clause.pos, "the contract of a function that frees objects cannot be used yet");
    }
    let mut ensured = Vec::new();
    for clause in function.of("__CPROVER_ensures") {
        emitter.pos = clause.pos;
        emitter.accept(&clause.tokens);
        ensured.push((clause.pos, emitter.old_values(&clause.tokens)));
    }
    for clause in function.of("__CPROVER_assigns") {
        emitter.pos = clause.pos;
        for target in parts(&clause.tokens, Punct::Comma) {
            change(emitter, function, bare(target));
        }
    }
    emitter.pos = function.name.pos;
    let has_result = !is_void(emitter, function);
    if has_result {
        emitter.put("$ __CPROVER_return_value ;", &[&function.result]);
    }
    for (pos, tokens) in ensured {
        emitter.pos = pos;
        for part in emitter.conjuncts(&tokens) {
            emitter.assume(&part);
        }
    }
    emitter.put(if has_result { "return __CPROVER_return_value ; }" } else { "}" }, &[]);
}

/// Asserts that two ranges of bytes have none in common. They may be parts of one object: a function that stays in its
/// ranges, and compares no pointers of two objects, cannot tell.
fn keep_apart(
    emitter: &mut Emitter<'_, '_>,
    one: &(Vec<Token>, Vec<Token>),
    other: &(Vec<Token>, Vec<Token>),
) {
    let byte = "( unsigned char * ) ( $ )";
    let text = format!(
        "__CPROVER_assert ( ! __CPROVER_same_object ( $ , $ ) || {byte} + ( $ ) <= {byte} || {byte} + ( $ ) <= \
         {byte} , \"\" ) ;",
        byte = byte
    );
    let ((p, n), (q, m)) = (one, other);
    emitter.put(&text, &[p, q, p, n, q, q, m, p]);
}

/// Gives any value to a target of `assigns`.
fn change(emitter: &mut Emitter<'_, '_>, function: &Function, target: &[Token]) {
    let any = emitter.fresh("any");
    if let Some(given) = emitter.call(target, "__CPROVER_object_upto").filter(|given| given.len() == 2) {
        let (pointer, size) = (given[0], given[1]);
        let element = match is_untyped(emitter, function, bare(pointer)) {
            true => emitter.made_of("unsigned char", &[]),
            false => emitter.made_of("__typeof__ ( * ( $ ) )", pointer),
        };
        let length = emitter.fresh("length");
        let count: [&[Token]; 3] = [&element, size, &element];
        match emitter.is_constant(size) {
            // An assignment changes all parts at once.
            true => emitter.put(
                &format!(
                    "{{ struct {any}_s {{ $ parts [ ( $ ) / sizeof ( $ ) ] ; }} {any} ; * ( struct {any}_s * ) ( $ ) = \
                     {any} ; }}",
                    any = any
                ),
                &[count[0], count[1], count[2], pointer],
            ),
            false => emitter.put(
                &format!(
                    "{{ unsigned long {length} = $ ; $ {any} [ {length} / sizeof ( $ ) + 1 ] ; __builtin_memcpy ( $ , \
                     {any} , {length} ) ; }}",
                    length = length,
                    any = any
                ),
                &[size, &element, &element, pointer],
            ),
        }
        return;
    }
    if let Some(given) = emitter.call(target, "__CPROVER_object_whole").filter(|given| given.len() == 1) {
        return emitter.put("__CPROVER_havoc_object ( $ ) ;", &[given[0]]);
    }
    if emitter.is(target.first(), "__CPROVER_object_from") {
        let pos = emitter.pos;
        return emitter.refuse(pos, "`__CPROVER_object_from` in a contract that is used is not supported");
    }
    emitter.put(
        &format!(
            "{{ __typeof__ ( $ ) {} ; __builtin_memcpy ( & ( $ ) , & {} , sizeof ( $ ) ) ; }}",
            any, any
        ),
        &[target, target, target],
    );
}
