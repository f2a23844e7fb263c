//! The `main` that calls a function with any arguments that its contract allows.

use super::super::token::{Kind, Punct, Token};
use super::asked::PointerArguments;
use super::clauses::{behind, parameter_name, parts, Function};
use super::emit::{bare, Emitter};

/// An object of which the contract says that it is fresh.
struct Fresh {
    pointer: Vec<Token>,
    size: Vec<Token>,
}

/// A place that the function may change: a name for its first byte, and one for the number of its bytes.
struct Place {
    first: String,
    size: String,
}

/// Adds the `main` that calls a function under the name `called`. `globals` are the objects at file scope.
pub(super) fn main(
    emitter: &mut Emitter<'_, '_>,
    function: &Function,
    called: &str,
    globals: &[Token],
    pointers: PointerArguments,
) {
    emitter.pos = function.name.pos;
    emitter.put("int main ( void ) { extern void * __indubit_object ( unsigned long ) ;", &[]);
    let arguments = match arguments(emitter, function) {
        Some(arguments) => arguments,
        None => return,
    };
    globals.iter().for_each(|global| change_any(emitter, global));
    let mut fresh = fresh_objects(emitter, function);
    for (parameter, name) in function.parameters.iter().zip(&arguments) {
        let is_said = fresh.iter().any(|f| f.pointer.len() == 1 && f.pointer[0].kind == name.kind);
        let is_pointer = parameter.iter().any(|token| token.is(Punct::Star) || token.is(Punct::LeftBracket));
        let is_function =
            parameter.windows(2).any(|two| two[0].is(Punct::LeftParen) && two[1].is(Punct::Star));
        if is_pointer && !is_function && !is_said {
            fresh.push(default_object(emitter, parameter, name, pointers));
        }
    }
    for clause in function.of("__CPROVER_requires") {
        emitter.pos = clause.pos;
        emitter.accept(&clause.tokens);
        for part in emitter.conjuncts(&clause.tokens) {
            if emitter.call(&part, "__CPROVER_is_fresh").is_none() {
                emitter.assume(&part);
            }
        }
    }
    let mut ensured = Vec::new();
    for clause in function.of("__CPROVER_ensures") {
        emitter.pos = clause.pos;
        emitter.accept(&clause.tokens);
        ensured.push((clause.pos, emitter.old_values(&clause.tokens)));
    }
    let watched =
        if function.has_contract() { watch(emitter, function, &fresh, globals) } else { Vec::new() };
    emitter.pos = function.name.pos;
    if !is_void(emitter, function) {
        emitter.put("$ __CPROVER_return_value =", &[&function.result]);
    }
    emitter.put(&format!("{} ( $ ) ;", called), &[&separated(&arguments)]);
    for (pos, tokens) in ensured {
        emitter.pos = pos;
        emitter.conjuncts(&tokens).iter().for_each(|part| emitter.assert(part));
    }
    let assigns = function.of("__CPROVER_assigns").next().map_or(function.name.pos, |clause| clause.pos);
    for after in watched {
        emitter.pos = assigns;
        emitter.tokens(&after);
    }
    emitter.put("return 0 ; }", &[]);
}

/// Declares the arguments, and returns their names; `None` if a parameter has none.
fn arguments(emitter: &mut Emitter<'_, '_>, function: &Function) -> Option<Vec<Token>> {
    let mut names = Vec::new();
    for parameter in &function.parameters {
        match parameter_name(parameter) {
            Some(at) => {
                declare(emitter, parameter, at);
                names.push(parameter[at]);
            }
            None => {
                let pos = parameter.first().map_or(function.name.pos, |token| token.pos);
                emitter.refuse(pos, "a parameter without a name cannot be chosen");
                return None;
            }
        }
    }
    Some(names)
}

/// Gives an object at file scope any value.
fn change_any(emitter: &mut Emitter<'_, '_>, global: &Token) {
    let any = emitter.fresh("any");
    let one = [*global];
    emitter.put(
        &format!(
            "{{ struct {any}_s {{ __typeof__ ( $ ) whole ; }} {any} ; * ( struct {any}_s * ) & $ = {any} ; }}",
            any = any
        ),
        &[&one, &one],
    );
}

/// Makes the objects that the contract says are fresh.
fn fresh_objects(emitter: &mut Emitter<'_, '_>, function: &Function) -> Vec<Fresh> {
    let mut fresh = Vec::new();
    for clause in function.of("__CPROVER_requires") {
        emitter.pos = clause.pos;
        for part in emitter.conjuncts(&clause.tokens) {
            match emitter.call(&part, "__CPROVER_is_fresh") {
                Some(given) if given.len() == 2 => {
                    let (pointer, size) = (bare(given[0]).to_vec(), given[1].to_vec());
                    make_fresh(emitter, function, &pointer, &size);
                    fresh.push(Fresh { pointer, size });
                }
                Some(_) | None => {}
            }
        }
    }
    fresh
}

/// Whether a function has no result.
pub(super) fn is_void(emitter: &Emitter<'_, '_>, function: &Function) -> bool {
    let is_pointer = function.result.iter().any(|token| token.is(Punct::Star));
    !is_pointer && function.result.iter().any(|token| emitter.text(token) == "void")
}

/// The names with commas between them.
fn separated(names: &[Token]) -> Vec<Token> {
    let comma = |name: &Token| Token { kind: Kind::Punct(Punct::Comma), ..*name };
    let mut list: Vec<Token> = names.iter().flat_map(|name| [comma(name), *name]).collect();
    list.drain(..list.len().min(1));
    list
}

/// Declares a parameter as a local object without a value; an array is a pointer, as it is as a parameter.
fn declare(emitter: &mut Emitter<'_, '_>, parameter: &[Token], at: usize) {
    let bracket = parameter.get(at + 1).filter(|token| token.is(Punct::LeftBracket));
    match bracket {
        Some(_) => {
            let end = behind(parameter, at + 1);
            emitter.put("$ ( * $ ) $ ;", &[&parameter[..at], &parameter[at..=at], &parameter[end..]]);
        }
        None => emitter.put("$ ;", &[parameter]),
    }
}

/// Makes a pointer lead to an object of its own of this size.
fn make_fresh(emitter: &mut Emitter<'_, '_>, function: &Function, pointer: &[Token], size: &[Token]) {
    let name = emitter.named(pointer, |last| format!("{}_object", last));
    if !emitter.is_constant(size) {
        // The object may have no bytes at all.
        return emitter.put("$ = __indubit_object ( $ ) ;", &[pointer, size]);
    }
    if is_untyped(emitter, function, pointer) {
        emitter.put(&format!("unsigned char {} [ $ ] ; $ = {} ;", name, name), &[size, pointer]);
        return;
    }
    emitter.put(
        &format!("__typeof__ ( * ( $ ) ) {} [ ( $ ) / sizeof ( * ( $ ) ) ] ; $ = {} ;", name, name),
        &[pointer, size, pointer, pointer],
    );
}

/// Whether a pointer is a parameter of the type `void *`.
pub(super) fn is_untyped(emitter: &Emitter<'_, '_>, function: &Function, pointer: &[Token]) -> bool {
    let parameter = function.parameters.iter().find(|parameter| {
        let name = parameter_name(parameter).map(|at| parameter[at].kind);
        pointer.len() == 1 && name == Some(pointer[0].kind)
    });
    parameter.map_or(false, |tokens| tokens.iter().any(|token| emitter.text(token) == "void"))
}

/// Makes a pointer of which nothing is said lead to one element, or be null. The result is the element.
fn default_object(
    emitter: &mut Emitter<'_, '_>,
    parameter: &[Token],
    name: &Token,
    pointers: PointerArguments,
) -> Fresh {
    let is_void = parameter.iter().any(|token| emitter.text(token) == "void");
    let one = [*name];
    let object = emitter.named(&one, |last| format!("{}_object", last));
    let choice = emitter.fresh("choice");
    match is_void {
        true => emitter.put(&format!("unsigned char {} ;", object), &[]),
        false => emitter.put(&format!("__typeof__ ( * ( $ ) ) {} ;", object), &[&one]),
    }
    match pointers {
        PointerArguments::Fresh => emitter.put(&format!("$ = & {} ;", object), &[&one]),
        PointerArguments::FreshOrNull => emitter.put(
            &format!("int {} ; if ( {} ) $ = & {} ; else $ = 0 ;", choice, choice, object),
            &[&one, &one],
        ),
    }
    Fresh {
        pointer: emitter.made_of(&format!("& {}", object), &[]),
        size: emitter.made_of(&format!("sizeof ( {} )", object), &[]),
    }
}

/// The places that a contract lets the function change, and the pointers to objects that it lets change as a whole.
fn places(
    emitter: &mut Emitter<'_, '_>,
    function: &Function,
    fresh: &[Fresh],
) -> (Vec<Place>, Vec<Vec<Token>>) {
    let mut places = Vec::new();
    let mut covered: Vec<Vec<Token>> = Vec::new();
    for clause in function.of("__CPROVER_assigns") {
        emitter.pos = clause.pos;
        for target in parts(&clause.tokens, Punct::Comma) {
            let target = bare(target);
            let (first, size) = (emitter.fresh("first"), emitter.fresh("size"));
            let upto = emitter.call(target, "__CPROVER_object_upto").filter(|given| given.len() == 2);
            let whole = emitter.call(target, "__CPROVER_object_whole").filter(|given| given.len() == 1);
            if let Some(given) = whole {
                covered.push(bare(given[0]).to_vec());
                continue;
            }
            if let Some(given) = upto {
                let is_all = |f: &&Fresh| {
                    emitter.same(&f.pointer, bare(given[0])) && emitter.same(bare(&f.size), bare(given[1]))
                };
                if fresh.iter().any(|f| is_all(&f)) {
                    covered.push(bare(given[0]).to_vec());
                    continue;
                }
                emitter.put(
                    &format!(
                        "unsigned char * {} = ( unsigned char * ) ( $ ) ; unsigned long {} = $ ;",
                        first, size
                    ),
                    &[given[0], given[1]],
                );
            } else {
                if target.len() == 1 {
                    covered.push(target.to_vec());
                }
                emitter.put(
                    &format!(
                        "unsigned char * {} = ( unsigned char * ) & ( $ ) ; unsigned long {} = sizeof ( $ ) ;",
                        first, size
                    ),
                    &[target, target],
                );
            }
            places.push(Place { first, size });
        }
    }
    (places, covered)
}

/// Chooses a byte of each object that must keep its value, unless the contract lets it change; the results are the
/// tokens that compare the byte after the call.
fn watch(
    emitter: &mut Emitter<'_, '_>,
    function: &Function,
    fresh: &[Fresh],
    globals: &[Token],
) -> Vec<Vec<Token>> {
    let (places, covered) = places(emitter, function, fresh);
    let mut after = Vec::new();
    emitter.pos = function.name.pos;
    let is_open = |emitter: &Emitter<'_, '_>, pointer: &[Token]| {
        !covered.iter().any(|known| emitter.same(known, pointer))
    };
    for f in fresh {
        if is_open(emitter, &f.pointer) {
            after.push(watch_one(emitter, &f.pointer, &f.size, &places));
        }
    }
    for global in globals {
        if is_open(emitter, &[*global]) {
            let address = emitter.made_of("& $", &[*global]);
            let size = emitter.made_of("sizeof ( $ )", &[*global]);
            after.push(watch_one(emitter, &address, &size, &places));
        }
    }
    after
}

/// Watches one byte of an object.
fn watch_one(
    emitter: &mut Emitter<'_, '_>,
    pointer: &[Token],
    size: &[Token],
    places: &[Place],
) -> Vec<Token> {
    let (at, byte, first) = (emitter.fresh("at"), emitter.fresh("byte"), emitter.fresh("watched"));
    emitter.put(
        &format!(
            "unsigned char * {first} = ( unsigned char * ) ( $ ) ; unsigned long {at} ; unsigned char {byte} = 0 ; \
             if ( {at} < $ ) {byte} = {first} [ {at} ] ;",
            first = first,
            at = at,
            byte = byte
        ),
        &[pointer, size],
    );
    let mut condition = format!("{} < $", at);
    for place in places {
        condition.push_str(&format!(
            " && ! ( __CPROVER_same_object ( {first} , {place} ) && {first} + {at} >= {place} && {first} + {at} < \
             {place} + {size} )",
            first = first,
            at = at,
            place = place.first,
            size = place.size
        ));
    }
    let kept = emitter.named(pointer, |last| format!("{}_keeps_its_value", last));
    let text = format!(
        "if ( {} ) {{ int {kept} = {} [ {} ] == {} ; __CPROVER_assert ( {kept} , \"\" ) ; }}",
        condition,
        first,
        at,
        byte,
        kept = kept
    );
    emitter.made_of(&text, size)
}
