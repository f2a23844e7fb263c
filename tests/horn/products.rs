//! Products of variables: a predicate that clauses define.

use indubit::base::Budget;
use indubit::engine::horn::{Spacer, SpacerOptions};
use indubit::engine::Outcome;
use indubit::input::horn::read;

fn verdict(text: &str) -> &'static str {
    let script = read(text.as_bytes(), &Budget::unlimited()).expect("clauses");
    let budget = Budget::unlimited().with_conflicts(100_000);
    match Spacer::new(&script.horn, SpacerOptions::default(), budget).prove(&mut ()) {
        Outcome::Safe(_) => "safe",
        Outcome::Unsafe(refutation) => {
            assert!(refutation.facts(&script.horn).is_ok());
            "unsafe"
        }
        Outcome::Unknown(_) => "unknown",
    }
}

const SQUARE: &str = "(set-logic HORN)
(declare-fun p (Int Int) Bool)
(assert (forall ((x Int)) (=> (and (>= x 2) (<= x 4)) (p x (* x x)))))
";

#[test]
fn a_square_is_positive() {
    let text = format!("{}(assert (forall ((x Int) (y Int)) (=> (and (p x y) (<= y 0)) false)))", SQUARE);
    assert_eq!(verdict(&text), "safe");
}

#[test]
fn a_square_is_nine() {
    let text = format!("{}(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= y 9)) false)))", SQUARE);
    assert_eq!(verdict(&text), "unsafe");
}

#[test]
fn negative_factors() {
    let query = |x: i32, z: i32| {
        format!(
            "(set-logic HORN)
             (assert (forall ((x Int) (y Int)) (=> (and (= x (- {})) (= y 3) (= (* x y) (- {}))) false)))",
            x, z
        )
    };
    assert_eq!(verdict(&query(2, 6)), "unsafe");
    assert_eq!(verdict(&query(1, 3)), "unsafe");
    assert_eq!(verdict(&query(1, 2)), "safe");
}

/// Equal products have one value in a clause, and other products another one.
#[test]
fn several_products() {
    let text = "(set-logic HORN)
                (assert (forall ((x Int) (y Int)) (=> (distinct (* x y) (* y x)) false)))";
    assert_eq!(verdict(text), "safe");
    let text = "(set-logic HORN)
                (assert (forall ((x Int) (y Int)) (=> (= (* x x y) 12) false)))";
    assert_eq!(verdict(text), "unsafe");
}

#[test]
fn a_product_in_a_definition_with_parameters_is_refused_with_its_place() {
    let text = "(set-logic HORN)\n(define-fun f ((x Int)) Int (* x x))\n";
    let error = read(text.as_bytes(), &Budget::unlimited()).expect_err("a product");
    assert!(error.to_string().contains("line 2, column 29"), "{}", error);
}
