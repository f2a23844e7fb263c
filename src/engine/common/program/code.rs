//! Terms as straight-line code over machine words.
//!
//! A truth value is 0 or 1, a bit-vector of at most 64 bits is an unsigned number, an integer is a two's complement
//! number. Arithmetic over integers that leaves 64 bits stops the run. A word of up to 128 bits between others, such as
//! the product of two significands, has two registers, the low half first. Reals, wider words and variables of more
//! than 64 bits have no code. Arrays have some if they are asked for: a register holds the number of one among
//! [`Arrays`].

use super::arrays::Arrays;
use super::edges::Edges;
use crate::base::{HashMap, HashSet};
use crate::model::cfa::EdgeId;
use crate::solver::term::{Family, Op, Sort, TermId, Terms, Value};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};

/// A place that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) struct Register(u32);

impl Register {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy)]
enum Operation {
    Not,
    And,
    Equal,
    Choose,
    Sum,
    Product,
    AtMost,
    Quotient,
    Remainder,
    WordNot,
    WordAnd,
    WordOr,
    WordXor,
    WordNeg,
    WordSum,
    WordDifference,
    WordProduct,
    WordQuotient,
    WordRemainder,
    ShiftLeft,
    ShiftRight,
    ShiftSign,
    /// The second argument is the width of the low part.
    Concat,
    /// The second argument is the lowest bit.
    Extract,
    /// The second argument is the width before.
    SignExtend,
    Less,
    SignedLess,
    Read,
    Write,
    Everywhere,
}

#[derive(Clone, Copy)]
struct Instruction {
    operation: Operation,
    /// Of the result; of a comparison that of the arguments.
    width: u8,
    to: u32,
    args: [u32; 3],
    /// The places of words of more than 64 bits, as bits: those of the arguments, then that of the result.
    wide: u8,
}

/// The bit of [`Instruction::wide`] for a result.
const RESULT: usize = 3;

/// The code of some terms. Values of constants are put into registers once, by [`Code::new_registers`].
#[derive(Clone, Default)]
pub(in crate::engine) struct Code {
    instructions: Vec<Instruction>,
}

/// Numbers the registers of one automaton: variables first, then all other terms.
pub(in crate::engine) struct Registers {
    of: HashMap<TermId, Register>,
    /// The values at the beginning: those of constant terms, and 0.
    pub first: Vec<u64>,
    /// Arrays have code.
    arrays: bool,
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

fn signed(value: u64, width: u8) -> i64 {
    let gap = 64 - u32::from(width);
    ((value << gap) as i64) >> gap
}

/// Whether values of the sort take two registers.
fn is_wide(sort: Sort) -> bool {
    matches!(sort.family(), Family::Word(65..=128))
}

/// Whether values of the sort fit a register.
pub(in crate::engine) fn fits(sort: Sort) -> bool {
    match sort.family() {
        Family::Bool | Family::Int => true,
        Family::Word(width) => width <= 64,
        Family::Real | Family::Opaque => false,
    }
}

/// The value that a register of this sort holds.
pub(in crate::engine) fn value_of(register: u64, sort: Sort) -> Value {
    match sort.family() {
        Family::Bool => Value::Bool(register != 0),
        Family::Word(width) => Value::Bits(Bits::new(register, width)),
        Family::Int | Family::Real => Value::Number(Rational::from(Integer::from(register as i64))),
        Family::Opaque => {
            unreachable!("no value of sort {} is in a register", sort)
        }
    }
}

/// The contents of a register that holds this value; `None` if it does not fit.
pub(in crate::engine) fn register_of(value: &Value) -> Option<u64> {
    match value {
        Value::Bool(truth) => Some(u64::from(*truth)),
        Value::Bits(bits) => bits.to_u64().filter(|_| bits.width() <= 64),
        Value::Number(number) if number.is_integer() => number.floor().to_i64().map(|n| n as u64),
        _ => None,
    }
}

impl Registers {
    /// Registers for these constants, in their order. `None` if one does not fit.
    pub fn new(terms: &Terms, constants: &[TermId]) -> Option<Registers> {
        Registers { of: HashMap::default(), first: Vec::new(), arrays: false }.with(terms, constants)
    }

    /// As [`Registers::new`], where arrays have code.
    pub fn with_arrays(terms: &Terms, constants: &[TermId]) -> Option<Registers> {
        Registers { of: HashMap::default(), first: Vec::new(), arrays: true }.with(terms, constants)
    }

    fn with(mut self, terms: &Terms, constants: &[TermId]) -> Option<Registers> {
        constants.iter().try_for_each(|&t| self.declare(terms, t).map(drop))?;
        Some(self)
    }

    fn add(&mut self, terms: &Terms, t: TermId, value: u128) -> Option<Register> {
        let sort = terms.sort(t);
        let register = Register(u32::try_from(self.first.len()).ok()?);
        self.first.push(value as u64);
        if is_wide(sort) {
            self.first.push((value >> 64) as u64);
        } else {
            let elements = terms.array_parts(sort).filter(|_| self.arrays);
            if !elements.map_or(fits(sort), |(index, element)| fits(index) && fits(element)) {
                return None;
            }
        }
        self.of.insert(t, register);
        Some(register)
    }

    /// The register of a constant or of a term that has code.
    pub fn of(&self, t: TermId) -> Option<Register> {
        self.of.get(&t).copied()
    }

    /// Adds a constant.
    pub fn declare(&mut self, terms: &Terms, constant: TermId) -> Option<Register> {
        match self.of(constant) {
            Some(register) => Some(register),
            None if is_wide(terms.sort(constant)) => None,
            None => self.add(terms, constant, 0),
        }
    }

    /// Code for these terms. Terms in `done` are not computed again, and those compiled here join them. `None` if there
    /// is no code.
    pub fn compile(&mut self, terms: &Terms, roots: &[TermId], done: &mut HashSet<TermId>) -> Option<Code> {
        let mut code = Code::default();
        for t in terms.subterms_until(roots, |t| done.contains(&t)) {
            if !done.insert(t) {
                continue;
            }
            let constant = match terms.op(t) {
                Op::Symbol(_) => {
                    self.of(t)?;
                    continue;
                }
                Op::True => Some(1),
                Op::Numeral(_) => {
                    terms.number_of(t).and_then(|n| register_of(&Value::Number(n.clone()))).map(u128::from)
                }
                Op::Bits(_) => terms.bits_of(t).and_then(Bits::to_u128),
                _ => None,
            };
            if terms.args(t).is_empty() {
                let known = self.of(t).is_some();
                if !known {
                    self.add(terms, t, constant?)?;
                }
                continue;
            }
            let to = match self.of(t) {
                Some(register) => register,
                None => self.add(terms, t, 0)?,
            };
            self.instruct(terms, t, to, &mut code)?;
        }
        Some(code)
    }

    fn instruct(&mut self, terms: &Terms, t: TermId, to: Register, code: &mut Code) -> Option<()> {
        let args = terms.args(t);
        let place = |t: TermId| self.of(t).map(|register| register.0);
        let width = |t: TermId| terms.sort(t).width().unwrap_or(1) as u8;
        let mut wide = u8::from(is_wide(terms.sort(t))) << RESULT;
        for (i, &arg) in args.iter().take(RESULT).enumerate() {
            wide |= u8::from(is_wide(terms.sort(arg))) << i;
        }
        let mut add = |operation, width, args| {
            code.instructions.push(Instruction { operation, width, to: to.0, args, wide });
        };
        let simple = match terms.op(t) {
            Op::And | Op::Add | Op::Product => {
                let operation = match terms.op(t) {
                    Op::And => Operation::And,
                    Op::Add => Operation::Sum,
                    _ => Operation::Product,
                };
                let mut left = place(args[0])?;
                for &right in &args[1..] {
                    add(operation, 1, [left, place(right)?, 0]);
                    left = to.0;
                }
                return Some(());
            }
            Op::Concat => {
                add(
                    Operation::Concat,
                    width(t),
                    [place(args[0])?, place(args[1])?, u32::from(width(args[1]))],
                );
                return Some(());
            }
            Op::Extract(low) => {
                add(Operation::Extract, width(t), [place(args[0])?, low, 0]);
                return Some(());
            }
            Op::SignExtend => {
                add(Operation::SignExtend, width(t), [place(args[0])?, u32::from(width(args[0])), 0]);
                return Some(());
            }
            Op::BvUlt | Op::BvSlt => {
                let operation =
                    if terms.op(t) == Op::BvUlt { Operation::Less } else { Operation::SignedLess };
                add(operation, width(args[0]), [place(args[0])?, place(args[1])?, 0]);
                return Some(());
            }
            Op::Eq if !fits(terms.sort(args[0])) && wide == 0 => return None,
            Op::Select => Operation::Read,
            Op::Store => Operation::Write,
            Op::ConstArray => Operation::Everywhere,
            Op::Not => Operation::Not,
            Op::Eq => Operation::Equal,
            Op::Ite => Operation::Choose,
            Op::Mul => Operation::Product,
            Op::Le => Operation::AtMost,
            // Without a value for the divisor 0.
            Op::IntDiv | Op::IntQuotient => Operation::Quotient,
            Op::IntMod => Operation::Remainder,
            Op::BvNot => Operation::WordNot,
            Op::BvAnd => Operation::WordAnd,
            Op::BvOr => Operation::WordOr,
            Op::BvXor => Operation::WordXor,
            Op::BvNeg => Operation::WordNeg,
            Op::BvAdd => Operation::WordSum,
            Op::BvSub => Operation::WordDifference,
            Op::BvMul => Operation::WordProduct,
            Op::BvUdiv => Operation::WordQuotient,
            Op::BvUrem => Operation::WordRemainder,
            Op::BvShl => Operation::ShiftLeft,
            Op::BvLshr => Operation::ShiftRight,
            Op::BvAshr => Operation::ShiftSign,
            _ => return None,
        };
        let mut places = [0; 3];
        for (place_of, &arg) in places.iter_mut().zip(args) {
            *place_of = place(arg)?;
        }
        add(simple, width(t), places);
        Some(())
    }
}

/// An edge as code.
pub(in crate::engine) struct EdgeCode {
    pub inputs: Vec<(Register, Sort)>,
    guard: Code,
    holds: Register,
    values: Code,
    /// Registers of new values, and those of the variables that get them.
    moves: Vec<(Register, Register)>,
}

impl EdgeCode {
    /// The code of an edge; `None` if a term has none.
    pub fn new(edges: &Edges, edge: EdgeId, registers: &mut Registers) -> Option<EdgeCode> {
        let terms = edges.cfa.terms();
        let mut declare =
            |&input: &TermId| registers.declare(terms, input).map(|register| (register, terms.sort(input)));
        let inputs = edges.inputs(edge).iter().map(&mut declare).collect::<Option<_>>()?;
        let mut done = HashSet::default();
        let guard = registers.compile(terms, &[edges.guard(edge)], &mut done)?;
        let new: Vec<TermId> = edges.values(edge).iter().map(|(_, value)| *value).collect();
        let values = registers.compile(terms, &new, &mut done)?;
        let moves = edges.values(edge).iter();
        let moves = moves.map(|&(variable, value)| Some((registers.of(value)?, registers.of(variable)?)));
        let moves = moves.collect::<Option<_>>()?;
        Some(EdgeCode { inputs, guard, holds: registers.of(edges.guard(edge))?, values, moves })
    }

    /// Instructions that decide whether the edge is taken, and those that take it.
    pub fn lengths(&self) -> [u64; 2] {
        [self.guard.len(), self.values.len() + self.moves.len()].map(|count| count as u64)
    }

    /// Takes the edge from the state in the registers, with the inputs there. False if there is no such step; `None`
    /// if an integer does not fit. The buffer is scratch memory.
    #[inline]
    pub fn take(&self, registers: &mut [u64], arrays: &mut Arrays, buffer: &mut Vec<u64>) -> Option<bool> {
        self.guard.run(registers, arrays)?;
        if registers[self.holds.index()] == 0 {
            return Some(false);
        }
        self.values.run(registers, arrays)?;
        buffer.clear();
        buffer.extend(self.moves.iter().map(|(from, _)| registers[from.index()]));
        for ((_, to), value) in self.moves.iter().zip(buffer) {
            registers[to.index()] = *value;
        }
        Some(true)
    }
}

impl Code {
    /// The number of instructions.
    pub fn len(&self) -> usize {
        self.instructions.len()
    }

    /// Runs the code. `None` if an integer does not fit.
    #[inline]
    pub fn run(&self, registers: &mut [u64], arrays: &mut Arrays) -> Option<()> {
        for instruction in &self.instructions {
            if instruction.wide != 0 {
                wide_step(instruction, registers);
                continue;
            }
            let value = step(instruction, registers, arrays)?;
            registers[instruction.to as usize] = value;
        }
        Some(())
    }
}

/// An instruction about words of which one has two registers.
#[inline(never)]
fn wide_step(instruction: &Instruction, registers: &mut [u64]) {
    let Instruction { operation, width, args, wide, .. } = *instruction;
    let all = u128::MAX >> (128 - u32::from(width.clamp(1, 128)));
    let arg = |i: usize| {
        let at = args[i] as usize;
        let high = if wide >> i & 1 == 1 { registers[at + 1] } else { 0 };
        u128::from(high) << 64 | u128::from(registers[at])
    };
    let signed = |value: u128, width: u32| {
        let gap = 128 - width;
        ((value << gap) as i128) >> gap
    };
    let (a, own) = (arg(0), u32::from(width));
    let by = || u32::try_from(arg(1)).unwrap_or(u32::MAX);
    let value = match operation {
        Operation::Equal => u128::from(a == arg(1)),
        Operation::Choose if a != 0 => arg(1),
        Operation::Choose => arg(2),
        Operation::WordNot => !a & all,
        Operation::WordAnd => a & arg(1),
        Operation::WordOr => a | arg(1),
        Operation::WordXor => a ^ arg(1),
        Operation::WordNeg => a.wrapping_neg() & all,
        Operation::WordSum => a.wrapping_add(arg(1)) & all,
        Operation::WordDifference => a.wrapping_sub(arg(1)) & all,
        Operation::WordProduct => a.wrapping_mul(arg(1)) & all,
        Operation::WordQuotient => a.checked_div(arg(1)).unwrap_or(all),
        Operation::WordRemainder => a.checked_rem(arg(1)).unwrap_or(a),
        Operation::ShiftLeft if by() < own => (a << by()) & all,
        Operation::ShiftRight if by() < own => a >> by(),
        Operation::ShiftLeft | Operation::ShiftRight => 0,
        Operation::ShiftSign => (signed(a, own) >> by().min(own - 1)) as u128 & all,
        Operation::Concat => (a << args[2]) | arg(1),
        Operation::Extract => (a >> args[1]) & all,
        Operation::SignExtend => signed(a, args[1]) as u128 & all,
        Operation::Less => u128::from(a < arg(1)),
        Operation::SignedLess => u128::from(signed(a, own) < signed(arg(1), own)),
        Operation::Not
        | Operation::And
        | Operation::Sum
        | Operation::Product
        | Operation::AtMost
        | Operation::Quotient
        | Operation::Remainder
        | Operation::Read
        | Operation::Write
        | Operation::Everywhere => unreachable!("no truth value, integer or array has two registers"),
    };
    registers[instruction.to as usize] = value as u64;
    if wide >> RESULT & 1 == 1 {
        registers[instruction.to as usize + 1] = (value >> 64) as u64;
    }
}

#[inline(always)]
fn step(instruction: &Instruction, registers: &[u64], arrays: &mut Arrays) -> Option<u64> {
    let Instruction { operation, width, args, .. } = *instruction;
    let all = mask(u32::from(width));
    let a = registers[args[0] as usize];
    // A number in the place of a second register is below the number of registers or not read.
    let b = || registers[args[1] as usize];
    let shifted = |by: u64| by < u64::from(width);
    Some(match operation {
        Operation::Not => a ^ 1,
        Operation::And | Operation::WordAnd => a & b(),
        Operation::Equal => u64::from(a == b()),
        Operation::Choose if a != 0 => b(),
        Operation::Choose => registers[args[2] as usize],
        Operation::Sum => (a as i64).checked_add(b() as i64)? as u64,
        Operation::Product => (a as i64).checked_mul(b() as i64)? as u64,
        Operation::AtMost => u64::from((a as i64) <= b() as i64),
        Operation::Quotient => (a as i64).checked_div_euclid(b() as i64)? as u64,
        Operation::Remainder => (a as i64).checked_rem_euclid(b() as i64)? as u64,
        Operation::WordNot => !a & all,
        Operation::WordOr => a | b(),
        Operation::WordXor => a ^ b(),
        Operation::WordNeg => a.wrapping_neg() & all,
        Operation::WordSum => a.wrapping_add(b()) & all,
        Operation::WordDifference => a.wrapping_sub(b()) & all,
        Operation::WordProduct => a.wrapping_mul(b()) & all,
        Operation::WordQuotient => a.checked_div(b()).unwrap_or(all),
        Operation::WordRemainder => a.checked_rem(b()).unwrap_or(a),
        Operation::ShiftLeft if shifted(b()) => (a << b()) & all,
        Operation::ShiftRight if shifted(b()) => a >> b(),
        Operation::ShiftLeft | Operation::ShiftRight => 0,
        Operation::ShiftSign => (signed(a, width) >> b().min(u64::from(width) - 1)) as u64 & all,
        Operation::Concat => (a << args[2]) | b(),
        Operation::Extract => (a >> args[1]) & all,
        Operation::SignExtend => signed(a, args[1] as u8) as u64 & all,
        Operation::Less => u64::from(a < b()),
        Operation::SignedLess => u64::from(signed(a, width) < signed(b(), width)),
        Operation::Read => arrays.read(a, b())?,
        Operation::Write => arrays.write(a, b(), registers[args[2] as usize])?,
        Operation::Everywhere => arrays.new_array(a, None),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::solver::term::Model;

    /// Terms of 64 bits or less, with all operators on words of this width.
    fn of_width(terms: &mut Terms, [a, b, by]: [TermId; 3], width: u32) -> Vec<TermId> {
        let (left, right) = (terms.concat(a, b), terms.concat(b, a));
        let [left, right] = [left, right].map(|t| terms.extract(t, width - 1, 0));
        let shift = terms.zero_extend(by, width - 8);
        let wide = [
            terms.bv_not(left),
            terms.bv_and(left, right),
            terms.bv_or(left, right),
            terms.bv_xor(left, right),
            terms.bv_neg(left),
            terms.bv_add(left, right),
            terms.bv_sub(left, right),
            terms.bv_mul(left, right),
            terms.bv_udiv(left, right),
            terms.bv_urem(left, shift),
            terms.bv_shl(left, shift),
            terms.bv_lshr(left, shift),
            terms.bv_ashr(left, shift),
            terms.sign_extend(by, width - 8),
        ];
        let (less, below) = (terms.bv_ult(left, right), terms.bv_slt(left, right));
        let (same, chosen) = (terms.eq(left, shift), terms.ite(less, left, right));
        let parts = wide.iter().chain([&chosen]).flat_map(|&t| {
            let (low, high) = (terms.extract(t, 63, 0), terms.extract(t, width - 1, 64));
            [low, high]
        });
        let mut all: Vec<TermId> = parts.collect();
        all.extend([less, below, same]);
        all
    }

    #[test]
    fn words_in_two_registers_have_the_values_of_their_terms() {
        let mut terms = Terms::new();
        let long = Sort::BitVec(64);
        let variables = [("a", long), ("b", long), ("by", Sort::BitVec(8))];
        let variables = variables.map(|(name, sort)| terms.declare(name, sort));
        let mut roots = Vec::new();
        for width in [65, 66, 106, 127, 128] {
            roots.extend(of_width(&mut terms, variables, width));
        }
        let mut registers = Registers::new(&terms, &variables).expect("registers");
        let code = registers.compile(&terms, &roots, &mut HashSet::default()).expect("code");
        let mut rng = Rng::new(1);
        for round in 0..200 {
            let word = |rng: &mut Rng| match rng.below(4) {
                0 => rng.below(3) as u64,
                1 => u64::MAX - rng.below(3) as u64,
                _ => rng.next_u64(),
            };
            let values = [word(&mut rng), word(&mut rng), (round % 256) as u64];
            let mut state = registers.first.clone();
            let mut model = Model::new();
            for (&variable, value) in variables.iter().zip(values) {
                state[registers.of(variable).expect("a register").index()] = value;
                if let Op::Symbol(symbol) = terms.op(variable) {
                    model.set(symbol, value_of(value, terms.sort(variable)));
                }
            }
            code.run(&mut state, &mut Arrays::default()).expect("a run");
            for &root in &roots {
                let found = state[registers.of(root).expect("a register").index()];
                let expected = model.evaluate(&terms, root);
                assert_eq!(value_of(found, terms.sort(root)), expected, "{}", terms.text(root));
            }
        }
        let wide = terms.declare("wide", Sort::BitVec(65));
        assert!(Registers::new(&terms, &[wide]).is_none());
    }
}
