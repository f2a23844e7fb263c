//! Witnesses of correctness.

use super::program;
use indubit::base::{Budget, Rng};
use indubit::c::witness::{InvariantKind, Metadata, Witness};
use indubit::c::{lower, Arch, Integers, Lowered, Program};
use indubit::model::cfa::{InvariantMap, LocId};
use indubit::solver::term::{Model, Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;

const TIME: &str = "2026-11-23T01:00:00Z";

fn metadata(text: &str) -> Metadata {
    let specification = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
    Metadata::new("a.c", text.as_bytes(), specification, Arch::Ilp32, TIME)
}

fn lowered(program: &Program) -> Lowered {
    lower(program, &Default::default(), &Budget::unlimited()).expect("an automaton")
}

fn variable(lowered: &Lowered, name: &str) -> TermId {
    let found = lowered.cfa.variables().iter().find(|&&v| lowered.cfa.name(v) == name);
    *found.unwrap_or_else(|| {
        panic!(
            "{} in {:?}",
            name,
            lowered.cfa.variables().iter().map(|&v| lowered.cfa.name(v)).collect::<Vec<_>>()
        )
    })
}

fn heads(lowered: &Lowered) -> Vec<LocId> {
    let is_head = |l: &LocId| lowered.map.statement(*l).map_or(false, |place| place.is_loop_head);
    lowered.cfa.locations().filter(is_head).collect()
}

/// A witness from an invariant that has these formulas at the loop heads.
fn proof(text: &str, integers: Integers, make: impl Fn(&Lowered, &mut Terms, usize) -> TermId) -> Witness {
    let program = program(text);
    let lowered = lowered(&program);
    let mut terms = lowered.cfa.terms().clone();
    let mut formulas = vec![terms.bool(true); lowered.cfa.location_count()];
    for (at, head) in heads(&lowered).into_iter().enumerate() {
        formulas[head.index()] = make(&lowered, &mut terms, at);
    }
    Witness::of_proof(
        metadata(text),
        &program,
        (&lowered.cfa, &lowered.map),
        integers,
        &InvariantMap::new(terms, formulas),
    )
}

fn values(witness: &Witness) -> Vec<String> {
    let text = witness.to_text();
    let values = text.lines().filter_map(|line| line.trim().strip_prefix("value: "));
    values.map(|value| value.trim_matches('"').to_string()).collect()
}

const LOOP: &str = "int nd(void);
unsigned u;
int main() {
  int x = 0;
  while (nd()) {
    int inner = x;
    x = inner + 1;
    u++;
  }
  return x;
}
";

#[test]
fn the_invariant_of_a_loop_in_the_words_of_the_program() {
    let witness = proof(LOOP, Integers::Words, |lowered, terms, _| {
        let (x, u) = (variable(lowered, "main::x"), variable(lowered, "u"));
        let (least, most) = (terms.bv(0x8000_0000, 32), terms.bv(10, 32));
        let parts = [terms.eq(x, least), terms.bv_slt(x, most), terms.bv_ult(most, u)];
        let parts = [terms.not(parts[0]), parts[1], parts[2]];
        terms.and(&parts)
    });
    let all = values(&witness).join(";");
    for part in ["(x < 10)", "(u > 10)", "(x != (-2147483647 - 1))"] {
        assert!(all.contains(part), "{}", all);
    }
    let text = witness.to_text();
    let expected = "  - invariant:
      type: loop_invariant
      location:
        file_name: \"a.c\"
        line: 5
        column: 3
        function: main
      value: ";
    assert!(text.starts_with("- entry_type: invariant_set\n"));
    assert!(text.contains(expected), "{}", text);
    assert_eq!(Witness::read(text.as_bytes()).expect("a witness").content, witness.content);
}

#[test]
fn parts_about_variables_that_have_no_name_at_the_loop_are_left_out() {
    let about = |names: &'static [&'static str]| {
        let witness = proof(LOOP, Integers::Words, move |lowered, terms, _| {
            let seven = terms.bv(7, 32);
            let parts: Vec<TermId> =
                names.iter().map(|name| variable(lowered, name)).map(|v| terms.eq(v, seven)).collect();
            terms.and(&parts)
        });
        values(&witness)
    };
    assert_eq!(about(&["main::inner", "main::x"]), ["x == 7"]);
    assert_eq!(about(&["main::inner"]), [""; 0]);
}

#[test]
fn an_invariant_over_mathematical_integers_is_no_witness() {
    let witness = proof(LOOP, Integers::Mathematical, |_, terms, _| terms.bool(false));
    assert!(values(&witness).is_empty());
    assert!(witness.to_text().ends_with("  content: []\n"));
    assert_eq!(Witness::read(witness.to_text().as_bytes()).expect("a witness").content, witness.content);
}

#[test]
fn a_loop_in_a_function_that_is_called_twice_has_the_disjunction() {
    let text = "int nd(void); int g; void f() { while (nd()) g++; } int main() { f(); f(); return g; }";
    let witness = proof(text, Integers::Words, |lowered, terms, at| {
        let bound = terms.bv(at as u64, 32);
        terms.eq(variable(lowered, "g"), bound)
    });
    assert_eq!(values(&witness), ["(g == 0) || (g == 1)"]);
}

const ALL: &str = "int nd(void);
int x; unsigned u; signed char c; _Bool b; unsigned short h; long long w; unsigned long long q;
struct { int pad; struct { short f; unsigned bits : 3; int more : 5; } in; } s;
int a[2];
int main() {
  while (nd()) {
    x = nd(); u = nd(); c = nd(); b = nd(); h = nd(); w = nd(); q = nd();
    s.in.f = nd(); s.in.bits = nd(); s.in.more = nd(); a[0] = nd(); a[1] = nd();
  }
  return x + u + c + b + h + w + q + s.in.f + s.in.bits + s.in.more + a[0] + a[1];
}
";

/// A word of this width, from variables, constants and operators.
fn word(lowered: &Lowered, terms: &mut Terms, rng: &mut Rng, width: u32, depth: usize) -> TermId {
    let fit = |terms: &mut Terms, t: TermId, is_signed: bool| {
        let found = terms.width(t);
        match found > width {
            true => terms.extract(t, width - 1, 0),
            false if is_signed => terms.sign_extend(t, width - found),
            false => terms.zero_extend(t, width - found),
        }
    };
    if depth == 0 || rng.one_in(5) {
        if rng.one_in(4) {
            return terms.bv(rng.next_u64() & (u64::MAX >> (64 - width)), width);
        }
        loop {
            let variable = lowered.cfa.variables()[rng.below(lowered.cfa.variables().len())];
            if terms.sort(variable).width().is_some() {
                return fit(terms, variable, rng.one_in(2));
            }
        }
    }
    let a = word(lowered, terms, rng, width, depth - 1);
    let b = word(lowered, terms, rng, width, depth - 1);
    let bits = u64::from(width).next_power_of_two() - 1;
    let few = terms.bv(bits & (u64::MAX >> (64 - width)), width);
    let amount = terms.bv_and(b, few);
    match rng.below(14) {
        0 => terms.bv_add(a, b),
        1 => terms.bv_sub(a, b),
        2 => terms.bv_mul(a, b),
        3 => terms.bv_and(a, b),
        4 => terms.bv_or(a, b),
        5 => terms.bv_xor(a, b),
        6 => terms.bv_not(a),
        7 => terms.bv_neg(a),
        8 => terms.bv_shl(a, amount),
        9 => terms.bv_lshr(a, amount),
        10 => {
            let condition = formula(lowered, terms, rng, depth - 1);
            terms.ite(condition, a, b)
        }
        11 => terms.bv_urem(a, b),
        12 => {
            let narrow = word(lowered, terms, rng, 9, depth - 1);
            fit(terms, narrow, true)
        }
        _ => {
            let wide = word(lowered, terms, rng, 33, depth - 1);
            fit(terms, wide, false)
        }
    }
}

fn formula(lowered: &Lowered, terms: &mut Terms, rng: &mut Rng, depth: usize) -> TermId {
    let width = [8, 16, 32, 33, 64][rng.below(5)];
    match rng.below(6) {
        0 => variable(lowered, "b"),
        1 if depth > 0 => {
            let inner = formula(lowered, terms, rng, depth - 1);
            terms.not(inner)
        }
        2 if depth > 0 => {
            let parts = [formula(lowered, terms, rng, depth - 1), formula(lowered, terms, rng, depth - 1)];
            terms.or(&parts)
        }
        kind => {
            let a = word(lowered, terms, rng, width, depth);
            let b = word(lowered, terms, rng, width, depth);
            match kind {
                3 => terms.bv_slt(a, b),
                4 => terms.bv_ult(a, b),
                _ => terms.eq(a, b),
            }
        }
    }
}

/// The writer of C and the reader of C say the same of random formulas.
#[test]
fn formulas_survive_the_way_through_c() {
    let program = program(ALL);
    let lowered = lowered(&program);
    let mut rng = Rng::new(3);
    let head = heads(&lowered)[0];
    let mut compared = 0;
    for _ in 0..400 {
        let mut cfa = lowered.cfa.clone();
        let formula = formula(&lowered, cfa.terms_mut(), &mut rng, 3);
        let mut formulas = vec![cfa.terms().bool(true); cfa.location_count()];
        // A formula that is one whole, so that no part of it is left out.
        let again = cfa.terms_mut().not(formula);
        let whole = cfa.terms_mut().not(again);
        formulas[head.index()] = whole;
        let invariant = InvariantMap { terms: cfa.terms().clone(), formulas, bound: Vec::new() };
        let witness = Witness::of_proof(
            metadata(ALL),
            &program,
            (&lowered.cfa, &lowered.map),
            Integers::Words,
            &invariant,
        );
        let text = witness.to_text();
        let read = Witness::read(text.as_bytes()).expect("a witness");
        let placed =
            read.invariants(&program, &Budget::unlimited()).unwrap_or_else(|e| panic!("{}\n{}", e, text));
        let found =
            placed.formulas(&mut cfa, &lowered).unwrap_or_else(|e| panic!("{}\n{}", e, text)).concat();
        // A formula that is too long is left out, and so are true and false.
        let found = match (found.as_slice(), formula == cfa.terms().bool(false)) {
            (&[(location, found)], false) => {
                assert_eq!(location, head);
                found
            }
            _ => continue,
        };
        compared += 1;
        for _ in 0..20 {
            let mut model = Model::new();
            let values: Vec<Value> =
                lowered.cfa.variables().iter().map(|&v| random(&mut rng, cfa.terms().sort(v))).collect();
            model.set_all(cfa.terms(), lowered.cfa.variables().iter().copied(), &values);
            let [a, b] = [formula, found].map(|t| model.evaluate(cfa.terms(), t).is_true());
            // Conjuncts that are too long are left out.
            assert!(!a || b, "{}\n{:?}", text, values);
            let is_one = !matches!(cfa.terms().op(formula), indubit::solver::term::Op::And);
            assert!(a == b || !is_one, "{}\n{:?}", text, values);
        }
    }
    assert!(compared > 200, "{}", compared);
}

fn random(rng: &mut Rng, sort: Sort) -> Value {
    match sort.width() {
        Some(width) => {
            let number = match rng.below(4) {
                0 => rng.next_u64() % 3,
                1 => (rng.next_u64() % 3).wrapping_neg(),
                2 => 1u64 << (width - 1),
                _ => rng.next_u64(),
            };
            Value::Bits(Bits::new(number & (u64::MAX >> (64 - width)), width))
        }
        None => Value::Bool(rng.one_in(2)),
    }
}

#[test]
fn invariants_of_a_file_are_read_in_the_scope_of_their_place() {
    let program = program(LOOP);
    let read = |kind, line, column, value: &str| {
        let head = proof(LOOP, Integers::Mathematical, |_, terms, _| terms.bool(true)).to_text();
        let entry = format!(
            "[{{invariant: {{type: {}, location: {{file_name: a.c, line: {}, column: {}}}, value: '{}', \
            format: c_expression}}}}]\n",
            kind, line, column, value
        );
        let witness = Witness::read(head.replace("[]\n", &entry).as_bytes()).expect("a witness");
        witness
            .invariants(&program, &Budget::unlimited())
            .map(|placed| placed.list[0].kind)
            .map_err(|e| e.to_string())
    };
    assert_eq!(read("loop_invariant", 5, 3, "x >= 0 && u < 3"), Ok(InvariantKind::Loop));
    assert_eq!(read("location_invariant", 7, 5, "x == inner"), Ok(InvariantKind::Location));
    assert!(read("loop_invariant", 5, 3, "x == inner").unwrap_err().contains("inner"));
    let message = "line 7, column 5: the program has no place for this loop_invariant";
    assert_eq!(read("loop_invariant", 7, 5, "1"), Err(message.to_string()));
    assert!(read("loop_invariant", 5, 3, "nd() == 0").unwrap_err().contains("no side effects and no calls"));
    assert!(read("loop_invariant", 5, 3, "x >= ").is_err());
    assert!(read("loop_invariant", 5, 3, "x; return 1").is_err());
}

#[test]
fn an_expression_over_integers_becomes_a_formula_over_words() {
    let text = "int nd(void); int main() { int x; unsigned char c; while (nd()) { x += c; c++; } return x; }";
    let program = program(text);
    let lowered = lowered(&program);
    let pos = lowered.map.statement(heads(&lowered)[0]).expect("a loop").pos;
    let mut cfa = lowered.cfa.clone();
    let (x, c) = (variable(&lowered, "main::x"), variable(&lowered, "main::c"));
    for (value, of_x, of_c, expected) in [
        ("x + c > 300 ? c >> 2 == 1 : x / c == -2", 295, 7, true),
        ("x + c > 300 ? c >> 2 == 1 : x / c == -2", -14, 7, true),
        ("x + c > 300 ? c >> 2 == 1 : x / c == -2", -10, 7, false),
        ("(unsigned char) (c + 1) == 0 && c + 1 == 256", 0, 255, true),
        ("x < 0u", -1, 0, false),
        ("-1 < (long long) x && !(x % 3)", 9, 0, true),
    ] {
        let list = [(InvariantKind::Loop, pos, value.to_string())];
        let witness = Witness::of_invariants(metadata(text), &program, &list);
        let placed = witness.invariants(&program, &Budget::unlimited()).expect("an expression");
        let formulas = placed.formulas(&mut cfa, &lowered).expect("a formula").concat();
        let mut model = Model::new();
        let values = [Value::Bits(Bits::new(of_x as u32 as u64, 32)), Value::Bits(Bits::new(of_c, 8))];
        model.set_all(cfa.terms(), [x, c], &values);
        assert_eq!(model.evaluate(cfa.terms(), formulas[0].1).is_true(), expected, "{} {}", value, of_x);
    }
}

#[test]
fn the_invariant_of_a_for_loop_uses_the_names_of_its_first_clause() {
    let text = "int nd(void); int main() { int i = 2; for (int i = 0; nd(); i++) ; return i; }";
    let about = |name: &'static str| {
        let witness = proof(text, Integers::Words, move |lowered, terms, _| {
            let two = terms.bv(2, 32);
            terms.eq(variable(lowered, name), two)
        });
        values(&witness)
    };
    let program = program(text);
    let names: Vec<String> = lowered(&program)
        .cfa
        .variables()
        .iter()
        .map(|&v| lowered(&program).cfa.name(v).to_string())
        .collect();
    let of_i: Vec<&String> = names.iter().filter(|name| name.contains("::i")).collect();
    // The outer variable is hidden there.
    let told: Vec<usize> =
        of_i.iter().map(|name| about(Box::leak((*name).clone().into_boxed_str())).len()).collect();
    assert_eq!(told.iter().sum::<usize>(), 1, "{:?} {:?}", of_i, told);
}

#[test]
fn invariants_read_as_people_write_them() {
    let told = |make: fn(&Lowered, &mut Terms) -> TermId| {
        let witness = proof(ALL, Integers::Words, move |lowered, terms, _| make(lowered, terms));
        values(&witness).concat()
    };
    assert_eq!(
        told(|lowered, terms| {
            let wide = terms.sign_extend(variable(lowered, "c"), 24);
            let x = variable(lowered, "x");
            terms.bv_slt(wide, x)
        }),
        "c < x"
    );
    assert_eq!(
        told(|lowered, terms| {
            let wide = terms.zero_extend(variable(lowered, "h"), 16);
            let u = variable(lowered, "u");
            terms.bv_ult(wide, u)
        }),
        "((unsigned int) h) < u"
    );
    assert_eq!(
        told(|lowered, terms| {
            let one = terms.bv(1, 32);
            let (x, u) = (variable(lowered, "x"), variable(lowered, "u"));
            let sum = terms.bv_add(u, one);
            let five = terms.bv(5, 32);
            let less = terms.bv_ult(sum, five);
            let other = terms.bv_slt(x, u);
            let other = terms.not(other);
            terms.and(&[less, other])
        })
        .matches("ULL")
        .count(),
        0
    );
}

#[test]
fn a_proof_does_not_tell_the_value_of_a_volatile_object() {
    let text = "volatile int y; int main() { int x = 0; while (x < 10) { x++; y = x; } return y; }";
    let witness = proof(text, Integers::Words, |lowered, terms, _| {
        let seven = terms.bv(7, 32);
        let parts = ["main::x", "y"].map(|name| terms.eq(variable(lowered, name), seven));
        terms.and(&parts)
    });
    assert_eq!(values(&witness), ["x == 7"]);
}
