//! Propagators that watch terms, against assertions that say the same.

use crate::cases::try_random;
use indubit::base::{Budget, Rng};
use indubit::solver::models::Blocking;
use indubit::solver::smt::{proof, Answer, Claim, SmtOptions, Solver, TermPropagator};
use indubit::solver::term::{Sort, TermId, Terms, Value};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// How the propagator says that values are different.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    Contradictions,
    Consequences,
    Lemmas,
}

/// No two terms have the same value, and a formula is true if and only if the first word is less than the second one.
struct Ordered {
    manner: Manner,
    less: TermId,
    words: Vec<TermId>,
    fixed: Vec<(TermId, Value)>,
    levels: Vec<usize>,
    told: usize,
}

impl Ordered {
    fn value(&self, term: TermId) -> Option<&Value> {
        self.fixed.iter().find(|(other, _)| *other == term).map(|(_, value)| value)
    }

    fn words_of_one_value(&self) -> Option<(TermId, TermId)> {
        let mut pairs = self.words.iter().flat_map(|&a| self.words.iter().map(move |&b| (a, b)));
        pairs.find(|&(a, b)| a < b && self.value(a).is_some() && self.value(a) == self.value(b))
    }
}

impl TermPropagator for Ordered {
    fn restart(&mut self) {
        self.fixed.clear();
        self.levels.clear();
    }

    fn fixed(&mut self, term: TermId, value: &Value) {
        assert!(self.value(term).is_none(), "fixed twice");
        self.fixed.push((term, value.clone()));
        self.told += 1;
    }

    fn new_level(&mut self) {
        self.levels.push(self.fixed.len());
    }

    fn backtracked(&mut self, level: usize) {
        self.fixed.truncate(self.levels[level]);
        self.levels.truncate(level);
    }

    fn claim(&mut self) -> Option<Claim> {
        if self.manner != Manner::Lemmas {
            if let Some((a, b)) = self.words_of_one_value() {
                return Some(Claim { because: vec![a, b], then: None });
            }
        }
        let because = self.words[..2].to_vec();
        let is_less = match (self.value(because[0])?, self.value(because[1])?) {
            (Value::Bits(a), Value::Bits(b)) => Value::Bool(a.to_integer() < b.to_integer()),
            other => panic!("{:?}", other),
        };
        let is_known = self.value(self.less) == Some(&is_less);
        match self.manner {
            _ if is_known => None,
            Manner::Consequences | Manner::Lemmas => {
                Some(Claim { because, then: Some((self.less, is_less)) })
            }
            Manner::Contradictions if self.value(self.less).is_none() => None,
            Manner::Contradictions => {
                Some(Claim { because: because.into_iter().chain([self.less]).collect(), then: None })
            }
        }
    }

    fn lemmas(&mut self, terms: &mut Terms) -> Vec<TermId> {
        assert_eq!(self.fixed.len(), self.words.len() + 1, "a model without values");
        let same = self.words_of_one_value().map(|(a, b)| terms.eq(a, b));
        same.map(|same| terms.not(same)).into_iter().collect()
    }
}

/// A random formula over words.
fn formula(rng: &mut Rng, terms: &mut Terms, words: &[TermId], less: TermId) -> TermId {
    let word = |rng: &mut Rng, terms: &mut Terms| {
        let (a, b) = (words[rng.below(words.len())], words[rng.below(words.len())]);
        match rng.below(3) {
            0 => a,
            1 => terms.bv_add(a, b),
            _ => terms.bv(rng.below(4) as u64, 2),
        }
    };
    let (a, b) = (word(rng, terms), word(rng, terms));
    let atom = if rng.one_in(2) { terms.eq(a, b) } else { terms.bv_ult(a, b) };
    let other = if rng.one_in(2) { terms.not(less) } else { less };
    let not = terms.not(atom);
    let parts = [if rng.one_in(2) { not } else { atom }, other];
    terms.or(&parts[..1 + rng.below(2)])
}

fn models(solver: &mut Solver, terms: &mut Terms, over: &[TermId], blocking: Blocking) -> BTreeSet<String> {
    let models: Result<Vec<_>, _> = solver.models(terms, over, blocking).collect();
    let found = models.expect("models");
    let texts: BTreeSet<String> = found.iter().map(|model| format!("{:?}", model)).collect();
    assert_eq!(texts.len(), found.len());
    texts
}

fn propagated_as_asserted(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut terms = Terms::new();
    let count = 2 + rng.below(2);
    let words: Vec<TermId> = (0..count).map(|i| terms.declare(&format!("w{}", i), Sort::BitVec(2))).collect();
    let less = terms.declare("less", Sort::Bool);
    let manner = [Manner::Contradictions, Manner::Consequences, Manner::Lemmas][rng.below(3)];
    let options = SmtOptions { justify: rng.one_in(2), ..SmtOptions::default() };
    let (mut solver, mut plain) = (Solver::new(options), Solver::default());
    let ordered =
        Ordered { manner, less, words: words.clone(), fixed: Vec::new(), levels: Vec::new(), told: 0 };
    let shared = Arc::new(Mutex::new(ordered));
    solver.set_propagator(Some(shared.clone()));
    words.iter().chain([&less]).for_each(|&t| solver.watch(&mut terms, t));
    let compared = terms.bv_ult(words[0], words[1]);
    let mut said = vec![terms.eq(less, compared)];
    for (i, &a) in words.iter().enumerate() {
        for &b in &words[..i] {
            let same = terms.eq(a, b);
            said.push(terms.not(same));
        }
    }
    said.iter().for_each(|&t| plain.assert(&mut terms, t));
    let over: Vec<TermId> = words.iter().copied().chain([less]).collect();
    let mut has_model = false;
    for _ in 0..4 {
        let asserted = formula(&mut rng, &mut terms, &words, less);
        let scoped = rng.one_in(2);
        for solver in [&mut solver, &mut plain] {
            if scoped {
                solver.push();
            }
            solver.assert(&mut terms, asserted);
        }
        let assumed = formula(&mut rng, &mut terms, &words, less);
        let answer = solver.check(&mut terms, &[assumed]);
        assert_eq!(answer, plain.check(&mut terms, &[assumed]), "seed {}", seed);
        // A cube stands for models to which the propagator may object.
        let blocking = [Blocking::Exact, Blocking::Cubes, Blocking::Disjoint][rng.below(3)];
        assert_eq!(
            models(&mut solver, &mut terms, &over, blocking),
            models(&mut plain, &mut terms, &over, Blocking::Exact),
            "seed {}",
            seed
        );
        has_model |= answer == Answer::Sat;
        if answer == Answer::Unsat {
            let mut all = solver.assertions().to_vec();
            all.push(assumed);
            all.extend(solver.axioms());
            let proof = proof::refutation(&mut terms, &all, &SmtOptions::default(), &Budget::unlimited());
            proof::check(&terms, &proof.expect("a proof"), &all).expect("a right proof");
        }
        if scoped && rng.one_in(2) {
            solver.pop();
            plain.pop();
        }
    }
    assert!(!has_model || shared.lock().expect("a propagator").told > 0);
    // What it says follows from what it stands for.
    let all = terms.and(&said);
    for axiom in solver.axioms() {
        let against = terms.not(axiom);
        assert_eq!(Solver::default().check(&mut terms, &[all, against]), Answer::Unsat);
    }
}

#[test]
fn a_propagator_of_terms_has_the_models_of_assertions() {
    try_random(150, propagated_as_asserted);
}

/// Any three terms of which no two are equal contradict each other: there are two values.
struct Two {
    /// Terms with their equation, and whether they are equal.
    compared: Vec<([TermId; 2], TermId, bool)>,
    levels: Vec<usize>,
    all: Vec<TermId>,
    by_lemmas: bool,
    told: usize,
}

impl Two {
    fn different(&self, a: TermId, b: TermId) -> Option<TermId> {
        let differ = |(pair, equation, are_equal): &([TermId; 2], TermId, bool)| {
            (*pair == [a, b] && !are_equal).then_some(*equation)
        };
        self.compared.iter().find_map(differ)
    }

    fn three(&self) -> Option<Vec<TermId>> {
        let all = self.all.iter().enumerate();
        all.flat_map(|(j, &b)| self.all[..j].iter().map(move |&a| (j, a, b))).find_map(|(j, a, b)| {
            let ab = self.different(a, b)?;
            self.all[j + 1..]
                .iter()
                .find_map(|&c| Some(vec![ab, self.different(a, c)?, self.different(b, c)?]))
        })
    }
}

impl TermPropagator for Two {
    fn restart(&mut self) {
        self.compared.clear();
        self.levels.clear();
    }

    fn fixed(&mut self, _: TermId, _: &Value) {
        panic!("no formula and no word is watched");
    }

    fn compared(&mut self, equation: TermId, pair: [TermId; 2], are_equal: bool) {
        assert!(self.compared.iter().all(|known| known.0 != pair), "compared twice");
        self.compared.push((pair, equation, are_equal));
        self.told += 1;
    }

    fn new_level(&mut self) {
        self.levels.push(self.compared.len());
    }

    fn backtracked(&mut self, level: usize) {
        self.compared.truncate(self.levels[level]);
        self.levels.truncate(level);
    }

    fn claim(&mut self) -> Option<Claim> {
        let three = if self.by_lemmas { None } else { self.three() };
        three.map(|because| Claim { because, then: None })
    }

    fn lemmas(&mut self, terms: &mut Terms) -> Vec<TermId> {
        let count = self.all.len();
        assert_eq!(self.compared.len(), count * (count - 1) / 2, "a model with open equations");
        self.three().map(|three| terms.or(&three)).into_iter().collect()
    }
}

fn compared_as_asserted(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut terms = Terms::new();
    let sort = match rng.below(3) {
        0 => Sort::Int,
        1 => terms.array_sort(Sort::BitVec(1), Sort::Bool),
        _ => terms.declare_sort("S"),
    };
    let f = terms.declare_function("f", &[sort], sort);
    let count = 3 + rng.below(2);
    let mut all: Vec<TermId> = (0..count).map(|i| terms.declare(&format!("x{}", i), sort)).collect();
    let called = terms.call(f, &[all[0]]);
    all.push(called);
    let (mut solver, mut plain) = (Solver::default(), Solver::default());
    let two =
        Two { compared: Vec::new(), levels: Vec::new(), all: all.clone(), by_lemmas: rng.one_in(2), told: 0 };
    let shared = Arc::new(Mutex::new(two));
    solver.set_propagator(Some(shared.clone()));
    all.iter().for_each(|&t| solver.watch(&mut terms, t));
    let mut equations = Vec::new();
    for (j, &b) in all.iter().enumerate() {
        for (i, &a) in all[..j].iter().enumerate() {
            let ab = terms.eq(a, b);
            equations.push(ab);
            for &c in &all[..i] {
                let (ac, bc) = (terms.eq(a, c), terms.eq(b, c));
                let said = terms.or(&[ab, ac, bc]);
                plain.assert(&mut terms, said);
            }
        }
    }
    let mut has_model = false;
    for _ in 0..3 {
        let mut parts: Vec<TermId> = Vec::new();
        for _ in 0..2 {
            let (a, b) = (all[rng.below(all.len())], all[rng.below(all.len())]);
            let (fa, negated) = (terms.call(f, &[a]), rng.one_in(3));
            let equal = terms.eq(if rng.one_in(2) { fa } else { a }, b);
            parts.push(if negated { equal } else { terms.not(equal) });
        }
        let asserted = terms.or(&parts);
        for solver in [&mut solver, &mut plain] {
            solver.assert(&mut terms, asserted);
        }
        let answer = solver.check(&mut terms, &[]);
        assert_eq!(answer, plain.check(&mut terms, &[]), "seed {}", seed);
        has_model |= answer == Answer::Sat;
        assert_eq!(
            models(&mut solver, &mut terms, &equations, Blocking::Exact),
            models(&mut plain, &mut terms, &equations, Blocking::Exact),
            "seed {}",
            seed
        );
        if answer == Answer::Unsat {
            let mut all = solver.assertions().to_vec();
            all.extend(solver.axioms());
            let proof = proof::refutation(&mut terms, &all, &SmtOptions::default(), &Budget::unlimited());
            proof::check(&terms, &proof.expect("a proof"), &all).expect("a right proof");
        }
    }
    assert!(!has_model || shared.lock().expect("a propagator").told > 0);
}

#[test]
fn a_propagator_of_equations_has_the_models_of_assertions() {
    try_random(60, compared_as_asserted);
}
