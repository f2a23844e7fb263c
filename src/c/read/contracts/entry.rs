//! The `main` that calls a function with any arguments that its contract allows.

use super::super::source::Pos;
use super::super::token::{Kind, Punct, Token};
use super::asked::PointerArguments;
use super::clauses::{behind, conditional, parameter_name, parts, Function, ANY_PLACE};
use super::emit::{bare, Emitter, IN_RANGE};
use super::ranges;

/// The word for a pointer to an object of its own.
const FRESH: &str = "__CPROVER_is_fresh";

/// An object that the function may free; other ones have not been made by `malloc`, and no run may free them.
const FREED: &str =
    "( { extern void * malloc ( unsigned long ) ; void * made = malloc ( $ ) ; __CPROVER_assume ( made != \
                     0 ) ; made ; } )";

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
    ranges::choose(emitter);
    globals.iter().for_each(|global| change_any(emitter, global));
    // Conditions on numbers alone hold before objects get sizes by them.
    assume_all(emitter, function, true);
    let mut fresh = Vec::new();
    for parameter in function.parameters.iter().filter(|parameter| is_pointer(parameter)) {
        fresh.extend(pointer(emitter, function, parameter, pointers));
    }
    fresh_objects(emitter, function, &mut fresh);
    assume_all(emitter, function, false);
    let mut ensured = Vec::new();
    for clause in function.of("__CPROVER_ensures") {
        emitter.pos = clause.pos;
        emitter.accept(&clause.tokens);
        ensured.push((clause.pos, emitter.old_values(&clause.tokens, "__CPROVER_old")));
    }
    let is_watched = function.has_contract() && function.of(ANY_PLACE).next().is_none();
    let watched = if is_watched { watch(emitter, function, &fresh, globals) } else { Vec::new() };
    emitter.pos = function.name.pos;
    if !is_void(emitter, function) {
        emitter.put("$ __CPROVER_return_value =", &[&function.result]);
    }
    emitter.put(&format!("{} ( $ ) ;", called), &[&separated(&arguments)]);
    for (pos, tokens) in ensured {
        emitter.pos = pos;
        emitter.conjuncts(&tokens).iter().for_each(|part| emitter.assert(part));
    }
    watched.iter().for_each(|after| emitter.tokens(after));
    emitter.put("return 0 ; }", &[]);
}

/// Assumes what the contract requires, of numbers alone or of others.
fn assume_all(emitter: &mut Emitter<'_, '_>, function: &Function, of_numbers: bool) {
    let parameters = function.parameters.iter().filter(|parameter| !is_pointer(parameter));
    let numbers: Vec<Kind> =
        parameters.filter_map(|tokens| parameter_name(tokens).map(|at| tokens[at].kind)).collect();
    for clause in function.of("__CPROVER_requires") {
        emitter.pos = clause.pos;
        if of_numbers {
            emitter.accept(&clause.tokens);
        }
        for part in emitter.conjuncts(&clause.tokens) {
            let is_number = |token: &Token| {
                let is_type = token.name().map_or(true, |name| name.keyword().is_some());
                is_type || numbers.contains(&token.kind) || emitter.text(token).ends_with("_t")
            };
            let has_fresh = part.iter().any(|token| emitter.is(Some(token), FRESH));
            if !has_fresh && part.iter().all(is_number) == of_numbers {
                emitter.assume(&part);
            }
        }
    }
}

/// Whether a parameter is declared as a pointer.
pub(super) fn is_pointer(parameter: &[Token]) -> bool {
    parameter.iter().any(|token| token.is(Punct::Star) || token.is(Punct::LeftBracket))
}

/// Declares the arguments that are no pointers, and returns the names of all; `None` if a parameter has none.
fn arguments(emitter: &mut Emitter<'_, '_>, function: &Function) -> Option<Vec<Token>> {
    let mut names = Vec::new();
    for parameter in &function.parameters {
        match parameter_name(parameter) {
            Some(at) => {
                if !is_pointer(parameter) {
                    emitter.put("$ ;", &[parameter]);
                }
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

/// Declares an argument that is a pointer with the object to which it leads, if that is known: a pointer that never is
/// without a value leads to no unknown place. The result is the object.
fn pointer(
    emitter: &mut Emitter<'_, '_>,
    function: &Function,
    parameter: &[Token],
    pointers: PointerArguments,
) -> Option<Fresh> {
    let at = parameter_name(parameter)?;
    let name = parameter[at];
    let is_function = parameter.windows(2).any(|two| two[0].is(Punct::LeftParen) && two[1].is(Punct::Star));
    let (size, is_said) = said_size(emitter, function, name);
    if is_function || is_said && size.is_none() {
        declare(emitter, parameter, at, &[]);
        return None;
    }
    // The type of the object is told by another pointer, which is not used.
    let like = emitter.fresh("like");
    let like = emitter.made_of(&like, &[]);
    let mut copy = parameter.to_vec();
    copy[at] = like[0];
    declare(emitter, &copy, at, &[]);
    let (pos, size) = match size {
        Some(said) => said,
        None => {
            let object = default_object(emitter, (parameter, at), &like, pointers);
            return Some(object);
        }
    };
    emitter.pos = pos;
    let of_like = |token: &Token| if token.kind == name.kind { like[0] } else { *token };
    let bytes: Vec<Token> = size.iter().map(of_like).collect();
    let object = emitter.named(&[name], |last| format!("{}_object", last));
    let first = match emitter.is_constant(&size) {
        _ if is_freed(emitter, function, &[name]) => emitter.made_of(FREED, &bytes),
        true if is_untyped(emitter, function, &[name]) => {
            emitter.put(&format!("unsigned char {} [ $ ] ;", object), &[&bytes]);
            emitter.made_of(&object, &[])
        }
        true => {
            let text = format!("__typeof__ ( * $ ) {} [ ( $ ) / sizeof ( * $ ) ] ;", object);
            emitter.put(&text, &[&like, &bytes, &like]);
            emitter.made_of(&object, &[])
        }
        // The object may have no bytes at all.
        false => emitter.made_of("__indubit_object ( $ )", &bytes),
    };
    declare(emitter, parameter, at, &first);
    Some(Fresh { pointer: vec![name], size })
}

/// The place and the size that the contract gives to the object of a pointer, unless it depends on other pointers; and
/// whether the contract says that the pointer may be fresh.
pub(super) fn said_size(
    emitter: &Emitter<'_, '_>,
    function: &Function,
    name: Token,
) -> (Option<(Pos, Vec<Token>)>, bool) {
    let others: Vec<Kind> = function
        .parameters
        .iter()
        .filter(|other| is_pointer(other))
        .filter_map(|other| parameter_name(other).map(|at| other[at].kind))
        .filter(|kind| *kind != name.kind)
        .collect();
    let (mut size, mut is_said) = (None, false);
    for clause in function.of("__CPROVER_requires") {
        for part in emitter.conjuncts(&clause.tokens) {
            is_said |= part.iter().any(|token| emitter.is(Some(token), FRESH))
                && part.iter().any(|token| token.kind == name.kind);
            let ranged = emitter.call(&part, IN_RANGE).and_then(|given| given.get(1).copied());
            is_said |= ranged.map_or(false, |p| matches!(bare(p), [one] if one.kind == name.kind));
            let given = emitter.call(&part, FRESH).filter(|given| given.len() == 2);
            let of_this = given.filter(|given| matches!(bare(given[0]), [one] if one.kind == name.kind));
            let of_this = of_this.filter(|given| !given[1].iter().any(|token| others.contains(&token.kind)));
            size = size.or_else(|| of_this.map(|given| (clause.pos, given[1].to_vec())));
        }
    }
    (size, is_said)
}

/// Makes the other objects that the contract says are fresh.
fn fresh_objects(emitter: &mut Emitter<'_, '_>, function: &Function, fresh: &mut Vec<Fresh>) {
    for clause in function.of("__CPROVER_requires") {
        emitter.pos = clause.pos;
        for part in emitter.conjuncts(&clause.tokens) {
            match emitter.call(&part, "__CPROVER_is_fresh") {
                Some(given) if given.len() == 2 => {
                    let (pointer, size) = (bare(given[0]).to_vec(), given[1].to_vec());
                    if !fresh.iter().any(|known| emitter.same(&known.pointer, &pointer)) {
                        make_fresh(emitter, function, &pointer, &size);
                        fresh.push(Fresh { pointer, size });
                    }
                }
                Some(_) => emitter.refuse(clause.pos, "`__CPROVER_is_fresh` has a pointer and a size"),
                None if part.iter().any(|token| emitter.is(Some(token), FRESH)) => {
                    one_of(emitter, function, &part, fresh);
                }
                None => {}
            }
        }
    }
}

/// Makes one of several conditions true, of which some say that pointers are fresh, and others that they are equal.
fn one_of(emitter: &mut Emitter<'_, '_>, function: &Function, part: &[Token], fresh: &mut Vec<Fresh>) {
    let choice = emitter.fresh("choice");
    emitter.put(&format!("int {} ;", choice), &[]);
    let pos = emitter.pos;
    let conditions: Vec<Vec<Token>> =
        parts(bare(part), Punct::OrOr).into_iter().map(<[Token]>::to_vec).collect();
    // All objects are there, whichever condition holds.
    let mut all = Vec::new();
    for condition in &conditions {
        let mut steps = Vec::new();
        for member in emitter.conjuncts(condition) {
            if let Some(given) = emitter.call(&member, FRESH).filter(|given| given.len() == 2) {
                let (pointer, size) = (bare(given[0]).to_vec(), given[1].to_vec());
                // The object is there in any case, and is watched as if it were the pointer's.
                let object = emitter.named(&pointer, |last| format!("{}_object", last));
                let made = emitter.fresh("pointer");
                let form = "__typeof__ ( $ ) {} ;".replace("{}", &made);
                emitter.put(&form, &[&pointer]);
                let name = emitter.made_of(&made, &[]);
                make_as(emitter, function, (&pointer, &name), &size, &object);
                steps.push((pointer, name.clone()));
                fresh.push(Fresh { pointer: name, size });
                continue;
            }
            match parts(bare(&member), Punct::EqualEqual)[..] {
                [a, b] if b.len() == 1 && b[0].name().is_some() => steps.push((b.to_vec(), a.to_vec())),
                [a, b] if a.len() == 1 && a[0].name().is_some() => steps.push((a.to_vec(), b.to_vec())),
                _ => emitter
                    .refuse(pos, "beside `__CPROVER_is_fresh`, only equations of pointers are supported"),
            }
        }
        all.push(steps);
    }
    for (at, steps) in all.iter().enumerate() {
        let is_last = at + 1 == all.len();
        let test = if is_last { "{".to_string() } else { format!("if ( {} == {} ) {{", choice, at) };
        emitter.put(&test, &[]);
        for (pointer, value) in steps {
            emitter.put("$ = $ ;", &[pointer, value]);
        }
        emitter.put(if is_last { "}" } else { "} else" }, &[]);
    }
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

/// Declares a parameter as a local object, with a first value if there is one; an array is a pointer, as it is as a
/// parameter.
fn declare(emitter: &mut Emitter<'_, '_>, parameter: &[Token], at: usize, first: &[Token]) {
    let value = if first.is_empty() { ";" } else { "= $ ;" };
    match parameter.get(at + 1).filter(|token| token.is(Punct::LeftBracket)) {
        Some(_) => {
            let end = behind(parameter, at + 1);
            let parts = [&parameter[..at], &parameter[at..=at], &parameter[end..], first];
            emitter.put(&format!("$ ( * $ ) $ {}", value), &parts);
        }
        None => emitter.put(&format!("$ {}", value), &[parameter, first]),
    }
}

/// Whether a contract lets the function free the object of a pointer.
fn is_freed(emitter: &Emitter<'_, '_>, function: &Function, pointer: &[Token]) -> bool {
    let named = function.of("__CPROVER_frees").flat_map(|clause| parts(&clause.tokens, Punct::Comma));
    let mut named = named.map(|target| bare(conditional(target).1));
    named.any(|target| emitter.same(target, bare(pointer)))
}

/// Makes a pointer lead to an object of its own of this size.
fn make_fresh(emitter: &mut Emitter<'_, '_>, function: &Function, pointer: &[Token], size: &[Token]) {
    let name = emitter.named(pointer, |last| format!("{}_object", last));
    make_as(emitter, function, (pointer, pointer), size, &name);
}

/// Makes `to`, which has the type of a pointer, lead to an object of this size and name.
fn make_as(
    emitter: &mut Emitter<'_, '_>,
    function: &Function,
    (pointer, to): (&[Token], &[Token]),
    size: &[Token],
    name: &str,
) {
    if is_freed(emitter, function, pointer) {
        return emitter.put(&format!("$ = {} ;", FREED), &[to, size]);
    }
    if !emitter.is_constant(size) {
        // The object may have no bytes at all.
        return emitter.put("$ = __indubit_object ( $ ) ;", &[to, size]);
    }
    if is_untyped(emitter, function, pointer) {
        return emitter.put(&format!("unsigned char {} [ $ ] ; $ = {} ;", name, name), &[size, to]);
    }
    emitter.put(
        &format!("__typeof__ ( * ( $ ) ) {} [ ( $ ) / sizeof ( * ( $ ) ) ] ; $ = {} ;", name, name),
        &[pointer, size, pointer, to],
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

/// Declares a pointer of which nothing is said: it leads to one element, or is null. The result is the element.
fn default_object(
    emitter: &mut Emitter<'_, '_>,
    (parameter, at): (&[Token], usize),
    like: &[Token],
    pointers: PointerArguments,
) -> Fresh {
    let is_void = parameter.iter().any(|token| emitter.text(token) == "void");
    let object = emitter.named(&parameter[at..=at], |last| format!("{}_object", last));
    match is_void {
        true => emitter.put(&format!("unsigned char {} ;", object), &[]),
        false => emitter.put(&format!("__typeof__ ( * $ ) {} ;", object), &[like]),
    }
    let value = match pointers {
        PointerArguments::Fresh => format!("& {}", object),
        PointerArguments::FreshOrNull => {
            let choice = emitter.fresh("choice");
            emitter.put(&format!("int {} ;", choice), &[]);
            format!("{} ? & {} : 0", choice, object)
        }
    };
    let value = emitter.made_of(&value, &[]);
    declare(emitter, parameter, at, &value);
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
            let (condition, target) = conditional(target);
            let target = bare(target);
            let is_changed = condition.map(|condition| {
                let name = emitter.fresh("is_changed");
                emitter.put(&format!("int {} = ( $ ) != 0 ;", name), &[condition]);
                name
            });
            let when = is_changed.map_or(String::new(), |name| format!("( unsigned long ) {} *", name));
            let (first, size) = (emitter.fresh("first"), emitter.fresh("size"));
            let upto = emitter.call(target, "__CPROVER_object_upto").filter(|given| given.len() == 2);
            let whole = emitter.call(target, "__CPROVER_object_whole").filter(|given| given.len() == 1);
            if let (Some(given), None) = (&whole, condition) {
                covered.push(bare(given[0]).to_vec());
                continue;
            }
            let from = emitter.call(target, "__CPROVER_object_from").filter(|given| given.len() == 1);
            if let Some(given) = whole.as_ref().or(from.as_ref()) {
                up_to_end(emitter, given[0], whole.is_some(), (&first, &size, &when));
            } else if let Some(given) = upto {
                let is_all = |f: &&Fresh| {
                    emitter.same(&f.pointer, bare(given[0])) && emitter.same(bare(&f.size), bare(given[1]))
                };
                if condition.is_none() && fresh.iter().any(|f| is_all(&f)) {
                    covered.push(bare(given[0]).to_vec());
                    continue;
                }
                emitter.put(
                    &format!(
                        "unsigned char * {} = ( unsigned char * ) ( $ ) ; unsigned long {} = {} ( $ ) ;",
                        first, size, when
                    ),
                    &[given[0], given[1]],
                );
            } else {
                if target.len() == 1 && condition.is_none() {
                    covered.push(target.to_vec());
                }
                emitter.put(
                    &format!(
                        "unsigned char * {} = ( unsigned char * ) & ( $ ) ; unsigned long {} = {} sizeof ( $ ) ;",
                        first, size, when
                    ),
                    &[target, target],
                );
            }
            places.push(Place { first, size });
        }
    }
    (places, covered)
}

/// Declares a place up to the end of its object: from the pointer on, or the whole object.
fn up_to_end(
    emitter: &mut Emitter<'_, '_>,
    pointer: &[Token],
    is_whole: bool,
    (first, size, when): (&str, &str, &str),
) {
    let offset = "- __CPROVER_POINTER_OFFSET ( $ )";
    let (start, less) = if is_whole { (offset, "") } else { ("", offset) };
    let text = format!("unsigned char * {} = ( unsigned char * ) ( $ ) {} ;", first, start);
    emitter.put(&text, &[pointer; 2]);
    let text = format!("unsigned long {} = {} ( __CPROVER_OBJECT_SIZE ( $ ) {} ) ;", size, when, less);
    emitter.put(&text, &[pointer; 2]);
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
    // Each assertion has a place of its own, by which messages know it.
    let clause = function.of("__CPROVER_assigns").next().map(|clause| clause.pos);
    let places_of_clause = (0..16).filter_map(|at| clause.map(|pos| Pos::new(pos.offset() + at)));
    let mut free = std::iter::once(function.name.pos).chain(places_of_clause);
    for f in fresh {
        if is_open(emitter, &f.pointer) {
            let is_freed = is_freed(emitter, function, &f.pointer);
            emitter.pos = free.next().unwrap_or(emitter.pos);
            after.push(watch_one(emitter, &f.pointer, &f.size, &places, is_freed));
        }
    }
    for global in globals {
        if is_open(emitter, &[*global]) {
            let address = emitter.made_of("& $", &[*global]);
            let size = emitter.made_of("sizeof ( $ )", &[*global]);
            emitter.pos = free.next().unwrap_or(emitter.pos);
            after.push(watch_one(emitter, &address, &size, &places, false));
        }
    }
    after
}

/// Watches one byte of an object, which the function may have freed.
fn watch_one(
    emitter: &mut Emitter<'_, '_>,
    pointer: &[Token],
    size: &[Token],
    places: &[Place],
    is_freed: bool,
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
    if is_freed {
        condition.push_str(&format!(" && __CPROVER_r_ok ( {} , 1 )", first));
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
