//! Floating-point numbers: values against the processor's, circuits against values, and scripts.

use indubit::base::Rng;
use indubit::session::Interpreter;
use indubit::solver::smt::{Answer, SmtOptions, Solver};
use indubit::solver::term::{float_value, FloatOp, Format, Rounding, Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;

const SINGLE: (u32, u32) = (8, 24);
const DOUBLE: (u32, u32) = (11, 53);

fn format((exponent, significand): (u32, u32)) -> Format {
    Format::new(exponent, significand).expect("a format")
}

/// A word whose exponent is often at an end, near the middle, or near that of another word.
fn word(rng: &mut Rng, (exponent, significand): (u32, u32), near: u64) -> u64 {
    let (fraction, sign) = (significand - 1, exponent + significand - 1);
    let bits = (0..4).fold(0u64, |bits, _| bits << 16 | rng.below(1 << 16) as u64);
    let mask = (1u64 << exponent) - 1;
    let bias = mask >> 1;
    let middle = near >> fraction & mask;
    let of_exponent = match rng.below(6) {
        0 => rng.below(3) as u64,
        1 => mask - rng.below(3) as u64,
        2 => bias + rng.below(5) as u64,
        3 => (middle + rng.below(60) as u64) & mask,
        4 => middle,
        _ => bits >> 9 & mask,
    };
    let of_fraction = match rng.below(4) {
        0 => 0,
        1 => (1 << rng.below(fraction as usize)) - rng.below(2) as u64,
        _ => bits,
    } & ((1 << fraction) - 1);
    (rng.below(2) as u64) << sign | of_exponent << fraction | of_fraction
}

/// The result of an operator in the mode of the processor, as a word.
fn value(terms: &mut Terms, op: FloatOp, own: (u32, u32), words: &[u64]) -> u64 {
    let format = format(own);
    let mut args = Vec::new();
    if matches!(op, FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div | FloatOp::Fma | FloatOp::Sqrt)
    {
        args.push(terms.rounding(Rounding::NearestEven));
    }
    args.extend(words.iter().map(|&word| terms.float(format, &Bits::new(word, format.width()))));
    let t = terms.float_op(op, Sort::Float(format), &args);
    terms.float_of(t).and_then(Bits::to_u64).expect("a constant")
}

/// With one word for NaN.
fn single(x: f32) -> u64 {
    u64::from(if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() })
}

fn double(x: f64) -> u64 {
    if x.is_nan() {
        0x7ff8_0000_0000_0000
    } else {
        x.to_bits()
    }
}

/// Compares the operators on random words of a format with those of the processor's type. The result is the first word.
macro_rules! compare {
    ($terms:expr, $rng:expr, $format:expr, $word:expr, $number:expr) => {{
        let a = word($rng, $format, 0);
        let (b, c) = (word($rng, $format, a), word($rng, $format, a));
        let [x, y, z] = [a, b, c].map($number);
        for (op, words, expected) in [
            (FloatOp::Add, &[a, b][..], x + y),
            (FloatOp::Sub, &[a, b], x - y),
            (FloatOp::Mul, &[a, b], x * y),
            (FloatOp::Div, &[a, b], x / y),
            (FloatOp::Sqrt, &[a], x.sqrt()),
            (FloatOp::Fma, &[a, b, c], x.mul_add(y, z)),
        ] {
            let (found, expected) = (value($terms, op, $format, words), $word(expected));
            assert!(found == expected, "{:?} of {:x?}: {:x}, {:x}", op, words, found, expected);
        }
        a
    }};
}

#[test]
fn values_are_those_of_the_processor() {
    let mut terms = Terms::new();
    let mut rng = Rng::new(1);
    for _ in 0..4_000 {
        compare!(&mut terms, &mut rng, SINGLE, single, |word| f32::from_bits(word as u32));
        let a = compare!(&mut terms, &mut rng, DOUBLE, double, f64::from_bits);
        let (narrow, wide) = (format(SINGLE), format(DOUBLE));
        let nearest = terms.rounding(Rounding::NearestEven);
        let number = terms.float(wide, &Bits::new(a, 64));
        let narrowed = terms.float_op(FloatOp::OfFloat, Sort::Float(narrow), &[nearest, number]);
        assert_eq!(
            terms.float_of(narrowed).and_then(Bits::to_u64),
            Some(single(f64::from_bits(a) as f32)),
            "{:x}",
            a
        );
        let integer = terms.bv(a, 64);
        let signed = terms.float_op(FloatOp::OfSigned, Sort::Float(wide), &[nearest, integer]);
        assert_eq!(terms.float_of(signed).and_then(Bits::to_u64), Some(double(a as i64 as f64)), "{:x}", a);
    }
}

/// The value of an operator on a word or two of a format, as a word; truths are 0 and 1.
fn value_of(op: FloatOp, mode: Rounding, from: Option<(u32, u32)>, sort: Sort, words: &[u64]) -> u64 {
    let width = from.map_or(64, |own| format(own).width());
    let words: Vec<Bits> = words.iter().map(|&word| Bits::new(word, width)).collect();
    match float_value(op, mode, from.map(format), sort, &words.iter().collect::<Vec<_>>()) {
        Value::Bool(truth) => u64::from(truth),
        Value::Bits(word) => word.to_u64().expect("a word of at most 64 bits"),
        other => panic!("{:?} is no word", other),
    }
}

/// Comparisons, classes, and conversions to other formats and to integers, which the processor cuts off.
#[test]
fn comparisons_and_conversions_are_those_of_the_processor() {
    let mut rng = Rng::new(3);
    let (nearest, cut) = (Rounding::NearestEven, Rounding::Zero);
    for _ in 0..2_000 {
        let a = word(&mut rng, DOUBLE, 0);
        let b = if rng.one_in(4) { a } else { word(&mut rng, DOUBLE, a) };
        let [x, y] = [a, b].map(f64::from_bits);
        let small = word(&mut rng, SINGLE, 0);
        let z = f32::from_bits(small as u32);
        let double = |op, words: &[u64]| value_of(op, nearest, Some(DOUBLE), Sort::Bool, words);
        let found = [FloatOp::Lt, FloatOp::Leq, FloatOp::Equal].map(|op| double(op, &[a, b]));
        assert_eq!(found, [x < y, x <= y, x == y].map(u64::from), "{:x} {:x}", a, b);
        let classes = [FloatOp::IsNan, FloatOp::IsInfinite, FloatOp::IsNormal, FloatOp::IsSubnormal];
        let expected = [x.is_nan(), x.is_infinite(), x.is_normal(), x.is_subnormal()];
        assert_eq!(classes.map(|op| double(op, &[a])), expected.map(u64::from), "{:x}", a);
        let wide = value_of(FloatOp::OfFloat, nearest, Some(SINGLE), Sort::Float(format(DOUBLE)), &[small]);
        assert_eq!(wide, self::double(f64::from(z)), "{:x}", small);
        let of_integer = |op, own| value_of(op, nearest, None, Sort::Float(format(own)), &[b]);
        assert_eq!(of_integer(FloatOp::OfUnsigned, DOUBLE), self::double(b as f64), "{:x}", b);
        assert_eq!(of_integer(FloatOp::OfSigned, SINGLE), single(b as i64 as f32), "{:x}", b);
        let integer = |op, width| value_of(op, cut, Some(DOUBLE), Sort::BitVec(width), &[a]);
        if value_of(FloatOp::FitsSigned(64), cut, Some(DOUBLE), Sort::Bool, &[a]) == 1 {
            assert_eq!(integer(FloatOp::ToSigned, 64), x as i64 as u64, "{:x}", a);
        }
        let fits = value_of(FloatOp::FitsUnsigned(32), cut, Some(DOUBLE), Sort::Bool, &[a]) == 1;
        assert_eq!(fits, x > -1.0 && x < 4294967296.0, "{:x}", a);
        if fits {
            assert_eq!(integer(FloatOp::ToUnsigned, 32), u64::from(x as u32), "{:x}", a);
        }
    }
}

/// Operators whose results are operands take all words of NaN, and give the one that stands for them.
#[test]
fn results_that_are_nan_have_one_word() {
    let own = format((3, 4));
    let (any, expected) = (Bits::new(0b1111011, 7), Bits::new(0b0111100, 7));
    for (op, count) in [
        (FloatOp::Abs, 1),
        (FloatOp::Neg, 1),
        (FloatOp::Min, 2),
        (FloatOp::Max, 2),
        (FloatOp::RoundToIntegral, 1),
        (FloatOp::ToBits, 1),
    ] {
        let mut terms = Terms::new();
        let word = terms.bv(0b1111011, 7);
        let sort = if op == FloatOp::ToBits { Sort::BitVec(7) } else { Sort::Float(own) };
        let mut args = vec![word; count];
        if op == FloatOp::RoundToIntegral {
            args.insert(0, Rounding::Zero.word(&mut terms));
        }
        let found = terms.float_word(op, Some(own), sort, &args);
        assert_eq!(terms.bits_of(found), Some(&expected), "{:?}", op);
        let value = float_value(op, Rounding::Zero, Some(own), sort, &vec![&any; count]);
        assert_eq!(value, Value::Bits(expected.clone()), "{:?}", op);
    }
}

/// The circuit of an operator has no other value than the exact one.
#[test]
fn circuits_have_no_other_values() {
    let mut rng = Rng::new(2);
    for own in [(5, 11), SINGLE, (4, 9)] {
        let format = format(own);
        for op in [
            FloatOp::Add,
            FloatOp::Sub,
            FloatOp::Mul,
            FloatOp::Div,
            FloatOp::Fma,
            FloatOp::Sqrt,
            FloatOp::RoundToIntegral,
            FloatOp::Rem,
        ] {
            let mut terms = Terms::new();
            let mode = terms.declare("mode", Sort::Rounding);
            let numbers = match op {
                FloatOp::Fma => 3,
                FloatOp::Sqrt | FloatOp::RoundToIntegral => 1,
                _ => 2,
            };
            let args: Vec<TermId> = (0..numbers).map(|_| terms.declare("x", Sort::Float(format))).collect();
            // The remainder is never rounded.
            let modes = usize::from(op != FloatOp::Rem);
            let all: Vec<TermId> = [mode].into_iter().take(modes).chain(args.iter().copied()).collect();
            let result = terms.float_op(op, Sort::Float(format), &all);
            // Of quotients and roots both forms.
            let mut solvers = [false, true]
                .map(|float_relations| Solver::new(SmtOptions { float_relations, ..SmtOptions::default() }));
            for turn in 0..60 {
                let solver = &mut solvers[turn % 2];
                let near = word(&mut rng, own, 0);
                let constant = terms.rounding(Rounding::ALL[rng.below(5)]);
                let mut constants: Vec<TermId> = [constant].into_iter().take(modes).collect();
                for _ in &args {
                    let word = Bits::new(word(&mut rng, own, near), format.width());
                    constants.push(terms.float(format, &word));
                }
                let expected = terms.float_op(op, Sort::Float(format), &constants);
                let mut facts: Vec<TermId> =
                    all.iter().zip(&constants).map(|(&arg, &constant)| terms.eq(arg, constant)).collect();
                let is_expected = terms.eq(result, expected);
                facts.push(is_expected);
                assert_eq!(solver.check(&mut terms, &facts), Answer::Sat, "{:?}", op);
                facts.pop();
                facts.push(terms.not(is_expected));
                assert_eq!(solver.check(&mut terms, &facts), Answer::Unsat, "{:?}", op);
            }
        }
    }
}

fn answers(script: &str) -> String {
    Interpreter::default().execute(script)
}

#[test]
fn a_script_has_models_values_and_cores() {
    let script = "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n
        (declare-fun x () Float16)\n(declare-fun m () RoundingMode)\n
        (assert (! (fp.lt ((_ to_fp 5 11) RNE 1.5) x) :named a))\n
        (assert (! (= (fp.add m x x) ((_ to_fp 5 11) RNE (/ 13 4))) :named b))\n
        (check-sat)\n(get-value (x (fp.to_ieee_bv x) (fp.isNormal x)))\n
        (assert (! (fp.isNegative (fp.sqrt m x)) :named c))\n(check-sat)\n(get-unsat-core)\n";
    let expected = "sat\n((x (fp #b0 #b01111 #b1010000000)) ((fp.to_ieee_bv x) #x3e80) \
                    ((fp.isNormal x) true))\nunsat\n(a c)\n";
    assert_eq!(answers(script), expected);
}

/// Quotients and roots by their relations, in scopes, under negations and in assumptions.
#[test]
fn relations_hold_in_all_scopes() {
    let script = "(set-option :float-relations true)\n(set-logic QF_FP)\n
        (declare-fun x () Float16)\n(declare-fun y () Float16)\n
        (define-fun three () Float16 ((_ to_fp 5 11) RNE 3.0))\n
        (define-fun half () Float16 ((_ to_fp 5 11) RNE 0.5))\n
        (define-fun q () Float16 (fp.div RNE x y))\n
        (push 1)\n(assert (not (= (fp.sqrt RNE q) three)))\n(check-sat)\n(pop 1)\n
        (assert (or (= (fp.sqrt RNE q) three) (= (fp.sqrt RNE q) half)))\n
        (assert (= y ((_ to_fp 5 11) RNE 2.0)))\n(check-sat)\n
        (assert (fp.lt x three))\n(check-sat)\n(get-value ((fp.sqrt RNE q)))\n
        (check-sat-assuming ((= (fp.sqrt RNE q) three)))\n(check-sat-assuming ((not (= (fp.sqrt RNE q) half))))\n";
    let answer = "sat\nsat\nsat\n(((fp.sqrt RNE q) (fp #b0 #b01110 #b0000000000)))\nunsat\nunsat\n";
    assert_eq!(answers(script), answer);
    assert_eq!(answers(&script.replace(":float-relations true", ":float-relations false")), answer);
}

/// NaN is one value, which equals itself as a term and not as a number; so are arrays and functions of it.
#[test]
fn there_is_one_nan() {
    let script = "(set-logic ALL)\n(declare-fun x () Float32)\n(declare-fun y () Float32)\n
        (declare-fun f (Float32) Int)\n(declare-fun a () (Array Float32 Float32))\n
        (assert (and (fp.isNaN x) (fp.isNaN y)))\n(check-sat)\n
        (push 1)\n(assert (distinct (f x) (f y)))\n(check-sat)\n(pop 1)\n
        (push 1)\n(assert (distinct (select a x) (select a y)))\n(check-sat)\n(pop 1)\n
        (push 1)\n(assert (not (= x y)))\n(check-sat)\n(pop 1)\n
        (push 1)\n(assert (fp.eq x y))\n(check-sat)\n(pop 1)\n
        (push 1)\n(assert (= (select (store a x y) y) x))\n(check-sat)\n(pop 1)\n";
    assert_eq!(answers(script), "sat\nunsat\nunsat\nunsat\nunsat\nsat\n");
}

/// Results that the standard leaves open are functions of the operands.
#[test]
fn open_results_are_functions() {
    let script = "(set-logic ALL)\n(declare-fun x () Float32)\n(declare-fun y () Float32)\n
        (define-fun p () Float32 (_ +zero 8 24))\n(define-fun n () Float32 (_ -zero 8 24))\n
        (push 1)\n(assert (= (fp.min p n) p))\n(check-sat)\n(pop 1)\n
        (push 1)\n(assert (= (fp.min p n) n))\n(check-sat)\n(pop 1)\n
        (push 1)\n(assert (and (= x y) (distinct (fp.max x n) (fp.max y n))))\n(check-sat)\n(pop 1)\n
        (push 1)\n(assert (= ((_ fp.to_ubv 8) RTZ ((_ to_fp 8 24) RNE 300.0)) #x07))\n(check-sat)\n(pop 1)\n
        (push 1)\n(assert (= ((_ fp.to_ubv 8) RTZ ((_ to_fp 8 24) RNE 200.5)) #x07))\n(check-sat)\n(pop 1)\n
        (push 1)\n(assert (and (= x y) (fp.isInfinite x)
                     (distinct ((_ fp.to_sbv 8) RTZ x) ((_ fp.to_sbv 8) RTZ y))))\n(check-sat)\n(pop 1)\n";
    assert_eq!(answers(script), "sat\nsat\nunsat\nsat\nunsat\nunsat\n");
}

#[test]
fn what_is_not_supported_is_refused_by_name() {
    let head = "(set-logic ALL)\n(set-option :produce-interpolants true)\n(declare-fun x () Float32)\n\
                (declare-fun r () Real)\n";
    for (command, told) in [
        (
            "(assert (= x ((_ to_fp 8 24) RNE r)))",
            "`to_fp` of a real term that is no constant is not supported",
        ),
        (
            "(assert (< (fp.to_real x) r))",
            "`fp.to_real` of a term that is no finite constant is not supported",
        ),
        ("(declare-fun y () (_ FloatingPoint 1 24))", "a format has at least 2 bits of exponent"),
        ("(declare-fun y () (_ FloatingPoint 40 24))", "formats with more than 16 bits of exponent"),
        ("(assert (fp.lt x (_ +oo 11 53)))", "expected a term of sort (_ FloatingPoint 8 24)"),
        ("(assert (fp.isNaN (fp.add x x RNE)))", "expected a term of sort RoundingMode"),
        ("(get-qe (exists ((y Float32)) (fp.lt x y)))", "about floating-point numbers are not supported"),
        (
            "(declare-datatype D ((mk (of Float32))))",
            "fields that are floating-point numbers are not supported",
        ),
    ] {
        let out = answers(&format!("{}{}\n", head, command));
        assert!(out.contains(told), "{}: {}", command, out);
    }
}

/// A proof begins with the assertion as it was written; its words have definitions, and the formula over words is told
/// beside it.
#[test]
fn a_proof_begins_with_the_assertions_about_numbers() {
    let script = "(set-option :produce-proofs true)\n(set-logic QF_FP)\n
        (declare-fun x () (_ FloatingPoint 2 3))\n(declare-fun m () RoundingMode)\n
        (assert (! (fp.lt x (_ -zero 2 3)) :named low))\n(assert (fp.isInfinite (fp.roundToIntegral m x)))\n
        (assert (= m RTP))\n(assert (not (= x (fp.neg (fp.abs x)))))\n(check-sat)\n(get-proof)\n";
    let out = answers(script);
    assert!(out.starts_with("unsat\n(proof\n"), "{}", out);
    for line in [
        "(define-fun @x () (_ BitVec 5) (fp.to_ieee_bv x))",
        "(assertion 0 (! (and (fp.isNegative x) (not (fp.isZero x))) :named low))",
        "(expansion 0 ",
        "(assertion 3 ",
        "(step ",
    ] {
        assert!(out.contains(line), "{} in\n{}", line, out);
    }
}

/// In the format Alethe an expansion is a hole; arrays of numbers have no words that SMT-LIB can define.
#[test]
fn an_expansion_is_a_hole_of_alethe() {
    let script = "(set-option :produce-proofs true)\n(set-option :proof-format alethe)\n(set-logic ALL)\n
        (declare-fun x () Float16)\n(declare-fun y () Float16)\n(declare-fun a () (Array Int Float16))\n
        (assert (fp.lt x y))\n(assert (fp.lt y x))\n(check-sat)\n(get-proof)\n";
    let out = answers(script);
    for part in [
        "(define-fun @x () (_ BitVec 16) (fp.to_ieee_bv x))\n",
        "(assume h1 (! (fp.lt x y) :named @1))\n",
        ":rule hole :args (\"expansion\"))\n",
        "(cl) ",
    ] {
        assert!(out.contains(part), "{} in\n{}", part, out);
    }
    let out = answers(
        &script.replace("fp.lt y x", "fp.lt (select a 0) x").replace("fp.lt x y", "= (select a 0) x"),
    );
    assert!(out.contains("Alethe proofs about arrays or functions of floating-point numbers"), "{}", out);
}
