//! The graph: nodes, constants, symbols, and the table that finds equal nodes.

use super::choice_table::Choices;
use super::effort::Effort;
use super::float::{FloatOp, Rounding};
pub use super::id::TermId;
pub use super::sort::{ConstructorId, Family, FunctionId, SelectorId, Sort, SortId};
use super::sort_table::{Signature, SortTable};
use crate::base::HashMap;
use crate::theories::bv::Bits;
use crate::theories::num::Rational;
use std::fmt;
use std::hash::Hasher;
use std::sync::Arc;

/// A declared constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(pub(super) u32);

impl SymbolId {
    /// Position among all symbols, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The operator of a node. All other operators of SMT-LIB are written with these.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// The constant true. False is its negation.
    True,
    /// A declared constant of any sort.
    Symbol(SymbolId),
    /// A declared function of arguments, one or more, of its sorts.
    Call(FunctionId),
    /// The element of an array at an index.
    Select,
    /// The array with another element at an index: array, index, element.
    Store,
    /// The array of its sort that has this element everywhere.
    ConstArray,
    /// Some index at which two arrays differ, if they do.
    Difference,
    /// A value of a datatype, made by a constructor of its fields.
    Construct(ConstructorId),
    /// A field of a value that the selector's constructor made; some function of values that another one made.
    Field(SelectorId),
    /// Whether a constructor made the value.
    Is(ConstructorId),
    /// A number; see [`Terms::number_of`].
    Numeral(u32),
    /// A constant bit-vector; see [`Terms::bits_of`].
    Bits(u32),
    /// Negation.
    Not,
    /// Conjunction of two or more, sorted.
    And,
    /// Equality of two terms of one sort. Numbers: a sum without constant and a numeral.
    Eq,
    /// If the first, then the second, else the third.
    Ite,
    /// A sum of two or more: numerals times terms, sorted by the terms, then perhaps a numeral. The terms are no sums,
    /// unless they are long; see [`Terms::linear`].
    Add,
    /// A numeral, neither 0 nor 1, times a term.
    Mul,
    /// A product of two or more numbers that are no numerals, sorted. They are neither sums nor products, unless the
    /// product is large.
    Product,
    /// The inverse of a real; 0 for 0.
    Inverse,
    /// Quotient of two integers, rounded so that the remainder is not negative; 0 for a divisor of 0. The divisor is no
    /// numeral.
    IntQuotient,
    /// Sum without constant at most numeral.
    Le,
    /// Sum without constant at least numeral; only of sort Real.
    Ge,
    /// Quotient of an integer term by a nonzero numeral, rounded so that the remainder is not negative.
    IntDiv,
    /// Remainder of that division: at least 0, less than the divisor's absolute value.
    IntMod,
    /// An integer term as a real one.
    ToReal,
    /// The greatest integer that is no greater.
    ToInt,
    /// The real quotient by 0: some function of the dividend.
    DivByZero,
    /// The integer quotient by 0: some function of the dividend.
    IntDivByZero,
    /// The integer remainder by 0: some function of the dividend.
    IntModByZero,
    /// Bitwise complement.
    BvNot,
    /// Bitwise conjunction of two.
    BvAnd,
    /// Bitwise disjunction of two.
    BvOr,
    /// Bitwise exclusive or of two.
    BvXor,
    /// Two's complement negation.
    BvNeg,
    /// Sum modulo 2^width of two.
    BvAdd,
    /// Difference modulo 2^width of two.
    BvSub,
    /// Product modulo 2^width of two.
    BvMul,
    /// Unsigned quotient; all ones if the divisor is 0.
    BvUdiv,
    /// Unsigned remainder; the dividend if the divisor is 0.
    BvUrem,
    /// Shift to the left by the value of the second.
    BvShl,
    /// Shift to the right, zeros from the left.
    BvLshr,
    /// Shift to the right, copies of the sign from the left.
    BvAshr,
    /// The first is the high part.
    Concat,
    /// As many bits as the sort says, from this index on.
    Extract(u32),
    /// Copies of the sign in front, as many as the sort asks for.
    SignExtend,
    /// Unsigned less than.
    BvUlt,
    /// Signed less than.
    BvSlt,
    /// A rounding mode.
    Rounding(Rounding),
    /// An operator on floating-point numbers.
    Float(FloatOp),
}

#[derive(Clone, Copy)]
struct Node {
    op: Op,
    sort: Sort,
    /// The begin of the arguments; they end at the begin of the next node's.
    args: u32,
}

#[derive(Clone)]
struct Symbol {
    name: Box<str>,
    term: TermId,
}

/// All terms made so far. See the [module](super).
///
/// # Panics
///
/// The methods that make terms check the sorts of their arguments in every build, and panic if SMT-LIB does not define
/// the operator for them; `Int` and `Real` may be mixed where numbers are combined or compared. Readers of input check
/// before they build. All methods panic for an id that is not below [`Terms::len`]. Other ids of another store cannot
/// be told apart from this one's, and give some other term.
#[derive(Clone)]
pub struct Terms {
    nodes: Vec<Node>,
    args: Vec<TermId>,
    /// Open addressing by hash; holds ids plus one, 0 is free. A power of two, at most three quarters full.
    table: Vec<u32>,
    symbols: Vec<Symbol>,
    pub(super) sorts: SortTable,
    pub(super) functions: Vec<Signature>,
    numerals: Vec<Rational>,
    numeral_ids: HashMap<Rational, u32>,
    bits: Vec<Bits>,
    bits_ids: HashMap<Bits, u32>,
    pub(super) effort: Effort,
    pub(super) choices: Choices,
    /// Whether a term is a floating-point number or a rounding mode.
    pub(super) has_floats: bool,
    /// Whether a term is a product, a quotient or an inverse of terms that are no numerals.
    pub(super) has_products: bool,
    /// In common to this store and its clones.
    origin: Arc<()>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

/// Prints the number of terms only.
impl fmt::Debug for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terms").field("len", &self.len()).field("symbols", &self.symbol_count()).finish()
    }
}

impl Terms {
    /// The id of true in every store.
    pub const TRUE: TermId = TermId(0);
    /// The id of false in every store.
    pub const FALSE: TermId = TermId(1);

    /// Nothing but true and false.
    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            args: Vec::new(),
            table: vec![0; 64],
            symbols: Vec::new(),
            sorts: SortTable::default(),
            functions: Vec::new(),
            numerals: Vec::new(),
            numeral_ids: HashMap::default(),
            bits: Vec::new(),
            bits_ids: HashMap::default(),
            effort: Effort::default(),
            choices: Choices::default(),
            has_floats: false,
            has_products: false,
            origin: Arc::new(()),
        };
        let yes = terms.intern(Op::True, Sort::Bool, &[]);
        let no = terms.intern(Op::Not, Sort::Bool, &[yes]);
        debug_assert!(yes == Terms::TRUE && no == Terms::FALSE);
        terms
    }

    /// The number of terms made so far; ids are smaller.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The term of this number, if there is one.
    pub(crate) fn of_index(&self, index: usize) -> Option<TermId> {
        (index < self.nodes.len()).then_some(TermId(index as u32))
    }

    /// Always false: the terms true and false are always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Remembers this store if none was remembered; the result is whether this store is the remembered one or has a
    /// common origin with it.
    pub(crate) fn is_origin(&self, known: &mut Option<Arc<()>>) -> bool {
        Arc::ptr_eq(known.get_or_insert_with(|| self.origin.clone()), &self.origin)
    }

    /// Bytes held by the arrays.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * std::mem::size_of::<Node>()
            + (self.args.capacity() + self.table.capacity()) * 4
            + (self.symbols.capacity() + self.sorts.len() + self.functions.capacity()) * 48
            + (self.numerals.capacity() + self.bits.capacity()) * 64
            + self.choices.bytes()
    }

    /// The operator of the node.
    #[inline]
    pub fn op(&self, t: TermId) -> Op {
        self.nodes[t.index()].op
    }

    /// The sort of a term.
    #[inline]
    pub fn sort(&self, t: TermId) -> Sort {
        self.nodes[t.index()].sort
    }

    /// The arguments, in order.
    #[inline]
    pub fn args(&self, t: TermId) -> &[TermId] {
        let start = self.nodes[t.index()].args as usize;
        let end = self.nodes.get(t.index() + 1).map_or(self.args.len(), |next| next.args as usize);
        &self.args[start..end]
    }

    /// The i-th argument, from 0.
    #[inline]
    pub fn arg(&self, t: TermId, i: usize) -> TermId {
        self.args(t)[i]
    }

    /// The number of bits of a bit-vector term; 0 for all others.
    #[inline]
    pub fn width(&self, t: TermId) -> u32 {
        self.sort(t).width().unwrap_or(0)
    }

    /// The value of a numeral.
    pub fn number_of(&self, t: TermId) -> Option<&Rational> {
        match self.op(t) {
            Op::Numeral(i) => Some(&self.numerals[i as usize]),
            _ => None,
        }
    }

    /// The value of a constant bit-vector.
    pub fn bits_of(&self, t: TermId) -> Option<&Bits> {
        match self.op(t) {
            Op::Bits(i) => Some(&self.bits[i as usize]),
            _ => None,
        }
    }

    /// A new constant. Names need not differ: two constants of one name are two constants.
    ///
    /// # Panics
    ///
    /// If the sort is that of bit-vectors without bits.
    pub fn declare(&mut self, name: &str, sort: Sort) -> TermId {
        assert!(sort != Sort::BitVec(0), "a bit-vector has at least one bit");
        let symbol = SymbolId(self.symbols.len() as u32);
        let term = self.intern(Op::Symbol(symbol), sort, &[]);
        self.symbols.push(Symbol { name: name.into(), term });
        term
    }

    /// The name a constant was declared with.
    pub fn name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.index()].name
    }

    /// The term of a declared constant.
    pub fn symbol_term(&self, symbol: SymbolId) -> TermId {
        self.symbols[symbol.index()].term
    }

    /// The number of constants declared.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// An integer numeral if the sort is `Int`, a rational one if it is `Real`.
    ///
    /// # Panics
    ///
    /// If the sort is not numeric, or the number no integer where one is asked for.
    pub fn numeral(&mut self, value: Rational, sort: Sort) -> TermId {
        assert!(sort == Sort::Real || sort == Sort::Int && value.is_integer(), "a numeral of sort {}", sort);
        let value = if self.effort.note(&value) { value } else { Rational::ZERO };
        let id = match self.numeral_ids.get(&value) {
            Some(&id) => id,
            None => {
                let id = self.numerals.len() as u32;
                self.numerals.push(value.clone());
                self.numeral_ids.insert(value, id);
                id
            }
        };
        self.intern(Op::Numeral(id), sort, &[])
    }

    /// A constant bit-vector.
    pub fn bit_vector(&mut self, value: Bits) -> TermId {
        let sort = Sort::BitVec(value.width());
        self.effort.note_bits(u64::from(value.width()));
        let id = match self.bits_ids.get(&value) {
            Some(&id) => id,
            None => {
                let id = self.bits.len() as u32;
                self.bits.push(value.clone());
                self.bits_ids.insert(value, id);
                id
            }
        };
        self.intern(Op::Bits(id), sort, &[])
    }

    /// The node of this form: the existing one, or a new one.
    ///
    /// # Panics
    ///
    /// After 2^32 - 2 terms, or as many arguments.
    pub(super) fn intern(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        if 4 * (self.nodes.len() + 1) > 3 * self.table.len() {
            self.grow_table();
        }
        let mask = self.table.len() - 1;
        let mut slot = hash(op, sort, args) as usize & mask;
        loop {
            match self.table[slot] {
                0 => break,
                id => {
                    let t = TermId(id - 1);
                    let node = &self.nodes[t.index()];
                    if node.op == op && node.sort == sort && self.args(t) == args {
                        return t;
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
        let fits =
            self.nodes.len() < u32::MAX as usize - 1 && self.args.len() < u32::MAX as usize - args.len();
        assert!(fits, "at most 2^32 - 2 terms and arguments");
        self.has_products |= matches!(op, Op::Product | Op::Inverse | Op::IntQuotient);
        self.has_floats |= matches!(sort, Sort::Float(_) | Sort::Rounding);
        let t = TermId(self.nodes.len() as u32);
        self.nodes.push(Node { op, sort, args: self.args.len() as u32 });
        self.args.extend_from_slice(args);
        self.table[slot] = t.0 + 1;
        t
    }

    fn grow_table(&mut self) {
        let size = 2 * self.table.len();
        let mask = size - 1;
        let mut table = vec![0; size];
        for i in 0..self.nodes.len() {
            let t = TermId(i as u32);
            let mut slot = hash(self.op(t), self.sort(t), self.args(t)) as usize & mask;
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = t.0 + 1;
        }
        self.table = table;
    }
}

fn hash(op: Op, sort: Sort, args: &[TermId]) -> u64 {
    use std::hash::Hash;
    let mut hasher = crate::base::FixedHasher::default();
    op.hash(&mut hasher);
    sort.hash(&mut hasher);
    for t in args {
        hasher.write_u32(t.0);
    }
    hasher.finish()
}
