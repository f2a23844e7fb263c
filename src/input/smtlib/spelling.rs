//! Names that a script can declare.

use super::operators::TABLE;
use crate::solver::term::{is_reserved, Op, Substitution, TermId, Terms, SCRIPT_PREFIX, SOLVER_PREFIX};
use std::collections::{HashMap, HashSet};

/// Operators with numerals, and words that solvers treat in their own way.
const INDEXED: [&str; 10] = [
    "extract",
    "repeat",
    "zero_extend",
    "sign_extend",
    "rotate_left",
    "rotate_right",
    "divisible",
    "int2bv",
    "int_to_bv",
    "bv2nat",
];

/// Names that a script can declare together, each as close as possible to the one given.
///
/// They differ from each other, from operators and reserved words, and from the names that the printer gives to shared
/// terms: `.0`, `.1` and so on, or `shared.0`, `shared.1` and so on.
pub(crate) fn distinct_names(names: &[&str]) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut chosen: Vec<Option<String>> = vec![None; names.len()];
    // Names that are fit as they are go first, so that a replacement never takes one of them.
    for (place, name) in names.iter().enumerate() {
        if is_fit(name) && taken.insert(name.to_string()) {
            chosen[place] = Some(name.to_string());
        }
    }
    // By cleaned name: the number to try next, so that many equal names cost no more than different ones.
    let mut tries: HashMap<String, u64> = HashMap::new();
    let mut replacement = |name: &str| {
        let clean: String = name.chars().map(|c| if is_fit_char(c) { c } else { '_' }).collect();
        let next = tries.entry(clean.clone()).or_insert(1);
        loop {
            *next += 1;
            let candidate = format!("{}_{}", clean, next);
            if taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    };
    names.iter().zip(chosen).map(|(name, kept)| kept.unwrap_or_else(|| replacement(name))).collect()
}

/// Gives constants new names: formulas over them become formulas over constants of these names.
pub(crate) fn rename(terms: &mut Terms, constants: &[TermId], names: &[String], formulas: &mut [TermId]) {
    let mut renaming = Substitution::new();
    for (&constant, name) in constants.iter().zip(names) {
        let is_named = match terms.op(constant) {
            Op::Symbol(symbol) => terms.name(symbol) == name,
            _ => false,
        };
        if !is_named {
            let sort = terms.sort(constant);
            let new = terms.declare(name, sort);
            renaming.insert(constant, new);
        }
    }
    for formula in formulas {
        *formula = renaming.apply(terms, *formula);
    }
}

fn is_fit_char(c: char) -> bool {
    !matches!(c, '|' | '\\') && !c.is_control()
}

fn is_fit(name: &str) -> bool {
    let is_shared = [SOLVER_PREFIX, SCRIPT_PREFIX].iter().any(|&prefix| {
        name.strip_prefix(prefix).map_or(false, |rest| rest.bytes().all(|b| b.is_ascii_digit()))
    });
    let is_operator = TABLE.iter().any(|(operator, _)| *operator == name) || INDEXED.contains(&name);
    !name.is_empty() && !is_shared && !is_operator && !is_reserved(name) && name.chars().all(is_fit_char)
}
