//! All models and propagators against a search through all assignments, and their misuse.

use crate::script::{Kind, Script};
use crate::solver::{Ipasir, Misuse};
use indubit::base::{Budget, Lit, Rng};
use indubit::solver::propagators::Propagator;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

const VARIABLES: i32 = 6;

/// At most two observed variables are true: said by propagation, or late, by clauses about models.
#[derive(Default)]
struct AtMostTwo {
    trail: Vec<Lit>,
    levels: Vec<usize>,
    is_late: bool,
    said: BTreeSet<i32>,
    owed: Option<Vec<Lit>>,
    /// The fault that is to be committed.
    fault: Option<Misuse>,
}

impl AtMostTwo {
    fn true_ones(&self) -> Vec<Lit> {
        self.trail.iter().copied().filter(|lit| !lit.is_negative()).take(3).collect()
    }
}

impl Propagator for AtMostTwo {
    fn assigned(&mut self, lits: &[Lit]) {
        for lit in lits {
            assert!(!self.trail.contains(lit) && !self.trail.contains(&!*lit), "assigned twice");
        }
        self.trail.extend_from_slice(lits);
    }

    fn new_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtracked(&mut self, level: usize) {
        self.trail.truncate(self.levels[level]);
        self.levels.truncate(level);
        self.said.clear();
    }

    fn propagate(&mut self) -> Option<Lit> {
        if self.fault == Some(Misuse::NotObserved(9)) {
            return Lit::from_dimacs(9);
        }
        if self.is_late || self.true_ones().len() < 2 {
            return None;
        }
        let is_open =
            |number: &i32| Lit::from_dimacs(-number).map_or(false, |lit| !self.trail.contains(&lit));
        let are_true = self.true_ones();
        let fits = |number: &i32| are_true[..2].iter().all(|lit| lit.to_dimacs() != *number);
        let next = (1..=VARIABLES).filter(is_open).filter(fits).find(|number| !self.said.contains(number))?;
        self.said.insert(next);
        Lit::from_dimacs(-next)
    }

    fn reason(&mut self, lit: Lit) -> Vec<Lit> {
        match self.fault {
            Some(Misuse::Ended) => return Vec::new(),
            // The last variable is open.
            Some(_) => return Lit::from_dimacs(VARIABLES).into_iter().chain([lit]).collect(),
            None => {}
        }
        let mut clause: Vec<Lit> = self.true_ones()[..2].iter().map(|&lit| !lit).collect();
        clause.push(lit);
        clause
    }

    fn accepts(&mut self, _: &[Lit]) -> bool {
        let are_true = self.true_ones();
        self.owed = if are_true.len() > 2 { Some(are_true.iter().map(|&lit| !lit).collect()) } else { None };
        self.owed.is_none()
    }

    fn clause(&mut self) -> Option<Vec<Lit>> {
        self.owed.take()
    }
}

fn add(solver: &mut Ipasir, clause: &[i32]) {
    clause.iter().chain(&[0]).for_each(|&number| solver.add(number).expect("a literal"));
}

fn observe_all(solver: &mut Ipasir) {
    (1..=VARIABLES).for_each(|v| solver.observe(v).expect("a variable"));
}

/// The models, as sets of the true ones of these variables.
fn models(solver: &mut Ipasir, over: &[i32], assumed: &[i32]) -> Vec<Vec<bool>> {
    assumed.iter().for_each(|&lit| solver.assume(lit).expect("a literal"));
    solver.models(over).expect("literals");
    let mut found = Vec::new();
    while solver.next_model() == Ok(1) {
        found.push(over.iter().map(|&v| solver.val(v).expect("a value") == v).collect());
    }
    found
}

#[test]
fn all_models_are_those_of_a_search_through_all_assignments() {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let (mut solver, mut clauses) = (Ipasir::new(), Vec::new());
        let is_limited = rng.one_in(2);
        let learnt: Arc<Mutex<Vec<Vec<i32>>>> = Arc::default();
        if rng.one_in(2) {
            let taken = learnt.clone();
            let take = move |clause: &mut Vec<i32>| taken.lock().expect("clauses").push(clause.clone());
            solver.set_learn(9, Some(Box::new(take)));
        }
        for round in 0..4 {
            let lit = |rng: &mut Rng| {
                (rng.below(VARIABLES as usize) as i32 + 1) * if rng.one_in(2) { 1 } else { -1 }
            };
            let clause: Vec<i32> = (0..1 + rng.below(3)).map(|_| lit(&mut rng)).collect();
            add(&mut solver, &clause);
            clauses.push(clause);
            if is_limited && round == 1 {
                solver.connect(Some(Box::new(AtMostTwo { is_late: rng.one_in(2), ..AtMostTwo::default() })));
                observe_all(&mut solver);
            }
            let over: Vec<i32> = (1..=VARIABLES).filter(|_| !rng.one_in(4)).collect();
            let assumed = [lit(&mut rng)];
            let mut all = clauses.clone();
            all.push(assumed.to_vec());
            let wanted: BTreeSet<Vec<bool>> = (0..1u32 << VARIABLES)
                .filter(|&bits| crate::tests::holds(bits, &all))
                .filter(|bits| !is_limited || round == 0 || bits.count_ones() <= 2)
                .map(|bits| over.iter().map(|v| bits >> (v - 1) & 1 == 1).collect())
                .collect();
            let found = models(&mut solver, &over, &assumed);
            assert_eq!(found.len(), wanted.len(), "seed {}, round {}", seed, round);
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), wanted, "seed {}, round {}", seed, round);
            assert_eq!(solver.next_model(), Ok(0));
        }
        // Blocking clauses and their consequences are none of the formula's.
        assert!(learnt.lock().expect("clauses").iter().flatten().all(|lit| lit.abs() <= VARIABLES));
    }
}

#[test]
fn a_change_ends_the_models_and_a_propagator_may_go() {
    let mut solver = Ipasir::new();
    assert_eq!(solver.next_model(), Err(Misuse::NoModels));
    solver.connect(Some(Box::new(AtMostTwo::default())));
    observe_all(&mut solver);
    assert_eq!(models(&mut solver, &[1, 2, 3], &[]).len(), 7);
    solver.models(&[1, 2, 3]).expect("literals");
    assert_eq!(solver.next_model(), Ok(1));
    add(&mut solver, &[1]);
    assert_eq!(solver.next_model(), Err(Misuse::NoModels));
    assert_eq!(models(&mut solver, &[1, 2, 3], &[]).len(), 3);
    // What it has said goes with it.
    solver.connect(None);
    assert_eq!(models(&mut solver, &[1, 2, 3], &[]).len(), 4);
    assert_eq!(models(&mut solver, &[], &[-2]).len(), 1);
}

#[test]
fn a_wrong_propagator_is_an_error_and_no_verdict() {
    for fault in [Misuse::NotObserved(9), Misuse::Reason(-3), Misuse::Ended] {
        let mut solver = Ipasir::new();
        solver.connect(Some(Box::new(AtMostTwo { fault: Some(fault), ..AtMostTwo::default() })));
        observe_all(&mut solver);
        [1, 2, 3].iter().for_each(|&lit| solver.assume(lit).expect("a literal"));
        let found = solver.solve();
        match (fault, found) {
            (Misuse::Ended, Ok(0)) | (Misuse::NotObserved(9), Err(Misuse::NotObserved(9))) => {}
            (Misuse::Reason(_), Err(Misuse::Reason(lit))) => assert!(lit < 0),
            (_, other) => panic!("{:?} for {:?}", other, fault),
        }
        // The solver has not believed it.
        solver.connect(None);
        assert_eq!(models(&mut solver, &[1, 2, 3], &[]).len(), 8);
    }
}

#[test]
fn scripts_tell_models_values_and_optima() {
    let mut script = Script::new(&Budget::unlimited());
    script
        .run("(declare-const x Int)(declare-const |a b| Bool)(assert (< 0 x 4))(assert (=> |a b| (> x 2)))");
    script.models("x |a b|").expect("terms");
    let mut found = BTreeSet::new();
    while script.next_model() == Ok(true) {
        assert_eq!(script.value("(= x x)"), Ok("true".to_string()));
        assert!(found.insert((script.value("x"), script.value("|a b|"))));
    }
    assert_eq!(found.len(), 4);
    assert!(script.next_model().unwrap_err().contains("indubit_script_models"));
    for wrong in ["x y", "(+ x", "x)", "x) (y", "\"", "x ; y", "x true) (exit) (+ x"] {
        assert!(script.models(wrong).is_err() && script.value(wrong).is_err(), "{}", wrong);
    }
    script.models("x").expect("a term");
    script.run("(push 1)");
    assert!(script.next_model().unwrap_err().contains("scopes"));
    assert_eq!(script.run("(reset)(declare-const r Real)(assert (and (<= 1 (* 3 r)) (< (* 2 r) 7)))"), "");
    assert_eq!(script.run("(set-option :opt.priority box)(minimize r)(maximize r)(maximize (- r))"), "");
    assert!(script.optimum(0).is_err());
    assert_eq!(script.check(), 10);
    let told = [0, 1, 2].map(|objective| script.optimum(objective).expect("an optimum"));
    let told = told.map(|optimum| (optimum.kind, optimum.number, optimum.text));
    let text = |text: &str| text.to_string();
    assert_eq!(told[0], (Kind::Reached, 1.0 / 3.0, text("(/ 1.0 3.0)")));
    assert_eq!(told[1], (Kind::Below, 3.5, text("(/ 7.0 2.0)")));
    assert_eq!(told[2], (Kind::Reached, -1.0 / 3.0, text("(- (/ 1.0 3.0))")));
    script.run("(assert (> r 9))");
    assert_eq!((script.check(), script.value("r").is_err()), (20, true));
}
