//! The axioms of a proof: facts of a part, definitions, lemmas of the theory.
//!
//! A definition gives a name to a term, and holds wherever the term occurs; so it may count to any part. It goes to a
//! part that uses the name, so that names stay local as far as they can. From the facts on, definitions are looked at
//! in such an order that all uses of a name come before its definition.

use super::places::Places;
use super::refutation::Refutation;
use super::sides::{PartSet, PartSets};
use crate::base::{HashMap, Lit, Var};
use crate::solver::proof::{Origin, Step, StepId};
use crate::solver::smt::arith::Arithmetic;
use crate::theories::num::Rational;

/// An axiom of a proof, as interpolation sees it.
pub(super) enum Leaf {
    /// It says something about this part.
    Of(u32),
    /// Bounds contradict each other: the negated literals, with the weights of a contradictory sum.
    Lemma(Vec<(Lit, Rational)>),
}

/// The axioms that a proof needs, and the parts in which each variable occurs by them.
pub(super) struct Leaves {
    pub of: HashMap<StepId, Leaf>,
    /// By variable.
    pub occurrences: Vec<PartSet>,
    pub sets: PartSets,
}

struct Definition {
    step: StepId,
    defined: Var,
}

struct Sorting<'a, 'b> {
    refutation: &'a Refutation<'a>,
    places: Places<'b>,
    leaves: HashMap<StepId, Leaf>,
    occurrences: Vec<PartSet>,
    /// By variable: the parts with clauses that use it, definitions of the variable itself aside.
    used: Vec<PartSet>,
}

/// Sorts the axioms among these steps. `is_gate` says of a variable and of the others in a clause whether the clause
/// is one of those that define the variable as a gate.
pub(super) fn sort(
    refutation: &Refutation<'_>,
    needed: &[StepId],
    places: Places<'_>,
    is_gate: impl Fn(Var, &[Lit]) -> bool,
) -> Leaves {
    let vars = refutation.vars;
    let mut sorting = Sorting {
        refutation,
        places,
        leaves: HashMap::default(),
        occurrences: vec![PartSets::NONE; vars],
        used: vec![PartSets::NONE; vars],
    };
    for &(lit, part) in &refutation.facts {
        sorting.occurs(&[lit], part);
    }
    let mut definitions = Vec::new();
    let mut theory: Option<Arithmetic> = None;
    for &step in needed {
        let clause = refutation.log.clause(step);
        match refutation.log.step(step) {
            Step::Chain(_) => {}
            Step::Axiom(Origin::Partition(part)) => {
                sorting.occurs(clause, part);
                sorting.leaves.insert(step, Leaf::Of(part));
            }
            Step::Axiom(Origin::Valid) => match lemma(refutation, &mut theory, clause) {
                Some(conflict) => {
                    sorting.leaves.insert(step, Leaf::Lemma(conflict));
                }
                None => {
                    let last = clause.iter().map(|l| l.var()).max();
                    let gate = last.filter(|&v| is_gate(v, clause));
                    let defined = gate.or_else(|| clause.first().map(|l| l.var()));
                    definitions.extend(defined.map(|defined| Definition { step, defined }));
                }
            },
        }
    }
    sorting.define(&definitions);
    sorting.find_others(needed);
    Leaves { of: sorting.leaves, occurrences: sorting.occurrences, sets: sorting.places.sets }
}

/// The contradiction of bounds that a clause states, if it does.
fn lemma(
    refutation: &Refutation<'_>,
    theory: &mut Option<Arithmetic>,
    clause: &[Lit],
) -> Option<Vec<(Lit, Rational)>> {
    if !clause.iter().all(|l| refutation.theory.is_atom(l.var())) {
        return None;
    }
    let bounds: Vec<Lit> = clause.iter().map(|&l| !l).collect();
    theory.get_or_insert_with(|| refutation.theory.restarted(|_| true)).refute(&bounds)
}

impl Sorting<'_, '_> {
    fn occurs(&mut self, clause: &[Lit], part: u32) {
        for l in clause {
            let v = l.var().index();
            self.occurrences[v] = self.places.sets.with(self.occurrences[v], part);
            self.used[v] = self.places.sets.with(self.used[v], part);
        }
    }

    /// Gives each definition to a part.
    fn define(&mut self, definitions: &[Definition]) {
        let log = self.refutation.log;
        // By variable: the number of definitions that use it, and its own.
        let mut waiting = vec![0; self.refutation.vars];
        let mut own: HashMap<Var, Vec<usize>> = HashMap::default();
        for (i, definition) in definitions.iter().enumerate() {
            own.entry(definition.defined).or_default().push(i);
            let others = log.clause(definition.step).iter().filter(|l| l.var() != definition.defined);
            others.for_each(|l| waiting[l.var().index()] += 1);
        }
        let mut done = vec![false; definitions.len()];
        let mut ready: Vec<Var> = Vec::new();
        for definition in definitions {
            if waiting[definition.defined.index()] == 0 {
                ready.push(definition.defined);
            }
        }
        // Names that use each other come last, which is no mistake.
        let mut rest = definitions.iter().map(|definition| definition.defined);
        while let Some(v) = ready.pop().or_else(|| rest.next()) {
            for &i in own.get(&v).map_or(&[][..], |own| own) {
                if std::mem::replace(&mut done[i], true) {
                    continue;
                }
                self.give(&definitions[i]);
                for l in log.clause(definitions[i].step).iter().filter(|l| l.var() != v) {
                    let count = &mut waiting[l.var().index()];
                    *count -= 1;
                    if *count == 0 {
                        ready.push(l.var());
                    }
                }
            }
        }
    }

    fn give(&mut self, definition: &Definition) {
        let clause = self.refutation.log.clause(definition.step);
        let mut possible = PartSets::ALL;
        for l in clause {
            let place = self.places.of_variable(l.var());
            possible = self.places.sets.meet(possible, place);
        }
        let used = self.used[definition.defined.index()];
        let best = self.places.sets.meet(possible, used);
        // A part without one of its constants is as good as any: the interpolants' constants are looked at later.
        let choices = [best, possible, used].iter().find_map(|&set| self.places.sets.first(set));
        let part = choices.unwrap_or(0);
        self.leaves.insert(definition.step, Leaf::Of(part));
        for l in clause {
            let v = l.var().index();
            self.occurrences[v] = self.places.sets.with(self.occurrences[v], part);
            if l.var() != definition.defined {
                self.used[v] = self.places.sets.with(self.used[v], part);
            }
        }
    }

    /// Comparisons that only lemmas mention belong to the parts that could mention them.
    fn find_others(&mut self, needed: &[StepId]) {
        for &step in needed {
            if let Some(Leaf::Lemma(_)) = self.leaves.get(&step) {
                for l in self.refutation.log.clause(step) {
                    if self.occurrences[l.var().index()] == PartSets::NONE {
                        self.occurrences[l.var().index()] = self.places.of_variable(l.var());
                    }
                }
            }
        }
    }
}
