//! Systems in BTOR2: random lines, and their meaning as terms of SMT-LIB.

use super::transition::{State, Transition};
use indubit::base::Rng;
use std::collections::HashMap;
use std::fmt::Write;

const UNARY: &[&str] = &["not", "neg", "inc", "dec"];
const REDUCTIONS: &[&str] = &["redand", "redor", "redxor"];
const BINARY: &[&str] = &[
    "and", "nand", "nor", "or", "xnor", "xor", "add", "add", "mul", "sdiv", "udiv", "smod", "srem", "urem",
    "sub", "sll", "srl", "sra", "rol", "ror",
];
const RELATIONS: &[&str] = &[
    "eq", "neq", "ugt", "ugte", "ult", "ulte", "sgt", "sgte", "slt", "slte", "saddo", "uaddo", "sdivo",
    "smulo", "umulo", "ssubo", "usubo",
];

/// Lines in the making.
struct Lines {
    text: String,
    last: usize,
    sorts: HashMap<u32, usize>,
    /// Words that exist: the number and the width.
    pool: Vec<(usize, u32)>,
    /// Arrays of words by two bits.
    arrays: Vec<(usize, u32)>,
}

impl Lines {
    fn line(&mut self, line: &str) -> usize {
        self.last += 1;
        let _ = writeln!(self.text, "{} {}", self.last, line);
        self.last
    }

    fn sort(&mut self, width: u32) -> usize {
        match self.sorts.get(&width) {
            Some(&sort) => sort,
            None => {
                let sort = self.line(&format!("sort bitvec {}", width));
                self.sorts.insert(width, sort);
                sort
            }
        }
    }

    fn constant(&mut self, rng: &mut Rng, width: u32) -> usize {
        let sort = self.sort(width);
        let most = 1u64 << width.min(6);
        match rng.below(4) {
            0 => self.line(&format!("zero {}", sort)),
            1 => self.line(&format!("one {}", sort)),
            2 => self.line(&format!("ones {}", sort)),
            _ => self.line(&format!("constd {} {}", sort, rng.below(most as usize))),
        }
    }

    /// A word of this width that exists, or a constant; perhaps negated.
    fn word(&mut self, rng: &mut Rng, width: u32) -> String {
        let fitting: Vec<usize> = self.pool.iter().filter(|(_, w)| *w == width).map(|(id, _)| *id).collect();
        let id = if fitting.is_empty() || rng.one_in(6) {
            self.constant(rng, width)
        } else {
            // Late ones depend on more.
            let from = if rng.one_in(2) { fitting.len() / 2 } else { 0 };
            fitting[from + rng.below(fitting.len() - from)]
        };
        format!("{}{}", if rng.one_in(8) { "-" } else { "" }, id)
    }

    fn node(&mut self, rng: &mut Rng, width: u32) {
        let sort = self.sort(width);
        let bit = self.sort(1);
        match rng.below(13) {
            0 => {
                let a = self.word(rng, width);
                let id = self.line(&format!("{} {} {}", UNARY[rng.below(UNARY.len())], sort, a));
                self.pool.push((id, width));
            }
            1 => {
                let a = self.word(rng, width);
                let id = self.line(&format!("{} {} {}", REDUCTIONS[rng.below(REDUCTIONS.len())], bit, a));
                self.pool.push((id, 1));
            }
            2..=5 => {
                let (a, b) = (self.word(rng, width), self.word(rng, width));
                let id = self.line(&format!("{} {} {} {}", BINARY[rng.below(BINARY.len())], sort, a, b));
                self.pool.push((id, width));
            }
            6 | 7 => {
                let (a, b) = (self.word(rng, width), self.word(rng, width));
                let id = self.line(&format!("{} {} {} {}", RELATIONS[rng.below(RELATIONS.len())], bit, a, b));
                self.pool.push((id, 1));
            }
            8 => {
                let (c, a, b) = (self.word(rng, 1), self.word(rng, width), self.word(rng, width));
                let id = self.line(&format!("ite {} {} {} {}", sort, c, a, b));
                self.pool.push((id, width));
            }
            9 => {
                let (a, b) = (self.word(rng, width), self.word(rng, 1));
                let long = self.sort(width + 1);
                let id = self.line(&format!("concat {} {} {}", long, a, b));
                let low = rng.below(2) as u32;
                let id = self.line(&format!("slice {} {} {} {}", sort, id, width - 1 + low, low));
                self.pool.push((id, width));
            }
            10 => {
                let short = 1 + rng.below(width as usize) as u32;
                let a = self.word(rng, short);
                let op = ["uext", "sext"][rng.below(2)];
                let id = self.line(&format!("{} {} {} {}", op, sort, a, width - short));
                self.pool.push((id, width));
            }
            11 => {
                let (a, b) = (self.word(rng, 1), self.word(rng, 1));
                let id = self.line(&format!("{} {} {} {}", ["implies", "iff"][rng.below(2)], bit, a, b));
                self.pool.push((id, 1));
            }
            _ => {
                if let Some(&(array, cell)) = self.arrays.last() {
                    let (index, sort) = (self.word(rng, 2), self.sort(cell));
                    let id = self.line(&format!("read {} {} {}", sort, array, index));
                    self.pool.push((id, cell));
                }
            }
        }
    }
}

/// Up to four states, an array now and then, inputs, constraints, and one error.
pub fn make(rng: &mut Rng, size: usize) -> String {
    let mut lines =
        Lines { text: String::new(), last: 0, sorts: HashMap::new(), pool: Vec::new(), arrays: Vec::new() };
    let widths = [[1, 2, 3, 4], [1, 4, 8, 8], [1, 1, 2, 16]][rng.below(3)];
    let mut states = Vec::new();
    for _ in 0..1 + rng.below(4) {
        let width = widths[rng.below(4)];
        let first = if rng.one_in(5) { None } else { Some(lines.constant(rng, width)) };
        let sort = lines.sort(width);
        let id = lines.line(&format!("state {} s{}", sort, states.len()));
        if let Some(first) = first {
            lines.line(&format!("init {} {} {}", sort, id, first));
        }
        states.push((id, width));
        lines.pool.push((id, width));
    }
    let mut array = None;
    if rng.one_in(5) {
        let cell = widths[rng.below(4)];
        let first = if rng.one_in(3) { None } else { Some(lines.constant(rng, cell)) };
        let (index, element) = (lines.sort(2), lines.sort(cell));
        let sort = lines.line(&format!("sort array {} {}", index, element));
        let id = lines.line(&format!("state {} memory", sort));
        if let Some(first) = first {
            lines.line(&format!("init {} {} {}", sort, id, first));
        }
        array = Some((id, sort, cell));
        lines.arrays.push((id, cell));
    }
    for _ in 0..rng.below(3) {
        let width = widths[rng.below(4)];
        let sort = lines.sort(width);
        let id = lines.line(&format!("input {}", sort));
        lines.pool.push((id, width));
    }
    for _ in 0..2 + rng.below(size + 4) {
        let width = widths[rng.below(4)];
        lines.node(rng, width);
    }
    for &(id, width) in &states {
        if !rng.one_in(6) {
            let (sort, next) = (lines.sort(width), lines.word(rng, width));
            lines.line(&format!("next {} {} {}", sort, id, next));
        }
    }
    if let Some((id, sort, cell)) = array {
        let (index, value) = (lines.word(rng, 2), lines.word(rng, cell));
        let after = lines.line(&format!("write {} {} {} {}", sort, id, index, value));
        lines.line(&format!("next {} {} {}", sort, id, after));
    }
    if rng.one_in(3) {
        let word = lines.word(rng, 1);
        lines.line(&format!("constraint {}", word));
    }
    // A word has a certain value, or a bit is set.
    let &(id, width) = &lines.pool[rng.below(lines.pool.len())];
    let value = lines.constant(rng, width);
    let bit = lines.sort(1);
    let mut bad = lines.line(&format!("eq {} {} {}", bit, id, value));
    if rng.one_in(2) {
        let other = lines.word(rng, 1);
        bad = lines.line(&format!("and {} {} {}", bit, bad, other));
    }
    lines.line(&format!("bad {}", bad));
    lines.text
}

/// The sort of a line: a width, or those of indices and elements.
#[derive(Clone, Copy)]
enum Kind {
    Word(u32),
    Array(u32, u32),
}

impl Kind {
    fn text(self) -> String {
        match self {
            Kind::Word(width) => format!("(_ BitVec {})", width),
            Kind::Array(index, cell) => format!("(Array (_ BitVec {}) (_ BitVec {}))", index, cell),
        }
    }
}

fn literal(value: &str, base: u32, width: u32) -> Option<String> {
    let (negative, digits) = match value.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, value),
    };
    let number = u128::from_str_radix(digits, base).ok()?;
    let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
    let number = if negative { number.wrapping_neg() } else { number } & mask;
    Some(format!("(_ bv{} {})", number, width))
}

/// The system of a file without fairness; the error is any bad. `None` for what is not known here.
pub fn transition(text: &str) -> Option<Transition> {
    let mut sorts: HashMap<usize, Kind> = HashMap::new();
    let mut nodes: HashMap<usize, Kind> = HashMap::new();
    let mut definitions: Vec<(String, String)> = Vec::new();
    let (mut states, mut inputs) = (Vec::new(), Vec::new());
    let (mut init, mut trans, mut constraints, mut bads) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for line in text.lines() {
        let line = line.split(';').next()?.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        let (id, op) = match words.as_slice() {
            [] => continue,
            [id, op, ..] => (id.parse::<usize>().ok()?, *op),
            [_] => return None,
        };
        let number = |at: usize| words.get(at)?.parse::<usize>().ok();
        // An operand as a term, and its sort.
        let operand = |at: usize| -> Option<(String, Kind)> {
            let number = words.get(at)?.parse::<i64>().ok()?;
            let kind = *nodes.get(&(number.unsigned_abs() as usize))?;
            let name = format!("n{}", number.unsigned_abs());
            Some((if number < 0 { format!("(bvnot {})", name) } else { name }, kind))
        };
        let bit = |formula: String| format!("(ite {} #b1 #b0)", formula);
        let is_set = |term: &str| format!("(= {} #b1)", term);
        match op {
            "sort" => {
                let kind = match *words.get(2)? {
                    "bitvec" => Kind::Word(number(3)? as u32),
                    _ => match (sorts.get(&number(3)?)?, sorts.get(&number(4)?)?) {
                        (Kind::Word(index), Kind::Word(cell)) => Kind::Array(*index, *cell),
                        _ => return None,
                    },
                };
                sorts.insert(id, kind);
                continue;
            }
            "init" | "next" => {
                let state = number(3)?;
                let name = format!("n{}{}", state, if op == "next" { ".next" } else { "" });
                let (mut value, kind) = operand(4)?;
                if let (Kind::Array(..), Kind::Word(_)) = (*nodes.get(&state)?, kind) {
                    value = format!("((as const {}) {})", nodes[&state].text(), value);
                }
                let list = if op == "next" { &mut trans } else { &mut init };
                list.push(format!("(= {} {})", name, value));
                continue;
            }
            "bad" => {
                bads.push(is_set(&operand(2)?.0));
                continue;
            }
            "constraint" => {
                constraints.push(is_set(&operand(2)?.0));
                continue;
            }
            "output" => continue,
            _ => {}
        }
        let kind = *sorts.get(&number(2)?)?;
        let name = format!("n{}", id);
        match op {
            "state" => {
                states.push(State { name: name.clone(), next: format!("{}.next", name), sort: kind.text() });
            }
            "input" => inputs.push((name.clone(), kind.text())),
            _ => {
                let term = match kind {
                    Kind::Word(width) => word(op, width, &words, &operand, &bit)?,
                    Kind::Array(..) => match op {
                        "write" => format!("(store {} {} {})", operand(3)?.0, operand(4)?.0, operand(5)?.0),
                        "ite" => {
                            format!("(ite {} {} {})", is_set(&operand(3)?.0), operand(4)?.0, operand(5)?.0)
                        }
                        _ => return None,
                    },
                };
                definitions.push((name.clone(), term));
            }
        }
        nodes.insert(id, kind);
    }
    let whole = |formula: String| {
        definitions
            .iter()
            .rev()
            .fold(formula, |inner, (name, term)| format!("(let (({} {})) {})", name, term, inner))
    };
    let constraint = constraints.join(" ");
    Some(Transition {
        sorts: String::new(),
        states,
        inputs,
        init: whole(format!("(and true {})", init.join(" "))),
        trans: whole(format!("(and true {} {})", constraint, trans.join(" "))),
        bad: whole(format!("(and (or false {}) {})", bads.join(" "), constraint)),
    })
}

/// An operation whose result is a word.
fn word(
    op: &str,
    width: u32,
    words: &[&str],
    operand: &impl Fn(usize) -> Option<(String, Kind)>,
    bit: &impl Fn(String) -> String,
) -> Option<String> {
    let a = || operand(3);
    let b = || operand(4);
    let width_of = |kind: Kind| match kind {
        Kind::Word(width) => Some(width),
        Kind::Array(..) => None,
    };
    // The same operation on numbers that are one bit longer, or twice as long, does not overflow.
    let overflow = |op: &str, signed: bool, by: u32| -> Option<String> {
        let ((a, kind), (b, _)) = (a()?, b()?);
        let width = width_of(kind)?;
        let extend = if signed { "sign_extend" } else { "zero_extend" };
        let wide = |t: &str| format!("((_ {} {}) {})", extend, by, t);
        let long = format!("({} {} {})", op, wide(&a), wide(&b));
        let short = wide(&format!("((_ extract {} 0) {})", width - 1, long));
        Some(bit(format!("(distinct {} {})", long, short)))
    };
    let plain = |op: &str| Some(format!("({} {} {})", op, a()?.0, b()?.0));
    let relation = |op: &str| Some(bit(format!("({} {} {})", op, a()?.0, b()?.0)));
    let inverted = |op: &str| Some(format!("(bvnot ({} {} {}))", op, a()?.0, b()?.0));
    match op {
        "const" => literal(words.get(3)?, 2, width),
        "constd" => literal(words.get(3)?, 10, width),
        "consth" => literal(words.get(3)?, 16, width),
        "zero" => literal("0", 10, width),
        "one" => literal("1", 10, width),
        "ones" => literal("-1", 10, width),
        "not" => Some(format!("(bvnot {})", a()?.0)),
        "neg" => Some(format!("(bvneg {})", a()?.0)),
        "inc" => Some(format!("(bvadd {} (_ bv1 {}))", a()?.0, width)),
        "dec" => Some(format!("(bvsub {} (_ bv1 {}))", a()?.0, width)),
        "redand" => {
            let (a, kind) = a()?;
            Some(bit(format!("(= {} {})", a, literal("-1", 10, width_of(kind)?)?)))
        }
        "redor" => {
            let (a, kind) = a()?;
            Some(bit(format!("(distinct {} {})", a, literal("0", 10, width_of(kind)?)?)))
        }
        "redxor" => {
            let (a, kind) = a()?;
            let bits = (0..width_of(kind)?).map(|i| format!("((_ extract {} {}) {})", i, i, a));
            bits.reduce(|x, y| format!("(bvxor {} {})", x, y))
        }
        "slice" => Some(format!("((_ extract {} {}) {})", words.get(4)?, words.get(5)?, a()?.0)),
        "uext" => Some(format!("((_ zero_extend {}) {})", words.get(4)?, a()?.0)),
        "sext" => Some(format!("((_ sign_extend {}) {})", words.get(4)?, a()?.0)),
        "and" => plain("bvand"),
        "or" => plain("bvor"),
        "xor" => plain("bvxor"),
        "nand" => inverted("bvand"),
        "nor" => inverted("bvor"),
        "xnor" => inverted("bvxor"),
        "add" => plain("bvadd"),
        "sub" => plain("bvsub"),
        "mul" => plain("bvmul"),
        "udiv" => plain("bvudiv"),
        "urem" => plain("bvurem"),
        "sdiv" => plain("bvsdiv"),
        "srem" => plain("bvsrem"),
        "smod" => plain("bvsmod"),
        "sll" => plain("bvshl"),
        "srl" => plain("bvlshr"),
        "sra" => plain("bvashr"),
        "rol" | "ror" => {
            let (a, b) = (a()?.0, b()?.0);
            // By the amount modulo the width; a shift by the whole width gives 0.
            let amount = format!("((_ zero_extend 8) {})", b);
            let whole = format!("(_ bv{} {})", width, width + 8);
            let amount = format!("(bvurem {} {})", amount, whole);
            let back = format!("(bvsub {} {})", whole, amount);
            let wide = format!("((_ zero_extend 8) {})", a);
            let (left, right) = if op == "rol" { (amount, back) } else { (back, amount) };
            let both = format!("(bvor (bvshl {} {}) (bvlshr {} {}))", wide, left, wide, right);
            Some(format!("((_ extract {} 0) {})", width - 1, both))
        }
        "concat" => plain("concat"),
        "read" => plain("select"),
        "ite" => Some(format!("(ite (= {} #b1) {} {})", a()?.0, b()?.0, operand(5)?.0)),
        "implies" => Some(format!("(bvor (bvnot {}) {})", a()?.0, b()?.0)),
        "eq" | "iff" => relation("="),
        "neq" => relation("distinct"),
        "ugt" => relation("bvugt"),
        "ugte" => relation("bvuge"),
        "ult" => relation("bvult"),
        "ulte" => relation("bvule"),
        "sgt" => relation("bvsgt"),
        "sgte" => relation("bvsge"),
        "slt" => relation("bvslt"),
        "slte" => relation("bvsle"),
        "saddo" => overflow("bvadd", true, 1),
        "uaddo" => overflow("bvadd", false, 1),
        "ssubo" => overflow("bvsub", true, 1),
        "usubo" => overflow("bvsub", false, 1),
        "sdivo" => overflow_of_division(&a()?, &b()?, bit),
        "smulo" => overflow("bvmul", true, width_of(a()?.1)?),
        "umulo" => overflow("bvmul", false, width_of(a()?.1)?),
        _ => None,
    }
}

/// The least number divided by -1.
fn overflow_of_division(
    (a, kind): &(String, Kind),
    (b, _): &(String, Kind),
    bit: &impl Fn(String) -> String,
) -> Option<String> {
    let width = match kind {
        Kind::Word(width) => *width,
        Kind::Array(..) => return None,
    };
    let least = format!("(bvshl (_ bv1 {}) (_ bv{} {}))", width, width - 1, width);
    Some(bit(format!("(and (= {} {}) (= {} {}))", a, least, b, literal("-1", 10, width)?)))
}
