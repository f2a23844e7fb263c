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
//! The proof is made in `refutation.rs` and walked in `labelled.rs`; `sides.rs` finds the side of each term, and
//! `check.rs` proves the result. Of several proofs the one with the smallest interpolants is taken.
//!
//! Formulas are solved anew here, by a solver that keeps its proof, so that no other solver has to keep one.
//! Interpolants are tidied, which gives equivalent formulas without new symbols.
//!
//! Before an interpolant is handed out its symbols are looked at, and under an option (in debug builds always) the
//! implications are checked by a fresh solver.

mod check;
mod labelled;
pub(super) mod options;
mod refutation;
mod sides;

pub use check::{check, check_tree};
pub use options::{InterpolationOptions, NoInterpolant, Strength};

use super::arith::Arithmetic;
use super::definitions::conjuncts;
use super::encode::Encoder;
use super::strongest::strongest_interpolants;
use super::tidy::tidy;
use crate::base::{Budget, HashMap, Limit};
use crate::solver::proof::Origin;
use crate::solver::sat::Answer;
use crate::solver::term::{SymbolId, TermId, Terms};
use labelled::{Homes, ProofReader};
use refutation::Refutation;
use sides::Cut;

/// Interpolants with at most this many nodes each are not worth another proof.
const SMALL: usize = 4;

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
            let found = strongest_interpolants(terms, formulas, starts, budget)?;
            found.into_iter().map(|i| tidy(terms, i)).collect()
        }
        found => found?,
    };
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
    let theory = Arithmetic::without_rounding();
    let mut first = Refutation::new(theory, refutation::sat_options(options.seed), budget);
    let mut encoder = Encoder::new(&mut first.sat);
    encoder.set_budget(budget.clone());
    for (i, &formula) in formulas.iter().enumerate() {
        first.log.log().set_origin(Origin::Partition(i as u32));
        for conjunct in conjuncts(terms, &[formula]) {
            let encoded = encoder.assert(terms, &mut first.sat, conjunct);
            encoded.map_err(|limit| NoInterpolant::Unknown(limit.into()))?;
        }
    }
    first.log.log().set_origin(Origin::Valid);
    match first.sat.solve(&[]) {
        Answer::Unsat => {}
        Answer::Sat => return Err(NoInterpolant::Satisfiable),
        Answer::Unknown(Limit::Incomplete) if first.sat.theory().withheld() => {
            return Err(NoInterpolant::CutsNeeded)
        }
        Answer::Unknown(limit) => return Err(NoInterpolant::Unknown(limit.into())),
    }
    let homes = Homes::of(&first);
    let nodes = formulas.len().saturating_sub(1);
    let cuts: Vec<Cut> = (0..nodes).map(|last| Cut { first: starts[last], last }).collect();
    let problem = Problem { formulas, cuts, options, encoder, homes };
    let mut found = problem.read(terms, &mut first)?;
    let mut size = graph_size(terms, &found);
    for attempt in 1..options.proofs {
        if size <= SMALL * nodes {
            break;
        }
        let other = first.again(refutation::other_options(options.seed, attempt), budget);
        let mut other = match other {
            Some(other) => other,
            None => continue,
        };
        if let Ok(others) = problem.read(terms, &mut other) {
            let smaller = graph_size(terms, &others);
            if smaller < size {
                found = others;
                size = smaller;
                first = other;
            }
        }
    }
    Ok(found)
}

/// The nodes of formulas as one graph, atoms included.
fn graph_size(terms: &Terms, formulas: &[TermId]) -> usize {
    terms.subterms_until(formulas, |t| !terms.is_connective(t)).len()
}

/// The task that every refutation of the formulas is read for.
struct Problem<'a> {
    formulas: &'a [TermId],
    cuts: Vec<Cut>,
    options: &'a InterpolationOptions,
    encoder: Encoder,
    homes: Homes,
}

impl Problem<'_> {
    /// The interpolants that a refutation gives, tidied.
    fn read(&self, terms: &mut Terms, refutation: &mut Refutation) -> Result<Vec<TermId>, NoInterpolant> {
        let log = refutation.log.clone();
        let log = log.log();
        // A gate may serve different words on both sides; then it has to be named by its inputs.
        for &words in &[true, false] {
            let mut reader = ProofReader {
                log: &log,
                options: self.options,
                cuts: &self.cuts,
                meanings: self.encoder.meanings(terms, refutation.sat.var_count(), words),
                column_terms: self.encoder.column_terms(terms),
                homes: &self.homes,
                occurrences: Vec::new(),
                formulas: HashMap::default(),
                yes: self.encoder.yes(),
                terms,
                sat: &mut refutation.sat,
            };
            let found = reader.read()?;
            if only_shared(terms, self.formulas, &self.cuts, &found) {
                return Ok(found.into_iter().map(|i| tidy(terms, i)).collect());
            }
        }
        Err(NoInterpolant::Mixed)
    }
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
