//! Changes of transition systems.

use super::Mutant;
use indubit::base::Rng;
use indubit::model::system::System;
use indubit::solver::term::{Sort, Substitution, TermId, Terms};

/// The parts of a system while they change.
struct Parts {
    system: System,
    init: TermId,
    trans: TermId,
    constraint: TermId,
    bads: Vec<TermId>,
}

impl Parts {
    fn of(system: &System) -> Parts {
        let mut copy = System::new(system.terms().clone());
        system.states().iter().for_each(|state| copy.add_state(state.current, state.next));
        system.inputs().iter().for_each(|&input| copy.add_input(input));
        Parts {
            system: copy,
            init: system.init(),
            trans: system.trans(),
            constraint: system.constraint(),
            bads: system.properties().iter().map(|property| property.bad).collect(),
        }
    }

    fn terms(&mut self) -> &mut Terms {
        self.system.terms_mut()
    }

    /// A new state variable of this sort: its value, and the next one.
    fn state(&mut self, name: &str, sort: Sort) -> (TermId, TermId) {
        let state = self.system.declare_state(name, sort);
        (state.current, state.next)
    }

    fn each(&mut self, change: &mut dyn FnMut(&mut Terms, TermId) -> TermId) {
        let terms = self.system.terms_mut();
        self.init = change(terms, self.init);
        self.trans = change(terms, self.trans);
        self.constraint = change(terms, self.constraint);
        self.bads.iter_mut().for_each(|bad| *bad = change(terms, *bad));
    }

    fn finish(mut self) -> System {
        self.system.set_init(self.init);
        self.system.set_trans(self.trans);
        self.system.add_constraint(self.constraint);
        self.bads.iter().for_each(|&bad| {
            self.system.add_property("", bad);
        });
        self.system
    }
}

/// A change of a system whose properties all hold (`unsat`), or do not all hold (`sat`).
pub fn system(rng: &mut Rng, system: &System, verdict: &'static str) -> Mutant<System> {
    let words: Vec<usize> = (0..system.states().len())
        .filter(|&i| system.terms().sort(system.states()[i].current).width().is_some())
        .collect();
    match rng.below(6) {
        0 => Mutant { model: padded(system), verdict, change: "with variables that do not matter" },
        1 if !words.is_empty() => {
            let at = words[rng.below(words.len())];
            Mutant { model: widened(system, at), verdict, change: "with a wider variable" }
        }
        2 => Mutant { model: slowed(system), verdict, change: "with every other step idle" },
        3 => Mutant { model: beside(system, 7), verdict, change: "beside another safe system" },
        4 => Mutant { model: beside(system, 4), verdict: "sat", change: "beside an unsafe system" },
        _ => Mutant { model: gated(system), verdict: "unsat", change: "with an error that never happens" },
    }
}

fn padded(system: &System) -> System {
    let mut parts = Parts::of(system);
    let (flag, next) = parts.state("pad!flag", Sort::Bool);
    parts.state("pad!word", Sort::BitVec(5));
    let same = parts.terms().eq(flag, next);
    let differs = parts.terms().not(same);
    let trans = parts.trans;
    parts.trans = parts.terms().and(&[trans, differs]);
    parts.finish()
}

/// The variable gets three more bits, which are arbitrary.
fn widened(system: &System, at: usize) -> System {
    let mut parts = Parts::of(system);
    let old = system.states()[at];
    let width = system.terms().sort(old.current).width().expect("a word");
    let mut wide = System::new(parts.system.terms().clone());
    for (i, state) in system.states().iter().enumerate() {
        if i != at {
            wide.add_state(state.current, state.next);
        }
    }
    system.inputs().iter().for_each(|&input| wide.add_input(input));
    parts.system = wide;
    let (current, next) = parts.state("wide!", Sort::BitVec(width + 3));
    let mut substitution = Substitution::new();
    let now = parts.terms().extract(current, width - 1, 0);
    let then = parts.terms().extract(next, width - 1, 0);
    substitution.insert(old.current, now);
    substitution.insert(old.next, then);
    parts.each(&mut |terms, t| substitution.apply(terms, t));
    parts.finish()
}

fn slowed(system: &System) -> System {
    let mut parts = Parts::of(system);
    let (moves, next) = parts.state("phase!", Sort::Bool);
    let terms = parts.system.terms_mut();
    let kept: Vec<TermId> = system.states().iter().map(|s| terms.eq(s.current, s.next)).collect();
    let kept = terms.and(&kept);
    let step = terms.ite(moves, parts.trans, kept);
    let same = terms.eq(moves, next);
    let turns = terms.not(same);
    parts.trans = terms.and(&[step, turns]);
    parts.finish()
}

/// A choice at the beginning between the system and a counter from 0 to 5 whose error is this value.
fn beside(system: &System, error: u64) -> System {
    let mut parts = Parts::of(system);
    let (here, here_next) = parts.state("here!", Sort::Bool);
    let (count, count_next) = parts.state("count!", Sort::BitVec(3));
    let terms = parts.system.terms_mut();
    let (zero, one, five) = (terms.bv(0, 3), terms.bv(1, 3), terms.bv(5, 3));
    let begins = terms.eq(count, zero);
    parts.init = terms.ite(here, parts.init, begins);
    let at_end = terms.eq(count, five);
    let more = terms.bv_add(count, one);
    let after = terms.ite(at_end, five, more);
    let counts = terms.eq(count_next, after);
    let step = terms.ite(here, parts.trans, counts);
    let same = terms.eq(here, here_next);
    parts.trans = terms.and(&[step, same]);
    parts.constraint = terms.implies(here, parts.constraint);
    let error = terms.bv(error, 3);
    let reached = terms.eq(count, error);
    for bad in &mut parts.bads {
        *bad = terms.ite(here, *bad, reached);
    }
    parts.finish()
}

fn gated(system: &System) -> System {
    let mut parts = Parts::of(system);
    let (gate, next) = parts.state("gate!", Sort::Bool);
    let terms = parts.system.terms_mut();
    let closed = terms.not(gate);
    parts.init = terms.and(&[parts.init, closed]);
    let same = terms.eq(gate, next);
    parts.trans = terms.and(&[parts.trans, same]);
    for bad in &mut parts.bads {
        *bad = terms.and(&[*bad, gate]);
    }
    parts.finish()
}
