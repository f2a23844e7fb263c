//! The body that stands for a function whose contract is used.

use super::super::token::{Punct, Token};
use super::clauses::{behind, conditional, parameter_name, parts, Function, ANY_PLACE};
use super::emit::{bare, Emitter};
use super::entry::{is_pointer, is_untyped, is_void, said_size};

/// Adds a definition that asserts what the function requires, gives any value to what it may assign, and assumes what
/// it ensures.
pub(super) fn body(emitter: &mut Emitter<'_, '_>, function: &Function, globals: &[Token]) {
    emitter.pos = function.name.pos;
    emitter.put("$ {", &[&function.head]);
    required(emitter, function, globals);
    if let Some(clause) = function.of(ANY_PLACE).next() {
        emitter
            .refuse(clause.pos, "a contract without `__ESBMC_assigns` changes anything, and cannot be used");
    }
    let mut ensured = Vec::new();
    for clause in function.of("__CPROVER_ensures") {
        emitter.pos = clause.pos;
        emitter.accept(&clause.tokens);
        ensured.push((clause.pos, emitter.old_values(&clause.tokens, "__CPROVER_old")));
    }
    // All places are those before the first change.
    let changes = changes(emitter, function);
    let ends = ends(emitter, function);
    emitter.tokens(&changes);
    emitter.tokens(&ends);
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

/// Asserts what the function requires.
fn required(emitter: &mut Emitter<'_, '_>, function: &Function, globals: &[Token]) {
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
                Some(_) => emitter.refuse(clause.pos, "`__CPROVER_is_fresh` has a pointer and a size"),
                None => {
                    let is_about_fresh =
                        part.iter().any(|token| emitter.is(Some(token), "__CPROVER_is_fresh"));
                    let part = if is_about_fresh { in_one_object(emitter, &part) } else { part };
                    let part = readable(emitter, &part, &fresh);
                    emitter.assert(&part);
                }
            }
        }
    }
    defaults(emitter, function, &mut fresh);
    // Where the function is verified, no argument leads to an object at file scope.
    for (p, _) in &fresh {
        for global in globals {
            emitter
                .put("__CPROVER_assert ( ! __CPROVER_same_object ( $ , & $ ) , \"\" ) ;", &[p, &[*global]]);
        }
    }
}

/// Asserts what is assumed, where the function is verified, of pointers of which the contract says nothing: they are
/// null, or lead to an element of their own.
fn defaults(emitter: &mut Emitter<'_, '_>, function: &Function, fresh: &mut Vec<(Vec<Token>, Vec<Token>)>) {
    emitter.pos = function.name.pos;
    for parameter in function.parameters.iter().filter(|parameter| is_pointer(parameter)) {
        let at = match parameter_name(parameter) {
            Some(at) => at,
            None => continue,
        };
        let name = &parameter[at..=at];
        let is_function =
            parameter.windows(2).any(|two| two[0].is(Punct::LeftParen) && two[1].is(Punct::Star));
        if is_function || said_size(emitter, function, name[0]).1 {
            continue;
        }
        let size = match is_untyped(emitter, function, name) {
            true => emitter.made_of("1", &[]),
            false => emitter.made_of("sizeof ( * $ )", name),
        };
        let text = "__CPROVER_assert ( $ == 0 || __CPROVER_r_ok ( $ , $ ) , \"\" ) ;";
        emitter.put(text, &[name, name, &size]);
        let one = (name.to_vec(), size);
        for other in fresh.iter() {
            emitter.put("if ( $ != 0 )", &[name]);
            keep_apart(emitter, &one, other);
        }
        fresh.push(one);
    }
}

/// Notes the places that the function may assign; the tokens give them any values.
fn changes(emitter: &mut Emitter<'_, '_>, function: &Function) -> Vec<Token> {
    let mut changes = Vec::new();
    for clause in function.of("__CPROVER_assigns") {
        emitter.pos = clause.pos;
        for target in parts(&clause.tokens, Punct::Comma) {
            let (condition, place) = conditional(target);
            if let Some(condition) = condition {
                let is_changed = emitter.fresh("is_changed");
                emitter.put(&format!("int {} = ( $ ) != 0 ;", is_changed), &[condition]);
                let change = change(emitter, function, bare(place));
                changes.extend(emitter.made_of(&format!("if ( {} ) {{", is_changed), &[]));
                changes.extend(change);
                changes.extend(emitter.made_of("}", &[]));
                continue;
            }
            changes.extend(change(emitter, function, bare(place)));
        }
    }
    changes
}

/// Notes the objects that the function may free; the tokens free any of them.
fn ends(emitter: &mut Emitter<'_, '_>, function: &Function) -> Vec<Token> {
    let mut ends = Vec::new();
    for clause in function.of("__CPROVER_frees") {
        emitter.pos = clause.pos;
        for target in parts(&clause.tokens, Punct::Comma) {
            let (condition, pointer) = conditional(target);
            let (place, choice) = (emitter.fresh("freed"), emitter.fresh("choice"));
            emitter.put(&format!("void * {} = ( void * ) ( $ ) ; int {} ;", place, choice), &[bare(pointer)]);
            if let Some(condition) = condition {
                emitter.put(&format!("{0} = {0} && ( $ ) ;", choice), &[condition]);
            }
            let text = format!("extern void free ( void * ) ; if ( {} ) free ( {} ) ;", choice, place);
            ends.extend(emitter.made_of(&text, &[]));
        }
    }
    ends
}

/// A condition on pointers whose equations also say that both lead to one object. An empty object may have the address
/// of another one, which no contract means.
fn in_one_object(emitter: &mut Emitter<'_, '_>, part: &[Token]) -> Vec<Token> {
    let inner = bare(part);
    for (mark, text) in [(Punct::OrOr, "||"), (Punct::AndAnd, "&&")] {
        let members = parts(inner, mark);
        if members.len() > 1 {
            let members: Vec<Vec<Token>> =
                members.into_iter().map(|one| in_one_object(emitter, one)).collect();
            return emitter.apart(|emitter| {
                for (at, one) in members.iter().enumerate() {
                    emitter.put(if at == 0 { "" } else { text }, &[]);
                    emitter.put("( $ )", &[one]);
                }
            });
        }
    }
    match parts(inner, Punct::EqualEqual)[..] {
        [a, b] => made(emitter, "( __CPROVER_same_object ( $ , $ ) && ( $ ) == ( $ ) )", &[a, b, a, b]),
        _ => inner.to_vec(),
    }
}

/// A condition with each `is_fresh(p, n)` in it as one on the bytes: they are there, and apart from those of others.
fn readable(
    emitter: &mut Emitter<'_, '_>,
    part: &[Token],
    others: &[(Vec<Token>, Vec<Token>)],
) -> Vec<Token> {
    let (mut list, mut at) = (Vec::new(), 0);
    let mut known = others.to_vec();
    while at < part.len() {
        let end = behind(part, at + 1);
        let is_here = emitter.is(part.get(at), "__CPROVER_is_fresh");
        let given = emitter.call(&part[at..end], "__CPROVER_is_fresh");
        let given = given.filter(|given| is_here && given.len() == 2);
        match given {
            Some(given) => {
                let one = (bare(given[0]).to_vec(), given[1].to_vec());
                let mut all = made(emitter, "( __CPROVER_r_ok ( $ , $ )", &[&one.0, &one.1]);
                for (q, m) in &known {
                    let (p, n) = &one;
                    let text = format!("&& ( {} )", APART);
                    all.extend(made(emitter, &text, &[p, q, p, n, q, q, m, p]));
                }
                all.extend(made(emitter, ")", &[]));
                list.extend(all);
                known.push(one);
                at = end;
            }
            None => {
                list.push(part[at]);
                at += 1;
            }
        }
    }
    list
}

/// Tokens of their own.
fn made(emitter: &mut Emitter<'_, '_>, text: &str, inserted: &[&[Token]]) -> Vec<Token> {
    emitter.apart(|emitter| emitter.put(text, inserted))
}

/// Two ranges of bytes, of `p` and `n` and of `q` and `m`, have none in common: over p, q, p, n, q, q, m, p.
const APART: &str =
    "! __CPROVER_same_object ( $ , $ ) || ( unsigned char * ) ( $ ) + ( $ ) <= ( unsigned char * ) ( $ ) \
                     || ( unsigned char * ) ( $ ) + ( $ ) <= ( unsigned char * ) ( $ )";

/// Asserts that two ranges of bytes have none in common. They may be parts of one object: a function that stays in its
/// ranges, and compares no pointers of two objects, cannot tell.
fn keep_apart(
    emitter: &mut Emitter<'_, '_>,
    one: &(Vec<Token>, Vec<Token>),
    other: &(Vec<Token>, Vec<Token>),
) {
    let ((p, n), (q, m)) = (one, other);
    emitter.put(&format!("__CPROVER_assert ( {} , \"\" ) ;", APART), &[p, q, p, n, q, q, m, p]);
}

/// The declaration of the function that gives bytes any values.
const HAVOC: &str = "extern void __indubit_havoc ( void * , unsigned long ) ;";

/// Notes the place of a target of `assigns`; the result gives it any value.
fn change(emitter: &mut Emitter<'_, '_>, function: &Function, target: &[Token]) -> Vec<Token> {
    let (any, place) = (emitter.fresh("any"), emitter.fresh("place"));
    if let Some(given) = emitter.call(target, "__CPROVER_object_upto").filter(|given| given.len() == 2) {
        return change_up_to(emitter, function, (given[0], given[1]));
    }
    if let Some(given) = emitter.call(target, "__CPROVER_object_from").filter(|given| given.len() == 1) {
        let size = made(
            emitter,
            "( __CPROVER_OBJECT_SIZE ( $ ) - ( unsigned long ) __CPROVER_POINTER_OFFSET ( $ ) )",
            &[given[0], given[0]],
        );
        return change_up_to(emitter, function, (given[0], &size));
    }
    if let Some(given) = emitter.call(target, "__CPROVER_object_whole").filter(|given| given.len() == 1) {
        emitter.put(&format!("__auto_type {} = $ ;", place), &[given[0]]);
        return emitter.made_of(&format!("__CPROVER_havoc_object ( {} ) ;", place), &[]);
    }
    emitter.put(&format!("__typeof__ ( $ ) * {} = & ( $ ) ;", place), &[target, target]);
    let text = format!(
        "{{ struct {any}_s {{ __typeof__ ( * {place} ) whole ; }} {any} ; * ( struct {any}_s * ) {place} = {any} ; }}",
        any = any,
        place = place
    );
    emitter.made_of(&text, &[])
}

/// Notes the place of the bytes from a pointer on; the result gives them any values.
fn change_up_to(
    emitter: &mut Emitter<'_, '_>,
    function: &Function,
    (pointer, size): (&[Token], &[Token]),
) -> Vec<Token> {
    let (any, place) = (emitter.fresh("any"), emitter.fresh("place"));
    let is_untyped = is_untyped(emitter, function, bare(pointer));
    let form = if is_untyped { "unsigned char * {place} = $ ;" } else { "__auto_type {place} = $ ;" };
    emitter.put(&form.replace("{place}", &place), &[pointer]);
    let element = format!("__typeof__ ( * {} )", place);
    if emitter.is_constant(size) {
        // An assignment changes all parts at once.
        let text = format!(
            "{{ struct {any}_s {{ {element} parts [ ( $ ) / sizeof ( {element} ) ] ; }} {any} ;",
            any = any,
            element = element
        );
        let from = emitter.made_of(&format!("& {}", any), &[]);
        let (size, ty) = (size.to_vec(), format!("struct {}_s", any));
        let forgets = emitter.chosen.is_some();
        return emitter.apart(|emitter| {
            if forgets {
                let text = format!(
                    "{1} if ( ( $ ) > 64 && ( __CPROVER_POINTER_OFFSET ( {0} ) != 0 \
                     || __CPROVER_OBJECT_SIZE ( {0} ) != ( $ ) ) ) __indubit_havoc ( {0} , $ ) ; else",
                    place, HAVOC
                );
                emitter.put(&text, &[&size, &size, &size]);
            }
            emitter.put(&text, &[&size]);
            emitter.copy(&ty, &place, &from);
            emitter.put("}", &[]);
        });
    }
    let length = emitter.fresh("length");
    emitter.put(&format!("unsigned long {} = $ ;", length), &[size]);
    let text = match emitter.chosen {
        Some(_) => format!("{} if ( {2} > 0 ) __indubit_havoc ( {1} , {2} ) ;", HAVOC, place, length),
        None => format!(
            "{havoc} if ( __CPROVER_POINTER_OFFSET ( {place} ) == 0 && \
             __CPROVER_OBJECT_SIZE ( {place} ) == {length} && {length} > 0 ) __indubit_havoc ( {place} , {length} ) ; \
             else {{ {element} {any} [ {length} / sizeof ( {element} ) + 1 ] ; __builtin_memcpy ( {place} , {any} , \
             {length} ) ; }}",
            havoc = HAVOC,
            element = element,
            any = any,
            length = length,
            place = place
        ),
    };
    emitter.made_of(&text, &[])
}
