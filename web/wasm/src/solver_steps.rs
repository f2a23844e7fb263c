//! The SAT solver and the simplex, step by step.
//!
//! The solver is the real one, and has no code for this. A theory without constraints sees its trail and confirms each
//! decision, the variable by the solver's own order and the value as it was last; a receiver of proofs sees its learnt
//! clauses with their antecedents. The reason of an implied literal is found again: a clause whose other literals were
//! all false before. Literals that a conflict cut off before the theory saw them follow by propagation, along the
//! antecedents of the learnt clause first.

use crate::cli::options::Command;
use crate::failure::Failure;
use crate::settings::Request;
use indubit::base::{Budget, Json, Lit, Var};
use indubit::input::dimacs;
use indubit::solver::proof::{ClauseId, ProofSink};
use indubit::solver::sat::{
    Answer, Check, Choice, Open, Restarts, SatOptions, Solver, Theory, TheoryOutput,
};
use indubit::theories::lra::{Conflict, LraVar, Pivot, Side, Simplex, Tag};
use indubit::theories::num::{DeltaRational, Rational};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Steps of a run; after these the run ends.
const MOST_STEPS: usize = 20_000;
/// Clauses of a formula that is watched: each reason is searched for among all.
const MOST_CLAUSES: usize = 2_000;

/// A literal of the trail.
#[derive(Clone, Copy)]
struct Entry {
    lit: Lit,
    level: usize,
}

/// Steps of the solver as they come.
#[derive(Default)]
struct Watched {
    /// By number of the clause; `None` for clauses that are forgotten.
    clauses: Vec<Option<Vec<Lit>>>,
    /// The clauses of the formula as the solver was given them, with their numbers.
    axioms: Vec<(usize, Vec<Lit>)>,
    trail: Vec<Entry>,
    level: usize,
    /// By variable: the last value.
    phases: Vec<bool>,
    steps: Vec<String>,
}

impl Watched {
    fn value(&self, lit: Lit) -> Option<bool> {
        self.trail.iter().find(|entry| entry.lit.var() == lit.var()).map(|entry| entry.lit == lit)
    }

    /// A clause that makes the literal true now: all its others are false.
    fn reason(&self, lit: Lit) -> Option<usize> {
        let is_reason = |clause: &Vec<Lit>| {
            clause.contains(&lit) && clause.iter().all(|&l| l == lit || self.value(l) == Some(false))
        };
        self.clauses.iter().position(|clause| clause.as_ref().map_or(false, is_reason))
    }

    fn push(&mut self, lit: Lit, reason: Option<usize>) {
        self.trail.push(Entry { lit, level: self.level });
        if let Some(phase) = self.phases.get_mut(lit.var().index()) {
            *phase = !lit.is_negative();
        }
        self.tell_assignment(lit, reason);
    }

    fn assign(&mut self, lit: Lit) {
        if self.value(lit).is_none() {
            let reason = self.reason(lit);
            self.push(lit, reason);
        }
    }

    /// The next decision, which opens a level: of the open variables the one that the solver would decide first.
    fn decide(&mut self, open: &Open<'_>) -> Choice {
        let vars = (0..self.phases.len()).map(Var::new).filter(|v| open.value(v.positive()) == 0);
        let first = vars.reduce(|best, v| if open.is_before(v, best) { v } else { best });
        match first {
            None => Choice::Any,
            Some(v) => {
                let lit = v.lit(self.phases[v.index()]);
                self.level += 1;
                self.push(lit, None);
                Choice::Literal(lit)
            }
        }
    }

    fn tell_assignment(&mut self, lit: Lit, reason: Option<usize>) {
        let mut json = Json::default();
        json.open('{').key("step").string(if reason.is_some() { "imply" } else { "decide" });
        json.key("lit").raw(lit.to_dimacs()).key("level").raw(self.level);
        if let Some(reason) = reason {
            json.key("reason").raw(reason);
        }
        json.close('}');
        self.tell(json);
    }

    fn tell(&mut self, json: Json) {
        if self.steps.len() < MOST_STEPS {
            self.steps.push(json.line());
        }
    }

    fn backtrack(&mut self, level: usize) {
        if self.level <= level {
            return;
        }
        self.trail.retain(|entry| entry.level <= level);
        self.level = level;
        let mut json = Json::default();
        json.open('{').key("step").string("backjump").key("level").raw(level).close('}');
        self.tell(json);
    }

    fn clause(&mut self, id: ClauseId, clause: Option<&[Lit]>) {
        let number = id.number() as usize;
        if self.clauses.len() <= number {
            self.clauses.resize(number + 1, None);
        }
        self.clauses[number] = clause.map(<[Lit]>::to_vec);
    }

    /// Propagates one clause: the clause is false (`Some(true)`), or has made a literal true (`Some(false)`).
    fn propagate(&mut self, number: usize) -> Option<bool> {
        let clause = self.clauses.get(number)?.clone()?;
        if clause.iter().any(|&l| self.value(l) == Some(true)) {
            return None;
        }
        let mut open = clause.iter().copied().filter(|&l| self.value(l).is_none());
        match (open.next(), open.next()) {
            (None, _) => Some(true),
            (Some(lit), None) => {
                self.push(lit, Some(number));
                Some(false)
            }
            (Some(_), Some(_)) => None,
        }
    }

    /// The clause among these that becomes false by propagation, along them as far as that goes, then along all.
    fn falsified(&mut self, numbers: &[usize]) -> Option<usize> {
        loop {
            let mut has_changed = false;
            for &number in numbers {
                match self.propagate(number) {
                    Some(true) => return Some(number),
                    Some(false) => has_changed = true,
                    None => {}
                }
            }
            if !has_changed {
                // Another clause that is false is the conflict of another order of propagation, and is passed over.
                let found = (0..self.clauses.len()).find(|&number| self.propagate(number) == Some(false));
                found?;
            }
        }
    }

    /// A clause was learnt. The solver goes back to the highest level at which it is unit.
    fn learnt(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        let numbers: Vec<usize> = chain.iter().map(|id| id.number() as usize).collect();
        let falsified = self.falsified(&numbers);
        let mut json = Json::default();
        json.open('{').key("step").string("learn").key("clause").raw(id.number());
        if let Some(falsified) = falsified {
            json.key("conflict").raw(falsified);
        }
        literals(json.key("lits"), clause);
        json.key("chain").open('[');
        for number in &numbers {
            json.raw(number);
        }
        json.close(']').close('}');
        self.tell(json);
        if falsified.is_some() {
            let level_of = |lit: &Lit| self.trail.iter().find(|e| e.lit.var() == lit.var()).map_or(0, |e| e.level);
            let mut levels: Vec<usize> = clause.iter().map(level_of).collect();
            levels.sort_unstable();
            let second = levels.len().checked_sub(2).map_or(0, |place| levels[place]);
            self.backtrack(second);
        }
    }
}

fn literals(json: &mut Json, lits: &[Lit]) {
    json.open('[');
    for lit in lits {
        json.raw(lit.to_dimacs());
    }
    json.close(']');
}

/// The same steps for the theory and for the receiver of proofs.
#[derive(Clone, Default)]
struct Watch(Arc<Mutex<Watched>>);

impl Watch {
    fn get(&self) -> MutexGuard<'_, Watched> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Theory for Watch {
    fn is_atom(&self, _: Var) -> bool {
        true
    }

    fn assign(&mut self, lit: Lit) {
        self.get().assign(lit);
    }

    fn propagate(&mut self, _: &mut TheoryOutput) -> Check {
        Check::Consistent
    }

    fn explain(&mut self, _: Lit, _: &mut Vec<Lit>) {}

    fn final_check(&mut self, _: &mut TheoryOutput) -> Check {
        Check::Consistent
    }

    fn choose(&mut self, open: &Open<'_>) -> Choice {
        self.get().decide(open)
    }

    fn new_level(&mut self) {}

    fn backtrack(&mut self, level: usize) {
        self.get().backtrack(level);
    }

    fn push(&mut self) {}

    fn pop(&mut self) {}
}

impl ProofSink for Watch {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        let mut watched = self.get();
        watched.axioms.push((id.number() as usize, clause.to_vec()));
        watched.clause(id, Some(clause));
    }

    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        let mut watched = self.get();
        watched.learnt(id, clause, chain);
        watched.clause(id, Some(clause));
    }

    fn deleted(&mut self, id: ClauseId, _: &[Lit]) {
        self.get().clause(id, None);
    }
}

/// The run of the solver on a formula: its `clauses` with their numbers, `steps`, and the `answer`.
pub fn sat(text: &[u8], options: &str) -> Result<String, Failure> {
    let request = Request::read(options, Command::Sat)?;
    let budget = request.budget();
    budget.pause_at(request.work.unwrap_or(10_000_000));
    let cnf = dimacs::read(text).map_err(|error| Failure::input(&error, Some(error.place())))?;
    if cnf.len() > MOST_CLAUSES {
        let message = format!("the formula has {} clauses; up to {} can be watched", cnf.len(), MOST_CLAUSES);
        return Err(Failure::usage(message));
    }
    let watch = Watch::default();
    let settings = SatOptions { inprocessing: false, restarts: Restarts::Luby { unit: 32 }, ..SatOptions::default() };
    let mut solver = Solver::with_theory(settings, watch.clone());
    solver.set_proof(watch.clone());
    solver.set_budget(budget);
    let vars = cnf.clauses().flatten().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
    solver.reserve_vars(vars);
    watch.get().phases = vec![true; vars];
    for clause in cnf.clauses() {
        solver.add_clause(clause);
    }
    let answer = match solver.solve(&[]) {
        Answer::Sat => "sat",
        Answer::Unsat => "unsat",
        Answer::Unknown(_) => "unknown",
    };
    let watched = watch.get();
    let mut json = Json::default();
    json.open('{').key("answer").string(answer).key("complete").raw(watched.steps.len() < MOST_STEPS);
    json.key("clauses").open('[');
    for (number, clause) in &watched.axioms {
        json.open('{').key("clause").raw(number);
        literals(json.key("lits"), clause);
        json.close('}');
    }
    json.close(']').key("steps").open('[');
    for step in &watched.steps {
        json.raw(step);
    }
    json.close(']').close('}');
    Ok(json.finish())
}

/// A constraint `Σ c·x ⋈ k`, in a line `OP K C X C X ...` with `OP` among `<=`, `<`, `>=` and `>`.
pub struct Inequality {
    pub side: Side,
    pub bound: DeltaRational,
    pub sum: Vec<(Rational, usize)>,
}

/// Reads the constraints, and the names of the variables in the order of their first occurrence.
pub fn inequalities(text: &str) -> Result<(Vec<Inequality>, Vec<String>), Failure> {
    let mut names: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let wrong = || Failure::usage(format!("line {}: expected OP K C X C X ..., found `{}`", number, line));
        let (op, bound, terms) = match words.as_slice() {
            [op, bound, terms @ ..] if !terms.is_empty() && terms.len() % 2 == 0 => (*op, *bound, terms),
            _ => return Err(wrong()),
        };
        let bound: Rational = bound.parse().map_err(|_| wrong())?;
        let (side, bound) = match op {
            "<=" => (Side::Upper, bound.into()),
            "<" => (Side::Upper, DeltaRational::below(bound)),
            ">=" => (Side::Lower, bound.into()),
            ">" => (Side::Lower, DeltaRational::above(bound)),
            _ => return Err(wrong()),
        };
        let mut sum = Vec::new();
        for pair in terms.chunks(2) {
            let coefficient: Rational = pair[0].parse().map_err(|_| wrong())?;
            let place = names.iter().position(|name| name == pair[1]).unwrap_or_else(|| {
                names.push(pair[1].to_string());
                names.len() - 1
            });
            sum.push((coefficient, place));
        }
        found.push(Inequality { side, bound, sum });
    }
    Ok((found, names))
}

/// The run of the simplex on constraints: after each bound that is asserted and each pivot the tableau, the values and
/// the bounds; at the end a model, or a conflict with its weights.
pub fn simplex(text: &str) -> Result<String, Failure> {
    let (constraints, mut names) = inequalities(text)?;
    let mut simplex = Simplex::new();
    let problem: Vec<LraVar> = names.iter().map(|_| simplex.new_var()).collect();
    let mut vars = Vec::new();
    for constraint in &constraints {
        vars.push(match constraint.sum.as_slice() {
            [(one, place)] if *one == Rational::ONE => problem[*place],
            sum => {
                let sum: Vec<(Rational, LraVar)> = sum.iter().map(|(c, place)| (c.clone(), problem[*place])).collect();
                names.push(format!("s{}", names.len() - problem.len() + 1));
                simplex.new_row(&sum)
            }
        });
    }
    let mut json = Json::default();
    json.open('{').key("names").open('[');
    names.iter().for_each(|name| {
        json.string(name);
    });
    json.close(']').key("definitions").open('[');
    for var in (0..simplex.var_count()).map(LraVar::new) {
        match simplex.definition(var) {
            Some(sum) => terms(&mut json, sum.iter().map(|(c, x)| (c.clone(), *x))),
            None => {
                json.raw("null");
            }
        }
    }
    json.close(']').key("of").open('[');
    vars.iter().for_each(|var| {
        json.raw(var.index());
    });
    json.close(']').key("steps").open('[');
    let answer = run(&mut json, &mut simplex, &constraints, &vars);
    json.close(']').key("answer").string(answer).close('}');
    Ok(json.finish())
}

fn run(json: &mut Json, simplex: &mut Simplex, constraints: &[Inequality], vars: &[LraVar]) -> &'static str {
    for (number, (constraint, &var)) in constraints.iter().zip(vars).enumerate() {
        let tag = Tag(number as u32);
        let asserted = simplex.assert_bound(var, constraint.side, constraint.bound.clone(), tag);
        json.open('{').key("step").string("bound").key("constraint").raw(number);
        tableau(json, simplex);
        json.close('}');
        if let Err(conflict) = asserted {
            tell_conflict(json, &conflict);
            return "unsat";
        }
        for _ in 0..MOST_STEPS {
            match simplex.pivot() {
                Ok(None) => break,
                Ok(Some(Pivot { leaving, violated, entering })) => {
                    json.open('{').key("step").string("pivot").key("leaving").raw(leaving.index());
                    json.key("entering").raw(entering.index());
                    json.key("violated").string(if violated == Side::Lower { "lower" } else { "upper" });
                    tableau(json, simplex);
                    json.close('}');
                }
                Err(conflict) => {
                    tell_conflict(json, &conflict);
                    return "unsat";
                }
            }
        }
    }
    // Whatever was left open by the limit of steps is decided now.
    if simplex.check(&Budget::unlimited()).is_err() {
        return "unsat";
    }
    json.open('{').key("step").string("model");
    tableau(json, simplex);
    json.key("model").open('[');
    if let Ok(values) = simplex.model(&[]) {
        values.iter().for_each(|value| {
            json.string(&value.to_string());
        });
    }
    json.close(']').close('}');
    "sat"
}

fn tell_conflict(json: &mut Json, conflict: &Conflict) {
    json.open('{').key("step").string("conflict").key("weights").open('[');
    for (tag, weight) in &conflict.0 {
        json.open('[').raw(tag.0).string(&weight.to_string()).close(']');
    }
    json.close(']').close('}');
}

fn terms(json: &mut Json, sum: impl Iterator<Item = (Rational, LraVar)>) {
    json.open('[');
    for (coefficient, var) in sum {
        json.open('[').string(&coefficient.to_string()).raw(var.index()).close(']');
    }
    json.close(']');
}

/// The rows, values and bounds as they are.
fn tableau(json: &mut Json, simplex: &Simplex) {
    json.key("rows").open('[');
    for var in (0..simplex.var_count()).map(LraVar::new).filter(|&var| simplex.is_basic(var)) {
        json.open('{').key("basic").raw(var.index());
        terms(json.key("sum"), simplex.row(var));
        json.close('}');
    }
    json.close(']').key("values").open('[');
    for var in (0..simplex.var_count()).map(LraVar::new) {
        json.string(&simplex.value(var).to_string());
    }
    json.close(']').key("bounds").open('[');
    for var in (0..simplex.var_count()).map(LraVar::new) {
        json.open('[');
        for side in [Side::Lower, Side::Upper] {
            match simplex.bound(var, side) {
                Some(bound) => json.string(&bound.value.to_string()),
                None => json.raw("null"),
            };
        }
        json.close(']');
    }
    json.close(']');
}
