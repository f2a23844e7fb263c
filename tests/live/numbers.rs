//! Live properties of systems over numbers, against a search through all states of small ones; and forged evidence.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random::options;
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::system::{check, check_trace, write_certificate, write_trace, Evidence};
use indubit::evidence::{CheckError, CheckOptions, Condition};
use indubit::input::vmt;
use indubit::model::system::{Step, System, Trace};
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, SystemVerifier};
use indubit::solver::term::Value;
use indubit::theories::num::Rational;

/// The values of a variable are below it.
const RANGE: i64 = 4;

/// Variables `x` and `y`, an input `n`, or a number.
#[derive(Clone, Copy)]
enum Term {
    Of(usize, i64),
    Number(i64),
}

/// `a <= b`, or its negation.
#[derive(Clone, Copy)]
struct Atom(Term, Term, bool);

/// A step that is taken where two atoms hold, and the next values.
struct Way([Atom; 2], [Term; 2]);

struct Small {
    init: Atom,
    ways: Vec<Way>,
    signals: Vec<Atom>,
}

const NAMES: [&str; 3] = ["x", "y", "n"];

impl Term {
    fn random(rng: &mut Rng, names: usize) -> Term {
        match rng.below(4) {
            0 => Term::Number(rng.below(4) as i64),
            _ => Term::Of(rng.below(names), rng.below(3) as i64 - 1),
        }
    }

    fn value(self, state: [i64; 3]) -> i64 {
        match self {
            Term::Of(name, more) => state[name] + more,
            Term::Number(number) => number,
        }
    }

    fn text(self) -> String {
        match self {
            Term::Of(name, more) => format!("(+ {} {})", NAMES[name], more).replace(" -1)", " (- 1))"),
            Term::Number(number) => number.to_string(),
        }
    }
}

impl Atom {
    fn random(rng: &mut Rng, names: usize) -> Atom {
        Atom(Term::random(rng, names), Term::random(rng, names), rng.below(2) == 0)
    }

    fn holds(self, state: [i64; 3]) -> bool {
        (self.0.value(state) <= self.1.value(state)) == self.2
    }

    fn text(self) -> String {
        let atom = format!("(<= {} {})", self.0.text(), self.1.text());
        if self.2 {
            atom
        } else {
            format!("(not {})", atom)
        }
    }
}

impl Small {
    fn random(rng: &mut Rng) -> Small {
        let way = |rng: &mut Rng| {
            let guards = [Atom::random(rng, 2), Atom::random(rng, 3)];
            Way(guards, [Term::random(rng, 3), Term::random(rng, 3)])
        };
        Small {
            init: Atom::random(rng, 2),
            ways: (0..2 + rng.below(3)).map(|_| way(rng)).collect(),
            signals: (0..1 + rng.below(5) / 3).map(|_| Atom::random(rng, 2)).collect(),
        }
    }

    fn text(&self) -> String {
        let range = |names: &[&str]| -> String {
            names.iter().map(|name| format!(" (<= 0 {}) (< {} {})", name, name, RANGE)).collect()
        };
        let way = |Way(guards, next): &Way| {
            let guards = format!("{} {}", guards[0].text(), guards[1].text());
            format!(" (and {} (= x1 {}) (= y1 {}))", guards, next[0].text(), next[1].text())
        };
        let ways: String = self.ways.iter().map(way).collect();
        let mut text = "(declare-fun x () Int) (declare-fun y () Int) (declare-fun n () Int)
            (define-fun .x () Int (! x :next x1)) (define-fun .y () Int (! y :next y1))\n"
            .to_string();
        text += &format!("(define-fun .i () Bool (! (and{} {}) :init true))\n", range(&NAMES[..2]), {
            self.init.text()
        });
        let ranges = range(&["n", "x1", "y1"]);
        text += &format!("(define-fun .t () Bool (! (and{} (or false{})) :trans true))\n", ranges, ways);
        for (i, signal) in self.signals.iter().enumerate() {
            text +=
                &format!("(define-fun .p{} () Bool (! (not {}) :live-property {}))\n", i, signal.text(), i);
        }
        text
    }

    /// All formulas are one property.
    fn system(&self) -> System {
        let read = vmt::read(self.text().as_bytes(), &Budget::unlimited()).expect("a system");
        let signals: Vec<_> = read.justice().iter().flat_map(|j| j.signals.iter().copied()).collect();
        let mut system = read.without_properties();
        system.add_justice("", &signals);
        system
    }

    /// Whether some run reaches a loop in which each signal is true somewhere: by the closure of the steps.
    fn fails(&self) -> bool {
        let count = (RANGE * RANGE) as usize;
        let state = |at: usize, n| [at as i64 / RANGE, at as i64 % RANGE, n];
        let mut leads = vec![vec![false; count]; count];
        for (at, row) in leads.iter_mut().enumerate() {
            for n in 0..RANGE {
                for Way(guards, next) in &self.ways {
                    let after = next.map(|term| term.value(state(at, n)));
                    let is_inside = after.iter().all(|value| (0..RANGE).contains(value));
                    if is_inside && guards.iter().all(|guard| guard.holds(state(at, n))) {
                        row[(after[0] * RANGE + after[1]) as usize] = true;
                    }
                }
            }
        }
        for middle in 0..count {
            for from in 0..count {
                for to in 0..count {
                    leads[from][to] |= leads[from][middle] && leads[middle][to];
                }
            }
        }
        let initial = |at: &usize| self.init.holds(state(*at, 0));
        let is_reached = |to: usize| (0..count).filter(initial).any(|from| from == to || leads[from][to]);
        let is_together = |a: usize, b: usize| leads[a][b] && leads[b][a];
        (0..count).filter(|&at| leads[at][at] && is_reached(at)).any(|at| {
            let comes = |signal: &Atom| {
                (0..count).any(|other| is_together(at, other) && signal.holds(state(other, 0)))
            };
            self.signals.iter().all(comes)
        })
    }
}

fn property() -> PropertyId {
    PropertyId::justice(0)
}

/// The verdict, with its evidence through a file.
fn verdict(system: &System, engine: Engine, work: u64) -> Option<bool> {
    let budget = Budget::unlimited();
    budget.pause_at(work);
    let verifier = SystemVerifier::new(system.clone(), options(engine, Engine::Bmc), budget);
    let verified = verifier.expect("an engine for justice").verify(property(), &mut ());
    assert_eq!((&verified.refused, verified.defects.len()), (&None, 0));
    let text = match &verified.outcome {
        Outcome::Safe(proof) => write_certificate(system, property(), proof).expect("a text"),
        Outcome::Unsafe(trace) => write_trace(system, trace).expect("a text"),
        Outcome::Unknown(_) => return None,
    };
    assert_eq!(judged(system, &text), Ok(()), "{}", text);
    Some(matches!(verified.outcome, Outcome::Safe(_)))
}

/// The check of evidence as a file gives it.
fn judged(system: &System, text: &str) -> Result<(), CheckError> {
    let read = Evidence::read(text.as_bytes(), system, None, &Budget::unlimited()).expect("evidence");
    assert!(read.len() == 1 && read[0].property() == property());
    check(system, &read[0], &CheckOptions { proofs: true }, &Budget::unlimited())
}

#[test]
fn systems_of_numbers_agree_with_a_search_for_loops() {
    let mut rng = Rng::new(78);
    // Safe, unsafe, open; and safe by measures alone.
    let mut counts = [0u64; 4];
    for number in 0..scaled(100) {
        let small = Small::random(&mut rng);
        let (system, fails) = (small.system(), small.fails());
        let told = |by| format!("{} says otherwise: {}", by, small.text());
        match verdict(&system, Engine::Portfolio, 6_000_000) {
            Some(is_safe) => {
                assert_eq!(is_safe, !fails, "{}", told("the portfolio"));
                counts[usize::from(!is_safe)] += 1;
            }
            None => counts[2] += 1,
        }
        if number % 5 > 0 {
            continue;
        }
        let by_measures = verdict(&system, Engine::Ranking, 100_000);
        assert!(by_measures.is_none() || (by_measures == Some(true) && !fails), "{}", told("ranking"));
        counts[3] += u64::from(by_measures.is_some());
    }
    println!("safe, unsafe, open, safe by measures alone: {:?}", counts);
    assert!(enough(counts[0], 40) && enough(counts[1], 20) && enough(counts[3], 8), "{:?}", counts);
    assert!(counts[2] * 20 <= counts[0] + counts[1], "{:?}", counts);
}

/// Systems whose properties hold, each by measures of another form.
const HOLD: [(&str, &str); 4] = [
    (
        "a number that goes round by cases, which is counted",
        "(declare-fun x () Int) (define-fun .x () Int (! x :next x1)) (define-fun .i () Bool (! (= x 5) :init true))
         (define-fun .t () Bool (! (or (and (= x 5) (= x1 3)) (and (= x 3) (= x1 4)) (and (= x 4) (= x1 2))
            (and (= x 2) (= x1 0)) (and (= x 0) (= x1 0))) :trans true))
         (define-fun .p () Bool (! (= x 0) :live-property 0))",
    ),
    (
        "an inner number of any value for each of an outer one",
        "(declare-fun x () Int) (declare-fun y () Int) (declare-fun n () Int)
         (define-fun .x () Int (! x :next x1)) (define-fun .y () Int (! y :next y1))
         (define-fun .t () Bool (! (or (and (> x 0) (> y 0) (= x1 x) (= y1 (- y 1)))
            (and (> x 0) (<= y 0) (= x1 (- x 1)) (= y1 n)) (and (<= x 0) (= x1 x) (= y1 y))) :trans true))
         (define-fun .p () Bool (! (<= x 0) :live-property 0))",
    ),
    (
        "waits, an input that sets a number, and at most three of them",
        "(declare-fun n () Int) (declare-fun k () Int) (declare-fun i () Int)
         (define-fun .n () Int (! n :next n1)) (define-fun .k () Int (! k :next k1))
         (define-fun .i () Bool (! (and (= n 0) (= k 3)) :init true))
         (define-fun .t () Bool (! (ite (> n 0) (and (= n1 (- n 1)) (= k1 k))
            (ite (and (> k 0) (> i 0)) (and (= n1 i) (= k1 (- k 1))) (and (= n1 n) (= k1 k)))) :trans true))
         (define-fun .p () Bool (! (= n 0) :live-property 0))",
    ),
    (
        "a timer of reals, with phases",
        "(declare-fun t () Real) (declare-fun on () Bool) (declare-fun done () Bool)
         (declare-fun set () Real) (declare-fun d () Real) (declare-fun go () Bool)
         (define-fun .t () Real (! t :next t1)) (define-fun .on () Bool (! on :next on1))
         (define-fun .d () Bool (! done :next done1))
         (define-fun .i () Bool (! (and (not on) (not done)) :init true))
         (define-fun .tr () Bool (! (and (>= d 0.5)
            (=> (and (not on) (or done (not go))) (and (= t1 t) (not on1) (= done1 done)))
            (=> (and (not on) go (not done)) (and (= t1 set) on1 (not done1)))
            (=> (and on (> t 0.0)) (and (= t1 (- t d)) on1 (not done1)))
            (=> (and on (<= t 0.0)) (and (= t1 t) (not on1) done1))) :trans true))
         (define-fun .p () Bool (! (not on) :live-property 0))",
    ),
];

fn read(text: &str) -> System {
    vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system")
}

/// The certificate that the engine `ranking` gives.
fn certificate(system: &System) -> String {
    let verifier =
        SystemVerifier::new(system.clone(), options(Engine::Ranking, Engine::Bmc), Budget::unlimited());
    match verifier.expect("an engine for justice").verify(property(), &mut ()).outcome {
        Outcome::Safe(proof) => write_certificate(system, property(), &proof).expect("a text"),
        other => panic!("{:?}", other),
    }
}

#[test]
fn measures_prove_live_properties() {
    for (about, text) in HOLD {
        let system = read(text);
        let found = certificate(&system);
        assert_eq!(judged(&system, &found), Ok(()), "{}", about);
    }
    // They prove nothing of a property that does not hold.
    let found = certificate(&read(HOLD[0].1));
    let other = read(&HOLD[0].1.replace("(! (= x 0) :live", "(! (distinct x 0) :live"));
    assert!(judged(&other, &found).is_err());
}

#[test]
fn forged_measures_are_refused() {
    let system = read(HOLD[0].1);
    let found = certificate(&system);
    assert!(found.starts_with("; rounds j0\n; counters: 1\n"), "{}", found);
    // Each with a part of the text, what it becomes, and the condition that does not hold.
    for (before, after, refused) in [
        // The first value of the counter is the size of `x` and 8.
        ("(* (- 1) update.0.0)) (- 8)", "(* (- 1) update.0.0)) 4", "leaves"),
        // The counter keeps its value.
        ("(* (- 1) update.0.3)) 1)", "(* (- 1) update.0.3)) 0)", "falls"),
        ("(= (+ counter.0 (* (- 1) measure.2.0)) 0)", "(= (+ counter.0 measure.2.0) 0)", "falls"),
    ] {
        assert!(found.contains(before), "{}", found);
        match judged(&system, &found.replacen(before, after, 1)) {
            Err(CheckError::DoesNotHold(condition)) => {
                let told = format!("{:?}", condition).to_lowercase();
                assert!(told.starts_with(refused), "{}: {}", after, told);
            }
            other => panic!("{}: {:?}", after, other),
        }
    }
    // An invariant that excludes the first state.
    let (head, wait) = found.split_once("; round\n(assert ").expect("the formula");
    let stronger = format!("{}; round\n(assert (and (< x 5) {}", head, wait.replacen('\n', ")\n", 1));
    assert!(matches!(judged(&system, &stronger), Err(CheckError::DoesNotHold(_))), "{}", stronger);
    let missing = read(
        "(declare-fun x () Int) (define-fun .x () Int (! x :next x1))
         (define-fun .p () Bool (! (= x 0) :invar-property 0))",
    );
    assert!(Evidence::read(found.as_bytes(), &missing, None, &Budget::unlimited()).is_err());
}

#[test]
fn forged_lassos_of_numbers_are_refused() {
    let system = read(
        "(declare-fun x () Int) (declare-fun r () Real)
         (define-fun .x () Int (! x :next x1)) (define-fun .r () Real (! r :next r1))
         (define-fun .i () Bool (! (and (= x 0) (= r 0.5)) :init true))
         (define-fun .t () Bool (! (and (= x1 (ite (> x 3) 1 (+ x 1))) (= r1 (/ 1.0 4.0))) :trans true))
         (define-fun .p () Bool (! (< x 3) :live-property 0))",
    );
    assert_eq!(verdict(&system, Engine::Portfolio, u64::MAX), Some(false));
    let lasso = |system: &System, values: &[i64], last: i64| {
        let step = |(i, &x): (usize, &i64)| {
            let r = if i == 0 {
                Rational::new(1i64.into(), 2i64.into())
            } else {
                Rational::new(last.into(), 4i64.into())
            };
            Step { states: vec![Value::Number(x.into()), Value::Number(r)], inputs: Vec::new() }
        };
        let steps = values.iter().enumerate().map(step).collect();
        check_trace(system, &Trace { property: property(), steps })
    };
    // The state after the last step is that of the second one, and `r` has come to rest.
    assert_eq!(lasso(&system, &[0, 1, 2, 3, 4], 1), Ok(()));
    for (values, last, condition) in [
        (&[0, 1, 2][..], 1, Condition::LoopCloses),
        (&[1, 2, 3, 4], 1, Condition::InitialState),
        (&[0, 1, 3, 4], 1, Condition::Transition { step: 1 }),
        (&[0, 1, 2, 3, 4], 2, Condition::Transition { step: 0 }),
    ] {
        assert_eq!(lasso(&system, values, last), Err(condition.into()), "{:?}", values);
    }
    // A loop in which the property is never false.
    let rests = read(
        "(declare-fun x () Int) (define-fun .x () Int (! x :next x1)) (declare-fun r () Real)
         (define-fun .r () Real (! r :next r1)) (define-fun .p () Bool (! (< x 3) :live-property 0))
         (define-fun .t () Bool (! (or (= x1 x) (= x1 (- x 1))) :trans true))",
    );
    assert_eq!(lasso(&rests, &[3, 2], 1), Err(Condition::Recurs { signal: 0 }.into()));
    assert_eq!(lasso(&rests, &[4, 3], 1), Ok(()));
}
