//! Damaged scripts: an error or clauses, never a crash.

use crate::cases::{scaled, try_random};
use crate::damage::damage;
use indubit::base::{Budget, Rng};
use indubit::input::horn;
use indubit::model::encode::horn::to_cfa;
use indubit::model::reduce::horn::{reduce_horn, HornOptions};

const SCRIPTS: [&str; 3] = [
    "(set-logic HORN)\n(declare-fun |p| (Int Bool) Bool)\n(declare-fun q ((_ BitVec 4)) Bool)\n\
     (define-fun f ((x Int)) Int (ite (> x 0) (- x) (div x 3)))\n\
     (assert (forall ((x Int) (b Bool)) (=> (and (= x (f 2)) (not b)) (p x b))))\n\
     (assert (forall ((x Int) (y Int)) (let ((a (p x true)) \
     (c (exists ((z Int)) (p z (> y z))))) (=> (and a c) (p (+ x y) (or (= x y) false))))))\n\
     (assert (forall ((w (_ BitVec 4))) (=> (bvult w #xa) (q (bvadd w #b0001)))))\n\
     (assert (not (exists ((w (_ BitVec 4)) (x Int)) (and (q w) (p x (= w #x3))))))\n(check-sat)\n(get-model)\n",
    "(declare-rel inv (Int Real))\n(declare-rel fail ())\n(declare-var x Int)\n(declare-var r Real)\n\
     (rule (inv 0 1.5))\n(rule (=> (and (inv x r) (< x 10)) (inv (+ x 1) (* 2.0 r))))\n\
     (rule (=> (and (inv x r) (> r 100)) fail) name)\n(query fail :print-certificate true)\n(query inv)\n",
    "(set-info :status sat)\n(set-logic HORN)\n(declare-const a Bool)\n(declare-const b Bool)\n\
     (assert (= a (xor b true)))\n(assert (ite a b (not b)))\n\
     (assert (=> (or a (and b (not a))) (! b :named n)))\n(exit)\n",
];

#[test]
fn damaged_scripts_are_read_or_refused() {
    let (mut read, mut refused) = (0, 0);
    for seed in 0..scaled(10_000) as u64 {
        let mut rng = Rng::new(seed);
        let mut bytes = SCRIPTS[rng.below(SCRIPTS.len())].as_bytes().to_vec();
        damage(&mut rng, &mut bytes, b"()|;\"#:xpq019 !-");
        horn::is_horn(&bytes);
        match horn::read(&bytes, &Budget::unlimited()) {
            Ok(script) => {
                let text = horn::write(&script.horn);
                let again = horn::read(text.as_bytes(), &Budget::unlimited());
                let again = again.unwrap_or_else(|error| panic!("{}: {}\n{}", seed, error, text));
                // Names may be new ones, and a query more may stand for several.
                assert!(again.horn.clauses().len() <= script.horn.clauses().len() + 1, "{}", seed);
                let reduction = reduce_horn(&script.horn, &HornOptions::default(), &Budget::unlimited());
                assert!(to_cfa(reduction.horn(), &Budget::unlimited()).is_ok(), "{}", seed);
                read += 1;
            }
            Err(error) => {
                assert!(!error.message().is_empty());
                refused += 1;
            }
        }
    }
    assert!(crate::counts::enough(read, 500) && crate::counts::enough(refused, 1000), "{} {}", read, refused);
}

#[test]
fn any_bytes_are_read_or_refused() {
    try_random(1000, |bytes: Vec<u8>| {
        horn::is_horn(&bytes);
        horn::read(&bytes, &Budget::unlimited()).map_or_else(|error| !error.message().is_empty(), |_| true)
    });
}
