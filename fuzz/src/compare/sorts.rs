//! The sorts of random scripts, and which of them a logic has.

use std::fmt;
use Sort::{Array, Bits, Bool, Data, Declared, Float, Int, Mode, Real};

/// A sort of the generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Bool,
    Int,
    Real,
    Bits(u32),
    /// Floating-point numbers: the bits of the exponent, and those of the significand.
    Float(u32, u32),
    /// Rounding modes.
    Mode,
    /// A declared sort, by its name.
    Declared(&'static str),
    /// Indices and elements.
    Array(&'static (Sort, Sort)),
    /// A datatype, by its name.
    Data(&'static str),
}

/// A constructor: its name, and its selectors with their sorts.
pub type Maker = (&'static str, &'static [(&'static str, Sort)]);

/// Each datatype with its constructors. The first one of each makes a value of values that are made before.
const DATATYPES: &[(&str, &[Maker])] = &[
    ("Color", &[("red", &[]), ("green", &[]), ("blue", &[])]),
    ("Option", &[("no", &[]), ("some", &[("the", Bits(1))])]),
    ("Colors", &[("nil", &[]), ("cons", &[("hd", Data("Color")), ("tl", Data("Colors"))])]),
    ("Chain", &[("end", &[]), ("link", &[("number", Int), ("more", Data("Chain"))])]),
    ("Tree", &[("node", &[("color", Data("Color")), ("children", Data("Forest"))])]),
    ("Forest", &[("none", &[]), ("grow", &[("first", Data("Tree")), ("rest", Data("Forest"))])]),
    ("Pair", &[("both", &[("left", Declared("S")), ("right", Bool)])]),
    ("Cell", &[("cell", &[("bit", Bits(1)), ("paint", Data("Color"))])]),
];

/// The rules of a logic.
pub struct Logic {
    pub name: &'static str,
    /// The sorts of terms. A sort that another one contains is among them, unless it is `Bool`.
    pub sorts: &'static [Sort],
    pub has_functions: bool,
}

const NUMBERS: Sort = Array(&(Int, Int));
const NESTED: Sort = Array(&(Int, NUMBERS));
const WORDS: Sort = Array(&(Bits(2), Bits(4)));
const FLAGS: Sort = Array(&(Bits(1), Bits(1)));
const PLAIN: Sort = Array(&(Declared("S"), Declared("T")));
const S: Sort = Declared("S");
const T: Sort = Declared("T");
const COLOR: Sort = Data("Color");

const fn logic(name: &'static str, sorts: &'static [Sort]) -> Logic {
    Logic { name, sorts, has_functions: false }
}

const fn with_functions(name: &'static str, sorts: &'static [Sort]) -> Logic {
    Logic { name, sorts, has_functions: true }
}

pub const BV: Logic = logic("QF_BV", &[Bits(1), Bits(3), Bits(4), Bits(8), Bits(17), Bits(32)]);
pub const LIA: Logic = logic("QF_LIA", &[Int]);
pub const LRA: Logic = logic("QF_LRA", &[Real]);
pub const LIRA: Logic = logic("QF_LIRA", &[Int, Real]);
pub const FP: Logic = logic(
    "QF_FP",
    &[Mode, Float(2, 3), Float(3, 3), Float(2, 5), Float(3, 4), Float(5, 11), Float(8, 24), Float(11, 53)],
);
pub const BVFP: Logic = logic(
    "QF_BVFP",
    &[Mode, Bits(1), Bits(4), Bits(6), Bits(16), Float(2, 4), Float(3, 3), Float(5, 11), Float(8, 24)],
);
pub const UF: Logic = with_functions("QF_UF", &[S, T]);
pub const UFLIA: Logic = with_functions("QF_UFLIA", &[Int, S]);
pub const AX: Logic = logic("QF_AX", &[S, T, PLAIN]);
pub const ALIA: Logic = logic("QF_ALIA", &[Int, NUMBERS, NESTED]);
pub const ABV: Logic = logic("QF_ABV", &[Bits(1), Bits(2), Bits(4), WORDS, FLAGS]);
pub const DT: Logic = logic("QF_DT", &[COLOR, Data("Colors"), Data("Tree"), Data("Forest")]);
pub const UFDT: Logic =
    with_functions("QF_UFDT", &[S, COLOR, Data("Colors"), Data("Tree"), Data("Forest"), Data("Pair")]);
pub const MIXED: Logic = with_functions(
    "ALL",
    &[
        Int,
        Real,
        Bits(1),
        Bits(2),
        S,
        T,
        NUMBERS,
        FLAGS,
        PLAIN,
        COLOR,
        Data("Option"),
        Data("Chain"),
        Data("Pair"),
        Array(&(Int, Data("Chain"))),
        Array(&(COLOR, Bool)),
        Array(&(Data("Option"), Bits(1))),
        Array(&(S, Int)),
    ],
);

/// The sorts of transition systems. Each selector belongs to all values of its sort: of others a tool for clauses may
/// say what it likes, but always the same.
pub const STATES: Logic =
    logic("ALL", &[Bits(1), Bits(2), FLAGS, COLOR, Data("Cell"), Array(&(COLOR, Bool))]);

impl Sort {
    /// The constructors of a datatype.
    pub fn makers(self) -> &'static [Maker] {
        DATATYPES.iter().find(|(name, _)| self == Data(name)).map_or(&[], |(_, makers)| makers)
    }

    /// Whether it has no values that are written: a declared sort, and arrays at such indices, of whose constant
    /// arrays the size of the declared sort is asked for.
    pub fn needs_constant(self) -> bool {
        match self {
            Bool | Int | Real | Bits(_) | Float(..) | Mode | Data(_) => false,
            Declared(_) => true,
            Array((index, element)) => index.needs_constant() || element.needs_constant(),
        }
    }

    /// Adds this sort and those that it contains.
    pub fn add_to(self, sorts: &mut Vec<Sort>) {
        if self == Bool || sorts.contains(&self) {
            return;
        }
        sorts.push(self);
        match self {
            Bool | Int | Real | Bits(_) | Float(..) | Mode | Declared(_) => {}
            Array((index, element)) => [index, element].iter().for_each(|sort| sort.add_to(sorts)),
            Data(_) => {
                let fields = self.makers().iter().flat_map(|(_, fields)| fields.iter());
                fields.for_each(|(_, sort)| sort.add_to(sorts));
            }
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bool => f.write_str("Bool"),
            Int => f.write_str("Int"),
            Real => f.write_str("Real"),
            Bits(width) => write!(f, "(_ BitVec {})", width),
            Float(exponent, significand) => write!(f, "(_ FloatingPoint {} {})", exponent, significand),
            Mode => f.write_str("RoundingMode"),
            Declared(name) | Data(name) => f.write_str(name),
            Array((index, element)) => write!(f, "(Array {} {})", index, element),
        }
    }
}

/// The commands that declare these sorts.
pub fn declarations(sorts: &[Sort]) -> String {
    let mut text = String::new();
    for sort in sorts.iter().filter(|sort| matches!(sort, Declared(_))) {
        text.push_str(&format!("(declare-sort {} 0)\n", sort));
    }
    let datatypes: Vec<&Sort> = sorts.iter().filter(|sort| matches!(sort, Data(_))).collect();
    if !datatypes.is_empty() {
        let names: Vec<String> = datatypes.iter().map(|sort| format!("({} 0)", sort)).collect();
        let bodies: Vec<String> = datatypes.iter().map(|sort| format!("({})", body(sort.makers()))).collect();
        text.push_str(&format!("(declare-datatypes ({}) ({}))\n", names.join(" "), bodies.join(" ")));
    }
    text
}

fn body(makers: &[Maker]) -> String {
    let field = |(name, sort): &(&str, Sort)| format!(" ({} {})", name, sort);
    let maker =
        |(name, fields): &Maker| format!("({}{})", name, fields.iter().map(field).collect::<String>());
    makers.iter().map(maker).collect::<Vec<String>>().join(" ")
}
