//! Scripts of SMT-LIB: random terms, scopes, assumptions.

use super::floats;
use super::sorts::{self, declarations, Logic, Sort};
use indubit::base::Rng;
use std::fmt::Write;

/// A function that makes scripts of a logic.
macro_rules! logics {
    ($($(#[$doc:meta])* $name:ident: $logic:ident;)*) => {
        $($(#[$doc])* pub fn $name(rng: &mut Rng, size: usize) -> String {
            script(rng, size, &sorts::$logic)
        })*
    };
}

logics! {
    /// Bit-vectors.
    bv: BV;
    /// Linear integers.
    lia: LIA;
    /// Linear reals.
    lra: LRA;
    /// Linear integers and reals together.
    lira: LIRA;
    /// Floating-point numbers.
    fp: FP;
    /// Floating-point numbers and bit-vectors.
    bvfp: BVFP;
    /// Declared sorts and functions.
    uf: UF;
    /// Functions and linear integers.
    uflia: UFLIA;
    /// Arrays over declared sorts.
    ax: AX;
    /// Arrays of integers, and of such arrays.
    alia: ALIA;
    /// Arrays of words.
    abv: ABV;
    /// Datatypes.
    dt: DT;
    /// Datatypes and functions.
    ufdt: UFDT;
    /// All of them together.
    mixed: MIXED;
}

fn script(rng: &mut Rng, size: usize, logic: &Logic) -> String {
    let maker = Maker::new(rng, logic);
    let mut text = format!("(set-logic {})\n{}", logic.name, declarations(&maker.sorts));
    for (name, sort) in &maker.constants {
        let _ = writeln!(text, "(declare-fun {} () {})", name, sort);
    }
    for (name, args, result) in &maker.functions {
        let args: Vec<String> = args.iter().map(Sort::to_string).collect();
        let _ = writeln!(text, "(declare-fun {} ({}) {})", name, args.join(" "), result);
    }
    let mut open = 0;
    for _ in 0..1 + rng.below(size) {
        match rng.below(12) {
            0 => {
                text.push_str("(push 1)\n");
                open += 1;
            }
            1 if open > 0 => {
                text.push_str("(check-sat)\n(pop 1)\n");
                open -= 1;
            }
            2 => text.push_str("(check-sat)\n"),
            _ => {
                let depth = 1 + rng.below(4);
                let _ = writeln!(text, "(assert {})", maker.formula(rng, depth));
            }
        }
    }
    text.push_str("(check-sat)\n");
    text
}

/// A transition system in VMT-LIB over arrays and datatypes.
pub fn system(rng: &mut Rng, size: usize) -> String {
    let mut maker = Maker::new(rng, &sorts::STATES);
    let mut text = declarations(&maker.sorts);
    let visible = maker.constants.clone();
    // The last ones are inputs.
    let (states, inputs) = visible.split_at(1 + rng.below(visible.len().min(3)));
    for (name, sort) in states {
        let _ = writeln!(text, "(declare-fun {} () {})\n(declare-fun {}! () {})", name, sort, name, sort);
        let _ = writeln!(text, "(define-fun .{} () {} (! {} :next {}!))", name, sort, name, name);
    }
    for (name, sort) in inputs {
        let _ = writeln!(text, "(declare-fun {} () {})", name, sort);
    }
    let depth = 1 + size.min(20) / 5;
    let mut trans: Vec<String> = Vec::new();
    for (name, sort) in states {
        if !rng.one_in(6) {
            trans.push(format!("(= {}! {})", name, maker.term(rng, *sort, depth)));
        }
    }
    let is_relation = rng.one_in(4);
    let relation =
        |rng: &mut Rng, maker: &Maker| if is_relation { maker.formula(rng, 2) } else { String::new() };
    maker.constants = states.to_vec();
    let mut init: Vec<String> = Vec::new();
    for (name, sort) in states {
        if !rng.one_in(5) {
            init.push(format!("(= {} {})", name, maker.value(rng, *sort)));
        }
    }
    init.push(relation(rng, &maker));
    let (name, sort) = &states[rng.below(states.len())];
    let bad = format!("(= {} {})", name, maker.value(rng, *sort));
    let bad = if rng.one_in(2) { format!("(and {} {})", bad, maker.formula(rng, 2)) } else { bad };
    maker.constants = visible.clone();
    maker.constants.extend(states.iter().map(|(name, sort)| (format!("{}!", name), *sort)));
    trans.push(relation(rng, &maker));
    let _ = writeln!(text, "(define-fun .init () Bool (! (and true {}) :init true))", init.join(" "));
    let _ = writeln!(text, "(define-fun .trans () Bool (! (and true {}) :trans true))", trans.join(" "));
    let _ = writeln!(text, "(define-fun .good () Bool (! (not {}) :invar-property 0))", bad);
    text
}

pub(super) struct Maker {
    /// Those of the logic, or some of many.
    pub(super) sorts: Vec<Sort>,
    constants: Vec<(String, Sort)>,
    /// With the sorts of arguments and result.
    functions: Vec<(String, Vec<Sort>, Sort)>,
}

impl Maker {
    fn new(rng: &mut Rng, logic: &Logic) -> Maker {
        let mut sorts = logic.sorts.to_vec();
        if sorts.len() > 6 {
            let chosen: Vec<Sort> = (0..1 + rng.below(3)).map(|_| sorts[rng.below(sorts.len())]).collect();
            sorts.clear();
            chosen.iter().for_each(|sort| sort.add_to(&mut sorts));
        }
        let is_needed = |sort: &&Sort| sort.needs_constant() || matches!(sort, Sort::Float(..));
        let needed = sorts.iter().filter(is_needed).copied();
        let mut constants: Vec<Sort> = needed.collect();
        (0..2 + rng.below(4)).for_each(|_| constants.push(sorts[rng.below(sorts.len())]));
        let mut constants: Vec<(String, Sort)> =
            constants.iter().enumerate().map(|(i, &sort)| (format!("x{}", i), sort)).collect();
        (0..rng.below(3)).for_each(|i| constants.push((format!("p{}", i), Sort::Bool)));
        let mut functions = Vec::new();
        if logic.has_functions {
            let any = |rng: &mut Rng| *sorts.get(rng.below(sorts.len() + 1)).unwrap_or(&Sort::Bool);
            for i in 0..1 + rng.below(2) {
                let args = (0..1 + rng.below(2)).map(|_| any(rng)).collect();
                functions.push((format!("f{}", i), args, any(rng)));
            }
        }
        Maker { sorts, constants, functions }
    }

    fn constant(&self, rng: &mut Rng, sort: Sort) -> Option<String> {
        let fitting: Vec<&String> =
            self.constants.iter().filter(|(_, other)| *other == sort).map(|(name, _)| name).collect();
        (!fitting.is_empty()).then(|| fitting[rng.below(fitting.len())].clone())
    }

    fn formula(&self, rng: &mut Rng, depth: usize) -> String {
        if depth == 0 {
            return match self.constant(rng, Sort::Bool) {
                Some(name) if !rng.one_in(4) => name,
                _ => if rng.one_in(2) { "true" } else { "false" }.to_string(),
            };
        }
        let sub = |rng: &mut Rng| self.formula(rng, depth - 1);
        match rng.below(11) {
            0 => format!("(not {})", sub(rng)),
            1 => format!("(and {} {})", sub(rng), sub(rng)),
            2 => format!("(or {} {} {})", sub(rng), sub(rng), sub(rng)),
            3 => format!("(xor {} {})", sub(rng), sub(rng)),
            4 => format!("(=> {} {})", sub(rng), sub(rng)),
            5 => format!("(ite {} {} {})", sub(rng), sub(rng), sub(rng)),
            6 => format!("(let ((l{} {})) (or l{} {}))", depth, sub(rng), depth, sub(rng)),
            _ => self.comparison(rng, depth),
        }
    }

    fn comparison(&self, rng: &mut Rng, depth: usize) -> String {
        let sort = self.sorts[rng.below(self.sorts.len())];
        let words = ["=", "distinct", "bvult", "bvsle", "bvslt", "bvuge", "bvsgt", "bvule"];
        let numbers = ["=", "distinct", "<", "<=", ">", ">="];
        let op = match sort {
            Sort::Bits(_) => words[rng.below(words.len())],
            Sort::Int | Sort::Real => numbers[rng.below(numbers.len())],
            Sort::Data(_) if rng.one_in(2) => {
                let (name, _) = sort.makers()[rng.below(sort.makers().len())];
                return format!("((_ is {}) {})", name, self.term(rng, sort, depth - 1));
            }
            Sort::Float(..) => return self.float_comparison(rng, sort, depth - 1),
            Sort::Bool | Sort::Mode | Sort::Declared(_) | Sort::Array(_) | Sort::Data(_) => {
                words[rng.below(2)]
            }
        };
        format!("({} {} {})", op, self.term(rng, sort, depth - 1), self.term(rng, sort, depth - 1))
    }

    pub(super) fn term(&self, rng: &mut Rng, sort: Sort, depth: usize) -> String {
        let constant = self.constant(rng, sort);
        if depth == 0 || constant.is_some() && rng.one_in(4) {
            return match constant {
                Some(name) if sort.needs_constant() || !rng.one_in(4) => name,
                _ => self.value(rng, sort),
            };
        }
        if rng.one_in(8) {
            let (a, b) = (self.term(rng, sort, depth - 1), self.term(rng, sort, depth - 1));
            return format!("(ite {} {} {})", self.formula(rng, depth - 1), a, b);
        }
        if rng.one_in(2) {
            if let Some(text) = self.reading(rng, sort, depth - 1) {
                return text;
            }
        }
        match sort {
            Sort::Bool => self.formula(rng, depth - 1),
            Sort::Bits(width) => self.word(rng, width, depth),
            Sort::Int | Sort::Real => self.number(rng, sort, depth),
            Sort::Float(exponent, significand) => self.float(rng, (exponent, significand), depth),
            Sort::Mode | Sort::Declared(_) => constant.unwrap_or_else(|| self.value(rng, sort)),
            Sort::Array((index, element)) => {
                let parts = [sort, *index, *element].map(|sort| self.term(rng, sort, depth - 1));
                format!("(store {})", parts.join(" "))
            }
            Sort::Data(_) => self.made(rng, sort, depth - 1),
        }
    }

    /// A call, an element of an array or a field of this sort, if there are any.
    fn reading(&self, rng: &mut Rng, sort: Sort, depth: usize) -> Option<String> {
        let mut found: Vec<(&str, Vec<Sort>)> = Vec::new();
        for (name, args, result) in &self.functions {
            if *result == sort {
                found.push((name, args.clone()));
            }
        }
        for &from in &self.sorts {
            match from {
                Sort::Array((index, element)) if *element == sort => {
                    found.push(("select", vec![from, *index]));
                }
                _ => {
                    let fields = from.makers().iter().flat_map(|(_, fields)| fields.iter());
                    let fitting = fields.filter(|(_, of)| *of == sort);
                    found.extend(fitting.map(|&(name, _)| (name, vec![from])));
                }
            }
        }
        if found.is_empty() {
            return None;
        }
        let (name, args) = &found[rng.below(found.len())];
        let args: Vec<String> = args.iter().map(|&sort| self.term(rng, sort, depth)).collect();
        Some(format!("({} {})", name, args.join(" ")))
    }

    /// Any constructor with fields.
    fn made(&self, rng: &mut Rng, sort: Sort, depth: usize) -> String {
        let (name, fields) = sort.makers()[rng.below(sort.makers().len())];
        let fields: Vec<String> = fields.iter().map(|&(_, sort)| self.term(rng, sort, depth)).collect();
        if fields.is_empty() {
            return name.to_string();
        }
        format!("({} {})", name, fields.join(" "))
    }

    fn value(&self, rng: &mut Rng, sort: Sort) -> String {
        let small = rng.below(9) as i64 - 4;
        match sort {
            Sort::Bool => if rng.one_in(2) { "true" } else { "false" }.to_string(),
            Sort::Declared(_) => self.constant(rng, sort).expect("a constant of each declared sort"),
            Sort::Array((_, element)) => match self.constant(rng, sort) {
                Some(name) if sort.needs_constant() => name,
                _ => format!("((as const {}) {})", sort, self.value(rng, *element)),
            },
            Sort::Data(_) => {
                let flat = sort.makers().iter().filter(|(_, fields)| fields.is_empty());
                let flat: Vec<&str> = flat.map(|(name, _)| *name).collect();
                match flat.as_slice() {
                    [] => {
                        let (name, fields) = sort.makers()[0];
                        let fields: Vec<String> =
                            fields.iter().map(|&(_, sort)| self.value(rng, sort)).collect();
                        format!("({} {})", name, fields.join(" "))
                    }
                    names => names[rng.below(names.len())].to_string(),
                }
            }
            Sort::Float(exponent, significand) => floats::value(rng, exponent, significand),
            Sort::Mode => floats::MODES[rng.below(floats::MODES.len())].to_string(),
            Sort::Bits(width) => {
                let bits = (0..width).map(|_| if rng.one_in(2) { '1' } else { '0' });
                format!("#b{}", bits.collect::<String>())
            }
            Sort::Real => {
                let value = format!("{}.{}", small.abs(), rng.below(10));
                if small < 0 {
                    format!("(- {})", value)
                } else {
                    value
                }
            }
            Sort::Int if small < 0 => format!("(- {})", -small),
            Sort::Int => small.to_string(),
        }
    }

    fn number(&self, rng: &mut Rng, sort: Sort, depth: usize) -> String {
        let sub = |rng: &mut Rng| self.term(rng, sort, depth - 1);
        let is_mixed = [Sort::Int, Sort::Real].iter().all(|sort| self.sorts.contains(sort));
        match (rng.below(9), sort) {
            (0, _) => format!("(- {})", sub(rng)),
            (1, _) => format!("(- {} {})", sub(rng), sub(rng)),
            (2, _) => format!("(* {} {})", self.value(rng, sort), sub(rng)),
            (3, Sort::Int) => format!("(mod {} {})", sub(rng), 2 + rng.below(5)),
            (4, Sort::Int) => format!("(div {} {})", sub(rng), 2 + rng.below(5)),
            (5, Sort::Int) => format!("(abs {})", sub(rng)),
            (6, Sort::Int) if is_mixed => format!("(to_int {})", self.term(rng, Sort::Real, depth - 1)),
            (6, Sort::Real) if is_mixed => format!("(to_real {})", self.term(rng, Sort::Int, depth - 1)),
            _ => format!("(+ {} {} {})", sub(rng), sub(rng), self.value(rng, sort)),
        }
    }

    fn word(&self, rng: &mut Rng, width: u32, depth: usize) -> String {
        let sub = |rng: &mut Rng| self.term(rng, Sort::Bits(width), depth - 1);
        const BINARY: [&str; 15] = [
            "bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvudiv", "bvurem", "bvsdiv", "bvsrem",
            "bvsmod", "bvshl", "bvlshr", "bvashr", "bvxnor",
        ];
        if rng.one_in(4) {
            if let Some(text) = self.word_of_float(rng, width, depth - 1) {
                return text;
            }
        }
        match rng.below(24) {
            0 => format!("(bvnot {})", sub(rng)),
            1 => format!("(bvneg {})", sub(rng)),
            2 if width > 1 => {
                let high = 1 + rng.below(width as usize - 1) as u32;
                let upper = self.term(rng, Sort::Bits(width - high), depth - 1);
                format!("(concat {} {})", upper, self.term(rng, Sort::Bits(high), depth - 1))
            }
            3 => {
                let more = rng.below(4) as u32;
                let low = rng.below(more as usize + 1) as u32;
                let inner = self.term(rng, Sort::Bits(width + more), depth - 1);
                format!("((_ extract {} {}) {})", low + width - 1, low, inner)
            }
            4 if width > 1 => {
                let less = 1 + rng.below(width as usize - 1) as u32;
                let kind = if rng.one_in(2) { "zero_extend" } else { "sign_extend" };
                format!("((_ {} {}) {})", kind, less, self.term(rng, Sort::Bits(width - less), depth - 1))
            }
            5 => format!("((_ rotate_left {}) {})", rng.below(2 * width as usize), sub(rng)),
            n => format!("({} {} {})", BINARY[n % BINARY.len()], sub(rng), sub(rng)),
        }
    }
}
