//! Arguments that builders of terms, models and substitutions refuse.

use indubit::solver::term::{Model, NonLinear, Sort, Substitution, TermId, Terms, Value};
use indubit::theories::num::{Integer, Rational};

fn ignore<T>(_: T) {}

/// The message of a panic.
fn refusal(f: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(f).expect_err("a refusal");
    match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => payload.downcast_ref::<&str>().expect("a message").to_string(),
    }
}

#[test]
fn builders_refuse_sorts_that_do_not_suit() {
    type Binary = fn(&mut Terms, TermId, TermId);
    // With a truth value for one of the arguments, in any place.
    let of_vectors: &[(&str, Binary)] = &[
        ("bvnot", |t, _, p| ignore(t.bv_not(p))),
        ("bvneg", |t, _, p| ignore(t.bv_neg(p))),
        ("bvnego", |t, _, p| ignore(t.bv_neg_overflow(p))),
        ("bvand", |t, a, p| ignore(t.bv_and(a, p))),
        ("bvor", |t, a, p| ignore(t.bv_or(a, p))),
        ("bvxor", |t, a, p| ignore(t.bv_xor(p, a))),
        ("bvadd", |t, a, p| ignore(t.bv_add(a, p))),
        ("bvsub", |t, a, p| ignore(t.bv_sub(p, a))),
        ("bvmul", |t, a, p| ignore(t.bv_mul(a, p))),
        ("bvudiv", |t, a, p| ignore(t.bv_udiv(a, p))),
        ("bvurem", |t, a, p| ignore(t.bv_urem(a, p))),
        ("bvsdiv", |t, a, p| ignore(t.bv_sdiv(a, p))),
        ("bvsrem", |t, a, p| ignore(t.bv_srem(a, p))),
        ("bvsmod", |t, a, p| ignore(t.bv_smod(p, a))),
        ("bvshl", |t, a, p| ignore(t.bv_shl(a, p))),
        ("bvlshr", |t, a, p| ignore(t.bv_lshr(a, p))),
        ("bvashr", |t, a, p| ignore(t.bv_ashr(p, a))),
        ("bvult", |t, a, p| ignore(t.bv_ult(a, p))),
        ("bvule", |t, a, p| ignore(t.bv_ule(a, p))),
        ("bvslt", |t, a, p| ignore(t.bv_slt(a, p))),
        ("bvsle", |t, a, p| ignore(t.bv_sle(p, a))),
        ("bvcomp", |t, a, p| ignore(t.bv_comp(a, p))),
        ("bvuaddo", |t, a, p| ignore(t.bv_uadd_overflow(a, p))),
        ("bvsaddo", |t, a, p| ignore(t.bv_sadd_overflow(a, p))),
        ("bvusubo", |t, a, p| ignore(t.bv_usub_overflow(a, p))),
        ("bvssubo", |t, a, p| ignore(t.bv_ssub_overflow(a, p))),
        ("bvumulo", |t, a, p| ignore(t.bv_umul_overflow(a, p))),
        ("bvsmulo", |t, a, p| ignore(t.bv_smul_overflow(a, p))),
        ("bvsdivo", |t, a, p| ignore(t.bv_sdiv_overflow(a, p))),
        ("concat", |t, a, p| ignore(t.concat(a, p))),
        ("concat", |t, a, p| ignore(t.concat_all(&[a, p, a]))),
        ("extract", |t, _, p| ignore(t.extract(p, 0, 0))),
        ("repeat", |t, _, p| ignore(t.repeat(p, 2))),
        ("zero_extend", |t, _, p| ignore(t.zero_extend(p, 1))),
        ("sign_extend", |t, _, p| ignore(t.sign_extend(p, 1))),
        ("rotate_left", |t, _, p| ignore(t.rotate_left(p, 1))),
        ("rotate_right", |t, _, p| ignore(t.rotate_right(p, 1))),
        ("=", |t, a, p| ignore(t.eq(a, p))),
        ("=", |t, a, p| ignore(t.distinct(&[a, p]))),
        ("ite", |t, a, p| ignore(t.ite(p, a, p))),
    ];
    let of_numbers: &[(&str, Binary)] = &[
        ("+", |t, x, p| ignore(t.add(&[x, p]))),
        ("+", |t, x, p| ignore(t.combination(&[(Rational::from(1), x), (Rational::from(1), p)]))),
        ("+", |t, _, p| ignore(t.linear(p))),
        ("-", |t, x, p| ignore(t.sub(p, x))),
        ("-", |t, _, p| ignore(t.neg(p))),
        ("*", |t, _, p| ignore(t.scale(&Rational::from(2), p))),
        ("*", |t, x, p| ignore(t.mul(x, p))),
        ("/", |t, x, p| ignore(t.div(x, p))),
        ("div", |t, x, p| ignore(t.int_div(p, x))),
        ("mod", |t, x, p| ignore(t.int_mod(p, x))),
        ("abs", |t, _, p| ignore(t.abs(p))),
        ("divisible", |t, _, p| ignore(t.divisible(p, Integer::from(2i64)))),
        ("to_real", |t, _, p| ignore(t.to_real(p))),
        ("to_int", |t, _, p| ignore(t.to_int(p))),
        ("is_int", |t, _, p| ignore(t.is_int(p))),
        ("<=", |t, x, p| ignore(t.le(x, p))),
        ("<", |t, x, p| ignore(t.lt(p, x))),
        (">=", |t, x, p| ignore(t.ge(x, p))),
        (">", |t, x, p| ignore(t.gt(p, x))),
        ("=", |t, x, p| ignore(t.eq(p, x))),
        ("ite", |t, x, _| ignore(t.ite(x, x, x))),
        ("not", |t, x, _| ignore(t.not(x))),
        ("and", |t, x, p| ignore(t.and(&[p, x]))),
        ("or", |t, x, p| ignore(t.or(&[x, p]))),
        ("=>", |t, x, p| ignore(t.implies(p, x))),
        ("xor", |t, x, p| ignore(t.xor(p, x))),
        ("=", |t, x, p| ignore(t.iff(x, p))),
    ];
    for (sort, builders) in [(Sort::BitVec(8), of_vectors), (Sort::Int, of_numbers)] {
        for &(operator, build) in builders {
            let message = refusal(|| {
                let mut t = Terms::new();
                let (a, p) = (t.declare("a", sort), t.declare("p", Sort::Bool));
                build(&mut t, a, p);
            });
            assert!(
                message.starts_with(&format!("`{}` is not defined", operator)),
                "{}: {}",
                operator,
                message
            );
        }
    }
}

#[test]
fn builders_refuse_vectors_of_different_widths() {
    let message = refusal(|| {
        let mut t = Terms::new();
        let (a, b) = (t.declare("a", Sort::BitVec(8)), t.declare("b", Sort::BitVec(9)));
        t.bv_add(a, b);
    });
    assert_eq!(message, "`bvadd` is not defined for arguments of sorts (_ BitVec 8), (_ BitVec 9)");
}

#[test]
fn builders_refuse_what_would_not_be_a_vector() {
    let refused = |build: fn(&mut Terms, TermId)| {
        refusal(move || {
            let mut t = Terms::new();
            let a = t.declare("a", Sort::BitVec(8));
            build(&mut t, a);
        })
    };
    assert_eq!(refused(|t, _| ignore(t.bv_zero(0))), "a bit-vector has at least one bit");
    assert_eq!(refused(|t, _| ignore(t.declare("b", Sort::BitVec(0)))), "a bit-vector has at least one bit");
    assert_eq!(refused(|t, a| ignore(t.extract(a, 8, 0))), "bits 8 to 0 of 8");
    assert_eq!(refused(|t, a| ignore(t.repeat(a, 0))), "a vector is repeated at least once");
    for wide in
        [refused(|t, a| ignore(t.repeat(a, 1 << 29))), refused(|t, a| ignore(t.sign_extend(a, u32::MAX)))]
    {
        assert_eq!(wide, "a bit-vector has less than 2^32 bits");
    }
}

#[test]
fn numbers_of_the_wrong_kind_are_refused() {
    let refused = |build: fn(&mut Terms, TermId)| {
        refusal(move || {
            let mut t = Terms::new();
            let x = t.declare("x", Sort::Int);
            build(&mut t, x);
        })
    };
    assert_eq!(
        refused(|t, _| ignore(t.numeral(Rational::fraction(1, 2), Sort::Int))),
        "a numeral of sort Int"
    );
    assert_eq!(refused(|t, x| ignore(t.scale(&Rational::fraction(1, 2), x))), "a numeral of sort Int");
    let negative = refused(|t, x| ignore(t.divisible(x, Integer::from(-2i64))));
    assert_eq!(negative, "divisibility by -2, which is not positive");
}

#[test]
fn products_and_quotients_that_are_not_linear_are_errors() {
    let mut t = Terms::new();
    let x = t.declare("x", Sort::Int);
    assert_eq!(t.mul(x, x), Err(NonLinear::Product));
    assert_eq!(t.div(x, x), Err(NonLinear::Division));
    assert_eq!(t.int_div(x, x), Err(NonLinear::Division));
    assert_eq!(t.int_mod(x, x), Err(NonLinear::Division));
}

#[test]
#[should_panic(expected = "Bool(true) as the value of x of sort Int")]
fn a_model_gives_values_of_the_right_sorts() {
    let mut t = Terms::new();
    let x = t.declare("x", Sort::Int);
    let mut model = Model::new();
    model.set(t.symbols_in(&[x])[0], Value::Bool(true));
    model.evaluate(&t, x);
}

#[test]
#[should_panic(expected = "is no value of sort Int")]
fn a_value_is_a_term_of_its_own_sorts() {
    Value::Number(Rational::fraction(1, 2)).term(&mut Terms::new(), Sort::Int);
}

#[test]
#[should_panic(expected = "a term of sort Bool in the place of one of sort Int")]
fn a_substitution_keeps_sorts() {
    let mut t = Terms::new();
    let (x, p) = (t.declare("x", Sort::Int), t.declare("p", Sort::Bool));
    let mut substitution = Substitution::new();
    substitution.insert(x, p);
    let one = t.int(1);
    let atom = t.le(x, one);
    substitution.apply(&mut t, atom);
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn an_id_beyond_the_store_is_refused() {
    let mut other = Terms::new();
    let x = other.declare("x", Sort::Bool);
    Terms::new().not(x);
}
