//! Makes proofs.

use super::check::{is_about_integers, Atoms, Facts};
use super::circuits::{compares_words, Values};
use super::closure::is_contradictory;
use super::operators::{is_by_zero, is_meaning};
use super::{expansions, Atom, Hypothesis, Proof, Reason, Rule, Step};
use crate::base::{Budget, HashMap, HashSet, Limit, Lit, Var};
use crate::solver::proof::{self as clausal, Origin, ResolutionLog, SharedLog};
use crate::solver::sat::Answer;
use crate::solver::smt::answer::UnknownReason;
use crate::solver::smt::arith::Arithmetic;
use crate::solver::smt::common::common_equalities;
use crate::solver::smt::definitions::conjuncts;
use crate::solver::smt::encode::{Encoder, VarMeaning};
use crate::solver::smt::farkas;
use crate::solver::smt::meaning::{by_zero_meaning, meaning};
use crate::solver::smt::options::SmtOptions;
use crate::solver::smt::products::Lemma;
use crate::solver::smt::solver::Solver;
use crate::solver::smt::theories::{Sat, Theories};
use crate::solver::term::{Op, TermId, Terms, WordDefinitions};
use crate::theories::num::{Integer, Rational};
use std::fmt;

/// The reason why there is no proof.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoProof {
    /// The formulas have a model together.
    Satisfiable,
    /// It was not found out whether the formulas have a model.
    Unknown(UnknownReason),
}

impl fmt::Display for NoProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoProof::Satisfiable => f.write_str("the assertions are satisfiable"),
            NoProof::Unknown(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for NoProof {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            NoProof::Unknown(reason) => Some(reason),
            _ => None,
        }
    }
}

/// The most that the search for a proof without cuts may cost, in conflicts, beside a multiple of the first search.
const BRANCHING_CONFLICTS: u64 = 1_000;

/// The most that the proof of an equality that all cases of a formula say may cost, in conflicts.
const COMMON_CONFLICTS: u64 = 100;

/// A proof that these formulas are unsatisfiable together.
///
/// # Errors
///
/// If they are satisfiable, or the budget does not suffice.
///
/// # Panics
///
/// If one of the terms is no formula.
pub fn refutation(
    terms: &mut Terms,
    assertions: &[TermId],
    options: &SmtOptions,
    budget: &Budget,
) -> Result<Proof, NoProof> {
    terms.expect_formulas(assertions);
    let (of_words, words) = expansions::over_words(terms, assertions);
    let (mut proof, conflicts) = attempt(terms, &of_words, options, Arithmetic::default(), budget)?;
    if proof.steps.iter().any(|step| step.rule == Rule::Integer) {
        let limited = budget.clone().and_conflicts(BRANCHING_CONFLICTS + 4 * conflicts);
        let branching = attempt(terms, &of_words, options, Arithmetic::without_rounding(), &limited);
        if let Ok((certified, _)) = branching {
            proof = certified;
        }
    }
    Ok(Proof { given: assertions.to_vec(), words, ..proof })
}

/// A proof, and the number of conflicts that it took.
fn attempt(
    terms: &mut Terms,
    assertions: &[TermId],
    options: &SmtOptions,
    theory: Arithmetic,
    budget: &Budget,
) -> Result<(Proof, u64), NoProof> {
    let out_of_budget = |limit: Limit| NoProof::Unknown(limit.into());
    let shared = SharedLog::default();
    let mut sat = Sat::with_theory(options.sat.clone(), Theories::with(theory));
    sat.set_proof(shared.clone());
    // Words that get no facts get their circuits at once.
    let mut solver = Solver::over(sat, SmtOptions { postpone_width: 0, justify: false, ..options.clone() });
    solver.use_budget(budget.clone());
    shared.log().set_origin(Origin::Partition(0));
    for formula in conjuncts(terms, assertions) {
        shared.log().set_origin(Origin::Partition(0));
        solver.encoder.assert(terms, &mut solver.sat, formula).map_err(out_of_budget)?;
        shared.log().set_origin(Origin::Valid);
        learn_common(terms, &mut solver, formula, budget).map_err(out_of_budget)?;
    }
    shared.log().set_origin(Origin::Valid);
    match solver.search(terms) {
        Answer::Unsat => {}
        Answer::Sat => return Err(NoProof::Satisfiable),
        Answer::Unknown(limit) => return Err(out_of_budget(limit)),
    }
    let Solver { mut sat, encoder, .. } = solver;
    let log = shared.log();
    let needed = log.needed(log.conclusion().unwrap_or_default());
    let mut proof = Proof {
        steps: Vec::with_capacity(needed.len()),
        hypotheses: hypotheses(terms, &encoder, assertions),
        atoms: Vec::new(),
        circuits: Vec::new(),
        given: Vec::new(),
        words: WordDefinitions::default(),
    };
    name_atoms(terms, &mut proof, &log, &needed, &encoder, &sat);
    proof.steps = justify(terms, &proof, &log, &needed, &mut sat, budget).map_err(out_of_budget)?;
    // The certificate of a bound may be missing because time is up.
    budget.poll().map_err(out_of_budget)?;
    Ok((proof, sat.statistics().conflicts))
}

/// Has the solver refute that an equality does not hold which all cases of an asserted formula say. It learns the
/// equality as a clause of its own, as the first search had it asserted, and the proof has the steps to it.
fn learn_common(
    terms: &mut Terms,
    solver: &mut Solver,
    formula: TermId,
    budget: &Budget,
) -> Result<(), Limit> {
    for equality in common_equalities(terms, formula) {
        let differ = terms.not(equality);
        let lit = solver.encoder.assumption(terms, &mut solver.sat, differ)?;
        solver.sat.set_budget(budget.clone().and_conflicts(COMMON_CONFLICTS));
        // Without an answer the equality is left to the search.
        let _ = solver.sat.solve(&[lit]);
        solver.sat.set_budget(budget.clone());
        budget.poll()?;
    }
    Ok(())
}

/// The assertions, and the meanings of the operators in them.
fn hypotheses(terms: &mut Terms, encoder: &Encoder, assertions: &[TermId]) -> Vec<Hypothesis> {
    let asserted = |&formula: &TermId| Hypothesis { formula, reason: Reason::Assertion };
    let mut found: Vec<Hypothesis> = assertions.iter().map(asserted).collect();
    // Formulas that the checker does not understand are believed.
    let mut add = |formula, is_understood, reason| {
        found.push(Hypothesis { formula, reason: if is_understood { reason } else { Reason::Believed } });
    };
    let numbers: Vec<TermId> = encoder.numbers().collect();
    for t in numbers {
        if matches!(terms.op(t), Op::Ite | Op::IntDiv | Op::IntMod | Op::ToInt) {
            let formula = meaning(terms, t);
            add(formula, is_meaning(terms, t, formula), Reason::Meaning(t));
        }
    }
    let is_division = |t: &TermId| matches!(terms.op(*t), Op::Inverse | Op::IntQuotient);
    let divisions: Vec<TermId> = encoder.numbers().filter(is_division).collect();
    for t in divisions {
        add(meaning(terms, t), true, Reason::Lemma(Lemma::Division(t)));
    }
    for &(formula, lemma) in encoder.lemmas() {
        add(formula, true, Reason::Lemma(lemma));
    }
    for &(formula, fact) in encoder.facts() {
        add(formula, true, Reason::Fact(fact));
    }
    let by_zero = encoder.divisions_by_zero();
    for (i, &t) in by_zero.iter().enumerate() {
        for &other in &by_zero[..i] {
            if let Some(formula) = by_zero_meaning(terms, other, t) {
                let is_one = is_by_zero(terms, [other, t], formula);
                add(formula, is_one, Reason::ByZero([other, t]));
            }
        }
    }
    found
}

/// Names the atoms for which the variables of the needed clauses stand, and the atoms that define those.
fn name_atoms(
    terms: &mut Terms,
    proof: &mut Proof,
    log: &ResolutionLog,
    needed: &[clausal::StepId],
    encoder: &Encoder,
    sat: &Sat,
) {
    let meanings = encoder.meanings(terms, sat.var_count(), false);
    let column_terms = encoder.column_terms(terms);
    let mut seen = vec![false; meanings.len()];
    let mut stack: Vec<(Var, Option<Atom>)> = Vec::new();
    let clauses = needed.iter().flat_map(|&step| log.clause(step));
    for start in clauses.map(|l| l.var()) {
        stack.push((start, None));
        while let Some((v, known)) = stack.pop() {
            let atom = match known {
                Some(atom) => {
                    proof.atoms.push((v.positive(), atom));
                    continue;
                }
                None if std::mem::replace(&mut seen[v.index()], true) => continue,
                None => atom_of(terms, v, meanings[v.index()], encoder, sat, &column_terms),
            };
            let inputs = inputs(terms, &atom, encoder);
            stack.push((v, Some(atom)));
            stack.extend(inputs.into_iter().map(|input| (input, None)));
        }
    }
    let mut next = sat.var_count();
    let mut told: HashSet<(TermId, TermId)> = HashSet::default();
    for (a, b) in encoder.equated().filter(|&pair| told.insert(pair)) {
        let normal = terms.eq(a, b);
        if terms.op(normal) == Op::Eq && terms.args(normal) == [a.min(b), a.max(b)] {
            continue;
        }
        // The normal form says the same in other words.
        let is_seen = encoder.known_literal(terms, normal).map_or(false, |l| seen[l.var().index()]);
        if is_seen || terms.split_not(normal).0 == Terms::TRUE {
            proof.atoms.push((Var::new(next).positive(), Atom::Same(a, b)));
            next += 1;
        }
    }
    proof.circuits =
        encoder.formulas().filter(|&(t, l)| compares_words(terms, t) && seen[l.var().index()]).collect();
}

fn atom_of(
    terms: &mut Terms,
    v: Var,
    meaning: VarMeaning,
    encoder: &Encoder,
    sat: &Sat,
    column_terms: &[TermId],
) -> Atom {
    match meaning {
        VarMeaning::Bit(word, i) => Atom::Bit(word, i),
        VarMeaning::Gate(gate) => Atom::Gate(gate),
        VarMeaning::Same(a, b) => Atom::Same(a, b),
        VarMeaning::Atom => {
            let bound = sat.theory().arithmetic.inequality(v.positive(), &Rational::ONE, column_terms);
            Atom::Formula(farkas::plain_formula(terms, &bound))
        }
        VarMeaning::Term(t) => {
            if terms.op(t) == Op::Eq && terms.sort(terms.arg(t, 0)).is_numeric() {
                let (sum, bound) = (terms.arg(t, 0), terms.arg(t, 1));
                let bounds = [terms.plain_le(sum, bound), terms.plain_le(bound, sum)];
                let literals = bounds.map(|b| encoder.known_literal(terms, b));
                if let [Some(le), Some(ge)] = literals {
                    return Atom::Equality(t, [le, ge]);
                }
            }
            Atom::Formula(t)
        }
    }
}

/// The variables that an atom is defined by.
fn inputs(terms: &mut Terms, atom: &Atom, encoder: &Encoder) -> Vec<Var> {
    let literals = match *atom {
        Atom::Same(a, b) => {
            let normal = terms.eq(a, b);
            encoder.known_literal(terms, normal).into_iter().collect()
        }
        _ => atom.function(terms, |t| encoder.known_literal(terms, t)).map_or_else(Vec::new, |found| found.1),
    };
    literals.into_iter().map(Lit::var).collect()
}

/// The needed clauses with their rules.
fn justify(
    terms: &Terms,
    proof: &Proof,
    log: &ResolutionLog,
    needed: &[clausal::StepId],
    sat: &mut Sat,
    budget: &Budget,
) -> Result<Vec<Step>, Limit> {
    let mut steps = Vec::with_capacity(needed.len());
    let atoms = match Atoms::new(terms, proof) {
        Ok(atoms) => atoms,
        // The checker will say the same.
        Err(_) => return Ok(steps),
    };
    let facts = Facts::new(terms, proof, &atoms);
    let mut values: Option<Values<'_>> = None;
    let mut numbers: HashMap<clausal::StepId, u32> = HashMap::default();
    for &id in needed {
        budget.poll()?;
        let clause = log.clause(id).to_vec();
        let rule = match log.step(id) {
            clausal::Step::Chain(chain) => Rule::Chain(chain.iter().map(|c| numbers[c]).collect()),
            clausal::Step::Axiom(origin) => {
                let definition = || definition(&atoms, &clause);
                let given = facts.find(&clause).map(|(h, _)| Rule::Hypothesis(h)).or_else(definition);
                let mut is_bit = || {
                    let values = values.get_or_insert_with(|| Values::new(terms, &proof.atoms));
                    values.is_valid(&clause)
                };
                match given {
                    None if is_tie(&atoms, &clause) && is_bit() => Rule::Bits,
                    Some(rule) => rule,
                    None => match (certificate(&clause, sat), origin) {
                        (Rule::Integer, _) if is_contradictory(terms, &atoms.negated(&clause)) => {
                            Rule::Theory
                        }
                        (Rule::Integer, Origin::Valid) if is_about_integers(terms, &atoms, &clause) => {
                            Rule::Integer
                        }
                        // The checker knows less about terms than the solver.
                        (Rule::Integer, _) if sat.theory().equality.is_used() => {
                            return Err(Limit::Incomplete);
                        }
                        (rule, Origin::Valid) => rule,
                        // The checker will refuse this hypothesis.
                        _ => Rule::Hypothesis(usize::MAX),
                    },
                }
            }
        };
        numbers.insert(id, steps.len() as u32);
        steps.push(Step { clause, rule });
    }
    Ok(steps)
}

/// Whether the clause may say that two bits are equal.
fn is_tie(atoms: &Atoms<'_>, clause: &[Lit]) -> bool {
    clause.len() <= 2 && clause.iter().any(|l| atoms.is_bit(l.var()))
}

/// The axiom that the clause is.
fn definition(atoms: &Atoms<'_>, clause: &[Lit]) -> Option<Rule> {
    // In long clauses the encoder puts the defined literal first.
    const SHORT: usize = 4;
    let candidates = if clause.len() <= SHORT { clause } else { &clause[..1] };
    candidates.iter().find_map(|&atom| {
        let axiom = atoms.axiom_of(atom.var(), clause)?;
        Some(Rule::Definition { atom, axiom })
    })
}

/// The weights with which the negated literals contradict each other, as integers.
fn certificate(clause: &[Lit], sat: &mut Sat) -> Rule {
    let bounds: Vec<Lit> = clause.iter().map(|&l| !l).collect();
    let conflict = match sat.theory_mut().arithmetic.refute(&bounds) {
        Some(conflict) => conflict,
        None => return Rule::Integer,
    };
    let mut scale = Integer::from(1i64);
    for (_, weight) in &conflict {
        scale = scale.lcm(&weight.denominator());
    }
    let scale = Rational::from(scale);
    let mut weights = vec![Rational::ZERO; clause.len()];
    for (l, weight) in conflict {
        if let Some(i) = clause.iter().position(|&other| other == !l) {
            weights[i] += &(&weight * &scale);
        }
    }
    Rule::Farkas(weights)
}
