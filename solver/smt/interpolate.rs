//! Interpolants from proofs.
//!
//! If formulas `A_1 … A_n` are unsatisfiable together, a *sequence interpolant* is a list `I_1 … I_{n-1}` such that
//! `A_1` implies `I_1`, each `I_k ∧ A_{k+1}` implies `I_{k+1}`, `I_{n-1} ∧ A_n` is unsatisfiable, and `I_k` mentions
//! only symbols that occur on both sides of the cut (McMillan, CAV 2006). All of them come from one proof: it is
//! walked once, and each of its clauses gets a partial interpolant for each cut.
//!
//! *Boolean part*: labelled interpolation systems (D'Silva, Kroening, Purandare, Weissenbacher, VMCAI 2010) with
//! McMillan's, Pudlák's and the inverse of McMillan's as the choices. A variable of the clauses that only one side of
//! the cut mentions is local to it. Other variables stand for subterms that both sides contain, and the term takes
//! their place in the interpolant, so no variable of the encoding is left; gates of blasted words are written as
//! formulas over bits. *Arithmetic*: the leaf for a conflict of bounds is the sum of those that are local to the
//! left, weighted with the conflict's Farkas coefficients (McMillan, TCS 2005); the dual leaf negates the sum of the
//! right ones. Integer splits are on single variables, whose bounds are atoms of the side they belong to. Bounds of
//! integers are rounded only when the atom is made, within its side; bounds that a row implies are not rounded.
//!
//! If integers need more than splits, or a proof mixes both sides, local constants are eliminated instead
//! (`strongest.rs`).
//!
//! The proof is walked in `labelled.rs`; `sides.rs` finds the side of each term, and `check.rs` proves the result.
//!
//! Formulas are solved anew here, by a solver that keeps its proof, so that no other solver has to keep one.
//! Interpolants are tidied, which gives equivalent formulas without new symbols.
//!
//! Before an interpolant is handed out its symbols are looked at, and under an option (in debug builds always) the
//! implications are checked by a fresh solver.

mod check;
mod labelled;
pub(super) mod options;
mod sides;

pub use check::{check, check_tree};
pub use options::{InterpolationOptions, NoInterpolant, Strength};

use super::arith::Arithmetic;
use super::arith::Sat;
use super::definitions::conjuncts;
use super::encode::Encoder;
use super::strongest::strongest_interpolants;
use super::tidy::tidy;
use crate::base::{Budget, HashMap, Limit};
use crate::solver::proof::{Origin, SharedLog};
use crate::solver::sat::{Answer, SatOptions};
use crate::solver::term::{SymbolId, TermId, Terms};
use labelled::ProofReader;
use sides::Cut;

/// Interpolants between the formulas, one for each cut between neighbours.
///
/// # Errors
///
/// If the formulas are satisfiable, or the budget does not suffice, or the proof is not suited.
///
/// # Panics
///
/// If one of the terms is no formula, or a factor of [`FarkasChoice`](super::FarkasChoice) is out of range.
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
/// Formulas come in post-order, so that a node's subtree is a row of neighbours that ends with the node; `starts`
/// says where it begins. The root is the last. A node's interpolant is implied by its formula and the interpolants of
/// its children.
///
/// # Errors
///
/// As [`interpolants`].
///
/// # Panics
///
/// As [`interpolants`], and if `starts` does not give each node a start that is no later than the node.
pub fn tree_interpolants(
    terms: &mut Terms,
    formulas: &[TermId],
    starts: &[usize],
    options: &InterpolationOptions,
    budget: &Budget,
) -> Result<Vec<TermId>, NoInterpolant> {
    terms.expect_formulas(formulas);
    check::demand_tree(formulas, starts);
    options.farkas.demand();
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
    sat.set_proof(log.clone());
    sat.set_budget(budget.clone());
    sat.theory_mut().set_budget(budget.clone());
    let mut encoder = Encoder::new(&mut sat);
    encoder.set_budget(budget.clone());
    for (i, &formula) in formulas.iter().enumerate() {
        log.log().set_origin(Origin::Partition(i as u32));
        for conjunct in conjuncts(terms, &[formula]) {
            let encoded = encoder.assert(terms, &mut sat, conjunct);
            encoded.map_err(|limit| NoInterpolant::Unknown(limit.into()))?;
        }
    }
    log.log().set_origin(Origin::Valid);
    match sat.solve(&[]) {
        Answer::Unsat => {}
        Answer::Sat => return Err(NoInterpolant::Satisfiable),
        Answer::Unknown(Limit::Incomplete) if sat.theory().withheld() => {
            return Err(NoInterpolant::CutsNeeded)
        }
        Answer::Unknown(limit) => return Err(NoInterpolant::Unknown(limit.into())),
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

/// Whether each interpolant mentions only symbols that occur on both sides of its cut.
fn only_shared(terms: &Terms, formulas: &[TermId], cuts: &[Cut], interpolants: &[TermId]) -> bool {
    // By symbol: the formulas that it occurs in, in order.
    let mut places: HashMap<SymbolId, Vec<usize>> = HashMap::default();
    for (p, &formula) in formulas.iter().enumerate() {
        for symbol in terms.symbols_in(&[formula]) {
            places.entry(symbol).or_default().push(p);
        }
    }
    cuts.iter().zip(interpolants).all(|(cut, &i)| {
        let is_shared = |s: &SymbolId| match places.get(s) {
            Some(places) => {
                let left = places.iter().filter(|&&p| cut.is_left(p)).count();
                left > 0 && left < places.len()
            }
            None => false,
        };
        terms.symbols_in(&[i]).iter().all(is_shared)
    })
}
