//! Clausal sweeping: equal and constant literals in small parts of the formula.
//!
//! The clauses near a variable are given to a small solver of their own. Its models tell literals apart; literals
//! that no model has told apart may be equal, and one that is true in all of them may be constant. Queries under
//! assumptions settle each suspicion, and a model that refutes one refutes many (Biere, Fazekas, Fleury, Froleyks,
//! "Clausal equivalence sweeping", FMCAD 2024, after SAT sweeping of circuits by Kuehlmann, ICCAD 2004). A
//! consequence of a part of the clauses is one of all. In contrast to `congruence.rs` the pass needs no gates and finds
//! equalities that take reasoning.
//!
//! Constants become units; an equality becomes two binary clauses, which `equivalent.rs` uses.
//!
//! Invariants: level 0, propagated; watches are right at every step. The small solver reports its proof to a recorder
//! here, which knows the number that each of its clauses has in the large proof. The derivations that a finding rests
//! on are repeated there, so the large proof consists of resolutions as before.
//!
//! Left out: larger parts in later rounds, and Kissat's flipping of single values in models. Off where literals are
//! not replaced, see [`Solver::may_substitute`].

use super::effort::Effort;
use crate::base::{Budget, Limit, Lit, Var};
use crate::solver::proof::{ClauseId, ProofSink};
use crate::solver::sat::arena::ClauseRef;
use crate::solver::sat::lists::Lists;
use crate::solver::sat::options::SatOptions;
use crate::solver::sat::solver::Solver;
use crate::solver::sat::state::Status;
use crate::solver::sat::theory::{NoTheory, Theory};
use crate::solver::sat::Answer;

/// The largest part: variables, clauses, and clauses away from the variable in the middle. Chosen by hand; no
/// measurement is recorded.
const VARS: usize = 128;
const CLAUSES: usize = 512;
const DEPTH: usize = 3;
/// Literals in more clauses do not lead to further ones.
const OCCURRENCE_LIMIT: usize = 64;
/// Longer clauses are left out.
const SIZE_LIMIT: usize = 32;
/// Conflicts after which a suspicion is left open.
const CONFLICTS: u64 = 100;

/// The origin of a clause of the small solver.
enum Step {
    /// A clause of the large solver, by its number.
    Given(u32),
    /// A finding that was added: the conclusion with this number.
    Again(u64),
    Derived(Vec<Lit>, Vec<u64>),
}

/// The proof of the small solver. The clause with number `n` is step `n - 1`.
#[derive(Default)]
struct Recorder {
    given: Vec<u32>,
    steps: Vec<Step>,
    /// The clauses proved by the calls that answered unsatisfiable, in order.
    conclusions: Vec<u64>,
}

impl ProofSink for Recorder {
    fn axiom(&mut self, _: ClauseId, _: &[Lit]) {
        let again = self.conclusions.last().copied().unwrap_or_default();
        let step = self.given.get(self.steps.len()).map_or(Step::Again(again), |&id| Step::Given(id));
        self.steps.push(step);
    }

    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        debug_assert!(self.steps.len() >= self.given.len(), "a clause of open literals is taken as it is");
        debug_assert_eq!(id.number(), self.steps.len() as u64 + 1);
        self.steps.push(Step::Derived(clause.to_vec(), chain.iter().map(|c| c.number()).collect()));
    }

    fn deleted(&mut self, _: ClauseId, _: &[Lit]) {}

    fn concluded(&mut self, id: ClauseId, _: &[Lit]) {
        self.conclusions.push(id.number());
    }
}

/// A part of the formula, with the variables numbered anew.
struct Part {
    solver: Solver<NoTheory>,
    /// The variables of the large solver, by the number of the small one.
    vars: Vec<Var>,
    /// Clauses of the small solver that were proved, and whether the large one shall have them.
    findings: Vec<(Vec<Lit>, bool)>,
    /// By variable: the class of literals that no model has told apart, and the literal's sign in it.
    class: Vec<(u32, bool)>,
    classes: u32,
    /// By variable: false once two models differ in it.
    constant: Vec<bool>,
}

impl Part {
    /// The answer of the small solver; a refutation becomes a finding.
    fn ask(&mut self, assumptions: &[Lit]) -> Answer {
        self.solver.set_budget(Budget::unlimited().with_conflicts(CONFLICTS));
        let answer = self.solver.solve(assumptions);
        match answer {
            Answer::Sat => self.tell_apart(),
            Answer::Unsat => {
                let clause: Vec<Lit> = self.solver.core().iter().map(|&l| !l).collect();
                self.findings.push((clause.clone(), clause.len() < 2));
                self.solver.add_clause(&clause);
            }
            Answer::Unknown(_) => {}
        }
        answer
    }

    /// Splits the classes by the values of the model.
    fn tell_apart(&mut self) {
        let mut split: Vec<(u32, u32)> = Vec::new();
        let first = self.classes == 0;
        self.classes = self.classes.max(1);
        for (i, (class, sign)) in self.class.iter_mut().enumerate() {
            let value = self.solver.value(Var::new(i).positive()) == Some(true);
            if first {
                *sign = value;
            } else if value != *sign {
                // The literals that are false now leave their class together.
                self.constant[i] = false;
                let new = match split.iter().find(|s| s.0 == *class) {
                    Some(&(_, new)) => new,
                    None => {
                        split.push((*class, self.classes));
                        self.classes += 1;
                        self.classes - 1
                    }
                };
                *class = new;
            }
        }
    }

    /// The literal of a variable that was true in the first model.
    fn literal(&self, var: usize) -> Lit {
        Var::new(var).lit(self.class[var].1)
    }

    /// Settles the suspicions.
    fn settle(&mut self) {
        if self.ask(&[]) != Answer::Sat {
            return;
        }
        for i in 0..self.vars.len() {
            if self.constant[i] && self.ask(&[!self.literal(i)]) == Answer::Unsat {
                // Constants are not looked at as equals.
                self.class[i].0 = self.classes;
                self.classes += 1;
            }
            if !self.solver.is_consistent() {
                return;
            }
        }
        for i in 0..self.vars.len() {
            for j in i + 1..self.vars.len() {
                if self.class[i].0 != self.class[j].0 {
                    continue;
                }
                let (a, b) = (self.literal(i), self.literal(j));
                let (from, known) = (self.findings.len(), self.solver.is_consistent());
                let equal =
                    known && self.ask(&[a, !b]) == Answer::Unsat && self.ask(&[!a, b]) == Answer::Unsat;
                if !self.solver.is_consistent() {
                    return;
                }
                if equal {
                    self.findings[from..].iter_mut().for_each(|f| f.1 = true);
                }
                // Whether equal or not, the pair is settled.
                self.class[j].0 = self.classes;
                self.classes += 1;
            }
        }
    }
}

impl<T: Theory> Solver<T> {
    /// One pass, from where the last one ended. Leaves level 0 to be propagated. The result is whether equal literals
    /// were found.
    pub(super) fn sweep(&mut self, effort: &mut Effort) -> Result<bool, Limit> {
        debug_assert!(self.level() == 0 && self.trail.head == self.trail.lits.len());
        let mut occurrences: Lists<ClauseRef> = Lists::new(2 * self.vars.len());
        for c in self.db.arena.iter().filter(|&c| !self.db.arena.is_redundant(c)) {
            let lits = self.db.arena.lits(c);
            if lits.len() <= SIZE_LIMIT && !self.is_temporary(lits) {
                lits.iter().for_each(|&l| occurrences.push(l, c));
            }
        }
        let before = self.stats.swept;
        // By variable: its number in the present part plus 1; and whether it was in one before.
        let mut place = vec![0u32; self.vars.len()];
        let mut covered = vec![false; self.vars.len()];
        for _ in 0..self.vars.len() {
            if self.memory.sweep >= self.vars.len() {
                self.memory.sweep = 0;
            }
            let center = Var::new(self.memory.sweep);
            self.memory.sweep += 1;
            let open = self.val(center.positive()) == 0 && self.vars.status[center.index()] == Status::Active;
            if !open || covered[center.index()] {
                continue;
            }
            let work = self.sweep_around(center, &occurrences, &mut place, &mut covered);
            if !self.consistent || !self.work(effort, work)? {
                break;
            }
        }
        Ok(self.stats.swept > before)
    }

    /// Settles the suspicions around a variable; the result is the work.
    fn sweep_around(
        &mut self,
        center: Var,
        occurrences: &Lists<ClauseRef>,
        place: &mut [u32],
        covered: &mut [bool],
    ) -> usize {
        let (vars, clauses) = self.part_around(center, occurrences, place);
        let mut solver = Solver::new(SatOptions::incremental());
        if self.tracer.on() {
            let given = clauses.iter().map(|&c| self.db.arena.id(c)).collect();
            solver.set_proof(Recorder { given, ..Recorder::default() });
        }
        solver.reserve_vars(vars.len());
        let mut work = 0;
        let mut lits = Vec::new();
        for &c in &clauses {
            lits.clear();
            let inner = |l: &Lit| Var::new(place[l.var().index()] as usize - 1).lit(!l.is_negative());
            lits.extend(self.db.arena.lits(c).iter().map(inner));
            work += lits.len();
            solver.add_clause(&lits);
        }
        for &v in &vars {
            place[v.index()] = 0;
            covered[v.index()] = true;
        }
        if clauses.len() < 2 {
            return 1 + work;
        }
        let count = vars.len();
        let mut part = Part {
            solver,
            vars,
            findings: Vec::new(),
            class: vec![(0, true); count],
            classes: 0,
            constant: vec![true; count],
        };
        part.settle();
        work += part.solver.statistics().propagations as usize;
        self.take_findings(part);
        self.propagate_fixed();
        work
    }

    /// The clauses near a variable, and the variables in them; `place` numbers these from 1.
    fn part_around(
        &self,
        center: Var,
        occurrences: &Lists<ClauseRef>,
        place: &mut [u32],
    ) -> (Vec<Var>, Vec<ClauseRef>) {
        let mut vars = vec![center];
        place[center.index()] = 1;
        let mut clauses: Vec<ClauseRef> = Vec::new();
        let (mut at, mut end) = (0, 1);
        'search: for _ in 0..DEPTH {
            while at < end {
                let v = vars[at];
                at += 1;
                let lists = [occurrences.list(v.positive()), occurrences.list(v.negative())];
                if lists[0].len() + lists[1].len() > OCCURRENCE_LIMIT {
                    continue;
                }
                for &c in lists.iter().copied().flatten() {
                    let lits = self.db.arena.lits(c);
                    // A clause was met before if an earlier variable of it was looked at.
                    let met = |l: &Lit| {
                        let number = place[l.var().index()] as usize;
                        number > 0 && number < at && {
                            let (p, n) =
                                (occurrences.len(l.var().positive()), occurrences.len(l.var().negative()));
                            p + n <= OCCURRENCE_LIMIT
                        }
                    };
                    if lits.iter().any(|&l| self.val(l) != 0) || lits.iter().any(met) {
                        continue;
                    }
                    if clauses.len() >= CLAUSES || vars.len() + lits.len() > VARS {
                        break 'search;
                    }
                    for l in lits {
                        if place[l.var().index()] == 0 {
                            vars.push(l.var());
                            place[l.var().index()] = vars.len() as u32;
                        }
                    }
                    clauses.push(c);
                }
            }
            end = vars.len();
        }
        (vars, clauses)
    }

    /// Adds what a part has proved.
    fn take_findings(&mut self, mut part: Part) {
        let ids = match part.solver.take_proof::<Recorder>() {
            Some(recorder) if self.tracer.on() => self.repeat_proof(&recorder, &part),
            _ => vec![0; part.findings.len()],
        };
        for ((clause, _), id) in part.findings.iter().zip(ids).filter(|((_, wanted), _)| *wanted) {
            let lits: Vec<Lit> =
                clause.iter().map(|l| part.vars[l.var().index()].lit(!l.is_negative())).collect();
            match lits[..] {
                [] => self.consistent = false,
                [unit] => {
                    self.stats.swept_units += 1;
                    self.assign_unit(unit, id);
                }
                _ if lits.iter().all(|&l| self.val(l) == 0) => {
                    self.stats.swept += 1;
                    self.new_clause(&lits, false, 0, id);
                }
                _ => {}
            }
            if !self.consistent {
                return;
            }
        }
    }

    /// Derives the findings in the large proof; the result is their numbers.
    fn repeat_proof(&mut self, recorder: &Recorder, part: &Part) -> Vec<u32> {
        debug_assert_eq!(recorder.conclusions.len(), part.findings.len());
        let count = recorder.steps.len();
        let mut needed = vec![false; count];
        for (&id, finding) in recorder.conclusions.iter().zip(&part.findings) {
            needed[id as usize - 1] |= finding.1;
        }
        for at in (0..count).rev() {
            if needed[at] {
                match &recorder.steps[at] {
                    Step::Given(_) => {}
                    Step::Again(id) => needed[*id as usize - 1] = true,
                    Step::Derived(_, chain) => chain.iter().for_each(|&id| needed[id as usize - 1] = true),
                }
            }
        }
        let mut numbers = vec![0u32; count];
        let mut derived: Vec<(u32, Vec<Lit>)> = Vec::new();
        for at in 0..count {
            numbers[at] = match &recorder.steps[at] {
                _ if !needed[at] => 0,
                Step::Given(id) => *id,
                Step::Again(id) => numbers[*id as usize - 1],
                Step::Derived(clause, chain) => {
                    let lits: Vec<Lit> =
                        clause.iter().map(|l| part.vars[l.var().index()].lit(!l.is_negative())).collect();
                    self.tracer.chain.extend(chain.iter().map(|&id| numbers[id as usize - 1]));
                    let id = self.tracer.derive(&lits);
                    derived.push((id, lits));
                    id
                }
            };
        }
        let ids: Vec<u32> = recorder.conclusions.iter().map(|&id| numbers[id as usize - 1]).collect();
        for (id, lits) in derived {
            let kept = part.findings.iter().zip(&ids).any(|(finding, &own)| finding.1 && own == id);
            if !kept {
                self.tracer.delete(id, &lits);
            }
        }
        ids
    }
}
