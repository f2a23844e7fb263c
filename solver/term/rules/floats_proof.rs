//! Each rule for floating-point numbers is proved by itself.
//!
//! A rule gets many arguments: constants, variables, and results of other operators, interned without a builder. Where
//! it applies, the operator on these arguments is compared with the result of the rule, for all values of the
//! variables. Values are exact ones. A value of each operator for each arguments is computed once and kept, so that
//! comparing is looking up.

use super::floats::{FloatRule, ALL};
use crate::base::HashMap as FastMap;
use crate::solver::term::float::{FloatOp, Format, Kind, Rounding};
use crate::solver::term::store::{Op, Sort, TermId, Terms};
use crate::solver::term::Value;
use crate::theories::bv::Bits;
use std::collections::HashMap;

/// Formats of 4 to 7 bits.
const FORMATS: [(u32, u32); 5] = [(2, 2), (2, 3), (3, 3), (4, 2), (3, 4)];
/// Instances of a rule that are compared for a sort of results, for formats of at most 5 bits and for longer ones.
const MOST_INSTANCES: [usize; 2] = [16, 3];

/// The values of a term in rows, as numbers: of words that stand for all of the same number, of modes and of truths.
type Column = Vec<u16>;

/// Values that were computed.
#[derive(Default)]
struct Tables {
    known: HashMap<(FloatOp, Sort, Vec<Sort>), FastMap<u64, u16>>,
}

fn bits_of(sort: Sort) -> u32 {
    match sort {
        Sort::Float(format) => format.width(),
        Sort::BitVec(width) => width,
        Sort::Rounding => Rounding::WIDTH,
        Sort::Bool => 1,
        other => panic!("values of {:?}", other),
    }
}

fn number(value: &Value) -> u16 {
    match value {
        Value::Bool(truth) => u16::from(*truth),
        other => other.bits().to_u64().expect("a short word") as u16,
    }
}

impl Tables {
    fn value(&mut self, t: &Terms, op: FloatOp, sort: Sort, sorts: &[Sort], args: &[u16]) -> u16 {
        let known = self.known.entry((op, sort, sorts.to_vec())).or_default();
        // An operator has at most four arguments.
        let key = args.iter().fold(0, |key, &arg| key << 16 | u64::from(arg));
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let word = |(&arg, &sort): (&u16, &Sort)| Value::Bits(Bits::new(u64::from(arg), bits_of(sort)));
        let values: Vec<Value> = args.iter().zip(sorts).map(word).collect();
        let value = number(&t.float_result(op, sort, sorts, &values.iter().collect::<Vec<_>>()));
        known.insert(key, value);
        value
    }

    /// The values of terms for all values of the constants in them.
    fn columns(&mut self, t: &Terms, roots: &[TermId]) -> Vec<Column> {
        let symbols: Vec<TermId> = t.symbols_in(roots).iter().map(|&s| t.symbol_term(s)).collect();
        let mut rows: Vec<Vec<u16>> = vec![Vec::new()];
        for &symbol in &symbols {
            let sort = t.sort(symbol);
            let values: Vec<u16> = (0..1u64 << bits_of(sort))
                .filter(|&word| match sort {
                    Sort::Float(format) => format.is_canonical(&Bits::new(word, format.width())),
                    Sort::Rounding => (word as usize) < Rounding::ALL.len(),
                    _ => true,
                })
                .map(|word| word as u16)
                .collect();
            rows =
                rows.iter().flat_map(|row| values.iter().map(move |&v| [&row[..], &[v]].concat())).collect();
        }
        let mut columns: HashMap<TermId, Column> = HashMap::new();
        for (place, &symbol) in symbols.iter().enumerate() {
            columns.insert(symbol, rows.iter().map(|row| row[place]).collect());
        }
        for term in t.subterms(roots) {
            if !columns.contains_key(&term) {
                let args: Vec<&Column> = t.args(term).iter().map(|arg| &columns[arg]).collect();
                let column = (0..rows.len()).map(|row| {
                    let args: Vec<u16> = args.iter().map(|column| column[row]).collect();
                    self.term(t, term, &args)
                });
                let column = column.collect();
                columns.insert(term, column);
            }
        }
        roots.iter().map(|root| columns[root].clone()).collect()
    }

    fn term(&mut self, t: &Terms, term: TermId, args: &[u16]) -> u16 {
        let sorts: Vec<Sort> = t.args(term).iter().map(|&arg| t.sort(arg)).collect();
        let signed = |arg: u16, width: u32| (i32::from(arg) << (32 - width)) >> (32 - width);
        match t.op(term) {
            Op::True => 1,
            Op::Not => 1 - args[0],
            Op::And => args.iter().copied().min().unwrap_or(1),
            Op::Eq => u16::from(args[0] == args[1]),
            Op::Ite => args[2 - usize::from(args[0])],
            Op::Bits(_) => t.bits_of(term).and_then(Bits::to_u64).expect("a short word") as u16,
            Op::Concat => args[0] << bits_of(sorts[1]) | args[1],
            Op::Extract(low) => args[0] >> low & ((1 << t.width(term)) - 1),
            Op::SignExtend => signed(args[0], bits_of(sorts[0])) as u16 & ((1 << t.width(term)) - 1),
            Op::BvSlt => u16::from(signed(args[0], bits_of(sorts[0])) < signed(args[1], bits_of(sorts[1]))),
            Op::Rounding(mode) => mode as u16,
            Op::Float(op) => self.value(t, op, t.sort(term), &sorts, args),
            other => panic!("{:?} in {}", other, t.text(term)),
        }
    }
}

/// Terms for the places of patterns, by sort.
struct Pool {
    terms: Terms,
    modes: Vec<TermId>,
    numbers: Vec<TermId>,
    few: Vec<TermId>,
    /// Numbers of a wider format.
    wide: Vec<TermId>,
    words: Vec<TermId>,
    own: Sort,
    wider: Sort,
}

impl Pool {
    fn new(format: Format) -> Pool {
        let mut t = Terms::new();
        let wide = Format::new(5, 2 * format.significand() + 2).expect("a format");
        let (own, wider) = (Sort::Float(format), Sort::Float(wide));
        let [x, y] = ["x", "y"].map(|name| t.declare(name, own));
        let mut modes: Vec<TermId> = Rounding::ALL.iter().map(|&mode| t.rounding(mode)).collect();
        modes.insert(0, t.declare("m", Sort::Rounding));
        let constants = |t: &mut Terms, format: Format| -> Vec<TermId> {
            let one = (format.greatest() as u64) << format.fraction();
            let (half, infinity) =
                (1 << format.fraction(), ((1 << format.exponent()) - 1) << format.fraction());
            let sign = 1 << (format.width() - 1);
            let words = [0, 1, one, one + 1, one + half, one - half, infinity - 1, infinity];
            let all = words.iter().flat_map(|word| [*word, word | sign]).chain([infinity + 1]);
            all.map(|word| t.float(format, &Bits::new(word, format.width()))).collect()
        };
        let of_own = constants(&mut t, format);
        let of_wide = constants(&mut t, wide);
        let mut pool = Pool {
            words: vec![t.declare("w", Sort::BitVec(3))],
            terms: t,
            modes,
            numbers: vec![x, y],
            few: vec![],
            wide: vec![],
            own,
            wider,
        };
        pool.fill(x, y, &of_own, &of_wide);
        pool
    }

    fn fill(&mut self, x: TermId, y: TermId, of_own: &[TermId], of_wide: &[TermId]) {
        let (own, wider, m, w) = (self.own, self.wider, self.modes[0], self.words[0]);
        let nearest = self.modes[1];
        for (op, args) in [
            (FloatOp::Neg, vec![x]),
            (FloatOp::Neg, vec![y]),
            (FloatOp::Abs, vec![x]),
            (FloatOp::Abs, vec![y]),
            (FloatOp::Add, vec![m, x, y]),
            (FloatOp::Mul, vec![m, x, y]),
            (FloatOp::Div, vec![m, x, y]),
            (FloatOp::Sqrt, vec![m, x]),
            (FloatOp::Rem, vec![x, y]),
            (FloatOp::RoundToIntegral, vec![m, x]),
            (FloatOp::Min, vec![x, y]),
            (FloatOp::Max, vec![x, y]),
            (FloatOp::OfSigned, vec![m, w]),
            (FloatOp::OfUnsigned, vec![m, w]),
        ] {
            let term = self.terms.intern(Op::Float(op), own, &args);
            self.numbers.push(term);
        }
        let root = self.terms.intern(Op::Float(FloatOp::Sqrt), own, &[nearest, y]);
        for op in [FloatOp::Neg, FloatOp::Abs] {
            let term = self.terms.intern(Op::Float(op), own, &[root]);
            self.numbers.push(term);
        }
        self.few.extend(self.numbers[..4].iter().chain(&of_own[4..6]).chain(of_own.last()));
        self.numbers.extend(of_own);
        let widened: Vec<TermId> = [x, y]
            .iter()
            .flat_map(|&x| {
                [m, nearest].map(|m| self.terms.intern(Op::Float(FloatOp::OfFloat), wider, &[m, x]))
            })
            .collect();
        self.wide.extend(&widened);
        for &m in &self.modes {
            for &second in [widened[3]].iter().chain(&of_wide[4..7]) {
                for op in [FloatOp::Add, FloatOp::Mul, FloatOp::Div] {
                    self.wide.push(self.terms.intern(Op::Float(op), wider, &[m, widened[1], second]));
                }
            }
            self.wide.push(self.terms.intern(Op::Float(FloatOp::Sqrt), wider, &[m, widened[1]]));
        }
        self.wide.extend(of_wide);
        let wide = Sort::BitVec(6);
        let zero = self.terms.bv_zero(3);
        let longer = [(Op::SignExtend, vec![w]), (Op::Concat, vec![zero, w])];
        self.words.extend(longer.map(|(op, args)| self.terms.intern(op, wide, &args)));
    }

    /// The lists from which the arguments of an operator are taken, and the sorts of its results.
    fn arguments(&self, op: FloatOp) -> Vec<(Vec<&[TermId]>, Sort)> {
        let (own, wide, words) = (&self.numbers[..], &self.wide[..], &self.words[..]);
        let lists: Vec<(Vec<&[TermId]>, Sort)> = match op.kind() {
            // Of a sum with a product, the variables, their negations, and some constants.
            Kind::Number(3) => vec![(vec![&self.few[..]; 3], self.own)],
            Kind::Number(numbers) => vec![(vec![own; numbers], self.own)],
            Kind::Comparison(_) => vec![(vec![own; 2], Sort::Bool), (vec![wide; 2], Sort::Bool)],
            Kind::Class(_) => vec![(vec![own], Sort::Bool), (vec![wide], Sort::Bool)],
            Kind::OfFloat => vec![(vec![own], self.wider), (vec![wide], self.own)],
            Kind::OfWord => vec![(vec![words], self.own), (vec![words], self.wider)],
            Kind::ToWord | Kind::Fits => panic!("a rule for {:?}", op),
        };
        let with_mode = |(mut lists, sort): (Vec<_>, Sort)| {
            if op.rounds() {
                lists.insert(0, &self.modes[..]);
            }
            (lists, sort)
        };
        lists.into_iter().map(with_mode).collect()
    }
}

/// All choices of one term of each list.
fn tuples(lists: &[&[TermId]]) -> Vec<Vec<TermId>> {
    lists.iter().fold(vec![Vec::new()], |tuples, list| {
        tuples.iter().flat_map(|tuple| list.iter().map(move |&t| [&tuple[..], &[t]].concat())).collect()
    })
}

/// The number of instances of a rule, all of which hold.
fn prove(rule: &FloatRule, pool: &mut Pool, tables: &mut Tables) -> usize {
    let lists: Vec<(Vec<Vec<TermId>>, Sort)> =
        pool.arguments(rule.op).iter().map(|(lists, sort)| (tuples(lists), *sort)).collect();
    let mut count = 0;
    for (tuples, sort) in lists {
        let mut instances = Vec::new();
        for args in tuples {
            if let Some(simpler) = (rule.apply)(&mut pool.terms, &args, sort) {
                instances.push((args, simpler));
            }
        }
        let is_long = bits_of(pool.own) > 5;
        let step = instances.len() / MOST_INSTANCES[usize::from(is_long)] + 1;
        for (args, simpler) in instances.iter().step_by(step) {
            let plain = pool.terms.intern(Op::Float(rule.op), sort, args);
            let t = &pool.terms;
            let told = || format!("{}: {} becomes {}", rule.name, t.text(plain), t.text(*simpler));
            assert_eq!(t.sort(*simpler), sort, "{}", told());
            let columns = tables.columns(t, &[plain, *simpler]);
            assert!(columns[0] == columns[1], "{}", told());
        }
        count += instances.len();
    }
    count
}

#[test]
fn each_rule_for_numbers_holds_by_itself() {
    let mut applied: HashMap<&str, usize> = HashMap::new();
    for (exponent, significand) in FORMATS {
        let mut pool = Pool::new(Format::new(exponent, significand).expect("a format"));
        let mut tables = Tables::default();
        for rule in ALL {
            *applied.entry(rule.name).or_default() += prove(rule, &mut pool, &mut tables);
        }
    }
    let idle: Vec<&str> = applied.iter().filter(|a| *a.1 == 0).map(|a| *a.0).collect();
    assert!(idle.is_empty(), "no argument of these rules was found: {:?}", idle);
}
