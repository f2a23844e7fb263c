//! Constrained Horn clauses over integers, linear and not.

use indubit::base::Rng;
use std::fmt::Write;

/// Up to three predicates that count, with a fact, a few rules and a query.
pub fn make(rng: &mut Rng, size: usize) -> String {
    let predicates = 1 + rng.below(3);
    let arity: Vec<usize> = (0..predicates).map(|_| 1 + rng.below(2)).collect();
    let mut text = "(set-logic HORN)\n".to_string();
    for (p, &arity) in arity.iter().enumerate() {
        let _ = writeln!(text, "(declare-fun p{} ({}) Bool)", p, vec!["Int"; arity].join(" "));
    }
    let variables = "((x Int) (y Int) (z Int))";
    let names = ["x", "y", "z"];
    let small = |rng: &mut Rng| {
        let value = rng.below(9) as i64 - 2;
        if value < 0 {
            format!("(- {})", -value)
        } else {
            value.to_string()
        }
    };
    let term = |rng: &mut Rng| match rng.below(4) {
        0 => small(rng),
        1 => format!("(+ {} {})", names[rng.below(3)], small(rng)),
        2 => format!("(+ {} {})", names[rng.below(3)], names[rng.below(3)]),
        _ => names[rng.below(3)].to_string(),
    };
    let atom = |rng: &mut Rng, plain: bool| {
        let p = rng.below(predicates);
        let arguments: Vec<String> =
            (0..arity[p]).map(|_| if plain { names[rng.below(3)].to_string() } else { term(rng) }).collect();
        format!("(p{} {})", p, arguments.join(" "))
    };
    let guard = |rng: &mut Rng| {
        let op = ["<", "<=", ">=", "=", "distinct"][rng.below(5)];
        format!("({} {} {})", op, term(rng), small(rng))
    };
    let first: Vec<String> = (0..arity[0]).map(|_| small(rng)).collect();
    let _ = writeln!(text, "(assert (p0 {}))", first.join(" "));
    for _ in 0..1 + rng.below(size / 2 + 1) {
        let mut body: Vec<String> = (0..1 + rng.below(2)).map(|_| atom(rng, true)).collect();
        body.extend((0..rng.below(3)).map(|_| guard(rng)));
        let head = atom(rng, false);
        let _ = writeln!(text, "(assert (forall {} (=> (and {}) {})))", variables, body.join(" "), head);
    }
    let query = format!("{} {} {}", atom(rng, true), guard(rng), guard(rng));
    let _ = writeln!(text, "(assert (forall {} (=> (and {}) false)))\n(check-sat)", variables, query);
    text
}
