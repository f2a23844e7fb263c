//! Interpolants from proofs.
//!
//! If formulas `A_1 … A_n` are unsatisfiable together, a *sequence interpolant* is a list `I_1 … I_{n-1}` such that `A_1`
//! implies `I_1`, each `I_k ∧ A_{k+1}` implies `I_{k+1}`, `I_{n-1} ∧ A_n` is unsatisfiable, and `I_k` mentions only what
//! occurs on both sides of the cut (McMillan, CAV 2006). All of them come from one proof: it is walked once, and each of
//! its clauses gets a partial interpolant for each cut.
//!
//! *Boolean part*: labelled interpolation systems (D'Silva, Kroening, Purandare, Weissenbacher, VMCAI 2010) with McMillan's,
//! Pudlák's and the inverse of McMillan's as the choices. A variable of the clauses that only one side of the cut mentions
//! is local to it. Other variables stand for subterms that both sides contain, and the term takes their place in the
//! interpolant, so no variable of the encoding is left; gates of blasted words are written as formulas over bits.
//! *Arithmetic*: the leaf for a conflict of bounds is the sum of those that are local to the left, weighted with the
//! conflict's Farkas coefficients (McMillan, TCS 2005); its dual is what the right side refutes. Integer splits are on
//! single variables, whose bounds are atoms of the side they belong to, and bounds of integers are rounded only when the
//! atom is made, within its side; rounding of what a row implies is switched off.
//!
//! Where that does not work, because integers need more than splits or a proof mixes both sides, what is local is
//! eliminated instead.
//!
//! Formulas are solved anew here, by a solver that keeps its proof, so that no other solver carries the weight of one.
//! Interpolants are tidied, which does not change what they say and adds no symbol.
//!
//! Before an interpolant is handed out its symbols are looked at, and under an option (in debug builds always) the
//! implications are checked by a fresh solver.

use super::arith::Arithmetic;
use super::encode::{Encoder, VarMeaning};
use super::farkas::{self, FarkasChoice, Inequality};
use super::gates::Gate;
use super::sat::Sat;
use super::solver::{SmtOptions, Solver, UnknownReason, Verdict};
use super::strongest::strongest_interpolants;
use super::tidy::tidy;
use crate::base::{Budget, HashMap, Lit, Var};
use crate::solver::proof::{Origin, ResolutionLog, SharedLog, Step, StepId};
use crate::solver::sat::{Answer, SatOptions};
use crate::solver::term::{TermId, Terms};
use crate::theories::num::Rational;
use std::fmt;

/// How strong interpolants are: what is done with what both sides share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// McMillan's system: the strongest.
    Strong,
    /// Pudlák's system, which treats both sides alike.
    Symmetric,
    /// The inverse of McMillan's system: the weakest.
    Weak,
}

/// Settings of [`interpolants`].
#[derive(Clone, PartialEq, Debug)]
pub struct InterpolationOptions {
    /// The propositional system. Default strong.
    pub strength: Strength,
    /// What becomes of a conflict of bounds. Default strong.
    pub farkas: FarkasChoice,
    /// Whether a fresh solver checks every implication. Default on in debug builds only.
    pub check: bool,
    /// Seed of the search for the proof.
    pub seed: u64,
}

impl Default for InterpolationOptions {
    fn default() -> InterpolationOptions {
        InterpolationOptions {
            strength: Strength::Strong,
            farkas: FarkasChoice::Strong,
            check: cfg!(debug_assertions),
            seed: 0,
        }
    }
}

/// Why there is no interpolant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoInterpolant {
    /// The formulas have a model together.
    Satisfiable,
    /// It was not found out whether they have.
    Unknown(UnknownReason),
    /// Splits of integers came to no end, and stronger reasoning has no interpolants here.
    CutsNeeded,
    /// The proof mixes both sides of a cut in a way that cannot be taken apart.
    Mixed,
    /// An interpolant failed its check: a bug in this program, never hidden.
    Refused,
}

impl fmt::Display for NoInterpolant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoInterpolant::Satisfiable => f.write_str("the formulas are satisfiable"),
            NoInterpolant::Unknown(reason) => reason.fmt(f),
            NoInterpolant::CutsNeeded => f.write_str("integers need cuts, which cannot be interpolated"),
            NoInterpolant::Mixed => f.write_str("the proof mixes both sides"),
            NoInterpolant::Refused => f.write_str("an interpolant failed its check"),
        }
    }
}

/// Which side of a cut something belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Left,
    Right,
    Both,
}

/// The formulas in which something occurs, ascending.
#[derive(Clone, Default)]
struct Occurrences(Vec<u32>);

impl Occurrences {
    /// Formulas are added in ascending order.
    fn add(&mut self, part: u32) {
        if self.0.last() != Some(&part) {
            self.0.push(part);
        }
    }

    fn join(&mut self, other: &Occurrences) {
        self.0.extend_from_slice(&other.0);
        self.0.sort_unstable();
        self.0.dedup();
    }

    fn side(&self, cut: Cut) -> Side {
        match self.0.iter().filter(|&&part| cut.is_left(part as usize)).count() {
            0 => Side::Right,
            n if n == self.0.len() => Side::Left,
            _ => Side::Both,
        }
    }
}

/// The formulas that one interpolant separates from the others: those of a subtree, from the first to the last.
#[derive(Clone, Copy)]
struct Cut {
    first: usize,
    last: usize,
}

impl Cut {
    fn is_left(self, part: usize) -> bool {
        self.first <= part && part <= self.last
    }
}

/// Interpolants between the formulas, one for each cut between neighbours.
///
/// # Errors
///
/// If the formulas are satisfiable, or the budget does not suffice, or the proof is not suited.
pub fn interpolants(
    terms: &mut Terms,
    formulas: &[TermId],
    options: &InterpolationOptions,
    budget: &Budget,
) -> Result<Vec<TermId>, NoInterpolant> {
    tree_interpolants(terms, formulas, &vec![0; formulas.len()], options, budget)
}

/// Interpolants for a tree of formulas (Blanc, Gupta, Kovács, Kragl, LPAR 2013), one for each node but the root.
///
/// Formulas come in post-order, so that a node's subtree is a row of neighbours that ends with the node; `starts` says
/// where it begins. The root is the last. What a node's children give and its formula together imply what it gives.
///
/// # Errors
///
/// As [`interpolants`].
pub fn tree_interpolants(
    terms: &mut Terms,
    formulas: &[TermId],
    starts: &[usize],
    options: &InterpolationOptions,
    budget: &Budget,
) -> Result<Vec<TermId>, NoInterpolant> {
    let found = match from_proof(terms, formulas, starts, options, budget) {
        Err(NoInterpolant::CutsNeeded) | Err(NoInterpolant::Mixed) => {
            strongest_interpolants(terms, formulas, starts, budget)?
        }
        found => found?,
    };
    let found: Vec<TermId> = found.into_iter().map(|i| tidy(terms, i)).collect();
    if options.check {
        check_tree(terms, formulas, starts, &found, budget)?;
    }
    Ok(found)
}

fn from_proof(
    terms: &mut Terms,
    formulas: &[TermId],
    starts: &[usize],
    options: &InterpolationOptions,
    budget: &Budget,
) -> Result<Vec<TermId>, NoInterpolant> {
    let log = SharedLog::default();
    let sat_options = SatOptions { seed: options.seed, ..SatOptions::default() };
    let mut sat = Sat::with_theory(sat_options, Arithmetic::without_rounding());
    sat.set_proof(Box::new(log.clone()));
    sat.set_budget(budget.clone());
    sat.theory_mut().set_budget(budget.clone());
    let mut encoder = Encoder::new(&mut sat);
    encoder.set_budget(budget.clone());
    for (i, &formula) in formulas.iter().enumerate() {
        log.log().set_origin(Origin::Partition(i as u32));
        let encoded = encoder.assert(terms, &mut sat, formula);
        encoded.map_err(|limit| NoInterpolant::Unknown(UnknownReason::Limit(limit)))?;
    }
    log.log().set_origin(Origin::Valid);
    match sat.solve(&[]) {
        Answer::Unsat => {}
        Answer::Sat => return Err(NoInterpolant::Satisfiable),
        Answer::Unknown(Some(limit)) => return Err(NoInterpolant::Unknown(UnknownReason::Limit(limit))),
        Answer::Unknown(None) if sat.theory().withheld() => return Err(NoInterpolant::CutsNeeded),
        Answer::Unknown(None) => return Err(NoInterpolant::Unknown(UnknownReason::Incomplete)),
    }
    let log = log.log();
    let nodes = formulas.len().saturating_sub(1);
    let cuts: Vec<Cut> = (0..nodes).map(|last| Cut { first: starts[last], last }).collect();
    let mut found = Vec::new();
    // A gate may serve different words on both sides; then it has to be named by its inputs.
    for &words in &[true, false] {
        let meanings = encoder.meanings(terms, sat.var_count(), words);
        let mut reader = ProofReader {
            log: &log,
            options,
            cuts: &cuts,
            meanings,
            column_terms: encoder.column_terms(terms),
            occurrences: Vec::new(),
            formulas: HashMap::default(),
            yes: encoder.yes(),
            terms,
            sat: &mut sat,
        };
        found = reader.read()?;
        if only_shared(terms, formulas, &cuts, &found) {
            break;
        }
    }
    if !only_shared(terms, formulas, &cuts, &found) {
        return Err(NoInterpolant::Mixed);
    }
    Ok(found)
}

/// Whether each interpolant mentions only what occurs on both sides of its cut.
fn only_shared(terms: &Terms, formulas: &[TermId], cuts: &[Cut], interpolants: &[TermId]) -> bool {
    cuts.iter().zip(interpolants).all(|(cut, &i)| {
        let side = |left: bool| {
            let parts: Vec<TermId> =
                (0..formulas.len()).filter(|&p| cut.is_left(p) == left).map(|p| formulas[p]).collect();
            terms.symbols_in(&parts)
        };
        let (left, right) = (side(true), side(false));
        let shared = |s| left.binary_search(s).is_ok() && right.binary_search(s).is_ok();
        terms.symbols_in(&[i]).iter().all(shared)
    })
}

/// Proves the implications that make a sequence interpolant.
///
/// # Errors
///
/// [`NoInterpolant::Refused`] if one does not hold; a limit if it could not be found out.
pub fn check(
    terms: &mut Terms,
    formulas: &[TermId],
    interpolants: &[TermId],
    budget: &Budget,
) -> Result<(), NoInterpolant> {
    check_tree(terms, formulas, &vec![0; formulas.len()], interpolants, budget)
}

/// Proves the implications that make a tree interpolant; see [`tree_interpolants`].
///
/// # Errors
///
/// As [`check`].
pub fn check_tree(
    terms: &mut Terms,
    formulas: &[TermId],
    starts: &[usize],
    interpolants: &[TermId],
    budget: &Budget,
) -> Result<(), NoInterpolant> {
    // Roots of subtrees whose parent has not come yet.
    let mut waiting: Vec<usize> = Vec::new();
    for (node, &formula) in formulas.iter().enumerate() {
        let after = interpolants.get(node).copied().unwrap_or(Terms::FALSE);
        let mut solver = Solver::new(SmtOptions::default());
        solver.set_budget(budget.clone());
        while let Some(child) = waiting.pop() {
            if child < starts[node] {
                waiting.push(child);
                break;
            }
            solver.assert(terms, interpolants[child]);
        }
        waiting.push(node);
        let not_after = terms.not(after);
        solver.assert(terms, formula);
        solver.assert(terms, not_after);
        match solver.check(terms, &[]) {
            Verdict::Unsat => {}
            Verdict::Sat => return Err(NoInterpolant::Refused),
            Verdict::Unknown(reason) => return Err(NoInterpolant::Unknown(reason)),
        }
    }
    Ok(())
}

/// Walks through a proof.
struct ProofReader<'a> {
    terms: &'a mut Terms,
    log: &'a ResolutionLog,
    sat: &'a mut Sat,
    options: &'a InterpolationOptions,
    cuts: &'a [Cut],
    meanings: Vec<VarMeaning>,
    /// By column: the number it stands for, if it is no sum.
    column_terms: Vec<TermId>,
    occurrences: Vec<Occurrences>,
    /// By variable: the formula it stands for, once it was asked for.
    formulas: HashMap<Var, TermId>,
    yes: Lit,
}

impl ProofReader<'_> {
    fn read(&mut self) -> Result<Vec<TermId>, NoInterpolant> {
        let last = match self.log.conclusion() {
            Some(last) => last,
            None => return Err(NoInterpolant::Mixed),
        };
        let needed = self.log.needed(last);
        self.find_occurrences(&needed);
        let mut partial: HashMap<StepId, Vec<TermId>> = HashMap::default();
        let mut resolvent = vec![false; 2 * self.meanings.len()];
        for &step in &needed {
            let interpolants = match self.log.step(step) {
                Step::Axiom(Origin::Partition(part)) => self.formula_leaf(step, part as usize),
                Step::Axiom(Origin::Valid) => self.valid_leaf(step)?,
                Step::Chain(chain) => self.resolve(chain, &partial, &mut resolvent),
            };
            partial.insert(step, interpolants);
        }
        Ok(partial.remove(&last).unwrap_or_default())
    }

    /// In which formulas each variable occurs, as far as the proof needs them. An atom that only conflicts of the theory
    /// mention belongs to the formulas that contain it; one that an integer split made, to those that its column is in.
    fn find_occurrences(&mut self, needed: &[StepId]) {
        let mut occurrences = self.occurrences_in(needed.iter().copied());
        let everywhere = self.occurrences_in(0..self.log.len());
        let mut columns: HashMap<usize, Occurrences> = HashMap::default();
        for (v, parts) in everywhere.iter().enumerate() {
            for column in self.sat.theory().columns_of(Var::new(v)) {
                columns.entry(column.index()).or_default().join(parts);
            }
        }
        for (v, parts) in occurrences.iter_mut().enumerate() {
            if parts.0.is_empty() {
                *parts = everywhere[v].clone();
            }
            if parts.0.is_empty() {
                for column in self.sat.theory().columns_of(Var::new(v)) {
                    columns.get(&column.index()).into_iter().for_each(|c| parts.join(c));
                }
            }
        }
        self.occurrences = occurrences;
    }

    /// In which formulas each variable occurs, going by these axioms.
    fn occurrences_in(&self, steps: impl Iterator<Item = StepId>) -> Vec<Occurrences> {
        let mut occurrences = vec![Occurrences::default(); self.meanings.len()];
        for step in steps {
            if let Step::Axiom(Origin::Partition(part)) = self.log.step(step) {
                for l in self.log.clause(step) {
                    occurrences[l.var().index()].add(part);
                }
            }
        }
        occurrences
    }

    /// The side of a variable once what is shared has been given to one of them, or to neither.
    fn label(&self, v: Var, cut: Cut) -> Side {
        match (self.occurrences[v.index()].side(cut), self.options.strength) {
            (Side::Both, Strength::Strong) => Side::Right,
            (Side::Both, Strength::Weak) => Side::Left,
            (side, _) => side,
        }
    }

    fn formula_leaf(&mut self, step: StepId, part: usize) -> Vec<TermId> {
        self.cuts
            .iter()
            .map(|&cut| {
                let left = cut.is_left(part);
                let other = if left { Side::Right } else { Side::Left };
                let clause = self.log.clause(step);
                let kept: Vec<Lit> =
                    clause.iter().copied().filter(|l| self.label(l.var(), cut) == other).collect();
                let lits: Vec<TermId> = kept.into_iter().map(|l| self.literal_formula(l)).collect();
                let disjunction = self.terms.or(&lits);
                if left {
                    disjunction
                } else {
                    self.terms.not(disjunction)
                }
            })
            .collect()
    }

    /// A clause that holds in the theory: the true literal, or a conflict of bounds.
    fn valid_leaf(&mut self, step: StepId) -> Result<Vec<TermId>, NoInterpolant> {
        let log = self.log;
        let clause = log.clause(step);
        if clause == [self.yes] {
            let of = |&cut| self.label(self.yes.var(), cut) != Side::Left;
            return Ok(self.cuts.iter().map(|cut| self.terms.bool(of(cut))).collect());
        }
        let bounds: Vec<Lit> = clause.iter().map(|&l| !l).collect();
        let conflict = self.sat.theory_mut().refute(&bounds).ok_or(NoInterpolant::Mixed)?;
        let theory = self.sat.theory();
        let sums: Vec<Inequality> =
            conflict.iter().map(|(l, weight)| theory.inequality(*l, weight, &self.column_terms)).collect();
        let mut interpolants = Vec::with_capacity(self.cuts.len());
        for &cut in self.cuts {
            let is_left = |l: Lit| self.label(l.var(), cut) == Side::Left;
            let left: Vec<bool> = conflict.iter().map(|(l, _)| is_left(*l)).collect();
            interpolants.push(farkas::interpolant(self.terms, &sums, &left, &self.options.farkas));
        }
        Ok(interpolants)
    }

    /// Follows a chain backwards; see [`crate::solver::proof`]'s resolution log.
    fn resolve(
        &mut self,
        chain: &[u32],
        partial: &HashMap<StepId, Vec<TermId>>,
        resolvent: &mut [bool],
    ) -> Vec<TermId> {
        let log = self.log;
        let mut touched: Vec<Lit> = Vec::new();
        let mut interpolants: Vec<TermId> = Vec::new();
        for (i, &step) in chain.iter().rev().enumerate() {
            let step = step as StepId;
            let clause = log.clause(step);
            let pivot = clause.iter().copied().find(|&l| resolvent[(!l).code()]);
            match pivot {
                None if i > 0 => continue,
                None => interpolants = partial[&step].clone(),
                Some(pivot) => {
                    resolvent[(!pivot).code()] = false;
                    let own = &partial[&step];
                    for (i, &cut) in self.cuts.iter().enumerate() {
                        interpolants[i] = self.join(pivot, own[i], interpolants[i], cut);
                    }
                }
            }
            for &l in clause {
                if Some(l) != pivot && !resolvent[l.code()] {
                    resolvent[l.code()] = true;
                    touched.push(l);
                }
            }
        }
        touched.iter().for_each(|l| resolvent[l.code()] = false);
        interpolants
    }

    /// Joins the partial interpolants of the clause with the pivot and of the one with its negation.
    fn join(&mut self, pivot: Lit, with: TermId, without: TermId, cut: Cut) -> TermId {
        match self.label(pivot.var(), cut) {
            Side::Left => self.terms.or(&[with, without]),
            Side::Right => self.terms.and(&[with, without]),
            Side::Both => {
                if with == without {
                    return with;
                }
                let p = self.literal_formula(pivot);
                // (p or with) and (not p or without).
                self.terms.ite(p, without, with)
            }
        }
    }

    fn literal_formula(&mut self, l: Lit) -> TermId {
        let formula = self.formula_of(l.var());
        if l.is_negative() {
            self.terms.not(formula)
        } else {
            formula
        }
    }

    /// The formula that a variable stands for. Gates are written out over their inputs, iteratively.
    fn formula_of(&mut self, v: Var) -> TermId {
        let mut stack = vec![v];
        while let Some(&v) = stack.last() {
            if self.formulas.contains_key(&v) {
                stack.pop();
                continue;
            }
            let formula = match self.meanings[v.index()] {
                VarMeaning::Term(t) => t,
                VarMeaning::Bit(word, i) => {
                    let bit = self.terms.extract(word, i, i);
                    let one = self.terms.bv(1, 1);
                    self.terms.eq(bit, one)
                }
                VarMeaning::Atom => {
                    let one = Rational::ONE;
                    let bound = self.sat.theory().inequality(v.positive(), &one, &self.column_terms);
                    farkas::formula(self.terms, &bound)
                }
                VarMeaning::Gate(gate) => {
                    let inputs = gate.inputs();
                    let before = stack.len();
                    stack.extend(inputs.iter().map(|l| l.var()).filter(|v| !self.formulas.contains_key(v)));
                    if stack.len() > before {
                        continue;
                    }
                    let args: Vec<TermId> = inputs.iter().map(|&l| self.literal_formula(l)).collect();
                    gate_formula(self.terms, gate, &args)
                }
            };
            self.formulas.insert(v, formula);
        }
        self.formulas[&v]
    }
}

fn gate_formula(terms: &mut Terms, gate: Gate, args: &[TermId]) -> TermId {
    match gate {
        Gate::And(_) => terms.and(args),
        Gate::Xor(_) => terms.xor(args[0], args[1]),
        Gate::Ite(_) => terms.ite(args[0], args[1], args[2]),
        Gate::Majority(_) => {
            let pairs = [
                terms.and(&[args[0], args[1]]),
                terms.and(&[args[0], args[2]]),
                terms.and(&[args[1], args[2]]),
            ];
            terms.or(&pairs)
        }
    }
}
