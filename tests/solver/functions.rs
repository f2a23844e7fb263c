//! Declared sorts and functions against Ackermann's reduction: calls are constants, and equal arguments have equal
//! results; elements of declared sorts are words.

use crate::refutations::checked;
use indubit::base::Rng;
use indubit::solver::smt::proof::Trusted;
use indubit::solver::smt::{Answer, SmtOptions, Solver};
use indubit::solver::term::{FunctionId, Sort, TermId, Terms, Value};
use std::collections::HashMap;

/// A kind of terms: elements of the declared sort, integers, words, formulas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Element,
    Int,
    Word,
    Bool,
}

/// Functions: their arguments and results.
const FUNCTIONS: [(&[Kind], Kind); 7] = [
    (&[Kind::Element], Kind::Element),
    (&[Kind::Element, Kind::Element], Kind::Element),
    (&[Kind::Element], Kind::Int),
    (&[Kind::Int], Kind::Int),
    (&[Kind::Int, Kind::Word], Kind::Element),
    (&[Kind::Word], Kind::Word),
    (&[Kind::Element, Kind::Bool], Kind::Bool),
];

/// A term over constants and functions, in a vector of its parts.
#[derive(Clone, Debug)]
enum Part {
    Constant(Kind, usize),
    Number(i64),
    Call(usize, Vec<usize>),
    Choice(usize, usize, usize),
    Plus(usize, i64),
    Equal(usize, usize),
    AtMost(usize, usize),
    Not(usize),
    And(usize, usize),
}

struct Parts {
    parts: Vec<Part>,
    of_kind: HashMap<Kind, Vec<usize>>,
}

impl Parts {
    fn random(rng: &mut Rng, size: usize) -> Parts {
        let mut parts = Parts { parts: Vec::new(), of_kind: HashMap::new() };
        for kind in [Kind::Element, Kind::Int, Kind::Word, Kind::Bool] {
            (0..3).for_each(|i| parts.add(kind, Part::Constant(kind, i)));
        }
        (0..2).for_each(|n| parts.add(Kind::Int, Part::Number(n)));
        for _ in 0..size {
            let [a, b] = [0; 2].map(|_| parts.any(rng, Kind::Bool));
            let (kind, part) = match rng.below(12) {
                0 => (Kind::Bool, Part::Not(a)),
                1 | 2 => (Kind::Bool, Part::And(a, b)),
                3 => (Kind::Bool, Part::AtMost(parts.any(rng, Kind::Int), parts.any(rng, Kind::Int))),
                4..=6 => {
                    let kind = [Kind::Element, Kind::Element, Kind::Int, Kind::Word][rng.below(4)];
                    (Kind::Bool, Part::Equal(parts.any(rng, kind), parts.any(rng, kind)))
                }
                7 => (Kind::Int, Part::Plus(parts.any(rng, Kind::Int), rng.below(3) as i64 - 1)),
                8 => {
                    let kind = [Kind::Element, Kind::Int, Kind::Word][rng.below(3)];
                    (kind, Part::Choice(a, parts.any(rng, kind), parts.any(rng, kind)))
                }
                _ => {
                    let function = rng.below(FUNCTIONS.len());
                    let (args, result) = FUNCTIONS[function];
                    (result, Part::Call(function, args.iter().map(|&kind| parts.any(rng, kind)).collect()))
                }
            };
            parts.add(kind, part);
        }
        parts
    }

    fn add(&mut self, kind: Kind, part: Part) {
        self.of_kind.entry(kind).or_default().push(self.parts.len());
        self.parts.push(part);
    }

    /// One of the youngest of a kind.
    fn any(&self, rng: &mut Rng, kind: Kind) -> usize {
        let all = &self.of_kind[&kind];
        all[all.len() - 1 - rng.below(all.len().min(6))]
    }
}

/// The parts as terms of a store: with functions, or by Ackermann's reduction.
struct Store {
    terms: Terms,
    constants: HashMap<(Kind, usize), TermId>,
    element: Sort,
    functions: Vec<FunctionId>,
    /// Of the reduction: calls with their constants.
    calls: Vec<(usize, Vec<TermId>, TermId)>,
}

impl Store {
    fn new(reduced: bool) -> Store {
        let mut terms = Terms::new();
        let element = if reduced { Sort::BitVec(5) } else { terms.declare_sort("S") };
        let mut store =
            Store { terms, constants: HashMap::new(), element, functions: Vec::new(), calls: Vec::new() };
        for (i, (args, result)) in FUNCTIONS.iter().enumerate().filter(|_| !reduced) {
            let args: Vec<Sort> = args.iter().map(|&kind| store.sort(kind)).collect();
            let result = store.sort(*result);
            store.functions.push(store.terms.declare_function(&format!("f{}", i), &args, result));
        }
        store
    }

    fn sort(&self, kind: Kind) -> Sort {
        match kind {
            Kind::Element => self.element,
            Kind::Int => Sort::Int,
            Kind::Word => Sort::BitVec(2),
            Kind::Bool => Sort::Bool,
        }
    }

    fn call(&mut self, function: usize, args: &[TermId]) -> TermId {
        if let Some(&function) = self.functions.get(function) {
            return self.terms.call(function, args);
        }
        let known = self.calls.iter().find(|(f, known, _)| *f == function && known == args);
        if let Some(&(_, _, constant)) = known {
            return constant;
        }
        let sort = self.sort(FUNCTIONS[function].1);
        let constant = self.terms.declare("call", sort);
        self.calls.push((function, args.to_vec(), constant));
        constant
    }

    fn build(&mut self, parts: &Parts) -> Vec<TermId> {
        let mut made: Vec<TermId> = Vec::new();
        for part in &parts.parts {
            let t = match part {
                Part::Constant(kind, i) => {
                    let (sort, name) = (self.sort(*kind), format!("{:?}{}", kind, i));
                    let terms = &mut self.terms;
                    *self.constants.entry((*kind, *i)).or_insert_with(|| terms.declare(&name, sort))
                }
                Part::Number(n) => self.terms.int(*n),
                Part::Call(function, args) => {
                    let args: Vec<TermId> = args.iter().map(|&arg| made[arg]).collect();
                    self.call(*function, &args)
                }
                Part::Choice(c, a, b) => self.terms.ite(made[*c], made[*a], made[*b]),
                Part::Plus(a, n) => {
                    let number = self.terms.int(*n);
                    self.terms.add(&[made[*a], number])
                }
                Part::Equal(a, b) => self.terms.eq(made[*a], made[*b]),
                Part::AtMost(a, b) => self.terms.le(made[*a], made[*b]),
                Part::Not(a) => self.terms.not(made[*a]),
                Part::And(a, b) => self.terms.and(&[made[*a], made[*b]]),
            };
            made.push(t);
        }
        made
    }

    /// Equal arguments have equal results.
    fn congruences(&mut self) -> Vec<TermId> {
        let mut found = Vec::new();
        for i in 0..self.calls.len() {
            for j in 0..i {
                let ((f, xs, x), (g, ys, y)) = (self.calls[i].clone(), self.calls[j].clone());
                if f == g {
                    let same: Vec<TermId> = xs.iter().zip(&ys).map(|(&a, &b)| self.terms.eq(a, b)).collect();
                    let (args, results) = (self.terms.and(&same), self.terms.eq(x, y));
                    found.push(self.terms.implies(args, results));
                }
            }
        }
        found
    }
}

#[test]
fn calls_agree_with_the_reduction_to_constants() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..1_500 {
        let mut rng = Rng::new(seed);
        let parts = Parts::random(&mut rng, 12 + (seed % 20) as usize);
        let formulas: Vec<usize> = (0..4)
            .map(|_| parts.any(&mut rng, Kind::Bool))
            .chain(parts.of_kind[&Kind::Bool].last().copied())
            .collect();
        let signs: Vec<bool> = formulas.iter().map(|_| rng.below(2) == 0).collect();
        let (mut store, mut reduced) = (Store::new(false), Store::new(true));
        let (made, plain) = (store.build(&parts), reduced.build(&parts));
        let options = if seed % 2 == 0 { SmtOptions::default() } else { SmtOptions::incremental() };
        let (mut solver, mut oracle) = (Solver::new(options.clone()), Solver::new(options));
        for congruence in reduced.congruences() {
            oracle.assert(&mut reduced.terms, congruence);
        }
        let scoped = rng.below(2) == 0;
        let mut asserted: Vec<TermId> = Vec::new();
        for (i, (&formula, &negated)) in formulas.iter().zip(&signs).enumerate() {
            let [f, g] = [(&mut store.terms, made[formula]), (&mut reduced.terms, plain[formula])]
                .map(|(terms, f)| if negated { terms.not(f) } else { f });
            if scoped && i % 2 == 1 {
                // A question in a scope of its own, of which nothing is left.
                solver.push();
                oracle.push();
            }
            solver.assert(&mut store.terms, f);
            oracle.assert(&mut reduced.terms, g);
            asserted.push(f);
            let answer = solver.check(&mut store.terms, &[]);
            assert_eq!(answer, oracle.check(&mut reduced.terms, &[]), "seed {}, {} assertions", seed, i);
            match answer {
                Answer::Sat => {
                    sat += 1;
                    let model = solver.model(&store.terms).clone();
                    for &f in &asserted {
                        assert_eq!(model.evaluate(&store.terms, f), Value::Bool(true), "seed {}", seed);
                    }
                }
                Answer::Unsat => {
                    unsat += 1;
                    let believed = checked(&mut store.terms, &asserted, seed);
                    assert_eq!(believed, Ok(Trusted::default()), "seed {}", seed);
                }
                Answer::Unknown(reason) => panic!("seed {}: {}", seed, reason),
            }
            if scoped && i % 2 == 1 {
                solver.pop();
                oracle.pop();
                asserted.pop();
            }
        }
    }
    assert!(sat > 500 && unsat > 500, "{} {}", sat, unsat);
}

#[test]
fn an_implicant_has_formulas_that_are_arguments() {
    let mut terms = Terms::new();
    let f = terms.declare_function("f", &[Sort::Bool], Sort::Int);
    let [p, q] = ["p", "q"].map(|name| terms.declare(name, Sort::Bool));
    let both = terms.and(&[p, q]);
    let (call, one) = (terms.call(f, &[both]), terms.int(1));
    let formula = terms.eq(call, one);
    let mut solver = Solver::default();
    assert_eq!(solver.check(&mut terms, &[formula, p, q]), Answer::Sat);
    let implicant = solver.implicant(&mut terms, &[formula]);
    let mut texts: Vec<String> = implicant.iter().map(|&t| terms.text(t)).collect();
    texts.sort();
    assert_eq!(texts, ["(= (f true) 1)", "p", "q"]);
}
