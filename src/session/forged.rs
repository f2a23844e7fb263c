//! Best models of scripts that are not: other values, other commitments, other assertions than those of the search.
//! [`Interpreter::take_best`] stands between the search and the answer, and refuses them.

use super::script::{Interpreter, ScriptOptions};
use crate::base::Rng;
use crate::solver::optimise::{Best, Goal, Optimum};
use crate::solver::smt::Answer;
use crate::solver::term::{TermId, Value};
use crate::theories::bv::Bits;
use crate::theories::num::Rational;

const FORGERIES: usize = 250;

/// A script about two truth values, two integers, a word and a number between 0 and 7, with one or two objectives.
fn script(rng: &mut Rng, priority: &str) -> String {
    let mut text = format!("(set-option :opt.priority {})", priority);
    text += "(declare-const p Bool)(declare-const q Bool)(declare-const x Int)(declare-const y Int)
        (declare-const w (_ BitVec 4))(declare-const r Real)
        (assert (<= 0 x 7))(assert (<= 0 y 7))(assert (< 0.0 r))(assert (or p q (< x y)))";
    let atom = |rng: &mut Rng| {
        let number = rng.below(6);
        match rng.below(6) {
            0 => "p".to_string(),
            1 => "(not q)".to_string(),
            2 => format!("(<= (+ x y) {})", number + 2),
            3 => format!("(< {} (- (* 2 x) y))", number),
            4 => format!("(bvult w (_ bv{} 4))", number + 4),
            _ => format!("(< r {}.5)", number),
        }
    };
    for _ in 0..3 {
        text += &format!("(assert (or {} {}))", atom(rng), atom(rng));
    }
    for _ in 0..1 + rng.below(2) {
        text += &match rng.below(7) {
            0 => "(minimize (+ x (* 3 y)))".to_string(),
            1 => "(maximize (- (* 2 x) y))".to_string(),
            2 => "(maximize w)".to_string(),
            3 => "(minimize (bvxor w #x5))".to_string(),
            4 => "(minimize r)".to_string(),
            5 => "(maximize (- 4.0 r))".to_string(),
            _ => {
                (0..4).map(|_| format!("(assert-soft {} :weight {})", atom(rng), 1 + rng.below(3))).collect()
            }
        };
    }
    text
}

/// The optimum one off.
fn moved(optimum: &Optimum, up: bool) -> Optimum {
    let step = Rational::from(if up { 1 } else { -1 });
    match optimum {
        Optimum::Value(Value::Number(number)) => Optimum::Value(Value::Number(number.clone() + &step)),
        Optimum::Value(Value::Bits(bits)) => {
            let by = if up { 1 } else { 15 };
            let word = bits.to_u64().expect("four bits");
            Optimum::Value(Value::Bits(Bits::new((word + by) & 15, 4)))
        }
        Optimum::Above(number) => Optimum::Above(number.clone() + &step),
        Optimum::Below(number) => Optimum::Below(number.clone() + &step),
        other => panic!("{:?}", other),
    }
}

struct Case {
    script: Interpreter,
    goals: Vec<(String, Goal)>,
    best: Best,
    is_box: bool,
}

impl Case {
    /// A script with objectives, and what the search says about it; none if its assertions contradict each other.
    fn random(rng: &mut Rng) -> Option<Case> {
        let is_box = rng.one_in(3);
        let mut script =
            Interpreter::new(ScriptOptions { check_refutations: true, ..ScriptOptions::default() });
        assert_eq!(script.execute(&self::script(rng, if is_box { "box" } else { "lex" })), "");
        let goals = script.objectives.goals();
        let best = script.best(&[], &goals).expect("an answer")?;
        Some(Case { script, goals, best, is_box })
    }

    fn takes(&mut self, given: &[TermId], best: &Best) -> bool {
        let forged = Best { refutations: Vec::new(), ..best.clone() };
        self.script.take_best(given, &self.goals, forged) == Answer::Sat
    }

    /// That a goal has this value, or that it has not; for numbers and words.
    fn has(&mut self, goal: &Goal, value: &Value, negated: bool) -> Option<TermId> {
        let terms = &mut self.script.declared.terms;
        let t = match goal {
            Goal::Minimize(t) | Goal::Maximize(t) => *t,
            Goal::Soft(_) => return None,
        };
        let sort = terms.sort(t);
        let value = value.term(terms, sort);
        let has = terms.eq(t, value);
        Some(if negated { terms.not(has) } else { has })
    }

    /// Forgeries, each with the formulas that are asserted besides.
    fn forgeries(&mut self, rng: &mut Rng) -> Vec<(&'static str, Vec<TermId>, Best)> {
        let (best, mut forged) = (self.best.clone(), Vec::new());
        let at = rng.below(best.optima.len());
        let goal = self.goals[at].1.clone();
        let with = |optimum: Optimum| {
            let mut best = best.clone();
            best.optima[at] = optimum;
            best
        };
        for up in [true, false] {
            let claim = with(moved(&best.optima[at], up));
            if let Optimum::Value(value) = &claim.optima[at] {
                // A model may have this value, and is not the best one then.
                if let Some(has) = self.has(&goal, value, false) {
                    forged.push(("its model", vec![], Best { commitments: vec![has], ..claim.clone() }));
                    let claimed = best.clone();
                    forged.push(("other model", vec![], Best { commitments: vec![has], ..claimed }));
                }
            }
            forged.push(("one off", vec![], claim));
        }
        forged.push(("without bound", vec![], with(Optimum::Unbounded)));
        forged.push(("one goal less", vec![], Best { optima: best.optima[1..].to_vec(), ..best.clone() }));
        let no = self.script.declared.terms.bool(false);
        forged.push(("no model", vec![], Best { commitments: vec![no], ..best.clone() }));
        match &best.optima[at] {
            Optimum::Value(Value::Number(number)) => {
                forged.push(("above", vec![], with(Optimum::Above(number.clone()))));
                forged.push(("below", vec![], with(Optimum::Below(number.clone()))));
            }
            Optimum::Above(number) | Optimum::Below(number) => {
                forged.push(("reached", vec![], with(Optimum::Value(Value::Number(number.clone())))));
            }
            Optimum::Value(_) | Optimum::Unbounded => {}
        }
        if let Optimum::Value(value) = &best.optima[at] {
            if let Some(other) = self.has(&goal, value, true) {
                // The optimum of a problem with one more assertion, and that of a problem with one less.
                forged.push(("more asserted", vec![other], best.clone()));
                if let Ok(Some(worse)) = self.script.best(&[other], &self.goals) {
                    forged.push(("less asserted", vec![], worse));
                }
            }
        }
        // In a box the model is any, as long as there is one.
        forged.retain(|(kind, _, _)| *kind != "other model" || !self.is_box);
        forged
    }
}

#[test]
fn forged_optima_of_scripts_are_refused() {
    let mut rng = Rng::new(500);
    let mut counts = std::collections::BTreeMap::new();
    while counts.values().sum::<usize>() < FORGERIES {
        let mut case = match Case::random(&mut rng) {
            Some(case) => case,
            None => continue,
        };
        let best = case.best.clone();
        assert!(case.takes(&[], &best), "{:?} {:?}", case.goals, best.optima);
        for (kind, given, forged) in case.forgeries(&mut rng) {
            let is_taken = case.takes(&given, &forged);
            assert!(!is_taken, "{}: {:?} {:?}, not {:?}", kind, case.goals, best.optima, forged.optima);
            *counts.entry(kind).or_insert(0) += 1;
        }
    }
    assert!(counts.len() >= 10 && counts.values().all(|&count| count >= 5), "{:?}", counts);
}

/// A search that skips the best values of a box: no model was looked at, so that values beyond the best ones passed.
#[test]
fn values_beyond_the_best_ones_of_a_box_are_refused() {
    let mut script = Interpreter::default();
    let text =
        "(set-option :opt.priority box)(declare-const x Int)(assert (<= 0 x 5))(maximize x)(minimize x)";
    assert_eq!(script.execute(text), "");
    let goals = script.objectives.goals();
    let best = script.best(&[], &goals).expect("an answer").expect("a model");
    for (at, beyond) in [(0, 6), (1, -1)] {
        let mut forged = best.clone();
        forged.optima[at] = Optimum::Value(Value::Number(Rational::from(beyond)));
        assert_ne!(script.take_best(&[], &goals, forged), Answer::Sat);
    }
    assert_eq!(script.take_best(&[], &goals, best), Answer::Sat);
}
