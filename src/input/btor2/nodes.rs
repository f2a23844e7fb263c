//! Terms over words and arrays as lines of a file.

use super::vectors::width_of;
use crate::base::HashMap;
use crate::solver::term::{Op, Sort, TermId, Terms};

/// A node by its number, negative for its complement.
pub(super) type NodeNumber = i64;

/// The lines so far, and the numbers of the terms that they define.
pub(super) struct Nodes<'a> {
    pub terms: &'a Terms,
    pub out: String,
    /// The number of the last line.
    pub last: NodeNumber,
    pub sorts: HashMap<Sort, NodeNumber>,
    pub nodes: HashMap<TermId, NodeNumber>,
}

impl<'a> Nodes<'a> {
    /// No lines yet.
    pub fn new(terms: &'a Terms) -> Nodes<'a> {
        let (sorts, nodes) = (HashMap::default(), HashMap::default());
        Nodes { terms, out: String::new(), last: 0, sorts, nodes }
    }

    /// Writes a line, which gets the next number.
    pub fn line(&mut self, text: String) -> NodeNumber {
        self.last += 1;
        self.out.push_str(&format!("{} {}\n", self.last, text));
        self.last
    }

    pub fn sort(&mut self, sort: Sort) -> NodeNumber {
        // One bit is a formula or a word.
        let sort = if sort == Sort::BitVec(1) { Sort::Bool } else { sort };
        if let Some(&number) = self.sorts.get(&sort) {
            return number;
        }
        let number = match self.terms.array_parts(sort) {
            Some((index, cell)) => {
                let (index, cell) = (self.sort(index), self.sort(cell));
                self.line(format!("sort array {} {}", index, cell))
            }
            None => self.line(format!("sort bitvec {}", sort.width().unwrap_or(1))),
        };
        self.sorts.insert(sort, number);
        number
    }

    pub fn sort_of(&mut self, t: TermId) -> NodeNumber {
        self.sort(self.terms.sort(t))
    }

    /// The number of a term's node, which is written with all below it if it is new.
    pub fn node(&mut self, t: TermId) -> NodeNumber {
        for s in self.terms.subterms_until(&[t], |s| self.nodes.contains_key(&s)) {
            if !self.nodes.contains_key(&s) {
                let number = self.new_node(s);
                self.nodes.insert(s, number);
            }
        }
        self.nodes[&t]
    }

    fn new_node(&mut self, t: TermId) -> NodeNumber {
        let args: Vec<NodeNumber> = self.terms.args(t).iter().map(|a| self.nodes[a]).collect();
        let op = self.terms.op(t);
        if matches!(op, Op::Not | Op::BvNot) {
            return -args[0];
        }
        let width = width_of(self.terms, t);
        let sort = self.sort_of(t);
        match op {
            // A state that keeps its first value.
            Op::ConstArray => {
                let number = self.line(format!("state {}", sort));
                self.line(format!("init {} {} {}", sort, number, args[0]));
                self.line(format!("next {} {} {}", sort, number, number));
                number
            }
            Op::True => self.line(format!("one {}", sort)),
            Op::Bits(_) => {
                let bits = self.terms.bits_of(t);
                let digit = |i: u32| if bits.map_or(false, |b| b.bit(i)) { '1' } else { '0' };
                let digits: String = (0..width).rev().map(digit).collect();
                self.line(format!("const {} {}", sort, digits))
            }
            Op::And => {
                let rest = args.get(1..).unwrap_or(&[]);
                rest.iter().fold(args[0], |all, arg| self.line(format!("and {} {} {}", sort, all, arg)))
            }
            Op::Extract(low) => {
                let high = low + width - 1;
                self.line(format!("slice {} {} {} {}", sort, args[0], high, low))
            }
            Op::SignExtend => {
                let by = width - self.terms.width(self.terms.arg(t, 0));
                self.line(format!("sext {} {} {}", sort, args[0], by))
            }
            op => {
                let args: Vec<String> = args.iter().map(NodeNumber::to_string).collect();
                self.line(format!("{} {} {}", name_of(op), sort, args.join(" ")))
            }
        }
    }
}

/// The name of an operator on words that has one name in both worlds.
fn name_of(op: Op) -> &'static str {
    match op {
        Op::Eq => "eq",
        Op::Select => "read",
        Op::Store => "write",
        Op::Ite => "ite",
        Op::BvAnd => "and",
        Op::BvOr => "or",
        Op::BvXor => "xor",
        Op::BvNeg => "neg",
        Op::BvAdd => "add",
        Op::BvSub => "sub",
        Op::BvMul => "mul",
        Op::BvUdiv => "udiv",
        Op::BvUrem => "urem",
        Op::BvShl => "sll",
        Op::BvLshr => "srl",
        Op::BvAshr => "sra",
        Op::Concat => "concat",
        Op::BvUlt => "ult",
        Op::BvSlt => "slt",
        // `new_node` writes the operators without a name. The writers have made sure that no subterm has any other.
        other => unreachable!("{:?} is no operator on words", other),
    }
}
