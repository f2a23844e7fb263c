//! Formulas with soft clauses as formulas: switches, and the demand that they cost less than a number.

use indubit::base::{HashMap, Lit, Var};
use indubit::input::dimacs::Cnf;
use indubit::input::wcnf::Wcnf;

/// The most nodes of the diagram that adds weights up.
const MOST_NODES: usize = 2_000_000;

/// The hard clauses, and the soft ones with a switch each: a literal that is true if the clause is not satisfied.
pub fn with_switches(wcnf: &Wcnf) -> (Cnf, Vec<Lit>) {
    let mut cnf = wcnf.hard.clone();
    let first = wcnf.hard.vars();
    let switches: Vec<Lit> = (0..wcnf.soft.len()).map(|i| Var::new(first + i).positive()).collect();
    for (clause, &switch) in wcnf.soft.clauses().zip(&switches) {
        let mut clause = clause.to_vec();
        clause.push(switch);
        cnf.push(&clause);
    }
    (cnf, switches)
}

/// A formula that has a model if some solution costs less than this; `None` if none can, or it would be too large.
///
/// A node of the diagram stands for the demand that the soft clauses from some place on cost at most some number (Eén
/// and Sörensson, "Translating pseudo-Boolean constraints into SAT", JSAT 2006).
pub fn formula(wcnf: &Wcnf, cost: u128) -> Option<Cnf> {
    let most = cost.checked_sub(1)?;
    let (mut cnf, switches) = with_switches(wcnf);
    let mut soft: Vec<(u64, Lit)> = wcnf.weights.iter().copied().zip(switches).collect();
    soft.sort_unstable_by(|a, b| b.cmp(a));
    let mut left: Vec<u128> = vec![0];
    for (weight, _) in soft.iter().rev() {
        left.push(left.last()? + u128::from(*weight));
    }
    left.reverse();
    let mut next = cnf.vars();
    let mut fresh = || {
        next += 1;
        Var::new(next - 1).positive()
    };
    let root = fresh();
    cnf.push(&[root]);
    let mut row: Vec<(u128, Lit)> = vec![(most, root)];
    let mut nodes = 0;
    for (place, &(weight, switch)) in soft.iter().enumerate() {
        let weight = u128::from(weight);
        let mut below: HashMap<u128, Lit> = HashMap::default();
        let mut next_row = Vec::new();
        for &(room, node) in row.iter().filter(|(room, _)| *room < left[place]) {
            let mut child = |room: u128| {
                *below.entry(room).or_insert_with(|| {
                    let lit = fresh();
                    next_row.push((room, lit));
                    lit
                })
            };
            let kept = child(room);
            cnf.push(&[!node, kept]);
            match room.checked_sub(weight) {
                None => cnf.push(&[!node, !switch]),
                Some(less) => {
                    let paid = child(less);
                    cnf.push(&[!node, !switch, paid]);
                }
            }
        }
        nodes += next_row.len();
        if nodes > MOST_NODES {
            return None;
        }
        row = next_row;
    }
    Some(cnf)
}
