//! Each rule of the tables is proved by itself.
//!
//! A rule gets many arguments: variables, constants, and the terms that patterns look for, all of them interned without
//! a builder. Where it applies, the operator on these arguments, interned as well, has to be equal to the result of the
//! rule. Both are made into circuits over truth tables, 64 rows to a word. Up to 8 bits, the tables have all values of
//! the variables, so that an equal table is a proof; for longer words they have chosen and random values. No builder
//! takes part in the comparison, but the builders that make the results of a rule are tested with it.

use super::Rule;
use crate::solver::term::circuit::blasted;
use crate::solver::term::store::{Op, Sort, TermId, Terms};
use crate::theories::bv::blast::Gates;
use crate::theories::bv::Bits;
use std::collections::HashMap;

/// Widths with all values, and longer ones with some.
const WIDTHS: [u32; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 64, 100];
const MOST_EXHAUSTIVE: u32 = 8;
/// Instances of a rule that are compared for a width.
const MOST_INSTANCES: usize = 40;
/// Words of a table with some values.
const SOME_WORDS: usize = 4;

/// The columns of a truth table.
pub(in crate::solver::term) struct Table {
    columns: Vec<Vec<u64>>,
    words: usize,
}

impl Table {
    /// For all values of words of these widths: the row with the number `n` has their bits in `n`, those of the first
    /// word lowest. The columns are those of the words' bits.
    pub(in crate::solver::term) fn of_all_values(widths: &[u32]) -> (Table, Vec<Vec<usize>>) {
        Table::new(widths, all_values(widths))
    }

    fn new(widths: &[u32], columns: Vec<Vec<u64>>) -> (Table, Vec<Vec<usize>>) {
        let words = columns.first().map_or(1, Vec::len);
        let mut ids = 0..;
        let inputs = widths.iter().map(|&width| ids.by_ref().take(width as usize).collect());
        (Table { columns, words }, inputs.collect())
    }

    /// The word of these columns' bits in a row, for at most 64 of them.
    pub(in crate::solver::term) fn row(&self, columns: &[usize], row: usize) -> u64 {
        let bit = |column: usize| self.columns[column][row / 64] >> (row % 64) & 1;
        columns.iter().rev().fold(0, |word, &column| word << 1 | bit(column))
    }

    fn column(&mut self, word: impl Fn(&Table, usize) -> u64) -> usize {
        let column = (0..self.words).map(|i| word(self, i)).collect();
        self.columns.push(column);
        self.columns.len() - 1
    }
}

impl Gates for Table {
    type Bit = usize;

    fn constant(&mut self, value: bool) -> usize {
        self.column(|_, _| if value { u64::MAX } else { 0 })
    }

    fn not(&mut self, a: usize) -> usize {
        self.column(|t, i| !t.columns[a][i])
    }

    fn and(&mut self, a: usize, b: usize) -> usize {
        self.column(|t, i| t.columns[a][i] & t.columns[b][i])
    }

    fn xor(&mut self, a: usize, b: usize) -> usize {
        self.column(|t, i| t.columns[a][i] ^ t.columns[b][i])
    }

    fn ite(&mut self, c: usize, a: usize, b: usize) -> usize {
        self.column(|t, i| t.columns[c][i] & t.columns[a][i] | !t.columns[c][i] & t.columns[b][i])
    }

    fn majority(&mut self, a: usize, b: usize, c: usize) -> usize {
        self.column(|t, i| {
            let (a, b, c) = (t.columns[a][i], t.columns[b][i], t.columns[c][i]);
            a & b | a & c | b & c
        })
    }
}

/// A number that looks random.
fn next(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// Columns for the bits of some words, with all values of them.
fn all_values(widths: &[u32]) -> Vec<Vec<u64>> {
    let bits: u32 = widths.iter().sum();
    let row_bit = |word: usize, bit: u32| match bit {
        0..=5 => (0..64).filter(|row| row >> bit & 1 == 1).fold(0, |word, row| word | 1 << row),
        _ if word >> (bit - 6) & 1 == 1 => u64::MAX,
        _ => 0,
    };
    (0..bits).map(|bit| (0..1 << bits.saturating_sub(6)).map(|word| row_bit(word, bit)).collect()).collect()
}

/// Columns for the bits of some words, with some values, in which the words are often equal, near to each other, or
/// small.
fn some_values(widths: &[u32]) -> Vec<Vec<u64>> {
    let bits: u32 = widths.iter().sum();
    let mut columns = vec![vec![0; SOME_WORDS]; bits as usize];
    let mut seed = 0x9e37_79b9_7f4a_7c15;
    for row in 0..64 * SOME_WORDS {
        let mut at = 0;
        let mut first = Bits::zero(1);
        for &width in widths {
            let bits: Vec<u64> = (0..=width / 64).map(|_| next(&mut seed)).collect();
            let random = Bits::from_fn(width, |i| bits[i as usize / 64] >> (i % 64) & 1 == 1);
            let same = if first.width() == width { first.clone() } else { random.clone() };
            let value = match next(&mut seed) >> 32 & 7 {
                0 => Bits::new(next(&mut seed) & 3, width),
                1 => Bits::new(next(&mut seed) & 3, width).neg(),
                2 => same,
                3 => same.not(),
                4 => same.add(&Bits::new(1, width)),
                _ => random,
            };
            for i in (0..width).filter(|&i| value.bit(i)) {
                columns[at + i as usize][row / 64] |= 1 << (row % 64);
            }
            first = value;
            at += width as usize;
        }
    }
    columns
}

/// The bits of some terms, after their operators; nothing is simplified.
fn columns(t: &Terms, roots: &[TermId]) -> (Table, Vec<Vec<usize>>) {
    let symbols: Vec<TermId> = t.symbols_in(roots).iter().map(|&s| t.symbol_term(s)).collect();
    let widths: Vec<u32> = symbols.iter().map(|&s| t.width(s).max(1)).collect();
    let is_short = widths.iter().all(|&w| w <= MOST_EXHAUSTIVE);
    let columns = if is_short { all_values(&widths) } else { some_values(&widths) };
    let (mut table, inputs) = Table::new(&widths, columns);
    let mut bits: HashMap<TermId, Vec<usize>> = symbols.into_iter().zip(inputs).collect();
    blasted(&mut table, &mut bits, t, roots);
    let of_roots = roots.iter().map(|r| bits[r].clone()).collect();
    (table, of_roots)
}

/// Terms for the places of patterns.
struct Pool {
    terms: Terms,
    formulas: Vec<TermId>,
    /// Words of one width.
    words: Vec<TermId>,
    /// Parts of words, to be joined.
    parts: Vec<TermId>,
}

impl Pool {
    fn new(width: u32) -> Pool {
        let mut t = Terms::new();
        let [p, q, r] = ["p", "q", "r"].map(|name| t.declare(name, Sort::Bool));
        let [x, y] = ["x", "y"].map(|name| t.declare(name, Sort::BitVec(width)));
        let mut formulas = vec![Terms::TRUE, Terms::FALSE, p, q, r];
        for (op, args) in
            [(Op::Not, vec![p]), (Op::Not, vec![q]), (Op::And, vec![p, q]), (Op::Eq, vec![p, q])]
        {
            formulas.push(t.intern(op, Sort::Bool, &args));
        }
        let values = [0, 1, 2, 3, 4, 5, 1 << (width - 1).min(60)].map(|value| Bits::new(value, width));
        let mut constants: Vec<Bits> = values.iter().flat_map(|v| [v.clone(), v.not()]).collect();
        constants.extend([Bits::least_signed(width), Bits::least_signed(width).not()]);
        constants.sort_by(Bits::ucmp);
        constants.dedup();
        let constants: Vec<TermId> = constants.into_iter().map(|value| t.bit_vector(value)).collect();
        let sort = Sort::BitVec(width);
        let mut words = vec![x, y];
        words.extend(&constants);
        for (op, a) in [(Op::BvNot, x), (Op::BvNot, y), (Op::BvNeg, x), (Op::BvNeg, y)] {
            words.push(t.intern(op, sort, &[a]));
        }
        for op in [Op::BvAnd, Op::BvOr, Op::BvXor, Op::BvAdd, Op::BvSub, Op::BvMul, Op::BvShl] {
            words.push(t.intern(op, sort, &[x, y]));
            for &c in constants.iter().step_by(3) {
                words.push(t.intern(op, sort, &[c, x]));
            }
        }
        for (yes, no) in [(x, y), (constants[0], x), (y, constants[0]), (constants[0], constants[1])] {
            words.push(t.intern(Op::Ite, sort, &[p, yes, no]));
        }
        let mut parts = Vec::new();
        for split in [1, width / 2].iter().copied().filter(|&at| 0 < at && at < width) {
            let upper = Sort::BitVec(width - split);
            let lower = Sort::BitVec(split);
            let (x_high, y_high) =
                (t.intern(Op::Extract(split), upper, &[x]), t.intern(Op::Extract(split), upper, &[y]));
            let (x_low, y_low) =
                (t.intern(Op::Extract(0), lower, &[x]), t.intern(Op::Extract(0), lower, &[y]));
            let kept = t.intern(Op::Extract(0), upper, &[x]);
            let (zero_high, zero_low) =
                (t.bit_vector(Bits::zero(width - split)), t.bit_vector(Bits::zero(split)));
            let one_high = t.bit_vector(Bits::new(1, width - split));
            parts.extend([x_high, y_high, x_low, y_low, zero_high, zero_low, one_high]);
            for (high, low) in [
                (zero_high, x_low),
                (zero_high, y_low),
                (one_high, y_low),
                (kept, zero_low),
                (x_high, y_low),
                (y_high, x_low),
            ] {
                words.push(t.intern(Op::Concat, sort, &[high, low]));
            }
            for low in [x_low, y_low] {
                words.push(t.intern(Op::SignExtend, sort, &[low]));
            }
        }
        parts.extend(words.iter().rev().take(12));
        Pool { terms: t, formulas, words, parts }
    }

    /// The lists from which the arguments of an operator are taken.
    fn arguments(&self, op: Op, is_formula: bool) -> Vec<Vec<&[TermId]>> {
        let (f, w, p) = (&self.formulas[..], &self.words[..], &self.parts[..]);
        match op {
            Op::Not => vec![vec![f]],
            Op::Ite => vec![vec![f, f, f], vec![f, w, w]],
            Op::Eq if is_formula => vec![vec![f, f]],
            Op::BvNot | Op::BvNeg => vec![vec![w]],
            Op::Concat => vec![vec![p, p]],
            _ => vec![vec![w, w]],
        }
    }

    /// The operator on these arguments, without any rule.
    fn plain(&mut self, op: Op, args: &[TermId]) -> TermId {
        let t = &mut self.terms;
        let sort = match op {
            Op::Not | Op::Eq | Op::BvUlt | Op::BvSlt => Sort::Bool,
            Op::Concat => Sort::BitVec(t.width(args[0]) + t.width(args[1])),
            Op::Ite => t.sort(args[1]),
            _ => t.sort(args[0]),
        };
        t.intern(op, sort, args)
    }
}

/// All choices of one term of each list.
fn tuples(lists: &[&[TermId]]) -> Vec<Vec<TermId>> {
    lists.iter().fold(vec![Vec::new()], |tuples, list| {
        let longer = |tuple: &Vec<TermId>| {
            let tuple = tuple.clone();
            list.iter().map(move |&t| tuple.iter().copied().chain([t]).collect::<Vec<TermId>>())
        };
        tuples.iter().flat_map(longer).collect()
    })
}

/// The number of instances of a rule, with words of this width, all of which hold.
fn prove(rule: &Rule, pool: &mut Pool, is_formula: bool) -> usize {
    let lists = pool.arguments(rule.op, is_formula);
    let tuples: Vec<Vec<TermId>> = lists.iter().flat_map(|lists| tuples(lists)).collect();
    let mut instances = Vec::new();
    for args in tuples {
        if let Some(simpler) = (rule.apply)(&mut pool.terms, &args, 4) {
            instances.push((args, simpler));
        }
    }
    let step = instances.len() / MOST_INSTANCES + 1;
    for (args, simpler) in instances.iter().step_by(step) {
        let plain = pool.plain(rule.op, args);
        let t = &pool.terms;
        let told = || format!("{}: {} becomes {}", rule.name, t.text(plain), t.text(*simpler));
        assert_eq!(t.sort(plain), t.sort(*simpler), "{}", told());
        let (table, bits) = columns(t, &[plain, *simpler]);
        let is_same = bits[0].iter().zip(&bits[1]).all(|(&a, &b)| table.columns[a] == table.columns[b]);
        assert!(is_same, "{}", told());
    }
    instances.len()
}

#[test]
fn each_rule_holds_by_itself() {
    let mut applied: HashMap<&str, usize> = HashMap::new();
    for width in WIDTHS {
        for (rules, is_formula) in [(super::words::ALL, false), (super::formulas::ALL, true)] {
            for rule in rules {
                // Formulas without words are the same for all widths.
                let mut pool = Pool::new(width);
                *applied.entry(rule.name).or_default() += prove(rule, &mut pool, is_formula);
            }
        }
    }
    let idle: Vec<&str> = applied.iter().filter(|a| *a.1 == 0).map(|a| *a.0).collect();
    assert!(idle.is_empty(), "no argument of these rules was found: {:?}", idle);
}
