//! The values of comparisons of words: their circuits are built again, and compared with those of a proof.
//!
//! A proof names the literal that a comparison has, and says by gates what the literal depends on. Here each variable
//! of these gates becomes a node of a circuit, and the comparison itself is built from its words, with the same rules
//! for constants and equal inputs. Equal gates are one node, so the literal stands for the comparison if both are the
//! same node.

use super::Atom;
use crate::base::{HashMap, Lit, Var};
use crate::solver::smt::gate_table::Gate;
use crate::solver::term::{Op, TermId, Terms};
use crate::theories::bv::blast::{self, Gates, Shift};

/// A bit: twice the number of a node, plus 1 if it is negated.
type Bit = u32;

/// The bit that is 1. Its node is the first one.
const TRUE: Bit = 0;

fn negated(bit: Bit) -> Bit {
    bit ^ 1
}

fn negate_if(bit: Bit, is_negated: bool) -> Bit {
    bit ^ Bit::from(is_negated)
}

fn is_negated(bit: Bit) -> bool {
    bit & 1 != 0
}

/// The function of a node. Inputs of the symmetric ones are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    True,
    /// A formula that is no comparison of words.
    Formula(TermId),
    /// A bit of a declared word.
    Bit(TermId, u32),
    And(Bit, Bit),
    /// Of two bits that are not negated.
    Xor(Bit, Bit),
    Ite(Bit, Bit, Bit),
    Majority(Bit, Bit, Bit),
}

/// The nodes so far.
struct Nodes {
    numbers: HashMap<Node, Bit>,
}

impl Nodes {
    fn bit(&mut self, node: Node) -> Bit {
        let next = 2 * self.numbers.len() as Bit;
        *self.numbers.entry(node).or_insert(next)
    }
}

impl Gates for Nodes {
    type Bit = Bit;

    fn constant(&mut self, value: bool) -> Bit {
        negate_if(TRUE, !value)
    }

    fn not(&mut self, a: Bit) -> Bit {
        negated(a)
    }

    fn and(&mut self, a: Bit, b: Bit) -> Bit {
        match (a, b) {
            _ if a == negated(TRUE) || b == negated(TRUE) || a == negated(b) => negated(TRUE),
            (TRUE, other) | (other, TRUE) => other,
            _ if a == b => a,
            _ => self.bit(Node::And(a.min(b), a.max(b))),
        }
    }

    fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let is_turned = is_negated(a) != is_negated(b);
        let (a, b) = (a & !1, b & !1);
        let odd = match (a, b) {
            _ if a == b => negated(TRUE),
            (TRUE, other) | (other, TRUE) => negated(other),
            _ => self.bit(Node::Xor(a.min(b), a.max(b))),
        };
        negate_if(odd, is_turned)
    }

    fn ite(&mut self, c: Bit, a: Bit, b: Bit) -> Bit {
        if is_negated(c) {
            return self.ite(negated(c), b, a);
        }
        if c == TRUE || a == b {
            return a;
        }
        // A branch that is the condition itself is a constant there.
        if a == TRUE || a == c {
            return self.or(c, b);
        }
        if a == negated(TRUE) || a == negated(c) {
            return self.and(negated(c), b);
        }
        if b == TRUE || b == negated(c) {
            return self.or(negated(c), a);
        }
        if b == negated(TRUE) || b == c {
            return self.and(c, a);
        }
        if a == negated(b) {
            return self.xor(c, b);
        }
        if is_negated(a) {
            negated(self.bit(Node::Ite(c, negated(a), negated(b))))
        } else {
            self.bit(Node::Ite(c, a, b))
        }
    }

    fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut bits = [a, b, c];
        bits.sort_unstable();
        let [a, b, c] = bits;
        // Two equal bits decide, and of two opposite ones the third decides.
        match () {
            () if a == b || a == c => a,
            () if b == c => b,
            () if a == negated(b) => c,
            () if a == negated(c) => b,
            () if b == negated(c) => a,
            // The constants are the smallest bits.
            () if a == TRUE => self.or(b, c),
            () if a == negated(TRUE) => self.and(b, c),
            () => self.bit(Node::Majority(a, b, c)),
        }
    }
}

/// Circuits of words.
struct Circuits<'a> {
    terms: &'a Terms,
    nodes: Nodes,
    words: HashMap<TermId, Vec<Bit>>,
}

/// Whether a formula compares words.
pub(super) fn compares_words(terms: &Terms, formula: TermId) -> bool {
    terms.args(formula).first().map_or(false, |&a| terms.width(a) > 0)
        && matches!(terms.op(formula), Op::Eq | Op::BvUlt | Op::BvSlt)
}

/// The nodes that the variables of a proof stand for.
pub(super) struct Values<'a> {
    made: Circuits<'a>,
    bits: HashMap<Var, Bit>,
}

impl<'a> Values<'a> {
    /// An atom comes after those that it is made of.
    pub fn new(terms: &'a Terms, atoms: &[(Lit, Atom)]) -> Values<'a> {
        let nodes = Nodes { numbers: HashMap::from_iter([(Node::True, TRUE)]) };
        let mut made = Circuits { terms, nodes, words: HashMap::default() };
        let mut bits: HashMap<Var, Bit> = HashMap::default();
        for (l, atom) in atoms {
            if let Some(bit) = made.atom(atom, &bits) {
                bits.insert(l.var(), bit);
            }
        }
        Values { made, bits }
    }

    fn bit(&self, l: Lit) -> Option<Bit> {
        self.bits.get(&l.var()).map(|&bit| negate_if(bit, l.is_negative()))
    }

    /// Whether each of these literals is the value of its comparison of words, by the gates among the atoms.
    pub fn are(&mut self, circuits: &[(TermId, Lit)]) -> bool {
        circuits
            .iter()
            .all(|&(t, l)| compares_words(self.made.terms, t) && self.bit(l) == Some(self.made.comparison(t)))
    }

    /// Whether a clause has the bit that is 1, or a bit and its negation.
    pub fn is_valid(&self, clause: &[Lit]) -> bool {
        let bits: Vec<Bit> = clause.iter().filter_map(|&l| self.bit(l)).collect();
        bits.iter().any(|&bit| bit == TRUE || bits.contains(&negated(bit)))
    }
}

impl Circuits<'_> {
    fn atom(&mut self, atom: &Atom, bits: &HashMap<Var, Bit>) -> Option<Bit> {
        let input = |l: Lit| bits.get(&l.var()).map(|&bit| negate_if(bit, l.is_negative()));
        Some(match *atom {
            Atom::Formula(t) | Atom::Equality(t, _) => self.formula(t),
            Atom::Bit(word, at) => {
                self.blast(&[word]);
                *self.words.get(&word)?.get(at as usize)?
            }
            // No comparison of words is made of such equations.
            Atom::Same(..) => return None,
            Atom::Gate(Gate::And([a, b])) => self.nodes.and(input(a)?, input(b)?),
            Atom::Gate(Gate::Xor([a, b])) => self.nodes.xor(input(a)?, input(b)?),
            Atom::Gate(Gate::Ite([c, a, b])) => self.nodes.ite(input(c)?, input(a)?, input(b)?),
            Atom::Gate(Gate::Majority([a, b, c])) => self.nodes.majority(input(a)?, input(b)?, input(c)?),
        })
    }

    /// The value of a formula: of a comparison of words its circuit.
    fn formula(&mut self, formula: TermId) -> Bit {
        let (inner, is_negated) = self.terms.split_not(formula);
        let bit = match self.terms.op(inner) {
            Op::True => TRUE,
            _ if compares_words(self.terms, inner) => self.comparison(inner),
            _ => self.nodes.bit(Node::Formula(inner)),
        };
        negate_if(bit, is_negated)
    }

    /// The circuit of a comparison of words. Conditions of words are comparisons, too, so this and
    /// [`Circuits::blast`] take the words from the inside to the outside instead of calling each other.
    fn comparison(&mut self, t: TermId) -> Bit {
        let (a, b) = (self.terms.arg(t, 0), self.terms.arg(t, 1));
        self.blast(&[a, b]);
        self.compared(t)
    }

    /// The comparison of words that have their bits.
    fn compared(&mut self, t: TermId) -> Bit {
        let word = |i: usize| self.words.get(&self.terms.arg(t, i)).map_or(&[][..], |word| word);
        let (a, b) = (word(0), word(1));
        match self.terms.op(t) {
            Op::Eq => blast::eq(&mut self.nodes, a, b),
            Op::BvUlt => blast::ult(&mut self.nodes, a, b),
            _ => blast::slt(&mut self.nodes, a, b),
        }
    }

    /// Makes the bits of words and of all words below.
    fn blast(&mut self, roots: &[TermId]) {
        let terms = self.terms;
        for t in terms.subterms_until(roots, |t| self.words.contains_key(&t)) {
            if terms.width(t) > 0 && !self.words.contains_key(&t) {
                let word = self.word(t);
                self.words.insert(t, word);
            }
        }
    }

    /// The bits of a word whose arguments have theirs.
    fn word(&mut self, t: TermId) -> Vec<Bit> {
        let (terms, width) = (self.terms, self.terms.width(t));
        if terms.op(t) == Op::Ite {
            let (inner, is_negated) = terms.split_not(terms.arg(t, 0));
            let condition = match terms.op(inner) {
                Op::True => TRUE,
                _ if compares_words(terms, inner) => self.compared(inner),
                _ => self.nodes.bit(Node::Formula(inner)),
            };
            let (a, b) = (self.argument(t, 1), self.argument(t, 2));
            return blast::ite(&mut self.nodes, negate_if(condition, is_negated), &a, &b);
        }
        let (a, b) = (self.argument(t, 0), self.argument(t, 1));
        let g = &mut self.nodes;
        match terms.op(t) {
            Op::Bits(_) => {
                let bits = terms.bits_of(t);
                (0..width).map(|i| g.constant(bits.map_or(false, |bits| bits.bit(i)))).collect()
            }
            Op::BvNot => blast::not(g, &a),
            Op::BvNeg => blast::neg(g, &a),
            Op::BvAnd => blast::bitwise(g, &a, &b, Gates::and),
            Op::BvOr => blast::bitwise(g, &a, &b, Gates::or),
            Op::BvXor => blast::bitwise(g, &a, &b, Gates::xor),
            Op::BvAdd => blast::add(g, &a, &b),
            Op::BvSub => blast::sub(g, &a, &b),
            Op::BvMul => blast::mul(g, &a, &b),
            Op::BvUdiv => blast::udivrem(g, &a, &b).0,
            Op::BvUrem => blast::udivrem(g, &a, &b).1,
            Op::BvShl => blast::shift(g, Shift::Left, &a, &b),
            Op::BvLshr => blast::shift(g, Shift::Right, &a, &b),
            Op::BvAshr => blast::shift(g, Shift::Arithmetic, &a, &b),
            Op::Concat => [b, a].concat(),
            Op::Extract(low) => a.into_iter().skip(low as usize).take(width as usize).collect(),
            Op::SignExtend => (0..width as usize).map(|i| a[i.min(a.len() - 1)]).collect(),
            // A declared word; and any other one may have any bits.
            _ => (0..width).map(|i| g.bit(Node::Bit(t, i))).collect(),
        }
    }

    /// The bits of an argument; none if there is no such word.
    fn argument(&self, t: TermId, at: usize) -> Vec<Bit> {
        let word = self.terms.args(t).get(at).and_then(|a| self.words.get(a));
        word.cloned().unwrap_or_default()
    }
}
