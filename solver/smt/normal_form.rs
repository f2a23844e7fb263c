//! Conjunctive and disjunctive normal form, without new symbols.
//!
//! Engines over predicates want the clauses of an invariant or the cubes of a set of states as such. Distribution may
//! take exponential space, so there is a limit; IC3 with SMT gives up beyond five times the size of the formula
//! (Cimatti and Griggio, CAV 2012, §6.1). The connectives are taken apart from below, for each formula in the
//! polarities in which it occurs, and clauses that another clause subsumes are dropped at each step.
//!
//! A conditional number or word within an atom hides connectives. Such atoms are split by the condition,
//! `x <= ite(c, 1, 2)` into `ite(c, x <= 1, x <= 2)`, if the result stays within the limit.

use crate::base::HashMap;
use crate::solver::term::{Model, Op, Sort, Substitution, TermId, Terms, Value};

/// Before subsumption a product may be longer than the limit by this factor.
const PRODUCT: usize = 4;

/// Clauses whose conjunction is equivalent to the formula; `None` if they, or those of a part of the formula, have more
/// than `limit` literals together.
///
/// A clause is a list of different literals by age, an atom or its negation each; none is subsumed by another. True has
/// no clauses, false has one without literals.
///
/// # Panics
///
/// If the term is no formula.
pub fn cnf(terms: &mut Terms, formula: TermId, limit: usize) -> Option<Vec<Vec<TermId>>> {
    terms.expect_formulas(&[formula]);
    if let Some(lifted) = lift_conditionals(terms, formula, limit) {
        if let Some(found) = distribute(terms, lifted, limit) {
            return Some(found);
        }
    }
    distribute(terms, formula, limit)
}

/// Cubes whose disjunction is equivalent to the formula, as [`cnf`] gives clauses. False has no cubes, true has one
/// without literals.
///
/// # Panics
///
/// If the term is no formula.
pub fn dnf(terms: &mut Terms, formula: TermId, limit: usize) -> Option<Vec<Vec<TermId>>> {
    terms.expect_formulas(&[formula]);
    let negated = terms.not(formula);
    let mut cubes = cnf(terms, negated, limit)?;
    for cube in &mut cubes {
        cube.iter_mut().for_each(|l| *l = terms.not(*l));
        cube.sort_unstable();
    }
    Some(cubes)
}

/// The literals with each equality of numbers in two bounds, and each negated one in the strict bound that the model
/// satisfies; an equality with a value made by a constructor is taken apart by its fields. The conjunction of the
/// result implies that of the literals.
///
/// # Panics
///
/// If the model does not satisfy a negated equality of numbers.
pub fn split_equalities(terms: &mut Terms, literals: &[TermId], model: &Model) -> Vec<TermId> {
    let mut split = Vec::with_capacity(literals.len());
    let mut left: Vec<TermId> = literals.iter().rev().copied().collect();
    while let Some(literal) = left.pop() {
        let (atom, negated) = terms.split_not(literal);
        if let Some(fields) = if negated { None } else { fields(terms, atom) } {
            left.extend(fields.into_iter().rev());
            continue;
        }
        let is_number = |t: TermId| matches!(terms.sort(t), Sort::Int | Sort::Real);
        if terms.op(atom) != Op::Eq || !is_number(terms.arg(atom, 0)) {
            split.push(literal);
            continue;
        }
        let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
        if !negated {
            let bounds = [terms.le(a, b), terms.ge(a, b)];
            split.extend(bounds);
            continue;
        }
        let below = match model.evaluate_all(terms, &[a, b]).as_slice() {
            [Value::Number(a), Value::Number(b)] => {
                assert!(a != b, "the model does not satisfy {}", terms.text(literal));
                a < b
            }
            values => unreachable!("{:?} in the place of numbers", values),
        };
        split.push(if below { terms.lt(a, b) } else { terms.gt(a, b) });
    }
    split
}

/// The literals that an equality with a value made by a constructor is: the test of the other side, and its fields.
fn fields(terms: &mut Terms, atom: TermId) -> Option<Vec<TermId>> {
    if terms.op(atom) != Op::Eq {
        return None;
    }
    let sides = [terms.arg(atom, 0), terms.arg(atom, 1)];
    for (made, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        if let Op::Construct(constructor) = terms.op(made) {
            let mut literals = vec![terms.is(constructor, other)];
            let own = terms.args(made).to_vec();
            for (selector, field) in terms.selectors(constructor).zip(own) {
                let read = terms.field(selector, other);
                literals.push(terms.eq(read, field));
            }
            literals.retain(|&l| l != Terms::TRUE);
            return Some(literals);
        }
    }
    None
}

/// The formula without conditional numbers or words in its atoms; `None` if that takes more than `limit` splits.
fn lift_conditionals(terms: &mut Terms, formula: TermId, limit: usize) -> Option<TermId> {
    let mut formula = formula;
    let mut left = limit;
    loop {
        let mut round = Substitution::new();
        let mut splits = 0;
        for atom in terms.subterms_until(&[formula], |t| !terms.is_connective(t)) {
            let condition = if terms.is_connective(atom) { None } else { some_condition(terms, atom) };
            if let Some(condition) = condition {
                splits += 1;
                let (yes, no) = (decide(terms, atom, condition, 1), decide(terms, atom, condition, 2));
                let choice = terms.ite(condition, yes, no);
                round.insert(atom, choice);
            }
        }
        if splits == 0 {
            return Some(formula);
        }
        left = left.checked_sub(splits)?;
        formula = round.apply(terms, formula);
    }
}

/// The terms that an atom compares, and all below that are no formulas.
fn inner_terms(terms: &Terms, atom: TermId) -> impl Iterator<Item = TermId> + '_ {
    let inner = terms.subterms_until(&[atom], |t| t != atom && terms.sort(t) == Sort::Bool);
    inner.into_iter().filter(move |&t| terms.sort(t) != Sort::Bool)
}

/// The condition of the youngest conditional within an atom.
fn some_condition(terms: &Terms, atom: TermId) -> Option<TermId> {
    inner_terms(terms, atom).filter(|&t| terms.op(t) == Op::Ite).last().map(|t| terms.arg(t, 0))
}

/// The atom with this branch of all conditionals that have the condition.
fn decide(terms: &mut Terms, atom: TermId, condition: TermId, branch: usize) -> TermId {
    let mut choice = Substitution::new();
    for t in inner_terms(terms, atom) {
        if terms.op(t) == Op::Ite && terms.arg(t, 0) == condition {
            choice.insert(t, terms.arg(t, branch));
        }
    }
    choice.apply(terms, atom)
}

/// An atom's number, times two, plus one if it is negated.
type Code = u32;

/// The clauses of a formula, each with a signature: bits that the signatures of all its supersets have, too.
#[derive(Clone, Default)]
struct Clauses {
    list: Vec<(u64, Vec<Code>)>,
}

impl Clauses {
    fn unit(code: Code) -> Clauses {
        Clauses { list: vec![(signature(&[code]), vec![code])] }
    }

    fn size(&self) -> usize {
        self.list.iter().map(|c| c.1.len()).sum()
    }

    /// Drops the clauses that another one subsumes; `None` if more than `limit` literals are left.
    fn reduced(mut self, limit: usize) -> Option<Clauses> {
        self.list.sort_unstable_by(|a, b| (a.1.len(), &a.1).cmp(&(b.1.len(), &b.1)));
        let mut kept: Vec<(u64, Vec<Code>)> = Vec::with_capacity(self.list.len());
        for (sign, clause) in self.list {
            let subsumed = kept.iter().any(|(s, small)| s & !sign == 0 && is_subset(small, &clause));
            if !subsumed {
                kept.push((sign, clause));
            }
        }
        let reduced = Clauses { list: kept };
        (reduced.size() <= limit).then_some(reduced)
    }

    fn and(mut self, other: &Clauses, limit: usize) -> Option<Clauses> {
        self.list.extend_from_slice(&other.list);
        self.reduced(limit)
    }

    /// Every clause of one side with every clause of the other.
    fn or(&self, other: &Clauses, limit: usize) -> Option<Clauses> {
        let mut product = Clauses::default();
        let mut size = 0;
        for (s, a) in &self.list {
            for (t, b) in &other.list {
                let mut clause = [&a[..], b].concat();
                clause.sort_unstable();
                clause.dedup();
                if clause.windows(2).any(|w| w[0] ^ 1 == w[1]) {
                    continue;
                }
                size += clause.len();
                if size > limit.saturating_mul(PRODUCT) {
                    return None;
                }
                product.list.push((s | t, clause));
            }
        }
        product.reduced(limit)
    }
}

fn signature(clause: &[Code]) -> u64 {
    clause.iter().fold(0, |s, &c| s | 1 << (c % 64))
}

fn is_subset(small: &[Code], large: &[Code]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|c| rest.any(|d| d == c))
}

/// The polarities in which formulas occur: 1 as it is, 2 negated.
fn polarities(terms: &Terms, order: &[TermId], formula: TermId) -> HashMap<TermId, u8> {
    let turned = |p: u8| p >> 1 | (p & 1) << 1;
    let mut wanted: HashMap<TermId, u8> = HashMap::default();
    wanted.insert(formula, 1);
    for &t in order.iter().rev().filter(|&&t| terms.is_connective(t)) {
        let own = wanted.get(&t).copied().unwrap_or(0);
        for (i, &a) in terms.args(t).iter().enumerate() {
            *wanted.entry(a).or_insert(0) |= match terms.op(t) {
                Op::Not => turned(own),
                Op::And => own,
                Op::Ite if i > 0 => own,
                _ => 3,
            };
        }
    }
    wanted
}

fn distribute(terms: &mut Terms, formula: TermId, limit: usize) -> Option<Vec<Vec<TermId>>> {
    let order = terms.subterms_until(&[formula], |t| !terms.is_connective(t));
    let wanted = polarities(terms, &order, formula);
    let mut atoms: Vec<TermId> = Vec::new();
    // By formula and whether it is negated.
    let mut done: HashMap<(TermId, bool), Clauses> = HashMap::default();
    for &t in &order {
        for negated in [false, true] {
            if wanted[&t] >> negated as u8 & 1 == 0 {
                continue;
            }
            let of = |a: TermId, n: bool| &done[&(a, n)];
            let args = terms.args(t);
            let clauses = match terms.op(t) {
                Op::True if negated => Clauses { list: vec![(0, Vec::new())] },
                Op::True => Clauses::default(),
                Op::Not => of(args[0], !negated).clone(),
                Op::And if negated => {
                    let mut clauses = Clauses { list: vec![(0, Vec::new())] };
                    for &a in args {
                        clauses = clauses.or(of(a, true), limit)?;
                    }
                    clauses
                }
                Op::And => {
                    let all = args.iter().flat_map(|&a| of(a, false).list.iter().cloned()).collect();
                    Clauses { list: all }.reduced(limit)?
                }
                Op::Ite if terms.is_connective(t) => {
                    let yes = of(args[0], true).or(of(args[1], negated), limit)?;
                    let no = of(args[0], false).or(of(args[2], negated), limit)?;
                    yes.and(&no, limit)?
                }
                Op::Eq if terms.is_connective(t) => {
                    let one = of(args[0], true).or(of(args[1], negated), limit)?;
                    let other = of(args[0], false).or(of(args[1], !negated), limit)?;
                    one.and(&other, limit)?
                }
                _ => {
                    if atoms.last() != Some(&t) {
                        atoms.push(t);
                    }
                    Clauses::unit(2 * (atoms.len() as u32 - 1) + negated as u32)
                }
            };
            done.insert((t, negated), clauses);
        }
    }
    let result = done.remove(&(formula, false)).filter(|found| found.size() <= limit)?;
    let mut clauses = Vec::with_capacity(result.list.len());
    for (_, codes) in result.list {
        let mut clause = Vec::with_capacity(codes.len());
        for code in codes {
            let atom = atoms[code as usize / 2];
            clause.push(if code & 1 == 1 { terms.not(atom) } else { atom });
        }
        clause.sort_unstable();
        clauses.push(clause);
    }
    Some(clauses)
}
