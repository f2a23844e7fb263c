//! Formulas in DIMACS form.

use super::question::Question;
use super::{contradicts, Ask};
use indubit::base::Rng;
use std::collections::HashSet;
use std::fmt::Write;

/// Random clauses near the ratio at which half of the formulas are satisfiable; some with parities and at-most-one
/// constraints, on which inprocessing works.
pub fn make(rng: &mut Rng, size: usize) -> String {
    let vars = 3 + rng.below(3 * size + 1);
    let mut clauses: Vec<Vec<i64>> = Vec::new();
    let literal = |rng: &mut Rng| {
        let var = 1 + rng.below(vars) as i64;
        if rng.one_in(2) {
            -var
        } else {
            var
        }
    };
    let width = 2 + rng.below(3);
    let count = match width {
        2 => vars,
        3 => vars * 4,
        _ => vars * 9,
    };
    for _ in 0..count / (1 + rng.below(2)) {
        let length = if rng.one_in(8) { 1 + rng.below(6) } else { width };
        clauses.push((0..length).map(|_| literal(rng)).collect());
    }
    for _ in 0..rng.below(size / 4 + 1) {
        let group: Vec<i64> = (0..3).map(|_| literal(rng)).collect();
        if rng.one_in(2) {
            // A parity of three.
            for signs in 0..8u32 {
                if signs.count_ones() % 2 == 0 {
                    let flip = |(i, &lit): (usize, &i64)| if signs >> i & 1 == 1 { -lit } else { lit };
                    clauses.push(group.iter().enumerate().map(flip).collect());
                }
            }
        } else {
            for i in 0..3 {
                clauses.push(vec![-group[i], -group[(i + 1) % 3]]);
            }
        }
    }
    let mut text = format!("p cnf {} {}\n", vars, clauses.len());
    for clause in clauses {
        for lit in clause {
            let _ = write!(text, "{} ", lit);
        }
        text.push_str("0\n");
    }
    text
}

/// The reason why a model in the output is none.
pub fn wrong_model(suffix: &str, text: &str, output: &str) -> Option<String> {
    if suffix != "cnf" || !output.lines().any(|line| line == "s SATISFIABLE") {
        return None;
    }
    let values = output.lines().filter_map(|line| line.strip_prefix("v "));
    let model: HashSet<i64> =
        values.flat_map(str::split_whitespace).filter_map(|word| word.parse().ok()).collect();
    let clauses = text.lines().filter(|line| !line.starts_with(['p', 'c']));
    let is_false = |line: &&str| {
        let literals = line.split_whitespace().filter_map(|word| word.parse::<i64>().ok());
        !literals.filter(|&lit| lit != 0).any(|lit| model.contains(&lit))
    };
    clauses.into_iter().find(is_false).map(|clause| format!("indubit: the model makes `{}` false", clause))
}

const SWITCHES: [&str; 6] = ["inprocessing", "probing", "subsumption", "elimination", "vivification", "walk"];

/// The program again with other switches, which checks its refutation.
pub fn follow(ask: &Ask<'_>) -> Result<Vec<Question>, String> {
    let mut rng = Rng::new(ask.seed);
    let mut words = vec!["--evidence".to_string(), "--seed".to_string(), rng.below(1000).to_string()];
    words.extend(SWITCHES.iter().filter(|_| rng.one_in(4)).map(|switch| format!("--no-{}", switch)));
    let folder = std::env::temp_dir().join(format!("indubit-switches-{}", std::process::id()));
    let answer = ask.own.with(&words).ask(ask.text.as_bytes(), "cnf", &folder);
    let _ = std::fs::remove_dir_all(folder);
    let name = words.join(" ");
    match answer.crash.or_else(|| wrong_model("cnf", ask.text, &answer.output)) {
        Some(wrong) => Err(format!("indubit: {}: {}", name, wrong)),
        None => {
            let verdict = |answers: &[&'static str]| answers.first().copied().unwrap_or("unknown");
            contradicts(verdict(&ask.answer.verdicts), verdict(&answer.verdicts), &name)?;
            Ok(Vec::new())
        }
    }
}
