//! The refutations of cubes as one proof, in the format DRAT.
//!
//! A step that derives a clause from the formula and a cube derives the clause with the negated cube behind it from
//! the formula alone, so the part of each cube ends with its negation. The negated cubes give those of their
//! beginnings, the longest first, and at last the empty clause. Whether all that is so is the checker's to say.
//!
//! The formula's own clauses are never deleted, because the next cube needs them. All others of a cube are deleted at
//! its end, so that a variable which its proof defines is new to the next one.

use super::split::dimacs;
use indubit::base::Lit;
use indubit::solver::proof::{ProofFormat, ProofReader, ProofStep};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};

fn negated(cube: &[Lit]) -> Vec<Lit> {
    cube.iter().map(|&lit| !lit).collect()
}

/// Appends the part of a cube, from the proof for the formula with this cube.
pub fn append(out: &mut dyn Write, cube: &[Lit], proof: impl BufRead) -> Result<(), String> {
    let failed = |error: io::Error| error.to_string();
    let mut reader = ProofReader::new(proof, ProofFormat::Drat);
    // The clauses that are there besides the formula's, with their numbers.
    let mut live: BTreeMap<Vec<Lit>, usize> = BTreeMap::new();
    let behind = negated(cube);
    let widened = |clause: &[Lit]| {
        let mut wide = clause.to_vec();
        wide.extend(behind.iter().filter(|lit| !clause.contains(lit)));
        wide
    };
    let key = |clause: &[Lit]| {
        let mut key = widened(clause);
        key.sort_unstable();
        key
    };
    while let Some(step) = reader.next_step().map_err(|error| error.to_string())? {
        match step {
            // A clause with a literal of the cube is always true with the negated cube behind it.
            ProofStep::Derived { clause, .. } if clause.iter().any(|lit| cube.contains(lit)) => {}
            ProofStep::Derived { clause, .. } => {
                writeln!(out, "{}", dimacs(&widened(clause))).map_err(failed)?;
                *live.entry(key(clause)).or_insert(0) += 1;
            }
            ProofStep::DeletedClause { clause } => {
                let key = key(clause);
                if let Some(count) = live.get_mut(&key).filter(|count| **count > 0) {
                    *count -= 1;
                    writeln!(out, "d {}", dimacs(&key)).map_err(failed)?;
                }
            }
            ProofStep::Axiom { .. } => return Err("the proof adds to the formula".to_string()),
            _ => return Err("expected a proof in the format DRAT".to_string()),
        }
    }
    writeln!(out, "{}", dimacs(&behind)).map_err(failed)?;
    for (clause, count) in live.iter().filter(|(clause, _)| **clause != key(&[])) {
        for _ in 0..*count {
            writeln!(out, "d {}", dimacs(clause)).map_err(failed)?;
        }
    }
    Ok(())
}

/// Appends the steps from the negated cubes to the empty clause.
pub fn finish(out: &mut dyn Write, cubes: &[Vec<Lit>]) -> io::Result<()> {
    let beginnings = |cube: &Vec<Lit>| (0..cube.len()).map(|end| cube[..end].to_vec()).collect::<Vec<_>>();
    let all: BTreeSet<(Reverse<usize>, Vec<Lit>)> =
        cubes.iter().flat_map(beginnings).map(|cube| (Reverse(cube.len()), cube)).collect();
    all.iter().try_for_each(|(_, cube)| writeln!(out, "{}", dimacs(&negated(cube))))?;
    // Without any cubes there is still a last step.
    writeln!(out, "0")
}
